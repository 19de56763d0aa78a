"""Inference of the rules by which games were played.

The search: from a base downhill, one answer at a time, or two where one alone does not help.

The games that still cost something decide which answers are tried on all games: those that explain some of them. The
place of the first disagreement decides which answers are tried in pairs: those under which the games get further.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, final

from attrs import evolve, field

from hnefatafl.board import Board
from hnefatafl.errors import ArgumentValueError, HnefataflError
from hnefatafl.records import Game
from hnefatafl.rules import Berserk, Ruleset, RulesetLike, as_rulesets
from hnefatafl.support.arguments import as_tuple, check, check_number
from hnefatafl.support.executors import check_executor
from hnefatafl.support.immutability import frozen
from hnefatafl.variants import find, get, names
from tafl.inference._eras import Eras, find_eras_by, round_of
from tafl.inference._evidence import Candidate, Evidence, GameReference, Slip, Unexplained, explain_noise
from tafl.inference._kinds import find_shipped, first_mover, on_layout, with_kinds
from tafl.inference._layouts import InferredLayout, Part, divide_collection
from tafl.inference._questions import BERSERK_QUESTIONS, Question, questions_for
from tafl.inference._records import has_gap, number_games
from tafl.inference._report import Inference
from tafl.inference._weighing import CONTRADICTION, SETTLING, STEP, UNEXPLAINED_END, Bench, Stopped, weigh_answers

if TYPE_CHECKING:
    from concurrent.futures import Executor


_SAMPLE: Final = 60
"""How many of the games that cost something an answer is tried on first."""
_SAMPLE_OF_TURNS: Final = 12
"""The same for rules with berserk turns, whose records are slow to complete."""
_TRIED: Final = 25
"""How many of the answers that help there are tried on all games."""
_PAIRED: Final = 12
"""How many answers are tried in pairs."""


class Found(NamedTuple):
    """A ruleset that the search has come to."""

    rules: Ruleset
    loss: float
    base: str
    steps: tuple[str, ...]

    @property
    def cost(self) -> float:
        """The loss, and what the steps cost."""
        return self.loss + STEP * len(self.steps)


class _TriedAnswer(NamedTuple):
    """An answer that was tried on games that cost something: what these cost less, and how much further they get."""

    gain: float
    progress: int
    question: Question
    answer: str
    rules: Ruleset

    @property
    def step(self) -> str:
        return f"{self.question.name}: {self.answer}"


def keep_base(base: Ruleset, loss: float) -> Found:
    """Return a base as it is. One that was put on another layout goes by the name of the ruleset it was made of."""
    return Found(base, loss, base.origin if base.name == f"{base.origin}, changed" else base.name, ())


def rank_bases(
    bench: Bench, bases: Sequence[Ruleset], named_by_records: Container[Ruleset], questions: Sequence[Question]
) -> list[Found]:
    """Return the bases, the best first; those that are far worse were not tried on all games. Of equally good ones,
    those come first that have the layout themselves, then those that the records name, and then those whose answers
    most of them share: where no game tells rulesets apart, what is usual among them is most likely."""
    ranked: list[Found] = []
    best = float("inf")
    for base in bases:
        loss = bench.loss(base, best * 1.5 + 20)
        best = min(best, loss)
        ranked.append(keep_base(base, loss))
    usual = _count_shared_answers([tried.rules for tried in ranked if tried.loss == best], questions)

    def place(tried: Found) -> tuple[float, bool, bool, int]:
        rules = tried.rules
        return tried.loss, rules.name != tried.base, rules not in named_by_records, -usual.get(rules, 0)

    return sorted(ranked, key=place)


def _count_shared_answers(bases: Sequence[Ruleset], questions: Sequence[Question]) -> dict[Ruleset, int]:
    """Return, for each base, how many answers of the bases are its own."""
    shared = dict.fromkeys(bases, 0)
    for question in questions:
        if question.weighed:
            answers = {base: question.answer(base) for base in bases}
            shares = Counter(answers.values())
            for base, answer in answers.items():
                shared[base] += shares[answer]
    return shared


def descend(bench: Bench, reached: Found, questions: Sequence[Question], report: Callable[[Found], None]) -> Found:
    """Return the ruleset at which no answer helps any more."""
    reached = reached._replace(loss=bench.loss(reached.rules))
    report(reached)
    while (better := _find_step(bench, reached, questions)) is not None:
        reached = better
        report(reached)
    return reached


def _find_step(bench: Bench, reached: Found, questions: Sequence[Question]) -> Found | None:
    """Return the best single change, or else pair of changes, if any helps."""
    costs = bench.costs(reached.rules)
    unexplained = [index for index, cost in costs.items() if cost]
    most = _SAMPLE if reached.rules.berserk is Berserk.NONE else _SAMPLE_OF_TURNS
    sample = unexplained[:: max(1, len(unexplained) // most)]
    if not sample:
        return None
    trials_now = [bench.trial(reached.rules, index) for index in sample]

    def trial(question: Question, answer: str, rules: Ruleset) -> _TriedAnswer:
        trials_then = [bench.trial(rules, index) for index in sample]
        pairs = list(zip(trials_now, trials_then, strict=True))
        progress = sum(then.progress(now) for now, then in pairs)
        return _TriedAnswer(sum(now.cost - then.cost for now, then in pairs), progress, question, answer, rules)

    rivals = [(question, *rival) for question in questions for rival in question.rivals(reached.rules)]
    bench.prepare([rules for _, _, rules in rivals], sample)
    trials = [trial(*rival) for rival in rivals]
    trials.sort(key=lambda trial: (-trial.gain, -trial.progress))
    best: Found | None = None
    for candidate in trials[:_TRIED]:
        if candidate.gain > 0:
            best = _pick_better(bench, reached, best, candidate.rules, (candidate.step,))
    if best is not None:
        return best
    # No single answer helps. Two may where neither does alone; those come first by which games get further before
    # record and rules differ.
    trials.sort(key=lambda trial: (-trial.progress, -trial.gain))
    for first, second in combinations(trials[:_PAIRED], 2):
        both = _combine_answers(first, second)
        if both is not None and trial(second.question, second.answer, both).gain > 0:
            best = _pick_better(bench, reached, best, both, (first.step, second.step))
    return best


def _combine_answers(first: _TriedAnswer, second: _TriedAnswer) -> Ruleset | None:
    """Return the ruleset that gives both answers, if there is one."""
    if first.question is second.question:
        return None
    return next((rules for answer, rules in second.question.rivals(first.rules) if answer == second.answer), None)


def _pick_better(
    bench: Bench, reached: Found, best: Found | None, rules: Ruleset, steps: tuple[str, ...]
) -> Found | None:
    """Return the better of the best change so far and another one."""
    limit = (reached.loss if best is None else best.loss) - STEP * len(steps)
    loss = bench.loss(rules, limit)
    return best if loss > limit else Found(rules, loss, reached.base, (*reached.steps, *steps))


def simplify(bench: Bench, reached: Found, questions: Sequence[Question]) -> Found:
    """Return the ruleset without the rules that its base brought along and that no game needs."""
    for question in questions:
        plain = question.plain
        if plain is None or question.answer(reached.rules) in (plain, None):
            continue
        rules = next((rules for answer, rules in question.rivals(reached.rules) if answer == plain), None)
        if rules is not None and (loss := bench.loss(rules, reached.loss)) <= reached.loss:
            reached = Found(rules, loss, reached.base, (*reached.steps, f"{question.name}: {plain}"))
    return reached


_SEARCHED: Final = 2
"""From how many bases the search goes downhill."""
_FEW: Final = 64
"""From more bases where there are few games: so many replays of all games together."""
_DOUBTFUL: Final = 0.2
"""With such a share of contradictions under the best base without berserk turns, those with them are tried."""
_OFTEN: Final = 200
"""After so many replays the progress is reported again."""
_TELLING: Final = 20
"""So many games tell by their moves alone whether there are berserk turns: records leave moves of these out."""
_SLOWER: Final = 3
"""So many times fewer games with berserk turns are looked at."""
_EXPLAINED: Final = 500
"""For so many contradictions slips are looked for; where there are more, the rules are not understood."""
_GENERAL: Final = (
    *("copenhagen", "fetlar", "brandubh", "brandubh-walker", "saami-tablut", "sea-battle-9", "simple-tafl"),
    *("tawlbwrdd", "magpie", "old-hnefatafl", "foteviken-tablut", "alea-evangelii", "berserk", "tyr-11", "tyr-15"),
)
"""Rulesets of any size that are tried with every start layout."""


@frozen(kw_only=True)
class InferenceProgress:
    """How far an inference has come.

    >>> print(InferenceProgress(stage="search", replays=1200, cost=7.0).stage)
    search
    """

    stage: str
    """What is being done: ``bases``, ``search``, ``evidence``, ``slips`` or ``eras``."""
    replays: int
    """The number of replays so far."""
    done: int = 0
    """How many steps were taken, questions weighed, or contradictions looked at in this stage."""
    total: int | None = None
    """Of how many, if that is known."""
    cost: float | None = None
    """The cost of the best ruleset so far."""


def bases_for(start: Board) -> tuple[Ruleset, ...]:
    """Return the rulesets from which the search begins for a start layout: the shipped rulesets of its board, and some
    of other boards, all with that layout.

    >>> from hnefatafl import variants
    >>> bases = bases_for(variants.BRANDUBH.start)
    >>> len(bases) > 20, {base.start == variants.BRANDUBH.start for base in bases}
    (True, {True})
    """
    bases: dict[Ruleset, None] = {}
    for base in (*find(size=start.size), *map(get, _GENERAL)):
        moved = on_layout(base, start)
        if moved is not None:
            bases.setdefault(moved)
    return tuple(bases)


def infer(
    games: Iterable[Game],
    *,
    start: Board | None = None,
    bases: Iterable[RulesetLike] | None = None,
    questions: Iterable[Question] | None = None,
    sample: int = 300,
    executor: Executor | None = None,
    on_progress: Callable[[InferenceProgress], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Inference:
    """Infer the rules by which games were played.

    The search begins with the base that explains the games best, of equally good ones with one that has the layout of
    the games, or else with the one whose answers most of them share. It changes one answer after the other, or two
    together, as long as more games are explained. Then it drops rules that its base brought along and that no game
    needs, unless it has come to a ruleset that ships with the library, and counts for each answer which games speak
    against the others.

    The rulesets of the games themselves do not matter, except for the start layout where none is given. Where its men
    are all soldiers, and no base explains the games well, the kinds of men are inferred too
    (:func:`~tafl.inference.infer_kinds`). A result that plays like a shipped ruleset is that ruleset.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> games = archive.parse_games(["d1-c1 d3-c3 d2-d3 c3-c2,0,0,Ongoing"], variants.BRANDUBH)
    >>> inference = infer(games, bases=["magpie"])
    >>> inference.best.contradictions, inference.about("speed.king").answer
    (0, '1')

    Arguments:
        games: the games, from the same start layout. They are kept in memory.
        start: their start layout. Default: that of the ruleset of the first game, or if the moves contradict it, the
            most frequent one that :func:`~tafl.inference.infer_layouts` finds; one of a base or a shipped ruleset
            in place of that, on a board of any size, if the moves contradict it no more.
        bases: the rulesets or names from which the search begins, put on that layout. Default: :func:`bases_for`.
        questions: what is asked. Default: :func:`~tafl.inference.questions_for`.
        sample: on how many games, evenly spread, the search and the evidence look at most; the costs of the candidates
            count all games. Of so many unexplained games the rivals are chosen that are compared for eras.
        executor: runs the replays, such as a pool of processes; None for this process alone. The result is the same.
        on_progress: called now and then with how far the inference has come.
        should_stop: called often; if it returns true, the inference stops and returns what it has found. An interrupt
            (:class:`KeyboardInterrupt`) does the same once the first ruleset has been found.

    Raises:
        ArgumentValueError: there are neither games nor a start layout nor bases, no base fits the layout, or the sample
            is below 1.
    """
    numbered_games = _check_games(games, sample, executor)
    bases_given = None if bases is None else as_rulesets(bases, "bases")
    layout = None
    if start is None and numbered_games:
        start, layout, _ = divide_collection(numbered_games, bases=bases_given or ())[0]
    if start is None and bases_given is None:
        raise ArgumentValueError("infer: games, a start layout or bases were expected")
    fitting = _fit_bases(numbered_games, start, bases_given)
    questions_given = _as_given(questions)
    return _RunningInference(
        numbered_games, fitting, layout, questions_given, sample, executor, on_progress, should_stop
    ).run()


def _as_given(questions: Iterable[Question] | None) -> tuple[Question, ...] | None:
    return None if questions is None else as_tuple("questions", questions)


def _as_bases(bases: Iterable[RulesetLike] | None) -> tuple[Ruleset, ...] | None:
    return None if bases is None else as_rulesets(bases, "bases")


def _as_more_bases(bases: Iterable[RulesetLike]) -> tuple[Ruleset, ...]:
    return as_rulesets(bases, "more_bases")


@final
@frozen(kw_only=True)
class Premises:
    """What is given before the rules of a collection are inferred.

    >>> from hnefatafl import variants
    >>> Premises(more_bases=[variants.MAGPIE]).bases is None
    True
    """

    stated: bool = True
    """Whether the rulesets of the games state their start layouts. If not, all layouts are read off the moves."""
    bases: tuple[Ruleset, ...] | None = field(default=None, converter=_as_bases)
    """As for :func:`~tafl.inference.infer`, put on the layout of each part; those that do not fit it are left out."""
    more_bases: tuple[Ruleset, ...] = field(default=(), converter=_as_more_bases)
    """Further rulesets from which the search begins, such as those that the records name; of equally good ones they
    come first, and like shipped ones they keep rules that no game needs. Those that do not fit a layout are left out.
    """
    questions: tuple[Question, ...] | None = field(default=None, converter=_as_given)
    """What is asked. Default: :func:`~tafl.inference.questions_for`."""


_NOTHING_GIVEN: Final = Premises()


def infer_sets(
    games: Iterable[Game],
    premises: Premises = _NOTHING_GIVEN,
    *,
    sample: int = 300,
    executor: Executor | None = None,
    on_progress: Callable[[InferenceProgress], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Iterator[Inference]:
    """Infer the rules of a collection that mixes start layouts: those of each part of it, the largest first.

    Games whose rulesets have different start layouts are parted, and so are games whose moves contradict each other
    about the layout (:func:`~tafl.inference.infer_layouts`). The numbers of the games are those of the
    whole collection. Games from a layout that no base can have go with the largest part. After an interrupt there are
    no further parts.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> games = list(archive.parse_games(["d1-c1 d3-c3"] * 2, variants.BRANDUBH))
    >>> games += archive.parse_games(["d1-d2 e3-d3"], variants.TABLUT)
    >>> for inference in infer_sets(games, Premises(questions=[])):
    ...     print(inference.games, inference.ruleset.size, inference.best.contradictions)
    2 7 0
    1 9 0

    Arguments:
        games: the games. They are kept in memory.
        premises: what is given before.
        sample, executor, on_progress, should_stop: as for :func:`infer`.

    Raises:
        ArgumentValueError: no base fits the layout of any part, or the sample is below 1.
    """
    numbered_games = _check_games(games, sample, executor)
    check("premises", premises, Premises)
    bases, more_bases = premises.bases, premises.more_bases
    parts = divide_collection(numbered_games, (*(bases or ()), *more_bases), stated=premises.stated)
    options = premises.questions, sample, executor, on_progress, should_stop, more_bases
    with_bases = _add_bases(parts, bases, more_bases)
    return _run_inferences([_RunningInference(part.games, bases, part.layout, *options) for part, bases in with_bases])


def _add_bases(
    parts: Iterable[Part], bases: Sequence[Ruleset] | None, more_bases: Sequence[Ruleset]
) -> list[tuple[Part, tuple[Ruleset, ...]]]:
    """Return the parts with their bases. Games that show a layout which no base can have go with the largest part."""
    with_bases: list[tuple[Part, tuple[Ruleset, ...]]] = []
    strange: list[tuple[int, Game]] = []
    fault: ArgumentValueError | None = None
    for part in parts:
        try:
            with_bases.append((part, _fit_bases(part.games, part.start, bases, more_bases)))
        except ArgumentValueError as error:
            fault = error
            strange += part.games
    if with_bases and strange:
        part, bases_of_part = with_bases[0]
        games = tuple(sorted((*part.games, *strange), key=lambda member: member[0]))
        with_bases[0] = part._replace(games=games), bases_of_part
    elif fault is not None:
        raise fault
    return with_bases


def _run_inferences(inferences: Iterable[_RunningInference]) -> Iterator[Inference]:
    for inference in inferences:
        result = inference.run()
        yield result
        if result.interrupted:
            return


def _check_games(games: Iterable[Game], sample: int, executor: Executor | None) -> list[tuple[int, Game]]:
    """Return the games with their numbers, once the arguments are checked."""
    numbered_games = number_games(games)
    check_number("sample", sample, 1)
    check_executor(executor)
    return numbered_games


def _fit_bases(
    games: Sequence[tuple[int, Game]],
    start: Board | None,
    bases: Sequence[Ruleset] | None,
    more_bases: Sequence[Ruleset] = (),
) -> tuple[Ruleset, ...]:
    """Return the bases on a layout, if there is one, in which the side of the games' first moves begins."""
    usual = bases_for(start) if bases is None and start is not None else bases or ()
    candidates = (*more_bases, *usual)
    fitting = (
        candidates if start is None else [base for base in (on_layout(base, start) for base in candidates) if base]
    )
    if not fitting:
        layout = "" if start is None else f" {start.record}"
        raise ArgumentValueError(f"bases: none of them fits the start layout{layout}")
    first = first_mover(games, fitting[0].start)
    return tuple(dict.fromkeys(base if first in (None, base.first) else base.evolve(first=first) for base in fitting))


