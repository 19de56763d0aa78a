"""Annotation: a record of a game with the judgement of a search.

:func:`annotate` analyses each position of a game. Each move gets its score as a comment, a move that gives points away
gets a glyph, and the better line is added as a variation.

>>> from hnefatafl import Move, Position, Side, variants
>>> from hnefatafl.game import Game
>>> from hnefatafl.search.limits import Limit
>>> start = Position.parse("/2t4/2T4/1t5/K6/t6/7/7/", variants.BRANDUBH, Side.DEFENDERS)
>>> game = Game(ruleset=variants.BRANDUBH, start=start).add([Move.parse("c2-d2"), Move.parse("b3-a3")])
>>> game = annotate(game, Limit(nodes=1000))
>>> print(game.moves[0], game.moves[0].note.glyph, game.moves[0].note.comment, sep=", ")
c2-d2, ??, the attackers win in 1 ply
>>> print(*game.variations[0].moves)
a4-a1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from attrs import evolve, frozen

from hnefatafl._arguments import checked
from hnefatafl.errors import ArgumentValueError
from hnefatafl.game import Game, Node
from hnefatafl.pieces import Side
from hnefatafl.played_move import PlayedMove
from hnefatafl.position import Position
from hnefatafl.records import Glyph, Note, RecordedMove
from hnefatafl.replay import record_move
from hnefatafl.search.analysis import Analysis, Line, Searcher
from hnefatafl.search.limits import Limit
from hnefatafl.search.scores import Score

__all__ = ["annotate"]


def __dir__() -> list[str]:
    return __all__


_FAULTS: Final[tuple[tuple[float, Glyph], ...]] = ((0.35, "??"), (0.2, "?"), (0.1, "?!"))
"""The glyphs of moves that give at least so many points away."""
_ONLY: Final = 0.2
"""A best move that is better than all others by so many points gets an exclamation mark."""
_LONGEST: Final = 8


@frozen
class _Judged:
    """A move of the game, and what has been found out about it."""

    play: PlayedMove
    before: Analysis
    after: Analysis


@checked
def annotate(
    game: Game,
    limit: Limit,
    *,
    longest: int = _LONGEST,
    searcher: Searcher | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Game:
    """Return the game with the judgement of a search at each move of its main line.

    * The comment is the score after the move, of the attackers: ``attackers +0.35``. A comment of the record stays, and
      stands before it.
    * A glyph says how many of the expected points (:attr:`Score.expected_points
      <hnefatafl.search.scores.Score.expected_points>`) the move gives away compared with the best one: ``?!`` at least
      0.1, ``?`` 0.2, ``??`` 0.35. A best move gets ``!`` if every other move gives away 0.2 and it does not end
      the game. A glyph of the record stays.
    * After a move with one of the first three, the best line is added as a variation.

    The thresholds are conventions of ours. The game is played through as :meth:`Game.replay
    <hnefatafl.game.Game.replay>` does with ``lenient=True``; what comes after an illegal move is left as it is.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2,0,0,Ongoing"], variants.BRANDUBH)
    >>> game = annotate(game, Limit(depth=1))
    >>> all(move.note.comment.startswith("attackers ") for move in game.moves)
    True

    Arguments:
        game: the game.
        limit: when to stop analysing a position; the next one follows.
        longest: how many moves a variation has at most.
        searcher: what searches, instead of a new one.
        stop: called in between; once it returns True, the rest of the game is left as it is.
        progress: called after each position with the number of moves that are done, and that of all.

    Raises:
        ArgumentValueError: nothing would end the analysis of a position, or the longest variation has no move.
        InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.
    """
    if longest < 1:
        raise ArgumentValueError(f"longest: a number from 1 on was expected, not {longest}")
    if limit == Limit():
        raise ArgumentValueError("limit: a limit of seconds, nodes or depth was expected")
    plays = game.replay(lenient=True).played_moves
    moves = list(game.moves)
    better: list[tuple[int, list[RecordedMove]]] = []
    for index, judged in enumerate(_judged(plays, limit, searcher or Searcher(), stop)):
        glyph = _glyph(judged)
        moves[index] = evolve(moves[index], note=_note(moves[index].note, glyph, judged.after.score))
        if glyph in dict(_FAULTS).values() and judged.before.pv:
            better.append((index, _recorded(judged.play.before, judged.before.lines[0], longest)))
        if progress is not None:
            progress(index + 1, len(plays))
    game = evolve(game, moves=moves)
    for index, line in better:
        after = Node(line=0, index=index - 1, ply=index - 1, move=game.moves[index - 1]) if index else None
        game = game.add(line, after=after)
    return game


def _judged(
    plays: tuple[PlayedMove, ...], limit: Limit, searcher: Searcher, stop: Callable[[], bool] | None
) -> Iterator[_Judged]:
    """The moves, each with the analyses of the positions before and after it."""
    after: Analysis | None = None
    for play in plays:
        if stop is not None and stop():
            return
        # After a move and before the next one the position is the same, unless a die was rolled.
        if after is None or after.position != play.before:
            after = searcher.analyse(play.before, limit, 2, stop=stop)
        before, after = after, searcher.analyse(play.after, limit, 2, stop=stop)
        if stop is not None and stop():
            return  # what was broken off is no judgement
        yield _Judged(play, before, after)


def _glyph(judged: _Judged) -> Glyph:
    """The glyph that a move has earned."""
    before, lines = judged.before, judged.before.lines
    if not lines:
        return ""
    if judged.play.move == before.best:
        others = lines[1].score.expected_points if len(lines) > 1 else 1.0
        return "!" if judged.after.lines and before.score.expected_points - others >= _ONLY else ""
    lost = before.score.expected_points - judged.after.score.pov(before.score.side).expected_points
    for least, glyph in _FAULTS:
        if lost >= least:
            return glyph
    return ""


def _note(note: Note | None, glyph: Glyph, score: Score) -> Note | None:
    """The note of the record with the judgement."""
    old = note or Note()
    words = _words(score)
    comment = f"{old.comment} ({words})" if old.comment and words else old.comment or words
    judged = evolve(old, comment=comment, glyph=old.glyph or glyph)
    return None if judged == Note() else judged


def _words(score: Score) -> str:
    """A score in words; none for the end of a game, which the result tells."""
    ahead = score.pov(Side.ATTACKERS)
    if not ahead.is_decided:
        return f"attackers {ahead}"
    if ahead.plies == 0:
        return ""
    winner = Side.ATTACKERS if ahead.value > 0 else Side.DEFENDERS
    return f"the {winner} {str(score.pov(winner)).replace('wins', 'win')}"


def _recorded(position: Position, line: Line, longest: int) -> list[RecordedMove]:
    """The moves of a line as records write them."""
    found: list[RecordedMove] = []
    for move in line.moves[:longest]:
        play = position.explain(move)
        found.append(record_move(play))
        position = play.after
    return found
