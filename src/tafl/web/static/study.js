import { ask } from "./host.js";
import { Editor } from "./maker.js";
import { served } from "./served.js";
import { guarded, make, onFile, one, open, titled } from "./site.js";
import { thumbnail } from "./thumbnail.js";

const status = one("#status");
const text = one("#record");
const variant = one("#variant");
const EXAMPLE = `[Event "An example"]
[Attackers "Ragna"]
[Defenders "Orm"]
[Date "2026-06-21"]
[Variant "brandubh"]

1. d2-f2 d3-e3
2. d1-d3 c4-c3 xd3 {The attackers have left the king's file open.}
3. b4-c4 {Here d6-d3 keeps him in.} d4-d1
4. f2-c2 xc3 d1-g1 {A corner: the defenders win.}
`;
let filename = "";

function fill(found, name) {
  text.value = found;
  filename = name;
}

/** Read a text as soon as it is chosen. */
function choose(found, name) {
  fill(found, name);
  return study(null);
}

onFile(status, choose);
text.addEventListener("input", () => { filename = ""; });

/** Read the record, or one game of several; meanwhile nothing else can be read. */
async function study(number) {
  const buttons = [one("#read"), one("#example")];
  for (const button of buttons) button.disabled = true;
  status.textContent = "Reading …";
  status.classList.remove("bad");
  try {
    await openStudy(number);
  } finally {
    status.textContent = "";
    status.classList.add("bad");
    for (const button of buttons) button.disabled = false;
  }
}

async function openStudy(number) {
  const asked = { text: text.value, filename, number, rules: variant.value ? { base: variant.value } : null };
  const made = await ask("/api/studies", asked);
  if (made.id) {
    open(made, made.title);
    return;
  }
  one("#several").hidden = false;
  one("#tally").textContent = tally(made);
  one("#games").replaceChildren(...made.games.map((game, index) => row(game, index + 1)));
  one("#games button").focus();
}

const sentence = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "");

/** A line of the list of games. */
function row(game, number) {
  const button = make("button", { type: "button" }, `${number}. ${game.title}`);
  guarded(button, status, () => study(number));
  return make("tr", {}, make("td", {}, game.thumb ? thumbnail(game.thumb) : null), make("td", {}, button),
    make("td", {}, [game.result, game.state].filter(Boolean).map(sentence).join(" "),
      game.doubt ? make("small", { className: "bad" }, `The record ${game.doubt}.`) : null));
}

/** How many games there are, with each result. */
function tally({ games: all, more }) {
  const counts = new Map();
  for (const { result } of all) counts.set(result || "no result", (counts.get(result || "no result") ?? 0) + 1);
  const doubtful = all.filter(({ doubt }) => doubt).length;
  const told = [...counts].map(([result, count]) => `${result}: ${count}`).join("; ");
  return `${more ? "The first " : ""}${all.length} games. ${sentence(told)}${doubtful ? ` ${doubtful} of the records depart from the rules.` : ""}`;
}

// A position that is set up.

const wrong = one("#wrong");
const past = [];
let setup = null;
let editor = null;

/** Change the position, or read it again: for other rules from their start. */
async function put(change, start = setup?.start ?? null) {
  try {
    const found = await ask("/api/positions", { base: one("#of").value, start, turn: one("#turn").value, change });
    if (change && setup) past.push(setup.start);
    setup = found;
    editor.show(setup.board);
    wrong.textContent = setup.reasons.map(sentence).join(" ");
    one("#place").disabled = setup.reasons.length > 0;
  } catch (error) {
    wrong.textContent = error.message;
  }
}

async function setUp(offered) {
  const { brushes, palette } = await ask("/api/maker");
  const pieces = Object.fromEntries(Object.entries(brushes).filter(([key]) => ["attacker", "defender", "king", "empty"].includes(key) || key.includes("-")));
  editor = new Editor(one("#editor"), { brushes: pieces, palette }, put,
    () => { if (past.length) put(null, past.pop()); }, true);
  editor.sketch(offered.rulesets.find((rules) => rules.name === offered.variant).thumb);
  one("#of").replaceChildren(...offered.rulesets.map((rules) => make("option", { value: rules.name }, titled(rules.name))));
  one("#of").value = offered.variant;
  one("#of").addEventListener("change", () => {
    past.length = 0;
    put(null, null);
  });
  one("#turn").addEventListener("change", () => put(null));
  guarded(one("#place"), wrong, async () => {
    const made = await ask("/api/studies", { text: setup.text, filename: "", number: null, rules: null });
    open(made, made.title);
  });
  await put(null);
}

guarded(one("#read"), status, () => study(null));
guarded(one("#example"), status, () => choose(EXAMPLE, ""));
try {
  const offered = await ask("/api/offers");
  variant.replaceChildren(make("option", { value: "" }, "those of the record"),
    ...offered.rulesets.map((rules) => make("option", { value: rules.name }, titled(rules.name))));
  served(offered.records, status, choose);
  await setUp(offered);
  // A link may have a position or a record behind its #, which stays in the browser until it is read.
  const linked = decodeURIComponent(location.hash.slice(1));
  if (linked) {
    text.value = linked;
    await study(null);
  }
} catch (error) {
  status.textContent = error.message;
}
