// Squares, pieces, boards and moves. A square is a text such as `a1`; in the kernel it is the index of a padded board.
import { NotationError } from "./errors.js";
import type { Side } from "./words.js";

/** A square, such as `d4`. */
export type Square = string;
export type Kind = "soldier" | "king" | "commander" | "knight" | "mercenary" | "guard";

/** A piece on the board. */
export interface Piece {
  readonly side: Side;
  readonly kind: Kind;
  /** Its letter in records: lower case for the attackers. */
  readonly letter: string;
  /** What it is called in English, such as `attacker` or `king`. */
  readonly name: string;
}

const MAX_SIZE = 21, WALL = 8;
export const KING = 4, ATTACKERS = 0x00f1, DEFENDERS = 0x0f06;
const KINDS: [number, string, Kind][] = [
  [1, "t", "soldier"], [2, "T", "soldier"], [4, "K", "king"], [16, "c", "commander"], [32, "n", "knight"],
  [64, "m", "mercenary"], [128, "g", "guard"], [256, "C", "commander"], [512, "N", "knight"], [1024, "M", "mercenary"],
  [2048, "G", "guard"],
];
const PIECES = new Map<number, Piece>(), BITS = new Map<string, number>();
for (const [bit, letter, kind] of KINDS) {
  const side: Side = bit & ATTACKERS ? "attackers" : "defenders";
  const name = kind === "king" ? kind : kind === "soldier" ? side.slice(0, -1) : `${side.slice(0, -3)}ing ${kind}`;
  PIECES.set(bit, { side, kind, letter, name });
  BITS.set(letter, bit);
}

/** The name of a padded square. */
export function squareName(q: number, size: number): Square {
  const stride = size + 2;
  return String.fromCharCode(96 + (q % stride)) + Math.floor(q / stride);
}

/** The padded square of that name, 0 if the board has none. */
export function squareNumber(square: Square, size: number): number {
  const file = square.charCodeAt(0) - 96, rank = Number(square.slice(1));
  return file >= 1 && file <= size && rank >= 1 && rank <= size ? rank * (size + 2) + file : 0;
}

/** A square of some board. */
export function parseSquare(text: string): Square {
  const found = /^\s*([a-uA-U])(1[0-9]|2[01]|[1-9])\s*$/.exec(text);
  if (!found) throw new NotationError("a square was expected, such as a1 or k11", text);
  return found[1].toLowerCase() + found[2];
}

