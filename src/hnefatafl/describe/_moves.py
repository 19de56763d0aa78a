"""Movement in words: how far, by which jumps, and how often in a turn."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from hnefatafl.board import PieceSet, Region, Side, SquareSet
from hnefatafl.describe._language import Language, Paragraph, Sentence
from hnefatafl.describe._squares import (
    armed,
    beside,
    fatal,
    goals,
    hostile_to_king,
    kings_squares,
    needs_four,
    pierced,
    piercing,
)
from hnefatafl.rules import Berserk, EdgeCapture, GuardCapture, Jump, KingStrength, NoMove, Passing, Ruleset
from hnefatafl.rules._idle import walkers

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
    parts: list[Paragraph] = [alternating, [language.say(rook), *_describe_limits(rules, language)]]
    if leaping:
        parts.append([*_describe_jumps(rules, leaping, language)])
    return parts


def _describe_limits(rules: Ruleset, language: Language) -> Iterator[Sentence]:
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
    pieces_by_jump: dict[Jump, PieceSet] = {}
    for field, kind in _JUMPS.items():
        how: Jump = getattr(rules.jumps, field)
        if how is Jump.NONE or (how is Jump.RESTRICTED and not rules.all_zones):
            continue
        for side in (PieceSet.ATTACKERS, PieceSet.DEFENDERS):
            if kind & side & present and _find_crossable(how, kind & side) & _LEAPABLE & present:
                pieces_by_jump[how] = pieces_by_jump.get(how, PieceSet.NONE) | kind & side & present
    return pieces_by_jump


def _find_crossable(how: Jump, pieces: PieceSet) -> PieceSet:
    """Return the pieces that a jump may cross as far as their side is concerned."""
    if how is Jump.OVER_ANYBODY:
        return PieceSet.ALL
    pieces_crossed = PieceSet.DEFENDERS if pieces & PieceSet.ATTACKERS else PieceSet.NONE
    return pieces_crossed | PieceSet.ATTACKERS if pieces & PieceSet.DEFENDERS else pieces_crossed


def _describe_jumps(rules: Ruleset, leaping: Mapping[Jump, PieceSet], language: Language) -> Iterator[Sentence]:
    yield language.say("jumps")
    below = PieceSet.NONE
    for how, pieces in leaping.items():
        yield language.say(f"jump {how}", who=language.who(pieces))
        met = _find_crossable(how, pieces) & language.present
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


def capturing(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraphs about captures of men."""
    present = language.present
    # What threatens the king is told where his capture is.
    men = present & PieceSet.MEN
    edge = rules.edge_hostile & men
    against = [language.say("capture hostile")] if any(men & pieces for pieces in _find_threatened(rules)) else []
    against += _describe_edge(rules, edge, language)
    parts: list[Paragraph] = [[*_describe_pincers(rules, language)], against, [*_describe_arms(rules, language)]]
    if three := _find_three_sided(rules, language):
        parts.append([language.say("three_captors", who=language.who(three))])
    if present & PieceSet.GUARDS:
        falls = f"guard_capture {rules.guard_capture}"
        leaping = jumpers(rules, present).get(Jump.CAPTURING, PieceSet.NONE) & PieceSet.GUARDS
        keys = ["guards idle", *(["arms jump"] if leaping else []), falls]
        parts.append([language.say(key) for key in keys])
    parts += [[language.say(key) for key in keys] for keys in _list_formations(rules, present)]
    parts += _describe_lines(rules, language)
    return [*parts, *own_rules("extra captures", rules.extra_captures, language)]


def _find_threatened(rules: Ruleset) -> list[PieceSet]:
    """Return the pieces to which the edge and each zone are hostile."""
    return [rules.edge_hostile, *(zone.hostile_empty | zone.hostile_always for zone in rules.all_zones)]


def _describe_edge(rules: Ruleset, edge: PieceSet, language: Language) -> Iterator[Sentence]:
    """Yield the sentences about the edge, which is hostile to these men."""
    present = language.present
    if not edge:
        yield language.say("edge_hostile none")
        return
    several = edge & (PieceSet.GUARDS | _find_three_sided(rules, language))
    sides = [(PieceSet.ATTACKERS, Side.DEFENDERS), (PieceSet.DEFENDERS, Side.ATTACKERS)]
    one = not several and all(armed(rules.hammer, enemy, present) for own, enemy in sides if edge & own)
    both = edge == present & PieceSet.MEN and _edge_holds_king(rules, present)
    if both and one:
        yield language.say("edge_hostile both")
        yield language.say("edge king")
        return
    # It would be wrong to except the king.
    yield language.say("edge_hostile some", who=language.who(edge | PieceSet.KING if both else edge))
    if one:
        yield language.say("edge one")


