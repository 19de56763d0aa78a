"""What leaflets claim about captures is played out: positions that a claim describes, and some that lack a part of it.

The claims are read from the sentences as data (``leaflets.py``, ``trying.py``), for rulesets drawn at random.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

import pytest
from conftest import DEEP, EXAMPLES
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from leaflets import Told
from sweeping import SWEPT
from test_describe import ranked
from trying import PLACES, SCENES, Trial, kept, trials

from hnefatafl import COMPILED, Illegality, Outcome, PieceSet, Position, Roll, Ruleset, Side, Termination, variants
from hnefatafl.describe import LANGUAGES
from hnefatafl.testing.reference import length
from hnefatafl.testing.strategies import rulesets

MOST: Final = EXAMPLES if DEEP else 5 * EXAMPLES if COMPILED else EXAMPLES // 5
"""The number of rulesets: 10,000 in a deep run, which takes minutes, and 500 in CI."""
FORCED: Final = {"forced_capture", "forced_capture berserk", "forced_capture die"}
UNPLAYED: Final = {"capture free", "capture free turn", "arms jump", "capture several", "edge king", *FORCED}
"""Sentences about captures that say nothing about a single move."""
UNARMED: Final = variants.HNEFATAFL_11.evolve(hammer=PieceSet.DEFENDERS)
"""A game in which no attacker captures."""


def judge(rules: Ruleset, told: Told, trial: Trial) -> bool:
    """Play the trial, if its move is legal: exactly what the leaflet says is captured. If it leads between two enemies,
    it is illegal exactly where the leaflet says so. Return whether either was tried."""
    piece = trial.board[trial.move.origin]
    roll = None
    if rules.die is not None and rules.die.pieces.has(piece):
        far = min(length(trial.move.origin, trial.move.target), rules.faces)
        roll = {Roll.AT_MOST: rules.faces, Roll.EXACTLY: far, Roll.ODD: 1}[rules.die.allows]
    position = Position.from_board(trial.board, rules, piece.side, roll=roll)
    found = position.illegality(trial.move)
    if found is not None and found.reason is not Illegality.WALK_IN:
        return False
    assert (found is not None) == told.barred(trial.board, trial.move), f"{trial.claim}: {trial.move} on\n{trial.board}"
    if found is not None:
        return True
    play = position.explain(trial.move)
    claimed, king = told.captured(trial.board, trial.move), trial.board.king
    assert {capture.square for capture in play.captures} == claimed, f"{trial.claim}: {trial.move} on\n{trial.board}"
    end = play.after.outcome
    captured = end is not None and end.termination in (Termination.KING_CAPTURED, Termination.KING_CAPTURED_ON_EDGE)
    assert captured == (king in claimed)
    if king is not None and king in claimed:
        drawn = "edge_capture draw" in told.said and told.on_edge(king)
        on_edge = Outcome(None, Termination.KING_CAPTURED_ON_EDGE)
        assert end == (on_edge if drawn else Outcome(Side.ATTACKERS, Termination.KING_CAPTURED))
    return True


def test_the_claims_of_leaflets_are_played_out() -> None:
    met: Counter[str] = Counter()

    # A failing ruleset takes minutes to shrink.
    @settings(max_examples=MOST, derandomize=not DEEP, phases=[Phase.generate])
    @given(st.one_of(rulesets(extra_captures=(), extra_endings=()), ranked()), st.integers(0, 2**32))
    def check(rules: Ruleset, seed: int) -> None:
        told, dice = Told(rules), Random(seed)
        assert {claim for claim in told.said if not claim.startswith("jump ")} <= {*SCENES, *PLACES, *UNPLAYED}
        for claim in told.said:
            # Two claims about the king alone may be void where he is captured together with a man beside him.
            assert kept(told, claim) is not False or ("joint_capture" in told.said and claim in PLACES), claim
        for trial in trials(told, dice):
            met[trial.claim] += judge(rules, told, trial)

    check()
    if MOST >= 1000:
        # The last is rare; shipped rulesets have it.
        assert set(SCENES) - {claim for claim, played in met.items() if played} <= {"edge_hostile both"}


@pytest.mark.parametrize("name", SWEPT)
def test_the_claims_of_shipped_leaflets_are_played_out(name: str) -> None:
    rules, dice = variants.get(name), Random(0)
    told = Told(rules)
    assert all(kept(told, claim) is not False for claim in told.said)
    assert sum(judge(rules, told, trial) for _ in range(8) for trial in trials(told, dice)) > 5


def test_a_king_whom_no_attacker_captures_is_told_to_be_safe() -> None:
    """ "The mover must be in hammer, otherwise nothing at all is captured" (rules.rst, "Captures")."""
    told = Told(UNARMED)
    assert [claim for claim in told.said if claim.startswith("king")] == ["king safe"]
    dice = Random(1)
    assert sum(judge(UNARMED, told, trial) for _ in range(50) for trial in trials(told, dice)) > 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_aim_of_attackers_who_cannot_capture_the_king(lang: str) -> None:
    aim, king = {
        "en": ("so the attackers can win only in another way.", "Under these rules the king is never captured."),
        "de": ("können daher nur auf andere Weise gewinnen.", "Nach diesen Regeln wird der König nie gefangen."),
        "sv": ("så angriparna kan bara vinna på något annat sätt.", "Enligt de här reglerna fångas kungen aldrig."),
    }[lang]
    told = " ".join(UNARMED.describe(lang).split())
    assert aim in told
    assert king in told


@pytest.mark.parametrize(
    ("options", "claims"),
    [
        ({"anvil": PieceSet.NONE}, {"king strong"}),
        ({"hammer": PieceSet.NONE}, {"king strong", "shieldwall", "linnaean_capture"}),
        ({"anvil": PieceSet.DEFENDERS}, {"king strong", "linnaean_capture"}),
    ],
    ids=["no anvil", "no hammer", "no attacking anvil"],
)
def test_captures_that_need_other_pieces_are_not_told(options: dict[str, Any], claims: set[str]) -> None:
    rules = variants.COPENHAGEN.evolve(linnaean_capture=True)
    assert claims <= set(Told(rules).said)
    assert not claims & set(Told(rules.evolve(**options)).said)
