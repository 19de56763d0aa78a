"""Count the places in the C of mypyc that mypyc_edits.py edits, and compare two versions of mypy.

    python scripts/count_edits.py FILE                     write the counts for the mypy of this Python
    python scripts/count_edits.py --compare TRIED NEWEST   say what the newer one changes

`python tasks.py mypyc` does both. Nothing is compiled.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))
import mypyc_edits

ROOT = Path(__file__).resolve().parents[1]


def count_places(edits: mypyc_edits.Edits, sources: list[str]) -> dict[str, Any]:
    """What the edits find in the C: the number of places for each kind, and what has no place."""
    places: dict[str, int] = dict.fromkeys(("docstrings", "from the end", "mistyped", "loading", "library"), 0)
    patterns = {
        "from the end": mypyc_edits.FROM_THE_END,
        "mistyped": mypyc_edits.MISTYPED,
        "loading": mypyc_edits.LOADING,
        "library": mypyc_edits.MAKING_LIBRARY,
    }
    for source in sources:
        edits.edit_text(source)
        places["docstrings"] += sum(len(pattern.findall(source)) for pattern in mypyc_edits.PLACES)
        for kind, pattern in patterns.items():
            places[kind] += len(pattern.findall(source))
    return {"mypy": version("mypy"), "places": places, "missing": edits.missing()}


def count() -> dict[str, Any]:
    """Let mypyc make the C of the kernel, and count."""
    os.environ["MYPYPATH"] = str(ROOT / "src")
    os.chdir(ROOT)
    with TemporaryDirectory() as folder:
        names = runpy.run_path("setup.py")
        names["generated"].__globals__["parts_folder"] = lambda: folder
        files = {file for module in names["generated"]() for file in module.sources}
        texts = [Path(file).read_text("utf-8") for file in sorted(files)]
        return count_places(mypyc_edits.Edits(ROOT, names["COMPILED"]), texts)


def compared(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What has changed, in lines."""
    if old["mypy"] == new["mypy"]:
        return [f"mypy {new['mypy']} is the newest, and is the one that compiles releases"]
    lines = [f"mypy {old['mypy']} compiles releases; {new['mypy']} is the newest"]
    for kind, before in old["places"].items():
        after = new["places"][kind]
        lines.append(f"{kind}: {before} places, with the newer {after}" + ("" if before == after else " (changed)"))
    lines += [f"the newer has no place for {name}" for name in new["missing"]]
    return [
        *lines,
        *([] if new["missing"] else ["every edit finds a place: raise the bound in pyproject.toml, and test"]),
    ]


def main(arguments: list[str]) -> None:
    match arguments:
        case ["--compare", tried, newest]:
            print(*compared(*(json.loads(Path(file).read_text("utf-8")) for file in (tried, newest))), sep="\n")
        case [file]:
            Path(file).write_text(json.dumps(count()), "utf-8")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
