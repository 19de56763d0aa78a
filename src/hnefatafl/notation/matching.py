"""Matching: the rulesets by which records were played, among those that the library has.

A record shows its rules in part: by the squares that its moves need, the pieces that stand at their origins, the
captures that it writes, and how it ends. :func:`match_rulesets` replays records by every ruleset that is registered and
returns those by which the fewest things are wrong. (:mod:`tafl.inference` goes further: it finds rules that no ruleset
has.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from attrs import evolve

from hnefatafl import variants
from hnefatafl.errors import HnefataflError, RecordError
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen

__all__ = ["PLIES", "RulesetMatch", "count_faults", "list_candidates", "match_rulesets"]

_GAMES: Final = 20
"""The number of games of a text that are replayed by each ruleset."""
PLIES: Final = 400
"""The number of moves of a game that count."""
_USUAL: Final = ("copenhagen", "brandubh", "tablut", "fetlar", "tawlbwrdd", "historical-13", "alea-evangelii")
"""The rulesets that are taken where others fit as well: those of which the collections have most games."""
_NAMED: Final = 5
"""The number of rulesets that a message names."""


@frozen(kw_only=True)
class RulesetMatch:
    """The rulesets that fit records best.

    >>> from hnefatafl import variants
    >>> match = match_rulesets([Game(ruleset=variants.TABLUT).add("d1-c1 e3-b3")])
    >>> match.ruleset.size, match.faults
    (9, 0)
    """

    rulesets: tuple[Ruleset, ...]
    """The rulesets by which the fewest things are wrong, those that are played most first."""
    faults: int
    """The number of things that are wrong by them: moves that cannot be played, captures and results that differ. The
    moves after an illegal one cannot be played, either."""
    illegal: int
    """The number of games that cannot be played to their end by them."""

    @property
    def ruleset(self) -> Ruleset:
        """The first of them."""
        return self.rulesets[0]

    def choose(self) -> Ruleset:
        """Return the first of them.

        >>> match_rulesets([Game(ruleset="brandubh").add("d1-c1 d3-f3")]).choose().name
        'brandubh'

        Raises:
            RecordError: they are played on boards of different sizes, so that the record says too little.
        """
        sizes = sorted({rules.size for rules in self.rulesets})
        if len(sizes) > 1:
            words = " and ".join(map(str, sizes)) if len(sizes) == 2 else f"{sizes[0]} to {sizes[-1]}"
            raise RecordError(
                f"{self.ruleset.name}, {self.others} fit alike, on boards of {words} squares a side: give a ruleset"
            )
        return self.ruleset

    @property
    def others(self) -> str:
        """The names of the others, for a message; empty if there are none."""
        names = [rules.name for rules in self.rulesets[1:]]
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED + 1 else ""
        return ", ".join(names[:_NAMED] if more else names) + more


@cache
def list_candidates() -> tuple[Ruleset, ...]:
    """Return all registered rulesets: those that are played most first, then by the length of their names."""
    rulesets = (variants.get(name) for name in variants.names())
    usual = {name: place for place, name in enumerate(_USUAL)}
    return tuple(sorted(rulesets, key=lambda rules: (usual.get(rules.name, 99), len(rules.name), rules.name)))


def count_faults(game: Game, rules: Ruleset) -> tuple[int, int, int]:
    """Return what speaks against rules in a game: whether it cannot be played to its end by them (1 or 0), how many
    things are wrong by them, and whether it stops for no reason (1 or 0).

    Words that are no moves do not count.

    >>> from hnefatafl import variants
    >>> game = Game(ruleset=variants.BRANDUBH).add("d1-c1 d3-f3")
    >>> count_faults(game, variants.BRANDUBH), count_faults(game, variants.TABLUT)
    ((0, 0, 1), (1, 1, 1))
    """
    check("game", game, Game)
    cut = len(game.moves) > PLIES
    beginning = evolve(
        game,
        ruleset=rules,
        moves=game.moves[:PLIES],
        # A result that is hidden agrees with every end.
        result="?" if cut or not game.result else game.result,
        ending=None if cut else game.ending,
        closing_comment=None,
        roll_pending=None if cut else game.roll_pending,
        start=None,
        unparsed=(),
        variations=(),
    )
    try:
        replay = beginning.replay(lenient=True)
    except HnefataflError:  # the first move is by lot, so a record without a start position says too little
        return 1, len(game.moves) + 1, 1
    illegal = any(finding.kind.is_illegal for finding in replay.findings)
    stops = replay.outcome is None and game.ending is None and not cut
    unplayed = max(0, len(beginning.moves) - len(replay.moves) - 1) if illegal else 0
    return int(illegal), len(replay.findings) + unplayed, int(stops)


def match_rulesets(games: Iterable[Game], rulesets: Sequence[Ruleset] | None = None) -> RulesetMatch:
    """Return the rulesets that fit games best, whatever rulesets the games have.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> match = match_rulesets(archive.parse_games(["d1-c1 d3-f3 d2-f2xf3,1,0,"], variants.COPENHAGEN))
    >>> match.faults, match.ruleset.size
    (0, 7)

    Arguments:
        games: the games; the first ones count.
        rulesets: the rulesets to choose from. Default: all that are registered.
    """
    candidates = list_candidates() if rulesets is None else rulesets
    scores = {number: (0, 0, 0) for number, _ in enumerate(candidates)}
    for game, _ in zip(games, range(_GAMES), strict=False):
        for number, (illegal, faults, stops) in scores.items():
            more = count_faults(game, candidates[number])
            scores[number] = illegal + more[0], faults + more[1], stops + more[2]
        # A game with a misprint goes wrong by the right rules, too, but not often.
        fewest = min(illegal for illegal, _, _ in scores.values())
        scores = {number: score for number, score in scores.items() if score[0] <= fewest + 1}
    best = min(scores.values())
    fitting = tuple(candidates[number] for number, score in scores.items() if score == best)
    return RulesetMatch(rulesets=fitting, illegal=best[0], faults=best[1])
