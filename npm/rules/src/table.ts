/**
 * A game that is being played or studied, for the interactive board: the half of `tafl.table.Table` that plays.
 *
 * The actions and the messages are those of `board-1.json`. A table has no input and output: its host hands the actions
 * to `act`, and answers with `board` and `view`. `decide` tells what an action does without doing it, as a fact that a
 * host keeps; `apply` does it, so that the same facts make the same table again.
 */
import { briefCaptures, bySquare, effects, isPass, moveWords, opponent, stateWords, turned } from "./alt.js";
import { Move, type Square } from "./board.js";
import type { PlayedMove, Position } from "./position.js";
import { compact, noteOf, recordMove, type GameRecord, type RecordedMove } from "./record.js";
import type { Side } from "./words.js";

export { effects, moveWords, opponent, stateWords } from "./alt.js";
export { startOf, type GameRecord } from "./record.js";
export type Action = Record<string, unknown>;
export type Fact = { type: string; ply: number } & Record<string, unknown>;
export type BoardMessage = Record<string, unknown>;
export type Entry = [number, string, number, number | null];
type Change = [string, number] | null;
interface Deed { fact: Fact; run(): void }
interface End { winner: Side | null; ending: string | null }

const SHOWN = 8; // so many changes of the list of moves are told one by one
const SHAPES = 100; // so many arrows and circles has a place at most
const LONGEST = 200; // characters of a move
const RESULTS = { attackers: "Black", defenders: "White", draw: "Draw" };

/** An action that cannot be done here. */
export class TableError extends Error {}

const quoted = (value: unknown) => (typeof value === "string" ? `'${value}'` : value === undefined || value === null ? "None" : String(value));

// Words.

function endWords({ winner, ending }: End): string {
  if (winner === null) return "A draw: the players have agreed on it.";
  const loser = opponent(winner);
  return `The ${winner} win: ${ending === "timeout" ? `the time of the ${loser} is over` : `the ${loser} have resigned`}.`;
}

/** The start, or a move with the position that it leads to. */
class Place {
  number = 0;
  rolled: Position | null = null;
  shapes: string[] = [];
  clock: number | null = null;
  readonly children: Place[] = [];
  constructor(readonly parent: Place | null, readonly base: Position, readonly play: PlayedMove | null, readonly isNew: boolean) {}

  get position(): Position { return this.rolled ?? this.base; }
  get beginsVariation(): boolean { return this.parent !== null && this.parent.children[0] !== this; }
  get branch(): Place | null {
    let place: Place | null = this;
    while (place && !place.beginsVariation) place = place.parent;
    return place;
  }
  last(): Place {
    let place: Place = this;
    while (place.children.length) place = place.children[0];
    return place;
  }
}

export interface TableOptions {
  /** What a board needs first: the drawing of the ruleset. */
  board: BoardMessage;
  /** The record with which it begins: a ruleset, and moves of one line. */
  record: GameRecord;
  /** Whether other moves become variations; if not, there is one line, and moves are taken back. */
  branching?: boolean;
  /** What rolls the die: a number from 0 to below 1. */
  chance?(): number;
}

/** A game in progress, with its variations. */
export class Table {
  readonly branching: boolean;
  private readonly message: BoardMessage;
  private record: GameRecord;
  private readonly chance: () => number;
  private readonly start: Place;
  private current: Place;
  private readonly places = new Map<number, Place>();
  private readonly changes: Change[] = [];
  private end: End | null = null;
  private numbers = 0;
  private readonly deeds: Record<string, (action: Action) => Deed> = {
    play: (action) => this.findMove(action.move),
    roll: () => this.findRoll(null),
    stop: () => this.findStop(),
    silent: () => this.findSilence(),
    take_back: (action) => this.findTakeBack(action.past ?? []),
    go: (action) => this.findPlace(action.node),
    mark: (action) => this.findMark(action.node, action.shapes),
    promote: () => this.findPromotion(),
    delete: () => this.findDeletion(),
    end: (action) => this.findEnd(action.winner ?? null, action.ending ?? null),
  };

