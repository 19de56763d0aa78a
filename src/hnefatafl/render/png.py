"""Pictures as PNG, by the extra ``png``.

>>> from hnefatafl import variants
>>> from hnefatafl.render.svg import svg
>>> picture = png(svg(variants.BRANDUBH, theme="print", size=300))  # doctest: +SKIP
>>> picture[:4]  # doctest: +SKIP
b'\\x89PNG'
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from hnefatafl.errors import MissingExtraError, PictureError

__all__ = ["png"]


class _Resvg(Protocol):
    """What is needed of the package resvg_py, which comes without types."""

    def svg_to_bytes(self, *, svg_string: str, skip_system_fonts: bool) -> bytes:
        """The picture as PNG."""
        ...


def png(picture: str) -> bytes:
    """A picture of :func:`~hnefatafl.render.svg.svg` as a PNG, as wide as it says.

    Raises:
        MissingExtraError: the extra ``png`` is not installed.
        PictureError: the text is no picture.
    """
    try:
        resvg = cast("_Resvg", import_module("resvg_py"))
    except ImportError:
        raise MissingExtraError("png", "resvg-py") from None
    try:
        return bytes(resvg.svg_to_bytes(svg_string=picture, skip_system_fonts=True))
    except ValueError as error:
        raise PictureError(f"this is no picture: {error}") from None
