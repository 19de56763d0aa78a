"""The parser of OTN's game records. The public module, which says what is accepted, is
:mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from attrs import field

from hnefatafl import variants
from hnefatafl.board import Board, Side
from hnefatafl.errors import HnefataflError, LossWarning, NotationError
from hnefatafl.notation._ranks import Place, begins_second, places_of
from hnefatafl.notation.otn._format import write_nearest
from hnefatafl.notation.otn._rules import read_board, read_rules
from hnefatafl.notation.otn._turns import Line, Turns
from hnefatafl.notation.scanner import Scanner
from hnefatafl.play import Position
from hnefatafl.records import Game, Variation
from hnefatafl.rules import Ruleset, optional_ruleset
from hnefatafl.support import text_limits
from hnefatafl.support.arguments import is_a
from hnefatafl.support.immutability import frozen
from hnefatafl.support.text_limits import check_length

_ADDRESS: Final = re.compile(r"\s*([0-9]{1,7})([a-z]?)\.?\s*", re.ASCII)
_HINT: Final = re.compile(r"\(hint:([^()]*)\)", re.IGNORECASE)


@frozen(kw_only=True)
class Puzzle:
    """The puzzle in a record, as its tags describe it.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
    >>> from hnefatafl.notation import otn
    >>> game = Game(ruleset=variants.BRANDUBH, tags={"puzzle-mode": "strict", "puzzle-start": "1b"})
    >>> otn.puzzle(game.add(map(Move.parse, ["d1-c1", "c4-c2"]))).mode
    'strict'
    """

    mode: Literal["loose", "strict"]
    """Whether moves other than the record's may be tried (``loose``) or not."""
    prestart: int = field(validator=is_a(int))
    """The number of moves of the main line before the puzzle is first shown; from there to ``start`` the moves are
    shown."""
    start: int = field(validator=is_a(int))
    """The number of moves before the first move that the solver has to find."""


def hints(comment: str) -> tuple[str, ...]:
    """Return the hints in a comment: the texts in brackets after ``hint:``."""
    return tuple(match[1].strip() for match in _HINT.finditer(comment))


def puzzle(game: Game) -> Puzzle | None:
    """Return the puzzle that a game's tags describe, or None.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
    >>> game = Game(ruleset=variants.BRANDUBH, tags={"puzzle-mode": "loose", "puzzle-start": "1b"})
    >>> puzzle(game.add(map(Move.parse, ["d1-c1", "c4-c2"])))
    Puzzle(mode='loose', prestart=2, start=2)

    Raises:
        NotationError: the tags say what no puzzle tag does, or name a move that is not there.
    """
    main = places_of(game.moves, False, None, game.ruleset, begins_second(game))
    return read_puzzle(game.tags, main, None, {})


def read_puzzle(
    tags: Mapping[str, str], main: Sequence[Place], text: str | None, places: Mapping[str, int]
) -> Puzzle | None:
    """Return the puzzle in the tags of a text or of a game; without a text, errors show only the tag.

    Arguments:
        tags: the tags.
        main: the places of the moves of the main line.
        text: the text that contains the tags.
        places: the offset of the value of each.
    """

    def fault(name: str, message: str) -> NotationError:
        if text is None:
            return NotationError(f"{name}: {message}", tags[name])
        return NotationError(f"{name}: {message}", text, places[name])

    def ply(name: str) -> int | None:
        """Return the number of moves made at an address: ``6a`` is after the first move of turn 6."""
        if name not in tags:
            return None
        match = _ADDRESS.fullmatch(tags[name])
        if match is None:
            raise fault(name, "a move of the main line was expected, such as 6a")
        turn, letter = int(match[1]), match[2] or "a"
        if not turn:
            return 0
        for count, place in enumerate(main, start=1):
            if (place.turn, place.index) == (turn, ord(letter) - ord("a")):
                return count
        raise fault(name, f"the main line has no move {turn}{letter}")

    mode = tags.get("puzzle-mode", "none").strip()
    if mode not in ("none", "loose", "strict"):
        raise fault("puzzle-mode", "one of none, loose and strict was expected")
    prestart, start = ply("puzzle-prestart"), ply("puzzle-start")
    if start is None:
        start = prestart or 0
    if mode == "none":
        return None
    return Puzzle(
        mode="loose" if mode == "loose" else "strict", start=start, prestart=start if prestart is None else prestart
    )


