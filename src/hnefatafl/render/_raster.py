"""What makes pixels of SVG, with the extra ``png``."""

from __future__ import annotations

from hnefatafl.errors import PictureError
from hnefatafl.support.extras import extra


def rasterize(text: str) -> bytes:
    """Return an SVG picture as PNG, as wide as it says.

    Raises:
        MissingExtraError: the extra ``png`` is not installed.
        PictureError: the text is not a picture.
    """
    with extra("png"):
        # The kernel is also compiled where the extra is not installed.
        from resvg_py import svg_to_bytes  # type: ignore[import-not-found,unused-ignore]
    try:
        return bytes(svg_to_bytes(svg_string=str(text), skip_system_fonts=True))
    except ValueError as error:
        raise PictureError(f"this is no picture: {error}") from None
