"""Captures in words: of men, and of the king."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence

from hnefatafl.describe._language import Language, Paragraph, Sentence
from hnefatafl.describe._moves import jumpers
from hnefatafl.describe._squares import beside, hostile_to_king, kings_squares, needs_four, piercing
from hnefatafl.geometry import Region, SquareSet
from hnefatafl.options import Berserk, EdgeCapture, GuardCapture, Jump, KingStrength
from hnefatafl.pieces import PieceSet
from hnefatafl.rules import Ruleset

__all__ = ["capturing", "capturing_king", "own_rules"]


def capturing(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraphs about captures of men."""
    present = language.present
    # What threatens the king is told where his capture is.
    men = present & PieceSet.MEN
    edge = rules.edge_hostile & men
    hostile = [(zone.hostile_empty | zone.hostile_always) & men for zone in rules.all_zones]
    against = [language.say("capture hostile")] if any((edge, *hostile)) else []
    if edge:
        against.append(language.say("edge_hostile some", who=language.who(edge)))
        if edge & ~PieceSet.GUARDS:
            against.append(language.say("edge one"))
    else:
        against.append(language.say("edge_hostile none"))
    parts: list[Paragraph] = [[*_pincers(rules, language)], against, [*_arms(rules, language)]]
    if three := _three(rules, language):
        parts.append([language.say("three_captors", who=language.who(three))])
    if present & PieceSet.GUARDS:
        falls = f"guard_capture {rules.guard_capture}"
        leaping = jumpers(rules, present).get(Jump.CAPTURING, PieceSet.NONE) & PieceSet.GUARDS
        keys = ["guards idle", *(["arms jump"] if leaping else []), falls]
        parts.append([language.say(key) for key in keys])
    parts += [[language.say(key) for key in keys] for keys in _formations(rules, present)]
    return [*parts, *own_rules("extra captures", rules.extra_captures, language)]


def _three(rules: Ruleset, language: Language) -> PieceSet:
    """Return the men that are captured when three of their sides are held."""
    return rules.three_captors & language.present & ~PieceSet.GUARDS


def _pincers(rules: Ruleset, language: Language) -> Iterator[Sentence]:
    but = language.present & PieceSet.GUARDS | _three(rules, language)
    yield language.say("capture pincers but" if but else "capture pincers", who=language.who(but | PieceSet.KING))
    if language.present & PieceSet.MERCENARIES:
        yield language.say("mercenaries turn")
    yield language.say("capture move")
    yield language.say("capture free turn" if rules.berserk is Berserk.MUST_CAPTURE else "capture free")


def _formations(rules: Ruleset, present: PieceSet) -> Iterator[list[str]]:
    """Yield the keys of phrases about shieldwalls, and about captures against the king."""
    wall = rules.shieldwall
    if wall is not None:
        guards = ["wall guards"] if present & PieceSet.GUARDS else []
        keys = ["shieldwall", *guards, "wall flanking" if wall.flanking else "wall any"]
        if rules.corners is not None:
            keys.append("wall corner" if wall.corners_close else "wall no corner")
        yield keys
    if rules.linnaean_capture:
        yield ["linnaean_capture", *(["linnaean guards"] if present & PieceSet.DEFENDING_GUARDS else [])]


def _arms(rules: Ruleset, language: Language) -> Iterator[Sentence]:
    """Yield the sentences about which pieces are hammers, and which are anvils."""
    able = language.present & ~PieceSet.GUARDS
    hammer, anvil = rules.hammer & able, rules.anvil & able
    everybody = language.all_but(PieceSet.GUARDS)
    if hammer == anvil == able != PieceSet.KING:
        yield language.say("arms all", who=everybody)
        return
    if hammer == anvil and hammer:
        yield language.say("arms some", who=language.who(hammer))
    else:
        for verb, pieces in (("hammer", hammer), ("anvil", anvil)):
            if not pieces:
                yield language.say(f"{verb} none")
            elif pieces == able != PieceSet.KING:
                yield language.say(f"{verb} all", who=everybody)
            elif verb == "hammer" and pieces == language.present & ~PieceSet.KING:
                yield language.say("hammer men")
            else:
                yield language.say(f"{verb} some", who=language.who(pieces))
    if jumpers(rules, language.present).get(Jump.CAPTURING, PieceSet.NONE) & able & ~hammer:
        yield language.say("arms jump")
    if _holders_matter(rules, able & ~anvil, language):
        yield language.say("anvil holds")


def _holders_matter(rules: Ruleset, idle: PieceSet, language: Language) -> bool:
    """Return whether pieces that are no anvils could otherwise help in captures that need more than two enemies."""
    others = rules.shieldwall is not None or bool(_three(rules, language) or language.present & PieceSet.GUARDS)
    return bool(idle and (others or idle & PieceSet.ATTACKERS))


