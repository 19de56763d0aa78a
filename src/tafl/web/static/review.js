// The mistakes of a game: a graph of what the attackers can expect, and each mistake with the better line.

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

/**
 * A section with the review of a game. `go` shows a place, `again` plays on from the place before a move; `place` returns
 * the view of the board, and `tell` announces words. `show` takes messages and returns whether one was for it; `stood` is called when the board shows another place.
 */
export function review({ go, again, place, tell }) {
  let points = [];
  let mistakes = [];
  let own = null;
  let message = null;
  let named = null;

  const heading = make("h2", { id: "mistakes", tabIndex: -1 }, "Mistakes");
  const state = make("p");
  const graph = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
  const both = make("input", { type: "checkbox" });
  const choice = make("label", { className: "check" }, both, "those of both sides");
  const list = make("ol", { className: "plain mistakes" });
  const rows = make("tbody");
  const table = make("details", {}, make("summary", {}, "All moves as a table"), make("table", {}, make("thead", {}, make("tr", {},
    make("th", { scope: "col" }, "Move"), make("th", { scope: "col" }, "The attackers can expect"))), rows));
  const element = make("section", { className: "panel review", "aria-labelledby": "mistakes", hidden: true },
    heading, state, graph, choice, list, table);

  both.addEventListener("change", draw);
  graph.addEventListener("click", (event) => {
    const { left, width } = graph.getBoundingClientRect();
    const at = Math.round(((event.clientX - left) / width) * message.count);
    if (points[at]) go(points[at].node);
  });

  const entry = (number) => place().tree.find(([each]) => each === number);
  const name = (number) => entry(number)?.[1] ?? "";
  const parent = (number) => entry(number)?.[3] ?? 0;
  const wanted = (mistake) => own === null || both.checked || mistake.side === own;

  function plot() {
    const x = (index) => (WIDTH * index) / Math.max(1, message.count);
    const y = ({ share }) => HEIGHT * (1 - share);
    const line = points.map((point, index) => `${x(index).toFixed(1)},${y(point).toFixed(1)}`);
    const here = points.findIndex((point) => point.node === place().node);
    const marks = mistakes.filter(wanted).map((mistake) => points.findIndex((point) => point.node === mistake.node)).filter((index) => index >= 0);
    graph.replaceChildren(drawn("rect", { class: "ground", width: WIDTH, height: HEIGHT }),
      drawn("polygon", { class: "area", points: `0,${HEIGHT} ${line.join(" ")} ${points.length ? x(points.length - 1) : 0},${HEIGHT}` }),
      drawn("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      ...marks.map((index) => drawn("line", { class: "mistake", x1: x(index), x2: x(index), y1: 0, y2: HEIGHT })),
      ...(here >= 0 ? [drawn("line", { class: "here", x1: x(here), x2: x(here), y1: 0, y2: HEIGHT })] : []));
    graph.setAttribute("aria-label", "What the attackers can expect after each move, from 0 to 100 %; the table below has the numbers.");
  }

  function draw() {
    named = place().tree;
    const shown = mistakes.filter(wanted);
    const isDone = message.done === message.count;
    const found = `${shown.length || "No"} ${shown.length === 1 ? "mistake" : "mistakes"}${own && !both.checked ? " of yours" : ""}`;
    state.textContent = isDone ? `${found}.` : `${message.done} of ${message.count} moves are judged. ${found} so far.`;
    choice.hidden = own === null;
    list.replaceChildren(...shown.map((mistake) => make("li", {},
      button(mistake.move, () => go(mistake.node)), make("p", {}, mistake.words),
      mistake.better ? make("p", {}, make("strong", {}, "Better line: "), mistake.better) : null,
      button("Try again", () => again(parent(mistake.node))))));
    for (const [index, each] of shown.entries()) {
      list.children[index].querySelector("button:last-of-type").setAttribute("aria-label", `Try again instead of ${each.move}`);
    }
    rows.replaceChildren(...points.map((point) => make("tr", {}, make("td", {}, button(name(point.node), () => go(point.node))), make("td", {}, percent(point.share)))));
    plot();
  }

  function show(sent) {
    if (sent.type === "joined") own = ["attackers", "defenders"].includes(sent.role) ? sent.role : null;
    else if (sent.type === "review") {
      const begins = sent.on && element.hidden;
      element.hidden = !sent.on;
      if (!sent.on) return true;
      if (!sent.done && !sent.points.length) [points, mistakes] = [[], []];
      message = sent;
      points.push(...sent.points);
      mistakes.push(...sent.mistakes);
      draw();
      if (begins) {
        heading.focus();
        element.scrollIntoView({ block: "nearest" });
      }
      if (sent.done === sent.count) tell(state.textContent);
    }
    return sent.type === "review";
  }

  /** Show where the board is; what is listed stays, since somebody may be pressing it. */
  function stood() {
    if (element.hidden) return;
    if (place().tree === named) plot();
    else draw();
  }

  return { element, show, stood };
}
