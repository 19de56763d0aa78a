"""Write for a new ruleset what tests and documentation keep of each shipped one, and list what only a person can write.

    python scripts/new_ruleset.py NAME

``python tasks.py new-ruleset NAME`` counts its perft numbers and plays its first moves, too.
``tests/hnefatafl/variants/test_new_ruleset.py`` lists what is missing of any shipped ruleset.
"""

from __future__ import annotations

import ast
import re
import runpy
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from hnefatafl import Ruleset, Side, variants
from hnefatafl.variants import layouts

ROOT = Path(__file__).parents[1]
TESTS: Final = "tests/hnefatafl/variants/test_variants.py"
DIFFERENCES: Final = "tests/data/differences.txt"
TESTED_ALONE: Final = {
    "ashton-tablut",
    "brandubh",
    "copenhagen",
    "fetlar",
    "foteviken-tablut",
    "historical-13",
    "hnefatafl-11",
    "hnefatafl-13",
    "madera-tablut",
    "magpie",
    "old-hnefatafl",
    "saami-tablut",
    "sea-battle-11",
    "sea-battle-9",
    "simple-tafl",
    "tablut",
    "tawlbwrdd",
}
"""The rulesets with a test of their own in place of a list of differences."""
ELSEWHERE: Final = re.compile(r"^S00\d|archive of aagenielsen\.dk$|^Robert ap Ifan|World Championship of 2013")
"""Sources that are neither a program nor a page: the four documents, printed texts, and the records of an archive."""


def read(path: str) -> str:
    """Return the text of a file of the project."""
    return (ROOT / path).read_text("utf-8")


def rows(path: str) -> list[list[str]]:
    """Return the rows of a table."""
    return [line.split("\t") for line in read(path).splitlines() if line and not line.startswith("#")]


def literal(name: str, source: str) -> Any:
    """Return a constant of a module."""
    values = {
        ast.unparse(node.target): node.value for node in ast.parse(source).body if isinstance(node, ast.AnnAssign)
    }
    return ast.literal_eval(cast(ast.expr, values[name]))


def layout_of(rules: Ruleset) -> str:
    """Return the name of a start layout, or nothing if ``layouts.py`` does not have it."""
    names = (name for name in vars(layouts) if not name.startswith("_"))
    return next((name for name in names if getattr(layouts, name) is rules.start), "")


def missing(rules: Ruleset) -> Iterator[str]:
    """Yield what is missing of a shipped ruleset, each with its file."""
    name, key, tests = rules.name, [rules.name, str(rules.version)], read(TESTS)
    for table, what in (("perft", "its perft numbers"), ("openings", "its first moves")):
        if key not in [row[:2] for row in rows(f"docs/_data/{table}.tsv")]:
            yield f"docs/_data/{table}.tsv: {what}"
    if not layout_of(rules):
        yield "src/hnefatafl/variants/layouts.py: its start layout"
    elif name not in literal("STARTS", tests).get(layout_of(rules), "").split():
        yield f"{TESTS}: its name at its layout in STARTS"
    if (name in literal("DEFENDERS_BEGIN", tests).split()) is not (rules.first is Side.DEFENDERS):
        yield f"{TESTS}: its name in DEFENDERS_BEGIN, where the defenders move first, and only there"
    if name not in TESTED_ALONE and not re.search(rf"^{re.escape(name)} < ", read(DIFFERENCES), re.M):
        yield f"{DIFFERENCES}: how it differs from a relative"
    translated = {row[0] for row in rows("src/hnefatafl/describe/notes.tsv") if all(row[:3])}
    for text in [*(reading.text for reading in rules.readings), *rules.match_rules]:
        if text not in translated:
            yield f"src/hnefatafl/describe/notes.tsv: in German and Swedish: {text}"
    positions = Counter(each for names, *_ in rows("tests/data/sources.tsv") for each in names.split())
    if not ELSEWHERE.search(rules.source) and positions[name] < 2:
        yield "tests/data/sources.tsv: two positions that its source decides"
    patterns = re.findall(r"^\.\. rulesets:: (.+)$", read("docs/variants.rst"), re.M)
    if sum(fnmatchcase(name, pattern) for line in patterns for pattern in line.split()) != 1:
        yield "docs/variants.rst: one pattern that matches its name"
    others = [each for each in variants.names() if each != name and title_of(variants.get(each)) == title_of(rules)]
    if others or title_of(rules).startswith(f"{name} "):
        yield "docs/_extensions/ruleset_titles.py: a title of its own"


@cache
def title_of(rules: Ruleset) -> str:
    """Return the title of the page of a ruleset."""
    titles = runpy.run_path(str(ROOT / "docs" / "_extensions" / "ruleset_titles.py"))
    return str(titles["title"](rules))


def insert_name(text: str, head: str, name: str) -> str:
    """Return a test file with a name in the list that follows a head, in its order.

    >>> print(insert_name('    "A_7": \\"\\"\\"\\n        ard-ri tyr\\n    \\"\\"\\",', '"A_7": ', "brandubh"))
        "A_7": \"\"\"
            ard-ri brandubh tyr
        \"\"\",
    """

    def with_name(found: re.Match[str]) -> str:
        names = sorted({*found["names"].split(), name})
        indent = re.match(r"\s*", found["names"].lstrip("\n"))
        lines = textwrap.fill(" ".join(names), 120 - len(indent[0] if indent else ""), break_on_hyphens=False)
        return f"{found['head']}\n{textwrap.indent(lines, indent[0] if indent else '')}\n{found['end']}"

    pattern = rf'(?P<head>{re.escape(head)}""")(?P<names>\n[^"]*?)\n(?P<end> *""")'
    return re.sub(pattern, with_name, text, count=1)


def insert_differences(text: str, rules: Ruleset, relative: str) -> str:
    """Return the list of differences with those of a ruleset from a relative, in the order of the names."""
    block = "\n  ".join([f"{rules.name} < {relative}", *rules.differences(relative).split("\n")])
    return "\n\n".join(sorted([*text.rstrip("\n").split("\n\n"), block], key=lambda each: each.split()[0])) + "\n"


def written(rules: Ruleset) -> dict[str, str]:
    """Return the files in which something follows from the ruleset, with that in place."""
    tests, differences, lacks = read(TESTS), read(DIFFERENCES), "\n".join(missing(rules))
    if "in STARTS" in lacks:
        tests = insert_name(tests, f'"{layout_of(rules)}": ', rules.name)
    if "in DEFENDERS_BEGIN" in lacks and rules.first is Side.DEFENDERS:
        tests = insert_name(tests, "DEFENDERS_BEGIN: Final = ", rules.name)
    if DIFFERENCES in lacks and rules.origin:
        differences = insert_differences(differences, rules, rules.origin)
    return {TESTS: tests, DIFFERENCES: differences}


if __name__ == "__main__":
    new = variants.get(sys.argv[1])
    for file, text in written(new).items():
        (ROOT / file).write_text(text, "utf-8")
    print(*missing(new), sep="\n")
