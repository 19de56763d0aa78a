"""Questions about a ruleset, each with the answers that records of games can tell apart.

A :class:`Question` reads its answer off a ruleset, and writes another answer into it. :data:`QUESTIONS` are those that
:func:`~tafl.inference.infer` asks about every game; those of
:mod:`tafl.inference` depend on the start layout. Authors write their own in the same way:

>>> from hnefatafl import variants
>>> quiet = Question.about("quiet_limit", {"none": None, "50 plies": 50, "100 plies": 100})
>>> quiet.answer(variants.BRANDUBH), [label for label, _ in quiet.rivals(variants.BRANDUBH)]
('none', ['50 plies', '100 plies'])

Questions that depend on the start layout: camps, corners of several squares, and the kinds of men.

:func:`questions_for` puts together what :func:`~tafl.inference.infer` asks about games from a start
layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import product
from operator import add
from typing import Any, Final, cast

import attrs
from attrs import field

from hnefatafl.board import Board, Kind, Piece, PieceSet, Region, Side, Square, Symmetry
from hnefatafl.errors import RulesetError
from hnefatafl.rules import Berserk, Consequence, KingStrength, Ruleset, Shieldwall, Zone
from hnefatafl.support.arguments import check, is_mapping
from hnefatafl.support.enums import fields, kinds
from hnefatafl.support.immutability import frozen


@frozen(kw_only=True, eq=False)
class Question:
    """One question about a ruleset.

    >>> from hnefatafl import KingStrength, variants
    >>> king = Question.about("king", {str(strength): strength for strength in KingStrength})
    >>> king.answer(variants.MAGPIE)
    'middleweight'
    >>> king.give(variants.MAGPIE, "weak").king
    KingStrength.WEAK
    """

    name: str
    """The name of the question; for one about a single option, the option's name."""
    answers: Mapping[str, Any] = field(validator=is_mapping())
    """The answers by their labels, in the order in which they are tried, each with the value for :attr:`write`."""
    read: Callable[[Ruleset], Any]
    """Return the value that a ruleset has, to be compared with those of :attr:`answers`."""
    write: Callable[[Ruleset, Any], Ruleset]
    """Return the ruleset with another value. Raises :class:`~hnefatafl.errors.RulesetError` where the ruleset cannot
    have it."""
    plain: str | None = None
    """The answer of a game without the rule that the question is about, or None where no answer is simpler than the
    others. The search returns to it where no game needs another."""
    weighed: bool = True
    """Whether the evidence has the question; False for one that only helps the search, because it changes at once what
    other questions ask about one by one."""

    @staticmethod
    def about(option: str, answers: Mapping[str, Any] | None = None, plain: str | None = None) -> Question:
        """Return the question about an option, about a field of one, or about several options together.

        >>> from hnefatafl import variants
        >>> speed = Question.about("speed.king", {"any": None, "1": 1, "2": 2}, "any")
        >>> speed.answer(variants.MAGPIE)
        '1'
        >>> Question.about("no_move").answer(variants.MAGPIE)
        'loss'

        Arguments:
            option: the name of the option, such as ``king``, or of a field, such as ``speed.king``. For several, with
                spaces between, the values of the answers are tuples.
            answers: the answers, and their values. By default those of a yes or no, or the members of a closed list.
            plain: the answer of a game without the rule.
        """
        names = option.split()
        several = len(names) > 1

        def read(rules: Ruleset) -> Any:
            values = tuple(_read_option(rules, name) for name in names)
            return values if several else values[0]

        def write(rules: Ruleset, value: Any) -> Ruleset:
            values = zip(names, value if several else (value,), strict=True)
            return rules.evolve(**cast("Any", dict(_write_option(rules, *option) for option in values)))

        if answers is None:
            kind = _type_of(Ruleset, option)
            answers = _YES_OR_NO if kind is bool else {str(member): member for member in kind}
        return Question(name=option, answers=answers, read=read, write=write, plain=plain)

    def answer(self, ruleset: Ruleset) -> str | None:
        """Return the answer of a ruleset, or None if it is not among the :attr:`answers`."""
        check("ruleset", ruleset, Ruleset)
        current = self.read(ruleset)
        return next((label for label, value in self.answers.items() if value == current), None)

    def give(self, ruleset: Ruleset, answer: str) -> Ruleset:
        """Return the ruleset with another answer.

        >>> from hnefatafl import variants
        >>> Question.about("no_move").give(variants.MAGPIE, "draw").no_move
        NoMove.DRAW

        Raises:
            RulesetError: there is no such answer, or the ruleset cannot have it.
        """
        check("ruleset", ruleset, Ruleset)
        if answer not in self.answers:
            raise RulesetError([f"{self.name}: {answer!r} is not among the answers ({', '.join(self.answers)})"])
        return self.write(ruleset, self.answers[answer])

    def ways(self, ruleset: Ruleset, rival: Ruleset) -> Iterator[Ruleset]:
        """Yield the rulesets that give the same answer as a rival of a ruleset: the rival itself, and where the answer
        brings along a throne or corners that the ruleset does not have, the same with other effects of these.

        An answer is only excluded if all of them are.

        >>> from hnefatafl import variants
        >>> goal, rules = QUESTIONS[0], variants.get("saami-tablut")
        >>> len(list(goal.ways(rules, goal.give(rules, "corners")))), len(list(goal.ways(rules, rules)))
        (4, 1)
        """
        check("ruleset", ruleset, Ruleset)
        check("rival", rival, Ruleset)
        yield rival
        if ruleset.corners is None and rival.corners is not None:
            for hostile in _HOSTILE_CORNERS:
                if hostile != rival.corners.hostile_empty:
                    yield rival.evolve(corners=attrs.evolve(rival.corners, hostile_empty=hostile))
        if ruleset.throne is None and rival.throne is not None:
            for throne in (_MARK, *_THRONES.values()):
                if throne != rival.throne:
                    yield rival.evolve(throne=throne)

    def rivals(self, ruleset: Ruleset) -> Iterator[tuple[str, Ruleset]]:
        """Yield every other answer that the ruleset could have, and the ruleset that has it.

        >>> from hnefatafl import EdgeCapture, variants
        >>> edge = Question.about("edge_capture", {str(edge): edge for edge in EdgeCapture})
        >>> [(label, rules.edge_capture) for label, rules in edge.rivals(variants.BRANDUBH)]
        [('impossible', EdgeCapture.IMPOSSIBLE), ('alone', EdgeCapture.ALONE), ('draw', EdgeCapture.DRAW)]
        """
        now = self.answer(ruleset)
        for label, value in self.answers.items():
            if label != now:
                with suppress(RulesetError):
                    rival = self.write(ruleset, value)
                    if rival != ruleset:
                        yield label, rival