class _RunningInference:
    """An inference that is going on."""

    def __init__(
        self,
        games: Sequence[tuple[int, Game]],
        bases: Sequence[Ruleset],
        layout: InferredLayout | None,
        questions: Sequence[Question] | None,
        sample: int,
        executor: Executor | None,
        on_progress: Callable[[InferenceProgress], None] | None,
        should_stop: Callable[[], bool] | None,
        known: Sequence[Ruleset] = (),
    ) -> None:
        self.bases = bases
        self.known = frozenset(known)
        self.layout = layout
        self.questions = questions
        self.sample = sample
        self.on_progress = on_progress
        self.should_stop = should_stop
        self.progress: InferenceProgress | None = None
        self.bench = Bench(games, executor, self.check)
        self.found: dict[str, Found] = {}
        self.evidence: list[Evidence] = []
        self.slips: dict[int, Slip | None] = {}
        self.eras: tuple[Eras, ...] = ()

    def check(self) -> None:
        """Stop if the caller wants so, once there is something to return; report now and then."""
        if self.bench.replays % _OFTEN == 0 and self.progress is not None:
            self.report(self.progress.stage, self.progress.done, self.progress.total)
        if self.found and self.should_stop is not None and self.should_stop():
            raise Stopped

    def report(self, stage: str, done: int, total: int | None = None) -> None:
        if self.on_progress is not None:
            cost = min((reached.cost for reached in self.found.values()), default=None)
            self.progress = InferenceProgress(
                stage=stage, replays=self.bench.replays, done=done, total=total, cost=cost
            )
            self.on_progress(self.progress)

    def keep(self, reached: Found) -> None:
        self.found[reached.base] = reached
        self.report("search", len(reached.steps))

    def find_best(self) -> Found:
        return min(self.found.values(), key=lambda reached: reached.cost)

    def is_known(self, rules: Ruleset) -> bool:
        """Whether the ruleset ships with the library as it is, or was named as one."""
        return rules in self.known or find_shipped(rules) is not None

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
            best = self.find_best().rules
            questions = self.asked(best)
            for evidence in weigh_answers(self.bench, best, questions):
                self.evidence.append(evidence)
                self.report("evidence", len(self.evidence), len(questions))
            self.explain(best)
            if any(round_of(game) is not None for _, game in self.bench.games):
                self.report("eras", 0)
                self.eras = find_eras_by(self.bench, best, questions, round_of, self.sample)
        except (KeyboardInterrupt, Stopped):
            if not self.found:
                raise
            interrupted = True
        return self.make_result(interrupted)

    def search(self) -> None:
        """Search on a sample of the games."""
        self.report("bases", 0, len(self.bases))
        plain = [base for base in self.bases if base.berserk is Berserk.NONE]
        turns = [base for base in self.bases if base.berserk is not Berserk.NONE]
        self.bench.narrow(self.sample)
        ranked = self.rank(plain)
        # Few games seldom show kinds of men for certain, but replays decide whether likely ones help.
        if ranked and self.is_doubtful(ranked[0]):
            kinds = self.rank(with_kinds(plain, self.bench.games, likely=True))
            if kinds and kinds[0].loss < ranked[0].loss:
                ranked = kinds
        if turns and (not ranked or self.may_have_turns(ranked[0])):
            # Records of berserk games leave moves out, and are slow to complete.
            self.bench.narrow(max(1, self.sample // _SLOWER))
            turns = with_kinds(turns, self.bench.games) or turns
            self.descend_from(self.rank(turns)[:_SEARCHED])
            if ranked and self.bench.loss(self.find_best().rules) > self.bench.loss(ranked[0].rules) / 2:
                self.bench.narrow(self.sample)
                self.descend_from(ranked[:_SEARCHED])
        else:
            self.descend_from(ranked[: max(_SEARCHED, _FEW // max(1, len(self.bench.among)))])

    def rank(self, bases: Sequence[Ruleset]) -> list[Found]:
        return rank_bases(self.bench, bases, self.known, self.asked(bases[0]) if bases else ())

    def is_doubtful(self, best: Found) -> bool:
        """Return whether the best base contradicts much."""
        return best.loss > _DOUBTFUL * CONTRADICTION * len(self.bench.among)

    def may_have_turns(self, best: Found) -> bool:
        """Return whether berserk turns may explain what the best base without them does not.

        Few games need not have a gap, and are soon tried.
        """
        games = self.bench.games
        if len(games) < _TELLING:
            return self.is_doubtful(best) or best.loss >= SETTLING
        return self.is_doubtful(best) and any(has_gap(game, best.rules.start) for _, game in games)

    def descend_from(self, bases: Sequence[Found]) -> None:
        for base in bases:
            reached = descend(self.bench, base, self.asked(base.rules), self.keep)
            if not self.is_known(reached.rules):
                reached = simplify(self.bench, reached, self.asked(reached.rules))
                self.keep(reached)
            if reached.loss == 0:
                break

    def count(self) -> None:
        """Count all games, and go on from the best ruleset where the others ask for it."""
        best = self.find_best()
        if best.rules.berserk is not Berserk.NONE:
            self.bench.narrow(max(1, self.sample // _SLOWER))
            return
        self.bench.narrow(len(self.bench.games))
        # Costs of a sample and of all games are not compared.
        for name, reached in self.found.items():
            self.found[name] = reached._replace(loss=self.bench.loss(reached.rules))
        best = self.find_best()
        # A base that the sample ranked low can explain the whole collection best.
        for base in self.bases if len(self.bench.games) > self.sample else ():
            if base.berserk is Berserk.NONE and (loss := self.bench.loss(base, best.cost)) < best.cost:
                best = keep_base(base, loss)
                self.keep(best)
        reached = descend(self.bench, best, self.asked(best.rules), self.keep)
        if reached.rules != best.rules and not self.is_known(reached.rules):
            self.keep(simplify(self.bench, reached, self.asked(reached.rules)))

    def explain(self, rules: Ruleset) -> None:
        """Look for slips that explain the contradictions."""
        contradicting = [index for index, cost in self.bench.costs(rules).items() if cost == CONTRADICTION]
        for done, index in enumerate(contradicting[:_EXPLAINED]):
            self.check()
            self.report("slips", done, min(len(contradicting), _EXPLAINED))
            with suppress(HnefataflError):
                self.slips[index] = explain_noise(self.bench.games[index][1], rules)

    def make_result(self, interrupted: bool) -> Inference:
        """Return what was found, with the costs of all games."""
        self.should_stop = None
        best = self.find_best()
        self.bench.narrow(len(self.bench.games))
        ranked = sorted(self.found.values(), key=lambda reached: (reached is not best, reached.cost))
        return Inference(
            candidates=[_make_candidate(self.bench, reached) for reached in ranked],
            evidence=self.evidence,
            unexplained=_class_unexplained(self.bench, best.rules, self.slips),
            eras=self.eras,
            layout=self.layout,
            games=len(self.bench.games),
            replays=self.bench.replays,
            interrupted=interrupted,
        )


def _make_candidate(bench: Bench, reached: Found) -> Candidate:
    costs = list(bench.costs(reached.rules).values())
    return Candidate(
        ruleset=reached.rules if reached.rules.name in names() else find_shipped(reached.rules) or reached.rules,
        cost=round(sum(costs) + STEP * len(reached.steps), 2),
        games=len(costs),
        contradictions=costs.count(CONTRADICTION),
        unexplained_ends=costs.count(UNEXPLAINED_END),
        base=reached.base,
        steps=reached.steps,
    )


def _class_unexplained(bench: Bench, rules: Ruleset, slips: Mapping[int, Slip | None]) -> tuple[Unexplained, ...]:
    classes: dict[str, list[GameReference]] = {}
    for index, cost in bench.costs(rules).items():
        if cost:
            kind, reference = bench.refer(rules, index)
            classes.setdefault(kind, []).append(evolve(reference, slip=slips.get(index)))
    ordered = sorted(classes.items(), key=lambda class_and_games: -len(class_and_games[1]))
    return tuple(Unexplained(kind=kind, games=tuple(references)) for kind, references in ordered)
