"""The text of a picture, which can be saved and shows itself in notebooks; and the pieces to show below a board."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import final

from hnefatafl.board import Board, Kind, Piece, PieceSet, Side
from hnefatafl.errors import PictureError
from hnefatafl.render._raster import rasterize
from hnefatafl.support.arguments import check, refuse


@final
class Picture(str):
    """The text of an SVG picture. Notebooks show it as the picture.

    >>> from hnefatafl.render.svg import svg
    >>> svg("brandubh").save("brandubh.svg")  # doctest: +SKIP
    """

    __slots__ = ()

    def save(self, path: Path | str) -> None:
        """Write the picture into a file: as it is, or as PNG, as the end of the file's name says.

        >>> from hnefatafl.render.svg import svg
        >>> svg("brandubh").save("brandubh.gif")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.PictureError: a file name that ends in .svg or .png was expected, not 'brandubh.gif'

        Raises:
            ArgumentTypeError: it is no path.
            PictureError: the name ends in neither ``.svg`` nor ``.png``.
            MissingExtraError: PNG needs the extra ``png``, which is not installed.
        """
        if not isinstance(path, str | Path):
            refuse("path", "a path", path)
        file = Path(path)
        suffix = file.suffix.lower()
        if suffix not in (".svg", ".png"):
            raise PictureError(f"a file name that ends in .svg or .png was expected, not {file.name!r}")
        if suffix == ".svg":
            file.write_text(self, "utf-8")
            return
        file.write_bytes(rasterize(self))

    def _repr_svg_(self) -> str:
        return str(self)


def missing(before: Board, after: Board) -> tuple[Piece, ...]:
    """Return the pieces of a board that are missing on a later one: those captured in between.

    A mercenary who has changed sides is not missing.

    >>> from hnefatafl import Board, Square
    >>> before = Board.parse("/5/1t1T1/1KT2/5/5/")
    >>> [str(piece) for piece in missing(before, before.put(Square.parse("b2"), None))]
    ['attacker']
    """
    check("after", after, Board)
    check("before", before, Board)
    old, new = Counter(before.values()), Counter(after.values())
    lost = old - new
    for side in Side:
        turned = Piece(side.opponent, Kind.MERCENARY)
        lost[Piece(side, Kind.MERCENARY)] -= max(0, new[turned] - old[turned])
    return tuple(piece for piece in PieceSet.ALL.pieces for _ in range(lost[piece]))