  /** Begins at a position, and plays the moves of the record. */
  constructor(start: Position, { board, record, branching = true, chance = Math.random }: TableOptions) {
    this.message = board;
    this.record = record;
    this.branching = branching;
    this.chance = chance;
    this.start = this.number(new Place(null, start, null, false));
    this.current = this.start;
    for (const { origin, target, roll = null, announced: announce } of record.moves ?? []) {
      if (roll !== null && this.position.rollPending === null) this.current.rolled = this.position.roll(roll);
      this.current = this.add(this.current, this.position.explain(new Move(origin, target), { announce }), false);
    }
    if (record.roll_pending) this.current.rolled = this.position.roll(record.roll_pending);
  }

  get position(): Position { return this.current.position; }
  get node(): number { return this.current.number; }
  get lastMover(): Side | null { return this.current.play?.before.turn ?? null; }
  get isOver(): boolean { return this.end !== null || this.position.outcome !== null; }

  /** The side that alone may do an action here, or null if it is for either. */
  sideFor(kind: unknown): Side | null {
    if (kind === "silent") return this.lastMover;
    return ["play", "roll", "stop", "pass"].includes(kind as string) ? this.position.turn : null;
  }

  positionAt(node: unknown): Position { return this.find(node).position; }
  canGoOn(node: unknown): boolean { return this.positionAt(node).outcome === null; }

  /** The moves of the line that goes through the place on the board, each with the number of its place. */
  line(): [number, PlayedMove][] {
    const moves: [number, PlayedMove][] = [];
    for (let place: Place | null = this.current.last(); place?.play; place = place.parent) moves.push([place.number, place.play]);
    return moves.reverse();
  }

  // What is done.

  act(action: Action): void { this.deed(action).run(); }

  /** What an action does here, as a fact; nothing changes. */
  decide(action: Action): Fact { return { ...this.deed(action).fact }; }

  /** Do what was decided. */
  apply(fact: Fact): void {
    const deed = this.deed(fact, true);
    if (fact.ply !== deed.fact.ply) throw new TableError(`${fact.type} leads to ply ${deed.fact.ply} here, and not to ${quoted(fact.ply)}`);
    deed.run();
    if (typeof fact.clock === "number") this.current.clock = fact.clock;
  }

  private deed(action: Action, isFact = false): Deed {
    const { type, number } = action;
    const find = typeof type === "string" && Object.hasOwn(this.deeds, type) ? this.deeds[type] : undefined;
    if (!find) throw new TableError(`one of ${Object.keys(this.deeds).join(", ")} was expected, not ${quoted(type)}`);
    if (this.end && type !== "go") throw new TableError("the game is over");
    if (!isFact || type !== "roll") return find(action);
    if (typeof number !== "number") throw new TableError("number: what the die shows was expected");
    return this.findRoll(number);
  }

  private findMove(text: unknown): Deed {
    if (typeof text !== "string" || text.length > LONGEST) throw new TableError("move: the text of a move was expected");
    const play = this.position.explain(text);
    return this.follow({ type: "play", move: play.move.toString() }, play);
  }

  private follow(fact: Action & { type: string }, play: PlayedMove): Deed {
    return { fact: { ...fact, ply: play.after.ply }, run: () => { this.current = this.reach(this.current, play); } };
  }

  private findRoll(number: number | null): Deed {
    const { position } = this;
    const rolled = position.roll(number ?? (position.canRoll ? 1 + Math.floor(this.chance() * position.ruleset.option("die")) : 1));
    return { fact: { type: "roll", number: rolled.rollPending, ply: rolled.ply }, run: () => { this.current.rolled = rolled; } };
  }

  private findStop(): Deed {
    const at = this.position.berserk;
    if (at === null || !this.position.isLegal(new Move(at, at))) {
      throw new TableError("there is no turn to stop: that is for a piece that has captured and may capture again");
    }
    return this.follow({ type: "stop" }, this.position.explain(new Move(at, at)));
  }

  private findSilence(): Deed {
    const silent = this.silenced();
    if (!silent) throw new TableError("there is no way out to keep silent about");
    return { fact: { type: "silent", ply: silent.after.ply }, run: () => { this.current = this.replace(this.current, silent); } };
  }

  /** The last move without its announcement, or null if that changes nothing any more. */
  private silenced(): PlayedMove | null {
    const last = this.current.play;
    if (!last || this.current.children.length || this.position.rollPending !== null) return null;
    const silent = last.before.explain(last.move, { announce: false });
    return silent.after.announced === this.position.announced ? null : silent;
  }

