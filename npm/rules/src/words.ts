// The closed lists of the library, and what their members are called.
import data from "./data/words.js";

/** As scripts/make_rules.py writes it. */
export interface WordsData {
  lists: Record<ListName, string[]>;
  languages: Record<Language, Record<ListName, string[]> & { winners: string[] }>;
  levels: Record<string, [nodes: number, noise: number]>;
}

type ListName = "endings" | "captures" | "refusals" | "announcements";

/** The languages in which words can be had. */
export type Language = "en" | "de" | "sv";
export type Side = "attackers" | "defenders";
export const SIDES: readonly Side[] = ["attackers", "defenders"];
export const LANGUAGES = Object.keys(data.languages) as Language[];
export const LEVELS: Readonly<Record<string, readonly [nodes: number, noise: number]>> = data.levels;

/** The words of a list, in its order. */
export function list(name: ListName): readonly string[] {
  return data.lists[name];
}

/** A member of a list in words: how a game ended, why a piece was captured, why a move is illegal, what is announced. */
export function sentence(name: ListName, word: string, lang: Language = "en"): string {
  const place = data.lists[name].indexOf(word), words = data.languages[lang];
  if (!words) throw new RangeError(`one of ${LANGUAGES.join(", ")} was expected, not ${lang}`);
  if (place < 0) throw new RangeError(`one of ${data.lists[name].join(", ")} was expected, not ${word}`);
  return words[name][place];
}

/** Who won, and how the game ended. */
export class Outcome {
  constructor(
    /** The side that won, or null for a draw. */
    readonly winner: Side | null,
    /** How the game ended, a word such as `king-escaped`. */
    readonly termination: string,
  ) {}
  /** The outcome for programs, such as `defenders:king-escaped` or `draw:repetition`. */
  get text(): string { return `${this.winner ?? "draw"}:${this.termination}`; }
  /** The outcome in words, such as "the defenders win: the king has escaped". */
  words(lang: Language = "en"): string {
    const ended = sentence("endings", this.termination, lang);
    const winner = this.winner === null ? 2 : SIDES.indexOf(this.winner);
    return `${data.languages[lang].winners[winner]}: ${ended}`;
  }
  toString(): string { return this.words(); }
  /** The code of the kernel. */
  static ofCode(code: number): Outcome | null {
    return code === 0 ? null : new Outcome(SIDES[code & 3] ?? null, data.lists.endings[(code >> 2) - 1]);
  }
  /** The code in the kernel of an outcome's text, or -1 if it is none. */
  static codeOf(text: string): number {
    const [winner, how] = text.split(/:(.*)/s), place = data.lists.endings.indexOf(how);
    const side = [...SIDES, "draw"].indexOf(winner);
    return side < 0 || place < 0 ? -1 : ((place + 1) << 2) | side;
  }
}
