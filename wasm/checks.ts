// What is compared: all that ships, and what only the comparison asks. `checked.ts` is the same with checks.
import { List, Vec64 } from "./runtime";
import {
  Ancestor, MutablePosition, Prover, perft_perft, playouts_play_out, captures_apply_move, queries_taken_by,
  queries_men_taken, queries_more_taken, queries_mobility_of, queries_counted, queries_reach_of, queries_attacking,
  queries_reaching, queries_codes_made, queries_rolls_made,
} from "./build/kernel";
export * from "./search";

export function word(v: Vec64, i: i32): i64 { return v.g(i); }
export function perft(p: MutablePosition, depth: i32, bulk: bool): f64 { return <f64>perft_perft(p, depth, bulk); }
export function cell(p: MutablePosition, q: i32): i32 { return p.cells.g(q); }
export function key(p: MutablePosition): i64 { return p.key; }
/** What the last move took: see the kernel's codes. */
export function report(p: MutablePosition): i32 { return <i32>(p.history.code(p.history.depth) >> 20); }
/** Play at random to the end, or so many plies; how the game has ended, or 0. */
export function playOut(p: MutablePosition, seed: i32, limit: i32): i32 { return <i32>playouts_play_out(p, seed, limit); }

/** A position as one of those before another, on the chain of those before it. */
export function ancestor(p: MutablePosition, earlier: Ancestor | null): Ancestor {
  const flags = p.unannounced | (p.ply == 0 ? 4 : 0), code = p.history.code(p.history.depth);
  return new Ancestor(
    earlier, p.cells.slice(0, p.cells.length), p.key, p.history.repetition_key(), code, flags, p.roll, p.berserk,
    p.side, p.ply, p.since_capture, code >> 20,
  );
}

/** What a move takes: entries (a piece times 1024, and its square), and what the boards before and after it show. */
export function taken(p: MutablePosition, q: i32, to: i32): Vec64 {
  const king: i64 = p.cells.g(q) == 4 ? to : p.king, after = p.cells.slice(0, p.cells.length), code: i64 = q << 10 | to;
  const taken = captures_apply_move(p.t, after, king, q, to, null);
  const out = queries_taken_by(p.t, p.cells, p.king, q, to);
  out.extend(queries_men_taken(p.t, p.cells, after, code, taken));
  out.extend(queries_more_taken(p.t, p.cells, after, code, taken));
  return Vec64.from(out);
}

/** What bots ask of a board and a square. */
export function ask(p: MutablePosition, q: i32): Vec64 {
  const attackers = 0x00f1, defenders = 0x0f06, own = p.cells.g(q) & defenders ? defenders : attackers;
  const out = new List<i64>();
  out.append(queries_mobility_of(p.t, p.cells, p.king, attackers));
  out.append(queries_mobility_of(p.t, p.cells, p.king, defenders));
  out.append(queries_counted(p.t, p.cells, attackers));
  out.append(queries_counted(p.t, p.cells, defenders));
  out.extend(queries_reach_of(p.t, p.cells, p.king, q));
  out.extend(queries_attacking(p.t, p.cells, p.king, q));
  out.extend(queries_reaching(p.t, p.cells, p.king, own, q));
  out.extend(queries_codes_made(p.history));
  out.extend(queries_rolls_made(p.history));
  return Vec64.from(out);
}

export function proofNumber(s: Prover): i32 { return <i32>s.pn; }
export function disproofNumber(s: Prover): i32 { return <i32>s.dn; }
