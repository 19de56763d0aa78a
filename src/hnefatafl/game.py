"""The record of one game: what was written down, and what comes of replaying it.

A :class:`Game` is a plain value. It has been read from a text but not judged:
its moves may be illegal and its captures wrong. :meth:`Game.replay` plays it
through the rules and says where, if anywhere, record and rules part.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, Literal, final

from attrs import field, frozen

from hnefatafl.board import Board
from hnefatafl.errors import IllegalMoveError
from hnefatafl.geometry import Square
from hnefatafl.kernel import Move
from hnefatafl.outcome import Illegality, Outcome, Termination
from hnefatafl.pieces import Side
from hnefatafl.plays import Play
from hnefatafl.position import Position
from hnefatafl.rules import Ruleset

__all__ = ["CaptureFault", "Ending", "Game", "OddToken", "RecordedMove", "Replay", "Tags"]

Ending = Literal["timeout", "resigned"]
"""How a game ended off the board: the side to move ran out of time, or somebody gave up."""

_WINNERS: Final = {"Black": Side.ATTACKERS, "White": Side.DEFENDERS}


@frozen(kw_only=True)
class RecordedMove:
    """A move as a record gives it.

    Two are equal when they say the same; how they were spelt, and where they
    stood, does not count.
    """

    origin: Square
    """Where the piece stood."""
    target: Square
    """Where it went."""
    captures: tuple[Square, ...] = ()
    """The squares written as captured, in their order; one can stand twice."""
    letter: str = ""
    """The letter of the piece that moved, or nothing where none is written."""
    capture_letters: tuple[str, ...] = ()
    """The letter of each captured piece, nothing where none is written. Empty when there are no letters at all."""
    sign: Literal["-", ""] = "-"
    """What stands between the squares. The oldest records of the archive have nothing there (``c5c6``), and then
    tell no captures either."""
    info: Literal["", "+", "-", "++", "--"] = ""
    """OTN's info symbol: ``+`` the king can be captured next, ``-`` he has a way out, ``++`` he is captured, ``--``
    he has escaped."""
    text: str = field(default="", eq=False, repr=False)
    """The move as it was written."""
    offset: int = field(default=0, eq=False, repr=False)
    """Where it stood in the text that was read, counted from 0. Equal moves of an archive are one object, whose
    offset is 0."""

    @cached_property
    def move(self) -> Move:
        """The move itself."""
        return Move.of(self.origin, self.target)

    @property
    def tells_captures(self) -> bool:
        """Whether the record would name the pieces captured by the move."""
        return self.sign == "-" or bool(self.captures)

    def __str__(self) -> str:
        return self.text or f"{self.origin}{self.sign}{self.target}" + "".join(f"x{s}" for s in self.captures)


@final
class Tags(Mapping[str, str], Hashable):
    """What a record says about a game beside its moves: an immutable mapping that keeps its order.

    >>> tags = Tags({"event": "Tafl Triathlon 2015"})
    >>> tags["event"], len(tags)
    ('Tafl Triathlon 2015', 1)
    """

    __slots__ = ("_tags",)
    _tags: dict[str, str]

    def __init__(self, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        object.__setattr__(self, "_tags", dict(tags))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Tags do not change: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"Tags do not change: {name}")

    def __getitem__(self, name: str) -> str:
        return self._tags[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)

    def __hash__(self) -> int:
        return hash(frozenset(self._tags.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return Tags, (tuple(self._tags.items()),)

    def __repr__(self) -> str:
        return f"Tags({self._tags!r})"


@frozen(kw_only=True)
class OddToken:
    """A part of a record that is no move, and is left out of the game."""

    number: int
    """Which token of the record it is, counted from 0; moves and odd tokens count alike."""
    text: str
    """What stands there."""
    offset: int = field(default=0, eq=False)
    """Where in its line the fault is, counted from 0."""
    message: str = field(default="", eq=False)
    """What was expected instead."""


@frozen(kw_only=True)
class CaptureFault:
    """A move whose written captures are not those of the rules."""

    number: int
    """Which token of the record it is, counted from 0."""
    squares: tuple[Square, ...]
    """The squares in question."""


def _moves(moves: Iterable[RecordedMove]) -> tuple[RecordedMove, ...]:
    return tuple(moves)


def _odd(tokens: Iterable[OddToken]) -> tuple[OddToken, ...]:
    return tuple(tokens)


@frozen(kw_only=True)
class Game:
    """A record of one game.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2 g4-g2,0,0,Ongoing"], variants.BRANDUBH)
    >>> game.moves[1].target, game.result, game.winner
    (Square(c2), 'Ongoing', None)
    """

    ruleset: Ruleset
    """The rules that it was played by."""
    moves: tuple[RecordedMove, ...] = field(default=(), converter=_moves)
    """The moves, in their order."""
    start: Position | None = None
    """Where it began, or None for the ruleset's own start."""
    tags: Tags = field(default=Tags(), converter=Tags)
    """What else the record says."""
    result: str = ""
    """The result as recorded: ``Black`` (the attackers won), ``White`` (the defenders), ``Draw``, ``Ongoing``, or
    nothing."""
    ending: Ending | None = None
    """How the game ended off the board, where the record tells."""
    line: int = field(default=0, eq=False)
    """The line that the record stands on, counted from 1; 0 when it was not read from lines."""
    odd: tuple[OddToken, ...] = field(default=(), converter=_odd)
    """The parts that could not be read."""

    @property
    def winner(self) -> Side | None:
        """The side that the record calls the winner."""
        return _WINNERS.get(self.result)

    def replay(self, *, enforce_repetition: bool = False) -> Replay:
        """Play the record through the rules, as far as it goes.

        The good prefix is kept whatever comes after it, and no fault of the
        record raises an error: the :class:`Replay` tells them all. A piece that
        is written as captured but was not stays on the board; one that was
        captured but is not written goes.

        Arguments:
            enforce_repetition: whether the ruleset's rules of repetition and of moves without a capture hold.
                Records were often played on after them, so they do not unless asked for.

        Raises:
            InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2 d2-d5,0,0,Ongoing"], variants.BRANDUBH)
        >>> replay = game.replay()
        >>> replay.verdict, len(replay.moves), print(replay.error)
        illegal move d2-d5: another piece stands in the way
        ('illegal@2', 2, None)
        """
        start = Position.initial(self.ruleset) if self.start is None else self.start
        return _replay(self, start, enforce_repetition)

    def token_number(self, ply: int) -> int:
        """Which token of the record its ply-th move is, both counted from 0."""
        number = ply
        for token in self.odd:
            if token.number > number:
                break
            number += 1
        return number


