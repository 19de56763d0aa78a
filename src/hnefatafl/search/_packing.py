"""Evaluations as bytes, for the search in WebAssembly."""

from __future__ import annotations

import struct
from typing import Final

from hnefatafl.rules import RulesetLike, as_ruleset
from hnefatafl.search._core.evaluation import FEATURES
from hnefatafl.search._trained import evaluation_for, shipped, start_of

VERSION: Final = 1
"""The version of the format, which is the first of its numbers."""


def pack_evaluation(ruleset: RulesetLike) -> bytes:
    """Return the evaluation by which a ruleset is searched, as bytes.

    They are numbers of 16 bits with the low byte first: the version; the size of the board; how many units the network
    has; 1 if its weights have 8 bits; how many features there are; how many attackers are enough; the value that is
    added to every board. Then follow the weights of the features, what a soldier of each side is worth, the values of
    the pieces on the squares, the biases and outputs of the units, and last the weights of the network.

    >>> from hnefatafl.search import pack_evaluation
    >>> list(pack_evaluation("brandubh")[:10:2])
    [1, 7, 32, 1, 23]

    Raises:
        UnknownVariantError: no ruleset has that name.
    """
    rules = as_ruleset(ruleset)
    t = start_of(rules).t
    made, trained = evaluation_for(rules, t), shipped(rules)
    biases, hidden, outputs = ((), (), ()) if trained is None else (trained.biases, trained.hidden, trained.outputs)
    narrow = all(-128 <= weight < 128 for weight in hidden)
    head = [VERSION, rules.size, len(biases), narrow, FEATURES, made.enough, made.offset]
    pieces = [made.pieces[kind * t.size + q] for kind in range(3) for q in t.squares]
    numbers = [int(number) for number in (*head, *made.weights, *made.men, *pieces, *biases, *outputs)]
    return struct.pack(f"<{len(numbers)}h", *numbers) + struct.pack(f"<{len(hidden)}{'b' if narrow else 'h'}", *hidden)
