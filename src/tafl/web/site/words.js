// What is said of a search: an analysis, a hint, and the mistakes of a game. tafl.table and tafl.web._analysis say the same.

import { effects, moveWords, stateWords, targets } from "../rules/table.js";

const FAULTS = [[0.35, "??"], [0.2, "?"], [0.1, "?!"]];
const EACH = [500, 20000]; // nodes for a position of a review: at least, and at most
const ALL = 1000000; // nodes of a review
const SHOWN = { line: 8, better: 6 };

/** What the attackers may expect: of an analysis, or where the game is over. */
function share({ outcome }, { score }) {
  if (outcome) return outcome.winner === null ? 0.5 : Number(outcome.winner === "attackers");
  return score.pov("attackers").expectedPoints;
}

const arrow = ({ moves: [first] }) => (first ? [first.origin, first.target] : []);

function lineWords({ moves, rolls }, count = SHOWN.line) {
  if (rolls || !moves.length) return "roll the die";
  return moves.slice(0, count).map(moveWords).join(" ") + (count > 1 && count < moves.length ? " …" : "");
}

/** The message that shows an analysis: a bar, the best lines, and their first moves as arrows. */
export function analysisMessage(position, found, node) {
  const { score, depth, nodes, lines } = found;
  const proven = score?.plies === null ? "" : " (proven)";
  const words = position.outcome ? position.outcome.words() : `${position.turn}: ${score}${proven}, depth ${depth}, ${nodes.toLocaleString("en")} nodes`;
  return {
    type: "analysis", on: true, node, share: share(position, found), words,
    lines: lines.map((line) => ({ words: `${line.score}  ${lineWords(line)}`, move: arrow(line) })),
  };
}

/** The message that shows the best move as a hint. */
export function hintMessage({ turn }, found) {
  if (!found?.lines.length) return { type: "hint", words: "The game is over.", move: [] };
  const [best] = found.lines;
  return { type: "hint", words: `Hint for the ${turn}: ${lineWords(best, 1)} (${found.score}).`, move: arrow(best) };
}

/** What is analysed next of the line on the board, and what comes of it. */
export class Review {
  #moves;
  #done = 0;
  #before = null; // the last position that was analysed, and what was found

  constructor(table) {
    this.#moves = table.line();
    this.nodes = Math.max(EACH[0], Math.min(EACH[1], Math.floor(ALL / (this.#moves.length + 1))));
  }

  /** The position that is analysed next; null at the end. */
  get position() {
    if (this.#done === this.#moves.length) return null;
    const [, play] = this.#moves[this.#done];
    return this.#knows(play) ? play.after : play.before;
  }

  /** Whether the position before a move is analysed: it is not at first, and where a die was rolled. */
  #knows({ before }) {
    return this.#before !== null && this.#before.position.turn === before.turn && this.#before.position.rollPending === before.rollPending;
  }

  message(found, mistakes) {
    return { type: "review", on: true, done: this.#done, count: this.#moves.length, points: found, mistakes };
  }

  /** Take the analysis of the position, and return the message that tells of it. */
  take(found) {
    const [node, play] = this.#moves[this.#done];
    const { position } = this;
    const before = this.#before;
    this.#before = { position, found };
    const point = share(position, found);
    if (position === play.before) return this.message(before ? [] : [{ node: 0, share: point }], []);
    this.#done += 1;
    return this.message([{ node, share: point }], this.#mistake(node, play, before.found, found));
  }

  #mistake(node, play, before, after) {
    const side = play.before.turn;
    const points = (toAttackers) => (side === "attackers" ? toAttackers : 1 - toAttackers);
    const [had, has] = [points(share(play.before, before)), points(share(play.after, after))];
    const isBest = String(before.lines[0]?.moves[0]) === String(play.move);
    const glyph = isBest ? undefined : FAULTS.find(([least]) => had - has >= least)?.[1];
    if (!glyph) return [];
    const words = [`Chance to win: ${Math.round(100 * had)} % → ${Math.round(100 * has)} %.`];
    const [answer] = after.lines;
    if (answer?.moves.length) words.push(`The answer: ${this.#describe(play.after, answer.moves[0])}`);
    const [better] = before.lines;
    if (better.moves.length) words.push(`Better: ${this.#describe(play.before, better.moves[0])}`);
    const shown = better.moves.slice(0, SHOWN.better).map(moveWords).join(" ") + (better.moves.length > SHOWN.better ? " …" : "");
    return [{ node, side, move: `${play.before.ply + 1}. ${moveWords(play.move)} ${glyph}`, words: words.join(" "), better: shown, moves: targets(play.before.legalMoves()) }];
  }

  /** What a move does, and whether it ends the game. */
  #describe(position, move) {
    const play = position.explain(move);
    return play.after.outcome ? `${effects(play)} ${stateWords(play.after)}` : effects(play);
  }
}
