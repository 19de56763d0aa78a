"""An interactive board in a notebook, on anywidget, which the extra ``notebook`` brings.

It works in JupyterLab, Jupyter Notebook, VS Code, Colab and marimo. Both sides are played in the notebook, or the
computer plays one of them; an analysis goes along with the game where it is asked for. The traits ``position`` and
``game`` can be read and set at any time.

>>> from hnefatafl import Move, Position, variants
>>> board = BoardWidget(Position.initial(variants.BRANDUBH))
>>> board.position = board.position.play(Move.parse("d1-c1"))
>>> board.game.moves[0].move
Move.parse('d1-c1')
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from random import Random
from typing import TYPE_CHECKING, Any, Final, final

from hnefatafl.board import Side
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, HnefataflError, TableError
from hnefatafl.notation import json
from hnefatafl.play import Position
from hnefatafl.records import Game, GameLike, as_game
from hnefatafl.render.page import bundle_scripts, component_style
from hnefatafl.search import Limit, Player, Searcher
from hnefatafl.support.extras import extra
from tafl.engine import player
from tafl.table._interactive import Table
from tafl.table._places import analysis_message, hint_message

with extra("notebook"):
    from traitlets import Any as AnyTrait
    from traitlets import Bool, Dict, HasTraits, TraitType, observe, validate

    if TYPE_CHECKING:

        class AnyWidget(HasTraits):
            """What is used of that of anywidget, whose base classes have no types."""

            def __init__(self, **traits: Any) -> None: ...
            def on_msg(self, callback: Callable[[Any, Any, Any], None]) -> None: ...
            def send(self, content: object, buffers: object = None) -> None: ...
            def hold_sync(self) -> AbstractContextManager[None]: ...
            def get_state(self) -> dict[str, Any]: ...
            def close(self) -> None: ...

    else:
        from anywidget import AnyWidget

__all__ = ["BoardWidget"]


_HINT: Final = Limit(nodes=100_000, seconds=3)
_LIMIT: Final = Limit(seconds=20)
_THEMES: Final = ("auto", "light", "dark")


@final
class BoardWidget(AnyWidget):
    """A board in a notebook.

    As the last value of a cell it is shown; the traits below can be observed
    (``board.observe(function, names="position")``).

    >>> from hnefatafl import variants
    >>> board = BoardWidget(variants.BRANDUBH, defenders="alphabeta:nodes=500")
    >>> board.act({"type": "play", "move": "d1-c1"})
    >>> board.wait(), board.position.ply
    (True, 2)
    """

    _esm = bundle_scripts("widget.js")
    _css = component_style()

    position: TraitType[Position, Position] = TraitType()
    """The position on the board. If it is set, a game begins with the moves that led to it."""
    game: TraitType[Game, Game] = TraitType()
    """The record, with all variations. If it is set, the board shows the end of its main line."""
    attackers: Any = AnyTrait(None)
    """The player of the attackers: a :class:`~hnefatafl.search.Player`, or its text for
    :func:`~tafl.engine.player`, such as ``alphabeta:level=3`` or the command of an engine; None for
    people."""
    defenders: Any = AnyTrait(None)
    """The player of the defenders."""
    analysis: Any = Bool(False)
    """Whether the position on the board is analysed."""
    theme: Any = AnyTrait("auto").tag(sync=True)
    """The colours: ``light``, ``dark``, or ``auto`` for those of the system."""

    _board: Any = Dict().tag(sync=True)
    _view: Any = Dict().tag(sync=True)
    _analysis: Any = Dict().tag(sync=True)

    def __init__(
        self,
        shown: GameLike,
        *,
        attackers: Player | str | None = None,
        defenders: Player | str | None = None,
        analysis: bool = False,
        limit: Limit = _LIMIT,
        lines: int = 3,
        theme: str = "auto",
        chance: Random | None = None,
    ) -> None:
        """Make a board.

        Arguments:
            shown: what it begins with: the start of a ruleset, a position with the moves that led to it, or a game;
                rulesets and positions may be names and texts.
            attackers, defenders: the players of the computer, by themselves or by their texts; None for people.
            analysis: whether the position is analysed from the start.
            limit: when the analysis of a position ends.
            lines: the number of best lines.
            theme: ``auto``, ``light`` or ``dark``.
            chance: what rolls the die; by default another roll each time.

        Raises:
            ArgumentValueError: there is no such player or theme, or the number of lines is below 1.
            InvalidSetupError: the ruleset leaves the first move to the lot, and there is no start position.
        """
        if lines < 1:
            raise ArgumentValueError(f"lines: a number from 1 was expected, not {lines}")
        self._chance = chance
        self._limit = limit
        self._lines = lines
        self._changed = threading.Condition(threading.RLock())
        self._closed = False
        self._threads: dict[str, threading.Thread] = {}
        self._searcher = Searcher()
        self._table = self._next = self._make_table(shown)
        self._written = self._table.game
        super().__init__(attackers=attackers, defenders=defenders, theme=theme)
        self.on_msg(self._receive)
        self._begin(self._table)
        self.analysis = analysis

    def act(self, action: Mapping[str, object]) -> None:
        """Do what the board sends: an action of :meth:`Table.act <tafl.table.Table.act>`, or ``hint``,
        ``analyse`` (with ``on``) or ``record``.

        >>> from hnefatafl import variants
        >>> board = BoardWidget(variants.BRANDUBH)
        >>> board.act({"type": "play", "move": "d1-c1"})
        >>> board.act({"type": "take_back"})
        >>> board.position.ply
        0

        Raises:
            TableError: there is no such action, or it cannot be done here; nothing has changed.
            NotationError: the text of a move is none.
            IllegalMoveError, IllegalRollError: the move or the roll is illegal.
        """
        kind = action.get("type") if isinstance(action, Mapping) else None
        with self._changed:
            if kind == "analyse":
                self.analysis = action.get("on") is True
            elif kind == "record":
                text = json.format_game(self._table.game)
                self.send({"type": "text", "text": text, "words": "The record is copied."})
            elif kind == "hint":
                self._start("hint", self._send_hint)
            else:
                self._check_turn(kind)
                if kind == "take_back":
                    self._table.take_back(past=[side for side in Side if self._player_of(side) is not None])
                else:
                    self._table.act(action)
                self._refresh()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the computer has moved, and return whether it has.

        Arguments:
            seconds: how long to wait; None for as long as it takes.
        """
        with self._changed:
            return self._changed.wait_for(lambda: "computer" not in self._threads, seconds)

    def close(self) -> None:
        """End the widget, its analysis, and the computer's moves.

        >>> from hnefatafl import variants
        >>> BoardWidget(variants.BRANDUBH).close()
        """
        changed: threading.Condition | None = getattr(self, "_changed", None)
        if changed is not None:  # else an argument was refused, and there is nothing to end
            with changed:
                self._closed = True
                changed.notify_all()
        super().close()

    # What the traits hold.

    @validate("position", "game")
    def _valid_game(self, proposal: Any) -> Any:
        name, value = proposal["trait"].name, proposal["value"]
        expected = Position if name == "position" else Game
        if not isinstance(value, expected):
            raise ArgumentTypeError(f"{name}: a {expected.__name__} was expected, not {value!r:.60}")
        if value is not self._table.position and value is not self._written:
            self._next = self._make_table(value)  # here, so that what cannot be played leaves everything as it is
        return value

    @validate("attackers", "defenders")
    def _valid_player(self, proposal: Any) -> Any:
        value = proposal["value"]
        if isinstance(value, str):
            return player(value)
        if value is not None and not callable(getattr(value, "choose", None)):
            name = proposal["trait"].name
            raise ArgumentTypeError(f"{name}: a player, its text or None was expected, not {value!r:.60}")
        return value

    @validate("theme")
    def _valid_theme(self, proposal: Any) -> Any:
        value = proposal["value"]
        if value not in _THEMES:
            raise ArgumentValueError(f"theme: one of {', '.join(_THEMES)} was expected, not {value!r:.60}")
        return value

    @observe("position")
    def _position_set(self, change: Any) -> None:
        if change["new"] is not self._table.position:
            self._begin(self._next)

    @observe("game")
    def _game_set(self, change: Any) -> None:
        if change["new"] is not self._written:
            self._begin(self._next)

    @observe("attackers", "defenders")
    def _player_set(self, _: Any) -> None:
        if self._view:
            self._refresh()

    @observe("analysis")
    def _analysis_set(self, _: Any) -> None:
        with self._changed:
            self._changed.notify_all()
            self._wake()

    # The game.

    def _make_table(self, shown: GameLike) -> Table:
        return Table(as_game(shown, "shown"), chance=self._chance)

    def _begin(self, table: Table) -> None:
        with self._changed, self.hold_sync():
            self._table = table
            self._board = table.board(offers=["hint", "analyse", "record"])
            self._refresh()

    def _refresh(self) -> None:
        """Show the place on the board, and let the computer move if it is its turn."""
        with self._changed:
            table = self._table
            view = table.view()
            with self.hold_sync():
                self._view = view if self._player is None else _lock_view(table, view)
                self.position = table.position
                if self._table is table:  # nobody who observes the position has begun another game
                    self._written = table.game
                    self.game = self._written
            self._changed.notify_all()
            self._wake()

    @property
    def _player(self) -> Player | None:
        """The player of the computer whose turn it is."""
        return self._player_of(self._table.position.turn)

    def _player_of(self, side: Side) -> Player | None:
        player: Player | None = getattr(self, side.value)
        return player

    @property
    def _mover(self) -> Player | None:
        """The same, if it has to move now: not where moves follow that are only looked at."""
        waits = self._table.at_end and self._table.position.outcome is None and not self._closed
        return self._player if waits else None

    def _check_turn(self, kind: object) -> None:
        side = self._table.side_for(kind)
        if side is not None and self._player_of(side) is not None:
            raise TableError(f"the {side} are played by the computer")

    def _receive(self, _: object, content: Any, __: object) -> None:
        """Do what a page sends."""
        try:
            self.act(content)
        except HnefataflError as error:
            self.send({"type": "refused", "words": str(error)})

    # What goes on meanwhile.

    def _start(self, name: str, work: Callable[[], None]) -> None:
        """Do something in a thread, unless it is being done. It ends with the program."""
        with self._changed:
            if name not in self._threads and not self._closed:
                self._threads[name] = threading.Thread(target=self._run, args=(name, work), daemon=True)
                self._threads[name].start()

    def _run(self, name: str, work: Callable[[], None]) -> None:
        fault: Exception | None = None
        try:
            work()
        except Exception as error:  # a player may be anybody's
            fault = error
        with self._changed:
            del self._threads[name]
            if fault is None:
                self._wake()
            else:
                self.analysis = self.analysis and name != "analysis"
                self.send({"type": "refused", "words": f"the {name} cannot go on: {fault}"})
            self._changed.notify_all()

    def _wake(self) -> None:
        """Begin what has to go on meanwhile."""
        if self._mover is not None:
            self._start("computer", self._think)
        if self.analysis:
            self._start("analysis", self._analyse)

    def _think(self) -> None:
        """Play the moves of the computer until a person is to move."""
        while True:
            with self._changed:
                mover, position = self._mover, self._table.position
                if mover is None:
                    return
            self.send({"type": "thinking", "side": position.turn.value})
            move = mover.choose(position)
            with self._changed:
                if self._table.position is position and mover is self._mover:
                    if move is None:
                        self._table.roll()
                    else:
                        self._table.play(move)
                    self._refresh()

    def _send_hint(self) -> None:
        self.send(hint_message(self._searcher.analyse(self._table.position, _HINT)))

    def _analyse(self) -> None:
        """Analyse the position on the board until nobody wants to know."""
        while True:
            with self._changed:
                if not self.analysis or self._closed:
                    self._analysis = {"type": "analysis", "on": False}
                    return
                position, node = self._table.position, self._table.node

            def has_left(position: Position = position) -> bool:
                return self._closed or not self.analysis or self._table.position is not position

            for analysis in self._searcher.iterate(position, self._limit, self._lines, stop=has_left):
                with self._changed:
                    if not has_left():
                        self._analysis = analysis_message(analysis, node)
            with self._changed:
                self._changed.wait_for(has_left)


def _lock_view(table: Table, view: Mapping[str, Any]) -> dict[str, Any]:
    """Return a view that offers what can be done while the computer is to move."""
    actions = [name for name in view["actions"] if table.side_for(name) is None]
    return {**view, "moves": {}, "locked": f"the {table.position.turn} are played by the computer", "actions": actions}
