"""The parts of a record: its moves, notes, tags and variations.

The lines of a record as a tree: how they are put in order, extended, exchanged and cut off.

The tree is flat. A variation names the line that it leaves and the move that
it replaces there, so there is nothing to recurse into, however deep it is,
and no node knows its parent. Line 0 is the main line, line n the n-th
variation. Here all lines stand in one list, the main line as its first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, final, get_args

from attrs import evolve, field

from hnefatafl.board import Kind, Move, Piece, Side, Square, Termination, as_move, as_square
from hnefatafl.errors import NotationError, RecordError
from hnefatafl.play import PlayedMove, Position
from hnefatafl.support.arguments import as_tuple, check, is_a, refuse
from hnefatafl.support.immutability import Unchanging, check_unmade, frozen
from hnefatafl.support.texts import shortened

if TYPE_CHECKING:
    from random import Random

    from attrs import Attribute

MAX_ROLL: Final = 9_999
"""The highest number that a die of a record can show."""


def check_roll(_: object, attribute: Attribute[int | None], roll: Any) -> None:
    """Check a roll of a record, or None where nothing was rolled.

    Raises:
        RecordError: no die can show it.
        ArgumentTypeError: it is no number.
    """
    if roll is None:
        return
    check(attribute.name, roll, int, optional=True)
    if type(roll) is not int or not 1 <= roll <= MAX_ROLL:
        raise RecordError(f"{attribute.name} is a number from 1 to {MAX_ROLL:,} or None, not {roll!r:.40}")


def apply_roll(position: Position, number: int | None) -> Position:
    """Return the position after a recorded roll; a game that is over stays as it is, since its end is what is wrong.

    >>> apply_roll(Position.initial("brandubh"), None).ply
    0
    """
    check("position", position, Position)
    if number is None or number == position.roll_pending or position.outcome is not None:
        return position
    return position.roll(number)


def throw_die(position: Position, chance: Random) -> Position:
    """Return the position after a throw of the die, which is thrown only where that is legal.

    Raises:
        IllegalRollError: nothing may be rolled there.
    """
    check("position", position, Position)
    return position.roll(chance.randint(1, position.ruleset.faces) if position.can_roll else 1)


Ending = Literal["timeout", "resigned"]
"""An ending that is not on the board: the side to move ran out of time, or a player resigned."""

Mark = Literal["", "+", "-", "++", "--"]
"""OTN's info symbols."""

Sign = Literal["-", "", "^", "=", "^="]
"""The sign between the squares of a move: a dash, or nothing; in OTN also ``^`` for a jump, ``=`` where a piece
continues its berserk turn, and ``^=`` for both."""

Glyph = Literal["", "!", "?", "!!", "??", "!?", "?!"]
"""The judgement of an annotator: good, a mistake, brilliant, a blunder, interesting, dubious."""

Colour = Literal["green", "red", "yellow", "blue"]
"""The colour of a shape; its initial is that of lichess's comments."""

_COLOURS: Final[Mapping[str, Colour]] = {colour[0].upper(): colour for colour in get_args(Colour)}
_SHAPE: Final = re.compile(r"([GRYB])([a-u][0-9]{1,2})([a-u][0-9]{1,2})?", re.ASCII)


@frozen(kw_only=True)
class Clock:
    """The time that a player has: left on the clock, or allotted for the game.

    >>> print(Clock(seconds=3600, overtimes=3, overtime=30, increment=3))
    3600 30/3 3i
    """

    seconds: int = field(validator=is_a(int))
    """The main time."""
    overtimes: int | None = field(default=None, validator=is_a(int, optional=True))
    """The number of periods of overtime, or None if the record does not have it."""
    overtime: int = field(default=0, validator=is_a(int))
    """The seconds of each period."""
    increment: int | None = field(default=None, validator=is_a(int, optional=True))
    """The increment per move in seconds, or None if the record does not have it."""

    def __str__(self) -> str:
        periods = "" if self.overtimes is None else f" {self.overtime}/{self.overtimes}"
        return f"{self.seconds}{periods}" + ("" if self.increment is None else f" {self.increment}i")


def _as_origin(square: Square | str) -> Square:
    return as_square(square, "origin")


def _as_target(square: Square | str | None) -> Square | None:
    return None if square is None else as_square(square, "target")


