// Positions: a board under a ruleset, the side to move, and what came before. They do not change.
import { asMove, Board, KING, Move, squareName, squareNumber, type Piece, type Square } from "./board.js";
import { IllegalRollError, InvalidSetupError, NotationError, TaflError } from "./errors.js";
import type { Node } from "./node.js";
import { Ruleset, theModule } from "./ruleset.js";
import { readPosition, type PositionText } from "./text.js";
import { boardAt, LENIENT, REACHED, SET_UP, UNANNOUNCED } from "./walker.js";
import { list, Outcome, sentence, SIDES, type Language, type Side } from "./words.js";

/** Why a move is illegal, and where. */
export class Illegality {
  constructor(
    /** The rule that stops the move, a word such as `blocked`. */
    readonly reason: string,
    /** The square that the rule is about, or null. */
    readonly square: Square | null,
  ) {}
  /** The reason in words, such as "another piece stands in the way (d2)". */
  words(lang: Language = "en"): string {
    return sentence("refusals", this.reason, lang) + (this.square === null ? "" : ` (${this.square})`);
  }
  toString(): string { return this.words(); }
}

/** A move is illegal; the position is unchanged. */
export class IllegalMoveError extends TaflError {
  constructor(readonly move: Move, readonly position: Position, readonly illegality: Illegality) {
    super(`illegal move ${move}: ${illegality}`);
  }
  /** The rule that stops the move, a word such as `blocked`. */
  get reason(): string { return this.illegality.reason; }
  /** The square that the rule is about, or null. */
  get square(): Square | null { return this.illegality.square; }
}

/** A captured piece. */
export class Capture {
  constructor(
    readonly square: Square,
    readonly piece: Piece,
    /** The rule by which it was captured, a word such as `custodial`. */
    readonly rule: string,
    /** The squares that took part. */
    readonly captors: readonly Square[],
  ) {}
  /** The rule in words, such as "between two enemies". */
  words(lang: Language = "en"): string { return sentence("captures", this.rule, lang); }
  toString(): string { return `${this.piece.name} on ${this.square}: ${this.words()}`; }
}

/** What a side announces: `raichi`, `tuichu`, `way-out` or `threat`. */
export type Announcement = string;

/** A legal move and what it does. */
export interface PlayedMove {
  readonly before: Position;
  readonly move: Move;
  readonly after: Position;
  /** The captured pieces, the king too, in the order of their squares. */
  readonly captures: readonly Capture[];
  /** What the side that moved announces, or null. */
  readonly announcement: Announcement | null;
  /** What its opponent announces, if the move has given it a new chance, or null. */
  readonly opponentAnnouncement: Announcement | null;
}

/** What binds the first move of a position that is set up. */
export interface SetupOptions {
  /** The pending roll of the die. */
  roll?: number | null;
  /** False if the defenders have not announced a way out. */
  announced?: boolean;
  /** Where the piece stands that continues its berserk turn. */
  berserk?: Square | null;
}

const UNSEEN = ["king-captured", "king-captured-on-edge", "extra", "repetition", "quiet-limit", "move-limit"];
const IGNORED = 0, FORBIDDEN = 6, MOVER_LOSES = 1; // consequences, by their places in the library's lists
const LIMITED = [2, -1, 1, 0]; // who wins by a limit, by its consequence, where it is not the mover

export class Position {
  private over = -1;
  private pieces: Board | null = null;

  private constructor(
    /** For the package's own use. */
    readonly node: Node,
  ) {}

  /** The start of a game; `turn` says who moves first where that is by lot, or instead of the ruleset. */
  static initial(ruleset: Ruleset | string, turn?: Side): Position {
    const rules = Ruleset.of(ruleset), first = turn ?? rules.first;
    if (first === null) throw new InvalidSetupError([`in ${rules.name} the first side is chosen by lot: give turn`]);
    return Position.fromBoard(rules.start, rules, first);
  }

