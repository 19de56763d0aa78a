"""Run the notebook examples/first_steps.ipynb and write its results into it, as a kernel would.

    python scripts/run_notebook.py [--check]

With --check nothing is written: the exit status is 1 if the results are not those in the file. Nothing but the library
is needed, so the tests run the notebook wherever they run.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[1] / "examples" / "first_steps.ipynb"


def run(notebook: dict[str, Any]) -> None:
    """Run the code cells in order, and store the output of each."""
    names: dict[str, object] = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = outputs("".join(cell["source"]), names, count)


def outputs(code: str, names: dict[str, object], count: int) -> list[dict[str, Any]]:
    """Return what a cell prints, and the value of its last line."""
    body = ast.parse(code).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    value: object = None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        drawn = getattr(value, "_repr_svg_", None)
        if drawn is not None:
            data = {"image/svg+xml": lines(drawn()), **data}
        result = {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}
        found.append(result)
    return found


def lines(text: str) -> list[str]:
    """Return a text in the form in which notebooks store it."""
    return text.splitlines(keepends=True)


def main(arguments: list[str]) -> int:
    before = NOTEBOOK.read_text(encoding="utf-8")
    notebook = json.loads(before)
    run(notebook)
    after = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
    if "--check" in arguments:
        return int(after != before)
    NOTEBOOK.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
