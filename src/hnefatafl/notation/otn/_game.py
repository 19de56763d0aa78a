"""The parser of OTN's game records. The public module, which says what is accepted, is
:mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, cast

from attrs import define, evolve, field

from hnefatafl import variants
from hnefatafl.board import Board, Side
from hnefatafl.errors import HnefataflError, LossWarning, NotationError
from hnefatafl.notation._ranks import Before, MovePlace, begins_second, first_place, next_place, places_of
from hnefatafl.notation.moves import RESIGNATION, Scanner, read_move
from hnefatafl.notation.otn._format import write_nearest
from hnefatafl.notation.otn._rules import read_board, read_rules
from hnefatafl.play import Position
from hnefatafl.records import Clock, Ending, Game, Glyph, Note, RecordedMove, Shape, Variation
from hnefatafl.rules import Ruleset, RulesetLike, optional_ruleset
from hnefatafl.support import json_text
from hnefatafl.support.arguments import check, is_a
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import check_length

MAX_DEPTH: Final = 256
"""The maximum nesting of variations in a record."""

_MAX_COMMENTS: Final = 8
"""The maximum number of comments after a turn in excess of its moves, including empty ones."""

_SPACES: Final = re.compile(r"\s*")
_BLOCK: Final = re.compile(r"\[([^\]]*)\]")
_NUMBER: Final = re.compile(r"[0-9]+", re.ASCII)
_HALF: Final = re.compile(r"[a-z]", re.ASCII)
_PADDING: Final = re.compile(r"\.\.+")
_GLYPH: Final = re.compile(r"!!|!\?|\?\?|\?!|!|\?")
_BREAK: Final = re.compile(r"(?=[\s\[])|\Z")
_CLOCK: Final = re.compile(r"([0-9]{1,9})(?: ([0-9]{1,9})/([0-9]{1,9}))?(?: ([0-9]{1,9})i)?(?: |\Z)", re.ASCII)

_SIGNS: Final = re.compile(r"(?:%roll ([1-9][0-9]{0,3})(?: |\Z))?(%unannounced(?: |\Z))?", re.ASCII)
_SHAPES: Final = re.compile(r"%c(al|sl) (\S+)(?: |\Z)")

_Element = tuple[int, str]
"""A number of an address and the letter after it, if there is one."""


@define
class LineDraft:
    """A line that is being read."""

    line: int
    """The line that it branches from, and the move of that line that it replaces."""
    at: int
    number: int
    """Its number among those that replace the same move."""
    depth: int
    before: Before
    second: bool = False
    """In the main line, whether it starts with a move of the side that moves second in a turn."""
    moves: list[RecordedMove] = field(factory=list[RecordedMove])
    found: list[MovePlace] = field(factory=list[MovePlace])
    """The place of each move."""
    places: dict[tuple[int, int], int] = field(factory=dict[tuple[int, int], int])
    """The move of the line at an index of a turn; the ending counts as a move."""
    roll_pending: int | None = None
    ending: Ending | None = None
    closing_comment: Note | None = None

    @property
    def length(self) -> int:
        """How many moves it has, an ending counted as one."""
        return len(self.moves) + (self.ending is not None)

    def before_move(self, index: int) -> Before:
        """Return what precedes one of its moves."""
        return (self.found[index - 1], self.moves[index - 1]) if index else self.before

    def place(self, move: RecordedMove | None, rules: Ruleset) -> MovePlace:
        """Return the place of the next move, or of an ending."""
        if self.moves:
            return next_place(self.found[-1], self.moves[-1], move, rules)
        return first_place(self.before, move, rules, self.second)


@define
class _TurnDraft:
    """The turn that is being read."""

    line: LineDraft
    number: int
    at: int
    """The offset of its address."""
    padding: int
    """The number of earlier moves of the turn, given by points or the address."""
    points: bool = False
    """Whether points gave that number."""
    made: int = 0
    """How many moves it has, an ending counted as one."""
    comments: list[tuple[str, int]] = field(factory=list[tuple[str, int]])


class TurnParser:
    """The parser of the turns.

    ``turns = (address (padding | move | "---" | comment)*)*``
    """

    def __init__(self, scanner: Scanner, rules: Ruleset) -> None:
        self._scanner = scanner
        self._rules = rules
        self._lines = [LineDraft(line=0, at=0, number=0, depth=0, before=None)]
        self._named: dict[tuple[_Element, ...], int] = {(): 0}
        self._turn: _TurnDraft | None = None

    def read(self) -> list[LineDraft]:
        """Return all lines, the main line first."""
        scanner = self._scanner
        while not scanner.done:
            here = scanner.next
            if here.isascii() and here.isdigit():
                self._finish_turn()
                self._turn = self._read_address()
            elif self._turn is None:
                raise scanner.fault("a tag or the number of a turn was expected")
            elif here == "[":
                self._read_comment(self._turn)
            elif here == ".":
                self._read_padding(self._turn)
            else:
                self._read_move(self._turn)
            scanner.take(_SPACES)
        self._finish_turn()
        return self._lines

    def _read_address(self) -> _TurnDraft:
        """``address = number [letter] ("." number [letter])* ["."]``: turn and letter of a move, the number of a
        variation that replaces it, and so on, and a turn of the line that this leads to."""
        scanner = self._scanner
        start = scanner.at
        elements: list[_Element] = []
        while True:
            offset = scanner.at
            number = scanner.take(_NUMBER)
            if number is None:
                break
            if len(number) > 7:
                raise scanner.fault("a number of at most 7 digits was expected", offset)
            elements.append((int(number), scanner.take(_HALF) or ""))
            if len(elements) > 2 * MAX_DEPTH + 1:
                raise scanner.fault(f"variations nested at most {MAX_DEPTH} deep were expected", offset)
            if not scanner.sign("."):
                break
        if len(elements) % 2 == 0:
            raise scanner.fault("the number of a turn was expected, such as 7. or 7a.1.1a.", start)
        if len(elements) == 1 and scanner.text[scanner.at - 1] != ".":
            raise scanner.fault("a point was expected after the number of the turn")
        turn, letter = elements[-1]
        line = self._find_line(elements[:-1], start)
        if line.ending is not None:
            raise scanner.fault(f"no turn was expected after {RESIGNATION}", start)
        return _TurnDraft(line, turn, start, padding=ord(letter or "a") - ord("a"))

    def _find_line(self, elements: list[_Element], start: int) -> LineDraft:
        """Return the line of an address, a new one if it does not exist yet."""
        scanner = self._scanner
        if not elements:
            return self._lines[0]
        *parents, (turn, letter), (number, wrong) = elements
        letter = letter or "a"
        if wrong:
            raise scanner.fault("the number of a variation was expected, without a letter", start)
        key = (*parents, (turn, letter), (number, ""))
        if key in self._named:
            return self._lines[self._named[key]]
        parent = self._named.get(tuple(parents))
        if parent is None:
            raise scanner.fault("a variation of a variation that is there was expected", start)
        above = self._lines[parent]
        index = above.places.get((turn, ord(letter) - ord("a")))
        if index is None:
            raise scanner.fault(f"there is no move {turn}{letter} that a variation could replace", start)
        self._named[key] = len(self._lines)
        depth = len(elements) // 2
        line = LineDraft(
            line=parent, at=index, number=number, depth=depth, before=above.before_move(index), second=above.second
        )
        self._lines.append(line)
        return line

    def _read_padding(self, turn: _TurnDraft) -> None:
        scanner = self._scanner
        offset = scanner.at
        if scanner.take(_PADDING) is None or turn.made or turn.comments:
            raise scanner.fault("a move was expected", offset)
        turn.padding = turn.padding + 1 if turn.points else 1
        turn.points = True

    def _read_move(self, turn: _TurnDraft) -> None:
        scanner, line = self._scanner, turn.line
        offset = scanner.at
        if line.ending is not None:
            raise scanner.fault(f"no move was expected after {RESIGNATION}")
        move: RecordedMove | None = None
        if not scanner.sign(RESIGNATION):
            move = read_move(scanner)
            if not move.sign:
                raise scanner.fault(
                    "- was expected between the squares of a move", offset + len(move.letter + move.origin.name)
                )
            glyph = scanner.take(_GLYPH)
            if glyph is not None:
                move = evolve(move, note=Note(glyph=cast("Glyph", glyph)))
        if scanner.take(_BREAK) is None:
            raise scanner.fault("a space was expected after the move, or the rest of it: x, +, -, ++, --")
        self._add_move(turn, move, offset)

    def _add_move(self, turn: _TurnDraft, move: RecordedMove | None, offset: int) -> None:
        """Add a move or the ending to its line, if it belongs to the turn."""
        scanner, line = self._scanner, turn.line
        if not line.length:
            self._begin_line(turn, move)
        place = line.place(move, self._rules)
        if place.turn != turn.number:
            if turn.made:
                raise scanner.fault(
                    "a turn has two moves, and more only where a piece goes on in a berserk turn", offset
                )
            raise scanner.fault(f"turn {place.turn} of this line was expected, not {turn.number}", turn.at)
        if not turn.made and bool(turn.padding) != bool(place.index):
            second = "the second move of the turn was expected, with ..... before it"
            first = "the first move of the turn was expected, without ....."
            raise scanner.fault(second if place.index else first, offset)
        turn.made += 1
        line.places[place.turn, place.index] = len(line.moves)
        if move is None:
            line.ending = "resigned"
        else:
            if line.roll_pending is not None:
                move = evolve(move, roll=line.roll_pending)
                line.roll_pending = None
            line.found.append(place)
            line.moves.append(move)

    def _begin_line(self, turn: _TurnDraft, move: RecordedMove | None) -> None:
        """Determine the start of a line, now that its first move is known.

        A variation within a variation has the address of the move before the one that it replaces. Where a record gives
        it that of the replaced move itself, as in the main line, it has other points.
        """
        line = turn.line
        if line is self._lines[0]:
            line.second = turn.padding > 0
            return
        above = self._lines[line.line]
        if line.line and line.at + 1 < above.length:
            before = above.before_move(line.at + 1)
            if first_place(before, move, self._rules, line.second).index == turn.padding:
                line.at, line.before = line.at + 1, before

    def _read_comment(self, turn: _TurnDraft) -> None:
        """``comment = "[" part ("|" part)* "]"``"""
        scanner = self._scanner
        match = _BLOCK.match(scanner.text, scanner.at)
        if match is None:
            raise scanner.fault("the comment that begins here has no end: ] was expected")
        offset = match.start(1)
        if len(turn.comments) + match[1].count("|") >= turn.made + _MAX_COMMENTS:
            raise scanner.fault("one comment for each move was expected")
        for part in match[1].split("|"):
            turn.comments.append((part, offset))
            offset += len(part) + 1
        scanner.at = match.end()

    def _finish_turn(self) -> None:
        """Assign the comments of the turn to its moves."""
        turn = self._turn
        if turn is None:
            return
        line, comments = turn.line, turn.comments
        while len(comments) > turn.made and not comments[-1][0]:
            comments.pop()
        texts = [half for half, _ in comments]
        roll_pending: int | None = None
        if len(texts) > turn.made and not line.ending:
            roll_pending, announced, comment_text = split_signs(texts[-1])
            if roll_pending is not None and announced and not comment_text:
                texts.pop()
        if not turn.made:
            bare = (turn.padding or roll_pending) and line is self._lines[0] and not line.moves and not line.ending
            if not bare or any(texts):
                raise self._scanner.fault("a turn with a move was expected", turn.at)
            line.second = turn.padding > 0
            line.roll_pending = roll_pending
            return
        if turn.made == 1 and len(texts) == 2:
            texts = ["\n\n".join(filter(None, texts))]
        if len(texts) > turn.made:
            raise self._scanner.fault("one comment for each move was expected", comments[turn.made][1])
        begin = line.length - turn.made
        for index, comment in enumerate(texts, start=begin):
            roll, announced, comment_text = split_signs(comment)
            if index == len(line.moves):
                line.roll_pending = roll
                line.closing_comment = read_note(comment_text)
            elif comment:
                move = line.moves[index]
                note = read_note(comment_text, move.note.glyph if move.note else "")
                line.moves[index] = evolve(move, note=note, roll=roll or move.roll, announced=announced)
        line.roll_pending = roll_pending or line.roll_pending


def split_signs(text: str) -> tuple[int | None, bool, str]:
    """Return the signs in one half of a comment (the roll before the move, and whether its announcement was made) and
    the rest.
    """
    match = _SIGNS.match(text)
    assert match is not None  # every part is optional
    return int(match[1]) if match[1] else None, not match[2], text[match.end() :]


def _split_shapes(text: str) -> tuple[list[Shape], str]:
    """Return the shapes at the beginning of a comment (``%cal`` and arrows, ``%csl`` and circles), and the rest. What
    looks like shapes and is none stays in the comment."""
    shapes: list[Shape] = []
    end = 0
    while (match := _SHAPES.match(text, end)) is not None:
        try:
            found = [Shape.parse(shape) for shape in match[2].split(",")]
        except HnefataflError:
            break
        if any((shape.target is None) == (match[1] == "al") for shape in found):
            break
        shapes += found
        end = match.end()
    return shapes, text[end:]


def read_start_comment(text: str) -> Note | None:
    """Read the comment before the first move: ``shapes comment``."""
    shapes, comment = _split_shapes(text)
    return Note(comment=comment, shapes=shapes) if text else None


def read_note(text: str, glyph: Glyph = "") -> Note | None:
    """Read one half of a comment: ``shapes [seconds [seconds/periods] [increment "i"]] comment``.

    Seconds alone are a clock only if nothing else stands there.
    """
    shapes, text = _split_shapes(text)
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
    note = Note(comment=text, clock=clock, glyph=glyph, shapes=shapes)
    return None if note == Note() else note


_ADDRESS: Final = re.compile(r"\s*([0-9]{1,7})([a-z]?)\.?\s*", re.ASCII)
_HINT: Final = re.compile(r"\(hint:([^()]*)\)", re.IGNORECASE)


@frozen(kw_only=True)
class Puzzle:
    """The puzzle in a record, as its tags describe it.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
    >>> from hnefatafl.notation import otn
    >>> game = Game(ruleset=variants.BRANDUBH, tags={"puzzle-mode": "strict", "puzzle-start": "1b"})
    >>> otn.puzzle(game.add(map(Move.parse, ["d1-c1", "c4-c2"]))).mode
    'strict'
    """

    mode: Literal["loose", "strict"]
    """Whether moves other than the record's may be tried (``loose``) or not."""
    prestart: int = field(validator=is_a(int))
    """The number of moves of the main line before the puzzle is first shown; from there to ``start`` the moves are
    shown."""
    start: int = field(validator=is_a(int))
    """The number of moves before the first move that the solver has to find."""


