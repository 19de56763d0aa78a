"""The evidence: for each question, which games speak against each other answer.

How often players would have made a move that one rule allows and another forbids, where nobody ever made it.

Records show that a move is allowed by making it, and never that it is forbidden. How much its absence means depends on
how much players like such moves. That is estimated from the games themselves: moves are put into classes by whether
the king or a man moves, how far, and what it brings about (nothing, captures, a win), and every class gets a weight, so
that each class is chosen as often as it was. Men of both sides share their weights: that the men of one side never move
far where those of the other do is then worth something, and what hardly anybody does at all is worth little.

Work on games that is shared out to the workers of an executor.

A worker keeps the games that it has been given, so that they travel once and not with each piece of work: it takes as
long to send them as to replay them. It is asked for them by a digest; where it does not have them, the work comes back
and is sent again with the games.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

import attrs

from hnefatafl.board import Board, Kind, Move
from hnefatafl.errors import HnefataflError
from hnefatafl.play import Position
from hnefatafl.records import Finding, Game, format_findings
from hnefatafl.rules import Berserk, Ruleset
from hnefatafl.support.executors import in_order
from hnefatafl.support.immutability import frozen
from tafl.inference._evidence import Evidence, GameReference, Rival, Standing
from tafl.inference._questions import Question
from tafl.inference._records import find_earliest, follow_moves, list_contradictions, replay_under, soon_contradicted

if TYPE_CHECKING:
    from concurrent.futures import Executor

_T = TypeVar("_T")

_BLOCK: Final = 512
"""How many games travel together."""
_KEPT: Final = 32
"""How many such blocks a worker keeps."""
_PIECE: Final = 64
"""How many replays are a piece of work."""

_blocks: Final[OrderedDict[bytes, Sequence[Game]]] = OrderedDict()

_Piece: TypeAlias = tuple[int, Ruleset, tuple[int, ...]]
"""The number of a block, the ruleset that its games are replayed by, and the places of the games in it."""


def _digest_games(games: Iterable[Game]) -> bytes:
    """Return a digest of everything in games that the rules are compared with."""
    parts = [
        (
            [*map(str, game.moves)],
            game.result,
            game.ending,
            [token.number for token in game.unparsed],
            game.start and game.start.text,
        )
        for game in games
    ]
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _judge_block(load: tuple[bytes, Sequence[Game] | None, Ruleset, tuple[int, ...]]) -> list[Trial] | None:
    """Judge some games of a block, or return None where the block is not here."""
    key, block, rules, places = load
    if block is not None:
        _blocks[key] = block
        while len(_blocks) > _KEPT:
            _blocks.popitem(last=False)
    games = _blocks.get(key) if block is None else block
    return None if games is None else [_judge_game(games[place], rules) for place in places]


class _Sharing:
    """Games that the workers of an executor judge. Of the executor only ``submit`` is used."""

    def __init__(self, executor: Executor, games: Sequence[Game]) -> None:
        self._executor = executor
        self._blocks = [tuple(games[first : first + _BLOCK]) for first in range(0, len(games), _BLOCK)]
        self._keys = [_digest_games(block) for block in self._blocks]

    def judge(self, todo_by_ruleset: Iterable[tuple[Ruleset, Iterable[int]]]) -> Iterator[tuple[Ruleset, int, Trial]]:
        """Yield what each game that is wanted is under its ruleset."""
        todo = [piece for rules, games in todo_by_ruleset for piece in _cut_pieces(rules, games)]
        # At first only the digest of a block is sent, since most workers have its games. One that lacks them gets them.
        for full in (False, True):
            loads = ((self._keys[n], self._blocks[n] if full else None, rules, places) for n, rules, places in todo)
            lacking: list[_Piece] = []
            for piece, trials in zip(todo, in_order(self._executor, _judge_block, loads), strict=True):
                if trials is None:
                    lacking.append(piece)
                    continue
                number, rules, places = piece
                for place, trial in zip(places, trials, strict=True):
                    yield rules, number * _BLOCK + place, trial
            todo = lacking


def _cut_pieces(rules: Ruleset, games: Iterable[int]) -> Iterator[_Piece]:
    for number, members in groupby(sorted(games), key=lambda index: index // _BLOCK):
        places = [index % _BLOCK for index in members]
        for begin in range(0, len(places), _PIECE):
            yield number, rules, tuple(places[begin : begin + _PIECE])


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


def _judge_game(game: Game, rules: Ruleset) -> Trial:
    """Return what a game is under the rules."""
    try:
        # Completing a record of berserk turns takes long, and is needed only where it does not contradict the rules.
        contradiction = soon_contradicted(game, rules)
        if contradiction is not None:
            reached, finding = contradiction
            return Trial(CONTRADICTION, reached, _describe_fault(finding))
        replay = replay_under(game, rules)
    except HnefataflError:
        return Trial(CONTRADICTION, 0)
    plies = len(game.moves)
    findings = list_contradictions(replay)
    if findings:
        first = find_earliest(findings)
        written = (move.written for move in replay.game.moves[: first.index])
        return Trial(CONTRADICTION, plies if first.index is None else sum(written), _describe_fault(first))
    if replay.has_unexplained_end:
        return Trial(UNEXPLAINED_END, plies + 1)
    return Trial(0.0, plies + 2)


def _describe_fault(finding: Finding) -> str:
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
        self._sharing = None if executor is None else _Sharing(executor, [game for _, game in self.games])

    def narrow(self, most: int) -> None:
        """Let only so many games count from now on, evenly spread."""
        self.among = _spread(range(len(self.games)), most)

    def trial(self, rules: Ruleset, index: int) -> Trial:
        """Return what one game is under a ruleset."""
        trials = self._known.setdefault(rules, {})
        trial = trials.get(index)
        if trial is None:
            if self._check is not None:
                self._check()
            self.replays += 1
            trial = self._ahead.get(rules, {}).get(index) or _judge_game(self.games[index][1], rules)
            trials[index] = trial
        return trial

    def prepare(self, rulesets: Iterable[Ruleset], games: Sequence[int]) -> None:
        """Replay games by several rulesets together, if there is an executor."""
        if self._sharing is None:
            return
        missing: list[tuple[Ruleset, list[int]]] = []
        for rules in rulesets:
            available = {**self._ahead.get(rules, {}), **self._known.get(rules, {})}
            missing.append((rules, [index for index in games if index not in available]))
        for rules, index, trial in self._sharing.judge(missing):
            self._ahead.setdefault(rules, {})[index] = trial

    def walk(self, rules: Ruleset, games: Sequence[int]) -> Iterator[tuple[int, float]]:
        """Yield games with their costs."""
        begin, length = 0, _FIRST_AHEAD
        while begin < len(games):
            page = games[begin : begin + length]
            self.prepare([rules], page)
            for index in page:
                yield index, self.trial(rules, index).cost
            begin, length = begin + length, min(2 * length, _MOST_AHEAD)

    def costs(self, rules: Ruleset) -> dict[int, float]:
        """Return what each game costs that counts."""
        return dict(self.walk(rules, self.among))

    def loss(self, rules: Ruleset, limit: float = float("inf")) -> float:
        """Return what all games cost that count, or a number above the limit: the telling games come first, and
        counting stops there."""
        total = 0.0
        for index, cost in self.walk(rules, self.by_heat()):
            total += cost
            if total > limit:
                self.tell(index)
                break
        return total

    def by_heat(self) -> list[int]:
        """Return the games that count, those that have told most first."""
        return sorted(self.among, key=lambda index: -self._heat[index])

    def tell(self, index: int) -> None:
        """Remember that a game has told rulesets apart."""
        self._heat[index] += 1

    def forget(self, rules: Ruleset) -> None:
        """Forget the verdicts under a ruleset."""
        self._known.pop(rules, None)
        self._ahead.pop(rules, None)

    def refer(self, rules: Ruleset, index: int) -> tuple[str, GameReference]:
        """Return the class of a game that the rules do not explain, and the place in it; no class if they do."""
        number, game = self.games[index]

        def reference(ply: int | None, verdict: str) -> GameReference:
            return GameReference(number=number, id=game.tags.get("id", ""), ply=ply, verdict=verdict)

        try:
            replay = replay_under(game, rules)
        except HnefataflError as error:
            return "illegal", reference(0, str(error))
        findings = list_contradictions(replay)
        if findings:
            return str(findings[0].kind), reference(find_earliest(findings).index, format_findings(findings))
        if replay.has_unexplained_end:
            return "unexplained-end", reference(None, "unexplained-end")
        return "", reference(None, replay.verdict)


def _spread(items: Sequence[_T], most: int) -> Sequence[_T]:
    """Return so many items at most, evenly spread."""
    count = len(items)
    return items if count <= most else [items[number * count // most] for number in range(most)]


_POSITIONS: Final = 240
"""How many positions are looked at, evenly spread over the games."""
_ROUNDS: Final = 25
"""How many times the weights are improved."""
_FAR: Final = 4
"""From this distance on moves are in one class."""

_Class: TypeAlias = tuple[bool, int, str]


class _Choice(NamedTuple):
    """A position in which a player chose a move."""

    position: Position
    moves: frozenset[Move]
    classes: Mapping[_Class, int]
    chosen: _Class


class Disuse:
    """How players choose among the moves that they have, learnt from games that agree with the rules.

    Arguments:
        games: the games.
        rules: the rules.
    """

    def __init__(self, games: Sequence[Game], rules: Ruleset) -> None:
        places = [(number, ply) for number, game in enumerate(games) for ply in range(len(game.moves))]
        self.scale = max(1.0, len(places) / _POSITIONS)
        self.choices = [
            choice
            for number, members in groupby(_spread(places, _POSITIONS), key=lambda place: place[0])
            for choice in _list_choices(games[number], rules, frozenset(ply for _, ply in members))
        ]
        self.weights = _fit_weights(self.choices)

    def expected(self, rival: Ruleset) -> tuple[float, bool] | None:
        """Return how many moves would have been made that only one of the rulesets allows, and whether the rival does;
        None if both allow the same in these positions."""
        theirs = ours = 0.0
        for choice in self.choices:
            try:
                position = Position.from_setup(choice.position.setup, rival)
            except HnefataflError:
                continue
            there = frozenset(position.legal_moves())
            if there != choice.moves:
                total = self._sum_weights(choice.classes)
                more = self._sum_weights(Counter(_class_of(position, move) for move in there - choice.moves))
                fewer = self._sum_weights(Counter(_class_of(choice.position, move) for move in choice.moves - there))
                theirs += more / (total + more)
                ours += fewer / total
        if not theirs and not ours:
            return None
        return round((theirs or ours) * self.scale, 1), bool(theirs)

    def _sum_weights(self, classes: Mapping[_Class, int]) -> float:
        return sum(count * self._weigh_class(move_class) for move_class, count in classes.items())

    def _weigh_class(self, move_class: _Class) -> float:
        """Return the weight of a class; one that nobody could choose so far is compared with the other kind of piece,
        and a win with the best that there was."""
        weight = self.weights.get(move_class)
        if weight is not None:
            return weight
        king, distance, effect = move_class
        if effect == "wins":
            return max(self.weights.values(), default=1.0)
        step = (king, 1, effect), (not king, 1, effect)
        own, others = (self.weights.get(neighbour, 1.0) for neighbour in step)
        return self.weights.get((not king, distance, effect), 1.0) * own / others


def _list_choices(game: Game, rules: Ruleset, plies: frozenset[int]) -> Iterable[_Choice]:
    replay = replay_under(game, rules)
    for ply, (position, move) in enumerate(zip(replay.positions(), replay.moves, strict=False)):
        if ply in plies:
            moves = frozenset(position.legal_moves())
            classes = Counter(_class_of(position, legal) for legal in moves)
            yield _Choice(position, moves, classes, _class_of(position, move))


def _class_of(position: Position, move: Move) -> _Class:
    after = position.play(move)
    outcome = after.outcome
    effect = "captures" if after.plies_since_capture == 0 else "quiet"
    if outcome is not None and outcome.winner is position.turn:
        effect = "wins"
    distance = abs(move.origin.file - move.target.file) + abs(move.origin.rank - move.target.rank)
    return move.origin == position.board.king, min(distance, _FAR), effect


def _fit_weights(choices: Sequence[_Choice]) -> dict[_Class, float]:
    """Return weights under which each class is chosen as often as it was."""
    weights = {move_class: 1.0 for choice in choices for move_class in choice.classes}
    chosen = Counter(choice.chosen for choice in choices)
    for _ in range(_ROUNDS):
        expected = dict.fromkeys(weights, 0.0)
        for choice in choices:
            total = sum(count * weights[move_class] for move_class, count in choice.classes.items())
            for move_class, count in choice.classes.items():
                expected[move_class] += count * weights[move_class] / total
        for move_class in weights:
            # Half a move more on both sides, so that no weight becomes 0 or infinite.
            weights[move_class] *= (chosen[move_class] + 0.5) / (expected[move_class] + 0.5)
    return weights


_CAP: Final = 40
"""With so many games against an answer, counting stops."""
_CAP_OF_TURNS: Final = 10
"""The same for rules with berserk turns, whose records are slow to complete."""
_FIRM: Final = 3 * SETTLING
"""Where less speaks against an answer, it is tried beside every other answer before it is excluded."""
_OF_OMISSIONS: Final = ("berserk",)
"""Questions whose answers are excluded by captures that players left out. What was in their reach depends on many other
rules, so these answers are always tried beside all others."""
_UNSOUND: Final = 0.1
"""With such a share of unexplained games something about the rules is not understood, and nothing is settled."""
_LEANING: Final = 10.0
"""So many times players would have made use of the rival, had it been in force."""


def weigh_answers(bench: Bench, rules: Ruleset, questions: Sequence[Question]) -> Iterator[Evidence]:
    """Yield what the games say about each question that can be asked about the ruleset."""
    costs = bench.costs(rules)
    turns = rules.berserk is not Berserk.NONE
    cap = _CAP_OF_TURNS if turns else _CAP
    unexplained = sum(cost > 0 for cost in costs.values())
    agreeing = [bench.games[index][1] for index, cost in costs.items() if cost < CONTRADICTION]
    is_sound = unexplained <= max(1, _UNSOUND * len(costs))
    scales = _Scales(bench, costs, cap, is_sound, _measure_farthest(agreeing, rules.start))
    disuse = None if turns else Disuse(agreeing, rules)
    for question in questions:
        if not question.weighed:
            continue
        others = dict(question.rivals(rules))
        bench.prepare(others.values(), bench.by_heat()[:cap])
        rivals = tuple(
            _weigh_rival(scales, question, answer, list(question.ways(rules, rival_rules)), questions)
            for answer, rival_rules in others.items()
        )
        if rivals:
            if disuse is not None:
                rivals = tuple(_with_disuse(rival, disuse, others[rival.answer]) for rival in rivals)
            yield Evidence(question=question.name, answer=question.answer(rules), rivals=rivals)


def _with_disuse(rival: Rival, disuse: Disuse, rules: Ruleset) -> Rival:
    """Return the evidence about a rival that games do not decide about, with what nobody did."""
    if rival.against or rival.helped:
        return rival
    estimate = disuse.expected(rules)
    if estimate is None:
        return rival
    expected, is_wider = estimate
    leans = is_wider and expected >= _LEANING
    standing = Standing.LEANING if leans else rival.standing
    return attrs.evolve(rival, expected=expected, is_wider=is_wider, standing=standing)


class _Weight(NamedTuple):
    """What games say about a ruleset, beside the best one."""

    worse: dict[int, float]
    """What each game costs that is explained worse."""
    helped: int
    """How many games are explained better."""

    @property
    def against(self) -> float:
        """What speaks against the ruleset."""
        return sum(self.worse.values())


@frozen
class _Scales:
    """What decides how firmly games speak against rulesets."""

    bench: Bench
    costs: Mapping[int, float]
    """What each game costs under the best ruleset."""
    cap: int
    """With so many games against a ruleset, counting stops."""
    is_sound: bool
    """Whether the best ruleset explains enough for anything to be settled."""
    farthest: Mapping[str, int]
    """How far soldiers and the king moved in the games at most, by the name of their speed."""

    def weigh(self, rules: Ruleset, games: Sequence[int], enough: float = float("inf")) -> _Weight:
        """Weigh a ruleset by some games; stop when enough speaks against it."""
        worse: dict[int, float] = {}
        helped, against = 0, 0.0
        for index, cost in self.bench.walk(rules, games):
            helped += cost < self.costs[index]
            if cost > self.costs[index]:
                worse[index] = cost
                against += cost
                if against >= enough or len(worse) >= self.cap:
                    break
        return _Weight(worse, helped)

    def excludes(self, weight: _Weight) -> bool:
        """Return whether so much settles that a ruleset is wrong."""
        return self.is_sound and weight.against >= SETTLING and weight.against > 3 * CONTRADICTION * weight.helped


def _weigh_rival(
    scales: _Scales, question: Question, answer: str, ways: Sequence[Ruleset], questions: Sequence[Question]
) -> Rival:
    """Return what speaks against an answer, in the way that the games say least against."""
    bench = scales.bench
    weights = [scales.weigh(way, bench.by_heat()) for way in ways]
    best = min(range(len(ways)), key=lambda index: (len(weights[index].worse), -weights[index].helped))
    best_way, weight = ways[best], weights[best]
    standing, beside = _find_standing(scales, weight), None
    if standing is Standing.SETTLED:
        beside = _find_beside(scales, question, answer, best_way, weight, questions)
        standing = standing if beside is None else Standing.CONTESTED
    broken = sum(cost == CONTRADICTION for cost in weight.worse.values())
    first = next(iter(weight.worse), None)
    example = None if first is None else bench.refer(best_way, first)[1]
    for game in weight.worse:
        bench.tell(game)
    for way in ways:
        bench.forget(way)
    return Rival(
        answer=answer,
        standing=standing,
        broken=broken,
        lost_ends=len(weight.worse) - broken,
        helped=weight.helped,
        beside=beside,
        example=example,
        capped=len(weight.worse) >= scales.cap,
    )


def _find_standing(scales: _Scales, weight: _Weight) -> Standing:
    if scales.excludes(weight):
        return Standing.SETTLED
    if weight.helped:
        return Standing.CONTESTED if weight.worse else Standing.OPEN
    return Standing.LEANING if weight.worse else Standing.OPEN


def _find_beside(
    scales: _Scales, question: Question, answer: str, rules: Ruleset, weight: _Weight, questions: Sequence[Question]
) -> str | None:
    """Return an answer to another question beside which the games do not exclude an answer, if there is one.

    Two rules together often do what two others do: a king who is weak, and one who is strong beside a throne that helps
    to capture him. Most answers are ruled out by the first games that speak against the rival, and those games are
    tried first that soon do so.
    """
    bench = scales.bench
    worse = sorted(weight.worse, key=lambda index: bench.trial(rules, index).reached)
    is_firm = weight.against >= _FIRM and question.name not in _OF_OMISSIONS
    for label, both in _list_further(scales, question, rules, () if is_firm else questions):
        if question.answer(both) != answer:
            continue
        weighed = scales.weigh(both, worse, SETTLING)
        if not scales.excludes(weighed):
            weighed = scales.weigh(both, bench.by_heat(), SETTLING)
        bench.forget(both)
        if not scales.excludes(weighed):
            return label
    return None


def _list_further(
    scales: _Scales, question: Question, rules: Ruleset, questions: Sequence[Question]
) -> Iterator[tuple[str, Ruleset]]:
    """Yield rulesets that differ in the answer to one more question, and first the one in which no piece moves further
    than any did: nobody shows by not doing it that it is allowed, but a capture out of reach is not one left out."""
    slow = rules.evolve(speed=attrs.evolve(rules.speed, **scales.farthest))
    if slow != rules:
        yield "speed: as far as pieces moved", slow
    for also in questions:
        if also is not question:
            for label, both in also.rivals(slow):
                yield f"{also.name}: {label}", both


def _measure_farthest(games: Sequence[Game], start: Board) -> dict[str, int]:
    """Return how far soldiers and the king moved at most, by the name of their speed."""
    farthest: dict[str, int] = {}
    for game in games:
        for piece, move in follow_moves(game, start):
            if piece is None:
                break
            if piece.kind in (Kind.SOLDIER, Kind.KING):
                name = "king" if piece.kind is Kind.KING else str(piece.side)
                steps = abs(move.target.file - move.origin.file) + abs(move.target.rank - move.origin.rank)
                farthest[name] = max(farthest.get(name, 1), steps)
    return farthest
