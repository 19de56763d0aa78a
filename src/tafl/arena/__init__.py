"""Matches between players, to measure which is stronger, and which side a game favours.

* :func:`~tafl.arena.play_match` plays games of two players, each opening once with either side, and returns
  a :class:`~tafl.arena.MatchResult`: results by side, Elo with an interval, the likelihood that one is
  stronger, if enough games were decisive. A test (:class:`~tafl.arena.Sprt`) can end it early.
* :func:`~tafl.arena.play_tournament` does so with any number of players, all against all or the first against all, and
  returns :class:`~tafl.arena.Standings`: the match of each pairing, and a table with the ratings of all.
* :class:`~tafl.arena.Contest` is what is played, and yields game after game;
  :func:`~tafl.arena.write_contest` and :func:`~tafl.arena.write_game` write them to a file from which an
  interrupted match goes on (:func:`~tafl.arena.read_games`).
* :func:`~tafl.arena.play` plays one game.

>>> from hnefatafl import variants
>>> from tafl import arena
>>> result = arena.play_match("greedy", "random", variants.BRANDUBH, games=20)
>>> result.total.won > result.total.lost
True

Players are given by name, as objects, as functions of a position, as external engines, or as bots in files, each of
which runs in a process of its own (:func:`tafl.engine.player`). ``tafl arena`` does the same on the command line.
"""

from tafl.arena._contest import (
    MOST_GAMES,
    MOST_PLAYERS,
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
from tafl.arena._page import html_tournament
from tafl.arena._result import Elo, MatchResult, Pairs, Points, Share, Sprt, share_of
from tafl.arena._standings import Forfeit, Row, Standings, play_match, play_tournament

__all__ = [
    "MOST_GAMES",
    "MOST_PLAYERS",
    "Cause",
    "Contest",
    "ContestGame",
    "Elo",
    "Ending",
    "Forfeit",
    "MatchResult",
    "Pairs",
    "Played",
    "PlayerLike",
    "Points",
    "Row",
    "Share",
    "Sprt",
    "Standings",
    "html_tournament",
    "openings",
    "play",
    "play_match",
    "play_tournament",
    "read_games",
    "read_records",
    "share_of",
    "write_contest",
    "write_game",
]
