"""The check of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, TypeVar

from hnefatafl.board import Side, Symmetry
from hnefatafl.describe import LANGUAGES, describe
from hnefatafl.errors import NotExpressibleError
from hnefatafl.notation import json, otn, toml
from hnefatafl.play import Playout, Position, playout
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.testing._inspection import Findings, alternatives, judge, matters, play_line, turn_about, write
from hnefatafl.testing._plants import generators as gen
from hnefatafl.testing._plants.drawing import Planted
from hnefatafl.testing._plants.generators import DrawFn, Generator, Unfit
from hnefatafl.testing._plants.positions import planted as planted_boards
from hnefatafl.testing._report import Counts, PlayLine, Report, beginning

_T = TypeVar("_T")

TRIES: Final = 20
"""How many times as many boards as wanted are tried at most; some rules leave no place for some plants."""
ROUNDS: Final = 4
"""How many times as many boards are drawn to see what the options change."""
TEXTS: Final[tuple[tuple[str, Callable[[Ruleset], str], Callable[[str], Ruleset]], ...]] = (
    ("JSON", json.format_rules, json.parse_rules),
    ("TOML", toml.format_rules, toml.parse_rules),
    ("OTN", otn.format_rules, otn.parse_rules),
)


def check_ruleset(
    ruleset: RulesetLike, *, examples: int = 50, seed: int = 0, depth: int = 12, limit: int = 5_000
) -> Report:
    """Test a ruleset by playing it.

    Lines of play begin from the start layout and from boards planted for each of the rare rules, and often repeat
    positions. In each of them

    * every position, and some of its moves, are compared with the :mod:`~hnefatafl.testing.reference`: what is legal,
      captured, announced and won;
    * the same is played on a rotated or mirrored board, by those of the eight symmetries that do not change the rules;
    * each option that differs from its default is tested: does it change anything?

    Random games are played to their end or to the limit. The rules are described in every language, and written and
    read in JSON, TOML and OTN, as far as these can express them.

    An exception of an extra capture or ending is a finding like any other. For each of these functions the report says
    how often it was asked, captured or ended a game, and for which side. The same seed gives the same lines and games.
    Nothing of this needs an extra.

    >>> from hnefatafl import Board, Outcome, Side, Termination, variants
    >>> def west(board: Board, turn: Side, position: Position) -> Outcome | None:
    ...     in_the_west = board.king is not None and board.king.file < 3
    ...     return Outcome(Side.DEFENDERS, Termination.EXTRA) if in_the_west else None
    >>> report = check_ruleset(variants.MAGPIE.evolve(name="western magpie", extra_endings=(west,)), examples=16)
    >>> [finding.partition(":")[0] for finding in report.findings]
    ['a turned board has another verdict']

    Arguments:
        ruleset: the ruleset to test.
        examples: the number of lines of play, and of random games; with 0 nothing is played.
        seed: the seed of the random choices.
        depth: the maximum number of moves and rolls of a line.
        limit: the maximum number of plies of a random game.
    """
    ruleset = as_ruleset(ruleset)
    findings, notes = Findings(), list[str]()
    _try_describing(ruleset, findings)
    _try_writing(ruleset, findings, notes)
    # Functions are played on turned boards, too: that shows whether they judge these alike.
    unchanged = [symmetry for symmetry in Symmetry if ruleset.diff(ruleset.transform(symmetry)).keys() <= {"start"}]
    turns = [symmetry for symmetry in unchanged if symmetry is not Symmetry.IDENTITY]
    if len(turns) < 7:
        notes.append(f"{7 - len(turns)} of the seven turns and mirrorings change the rules, and were left out")
    others = alternatives(ruleset)
    idle = ruleset.idle()
    for name in idle:
        others.pop(name, None)
    work = _Work(ruleset, turns, others, findings, depth)
    work.follow_lines(examples, seed)
    games = [game for number in range(examples) if (game := work.play_out(seed * examples + number, limit))]
    work.seek(examples, seed)
    endless = sum(game.outcome is None for game in games)
    if endless:
        notes.append(f"{endless} of {len(games)} random games had not ended after {limit} plies")
    if games and games[0].plies == 0:
        findings.add("the game is over at the start", str(games[0].outcome))
    if games and endless == len(games):
        findings.add("random games do not end", f"none of {endless} did within {limit} plies")
    return Report(
        ruleset=ruleset,
        findings=tuple(findings),
        unmet=tuple(others),
        idle=tuple(f"{name} ({why})" for name, why in idle.items()),
        extra_rules=work.counts.rules,
        notes=tuple(notes),
        lines=work.lines,
        moves=work.moves,
        playouts=len(games),
        endless=endless,
    )


def _try_describing(rules: Ruleset, findings: Findings) -> None:
    """Describe the rules."""
    for language in LANGUAGES:
        with findings.watching(f"describing the rules ({language})"):
            describe(rules, language)


def _try_writing(rules: Ruleset, findings: Findings, notes: list[str]) -> None:
    """Write the rules and read them again."""
    for name, format_rules, parse_rules in TEXTS:
        try:
            text = format_rules(rules)
        except NotExpressibleError as error:
            notes.append(f"not written in {name}: {error}")
            continue
        with findings.watching(f"reading the rules in {name} again"):
            changed = rules.diff(parse_rules(text))
            if changed:
                findings.add(f"the rules are not read in {name} as they were written", ", ".join(changed))


def _draw_values(generator: Generator[_T], count: int, random: Random) -> Iterator[_T]:
    """Yield so many values, or fewer if the choices hardly ever lead to one."""
    draw = DrawFn(random.randint)
    for _ in range(count * TRIES):
        if count == 0:
            break
        try:
            value = draw(generator)
        except Unfit:
            continue
        count -= 1
        yield value


class _Work:
    """The ruleset under test, and what has been done."""

    def __init__(
        self, rules: Ruleset, turns: Sequence[Symmetry], others: dict[str, Ruleset], findings: Findings, depth: int
    ) -> None:
        self.rules, self.turns, self.others = rules, turns, others
        self.findings, self.depth = findings, depth
        self.counts = Counts(rules)
        self.lines = self.moves = 0

    def follow_lines(self, examples: int, seed: int) -> None:
        """Follow a number of lines."""
        start = gen.sampled_from(Side).map(lambda turn: (self.rules, self.rules.start, self.rules.first or turn))
        starts = gen.integers(0, 4).flatmap(lambda n: planted_boards(self.rules) if n else start)
        random = Random(f"{seed} lines")
        for drawn in _draw_values(starts, examples, random):
            self._follow(drawn, random)

    def seek(self, examples: int, seed: int) -> None:
        """Draw more planted boards for the options that have made no difference so far."""
        for drawn in _draw_values(planted_boards(self.rules), ROUNDS * examples, Random(f"{seed} boards")):
            if not self.others:
                break
            self._look(drawn)

    def _look(self, begun: Planted) -> None:
        rules, board, turn = begun
        with self.findings.watching("a planted board", lambda: f"{board.record}, {turn} to move"):
            line = PlayLine((Position.from_board(board, rules, turn),), ())
            self._compare(lambda other: matters(line, other))

    def _follow(self, drawn: Planted, dice: Random) -> None:
        rules, board, turn = drawn
        with self.findings.watching("a planted board", lambda: f"{board.record}, {turn} to move"):
            line = play_line(Position.from_board(board, rules, turn), dice, self.depth, self.findings)
            self.lines += 1
            self.moves += line.moves
            judge(line, dice, self.findings)
            if self.turns:
                turn_about(line, dice.choice(self.turns), self.findings)
            write(line, self.findings)
            self.counts.add_line(line)
            self._compare(lambda other: matters(line, other))

    def play_out(self, seed: int, limit: int) -> Playout | None:
        """Return a random game, or None if it raised an exception."""
        turn = Side.DEFENDERS if seed % 2 else Side.ATTACKERS
        with self.findings.watching("a random game", lambda: f"with the seed {seed}"):
            game = playout(beginning(self.rules, turn), seed, limit)
            self._compare(lambda other: playout(beginning(other, turn), seed, limit).moves != game.moves)
            self.counts.add_game(game.position)
            return game
        return None

    def _compare(self, differs: Callable[[Ruleset], bool]) -> None:
        """Remove the options that made a difference."""
        for option, other in list(self.others.items()):
            if differs(other):
                del self.others[option]
