"""The differences between a position and the reference's state of the same game, one sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hnefatafl.board import Kind, Move
from hnefatafl.play import PlayedMove, Position
from hnefatafl.testing import reference

Partings = Iterator[tuple[str, str]]
"""What differs, and its two values."""


def _compared(pairs: Mapping[str, tuple[object, object]]) -> Partings:
    for what, (ours, theirs) in pairs.items():
        if ours != theirs:
            yield what, f"{ours}, but {theirs} by the reference"


def of_positions(position: Position, state: reference.State) -> Partings:
    """Compare everything that a position answers."""
    moves = position.legal_moves()
    yield from _compared(
        {
            "the board": (position.board, state.board),
            "the side to move": (position.turn, state.turn),
            "the number of plies": (position.ply, state.ply),
            "the number of quiet plies": (position.plies_since_capture, state.plies_since_capture),
            "the number of repetitions": (position.repetitions, reference.repetitions(state)),
            "the outcome": (position.outcome, reference.outcome(state)),
            "the number of ways out": (position.ways_out, reference.ways_out(state.ruleset, state.board)),
            "whether a roll is due": (position.can_roll, reference.can_roll(state)),
            "the pending roll": (position.roll_pending, state.roll),
            "whether a way out was announced": (position.announced, state.announced),
            "the piece in a berserk turn": (position.berserk_square, state.berserk_square),
            "how many moves are listed": (len(moves), len(set(moves))),
        }
    )
    ours, theirs = set(moves), {Move.of(*step) for step in reference.legal_moves(state)}
    if ours != theirs:
        more, fewer = (" ".join(map(str, sorted(some))) or "nothing" for some in (ours - theirs, theirs - ours))
        yield "the legal moves", f"{more} too many and {fewer} too few by the reference"


def of_illegality(position: Position, state: reference.State, move: Move) -> Partings:
    """Compare whether a move is legal, or why not."""
    there = reference.illegality(state, move.origin, move.target)
    found = position.illegality(move)
    here = None if found is None else found.reason
    yield from _compared({f"why {move} is illegal": (here, there)})


def of_plays(play: PlayedMove, state: reference.State, after: reference.State) -> Partings:
    """Compare what a move captures, by which rule and pieces, what is announced, and how the game ends."""
    move = play.move
    taken = reference.captures(state, move.origin, move.target)
    captors = reference.captors(state.ruleset, state.board, move.origin, move.target)
    # Who falls by his own move stood elsewhere before it.
    stood = {square: state.board[move.origin if square == move.target else square] for square in taken}
    yield from _compared(
        {
            "what is captured, and how": ({each.square: each.rule for each in play.captures}, taken),
            "which pieces are captured": (
                {each.square: each.piece for each in play.captures},
                stood,
            ),
            "who captures": ({each.square: {*each.captors} for each in play.captures}, captors),
            "who changes sides": (set(play.turned), {s for s in taken if stood[s].kind is Kind.MERCENARY}),
            "what is announced": (play.announcement, reference.announcement(after)),
            "what the opponent announces": (
                play.opponent_announcement,
                reference.opponent_announcement(state, after),
            ),
            "how a move ends the game": (play.after.outcome, reference.outcome(after)),
        }
    )
