"""The public API as its users' type checkers see it: checked by mypy and pyright, never run."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from random import Random
from typing import Unpack, assert_type

from hypothesis.strategies import SearchStrategy

from hnefatafl import (
    ActionSpace,
    Announcement,
    Announcements,
    Batch,
    Board,
    Call,
    Capture,
    IllegalMove,
    KingStrength,
    Move,
    Outcome,
    PieceSet,
    PlayedMove,
    Playout,
    Position,
    Region,
    Ruleset,
    SearchBoard,
    Side,
    Square,
    SquareSet,
    Symmetry,
    Termination,
    divide,
    perft,
    playout,
    playouts,
    search,
    variants,
)
from hnefatafl.describe import sentence
from hnefatafl.notation import archive, json, toml
from hnefatafl.records import Game, Match, Replay, Result, Scoring, draw_first, draw_sides
from hnefatafl.render.alt import alt_text
from hnefatafl.render.page import html_replay
from hnefatafl.render.png import animation, png
from hnefatafl.render.svg import missing, move_pictures, svg
from hnefatafl.render.themes import LIGHT, Theme
from hnefatafl.rules.typing import RulesetDiff, RulesetFilters, RulesetOptions
from hnefatafl.search import (
    AlphaBeta,
    Analysis,
    Clocks,
    Limit,
    Player,
    Score,
    Searcher,
    analyse,
    annotate,
    explain_score,
)
from hnefatafl.testing import Report, check_ruleset, planted, positions, strategies
from tafl import arena, conformance, lab, learning
from tafl.engine import Engine, EnginePlayer, Info, PlayResult, SimpleEngine, bologna, bologna_sockets, serve
from tafl.engine.bologna_referee import Referee, Ruling
from tafl.explorer import GameIndex, MoveStatistics, index_games
from tafl.inference import (
    Candidate,
    EraCount,
    Eras,
    Evidence,
    GameReference,
    HostilityCount,
    Inference,
    InferenceProgress,
    InferredKinds,
    InferredLayout,
    MenEvidence,
    Premises,
    Question,
    Rival,
    Slip,
    SlipKind,
    Standing,
    Unexplained,
    bases_for,
    compare_eras,
    count_hostile_squares,
    explain_noise,
    find_eras,
    infer,
    infer_kinds,
    infer_layouts,
    infer_sets,
    questions_for,
    questions_of_men,
    round_of,
)
from tafl.table.widget import BoardWidget

assert_type(variants.names(), tuple[str, ...])
assert_type(variants.get("Copenhagen"), Ruleset)
assert_type(variants.find(size=9, source="opentafl"), tuple[Ruleset, ...])
assert_type(variants.COPENHAGEN, Ruleset)
rules = variants.BRANDUBH.evolve(name="House brandubh", escape=Region.EDGE)
assert_type(rules, Ruleset)
assert_type(rules.evolve(king="weak", hammer=["king", "knights"], escape="edge", first="attackers"), Ruleset)
assert_type(Position.initial("brandubh"), Position)
# What a type checker has to refuse: mypy reports an "ignore" that ignores nothing.
variants.BRANDUBH.evolve(kig=KingStrength.WEAK)  # type: ignore[call-arg]
variants.BRANDUBH.evolve(king=3)  # type: ignore[arg-type]
variants.find(sise=9)  # type: ignore[call-arg]
variants.find(size="9")  # type: ignore[arg-type]
variants.find(first=Side.DEFENDERS, berserk=True, throne=False, layout=rules.start)
difference = rules.diff(variants.BRANDUBH)
assert_type(difference, RulesetDiff)
assert_type(difference["escape"], tuple[Region, Region])
assert_type(difference["first"], tuple[Side | None, Side | None])
for option, (ours, theirs) in difference.items():
    print(f"{option}: {ours} instead of {theirs}")


def house(**options: Unpack[RulesetOptions]) -> Ruleset:
    """What hands options on can be typed, too."""
    return variants.BRANDUBH.evolve(**options)


house(king=KingStrength.WEAK, start="/3t3/7/7/t1tK3/7/3t3/7/")


def found(**filters: Unpack[RulesetFilters]) -> int:
    return len(variants.find(**filters))


assert_type(rules.differences(variants.BRANDUBH), str)
assert_type(rules.escape.squares(7), SquareSet)
corners, edge = Region.CORNERS.squares(7), Region.EDGE.squares(7)
assert_type(corners | edge, SquareSet)
assert_type(corners & edge, SquareSet)
assert_type(corners - edge, SquareSet)
assert_type(corners ^ edge, SquareSet)
assert_type(corners | set(edge), SquareSet)

p = Position.initial(rules, turn=Side.DEFENDERS)
assert_type(Position.parse("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", rules, turn=Side.ATTACKERS), Position)
assert_type(p.ruleset, Ruleset)
assert_type(p.turn, Side)
assert_type(p.board, Board)
assert_type(p.ply, int)
assert_type(p.legal_moves(), list[Move])
assert_type(p.legal_actions(), bytes)
assert_type(p.codes, bytes)
assert_type(Batch(p, 3, seed=1, limit=9, restart=False, explicit_chance=True).step([1, 2, 3]), int)
assert_type(Batch(p, 3).legal_actions(), tuple[memoryview, memoryview])
assert_type(Batch(p, 3).outcomes, list[Outcome | None])
assert_type(Batch(p, 3)[0], Position)
assert_type(p.play_action(ActionSpace(7).encode("d1-c1"), None), Position)
assert_type(ActionSpace(7).decode(0), Move | None)
assert_type(ActionSpace(7).permute_actions(Symmetry.TRANSPOSE), array[int])
m = Move.parse("d1-d3")
assert_type(m.origin, Square)
assert_type(p.is_legal(m), bool)
assert_type(p.illegality(m), IllegalMove | None)
assert_type(p.play(m), Position)
play = p.explain(m)
assert_type(play, PlayedMove)
assert_type(play.captures, tuple[Capture, ...])
assert_type(play.announcement, Announcement | None)
assert_type(play.opponent_announcement, Announcement | None)
assert_type(play.announcement_sentences, tuple[str, ...])
assert_type(rules.announcements, Announcements)
assert_type(rules.announcements.call(Announcement.RAICHI), Call)
assert_type(p.king_in_danger, bool)
outcome = p.outcome
assert_type(outcome, Outcome | None)
if outcome is not None:
    assert_type(outcome.winner, Side | None)
    assert_type(outcome.termination, Termination)
    assert_type(outcome.describe("de"), str)
    assert_type(sentence(outcome.termination, "sv"), str)
assert_type(p.can_roll, bool)
assert_type(p.roll(4), Position)
assert_type(p.transform(Symmetry.ROTATE_90), Position)
assert_type(index_games([]), GameIndex)
assert_type(index_games([]).find(p).moves, tuple[MoveStatistics, ...])
assert_type(index_games([]).find(p).results.share("attackers"), float | None)
assert_type(perft(p, 4), int)
assert_type(divide(p, 2), dict[Move, int])
assert_type(playout(p, seed=7), Playout)
assert_type(SearchBoard(p).unmake(), Move)


def many_cores(executor: Executor) -> None:
    """What takes an executor gives the same with one as without."""
    assert_type(perft(p, 4, executor=executor), int)
    assert_type(divide(p, 2, executor=executor), dict[Move, int])
    assert_type(playouts(p, range(3), executor=executor), Iterator[Playout])
    assert_type(archive.replay_games([], rules, executor=executor), Iterator[Replay])
    assert_type(archive.replay_games([], rules, lambda replay: replay.verdict, executor=executor), Iterator[str])


assert_type(json.parse_rules(json.format_rules(rules)), Ruleset)
assert_type(json.parse_position(json.format_position(p)), Position)
assert_type(json.parse_game("{}"), Game)
assert_type(json.format_game(Game(ruleset=rules)), str)
assert_type(toml.parse_rules(toml.format_rules(rules)), Ruleset)

assert_type(svg(p, theme="dark", legal=Square.parse("d1"), marks=[Square.parse("a1")]), str)
assert_type(svg(play, arrows=[m], captured=missing(rules.start, p.board)), str)
assert_type(png(svg(rules)), bytes)
assert_type(move_pictures(Game(ruleset=rules)), list[str])
assert_type(animation(move_pictures(Game(ruleset=rules)), seconds=1), bytes)
assert_type(html_replay(Game(ruleset=rules)), str)
assert_type(alt_text(p), str)
assert_type(LIGHT.evolve(page="#ffffff"), Theme)

assert_type(check_ruleset(rules, examples=10, seed=1, depth=4), Report)
assert_type(check_ruleset(rules).findings, tuple[str, ...])
assert_type(positions(rules), SearchStrategy[Position])
assert_type(planted(), SearchStrategy[strategies.Planted])
assert_type(strategies.PLANTS["rings"](rules), SearchStrategy[tuple[Ruleset, Board, Side]])

match = Match(ruleset=rules, players=("Ann", "Bo"), length=4, scoring=Scoring(win=3))
assert_type(match.players, tuple[str, str])
assert_type(match.sides()[Side.ATTACKERS], str)
assert_type(match.next_game(Random(1)), Game)
assert_type(match.add(match.next_game()), Match)
assert_type(match.results, tuple[Result | None, ...])
assert_type(match.score, tuple[int, int])
assert_type(match.winner, str | None)
assert_type(match.replay(), tuple[Replay, ...])
assert_type(Match.drawn(rules, ("Ann", "Bo"), Random(1)), Match)
assert_type(draw_sides(["Ann", "Bo"], Random(1)), tuple[str, str])
assert_type(draw_first(rules, Random(1)), Side)
assert_type(json.parse_match(json.format_match(match)), Match)

analysis = analyse(p, Limit(nodes=100), lines=2, memory=1, stop=lambda: False)
assert_type(analysis, Analysis)
assert_type((analysis.best, analysis.rolls, analysis.pv), tuple[Move | None, bool, tuple[Move, ...]])
assert_type(analysis.lines, tuple[search.Line, ...])
assert_type((analysis.depth, analysis.nodes, analysis.seconds, analysis.proven), tuple[int, int, float, bool])
assert_type(analysis.score.pov(Side.ATTACKERS), Score)
assert_type(max(analysis.score, -analysis.score), Score)
assert_type((analysis.score.plies, analysis.score.expected_points), tuple[int | None, float])
assert_type(Searcher(memory=1).iterate(p, Limit(depth=2)), Iterator[Analysis])
assert_type(explain_score(p).features, Mapping[str, int])
assert_type(annotate(Game(ruleset=rules), Limit(depth=1), searcher=Searcher()), Game)
someone: Player = AlphaBeta(level=3)
assert_type([someone, search.Random(seed=1), search.Greedy(), search.MonteCarlo()][0].choose(p), Move | None)
assert_type(search.built_in_player("alphabeta:nodes=20000", seed=1), Player)

records = list(archive.parse_games([], rules))


def show(progress: InferenceProgress) -> None:
    assert_type((progress.stage, progress.replays, progress.total), tuple[str, int, int | None])


inference = infer(records, bases=bases_for(rules.start), on_progress=show, should_stop=lambda: False)
assert_type(inference, Inference)
assert_type(infer_sets(records, Premises(stated=False, more_bases=[rules]), sample=100), Iterator[Inference])
assert_type((inference.best, inference.ruleset), tuple[Candidate, Ruleset])
assert_type((inference.best.cost, inference.best.agrees, inference.best.steps), tuple[float, int, tuple[str, ...]])
assert_type((inference.candidates, inference.evidence), tuple[tuple[Candidate, ...], tuple[Evidence, ...]])
assert_type((inference.unexplained, inference.eras), tuple[tuple[Unexplained, ...], tuple[Eras, ...]])
assert_type((inference.layout, inference.interrupted), tuple[InferredLayout | None, bool])
assert_type(inference.describe(), str)
assert_type(inference.as_json(), dict[str, object])
assert_type(inference.counts, dict[Standing, int])
assert_type(inference.about("king").rival("weak"), Rival)
assert_type(inference.about("king").rivals[0].example, GameReference | None)
assert_type(inference.unexplained[0].games[0].slip, Slip | None)
assert_type(inference.unexplained[0].slips, dict[SlipKind, int])
infer(rules)  # type: ignore[arg-type]
infer(records, base=[rules])  # type: ignore[call-arg]
quiet = Question.about("quiet_limit", {"none": None, "50 plies": 50}, plain="none")
assert_type(quiet, Question)
assert_type((quiet.answer(rules), quiet.give(rules, "none")), tuple[str | None, Ruleset])
assert_type(quiet.rivals(rules), Iterator[tuple[str, Ruleset]])
assert_type((*questions_for(rules.start), *questions_of_men(rules.start)), tuple[Question, ...])
assert_type(infer_layouts(records, 7), tuple[InferredLayout, ...])
assert_type(infer_layouts([records[0].moves])[0].board, Board)
assert_type(infer_kinds(records, rules.start), InferredKinds)
assert_type(infer_kinds(records, rules.start).about("d2"), MenEvidence)
assert_type(count_hostile_squares(records, rules.start), tuple[HostilityCount, ...])
assert_type(explain_noise(records[0], rules), Slip | None)
assert_type(compare_eras(records, rules, variants.BRANDUBH, order=round_of), Eras)
assert_type(find_eras(records, rules, [quiet])[0].early, EraCount)


async def challenge(chooser: Player) -> None:
    seat = await bologna_sockets.play(chooser, Side.DEFENDERS, name="Ravens", watch=lambda seat: None)
    assert_type(seat, bologna.Seat)
    assert_type(seat.ending, bologna.Ending | None)
    assert_type(seat.notes, tuple[str, ...])
    await bologna_sockets.play(lambda position: position.legal_moves()[0], Side.ATTACKERS, port=7801)
    assert_type(await bologna_sockets.referee(ports=(0, 0), moves=4), Ruling)


connection = bologna.Wire(Side.DEFENDERS)
assert_type(connection.send(bologna.Name("Ravens")), bytes)
assert_type(connection.next_event(), bologna.Event | None)
assert_type(Referee("Ravens", "Crows").verdict, Ruling | None)

# Engines.
limit = Limit(seconds=1, clocks=Clocks(attackers=60, defenders=60))
assert_type(limit.budget(Side.ATTACKERS), float | None)


async def ask(position: Position) -> None:
    async with Engine.open(["engine"], dialect="ugi", options={"hash": "64"}) as engine:
        assert_type(engine, Engine)
        assert_type(await engine.play(position, limit), PlayResult)
        assert_type(await engine.analyse(position, limit, 3), tuple[Info, ...])
    assert_type(await Engine.popen("engine"), Engine)


with SimpleEngine("engine", dialect="otep") as simple:
    assert_type((simple.name, simple.warnings, simple.is_alive), tuple[str, tuple[str, ...], bool])
    assert_type(simple.play(p, limit).info.score, Score | None)
    simple.play(p)  # type: ignore[call-arg]
assert_type(EnginePlayer("engine").choose(p), Move | None)
serve(lambda position, within: position.legal_moves()[0], "htp", ruleset=rules)
serve(EnginePlayer("engine"))
serve(3)  # type: ignore[arg-type]

# Learning.
planes = learning.Planes(rules)
assert_type(planes, learning.Planes)
assert_type(rules.symmetries, tuple[Symmetry, ...])
assert_type(rules.pieces, PieceSet)
learning.pettingzoo_env("brandubh")  # type: ignore[arg-type]
learning.gymnasium_env(rules)  # type: ignore[call-arg]

# Conformance suites.
chapter = conformance.make_chapter(rules, cases=9)
assert_type(chapter, conformance.Chapter)
assert_type(conformance.check_engine([chapter], "engine").differences, tuple[conformance.Difference, ...])
assert_type(next(conformance.read_suite(conformance.suite_lines([rules], [chapter]))).cases[0].line, tuple[str, ...])
conformance.make_chapter(rules, positions=9)  # type: ignore[call-arg]

# Matches of players.
contest = arena.Contest(a="greedy", b=lambda position: position.legal_moves()[0], ruleset=rules, games=4)
assert_type(next(contest.play()), arena.ContestGame)
assert_type(arena.play_match("greedy", search.Random(), rules, games=4, sprt=arena.Sprt(elo1=30)), arena.MatchResult)
arena.play_match("greedy", "random", rules, game=4)  # type: ignore[call-arg]
assert_type(arena.MatchResult(contest=contest).elo, arena.Elo)
assert_type(arena.Pairs(counts=(0, 0, 1, 0, 0)).share, arena.Share)
assert_type(arena.Points(won=1).points, float)
assert_type(next(arena.openings(rules, 2)), Position)
assert_type(arena.play(search.Random(), search.Greedy(), p).winner, Side | None)

# The laboratory.
studied = lab.study(rules, strengths=["random", lab.Strength(nodes=20)], games=2)
assert_type(studied, lab.Study)
assert_type(studied.results[0].balance, arena.Share)
assert_type(studied.dead_squares["any"], tuple[Square, ...])
assert_type(lab.explore(rules, {"other": rules}, games=9).changes, tuple[lab.Change, ...])
assert_type(lab.changes_of(rules), dict[str, Ruleset])
lab.study(rules, strengths=[3])  # type: ignore[list-item]

widget = BoardWidget(rules)
assert_type(widget.position, Position)
assert_type(widget.game, Game)
widget.position = widget.position.play("d1-c1")
widget.position = None  # type: ignore[assignment]
