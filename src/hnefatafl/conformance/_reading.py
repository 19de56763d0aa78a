"""Suites read from their lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar, cast

from hnefatafl.conformance._cases import FORMAT, Case, Chapter
from hnefatafl.conformance._errors import SuiteError
from hnefatafl.errors import HnefataflError
from hnefatafl.notation._jsontext import dump, load
from hnefatafl.rules import Ruleset

_T = TypeVar("_T")
_KINDS: Final[Mapping[type, str]] = {str: "a text", int: "a whole number", list: "a list of texts", dict: "an object"}

QUESTION: Final[Mapping[str, type]] = {"id": str, "ruleset": str, "start": str, "line": list, "tries": list}
"""The keys of a question, and the types of their values."""
_TITLE: Final[Mapping[str, type]] = {
    "ruleset": str,
    "version": int,
    "options": dict,
    "changed": list,
    "cases": int,
    "met": dict,
    "unmet": dict,
}
_HEAD: Final[Mapping[str, type]] = {"format": str, "rulesets": dict}


def read_suite(lines: Iterable[str]) -> Iterator[Chapter]:
    """Yield the chapters of a suite.

    >>> from hnefatafl import variants
    >>> from hnefatafl.conformance import make_chapter, suite_lines
    >>> chapter = make_chapter(variants.BRANDUBH, cases=3)
    >>> list(read_suite(suite_lines([variants.BRANDUBH], [chapter]))) == [chapter]
    True
    >>> list(read_suite(["{}"]))
    Traceback (most recent call last):
        ...
    hnefatafl.conformance.SuiteError: line 1: the key 'format' was expected

    Arguments:
        lines: the lines of the file.

    Raises:
        SuiteError: a line is not as the format has it, or the file is not whole; it says which line.
    """
    chapter: _Begun | None = None
    number = 0
    named: Mapping[str, object] = {}
    for number, line in enumerate(lines, start=1):
        try:
            found = load(line)
            if number == 1:
                named = _head(found)
            elif chapter is None or len(chapter.cases) == chapter.size:
                if chapter is not None:
                    yield chapter.whole()
                chapter = _Begun(found, named)
            else:
                chapter.add(found)
        except SuiteError as error:
            raise SuiteError(error.reason, number) from None
        except HnefataflError as error:
            raise SuiteError(" ".join(str(error).split()), number) from None
    if chapter is None or len(chapter.cases) < chapter.size:
        raise SuiteError("the suite ends within a chapter" if chapter else "the suite is empty", number + 1)
    yield chapter.whole()


def _head(found: Mapping[str, object]) -> Mapping[str, object]:
    _check(found, _HEAD, more=True)
    if found["format"] != FORMAT:
        raise SuiteError(f"the format {FORMAT!r} was expected, not {found['format']!r:.60}")
    return cast("Mapping[str, object]", found["rulesets"])


class _Begun:
    """A chapter whose cases are being read."""

    def __init__(self, found: Mapping[str, object], named: Mapping[str, object]) -> None:
        _check(found, _TITLE)
        self.title = found
        self.rules = read_rules(found)
        if named.get(self.rules.name) != self.rules.version:
            raise SuiteError(f"the head does not name {self.rules.name} in version {self.rules.version}")
        self.size = cast("int", found["cases"])
        if self.size < 1:
            raise SuiteError("cases: a number from 1 on was expected")
        self.cases: list[Case] = []

    def add(self, found: Mapping[str, object]) -> None:
        case = read_question(found, answered=True)
        if case.ruleset != self.rules.name:
            raise SuiteError(f"a case of {self.rules.name} was expected, not of {case.ruleset:.60}")
        self.cases.append(case)

    def whole(self) -> Chapter:
        met, unmet = self.title["met"], self.title["unmet"]
        return Chapter(ruleset=self.rules, cases=tuple(self.cases), met=cast("Any", met), unmet=cast("Any", unmet))


def read_rules(found: Mapping[str, object]) -> Ruleset:
    """Return the ruleset of the line about it.

    Raises:
        SuiteError: a key is missing, or not as expected.
        HnefataflError: the options are none of a ruleset.
    """
    from hnefatafl.notation import json  # whose rules load cattrs

    _check(found, {"ruleset": str, "version": int, "options": dict}, more=True)
    options = cast("dict[str, object]", found["options"])
    return json.parse_rules(dump({"name": found["ruleset"], "version": found["version"], **options}))


def read_question(found: Mapping[str, object], *, answered: bool = False) -> Case:
    """Return the case that a line holds, or without an answer the question.

    Raises:
        SuiteError: a key is missing or unknown, or not as expected.
    """
    _check(found, {**QUESTION, "answer": dict} if answered else QUESTION)
    texts: dict[str, Any] = dict(found)
    return Case(
        id=texts["id"],
        ruleset=texts["ruleset"],
        start=texts["start"],
        line=tuple(texts["line"]),
        tries=tuple(texts["tries"]),
        answer=texts.get("answer", {}),
    )


def _check(found: Mapping[str, object], keys: Mapping[str, type], *, more: bool = False) -> None:
    """Check the keys of an object and the types of their values."""
    for key, kind in keys.items():
        if key not in found:
            raise SuiteError(f"the key {key!r} was expected")
        value = found[key]
        texts = not isinstance(value, list) or all(isinstance(each, str) for each in cast("list[object]", value))
        if not isinstance(value, kind) or isinstance(value, bool) or not texts:
            raise SuiteError(f"{key}: {_KINDS[kind]} was expected")
    if not more and (strange := sorted(found.keys() - keys)):
        raise SuiteError(f"there is no key {strange[0]!r:.60}")