@frozen(kw_only=True)
class Shape:
    """An arrow between two squares, or a circle around one.

    Its text is that of lichess's comments (``%cal`` and ``%csl``): the initial of the colour, and the squares.

    >>> print(Shape(origin="d1", target="c1"), Shape(origin="e4", colour="red"))
    Gd1c1 Re4
    >>> Shape.parse("Bd1c1").colour
    'blue'

    Raises:
        RecordError: an arrow leads to the square that it comes from, or there is no such colour.
        NotationError: a text is not a square.
    """

    origin: Square = field(converter=_as_origin)
    """The square of a circle, or the square that an arrow comes from."""
    target: Square | None = field(default=None, converter=_as_target)
    """The square that an arrow leads to; None for a circle."""
    colour: Colour = "green"
    """The colour."""

    def __attrs_post_init__(self) -> None:
        if self.colour not in get_args(Colour):
            raise RecordError(f"colour: one of {', '.join(get_args(Colour))} was expected, not {self.colour!r:.40}")
        if self.target == self.origin:
            raise RecordError(f"an arrow leads from one square to another, not from {self.origin} to itself")

    @property
    def squares(self) -> tuple[Square, ...]:
        """Its squares: one of a circle, two of an arrow."""
        return (self.origin,) if self.target is None else (self.origin, self.target)

    @staticmethod
    def parse(text: str) -> Shape:
        """Read a shape.

        >>> Shape.parse("Gd1c1").target
        Square(c1)

        Raises:
            NotationError: the text is not a shape.
            RecordError: it is an arrow that leads to the square that it comes from.
        """
        check("text", text, str)
        match = _SHAPE.fullmatch(text)
        if match is None:
            raise NotationError("a shape was expected, such as Re4 or Gd1c1", text)
        return Shape(origin=match[2], target=match[3], colour=_COLOURS[match[1]])

    def __str__(self) -> str:
        return self.colour[0].upper() + "".join(map(str, self.squares))


