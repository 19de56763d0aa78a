"""What leaflets claim about moves and endings is played out in random games: the claims are read from the sentences as
data, and every legal move, every side to move and every ending of a game must be as they say.

Captures are tried in ``test_leaflets.py``.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final, cast

import pytest
from attrs import frozen
from conftest import DEEP, EXAMPLES
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from leaflets import STEPS
from sweeping import SWEPT

from hnefatafl import (
    COMPILED,
    Board,
    Kind,
    Outcome,
    Piece,
    PieceSet,
    Position,
    Ruleset,
    Side,
    Speed,
    Square,
    Termination,
    variants,
)
from hnefatafl.describe import Phrase, leaflet
from hnefatafl.testing.strategies import rulesets

MOST: Final = EXAMPLES if DEEP else EXAMPLES if COMPILED else EXAMPLES // 5
PLIES: Final = 60
LESS: Final = (
    *("repeat forbidden", "repeat offensive", "announce binding", "forced_capture", "no_walk_in"),
    *("die", "die king", "h die", "dice"),
)
"""Phrases of rules that forbid some of the moves that are otherwise allowed."""
LIMITS: Final = {"move all", "move some", "move attackers", "move defenders", "move king"}


@frozen
class Ground:
    """A zone as a leaflet tells of it: who may stop on its squares, come from outside, and cross them."""

    squares: frozenset[Square]
    stop: PieceSet
    enter: PieceSet
    cross: PieceSet


def _limited(phrase: Phrase) -> PieceSet:
    single = {
        "move all": PieceSet.ALL,
        "move attackers": PieceSet.ATTACKING_SOLDIERS,
        "move defenders": PieceSet.DEFENDING_SOLDIERS,
        "move king": PieceSet.KING,
    }
    return cast(PieceSet, phrase.values["who"]) if phrase.key == "move some" else single[phrase.key]


class Claims:
    """What a leaflet claims about moves and endings."""

    def __init__(self, rules: Ruleset) -> None:
        self.size = rules.size
        self.said: dict[str, Phrase] = {}
        self.grounds: list[Ground] = []
        self.reach: dict[PieceSet, int] = {}
        for section, paragraphs in leaflet(rules).sections.items():
            self.said[f"h {section}"] = Phrase(section)
            for paragraph in paragraphs:
                said = {phrase.key: phrase for phrase in paragraph}
                self.said |= said
                limits = [phrase for phrase in paragraph if phrase.key in LIMITS]
                self.reach |= {_limited(phrase): cast(int, phrase.values["n"]) for phrase in limits}
                if "zone" in said:
                    self.grounds += self._grounds(said)

    @staticmethod
    def _grounds(said: dict[str, Phrase]) -> list[Ground]:
        def who(verb: str, default: PieceSet) -> PieceSet:
            if f"{verb} none" in said:
                return PieceSet.NONE
            if f"{verb} some" not in said:
                return PieceSet.ALL if f"{verb} all" in said else default
            return cast(PieceSet, said[f"{verb} some"].values["who"])

        stop = who("stop", PieceSet.ALL)
        enter = who("enter", stop)
        if "king left" in said:
            enter &= ~PieceSet.KING
        places = cast("tuple[tuple[Square]]", said["zone"].values["places"])
        return [Ground(frozenset(squares), stop, enter, who("cross", PieceSet.ALL)) for squares in places]

    def number(self, key: str, slot: str = "n") -> int:
        return cast(int, self.said[key].values[slot])

    def moves(self, board: Board, side: Side) -> set[tuple[Square, Square]]:
        """The moves of that side, as the leaflet tells: straight, as far as the piece goes, over squares that it may
        cross, to one where it may stop."""
        found: set[tuple[Square, Square]] = set()
        for origin, piece in board.items():
            if piece.side is not side:
                continue
            far = min((n for pieces, n in self.reach.items() if pieces.has(piece)), default=self.size)
            for x, y in STEPS:
                target = origin
                for _ in range(far):
                    target = target.offset(x, y)
                    if not target.on(self.size) or target in board:
                        break
                    here = [ground for ground in self.grounds if target in ground.squares]
                    if all((g.stop if origin in g.squares else g.stop & g.enter).has(piece) for g in here):
                        found.add((origin, target))
                    if not all(origin in ground.squares or ground.cross.has(piece) for ground in here):
                        break
        return found


def judge_moves(claims: Claims, position: Position) -> None:
    legal = {(move.origin, move.target) for move in position.legal_moves() if move.origin != move.target}
    claimed = claims.moves(position.board, position.turn)
    if any(key in claims.said for key in LESS):
        assert legal <= claimed
    else:
        assert legal == claimed


def judge_end(claims: Claims, outcome: Outcome, position: Position) -> None:
    """The ending is one that the leaflet names, with the winner that it names."""
    said, end, winner = claims.said, outcome.termination, outcome.winner
    attackers = position.board.count(PieceSet.ATTACKERS)
    if end is Termination.KING_ESCAPED:
        assert "aim escape" in said
        assert winner is Side.DEFENDERS
    elif end is Termination.KING_CAPTURED:
        assert "aim capture" in said
        assert winner is Side.ATTACKERS
    elif end is Termination.KING_CAPTURED_ON_EDGE:
        assert "edge_capture draw" in said
        assert winner is None
    elif end is Termination.KING_IMMOBILE:
        assert "immobile_king" in said
        assert winner is Side.ATTACKERS
        moves = claims.moves(position.board, Side.DEFENDERS)
        assert all(origin != position.board.king for origin, _ in moves)
    elif end is Termination.ALL_CAPTURED:
        assert {"fewest_attackers one", "fewest_attackers many"} & set(said)
        assert (attackers, winner) == (0, Side.DEFENDERS)
    elif end is Termination.TOO_FEW_ATTACKERS:
        assert attackers <= claims.number("fewest_attackers many", "left")
        assert winner is Side.DEFENDERS
    elif end is Termination.TOO_FEW_DEFENDERS:
        left = claims.number("fewest_defenders many", "left") if "fewest_defenders many" in said else 0
        assert position.board.count(PieceSet.DEFENDING_MEN) <= left
        assert "fewest_defenders one" in said or left > 0
        assert winner is Side.ATTACKERS
    elif end is Termination.NO_LEGAL_MOVE:
        assert not position.legal_moves()
        assert winner is (position.turn.opponent if "no_move loss" in said else None)
    elif end is Termination.QUIET_LIMIT:
        assert position.plies_since_capture == claims.number("quiet_limit")
        judge_limit(claims.said["quiet_limit"], winner, position.turn)
    elif end is Termination.MOVE_LIMIT:
        assert position.ply == claims.number("move_limit")
        judge_limit(claims.said["move_limit"], winner, position.turn)
    elif end is Termination.ENCIRCLEMENT:
        assert {"encirclement", "encirclement edge"} & set(said)
        assert winner is Side.ATTACKERS
    elif end is Termination.NO_ESCAPE:
        assert "no_escape" in said
        assert winner is Side.ATTACKERS
    elif end is Termination.EXIT_FORT:
        assert {"exit_fort", "exit_fort simple"} & set(said)
        assert winner is Side.DEFENDERS
    elif end is Termination.TUICHU:
        assert "tuichu_wins" in said
        assert winner is Side.DEFENDERS
    elif end is Termination.REPETITION:
        judge_repetition(claims, winner, position.turn.opponent)


def judge_limit(said: Phrase, winner: Side | None, turn: Side) -> None:
    won = {
        "limit draw": None,
        "limit mover-loses": turn.opponent,
        "limit attackers-lose": Side.DEFENDERS,
        "limit defenders-lose": Side.ATTACKERS,
    }
    assert winner is won[cast(Phrase, said.values["end"]).key]


def judge_repetition(claims: Claims, winner: Side | None, mover: Side) -> None:
    won = {
        "repeat draw": None,
        "repeat mover loses": mover.opponent,
        "repeat mover wins": mover,
        "repeat defenders lose": Side.ATTACKERS,
        "repeat attackers lose": Side.DEFENDERS,
        "repeat offensive": None,
    }
    (key,) = (key for key in won if key in claims.said)
    assert winner is won[key]


def play_out(rules: Ruleset, dice: Random, met: Counter[str]) -> None:
    """Play a random game, and compare it with what the leaflet says."""
    claims = Claims(rules)
    if "jumps" in claims.said or "h berserk" in claims.said:
        return
    position = Position.initial(rules, None if rules.first is not None else Side.ATTACKERS)
    firsts = {"first attackers": Side.ATTACKERS, "first defenders": Side.DEFENDERS}
    assert all(position.turn is side for key, side in firsts.items() if key in claims.said)
    seen: list[tuple[Board, Side]] = [(position.board, position.turn)]
    while position.outcome is None and position.ply < PLIES:
        legal = position.legal_moves()
        if not legal:
            return  # the die has to be rolled
        judge_moves(claims, position)
        met["moves"] += 1
        move = dice.choice(legal)
        if len(seen) > 2 and dice.random() < 0.4:  # to and fro, so that positions are repeated
            back = [each for each in legal if (position.play(each).board, position.turn.opponent) in seen]
            move = dice.choice(back or legal)
        after = position.play(move)
        if after.outcome is None and "no_move pass" not in claims.said:
            assert after.turn is position.turn.opponent
        position = after
        seen = [*seen[-12:], (position.board, position.turn)]
    if position.outcome is not None:
        judge_end(claims, position.outcome, position)
        met[position.outcome.termination.value] += 1


def test_random_games_go_as_the_leaflet_says() -> None:
    met: Counter[str] = Counter()

    @settings(max_examples=MOST, derandomize=not DEEP, phases=[Phase.generate])
    @given(rulesets(extra_captures=(), extra_endings=()), st.integers(0, 2**32))
    def check(rules: Ruleset, seed: int) -> None:
        play_out(rules, Random(seed), met)

    check()
    assert met["moves"] > 0


@pytest.mark.parametrize("name", SWEPT)
def test_games_of_shipped_rulesets_go_as_the_leaflet_says(name: str) -> None:
    play_out(variants.get(name), Random(1), Counter())


def test_a_leaflet_that_is_wrong_is_found() -> None:
    """The claims of another ruleset do not pass."""
    for other in (variants.FOTEVIKEN_TABLUT, variants.MADERA_TABLUT.evolve(speed=Speed(king=1))):
        pieces = {
            "c2": Piece.KING,
            "e7": Piece(Side.DEFENDERS, Kind.SOLDIER),
            "a8": Piece(Side.ATTACKERS, Kind.SOLDIER),
        }
        pieces |= dict.fromkeys(("h8", "h7"), pieces["a8"])
        board = Board(9, {Square.parse(name): piece for name, piece in pieces.items()})
        with pytest.raises(AssertionError):
            judge_moves(Claims(other), Position.from_board(board, variants.MADERA_TABLUT, Side.DEFENDERS))
