// @ts-check
// Checks an engine by a conformance suite, or lets the suite's own program ask it:
//
//   node runner.mjs suite.jsonl                                reads the suite and prints what differs
//   tafl conformance suite.jsonl --check "node runner.mjs"     is asked line by line
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { declines, moves, parse, play } from "./tiny.mjs";

/** @typedef {Record<string, any>} Json */
const rulesets = /** @type {Record<string, Json>} */ ({});

/** The engine's answer to a line of the suite. @param {Json} line @returns {Json} */
function reply(line) {
  if (line.options) {
    const reason = declines(line);
    if (!reason) rulesets[line.ruleset] = line.options;
    return { ruleset: line.ruleset, declined: reason };
  }
  const rules = rulesets[line.ruleset];
  if (line.line.length) return { id: line.id }; // whether a game has ended, this engine does not know
  const state = parse(line.start);
  const legal = moves(rules, state);
  const tried = (/** @type {string} */ move) => (legal.includes(move) ? play(rules, state, move) : { refused: true });
  return { id: line.id, position: line.start, legal, tries: Object.fromEntries(line.tries.map((move) => [move, tried(move)])) };
}

/** Where an answer differs from the right one; what is left out is passed over. @param {Json} right @param {Json} given */
function* differences(right, given, path = "") {
  for (const [key, value] of Object.entries(given)) {
    const expected = right[key], where = `${path} ${key}`;
    if (key === "tries") {
      for (const action in value) yield* differences(expected[action], value[action], action);
    } else if (key === "captures" && expected) {
      const [ours, theirs] = [value, Object.keys(expected)].map((squares) => squares.sort().join(" "));
      if (ours !== theirs) yield `${where}: ${theirs || "nothing"} was expected, not ${ours || "nothing"}`;
    } else if (!(value === true && typeof expected === "string") && JSON.stringify(value) !== JSON.stringify(expected)) {
      yield `${where}: ${JSON.stringify(expected)} was expected, not ${JSON.stringify(value)}`;
    }
  }
}

const file = process.argv[2];
const counts = { cases: 0, answered: 0, declined: 0, different: 0 };
for await (const text of createInterface({ input: file ? createReadStream(file) : process.stdin })) {
  const line = JSON.parse(text);
  if (line.format) {
    if (line.format !== "hnefatafl conformance 1") throw new Error(`unknown format: ${line.format}`);
  } else if (!file) {
    console.log(JSON.stringify(reply(line)));
  } else if (line.options) {
    counts.declined += reply(line).declined ? line.cases : 0;
  } else if (rulesets[line.ruleset]) {
    const { id, ...given } = reply(line), wrong = [...differences(line.answer, given)];
    counts.cases += 1;
    counts.answered += "legal" in given ? 1 : 0;
    counts.different += wrong.length ? 1 : 0;
    for (const each of wrong) console.log(`${id} ${each}\n  ${JSON.stringify({ ...line, answer: undefined })}`);
  }
}
if (file) console.log(JSON.stringify(counts));
process.exitCode = counts.different ? 1 : 0;
