"""The languages, and what each says of moves and games.

``phrases.tsv`` has all texts side by side, one column a language; where it is empty, the language does without the
text. A key is the key of a phrase, or behind a colon: a set of pieces, if need be with the form of its name; a number;
an option, which a footnote is about (``topic``); the phrases and names of games that have other men than soldiers
(``mixed``); the winner of a game; a member of a closed list (``said``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from hnefatafl.board import Announcement, CaptureKind, Illegality, PieceSet, Termination
from hnefatafl.describe._language import Language
from hnefatafl.support.texts import read_rows

Said = Announcement | CaptureKind | Illegality | Termination
"""The values that have a sentence."""
_ROWS: Final = read_rows(__name__, "phrases.tsv")
_NOTES: Final = [*read_rows(__name__, "notes.tsv"), *(texts for _, *texts in read_rows(__name__, "general.tsv"))]


def _make_language(column: int, make_ordinal: Callable[[int], str], **forms: str) -> Language:
    """Return the language of a column.

    Arguments:
        column: the number of the column in the tables of translations.
        make_ordinal: a function that returns an ordinal for which the language has no word.
        forms: forms of the names of pieces, where the table has no others, with a slot for the name itself.
    """
    texts = _read_texts(column)
    ordinals = {int(n): text for n, text in texts["ordinal"].items()}

    def name_pieces(kind: str) -> dict[PieceSet, dict[str, str]]:
        names: dict[PieceSet, dict[str, str]] = {}
        for key, text in texts[kind].items():
            pieces, _, form = key.partition(" ")
            usual = {usual: pattern.format(who=text) for usual, pattern in forms.items()}
            names.setdefault(PieceSet[pieces], {"only": texts[""]["only"].format(who=text), **usual})[form] = text
        return names

    return Language(
        phrases=texts[""],
        pieces=name_pieces("pieces"),
        mixed_phrases=texts["mixed"],
        mixed_pieces=name_pieces("mixed pieces"),
        ordinal=lambda n: ordinals.get(n) or make_ordinal(n),
        cardinals=[*texts["number"].values()],
        topics=texts["topic"],
        # English is the language of the notes.
        notes={row[0]: row[column] for row in _NOTES} if column else {},
        said=texts["said"],
        winners=texts["winner"],
    )


def _read_texts(column: int) -> dict[str, dict[str, str]]:
    """Return the texts of a language by their kind, which is empty for phrases, and the rest of their key."""
    texts: dict[str, dict[str, str]] = defaultdict(dict)
    for key, *cells in _ROWS:
        kind, _, rest = key.rpartition(": ")
        if cells[column]:
            texts[kind][rest] = cells[column]
    return texts


def _make_english_ordinal(n: int) -> str:
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def _make_swedish_ordinal(n: int) -> str:
    return f"{n}:{'a' if n % 10 in (1, 2) and n % 100 not in (11, 12) else 'e'}"


CATALOGUES: Final[Mapping[str, Language]] = MappingProxyType(
    {
        "en": _make_language(0, _make_english_ordinal),
        "de": _make_language(1, "{}.".format, acc="{who}", may="dürfen"),
        "sv": _make_language(2, _make_swedish_ordinal),
    }
)
"""The languages by their codes."""
