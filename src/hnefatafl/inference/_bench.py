"""Games to try rulesets on: what each costs under a ruleset, and the sum over all, as far as it is wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from hnefatafl.errors import HnefataflError
from hnefatafl.inference._evidence import GameReference
from hnefatafl.inference._replaying import contradictions, earliest, replay_under, soon_contradicted
from hnefatafl.inference._sharing import Sharing
from hnefatafl.records import Finding, Game, format_findings
from hnefatafl.rules import Ruleset

if TYPE_CHECKING:
    from concurrent.futures import Executor

CONTRADICTION: Final = 5.0
"""The cost of a game that contradicts the rules."""
SETTLING: Final = 2 * CONTRADICTION
"""So much must speak against rules before they are thought wrong: one record may be mistaken."""
UNEXPLAINED_END: Final = 2.0
"""The cost of a game that agrees with the rules, and stops with a winner though neither rules nor record say why."""
STEP: Final = 0.02
"""The cost of each answer by which a ruleset differs from its base."""

_FIRST_AHEAD, _MOST_AHEAD = 32, 2048
"""How many replays are given out together when games are gone through: few at first, as the telling ones come first."""


class Stopped(Exception):
    """The caller wants the search to stop."""


class Trial(NamedTuple):
    """What a game is under some rules."""

    cost: float
    """What it costs."""
    reached: int
    """The index of the recorded move where record and rules differ first, however the moves are filled in that the
    record leaves out; after the last move for a result, and beyond that if they do not differ."""
    fault: str = ""
    """What is wrong there."""

    def progress(self, before: Trial) -> int:
        """Return how much further the game gets than under other rules: 2 if the first disagreement comes later, -2 if
        it comes earlier, 1 if it is another one in the same place, which another answer may explain."""
        if self.reached != before.reached:
            return 2 if self.reached > before.reached else -2
        return 1 if self.fault != before.fault else 0


def _judge(game: Game, rules: Ruleset) -> Trial:
    """Return what a game is under the rules."""
    try:
        soon = soon_contradicted(game, rules)
        if soon is not None:
            at, found = soon
            return Trial(CONTRADICTION, at, _fault(found))
        replay = replay_under(game, rules)
    except HnefataflError:
        return Trial(CONTRADICTION, 0)
    plies = len(game.moves)
    against = contradictions(replay)
    if against:
        first = earliest(against)
        written = (move.written for move in replay.game.moves[: first.index])
        return Trial(CONTRADICTION, plies if first.index is None else sum(written), _fault(first))
    if replay.has_unexplained_end:
        return Trial(UNEXPLAINED_END, plies + 1)
    return Trial(0.0, plies + 2)


def _fault(finding: Finding) -> str:
    return f"{finding.kind} {finding.rule} {finding.squares}"


class Bench:
    """Games, what each is under the rulesets that were tried, and which of them tell most.

    At first all games count; :meth:`narrow` restricts counting to some of them.

    Arguments:
        games: the games with their numbers.
        executor: runs the replays, or None.
        check: called before each replay; raises :class:`Stopped` to stop the search.
    """

    def __init__(
        self,
        games: Sequence[tuple[int, Game]],
        executor: Executor | None = None,
        check: Callable[[], None] | None = None,
    ) -> None:
        self.games = tuple(games)
        self.among: Sequence[int] = range(len(self.games))
        self.replays = 0
        self._check = check
        self._known: dict[Ruleset, dict[int, Trial]] = {}
        self._ahead: dict[Ruleset, dict[int, Trial]] = {}
        self._heat: Counter[int] = Counter()
        alone = [game for _, game in self.games]
        self._sharing = None if executor is None else Sharing(executor, alone)

    def narrow(self, most: int) -> None:
        """Let only so many games count from now on, evenly spread."""
        count = len(self.games)
        self.among = range(count) if count <= most else [at * count // most for at in range(most)]

    def trial(self, rules: Ruleset, at: int) -> Trial:
        """Return what one game is under a ruleset."""
        known = self._known.setdefault(rules, {})
        found = known.get(at)
        if found is None:
            if self._check is not None:
                self._check()
            self.replays += 1
            found = self._ahead.get(rules, {}).get(at) or _judge(self.games[at][1], rules)
            known[at] = found
        return found

    def prepare(self, rulesets: Iterable[Ruleset], games: Sequence[int]) -> None:
        """Replay games by several rulesets together, if there is an executor."""
        if self._sharing is None:
            return
        wanted: list[tuple[Ruleset, list[int]]] = []
        for rules in rulesets:
            found = {**self._ahead.get(rules, {}), **self._known.get(rules, {})}
            wanted.append((rules, [at for at in games if at not in found]))
        for rules, at, trial in self._sharing.run(_judge, wanted):
            self._ahead.setdefault(rules, {})[at] = trial

    def walk(self, rules: Ruleset, games: Sequence[int]) -> Iterator[tuple[int, float]]:
        """Yield games with their costs."""
        begin, length = 0, _FIRST_AHEAD
        while begin < len(games):
            page = games[begin : begin + length]
            self.prepare([rules], page)
            for at in page:
                yield at, self.trial(rules, at).cost
            begin, length = begin + length, min(2 * length, _MOST_AHEAD)

    def costs(self, rules: Ruleset) -> dict[int, float]:
        """Return what each game costs that counts."""
        return dict(self.walk(rules, self.among))

    def loss(self, rules: Ruleset, limit: float = float("inf")) -> float:
        """Return what all games cost that count, or a number above the limit: the telling games come first, and
        counting stops there."""
        total = 0.0
        for at, cost in self.walk(rules, self.by_heat()):
            total += cost
            if total > limit:
                self.tell(at)
                break
        return total

    def by_heat(self) -> list[int]:
        """Return the games that count, those that have told most first."""
        return sorted(self.among, key=lambda at: -self._heat[at])

    def tell(self, at: int) -> None:
        """Remember that a game has told rulesets apart."""
        self._heat[at] += 1

    def forget(self, rules: Ruleset) -> None:
        """Forget the verdicts under a ruleset."""
        self._known.pop(rules, None)
        self._ahead.pop(rules, None)

    def refer(self, rules: Ruleset, at: int) -> tuple[str, GameReference]:
        """Return the class of a game that the rules do not explain, and the place in it; no class if they do."""
        number, game = self.games[at]

        def reference(ply: int | None, verdict: str) -> GameReference:
            return GameReference(number=number, id=game.tags.get("id", ""), ply=ply, verdict=verdict)

        try:
            replay = replay_under(game, rules)
        except HnefataflError as error:
            return "illegal", reference(0, str(error))
        against = contradictions(replay)
        if against:
            return str(against[0].kind), reference(earliest(against).index, format_findings(against))
        if replay.has_unexplained_end:
            return "unexplained-end", reference(None, "unexplained-end")
        return "", reference(None, replay.verdict)
