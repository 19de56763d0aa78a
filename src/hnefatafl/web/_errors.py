"""What the server refuses, in words for visitors."""

from __future__ import annotations

from hnefatafl.errors import HnefataflError


class Refused(HnefataflError, ValueError):
    """A request or a message is refused; the message says why."""


class Busy(Refused):
    """The server does too much already, or something takes too long."""


class Crowded(Refused):
    """A caller does too much at the same time."""


class Late(Refused):
    """A request did not come in time."""


class Missing(Refused):
    """There is no such game, or not for that token."""
