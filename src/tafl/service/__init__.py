"""Analysis as a service: queries come as lines of JSON, and answers leave as soon as they are ready.

* A :class:`Query` asks about positions of one game, and :func:`answer` answers it: a value in, values out.
* A :class:`Service` shares the positions of many queries out to workers, those of higher priority first.
* A :class:`Session` is the conversation with one client, without input and output: :func:`serve_lines` holds it on two
  pipes, and :func:`serve_sockets` with many clients on WebSockets, which the extra ``web`` brings. The command is
  ``tafl analyse --serve``. :doc:`/howto/service` defines every key of the lines.

>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> query = Query(id="a", start=Position.initial(variants.BRANDUBH), moves=["d1-c1"], limit=Limit(depth=2))
>>> [(found.after, found.analysis.depth) for found in answer(query)]
[(1, 2)]
"""

from typing import TYPE_CHECKING

from hnefatafl.support.lazy_imports import later

if TYPE_CHECKING:
    from tafl.service._lines import Session, serve_lines
    from tafl.service._query import Answer, Bounds, Query, QueryError, answer, parse_query
    from tafl.service._scheduler import Service, Ticket
    from tafl.service._sockets import serve_sockets
else:
    __getattr__, __dir__ = later(__name__, "_query", "_scheduler", "_lines", "_sockets")

__all__ = [
    "Answer",
    "Bounds",
    "Query",
    "QueryError",
    "Service",
    "Session",
    "Ticket",
    "answer",
    "parse_query",
    "serve_lines",
    "serve_sockets",
]
