"""A judge of leaflets: rulesets are found again from their leaflets as data, and answer questions (asking.py).

    python tests/rereading.py [--rulesets 1000] [--seed 0] [--questions 12] [--jobs 1]

Nothing but the leaflet is read. The options of a ruleset with the same board are changed, one at a time or else two,
until its own leaflet says the same. Where an answer by these rules is wrong, the leaflet does not say a rule. All
shipped rulesets are judged, and as many fresh ones as are wanted; it exits with 1 if an answer is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, Final, TypeAlias, cast

import attrs
from asking import Question, Topic, make_fresh_ruleset, make_questions
from attrs import frozen

from hnefatafl import Board, PieceSet, Position, Region, Ruleset, RulesetError, variants
from hnefatafl.describe import leaflet
from hnefatafl.describe._footnotes import options
from hnefatafl.errors import NotExpressibleError
from hnefatafl.rules import Jump, Jumps, Speed, Zone
from hnefatafl.support.enums import Compound, fields, kinds
from hnefatafl.support.json_text import is_list, is_table

READ: Final = {"size", "start", "escape", "throne", "corners", "zones", "extra_captures", "extra_endings"}
"""Options that the leaflet shows or lists, of zones the squares, and functions, which no quiz asks about."""
SOME: Final = (
    *(PieceSet.ALL, PieceSet.NONE, PieceSet.MEN, PieceSet.KING),
    *(PieceSet.ATTACKERS, PieceSet.DEFENDERS, PieceSet.DEFENDING_MEN),
)
Json: TypeAlias = Any
Claims: TypeAlias = Counter[tuple[str, ...]]


class UnreadError(AssertionError):
    """No ruleset was found that has the leaflet."""


@frozen
class Way:
    """What can be changed: an option, fields of it, or a field of some zones."""

    option: str
    values: Sequence[object]
    """The values to try; of several fields, each with its value."""
    field: str = ""
    zones: str = ""
    """How the names of the zones begin."""

    def hinted(self, hints: Collection[str]) -> bool:
        return bool({self.option, f"{self.option}.{self.field}"} & set(hints))

    def changed(self, rules: Ruleset, value: Any) -> Ruleset | None:
        """The rules with that value, or None if they have it or cannot have it."""
        old: Any = getattr(rules, self.option)
        if self.zones:
            value = tuple(attrs.evolve(z, **{self.field: value}) if z.name.startswith(self.zones) else z for z in old)
        elif self.field or isinstance(value, Mapping):
            if old is None:
                return None
            value = attrs.evolve(old, **(value if isinstance(value, Mapping) else {self.field: value}))
        try:
            return None if value == old else attrs.evolve(rules, **{self.option: value})
        except RulesetError:
            return None


def ways_of(option: attrs.Attribute[Any], sets: Sequence[PieceSet], numbers: Sequence[int]) -> Iterator[Way]:
    """What can be changed of an option: its value, and its fields."""
    of, *none = kinds(option.type)
    absent = [None] if none else []
    if of in (Speed, Jumps):
        yield Way(option.name, [*alike(of, sets, numbers)])
    elif issubclass(of, Compound):
        if absent:
            yield Way(option.name, [None, of()])
        for field in fields(of):
            yield from (
                attrs.evolve(way, option=option.name, field=way.option) for way in ways_of(field, sets, numbers)
            )
    else:
        values = {bool: [False, True], int: numbers, PieceSet: sets}
        yield Way(option.name, [*absent, *(values[of] if of in values else cast("Iterable[object]", of))])


def alike(of: Any, sets: Sequence[PieceSet], numbers: Sequence[int]) -> Iterator[Mapping[str, object]]:
    """The same value for the fields about each set of pieces."""
    soldiers = {"attackers": PieceSet.ATTACKING_SOLDIERS, "defenders": PieceSet.DEFENDING_SOLDIERS}
    values: list[object] = [None, *numbers] if of is Speed else [*Jump]
    for pieces in sets:
        names = [each.name for each in fields(of) if (soldiers.get(each.name) or PieceSet[each.name.upper()]) & pieces]
        yield from (dict.fromkeys(names, value) for value in values)


def phrases(told: Json) -> Iterator[Mapping[str, Json]]:
    """All phrases of a leaflet, those within others too."""
    if is_table(told):
        if "key" in told:
            yield told
        told = [*told.values()]
    for each in told if is_list(told) else ():
        yield from phrases(each)


def pieces_of(names: Iterable[str]) -> PieceSet:
    found = PieceSet.NONE
    for name in names:
        found |= PieceSet[name.upper().replace("-", "_")]
    return found


class Reader:
    """What finds a ruleset that has a leaflet, by the leaflets of others."""

    def __init__(self, told: Json) -> None:
        self.board = Board.parse(told["board"])
        self.zones = [phrase for phrase in phrases(told) if phrase["key"] == "zone"]
        self.wanted = self.claims(told)
        self.begun = self._begun(told)
        numbers = {value for phrase in phrases(told) for value in phrase.values() if isinstance(value, int)}
        named = [pieces_of(phrase["who"]) for phrase in phrases(told) if "who" in phrase]
        self.ways = self._ways(self._sets(named), sorted({0, 1} | numbers | {number + 1 for number in numbers}))

    def _sets(self, named: Iterable[PieceSet]) -> list[PieceSet]:
        """The sets of pieces that are named, with the king and without, and what they leave of the others."""
        made = (each for some in named for each in (some, some | PieceSet.KING, some & ~PieceSet.KING, ~some))
        return [*dict.fromkeys(each & self.begun.pieces for each in (*SOME, *made))]

    def _ways(self, sets: Sequence[PieceSet], numbers: Sequence[int]) -> list[Way]:
        chosen = [option for option in fields(Ruleset) if option.name not in READ | Ruleset.LABELS]
        found = [way for option in chosen for way in ways_of(option, sets, numbers)]
        for field in fields(Zone):
            for way in ways_of(field, sets, numbers) if field.name not in ("name", "squares") else ():
                found += [Way(place, way.values, field.name) for place in ("throne", "corners")]
                groups = [f"{at}: " for at, phrase in enumerate(self.zones) if phrase["option"] == "zones"]
                found += [Way("zones", way.values, field.name, group) for group in groups]
        return found

    # ------------------------------------------------------------------------------------------------ what is claimed

    def claims(self, told: Json) -> Claims:
        """What a leaflet says: each sentence, and which phrase it is, once for every zone that it is about."""
        found: Claims = Counter()
        for section, paragraphs in told["sections"].items():
            for paragraph in paragraphs:
                zone = paragraph[0] if paragraph[0]["key"] == "zone" else None
                places = [""] if zone is None else [f"{zone['option']} {place}" for place in zone["places"]]
                for phrase in paragraph if zone is None else paragraph[1:]:
                    said = self.goals(phrase) if phrase["key"] == "aim escape" else json.dumps(phrase)
                    found.update((section, place, phrase["key"]) for place in places)
                    found.update((section, place, phrase["key"], str(said)) for place in places)
        return found

    def goals(self, phrase: Json) -> Region:
        """The squares on which the king escapes."""
        where = phrase["where"]
        edge = {"goal edge": Region.NONE, "goal edge but corners": Region.CORNERS}
        if where["key"] in edge:
            found = Region.EDGE - edge[where["key"]]
        elif where["key"].startswith("goal edge"):
            found = Region.EDGE - self.region({"key": "camps"} if where["key"].endswith("camps") else where["where"])
        else:
            found = self.region(where["where"])
        return Region.of(*sorted(found.squares(self.board.size)))

    def region(self, where: Json) -> Region:
        """A region that is described, or listed."""
        if is_list(where):
            return Region.of(*map(str, where))
        if where["key"] == "camps":
            named: list[tuple[str, list[str]]] = []
            for zone in self.zones:
                named += zip(zone["names"], zone["places"], strict=True)
            camps: list[str] = [square for name, place in named if name.endswith(" camp") for square in place]
            return Region.of(*camps)
        if "left" not in where:
            return Region.NONE if where["key"] == "none" else Region.parse(where["key"])
        left, right = self.region(where["left"]), self.region(where["right"])
        return {"with": left | right, "without": left - right, "within": left & right}[where["key"]]

    # ------------------------------------------------------------------------------------------------------ the search

    def read(self) -> Ruleset:
        """A ruleset that has this leaflet.

        Raises:
            UnreadError: none was found.
        """
        rules = self.begun
        while left := self.distance(rules):
            hints = self._hints(rules)
            wide = {hint.partition(".")[0] for hint in hints}
            nearer = self._swept(rules, left, hints) or self._paired(rules, left, hints)
            nearer = nearer or self._swept(rules, left) or self._paired(rules, left, wide)
            if nearer is None:
                raise UnreadError(str(sorted(self.missing(rules))))
            rules = nearer
        return rules

    def _begun(self, told: Json) -> Ruleset:
        """The rules that the search begins with: the board, the squares of zones and escape, and else the defaults."""
        usual: Mapping[str, Any] = {each.name: each.default for each in fields(Ruleset)}
        placed: dict[str, Any] = {"throne": None, "corners": None}
        zones: list[Zone] = []
        for at, phrase in enumerate(self.zones):
            places = [Region.of(*place) for place in phrase["places"]]
            if phrase["option"] == "zones":
                zones += [Zone(name=f"{at}: {squares}", squares=squares) for squares in places]
            else:
                placed[phrase["option"]] = attrs.evolve(usual[phrase["option"]], squares=places[0])
        aims = [self.goals(phrase) for phrase in phrases(told) if phrase["key"] == "aim escape"]
        placed |= {"zones": zones, "escape": aims[0] if aims else Region.NONE}
        return Ruleset(name="reread", size=self.board.size, start=self.board, **placed)

    def missing(self, rules: Ruleset) -> Claims:
        """What is said in one of the leaflets only; what is not said of these rules counts twice."""
        told = self.claims(leaflet(rules).as_json())
        return (told - self.wanted) + (self.wanted - told) + (self.wanted - told)

    def distance(self, rules: Ruleset) -> int:
        return self.missing(rules).total()

    def _hints(self, rules: Ruleset) -> set[str]:
        """The options that the sentences come from in which the leaflets differ."""
        return {name for _, place, key, *_ in self.missing(rules) for name in options(key, place.partition(" ")[0])}

    def _swept(self, rules: Ruleset, left: int, hints: Collection[str] | None = None) -> Ruleset | None:
        """The rules with each option in turn as it brings the leaflet nearest; None if none does."""
        nearest = left
        for way in self.ways:
            if nearest and (hints is None or way.hinted(hints)):
                tried = [each for value in way.values if (each := way.changed(rules, value)) is not None]
                far = {self.distance(each): each for each in reversed(tried)}
                if far and min(far) < nearest:
                    nearest = min(far)
                    rules = far[nearest]
        return rules if nearest < left else None

    def _paired(self, rules: Ruleset, left: int, hints: Collection[str]) -> Ruleset | None:
        """The rules with two of the options changed; None if that does not help."""
        for way in self.ways:
            for value in way.values if way.hinted(hints) else ():
                changed = way.changed(rules, value)
                nearer = None if changed is None else self._swept(changed, left, hints)
                if nearer is not None:
                    return nearer
        return None


# --------------------------------------------------------------------------------------------------------- the judge


def answer(rules: Ruleset, question: Question) -> object:
    """The answer to a question by these rules; None also where there is none."""
    position = Position.parse(question.start, rules)
    for move in question.line:
        if position.illegality(move) is not None:
            return None
        position = position.play(move)
    if question.move is None:
        return len(position.legal_moves())
    illegality = position.illegality(question.move)
    if question.topic is Topic.LEGAL:
        return illegality is None
    if question.topic is Topic.REASON or illegality is not None:
        return None if illegality is None else illegality.reason.value
    outcome = position.play(question.move).outcome
    if question.topic is Topic.OVER:
        return None if outcome is None else f"{outcome.winner or 'draw'}:{outcome.termination.value}"
    captures = {str(each.square): each.rule.value for each in position.explain(question.move).captures}
    return sorted(captures) if question.topic is Topic.CAPTURES else captures.get(question.square or "")


@frozen
class Judgement:
    """What came of a leaflet."""

    name: str
    questions: int = 0
    wrong: Sequence[str] = ()
    """The questions with wrong answers, or why the leaflet was not read."""


def judge(rules: Ruleset, count: int = 12) -> Judgement:
    """Ask about a ruleset, and answer by rules that are read from nothing but its leaflet."""
    try:
        questions = make_questions(rules, count)
    except NotExpressibleError:
        return Judgement(rules.name)
    try:
        read = Reader(json.loads(json.dumps(leaflet(rules).as_json()))).read()
    except UnreadError as error:
        return Judgement(rules.name, len(questions), [str(error)])
    answers = ((question, answer(read, question)) for question in questions)
    wrong = [f"{given!r}: {question}" for question, given in answers if given != question.answer]
    return Judgement(rules.name, len(questions), wrong)


def judge_named(count: int, wanted: str | int) -> Judgement:
    return judge(make_fresh_ruleset(wanted) if isinstance(wanted, int) else variants.get(wanted), count)


def main() -> int:
    """Judge the leaflets of many rulesets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("rulesets", 1000), ("seed", 0), ("questions", 12), ("jobs", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    fresh = range(given.seed, given.seed + given.rulesets)
    wanted: list[str | int] = [*(rules.name for rules in variants.find()), *fresh]
    asked = wrong = 0
    with ProcessPoolExecutor(given.jobs) as executor:
        for found in executor.map(partial(judge_named, given.questions), wanted, chunksize=4):
            asked, wrong = asked + found.questions, wrong + len(found.wrong)
            for each in found.wrong:
                print(f"{found.name}: {each}", flush=True)
    print(f"{len(wanted)} rulesets, {asked} questions, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
