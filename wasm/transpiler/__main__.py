"""Writes the kernel and the search in AssemblyScript.

    python -m transpiler OUT.ts [--cover]

Reads the sources of the library that is imported. What cannot be written is told with its file, its line and the
reason, and then nothing is written. With ``--cover`` the module counts the blocks that it runs, and ``OUT.blocks`` says
what they are.
"""

from __future__ import annotations

import sys
from pathlib import Path

import hnefatafl
from transpiler.output import write_program
from transpiler.program import read_program
from transpiler.statements import Blocks


def transpile(library: Path, blocks: Blocks) -> tuple[str, list[str]]:
    """What is written, and what cannot be, in the order of the files."""
    program = read_program(library)
    text = write_program(program, blocks)
    found = sorted(set(program.problems), key=lambda problem: (str(problem.path), problem.line))
    return text, [str(problem) for problem in found]


def main(arguments: list[str]) -> int:
    """Run the command; 1 if something cannot be written."""
    names = [argument for argument in arguments if not argument.startswith("--")]
    if len(names) != 1:
        print(__doc__)
        return 2
    blocks = Blocks("--cover" in arguments)
    text, problems = transpile(Path(hnefatafl.__file__).parent, blocks)
    if problems:
        print(*problems, sep="\n", file=sys.stderr)
        print(f"{len(problems)} places cannot be written", file=sys.stderr)
        return 1
    out = Path(names[0])
    out.write_text(text, encoding="utf-8")
    if blocks.counts:
        out.with_suffix(".blocks").write_text("\n".join(blocks.names), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
