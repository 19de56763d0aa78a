"""Type checks of plain data."""

from __future__ import annotations

from typing import Any, TypeGuard


def is_list(data: object) -> TypeGuard[list[Any]]:
    """Return whether the value is a list."""
    return isinstance(data, list)


def is_table(data: object) -> TypeGuard[dict[str, Any]]:
    """Return whether the value is an object of JSON or a table of TOML."""
    return isinstance(data, dict)
