"""Matches between players, to measure which is stronger, and which side a game favours.

* :func:`~tafl.arena.play_match` plays games of two players, each opening once with either side, and returns
  a :class:`~tafl.arena.MatchResult`: results by side, Elo with an interval, the likelihood that one is
  stronger, if enough games were decisive. A test (:class:`~tafl.arena.Sprt`) can end it early.
* :class:`~tafl.arena.Contest` is what is played, and yields game after game;
  :func:`~tafl.arena.write_contest` and :func:`~tafl.arena.write_game` write them to a file from which an
  interrupted match goes on (:func:`~tafl.arena.read_games`).
* :func:`~tafl.arena.play` plays one game.

>>> from hnefatafl import variants
>>> from tafl import arena
>>> result = arena.play_match("greedy", "random", variants.BRANDUBH, games=20)
>>> result.total.won > result.total.lost
True

Players are given by name, as objects, as functions of a position, or as external engines
(:func:`tafl.engine.player`). ``tafl arena`` does the same on the command line.
"""

from tafl.arena._contest import (
    MOST_GAMES,
    Cause,
    Contest,
    ContestGame,
    Ending,
    Played,
    PlayerLike,
    openings,
    play,
    read_games,
    read_records,
    write_contest,
    write_game,
)
from tafl.arena._result import Elo, MatchResult, Pairs, Points, Share, Sprt, play_match, share_of

__all__ = [
    "MOST_GAMES",
    "Cause",
    "Contest",
    "ContestGame",
    "Elo",
    "Ending",
    "MatchResult",
    "Pairs",
    "Played",
    "PlayerLike",
    "Points",
    "Share",
    "Sprt",
    "openings",
    "play",
    "play_match",
    "read_games",
    "read_records",
    "share_of",
    "write_contest",
    "write_game",
]
