"""Positions that are set up: what a board shows of the end of a game, and what has to be said with it."""

from __future__ import annotations

import pickle
import random
from typing import Any, Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from playing import BARE, SHUFFLE, play
from sweeping import FEW

from hnefatafl import (
    Berserk,
    Board,
    Consequence,
    Die,
    EdgeCapture,
    KingStrength,
    Move,
    Outcome,
    Position,
    Region,
    Repetition,
    Ruleset,
    SearchBoard,
    Setup,
    Side,
    Square,
    Symmetry,
    Termination,
    perft,
    playout,
    variants,
)
from hnefatafl.errors import InvalidSetupError
from hnefatafl.notation import json
from hnefatafl.testing import reference, strategies

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
BRANDUBH: Final = variants.BRANDUBH
NOT_SHOWN: Final = "the board does not show that "
CAPTURED: Final = Outcome(ATTACKERS, Termination.KING_CAPTURED)


def ends(text: str, rules: Ruleset, turn: Side) -> Termination | None:
    """How a game has ended whose board that is, by the library and by the reference alike."""
    board = Board.parse(text)
    outcome = Position.from_board(board, rules, turn).outcome
    assert outcome == reference.outcome(reference.from_board(rules, board, turn))
    return None if outcome is None else outcome.termination


@pytest.mark.parametrize("turn", Side)
def test_a_king_on_a_square_of_escape_has_escaped(turn: Side) -> None:
    """S001: the game is won "sobald der König [...] erreicht", and he is there."""
    assert ends("/K6/7/7/t1t4/7/7/3t3/", BRANDUBH, turn) is Termination.KING_ESCAPED
    assert ends("/3K3/7/7/t1t4/7/7/3t3/", BRANDUBH, turn) is None
    edge = BRANDUBH.evolve(name="to the edge", escape=Region.EDGE)
    assert ends("/3K3/7/7/t1t4/7/7/3t3/", edge, turn) is Termination.KING_ESCAPED


@pytest.mark.parametrize("turn", Side)
def test_too_few_attackers(turn: Side) -> None:
    """S004 "Spielziel": "er verliert aber wenn er nur noch 2 Figuren hat"."""
    madera = variants.MADERA_TABLUT
    assert ends("/9/9/2t6/9/4K4/9/2t6/9/9/", madera, turn) is Termination.TOO_FEW_ATTACKERS
    assert ends("/9/9/2t6/9/4K4/9/2t6/9/2t6/", madera, turn) is None
    assert ends("/9/9/9/9/4K4/9/9/9/9/", madera, turn) is Termination.ALL_CAPTURED
    # Where any number is enough, having none loses only by having no move.
    stuck = Termination.NO_LEGAL_MOVE if turn is ATTACKERS else None
    assert ends("/7/7/7/3K3/7/7/7/", BRANDUBH.evolve(name="any", fewest_attackers=0), turn) is stuck


def test_the_king_comes_before_his_enemies() -> None:
    assert ends("/K8/9/2t6/9/9/9/2t6/9/9/", variants.MADERA_TABLUT, ATTACKERS) is Termination.KING_ESCAPED


def test_what_counts_after_a_move_of_the_defenders() -> None:
    two_ways = variants.FOTEVIKEN_TABLUT.evolve(name="tuichu", tuichu_wins=True)
    open_board = "/4t4/9/9/9/9/2K6/9/9/4t4/"
    assert ends(open_board, two_ways, ATTACKERS) is Termination.TUICHU
    assert ends(open_board, two_ways, DEFENDERS) is None
    fort = "/3TKT5/3T1T5/3TTT5/11/11/t10/t10/t10/11/11/11/"
    assert ends(fort, variants.COPENHAGEN, ATTACKERS) is Termination.EXIT_FORT
    assert ends(fort, variants.COPENHAGEN, DEFENDERS) is None


RING: Final = "/7/3t3/2t1t2/2tKt2/3t3/7/7/"


def test_rings() -> None:
    ring = BRANDUBH.evolve(name="ring", encirclement=True, king=KingStrength.STRONG)
    assert [ends(RING, ring, turn) for turn in Side] == [Termination.ENCIRCLEMENT] * 2
    # The defenders, too, may bring such a ring about: it counts after the next move of the attackers.
    secure = ring.evolve(name="secure", secure_ring=True)
    assert [ends(RING, secure, turn) for turn in Side] == [None, Termination.ENCIRCLEMENT]
    leaping = RING.replace("2t1t2", "2t1c2")
    assert [ends(leaping, ring, turn) for turn in Side] == [None, Termination.ENCIRCLEMENT]


def test_in_a_berserk_turn_the_same_side_has_moved() -> None:
    """The king's two ways out are theirs who have not moved."""
    rules = variants.FOTEVIKEN_TABLUT.evolve(name="tuichu", tuichu_wins=True, berserk=Berserk.MUST_CAPTURE)
    board = Board.parse("/4t1t2/9/6T2/6t2/9/2K6/9/9/4t4/")
    assert ends(board.record, rules, ATTACKERS) is Termination.TUICHU
    capturing = Square.parse("g1")
    assert Position.from_board(board, rules, ATTACKERS, berserk_square=capturing).outcome is None
    assert reference.outcome(reference.from_board(rules, board, ATTACKERS, berserk_square=capturing)) is None


