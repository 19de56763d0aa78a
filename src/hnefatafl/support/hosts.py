"""Names of a server, and keys: who may reach it."""

from __future__ import annotations

import hmac
import re
from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

LOOPBACK: Final[frozenset[str]] = frozenset({"127.0.0.1", "localhost", "::1"})
"""The names under which a machine reaches itself."""


def is_own(host: str, names: Collection[str], keyed: bool) -> bool:
    """Return whether a Host header has one of the server's names; or, where a key is needed, an address in digits,
    which no other page can take over."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        return name in names or (keyed and bool(ip_address(name)))
    except ValueError:
        return False


def is_origin(text: str) -> bool:
    """Return whether a text is an origin as browsers write it: a scheme, a host, and perhaps a port."""
    return re.fullmatch(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?", text) is not None


def key_fits(offered: str, key: str) -> bool:
    """Return whether two keys are the same, in a time that does not depend on where they differ."""
    return hmac.compare_digest(offered.encode(), key.encode())
