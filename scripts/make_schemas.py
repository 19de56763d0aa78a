"""Write the JSON schemas of rulesets, positions, games and matches from the classes that they describe.

python scripts/make_schemas.py
"""

from __future__ import annotations

import ast
import inspect
import re
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, cast, get_args, get_origin

import attrs

from hnefatafl import Die, PieceSet, Ruleset, Setup
from hnefatafl.board import Board, Outcome, Region, Side, Square, Termination
from hnefatafl.notation._documents import (
    BASE,
    FORMAT,
    KINDS,
    REFERENCE,
    VERSION,
    converter,
    default_options,
    head,
    parted,
)
from hnefatafl.notation.json import _write as laid_out
from hnefatafl.play import Position
from hnefatafl.records import Game, RecordedMove, Tags
from hnefatafl.support.enums import Compound

FOLDER: Final = Path(__file__).parents[1] / "src" / "hnefatafl" / "schema"
"""The folder of the schemas, among the files of the package."""

Schema = dict[str, Any]

PLAIN: Final = converter(False)
"""Writes the defaults of options."""

_SQUARE: Final = "[a-u]([1-9]|1[0-9]|2[01])"
_PIECES: Final = "".join(piece.symbol for piece in PieceSet.ALL.pieces)
_PLAIN: Final[dict[object, Schema]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
    Tags: {"type": "object", "additionalProperties": {"type": "string"}},
    Square: {"type": "string", "pattern": f"^{_SQUARE}$"},
    Region: {"type": "string", "pattern": r"^[a-z0-9,()+&\s-]+$"},
    Board: {
        "anyOf": [
            {"type": "string", "pattern": f"^[{_PIECES}0-9/.a-u\\s]+$"},
            {"type": "array", "items": {"type": "string", "pattern": f"^[{_PIECES}0-9.a-u\\s]*$"}},
        ]
    },
}
"""The types that are written as texts, numbers and so on."""
_LEAVES: Final[dict[type, Schema]] = {
    RecordedMove: {"type": "string"},
    Outcome: {"type": "string", "pattern": f"^({'|'.join(map(str, Side))}|draw):({'|'.join(map(str, Termination))})$"},
}
"""The classes that are written as texts or with their fields."""


_ROLE: Final = re.compile(r":[a-z]+:`(?:~?(?:[\w.]+\.)?(\w+)|([^`<]+?)\s*<[^`>]+>)`")
"""A cross-reference in a docstring: the last part of its target, or its text."""


