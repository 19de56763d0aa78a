"""Findings: what is wrong with a record, as data.

:attr:`Replay.findings <hnefatafl.records.Replay.findings>` is a tuple of them, empty where record and rules agree.
:func:`format_findings` writes them as the verdict of a report.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from hnefatafl._base.brief import brief
from hnefatafl._base.declared import Listed
from hnefatafl._base.seal import frozen
from hnefatafl.board import CaptureKind, Illegality, Square, Termination

Rule: TypeAlias = Illegality | Termination | CaptureKind
"""A rule that a finding is about: why a move is illegal, how the game ended, or how a piece was captured."""


class FindingKind(Listed):
    """What can be wrong with a record, in the order in which findings are given.

    The value is a slug that does not change. Verdicts, reports and the JSON of ``tafl replay`` use it.

    >>> FindingKind("capture-stray")
    FindingKind.UNEXPECTED_CAPTURE
    >>> [kind.value for kind in FindingKind if kind.is_illegal]
    ['illegal', 'continues-after-end', 'odd-token']
    """

    ILLEGAL = "illegal"
    """A move is illegal, or the die cannot have shown a roll. The replay stops before it."""
    CONTINUES_AFTER_END = "continues-after-end"
    """The record has more moves after the end of the game. The replay stops at the end."""
    RESULT_DIFFERS = "result-differs"
    """The result names another winner than the rules do, or the side that ran out of time."""
    RESULT_NOT_RECORDED = "result-not-recorded"
    """The game ended by the rules, and the result is ``Draw``, ``Ongoing`` or missing instead."""
    MISSING_CAPTURE = "capture-missing"
    """The rules capture pieces that the record does not write as captured."""
    UNEXPECTED_CAPTURE = "capture-stray"
    """The record writes pieces as captured that the rules do not capture."""
    UNPARSED_TOKEN = "odd-token"
    """A token could not be read as a move. It is left out of the replay."""
    WRONG_MARK = "mark-wrong"
    """A move has a wrong mark: the letter of a piece, the sign between the squares, or the info symbol.

    A letter before a square is right if that piece stands there. A sign is wrong if it says jump (``^``) or going on in
    a berserk turn (``=``) and the move is none; a dash says nothing. An info symbol is right if it is what
    :func:`~hnefatafl.records.mark_of` would write, in OTN or in algebraic notation, or if it is true word by word:
    ``+`` if the king can be captured by the next move, ``-`` if he can escape by it."""

    @property
    def is_illegal(self) -> bool:
        """Whether the record itself is illegal. Otherwise its moves are legal, and what it says about them is wrong.

        >>> FindingKind.ILLEGAL.is_illegal, FindingKind.WRONG_MARK.is_illegal
        (True, False)
        """
        return self in (FindingKind.ILLEGAL, FindingKind.CONTINUES_AFTER_END, FindingKind.UNPARSED_TOKEN)


@frozen(kw_only=True)
class Finding:
    """One thing that is wrong with a record.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2xc1 oops c1-d2,0,0,Ongoing"], variants.BRANDUBH)
    >>> for finding in game.replay().findings:
    ...     print(finding, finding.text, finding.message, sep=": ")
    illegal@3: c1-d2: pieces move straight along a file or a rank, and at least one square (d2)
    capture-stray@1: c4-c2xc1: written as captured, but not captured: c1
    odd-token@2: oops: a square was expected, such as a1 or k11
    """

    __repr__ = brief

    kind: FindingKind
    """What kind of finding it is."""
    line: int = 0
    """The line of the game: 0 for the main line, n for the n-th variation."""
    index: int | None
    """The index in its line, counted from 0, of the move that it is about, or of the next move where it is about an
    unparsed token; None if it is about the result."""
    number: int | None
    """The number of the token in the record, counted from 0; for a record that continues after the end of the game,
    of the last move of the game. None if it is about the result."""
    squares: tuple[Square, ...] = ()
    """The squares concerned: of the captures, or the one that makes a move illegal (:attr:`IllegalMove.square
    <hnefatafl.board.IllegalMove.square>`)."""
    rule: Rule | None = None
    """The rule that makes a move illegal, by which the game ended, or by which the pieces were captured; None where no
    rule is concerned. An impossible roll has none, nor has a side that ran out of time."""
    text: str
    """The move, roll, token or result as the record has it."""
    wrong_mark: str = ""
    """The mark that is wrong, for a wrong mark."""
    right_mark: str = ""
    """The mark that would be right; nothing if there should be none."""
    message: str
    """What is wrong, in words."""

    def __str__(self) -> str:
        return str(self.kind) if self.number is None else f"{self.kind}@{self.number}"


def format_findings(findings: Iterable[Finding]) -> str:
    """Return the verdict of a report: each kind of finding at its first occurrence, or ``agrees`` if there is none.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2xc1 oops,0,0,Ongoing"], variants.BRANDUBH)
    >>> format_findings(game.replay().findings)
    'capture-stray@1;odd-token@2'
    """
    first: dict[FindingKind, Finding] = {}
    for finding in findings:
        first.setdefault(finding.kind, finding)
    return ";".join(map(str, first.values())) or "agrees"