  /** Read a position from the line of `text`, before which may stand the name of the ruleset. */
  static parse(text: string, ruleset?: Ruleset | string): Position {
    const line = readPosition(text);
    if (ruleset === undefined && !line.name) {
      throw new TaflError("a ruleset was expected, or its name before the text of a position");
    }
    const rules = Ruleset.of(ruleset ?? line.name);
    if (line.name && line.name !== rules.name && !Ruleset.get(line.name).equals(rules)) {
      throw new InvalidSetupError([`this is a position of ${line.name}, not of ${rules.name}`]);
    }
    if (line.fingerprint && line.fingerprint !== rules.fingerprint) {
      throw new InvalidSetupError([
        "this is a position of another ruleset of that name: its options have the fingerprint " +
          `${line.fingerprint}, and those of ${rules.name} have ${rules.fingerprint}`,
      ]);
    }
    return Position.ofText(line, rules);
  }

  /** The position with that board. */
  static fromBoard(board: Board, ruleset: Ruleset | string, turn: Side, options: SetupOptions = {}): Position {
    return Position.setUp(board, Ruleset.of(ruleset), SIDES.indexOf(turn), 0, SET_UP, options, null);
  }

  private static setUp(
    board: Board, ruleset: Ruleset, side: number, ply: number, flags: number, options: SetupOptions, ended: string | null,
  ): Position {
    ruleset.check(board, problemsOf(board, ruleset, side, options, ended));
    const root = {
      ruleset, parent: null, code: -1, silent: false, cells: board.cells, king: board.cells.indexOf(KING), side, ply, since: 0,
      flags: flags | (options.announced === false ? UNANNOUNCED : 0), roll: options.roll ?? 0,
      berserk: options.berserk ? squareNumber(options.berserk, ruleset.size) : 0, given: 0, root: null as unknown as Node,
    };
    root.root = root;
    const position = new Position(root);
    if (ended !== null) {
      const [, how] = ended.split(":");
      if (!UNSEEN.includes(how) && position.outcome?.text !== ended) {
        throw new InvalidSetupError([`the board does not show that ${sentence("endings", how)}`]);
      }
      root.given = Outcome.codeOf(ended);
      position.over = root.given;
    } else if (root.berserk && position.status === 0 && position.legalMoves().every((move) => move.isStop)) {
      throw new InvalidSetupError([`the piece on ${options.berserk} cannot go on with a berserk turn`]);
    }
    return position;
  }

  private static ofText(line: PositionText, rules: Ruleset): Position {
    const { setup, moves } = line, count = moves.length, ply = line.ply ?? count;
    const flags = ply === count ? SET_UP : SET_UP | REACHED, side = SIDES.indexOf(setup.turn);
    if (count === 0) return Position.setUp(setup.board, rules, side, ply, flags, setup, setup.ended);
    rules.check(setup.board, problemsOf(setup.board, rules, side, setup, setup.ended));
    const passers = rules.option("passers"), passer = passers === 1 ? "attackers" : passers === 2 ? "defenders" : null;
    const before = line.before(passer);
    let position = Position.setUp(before.board, rules, SIDES.indexOf(before.turn), ply - count, flags, before, null);
    moves.forEach(({ move, offset }, i) => {
      position = position.rolledFor(move);
      const illegality = position.illegality(move);
      if (illegality) throw new NotationError(`illegal move ${move}: ${illegality}`, line.text, offset);
      const unannounced = i + 1 < count ? moves[i + 1].unannounced : !setup.announced;
      position = position.after(position.codeOf(move), unannounced);
    });
    const same = position.board.record === setup.board.record && position.turn === setup.turn;
    if (!same || position.berserk !== setup.berserk) {
      throw new NotationError("these moves lead to another position", line.text, moves[0].offset);
    }
    return setup.roll === null ? position : new Position({ ...position.node, roll: setup.roll });
  }

  /** With a roll by which the move is legal, the highest, if it needs one. */
  private rolledFor(move: Move): Position {
    if (this.isLegal(move) || !this.canRoll) return this;
    for (let face = this.ruleset.option("die"); face > 0; face--) {
      const rolled = this.roll(face);
      if (rolled.isLegal(move)) return rolled;
    }
    return this;
  }

  // What stands where.

