// The parts of the page of rules: questions with pictures, the board that is edited, and tabs.

import { make } from "./site.js";
import { thumbnail } from "./thumbnail.js";

/** A picture of the server, as an element. */
export function drawn(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.adoptNode(parsed);
}

/** Fill an element with questions; `choose(question, answer)` is called for an answer. Returns what shows the answers that hold. */
export function questions(element, asked, choose) {
  const shown = asked.map((question, number) => {
    const inputs = question.answers.map((answer) => {
      const input = make("input", { type: question.several ? "checkbox" : "radio", name: `question-${question.key}`, value: answer.key });
      input.addEventListener("change", () => choose(question.key, answer.key));
      return input;
    });
    const labels = question.answers.map((answer, at) => make("label", { className: "answer" }, inputs[at],
      answer.picture ? make("span", { className: "drawn", "aria-hidden": "true" }, drawn(answer.picture)) : "", make("span", {}, answer.words)));
    const held = make("span", { className: "held" });
    element.append(make("details", { className: "question", open: number === 0 }, make("summary", {}, question.words, " ", held),
      make("fieldset", {}, make("legend", {}, question.words), ...labels)));
    return { question, inputs, held };
  });
  return (answers) => {
    for (const { question, inputs, held } of shown) {
      const holding = answers[question.key];
      for (const input of inputs) input.checked = holding.includes(input.value);
      const words = question.answers.filter((answer) => holding.includes(answer.key)).map((answer) => answer.words);
      held.textContent = words.length ? words.join("; ") : question.several ? "nothing" : "something else";
    }
  };
}

/** A sheet for the table: the board, the answers with their pictures, and the leaflet, all on one page. */
export function sheet(rules, answers, leaflet, language) {
  const figures = answers.map((each) =>
    make("figure", {}, drawn(each.picture), make("figcaption", { lang: language }, each.captions[language])));
  const blocks = leaflet.trim().split(/\n{2,}/);
  const isBoard = (block) => /^ {3}/.test(block ?? ""); // the picture shows it
  const parts = blocks.filter((block, at) => !isBoard(block) && !isBoard(blocks[at + 1])).map((block) => {
    const [title, line] = block.split("\n");
    if (/^=+$/.test(line)) return make("h2", {}, title);
    if (/^-+$/.test(line)) return make("h3", {}, title);
    return make("p", {}, block.replaceAll(/\s*\n\s*/g, " "));
  });
  const text = make("div", { className: "text", lang: language }, ...parts);
  text.style.fontSize = leaflet.length < 4500 ? "8.5pt" : leaflet.length < 5600 ? "8pt" : "7pt";
  return make("div", {}, make("div", { className: "shown" }, drawn(rules.board.picture), make("div", { className: "figures" }, ...figures)), text);
}

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** What lies on one square of a picture, as a picture of its own, which says nothing to screen readers. */
function cut(picture, square) {
  const cutting = drawn(picture);
  const [x, y] = [20 * "abcdefg".indexOf(square[0]), 20 * (7 - Number(square[1]))];
  cutting.setAttribute("viewBox", `${x - 1.5} ${y - 1.5} 23 23`);
  cutting.setAttribute("aria-hidden", "true");
  return cutting;
}

/** The board on which pieces and zones are put; `change` takes what is to be changed. */
export class Editor {
  #size = 0;
  #squares = new Map();

