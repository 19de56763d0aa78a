import { mount } from "./board.js";
import { ask } from "./host.js";
import { fragment, guarded, make, onFile, one, titled } from "./site.js";
import { store, stored } from "./storage.js";

const KEPT = 5000; // so many solved puzzles are remembered
const PATIENCE = 300; // milliseconds after which it is said that an answer is looked for
const REFUTED = 3000; // milliseconds after which a wrong move and what refutes it are taken back
const DAY = 86400000;
const GRADES = ["very easy", "easy", "medium", "hard", "very hard", "hardest"];

let all = []; // the puzzles that ship, or those of a file, the easiest first
let highest = 0; // the grade that none of those that were offered is above
let puzzle = null; // the one that is chosen
let played = null; // the moves of both sides; null until the puzzle is on the board
let solution = null; // the moves that are shown once it is given up
let takeBack = null; // what takes back a wrong move that is shown
let asked = 0;

// What stands beside the board. All that screen readers announce is in one place, that of the board.

const button = (id, label) => make("button", { type: "button", id, disabled: true }, label);
const select = (id, label) => make("select", { id, "aria-label": label, disabled: true });
const show = button("solution", "Show the solution");
const next = button("next", "Next puzzle");
const daily = button("daily", "Puzzle of the day");
const number = make("input", { type: "number", id: "number", "aria-label": "Number of the puzzle", min: 1, disabled: true });
const filters = { ruleset: select("ruleset", "Rules"), grade: select("grade", "Grade"), theme: select("theme", "Puzzle theme") };
const tally = make("p", { id: "tally" });
const extra = make("div", { className: "asked" }, make("div", { className: "row" }, show, next, number),
  make("div", { className: "row" }, daily, tally),
  make("details", { id: "choice" }, make("summary", {}, "Choose by rules, grade or theme"),
    make("div", { className: "row" }, ...Object.values(filters))));
const board = mount(one("#board"), { send, extra });
const wrong = { set textContent(words) { one("#wrong").textContent = words; if (words) board.show({ type: "notice", words }); } };
const VERDICTS = { "✓": "right", "✗": "wrong" };
const told = one(".told");
/** What is said begins with the sign of a verdict until the board says something else, and has its colour. */
new MutationObserver(() => { told.dataset.verdict = VERDICTS[told.textContent[0]] ?? ""; }).observe(told, { childList: true });
const plain = (theme) => theme.replaceAll("-", " ");

/** A puzzle of the host with what the page asks of it: its `number`, if it ships, and what it has of each filter. */
const listed = (fields, number = null) => ({ fields, number, id: fields.id, theme: fields.themes, grade: [fields.grade],
  ruleset: [fields.ruleset.name ?? fields.ruleset] });

// Which puzzles there are, and which are solved.

const solved = () => stored("tafl.puzzles", []);
const fits = (each) => Object.entries(filters).every(([name, { value }]) => !value || each[name].some((one) => String(one) === value));
const chosen = () => all.filter(fits);

/** The puzzle of the day, in UTC, is the same for everybody: `pick_daily` of the library has the same numbers. */
const today = () => Math.floor(Date.now() / DAY);
const daysPuzzle = () => all.find((each) => each.number === ((today() * 619) % 1000) + 1);

/** On how many days, without a gap, the puzzle of the day was solved. */
function streak() {
  const { day, days } = stored("tafl.daily", { day: 0, days: 0 });
  return day >= today() - 1 ? days : 0;
}

function count() {
  const known = new Set(solved());
  const among = chosen();
  const done = among.filter(({ id }) => known.has(id)).length;
  const days = streak();
  daily.textContent = stored("tafl.daily", {}).day === today() ? "Puzzle of the day ✓" : "Puzzle of the day";
  tally.textContent = `${done} of ${among.length} solved.${days ? ` ${days} ${days > 1 ? "days" : "day"} in a row.` : ""}`;
}

function keep() {
  store("tafl.puzzles", [puzzle.id, ...solved().filter((id) => id !== puzzle.id)].slice(0, KEPT));
  const day = today();
  if (puzzle === daysPuzzle() && stored("tafl.daily", {}).day !== day) store("tafl.daily", { day, days: streak() + 1 });
  count();
}

/** The next puzzle that is not solved, from the one that is chosen on; where all are, the next one. */
function following() {
  const among = chosen();
  const at = among.indexOf(puzzle) + 1;
  const turned = [...among.slice(at), ...among.slice(0, at)];
  const known = new Set(solved());
  return turned.find((each) => !known.has(each.id) && each !== puzzle) ?? turned[0];
}

/** Offer the rulesets, grades and themes of these puzzles, and begin with one of them. */
async function take(puzzles, wanted = null) {
  all = [...puzzles].sort((one, other) => one.fields.grade - other.fields.grade);
  const offer = (name, any, words) => {
    const values = [...new Set(all.flatMap((each) => each[name]))].sort((one, other) => (one > other) - (one < other));
    const some = (value) => all.filter((each) => each[name].includes(value)).length;
    filters[name].replaceChildren(make("option", { value: "" }, any),
      ...values.map((value) => make("option", { value }, `${words(value)} (${some(value)})`)));
    filters[name].disabled = false;
  };
  offer("ruleset", "any rules", titled);
  offer("grade", "any grade", (grade) => `grade ${grade}, ${GRADES[grade - 1]}`);
  offer("theme", "any theme", plain);
  highest = Math.max(highest, ...all.map((each) => each.fields.grade));
  puzzle = null;
  const ships = all.some((each) => each.number);
  number.max = all.length;
  number.disabled = !ships;
  daily.hidden = !daysPuzzle();
  await begin(named(wanted) ?? following());
}

