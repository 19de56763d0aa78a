"""The leaflet: which phrases a ruleset needs, in which sections."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen

from hnefatafl.describe._language import Language
from hnefatafl.describe._squares import region, special_squares
from hnefatafl.geometry import Region
from hnefatafl.options import Announcements, Consequence, EdgeCapture, KingStrength
from hnefatafl.pieces import PieceSet, Side
from hnefatafl.rules import Ruleset

__all__ = ["Picture", "Section", "sections"]


@frozen
class Picture:
    """Lines that are not to be wrapped."""

    text: str


@frozen
class Section:
    """A heading and what stands below it."""

    title: str
    parts: Sequence[str | Picture]


def sections(rules: Ruleset, language: Language, *, order: bool) -> Iterator[Section]:
    """The sections of the leaflet; those about which the ruleset has nothing to say are left out."""
    for key, parts in (
        ("h board", _board(rules, language)),
        ("h aim", _aim(rules, language)),
        ("h move", _movement(rules, language)),
        ("h squares", special_squares(rules, language)),
        ("h capture", _capturing(rules, language)),
        ("h king", _king(rules, language)),
        ("h formations", _formations(rules, language)),
        ("h die", _die(rules, language)),
        ("h announcements", _announcements(rules, language)),
        ("h repetition", _repetition(rules, language)),
        ("h ends", _ends(rules, language)),
        ("h order", _order(rules, language) if order else []),
    ):
        if parts:
            yield Section(language.say(key), parts)


def _joined(sentences: Iterable[str]) -> str:
    return " ".join(sentences)


def _board(rules: Ruleset, language: Language) -> list[str | Picture]:
    attackers = language.number(rules.start.count(PieceSet.ATTACKERS))
    defenders = rules.start.count(PieceSet.DEFENDERS)
    men = language.say(
        "board men" if defenders else "board king alone", attackers=attackers, defenders=language.number(defenders)
    )
    first = {Side.ATTACKERS: "first attackers", Side.DEFENDERS: "first defenders", None: "first lot"}[rules.first]
    size = language.say("board size", size=rules.size, last=chr(96 + rules.size))
    return [f"{size} {men}", language.say("board start"), Picture(str(rules.start)), language.say(first)]


def _aim(rules: Ruleset, language: Language) -> list[str]:
    squares = rules.escape.squares(rules.size)
    if not squares:
        return [language.say("aim no escape"), language.say("aim capture")]
    escape = [language.say("aim escape", where=region(rules, rules.escape, language))]
    if any(
        squares & zone.squares.squares(rules.size)
        for zone in rules.all_zones
        if PieceSet.KING not in zone.stop & zone.enter
    ):
        escape.append(language.say("aim escape closed"))
    return [_joined(escape), language.say("aim capture")]


def _movement(rules: Ruleset, language: Language) -> list[str]:
    speeds = {
        "move attackers": rules.speed.attackers,
        "move defenders": rules.speed.defenders,
        "move king": rules.speed.king,
    }
    limits = [language.say(key, n=language.number(n)) for key, n in speeds.items() if n is not None]
    if not limits:
        limits.append(language.say("move far"))
    elif len(limits) < len(speeds):
        limits.append(language.say("move others far"))
    return [language.say("move turns"), _joined([language.say("move rook"), *limits])]


def _capturing(rules: Ruleset, language: Language) -> list[str]:
    edge = rules.edge_hostile
    if rules.king is KingStrength.MIDDLEWEIGHT:
        edge |= PieceSet.KING
    hostile = [zone.hostile_empty | zone.hostile_always for zone in rules.all_zones]
    against = [language.say("capture hostile")] if any((edge, *hostile)) else []
    if edge:
        against.append(language.say("edge some", who=language.who(edge)))
        if edge & PieceSet.MEN:
            against.append(language.say("edge one"))
    else:
        against.append(language.say("edge none"))
    parts = [_joined(language.say(key) for key in ("capture pincers", "capture move")), _joined(against)]
    parts.append(_joined(_arms(rules, language)))
    wall = rules.shieldwall
    if wall is not None:
        keys = ["wall", "wall flanking" if wall.flanking else "wall any"]
        if rules.corners is not None:
            keys.append("wall corner" if wall.corners_close else "wall no corner")
        parts.append(_joined(language.say(key) for key in keys))
    if rules.linnaean_capture:
        parts.append(language.say("linnaean"))
    return [*parts, *_extra("extra captures", rules.extra_captures, language)]


def _arms(rules: Ruleset, language: Language) -> Iterator[str]:
    """Who captures by moving, and who by standing."""
    if rules.hammer == rules.anvil == PieceSet.ALL:
        yield language.say("arms all")
        return
    for verb, pieces in (("hammer", rules.hammer), ("anvil", rules.anvil)):
        ending = "none" if not pieces else "all" if pieces == PieceSet.ALL else "some"
        yield language.say(f"{verb} {ending}", **({"who": language.who(pieces)} if pieces else {}))
    if rules.anvil != PieceSet.ALL:
        yield language.say("anvil holds")


def _king(rules: Ruleset, language: Language) -> list[str]:
    strength = {
        KingStrength.STRONG: "king strong",
        KingStrength.STRONG_NEAR_THRONE: "king near throne",
        KingStrength.MIDDLEWEIGHT: "king middleweight",
        KingStrength.WEAK: "king weak" if rules.throne is not None else "king weak no throne",
    }[rules.king]
    parts = [_joined(language.say(key) for key in ("king move", strength, *_king_on_edge(rules)))]
    if rules.joint_capture:
        parts.append(language.say("joint"))
    return parts


def _king_on_edge(rules: Ruleset) -> Iterator[str]:
    # Who wins by reaching the edge is never captured there.
    if Region.EDGE.squares(rules.size) <= rules.escape.squares(rules.size):
        return
    if rules.edge_capture is EdgeCapture.IMPOSSIBLE:
        yield "king edge impossible"
        return
    if rules.king is KingStrength.STRONG and PieceSet.KING not in rules.edge_hostile:
        yield "king edge safe alone" if rules.joint_capture else "king edge safe"
        if not rules.joint_capture:
            return
    elif rules.king is KingStrength.STRONG:
        yield "king edge held"
    yield "king edge draw" if rules.edge_capture is EdgeCapture.DRAW else "king edge won"


def _formations(rules: Ruleset, language: Language) -> list[str]:
    chosen = {"fort": rules.exit_fort, "ring": rules.encirclement}
    return [language.say(key) for key, on in chosen.items() if on]


def _die(rules: Ruleset, language: Language) -> list[str]:
    return [] if rules.king_die is None else [language.say("die", n=language.number(rules.king_die))]


def _announcements(rules: Ruleset, language: Language) -> list[str]:
    parts: list[str] = []
    if rules.announcements is not Announcements.NONE:
        binding = rules.announcements is Announcements.BINDING
        follows = "announce binding" if binding else "announce advisory"
        parts.append(f"{language.say('announce')} {language.say(follows)}")
    if rules.tuichu_wins:
        parts.append(language.say("tuichu wins"))
    return [language.say("way out"), *parts] if parts else []


_CONSEQUENCES: Final = {
    Consequence.IGNORED: "repeat ignored",
    Consequence.DRAW: "repeat draw",
    Consequence.MOVER_LOSES: "repeat mover loses",
    Consequence.MOVER_WINS: "repeat mover wins",
    Consequence.DEFENDERS_LOSE: "repeat defenders lose",
    Consequence.ATTACKERS_LOSE: "repeat attackers lose",
    Consequence.FORBIDDEN: "repeat forbidden",
    Consequence.OFFENSIVE_DEVIATES: "repeat offensive",
}


def _repetition(rules: Ruleset, language: Language) -> list[str]:
    policy = rules.repetition
    key = _CONSEQUENCES[policy.consequence]
    if policy.consequence is Consequence.IGNORED:
        return [language.say(key)]
    by, of = ("", "") if policy.by is None else (language.word(f"{word} {policy.by}") for word in ("by", "of"))
    start = "repeat start" if policy.counts_start else "repeat no start"
    bound = ["repeat bound"] if rules.announcements is Announcements.BINDING else []
    return [
        language.say(key, n=language.number(policy.count), by=by, of=of),
        _joined(language.say(key) for key in ("repeat same", *bound, start)),
    ]


def _ends(rules: Ruleset, language: Language) -> list[str]:
    few = {0: "few none", 1: "few one"}.get(rules.fewest_attackers, "few many")
    parts = [language.say(f"blocked {rules.no_move}"), language.say(few, n=rules.fewest_attackers)]
    if rules.quiet_limit is not None:
        parts.append(language.say("quiet", n=language.number(rules.quiet_limit)))
    return [*parts, *_extra("extra endings", rules.extra_endings, language)]


def _extra(key: str, functions: Sequence[Callable[..., object]], language: Language) -> list[str]:
    """What the ruleset's own functions say of themselves."""
    if not functions:
        return []
    told: list[str] = []
    for function in functions:
        name = getattr(function, "__name__", type(function).__name__)
        about = (inspect.getdoc(function) or "").strip().split("\n")[0].rstrip(".")
        told.append(f"{name} ({about})" if about else name)
    return [language.say(key, rules="; ".join(told))]


def _order(rules: Ruleset, language: Language) -> list[str | Picture]:
    chosen = {
        "king captured": True,
        "escape": bool(rules.escape.squares(rules.size)),
        "few": rules.fewest_attackers > 0,
        "tuichu": rules.tuichu_wins,
        "formations": rules.exit_fort or rules.encirclement,
        "extra": bool(rules.extra_endings),
        "repetition": rules.repetition.consequence not in (Consequence.IGNORED, Consequence.FORBIDDEN),
        "quiet": rules.quiet_limit is not None,
        "blocked": True,
    }
    items = [language.word(f"order {key}") for key, on in chosen.items() if on]
    return [language.say("order"), Picture("\n".join(f"{n}. {item}" for n, item in enumerate(items, start=1)))]
