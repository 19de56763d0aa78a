// The interactive board: it draws what its host shows, and sends what is done. The rules are the host's.

const FILES = "abcdefghijklmnopqrstu";
const UNIT = 20;
const HALF = UNIT / 2;
const PAUSE = 1200; // milliseconds between two moves that are played through

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

/** The outline of an arrow between two points, which starts and ends at a distance from them. */
function arrow([x, y], [toX, toY], leave, reach) {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const tip = length - reach;
  const neck = Math.max(tip - 8, leave);
  const half = [[leave, 1.3], [neck, 1.3], [neck, 4.5], [tip, 0]];
  const outline = [...half, ...half.slice(0, -1).reverse().map(([along, across]) => [along, -across])];
  const points = outline.map(([along, across]) => [x + along * dx - across * dy, y + along * dy + across * dx]);
  return `M${points.map((point) => point.map((value) => value.toFixed(1)).join(" ")).join("L")}z`;
}

/** The list of moves after some changes: after each move those that replace it, then those that follow. */
function changed(tree, changes) {
  if (!changes.length) return tree;
  const entries = new Map(tree.map((entry) => [entry[0], entry]));
  const following = new Map(tree.map(([node]) => [node, []]));
  for (const [node, , , parent] of tree) following.get(parent)?.push(node);
  for (const [kind, what] of changes) {
    if (kind === "added") {
      const [node, , , parent] = what;
      entries.set(node, what);
      following.set(node, []);
      following.get(parent).push(node);
    } else {
      const siblings = following.get(entries.get(what)[3]);
      siblings.splice(siblings.indexOf(what), 1);
      if (kind === "promoted") siblings.unshift(what);
    }
  }
  const found = [];
  const waiting = [[tree[0][0], 0]];
  while (waiting.length) {
    const [node, depth] = waiting.pop();
    const [, text, , parent] = entries.get(node);
    found.push([node, text, depth, parent]);
    for (const next of following.get(node).slice(0, 1)) waiting.push([next, depth]);
    const siblings = following.get(parent) ?? [];
    if (siblings[0] === node) for (const other of siblings.slice(1).reverse()) waiting.push([other, depth + 1]);
  }
  return found;
}

/**
 * Put a board into an element. `send` takes actions. `list` is an element with the moves, each with the number of its
 * place in `data-node`; without it the board lists them itself. `show` of the result takes the host's messages, `step`
 * is "first", "back", "forward" or "last".
 */
