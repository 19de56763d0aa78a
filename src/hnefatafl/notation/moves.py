"""Moves in records: OTN, plain algebraic notation, and the lines of the archive.

The parser reads all three at once. Their common form is
``[piece]<from>-<to>[x<captured>[/<captured>]...][info]``:

* OTN writes the letter of a piece that is no soldier before its square (``Kd4-d3``, ``xKc4``), separates captured
  squares by slashes, and ends with an info symbol: ``+`` the king can be captured next, ``-`` he has a way out, ``++``
  he is captured, ``--`` he has escaped. Between the squares stands ``^`` for a jump, ``=`` for a move by which a piece
  goes on in its berserk turn, and ``^=`` for both (``Ne6^=e8xce7/ne9/f8/d8``). ``---`` is a resignation.
* Algebraic notation writes no letters, always a dash, and only ``+`` and ``++``.
* The archive writes an ``x`` before every captured square (``e7-k7xk6xk6``), and in its oldest games nothing between
  the squares (``c5c6``). It does not write the king's capture. ``timeout`` and ``resigned`` stand in place of a move.
  Our additions for rules that the archive does not have: the roll for the king stands before the
  move with a colon (``4:d4-d8xc8``), and ``:unannounced`` after a move whose announcement was omitted.

**Leniencies.** The parser

* accepts spaces around the move, and capital letters (``E5-E8``);
* accepts what people write between the squares: another dash, an arrow, ``to``, ``:``, ``x``, and spaces around it;
* accepts the file or the rank alone as the target (``h5-7``, as the course CS61B writes moves);
* accepts captured squares in parentheses and with spaces (``d2-f2 (f3)``, ``d2-f2 x f3 g2``, ``d2-f2×f3``);
* accepts ``pass`` for a side that passes, which is written as the move that it is, ``a1-a1``;
* accepts ``x`` and ``/`` alike before the second captured square and those after it;
* keeps a captured square that is written twice;
* accepts the letter of any piece of OTN and does not compare it with the board; a replay does that. One of
  the real games leaves out the ``K`` of a king's move;
* accepts a dash whatever the move is. OpenTafl itself writes one for a jump that captures nothing.

Wrong letters and signs are findings of :attr:`Replay.findings
<hnefatafl.records.Replay.findings>`.

**Parsing.**

>>> move = parse_move("e5-e8xe9/d8+")
>>> move.origin, move.target, move.captures, move.info
(Square(e5), Square(e8), (Square(e9), Square(d8)), '+')
>>> parse_move("e7-k7xk6xk6").captures
(Square(k6), Square(k6))
>>> parse_token("---")
'resigned'
>>> parse_move("e5-z8")
Traceback (most recent call last):
    ...
hnefatafl.errors.NotationError: a square was expected, such as a1 or k11 (line 1, column 4)
    e5-z8
       ^

**Writing.**

>>> format_move(parse_move("Ke5-e1xd1/f1-"))
'Ke5-e1xd1/f1-'
>>> format_move(parse_move("Ke5-e1xd1/f1-"), "algebraic")
'e5-e1xd1/f1+'
>>> format_move(parse_move("Ke5-e1xd1/f1-"), "archive")
'e5-e1xd1xf1'
"""

from __future__ import annotations

import re
from typing import Final, Literal, final

from attrs import evolve

from hnefatafl.board import MAX_SIZE, Move, Square
from hnefatafl.errors import NotationError
from hnefatafl.play import PlayedMove
from hnefatafl.records import Ending, Mark, RecordedMove, Sign, record_move
from hnefatafl.support import spelling
from hnefatafl.support.arguments import check

__all__ = [
    "RESIGNATION",
    "SQUARES",
    "RecordedMove",
    "Scanner",
    "Style",
    "format_move",
    "format_played_move",
    "parse_move",
    "parse_token",
    "read_move",
    "record_move",
]


Style = Literal["otn", "algebraic", "archive"]
"""The ways to write a move."""

RESIGNATION: Final = "---"
"""The resignation of the side to move in OTN."""

_ENDINGS: Final[dict[str, Ending]] = {RESIGNATION: "resigned", "resigned": "resigned", "timeout": "timeout"}
_SPACE: Final = re.compile(r"\s*")
_INFO: Final = re.compile(r"[+-]+")
_SIGN: Final = re.compile(rf"\s*+(?:{spelling.SIGN})\s*+", re.ASCII)
_BARE_TARGET: Final = re.compile(spelling.BARE_TARGET, re.ASCII)
_FIRST_CAPTURE: Final = re.compile(spelling.FIRST_CAPTURE, re.ASCII)
_NEXT_CAPTURE: Final = re.compile(spelling.NEXT_CAPTURE, re.ASCII)
_CAPTURE_LIST: Final = re.compile(spelling.CAPTURE_LIST, re.ASCII)
_CAPTURE: Final = re.compile(rf"({spelling.LETTER}?)({spelling.SQUARE})", re.ASCII)
_STRICT: Final = re.compile(
    rf"{spelling.LETTER}?[a-u]\d+(?:\^=|[-=^])?[a-u]\d+(?:x{spelling.LETTER}?[a-u]\d+(?:[x/]{spelling.LETTER}?[a-u]\d+)*+)?[+-]*+",
    re.ASCII,
)
"""The moves that keep their text; the others are shown as OTN and the archive would spell them."""
_SIGNS: Final[dict[str, Sign]] = {"-": "-", "^": "^", "=": "=", "^=": "^="}
_ROLL: Final = re.compile(r"[1-9][0-9]{0,3}:", re.ASCII)
_PASS: Final = re.compile(r"pass\b", re.ASCII)
_UNANNOUNCED: Final = re.compile(r":unannounced")
_INFOS: Final[dict[str, Mark]] = {"+": "+", "-": "-", "++": "++", "--": "--"}


