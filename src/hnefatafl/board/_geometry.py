"""Squares, sets of squares, regions of a board of any size, and the eight symmetries.

Files are lettered from ``a`` and ranks numbered from 1, without gaps; ``a1``
is the lower left corner. Boards have 5 to 21 files and as many ranks.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Set
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar, Final, cast, final, overload

from attrs import Factory, field

from hnefatafl.support.arguments import check, refuse
from hnefatafl.support.errors import ArgumentTypeError, ArgumentValueError, NotationError
from hnefatafl.support.immutability import FixedMember, Unchanging, check_unmade, frozen
from hnefatafl.support.schemas import offer
from hnefatafl.support.texts import shortened

MIN_SIZE: Final = 5
"""The fewest files (and ranks) that a board can have."""
MAX_SIZE: Final = 21
"""The most files (and ranks) that a board can have."""

_SQUARE = re.compile(r"([a-u])([1-9][0-9]?)", re.ASCII)


@frozen(order=True, init=False)
class Square:
    """A square, independent of the size of the board.

    It is created from its name, or from its file and rank, counted from 0.
    Squares are ordered by file, then rank, as their names are.

    >>> Square("d1"), Square(3, 0)
    (Square(d1), Square(d1))
    >>> Square("d1").file, Square("d1").rank, Square("d1").name
    (3, 0, 'd1')

    Raises:
        NotationError: the text is not a square of any board up to 21×21.
        ArgumentValueError: no board has so many files or ranks.
    """

    file: int
    """The column, counted from 0 at the left (file a)."""
    rank: int
    """The row, counted from 0 at the bottom (rank 1)."""

    @overload
    def __init__(self, file: str, /) -> None: ...
    @overload
    def __init__(self, file: int, rank: int) -> None: ...
    def __init__(self, file: int | str, rank: int | None = None) -> None:
        check_unmade(self, "file")
        if isinstance(file, str):
            if rank is not None:
                refuse("file", "a whole number", file)
            match = _SQUARE.fullmatch(file)
            if match is None or int(match[2]) > MAX_SIZE:
                raise NotationError("a square was expected, such as a1 or k11", file)
            file, rank = ord(match[1]) - 97, int(match[2]) - 1
        elif rank is None:
            refuse("name", "a text", file)
        else:
            for name, number in (("file", file), ("rank", rank)):
                check(name, number, int)
                if not 0 <= number < MAX_SIZE:
                    raise ArgumentValueError(f"{name}: a number from 0 to {MAX_SIZE - 1} was expected, not {number}")
        object.__setattr__(self, "file", file)
        object.__setattr__(self, "rank", rank)

    @classmethod
    @lru_cache(maxsize=1024, typed=True)  # the squares of the largest board, and those around it
    def unchecked(cls, file: int, rank: int) -> Square:
        """Return the square with that file and rank, which may lie off every board, like results of :meth:`offset`.

        Numbers are not checked, unlike those that ``Square(file, rank)`` takes.

        >>> Square.unchecked(-1, 0).on(21)
        False
        """
        square = object.__new__(cls)
        object.__setattr__(square, "file", file)
        object.__setattr__(square, "rank", rank)
        return square

    def __hash__(self) -> int:
        return self.file * 64 + self.rank

    @property
    def name(self) -> str:
        """The name of the square: the letter of the file and the number of the rank."""
        return f"{chr(97 + self.file)}{self.rank + 1}"

    @classmethod
    def parse(cls, text: str) -> Square:
        """Read a square such as ``a1`` or ``k11``.

        >>> Square.parse("k11")
        Square(k11)
        >>> Square.parse("k0")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotationError: a square was expected, such as a1 or k11 (line 1, column 1)
            k0
            ^

        Raises:
            NotationError: the text is not a square of any board up to 21×21.
        """
        check("text", text, str)
        return cls(text)

    def offset(self, files: int, ranks: int) -> Square:
        """Return the square that many files to the right and ranks up, which may lie off the board."""
        check("files", files, int)
        check("ranks", ranks, int)
        return Square.unchecked(self.file + files, self.rank + ranks)

    def on(self, size: int) -> bool:
        """Return whether a board of that size has this square.

        >>> Square.parse("k11").on(11), Square.parse("k11").on(9)
        (True, False)
        """
        try:
            return 0 <= self.file < size and 0 <= self.rank < size
        except TypeError:
            refuse("size", "a whole number", size)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Square({self.name})"


_PLACE: Final = attrgetter("file", "rank")


def as_square(square: object, name: str = "square") -> Square:
    """Return a square that the caller gave as a square or by its name.

    >>> as_square("d3").rank
    2

    Raises:
        NotationError: the text is not a square of any board.
        ArgumentTypeError: it is neither a square nor a text.
    """
    if isinstance(square, Square):
        return square
    if isinstance(square, str):
        return Square(square)
    refuse(name, "a Square or its name", square)


@final
class SquareSet(Unchanging, Set[Square], Hashable):
    """An immutable set of squares that iterates in order and prints as names.

    >>> SquareSet.of("c1", "a1") | SquareSet.of("b2")
    SquareSet.of('a1', 'b2', 'c1')
    """

    __slots__ = ("_squares",)
    _squares: frozenset[Square]

    def __init__(self, squares: Iterable[Square] = ()) -> None:
        check_unmade(self, "_squares")
        check("squares", squares, Iterable)
        members = list(squares)
        for square in members:
            if type(square) is not Square:
                check("squares", square, Square)
        object.__setattr__(self, "_squares", frozenset(members))

    @classmethod
    def of(cls, *names: str | Square) -> SquareSet:
        """Return the set of the named squares."""
        return cls(as_square(name, "names") for name in names)

    def __contains__(self, square: object) -> bool:
        return square in self._squares

    def __iter__(self) -> Iterator[Square]:
        return iter(sorted(self._squares, key=_PLACE))

    # The mixin's operators promise any set, and would sort the squares first.
    def __or__(self, other: Set[Any]) -> SquareSet:
        return SquareSet(self._squares.union(_squares_of(other)))

    def __and__(self, other: Set[Any]) -> SquareSet:
        return SquareSet(self._squares.intersection(_squares_of(other)))

    def __sub__(self, other: Set[Any]) -> SquareSet:
        return SquareSet(self._squares.difference(_squares_of(other)))

    def __xor__(self, other: Set[Any]) -> SquareSet:
        return SquareSet(self._squares.symmetric_difference(_squares_of(other)))

    def __len__(self) -> int:
        return len(self._squares)

    def __hash__(self) -> int:
        return hash(self._squares)

    def __reduce__(self) -> tuple[object, ...]:
        return SquareSet, (tuple(self),)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the squares, in order."""
        return tuple(s.name for s in self)

    def __repr__(self) -> str:
        return shortened(f"SquareSet.of({', '.join(repr(n) for n in self.names)})")


