"""Trained evaluations: their sums while moves are made and taken back, their files, and where they are used."""

from __future__ import annotations

import base64
import json
import pickle
import struct
from random import Random
from typing import Any

import attrs
import pytest
from sweeping import FEW

from hnefatafl import (
    Board,
    Kind,
    KingStrength,
    NoMove,
    Outcome,
    PieceSet,
    Position,
    Region,
    SearchBoard,
    Side,
    Speed,
    Square,
    Symmetry,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, HnefataflError, NotationError, NotExpressibleError
from hnefatafl.rules import Ruleset
from hnefatafl.search import (
    MAX_UNITS,
    AlphaBeta,
    Limit,
    Searcher,
    TrainedEvaluation,
    _trained,
    analyse,
    built_in_player,
    explain_score,
)
from hnefatafl.search._core.evaluation import FEATURES, MOST

pytestmark = pytest.mark.slow_uncompiled


def by_chance(rules: Ruleset, units: int = 7, seed: int = 0, most: int = 30) -> TrainedEvaluation:
    """An evaluation of numbers by chance."""
    random = Random(seed)
    places = 3 * rules.size**2

    def some(count: int, least: int, greatest: int) -> list[int]:
        return [random.randint(least, greatest) for _ in range(count)]

    return TrainedEvaluation(
        ruleset=rules,
        weights=some(FEATURES, -300, 300),
        pieces=some(places, -150, 150),
        men=[70, 130],
        biases=some(units, -50, 90),
        hidden=some(places * units, -most, most),
        outputs=some(units, -900, 900),
        training={"seed": str(seed)},
    )


SMALL = by_chance(variants.BRANDUBH)


def start_of(rules: Ruleset) -> SearchBoard:
    return SearchBoard(Position.initial(rules, rules.first or Side.ATTACKERS))


def in_plain_python(trained: TrainedEvaluation, position: Position) -> int:
    """What the network adds, by the words of the class."""
    size, units = trained.ruleset.size, len(trained.biases)
    sums = list(trained.biases)
    for square, piece in position.board.items():
        kind = 2 if piece.kind is Kind.KING else 0 if piece.side is Side.ATTACKERS else 1
        at = (kind * size * size + square.rank * size + square.file) * units
        sums = [total + weight for total, weight in zip(sums, trained.hidden[at : at + units], strict=True)]
    return sum(max(0, min(each, 128)) * out for each, out in zip(sums, trained.outputs, strict=True)) // 256


@pytest.mark.parametrize("name", FEW)
def test_the_value_follows_the_moves(name: str) -> None:
    """Captures, men who change sides, berserk turns, jumps: after each move made or taken back, as if loaded anew."""
    rules = variants.get(name)
    board = start_of(rules)
    mutable = board._mutable
    trained = by_chance(rules, units=5, most=15)
    followed = _trained.evaluation_for(rules, mutable.t, trained)
    followed.load(mutable)
    random, made = Random(name), 0
    for _ in range(160):
        moves = board.legal_moves() if board.outcome is None else []
        if made and (not moves or random.random() < 0.2):
            followed.unmaking(mutable)
            board.unmake()
            made -= 1
        elif moves:
            taking = [move for move in moves if board.is_capture(move)]
            board.make(random.choice(taking if taking and random.random() < 0.7 else list(moves)))
            followed.made(mutable)
            made += 1
        fresh = _trained.evaluation_for(rules, mutable.t, trained)
        fresh.load(mutable)
        assert followed.value(mutable) == fresh.value(mutable)


def test_the_network_is_what_it_says() -> None:
    position = Position.initial(variants.BRANDUBH)
    for move in ("d1-e1", "d3-f3", "d2-f2"):
        features = explain_score(position, evaluation=SMALL).features
        assert features["network"] == in_plain_python(SMALL, position)
        position = position.play(move)


def test_the_features_add_up_to_the_score() -> None:
    explanation = explain_score(Position.initial(variants.BRANDUBH), evaluation=SMALL)
    assert explanation.score.value == sum(explanation.features.values())
    assert "network" not in explain_score(Position.initial(variants.BRANDUBH.evolve(king=KingStrength.STRONG))).features


def test_a_turned_board_has_the_value_of_the_turned_network() -> None:
    size, units = 7, len(SMALL.biases)
    start = Position.initial(variants.BRANDUBH).play("d1-e1").play("d3-f3")
    for symmetry in Symmetry:
        hidden = [0] * len(SMALL.hidden)
        for at, number in enumerate(SMALL.hidden):
            place, unit = divmod(at, units)
            kind, q = divmod(place, size * size)
            square = symmetry.apply(_square(q, size), size)
            hidden[(kind * size * size + square.rank * size + square.file) * units + unit] = number
        turned = TrainedEvaluation(
            ruleset=SMALL.ruleset, weights=SMALL.weights, pieces=SMALL.pieces, men=SMALL.men, biases=SMALL.biases,
            hidden=hidden, outputs=SMALL.outputs,
        )  # fmt: skip
        position = start.transform(symmetry)
        assert in_plain_python(turned, position) == in_plain_python(SMALL, start)
        found = explain_score(position, evaluation=turned).features["network"]
        assert found == explain_score(start, evaluation=SMALL).features["network"]


def _square(place: int, size: int) -> Square:
    return Square(place % size, place // size)


def test_no_unit_leaves_its_range() -> None:
    """At the greatest sums that are accepted, units do not spill into each other, whatever stands on the board."""
    weight = 320
    full = MOST - 50 * weight
    trained = TrainedEvaluation(
        ruleset=variants.BRANDUBH, weights=[0] * FEATURES, pieces=[0] * 147, men=[1, 1],
        biases=[full, -full, full, -full, full], hidden=[weight, -weight, weight, -weight, weight] * 147,
        outputs=[256, 512, 0, 1024, 1],
    )  # fmt: skip
    assert trained.reach == (MOST,) * 5
    crowd = "/" + "ttttttt/" * 3 + "tttKttt/" + "TTTTTTT/" * 3
    position = Position.parse(crowd, variants.BRANDUBH, Side.ATTACKERS)
    tables = SearchBoard(position)._mutable
    evaluation = _trained.evaluation_for(variants.BRANDUBH, tables.t, trained)
    evaluation.load(tables)
    assert evaluation.value(tables) == 128 * 257 // 256


def test_a_sum_that_could_be_greater_is_refused() -> None:
    with pytest.raises(ArgumentValueError, match="unit 1 can be 16384"):
        _changed(biases=[0, MOST + 1], hidden=[0] * 294, outputs=[0, 0])


def _changed(**changes: Any) -> TrainedEvaluation:
    values: dict[str, Any] = {
        "ruleset": variants.BRANDUBH,
        "weights": [0] * FEATURES,
        "pieces": [0] * 147,
        "men": [50, 100],
    }
    return TrainedEvaluation(**{**values, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"weights": [1]}, "weights: 23 numbers were expected, not 1"),
        ({"pieces": [0] * 146 + [40_000]}, "pieces: numbers of 16 bits were expected, not 40000"),
        ({"men": [50, -1]}, "men: numbers from 0 on were expected, not -1"),
        ({"men": [True, 1]}, "men: numbers of 16 bits were expected, not True"),
        ({"men": [1.5, 2]}, "men: numbers of 16 bits were expected, not 1.5"),
        ({"biases": [0]}, "hidden: 147 numbers were expected, not 0"),
        ({"biases": [0] * (MAX_UNITS + 1)}, "biases: at most 256 units were expected, not 257"),
    ],
)
def test_wrong_numbers_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentValueError, match=f"^{message}$"):
        _changed(**changes)


