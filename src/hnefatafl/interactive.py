"""A game that is being played or studied, for the board that one can touch.

A :class:`Table` keeps the game and its rules. It has no input and output: a host, such as the server of ``tafl serve``,
hands the actions of the board to :meth:`Table.act`, and answers with the messages of :meth:`Table.board` and
:meth:`Table.view`. Both are plain values that JSON can express.

>>> from hnefatafl import variants
>>> from hnefatafl.game import Game
>>> table = Table(Game(ruleset=variants.BRANDUBH))
>>> table.act({"type": "play", "move": "d1-c1"})
>>> table.act({"type": "take_back"})
>>> table.act({"type": "play", "move": "d1-e1"})
>>> [text for _, text, _, _ in table.view()["tree"]]
['Start', '1. d1-c1', '1. d1-e1']

The actions are objects with a ``type``: ``play`` (with a ``move``), ``roll``, ``stop``, ``silent``, ``take_back``,
``go`` (with the number of a ``node``), ``promote`` and ``delete``. They do what the methods of these names do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random
from typing import Any, Final, final

from attrs import define, evolve

from hnefatafl._marks import record_move
from hnefatafl._rolls import thrown
from hnefatafl.errors import TableError
from hnefatafl.game import Game, Node
from hnefatafl.geometry import Symmetry
from hnefatafl.move import Move
from hnefatafl.notation.moves import parse_move
from hnefatafl.pieces import Side
from hnefatafl.played_move import PlayedMove
from hnefatafl.position import Position
from hnefatafl.records import RecordedMove
from hnefatafl.render._component import board_message, drawn
from hnefatafl.render._scene import move_words, replays
from hnefatafl.render._words import effects, state
from hnefatafl.search.analysis import Analysis, Line

__all__ = ["Table", "analysis_message", "hint_message"]


def __dir__() -> list[str]:
    return __all__


_LONGEST: Final = 200
"""The number of characters of a move."""
_TURNS: Final = ("play", "roll", "stop")
"""What only the side to move may do."""
_SHOWN: Final = 8
"""The number of moves of a line that are shown."""


@define(eq=False)
class _Place:
    """A position in the tree: the start, or what a move leads to."""

    number: int
    parent: _Place | None
    position: Position
    play: PlayedMove | None
    children: list[_Place]
    depth: int
    """How many variations it is inside."""
    recorded: RecordedMove | None
    """The record of the move."""


@final
class Table:
    """A game in progress, with its variations.

    >>> from hnefatafl import variants
    >>> table = Table(Game(ruleset=variants.BRANDUBH), branching=False)
    >>> table.play("d1-c1")
    >>> table.position.turn, [str(move) for move in table.game.moves]
    (Side.DEFENDERS, ['d1-c1'])
    """

    def __init__(self, game: Game, *, chance: Random | None = None, branching: bool = True) -> None:
        """Begin with a game, at the end of its main line.

        Arguments:
            game: its record so far, which is read as far as it is legal.
            chance: what rolls the die; by default another roll each time.
            branching: whether other moves become variations; if not, there is one line, and moves are taken back.

        Raises:
            InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.
        """
        self._record = game
        self._fresh: _Place | None = None
        self._chance = Random() if chance is None else chance
        self._branching = branching
        self._places: list[_Place] = []
        self._build()
        self._current = self._last_of(self._places[0])
        self._actions: Mapping[str, Callable[[Mapping[str, object]], None]] = {
            "play": lambda action: self._play(action.get("move")),
            "roll": lambda _: self.roll(),
            "stop": lambda _: self.stop(),
            "silent": lambda _: self.keep_silent(),
            "take_back": lambda _: self.take_back(),
            "go": lambda action: self._go(action.get("node")),
            "promote": lambda _: self.promote(),
            "delete": lambda _: self.delete(),
        }

    @property
    def position(self) -> Position:
        """The position on the board.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.position.ply
        1
        """
        return self._current.position

    @property
    def node(self) -> int:
        """The number of the place on the board in the tree; 0 is the start.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.node
        1
        """
        return self._current.number

    @property
    def last(self) -> PlayedMove | None:
        """The last move; None at the start, and when the die has been rolled since.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> str(table.last.move)
        'd1-c1'
        """
        return None if self.position.roll_pending is not None else self._current.play

    @property
    def last_mover(self) -> Side | None:
        """The side that made the last move; None at the start.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.last_mover
        Side.ATTACKERS
        """
        return None if self._current.play is None else self._current.play.before.turn

    def side_for(self, kind: object) -> Side | None:
        """Return the side that alone may do an action here, or None if it is for either.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.side_for("play"), table.side_for("silent"), table.side_for("take_back")
        (Side.DEFENDERS, Side.ATTACKERS, None)

        Arguments:
            kind: the ``type`` of the action, whatever somebody may have sent.
        """
        if kind == "silent":
            return self.last_mover
        return self.position.turn if kind in _TURNS else None

    @property
    def at_end(self) -> bool:
        """Whether no move follows the one on the board.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.take_back()
        >>> table.at_end
        False
        """
        return not self._current.children

    @property
    def game(self) -> Game:
        """The record with all its variations, and with a roll at its end that nobody has used yet.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.act({"type": "play", "move": "d1-c1"})
        >>> str(table.game.moves[0])
        'd1-c1'
        """
        record, position = self._write(), self.position
        if position.roll_pending is None or self._current is not self._last_of(self._places[0]):
            return record
        ends = record.roll_pending is None and record.ending is None
        return record.roll(position.roll_pending, after=self._node()) if ends else record

    def position_at(self, node: int) -> Position:
        """Return the position of a place in the tree.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.position_at(0).ply
        0

        Raises:
            TableError: there is no such place.
        """
        return self._find(node).position

    def act(self, action: Mapping[str, object]) -> None:
        """Do what a board sends. The action may come from anybody: whatever it is, it is done or refused.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.act({"type": "fly"})
        Traceback (most recent call last):
            ...
        hnefatafl.errors.TableError: one of play, roll, stop, silent, take_back, go, promote, delete was expected...

        Raises:
            TableError: there is no such action, or it cannot be done here; nothing has changed.
            NotationError: the text of a move is none.
            IllegalMoveError, IllegalRollError: the move or the roll is illegal.
        """
        kind = action.get("type") if isinstance(action, Mapping) else None
        work = self._actions.get(kind) if isinstance(kind, str) else None
        if work is None:
            raise TableError(f"one of {', '.join(self._actions)} was expected, not {kind!r:.60}")
        work(action)

    def _write(self) -> Game:
        """Write the moves that the record lacks, and return it. Moves one after the other are written at once."""
        if self._fresh is not None:
            self._record = self._record.add(_moves_to(self._fresh))
            self._fresh = None
        return self._record

    # What can be done.

    def play(self, move: Move | str, *, announce: bool = True) -> None:
        """Play a move, or follow a variation that begins with it.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.play("d3-d2")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.IllegalMoveError: illegal move d3-d2: ...

        Arguments:
            move: the move.
            announce: whether the way out that it opens for the king is announced.

        Raises:
            NotationError: the text is not a move.
            IllegalMoveError: the move is illegal.
        """
        self._follow(self.position.explain(parse_move(move).move if isinstance(move, str) else move, announce))

    def _play(self, text: object) -> None:
        if not isinstance(text, str) or len(text) > _LONGEST:
            raise TableError("move: the text of a move was expected")
        self.play(text)

    def _follow(self, play: PlayedMove) -> None:
        for child in self._current.children:
            if child.play is not None and child.play.move == play.move and child.play.after == play.after:
                self._current = child
                return
        if self._fresh is not self._current:
            self._write()
        self._current = self._fresh = self._place(self._current, play)

    def roll(self) -> None:
        """Roll the die.

        >>> from hnefatafl import variants
        >>> rules = variants.BRANDUBH.evolve(king_die=6)
        >>> start = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
        >>> table = Table(Game.from_position(start), chance=Random(1))
        >>> table.roll()
        >>> table.position.roll_pending
        2

        Raises:
            IllegalRollError: nothing is rolled here.
        """
        self._current.position = thrown(self.position, self._chance)

    def stop(self) -> None:
        """End a turn of several captures.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.stop()
        Traceback (most recent call last):
            ...
        hnefatafl.errors.TableError: there is no turn to stop: that is for a piece that has captured ...

        Raises:
            TableError: there is no such turn, or its piece has to go on.
        """
        square = self.position.berserk_square
        stop = None if square is None else Move.of(square, square)
        if stop is None or not self.position.is_legal(stop):
            raise TableError("there is no turn to stop: that is for a piece that has captured and may capture again")
        self.play(stop)

    def keep_silent(self) -> None:
        """Do not announce the way out that the last move opened for the king.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.keep_silent()
        Traceback (most recent call last):
            ...
        hnefatafl.errors.TableError: there is no way out to keep silent about

        Raises:
            TableError: there is none.
        """
        silent = self._silent()
        if silent is None:
            raise TableError("there is no way out to keep silent about")
        self._remove()
        self._follow(silent)

    def _silent(self) -> PlayedMove | None:
        """Return the last move without its announcement, or None if that changes nothing any more."""
        last = self._current.play
        if last is None or self._current.children or self.position.roll_pending is not None:
            return None
        silent = last.before.explain(last.move, announce=False)
        return None if silent.after == self.position else silent

    def take_back(self, *, past: Collection[Side] = ()) -> None:
        """Return to the position before the last move. Without variations the move is deleted.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.take_back()
        >>> table.position.ply, len(table.game.moves)
        (0, 1)

        Arguments:
            past: sides that are not to be left to move, such as that of the computer: their moves are taken back, too.

        Raises:
            TableError: there is nothing to take back.
        """
        self._step_back()
        while self.last_mover is not None and self.position.turn in past:
            self._step_back()

    def _step_back(self) -> None:
        if self._current.parent is None:
            raise TableError("there is nothing to take back")
        if self._branching:
            self._current = self._current.parent
        else:
            self._remove()

    def go(self, node: int) -> None:
        """Go to a place in the tree, by the number that :meth:`view` gives it; 0 is the start.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.go(0)
        >>> table.position.ply
        0

        Raises:
            TableError: there is no such place.
        """
        self._current = self._find(node)

    def _go(self, number: object) -> None:
        self._current = self._find(number)

    def _find(self, number: object) -> _Place:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(self._places):
            raise TableError("node: the number of a move was expected")
        return self._places[number]

    def promote(self) -> None:
        """Let the variation on the board and the line that it leaves change their places.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.go(0)
        >>> table.play("d1-e1")
        >>> table.promote()
        >>> str(table.game.moves[0])
        'd1-e1'

        Raises:
            TableError: it is the main line.
        """
        node = self._node()
        if node is None or not node.line:
            raise TableError("this is the main line")
        moves = _moves_to(self._current)
        self._record = self._record.promote(node)
        self._build()
        self._current = self._at(len(moves), self._record.find(moves))

    def delete(self) -> None:
        """Delete the last move and all that follow it.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.delete()
        >>> table.game.moves
        ()

        Raises:
            TableError: this is the start.
        """
        if self._current.parent is None:
            raise TableError("the start cannot be deleted")
        self._remove()

    def _remove(self) -> None:
        """Delete the current move and all that follow it."""
        node, parent = self._node(), self._current.parent
        assert node is not None
        assert parent is not None
        before = _moves_to(parent)
        result = "" if not self._branching else self._record.result
        self._record = evolve(self._record.delete(node), result=result)
        self._build()
        self._current = self._at(len(before), self._record.find(before) if before else None)

    # The tree.

    def _build(self) -> None:
        """Make the places of the record, as far as it is legal."""
        self._places = []
        self._lines: dict[tuple[int, int], _Place] = {}
        for replay in replays(self._record):
            if not self._places:
                self._places.append(_Place(0, None, replay.start, None, [], 0, None))
            place = self._places[0]
            if replay.line:
                branch = self._record.variations[replay.line - 1]
                place = self._before(branch.line, branch.at)
            for index, play in enumerate(replay.each_played_move()):
                place = self._lines[replay.line, index] = self._place(place, play)
            if replay.line == 0 and replay.position.roll_pending is not None:
                place.position = replay.position

    def _before(self, line: int, at: int) -> _Place:
        """Return the place before a move of a line."""
        while not at and line:
            branch = self._record.variations[line - 1]
            line, at = branch.line, branch.at
        return self._lines[line, at - 1] if at else self._places[0]

    def _place(self, parent: _Place, play: PlayedMove) -> _Place:
        depth = parent.depth + bool(parent.children)
        place = _Place(len(self._places), parent, play.after, play, [], depth, record_move(play))
        parent.children.append(place)
        self._places.append(place)
        return place

    def _last_of(self, place: _Place) -> _Place:
        while place.children:
            place = place.children[0]
        return place

    def _node(self) -> Node | None:
        """Return the node of the current move in the record; None at the start."""
        record = self._write()
        return None if self._current.play is None else record.find(_moves_to(self._current))

    def _at(self, length: int, node: Node | None) -> _Place:
        """Return the place of a node of the record."""
        return self._places[0] if node is None or not length else self._lines[node.line, node.index]

    # What is seen.

    def board(self, *, offers: Iterable[str] = (), orientation: Symmetry = Symmetry.IDENTITY) -> dict[str, Any]:
        """Return the message that a board needs first, once: the empty board and the shapes of the pieces.

        >>> from hnefatafl import variants
        >>> Table(Game(ruleset=variants.BRANDUBH)).board(offers=["hint"])["offers"]
        ['hint']

        Arguments:
            offers: the actions that the host does itself: ``hint``, ``analyse`` and ``record``.
            orientation: the rotation or mirroring of the board.
        """
        return board_message(self._record.ruleset, offers=offers, orientation=orientation)

    def view(self, number: object = None) -> dict[str, Any]:
        """Return the message that shows a place, by default that on the board.

        >>> from hnefatafl import variants
        >>> view = Table(Game(ruleset=variants.BRANDUBH)).view()
        >>> view["moves"]["d1"], view["state"]
        (['b1', 'c1', 'e1', 'f1'], 'The attackers are to move.')

        Raises:
            TableError: there is no such place.
        """
        place = self._current if number is None else self._find(number)
        position, play = place.position, place.play
        legal = sorted(position.legal_moves())
        targets: dict[str, list[str]] = {}
        for move in legal:
            if not move.is_stop:
                targets.setdefault(move.origin.name, []).append(move.target.name)
        live = place is self._current
        possible = {
            "roll": position.can_roll,
            "stop": any(move.is_stop for move in legal),
            "silent": live and self._silent() is not None,
            "take_back": self._current.parent is not None,
            "promote": self._branching and place.depth > 0,
            "delete": self._branching and place.parent is not None,
        }
        return {
            "type": "view",
            "node": place.number,
            "live": live,
            **drawn(position, play),
            "moves": targets,
            "turn": position.turn.value,
            "over": position.outcome is not None,
            "actions": [name for name, can in possible.items() if can],
            "told": "" if play is None else effects(play),
            "state": state(position),
            "tree": [_told(each) for each in self._in_order()],
        }

    def _in_order(self) -> list[_Place]:
        """Return all places: after each move the variations that replace it, then the moves that follow."""
        found: list[_Place] = []
        waiting = [self._places[0]]
        while waiting:
            place = waiting.pop()
            found.append(place)
            siblings = (
                [] if place.parent is None or place.parent.children[0] is not place else place.parent.children[1:]
            )
            waiting += reversed([*siblings, *place.children[:1]])
        return found


def _moves_to(place: _Place) -> list[RecordedMove]:
    """Return the moves from the start to a place."""
    found: list[RecordedMove] = []
    at: _Place | None = place
    while at is not None and at.recorded is not None:
        found.append(at.recorded)
        at = at.parent
    return found[::-1]


def _told(place: _Place) -> list[Any]:
    """Return a place for the list of moves: its number, its text, its depth and the number of the place before."""
    play = place.play
    if play is None or place.parent is None:
        return [place.number, "Start", 0, None]
    captured = f" ×{len(play.captured)}" if play.captured else ""
    return [place.number, f"{play.before.ply + 1}. {move_words(play.move)}{captured}", place.depth, place.parent.number]


def analysis_message(analysis: Analysis, node: int) -> dict[str, Any]:
    """Return the message that shows an analysis: a bar, the best lines, and their first moves as arrows.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search.analysis import analyse
    >>> from hnefatafl.search.limits import Limit
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
        "lines": [{"words": f"{line.score}  {_moves(line)}", "move": _squares(line)} for line in analysis.lines],
    }


def hint_message(analysis: Analysis) -> dict[str, Any]:
    """Return the message that shows the best move of an analysis as a hint.

    >>> from hnefatafl import Position, Side, variants
    >>> from hnefatafl.search.analysis import analyse
    >>> from hnefatafl.search.limits import Limit
    >>> position = Position.parse("/2t4/2T4/1t5/K6/7/t6/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> hint_message(analyse(position, Limit(nodes=500)))["words"]
    'Hint for the defenders: a4-a1 (wins in 1 ply).'
    """
    if not analysis.lines:
        return {"type": "hint", "words": "The game is over.", "move": []}
    best = analysis.lines[0]
    words = f"Hint for the {analysis.position.turn}: {_moves(best, 1)} ({analysis.score})."
    return {"type": "hint", "words": words, "move": _squares(best)}


def _moves(line: Line, count: int = _SHOWN) -> str:
    if line.rolls or not line.moves:
        return "roll the die"
    return " ".join(map(move_words, line.moves[:count])) + (" …" if 1 < count < len(line.moves) else "")


def _squares(line: Line) -> list[str]:
    """Return the squares of the first move, for an arrow."""
    return [line.moves[0].origin.name, line.moves[0].target.name] if line.moves else []
