"""Little boards that show what the answers of :mod:`hnefatafl.web._questions` mean."""

from __future__ import annotations

from typing import Final

from hnefatafl._base.seal import frozen
from hnefatafl.board import Move, PieceSet, Region, Side, Square
from hnefatafl.play import Position
from hnefatafl.render.svg import svg
from hnefatafl.rules import Ruleset
from hnefatafl.variants import layouts
from hnefatafl.web._answers import Answer

_SMALL: Final = Ruleset(name="an example", size=7, start=layouts.CROSS_7, throne=None, hammer=PieceSet.ALL)
_DEFENDERS: Final = "d"


@frozen
class _Board:
    """A board, whose turn it is, and what is shown: a ``play``, or the ``legal`` moves of a piece, arrows or marks."""

    board: str
    turn: str = ""
    play: str = ""
    legal: str = ""
    arrows: str = ""
    marks: str = ""
    base: Ruleset = _SMALL

    def drawn(self, answer: Answer, title: str) -> str:
        rules = self.base if answer.holds(self.base) else answer.given(self.base)
        side = Side.DEFENDERS if self.turn == _DEFENDERS else Side.ATTACKERS
        position = Position.parse(self.board, rules, side)
        return svg(
            position.explain(Move.parse(self.play)) if self.play else position,
            coordinates=False,
            legal=Square.parse(self.legal) if self.legal else None,
            arrows=self.arrows.split(),
            marks=self.marks.split(),
            title=title,
        )


_THRONED: Final = _SMALL.evolve(throne=Ruleset(name="usual", size=7, start=layouts.CROSS_7).throne)
_EDGE: Final = _SMALL.evolve(escape=Region.EDGE, corners=None)
_TABLUT: Final = Ruleset(name="an example", size=9, start=layouts.CROSS_9, corners=None, escape=Region.EDGE)
_ROOK: Final = _Board("/3t3/7/7/1T4t/7/3K3/3t3/", _DEFENDERS, legal="b4", base=_THRONED)
_CAMP: Final = _Board("/3ttt3/4t4/4T4/2t5t/1t1TKT1tt/t3T3t/4T4/4t4/3ttt3/", legal="c4", base=_TABLUT)

_BOARDS: Final[dict[tuple[str, str], _Board]] = {
    ("escape", "corners"): _Board("/7/7/7/K6/7/7/3t3/", _DEFENDERS, arrows="a4-a1 a4-a7"),
    ("escape", "edge"): _Board("/7/7/7/7/2K4/7/3t3/", _DEFENDERS, arrows="c5-c7 c5-a5 c5-g5 c5-c1"),
    ("escape", "inner-edge"): _Board("/7/7/7/7/2K4/7/3t3/", _DEFENDERS, arrows="c5-c7 c5-a5 c5-g5 c5-c1"),
    ("king", "strong"): _Board("/7/2t4/1tK1t2/2t4/7/7/7/", play="e3-d3", base=_THRONED),
    ("king", "near-throne"): _Board("/7/7/7/1t5/2K4/3t3/7/", marks="d4 c4 e4 d3 d5", base=_THRONED),
    ("king", "on-throne"): _Board("/7/7/7/1t5/2K4/3t3/7/", marks="d4", base=_THRONED),
    ("king", "middleweight"): _Board("/2tK2t/3t3/7/7/7/7/7/", play="g1-e1", base=_THRONED),
    ("king", "three"): _Board("/7/2t4/1tK1t2/7/7/7/7/", play="e3-d3", base=_THRONED),
    ("king", "weak"): _Board("/7/7/1tK1t2/7/7/7/7/", play="e3-d3", base=_THRONED),
    ("arms", "armed"): _Board("/7/K6/2t4/2T4/7/7/7/", _DEFENDERS, legal="a2"),
    ("arms", "hammer"): _Board("/7/K6/2t4/2T4/7/7/7/", _DEFENDERS, play="a2-c2"),
    ("arms", "anvil"): _Board("/7/7/2Kt2T/7/7/7/7/", _DEFENDERS, play="g3-e3"),
    ("arms", "unarmed"): _Board("/7/K6/2t4/2T4/7/7/7/", _DEFENDERS, play="a2-c2"),
    ("throne", "none"): _ROOK,
    ("throne", "open"): _ROOK,
    ("throne", "closed"): _ROOK,
    ("throne", "left"): _Board("/3t3/7/7/1K4t/7/3T3/3t3/", _DEFENDERS, legal="b4", base=_THRONED),
    ("throne", "friendly"): _Board("/3t3/7/7/1K5/3T3/5t1/3t3/", play="f6-d6", base=_THRONED),
    ("camps", "none"): _CAMP,
    ("camps", "camps"): _CAMP,
    ("camps", "king"): _Board("/3ttt3/4t4/9/t7t/tt5tt/tK1t4t/1t7/4t4/3ttt3/", play="d6-c6", base=_TABLUT),
    ("camps", "defenders"): _Board("/3ttt3/4t4/9/t7t/tt2K2tt/tT1t4t/9/4t4/3ttt3/", play="d6-c6", base=_TABLUT),
    ("extras", "shieldwall"): _Board("/7/7/3K3/7/t6/2ttt2/1tTTT1t/", play="g7-f7"),
    ("extras", "exit_fort"): _Board("/1TK1T2/2TT3/7/7/7/7/3t3/"),
    ("extras", "encirclement"): _Board("/7/3t3/2t1t2/1t1KTt1/2t1t2/6t/7/", play="g6-d6"),
    ("extras", "edge_hostile"): _Board("/7/7/t4T1/7/3K3/7/7/", _DEFENDERS, play="f3-b3"),
    ("extras", "joint_capture"): _Board("/3t3/7/2tt3/1tTK2t/2tt3/7/7/", play="g4-e4"),
    ("extras", "slow-king"): _Board("/3t3/7/7/2K4/7/7/3t3/", _DEFENDERS, legal="c4"),
    ("extras", "forced_capture"): _Board("/1t5/2T4/7/K6/7/7/3t3/", _DEFENDERS, legal="c2"),
    ("extras", "berserk"): _Board("/2t4/2T4/1t5/3Tt2/7/4K2/7/", play="b3-c3"),
    ("extras", "announcements"): _Board("/7/7/7/7/2K4/7/3t3/", _DEFENDERS, arrows="c5-c7 c5-c1", base=_EDGE),
}  # fmt: skip


def picture(question: str, answer: Answer, title: str) -> str | None:
    """Return a little board for an answer: for a layout the board itself; None for one that no board shows."""
    if question == "layout":
        start = answer.given(_SMALL).start
        return svg(start, coordinates=False, title=title)
    board = _BOARDS.get((question, answer.key))
    return None if board is None else board.drawn(answer, title)
