"""Judging records: the part of a replay that any process can do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, field, frozen

from hnefatafl._cli.findings import UNPLAYABLE, Finding, find, locate
from hnefatafl.errors import HnefataflError
from hnefatafl.game import Game, Replay
from hnefatafl.notation import archive
from hnefatafl.notation.completion import Completion, complete
from hnefatafl.notation.dialects import dialect, read_games
from hnefatafl.records import Gap
from hnefatafl.rules import Ruleset

__all__ = ["Disagreement", "Judged", "Judgement", "Task", "judge"]


@frozen(kw_only=True)
class Task:
    """Some records to judge: lines with games, or the lines of one game."""

    dialect: str
    """The name of the dialect that they are in."""
    rules: Ruleset | None
    """The rules, or None for those that each game itself gives."""
    first: int = 1
    """The number of the first line."""
    lines: Sequence[str] = ()
    """The lines."""


@frozen(kw_only=True)
class Disagreement:
    """A line of moves with which something is wrong."""

    line: int
    """Where its record stands, counted from 1; 0 where that is not in a line."""
    name: str | None
    """The identifier of its record, if it has one."""
    verdict: str
    """The verdict of the replay."""
    verdict_class: str
    """The first word of it."""
    findings: Sequence[Finding]
    """What is wrong."""


@frozen(kw_only=True)
class Judged:
    """A record, with all that the reports tell of it."""

    plies: int
    """How many moves could be played, those of variations included."""
    verdict_class: str
    """The class of the first disagreement, or that it agrees."""
    end: str
    """How the game ended."""
    repeated: bool
    """Whether a position stood on the board three times."""
    disagreements: Sequence[Disagreement]
    """What is wrong, for the main line and each variation."""
    line: int = 0
    """Where the record stands, counted from 1; 0 where that is not in a line."""
    name: str | None = None
    """The identifier of the record, if it has one."""
    gaps: Sequence[Gap] = ()
    """Where it leaves moves of berserk turns out."""

    @property
    def unplayable(self) -> bool:
        """Whether the record itself is illegal."""
        return any(finding.kind in UNPLAYABLE for each in self.disagreements for finding in each.findings)


@frozen
class Judgement:
    """What comes of a task."""

    rules: Ruleset | None
    """The rules that were played by, as far as they are known."""
    games: list[Judged] = field(factory=list[Judged])
    """The records, in their order."""
    fault: str | None = None
    """Why those after them cannot be judged."""


def judge(lenient: bool, fill: bool, task: Task | None) -> Judgement | None:
    """Replay the records of a task; what is None stays so."""
    if task is None:
        return None
    found: list[Judged] = []
    rules = task.rules
    try:
        for game in _games(task):
            rules = game.ruleset
            completion = complete(game) if fill and task.dialect == "archive" else Completion(game=game, gaps=())
            main, *others = completion.game.replay_lines(lenient=lenient)
            text = "".join(task.lines) if task.dialect == "otn" else None
            wrong = [
                _disagreement(replay, locate(find(replay), replay, text))
                for replay in (main, *others)
                if not replay.agrees
            ]
            found.append(evolve(_judged(main, wrong, others), gaps=completion.gaps))
    except HnefataflError as error:
        return Judgement(rules, found, str(error))
    return Judgement(rules, found)


def _games(task: Task) -> Iterator[Game]:
    if task.dialect == "archive" and task.rules is not None:
        return archive.parse_games(task.lines, task.rules, first=task.first)
    games = read_games(task.lines, dialect(task.dialect), task.rules)
    return (evolve(game, line=game.line + task.first - 1) if game.line and task.first > 1 else game for game in games)


def _judged(replay: Replay, wrong: list[Disagreement], others: Sequence[Replay] = ()) -> Judged:
    return Judged(
        plies=sum(len(each.moves) for each in (replay, *others)),
        verdict_class=wrong[0].verdict_class if wrong else replay.verdict_class,
        end=replay.end,
        repeated=any(position.repetitions >= 3 for position in replay.positions()),
        disagreements=wrong,
        line=replay.game.line,
        name=replay.game.tags.get("id"),
    )


def _disagreement(replay: Replay, findings: list[Finding]) -> Disagreement:
    return Disagreement(
        line=replay.game.line,
        name=replay.game.tags.get("id"),
        verdict=replay.verdict,
        verdict_class=replay.verdict_class,
        findings=findings,
    )
