/** The rules of tafl games: positions, moves, captures, ends; and a search. See README.md. */
export { Board, Move, type Kind, type Piece, type Square } from "./board.js";
export { IllegalRollError, InvalidSetupError, NotationError, TaflError, UnknownRulesetError } from "./errors.js";
export {
  Capture, IllegalMoveError, Illegality, Position, type Announcement, type PlayedMove, type SetupOptions,
} from "./position.js";
export { load, Ruleset, rulesets, type BoardMessage, type TablesDocument } from "./ruleset.js";
export { search, Score, Searcher, type Found, type Info, type Line, type SearchOptions } from "./search.js";
export { LANGUAGES, Outcome, sentence, type Language, type Side } from "./words.js";
