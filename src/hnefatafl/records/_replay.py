"""Replays: records played through the rules, and what is wrong with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from attrs import field

from hnefatafl.board import Move, Outcome, Square
from hnefatafl.errors import IllegalMoveError, IllegalRollError
from hnefatafl.play import PlayedMove, Position, PositionLike, as_position
from hnefatafl.records._checking import Finding, FindingKind, find, format_findings, token_numbers
from hnefatafl.records._moves import KING_CAPTURED, Gap, RecordedMove, apply_roll
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen

if TYPE_CHECKING:
    from hnefatafl.records._game import Game
    from hnefatafl.records._moves import Variation


@frozen(kw_only=True)
class Replay:
    """The result of replaying a record.

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
    """The error that stopped the replay before the end of the record, or None: an illegal move, or a roll that the die
    cannot have shown. The first of the :attr:`findings` says the same as data."""
    differences: tuple[tuple[int, tuple[Square, ...], tuple[Square, ...]], ...] = field(default=(), repr=False)
    """The moves whose written captures are not those of the rules: which of the line, what is missing, what is too
    much."""
    gaps: tuple[Gap, ...] = ()
    """Where the record leaves moves of berserk turns out, if they were filled in
    (:func:`~hnefatafl.notation.completion.complete`)."""

    @property
    def recorded(self) -> tuple[RecordedMove, ...]:
        """The moves of the line as they are recorded.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-a4,0,0,Ongoing"], variants.BRANDUBH)
        >>> replay = game.replay()
        >>> len(replay.recorded), len(replay.moves)
        (2, 1)
        """
        return self._replayed_line.moves

    @property
    def _replayed_line(self) -> Game | Variation:
        return self.game.variations[self.line - 1] if self.line else self.game

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by the rules, or None.

        >>> from hnefatafl import Side, variants
        >>> from hnefatafl.records import Game
        >>> start = Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS)
        >>> game = Game(ruleset=variants.BRANDUBH, start=start).add([Move.parse("d1-a1")])
        >>> print(game.replay().outcome)
        the defenders win: the king has escaped
        """
        return self.position.outcome

    @property
    def end(self) -> str:
        """How the game ended, in one word: the rule, the ending token, or ``none``.

        The word of a rule is the value of its :class:`~hnefatafl.board.Termination`, such as ``king-captured``;
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
        return self._replayed_line.ending or "none"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is wrong with the record, as far as it was played. Empty where record and rules agree.

        A replay stops at the first illegal move, since no position follows it. The moves after it are not judged; they
        are ``recorded[len(moves):]``. Tokens that could not be read are findings wherever they stand.

        They are in the order of :class:`~hnefatafl.records.FindingKind`, and those of one kind in the order of the
        moves. A result ``?`` is a hidden one and agrees with everything; variations have no result.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2xc1 c1-d2,0,0,Ongoing"], variants.BRANDUBH)
        >>> illegal, unexpected = game.replay().findings
        >>> illegal.kind, illegal.index, illegal.rule
        (FindingKind.ILLEGAL, 2, Illegality.NOT_STRAIGHT)
        >>> unexpected.kind, unexpected.index, unexpected.squares
        (FindingKind.UNEXPECTED_CAPTURE, 1, (Square(c1),))
        """
        return self._findings

    def findings_of(self, kind: FindingKind) -> tuple[Finding, ...]:
        """Return the findings of one kind.

        >>> from hnefatafl.records import FindingKind
        >>> from hnefatafl.notation import otn
        >>> board = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
        >>> game = otn.parse_game(f"[rules:dim:7 start:{board}] 1. d1-c1+ Kc4-c2")
        >>> [(mark.wrong_mark, mark.right_mark) for mark in game.replay().findings_of(FindingKind.WRONG_MARK)]
        [('+', ''), ('K', '')]
        """
        return tuple(finding for finding in self.findings if finding.kind is kind)

    @property
    def missing_captures(self) -> tuple[Finding, ...]:
        """The findings about captures by the rules that the record does not have.

        >>> from hnefatafl import Position, Side, variants
        >>> from hnefatafl.records import Game
        >>> from hnefatafl.notation.moves import parse_move
        >>> start = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> game = Game(ruleset=variants.BRANDUBH, start=start, moves=[parse_move("e3-e4")])
        >>> missing, = game.replay().missing_captures
        >>> missing.squares, missing.rule
        ((Square(e5),), CaptureKind.CUSTODIAL)
        """
        return self.findings_of(FindingKind.MISSING_CAPTURE)

    @property
    def unexpected_captures(self) -> tuple[Finding, ...]:
        """The findings about recorded captures that are not made by the rules.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2xc1,0,0,Ongoing"], variants.BRANDUBH)
        >>> [(finding.index, finding.squares) for finding in game.replay().unexpected_captures]
        [(1, (Square(c1),))]
        """
        return self.findings_of(FindingKind.UNEXPECTED_CAPTURE)

    @property
    def verdict(self) -> str:
        """The :attr:`findings` as a report writes them: the first of each kind, with the number of its token.

        The text is ``agrees``, or values of :class:`~hnefatafl.records.FindingKind`, most of them with ``@`` and a
        number, and semicolons between them. It is for reports and people; programs ask :attr:`agrees`,
        :attr:`findings` and :meth:`findings_of`.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> lines = ["d1-c1 c4-c2,0,0,Ongoing", "d1-c1 c4-c2xc1 oops,0,0,Ongoing"]
        >>> [game.replay().verdict for game in archive.parse_games(lines, variants.BRANDUBH)]
        ['agrees', 'capture-stray@1;odd-token@2']
        """
        return format_findings(self.findings)

    @property
    def agrees(self) -> bool:
        """Whether record and rules agree, that is, there are no :attr:`findings`.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2,0,0,Ongoing"], variants.BRANDUBH)
        >>> game.replay().agrees
        True
        """
        return not self.findings

    @property
    def has_unexplained_end(self) -> bool:
        """Whether record and rules agree, but the record names a winner and nothing says why the game stopped.

        An end is explained by the rules, by a token (``resigned``, ``timeout``), or by the rules about repetition and
        about moves without a capture, which a lenient replay does not enforce: if they end the game with the last move,
        they must make the recorded side the winner. Another position that has come back three times explains nothing:
        what follows from a repetition is a rule of the ruleset, and records that a ruleset does not explain are how one
        sees that its rule is another.

        It is not a finding, since a player may resign without a token. Where a collection has no such token, as in the
        Copenhagen games of dcampbell24's ``hnefatafl``, unexplained ends are normal; elsewhere, many of them suggest
        that the rules lack an ending.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> lines = ["d1-c1,0,0,White", "d1-c1 resigned,0,0,White", "d1-c1,0,0,Draw", "d1-d7,0,0,White"]
        >>> [game.replay().has_unexplained_end for game in archive.parse_games(lines, variants.BRANDUBH)]
        [True, False, False, False]
        """
        winner = self.game.winner
        if winner is None or self.line or self.game.ending or self.outcome is not None or not self.agrees:
            return False
        # A lenient replay does not see an end by repetition, which explains the recorded result.
        outcome = self.position.as_strict().outcome
        return outcome is None or outcome.winner is not winner

    @property
    def repetitions(self) -> int:
        """How many times the position that occurred most often occurred.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c3 c1-d1 c3-c4,0,0,Ongoing"], variants.BRANDUBH)
        >>> game.replay().repetitions
        2
        """
        return self._most_repetitions

    @property
    def played_moves(self) -> tuple[PlayedMove, ...]:
        """The legal prefix, with everything that each move did. Computed on first use.

        >>> from hnefatafl import Side, variants
        >>> from hnefatafl.records import Game
        >>> start = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> game = Game(ruleset=variants.BRANDUBH, start=start).add([Move.parse("e3-e4")])
        >>> for played in game.replay().played_moves:
        ...     print(played.move, *played.captures, sep=", ")
        e3-e4, defender on e5: between two enemies
        """
        return self._cached_moves

    def each_played_move(self) -> Iterator[PlayedMove]:
        """Yield the :attr:`played_moves` one after the other.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2,0,0,Ongoing"], variants.BRANDUBH)
        >>> [str(play.move) for play in game.replay().each_played_move()]
        ['d1-c1', 'c4-c2']
        """
        position = self.start
        for recorded in self.recorded[: len(self.moves)]:
            play = apply_roll(position, recorded.roll).explain(recorded.move, announce=recorded.announced)
            yield play
            position = play.after

    def positions(self) -> Iterator[Position]:
        """Yield the positions of the replay, from the first to the last: one more than there are moves.

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

    def position_of(self, finding: Finding) -> Position:
        """Return the position that shows a finding best: for a capture or a mark the one after the move, for an
        unparsed token the one that it stands at, else the last position.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2xc1 c1-b1,0,0,Ongoing"], variants.BRANDUBH)
        >>> replay = game.replay()
        >>> print(replay.position_of(replay.findings[0]).last_move)
        c4-c2
        """
        if finding.index is None or finding.index >= len(self.moves):
            return self.position
        ply = finding.index + (finding.kind is not FindingKind.UNPARSED_TOKEN)
        return next(islice(self.positions(), ply, None))

    # Documentation tools do not see cached properties of classes with slots, so each has a plain one before it.

    @cached_property
    def _findings(self) -> tuple[Finding, ...]:
        return tuple(find(self))

    @cached_property
    def _most_repetitions(self) -> int:
        return max(position.repetitions for position in self.positions())

    @cached_property
    def _cached_moves(self) -> tuple[PlayedMove, ...]:
        return tuple(self.each_played_move())

    @cached_property
    def _numbers(self) -> list[int]:
        return token_numbers(self.game, self.line)


