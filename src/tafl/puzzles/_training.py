"""Training with a puzzle: every winning move is taken, the defence is played, and refusals are explained."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hnefatafl.board import Move
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position
from hnefatafl.search import Limit, Verdict, solve
from hnefatafl.support.arguments import check_number
from hnefatafl.support.enums import Listed
from hnefatafl.support.immutability import frozen
from tafl.puzzles._puzzle import Puzzle, is_win

_REFUTING: Final = 4
"""So many times as many are looked into to refute a move."""
_MEMORY: Final = 8
_FURTHER: Final = 2
"""A move that wins by so many plies later than the solution is refuted by an answer to such a win."""


class AttemptKind(Listed):
    """What has become of an attempt.

    >>> AttemptKind("solved")
    AttemptKind.SOLVED
    """

    SOLVED = "solved"
    """The move has won."""
    RIGHT = "right"
    """The move keeps the win; the defence has answered."""
    WRONG = "wrong"
    """The move is legal and does not keep the win, or is not known to; it is taken back."""
    ILLEGAL = "illegal"
    """The move is not legal."""


@frozen(kw_only=True)
class Attempt:
    """A move that was tried, and what has become of it.

    >>> Attempt(kind=AttemptKind.SOLVED, move=Move.parse("d1-g1"), text="the defenders win").answer is None
    True
    """

    kind: AttemptKind
    """What has become of it."""
    move: Move
    """The move."""
    answer: Move | None = None
    """The answer of the opponent: the defence, or what refutes a wrong move, if there is one."""
    text: str
    """The same in words."""

    @property
    def kept(self) -> bool:
        """Whether the move stands."""
        return self.kind in (AttemptKind.SOLVED, AttemptKind.RIGHT)


class PuzzleTrainer:
    """A puzzle that is being solved.

    >>> from hnefatafl import Side, variants
    >>> from tafl.puzzles import Effort, find_puzzle
    >>> position = Position.parse("/1t5/3t2t/4Tt1/ttTK3/7/1t2T2/3t3/", variants.BRANDUBH, Side.DEFENDERS)
    >>> puzzle = find_puzzle(position, Effort(nodes=100, unbounded=100))
    >>> trainer = PuzzleTrainer(puzzle)
    >>> for move in ("d4-c3", "d4-e4", "d4-g4"):
    ...     print(trainer.play(Move.parse(move)).text)
    d4-c3 is not legal: pieces move straight along a file or a rank, and at least one square (c3)
    d4-e4 does not keep the win: a4-a5 refutes it
    d4-g4 keeps the win; the answer is b1-c1

    Arguments:
        puzzle: the puzzle.
        played: the moves of both sides so far, after which the winner is to move.
        nodes: how many positions are looked into to find out whether a move wins, and a quarter of those that are
            looked into to refute one.

    Raises:
        ArgumentValueError: ``nodes`` is not above 0, or the winner is not to move after the moves.
        IllegalMoveError: one of them is illegal.
    """

    NODES: Final = 5_000
    """How many positions are looked into by default."""

    def __init__(self, puzzle: Puzzle, played: Iterable[Move] = (), *, nodes: int = NODES) -> None:
        check_number("nodes", nodes, 1)
        self.puzzle: Puzzle = puzzle
        """The puzzle."""
        self.position: Position = puzzle.position
        """The position now; the winner is to move until it is solved."""
        self.played: tuple[Move, ...] = tuple(played)
        """The moves so far."""
        self.mistakes: int = 0
        """How many legal moves were wrong."""
        self._nodes = nodes
        self._line: tuple[Move, ...] = ()
        """The rest of a solution from here, if the moves that were tried have shown one."""
        for move in self.played:
            self.position = self.position.play(move)
        # A caller may hand in moves of its own, such as those of an earlier visit to a page.
        ended = self.position.outcome is not None
        if not self.solved and (ended or self.position.turn is not puzzle.winner):
            raise ArgumentValueError(f"played: moves after which the {puzzle.winner} are to move were expected")

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved."""
        return is_win(self.position, self.puzzle.winner)

    @property
    def left(self) -> int:
        """How many plies of the solution are left: 0 if the puzzle is solved, else 1 at least."""
        return 0 if self.solved else max(self.puzzle.plies - len(self.played), 1)

    def hint(self) -> Move | None:
        """Return a winning move, or None if none is known: after moves that did not keep the win.

        Raises:
            ArgumentValueError: the puzzle is solved.
        """
        if self.solved:
            raise ArgumentValueError("the puzzle is solved")
        return next(iter(self.remaining()), None)

    def play(self, move: Move) -> Attempt:
        """Try a move. One that keeps the win is played, and the defence answers; any other leaves things as they are.

        >>> from tafl.puzzles import shipped
        >>> trainer = PuzzleTrainer(shipped()[0])
        >>> trainer.play(trainer.puzzle.solution).kept
        True

        Raises:
            ArgumentValueError: the puzzle is solved.
        """
        if self.solved:
            raise ArgumentValueError("the puzzle is solved")
        side = self.puzzle.winner
        refusal = self.position.illegality(move)
        if refusal is not None:
            return Attempt(kind=AttemptKind.ILLEGAL, move=move, text=f"{move} is not legal: {refusal}")
        after = self.position.play(move)
        if is_win(after, side):
            self.position, self.played, self._line = after, (*self.played, move), ()
            return Attempt(kind=AttemptKind.SOLVED, move=move, text=f"{move} wins: {after.outcome}")
        rest = self._rest_after(move, after)
        if not rest:
            self.mistakes += 1
            return self._refuse_move(move, after)
        self.position, self.played = after, (*self.played, move)
        answers = self._answer(rest)
        self._line = rest[len(answers) :]
        reply = f"the answer is {' '.join(map(str, answers))}" if answers else f"the {side} go on"
        kind, text = AttemptKind.RIGHT, f"{move} keeps the win; {reply}"
        if self.solved:
            kind, text = AttemptKind.SOLVED, f"{text}: {self.position.outcome}"
        return Attempt(kind=kind, move=move, answer=answers[0] if answers else None, text=text)

    def remaining(self) -> tuple[Move, ...]:
        """Return the rest of a solution from here; nothing if none is known, as for :meth:`hint`."""
        if self.solved:
            return ()
        return self._line or self._find_rest(self.position, self.played)

    def _answer(self, rest: tuple[Move, ...]) -> tuple[Move, ...]:
        """Play the moves of the opponent at the beginning of the rest of a line, and return them."""
        answers: list[Move] = []
        for answer in rest:
            if self.solved or self.position.turn is self.puzzle.winner:
                break
            self.position = self.position.play(answer)
            answers.append(answer)
        self.played = (*self.played, *answers)
        return tuple(answers)

    def _rest_after(self, move: Move, after: Position) -> tuple[Move, ...]:
        """The rest of a line that wins after a move; nothing if none is known, as after any other first move."""
        # Only the first move is proved to be the only one; later ones are proved when they are tried.
        if after.outcome is not None or (not self.played and move != self.puzzle.solution):
            return ()
        return self._find_rest(after, (*self.played, move))

    def _find_rest(self, position: Position, so_far: tuple[Move, ...]) -> tuple[Move, ...]:
        """The rest of a line that wins, with the longest defence that is known; nothing if none is known."""
        line = self.puzzle.line
        if so_far == line[: len(so_far)]:
            return line[len(so_far) :]
        # Within the length of the solution first, which keeps to the promised number of moves and is quicker to prove.
        for within in (max(len(line) - len(so_far), 1), None):
            proof = solve(position, self.puzzle.winner, Limit(nodes=self._nodes), within=within, memory=_MEMORY)
            if proof.verdict is Verdict.WON and proof.line:
                return proof.line
        return ()

    def _refuse_move(self, move: Move, after: Position) -> Attempt:
        text = f"{move} does not keep the win"
        if after.outcome is not None:
            return Attempt(kind=AttemptKind.WRONG, move=move, text=f"{text}: {after.outcome}")
        answer = self._find_refutation(after)
        if answer is not None:
            end = after.play(answer).outcome
            text += f": {answer} refutes it" + ("" if end is None else f", and {end}")
        return Attempt(kind=AttemptKind.WRONG, move=move, answer=answer, text=text)

    def _find_refutation(self, after: Position) -> Move | None:
        """The first answer that wins, or else after which there is no win so soon."""
        side, nodes = self.puzzle.winner, _REFUTING * self._nodes
        answers = sorted(after.legal_moves())
        for answer in answers:
            if is_win(after.play(answer), side.opponent):
                return answer
        within = max(self.left - 2, 1) + _FURTHER
        for answer in answers:
            end = after.play(answer)
            if end.outcome is not None or nodes <= 0:
                continue
            proof = solve(end, side, Limit(nodes=nodes), within=within, memory=_MEMORY)
            if proof.verdict is Verdict.NOT_WON:
                return answer
            nodes -= proof.nodes
        return None
