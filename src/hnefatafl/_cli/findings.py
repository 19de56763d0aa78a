"""What is wrong with a record, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from hnefatafl._cli.console import printable
from hnefatafl.game import CaptureFault, Game, Replay
from hnefatafl.notation import otn
from hnefatafl.position import Position

__all__ = ["UNPLAYABLE", "Finding", "find", "locate", "plain"]

_LONGEST: Final = 60

UNPLAYABLE: Final = frozenset({"illegal", "continues-after-end", "odd-token"})
"""The classes of disagreement in which the record itself is illegal; in the others it differs from the rules only in
what it says about legal moves."""


@frozen(kw_only=True)
class Finding:
    """One disagreement between a record and the rules."""

    kind: str
    """Its class, such as ``illegal``."""
    token: int | None
    """Which token of the record it is about, counted from 0, or None for the result."""
    ply: int
    """Which move it is about, counted from 1."""
    text: str
    """What stands there in the record, or nothing."""
    reason: str
    """What is wrong."""
    more: int
    """How many of the same class the record has besides."""
    position: Position
    """The position that tells most about it: for an illegal move the one before it."""
    address: str | None = None
    """The address of the move, in a record that is a tree."""
    line: int | None = None
    """The line of the file, where it is not that of the game."""


def find(replay: Replay) -> list[Finding]:
    """Everything that is wrong with a record, each class at its first occurrence, in the order of the verdict."""
    found: list[Finding] = []
    if replay.error is not None:
        found.append(_illegal(replay))
    elif replay.verdict_class in ("result-differs", "result-not-recorded"):
        found.append(_result(replay))
    if replay.missing:
        found.append(_captures(replay, "capture-missing", replay.missing, "captured, but not written as captured"))
    if replay.stray:
        found.append(_captures(replay, "capture-stray", replay.stray, "written as captured, but not captured"))
    if replay.game.unparsed and not replay.line:
        found.append(_odd(replay))
    if replay.marks:
        found.append(_mark(replay))
    return found


def locate(found: list[Finding], replay: Replay, text: str | None) -> list[Finding]:
    """The findings with the addresses of moves in a game that is a tree, or in OTN; and with the lines of its text,
    where there is one that tells where moves stand."""
    moves = replay.recorded
    if text is None and not replay.game.variations:
        return found
    return [
        finding
        if finding.token is None or finding.ply > len(moves)
        else evolve(
            finding,
            address=otn.address(replay.game, replay.line, finding.ply - 1),
            line=None if text is None else text.count("\n", 0, moves[finding.ply - 1].offset) + 1,
        )
        for finding in found
    ]


def plain(text: str) -> str:
    """A text from a record, safe to show: short, and without control characters."""
    shown = printable(text[:_LONGEST])
    return shown if len(text) <= _LONGEST else shown + "..."


def _illegal(replay: Replay) -> Finding:
    ply = len(replay.moves)
    recorded = replay.recorded[ply:]
    return Finding(
        kind="continues-after-end" if replay.continues else "illegal",
        token=replay.error_number,
        ply=ply + 1,
        text=plain(str(recorded[0]) if recorded else replay.refused),
        reason=f"the game is over: {replay.outcome}" if replay.continues else replay.reason,
        more=0,
        position=replay.position,
    )


def _result(replay: Replay) -> Finding:
    result, outcome = replay.game.result, replay.outcome
    said = {"Black": "that the attackers won", "White": "that the defenders won", "": "no result"}.get(result, result)
    if outcome is None:
        loser = replay.position.turn
        truth = f"the {loser} ran out of time"
    else:
        truth = f"by the rules {outcome}"
    return Finding(
        kind=replay.verdict_class,
        token=None,
        ply=len(replay.moves),
        text=plain(result),
        reason=f"the record says {said}, but {truth}",
        more=0,
        position=replay.position,
    )


def _captures(replay: Replay, kind: str, faults: Sequence[CaptureFault], what: str) -> Finding:
    first = faults[0]
    ply = _ply(replay.game, first.number)
    return Finding(
        kind=kind,
        token=first.number,
        ply=ply + 1,
        text=plain(str(replay.recorded[ply])),
        reason=f"{what}: {', '.join(str(square) for square in first.squares)}",
        more=len(faults) - 1,
        position=_position(replay, ply + 1),
    )


def _odd(replay: Replay) -> Finding:
    first = replay.game.unparsed[0]
    ply = _ply(replay.game, first.number)
    return Finding(
        kind="odd-token",
        token=first.number,
        ply=ply + 1,
        text=plain(first.text),
        reason=first.message,
        more=len(replay.game.unparsed) - 1,
        position=_position(replay, ply),
    )


def _mark(replay: Replay) -> Finding:
    first = replay.marks[0]
    right = first.right or "none"
    return Finding(
        kind="mark-wrong",
        token=first.number,
        ply=first.number + 1,
        text=plain(str(replay.recorded[first.number])),
        reason=f"the info symbol {first.written} does not hold; the right one is {right}",
        more=len(replay.marks) - 1,
        position=_position(replay, first.number + 1),
    )


def _ply(game: Game, token: int) -> int:
    """How many moves stand before that token."""
    return token - sum(1 for odd in game.unparsed if odd.number < token)


def _position(replay: Replay, ply: int) -> Position:
    """The position after so many moves, or the last one that was reached."""
    return list(replay.positions())[: ply + 1][-1]