SQUARES: Final = {
    square.name: square for square in (Square(file, rank) for file in range(MAX_SIZE) for rank in range(MAX_SIZE))
}
"""Every square that a record can name, by its name."""
_SQUARE: Final = re.compile(rf"{spelling.SQUARE}(?![0-9])", re.ASCII)


@final
class Scanner:
    """A text, a place in it, and errors that point there: what all parsers of records read with.

    Patterns never backtrack, so that every parser takes time linear in the length of the text.

    >>> scanner = Scanner("e5-e8")
    >>> scanner.square(), scanner.sign("-"), scanner.square(), scanner.done
    (Square(e5), True, Square(e8), True)

    Arguments:
        text: the whole text; faults show it.
        at: where to begin.
        end: where to stop, as if the text ended there. Default: its end.
        line: the number of the text's first line in its file.
    """

    __slots__ = ("at", "end", "line", "text")

    def __init__(self, text: str, at: int = 0, end: int | None = None, line: int = 1) -> None:
        self.text: str = text
        self.at: int = at
        self.end: int = len(text) if end is None else end
        self.line: int = line

    @property
    def done(self) -> bool:
        """Whether everything has been read."""
        return self.at >= self.end

    @property
    def next(self) -> str:
        """The character at the place, or nothing at the end."""
        return self.text[self.at] if self.at < self.end else ""

    def fault(self, message: str, at: int | None = None) -> NotationError:
        """Return the error that points at this place, or at another."""
        return NotationError(message, self.text, self.at if at is None else at, self.line)

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """Read what the pattern matches here, or nothing.

        >>> scanner = Scanner("12 moves")
        >>> scanner.take(re.compile("[0-9]+")), scanner.at
        ('12', 2)
        """
        match = pattern.match(self.text, self.at, self.end)
        if match is None:
            return None
        self.at = match.end()
        return match[0]

    def sign(self, sign: str) -> bool:
        """Read that text, if it stands here.

        >>> scanner = Scanner("-d3")
        >>> scanner.sign("x"), scanner.sign("-"), scanner.next
        (False, True, 'd')
        """
        if not self.text.startswith(sign, self.at, self.end):
            return False
        self.at += len(sign)
        return True

    def square(self) -> Square:
        """Read a square; its letter can be a capital.

        >>> scanner = Scanner("k11-")
        >>> scanner.square(), scanner.next
        (Square(k11), '-')

        Raises:
            NotationError: none stands here.
        """
        name = self.take(_SQUARE)
        if name is None:
            raise self.fault("a square was expected, such as a1 or k11")
        return SQUARES[name.lower()]

    def letter(self) -> str:
        """Read the letter of a piece before a square, or nothing where there is none.

        >>> Scanner("Kd4").letter(), Scanner("d4").letter()
        ('K', '')
        """
        here = self.next
        if here and here in _BOTH and self.at + 1 < self.end and self.text[self.at + 1].isalpha():
            self.at += 1
            return here
        return ""


_BOTH: Final = spelling.LETTERS + spelling.LETTERS.upper()


def parse_move(text: str) -> RecordedMove:
    """Read a move.

    >>> move = parse_move("Kd4-d3xc3+")
    >>> move.letter, move.target, move.captures, move.info
    ('K', Square(d3), (Square(c3),), '+')
    >>> parse_move("4:d4-d8").roll
    4

    Raises:
        NotationError: the text is not a move.
    """
    scanner = Scanner(text)
    scanner.take(_SPACE)
    start = scanner.at
    roll = scanner.take(_ROLL)
    move = read_move(scanner)
    unannounced = scanner.take(_UNANNOUNCED) is not None
    end = scanner.at
    scanner.take(_SPACE)
    if not scanner.done:
        raise scanner.fault("the end of the move was expected, or x, +, -, ++ or --")
    if roll is None and not unannounced:
        return move
    number = None if roll is None else int(roll[:-1])
    return evolve(move, roll=number, announced=not unannounced, text=text[start:end], offset=start)


def parse_token(text: str) -> RecordedMove | Ending:
    """Parse a move, or the token of an ending: ``---``, ``resigned`` or ``timeout``.

    >>> parse_token("---"), parse_token("d1-d3").target
    ('resigned', Square(d3))

    Raises:
        NotationError: the text is neither.
    """
    return _ENDINGS.get(text.strip()) or parse_move(text)


