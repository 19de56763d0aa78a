// What stands on a board and what a move did, in words for readers: the library's `hnefatafl.render.alt`.
import type { Move, Square } from "./board.js";
import type { Capture, PlayedMove, Position } from "./position.js";
import { sentence, type Side } from "./words.js";

/** Squares are ordered by files, then by ranks. */
export const bySquare = (one: Square, two: Square): number => one.charCodeAt(0) - two.charCodeAt(0) || Number(one.slice(1)) - Number(two.slice(1));
export const isPass = (move: Move): boolean => move.toString() === "pass";
export const opponent = (side: Side): Side => (side === "attackers" ? "defenders" : "attackers");
const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A move for readers: its text, "passes", or where a turn of several captures stops. */
export function moveWords(move: Move): string {
  return isPass(move) ? "passes" : move.isStop ? `stops on ${move.origin}` : move.toString();
}

function grouped(play: PlayedMove): [string, Capture[]][] {
  const groups = new Map<string, Capture[]>();
  for (const capture of play.captures) groups.set(capture.words(), [...(groups.get(capture.words()) ?? []), capture]);
  return [...groups];
}

/** What a move took, for the list of moves. */
export function briefCaptures(play: PlayedMove): string {
  return grouped(play).map(([words, taken]) => `${taken.map((each) => `×${each.square}`).join(" ")} ${words}`).join("; ");
}

/** Where mercenaries have changed sides. */
export const turned = (play: PlayedMove | null): Square[] =>
  (play?.captures ?? []).filter((each) => each.piece.kind === "mercenary").map((each) => each.square).sort(bySquare);

/** What a move did, and why; `mayCall` says whether an announcement is left to the side. */
export function effects(play: PlayedMove, mayCall = (said: string): boolean => said === "threat"): string {
  const byRule = grouped(play).map(([words, taken]) => {
    const captors = [...new Set(taken.flatMap((each) => each.captors))].sort(bySquare);
    const named = taken.map(({ piece, square }) => `the ${piece.name} on ${square}`).join(", ");
    return `${named}: ${words}${captors.length ? ` (${captors.join(", ")})` : ""}`;
  });
  const sides = turned(play).length ? ` On ${turned(play).join(", ")} a mercenary changes sides.` : "";
  const mover = play.before.turn;
  const said = ([[mover, play.announcement], [opponent(mover), play.opponentAnnouncement]] as const)
    .map(([side, what]) => (what === null ? "" : ` The ${side} ${callWords(play, what, mayCall)}: ${sentence("announcements", what)}.`));
  return `${byRule.length ? `${play.move} captures ${byRule.join("; and ")}` : moveWords(play.move)}.${sides}${said.join("")}`;
}

function callWords({ before, after }: PlayedMove, said: string, mayCall: (said: string) => boolean): string {
  // By a move of the attackers the king may have been held before.
  if (said !== "threat" && !after.announced && (before.turn === "defenders" || before.announced)) return "do not announce";
  return mayCall(said) ? "may announce" : "announce";
}

/** Who has won, or who is to move and what binds the move. */
export function stateWords(position: Position): string {
  if (position.outcome) return `${capitalised(position.outcome.words())}.`;
  const roll = position.rollPending === null ? "" : `, by a roll of ${position.rollPending}`;
  const on = position.berserk === null ? "" : `, and the piece on ${position.berserk} goes on`;
  return `The ${position.turn} are to move${roll}${on}.`;
}
