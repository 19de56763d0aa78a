"""How compiled loops let the interpreter handle signals, and let other threads run.

The interpreter does both where its own loop runs, and compiled code does not run in it. So every compiled loop that may
take long calls :func:`heed_interrupts` now and then. It is a function that is never compiled: whenever one begins, the
interpreter handles the signals that have arrived, such as that of Ctrl-C, and gives way to a thread that waits.

Laws:

1. The call may raise, mostly ``KeyboardInterrupt``. It stands where what outlives the loop is sound: on boards that
   nothing else holds, or between two steps of which each is whole.
2. Between two calls lies far less than half a second of work, whatever the rules and the size of the board.
"""

from __future__ import annotations


def heed_interrupts() -> None:
    """Let the interpreter handle signals, which may raise, and other threads run, if any wait."""