  /** The rules of the game. */
  get ruleset(): Ruleset { return this.node.ruleset; }
  /** The number of files and of ranks. */
  get size(): number { return this.ruleset.size; }
  /** The board. A captured king stays on it. */
  get board(): Board { return (this.pieces ??= new Board(this.size, this.node.cells)); }
  /** The side to move. */
  get turn(): Side { return SIDES[this.node.side]; }
  /** The number of moves since the position that was set up. */
  get ply(): number { return this.node.ply; }
  /** The number of moves since the last capture. */
  get pliesSinceCapture(): number { return this.node.since; }
  /** The move that led here, or null. */
  get lastMove(): Move | null { return this.node.code < 0 ? null : this.moveOf(this.node.code); }
  /** The position before the last move, or null in one that was set up. */
  get previous(): Position | null { return this.node.parent && new Position(this.node.parent); }
  /** The roll of the die by which the side to move must now move, or null. */
  get rollPending(): number | null { return this.node.roll || null; }
  /** False while the king may not escape because a way out was not announced. */
  get announced(): boolean { return (this.node.flags & UNANNOUNCED) === 0; }
  /** Whether neither repetition nor a limit counts from here on. */
  get isLenient(): boolean { return (this.node.flags & LENIENT) !== 0; }
  /** Where the piece stands that has captured and continues its berserk turn, or null. */
  get berserk(): Square | null { return this.node.berserk ? squareName(this.node.berserk, this.size) : null; }
  /** The square of the king. */
  get king(): Square { return squareName(this.node.king, this.size); }
  /** How the game has ended, or null. */
  get outcome(): Outcome | null { return Outcome.ofCode(this.end); }
  /** How often this position has occurred since the last capture, including now. */
  get repetitions(): number { return theModule().kernel.occurrences(boardAt(this.node)); }

  private get end(): number {
    if (this.over < 0) this.over = this.node.given || this.status;
    return this.over;
  }
  private get status(): number { return theModule().kernel.end(boardAt(this.node)); }

  /** The position as one line of text, as the library writes it. */
  get text(): string {
    const node = this.node, words = [this.stateText()], lenient = (node.flags & LENIENT) !== 0;
    const ended = this.endedUnseen();
    const asks = !lenient && (this.ruleset.option("repeats.what") !== IGNORED || this.ruleset.option("quiet_limit") !== 0);
    const line: Node[] = [node];
    if (ended) words.push(`ended=${ended.text}`);
    else if (asks) for (let at = node; at.since > 0 && at.parent; at = at.parent) line.unshift(at.parent);
    if ((line[0].flags & (SET_UP | REACHED)) !== SET_UP) words.push(`ply=${node.ply}`);
    const moves = line.slice(1).map((after, i) => {
      const before = line[i];
      const open = before.flags & UNANNOUNCED ? "~" : "", goesOn = before.berserk ? "+" : "";
      return `${open}${goesOn}${this.moveOf(after.code)}`;
    });
    if (moves.length) words.push(`moves=${moves.join()}`);
    if (this.ruleset.mark) words.push(`rules=${this.ruleset.mark}`);
    return words.join(" ");
  }
  /** The board, the side to move and what binds it, without the moves before. */
  stateText(): string {
    const words = [this.board.record, this.turn[0]];
    if (this.rollPending !== null) words.push(`roll=${this.rollPending}`);
    if (!this.announced) words.push("announced=no");
    if (this.berserk !== null) words.push(`berserk=${this.berserk}`);
    return words.join(" ");
  }
  toString(): string { return this.board.toString(); }

  /** The outcome, if the board does not show it. */
  private endedUnseen(): Outcome | null {
    const ended = this.outcome;
    if (ended === null) return null;
    const bare = Position.setUpAs(this.node);
    return bare.outcome?.text === ended.text ? null : ended;
  }
  private static setUpAs(node: Node): Position {
    const root = {
      ...node, parent: null, code: -1, silent: false, ply: 0, since: 0, given: 0,
      flags: SET_UP | (node.flags & UNANNOUNCED), root: null as unknown as Node,
    };
    root.root = root;
    return new Position(root);
  }

  // What may be played.

