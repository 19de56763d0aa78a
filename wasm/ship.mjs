// node ship.mjs: optimises build/compared.wasm, the module that is compared with the library, and makes of it the modules
// that ship, rules.wasm and search.wasm, by leaving out what neither rules.ts nor search.ts exports. What stays is compared.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

// A trap ends a call in any case, so a read or a division may be moved as if it could not trap: that is a quarter of the
// speed of the search, and a tenth of the size. What must be refused is thrown, which is a call of the host's `abort`.
const OPTIMISE = ["--traps-never-happen", "-O4", "--converge"];
const FEATURES = ["bulk-memory", "sign-ext", "nontrapping-float-to-int", "mutable-globals"].map((name) => `--enable-${name}`);
const RUNTIME = ["memory", "__pin", "__unpin", "__collect"];
const SHIPPED = { rules: ["rules.ts"], search: ["rules.ts", "search.ts"] };
const compared = "build/compared.wasm", graph = "build/exports.json";

const run = (tool, ...flags) => execFileSync(`node_modules/.bin/${tool}`, [...flags, ...FEATURES], { stdio: ["ignore", "ignore", "inherit"] });
const exported = (file) => Array.from(readFileSync(file, "utf8").matchAll(/^export function (\w+)/gm), ([, name]) => name);

run("wasm-opt", compared, ...OPTIMISE, "-o", compared);
for (const [name, files] of Object.entries(SHIPPED)) {
  const kept = [...files.flatMap(exported), ...RUNTIME].map((one) => ({ name: `export ${one}`, export: one, root: true }));
  const given = ["abort", "stopped"].map((one) => ({ name: `import ${one}`, import: ["env", one] }));
  writeFileSync(graph, JSON.stringify([...kept, ...given]));
  run("wasm-metadce", compared, "--graph-file", graph, "-o", `build/${name}.wasm`);
}
rmSync(graph);