def _type_of(of: Any, option: str) -> Any:
    """The type of the values of an option, or of a field of one."""
    name, _, part = option.partition(".")
    kind = next(kinds(field.type)[0] for field in fields(of) if field.name == name)
    return _type_of(kind, part) if part else kind


def _read_option(rules: Ruleset, option: str) -> Any:
    """The value of an option or of a field; None for a field of an option that the ruleset does not have."""
    name, _, part = option.partition(".")
    value = getattr(rules, name)
    return getattr(value, part, None) if part else value


def _write_option(rules: Ruleset, option: str, value: Any) -> tuple[str, Any]:
    """An option with its new value, or with that of one of its fields."""
    name, _, part = option.partition(".")
    return name, attrs.evolve(_get_option(rules, name), **{part: value}) if part else value


def _get_option(rules: Ruleset, name: str) -> Any:
    """The value of an option that has fields."""
    value = getattr(rules, name)
    if value is None:
        raise RulesetError([f"{name}: the game has none"])
    return value


_PIECES: Final = {
    "nobody": PieceSet.NONE,
    "all": PieceSet.ALL,
    "king": PieceSet.KING,
    "king's side": PieceSet.DEFENDERS,
    "attackers": PieceSet.ATTACKERS,
    "attackers and king": PieceSet.ATTACKERS | PieceSet.KING,
    "defenders": PieceSet.DEFENDING_MEN,
    "men": PieceSet.MEN,
    "commanders": PieceSet.COMMANDERS,
    "commanders and knights": PieceSet.COMMANDERS | PieceSet.KNIGHTS,
}
"""Sets of pieces by the labels of answers."""