@frozen(kw_only=True)
class Replay:
    """What comes of replaying a record."""

    game: Game
    """The record."""
    start: Position
    """Where the replay began."""
    moves: tuple[Move, ...]
    """The moves that could be played: the good prefix."""
    position: Position
    """Where they lead."""
    error: IllegalMoveError | None
    """Why the replay stopped before the record did, or None. Its ``move`` and ``reason`` say what was wrong; after
    the end of the game the reason is :attr:`Illegality.GAME_OVER <hnefatafl.outcome.Illegality.GAME_OVER>`."""
    error_number: int | None
    """Which token of the record, counted from 0, is the illegal move, or the last one of a game that was already
    over."""
    missing: tuple[CaptureFault, ...]
    """Captures that the rules make and the record does not write."""
    stray: tuple[CaptureFault, ...]
    """Captures that the record writes and the rules do not make."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by the rules, or None."""
        return self.position.outcome

    @property
    def end(self) -> str:
        """How the game ended, in a word: the rule, the ending token, or ``none``.

        The words of the rules are ``king-captured``, ``king-escaped``,
        ``attackers-eliminated``, ``tuichu``, ``surrounded``, ``exit-fort``,
        ``repetition``, ``quiet-limit``, ``no-moves`` and ``extra``; those of the
        tokens ``timeout`` and ``resigned``.
        """
        outcome = self.outcome
        if outcome is not None:
            return _ENDS[outcome.termination]
        if self.error is not None:
            return "none"
        return self.game.ending or "none"

    @property
    def verdict(self) -> str:
        """Whether record and rules agree, and if not, where they part.

        Either ``agrees``, or what is wrong, with the number of the token
        (counted from 0): ``illegal@n``, ``continues-after-end@n`` (the game ended
        with that token), ``result-differs``, ``result-not-recorded`` (a side has
        won, and the record says Draw, Ongoing or nothing), ``capture-missing@n``,
        ``capture-stray@n``, ``odd-token@n``. If several things are wrong they are
        named in this order, with a semicolon between, each at its first
        occurrence.
        """
        parts: list[str] = []
        if self.error is not None:
            over = self.error.reason is Illegality.GAME_OVER
            parts.append(f"{'continues-after-end' if over else 'illegal'}@{self.error_number}")
        else:
            parts += self._result_faults()
        for name, found in (
            ("capture-missing", self.missing),
            ("capture-stray", self.stray),
            ("odd-token", self.game.odd),
        ):
            parts += [f"{name}@{fault.number}" for fault in found[:1]]
        return ";".join(parts) or "agrees"

    @property
    def verdict_class(self) -> str:
        """The first word of the :attr:`verdict`, without the number."""
        return self.verdict.partition(";")[0].partition("@")[0]

    @property
    def agrees(self) -> bool:
        """Whether the rules find nothing wrong with the record."""
        return self.verdict == "agrees"

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """The good prefix with everything that each move did. Worked out when first asked for."""
        plays: list[Play] = []
        position = self.start
        for move in self.moves:
            plays.append(position.explain(move))
            position = position.play_recorded(move)
        return tuple(plays)

    def _result_faults(self) -> list[str]:
        outcome, result, winner = self.outcome, self.game.result, self.game.winner
        if outcome is None:
            lost = self.game.ending == "timeout" and winner is self.position.turn
            return ["result-differs"] if lost else []
        if winner is not None:
            return [] if winner is outcome.winner else ["result-differs"]
        recorded = result == "Draw" and outcome.winner is None
        return [] if recorded else ["result-not-recorded"]


