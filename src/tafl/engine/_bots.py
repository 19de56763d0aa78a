r"""Bots: functions and classes of Python files as players, each in a process of its own.

``bots.py:careful`` names the function or the class ``careful`` in the file ``bots.py``. A bot is what the library takes
for a player elsewhere: a function from a :class:`~hnefatafl.play.Position` to a legal
:class:`~hnefatafl.board.Move`, or a class whose objects have a method ``choose`` that is one
(:class:`~hnefatafl.search.Player`). A move may be written as a text, and None rolls the die.

The file is never imported here. Another interpreter runs it, which is sent positions and answers with moves in words;
nothing that it writes is taken for anything but text. So a bot can be slow, crash, hang, exhaust its memory, print,
read its input, end or start processes, and loses by it alone what it plays. That protects games from faults, and not
the machine from malice: the process has all rights of the user. Code that nobody has read belongs into a container.

The host's side of their conversation is a protocol like the others:

>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> host = BotHost()
>>> position = Position.initial(variants.BRANDUBH)
>>> sent, result = host.connection.drive(host.play(position, Limit(seconds=1)), b"move d1-c1\n")
>>> sent[:9], result.move
(b'position ', Move.parse('d1-c1'))
"""

from __future__ import annotations

import base64
import pickle
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, final

from hnefatafl.errors import ArgumentValueError, NotExpressibleError
from hnefatafl.play import Position
from hnefatafl.search import Limit
from hnefatafl.support.arguments import check
from tafl.engine._connection import Conversation, Event
from tafl.engine._hosting import Host, Said, Tell, check_move, expect_answer, ignore, tell_choice
from tafl.engine._protocol import Info, PlayResult

MEMORY: Final = 2048
"""How many MiB of memory a bot may have, where the system can limit it."""
_BOT: Final = re.compile(r"((?:[A-Za-z]:)?[^:]+\.py):([^\W\d]\w*)")
"""A path, perhaps with a drive, and a name. No other colon is in it, as there is behind a protocol."""


def is_bot(text: str) -> bool:
    """Return whether the text of a player names a bot: a file of Python, a colon and a name.

    >>> is_bot("bots.py:careful"), is_bot("uci:bots.py"), is_bot("ugi:python engine.py:fast")
    (True, False, False)
    """
    return _BOT.fullmatch(text.strip()) is not None


def bot_command(text: str, seed: int = 0) -> list[str]:
    """Return the command that runs a bot.

    >>> bot_command("no-such-file.py:bot")
    Traceback (most recent call last):
        ...
    hnefatafl.errors.ArgumentValueError: no-such-file.py: there is no such file

    Arguments:
        text: the file and the name.
        seed: what the bot gets for its parameter ``seed``, if its class has one, and what :mod:`random` begins with.

    Raises:
        ArgumentValueError: there is no such file, or the text names no bot.
    """
    match = _BOT.fullmatch(text.strip())
    if match is None:
        raise ArgumentValueError(f"bot: FILE.py:NAME was expected, not {text!r:.60}")
    path = Path(match[1])
    if not path.is_file():
        raise ArgumentValueError(f"{path}: there is no such file")
    guest = Path(__file__).with_name("_guest.py")
    return [sys.executable, "-P", str(guest), str(path.resolve()), match[2], str(seed), str(MEMORY)]


@final
class BotHost(Host):
    """The side that asks a bot for moves, with the methods of :class:`~tafl.engine.Host`. An analysis is no more than
    the bot's move. The limit is not sent, but it decides how long the answer is waited for.

    >>> from hnefatafl import variants
    >>> host = BotHost()
    >>> host.connection.drive(host.play(Position.initial(variants.BRANDUBH), Limit(seconds=1)), b"error 1 / 0\\n")
    Traceback (most recent call last):
        ...
    tafl.engine.EngineRefusedError: the engine reported an error: 1 / 0
    """

    __slots__ = ()

    _PROTOCOL = "the protocol of bots"
    _WORDS = ("ready", "move", "error")

    def _greet(self, options: Mapping[str, str]) -> Conversation[None]:
        yield from self._wait_for("ready", Said().hear)

    def _refusal(self, event: Event) -> str | None:
        return event.text if event.name == "error" else None

    def play(self, position: Position, limit: Limit) -> Conversation[PlayResult]:
        check("position", position, Position)
        said = Said()
        try:
            data = pickle.dumps(position)
        except Exception as error:  # such as that of a ruleset with a function of a function
            raise NotExpressibleError(self._PROTOCOL, ["ruleset"], f"{error}") from None
        yield self.connection.send("position", base64.b64encode(data).decode())
        event = yield from self._wait_for("move", said.hear, expect_answer(limit, position.turn, "a move"))
        if event.text != "roll":
            return PlayResult(move=check_move(position, event.text), info=said.complete())
        return PlayResult(move=None, info=said.complete())

    def analyse(
        self, position: Position, limit: Limit, lines: int = 1, tell: Tell = ignore
    ) -> Conversation[tuple[Info, ...]]:
        return tell_choice((yield from self.play(position, limit)), tell)