def _choose(*labels: str) -> dict[str, PieceSet]:
    """Return the sets of pieces with these labels, in their order."""
    return {label: _PIECES[label] for label in labels}


_WAYS: Final = {"never": (False, False), "empty": (True, False), "always": (False, True)}
"""Whether a square is hostile while it is empty, and whether always."""


def _ask_hostility(zone: str, who: str) -> Question:
    """To one kind of piece, whether a square of the throne or of the corners is hostile."""
    pieces = _PIECES[who]

    def read(rules: Ruleset) -> tuple[bool, bool] | None:
        current = getattr(rules, zone)
        if current is None:
            return None
        always = pieces in current.hostile_always
        return pieces in current.hostile_empty and not always, always

    def write(rules: Ruleset, answer: tuple[bool, bool]) -> Ruleset:
        current = _get_option(rules, zone)
        both = zip(answer, (current.hostile_empty, current.hostile_always), strict=True)
        empty, always = (those | pieces if hostile else those & ~pieces for hostile, those in both)
        changed = attrs.evolve(current, hostile_empty=empty, hostile_always=always)
        return rules.evolve(**cast("Any", {zone: changed}))

    # "Always" is asked only of the throne and of men.
    labels = _WAYS if zone == "throne" and who != "king" else ("never", "empty")
    answers = {label: _WAYS[label] for label in labels}
    return Question(name=f"{zone} hostile to {who}", answers=answers, read=read, write=write)


_YES_OR_NO: Final = {"no": False, "yes": True}
_THRONE: Final = Zone(name="throne", squares=Region.CENTRE, stop=PieceSet.KING, hostile_empty=PieceSet.ALL)
CORNERS: Final = Zone(
    name="corners",
    squares=Region.CORNERS,
    stop=PieceSet.KING,
    cross=PieceSet.KING,
    hostile_empty=PieceSet.ALL,
)
"""Corners on which only the king stops, hostile to all while empty."""


def _ask_goal() -> Question:
    """Where the king escapes to, and who may stop on the corners."""
    answers: dict[str, tuple[Region, PieceSet | None]] = {
        "edge": (Region.EDGE, None),
        "corners": (Region.CORNERS, PieceSet.KING),
        "corners, open to all": (Region.CORNERS, None),
        "edge, but corners closed": (Region.EDGE, PieceSet.NONE),
    }

    def read(rules: Ruleset) -> tuple[Region, PieceSet | None]:
        escape = Region.EDGE if _is_edge(rules) else rules.escape
        return escape, None if rules.corners is None else rules.corners.stop

    def write(rules: Ruleset, value: tuple[Region, PieceSet | None]) -> Ruleset:
        escape, stop = value
        if escape == Region.EDGE and _is_edge(rules):
            escape = rules.escape
        corners = rules.corners or CORNERS
        closed = None if stop is None else attrs.evolve(corners, squares=Region.CORNERS, stop=stop, cross=stop)
        return rules.evolve(escape=escape, corners=closed)

    return Question(name="goal", answers=answers, read=read, write=write)


def _is_edge(rules: Ruleset) -> bool:
    """Whether the king escapes to the edge, as far as no camp lies there."""
    edge, here = Region.EDGE.squares(rules.size), rules.escape.squares(rules.size)
    return here == edge or here == edge - _squares_of(rules.zones, rules.size)


