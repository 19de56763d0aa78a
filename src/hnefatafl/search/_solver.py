"""Solving positions: whether a side can force a win, proved for every answer of its opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Final

from attrs import field

from hnefatafl._kernel.codes import ATTACKING, DEFENDING, IGNORED, LENIENT
from hnefatafl.board import Move, Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position, PositionLike, as_position
from hnefatafl.rules import as_side
from hnefatafl.search._core.proof import Prover
from hnefatafl.search._core.proofboard import DEEPEST, ProofTable
from hnefatafl.search._scores import Limit
from hnefatafl.support.arguments import as_tuple, check
from hnefatafl.support.enums import Listed
from hnefatafl.support.immutability import frozen

_NO_LIMIT: Final = Limit()
_MOST_MEMORY: Final = 1 << 16
_LINE_NODES: Final = 100_000
"""So many positions may be looked into anew to find a line that the table has forgotten."""


class Verdict(Listed):
    """Whether a side can force a win.

    >>> Verdict("not-won")
    Verdict.NOT_WON
    """

    WON = "won"
    """It can, whatever its opponent does."""
    NOT_WON = "not-won"
    """It cannot force an end that the board alone brings about. The opponent wins, or the game goes on for ever, or
    ends by a rule about repetition or quiet moves."""
    OPEN = "open"
    """The search has ended before it was known."""


@frozen(kw_only=True)
class Proof:
    """What :func:`solve` has found.

    >>> from hnefatafl import Side
    >>> Proof(side=Side.ATTACKERS, verdict=Verdict.OPEN, nodes=1, seconds=0, proof_number=1, disproof_number=3).verdict
    Verdict.OPEN
    """

    side: Side
    """The side that is to win."""
    verdict: Verdict
    """Whether it wins."""
    line: tuple[Move, ...] = ()
    """A line of the proof: the side's moves win whatever the opponent does, and the opponent holds out long. It ends
    with the win; where a die is thrown, it ends before that. It is not always the shortest."""
    nodes: int
    """How many positions were looked into."""
    seconds: float = field(eq=False)
    """How long it took."""
    proof_number: int
    """How many more positions at least must be won until the position is proved, as far as is known; 0 if it is. The
    search estimates it, and leaves out what it counts in several ways."""
    disproof_number: int
    """How many positions at least must turn out not to be won until the position is disproved; 0 if it is."""
    plies: int | None = None
    """Within how many plies the side wins at the most, if it wins and no die is thrown. It may win sooner."""


def solve(
    position: PositionLike,
    side: Side | str | None = None,
    limit: Limit = _NO_LIMIT,
    *,
    within: int | None = None,
    moves: Iterable[Move] | None = None,
    memory: int = 64,
    stop: Callable[[], bool] | None = None,
    clock: Callable[[], float] = perf_counter,
) -> Proof:
    """Find out whether a side can force a win.

    A win is an end that the board alone brings about: a capture, an escape, a formation, a blocked opponent. Ends by
    repetition and by a limit of moves count as no win, and a proof holds whatever was played before the position; with
    functions among the rules, which may look at that, for what was played. Where a die limits the king, it holds for
    every throw, and ways out count as announced.

    >>> from hnefatafl import Position, Side, variants
    >>> from hnefatafl.search import solve
    >>> position = Position.parse("/3K3/7/7/7/7/7/t2t3/", variants.BRANDUBH, Side.DEFENDERS)
    >>> proof = solve(position)
    >>> print(proof.verdict, *proof.line)
    won d1-g1
    >>> solve(position, within=1).verdict, solve(position, Side.ATTACKERS, within=5).verdict
    (Verdict.WON, Verdict.NOT_WON)
    >>> others = set(position.legal_moves()) - {proof.line[0]}
    >>> solve(position, within=3, moves=others).verdict
    Verdict.WON

    Arguments:
        position: where to begin.
        side: the side that is to win; None for the side to move.
        limit: how long to search. ``depth`` is how many plies ahead; the search never looks more than 400 ahead.
        within: ask for a win within so many plies. ``NOT_WON`` then says that there is none so short.
        moves: the moves that may be played first; None for all. Later all moves may be.
        memory: the size of the table in MB.
        stop: called every 256 positions; the search ends when it returns True.
        clock: what says the time in seconds.

    Raises:
        ArgumentValueError: the memory or ``within`` is out of range, no move is given, or ``within`` or ``moves`` is
            given where a die is thrown.
        IllegalMoveError: one of ``moves`` is illegal.
    """
    position = as_position(position)
    check("limit", limit, Limit)
    if within is not None:
        _check_within(position, within)
    first = set[int]() if moves is None else _list_codes(position, moves)
    if not 1 <= memory <= _MOST_MEMORY:
        raise ArgumentValueError(f"memory: a number from 1 to {_MOST_MEMORY} was expected, not {memory}")
    winner = position.turn if side is None else as_side(side)
    began = clock()
    outcome = position.outcome
    if outcome is not None:
        won = outcome.winner is winner
        return _make_proof(winner, 1 if won else -1, (), 0, clock() - began, 0 if won else 1, 1 if won else 0, 0)
    prover = _make_prover(position, winner, memory, first, _make_stop(began, limit.budget(position.turn), clock, stop))
    depth = limit.depth or int(DEEPEST)
    bounded = within is not None and within <= depth
    result = prover.prove(limit.nodes or 0, depth if within is None else min(within, depth), bounded)
    pn, dn, nodes, length = int(prover.pn), int(prover.dn), int(prover.nodes), int(prover.length)
    line = prover.line(nodes + _LINE_NODES) if result == 1 else []
    plies = max(length, len(line)) if position._t.die == 0 else None
    return _make_proof(winner, result, tuple(map(position._t.move, line)), nodes, clock() - began, pn, dn, plies)


def _list_codes(position: Position, moves: Iterable[Move]) -> set[int]:
    """The codes of the moves that may be played first."""
    if position._t.die != 0:
        raise ArgumentValueError("moves: first moves can be chosen only in a game without dice")
    codes = set[int]()
    for move in as_tuple("moves", moves, Move):
        code = position._legal(move)
        if code < 0:
            raise position._refusal(move)
        codes.add(int(code))
    if not codes:
        raise ArgumentValueError("moves: at least one move was expected")
    return codes


def _check_within(position: Position, within: int) -> None:
    if not 1 <= within <= int(DEEPEST):
        raise ArgumentValueError(f"within: a number from 1 to {int(DEEPEST)} was expected, not {within}")
    if position._t.die != 0:
        raise ArgumentValueError("within: only a game without dice can be asked for a win within so many plies")


def _make_proof(
    side: Side, result: int, line: tuple[Move, ...], nodes: int, seconds: float, pn: int, dn: int, plies: int | None
) -> Proof:
    verdict = {1: Verdict.WON, -1: Verdict.NOT_WON, 0: Verdict.OPEN}[result]
    return Proof(
        side=side,
        verdict=verdict,
        line=line,
        nodes=nodes,
        seconds=seconds,
        proof_number=pn,
        disproof_number=dn,
        plies=plies if verdict is Verdict.WON else None,
    )


def _make_stop(
    began: float, seconds: float | None, clock: Callable[[], float], stop: Callable[[], bool] | None
) -> Callable[[], bool] | None:
    """What the search asks whether to stop."""
    if seconds is None:
        return stop
    end = began + seconds
    return lambda: clock() >= end or (stop is not None and stop())


def _make_prover(
    position: Position, side: Side, memory: int, first: set[int], stop: Callable[[], bool] | None
) -> Prover:
    """A prover on a board of the bare game, with what the rules that look back take from the position."""
    t = position._t
    board = position.as_lenient()._mutable()
    board.history.older = None
    limit = last = 0
    past: set[int] = set()
    by_path = False
    if position._flags & LENIENT == 0:
        limit, last = int(t.quiet_limit), int(t.move_limit)
        if t.repeats.what != IGNORED:
            by_path = not t.repeats.keyed
            played = position._mutable()
            past = set(played.history.past_keys(played.since_capture, 1 if by_path else int(t.repeats.count) - 1))
    if t.hooked:
        board.shown = (position._tell(False), None)  # its functions are told of repetitions and limits
    table = ProofTable(memory << 20)
    number = int(ATTACKING if side is Side.ATTACKERS else DEFENDING)
    return Prover(board, number, table, limit, last, past, by_path, first, stop)
