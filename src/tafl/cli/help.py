"""The commands that explain the others, to people and to shells."""

# Argparse shows these types under private names only.
# pyright: reportPrivateUsage=false
from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, cast

from tafl.cli.console import Console
from tafl.cli.options import COMMANDS, command, make_whole_parser, option, read

_SHELLS: Final = ("bash", "zsh", "fish")
_COMPLETION: Final = """\
Write a script that lets a shell complete commands, options, variants, dialects and
files. It needs the extra completion.

----

where shells look for the script:
  tafl completion bash > ~/.local/share/bash-completion/completions/tafl
  tafl completion zsh > ~/.zfunc/_tafl          (with fpath+=~/.zfunc before compinit)
  tafl completion fish > ~/.config/fish/completions/tafl.fish
"""


@command("help", "Explain a command, or list all.", option("name COMMAND", "the command", nargs="?"))
def run(options: argparse.Namespace, console: Console) -> int:
    """Show the help of the named command, or of the whole.

    Raises:
        CommandError: there is no such command.
    """
    with suppress(SystemExit):  # in this way argparse ends
        read([*([] if options.name is None else [options.name]), "--help"])
    return 0


@command("completion", _COMPLETION, option("shell", ", ".join(_SHELLS), choices=_SHELLS, metavar="SHELL"))
def run_completion(options: argparse.Namespace, console: Console) -> int:
    """Write the script with which a shell completes the command.

    Raises:
        MissingExtraError: the extra ``completion`` is not installed.
    """
    from hnefatafl.board import Side
    from hnefatafl.notation.dialects import DIALECTS
    from hnefatafl.rules import KingStrength
    from hnefatafl.search import PLAYERS
    from hnefatafl.support.extras import extra

    with extra("completion"):
        import shtab
    parser = make_whole_parser()
    closed = {
        "COMMAND": [name for group in COMMANDS.values() for name in group],
        "DIALECT": [dialect.name for dialect in DIALECTS],
        "PLAYER": list(PLAYERS),
        "SIDE": [str(side) for side in Side],
        "STRENGTH": [str(strength) for strength in KingStrength],
    }
    completions = {
        "NAME": shtab.cmd("tafl variants --names"),
        "FILE": shtab.FILE,
        **{metavar: shtab.cmd(rf"printf '%s\n' {' '.join(words)}") for metavar, words in closed.items()},
    }
    for action in _walk_actions(parser):
        first = str(action.metavar).split("|")[0]
        if first in completions:
            action.__dict__["complete"] = completions[first]
    console.raw(shtab.complete(parser, options.shell).rstrip("\n"))
    return 0


def _walk_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in cast("argparse._SubParsersAction[argparse.ArgumentParser]", action).choices.values():
                yield from _walk_actions(command)
