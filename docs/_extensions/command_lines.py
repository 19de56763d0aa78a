"""The commands of ``tafl``, as their help describes them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rst import escaped, heading

from hnefatafl._cli import COMMANDS


def lines() -> Iterator[str]:
    """Yield a section for each command: what it does, its options, and the rest of its help."""
    parsers = argparse.ArgumentParser(prog="tafl").add_subparsers()
    for each in COMMANDS:
        parser = each.add(parsers)
        writer = argparse.HelpFormatter(parser.prog)
        yield from heading(f"``{parser.prog}``")
        yield from (f".. program:: {parser.prog}", "", *escaped(parser.description or "").splitlines(), "")
        for action in parser._actions[1:]:  # without --help
            usage = writer._format_action_invocation(action)
            yield from (f".. option:: {usage}", "", f"   {escaped(writer._expand_help(action))}", "")
        if parser.epilog:
            yield from (".. code-block:: text", "", *(f"   {line}" for line in parser.epilog.splitlines()), "")
