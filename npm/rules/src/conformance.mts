// Answers the questions of a conformance suite, a line of JSON each:
//     tafl conformance suite.jsonl --check "node tafl-rules/conformance.mjs"
import { createInterface } from "node:readline";
import { stdin, stdout } from "node:process";
import { load, Move, Position, Ruleset, TaflError } from "./index.js";

interface Case { id: string; ruleset: string; start: string; line: string[]; tries: string[] }
interface Title { ruleset: string; options: Record<string, unknown> }
type Answer = Record<string, unknown>;

await load();
for await (const line of createInterface({ input: stdin })) stdout.write(`${JSON.stringify(reply(line))}\n`);

function reply(line: string): Answer {
  try {
    const asked = JSON.parse(line) as Case | Title;
    return "options" in asked ? begin(asked) : { id: asked.id, ...answer(asked) };
  } catch (error) {
    return { error: String((error as Error).message).split(/\s+/).join(" ") };
  }
}

function begin({ ruleset }: Title): Answer {
  try {
    Ruleset.get(ruleset);
    return { ruleset };
  } catch {
    return { ruleset, declined: "no such ruleset is shipped" };
  }
}

function answer({ ruleset, start, line, tries }: Case): Answer {
  let position = Position.parse(start, ruleset);
  for (const action of line) position = follow(position, action);
  return {
    ...stateOf(position),
    plies_since_capture: position.pliesSinceCapture,
    repetitions: position.repetitions,
    can_roll: position.canRoll,
    legal: position.legalMoves().map(String).sort(),
    tries: Object.fromEntries(tries.map((action) => [action, tried(position, action)])),
  };
}

function tried(position: Position, action: string): Answer {
  const [word, note] = action.split(" ");
  if (word === "roll") return { ...stateOf(position.roll(Number(note))), captures: {}, says: [] };
  const move = Move.parse(word), illegality = position.illegality(move);
  if (illegality) return { refused: illegality.reason };
  const played = position.explain(move, { announce: note === undefined });
  const { turn } = position, other = turn === "attackers" ? "defenders" : "attackers";
  const says: string[] = [];
  if (played.announcement) says.push(`${turn}:${played.announcement}`);
  if (played.opponentAnnouncement) says.push(`${other}:${played.opponentAnnouncement}`);
  const captures = Object.fromEntries(played.captures.map(({ square, rule }) => [square, rule]));
  return { ...stateOf(played.after), captures, says };
}

function follow(position: Position, action: string): Position {
  const [word, note] = action.split(" ");
  if (word === "roll") return position.roll(Number(note));
  if (note !== undefined && note !== "unannounced") throw new TaflError(`${action} is no action`);
  return position.play(word, { announce: note === undefined });
}

function stateOf(position: Position): Answer {
  return { position: position.stateText(), outcome: position.outcome?.text ?? null };
}
