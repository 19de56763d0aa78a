"""What a visitor may look at of an analysis: how far it goes, and the mistakes of a game.

Each position of a game is analysed in turn, and each move judged as :func:`annotate <hnefatafl.search.annotate>` judges
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hnefatafl.board import Move, Side
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import Game
from hnefatafl.render.alt import effects, move_words, state
from hnefatafl.search import FAULTS, Analysis, JudgedMove, glyph_of
from hnefatafl.support.immutability import frozen
from tafl.table import Table
from tafl.web._settings import Limits, Refused

_LINES: Final = 3
_MOST_LINES: Final = 5
_MOST_PLIES: Final = 64


@frozen
class Extent:
    """How many lines an analysis has, to which depth, and how many cores search."""

    lines: int = 1
    depth: int | None = None
    """None for as deep as the nodes go."""
    cores: int = 1

    @staticmethod
    def of(action: Mapping[str, object], limits: Limits) -> Extent:
        """Return what a visitor asks for.

        >>> Extent.of({"lines": 2}, Limits())
        Extent(lines=2)

        Raises:
            Refused: a number is none, or too large.
        """
        depth = None if action.get("depth") is None else _read_number(action, "depth", 1, _MOST_PLIES)
        return Extent(
            _read_number(action, "lines", _LINES, _MOST_LINES), depth, _read_number(action, "cores", 1, limits.cores)
        )


def _read_number(action: Mapping[str, object], name: str, usual: int, most: int) -> int:
    number = action.get(name, usual)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        raise Refused(f"{name}: a number from 1 to {most} was expected")
    return number


_EACH: Final = 10_000
"""The most nodes for a position."""
_LEAST: Final = 500
_SHOWN: Final = 6
"""The number of moves of a better line that are shown."""


class Review:
    """What is analysed next, and what comes of it. It has no input and output.

    Arguments:
        moves: the moves of a line, each with the number of its place.
        nodes: the most nodes for all positions; a position has some hundred at least.
    """

    def __init__(self, moves: Sequence[tuple[int, PlayedMove]], nodes: int) -> None:
        self._moves = moves
        self.nodes: Final = max(_LEAST, min(_EACH, nodes // (len(moves) + 1)))
        self._done = 0
        self._before: Analysis | None = None

    @property
    def position(self) -> Position | None:
        """The position that is analysed next; None at the end."""
        if self._done == len(self._moves):
            return None
        _, play = self._moves[self._done]
        return play.before if self._is_first(play) else play.after

    def _is_first(self, play: PlayedMove) -> bool:
        """Whether the position before a move is not yet analysed: at first, and where a die was rolled."""
        return self._before is None or self._before.position != play.before

    def begun(self) -> dict[str, Any]:
        """Return the message that begins it."""
        return self._review_message([], [])

    def take(self, analysis: Analysis) -> dict[str, Any]:
        """Take the analysis of the position, and return the message that tells of it."""
        node, play = self._moves[self._done]
        before = self._before
        self._before = analysis
        share = analysis.score.pov(Side.ATTACKERS).expected_points
        if before is None:
            return self._review_message([{"node": 0, "share": share}], [])
        if before.position != play.before:
            return self._review_message([], [])
        self._done += 1
        return self._review_message(
            [{"node": node, "share": share}], _describe_mistake(node, JudgedMove(play, before, analysis))
        )

    def _review_message(self, points: list[dict[str, Any]], mistakes: list[dict[str, Any]]) -> dict[str, Any]:
        count = len(self._moves)
        return {
            "type": "review",
            "on": True,
            "done": self._done,
            "count": count,
            "points": points,
            "mistakes": mistakes,
        }


def _describe_mistake(node: int, judged: JudgedMove) -> list[dict[str, Any]]:
    """Return what is said of a move that is a mistake; nothing of any other."""
    glyph = glyph_of(judged)
    if glyph not in {fault for _, fault in FAULTS}:
        return []
    play, side, better = judged.play, judged.play.before.turn, judged.before.lines[0]
    had, has = (each.score.pov(side).expected_points for each in (judged.before, judged.after))
    words = [f"Chance to win: {100 * had:.0f} % → {100 * has:.0f} %."]
    answer = judged.after.best
    if answer is not None:
        words.append(f"The answer: {_describe_move(play.after, answer)}")
    if better.moves:
        words.append(f"Better: {_describe_move(play.before, better.moves[0])}")
    shown = " ".join(map(move_words, better.moves[:_SHOWN])) + (" …" if len(better.moves) > _SHOWN else "")
    return [
        {
            "node": node,
            "side": side.value,
            "move": f"{play.before.ply + 1}. {move_words(play.move)} {glyph}",
            "words": " ".join(words),
            "better": shown,
            "moves": Table(Game.from_position(play.before)).view()["moves"],
        }
    ]


def _describe_move(position: Position, move: Move) -> str:
    """Return what a move does, and whether it ends the game."""
    play = position.explain(move)
    return effects(play) if play.after.outcome is None else f"{effects(play)} {state(play.after)}"
