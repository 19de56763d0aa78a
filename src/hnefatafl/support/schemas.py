"""Values in the frameworks of others: how pydantic, and with it FastAPI and others, reads, writes and describes them.

The package that shows a class offers it; what reads and writes its values is made by packages above (``hooks``).
Nothing is imported before pydantic asks.
"""

from __future__ import annotations

from enum import Enum
from importlib import import_module
from typing import Any

from hnefatafl.support import hooks
from hnefatafl.support.as_json import plain
from hnefatafl.support.errors import HnefataflError


def offer(kind: type, **schema: object) -> None:
    """Let fields of pydantic's models be of a class, which ``from_json`` reads and ``to_json`` writes.

    In plain data a class without a way of its own is its text, if that is its schema; else the notations write it.
    """
    if plain.dispatch(kind) in (plain.dispatch(object), plain.dispatch(Enum)):
        plain.register(kind, str if schema.get("type") == "string" else _write)

    def make_schema(*_: object) -> object:
        core: Any = import_module("pydantic_core")

        def read(data: object) -> object:
            try:
                return hooks.from_json(kind, data)
            except HnefataflError as error:
                raise core.PydanticCustomError("hnefatafl", "{reason}", {"reason": str(error)}) from None

        make = core.core_schema
        lax = make.no_info_plain_validator_function(read)
        # Strict fields, and the members of a union that are tried first, keep values and read nothing in Python.
        strict = make.json_or_python_schema(json_schema=lax, python_schema=make.is_instance_schema(kind))
        written = make.plain_serializer_function_ser_schema(hooks.to_json, when_used="json")
        return make.lax_or_strict_schema(lax, strict, serialization=written)

    def describe(*_: object) -> dict[str, object]:
        return {"title": kind.__name__, **schema}

    owner: Any = kind
    owner.__get_pydantic_core_schema__, owner.__get_pydantic_json_schema__ = (
        staticmethod(make_schema),
        staticmethod(describe),
    )


def _write(value: object) -> object:
    return hooks.to_json(value)  # which loads the notations; they put their own writer in this place
