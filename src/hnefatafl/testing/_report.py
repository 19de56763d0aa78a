"""The result of the check of a ruleset."""

from __future__ import annotations

from attrs import field

from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl.rules import Ruleset

__all__ = ["Report"]


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
        return "\n  ".join([head, *self.findings, tried, *idle, *unmet, *self.notes])
