"""What forbids a move that the board allows: repetition, the die, announcements, a berserk turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from hnefatafl.board import Board, Illegality, Piece, Side, Square, Symmetry
from hnefatafl.rules import Berserk, Consequence, NoMove, Repetition, Roll, Ruleset
from hnefatafl.testing.reference._captures import all_captures, captures_on, moved, walked_between, without
from hnefatafl.testing.reference._formations import threatens
from hnefatafl.testing.reference._moves import (
    PASS,
    Seen,
    State,
    goes_by_die,
    is_escape,
    passers,
    roll_allows,
    some_roll_allows,
    step_fault,
    steps_of,
)


def may_not_stand(rules: Ruleset, before: Board, origin: Square, target: Square) -> bool:
    """Return whether the man that moves may not end his move there, between two enemies.

    Our reading: "just the moves by which walk_in would capture the man that moves are illegal [...], but never one that
    captures the king".
    """
    if origin == target or not rules.no_walk_in.has(before[origin]):
        return False
    taken = captures_on(rules, before, origin, target)
    return before.king not in taken and bool(
        walked_between(rules, without(moved(before, origin, target), taken), target)
    )


def open_steps(rules: Ruleset, board: Board, side: Side) -> Iterator[tuple[Square, Square]]:
    """Yield the moves that the board allows a side if it were to move."""
    return (step for step in steps_of(rules, board, side) if not may_not_stand(rules, board, *step))


def board_moves(rules: Ruleset, board: Board, side: Side) -> list[tuple[Square, Square]]:
    """Return the moves that the board and some roll allow a side if it were to move.

    Announcement, repetition and a pending roll are ignored.
    """
    return [step for step in open_steps(rules, board, side) if some_roll_allows(rules, board, step)]


def can_move(rules: Ruleset, board: Board, side: Side) -> bool:
    """Return whether the board, with some roll, leaves the side a move, or it may pass."""
    steps = open_steps(rules, board, side)
    return side in passers(rules) or any(some_roll_allows(rules, board, step) for step in steps)


def has_to_pass(rules: Ruleset, board: Board, side: Side) -> bool:
    """Return whether the side cannot move and passes the turn to the other side, which can.

    Our reading: only the board and the best roll count, not what announcements or repetition forbid.
    """
    blocked = rules.no_move is NoMove.PASS and not can_move(rules, board, side)
    return blocked and can_move(rules, board, side.opponent)


def same(rule: Repetition, one: Seen, other: Seen) -> bool:
    """Return whether the repetition rule treats two positions as the same.

    "Repetition.turn=False: the same board with the other side to move counts too; Repetition.symmetric: turned or
    mirrored boards count too."

    >>> from hnefatafl import Repetition, Square, variants
    >>> from hnefatafl.testing import reference
    >>> state = reference.initial(variants.BRANDUBH)
    >>> for move in ("d1", "c1"), ("d3", "c3"), ("c1", "d1"), ("c3", "d3"):
    ...     state = reference.play(state, *map(Square.parse, move))
    >>> same(Repetition(), state.history[0], state.history[-1])
    True
    """
    if (rule.turn and one.turn is not other.turn) or one.announced is not other.announced:
        return False
    if not rule.symmetric:
        return one.board == other.board and one.berserk_square == other.berserk_square
    size = one.board.size
    return any(
        turned(one.board, symmetry) == other.board
        and (one.berserk_square and symmetry.apply(one.berserk_square, size)) == other.berserk_square
        for symmetry in Symmetry
    )


@lru_cache(maxsize=4096)
def turned(board: Board, symmetry: Symmetry) -> Board:
    """Return the board rotated or mirrored."""
    return board if symmetry is Symmetry.IDENTITY else board.transform(symmetry)


def occurrences(rule: Repetition, history: Iterable[Seen], position: Seen) -> int:
    """Return how often the position is in the history."""
    return sum(same(rule, seen, position) for seen in history)


def repetitions(state: State) -> int:
    """Return how often this position has occurred since the last capture, as the repetition rule counts.

    >>> from hnefatafl import Square, variants
    >>> from hnefatafl.testing import reference
    >>> state = reference.initial(variants.BRANDUBH)
    >>> for move in ("d1", "c1"), ("d3", "c3"), ("c1", "d1"), ("c3", "d3"):
    ...     state = reference.play(state, *map(Square.parse, move))
    >>> repetitions(state)
    2
    """
    here = Seen(
        board=state.board, turn=state.turn, announced=state.announced, berserk_square=state.berserk_square, by=None
    )
    return max(1, occurrences(state.ruleset.repetition, state.history, here))


def offensive_sides(rules: Ruleset, history: tuple[Seen, ...]) -> set[Side]:
    """Return the sides whose every move of the last cycle made a threat (S003 §13).

    "Cycle = the moves since the previous occurrence, this one included. offensive(S) = after every move of S in the
    cycle, S threatens." Our reading: a side that made no move in it was not offensive.
    """
    here = history[-1]
    previous = max(index for index, seen in enumerate(history[:-1]) if same(rules.repetition, seen, here))
    cycle = history[previous + 1 :]
    active = {seen.by for seen in cycle}
    return {
        side
        for side in Side
        if side in active and all(threatens(rules, seen.board, side) for seen in cycle if seen.by is side)
    }


def repetition_due(state: State, history: tuple[Seen, ...]) -> bool:
    """Return whether the last position of the history has the consequence of the repetition rule.

    "Consequence at the count-th occurrence, produced by a move of side X, if by is None or by == X."
    """
    rule = state.ruleset.repetition
    if state.recorded or rule.consequence is Consequence.IGNORED or rule.by not in (None, history[-1].by):
        return False
    return occurrences(rule, history, history[-1]) >= rule.count


def repetition_forbids(state: State, origin: Square, target: Square) -> bool:
    """Return whether the repetition rule makes a move illegal.

    "FORBIDDEN: a move that would make the count-th (or later) occurrence is illegal." "OFFENSIVE_DEVIATES: if exactly
    one side is offensive: if it is X the move is illegal." Our reading: a defenders' move is judged as if it were
    announced, so whether it is legal never depends on what is said with it.
    """
    consequence = state.ruleset.repetition.consequence
    if consequence not in (Consequence.FORBIDDEN, Consequence.OFFENSIVE_DEVIATES):
        return False
    announced = state.announced or state.turn is Side.DEFENDERS
    after = moved(state.board, origin, target)
    turn = state.turn if has_to_pass(state.ruleset, after, state.turn.opponent) else state.turn.opponent
    history = (*state.history, Seen(board=after, turn=turn, announced=announced, by=state.turn))
    if not repetition_due(state, history):
        return False
    # Repetition.before_captures: "forbidden, too, if it repeats a position before the men that it captures are taken
    # off".
    bare = state.ruleset.repetition.before_captures and consequence is Consequence.FORBIDDEN
    if not bare and all_captures(state.ruleset, state.board, origin, target):
        return False
    return consequence is Consequence.FORBIDDEN or offensive_sides(state.ruleset, history) == {state.turn}


# --------------------------------------------------------------------------------------------------------- legality


def king_leaves(state: State, origin: Square, target: Square) -> bool:
    """Return whether the king escapes by the move."""
    return state.board[origin] == Piece.KING and is_escape(state.ruleset, target)


def berserk_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """Return why a berserk turn forbids the move, or None.

    "Only that piece may make such moves: a further capturing move (MUST_CAPTURE, MAY_CAPTURE) or any move (MUST_MOVE).
    A king's non-capturing move onto an escape square in the chain needs berserk_escape."
    """
    if state.berserk_square is None:
        return None
    if origin != state.berserk_square:
        return Illegality.MUST_GO_ON
    if captures_on(state.ruleset, state.board, origin, target):
        return None
    if king_leaves(state, origin, target):
        return None if state.ruleset.berserk_escape else Illegality.MUST_CAPTURE
    return None if state.ruleset.berserk is Berserk.MUST_MOVE else Illegality.MUST_CAPTURE


def binding_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """Return what forbids a move that the board, the die and a berserk turn allow, or None."""
    if not state.announced and king_leaves(state, origin, target):
        return Illegality.UNANNOUNCED
    return Illegality.REPETITION if repetition_forbids(state, origin, target) else None


def rolled_moves(state: State, rolls: Iterable[int]) -> Iterator[tuple[Square, Square]]:
    """Yield the moves of pieces that go by the die that one of the rolls allows, and nothing else forbids."""
    rolls = list(rolls)
    for step in open_steps(state.ruleset, state.board, state.turn):
        if goes_by_die(state.ruleset, state.board[step[0]]) and roll_allows(state.ruleset, rolls, step):
            if berserk_fault(state, *step) is None and binding_fault(state, *step) is None:
                yield step


def can_use(state: State) -> bool:
    """Return whether the die has been rolled, and a piece that goes by it can move as the roll says."""
    return state.roll is not None and any(rolled_moves(state, [state.roll]))


def loses_turn(state: State) -> bool:
    """Return whether a roll has cost the turn.

    Our reading: that is so where no piece can move by it and there are none that need no roll.
    """
    die = state.ruleset.die
    rolled = die is not None and state.roll is not None and state.berserk_square is None
    return rolled and die is not None and die.binds_all(state.turn) and not can_use(state)


def die_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """Return why the die forbids the move, or None (S001, "Bewegung des Feldherren", of the king).

    "At the defenders' turn without a pending roll, king moves are illegal (MUST_ROLL). [After a roll] only king moves
    are legal (soldiers: MUST_USE_ROLL); if there is none the roll is void: soldiers move as usual."
    """
    if state.berserk_square is not None:
        return None
    if goes_by_die(state.ruleset, state.board[origin]):
        return Illegality.MUST_ROLL if state.roll is None else None
    return Illegality.MUST_USE_ROLL if can_use(state) else None


def beyond_the_roll(state: State, origin: Square, target: Square) -> Illegality | None:
    """Return why a pending roll forbids the length of a move, or any, or None.

    "[After a roll] only king moves of length <= n are legal". Where lines are counted, a berserk turn has no roll, and
    goes on as some roll allows.
    """
    die = state.ruleset.die
    if die is None or not goes_by_die(state.ruleset, state.board[origin]):
        return None
    if state.roll is None and state.berserk_square is None:
        return None
    rolls = range(1, die.faces + 1) if state.roll is None else [state.roll]
    if roll_allows(state.ruleset, rolls, (origin, target)):
        return None
    return Illegality.TOO_FAR if die.allows is Roll.AT_MOST else Illegality.NOT_BY_ROLL


def standing_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """Return why a man may not end his move there, or None."""
    return Illegality.WALK_IN if may_not_stand(state.ruleset, state.board, origin, target) else None


def turn_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """Return the first reason, in the order of :class:`Illegality`, against a move that the board allows, or None."""
    for asked in (beyond_the_roll, standing_fault, berserk_fault, die_fault, binding_fault):
        fault = asked(state, origin, target)
        if fault is not None:
            return fault
    return None


def could_roll(state: State) -> bool:
    """Return whether the die may be rolled, if the game is not over."""
    free = state.roll is None and state.berserk_square is None
    return free and any(rolled_moves(state, range(1, state.ruleset.faces + 1)))


def can_roll(state: State) -> bool:
    """Return whether the die may be rolled now.

    "No roll pending, not over, a piece that goes by the die has a legal move that some roll allows."

    >>> from hnefatafl import Board, Side, variants
    >>> from hnefatafl.rules import Die
    >>> from hnefatafl.testing import reference
    >>> rules = variants.BRANDUBH.evolve(die=Die())
    >>> can_roll(reference.from_board(rules, Board.parse("/7/7/2t4/3K3/7/7/7/"), Side.DEFENDERS))
    True
    """
    return state.over is None and could_roll(state)


def illegality(state: State, origin: Square, target: Square) -> Illegality | None:
    """Return why a move is illegal: the first reason in the order of :class:`Illegality`, or None for a legal move.

    >>> from hnefatafl import Square, variants
    >>> from hnefatafl.testing import reference
    >>> illegality(reference.initial(variants.BRANDUBH), Square.parse("d1"), Square.parse("d4"))
    Illegality.BLOCKED
    """
    if state.over is not None:
        return Illegality.GAME_OVER
    if (origin, target) in stops(state):
        return None
    if (origin, target) == PASS and state.berserk_square is None:
        return pass_fault(state)
    if origin == target == state.berserk_square and state.ruleset.berserk is Berserk.MAY_CAPTURE:
        return Illegality.FORCED_CAPTURE
    fault = step_fault(state.ruleset, state.board, state.turn, origin, target) or turn_fault(state, origin, target)
    if fault not in (None, Illegality.REPETITION) or not must_capture(state):
        return fault
    return None if captures_on(state.ruleset, state.board, origin, target) else Illegality.FORCED_CAPTURE


def pass_fault(state: State) -> Illegality | None:
    """Return why the side to move may not pass, or None.

    "A side may pass instead of moving." Our reading: not after a roll by which a piece can move, and not where a
    capture is forced. Where a roll has cost the turn, it must.
    """
    if loses_turn(state):
        return None
    if state.turn not in passers(state.ruleset):
        return Illegality.NO_PASSING
    if can_use(state):
        return Illegality.MUST_USE_ROLL
    if must_capture(state):
        return Illegality.FORCED_CAPTURE
    return Illegality.REPETITION if repetition_forbids(state, *PASS) else None


def must_capture(state: State) -> bool:
    """Return whether the side to move can capture, and so must.

    "If any legal move of the side to move captures, only those are legal" (Burke and Tennenhouse).
    """
    return state.ruleset.forced_capture and any(
        captures_on(state.ruleset, state.board, origin, target) for origin, target in unforced_moves(state)
    )


def stops(state: State) -> set[tuple[Square, Square]]:
    """Return the move by which a piece ends its berserk turn although it could continue: it stays where it is.

    "[MAY_CAPTURE] a berserk turn that may stop." Our reading: a stop is a separate move.
    """
    may = state.berserk_square is not None and state.ruleset.berserk is Berserk.MAY_CAPTURE
    if not may or state.berserk_square is None or must_capture(state):
        return set()
    return {(state.berserk_square, state.berserk_square)}


def open_moves(state: State) -> Iterator[tuple[Square, Square]]:
    """Yield the legal moves except a stop, if the game is not over; a pass is one of them."""
    if not must_capture(state):
        yield from unforced_moves(state)
        if state.berserk_square is None and pass_fault(state) is None:
            yield PASS
        return
    for origin, target in unforced_moves(state):
        if captures_on(state.ruleset, state.board, origin, target):
            yield origin, target


def unforced_moves(state: State) -> Iterator[tuple[Square, Square]]:
    """Yield those that would be legal if nobody had to capture."""
    for origin, target in steps_of(state.ruleset, state.board, state.turn):
        if turn_fault(state, origin, target) is None:
            yield origin, target


def legal_moves(state: State) -> set[tuple[Square, Square]]:
    """Return the legal moves; none once the game is over."""
    return set() if state.over is not None else {*open_moves(state), *stops(state)}
