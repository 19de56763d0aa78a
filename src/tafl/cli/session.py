"""A dialog on the terminal or through a pipe: lines with commands and moves, and their answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from hnefatafl.board import Move
from hnefatafl.errors import HnefataflError, NotationError
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import Position
from tafl.cli.console import CommandError, Console

_SQUARES: Final = re.compile(r"\s*([a-u][0-9]{1,2})\s+([a-u][0-9]{1,2})\s*", re.ASCII)
_LONGEST: Final = 1000

Answer: TypeAlias = Callable[[str], str | bool | None]
"""What a text that was typed does: it returns what to show, or a bool to end the dialog."""


def read_move(text: str) -> Move:
    """Return a move as people type it: ``d1-d3``, ``d1 d3``, or as records have it.

    Raises:
        NotationError: the text is not a move.
    """
    squares = _SQUARES.fullmatch(text)
    return parse_move(text if squares is None else f"{squares[1]}-{squares[2]}").move


def explain_move(position: Position, text: str) -> str:
    """Return why a move is illegal, or what it would do.

    Raises:
        NotationError: the text is not a move.
    """
    move = read_move(text)
    illegality = position.illegality(move)
    if illegality is not None:
        return f"{move} is not legal: {illegality}"
    return "\n".join([f"{move} is legal", *position.explain(move).sentences])


class Dialog:
    """Reads lines and answers them.

    Arguments:
        console: where the answers are shown.
        commands: what the words do that may begin a line, with the rest of it.
        play: what any other line does.
    """

    def __init__(self, console: Console, commands: Mapping[str, Answer], play: Answer) -> None:
        self._console = console
        self._commands = commands
        self._play = play

    def take(self, prompt: str) -> bool | None:
        """Answer the next line: None if the dialog goes on after it, False if there is none, else what ended it."""
        line = self._read_line(prompt)
        if line is None:
            return False
        line = line.strip()
        word, _, rest = line.partition(" ")
        if not word:
            return None
        command = self._commands.get(word.lower())
        try:
            answer = self._play(line) if command is None else command(rest.strip())
        except NotationError as error:
            answer = f"{error}\n(help lists the commands)"
        except (CommandError, HnefataflError) as error:
            answer = str(error)
        if not isinstance(answer, str):
            return answer
        self._console.line(answer)
        return None

    def _read_line(self, prompt: str) -> str | None:
        """Return the next line of input, or None at its end."""
        stdin = sys.stdin
        self._console.out.flush()
        if stdin is None:
            return None
        try:
            if not stdin.isatty():
                return stdin.readline(_LONGEST) or None
            return input(prompt)
        except EOFError:
            self._console.line()
            return None
        except UnicodeDecodeError:
            raise CommandError("<stdin>: not a text in UTF-8") from None