def test_a_captured_king_is_not_shown() -> None:
    """ "Whoever moves in between is safe", so a king among his enemies may be one who has gone there."""
    between = "/7/7/3t3/2tK1t1/3t3/7/7/"
    taken = play(Position.parse(between, BARE, ATTACKERS), "f4-e4")
    assert taken.outcome == CAPTURED
    stands = Position.from_board(taken.board, BARE, DEFENDERS)
    assert stands.outcome is not None
    assert stands.outcome.termination is Termination.NO_LEGAL_MOVE
    assert taken != stands
    assert taken.setup.outcome == CAPTURED
    assert stands.setup.outcome is None
    assert Position.from_setup(taken.setup, BARE) == taken


def test_outcomes_that_cannot_be() -> None:
    """What is said of the end fits the rules, and does not speak against the board."""
    start = BRANDUBH.start

    def reasons(outcome: Outcome, rules: Ruleset = BRANDUBH) -> tuple[str, ...]:
        with pytest.raises(InvalidSetupError) as caught:
            Position.from_setup(Setup(start, ATTACKERS, outcome=outcome), rules)
        return caught.value.reasons

    for impossible in (
        Outcome(DEFENDERS, Termination.KING_CAPTURED),
        Outcome(None, Termination.KING_CAPTURED_ON_EDGE),
        Outcome(None, Termination.QUIET_LIMIT),
        Outcome(None, Termination.MOVE_LIMIT),
    ):
        assert reasons(impossible) == (f"no game ends so under these rules: {impossible}",)
    unlimited = BRANDUBH.evolve(name="free", repetition=Repetition(consequence=Consequence.IGNORED))
    assert reasons(Outcome(None, Termination.REPETITION), unlimited) == (
        "no game ends so under these rules: draw: the position has been repeated too often",
    )
    assert reasons(Outcome(DEFENDERS, Termination.KING_ESCAPED)) == (
        "the board does not show that the king has escaped",
    )
    assert reasons(Outcome(DEFENDERS, Termination.ALL_CAPTURED)) == (
        "the board does not show that no attacker is left",
    )
    # What the board shows may be said as well.
    escaped = Setup(
        Board.parse("/K6/7/7/t1t4/7/7/3t3/"), ATTACKERS, outcome=Outcome(DEFENDERS, Termination.KING_ESCAPED)
    )
    assert Position.from_setup(escaped, BRANDUBH).setup.outcome is None


def travels(position: Position) -> None:
    """A position is itself, its outcome and its hash included, after it has been set up again, written and pickled."""
    setup = position.setup
    found = [Position.from_setup(setup, position.ruleset), pickle.loads(pickle.dumps(position))]
    extras = position.ruleset.extra_captures or position.ruleset.extra_endings
    if not extras:
        found.append(json.parse_position(json.format_position(position)))
    found += [pickle.loads(pickle.dumps(each)) for each in found]
    for each in found:
        assert each == position
        assert hash(each) == hash(position)
        assert each.outcome == position.outcome
        assert each.setup == setup
        assert SearchBoard(each).outcome == position.outcome
        assert SearchBoard(each).position == position
        if not extras:  # functions are not turned with the board
            turned = each.transform(Symmetry.ROTATE_90)
            assert turned.outcome == position.outcome
            assert turned == position.transform(Symmetry.ROTATE_90)
        if position.outcome is not None:
            assert each.legal_moves() == []
            game = playout(each, 0)
            assert (game.plies, game.outcome) == (0, position.outcome)
            assert perft(each, 1) == perft(position, 1)
    bare = Position.from_board(
        position.board,
        position.ruleset,
        position.turn,
        roll=position.roll_pending,
        announced=position.announced,
        berserk_square=position.berserk_square,
    )
    assert (bare == position) == (bare.outcome == position.outcome)


@pytest.mark.parametrize("name", FEW)
def test_finished_games_of_the_rulesets(name: str) -> None:
    rules = variants.get(name)
    start = Position.initial(rules, rules.first or ATTACKERS)
    for seed in range(3):
        last = playout(start, seed).position
        assert last.outcome is not None
        travels(last)


ENDS: Final = {
    "repeated": play(Position.initial(BRANDUBH), *SHUFFLE * 2),
    "quiet": play(Position.initial(BRANDUBH.evolve(name="quiet", quiet_limit=4)), *SHUFFLE),
    "limited": play(Position.initial(BRANDUBH.evolve(name="limited", move_limit=4)), *SHUFFLE),
    "no move that repeats": play(
        Position.parse(
            "/2tKt2/2t1t2/3t3/7/7/7/1t5/",
            BARE.evolve(name="forbidden", repetition=Repetition(count=2, consequence=Consequence.FORBIDDEN)),
            ATTACKERS,
        ),
        *("b7-b6", "d1-d2", "b6-b7"),
    ),
    "draw at the edge": play(
        Position.parse(
            "/2tK3/3tt2/7/7/7/7/T6/",
            BARE.evolve(name="drawn", king=KingStrength.MIDDLEWEIGHT, edge_capture=EdgeCapture.DRAW),
            ATTACKERS,
        ),
        "e2-e1",
    ),
    "blocked": play(Position.parse("/tT5/7/T6/7/7/5K1/7/", BARE, DEFENDERS), "a3-a2"),
}