def read_move(scanner: Scanner) -> RecordedMove:
    """Read the move at the scanner's place, and leave the scanner behind it.

    ``move = [letter] square ["-" | "^" | "=" | "^="] square ["x" taken (("x" | "/") taken)*] [info]``;
    ``taken = [letter] square``. What else is accepted is listed at the top of this module.

    >>> scanner = Scanner("d1-d3 d4")
    >>> move = read_move(scanner)
    >>> str(move), scanner.at
    ('d1-d3', 5)
    >>> move = read_move(Scanner("D2 \N{RIGHTWARDS ARROW} f2 (F3)"))
    >>> str(move), move.captures
    ('d2-f2xf3', (Square(f3),))

    Raises:
        NotationError: no move stands there.
    """
    start = scanner.at
    if scanner.take(_PASS) is not None:
        return RecordedMove(
            origin=Move.PASS.origin, target=Move.PASS.target, text=scanner.text[start : scanner.at], offset=start
        )
    if scanner.text.startswith(RESIGNATION, start, scanner.end):
        raise scanner.fault("a move was expected, not a resignation")
    letter = scanner.letter()
    origin = scanner.square()
    sign = scanner.take(_SIGN)
    if sign is None and not scanner.next.isalpha():
        raise scanner.fault("- was expected, or ^, = or ^=")
    target = _read_target(scanner, origin, is_bare=sign is not None)
    captures = _read_captures(scanner)
    offset = scanner.at
    info = scanner.take(_INFO)
    if info is not None and info not in _INFOS:
        raise scanner.fault("one of +, -, ++ and -- was expected", offset)
    text = scanner.text[start : scanner.at]
    return RecordedMove(
        origin=origin,
        target=target,
        captures=tuple(square for _, square in captures),
        letter=letter,
        capture_letters=tuple(mark for mark, _ in captures) if any(mark for mark, _ in captures) else (),
        sign="" if sign is None else _SIGNS.get(sign.strip(), "-"),
        info="" if info is None else _INFOS[info],
        text=text if _STRICT.fullmatch(text) else "",
        offset=start,
    )


def _read_target(scanner: Scanner, origin: Square, *, is_bare: bool) -> Square:
    """Read the target of a move: a square, or its file or rank alone."""
    bare = scanner.take(_BARE_TARGET) if is_bare else None
    if bare is None:
        return scanner.square()
    return SQUARES[f"{origin.name[0]}{bare}" if bare.isdecimal() else f"{bare.lower()}{origin.rank + 1}"]


def _read_captures(scanner: Scanner) -> list[tuple[str, Square]]:
    """Read the captures behind a move, with the letters of the pieces."""
    captures: list[tuple[str, Square]] = []
    listed = scanner.take(_CAPTURE_LIST)
    if listed is not None:
        return [(match[1], SQUARES[match[2].lower()]) for match in _CAPTURE.finditer(listed)]
    pattern = _FIRST_CAPTURE
    while scanner.take(pattern) is not None:
        scanner.take(_SPACE)
        captures.append((scanner.letter(), scanner.square()))
        pattern = _NEXT_CAPTURE
    return captures


def format_move(move: RecordedMove, style: Style = "otn") -> str:
    """Write a move.

    Only ``otn`` keeps letters and info symbols. Only ``archive`` keeps a missing dash, rolls and omitted
    announcements; it does not write the capture of a king. (OTN has rolls in comments: see
    :mod:`~hnefatafl.notation.otn`.)

    >>> move = parse_move("Kd4-d3xc3/e3+")
    >>> format_move(move), format_move(move, "archive"), format_move(move, "algebraic")
    ('Kd4-d3xc3/e3+', 'd4-d3xc3xe3', 'd4-d3xc3/e3+')
    """
    marks = (*move.capture_letters, *("" for _ in move.captures))
    pairs = list(zip(marks, move.captures, strict=False))
    if style == "archive":
        roll = "" if move.roll is None else f"{move.roll}:"
        taken = "".join(f"x{square}" for mark, square in pairs if mark not in ("k", "K"))
        return f"{roll}{move.origin}{move.sign}{move.target}{taken}{'' if move.announced else ':unannounced'}"
    letter, sign, info = move.letter, move.sign or "-", move.info
    if style == "algebraic":
        pairs = [("", square) for square in move.captures]
        letter, sign, info = "", "-", "++" if len(info) == 2 else "+" if info else ""
    taken = "/".join(mark + square.name for mark, square in pairs)
    return f"{letter}{move.origin}{sign}{move.target}{'x' if taken else ''}{taken}{info}"


def format_played_move(play: PlayedMove, style: Style = "otn") -> str:
    """Write a move that was played.

    >>> from hnefatafl import Move, Position, Side, variants
    >>> p = Position.parse("/3t3/7/7/t1tK3/7/3t3/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> format_played_move(p.explain(Move.parse("d4-g4")))
    'Kd4-g4-'
    """
    check("play", play, PlayedMove)
    return format_move(record_move(play), style)