export function mount(element, { send, list = null }) {
  let board = null;
  let view = null;
  let flipped = false;
  let selected = null;
  let focused = null;
  let advice = { analysing: false, arrows: [] };
  let timer = 0;
  const squares = new Map();

  const picture = make("div", { className: "board" });
  const grid = make("div", { className: "squares", role: "group", "aria-label": "Board" });
  const place = make("div", { className: "place" }, picture, grid);
  const told = make("p", { className: "told", role: "status" });
  const count = make("p", { className: "count" });
  const refused = make("p", { className: "refused", role: "alert" });
  const copy = make("textarea", { readOnly: true, rows: 4, hidden: true, "aria-label": "To be copied" });
  const share = make("div", { className: "share" });
  const score = make("p", { className: "score" });
  const lines = make("ol", { className: "lines" });
  const analysis = make("section", { className: "analysis", hidden: true, "aria-label": "Analysis" },
    make("div", { className: "bar", "aria-hidden": "true" }, share), score, lines);
  const entries = list ?? make("ol", { className: "tree", "aria-label": "Moves" });

  const button = (label, work) => {
    const made = make("button", { type: "button" }, label);
    made.addEventListener("click", () => { refused.textContent = ""; work(); });
    return made;
  };
  const parentOf = (node) => view.tree.find((entry) => entry[0] === node)?.[3] ?? null;
  const childOf = (node) => view.tree.find((entry) => entry[3] === node)?.[0] ?? null;
  const last = (node) => { let at = node; while (childOf(at) !== null) at = childOf(at); return at; };
  const go = (node) => { if (node !== null && node !== view.node) send({ type: "go", node }); };
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
    pass: button("Pass", () => send({ type: "play", move: "pass" })),
    silent: button("Do not announce", () => send({ type: "silent" })),
    take_back: button("Take back", () => send({ type: "take_back" })),
    hint: button("Hint", () => send({ type: "hint" })),
    analyse: button("Analyse", () => send({ type: "analyse", on: !advice.analysing })),
    flip: button("Flip the board", () => { flipped = !flipped; build(); draw(); }),
    copy: button("Copy the position", () => copied([record(), view.turn].filter(Boolean).join(" "), "The position is copied.")),
    record: button("Copy the record", () => send({ type: "record" })),
    promote: button("Promote the variation", () => send({ type: "promote" })),
    delete: button("Delete from here", () => send({ type: "delete" })),
  };
  const nav = make("nav", { className: "row", "aria-label": "Moves" }, ...Object.values(controls));
  const more = make("div", { className: "row actions" }, ...Object.values(actions));
  const main = make("div", {}, place, analysis, told, refused, count, nav, more, copy);
  element.classList.add("tafl-board");
  element.replaceChildren(main, ...(list ? [] : [make("div", { className: "moves" }, make("h2", {}, "Moves"), entries)]));

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

  async function copied(text, words) {
    copy.value = text;
    copy.hidden = true;
    try {
      await navigator.clipboard.writeText(text);
      told.textContent = words;
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

  const middle = (name) => at(name).map((value) => value + HALF);

  function build() {
    squares.clear();
    const rows = Array.from({ length: board.size }, () => []);
    for (const file of FILES.slice(0, board.size)) {
      for (let rank = 1; rank <= board.size; rank += 1) {
        const name = `${file}${rank}`;
        const [column, row] = at(name).map((value) => value / UNIT);
        const square = make("button", { type: "button", tabIndex: -1 });
        Object.assign(square.dataset, { square: name, column, row });
        square.addEventListener("click", () => touch(name));
        square.addEventListener("focus", () => rove(name));
        rows[row][column] = square;
        squares.set(name, square);
      }
    }
    grid.replaceChildren(...rows.flat());
    grid.style.gridTemplate = `repeat(${board.size}, 1fr) / repeat(${board.size}, 1fr)`;
    const [x, y, width, height] = board.frame;
    const part = (value, whole) => `${(100 * value) / whole}%`;
    Object.assign(grid.style, {
      left: part(-x, width), top: part(-y, height),
      width: part(UNIT * board.size, width), height: part(UNIT * board.size, height),
    });
    if (view) choose(null);
    rove(squares.has(focused) ? focused : rows[0][0].dataset.square);
  }

  function rove(name) {
    for (const [each, square] of squares) square.tabIndex = each === name ? 0 : -1;
    focused = name;
  }

  grid.addEventListener("keydown", (event) => {
    const { column, row } = event.target.dataset;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Escape") choose(null);
    if (!way || column === undefined) return;
    event.preventDefault();
    const bound = (value) => Math.max(0, Math.min(board.size - 1, value));
    grid.children[bound(Number(row) + way[1]) * board.size + bound(Number(column) + way[0])].focus();
  });

  /** The pieces as records have them, the lowest rank first. */
  function record() {
    const rank = (number) => [...FILES.slice(0, board.size)].map((file) => view.pieces[`${file}${number}`] ?? " ").join("");
    const ranks = Array.from({ length: board.size }, (_, row) => rank(row + 1));
    return `/${ranks.map((text) => text.replace(/ +/g, (gap) => gap.length)).join("/")}/`;
  }

  // What is done on them.

  function touch(name) {
    refused.textContent = "";
    if (selected !== null && selected !== name && !(name in view.moves)) {
      send({ type: "play", move: `${selected}-${name}` });
      choose(null);
    } else choose(name in view.moves && selected !== name ? name : null);
  }

  function choose(name) {
    selected = name;
    const targets = name === null ? [] : view.moves[name];
    for (const [each, square] of squares) {
      square.classList.toggle("movable", each in view.moves);
      square.classList.toggle("selected", each === name);
      square.classList.toggle("target", targets.includes(each));
      square.setAttribute("aria-pressed", each === name);
      const label = [each, board.pieces[view.pieces[each]]?.name ?? "empty"];
      if (each in view.captured) label.push(`captured: ${board.pieces[view.captured[each]].name}`);
      if (each in view.moves) label.push("can move");
      if (targets.includes(each)) label.push(`move here from ${name}`);
      square.setAttribute("aria-label", label.join(", "));
    }
    if (name !== null) told.textContent = `${name} can go to ${targets.join(", ")}.`;
  }

  // What is drawn.

  function layers() {
    const { shapes, pieces } = board;
    const group = (name, content) => (content ? `<g class="${name}">${content}</g>` : "");
    const path = (data) => (data ? `<path d="${data}"/>` : "");
    const corners = (name, shown, shape) => group(name, path(shown.map((each) => `M${at(each)}${shape}`).join("")));
    const middles = (shown, shape) => shown.map((each) => `M${middle(each)}${shape(each)}`).join("");
    const haloed = (name, data) => group("halo", path(data)) + group(name, path(data));
    const standing = Object.keys(view.pieces);
    const taken = Object.keys(view.captured);
    const left = taken.filter((each) => !(each in view.pieces));
    const crossed = taken.filter((each) => !view.turned.includes(each));
    const lost = (each) => pieces[view.captured[each]];
    const men = ["attackers", "defenders"].map((side) => {
      const own = standing.filter((each) => pieces[view.pieces[each]].side === side);
      const bodies = own.map((each) => `<path class="${each}" d="M${middle(each)}${pieces[view.pieces[each]].body}"/>`);
      return group(side, bodies.join(""))
        + group(`${side}-emblems`, path(middles(own.filter((each) => pieces[view.pieces[each]].emblem), (each) => pieces[view.pieces[each]].emblem)));
    });
    const ties = view.ties.map(([from, to]) => `M${middle(from)}L${middle(to)}`).join("");
    const reach = (each, empty) => (each in view.pieces ? 7 : empty);
    const arrows = advice.arrows.filter(([from, to]) => from !== to)
      .map(([from, to]) => arrow(middle(from), middle(to), reach(from, 0), reach(to, 2)));
    const advised = arrows.map((data, order) => `<path d="${data}"${order ? ' opacity=".45"' : ""}/>`).join(""); // the best is bold
    return [
      ground().under, corners("moved", view.move, shapes.square), ground().over,
      corners("brackets", view.move, shapes.brackets), group("ties", path(ties)),
      haloed("marks", middles(view.turned, () => shapes.circle)), ...men,
      group("lost", path(middles(left, (each) => lost(each).body))),
      group("lost-emblems", path(middles(left.filter((each) => lost(each).emblem), (each) => lost(each).emblem))),
      haloed("crosses", middles(crossed, (each) => (lost(each).emblem ? shapes.open_cross : shapes.cross))),
      group("arrows", advised), ground().labels,
    ].join("");
  }

  function draw() {
    const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${board.frame.join(" ")}" aria-hidden="true">${layers()}</svg>`;
    picture.replaceChildren(document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement));
    const on = (side) => Object.values(view.pieces).filter((letter) => board.pieces[letter].side === side).length;
    count.textContent = `Attackers: ${on("attackers")}. Defenders: ${on("defenders")}.`;
  }

  function glide() {
    const [from, to] = view.move;
    if (to === undefined || from === to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [[x, y], [u, v]] = [at(from), at(to)];
    for (const piece of picture.querySelectorAll(`.attackers .${to}, .defenders .${to}`)) {
      piece.animate?.([{ transform: `translate(${x - u}px, ${y - v}px)` }, { transform: "none" }], { duration: 250, easing: "ease-out" });
    }
  }

  function mark() {
    if (!list) {
      entries.replaceChildren(...view.tree.map(([node, text, depth]) => {
        const entry = make("button", { type: "button" }, text);
        entry.dataset.node = node;
        const item = make("li", {}, entry);
        item.style.marginInlineStart = `${Math.min(depth, 8)}em`;
        return item;
      }));
    }
    for (const entry of entries.querySelectorAll("[data-node]")) {
      if (Number(entry.dataset.node) === view.node) {
        entry.setAttribute("aria-current", "step");
        const around = entry.closest("ol") ?? entries;
        around.scrollTop = entry.offsetTop - around.clientHeight / 2;
      } else entry.removeAttribute("aria-current");
    }
  }

  entries.addEventListener("click", (event) => {
    const entry = event.target.closest("[data-node]");
    if (!entry || !view) return;
    event.preventDefault();
    refused.textContent = "";
    stop();
    go(Number(entry.dataset.node));
  });

  function look(message) {
    const had = grid.contains(document.activeElement);
    const before = view?.node ?? null;
    view = { ...message, tree: message.tree ?? changed(view.tree, message.changes) };
    if (before !== view.node) advice.arrows = [];
    choose(null);
    draw();
    mark();
    if (before !== null && parentOf(view.node) === before) glide();
    const elsewhere = view.live ? "" : "You are looking at an earlier move.";
    told.textContent = [view.told, view.state, elsewhere].filter(Boolean).join(" ");
    copy.hidden = true;
    const shown = { first: view.node !== 0, back: view.node !== 0, forward: childOf(view.node) !== null, last: childOf(view.node) !== null };
    for (const [name, possible] of Object.entries(shown)) controls[name].setAttribute("aria-disabled", !possible);
    controls.play.hidden = view.tree.length < 2;
    for (const [name, each] of Object.entries(actions)) each.hidden = !(name === "flip" || name === "copy" || view.actions.includes(name) || board.offers.includes(name));
    if (had) squares.get(focused).focus();
    element.dataset.node = view.node;
    element.dataset.turn = view.over ? "over" : view.turn;
  }

  /** Show what the computer thinks of the position. */
  function advise(message) {
    advice = { analysing: message.on, arrows: message.on && message.node === view.node ? message.lines.map((line) => line.move).filter((move) => move.length) : [] };
    analysis.hidden = !message.on;
    actions.analyse.setAttribute("aria-pressed", message.on);
    if (message.on) {
      share.style.width = `${100 * message.share}%`;
      score.textContent = message.words;
      lines.replaceChildren(...message.lines.map((line) => make("li", {}, line.words)));
    }
    draw();
  }

  const answers = {
    board(message) {
      board = message;
      build();
    },
    view: look,
    analysis: advise,
    hint(message) {
      told.textContent = message.words;
      advice.arrows = message.move.length ? [message.move] : [];
      draw();
    },
    text: (message) => copied(message.text, message.words),
    refused(message) {
      refused.textContent = message.words;
    },
    thinking(message) {
      told.textContent = `The ${message.side} are thinking …`;
    },
  };

  return { show: (message) => answers[message.type]?.(message), step };
}
