// The worker of a search: it has a module of its own, with the search, and answers one question after the other.
import { loadEvaluation } from "./evaluation.js";
import { instantiate, readBytes, type Handle, type Module, type SearchKernel } from "./module.js";
import { Position } from "./position.js";
import { Ruleset, use, type TablesDocument } from "./ruleset.js";
import { boardAt } from "./walker.js";

/** What the worker is asked. */
export interface Question {
  text: string;
  lenient: boolean;
  ruleset: string | TablesDocument;
  nodes: number;
  depth: number;
  ms: number;
  lines: number;
  megabytes: number;
  /** Where it is told to stop; null where the worker is ended for that. */
  stop: Int32Array | null;
}

/** What it answers after each depth, and at the end. */
export interface Answer {
  type: "info" | "done" | "failed";
  depth: number;
  nodes: number;
  ms: number;
  /** The best lines: the value, and the moves of the kernel; -1 for a roll. */
  lines: [value: number, codes: number[]][];
  message?: string;
}

const SURE = 29_000, WON = 30_000;
let deadline = Infinity, stop: Int32Array | null = null;
const stopped = () => performance.now() >= deadline || (stop !== null && Atomics.load(stop, 0) !== 0);

const ready = (async () => {
  const bytes = await readBytes(new URL("./search.wasm", import.meta.url));
  const module = await instantiate<SearchKernel>(bytes as BufferSource, stopped);
  use(module);
  return module;
})();
const documents = new Map<string, Ruleset>();
let kept: { tables: Handle; megabytes: number; evaluation: Handle; search: Handle } | null = null;

function rulesetOf(given: string | TablesDocument): Ruleset {
  if (typeof given === "string") return Ruleset.get(given);
  const known = documents.get(given.words);
  if (known) return known;
  const made = Ruleset.fromTables(given);
  documents.set(given.words, made);
  return made;
}

/** The search of a ruleset, with its table; of another ruleset nothing is kept. */
async function searchOf(
  module: Module<SearchKernel>, ruleset: Ruleset, tables: Handle, position: Handle, megabytes: number,
): Promise<Handle> {
  if (kept?.tables === tables && kept.megabytes === megabytes) return kept.search;
  const { kernel } = module, evaluation = await loadEvaluation(module, ruleset, tables);
  if (kept) {
    module.drop(kept.search, kept.evaluation);
    kept = null;
    kernel.__collect();
  }
  const search = kernel.__pin(kernel.search(position, evaluation, megabytes));
  kept = { tables, megabytes, evaluation, search };
  return search;
}

async function answer(question: Question, tell: (answer: Answer) => void): Promise<void> {
  const module = await ready, { kernel } = module, began = performance.now();
  const ruleset = rulesetOf(question.ruleset), parsed = Position.parse(question.text, ruleset);
  const { node } = question.lenient ? parsed.asLenient() : parsed, position = boardAt(node);
  const search = await searchOf(module, ruleset, ruleset.tables(node.root.cells), position, question.megabytes);
  stop = question.stop;
  deadline = question.ms ? began + question.ms : Infinity;
  kernel.__collect();
  kernel.begin(search, position, question.nodes, question.lines);
  for (let more = true; more; ) {
    more = kernel.deepen(search) !== 0;
    const lines = linesOf(kernel, search), depth = kernel.depth(search);
    const decided = lines.every(([value]) => Math.abs(value) >= SURE && WON - Math.abs(value) <= depth);
    more = more && depth !== question.depth && !decided && !stopped();
    tell({ type: more ? "info" : "done", depth, nodes: kernel.nodes(search), ms: performance.now() - began, lines });
  }
}

function linesOf(kernel: SearchKernel, search: Handle): Answer["lines"] {
  const lines = Array.from({ length: kernel.lines(search) }, (_, n): [number, number[]] => [
    kernel.value(search, n),
    Array.from({ length: kernel.lineLength(search, n) }, (_, i) => kernel.lineMove(search, n, i)),
  ]);
  return lines.sort(([a], [b]) => b - a);
}

function listen(tell: (answer: Answer) => void): (question: Question) => void {
  return (question) => {
    answer(question, tell).catch((error: unknown) => {
      tell({ type: "failed", depth: 0, nodes: 0, ms: 0, lines: [], message: String((error as Error)?.message ?? error) });
    });
  };
}

if (typeof document === "undefined" && typeof self !== "undefined" && typeof postMessage === "function") {
  const take = listen((one) => postMessage(one));
  addEventListener("message", (event: MessageEvent<Question>) => take(event.data));
} else {
  const { parentPort } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:worker_threads");
  parentPort?.on("message", listen((one) => parentPort.postMessage(one)));
}
