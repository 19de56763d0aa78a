// Puzzles: every winning move is taken, the defence is played, and refusals are explained, as tafl.puzzles.PuzzleTrainer and
// tafl.web._puzzles do it. Proofs are searched for on the page: they take some hundredths of a second.

import { Board, Move } from "../rules/board.js";
import { instantiate, readBytes } from "../rules/module.js";
import { Position } from "../rules/position.js";
import { Ruleset, use } from "../rules/ruleset.js";
import { moveWords, opponent, Table } from "../rules/table.js";
import { boardAt } from "../rules/walker.js";
import { site } from "./files.js";

const NODES = 5000; // of a proof that a move wins
const REFUTING = 4; // so many times as many to refute one
const FURTHER = 2; // a move that wins by so many plies later than the solution is refuted by an answer to such a win
const MEMORY = 8 << 20; // bytes of the table of a proof
const DEEPEST = 400;
const LINE = 100000; // so many nodes more for the line of a proof

const kernel = (async () => {
  const module = await instantiate(await readBytes(new URL("../rules/search.wasm", import.meta.url)));
  use(module);
  return module;
})();

/** Whether a side can force a win, within so many plies if that is asked: 1, -1 for no, 0 for open; and the line. */
function solve(module, position, side, nodes, within) {
  const { kernel: w } = module;
  const { outcome } = position;
  if (outcome) return { result: outcome.winner === side ? 1 : -1, line: [], nodes: 0 };
  const board = boardAt(position.asLenient().node);
  const prover = w.__pin(w.prover(board, side === "attackers" ? 0 : 1, MEMORY));
  try {
    const result = within === null ? w.prove(prover, nodes, DEEPEST) : w.proveWithin(prover, nodes, Math.min(within, DEEPEST));
    const looked = w.provenNodes(prover);
    const line = result === 1 ? module.list(w.provenLine(prover, looked + LINE)).map((code) => position.moveOf(code)) : [];
    return { result, line, nodes: looked };
  } finally {
    w.__unpin(prover);
    w.__collect();
  }
}

const isWin = ({ outcome }, side) => outcome?.winner === side;
const same = (one, two) => String(one) === String(two);
const begins = (line, moves) => moves.every((move, index) => line[index] && same(move, line[index]));

/** A puzzle that is being solved. */
class Trainer {
  constructor(module, { board, turn, line }, rules, played) {
    this.module = module;
    this.winner = turn;
    this.start = Position.fromBoard(Board.parse(board), rules, turn);
    this.line = line.map((text) => Move.parse(text));
    this.played = played;
    this.position = played.reduce((position, move) => position.play(move), this.start);
    if (!this.solved && (this.position.outcome || this.position.turn !== turn)) {
      throw new Error(`played: moves after which the ${turn} are to move were expected`);
    }
  }

  get solved() { return isWin(this.position, this.winner); }

  /** The rest of a solution from here; nothing if none is known. */
  remaining() {
    return this.solved ? [] : this.rest(this.position, this.played);
  }

  /** The rest of a line that wins, with the longest defence that is known. */
  rest(position, soFar) {
    if (soFar.length <= this.line.length && begins(this.line, soFar)) return this.line.slice(soFar.length);
    // Within the length of the solution first, which keeps to the promised number of moves and is quicker to prove.
    for (const within of [Math.max(this.line.length - soFar.length, 1), null]) {
      const { result, line } = solve(this.module, position, this.winner, NODES, within);
      if (result === 1 && line.length) return line;
    }
    return [];
  }

  /** Try a move. One that keeps the win is played, and the defence answers. */
  play(move) {
    const refusal = this.position.illegality(move);
    if (refusal) return { kind: "illegal", words: `${move} is not legal: ${refusal.words()}` };
    const after = this.position.play(move);
    if (isWin(after, this.winner)) {
      this.go(move, after);
      return { kind: "solved", words: `${move} wins: ${after.outcome.words()}` };
    }
    // Only the first move is proved to be the only one; later ones are proved when they are tried.
    const lost = after.outcome || (!this.played.length && !same(move, this.line[0]));
    const rest = lost ? [] : this.rest(after, [...this.played, move]);
    if (!rest.length) return this.refuse(move, after);
    this.go(move, after);
    const answers = [];
    for (const answer of rest) {
      if (this.solved || this.position.turn === this.winner) break;
      this.go(answer, this.position.play(answer));
      answers.push(answer);
    }
    const reply = answers.length ? `the answer is ${answers.join(" ")}` : `the ${this.winner} go on`;
    const words = `${move} keeps the win; ${reply}`;
    if (this.solved) return { kind: "solved", words: `${words}: ${this.position.outcome.words()}` };
    return { kind: "right", words };
  }

