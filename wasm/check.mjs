// node check.mjs MODULE FOLDER: compares a module with what tests/transpiled.py has written into the folder; prints what
// was compared and what differs as JSON. A module that counts blocks tells which it has run in FOLDER/hits.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { load } from "./module.mjs";

const [file, folder] = process.argv.slice(2);
const { exports: w, tables, words, cells, keep, drop } = load(file);
const found = { rulesets: 0, leaves: 0, positions: 0, refusals: 0, playouts: 0, searches: 0, nodes: 0, proofs: 0, megabytes: 0, different: [] };
const SET_UP = 4, LENIENT = 2;

function differ(name, what, mine, expected) {
  if (JSON.stringify(mine) === JSON.stringify(expected)) return false;
  found.different.push({ ruleset: name, what, module: mine, library: expected });
  return true;
}

function placed(t, at, flags = SET_UP) {
  const board = cells(at.cells);
  const position = keep(w.position(t, board, at.king, at.side, flags));
  drop(board);
  return position;
}

function lines(rules, t) {
  for (const bulk of [0, 1]) {
    const position = placed(t, rules);
    const mine = rules.perft.map((_, depth) => w.perft(position, depth + 1, bulk));
    found.leaves += mine.reduce((sum, one) => sum + one, 0);
    differ(rules.name, bulk ? "lines in bulk" : "lines", mine, rules.perft);
    drop(position);
  }
}

function follow(rules, t, at, line, out) {
  const position = placed(t, at);
  let made = 0;
  for (const [roll, ...expected] of line) {
    if (roll) w.roll(position, roll);
    const over = w.end(position), count = over ? 0 : w.fill(position, out);
    let mixed = 0;
    for (let i = 0; i < count; i++) mixed = (mixed * 31 + Number(w.word(out, i))) % 4294967291;
    found.positions++;
    const mine = [over, count, mixed, String(w.key(position)), w.report(position), w.occurrences(position)];
    const [code, why] = expected.slice(mine.length);
    if (differ(rules.name, `ply ${made}`, mine, expected.slice(0, mine.length))) break;
    if (code === undefined) break;
    const explained = w.explain(position, code >> 10, code & 1023);
    mixed = 0;
    for (let i = 0; i < w.length(explained); i++) mixed = (mixed * 31 + Number(w.word(explained, i))) % 4294967291;
    differ(rules.name, `what ply ${made + 1} takes, and why`, mixed, why);
    w.make(position, code >> 10, code & 1023);
    made++;
  }
  while (made--) w.unmake(position);
  differ(rules.name, "board after all was taken back", at.cells.map((_, q) => w.cell(position, q)), at.cells);
  drop(position);
}

function refuse(rules, t, at) {
  const position = placed(t, at);
  for (const [q, to, why] of at.refused ?? []) differ(rules.name, `why ${q}-${to} is illegal`, w.illegality(position, q, to), why);
  found.refusals += at.refused?.length ?? 0;
  drop(position);
}

function playOut(rules, t, expected, seed) {
  const position = placed(t, rules, SET_UP | LENIENT);
  const over = w.playOut(position, seed, 300);
  found.playouts++;
  differ(rules.name, `playout ${seed}`, [over, w.ply(position), String(w.key(position))], expected);
  drop(position);
}

function search(rules, t, { evaluation: e, nodes, lines: wanted, depths }) {
  const given = [e.weights, e.pieces, e.men, ...(e.network ? [e.network.biases, e.network.hidden, e.network.outputs] : [])].map(words);
  const network = e.network ? keep(w.network(t, ...given.slice(3))) : 0;
  const evaluation = keep(w.evaluation(t, ...given.slice(0, 3), e.enough, e.offset, network));
  const position = placed(t, rules), one = keep(w.search(position, evaluation, 1));
  w.begin(one, position, nodes, wanted);
  const mine = [];
  for (let more = true; more; ) {
    more = w.deepen(one) !== 0;
    const best = Array.from({ length: w.lines(one) }, (_, n) => [
      w.value(one, n), Array.from({ length: w.lineLength(one, n) }, (_, i) => w.lineMove(one, n, i)),
    ]);
    mine.push([w.depth(one), w.nodes(one), best]);
  }
  found.searches++;
  found.nodes += w.nodes(one);
  differ(rules.name, "search", mine, depths);
  drop(one, position, evaluation, network, ...given);
}

function prove(rules, t, proof) {
  const position = placed(t, proof, SET_UP | LENIENT);
  const prover = keep(w.prover(position, proof.prover, ...proof.limits, proof.byPath, 1 << 20));
  const result = w.prove(prover, 2000, 400);
  const line = result === 1 ? keep(w.provenLine(prover, 2000)) : 0;
  const moves = line ? Array.from({ length: w.length(line) }, (_, i) => Number(w.word(line, i))) : [];
  found.proofs++;
  const mine = [result, [w.proofNumber(prover), w.disproofNumber(prover), w.provenNodes(prover)], moves];
  differ(rules.name, "proof", mine, [proof.result, proof.numbers, proof.line]);
  drop(line, prover, position);
}

JSON.parse(readFileSync(`${folder}/expected.json`)).forEach((rules, number) => {
  const t = tables(readFileSync(`${folder}/${number}.bin`)), out = keep(w.room(t));
  try {
    lines(rules, t);
    for (const game of rules.games) follow(rules, t, rules, game, out);
    for (const setUp of rules.setUps) {
      follow(rules, t, setUp, setUp.line, out);
      refuse(rules, t, setUp);
    }
    rules.playouts.forEach((expected, seed) => playOut(rules, t, expected, seed));
    if (rules.search && w.search) search(rules, t, rules.search);
    if (w.prover) for (const proof of rules.proofs) prove(rules, t, proof);
  } catch (error) {
    found.different.push({ ruleset: rules.name, what: String(error.message) });
  }
  drop(t, out);
  w.__collect();
  found.rulesets++;
});
found.megabytes = w.memory.buffer.byteLength >> 20;
if (w.hits) {
  const hits = [];
  for (let i = 0; w.hits(i) >= 0; i++) if (w.hits(i) > 0) hits.push(i);
  appendFileSync(`${folder}/hits`, `${hits.join("\n")}\n`);
}
console.log(JSON.stringify({ ...found, different: found.different.slice(0, 20), differences: found.different.length }));
