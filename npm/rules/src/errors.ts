/** All errors that the package throws on purpose. */
export class TaflError extends Error {
  override name = this.constructor.name;
}

/** No ruleset has that name. */
export class UnknownRulesetError extends TaflError {}

/** A position cannot be played under its ruleset; `reasons` has all that is wrong. */
export class InvalidSetupError extends TaflError {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join("; "));
  }
}

/** A text is not valid in its notation; `offset` is the index of the character that is wrong. */
export class NotationError extends TaflError {
  readonly offset: number;
  readonly reason: string;
  constructor(reason: string, readonly text: string, offset = 0) {
    const at = Math.min(Math.max(offset, 0), text.length);
    const before = text.slice(0, at), line = before.split("\n").length, start = before.lastIndexOf("\n") + 1;
    const shown = text.slice(start, start + 200).split("\n")[0];
    super(`${reason} (line ${line}, column ${at - start + 1})\n    ${shown}\n    ${" ".repeat(at - start)}^`);
    this.offset = at;
    this.reason = reason;
  }
}

/** Nothing may be rolled here, or the die has no such face. */
export class IllegalRollError extends TaflError {}