@pytest.mark.parametrize(
    "changes", [{"weights": 3}, {"training": 3}, {"training": {"seed": 1}}, {"ruleset": "brandubh"}]
)
def test_wrong_types_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ArgumentTypeError):
        _changed(**changes)


def test_it_is_a_value() -> None:
    again = by_chance(variants.BRANDUBH)
    assert again == SMALL
    assert hash(again) == hash(SMALL)
    assert pickle.loads(pickle.dumps(SMALL)) == SMALL
    assert by_chance(variants.BRANDUBH, seed=1) != SMALL
    with pytest.raises(TypeError):
        SMALL.training["seed"] = "2"  # type: ignore[index]


# --------------------------------------------------------------------------------------------------------------- files


@pytest.mark.parametrize("name", ["brandubh", "copenhagen", "alea-evangelii"])
def test_a_file_is_read_as_it_was_written(name: str) -> None:
    for units in (0, 1, 9):
        trained = by_chance(variants.get(name), units, most=4)
        assert TrainedEvaluation.parse(trained.text) == trained


def test_weights_of_8_bits_take_8_bits() -> None:
    hidden = [*SMALL.hidden[:-2], 127, -128]
    narrow = attrs.evolve(SMALL, hidden=hidden)
    wide = attrs.evolve(SMALL, hidden=[*hidden[:-1], 128])
    for trained, width in ((narrow, 1), (wide, 2)):
        text = trained.text
        assert TrainedEvaluation.parse(text) == trained
        assert len(base64.b64decode(json.loads(text)["hidden"])) == width * len(hidden)


