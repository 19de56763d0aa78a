"""How people play: what makes them choose a move, as weights that were fitted to their games."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Final, cast

from attrs import field

from hnefatafl._base.arguments import check, is_mapping, is_number
from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl._base.tally import reduced
from hnefatafl.board import Move
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, NotationError
from hnefatafl.human._features import features_of
from hnefatafl.notation import _jsontext as jsontext
from hnefatafl.play import Position
from hnefatafl.search import Searcher

__all__ = ["MAX_FEATURES", "HumanModel"]

_FORMAT: Final = "hnefatafl human 1"
MAX_FEATURES: Final = 8000
"""The greatest number of features that a model may have."""
_MOST_NODES: Final = 1_000_000
_GREATEST: Final = 10_000
"""The greatest weight: a hundred logits."""


@frozen(kw_only=True)
class HumanModel:
    """How likely people are to choose each move of a position: a conditional logit (McFadden 1974).

    A move has features, such as whether it captures, what could be captured after it, and what stands around the
    square where it ends. The sum of their weights is the logarithm of how likely it is, up to a constant. Most features
    mean the same under any ruleset, so a model can be asked about rulesets that its games did not have.

    >>> from hnefatafl import Position, Side, variants
    >>> model = HumanModel(weights={"takes a 1 0": 250, "exposed a 1 0": -90})
    >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
    >>> likely = model.probabilities(position)
    >>> best = max(likely, key=likely.get)
    >>> print(best, round(likely[best], 2), round(sum(likely.values()), 2))
    e3-e4 0.39 1.0
    >>> HumanModel.parse(model.text) == model
    True

    No model comes with the library: the records that one could be fitted to are not ours. :func:`fit_human` fits one
    to games that you have.

    Raises:
        ArgumentTypeError: something is of another type.
        ArgumentValueError: there are more than ``MAX_FEATURES`` weights, or a number is out of range.
    """

    __repr__ = brief

    weights: Mapping[str, int] = field(validator=is_mapping(), repr=False, hash=False)
    """The weight of each feature, in hundredths of a logit."""
    nodes: int = field(default=600, validator=is_number(1, _MOST_NODES))
    """How many nodes are searched for the features that ask a search."""
    training: Mapping[str, str] = field(factory=dict[str, str], validator=is_mapping(str, str), hash=False)
    """How it was fitted: games, positions, seed, figures."""

    def __attrs_post_init__(self) -> None:
        if len(self.weights) > MAX_FEATURES:
            raise ArgumentValueError(f"weights: at most {MAX_FEATURES} were expected, not {len(self.weights)}")
        for name, weight in self.weights.items():
            if not isinstance(name, str) or type(weight) is not int:
                raise ArgumentTypeError("weights: whole numbers by the names of features were expected")
            if abs(weight) > _GREATEST:
                raise ArgumentValueError(
                    f"weights: numbers from -{_GREATEST} to {_GREATEST} were expected, not {weight}"
                )

    def probabilities(self, position: Position) -> dict[Move, float]:
        """Return how likely people are to choose each legal move; nothing once the game is over.

        The last moves before the position count, as far as it knows them.

        >>> from hnefatafl import Position, variants
        >>> even = HumanModel(weights={}).probabilities(Position.initial(variants.BRANDUBH))
        >>> len(even), set(even.values())
        (40, {0.025})
        """
        check("position", position, Position)
        features = features_of(position, Searcher(memory=1), self.nodes)
        if not features:
            return {}
        weights = self.weights
        sums = [sum(weights.get(name, 0) for name in names) for names in features.values()]
        most = max(sums)
        odds = [exp((each - most) / 100) for each in sums]
        whole = sum(odds)
        return {move: each / whole for move, each in zip(features, odds, strict=True)}

    @property
    def text(self) -> str:
        """The text of its file, which :meth:`parse` reads: a JSON object.

        >>> print(HumanModel(weights={"takes a 1 0": 250}).text.strip())
        {"format":"hnefatafl human 1","nodes":600,"training":{},"weights":{"takes a 1 0":250}}
        """
        document = {
            "format": _FORMAT,
            "nodes": self.nodes,
            "training": dict(self.training),
            "weights": dict(self.weights),
        }
        return jsontext.dump(document) + "\n"

    @staticmethod
    def parse(text: str) -> HumanModel:
        """Read the text of a file.

        >>> HumanModel.parse("{}")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotationError: the format 'hnefatafl human 1' was expected (line 1, column 1)
            {}
            ^

        Raises:
            NotationError: it is no such file, or a number is out of range.
        """
        check("text", text, str)
        found = jsontext.load_file(text, _FORMAT, {"nodes", "training", "weights"})
        weights = cast("dict[str, int]", jsontext.entry(found, "weights", dict, text))
        training = cast("dict[str, str]", jsontext.entry(found, "training", dict, text))
        try:
            return HumanModel(weights=weights, nodes=jsontext.entry(found, "nodes", int, text), training=training)
        except (ArgumentTypeError, ArgumentValueError) as error:
            message = str(error)
            raise NotationError(message, text, jsontext.place(text, message.partition(":")[0])) from None

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)