def capturing_king(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraphs about the capture of the king."""
    strength = {
        KingStrength.STRONG: "king strong",
        KingStrength.STRONG_NEAR_THRONE: "king near throne",
        KingStrength.STRONG_ON_THRONE: "king on throne",
        KingStrength.MIDDLEWEIGHT: "king middleweight" if _falls_on_edge(rules) else "king strong",
        KingStrength.THREE: "king three",
        KingStrength.WEAK: "king weak" if rules.throne is not None else "king weak no throne",
    }[rules.king]
    pairs = piercing(rules, language.present)
    who = language.who(_unsided(pairs, rules, language.present)) if pairs else None
    pierced = bool(pairs)
    inside, on_edge = _king_inside(rules, language.present, pierced=pierced), _king_on_edge(rules, pierced=pierced)
    keys = (strength, "king move", *inside, *on_edge)
    by = language.word("king held" if hostile_to_king(rules) else "king held alone")
    parts = [[language.say(key, who=who, by=by) for key in keys]]
    if rules.joint_capture:
        guards = language.present & PieceSet.DEFENDING_GUARDS and rules.guard_capture is GuardCapture.NEVER
        parts.append([language.say(key) for key in ("joint_capture", *(["joint guards"] if guards else []))])
    return parts


def _unsided(pairs: PieceSet, rules: Ruleset, present: PieceSet) -> PieceSet:
    """Return the piercing pieces, with the king's men of the same kinds where "the commanders" is clear enough."""
    if pairs == present & PieceSet.ATTACKERS & ~PieceSet.GUARDS:
        return pairs
    ranks = (PieceSet.SOLDIERS, PieceSet.COMMANDERS, PieceSet.KNIGHTS, PieceSet.MERCENARIES)
    for rank in ranks:
        if rank & pairs:
            pairs |= rank & rules.piercing & present
    return pairs


def _king_inside(rules: Ruleset, present: PieceSet, *, pierced: bool) -> Iterator[str]:
    """Yield the keys of phrases about a king beside the empty throne, and beside other squares hostile to him."""
    throne = rules.throne.squares.squares(rules.size) if rules.throne is not None else SquareSet()
    hostile, edge = hostile_to_king(rules), Region.EDGE.squares(rules.size)
    inside = SquareSet(kings_squares(rules) - edge - throne)
    four = [square for square in inside if needs_four(rules, square)]
    if len(throne) == 1 and any(throne & beside(rules, square) for square in four):
        stopping = rules.throne.stop & rules.throne.enter if rules.throne is not None else PieceSet.NONE
        if throne <= hostile:
            yield "king beside throne"
        elif not pierced and not stopping & present & PieceSet.ATTACKERS & ~PieceSet.GUARDS:
            yield "king beside safe"
    if not pierced and any(len(hostile & beside(rules, square)) == 2 for square in four):
        yield "king two held"


def _stands_on_edge(rules: Ruleset) -> bool:
    """Return whether the king may stand on the edge while the game continues."""
    return bool(kings_squares(rules) & Region.EDGE.squares(rules.size))


def _falls_on_edge(rules: Ruleset) -> bool:
    """Return whether the king can be captured on the edge."""
    return _stands_on_edge(rules) and rules.edge_capture is not EdgeCapture.IMPOSSIBLE


def _king_on_edge(rules: Ruleset, *, pierced: bool) -> Iterator[str]:
    """Yield the keys of phrases about the king at the edge, and about piercing pairs."""
    pairs = ["piercing", *(["pierce not on throne"] if rules.throne is not None else [])] if pierced else []
    # A king who wins by reaching the edge is never captured there.
    won = not _stands_on_edge(rules)
    if won or rules.edge_capture is EdgeCapture.IMPOSSIBLE:
        yield from pairs if won else [*pairs, "edge_capture impossible"]
        return
    if rules.king is KingStrength.STRONG and PieceSet.KING not in rules.edge_hostile:
        safe = "king edge safe alone" if rules.joint_capture else "king edge safe"
        yield from ["king edge safe unless pierced", *pairs, "pierce edge"] if pierced else [safe]
        if not (rules.joint_capture or pierced):
            return
    else:
        if rules.king is KingStrength.THREE:
            yield "king three edge"
        if rules.king is KingStrength.STRONG:
            yield "king edge held"
        elif PieceSet.KING in rules.edge_hostile and rules.king is not KingStrength.MIDDLEWEIGHT:
            yield "king edge hostile"
        corners = Region.CORNERS.squares(rules.size)
        near = {each for corner in corners for each in beside(rules, corner)} & kings_squares(rules)
        if near and corners <= hostile_to_king(rules) and all(needs_four(rules, square) for square in near):
            yield "king beside corner"
        yield from pairs
    if rules.edge_capture is EdgeCapture.DRAW:
        yield "edge_capture draw"


def own_rules(key: str, functions: Sequence[Callable[..., object]], language: Language) -> list[Paragraph]:
    """Return a sentence that names the ruleset's own functions, with the first line of their docstrings."""
    if not functions:
        return []
    told: list[str] = []
    for function in functions:
        name = getattr(function, "__name__", type(function).__name__)
        about = (inspect.getdoc(function) or "").strip().split("\n")[0].rstrip(".")
        told.append(f"{name} ({about})" if about else name)
    return [[language.say(key, rules="; ".join(told))]]
