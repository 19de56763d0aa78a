"""Reading OTN's game records. The public face, with what is accepted, is :mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

import re
from typing import Final, cast

from attrs import define, evolve, field

from hnefatafl.board import Board
from hnefatafl.errors import NotationError
from hnefatafl.game import Game
from hnefatafl.notation.moves import RESIGNATION, read_move
from hnefatafl.notation.otn_puzzle import read_puzzle
from hnefatafl.notation.otn_rules import parse_rules, read_board
from hnefatafl.notation.scanner import Scanner
from hnefatafl.pieces import Side
from hnefatafl.position import Position
from hnefatafl.records import Clock, Ending, Glyph, Note, RecordedMove, Variation
from hnefatafl.rules import Ruleset

__all__ = [
    "MAX_DEPTH",
    "MAX_LENGTH",
    "RESERVED",
    "RESULTS",
    "TAG_NAME",
    "parse_game",
    "read_note",
]

MAX_LENGTH: Final = 1 << 22
"""How many characters a game record can have: 4,194,304, room for a game of some hundred thousand moves."""
MAX_DEPTH: Final = 256
"""How deep variations can be nested in a record."""

RESULTS: Final = {"1": "Black", "-1": "White", "0": "Draw", "?": "?"}
"""OTN's results and ours."""
RESERVED: Final = ("rules", "position", "result")
"""The tags that are no tags of the game: it has other places for what they say."""
TAG_NAME: Final = re.compile(r"[^\[\]:\s](?:[^\[\]:\n]*[^\[\]:\s])?")

_MAX_TAGS: Final = 1_000
_MAX_COMMENTS: Final = 8
"""More than that stand after no turn, the empty ones included."""

_SPACE: Final = re.compile(r"\s*")
_TAG: Final = re.compile(r"\[\s*([^\[\]:]*):([^\]]*)\]")
_BLOCK: Final = re.compile(r"\[([^\]]*)\]")
_NUMBER: Final = re.compile(r"[0-9]+", re.ASCII)
_HALF: Final = re.compile(r"[a-z]", re.ASCII)
_PADDING: Final = re.compile(r"\.\.+")
_GLYPH: Final = re.compile(r"!!|!\?|\?\?|\?!|!|\?")
_BREAK: Final = re.compile(r"(?=[\s\[])|\Z")
_CLOCK: Final = re.compile(r"([0-9]{1,9})(?: ([0-9]{1,9})/([0-9]{1,9}))?(?: ([0-9]{1,9})i)?(?: |\Z)", re.ASCII)
_BERSERK: Final = "a turn has two moves (the longer turns of berserk games are not supported yet)"

_Element = tuple[int, str]
"""A number of an address and the letter behind it, if there is one."""


@define
class _Line:
    """A line that is being read."""

    line: int
    at: int
    number: int
    depth: int
    first: int
    """Which half of its first turn it begins with: 0 or 1."""
    moves: list[RecordedMove] = field(factory=list[RecordedMove])
    ending: Ending | None = None
    farewell: Note | None = None

    @property
    def slot(self) -> int:
        """Which half-turn comes next, counted from 0 for the first of turn 1."""
        return self.first + len(self.moves)


@define
class _Turn:
    """The turn that is being read."""

    line: _Line
    number: int
    at: int
    """Where its address stands."""
    made: int = 0
    """How many moves it has, an ending counted as one."""
    padded: bool = False
    comments: list[tuple[str, int]] = field(factory=list[tuple[str, int]])


