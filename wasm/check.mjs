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

const mixed = (list) => { // one number for many
  let all = 0;
  for (let i = 0; i < w.length(list); i++) all = (all * 31 + Number(w.word(list, i))) % 4294967291;
  return all;
};

function placed(t, at, flags = SET_UP) {
  const board = cells(at.cells);
  const position = keep(w.setUp(t, board, at.king, at.side, at.flags ?? flags, 0, 0, 0));
  drop(board);
  return position;
}

function lines(rules, t, at, counts) {
  counts.forEach((expected, bulk) => {
    const position = placed(t, at);
    const mine = expected.map((_, depth) => w.perft(position, depth + 1, bulk));
    found.leaves += mine.reduce((sum, one) => sum + one, 0);
    differ(rules.name, bulk ? "lines in bulk" : "lines", mine, expected);
    drop(position);
  });
}

/** Follow a game, and take it back; or, where it is resumed, go on now and then from a position with a past. */
function follow(rules, t, at, line, out, resumes = false) {
  let position = placed(t, at), made = 0, past = 0;
  for (const [roll, ...expected] of line) {
    if (roll) w.roll(position, roll);
    const over = w.end(position), count = over ? 0 : w.fill(position, out);
    let listed = 0;
    for (let i = 0; i < count; i++) listed = (listed * 31 + Number(w.word(out, i))) % 4294967291;
    found.positions++;
    const refused = over ? 0 : tryMoves(position, rules.n, made);
    const mine = [over, count, listed, String(w.key(position)), w.report(position), w.occurrences(position), refused];
    const [code, why, men, announced] = expected.slice(mine.length);
    if (differ(rules.name, `ply ${made}`, mine, expected.slice(0, mine.length))) break;
    if (code === undefined) break;
    const q = code >> 10, to = code & 1023;
    const told = [mixed(w.explain(position, q, to)), mixed(w.taken(position, q, to)), w.announced(position, q, to, false)];
    differ(rules.name, `what ply ${made + 1} takes, and why, and what is announced`, told, [why, men, announced]);
    if (made < 12) allow(rules, t, position, out, count);
    const before = resumes ? keep(w.ancestor(position, past)) : 0;
    drop(past);
    past = before;
    w.make(position, q, to);
    made++;
    if (resumes && made % 3 === 0) {
      const resumed = keep(w.resume(position, past));
      drop(position);
      position = resumed;
    }
  }
  if (resumes) return drop(position, past);
  while (made--) w.unmake(position);
  differ(rules.name, "board after all was taken back", at.cells.map((_, q) => w.cell(position, q)), at.cells);
  drop(position);
}

/** One move after the other is asked for: those that are listed are legal, and no others. */
function allow(rules, t, position, out, count) {
  const legal = new Set();
  for (let i = 0; i < count; i++) legal.add(Number(w.word(out, i)));
  const some = [...legal].filter((_, i) => i % 5 === 0), last = rules.cells.length - rules.n - 4, first = rules.n + 3;
  for (let i = 0; i < 6; i++) some.push((first + ((i * 37) % (last - first))) * 1024 + first + ((i * 53) % (last - first)));
  for (const code of some) {
    if (rules.cells[code >> 10] !== 8 && rules.cells[code & 1023] !== 8) {
      differ(rules.name, `whether ${code} is legal`, !!w.allows(position, code >> 10, code & 1023), legal.has(code));
    }
  }
}

/** Why some moves are illegal, most of them: one number for all. */
function tryMoves(position, n, ply) {
  let all = 0;
  const padded = (at) => (Math.floor(at / n) + 1) * (n + 2) + (at % n) + 1;
  const tries = Array.from({ length: 8 }, (_, i) => {
    const at = (ply * 7 + i * 13) % (n * n);
    return [at, i % 2 ? at - (at % n) + ((at + i + 1) % n) : (at + n * (Math.floor(i / 2) + 1)) % (n * n)].map(padded);
  });
  for (const [q, to] of [...tries, [padded(0), padded(0)], [w.berserk(position), w.berserk(position)]]) {
    all = (all * 31 + w.illegality(position, q, to) + 1) % 4294967291;
    found.refusals++;
  }
  return all;
}

function ask(rules, t, at) {
  const position = placed(t, at);
  for (const [q, expected] of at.asked ?? []) differ(rules.name, `what bots ask of ${q}`, mixed(w.ask(position, q)), expected);
  drop(position);
}

function playOut(rules, t, at, expected, seed) {
  const position = placed(t, { ...at, flags: SET_UP | LENIENT });
  const over = w.playOut(position, seed, 300);
  found.playouts++;
  differ(rules.name, `playout ${seed}`, [over, w.ply(position), String(w.key(position))], expected);
  drop(position);
}

function wander(position, past) {
  for (const code of past) w.make(position, code >> 10, code & 1023);
}

function search(rules, t, { evaluation: e, searches }) {
  const given = [e.weights, e.pieces, e.men, ...(e.network ? [e.network.biases, e.network.hidden, e.network.outputs] : [])].map(words);
  const network = e.network ? keep(w.network(t, ...given.slice(3))) : 0;
  const evaluation = keep(w.evaluation(t, ...given.slice(0, 3), e.enough, e.offset, network));
  for (const at of searches) {
    const position = placed(t, at);
    wander(position, at.past);
    const one = keep(w.search(position, evaluation, 1));
    w.begin(one, position, at.nodes, at.lines);
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
    differ(rules.name, "search", mine, at.depths);
    drop(one, position);
    w.__collect();
  }
  drop(evaluation, network, ...given);
}

function prove(rules, t, proof) {
  const position = placed(t, { ...proof, flags: SET_UP | LENIENT });
  wander(position, proof.past);
  const prover = keep(w.prover(position, proof.prover, 1 << 20));
  const result = proof.within ? w.proveWithin(prover, 3000, proof.within) : w.prove(prover, 3000, 400);
  const line = result === 1 ? keep(w.provenLine(prover, 3000)) : 0;
  const moves = line ? Array.from({ length: w.length(line) }, (_, i) => Number(w.word(line, i))) : [];
  found.proofs++;
  const mine = [result, [w.proofNumber(prover), w.disproofNumber(prover), w.provenNodes(prover)], moves];
  differ(rules.name, "proof", mine, [proof.result, proof.numbers, proof.line]);
  drop(line, prover, position);
}

JSON.parse(readFileSync(`${folder}/expected.json`)).forEach((rules, number) => {
  const t = tables(readFileSync(`${folder}/${number}.bin`)), out = keep(w.room(t));
  try {
    lines(rules, t, rules, [rules.perft, rules.perft]);
    for (const game of rules.games) for (const resumes of [false, true]) follow(rules, t, rules, game, out, resumes);
    rules.setUps.forEach((setUp, number) => {
      lines(rules, t, setUp, setUp.perft);
      follow(rules, t, setUp, setUp.line, out);
      ask(rules, t, setUp);
      if (setUp.playout) playOut(rules, t, setUp, setUp.playout, number);
    });
    rules.playouts.forEach((expected, seed) => playOut(rules, t, rules, expected, seed));
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