  go(move, after) {
    this.position = after;
    this.played = [...this.played, move];
  }

  refuse(move, after) {
    const words = `${move} does not keep the win`;
    if (after.outcome) return { kind: "wrong", words: `${words}: ${after.outcome.words()}`, refutation: [move] };
    const answer = this.refutation(after);
    if (!answer) return { kind: "wrong", words, refutation: [move] };
    const { outcome } = after.play(answer);
    return { kind: "wrong", words: `${words}: ${answer} refutes it${outcome ? `, and ${outcome.words()}` : ""}`, refutation: [move, answer] };
  }

  /** The first answer that wins, or else after which there is no win so soon. */
  refutation(after) {
    const answers = after.legalMoves().sort(byMove);
    const wins = answers.find((answer) => isWin(after.play(answer), opponent(this.winner)));
    if (wins) return wins;
    const left = Math.max(this.line.length - this.played.length, 1);
    let nodes = REFUTING * NODES;
    for (const answer of answers) {
      const end = after.play(answer);
      if (end.outcome || nodes <= 0) continue;
      const found = solve(this.module, end, this.winner, nodes, Math.max(left - 2, 1) + FURTHER);
      if (found.result === -1) return answer;
      nodes -= found.nodes;
    }
    return null;
  }
}

const arrow = (move) => (String(move) === "pass" ? [] : [move.origin, move.target]);
const place = (square) => square.charCodeAt(0) * 32 + Number(square.slice(1));
const byMove = (one, two) => place(one.origin) - place(two.origin) || place(one.target) - place(two.target);

/** Do what is asked for: what is said of it, the moves to be shown, and the place, or null for the last. */
function done(trainer, { hint, solution, stop, move, node }) {
  if (hint === true) {
    const [best] = trainer.remaining();
    const words = best ? `Look at ${best.origin}.` : "No winning move is known here.";
    return [{ kind: "hint", words, shapes: best ? [`G${best.origin}`] : [] }, trainer.played, null];
  }
  if (solution === true) {
    const before = trainer.played.length;
    const rest = trainer.remaining();
    const words = rest.length ? `The solution: ${rest.map(moveWords).join(" ")}.` : trainer.solved ? "It is solved." : "No winning move is known here.";
    return [{ kind: "solution", words, arrow: rest.length ? arrow(rest[0]) : [] }, [...trainer.played, ...rest], before];
  }
  if (stop === true || move != null) {
    const at = trainer.position.berserk;
    if (stop === true && at === null) throw new Error("there is no turn to stop");
    const said = trainer.play(stop === true ? new Move(at, at) : Move.parse(move));
    return [said, trainer.played, null];
  }
  return [{}, trainer.played, Number.isInteger(node) ? node : null];
}

/** What becomes of what a visitor does in a puzzle: the board, the views to be shown, the moves played, what is said. */
export async function attempt(body) {
  const { puzzle } = body;
  const rules = Ruleset.get(puzzle.ruleset);
  const [board, module, { rulesets }] = await Promise.all([rules.boardMessage(), kernel, site("rulesets.json")]);
  const { record } = rulesets[puzzle.ruleset];
  const trainer = new Trainer(module, puzzle, rules, body.played.map((text) => Move.parse(text)));
  const before = trainer.played.length;
  const [{ refutation = [], ...reply }, played, node] = done(trainer, body);
  const table = new Table(trainer.start, { board, record: { ruleset: record.ruleset }, branching: false });
  const views = [];
  const act = (move) => table.act(move.isStop && String(move) !== "pass" ? { type: "stop" } : { type: "play", move: String(move) });
  played.forEach((move, index) => {
    act(move);
    if (before <= index && index < trainer.played.length) views.push(table.view());
  });
  const limited = (views.length ? views : [table.view(node)]).map((view) => ({ ...view, actions: view.actions.filter((name) => name === "stop" || name === "pass") }));
  const refuting = refutation.map((move) => {
    act(move);
    return { ...table.view(), moves: {}, actions: [], locked: "the wrong move is taken back" };
  });
  return { board: table.board(["hint"]), views: limited, played: played.map(String), solved: trainer.solved, ...reply, ...(refuting.length ? { refutation: refuting } : {}) };
}
