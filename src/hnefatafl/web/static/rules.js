import { Form } from "./form.js";
import { ask } from "./host.js";
import { copier, download, fragment, guarded, make, one, open, ownRules, ruled, seats } from "./site.js";

const base = one("#base");
const name = one("#name");
const status = one("#status");
const labels = ["format", "base", "name", "aliases", "origin", "source", "notes", "version"];
let form;
let found = { reasons: [] };
let asked = 0;
let timer;

const rules = () => ({ base: base.value, name: name.value, options: form.read() });

function tell() {
  const reasons = found.reasons;
  const good = reasons.length === 0;
  form.mark(reasons);
  one("#faults").replaceChildren(good ? make("p", {}, "No contradictions.") : make("p", { className: "bad" }, "This cannot be played:"),
    ...(good ? [] : [make("ul", {}, ...reasons.map((reason) => make("li", {}, reason)))]));
  one("#result").textContent = good ? "Your ruleset" : "Last valid version";
  for (const button of document.querySelectorAll("#begin, #keep, #share button")) button.disabled = !good;
  for (const button of document.querySelectorAll("[data-file]")) button.disabled = !good || found.files[button.dataset.file] === null;
  if (!good) return;
  const lines = found.differences.length ? found.differences : [`It plays as ${base.value} does.`];
  one("#differences").replaceChildren(...lines.map((line) => make("li", {}, line)));
  one("#leaflet").textContent = found.leaflet;
  one("#picture").replaceChildren(...Object.entries(found.picture).map(([theme, svg]) => {
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    return make("div", { className: theme }, document.adoptNode(drawn));
  }));
  one("#losses").replaceChildren(...(found.losses.length
    ? [make("p", {}, found.files.otn === null ? "OTN cannot say these rules:" : "OTN cannot say everything. What it would play instead:"),
       make("ul", {}, ...found.losses.map((loss) => make("li", {}, loss)))]
    : [make("p", {}, "All three notations say everything.")]));
}

async function examine() {
  const number = ++asked;
  try {
    const answer = await ask("/api/rules/examine", { ...rules(), lang: one("#lang").value });
    if (number !== asked) return;
    found = answer;
  } catch (error) {
    if (number !== asked) return;
    found = { reasons: [error.message] };
  }
  tell();
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(examine, 250);
}

async function load() {
  const shown = await ask(`/api/rulesets/${encodeURIComponent(base.value)}`);
  name.value = "";
  name.placeholder = `${base.value}, changed`;
  form.show(shown.options);
  await examine();
}

/** Show the rules of a file, by the ruleset that it was made from if that is one of those to begin with. */
async function read(text) {
  status.textContent = "";
  try {
    if (text.length > 65536) throw new Error("The file is too large.");
    const shown = await ask("/api/rules/read", { text });
    if ([...base.options].some((each) => each.value === shown.base)) base.value = shown.base;
    name.value = shown.name;
    form.show(shown.options);
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
    const show = make("button", { type: "button" }, title);
    show.addEventListener("click", () => read(text));
    const remove = make("button", { type: "button", "aria-label": `Remove ${title}` }, "Remove");
    remove.addEventListener("click", () => { ownRules.remove(title); list(); });
    return make("li", {}, make("div", { className: "row" }, show, remove));
  }));
}

one("#file").addEventListener("change", async () => {
  const [file] = one("#file").files;
  if (file) await read(await file.text());
});
one("#keep").addEventListener("click", () => {
  const kept = ownRules.put(found.name, found.files.toml);
  one("#saved").textContent = kept ? `${found.name} is kept in this browser, and offered on the page of games.` : "This browser has no room.";
  list();
});
one("#share").append(copier("Copy a link to play it", () => ruled("play", found.files.toml)),
  copier("Copy a link to change it", () => ruled("rules", found.files.toml)));
list();
for (const button of document.querySelectorAll("[data-file]")) {
  button.addEventListener("click", () => {
    const kind = button.dataset.file;
    download(`${found.name.replaceAll(/[^\w-]+/g, "-") || "rules"}.${kind}`, found.files[kind]);
  });
}
name.addEventListener("input", changed);
one("#lang").addEventListener("change", examine);
base.addEventListener("change", load);

try {
  const [offered, schema] = await Promise.all([ask("/api/offers"), ask("/api/schema")]);
  const names = Object.keys(schema.properties).filter((each) => !labels.includes(each));
  form = new Form(one("#form"), schema, names, changed);
  base.replaceChildren(...offered.rulesets.map((each) => make("option", { value: each.name }, each.name)));
  base.value = offered.variant;
  const chosen = seats(one("#seats"), offered.players);
  guarded(one("#begin"), status, async () => {
    const { mine, ...who } = chosen();
    open(await ask("/api/games", { rules: rules(), seats: who, mine }), found.name ?? base.value);
  });
  await load();
  const given = fragment().get("rules");
  if (given) await read(given);
} catch (error) {
  status.textContent = error.message;
}
