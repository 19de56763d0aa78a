"""What is wrong with a query."""

from __future__ import annotations

from hnefatafl.errors import HnefataflError


class QueryError(HnefataflError, ValueError):
    """A query cannot be answered: it is not as the format has it, asks for too much, or was cancelled.

    >>> print(QueryError("the key 'moves' was expected", "a"))
    query a: the key 'moves' was expected

    Arguments:
        reason: why.
        id: the id of the query, or None if it has none that can be read.
    """

    def __init__(self, reason: str, id: str | None = None) -> None:
        self.reason: str = reason
        """Why."""
        self.id: str | None = id
        """The id of the query, or None if it has none that can be read."""
        super().__init__(reason, id)

    def _message(self) -> str:
        return self.reason if self.id is None else f"query {self.id}: {self.reason}"


QueryError.__module__ = "hnefatafl.service"  # where users find it