def test_files_whose_weights_all_take_16_bits_are_read() -> None:
    document = json.loads(SMALL.text)
    document["hidden"] = base64.b64encode(struct.pack(f"<{len(SMALL.hidden)}h", *SMALL.hidden)).decode()
    assert TrainedEvaluation.parse(json.dumps(document)) == SMALL


FAULTS: list[tuple[dict[str, object], str]] = [
    ({"format": "hnefatafl ruleset 1"}, "the format 'hnefatafl evaluation 1' was expected"),
    ({"more": 1}, "there is no key 'more'"),
    ({"men": None}, "men: a list was expected"),
    ({"men": [1, 2.0]}, "men: whole numbers were expected"),
    ({"men": [1, True]}, "men: whole numbers were expected"),
    ({"men": [1, 10**30]}, "men: numbers of 16 bits were expected"),
    ({"hidden": "%%%%"}, "hidden: numbers in base 64 were expected"),
    ({"hidden": "AAA="[:2]}, "hidden: numbers in base 64 were expected"),
    ({"hidden": "AA=="}, "hidden: numbers in base 64 were expected"),
    ({"hidden": "AAAA" * 2}, "hidden: 1029 numbers were expected, not 3"),
    ({"hidden": 5}, "hidden: a text was expected"),
    ({"training": {"seed": 1}}, "training: texts were expected"),
    ({"ruleset": {"base": "chess"}}, "chess"),
    ({"ruleset": {"base": "copenhagen"}}, "pieces: 363 numbers were expected, not 147"),
]


@pytest.mark.parametrize(("changes", "message"), FAULTS)
def test_faulty_files_are_refused(changes: dict[str, object], message: str) -> None:
    text = json.dumps({**json.loads(SMALL.text), **changes})
    with pytest.raises(HnefataflError, match=message):
        TrainedEvaluation.parse(text)


def test_missing_keys_and_other_texts_are_refused() -> None:
    document = json.loads(SMALL.text)
    for key in document:
        with pytest.raises(NotationError):
            TrainedEvaluation.parse(json.dumps({name: value for name, value in document.items() if name != key}))
    for text in ("", "[]", "\0", "[" * 10_000, " " * (1 << 22) + " "):
        with pytest.raises(NotationError):
            TrainedEvaluation.parse(text)
    with pytest.raises(ArgumentTypeError):
        TrainedEvaluation.parse(3)  # type: ignore[arg-type]


def never(board: Board, turn: Side, position: Position) -> Outcome | None:
    """An ending that never comes."""
    return None


def test_rules_with_functions_have_no_file() -> None:
    rules = variants.BRANDUBH.evolve(name="house", extra_endings=[never])
    with pytest.raises(NotExpressibleError):
        _ = by_chance(rules).text


# ----------------------------------------------------------------------------------------------------- where it is used


