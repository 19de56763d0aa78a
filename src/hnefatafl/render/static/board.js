// The interactive board: it draws what its host shows, and sends what is done. The rules are the host's.

import { COLOURS, FILES, HALF, UNIT, changed, layers, shapeOf, swatch } from "./drawing.js";

const PAUSE = 1200; // milliseconds between two moves that are played through
const OWN = 600; // milliseconds that the explanation of one's own move stands before an answer is shown
const LOOK = "tafl.look"; // the name under which the browser keeps the theme
const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const mounted = new WeakMap();
let front = null; // of several boards on a page, the one that was touched last has the keys

/** An element with properties and children; names with a dash are attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && !name.includes("-")) element[name] = value;
    else if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * Put a board into an element. `send` takes actions. `list` is an element with the moves, each with the number of its
 * place in `data-node`; without it the board lists them itself. `extra` is an element of the host for the panel, and
 * `shown` is called with each view when it is on the board. `show` of the result takes the host's messages.
 */
export function mount(element, { send, list = null, extra = null, shown = () => {} }) {
  let board = null;
  let view = null;
  let flipped = false;
  let selected = null;
  let focused = null;
  let advice = { analysing: false, arrows: [] };
  let timer = 0;
  let rows = [];
  let listed = null;
  let drag = null;
  let pen = null; // an arrow or a circle that is being drawn: its first square, and the letter of its colour
  let isPressed = false;
  let byKeys = false; // whether the squares are gone over by keys; otherwise the arrow keys step through the moves
  const own = { asked: false, until: 0, waiting: [] }; // one's own move: sent, shown until then, and what comes meanwhile
  const squares = new Map();
  const zones = new Map();
  const scores = new Map();
  const sketches = new Map(); // the arrows and circles that the host does not keep, by their places

  const picture = make("div", { className: "board" });
  const grid = make("div", { className: "squares", role: "grid", "aria-label": "Board" });
  const names = ["files", "ranks"].map((name) => make("div", { className: name, "aria-hidden": "true" }));
  const place = make("div", { className: "place" }, make("div", { className: "sheet" }, picture, grid, ...names));
  const told = make("p", { className: "told", role: "status" });
  const thinking = make("p", { className: "thinking" });
  const count = make("p", { className: "count" });
  const copy = make("textarea", { readOnly: true, rows: 4, hidden: true, "aria-label": "To be copied" });
  const share = make("div", { className: "share" });
  const numbers = (most, one) => Array.from({ length: most }, (_, at) => make("option", { value: at + 1 }, `${at + 1} ${one}${at ? "s" : ""}`));
  const amount = make("select", { "aria-label": "Lines" }, ...numbers(5, "line"));
  amount.value = 3;
  const deep = make("select", { "aria-label": "Depth" }, make("option", { value: "" }, "any depth"), ...[2, 4, 6, 8, 10, 12, 16, 20].map((plies) => make("option", { value: plies }, `depth ${plies}`)));
  const cores = make("select", { "aria-label": "Cores" });
  const score = make("p", { className: "score" });
  const lines = make("ol", { className: "lines" });
  const analysis = make("section", { className: "analysis", hidden: true, "aria-label": "Analysis" },
    make("div", { className: "bar", "aria-hidden": "true" }, share), make("div", { className: "scored" }, score, make("div", {}, cores, " ", deep, " ", amount)), lines);
  const legend = make("ul");
  const look = make("select", { "aria-label": "Theme" });
  const entries = list ?? make("ol", { className: "tree", "aria-label": "Moves" });

  const say = (words, isRefusal = false) => {
    told.textContent = words;
    told.classList.toggle("refused", isRefusal);
  };
  const button = (label, work) => {
    const made = make("button", { type: "button" }, label);
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
  /** A button that has to be pressed twice. */
  function sure(label, question, work) {
    const made = button(label, () => {
      if (made.textContent === question) {
        made.textContent = label;
        work();
      } else made.textContent = question;
    });
    made.addEventListener("blur", () => { made.textContent = label; });
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
    first: button("First", () => step("first")),
    back: button("Back", () => step("back")),
    play: button("Play", () => (timer ? stop() : start())),
    forward: button("Forward", () => step("forward")),
    last: button("Last", () => step("last")),
  };
  const actions = {
    roll: button("Roll the die", () => send({ type: "roll" })),
    stop: button("Stop here", () => send({ type: "stop" })),
    pass: button("Pass", () => play("pass")),
    silent: button("Do not announce", () => send({ type: "silent" })),
    take_back: button("Take back", () => send({ type: "take_back" })),
    draw: button("Offer a draw", () => send({ type: "offer", what: "draw" })),
    resign: sure("Resign", "Really resign?", () => send({ type: "resign" })),
    hint: button("Hint", () => send({ type: "hint" })),
    analyse: button("Analyse", () => analysed(!advice.analysing)),
    more: button("More", () => actions.more.setAttribute("aria-expanded", others.classList.toggle("open"))),
  };
  const further = {
    flip: button("Flip the board", () => { flipped = !flipped; build(); draw(); }),
    zoom: button("Zoom", zoom),
    copy: button("Copy the position", () => copied([record(), view.turn].filter(Boolean).join(" "), "The position is copied.")),
    record: button("Copy the record", () => send({ type: "record" })),
    continue: button("Play on from here", () => send({ type: "continue", node: view.node })),
    review: button("Find the mistakes", () => send({ type: "review", on: true })),
    promote: button("Promote the variation", () => send({ type: "promote" })),
    delete: button("Delete from here", () => send({ type: "delete" })),
  };
  actions.more.setAttribute("aria-expanded", "false");
  actions.more.className = "more";
  const others = make("div", { className: "further" }, ...Object.values(further), look);
  const nav = make("nav", { className: "row", "aria-label": "Moves" }, ...Object.values(controls));
  const tools = make("div", { className: "row actions" }, ...Object.values(actions), others);
  const within = list === null || element.contains(list); // a list elsewhere on the page stays there
  const panel = make("div", { className: "panel-of-board" }, make("div", { className: "said" }, told, thinking), extra, analysis,
    within ? make("div", { className: "moves" }, entries) : null, nav, tools, copy,
    make("div", { className: "row below" }, count, make("details", { className: "legend" }, make("summary", {}, "Special squares"), legend)));
  element.classList.add("tafl-board");
  element.replaceChildren(make("div", { className: "around" }, make("div", { className: "desk" }, place, panel)));

  function start() {
    if (childOf(view.node) === null) go(0);
    controls.play.textContent = "Pause";
    timer = setInterval(() => { steps.forward(); if (childOf(view.node) === null) stop(); }, PAUSE);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    controls.play.textContent = "Play";
  }

  /** Show the board at more than twice the size, in the same place. */
  function zoom() {
    further.zoom.setAttribute("aria-pressed", place.classList.toggle("zoomed"));
    const square = squares.get(view.move.at(-1)) ?? rows[board.size >> 1][board.size >> 1];
    const [inner, outer] = [square.getBoundingClientRect(), place.getBoundingClientRect()];
    place.scrollBy(inner.x + inner.width / 2 - outer.x - outer.width / 2, inner.y + inner.height / 2 - outer.y - outer.height / 2);
  }

  /** The themes that the style sheet has; the choice holds for all boards of the site, where the browser keeps it. */
  function dress() {
    const offered = getComputedStyle(element).getPropertyValue("--tafl-looks").split(" ").filter(Boolean);
    look.replaceChildren(...offered.map((name) => make("option", { value: name }, name)));
    look.hidden = offered.length < 2;
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
    if (selected !== null && selected !== name && !(name in view.moves)) {
      play(`${selected}-${name}`);
      choose(null);
    } else if (name in view.moves && selected !== name && view.live) choose(name);
    else {
      choose(null);
      say(why_not(name));
    }
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
    const [isRed, isBlue] = [event.shiftKey || event.ctrlKey, event.altKey];
    pen = event.button === 2 ? { from: under(event), colour: isRed ? (isBlue ? "Y" : "R") : isBlue ? "B" : "G" } : null;
    isPressed = true;
    addEventListener("pointerup", () => { isPressed = false; }, { once: true });
    const name = event.target.dataset.square;
    if (event.button === 0 && name in view.moves && view.live) drag = { name, x: event.clientX, y: event.clientY, held: [] };
  });
  grid.addEventListener("pointermove", (event) => {
    if (!event.buttons) drag = null; // it was let go elsewhere
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.held.length) {
      if (Math.hypot(x, y) < 5) return;
      grid.setPointerCapture(event.pointerId);
      choose(drag.name);
      drag.held = standing(drag.name);
      for (const piece of drag.held) piece.parentNode.parentNode.append(piece.parentNode); // above all others
    }
    const scale = board.frame[2] / picture.clientWidth;
    for (const piece of drag.held) piece.style.transform = `translate(${x * scale}px, ${y * scale}px)`;
  });
  grid.addEventListener("pointerup", (event) => {
    const to = under(event);
    if (event.button === 2 && pen?.from && to) sketch(pen.colour, pen.from, to);
    if (event.button === 2) pen = null;
    const { name, held } = drag ?? { held: [] };
    drag = null;
    if (!held.length) return;
    own.dropped = to !== undefined && to !== name;
    grid.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true, signal: AbortSignal.timeout(50) });
    choose(null);
    if (own.dropped) play(`${name}-${to}`);
    else draw();
  });
  grid.addEventListener("pointercancel", () => {
    drag = null;
    isPressed = false;
    if (view) draw();
  });
  grid.addEventListener("focusin", (event) => {
    if (!isPressed && !grid.contains(event.relatedTarget)) byKeys = true;
  });

  function choose(name) {
    selected = name;
    const targets = name === null ? [] : view.moves[name];
    for (const [each, square] of squares) {
      square.classList.toggle("movable", each in view.moves);
      square.classList.toggle("selected", each === name);
      square.classList.toggle("target", targets.includes(each));
      square.setAttribute("aria-selected", each === name);
      const zone = zones.get(each) ?? [];
      const words = [each, ...zone.slice(0, 1).map((one) => one.name), board.pieces[view.pieces[each]]?.name ?? "empty"];
      if (each in view.captured) words.push(`captured: ${board.pieces[view.captured[each]].name}`);
      if (each in view.moves) words.push("can move");
      if (targets.includes(each)) words.push(`move here from ${name}`);
      for (const [colour, from, to] of shapes().map(shapeOf)) {
        if (from === each) words.push(to ? `a ${COLOURS[colour]} arrow to ${to}` : `a ${COLOURS[colour]} circle`);
      }
      square.setAttribute("aria-label", [words.join(", "), ...zone.map((one) => one.rule).filter(Boolean)].join("; "));
    }
    if (name !== null) say(`${name} can go to ${targets.join(", ")}.`);
  }

  // What is drawn.

  function draw() {
    picture.replaceChildren(layers(board, { ...view, shapes: shapes() }, ground(), advice.arrows, at));
    const on = (side) => Object.values(view.pieces).filter((letter) => board.pieces[letter].side === side && letter !== "K").length;
    const king = Object.values(view.pieces).includes("K") ? " and the king" : "";
    count.textContent = `Attackers: ${on("attackers")}. Defenders: ${on("defenders")}${king}.`;
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
        const entry = make("button", { type: "button" }, text, make("small", { title: "What the attackers can expect" }, scores.get(node) ?? ""));
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
    if (before !== view.node) advice.arrows = [];
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
    const can = { first: view.node !== 0, back: view.node !== 0, forward: childOf(view.node) !== null, last: childOf(view.node) !== null };
    for (const [name, possible] of Object.entries(can)) controls[name].setAttribute("aria-disabled", !possible);
    controls.play.hidden = view.tree.length < 2;
    const always = ["flip", "copy", "more", ...(board.size > 11 ? ["zoom"] : [])];
    for (const [name, each] of Object.entries({ ...actions, ...further })) {
      each.hidden = !(always.includes(name) || view.actions.includes(name) || board.offers.includes(name));
    }
    if (had) squares.get(focused).focus();
    if (look.hidden) dress();
    element.dataset.turn = view.over ? "over" : view.turn;
    shown(view);
  }

  /** Show what the computer thinks of the position. */
  function advise(message) {
    advice = { analysing: message.on, arrows: message.on && message.node === view.node ? message.lines.map((line) => line.move).filter((move) => move.length) : [] };
    analysis.hidden = !message.on;
    amount.hidden = deep.hidden = !board.offers.includes("lines");
    cores.hidden = !board.cores;
    actions.analyse.setAttribute("aria-pressed", message.on);
    if (message.on) {
      share.style.width = `${100 * message.share}%`;
      score.textContent = message.words;
      scores.set(message.node, ` ${Math.round(100 * message.share)} %`);
      entries.querySelector(`button[data-node="${message.node}"] small`)?.replaceChildren(scores.get(message.node));
      lines.replaceChildren(...message.lines.map((line) => make("li", { title: line.words }, line.words)));
    }
    draw();
  }

  const answers = {
    board(message) {
      if (message.cores !== board?.cores) cores.replaceChildren(...numbers(message.cores ?? 1, "core"));
      board = message;
      zones.clear();
      sketches.clear();
      for (const zone of board.zones) for (const name of zone.squares) zones.set(name, [...(zones.get(name) ?? []), zone]);
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
    thinking(message) {
      thinking.textContent = `The ${message.side} are thinking …`;
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

  return { show, view: () => view, state: () => ({ flipped, theme: look.value }) };
}