def _make_throne(**fields: PieceSet) -> Zone:
    return attrs.evolve(_THRONE, **cast("Any", fields))


_THRONES: Final = {
    "plain": _THRONE,
    "hostile to men": _make_throne(hostile_empty=PieceSet.MEN),
    "hostile to attackers": _make_throne(hostile_empty=PieceSet.ATTACKERS),
    "harmless": _make_throne(hostile_empty=PieceSet.NONE),
    "harmless, king crosses": _make_throne(hostile_empty=PieceSet.NONE, cross=PieceSet.KING),
    "king crosses": _make_throne(cross=PieceSet.KING),
    "nobody enters": _make_throne(stop=PieceSet.NONE, cross=PieceSet.NONE),
}
"""Thrones as a whole."""
_HOSTILE_CORNERS: Final = (PieceSet.ALL, PieceSet.MEN, PieceSet.ATTACKERS, PieceSet.NONE)
"""To whom empty corners may be hostile."""


_MARK: Final = Zone(name="throne", squares=Region.CENTRE)
"""A throne that is an ordinary square; the king's strength may refer to it."""


def _write_king(rules: Ruleset, king: KingStrength) -> Ruleset:
    """The king's strength; without a throne, one that is otherwise an ordinary square comes with it."""
    needs = king in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE)
    return rules.evolve(king=king, throne=rules.throne or (_MARK if needs else None))


def _ask_armed() -> Question:
    """Whether the king captures."""
    both = {"yes": (True, True), "anvil only": (False, True), "hammer only": (True, False), "no": (False, False)}

    def write(rules: Ruleset, value: tuple[bool, bool]) -> Ruleset:
        hammer, anvil = (
            pieces | PieceSet.KING if armed else pieces & ~PieceSet.KING
            for pieces, armed in zip((rules.hammer, rules.anvil), value, strict=True)
        )
        return rules.evolve(hammer=hammer, anvil=anvil)

    def read(rules: Ruleset) -> tuple[bool, bool]:
        return PieceSet.KING in rules.hammer, PieceSet.KING in rules.anvil

    return Question(name="king armed", answers=both, read=read, write=write)


def _ask_limit(option: str, *plies: int) -> Question:
    """A limit of moves. That games went on beyond it excludes it; one that is larger than all others is like none."""
    none = f"none up to {plies[-1]}"
    question = Question.about(option, {none: None, **{str(number): number for number in plies}}, none)

    def read(rules: Ruleset) -> int | None:
        limit: int | None = question.read(rules)
        return None if limit is None or limit > plies[-1] else limit

    return attrs.evolve(question, read=read)


_STEPS: Final[dict[str, int | None]] = {"any": None, **{str(steps): steps for steps in range(1, 9)}}
_CONSEQUENCES: Final = (
    *(Consequence.DRAW, Consequence.DEFENDERS_LOSE, Consequence.ATTACKERS_LOSE),
    *(Consequence.MOVER_LOSES, Consequence.MOVER_WINS),
)
_SIDES: Final = _choose("men", "attackers", "defenders")

