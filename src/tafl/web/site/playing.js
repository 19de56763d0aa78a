// What plays games and puzzles on a page, by tafl-rules: the rules are loaded here, and the search in a worker.

import { load, Ruleset } from "../rules/index.js";
import { startOf, Table } from "../rules/table.js";
import { Engine } from "./engine.js";
import { own, site } from "./files.js";
import { isStudy } from "./roles.js";
import { Visit } from "./visit.js";

const loaded = load();

/** The ruleset of a record: one of the site, if it is the same, or one that somebody has made. */
async function found(record, name) {
  if (name.startsWith("own/")) {
    const tables = await own(name);
    return tables ? Ruleset.fromTables(tables) : null;
  }
  if (name.endsWith(".json")) return Ruleset.fromTables(await site(name));
  const known = (await site("rulesets.json")).rulesets[name];
  if (!known || JSON.stringify(record.ruleset) !== JSON.stringify(known.record.ruleset)) return null;
  return known.tables ? Ruleset.fromTables(await site(known.tables)) : Ruleset.get(name);
}

/** What a table needs to begin with a record; null where that has more than a table reads. */
async function begun(record, name) {
  const plain = !record.variations && !record.ending && !record.start?.outcome && (record.moves ?? []).every(({ note }) => !note);
  const rules = plain ? await found(record, name) : null;
  if (!rules) return null;
  const [board] = await Promise.all([rules.boardMessage(), loaded]);
  return { start: startOf(record, rules), board };
}

/** The table as it stood; null where something of it is damaged, which Python says in words. */
function tableOf({ start, board }, record, branching, steps) {
  try {
    const table = new Table(start, { board, record, branching });
    for (const step of steps) table.apply(JSON.parse(step));
    return table;
  } catch {
    return null;
  }
}

/** Open a game that is kept; null for one that only Python can play. */
export async function open(game, tell, keep) {
  const { record, seats } = JSON.parse(game.description);
  const parsed = JSON.parse(record);
  const position = await begun(parsed, game.rules);
  if (!position) return null;
  const table = tableOf(position, parsed, isStudy(seats), game.steps);
  if (!table) return null;
  const { dialects } = await site("rulesets.json");
  return new Visit(game, { table, tell, keep, engine: new Engine(), dialects });
}
