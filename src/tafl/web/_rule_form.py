"""The questions by which visitors make a ruleset: each has a few answers in plain words, and each answer sets options.

An answer holds for a ruleset if giving it would change nothing; so nothing is read but what is written. Little boards
show what the answers mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
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
class Answer:
    """An answer, or one of the extras, which are there or not."""

    key: str
    words: str
    giving: Giving
    taking: Giving | None = None
    """What takes an extra away."""

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


@frozen
class Question:
    """A question; one with ``several`` has extras instead of answers that exclude each other."""

    key: str
    words: str
    answers: tuple[Answer, ...]
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


def give_repetition(consequence: Consequence, **fields: Any) -> Giving:
    return give_always(repetition=Repetition(consequence=consequence, **fields))


def slow_king(squares: int | None) -> Giving:
    return lambda rules: {"speed": evolve(rules.speed, king=squares)}


KING: Final = PieceSet.KING
_LAYOUTS: Final = {
    "cross_7": ("7×7, a cross (brandubh)", layouts.CROSS_7),
    "ard_ri_7": ("7×7, 16 against 8 (ard ri)", layouts.ARD_RI_7),
    "cross_9": ("9×9, a cross (tablut)", layouts.CROSS_9),
    "star_square_9": ("9×9, star and square (sea battle)", layouts.STAR_SQUARE_9),
    "diamond_11": ("11×11, a diamond (copenhagen)", layouts.DIAMOND_11),
    "bell_11": ("11×11, after Bell (tawlbwrdd)", layouts.BELL_11),
    "toftanes_13": ("13×13 (Toftanes)", layouts.TOFTANES_13),
    "serif_cross_15": ("15×15, a cross", layouts.SERIF_CROSS_15),
}

QUESTIONS: Final[tuple[Question, ...]] = (
    Question(
        "escape",
        "Where does the king escape?",
        (
            Answer("corners", "In the corners", corner_escape),
            Answer("edge", "Anywhere on the edge", edge_escape),
            Answer("inner-edge", "On the edge, but the corners are closed", inner_edge_escape),
        ),
    ),
    Question(
        "king",
        "How strong is he?",
        (
            Answer("strong", "Four attackers, on all sides", give_strength(KingStrength.STRONG)),
            Answer(
                "near-throne",
                "Four on and beside the throne, two elsewhere",
                give_strength(KingStrength.STRONG_NEAR_THRONE),
            ),
            Answer("on-throne", "Four on the throne, two elsewhere", give_strength(KingStrength.STRONG_ON_THRONE)),
            Answer("middleweight", "Four, or three at the edge", give_strength(KingStrength.MIDDLEWEIGHT)),
            Answer("three", "Any three", give_strength(KingStrength.THREE)),
            Answer("weak", "Two, as any man", give_strength(KingStrength.WEAK)),
        ),
    ),
    Question(
        "arms",
        "May he capture?",
        (
            Answer("armed", "Yes, as any man", give_arms(hammer=True, anvil=True)),
            Answer("hammer", "Only by his own moves", give_arms(hammer=True, anvil=False)),
            Answer("anvil", "Only as the partner of a man who moves", give_arms(hammer=False, anvil=True)),
            Answer("unarmed", "No", give_arms(hammer=False, anvil=False)),
        ),
    ),
    Question(
        "throne",
        "Is there a throne?",
        (
            Answer("none", "No: the centre is a square as others", no_throne),
            Answer(
                "open",
                "All cross it, only the king stops; hostile while empty",
                give_throne(stop=KING, cross=PieceSet.ALL, hostile_empty=PieceSet.ALL),
            ),
            Answer(
                "closed",
                "Only the king crosses it or stops; hostile while empty",
                give_throne(stop=KING, cross=KING, hostile_empty=PieceSet.ALL),
            ),
            Answer(
                "left",
                "Once left, nobody stops there again; hostile while empty",
                give_throne(stop=PieceSet.NONE, cross=PieceSet.ALL, hostile_empty=PieceSet.ALL),
            ),
            Answer(
                "friendly",
                "Only the king stops there; it helps nobody to capture",
                give_throne(stop=KING, cross=PieceSet.ALL, hostile_empty=PieceSet.NONE),
            ),
        ),
    ),
    Question(
        "camps",
        "Are there camps?",
        (
            Answer("none", "No", no_camps),
            Answer("camps", "Yes: who has left one does not return, and nobody crosses", give_camps(PieceSet.NONE)),
            Answer("king", "Yes, and they are hostile to the king", give_camps(KING)),
            Answer("defenders", "Yes, and they are hostile to all defenders", give_camps(PieceSet.DEFENDERS)),
        ),
    ),
    Question(
        "layout",
        "Which size and layout?",
        tuple(Answer(key, words, give_layout(board)) for key, (words, board) in _LAYOUTS.items()),
    ),
    Question(
        "repetition",
        "What if a position comes back?",
        (
            Answer("draw", "A draw, the third time", give_repetition(Consequence.DRAW)),
            Answer("defenders-lose", "The defenders lose, the third time", give_repetition(Consequence.DEFENDERS_LOSE)),
            Answer(
                "mover-loses", "Whoever brings it back the third time loses", give_repetition(Consequence.MOVER_LOSES)
            ),
            Answer("forbidden", "It may not come back a third time", give_repetition(Consequence.FORBIDDEN)),
            Answer("ignored", "Nothing", give_repetition(Consequence.IGNORED)),
        ),
    ),
    Question(
        "extras",
        "What else?",
        (
            Answer(
                "defenders-begin",
                "The defenders move first",
                give_always(first=Side.DEFENDERS),
                give_always(first=Side.ATTACKERS),
            ),
            Answer(
                "shieldwall",
                "Shieldwall: rows on the edge are captured",
                give_always(shieldwall=Shieldwall()),
                give_always(shieldwall=None),
            ),
            Answer(
                "exit_fort",
                "The king wins in an exit fort at the edge",
                give_always(exit_fort=True),
                give_always(exit_fort=False, simple_fort=False),
            ),
            Answer(
                "encirclement",
                "The attackers win by enclosing all defenders",
                give_always(encirclement=True),
                give_always(encirclement=False, secure_ring=False, whole_ring=False, edge_ring=False),
            ),
            Answer(
                "edge_hostile",
                "The edge captures as an enemy does",
                give_always(edge_hostile=PieceSet.ALL),
                give_always(edge_hostile=PieceSet.NONE),
            ),
            Answer(
                "joint_capture",
                "The king and one man are captured together",
                give_always(joint_capture=True),
                give_always(joint_capture=False),
            ),
            Answer("slow-king", "The king moves one square at a time", slow_king(1), slow_king(None)),
            Answer("die", "A die says how far the king moves", give_always(die=Die()), give_always(die=None)),
            Answer(
                "berserk",
                "Whoever captures may go on capturing",
                give_always(berserk=Berserk.MAY_CAPTURE),
                give_always(berserk=Berserk.NONE, berserk_escape=False),
            ),
            Answer(
                "forced_capture",
                "Whoever can capture must",
                give_always(forced_capture=True),
                give_always(forced_capture=False),
            ),
            Answer(
                "announcements",
                "Ways out are announced: raichi, tuichu",
                give_always(announcements=Announcements(way_out=Call.MUST, raichi=True)),
                give_always(announcements=Announcements()),
            ),
        ),
        several=True,
    ),
)
"""The questions, in the order in which they are asked."""


def _find_answer(question: object, answer: object) -> Answer:
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


_SMALL: Final = Ruleset(name="an example", size=7, start=layouts.CROSS_7, throne=None, hammer=PieceSet.ALL)
_DEFENDERS: Final = "d"


@frozen
class _Board:
    """A board, whose turn it is, and what is shown: a ``play``, or the ``legal`` moves of a piece, arrows or marks."""

    board: str
    turn: str = ""
    play: str = ""
    legal: str = ""
    arrows: str = ""
    marks: str = ""
    base: Ruleset = _SMALL

    def drawn(self, answer: Answer, title: str) -> str:
        rules = self.base if answer.holds(self.base) else answer.given(self.base)
        side = Side.DEFENDERS if self.turn == _DEFENDERS else Side.ATTACKERS
        position = Position.parse(self.board, rules, side)
        return svg(
            position.explain(Move.parse(self.play)) if self.play else position,
            coordinates=False,
            legal=Square.parse(self.legal) if self.legal else None,
            arrows=self.arrows.split(),
            marks=self.marks.split(),
            title=title,
        )


_THRONED: Final = _SMALL.evolve(throne=Ruleset(name="usual", size=7, start=layouts.CROSS_7).throne)
_EDGE: Final = _SMALL.evolve(escape=Region.EDGE, corners=None)
_TABLUT: Final = Ruleset(name="an example", size=9, start=layouts.CROSS_9, corners=None, escape=Region.EDGE)
_ROOK: Final = _Board("/3t3/7/7/1T4t/7/3K3/3t3/", _DEFENDERS, legal="b4", base=_THRONED)
_CAMP: Final = _Board("/3ttt3/4t4/4T4/2t5t/1t1TKT1tt/t3T3t/4T4/4t4/3ttt3/", legal="c4", base=_TABLUT)

_BOARDS: Final[dict[tuple[str, str], _Board]] = {
    ("escape", "corners"): _Board("/7/7/7/K6/7/7/3t3/", _DEFENDERS, arrows="a4-a1 a4-a7"),
    ("escape", "edge"): _Board("/7/7/7/7/2K4/7/3t3/", _DEFENDERS, arrows="c5-c7 c5-a5 c5-g5 c5-c1"),
    ("escape", "inner-edge"): _Board("/7/7/7/7/2K4/7/3t3/", _DEFENDERS, arrows="c5-c7 c5-a5 c5-g5 c5-c1"),
    ("king", "strong"): _Board("/7/2t4/1tK1t2/2t4/7/7/7/", play="e3-d3", base=_THRONED),
    ("king", "near-throne"): _Board("/7/7/7/1t5/2K4/3t3/7/", marks="d4 c4 e4 d3 d5", base=_THRONED),
    ("king", "on-throne"): _Board("/7/7/7/1t5/2K4/3t3/7/", marks="d4", base=_THRONED),
    ("king", "middleweight"): _Board("/2tK2t/3t3/7/7/7/7/7/", play="g1-e1", base=_THRONED),
    ("king", "three"): _Board("/7/2t4/1tK1t2/7/7/7/7/", play="e3-d3", base=_THRONED),
    ("king", "weak"): _Board("/7/7/1tK1t2/7/7/7/7/", play="e3-d3", base=_THRONED),
    ("arms", "armed"): _Board("/7/K6/2t4/2T4/7/7/7/", _DEFENDERS, legal="a2"),
    ("arms", "hammer"): _Board("/7/K6/2t4/2T4/7/7/7/", _DEFENDERS, play="a2-c2"),
    ("arms", "anvil"): _Board("/7/7/2Kt2T/7/7/7/7/", _DEFENDERS, play="g3-e3"),
    ("arms", "unarmed"): _Board("/7/K6/2t4/2T4/7/7/7/", _DEFENDERS, play="a2-c2"),
    ("throne", "none"): _ROOK,
    ("throne", "open"): _ROOK,
    ("throne", "closed"): _ROOK,
    ("throne", "left"): _Board("/3t3/7/7/1K4t/7/3T3/3t3/", _DEFENDERS, legal="b4", base=_THRONED),
    ("throne", "friendly"): _Board("/3t3/7/7/1K5/3T3/5t1/3t3/", play="f6-d6", base=_THRONED),
    ("camps", "none"): _CAMP,
    ("camps", "camps"): _CAMP,
    ("camps", "king"): _Board("/3ttt3/4t4/9/t7t/tt5tt/tK1t4t/1t7/4t4/3ttt3/", play="d6-c6", base=_TABLUT),
    ("camps", "defenders"): _Board("/3ttt3/4t4/9/t7t/tt2K2tt/tT1t4t/9/4t4/3ttt3/", play="d6-c6", base=_TABLUT),
    ("extras", "shieldwall"): _Board("/7/7/3K3/7/t6/2ttt2/1tTTT1t/", play="g7-f7"),
    ("extras", "exit_fort"): _Board("/1TK1T2/2TT3/7/7/7/7/3t3/"),
    ("extras", "encirclement"): _Board("/7/3t3/2t1t2/1t1KTt1/2t1t2/6t/7/", play="g6-d6"),
    ("extras", "edge_hostile"): _Board("/7/7/t4T1/7/3K3/7/7/", _DEFENDERS, play="f3-b3"),
    ("extras", "joint_capture"): _Board("/3t3/7/2tt3/1tTK2t/2tt3/7/7/", play="g4-e4"),
    ("extras", "slow-king"): _Board("/3t3/7/7/2K4/7/7/3t3/", _DEFENDERS, legal="c4"),
    ("extras", "forced_capture"): _Board("/1t5/2T4/7/K6/7/7/3t3/", _DEFENDERS, legal="c2"),
    ("extras", "berserk"): _Board("/2t4/2T4/1t5/3Tt2/7/4K2/7/", play="b3-c3"),
    ("extras", "announcements"): _Board("/7/7/7/7/2K4/7/3t3/", _DEFENDERS, arrows="c5-c7 c5-c1", base=_EDGE),
}  # fmt: skip


def draw_answer(question: str, answer: Answer, title: str) -> str | None:
    """Return a little board for an answer: for a layout the board itself; None for one that no board shows."""
    if question == "layout":
        start = answer.given(_SMALL).start
        return svg(start, coordinates=False, title=title)
    board = _BOARDS.get((question, answer.key))
    return None if board is None else board.drawn(answer, title)