QUESTIONS: Final[tuple[Question, ...]] = (
    _ask_goal(),
    attrs.evolve(
        Question.about(
            "escape corners",
            {
                label: (Region.CORNERS, attrs.evolve(CORNERS, hostile_empty=hostile))
                for label, hostile in {
                    "hostile to all": PieceSet.ALL,
                    "hostile to men": PieceSet.MEN,
                    "harmless": PieceSet.NONE,
                }.items()
            },
        ),
        name="corners as goal",
        weighed=False,
    ),
    Question(
        name="throne",
        answers=_YES_OR_NO,
        read=lambda rules: rules.throne is not None,
        write=lambda rules, value: rules.evolve(throne=(rules.throne or _THRONE) if value else None),
    ),
    attrs.evolve(Question.about("throne", _THRONES), name="throne as a whole", weighed=False),
    attrs.evolve(Question.about("king"), write=_write_king),
    _ask_armed(),
    Question.about("throne.cross", _choose("all", "king", "king's side", "attackers and king", "attackers", "nobody")),
    Question.about("throne.stop", _choose("king", "all", "king's side", "nobody")),
    Question.about("throne.enter", _choose("all", "nobody"), "all"),
    *(_ask_hostility(zone, who) for zone in ("throne", "corners") for who in ("attackers", "defenders", "king")),
    Question.about("corners.cross", _choose("king", "all", "nobody")),
    Question.about("edge_capture", plain="won"),
    Question.about("edge_hostile", _choose("nobody", "king", "all", "men", "attackers", "defenders"), "nobody"),
    Question.about(
        "shieldwall",
        {
            "none": None,
            "yes": Shieldwall(),
            "not at corners": Shieldwall(corners_close=False),
            "from the front too": Shieldwall(flanking=False),
        },
        "none",
    ),
    *(Question.about(option, plain="no") for option in ("linnaean_capture", "joint_capture", "exit_fort")),
    attrs.evolve(
        Question.about(
            "encirclement secure_ring", {"no": (False, False), "yes": (True, False), "if secure": (True, True)}, "no"
        ),
        name="encirclement",
    ),
    Question.about("no_move", plain="loss"),
    Question.about("fewest_attackers", {str(count): count for count in range(6)}, "1"),
    *(Question.about(f"speed.{who}", _STEPS) for who in ("king", "attackers", "defenders")),
    Question.about("first"),
    Question.about("repetition.consequence", {str(consequence): consequence for consequence in _CONSEQUENCES}),
    attrs.evolve(
        Question.about(
            "walk_in no_walk_in",
            {"nobody": (PieceSet.NONE, PieceSet.NONE)}
            | {who: (men, PieceSet.NONE) for who, men in _SIDES.items()}
            | {f"{who} may not": (PieceSet.NONE, men) for who, men in _SIDES.items()},
            "nobody",
        ),
        name="walk_in",
    ),
    _ask_limit("quiet_limit", 20, 40, 50, 100),
    _ask_limit("move_limit", 50, 100, 134, 200),
)
"""The questions about every game, in the order in which the search tries them."""


def _write_berserk(rules: Ruleset, berserk: Berserk) -> Ruleset:
    """Berserk turns; without them the king's escape in one goes as well."""
    return rules.evolve(berserk=berserk, berserk_escape=rules.berserk_escape and berserk is not Berserk.NONE)


BERSERK_QUESTIONS: Final[tuple[Question, ...]] = (
    attrs.evolve(Question.about("berserk", plain="none"), write=_write_berserk),
    Question.about("berserk_escape", plain="no"),
    *(Question.about(option) for option in ("jumps.king", "jumps.commanders", "jumps.knights", "guard_capture")),
    Question.about("piercing", _choose("commanders", "commanders and knights", "nobody", "all")),
)
"""The questions about games with berserk turns or with special men."""


@lru_cache(maxsize=4)
def _camp_groups(start: Board) -> list[list[Square]]:
    """The attackers' start squares, joined side by side."""
    ungrouped = {square for square, piece in start.items() if piece.side is Side.ATTACKERS}
    groups: list[list[Square]] = []
    while ungrouped:
        waiting, group = [ungrouped.pop()], list[Square]()
        while waiting:
            square = waiting.pop()
            group.append(square)
            near = {other for other in ungrouped if abs(other.file - square.file) + abs(other.rank - square.rank) == 1}
            ungrouped -= near
            waiting += near
        groups.append(sorted(group))
    return sorted(groups)


_Camp = tuple[bool, PieceSet, bool, bool]
"""Whether camps are closed to pieces from outside; to whom they are hostile; whether only when empty; and whether a
camp on the edge is no goal for the king."""


