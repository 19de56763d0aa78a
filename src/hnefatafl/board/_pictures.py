"""Pictures of boards, in the letters of this library and of others.

What stands on each square is one letter. Frames, bars between the squares, the numbers of ranks and the letters of
files are no squares. A board in other letters is read if exactly one of the usual sets gives it one king.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from hnefatafl.board._geometry import MAX_SIZE, MIN_SIZE
from hnefatafl.support.errors import NotationError

Rank = tuple[int, list[str]]
"""The offset of a line in the text, and the letters of its squares."""

EMPTY: Final = ".-_·0+,:~◦□░⬜◻▫"
"""What stands for an empty square; in pictures with bars, nothing does, too."""
SETS: Final = (
    ("B", "W", "K"),
    ("b", "w", "k"),
    ("A", "D", "K"),
    ("a", "d", "k"),
    ("A", "D", "R"),
    ("M", "S", "K"),
    ("m", "s", "k"),
    ("b", "w", "K"),
    ("a", "d", "K"),
    ("♟", "♙", "♔"),
    ("♟", "♙", "♚"),
    ("●", "○", "♔"),
    ("●", "○", "♚"),
    ("⚫", "⚪", "♔"),
    ("⚫", "⚪", "👑"),
)
"""The letters of attackers, defenders and king in other programs and on paper."""
CROSSES: Final = (("1", "2", "3"), *((*men, king) for men in ("XO", "xo") for king in "K@$*#kR♔"))
"""Crosses and noughts, and numbers: the more numerous ones attack (our reading)."""
EXPECTED: Final = f"{MIN_SIZE} to {MAX_SIZE} ranks were expected"
_FILES: Final = re.compile(r"[\s|]*+a[\s|]*+b[\s|]*+c[\s|d-u]*+", re.IGNORECASE)
_COUNTS: Final = ("0123456789", "123456789", "abcdefghijklmnopqrstu")
_LIST: Final = re.compile(r"[ \t]*(?:\w{1,40}[ \t]*=[ \t]*)?[\[(\"']")
_NEXT_LIST: Final = re.compile(r"(?<=[\])])[ \t]*,(?=[ \t]*[\[(])")
"""What stands between two lists of squares on a line."""
_LETTERS_OR_BARS: Final = re.compile(r"[^\d\s,;\[\]()\"']")
_QUOTES: Final = str.maketrans(dict.fromkeys("[](){}\"'", " "))
_RULES: Final = frozenset("+=─━┌┐└┘├┤┬┴┼╔╗╚╝═")
_FRAME: Final = _RULES | frozenset(" \t|│┃║-")
"""What frames are drawn with; a line of a frame has one of the first."""
_RANK_NUMBER: Final = re.compile(r"^\s*[1-9][0-9]?(?=[\s|│])|(?<=[\s|│])[1-9][0-9]?\s*$")


def read_ranks(text: str) -> list[Rank]:
    """Return the letters of the squares of a picture, the highest rank first.

    Raises:
        NotationError: it has too few or too many ranks.
    """
    ranks: list[Rank] = []
    offset = 0
    for line in _NEXT_LIST.sub(lambda match: "\n".ljust(len(match[0])), text).split("\n"):
        is_matrix = not _LETTERS_OR_BARS.search(line)  # whose pieces are numbers
        body = line if is_matrix else _RANK_NUMBER.sub(lambda match: " " * len(match[0]), line)
        signs = set(body)
        is_frame = len(body.strip()) > 2 * MIN_SIZE and bool(_RULES & signs) and signs <= _FRAME
        if not is_frame and not _FILES.fullmatch(body):
            squares = _split_cells(body)
            if squares:
                ranks.append((offset, squares))
        if len(ranks) > 2 * MAX_SIZE:
            raise NotationError(f"{EXPECTED}, not more", text, offset)
        offset += len(line) + 1
    ranks = _drop_names(_find_square(ranks))
    if len(ranks) > MAX_SIZE:
        raise NotationError(f"{EXPECTED}, not more", text, ranks[MAX_SIZE][0])
    if len(ranks) < MIN_SIZE:
        raise NotationError(f"{EXPECTED}, not {len(ranks)}", text, len(text))
    return ranks


def _find_square(ranks: list[Rank]) -> list[Rank]:
    """Return the only lines among others that are as many as their squares, or all lines."""
    runs = [list(run) for _, run in groupby(ranks, key=lambda rank: len(rank[1]))]
    squares = [run for run in runs if len(run) == len(run[0][1]) >= MIN_SIZE]
    return squares[0] if len(squares) == 1 else ranks


def _drop_names(ranks: list[Rank]) -> list[Rank]:
    """Return the ranks without a line that counts the files, and without a column that counts the ranks."""
    if ranks and _is_count(ranks[0][1]):
        ranks = ranks[1:]
    if ranks and all(len(squares) == len(ranks) + 1 for _, squares in ranks):
        column = [squares[0] for _, squares in ranks]
        if _is_count(column) or _is_count(column[::-1]):
            return [(offset, squares[1:]) for offset, squares in ranks]
    return ranks


def _is_count(names: Sequence[str]) -> bool:
    """Return whether names are letters or numbers that follow each other."""
    shown = "".join(names).casefold()
    return len(shown) == len(names) >= MIN_SIZE and any(count.startswith(shown) for count in _COUNTS)


def _split_cells(line: str) -> list[str]:
    """Return what stands on the squares of a line; between bars, blanks are empty squares."""
    if line.count("|") + line.count("│") > MIN_SIZE:
        return [cell.strip() or "." for cell in re.split(r"[|│]", line.strip())[1:-1]]
    named = _LIST.match(line)
    if named is not None:
        line = line[named.end() - 1 :].translate(_QUOTES).strip(" ,")
    cells = [cell.strip() for cell in re.split(r"[,;]", line)]
    if len(cells) >= MIN_SIZE and all(len(cell) == 1 for cell in cells):
        return cells
    return list("".join(line.split()).strip("|│"))


def recognize_letters(ranks: Sequence[Rank]) -> Mapping[str, str] | None:
    """Return what the letters of a picture mean, as letters of this library, or None if no usual set fits alone."""
    size = len(ranks)
    counts = Counter(letter for _, squares in ranks for letter in squares)
    special = {(0, 0), (0, size - 1), (size - 1, 0), (size - 1, size - 1), (size // 2, size // 2)}
    meanings = dict.fromkeys((letter for letter in counts if letter in EMPTY), ".")
    for letter in set(counts) & set("#*xX"):
        rows = enumerate(squares for _, squares in ranks)
        places = {(row, column) for row, squares in rows for column, mark in enumerate(squares) if mark == letter}
        if places <= special and counts[letter] > 1:
            meanings[letter] = "."  # marks of corners and throne
    pieces = {letter: count for letter, count in counts.items() if letter not in meanings}
    readings: list[tuple[str, str, str]] = [one for one in SETS if pieces.get(one[2]) == 1 and set(pieces) <= set(one)]
    for first, second, king in CROSSES:
        if pieces.get(king) == 1 and set(pieces) <= {first, second, king}:
            ordered = sorted((first, second), key=lambda letter: -pieces.get(letter, 0))
            if pieces.get(ordered[0], 0) > pieces.get(ordered[1], 0):
                readings.append((ordered[0], ordered[1], king))
    if len(readings) != 1:
        return None
    return meanings | dict(zip(readings[0], "tTK", strict=True))