@pytest.mark.parametrize("name", ENDS)
def test_ends_of_every_kind(name: str) -> None:
    travels(ENDS[name])


def test_the_past_goes_on_where_a_record_does() -> None:
    """An end that a counter brought about does not stop a record, whether it was played or said."""
    for name in ("repeated", "quiet"):
        position = ENDS[name]
        assert position.outcome is not None
        for each in (position, Position.from_setup(position.setup, position.ruleset)):
            assert each.play(Move.parse("a4-a5"), lenient=True).outcome is None
            assert perft(each, 2) == perft(position, 2) > 0
    taken = ENDS["draw at the edge"]
    assert perft(Position.from_setup(taken.setup, taken.ruleset), 2) == perft(taken, 2) == 0


def line(position: Position, dice: random.Random, plies: int) -> list[Position]:
    """A random line that goes to and fro, with rolls and with ways out that are not announced."""
    found = [position]
    own: dict[Side, Move] = {}
    for _ in range(plies):
        moves = position.legal_moves()
        if position.can_roll and (not moves or dice.random() < 0.5):
            position = position.roll(dice.randint(1, position.ruleset.faces))
            found.append(position)
            moves = position.legal_moves()
        if not moves:
            break
        last = own.get(position.turn)
        move = dice.choice(moves)
        if last is not None and dice.random() < 0.6:
            back = Move.of(last.target, last.origin)
            move = back if back in moves else move
        own[position.turn] = move
        position = position.play(move, announce=dice.random() < 0.6)
        found.append(position)
    return found


@given(strategies.planted(), st.integers(0, 2**32))
def test_any_position_travels(planted: strategies.Planted, seed: int) -> None:
    rules, board, turn = planted
    positions = line(Position.from_board(board, rules, turn), random.Random(seed), 24)
    for position in positions[-3:]:
        travels(position)


@given(strategies.rulesets(), st.integers(0, 2**32))
def test_the_end_of_any_game_travels(rules: Ruleset, seed: int) -> None:
    assume(not rules.extra_captures)  # which may look at the game so far, and a set-up has none
    start = Position.initial(rules, rules.first or ATTACKERS)
    travels(playout(start, seed, limit=400).position)


@given(strategies.planted(), st.integers(0, 2**32))
def test_equal_positions_have_equal_outcomes(planted: strategies.Planted, seed: int) -> None:
    rules, board, turn = planted
    seen: dict[Position, Position] = {}
    for position in line(Position.from_board(board, rules, turn), random.Random(seed), 24):
        assert seen.setdefault(position, position).outcome == position.outcome


def test_files_without_an_outcome_are_read() -> None:
    text = '{"format": "hnefatafl position 1", "ruleset": "brandubh", "setup": {"board": "%s", "turn": "defenders"}}'
    assert json.parse_position(text % BRANDUBH.start.record).outcome is None
    assert str(json.parse_position(text % "/K6/7/7/t1t4/7/7/3t3/").outcome) == "the defenders win: the king has escaped"


def problems(rules: Ruleset, turn: Side, record: str = "/7/7/2t4/3K3/7/1t5/7/", **more: Any) -> tuple[str, ...]:
    return Setup(Board.parse(record), turn, **more).problems(rules)


def test_the_last_face_of_a_die_can_be_set_up() -> None:
    dice = variants.BRANDUBH.evolve(name="dice", die=Die(faces=4))
    assert [problems(dice, Side.DEFENDERS, roll=roll) for roll in (1, 4)] == [(), ()]
    assert problems(dice, Side.DEFENDERS, roll=5) == ("a die of 4 faces cannot show 5",)
    assert problems(dice, Side.ATTACKERS, roll=1) == ("the attackers never roll",)


def test_a_piece_of_the_side_to_move_goes_on() -> None:
    wild = variants.BRANDUBH.evolve(name="wild", berserk=Berserk.MAY_CAPTURE)
    assert problems(wild, Side.ATTACKERS, berserk_square=Square.parse("c3")) == ()
    for turn, square in ((Side.DEFENDERS, "c3"), (Side.ATTACKERS, "d4"), (Side.ATTACKERS, "a1")):
        told = f"no piece of the {turn} stands on {square} to go on with a berserk turn"
        assert problems(wild, turn, berserk_square=Square.parse(square)) == (told,)


def test_silence_can_be_set_up_where_it_binds() -> None:
    open_board = "/9/2t6/9/9/8t/9/2Kt2T2/2t6/9/"
    assert problems(variants.FOTEVIKEN_TABLUT, Side.DEFENDERS, open_board, announced=False) == ()
    assert problems(variants.TABLUT, Side.DEFENDERS, open_board, announced=False) == (
        "these rules know no binding announcements",
    )
