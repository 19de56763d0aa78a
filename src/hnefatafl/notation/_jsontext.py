"""Reading JSON from anywhere: what is wrong with it is told as a :class:`~hnefatafl.errors.NotationError`."""

from __future__ import annotations

import json
import math
from typing import Final, NoReturn, TypeVar, cast

from hnefatafl.errors import NotationError

__all__ = ["MAX_LENGTH", "dump", "entry", "load", "place"]

MAX_LENGTH: Final = 1 << 22
"""How many characters a text can have: 4,194,304."""

_T = TypeVar("_T")
_KINDS: Final[dict[type, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def load(text: str) -> dict[str, object]:
    """Read an object.

    Raises:
        NotationError: the text is longer than :data:`MAX_LENGTH` or no JSON object, has a key twice, or holds a
            number or a text that no program could write again.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"at most {MAX_LENGTH:,} characters were expected", text, MAX_LENGTH)

    def pairs(found: list[tuple[str, object]]) -> dict[str, object]:
        known: dict[str, object] = {}
        for key, value in found:
            if key in known:
                raise NotationError(f"the key {key[:40]!r} stands twice", text, max(text.rfind(f'"{key}"'), 0))
            known[key] = value
        return known

    def number(written: str) -> float:
        value = float(written)
        if not math.isfinite(value):
            raise NotationError("a smaller number was expected", text, text.find(written))
        return value

    def constant(name: str) -> NoReturn:
        raise NotationError("a JSON value was expected", text, text.find(name))

    try:
        value: object = json.loads(
            text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"),
            object_pairs_hook=pairs,
            parse_float=number,
            parse_constant=constant,
        )
        dump(value).encode()
    except json.JSONDecodeError as error:
        raise NotationError(f"JSON was expected: {error.msg}", text, error.pos) from None
    except RecursionError:
        raise NotationError("JSON was expected that is nested less deeply", text) from None
    except UnicodeEncodeError:
        raise NotationError("whole characters were expected, not half of a pair", text) from None
    except NotationError:
        raise
    except ValueError:
        # The interpreter does not read whole numbers of thousands of digits.
        raise NotationError("smaller numbers were expected", text) from None
    if not isinstance(value, dict):
        raise NotationError("a JSON object was expected", text)
    return cast("dict[str, object]", value)


def dump(value: object) -> str:
    """Write a value, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def entry(found: dict[str, object], key: str, kind: type[_T], text: str) -> _T:
    """What the object has under a key, which must be of that kind.

    Raises:
        NotationError: there is no such key, or something else.
    """
    if key not in found:
        raise NotationError(f"the key {key!r} was expected", text, len(text))
    value = found[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise NotationError(f"{key}: {_KINDS[kind]} was expected", text, place(text, key))
    return value


def place(text: str, key: str) -> int:
    """Where an error about the value of a key points: to the key, or to the beginning if it is spelt otherwise."""
    return max(text.find(f'"{key}"'), 0)
