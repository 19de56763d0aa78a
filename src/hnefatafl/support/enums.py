"""Closed lists and options: what is known of each from its declaration."""

from __future__ import annotations

from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin

import attrs
from attrs import frozen  # from which others derive

from hnefatafl.support.immutability import FixedMember


class Listed(FixedMember, Enum):
    """A member of a closed list.

    The value is the member's slug, its name in small letters with hyphens. Files, reports and the command write it and
    read it, so it does not change. Sentences about members are in :mod:`hnefatafl.describe`.
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


def place(member: Listed) -> int:
    """The place of a member in its list, from 0 on: the code by which the kernel knows it."""
    return list(type(member)).index(member)


def in_force(value: object) -> bool:
    """Whether the value of an option says that there is something: it is neither None, no, nothing nor ``NONE``."""
    return bool(value) and not (isinstance(value, Listed) and value.name == "NONE")


@frozen
class Compound:
    """An option with fields of its own."""


def fields(of: type) -> tuple[attrs.Attribute[Any], ...]:
    """The fields of a ruleset or of a compound option, with their types.

    Their metadata say more: ``least`` is how small a number may be (else 1), ``needs`` is another option without which
    this one makes no sense, and ``among`` has the pieces that a set may hold.
    """
    return _resolve_fields(of)


@cache
def _resolve_fields(of: Any) -> tuple[attrs.Attribute[Any], ...]:
    resolved: tuple[attrs.Attribute[Any], ...] = attrs.fields(attrs.resolve_types(of))
    return resolved


def kinds(of: object) -> tuple[type, ...]:
    """The classes of the values that an annotation allows, that of None last."""
    return _list_kinds(of)


@cache
def _list_kinds(of: Any) -> tuple[type, ...]:
    parts = get_args(of) if get_origin(of) is UnionType else (of,)
    return tuple(get_origin(part) or part for part in parts)
