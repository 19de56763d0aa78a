"""The result of the check of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field

from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl.board import Side
from hnefatafl.rules import Ruleset


@frozen(kw_only=True)
class ExtraRuleCount:
    """What an extra capture or ending did in the random games of a check, and in its lines of play.

    >>> from hnefatafl import Board, Outcome, PieceSet, Side, Termination, variants
    >>> from hnefatafl.testing import check_ruleset
    >>> def alone(board: Board, turn: Side) -> Outcome | None:
    ...     left = board.count(PieceSet.DEFENDING_MEN)
    ...     return None if left else Outcome(Side.ATTACKERS, Termination.EXTRA)
    >>> rules = variants.MAGPIE.evolve(name="lonely magpie", extra_endings=(alone,))
    >>> (count,) = check_ruleset(rules, examples=20, depth=6).extra_rules
    >>> count.name, count.games, count.lines, set(count.games_ended) <= {Side.ATTACKERS}
    ('alone', 20, 20, True)
    """

    __repr__ = brief

    name: str
    """The name of the function."""
    is_ending: bool
    """Whether it is an extra ending, not an extra capture."""
    games: int
    """The number of random games, which begin with the start layout."""
    lines: int
    """The number of lines of play, most of which begin with a planted board."""
    asked: int
    """After how many moves of these games and lines it was asked."""
    captured: Mapping[Side, int]
    """How many pieces it captured in all of them, by the side that captured; none for an ending."""
    games_ended: Mapping[Side | None, int]
    """How many of the games it ended, by the side that won; None stands for a draw."""
    lines_ended: Mapping[Side | None, int]
    """How many of the lines it ended."""

    def __str__(self) -> str:
        """Return the counts as one sentence."""
        parts = [f"asked {self.asked} times"]
        if not self.is_ending:
            parts.append(f"captured {sum(self.captured.values())} pieces{_by_side(self.captured)}")
        for ended, count, of in (
            (self.games_ended, self.games, "games"),
            (self.lines_ended, self.lines, "lines of play"),
        ):
            if count and (ended or self.is_ending):
                parts.append(f"ended {sum(ended.values())} of {count} {of}{_by_side(ended)}")
        return f"{self.name}: {', '.join(parts)}"


def _by_side(counts: Mapping[Side, int] | Mapping[Side | None, int]) -> str:
    said = [f"{side or 'draws'} {count}" for side, count in counts.items()]
    return f" ({', '.join(said)})" if said else ""


@frozen(kw_only=True)
class Report:
    """The result of :func:`check_ruleset`: what it found, and what it tried.

    >>> from hnefatafl import variants
    >>> from hnefatafl.testing import check_ruleset
    >>> report = check_ruleset(variants.BRANDUBH, examples=5, depth=4)
    >>> report.findings
    ()
    """

    __repr__ = brief

    ruleset: Ruleset = field(repr=lambda rules: rules.name)
    """The ruleset that was tested."""
    findings: tuple[str, ...]
    """What is wrong, one sentence each: the first occurrence of each kind, with the number of the others. Empty if all
    checks passed."""
    unmet: tuple[str, ...]
    """The options that differ from their defaults and made no difference in play: either there were too few examples,
    or an option does not do what it is meant to."""
    idle: tuple[str, ...]
    """The options that differ from their defaults and cannot matter under these rules, each with the reason."""
    extra_rules: tuple[ExtraRuleCount, ...]
    """What each extra capture and ending did, in the order of the ruleset, captures first."""
    notes: tuple[str, ...]
    """What was not tested, and what else is needed to judge the result, one sentence each."""
    lines: int
    """The number of lines of play."""
    moves: int
    """The number of their moves."""
    playouts: int
    """The number of random games."""
    endless: int
    """How many of them did not end within the limit."""

    def __str__(self) -> str:
        """Return the report as text, one finding per line."""
        count = len(self.findings)
        said = f"{count} finding{'s' if count > 1 else ''}" if count else "all is well"
        head = f"{self.ruleset.name}: {said}"
        tried = f"tried: {self.lines} lines of play with {self.moves} moves, and {self.playouts} random games"
        unmet = [f"never mattered: {', '.join(self.unmet)}"] if self.unmet else []
        idle = [f"cannot matter: {', '.join(self.idle)}"] if self.idle else []
        extra = [str(count) for count in self.extra_rules]
        return "\n  ".join([head, *self.findings, tried, *extra, *idle, *unmet, *self.notes])