def hints(comment: str) -> tuple[str, ...]:
    """Return the hints in a comment: the texts in brackets after ``hint:``."""
    return tuple(match[1].strip() for match in _HINT.finditer(comment))


def puzzle(game: Game) -> Puzzle | None:
    """Return the puzzle that a game's tags describe, or None.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
    >>> game = Game(ruleset=variants.BRANDUBH, tags={"puzzle-mode": "loose", "puzzle-start": "1b"})
    >>> puzzle(game.add(map(Move.parse, ["d1-c1", "c4-c2"])))
    Puzzle(mode='loose', prestart=2, start=2)

    Raises:
        NotationError: the tags say what no puzzle tag does, or name a move that is not there.
    """
    check("game", game, Game)
    main = places_of(game.moves, False, None, game.ruleset, begins_second(game))
    return read_puzzle(game.tags, main, None, {})


def read_puzzle(
    tags: Mapping[str, str], main: Sequence[MovePlace], text: str | None, places: Mapping[str, int]
) -> Puzzle | None:
    """Return the puzzle in the tags of a text or of a game; without a text, errors show only the tag.

    Arguments:
        tags: the tags.
        main: the places of the moves of the main line.
        text: the text that contains the tags.
        places: the offset of the value of each.
    """

    def fault(name: str, message: str) -> NotationError:
        if text is None:
            return NotationError(f"{name}: {message}", tags[name])
        return NotationError(f"{name}: {message}", text, places[name])

    def ply(name: str) -> int | None:
        """Return the number of moves made at an address: ``6a`` is after the first move of turn 6."""
        if name not in tags:
            return None
        match = _ADDRESS.fullmatch(tags[name])
        if match is None:
            raise fault(name, "a move of the main line was expected, such as 6a")
        turn, letter = int(match[1]), match[2] or "a"
        if not turn:
            return 0
        for count, place in enumerate(main, start=1):
            if (place.turn, place.index) == (turn, ord(letter) - ord("a")):
                return count
        raise fault(name, f"the main line has no move {turn}{letter}")

    mode = tags.get("puzzle-mode", "none").strip()
    if mode not in ("none", "loose", "strict"):
        raise fault("puzzle-mode", "one of none, loose and strict was expected")
    prestart, start = ply("puzzle-prestart"), ply("puzzle-start")
    if start is None:
        start = prestart or 0
    if mode == "none":
        return None
    return Puzzle(
        mode="loose" if mode == "loose" else "strict", start=start, prestart=start if prestart is None else prestart
    )