def parse_game(text: str, rules: Ruleset | None = None) -> Game:
    """Read a game record; see :mod:`~hnefatafl.notation.otn` for what is accepted.

    Arguments:
        text: the whole record.
        rules: the ruleset to play by, instead of that of the record. Without it the record must have one.

    Raises:
        NotationError: the text is no game record, is longer than 4,194,304 characters, nests variations deeper than
            256, or speaks of jumps, berserk moves or pieces that are not supported yet.
        RulesetError: its rules contradict each other.
        InvalidSetupError: the position that it begins with cannot be played under its rules.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"a game of at most {MAX_LENGTH:,} characters was expected", text, MAX_LENGTH)
    scanner = Scanner(text, at=1 if text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}") else 0)
    found = _tags(scanner)
    if rules is None:
        rules = _rules(scanner, found)
    board = read_board(*_stripped(text, found["position"])) if "position" in found else None
    result = _result(text, found)
    tags = {name: value for name, (value, _) in found.items() if name not in RESERVED}
    read_puzzle(tags, text, {name: at for name, (_, at) in found.items()})
    main, *others = _Turns(scanner).read()
    return Game(
        ruleset=rules,
        moves=main.moves,
        start=_start(rules, board, main.first),
        tags=tags,
        result=result,
        ending=main.ending,
        farewell=main.farewell,
        variations=_arranged(others),
        line=1,
    )


_Tags = dict[str, tuple[str, int]]


def _tags(scanner: Scanner) -> _Tags:
    """Read the tags before the moves: the value of each, and where it stands.

    ``tag = "[" name ":" value "]"``
    """
    found: _Tags = {}
    while True:
        scanner.take(_SPACE)
        if scanner.next != "[":
            return found
        match = _TAG.match(scanner.text, scanner.at)
        if match is None:
            message = "a tag was expected, such as [event:Tafl Triathlon 2015]"
            raise scanner.fault(message if scanner.text.find("]", scanner.at) >= 0 else f"{message}; it has no end")
        name = match[1].rstrip()
        if not TAG_NAME.fullmatch(name):
            raise scanner.fault("the name of a tag was expected", match.start(1))
        if len(found) == _MAX_TAGS:
            raise scanner.fault(f"at most {_MAX_TAGS:,} tags were expected")
        if name in found:
            raise scanner.fault(f"the tag {name[:20]}: stands here a second time", match.start(1))
        found[name] = match[2], match.start(2)
        scanner.at = match.end()


def _stripped(text: str, tag: tuple[str, int]) -> tuple[str, str, int]:
    """The value of a tag without spaces around it, the text, and the place of the value."""
    value, at = tag
    return value.strip(), text, at + len(value) - len(value.lstrip())


def _rules(scanner: Scanner, found: _Tags) -> Ruleset:
    if "rules" not in found:
        raise scanner.fault("the tag [rules:...] was expected")
    value, at = found["rules"]
    try:
        return parse_rules(value)
    except NotationError as error:
        raise scanner.fault(error.message, at + error.offset) from None


def _result(text: str, found: _Tags) -> str:
    if "result" not in found:
        return ""
    value, _, at = _stripped(text, found["result"])
    if value not in RESULTS:
        raise NotationError("one of 1 (the attackers won), -1, 0 and ? was expected", text, at)
    return RESULTS[value]


def _start(rules: Ruleset, board: Board | None, first: int) -> Position | None:
    """The position to begin with, unless it is that of the rules with the side to move that they say."""
    if board is None and not first:
        return None
    turn = rules.first or Side.ATTACKERS
    return Position.from_board(rules.start if board is None else board, rules, turn.opponent if first else turn)


def _arranged(lines: list[_Line]) -> list[Variation]:
    """The variations, those that replace the same move in the order of their numbers."""
    order = sorted(range(len(lines)), key=lambda n: (lines[n].depth, lines[n].number))
    named = {0: 0} | {before + 1: now for now, before in enumerate(order, start=1)}
    return [
        Variation(line=named[one.line], at=one.at, moves=tuple(one.moves), ending=one.ending, farewell=one.farewell)
        for one in map(lines.__getitem__, order)
    ]


class _Turns:
    """Reads the turns.

    ``turns = (address (padding | move | "---" | comment)*)*``
    """

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._lines = [_Line(line=0, at=0, number=0, depth=0, first=0)]
        self._named: dict[tuple[_Element, ...], int] = {(): 0}
        self._turn: _Turn | None = None

    def read(self) -> list[_Line]:
        """All lines, the main line first."""
        scanner = self._scanner
        while not scanner.done:
            here = scanner.next
            if here.isascii() and here.isdigit():
                self._finish()
                self._turn = self._address()
            elif self._turn is None:
                raise scanner.fault("a tag or the number of a turn was expected")
            elif here == "[":
                self._comment(self._turn)
            elif here == ".":
                self._padding(self._turn)
            else:
                self._move(self._turn)
            scanner.take(_SPACE)
        self._finish()
        return self._lines

    def _address(self) -> _Turn:
        """``address = number [half] ("." number [half])* ["."]``: turn and half of a move, the number of a variation
        that replaces it, and so on, and a turn of the line that this leads to."""
        scanner = self._scanner
        start = scanner.at
        elements: list[_Element] = []
        while True:
            at = scanner.at
            number = scanner.take(_NUMBER)
            if number is None:
                break
            if len(number) > 7:
                raise scanner.fault("a number of at most 7 digits was expected", at)
            half = scanner.take(_HALF) or ""
            if half > "b":
                raise scanner.fault(_BERSERK, scanner.at - 1)
            elements.append((int(number), half))
            if len(elements) > 2 * MAX_DEPTH + 1:
                raise scanner.fault(f"variations nested at most {MAX_DEPTH} deep were expected", at)
            if not scanner.sign("."):
                break
        if len(elements) % 2 == 0:
            raise scanner.fault("the number of a turn was expected, such as 7. or 7a.1.1a.", start)
        if len(elements) == 1 and scanner.text[scanner.at - 1] != ".":
            raise scanner.fault("a point was expected after the number of the turn")
        turn, half = elements[-1]
        line = self._line(elements[:-1], start)
        return self._begin(_Turn(line, turn, start, padded=half == "b"))

    def _begin(self, turn: _Turn) -> _Turn:
        if turn.line.ending is not None:
            raise self._scanner.fault(f"no turn was expected after {RESIGNATION}", turn.at)
        expected = turn.line.slot // 2 + 1
        if turn.number != expected:
            raise self._scanner.fault(f"turn {expected} of this line was expected, not {turn.number}", turn.at)
        return turn

    def _line(self, elements: list[_Element], start: int) -> _Line:
        """The line that an address leads to, a new one if it was not there."""
        scanner = self._scanner
        if not elements:
            return self._lines[0]
        *parents, (turn, half), (number, wrong) = elements
        if wrong:
            raise scanner.fault("the number of a variation was expected, without a letter", start)
        key = (*parents, (turn, half or "a"), (number, ""))
        if key in self._named:
            return self._lines[self._named[key]]
        parent = self._named.get(tuple(parents))
        if parent is None:
            raise scanner.fault("a variation of a variation that is there was expected", start)
        above = self._lines[parent]
        slot = 2 * (turn - 1) + (half == "b")
        at = slot - above.first
        if not 0 <= at < len(above.moves) + (above.ending is not None):
            raise scanner.fault(f"there is no move {turn}{half or 'a'} that a variation could replace", start)
        self._named[key] = len(self._lines)
        line = _Line(line=parent, at=at, number=number, depth=len(elements) // 2, first=slot % 2)
        self._lines.append(line)
        return line

    def _padding(self, turn: _Turn) -> None:
        scanner = self._scanner
        at = scanner.at
        if scanner.take(_PADDING) is None or turn.made or turn.comments:
            raise scanner.fault("a move was expected", at)
        turn.padded = True

    def _place(self, turn: _Turn) -> None:
        """Check that the next half-turn of the line is one of this turn."""
        scanner, line = self._scanner, turn.line
        if line.ending is not None:
            raise scanner.fault(f"no move was expected after {RESIGNATION}")
        if turn.made:
            if line.slot // 2 + 1 != turn.number:
                raise scanner.fault(_BERSERK)
            return
        if line is self._lines[0] and not line.moves:
            line.first = int(turn.padded)
        if turn.padded != line.slot % 2:
            second = "the second move of the turn was expected, with ..... before it"
            raise scanner.fault(second if line.slot % 2 else "the first move of the turn was expected, without .....")

    def _move(self, turn: _Turn) -> None:
        scanner, line = self._scanner, turn.line
        self._place(turn)
        turn.made += 1
        if scanner.sign(RESIGNATION):
            line.ending = "resigned"
        else:
            at = scanner.at
            move = read_move(scanner)
            if move.letter and move.letter not in "tTkK":
                raise scanner.fault(f"pieces other than t, T and K are not supported yet: {move.letter}", at)
            if not move.sign:
                raise scanner.fault(
                    "- was expected between the squares of a move", at + len(move.letter + move.origin.name)
                )
            glyph = scanner.take(_GLYPH)
            if glyph is not None:
                move = evolve(move, note=Note(glyph=cast("Glyph", glyph)))
            line.moves.append(move)
        if scanner.take(_BREAK) is None:
            raise scanner.fault("a space was expected after the move, or the rest of it: x, +, -, ++, --")

    def _comment(self, turn: _Turn) -> None:
        """``comment = "[" half ("|" half)* "]"``"""
        scanner = self._scanner
        match = _BLOCK.match(scanner.text, scanner.at)
        if match is None:
            raise scanner.fault("the comment that begins here has no end: ] was expected")
        at = match.start(1)
        if len(turn.comments) + match[1].count("|") >= _MAX_COMMENTS:
            raise scanner.fault("one comment for each move was expected")
        for half in match[1].split("|"):
            turn.comments.append((half, at))
            at += len(half) + 1
        scanner.at = match.end()

    def _finish(self) -> None:
        """Give the moves of the turn their comments."""
        turn = self._turn
        if turn is None:
            return
        line, comments = turn.line, turn.comments
        if not turn.made:
            bare = turn.padded and line is self._lines[0] and not line.moves and not line.ending
            if not bare or any(half for half, _ in comments):
                raise self._scanner.fault("a turn with a move was expected", turn.at)
            line.first = 1
            return
        while len(comments) > turn.made and not comments[-1][0]:
            comments.pop()
        texts = [half for half, _ in comments]
        if turn.made == 1 and len(texts) == 2:
            texts = ["\n\n".join(filter(None, texts))]
        if len(texts) > turn.made:
            raise self._scanner.fault("one comment for each move was expected", comments[turn.made][1])
        begin = len(line.moves) + (line.ending is not None) - turn.made
        for index, comment in enumerate(texts, start=begin):
            if index == len(line.moves):
                line.farewell = read_note(comment)
            elif comment:
                move = line.moves[index]
                line.moves[index] = evolve(move, note=read_note(comment, move.note.glyph if move.note else ""))


def read_note(text: str, glyph: Glyph = "") -> Note | None:
    """Read one half of a comment: ``[seconds [seconds/periods] [increment "i"]] comment``.

    Seconds alone are a clock only if nothing else stands there.
    """
    clock: Clock | None = None
    match = _CLOCK.match(text)
    if match is not None and (match[2] or match[4] or match.end() == len(text)):
        clock = Clock(
            seconds=int(match[1]),
            overtimes=int(match[3]) if match[3] else None,
            overtime=int(match[2] or 0),
            increment=int(match[4]) if match[4] else None,
        )
        text = text[match.end() :]
    return Note(comment=text, clock=clock, glyph=glyph) if text or clock or glyph else None
