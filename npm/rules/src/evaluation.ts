// Evaluations: what positions are worth to a search. They are loaded when the first search of a ruleset begins.
import data from "./data/evaluations.js";
import { TaflError } from "./errors.js";
import { readBytes, type Handle, type Module, type SearchKernel } from "./module.js";
import type { Ruleset } from "./ruleset.js";

const VERSION = 1, HEAD = 7, KINDS = 3;

/** The bytes of the evaluation of a ruleset (`hnefatafl.search.pack_evaluation`), and how many attackers are enough. */
async function bytesOf(ruleset: Ruleset): Promise<[bytes: Uint8Array, enough: number | null]> {
  if (ruleset.document) {
    const packed = ruleset.document.evaluation;
    if (packed === undefined) throw new TaflError(`the tables of ${ruleset.name} have no evaluation`);
    return [Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)), null];
  }
  const [file, enough] = data[ruleset.name];
  return [await readBytes(new URL(`./evaluations/${file}.bin`, import.meta.url)), enough];
}

/** The evaluation of a ruleset in the module, for games with those tables. */
export async function loadEvaluation(
  module: Module<SearchKernel>, ruleset: Ruleset, tables: Handle,
): Promise<Handle> {
  const [bytes, given] = await bytesOf(ruleset);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (count: number, narrow = false) => Array.from({ length: count }, () => {
    const number = narrow ? view.getInt8(at) : view.getInt16(at, true);
    at += narrow ? 1 : 2;
    return number;
  });
  const [version, size, units, narrow, features, enough, offset] = take(HEAD);
  if (version !== VERSION) throw new TaflError(`an evaluation of version ${VERSION} was expected, not ${version}`);
  const squares = KINDS * size * size;
  const parts = [take(features), take(2), take(squares), take(units), take(units), take(squares * units, narrow === 1)];
  const [weights, men, pieces, biases, outputs, hidden] = parts.map((numbers) => module.numbers(numbers));
  const { kernel } = module;
  const network = units ? kernel.__pin(kernel.network(tables, biases, hidden, outputs)) : 0;
  const made = kernel.__pin(kernel.evaluation(tables, weights, pieces, men, given ?? enough, offset, network));
  module.drop(network, weights, men, pieces, biases, outputs, hidden);
  return made;
}
