// Records of games, as far as a table reads and writes them: `hnefatafl game 1`.
import { Board, type Square } from "./board.js";
import { Position, type PlayedMove } from "./position.js";
import { Ruleset } from "./ruleset.js";
import type { Side } from "./words.js";

export interface RecordedMove { origin: string; target: string; captures?: string[]; roll?: number | null; announced?: boolean; note?: Note }
export interface Note { comment?: string; shapes?: { origin: string; target?: string; colour?: string }[] }
interface Setup { board: string; turn: Side; roll?: number | null; announced?: boolean; berserk_square?: Square | null }
export interface GameRecord {
  ruleset: unknown;
  start?: Setup | null;
  moves?: RecordedMove[];
  roll_pending?: number | null;
  result?: string;
  ending?: string;
  note?: Note;
  variations?: Record<string, unknown>[];
  [more: string]: unknown;
}
const COLOURS: Record<string, string> = { G: "green", R: "red", Y: "yellow", B: "blue" };

/** The position with which a record begins. */
export function startOf({ ruleset, start }: GameRecord, rules = Ruleset.get((ruleset as { name?: string }).name ?? (ruleset as string))): Position {
  if (!start) return Position.initial(rules);
  const { board, turn, roll, announced, berserk_square: berserk } = start;
  return Position.fromBoard(Board.parse(board), rules, turn, { roll, announced, berserk });
}

/** The note with these arrows and circles, if there are any. */
export function noteOf(shapes: readonly string[]): Note | undefined {
  const drawn = (text: string) => {
    const [origin, target] = text.match(/[a-u]\d+/g)!;
    return { origin, ...(target ? { target } : {}), ...(text[0] === "G" ? {} : { colour: COLOURS[text[0]] }) };
  };
  return shapes.length ? { shapes: shapes.map(drawn) } : undefined;
}

/** The record of a move. */
export function recordMove({ before, after, move, captures }: PlayedMove, shapes: readonly string[]): RecordedMove {
  const taken = captures.map((each) => each.square);
  const roll = before.berserk === null ? before.rollPending : null; // in such a turn the roll that began it is pending
  const silent = !after.announced && before.play(move).announced;
  return compact({
    origin: move.origin, target: move.target, captures: taken.length ? taken : undefined, roll,
    announced: silent ? false : undefined, note: noteOf(shapes),
  }) as unknown as RecordedMove;
}

/** An object without what is undefined. */
export function compact(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}