  /** The legal moves; none once the game is over. */
  legalMoves(): Move[] {
    return this.legalCodes().map((code) => this.moveOf(code));
  }
  private legalCodes(): number[] {
    if (this.end) return [];
    const module = theModule(), position = boardAt(this.node);
    const out = this.ruleset.room(this.ruleset.tables(this.node.root.cells));
    return module.list(out, module.kernel.fill(position, out));
  }
  /** The squares to which the piece on a square may move. */
  destinations(square: Square): Square[] {
    const q = squareNumber(square, this.size);
    return this.legalCodes().filter((code) => code >> 10 === q && code !== this.ruleset.option("pass_code"))
      .map((code) => squareName(code & 1023, this.size));
  }
  /** Whether the side to move may pass. */
  get canPass(): boolean { return this.berserk === null && this.isLegal(Move.PASS); }
  isLegal(move: Move | string): boolean {
    const code = this.codeOf(asMove(move)), q = code >> 10, to = code & 1023;
    return q !== 0 && to !== 0 && this.end === 0 && theModule().kernel.allows(boardAt(this.node), q, to) !== 0;
  }
  /** Why a move is illegal, or null for a legal move. */
  illegality(move: Move | string): Illegality | null {
    const one = asMove(move);
    if (this.isLegal(one)) return null;
    const reasons = list("refusals");
    if (this.end) return new Illegality("game-over", null);
    const code = this.codeOf(one), q = code >> 10, to = code & 1023;
    const found = theModule().kernel.illegality(boardAt(this.node), q, to);
    if (found < 0) return new Illegality("repetition", one.target);
    const reason = reasons[found >> 10], square = found & 1023;
    if (reason === "off-board") return new Illegality(reason, q === 0 ? one.origin : one.target);
    return new Illegality(reason, square === 0 ? null : squareName(square, this.size));
  }
  /**
   * The position after a move; this one is unchanged. `announce` is false if the defenders do not announce a way out that
   * the move leaves or opens; `lenient` is for moves of a record that go on after a repetition or a limit.
   */
  play(move: Move | string, options: { announce?: boolean; lenient?: boolean } = {}): Position {
    const from = options.lenient ? this.asLenient() : this, one = asMove(move), illegality = from.illegality(one);
    if (illegality) throw new IllegalMoveError(one, this, illegality);
    return from.after(from.codeOf(one), options.announce === false);
  }
  /** What a legal move does: the position after it, its captures and their rules, and what is announced. */
  explain(move: Move | string, options: { announce?: boolean } = {}): PlayedMove {
    const one = asMove(move), after = this.play(one, options), code = this.codeOf(one), q = code >> 10, to = code & 1023;
    const module = theModule(), { kernel } = module, position = boardAt(this.node), silent = options.announce === false;
    const captures = this.captures(module.list(kernel.explain(position, q, to)), q);
    const said = this.ruleset.option("says") ? kernel.announced(position, q, to, silent) : 0;
    const named = (place: number) => (place ? list("announcements")[place - 1] : null);
    return {
      before: this, move: one, after, captures, announcement: named(said & 15), opponentAnnouncement: named(said >> 4),
    };
  }
  private captures(found: number[], origin: number): Capture[] {
    const captures: [number, Capture][] = [], inside = (q: number) => this.board.cells[q] !== 8;
    for (let i = 0; i < found.length; ) {
      const [q, rule, count] = found.slice(i, i + 3), captors = found.slice(i + 3, i + 3 + count);
      const word = list("captures")[rule], stood = word === "walked-in" ? origin : q, name = squareName(q, this.size);
      const piece = this.board.get(squareName(stood, this.size)) as Piece;
      const squares = [...new Set(captors)].filter(inside).sort((a, b) => this.order(a) - this.order(b));
      captures.push([this.order(q), new Capture(name, piece, word, squares.map((one) => squareName(one, this.size)))]);
      i += 3 + count;
    }
    return captures.sort(([a], [b]) => a - b).map(([, capture]) => capture);
  }
  /** Squares are ordered by files, then by ranks. */
  private order(q: number): number {
    const stride = this.size + 2;
    return (q % stride) * stride + Math.floor(q / stride);
  }
  /** Whether the side to move may now roll the die. */
  get canRoll(): boolean {
    return this.ruleset.option("die") !== 0 && this.end === 0 && theModule().kernel.canRoll(boardAt(this.node)) !== 0;
  }
  /** The position after a roll of the die. */
  roll(face: number): Position {
    const faces = this.ruleset.option("die");
    if (!this.canRoll) throw new IllegalRollError("there is nothing to roll for in this position");
    if (!(Number.isInteger(face) && face >= 1 && face <= faces)) {
      throw new IllegalRollError(`a die of ${faces} faces cannot show ${face}`);
    }
    return new Position(this.rooted({ ...this.node, roll: face }));
  }
  /** This position, from which on neither repetition nor a limit counts. */
  asLenient(): Position {
    if (this.node.flags & LENIENT) return this;
    return new Position(this.rooted({ ...this.node, flags: this.node.flags | LENIENT }));
  }
  /** A copy of a root is the root of the games that go on from it. */
  private rooted(node: { -readonly [K in keyof Node]: Node[K] }): Node {
    if (node.parent === null) node.root = node;
    return node;
  }