RESULTS: Final = {"1": "Black", "-1": "White", "0": "Draw", "?": "?"}
"""OTN's results and ours."""
RESERVED: Final = ("rules", "position", "result")
"""The tags that do not become tags of the game, which has other fields for their content."""
TAG_NAME: Final = re.compile(r"[^\[\]:\s](?:[^\[\]:\n]*[^\[\]:\s])?")

MAX_LENGTH: Final = text_limits.MAX_LENGTH
"""The maximum number of characters of a game record: 4,194,304, room for some hundred thousand moves."""
_MAX_TAGS: Final = 1_000
_SPACE: Final = re.compile(r"\s*")
_TAG: Final = re.compile(r"\[\s*([^\[\]:]*):([^\]]*)\]")


def parse_game(text: str, ruleset: Ruleset | str | None = None) -> Game:
    """Read a game record; see :mod:`~hnefatafl.notation.otn` for what is accepted.

    >>> from hnefatafl.notation import otn
    >>> game = otn.parse_game("[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/] 1. d1-c1 c4-c2")
    >>> print(*game.moves)
    d1-c1 c4-c2

    Arguments:
        text: the whole record.
        ruleset: the ruleset to play by, instead of that of the record. Without it the record must have one. If that is
            what an installed ruleset of its name is written as, the installed one is played, which OTN may not express.

    Raises:
        NotationError: the text is no game record, is longer than 4,194,304 characters, or nests variations deeper than
            256.
        RulesetError: its rules contradict each other.
        InvalidSetupError: the position that it begins with cannot be played under its rules.

    Warns:
        LossWarning: the record names a shipped ruleset, but has only the nearest rules that OTN has to it.
        RuntimeWarning: the record names a ruleset of another distribution, but has other rules.
    """
    ruleset = optional_ruleset(ruleset)
    check_length(text, "a game")
    scanner = Scanner(text, at=1 if text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}") else 0)
    entries = _read_tags(scanner)
    board = read_board(*_strip_tag(text, entries["position"])) if "position" in entries else None
    if ruleset is None:
        ruleset = _read_rules(scanner, entries, board)
    result = _read_result(text, entries)
    tags = {name: value for name, (value, _) in entries.items() if name not in RESERVED}
    main, *others = Turns(scanner, ruleset).read()
    read_puzzle(tags, main.found, text, {name: offset for name, (_, offset) in entries.items()})
    return Game(
        ruleset=ruleset,
        moves=main.moves,
        start=_find_start(ruleset, board, main.second),
        tags=tags,
        result=result,
        roll_pending=main.roll_pending,
        ending=main.ending,
        closing_comment=main.closing_comment,
        variations=_arrange_variations(others),
        line=1,
    )


_Tags = dict[str, tuple[str, int]]


def _read_tags(scanner: Scanner) -> _Tags:
    """Read the tags before the moves: the value of each, and its offset.

    ``tag = "[" name ":" value "]"``
    """
    tags: _Tags = {}
    while True:
        scanner.take(_SPACE)
        if scanner.next != "[":
            return tags
        match = _TAG.match(scanner.text, scanner.at)
        if match is None:
            message = "a tag was expected, such as [event:Tafl Triathlon 2015]"
            raise scanner.fault(message if scanner.text.find("]", scanner.at) >= 0 else f"{message}; it has no end")
        name = match[1].rstrip()
        if not TAG_NAME.fullmatch(name):
            raise scanner.fault("the name of a tag was expected", match.start(1))
        if len(tags) == _MAX_TAGS:
            raise scanner.fault(f"at most {_MAX_TAGS:,} tags were expected")
        if name in tags:
            raise scanner.fault(f"the tag {name[:20]}: stands here a second time", match.start(1))
        tags[name] = match[2], match.start(2)
        scanner.at = match.end()


