// The interactive board: it draws what its host shows, and sends what is done. The rules are the host's.

import { COLOURS, FILES, HALF, UNIT, changed, layers, shapeOf, swatch } from "./drawing.js";
import { caption, lay, make, players, tabbed } from "./panel.js";

export { make };

const PAUSE = 1200; // milliseconds between two moves that are played through
const DOUBT = 4000; // milliseconds for which a button asks whether it was meant
const OWN = 600; // milliseconds that the explanation of one's own move stands before an answer is shown
const LOOK = "tafl.look"; // the name under which the browser keeps the theme
const FIRST = 3; // so many actions stand below the moves; the others are in the menu
const LARGE = 12; // boards of more squares a side are zoomed by two fingers, to at most so many times their size:
const MOST = 4;
const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const mounted = new WeakMap();
let front = null; // of several boards on a page, the one that was touched last has the keys

/**
 * Put a board into an element. `send` takes actions. `list` is an element with the moves, each with the number of its
 * place in `data-node`; without it the board lists them itself. `extra` is an element of the host for the panel, `tabs`
 * has further ones that get a tab each, by their names, each in a list with the names of buttons that move into it, and
 * `menu` elements for the menu. `shown` is called with each view when it is on the board.
 * `show` of the result takes the host's messages; `open` shows a tab, `point` draws arrows and circles over the place on the
 * board, and `players` takes their names, the side below, and the clocks.
 */
