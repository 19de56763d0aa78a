"""Positions set up, moves played, rolls, announcements, and moves counted."""

from __future__ import annotations

import attrs

from hnefatafl.board import Announcement, Board, CaptureKind, Move, Outcome, PieceSet, Side, Square
from hnefatafl.play import Position, Setup
from hnefatafl.rules import Berserk, Call, Ruleset
from hnefatafl.testing.reference._captures import all_captures, moved, tell, without
from hnefatafl.testing.reference._formations import cannot_escape, king_in_danger, open_directions, ways_out
from hnefatafl.testing.reference._legality import can_roll, has_to_pass, illegality, legal_moves, open_moves
from hnefatafl.testing.reference._moves import Seen, State, goes_by_die
from hnefatafl.testing.reference._verdict import blocked, ended, halted, judged


def setup_faults(rules: Ruleset, board: Board) -> list[str]:
    """Return why a board cannot be played: another size, or not one king.

    A piece may stand where it may not stop: it was set up there, and moves as from inside the zone (the
    adjudication cases C16 and F04 have attackers on the throne).
    """
    faults = [] if board.size == rules.size else [f"the board has size {board.size}, the ruleset {rules.size}"]
    return faults if board.count(PieceSet.KING) == 1 else [*faults, "there is one king"]


def initial(rules: Ruleset, turn: Side | None = None) -> State:
    """Return the start of a game; the turn is needed for a first move by lot (S001, "Der erste Zug").

    >>> from hnefatafl import variants
    >>> initial(variants.BRANDUBH).turn
    Side.ATTACKERS
    """
    first = turn or rules.first
    if first is None:
        raise ValueError("the first move is by lot: say whose turn it is")
    return from_board(rules, rules.start, first)


def from_board(
    rules: Ruleset,
    board: Board,
    turn: Side,
    roll: int | None = None,
    announced: bool = True,
    *,
    berserk_square: Square | None = None,
    recorded: bool = False,
) -> State:
    """Return a position that is set up, without history: "its repetitions is 1, quiet 0".

    Our reading: no way out can be unannounced where announcements do not bind; the roll is not part of the position
    that the repetition rule compares.

    >>> from hnefatafl import Side, variants
    >>> from_board(variants.BRANDUBH, variants.BRANDUBH.start, Side.DEFENDERS).turn
    Side.DEFENDERS
    """
    faults = setup_faults(rules, board)
    own = PieceSet.ATTACKERS if turn is Side.ATTACKERS else PieceSet.DEFENDERS
    if roll is not None and (rules.die is None or not own & rules.die.pieces or not 1 <= roll <= rules.die.faces):
        faults.append("no such roll can be pending")
    if not announced and not rules.announcements.binding:
        faults.append("these rules know no binding announcements")
    if berserk_square is not None and (
        rules.berserk is Berserk.NONE or berserk_square not in board or board[berserk_square].side is not turn
    ):
        faults.append("nobody there is in a berserk turn")
    goes_on = None if berserk_square is None else board.get(berserk_square)
    if goes_on is not None and goes_by_die(rules, goes_on) and roll is None:
        faults.append("the roll stays pending through the chain")
    if faults:
        raise ValueError("; ".join(faults))
    start = Seen(board=board, turn=turn, announced=announced, berserk_square=berserk_square, by=None)
    position = None
    if rules.extra_captures or rules.extra_endings:
        setup = Setup(board, turn, roll=roll, announced=announced, berserk_square=berserk_square)
        position = Position.from_setup(setup, rules)
        position = position.as_lenient() if recorded else position
    state = State(
        ruleset=rules if position is None else tell(rules, position),
        board=board,
        turn=turn,
        roll=roll,
        announced=announced,
        berserk_square=berserk_square,
        # "If not counts_start the very first position of the game or set-up never counts."
        history=(start,) if rules.repetition.counts_start else (),
        recorded=recorded,
        position=position,
    )
    if berserk_square is not None and ended(state) is None and blocked(state) is not None:
        raise ValueError("the piece cannot go on")
    return judged(state)


