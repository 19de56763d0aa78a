"""Faults planted in the transpiler, each of which lets a module play wrongly: which the comparison notices.

    python tests/wasm_faults.py [NAME ...]

writes the sources with each fault, builds modules without optimising them, and compares them with Python as
``test_wasm.py`` does: the sample of the language, then the library for some rulesets. A fault is noticed if something
cannot be written, if a module cannot be built, or if it differs. Prints the faults that survive; exits with 1 if more
than 5 in 100 do. It takes some minutes, and needs ``python tasks.py wasm`` before it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from sampled import build_sample, compare_sample

ROOT: Final = Path(__file__).resolve().parents[1]
WASM: Final = ROOT / "wasm"


class Fault(NamedTuple):
    """An edit of one place in a file of the transpiler, or of what stands beside it."""

    name: str
    path: str
    old: str
    new: str


FAULTS: Final = [
    Fault("floor", "runtime.ts", "q - <T>1 : q", "q : q"),
    Fault("modulo", "runtime.ts", "r + b : r", "r : r"),
    Fault("reverse", "runtime.ts", "this.s(j, value);", ""),
    Fault("fill", "runtime.ts", "memory.fill(Vec64.at(v, 0), 0, <usize>length << 3);", "return v;"),
    Fault(
        "slice",
        "runtime.ts",
        "Vec64.at(this, first), <usize>(last - first)",
        "Vec64.at(this, 0), <usize>(last - first)",
    ),
    Fault(
        "copy",
        "runtime.ts",
        "Vec16.at(this, first), <usize>(last - first) << 1",
        "Vec16.at(this, first), <usize>(last - first)",
    ),
    Fault("setdefault", "runtime.ts", "if (!map.has(key)) map", "map"),
    Fault("or", "transpiler/expressions.py", '" && " if isinstance(node.op, ast.And) else " || "', '" && "'),
    Fault("not-in", "transpiler/expressions.py", "return found if isinstance(op, ast.In)", "return found if True"),
    Fault("shift", "transpiler/expressions.py", ">> {number.bit_length() - 1})", ">> {number.bit_length()})"),
    Fault("mask", "transpiler/expressions.py", "& {number - 1})", "& {number})"),
    Fault(
        "otherwise",
        "transpiler/expressions.py",
        "{self.converted(one, want)} : {self.converted(other, want)}",
        "{self.converted(one, want)} : {self.converted(one, want)}",
    ),
    Fault("chain", "transpiler/expressions.py", "            left = right\n", ""),
    Fault(
        "defaults",
        "transpiler/expressions.py",
        "callee.defaults[len(callee.defaults) - missing :]",
        "callee.defaults[:missing]",
    ),
    Fault(
        "comprehension",
        "transpiler/expressions.py",
        "if (!{self.condition(test)}) continue;",
        "if ({self.condition(test)}) continue;",
    ),
    Fault(
        "enum",
        "transpiler/expressions.py",
        "list(known).index(known[node.attr])",
        "list(known).index(known[node.attr]) + 1",
    ),
    Fault(
        "second-number",
        "transpiler/statements.py",
        'f"$returned{place} = {name};"',
        'f"$returned{place} = {names[0]};"',
    ),
    Fault(
        "at-once",
        "transpiler/statements.py",
        "                values.append(Value(name, kind))",
        "                values.append(value)",
    ),
    Fault("while-else", "transpiler/statements.py", 'f"if (!{flag}) {{"', 'f"if ({flag}) {{"'),
    Fault(
        "range", "transpiler/statements.py", 'first = self.typed(args[0], I64) if len(args) > 1 else "0"', 'first = "0"'
    ),
    Fault("backwards", "transpiler/statements.py", "        if backwards:\n", "        if False:\n"),
    Fault(
        "finally",
        "transpiler/statements.py",
        "        for statement in node.finalbody:\n            self._statement(statement)\n        self.put",
        "        self.put",
    ),
    Fault("owner", "transpiler/lifetimes.py", "if not self._escapes(name, function)}", "if name}"),
    Fault(
        "lent", "transpiler/lifetimes.py", "return self.lends(parent, parent.args.index(node), function)", "return True"
    ),
    Fault("keeper", "transpiler/lifetimes.py", "not in self._kept for one", "is not None for one"),
    Fault(
        "known-field",
        "transpiler/program.py",
        '("Tables", "hooked"): False',
        '("Tables", "hooked"): False, ("Tables", "forced"): False',
    ),
    Fault("absent", "transpiler/pruning.py", "ast.Constant(isinstance(first, ast.Is))", "ast.Constant(True)"),
    Fault(
        "branch",
        "transpiler/pruning.py",
        "node.body if known else node.orelse:",
        "node.orelse if known else node.body:",
    ),
    Fault("words", "transpiler/output.py", "{8 * at})", "{8 * (at - (name == 'always'))})"),
    Fault("place", "transpiler/statements.py", 'self.put(f"{into}.s({at}, ', 'self.put(f"{into}.s(0, '),
    Fault("targets", "transpiler/statements.py", "for target in node.targets:", "for target in node.targets[:1]:"),
    Fault("broken", "transpiler/statements.py", '{self._flags[-1]} = true;"', '{self._flags[-1]} = false;"'),
    Fault("pop", "runtime.ts", "    this.length--;\n", ""),
    Fault("joined", "runtime.ts", "Vec64.at(v, this.length), Vec64.at(other", "Vec64.at(v, 0), Vec64.at(other"),
    Fault("equal", "runtime.ts", "<usize>this.length << 3) == 0", "<usize>this.length << 3) <= 0"),
    Fault("bit-length", "transpiler/expressions.py", "(64 - clz", "(63 - clz"),
    Fault("least", "transpiler/expressions.py", 'self._extreme("min", args)', 'self._extreme("max", args)'),
    Fault("pair", "transpiler/expressions.py", "place = 1 if", "place = 0 if"),
    Fault("size", "transpiler/expressions.py", 'f"<i64>{text}.size"', 'f"<i64>({text}.size + 1)"'),
    Fault("truth", "transpiler/expressions.py", 'return f"({text} != 0)"', 'return f"({text} == 1)"'),
]


def planted(fault: Fault, home: Path, folders: list[Path]) -> bool:
    """Whether a fault is noticed."""
    work = home / "wasm"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(WASM, work, ignore=shutil.ignore_patterns("node_modules", "build", "__pycache__"))
    (work / "build").mkdir()
    (work / "node_modules").symlink_to(WASM / "node_modules")
    path = work / fault.path
    source = path.read_text("utf-8")
    assert source.count(fault.old) == 1, f"{fault.name}: {source.count(fault.old)} places"
    path.write_text(source.replace(fault.old, fault.new), "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [ROOT / "src", work, ROOT / "tests"]))}
    script = "import pathlib, sampled; sampled.write_sample(pathlib.Path('build/sample.ts'))"
    if subprocess.run([sys.executable, "-c", script], cwd=work, env=environment, check=False).returncode:
        return True
    try:
        if compare_sample("node", work, build_sample(work, 0)):
            return True
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return True
    asc = ["node_modules/.bin/asc", "checked.ts", "--target", "checked", "--optimizeLevel", "0"]
    for command in ([sys.executable, "-m", "transpiler", "build/kernel.ts", "--cover"], asc):
        if subprocess.run(command, cwd=work, env=environment, capture_output=True, check=False).returncode:
            return True
    for folder in folders:
        command = ["node", "check.mjs", "build/checked.wasm", str(folder)]
        try:
            done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False, timeout=120)
        except subprocess.TimeoutExpired:
            return True
        if done.returncode or json.loads(done.stdout)["differences"]:
            return True
    return False


def main(names: list[str]) -> int:
    """Plant the faults; 1 if too many survive."""
    sys.path[:0] = [str(WASM), str(ROOT / "tests")]
    from test_wasm import write
    from transpiled import rare_rulesets, shipped_rulesets

    faults = [fault for fault in FAULTS if not names or fault.name in names]
    with TemporaryDirectory() as folder:
        home = Path(folder)
        shipped = {name: rules for number, (name, rules) in enumerate(shipped_rulesets().items()) if number % 8 == 0}
        folders = [write(home / "rare", rare_rulesets(40, "rare"), nodes=300, proofs=1)]
        folders.append(write(home / "shipped", shipped, nodes=1000, proofs=1))
        survivors = [fault.name for fault in faults if not planted(fault, home, folders)]
    print(f"{len(faults) - len(survivors)} of {len(faults)} faults are noticed", *survivors, sep="\n  ")
    return 1 if len(survivors) > 0.05 * len(faults) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
