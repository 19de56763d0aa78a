"""A game that is being played or studied, for the interactive board.

A :class:`Table` keeps the game and its rules. It has no input and output: a host, such as the server of ``tafl serve``,
hands the actions of the board to :meth:`Table.act`, and answers with the messages of :meth:`Table.board` and
:meth:`Table.view`. Both are plain values that JSON can express. ``hnefatafl/schema/board-1.json``, among the files of
the package, is a JSON schema of all messages and actions of boards.

>>> from hnefatafl import variants
>>> from hnefatafl.records import Game
>>> table = Table(Game(ruleset=variants.BRANDUBH))
>>> table.act({"type": "play", "move": "d1-c1"})
>>> table.act({"type": "take_back"})
>>> table.act({"type": "play", "move": "d1-e1"})
>>> [text for _, text, _, _ in table.view()["tree"]]
['Start', '1. d1-c1', '1. d1-e1']

The actions are objects with a ``type``: ``play`` (with a ``move``), ``roll``, ``stop``, ``silent``, ``take_back``,
``go`` (with the number of a ``node``), ``mark`` (with a ``node`` and the texts of ``shapes``), ``promote``, ``delete``
and ``end`` (with a ``winner`` and an ``ending``). They do what the methods of these names do.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random
from typing import Any, Final, final

from attrs import evolve

from hnefatafl.board import Move, Side, Symmetry
from hnefatafl.errors import HnefataflError, TableError
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import RESULTS, Clock, Ending, Game, GameLike, Note, Shape, as_game, throw_die
from hnefatafl.render.alt import effects, state
from hnefatafl.render.page import board_message, draw_position
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import is_list
from hnefatafl.support.texts import shortened
from tafl.table._places import Place, Places, told_place

SIDES: Final[Mapping[str, Side]] = {side.value: side for side in Side}
_ENDINGS: Final[Mapping[object, Ending]] = {"resigned": "resigned", "timeout": "timeout"}


@frozen
class End:
    """How a game has ended that goes on on the board."""

    winner: Side | None
    ending: Ending | None

    @property
    def words(self) -> str:
        if self.winner is None:
            return "A draw: the players have agreed on it."
        loser = self.winner.opponent
        why = f"the time of the {loser} is over" if self.ending == "timeout" else f"the {loser} have resigned"
        return f"The {self.winner} win: {why}."

    @staticmethod
    def parse(winner: object, ending: object) -> End:
        """Read what an action says.

        Raises:
            TableError: winner and ending do not fit.
        """
        if winner is None and ending is None:
            return End(None, None)
        if not isinstance(winner, str) or not isinstance(ending, str) or winner not in SIDES or ending not in _ENDINGS:
            raise TableError("the winner and resigned or timeout were expected, or neither for a draw")
        return End(SIDES[winner], _ENDINGS[ending])


_LONGEST: Final = 200
"""The number of characters of a move."""
_TURNS: Final = ("play", "roll", "stop", "pass")
"""What only the side to move may do."""
_SHAPES: Final = 100
"""The number of arrows and circles that a place has at most."""
_COMMENT: Final = 2_000
"""How many characters of a comment are shown."""
_SHOWN: Final = 8
"""The number of changes of the list of moves that are told one by one."""


_Action = Mapping[str, object]


@frozen
class _Deed:
    """What an action does here, before it is done."""

    fact: dict[str, Any]
    """With the ply of the position that it leads to."""
    do: Callable[[], object]


@final
class Table:
    """A game in progress, with its variations.

    >>> from hnefatafl import variants
    >>> table = Table(Game(ruleset=variants.BRANDUBH), branching=False)
    >>> table.play("d1-c1")
    >>> table.position.turn, [str(move) for move in table.game.moves]
    (Side.DEFENDERS, ['d1-c1'])
    """

    def __init__(self, game: GameLike, *, chance: Random | None = None, branching: bool = True) -> None:
        """Begin with a game, at the end of its main line.

        Arguments:
            game: its record so far, which is read as far as it is legal; or what it begins with.
            chance: what rolls the die; by default another roll each time.
            branching: whether other moves become variations; if not, there is one line, and moves are taken back.

        Raises:
            InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.
        """
        self._places = Places(as_game(game))
        self._chance = Random() if chance is None else chance
        self._branching = branching
        self._listed: tuple[int, list[list[Any]]] | None = None
        self._current = self._places.start.last()
        self._end: End | None = None
        self._decided: _Deed | None = None
        self._deeds: Mapping[str, Callable[[_Action], _Deed]] = {
            "play": lambda action: self._play(action.get("move")),
            "roll": lambda _: self._roll(None),
            "stop": lambda _: self._stop(),
            "silent": lambda _: self._keep_silent(),
            "take_back": lambda action: self._take_back(_read_sides(action.get("past", []))),
            "go": lambda action: self._go(action.get("node")),
            "mark": lambda action: self._mark(action.get("node"), action.get("shapes")),
            "promote": lambda _: self._promote(),
            "delete": lambda _: self._delete(),
            "end": lambda action: self._decide_end(action.get("winner"), action.get("ending")),
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
        return _number_of(self._current)

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
        return not self._current.shown

    @property
    def game(self) -> Game:
        """The record with all its variations, and with the rolls at their ends that nobody has used yet.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.act({"type": "play", "move": "d1-c1"})
        >>> str(table.game.moves[0])
        'd1-c1'
        """
        game = self._places.write()
        if self._end is None:
            return game
        return evolve(game, result=RESULTS[self._end.winner], ending=self._end.ending)

    def line_to(self, node: object) -> Game:
        """Return a record of the moves that lead to a place, and of no others.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> for move in ("d1-c1", "c4-c2"):
        ...     table.play(move)
        >>> [str(move) for move in table.line_to(1).moves]
        ['d1-c1']

        Arguments:
            node: the number of the place, whatever somebody may have sent.

        Raises:
            TableError: there is no such place.
        """
        return self._places.line_to(self._find(node))

    def line(self) -> list[tuple[int, PlayedMove]]:
        """Return the moves of the line that goes through the place on the board, each with the number of its place.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.go(0)
        >>> [(number, str(play.move)) for number, play in table.line()]
        [(1, 'd1-c1')]
        """
        moves: list[tuple[int, PlayedMove]] = []
        place: Place | None = self._current.last()
        while place is not None and place.play is not None:
            moves.append((_number_of(place), place.play))
            place = place.parent
        return moves[::-1]

    @property
    def is_over(self) -> bool:
        """Whether the game on the board has ended, by its rules or by :meth:`end`.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH), branching=False)
        >>> table.end(Side.DEFENDERS, "resigned")
        >>> table.is_over, table.game.result, table.game.ending
        (True, 'White', 'resigned')
        """
        return self._end is not None or self.position.outcome is not None

    def can_go_on(self, node: object) -> bool:
        """Return whether the rules let a game go on at a place, also where this one was ended.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH), branching=False)
        >>> table.end(None)
        >>> table.can_go_on(0)
        True

        Arguments:
            node: the number of the place, whatever somebody may have sent.

        Raises:
            TableError: there is no such place.
        """
        return self.position_at(node).outcome is None

    def position_at(self, node: object) -> Position:
        """Return the position of a place in the tree.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.play("d1-c1")
        >>> table.position_at(0).ply
        0

        Arguments:
            node: the number of the place, whatever somebody may have sent.

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
        hnefatafl.errors.TableError: one of play, roll, stop, silent, take_back, go, mark, promote, delete, end was...

        Raises:
            TableError: there is no such action, or it cannot be done here; nothing has changed.
            NotationError: the text of a move is none.
            IllegalMoveError, IllegalRollError: the move or the roll is illegal.
        """
        self._do(self._find_deed(action))

    def decide(self, action: _Action) -> dict[str, Any]:
        """Return what an action does here, as a fact: with the number that the die shows. Nothing changes.

        A host that saves what happens saves the fact first, and then lets the table :meth:`apply` it. Facts are plain
        values that JSON can express. The same facts make the same table again from the same record, without a die.

        >>> from hnefatafl import Die, variants
        >>> rules = variants.BRANDUBH.evolve(die=Die())
        >>> start = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
        >>> table = Table(Game.from_position(start), chance=Random(1))
        >>> fact = table.decide({"type": "roll"})
        >>> fact, table.position.roll_pending
        ({'type': 'roll', 'number': 2, 'ply': 0}, None)
        >>> table.apply(fact)
        >>> table.position.roll_pending
        2

        Arguments:
            action: as for :meth:`act`.

        Raises:
            TableError, NotationError, IllegalMoveError, IllegalRollError: as :meth:`act`.
        """
        self._decided = self._find_deed(action)
        return {**self._decided.fact}

    def apply(self, fact: _Action) -> None:
        """Do what was decided: by :meth:`decide`, at this table or at one that stood as this one does.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.apply({"type": "play", "move": "d1-c1", "ply": 1})
        >>> table.apply({"type": "take_back", "ply": 1})
        Traceback (most recent call last):
            ...
        hnefatafl.errors.TableError: take_back leads to ply 0 here, and not to 1

        Arguments:
            fact: the action, with the number of its roll, and with the ply of the position that it leads to. It may
                have a ``clock``: the whole seconds that are left to whoever moved, for the record.

        Raises:
            TableError, NotationError, IllegalMoveError, IllegalRollError: it does not fit here; nothing has changed.
        """
        deed = self._decided
        if deed is None or not isinstance(fact, Mapping) or not deed.fact.items() <= fact.items():
            deed = self._find_deed(fact, is_fact=True)
        if fact.get("ply") != deed.fact["ply"]:
            kind, ply = deed.fact["type"], deed.fact["ply"]
            raise TableError(f"{kind} leads to ply {ply} here, and not to {reprlib.repr(fact.get('ply'))}")
        clock = fact.get("clock")
        if clock is not None and (not isinstance(clock, int) or isinstance(clock, bool) or clock < 0):
            raise TableError("clock: a number of seconds was expected")
        self._do(deed)
        if clock is not None:
            self._places.time(self._current, Clock(seconds=clock))

    def _do(self, deed: _Deed) -> None:
        self._decided = None  # which holds only as long as nothing else is done
        deed.do()

    def _find_deed(self, action: _Action, *, is_fact: bool = False) -> _Deed:
        """Return what an action does here; only a fact says what the die shows."""
        kind = action.get("type") if isinstance(action, Mapping) else None
        work = self._deeds.get(kind) if isinstance(kind, str) else None
        if work is None:
            raise TableError(f"one of {', '.join(self._deeds)} was expected, not {reprlib.repr(kind)}")
        if self._end is not None and kind != "go":
            raise TableError("the game is over")
        if not is_fact or kind != "roll":
            return work(action)
        number = action.get("number")
        if not isinstance(number, int) or isinstance(number, bool):
            raise TableError("number: what the die shows was expected")
        return self._roll(number)

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
        self._do(self._follow({"type": "play"}, parse_move(move).move if isinstance(move, str) else move, announce))

    def _play(self, text: object) -> _Deed:
        if not isinstance(text, str) or len(text) > _LONGEST:
            raise TableError("move: the text of a move was expected")
        move = parse_move(text).move
        return self._follow({"type": "play", "move": str(move)}, move)

    def _follow(self, fact: dict[str, Any], move: Move, announce: bool = True) -> _Deed:
        play = self.position.explain(move, announce=announce)
        fact["ply"] = play.after.ply
        return _Deed(fact, lambda: self._move_to(self._places.follow(self._current, play)))

    def _move_to(self, place: Place) -> None:
        self._current = place

    def roll(self) -> None:
        """Roll the die.

        >>> from hnefatafl import Die, variants
        >>> rules = variants.BRANDUBH.evolve(die=Die())
        >>> start = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
        >>> table = Table(Game.from_position(start), chance=Random(1))
        >>> table.roll()
        >>> table.position.roll_pending
        2

        Raises:
            IllegalRollError: nothing is rolled here.
        """
        self._do(self._roll(None))

    def _roll(self, number: int | None) -> _Deed:
        rolled = throw_die(self.position, self._chance) if number is None else self.position.roll(number)
        fact = {"type": "roll", "number": rolled.roll_pending, "ply": rolled.ply}
        return _Deed(fact, lambda: self._places.roll(self._current, rolled))

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
        self._do(self._stop())

    def _stop(self) -> _Deed:
        square = self.position.berserk_square
        stop = None if square is None else Move.of(square, square)
        if stop is None or not self.position.is_legal(stop):
            raise TableError("there is no turn to stop: that is for a piece that has captured and may capture again")
        return self._follow({"type": "stop"}, stop)

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
        self._do(self._keep_silent())

    def _keep_silent(self) -> _Deed:
        silent = self._last_move_unannounced()
        if silent is None:
            raise TableError("there is no way out to keep silent about")
        fact = {"type": "silent", "ply": silent.after.ply}
        return _Deed(fact, lambda: self._move_to(self._places.replace(self._current, silent)))

    def _last_move_unannounced(self) -> PlayedMove | None:
        """Return the last move without its announcement, or None if that changes nothing any more."""
        last = self._current.play
        if last is None or self._current.shown or self.position.roll_pending is not None:
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
        self._do(self._take_back(past))

    def _take_back(self, past: Collection[Side]) -> _Deed:
        move, place = self._current, self._current.parent
        if place is None:
            raise TableError("there is nothing to take back")
        while place.parent is not None and place.position.turn in past:
            move, place = place, place.parent
        fact: dict[str, Any] = {"type": "take_back"}
        if past:
            fact["past"] = sorted(side.value for side in past)
        return self._to_before(fact, move, place, deletes=not self._branching)

    def _to_before(self, fact: dict[str, Any], move: Place, place: Place, *, deletes: bool) -> _Deed:
        """Return the step to the place before a move, which may be deleted thereby."""

        def do() -> None:
            if deletes:
                self._places.delete(move, keep_result=self._branching)
            self._current = place

        return _Deed({**fact, "ply": place.position.ply}, do)

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
        self._do(self._go(node))

    def _go(self, number: object) -> _Deed:
        place = self._find(number)
        return _Deed({"type": "go", "node": number, "ply": place.position.ply}, lambda: self._move_to(place))

    def _find(self, number: object) -> Place:
        place = self._places.find(number)
        if place is None:
            raise TableError("node: the number of a move was expected")
        return place

    def mark(self, node: int, shapes: Iterable[Shape]) -> None:
        """Let these be the arrows and circles at a place in the tree; the record keeps them in its note.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH))
        >>> table.mark(0, [Shape.parse("Gd1c1"), Shape.parse("Rd4")])
        >>> table.view()["shapes"], len(table.game.note.shapes)
        (['Gd1c1', 'Rd4'], 2)

        Raises:
            TableError: there is no such place, the game has no variations, there are more than 100 shapes, or one is
                off the board.
        """
        self._do(self._mark(node, [str(shape) for shape in shapes]))

    def _mark(self, number: object, texts: object) -> _Deed:
        if not self._branching:
            raise TableError("arrows and circles are kept in games with variations")
        place = self._find(number)
        try:
            shapes = [Shape.parse(text) for text in texts] if is_list(texts) and len(texts) <= _SHAPES else None
        except HnefataflError:
            shapes = None
        if shapes is None or len(Note(shapes=shapes).shapes_on(self._places.record.ruleset.size)) < len(shapes):
            raise TableError(f"shapes: at most {_SHAPES} texts such as Re4 and Gd1c1 were expected, on the board")
        fact = {"type": "mark", "node": number, "shapes": [str(shape) for shape in shapes], "ply": self.position.ply}
        return _Deed(fact, lambda: self._places.mark(place, shapes))

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
        self._do(self._promote())

    def _promote(self) -> _Deed:
        branch = self._current.branch
        if branch is None:
            raise TableError("this is the main line")
        return _Deed({"type": "promote", "ply": self.position.ply}, lambda: self._places.promote(branch))

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
        self._do(self._delete())

    def _delete(self) -> _Deed:
        if self._current.parent is None:
            raise TableError("the start cannot be deleted")
        return self._to_before({"type": "delete"}, self._current, self._current.parent, deletes=True)

    def end(self, winner: Side | None, ending: Ending | None = None) -> None:
        """End a game that goes on on the board: somebody resigns, the time is over, or both agree on a draw.

        >>> from hnefatafl import variants
        >>> table = Table(Game(ruleset=variants.BRANDUBH), branching=False)
        >>> table.end(None)
        >>> table.view()["state"], table.game.result
        ('A draw: the players have agreed on it.', 'Draw')

        Arguments:
            winner: the side that wins, or None for a draw.
            ending: ``resigned`` or ``timeout``; None for a draw that is agreed on.

        Raises:
            TableError: the game is over; it has variations, and no end; or winner and ending do not fit.
        """
        check("winner", winner, Side, optional=True)
        self._do(self._decide_end(None if winner is None else winner.value, ending))

    def _decide_end(self, winner: object, ending: object) -> _Deed:
        if self._branching:
            raise TableError("a game with variations goes on")
        if self.is_over:
            raise TableError("the game is over")
        end = End.parse(winner, ending)

        def do() -> None:
            self._end = end

        return _Deed({"type": "end", "winner": winner, "ending": ending, "ply": self.position.ply}, do)

    # What is seen.

    def board(
        self, *, offers: Iterable[str] = (), orientation: Symmetry = Symmetry.IDENTITY, cores: int = 1
    ) -> dict[str, Any]:
        """Return the message that a board needs first, once: the empty board and the shapes of the pieces.

        Arguments:
            offers: the actions that the host does itself: ``hint``, ``analyse`` and ``record``.
            orientation: the rotation or mirroring of the board.
            cores: how many cores an analysis may have; from two on the reader chooses.
        """
        rules, start = self._places.record.ruleset, self._places.start.position.board
        return board_message(rules, offers=offers, orientation=orientation, cores=cores, start=start)

    def view(self, number: object = None, *, since: int | None = None) -> dict[str, Any]:
        """Return the message that shows a place, by default that on the board.

        It has the list of all moves, ``tree``. A board that has got an earlier message needs only what has changed
        since: it names the ``version`` of that message, and usually gets ``changes`` of the list instead.

        >>> from hnefatafl import variants
        >>> view = Table(Game(ruleset=variants.BRANDUBH)).view()
        >>> view["moves"]["d1"], view["state"]
        (['b1', 'c1', 'e1', 'f1'], 'The attackers are to move.')

        Arguments:
            number: the number of the place.
            since: the version of the list of moves that is known, or None.

        Raises:
            TableError: there is no such place.
        """
        place = self._current if number is None else self._find(number)
        position, play, note = place.position, place.play, self._places.note(place)
        legal = sorted(position.legal_moves())
        targets: dict[str, list[str]] = {}
        for move in legal:
            if not move.is_stop:
                targets.setdefault(move.origin.name, []).append(move.target.name)
        live = place is self._current
        end = self._end if live else None
        outcome = position.outcome
        winner = end.winner if end is not None else None if outcome is None else outcome.winner
        possible = {
            "roll": position.can_roll,
            "stop": position.berserk_square is not None and any(move.is_stop for move in legal),
            "pass": position.berserk_square is None and Move.PASS in legal,
            "silent": live and self._last_move_unannounced() is not None,
            "take_back": self._current.parent is not None,
            "mark": self._branching,
            "promote": self._branching and not self._places.in_main_line(place),
            "delete": self._branching and place.parent is not None,
        }
        return {
            "type": "view",
            "node": _number_of(place),
            "live": live,
            **draw_position(position, play),
            "moves": targets if end is None else {},
            "locked": "",
            "turn": position.turn.value,
            "ply": position.ply,
            "over": end is not None or outcome is not None,
            "winner": None if winner is None else winner.value,
            "actions": [name for name, can in possible.items() if can and self._end is None],
            **({} if position.roll_pending is None else {"roll": position.roll_pending}),
            "told": "" if play is None else effects(play),
            "comment": shortened(note.comment, _COMMENT),
            "shapes": [str(shape) for shape in note.shapes_on(position.ruleset.size)],
            "state": state(position) if end is None else end.words,
            **self._list(since),
        }

    def _list(self, since: int | None) -> dict[str, Any]:
        """Return the list of moves, or what has changed in it since a version."""
        version = len(self._places.changes)
        changes = None if since is None or not 0 <= since <= version else self._changes(since)
        if changes is not None:
            return {"version": version, "changes": changes}
        if self._listed is None or self._listed[0] != version:
            self._listed = (version, [told_place(place, depth) for place, depth in self._places.walk()])
        return {"version": version, "tree": self._listed[1]}

    def _changes(self, since: int) -> list[tuple[str, Any]] | None:
        """Return the changes of the list since a version; None if it has to be told anew."""
        changes: list[tuple[str, Any]] = []
        if len(self._places.changes) - since > _SHOWN:
            return None
        for change in self._places.changes[since:]:
            if change is None:
                return None
            kind, number = change
            place = self._places.find(number)
            if kind == "added":
                if place is None:
                    return None
                changes.append((kind, told_place(place, 0)))
            else:
                changes.append((kind, number))
        return changes


def _read_sides(names: object) -> list[Side]:
    """Return the sides of an action."""
    if not is_list(names) or not all(isinstance(name, str) and name in SIDES for name in names):
        raise TableError(f"past: a list of {' and '.join(SIDES)} was expected")
    return [SIDES[name] for name in names]


def _number_of(place: Place) -> int:
    assert place.number is not None  # what cannot be played is never on the board
    return place.number
