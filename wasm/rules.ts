// What the module exports of the rules. Objects that a host keeps are to be pinned by it (`__pin`, `__unpin`), and it
// calls `__collect` now and then between other calls.
import { List, Vec16, Vec64 } from "./runtime";
import {
  Tables, History, MutablePosition, history_zobrist_key, history_repetition_key, history_next_repetition_key,
  play_status_of, play_mover, play_unannounced_after, reasons_captures, reasons_refusal, generate_straight, threats_said,
  threats_said_newly, codes_opponent,
} from "./build/kernel";

export function alloc(bytes: usize): usize { return heap.alloc(bytes); }
export function free(at: usize): void { heap.free(at); }
export function words(at: usize): Vec64 { return Vec64.read(at); }
export function cells(at: usize): Vec16 { return Vec16.read(at); }
export function length(v: Vec64): i32 { return <i32>v.length; }

/** The tables of a ruleset, from their words. */
export function tables(at: usize): Tables {
  const t = new Tables();
  t.read(at);
  return t;
}

/**
 * A position that is set up by hand: of the flags 4 for the first of a game, 2 for a lenient one, 1 for an unannounced way
 * out, 8 for a game that had begun.
 */
export function setUp(
  t: Tables, cells: Vec16, king: i32, side: i32, flags: i32, roll: i32, berserk: i32, ply: i32,
): MutablePosition {
  const key = history_zobrist_key(t, cells, side, berserk, flags, 0, -1, null);
  const history = new History(t, null, 0, history_repetition_key(t, cells, key, side), flags);
  const status = play_status_of(t, cells, king, side, berserk, flags, 0, 0, 0);
  return new MutablePosition(t, cells, king, side, ply, 0, flags, roll, berserk, status, key, history);
}

// Where in memory the numbers of a vector, and the board of a position, begin.
export function numbersOf(v: Vec64): usize { return changetype<usize>(v) + offsetof<Vec64>(); }
export function board(p: MutablePosition): usize { return changetype<usize>(p.cells) + offsetof<Vec16>(); }

// Moves are origin * 1024 + target.
export function room(t: Tables): Vec64 { return Vec64.filled(4 * t.n * t.n, 0); }
export function fill(p: MutablePosition, out: Vec64): i32 { return <i32>p.fill(out, 0); }
export function make(p: MutablePosition, q: i32, to: i32): void { p.make(q, to); }
/** A move by which the defenders do not announce a way out that it leaves or opens. */
export function makeSilently(p: MutablePosition, q: i32, to: i32): void {
  const t = p.t, h = p.history, before = p.cells.slice(0, p.cells.length), unannounced = p.unannounced;
  const piece = play_mover(before, q, to, p.side, p.berserk), repetition = h.repetition_key();
  p.make(q, to);
  const same = p.berserk == 0 ? 0 : 2; // whether the piece goes on
  const left = play_unannounced_after(t, before, p.cells, p.king, piece, unannounced, false, same);
  if (left == p.unannounced) return;
  p.unannounced = left;
  p.key ^= t.keys.g(1);
  if (t.repeats.mirrored) return;
  const code = h.code(h.depth), key = h.key(h.depth - 1), state = h.state(h.depth - 1);
  h.leave();
  h.push(code, key, state, history_next_repetition_key(t, p.cells, p.key, p.side, repetition, piece, q, to));
}
/** What is announced after a move: by the side that has moved, and times 16 by the other; 0 is nothing. */
export function announced(p: MutablePosition, q: i32, to: i32, silent: bool): i32 {
  const t = p.t, before = p.cells.slice(0, p.cells.length), king = p.king, side = p.side;
  if (silent) makeSilently(p, q, to);
  else p.make(q, to);
  let both: i64 = 0;
  if (p.end() == 0) {
    if (p.berserk == 0) both = threats_said(t, p.cells, p.king, side);
    both |= threats_said_newly(t, before, king, t, p.cells, p.king, codes_opponent(side)) << 4;
  }
  p.unmake();
  return <i32>both;
}
export function unmake(p: MutablePosition): void { p.unmake(); }
export function end(p: MutablePosition): i32 { return <i32>p.end(); }
export function canRoll(p: MutablePosition): bool { return p.can_roll(); }
export function roll(p: MutablePosition, face: i32): void { p.roll = face; }
/** Where the piece stands whose berserk turn it is, or 0. */
export function berserk(p: MutablePosition): i32 { return <i32>p.berserk; }
export function king(p: MutablePosition): i32 { return <i32>p.king; }
export function pending(p: MutablePosition): i32 { return <i32>p.roll; }
export function unannounced(p: MutablePosition): bool { return p.unannounced != 0; }
export function sinceCapture(p: MutablePosition): i32 { return <i32>p.since_capture; }
export function side(p: MutablePosition): i32 { return <i32>p.side; }
export function occurrences(p: MutablePosition): i32 { return <i32>p.occurrences(); }

/** Why a move takes what it takes: of each piece its square, the rule, and how many squares took it, and these. */
export function explain(p: MutablePosition, q: i32, to: i32): Vec64 {
  const found = reasons_captures(p.t, p.cells, p.cells.g(q) == 4 ? to : p.king, q, to);
  const squares = found.keys(), out = new List<i64>();
  for (let i = 0; i < squares.length; i++) {
    const why = found.get(squares[i]);
    out.append(squares[i]);
    out.append(why.a);
    out.append(why.b.length);
    out.extend(why.b);
  }
  return Vec64.from(out);
}

/** Why a move is illegal, repetition apart: the reason times 1024, and the square that it is about; -1 if it is legal. */
export function illegality(p: MutablePosition, q: i32, to: i32): i32 {
  const why = reasons_refusal(p.t, p.cells, p.king, p.side, p.roll, p.confinement(), p.berserk, q, to);
  return why == null ? -1 : <i32>(why.a << 10 | why.b);
}

export function ply(p: MutablePosition): i32 { return <i32>p.ply; }

export function allows(p: MutablePosition, q: i32, to: i32): bool { return p.allows(q, to, generate_straight(p.t, q, to)); }
