"""Write what the npm package of the rules has of the library: tables, words and evaluations, as data.

python scripts/make_rules.py FOLDER

The tables have what cannot be worked out: ``npm/rules/src/tables.ts`` works out the rest. The words are those of
``hnefatafl.describe``. Beside them the modules of ``wasm/build`` are copied, and the texts of the package.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from base64 import b64encode
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import hnefatafl
from hnefatafl import Side, variants
from hnefatafl.board import Announcement, CaptureKind, Illegality, Outcome, Termination
from hnefatafl.describe import LANGUAGES, sentence
from hnefatafl.notation._tables import TABLES_FORMAT, fields_of
from hnefatafl.render.page import board_message
from hnefatafl.rules import Ruleset
from hnefatafl.search import LEVELS, pack_evaluation
from hnefatafl.search._trained import shipped_names

ROOT: Final = Path(__file__).parents[1]
OWN: Final = ROOT / "npm" / "rules"
_WORKED_OUT: Final = """
    n stride size squares steps index actions numbers turns access confined bits place row coded turned keys side_key
    limited near pass_code repeats.orbits
"""
WORKED_OUT: Final = frozenset(_WORKED_OUT.split())
"""What follows from the other fields, or from the size of the board."""
BY_PIECE: Final = frozenset({"far", "jump"})
"""Fields that are looked up by the bit of a piece; of these the numbers of the twelve pieces are kept."""
PIECES: Final = 12
LISTS: Final[Mapping[str, type[Any]]] = {
    "endings": Termination,
    "captures": CaptureKind,
    "refusals": Illegality,
    "announcements": Announcement,
}


def shipped() -> Iterable[Ruleset]:
    """The rulesets of the library, by their names."""
    return [variants.get(name) for name in variants.names()]


def compact_tables() -> dict[str, Any]:
    """Return the tables of all rulesets, without what can be worked out; equal vectors are written once."""
    pool: dict[str, int] = {}
    rulesets: list[list[Any]] = []
    for rules in shipped():
        row: list[int] = []
        for name, kind, value in fields_of(rules):
            if name in WORKED_OUT:
                continue
            if kind:
                numbers = [value[1 << place] for place in range(PIECES)] if name in BY_PIECE else value
                row.append(pool.setdefault(json.dumps(run_lengths(map(int, numbers))), len(pool)))
            else:
                row.append(int(value))
        first = None if rules.first is None else list(Side).index(rules.first)
        rulesets.append([rules.name, list(rules.aliases), rules.start.record, first, rules.fingerprint, row])
    kinds = [[name, kind, name not in WORKED_OUT] for name, kind, _ in fields_of(variants.BRANDUBH)]
    sizes = sorted({rules.size for rules in shipped()})
    return {
        "format": TABLES_FORMAT,
        "fields": kinds,
        "seeds": {str(size): seed(f"hnefatafl {size}") for size in sizes},
        "pool": [json.loads(vector) for vector in pool],
        "rulesets": rulesets,
    }


def run_lengths(numbers: Iterable[int]) -> list[int]:
    """Return numbers as pairs: a number, and how often it stands there."""
    return [part for number, run in groupby(numbers) for part in (number, len(list(run)))]


def seed(text: str) -> str:
    """Return the key with which :mod:`random` seeds its generator for a text, as the module does it, low byte first."""
    content = text.encode()
    number = int.from_bytes(content + hashlib.sha512(content).digest())
    return b64encode(number.to_bytes((number.bit_length() + 7) // 8, "little")).decode()


def words() -> dict[str, Any]:
    """Return the closed lists in their order, and each of their members in all languages."""
    lists = {name: [member.value for member in kind] for name, kind in LISTS.items()}
    languages: dict[str, Any] = {}
    for lang in LANGUAGES:
        said = {name: [sentence(member, lang) for member in kind] for name, kind in LISTS.items()}
        ends = (Outcome(winner, Termination.KING_ESCAPED) for winner in (*Side, None))
        languages[lang] = {**said, "winners": [sentence(end, lang).partition(":")[0] for end in ends]}
    return {"lists": lists, "languages": languages}


def evaluations() -> tuple[dict[str, bytes], dict[str, list[Any]]]:
    """Return the evaluations by the names of their files; and for each ruleset its file, and how many attackers are
    enough, in which alone rulesets differ that share one."""
    packed: dict[str, bytes] = {}
    index: dict[str, list[Any]] = {}
    names: dict[bytes, str] = {}
    enough = slice(10, 12)
    # Those that have an evaluation of their own first, so that its file has their name.
    for rules in sorted(shipped(), key=lambda rules: rules.name not in shipped_names()):
        content = pack_evaluation(rules)
        same = content[: enough.start] + bytes(2) + content[enough.stop :]
        name = names.setdefault(same, rules.name)
        packed.setdefault(name, content)
        index[rules.name] = [name, int.from_bytes(content[enough], "little")]
    return packed, dict(sorted(index.items()))


def boards() -> tuple[dict[str, str], dict[str, str]]:
    """Return how boards are drawn, by the names of their files; and the file of each ruleset, since many share one."""
    drawn: dict[str, str] = {}
    index: dict[str, str] = {}
    for rules in shipped():
        text = compact({**board_message(rules), "name": ""})
        index[rules.name] = drawn.setdefault(text, rules.name)
    return {name: text for text, name in drawn.items()}, index


def compact(value: object) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def levels() -> dict[str, list[int]]:
    """Return the nodes and the noise of each level."""
    return {str(number): [level.nodes, level.noise] for number, level in LEVELS.items()}


def package(folder: Path) -> None:
    """Write all but the compiled sources."""
    packed, index = evaluations()
    drawn, index_of_boards = boards()
    data = {
        "tables": compact_tables(),
        "words": {**words(), "levels": levels()},
        "evaluations": index,
        "boards": index_of_boards,
    }
    for part in ("data", "evaluations", "boards"):
        shutil.rmtree(folder / part, ignore_errors=True)
        (folder / part).mkdir(parents=True)
    for name, content in packed.items():
        (folder / "evaluations" / f"{name}.bin").write_bytes(content)
    for name, text in drawn.items():
        (folder / "boards" / f"{name}.json").write_text(text, encoding="utf-8")
    for name, table in data.items():
        (folder / "data" / f"{name}.js").write_text(f"export default {compact(table)};\n", encoding="utf-8")
        shutil.copy(OWN / "src" / "data" / f"{name}.d.ts", folder / "data" / f"{name}.d.ts")
    for name in ("rules", "search"):
        shutil.copy(ROOT / "wasm" / "build" / f"{name}.wasm", folder / f"{name}.wasm")
    version = re.sub(r"(a|b|rc)(\d+)$", r"-\1.\2", hnefatafl.__version__)  # as npm writes what comes before a release
    described = {**json.loads((OWN / "package.json").read_text("utf-8")), "version": version}
    (folder / "package.json").write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
    for file in (OWN / "README.md", ROOT / "LICENSE"):
        shutil.copy(file, folder / file.name)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    package(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
