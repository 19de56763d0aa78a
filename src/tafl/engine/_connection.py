"""The lines of a protocol, without input and output: bytes to events, and words to bytes.

A :class:`Connection` is one end of a conversation in lines. It never reads or writes anything itself: give it what has
arrived with :meth:`~Connection.receive_data`, take the lines with :meth:`~Connection.next_event`, and write the bytes
that :meth:`~Connection.send` returns to wherever the other side is.

A line that begins with none of the known words is an event without a name. It is kept and is no error: programs print
what they like.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from typing import Final, TypeAlias, TypeVar, final

from attrs import field

from hnefatafl.errors import ArgumentValueError
from hnefatafl.support.arguments import as_tuple, check
from hnefatafl.support.immutability import frozen
from tafl.engine._protocol import EngineDiedError, ProtocolError

MAX_LINE: Final = 1 << 20
"""The maximum number of bytes in a line; a game of a hundred thousand moves is about as long."""
MAX_PENDING: Final = 10_000
"""The maximum number of events that may wait to be taken."""


@frozen(kw_only=True)
class Event:
    """A line from the other side.

    >>> Event(name="bestmove", text="d1-d3", line="bestmove d1-d3").name
    'bestmove'
    """

    name: str
    """The word that the line begins with, if the protocol knows it; else empty."""
    text: str
    """What follows the word; the whole line if the word is not known."""
    line: str
    """The whole line, without the spaces around it."""


@final
@frozen(kw_only=True)
class Expect:
    """What a conversation waits for: the next event.

    >>> Expect(awaited="bestmove", seconds=2.5).seconds
    2.5
    """

    awaited: str
    """What the other side owes, in words."""
    seconds: float | None = field(default=0.0)
    """How many seconds the other side may take for it, beside the patience of the host; None if it may take any
    time."""


_T = TypeVar("_T")
Conversation: TypeAlias = Generator[bytes | Expect, Event | None, _T]
"""A conversation with the other side, without input and output: a generator. It yields bytes to send, and then expects
None; or an :class:`Expect`, and then expects the next event. It returns what came of it."""


class Connection:
    r"""One end of a conversation in lines.

    Lines are UTF-8; bytes that are none are replaced. Empty lines are passed over. The cost of a hostile other side is
    bounded: a line of more than :data:`MAX_LINE` bytes, and more than :data:`MAX_PENDING` lines that nobody takes, are
    errors.

    >>> connection = Connection(["uciok", "bestmove"])
    >>> connection.receive_data(b"hello there\nbestm")
    >>> connection.receive_data(b"ove d1-d3\r\n")
    >>> while (event := connection.next_event()) is not None:
    ...     print(repr(event.name), repr(event.text))
    '' 'hello there'
    'bestmove' 'd1-d3'

    Arguments:
        words: the words by which the lines of the other side begin.
    """

    __slots__ = ("_ended", "_events", "_rest", "_words")

    def __init__(self, words: Iterable[str]) -> None:
        self._words: Final = frozenset(as_tuple("words", words))
        self._events: deque[Event] = deque()
        self._rest = bytearray()
        self._ended = False

    def receive_data(self, data: bytes) -> None:
        r"""Take what has arrived; no bytes mean that the other side has closed the connection.

        >>> connection = Connection(["hello"])
        >>> connection.receive_data(b"hello")
        >>> connection.receive_data(b"")
        >>> connection.next_event().name
        'hello'

        Raises:
            ProtocolError: a line is too long, or too many lines wait.
        """
        if not data:
            self._ended = True
            self._rest += b"\n"
        first = len(self._rest)
        self._rest += data
        # What came before holds no end of a line.
        line_end = 0 if self._ended else self._rest.find(b"\n", first)
        if line_end >= 0:
            *lines, rest = bytes(self._rest).split(b"\n")
            self._rest = bytearray(rest)
            for line in lines:
                self._add(line)
        if len(self._rest) > MAX_LINE:
            self._rest.clear()
            raise ProtocolError(f"a line is longer than {MAX_LINE:,} bytes")

    def _add(self, data: bytes) -> None:
        if len(data) > MAX_LINE:
            raise ProtocolError(f"a line is longer than {MAX_LINE:,} bytes")
        line = data.decode("utf-8", "replace").strip()
        if not line:
            return
        if len(self._events) >= MAX_PENDING:
            raise ProtocolError(f"more than {MAX_PENDING:,} lines wait")
        word, *rest = line.split(None, 1)
        is_known = word in self._words
        self._events.append(Event(name=word if is_known else "", text="".join(rest) if is_known else line, line=line))

    def next_event(self) -> Event | None:
        """Return the next line, or None if there is no whole one yet."""
        return self._events.popleft() if self._events else None

    @property
    def ended(self) -> bool:
        r"""Whether the other side has closed the connection and all its lines are taken."""
        return self._ended and not self._events

    def send(self, *words: str) -> bytes:
        """Return a line of words, to be written to the other side.

        >>> Connection([]).send("go", "movetime", "500")
        b'go movetime 500\\n'

        Raises:
            ArgumentTypeError: one of the words is no text.
            ArgumentValueError: one of the words holds the end of a line.
        """
        for word in words:
            check("words", word, str)
        line = " ".join(words)
        if "\n" in line or "\r" in line:
            raise ArgumentValueError("words: one line was expected, not several")
        return line.encode("utf-8", "replace") + b"\n"

    def drive(self, conversation: Conversation[_T], data: bytes) -> tuple[bytes, _T]:
        r"""Run a whole conversation with an other side that has already said everything.

        It is for tests and for logs. Return what was sent and what came of it.

        >>> def greet():
        ...     yield b"hi\n"
        ...     return (yield Expect(awaited="hello")).text
        >>> Connection(["hello"]).drive(greet(), b"hello you\n")
        (b'hi\n', 'you')

        Raises:
            EngineError: as the conversation; :class:`~tafl.engine.EngineDiedError` if it expects more.
        """
        if data:
            self.receive_data(data)
        sent = b""
        answer: Event | None = None
        while True:
            try:
                step = conversation.send(answer)
            except StopIteration as stop:
                return sent, stop.value
            answer = None
            if isinstance(step, bytes):
                sent += step
                continue
            answer = self.next_event()
            if answer is None:
                conversation.close()
                raise EngineDiedError(step.awaited)
