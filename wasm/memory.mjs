// node memory.mjs MODULE FOLDER PLIES SEARCHES: plays and searches so much, collects now and then, and prints how much
// the memory has grown after the first tenth.
import { readFileSync } from "node:fs";
import { load } from "./module.mjs";

const [file, folder, plies, searches] = process.argv.slice(2).map((each, i) => (i < 2 ? each : Number(each)));
const { exports: w, tables, words, cells, keep, drop } = load(file);
const rulesets = JSON.parse(readFileSync(`${folder}/expected.json`));
const number = rulesets.findIndex(({ name }) => name === "copenhagen"), rules = rulesets[number];
const t = tables(readFileSync(`${folder}/${number}.bin`)), out = keep(w.room(t)), board = cells(rules.cells);
const e = rules.search.evaluation;
const network = keep(w.network(t, ...[e.network.biases, e.network.hidden, e.network.outputs].map(words)));
const evaluation = keep(w.evaluation(t, ...[e.weights, e.pieces, e.men].map(words), e.enough, e.offset, network));
const start = () => { // on a board of its own
  const own = cells(rules.cells), position = keep(w.setUp(t, own, rules.king, rules.side, 4, 0, 0, 0));
  drop(own);
  return position;
};
const search = keep(w.search(start(), evaluation, 1));
let seed = 1, played = 0, searched = 0, games = 0, size = 0;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
while (played < plies || searched < searches) {
  const position = start(), began = played;
  while (!w.end(position) && played - began < 400) {
    const code = Number(w.word(out, random(w.fill(position, out))));
    w.make(position, code >> 10, code & 1023);
    if (++played % 16 === 0) w.__collect();
    if (searched < searches && played % 50 === 0 && !w.end(position)) {
      w.begin(search, position, 500, 1);
      while (w.deepen(search));
      searched++;
    }
  }
  drop(position);
  games++;
  w.__collect();
  if (!size && played >= plies / 10 && searched >= searches / 10) size = w.memory.buffer.byteLength;
}
drop(board);
const megabytes = w.memory.buffer.byteLength / (1 << 20);
console.log(JSON.stringify({ plies: played, searches: searched, games, megabytes, grown: w.memory.buffer.byteLength - size }));