RESULTS: Final = {"1": "Black", "-1": "White", "0": "Draw", "?": "?"}
"""OTN's results and ours."""
START_COMMENT: Final = "start-comment"
"""The tag of the comment before the first move."""
RESERVED: Final = ("rules", "position", "result", START_COMMENT)
"""The tags that do not become tags of the game, which has other fields for their content."""
TAG_NAME: Final = re.compile(r"[^\[\]:|\s](?:[^\[\]:|\n]*[^\[\]:|\s])?")

MAX_LENGTH: Final = json_text.MAX_LENGTH
"""The maximum number of characters of a game record: 4,194,304, room for some hundred thousand moves."""
_MAX_TAGS: Final = 1_000
_SPACE: Final = re.compile(r"\s*")
_TAG: Final = re.compile(r"\[\s*([^\[\]:]*):([^\]]*)\]")
_COMMENTS: Final = re.compile(r"\[([^\[\]:|]*\|[^\]]*)\]")
"""Comments before the first move: a bracket with a stroke, and no colon before it."""


def parse_game(text: str, ruleset: RulesetLike | None = None) -> Game:
    """Read a game record; see :mod:`~hnefatafl.notation.otn` for what is accepted.

    >>> from hnefatafl.notation import otn
    >>> game = otn.parse_game("[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/] 1. d1-c1 c4-c2")
    >>> print(*game.moves)
    d1-c1 c4-c2

    Arguments:
        text: the whole record.
        ruleset: the ruleset to play by, instead of that of the record. Without it the record must have one. If that is
            what an installed ruleset of its name is written as, the installed one is played, which OTN may not express.

    Raises:
        NotationError: the text is no game record, is longer than 4,194,304 characters, or nests variations deeper than
            256.
        RulesetError: its rules contradict each other.
        InvalidSetupError: the position that it begins with cannot be played under its rules.

    Warns:
        LossWarning: the record names a shipped ruleset, but has only the nearest rules that OTN has to it.
        RuntimeWarning: the record names a ruleset of another distribution, but has other rules.
    """
    ruleset = optional_ruleset(ruleset)
    check_length(text, "a game")
    scanner = Scanner(text, at=1 if text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}") else 0)
    entries, comments = _read_tags(scanner)
    board = read_board(*_strip_tag(text, entries["position"])) if "position" in entries else None
    if ruleset is None:
        ruleset = _read_rules(scanner, entries, board)
    result = _read_result(text, entries)
    tags = {name: value for name, (value, _) in entries.items() if name not in RESERVED}
    main, *others = TurnParser(scanner, ruleset).read()
    read_puzzle(tags, main.found, text, {name: offset for name, (_, offset) in entries.items()})
    return Game(
        ruleset=ruleset,
        moves=main.moves,
        start=_find_start(ruleset, board, main.second),
        tags=tags,
        note=read_start_comment("\n\n".join(filter(None, comments))),
        result=result,
        roll_pending=main.roll_pending,
        ending=main.ending,
        closing_comment=main.closing_comment,
        variations=_arrange_variations(others),
        line=1,
    )


