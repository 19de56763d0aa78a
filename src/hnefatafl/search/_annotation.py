"""Annotation: a record of a game with the judgement of a search.

:func:`annotate` analyses each position of a game. Each move gets its score as a comment, a move that gives points away
gets a glyph, and the better line is added as a variation.

>>> from hnefatafl import Move, Position, Side, variants
>>> from hnefatafl.records import Game
>>> from hnefatafl.search import Limit
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

from attrs import evolve

from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import Game, Glyph, Note, RecordedMove, record_move
from hnefatafl.search._analysis import Analysis, Line, Searcher
from hnefatafl.search._scores import Limit, Score
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen

FAULTS: Final[tuple[tuple[float, Glyph], ...]] = ((0.35, "??"), (0.2, "?"), (0.1, "?!"))
"""The glyphs of moves that give at least so many points away."""
_ONLY: Final = 0.2
"""A best move that is better than all others by so many points gets an exclamation mark."""
_LONGEST: Final = 8


@frozen
class JudgedMove:
    """A move of the game, and the analyses of the positions before and after it.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit, analyse
    >>> start = Position.initial(variants.BRANDUBH)
    >>> before, after = analyse(start, Limit(nodes=9)), analyse(start.play("d1-c1"), Limit(nodes=9))
    >>> judged = JudgedMove(start.explain("d1-c1"), before, after)
    >>> judged.play.move.target.name
    'c1'
    """

    play: PlayedMove
    """The move."""
    before: Analysis
    """The analysis of the position before it."""
    after: Analysis
    """The analysis of the position after it."""


def annotate(
    game: Game,
    limit: Limit,
    *,
    longest: int = _LONGEST,
    searcher: Searcher | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Game:
    """Return the game with the judgement of a search at each move of its main line and of its variations.

    * The comment is the score after the move, of the attackers: ``attackers +0.35``. A comment of the record stays, and
      stands before it.
    * A glyph says how many of the expected points (:attr:`Score.expected_points
      <hnefatafl.search.Score.expected_points>`) the move gives away compared with the best one: ``?!`` at least
      0.1, ``?`` 0.2, ``??`` 0.35. A best move gets ``!`` if every other move gives away 0.2 and it does not end
      the game. A glyph of the record stays.
    * After a move with one of the first three, the best line is added as a variation.

    The thresholds are conventions of ours. The game is played through as :meth:`Game.replay_lines
    <hnefatafl.records.Game.replay_lines>` does with ``lenient=True``; what comes after an illegal move is left as it
    is. Each move is judged once: a line takes one analysis for each of its moves, and the main line one for its start.

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
        progress: called after each move with the number of moves that are done, and that of all that can be played.

    Raises:
        ArgumentValueError: nothing would end the analysis of a position, or the longest variation has no move.
        InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.
    """
    check("game", game, Game)
    if longest < 1:
        raise ArgumentValueError(f"longest: a number from 1 on was expected, not {longest}")
    if limit == Limit():
        raise ArgumentValueError("limit: a limit of seconds, nodes or depth was expected")
    lines = [(replay.line, replay.played_moves) for replay in game.replay_lines(lenient=True)]
    count = sum(len(plays) for _, plays in lines)
    searcher = searcher or Searcher()
    moves = [list(game.line_moves(line)) for line in range(len(game.variations) + 1)]
    begins: dict[tuple[int, int], Analysis | None] = {(one.line, one.at): None for one in game.variations}
    better: list[list[RecordedMove]] = []
    done = 0
    for line, plays in lines:
        begin = begins[game.variations[line - 1].line, game.variations[line - 1].at] if line else None
        for index, judged in enumerate(_judge_line(plays, limit, searcher, stop, begin)):
            if (line, index) in begins:
                begins[line, index] = judged.before
            glyph = glyph_of(judged)
            move = moves[line][index]
            moves[line][index] = evolve(move, note=_make_note(move.note, glyph, _describe_score(judged.after.score)))
            if glyph in dict(FAULTS).values() and judged.before.pv:
                before = game._moves_to(line, index)
                better.append([*before, *_record_line(judged.play.before, judged.before.lines[0], longest)])
            done += 1
            if progress is not None:
                progress(done, count)
    variations = [evolve(one, moves=own) for one, own in zip(game.variations, moves[1:], strict=True)]
    game = evolve(game, moves=moves[0], variations=variations)
    for added in better:
        game = game.add(added)
    return game


def _judge_line(
    plays: tuple[PlayedMove, ...],
    limit: Limit,
    searcher: Searcher,
    stop: Callable[[], bool] | None,
    after: Analysis | None,
) -> Iterator[JudgedMove]:
    """The moves of a line, each with the analyses of the positions before and after it.

    Arguments:
        plays: the moves.
        limit, searcher, stop: as for :func:`annotate`.
        after: the analysis of the position before the first move, if there is one.
    """
    for play in plays:
        if stop is not None and stop():
            return
        # After a move and before the next one the position is the same, unless a die was rolled.
        if after is None or after.position != play.before:
            after = searcher.analyse(play.before, limit, 2, stop=stop)
        before, after = after, searcher.analyse(play.after, limit, 2, stop=stop)
        if stop is not None and stop():
            return  # what was broken off is no judgement
        yield JudgedMove(play, before, after)


def glyph_of(judged: JudgedMove) -> Glyph:
    """Return the glyph that a move has earned, such as ``?!``; an empty text for most moves.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit, analyse
    >>> start = Position.initial(variants.BRANDUBH)
    >>> before, after = analyse(start, Limit(nodes=9)), analyse(start.play("d1-c1"), Limit(nodes=9))
    >>> glyph_of(JudgedMove(start.explain("d1-c1"), before, after)) in ("", "!", "?!", "?", "??")
    True
    """
    before, lines = judged.before, judged.before.lines
    if not lines:
        return ""
    if judged.play.move == before.best:
        others = lines[1].score.expected_points if len(lines) > 1 else 1.0
        return "!" if judged.after.lines and before.score.expected_points - others >= _ONLY else ""
    lost = before.score.expected_points - judged.after.score.pov(before.score.side).expected_points
    for least, glyph in FAULTS:
        if lost >= least:
            return glyph
    return ""


def _make_note(note: Note | None, glyph: Glyph, words: str) -> Note | None:
    """The note of the record with the judgement."""
    old = note or Note()
    comment = f"{old.comment} ({words})" if old.comment and words else old.comment or words
    judged = evolve(old, comment=comment, glyph=old.glyph or glyph)
    return None if judged == Note() else judged


def _describe_score(score: Score) -> str:
    """A score in words; none for the end of a game, which the result tells."""
    ahead = score.pov(Side.ATTACKERS)
    if not ahead.is_decided:
        return f"attackers {ahead}"
    if ahead.plies == 0:
        return ""
    winner = Side.ATTACKERS if ahead.value > 0 else Side.DEFENDERS
    return f"the {winner} {str(score.pov(winner)).replace('wins', 'win')}"


def _record_line(position: Position, line: Line, longest: int) -> list[RecordedMove]:
    """The moves of a line as records write them."""
    moves: list[RecordedMove] = []
    for move in line.moves[:longest]:
        play = position.explain(move)
        moves.append(record_move(play))
        position = play.after
    return moves