def captures(state: State, origin: Square, target: Square) -> dict[Square, CaptureKind]:
    """Return everything that a move would capture, including the king, and by which rule."""
    return all_captures(state.ruleset, state.board, origin, target)


def _position_after(state: State, origin: Square, target: Square, announce: bool, recorded: bool) -> State:
    rules, mover = state.ruleset, state.turn
    taken = captures(state, origin, target)
    stopped = origin == target == state.berserk_square
    board = without(moved(state.board, origin, target), taken)
    position = None if state.position is None else state.position._follow(Move.of(origin, target), announce)
    rules = rules if position is None else tell(rules, position)
    after = State(
        ruleset=rules,
        board=board,
        turn=mover.opponent,
        ply=state.ply + 1,
        # Our reading: a stop does not count as a move without a capture, since its turn has captured.
        plies_since_capture=0 if taken or stopped else state.plies_since_capture + 1,
        announced=state.announced or mover is Side.DEFENDERS,
        # "Occurrences counted since the last capture (incl. the position right after it)."
        history=() if taken or stopped else state.history,
        recorded=recorded,
        captured=taken,
        mover=mover,
        arrived=target,
        position=position,
    )
    over = ended(after)
    if over is None and not cannot_escape(rules, board):
        again = attrs.evolve(after, turn=mover) if has_to_pass(rules, board, mover.opponent) else after
        after = _going_on(state, after) or again
    silent = not announce and rules.announcements.binding
    if mover is Side.DEFENDERS and after.berserk_square is None:
        # "If the defenders' move leaves >= 1 way out and was played with announce=False [...]" (S003 §9). Our reading:
        # what is left open is announced, or not, once the turn is over.
        after = attrs.evolve(after, announced=not silent or ways_out(rules, board) == 0)
    elif mover is Side.ATTACKERS and silent and newly_open(rules, state.board, board):
        # "När den som spelar svensk ser en sådan utväg" (S003 §9): whichever side opened it. Our reading: a way that
        # the attackers open is announced, or not, before the defenders move; in their berserk turn after each move.
        after = attrs.evolve(after, announced=False)
    here = Seen(board=board, turn=after.turn, announced=after.announced, berserk_square=after.berserk_square, by=mover)
    after = attrs.evolve(after, history=(*after.history, here))
    return attrs.evolve(after, over=over or halted(after))


def _going_on(before: State, after: State) -> State | None:
    """Return the state in which the piece that has moved continues its berserk turn, or None if the turn is over.

    "After a move that captures and does not end the game, if the same piece has a further capturing move (MUST_CAPTURE,
    MAY_CAPTURE) or any move (MUST_MOVE), the same side stays on turn and only that piece may make such moves. With a
    die the roll stays pending through the chain."
    """
    # A man who has fallen by his own move does not go on.
    if before.ruleset.berserk is Berserk.NONE or not after.captured or after.arrived in after.captured:
        return None
    going_on = attrs.evolve(after, turn=before.turn, berserk_square=after.arrived, roll=before.roll)
    return going_on if any(open_moves(going_on)) else None


def play(state: State, origin: Square, target: Square, announce: bool = True, lenient: bool = False) -> State:
    """Return the state after a legal move.

    If lenient, neither repetition nor a limit forbids a move or ends the game from here on.

    >>> from hnefatafl import Square, variants
    >>> state = play(initial(variants.BRANDUBH), Square.parse("d1"), Square.parse("c1"), lenient=True)
    >>> state.turn, state.ply, state.recorded
    (Side.DEFENDERS, 1, True)
    """
    if lenient:
        position = None if state.position is None else state.position.as_lenient()
        state = judged(attrs.evolve(state, recorded=True, position=position))
    fault = illegality(state, origin, target)
    if fault is not None:
        raise ValueError(f"{origin}-{target}: {fault.sentence}")
    return _position_after(state, origin, target, announce, state.recorded)


