"""Analysis: the best moves of a position, and what they are worth.

:func:`analyse` searches a position until a :class:`~hnefatafl.search.Limit` is reached. A :class:`Searcher` does
the same for many positions and keeps what it has found, and :meth:`Searcher.iterate` returns an analysis for each depth
while it searches on.

>>> from hnefatafl import Position, Side, variants
>>> from hnefatafl.search import Limit
>>> position = Position.parse("/2t4/2T4/1t5/K6/7/t6/7/", variants.BRANDUBH, Side.DEFENDERS)
>>> analysis = analyse(position, Limit(nodes=1000))
>>> print(analysis.best, analysis.score, analysis.proven, sep=", ")
a4-a1, wins in 1 ply, True

Every ruleset can be searched. With a limit of nodes or of depth the result is always the same; only a limit of seconds
reads the clock, which is an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from threading import local
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Final, final

from attrs import evolve, field

from hnefatafl._kernel.codes import NO_MOVE
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.tables import Tables
from hnefatafl.board import Move, Outcome, Side, Termination
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position, PositionLike, SearchBoard, as_position
from hnefatafl.search._core.alphabeta import AlphaBetaSearch
from hnefatafl.search._core.byhand import contributions
from hnefatafl.search._core.table import Transpositions
from hnefatafl.search._scores import REPETITION, SURE, WON, Limit, Score, _check_count
from hnefatafl.search._solver import solve
from hnefatafl.search._trained import TrainedEvaluation, evaluation_for
from hnefatafl.support.arguments import as_tuple, check, is_mapping
from hnefatafl.support.as_json import attributes
from hnefatafl.support.immutability import frozen
from hnefatafl.support.processes import check_processes
from hnefatafl.support.tallies import reduced

if TYPE_CHECKING:
    from hnefatafl.search._helpers import Helpers

_MEMORY: Final = 16
_MOST_MEMORY: Final = 1 << 16
_MOST_JOBS: Final = 512


def _move_tuple(moves: Iterable[Move]) -> tuple[Move, ...]:
    return as_tuple("moves", moves)


@frozen(kw_only=True)
class Line:
    """A line of moves, with its score.

    >>> from hnefatafl import Move, Side
    >>> line = Line(score=Score(side=Side.ATTACKERS, value=35), moves=[Move.parse("d1-d3"), Move.parse("c4-c2")])
    >>> print(line)
    +0.35  d1-d3 c4-c2
    """

    score: Score
    """What the line is worth to the side to move at its beginning."""
    moves: tuple[Move, ...] = field(default=(), converter=_move_tuple)
    """The moves, best play of both sides. They end where a die would have to be rolled."""
    rolls: bool = False
    """Whether the line begins with a roll of the die for the king. Then it has no moves."""

    def as_json(self) -> dict[str, object]:
        """Return it as an object that :mod:`json` can write."""
        return attributes(self)

    def __str__(self) -> str:
        moves = "roll" if self.rolls else " ".join(map(str, self.moves))
        return f"{self.score}  {moves}".rstrip()


def _line_tuple(lines: Iterable[Line]) -> tuple[Line, ...]:
    return as_tuple("lines", lines)


@frozen(kw_only=True)
class Analysis:
    """What a search has found out about a position.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> analysis = analyse(Position.initial(variants.BRANDUBH), Limit(depth=2), lines=3)
    >>> analysis.depth, len(analysis.lines), analysis.best == analysis.pv[0] == analysis.lines[0].moves[0]
    (2, 3, True)
    """

    position: Position
    """The position."""
    score: Score
    """What it is worth to the side to move, with best play."""
    lines: tuple[Line, ...] = field(default=(), converter=_line_tuple)
    """The best lines, the best one first; none if the game is over."""
    depth: int
    """How many plies deep all moves were searched; 0 if not even the first depth was finished, or the game is over."""
    nodes: int
    """How many positions were searched."""
    seconds: float
    """How long it took."""
    proven: bool
    """Whether the score is certain, because the board alone brings about an end in :attr:`Score.plies
    <hnefatafl.search.Score.plies>` plies, or has done so. A win by repetition is never proven: it depends on the
    moves before. A win in more plies than the ``depth`` may not be the shortest."""

    @property
    def best(self) -> Move | None:
        """The best move, or None if the game is over or the best is to roll the die for the king.

        >>> from hnefatafl import Position, Side, variants
        >>> from hnefatafl.search import Limit
        >>> position = Position.parse("/2t4/2T4/1t5/K6/7/t6/7/", variants.BRANDUBH, Side.DEFENDERS)
        >>> print(analyse(position, Limit(nodes=500)).best)
        a4-a1
        """
        return self.lines[0].moves[0] if self.lines and self.lines[0].moves else None

    @property
    def rolls(self) -> bool:
        """Whether the best is to roll the die for the king.

        >>> from hnefatafl import Die, Position, Side, variants
        >>> from hnefatafl.search import Limit
        >>> rules = variants.BRANDUBH.evolve(die=Die())
        >>> position = Position.parse("/7/7/3t3/K2t3/3t3/7/t6/", rules, Side.DEFENDERS)
        >>> analyse(position, Limit(nodes=2000)).rolls
        True
        """
        return bool(self.lines) and self.lines[0].rolls

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation: the moves of the best line."""
        return self.lines[0].moves if self.lines else ()

    def as_json(self) -> dict[str, object]:
        """Return it as an object that :mod:`json` can write."""
        values = attributes(self, "best rolls score proven depth nodes seconds lines")
        return {"turn": str(self.position.turn), **values, "seconds": round(self.seconds, 4)}

    def __str__(self) -> str:
        best = str(self.lines[0]) if self.lines else str(self.position.outcome)
        return f"depth {self.depth}  {best}"


