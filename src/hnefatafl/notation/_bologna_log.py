"""The messages of the Tablut Challenge's server, as its logs have them (``domain/GameAshtonTablut.java``)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from hnefatafl.board import Board, Piece, Side, Square
from hnefatafl.notation._ranks import Alphabet
from hnefatafl.rules import as_side
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import brief

SIZE: Final = 9
THRONE: Final = Square(4, 4)
"""The throne of its board."""
CLASS: Final = "it.unibo.ai.didattica.competition.tablut.domain.GameAshtonTablut"
MOVED: Final = "Movimento pedina"
STATE: Final = "Stato:"
PLAYERS: Final = "Players:\t"
"""How the message with the names of the players begins."""
LETTERS: Final = {"WHITE": "W", "BLACK": "B", "WHITEWIN": "WW", "BLACKWIN": "BW", "DRAW": "D"}
"""The turns of a state, and what logs write for them."""
TURNS: Final = {Side.DEFENDERS: "W", Side.ATTACKERS: "B"}
"""The letters of the sides."""
ALPHABET: Final = Alphabet(
    notation="the server of Bologna",
    letters={Piece.ATTACKER: "B", Piece.DEFENDER: "W", Piece.KING: "K"},
    empty="O",
    others={"T": None},
    sizes=(SIZE,),
)


@frozen(kw_only=True)
class LogMessage:
    """A message of the server's log.

    >>> print(LogMessage(method="<init>", text="Inizio partita").dated("Nov 05, 2020 11:12:53 PM"))
    Nov 05, 2020 11:12:53 PM it.unibo.ai.didattica.competition.tablut.domain.GameAshtonTablut <init>
    FINE: Inizio partita
    """

    __repr__ = brief

    method: str
    """The method of the server that writes it."""
    text: str
    """The message; that with a state has several lines."""
    level: str = "FINE"
    """``FINE``, or ``WARNING`` for a refused move."""

    def dated(self, date: str) -> str:
        """Return the lines of the log, without a line end after the last.

        Arguments:
            date: the date as Java writes it in English, ``Nov 05, 2020 11:12:53 PM``.
        """
        return f"{date} {CLASS} {self.method}\n{self.level}: {self.text}"


def rows(board: Board) -> list[str]:
    """Return the ranks of a board in letters, rank 1 first.

    Raises:
        NotExpressibleError: the board has not nine ranks, or the server does not know one of the pieces.
    """
    ranks = ALPHABET.write(board, top_first=False)
    if THRONE not in board:
        rank = ranks[THRONE.rank]
        ranks[THRONE.rank] = f"{rank[: THRONE.file]}T{rank[THRONE.file + 1 :]}"
    return ranks


def stated(method: str, board: Board, word: str) -> LogMessage:
    """Return the message with a state, whose turn is that word."""
    return LogMessage(method=method, text="\n".join([STATE, *rows(board), "-", LETTERS[word]]))


def asked(turn: Side | str, origin: object, target: object) -> LogMessage:
    """Return the message of a move that a player sends."""
    return LogMessage(method="checkMove", text=f"Turn: {TURNS[as_side(turn, 'turn')]} Pawn from {origin} to {target}")


def accepted(mover: Side | str, captures: Collection[Square]) -> Iterator[LogMessage]:
    """Yield the messages of a move that was accepted: the move and its captures.

    >>> [message.text for message in accepted(Side.DEFENDERS, [])]
    ['Movimento pedina']
    """
    yield LogMessage(method="movePawn", text=MOVED)
    white = as_side(mover, "mover") is Side.DEFENDERS
    colour, method = ("nera", "checkCaptureWhite") if white else ("bianca", "checkCaptureBlack")
    for square in captures:
        yield LogMessage(method=method, text=f"Pedina {colour} rimossa in: {square}")
    if captures:
        yield LogMessage(method="checkMove", text="Capture! Draw cache cleared!")


def cached(count: int) -> LogMessage:
    """Return the message of how many positions are remembered for a draw."""
    return LogMessage(method="checkMove", text=f"Current draw cache size: {count}")
