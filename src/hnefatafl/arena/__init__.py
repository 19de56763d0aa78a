"""Matches between players, to measure which is stronger, and whom a game favours.

* :func:`~hnefatafl.arena.matches.match` plays games of two players, each opening once with either side, and returns
  a :class:`~hnefatafl.arena.result.MatchResult`: results by side, Elo with an interval, the likelihood that one is
  stronger. A test (:class:`~hnefatafl.arena.statistics.Sprt`) can end it early.
* :class:`~hnefatafl.arena.contest.Contest` is what is played, and yields game after game;
  :mod:`~hnefatafl.arena.saved` writes them to a file from which an interrupted match goes on.
* :func:`~hnefatafl.arena.games.play` plays one game.

>>> from hnefatafl import arena, variants
>>> result = arena.match("greedy", "random", variants.BRANDUBH, games=20)
>>> result.total.won > result.total.lost
True

Players are given by name, as objects, as functions of a position, or as external engines
(:func:`hnefatafl.engine.players.player`). ``tafl arena`` does the same on the command line.
"""

from hnefatafl.arena.contest import Contest, ContestGame
from hnefatafl.arena.games import Played, play
from hnefatafl.arena.matches import match
from hnefatafl.arena.opening import openings
from hnefatafl.arena.result import MatchResult
from hnefatafl.arena.statistics import Elo, Pairs, Points, Share, Sprt

__all__ = [
    "Contest",
    "ContestGame",
    "Elo",
    "MatchResult",
    "Pairs",
    "Played",
    "Points",
    "Share",
    "Sprt",
    "match",
    "openings",
    "play",
]


def __dir__() -> list[str]:
    return __all__
