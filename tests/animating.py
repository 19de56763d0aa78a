"""Animated pictures (APNG), taken apart by the specification."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator


def chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The names and the data of the chunks, whose checksums are right."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(content):
        size, name = struct.unpack(">I4s", content[at : at + 8])
        data = content[at + 8 : at + 8 + size]
        assert struct.unpack(">I", content[at + 8 + size : at + 12 + size]) == (zlib.crc32(name + data),)
        yield name, data
        at += size + 12


def frames(content: bytes) -> tuple[list[bytes], list[float], bytes]:
    """The pixels of each picture and how many seconds it is shown; and the pixels of what others show."""
    (first, header), (second, control), *parts, (last, _) = chunks(content)
    assert (first, second, last) == (b"IHDR", b"acTL", b"IEND")
    width, height, depth, color = struct.unpack(">IIBB", header[:10])
    assert depth == 8
    raw = height * (1 + width * {2: 3, 6: 4}[color])
    (count, plays) = struct.unpack(">II", control)
    assert plays == 0, "for ever"
    pixels, seconds, still, number = list[bytes](), list[float](), b"", 0
    for name, data in parts:
        if name == b"IDAT":
            assert not pixels, "what others show is no part of the animation"
            still += data
            continue
        assert struct.unpack(">I", data[:4]) == (number,)
        number += 1
        if name == b"fcTL":
            *place, numerator, denominator, _, _ = struct.unpack(">IIIIHHBB", data[4:])
            assert place == [width, height, 0, 0]
            seconds.append(numerator / denominator)
            pixels.append(b"")
        else:
            assert name == b"fdAT"
            pixels[-1] += data[4:]
    drawn = [zlib.decompress(each) for each in (*pixels, still)]
    assert {len(each) for each in drawn} == {raw}
    assert len(pixels) == count
    return drawn[:-1], seconds, drawn[-1]