  /** With `isFixed` there are only pieces, on a board of one size, each for one square. */
  constructor(element, { brushes, palette }, change, undo, isFixed = false) {
    this.change = change;
    this.brush = "attacker";
    const buttons = Object.entries(brushes).map(([key, words]) => {
      const button = make("button", { type: "button", "aria-pressed": String(key === this.brush) },
        cut(palette.picture, palette.squares[key]), words);
      button.dataset.brush = key;
      button.addEventListener("click", () => {
        this.brush = key;
        for (const each of buttons) each.setAttribute("aria-pressed", each === button);
      });
      return button;
    });
    const rare = (button) => button.dataset.brush.includes("-");
    this.symmetric = make("input", { type: "checkbox", checked: !isFixed });
    this.told = make("span", { className: "size" });
    const smaller = make("button", { type: "button", "aria-label": "Smaller board" }, "−");
    const larger = make("button", { type: "button", "aria-label": "Larger board" }, "+");
    smaller.addEventListener("click", () => change({ size: Math.max(5, this.#size - 2) }));
    larger.addEventListener("click", () => change({ size: Math.min(21, this.#size + 2) }));
    const back = make("button", { type: "button" }, "Undo");
    back.addEventListener("click", undo);
    const clear = make("button", { type: "button", "aria-label": "Clear the board" }, "Clear");
    clear.addEventListener("click", () => change({ brush: "clear" }));
    this.picture = make("div", { className: "drawn" });
    this.grid = make("div", { className: "squares", role: "group", "aria-label": "Squares: a click puts there what is chosen" });
    this.grid.addEventListener("click", (event) => this.#put(event.target.dataset.square));
    this.grid.addEventListener("keydown", (event) => this.#walk(event));
    element.append(
      make("div", { className: "row palette", role: "group", "aria-label": "What a click puts on the board" }, ...buttons.filter((each) => !rare(each))),
      make("div", { className: "place" }, this.picture, this.grid),
      make("div", { className: "row" }, ...(isFixed ? [] : [smaller, this.told, larger]),
        make("label", { className: "check" }, this.symmetric, "on all sides alike"), back, clear),
      make("details", {}, make("summary", {}, "Other pieces"), make("div", { className: "row palette" }, ...buttons.filter(rare))));
  }

  /** Show pieces in the room of the board, until it can be shown; `thumb` is what a small picture is drawn from. */
  sketch(thumb) {
    const picture = thumbnail(thumb);
    const side = 10 * thumb.size + 11.5;
    picture.setAttribute("viewBox", `-9 -2.5 ${side} ${side}`); // with the margins of the board, so that nothing moves
    this.picture.replaceChildren(picture);
  }

  /** Show the board; `board` has its picture, its size, and what stands and lies on its squares. */
  show(board) {
    const picture = drawn(board.picture);
    const { x, y, width, height } = picture.viewBox.baseVal;
    this.picture.replaceChildren(picture);
    const side = width + x + y; // without the margins
    Object.assign(this.grid.style, { left: `${-100 * x / width}%`, top: `${-100 * y / height}%`, width: `${100 * side / width}%`, height: `${100 * side / height}%` });
    if (board.size !== this.#size) this.#lay(board.size);
    this.told.textContent = `${board.size}×${board.size}`;
    for (const [name, square] of this.#squares) square.setAttribute("aria-label", `${name}, ${board.squares[name] ?? "empty"}`);
  }

  #lay(size) {
    this.#size = size;
    this.#squares.clear();
    this.grid.style.gridTemplate = `repeat(${size}, 1fr) / repeat(${size}, 1fr)`;
    for (let rank = size; rank >= 1; rank -= 1) {
      for (let file = 0; file < size; file += 1) {
        const square = make("button", { type: "button", tabIndex: this.#squares.size ? -1 : 0 });
        square.dataset.square = `${String.fromCharCode(97 + file)}${rank}`;
        this.#squares.set(square.dataset.square, square);
      }
    }
    this.grid.replaceChildren(...this.#squares.values());
  }

  #put(square) {
    if (square) this.change({ brush: this.brush, square, symmetric: this.symmetric.checked });
  }

  #walk(event) {
    const step = steps[event.key];
    const name = event.target.dataset.square;
    if (!step || !name) return;
    event.preventDefault();
    const next = this.#squares.get(`${String.fromCharCode(name.charCodeAt(0) + step[0])}${Number(name.slice(1)) + step[1]}`);
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

/** Tabs over one panel; `show` is called with the key of the one that is chosen. */
export function tabs(element, panel, named, show) {
  const all = Object.entries(named).map(([key, words]) => {
    const tab = make("button", { type: "button", role: "tab", lang: key, id: `tab-${key}`, "aria-controls": panel.id }, words);
    tab.addEventListener("click", () => choose(key));
    return tab;
  });
  function choose(key) {
    for (const tab of all) {
      const chosen = tab.lang === key;
      tab.setAttribute("aria-selected", chosen);
      tab.tabIndex = chosen ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `tab-${key}`);
    panel.lang = key;
    show(key);
  }
  element.append(...all);
  element.setAttribute("role", "tablist");
  element.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    choose(next.lang);
  });
  choose(all[0].lang);
}

const STUDY = 120_000; // milliseconds

/** What rules do to the balance, beside those they come from: games go on for two minutes, or until it is stopped. */
export class Balance {
  #run = 0;

  constructor(element, asking) {
    this.asking = asking;
    this.button = make("button", { type: "button" }, "What does this do to the balance?");
    this.button.addEventListener("click", () => (this.button.dataset.on ? this.stop("Stopped.") : this.#study()));
    this.lines = make("ul", { className: "plain" });
    this.status = make("p", { className: "status", role: "status" });
    element.append(this.button, this.lines, this.status);
  }

  /** End the games: they are about rules that are no longer shown. */
  stop(words = "") {
    this.#run += 1;
    delete this.button.dataset.on;
    this.button.textContent = "What does this do to the balance?";
    this.status.textContent = words;
  }

  clear() {
    this.stop();
    this.lines.replaceChildren();
  }

  async #study() {
    const run = ++this.#run;
    this.button.dataset.on = "on";
    this.button.textContent = "Stop";
    this.status.textContent = "A weak player plays itself, for two minutes …";
    const until = Date.now() + STUDY;
    const { ask, rules } = this.asking();
    const rows = rules.map(([words, which]) => ({ words, which, before: { won: 0, drawn: 0, lost: 0 }, line: make("li", {}) }));
    this.lines.replaceChildren(...rows.map((row) => row.line));
    try {
      while (Date.now() < until) {
        for (const row of rows) {
          const found = await ask("/api/rules/balance", { rules: row.which, before: row.before });
          if (run !== this.#run) return;
          row.before = found;
          row.line.textContent = `${row.words}: ${found.words}.`;
        }
      }
      this.stop("These games are of a weak player; strong ones may find another balance. The numbers in brackets hold with 95 %.");
    } catch (error) {
      if (run === this.#run) this.stop(error.message);
    }
  }
}
