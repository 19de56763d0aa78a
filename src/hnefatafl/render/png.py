"""Pictures as PNG, with the extra ``png``.

>>> from hnefatafl import variants
>>> from hnefatafl.render.svg import svg
>>> picture = png(svg(variants.BRANDUBH, theme="print", size=300))  # doctest: +SKIP
>>> picture[:4]  # doctest: +SKIP
b'\\x89PNG'
"""

from __future__ import annotations

from hnefatafl._base.extras import extra
from hnefatafl.errors import PictureError

__all__ = ["png"]


def __dir__() -> list[str]:
    return __all__


def png(picture: str) -> bytes:
    """Return a picture of :func:`~hnefatafl.render.svg.svg` as a PNG of the same width.

    >>> from hnefatafl import variants
    >>> from hnefatafl.render.svg import svg
    >>> png(svg(variants.BRANDUBH))[1:4]  # doctest: +SKIP
    b'PNG'

    Raises:
        MissingExtraError: the extra ``png`` is not installed.
        PictureError: the text is not a picture.
    """
    with extra("png"):
        # The kernel is also compiled where the extra is not installed.
        from resvg_py import svg_to_bytes  # type: ignore[import-not-found,unused-ignore]
    try:
        return bytes(svg_to_bytes(svg_string=picture, skip_system_fonts=True))
    except ValueError as error:
        raise PictureError(f"this is no picture: {error}") from None
