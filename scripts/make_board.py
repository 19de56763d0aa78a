"""Write the interactive board as a package of npm: its scripts, style sheet, types, and the schema of its messages.

python scripts/make_board.py FOLDER

Everything but the README, the description of the package and the types of its functions comes from the library: the
files of the page's board, and the types of the messages from ``hnefatafl/schema/board-1.json``.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import hnefatafl
from hnefatafl.render.page import BOARD_SCRIPTS, component_file, component_style

ROOT: Final = Path(__file__).parents[1]
OWN: Final = ROOT / "npm" / "board"
"""What the package has beside the files of the library."""
SCHEMA: Final = "board-1.json"
"""The schema of the messages."""

Schema = Mapping[str, Any]

_PLAIN: Final = {"string": "string", "boolean": "boolean", "number": "number", "integer": "number", "null": "null"}


def package() -> dict[str, str]:
    """Return the texts of all files by their names."""
    schema = files(hnefatafl).joinpath("schema", SCHEMA).read_text("utf-8")
    version = re.sub(r"(a|b|rc)(\d+)$", r"-\1.\2", hnefatafl.__version__)  # as npm writes what comes before a release
    described = {**json.loads(_own("package.json")), "version": version}
    return {
        **{name: component_file(name) for name in BOARD_SCRIPTS},
        "board.css": component_style(),
        "board.d.ts": "\n".join([_own("board.d.ts"), *_declared(json.loads(schema)["$defs"])]),
        "messages.schema.json": schema,
        "package.json": json.dumps(described, indent=2) + "\n",
        "README.md": _own("README.md"),
        "LICENSE": (ROOT / "LICENSE").read_text("utf-8"),
    }


def _own(name: str) -> str:
    return (OWN / name).read_text("utf-8")


def _declared(definitions: Mapping[str, Schema]) -> Iterator[str]:
    """Yield a type of TypeScript for each definition of a schema."""
    for name, schema in definitions.items():
        words = _comment(schema, "")
        if "properties" not in schema:
            yield f"{words}export type {_named(name)} = {_type(schema, '')};\n"
        elif "oneOf" in schema:  # one of several properties has to be there
            yield f"{words}export type {_named(name)} = {_type(schema, '')} & ({_required(schema)});\n"
        else:
            yield f"{words}export interface {_named(name)} {_type(schema, '')}\n"


def _named(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _comment(schema: Schema, indent: str) -> str:
    words = schema.get("description")
    return f"{indent}/** {words} */\n" if words else ""


def _required(schema: Schema) -> str:
    return " | ".join(
        f"{{ {name}: {_type(schema['properties'][name], '')} }}"
        for each in schema["oneOf"]
        for name in each["required"]
    )


def _type(schema: Schema, indent: str) -> str:
    """Return a schema as a type of TypeScript, as far as types can say it."""
    if "$ref" in schema:
        return _named(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "properties" in schema:
        return _object(schema, indent)
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " | ".join(_type(each, indent) for each in schema[several])
    if "prefixItems" in schema:
        return f"[{', '.join(_type(each, indent) for each in schema['prefixItems'])}]"
    if schema["type"] == "array":
        item = _type(schema["items"], indent)
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        if least and least == most:
            return f"[{', '.join([item] * least)}]"
        return f"({item})[]" if "|" in item else f"{item}[]"
    if schema["type"] == "object":
        return f"Record<string, {_type(schema['additionalProperties'], indent)}>"
    return _PLAIN[schema["type"]]


def _object(schema: Schema, indent: str) -> str:
    within = f"{indent}  "
    lines = [
        f"{_comment(each, within)}{within}{name}{'' if name in schema['required'] else '?'}: {_type(each, within)};\n"
        for name, each in schema["properties"].items()
    ]
    return f"{{\n{''.join(lines)}{indent}}}"


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in package().items():
        (folder / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