/** What stands where. It does not change. */
export class Board {
  constructor(
    readonly size: number,
    /** The padded board, with the bit of each piece. */
    readonly cells: Readonly<Uint16Array>,
  ) {}
  /** The piece on a square, or null. */
  get(square: Square): Piece | null {
    return PIECES.get(this.cells[squareNumber(square, this.size)]) ?? null;
  }
  /** Whether there is such a square. */
  has(square: Square): boolean { return squareNumber(square, this.size) !== 0; }
  /** The pieces by their squares, from a1 on. */
  *entries(): Generator<[Square, Piece]> {
    for (let q = 0; q < this.cells.length; q++) {
      const piece = PIECES.get(this.cells[q]);
      if (piece) yield [squareName(q, this.size), piece];
    }
  }
  [Symbol.iterator](): Generator<[Square, Piece]> { return this.entries(); }
  /** How many such pieces there are: of a side, or of both. */
  count(side?: Side): number {
    return [...this.entries()].filter(([, piece]) => side === undefined || piece.side === side).length;
  }
  /** The board as a record, rank 1 first. */
  get record(): string {
    const stride = this.size + 2, ranks: string[] = [];
    for (let rank = 1; rank <= this.size; rank++) {
      const row = Array.from({ length: this.size }, (_, i) => PIECES.get(this.cells[rank * stride + i + 1])?.letter ?? ".");
      ranks.push(row.join("").replace(/\.+/g, (run) => String(run.length)));
    }
    return `/${ranks.join("/")}/`;
  }
  /** A picture, the highest rank first. */
  toString(): string {
    const files = Array.from({ length: this.size }, (_, i) => String.fromCharCode(97 + i)), wide = this.size > 9 ? 2 : 1;
    const rows = Array.from({ length: this.size }, (_, i) => {
      const rank = this.size - i;
      return [String(rank).padStart(wide), ...files.map((file) => this.get(file + rank)?.letter ?? ".")].join(" ");
    });
    return [...rows, [" ".repeat(wide), ...files].join(" ")].join("\n");
  }
  /** The board with that piece, by its letter, or none, on a square. */
  put(square: Square, letter: string | null): Board {
    const cells = Uint16Array.from(this.cells);
    cells[squareNumber(square, this.size)] = letter === null ? 0 : BITS.get(letter) ?? 0;
    return new Board(this.size, cells);
  }
  /** Read a record, such as `/2t2/5/t1K1t/5/2t2/`, which stands in a text from an offset on. */
  static parse(record: string, text = record, offset = 0): Board {
    const rows = record.replace(/^\//, "").replace(/\/$/, "").split("/"), size = rows.length, stride = size + 2;
    const cells = new Uint16Array(stride * stride).fill(WALL);
    if (size < 3 || size > MAX_SIZE) throw new NotationError(`3 to ${MAX_SIZE} ranks were expected, not ${size}`, text, offset);
    let at = offset + (record.startsWith("/") ? 1 : 0);
    rows.forEach((row, rank) => {
      let file = 0;
      for (const [part] of row.matchAll(/\d+|\D/g)) {
        const count = /\d/.test(part) ? Number(part) : 1, bit = /\d/.test(part) ? 0 : BITS.get(part);
        if (bit === undefined) throw new NotationError("a number or one of tcnmgTCNMGK was expected", text, at);
        if (file + count > size) throw new NotationError(`${size} squares were expected in the rank`, text, at);
        for (let i = 0; i < count; i++) cells[(rank + 1) * stride + ++file] = bit;
        at += part.length;
      }
      if (file !== size) throw new NotationError(`${size} squares were expected in the rank, not ${file}`, text, at);
      at++;
    });
    return new Board(size, cells);
  }
}

const DASHES = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d", ARROWS = "→⇒⟶⟹⟼↦⇨➔➙➛➜➝➞➡", LETTER = "[tcnkmgTCNKMG]?";
const SQUARE = "[a-uA-U](?:1[0-9]|2[01]|[1-9])";
const SIGN = `\\^=|[-${DASHES}]+>?|=>|[=^>:x×${ARROWS}]|to(?=\\s)`;
const TAKES = "takes|taking|captures?|capturing|kills|schlägt|slår|prend";
const NEXT = `(?:\\s*[,x×*/&]\\s*|\\s+(?:(?:and|und|och)\\s+)?)`;
const CAPTURED = `${LETTER}${SQUARE}(?:${NEXT}(?:[x×*]\\s*)?${LETTER}${SQUARE})*`;
const REST = `(?:\\s*\\(\\s*(?:(?:[x×*]|${TAKES})\\s*)?${CAPTURED}\\s*\\)|(?:\\s*[x×*]\\s*|,?\\s+(?:${TAKES})\\s+)${CAPTURED})?(?:\\+\\+?|--?)?\\s*`;
const ORIGIN = new RegExp(`^\\s*${LETTER}(${SQUARE})(?![0-9])`);
const TARGET = new RegExp(`^(?:(${SQUARE})(?![0-9])|([a-uA-U]|1[0-9]|2[01]|[1-9])(?=[x×*+#!?,;.:()\\s${DASHES}-]|$))`);
const SIGNED = new RegExp(`^\\s*(${SIGN})?\\s*`);
const RESTED = new RegExp(`^${REST}$`);

/** A move of a piece from a square to another; from a square to itself it ends a berserk turn. */
export class Move {
  /** What a side plays that passes, where the rules allow it. */
  static readonly PASS = new Move("a1", "a1");

  constructor(readonly origin: Square, readonly target: Square) {}
  /** Whether the piece stays where it is, which ends a berserk turn. */
  get isStop(): boolean { return this.origin === this.target; }
  toString(): string { return this.origin === "a1" && this.isStop ? "pass" : `${this.origin}-${this.target}`; }
  toJSON(): string { return this.toString(); }

  /** Read a move such as `d1-d3`, in the spellings that the library reads; captures behind it are not checked. */
  static parse(text: string): Move {
    if (/^\s*pass\s*$/i.test(text)) return Move.PASS;
    const first = ORIGIN.exec(text);
    if (!first) throw new NotationError("a move was expected, such as d1-d3", text, text.search(/\S|$/));
    let at = first[0].length;
    const sign = SIGNED.exec(text.slice(at)) as RegExpExecArray;
    at += sign[0].length;
    const target = TARGET.exec(text.slice(at));
    if (!target || (target[1] === undefined && sign[1] === undefined)) {
      throw new NotationError(sign[1] ? "a square was expected, such as a1 or k11" : "a move was expected, such as d1-d3", text, at);
    }
    at += target[0].length;
    if (!RESTED.test(text.slice(at))) throw new NotationError("the end of the move or its captures were expected", text, at);
    const origin = first[1].toLowerCase(), alone = target[2]?.toLowerCase();
    if (alone === undefined) return new Move(origin, target[1].toLowerCase());
    return new Move(origin, /\d/.test(alone) ? origin[0] + alone : alone + origin.slice(1));
  }
}

/** A move that was given as one, or as its text. */
export function asMove(move: Move | string): Move {
  return typeof move === "string" ? Move.parse(move) : move;
}
