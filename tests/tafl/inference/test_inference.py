"""Rules inferred from records: the search, the evidence, executors and interruptions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs
import pytest
from conftest import data_lines, data_path
from planting import planted, records

from hnefatafl import (
    Berserk,
    Jump,
    Jumps,
    KingStrength,
    Move,
    PieceSet,
    Position,
    Region,
    Ruleset,
    Shieldwall,
    Side,
    Speed,
    playouts,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, RulesetError
from hnefatafl.notation import archive, toml
from hnefatafl.records import Game
from tafl.inference import (
    BERSERK_QUESTIONS,
    CAMPS,
    QUESTIONS,
    Inference,
    InferenceProgress,
    Question,
    Standing,
    bases_for,
    infer,
    questions_for,
    questions_of_men,
)

pytestmark = pytest.mark.slow_uncompiled

assert variants.BRANDUBH.throne is not None
THRONE: Final = variants.BRANDUBH.throne
NOBODY: Final = PieceSet.NONE
EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "games"
HOUSE: Final = variants.BRANDUBH.evolve(
    name="house", king=KingStrength.WEAK, escape=Region.EDGE, corners=None, encirclement=False
)


@cache
def house_games() -> tuple[Game, ...]:
    """Games by rules that are none of the shipped ones."""
    return tuple(records(Random(4), HOUSE, 40))


@cache
def of_house() -> Inference:
    return infer(house_games())


def example_games(name: str, read_as: Ruleset) -> list[Game]:
    with (EXAMPLES / name).open(encoding="utf-8") as lines:
        return list(archive.parse_games(lines, read_as))


# ---------------------------------------------------------------------------------------------------------- the search


def test_the_rules_of_an_example_are_found_without_being_told() -> None:
    games = example_games("magpie.csv", variants.BRANDUBH)
    inference = infer(games)
    assert inference.best.contradictions == 0
    assert inference.about("speed.king").answer == "1"
    assert inference.about("goal").answer == "corners"
    assert inference.about("king").answer == variants.MAGPIE.king.value


def test_changed_rules_are_found() -> None:
    inference = of_house()
    best = inference.best
    assert (best.contradictions, best.unexplained_ends, best.agreement) == (0, 0, 1.0)
    assert inference.about("goal").answer == "edge"
    assert inference.about("king").answer == "weak"
    assert inference.unexplained == ()


def test_answers_that_need_each_other_are_found_in_pairs() -> None:
    """A man crosses the throne: he must be allowed to go so far, and to cross it; neither alone explains the move."""
    base = variants.BRANDUBH.evolve(name="slow", speed=Speed(attackers=2), throne=attrs.evolve(THRONE, cross=NOBODY))
    start = Position.parse("/7/7/7/t6/7/2K4/7/", variants.BRANDUBH, Side.ATTACKERS)
    game = attrs.evolve(Game(ruleset=variants.BRANDUBH, start=start), result="").add([Move.parse("a4-g4")])
    asked = [question for question in QUESTIONS if question.name in ("throne.cross", "speed.attackers")]
    inference = infer([game], bases=[base], questions=asked)
    assert inference.best.contradictions == 0
    assert [step.partition(":")[0] for step in inference.best.steps] == ["throne.cross", "speed.attackers"]


def test_what_a_base_brought_along_is_dropped() -> None:
    base = HOUSE.evolve(name="wide", shieldwall=Shieldwall(), exit_fort=True, king=KingStrength.STRONG)
    inference = infer(house_games(), bases=[base])
    assert inference.about("exit_fort").answer == "no"
    assert inference.about("shieldwall").answer == "none"
    assert inference.best.base == "wide"


def test_the_candidates_are_compared_over_all_games() -> None:
    """A sample of one game explains nothing of the others."""
    inference = infer(house_games(), sample=1)
    costs = [candidate.cost for candidate in inference.candidates]
    assert costs == sorted(costs)
    assert inference.best.contradictions == 0


def test_bases_are_compared_over_all_games() -> None:
    """The games of the sample tell nothing; in the others the king wins at the edge."""
    sampled = {at * 40 // 32 for at in range(32)}
    quiet, telling = "d1-c1 c4-c3,0,0,Ongoing", "d1-c1 c4-c3 c1-b1 d4-c4 b1-b2 c4-c7,0,0,White"
    lines = [quiet if at in sampled else telling for at in range(40)]
    edge = variants.BRANDUBH.evolve(name="edge", escape=Region.EDGE)
    bases = [variants.BRANDUBH, variants.MAGPIE, edge]
    inference = infer(archive.parse_games(lines, variants.BRANDUBH), bases=bases, questions=[], sample=32)
    assert (inference.ruleset, inference.best.cost) == (edge, 0)


def test_a_shipped_ruleset_is_kept_as_it_is() -> None:
    """Its encirclement is seen in no game, but it is part of a known ruleset."""
    games = records(Random(1), variants.BRANDUBH, 3, limit=10)
    assert infer(games, bases=[variants.BRANDUBH]).ruleset is variants.BRANDUBH


def test_the_side_that_begins_is_read_off_the_records() -> None:
    rules = variants.get("saami-tablut").evolve(name="defenders begin", first=Side.DEFENDERS)
    inference = infer(records(Random(3), rules, 10), bases=[variants.get("saami-tablut")])
    assert inference.ruleset.first is Side.DEFENDERS
    assert inference.best.contradictions == 0


@pytest.mark.long
def test_games_with_hidden_berserk_moves() -> None:
    rules = variants.get("tyr-11")
    games = records(Random(5), rules, 20, limit=40)
    inference = infer(games, sample=20)
    assert inference.ruleset.berserk is not Berserk.NONE
    assert inference.best.agreement > 0.9
    assert inference.about("berserk").rivals


def test_the_layout_of_the_board_can_be_given() -> None:
    games = list(archive.parse_games(["d1-c1 d3-c3"], variants.COPENHAGEN))
    inference = infer(games, start=variants.BRANDUBH.start)
    assert inference.ruleset.start == variants.BRANDUBH.start
    assert inference.best.contradictions == 0


def test_the_layout_is_read_off_the_moves() -> None:
    """Where the ruleset by which the records were read has another one."""
    rules = variants.get("sea-battle-9")
    lines = [archive.format_game(game) for game in records(Random(7), rules, 30)]
    inference = infer(archive.parse_games(lines, variants.BRANDUBH))
    assert inference.ruleset.start == rules.start
    assert inference.best.contradictions == 0


# --------------------------------------------------------------------------------------------------------- the evidence


def test_evidence_names_games_that_speak_against_an_answer() -> None:
    inference = of_house()
    against = inference.about("goal").rival("corners")
    assert against.standing is Standing.SETTLED
    assert against.broken > 0
    example = against.example
    assert example is not None
    replay = house_games()[example.number - 1]
    other = questions_for(HOUSE.start)[0].give(inference.ruleset, "corners")
    found = attrs.evolve(replay, ruleset=other).replay(lenient=True)
    assert ("unexplained-end" if found.has_unexplained_end else found.verdict) == example.verdict


def test_what_no_game_shows_is_open() -> None:
    evidence = of_house().about("no_move")
    assert evidence.standing is Standing.OPEN
    assert {rival.against for rival in evidence.rivals} == {0}


def test_unexplained_games_are_named_by_class() -> None:
    lines = ["d1-c1 d3-c3,0,0,White", "d1-c1 d1-c1,0,0,Ongoing", "7-1-3\tWhite\tnone\t0\t0\t\td1-c1 d1-c1 resigned"]
    inference = infer(archive.parse_games(lines, variants.BRANDUBH), bases=[variants.BRANDUBH], questions=[])
    found = {each.kind: [str(game) for game in each.games] for each in inference.unexplained}
    assert found == {
        "illegal": ["2, ply 1: illegal@1", "7-1-3, ply 1: illegal@1"],
        "unexplained-end": ["1: unexplained-end"],
    }
    assert (inference.best.contradictions, inference.best.unexplained_ends, inference.best.cost) == (2, 1, 12.0)


def test_nothing_is_settled_where_much_is_not_understood() -> None:
    games = [*house_games()[:20], *records(Random(8), variants.get("magpie"), 20)]
    inference = infer(games, bases=[variants.MAGPIE], questions=QUESTIONS[:6])
    assert inference.best.contradictions > 4
    assert inference.counts[Standing.SETTLED] == 0


KING_SPEED: Final = Question.about("speed.king", {"any": None, "1": 1})


@pytest.mark.parametrize(
    ("far", "strange", "near", "standing"),
    [
        (0, 0, 20, Standing.OPEN),
        (1, 0, 19, Standing.LEANING),
        (2, 0, 18, Standing.SETTLED),
        (2, 2, 16, Standing.SETTLED),
        (2, 3, 15, Standing.LEANING),
        (2, 1, 3, Standing.SETTLED),
        (2, 2, 3, Standing.LEANING),
    ],
)
def test_how_many_games_settle_an_answer(far: int, strange: int, near: int, standing: Standing) -> None:
    """Two games in which the king goes far do, unless more than a tenth of all games, or two, are not understood."""
    lines = ["d2-b2 d3-a3 d1-e1 d4-d2"] * far + ["d1-e2"] * strange + ["d1-c1 d3-c3"] * near
    games = archive.parse_games(lines, variants.BRANDUBH)
    start = variants.BRANDUBH.start
    evidence = infer(games, start=start, bases=[variants.BRANDUBH], questions=[KING_SPEED]).about("speed.king")
    assert (evidence.answer, evidence.rival("1").broken, evidence.standing) == ("any", far, standing)


@pytest.mark.parametrize(
    ("speed", "games", "wider", "standing"),
    [
        (1, 10, True, Standing.LEANING),
        (1, 3, True, Standing.OPEN),
        (None, 10, False, Standing.OPEN),
    ],
)
def test_games_lean_where_often_nobody_did_what_the_wider_rule_allows(
    speed: int | None, games: int, wider: bool, standing: Standing
) -> None:
    """In games with a slow king, no other king went far; that he never did says nothing against a rule by which he
    may."""
    start = Position.initial(variants.MAGPIE)
    played = [Game.from_position(playout.position) for playout in playouts(start, range(games), 40)]
    rules = variants.MAGPIE.evolve(speed=Speed(king=speed))
    (rival,) = infer(played, bases=[rules], questions=[KING_SPEED]).about("speed.king").rivals
    assert (rival.against, rival.is_wider, rival.standing) == (0, wider, standing)
    assert rival.expected is not None
    assert (rival.expected >= 10) is (standing is Standing.LEANING)


def test_an_answer_that_stands_beside_another_one_is_not_excluded() -> None:
    """Beside an empty throne the king is taken by one man if it is hostile to him and he is weak; nobody did so. He may
    be weak, or the throne hostile, but not both."""
    harmless = attrs.evolve(THRONE, hostile_empty=PieceSet.MEN)
    weak = variants.BRANDUBH.evolve(
        king=KingStrength.WEAK, throne=harmless, start="/t2T3/t5t/7/7/3K3/7/3t3/", first=Side.DEFENDERS
    )
    games = list(archive.parse_games(["d1-c1 d7-d6 c1-d1 a2-b2", "d1-b1 d7-d6 b1-d1 g2-f2"], weak))
    names = ("king", "throne hostile to king")
    both = [question for question in QUESTIONS if question.name in names]
    evidence = infer(games, bases=[weak], questions=both).about("throne hostile to king")
    rival = evidence.rival("empty")
    assert (evidence.answer, rival.broken, rival.standing) == ("never", 2, Standing.CONTESTED)
    assert rival.beside is not None
    assert rival.beside.startswith("king: ")
    (alone,) = (question for question in both if question.name != "king")
    rival = infer(games, bases=[weak], questions=[alone]).about("throne hostile to king").rival("empty")
    assert (rival.standing, rival.beside) == (Standing.SETTLED, None)


def test_a_capture_out_of_reach_is_not_one_left_out() -> None:
    """Where nobody moved far, a far capture that was left out does not exclude that captures must go on."""
    rules = variants.BRANDUBH.evolve(
        start="/7/3t3/4Tt1/K6/7/4Tt1/7/", first=Side.ATTACKERS, berserk=Berserk.MAY_CAPTURE, encirclement=False
    )
    games = list(archive.parse_games(["d2-d3xe3 e6-e5 f3-f4 e5-e6", "d2-d3xe3 e6-e7 f3-f4 e7-e6"], rules))
    turns = [question for question in BERSERK_QUESTIONS if question.name == "berserk"]
    evidence = infer(games, bases=[rules], questions=turns).about("berserk")
    rival = evidence.rival("must-capture")
    assert (rival.broken, rival.standing) == (2, Standing.CONTESTED)
    assert rival.beside == "speed: as far as pieces moved"
    far = list(archive.parse_games(["d2-d3xe3 e6-e5 f3-f4 e5-e6 d3-a3"], rules))
    evidence = infer([*games, *far, *far], bases=[rules], questions=turns).about("berserk")
    assert evidence.rival("must-capture").standing is Standing.SETTLED


def test_games_without_gaps_have_no_berserk_turns() -> None:
    """In twenty games sides alternate and every piece moves from where it stands; no rules that we ask about explain
    them, but berserk turns need not be tried."""
    leaping = variants.BRANDUBH.evolve(name="leaping", jumps=Jumps(soldiers=Jump.OVER_ANYBODY))
    games = records(Random(1), leaping, 20)
    inference = infer(games, bases=[variants.BRANDUBH, variants.BRANDUBH.evolve(berserk=Berserk.MAY_CAPTURE)])
    assert inference.best.contradictions > 5
    assert {candidate.ruleset.berserk for candidate in inference.candidates} == {Berserk.NONE}


@pytest.mark.parametrize(("strange", "berserk"), [(1, Berserk.NONE), (2, Berserk.MAY_CAPTURE)])
def test_few_games_need_no_gaps_for_berserk_turns(strange: int, berserk: Berserk) -> None:
    """The king walks over the square where a turn did not end. One such record may be mistaken, two are not."""
    rules = variants.BRANDUBH.evolve(
        name="plain", start="/7/3t3/4Tt1/K6/7/4Tt1/7/", first=Side.ATTACKERS, encirclement=False
    )
    texts = ["d2-d3xe3 e6-e5"] * 10 + ["d2-d3xe3 a4-a3 f3-f1 a3-g3"] * strange
    bases = [rules, rules.evolve(name="turns", berserk=Berserk.MAY_CAPTURE)]
    inference = infer(archive.parse_games(texts, rules), bases=bases, questions=[])
    assert inference.ruleset.berserk is berserk


def test_of_equally_good_bases_the_most_usual_is_taken() -> None:
    """Nothing in the games tells the bases apart; most of them let the king move any distance."""
    rules = variants.BRANDUBH
    slow = rules.evolve(name="slow", speed=Speed(king=4))
    others = [rules.evolve(name="weak", king=KingStrength.WEAK), rules.evolve(name="edge", edge_capture="draw")]
    games = list(archive.parse_games(["d1-c1 d3-c3"] * 3, rules))
    speed = [question for question in QUESTIONS if question.name == "speed.king"]
    assert infer(games, bases=[slow, *others], questions=speed).about("speed.king").answer == "any"


@pytest.mark.long
def test_disuse_is_no_law() -> None:
    """Under wider rules the king of magpie would have gone further, though nothing shows that he may not."""
    games = example_games("magpie.csv", variants.BRANDUBH)
    evidence = infer(games, bases=[variants.MAGPIE]).about("speed.king")
    wider = evidence.rival("any")
    assert (wider.against, wider.is_wider) == (0, True)
    assert wider.expected is not None
    assert wider.expected > 1
    assert wider.standing is (Standing.LEANING if wider.expected >= 10 else Standing.OPEN)


DISUSED: Final = {
    "ard-ri-1-friendly-throne-7": ("speed.defenders", "any", "4"),
    "ard-ri-friendly-throne-unarmed-cross-7": ("speed.defenders", "any", "4"),
    "ard-ri-unarmed-cross-7": ("goal", "edge", "edge, but corners closed"),
    "historical-hnefatafl-13-modif-parlett-2": ("goal", "edge", "edge, but corners closed"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", DISUSED)
def test_what_players_do_not_like_is_not_forbidden(name: str) -> None:
    """Defenders of small boards seldom have far to go, and nobody goes to a corner without need. A player who moves at
    random would have done so 5 and 30 times."""
    question, answer, narrower = DISUSED[name]
    rules = toml.parse_rules(data_path("aage-archive-more", "rules", f"{name}.toml").read_text("utf-8"))
    games = list(archive.parse_games(data_lines("aage-archive-more", f"{name}.tsv.gz"), rules))
    evidence = infer(games, bases=[rules.evolve(name="base", speed=Speed(), escape=Region.EDGE, corners=None)]).about(
        question
    )
    assert evidence.answer == answer
    rival = evidence.rival(narrower)
    assert (rival.standing, rival.is_wider) == (Standing.OPEN, False)
    assert rival.expected is not None
    assert rival.expected < (2 if question == "speed.defenders" else 10)


@pytest.mark.long
def test_no_wrong_answer_is_settled() -> None:
    rows = list(planted(3, 20, seed=12))
    assert [claim for row in rows for claim in row.wrong] == []
    assert sum(row.true for row in rows) / sum(row.answers for row in rows) > 0.7
    assert sum(row.settled for row in rows) > 5


# --------------------------------------------------------------------------------------- streams, executors, interrupts


def stream() -> Iterator[Game]:
    yield from house_games()


@pytest.mark.long
@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_the_result_does_not_depend_on_the_executor(pool: Callable[[int], Executor]) -> None:
    bases = [variants.BRANDUBH, variants.MAGPIE]
    alone = infer(stream(), bases=bases)
    with pool(2) as executor:
        assert infer(stream(), bases=bases, executor=executor) == alone


@pytest.mark.extra("dask")
def test_a_dask_cluster_finds_the_same() -> None:
    """By the executor of a client, which needs no method but ``submit``; the cluster of the example has processes."""
    distributed: Any = import_module("distributed")
    games = example_games("magpie.csv", variants.BRANDUBH)
    bases = [variants.BRANDUBH, variants.MAGPIE]
    with (
        distributed.LocalCluster(n_workers=2, processes=False, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        there = infer(games, bases=bases, executor=client.get_executor())
    assert there == infer(games, bases=bases)


def test_an_executor_works_on_turns_too() -> None:
    games = records(Random(5), variants.get("tyr-11"), 6, limit=20)
    bases = [variants.get("tyr-11")]
    with ThreadPoolExecutor(2) as executor:
        assert infer(games, bases=bases, questions=QUESTIONS[:2], executor=executor) == infer(
            games, bases=bases, questions=QUESTIONS[:2]
        )


def test_a_stop_keeps_what_was_found() -> None:
    seen: list[InferenceProgress] = []
    inference = infer(
        stream(), bases=[variants.MAGPIE], on_progress=seen.append, should_stop=lambda: seen[-1].stage == "search"
    )
    assert inference.interrupted
    assert inference.best.games == 40
    assert inference.evidence == ()


def test_an_interrupt_keeps_what_was_found() -> None:
    def interrupt(progress: InferenceProgress) -> None:
        if progress.stage == "evidence" and progress.done == 3:
            raise KeyboardInterrupt

    inference = infer(stream(), bases=[variants.MAGPIE], on_progress=interrupt)
    assert inference.interrupted
    assert len(inference.evidence) == 3
    assert inference.best.contradictions == 0


def test_an_interrupt_before_anything_was_found_goes_on() -> None:
    def interrupt(progress: InferenceProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        infer(stream(), bases=[variants.MAGPIE], on_progress=interrupt)


@pytest.mark.long
def test_progress_is_reported() -> None:
    seen: list[InferenceProgress] = []
    infer(stream(), bases=[variants.MAGPIE], on_progress=seen.append)
    stages = [progress.stage for progress in seen]
    assert list(dict.fromkeys(stages)) == ["bases", "search", "evidence"]
    assert [progress.replays for progress in seen] == sorted(progress.replays for progress in seen)
    assert seen[-1].cost is not None


# -------------------------------------------------------------------------------------------------------- the arguments


def test_wrong_arguments() -> None:
    with pytest.raises(ArgumentValueError, match="games, a start layout or bases"):
        infer([])
    with pytest.raises(ArgumentValueError, match="sample: a number from 1"):
        infer([], bases=[variants.MAGPIE], sample=0)
    with pytest.raises(ArgumentValueError, match="none of them fits"):
        infer([], start=variants.BRANDUBH.start, bases=[variants.ASHTON_TABLUT])
    with pytest.raises(ArgumentTypeError, match="games"):
        infer(5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentTypeError, match="executor"):
        infer([], bases=[variants.MAGPIE], executor=5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentValueError, match="no evidence about quiet"):
        infer([], bases=[variants.MAGPIE]).about("quiet")


def test_without_games_nothing_is_known() -> None:
    inference = infer([], bases=[variants.MAGPIE])
    assert inference.ruleset == variants.MAGPIE
    assert {evidence.standing for evidence in inference.evidence} == {Standing.OPEN}


def test_bases_of_every_size() -> None:
    for name in variants.names():
        bases = bases_for(variants.get(name).start)
        assert any(base == variants.get(name) for base in bases)
        assert len(bases) > 10


# -------------------------------------------------------------------------------------------------------- the questions


ALL_QUESTIONS: Final = (*questions_for(variants.get("alea-evangelii").start), *BERSERK_QUESTIONS)


@pytest.mark.long
@pytest.mark.parametrize("question", ALL_QUESTIONS, ids=lambda question: str(question.name))
def test_what_is_written_is_read(question: Question) -> None:
    written = 0
    for name in variants.names():
        rules = variants.get(name)
        for answer, rival in question.rivals(rules):
            written += 1
            assert question.answer(rival) == answer
            assert question.give(rules, answer) == rival != rules
    assert written


def test_plain_answers_exist() -> None:
    assert all(question.plain is None or question.plain in question.answers for question in ALL_QUESTIONS)


def test_camps() -> None:
    rules = variants.get("saami-tablut")
    closed = CAMPS.give(rules, "closed, hostile to all")
    assert len(closed.zones) == 4
    assert not closed.zones[0].squares.squares(9) & closed.escape.squares(9)
    assert CAMPS.give(closed, "none") == rules


def test_kinds_of_men() -> None:
    knights = next(iter(questions_of_men(variants.BRANDUBH.start)))
    rules = knights.give(variants.BRANDUBH, "knight")
    assert {str(piece) for _, piece in rules.start.items()} == {"attacking knight", "attacker", "defender", "king"}
    alone = list(questions_of_men(variants.BRANDUBH.start, single=True))
    assert len(alone) == 12
    assert knights.answer(alone[0].give(variants.BRANDUBH, "knight")) is None


def test_an_unknown_answer() -> None:
    with pytest.raises(RulesetError, match="king: 'feeble' is not among the answers"):
        next(question for question in QUESTIONS if question.name == "king").give(variants.BRANDUBH, "feeble")


def test_a_question_of_ones_own() -> None:
    lines = ["d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3,0,0,Draw"]
    quiet = Question.about("quiet_limit", {"none": None, "6": 6}, "none")
    inference = infer(archive.parse_games(lines, variants.BRANDUBH), bases=[variants.BRANDUBH], questions=[quiet])
    assert [evidence.question for evidence in inference.evidence] == ["quiet_limit"]


LIMITS: Final = [question for question in QUESTIONS if question.name in ("walk_in", "quiet_limit", "move_limit")]


def test_limits_that_games_passed_are_excluded_and_others_stay_open() -> None:
    games = records(Random(3), variants.BRANDUBH, 30, limit=120)
    inference = infer(games, bases=[variants.BRANDUBH], questions=LIMITS)
    quiet, moves = inference.about("quiet_limit"), inference.about("move_limit")
    assert (quiet.answer, quiet.rival("20").standing) == ("none up to 100", Standing.SETTLED)
    assert (moves.answer, moves.rival("50").standing) == ("none up to 200", Standing.SETTLED)
    example = moves.rival("50").example
    assert example is not None
    assert (example.ply, example.verdict) == (50, "illegal@50")
    assert {quiet.standing, moves.standing} == {Standing.OPEN}


@pytest.mark.parametrize(("option", "limit"), [("quiet_limit", 20), ("move_limit", 50)])
def test_a_limit_by_which_games_were_played_is_not_excluded(option: str, limit: int) -> None:
    options: dict[str, Any] = {option: limit}
    games = records(Random(3), variants.BRANDUBH.evolve(**options), 30, limit=120)
    assert any(game.result == "Draw" for game in games)
    inference = infer(games, bases=[variants.BRANDUBH], questions=LIMITS)
    assert inference.about(option).rival(str(limit)).against == 0


def test_a_limit_that_games_passed_is_given_up() -> None:
    """A limit of the base, as of brandubh-codingame, that is larger than all answers is like none."""
    games = records(Random(3), variants.BRANDUBH, 30, limit=120)
    base = variants.BRANDUBH.evolve(name="short", move_limit=20)
    inference = infer(games, bases=[base], questions=LIMITS)
    assert (inference.about("move_limit").answer, inference.best.contradictions) == ("none up to 200", 0)
    (question,) = (each for each in LIMITS if each.name == "move_limit")
    assert question.answer(base.evolve(move_limit=201)) == "none up to 200"
    assert question.answer(base.evolve(move_limit=60)) is None


@pytest.mark.parametrize("walk_in", [PieceSet.NONE, PieceSet.MEN])
def test_who_falls_by_walking_in_is_settled(walk_in: PieceSet) -> None:
    """Games with such a move also exclude that it is illegal."""
    games = records(Random(2), variants.BRANDUBH.evolve(walk_in=walk_in), 40)
    evidence = infer(games, bases=[variants.BRANDUBH], questions=LIMITS).about("walk_in")
    answer, other = ("men", "nobody") if walk_in else ("nobody", "men")
    assert evidence.answer == answer
    assert {evidence.rival(each).standing for each in (other, "men may not")} == {Standing.SETTLED}
    example = evidence.rival("men may not").example
    assert example is not None
    assert example.verdict.startswith("illegal@")


def test_games_in_which_nobody_walks_in_leave_it_open() -> None:
    games = records(Random(2), variants.BRANDUBH.evolve(no_walk_in=PieceSet.MEN), 40)
    evidence = infer(games, bases=[variants.BRANDUBH], questions=LIMITS).about("walk_in")
    assert (evidence.answer, evidence.standing) == ("nobody", Standing.OPEN)
    assert evidence.rival("men may not").against == 0