  private findTakeBack(past: unknown): Deed {
    if (!Array.isArray(past) || !past.every((side) => side === "attackers" || side === "defenders")) {
      throw new TableError("past: a list of attackers and defenders was expected");
    }
    let move = this.current;
    let { parent } = move;
    if (!parent) throw new TableError("there is nothing to take back");
    while (parent.parent && past.includes(parent.position.turn)) [move, parent] = [parent, parent.parent];
    return this.toBefore({ type: "take_back", ...(past.length ? { past: [...past].sort() } : {}) }, move, !this.branching);
  }

  private toBefore(fact: Action & { type: string }, move: Place, deletes: boolean): Deed {
    const parent = move.parent!;
    const run = () => {
      if (deletes) this.remove(move, this.branching);
      this.current = parent;
    };
    return { fact: { ...fact, ply: parent.position.ply }, run };
  }

  private findPlace(node: unknown): Deed {
    const place = this.find(node);
    return { fact: { type: "go", node, ply: place.position.ply }, run: () => { this.current = place; } };
  }

  private find(node: unknown): Place {
    const place = typeof node === "number" ? this.places.get(node) : undefined;
    if (!place) throw new TableError("node: the number of a move was expected");
    return place;
  }

  private findMark(node: unknown, texts: unknown): Deed {
    if (!this.branching) throw new TableError("arrows and circles are kept in games with variations");
    const place = this.find(node);
    if (!Array.isArray(texts) || texts.length > SHAPES || !texts.every((text) => this.isShape(text))) {
      throw new TableError(`shapes: at most ${SHAPES} texts such as Re4 and Gd1c1 were expected, on the board`);
    }
    const shapes = texts as string[];
    return { fact: { type: "mark", node, shapes: [...shapes], ply: this.position.ply }, run: () => { place.shapes = [...shapes]; } };
  }

  private isShape(text: unknown): boolean {
    const squares = typeof text === "string" && /^[GRYB](?:[a-u](?:[1-9]|1\d|2[01])){1,2}$/.test(text) ? text.match(/[a-u]\d+/g)! : [];
    const { size } = this.position;
    const onBoard = (name: string) => Number(name.slice(1)) <= size && name.charCodeAt(0) < 97 + size;
    return squares.length > 0 && squares.every(onBoard) && squares[0] !== squares[1];
  }

  private findPromotion(): Deed {
    const { branch } = this.current;
    if (!branch) throw new TableError("this is the main line");
    const run = () => {
      const siblings = branch.parent!.children;
      siblings.unshift(...siblings.splice(siblings.indexOf(branch), 1));
      this.changes.push(["promoted", branch.number]);
    };
    return { fact: { type: "promote", ply: this.position.ply }, run };
  }

  private findDeletion(): Deed {
    if (!this.current.parent) throw new TableError("the start cannot be deleted");
    return this.toBefore({ type: "delete" }, this.current, true);
  }

  private findEnd(winner: unknown, ending: unknown): Deed {
    if (this.branching) throw new TableError("a game with variations goes on");
    if (this.isOver) throw new TableError("the game is over");
    const isDraw = winner === null && ending === null;
    if (!isDraw && !((winner === "attackers" || winner === "defenders") && (ending === "resigned" || ending === "timeout"))) {
      throw new TableError("the winner and resigned or timeout were expected, or neither for a draw");
    }
    const end = { winner, ending } as End;
    return { fact: { type: "end", ...end, ply: this.position.ply }, run: () => { this.end = end; } };
  }

  // The tree.

  private number(place: Place): Place {
    place.number = this.numbers++;
    this.places.set(place.number, place);
    return place;
  }

  private add(parent: Place, play: PlayedMove, isNew: boolean): Place {
    const place = this.number(new Place(parent, play.after, play, isNew));
    parent.children.push(place);
    return place;
  }

  private reach(place: Place, play: PlayedMove): Place {
    const same = ({ play: known }: Place) => known!.move.toString() === play.move.toString() &&
      known!.before.rollPending === play.before.rollPending && known!.after.announced === play.after.announced;
    const known = place.children.find(same);
    if (known) return known;
    const reached = this.add(place, play, true);
    this.changes.push(["added", reached.number]);
    return reached;
  }

