// The tables of a ruleset as the module reads them: what follows from the size of the board, or from other words, is
// worked out here. The names are those of `Tables` in the library's kernel.
import { TaflError } from "./errors.js";

/** The tables of the shipped rulesets, as scripts/make_rules.py writes them. */
export interface TablesData {
  format: string;
  /** The words in their order: the name, the width of the numbers if it is a vector, and whether it is kept. */
  fields: [name: string, width: string, kept: boolean][];
  /** By the size of the board, what seeds the generator of the keys, in base 64. */
  seeds: Record<string, string>;
  /** Vectors: a number, how often it stands there, the next number and so on. */
  pool: number[][];
  rulesets: [name: string, aliases: string[], start: string, first: number | null, fingerprint: string, row: number[]][];
}

type Value = number | bigint | ArrayLike<number> | ArrayLike<bigint>;
/** The words of a ruleset by their names. */
export type Words = Record<string, Value>;
type Numbers = number[];

const PIECES = 12, SOLDIERS_AND_KING = 3, KING = 2, CROSS = 12, NO_MOVE = -1;
const DIRECTIONS = [[1, 0], [-1, 0], [0, 1], [0, -1]];

/** The words of a shipped ruleset. */
export function workOut(data: TablesData, row: number[], size: number): Words {
  const w: Words = {};
  let at = 0;
  for (const [name, width, kept] of data.fields) {
    if (kept) w[name] = width ? spread(data.pool[row[at++]]) : row[at++];
  }
  workOutSquares(w, size);
  workOutPieces(w);
  workOutAccess(w);
  const generator = new Twister(data.seeds[size]);
  workOutKeys(w, generator);
  return withJumpers(w, w.jumpers as number);
}

function spread(runs: number[]): Numbers {
  const out: Numbers = [];
  for (let i = 0; i < runs.length; i += 2) for (let k = 0; k < runs[i + 1]; k++) out.push(runs[i]);
  return out;
}

function workOutSquares(w: Words, n: number): void {
  const stride = n + 2, size = stride * stride, last = n - 1;
  const at = (file: number, rank: number) => (rank + 1) * stride + file + 1;
  const each = Array.from({ length: n * n }, (_, i) => [i % n, Math.floor(i / n)]);
  const index = new Array<number>(1024).fill(0);
  for (const [file, rank] of each) index[file * 32 + rank] = at(file, rank);
  const turns = [1, 2, 3, 4, 5, 6, 7].flatMap((order) => each.map(([file, rank]) => {
    const [a, b] = order & 4 ? [rank, file] : [file, rank];
    return at(order & 1 ? last - a : a, order & 2 ? last - b : b);
  }));
  Object.assign(w, {
    n, stride, size, index, turns, squares: each.map(([file, rank]) => at(file, rank)), steps: [1, -1, stride, -stride],
    pass_code: at(0, 0) * 1025,
  });
  workOutActions(w, n, at);
}

function workOutActions(w: Words, n: number, at: (file: number, rank: number) => number): void {
  const actions: Numbers = [], size = w.size as number, kinds = 4 * n - 3;
  for (let rank = 0; rank < n; rank++) {
    for (let file = 0; file < n; file++) {
      for (const [files, ranks] of DIRECTIONS) {
        for (let distance = 1; distance < n; distance++) {
          const f = file + files * distance, r = rank + ranks * distance;
          actions.push(f >= 0 && f < n && r >= 0 && r < n ? (at(file, rank) << 10) | at(f, r) : NO_MOVE);
        }
      }
      actions.push(at(file, rank) * 1025);
    }
  }
  actions.push(NO_MOVE);
  const numbers = new Array<number>(3 * size).fill(0);
  actions.forEach((code, number) => {
    if (code === NO_MOVE) return;
    const q = code >> 10;
    numbers[q] = number - (number % kinds);
    numbers[2 * size + (code & 1023) - q] = number % kinds;
  });
  Object.assign(w, { actions, numbers });
}

function byPiece(values: ArrayLike<number>, empty: number): Numbers {
  const out = new Array<number>(1 << PIECES).fill(empty);
  for (let place = 0; place < values.length; place++) out[1 << place] = values[place];
  return out;
}

function workOutPieces(w: Words): void {
  const places = Array.from({ length: PIECES }, (_, place) => place), size = w.size as number, n = w.n as number;
  const far = w.far as Numbers, turned = new Array<number>(1 << PIECES).fill(0);
  [turned[0x40], turned[0x400]] = [0x400, 0x40]; // mercenaries
  Object.assign(w, {
    turned,
    bits: places.map((place) => 1 << place),
    place: byPiece(places, -1),
    row: byPiece(places.map((place) => (place < SOLDIERS_AND_KING ? 1 << place : place + 1) * size), 0),
    coded: byPiece(places.map((place) => (place === KING ? 4 : place + 1)), 0),
    limited: Number(Math.min(...far) < n),
    far: byPiece(far, 0),
    jump: byPiece(w.jump as Numbers, 0),
  });
}

function workOutAccess(w: Words): void {
  const stop = w.stop as Numbers, go = w.go as Numbers;
  w.access = stop.map((who, i) => who | (go[i % go.length] << CROSS));
  w.confined = go.length;
}

