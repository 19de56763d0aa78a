r"""The wire of the Tablut Challenge's server, at both ends, without sockets.

The source is the server, ``AGalassi/TablutCompetition``: ``server/Server.java``, ``client/TablutClient.java`` and
``util/StreamUtils.java``; recorded games were compared with it. White, the defenders, connects to port 5800 and Black
to port 5801 (:data:`PORTS`). Each message is its length in bytes, four bytes in big-endian order, and that many bytes
of JSON in UTF-8. A player sends its name (:class:`Name`). The server then sends the
:class:`~hnefatafl.notation.bologna.GameState` to both players before the first move and after each move, and the player
to move answers with an :class:`~hnefatafl.notation.bologna.Action`. The last state has the result.

A :class:`Wire` turns bytes into events and messages into bytes, and does nothing else. A :class:`Seat` follows a
game from the side of a player, by the rules of this library. :mod:`tafl.engine.bologna_referee` has the referee,
and :mod:`tafl.engine.bologna_sockets` connects all of them to sockets.

>>> from hnefatafl import Move, Side
>>> from hnefatafl.notation.bologna import Action
>>> player, server = Wire(Side.DEFENDERS), Wire(Side.DEFENDERS, referee=True)
>>> player.send(Name("Ann"))
b'\x00\x00\x00\x05"Ann"'
>>> server.receive_data(player.send(Name("Ann")) + player.send(Action(move=Move.parse("e3-c3"), turn=Side.DEFENDERS)))
>>> server.next_event()
Name(text='Ann')
>>> server.next_event()
Action(move=Move.parse('e3-c3'), turn=Side.DEFENDERS)
>>> print(server.next_event())
None
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias, final

from hnefatafl import variants
from hnefatafl.board import Board, Move, Side, Termination
from hnefatafl.errors import ArgumentValueError, IllegalMoveError, InvalidSetupError, NotationError
from hnefatafl.notation.bologna import Action, GameState, format_action, format_state, parse_action, parse_state
from hnefatafl.play import Position
from hnefatafl.rules import RulesetLike, as_ruleset
from hnefatafl.support.enums import Listed
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, parse
from tafl.engine._protocol import ProtocolError

__all__ = [
    "COLOURS",
    "MAX_MESSAGE",
    "PORTS",
    "Closed",
    "Ending",
    "Event",
    "Name",
    "Seat",
    "Unparsed",
    "Wire",
]


PORTS: Final[Mapping[Side, int]] = MappingProxyType({Side.DEFENDERS: 5800, Side.ATTACKERS: 5801})
"""The port of each side on the server."""
COLOURS: Final[Mapping[Side, str]] = MappingProxyType({Side.DEFENDERS: "White", Side.ATTACKERS: "Black"})
"""What the server calls the sides."""
MAX_MESSAGE: Final = 1 << 16
"""The number of bytes of the longest message that is accepted: 65,536. A state has about 700."""
_PREFIX: Final = 4
_LONGEST_NAME: Final = 100
"""The number of characters of the longest name that is accepted without quotation marks. The server uses ten."""


@frozen
class Name:
    """The first message of a player: the name of the team.

    It is sent as a text of JSON. Many teams send it without the quotation marks, and the server, whose reader of JSON
    (Gson) is lenient, takes it: here, any line of up to 100 printable characters that is no list, no object and not
    ``null`` (our reading, which is wider than Gson's).

    >>> Name("Ann")
    Name(text='Ann')
    >>> server = Wire(Side.DEFENDERS, referee=True)
    >>> server.receive_data(b"\\0\\0\\0\\x0aThe Ravens")
    >>> server.next_event()
    Name(text='The Ravens')
    """

    text: str
    """The name."""

    @property
    def cleaned(self) -> str:
        """The name as the server uses it: the letters and digits of its first ten characters."""
        return "".join(letter for letter in self.text[:10] if letter.isalpha() or letter.isdecimal())


@frozen
class Unparsed:
    """A message that is not what was expected. The messages after it can still be read.

    >>> connection = Wire(Side.ATTACKERS)
    >>> connection.receive_data(b"\\0\\0\\0\\2{}")
    >>> connection.next_event()
    Unparsed(text='{}', reason="the key 'board' was expected", is_object=True)
    """

    text: str
    """The message."""
    reason: str
    """What was expected."""
    is_object: bool
    """Whether it is an object in JSON. The server takes any for a move, perhaps an illegal one."""


@frozen
class Closed:
    """The other end has closed the connection.

    >>> connection = Wire(Side.ATTACKERS)
    >>> connection.receive_data(b"\\0\\0")
    >>> connection.receive_data(b"")
    >>> connection.next_event()
    Closed(pending=2)
    """

    pending: int = 0
    """The number of bytes of a message that is not complete."""


Event: TypeAlias = Name | GameState | Action | Unparsed | Closed
"""What a connection receives."""


@final
class Wire:
    """One connection between a player and the server: bytes into events, and messages into bytes.

    >>> connection = Wire(Side.ATTACKERS)
    >>> connection.receive_data(connection.send(Name("Ann"))[:3])
    >>> connection.next_event() is None
    True

    Arguments:
        side: the side of the player.
        referee: whether this is the server's end. Then names and actions are received, else states.
    """

    __slots__ = ("_buffer", "_ended", "_named", "referee", "side")

    def __init__(self, side: Side, *, referee: bool = False) -> None:
        self.side: Final = side
        """The side of the player."""
        self.referee: Final = referee
        """Whether this is the server's end."""
        self._buffer = bytearray()
        self._ended = False
        self._named = False

    def send(self, message: Name | Action | GameState) -> bytes:
        r"""Return the bytes of a message.

        >>> Wire(Side.ATTACKERS).send(Name("Bo"))
        b'\x00\x00\x00\x04"Bo"'

        Raises:
            ArgumentValueError: this end does not send such a message, the name has half a surrogate pair, or the
                message is too long.
            NotExpressibleError: the board of a state has not nine ranks, or pieces that the server does not know.
        """
        if isinstance(message, GameState) is not self.referee:
            expected = "a GameState" if self.referee else "a Name or an Action"
            raise ArgumentValueError(f"message: {expected} was expected at this end")
        try:
            data = _format_message(message).encode()
        except UnicodeEncodeError:
            raise ArgumentValueError("message: whole characters were expected in the name") from None
        if len(data) > MAX_MESSAGE:
            raise ArgumentValueError(f"message: at most {MAX_MESSAGE:,} bytes were expected, not {len(data):,}")
        return len(data).to_bytes(_PREFIX, "big") + data

    def receive_data(self, data: bytes) -> None:
        """Take bytes that were received, in pieces of any length; none at the end of the connection.

        Bytes after the end are ignored.
        """
        if not self._ended:
            self._buffer += data
            self._ended = not data

    def next_event(self) -> Event | None:
        """Return the next event, or None if more bytes are needed.

        >>> connection = Wire(Side.ATTACKERS)
        >>> connection.receive_data(b"")
        >>> connection.next_event()
        Closed()
        >>> other = Wire(Side.ATTACKERS)
        >>> other.receive_data(b"HTTP/1.1 400 Bad Request")
        >>> other.next_event()
        Traceback (most recent call last):
            ...
        tafl.engine.ProtocolError: a message of 0 to 65,536 bytes was expected, not of 1,213,486,160

        Raises:
            ProtocolError: a message is announced whose length is negative or more than :data:`MAX_MESSAGE`. It is
                raised again each time.
        """
        if len(self._buffer) >= _PREFIX:
            length = int.from_bytes(self._buffer[:_PREFIX], "big", signed=True)
            if not 0 <= length <= MAX_MESSAGE:
                del self._buffer[_PREFIX:]
                raise ProtocolError(f"a message of 0 to {MAX_MESSAGE:,} bytes was expected, not of {length:,}")
            end = _PREFIX + length
            if len(self._buffer) >= end:
                # As in Java, what is no UTF-8 is replaced.
                text = self._buffer[_PREFIX:end].decode(errors="replace")
                del self._buffer[:end]
                return self._read(text)
        return Closed(len(self._buffer)) if self._ended else None

    def _read(self, text: str) -> Event:
        is_name, self._named = self.referee and not self._named, True
        try:
            if is_name:
                return Name(_read_name(text))
            return parse_action(text, self.side) if self.referee else parse_state(text)
        except NotationError as error:
            return Unparsed(text, error.message, isinstance(_parse_or_none(text), dict))


def _format_message(message: Name | Action | GameState) -> str:
    if isinstance(message, Name):
        return dump(message.text)
    return format_action(message) if isinstance(message, Action) else format_state(message)


def _parse_or_none(text: str) -> object:
    """Return the value of a text of JSON; of one that is none, nothing."""
    try:
        return parse(text)
    except NotationError:
        return None


def _read_name(text: str) -> str:
    """Return the name of a team, with or without the quotation marks of JSON.

    Raises:
        NotationError: there is none.
    """
    value, name = _parse_or_none(text), text.strip()
    if isinstance(value, str):
        return value
    if name == "null" or name.startswith(("{", "[")) or not (0 < len(name) <= _LONGEST_NAME and name.isprintable()):
        raise NotationError(f"a name of 1 to {_LONGEST_NAME} printable characters was expected", text)
    return name


# A game from the side of a player.


class Ending(Listed):
    """How a game ended for a player.

    >>> Ending.WON
    Ending.WON
    """

    WON = "won"
    """By the last state of the server."""
    LOST = "lost"
    """By the last state of the server."""
    DRAWN = "drawn"
    """By the last state of the server."""
    CLOSED = "closed"
    """The connection was closed without a last state."""


@final
class Seat:
    """A game from the side of a player: the server's states, followed by the rules of this library.

    The server decides what is on the board. Where it differs from our rules, the difference becomes one of the
    :attr:`notes` and the game goes on from the server's board.

    >>> from hnefatafl import Move
    >>> seat = Seat(Side.DEFENDERS)
    >>> seat.see(GameState(board=seat.position.board, turn=Side.DEFENDERS))
    >>> seat.to_move
    True
    >>> action = seat.move(Move.parse("e4-e2"))
    >>> seat.see(GameState(board=seat.position.board, turn=None, result="Black"))
    >>> seat.ending, seat.notes
    (Ending.LOST, ('the server refused e4-e2, which is illegal by our rules: another piece stands in the way (e3)',))

    Arguments:
        side: the side of the player.
        rules: the rules by which the game is followed.
    """

    __slots__ = ("_lost", "_notes", "_sent", "_state", "ending", "position", "refused", "side")

    def __init__(self, side: Side, ruleset: RulesetLike = variants.ASHTON_TABLUT) -> None:
        ruleset = as_ruleset(ruleset)
        self.side: Final = side
        """The side of the player."""
        self.position: Position = Position.initial(ruleset)
        """The position by our rules, with all moves since the start or the last board that our rules do not know."""
        self.refused: set[Move] = set()
        """The moves that the server has refused in this position."""
        self.ending: Ending | None = None
        """How the game ended, or None while it goes on."""
        self._notes: list[str] = []
        self._state: GameState | None = None
        self._sent: Move | None = None
        self._lost = False

    @property
    def notes(self) -> tuple[str, ...]:
        """What was out of the ordinary, a sentence each: refused moves, and differences from our rules."""
        return tuple(self._notes)

    @property
    def to_move(self) -> bool:
        """Whether the server waits for a move of this player, and our rules have one."""
        is_asked = self._state is not None and self._state.turn is self.side and self._sent is None
        return is_asked and not self._lost and self.ending is None and self.position.outcome is None

    def move(self, move: Move) -> Action:
        """Return the message for a move that the player chose, legal or not: the server decides."""
        self._sent = move
        return Action(move=move, turn=self.side)

    def see(self, state: GameState) -> None:
        """Take a state of the server.

        >>> seat = Seat(Side.ATTACKERS)
        >>> seat.see(GameState(board=seat.position.board.put("e3", None), turn=Side.DEFENDERS))
        >>> seat.notes
        ('the game does not begin at the start of ashton-tablut',)
        """
        before, self._state = self._state, state
        sent, self._sent = self._sent, None
        if state.turn is None:
            self.ending = {COLOURS[self.side]: Ending.WON, "Draw": Ending.DRAWN}.get(state.result, Ending.LOST)
        if before is None:
            if (state.board, state.turn) != (self.position.board, self.position.turn):
                self._restart(state, f"the game does not begin at the start of {self.position.ruleset.name}")
        elif state.board == before.board and state.turn in (None, before.turn):
            self._see_no_move(state, sent)
        else:
            self.refused.clear()
            self._see_move(state, sent if sent is not None else self._find(state.board))

    def pass_over(self, message: Unparsed) -> None:
        """Note a message of the server that is no state."""
        self._note(f"the server sent {message.text!r:.60}: {message.reason}")

    def _note(self, note: str) -> None:
        if len(self._notes) < _MOST_NOTES:
            self._notes.append(note)

    def _see_no_move(self, state: GameState, sent: Move | None) -> None:
        if sent is not None:
            self.refused.add(sent)
            self._note(f"the server refused {sent}, {self._judge_move(sent)}")
        elif state.turn is None:
            self._note(f"the server ended the game without a move of {COLOURS[self.position.turn]}")
        else:
            self._note(f"the server refused a move of {COLOURS[self.position.turn]}")

    def _see_move(self, state: GameState, move: Move | None) -> None:
        if move is None:
            self._restart(state, "no move that is legal by our rules leads to the board of the server")
            return
        try:
            after = self.position.play(move)
        except IllegalMoveError:
            self._restart(state, f"the server accepted {move}, {self._judge_move(move)}")
            return
        ending = None if after.outcome is None else after.outcome.termination
        if ending is Termination.REPETITION and state.turn is not None:
            self._note(f"the position after {move} is repeated, and the server does not end the game")
            after = self.position.play(move, lenient=True)
        if after.board != state.board or state.turn not in (None, after.turn):
            word = f"{state.board.record} ({state.word}), and ours {after.board.record} ({after.turn})"
            self._restart(state, f"after {move} the board of the server is {word}")
            return
        self.position = after
        winner = None if after.outcome is None else after.outcome.winner
        result = "" if after.outcome is None else COLOURS[winner] if winner is not None else "Draw"
        if result != state.result:
            ours = "the game goes on" if after.outcome is None else str(after.outcome)
            self._note(f"after {move} the server says {state.word}; by our rules {ours}")

    def _find(self, board: Board) -> Move | None:
        """Return the legal move that leads to a board."""
        gone = self.position.board.keys() - board.keys()
        moves = (move for move in self.position.legal_moves() if move.origin in gone and move.target in board)
        return next((move for move in moves if self.position.play(move).board == board), None)

    def _restart(self, state: GameState, note: str) -> None:
        """Go on from a board that our rules do not expect."""
        self._note(note)
        if state.turn is None:
            return
        try:
            self.position = Position.from_board(state.board, self.position.ruleset, state.turn)
            self._lost = False
        except InvalidSetupError as error:
            self._note(f"that board cannot be played by our rules: {error}")
            self._lost = True

    def _judge_move(self, move: Move) -> str:
        """Return what our rules say of a move."""
        illegality = self.position.illegality(move)
        return "which is legal by our rules" if illegality is None else f"which is illegal by our rules: {illegality}"

    def close(self) -> None:
        """Take the end of the connection. Without a last state it ends the game.

        >>> seat = Seat(Side.ATTACKERS)
        >>> seat.close()
        >>> seat.ending, seat.notes
        (Ending.CLOSED, ('the server closed the connection before the game began',))
        """
        if self.ending is not None:
            return
        self.ending = Ending.CLOSED
        if self._state is None:
            self._note("the server closed the connection before the game began")
            return
        if self._sent is not None:
            self._note(f"the server closed the connection after {self._sent}, {self._judge_move(self._sent)}")
        else:
            turn = COLOURS[self._state.turn or self.side]
            self._note(f"the server closed the connection while {turn} was to move")
        self._note(_WHY_CLOSED)


_MOST_NOTES: Final = 1000
"""How many notes are kept."""
_WHY_CLOSED: Final = (
    "it does so without a last state when a player runs out of time, or sends something that is no JSON, and "
    "in its older versions when a player plays an illegal move"
)