def _edge_holds_king(rules: Ruleset, present: PieceSet) -> bool:
    """Return whether the edge of the board holds a side of the king."""
    hostile = rules.king is KingStrength.MIDDLEWEIGHT or PieceSet.KING in rules.edge_hostile
    return hostile and bool(fatal(rules, present) & Region.EDGE.squares(rules.size))


def _find_three_sided(rules: Ruleset, language: Language) -> PieceSet:
    """Return the men that are captured when three of their sides are held."""
    return rules.three_captors & language.present & ~PieceSet.GUARDS


def _describe_pincers(rules: Ruleset, language: Language) -> Iterator[Sentence]:
    but = language.present & PieceSet.GUARDS | _find_three_sided(rules, language)
    yield language.say("capture pincers but" if but else "capture pincers", who=language.who(but | PieceSet.KING))
    if language.present & PieceSet.MERCENARIES:
        yield language.say("mercenaries turn")
    falling, barred = (walkers(pieces, rules) & language.present for pieces in (rules.walk_in, rules.no_walk_in))
    if falling | barred:
        yield from _walking_in(rules, falling, barred, language)
        yield language.say("capture several")
    else:
        yield language.say("capture move")
    if rules.forced_capture:
        yield language.say("forced_capture")
        if rules.berserk is not Berserk.NONE:
            yield language.say("forced_capture berserk")
        if rules.die is not None:
            yield language.say("forced_capture die")
        return
    yield language.say("capture free turn" if rules.berserk is Berserk.MUST_CAPTURE else "capture free")


def _walking_in(rules: Ruleset, falling: PieceSet, barred: PieceSet, language: Language) -> Iterator[Sentence]:
    """Yield the sentences about men that step between two enemies, and fall or may not."""
    if falling:
        yield language.say("walk_in", who=language.who(falling))
    if barred:
        yield language.say("no_walk_in", who=language.who(barred))
        if barred & PieceSet.ATTACKERS:
            yield language.say("no_walk_in king")
    if any((falling | barred) & pieces for pieces in _find_threatened(rules)):
        yield language.say("walk_in square")
    if tough := (falling | barred) & (PieceSet.GUARDS | rules.three_captors):
        yield language.say("walk_in tough", who=language.who(tough))
    yield language.say("walk_in others")


def _is_armed(rules: Ruleset, side: Side, present: PieceSet) -> bool:
    """Return whether a side has hammers and anvils: without both, no capture takes more than one of its pieces."""
    return all(armed(arm, side, present) for arm in (rules.hammer, rules.anvil))


def _list_formations(rules: Ruleset, present: PieceSet) -> Iterator[list[str]]:
    """Yield the keys of phrases about shieldwalls, and about captures against the king."""
    wall = rules.shieldwall
    if wall is not None and any(_is_armed(rules, side, present) for side in Side):
        guards = ["wall guards"] if present & PieceSet.GUARDS else []
        keys = ["shieldwall", *guards, "wall flanking" if wall.flanking else "wall any"]
        if rules.corners is not None:
            keys.append("wall corner" if wall.corners_close else "wall no corner")
        yield keys
    if rules.linnaean_capture and _is_armed(rules, Side.ATTACKERS, present):
        yield ["linnaean_capture", *(["linnaean guards"] if present & PieceSet.DEFENDING_GUARDS else [])]


def _describe_lines(rules: Ruleset, language: Language) -> Iterator[Paragraph]:
    """Yield the paragraphs about rows between two enemies, of men alone and with the king."""
    present = language.present
    apart = present & PieceSet.GUARDS | _find_three_sided(rules, language)
    kings = rules.king_line_capture and _lines_up(rules, Side.ATTACKERS, present)
    if rules.line_capture and any(_lines_up(rules, side, present) for side in Side):
        but = apart if kings else apart | PieceSet.KING
        sentences = [language.say("line_capture"), *([language.say("line_capture king")] if kings else [])]
        yield [*sentences, language.say("line_capture apart", who=language.who(but))] if but else sentences
    elif kings and present & PieceSet.DEFENDING_MEN & ~apart:
        own = apart & PieceSet.DEFENDERS
        spared = [language.say("king_line_capture apart", who=language.who(own))] if own else []
        yield [language.say("king_line_capture"), *spared]


