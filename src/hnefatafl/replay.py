"""Replaying a record: where, if anywhere, record and rules part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from hnefatafl._marks import KING_CAPTURED, mark_of, record_move, sign_of, wrong_marks
from hnefatafl.errors import IllegalMoveError, IllegalRollError
from hnefatafl.geometry import Square
from hnefatafl.move import Move
from hnefatafl.outcome import Illegality, Outcome
from hnefatafl.played_move import PlayedMove
from hnefatafl.position import Position
from hnefatafl.records import Gap, RecordedMove

if TYPE_CHECKING:
    from hnefatafl.game import Game
    from hnefatafl.records import Variation

__all__ = [
    "CaptureFault",
    "MarkFault",
    "Replay",
    "advance",
    "captures_differ",
    "mark_of",
    "record_move",
    "replay_line",
    "replay_lines",
    "result_faults",
    "sign_of",
]


def __dir__() -> list[str]:
    return __all__


@frozen(kw_only=True)
class CaptureFault:
    """A move whose written captures are not those of the rules.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2xc1,0,0,Ongoing"], variants.BRANDUBH)
    >>> game.replay().stray
    (CaptureFault(number=1, squares=(Square(c1),)),)
    """

    number: int
    """Which token of the record it is, counted from 0."""
    squares: tuple[Square, ...]
    """The squares in question."""


@frozen(kw_only=True)
class MarkFault:
    """A move with a wrong mark: the letter of a piece, the sign between the squares, or the info symbol.

    >>> from hnefatafl.notation import otn
    >>> board = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    >>> game = otn.parse_game(f"[rules:dim:7 start:{board}] 1. d1-c1+ c4-c2")
    >>> game.replay().marks
    (MarkFault(number=0, written='+', right=''),)
    """

    number: int
    """Which move of its line it is, counted from 0."""
    written: str
    """The mark that stands there."""
    right: str
    """The mark that would be right, or nothing if there should be none."""


@frozen(kw_only=True)
class Replay:
    """What comes of replaying a record.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2 d2-d5,0,0,Ongoing"], variants.BRANDUBH)
    >>> replay = game.replay()
    >>> print(replay.verdict, replay.error, sep="; ")
    illegal@2; illegal move d2-d5: another piece stands in the way (d3)
    >>> print(*replay.moves)
    d1-c1 c4-c2
    """

    game: Game
    """The record."""
    line: int = 0
    """Which line of it: 0 for the main line, n for the n-th variation."""
    start: Position
    """Where the replay began: for a variation, before the move that it replaces."""
    moves: tuple[Move, ...]
    """The moves that could be played: the good prefix."""
    position: Position
    """Where they lead."""
    error: IllegalMoveError | IllegalRollError | None
    """Why the replay stopped before the record did, or None: an illegal move, or a roll of the die that cannot have
    been. The ``move`` and ``reason`` of an :class:`~hnefatafl.errors.IllegalMoveError` say what was wrong; after the
    end of the game the reason is :attr:`Illegality.GAME_OVER <hnefatafl.outcome.Illegality.GAME_OVER>`."""
    error_number: int | None
    """Which token of the record, counted from 0, is the illegal move or the move with the impossible roll, or the last
    one of a game that was already over."""
    missing: tuple[CaptureFault, ...]
    """Captures that the rules make and the record does not write."""
    stray: tuple[CaptureFault, ...]
    """Captures that the record writes and the rules do not make."""
    gaps: tuple[Gap, ...] = ()
    """Where the record leaves moves of berserk turns out, if they were filled in
    (:func:`~hnefatafl.notation.completion.complete`)."""

    @property
    def recorded(self) -> tuple[RecordedMove, ...]:
        """The moves of the line as the record gives them.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-a4,0,0,Ongoing"], variants.BRANDUBH)
        >>> replay = game.replay()
        >>> len(replay.recorded), len(replay.moves)
        (2, 1)
        """
        return self._line.moves

    @property
    def continues(self) -> bool:
        """Whether the record goes on after the end of the game.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2 d2-d5,0,0,Ongoing"], variants.BRANDUBH)
        >>> game.replay().continues
        False
        """
        return isinstance(self.error, IllegalMoveError) and self.error.reason is Illegality.GAME_OVER

    @property
    def refused(self) -> str:
        """What of the record cannot be played: the move, or the roll of the die. Nothing if all of it can.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2 3:d2-d5,0,0,Ongoing"], variants.BRANDUBH)
        >>> replay = game.replay()
        >>> replay.refused, replay.reason
        ('the roll of 3', 'there is nothing to roll for in this position')
        """
        if isinstance(self.error, IllegalMoveError):
            return str(self.error.move)
        if self.error is None:
            return ""
        recorded = self.recorded[len(self.moves) :]
        return f"the roll of {recorded[0].roll if recorded else self._line.roll_pending}"

    @property
    def reason(self) -> str:
        """Why that cannot be played, in words; nothing if all of the record can.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2 d2-d5,0,0,Ongoing"], variants.BRANDUBH)
        >>> game.replay().reason
        'another piece stands in the way'
        """
        if isinstance(self.error, IllegalMoveError):
            return self.error.reason.sentence
        return "" if self.error is None else str(self.error)

    @property
    def _line(self) -> Game | Variation:
        return self.game.variations[self.line - 1] if self.line else self.game

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by the rules, or None.

        >>> from hnefatafl import Side, variants
        >>> from hnefatafl.game import Game
        >>> start = Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS)
        >>> game = Game(ruleset=variants.BRANDUBH, start=start).add([Move.parse("d1-a1")])
        >>> print(game.replay().outcome)
        the defenders win: the king has escaped
        """
        return self.position.outcome

    @property
    def end(self) -> str:
        """How the game ended, in a word: the rule, the ending token, or ``none``.

        The word of a rule is the value of its :class:`~hnefatafl.outcome.Termination`, such as ``king-captured``;
        the tokens are ``timeout`` and ``resigned``.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 resigned,0,0,Black"], variants.BRANDUBH)
        >>> game.replay().end
        'resigned'
        """
        outcome = self.outcome
        if outcome is not None:
            return str(outcome.termination)
        if self.error is not None:
            return "none"
        return self._line.ending or "none"

    @property
    def verdict(self) -> str:
        """Whether record and rules agree, and if not, where they part.

        Either ``agrees``, or what is wrong, with the number of the token
        (counted from 0): ``illegal@n``, ``continues-after-end@n`` (the game ended
        with that token), ``result-differs``, ``result-not-recorded`` (a side has
        won, and the record says Draw, Ongoing or nothing), ``capture-missing@n``,
        ``capture-stray@n``, ``odd-token@n``, ``mark-wrong@n``. If several things
        are wrong they are named in this order, with a semicolon between, each at
        its first occurrence. A result ``?`` is one that the record keeps to itself,
        and agrees with everything; variations have no result.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> lines = ["d1-c1 c4-c2,0,0,Ongoing", "d1-c1 c4-c2xc1 oops,0,0,Ongoing"]
        >>> [game.replay().verdict for game in archive.parse_games(lines, variants.BRANDUBH)]
        ['agrees', 'capture-stray@1;odd-token@2']
        """
        parts: list[str] = []
        if self.error is not None:
            parts.append(f"{'continues-after-end' if self.continues else 'illegal'}@{self.error_number}")
        elif not self.line:
            parts += result_faults(self.game, self.position)
        for name, found in (
            ("capture-missing", self.missing),
            ("capture-stray", self.stray),
            ("odd-token", () if self.line else self.game.unparsed),
            ("mark-wrong", self.marks),
        ):
            parts += [f"{name}@{fault.number}" for fault in found[:1]]
        return ";".join(parts) or "agrees"

    @property
    def verdict_class(self) -> str:
        """The first word of the :attr:`verdict`, without the number.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2xc1 oops,0,0,Ongoing"], variants.BRANDUBH)
        >>> game.replay().verdict_class
        'capture-stray'
        """
        return self.verdict.partition(";")[0].partition("@")[0]

    @property
    def agrees(self) -> bool:
        """Whether the rules find nothing wrong with the record.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2,0,0,Ongoing"], variants.BRANDUBH)
        >>> game.replay().agrees
        True
        """
        return self.verdict == "agrees"

    @cached_property
    def played_moves(self) -> tuple[PlayedMove, ...]:
        """The good prefix with everything that each move did. Worked out when first asked for.

        >>> from hnefatafl import Side, variants
        >>> from hnefatafl.game import Game
        >>> start = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> game = Game(ruleset=variants.BRANDUBH, start=start).add([Move.parse("e3-e4")])
        >>> [(str(play.move), *play.captured) for play in game.replay().played_moves]
        [('e3-e4', Square(e5))]
        """
        return tuple(self.each_played_move())

    def each_played_move(self) -> Iterator[PlayedMove]:
        """The same, one after the other.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2,0,0,Ongoing"], variants.BRANDUBH)
        >>> [str(play.move) for play in game.replay().each_played_move()]
        ['d1-c1', 'c4-c2']
        """
        position = self.start
        for recorded in self.recorded[: len(self.moves)]:
            play = _rolled(position, recorded.roll).explain(recorded.move, recorded.announced)
            yield play
            position = play.after

    def positions(self) -> Iterator[Position]:
        """The positions that the record goes through, the first and the last included: as many as moves, and one more.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2,0,0,Ongoing"], variants.BRANDUBH)
        >>> [position.ply for position in game.replay().positions()]
        [0, 1, 2]
        """
        position = self.start
        for recorded in self.recorded[: len(self.moves)]:
            yield position
            position = advance(position, recorded)
        yield self.position

    @cached_property
    def marks(self) -> tuple[MarkFault, ...]:
        """The marks that say what is not so. Worked out when first asked for.

        The letters before the squares are those of the pieces that stand there, if
        they are written. A sign is wrong if it says jump (``^``) or going on in a
        berserk turn (``=``), and the move is none; a dash says nothing. An info
        symbol is right if it is what :func:`mark_of` would write, in OTN or in
        algebraic notation, or if it is true word by word: ``+`` if the king can be
        captured by the next move, ``-`` if he can escape by it.

        >>> from hnefatafl.notation import otn
        >>> board = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
        >>> game = otn.parse_game(f"[rules:dim:7 start:{board}] 1. d1-c1+ Kc4-c2")
        >>> [(fault.written, fault.right) for fault in game.replay().marks]
        [('+', ''), ('K', '')]
        """
        faults: list[MarkFault] = []
        if any(move.has_marks for move in self.recorded):
            for number, (recorded, position) in enumerate(zip(self.recorded, self.positions(), strict=False)):
                if recorded.has_marks and number < len(self.moves):
                    faults += [
                        MarkFault(number=number, written=written, right=right)
                        for written, right in wrong_marks(recorded, _rolled(position, recorded.roll))
                    ]
        return tuple(faults)


