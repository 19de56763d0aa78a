"""Position.text: a position as one line, which Position.parse reads."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sweeping import SWEPT

from hnefatafl import Consequence, Move, Outcome, Position, Repetition, Setup, Side, Termination, variants
from hnefatafl.errors import ArgumentValueError, HnefataflError, InvalidSetupError, NotationError
from hnefatafl.testing import strategies

BRANDUBH = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"


def facts(position: Position) -> tuple[object, ...]:
    """All that can be asked of a position as it stands."""
    counts = position.outcome is None
    return (
        position,
        position.outcome,
        position.announced,
        position.roll_pending,
        position.berserk_square,
        counts and position.repetitions,
        counts and position.plies_since_capture,
        position.can_roll,
        position.legal_moves(),
    )


def asked(position: Position) -> bool:
    """Whether the ruleset asks what came before a position."""
    rules = position.ruleset
    return rules.quiet_limit is not None or rules.repetition.consequence.value != "ignored"


def step(position: Position, dice: random.Random) -> Position:
    """The position after a random move, often one that takes the side's last one back."""
    if position.can_roll and dice.random() < 0.5:
        position = position.roll(dice.randint(1, position.ruleset.faces))
    moves = position.legal_moves()
    if not moves:
        return position
    back = [each.last_move for each in position.history()[-2:-1] if each.last_move is not None]
    again = [Move.of(move.target, move.origin) for move in back]
    wanted = [move for move in again if move in moves]
    move = wanted[0] if wanted and dice.random() < 0.6 else dice.choice(moves)
    return position.play(move, announce=dice.random() < 0.7)


def read_again(position: Position) -> Position:
    """The position that its text describes, which answers alike."""
    text = position.text
    assert "\n" not in text
    found = Position.parse(text, position.ruleset)
    assert found.text == text
    if asked(position):
        assert facts(found) == facts(position)
    else:
        assert (found, found.outcome, found.legal_moves()) == (position, position.outcome, position.legal_moves())
    return found


@given(strategies.planted(), st.integers(0, 2**32))
def test_a_text_has_all_that_binds_play(planted: strategies.Planted, seed: int) -> None:
    """ "It has the board, the side to move, and what else binds play": play goes on alike."""
    rules, start, turn = planted
    dice = random.Random(seed)
    position = Position.from_board(start, rules, turn)
    for _ in range(12):
        position = step(position, dice)
        read_again(position)
    other = read_again(position)
    for _ in range(8):
        after = step(position, dice)
        if after is position:
            break
        rolled = after.history()[-2].roll_pending
        if rolled is not None and position.roll_pending is None:
            other = other.roll(rolled)
        position = after
        assert position.last_move is not None
        other = other.play(position.last_move, announce=position.announced)
        if asked(position):
            assert facts(other) == facts(position)


def test_the_first_move_of_a_text_may_continue_a_berserk_turn() -> None:
    """The king captures by b4-e4 and has to move on, so his board then is not that of the last move."""
    rules = variants.BRANDUBH.evolve(
        name="must move",
        berserk="must-move",
        king="strong",
        repetition=Repetition(count=3, consequence=Consequence.DRAW),
    )
    position = Position.parse("/7/7/7/1K3tT/7/7/1t5/ d", rules).play("b4-e4").play("e4-b4")
    assert position.text == "/7/7/7/1K4T/7/7/1t5/ a ply=2 moves=+e4-b4"
    later = read_again(position)
    for move in ("b7-c7", "b4-e4", "c7-b7"):
        position, later = position.play(move), later.play(move)
    assert (position.repetitions, later.repetitions) == (1, 1)
    with pytest.raises(NotationError, match="only the first move can continue a berserk turn"):
        Position.parse("/7/7/7/1K4T/7/7/2t4/ d ply=3 moves=e4-b4,+b7-c7", rules)