@lru_cache(maxsize=64)
def _camp_zones(start: Board, camp: _Camp) -> tuple[Zone, ...]:
    closed, hostile, when_empty, _ = camp
    outside = PieceSet.NONE if closed else PieceSet.ALL
    return tuple(
        Zone(
            name=f"camp {number}",
            squares=Region.of(*group),
            stop=PieceSet.ATTACKERS if closed else PieceSet.ALL,
            enter=outside,
            cross=outside,
            hostile_empty=hostile if when_empty else PieceSet.NONE,
            hostile_always=PieceSet.NONE if when_empty else hostile,
        )
        for number, group in enumerate(_camp_groups(start), start=1)
    )


_CAMP_ANSWERS: Final[dict[str, _Camp | None]] = {
    "none": None,
    "closed": (True, PieceSet.NONE, False, True),
    "closed, hostile to the king": (True, PieceSet.KING, False, True),
    "closed, hostile to king and defenders": (True, PieceSet.DEFENDERS, False, True),
    "closed, hostile to all": (True, PieceSet.ALL, False, True),
    "closed, empty hostile to all": (True, PieceSet.ALL, True, True),
    "closed, empty hostile to king and defenders": (True, PieceSet.DEFENDERS, True, True),
    "open, hostile to all": (False, PieceSet.ALL, False, False),
    "open, empty hostile to all": (False, PieceSet.ALL, True, False),
    "closed but for the goal, hostile to all": (True, PieceSet.ALL, False, False),
    "closed but for the goal, empty hostile to all": (True, PieceSet.ALL, True, False),
}


@lru_cache(maxsize=64)
def _resolve_zones(zones: tuple[Zone, ...], size: int) -> frozenset[object]:
    """The zones with their squares on a board."""
    return frozenset((zone.squares.squares(size), attrs.evolve(zone, squares=Region.NONE)) for zone in zones)


def _squares_of(zones: tuple[Zone, ...], size: int) -> frozenset[Square]:
    return frozenset(square for zone in zones for square in zone.squares.squares(size))


def _lay_camps(rules: Ruleset, camp: _Camp) -> tuple[tuple[Zone, ...], Region] | None:
    """The camps, and where the king escapes to beside them; None where the answer is about his goal, and none lies
    there."""
    closed, _, _, no_goal = camp
    zones = _camp_zones(rules.start, camp)
    squares = _squares_of(zones, rules.size)
    edge = _is_edge(rules)
    if closed and not no_goal and not (edge and Region.EDGE.squares(rules.size) & squares):
        return None
    return zones, rules.escape if not edge else Region.EDGE - Region.of(*squares) if no_goal else Region.EDGE


def _read_camps(rules: Ruleset) -> _Camp | str | None:
    if not rules.zones:
        return None
    drawn, ways = _resolve_zones(rules.zones, rules.size), rules.escape.squares(rules.size)
    for camp in _CAMP_ANSWERS.values():
        laid = camp and _lay_camps(rules, camp)
        if laid and _resolve_zones(laid[0], rules.size) == drawn and laid[1].squares(rules.size) == ways:
            return camp
    return "others"


def _write_camps(rules: Ruleset, camp: _Camp | None) -> Ruleset:
    if camp is None:
        return rules.evolve(zones=(), escape=Region.EDGE if _is_edge(rules) else rules.escape)
    laid = _lay_camps(rules, camp)
    if laid is None:
        raise RulesetError(["camps: none lies where the king escapes to"])
    return rules.evolve(zones=laid[0], escape=laid[1])


CAMPS: Final = Question(name="camps", answers=_CAMP_ANSWERS, read=_read_camps, write=_write_camps, plain="none")
"""Whether the attackers' start squares are camps (S003 §2 and §11-12)."""


_LARGE: Final = {"2x2": ("block", 2), "3x3": ("block", 3), "3 squares": ("angle", 2), "6 squares": ("angle", 3)}