function workOutKeys(w: Words, generator: Twister): void {
  const n = w.n as number, size = w.size as number, squares = w.squares as Numbers, last = n - 1;
  const keys = Array.from({ length: (PIECES + 1) * size }, () => generator.bits(60));
  w.keys = keys;
  w.side_key = keys[0];
  if (!w["repeats.mirrored"]) {
    w["repeats.orbits"] = [];
    return;
  }
  const orbits = new Array<bigint>(keys.length).fill(0n);
  for (let row = 0; row < keys.length; row += size) {
    const drawn = new Map<string, bigint>();
    squares.forEach((q, i) => {
      const file = i % n, rank = Math.floor(i / n);
      const orbit = [Math.min(file, last - file), Math.min(rank, last - rank)].sort((a, b) => a - b).join();
      // The library draws a number for each square, and keeps the first of an orbit.
      const drawnHere = generator.bits(50), known = drawn.get(orbit) ?? drawnHere;
      drawn.set(orbit, known);
      orbits[row + q] = known;
    });
  }
  w["repeats.orbits"] = orbits;
}

/** Mersenne Twister, as Python's `random` draws bits: so the keys, and with them searches, are those of the library. */
export class Twister {
  private readonly state = new Uint32Array(624);
  private at = 624;

  constructor(seed: string) {
    const bytes = Uint8Array.from(atob(seed), (letter) => letter.charCodeAt(0)), key: Numbers = [];
    bytes.forEach((byte, i) => { key[i >> 2] = ((key[i >> 2] ?? 0) | (byte << (8 * (i & 3)))) >>> 0; });
    const s = this.state;
    s[0] = 19650218;
    for (let i = 1; i < 624; i++) s[i] = Math.imul(1812433253, s[i - 1] ^ (s[i - 1] >>> 30)) + i;
    let i = 1, j = 0;
    const next = () => {
      if (++i >= 624) { s[0] = s[623]; i = 1; }
    };
    for (let k = Math.max(624, key.length); k; k--) {
      s[i] = (s[i] ^ Math.imul(s[i - 1] ^ (s[i - 1] >>> 30), 1664525)) + key[j] + j;
      next();
      if (++j >= key.length) j = 0;
    }
    for (let k = 623; k; k--) {
      s[i] = (s[i] ^ Math.imul(s[i - 1] ^ (s[i - 1] >>> 30), 1566083941)) - i;
      next();
    }
    s[0] = 0x80000000;
  }
  private word(): number {
    const s = this.state;
    if (this.at === 624) {
      for (let i = 0; i < 624; i++) {
        const y = (s[i] & 0x80000000) | (s[(i + 1) % 624] & 0x7fffffff);
        s[i] = s[(i + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.at = 0;
    }
    let y = s[this.at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }
  /** A number of 33 to 64 bits, the low word first. */
  bits(count: number): bigint {
    const low = this.word();
    return BigInt(low) | (BigInt(this.word() >>> (64 - count)) << 32n);
  }
}

/** The bytes that the module reads as tables. */
export function packWords(fields: TablesData["fields"], w: Words): Uint8Array {
  let end = 8 * fields.length;
  const starts = new Map<string, number>();
  for (const [name, width] of fields) {
    if (!width) continue;
    starts.set(name, end);
    end += 8 + Math.ceil(((w[name] as Numbers).length * (width === "h" ? 2 : 8)) / 8) * 8;
  }
  const view = new DataView(new ArrayBuffer(end));
  fields.forEach(([name, width], i) => {
    const start = starts.get(name), value = w[name];
    if (value === undefined) throw new TaflError(`the tables lack ${name}`);
    view.setBigInt64(8 * i, BigInt(start ?? (value as number)), true);
    if (start === undefined) return;
    const numbers = value as Numbers;
    view.setBigInt64(start, BigInt(numbers.length), true);
    for (let j = 0; j < numbers.length; j++) {
      if (width === "h") view.setInt16(start + 8 + 2 * j, numbers[j], true);
      else putWord(view, start + 8 + 8 * j, numbers[j]);
    }
  });
  return new Uint8Array(view.buffer);
}

function putWord(view: DataView, at: number, word: number | bigint): void {
  if (typeof word === "bigint") return view.setBigInt64(at, word, true);
  view.setInt32(at, word, true); // most words are small, and to make each of them a bigint would take long
  view.setInt32(at + 4, word < 0 ? -1 : 0, true);
}

/** The words that a document has in base 64 (`tafl tables`). */
export function readWords(fields: TablesData["fields"], bytes: Uint8Array): Words {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), w: Words = {};
  fields.forEach(([name, width], i) => {
    const word = view.getBigInt64(8 * i, true);
    if (!width) {
      w[name] = name === "side_key" ? word : Number(word);
      return;
    }
    const start = Number(word), count = Number(view.getBigInt64(start, true));
    if (width === "h") w[name] = Array.from({ length: count }, (_, j) => view.getInt16(start + 8 + 2 * j, true));
    else {
      const wide = Array.from({ length: count }, (_, j) => view.getBigInt64(start + 8 + 8 * j, true));
      w[name] = name === "keys" || name === "repeats.orbits" ? wide : wide.map(Number);
    }
  });
  return w;
}

/** Change words for a board on which other pieces jump than in the start layout. */
export function withJumpers(w: Words, jumpers: number): Words {
  const near = Number(!(w.immobile || w.no_escape || jumpers));
  return { ...w, jumpers, near };
}

/** Which of the pieces on a board jump, as bits. */
export function jumpersOn(w: Words, cells: ArrayLike<number>): number {
  const jump = w.jump as Numbers;
  let found = 0, present = 0;
  for (let i = 0; i < cells.length; i++) present |= cells[i] & 0xff7;
  for (let place = 0; place < PIECES; place++) if (present & (1 << place) && jump[1 << place]) found |= 1 << place;
  const mercenaries = 0x440;
  return found & mercenaries ? found | mercenaries : found;
}
