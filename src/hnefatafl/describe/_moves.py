"""Movement in words: how far, by which jumps, and how often in a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hnefatafl.board import PieceSet, Side
from hnefatafl.describe._language import Language, Paragraph, Sentence
from hnefatafl.describe._squares import goals
from hnefatafl.rules import Berserk, Jump, NoMove, Passing, Ruleset

_SPEEDS: Final = {
    "attackers": PieceSet.ATTACKING_SOLDIERS,
    "attacking_commanders": PieceSet.ATTACKING_COMMANDERS,
    "attacking_knights": PieceSet.ATTACKING_KNIGHTS,
    "attacking_mercenaries": PieceSet.ATTACKING_MERCENARIES,
    "attacking_guards": PieceSet.ATTACKING_GUARDS,
    "defenders": PieceSet.DEFENDING_SOLDIERS,
    "defending_commanders": PieceSet.DEFENDING_COMMANDERS,
    "defending_knights": PieceSet.DEFENDING_KNIGHTS,
    "defending_mercenaries": PieceSet.DEFENDING_MERCENARIES,
    "defending_guards": PieceSet.DEFENDING_GUARDS,
    "king": PieceSet.KING,
}
_JUMPS: Final = {
    "soldiers": PieceSet.SOLDIERS,
    "commanders": PieceSet.COMMANDERS,
    "knights": PieceSet.KNIGHTS,
    "mercenaries": PieceSet.MERCENARIES,
    "guards": PieceSet.GUARDS,
    "king": PieceSet.KING,
}
_SINGLE: Final = {
    PieceSet.ATTACKING_SOLDIERS: "move attackers",
    PieceSet.DEFENDING_SOLDIERS: "move defenders",
    PieceSet.KING: "move king",
}
_LEAPABLE: Final = PieceSet.SOLDIERS | PieceSet.MERCENARIES | PieceSet.GUARDS


def movement(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraphs about turns, moves and jumps."""
    loses = rules.die is not None and any(map(rules.die.binds_all, Side))
    turns = "move turns pass" if rules.no_move is NoMove.PASS or loses else "move turns"
    alternating = [language.say(turns)]
    if rules.may_pass is not Passing.NOBODY:
        alternating = [language.say(key) for key in ("move turns free", f"may_pass {rules.may_pass}", "pass counts")]
    leaping = jumpers(rules, language.present)
    rook = "move rook jump" if leaping else "move rook"
    parts: list[Paragraph] = [alternating, [language.say(rook), *_limits(rules, language)]]
    if leaping:
        parts.append([*_jumping(rules, leaping, language)])
    return parts


def _limits(rules: Ruleset, language: Language) -> Iterator[Sentence]:
    """Yield a sentence for each limit of distance, and one for the pieces without a limit."""
    groups: dict[int | None, PieceSet] = {}
    for field, pieces in _SPEEDS.items():
        n: int | None = getattr(rules.speed, field)
        if pieces & language.present:
            groups[n] = groups.get(n, PieceSet.NONE) | pieces
    far = groups.pop(None, PieceSet.NONE)
    if not groups:
        yield language.say("move far")
        return
    for n, pieces in groups.items():
        key = "move all" if pieces == language.present else "move some"
        if pieces == PieceSet.KING or not language.mixed:
            key = _SINGLE.get(pieces, key)
        yield language.say(key, who=language.who(pieces), n=language.number(n or 0))
    if far:
        yield language.say("move others far")


def jumpers(rules: Ruleset, present: PieceSet) -> Mapping[Jump, PieceSet]:
    """Return the pieces of this game that can ever jump, by the kind of jump."""
    found: dict[Jump, PieceSet] = {}
    for field, kind in _JUMPS.items():
        how: Jump = getattr(rules.jumps, field)
        if how is Jump.NONE or (how is Jump.RESTRICTED and not rules.all_zones):
            continue
        for side in (PieceSet.ATTACKERS, PieceSet.DEFENDERS):
            if kind & side & present and _neighbours(how, kind & side) & _LEAPABLE & present:
                found[how] = found.get(how, PieceSet.NONE) | kind & side & present
    return found


def _neighbours(how: Jump, pieces: PieceSet) -> PieceSet:
    """Return the pieces that a jump may cross as far as their side is concerned."""
    if how is Jump.OVER_ANYBODY:
        return PieceSet.ALL
    found = PieceSet.DEFENDERS if pieces & PieceSet.ATTACKERS else PieceSet.NONE
    return found | PieceSet.ATTACKERS if pieces & PieceSet.DEFENDERS else found


def _jumping(rules: Ruleset, leaping: Mapping[Jump, PieceSet], language: Language) -> Iterator[Sentence]:
    yield language.say("jumps")
    below = PieceSet.NONE
    for how, pieces in leaping.items():
        yield language.say(f"jump {how}", who=language.who(pieces))
        met = _neighbours(how, pieces) & language.present
        below |= met
        if how is Jump.CAPTURING and met & PieceSet.GUARDS:
            yield language.say("jump guards")
    never = below & ~_LEAPABLE
    if never == PieceSet.KING:
        yield language.say("jump not king")
    elif never:
        yield language.say("jump only", who=language.who(below & _LEAPABLE))
    slow = [pieces for field, pieces in _SPEEDS.items() if getattr(rules.speed, field) == 1]
    if any(one & pieces for one in slow for pieces in leaping.values()):
        yield language.say("jump far")


def berserk(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraph about berserk turns, if there are any."""
    if rules.berserk is Berserk.NONE:
        return []
    say = [language.say(f"berserk {rules.berserk}")]
    if goals(rules):
        say.append(language.say("berserk escape" if rules.berserk_escape else "berserk no escape"))
    return [say]
