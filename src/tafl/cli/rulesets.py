"""The ruleset of a command, given by its name or in a file."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Final

from hnefatafl import variants
from hnefatafl.rules import Ruleset
from hnefatafl.support.errors import HnefataflError, RulesetError, StructureError, UnknownVariantError
from tafl.cli.console import CommandError

FILES: Final[Mapping[str, str]] = {".toml": "toml", ".json": "json", ".otn": "otn", ".otr": "otn"}
"""The module of :mod:`hnefatafl.notation` that reads a file of rules, by the extension of its name."""


def is_file(what: str) -> bool:
    """Return whether this is a file of rules, not the name of a variant."""
    return Path(what).suffix.lower() in FILES


def find_rules(what: str) -> Ruleset:
    """Return the ruleset of that name, or in the file of that name.

    Raises:
        CommandError: the file cannot be read, or is not a ruleset.
        UnknownVariantError: no ruleset has that name.
    """
    if not is_file(what):
        try:
            return variants.get(what)
        except UnknownVariantError:
            if Path(what).is_file():
                raise CommandError(f"{what}: a file of rules ends in {', '.join(FILES)}") from None
            raise
    from tafl.cli.sources import Source, read_text

    text = read_text(Source(Path(what)))
    notation = import_module(f"hnefatafl.notation.{FILES[Path(what).suffix.lower()]}")
    try:
        rules: Ruleset = notation.parse_rules(text)
        return rules
    except (RulesetError, StructureError) as error:
        raise CommandError("\n    ".join((f"{what}:", *error.reasons))) from None
    except HnefataflError as error:
        raise CommandError(f"{what}: {error}") from None
