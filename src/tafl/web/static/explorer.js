// A table of what was played in a file of games after the moves on a board: how often, with which results, in which games.

import { ask } from "./host.js";
import { served } from "./served.js";
import { make, onFile, open, titled } from "./site.js";

const OWN = "own-play.csv"; // the name that is given to games of own play
const READING = "Reading …";

const option = (value, words) => make("option", { value }, words);

function field(label, control, hint = null, id = "") {
  return make("div", { className: "field", id, hidden: Boolean(id) }, make("label", { htmlFor: control.id }, label), control,
    hint ? make("small", {}, hint) : null);
}

/**
 * The tab of the explorer. `moves` returns those to the place on the board, `play` plays one, and `found` takes each answer,
 * with the board after the moves that were asked for; `tell` announces what is refused. `begin` fills the lists, once the
 * element is on the page, and shows games of own play if that is wanted; `prefer` chooses those by the rules of a game, which
 * are shown when somebody looks at the tab; `stood` asks for the place on the board.
 */
export function explorer({ moves, play, tell, found = () => {} }) {
  let text = "";
  let filename = "";
  let asked = 0;
  let sought = "";

  const file = make("input", { type: "file", id: "file", disabled: true });
  const variant = make("select", { id: "variant" });
  const own = make("select", { id: "own" });
  const filters = {
    ruleset: make("select", { id: "ruleset" }), player: make("select", { id: "player" }),
    result: make("select", { id: "result" }, option("", "any"), option("attackers", "the attackers won"), option("defenders", "the defenders won"), option("draw", "a draw")),
  };
  const status = make("p", { className: "status bad", id: "status" });
  const records = make("details", { className: "records", open: true }, make("summary", {}, "Other games"),
    field("Games that the computer played against itself", own, "Up to twelve of each ruleset; of each the first twenty moves."),
    field("A file of many games", file, "In any notation that the library reads. It goes to no other site."),
    field("Or one that this server has", make("select", { id: "served" }), null, "servedField"),
    field("Rules", variant, "If the records do not say by which rules they were played."));
  const fields = {
    ruleset: field("Games of", filters.ruleset, null, "rulesetField"), result: field("Result", filters.result),
    player: field("Player", filters.player, null, "playerField"),
  };
  const tally = make("p", { id: "tally" });
  const rows = make("tbody", { id: "moves-played" });
  const head = make("tr", {}, ...["Move", "Games", "Results", "In"].map((words) => make("th", { scope: "col" }, words)));
  const table = make("table", { className: "games explored" }, make("thead", {}, head), rows);
  const results = make("div", { hidden: true }, tally, table,
    make("div", { className: "row filters" }, ...Object.values(fields)));
  const element = make("div", { className: "explorer" }, results, status, records);
  const rules = () => (variant.value ? { base: variant.value } : null);

  async function find(next) {
    const number = ++asked;
    status.textContent = READING;
    try {
      const chosen = Object.fromEntries(Object.entries(filters).map(([name, { value }]) => [name, value]));
      const answer = await ask("/api/explore", { text, filename, rules: rules(), moves: next, ...chosen });
      if (number !== asked) return;
      sought = next.join();
      if (status.textContent === READING) status.textContent = ""; // a file may have been refused meanwhile
      show(answer, next);
      found(answer, next);
    } catch (error) {
      if (number === asked) refused(error);
    }
  }

  function refused(error) {
    status.textContent = error.message;
    tell(error.message);
  }

  function show({ results: { attackers, defenders, draws, unknown }, ...answer }, next) {
    if (results.hidden) records.open = false;
    results.hidden = false;
    const here = next.length ? `after ${next.join(" ")}` : "at the start";
    const illegal = answer.illegal ? ` ${answer.illegal} of the records are illegal, and count up to there.` : "";
    const count = attackers + defenders + draws + unknown;
    const all = answer.rulesets[answer.ruleset];
    table.hidden = !count;
    tally.textContent = count ? `${titled(answer.ruleset)}, ${here}: ${count} of ${all} games. `
      + `The attackers won ${attackers}, the defenders ${defenders}; ${draws} drawn, ${unknown} without a result.${illegal}`
      : `None of the ${all} games came here.`;
    fill(filters.ruleset, Object.entries(answer.rulesets).map(([name, games]) => [name, `${titled(name)} (${games})`]), answer.ruleset);
    fields.ruleset.hidden = Object.keys(answer.rulesets).length < 2;
    fill(filters.player, [["", "any"], ...answer.players.map((name) => [name, name])], filters.player.value);
    fields.player.hidden = !answer.players.length;
    rows.replaceChildren(...answer.moves.map(row));
  }

  function fill(select, options, value) {
    select.replaceChildren(...options.map(([name, words]) => option(name, words)));
    select.value = value;
  }

  /** A move: how often it was played, the results, and the games. */
  function row({ move, results: { attackers, defenders, draws, unknown }, games }) {
    const entry = make("button", { type: "button" }, move);
    entry.addEventListener("click", () => play(move));
    const all = attackers + defenders + draws + unknown;
    const part = (className, games) => Object.assign(make("div", { className }), { style: `width: ${(100 * games) / all}%` });
    const bar = make("div", { className: "bar", "aria-hidden": "true" }, part("share", attackers), part("neither", draws + unknown));
    const words = `attackers ${attackers}, defenders ${defenders}${draws ? `, drawn ${draws}` : ""}${unknown ? `, no result ${unknown}` : ""}`;
    const links = games.slice(0, 5).map((number) => {
      const button = make("button", { type: "button", "aria-label": `Study game ${number}` }, String(number));
      button.addEventListener("click", () => study(number));
      return button;
    });
    return make("tr", {}, make("td", {}, entry), make("td", {}, String(all)), make("td", {}, bar, words),
      make("td", {}, make("div", { className: "row" }, ...links)));
  }

  async function study(number) {
    try {
      const made = await ask("/api/studies", { text, filename, number, rules: rules() });
      open(made, made.title);
    } catch (error) {
      refused(error);
    }
  }

  /** Show the games of a text, all of them. */
  function read(given, name) {
    [text, filename] = [given, name];
    if (name !== OWN) own.value = "";
    for (const each of [filters.ruleset, filters.player]) each.replaceChildren();
    filters.result.value = "";
    return find(moves());
  }

  /** Show the games of own play by some rules, unless they are not wanted any more when they come. */
  async function readOwn(isUnwanted = () => false) {
    try {
      const { text: games } = await ask(`/api/own/${encodeURIComponent(own.value)}`);
      if (isUnwanted()) return;
      variant.value = "";
      await read(games, OWN);
    } catch (error) {
      refused(error);
    }
  }

  const isFileChosen = () => file.files.length > 0;

  own.addEventListener("change", () => { if (own.value) readOwn(); });
  variant.addEventListener("change", () => { if (text) find(moves()); });
  filters.ruleset.addEventListener("change", () => find([]));
  for (const each of [filters.player, filters.result]) each.addEventListener("change", () => find(moves()));

  return {
    element,
    find(next) { if (text) find(next); },
    stood() { if (text && moves().join() !== sought) find(moves()); },
    prefer(name) {
      if (text || own.value || ![...own.options].some((each) => each.value === name)) return;
      own.value = name;
      new IntersectionObserver((seen, observer) => {
        if (!seen.some((each) => each.isIntersecting)) return;
        observer.disconnect();
        if (own.value && !text && !isFileChosen()) readOwn(isFileChosen);
      }).observe(element);
    },
    async begin(opens = false) {
      onFile(status, read);
      try {
        const offered = await ask("/api/offers");
        fill(variant, [["", "those of the records"], ...offered.rulesets.map((each) => [each.name, titled(each.name)])], "");
        served(offered.records, status, read);
        const shipped = offered.rulesets.map((each) => each.name);
        fill(own, [["", "choose one"], ...shipped.map((name) => [name, titled(name)])], opens ? offered.variant : "");
        if (opens) found(offered.door, []); // the board comes before the games
        if (opens && own.value && !isFileChosen()) await readOwn(isFileChosen);
      } catch (error) {
        refused(error);
      }
    },
  };
}
