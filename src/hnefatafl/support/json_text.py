"""The reader of JSON texts, for all dialects. It is strict: what two programs may read differently is refused.

A duplicate key, a number or a text that no program could write again, half a surrogate pair, and values nested more
than 32 deep are errors. Every error is a :class:`~hnefatafl.errors.NotationError` with its place. The cost is linear in
the length of the text, and its length is bounded.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection
from typing import Any, Final, TypeGuard, TypeVar, cast

from hnefatafl.support.errors import NotationError

MAX_LENGTH: Final = 1 << 22
"""The number of characters of the longest document: a game, a match, a server's log. 4,194,304."""
MAX_RULES: Final = 1 << 16
"""The number of characters of the longest ruleset in TOML: 65,536."""
MAX_BOARD: Final = 1 << 14
"""The number of characters of the longest board on lines: 16,384."""


def check_length(text: str, kind: str, limit: int = MAX_LENGTH, *, of: tuple[str, int] | None = None) -> None:
    """Refuse a text that is longer than the limit.

    Arguments:
        text: the text.
        kind: what was expected, such as "a game".
        limit: the number of characters that are accepted.
        of: the whole text that the error shows and where the text begins in it, if the text is a part.

    Raises:
        NotationError: the text is longer.
    """
    if len(text) > limit:
        whole, start = of or (text, 0)
        raise NotationError(f"{kind} of at most {limit:,} characters was expected", whole, start + limit)


MAX_DEPTH: Final = 32
"""The number of objects and lists inside one another that are accepted."""

_T = TypeVar("_T")
_KINDS: Final[dict[type, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
# An unclosed string extends to the end, so that it is scanned only once.
_TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.?+[^"\\]*+)*+(?:"|\Z)|[][{}:]|NaN|-?Infinity', re.DOTALL)


def parse(text: str) -> object:
    """Read a value.

    Raises:
        NotationError: the text is too long or not JSON, or has one of the faults above.
    """
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    check_length(text, "JSON")
    _check_strictly(text)

    def number(written: str) -> float:
        value = float(written)
        if not math.isfinite(value):
            raise NotationError("a smaller number was expected", text, text.find(written))
        return value

    try:
        return json.loads(text, parse_float=number)
    except json.JSONDecodeError as error:
        raise NotationError(f"JSON was expected: {error.msg}", text, error.pos) from None
    except NotationError:
        raise
    except ValueError:
        # The interpreter does not read whole numbers of thousands of digits.
        raise NotationError("a number of fewer digits was expected", text) from None


def load(text: str) -> dict[str, object]:
    """Read an object.

    Raises:
        NotationError: as :func:`parse`, or the value is not an object.
    """
    value = parse(text)
    if not isinstance(value, dict):
        raise NotationError("a JSON object was expected", text)
    return cast("dict[str, object]", value)


def load_file(text: str, form: str, keys: Collection[str]) -> dict[str, object]:
    """Read the object of a file that names its format.

    Arguments:
        text: the text of the file.
        form: the format that its key ``format`` has to name.
        keys: the other keys that it may have.

    Raises:
        NotationError: the text is no object, of another format, or has other keys.
    """
    entries = load(text)
    if entries.get("format") != form:
        raise NotationError(f"the format {form!r} was expected", text, place(text, "format"))
    unknown = sorted(entries.keys() - {"format", *keys})
    if unknown:
        raise NotationError(f"there is no key {unknown[0]!r:.60}", text, place(text, unknown[0]))
    return entries


def _check_strictly(text: str) -> None:
    """Refuse what :mod:`json` accepts although two programs may read it differently."""
    _check_encodable(text, text, 0)
    inside: list[set[str] | None] = []
    before: re.Match[str] | None = None
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "[{":
            inside.append(set() if sign == "{" else None)
            if len(inside) > MAX_DEPTH:
                raise NotationError(f"at most {MAX_DEPTH} levels were expected", text, token.start())
        elif sign in "]}":
            if inside:
                inside.pop()
        elif sign == ":":
            keys = inside[-1] if inside else None
            if keys is not None and before is not None:
                key = _decode_string(before[0])
                if key in keys:
                    raise NotationError(f"the key {key[:60]!r} stands twice", text, before.start())
                keys.add(key)
        elif not sign.startswith('"'):
            raise NotationError("a number was expected", text, token.start())
        elif "\\u" in sign:
            _check_encodable(_decode_string(sign), text, token.start())
        before = token if sign.startswith('"') else None


def _decode_string(string: str) -> str:
    try:
        return str(json.loads(string))
    except ValueError:
        return string


def _check_encodable(part: str, text: str, offset: int) -> None:
    try:
        part.encode()
    except UnicodeEncodeError as error:
        raise NotationError("a whole character was expected", text, offset or error.start) from None


def dump(value: object) -> str:
    """Write a value, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def entry(entries: dict[str, object], key: str, kind: type[_T], text: str) -> _T:
    """Return the value of a key of the object, which must have that type.

    Raises:
        NotationError: the key is missing, or its value has another type.
    """
    if key not in entries:
        raise NotationError(f"the key {key!r} was expected", text, len(text))
    value = entries[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise NotationError(f"{key}: {_KINDS[kind]} was expected", text, place(text, key))
    return value


def place(text: str, key: str) -> int:
    """Return the place of an error about the value of a key: the key, or the start if the key is spelt differently."""
    return max(text.find(f'"{key}"'), 0)


def is_list(data: object) -> TypeGuard[list[Any]]:
    """Return whether the value is a list."""
    return isinstance(data, list)


def is_table(data: object) -> TypeGuard[dict[str, Any]]:
    """Return whether the value is an object of JSON or a table of TOML."""
    return isinstance(data, dict)
