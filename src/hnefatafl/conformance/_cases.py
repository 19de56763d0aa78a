"""Suites as values: the cases of each ruleset, with their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl._version import __version__
from hnefatafl.conformance._words import LISTS
from hnefatafl.notation._jsontext import dump
from hnefatafl.rules import Ruleset

FORMAT: Final = "hnefatafl conformance 1"
"""The name of the format and its version, which rises when an older suite would be read differently or not at all."""


@frozen(kw_only=True)
class Case:
    """A question about a position, and its answer.

    >>> case = Case(
    ...     id="brandubh/1", ruleset="brandubh", start="/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a", tries=("d1-d4",),
    ...     answer={"tries": {"d1-d4": {"refused": "blocked"}}},
    ... )
    >>> case.question["tries"]
    ['d1-d4']
    """

    __repr__ = brief

    id: str
    """The name of the ruleset and a number."""
    ruleset: str
    """The name of the ruleset."""
    start: str
    """The text of the position at the start, without history."""
    line: tuple[str, ...] = ()
    """The moves and rolls to make from there before anything is asked."""
    tries: tuple[str, ...] = ()
    """The moves and rolls to try in the position after the line, each by itself."""
    answer: Mapping[str, Any]
    """The right answer, as in the file."""

    @property
    def question(self) -> dict[str, Any]:
        """What an engine is asked: the case without its answer.

        >>> "answer" in Case(id="a/1", ruleset="a", start="/5/5/2K2/5/5/ a", answer={}).question
        False
        """
        found: dict[str, Any] = {"id": self.id, "ruleset": self.ruleset, "start": self.start}
        return {**found, "line": list(self.line), "tries": list(self.tries)}

    @property
    def snippet(self) -> str:
        """Python that sets the position up, to be pasted.

        >>> print(Case(id="a/1", ruleset="brandubh", start="/7/7/3K3/7/7/7/3t3/ a", line=("d1-c1",), answer={}).snippet)
        position = Position.parse('brandubh /7/7/3K3/7/7/7/3t3/ a')
        position = position.play('d1-c1')
        """
        lines = [f"position = Position.parse({f'{self.ruleset} {self.start}'!r})"]
        for action in self.line:
            word, _, note = action.partition(" ")
            call = f"roll({note})" if word == "roll" else f"play({word!r}{', announce=False' if note else ''})"
            lines.append(f"position = position.{call}")
        return "\n".join(lines)


@frozen(kw_only=True)
class Chapter:
    """A ruleset, and the cases about it.

    >>> from hnefatafl import variants
    >>> Chapter(ruleset=variants.BRANDUBH, cases=(), met={}, unmet={}).title["version"]
    2
    """

    __repr__ = brief

    ruleset: Ruleset
    """The ruleset."""
    cases: tuple[Case, ...]
    """The cases."""
    met: Mapping[str, Mapping[str, int]]
    """How often each word was met, by the lists ``captures``, ``endings``, ``refusals`` and ``announcements``."""
    unmet: Mapping[str, list[str]]
    """The words that the options of the ruleset allow and that were not met, by the same lists."""

    @property
    def title(self) -> dict[str, Any]:
        """The line about the ruleset: its name, its behaviour version, all its options, which of them differ from their
        defaults, and what was met.

        >>> from hnefatafl import variants
        >>> Chapter(ruleset=variants.BRANDUBH, cases=(), met={}, unmet={}).title["options"]["escape"]
        'corners'
        """
        rules = self.ruleset
        return {
            "ruleset": rules.name,
            "version": rules.version,
            "options": options_of(rules),
            "changed": list(rules.changed()),
            "cases": len(self.cases),
            "met": self.met,
            "unmet": self.unmet,
        }


def options_of(rules: Ruleset) -> dict[str, Any]:
    """Return all options of a ruleset as plain data, defaults too; functions are left out."""
    from hnefatafl.notation._structure import converter  # which loads cattrs

    found: dict[str, Any] = converter(False).unstructure(rules)
    return {name: value for name, value in found.items() if name not in Ruleset.LABELS}


def suite_lines(
    rulesets: Iterable[Ruleset], chapters: Iterable[Chapter], *, cases: int = 200, seed: int = 0
) -> Iterator[str]:
    """Yield the lines of a suite: a head, and for each ruleset a title and its cases.

    >>> from hnefatafl import variants
    >>> from hnefatafl.conformance import make_chapter
    >>> chapter = make_chapter(variants.BRANDUBH, cases=3)
    >>> lines = list(suite_lines([variants.BRANDUBH], [chapter], cases=3))
    >>> lines[0][:36]
    '{"format":"hnefatafl conformance 1",'

    Arguments:
        rulesets: the rulesets, for the head.
        chapters: their chapters, which may be made one after the other.
        cases: the least number of cases of a chapter, for the head.
        seed: the seed that they were made with, for the head.
    """
    head = {
        "format": FORMAT,
        "library": __version__,
        "seed": seed,
        "cases": cases,
        "rulesets": {rules.name: rules.version for rules in rulesets},
        "words": {key: {word.value: word.sentence for word in words} for key, words in LISTS.items()},
    }
    yield dump(head)
    for chapter in chapters:
        yield dump(chapter.title)
        for case in chapter.cases:
            yield dump({**case.question, "answer": case.answer})