_Tags = dict[str, tuple[str, int]]


def _read_tags(scanner: Scanner) -> tuple[_Tags, list[str]]:
    """Read the tags before the moves (the value of each, and its offset), and the comments there.

    ``tag = "[" name ":" value "]"``
    """
    tags: _Tags = {}
    comments: list[str] = []
    while True:
        scanner.take(_SPACE)
        if scanner.next != "[":
            return tags, comments
        match = _COMMENTS.match(scanner.text, scanner.at)
        if match is not None:
            comments += match[1].split("|")
            scanner.at = match.end()
            continue
        match = _TAG.match(scanner.text, scanner.at)
        if match is None:
            message = "a tag was expected, such as [event:Tafl Triathlon 2015]"
            raise scanner.fault(message if scanner.text.find("]", scanner.at) >= 0 else f"{message}; it has no end")
        name = match[1].rstrip()
        if not TAG_NAME.fullmatch(name):
            raise scanner.fault("the name of a tag was expected", match.start(1))
        if len(tags) == _MAX_TAGS:
            raise scanner.fault(f"at most {_MAX_TAGS:,} tags were expected")
        if name in tags:
            raise scanner.fault(f"the tag {name[:20]}: stands here a second time", match.start(1))
        tags[name] = match[2], match.start(2)
        comments += [match[2]] if name == START_COMMENT else []
        scanner.at = match.end()