def test_players_and_analyses_use_it() -> None:
    start = Position.initial(variants.BRANDUBH)
    other = by_chance(variants.BRANDUBH, seed=5)
    limit = Limit(depth=2)
    found = [analyse(start, limit, evaluation=each).score for each in (None, SMALL, other)]
    assert len(set(found)) == 3
    assert Searcher(evaluation=SMALL).analyse(start, limit).score == found[1]
    assert pickle.loads(pickle.dumps(Searcher(evaluation=SMALL))).analyse(start, limit).score == found[1]
    made = built_in_player("alphabeta:nodes=300", evaluation=SMALL)
    assert isinstance(made, AlphaBeta)
    assert made.searcher.analyse(start, limit).score == found[1]
    assert made.choose(start) == AlphaBeta(nodes=300, evaluation=SMALL).choose(start)


def test_it_is_for_boards_of_its_size() -> None:
    position = Position.initial(variants.COPENHAGEN)
    for use in (
        lambda: analyse(position, Limit(nodes=10), evaluation=SMALL),
        lambda: explain_score(position, evaluation=SMALL),
        lambda: AlphaBeta(nodes=10, evaluation=SMALL).choose(position),
    ):
        with pytest.raises(ArgumentValueError, match="a board of 11×11 squares was expected, not for brandubh"):
            use()


def test_shipped_evaluations_fit_their_rulesets() -> None:
    for name in _trained.shipped_names():
        rules = variants.get(name)
        found = _trained.shipped(rules)
        assert found is not None
        text = (_trained._NETWORKS / f"{name}.json").read_text("utf-8")
        assert not TrainedEvaluation.parse(text).ruleset.diff(rules)


def test_a_shipped_evaluation_is_found_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_trained, "shipped_names", lambda: ("brandubh",))
    monkeypatch.setattr(_trained, "_read_evaluation", {"brandubh": SMALL}.__getitem__)
    _trained.shipped.cache_clear()
    try:
        assert _trained.shipped(variants.BRANDUBH) is SMALL
        assert _trained.shipped(variants.BRANDUBH.evolve(name="house", notes="mine")) is SMALL
        assert _trained.shipped(variants.BRANDUBH.evolve(escape=Region.EDGE)) is None
        assert _trained.shipped(variants.BRANDUBH.evolve(king=KingStrength.THREE, name="brandubh")) is None
        assert _trained.shipped(variants.COPENHAGEN) is None
    finally:
        _trained.shipped.cache_clear()


@pytest.mark.parametrize(
    ("name", "changes", "near"),
    [
        ("brandubh", {"no_move": NoMove.DRAW}, "brandubh"),
        ("brandubh-weak-throne", {}, "brandubh-2"),  # from which it differs in one option, as it does from brandubh
        ("copenhagen-bell", {}, "copenhagen"),
        ("copenhagen", {"shieldwall": None, "encirclement": False}, "copenhagen"),
        ("brandubh", {"king": KingStrength.THREE}, None),
        ("brandubh", {"speed": Speed(king=2)}, None),
        ("brandubh", {"hammer": PieceSet.MEN}, None),
        ("brandubh", {"anvil": PieceSet.MEN}, None),
        ("brandubh", {"escape": Region.parse("(a1, g7)")}, None),
        ("hnefatafl-13", {}, None),
    ],
)
def test_a_ruleset_is_played_by_the_evaluation_of_one_like_it(
    name: str, changes: dict[str, Any], near: str | None
) -> None:
    rules = variants.get(name).evolve(**changes)
    found = _trained.shipped(rules)
    assert (None if found is None else found.ruleset.name) == near
    tables = start_of(rules)._mutable.t
    assert (_trained.evaluation_for(rules, tables).network is not None) == (near is not None)


def test_a_ruleset_like_a_trained_one_counts_its_own_attackers() -> None:
    """The feature counts attackers of a ring that are missing, which those who were never there are not."""
    ring = Board.parse("11/11/11/3ttttt3/3tTTTt3/3tTKTt3/3tTTTt3/3ttttt3/11/11/11")
    features = explain_score(Position.initial(variants.COPENHAGEN.evolve(start=ring, encirclement=False))).features
    assert (features["sealed off"] != 0, features["attackers spent"]) == (True, 0)


def test_a_file_from_before_the_last_features_is_read() -> None:
    now = _changed(weights=[*range(18), 0, 0, 0, 0, 0])
    text = now.text.replace(",0,0,0,0,0]", "]", 1)
    assert text != now.text
    assert TrainedEvaluation.parse(text) == now
