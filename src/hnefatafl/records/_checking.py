"""How the findings of a replay are made.

Findings: what is wrong with a record, as data.

:attr:`Replay.findings <hnefatafl.records.Replay.findings>` is a tuple of them, empty where record and rules agree.
:func:`format_findings` writes them as the verdict of a report.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve

from hnefatafl.board import CaptureKind, Illegality, Square, Termination
from hnefatafl.errors import IllegalMoveError
from hnefatafl.play import Position
from hnefatafl.records._moves import apply_roll, wrong_marks
from hnefatafl.support.arguments import check
from hnefatafl.support.enums import Listed
from hnefatafl.support.immutability import frozen

if TYPE_CHECKING:
    from hnefatafl.records._game import Game
    from hnefatafl.records._replay import Replay

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
        """Whether the record itself is illegal. Otherwise its moves are legal, and what it says about them is wrong."""
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


def find(replay: Replay) -> Iterator[Finding]:
    """Everything that is wrong with a record, kind by kind, each in the order of the moves."""
    if replay.error is not None:
        yield _find_illegal(replay)
    elif not replay.line:
        result = result_finding(replay.game, replay.position)
        if result is not None:
            yield result
    yield from _find_missing(replay)
    yield from _find_unexpected(replay)
    if not replay.line:
        yield from _find_unparsed(replay)
    yield from _find_wrong_marks(replay)


def result_finding(game: Game, position: Position) -> Finding | None:
    """Return the finding about the result of a record whose moves lead to the position, or None if the result is right.

    >>> from hnefatafl import Side, variants
    >>> from hnefatafl.records import Game
    >>> game = Game(ruleset=variants.BRANDUBH, result="White", ending="timeout")
    >>> finding = result_finding(game, Position.initial(variants.BRANDUBH, Side.DEFENDERS))
    >>> finding.kind, finding.message
    (FindingKind.RESULT_DIFFERS, 'the record says that the defenders won, but the defenders ran out of time')
    """
    check("position", position, Position)
    outcome, result, winner = position.outcome, game.result, game.winner
    kind = FindingKind.RESULT_DIFFERS
    if outcome is None:
        if game.ending != "timeout" or winner is not position.turn:
            return None
        truth = f"the {position.turn} ran out of time"
    else:
        agrees = winner is outcome.winner if winner is not None else result == "Draw" and outcome.winner is None
        if agrees or result == "?":
            return None
        if winner is None:
            kind = FindingKind.RESULT_NOT_RECORDED
        truth = f"by the rules {outcome}"
    said = {"Black": "that the attackers won", "White": "that the defenders won", "": "no result"}.get(result, result)
    return Finding(
        kind=kind,
        index=None,
        number=None,
        rule=None if outcome is None else outcome.termination,
        text=result,
        message=f"the record says {said}, but {truth}",
    )


def _find_illegal(replay: Replay) -> Finding:
    """Why the replay stopped before the record did."""
    error, index = replay.error, len(replay.moves)
    recorded = replay.recorded[index:]
    assert error is not None
    if not isinstance(error, IllegalMoveError):
        number = recorded[0].roll if recorded else replay._replayed_line.roll_pending
        return _make_finding(replay, FindingKind.ILLEGAL, index, text=f"the roll of {number}", message=str(error))
    outcome = replay.outcome
    if outcome is None:
        squares = () if error.square is None else (error.square,)
        message = error.reason.sentence + "".join(f" ({square})" for square in squares)
        return _make_finding(replay, FindingKind.ILLEGAL, index, squares=squares, rule=error.reason, message=message)
    message = f"the game is over: {outcome}"
    finding = _make_finding(replay, FindingKind.CONTINUES_AFTER_END, index, rule=outcome.termination, message=message)
    return evolve(finding, number=replay._numbers[max(index - 1, 0)])


def _find_missing(replay: Replay) -> Iterator[Finding]:
    """The captures that the record does not write; those of one move by different rules are different findings."""
    # Positions are replayed only where something is missing: most records have nothing to look up.
    missing_at = {index: missing for index, missing, _ in replay.differences if missing}
    for index, position in enumerate(replay.positions() if missing_at else ()):
        recorded = replay.recorded[index] if index in missing_at else None
        if recorded is None:
            continue
        played = apply_roll(position, recorded.roll).explain(recorded.move, announce=recorded.announced)
        rules = {capture.square: capture.rule for capture in played.captures}
        for rule in CaptureKind:
            squares = tuple(square for square in missing_at[index] if rules[square] is rule)
            if squares:
                message = f"captured, but not written as captured: {_join_names(squares)}"
                yield _make_finding(
                    replay, FindingKind.MISSING_CAPTURE, index, squares=squares, rule=rule, message=message
                )


def _find_unexpected(replay: Replay) -> Iterator[Finding]:
    for index, _, squares in replay.differences:
        if squares:
            message = f"written as captured, but not captured: {_join_names(squares)}"
            yield _make_finding(replay, FindingKind.UNEXPECTED_CAPTURE, index, squares=squares, message=message)


def _find_unparsed(replay: Replay) -> Iterator[Finding]:
    for token in replay.game.unparsed:
        yield Finding(
            kind=FindingKind.UNPARSED_TOKEN,
            # Tokens are counted with what could not be read, moves without.
            index=bisect_left(replay._numbers, token.number, hi=len(replay.recorded)),
            number=token.number,
            text=token.text,
            message=token.message,
        )


def _find_wrong_marks(replay: Replay) -> Iterator[Finding]:
    """The marks that say what is not so."""
    # Few records have marks, and checking one explains its move.
    if not any(move.has_marks for move in replay.recorded):
        return
    for index, (recorded, position) in enumerate(zip(replay.recorded, replay.positions(), strict=False)):
        if recorded.has_marks and index < len(replay.moves):
            for wrong, right in wrong_marks(recorded, apply_roll(position, recorded.roll)):
                message = f"the mark {wrong} does not hold; the right one is {right or 'none'}"
                finding = _make_finding(replay, FindingKind.WRONG_MARK, index, message=message)
                yield evolve(finding, wrong_mark=wrong, right_mark=right)


def _make_finding(
    replay: Replay,
    kind: FindingKind,
    index: int,
    *,
    squares: tuple[Square, ...] = (),
    rule: Rule | None = None,
    text: str | None = None,
    message: str,
) -> Finding:
    """A finding about a move."""
    return Finding(
        kind=kind,
        line=replay.line,
        index=index,
        number=replay._numbers[index],
        squares=squares,
        rule=rule,
        text=str(replay.recorded[index]) if text is None else text,
        message=message,
    )


def token_numbers(game: Game, line: int) -> list[int]:
    """The number of the token of each move of a line, and of what would come next, all counted from 0.

    Only the main line of a record can have unparsed tokens between its moves, or moves that were filled in.
    """
    if line:
        return list(range(len(game.variations[line - 1].moves) + 1))
    unparsed = [token.number for token in game.unparsed]
    numbers: list[int] = []
    number = passed = 0
    for move in (*game.moves, None):
        while passed < len(unparsed) and unparsed[passed] <= number:
            passed += 1
            number += 1
        numbers.append(number)
        number += move is not None and move.written
    return numbers


def _join_names(squares: Iterable[Square]) -> str:
    return ", ".join(square.name for square in squares)
