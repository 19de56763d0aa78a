"""What boards are told of moves and of analyses."""

from __future__ import annotations

from typing import Any, Final

from hnefatafl.board import Side
from hnefatafl.records import Note
from hnefatafl.render.alt import brief_captures, move_words
from hnefatafl.search import Analysis, Line
from tafl.table._places import Place

_SHOWN: Final = 8
"""The number of moves of a line that are shown."""


def told_place(place: Place, depth: int) -> list[Any]:
    """Return a place for the list of moves: its number, its text, its depth and the number of the place before."""
    play = place.play
    if play is None or place.parent is None:
        return [place.number, "Start", 0, None]
    text = f"{play.before.ply + 1}. {move_words(play.move)}"
    if play.captures:
        text += f" {brief_captures(play)}"
    if place.recorded is not None and place.recorded.note is not None:
        text += _format_note(place.recorded.note)
    return [place.number, text, depth, place.parent.number]


def _format_note(note: Note) -> str:
    """Return the judgement of a move and the time left after it, as hours, minutes and seconds."""
    remark = f" {note.glyph}" if note.glyph else ""
    if note.clock is None:
        return remark
    minutes, seconds = divmod(note.clock.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{remark} ({f'{hours}:{minutes:02}' if hours else minutes}:{seconds:02})"


def analysis_message(analysis: Analysis, node: int) -> dict[str, Any]:
    """Return the message that shows an analysis: a bar, the best lines, and their first moves as arrows.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import analyse
    >>> from hnefatafl.search import Limit
    >>> message = analysis_message(analyse(Position.initial(variants.BRANDUBH), Limit(depth=2), lines=2), 0)
    >>> message["words"].split(":")[0], len(message["lines"])
    ('attackers', 2)

    Arguments:
        analysis: the analysis.
        node: the number of the place with its position.
    """
    turn = analysis.position.turn
    proven = " (proven)" if analysis.proven else ""
    return {
        "type": "analysis",
        "on": True,
        "node": node,
        "share": analysis.score.pov(Side.ATTACKERS).expected_points,
        "words": f"{turn}: {analysis.score}{proven}, depth {analysis.depth}, {analysis.nodes:,} nodes"
        if analysis.lines
        else str(analysis.position.outcome),
        "lines": [
            {"words": f"{line.score}  {_format_moves(line)}", "move": _arrow_squares(line)} for line in analysis.lines
        ],
    }


def hint_message(analysis: Analysis) -> dict[str, Any]:
    """Return the message that shows the best move of an analysis as a hint.

    >>> from hnefatafl import Position, Side, variants
    >>> from hnefatafl.search import analyse
    >>> from hnefatafl.search import Limit
    >>> position = Position.parse("/2t4/2T4/1t5/K6/7/t6/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> hint_message(analyse(position, Limit(nodes=500)))["words"]
    'Hint for the defenders: a4-a1 (wins in 1 ply).'
    """
    if not analysis.lines:
        return {"type": "hint", "words": "The game is over.", "move": []}
    best = analysis.lines[0]
    words = f"Hint for the {analysis.position.turn}: {_format_moves(best, 1)} ({analysis.score})."
    return {"type": "hint", "words": words, "move": _arrow_squares(best)}


def _format_moves(line: Line, count: int = _SHOWN) -> str:
    if line.rolls or not line.moves:
        return "roll the die"
    return " ".join(map(move_words, line.moves[:count])) + (" …" if 1 < count < len(line.moves) else "")


def _arrow_squares(line: Line) -> list[str]:
    """Return the squares of the first move, for an arrow."""
    return [line.moves[0].origin.name, line.moves[0].target.name] if line.moves else []