  /** Let a move take the place of another and of all that follows that. */
  private replace(place: Place, play: PlayedMove): Place {
    const parent = place.parent!;
    const { rolled, children } = parent;
    const index = children.indexOf(place);
    this.remove(place, true);
    parent.rolled = rolled;
    const replacement = this.reach(parent, play);
    if (children.at(-1) === replacement && children.length > index + 1) {
      children.splice(index, 0, children.pop()!);
      this.changes.push(null);
    }
    return replacement;
  }

  private remove(place: Place, keepsResult: boolean): void {
    if (!keepsResult) delete this.record.result;
    const parent = place.parent!;
    this.changes.push(["removed", place.number]);
    parent.children.splice(parent.children.indexOf(place), 1);
    parent.rolled = null;
    const waiting = [place];
    for (let gone = waiting.pop(); gone; gone = waiting.pop()) {
      this.places.delete(gone.number);
      waiting.push(...gone.children);
    }
  }

  /** The places, each with how many variations it is inside: after each move those that replace it, then what follows. */
  private walk(): [Place, number][] {
    const found: [Place, number][] = [];
    const waiting: [Place, number, Place[]][] = [[this.start, 0, []]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [place, depth, variations] = next;
      found.push([place, depth]);
      const [first, ...rest] = place.children;
      if (first) waiting.push([first, depth, rest]);
      for (const replacing of variations.reverse()) waiting.push([replacing, depth + 1, []]);
    }
    return found;
  }

  // What is seen.

  /** What a board needs first. */
  board(offers: string[] = []): BoardMessage {
    const { board } = this.start.position; // the king is no man
    return { ...this.message, men: { attackers: board.count("attackers"), defenders: board.count("defenders") - 1 }, offers };
  }

  /** The message that shows a place, by default that on the board; `since` is the version of the list that is known. */
  view(number: unknown = null, since: number | null = null): Record<string, unknown> {
    const place = number === null ? this.current : this.find(number);
    const { position, play } = place;
    const live = place === this.current;
    const end = live ? this.end : null;
    const legal = position.legalMoves();
    const winner = end ? end.winner : position.outcome?.winner ?? null;
    const possible = {
      roll: position.canRoll,
      stop: position.berserk !== null && legal.some((move) => move.isStop),
      pass: position.berserk === null && legal.some(isPass),
      silent: live && this.silenced() !== null,
      take_back: this.current.parent !== null,
      mark: this.branching,
      promote: this.branching && place.branch !== null,
      delete: this.branching && place.parent !== null,
    };
    return {
      type: "view",
      node: place.number,
      live,
      ...drawn(position, play),
      moves: end ? {} : targets(legal),
      locked: "",
      turn: position.turn,
      ply: position.ply,
      over: end !== null || position.outcome !== null,
      winner,
      actions: this.end ? [] : Object.entries(possible).filter(([, can]) => can).map(([name]) => name),
      ...(position.rollPending === null ? {} : { roll: position.rollPending }),
      told: play ? this.effects(play) : "",
      comment: "",
      shapes: [...place.shapes],
      state: end ? endWords(end) : stateWords(position),
      ...this.list(since),
    };
  }

  /** What a move did, and why. */
  effects(play: PlayedMove): string {
    const { announcements } = this.record.ruleset as { announcements?: Record<string, unknown> };
    return effects(play, (said) => announcements?.[said === "threat" ? "threat" : "way_out"] === "may");
  }

  private list(since: number | null) {
    const version = this.changes.length;
    const changes = since !== null && since >= 0 && since <= version ? this.told(since) : null;
    return changes ? { version, changes } : { version, tree: this.walk().map(([place, depth]) => entry(place, depth)) };
  }

  /** The changes of the list since a version; null if it has to be told anew. */
  private told(since: number): [string, unknown][] | null {
    if (this.changes.length - since > SHOWN) return null;
    const found: [string, unknown][] = [];
    for (const change of this.changes.slice(since)) {
      if (!change) return null;
      const place = this.places.get(change[1]);
      if (change[0] === "added" && !place) return null;
      found.push([change[0], change[0] === "added" ? entry(place!, 0) : change[1]]);
    }
    return found;
  }

  // The record.

