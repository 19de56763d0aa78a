"""Inference of the rules by which games were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from attrs import frozen

from hnefatafl._arguments import as_tuple, checked, typed
from hnefatafl._jobs import check_executor
from hnefatafl.board import Board
from hnefatafl.errors import ArgumentValueError, RulesetError
from hnefatafl.game import Game
from hnefatafl.inference._bench import CONTRADICTION, STEP, UNEXPLAINED_END, Bench, Stopped
from hnefatafl.inference._descent import Found, descend, rank, simplify
from hnefatafl.inference._records import numbered
from hnefatafl.inference._weighing import weigh
from hnefatafl.inference.board_questions import questions_for
from hnefatafl.inference.evidence import Candidate, Evidence, GameReference, Inference, Unexplained
from hnefatafl.inference.kinds import infer_kinds
from hnefatafl.inference.layouts import infer_layouts
from hnefatafl.inference.questions import BERSERK_QUESTIONS, Question
from hnefatafl.options import Berserk
from hnefatafl.pieces import Kind, Side
from hnefatafl.rules import Ruleset
from hnefatafl.variants import find, get, names

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Progress", "bases_for", "infer"]


def __dir__() -> list[str]:
    return __all__


_SEARCHED: Final = 2
"""From how many bases the search goes downhill."""
_FEW: Final = 64
"""From more bases where there are few games: so many replays of all games together."""
_DOUBTFUL: Final = 0.2
"""With such a share of contradictions under the best base without berserk turns, those with them are tried."""
_SLOWER: Final = 3
"""So many times fewer games with berserk turns are looked at."""
_GENERAL: Final = (
    *("copenhagen", "fetlar", "brandubh", "brandubh-walker", "saami-tablut", "sea-battle-9", "simple-tafl"),
    *("tawlbwrdd", "magpie", "old-hnefatafl", "foteviken-tablut", "alea-evangelii", "berserk", "tyr-11", "tyr-15"),
)
"""Rulesets of any size that are tried with every start layout."""


@frozen(kw_only=True, field_transformer=typed)
class Progress:
    """How far an inference has come.

    >>> print(Progress(stage="search", replays=1200, cost=7.0).stage)
    search
    """

    stage: str
    """What is being done: ``bases``, ``search``, ``count`` or ``evidence``."""
    replays: int
    """The number of replays so far."""
    done: int = 0
    """How many bases were tried, steps taken, or questions weighed in this stage."""
    total: int | None = None
    """Of how many, if that is known."""
    cost: float | None = None
    """The cost of the best ruleset so far."""


@checked
def bases_for(start: Board) -> tuple[Ruleset, ...]:
    """Return the rulesets from which the search begins for a start layout: the shipped rulesets of its board, and some
    of other boards, all with that layout.

    >>> from hnefatafl import variants
    >>> bases = bases_for(variants.BRANDUBH.start)
    >>> len(bases) > 20, {base.start == variants.BRANDUBH.start for base in bases}
    (True, {True})
    """
    found: dict[Ruleset, None] = {}
    for base in (*find(size=start.size), *map(get, _GENERAL)):
        moved = _on(base, start)
        if moved is not None:
            found.setdefault(moved)
    return tuple(found)


def _on(base: Ruleset, start: Board) -> Ruleset | None:
    """Return a base with another start layout, if it can have it."""
    try:
        return base if base.start == start else base.evolve(size=start.size, start=start)
    except RulesetError:
        return None


@checked
def infer(
    games: Iterable[Game],
    *,
    start: Board | None = None,
    bases: Iterable[Ruleset] | None = None,
    questions: Iterable[Question] | None = None,
    sample: int = 300,
    executor: Executor | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Inference:
    """Infer the rules by which games were played.

    The search begins with the base that explains the games best, and changes one answer after the other, or two
    together, as long as more games are explained. Then it drops rules that its base brought along and that no game
    needs, unless it has come to a ruleset that ships with the library, and counts for each answer which games speak
    against the others.

    The rulesets of the games themselves do not matter, except for the start layout where none is given.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> games = archive.parse_games(["d1-c1 d3-c3 d2-d3 c3-c2,0,0,Ongoing"], variants.BRANDUBH)
    >>> inference = infer(games, bases=[variants.MAGPIE])
    >>> inference.best.contradictions, inference.about("speed.king").answer
    (0, '1')

    Arguments:
        games: the games, from the same start layout. They are kept in memory.
        start: their start layout. Default: that of the ruleset of the first game, or if half of the games do not begin
            there, the most frequent one that :func:`~hnefatafl.inference.layouts.infer_layouts` finds.
        bases: the rulesets from which the search begins, put on that layout. Default: :func:`bases_for`.
        questions: what is asked. Default: :func:`~hnefatafl.inference.board_questions.questions_for`.
        sample: on how many games, evenly spread, the search and the evidence look at most; the costs of the candidates
            count all games.
        executor: runs the replays, such as a pool of processes; None for this process alone. The result is the same.
        on_progress: called now and then with how far the inference has come.
        should_stop: called often; if it returns true, the inference stops and returns what it has found. An interrupt
            (:class:`KeyboardInterrupt`) does the same once the first ruleset has been found.

    Raises:
        ArgumentValueError: there are neither games nor a start layout nor bases, no base fits the layout, or the sample
            is below 1.
    """
    listed = numbered(games)
    if sample < 1:
        raise ArgumentValueError(f"sample: a number from 1 on was expected, not {sample}")
    check_executor(executor)
    chosen = _bases(listed, start, bases)
    asked = None if questions is None else as_tuple("questions", questions)
    return _Inference(listed, chosen, asked, sample, executor, on_progress, should_stop).run()


def _bases(
    games: Sequence[tuple[int, Game]], start: Board | None, bases: Iterable[Ruleset] | None
) -> tuple[Ruleset, ...]:
    given = None if bases is None else as_tuple("bases", bases)
    if start is None and games:
        start = _layout([game for _, game in games])
    if given is None:
        if start is None:
            raise ArgumentValueError("infer: games, a start layout or bases were expected")
        given = bases_for(start)
    found = given if start is None else [base for base in (_on(base, start) for base in given) if base is not None]
    if not found:
        raise ArgumentValueError("bases: none of them fits the start layout")
    first = _first(games, found[0].start)
    return tuple(dict.fromkeys(base if first in (None, base.first) else base.evolve(first=first) for base in found))


def _layout(games: Sequence[Game]) -> Board:
    """Return the start layout of the ruleset of the first game, or if half of the games do not begin there, the one
    that the moves of all show."""
    own = games[0].ruleset.start
    strangers = sum(bool(game.moves) and game.start is None and game.moves[0].origin not in own for game in games)
    if 2 * strangers <= len(games):
        return own
    found = infer_layouts(games)
    return found[0].board if found else own


def _first(games: Sequence[tuple[int, Game]], start: Board) -> Side | None:
    """Return the side that made the first moves of most games, or None where there are none."""
    movers = Counter(
        start[game.moves[0].origin].side for _, game in games if game.moves and game.moves[0].origin in start
    )
    return movers.most_common(1)[0][0] if movers else None


def _with_kinds(bases: Sequence[Ruleset], games: Sequence[tuple[int, Game]]) -> list[Ruleset]:
    """Return bases with the kinds of men that the records show, where all men of the start layout are soldiers."""
    start = bases[0].start
    if {piece.kind for piece in start.values()} - {Kind.SOLDIER, Kind.KING}:
        return list(bases)
    start = infer_kinds((game for _, game in games), start).board
    return [base.evolve(start=start) for base in bases]


def _is_shipped(rules: Ruleset) -> bool:
    """Whether the ruleset ships with the library as it is."""
    return rules.name in names() and get(rules.name) == rules


class _Inference:
    """An inference that is going on."""

    def __init__(
        self,
        games: Sequence[tuple[int, Game]],
        bases: Sequence[Ruleset],
        questions: Sequence[Question] | None,
        sample: int,
        executor: Executor | None,
        on_progress: Callable[[Progress], None] | None,
        should_stop: Callable[[], bool] | None,
    ) -> None:
        self.bases = bases
        self.questions = questions
        self.sample = sample
        self.on_progress = on_progress
        self.should_stop = should_stop
        self.bench = Bench(games, executor, self.check)
        self.found: dict[str, Found] = {}
        self.evidence: list[Evidence] = []

    def check(self) -> None:
        """Stop if the caller wants so, once there is something to return."""
        if self.found and self.should_stop is not None and self.should_stop():
            raise Stopped

    def report(self, stage: str, done: int, total: int | None = None) -> None:
        if self.on_progress is not None:
            cost = min((found.cost for found in self.found.values()), default=None)
            progress = Progress(stage=stage, replays=self.bench.replays, done=done, total=total, cost=cost)
            self.on_progress(progress)

    def keep(self, found: Found) -> None:
        self.found[found.base] = found
        self.report("search", len(found.steps))

    def best(self) -> Found:
        return min(self.found.values(), key=lambda found: found.cost)

    def asked(self, rules: Ruleset) -> Sequence[Question]:
        """Return the questions about games of a ruleset."""
        if self.questions is not None:
            return self.questions
        if rules.berserk is Berserk.NONE:
            return questions_for(rules.start)
        return (*questions_for(rules.start), *BERSERK_QUESTIONS)

    def run(self) -> Inference:
        interrupted = False
        try:
            self.search()
            self.count()
            questions = self.asked(self.best().rules)
            for evidence in weigh(self.bench, self.best().rules, questions):
                self.evidence.append(evidence)
                self.report("evidence", len(self.evidence), len(questions))
        except (KeyboardInterrupt, Stopped):
            if not self.found:
                raise
            interrupted = True
        return self.result(interrupted)

    def search(self) -> None:
        """Search on a sample of the games."""
        self.report("bases", 0, len(self.bases))
        plain = [base for base in self.bases if base.berserk is Berserk.NONE]
        turns = [base for base in self.bases if base.berserk is not Berserk.NONE]
        self.bench.narrow(self.sample)
        ranked = rank(self.bench, plain)
        if turns and (not ranked or ranked[0].loss > _DOUBTFUL * CONTRADICTION * len(self.bench.among)):
            # Records of berserk games leave moves out, and are slow to complete.
            self.bench.narrow(max(1, self.sample // _SLOWER))
            self.downhill(rank(self.bench, _with_kinds(turns, self.bench.games))[:_SEARCHED])
            if ranked and self.bench.loss(self.best().rules) > self.bench.loss(ranked[0].rules) / 2:
                self.bench.narrow(self.sample)
                self.downhill(ranked[:_SEARCHED])
        else:
            self.downhill(ranked[: max(_SEARCHED, _FEW // max(1, len(self.bench.among)))])

    def downhill(self, bases: Sequence[Found]) -> None:
        for base in bases:
            found = descend(self.bench, base, self.asked(base.rules), self.keep)
            if not _is_shipped(found.rules):
                found = simplify(self.bench, found, self.asked(found.rules))
                self.keep(found)
            if found.loss == 0:
                break

    def count(self) -> None:
        """Count all games, and go on from the best ruleset where the others ask for it."""
        best = self.best()
        if best.rules.berserk is not Berserk.NONE:
            self.bench.narrow(max(1, self.sample // _SLOWER))
            return
        self.bench.narrow(len(self.bench.games))
        # Costs of a sample and of all games are not compared.
        for name, found in self.found.items():
            self.found[name] = found._replace(loss=self.bench.loss(found.rules))
        best = self.best()
        found = descend(self.bench, best, self.asked(best.rules), self.keep)
        if found.rules != best.rules and not _is_shipped(found.rules):
            self.keep(simplify(self.bench, found, self.asked(found.rules)))

    def result(self, interrupted: bool) -> Inference:
        """Return what was found, with the costs of all games."""
        self.should_stop = None
        best = self.best()
        self.bench.narrow(len(self.bench.games))
        others = sorted((found for found in self.found.values() if found is not best), key=lambda each: each.cost)
        return Inference(
            candidates=[_candidate(self.bench, found) for found in (best, *others)],
            evidence=self.evidence,
            unexplained=_unexplained(self.bench, best.rules),
            games=len(self.bench.games),
            replays=self.bench.replays,
            interrupted=interrupted,
        )


def _candidate(bench: Bench, found: Found) -> Candidate:
    costs = list(bench.costs(found.rules).values())
    return Candidate(
        ruleset=found.rules,
        cost=round(sum(costs) + STEP * len(found.steps), 2),
        games=len(costs),
        contradictions=costs.count(CONTRADICTION),
        unexplained_ends=costs.count(UNEXPLAINED_END),
        base=found.base,
        steps=found.steps,
    )


def _unexplained(bench: Bench, rules: Ruleset) -> tuple[Unexplained, ...]:
    classes: dict[str, list[GameReference]] = {}
    for at, cost in bench.costs(rules).items():
        if cost:
            kind, reference = bench.refer(rules, at)
            classes.setdefault(kind, []).append(reference)
    ordered = sorted(classes.items(), key=lambda each: -len(each[1]))
    return tuple(Unexplained(kind=kind, games=tuple(references)) for kind, references in ordered)
