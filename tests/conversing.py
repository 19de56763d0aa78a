"""Conversations of a host with an engine in the same process, for the tests of the protocols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tafl.engine import Connection, Conversation, Event


def run_conversation(connection: Connection, conversation: Conversation[Any], hear: Callable[[bytes], object]) -> Any:
    """Run a conversation of a host, and return what came of it.

    Arguments:
        connection: that of the host, which has an event whenever one is expected.
        conversation: what the host does.
        hear: what takes the bytes that the host sends.
    """
    answer: Event | None = None
    while True:
        try:
            wanted = conversation.send(answer)
        except StopIteration as stop:
            return stop.value
        answer = None
        if isinstance(wanted, bytes):
            hear(wanted)
        else:
            answer = connection.next_event()
            assert answer is not None, wanted
