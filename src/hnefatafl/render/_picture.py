"""The text of a picture, which can be saved and shows itself in notebooks."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import final

from hnefatafl.errors import PictureError
from hnefatafl.render._raster import rasterize
from hnefatafl.support.arguments import refuse


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
        if not isinstance(path, str | PathLike):
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
