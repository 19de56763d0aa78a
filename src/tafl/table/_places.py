"""The places of a game: its moves as a tree of positions, in which one step costs the same however long the game is.

A record is a flat list of lines, and each change makes another record. Here each move has a place of its own, which
knows the position that it leads to. A move is added, deleted or promoted at its place alone; the record is written when
it is asked for.

The tree holds the whole record. What cannot be played (an illegal move and what follows it, the ending of a line) has
places, too, so that nothing is lost; they are hidden. What is told of a place counts only those that are shown: the
order of what follows a place, which of it is in the line, and what has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from attrs import define, evolve

from hnefatafl.board import Side
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import RESULTS, Clock, Ending, Game, Note, RecordedMove, Shape, Variation, record_move, replays
from hnefatafl.render.alt import brief_captures, move_words
from hnefatafl.search import Analysis, Line
from hnefatafl.support.immutability import frozen

Change = tuple[str, int] | None
"""What has become of a place that is shown: it was ``added`` as the last of those that follow its parent, ``removed``
with all that follows it, or ``promoted`` to the first of those that follow its parent. None where a place took that of
another between others."""


@frozen
class _Tail:
    """What a line has after its last move, beside a roll that is on the board."""

    roll_pending: int | None
    ending: Ending | None
    closing_comment: Note | None


_NO_TAIL: Final = _Tail(None, None, None)


@define(eq=False)
class Place:
    """The start, or a move with the position that it leads to."""

    number: int | None
    """What hosts call it: 0 is the start, and no number is given twice. None if it is hidden."""
    parent: Place | None
    base: Position
    """The position before anything is rolled there; at a hidden place the last one that was reached."""
    play: PlayedMove | None
    recorded: RecordedMove | None
    """The record of the move."""
    is_new: bool
    """Whether the move was played here, and is not of the record."""
    children: list[Place]
    """The moves that follow: first that of the same line, then those that replace it."""
    rolled: Position | None = None
    """The position after the roll that is pending there."""
    tail: _Tail | None = None
    """The end of a line."""

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.base if self.rolled is None else self.rolled

    @property
    def shown(self) -> list[Place]:
        """The moves that follow and can be played."""
        return [child for child in self.children if child.number is not None]

    @property
    def begins_variation(self) -> bool:
        """Whether it replaces a move that is shown: it is not the first of those that follow its parent."""
        siblings = () if self.parent is None else self.parent.children
        return next((sibling for sibling in siblings if sibling.number is not None), self) is not self

    @property
    def branch(self) -> Place | None:
        """The first move of the variation that the place is in; None in the main line."""
        place: Place | None = self
        while place is not None and not place.begins_variation:
            place = place.parent
        return place

    def last(self) -> Place:
        """Return the end of the line from here, as far as it can be played."""
        place = self
        while place.children and place.children[0].number is not None:
            place = place.children[0]
        return place


class Places:
    """The places of a game.

    Arguments:
        record: the game, which is read as far as it is legal.

    Raises:
        InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.
    """

    def __init__(self, record: Game) -> None:
        self._record = record
        self._written: Game | None = record
        self._numbered: dict[int, Place] = {}
        self._next = 0
        replayed = {replay.line: replay for replay in replays(record)}
        self.start = self._assign_number(Place(None, None, replayed[0].start, None, None, False, []))
        placed: dict[tuple[int, int], Place] = {}
        for number, line in enumerate(record.lines):
            replay = replayed.get(number)
            plays = [] if replay is None else list(replay.each_played_move())
            place = placed[line.line, line.at - 1] if number and line.at else self.start
            for index, recorded in enumerate(line.moves):
                play = plays[index] if index < len(plays) else None
                place = placed[number, index] = self._add(place, play, recorded)
            if replay is not None and replay.error is None and line.roll_pending is not None:
                place.rolled = replay.position
            tail = _Tail(line.roll_pending, line.ending, line.closing_comment)
            if tail != (_NO_TAIL if place.rolled is None else evolve(_NO_TAIL, roll_pending=line.roll_pending)):
                self._add(place, None, None).tail = tail
        self._main = {self.start.number: True}
        self.changes: Final[list[Change]] = []
        """What has changed since the beginning."""

    def _note(self, kind: str, place: Place) -> None:
        assert place.number is not None  # what is hidden does not change
        assert place.parent is not None
        is_replaced = kind == "removed" and not place.begins_variation and len(place.parent.shown) > 1
        if kind == "promoted" or is_replaced:
            self._main = {self.start.number: True}
        self.changes.append((kind, place.number))

    @property
    def record(self) -> Game:
        """The record as it was at first, for its ruleset and tags."""
        return self._record

    def find(self, number: object) -> Place | None:
        """Return the place of that number, if there is one."""
        return self._numbered.get(number) if isinstance(number, int) and not isinstance(number, bool) else None

    def in_main_line(self, place: Place) -> bool:
        """Return whether a place that is shown is in the main line. What is found is kept while it holds."""
        path: list[Place] = []
        while place.number not in self._main and place.parent is not None:
            path.append(place)
            place = place.parent
        is_main = self._main[place.number]
        for passed in reversed(path):
            is_main = is_main and not passed.begins_variation
            self._main[passed.number] = is_main
        return is_main

    # What is changed.

    def follow(self, place: Place, play: PlayedMove) -> Place:
        """Return the place that a move leads to, which is made if it is new."""
        self._written = None
        for child in place.children:
            if child.play is not None and _is_same_play(child.play, play):
                return child
        loose = _find_loose_tail(place)
        if loose is not None:
            place.children.clear()
        reached = self._add(place, play, record_move(play), is_new=True)
        self._note("added", reached)
        if loose is not None:  # a comment stays at the end, and the roll is used
            self._add(reached, None, None).tail = evolve(loose, roll_pending=None)
        return reached

    def replace(self, place: Place, play: PlayedMove) -> Place:
        """Return the place of a move that takes the place of another and of all that follows that."""
        assert place.parent is not None
        parent, siblings = place.parent, place.parent.children
        index = siblings.index(place)
        rolled = parent.rolled
        self.delete(place, keep_result=True)
        parent.rolled = rolled
        replacement = self.follow(parent, play)
        if siblings[-1] is replacement and len(siblings) > index + 1:
            siblings.insert(index, siblings.pop())
            self._main = {self.start.number: True}
            self.changes.append(None)
        return replacement

    def roll(self, place: Place, position: Position) -> None:
        """Let a roll be pending at a place."""
        self._written = None
        place.rolled = position

    def note(self, place: Place) -> Note:
        """Return what the record says at a place; an empty note where it says nothing."""
        return (self._record.note if place.recorded is None else place.recorded.note) or Note()

    def time(self, place: Place, clock: Clock) -> None:
        """Record what time is left after a move."""
        if place.recorded is not None:
            self._annotate(place, evolve(self.note(place), clock=clock))

    def mark(self, place: Place, shapes: Iterable[Shape]) -> None:
        """Let these be the arrows and circles at a place."""
        self._annotate(place, evolve(self.note(place), shapes=shapes))

    def _annotate(self, place: Place, note: Note) -> None:
        self._written = None
        kept = None if note == Note() else note
        if place.recorded is None:
            self._record = evolve(self._record, note=kept)
        else:
            place.recorded = evolve(place.recorded, note=kept)

    def delete(self, place: Place, *, keep_result: bool) -> None:
        """Delete a move, with the roll before it and all that follows."""
        assert place.parent is not None
        self._written = None
        if not keep_result:
            self._record = evolve(self._record, result="")
        self._note("removed", place)
        place.parent.children.remove(place)
        place.parent.rolled = None
        waiting = [place]
        while waiting:
            gone = waiting.pop()
            if gone.number is not None:
                del self._numbered[gone.number]
            waiting += gone.children

    def promote(self, branch: Place) -> None:
        """Let a variation and the line that it leaves change their places."""
        assert branch.parent is not None
        self._written = None
        siblings = branch.parent.children
        siblings.remove(branch)
        siblings.insert(0, branch)
        self._note("promoted", branch)

    def _add(
        self, parent: Place, play: PlayedMove | None, recorded: RecordedMove | None, is_new: bool = False
    ) -> Place:
        base = parent.base if play is None else play.after
        place = Place(None, parent, base, play, recorded, is_new, [])
        parent.children.append(place)
        return place if play is None else self._assign_number(place)

    def _assign_number(self, place: Place) -> Place:
        place.number = self._next
        self._numbered[self._next] = place
        self._next += 1
        return place

    # What is read.

    def walk(self) -> Iterator[tuple[Place, int]]:
        """Yield the places that are shown, each with how many variations it is inside: after each move the variations
        that replace it, then the moves that follow."""
        waiting: list[tuple[Place, int, list[Place]]] = [(self.start, 0, [])]
        while waiting:
            place, depth, variations = waiting.pop()
            yield place, depth
            following = place.shown
            waiting += ((child, depth, following[1:]) for child in following[:1])
            waiting += ((replacing, depth + 1, []) for replacing in reversed(variations))

    def write(self) -> Game:
        """Return the record with all that was changed. A game without a result gets that of the last move, if that was
        played here and ends the game."""
        if self._written is None:
            game = self._record.with_lines(self._list_lines())
            last = self.start.last()
            end = last.position.outcome if last.is_new and not last.children else None
            self._written = evolve(game, result=RESULTS[end.winner]) if end is not None and not game.result else game
        return self._written

    def line_to(self, place: Place) -> Game:
        """Return a record of the moves that lead to a place."""
        moves: list[RecordedMove] = []
        roll = None if place.rolled is None else place.rolled.roll_pending
        visited: Place | None = place
        while visited is not None:
            if visited.recorded is not None:
                moves.append(visited.recorded)
            visited = visited.parent
        return evolve(
            self._record.with_lines([Variation(at=0, moves=tuple(reversed(moves)), roll_pending=roll)]), result=""
        )

    def _list_lines(self) -> list[Variation]:
        lines: list[Variation] = []
        waiting: list[tuple[int, int, Place]] = [(0, 0, child) for child in self.start.children[:1]]
        if not waiting:
            return [_make_line(0, 0, [], self.start)]
        for line, ply, first in waiting:
            number, moves, place = len(lines), list[RecordedMove](), first
            while True:
                assert place.parent is not None
                siblings = place.parent.children
                if place is siblings[0]:
                    waiting += ((number, len(moves), sibling) for sibling in siblings[1:])
                if place.recorded is not None:
                    moves.append(place.recorded)
                if not place.children:
                    break
                place = place.children[0]
            lines.append(_make_line(line, ply, moves, place))
        return lines


def _make_line(line: int, ply: int, moves: list[RecordedMove], last: Place) -> Variation:
    tail = last.tail or _NO_TAIL
    holder = last if last.tail is None or last.parent is None else last.parent
    roll = tail.roll_pending
    if roll is None and tail.ending is None and holder.rolled is not None:
        roll = holder.rolled.roll_pending
    return Variation(
        line=line,
        at=ply,
        moves=tuple(moves),
        roll_pending=roll,
        ending=tail.ending,
        closing_comment=tail.closing_comment,
    )


def _find_loose_tail(place: Place) -> _Tail | None:
    """Return the end of a line that is all that follows a place; None for an ending, which another move replaces."""
    tail = place.children[0].tail if place.children else None
    return tail if tail is not None and tail.ending is None else None


def _is_same_play(first: PlayedMove, second: PlayedMove) -> bool:
    return (first.move, first.before.roll_pending, first.after) == (
        second.move,
        second.before.roll_pending,
        second.after,
    )


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
