"""What the walk over all public callables gives them: good values and wrong ones of the kinds that are asked about, and
fitting ones for the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random as Chance
from typing import Any, Final, cast

from doors import Door, Parameter, doors

from hnefatafl import (
    ActionSpace,
    Batch,
    Berserk,
    CaptureKind,
    Die,
    Game,
    Illegality,
    Kind,
    Move,
    Outcome,
    Piece,
    PieceSet,
    Position,
    SearchBoard,
    Side,
    Square,
    SquareSet,
    Symmetry,
    Termination,
    variants,
)
from hnefatafl.notation import bologna, dcampbell
from hnefatafl.notation.detection import Detected, Lines, detect
from hnefatafl.play import PlayoutSummary, summarize_playouts
from hnefatafl.records import Finding, FindingKind, RecordedMove, UnparsedToken
from hnefatafl.search import (
    AlphaBeta,
    Clocks,
    Greedy,
    Limit,
    MonteCarlo,
    Random,
    Score,
    Searcher,
    Verdict,
    analyse,
)
from tafl.arena import Contest
from tafl.engine import HOSTS, Host, Search
from tafl.engine.bologna import Seat
from tafl.engine.bologna_referee import Cause
from tafl.engine.htp import HtpServer
from tafl.engine.otep import OtepServer
from tafl.engine.ugi import UgiServer
from tafl.explorer import GameIndex, Results, index_games
from tafl.inference import EraCount, InferredKinds, Question, infer_kinds
from tafl.lab import Strength
from tafl.learning import Planes
from tafl.puzzles import AttemptKind, Puzzle, PuzzleTrainer
from tafl.table import Table

RULES: Final = variants.BRANDUBH
START: Final = Position.initial(RULES)
AFTER: Final = START.play("d1-c1")
TEXT: Final = f"brandubh {AFTER.text}"
GAME: Final = Game.from_position(AFTER)
BERSERK: Final = RULES.evolve(name="berserk", berserk=Berserk.MAY_CAPTURE)
DICE: Final = Position.initial(RULES.evolve(name="dice", die=Die(pieces=PieceSet.ALL)))
TABLUT: Final = Game(ruleset=variants.ASHTON_TABLUT).add([Move("e4-c4")])


class Junk:
    """An object of no type that anything takes."""

    def __repr__(self) -> str:
        return "<junk>"


def capture_nothing(*_: object) -> list[Square]:
    """An extra capture."""
    return []


def end_nothing(*_: object) -> None:
    """An extra ending."""


def read_nothing(*_: object) -> Iterator[Game]:
    """The reader of a dialect."""
    return iter(())


ASKED: Final[dict[str, tuple[Any, ...]]] = {
    "Ruleset": (RULES, "brandubh", "brandhubb"),
    "RulesetLike": (RULES, "brandubh", "brandhubb"),
    "Position": (AFTER, "brandubh", TEXT, "brandhubb"),
    "PositionLike": (AFTER, "brandubh", TEXT, "brandhubb"),
    "GameLike": (GAME, "brandubh", TEXT, "brandhubb"),
    "Subject": (AFTER, "brandubh", TEXT, RULES.start.record, "brandhubb"),
    "Side": (Side.DEFENDERS, "defenders", "atackers"),
    "Square": (Square("d1"), "d1", "d99"),
    "Move": (Move("d3-c3"), "d3-c3", "d3-"),
    "Symmetry": (Symmetry.ROTATE_90, "rotate_90", "defenders"),
    "Theme": ("dark", "drak"),
}
"""What is given, by the kinds that are asked about: values, names and texts, and what is nearly one."""
WRONG: Final = (7, None, Junk())
"""What is given, too, and is none of these."""
LIKE: Final = ("RulesetLike", "PositionLike", "GameLike", "Subject", "Theme")
"""The kinds that have names and texts. Of others only the value is good, unless the annotation has ``str``, too."""

FIT: Final[dict[str, Any]] = {
    **{kind: values[0] for kind, values in ASKED.items()},
    "Game": GAME, "Board": RULES.start, "str": "d1-c1", "int": 7, "float": 1.0, "bool": True, "object": None,
    "bytes": RULES.start.codes, "Any": None,
    "Limit": Limit(nodes=20), "Piece": Piece.ATTACKER, "Kind": Kind.SOLDIER, "Setup": START.setup,
    "PieceSet": PieceSet.ALL, "SquareSet": SquareSet.of("d1"), "Outcome": Outcome(None, Termination.REPETITION),
    "Analysis": analyse(START, Limit(nodes=20)), "Score": Score(side=Side.ATTACKERS, value=1),
    "Random": Chance(1), "PlayerLike": "random", "Player": Random(), "Node": "", "Dialect": "otn",
    "Strength": Strength(), "PlayedMove": START.explain("d1-c1"),
    "RecordedMove": RecordedMove(origin=Square("d3"), target=Square("c3")),
    "Contest": Contest(players=("random", "random"), ruleset=RULES),
    "Batch": Batch(START, 2), "Termination": Termination.REPETITION,
    "CaptureKind": CaptureKind.CUSTODIAL, "Illegality": Illegality.BLOCKED, "Verdict": Verdict.OPEN,
    "AttemptKind": AttemptKind.ILLEGAL, "Results": Results(), "EraCount": EraCount(earlier=1, later=0),
    "Search": Search(position=START, limit=Limit(nodes=20)), "Planes": Planes(RULES),
    "Puzzle": Puzzle(position=START, line=(Move("d1-c1"),), refuted=3),
    "Finding": Finding(kind=FindingKind.ILLEGAL, index=0, number=0, text="", message=""),
    "UnparsedToken": UnparsedToken(number=0, text="x"),
    "ExtraCapture": capture_nothing, "ExtraEnding": end_nothing,
}  # fmt: skip
"""What fits where something else is asked about, by its kind."""
SMALL: Final[dict[str, Any]] = {
    "games": 2, "plies": 6, "playouts": 2, "count": 2, "cases": 2, "depth": 1, "nodes": 20, "rounds": 1, "lines": 1,
    "limit": 5, "number": 1, "times": 1, "examples": 2,
}  # fmt: skip
"""Arguments that keep work small, by their names, where they are numbers."""


NAMED: Final[dict[str, Any]] = {"seeds": [1], "option": "escape", "line": 0}
"""Arguments whose kinds do not tell what fits."""
GIVEN: Final[dict[str, dict[str, Any]]] = {
    "hnefatafl.Capture": {"captors": SquareSet.of("c1")},
    "hnefatafl.Move": {"target": "d3"},
    "hnefatafl.Position.parse(ruleset)": {"text": AFTER.text},
    "hnefatafl.Position.parse(turn)": {"text": RULES.start.record, "ruleset": RULES},
    "hnefatafl.Position.parse(berserk_square)": {
        "text": RULES.start.record,
        "ruleset": BERSERK,
        "turn": Side.ATTACKERS,
    },
    "hnefatafl.Position.from_board(berserk_square)": {"ruleset": BERSERK, "turn": Side.ATTACKERS},
    "hnefatafl.PlayedMove": {"captures": (), "announcement": None, "opponent_announcement": None},
    "hnefatafl.svg(ruleset)": {"subject": RULES.start},
    "hnefatafl.render.alt.alt_text(ruleset)": {"subject": RULES.start},
    "hnefatafl.notation.bologna.parse_action": {"text": '{"from":"e3","to":"c3"}'},
    "hnefatafl.notation.bologna.parse_log": {"text": bologna.format_log(TABLUT), "ruleset": variants.ASHTON_TABLUT},
    "hnefatafl.notation.dcampbell.parse_game": {"text": dcampbell.format_game(GAME)},
    "hnefatafl.notation.detection.Opened": {"lines": Lines("d1-c1")},
    "hnefatafl.notation.dialects.read_games": {"dialect": "archive"},
    "hnefatafl.notation.dialects.Dialect": {"read": read_nothing, "write": str, "capabilities": None},
    "hnefatafl.notation.otn.parse_game": {"text": "1. d1-c1 d3-c3"},
    "hnefatafl.notation.otn.parse_position": {"text": RULES.start.record, "turn": "attackers"},
    "hnefatafl.notation.taflzero.parse_game": {"text": "position startpos moves d1c1"},
    "hnefatafl.records.Match": {"players": ("a", "b")},
    "hnefatafl.records.Match.drawn": {"players": ("a", "b")},
    "hnefatafl.records.Result": {"player": "a", "points": (1, 0), "outcome": None},
    "hnefatafl.records.Shape(target)": {"origin": "a1"},
    "hnefatafl.search.solve": {"limit": Limit(nodes=20)},
    "hnefatafl.search.TrainedEvaluation": {"weights": [0] * 23, "pieces": [0] * 147, "men": [50, 100]},
    "hnefatafl.testing.Report": {"extra_rules": ()},
    "hnefatafl.render.page.html_games": {"games": [("a game", GAME)], "ruleset": RULES},
    "tafl.arena.Contest": {"players": ("random", "random")},
    "tafl.arena.ContestGame": {"ending": "rules"},
    "tafl.arena.Played": {"ending": "rules"},
    "tafl.arena.play_tournament": {"players": ("random", "random"), "games": 2, "plies": 6},
    "tafl.arena.play_match": {"games": 2, "plies": 6},
    "tafl.conformance.Chapter": {"cases": ()},
    "tafl.conformance.suite_lines": {"chapters": ()},
    "tafl.lab.evolve": {"candidates": 1, "games": 2, "nodes": 2, "plies": 6},
    "tafl.inference.Question.give": {"answer": "loss"},
    "tafl.table.Table.end": {"ending": "timeout"},
    "tafl.engine.bologna_referee.Ruling": {"cause": Cause.TIMEOUT},
    "tafl.explorer.PositionStatistics": {"moves": ()},
    "tafl.inference.Eras": {"exceptions": ()},
    "tafl.inference.InferredLayout": {"assumed": ()},
    "tafl.lab.against_random": {"strength": Strength(nodes=20)},
    "tafl.lab.Study": {"results": ()},
    "tafl.learning.turn_planes": {"planes": Planes(RULES).of(START)},
    "tafl.learning.turn_actions": {"numbers": Planes(RULES).mask(START)},
    "tafl.puzzles.Attempt": {"answer": None},
}
"""Arguments that fit in one callable, or beside one of its parameters, for what kinds alone do not tell."""
SUBJECTS: Final[dict[type, Callable[[], Any]]] = {
    SearchBoard: lambda: SearchBoard(AFTER),
    ActionSpace: lambda: ActionSpace(7),
    PlayoutSummary: lambda: summarize_playouts(START, range(2), 6),
    Detected: lambda: detect(["d1-c1"], dialect="archive"),
    AlphaBeta: lambda: AlphaBeta(nodes=20),
    Greedy: Greedy,
    MonteCarlo: lambda: MonteCarlo(playouts=2),
    Searcher: Searcher,
    Clocks: lambda: Clocks(attackers=1, defenders=1),
    Die: Die,
    Host: HOSTS["ugi"],
    Seat: lambda: Seat(Side.ATTACKERS),
    HtpServer: HtpServer,
    OtepServer: OtepServer,
    UgiServer: UgiServer,
    GameIndex: lambda: index_games([GAME]),
    InferredKinds: lambda: infer_kinds([], RULES.start),
    Question: lambda: Question.about("no_move"),
    PuzzleTrainer: lambda: PuzzleTrainer(FIT["Puzzle"]),
    Table: lambda: Table(GAME, branching=False),
}
"""The objects whose methods are called, each time anew, where none of ``FIT`` is one."""
GOOD: Final[dict[str, tuple[Any, ...]]] = {
    "hnefatafl.notation.bologna.parse_log(ruleset)": (variants.ASHTON_TABLUT, "ashton-tablut"),
    "hnefatafl.notation.otn.format_rules(ruleset)": (variants.ARD_RI, "ard-ri"),
    "hnefatafl.notation.taflzero.parse_game(ruleset)": (variants.COPENHAGEN, "copenhagen"),
    "hnefatafl.records.apply_roll(position)": (DICE,),
    "hnefatafl.records.throw_die(position)": (DICE,),
    "tafl.engine.htp.HtpServer.answer(move)": (Move("d1-c1"),),
    "tafl.engine.otep.OtepServer.answer(move)": (Move("d1-c1"),),
    "tafl.puzzles.PuzzleTrainer(played)": ([Move("d1-c1"), Move("d3-c3")],),
}
"""What a parameter takes that does not take the values of its kind: those of other boards, or of the side to move."""


def members(kind: str) -> list[str]:
    """The kinds of which an annotation is made."""
    parts = [""]
    for piece in re.split(r"( \| )", kind):
        if piece == " | " and parts[-1].count("[") == parts[-1].count("]"):
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def fitting(parameter: Parameter) -> Any:
    """A value that fits, or a KeyError."""
    if "int" in members(parameter.kind) and parameter.name in SMALL:
        return SMALL[parameter.name]
    if parameter.name in NAMED:
        return NAMED[parameter.name]
    for kind in members(parameter.kind):
        if kind in FIT:
            return FIT[kind]
        if kind == "None":
            return None
        if (
            inside := re.fullmatch(r"(?:Iterable|Sequence|tuple|Collection)\[([\w |]+)(?:, \.\.\.)?\]", kind)
        ) is not None:
            for each in members(inside[1]):
                if each in FIT:
                    return (FIT[each],)
        if kind.startswith(("Mapping", "dict")):
            return {}
    raise KeyError(parameter.kind)


@dataclass(frozen=True)
class Asked:
    """A parameter that is asked about."""

    door: Door
    parameter: Parameter
    kind: str
    """Which of the kinds it is of."""
    has_texts: bool
    """Whether it takes names and texts, as its annotation says."""
    several: bool
    """Whether it takes several."""

    def __str__(self) -> str:
        return f"{self.door}({self.parameter.name})"

    @property
    def good(self) -> tuple[Any, ...]:
        """The values that it takes."""
        if str(self) in GOOD:
            return GOOD[str(self)]
        *values, _ = ASKED[self.kind]
        return self._shape(values if self.has_texts else values[:1])

    @property
    def others(self) -> tuple[Any, ...]:
        """The values that it refuses, or takes all the same."""
        *values, near = ASKED[self.kind]
        return self._shape([*([] if self.has_texts else values[1:]), near, *WRONG])

    def _shape(self, values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple([value] for value in values) if self.several else tuple(values)


def asked() -> Iterator[Asked]:
    """The parameters that are asked about."""
    for door in doors():
        for parameter in door.parameters:
            for kind in members(parameter.kind):
                inside = re.fullmatch(r"(?:Iterable|Sequence)\[([\w |]+)\]", kind)
                among = members(inside[1]) if inside else members(parameter.kind)
                name = next((each for each in (among if inside else [kind]) if each in ASKED), None)
                if name is not None:
                    yield Asked(door, parameter, name, name in LIKE or "str" in among, inside is not None)
                    break


def prepare(door: Door, parameter: Parameter) -> Callable[[Any], object]:
    """A call with a value for the parameter and fitting ones for the rest, or a KeyError where none is at hand."""
    given = GIVEN.get(door.name, {}) | GIVEN.get(f"{door}({parameter.name})", {})
    before: list[tuple[Parameter, Any]] = []
    named: dict[str, Any] = {name: given[name] for name in given.keys() - {each.name for each in door.parameters}}
    for each in door.parameters:
        if each == parameter:
            before.append((each, None))
        elif each.name in given:
            before.append((each, given[each.name]))
        elif each.needed:
            before.append((each, fitting(each)))
        elif each.name in SMALL and "int" in members(each.kind):
            named[each.name] = SMALL[each.name]
    owner = door.owner
    fit_owner = None if owner is None else next((value for value in FIT.values() if type(value) is owner), None)
    if owner is not None and fit_owner is None and owner not in SUBJECTS:
        raise KeyError(owner)

    def call(value: Any) -> object:
        function: Any = door.call
        if owner is not None:
            function = getattr(SUBJECTS[owner]() if fit_owner is None else fit_owner, door.call.__name__)
        filled = [(each, value if each == parameter else fit) for each, fit in before]
        positional = [fit for each, fit in filled if each.needed and not each.by_name]
        by_name = {each.name: fit for each, fit in filled if not each.needed or each.by_name}
        result: Any = function(*positional, **by_name, **named)
        return list(islice(cast("Iterator[Any]", result), 2)) if hasattr(result, "__next__") else cast("object", result)

    return call
