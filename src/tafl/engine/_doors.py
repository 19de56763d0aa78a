"""What the protocols of contests share, at both ends: they know one board and its rules, and neither names nor limits.

A contest has a program for each side and a referee. Here the referee's end is a :class:`DoorHost`, so that a program
that was written for the contest plays in our arena; the program's end is a :class:`DoorServer`, so that any player of
ours plays in the contest (``tafl engine --protocol``).

The Tablut Challenge of Bologna has a frame of its own (:mod:`tafl.engine.bologna`), since there is more to it than
moves: the referee is one program for both sides, which connect to a port each and are sent boards in JSON, and it
counts errors and repetitions and writes the log of the contest.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final

from attrs import evolve

from hnefatafl.board import Board, Move, Square
from hnefatafl.errors import ArgumentValueError, NotExpressibleError
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset, RulesetLike, optional_ruleset
from hnefatafl.search import Limit
from tafl.engine._answering import Server
from tafl.engine._connection import Conversation, Event, Expect
from tafl.engine._hosting import GameHost, GameLine, Said, Tell, check_move, expect_answer, tell_choice
from tafl.engine._protocol import Info, PlayResult, Search

_STARTING: Final = 5.0
"""How many seconds more a program has for its first move, since contests do not greet it when it has started."""


def draw_board(board: Board, letters: Mapping[str, str], between: str = "") -> list[str]:
    """Return the ranks of a board, the highest first.

    >>> from hnefatafl import variants
    >>> draw_board(variants.BRANDUBH.start, {"t": "A", "T": "D", "K": "K", ".": "-"})[2:4]
    ['---D---', 'AADKDAA']

    Arguments:
        board: the board.
        letters: what stands for each piece, and for an empty square.
        between: what stands between the squares.
    """
    size = board.size
    return [
        between.join(
            letters[board[square].symbol] if square in board else letters["."]
            for square in (Square(file, rank) for file in range(size))
        )
        for rank in reversed(range(size))
    ]


class DoorHost(GameHost):
    """The referee's end."""

    __slots__ = ()

    _RULES: ClassVar[Ruleset]
    """The rules of the contest: other ones are warned of, if their board and start are the same."""
    _WORDS: ClassVar[tuple[str, ...]] = ()

    def _greet(self, options: Mapping[str, str]) -> Conversation[None]:
        yield from ()

    def _play(self, line: GameLine, position: Position, limit: Limit) -> Conversation[PlayResult]:
        rules = line.root.ruleset
        for name in ("size", "first"):
            if getattr(rules, name) != getattr(self._RULES, name):
                raise NotExpressibleError(self._PROTOCOL, [name])
        difference = f"the program plays {self._RULES.name}, and not {rules.name}"
        self.warnings: tuple[str, ...] = () if rules == self._RULES else (difference,)
        said, expect = Said(), expect_answer(limit, position.turn, "a move")
        if self._known is None:
            expect = evolve(expect, seconds=(expect.seconds or 0.0) + _STARTING)
        yield from self._tell(line)
        text = yield from self._await_move(said, expect)
        return PlayResult(move=check_move(position, text), info=said.complete())

    @abstractmethod
    def _tell(self, line: GameLine) -> Conversation[None]:
        """Tell the program what has happened since it was asked last."""

    def _await_move(self, said: Said, expect: Expect) -> Conversation[str]:
        """Wait for the move of the program, as it writes it."""
        while True:
            event = yield expect
            if event is not None:
                move = self._find_move(event)
                if move is not None:
                    return move
                said.hear(event)

    @abstractmethod
    def _find_move(self, event: Event) -> str | None:
        """Return the move in a line of the program, or None if there is none.

        Raises:
            EngineRefusedError: the program reports an error.
        """

    def _analyse(self, position: Position, limit: Limit, lines: int, tell: Tell) -> Conversation[tuple[Info, ...]]:
        result = yield from self.play(position, limit)
        self._known = None
        return tell_choice(result, tell)


class DoorServer(Server):
    """The program's end."""

    __slots__ = ("_rules",)

    _RULES: ClassVar[Ruleset]
    _SETTING = ()
    _ASKING = ()

    def __init__(self, ruleset: RulesetLike | None = None) -> None:
        self._rules: Final = optional_ruleset(ruleset) or self._RULES
        if self._rules.size != self._RULES.size:
            raise ArgumentValueError(f"ruleset: a board of {self._RULES.size} was expected, not of {self._rules.size}")
        super().__init__(self._rules)

    def _follow(self, move: Move | None, position: Position) -> None:
        """Play the other side's move, if that leads to a position as the referee has it; else go on from there."""
        if move is not None and self._position.is_legal(move):
            after = self._position.play(move)
            if (after.board, after.turn) == (position.board, position.turn) and after.outcome is None:
                position = after
        elif (self._position.board, self._position.turn) == (position.board, position.turn):
            position = self._position
        self._accept(position)

    def _search(self, limit: Limit) -> Search:
        return Search(position=self._position, limit=limit)
