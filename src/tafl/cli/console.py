"""The output of the command, and its colours."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
import warnings
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Literal, TextIO

from hnefatafl.support.errors import LossWarning
from hnefatafl.support.texts import printable

if TYPE_CHECKING:
    from hnefatafl.render.text import Glyphs

Color = Literal["auto", "always", "never"]
"""When to use colours: ``auto`` means on a terminal."""

_UNPRINTED: Final = re.compile(r"[^\n -~]")
"""Characters of JSON that may be unprintable; control characters below the space are already escaped."""
_KEPT: Final = "\n\t"
"""What is kept of unprintable characters in messages."""
_REFRESH: Final = 0.1
"""The minimum time, in seconds, before the progress bar is drawn again."""
_BAR: Final = 20


class CommandError(Exception):
    """The command cannot do what was asked.

    Arguments:
        message: the reason, in one line, or in several if a place in a text is shown.
        status: the exit status that follows.
    """

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


class Console:
    """The two output streams.

    Any line may contain untrusted text (names, sources, notes, paths, tokens of records). So all characters that would
    move the cursor or hide something are replaced, except in what :meth:`raw` writes, and so are those that the stream
    cannot encode.
    """

    def __init__(self, out: TextIO, err: TextIO, environ: Mapping[str, str] | None = None) -> None:
        self.out = out
        self.err = err
        self._environ = os.environ if environ is None else environ
        self._progress: Progress | None = None
        self.deaf: bool = False
        """Whether writing to standard error has failed."""

    def line(self, text: str = "") -> None:
        """Write one or more lines of results."""
        self.raw(printable(text, _KEPT))

    def raw(self, text: str) -> None:
        """Write a text as it is: boards with their colours, and data for other programs."""
        self.done()
        _write(self.out, text + "\n")

    def json(self, value: object, indent: int | None = None) -> None:
        """Write a value as JSON; unprintable characters are escaped, so nothing is lost."""
        import json

        from hnefatafl.support.as_json import plain

        self.raw(_UNPRINTED.sub(_escape_letter, json.dumps(plain(value), ensure_ascii=False, indent=indent)))

    def serving(self, scheme: str, host: str, port: int, key: str) -> str:
        """Say where a server listens, and return the link, with a key at its end if there is one."""
        link = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/{key}"
        self.line(f"Serving on {link}\nCtrl-C ends it.")
        self.out.flush()
        return link

    def error(self, text: str) -> None:
        """Write one or more lines for people, to standard error.

        If standard error is full or closed, neither the work of the command nor its exit status changes.
        """
        self.done()
        try:
            _write(self.err, f"tafl: {printable(text, _KEPT)}\n")
            self.err.flush()
        except OSError:
            self.deaf = True

    def fault(self, text: str, command: str) -> None:
        """Write why a command cannot continue, with a next step if the text names none."""
        if "tafl " not in text and "pip install" not in text:
            apart = "\n" if "\n" in text else " "
            text = f"{text}{apart}({f'tafl {command}'.rstrip()} --help explains)"
        self.error(text)

    @contextmanager
    def telling_warnings(self) -> Generator[None]:
        """Write the warnings of the library as lines of errors, each text once."""
        with warnings.catch_warnings():
            warnings.simplefilter("default", LossWarning)
            warnings.showwarning = self._warn
            yield

    def _warn(self, message: Warning | str, *_: object, **__: object) -> None:
        self.error(f"warning: {message}")

    @contextmanager
    def telling_log(self) -> Generator[None]:
        """Write what the library logs as lines of errors, with the logger and the time in seconds."""
        import logging  # which takes time, and is seldom wanted

        console = self

        class Lines(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                console.error(f"{record.relativeCreated / 1000:.3f} {record.name}: {record.getMessage()}")

        lines = Lines()
        levels = {log: log.level for log in map(logging.getLogger, ("hnefatafl", "tafl"))}
        for log in levels:
            log.addHandler(lines)
            log.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            for log, level in levels.items():
                log.setLevel(level)
                log.removeHandler(lines)

    def done(self) -> None:
        """Remove the progress bar from the terminal."""
        if self._progress is not None:
            try:
                self._progress.clear()
            except OSError:
                self.deaf = True

    def color(self, mode: Color = "auto") -> bool:
        """Return whether to use colours in results: as requested, else as ``NO_COLOR`` and ``FORCE_COLOR`` say."""
        if mode != "auto":
            return mode == "always"
        if self._environ.get("NO_COLOR"):
            return False
        return bool(self._environ.get("FORCE_COLOR")) or (self.out.isatty() and self._environ.get("TERM") != "dumb")

    def glyphs(self, style: Literal["letters", "discs"] | None = None) -> Glyphs:
        """Return the characters to draw boards with: as requested, else the best that can be encoded."""
        from hnefatafl.render.text import ASCII, UNICODE

        if style is not None:
            return ASCII if style == "letters" else UNICODE
        return UNICODE if _drop_unencodable(UNICODE.signs, self.out) == UNICODE.signs else ASCII

    def progress(self, label: str, size: int | None, *, is_wanted: bool = True) -> Progress:
        """Return a progress bar, which is shown only on a terminal, and only if ``is_wanted``."""
        self._progress = Progress(self.err, label, size, is_wanted=is_wanted)
        return self._progress


class Progress:
    """A line that shows the progress of a long job, and is removed when the job is done.

    Arguments:
        stream: where it is drawn, if that is a terminal.
        label: the name of the job.
        size: how much there is to do, or None if that is not known.
        wanted: whether it is drawn at all.
    """

    def __init__(self, stream: TextIO, label: str, size: int | None, *, is_wanted: bool = True) -> None:
        self._stream = stream
        self.label = label
        self._size = size
        self._shown = False
        self._began = time.monotonic()
        self.is_visible: bool = is_wanted and stream.isatty()
        self._due = self._began + _REFRESH if self.is_visible else float("inf")

    @property
    def due(self) -> bool:
        """Whether it is time to draw it again."""
        return time.monotonic() >= self._due

    def update(self, done: float, games: int | None = None, label: str | None = None) -> None:
        """Draw it as :meth:`show` does, if it is time to."""
        if self.due:
            self.show(done, games, label)

    def show(self, done: float, games: int | None = None, label: str | None = None) -> None:
        """Draw it.

        Arguments:
            done: how much has been done, of the size.
            games: how many games have been played, if the job plays games.
            label: what to call the job now, instead of its name.
        """
        now = time.monotonic()
        self._due = now + _REFRESH
        bar = ""
        if self._size:
            share = min(done / self._size, 1)
            filled = round(share * _BAR)
            bar = f"[{'#' * filled}{'-' * (_BAR - filled)}] {share:4.0%}  "
        if games is not None:
            bar += f"{games:,} games ({games / max(now - self._began, 1e-9):,.0f}/s)  "
        self._shown = True
        _write(self._stream, f"\r\x1b[K{bar}{printable(label or self.label)}")
        self._stream.flush()

    def clear(self) -> None:
        """Remove it from the terminal."""
        if self._shown:
            self._shown = False
            _write(self._stream, "\r\x1b[K")
            self._stream.flush()


@contextmanager
def interruptible() -> Generator[None]:
    """Let an interrupt (Ctrl-C) end the process at once, even inside compiled code."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def any_of(words: Iterable[str]) -> str:
    """Return words of which one is meant: ``a, b or c``."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _escape_letter(letter: re.Match[str]) -> str:
    if letter[0].isprintable():
        return letter[0]
    import json

    return json.dumps(letter[0])[1:-1]


def _drop_unencodable(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
    except UnicodeEncodeError:
        stream.write(_drop_unencodable(text, stream))
