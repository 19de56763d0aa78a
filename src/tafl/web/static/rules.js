import { Form } from "./form.js";
import { ask } from "./host.js";
import { Balance, Editor, questions, sheet, tabs } from "./maker.js";
import { copier, download, fragment, guarded, make, onFile, one, open, ownRules, ruled, seats, titled } from "./site.js";
import { store, stored } from "./storage.js";

const base = one("#base");
const name = one("#name");
const status = one("#status");
const labels = ["format", "base", "name", "aliases", "origin", "source", "notes", "version"];
const languages = { en: "English", de: "Deutsch", sv: "Svenska" };
const past = [];
let form;
let balance;
let editor;
let asking;
let thumbs;
let answer = () => {};
let found = { reasons: [] };
let whole = null;
let language = "en";
let now = null;
let asked = 0;
let timer;

const rules = () => ({ base: base.value, name: name.value, options: form.read() });

function tell() {
  const reasons = found.reasons;
  const good = reasons.length === 0;
  form.mark(reasons);
  one("#faults").replaceChildren(good ? make("p", {}, "No contradictions.") : make("p", { className: "bad" }, "This cannot be played:"),
    ...(good ? [] : [make("ul", {}, ...reasons.map((reason) => make("li", {}, reason)))]));
  if (found.board) {
    editor.show(found.board);
    store("tafl.making", { ...rules(), board: found.board });
  }
  for (const button of document.querySelectorAll("#begin, #keep, #print, #share button, #balance button")) button.disabled = !good;
  for (const button of document.querySelectorAll("[data-file]")) button.disabled = !good || found.files[button.dataset.file] === null;
  one("#differ").textContent = good ? "Differences from the base" : "Differences of the last valid version";
  one("#leaf").textContent = good ? "Leaflet" : "Leaflet of the last valid version";
  if (!good) return;
  whole = found;
  answer(found.answers);
  one("#as-options").hidden = !found.differences.length;
  one("#options").replaceChildren(...found.differences.map((line) => make("li", {}, line)));
  leaflet();
  one("#losses").replaceChildren(...(found.losses.length
    ? [make("p", {}, found.files.otn === null ? "OTN cannot say these rules:" : "OTN cannot say everything. What it would play instead:"),
       make("ul", {}, ...found.losses.map((loss) => make("li", {}, loss)))]
    : [make("p", {}, "All three notations say everything.")]));
}

/** The sentences of the leaflet that differ from the base: its own struck out, the new ones bold. */
function differing() {
  const changes = whole.changes[language];
  if (!whole.differences.length) return [make("li", {}, `It plays as ${titled(base.value)} does.`)];
  if (!changes.length) return [make("li", {}, "No sentence of the leaflet differs.")];
  return changes.map(([old, told]) => make("li", { lang: language }, old ? make("del", {}, old) : null, " ", told ? make("strong", {}, told) : null));
}

/** Show the differences and the leaflet, and fill the sheet that is printed: the board, the answers with their pictures, and the leaflet. */
function leaflet() {
  if (!whole) return;
  const text = whole.leaflets[language];
  one("#differences").replaceChildren(...differing());
  one("#leaflet").textContent = text;
  const held = asking.questions.flatMap((question) => question.answers.filter((each) =>
    each.picture && question.key !== "layout" && each.key !== "none" && whole.answers[question.key].includes(each.key)));
  one("#sheet").replaceChildren(sheet(whole, held, text, language));
}

/** Keep what is on the page, for a reload and for Undo. */
function keep() {
  const state = JSON.stringify(rules());
  if (state === now) return;
  balance.clear();
  if (now) past.push(now);
  now = state;
  store("tafl.making", JSON.parse(state));
}

function show(state) {
  if ([...base.options].some((each) => each.value === state.base)) base.value = state.base;
  name.value = state.name;
  name.placeholder = `${base.value}, changed`;
  form.show(state.options);
}

async function examine() {
  const number = ++asked;
  keep();
  try {
    const answered = await ask("/api/rules/examine", rules());
    if (number !== asked) return;
    found = answered;
  } catch (error) {
    if (number !== asked) return;
    found = { reasons: [error.message] };
  }
  tell();
}