def _as_shapes(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    return as_tuple("shapes", shapes, Shape)


@frozen(kw_only=True)
class Note:
    """A note on a move, or on the start of a game.

    >>> Note(comment="Bold.", clock=Clock(seconds=3540), glyph="!?").glyph
    '!?'
    >>> print(*Note(shapes=[Shape.parse("Gd1c1"), Shape.parse("Re4")]).shapes)
    Gd1c1 Re4

    Raises:
        RecordError: there is no such glyph.
    """

    comment: str = field(default="", validator=is_a(str))
    """The comment, to be shown after the move."""
    clock: Clock | None = field(default=None, validator=is_a(Clock, optional=True))
    """The remaining time of the player who moved."""
    glyph: Glyph = ""
    """The judgement of the annotator."""
    shapes: tuple[Shape, ...] = field(default=(), converter=_as_shapes)
    """The arrows and circles on the board, in the order in which they are drawn."""

    def __attrs_post_init__(self) -> None:
        if self.glyph not in get_args(Glyph):
            words = ", ".join(filter(None, get_args(Glyph)))
            raise RecordError(f"glyph: one of {words} or nothing was expected, not {self.glyph!r:.40}")

    def shapes_on(self, size: int) -> tuple[Shape, ...]:
        """Return the shapes that lie on a board of that size: a record may have others.

        >>> note = Note(shapes=[Shape.parse("Ga1"), Shape.parse("Gk11")])
        >>> print(*note.shapes_on(7))
        Ga1
        """
        return tuple(shape for shape in self.shapes if all(square.on(size) for square in shape.squares))


@frozen(kw_only=True)
class RecordedMove:
    """A move of a record. Each move of a berserk turn is a separate one.

    Two are equal when they have the same content; spelling and place in the text do
    not count.

    >>> from hnefatafl.notation.moves import parse_move
    >>> move = parse_move("Kd4-d3xc3+")
    >>> move.letter, move.captures, move.info, str(move.move)
    ('K', (Square(c3),), '+', 'd4-d3')
    """

    origin: Square
    """The square of origin."""
    target: Square
    """The target square."""
    captures: tuple[Square, ...] = ()
    """The squares recorded as captured, in order; a square can occur twice."""
    letter: str = ""
    """The letter of the piece that moved, or nothing."""
    capture_letters: tuple[str, ...] = ()
    """The letter of each captured piece, or nothing. Empty when there are no letters at all."""
    sign: Sign = "-"
    """The sign between the squares. The oldest records of the archive have none (``c5c6``), and then have no
    captures either. A dash does not exclude jumps and berserk turns: most notations have no other sign."""
    info: Mark = ""
    """OTN's info symbol: ``+`` the king can be captured next, ``-`` he has a way out, ``++`` he is captured, ``--``
    he has escaped."""
    roll: int | None = field(default=None, validator=check_roll)
    """The roll of the die before the move, or None. The roll can be void: if the king has no move within it,
    another piece moves."""
    announced: bool = True
    """False where a way out for the king that the move left or opened was not announced, as by
    :meth:`Position.play(move, announce=False) <hnefatafl.play.Position.play>`."""
    note: Note | None = None
    """What the record says about the move."""
    text: str = field(default="", eq=False, repr=False)
    """The original text of the move."""
    offset: int = field(default=0, eq=False, repr=False)
    """The offset in the text that was read, counted from 0. Equal moves of an archive are one object, whose
    offset is 0."""
    written: bool = field(default=True, eq=False)
    """Whether the record has the move; False if it was omitted and
    :func:`~hnefatafl.notation.completion.complete` filled it in."""

    def __attrs_post_init__(self) -> None:
        # Not validators, which take longer: a move is made for each token of a record.
        check("origin", self.origin, Square)
        check("target", self.target, Square)
        check("captures", self.captures, tuple)

    @cached_property
    def move(self) -> Move:
        """The move without the other data."""
        return Move.of(self.origin, self.target)

    @property
    def tells_captures(self) -> bool:
        """Whether the notation of the record can name captured pieces."""
        return bool(self.sign or self.captures)

    @cached_property
    def plain(self) -> bool:
        """Whether the squares alone decide the effect of the move: there was no roll before it, and no announcement
        was omitted.
        """
        return self.roll is None and self.announced

    @cached_property
    def has_marks(self) -> bool:
        """Whether the record has letters, a sign, or an info symbol for the move."""
        return bool(self.info or self.letter or self.capture_letters or self.sign not in ("-", ""))

    def same_play(self, other: RecordedMove | Move) -> bool:
        """Whether another move does the same: the same piece goes to the same square, after the same roll and with or
        without an announcement. A bare move says nothing of rolls and announcements, so the squares decide.
        """
        if not isinstance(other, RecordedMove):
            return self.move == other
        return self._effect() == other._effect()

    def _effect(self) -> tuple[Move, int | None, bool]:
        """What the move does, whatever the record says about it."""
        return self.move, self.roll, self.announced

    def __str__(self) -> str:
        if self.text:
            return self.text
        roll = "" if self.roll is None else f"{self.roll}:"
        taken = "".join(f"x{square}" for square in self.captures)
        return f"{roll}{self.origin}{self.sign}{self.target}{taken}{'' if self.announced else ':unannounced'}"


@frozen(kw_only=True)
class Gap:
    """A place where a record omits moves of a berserk turn.

    >>> Gap(number=12, moves=(Move.parse("c1-c3"),), ways=1).is_certain
    True
    """

    number: int
    """The number of the token after the gap, counted from 0; after the last token, the number of tokens."""
    moves: tuple[Move, ...]
    """The moves that were filled in; empty if the best completion is that nothing was omitted."""
    ways: int
    """The number of examined continuations that fit the rest of the record."""

    @property
    def is_certain(self) -> bool:
        """Whether no other continuation fits."""
        return self.ways == 1


@final
class Tags(Unchanging, Mapping[str, str], Hashable):
    """The tags of a record: an immutable, ordered mapping.

    >>> tags = Tags({"event": "Tafl Triathlon 2015"})
    >>> tags["event"], len(tags)
    ('Tafl Triathlon 2015', 1)
    """

    __slots__ = ("_tags",)
    _tags: dict[str, str]

    def __init__(self, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        check_unmade(self, "_tags")
        try:
            texts = dict(tags)
        except (TypeError, ValueError):
            refuse("tags", "a mapping", tags)
        for text in (*texts, *texts.values()):
            check("tags", text, str)
        object.__setattr__(self, "_tags", texts)

    def __getitem__(self, name: str) -> str:
        return self._tags[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)

    def __hash__(self) -> int:
        return hash(frozenset(self._tags.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return Tags, (tuple(self._tags.items()),)

    def __repr__(self) -> str:
        return shortened(f"Tags({self._tags!r})")


@frozen(kw_only=True)
class UnparsedToken:
    """A part of a record that is not a move. It is left out of the game.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 oops c4-c2,0,0,Ongoing"], variants.BRANDUBH)
    >>> for token in game.unparsed:
    ...     print(token.number, token.text, token.message, sep=": ")
    1: oops: a square was expected, such as a1 or k11
    """

    number: int
    """The number of the token, counted from 0; moves and unparsed tokens both count."""
    text: str
    """The text of the token."""
    offset: int = field(default=0, eq=False)
    """The offset of the fault in its line, counted from 0."""
    message: str = field(default="", eq=False)
    """The message: what was expected."""


def _as_moves(moves: Iterable[RecordedMove]) -> tuple[RecordedMove, ...]:
    return as_tuple("moves", moves, RecordedMove)


@frozen(kw_only=True)
class Variation:
    """An alternative line: other moves in place of a move of another line and the moves after it.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
    >>> game = Game(ruleset=variants.BRANDUBH).add(map(Move.parse, ["d1-c1", "c4-c2"]))
    >>> variation, = game.add(map(Move.parse, ["d1-c1", "c4-c3"])).variations
    >>> variation.line, variation.at, str(variation.moves[0])
    (0, 1, 'c4-c3')
    """

    line: int = field(default=0, validator=is_a(int))
    """The line from which it branches: 0 for the main line, n for the n-th of the game's variations."""
    at: int = field(validator=is_a(int))
    """The index of the move in that line that it replaces, counted from 0."""
    moves: tuple[RecordedMove, ...] = field(default=(), converter=_as_moves)
    """Its moves."""
    roll_pending: int | None = field(default=None, validator=check_roll)
    """The roll after its last move, or None."""
    ending: Ending | None = None
    """Its ending that is not on the board, if the record has one."""
    closing_comment: Note | None = None
    """The comment on that ending."""

    @property
    def length(self) -> int:
        """The number of its moves; an ending that is not on the board counts as one."""
        return len(self.moves) + (self.ending is not None)


Lines = Sequence[Variation]
Branches = Mapping[tuple[int, int], Sequence[int]]


def branches(variations: Iterable[Variation]) -> Branches:
    """Return the numbers of the variations, from 1 on, by the line that they leave and the move that they replace.

    >>> dict(branches([Variation(line=0, at=2), Variation(line=0, at=2), Variation(line=1, at=4)]))
    {(0, 2): [1, 2], (1, 4): [3]}
    """
    # By place, so that a game of n variations is walked in linear time.
    numbers_at: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, variation in enumerate(variations, start=1):
        numbers_at[variation.line, variation.at].append(number)
    return numbers_at


def arrange(lines: Lines) -> tuple[Variation, ...]:
    """The variations in the one order that equal trees share, without the main line.

    Each comes after the line that it leaves, deeper ones directly after it,
    and those of one line by the move that they replace, as they came. What
    replaces the first move of a variation replaces the same as that variation
    does, so it leaves the same line.

    Raises:
        RecordError: a variation is empty, replaces what is not there, or leaves no line that goes back to the main
            line.
    """
    places = _resolve_places(lines)
    below: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, (line, index) in enumerate(places[1:], start=1):
        below[line].append((index, number))
    order = [0]
    stack = [0]
    while stack:
        line = stack.pop()
        if line:
            order.append(line)
        stack += [number for _, number in sorted(below[line], reverse=True)]
    new_numbers = {old: new for new, old in enumerate(order)}
    arranged: list[Variation] = []
    for number in order[1:]:
        line, index = places[number]
        variation = lines[number]
        same = (new_numbers[line], index) == (variation.line, variation.at)
        arranged.append(variation if same else evolve(variation, line=new_numbers[line], at=index))
    return tuple(arranged)


def _resolve_places(lines: Lines) -> list[tuple[int, int]]:
    """What each line leaves and replaces, first moves of variations taken back to where these begin."""
    numbers_at = branches(lines[1:])
    below: defaultdict[int, list[int]] = defaultdict(list)
    for number, variation in enumerate(lines[1:], start=1):
        if not 0 <= variation.line < len(lines) or not 0 <= variation.at < lines[variation.line].length:
            raise RecordError(f"variation {number} replaces a move that is not there")
        if not variation.length:
            raise RecordError(f"variation {number} has no moves")
    for (line, _), numbers in numbers_at.items():
        below[line] += numbers
    places = [(-1, -1)] * len(lines)
    reached = [0]
    for line in reached:
        for number in below[line]:
            index = lines[number].at
            # What replaces the first move of a variation stands beside it, in the line that both leave.
            places[number] = places[line] if line and index == 0 else (line, index)
        reached += below[line]
    # Variations that branch from each other in a circle are never reached.
    if len(reached) < len(lines):
        raise RecordError("there are variations that do not go back to the main line")
    return places


def follow(lines: Lines, line: int, index: int, moves: Sequence[RecordedMove | Move]) -> tuple[int, int, int]:
    """Go on from a place along moves, as far as the tree has them: the line, the place in it, how many there were."""
    numbers_at = branches(lines[1:])
    done = 0
    while done < len(moves):
        here, wanted = lines[line].moves, moves[done]
        if index >= len(here) or not here[index].same_play(wanted):
            for number in numbers_at.get((line, index), ()):
                if lines[number].moves and lines[number].moves[0].same_play(wanted):
                    line, index = number, 0
                    break
            else:
                break
        index += 1
        done += 1
    return line, index, done


def graft(lines: Lines, line: int, index: int, moves: Sequence[RecordedMove]) -> list[Variation]:
    """Put new moves after the first ``index`` moves of a line: at its end, or else as a variation.

    The first move at the end of a line is made by the roll that is pending there.

    Raises:
        RecordError: another roll is pending there.
    """
    grown = list(lines)
    here = lines[line]
    if index < here.length:
        # Something stands there already, if only an ending: the moves are an alternative to it.
        grown.append(Variation(line=line, at=index, moves=tuple(moves)))
        return grown
    first, *others = moves
    if here.roll_pending is not None:
        if first.roll not in (None, here.roll_pending):
            raise RecordError(f"the line ends with a roll of {here.roll_pending}, so {first} cannot follow")
        first = evolve(first, roll=here.roll_pending)
    grown[line] = evolve(here, moves=(*here.moves, first, *others), roll_pending=None)
    return grown


def promote(lines: Lines, number: int) -> list[Variation]:
    """Let a variation take the place of what it replaces, and that become the first variation there."""
    up = lines[number]
    line, index = up.line, up.at
    old = lines[line]
    # The old continuation becomes the first variation at its place, the first that is shown.
    order = [0, number, *(n for n in range(1, len(lines)) if n != number)]
    new_numbers = {before: now for now, before in enumerate(order)}
    changed: list[Variation] = []
    for n in order:
        branch = lines[n]
        if n == number:
            branch = evolve(old, line=line, at=index, moves=old.moves[index:])
        elif n == line:
            branch = evolve(up, line=branch.line, at=branch.at, moves=old.moves[:index] + up.moves)
        elif branch.line == number:
            branch = evolve(branch, line=line, at=branch.at + index)
        elif branch.line == line and branch.at > index:
            branch = evolve(branch, line=number, at=branch.at - index)
        changed.append(evolve(branch, line=new_numbers[branch.line]))
    return changed


def prune(lines: Lines, line: int, index: int) -> list[Variation]:
    """Cut a line off before a move. The first variation that replaces the move takes its place, if there is one."""
    here = lines[line]
    # Without an heir, deleting a move would delete its alternatives, which do not depend on it.
    heirs = branches(lines[1:]).get((line, index), ())
    heir = heirs[0] if heirs else None
    gone = {line} if line and not index else set[int]()
    new_numbers: dict[int, int] = {}
    changed: list[Variation] = []
    for n, branch in enumerate(lines):
        if n and (n in gone or n == heir or branch.line in gone or (branch.line == line and branch.at > index)):
            if n != heir:
                gone.add(n)
            continue
        new_numbers[n] = len(changed)
        if n == line:
            # What comes after the last move goes with it.
            end = Variation(at=0) if heir is None else lines[heir]
            branch = evolve(end, line=here.line, at=here.at, moves=here.moves[:index] + end.moves)
        elif n and branch.line == heir:
            branch = evolve(branch, line=line, at=branch.at + index)
        changed.append(branch)
    return [branch if n == 0 else evolve(branch, line=new_numbers[branch.line]) for n, branch in enumerate(changed)]


KING_CAPTURED: Final = (Termination.KING_CAPTURED, Termination.KING_CAPTURED_ON_EDGE)
"""How games end by the king's capture."""


def sign_of(before: Position, move: Move | str) -> Sign:
    """The sign of a move between its squares, as OTN writes it.

    >>> from hnefatafl import Side, variants
    >>> rules = variants.BRANDUBH.evolve(start="/7/3t3/3N3/ttTKTtt/3T3/3t3/3t3/")
    >>> sign_of(Position.initial(rules, Side.DEFENDERS), Move.parse("d3-d1"))
    '^'
    """
    check("before", before, Position)
    move = as_move(move)
    origin, target = move.origin, move.target
    middle = Square((origin.file + target.file) // 2, (origin.rank + target.rank) // 2)
    apart = abs(origin.file - target.file) + abs(origin.rank - target.rank)
    # No rule is asked: the sign says only that a piece was passed over.
    jump = apart == 2 and middle not in (origin, target) and middle in before.board
    if before.berserk_square is None:
        return "^" if jump else "-"
    return "^=" if jump else "="


def wrong_marks(recorded: RecordedMove, before: Position) -> Iterator[tuple[str, str]]:
    """The marks of a legal move that are wrong, each with the right one."""
    board = before.board
    letters = [(recorded.letter, recorded.origin)]
    letters += zip(recorded.capture_letters, recorded.captures, strict=False)
    for letter, square in letters:
        piece = board.get(square)
        if letter and piece is not None and letter != piece.symbol:
            yield letter, "" if piece.kind is Kind.SOLDIER else piece.symbol
    if recorded.sign not in ("-", ""):
        right = sign_of(before, recorded.move)
        # A sign that says less than it could is not wrong: ``^`` for ``^=``.
        if not set(recorded.sign) <= set(right):
            yield recorded.sign, right
    if recorded.info:
        play = before.explain(recorded.move)
        if not _is_right(recorded.info, play):
            yield recorded.info, mark_of(play)


_SYMBOLS: Final[dict[Termination, Mark]] = {
    Termination.KING_CAPTURED: "++",
    Termination.KING_CAPTURED_ON_EDGE: "++",
    Termination.KING_ESCAPED: "--",
}


def mark_of(play: PlayedMove) -> Mark:
    """The info symbol of a move.

    After a move of the defenders ``-`` says that the king has a way out, after
    one of the attackers ``+`` that he can be captured next: each side's move
    shows that side's own threat. Other ends than the king's capture or escape
    have no symbol.

    >>> from hnefatafl import Side, variants
    >>> position = Position.parse("/3t3/7/7/t1tK3/7/3t3/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> mark_of(position.explain(Move.parse("d4-g4"))), mark_of(position.explain(Move.parse("d4-d3")))
    ('-', '')
    """
    check("play", play, PlayedMove)
    outcome = play.after.outcome
    if outcome is not None:
        return _SYMBOLS.get(outcome.termination, "")
    if play.after.berserk_square is not None:
        return ""
    if play.before.turn is Side.ATTACKERS:
        return "+" if play.after.king_in_danger else ""
    return "-" if play.after.ways_out else ""


def _is_right(mark: Mark, play: PlayedMove) -> bool:
    """Whether an info symbol says what is so."""
    right = mark_of(play)
    if mark == right or (right and mark == "+" * len(right)):
        return True
    if len(mark) == 2 or play.after.outcome is not None:
        return False
    ends = KING_CAPTURED if mark == "+" else (Termination.KING_ESCAPED,)
    outcomes = (play.after.as_lenient().play(move).outcome for move in play.after.legal_moves())
    return any(outcome is not None and outcome.termination in ends for outcome in outcomes)


def record_move(play: PlayedMove) -> RecordedMove:
    """The record of a move that was played: its captures, the letters and marks of OTN, the roll before it, and whether
    an announcement was kept back.

    Its sign and its info symbol are those of :func:`~hnefatafl.records.sign_of` and
    :func:`~hnefatafl.records.mark_of`. A mercenary who has changed sides is written as captured.

    >>> from hnefatafl import Move, Position, Side, variants
    >>> p = Position.parse("/3t3/7/7/t1tK3/7/3t3/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> move = record_move(p.explain(Move.parse("d4-g4")))
    >>> move.letter, move.info
    ('K', '-')
    """
    check("play", play, PlayedMove)
    move = play.move
    letters = tuple(_letter_of(capture.piece) for capture in play.captures)
    before = play.before
    return RecordedMove(
        origin=move.origin,
        target=move.target,
        captures=tuple(capture.square for capture in play.captures),
        letter="" if move == Move.PASS else _letter_of(before.board[move.origin]),
        capture_letters=letters if any(letters) else (),
        sign=sign_of(before, move),
        info=mark_of(play),
        # In a berserk turn the roll that began it is still pending.
        roll=before.roll_pending if before.berserk_square is None else None,
        announced=play.after.announced or not before.play(move).announced,
    )


def _letter_of(piece: Piece) -> str:
    return "" if piece.kind is Kind.SOLDIER else piece.symbol