def advance(position: Position, recorded: RecordedMove) -> Position:
    """Return the position after a recorded move, and after the roll before it.

    A roll that is already pending is not rolled again.

    >>> from hnefatafl import Die, Side, variants
    >>> from hnefatafl.notation.moves import parse_move
    >>> rules = variants.BRANDUBH.evolve(name="dice", die=Die())
    >>> position = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
    >>> print(advance(position, parse_move("3:d4-g4")).last_move)
    d4-g4

    Raises:
        IllegalMoveError: the move is not legal.
        IllegalRollError: the die cannot have shown that number.
    """
    return apply_roll(position, recorded.roll).play(recorded.move, announce=recorded.announced)


def replay_line(
    game: Game, line: int, start: PositionLike, lenient: bool, wanted: Set[int] = frozenset()
) -> tuple[Replay, dict[int, Position]]:
    """Return the replay of one line, and the positions before the requested moves.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2 g4-g2,0,0,Ongoing"], variants.BRANDUBH)
    >>> replay, kept = replay_line(game, 0, game.initial_position, False, {1})
    >>> replay.verdict, kept[1].last_move
    ('agrees', Move.parse('d1-c1'))
    """
    start = as_position(start, "start")
    kept: dict[int, Position] = {}
    recorded_line = game.variations[line - 1] if line else game
    if lenient:
        start = start.as_lenient()
    position = start
    moves: list[Move] = []
    differences: list[tuple[int, tuple[Square, ...], tuple[Square, ...]]] = []
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
            missing, unexpected = _differing_captures(recorded, position, after)
            if missing or unexpected:
                differences.append((len(moves), tuple(sorted(missing)), tuple(sorted(unexpected))))
        moves.append(move)
        position = after
    if len(moves) in wanted:
        kept[len(moves)] = position
    if error is None and recorded_line.roll_pending is not None:
        try:
            position = position.roll(recorded_line.roll_pending)
        except IllegalRollError as refusal:
            error = refusal
    replay = Replay(
        game=game,
        line=line,
        start=start,
        moves=tuple(moves),
        position=position,
        error=error,
        differences=tuple(differences),
    )
    return replay, kept