@final
class Searcher:
    """Analyses positions, and keeps what it has found in a table of a fixed size.

    A searcher may be shared by threads. It has one table, for the ruleset that was searched last; while one thread uses
    it, another one gets a table of its own. With a limit of nodes or depth and one job, the same questions in the same
    order have the same answers.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> searcher = Searcher(memory=4)
    >>> start = Position.initial(variants.BRANDUBH)
    >>> first = searcher.analyse(start, Limit(depth=3))
    >>> again = searcher.analyse(start, Limit(depth=3))
    >>> first.score == again.score, again.nodes <= first.nodes
    (True, True)

    With several jobs it searches on as many cores: other processes help, from the first search on until
    :meth:`close`, the end of a ``with`` block, or the end of the searcher. They find the same things sooner. But which
    of them finds what depends on chance, so answers vary within what a search can tell; a score that is proven is so
    with any number of jobs.

    >>> with Searcher(jobs=2) as searcher:
    ...     searcher.analyse(start, Limit(depth=5)).depth
    5
    """

    __slots__ = ("_clock", "_evaluation", "_helpers", "_idle", "_jobs", "_memory", "_proves")

    def __init__(
        self,
        *,
        memory: int = _MEMORY,
        evaluation: TrainedEvaluation | None = None,
        clock: Callable[[], float] = perf_counter,
        jobs: int = 1,
        proves: bool = True,
    ) -> None:
        """Make a searcher.

        Arguments:
            memory: the size of the table in MB. With several jobs each has such a table, and all share one of a quarter
                of that.
            evaluation: the evaluation to search with, for all positions on a board of its size; None for the one that
                comes with the library for a ruleset or one like it, or else one of general weights.
            clock: what says the time in seconds, for limits of seconds.
            jobs: how many processes search together: this one, and the others beside it. Each is a new Python. It
                imports the main script only to find functions of a ruleset that are defined there; then the calls of
                the script belong below ``if __name__ == "__main__":``, or the functions into a module of their own.
            proves: whether to try a small proof, once the side to move is two soldiers ahead. It may see a win that is
                deeper than the search: :func:`solve` with a thirty-second of the nodes or of the time, and 20,000 nodes
                at the most. They count among the nodes of the analysis. With a limit of depth alone, or a die, nothing
                is tried.

        Raises:
            ArgumentValueError: the size is below 1 or above 65,536 MB, the jobs are below 1 or above 512, or there are
                several and this process cannot start others.
        """
        if not 1 <= memory <= _MOST_MEMORY:
            raise ArgumentValueError(f"memory: a number from 1 to {_MOST_MEMORY} MB was expected, not {memory}")
        if not 1 <= jobs <= _MOST_JOBS:
            raise ArgumentValueError(f"jobs: a number from 1 to {_MOST_JOBS} was expected, not {jobs}")
        self._memory: Final = memory
        self._evaluation: Final = evaluation
        self._clock: Final = clock
        self._jobs: Final = jobs
        self._proves: Final = proves
        self._idle: list[tuple[Tables, AlphaBetaSearch]] = []
        self._helpers: Final = _make_helpers(jobs, memory, evaluation)

    def analyse(
        self, position: PositionLike, limit: Limit, lines: int = 1, *, stop: Callable[[], bool] | None = None
    ) -> Analysis:
        """Search a position until the limit is reached.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> Searcher().analyse(Position.initial(variants.BRANDUBH), Limit(depth=2)).depth
        2

        Arguments:
            position: the position.
            limit: when to stop.
            lines: how many of the best lines to find.
            stop: called every thousand nodes or so; the search ends when it returns True.

        Raises:
            ArgumentValueError: the number of lines is below 1 or not below 2⁶³, nothing would end the search, or the
                searcher's evaluation is for a board of another size.
        """
        if limit == Limit() and stop is None:
            raise ArgumentValueError("limit: a limit of seconds, nodes or depth was expected, or a function to stop")
        _check_count("lines", lines)
        *_, last = self._search_deeper(as_position(position), limit, lines, stop)
        return last

    def iterate(
        self,
        position: PositionLike,
        limit: Limit = Limit(),  # noqa: B008 (a value)
        lines: int = 1,
        *,
        stop: Callable[[], bool] | None = None,
    ) -> Iterator[Analysis]:
        """Yield an analysis for each depth, the last one when the limit is reached.

        The search goes on only while the next analysis is asked for, and its time counts from the call. Without a limit
        it goes on for as long as there is something to find.

        >>> from hnefatafl import Position, variants
        >>> for analysis in Searcher().iterate(Position.initial(variants.BRANDUBH)):
        ...     if analysis.nodes > 200:
        ...         break
        >>> analysis.depth > 1
        True

        Arguments:
            position, limit, lines, stop: as for :meth:`analyse`.

        Raises:
            ArgumentValueError: the number of lines is below 1 or not below 2⁶³, or the searcher's evaluation is for a
                board of another size.
        """
        _check_count("lines", lines)
        return self._each_depth(self._search_deeper(as_position(position), limit, lines, stop))

    def forget(self) -> None:
        """Forget all that has been found.

        >>> Searcher().forget()
        """
        with suppress(IndexError):  # there is none, or another thread has taken it
            t, search = self._idle.pop()
            search.forget()
            self._idle[:] = [(t, search)]
        self._helpers.forget()

    @property
    def jobs(self) -> int:
        """How many processes search together."""
        return self._jobs

    def close(self) -> None:
        """End the processes that help, if there are any. A later search starts others."""
        self._helpers.close()

    def __enter__(self) -> Searcher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @staticmethod
    def _each_depth(analyses: Iterator[Analysis]) -> Iterator[Analysis]:
        """The analyses, but of those of the same depth only the last one."""
        before = next(analyses)
        for analysis in analyses:
            if analysis.depth != before.depth:
                yield before
            before = analysis
        yield before

    def _search_deeper(
        self, position: Position, limit: Limit, lines: int, stop: Callable[[], bool] | None
    ) -> Iterator[Analysis]:
        """Prepare a search; return what yields an analysis for each depth, and for one that was broken off."""
        check("limit", limit, Limit)
        began = self._clock()
        if position.outcome is not None:
            return iter((_analyse_end(position, position.outcome, self._clock() - began),))
        mutable = SearchBoard(position)._mutable
        search = self._take_search(position, mutable)

        def deeper() -> Iterator[Analysis]:
            helpers = self._helpers if self._helpers.take() else _ALONE
            proving = _Proving(position, _limit_proof(position, limit) if self._proves else None)

            def count() -> int:
                return search.nodes + helpers.nodes + proving.nodes

            ended = self._make_stop(began, position, limit, stop, count)
            whole = False
            try:
                search.begin(mutable, limit.nodes or 0, ended, lines)
                helpers.begin(position, search, lines)
                more = True
                while more:
                    whole = False
                    more = search.deepen()
                    whole = True
                    if more and proving.is_wanted(search) and not ended():
                        proving.prove(stop, self._clock)
                        # What the proof has looked at counts.
                        if limit.nodes is not None:
                            search.tree.nodes_at_most = limit.nodes - proving.nodes
                    analysis = _make_analysis(position, search, count(), self._clock() - began)
                    analysis = proving.complete(analysis, lines)
                    more = more and search.depth != limit.depth and not _is_decided(analysis)
                    # Else they would search on for as long as the caller looks at the analysis.
                    helpers.pause()
                    yield analysis
                    helpers.go_on()
                    more = more and not ended()
            finally:
                helpers.leave()
                search.end()
                if whole:  # after an interrupt within the search its table may be half written
                    self._idle[:] = [(mutable.t, search)]

        return deeper()

    def _take_search(self, position: Position, mutable: MutablePosition) -> AlphaBetaSearch:
        """A search that nobody uses: the one of the ruleset, or a new one, which takes the table of the other."""
        table: Transpositions | None = None
        with suppress(IndexError):  # there is none, or another thread has taken it
            t, search = self._idle.pop()
            if t is mutable.t:
                return search
            table = search.tree.table
            table.clear()
        evaluation = evaluation_for(position.ruleset, mutable.t, self._evaluation)
        return AlphaBetaSearch(mutable, evaluation, table or Transpositions(self._memory))

    def _make_stop(
        self,
        began: float,
        position: Position,
        limit: Limit,
        stop: Callable[[], bool] | None,
        nodes: Callable[[], int],
    ) -> Callable[[], bool]:
        """What is asked in a search whether to end it."""
        clock = self._clock
        seconds = limit.budget(position.turn)
        # With one job the search itself counts.
        most = limit.nodes if self._jobs > 1 else None

        def ended() -> bool:
            return (
                (seconds is not None and clock() - began >= seconds)
                or (most is not None and nodes() >= most)
                or (stop is not None and bool(stop()))
            )

        return ended

    def __reduce__(self) -> tuple[object, ...]:
        return _thread_searcher, (self._memory, self._evaluation, self._clock, self._jobs, self._proves)


