"""Games that nobody has played: a search over rules and layouts for different games that are good to play.

The search is MAP-Elites (Mouret and Clune, arXiv 1504.04909). Each candidate is a ruleset that was made from an earlier
one by one to three changes, and games of the computer against itself say what it is like. A candidate belongs to a
cell: how large the board is, how long games are, and by what they mostly end and pieces are mostly captured. The best
of each cell is kept, and later candidates are made from those. So the result is not one best game, but the best of each
kind.

The quality of a game is ours: how near the attackers are to half the points, times the part of the games that somebody
wins, times how much the lead changes. A side that cannot beat random moves cannot be judged, so a game in which there
is one is marked, and neither ranked nor used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from html import escape
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast, final

import attrs
from attrs import field

from hnefatafl import variants
from hnefatafl.board import Board, Kind, Piece, Side, Square, Symmetry
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, HnefataflError, NotationError
from hnefatafl.notation.json import format_rules, parse_rules
from hnefatafl.play import Position
from hnefatafl.render.svg import svg
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.support import json_text as jsontext
from hnefatafl.support.arguments import as_tuple, check, check_number, is_a, is_mapping, is_number
from hnefatafl.support.as_json import attributes
from hnefatafl.support.executors import Workers, check_executor, in_order
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import reduced
from hnefatafl.support.texts import brief
from tafl.arena import Points, Share
from tafl.arena._games import after_random
from tafl.inference import questions_for
from tafl.lab._observation import MOST_PLIES
from tafl.lab._report import STYLE, wrap_page
from tafl.lab._studies import MOST_GAMES, Study, study

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from random import Random

    from attrs import Attribute

_SWITCHES: Final = tuple(field.name for field in attrs.fields(Ruleset) if field.type is bool)
"""The options that a ruleset has or has not."""
_MOST_CHANGES: Final = 3
_ANSWERS: Final = 0.6
"""How often a change is another answer."""
_TURNS: Final = 0.1
"""How often it is an option turned."""


def mutated(ruleset: Ruleset | str, chance: Random) -> Ruleset:
    """Return a ruleset with one to three changes at random; what contradicts the other options is not changed.

    A change is another answer to one of the questions that inference asks about rules, an option turned on or off, or
    men put up or taken away, on all sides of the board alike. Now and then nothing differs.

    >>> from random import Random
    >>> mutated("brandubh", Random(1)).differences("brandubh")
    'king: middleweight instead of strong-near-throne'

    Arguments:
        ruleset: the ruleset.
        chance: what decides.

    Raises:
        UnknownVariantError: no ruleset has that name.
    """
    rules = as_ruleset(ruleset)
    for _ in range(chance.randint(1, _MOST_CHANGES)):
        kind = chance.random()
        change = _change_answer if kind < _ANSWERS else _change_switch if kind < _ANSWERS + _TURNS else _change_start
        with suppress(HnefataflError):
            rules = change(rules, chance)
    return rules


def _change_answer(rules: Ruleset, chance: Random) -> Ruleset:
    rivals = [*chance.choice(questions_for(rules.start)).rivals(rules)]
    return chance.choice(rivals)[1] if rivals else rules


def _change_switch(rules: Ruleset, chance: Random) -> Ruleset:
    switch = chance.choice(_SWITCHES)
    turned: Any = {switch: not getattr(rules, switch)}
    return rules.evolve(**turned)


def _change_start(rules: Ruleset, chance: Random) -> Ruleset:
    board = rules.start
    square = Square(chance.randrange(board.size), chance.randrange(board.size))
    standing = board.get(square)
    if standing is not None and standing.kind is Kind.KING:
        return rules
    put = None if standing is not None else Piece(chance.choice([*Side]), Kind.SOLDIER)
    marked = Board(board.size, {square: Piece(Side.ATTACKERS, Kind.SOLDIER)})
    for symmetry in Symmetry:
        for turned in marked.transform(symmetry):
            board = board.put(turned, put)
    return rules.evolve(start=board)


_GENERATION: Final = 16
"""How many candidates are made before the best are looked at again: the same ones, however many workers there are."""
_LENGTHS: Final = (20, 40, 80)
"""The typical numbers of moves that divide short games from long ones."""
_DRAMA: Final = 2.0
"""With so many changes of the lead a game, more make it no better."""
_TRIES: Final = 50
_OPENING_PLIES: Final = 2
"""How many moves at the beginning of a game are random."""
_OPENINGS: Final = 20
"""How many such beginnings a candidate is tried with."""
_MOST: Final = 1_000_000
_LONGEST: Final = 60
"""How long the name of a file may be before the number."""


class Cell(NamedTuple):
    """A kind of game, of which the best is kept.

    >>> print(Cell(size=7, length=20, ending="king-escaped", capture="custodial"))
    7×7, 20 moves or more, mostly king-escaped, captures mostly custodial
    """

    size: int
    """The size of the board."""
    length: int
    """At least so many moves are typical: 0, 20, 40 or 80."""
    ending: str
    """How most games end; ``none`` where none does."""
    capture: str
    """By what most pieces are captured; ``none`` where none is."""

    def __str__(self) -> str:
        length = f"{self.length} moves or more" if self.length else f"fewer than {_LENGTHS[0]} moves"
        return f"{self.size}×{self.size}, {length}, mostly {self.ending}, captures mostly {self.capture}"


def _as_sides(sides: Iterable[str]) -> tuple[str, ...]:
    names = as_tuple("unable", sides, str)
    if not {*names} <= {str(side) for side in Side}:
        raise ArgumentValueError(f"unable: attackers or defenders were expected, not {names!r:.60}")
    return names


def _check_each(_: object, attribute: Attribute[Any], counts: Mapping[str, int]) -> None:
    for count in counts.values():
        check_number(attribute.name, count, 0)


@final
@frozen(kw_only=True)
class EvolvedRuleset:
    """A ruleset that the search has made, and what its games were like.

    >>> from hnefatafl import variants
    >>> made = EvolvedRuleset(number=0, ruleset=variants.BRANDUBH, attackers=Points(won=6, lost=4), lead_changes=10)
    >>> round(made.quality, 2), made.cell.size
    (0.6, 7)

    Raises:
        ArgumentTypeError: something is of another type.
        ArgumentValueError: a number is below 0, or there is no such side.
    """

    __repr__ = brief

    number: int = field(validator=is_number(0))
    """Its number, from 0."""
    ruleset: Ruleset = field(validator=is_a(Ruleset))
    """The rules."""
    parent: int | None = field(default=None, validator=is_number(0, optional=True))
    """The number of the candidate that it was made from; None if it was made from a ruleset that is given or ships."""
    attackers: Points = field(default=Points(), validator=is_a(Points))
    """The results of the attackers."""
    length: int = field(default=0, validator=is_number(0))
    """The number of moves that half of the games do not exceed."""
    lead_changes: int = field(default=0, validator=is_number(0))
    """How often the lead changed sides, in all games."""
    endings: Mapping[str, int] = field(
        factory=dict[str, int], validator=[is_mapping(str, int), _check_each], hash=False
    )
    """How many games ended in each way."""
    captures: Mapping[str, int] = field(
        factory=dict[str, int], validator=[is_mapping(str, int), _check_each], hash=False
    )
    """How many pieces were captured by each rule."""
    unable: tuple[str, ...] = field(default=(), converter=_as_sides)
    """The sides that do not beat random moves, and so cannot be judged."""

    @property
    def balance(self) -> Share:
        """The share of the points that the attackers take."""
        return self.attackers.share

    @property
    def cell(self) -> Cell:
        """The kind of game that it is."""
        length = max((least for least in _LENGTHS if self.length >= least), default=0)
        return Cell(self.ruleset.size, length, _pick_commonest(self.endings), _pick_commonest(self.captures))

    @property
    def quality(self) -> float:
        """How good it is to play, from 0 to 1: a convention of ours. 0 if a side cannot be judged.

        It is 1 less twice the distance of the attackers from half the points, times the part of the games that are not
        drawn, times ½ and a quarter for each change of the lead a game, up to two.

        >>> from hnefatafl import variants
        >>> even = Points(won=5, lost=5)
        >>> EvolvedRuleset(number=0, ruleset=variants.BRANDUBH, attackers=even, lead_changes=20).quality
        1.0
        """
        games = self.attackers.games
        if not games or self.unable:
            return 0.0
        near = 1 - 2 * abs(self.balance.value - 0.5)
        drama = min(1.0, self.lead_changes / games / _DRAMA)
        return near * (1 - self.attackers.drawn / games) * (1 + drama) / 2

    @property
    def start(self) -> Position:
        """The position in which its games begin; the attackers are to move where the lot decides."""
        return Position.initial(self.ruleset, self.ruleset.first or Side.ATTACKERS)

    @property
    def file_name(self) -> str:
        """The name of its files, without an ending: that of its ruleset, as the search gives it, if it has letters,
        digits and hyphens only; else its number. No other candidate of a search has the same.

        >>> from hnefatafl import variants
        >>> for name in ("brandubh-7", "../escaped-7"):
        ...     print(EvolvedRuleset(number=7, ruleset=variants.BRANDUBH.evolve(name=name)).file_name)
        brandubh-7
        game-7
        """
        name = self.ruleset.name
        fits = re.fullmatch(rf"[\w-]{{1,{_LONGEST}}}-{self.number}", name)
        return name if fits else f"game-{self.number}"

    def nearest(self) -> tuple[str, str]:
        """Return the name of the ruleset that ships with the board of that size whose options differ least, and the
        differences in words.
        """
        shipped = [*variants.find(size=self.ruleset.size)] or [*variants.find()]
        nearest = min(shipped, key=lambda rules: (len(self.ruleset.diff(rules)), rules.name))
        return nearest.name, self.ruleset.differences(nearest)

    @property
    def text(self) -> str:
        """The candidate as a line of JSON, with its rules, which :meth:`parse` reads.

        >>> from hnefatafl import variants
        >>> one = EvolvedRuleset(number=3, ruleset=variants.BRANDUBH, endings={"king-captured": 2})
        >>> EvolvedRuleset.parse(one.text) == one
        True

        Raises:
            NotExpressibleError: its rules contain functions and are not registered.
        """
        points = self.attackers
        return jsontext.dump(
            {
                **attributes(self, _PLAIN),
                "attackers": [points.won, points.lost, points.drawn],
                "ruleset": jsontext.load(format_rules(self.ruleset)),
            }
        )

    @staticmethod
    def parse(text: str) -> EvolvedRuleset:
        """Read a line of JSON that :attr:`text` has written.

        >>> EvolvedRuleset.parse("{}")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotationError: the key 'ruleset' was expected (line 1, column 3)
            {}
              ^

        Raises:
            NotationError: it is none.
            StructureError: its rules are none; all faults are listed.
            RulesetError: the options of its rules contradict each other.
        """
        check("text", text, str)
        fields = jsontext.load(text)
        rules = parse_rules(jsontext.dump(cast("object", jsontext.entry(fields, "ruleset", dict, text))))
        points = cast("list[int]", jsontext.entry(fields, "attackers", list, text))
        plain: dict[str, Any] = {name: jsontext.entry(fields, name, object, text) for name in _PLAIN.split()}
        if len(points) != len(_POINTS):
            raise NotationError("attackers: three numbers were expected", text, jsontext.place(text, "attackers"))
        try:
            return EvolvedRuleset(ruleset=rules, attackers=Points(**dict(zip(_POINTS, points, strict=True))), **plain)
        except (ArgumentTypeError, ArgumentValueError) as error:
            message = str(error)
            name = message.partition(":")[0]
            raise NotationError(message, text, jsontext.place(text, "attackers" if name in _POINTS else name)) from None

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


_PLAIN: Final = "number parent length lead_changes endings captures unable"
_POINTS: Final = ("won", "lost", "drawn")


def _pick_commonest(counts: Mapping[str, int]) -> str:
    return min(counts, key=lambda name: (-counts[name], name)) if any(counts.values()) else "none"


def _keep(elites: dict[Cell, EvolvedRuleset], candidates: Iterable[EvolvedRuleset]) -> None:
    """Keep the candidates that are better than those of their cells."""
    for candidate in candidates:
        cell = candidate.cell
        if candidate.quality > 0 and (cell not in elites or candidate.quality > elites[cell].quality):
            elites[cell] = candidate


def _rank_elites(elites: Mapping[Cell, EvolvedRuleset]) -> tuple[EvolvedRuleset, ...]:
    return tuple(sorted(elites.values(), key=lambda candidate: (-candidate.quality, candidate.number)))


def _as_candidates(candidates: Iterable[EvolvedRuleset]) -> tuple[EvolvedRuleset, ...]:
    return as_tuple("candidates", candidates, EvolvedRuleset)


@final
@frozen(kw_only=True)
class Evolution:
    """What a search has found.

    >>> from hnefatafl import variants
    >>> one = EvolvedRuleset(number=0, ruleset=variants.BRANDUBH, attackers=Points(won=5, lost=5))
    >>> print(*(each.number for each in Evolution(candidates=[one]).best))
    0
    """

    __repr__ = brief

    candidates: tuple[EvolvedRuleset, ...] = field(converter=_as_candidates)
    """All candidates, in their order."""
    whole: bool = True
    """Whether the search came to its end, and no interrupt ended it."""

    @property
    def elites(self) -> Mapping[Cell, EvolvedRuleset]:
        """The best candidate of each cell that has one which can be judged, and is of any quality."""
        elites: dict[Cell, EvolvedRuleset] = {}
        _keep(elites, self.candidates)
        return MappingProxyType(elites)

    @property
    def best(self) -> tuple[EvolvedRuleset, ...]:
        """The best of all cells, the one of the greatest quality first."""
        return _rank_elites(self.elites)

    @property
    def unable(self) -> tuple[EvolvedRuleset, ...]:
        """The candidates with a side that cannot be judged."""
        return tuple(candidate for candidate in self.candidates if candidate.unable)


def evolve(
    base: Ruleset | str | None = None,
    *,
    candidates: int = 100,
    nodes: int = 200,
    games: int = 20,
    plies: int = 300,
    seed: int = 0,
    known: Iterable[EvolvedRuleset] = (),
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Callable[[EvolvedRuleset], object] | None = None,
) -> Evolution:
    """Search for games that are good to play, and differ. An interrupt (Ctrl-C) ends it early.

    >>> found = evolve("brandubh", candidates=4, nodes=20, games=2, plies=40, seed=1)
    >>> [each.number for each in found.candidates], found.candidates[0].ruleset.name
    ([0, 1, 2, 3], 'brandubh-0')

    Arguments:
        base: the ruleset to begin with, which is the first candidate; None for one of those that ship, at random,
            whenever a candidate is made from no other.
        candidates: how many to try, with those that are known.
        nodes: how many nodes both sides search for a move.
        games: how many games say what a candidate is like.
        plies: after how many moves a game is cut off, 10,000 at most; it counts as drawn.
        seed: what decides. With the same arguments the result is the same with any executor.
        known: the first candidates of an earlier search with the same arguments, which goes on.
        executor: what plays the games, a candidate at a time; None for this process; or a function that makes one,
            which is called again when a worker was killed.
        progress: called with each new candidate.

    Raises:
        ArgumentValueError: a number is out of range, or the candidates that are known are not numbered 0, 1, 2 and so
            on.
        ArgumentTypeError: something is of another type.
        UnknownVariantError: no ruleset has that name.
        KeyboardInterrupt: there was an interrupt before the first candidate was complete.
    """
    check("seed", seed, int)
    check_executor(executor, made=True)
    for name, number, most in (
        ("candidates", candidates, _MOST),
        ("nodes", nodes, _MOST),
        ("games", games, MOST_GAMES),
        ("plies", plies, MOST_PLIES),
    ):
        check_number(name, number, 1, most)
    rules = None if base is None else as_ruleset(base)
    earlier = as_tuple("known", known, EvolvedRuleset)
    if [candidate.number for candidate in earlier] != [*range(len(earlier))]:
        raise ArgumentValueError("known: the candidates 0, 1, 2 and so on were expected, in their order")
    tried = [*earlier[:candidates]]
    elites: dict[Cell, EvolvedRuleset] = {}
    compared = 0
    workers = Workers.of(executor)
    work = partial(_try_candidate, rules, nodes, games, plies, seed)
    try:
        while len(tried) < candidates:
            first = len(tried) // _GENERATION * _GENERATION
            _keep(elites, tried[compared:first])
            compared = first
            numbers = range(len(tried), min(first + _GENERATION, candidates))
            for candidate in in_order(workers, partial(work, _rank_elites(elites)), numbers):
                tried.append(candidate)
                if progress is not None:
                    progress(candidate)
    except KeyboardInterrupt:
        if not tried:
            raise
        return Evolution(candidates=tried, whole=False)
    return Evolution(candidates=tried)


def _try_candidate(
    base: Ruleset | None, nodes: int, games: int, plies: int, seed: int, best: tuple[EvolvedRuleset, ...], number: int
) -> EvolvedRuleset:
    """Make a candidate, and play its games."""
    chance = Random(f"{seed} {number}")
    parent = chance.choice(best) if best and chance.random() < 0.9 else None
    rules = _make_rules(base, parent, chance, number)
    games_study = study(
        rules,
        strengths=[str(nodes)],
        games=games,
        plies=plies,
        seed=seed,
        opening_plies=_OPENING_PLIES,
        first_move=False,
    )
    if not games_study.whole:  # the interrupt is the search's, too, and a candidate with fewer games is none
        raise KeyboardInterrupt
    (result,) = games_study.results
    observations = result.observations
    return EvolvedRuleset(
        number=number,
        ruleset=rules,
        parent=None if parent is None else parent.number,
        attackers=observations.attackers,
        length=observations.quantile(0.5),
        lead_changes=observations.lead_changes,
        endings=Counter({str(ending): count for ending, count in observations.endings.items()}),
        captures=observations.captures,
        unable=tuple(str(side) for side in result.unable),
    )


def _make_rules(base: Ruleset | None, parent: EvolvedRuleset | None, chance: Random, number: int) -> Ruleset:
    """The rules of a candidate; those of the base for the first one."""
    if parent is not None:
        origin = parent.ruleset
    elif base is not None:
        origin = base
    else:
        origin = chance.choice(sorted(variants.find(), key=lambda rules: rules.name))
    stem = origin.name if parent is None else origin.name.rpartition("-")[0]
    name = f"{stem}-{number}"
    for _ in range(0 if base is not None and number == 0 else _TRIES):
        mutation = mutated(origin, chance)
        if mutation.diff(origin) and _can_begin(mutation):
            return mutation.evolve(name=name)
    return origin.evolve(name=name)


def _can_begin(rules: Ruleset) -> bool:
    """Whether half of the games or more go on after the random moves that open them.

    A study finds an opening that goes on even where nearly none does, but not for each of its games.
    """
    start = Position.initial(rules, rules.first or Side.ATTACKERS)
    chance = Random(0)
    going_on = sum(after_random(start, _OPENING_PLIES, chance) is not None for _ in range(_OPENINGS))
    return 2 * going_on >= _OPENINGS


_CARDS = """
.study .games{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.5rem}
.study .games{list-style:none;padding:0}
.study .games>li{border:1px solid #c9ccd3;border-radius:.4rem;padding:.8rem}.study .games h2{margin:.2rem 0}
.study .games ul{padding-left:1.2rem;margin:.3rem 0}
"""


def gallery(found: Evolution, studies: Mapping[int, Study]) -> str:
    """Return a page of the best games, each with its board, its rules as far as they differ, and what the games say.

    >>> from hnefatafl import variants
    >>> from tafl.arena import Points
    >>> one = EvolvedRuleset(number=0, ruleset=variants.BRANDUBH, attackers=Points(won=5, lost=5))
    >>> "mostly none" in gallery(Evolution(candidates=[one]), {})
    True

    Arguments:
        found: the search.
        studies: fresh studies of the best, by their numbers: what was counted while the best were chosen flatters them.
            A page for each is expected beside this one, by its :attr:`~tafl.lab.EvolvedRuleset.file_name` with
            ``.html``, and its rules with ``.toml``.
    """
    count = len(found.candidates)
    summary = (
        f"{count:,} rulesets were tried. The best of each kind stand here, of {len(found.best):,} kinds; "
        f"{len(found.unable):,} rulesets have a side that does not even beat random moves, so nothing is said of them."
    )
    cards = "".join(_format_card(candidate, studies.get(candidate.number)) for candidate in found.best)
    return wrap_page(
        "Games that were found",
        f"<style>{STYLE}{_CARDS}</style><main class='study'><h1>Games that were found</h1><p>{summary}</p>"
        f"<ul class='games'>{cards}</ul></main>",
    )


def _format_card(candidate: EvolvedRuleset, study: Study | None) -> str:
    name = escape(candidate.ruleset.name)
    nearest, differences = candidate.nearest()
    changes = "".join(f"<li>{escape(line)}</li>" for line in differences.splitlines())
    comparison = f"Against {escape(nearest)}:" if changes else f"It plays as {escape(nearest)} does."
    result = None if study is None else study.results[0]
    balance = candidate.balance if result is None else result.balance
    games = candidate.attackers.games if result is None else result.observations.games
    fresh = "" if result is None else " that played no part in the choice"
    leads = candidate.lead_changes / max(1, candidate.attackers.games)
    file = candidate.file_name
    links = "" if study is None else f" (<a href='{file}.html'>study</a>, <a href='{file}.toml'>rules</a>)"
    return (
        f"<li>{svg(candidate.start, coordinates=False)}<h2>{name}</h2>"
        f"<p>{escape(str(candidate.cell))}{links}.</p>"
        f"<p>The attackers take {escape(str(balance))} of the points in {games:,} games{fresh}; half of the games "
        f"have at most {candidate.length} moves; the lead changes {leads:.1f} times a game.</p>"
        f"<p>{comparison}</p><ul>{changes}</ul></li>"
    )
