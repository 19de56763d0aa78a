"""Whether the planted boards really meet the rules that they are planted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from hnefatafl.board import (
    Announcement,
    CaptureKind,
    Illegality,
    Move,
    Outcome,
    Piece,
    PieceSet,
    Side,
    Square,
    Termination,
)
from hnefatafl.play import Position
from hnefatafl.rules import Consequence, Jump, Jumps, NoMove, Repetition, Ruleset
from hnefatafl.testing import reference, strategies
from hnefatafl.testing._plants.drawing import every_square, may_stand

pytestmark = pytest.mark.slow_uncompiled

FEW = settings(
    max_examples=400,
    phases=[Phase.generate],
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
"""Always the same examples, and no shrinking."""
MANY = settings(FEW, max_examples=1600)
"""For what is rare; the first example found is enough."""


def over_many(strategy: st.SearchStrategy[Any], examples: int, look: Callable[[Any], object]) -> None:
    """Look at so many examples, always the same ones."""

    def each(example: Any) -> None:
        look(example)

    settings(FEW, max_examples=examples)(given(strategy)(each))()


def seek(
    strategy: st.SearchStrategy[Any],
    features: Callable[[Any], Iterable[object]],
    wanted: Iterable[object],
    settings: settings = FEW,
) -> None:
    """Look at examples, always the same ones, until together they have shown all that is wanted."""
    left = set(wanted)

    def is_last(example: Any) -> bool:
        left.difference_update(features(example))
        return not left

    with suppress(NoSuchExample):
        find(strategy, is_last, settings=settings)
    assert not left


def met_by(planted: strategies.Planted) -> set[object]:
    """Every ending, kind of capture and announcement that the board meets at once or by one move."""
    rules, board, turn = planted
    state = reference.from_board(rules, board, turn)
    met: set[object] = {state.over.termination} if state.over else set()
    starts = [state]
    if reference.can_roll(state):
        starts += [reference.roll(state, number) for number in range(1, rules.faces + 1)]
    for start in starts:
        for origin, target in reference.legal_moves(start):
            after = reference.play(start, origin, target)
            met |= set(after.captured.values())
            if after.over is not None:
                met.add(after.over.termination)
    return met


PURPOSES: dict[str, set[object]] = {
    "anything": {CaptureKind.CUSTODIAL, Termination.KING_ESCAPED},
    "shieldwalls": {CaptureKind.SHIELDWALL},
    "exit_forts": {Termination.EXIT_FORT},
    "rings": {Termination.ENCIRCLEMENT},
    "closed_corners": {Termination.NO_ESCAPE},
    "cornered_kings": {
        CaptureKind.SURROUNDED,
        CaptureKind.THREE_SIDES,
        CaptureKind.CUSTODIAL,
        Termination.KING_CAPTURED,
    },
    "kings_at_edge": {Termination.KING_CAPTURED_ON_EDGE, Termination.KING_CAPTURED},
    "lone_kings": {Termination.KING_CAPTURED},
    "held_kings": {Termination.KING_IMMOBILE},
    "throne_neighbourhoods": {CaptureKind.SURROUNDED},
    "lines": {CaptureKind.LINE},
    "linnaean": {CaptureKind.LINNAEAN},
    "joint_pairs": {CaptureKind.JOINT},
    "brackets": {CaptureKind.CUSTODIAL, CaptureKind.HOSTILE_SQUARE, CaptureKind.HOSTILE_EDGE},
    "camp_life": {CaptureKind.HOSTILE_SQUARE},
    "near_repetitions": {Termination.KING_ESCAPED},
    "last_attackers": {Termination.ALL_CAPTURED, Termination.TOO_FEW_ATTACKERS},
    "last_defenders": {Termination.TOO_FEW_DEFENDERS},
    "blocked_sides": {Termination.NO_LEGAL_MOVE},
    "ways_out": {Termination.TUICHU, Termination.KING_ESCAPED},
    "dice": {Termination.NO_LEGAL_MOVE},
    "rolled_threats": {Termination.TUICHU, Termination.KING_ESCAPED, Termination.KING_CAPTURED},
    "house_rules": {CaptureKind.EXTRA, Termination.EXTRA},
    "jumps": {CaptureKind.JUMPED, Termination.KING_ESCAPED},
    "berserk_chains": {CaptureKind.CUSTODIAL, CaptureKind.JUMPED},
    "pierced_kings": {CaptureKind.PIERCED, Termination.KING_CAPTURED},
    "surrounded_guards": {CaptureKind.SURROUNDED},
    "mercenaries": {CaptureKind.CUSTODIAL, CaptureKind.SHIELDWALL, CaptureKind.JUMPED, CaptureKind.JOINT},
    "jumped_rings": {Termination.ENCIRCLEMENT},
    "jumped_forts": {Termination.EXIT_FORT},
    "passes": {Termination.NO_LEGAL_MOVE},
    "leaping_kings": {CaptureKind.JUMPED},
    "walkers_in": {CaptureKind.WALKED_IN, CaptureKind.CUSTODIAL, Termination.TOO_FEW_ATTACKERS},
    "unarmed_jumpers": {CaptureKind.JUMPED},
    "kings_taken_twice": {Termination.KING_CAPTURED_ON_EDGE, Termination.KING_CAPTURED},
}
"""What each plant must meet at once or by one move."""


def test_every_plant_has_a_purpose() -> None:
    assert PURPOSES.keys() == strategies.PLANTS.keys()
    by_counting = {Termination.REPETITION, Termination.QUIET_LIMIT, Termination.MOVE_LIMIT}
    met = {purpose for purposes in PURPOSES.values() for purpose in purposes}
    assert met == {*CaptureKind, *Termination} - by_counting


@pytest.mark.long
@pytest.mark.parametrize("name", PURPOSES)
def test_plants_meet_their_rules(name: str) -> None:
    seek(strategies.PLANTS[name](), met_by, PURPOSES[name], MANY)


def test_planted_boards_can_be_played() -> None:
    def look(planted: strategies.Planted) -> None:
        rules, board, _ = planted
        assert board.size == rules.size
        assert board.count(PieceSet.KING) == 1
        assert board.king not in rules.escape.squares(rules.size)
        for square, piece in board.items():
            assert may_stand(rules.all_zones, rules.size, piece, square)

    over_many(strategies.planted(), 150, look)


def test_every_option_takes_every_kind_of_value() -> None:
    found: dict[str, set[object]] = {field.name: set() for field in attrs.fields(Ruleset)}

    def seen(rules: Ruleset) -> Iterator[str]:
        for name, values in found.items():
            values.add(getattr(rules, name))
            if len(values) >= 2:
                yield name
        yield "an even size" if rules.size % 2 == 0 else "an odd size"

    seek(strategies.rulesets(), seen, {*found, "an even size", "an odd size"} - Ruleset.LABELS)
    assert {name for name, values in found.items() if len(values) < 2} == Ruleset.LABELS


def reasons(state: reference.State) -> set[Illegality | None]:
    """Why moves from an occupied square, an empty one and one off the board are illegal."""
    size = state.ruleset.size
    everywhere = every_square(size)
    off = Square(size, 0)
    origins = [off, *state.board, *[square for square in everywhere if square not in state.board][:1]]
    return {reference.illegality(state, origin, target) for origin in origins for target in (off, *everywhere)}


class Walk:
    """The states of a walk, which as a list would print at great length."""

    def __init__(self, states: list[reference.State]) -> None:
        self.states = states

    def __repr__(self) -> str:
        return f"Walk({self.states[0].board!r}, {len(self.states)} states)"


def walked(draw: st.DrawFn, planted: strategies.Planted, plies: int) -> Walk:
    """A walk that goes to and fro."""
    rules, board, turn = planted
    state = reference.from_board(rules, board, turn)
    line = [state]
    own: dict[object, tuple[Square, Square]] = {}
    for _ in range(plies):
        if reference.can_roll(state) and (not reference.legal_moves(state) or draw(st.booleans())):
            state = reference.roll(state, draw(st.integers(1, rules.faces)))
            line.append(state)
        moves = reference.legal_moves(state)
        if not moves:
            break
        move = own[state.turn] = strategies.shuffling(draw, moves, own.get(state.turn))
        state = reference.play(state, *move, announce=draw(st.booleans()))
        line.append(state)
    return Walk(line)


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    """Walks from boards on which positions come again, kings have ways out, dice are thrown and zones are closed."""
    again = strategies.near_repetitions()
    names = ["ways_out", "dice", "camp_life"]
    return walked(draw, draw(st.one_of([again, again, *(strategies.PLANTS[name]() for name in names)])), 14)


BERSERK_REASONS = [Illegality.MUST_GO_ON, Illegality.MUST_CAPTURE]
"""What stops a move only while a piece goes on."""


def test_every_reason_of_illegality_is_met_in_berserk_turns() -> None:
    def met(planted: strategies.Planted) -> set[object]:
        ends = [line[-1] for line in lines(planted, 1)]
        return {reason for state in ends if state.berserk_square is not None for reason in reasons(state)}

    seek(strategies.PLANTS["berserk_chains"](), met, BERSERK_REASONS)


@pytest.mark.long
def test_every_reason_of_illegality_is_met_by_walking() -> None:
    def met(walk: Walk) -> set[object]:
        return {reason for state in walk.states[-4:] for reason in reasons(state)}

    seek(walks(), met, set(Illegality).difference(BERSERK_REASONS), MANY)


REPETITION_ENDS = [one for one in Consequence if one not in (Consequence.IGNORED, Consequence.FORBIDDEN)]
"""The consequences of a repetition that end the game."""


@st.composite
def shuffles(draw: st.DrawFn, consequence: Consequence) -> Walk:
    """Walks under a repetition rule that soon applies."""
    return walked(draw, draw(strategies.near_repetitions(repetition=Repetition(count=2, consequence=consequence))), 14)


@pytest.mark.parametrize("consequence", REPETITION_ENDS, ids=str)
def test_every_end_by_repetition_is_met_by_walking(consequence: Consequence) -> None:
    def ends(walk: Walk) -> bool:
        over = walk.states[-1].over
        return over is not None and over.termination is Termination.REPETITION

    find(shuffles(consequence), ends, settings=FEW)


@pytest.mark.long
def test_every_announcement_is_met_by_walking() -> None:
    seek(walks(), lambda walk: map(reference.announcement, walk.states), Announcement)


@pytest.mark.long
def test_the_limits_are_met_by_walking() -> None:
    limits = [Outcome(None, limit) for limit in (Termination.QUIET_LIMIT, Termination.MOVE_LIMIT)]
    seek(walks(), lambda walk: [walk.states[-1].over], limits)


def test_a_fort_and_its_leak_both_come_up() -> None:
    answers: Counter[bool] = Counter()

    def look(planted: strategies.Planted) -> None:
        rules, board, _ = planted
        answers[reference.has_fort(rules, board)] += 1

    over_many(strategies.PLANTS["exit_forts"](), 80, look)
    assert min(answers[True], answers[False]) >= 10


def wall_features(planted: strategies.Planted) -> Iterator[str]:
    """What is remarkable about the shieldwalls that one move closes."""
    rules, board, turn = planted
    state = reference.from_board(rules, board, turn)
    for origin, target in reference.legal_moves(state):
        taken = reference.captures(state, origin, target)
        wall = {square for square, kind in taken.items() if kind is CaptureKind.SHIELDWALL}
        beside = {near for square in wall for near in reference.neighbours(square)}
        if wall:
            yield f"by the {turn}"
            if not reference.on_edge(target, rules.size):
                yield "from the front"
            if any(reference.beyond(square, target) in wall for square in wall & set(reference.neighbours(target))):
                yield "two rows"
            if any(reference.is_corner(rules, near) and near not in board and near != target for near in beside):
                yield "by a corner"
            if any(board.get(near) == Piece.KING and reference.on_edge(near, rules.size) for near in beside):
                yield "king in the row" if turn is Side.ATTACKERS else "king at the end"


WALLS = {
    "by the attackers",
    "by the defenders",
    "from the front",
    "two rows",
    "by a corner",
    "king in the row",
    "king at the end",
}


def test_shieldwalls_come_in_all_kinds() -> None:
    seek(strategies.PLANTS["shieldwalls"](), wall_features, WALLS)


# ----------------------------------------------------------------------------------- pieces that jump, turn and go on


def lines(planted: strategies.Planted, depth: int) -> Iterator[list[reference.State]]:
    """The states of all turns from a board in which one piece goes on, up to so many moves."""
    rules, board, turn = planted
    ahead = [[reference.from_board(rules, board, turn)]]
    while ahead:
        line = ahead.pop()
        yield line
        if len(line) <= depth and (len(line) == 1 or line[-1].berserk_square is not None):
            ahead += [[*line, reference.play(line[-1], *move)] for move in reference.legal_moves(line[-1])]


def chain_features(planted: strategies.Planted) -> Iterator[str]:
    """What is remarkable about the berserk turns from the board."""
    for line in lines(planted, 3):
        captures = sum(bool(state.captured) for state in line)
        last = line[-1]
        by_king = last.arrived is not None and last.board.get(last.arrived) == Piece.KING
        if captures >= 2:
            yield f"{captures} captures" + (" by the king" if by_king else "")
            if any(CaptureKind.JUMPED in state.captured.values() for state in line):
                yield "a jump in the chain"
        if by_king and captures and last.over == Outcome(Side.DEFENDERS, Termination.KING_ESCAPED) and len(line) > 2:
            yield "the king leaves" + (" by a capture" if last.captured else "")
        if len(line) > 2 and not last.captured and last.turn is not line[0].turn:
            yield "a last move without a capture"
        if len(line) > 2 and last.arrived == line[-2].arrived:
            yield "a stop"


CHAINS = {
    "2 captures",
    "3 captures",
    "2 captures by the king",
    "a jump in the chain",
    "the king leaves",
    "the king leaves by a capture",
    "a last move without a capture",
    "a stop",
}


@pytest.mark.long
def test_berserk_chains_come_in_all_kinds() -> None:
    seek(strategies.PLANTS["berserk_chains"](), chain_features, CHAINS)


def without_jumps(rules: Ruleset) -> Ruleset:
    """The rules of a game in which nobody jumps."""
    return rules.evolve(jumps=Jumps(commanders=Jump.NONE, knights=Jump.NONE))


def formation_features(planted: strategies.Planted) -> Iterator[str]:
    """How jumps, and rings that have to be secure, change what a formation comes to."""
    rules, board, _ = planted
    if rules.encirclement and reference.is_encircled(without_jumps(rules), board):
        if not reference.is_encircled(rules, board):
            yield "a ring broken by a jump"
        elif rules.secure_ring:
            yield "a secure ring"
    if rules.secure_ring and reference.is_encircled(rules.evolve(secure_ring=False), board):
        if not reference.is_encircled(rules, board):
            yield "a ring that is not secure"
    if rules.exit_fort and reference.has_fort(without_jumps(rules), board) and not reference.has_fort(rules, board):
        yield "a fort that falls to a jump"


FORMATIONS = {
    "jumped_rings": {"a ring broken by a jump", "a secure ring", "a ring that is not secure"},
    "jumped_forts": {"a fort that falls to a jump"},
}


@pytest.mark.parametrize("plant", FORMATIONS)
def test_jumps_change_formations(plant: str) -> None:
    seek(strategies.PLANTS[plant](), formation_features, FORMATIONS[plant])


@pytest.mark.parametrize("side", Side)
def test_sides_pass(side: Side) -> None:
    """Either side has to let the other move again."""

    def passed(planted: strategies.Planted) -> bool:
        return planted[2] is side.opponent and any(
            line[-1].turn is side.opponent
            for line in lines(planted, 1)
            if len(line) > 1 and line[-1].berserk_square is None
        )

    find(strategies.PLANTS["passes"](), passed, settings=FEW)


def only_the_die_lets_him_jump(planted: strategies.Planted) -> bool:
    """Whether after a move the defenders need not pass, but only because a roll reaches further than the king's
    speed."""
    rules, board, turn = planted
    if rules.no_move is not NoMove.PASS or rules.speed.king != 1 or turn is Side.DEFENDERS:
        return False
    state = reference.from_board(rules, board, turn)
    for origin, target in reference.legal_moves(state):
        after = reference.play(state, origin, target)
        steps = reference.board_moves(rules, after.board, Side.DEFENDERS)
        leaps = {step for step in steps if after.board[step[0]] == Piece.KING and reference.length(*step) == 2}
        if after.turn is Side.DEFENDERS and after.over is None and leaps and leaps == set(steps):
            die = rules.die
            return die is not None and PieceSet.KING in die.pieces and die.faces > 1
    return False


def jumped_from_a_hostile_square(planted: strategies.Planted) -> bool:
    """Whether a piece that is no hammer jumps over a man from a square that is hostile to him."""
    rules, board, turn = planted
    state = reference.from_board(rules, board, turn)
    for origin, target in reference.legal_moves(state):
        for square, kind in reference.captures(state, origin, target).items():
            hostile = [zone.hostile_empty for zone in rules.all_zones if origin in zone.squares.squares(rules.size)]
            held = any(pieces.has(board[square]) for pieces in hostile)
            if kind is CaptureKind.JUMPED and held and not rules.hammer.has(board[origin]):
                return True
    return False


def taken_twice_on_the_edge(planted: strategies.Planted) -> bool:
    """Whether a king is captured on the edge by the ordinary rules and by an extra capture, where that is a draw."""
    rules, board, turn = planted
    state, king = reference.from_board(rules, board, turn), board.king
    assert king is not None
    plain = rules.evolve(extra_captures=())
    for origin, target in reference.legal_moves(state):
        after = reference.play(state, origin, target)
        moved = reference.moved(board, origin, target)
        told = Position.from_board(board, rules, turn)
        extra = any(king in rule(moved, Move.of(origin, target), turn, told) for rule in rules.extra_captures)
        ordinary = reference.captures_on(plain, board, origin, target).get(king)
        if extra and ordinary is not None and after.over == Outcome(None, Termination.KING_CAPTURED_ON_EDGE):
            return True
    return False


def threatened_beyond_the_die(planted: strategies.Planted) -> bool:
    """Whether a side threatens by a move that no roll allows, and by none that one does."""
    rules, board, _ = planted
    undiced = rules.evolve(die=None)
    return any(reference.threatens(undiced, board, s) and not reference.threatens(rules, board, s) for s in Side)


@pytest.mark.parametrize(
    ("plant", "meets"),
    [
        ("leaping_kings", only_the_die_lets_him_jump),
        ("unarmed_jumpers", jumped_from_a_hostile_square),
        ("kings_taken_twice", taken_twice_on_the_edge),
        ("rolled_threats", threatened_beyond_the_die),
    ],
)
def test_what_once_parted_kernel_and_reference_is_met_often(
    plant: str, meets: Callable[[strategies.Planted], bool]
) -> None:
    """Continuous integration compares 16 boards of each plant (``part`` in conftest), so many have to show it."""
    met = Counter[bool]()
    over_many(strategies.PLANTS[plant](), 64, lambda planted: met.update([meets(planted)]))
    assert met[True] >= 16
