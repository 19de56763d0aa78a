// The host of the pages without a server. Games are played on the page, by the rules in WebAssembly; making rules, studies,
// files of records and pictures are left to Python in a Web Worker, as are games by rules of somebody's own. What is kept,
// this browser keeps.

import { keepAll, keepOwn, root, site } from "./files.js";
import { identity, newGame, playable } from "./roles.js";
import * as python from "./python.js";
import { fragment, store, stored } from "./storage.js";

export { run } from "./python.js";

/** Whether two people can play a game, each by a link of their own. */
export const byLink = false;

const FULL = "This browser has no room to keep a game.";
const place = (id) => `tafl.game.${id}`;
let visit = null; // the game on the page, if it is played here

/** What plays games on the page, loaded once. */
let loading = null;
const playing = () => (loading ??= import("./playing.js"));

/** A game as it is asked for, made here if it can be played here; null if Python has to make it. */
async function made({ rules, seats, mine, pace }) {
  if (!rules || "options" in rules || "text" in rules || pace || !seats || !playable(seats)) return null;
  const { rulesets } = await site("rulesets.json");
  const known = Object.hasOwn(rulesets, rules.base) ? rulesets[rules.base] : null;
  return known && newGame(rules.base, rules.base, known.record, seats, mine);
}

/** The same by Python, which also reads rules that are a text. */
async function madeByPython({ rules, ...body }) {
  const { name, options, base } = rules?.text ? await python.ask("/api/rules/read", { text: rules.text }) : {};
  const asked = { rules: rules?.text ? { name, options, base: base || rules.base } : rules, ...body };
  const game = await python.ask("/api/games", asked);
  return { ...game, rules: body.seats && playable(body.seats) ? await tablesOf(asked.rules) : undefined };
}

/** What names the tables of rules that Python has made, so that the game is played here; nothing where it cannot be. */
async function tablesOf(rules) {
  if (!Object.keys((await site("rulesets.json")).rulesets).length) return undefined;
  return python.ask("/api/tables", { rules }).then(keepOwn, () => undefined);
}

/** What becomes of a move in a puzzle; null if its rules are not played here. */
async function tried(body) {
  const ruleset = body.puzzle?.ruleset;
  return typeof ruleset === "string" && Object.hasOwn((await site("rulesets.json")).rulesets, ruleset) ? (await import("./trainer.js")).attempt(body) : null;
}

// What the pages ask for.

/** Answer a request as a server would. An error has the words of what is refused. */
export async function ask(path, body) {
  if (path === "/api/offers") return (await site("site.json")).offers;
  if (["/api/schema", "/api/maker", "/api/puzzles"].includes(path)) return site(`${path.slice(5)}.json`);
  if (path === "/api/games") return (await made(body)) ?? madeByPython(body);
  if (path === "/api/puzzles/try") return (await tried(body)) ?? python.ask(path, body);
  const [, , of] = path.split("/");
  if (visit && of === "records" && body.dialect === "json") return { text: `${JSON.stringify(visit.record, null, 2)}\n`, suffix: ".json", losses: [] };
  if (visit && (of === "records" || of === "pictures")) return python.lend(visit.game, path, body);
  return python.ask(decodeURIComponent(path), body);
}

/** The address of a page: "play", "rules" or "study". */
export const page = (name) => new URL(name === "play" ? "." : `${name}.html`, root).href;

/** The address of a game in this browser. */
export const link = (id, token) => new URL(`game.html#game=${id}&token=${token}`, root).href;

/** The game that this page is for. */
export const here = () => ({ id: fragment().get("game"), token: fragment().get("token") });

/** What begins a game: it is made on its own page, so that this one is left at once. */
export const begin = async (wanted) => ({ ...identity(wanted.seats, wanted.mine), wanted });

/** Keep a new game in this browser. */
export function keep({ id, description, rules, wanted }) {
  if (!store(place(id), wanted ? { wanted } : { id, description, rules, steps: [] })) throw new Error(FULL);
}

export function forget(id) {
  localStorage.removeItem(place(id));
}

/** Join a game. `show` takes the messages; what is returned sends actions. A game may also be `given`, and is not kept. */
export function join(id, token, show, given = null) {
  const kept = given ? { description: given.description, rules: given.rules, steps: [] } : stored(place(id), null);
  const early = [];
  let act = (action) => early.push(action);
  visit = null;
  const closed = (words) => show({ type: "closed", words, final: true });
  const refused = (error) => show({ type: "refused", words: error.message });
  function keepSteps(game) {
    if (!given && !store(place(id), game)) show({ type: "notice", words: "This browser has no room to keep the game." });
  }

  async function opened() {
    let game = kept;
    if (kept.wanted) {
      const { description, rules } = (await made(kept.wanted)) ?? (await madeByPython(kept.wanted));
      game = { id, description, rules, steps: [] };
      keepSteps(game);
    }
    const here = game.rules ? await (await playing()).open({ ...game, token }, show, (steps) => keepSteps({ ...game, steps })) : null;
    if (here) {
      visit = here;
      keepAll("pages");
      return async (action) => here.do(action);
    }
    const heard = (message) => (message.type === "kept" ? keepSteps({ ...game, steps: message.steps }) : show(message));
    return python.join({ ...game, token }, heard);
  }

  if (!kept) closed("This game is not kept in this browser.");
  else {
    opened().then((send) => {
      act = (action) => send(action).catch(refused);
      early.forEach(act);
    }, (error) => closed(error.message));
  }
  return (action) => act(action);
}
