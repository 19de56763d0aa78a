"""What a host asks of an engine, as the engine's side of a protocol understands it.

>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> search = Search(position=Position.initial(variants.BRANDUBH), limit=Limit(nodes=500))
>>> Reply(search=search).stop
False
"""

from __future__ import annotations

from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl.play import Position
from hnefatafl.search import Limit


@frozen(kw_only=True)
class Search:
    """The host asks for a move, or for an analysis.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> Search(position=Position.initial(variants.BRANDUBH), limit=Limit(depth=4), lines=3).analysis
    False
    """

    __repr__ = brief

    position: Position
    """The position."""
    limit: Limit
    """How long the engine may search; without any limit, as long as it likes."""
    lines: int = 1
    """How many of the best moves the host wants to know about."""
    infinite: bool = False
    """Whether to search until the host says stop."""
    analysis: bool = False
    """Whether only an analysis is wanted, and no move is played."""


@frozen(kw_only=True)
class Reply:
    """What an engine does about a line of the host.

    >>> Reply(data=b"readyok\\n").data
    b'readyok\\n'
    """

    __repr__ = brief

    data: bytes = b""
    """What it writes at once."""
    search: Search | None = None
    """The search that it begins."""
    stop: bool = False
    """Whether it ends the search that is going on, and answers it."""
    quit: bool = False
    """Whether it ends."""
