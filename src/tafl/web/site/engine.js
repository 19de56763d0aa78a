// The players of the computer, and analyses: searches run in a worker.

import { Searcher } from "../rules/search.js";

const WON = 1000; // more than all pieces

/** How many pieces a move captures; more than any for a win, less than none for a loss. */
function gain(position, move) {
  if (move === null) return 0;
  const { captures, after } = position.explain(move);
  const { outcome } = after;
  if (!outcome) return captures.length;
  return outcome.winner === null ? 0 : outcome.winner === position.turn ? WON : -WON;
}

/** The legal moves, and null for a roll of the die. */
const choices = (position) => (position.canRoll ? [...position.legalMoves(), null] : position.legalMoves());
const drawn = (among) => among[Math.floor(Math.random() * among.length)];

export class Engine {
  #searcher = new Searcher();
  #isStopped = false;

  /** Load the search, so that it is there when the computer is to move. */
  warm(position) {
    if (!position.outcome) this.#searcher.search(position, { nodes: 1, lines: 1 }).catch(() => {});
  }

  /** The move of a player, or null to roll the die. */
  async choose(position, { name, level, nodes, depth, seconds }) {
    const all = choices(position);
    if (name === "random") return drawn(all);
    if (name === "greedy") {
      const gains = all.map((move) => gain(position, move));
      return drawn(all.filter((_, index) => gains[index] === Math.max(...gains)));
    }
    return (await this.#searcher.search(position, { level, nodes, depth, ms: 1000 * seconds })).best;
  }

  /** What a search finds, and whether it came to its end; `told` takes what it has found after each depth. */
  async analyse(position, { nodes, ms, depth, lines = 1 }, told = () => {}) {
    this.#isStopped = false;
    const whole = (found) => ({ ...found, score: found.lines[0]?.score ?? null });
    if (position.outcome) return { lines: [], score: null, depth: 0, nodes: 0, whole: true };
    const limits = { nodes, ms, depth: depth ?? undefined, lines };
    const found = await this.#searcher.search(position, { ...limits, onInfo: (info) => { if (info.lines.length) told(whole(info)); } });
    return { ...whole(found), whole: !this.#isStopped };
  }

  /** End the search that runs. */
  stop() {
    this.#isStopped = true;
    this.#searcher.stop();
  }
}