def result_faults(game: Game, position: Position) -> list[str]:
    """What is wrong with the result of a record that ends with that position, in the words of a verdict.

    >>> from hnefatafl import Position, Side, variants
    >>> from hnefatafl.game import Game
    >>> game = Game(ruleset=variants.BRANDUBH, result="White", ending="timeout")
    >>> result_faults(game, Position.initial(variants.BRANDUBH, Side.DEFENDERS))
    ['result-differs']
    """
    outcome, result, winner = position.outcome, game.result, game.winner
    if outcome is None:
        lost = game.ending == "timeout" and winner is position.turn
        return ["result-differs"] if lost else []
    if result == "?":
        return []
    if winner is not None:
        return [] if winner is outcome.winner else ["result-differs"]
    recorded = result == "Draw" and outcome.winner is None
    return [] if recorded else ["result-not-recorded"]


def advance(position: Position, recorded: RecordedMove) -> Position:
    """The position after a recorded move, and after the roll before it.

    A roll that is pending already is not rolled again.

    >>> from hnefatafl import Side, variants
    >>> from hnefatafl.notation.moves import parse_move
    >>> rules = variants.BRANDUBH.evolve(name="dice", king_die=6)
    >>> position = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
    >>> print(advance(position, parse_move("3:d4-g4")).last_move)
    d4-g4

    Raises:
        IllegalMoveError: the move is not legal.
        IllegalRollError: the die cannot have shown that number.
    """
    return _rolled(position, recorded.roll).play(recorded.move, recorded.announced)


