// Places in games: what positions are made of.
import type { Ruleset } from "./ruleset.js";

/** A place in a game: what was set up, or what a move has led to. It does not change. */
export interface Node {
  readonly ruleset: Ruleset;
  /** The one that was set up. */
  readonly root: Node;
  /** The one before the move; null if it was set up. */
  readonly parent: Node | null;
  /** The move of the kernel, -1 if there was none. */
  readonly code: number;
  /** Whether the move left a way out unannounced on purpose. */
  readonly silent: boolean;
  readonly cells: Readonly<Uint16Array>;
  readonly king: number;
  readonly side: number;
  readonly ply: number;
  readonly since: number;
  readonly flags: number;
  readonly roll: number;
  readonly berserk: number;
  /** How the game has ended, if that was given where it was set up; 0 otherwise. */
  readonly given: number;
}
