"""How people play: the features of moves, fitting to games, judging, players that err as people do, and notes."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Game, Move, Position, Side, Symmetry, variants
from hnefatafl._cli import main
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, HnefataflError, NotationError
from hnefatafl.human import MAX_FEATURES, HumanModel, HumanScore, judge_human
from hnefatafl.search import AlphaBeta, Limit, annotate, built_in_player

START: Final = Position.initial(variants.BRANDUBH)
CAPTURE: Final = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
"""The attackers capture by e3-e4."""
ESCAPE: Final = Position.parse("/2t4/2T4/1t5/K6/t6/7/7/", variants.BRANDUBH, Side.DEFENDERS)
"""The king wins by a4-a1."""
TAKING: Final = HumanModel(weights={"takes a 1 0": 400, "takes d 1 0": 400})


def likeliest(model: HumanModel, position: Position) -> str:
    likely = model.probabilities(position)
    return str(max(likely, key=lambda move: likely[move]))


def walked(position: Position, seed: int, plies: int) -> Position:
    """Where random moves lead, before the game ends."""
    chance = random.Random(seed)
    for _ in range(plies):
        after = position.play(chance.choice(position.legal_moves()))
        if after.outcome is not None:
            break
        position = after
    return position


def greedy_games(number: int, name: str = "brandubh") -> list[Game]:
    """Games of players who capture whenever they can, and otherwise choose by chance."""
    found: list[Game] = []
    for seed in range(number):
        chance = random.Random(seed)
        position = Position.initial(name)
        while position.outcome is None and position.ply < 30:
            position = position.play(chance.choice(position.legal_captures() or position.legal_moves()))
        found.append(Game.from_position(position))
    return found


# ------------------------------------------------------------------------------------------------------------ features


@pytest.mark.parametrize(
    ("feature", "position", "move"),
    [
        ("takes a 1 0", CAPTURE, "e3-e4"),
        ("game win", ESCAPE, "a4-a1"),
        ("escape K 1 0", ESCAPE, "a4-a1"),
        ("line 0 0", ESCAPE, "a4-a1"),
    ],
)
def test_a_feature_makes_its_move_likely(feature: str, position: Position, move: str) -> None:
    assert likeliest(HumanModel(weights={feature: 900}), position) == move


def chosen(feature: str, position: Position) -> set[str]:
    """The moves that have a feature."""
    likely = HumanModel(weights={feature: 900}, nodes=50).probabilities(position)
    return {str(move) for move, chance in likely.items() if chance > 1.01 / len(likely)}


def after(*moves: str) -> Position:
    position = START
    for move in moves:
        position = position.play(move)
    return position


def test_a_known_opening_is_known_however_it_is_turned() -> None:
    """Boards of the first plies are told apart, and those that a symmetry turns into each other are not."""
    from hnefatafl.human._features import features_of
    from hnefatafl.search import Searcher

    names = features_of(START, Searcher(memory=1), 20)
    (name,) = (each for each in names[Move.parse("d1-c1")] if each.startswith("at "))
    assert chosen(name, START) == {"d1-c1", "d1-e1", "d7-c7", "d7-e7", "a4-a3", "a4-a5", "g4-g3", "g4-g5"}


def test_lines_are_told_by_how_much_worse_they_are() -> None:
    """The king wins at once by one move, and two plies later by another."""
    assert chosen("line 0 0", ESCAPE) == {"a4-a1"}
    assert not chosen("line 1 0", ESCAPE)
    assert chosen("line 1 1", ESCAPE) == {"a4-g4"}


def test_a_move_may_mirror_an_earlier_one() -> None:
    """After d1-c1 the attackers may do the same on the other side of the board."""
    position = after("d1-c1", "d3-a3")
    assert chosen("mirrors a -+", position) == {"d7-c7", "d7-e7", "a4-a5", "g4-g3", "g4-g5"}


def test_own_men_on_the_images_of_a_square_count() -> None:
    """The attacker of d1 stands on c1: of the other three who stood so in the middle of a side
    two are left, and on the squares that mirror those beside them stands one."""
    position = after("d1-c1", "d3-a3")
    assert chosen("images a a 2 1", position) == {"d7-c7", "d7-e7", "a4-a5", "g4-g3", "g4-g5"}
    assert chosen("home a a 0 1", position) == {"c1-d1"}


def test_repeated_boards_and_squares_count_by_their_age() -> None:
    position = after("d1-c1", "d3-a3", "c1-b1")
    assert chosen("rested d a 2", position) >= {"a3-d3", "a3-b3"}
    assert chosen("vacated d a 2", position) == {"a3-d3"}
    position = after("d1-c1", "d3-a3", "c1-d1")
    assert chosen("seen d -", position) == {*map(str, position.legal_moves())} - {"a3-d3", "d4-d3"}
    assert chosen("seen d 4", position) == {"a3-d3"}


def test_the_room_of_the_king_and_the_nearest_pieces_count() -> None:
    position = Position.parse("/7/7/7/2K4/7/7/t6/", variants.BRANDUBH, Side.DEFENDERS)
    assert chosen("room K 6 -1", position) == {"c4-a4", "c4-c7"}
    position = Position.parse("/7/7/7/2K4/7/7/t6/", variants.BRANDUBH, Side.ATTACKERS)
    assert chosen("company a 2 4", position) == {f"a7-a{rank}" for rank in range(2, 7)}
    position = Position.parse("/2t4/5K1/7/4T2/7/6t/t6/", variants.BRANDUBH, Side.ATTACKERS)
    near: dict[str, set[str]] = {}
    for move in position.legal_moves():
        apart = {Side.ATTACKERS: 4, Side.DEFENDERS: 4}
        for at, piece in position.play(move).board.items():
            if at != move.target:
                far = max(abs(at.file - move.target.file), abs(at.rank - move.target.rank))
                apart[piece.side] = min(apart[piece.side], far)
        near.setdefault(f"company a {apart[Side.DEFENDERS]} {apart[Side.ATTACKERS]}", set()).add(str(move))
    assert {feature: chosen(feature, position) for feature in near} == near


def test_a_piece_that_is_threatened_may_be_saved() -> None:
    """The defender on d3 could be captured by e4-e3."""
    position = Position.parse("/7/7/2tT3/4t2/6K/7/7/", variants.BRANDUBH, Side.DEFENDERS)
    likely = HumanModel(weights={"saves 1 0": 900}).probabilities(position)
    saving = {str(move) for move, chance in likely.items() if chance > 0.05}
    assert saving
    assert all(move.startswith("d3-") for move in saving)


def test_the_last_moves_count() -> None:
    position = START
    for move in ("d1-c1", "d3-a3", "c1-b1"):
        position = position.play(move)
    again = HumanModel(weights={"again a 1 0": 900}).probabilities(position)
    assert {str(move.origin) for move, chance in again.items() if chance > 0.02} == {"a3"}
    back = HumanModel(weights={"again a 1 1": 900}).probabilities(position)
    assert str(max(back, key=lambda move: back[move])) == "a3-d3"
    fresh = Position.from_board(position.board, variants.BRANDUBH, position.turn)
    assert len({*HumanModel(weights={"again a 1 0": 900}).probabilities(fresh).values()}) == 1


@given(seed=st.integers(0, 10_000), symmetry=st.sampled_from([*Symmetry]))
def test_the_board_may_be_turned(seed: int, symmetry: Symmetry) -> None:
    """Only the search, which orders equal moves, may tell a position from the same one turned."""
    name = random.Random(seed).choice(["brandubh", "tablut", "ashton-tablut"])
    position = walked(Position.initial(name), seed, seed % 40)
    chance = random.Random(seed)
    words = ["takes", "exposed", "saves", "hangs", "threatens", "escape", "ways", "from", "to", "start", "king", "at"]
    words += ["images", "image", "home", "mirrors", "rested", "vacated", "seen", "room", "company", "faces", "aligned"]
    model = HumanModel(weights=_drawn(position, words, chance))
    likely = model.probabilities(position)
    turned = model.probabilities(position.transform(symmetry))
    assert sorted(likely.values()) == pytest.approx(sorted(turned.values()))


def _drawn(position: Position, words: list[str], chance: random.Random) -> dict[str, int]:
    """Weights for features that occur."""
    from hnefatafl.human._features import features_of
    from hnefatafl.search import Searcher

    names = {name for each in features_of(position, Searcher(memory=1), 20).values() for name in each}
    return {name: chance.randrange(-300, 300) for name in sorted(names) if name.split()[0] in words}


@pytest.mark.parametrize("name", ["hnefatafl-11-dice", "berserk", "alea-evangelii", "ashton-tablut", "tawlbwrdd"])
def test_every_kind_of_ruleset_can_be_asked(name: str) -> None:
    rules = variants.get(name)
    position = walked(Position.initial(rules, rules.first or "attackers"), 3, 9)
    likely = HumanModel(weights={"line 0 0": 100}, nodes=50).probabilities(position)
    assert [*likely] == position.legal_moves()
    assert sum(likely.values()) == pytest.approx(1)


def test_a_game_that_is_over_has_no_moves() -> None:
    assert TAKING.probabilities(ESCAPE.play("a4-a1")) == {}


# --------------------------------------------------------------------------------------------------------------- files


@given(
    weights=st.dictionaries(st.text(max_size=20), st.integers(-10_000, 10_000), max_size=5),
    nodes=st.integers(1, 1_000_000),
    training=st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=2),
)
def test_a_model_is_read_back(weights: dict[str, int], nodes: int, training: dict[str, str]) -> None:
    model = HumanModel(weights=weights, nodes=nodes, training=training)
    assert HumanModel.parse(model.text) == model == pickle.loads(pickle.dumps(model))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"format": "another"}, "the format 'hnefatafl human 1' was expected"),
        ({"more": 1}, "there is no key 'more'"),
        ({"nodes": 0}, "nodes: a number from 1 to 1000000 was expected, not 0"),
        ({"nodes": "many"}, "a whole number"),
        ({"weights": {"a": 1.5}}, "weights: whole numbers by the names of features were expected"),
        ({"weights": {"a": 10_001}}, "weights: numbers from -10000 to 10000 were expected, not 10001"),
        ({"weights": {str(each): 1 for each in range(MAX_FEATURES + 1)}}, "weights: at most 8000 were expected"),
        ({"training": {"a": 1}}, "training: a text was expected, not 1"),
        ({"weights": []}, "an object"),
    ],
)
def test_other_files_are_refused(change: dict[str, Any], fault: str) -> None:
    document = json.loads(TAKING.text) | change
    with pytest.raises(NotationError, match=fault):
        HumanModel.parse(json.dumps(document))


@given(text=st.text(max_size=60) | st.sampled_from([TAKING.text[:cut] for cut in range(len(TAKING.text) - 1)]))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(HnefataflError):
        HumanModel.parse(text)


def test_arguments_are_checked() -> None:
    with pytest.raises(ArgumentTypeError, match="weights"):
        HumanModel(weights=[])  # type: ignore[arg-type]
    with pytest.raises(ArgumentTypeError, match="position"):
        TAKING.probabilities("start")  # type: ignore[arg-type]
    with pytest.raises(ArgumentValueError, match="positions: a number from 1 on was expected, not 0"):
        judge_human(TAKING, [], positions=0)


# ------------------------------------------------------------------------------------------------- judging and fitting


def test_scores_are_what_they_say() -> None:
    """Equally likely moves share the first places."""
    position = Position.parse("/t5t/7/7/3K3/7/7/t5t/", variants.BRANDUBH, Side.ATTACKERS)
    moves = position.legal_moves()
    game = Game(ruleset=variants.BRANDUBH, start=position).add(moves[:1])
    score = judge_human(HumanModel(weights={}), [game])["brandubh"]
    assert (score.positions, score.first, score.third) == (1, 1 / len(moves), 3 / len(moves))
    sure = judge_human(
        HumanModel(weights={"takes a 1 0": 9000}), [Game(ruleset=variants.BRANDUBH, start=CAPTURE).add("e3-e4")]
    )
    assert sure["brandubh"] == HumanScore(positions=1, first=1.0, third=1.0, loss=0.0)
    assert str(HumanScore()) == "0 positions"


def test_a_record_counts_as_far_as_it_can_be_played() -> None:
    game = Game(ruleset=variants.BRANDUBH).add(["d1-c1", "d3-a3"])
    broken = Game(ruleset=variants.BRANDUBH, moves=(*game.moves, *Game(ruleset=variants.BRANDUBH).add("a1-a2").moves))
    assert judge_human(TAKING, [broken])["brandubh"].positions == 2


@pytest.mark.needs_host
@pytest.mark.extra("train")
def test_an_executor_changes_nothing() -> None:
    from hnefatafl.human import fit_human

    games = greedy_games(20)
    with ThreadPoolExecutor(2) as executor:
        model = fit_human(games, positions=40, nodes=20, executor=executor)
        scores = judge_human(model, games, positions=40, executor=executor)
    assert model == fit_human(games, positions=40, nodes=20)
    assert scores == judge_human(model, games, positions=40)


@pytest.mark.needs_host
@pytest.mark.extra("train")
def test_what_people_do_is_learned() -> None:
    """Players who capture whenever they can are told from others by a model that is fitted to some of their games."""
    from hnefatafl.human import fit_human

    games = greedy_games(40)
    model = fit_human(games[:30], positions=300, nodes=20)
    assert model == fit_human(games[:30], positions=300, nodes=20)
    assert model.training["games"] == "30"
    assert "held back: brandubh" in model.training
    fresh = Position.initial("brandubh")
    assert len(fresh.legal_captures()) == 0
    assert likeliest(model, CAPTURE) == "e3-e4"
    fitted, none = (judge_human(each, games[30:])["brandubh"] for each in (model, HumanModel(weights={}, nodes=20)))
    assert fitted.loss < none.loss
    with pytest.raises(ArgumentValueError, match="games: moves that can be played by the rules were expected"):
        fit_human([])


@pytest.mark.extra("train")
def test_a_seed_is_checked_before_any_game_is_read() -> None:
    from hnefatafl.human import fit_human

    with pytest.raises(ArgumentValueError, match="seed: a number from 0 on was expected, not -1"):
        fit_human((pytest.fail("a game was read") for _ in range(1)), seed=-1)


# ------------------------------------------------------------------------------------------------------ players, notes


def test_a_player_errs_as_people_do() -> None:
    """Where the noise is great, the search says little, and moves are drawn as often as the model says."""
    position = Position.parse("/7/7/7/2K4/7/7/t6/", variants.BRANDUBH, Side.DEFENDERS)
    model = HumanModel(weights={"length K a 1": 300})
    likely = model.probabilities(position)
    drawn: Counter[int] = Counter()
    for seed in range(60):
        move = AlphaBeta(nodes=50, noise=10**9, seed=seed, human=model).choose(position)
        assert move is not None
        drawn[abs(move.origin.file - move.target.file) + abs(move.origin.rank - move.target.rank)] += 1
    short = sum(chance for move, chance in likely.items() if move in near(position))
    assert abs(drawn[1] / 60 - short) < 0.2
    assert drawn[1] > 30


def near(position: Position) -> set[Move]:
    return {
        move
        for move in position.legal_moves()
        if abs(move.origin.file - move.target.file) + abs(move.origin.rank - move.target.rank) == 1
    }


def test_a_player_without_noise_needs_no_model() -> None:
    assert str(AlphaBeta(nodes=500, human=TAKING).choose(ESCAPE)) == "a4-a1"
    assert str(built_in_player("alphabeta:nodes=500,noise=1", human=TAKING).choose(ESCAPE)) == "a4-a1"
    with pytest.raises(ArgumentValueError, match="human: an argument was expected, not a text"):
        built_in_player("alphabeta:human=people.json")


def test_a_player_with_a_model_may_roll() -> None:
    rules = variants.get("hnefatafl-11-dice")
    position = Position.initial(rules)
    player = AlphaBeta(level=1, seed=1, human=HumanModel(weights={}, nodes=20))
    for _ in range(6):
        move = player.choose(position)
        position = position.roll(3) if move is None else position.play(move)
    assert position.ply > 2


def test_notes_say_how_findable_the_best_move_was() -> None:
    game = Game(ruleset=variants.BRANDUBH, start=ESCAPE).add(["c2-d2", "b3-a3"])
    sure = HumanModel(weights={"game win": 1000})
    found = annotate(game, Limit(nodes=500), human=sure)
    assert found.moves[0].note is not None
    assert found.moves[0].note.comment == "the attackers win in 1 ply, 100 % of people find a4-a1"
    assert found.moves[1].note is None


# ------------------------------------------------------------------------------------------------------------ commands


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    lines = [" ".join(map(str, game.moves)) + ",0,0,Ongoing" for game in greedy_games(20)]
    (tmp_path / "games.csv").write_text("# variant: brandubh\n" + "\n".join(lines) + "\n")
    (tmp_path / "people.json").write_text(TAKING.text)
    return tmp_path


@pytest.mark.needs_host
@pytest.mark.extra("train")
def test_the_command_learns_and_judges(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn-people", "games.csv", "--positions", "100", "--nodes", "20", "-o", "out.json"]) == 0
    out = capsys.readouterr().out
    assert "held back: brandubh: " in out
    assert "written: out.json, " in out
    assert main(["learn-people", "games.csv", "--judge", "out.json", "--positions", "50"]) == 0
    assert capsys.readouterr().out.startswith("brandubh: 5")
    assert main(["learn-people", "games.csv", "--positions", "100", "--nodes", "20", "-o", "out.json"]) == 2


def test_the_command_says_what_it_expects(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, fault in (
        ((), "either --output, to fit a model, or --judge, to judge one, was expected"),
        (("-o", "a.json", "--judge", "people.json"), "either --output"),
        (("--judge", "people.json", "--nodes", "9"), "--nodes is for fitting; a model says its own"),
        (("--judge", "games.csv"), "games.csv: JSON was expected"),
        (("--judge", "none.json"), "none.json"),
    ):
        assert main(["learn-people", "games.csv", *words]) == 2
        assert fault in capsys.readouterr().err
    (here / "empty.csv").write_text("# variant: brandubh\n")
    assert main(["learn-people", "empty.csv", "--judge", "people.json"]) == 2


def test_commands_take_a_model(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    player = "alphabeta:nodes=30,noise=500,human=people.json"
    assert main(["arena", "brandubh", player, "random", "--games", "2", "--plies", "6", "--no-progress"]) == 0
    assert main(["arena", "brandubh", f"{player},human=people.json", "random", "--games", "2"]) == 2
    assert "human: one file was expected, not two" in capsys.readouterr().err
    words = ["analyse", "games.csv", "--annotate", "--game", "1", "--nodes", "30", "--human", "people.json"]
    assert main([*words, "--to", "json"]) == 0
    assert main(["analyse", "brandubh", "--nodes", "30", "--human", "people.json"]) == 2
    assert "--human is for --annotate" in capsys.readouterr().err