def _rolled(position: Position, number: int | None) -> Position:
    """The position after a recorded roll; a game that is over stays as it is, since its end is what is wrong."""
    if number is None or number == position.roll_pending or position.outcome is not None:
        return position
    return position.roll(number)


def replay_line(
    game: Game, line: int, start: Position, lenient: bool, wanted: Set[int] = frozenset()
) -> tuple[Replay, dict[int, Position]]:
    """Replay one line, and keep the positions before those of its moves that are wanted.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2 g4-g2,0,0,Ongoing"], variants.BRANDUBH)
    >>> replay, kept = replay_line(game, 0, game.initial_position, False, {1})
    >>> replay.verdict, kept[1].last_move
    ('agrees', Move.parse('d1-c1'))
    """
    kept: dict[int, Position] = {}
    recorded_line = game.variations[line - 1] if line else game
    if lenient:
        start = start._freed()
    position = start
    moves: list[Move] = []
    missing: list[CaptureFault] = []
    stray: list[CaptureFault] = []
    error: IllegalMoveError | IllegalRollError | None = None
    for recorded in recorded_line.moves:
        move = recorded.move
        if wanted and len(moves) in wanted:
            kept[len(moves)] = position
        try:
            after = position.play(move) if recorded.plain else advance(position, recorded)
        except (IllegalMoveError, IllegalRollError) as refusal:
            error = refusal
            break
        # Nine moves of ten capture nothing and say so: those need no look at the board.
        if recorded.captures or (after.plies_since_capture == 0 and recorded.tells_captures):
            for squares, faults in zip(_differing(recorded, position, after), (missing, stray), strict=False):
                if squares:
                    faults.append(CaptureFault(number=_token(game, line, len(moves)), squares=tuple(sorted(squares))))
        moves.append(move)
        position = after
    if len(moves) in wanted:
        kept[len(moves)] = position
    if error is None and recorded_line.roll_pending is not None:
        try:
            position = position.roll(recorded_line.roll_pending)
        except IllegalRollError as refusal:
            error = refusal
    over = isinstance(error, IllegalMoveError) and error.reason is Illegality.GAME_OVER
    replay = Replay(
        game=game,
        line=line,
        start=start,
        moves=tuple(moves),
        position=position,
        error=error,
        error_number=None if error is None else _token(game, line, max(len(moves) - over, 0)),
        missing=tuple(missing),
        stray=tuple(stray),
    )
    return replay, kept


