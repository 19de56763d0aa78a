"""A service on two pipes, such as standard input and output."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import BinaryIO, Final, cast

from hnefatafl.service._scheduler import Service
from hnefatafl.service._session import Session

MOST_UNREAD: Final = 10_000
"""After so many lines that the client has not read, no more of its lines are taken."""
PAUSE: Final = 0.05
"""How often to look whether it has read some of them, in seconds."""
_CHUNK: Final = 1 << 16


def serve_lines(service: Service, *, source: BinaryIO | None = None, target: BinaryIO | None = None) -> None:
    """Answer one client until it closes its side and all its queries are answered.

    >>> from io import BytesIO
    >>> target = BytesIO()
    >>> with Service() as service:
    ...     serve_lines(service, source=BytesIO(b'{"id": "a", "action": "clear"}'), target=target)
    >>> target.getvalue()
    b'{"id":"a","action":"clear","cancelled":0}\\n'

    Arguments:
        service: the service.
        source: where the client writes; None for standard input.
        target: where the client reads; None for standard output.

    Raises:
        OSError: reading or writing fails, as when the client has gone.
    """
    # The buffer of standard input has a lock, which the thread that reads would hold when the interpreter ends.
    given = cast("BinaryIO", getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)) if source is None else source
    taken = sys.stdout.buffer if target is None else target
    outbox: SimpleQueue[str | None] = SimpleQueue()
    session = Session(service, outbox.put)
    fault: list[BaseException] = []

    def read() -> None:
        try:
            for line in _lines(getattr(given, "read1", given.read), service.bounds.line):
                if line.strip():
                    session.receive(line)
                while outbox.qsize() > MOST_UNREAD and not session.is_closed:
                    time.sleep(PAUSE)
                if session.is_closed:
                    return
        except BaseException as error:
            fault.append(error)
        finally:
            outbox.put(None)

    threading.Thread(target=read, name="tafl-reader", daemon=True).start()
    ended = False
    try:
        while not (ended and session.unanswered == 0 and outbox.empty()):
            line = outbox.get()
            if line is None:
                ended = True
            else:
                taken.write(f"{line}\n".encode())
                if outbox.empty():
                    taken.flush()
    finally:
        session.close()
    if fault:
        raise fault[0]


def _lines(read: Callable[[int], bytes], most: int) -> Iterator[bytes]:
    """Yield the lines of a pipe; of one that is longer than that, only as much as shows it."""
    rest = bytearray()
    while data := read(_CHUNK):
        *whole, last = data.split(b"\n")
        for part in whole:
            rest += part[: most + 1 - len(rest)]
            yield bytes(rest)
            rest.clear()
        rest += last[: max(0, most + 1 - len(rest))]
    yield bytes(rest)