  /** The record with all its variations, as `hnefatafl game 1` has it. */
  game(): GameRecord {
    const [main, ...variations] = this.lines();
    const { at: _, ...more } = main;
    const last = this.start.last();
    const ended = last.isNew ? last.position.outcome : null;
    const { result } = this.record;
    const end = this.end ?? (ended && !result ? { winner: ended.winner, ending: null } : null);
    const note = noteOf(this.start.shapes);
    return compact({
      ...this.record, moves: undefined, variations: undefined, roll_pending: undefined, ...more,
      ...(note ? { note } : {}), ...(variations.length ? { variations } : {}),
      ...(end ? { result: RESULTS[end.winner ?? "draw"] } : {}), ...(this.end?.ending ? { ending: this.end.ending } : {}),
    }) as GameRecord;
  }

  /** A record of the moves that lead to a place, and of no others. */
  lineTo(node: unknown): GameRecord {
    const moves: RecordedMove[] = [];
    const at = this.find(node);
    for (let place: Place | null = at; place?.play; place = place.parent) moves.unshift(recordMove(place.play!, place.shapes));
    const roll = at.position.rollPending;
    const pending = at.rolled ? roll : undefined;
    return compact({ ...this.record, note: noteOf(this.start.shapes), moves, variations: undefined, result: undefined, roll_pending: pending }) as GameRecord;
  }

  private lines() {
    const lines: { line?: number; at: number; moves?: RecordedMove[]; roll_pending?: number | null }[] = [];
    const waiting: [number, number, Place][] = this.start.children.slice(0, 1).map((child) => [0, 0, child]);
    if (!waiting.length) return [compact({ at: 0, roll_pending: this.start.rolled?.rollPending }) as { at: number }];
    for (const [line, ply, first] of waiting) {
      const moves: RecordedMove[] = [];
      const number = lines.length;
      let place = first;
      for (;;) {
        const siblings = place.parent!.children;
        if (place === siblings[0]) for (const sibling of siblings.slice(1)) waiting.push([number, moves.length, sibling]);
        moves.push(recordMove(place.play!, place.shapes));
        if (!place.children.length) break;
        [place] = place.children;
      }
      lines.push(compact({ line: line || undefined, at: ply, moves, roll_pending: place.rolled?.rollPending }) as { at: number });
    }
    return lines;
  }
}

/** What is drawn of a position, and of the move that led to it. */
function drawn(position: Position, play: PlayedMove | null) {
  const last = play ? play.move : position.lastMove;
  return {
    pieces: Object.fromEntries([...position.board].map(([at, piece]) => [at, piece.letter])),
    move: !last || isPass(last) ? [] : [...new Set([last.origin, last.target])],
    captured: Object.fromEntries((play?.captures ?? []).map((each) => [each.square, each.piece.letter])),
    turned: turned(play),
    ties: ties(play),
  };
}

/** The legal moves by their origins, in the order of the squares. */
export function targets(legal: Move[]): Record<Square, Square[]> {
  const found: Record<Square, Square[]> = {};
  for (const { origin, target, isStop } of legal) if (!isStop) (found[origin] ??= []).push(target);
  for (const each of Object.values(found)) each.sort(bySquare);
  return found;
}

/** The captured pieces, each with a captor that it is joined to: on its file or rank, or all if none of a row is. */
function ties(play: PlayedMove | null): [string, string][] {
  const pairs = (play?.captures ?? []).flatMap((each) => [...each.captors].sort(bySquare).map((captor): [string, string] => [each.square, captor]));
  const isStraight = ([one, two]: [string, string]) => one[0] === two[0] || one.slice(1) === two.slice(1);
  const straight = new Set(pairs.filter(isStraight).map(([, captor]) => captor));
  return pairs.filter((pair) => isStraight(pair) || !straight.has(pair[1]));
}

/** A place for the list of moves: its number, its text, its depth and the number of the place before. */
function entry(place: Place, depth: number): Entry {
  const { play, parent, clock } = place;
  if (!play || !parent) return [place.number, "Start", 0, null];
  const taken = play.captures.length ? ` ${briefCaptures(play)}` : "";
  return [place.number, `${play.before.ply + 1}. ${moveWords(play.move)}${taken}${clock === null ? "" : ` (${time(clock)})`}`, depth, parent.number];
}

function time(clock: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(clock / 3600), Math.floor(clock / 60) % 60, clock % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds)}`;
}