export function mount(element, { send, list = null, extra = null, tabs = {}, menu = [], shown = () => {} }) {
  let board = null;
  let view = null;
  let flipped = false;
  let selected = null;
  let focused = null;
  let isTabChosen = false; // by the reader, from whom no answer takes it away
  let advice = { analysing: false, arrows: [], lines: [], latest: [] };
  let pointed = []; // the arrows and circles of the host
  let mine = null; // the side of the reader, if the host has said so
  let ahead = null; // the two squares of a move that is made as soon as it is the reader's turn
  let scale = 1; // how many times larger than its place the board is
  let timer = 0;
  let rows = [];
  let listed = null;
  let drag = null;
  let pen = null; // an arrow or a circle that is being drawn: its first square, and the letter of its colour
  let isPressed = false;
  const fingers = new Map(); // where each touches a large board
  let byKeys = false; // whether the squares are gone over by keys; otherwise the arrow keys step through the moves
  const own = { asked: false, until: 0, waiting: [] }; // one's own move: sent, shown until then, and what comes meanwhile
  const squares = new Map();
  const zones = new Map();
  const scores = new Map();
  const sketches = new Map(); // the arrows and circles that the host does not keep, by their places

  const picture = make("div", { className: "board" });
  const grid = make("div", { className: "squares", role: "grid", "aria-label": "Board" });
  const names = ["files", "ranks"].map((name) => make("div", { className: name, "aria-hidden": "true" }));
  const sheet = make("div", { className: "sheet" }, picture, grid, ...names);
  const place = make("div", { className: "place" }, sheet);
  const sides = players();
  const told = make("p", { className: "told", role: "status" });
  const thinking = make("p", { className: "thinking" });
  const die = make("span", { className: "die", "aria-hidden": "true" }); // what it shows is told, too
  const copy = make("textarea", { readOnly: true, rows: 4, hidden: true, "aria-label": "To be copied" });
  const share = make("div", { className: "share" });
  const numbers = (most, one) => Array.from({ length: most }, (_, at) => make("option", { value: at + 1 }, `${at + 1} ${one}${at ? "s" : ""}`));
  const amount = make("select", { "aria-label": "Lines" }, ...numbers(5, "line"));
  amount.value = 3;
  const deep = make("select", { "aria-label": "Depth" }, make("option", { value: "" }, "any depth"), ...[2, 4, 6, 8, 10, 12, 16, 20].map((plies) => make("option", { value: plies }, `depth ${plies}`)));
  const cores = make("select", { "aria-label": "Cores" });
  const score = make("p", { className: "score" });
  const lines = make("ol", { className: "lines" });
  const analysis = make("div", { className: "analysis", hidden: true },
    make("div", { className: "bar", "aria-hidden": "true" }, share), score, lines);
  const legend = make("ul");
  const look = make("select");
  const dressed = make("label", {}, "Theme ", look);
  const entries = list ?? make("ol", { className: "tree", "aria-label": "Moves" });

  const say = (words, isRefusal = false) => {
    told.textContent = words;
    told.classList.toggle("refused", isRefusal);
  };
  const button = (words, work, icon = "") => {
    const made = make("button", { type: "button" });
    caption(made, words, icon);
    made.addEventListener("click", () => {
      if (told.classList.contains("refused")) tell(); // what was refused is over
      work();
    });
    return made;
  };
  const analysed = (on) => send({ type: "analyse", on,
    ...(board.offers.includes("lines") ? { lines: Number(amount.value), ...(deep.value ? { depth: Number(deep.value) } : {}) } : {}),
    ...(board.cores ? { cores: Number(cores.value) } : {}) });
  for (const each of [amount, deep, cores]) each.addEventListener("change", () => analysed(true));
  /** A button that has to be pressed twice, soon after each other. */
  function sure(words, question, work, icon) {
    let doubt = 0;
    const forget = () => {
      clearTimeout(doubt);
      caption(made, words, icon);
    };
    const made = button(words, () => {
      const isSure = made.textContent === question;
      forget();
      if (isSure) work();
      else {
        caption(made, question, icon);
        doubt = setTimeout(forget, DOUBT);
      }
    }, icon);
    made.addEventListener("blur", forget);
    return made;
  }
  const active = () => element.getRootNode().activeElement; // some notebooks have boards in a shadow tree
  const parentOf = (node) => view.tree.find((entry) => entry[0] === node)?.[3] ?? null;
  const childOf = (node) => view.tree.find((entry) => entry[3] === node)?.[0] ?? null;
  const last = (node) => { let at = node; while (childOf(at) !== null) at = childOf(at); return at; };
  const go = (node) => { if (node !== null && node !== view.node) send({ type: "go", node }); };
  const play = (move) => {
    own.asked = true;
    send({ type: "play", move });
  };
  const steps = {
    first: () => go(0),
    back: () => go(parentOf(view.node)),
    forward: () => go(childOf(view.node)),
    last: () => go(last(view.node)),
  };
  const step = (name) => { stop(); if (view) steps[name](); };
  const controls = {
    first: button("First", () => step("first"), "first"),
    back: button("Back", () => step("back"), "back"),
    play: button("Play", () => (timer ? stop() : start()), "play"),
    forward: button("Forward", () => step("forward"), "forward"),
    last: button("Last", () => step("last"), "last"),
  };
  const actions = {
    roll: button("Roll the die", () => send({ type: "roll" }), "roll"),
    stop: button("Stop here", () => send({ type: "stop" }), "stop"),
    pass: button("Pass", () => play("pass"), "pass"),
    silent: button("Do not announce", () => send({ type: "silent" }), "silent"),
    take_back: button("Take back", () => send({ type: "take_back" }), "take_back"),
    hint: button("Hint", () => send({ type: "hint" }), "hint"),
    draw: button("Offer a draw", () => send({ type: "offer", what: "draw" }), "draw"),
    resign: sure("Resign", "Really resign?", () => send({ type: "resign" }), "resign"),
  };
  const further = {
    continue: button("Play on from here", () => send({ type: "continue", node: view.node })),
    analyse: button("Analyse", () => analysed(!advice.analysing)),
    flip: button("Flip the board", () => { flipped = !flipped; build(); draw(); }),
    zoom: button("Zoom", () => zoomed(scale > 1 ? 1 : 2.3)),
    copy: button("Copy the position", () => copied([record(), view.turn].filter(Boolean).join(" "), "The position is copied.")),
    record: button("Copy the record", () => send({ type: "record" })),
    review: button("Find the mistakes", () => send({ type: "review", on: true })),
    promote: button("Promote the variation", () => send({ type: "promote" })),
    delete: button("Delete from here", () => send({ type: "delete" })),
  };
  const more = button("More", () => unfold(!others.classList.contains("open")), "more");
  const others = make("div", { className: "further" }, ...Object.values(further), ...menu, dressed,
    make("details", { className: "legend" }, make("summary", {}, "Special squares"), legend));
  const nav = make("nav", { className: "row", "aria-label": "Moves" }, ...Object.values(controls));
  const tools = make("div", { className: "row actions" }, ...Object.values(actions), more);
  const within = list === null || element.contains(list); // a list elsewhere on the page stays there
  const hosts = Object.entries(tabs).map(([name, [content, ...moved]]) => {
    content.append(make("div", { className: "row" }, ...moved.map((each) => further[each])));
    return [name, content];
  });
  const panes = tabbed({
    Moves: make("div", { className: "moves" }, ...(within ? [entries] : [])),
    Analysis: make("div", {}, analysis, make("div", { className: "row" }, further.analyse, cores, deep, amount)),
    ...Object.fromEntries(hosts),
  }, (name) => {
    isTabChosen = true;
    mark();
    if ((name === "Analysis") !== advice.analysing) analysed(!advice.analysing); // whoever leaves it wants no advice
  });
  const panel = make("div", { className: "panel-of-board" }, make("div", { className: "said" }, die, told, thinking), extra,
    panes.list, ...panes.all, nav, tools, others, copy);
  const stand = make("div", { className: "stand" }, sides.bars.defenders, place, sides.bars.attackers);
  element.classList.add("tafl-board");
  element.replaceChildren(make("div", { className: "around" }, make("div", { className: "desk" }, stand, panel)));
  unfold(false);
  more.setAttribute("aria-haspopup", "true");
  others.addEventListener("click", (event) => { // a choice closes the menu, but for what may be wanted again
    const pressed = event.target.closest("button");
    if (pressed && ![further.flip, further.zoom, actions.resign, ...menu].includes(pressed)) unfold(false);
  });

  element.addEventListener("pointerdown", (event) => { if (![others, more].some((each) => each.contains(event.target))) unfold(false); });
  panel.addEventListener("keydown", (event) => { if (event.key === "Escape") unfold(false); });

  function unfold(is) {
    others.classList.toggle("open", is);
    more.setAttribute("aria-expanded", is);
  }

  function start() {
    if (!(view?.tree.length > 1)) return;
    if (childOf(view.node) === null) go(0);
    caption(controls.play, "Pause", "pause");
    timer = setInterval(() => { steps.forward(); if (childOf(view.node) === null) stop(); }, PAUSE);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    caption(controls.play, "Play", "play");
  }

  /** Show the board so many times larger, in the same place; a point of the window, or the last move, stays in view. */
  function zoomed(times, x = null, y = null) {
    const square = () => (squares.get(view.move.at(-1)) ?? rows[board.size >> 1][board.size >> 1]).getBoundingClientRect();
    const outer = place.getBoundingClientRect();
    const before = sheet.getBoundingClientRect();
    const [fromX, fromY] = x === null ? [0, 0] : [(x - before.x) / before.width, (y - before.y) / before.height];
    scale = Math.max(1, Math.min(MOST, times));
    sheet.style.width = scale > 1 ? `${100 * scale}%` : "";
    further.zoom.setAttribute("aria-pressed", place.classList.toggle("zoomed", scale > 1));
    const [after, inner] = [sheet.getBoundingClientRect(), square()];
    if (x === null) place.scrollBy(inner.x + inner.width / 2 - outer.x - outer.width / 2, inner.y + inner.height / 2 - outer.y - outer.height / 2);
    else place.scrollBy(after.x + fromX * after.width - x, after.y + fromY * after.height - y);
  }

  /** The themes that the style sheet has; the choice holds for all boards of the site, where the browser keeps it. */
  function dress() {
    const offered = getComputedStyle(element).getPropertyValue("--tafl-looks").split(" ").filter(Boolean);
    look.replaceChildren(...offered.map((name) => make("option", { value: name }, name)));
    dressed.hidden = offered.length < 2;
    let kept = null;
    try { kept = localStorage.getItem(LOOK); } catch { /* nothing is kept here */ }
    look.value = offered.includes(kept) ? kept : offered[0] ?? "";
    element.dataset.look = look.value;
  }

  look.addEventListener("change", () => {
    element.dataset.look = look.value;
    try { localStorage.setItem(LOOK, look.value); } catch { /* nothing is kept here */ }
  });

  function explain() {
    const alike = new Map();
    for (const zone of board.zones) {
      const words = [zone.rule, zone.more].filter(Boolean).join("; ") || "no special rule";
      alike.set(words + zone.kind, { zone, words, names: [...(alike.get(words + zone.kind)?.names ?? []), zone.name] });
    }
    legend.replaceChildren(...[...alike.values()].map(({ zone, words, names: all }) => (
      make("li", {}, make("span", { className: "board" }, swatch(zone, board.shapes.square)), `${all.join(", ")}: ${words}`))));
  }

  async function copied(text, words) {
    copy.value = text;
    copy.hidden = true;
    try {
      await navigator.clipboard.writeText(text);
      say(words);
    } catch {
      copy.hidden = false;
      copy.select();
    }
  }

  // Where the squares are.

  const ground = () => board.grounds[Number(flipped)];

  /** The upper left corner of a square, in units of the picture. */
  function at(name) {
    const n = board.size;
    const [a, b, c, d] = ground().turn;
    const [x, y] = [2 * FILES.indexOf(name[0]) - n + 1, 2 * (Number(name.slice(1)) - 1) - n + 1];
    return [(a * x + b * y + n - 1) * HALF, (n - 1) * UNIT - (c * x + d * y + n - 1) * HALF];
  }

  function build() {
    squares.clear();
    rows = Array.from({ length: board.size }, () => []);
    for (const file of FILES.slice(0, board.size)) {
      for (let rank = 1; rank <= board.size; rank += 1) {
        const name = `${file}${rank}`;
        const [column, row] = at(name).map((value) => value / UNIT);
        const square = make("button", { type: "button", tabIndex: -1, role: "gridcell" });
        Object.assign(square.dataset, { square: name, column, row });
        square.addEventListener("click", () => touch(name));
        square.addEventListener("focus", () => rove(name));
        rows[row][column] = square;
        squares.set(name, square);
      }
    }
    grid.replaceChildren(...rows.map((row) => make("div", { role: "row" }, ...row)));
    grid.style.gridTemplate = `repeat(${board.size}, 1fr) / repeat(${board.size}, 1fr)`;
    const [x, y, width, height] = board.frame;
    const part = (value, whole) => `${(100 * value) / whole}%`;
    Object.assign(grid.style, {
      left: part(-x, width), top: part(-y, height),
      width: part(UNIT * board.size, width), height: part(UNIT * board.size, height),
    });
    label();
    if (view) choose(null);
    rove(squares.has(focused) ? focused : rows[0][0].dataset.square);
  }

  /** Write the names of files and ranks beside the board. */
  function label() {
    const named = (square) => square.dataset.square;
    const below = rows.at(-1).map(named);
    const left = rows.map((row) => named(row[0]));
    const differs = (all) => (all[0][0] === all[1][0] ? (name) => name.slice(1) : (name) => name[0]);
    names[0].replaceChildren(...below.map((name, index) => make("span", { style: `grid-column: ${index + 2}` }, differs(below)(name))));
    names[1].replaceChildren(...left.map((name, index) => make("span", { style: `grid-row: ${index + 2}` }, differs(left)(name))));
    const tracks = `${-board.frame[0]}fr repeat(${board.size}, minmax(0, ${UNIT}fr)) ${-board.frame[0]}fr`;
    names[0].style.gridTemplate = `auto / ${tracks}`;
    names[1].style.gridTemplate = `${tracks} / auto`;
  }

  function rove(name) {
    for (const [each, square] of squares) square.tabIndex = each === name ? 0 : -1;
    focused = name;
  }

  grid.addEventListener("keydown", (event) => {
    const { column, row } = event.target.dataset;
    const way = ARROWS[event.key];
    if (event.key === "Escape" && selected !== null) {
      choose(null);
      tell();
    }
    if (event.key === "Enter" || event.key === " ") byKeys = true;
    if (!way || !byKeys || column === undefined) return;
    event.preventDefault();
    const bound = (value) => Math.max(0, Math.min(board.size - 1, value));
    rows[bound(Number(row) + way[1])][bound(Number(column) + way[0])].focus();
  });

  /** The pieces as records have them, the lowest rank first. */
  function record() {
    const rank = (number) => [...FILES.slice(0, board.size)].map((file) => view.pieces[`${file}${number}`] ?? " ").join("");
    const ranks = Array.from({ length: board.size }, (_, row) => rank(row + 1));
    return `/${ranks.map((text) => text.replace(/ +/g, (gap) => gap.length)).join("/")}/`;
  }

  // What is done on them.

  function touch(name) {
    if (isEarly()) plan(name);
    else if (selected !== null && selected !== name && !(name in view.moves)) {
      play(`${selected}-${name}`);
      choose(null);
    } else if (name in view.moves && selected !== name && view.live) choose(name);
    else {
      choose(null);
      say(why_not(name));
    }
  }

  /** Whether the other side is to move, so that the reader's next move can be chosen ahead. */
  const isEarly = () => mine !== null && view.live && !view.over && view.turn !== mine;
  const isOwn = (name) => board.pieces[view.pieces[name]]?.side === mine;

  /** Choose a move ahead, or take it back. */
  function plan(name) {
    const from = selected;
    ahead = from !== null && from !== name ? [from, name] : null;
    choose(ahead === null && from === null && isOwn(name) ? name : null);
    draw();
    if (ahead) say(`${ahead.join("-")} is made when it is your turn, if it is legal then. A click takes it back.`);
    else say(selected ? `Choose where ${name} goes when it is your turn.` : why_not(name));
  }

  /** What stands on a square, and why it is not moved. */
  function why_not(name) {
    const piece = board.pieces[view.pieces[name]];
    const zone = zones.get(name) ?? [];
    const what = piece ? `${piece.kind === "king" ? "the" : /^[aeiou]/.test(piece.name) ? "an" : "a"} ${piece.name}`
      : zone.length ? `an empty ${zone[0].name}` : "empty";
    let why = zone.map((each) => each.rule).filter(Boolean).join("; ");
    if (view.over) why = "the game is over";
    else if (!view.live) why = "you are looking at an earlier move";
    else if (piece && name in view.moves) why = "it can move";
    else if (piece && view.turn && piece.side !== view.turn) why = `the ${view.turn} are to move`;
    else if (piece) why = view.locked || (view.actions.includes("roll") ? "roll the die first, or move another piece" : "it has no legal move");
    return `${name} is ${what}${why && `; ${why}`}.`;
  }

  /** The square at a point of the window, if there is one. */
  function under(event) {
    const { left, top, width, height } = grid.getBoundingClientRect();
    return rows[Math.floor((board.size * (event.clientY - top)) / height)]?.[Math.floor((board.size * (event.clientX - left)) / width)]?.dataset.square;
  }

  /** The arrows and circles at the place on the board. */
  const shapes = () => sketches.get(view.node) ?? view.shapes;
  const drawn = () => [...shapes(), ...pointed, ...(ahead ? [`B${ahead.join("")}`] : [])];

  /** Draw an arrow or a circle; one that is there already is taken away. */
  function sketch(colour, from, to) {
    const squares = from === to ? from : from + to;
    const others = shapes().filter((each) => each.slice(1) !== squares);
    const left = shapes().includes(colour + squares) ? others : [...others, colour + squares];
    if ([...view.actions, ...board.offers].includes("mark")) send({ type: "mark", node: view.node, shapes: left });
    else {
      sketches.set(view.node, left);
      choose(selected);
      draw();
    }
  }

  grid.addEventListener("contextmenu", (event) => event.preventDefault()); // the right button draws
  grid.addEventListener("pointerdown", (event) => {
    byKeys = false;
    if (event.pointerType === "touch" && board.size > LARGE) fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size > 1) {
      drag = null;
      draw();
      return;
    }
    const [isRed, isBlue] = [event.shiftKey || event.ctrlKey, event.altKey];
    pen = event.button === 2 ? { from: under(event), colour: isRed ? (isBlue ? "Y" : "R") : isBlue ? "B" : "G" } : null;
    isPressed = true;
    addEventListener("pointerup", () => { isPressed = false; }, { once: true });
    const name = event.target.dataset.square;
    if (event.button === 0 && (isEarly() ? isOwn(name) : name in view.moves && view.live)) drag = { name, x: event.clientX, y: event.clientY, held: [] };
  });
  grid.addEventListener("pointermove", (event) => {
    if (!event.buttons) drag = null; // it was let go elsewhere
    if (fingers.has(event.pointerId) && (fingers.size > 1 || !drag)) moved(event);
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.held.length) {
      if (Math.hypot(x, y) < 5) return;
      grid.setPointerCapture(event.pointerId);
      choose(drag.name);
      drag.held = standing(drag.name);
      for (const piece of drag.held) piece.parentNode.parentNode.append(piece.parentNode); // above all others
    }
    const to = under(event);
    if (to !== drag.to) for (const [each, square] of squares) square.classList.toggle("under", each === to);
    drag.to = to;
    const scale = board.frame[2] / picture.clientWidth;
    for (const piece of drag.held) piece.style.transform = `translate(${x * scale}px, ${y * scale}px)`;
  });
  grid.addEventListener("pointerup", (event) => {
    fingers.delete(event.pointerId);
    const to = under(event);
    if (event.button === 2 && pen?.from && to) sketch(pen.colour, pen.from, to);
    if (event.button === 2) pen = null;
    const { name, held } = drag ?? { held: [] };
    drag = null;
    if (!held.length) return;
    if (isEarly()) {
      choose(null);
      selected = name;
      plan(to ?? name);
      held.length = 0;
    }
    own.dropped = held.length > 0 && to !== undefined && to !== name;
    grid.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true, signal: AbortSignal.timeout(50) });
    if (!held.length) return;
    choose(null);
    if (own.dropped) play(`${name}-${to}`);
    else draw();
  });
  grid.addEventListener("pointercancel", (event) => {
    fingers.delete(event.pointerId);
    drag = null;
    isPressed = false;
    if (view) draw();
  });

  /** One finger moves a board that is larger than its place, two make it larger or smaller. */
  function moved(event) {
    const [x, y] = fingers.get(event.pointerId);
    const spread = () => { const [[a, b], [c, d]] = fingers.values(); return Math.hypot(a - c, b - d); };
    const before = fingers.size > 1 ? spread() : 1;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size > 1) {
      const [[a, b], [c, d]] = fingers.values();
      zoomed((scale * spread()) / Math.max(1, before), (a + c) / 2, (b + d) / 2);
    } else place.scrollBy(x - event.clientX, y - event.clientY);
  }

  grid.addEventListener("focusin", (event) => {
    if (!isPressed && !grid.contains(event.relatedTarget)) byKeys = true;
  });

  function choose(name) {
    selected = name;
    const targets = view.moves[name] ?? [];
    for (const [each, square] of squares) {
      square.classList.toggle("movable", each in view.moves);
      square.classList.toggle("selected", each === name);
      square.classList.toggle("target", targets.includes(each));
      square.classList.remove("under");
      square.setAttribute("aria-selected", each === name);
      const zone = zones.get(each) ?? [];
      const words = [each, ...zone.slice(0, 1).map((one) => one.name), board.pieces[view.pieces[each]]?.name ?? "empty"];
      if (each in view.captured) words.push(`captured: ${board.pieces[view.captured[each]].name}`);
      if (each in view.moves) words.push("can move");
      if (targets.includes(each)) words.push(`move here from ${name}`);
      for (const [colour, from, to] of drawn().map(shapeOf)) {
        if (from === each) words.push(to ? `a ${COLOURS[colour]} arrow to ${to}` : `a ${COLOURS[colour]} circle`);
      }
      square.setAttribute("aria-label", [words.join(", "), ...zone.map((one) => one.rule).filter(Boolean)].join("; "));
    }
    if (name !== null) say(`${name} can go to ${targets.join(", ")}.`);
  }

  // What is drawn.

  function draw() {
    picture.replaceChildren(layers(board, { ...view, shapes: drawn() }, ground(), advice.arrows, at));
    const letters = Object.values(view.pieces);
    for (const side of Object.keys(sides.bars)) {
      const men = letters.filter((letter) => board.pieces[letter].side === side && letter !== "K").length;
      sides.count(side, men, side === "defenders" && letters.includes("K"), (board.men?.[side] ?? 0) - men);
    }
  }

  /** Draw arrows and circles as notes have them, until another place is shown. */
  function point(shapes) {
    pointed = shapes;
    choose(selected);
    draw();
  }

  const standing = (name) => [...picture.querySelectorAll(`.attackers > .${name}, .defenders > .${name}`)];

  function glide() {
    const [from, to] = view.move;
    if (to === undefined || from === to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [[x, y], [u, v]] = [at(from), at(to)];
    for (const piece of standing(to)) {
      piece.animate?.([{ transform: `translate(${x - u}px, ${y - v}px)` }, { transform: "none" }], { duration: 250, easing: "ease-out" });
    }
  }

  function mark() {
    if (!list && listed !== view.tree) {
      listed = view.tree;
      const at = entries.contains(active()) ? active().dataset.node : null;
      entries.replaceChildren(...view.tree.map(([node, text, depth]) => {
        const entry = make("button", { type: "button" }, text, make("small", { title: "The attackers' chance to win" }, scores.get(node) ?? ""));
        entry.dataset.node = node;
        const item = make("li", { className: depth || !node ? "alone" : parseInt(text) % 2 ? "first" : "second" }, entry);
        item.style.paddingInlineStart = `${Math.min(depth, 8)}em`;
        return item;
      }));
      if (at !== null) entries.querySelector(`[data-node="${at}"]`)?.focus();
    }
    for (const entry of entries.querySelectorAll("[data-node]")) {
      if (Number(entry.dataset.node) === view.node) {
        entry.setAttribute("aria-current", "step");
        const around = entries.closest(".moves");
        if (around) around.scrollTop = entry.offsetTop - Math.max(0, around.clientHeight - entry.offsetHeight) / 2;
      } else entry.removeAttribute("aria-current");
    }
  }

  entries.addEventListener("click", (event) => {
    const entry = event.target.closest("[data-node]");
    if (!entry || !view) return;
    event.preventDefault();
    stop();
    go(Number(entry.dataset.node));
  });

  /** Say what the last move did, and who is to move. */
  function tell() {
    const elsewhere = view.live ? "" : "You are looking at an earlier move.";
    say([view.told, view.comment, view.state, elsewhere].filter(Boolean).join(" "));
  }

  function looked(message) {
    const had = grid.contains(active());
    const before = view?.node ?? null;
    view = { ...message, tree: message.tree ?? changed(view.tree, message.changes) };
    element.dataset.node = view.node; // from now on the list is seen, and can be scrolled
    lay(die, view.roll ?? 0, view.node);
    if (before !== view.node) [advice.arrows, pointed] = [[], []];
    const [from, to] = ahead ?? [];
    if (ahead && view.live && !isEarly()) ahead = null;
    if (from && !ahead && view.moves[from]?.includes(to)) setTimeout(() => play(`${from}-${to}`));
    choose(null);
    draw();
    mark();
    if (before !== null && parentOf(view.node) === before && !own.dropped) glide();
    own.dropped = false;
    tell();
    thinking.textContent = "";
    if (own.asked) own.until = Date.now() + OWN;
    own.asked = false;
    copy.hidden = true;
    const can = { first: view.node !== 0, back: view.node !== 0, forward: childOf(view.node) !== null, last: childOf(view.node) !== null, play: view.tree.length > 1 };
    for (const [name, possible] of Object.entries(can)) controls[name].setAttribute("aria-disabled", !possible);
    const always = ["flip", "copy", ...(board.size > 11 ? ["zoom"] : [])];
    for (const [name, each] of Object.entries({ ...actions, ...further })) {
      each.hidden = !(always.includes(name) || view.actions.includes(name) || board.offers.includes(name)) || (name === "hint" && view.over);
    }
    sort();
    if (had) squares.get(focused).focus();
    if (dressed.hidden) dress();
    element.dataset.turn = view.over ? "over" : view.turn;
    shown(view);
  }

  /** Let the first actions that are possible stand beside the menu, and the others in it. */
  function sort() {
    const all = Object.values(actions);
    for (const [at, each] of all.filter(({ hidden }) => !hidden).entries()) {
      const isOut = each.parentNode !== tools;
      if (at >= FIRST && !isOut) others.prepend(each);
      else if (at < FIRST && isOut) tools.insertBefore(each, all.slice(all.indexOf(each) + 1).find((next) => next.parentNode === tools) ?? more);
    }
  }

  /** Show the first move of a line above those of the others, or all as they are. */
  function arrows(first = null) {
    const moves = advice.node === view.node ? advice.lines.map((line) => line.move) : [];
    advice.arrows = [...(first === null ? [] : moves.splice(first, 1)), ...moves].filter((move) => move.length);
    draw();
  }

  /** List the lines of an analysis. */
  function tabulate(found) {
    advice.lines = found;
    while (lines.children.length > found.length) lines.lastChild.remove();
    while (lines.children.length < found.length) lines.append(lineAt(lines.children.length));
    for (const [at, { words }] of found.entries()) Object.assign(lines.children[at].firstChild, { textContent: words, title: words });
    arrows();
  }

  lines.addEventListener("pointerleave", () => tabulate(advice.latest));

  /** A line of an analysis, which is played by a click. Under the pointer no other one takes its place. */
  function lineAt(at) {
    const entry = button("", () => { if (advice.lines[at].move.length) play(advice.lines[at].move.join("-")); });
    for (const name of ["pointerenter", "focus"]) entry.addEventListener(name, () => arrows(at));
    for (const name of ["pointerleave", "blur"]) entry.addEventListener(name, () => arrows());
    return make("li", {}, entry);
  }

  /** Show what the computer thinks of the position. */
  function advise(message) {
    if (message.on && !advice.analysing && !isTabChosen && panes.shown() === "Moves") panes.open("Analysis");
    if (message.on !== advice.analysing) caption(further.analyse, message.on ? "Stop the analysis" : "Analyse");
    const isHeld = message.on && message.node === advice.node && lines.matches(":hover");
    advice = { ...advice, analysing: message.on, node: message.node, latest: message.on ? message.lines : [] };
    analysis.hidden = !message.on;
    if (message.on) {
      share.style.width = `${100 * message.share}%`;
      score.textContent = message.words;
      scores.set(message.node, ` ${Math.round(100 * message.share)} %`);
      entries.querySelector(`button[data-node="${message.node}"] small`)?.replaceChildren(scores.get(message.node));
    }
    if (!isHeld) tabulate(advice.latest);
  }

  const answers = {
    board(message) {
      if (message.cores !== board?.cores) cores.replaceChildren(...numbers(message.cores ?? 1, "core"));
      board = message;
      [advice.arrows, pointed] = [[], []]; // they were of another game
      amount.hidden = deep.hidden = !board.offers.includes("lines");
      cores.hidden = !board.cores;
      zones.clear();
      sketches.clear();
      for (const zone of board.zones) for (const name of zone.squares) zones.set(name, [...(zones.get(name) ?? []), zone]);
      grid.classList.toggle("large", board.size > LARGE);
      panes.offer("Analysis", ["analyse", "lines"].some((each) => board.offers.includes(each)));
      build();
      explain();
      requestAnimationFrame(dress); // in a notebook the element is not yet on the page
    },
    view: looked,
    analysis: advise,
    hint(message) {
      say(message.words);
      advice.arrows = message.move.length ? [message.move] : [];
      draw();
    },
    text: (message) => copied(message.text, message.words),
    refused(message) {
      own.asked = false;
      // The square that a rule is about stands in parentheses; if it is special, its own rule says why.
      const name = /\(([a-u]\d+)\)/.exec(message.words)?.[1];
      const why = view && !(name in view.pieces) ? (zones.get(name) ?? []).filter((zone) => zone.rule && zone.kind !== "way-out") : [];
      const words = message.words.replace(/^(?![a-u]\d)./u, (first) => first.toUpperCase()).replace(/[^.…!?]$/u, "$&.");
      say([words, ...why.map((zone) => `The ${zone.name} ${name}: ${zone.rule}.`)].join(" "), true);
      if (view) draw();
    },
    notice: (message) => say(message.words),
    thinking() {
      thinking.textContent = "Thinking …"; // who is to move has just been told
    },
  };

  /** Show a message; an answer to one's own move waits until the explanation of that could be read. */
  function show(message) {
    const isNew = () => (message.changes ? message.changes.some(([kind]) => kind === "added") : !view.tree.some(([node]) => node === message.node));
    const isAnswer = message.type === "view" && view && !own.asked && isNew();
    const left = own.until - Date.now();
    if (!own.waiting.length && !(isAnswer && left > 0)) answers[message.type]?.(message);
    else {
      own.waiting.push(message);
      if (own.waiting.length === 1) setTimeout(() => own.waiting.splice(0).forEach((each) => answers[each.type]?.(each)), left);
    }
  }

  // The keys: on this board, or on a page on which nothing else has them.

  const keys = { f: () => further.flip.click(), h: () => actions.hint.hidden || actions.hint.click() };
  mounted.get(element)?.abort();
  mounted.set(element, new AbortController());
  const { signal } = mounted.get(element);
  if (!front?.isConnected) front = element;
  for (const name of ["pointerdown", "focusin"]) element.addEventListener(name, () => { front = element; }, { signal });
  document.addEventListener("keydown", (event) => {
    const [target] = event.composedPath();
    const isOurs = event.composedPath().includes(element) || (target === document.body && front === element);
    const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const work = STEPS[event.key] ? () => step(STEPS[event.key]) : keys[event.key];
    if (!view || !work || !isOurs || isTaken || target.closest?.("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    work();
  }, { signal });

  function open(name) {
    panes.open(name);
    if (view) mark();
  }

  /** Show the players' names and clocks, and one side below the board. */
  function introduce({ below = null, own: side = mine, ...known }) {
    mine = side;
    sides.tell(known);
    if (below === null) return;
    place.before(sides.bars[below === "attackers" ? "defenders" : "attackers"]);
    place.after(sides.bars[below]);
  }

  return { show, view: () => view, state: () => ({ flipped, theme: look.value }), open, point, players: introduce };
}
