// Rulesets by name, and those of documents; and the module that plays them.
import data from "./data/tables.js";
import { InvalidSetupError, TaflError, UnknownRulesetError } from "./errors.js";
import { instantiate, Module, readBytes, type Handle, type Kernel } from "./module.js";
import { jumpersOn, packWords, readWords, withJumpers, workOut, type Words } from "./tables.js";
import { Board, squareName, type Square } from "./board.js";
import { SIDES, type Side } from "./words.js";

let loaded: Module | null = null;
let loading: Promise<void> | null = null;

/** Load the module; await it once before anything else. `bytes` are those of `rules.wasm`, where the host has them. */
export function load(bytes?: BufferSource): Promise<void> {
  loading ??= (async () => {
    loaded = await instantiate<Kernel>(bytes ?? (await readBytes(new URL("./rules.wasm", import.meta.url)) as BufferSource));
  })().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Let a module that is loaded play: the one of the search, in a worker. */
export function use(module: Module): void {
  loaded = module;
}

export function theModule(): Module {
  if (!loaded) throw new TaflError("the module is not loaded: await load() first");
  return loaded;
}

/** What `tafl tables house.toml -o house.json` writes. */
export interface TablesDocument {
  format: string;
  ruleset: { name: string; [option: string]: unknown };
  start: string;
  first: Side | null;
  fingerprint: string;
  words: string;
  evaluation?: string;
  board?: BoardMessage;
}

/** How a board is drawn: the message `board` of the package `tafl-board`. */
export interface BoardMessage {
  type: "board";
  name: string;
  size: number;
  [key: string]: unknown;
}

/** The rules of a game. */
export class Ruleset {
  private made: Words | null = null;
  private readonly compiled = new Map<number, Handle>();
  private readonly rooms = new Map<Handle, Handle>();

  private constructor(
    /** Its name, such as `brandubh`. */
    readonly name: string,
    /** Other names of the game. */
    readonly aliases: readonly string[],
    /** The board at the start. */
    readonly start: Board,
    /** The side that moves first, or null if that is by lot. */
    readonly first: Side | null,
    /** Eight digits that tell rulesets apart which play differently. */
    readonly fingerprint: string,
    private readonly make: () => Words,
    /** The document that it was read from; null for a shipped one. */
    readonly document: TablesDocument | null,
  ) {}

  /** The number of files and of ranks. */
  get size(): number { return this.start.size; }

  /** The ruleset of that name or alias, in upper or lower case, with spaces, hyphens or underscores. */
  static get(name: string): Ruleset {
    const key = keyOf(name), found = shipped().get(key);
    if (found) return found;
    const near = rulesets.filter((one) => key && one.startsWith(`${key}-`)).slice(0, 3);
    throw new UnknownRulesetError(`no ruleset is named '${name}'${near.length ? `; did you mean ${near.join(" or ")}?` : ""}`);
  }

  /** The ruleset of a document that `tafl tables house.toml -o house.json` has written, parsed or as text. */
  static fromTables(document: TablesDocument | string): Ruleset {
    const d = (typeof document === "string" ? JSON.parse(document) : document) as Partial<TablesDocument> | null;
    if (d?.format !== data.format) {
      throw new TaflError(`tables of the format '${data.format}' were expected, not ${JSON.stringify(d?.format ?? null)}`);
    }
    for (const key of ["ruleset", "start", "first", "fingerprint", "words"] as const) {
      if (d[key] === undefined) throw new TaflError(`the tables lack ${key}`);
    }
    const whole = d as TablesDocument, [record] = whole.start.split(" ");
    const bytes = Uint8Array.from(atob(whole.words), (letter) => letter.charCodeAt(0));
    const make = () => readWords(data.fields, bytes);
    return new Ruleset(whole.ruleset.name, [], Board.parse(record), whole.first, whole.fingerprint, make, whole);
  }

  /** The ruleset, or the one of that name. */
  static of(ruleset: Ruleset | string): Ruleset {
    return typeof ruleset === "string" ? Ruleset.get(ruleset) : ruleset;
  }

  static fromData(row: (typeof data.rulesets)[number]): Ruleset {
    const [name, aliases, record, first, fingerprint, words] = row, start = Board.parse(record);
    const make = () => workOut(data, words, start.size);
    return new Ruleset(name, aliases, start, first === null ? null : SIDES[first], fingerprint, make, null);
  }

  /** Whether two rulesets play the same. */
  equals(other: Ruleset): boolean { return this === other || this.fingerprint === other.fingerprint; }

  /** The fingerprint, where another ruleset is found by the name; otherwise nothing. */
  get mark(): string {
    const found = shipped().get(keyOf(this.name));
    return !found || this.equals(found) ? "" : this.fingerprint;
  }

  /** The words of the tables. */
  get words(): Words { return (this.made ??= this.make()); }

  /** A number among the words. */
  option(name: string): number { return Number(this.words[name]); }

  /** The squares that mean something: where the king escapes, the throne, the corners, and all special zones. */
  get marked(): { goals: Square[]; throne: Square[]; corners: Square[]; zones: Square[] } {
    const special = this.words.special as number[];
    const having = (bit: number) => special.flatMap((bits, q) => (bits & bit ? [squareName(q, this.size)] : []));
    return { goals: having(1), throne: having(32), corners: having(64), zones: having(128) };
  }

  /** The tables in the module, for games that begin with such a board. */
  tables(cells: ArrayLike<number>): Handle {
    const jumpers = jumpersOn(this.words, cells), known = this.compiled.get(jumpers);
    if (known) return known;
    const module = theModule();
    const made = module.read(packWords(data.fields, withJumpers(this.words, jumpers)), module.kernel.tables);
    this.compiled.set(jumpers, made);
    return made;
  }

  /** Where the module writes the legal moves of such games. */
  room(tables: Handle): Handle {
    const { kernel } = theModule(), known = this.rooms.get(tables) ?? kernel.__pin(kernel.room(tables));
    this.rooms.set(tables, known);
    return known;
  }

  /** The message by which `tafl-board` draws the board, loaded when it is first asked for. */
  async boardMessage(): Promise<BoardMessage> {
    if (this.document) {
      if (!this.document.board) throw new TaflError(`the tables of ${this.name} do not say how its board is drawn`);
      return this.document.board;
    }
    const { default: index } = await import("./data/boards.js");
    const bytes = await readBytes(new URL(`./boards/${index[this.name]}.json`, import.meta.url));
    return { ...(JSON.parse(new TextDecoder().decode(bytes)) as BoardMessage), name: this.name };
  }

  /** Why a board cannot be played under the rules. */
  problems(board: Board): string[] {
    if (board.size !== this.size) {
      return [`the board has ${board.size} files, but ${this.name} is played on ${this.size}`];
    }
    const kings = [...board].filter(([, piece]) => piece.kind === "king").length;
    return kings === 1 ? [] : [kings === 0 ? "there is no king" : `there are ${kings} kings`];
  }

  /** Check a board, and what is wrong beside it. */
  check(board: Board, more: string[] = []): void {
    const problems = [...this.problems(board), ...more];
    if (problems.length) throw new InvalidSetupError(problems);
  }

  toString(): string { return this.name; }
}

/** The names of the rulesets that the package has, sorted. */
export const rulesets: readonly string[] = data.rulesets.map(([name]) => name);

let byKey: Map<string, Ruleset> | null = null;

function shipped(): Map<string, Ruleset> {
  if (byKey) return byKey;
  byKey = new Map();
  const every = data.rulesets.map(Ruleset.fromData);
  for (const one of every) byKey.set(keyOf(one.name), one);
  for (const one of every) for (const alias of one.aliases) if (!byKey.has(keyOf(alias))) byKey.set(keyOf(alias), one);
  return byKey;
}

function keyOf(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/[\s_-]+/g, "-").replace(/^-|-$/g, "");
}
