// @ts-check
/**
 * A tiny engine: how men move, and captures between two enemies or against a hostile square. Of all else it says nothing.
 * @typedef {{size: number, cells: string[], side: string}} State  cells of rank 1 first, "" for an empty one
 * @typedef {Record<string, any>} Json
 */
const STEPS = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const KINDS = { t: ["all", "men", "attackers"], T: ["all", "men", "defenders", "defending-men"], K: ["all", "king", "defenders"] };
const KNOWN = "size start first throne corners escape king edge_capture hammer anvil piercing guard_capture jumps speed no_move "
  + "fewest_attackers encirclement exit_fort repetition announcements";
const sideOf = (/** @type {string} */ piece) => (piece === "t" ? "a" : piece ? "d" : "");

/** Whether a set of pieces holds one. @param {string | string[]} set @param {string} piece */
const has = (set, piece) => [set].flat().some((name) => /** @type {any} */ (KINDS)[piece].includes(name));

/** Why the engine does not play a ruleset; "" if it does. @param {Json} title the line about it */
export function declines({ options: o, changed }) {
  const rest = changed.filter((/** @type {string} */ option) => !KNOWN.split(" ").includes(option));
  if (/[^tTK\d/]/.test(o.start) || o.jumps.king !== "none" || o.jumps.soldiers !== "none") rest.push("jumps");
  if (Object.values(o.speed).some((most) => most !== null)) rest.push("speed");
  if (o.hammer !== "all" || o.anvil !== "all") rest.push("hammer");
  if ([o.throne, o.corners].some((zone) => zone && zone.enter !== "all")) rest.push("enter");
  if (o.throne && o.throne.squares !== "centre") rest.push("throne");
  if (o.corners && o.corners.squares !== "corners") rest.push("corners");
  if (o.no_move === "pass") rest.push("no_move");
  if (o.announcements.binding) rest.push("announcements");
  return rest.length ? `does not know ${rest.join(", ")}` : "";
}

/** @param {string} text the text of a position @returns {State} */
export function parse(text) {
  const [record, side] = text.split(" ");
  const rows = record.split("/").slice(1, -1);
  const cells = rows.flatMap((row) => [...row.matchAll(/\d+|./g)].flatMap(([x]) => (/\d/.test(x) ? Array(+x).fill("") : [x])));
  return { size: rows.length, cells, side };
}

/** @param {State} state */
function format({ size, cells, side }) {
  const rows = Array.from({ length: size }, (_, rank) => cells.slice(rank * size, (rank + 1) * size));
  const row = (/** @type {string[]} */ r) => r.map((x) => x || ".").join("").replace(/\.+/g, (gap) => String(gap.length));
  return `/${rows.map(row).join("/")}/ ${side}`;
}

const name = (/** @type {number} */ file, /** @type {number} */ rank) => String.fromCharCode(97 + file) + (rank + 1);
const square = (/** @type {string} */ text) => [text.charCodeAt(0) - 97, +text.slice(1) - 1];

/** What zones a square is in: the throne in the middle, the corners. @param {Json} o @param {number[]} at */
function zones({ size, throne, corners }, [file, rank]) {
  const end = (/** @type {number} */ x) => x === 0 || x === size - 1;
  return [2 * file === size - 1 && 2 * rank === size - 1 && throne, end(file) && end(rank) && corners].filter(Boolean);
}

/** @param {Json} o @param {State} state @returns {string[]} the moves that the board allows */
export function moves(o, state) {
  const found = [];
  for (const [index, piece] of state.cells.entries()) {
    if (sideOf(piece) !== state.side) continue;
    const [file, rank] = [index % o.size, Math.floor(index / o.size)];
    for (const [x, y] of STEPS) {
      for (let f = file + x, r = rank + y; f >= 0 && r >= 0 && f < o.size && r < o.size && !state.cells[r * o.size + f]; f += x, r += y) {
        const here = zones(o, [f, r]);
        if (here.every((zone) => has(zone.stop, piece))) found.push(`${name(file, rank)}-${name(f, r)}`);
        if (!here.every((zone) => has(zone.cross, piece))) break;
      }
    }
  }
  return found.sort();
}

/** What a legal move does, without the capture of a king. @param {Json} o @param {State} state @param {string} move */
export function play(o, state, move) {
  const [[file, rank], [f, r]] = move.split("-").map(square);
  const cells = [...state.cells], captures = [];
  cells[r * o.size + f] = cells[rank * o.size + file];
  cells[rank * o.size + file] = "";
  const other = state.side === "a" ? "d" : "a";
  const after = (/** @type {number} */ x, /** @type {number} */ y) => (x < 0 || y < 0 || x >= o.size || y >= o.size ? null : cells[y * o.size + x]);
  const beside = STEPS.map(([x, y]) => ({ near: [f + x, r + y], far: [f + 2 * x, r + 2 * y] }));
  const king = state.side === "a" && beside.some(({ near: [x, y] }) => after(x, y) === "K");
  for (const { near: [x, y], far } of beside) {
    const victim = after(x, y), partner = after(far[0], far[1]);
    if (!victim || victim === "K" || sideOf(victim) !== other || partner === null) continue;
    const hostile = zones(o, far).some((zone) => has(zone.hostile_always, victim) || (!partner && has(zone.hostile_empty, victim)));
    if (sideOf(partner) === state.side || hostile) captures.push([x, y]);
  }
  for (const [x, y] of captures) cells[y * o.size + x] = "";
  const found = { position: format({ ...state, cells, side: other }) };
  return king ? found : { ...found, captures: captures.map(([x, y]) => name(x, y)) };
}