def _squares_of(other: Iterable[Any]) -> Iterable[Any]:
    return other._squares if isinstance(other, SquareSet) else other


_SIGNS: Final = ("name", "squares", "|", "-", "&")
_NAMED: Final = ("none", "centre", "corners", "edge", "board")
_MAX_PARTS: Final = 100
"""The maximum number of parts of a region and of its text; operations on a region recurse as deeply."""
_TOKEN = re.compile(r"\s*(?:(?P<word>[a-z]+(?:[0-9]+)?)|(?P<sign>[-+&(),]))", re.ASCII)


def _count_parts(region: Region) -> int:
    if region._sign not in _SIGNS or not isinstance(cast("object", region._parts), tuple):
        raise ArgumentTypeError("make a Region by Region.of or Region.parse")
    count = sum(part._count for part in region._parts if isinstance(part, Region)) or 1
    if count > _MAX_PARTS:
        raise ArgumentValueError(f"a region of at most {_MAX_PARTS} parts was expected")
    return count


@frozen(cache_hash=True, repr=False)
class Region:
    """A set of squares, defined for boards of any size.

    Regions combine with ``|`` (either), ``-`` (without) and ``&`` (both).
    :meth:`squares` evaluates them for a board. Two regions are equal when their
    texts are equal. Squares that are added or removed one by one count as one part.

    >>> camps = Region.of("d1", "e1") | Region.of("f1")
    >>> exits = Region.EDGE - camps
    >>> exits
    Region.parse('edge - (d1, e1, f1)')
    >>> len(exits.squares(9))
    29

    Raises:
        ArgumentValueError: it would have more than 100 parts.
    """

    _sign: str = field(alias="sign")
    _parts: tuple[object, ...] = field(alias="parts")
    _count: int = field(init=False, eq=False, default=Factory(_count_parts, takes_self=True))

    NONE: ClassVar[Region]
    """No square at all."""
    CENTRE: ClassVar[Region]
    """The middle square; a board of even size has none."""
    CORNERS: ClassVar[Region]
    """The four corner squares."""
    EDGE: ClassVar[Region]
    """All squares at the rim, corners included."""
    BOARD: ClassVar[Region]
    """Every square."""

    @classmethod
    def of(cls, *squares: str | Square) -> Region:
        """Return the region of the named squares, for boards of any size."""
        members = SquareSet.of(*squares)
        return cls("squares", tuple(members)) if members else cls.NONE

    @classmethod
    def parse(cls, text: str) -> Region:
        """Read a region as ``str`` writes it, such as ``edge - (d1, e1)``.

        >>> Region.parse("edge - corners").squares(5).names
        ('a2', 'a3', 'a4', 'b1', 'b5', 'c1', 'c5', 'd1', 'd5', 'e2', 'e3', 'e4')
        >>> Region.parse("edge - (d1, e1")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotationError: a closing bracket was expected (line 1, column 15)
            edge - (d1, e1
                          ^

        Raises:
            NotationError: the text is not a region.
        """
        check("text", text, str)
        return _RegionReader(text).whole()

    def squares(self, size: int) -> SquareSet:
        """Return the squares of the region on a board of that size.

        Squares that the board does not have are left out.
        """
        check("size", size, int)
        return _resolve_region(self, size)

    def beyond(self, size: int) -> SquareSet:
        """Return the squares that the region names but a board of that size does not have.

        >>> Region.of("a1", "k11").beyond(9)
        SquareSet.of('k11')
        """
        check("size", size, int)
        if self._sign == "squares":
            return SquareSet(s for s in cast("tuple[Square, ...]", self._parts) if not s.on(size))
        inner = [p.beyond(size) for p in self._parts if isinstance(p, Region)]
        return SquareSet(s for part in inner for s in part)

    def __or__(self, other: Region) -> Region:
        if not isinstance(other, Region):
            return NotImplemented
        if other == Region.NONE or other == self:
            return self
        return other if self == Region.NONE else self._add_operation("|", other)

    def __sub__(self, other: Region) -> Region:
        if not isinstance(other, Region):
            return NotImplemented
        if self == Region.NONE or other == Region.NONE:
            return self
        return Region.NONE if other == self else self._add_operation("-", other)

    def __and__(self, other: Region) -> Region:
        if not isinstance(other, Region):
            return NotImplemented
        if self == Region.NONE or other == self:
            return self
        return Region.NONE if other == Region.NONE else Region("&", (self, other))

    def _add_operation(self, sign: str, other: Region) -> Region:
        """Return the region with a part added or removed; a single square joins the squares before it."""
        whole, before = (None, self) if sign == "|" and self._sign == "squares" else (self, None)
        if self._sign == sign:
            whole, before = cast("tuple[Region, Region]", self._parts)
        if before is None or before._sign != "squares" or other._sign != "squares" or len(other._parts) > 1:
            return Region(sign, (self, other))
        squares = Region("squares", tuple(SquareSet(cast("tuple[Square, ...]", (*before._parts, *other._parts)))))
        return squares if whole is None else Region(sign, (whole, squares))

    def __str__(self) -> str:
        if self._sign == "name":
            return str(self._parts[0])
        if self._sign == "squares":
            return ", ".join(str(s) for s in self._parts)
        left, right = cast("tuple[Region, Region]", self._parts)
        # Signs bind alike, from the left, so only a right side (or a list of squares) needs brackets.
        first = f"({left})" if left._sign == "squares" and len(left._parts) > 1 else str(left)
        last = str(right) if right._sign == "name" or len(right._parts) == 1 else f"({right})"
        return f"{first} {'+' if self._sign == '|' else self._sign} {last}"

    def __repr__(self) -> str:
        return shortened(f"Region.parse({str(self)!r})")