def _thread_searcher(
    memory: int, evaluation: TrainedEvaluation | None, clock: Callable[[], float], jobs: int, proves: bool
) -> Searcher:
    return Searcher(memory=memory, evaluation=evaluation, clock=clock, jobs=jobs, proves=proves)


_AHEAD: Final = 200
"""From this score on a win is looked for by a proof."""
_SHARE: Final = 32
"""The proof has this part of the nodes, or of the time."""
_MOST_PROVED: Final = 20_000


def _limit_proof(position: Position, limit: Limit) -> Limit | None:
    """Return the limit of the proof within a search, or None for no proof: what lies within a limit of depth alone, the
    search finds.
    """
    seconds = limit.budget(position.turn)
    nodes = _MOST_PROVED if limit.nodes is None else min(limit.nodes // _SHARE, _MOST_PROVED)
    by_depth = limit.depth is not None and limit.nodes is None and seconds is None
    if by_depth or nodes == 0 or position._t.die != 0:
        return None
    return Limit(nodes=nodes, seconds=None if seconds is None else seconds / _SHARE, depth=limit.depth)


@final
class _Proving:
    """The proof that a search tries once, when the side to move is ahead: it may see a win that is deeper."""

    __slots__ = ("_limit", "_position", "_win", "nodes")

    def __init__(self, position: Position, limit: Limit | None) -> None:
        self._position: Final = position
        self._limit = limit
        self._win: Line | None = None
        self.nodes = 0

    def is_wanted(self, search: AlphaBetaSearch) -> bool:
        """Whether to try now."""
        return self._limit is not None and search.depth > 1 and _AHEAD <= search.lines[0][0] < REPETITION

    def prove(self, stop: Callable[[], bool] | None, clock: Callable[[], float]) -> None:
        """Look for a win."""
        assert self._limit is not None
        proof = solve(self._position, None, self._limit, memory=1, stop=stop, clock=clock)
        self._limit = None
        self.nodes = proof.nodes
        if proof.plies is not None and proof.plies <= WON - SURE:
            self._win = Line(score=Score.won(proof.side, proof.plies), moves=proof.line)

    def complete(self, analysis: Analysis, lines: int) -> Analysis:
        """Return the analysis with the win, unless the search knows one as short."""
        win = self._win
        if win is None or analysis.score >= win.score:
            return analysis
        others = [line for line in analysis.lines if line.moves[:1] != win.moves[:1]]
        return evolve(analysis, score=win.score, lines=[win, *others][:lines], proven=True)


class _Alone:
    """No helpers, with the methods of :class:`~hnefatafl.search._helpers.Helpers`."""

    nodes: Final = 0

    def take(self) -> bool:
        return True

    def begin(self, position: Position, search: AlphaBetaSearch, lines: int) -> None:
        pass

    def pause(self) -> None:
        pass

    def go_on(self) -> None:
        pass

    def leave(self) -> None:
        pass

    def forget(self) -> None:
        pass

    def close(self) -> None:
        pass


_ALONE: Final = _Alone()


def _make_helpers(jobs: int, memory: int, evaluation: TrainedEvaluation | None) -> Helpers | _Alone:
    """What helps a searcher with so many jobs.

    Raises:
        ArgumentValueError: this process cannot start others.
    """
    if jobs == 1:
        return _ALONE
    check_processes()
    from hnefatafl.search._helpers import Helpers  # only several processes need what it imports

    return Helpers(jobs - 1, memory, evaluation)


def _analyse_end(position: Position, outcome: Outcome, seconds: float) -> Analysis:
    """The analysis of a game that is over."""
    turn, by_board = position.turn, _by_board(position, outcome.termination)
    score = Score(side=turn, value=0)
    if outcome.winner is not None:
        won = Score.won(outcome.winner, 0) if by_board else Score(side=outcome.winner, value=SURE - 1)
        score = won.pov(turn)
    return Analysis(position=position, score=score, depth=0, nodes=0, seconds=seconds, proven=by_board)


def _by_board(position: Position, termination: Termination) -> bool:
    """Whether the board alone has ended the game; a side may be blocked only because its last moves would repeat."""
    if termination is not Termination.NO_LEGAL_MOVE:
        return termination.by_board
    return not Position.from_board(position.board, position.ruleset, position.turn).legal_moves()


def _make_analysis(position: Position, search: AlphaBetaSearch, nodes: int, seconds: float) -> Analysis:
    """The analysis that a search has come to."""
    # A later line may have come out better than an earlier one, since the table had learnt more by then.
    ordered = sorted(search.lines, key=lambda line: -line[0])
    lines = [_make_line(search, value, codes, position.turn) for value, codes in ordered]
    score = lines[0].score
    return Analysis(
        position=position,
        score=score,
        lines=lines,
        depth=int(search.depth),
        nodes=nodes,
        seconds=seconds,
        proven=score.plies is not None,
    )


def _is_decided(analysis: Analysis) -> bool:
    """Whether all lines lead to ends within the depth that was searched, so that no more can be found."""
    plies = [line.score.plies for line in analysis.lines]
    return all(count is not None and count <= analysis.depth for count in plies)


def _make_line(search: AlphaBetaSearch, value: int, codes: list[int], side: Side) -> Line:
    t = search.position.t
    rolls = codes[0] == NO_MOVE
    if NO_MOVE in codes:
        codes = codes[: codes.index(NO_MOVE)]
    return Line(score=Score(side=side, value=value), moves=[t.move(code) for code in codes], rolls=rolls)


def analyse(
    position: PositionLike,
    limit: Limit,
    lines: int = 1,
    *,
    memory: int = _MEMORY,
    evaluation: TrainedEvaluation | None = None,
    stop: Callable[[], bool] | None = None,
    clock: Callable[[], float] = perf_counter,
    jobs: int = 1,
) -> Analysis:
    """Search a position until the limit is reached.

    >>> from hnefatafl import Position, Side, variants
    >>> from hnefatafl.search import Limit
    >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.DEFENDERS)
    >>> for line in analyse(position, Limit(depth=3), lines=2).lines:
    ...     print(line.score, len(line.moves), sep=": ")
    wins in 3 plies: 3
    wins in 3 plies: 3

    Arguments:
        position: the position.
        limit: when to stop.
        lines: how many of the best lines to find.
        memory: the size of the table in MB.
        evaluation: the evaluation to search with, as for :class:`Searcher`.
        stop: called every thousand nodes or so; the search ends when it returns True.
        clock: what says the time in seconds.
        jobs: how many processes search together, as for :class:`Searcher`. They take a second to start.

    Raises:
        ArgumentValueError: the number of lines, the memory or the jobs are out of range, nothing would end the search,
            the evaluation is for a board of another size, or this process cannot start others.
    """
    with Searcher(memory=memory, evaluation=evaluation, clock=clock, jobs=jobs) as searcher:
        return searcher.analyse(position, limit, lines, stop=stop)


class _ThreadSearchers(local):
    """The searcher of each thread that searches for others."""

    made_with: tuple[int, TrainedEvaluation | None] | None = None
    searcher: Searcher | None = None


_workers: Final = _ThreadSearchers()


def clear_searcher(*, memory: int = _MEMORY, evaluation: TrainedEvaluation | None = None, jobs: int = 1) -> Searcher:
    """Return the searcher of this thread, which has forgotten everything; for several jobs a new one, to be closed.

    A worker that answers one question after the other has one table so, and answers as :func:`analyse` does.

    >>> clear_searcher() is clear_searcher()
    True
    """
    if jobs > 1:
        return Searcher(memory=memory, evaluation=evaluation, jobs=jobs)
    settings = memory, evaluation
    searcher = _workers.searcher
    if searcher is None or _workers.made_with != settings:
        searcher = Searcher(memory=memory, evaluation=evaluation)
        _workers.made_with, _workers.searcher = settings, searcher
    searcher.forget()
    return searcher


@frozen(kw_only=True)
class Explanation:
    """Why the evaluation gives a position its score, before anything is searched: a sum of named features.

    >>> from hnefatafl import Position, variants
    >>> explanation = explain_score(Position.initial(variants.BRANDUBH))
    >>> explanation.score.value == sum(explanation.features.values())
    True
    """

    position: Position
    """The position."""
    score: Score
    """What it is worth to the attackers by the evaluation alone, or by its outcome if the game is over."""
    features: Mapping[str, int] = field(validator=is_mapping(), hash=False)
    """What each feature adds, in hundredths of a soldier: more than 0 is good for the attackers, less than 0 for the
    defenders. None if the game is over."""

    def __str__(self) -> str:
        features = [(name, value) for name, value in self.features.items() if value]
        features.sort(key=lambda item: -abs(item[1]))
        width = max(map(len, ["for the attackers", *(name for name, _ in features)]))
        rows = [f"{name:{width}} {value / 100:+8.2f}" for name, value in features]
        return "\n".join([*rows, f"{'for the attackers':{width}} {self.score!s:>8}"])

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


def explain_score(position: PositionLike, *, evaluation: TrainedEvaluation | None = None) -> Explanation:
    """Return what the evaluation makes of a position, feature by feature.

    >>> from hnefatafl import Position, variants
    >>> explanation = explain_score(Position.initial(variants.COPENHAGEN))
    >>> explanation.score.side
    Side.ATTACKERS

    Arguments:
        position: the position.
        evaluation: the evaluation, as for :class:`Searcher`.

    Raises:
        ArgumentValueError: the evaluation is for a board of another size.
    """
    position = as_position(position)
    if position.outcome is not None:
        score = _analyse_end(position, position.outcome, 0.0).score.pov(Side.ATTACKERS)
        return Explanation(position=position, score=score, features={})
    mutable = SearchBoard(position)._mutable
    features = contributions(evaluation_for(position.ruleset, mutable.t, evaluation), mutable)
    value = max(min(sum(features.values()), REPETITION - 1), 1 - REPETITION)
    return Explanation(position=position, score=Score(side=Side.ATTACKERS, value=value), features=features)