def _token(game: Game, line: int, number: int) -> int:
    """The token of a move: only the main line of a record can have unparsed tokens between its moves."""
    return number if line else game.token_number(number)


def replay_lines(game: Game, start: Position, lenient: bool) -> Iterator[Replay]:
    """Replay the main line and every variation whose beginning can be reached.

    >>> from hnefatafl import variants
    >>> from hnefatafl.game import Game
    >>> game = Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1")]).add([Move.parse("d1-e1")])
    >>> [(replay.line, replay.verdict) for replay in replay_lines(game, game.initial_position, False)]
    [(0, 'agrees'), (1, 'agrees')]
    """
    wanted: defaultdict[int, set[int]] = defaultdict(set)
    for variation in game.variations:
        wanted[variation.line].add(variation.at)
    replay, kept = replay_line(game, 0, start, lenient, wanted[0])
    begins = {(0, at): position for at, position in kept.items()}
    yield replay
    for line, variation in enumerate(game.variations, start=1):
        begin = begins.get((variation.line, variation.at))
        if begin is not None:
            replay, kept = replay_line(game, line, begin, lenient, wanted[line])
            begins |= {(line, at): position for at, position in kept.items()}
            yield replay


def captures_differ(recorded: RecordedMove, before: Position, after: Position) -> bool:
    """Whether a move captures other pieces than the record writes.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.notation.moves import parse_move
    >>> before = Position.initial(variants.BRANDUBH)
    >>> after = before.play(Move.parse("d1-c1"))
    >>> [captures_differ(parse_move(text), before, after) for text in ("d1-c1", "d1-c1xd3")]
    [False, True]
    """
    told = recorded.captures or (after.plies_since_capture == 0 and recorded.tells_captures)
    return bool(told) and any(_differing(recorded, before, after))


def _differing(recorded: RecordedMove, before: Position, after: Position) -> tuple[set[Square], ...]:
    """The squares captured but not written, and those written but not captured; nothing at all if there are none.

    Whether the king's capture is written does not matter.
    """
    taken = set(after._took(before))
    written = set(recorded.captures)
    if taken == written:
        return ()
    king = after.board.king
    if king is not None and after.outcome is not None and after.outcome.termination in KING_CAPTURED:
        written.discard(king)
    return taken - written, written - taken
