"""Detection: which dialect a text is in, and by which rules its games were played.

:func:`read_any` reads the games of any text. :func:`detect` and :func:`find_ruleset` are its two steps, for programs
that want to know what was found.

>>> from hnefatafl import variants
>>> lines = ["# variant: brandubh", "d1-c1 c4-c2,0,0,Ongoing"]
>>> [(game.ruleset.name, len(game.moves)) for game in read_any(lines)]
[('brandubh', 2)]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final

from attrs import field

from hnefatafl import variants
from hnefatafl.errors import RecordError, UnknownVariantError
from hnefatafl.notation.dialects import Dialect, guess, read_games
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset, optional_ruleset
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import brief

__all__ = ["HEAD", "Detected", "detect", "find_ruleset", "named_ruleset", "read_any"]


HEAD: Final = 100
"""The number of lines within which a text shows its dialect and its rules."""
_VARIANT: Final = re.compile(r"#\s*variant:\s*(\S.{0,80}?)\s*", re.IGNORECASE)


@frozen(kw_only=True, eq=False)
class Detected:
    """A text whose beginning has been read.

    >>> detected = detect(["position startpos moves h1h3"])
    >>> detected.dialect.name, list(detected.lines)
    ('taflzero', ['position startpos moves h1h3'])
    """

    __repr__ = brief

    dialect: Dialect | None
    """The dialect that the text is in, or None if it is in no known one."""
    head: tuple[str, ...]
    """The lines that were read: the comments and the first line after them, or up to :data:`HEAD` lines."""
    lines: Iterator[str] = field(repr=False)
    """All lines of the text, those of the head included. They can be read once."""


def detect(lines: Iterable[str], filename: str = "") -> Detected:
    """Read the beginning of a text and detect its dialect: by what it looks like, else by the name of its file.

    No more lines are read than that takes.

    >>> detect(["[rules:dim:7]", "1. d1-d3 c4-c5"]).dialect.name
    'otn'
    >>> detect(["Dear Ann"]).dialect is None
    True

    Arguments:
        lines: the lines of the text, such as an open file.
        filename: the name of the file, if there is one.
    """
    source = iter(lines.split("\n") if isinstance(lines, str) else lines)
    head: list[str] = []
    for line in source:
        head.append(line)
        if len(head) == HEAD or (line.strip() and not line.startswith("#")):
            break
    dialect = guess(_join_lines(head))
    if dialect is None:
        head += islice(source, HEAD - len(head))
        dialect = guess(_join_lines(head), filename)
    return Detected(dialect=dialect, head=tuple(head), lines=chain(head, source))


def _join_lines(head: list[str]) -> str:
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in head)


def named_ruleset(head: Iterable[str]) -> str | None:
    """Return the name of the ruleset that a line ``# variant: NAME`` gives, or None if no line does.

    >>> named_ruleset(["# two games", "# variant: brandubh"])
    'brandubh'
    """
    for line in head:
        match = _VARIANT.fullmatch(line.rstrip())
        if match is not None:
            return match[1]
    return None


def find_ruleset(dialect: Dialect, head: Iterable[str], filename: str = "") -> Ruleset | None:
    """Return the ruleset of the games in a text: the one that a line ``# variant: NAME`` names, else the dialect's own,
    else the one that the file is named after; None if each game contains its own rules.

    >>> from hnefatafl.notation.dialects import dialect
    >>> find_ruleset(dialect("archive"), ["# variant: brandubh"]).name
    'brandubh'
    >>> find_ruleset(dialect("archive"), [], "data/copenhagen-11.tsv.gz").name
    'copenhagen'

    Raises:
        RecordError: nothing says which rules they are.
        UnknownVariantError: no ruleset has the name that the text gives.
    """
    if dialect.tells_rules:
        return None
    name = named_ruleset(head)
    if name is not None:
        return variants.get(name)
    if dialect.ruleset is not None:
        return dialect.ruleset
    stem = re.split(r"[/\\]", filename)[-1].split(".")[0]
    try:
        return variants.get(stem)
    except UnknownVariantError:
        raise RecordError("the text does not say by which rules its games were played: give a ruleset") from None


def read_any(lines: Iterable[str], ruleset: Ruleset | str | None = None, filename: str = "") -> Iterator[Game]:
    """Read the games in a text of any dialect, one after the other.

    >>> for game in read_any(["position startpos moves h1h3"]):
    ...     print(game.ruleset.name, *game.moves)
    copenhagen h1h3

    Arguments:
        lines: the lines of the text, such as an open file.
        ruleset: the rules by which the games were played, instead of those that :func:`find_ruleset` finds.
        filename: the name of the file, if there is one.

    Raises:
        RecordError: the text is in no known dialect, or nothing says which rules its games were played by.
        UnknownVariantError: no ruleset has the name that the text gives.
        NotationError, RulesetError, InvalidSetupError: as :func:`~hnefatafl.notation.dialects.read_games`.
    """
    ruleset = optional_ruleset(ruleset)
    detected = detect(lines, filename)
    dialect = detected.dialect
    if dialect is None:
        raise RecordError("the text is in no known dialect")
    return read_games(detected.lines, dialect, ruleset or find_ruleset(dialect, detected.head, filename))
