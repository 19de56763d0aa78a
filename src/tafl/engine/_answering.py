"""What the engine's sides of all protocols share: the position, and what becomes of a line that is refused."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Final

from hnefatafl import variants
from hnefatafl.board import Move, Side
from hnefatafl.errors import ArgumentValueError, HnefataflError
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset, RulesetLike, optional_ruleset
from hnefatafl.search import Analysis
from tafl.engine._connection import Connection, Event
from tafl.engine._protocol import Reply, Search


def first_side(rules: Ruleset) -> Side:
    """Return the side that begins; the attackers where the rules name none."""
    return rules.first or Side.ATTACKERS


def begin_game(rules: Ruleset) -> Position:
    """Return the position in which a game begins."""
    return Position.initial(rules, None if rules.first is not None else first_side(rules))


class Server(ABC):
    """The side of a protocol that is the engine, without input and output. It knows the position; the caller searches.

    >>> from tafl.engine import SERVERS
    >>> server: Server = SERVERS["ugi"]("brandubh")
    >>> server.connection.receive_data(b"isready\\nposition startpos moves d1-d4\\ngo depth 1\\n")
    >>> while (event := server.connection.next_event()) is not None:
    ...     print(server.reply(event).data.decode()[:56].strip())
    readyok
    info string error: illegal move d1-d4: another piece sta
    info string error: the last position was refused, and no

    Arguments:
        ruleset: the ruleset until the host names another; None for Copenhagen.
    """

    __slots__ = ("_is_refused", "_position", "connection")

    _WORDS: ClassVar[tuple[str, ...]]
    """The words by which the lines of a host begin."""
    _SETTING: ClassVar[tuple[str, ...]]
    """Those of them that say what the position is."""
    _ASKING: ClassVar[tuple[str, ...]]
    """Those of them that begin a search."""

    def __init__(self, ruleset: RulesetLike | None = None) -> None:
        self.connection: Final = self._connect()
        """The lines to and from the host."""
        self._begin(optional_ruleset(ruleset) or variants.COPENHAGEN)

    def _connect(self) -> Connection:
        """Return what makes events of what the host sends."""
        return Connection(self._WORDS)

    def _begin(self, rules: Ruleset) -> None:
        """Begin a game."""
        self._accept(begin_game(rules))

    def _accept(self, position: Position) -> None:
        """Go on from a position that the host has given."""
        self._position = position
        self._is_refused = False  # the host believes in another position than this one

    def greeting(self) -> bytes:
        """Return what an engine writes before it is asked, if anything."""
        return b""

    def reply(self, event: Event) -> Reply:
        """Return what to do about a line of the host. A faulty line is answered, and changes nothing; but after a
        position that was refused, no search begins until another is accepted.

        >>> from tafl.engine import SERVERS
        >>> server = SERVERS["htp"]()
        >>> server.connection.receive_data(b"play attacker f1 f12\\n")
        >>> server.reply(server.connection.next_event()).data[:2]
        b'? '
        """
        try:
            if self._is_refused and event.name in self._ASKING:
                raise ArgumentValueError("the last position was refused, and no other has been accepted")
            return self._reply(event)
        except HnefataflError as error:
            self._is_refused |= event.name in self._SETTING
            return Reply(data=self._refuse(event, str(error)))

    @abstractmethod
    def _reply(self, event: Event) -> Reply:
        """Return what to do about a line.

        Raises:
            HnefataflError: it is faulty.
        """

    @abstractmethod
    def _refuse(self, event: Event, reason: str) -> bytes:
        """Return what an engine writes about a faulty line."""

    def go_on(self) -> Search | None:
        """Return the search that follows an answer without a line of the host, if any: of an engine with both sides."""
        return None

    def report(self, search: Search, analysis: Analysis) -> bytes:
        """Return what an engine writes about a search that goes on, if anything."""
        return b""

    @abstractmethod
    def answer(self, search: Search, move: Move | None, analysis: Analysis | None = None) -> bytes:
        """Return what an engine writes when it has chosen a move; None if the game is over. A protocol in which the
        engine has a board of its own plays the move there, unless the search was an analysis.
        """
