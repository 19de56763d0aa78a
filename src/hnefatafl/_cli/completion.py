"""``tafl completion``: completion scripts for shells."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import cast

from hnefatafl._base.extras import extra
from hnefatafl._cli.console import Console
from hnefatafl.board import Side
from hnefatafl.notation.dialects import DIALECTS
from hnefatafl.rules import KingStrength
from hnefatafl.search import PLAYERS

__all__ = ["SHELLS", "run"]

SHELLS = ("bash", "zsh", "fish")


def run(parser: argparse.ArgumentParser, options: argparse.Namespace, console: Console) -> int:
    """Write the script with which a shell completes the command of the parser.

    Raises:
        MissingExtraError: the extra ``completion`` is not installed.
    """
    with extra("completion"):
        import shtab
    closed = {
        "DIALECT": [dialect.name for dialect in DIALECTS],
        "PLAYER": list(PLAYERS),
        "SIDE": [str(side) for side in Side],
        "STRENGTH": [str(strength) for strength in KingStrength],
    }
    known = {
        "NAME": shtab.cmd("tafl variants --names"),
        "FILE": shtab.FILE,
        **{metavar: shtab.cmd(rf"printf '%s\n' {' '.join(words)}") for metavar, words in closed.items()},
    }
    for action in _actions(parser):
        first = str(action.metavar).split("|")[0]
        if first in known:
            action.__dict__["complete"] = known[first]
    console.raw(shtab.complete(parser, options.shell).rstrip("\n"))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in cast("argparse._SubParsersAction[argparse.ArgumentParser]", action).choices.values():
                yield from _actions(command)
