"""Try an installed library, with nothing but Python: what newcomers do first (the scripts in `tests/newcomer`).

    python tests/smoke.py

It needs no pytest, so it tries wheels in empty environments, on every system for which they are built.
"""

from __future__ import annotations

import contextlib
import io
import os
import runpy
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

SCRIPTS = sorted(Path(__file__).resolve().parent.glob("newcomer/[0-9]*.py"))


def main() -> None:
    import hnefatafl

    for script in SCRIPTS:
        if sys.platform == "emscripten" and "SimpleEngine" in script.read_text("utf-8"):
            continue  # where there are no processes
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(str(script), run_name="__main__")
    kernel = "compiled" if hnefatafl.COMPILED else "uncompiled"
    print(f"{len(SCRIPTS)} first steps work with {Path(hnefatafl.__file__).parent}, {kernel}")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:  # some of them write files
        home = Path.cwd()
        os.chdir(folder)
        try:
            main()
        finally:
            os.chdir(home)  # or Windows could not delete the folder
