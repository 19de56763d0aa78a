// What the board shows: the picture of a position, and the list of moves.

export const FILES = "abcdefghijklmnopqrstu";
export const UNIT = 20;
export const HALF = UNIT / 2;
export const COLOURS = { G: "green", R: "red", Y: "yellow", B: "blue" };

/** An arrow or a circle of a note: its colour, its square, and for an arrow the square that it leads to. */
export const shapeOf = (text) => /^([GRYB])([a-u]\d+)([a-u]\d+)?$/.exec(text).slice(1);

/** The outline of an arrow between two points, which starts and ends at a distance from them. */
export function arrow([x, y], [toX, toY], leave, reach) {
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
export function changed(tree, changes) {
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

/** The picture of a position. `at` is where the upper left corner of a square lies, in units of the picture. */
export function layers(board, view, ground, arrows, at) {
  const { shapes: outlines, pieces } = board;
  const middle = (name) => at(name).map((value) => value + HALF);
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
  const man = (each) => {
    const { side, wall, body, emblem, rise } = pieces[view.pieces[each]];
    const [x, y] = middle(each);
    const top = `M${x} ${y - rise}`;
    const sign = emblem ? `<path class="${side}-emblems" d="${top}${emblem}"/>` : "";
    return `<g class="${each}"><path class="wall" d="M${x} ${y}${wall}"/><path d="${top}${body}"/>${sign}</g>`;
  };
  const men = ["attackers", "defenders"].map((side) => (
    group(side, standing.filter((each) => pieces[view.pieces[each]].side === side).map(man).join(""))));
  const ties = view.ties.map(([from, to]) => `M${middle(from)}L${middle(to)}`).join("");
  const reach = (each, empty) => (each in view.pieces ? 7 : empty);
  const advised = arrows.filter(([from, to]) => from !== to)
    .map(([from, to]) => arrow(middle(from), middle(to), reach(from, 0), reach(to, 2)))
    .map((data, order) => `<path d="${data}"${order ? ' opacity=".45"' : ""}/>`).join(""); // the best is bold
  const shapes = view.shapes.map(shapeOf);
  const circles = shapes.filter(([, , to]) => !to).map(([colour, from]) => group(COLOURS[colour], path(`M${middle(from)}${outlines.ring}`)));
  const lines = shapes.filter(([, , to]) => to)
    .map(([colour, from, to]) => group(COLOURS[colour], path(arrow(middle(from), middle(to), reach(from, 0), reach(to, 2)))));
  const drawn = [
    ground.under, corners("moved", view.move, outlines.square), ground.over,
    corners("brackets", view.move, outlines.brackets), group("ties", path(ties)),
    haloed("marks", middles(view.turned, () => outlines.circle)), ...circles, ...men,
    group("lost", path(middles(left, (each) => lost(each).body))),
    group("lost-emblems", path(middles(left.filter((each) => lost(each).emblem), (each) => lost(each).emblem))),
    haloed("crosses", middles(crossed, (each) => (lost(each).emblem ? outlines.open_cross : outlines.cross))),
    group("arrows", advised), ...lines,
  ].join("");
  return svg(board.frame.join(" "), drawn);
}

/** A special square for the legend. */
export function swatch({ kind, sign }, square) {
  const group = (name, data) => `<g class="${name}"><path d="M0 0${data}"/></g>`;
  return svg("-3 -3 26 26", group("ground", square) + (kind === "way-out" ? group(kind, sign) : group(kind, square) + group(`${kind}-sign`, sign)));
}

export function svg(frame, drawn) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frame}" aria-hidden="true">${drawn}</svg>`;
  return document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
}
