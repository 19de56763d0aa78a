"""Write the module of a new dialect and its place in the package and the reference; list what only a person can write.

    python scripts/new_dialect.py NAME

It changes no file that has the name already, so it can be run again to see what is left.
"""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = "src/hnefatafl/notation"
MODULE: Final = '''"""NAME: whose dialect it is, and where that is defined.

**Leniencies.** What the parser tolerates.
"""

from __future__ import annotations

from hnefatafl.errors import NotationError
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.support.json_text import check_length

__all__ = ["format_game", "parse_game"]


def parse_game(text: str, ruleset: Ruleset | str) -> Game:
    """Read a game.

    Raises:
        NotationError: the text is none.
    """
    rules = as_ruleset(ruleset)
    check_length(text, "a game")
    raise NotationError(f"a game of {rules.name} was expected", text)


def format_game(game: Game) -> str:
    """Write a game."""
    return " ".join(map(str, game.moves))
'''
LEFT: Final = {
    f"{PACKAGE}/dialects.py": "an entry of DIALECTS (what it can hold, what its texts begin with), and its line on top",
    "tests/hnefatafl/notation/test_notation_dialects.py": "a sample text in SEEDS, from a real file if there is one",
    "CHANGELOG.md": "a line",
}
"""What a person writes, by the files that then have the name."""


def insert(path: str, name: str, *places: tuple[str, str]) -> None:
    """Put lines before the first place that each pattern matches, unless the file has the name."""
    file = ROOT / path
    text = file.read_text("utf-8")
    if re.search(rf"\b{name}\b", text):
        return
    for pattern, lines in places:
        match = re.search(pattern, text, re.MULTILINE)
        assert match is not None, f"{path} has no place for the dialect"
        text = text[: match.start()] + lines + text[match.start() :]
    file.write_text(text, "utf-8")
    print(f"{path}: written")


def main(arguments: list[str]) -> int:
    """Write what can be written, and list the rest."""
    if len(arguments) != 1 or not arguments[0].isidentifier() or keyword.iskeyword(arguments[0]):
        print(__doc__)
        return 2
    (name,) = arguments
    module = ROOT / PACKAGE / f"{name}.py"
    if not module.exists():
        module.write_text(MODULE.replace("NAME", name), "utf-8")
        print(f"{PACKAGE}/{name}.py: written")
    insert(
        f"{PACKAGE}/__init__.py",
        name,
        (r"^:mod:`~hnefatafl.notation.dialects`", f":mod:`~hnefatafl.notation.{name}`\n    ...\n"),
        (r"^        dialects,$", f"        {name},\n"),
        (r"^    \"dialects\",$", f'    "{name}",\n'),
    )
    title = f"hnefatafl.notation.{name}"
    section = f"{title}\n{'-' * len(title)}\n\n.. face:: {title}\n\n"
    insert("docs/reference/notation.dialects.rst", name, (r"^hnefatafl\.notation\.bologna$", section))
    for path, what in LEFT.items():
        if not re.search(rf"\b{name}\b", (ROOT / path).read_text("utf-8")):
            print(f"{path}: {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
