"""How a suite is made: positions are drawn, and those are kept whose moves do what has been met least.

Half of the positions come from games of random moves, which like captures, the others from boards on which something
rare is about to happen. A few lines go back and forth until the repetition rule speaks, or go on for as long as nothing
is captured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from attrs import evolve

from hnefatafl._base.arguments import check, check_number
from hnefatafl._base.seal import frozen
from hnefatafl.board import Illegality, Move, Side, Square
from hnefatafl.conformance._boards import Planter
from hnefatafl.conformance._cases import Case, Chapter
from hnefatafl.conformance._comparing import compare
from hnefatafl.conformance._errors import DisagreementError
from hnefatafl.conformance._judges import KERNEL, REFERENCE, Answer, Deed, Refusal, answer, outcome_word, state_text
from hnefatafl.conformance._words import LISTS, missing
from hnefatafl.errors import HnefataflError
from hnefatafl.notation._jsontext import dump
from hnefatafl.play import Position, Setup
from hnefatafl.rules import Ruleset
from hnefatafl.rules._given import as_ruleset
from hnefatafl.testing._lines import beginning

if TYPE_CHECKING:
    from random import Random

_CANDIDATES: Final = 6
"""Of how many positions the one is kept that shows what has been met least."""
_OFTEN: Final = 5
"""How often a word is to be met."""
_LEGAL, _ILLEGAL = 6, 3
"""How many legal and how many illegal moves are tried in a position, at most."""
_LOOKED_AT: Final = 80
"""How many legal moves of a position are looked at."""
_SHUFFLES: Final = 40
"""How long a line goes back and forth, at most."""
_LONGEST: Final = 260
"""How long a line without captures, or a game, goes on for a limit of moves."""


@frozen
class _Line:
    """A position, and the actions that led to it from one that was set up."""

    start: str
    actions: tuple[str, ...]
    position: Position

    @staticmethod
    def of(position: Position) -> _Line:
        return _Line(state_text(position.setup), (), position)

    def act(self, action: str) -> _Line:
        return _Line(self.start, (*self.actions, action), KERNEL.act(self.position, action)[0])


@frozen
class _Trial:
    """An action, the words that it meets, and how often they were met."""

    action: str
    words: tuple[str, ...]


def make_chapter(ruleset: Ruleset | str, *, cases: int = 200, seed: int = 0, rare: int = 800) -> Chapter:
    """Return cases about a ruleset, each confirmed by the reference implementation.

    The same seed gives the same cases. There are as many as asked for, and a few more where these are needed to meet
    words that the others do not. Without those, a chapter of few cases takes a tenth of the time.

    >>> chapter = make_chapter("brandubh", cases=20)
    >>> len(chapter.cases) >= 20, chapter.cases[0].id, "custodial" in chapter.met["captures"]
    (True, 'brandubh/1', True)

    Arguments:
        ruleset: the ruleset, or its name.
        cases: the least number of cases, from 1 on.
        seed: the seed of the random choices.
        rare: how many more positions are drawn, at most, for words that have been met seldom.

    Raises:
        DisagreementError: the kernel and the reference do not agree on a case.
        NotExpressibleError: the ruleset contains functions, which no other program can play.
        UnknownVariantError: no ruleset has that name.
    """
    ruleset = as_ruleset(ruleset)
    check_number("cases", cases, 1)
    check("seed", seed, int)
    check("rare", rare, int)
    _check_functions(ruleset)
    return _Maker(ruleset, seed).chapter(cases, rare)


def _check_functions(rules: Ruleset) -> None:
    from hnefatafl.errors import NotExpressibleError
    from hnefatafl.notation._structure import functions

    if found := functions(rules):
        raise NotExpressibleError("a conformance suite", found)


class _Maker:
    """The cases of a ruleset so far, and how often each word was met."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        from random import Random

        self.rules = rules
        self.random = Random(f"{seed} {rules.name}")
        self.planter = Planter(rules, self.random)
        self.cases: list[Case] = []
        self.counts: Counter[str] = Counter()

    def chapter(self, cases: int, extra: int) -> Chapter:
        for line, last in self._long_lines(max(2, cases // 12)):
            self._add(line, self._trials(line), last)
        for _ in range(2):
            self._add(self._finished(), [])
        while len(self.cases) < cases:
            # One in four is taken as it comes, so that what is common is not left out.
            self._add(*self._best(1 if len(self.cases) % 4 == 0 else _CANDIDATES))
        for _ in range(extra):
            rare = missing(self._met(), self.rules, _OFTEN)
            if not rare:
                break
            line = self._draw()
            legal, illegal = self._trials(line), self._illegal(line.position)
            wanted = {f"{key} {word}" for key, words in rare.items() for word in words}
            if any(wanted.intersection(trial.words) for trial in legal + illegal):
                self._add(line, legal)
        met = self._met()
        return Chapter(ruleset=self.rules, cases=tuple(self.cases), met=met, unmet=missing(met, self.rules))

    def _met(self) -> dict[str, dict[str, int]]:
        counts = {key: {word.value: self.counts[f"{key} {word.value}"] for word in LISTS[key]} for key in LISTS}
        return {key: {word: count for word, count in found.items() if count} for key, found in counts.items()}

    # Drawing positions.

    def _best(self, candidates: int) -> tuple[_Line, list[_Trial]]:
        """Return the position of several that shows what has been met least, and what can be tried in it."""
        found = [(line, self._trials(line)) for line in (self._draw() for _ in range(candidates))]
        return max(found, key=lambda each: max(map(self._worth, each[1]), default=0.0))

    def _worth(self, trial: _Trial) -> float:
        return sum(1 / (1 + self.counts[word]) ** 2 for word in trial.words)

    def _draw(self) -> _Line:
        """Return a position in which the game goes on, or seldom one in which it has just ended."""
        random = self.random
        while True:
            line = self._game() if random.random() < 0.3 else self._planted()
            if line is None:
                continue
            for _ in range(random.choice((0, 0, 0, 1, 2))):
                action = self._next(line.position)
                if action is not None:
                    line = line.act(action)
            if line.position.outcome is None or random.random() < 0.05:
                return line

    def _finished(self) -> _Line:
        """Return a position after the end of a game."""
        while True:
            line = self._draw()
            for trial in self._trials(line):
                ahead = line.act(trial.action)
                if ahead.position.outcome is not None:
                    return ahead

    def _game(self) -> _Line:
        """Return a position of a game: with its line, or set up."""
        random = self.random
        line = _Line.of(beginning(self.rules, random.choice(list(Side))))
        for _ in range(random.choice((0, 2, 6, 15, 40))):
            action = self._next(line.position)
            if action is None:
                break
            line = line.act(action)
        return line if len(line.actions) < 8 or line.position.outcome else self._afresh(line)

    def _afresh(self, line: _Line) -> _Line:
        """Return the position of a line as one that is set up, if it can be."""
        try:
            return _Line.of(Position.from_setup(line.position.setup, self.rules))
        except HnefataflError:
            return line

    def _planted(self) -> _Line | None:
        random = self.random
        board = self.planter.plant()
        if board is None:
            return None
        setup = Setup(board, random.choice(list(Side)), announced=random.random() < 0.8)
        if setup.problems(self.rules):
            setup = evolve(setup, announced=True)
        if setup.problems(self.rules):
            return None
        position = Position.from_setup(setup, self.rules)
        return None if position.outcome is not None else _Line.of(position)

    def _next(self, position: Position) -> str | None:
        """Return an action, often a capture; None at the end of the game."""
        random = self.random
        rolls = _rolls(position)
        moves = position.legal_moves()
        if rolls and (not moves or random.random() < 0.5):
            return random.choice(rolls)
        if not moves:
            return None
        captures = position.legal_captures() if random.random() < 0.5 else []
        return self._said(position, random.choice(captures or moves))

    def _said(self, position: Position, move: Move) -> str:
        """Return a move, sometimes without the announcement of a way out that rules may ask for."""
        binding = self.random.random() < 0.25 and self.rules.announcements.binding
        return f"{move} unannounced" if binding else str(move)

    # Long lines.

    def _long_lines(self, shuffles: int) -> Iterator[tuple[_Line, str]]:
        """Yield lines that go back and forth, and lines without captures, each with the move that ends it."""
        found = 0
        for _ in range(shuffles * 8):
            line = self._shuffled() if found < shuffles else None
            if line is not None:
                found += 1
                yield line
        for peaceful in (True, True, False):
            line = self._endless(peaceful)
            if line is not None:
                yield line

    def _shuffled(self) -> tuple[_Line, str] | None:
        """Return a line in which both sides go back and forth, and the move by which the repetition rule ends the game
        or which it forbids; None if there is none."""
        random = self.random
        line = self._draw()
        own: dict[Side, list[str]] = {}
        action = ""
        for at in range(_SHUFFLES):
            position = line.position
            if position.outcome is not None or position.can_roll or position.roll_pending is not None:
                return None
            if at < 2:
                quiet = [move for move in position.legal_moves() if not position.is_capture(move)]
                if position.turn in own or not quiet:
                    return None
                move = random.choice(quiet)
                own[position.turn] = [str(move), str(Move.of(move.target, move.origin))]
            there, back = own[position.turn]
            action = there if at // 2 % 2 == 0 else back
            refused = position.illegality(action)
            if refused is not None:
                return (line, action) if refused.reason is Illegality.REPETITION else None
            ahead = line.act(action)
            if ahead.position.plies_since_capture == 0:
                return None
            if ahead.position.outcome is not None:
                return (line, action) if at > 1 else None
            line = ahead
        return line, action

    def _endless(self, peaceful: bool) -> tuple[_Line, str] | None:
        """Return a long line, and the move by which a limit of moves ends it; None if there is none."""
        line = _Line.of(beginning(self.rules, self.random.choice(list(Side))))
        for _ in range(_LONGEST):
            ahead = self._going_on(line, peaceful)
            if ahead is None:
                return None
            if ahead.position.outcome is not None:
                return line, ahead.actions[-1]
            line = ahead
        return None

    def _going_on(self, line: _Line, peaceful: bool) -> _Line | None:
        """Return the line and one more action: one that does not end the game by what the board shows."""
        for _ in range(20):
            action = self._next(line.position)
            if action is None:
                return None
            ahead = line.act(action)
            if peaceful and ahead.position.captured:
                continue
            over = ahead.position.outcome
            if over is None or not over.termination.by_board:
                return ahead
        return None

    # Trying moves.

    def _trials(self, line: _Line) -> list[_Trial]:
        """Return actions in a position with the words that they meet."""
        position = line.position
        moves = position.legal_moves()
        if len(moves) > _LOOKED_AT:
            captures = position.legal_captures()
            moves = captures + self.random.sample(moves, _LOOKED_AT - min(len(captures), _LOOKED_AT))
        actions = [*dict.fromkeys(self._said(position, move) for move in moves), *_rolls(position)[:2]]
        return [self._trial(position, action) for action in actions]

    def _trial(self, position: Position, action: str) -> _Trial:
        try:
            after, deed = KERNEL.act(position, action)
        except Refusal as refusal:
            return _Trial(action, (f"refusals {refusal.reason}",))
        return _Trial(action, tuple(_words(position, after, deed)))

    def _illegal(self, position: Position) -> list[_Trial]:
        """Return illegal moves with the reasons against them."""
        random, size = self.random, self.rules.size
        own = [square for square, piece in position.board.items() if piece.side is position.turn]
        found: dict[str, _Trial] = {}
        refused = position.illegality(Move.PASS)
        if refused is not None:
            found[str(Move.PASS)] = _Trial(str(Move.PASS), (f"refusals {refused.reason.value}",))
        for _ in range(40):
            origin = random.choice(own) if own and random.random() < 0.8 else _any_square(random, size)
            if random.random() < 0.3:
                origin = position.king
            target = _any_square(random, size + (random.random() < 0.05))
            if random.random() < 0.85:
                target = Square(origin.file, target.rank) if random.random() < 0.5 else Square(target.file, origin.rank)
            if origin == target and random.random() < 0.9:
                continue
            move = Move.of(origin, target)
            refused = position.illegality(move)
            if refused is not None:
                found[str(move)] = _Trial(str(move), (f"refusals {refused.reason.value}",))
        return list(found.values())

    def _add(self, line: _Line, legal: list[_Trial], *wanted: str) -> None:
        """Add a case about a position, with the moves in it that show most."""
        illegal = self._illegal(line.position)
        first = [trial for trial in legal + illegal if trial.action in wanted]
        first += [self._trial(line.position, each) for each in wanted if each not in [trial.action for trial in first]]
        actions = self._chosen(first, len(first))
        actions += self._chosen([trial for trial in legal if trial.action not in actions], _LEGAL - len(actions))
        actions += self._chosen([trial for trial in illegal if trial.action not in actions], _ILLEGAL)
        case = Case(
            id=f"{self.rules.name}/{len(self.cases) + 1}",
            ruleset=self.rules.name,
            start=line.start,
            line=line.actions,
            tries=tuple(actions),
            answer={},
        )
        self.cases.append(evolve(case, answer=_confirmed(case, self.rules)))

    def _chosen(self, trials: list[_Trial], most: int) -> list[str]:
        """Return those that show what has been met least, and count what they meet."""
        chosen: list[str] = []
        self.random.shuffle(trials)
        while trials and len(chosen) < most:
            best = max(trials, key=self._worth) if len(chosen) < most - 1 else trials[0]
            trials.remove(best)
            chosen.append(best.action)
            self.counts.update(best.words)
        return chosen


def _any_square(random: Random, size: int) -> Square:
    return Square(random.randrange(size), random.randrange(size))


def _rolls(position: Position) -> list[str]:
    """Return the rolls that may come now."""
    if not position.can_roll:
        return []
    return [f"roll {number}" for number in range(1, position.ruleset.faces + 1)]


def _words(before: Position, after: Position, deed: Deed) -> Iterator[str]:
    """Yield what an action meets: words of the lists, and in which way."""
    rules = deed.captures
    for rule in sorted({*rules.values()}):
        yield f"captures {rule}"
        yield f"by the {before.turn}: {rule}"
    if str(after.king) in rules:
        yield f"of the king: {rules[str(after.king)]}"
    if len(rules) > 1:
        yield f"{len(rules)} at once: {' '.join(sorted(set(rules.values())))}"
    if after.outcome is not None:
        yield f"endings {after.outcome.termination.value}"
        yield f"outcome {outcome_word(after.outcome)}"
    for said in deed.says:
        yield f"announcements {said.partition(':')[2]}"
        yield f"says {said}"
    if after.turn is before.turn:
        yield "the same side goes on"


def _confirmed(case: Case, rules: Ruleset) -> Answer:
    """Return the kernel's answer to a case.

    Raises:
        DisagreementError: the reference has another one.
    """
    ours, theirs = (answer(judge, rules, case.start, case.line, case.tries) for judge in (KERNEL, REFERENCE))
    for part in compare(ours, theirs):
        if part.differs:
            said = f"{part.part}: {dump(part.expected)}, but {dump(part.given)} by the reference"
            raise DisagreementError(dump(case.question), said)
    return ours
