// Compiles Python in Pyodide, under Node, for the Python that pages of a site run:
//
//     node compile.mjs PYODIDE COMPILING SOURCES COMPILED
//
// PYODIDE is the folder of npm's package, COMPILING the module that compiles; the others are ZIP archives.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, compiling, sources, compiled] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(pyodide), "pyodide.mjs")).href);
const python = await loadPyodide();
python.runPython(readFileSync(compiling, "utf-8"));
python.FS.writeFile("/sources.zip", new Uint8Array(readFileSync(sources)));
python.runPython(`
with open("/sources.zip", "rb") as given, open("/compiled.zip", "wb") as made:
    made.write(compile_archive(given.read()))
`);
writeFileSync(compiled, python.FS.readFile("/compiled.zip"));
