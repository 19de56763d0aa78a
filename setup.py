"""Compile the kernel where that is possible; everything else stands in pyproject.toml.

Without a C compiler, or with ``TAFL_PURE=1``, the same sources are installed
uncompiled: slower, with the same answers.
"""

import os
import sys
from pathlib import Path

from setuptools import setup

KERNEL = "move lookup tables generate captures formations verdict search past perft playouts".split()  # noqa: SIM905
# The line of modules that mypyc compiles as one unit, so that they call each other directly.
COMPILED = [
    *(f"src/hnefatafl/kernel/{name}.py" for name in KERNEL),
    "src/hnefatafl/position.py",
    "src/hnefatafl/searchboard.py",
]


def extensions() -> list:
    """The extension modules, optional: if building them fails, the sources do."""
    if os.environ.get("TAFL_PURE") == "1":
        return []
    try:
        from mypyc.build import mypycify

        modules = mypycify(
            ["--config-file=", "--explicit-package-bases", *COMPILED],
            opt_level="3",
            debug_level="0",
            group_name="tafl",
        )
    except (Exception, SystemExit) as error:  # mypycify leaves by SystemExit when it finds an error
        print(f"tafl: the kernel is not compiled: {error}", file=sys.stderr)
        return []
    for module in modules:
        module.optional = True
    return modules


os.environ.setdefault("MYPYPATH", str(Path(__file__).parent / "src"))
setup(ext_modules=extensions())