/** The puzzle with a number or an id, or the one of the day. */
const named = (wanted) => (wanted === "today" ? daysPuzzle()
  : all.find(({ id, number: its }) => id === wanted || (its && String(its) === wanted)));

/** Begin with a puzzle of those that are wanted now; where none is all that, the other filters give way. */
function filtered(name) {
  if (!chosen().length) for (const [other, each] of Object.entries(filters)) if (other !== name) each.value = "";
  start(following());
}

const start = (which) => begin(which).catch((error) => { wrong.textContent = error.message; });

function open(wanted) {
  const which = named(wanted);
  if (which) start(which);
  else wrong.textContent = "There is no puzzle with this number.";
}

// One of them.

async function begin(which) {
  if (!board.view()) board.show({ type: "notice", words: "Loading the board …" }); // where there is no server, Python comes first
  takeBack?.();
  puzzle = which; // at once: what comes next is counted from this one, also while it is loaded
  played = solution = null;
  const { ruleset, grade, line, turn } = which.fields;
  const moves = (line.length + 1) >> 1;
  history.replaceState(null, "", `#puzzle=${encodeURIComponent(which.number ?? which.id)}`);
  number.value = which.number ?? "";
  one("#which").textContent = [which === daysPuzzle() ? "Puzzle of the day" : "", which.number ? `No. ${which.number}` : "",
    titled(ruleset.name ?? ruleset), `grade ${grade} of ${highest}`, GRADES[grade - 1]].filter(Boolean).join(", ");
  one("#task").textContent = `The ${turn} move and win within ${moves} ${moves > 1 ? "moves" : "move"}.`;
  count();
  busy(true); // what is done on the board before is for the puzzle that has gone
  const found = await request({ played: [] }).catch((error) => { busy(false); throw error; });
  if (!found) return;
  played = [];
  board.show(found.board);
  stand(found);
  busy(false);
}

const busy = (is) => one("#board").setAttribute("aria-busy", is);

/** Ask what becomes of something; nothing is returned where another request came after it. */
async function request(wanted) {
  takeBack?.();
  const mine = ++asked;
  const found = await ask("/api/puzzles/try", { puzzle: puzzle.fields, played: solution ?? played, ...wanted });
  return mine === asked ? found : null;
}

function stand(found) {
  for (const view of found.views) board.show(view);
  const won = found.solved && !solution;
  next.classList.toggle("main", won);
  show.hidden = won;
  show.textContent = solution ? "Try again" : "Show the solution";
}

/** Play a wrong move and what refutes it, and take them back after a while, or before anything else is done. */
function refute({ refutation, views, words }) {
  const refused = { type: "refused", words: `✗ ${words}` };
  for (const each of [...refutation, refused]) board.show(each);
  const timer = setTimeout(() => takeBack(), REFUTED);
  takeBack = () => {
    clearTimeout(timer);
    takeBack = null;
    for (const each of [...views, refused]) board.show(each);
  };
}

async function attempt(wanted) {
  if (!played) throw new Error("The puzzle is not on the board yet.");
  if (solution) throw new Error("The solution is shown; try again, or take the next puzzle.");
  const patience = setTimeout(() => board.show({ type: "notice", words: "Looking for an answer …" }), PATIENCE);
  const found = await request(wanted).finally(() => clearTimeout(patience));
  if (!found) return;
  if (found.kind === "wrong") refute(found);
  else if (found.kind === "illegal") board.show({ type: "refused", words: found.words });
  else {
    ({ played } = found);
    if (found.solved) keep();
    stand(found);
    const { told, state } = found.views.at(-1);
    const about = puzzle.theme.map(plain).join(", ");
    board.show({ type: "notice", words: found.solved ? `✓ Solved. ${told} ${state}${about && ` Themes: ${about}.`}` : `✓ ${found.words}. ${state}` });
  }
}

/** What the board asks for. */
async function send(action) {
  try {
    if (action.type === "play") await attempt({ move: action.move });
    else if (action.type === "stop") await attempt({ stop: true });
    else if (action.type === "hint" && played && !solution) {
      const found = await request({ hint: true });
      if (!found) return;
      board.show({ type: "hint", words: found.words, move: [] });
      board.point(found.shapes);
    } else if (action.type === "go" && played) {
      const found = await request({ node: action.node });
      if (found) stand(found);
    } else board.show({ type: "refused", words: "this is not possible here" });
  } catch (error) {
    board.show({ type: "refused", words: error.message });
  }
}

async function reveal() {
  if (solution || !played) {
    await begin(puzzle);
    return;
  }
  const found = await request({ solution: true });
  if (!found) return;
  solution = found.played;
  stand(found);
  board.show({ type: "hint", words: found.words, move: found.arrow });
}

onFile(wrong, async (text) => {
  const { puzzles, more } = await ask("/api/puzzles/read", { text });
  await take(puzzles.map((fields) => listed(fields)));
  if (more) wrong.textContent = `These are the first ${puzzles.length} puzzles of the file.`;
  one("#board").scrollIntoView({ block: "nearest" });
});

try {
  const { puzzles } = await ask("/api/puzzles");
  for (const [name, each] of Object.entries(filters)) each.addEventListener("change", () => filtered(name));
  number.addEventListener("change", () => open(number.value));
  addEventListener("hashchange", () => { if (fragment().has("puzzle")) open(fragment().get("puzzle")); });
  for (const name of ["pointerdown", "keydown"]) one("#board").addEventListener(name, () => takeBack?.(), { capture: true });
  const first = take(puzzles.map((fields, index) => listed(fields, index + 1)), fragment().get("puzzle"));
  guarded(show, wrong, reveal);
  guarded(next, wrong, () => begin(following()));
  guarded(daily, wrong, () => begin(daysPuzzle()));
  await first;
} catch (error) {
  wrong.textContent = error.message;
}
