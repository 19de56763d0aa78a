"""Known games to compare a study with: studies of them that were made in the same way, and results of people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from hnefatafl.arena import Points

PEOPLE: Final[Mapping[str, Points]] = MappingProxyType(
    {
        "brandubh": Points(won=328, drawn=4, lost=653),
        "copenhagen": Points(won=2605, drawn=34, lost=3495),
        "saami-tablut": Points(won=871, drawn=2, lost=755),
    }
)
"""The results of the attackers in games between people: the recorded results of half the games in the archive of
aagenielsen.dk (sets brandubh-1, copenhagen-11 and saami-tablut-9), including resignations and time-outs."""


def known_studies() -> dict[str, Any]:
    """Return the studies of known games that come with the library, as :meth:`Study.as_json
    <hnefatafl.lab.Study.as_json>` writes them, by name. They are read anew each time, and may be changed.

    >>> sorted(known_studies())
    ['brandubh', 'copenhagen', 'tablut']
    """
    found = files("hnefatafl") / "lab" / "known.json"
    return dict(json.loads(found.read_text("utf-8"))) if found.is_file() else {}
