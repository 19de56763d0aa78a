// What the module with the search exports beside the rules.
import { List, Stop, Vec64 } from "./runtime";
import {
  Tables, History, Ancestor, MutablePosition, Evaluation, Network, AlphaBetaSearch, Transpositions, Prover, ProofTable,
} from "./build/kernel";
export * from "./rules";

function listed(v: Vec64): List<i64> {
  const list = new List<i64>();
  for (let i: i64 = 0; i < v.length; i++) list.append(v.g(i));
  return list;
}

export function network(t: Tables, biases: Vec64, weights: Vec64, outputs: Vec64): Network {
  return new Network(t, listed(biases), listed(weights), listed(outputs));
}

export function evaluation(
  t: Tables, weights: Vec64, pieces: Vec64, men: Vec64, enough: i32, offset: i32, net: Network | null,
): Evaluation {
  const e = new Evaluation(t, listed(weights), listed(pieces), listed(men), 0, net);
  e.enough = enough;
  e.offset = offset;
  return e;
}

export function search(p: MutablePosition, e: Evaluation, megabytes: i32): AlphaBetaSearch {
  return new AlphaBetaSearch(p, e, new Transpositions(megabytes));
}
export function begin(s: AlphaBetaSearch, p: MutablePosition, nodes: i32, lines: i32): void { s.begin(p, nodes, new Stop(), lines); }
export function deepen(s: AlphaBetaSearch): bool { return s.deepen(1); }
export function nodes(s: AlphaBetaSearch): i32 { return <i32>s.nodes; }
export function depth(s: AlphaBetaSearch): i32 { return <i32>s.depth; }
export function lines(s: AlphaBetaSearch): i32 { return <i32>s.lines.length; }
export function value(s: AlphaBetaSearch, n: i32): i32 { return <i32>s.lines.g(n).a; }
export function lineLength(s: AlphaBetaSearch, n: i32): i32 { return <i32>s.lines.g(n).b.length; }
export function lineMove(s: AlphaBetaSearch, n: i32, i: i32): i32 { return <i32>s.lines.g(n).b.g(i); }

/** A position of its own with what is on the board of another; it stands on the chain of those before it that is given. */
function resume(p: MutablePosition, past: Ancestor | null): MutablePosition {
  const older: Ancestor | null = p.since_capture == 0 ? null : past, code = p.history.code(p.history.depth);
  const flags = p.unannounced | (p.lenient ? 2 : 0);
  const history = new History(p.t, older, code, p.history.repetition_key(), flags);
  return new MutablePosition(
    p.t, p.cells.slice(0, p.cells.length), p.king, p.side, p.ply, p.since_capture, flags, p.roll, p.berserk, p.status,
    p.key, history,
  );
}

export { resume }; // for checks.ts: only what is declared as exported ships

/** The search for a proof from a lenient position of a game whose repetitions and limits count. */
export function prover(p: MutablePosition, side: i32, bytes: i32): Prover {
  const t = p.t, ignored: i64 = 0, counts = t.repeats.what != ignored, byPath = counts && !t.repeats.keyed;
  const past = new Set<i64>(), keys = counts ? p.history.past_keys(p.since_capture, byPath ? 1 : t.repeats.count - 1) : null;
  for (let i = 0; keys && i < <i32>keys.length; i++) past.add(keys.g(i));
  return new Prover(resume(p, null), side, new ProofTable(bytes), t.quiet_limit, t.move_limit, past, byPath, new Set<i64>(), null);
}
/** 1 if the side wins, -1 if it does not, 0 if that is open. */
export function prove(s: Prover, nodes: i32, depth: i32): i32 { return <i32>s.prove(nodes, depth, false); }
/** The same of a win within so many plies. */
export function proveWithin(s: Prover, nodes: i32, plies: i32): i32 { return <i32>s.prove(nodes, plies, true); }
export function provenLine(s: Prover, nodes: i32): Vec64 { return Vec64.from(s.line(nodes)); }
export function provenNodes(s: Prover): i32 { return <i32>s.nodes; }
