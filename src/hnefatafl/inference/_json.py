"""What inference finds, as plain data for JSON. The keys are the names of the attributes."""

from __future__ import annotations

from hnefatafl.inference._eras import Eras
from hnefatafl.inference._evidence import Candidate, Evidence, GameReference, Rival, Unexplained
from hnefatafl.inference._layouts import InferredLayout
from hnefatafl.inference._noise import Slip

__all__ = ["candidate_data", "era_data", "evidence_data", "layout_data", "unexplained_data"]


def candidate_data(candidate: Candidate) -> dict[str, object]:
    """Return a ruleset, whole, with its cost.

    Raises:
        NotExpressibleError: the ruleset contains functions.
    """
    from hnefatafl.notation._documents import write_rules  # which loads cattrs

    return {
        "ruleset": write_rules(candidate.ruleset, "JSON"),
        "cost": candidate.cost,
        "games": candidate.games,
        "agrees": candidate.agrees,
        "contradictions": candidate.contradictions,
        "unexplained_ends": candidate.unexplained_ends,
        "base": candidate.base,
        "steps": list(candidate.steps),
    }


def evidence_data(evidence: Evidence) -> dict[str, object]:
    """Return what the games say about a question."""
    return {
        "question": evidence.question,
        "answer": evidence.answer,
        "standing": str(evidence.standing),
        "rivals": [_rival(rival) for rival in evidence.rivals],
    }


def _rival(rival: Rival) -> dict[str, object]:
    return {
        "answer": rival.answer,
        "standing": str(rival.standing),
        "broken": rival.broken,
        "lost_ends": rival.lost_ends,
        "helped": rival.helped,
        "beside": rival.beside,
        "expected": rival.expected,
        "is_wider": rival.is_wider,
        "example": None if rival.example is None else _game(rival.example),
        "capped": rival.capped,
    }


def unexplained_data(unexplained: Unexplained) -> dict[str, object]:
    """Return a class of unexplained games."""
    return {
        "kind": unexplained.kind,
        "count": unexplained.count,
        "slips": {str(kind): count for kind, count in unexplained.slips.items()},
        "games": [_game(game) for game in unexplained.games],
    }


def _game(game: GameReference) -> dict[str, object]:
    found: dict[str, object] = {"number": game.number, "id": game.id, "ply": game.ply, "verdict": game.verdict}
    return found if game.slip is None else {**found, "slip": _slip(game.slip)}


def _slip(slip: Slip) -> dict[str, object]:
    return {
        "kind": str(slip.kind),
        "number": slip.number,
        "plies": slip.plies,
        "squares": [square.name for square in slip.squares],
        "moves": [str(move) for move in slip.moves],
        "is_certain": slip.is_certain,
    }


def era_data(eras: Eras) -> dict[str, object]:
    """Return how an early and a late part of the games answer a question."""
    return {
        "question": eras.question,
        "earlier_answer": eras.earlier_answer,
        "later_answer": eras.later_answer,
        "last_early": eras.last_early,
        "first_late": eras.first_late,
        "early": {"earlier": eras.early.earlier, "later": eras.early.later},
        "late": {"earlier": eras.late.earlier, "later": eras.late.later},
        "p_value": eras.p_value,
        "silent": eras.silent,
        "undated": eras.undated,
        "exceptions": [_game(game) for game in eras.exceptions],
    }


def layout_data(layout: InferredLayout) -> dict[str, object]:
    """Return how a layout was inferred; the board is that of the best ruleset."""
    return {
        "board": layout.board.record,
        "first": str(layout.first),
        "votes": layout.votes,
        "against": layout.against,
        "unseen": list(layout.unseen.names),
        "assumed": list(layout.assumed),
    }