_ENDS: Final = {
    Termination.KING_CAPTURED: "king-captured",
    Termination.KING_CAPTURED_ON_EDGE: "king-captured",
    Termination.KING_ESCAPED: "king-escaped",
    Termination.ALL_CAPTURED: "attackers-eliminated",
    Termination.TOO_FEW_ATTACKERS: "attackers-eliminated",
    Termination.TUICHU: "tuichu",
    Termination.ENCIRCLEMENT: "surrounded",
    Termination.EXIT_FORT: "exit-fort",
    Termination.REPETITION: "repetition",
    Termination.QUIET_LIMIT: "quiet-limit",
    Termination.NO_LEGAL_MOVE: "no-moves",
    Termination.EXTRA: "extra",
}


_KING_CAPTURED: Final = (Termination.KING_CAPTURED, Termination.KING_CAPTURED_ON_EDGE)


def _replay(game: Game, start: Position, enforce: bool) -> Replay:
    position = start
    moves: list[Move] = []
    missing: list[CaptureFault] = []
    stray: list[CaptureFault] = []
    error: IllegalMoveError | None = None
    number: int | None = None
    for recorded in game.moves:
        move = recorded.move
        try:
            after = position.play(move) if enforce else position.play_recorded(move)
        except IllegalMoveError as refusal:
            error = refusal
            over = refusal.reason is Illegality.GAME_OVER
            number = game.token_number(max(len(moves) - over, 0))
            break
        # Nine moves of ten capture nothing and say so: those need no look at the board.
        if recorded.captures or (after.quiet == 0 and recorded.tells_captures):
            for squares, faults in zip(_differing(recorded, position, after), (missing, stray), strict=False):
                if squares:
                    faults.append(CaptureFault(number=game.token_number(len(moves)), squares=tuple(sorted(squares))))
        moves.append(move)
        position = after
    return Replay(
        game=game,
        start=start,
        moves=tuple(moves),
        position=position,
        error=error,
        error_number=number,
        missing=tuple(missing),
        stray=tuple(stray),
    )


def _differing(recorded: RecordedMove, before: Position, after: Position) -> tuple[set[Square], ...]:
    """The squares captured but not written, and those written but not captured; nothing at all if there are none.

    Whether the king's capture is written does not matter.
    """
    old, new = before.board, after.board
    if _comes_to(old, recorded, new):
        return ()
    taken = {square for square in old if square != recorded.origin and square not in new}
    written = set(recorded.captures)
    if after.outcome is not None and after.outcome.termination in _KING_CAPTURED and new.king is not None:
        written.discard(new.king)
    return taken - written, written - taken


def _comes_to(old: Board, recorded: RecordedMove, new: Board) -> bool:
    """Whether the move and the captures as they are written, each once, make the new board of the old one."""
    size = old.size
    codes = bytearray(old.codes)
    origin = recorded.origin.rank * size + recorded.origin.file
    codes[recorded.target.rank * size + recorded.target.file] = codes[origin]
    codes[origin] = 0
    for square in recorded.captures:
        at = square.rank * size + square.file
        if not square.on(size) or not codes[at]:
            return False
        codes[at] = 0
    return bytes(codes) == new.codes
