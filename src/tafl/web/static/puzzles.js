import { mount } from "./board.js";
import { ask } from "./host.js";
import { fragment, guarded, make, onFile, one } from "./site.js";
import { store, stored } from "./storage.js";

const KEPT = 5000; // so many solved puzzles are remembered
const PATIENCE = 300; // milliseconds after which it is said that an answer is looked for

let all = []; // the puzzles that ship, or those of a file, the easiest first
let puzzle = null;
let played = []; // the moves of both sides
let solution = null; // the moves that are shown once it is given up
let asked = 0;

// What stands beside the board. All that screen readers announce is in one place, that of the board.

const button = (id, label, className = "") => make("button", { type: "button", id, className, disabled: true }, label);
const select = (id, label) => make("select", { id, "aria-label": label, disabled: true });
const show = button("solution", "Show the solution");
const next = button("next", "Next puzzle");
const filters = { ruleset: select("ruleset", "Rules"), grade: select("grade", "Grade") };
const tally = make("p", { id: "tally" });
const extra = make("div", { className: "asked" }, make("div", { className: "row" }, show, next),
  make("div", { className: "row" }, ...Object.values(filters)), tally);
const board = mount(one("#board"), { send, extra });
const wrong = { set textContent(words) { one("#wrong").textContent = words; if (words) board.show({ type: "notice", words }); } };

// Which puzzles there are, and which are solved.

const solved = () => stored("tafl.puzzles", []);
const fits = (each) => Object.entries(filters).every(([name, { value }]) => !value || String(each[name]) === value);
const chosen = () => all.filter(fits);

function count() {
  const known = new Set(solved());
  const among = chosen();
  const done = among.filter(({ id }) => known.has(id)).length;
  tally.textContent = `${done} of ${among.length} solved.`;
}

/** The next puzzle that is not solved, from the one on the board on; where all are, the next one. */
function following() {
  const among = chosen();
  const at = among.indexOf(puzzle) + 1;
  const turned = [...among.slice(at), ...among.slice(0, at)];
  const known = new Set(solved());
  return turned.find(({ id }) => !known.has(id) && id !== puzzle?.id) ?? turned[0];
}

/** Offer the rulesets and grades of these puzzles, and begin with one of them. */
async function take(puzzles, first = null) {
  all = [...puzzles].sort((one, other) => one.grade - other.grade);
  const offer = (name, any, words) => {
    const values = [...new Set(all.map((each) => each[name]))].sort((one, other) => (one > other) - (one < other));
    filters[name].replaceChildren(make("option", { value: "" }, any), ...values.map((value) => make("option", { value }, words(value))));
    filters[name].disabled = false;
  };
  offer("ruleset", "any rules", (name) => `${name} (${all.filter(({ ruleset }) => ruleset === name).length})`);
  offer("grade", "any grade", (grade) => `grade ${grade}`);
  puzzle = null;
  await begin(all.find(({ id }) => id === first) ?? following());
}

/** Begin with a puzzle of those that are wanted now; where none is both, the other filter gives way. */
function filtered(name) {
  if (!chosen().length) for (const [other, each] of Object.entries(filters)) if (other !== name) each.value = "";
  begin(following()).catch((error) => { wrong.textContent = error.message; });
}

// One of them.

async function begin(which) {
  if (!board.view()) board.show({ type: "notice", words: "Loading the board …" }); // where there is no server, Python comes first
  const found = await request({ puzzle: which.text, played: [] });
  if (!found) return;
  puzzle = which;
  played = [];
  solution = null;
  history.replaceState(null, "", `#puzzle=${encodeURIComponent(puzzle.id)}`);
  one("#which").textContent = `${puzzle.ruleset}, grade ${puzzle.grade}`;
  one("#task").textContent = `${puzzle.task[0].toUpperCase()}${puzzle.task.slice(1)}.`;
  count();
  board.show(found.board);
  stand(found);
}

/** Ask what becomes of something; nothing is returned where another request came after it. */
async function request(wanted) {
  const number = ++asked;
  const found = await ask("/api/puzzles/try", { puzzle: puzzle?.text, played: solution ?? played, ...wanted });
  return number === asked ? found : null;
}

function stand(found) {
  for (const view of found.views) board.show(view);
  const won = found.solved && !solution;
  next.classList.toggle("main", won);
  show.hidden = won;
  show.textContent = solution ? "Try again" : "Show the solution";
}

async function attempt(wanted) {
  if (solution) throw new Error("The solution is shown; try again, or take the next puzzle.");
  const patience = setTimeout(() => board.show({ type: "notice", words: "Looking for an answer …" }), PATIENCE);
  const found = await request(wanted).finally(() => clearTimeout(patience));
  if (!found) return;
  if (found.kind === "wrong" || found.kind === "illegal") {
    board.show({ type: "hint", words: "", move: found.arrow });
    board.show({ type: "refused", words: found.words });
    return;
  }
  ({ played } = found);
  if (found.solved) {
    store("tafl.puzzles", [puzzle.id, ...solved().filter((id) => id !== puzzle.id)].slice(0, KEPT));
    count();
  }
  stand(found);
  const { told, state } = found.views.at(-1);
  board.show({ type: "notice", words: found.solved ? `Solved. ${told} ${state}` : `${found.words}. ${state}` });
}

/** What the board asks for. */
async function send(action) {
  try {
    if (action.type === "play") await attempt({ move: action.move });
    else if (action.type === "stop") await attempt({ stop: true });
    else if (action.type === "hint" && !solution) {
      const found = await request({ hint: true });
      if (found) board.show({ type: "hint", words: found.words, move: [] });
    } else if (action.type === "go") {
      const found = await request({ node: action.node });
      if (found) stand(found);
    } else board.show({ type: "refused", words: "this is not possible here" });
  } catch (error) {
    board.show({ type: "refused", words: error.message });
  }
}

async function reveal() {
  if (solution) {
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
  await take(puzzles);
  if (more) wrong.textContent = `These are the first ${puzzles.length} puzzles of the file.`;
  one("#board").scrollIntoView({ block: "nearest" });
});

try {
  const { puzzles } = await ask("/api/puzzles");
  await take(puzzles, fragment().get("puzzle"));
  guarded(show, wrong, reveal);
  guarded(next, wrong, () => begin(following()));
  for (const [name, each] of Object.entries(filters)) each.addEventListener("change", () => filtered(name));
} catch (error) {
  wrong.textContent = error.message;
}
