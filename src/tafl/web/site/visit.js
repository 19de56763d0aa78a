// A game on a page that is played by the rules in WebAssembly: what is done on the board is done here, and the computer
// searches in a worker. tafl.web._host.Visit is the same in Python, and its steps are read by both.

import { checkRight, computers, continuation, isStudy, joined, limited, offers, other, readPlayer, rematch } from "./roles.js";
import { analysisMessage, hintMessage, Review } from "./words.js";

const STEPS = 5000;
const HINT = { nodes: 100000, ms: 3000 };
const ANALYSIS = 5000000; // nodes
const LINES = [3, 5]; // of an analysis: as many as usual, and at most
const PLIES = 64;
const WARM = 100; // milliseconds after which the search is loaded: the board comes first

function number(action, name, usual, most) {
  const value = action[name] ?? usual;
  if (!Number.isInteger(value) || value < 1 || value > most) throw new Error(`${name}: a number from 1 to ${most} was expected`);
  return value;
}

/**
 * Begins with a `game`: its description, its steps and the token of the visitor, which is a role. `table` is where it
 * stands, `tell` takes the messages, `keep` the steps, and `engine` searches.
 */
export class Visit {
  #game;
  #description;
  #table;
  #role;
  #tell;
  #keep;
  #engine;
  #version = null;
  #node = null;
  #players;
  #analysis = null; // what is asked for: the lines and the depth
  #analysed = null; // the place of the last analysis that is whole, or goes on
  #hints = 0;
  #review = null;
  #thinking = null;
  #job = null;
  #changed = false;
  #running = false;

  constructor(game, { table, tell, keep, engine, dialects }) {
    this.#game = game;
    this.#description = JSON.parse(game.description);
    this.#table = table;
    this.#role = game.token;
    this.#tell = tell;
    this.#keep = keep;
    this.#engine = engine;
    const { seats } = this.#description;
    this.#players = Object.fromEntries(computers(seats).map((side) => [side, readPlayer(seats[side])]));
    if (computers(seats).length) setTimeout(() => engine.warm(table.position), WARM);
    tell(joined(this.#description, this.#role, dialects));
    tell(table.board(offers(this.#role, this.#description)));
    this.#show(table.view());
    this.#wake();
  }

  /** The record of the game, for those who keep it. */
  get record() { return this.#table.game(); }
  get game() { return this.#game; }

  #show(view) {
    this.#version = view.version;
    this.#node = view.live ? null : view.node;
    this.#tell(limited(view, this.#role, this.#table));
  }

  /** Do what the visitor asks for. An error has the words of what is refused. */
  do(action) {
    const { type } = action;
    if (type === "record") this.#tell({ type: "text", text: `${JSON.stringify(this.record, null, 2)}\n`, words: "The record is copied." });
    else if (type === "hint") this.#hints = 1;
    else if (type === "analyse") this.#analyse(action);
    else if (type === "review") this.#begin();
    else if (type === "go" && !isStudy(this.#description.seats)) this.#show(this.#table.view(action.node, this.#version));
    else this.#step(action);
    this.#wake();
  }

  #analyse(action) {
    const wanted = { lines: number(action, "lines", ...LINES), depth: action.depth == null ? null : number(action, "depth", 1, PLIES) };
    this.#analysis = action.on === true ? wanted : null;
    this.#analysed = null;
    if (!this.#analysis) this.#tell({ type: "analysis", on: false });
  }

  #begin() {
    if (this.#role === "watch") throw new Error("hints are for games at one screen or against the computer");
    if (!this.#table.isOver && !isStudy(this.#description.seats)) throw new Error("the game is not over");
    this.#review = new Review(this.#table);
    this.#tell(this.#review.message([], []));
  }

  #step(action) {
    const { type } = action;
    checkRight(this.#role, type, this.#table);
    const { seats } = this.#description;
    const { rules } = this.#game;
    if (type === "take_back") this.#act({ type, past: computers(seats) });
    else if (type === "resign") {
      if (this.#role === "both") throw new Error("at one screen nobody resigns");
      this.#act({ type: "end", winner: other(this.#role), ending: "resigned" });
    } else if (type === "offer") {
      if (!["rematch", "swapped"].includes(action.what) || !this.#table.isOver || isStudy(seats)) throw new Error("this cannot be offered here");
      this.#tell({ type: "made", game: rematch(this.#description, this.#role, rules, action.what === "swapped") });
    } else if (type === "continue") this.#tell({ type: "made", game: continuation(this.#description, this.#table, action.node, rules) });
    else this.#act(action);
  }

  #act(action) {
    if (this.#game.steps.length >= STEPS) throw new Error("this game is too long; save it, and study it as a new one");
    const fact = this.#table.decide(action);
    this.#table.apply(fact);
    this.#game.steps = [...this.#game.steps, JSON.stringify(fact)];
    this.#keep(this.#game.steps);
    this.#show(this.#table.view(null, this.#version));
  }

  // What goes on meanwhile.

  /** Something has changed: end a search that is for nothing any more, and go on. */
  #wake() {
    this.#changed = true;
    const goes = this.#job?.kind === "move" && this.#job.position === this.#table.position;
    if (this.#job && !goes) this.#engine.stop();
    if (!this.#running) this.#work().catch((error) => this.#tell({ type: "refused", words: `the computer cannot go on: ${error.message}` }));
  }

  async #work() {
    this.#running = true;
    try {
      while (await this.#hint() || await this.#move() || await this.#judge() || await this.#look()) continue;
    } finally {
      this.#running = false;
    }
  }

  async #search(kind, position, work) {
    this.#job = { kind, position };
    this.#changed = false;
    try {
      return await work();
    } finally {
      this.#job = null;
    }
  }

  async #hint() {
    if (!this.#hints) return false;
    this.#hints = 0;
    const { position } = this.#table;
    const found = position.outcome ? null : await this.#search("hint", position, () => this.#engine.analyse(position, HINT));
    this.#tell(hintMessage(position, found));
    return true;
  }

  async #move() {
    const { position } = this.#table;
    const player = this.#players[position.turn];
    if (!player || this.#table.isOver || this.#game.steps.length >= STEPS) return false;
    if (this.#thinking !== position) this.#tell({ type: "thinking", side: position.turn });
    this.#thinking = position;
    const move = await this.#search("move", position, () => this.#engine.choose(position, player));
    if (this.#table.position !== position || this.#table.isOver) return true; // it was taken back meanwhile
    const stops = move?.isStop && String(move) !== "pass";
    this.#act(move === null ? { type: "roll" } : stops ? { type: "stop" } : { type: "play", move: String(move) });
    return true;
  }

  async #judge() {
    const review = this.#review;
    const position = review?.position;
    if (!position) return false;
    const found = await this.#search("review", position, () => this.#engine.analyse(position, { nodes: review.nodes, lines: 2 }));
    if (this.#review === review && found.whole) this.#tell(review.take(found));
    return true;
  }

  async #look() {
    const wanted = this.#analysis;
    const node = this.#node ?? this.#table.node;
    if (!wanted || (this.#analysed?.wanted === wanted && this.#analysed.node === node)) return false;
    const asked = { wanted, node };
    this.#analysed = asked;
    const position = this.#table.positionAt(node);
    const told = (found) => { if (this.#analysed === asked && this.#analysis === wanted) this.#tell(analysisMessage(position, found, node)); };
    await this.#search("analysis", position, () => this.#engine.analyse(position, { nodes: ANALYSIS, ...wanted }, told));
    if (this.#changed && this.#analysed === asked) this.#analysed = null; // it was broken off, and may be wanted still
    return true;
  }
}