  /** The position after a legal move. */
  private after(code: number, silent: boolean): Position {
    const module = theModule(), { kernel } = module, before = this.node, position = boardAt(before);
    if (silent) kernel.makeSilently(position, code >> 10, code & 1023);
    else kernel.make(position, code >> 10, code & 1023);
    const node: Node = {
      ruleset: before.ruleset, root: before.root, parent: before, code, silent,
      cells: new Uint16Array(kernel.memory.buffer, kernel.board(position), before.cells.length).slice(),
      king: kernel.king(position), side: kernel.side(position), ply: before.ply + 1, since: kernel.sinceCapture(position),
      flags: (before.flags & LENIENT) | (kernel.unannounced(position) ? UNANNOUNCED : 0), roll: kernel.pending(position),
      berserk: kernel.berserk(position), given: 0,
    };
    kernel.unmake(position);
    return new Position(node);
  }
  private codeOf(move: Move): number {
    return (squareNumber(move.origin, this.size) << 10) | squareNumber(move.target, this.size);
  }
  private moveOf(code: number): Move {
    return new Move(squareName(code >> 10, this.size), squareName(code & 1023, this.size));
  }
  /** All positions of the game, from the one that was set up to this one. */
  history(): Position[] {
    const positions: Position[] = [];
    for (let at: Node | null = this.node.parent; at; at = at.parent) positions.unshift(new Position(at));
    return [...positions, this];
  }
}

/** What is wrong with what binds a position, the board apart. */
function problemsOf(
  board: Board, rules: Ruleset, side: number, options: SetupOptions, ended: string | null,
): string[] {
  const problems: string[] = [], { roll = null, berserk = null } = options, die = rules.option("die");
  const rolled = rules.option("rolled"), turn = SIDES[side];
  if (board.size !== rules.size) return [];
  if (roll !== null) {
    if (die === 0) problems.push("these rules know no die");
    else if (!(roll >= 1 && roll <= die)) problems.push(`a die of ${die} faces cannot show ${roll}`);
    if (die && !(rolled & (side ? 0x0f06 : 0x00f1))) problems.push(`the ${turn} never roll`);
  }
  if (options.announced === false && !rules.option("binding")) problems.push("these rules know no binding announcements");
  if (berserk !== null) {
    const piece = board.get(berserk);
    if (!rules.option("berserk")) problems.push("these rules know no berserk turns");
    if (piece?.side !== turn) problems.push(`no piece of the ${turn} stands on ${berserk} to go on with a berserk turn`);
    if (piece && die && rolled & board.cells[squareNumber(berserk, board.size)] && roll === null) {
      problems.push(`the ${piece.kind} goes on with a berserk turn by the roll that it began with, which is missing`);
    }
  }
  if (ended !== null && !isPossible(ended, rules)) {
    problems.push(`no game ends so under these rules: ${Outcome.ofCode(Outcome.codeOf(ended))}`);
  }
  return problems;
}

/** Whether a game can end in this way under the ruleset, on any board. */
function isPossible(ended: string, rules: Ruleset): boolean {
  const [winner, how] = ended.split(":"), side = [...SIDES, "draw"].indexOf(winner), DRAWN = 8;
  const limit = (name: string) => {
    const consequence = rules.option(`${name}_consequence`);
    return rules.option(`${name}_limit`) !== 0 && (consequence === MOVER_LOSES ? side < 2 : side === LIMITED[consequence]);
  };
  if (how === "king-captured") return side === 0;
  if (how === "king-captured-on-edge") return side === 2 && (rules.words.special as number[]).some((bits) => bits & DRAWN);
  if (how === "repetition") return ![IGNORED, FORBIDDEN].includes(rules.option("repeats.what"));
  if (how === "quiet-limit") return limit("quiet");
  if (how === "move-limit") return limit("move");
  return true;
}