/** Let the rules be changed by an answer, on the board, or to another size. */
async function change(wanted) {
  clearTimeout(timer);
  status.textContent = "";
  try {
    const changed = await ask("/api/rules/edit", { ...rules(), change: wanted });
    form.show(changed.options);
  } catch (error) {
    status.textContent = error.message;
  }
  await examine();
}

function undo() {
  if (!past.length) return;
  now = null;
  show(JSON.parse(past.pop()));
  examine();
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const size = form.read().size;
    if (size !== JSON.parse(now).options.size && size >= 5 && size <= 21) change({ size });
    else examine();
  }, 250);
}

async function load() {
  editor.sketch(thumbs.get(base.value));
  const shown = await ask(`/api/rulesets/${encodeURIComponent(base.value)}`);
  show({ base: base.value, name: "", options: shown.options });
  await examine();
}

/** Show the rules of a file, by the ruleset that it was made from if that is one of those to begin with. */
async function read(text) {
  status.textContent = "";
  try {
    show(await ask("/api/rules/read", { text }));
    await examine();
  } catch (error) {
    found = { reasons: error.message.split("\n") };
    tell();
  }
}

function list() {
  const kept = Object.entries(ownRules.all());
  one("#own").hidden = kept.length === 0;
  one("#kept-rules").replaceChildren(...kept.map(([title, text]) => {
    const again = make("button", { type: "button" }, title);
    again.addEventListener("click", () => read(text));
    const remove = make("button", { type: "button", "aria-label": `Remove ${title}` }, "Remove");
    remove.addEventListener("click", () => { ownRules.remove(title); list(); });
    return make("li", {}, make("div", { className: "row" }, again, remove));
  }));
}

onFile(status, read);
one("#keep").addEventListener("click", () => {
  const kept = ownRules.put(found.name, found.files.toml);
  one("#saved").textContent = kept ? `${found.name} is kept in this browser, and offered on the page of games.` : "This browser has no room.";
  list();
});
one("#print").addEventListener("click", () => print());
one("#share").append(copier("Copy a link to play it", () => ruled("play", found.files.toml)),
  copier("Copy a link to change it", () => ruled("rules", found.files.toml)));
list();
for (const button of document.querySelectorAll("[data-file]")) {
  button.addEventListener("click", () => {
    const kind = button.dataset.file;
    download(`${found.name.replaceAll(/[^\w-]+/g, "-") || "rules"}.${kind}`, found.files[kind]);
  });
}
one("#play").addEventListener("toggle", (event) => {
  if (event.target.open) event.target.scrollIntoView({ block: "nearest" });
});
name.addEventListener("input", changed);
base.addEventListener("change", load);
tabs(one("#tabs"), one("#leaflet"), languages, (key) => { language = key; leaflet(); });

try {
  const [offered, schema, made] = await Promise.all([ask("/api/offers"), ask("/api/schema"), ask("/api/maker")]);
  asking = made;
  const names = Object.keys(schema.properties).filter((each) => !labels.includes(each));
  form = new Form(one("#form"), schema, made.groups, names, changed);
  balance = new Balance(one("#balance"), () => ({ ask, rules: [["Your rules", rules()],
    ...(whole.same ? [] : [[base.value, { base: base.value }]])] }));
  editor = new Editor(one("#editor"), made, change, undo);
  answer = questions(one("#questions"), made.questions, (question, key) => change({ question, answer: key }));
  base.replaceChildren(...offered.rulesets.map((each) => make("option", { value: each.name }, titled(each.name))));
  base.value = offered.variant;
  thumbs = new Map(offered.rulesets.map((each) => [each.name, each.thumb]));
  const chosen = seats(one("#seats"), offered.players);
  guarded(one("#begin"), status, async () => {
    const { mine, pace = null, ...who } = chosen();
    open(await ask("/api/games", { rules: rules(), seats: who, mine, pace }), found.name ?? base.value);
  });
  const given = fragment().get("rules");
  const left = given ? null : stored("tafl.making", null);
  if (left) {
    if (left.board) editor.show(left.board);
    show(left);
    await examine();
  } else await load();
  if (given) await read(given);
} catch (error) {
  status.textContent = error.message;
}
