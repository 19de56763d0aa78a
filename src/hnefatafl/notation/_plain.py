"""What plain data is made of, for those who check types."""

from __future__ import annotations

from typing import Any, TypeGuard

__all__ = ["is_list", "is_table"]


def is_list(data: object) -> TypeGuard[list[Any]]:
    """Return whether it is a list."""
    return isinstance(data, list)


def is_table(data: object) -> TypeGuard[dict[str, Any]]:
    """Return whether it has names and values: an object of JSON, or a table of TOML."""
    return isinstance(data, dict)
