// node tabling.mjs RULES FILE: replays the sessions in FILE (tests/tabling.py) at the table of the folder RULES, which is
// tafl-rules as it is built; prints how many messages are equal, and the first that differ, as JSON.

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";

const [folder, file] = process.argv.slice(2);
const from = (name) => import(pathToFileURL(join(resolve(folder), name)).href);
const { load } = await from("index.js");
const { Table, startOf } = await from("table.js");
await load();
const found = { sessions: 0, messages: 0, different: [] };

/** What is compared of a record: all its lines from the start, with rolls and what was drawn; letters of moves are left out. */
function plain(game) {
  const move = ({ origin, target, captures = [], roll = null, announced = true, note = null }) => [origin, target, captures, roll, announced, note];
  const lines = [];
  for (const { line = 0, at = 0, moves = [], roll_pending: pending = null } of [game, ...(game.variations ?? [])]) {
    lines.push({ moves: [...(lines[line]?.moves.slice(0, at) ?? []), ...moves.map(move)], pending });
  }
  const [main, ...variations] = lines.map((line) => JSON.stringify(line));
  const { start = null, result = "", ending = null, note = null } = game;
  return { main, variations: variations.sort(), start, result, ending, note };
}

function compare(session, what, mine, expected) {
  found.messages += 1;
  const own = JSON.parse(JSON.stringify(mine));
  if (isDeepStrictEqual(own, expected)) return;
  const names = own && expected && typeof own === "object" ? Object.keys({ ...own, ...expected }).filter((name) => !isDeepStrictEqual(own[name], expected[name])) : [];
  const shown = (value) => JSON.stringify(names.length ? Object.fromEntries(names.map((name) => [name, value[name]])) : value);
  found.different.push({ ruleset: session.ruleset, what, mine: shown(own), expected: shown(expected) });
}

for (const session of JSON.parse(readFileSync(file, "utf-8"))) {
  found.sessions += 1;
  const { record, branching, board } = session;
  const table = new Table(startOf(record), { board, record, branching });
  compare(session, "board", table.board(), board);
  compare(session, "first view", table.view(), session.first);
  let { version } = session.first;
  session.steps.forEach(({ action, fact, error, since, view, other }, step) => {
    const before = version;
    let refused = null;
    try {
      // Only the die makes a difference between the two.
      const decided = fact?.type === "roll" ? fact : table.decide(action);
      compare(session, `fact ${step}`, decided, fact);
      table.apply(decided);
    } catch (caught) {
      refused = caught.message;
    }
    compare(session, `refusal ${step}: ${JSON.stringify(action)}`, refused, error);
    compare(session, `view ${step}: ${JSON.stringify(action)}`, table.view(null, since), view);
    compare(session, `view of the start ${step}`, table.view(0, before), other);
    ({ version } = view);
  });
  compare(session, "line", table.line().map(([number, play]) => [number, String(play.move)]), session.line);
  compare(session, "record", plain(table.game()), plain(session.game));
  compare(session, "record of a line", plain(table.lineTo(table.node)), plain(session.line_to));
}
console.log(JSON.stringify(found));
