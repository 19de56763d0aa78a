"""Answers compared, part by part."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from hnefatafl._base.seal import frozen
from hnefatafl.notation._plain import is_list, is_table

MISSING: Final = object()
"""What stands for an answer that was not given."""


def _canonical(value: object) -> str:
    """Return the text of a value of JSON, the same for objects with the keys in any order."""
    return json.dumps(value, sort_keys=True)


@frozen
class Finding:
    """A part of an answer: the right value, and the one that was given, or :data:`MISSING`."""

    part: str
    expected: object
    given: object

    @property
    def differs(self) -> bool:
        """Whether something else was answered."""
        return self.given is not MISSING and _canonical(self.expected) != _canonical(self.given)

    @property
    def kind(self) -> str:
        """The key of the part, without the action that was tried."""
        return self.part.rpartition(" ")[2]


def compare(answer: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield each part of an answer with what was given for it."""
    for key, expected in answer.items():
        if key == "tries":
            found = given.get(key, MISSING)
            for action, right in cast("dict[str, dict[str, Any]]", expected).items():
                yield from _tried(action, right, _entry(found, action))
        else:
            yield Finding(key, expected, _as(key, expected, given.get(key, MISSING)))


def _entry(found: object, action: str) -> object:
    return found.get(action, MISSING) if is_table(found) else found


def _tried(action: str, right: Mapping[str, Any], given: object) -> Iterator[Finding]:
    refused = right.get("refused", False)
    if given is MISSING:
        yield from (Finding(f"{action} {key}", right[key], MISSING) for key in right)
    elif not is_table(given):
        yield Finding(f"{action} tries", right, given)
    elif refused or given.get("refused", False):
        said = given.get("refused", False)
        yield Finding(f"{action} refused", refused, refused if said is True and refused else said)
    else:
        for key, expected in right.items():
            yield Finding(f"{action} {key}", expected, _as(key, expected, given.get(key, MISSING)))


def _as(key: str, expected: Any, given: object) -> object:
    """Return what was given, in the form of what was expected where several forms say the same."""
    if key == "captures" and is_list(given):
        return expected if sorted(given, key=str) == sorted(expected) else given
    if key == "legal" and is_list(given):
        return sorted(given, key=str)
    return given