@pytest.mark.parametrize("name", SWEPT)
def test_every_ruleset_has_texts(name: str) -> None:
    dice = random.Random(name)
    rules = variants.get(name)
    position = Position.initial(rules, rules.first or Side.ATTACKERS)
    for ply in range(40):
        position = step(position, dice)
        if ply % 8 == 0:
            read_again(position)
            assert Position.parse(f"{name} {position.text}") == position


def test_the_words() -> None:
    position = Position.initial("brandubh")
    assert position.text == f"{BRANDUBH} a"
    for move in ("d1-c1", "d3-b3"):
        position = position.play(move)
    assert position.text == "/2t4/3t3/1T5/ttTKTtt/3T3/3t3/3t3/ a moves=d1-c1,d3-b3"
    assert Position.parse(f"  brandubh   {BRANDUBH} attackers ").text == f"{BRANDUBH} a"
    assert Position.parse(f"{BRANDUBH} d", "brandubh").turn is Side.DEFENDERS


def test_moves_before_a_capture_are_left_out() -> None:
    """ "The moves since the last capture"; the number of moves made is told then."""
    position = Position.parse("/7/3t3/7/t1tK3/7/7/3t3/ d", "brandubh").play("d4-d3").play("d2-e2").play("d3-d1")
    assert position.text.endswith("moves=d4-d3,d2-e2,d3-d1")
    taken = Position.parse("/7/7/1tT4/7/3t3/4K2/7/ a", "brandubh").play("d5-d3")
    assert taken.text == "/7/7/1t1t3/7/7/4K2/7/ d ply=1"
    assert taken.play("e6-e5").text == "/7/7/1t1t3/7/4K2/7/7/ a ply=2 moves=e6-e5"
    assert Position.parse(taken.text, "brandubh").ply == 1


def test_what_was_set_up_and_what_was_reached_count_apart() -> None:
    """``counts_start``: the position that a text describes counts as an occurrence if a move has led to it."""
    rules = variants.BRANDUBH.evolve(repetition=Repetition(count=4, counts_start=False))
    board = "/7/3t3/7/t1tK3/7/7/3t3/"
    line = "moves=d4-d3,d2-e2,d3-d4,e2-d2"
    begun, reached = Position.parse(f"{board} d {line}", rules), Position.parse(f"{board} d ply=9 {line}", rules)
    assert (begun.ply, begun.repetitions) == (4, 1)
    assert (reached.ply, reached.repetitions) == (9, 2)


def test_the_end_of_a_game() -> None:
    """ "How the game has ended, where the board does not show it"."""
    rules = variants.BRANDUBH.evolve(repetition=Repetition(count=2))
    position = Position.initial(rules)
    for move in ("d1-c1", "d3-c3", "c1-d1", "c3-d3"):
        position = position.play(move)
    assert position.outcome == Outcome(None, Termination.REPETITION)
    assert position.text == f"{BRANDUBH} a ended=draw:repetition ply=4"
    assert Position.parse(position.text, rules).outcome == position.outcome


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        (f"{BRANDUBH} x", "the side to move was expected, a or d", 35),
        (f"brandubh {BRANDUBH}", "the side to move was expected, a or d", 43),
        ("/3t3/3x3/3T3/ttTKTtt/3T3/3t3/3t3/ a", "a number or one of tcnmgTCNMGK was expected", 7),
        (f"{BRANDUBH} a rolls=3", "one of roll=, announced=, berserk=, ended=, ply=, moves=, rules= was expected", 37),
        (f"{BRANDUBH} a ply=3 ply=3", "one of roll=, announced=, berserk=, ended=, moves=, rules= was expected", 43),
        (f"{BRANDUBH} a ply=-3", "a number was expected", 41),
        (f"{BRANDUBH} a announced=maybe", "yes or no was expected", 47),
        (f"{BRANDUBH} a berserk=d99", "a square was expected", 45),
        (f"{BRANDUBH} a ended=white:escape", "attackers:, defenders: or draw: was expected", 43),
        (f"{BRANDUBH} a ended=draw:boredom", "one of king-captured", 48),
        (f"{BRANDUBH} a moves=d1-c1,e1", "a move was expected", 51),
        (f"{BRANDUBH} a moves=d1-c1", "d1-c1 cannot have led to this board", 43),
        (f"{BRANDUBH} a moves=k11-k10", "k11-k10 cannot have led to this board", 43),
        ("/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a moves=d1-c1", "these moves lead to another position", 43),
        ("/4t2/3t3/3T3/ttTKTtt/3T3/3t3/7/ d moves=d7-e1", "illegal move d7-e1", 41),
        ("/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d ply=0 moves=d1-c1", "1 moves make more than ply 0", 49),
        (f"{BRANDUBH} a {' ' * 70_000}", "a position of at most 65536 characters was expected", 65537),
    ],
)
def test_a_faulty_text(text: str, message: str, column: int) -> None:
    """The message has the place in the whole text."""
    with pytest.raises(NotationError) as caught:
        Position.parse(text, "brandubh")
    assert message in str(caught.value)
    assert caught.value.text == text
    assert caught.value.column == column