def _strip_tag(text: str, tag: tuple[str, int]) -> tuple[str, str, int]:
    """Return the value of a tag without spaces around it, the text, and the offset of the value."""
    value, offset = tag
    return value.strip(), text, offset + len(value) - len(value.lstrip())


def _read_rules(scanner: Scanner, tags: _Tags, board: Board | None) -> Ruleset:
    if "rules" not in tags:
        raise scanner.fault("the tag [rules:...] was expected")
    value, offset = tags["rules"]
    try:
        return _choose_ruleset(read_rules(value, board), board)
    except NotationError as error:
        raise scanner.fault(error.message, offset + error.offset) from None


def _choose_ruleset(rules: Ruleset, board: Board | None) -> Ruleset:
    """Return the rules to play: those of the record, or the installed ruleset that it names and that is written so.

    OTN may lose some of its rules. A ruleset of the same name that is written otherwise is another game, and is only
    warned of. The rules of a shipped ruleset are not put back: its name is also that of a game of OpenTafl.
    """
    shipped = variants._find_shipped(rules.name)
    if shipped is not None:
        _warn_of_nearest(rules, shipped, board)
        return rules
    installed = variants._find_installed(rules.name)
    if installed is None or rules == installed:
        return rules
    written = _read_back(installed, board)
    if written == rules:
        return installed
    differs = "" if written is None else "; the record says " + "; ".join(rules.differences(written).splitlines())
    text = f"the rules of the record differ from the installed ruleset {installed.name}, and are played{differs}"
    warnings.warn(text, RuntimeWarning, stacklevel=4)
    return rules