def described(kind: type) -> dict[str, str]:
    """Return what the docstrings of a class say of its fields, as plain text."""
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    for node, below in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(node, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            text = " ".join(str(ast.literal_eval(below.value)).split())
            found[ast.unparse(node.target)] = _ROLE.sub(lambda role: role[1] or role[2], text).replace("``", "")
    return found


class Maker:
    """Makes the schemas of all kinds of documents; what several of them contain is defined once, in the first."""

    def __init__(self) -> None:
        self.file = ""
        self.definitions: dict[str, Schema] = {}
        self.places: dict[str, str] = {}

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type."""
        origin, parts = get_origin(kind), get_args(kind)
        if kind in _PLAIN:
            return _PLAIN[kind]
        if origin in (Union, UnionType):
            return {"anyOf": [*(self.of(part) for part in parts if part is not NoneType), {"enum": [None, "none"]}]}
        if origin is Literal:
            return {"enum": list(parts)}
        if origin is tuple:
            size = {} if Ellipsis in parts else {"minItems": len(parts), "maxItems": len(parts)}
            return {"type": "array", "items": self.of(parts[0]), **size}
        if kind is Position:
            return self.of(Setup)
        if kind is Ruleset:
            return {"anyOf": [{"type": "string"}, {"$ref": file("ruleset")}]}
        if kind.__name__ not in self.places:
            self.places[kind.__name__] = self.file  # a class may contain others of its kind
            self.definitions[kind.__name__] = self.defined(kind)
        return self.reference(kind.__name__)

    def reference(self, name: str) -> Schema:
        """Return a reference to a definition in this file, or in another one beside it."""
        place = self.places[name]
        return {"$ref": f"{place if place != self.file else ''}#/$defs/{name}"}

    def defined(self, kind: type[Any]) -> Schema:
        """Return the schema of a class."""
        if issubclass(kind, PieceSet):
            name: Schema = {"enum": [each.lower() for each in kind.__members__]}
            return {"anyOf": [name, {"type": "array", "items": name}]}
        if issubclass(kind, Enum):
            return {"enum": [member.value for member in kind.__members__.values()]}
        whole = self.fields(kind)
        if kind is Game:
            del whole["required"]  # the games of a match leave out the ruleset that they share
            whole["properties"] = {**self.head("game"), **whole["properties"]}
        if kind is Die:
            return {"anyOf": [{"type": "integer", "minimum": 1}, whole]}
        return {"anyOf": [_LEAVES[kind], whole]} if kind in _LEAVES else whole

    def fields(self, kind: type, *, changes: bool = False) -> Schema:
        """Return the schema of a class, made from its fields; for changes to a value, all fields are optional."""
        fields = parted(kind)
        required = [] if changes else [field.name for field in fields if field.default is attrs.NOTHING]
        return {
            "type": "object",
            "properties": {field.name: self.field(kind, field, changes) for field in fields},
            **({"required": required} if required else {}),
            "additionalProperties": False,
        }

    def field(self, kind: type, field: attrs.Attribute[Any], changes: bool) -> Schema:
        """Return the schema of a field; those of a ruleset's options have their documentation and their defaults."""
        schema = self.of(field.type)
        if issubclass(kind, Ruleset | Compound) and field.name in described(kind):
            schema = {"description": described(kind)[field.name], **schema}
        if issubclass(kind, Compound) and field.default is not attrs.NOTHING and not changes:
            schema = {**schema, "default": PLAIN.unstructure(field.default)}
        return schema

    def ruleset(self) -> Schema:
        """Return the schema of a ruleset, which is complete, changes another one or, with functions, only names it."""
        found = self.fields(Ruleset)
        for field in parted(Ruleset):
            if field.default is not attrs.NOTHING:
                schema = found["properties"][field.name]
                found["properties"][field.name] = {
                    **schema,
                    **self.option(field),
                    "default": default_options()[field.name],
                }
        found["properties"] = {**self.head("ruleset"), BASE: {"type": "string"}, **found["properties"]}
        required = found.pop("required")
        named = {"required": sorted(REFERENCE), "propertyNames": {"enum": [FORMAT, *sorted(REFERENCE)]}}
        return {**found, "anyOf": [{"required": required}, {"required": [BASE]}, named]}

    def option(self, field: attrs.Attribute[Any]) -> Schema:
        """Return the schema of an option; if its default is a table, a value can be changes to the default."""
        schema = self.of(field.type)
        kind = cast("type[Any]", type(field.default))
        if not attrs.has(kind) or kind in _PLAIN or "required" not in self.fields(kind):
            return schema
        name = f"{kind.__name__}Changes"
        self.definitions[name] = self.fields(kind, changes=True)
        self.places[name] = self.file
        return {"anyOf": [self.reference(name), *schema["anyOf"][1:]]}

    def head(self, kind: str) -> Schema:
        """Return the property that identifies the kind of a document."""
        return {FORMAT: {"const": head(kind)}}

    def document(self, kind: str) -> Schema:
        """Return the whole schema of a kind of document."""
        self.file, self.definitions = file(kind), {}
        if kind == "ruleset":
            body = self.ruleset()
        elif kind == "game":
            body = {**self.of(Game), "required": self.fields(Game)["required"]}
        else:
            body = self.fields(KINDS[kind])
            body["properties"] = {**self.head(kind), **body["properties"]}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": head(kind),
            **body,
            **({"$defs": dict(sorted(self.definitions.items()))} if self.definitions else {}),
        }


def file(kind: str) -> str:
    """Return the name of the file of a schema."""
    return f"{kind}-{VERSION}.json"


def schemas() -> dict[str, str]:
    """Return the texts of all schemas, by the names of their files."""
    maker = Maker()
    return {file(kind): laid_out(maker.document(kind)) for kind in KINDS}


def main() -> None:
    for name, text in schemas().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
