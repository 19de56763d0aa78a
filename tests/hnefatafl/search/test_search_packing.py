"""Evaluations as bytes, for the search without Python."""

from __future__ import annotations

import struct

from hnefatafl import PieceSet, variants
from hnefatafl.search import pack_evaluation
from hnefatafl.search._trained import GENERAL, shipped

HEAD = 7


def test_a_trained_evaluation() -> None:
    trained = shipped(variants.BRANDUBH)
    assert trained is not None
    packed = pack_evaluation("brandubh")
    version, size, units, narrow, features, enough, offset = struct.unpack_from("<7h", packed)
    attackers = variants.BRANDUBH.start.count(PieceSet.ATTACKERS)
    assert (version, size, units, narrow) == (1, 7, len(trained.biases), 1)
    assert (features, enough, offset) == (len(trained.weights), attackers * 7 // 8, 0)
    numbers = [*trained.weights, *trained.men, *trained.pieces, *trained.biases, *trained.outputs]
    assert list(struct.unpack_from(f"<{len(numbers)}h", packed, 2 * HEAD)) == numbers
    assert struct.unpack(f"<{len(trained.hidden)}b", packed[2 * (HEAD + len(numbers)) :]) == trained.hidden


def test_wide_weights() -> None:
    trained = shipped(variants.get("ard-ri"))
    assert trained is not None
    packed = pack_evaluation("ard-ri")
    assert struct.unpack_from("<7h", packed)[3] == 0
    assert struct.unpack(f"<{len(trained.hidden)}h", packed[-2 * len(trained.hidden) :]) == trained.hidden


def test_a_general_evaluation() -> None:
    rules = variants.get("alea-evangelii")
    assert shipped(rules) is None
    packed = pack_evaluation(rules)
    head = struct.unpack_from("<7h", packed)
    weights = struct.unpack_from(f"<{head[4]}h", packed, 2 * HEAD)
    assert (head[1:3], len(packed)) == ((19, 0), 2 * (HEAD + len(weights) + 2 + 3 * 19 * 19))
    assert weights in [kind.features for kind in GENERAL.values()]
    assert head[6] != 0, "the start is worth nothing"
