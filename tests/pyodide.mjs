// Runs the core of the tests in Pyodide, which is CPython in WebAssembly, under Node:
//
//     node tests/pyodide.mjs PYODIDE PACKAGES [ARGUMENT ...]
//
// PYODIDE is the folder of npm's package, PACKAGES a folder of installed packages; the arguments go to tests/core.py.

import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [pyodide, packages, ...options] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(pyodide), "pyodide.mjs")).href);

const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" } });
python.mountNodeFS("/project", root);
python.mountNodeFS("/packages", resolve(packages));

python.globals.set("options", python.toPy(options));
process.exitCode = python.runPython(`
import os
import sys

sys.path[:0] = ["/project/tests", "/project/src", "/packages"]
os.chdir("/project")

from core import main

main(options)
`);