def replay_lines(game: Game, start: PositionLike, lenient: bool) -> Iterator[Replay]:
    """Replay the main line and every variation whose beginning can be reached.

    >>> from hnefatafl import variants
    >>> from hnefatafl.records import Game
    >>> game = Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1")]).add([Move.parse("d1-e1")])
    >>> [(replay.line, replay.verdict) for replay in replay_lines(game, game.initial_position, False)]
    [(0, 'agrees'), (1, 'agrees')]
    """
    wanted: defaultdict[int, set[int]] = defaultdict(set)
    for variation in game.variations:
        wanted[variation.line].add(variation.at)
    replay, kept = replay_line(game, 0, start, lenient, wanted[0])
    begins = {(0, index): position for index, position in kept.items()}
    yield replay
    for line, variation in enumerate(game.variations, start=1):
        begin = begins.get((variation.line, variation.at))
        if begin is not None:
            replay, kept = replay_line(game, line, begin, lenient, wanted[line])
            begins |= {(line, index): position for index, position in kept.items()}
            yield replay


def captures_differ(recorded: RecordedMove, before: Position, after: Position) -> bool:
    """Return whether a move captures other pieces than the record says.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.notation.moves import parse_move
    >>> before = Position.initial(variants.BRANDUBH)
    >>> after = before.play(Move.parse("d1-c1"))
    >>> [captures_differ(parse_move(text), before, after) for text in ("d1-c1", "d1-c1xd3")]
    [False, True]
    """
    check("before", before, Position)
    check("after", after, Position)
    says = recorded.captures or (after.plies_since_capture == 0 and recorded.tells_captures)
    return bool(says) and any(_differing_captures(recorded, before, after))


def _differing_captures(recorded: RecordedMove, before: Position, after: Position) -> tuple[set[Square], set[Square]]:
    """Return the squares captured but not recorded, and those recorded but not captured.

    Whether the king's capture is recorded does not matter.
    """
    taken = set(after._captured_squares(before))
    written = set(recorded.captures)
    if taken == written:
        return set(), set()
    king = after.board.king
    if king is not None and after.outcome is not None and after.outcome.termination in KING_CAPTURED:
        written.discard(king)
    return taken - written, written - taken
