"""Replays of records by other rules than their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from hnefatafl.board import Board, Side, Termination
from hnefatafl.errors import IllegalMoveError
from hnefatafl.notation.completion import complete, find_contradiction
from hnefatafl.play import Position
from hnefatafl.records import Finding, FindingKind, Game, Replay, replay_line
from hnefatafl.rules import Berserk, Ruleset

_LIMITS: Final = (Termination.QUIET_LIMIT, Termination.MOVE_LIMIT)


def replay_under(game: Game, rules: Ruleset) -> Replay:
    """Return the replay of a game by other rules than its own. Players went on after repetitions: those do not count.
    Whoever went on beyond a limit of moves did not play by it.

    Raises:
        HnefataflError: the game cannot begin under these rules.
    """
    if rules.berserk is not Berserk.NONE:
        return _within_limits(complete(attrs.evolve(game, ruleset=rules)).game.replay(lenient=True))
    if game.start is not None:
        start = Position.from_setup(game.start.setup, rules)
    elif rules.first is None and game.moves:
        start = Position.initial(rules, _first_mover(game, rules.start))
    else:
        start = Position.initial(rules)
    return _within_limits(replay_line(game, 0, start, True)[0])


def _within_limits(replay: Replay) -> Replay:
    """Return the replay as far as the limits of its rules allow, which a lenient replay does not heed."""
    rules = replay.start.ruleset
    if rules.quiet_limit is None and rules.move_limit is None:
        return replay
    for ply, (position, move) in enumerate(zip(replay.positions(), replay.moves, strict=False)):
        bound = position._bound()
        if bound.outcome is not None and bound.outcome.termination in _LIMITS:
            try:
                bound.play(move)
            except IllegalMoveError as error:
                differences = tuple(each for each in replay._differences if each[0] < ply)
                return attrs.evolve(
                    replay, moves=replay.moves[:ply], position=position, error=error, differences=differences
                )
    return replay


def soon_contradicted(game: Game, rules: Ruleset) -> tuple[int, Finding] | None:
    """Return the index of the recorded move by which it is certain, and soon known, that a game contradicts rules with
    berserk turns, however what its record leaves out is filled in, and what is wrong there; None if it is not.

    Raises:
        HnefataflError: as :func:`replay_under`.
    """
    if rules.berserk is Berserk.NONE:
        return None
    found = find_contradiction(attrs.evolve(game, ruleset=rules))
    if found is None:
        return None
    rest = Game(ruleset=rules, moves=game.moves[found.index :][:1], result=game.result, ending=game.ending)
    return found.index, earliest(contradictions(replay_line(rest, 0, found.position, True)[0]))


def _first_mover(game: Game, start: Board) -> Side:
    piece = start.get(game.moves[0].origin)
    return Side.ATTACKERS if piece is None else piece.side


def contradictions(replay: Replay) -> tuple[Finding, ...]:
    """Return the findings that speak against the rules. Where a record has no result at all, it lacks none."""
    if replay.game.result:
        return replay.findings
    return tuple(each for each in replay.findings if each.kind is not FindingKind.RESULT_NOT_RECORDED)


def earliest(findings: Sequence[Finding]) -> Finding:
    """Return the finding about the earliest move; those about no move come last."""
    return min(findings, key=lambda finding: float("inf") if finding.index is None else finding.index)