for _name in _NAMED:
    setattr(Region, _name.upper(), Region("name", (_name,)))


@lru_cache(maxsize=1024)
def _resolve_region(region: Region, size: int) -> SquareSet:
    sign, parts = region._sign, region._parts
    if sign == "squares":
        return SquareSet(s for s in cast("tuple[Square, ...]", parts) if s.on(size))
    if sign == "name":
        return SquareSet(_list_named_squares(str(parts[0]), size))
    left, right = (_resolve_region(p, size) for p in cast("tuple[Region, Region]", parts))
    return SquareSet((*left, *right)) if sign == "|" else left - right if sign == "-" else left & right


def _list_named_squares(name: str, size: int) -> Iterator[Square]:
    last = size - 1
    for file in range(size):
        for rank in range(size):
            rims = (file in (0, last)) + (rank in (0, last))
            middle = file == rank == last / 2
            if {"board": True, "edge": rims > 0, "corners": rims == 2, "centre": middle}.get(name):
                yield Square.unchecked(file, rank)


class _RegionReader:
    """Reads ``region = term (("+" | "-" | "&") term)*``; ``term = name | squares | "(" region ")"``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.parts = 0

    def whole(self) -> Region:
        region = self.region()
        if self.text[self.at :].strip():
            raise self.fault("the end or one of + - & was expected")
        return region

    def fault(self, message: str) -> NotationError:
        left = self.text[self.at :]
        return NotationError(message, self.text, self.at + len(left) - len(left.lstrip()))

    def take(self, kind: str, among: Iterable[str] | None = None) -> str | None:
        match = _TOKEN.match(self.text, self.at)
        word = match[kind] if match else None
        if match is None or word is None or (among is not None and word not in among):
            return None
        self.at = match.end()
        return word

    def region(self) -> Region:
        region = self.term()
        while sign := self.take("sign", "+-&"):
            other = self.term()
            region = region | other if sign == "+" else region - other if sign == "-" else region & other
        return region

    def term(self) -> Region:
        if self.take("sign", "("):
            self.depth += 1
            if self.depth > _MAX_PARTS:
                raise self.fault(f"at most {_MAX_PARTS} brackets inside one another were expected")
            region = self.region()
            if not self.take("sign", ")"):
                raise self.fault("a closing bracket was expected")
            self.depth -= 1
            return region
        self.parts += 1
        if self.parts > _MAX_PARTS:
            raise self.fault(f"at most {_MAX_PARTS} parts were expected")
        name = self.take("word", _NAMED)
        if name is not None:
            return Region("name", (name,))
        squares = [self.square()]
        while self.take("sign", ","):
            squares.append(self.square())
        return Region.of(*squares)

    def square(self) -> Square:
        start = self.at
        try:
            return Square.parse(self.take("word") or "")
        except NotationError:
            self.at = start
            raise self.fault(f"a square or one of {', '.join(_NAMED)} was expected") from None


class Symmetry(FixedMember, Enum):
    """The eight symmetries of a square board.

    >>> Symmetry.ROTATE_90.apply(Square.parse("b1"), 7)
    Square(a6)
    """

    IDENTITY = (1, 0, 0, 1)
    """The identity."""
    ROTATE_90 = (0, 1, -1, 0)
    """A quarter turn clockwise: the left edge becomes the top."""
    ROTATE_180 = (-1, 0, 0, -1)
    """A half turn."""
    ROTATE_270 = (0, -1, 1, 0)
    """A quarter turn anticlockwise."""
    MIRROR_FILES = (-1, 0, 0, 1)
    """Left and right are swapped."""
    MIRROR_RANKS = (1, 0, 0, -1)
    """Top and bottom are swapped."""
    TRANSPOSE = (0, 1, 1, 0)
    """Files and ranks are swapped: a mirror along the a1 diagonal."""
    ANTITRANSPOSE = (0, -1, -1, 0)
    """A mirror along the other diagonal."""

    def apply(self, square: Square, size: int) -> Square:
        """Return the image of the square on a board of that size.

        >>> [symmetry.apply(Square.parse("b1"), 7).name for symmetry in Symmetry]
        ['b1', 'a6', 'f7', 'g2', 'f1', 'b7', 'a2', 'g6']
        """
        check("square", square, Square)
        check("size", size, int)
        # Twice the distance from the middle keeps boards of even size whole.
        x, y = 2 * square.file - (size - 1), 2 * square.rank - (size - 1)
        a, b, c, d = self.value
        return Square.unchecked((a * x + b * y + size - 1) // 2, (c * x + d * y + size - 1) // 2)

    @property
    def inverse(self) -> Symmetry:
        """The inverse symmetry."""
        a, b, c, d = self.value
        return Symmetry((a, c, b, d))


offer(Square, type="string", pattern="^[a-u]([1-9]|1[0-9]|2[01])$", examples=["d1"])
offer(SquareSet, type="array", items={"type": "string"}, examples=[["c1", "d1"]])
offer(Region, type="string", examples=["edge", "corners"])