def _lines_up(rules: Ruleset, side: Side, present: PieceSet) -> bool:
    """Return whether a side can capture a row, against a piece of its own or a hostile square."""
    foes = PieceSet.MEN & (PieceSet.DEFENDERS if side is Side.ATTACKERS else PieceSet.ATTACKERS)
    far = armed(rules.anvil, side, present) or any(foes & present & pieces for pieces in _find_threatened(rules))
    return bool(armed(rules.hammer, side, present) and far)


def _describe_arms(rules: Ruleset, language: Language) -> Iterator[Sentence]:
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
    others = rules.shieldwall is not None or bool(
        _find_three_sided(rules, language) or language.present & PieceSet.GUARDS
    )
    return bool(idle and (others or idle & PieceSet.ATTACKERS))


def king_falls(rules: Ruleset, present: PieceSet) -> bool:
    """Return whether the rules of capture, other than the ruleset's own functions, can capture the king."""
    return bool(fatal(rules, present)) or _pair_falls(rules, present)


def _pair_falls(rules: Ruleset, present: PieceSet) -> bool:
    """Return whether the king can be captured together with a man beside him."""
    return rules.joint_capture and _is_armed(rules, Side.ATTACKERS, present) and bool(present & PieceSet.DEFENDING_MEN)


def capturing_king(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraphs about the capture of the king."""
    if not king_falls(rules, language.present):
        return [[language.say("king safe own" if rules.extra_captures else "king safe")]]
    pairs = piercing(rules, language.present)
    on_edge = fatal(rules, language.present) & Region.EDGE.squares(rules.size)
    strength = {
        KingStrength.STRONG: "king strong",
        KingStrength.STRONG_NEAR_THRONE: "king near throne",
        KingStrength.STRONG_ON_THRONE: "king on throne",
        KingStrength.MIDDLEWEIGHT: "king middleweight" if on_edge else "king strong",
        KingStrength.THREE: "king three",
        KingStrength.WEAK: "king weak" if rules.throne is not None else "king weak no throne",
    }[rules.king]
    who = language.who(_drop_side(pairs, rules, language.present)) if pairs else None
    sources = (_king_inside, _king_on_edge, _king_by_corner)
    keys = (strength, "king move", *(key for source in sources for key in source(rules, language.present)))
    by = language.word("king held" if hostile_to_king(rules) else "king held alone")
    parts: list[Paragraph] = [[language.say(key, who=who, by=by) for key in keys]]
    if _pair_falls(rules, language.present):
        guards = language.present & PieceSet.DEFENDING_GUARDS and rules.guard_capture is GuardCapture.NEVER
        parts.append([language.say(key) for key in ("joint_capture", *(["joint guards"] if guards else []))])
    return parts


def _drop_side(pairs: PieceSet, rules: Ruleset, present: PieceSet) -> PieceSet:
    """Return the piercing pieces, with the king's men of the same kinds where "the commanders" is clear enough."""
    if pairs == present & PieceSet.ATTACKERS & ~PieceSet.GUARDS:
        return pairs
    ranks = (PieceSet.SOLDIERS, PieceSet.COMMANDERS, PieceSet.KNIGHTS, PieceSet.MERCENARIES)
    for rank in ranks:
        if rank & pairs:
            pairs |= rank & rules.piercing & present
    return pairs


def _king_inside(rules: Ruleset, present: PieceSet) -> Iterator[str]:
    """Yield the keys of phrases about a king beside the empty throne, and beside other squares hostile to him."""
    throne = rules.throne.squares.squares(rules.size) if rules.throne is not None else SquareSet()
    hostile, edge = hostile_to_king(rules), Region.EDGE.squares(rules.size)
    inside = SquareSet(kings_squares(rules) - edge - throne)
    four = [square for square in inside if needs_four(rules, square)]
    pairs, several = pierced(rules, present), _is_armed(rules, Side.ATTACKERS, present)
    if len(throne) == 1 and any(throne & beside(rules, square) for square in four):
        stopping = rules.throne.stop & rules.throne.enter if rules.throne is not None else PieceSet.NONE
        if throne <= hostile:
            yield from ["king beside throne"] if several else []
        elif not pairs and not stopping & present & PieceSet.ATTACKERS & ~PieceSet.GUARDS:
            yield "king beside safe"
    if several and not pairs and any(len(hostile & beside(rules, square)) == 2 for square in four):
        yield "king two held"


def _stands_on_edge(rules: Ruleset) -> bool:
    """Return whether the king may stand on the edge while the game continues."""
    return bool(kings_squares(rules) & Region.EDGE.squares(rules.size))


def _king_on_edge(rules: Ruleset, present: PieceSet) -> Iterator[str]:
    """Yield the keys of phrases about the king at the edge, and about piercing pairs."""
    edge, halves = Region.EDGE.squares(rules.size), pierced(rules, present)
    pairs = ["piercing", *(["pierce not on throne"] if rules.throne is not None else [])] if halves else []
    # A king who wins by reaching the edge is never captured there.
    won = not _stands_on_edge(rules)
    if won or rules.edge_capture is EdgeCapture.IMPOSSIBLE:
        yield from pairs if won else [*pairs, "edge_capture impossible"]
        return
    alone = rules.edge_capture is EdgeCapture.ALONE
    joint, falls = _pair_falls(rules, present) and not alone, fatal(rules, present) & edge
    if rules.king is KingStrength.STRONG and PieceSet.KING not in rules.edge_hostile:
        if halves & edge:
            yield from ["king edge safe unless pierced", *pairs, "pierce edge"]
        else:
            yield from ["king edge safe alone" if joint else "king edge safe", *pairs]
    else:
        yield from [*_edge_helps(rules, present), *pairs] if falls else pairs
    if rules.edge_capture in (EdgeCapture.ALONE, EdgeCapture.DRAW) and (joint or falls):
        yield f"edge_capture {rules.edge_capture}"


def _edge_helps(rules: Ruleset, present: PieceSet) -> Iterator[str]:
    """Yield the keys of phrases about a king who falls at the edge."""
    if rules.king is KingStrength.THREE:
        yield "king three edge"
    if rules.king is KingStrength.STRONG:
        yield "king edge held"
    elif PieceSet.KING in rules.edge_hostile and rules.king is not KingStrength.MIDDLEWEIGHT:
        yield "king edge hostile"
    corners = Region.CORNERS.squares(rules.size)
    near = {neighbour for corner in corners for neighbour in beside(rules, corner)} & kings_squares(rules)
    four = near and all(needs_four(rules, square) for square in near)
    if four and corners <= hostile_to_king(rules) and _is_armed(rules, Side.ATTACKERS, present):
        yield "king beside corner"


def _king_by_corner(rules: Ruleset, present: PieceSet) -> Iterator[str]:
    """Yield the key of a phrase about a king beside a corner that no attacker holds, where he would fall otherwise."""
    zone = rules.corners
    if zone is None or zone.stop & zone.enter & present & PieceSet.ATTACKERS or pierced(rules, present):
        return
    corners, edge = zone.squares.squares(rules.size), Region.EDGE.squares(rules.size)
    if any(PieceSet.ATTACKERS.has(rules.start[square]) for square in corners if square in rules.start):
        return
    near = SquareSet(
        {neighbour for corner in corners for neighbour in beside(rules, corner)} & kings_squares(rules) - corners
    )
    falls = SquareSet(square for square in near if square not in edge) | (fatal(rules, present) & edge)
    if near and falls and not corners & hostile_to_king(rules) and all(needs_four(rules, square) for square in near):
        yield "king beside corner safe"


def own_rules(key: str, functions: Sequence[Callable[..., object]], language: Language) -> list[Paragraph]:
    """Return a sentence that names the ruleset's own functions, with the first line of their docstrings."""
    if not functions:
        return []
    names: list[str] = []
    for function in functions:
        name = getattr(function, "__name__", type(function).__name__)
        about = (inspect.getdoc(function) or "").strip().split("\n")[0].rstrip(".")
        names.append(f"{name} ({about})" if about else name)
    return [[language.say(key, rules="; ".join(names))]]