def roll(state: State, n: int) -> State:
    """Return the state after a roll of the die. "A roll adds no ply and does not count as a position for repetition."

    >>> from hnefatafl import Board, Side, variants
    >>> from hnefatafl.rules import Die
    >>> rules = variants.BRANDUBH.evolve(die=Die())
    >>> state = from_board(rules, Board.parse("/7/7/2t4/3K3/7/7/7/"), Side.DEFENDERS)
    >>> roll(state, 2).roll
    2
    """
    if not can_roll(state) or not 1 <= n <= state.ruleset.faces:
        raise ValueError(f"no roll of {n} here")
    if state.position is None:
        return judged(attrs.evolve(state, roll=n))
    position = state.position._with_flags_and_roll(state.position._flags, n)
    return judged(attrs.evolve(state, roll=n, position=position, ruleset=tell(state.ruleset, position)))


def outcome(state: State) -> Outcome | None:
    """Return how the game has ended, or None if it has not."""
    return state.over


def announcement(state: State) -> Announcement | None:
    """Return what the side that has just moved announces (S003 §9-10, S001 "Ansagen").

    S003: "raichi" for a way out, "tuichu" for two. S001: "Befindet sich der König in einer Situation, so daß er im
    nächsten Zug ein Eckfeld (bzw. den Spielfeldrand) erreichen kann, so muß er dies ansagen. Ebenfalls Ansagen kann der
    Angreifer, falls er im nächsten Zug den König gefangen nehmen kann." Our reading: a side announces nothing before
    its berserk turn is over, and no side does after the end of the game.

    >>> from hnefatafl import Board, Side, Square, variants
    >>> board = Board.parse("/4t4/9/2T6/5K3/9/9/9/9/4t4/")
    >>> state = from_board(variants.FOTEVIKEN_TABLUT, board, Side.DEFENDERS)
    >>> announcement(play(state, Square.parse("f4"), Square.parse("f3")))
    Announcement.RAICHI
    """
    if state.over is not None or state.mover is None or state.berserk_square is not None:
        return None
    return _way_out(state) if state.mover is Side.DEFENDERS else _announce_threat(state)


def opponent_announcement(before: State, after: State) -> Announcement | None:
    """Return what the opponent of the side that has just moved announces: what the move newly allows it.

    >>> from hnefatafl import Board, Side, Square, variants
    >>> board = Board.parse("/9/9/2t1K1t2/9/9/9/9/9/4t4/")
    >>> state = from_board(variants.FOTEVIKEN_TABLUT, board, Side.ATTACKERS)
    >>> opponent_announcement(state, play(state, Square.parse("c3"), Square.parse("c2")))
    Announcement.RAICHI
    """
    rules = after.ruleset
    if after.over is not None:
        return None
    if after.mover is Side.ATTACKERS:
        return _way_out(after) if newly_open(rules, before.board, after.board) else None
    threat = _announce_threat(after)
    return None if threat is None or king_in_danger(before.ruleset, before.board) else threat


def newly_open(rules: Ruleset, before: Board, after: Board) -> bool:
    """Return whether the king has a way out in a direction in which he had none before."""
    return not open_directions(rules, after) <= open_directions(rules, before)


def _way_out(state: State) -> Announcement | None:
    ways, said = ways_out(state.ruleset, state.board), state.ruleset.announcements
    if said.way_out is Call.NONE or ways == 0:
        return None
    if not said.raichi:
        return Announcement.WAY_OUT
    return Announcement.RAICHI if ways == 1 else Announcement.TUICHU


def _announce_threat(state: State) -> Announcement | None:
    said = state.ruleset.announcements.threat is not Call.NONE
    return Announcement.THREAT if said and king_in_danger(state.ruleset, state.board) else None


def perft(state: State, depth: int) -> int:
    """Return the number of move sequences of a length.

    "Perft ignores repetition and quiet limit, counts what any face allows when no roll is pending; a finished game has
    no continuation." Our reading: a game that only one of those two rules has ended continues here.

    >>> from hnefatafl import variants
    >>> perft(initial(variants.BRANDUBH), 2)
    960
    """
    if depth == 0:
        return 1
    free = judged(attrs.evolve(state, recorded=True))
    moves = legal_moves(free)
    if can_roll(free):
        for face in range(1, free.ruleset.faces + 1):
            moves |= legal_moves(roll(free, face))
    if depth == 1:
        return len(moves)
    return sum(perft(_position_after(free, origin, target, True, True), depth - 1) for origin, target in moves)
