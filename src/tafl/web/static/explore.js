import { mount } from "./board.js";
import { ask } from "./host.js";
import { served } from "./served.js";
import { make, onFile, one, open } from "./site.js";

const status = one("#status");
const variant = one("#variant");
const filters = ["ruleset", "result", "player"];
let text = "";
let filename = "";
let moves = [];
let asked = 0;

const board = mount(one("#board"), { send });

/** What the board asks for: the moves to the place that is shown are all that is kept. */
function send(action) {
  if (action.type === "play") find([...moves, action.move]);
  else if (action.type === "take_back") find(moves.slice(0, -1));
  else if (action.type === "go") find(moves.slice(0, action.node));
  else board.show({ type: "refused", words: "this is not possible here" });
}

const rules = () => (variant.value ? { base: variant.value } : null);

async function find(next) {
  const number = ++asked;
  status.textContent = "Reading …";
  try {
    const chosen = Object.fromEntries(filters.map((name) => [name, one(`#${name}`).value]));
    const found = await ask("/api/explore", { text, filename, rules: rules(), moves: next, ...chosen });
    if (number !== asked) return;
    moves = next;
    status.textContent = "";
    show(found);
  } catch (error) {
    if (number !== asked) return;
    status.textContent = error.message;
    board.show({ type: "refused", words: error.message });
  }
}

function show(found) {
  one("#found").hidden = false;
  const { attackers, defenders, draws, unknown } = found.results;
  const count = attackers + defenders + draws + unknown;
  const here = moves.length ? `after ${moves.join(" ")}` : "at the start";
  const illegal = found.illegal ? ` ${found.illegal} of the records are illegal, and count up to there.` : "";
  one("#tally").textContent = `${found.ruleset}, ${here}: ${count} of ${found.rulesets[found.ruleset]} games. `
    + `The attackers won ${attackers}, the defenders ${defenders}; ${draws} drawn, ${unknown} without a result.${illegal}`;
  fill("#ruleset", Object.entries(found.rulesets).map(([name, games]) => [name, `${name} (${games})`]), found.ruleset);
  one("#rulesetField").hidden = Object.keys(found.rulesets).length < 2;
  fill("#player", [["", "any"], ...found.players.map((name) => [name, name])], one("#player").value);
  one("#playerField").hidden = !found.players.length;
  one("#moves").replaceChildren(...found.moves.map(row));
  board.show(found.board);
  board.show(found.view);
}

function fill(selector, options, value) {
  one(selector).replaceChildren(...options.map(([name, words]) => make("option", { value: name }, words)));
  one(selector).value = value;
}

/** A move: how often it was played, the results, and the games. */
function row({ move, results, share, games }) {
  const play = make("button", { type: "button" }, move);
  play.addEventListener("click", () => find([...moves, move]));
  const { attackers, defenders, draws, unknown } = results;
  const bar = make("div", { className: "bar", "aria-hidden": "true" }, make("div", { className: "share" }));
  bar.firstChild.style.width = share === null ? "0" : `${100 * share}%`;
  const words = `attackers ${attackers}, defenders ${defenders}${draws ? `, drawn ${draws}` : ""}${unknown ? `, no result ${unknown}` : ""}`;
  const links = games.slice(0, 5).map((number) => {
    const button = make("button", { type: "button", "aria-label": `Study game ${number}` }, String(number));
    button.addEventListener("click", () => study(number));
    return button;
  });
  const all = attackers + defenders + draws + unknown;
  return make("tr", {}, make("td", {}, play), make("td", {}, String(all)), make("td", {}, share === null ? null : bar, words),
    make("td", {}, make("div", { className: "row" }, ...links)));
}

async function study(number) {
  try {
    const made = await ask("/api/studies", { text, filename, number, rules: rules() });
    open(made, made.title);
  } catch (error) {
    status.textContent = error.message;
  }
}

/** Show the games of a text from their start, all of them. */
function begin(given, name) {
  text = given;
  filename = name;
  for (const each of filters) one(`#${each}`).replaceChildren(...(each === "result" ? one("#result").children : []));
  one("#result").value = "";
  return find([]);
}

onFile(status, begin);
variant.addEventListener("change", () => { if (text) find([]); });
for (const name of filters) one(`#${name}`).addEventListener("change", () => find(name === "ruleset" ? [] : moves));
try {
  const offered = await ask("/api/offers");
  fill("#variant", [["", "those of the records"], ...offered.rulesets.map((each) => [each.name, each.name])], "");
  served(offered.records, status, begin);
} catch (error) {
  status.textContent = error.message;
}
