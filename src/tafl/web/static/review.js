// The mistakes of a game: a graph of what the attackers can expect, and each mistake beside the board on which it is shown.

import { make } from "./site.js";

const [WIDTH, HEIGHT] = [600, 120];
const SVG = "http://www.w3.org/2000/svg";

function drawn(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function button(label, work) {
  const made = make("button", { type: "button" }, label);
  made.addEventListener("click", work);
  return made;
}

const percent = (share) => `${Math.round(100 * share)} %`;
/** The arrow of a move; none of a pass, or of the end of a turn. */
const arrow = (colour, move) => (/^[a-u]\d+-[a-u]\d+$/.test(move) ? [colour + move.replace("-", "")] : []);

/**
 * The tab with the review of a game, for a board. `go` shows a place, and `again` plays on from it. `show` of the result takes messages
 * and returns whether one was for it; `stood` is called with each view on the board, and `tries` takes the moves that are
 * made on it: whether one was an answer to a mistake, which the game has not to know.
 */
export function review({ board, go, again }) {
  let points = [];
  let mistakes = [];
  let own = null;
  let message = null;
  let named = null;
  let chosen = null; // the mistake on the board
  let trying = false;

  const state = make("p", {}, "When a game is over, the computer finds the moves that gave most away.");
  const graph = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
  const both = make("input", { type: "checkbox" });
  const choice = make("label", { className: "check" }, both, "Mistakes of both sides");
  const list = make("ol", { className: "plain mistakes" });
  const rows = make("tbody");
  const table = make("details", {}, make("summary", {}, "All moves as a table"), make("table", {}, make("thead", {}, make("tr", {},
    make("th", { scope: "col" }, "Move"), make("th", { scope: "col" }, "The attackers can expect"))), rows));
  const steps = make("div", { className: "row" }, button("Previous mistake", () => step(-1)), button("Next mistake", () => step(1)));
  const found = make("div", { className: "review", hidden: true }, graph, choice, steps, list, table);
  const element = make("div", {}, state, found);

  both.addEventListener("change", draw);
  graph.addEventListener("click", (event) => {
    const { left, width } = graph.getBoundingClientRect();
    const at = Math.round(((event.clientX - left) / width) * message.count);
    if (points[at]) go(points[at].node);
  });
  document.addEventListener("keydown", (event) => {
    const way = { n: 1, p: -1 }[event.key];
    const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select");
    if (way && !isTaken && element.offsetParent) step(way);
  });

  const entry = (number) => board().view().tree.find(([each]) => each === number);
  const name = (number) => entry(number)?.[1] ?? "";
  const parent = (number) => entry(number)?.[3] ?? 0;
  const wanted = () => mistakes.filter((mistake) => own === null || both.checked || mistake.side === own);

  function plot() {
    const x = (index) => (WIDTH * index) / Math.max(1, message.count);
    const y = ({ share }) => HEIGHT * (1 - share);
    const line = points.map((point, index) => `${x(index).toFixed(1)},${y(point).toFixed(1)}`);
    const here = points.findIndex((point) => point.node === board().view().node);
    const marks = wanted().map((mistake) => points.findIndex((point) => point.node === mistake.node)).filter((index) => index >= 0);
    graph.replaceChildren(drawn("rect", { class: "ground", width: WIDTH, height: HEIGHT }),
      drawn("polygon", { class: "area", points: `0,${HEIGHT} ${line.join(" ")} ${points.length ? x(points.length - 1) : 0},${HEIGHT}` }),
      drawn("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      ...marks.map((index) => drawn("line", { class: "mistake", x1: x(index), x2: x(index), y1: 0, y2: HEIGHT })),
      ...(here >= 0 ? [drawn("line", { class: "here", x1: x(here), x2: x(here), y1: 0, y2: HEIGHT })] : []));
    graph.setAttribute("aria-label", "What the attackers can expect after each move, from 0 to 100 %; the table below has the numbers.");
  }

  function draw() {
    named = board().view().tree;
    const shown = wanted();
    const isDone = message.done === message.count;
    const count = `${shown.length || "No"} ${shown.length === 1 ? "mistake" : "mistakes"}${own && !both.checked ? " of yours" : ""}`;
    state.textContent = isDone ? `${count}.` : `${message.done} of ${message.count} moves are judged. ${count} so far.`;
    choice.hidden = own === null;
    steps.hidden = !shown.length;
    list.replaceChildren(...shown.map((mistake) => {
      const onward = button("Play on", () => again(parent(mistake.node)));
      const attempt = arrow("G", mistake.best).length && mistake.moves ? button("Try it", () => begin(mistake)) : null;
      for (const each of [attempt, onward]) each?.setAttribute("aria-label", `${each.textContent} instead of ${mistake.move}`);
      return make("li", { "aria-current": String(mistake === chosen) }, button(mistake.move, () => look(mistake)), make("p", {}, mistake.words),
        mistake.better ? make("p", {}, make("strong", {}, "Better line: "), mistake.better) : null,
        make("div", { className: "row" }, attempt, onward));
    }));
    rows.replaceChildren(...points.map((point) => make("tr", {}, make("td", {}, button(name(point.node), () => go(point.node))), make("td", {}, percent(point.share)))));
    plot();
  }

  // One of them on the board, before it was made: what was played in red, what is better in green.

  function look(mistake) {
    [chosen, trying] = [mistake, false];
    board().open("Mistakes");
    mark();
    if (board().view().node === parent(mistake.node)) point();
    else go(parent(mistake.node));
  }

  function point() {
    const move = name(chosen.node).split(" ")[1];
    board().point([...arrow("R", move), ...arrow("G", chosen.best)]);
    board().show({ type: "notice", words: `${chosen.move}: ${chosen.words}` });
  }

  function mark() {
    for (const [index, each] of wanted().entries()) list.children[index].setAttribute("aria-current", each === chosen);
    list.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }

  function step(way) {
    const shown = wanted();
    const at = chosen ? shown.indexOf(chosen) + way : way > 0 ? 0 : shown.length - 1;
    if (shown.length) look(shown[(at + shown.length) % shown.length]);
  }

  /** Let the better move be found on the board. */
  function begin(mistake) {
    [chosen, trying] = [mistake, true];
    mark();
    if (board().view().node === parent(mistake.node)) lay();
    else go(parent(mistake.node));
  }

  /** Let the pieces of the side that erred be moved. */
  function lay() {
    board().players({ own: null }); // the board takes moves of either side
    board().show({ ...board().view(), moves: chosen.moves, live: true, over: false, actions: [], turn: chosen.side, told: "", state: `Find a better move than ${chosen.move}.` });
  }

  /** Whether a move on the board answers a mistake: it is judged here, and goes no further. */
  function tries(action) {
    if (!trying || action.type !== "play") {
      if (action.type === "go") trying = false;
      return false;
    }
    const isFound = action.move === chosen.best;
    const words = isFound ? `Right: ${action.move} is the better move.` : `${action.move} is not the better move; try again.`;
    if (isFound) {
      trying = false;
      point();
    }
    board().show({ type: isFound ? "notice" : "refused", words });
    return true;
  }

  function show(sent) {
    if (sent.type === "joined") own = ["attackers", "defenders"].includes(sent.role) ? sent.role : null;
    else if (sent.type === "review") {
      const begins = sent.on && found.hidden;
      found.hidden = !sent.on;
      if (!sent.on) return true;
      if (!sent.done && !sent.points.length) [points, mistakes, chosen] = [[], [], null];
      message = sent;
      points.push(...sent.points);
      mistakes.push(...sent.mistakes.map((each) => ({ best: each.better.split(" ")[0], ...each })));
      draw();
      if (begins) board().open("Mistakes");
      if (sent.done === sent.count) board().show({ type: "notice", words: state.textContent });
    }
    return sent.type === "review";
  }

  /** Show where the board is; what is listed stays, since somebody may be pressing it. */
  function stood(view) {
    if (found.hidden) return;
    if (view.tree === named) plot();
    else draw();
    if (chosen === null || view.node !== parent(chosen.node)) return;
    if (!trying) point();
    else if (view.moves !== chosen.moves) lay();
  }

  return { element, show, stood, tries };
}
