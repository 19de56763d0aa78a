"""Pictures as PNG, with the extra ``png``.

>>> from hnefatafl import variants
>>> from hnefatafl.render.svg import svg
>>> picture = png(svg(variants.BRANDUBH, theme="print", size=300))  # doctest: +SKIP
>>> picture[:4]  # doctest: +SKIP
b'\\x89PNG'

:func:`animation` makes one animated picture of several (APNG), such as those of the last moves of a game. Browsers
and many other programs play it; others show the last picture.

>>> from hnefatafl import Move
>>> from hnefatafl.records import Game
>>> from hnefatafl.render.svg import move_pictures
>>> game = Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1"), Move.parse("c4-c2")])
>>> moving = animation(move_pictures(game, size=300))  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import pack
from typing import Final
from zlib import crc32

from hnefatafl.errors import ArgumentValueError, PictureError
from hnefatafl.render._raster import rasterize
from hnefatafl.render.svg import Subject, svg

__all__ = ["animation", "png"]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LONGEST: Final = 60
"""The most seconds that a picture is shown."""
_MOST: Final = 100_000_000
"""The most pixels of all pictures of an animation together."""


def png(picture: Subject) -> bytes:
    """Return a picture of :func:`~hnefatafl.render.svg.svg` as a PNG of the same width; a value is drawn by it first.

    >>> from hnefatafl import variants
    >>> from hnefatafl.render.svg import svg
    >>> png(svg(variants.BRANDUBH)) == png("brandubh")  # doctest: +SKIP
    True

    Raises:
        MissingExtraError: the extra ``png`` is not installed.
        PictureError: the text is not a picture.
    """
    text = picture if isinstance(picture, str) and "<" in picture else svg(picture)
    return rasterize(text)


def animation(pictures: Iterable[Subject], *, seconds: float = 1.2, last: float = 4) -> bytes:
    """Return pictures of :func:`~hnefatafl.render.svg.svg`, all of one size, as one PNG that shows one after another.

    The last one is followed by the first. Where only still pictures are shown, it is the last one.

    >>> from hnefatafl import variants
    >>> from hnefatafl.render.svg import svg
    >>> picture = animation([svg(variants.BRANDUBH), svg(variants.BRANDUBH.start)])  # doctest: +SKIP
    >>> picture[1:4], b"acTL" in picture  # doctest: +SKIP
    (b'PNG', True)

    Arguments:
        pictures: the pictures, in order.
        seconds: how long each is shown, up to 60.
        last: how long the last one is shown, up to 60.

    Raises:
        MissingExtraError: the extra ``png`` is not installed.
        PictureError: a text is not a picture; there is none; they differ in size; or they have more than 100 million
            pixels together.
        ArgumentValueError: a time is not above 0, or too long.
    """
    for name, value in (("seconds", seconds), ("last", last)):
        if not 0.001 <= value <= _LONGEST:
            raise ArgumentValueError(f"{name}: 0.001 to {_LONGEST} was expected, not {value}")
    header, drawn, area = b"", list[bytes](), 0
    for picture in pictures:
        chunks = list(_split_chunks(png(picture)))
        if header not in (b"", chunks[0][1]):
            raise PictureError("the pictures of an animation have one size")
        header = chunks[0][1]
        area += int.from_bytes(header[:4], "big") * int.from_bytes(header[4:8], "big")
        if area > _MOST:
            raise PictureError(f"an animation has at most {_MOST:,} pixels: fewer or smaller pictures were expected")
        drawn.append(b"".join(data for name, data in chunks if name == b"IDAT"))
    if not drawn:
        raise PictureError("an animation has at least one picture")
    parts = [
        _make_chunk(b"IHDR", header),
        _make_chunk(b"acTL", pack(">II", len(drawn), 0)),
        _make_chunk(b"IDAT", drawn[-1]),
    ]
    for number, data in enumerate(drawn):
        shown = last if number == len(drawn) - 1 else seconds
        # Its number among these chunks; width and height; the place; the time in thousandths; and that it replaces all.
        control = pack(">I", 2 * number) + header[:8] + pack(">IIHHBB", 0, 0, round(1000 * shown), 1000, 0, 0)
        parts += [_make_chunk(b"fcTL", control), _make_chunk(b"fdAT", pack(">I", 2 * number + 1) + data)]
    return b"".join([_SIGNATURE, *parts, _make_chunk(b"IEND", b"")])


def _split_chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the names and the data of the chunks of a PNG."""
    start = len(_SIGNATURE)
    while start < len(content):
        size = int.from_bytes(content[start : start + 4], "big")
        yield content[start + 4 : start + 8], content[start + 8 : start + 8 + size]
        start += size + 12


def _make_chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", crc32(name + data))
