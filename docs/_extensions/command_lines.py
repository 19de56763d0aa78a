"""The commands of ``tafl``, as their help describes them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rst import escaped, heading

from tafl.cli.options import COMMANDS, find_command


def lines() -> Iterator[str]:
    """Yield a section for each command: what it does, its options, and the rest of its help."""
    for group, names in COMMANDS.items():
        yield from heading(group)
        for name, told in names.items():
            command = find_command(name)
            parser = argparse.ArgumentParser(prog=f"tafl {name}")
            command.add_to(parser)
            writer = argparse.HelpFormatter(parser.prog)
            yield from heading(f"``{parser.prog}``: {told}", "~")
            yield from (f".. program:: {parser.prog}", "", *escaped(command.description).splitlines(), "")
            for action in parser._actions[1:]:  # without --help
                usage = writer._format_action_invocation(action)
                yield from (f".. option:: {usage}", "", f"   {escaped(writer._expand_help(action))}", "")
            if command.more:
                yield from (".. code-block:: text", "", *(f"   {line}" for line in command.more.splitlines()), "")
