"""Findings, reports, summaries and the detection of dialects: what ``tafl replay`` prints, as data."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from hnefatafl import (
    CaptureKind,
    Consequence,
    Illegality,
    Outcome,
    Position,
    Repetition,
    Ruleset,
    Side,
    Square,
    Termination,
    variants,
)
from hnefatafl.errors import NotationError, RecordError, UnknownVariantError
from hnefatafl.notation import archive, convert, otn
from hnefatafl.notation.detection import HEAD, detect, read_any
from hnefatafl.notation.dialects import DIALECTS, dialect
from hnefatafl.notation.moves import parse_move
from hnefatafl.notation.validation import GameReport, Summary, validate, validate_games
from hnefatafl.play import PlayoutSummary, summarize_playouts
from hnefatafl.records import Finding, FindingKind, Game, format_findings

BRANDUBH: Final = variants.BRANDUBH
EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "games"
LINES: Final = [
    "# variant: brandubh",
    "d1-c1 c4-c2,0,0,Ongoing",
    "d1-c1xa1 oops c4-c2xa1xa2,0,0,Ongoing",
    "d1-c1 c4-c2 d2-d5,0,0,Ongoing",
]


def findings(line: str, board: str | None = None, turn: Side = Side.ATTACKERS) -> tuple[Finding, ...]:
    (game,) = archive.parse_games([line], BRANDUBH)
    if board is not None:
        game = attrs.evolve(game, start=Position.parse(board, BRANDUBH, turn))
    return game.replay().findings


# ------------------------------------------------------------------------------------------------------------- findings


def test_the_kinds_of_findings_have_the_words_of_the_reports() -> None:
    assert [kind.value for kind in FindingKind] == [
        "illegal",
        "continues-after-end",
        "result-differs",
        "result-not-recorded",
        "capture-missing",
        "capture-stray",
        "odd-token",
        "mark-wrong",
    ]


def test_a_finding_has_its_place_its_squares_and_its_rule() -> None:
    illegal, unexpected, unparsed = findings("d1-c1 ? c4-c2xa1xa2 ?? c1-d2,0,0,")[:3]
    assert (illegal.kind, illegal.index, illegal.number) == (FindingKind.ILLEGAL, 2, 4)
    assert (illegal.rule, illegal.squares) == (Illegality.NOT_STRAIGHT, (Square("d2"),))
    assert (unexpected.index, unexpected.number, unexpected.rule) == (1, 2, None)
    assert unexpected.squares == (Square("a1"), Square("a2"))
    assert (unparsed.index, unparsed.number, unparsed.text) == (1, 1, "?")
    assert len(findings("d1-c1 ? c4-c2xa1xa2 ?? c1-d2,0,0,")) == 4


def test_missing_captures_are_told_apart_by_their_rules() -> None:
    # b1 falls against the corner, d1 between two enemies.
    found = findings("c2-c1,0,0,", "/1t1tT2/2T4/7/3K3/7/7/t6/", Side.DEFENDERS)
    assert [(each.kind, each.rule, each.squares) for each in found] == [
        (FindingKind.MISSING_CAPTURE, CaptureKind.CUSTODIAL, (Square("d1"),)),
        (FindingKind.MISSING_CAPTURE, CaptureKind.HOSTILE_SQUARE, (Square("b1"),)),
    ]
    assert format_findings(found) == "capture-missing@0"


# ---------------------------------------------------------------------------------------------------- unexplained ends

SHUFFLE: Final = "d1-c1 d3-c3 c1-d1 c3-d3"


def unexplained(line: str, rules: Ruleset = BRANDUBH, *, lenient: bool = True) -> bool:
    (game,) = archive.parse_games([line], rules)
    return game.replay(lenient=lenient).has_unexplained_end


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("d1-c1,0,0,White", True),
        ("d1-c1 c4-c2,0,0,Black", True),
        (",0,0,Black", True),
        ("d1-c1 resigned,0,0,White", False),
        ("d1-c1 timeout,0,0,Black", False),
        ("d1-c1,0,0,Draw", False),
        ("d1-c1,0,0,Ongoing", False),
        ("d1-c1,0,0,", False),
        ("d2-a2 d3-b3 d1-c1 d4-d1 a4-a3 d1-g1,0,0,White", False),  # the king has escaped
        ("d1-c1xa1,0,0,White", False),  # a disagreement is a class of its own
        ("d1-d7,0,0,White", False),
    ],
)
def test_an_end_is_explained_by_the_rules_or_a_token(line: str, expected: bool) -> None:
    assert unexplained(line) is expected


def test_a_repetition_explains_the_end_that_the_ruleset_gives_it() -> None:
    """Lenient replays do not end games by repetition, but players did."""

    def by(consequence: Consequence, side: Side | None = None) -> Ruleset:
        return BRANDUBH.evolve(repetition=Repetition(consequence=consequence, by=side))

    third = f"{SHUFFLE} {SHUFFLE}"  # the start comes about for the third time by a move of the defenders
    for rules, result, expected in (
        (by(Consequence.DEFENDERS_LOSE), "Black", False),
        (by(Consequence.DEFENDERS_LOSE), "White", True),
        (by(Consequence.MOVER_LOSES), "Black", False),
        (by(Consequence.MOVER_WINS), "White", False),
        (by(Consequence.DEFENDERS_LOSE, Side.DEFENDERS), "Black", False),
        (by(Consequence.DEFENDERS_LOSE, Side.ATTACKERS), "Black", True),
        (by(Consequence.DRAW), "Black", True),
        (by(Consequence.IGNORED), "Black", True),
        (by(Consequence.FORBIDDEN), "Black", True),
    ):
        assert unexplained(f"{third},0,0,{result}", rules) is expected, (rules.repetition, result)
    breaks = by(Consequence.DEFENDERS_LOSE)
    assert unexplained(f"{SHUFFLE},0,0,Black", breaks)
    assert not unexplained(f"{third} {SHUFFLE},0,0,Black", breaks)  # the fifth time
    assert unexplained(f"{third} d7-c7,0,0,Black", breaks)  # the last position is new
    assert not unexplained(f"{third},0,0,Black", breaks, lenient=False)


def test_a_quiet_limit_explains_no_win() -> None:
    assert unexplained(f"{SHUFFLE},0,0,Black", BRANDUBH.evolve(quiet_limit=4))


def test_unexplained_ends_are_counted_beside_the_games_that_agree() -> None:
    lines = ["d1-c1,0,0,White", "d1-c1 resigned,0,0,White", "d1-c1xa1,0,0,White"]
    reports = list(validate_games(lines, BRANDUBH))
    assert [report.has_unexplained_end for report in reports] == [True, False, False]
    summary = Summary.of(reports)
    assert (summary.games, summary.agreeing, summary.unexplained) == (3, 2, 1)
    assert (summary + summary).unexplained == 2


def test_variations_have_no_result_and_no_unexplained_end() -> None:
    game = Game(ruleset=BRANDUBH, result="White").add([parse_move("d1-c1").move]).add([parse_move("d1-e1").move])
    assert [replay.has_unexplained_end for replay in game.replay_lines()] == [True, False]


def test_a_result_that_differs_names_how_the_game_ended() -> None:
    (finding,) = findings("d1-a1,0,0,Black", "/3K3/7/7/7/7/7/3t3/", Side.DEFENDERS)
    assert (finding.kind, finding.rule) == (FindingKind.RESULT_DIFFERS, Termination.KING_ESCAPED)
    assert (finding.index, finding.number, finding.text) == (None, None, "Black")


def test_findings_are_values() -> None:
    found = findings(LINES[2])
    assert pickle.loads(pickle.dumps(found)) == found
    assert len({*found, *findings(LINES[2])}) == len(found)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        found[0].number = 3  # type: ignore[misc]
    assert format_findings(found) == "capture-stray@0;odd-token@1"
    assert format_findings(()) == "agrees"


def test_many_findings_take_time_in_proportion() -> None:
    """Numbering tokens one by one took quadratic time: 20,000 findings took half a minute."""
    shuffle = ["d1-c1xa1", "c4-c3xa1", "c1-d1xa1", "c3-c4xa1"] * 5_000
    (game,) = archive.parse_games([" ".join(shuffle)], BRANDUBH)
    replay = game.replay(lenient=True)
    assert len(replay.unexpected_captures) == 20_000
    assert replay.findings[-1].number == 19_999


def test_the_position_of_a_finding_shows_it() -> None:
    (game,) = archive.parse_games(["d1-c1 c4-c2xa1 oops c1-b1 d2-d5,0,0,"], BRANDUBH)
    replay = game.replay()
    plies = {str(finding.kind): replay.position_of(finding).ply for finding in replay.findings}
    assert plies == {"illegal": 3, "capture-stray": 2, "odd-token": 2}


# -------------------------------------------------------------------------------------------------------------- reports


def test_reports_of_lines() -> None:
    reports = list(validate_games(LINES))
    assert [(report.line, report.plies, report.verdict) for report in reports] == [
        (2, 2, "agrees"),
        (3, 2, "capture-stray@0;odd-token@1"),
        (4, 2, "illegal@2"),
    ]
    assert [report.kind for report in reports] == [None, FindingKind.UNEXPECTED_CAPTURE, FindingKind.ILLEGAL]
    assert [report.is_illegal for report in reports] == [False, True, True]
    assert [each.count for each in reports[1].disagreements] == [2, 1]
    assert {report.ruleset for report in reports} == {BRANDUBH}


def test_a_report_has_the_variations_too() -> None:
    game = Game(ruleset=variants.MAGPIE).add(map(parse_move, ["d1-c1", "c4-c2"])).add([parse_move("d1-c2")])
    report = validate(game)
    (disagreement,) = report.disagreements
    assert (disagreement.finding.line, disagreement.address, disagreement.text_line) == (1, "1a.1.1a", None)
    assert report.verdict == "agrees"
    assert report.verdicts == {1: "illegal@0"}
    (read,) = validate_games(otn.format_game(game).split("\n"))
    assert read.disagreements[0].text_line is not None


@pytest.mark.needs_host
@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_executor_gives_the_same_reports(pool: Any) -> None:
    lines = [*LINES, *LINES[1:] * 400]
    with pool(2) as executor:
        shared = list(validate_games(lines, executor=executor))
    assert shared == list(validate_games(lines))
    assert [report.line for report in shared] == list(range(2, len(lines) + 1))


def test_reports_and_summaries_travel() -> None:
    reports = list(validate_games(LINES))
    summary = Summary.of(reports)
    assert pickle.loads(pickle.dumps(reports)) == reports
    assert pickle.loads(pickle.dumps(summary)) == summary
    with pytest.raises(TypeError):
        summary.kinds[FindingKind.ILLEGAL] = 7  # type: ignore[index]
    assert hash(summary) == hash(Summary.of(reports))


def test_summaries_add_up() -> None:
    reports = list(validate_games(LINES))
    one, other = Summary.of(reports[:1]), Summary.of(reports[1:])
    assert one + other == Summary.of(reports)
    assert (one + other).agreeing == 1
    assert Summary() + one == one


def test_the_examples_agree() -> None:
    for path in sorted(EXAMPLES.iterdir()):
        with path.open(encoding="utf-8") as lines:
            summary = Summary.of(validate_games(lines, filename=path.name))
        assert summary.games == summary.agreeing > 0, path


def test_what_cannot_be_read_is_an_error_after_the_games_before_it() -> None:
    found: list[GameReport] = []
    with pytest.raises(NotationError):
        found.extend(validate_games(["position startpos moves h1h3", "nonsense"]))
    assert len(found) == 1


# ------------------------------------------------------------------------------------------------------------ detection


def test_no_more_is_read_than_the_dialect_takes() -> None:
    def lines() -> Any:
        yield "# variant: brandubh\n"
        yield "d1-c1,0,0,\n"
        raise AssertionError("read on")

    detected = detect(lines())
    assert detected.dialect is dialect("archive")
    assert detected.open().ruleset is BRANDUBH
    assert detected.lines.peek(2) == ["# variant: brandubh\n", "d1-c1,0,0,\n"]


def test_rules_are_those_that_the_text_names_then_the_dialects_then_the_files() -> None:
    plain, taflzero = ["d1-c1,0,0,"], ["position startpos moves d1d3"]
    assert detect(["# variant: tablut", *plain], "brandubh.csv").find_ruleset() == variants.get("tablut")
    assert detect(plain, "somewhere/brandubh.csv.gz").find_ruleset() is BRANDUBH
    assert detect(taflzero, "brandubh.uci").find_ruleset() is variants.COPENHAGEN
    assert detect(["# variant: tablut", "[rules:dim:7]"]).find_ruleset() is None
    assert detect(plain, "games.csv").find_ruleset() is None
    with pytest.raises(UnknownVariantError):
        detect(["# variant: nonsense", *plain]).open()
    assert detect([BRANDUBH.start.record], "games.txt").open().ruleset is BRANDUBH
    with pytest.raises(RecordError, match="give a ruleset"):
        detect(["/3t3/7/3T3/ttTKTtt/3T3/3t3/3t3/"], "games.txt").open()


def test_rules_that_nothing_tells_are_those_that_fit() -> None:
    opened = detect(["d1-c1 c4-c2,0,0,", "d1-c1,0,0,"]).open()
    assert opened.match is not None
    assert opened.ruleset is opened.match.ruleset is BRANDUBH
    assert "magpie" in opened.match.others
    assert [game.ruleset for game in opened.games()] == [BRANDUBH] * 2
    with pytest.raises(RecordError, match="give a ruleset"):
        detect(["a1-b2,0,0,", "c1-d2,0,0,"]).open()


def test_texts_in_no_dialect_are_refused() -> None:
    for text in (["Dear Ann"], "Dear Ann", [], ["#"] * (HEAD + 1)):
        with pytest.raises(RecordError, match="no record was found"):
            list(read_any(text, BRANDUBH))
        with pytest.raises(RecordError, match="no record was found"):
            list(validate_games(text, BRANDUBH))


@pytest.mark.parametrize("one", DIALECTS, ids=attrgetter("name"))
def test_dialects_are_pickled_by_their_names(one: Any) -> None:
    assert pickle.loads(pickle.dumps(one)) is one


# --------------------------------------------------------------------------------------------- conversions and playouts


def test_a_game_that_is_refused_does_not_end_a_conversion() -> None:
    games = [Game(ruleset=rules) for rules in (variants.COPENHAGEN, BRANDUBH, variants.COPENHAGEN)]
    found = list(convert.convert_games(games, dialect("taflzero")))
    assert [one.text is None for one in found] == [False, True, False]
    assert [one.error is None for one in found] == [True, False, True]


def test_the_head_of_a_text_stands_once() -> None:
    games = [Game(ruleset=BRANDUBH, moves=[parse_move("d1-c1")])] * 2
    texts = [one.text for one in convert.convert_games(games, dialect("archive"))]
    assert texts == ["# variant: brandubh\nd1-c1,0,0,\n", "d1-c1,0,0,\n"]
    (more,) = convert.convert_games(games[:1], dialect("archive"), BRANDUBH)
    assert more.text == "d1-c1,0,0,\n"


def test_random_games_are_summarized() -> None:
    start = Position.initial(BRANDUBH)
    done: list[int] = []
    summary = summarize_playouts(start, range(30), progress=done.append)
    assert done == list(range(1, 31))
    assert summary == summarize_playouts(start, range(10)) + summarize_playouts(start, range(10, 30))
    assert summary.games == summary.wins(Side.ATTACKERS) + summary.wins(Side.DEFENDERS) + summary.draws
    assert pickle.loads(pickle.dumps(summary)) == summary
    cut = summarize_playouts(start, range(3), 5)
    assert (cut.unfinished, dict(cut.lengths)) == (3, {5: 3})
    drawn = PlayoutSummary(outcomes={Outcome(None, Termination.REPETITION): 2}, lengths={7: 2})
    assert (drawn.draws, drawn.wins(Side.ATTACKERS)) == (2, 0)
