"""The referee of the Tablut Challenge, without sockets and clocks.

It does what the server does (``server/Server.java`` and ``domain/GameAshtonTablut.java`` of
``AGalassi/TablutCompetition``): it checks moves by the rules ``ashton-tablut``, says which state to send to both
players, ends the game and writes the log. :func:`tafl.engine.bologna_sockets.referee` connects it to two players.

The server ends a game only when the king escapes or is captured, when a position is repeated, and by an error: a side
without a legal move has to move all the same, and so loses by an illegal move or by time.

>>> from hnefatafl import Move, Side
>>> from hnefatafl.notation.bologna import Action
>>> referee = Referee("Ann", "Bo")
>>> referee.take(Action(move=Move.parse("e3-c3"), turn=Side.DEFENDERS))
>>> referee.state.word
'BLACK'
>>> referee.take(Action(move=Move.parse("e2-e5"), turn=Side.ATTACKERS))
>>> print(referee.verdict)
White wins: Black played e2-e5, which is illegal: another piece stands in the way (e4)
>>> print(referee.read_log()[-3].dated("Nov 05, 2020 11:12:53 PM"))
Nov 05, 2020 11:12:53 PM it.unibo.ai.didattica.competition.tablut.domain.GameAshtonTablut checkMove
WARNING: Mossa sopra una casella occupata
"""

from __future__ import annotations

from typing import Final, final

from hnefatafl import variants
from hnefatafl.board import Board, Illegality, IllegalMove, Kind, Move, Outcome, Side, Termination
from hnefatafl.errors import ArgumentValueError
from hnefatafl.notation.bologna import (
    PLAYERS,
    THRONE,
    TURNS,
    Action,
    GameState,
    LogMessage,
    accepted,
    asked,
    cached,
    stated,
)
from hnefatafl.play import Position
from hnefatafl.support.arguments import check_number
from hnefatafl.support.enums import Listed
from hnefatafl.support.immutability import frozen
from tafl.engine.bologna import COLOURS, Closed, Name, Unparsed

__all__ = ["Cause", "LogMessage", "Referee", "Ruling"]


class Cause(Listed):
    """Why a game ended.

    >>> Cause.TIMEOUT
    Cause.TIMEOUT
    """

    RULES = "rules"
    """The king escaped or was captured."""
    REPETITION = "repetition"
    """A position was repeated."""
    LIMIT = "limit"
    """The game was too long."""
    ILLEGAL = "illegal"
    """A player played an illegal move, or one too many if some are allowed."""
    CLOSED = "closed"
    """A player closed the connection."""
    TIMEOUT = "timeout"
    """A player did not move in time."""
    UNREADABLE = "unreadable"
    """A player sent something that is no JSON, or no message."""


_SENT: Final = {Cause.RULES, Cause.REPETITION, Cause.LIMIT, Cause.ILLEGAL, Cause.CLOSED}


@frozen(kw_only=True)
class Ruling:
    """How a game ended.

    >>> verdict = Ruling(winner=Side.DEFENDERS, cause=Cause.TIMEOUT, text="Black did not move in 60 s")
    >>> print(verdict)
    White wins: Black did not move in 60 s
    >>> verdict.is_sent
    False
    """

    winner: Side | None
    """The winner, or None for a draw."""
    cause: Cause
    """Why it ended."""
    text: str
    """The same in words."""

    @property
    def is_sent(self) -> bool:
        """Whether the players get a last state with the result. Otherwise the connections are only closed."""
        return self.cause in _SENT

    @property
    def result(self) -> str:
        """The result as states and records have it."""
        return "Draw" if self.winner is None else COLOURS[self.winner]

    def __str__(self) -> str:
        return f"{'a draw' if self.winner is None else f'{self.result} wins'}: {self.text}"


