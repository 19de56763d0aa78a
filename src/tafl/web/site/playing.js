// What plays games and puzzles on a page, by tafl-rules: the rules are loaded here, and the search in a worker.

import { load, Ruleset } from "../rules/index.js";
import { startOf, Table } from "../rules/table.js";
import { Engine } from "./engine.js";
import { site } from "./files.js";
import { Visit } from "./visit.js";

const loaded = load();

/** What a table needs to begin with a record; null where that has more than a table reads. */
async function begun(record, name) {
  const { rulesets } = await site("rulesets.json");
  const known = rulesets[name];
  const plain = !record.variations && !record.ending && !record.start?.outcome && (record.moves ?? []).every(({ note }) => !note);
  if (!known || !plain || JSON.stringify(record.ruleset) !== JSON.stringify(known.record.ruleset)) return null;
  const rules = known.tables ? Ruleset.fromTables(await site(known.tables)) : Ruleset.get(name);
  const [board] = await Promise.all([rules.boardMessage(), loaded]);
  return { rules, start: startOf(record, rules), board };
}

/** Open a game that is kept; null for one that only Python can play. */
export async function open(game, tell, keep) {
  const { record, seats } = JSON.parse(game.description);
  const parsed = JSON.parse(record);
  const found = await begun(parsed, game.rules);
  if (!found) return null;
  const branching = Object.values(seats).every((seat) => seat === "screen");
  const table = new Table(found.start, { board: found.board, record: parsed, branching });
  for (const step of game.steps) table.apply(JSON.parse(step));
  const { dialects } = await site("rulesets.json");
  return new Visit(game, { table, tell, keep, engine: new Engine(), dialects });
}