@lru_cache(maxsize=64)
def _large_corners(size: int, shape: str, breadth: int) -> Region:
    """Corners of a large board: square, or cut off by a diagonal."""
    inward = [min(coordinate, size - 1 - coordinate) for coordinate in range(size)]
    far = max if shape == "block" else add
    squares = product(range(size), repeat=2)
    return Region.of(*(Square(file, rank) for file, rank in squares if far(inward[file], inward[rank]) < breadth))


def _read_large(rules: Ruleset) -> tuple[str, int] | None:
    squares = rules.escape.squares(rules.size)
    shapes = _LARGE.values()
    return next((shape for shape in shapes if squares == _large_corners(rules.size, *shape).squares(rules.size)), None)


def _write_large(rules: Ruleset, value: tuple[str, int]) -> Ruleset:
    region = _large_corners(rules.size, *value)
    return rules.evolve(escape=region, corners=attrs.evolve(rules.corners or CORNERS, squares=region))


LARGE_CORNERS: Final = Question(name="large corners", answers=_LARGE, read=_read_large, write=_write_large)
"""Corners of several squares, as on boards of 15x15 and more."""
_LARGE_BOARD: Final = 13
"""From this size on, corners of several squares are asked about."""

_KINDS: Final = (Kind.SOLDIER, Kind.COMMANDER, Kind.KNIGHT, Kind.MERCENARY, Kind.GUARD)


def questions_of_men(start: Board, *, single: bool = False) -> Iterator[Question]:
    """Yield the questions of which kind the men of a start layout are.

    >>> from hnefatafl import variants
    >>> [question.name for question in questions_of_men(variants.BRANDUBH.start)]
    ['men on a4, d1, d7, g4', 'men on b4, d2, d6, f4', 'men on c4, d3, d5, e4']

    Arguments:
        start: the start layout.
        single: whether each man is asked about alone, not together with those that a symmetry of the board makes of
            him.
    """
    done: set[Square] = set()
    for square, piece in sorted(start.items()):
        if piece.kind is not Kind.KING and square not in done:
            orbit = {square} if single else {symmetry.apply(square, start.size) for symmetry in Symmetry}
            orbit = {member for member in orbit if member in start and start[member].side is piece.side}
            done |= orbit
            yield _ask_men(tuple(sorted(orbit)))


def _ask_men(squares: tuple[Square, ...]) -> Question:
    def read(rules: Ruleset) -> Kind | None:
        kinds = {rules.start[square].kind for square in squares if square in rules.start}
        return kinds.pop() if len(kinds) == 1 else None

    def write(rules: Ruleset, kind: Kind) -> Ruleset:
        board = rules.start
        for square in squares:
            if square not in board:
                raise RulesetError([f"start: nothing stands on {square}"])
            board = board.put(square, Piece(board[square].side, kind))
        return rules.evolve(start=board)

    title = f"{'man' if len(squares) == 1 else 'men'} on {', '.join(map(str, squares))}"
    answers = {kind.name.lower(): kind for kind in _KINDS}
    return Question(name=title, answers=answers, read=read, write=write, plain="soldier")


def questions_for(start: Board) -> tuple[Question, ...]:
    """Return the questions about games from a start layout: the general ones, without speeds for which the board is too
    small, those about camps, and on large boards those about large corners.
    """
    general = (_drop_distant_answers(question, start.size) for question in QUESTIONS)
    return (*general, CAMPS, *((LARGE_CORNERS,) if start.size >= _LARGE_BOARD else ()))


def _drop_distant_answers(question: Question, size: int) -> Question:
    """Return a question about a speed without answers that are any distance on a board of that size."""
    if not question.name.startswith("speed."):
        return question
    answers = {label: steps for label, steps in question.answers.items() if steps is None or steps < size - 1}
    return attrs.evolve(question, answers=answers)
