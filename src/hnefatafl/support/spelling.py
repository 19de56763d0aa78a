"""How people write moves: the parts of a move as patterns, for every reader of moves.

:meth:`Move.parse <hnefatafl.board.Move.parse>` and the parsers of records
(:mod:`hnefatafl.notation.moves`) are built of them, so that a move that one of them reads is read by all. No pattern
backtracks, so that every reader takes time linear in the length of its text.
"""

from typing import Final

DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
"""The dashes and minus signs that programs put in place of a hyphen."""
LETTERS: Final = "tcnkmg"
"""The letters of pieces in records, for the attackers; the defenders' are the same in upper case: soldier,
commander, knight, king, mercenary, guard."""
LETTER: Final = rf"[{LETTERS}{LETTERS.upper()}]"
SQUARE: Final = "[a-uA-U](?:1[0-9]|2[01]|[1-9])"
"""A square of the largest board, such as ``k11``."""
ARROWS: Final = "→⇒⟶⟹⟼↦⇨➔➙➛➜➝➞➡"
SIGN: Final = rf"\^=|[-{DASHES}]++>?|=>|[=^>:x×{ARROWS}]|to(?=\s)"
"""What stands between the squares of a move. OTN gives ``^``, ``=`` and ``^=`` a meaning."""
TAKES: Final = "[x×*]"
"""What stands before a captured square."""
TAKES_WORD: Final = "takes|taking|captures?|capturing|kills|schlägt|slår|prend"
"""Words that stand before captured squares."""
_BEHIND: Final = rf"(?=[x×*+#!?,;.:()\s{DASHES}-]|\Z)"
BARE_TARGET: Final = rf"[a-uA-U]{_BEHIND}|(?:1[0-9]|2[01]|[1-9]){_BEHIND}"
"""The file or the rank alone on which a move ends, such as ``7`` in ``h5-7``."""
NO_MOVE: Final = rf"(?![0-9a-zA-Z])(?!\s*+(?:{SIGN}))"
_NO_ORIGIN: Final = rf"(?!\s*+[-{DASHES}{ARROWS}][a-uA-U0-9>])"
FIRST_CAPTURE: Final = rf"{TAKES}|(?:\s++{TAKES}\s*+|,?\s++(?:{TAKES_WORD})\s++)(?={LETTER}?{SQUARE}{_NO_ORIGIN})"
"""What stands before the first captured square. Where a space stands before it, a square has to follow."""
_AND: Final = r"(?:\s*+[,x×*/&]\s*+|\s++(?:(?:and|und|och)\s++)?)"
NEXT_CAPTURE: Final = rf"[x×/](?!\s)|{_AND}(?={LETTER}?{SQUARE}{NO_MOVE})"
"""What stands before the next captured squares. A square after a space or a comma can begin the next move instead."""
CAPTURE_LIST: Final = (
    rf"\s*+\(\s*+(?:(?:{TAKES}|{TAKES_WORD})\s*+)?"
    rf"(?:{LETTER}?{SQUARE}(?:{_AND}(?:{TAKES}\s*+)?|(?=\))))++\s*+\)"
)
"""Captured squares in parentheses."""
