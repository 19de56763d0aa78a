"""The questions by which visitors make a ruleset: each has a few answers in plain words, and each answer sets options.

An answer holds for a ruleset if giving it would change nothing; so nothing is read but what is written.

``answers.tsv`` has the questions and their answers, in the order in which they are asked: in English, and in German and
Swedish where a printed leaflet has the picture. Then comes the little board that shows what the answer means: the
record, the side to move if not the attackers, a move that is played, a piece whose moves are shown, arrows or marks,
and the rules that it is played by (``_BASES``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any, Final

from attrs import evolve

from hnefatafl.board import Board, Move, PieceSet, Region, Side, Square, SquareSet
from hnefatafl.errors import RulesetError
from hnefatafl.play import Position
from hnefatafl.render.svg import svg
from hnefatafl.rules import (
    Announcements,
    Berserk,
    Call,
    Consequence,
    Die,
    KingStrength,
    Repetition,
    Ruleset,
    Shieldwall,
    Zone,
)
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import read_rows
from hnefatafl.variants import layouts
from tafl.web._settings import Refused


def camp_options(rules: Ruleset, hostile: PieceSet) -> dict[str, Any]:
    """Return the options that make camps of the attackers' squares at the edge: nobody enters or crosses one.

    >>> from hnefatafl import variants
    >>> options = camp_options(variants.TABLUT, PieceSet.KING)
    >>> [zone.name for zone in options["zones"]], len(options["escape"].squares(9))
    (['south camp', 'west camp', 'north camp', 'east camp'], 20)

    Arguments:
        rules: the ruleset.
        hostile: the pieces to which the camps are hostile, whatever stands there.
    """
    zones = tuple(
        Zone(
            name=name,
            squares=Region.of(*squares),
            stop=PieceSet.ATTACKERS,
            enter=PieceSet.NONE,
            cross=PieceSet.NONE,
            hostile_always=hostile,
        )
        for name, squares in _name_groups(_group_attackers(rules), rules.size).items()
    )
    leaves = plain_edge(rules.escape, rules.size)
    return {"zones": zones, "escape": edge_without(zones, rules.size) if leaves == Region.EDGE else leaves}


def edge_without(zones: Iterable[Zone], size: int) -> Region:
    """Return the edge without the squares on which the king may not end a move from outside."""
    edge = Region.EDGE.squares(size)
    closed = {s for zone in zones if PieceSet.KING not in zone.stop & zone.enter for s in zone.squares.squares(size)}
    shut = SquareSet(closed & {*edge})
    return Region.EDGE - Region.of(*shut) if shut else Region.EDGE


def plain_edge(escape: Region, size: int) -> Region:
    """Return the whole edge for a part of it that is more than the corners; any other region as it is."""
    squares = escape.squares(size)
    on_edge = squares <= Region.EDGE.squares(size) and not squares <= Region.CORNERS.squares(size)
    return Region.EDGE if on_edge else escape


def _group_attackers(rules: Ruleset) -> list[set[Square]]:
    """The squares of the attackers that are connected, and with the edge."""
    ungrouped = {(square.file, square.rank) for square in rules.start.squares(PieceSet.ATTACKERS)}
    last = rules.size - 1
    groups: list[set[Square]] = []
    while ungrouped:
        group, new = set[tuple[int, int]](), {min(ungrouped)}
        while new:
            group |= new
            ungrouped -= new
            new = ungrouped & {(x + dx, y + dy) for x, y in new for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        if any({x, y} & {0, last} for x, y in group):
            groups.append({Square.unchecked(x, y) for x, y in group if not {x, y} <= {0, last}})
    return [group for group in groups if group]


def _name_groups(groups: list[set[Square]], size: int) -> dict[str, set[Square]]:
    """The groups by names: by their sides, if there is one at each."""
    sides: dict[str, set[Square]] = {}
    for side, (file, rank) in {
        "south": (None, 0),
        "west": (0, None),
        "north": (None, size - 1),
        "east": (size - 1, None),
    }.items():
        for group in groups:
            if any(file in (None, s.file) and rank in (None, s.rank) for s in group) and group not in sides.values():
                sides.setdefault(f"{side} camp", group)
    if len(sides) == len(groups):
        return sides
    return {f"camp {number}": group for number, group in enumerate(groups, 1)}


Giving = Callable[[Ruleset], Mapping[str, Any]]
"""From a ruleset, the options that an answer sets, with their values."""

_KING: Final = PieceSet.KING
_THRONE: Final = Zone(name="throne", squares=Region.CENTRE, stop=_KING, hostile_empty=PieceSet.ALL)
"""A throne for a ruleset that has none."""
_CORNERS: Final = Zone(name="corners", squares=Region.CORNERS, stop=_KING, cross=_KING, hostile_empty=PieceSet.MEN)
"""Corners for a ruleset that has none."""


@frozen
class Illustration:
    """A little board that shows what an answer means."""

    board: str
    """Its record."""
    side: Side
    """The side to move."""
    shown: str
    """What is shown on it: ``play`` and a move, ``legal`` and the square of a piece, ``arrows`` or ``marks``."""
    base: Ruleset
    """The ruleset, apart from the answer."""

    def draw(self, answer: FormAnswer) -> str:
        """Return the board as SVG."""
        kind, _, squares = self.shown.partition(" ")
        rules = self.base if answer.holds(self.base) else answer.given(self.base)
        position = Position.parse(self.board, rules, self.side)
        return svg(
            position.explain(Move.parse(squares)) if kind == "play" else position,
            coordinates=False,
            legal=Square.parse(squares) if kind == "legal" else None,
            arrows=squares.split() if kind == "arrows" else (),
            marks=squares.split() if kind == "marks" else (),
            title=answer.words,
        )


@frozen
class FormAnswer:
    """An answer, or one of the extras, which are there or not."""

    key: str
    captions: Mapping[str, str]
    """Its words by the codes of languages, always in English."""
    giving: Giving
    taking: Giving | None = None
    """What takes an extra away."""
    picture: Illustration | Board | None = None

    @property
    def words(self) -> str:
        """Its words in English."""
        return self.captions["en"]

    def given(self, rules: Ruleset) -> Ruleset:
        """The ruleset with this answer; for an extra that is there, without it.

        Raises:
            RulesetError: it contradicts the other options.
        """
        way = self.giving if self.taking is None or not self.holds(rules) else self.taking
        return rules.evolve(**dict(way(rules)))

    def holds(self, rules: Ruleset) -> bool:
        """Whether the ruleset has this answer already."""
        with suppress(RulesetError):
            if self.taking is not None:
                return rules.evolve(**dict(self.taking(rules))) != rules
            return rules.evolve(**dict(self.giving(rules))) == rules
        return False

    def draw(self) -> str | None:
        """Return a little board for it; None for one that no board shows."""
        if isinstance(self.picture, Board):
            return svg(self.picture, coordinates=False, title=self.words)
        return None if self.picture is None else self.picture.draw(self)


@frozen
class FormQuestion:
    """A question; one with ``several`` has extras instead of answers that exclude each other."""

    key: str
    words: str
    answers: tuple[FormAnswer, ...]
    several: bool = False


def give_always(**options: Any) -> Giving:
    return lambda _: options


def corner_escape(rules: Ruleset) -> Mapping[str, Any]:
    corners = rules.corners
    if corners is None or _KING not in corners.stop & corners.enter:
        corners = _CORNERS
    return {"escape": corners.squares, "corners": corners}


def edge_escape(rules: Ruleset) -> Mapping[str, Any]:
    return {"escape": edge_without(rules.zones, rules.size), "corners": None}


def inner_edge_escape(rules: Ruleset) -> Mapping[str, Any]:
    closed = evolve(_CORNERS, stop=PieceSet.NONE, cross=PieceSet.NONE, hostile_empty=PieceSet.NONE)
    return {"escape": edge_without(rules.zones, rules.size), "corners": closed}


def give_strength(king: KingStrength) -> Giving:
    throned = king in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE)
    return lambda rules: {"king": king, **({"throne": _THRONE} if throned and rules.throne is None else {})}


def give_arms(*, hammer: bool, anvil: bool) -> Giving:
    def giving(rules: Ruleset) -> Mapping[str, Any]:
        return {
            "hammer": rules.hammer | _KING if hammer else rules.hammer & ~_KING,
            "anvil": rules.anvil | _KING if anvil else rules.anvil & ~_KING,
        }

    return giving


def give_throne(**rules_of_it: Any) -> Giving:
    usual = {"enter": PieceSet.ALL, "hostile_always": PieceSet.NONE, "pierces": False}
    return lambda rules: {"throne": evolve(rules.throne or _THRONE, **{**usual, **rules_of_it})}


def no_throne(rules: Ruleset) -> Mapping[str, Any]:
    tied = rules.king in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE)
    king = KingStrength.STRONG if tied else rules.king
    return {"throne": None, "linnaean_capture": False, "king": king}


def no_camps(rules: Ruleset) -> Mapping[str, Any]:
    return {"zones": (), "escape": plain_edge(rules.escape, rules.size)} if rules.zones else {}


def give_camps(hostile: PieceSet) -> Giving:
    return lambda rules: camp_options(rules, hostile)


def give_layout(board: Board) -> Giving:
    def giving(rules: Ruleset) -> Mapping[str, Any]:
        if (rules.size, rules.start) == (board.size, board):
            return {}
        settled = evolve(
            rules,
            size=board.size,
            start=board,
            zones=(),
            escape=_generalise_region(plain_edge(rules.escape, rules.size), rules.size),
            throne=rules.throne and evolve(rules.throne, squares=Region.CENTRE),
            corners=rules.corners and evolve(rules.corners, squares=Region.CORNERS),
        )
        options = {name: getattr(settled, name) for name in ("size", "start", "zones", "escape", "throne", "corners")}
        if rules.zones:
            options |= camp_options(settled, rules.zones[0].hostile_always)
        return options

    return giving


def _generalise_region(region: Region, size: int) -> Region:
    """A region for a board of any size, instead of one that names squares of this one."""
    squares = region.squares(size)
    kept_regions = {Region.EDGE.squares(size): Region.EDGE, Region.CORNERS.squares(size): Region.CORNERS}
    at_corners = bool(squares & Region.CORNERS.squares(size))
    return kept_regions.get(squares, Region.CORNERS if at_corners else Region.EDGE)


def give_repetition(consequence: Consequence) -> Giving:
    return give_always(repetition=Repetition(consequence=consequence))


def slow_king(squares: int | None) -> Giving:
    return lambda rules: {"speed": evolve(rules.speed, king=squares)}


_GIVINGS: Final[Mapping[str, Mapping[str, Giving]]] = {
    "escape": {"corners": corner_escape, "edge": edge_escape, "inner-edge": inner_edge_escape},
    "king": {
        "strong": give_strength(KingStrength.STRONG),
        "near-throne": give_strength(KingStrength.STRONG_NEAR_THRONE),
        "on-throne": give_strength(KingStrength.STRONG_ON_THRONE),
        "middleweight": give_strength(KingStrength.MIDDLEWEIGHT),
        "three": give_strength(KingStrength.THREE),
        "weak": give_strength(KingStrength.WEAK),
    },
    "arms": {
        "armed": give_arms(hammer=True, anvil=True),
        "hammer": give_arms(hammer=True, anvil=False),
        "anvil": give_arms(hammer=False, anvil=True),
        "unarmed": give_arms(hammer=False, anvil=False),
    },
    "throne": {
        "none": no_throne,
        "open": give_throne(stop=_KING, cross=PieceSet.ALL, hostile_empty=PieceSet.ALL),
        "closed": give_throne(stop=_KING, cross=_KING, hostile_empty=PieceSet.ALL),
        "left": give_throne(stop=PieceSet.NONE, cross=PieceSet.ALL, hostile_empty=PieceSet.ALL),
        "friendly": give_throne(stop=_KING, cross=PieceSet.ALL, hostile_empty=PieceSet.NONE),
    },
    "camps": {
        "none": no_camps,
        "camps": give_camps(PieceSet.NONE),
        "king": give_camps(_KING),
        "defenders": give_camps(PieceSet.DEFENDERS),
    },
    "repetition": {
        "draw": give_repetition(Consequence.DRAW),
        "defenders-lose": give_repetition(Consequence.DEFENDERS_LOSE),
        "mover-loses": give_repetition(Consequence.MOVER_LOSES),
        "forbidden": give_repetition(Consequence.FORBIDDEN),
        "ignored": give_repetition(Consequence.IGNORED),
    },
}
"""What the answers give, by their questions. Those about the layout give the layout that they name."""
_EXTRAS: Final[Mapping[str, tuple[Giving, Giving]]] = {
    "defenders-begin": (give_always(first=Side.DEFENDERS), give_always(first=Side.ATTACKERS)),
    "shieldwall": (give_always(shieldwall=Shieldwall()), give_always(shieldwall=None)),
    "exit_fort": (give_always(exit_fort=True), give_always(exit_fort=False, simple_fort=False)),
    "encirclement": (
        give_always(encirclement=True),
        give_always(encirclement=False, secure_ring=False, whole_ring=False, edge_ring=False),
    ),
    "edge_hostile": (give_always(edge_hostile=PieceSet.ALL), give_always(edge_hostile=PieceSet.NONE)),
    "joint_capture": (give_always(joint_capture=True), give_always(joint_capture=False)),
    "slow-king": (slow_king(1), slow_king(None)),
    "die": (give_always(die=Die()), give_always(die=None)),
    "berserk": (
        give_always(berserk=Berserk.MAY_CAPTURE),
        give_always(berserk=Berserk.NONE, berserk_escape=False),
    ),
    "forced_capture": (give_always(forced_capture=True), give_always(forced_capture=False)),
    "announcements": (
        give_always(announcements=Announcements(way_out=Call.MUST, raichi=True)),
        give_always(announcements=Announcements()),
    ),
}
"""What the extras give, and what takes each of them away."""
_SMALL: Final = Ruleset(name="an example", size=7, start=layouts.CROSS_7, throne=None, hammer=PieceSet.ALL)
_BASES: Final = {
    "": _SMALL,
    "throned": _SMALL.evolve(throne=Ruleset(name="usual", size=7, start=layouts.CROSS_7).throne),
    "edge": _SMALL.evolve(escape=Region.EDGE, corners=None),
    "tablut": Ruleset(name="an example", size=9, start=layouts.CROSS_9, corners=None, escape=Region.EDGE),
}
"""The rulesets that little boards are played by."""


def _read_questions() -> Iterator[FormQuestion]:
    for key, (head, *rows) in groupby(read_rows(__name__, "answers.tsv"), key=lambda row: row[0]):
        yield FormQuestion(key, head[2], tuple(_read_answer(*row) for row in rows), several=key == "extras")


def _read_answer(
    question: str, key: str, en: str, de: str, sv: str, board: str, side: str, shown: str, base: str
) -> FormAnswer:
    captions = {lang: words for lang, words in {"en": en, "de": de, "sv": sv}.items() if words}
    if question == "layout":
        start: Board = getattr(layouts, key.upper())
        return FormAnswer(key, captions, give_layout(start), picture=start)
    picture = Illustration(board, Side(side or "attackers"), shown, _BASES[base]) if board else None
    giving, taking = _EXTRAS[key] if question == "extras" else (_GIVINGS[question][key], None)
    return FormAnswer(key, captions, giving, taking, picture)


QUESTIONS: Final[tuple[FormQuestion, ...]] = tuple(_read_questions())
"""The questions, in the order in which they are asked."""


def _find_answer(question: object, answer: object) -> FormAnswer:
    for question_asked in QUESTIONS:
        for known_answer in question_asked.answers:
            if (question_asked.key, known_answer.key) == (question, answer):
                return known_answer
    raise Refused("no such answer is known")


def give(rules: Ruleset, question: object, answer: object) -> Ruleset:
    """Return the ruleset with that answer; an extra that it has is taken away.

    Raises:
        Refused: there is no such answer.
        RulesetError: it contradicts other options.
    """
    return _find_answer(question, answer).given(rules)


def list_answers_held(rules: Ruleset, keys: Iterable[str] | None = None) -> dict[str, tuple[str, ...]]:
    """Return the answers that a ruleset has, by the questions: one or none, and any number of extras.

    Arguments:
        rules: the ruleset.
        asked: the questions; by default all.
    """
    answers_held: dict[str, tuple[str, ...]] = {}
    for question in QUESTIONS:
        if keys is None or question.key in keys:
            holding = tuple(answer.key for answer in question.answers if answer.holds(rules))
            answers_held[question.key] = holding if question.several else holding[:1]
    return answers_held
