"""The interpreter in which a bot runs: ``python -P _guest.py FILE NAME SEED MIB``.

It reads a position a line, and answers with a move. The bot finds neither end of this conversation: what it prints goes
to standard error, and its input is empty. When the host ends while the bot thinks, the bot ends too, and what
is in its process group. What has left the group runs on: this is no sandbox.

Nothing imports this module, and it imports of the program nothing: so a bot starts in less than half the time.
"""

from __future__ import annotations

import base64
import inspect
import os
import pickle
import queue
import random
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, BinaryIO

from hnefatafl.board import Move


def run(file: str, name: str, seed: int, source: Iterable[bytes], target: BinaryIO) -> int:
    """Answer until the host closes its side."""

    def say(*words: str) -> None:
        target.write(" ".join(" ".join(words).split()).encode("utf-8", "replace") + b"\n")
        target.flush()

    try:
        choose = load(file, name, seed)
    except Exception as error:
        say("error", describe(error, file))
        return 1
    say("ready")
    for line in source:
        word, _, data = line.partition(b" ")
        if word != b"position":
            break
        try:
            # It comes from the host, which has started this process.
            position = pickle.loads(base64.b64decode(data))
        except Exception as error:  # the functions of its ruleset are not found here
            say("error", f"the position is unreadable for a bot: {describe(error, file)}")
            continue
        try:
            move = choose(position)
            if move is not None and not isinstance(move, Move | str):
                raise TypeError(f"{name} returned {move!r:.60}, where a Move was expected")
        except Exception as error:
            say("error", describe(error, file))
        else:
            say("move", "roll" if move is None else str(move))
    return 0


def read_lines(source: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of the host, which a thread reads from now on: at their end it ends a bot that is still thinking.

    A host that is killed says nothing but that.
    """
    waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    idle = threading.Event()

    def read() -> None:
        with suppress(OSError, ValueError):
            for line in source:
                waiting.put(line)
        waiting.put(None)
        if not idle.is_set():
            end_group()

    def take() -> Iterator[bytes]:
        while True:
            idle.set()
            line = waiting.get()
            if line is None:
                return
            idle.clear()
            yield line

    threading.Thread(target=read, daemon=True).start()
    return take()


def end_group() -> None:
    """End this process at once, and where there are groups of processes all of its own."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def load(file: str, name: str, seed: int) -> Callable[[Any], object]:
    """Return what chooses the moves."""
    random.seed(seed)
    sys.path.insert(0, str(Path(file).parent))
    spec = spec_from_file_location(f"bot_{Path(file).stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    found: Any = getattr(module, name, None)
    if found is None:
        raise LookupError(f"{Path(file).name} has no {name}")
    if isinstance(found, type):
        found = found(seed=seed) if "seed" in inspect.signature(found).parameters else found()
    choose: Any = getattr(found, "choose", found)
    if not callable(choose):
        raise TypeError(f"{name} is neither a function nor a class with a method choose")
    function: Callable[[Any], object] = choose
    return function


def describe(error: BaseException, file: str) -> str:
    """Return an error in a line, with the last place in the file of the bot."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    place = f" ({Path(file).name}, line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}: {error}{place}"


def limit_memory(mebibytes: int) -> None:
    """Limit the address space of this process, and of each that it starts, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    size = mebibytes << 20
    with suppress(ValueError, OSError):
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (size if most < 0 else min(size, most), most))


def main(arguments: Sequence[str]) -> int:
    """Take the two ends of the conversation out of the bot's reach, and run it."""
    file, name, seed, mebibytes = arguments
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    limit_memory(int(mebibytes))
    return run(file, name, int(seed), read_lines(source), target)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
