"""Evaluations that were trained for a ruleset, and their files.

:mod:`hnefatafl.search.train` makes them, and :class:`~hnefatafl.search.Searcher` and
:class:`~hnefatafl.search.AlphaBeta` take them. A file is a JSON object with the format ``hnefatafl evaluation
1``, the ruleset, how it was trained, and the numbers: whole numbers of 16 bits, the long lists in base 64 with the low
byte first. The weights ``hidden``, which are most of a file, take 8 bits each if all of them fit; its length tells.

The evaluation of each ruleset: one trained for it or for a ruleset like it, or one of general weights.

Evaluations that come with the library are files in ``search/networks``, each named after the ruleset that it was
trained for. They are read when they are first needed.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple, cast

from attrs import field

from hnefatafl import variants
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.tables import Tables
from hnefatafl.board import PieceSet, Side
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, NotationError
from hnefatafl.play import Position, SearchBoard
from hnefatafl.rules import Ruleset
from hnefatafl.search._core.byhand import by_hand, men_by_hand
from hnefatafl.search._core.evaluation import FEATURES, FEW_GOALS, MOST, Evaluation, Network, goals_of
from hnefatafl.support import json_text as jsontext
from hnefatafl.support.arguments import as_tuple, check, is_a, is_mapping
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import reduced

_FORMAT: Final = "hnefatafl evaluation 1"
_LEAST, _GREATEST = -(1 << 15), (1 << 15) - 1
_PLAIN: Final = ("weights", "men")
"""The numbers that a file lists; the others are packed."""
_PACKED: Final = ("pieces", "biases", "hidden", "outputs")
_FORMER: Final = 18
"""How many weights the first files have: the features that came later count nothing for them."""
MAX_UNITS: Final = 256
"""The greatest number of units that a network may have."""


def _as_numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    return as_tuple("numbers", numbers)


@frozen(kw_only=True)
class TrainedEvaluation:
    """What training has found for a ruleset: weights of features, values of pieces, and a small network.

    >>> from hnefatafl import variants
    >>> plain = TrainedEvaluation(
    ...     ruleset=variants.BRANDUBH,
    ...     weights=[0] * 23,
    ...     pieces=[50] * 49 + [-100] * 49 + [0] * 49,
    ...     men=[50, 100],
    ... )
    >>> TrainedEvaluation.parse(plain.text) == plain
    True

    Values are in hundredths of a soldier, for the attackers. Squares are in the order of boards, rank 1 first; the
    kinds of pieces are attackers, defenders and the king. A unit of the network is a sum of its bias and of a weight
    for each piece where it stands. Held between 0 and 128 and multiplied by its output weight, it adds a 256th of the
    product.

    Raises:
        ArgumentTypeError: something is of another type.
        ArgumentValueError: the lengths do not fit the board or each other, a number takes more than 16 bits, there are
            more units than ``MAX_UNITS``, or some board would take a unit out of its range.
    """

    ruleset: Ruleset = field(validator=is_a(Ruleset))
    """The ruleset that it was trained for."""
    weights: tuple[int, ...] = field(converter=_as_numbers)
    """The weight of each feature, in the order of
    :func:`explain_score <hnefatafl.search.explain_score>`."""
    pieces: tuple[int, ...] = field(converter=_as_numbers, repr=False)
    """What a piece is worth on each square, kind by kind."""
    men: tuple[int, ...] = field(converter=_as_numbers)
    """About what a soldier of each side is worth to it, the attackers first."""
    biases: tuple[int, ...] = field(default=(), converter=_as_numbers, repr=False)
    """The bias of each unit of the network; none for no network."""
    hidden: tuple[int, ...] = field(default=(), converter=_as_numbers, repr=False)
    """Kind by kind and square by square, the weight of a piece there for each unit."""
    outputs: tuple[int, ...] = field(default=(), converter=_as_numbers, repr=False)
    """The output weight of each unit."""
    training: Mapping[str, str] = field(factory=dict[str, str], validator=is_mapping(), hash=False)
    """How it was trained: seed, budget, figures."""

    def __attrs_post_init__(self) -> None:
        squares = 3 * self.ruleset.size**2
        units = len(self.biases)
        if units > MAX_UNITS:
            raise ArgumentValueError(f"biases: at most {MAX_UNITS} units were expected, not {units}")
        wanted = {"weights": FEATURES, "pieces": squares, "men": 2, "hidden": squares * units, "outputs": units}
        for name, length in wanted.items():
            count = len(getattr(self, name))
            if count != length:
                raise ArgumentValueError(f"{name}: {length} numbers were expected, not {count}")
        for name in (*_PLAIN, *_PACKED):
            for number in getattr(self, name):
                if type(number) is not int or not _LEAST <= number <= _GREATEST:
                    raise ArgumentValueError(f"{name}: numbers of 16 bits were expected, not {number}")
        if min(self.men) < 0:
            raise ArgumentValueError(f"men: numbers from 0 on were expected, not {min(self.men)}")
        for unit, most in enumerate(self.reach):
            if most > MOST:
                raise ArgumentValueError(f"hidden: sums of at most {MOST} were expected, and unit {unit} can be {most}")
        for key, value in self.training.items():
            if not isinstance(key, str) or not isinstance(value, str):
                raise ArgumentTypeError("training: texts were expected")

    @property
    def reach(self) -> tuple[int, ...]:
        """How far from 0 each unit can be at most, whatever stands on the board: a piece on each square, and one king.

        >>> from hnefatafl import variants
        >>> hidden = [3] * 49 + [-4] * 49 + [7] * 49
        >>> TrainedEvaluation(
        ...     ruleset=variants.BRANDUBH, weights=[0] * 23, pieces=[0] * 147, men=[50, 100],
        ...     biases=[10], hidden=hidden, outputs=[0],
        ... ).reach
        (213,)
        """
        units, squares = len(self.biases), self.ruleset.size**2
        reaches: list[int] = []
        for unit, bias in enumerate(self.biases):
            sizes = [abs(weight) for weight in self.hidden[unit::units]]
            men = map(max, sizes[:squares], sizes[squares : 2 * squares])
            reaches.append(abs(bias) + sum(men) + max(sizes[2 * squares :]))
        return tuple(reaches)

    @property
    def text(self) -> str:
        """The text of its file, which :meth:`parse` reads.

        >>> from hnefatafl import variants
        >>> zeros = dict(weights=[0] * 23, pieces=[0] * 147, men=[50, 100])
        >>> TrainedEvaluation(ruleset=variants.BRANDUBH, **zeros).text[:34]
        '{"format":"hnefatafl evaluation 1"'

        Raises:
            NotExpressibleError: its ruleset contains functions and is not registered.
        """
        from hnefatafl.notation.json import format_rules

        document: dict[str, object] = {
            "format": _FORMAT,
            "ruleset": jsontext.load(format_rules(self.ruleset)),
            "training": dict(self.training),
        }
        for name in _PLAIN:
            document[name] = list(getattr(self, name))
        for name in _PACKED:
            numbers: tuple[int, ...] = getattr(self, name)
            narrow = name == "hidden" and all(-128 <= number < 128 for number in numbers)
            document[name] = _pack_numbers(numbers, "b" if narrow else "h")
        return jsontext.dump(document) + "\n"

    @staticmethod
    def parse(text: str) -> TrainedEvaluation:
        """Read the text of a file.

        >>> TrainedEvaluation.parse("{}")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotationError: the format 'hnefatafl evaluation 1' was expected (line 1, column 1)
            {}
            ^

        Raises:
            NotationError: it is no such file, or its numbers do not fit together.
            StructureError: its ruleset is none; all faults are listed.
            RulesetError: the options of its ruleset contradict each other.
        """
        check("text", text, str)
        return _parse_text(text)

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


def _parse_text(text: str, ruleset: Ruleset | None = None) -> TrainedEvaluation:
    """Read the text of a file, as :meth:`TrainedEvaluation.parse` does; a known ruleset is not read again."""
    entries = jsontext.load_file(text, _FORMAT, {"ruleset", "training", *_PLAIN, *_PACKED})
    if ruleset is None:
        from hnefatafl.notation.json import parse_rules

        ruleset = parse_rules(jsontext.dump(cast("object", jsontext.entry(entries, "ruleset", dict, text))))
    numbers = {name: _read_list(entries, name, text) for name in _PLAIN}
    if len(numbers["weights"]) == _FORMER:
        numbers["weights"] += (0,) * (FEATURES - _FORMER)
    numbers |= {name: _unpack_numbers(entries, name, text) for name in _PACKED if name != "hidden"}
    count = len(numbers["pieces"]) * len(numbers["biases"])
    numbers["hidden"] = _unpack_numbers(entries, "hidden", text, count)
    training = cast("dict[str, str]", jsontext.entry(entries, "training", dict, text))
    try:
        return TrainedEvaluation(ruleset=ruleset, training=training, **numbers)
    except (ArgumentTypeError, ArgumentValueError) as error:
        message = str(error)
        raise NotationError(message, text, jsontext.place(text, message.partition(":")[0])) from None


def _read_list(entries: dict[str, object], key: str, text: str) -> tuple[int, ...]:
    """The numbers of a list."""
    numbers = cast("list[object]", jsontext.entry(entries, key, list, text))
    if not all(type(number) is int for number in numbers):
        raise NotationError(f"{key}: whole numbers were expected", text, jsontext.place(text, key))
    return tuple(cast("list[int]", numbers))


def _pack_numbers(numbers: tuple[int, ...], code: str = "h") -> str:
    """Numbers as such items of :mod:`struct`, the low byte first, in base 64."""
    return base64.b64encode(struct.pack(f"<{len(numbers)}{code}", *numbers)).decode()


def _unpack_numbers(entries: dict[str, object], key: str, text: str, narrow: int = 0) -> tuple[int, ...]:
    """The numbers of a text in base 64: of 8 bits where there are just so many bytes, else of 16."""
    packed = jsontext.entry(entries, key, str, text)
    try:
        content = base64.b64decode(packed, validate=True)
        return struct.unpack(f"<{narrow}b" if len(content) == narrow else f"<{len(content) // 2}h", content)
    except (ValueError, struct.error):
        raise NotationError(f"{key}: numbers in base 64 were expected", text, jsontext.place(text, key)) from None


_NETWORKS: Final = files("hnefatafl") / "search" / "networks"


class General(NamedTuple):
    """General weights: of the features, and of what stands where, in the orders of `_core`."""

    features: tuple[int, ...]
    places: tuple[int, ...]


# Found by matches (benchmarks/research/general.py).
GENERAL: Final[Mapping[str, General]] = {
    "small, edge": General(
        (36, 4, 30, 101, 49, 12, 243, 5, 5, -150, -727, -37, -14, -17, -8, -517, -18, -6, 0, 0, 0, 0, 0),
        (100, 48, 1, 5, -28, 6, 11, 6),
    ),
    "small, corners": General(
        (45, 9, 35, 134, 49, 5, 364, -3, 3, -82, -554, -41, -11, -34, -11, -764, -19, -8, 2, 5, -67, 2, -1),
        (100, 58, 13, 3, -21, 9, 14, 6),
    ),
    "large, edge": General(
        (40, -6, 40, 117, 38, 4, 137, 20, 39, -348, -1559, 6, -30, -11, -6, -1608, 21, -37, 7, 10, -66, -8, -1),
        (100, 61, 26, 23, -26, 14, 1, 2),
    ),
    "large, corners": General(
        (
            102, 3, -5, 27, 32, 12, 235, 14, 27, -437, -1542, -129, -102, -126, -11, -1027, -102, -56,
            21, 42, -277, 14, -6,
        ),
        (100, 69, 110, 19, -59, 5, 26, 8),
    ),
}  # fmt: skip
"""By the size of the board and where the king escapes."""
_SMALL_SIZE: Final = 9


def kind_of(tables: Tables) -> str:
    """Which general weights hold for a ruleset."""
    goals = "corners" if len(goals_of(tables)) <= FEW_GOALS else "edge"
    return f"{'small' if tables.n <= _SMALL_SIZE else 'large'}, {goals}"


def general(ruleset: Ruleset, tables: Tables, weights: General | None = None) -> Evaluation:
    """The evaluation of a ruleset that nobody has trained one for."""
    features, places = weights or GENERAL[kind_of(tables)]
    counts = ruleset.start.count(PieceSet.ATTACKERS), ruleset.start.count(PieceSet.DEFENDING_MEN)
    pieces = by_hand(tables, *counts, list(places))
    evaluation = Evaluation(tables, list(features), pieces, men_by_hand(*counts, list(places)), counts[0], None)
    evaluation.centre(start_of(ruleset))
    return evaluation


def start_of(ruleset: Ruleset) -> MutablePosition:
    """The start of a game, on a mutable position; the attackers begin where the rules leave it open."""
    return SearchBoard(Position.initial(ruleset, ruleset.first or Side.ATTACKERS))._mutable


def of_trained(trained: TrainedEvaluation, ruleset: Ruleset, tables: Tables) -> Evaluation:
    """The evaluation that training has found."""
    network = None
    if trained.biases:
        network = Network(tables, list(trained.biases), list(trained.hidden), list(trained.outputs))
    attackers = ruleset.start.count(PieceSet.ATTACKERS)
    return Evaluation(tables, list(trained.weights), list(trained.pieces), list(trained.men), attackers, network)


def evaluation_for(ruleset: Ruleset, tables: Tables, trained: TrainedEvaluation | None = None) -> Evaluation:
    """The evaluation of a ruleset's positions: that one, or else a shipped one, or else one of general weights.

    Raises:
        ArgumentValueError: the one that is given is for a board of another size.
    """
    if trained is None:
        trained = shipped(ruleset)
    elif trained.ruleset.size != ruleset.size:
        raise ArgumentValueError(
            f"evaluation: one for a board of {ruleset.size}×{ruleset.size} squares was expected, not for"
            f" {trained.ruleset.name}"
        )
    return general(ruleset, tables) if trained is None else of_trained(trained, ruleset, tables)


# Of 121 rulesets without an evaluation of their own, these options tell best which are played better by that of the
# nearest ruleset than by general weights (benchmarks/research/EVALUATIONS.md).
_SHARED: Final = frozenset({"king", "speed", "hammer", "anvil"})


@lru_cache(maxsize=64)
def shipped(ruleset: Ruleset) -> TrainedEvaluation | None:
    """The evaluation that comes with the library for a ruleset, if there is one.

    It may be trained for another ruleset, in which pieces move and capture alike, the king is captured in the same way
    and he escapes on the same squares. If there are several, the start layout is the same if possible, and then as many
    options as possible are.
    """
    if ruleset.name in shipped_names() and not variants.get(ruleset.name).diff(ruleset):
        return _read_evaluation(ruleset.name)  # then the others are not looked at, nor made
    goals = goals_of(start_of(ruleset).t)
    candidates: list[tuple[bool, int, str]] = []
    for name in shipped_names():
        rules = variants.get(name)
        differing = rules.diff(ruleset)
        if rules.size == ruleset.size and _SHARED.isdisjoint(differing) and goals_of(start_of(rules).t) == goals:
            candidates.append(("start" in differing, len(differing), name))
    return _read_evaluation(min(candidates)[2]) if candidates else None


@cache
def shipped_names() -> tuple[str, ...]:
    """The names of the rulesets for which an evaluation comes with the library."""
    if not _NETWORKS.is_dir():
        return ()
    names = (path.name for path in _NETWORKS.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


@cache
def _read_evaluation(name: str) -> TrainedEvaluation:
    return _parse_text((_NETWORKS / f"{name}.json").read_text(encoding="utf-8"), variants.get(name))
