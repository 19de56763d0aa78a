"""A program that connects to a port, as one that reads lines: ``python -P _bridge.py PORT COMMAND ...``.

It listens, starts the command, waits for its connection, writes ``connected``, and then sends it each line that it
reads, and writes each packet that comes as a line. Nothing imports this module.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

_WAIT = 20.0
"""How many seconds to try again while another program has the port."""
_LAST = 5.0
"""How many seconds the program has to end when the host has said all, or was killed."""


def listen(port: int) -> socket.socket:
    """Listen on a port of this machine."""
    end = time.monotonic() + _WAIT
    while True:
        with suppress(OSError):
            return socket.create_server(("127.0.0.1", port), backlog=1)
        if time.monotonic() > end:
            sys.exit(f"port {port} is taken")
        time.sleep(0.05)


def say(data: bytes) -> None:
    """Write a line."""
    sys.stdout.buffer.write(data.replace(b"\n", b" ") + b"\n")
    sys.stdout.buffer.flush()


def carry(connection: socket.socket) -> None:
    """Send the connection what is read, a line a packet. A program that does not end then is ended after a while."""
    with suppress(OSError):
        for line in sys.stdin.buffer:
            connection.sendall(line.rstrip(b"\r\n"))
        connection.shutdown(socket.SHUT_WR)
    time.sleep(_LAST)
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def main(arguments: Sequence[str]) -> int:
    """Start the program, and carry what both sides say."""
    port, *command = arguments
    with listen(int(port)) as door:
        try:
            program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        except OSError as error:
            sys.exit(f"{command[0]}: {error.strerror}")
        door.settimeout(0.1)
        while True:
            with suppress(TimeoutError):
                connection, _ = door.accept()
                break
            if program.poll() is not None:
                sys.exit(f"the program ended with exit status {program.returncode} before it connected")
    connection.settimeout(None)
    say(b"connected")
    threading.Thread(target=carry, args=(connection,), daemon=True).start()
    with suppress(OSError):
        while data := connection.recv(1 << 13):
            say(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
