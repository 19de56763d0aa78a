// Positions as one line of text: what FEN is for chess. The page position-text of the library's manual has the words.
import { Board, Move, parseSquare, type Square } from "./board.js";
import { NotationError } from "./errors.js";
import { list, Outcome, type Side } from "./words.js";

const LONGEST = 65_536;
const WORDS = ["roll", "announced", "berserk", "ended", "ply", "moves", "rules"];
const TURNS: Record<string, Side> = { a: "attackers", d: "defenders", attackers: "attackers", defenders: "defenders" };

/** A position without its history. */
export interface Setup {
  board: Board;
  turn: Side;
  roll: number | null;
  announced: boolean;
  berserk: Square | null;
  /** How the game has ended where the board does not show it, such as `draw:repetition`. */
  ended: string | null;
}

/** A move that captured nothing, and where it stands in the text. */
export interface Quiet {
  move: Move;
  /** Whether a way out was unannounced before it. */
  unannounced: boolean;
  /** Whether it continues a berserk turn. */
  continues: boolean;
  offset: number;
}

/** What a line of text says. */
export interface PositionText {
  text: string;
  name: string;
  setup: Setup;
  ply: number | null;
  moves: Quiet[];
  fingerprint: string;
  /** The set-up before the moves, where that side alone may pass, or either. */
  before(passer: Side | null): Setup;
}

/** Read a line of text. */
export function readPosition(text: string): PositionText {
  if (text.length > LONGEST) throw new NotationError(`a position of at most ${LONGEST} characters was expected`, text, LONGEST);
  const words = [...text.matchAll(/\S+/g)], index = words.findIndex(([word]) => word.includes("/"));
  if (index < 0) throw new NotationError("a position was expected: a board and the side to move", text);
  const record = words[index], next = words[index + 1], at = record.index as number;
  const turn = next && Object.hasOwn(TURNS, next[0]) ? TURNS[next[0]] : null;
  if (!turn) throw new NotationError("the side to move was expected, a or d", text, next?.index ?? at + record[0].length);
  const setup: Setup = {
    board: Board.parse(record[0], text, at), turn, roll: null, announced: true, berserk: null, ended: null,
  };
  const line = { text, name: text.slice(0, at).trim(), setup, ply: null as number | null, moves: [] as Quiet[], fingerprint: "" };
  const seen = new Set<string>();
  for (const word of words.slice(index + 2)) takeWord(line, word[0], word.index as number, seen);
  if (setup.ended !== null && line.moves.length) {
    throw new NotationError("a game that has ended is told without moves", text, line.moves[0].offset);
  }
  if (line.ply !== null && line.ply < line.moves.length) {
    throw new NotationError(`${line.moves.length} moves make more than ply ${line.ply}`, text, line.moves[0].offset);
  }
  return { ...line, before: (passer) => setUpBefore(line, passer) };
}

type Line = Omit<PositionText, "before">;

function takeWord(line: Line, word: string, offset: number, seen: Set<string>): void {
  const { text, setup } = line, [name, value] = word.split(/=(.*)/s), start = offset + name.length + 1;
  if (value === undefined || !WORDS.includes(name) || seen.has(name)) {
    const left = WORDS.filter((other) => !seen.has(other)).map((other) => `${other}=`);
    throw new NotationError(`one of ${left.join(", ")} was expected`, text, offset);
  }
  seen.add(name);
  const number = () => {
    if (!/^\d{1,9}$/.test(value)) throw new NotationError("a number was expected", text, start);
    return Number(value);
  };
  if (name === "roll") setup.roll = number();
  else if (name === "ply") line.ply = number();
  else if (name === "announced") {
    if (value !== "yes" && value !== "no") throw new NotationError("yes or no was expected", text, start);
    setup.announced = value === "yes";
  } else if (name === "berserk") setup.berserk = part(parseSquare, value, text, start);
  else if (name === "rules") {
    if (!/^[0-9a-f]{8}$/.test(value)) {
      throw new NotationError("the fingerprint of a ruleset was expected, eight digits from 0 to f", text, start);
    }
    line.fingerprint = value;
  } else if (name === "ended") {
    if (Outcome.codeOf(value) < 0) {
      throw new NotationError(`attackers:, defenders: or draw: and one of ${list("endings").join(", ")} was expected`, text, start);
    }
    setup.ended = value;
  } else takeMoves(line, value, start);
}

function takeMoves(line: Line, value: string, start: number): void {
  let offset = start;
  for (const word of value.split(",")) {
    const closed = word.replace(/^~/, ""), text = closed.replace(/^\+/, ""), continues = text !== closed;
    const move = part(Move.parse, text, line.text, offset + word.length - text.length);
    if (move.isStop && String(move) !== "pass") throw new NotationError("a move to another square was expected", line.text, offset);
    if (continues && line.moves.length) {
      throw new NotationError("only the first move can continue a berserk turn", line.text, offset);
    }
    line.moves.push({ move, unannounced: closed !== word, continues, offset });
    offset += word.length + 1;
  }
}

/** Read a part of a text; what is wrong with it is wrong with the text. */
function part<T>(parse: (text: string) => T, value: string, text: string, start: number): T {
  try {
    return parse(value);
  } catch (error) {
    if (error instanceof NotationError) throw new NotationError(error.reason, text, start + error.offset);
    throw error;
  }
}

/** Only the last board is written. The moves before it captured nothing, so they can be taken back. */
function setUpBefore({ setup, moves, text }: Line, passer: Side | null): Setup {
  let board = setup.board, side: Side | null = null;
  for (const { move, offset } of [...moves].reverse()) {
    if (String(move) === "pass") {
      side = passer ?? ((side ?? setup.turn) === "attackers" ? "defenders" : "attackers");
      continue;
    }
    const piece = board.get(move.target);
    if (!piece || board.get(move.origin) || !board.has(move.origin)) {
      throw new NotationError(`${move} cannot have led to this board`, text, offset);
    }
    board = board.put(move.target, null).put(move.origin, piece.letter);
    side = piece.side;
  }
  const [first] = moves;
  return {
    board, turn: side ?? setup.turn, roll: null, announced: !first.unannounced,
    berserk: first.continues ? first.move.origin : null, ended: null,
  };
}