def _warn_of_nearest(rules: Ruleset, meant: Ruleset, board: Board | None) -> None:
    """Warn if the rules are only the nearest ones that OTN has to the ruleset of their name."""
    if rules != _read_back(meant, board):
        return
    _, lost = write_nearest(meant, board)
    if lost:
        text = f"the rules of the record are the nearest that OTN has to {meant.name}, and are played"
        warnings.warn(f"{text}; they have {'; '.join(map(str, lost))}", LossWarning, stacklevel=5)


@lru_cache(maxsize=32)
def _read_back(rules: Ruleset, board: Board | None) -> Ruleset | None:
    """Return what is read back where a ruleset was written; None if OTN has no rules for its start."""
    try:
        return read_rules(write_nearest(rules, board)[0], board)
    except HnefataflError:
        return None


def _read_result(text: str, tags: _Tags) -> str:
    if "result" not in tags:
        return ""
    value, _, offset = _strip_tag(text, tags["result"])
    if value not in RESULTS:
        raise NotationError("one of 1 (the attackers won), -1, 0 and ? was expected", text, offset)
    return RESULTS[value]


def _find_start(rules: Ruleset, board: Board | None, second: bool) -> Position | None:
    """Return the start position, or None if it is the start of the rules."""
    if board is None and not second:
        return None
    turn = rules.first or Side.ATTACKERS
    return Position.from_board(rules.start if board is None else board, rules, turn.opponent if second else turn)


def _arrange_variations(lines: list[LineDraft]) -> list[Variation]:
    """Return the variations; those that replace the same move are in the order of their numbers."""
    order = sorted(range(len(lines)), key=lambda n: (lines[n].depth, lines[n].number))
    numbers = {0: 0} | {before + 1: now for now, before in enumerate(order, start=1)}
    return [
        Variation(
            line=numbers[line.line],
            at=line.at,
            moves=tuple(line.moves),
            roll_pending=line.roll_pending,
            ending=line.ending,
            closing_comment=line.closing_comment,
        )
        for line in map(lines.__getitem__, order)
    ]