@final
class Referee:
    """The referee of one game: what the players send goes in, states, a verdict and the log come out.

    >>> referee = Referee("Ann", "Bo", moves=1)
    >>> referee.state.turn, referee.verdict
    (Side.DEFENDERS, None)

    Arguments:
        white, black: the names of the players.
        errors: how many illegal moves each player may play (the server's option ``-e``). After each both players get
            the same state again.
        repeated: how many times a position may come back before that is a draw (``-s``).
        cache: how many positions before the last one are remembered for that (``-c``); None for all since the last
            capture.
        moves: after how many moves of both sides together the game is a draw. The server has no such limit.

    Raises:
        ArgumentValueError: a number is below 0, or the limit of moves below 1.
    """

    __slots__ = (
        *("_cache", "_errors", "_limit", "_log", "_mistakes", "_repeated", "_seen"),
        *("black", "position", "verdict", "white"),
    )

    def __init__(
        self,
        white: str,
        black: str,
        *,
        errors: int = 0,
        repeated: int = 0,
        cache: int | None = None,
        moves: int | None = None,
    ) -> None:
        check_number("errors", errors, 0)
        check_number("repeated", repeated, 0)
        check_number("cache", cache, 0, optional=True)
        check_number("moves", moves, 1, optional=True)
        self.white: Final = Name(white).cleaned
        """The name of White, as the server uses it."""
        self.black: Final = Name(black).cleaned
        """The name of Black."""
        self.position: Position = Position.initial(variants.ASHTON_TABLUT)
        """The position, with all moves since the start."""
        self.verdict: Ruling | None = None
        """How the game ended, or None while it goes on."""
        self._errors, self._repeated, self._cache, self._limit = errors, repeated, cache, moves
        self._mistakes = dict.fromkeys(Side, 0)
        self._seen: list[tuple[Board, Side]] = []
        """The positions since the last capture, without the start."""
        self._log: list[LogMessage] = []
        remembered = -1 if cache is None else cache
        self._write("<init>", f"{PLAYERS}White:\t{self.white}\tvs\t{self.black}")
        self._write("<init>", f"Repeated moves allowed:\t{repeated}\tCache:\t{remembered}")
        self._write("<init>", "Inizio partita")
        self._write_state("<init>")

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.position.turn

    @property
    def state(self) -> GameState:
        """What both players are sent now.

        >>> Referee("Ann", "Bo").state.word
        'WHITE'
        """
        board = self.position.board
        if self.verdict is None:
            return GameState(board=board, turn=self.turn)
        return GameState(board=board, turn=None, result=self.verdict.result)

    def take(self, event: Name | GameState | Action | Unparsed | Closed) -> None:
        """Take what the player to move has sent instead of, or as, its move.

        >>> referee = Referee("Ann", "Bo", errors=1)
        >>> referee.take(Unparsed(text="{}", reason="the key 'from' was expected", is_object=True))
        >>> referee.verdict
        >>> referee.take(Closed())
        >>> print(referee.verdict)
        Black wins: White closed the connection

        Raises:
            ArgumentValueError: the game is over.
        """
        if self.verdict is not None:
            raise ArgumentValueError("the game is over")
        if isinstance(event, Action):
            self._play_move(event.move)
        elif isinstance(event, Unparsed) and not event.is_object:
            # The server's reader of JSON raises an exception that ends the server.
            self._lose(Cause.UNREADABLE, f"sent no JSON: {event.reason}")
        else:
            # The server reads a move without squares, also from what it had read before the connection was closed.
            self._log.append(asked(self.turn, "null", "null"))
            if isinstance(event, Closed):
                self._lose(Cause.CLOSED, "closed the connection")
            else:
                reason = event.reason if isinstance(event, Unparsed) else "a move was expected"
                self._count_error(f"sent no move: {reason}")

    def take_garbage(self, reason: str) -> None:
        """Take it that the player to move has sent bytes that are no message, so that nothing after can be read.

        Our reading: the side loses. The server counts an error, and then reads on somewhere in these bytes.

        Raises:
            ArgumentValueError: the game is over.
        """
        self._lose(Cause.UNREADABLE, f"sent no message: {reason}")

    def time_out(self, seconds: float) -> None:
        """Take it that the player to move has not moved in so many seconds.

        Raises:
            ArgumentValueError: the game is over.
        """
        self._lose(Cause.TIMEOUT, f"did not move in {seconds:g} s")

    def stop(self, text: str) -> None:
        """End the game in a draw, because it is too long.

        Raises:
            ArgumentValueError: the game is over.
        """
        self._end(Cause.LIMIT, None, text)

    def read_log(self) -> list[LogMessage]:
        """Return the messages of the log since the last call."""
        messages, self._log = self._log, []
        return messages

    def _play_move(self, move: Move) -> None:
        self._log.append(asked(self.turn, move.origin, move.target))
        illegal = self.position.illegality(move)
        if illegal is not None:
            self._write("checkMove", _refuse_in_italian(self.position, move, illegal), "WARNING")
            self._count_error(f"played {move}, which is illegal: {illegal}")
            return
        before = self.position
        # Repetition is decided below, as far as the server remembers.
        self.position = before.play(move, lenient=True)
        captured = [square for square, piece in self.position.captured.items() if piece.kind is not Kind.KING]
        self._log += accepted(before.turn, captured)
        if captured:
            self._seen.clear()
        outcome = self.position.outcome
        if outcome is not None and outcome.termination is not Termination.NO_LEGAL_MOVE:
            self._log_win(before.turn, move, outcome)
            self.verdict = Ruling(winner=outcome.winner, cause=Cause.RULES, text=str(outcome).partition(": ")[2])
        self._remember()
        if self.verdict is None and self._limit is not None and self.position.ply >= self._limit:
            text = f"{self._limit} moves were played"
            self.verdict = Ruling(winner=None, cause=Cause.LIMIT, text=text)
        self._write_state("checkMove")
        if self.verdict is not None:
            self._write_state("endGame")

    def _log_win(self, mover: Side, move: Move, outcome: Outcome) -> None:
        if outcome.termination is Termination.KING_CAPTURED:
            king = next(square for square, piece in self.position.captured.items() if piece.kind is Kind.KING)
            self._write("checkCaptureBlackKing", f"Nero vince con re catturato in: {king}")
        elif mover is Side.DEFENDERS:
            self._write("checkCaptureWhite", f"Bianco vince con re in {move.target}")

    def _remember(self) -> None:
        """Look for a repetition, and remember the position, as ``checkMove`` does."""
        reached = (self.position.board, self.turn)
        times_seen = 0 if self.verdict is not None else min(self._seen.count(reached), self._repeated + 1)
        if times_seen > self._repeated:
            text = "the position was repeated" if times_seen == 1 else f"the position was repeated {times_seen} times"
            self.verdict = Ruling(winner=None, cause=Cause.REPETITION, text=text)
            self._write("checkMove", "Partita terminata in pareggio per numero di stati ripetuti")
        if times_seen:
            self._write("checkMove", f"Equal states found: {times_seen}")
        if self._cache is not None and len(self._seen) > self._cache:
            del self._seen[0]
        self._seen.append(reached)
        self._log.append(cached(len(self._seen)))

    def _count_error(self, text: str) -> None:
        self._mistakes[self.turn] += 1
        if self._mistakes[self.turn] > self._errors:
            self._lose(Cause.ILLEGAL, text)

    def _lose(self, cause: Cause, text: str) -> None:
        """End the game against the player to move, who did what the text says."""
        self._end(cause, self.turn.opponent, f"{COLOURS[self.turn]} {text}")

    def _end(self, cause: Cause, winner: Side | None, text: str) -> None:
        if self.verdict is not None:
            raise ArgumentValueError("the game is over")
        self.verdict = Ruling(winner=winner, cause=cause, text=text)
        if self.verdict.is_sent:
            self._write_state("endGame")
        if cause in (Cause.ILLEGAL, Cause.CLOSED):
            # The server does so once where it counts the error, and once where it ends.
            self._write_state("endGame")

    def _write(self, method: str, text: str, level: str = "FINE") -> None:
        self._log.append(LogMessage(method=method, text=text, level=level))

    def _write_state(self, method: str) -> None:
        state = self.state
        self._log.append(stated(method, state.board, state.word))


def _refuse_in_italian(position: Position, move: Move, illegal: IllegalMove) -> str:
    """Return what the server says of an illegal move. It writes Italian."""
    board = position.board
    if move.target == THRONE and THRONE not in board:
        return "Mossa sul trono"
    if move.target in board:
        return "Mossa sopra una casella occupata"
    if illegal.reason in (Illegality.EMPTY_ORIGIN, Illegality.NOT_YOUR_PIECE):
        return f"Giocatore {TURNS[position.turn]} cerca di muovere una pedina avversaria"
    if illegal.reason is Illegality.NO_CROSSING:
        return f"Mossa che scavalca {'il trono' if illegal.square == THRONE else 'una citadel'}"
    return _REFUSALS.get(illegal.reason, "Mossa errata")


_REFUSALS: Final = {
    Illegality.OFF_BOARD: "Mossa fuori tabellone",
    Illegality.NOT_STRAIGHT: "Mossa in diagonale",
    Illegality.BLOCKED: "Mossa che scavalca una pedina",
    Illegality.NO_STOPPING: "Mossa che arriva sopra una citadel",
}
