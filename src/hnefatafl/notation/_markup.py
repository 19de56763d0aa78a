"""What stands around moves in chats, tables, lists and programs, made into spaces.

A text keeps its length, so that places in it stay what they are. Comments in braces and brackets stay as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from hnefatafl.support import spelling
from hnefatafl.support.immutability import frozen

L: Final = rf"(?:{spelling.LETTER}|[ADSRWBPH](?=[a-u]))?"
"""The letter of a piece. Letters that only other programs give to pieces count where a small letter follows."""
SQ: Final = spelling.SQUARE
MOVE: Final = re.compile(
    rf"{L}{SQ}(?:[ \t]*+(?:{spelling.SIGN})[ \t]*+(?:{L}{SQ}(?![0-9])|{spelling.BARE_TARGET})|{L}{SQ}(?![0-9a-wyz]))",
    re.ASCII,
)
"""What begins like a move."""
SIDE: Final = (
    r"black|attackers?|muscovites?|moscovites?|besiegers?|schwarz|angreifer|svart|angripar(?:e|na)",
    r"white|defenders?|swedes?|king|weiß|weiss|verteidiger|vit|försvarar(?:e|na)",
)
"""The names of the sides."""

_SIGNS: Final = str.maketrans(
    {
        **{chr(wide): chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
        **dict.fromkeys(
            "\r\N{NO-BREAK SPACE}\N{ZERO WIDTH NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}\u2002\u2003\u2009\u202f", " "
        ),
    }
)
"""What is read as a space, and wide letters."""
_TWO: Final = rf"(?<=[^A-Za-z0-9]){L}{SQ}[^A-Za-z\n]{{1,9}}{L}{SQ}(?![0-9])"
"""Two squares, which no mark takes away."""
_FRAME: Final = re.compile(
    rf"^[ \t]*+\[(?![^\[\]\n]*{_TWO})[^\[\]\n]{{0,40}}\d:\d\d[^\[\]\n]{{0,20}}\]"
    rf"|^[ \t]*+(?:\{{\||\|[-}}+]|!)(?![^\n]*{_TWO})[^\n]*+"
    r"|\[/?(?:b|i|u|code|quote|list|spoiler|pre|\*)(?:=[^\]\n]{0,40})?\]",
    re.MULTILINE | re.IGNORECASE,
)
"""The times of chats, the tables of wikis, and what forums write in brackets."""
_TIME: Final = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,6})?(?:Z|[ \t]?[ap]m)?(?![\w:])"
_STAMP: Final = re.compile(
    rf"(?<![\w.:/(-])(?:\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{2,4}}(?:,?[ \tT]{_TIME}|(?![\w/-]))|{_TIME}"
    r"|\d{1,4}(?:\.\d{1,3})?[ \t]?(?:m?s|sec(?:onds?)?|min(?:utes?)?)(?!\w))",
    re.IGNORECASE,
)
"""Dates, times, and how long a move took."""
_TAKEN: Final = re.compile(
    rf"(?<=\d)([ \t]?)[\[{{<]([ \t]*{L}(?:[x×*][ \t]*)?{SQ}[a-uA-Ux×*0-9,/& \t]*+)[\]}}>]", re.ASCII
)
"""Captured squares in brackets."""
_KEPT: Final = re.compile(r"(\{[^{}]*+\}|\[[^\[\]]*+\])")
"""Comments and tags."""
_MARKUP: Final = re.compile(
    r"^[ \t]*+(?:>[ \t]*+|[*•»·–—-][ \t]++)++(?=\S)"
    r"|^[ \t]*+[|:+-][ \t|:+-]*+$"
    r"|(?<=[|,;\t ])[-–—](?=[ \t]*+(?:[|,;\n]|\Z))"
    r"|`++|~~|\*\*++|(?<!\w)__|__(?!\w)"
    rf"|(?<!\w)[^\W\d_]++[:=](?={L}{SQ})"
    rf"|</?[A-Za-z](?![^<>\n]{{0,80}}{_TWO})[^<>\n]{{0,80}}>"
    rf"|[\"'“”„«»‘’](?=[x\d(-]|{L}{SQ})|(?<=[\d)x-])[\"'“”„«»‘’]|\"\"",
    re.MULTILINE,
)
"""Quotations, lists and tables, signs for letters that are bold, names in chats, and quotation marks around moves."""
_SLANTED: Final = re.compile(rf"(?<![\w*])([*_])(?={L}{SQ})([^*_\n]{{4,40}})\1(?!\w)", re.ASCII)
"""Moves in italics."""
_WRAPPED: Final = re.compile(rf"^([ \t.\d]*+)\((?=[\"' ]*{L}{SQ})([^()\n]*+)\)([ \t,;.]*+)$", re.ASCII | re.MULTILINE)
"""A line of moves in parentheses."""
_NAMED: Final = re.compile(r"(?<![^\W_])(?<![-=^>→–—])([^\W\d_][^\W_]*+)(?:[ \t]?[:=](?![^\s\w]))?")
"""A word, and the colon behind it."""
_SIDE_NAME: Final = re.compile(rf"{'|'.join(SIDE)}|(?<!\w)[abdwk](?!\w)", re.IGNORECASE)
_MEANT: Final = re.compile(
    rf"[ce-u×x]|{L}{SQ}.*|{'|'.join(SIDE)}|to|and|the|on|pass|wins?|won|victory|has|have|los(?:es|t)|resign\w*|time\w*"
    rf"|drawn?|remi\w*|ongoing|unfinished|result|winner|outcome|{spelling.TAKES_WORD}",
    re.IGNORECASE,
)
"""Words that say something about moves."""
LISTED: Final = re.compile(rf"{L}({SQ})(?![0-9a-zA-Z])", re.ASCII)
_NUMERAL: Final = r"(?:[\[({][ \t]*+)?(?<!\d)(\d{1,2})(?:[ \t]*+[,;.][ \t]*+|[ \t]++)(\d{1,2})(?!\d)[ \t]*+[\])}]?"
PAIRS: Final = re.compile(rf"{_NUMERAL}(?:[ \t]*+(?:[-,;>→:]|to\b))*+[ \t]*+{_NUMERAL}", re.ASCII)
"""Two pairs of numbers."""
_LIST: Final = re.compile(r"\s*(?:\w{1,40}\s*=\s*)?(?:[\[(]\s*[\[({\"'\d]|\{\s*[\"'])")
_LISTED_BY_WIKI: Final = re.compile(rf"^#(?=(?:[ \t]*\d{{1,4}}[.):]?)?[ \t]*{L}{SQ})", re.MULTILINE)
_ITEM: Final = re.compile(
    r"(?P<open>[\[({])|(?P<close>[\])}])|[\"'](?P<text>[^\"'\\\n]*+)[\"'](?P<key>\s*+:)?"
    r"|(?P<number>-?\d[\d.]*+)|(?P<word>\w++)(?P<name>\s*+[:=])?"
)
_LIKE_MOVE: Final = re.compile(rf"\W*{L}{SQ}(?![0-9])\S", re.ASCII)
_COORDINATE: Final = re.compile(r"(?:from|to|start|end)?_?(?:x|y|r|c|row|col(?:umn)?|rank|file)_?\d?", re.IGNORECASE)


@frozen
class Page:
    """A text that is to be read."""

    text: str
    """The text, with spaces for what belongs to no move."""
    labels: tuple[str, ...] = ()
    """The words that stand at many moves, and are passed over."""
    has_rows: bool = False
    """Whether its moves were squares in rows."""


def blank(match: re.Match[str]) -> str:
    """Return as many spaces, and the line ends."""
    return re.sub(r"[^\n]", " ", match[0])


def prepare(text: str, *, is_head: bool = False) -> Page:
    """Return a text without what belongs to no move.

    Arguments:
        text: the text.
        is_head: whether it is only the beginning of a text.
    """
    text = text.translate(_SIGNS)
    text = _flatten_lists(text, is_head=is_head) or text
    text = _TAKEN.sub(lambda match: f"{match[1]}({match[2]})", _FRAME.sub(blank, text))
    if all(line.startswith("#") for line in text.split("\n") if line.strip()):
        text = _LISTED_BY_WIKI.sub(" ", text)
    parts = _KEPT.split(text)
    parts[::2] = [_MARKUP.sub(blank, _STAMP.sub(blank, part)) for part in parts[::2]]
    parts[::2] = [_SLANTED.sub(lambda match: f" {match[2]} ", part) for part in parts[::2]]
    labels = _find_labels(parts[::2])
    parts[::2] = [_blank_labels(part, labels) for part in parts[::2]]
    rows = not any(MOVE.search(part) for part in parts[::2])
    if rows:
        parts[::2] = ["\n".join(map(_join_squares, part.split("\n"))) for part in parts[::2]]
        rows = any(MOVE.search(part) for part in parts[::2])
    return Page("".join(parts), tuple(labels.values()), rows)


def _find_labels(parts: list[str]) -> dict[str, str]:
    """Return the words that stand at a quarter of the moves at least, as they are first written."""
    counts: Counter[str] = Counter()
    words: dict[str, str] = {}
    moves = 0
    for line in filter(_has_move, "\n".join(parts).split("\n")):
        moves += max(1, len(MOVE.findall(line)))
        for word in _NAMED.findall(line):
            if not _MEANT.fullmatch(word):
                counts[word.casefold()] += 1
                words.setdefault(word.casefold(), word)
    return {word: words[word] for word, count in counts.items() if count > 1 and 4 * count >= moves}


def _has_move(line: str) -> bool:
    return bool(MOVE.search(line) or PAIRS.search(line)) or len(LISTED.findall(line)) > 1


def _blank_labels(text: str, labels: Mapping[str, str]) -> str:
    """Return a text without its labels, and without the parentheses around lines of moves."""
    if labels:
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if _has_move(line):
                lines[number] = _NAMED.sub(
                    lambda named: blank(named) if named[1].casefold() in labels else named[0], line
                )
        text = "\n".join(lines)
    return _WRAPPED.sub(lambda match: f"{match[1]} {match[2]} {match[3]}", text)


def _join_squares(line: str) -> str:
    """Return a line of squares as moves: two are a move, and those after them its captures, or the next moves."""
    squares = list(LISTED.finditer(line))
    rest = _SIDE_NAME.sub(" ", LISTED.sub(" ", line))
    if len(squares) < 2 or re.search(r"[^\W\d_]", rest):
        return line
    number = re.match(r"\s*#?\d{1,4}(?=\D)", line)
    signs = list((number[0] if number else "").ljust(len(line)))
    for square in squares:
        signs[square.start() : square.end()] = square[0]
    is_row = len(squares) % 2 or re.search(r"[,;\t|]", line[squares[0].end() : squares[-1].start()])
    for index in range(0, len(squares) - 1, len(squares) if is_row else 2):
        signs[squares[index].end()] = "-"
    for square in squares[2:] if is_row else ():
        signs[square.start() - 1] = "x"
    return "".join(signs)


def _flatten_lists(text: str, *, is_head: bool) -> str | None:
    """Return a list of JSON or Python whose items are moves as these moves, or None if it is none."""
    if not _LIST.match(text):
        return None
    moves: list[tuple[int, int, str]] = []
    groups: list[tuple[int, list[str]]] = [(0, [])]
    key = ""
    for item in _ITEM.finditer(text):
        leaf = item["text"] or item["number"] or item["word"] or ""
        if item["key"] or item["name"]:
            key = leaf
            continue
        if item["open"]:
            groups.append((item.start(), []))
        elif item["close"]:
            start, leaves = groups.pop()
            if not groups:
                return None
            move = _join_leaves(leaves)
            if move:
                moves.append((start, item.end(), move))
            else:
                groups[-1][1].extend(leaves[:_MANY])
        elif item["text"] and _LIKE_MOVE.match(leaf):  # and if it is none, the reader says so
            moves.append((item.start(), item.end(), leaf))
        elif LISTED.fullmatch(leaf) or (leaf.isdecimal() and (not key or _COORDINATE.fullmatch(key))):
            groups[-1][1].append(leaf)
        elif item["word"] and len(groups) == 1 and not item["text"]:
            return None
        key = ""
    if (len(groups) > 1 and not is_head) or groups[0][1] or not moves:
        return None
    flat = list(" " * len(text))
    for start, end, move in moves:
        flat[start:end] = move.ljust(end - start)
    return "".join(flat)


_MANY: Final = 22
"""More leaves than a move has."""


def _join_leaves(leaves: list[str]) -> str:
    """Return the move that squares or numbers are, or nothing."""
    squares = [leaf for leaf in leaves if LISTED.fullmatch(leaf)]
    if len(squares) > 1:
        return "x".join(["-".join(squares[:2]), *squares[2:]])
    return " ".join(leaves) if len(leaves) == 4 and not squares else ""