def _strip_tag(text: str, tag: tuple[str, int]) -> tuple[str, str, int]:
    """Return the value of a tag without spaces around it, the text, and the offset of the value."""
    value, offset = tag
    return value.strip(), text, offset + len(value) - len(value.lstrip())


def _read_rules(scanner: Scanner, tags: _Tags, board: Board | None) -> Ruleset:
    if "rules" not in tags:
        raise scanner.fault("the tag [rules:...] was expected")
    value, offset = tags["rules"]
    try:
        return _choose_ruleset(read_rules(value, board), board)
    except NotationError as error:
        raise scanner.fault(error.message, offset + error.offset) from None


def _choose_ruleset(rules: Ruleset, board: Board | None) -> Ruleset:
    """Return the rules to play: those of the record, or the installed ruleset that it names and that is written so.

    OTN may lose some of its rules. A ruleset of the same name that is written otherwise is another game, and is only
    warned of. The rules of a shipped ruleset are not put back: its name is also that of a game of OpenTafl.
    """
    shipped = variants._find_shipped(rules.name)
    if shipped is not None:
        _warn_of_nearest(rules, shipped, board)
        return rules
    installed = variants._find_installed(rules.name)
    if installed is None or rules == installed:
        return rules
    written = _read_back(installed, board)
    if written == rules:
        return installed
    differs = "" if written is None else "; the record says " + "; ".join(rules.differences(written).splitlines())
    text = f"the rules of the record differ from the installed ruleset {installed.name}, and are played{differs}"
    warnings.warn(text, RuntimeWarning, stacklevel=4)
    return rules


def _warn_of_nearest(rules: Ruleset, meant: Ruleset, board: Board | None) -> None:
    """Warn if the rules are only the nearest ones that OTN has to the ruleset of their name."""
    if rules != _read_back(meant, board):
        return
    _, lost = write_nearest(meant, board)
    if lost:
        text = f"the rules of the record are the nearest that OTN has to {meant.name}, and are played"
        warnings.warn(f"{text}; they have {'; '.join(map(str, lost))}", LossWarning, stacklevel=5)


@lru_cache(maxsize=32)
def _read_back(rules: Ruleset, board: Board | None) -> Ruleset | None:
    """Return what is read back where a ruleset was written; None if OTN has no rules for its start."""
    try:
        return read_rules(write_nearest(rules, board)[0], board)
    except HnefataflError:
        return None


def _read_result(text: str, tags: _Tags) -> str:
    if "result" not in tags:
        return ""
    value, _, offset = _strip_tag(text, tags["result"])
    if value not in RESULTS:
        raise NotationError("one of 1 (the attackers won), -1, 0 and ? was expected", text, offset)
    return RESULTS[value]


def _find_start(rules: Ruleset, board: Board | None, second: bool) -> Position | None:
    """Return the start position, or None if it is the start of the rules."""
    if board is None and not second:
        return None
    turn = rules.first or Side.ATTACKERS
    return Position.from_board(rules.start if board is None else board, rules, turn.opponent if second else turn)


def _arrange_variations(lines: list[Line]) -> list[Variation]:
    """Return the variations; those that replace the same move are in the order of their numbers."""
    order = sorted(range(len(lines)), key=lambda n: (lines[n].depth, lines[n].number))
    numbers = {0: 0} | {before + 1: now for now, before in enumerate(order, start=1)}
    return [
        Variation(
            line=numbers[line.line],
            at=line.at,
            moves=tuple(line.moves),
            roll_pending=line.roll_pending,
            ending=line.ending,
            closing_comment=line.closing_comment,
        )
        for line in map(lines.__getitem__, order)
    ]