def test_who_gives_what() -> None:
    """The ruleset and the side come with the text or as arguments: neither is missing, and none differ."""
    with pytest.raises(ArgumentValueError, match="ruleset: a ruleset was expected, or its name"):
        Position.parse(f"{BRANDUBH} a")
    with pytest.raises(ArgumentValueError, match="ruleset: a ruleset was expected, or its name"):
        Position.parse(BRANDUBH)
    with pytest.raises(ArgumentValueError, match="turn: the side to move was expected"):
        Position.parse(BRANDUBH, "brandubh")
    with pytest.raises(ArgumentValueError, match="turn: the text says who is to move"):
        Position.parse(f"{BRANDUBH} a", "brandubh", Side.ATTACKERS)
    with pytest.raises(InvalidSetupError, match="this is a position of brandubh, not of tablut"):
        Position.parse(f"brandubh {BRANDUBH} a", "tablut")
    with pytest.raises(InvalidSetupError, match="these rules know no die"):
        Position.parse(f"{BRANDUBH} d roll=3", "brandubh")
    with pytest.raises(InvalidSetupError, match="these rules know no die"):
        Position.parse("/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d roll=3 moves=d1-c1", "brandubh")
    assert Position.parse(BRANDUBH, "brandubh", Side.ATTACKERS) == Position.initial("brandubh")
    assert Position.from_setup(Setup(variants.BRANDUBH.start, Side.ATTACKERS), "brandubh").text == f"{BRANDUBH} a"


PARTS = ("brandubh", "tablut", BRANDUBH, "/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "a", "d", "roll=1", "moves=d1-c1")
MORE = ("ply=2", "ended=draw:repetition", "berserk=d4", "announced=no", "moves=~d1-c1,d3-c3", "moves=", "=", "/")


@given(st.lists(st.sampled_from([*PARTS, *MORE]) | st.text(max_size=4), max_size=7))
def test_any_text_meets_a_declared_error(words: list[str]) -> None:
    try:
        found = Position.parse(" ".join(words), "brandubh")
    except HnefataflError:
        return
    assert Position.parse(found.text, "brandubh") == found


def test_a_text_may_have_as_many_plies_as_moves() -> None:
    text = Position.initial(variants.BRANDUBH).play("d1-c1").play("c4-c2").text
    assert " moves=d1-c1,c4-c2" in text
    for ply in (2, 7):
        assert Position.parse(text.replace(" moves=", f" ply={ply} moves="), variants.BRANDUBH).ply == ply
    with pytest.raises(NotationError):
        Position.parse(text.replace(" moves=", " ply=1 moves="), variants.BRANDUBH)


def test_moves_of_a_text_are_taken_back_by_turns() -> None:
    text = Position.initial(variants.BRANDUBH).play("d1-c1").play("c4-c2").play("g4-g2").text
    history = Position.parse(text, variants.BRANDUBH).history()
    assert [position.turn for position in history] == [Side.ATTACKERS, Side.DEFENDERS] * 2
