"""What came out of looking a ruleset over."""

from __future__ import annotations

from attrs import field, frozen

from hnefatafl.rules import Ruleset


@frozen(kw_only=True)
class Report:
    """What :func:`check_ruleset` found, and what it tried.

    >>> from hnefatafl import variants
    >>> from hnefatafl.testing import check_ruleset
    >>> report = check_ruleset(variants.BRANDUBH, examples=5, depth=4)
    >>> report.findings
    ()
    """

    ruleset: Ruleset = field(repr=lambda rules: rules.name)
    """The rules that were looked over."""
    findings: tuple[str, ...]
    """What is wrong, a sentence each, the first place of each kind with a count of the others; nothing if all is
    well."""
    unmet: tuple[str, ...]
    """The options that differ from their defaults, and made no difference to anything that was played: too few
    examples, or an option that does not do what it is meant to."""
    idle: tuple[str, ...]
    """The options that differ from their defaults and cannot matter under these rules, each with the reason."""
    notes: tuple[str, ...]
    """What was not tried, and what has to be known to judge the rest, a sentence each."""
    lines: int
    """How many lines of play were followed."""
    moves: int
    """How many moves they had."""
    playouts: int
    """How many random games were played."""
    endless: int
    """How many of them had not ended within the limit."""

    def __str__(self) -> str:
        """The report for people, a line each."""
        count = len(self.findings)
        said = f"{count} finding{'s' if count > 1 else ''}" if count else "all is well"
        head = f"{self.ruleset.name}: {said}"
        tried = f"tried: {self.lines} lines of play with {self.moves} moves, and {self.playouts} random games"
        unmet = [f"never mattered: {', '.join(self.unmet)}"] if self.unmet else []
        idle = [f"cannot matter: {', '.join(self.idle)}"] if self.idle else []
        return "\n  ".join([head, *self.findings, tried, *idle, *unmet, *self.notes])
