// The search, which runs in a worker.
import { Move, squareName } from "./board.js";
import { TaflError } from "./errors.js";
import type { Position } from "./position.js";
import { LEVELS, type Side } from "./words.js";
import type { Answer, Question } from "./worker.js";

const WON = 30_000, SURE = 29_000, REPETITION = 20_000, TENFOLD = 400;
const NODES = 20_000, MEGABYTES = 16;
// How many moves a noisy player considers at least, and how much worse than the best a move counts for it at most.
const FEWEST = 16, LARGE = 1500;

/** What a position is worth to a side, in hundredths of a soldier; wins and losses are beyond 20,000. */
export class Score {
  constructor(readonly side: Side, readonly value: number) {}
  /** The number of plies to an end that the board alone brings about, or null. */
  get plies(): number | null { return Math.abs(this.value) >= SURE ? WON - Math.abs(this.value) : null; }
  get isDecided(): boolean { return Math.abs(this.value) >= REPETITION; }
  /** The points that the side may expect, from 0 to 1. */
  get expectedPoints(): number {
    return this.isDecided ? Number(this.value > 0) : 1 / (1 + 10 ** (-this.value / TENFOLD));
  }
  /** The score from the point of view of a side. */
  pov(side: Side): Score { return side === this.side ? this : new Score(side, -this.value); }
  toString(): string {
    const { plies } = this, wins = this.value > 0;
    if (!this.isDecided) return `${this.value < 0 ? "-" : "+"}${(Math.abs(this.value) / 100).toFixed(2)}`;
    if (plies === 0) return wins ? "has won" : "has lost";
    if (plies === null) return `${wins ? "wins" : "loses"} by repetition`;
    return `${wins ? "wins" : "loses"} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
  }
}

/** A line of moves, with its score for the side to move at its beginning. */
export interface Line {
  readonly score: Score;
  /** The moves, up to a roll of the die. */
  readonly moves: readonly Move[];
  /** Whether the line begins with a roll of the die. */
  readonly rolls: boolean;
}

/** What a search has found so far. */
export interface Info {
  readonly depth: number;
  readonly nodes: number;
  readonly ms: number;
  /** The best lines, the best one first. */
  readonly lines: readonly Line[];
}

/** What a search has found. */
export interface Found extends Info {
  /** The move to play; null to roll the die, or if the search was stopped before it had found anything. */
  readonly best: Move | null;
  /** Whether to roll the die. */
  readonly rolls: boolean;
  /** What the position is worth to the side to move; null where nothing was searched. */
  readonly score: Score | null;
}

export interface SearchOptions {
  /** After how many positions to stop. */
  nodes?: number;
  /** After how many milliseconds to stop. */
  ms?: number;
  /** After how many plies to stop. */
  depth?: number;
  /** How strong to play, from 1 for beginners to 10: as the library's `AlphaBeta(level=...)`. */
  level?: number;
  /** How many of the best lines to find. */
  lines?: number;
  /** Called after each depth. */
  onInfo?(info: Info): void;
  /** Stops the search when it is aborted; what was found until then is the answer. */
  signal?: AbortSignal;
  /** What decides the errors of a level, numbers from 0 to 1; `Math.random` if nothing else is given. */
  random?(): number;
}

interface Link {
  post(question: Question): void;
  end(): void;
}

/** A worker that searches one position after the other, and keeps what it has found out. */
export class Searcher {
  private link: Link | null = null;
  private running: { take(answer: Answer): void; fail(error: Error): void; last: Answer } | null = null;
  private readonly flag = sharedFlag();
  private queue: Promise<unknown> = Promise.resolve();

  /** `megabytes` is the size of the table. */
  constructor(private readonly megabytes = MEGABYTES) {}

  /** Search a position; without a limit or a level 20,000 nodes. Searches wait for those before them. */
  search(position: Position, options: SearchOptions = {}): Promise<Found> {
    const next = this.queue.then(() => this.start(position, options));
    this.queue = next.catch(() => undefined);
    return next;
  }
  /** Stop the search that runs: its answer is what it has found so far. */
  stop(): void {
    const { running } = this;
    if (!running) return;
    if (this.flag) {
      Atomics.store(this.flag, 0, 1);
      return;
    }
    this.close();
  }
  /** End the worker; a later search starts another. */
  close(): void {
    this.link?.end();
    this.link = null;
    this.running?.take({ ...this.running.last, type: "done" });
  }

  private async start(position: Position, options: SearchOptions): Promise<Found> {
    const question = this.questionOf(position, options), choices = choicesOf(position);
    if (choices.length === 1 && options.lines === undefined) {
      const [best] = choices;
      return { best, rolls: best === null, score: null, depth: 0, nodes: 0, ms: 0, lines: [] };
    }
    this.link ??= await this.open();
    const stop = () => this.stop();
    options.signal?.addEventListener("abort", stop);
    try {
      const answer = await this.ask(question, options.signal?.aborted ?? false, (one) => options.onInfo?.(infoOf(position, one)));
      return foundOf(position, answer, options, choices);
    } finally {
      options.signal?.removeEventListener("abort", stop);
    }
  }

  private ask(question: Question, isAborted: boolean, told: (answer: Answer) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        this.running = null;
        settle();
      };
      const running = {
        last: { type: "info", depth: 0, nodes: 0, ms: 0, lines: [] } as Answer,
        take: (answer: Answer) => {
          if (this.running !== running) return;
          if (answer.type === "failed") return end(() => reject(new TaflError(answer.message ?? "the search failed")));
          running.last = answer;
          told(answer);
          if (answer.type === "done") end(() => resolve(answer));
        },
        fail: (error: Error) => end(() => reject(error)),
      };
      this.running = running;
      this.link?.post(question);
      if (isAborted) this.stop();
    });
  }

  private questionOf(position: Position, options: SearchOptions): Question {
    if (position.outcome) throw new TaflError("position: the game is over, so there is nothing to search");
    const choices = choicesOf(position).length, level = options.level === undefined ? null : LEVELS[options.level];
    if (level === undefined) throw new RangeError(`level: a number from 1 to 10 was expected, not ${options.level}`);
    const { ms = 0, depth = 0 } = options, noise = level?.[1] ?? 0;
    let { nodes = level?.[0] ?? 0, lines = 1 } = options;
    if (!nodes && !ms && !depth && !options.signal) nodes = NODES;
    for (const [name, value] of Object.entries({ nodes, ms, depth, lines })) {
      if (!(value >= 0)) throw new RangeError(`${name}: a number from 0 on was expected, not ${value}`);
    }
    if (noise) {
      lines = Math.min(choices, Math.max(FEWEST, Math.floor(noise / FEWEST)));
      if (nodes) nodes = Math.max(nodes, lines * choices); // each line takes a search of all moves that are left
    }
    const { ruleset } = position;
    if (this.flag) Atomics.store(this.flag, 0, 0);
    return {
      text: position.text, lenient: position.isLenient, ruleset: ruleset.document ?? ruleset.name, nodes, depth, ms, lines,
      megabytes: this.megabytes, stop: this.flag,
    };
  }

  private async open(): Promise<Link> {
    const take = (answer: Answer) => this.running?.take(answer);
    const fail = (error: unknown) => {
      this.link = null;
      this.running?.fail(new TaflError(`the worker of the search ended: ${(error as Error)?.message ?? error}`));
    };
    return typeof Worker === "undefined" ? openThread(take, fail) : openWorker(take, fail);
  }
}

/** A flag that a worker sees while it searches; null where a page may not have one, and the worker is ended instead. */
function sharedFlag(): Int32Array | null {
  const isolated = typeof document === "undefined" || crossOriginIsolated;
  return typeof SharedArrayBuffer !== "undefined" && isolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
}

async function openThread(take: (answer: Answer) => void, fail: (error: unknown) => void): Promise<Link> {
  const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:worker_threads");
  const thread = new Thread(new URL("./worker.js", import.meta.url));
  thread.unref();
  thread.on("message", (answer: Answer) => {
    if (answer.type !== "info") thread.unref();
    take(answer);
  });
  thread.on("error", fail);
  return {
    post: (question) => {
      thread.ref(); // the program does not end before the answer
      thread.postMessage(question);
    },
    end: () => void thread.terminate(),
  };
}

function openWorker(take: (answer: Answer) => void, fail: (error: unknown) => void): Link {
  const worker = makeWorker();
  worker.addEventListener("message", (event: MessageEvent<Answer>) => take(event.data));
  worker.addEventListener("error", fail);
  return { post: (question) => worker.postMessage(question), end: () => worker.terminate() };
}

function makeWorker(): Worker {
  const url = new URL("./worker.js", import.meta.url);
  if (url.origin === location.origin) return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  // A worker may not come from another origin, but it may import from there.
  const own = URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" }));
  return new Worker(own, { type: "module" });
}

/** The legal moves, and null for a roll of the die. */
function choicesOf(position: Position): (Move | null)[] {
  return position.canRoll ? [...position.legalMoves(), null] : position.legalMoves();
}

function infoOf(position: Position, { depth, nodes, ms, lines }: Answer): Info {
  const { size, turn } = position;
  const shown = lines.map(([value, codes]): Line => {
    const end = codes.indexOf(-1), moves = end < 0 ? codes : codes.slice(0, end);
    return {
      score: new Score(turn, value), rolls: codes[0] === -1,
      moves: moves.map((code) => new Move(squareName(code >> 10, size), squareName(code & 1023, size))),
    };
  });
  return { depth, nodes, ms, lines: shown };
}

function foundOf(position: Position, answer: Answer, options: SearchOptions, choices: (Move | null)[]): Found {
  const info = infoOf(position, answer), noise = options.level === undefined ? 0 : LEVELS[options.level][1];
  const line = noise ? chooseByNoise(info.lines, noise, options.random ?? Math.random) : info.lines[0];
  const best = line ? line.moves[0] ?? null : choices[0];
  return { ...info, best, rolls: line?.rolls ?? best === null, score: line?.score ?? null };
}

/** The best line by scores with errors. */
function chooseByNoise(lines: readonly Line[], noise: number, random: () => number): Line | undefined {
  const least = Math.max(...lines.map(({ score }) => score.value)) - LARGE;
  let best: Line | undefined, most = -Infinity;
  for (const line of lines) {
    const value = Math.max(line.score.value, least) + noise * gauss(random);
    if (value > most) [best, most] = [line, value];
  }
  return best;
}

function gauss(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

let shared: Searcher | null = null;

/** Search a position in a worker that all such searches share. */
export function search(position: Position, options: SearchOptions = {}): Promise<Found> {
  return (shared ??= new Searcher()).search(position, options);
}
