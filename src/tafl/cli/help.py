"""Explain a command, or list all."""

from __future__ import annotations

import argparse
from contextlib import suppress

from tafl.cli.console import Console
from tafl.cli.options import command, option
from tafl.cli.parsing import read


@command("help", __doc__, option("name COMMAND", "the command", nargs="?"))
def run(options: argparse.Namespace, console: Console) -> int:
    """Show the help of the named command, or of the whole.

    Raises:
        CommandError: there is no such command.
    """
    with suppress(SystemExit):  # in this way argparse ends
        read([*([] if options.name is None else [options.name]), "--help"])
    return 0
