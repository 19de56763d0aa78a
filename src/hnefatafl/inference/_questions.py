"""Questions about a ruleset, each with the answers that records of games can tell apart.

A :class:`Question` reads its answer off a ruleset, and writes another answer into it. :data:`QUESTIONS` are those that
:func:`~hnefatafl.inference.infer` asks about every game; those of
:mod:`hnefatafl.inference` depend on the start layout. Authors write their own in the same way:

>>> from hnefatafl import variants
>>> quiet = Question.about("quiet_limit", {"none": None, "50 plies": 50, "100 plies": 100})
>>> quiet.answer(variants.BRANDUBH), [label for label, _ in quiet.rivals(variants.BRANDUBH)]
('none', ['50 plies', '100 plies'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, cast

import attrs
from attrs import field

from hnefatafl._base.arguments import is_mapping
from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl.board import PieceSet, Region, Side
from hnefatafl.errors import RulesetError
from hnefatafl.rules import (
    Consequence,
    EdgeCapture,
    KingStrength,
    NoMove,
    Ruleset,
    Shieldwall,
    Zone,
)


@frozen(kw_only=True, eq=False)
class Question:
    """One question about a ruleset.

    >>> from hnefatafl import KingStrength, variants
    >>> king = Question.about("king", {str(strength): strength for strength in KingStrength})
    >>> king.answer(variants.MAGPIE)
    'middleweight'
    >>> king.give(variants.MAGPIE, "weak").king
    KingStrength.WEAK
    """

    __repr__ = brief

    name: str
    """The name of the question; for one about a single option, the option's name."""
    answers: Mapping[str, Any] = field(validator=is_mapping())
    """The answers by their labels, in the order in which they are tried, each with the value for :attr:`write`."""
    read: Callable[[Ruleset], Any]
    """Return the value that a ruleset has, to be compared with those of :attr:`answers`."""
    write: Callable[[Ruleset, Any], Ruleset]
    """Return the ruleset with another value. Raises :class:`~hnefatafl.errors.RulesetError` where the ruleset cannot
    have it."""
    plain: str | None = None
    """The answer of a game without the rule that the question is about, or None where no answer is simpler than the
    others. The search returns to it where no game needs another."""
    weighed: bool = True
    """Whether the evidence has the question; False for one that only helps the search, because it changes at once what
    other questions ask about one by one."""

    @staticmethod
    def about(option: str, answers: Mapping[str, Any], plain: str | None = None) -> Question:
        """Return the question about an option, or about a field of one.

        >>> from hnefatafl import variants
        >>> speed = Question.about("speed.king", {"any": None, "1": 1, "2": 2}, "any")
        >>> speed.answer(variants.MAGPIE)
        '1'

        Arguments:
            option: the name of the option, such as ``king``, or of a field, such as ``speed.king``.
            answers: the answers, and their values.
            plain: the answer of a game without the rule.
        """
        name, _, part = option.partition(".")

        def read(rules: Ruleset) -> Any:
            value = getattr(rules, name)
            return getattr(value, part, None) if part else value

        def write(rules: Ruleset, value: Any) -> Ruleset:
            return _evolve(rules, {name: attrs.evolve(_whole(rules, name), **{part: value}) if part else value})

        return Question(name=option, answers=answers, read=read, write=write, plain=plain)

    def answer(self, ruleset: Ruleset) -> str | None:
        """Return the answer of a ruleset, or None if it is not among the :attr:`answers`.

        >>> from hnefatafl import variants
        >>> QUESTIONS[0].name, QUESTIONS[0].answer(variants.COPENHAGEN)
        ('goal', 'corners')
        """
        found = self.read(ruleset)
        return next((label for label, value in self.answers.items() if value == found), None)

    def give(self, ruleset: Ruleset, answer: str) -> Ruleset:
        """Return the ruleset with another answer.

        >>> from hnefatafl import variants
        >>> print(QUESTIONS[0].give(variants.COPENHAGEN, "edge").escape)
        edge

        Raises:
            RulesetError: there is no such answer, or the ruleset cannot have it.
        """
        if answer not in self.answers:
            raise RulesetError([f"{self.name}: {answer!r} is not among the answers ({', '.join(self.answers)})"])
        return self.write(ruleset, self.answers[answer])

    def ways(self, ruleset: Ruleset, rival: Ruleset) -> Iterator[Ruleset]:
        """Yield the rulesets that give the same answer as a rival of a ruleset: the rival itself, and where the answer
        brings along a throne or corners that the ruleset does not have, the same with other effects of these.

        An answer is only excluded if all of them are.

        >>> from hnefatafl import variants
        >>> goal, rules = QUESTIONS[0], variants.get("saami-tablut")
        >>> len(list(goal.ways(rules, goal.give(rules, "corners")))), len(list(goal.ways(rules, rules)))
        (4, 1)
        """
        yield rival
        if ruleset.corners is None and rival.corners is not None:
            for hostile in _HOSTILE_CORNERS:
                if hostile != rival.corners.hostile_empty:
                    yield rival.evolve(corners=attrs.evolve(rival.corners, hostile_empty=hostile))
        if ruleset.throne is None and rival.throne is not None:
            for throne in (_MARK, *(throne for (throne,) in _THRONES.values())):
                if throne != rival.throne:
                    yield rival.evolve(throne=throne)

    def rivals(self, ruleset: Ruleset) -> Iterator[tuple[str, Ruleset]]:
        """Yield every other answer that the ruleset could have, and the ruleset that has it.

        >>> from hnefatafl import EdgeCapture, variants
        >>> edge = Question.about("edge_capture", {str(edge): edge for edge in EdgeCapture})
        >>> [(label, rules.edge_capture) for label, rules in edge.rivals(variants.BRANDUBH)]
        [('impossible', EdgeCapture.IMPOSSIBLE), ('alone', EdgeCapture.ALONE), ('draw', EdgeCapture.DRAW)]
        """
        now = self.answer(ruleset)
        for label, value in self.answers.items():
            if label != now:
                with suppress(RulesetError):
                    rival = self.write(ruleset, value)
                    if rival != ruleset:
                        yield label, rival


def _evolve(rules: Ruleset, options: Mapping[str, Any]) -> Ruleset:
    return rules.evolve(**cast("Any", options))


def _whole(rules: Ruleset, name: str) -> Any:
    """The value of an option that has fields."""
    whole = getattr(rules, name)
    if whole is None:
        raise RulesetError([f"{name}: the game has none"])
    return whole


def _several(
    name: str,
    options: tuple[str, ...],
    answers: Mapping[str, tuple[Any, ...]],
    *,
    plain: str | None = None,
    weighed: bool,
) -> Question:
    """One question about several options together."""

    def write(rules: Ruleset, values: tuple[Any, ...]) -> Ruleset:
        return _evolve(rules, dict(zip(options, values, strict=True)))

    return Question(
        name=name,
        answers=answers,
        read=lambda rules: tuple(getattr(rules, option) for option in options),
        write=write,
        plain=plain,
        weighed=weighed,
    )


def _hostile(zone: str, title: str, pieces: PieceSet, answers: tuple[str, ...]) -> Question:
    """To one kind of piece, whether a square of the throne or of the corners is hostile."""

    def read(rules: Ruleset) -> str | None:
        whole = getattr(rules, zone)
        if whole is None:
            return None
        return "always" if pieces in whole.hostile_always else "empty" if pieces in whole.hostile_empty else "never"

    def write(rules: Ruleset, answer: str) -> Ruleset:
        whole = _whole(rules, zone)
        empty, always = whole.hostile_empty & ~pieces, whole.hostile_always & ~pieces
        changed = attrs.evolve(
            whole,
            hostile_empty=empty | pieces if answer == "empty" else empty,
            hostile_always=always | pieces if answer == "always" else always,
        )
        return _evolve(rules, {zone: changed})

    return Question(name=f"{zone} hostile to {title}", answers={a: a for a in answers}, read=read, write=write)


YES_OR_NO: Final = {"no": False, "yes": True}
"""The answers to a question about a flag."""
_THRONE: Final = Zone(name="throne", squares=Region.CENTRE, stop=PieceSet.KING, hostile_empty=PieceSet.ALL)
CORNERS: Final = Zone(
    name="corners",
    squares=Region.CORNERS,
    stop=PieceSet.KING,
    cross=PieceSet.KING,
    hostile_empty=PieceSet.ALL,
)
"""Corners on which only the king stops, hostile to all while empty."""


def _goal() -> Question:
    """Where the king escapes to, and who may stop on the corners."""
    answers: dict[str, tuple[Region, PieceSet | None]] = {
        "edge": (Region.EDGE, None),
        "corners": (Region.CORNERS, PieceSet.KING),
        "corners, open to all": (Region.CORNERS, None),
        "edge, but corners closed": (Region.EDGE, PieceSet.NONE),
    }

    def read(rules: Ruleset) -> tuple[Region, PieceSet | None]:
        escape = Region.EDGE if _is_edge(rules) else rules.escape
        return escape, None if rules.corners is None else rules.corners.stop

    def write(rules: Ruleset, value: tuple[Region, PieceSet | None]) -> Ruleset:
        escape, stop = value
        if escape == Region.EDGE and _is_edge(rules):
            escape = rules.escape
        corners = rules.corners or CORNERS
        closed = None if stop is None else attrs.evolve(corners, squares=Region.CORNERS, stop=stop, cross=stop)
        return rules.evolve(escape=escape, corners=closed)

    return Question(name="goal", answers=answers, read=read, write=write)


def _corners() -> Question:
    """The goal, and to whom the corners are hostile, at once."""

    def corners(hostile: PieceSet) -> tuple[Region, Zone]:
        return Region.CORNERS, attrs.evolve(CORNERS, hostile_empty=hostile)

    answers = {
        "hostile to all": corners(PieceSet.ALL),
        "hostile to men": corners(PieceSet.MEN),
        "harmless": corners(PieceSet.NONE),
    }
    return _several("corners as goal", ("escape", "corners"), answers, weighed=False)


def _is_edge(rules: Ruleset) -> bool:
    """Whether the king escapes to the edge, as far as no camp lies there."""
    edge, here = Region.EDGE.squares(rules.size), rules.escape.squares(rules.size)
    camps = frozenset(square for zone in rules.zones for square in zone.squares.squares(rules.size))
    return here == edge or here == edge - camps


def _has_throne() -> Question:
    def write(rules: Ruleset, value: bool) -> Ruleset:
        return rules.evolve(throne=(rules.throne or _THRONE) if value else None)

    return Question(name="throne", answers=YES_OR_NO, read=lambda rules: rules.throne is not None, write=write)


def _thrones(**fields: Any) -> tuple[Zone]:
    return (attrs.evolve(_THRONE, **fields),)


_THRONES: Final = {
    "plain": _thrones(),
    "hostile to men": _thrones(hostile_empty=PieceSet.MEN),
    "hostile to attackers": _thrones(hostile_empty=PieceSet.ATTACKERS),
    "harmless": _thrones(hostile_empty=PieceSet.NONE),
    "harmless, king crosses": _thrones(hostile_empty=PieceSet.NONE, cross=PieceSet.KING),
    "king crosses": _thrones(cross=PieceSet.KING),
    "nobody enters": _thrones(stop=PieceSet.NONE, cross=PieceSet.NONE),
}
"""Thrones as a whole."""
_HOSTILE_CORNERS: Final = (PieceSet.ALL, PieceSet.MEN, PieceSet.ATTACKERS, PieceSet.NONE)
"""To whom empty corners may be hostile."""


_MARK: Final = Zone(name="throne", squares=Region.CENTRE)
"""A throne that is an ordinary square; the king's strength may refer to it."""


def _king() -> Question:
    """The king's strength; without a throne, one that is otherwise an ordinary square comes with it."""

    def write(rules: Ruleset, king: KingStrength) -> Ruleset:
        needs = king in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE)
        return rules.evolve(king=king, throne=rules.throne or (_MARK if needs else None))

    answers = {str(strength): strength for strength in KingStrength}
    return Question(name="king", answers=answers, read=lambda rules: rules.king, write=write)


def _armed() -> Question:
    """Whether the king captures."""
    both = {"yes": (True, True), "anvil only": (False, True), "hammer only": (True, False), "no": (False, False)}

    def write(rules: Ruleset, value: tuple[bool, bool]) -> Ruleset:
        hammer, anvil = (
            pieces | PieceSet.KING if armed else pieces & ~PieceSet.KING
            for pieces, armed in zip((rules.hammer, rules.anvil), value, strict=True)
        )
        return rules.evolve(hammer=hammer, anvil=anvil)

    return Question(
        name="king armed",
        answers=both,
        read=lambda rules: (PieceSet.KING in rules.hammer, PieceSet.KING in rules.anvil),
        write=write,
    )


def _limit(option: str, *plies: int) -> Question:
    """A limit of moves. That games went on beyond it excludes it; one that is larger than all others is like none."""
    none = f"none up to {plies[-1]}"

    def read(rules: Ruleset) -> int | None:
        limit = getattr(rules, option)
        return None if limit is None or limit > plies[-1] else limit

    return Question(
        name=option,
        answers={none: None, **{str(number): number for number in plies}},
        read=read,
        write=lambda rules, limit: _evolve(rules, {option: limit}),
        plain=none,
    )


_STEPS: Final[dict[str, int | None]] = {"any": None, **{str(steps): steps for steps in range(1, 9)}}
_CONSEQUENCES: Final = (
    *(Consequence.DRAW, Consequence.DEFENDERS_LOSE, Consequence.ATTACKERS_LOSE),
    *(Consequence.MOVER_LOSES, Consequence.MOVER_WINS),
)
_WAYS: Final = ("never", "empty", "always")
_SIDES: Final = {"men": PieceSet.MEN, "attackers": PieceSet.ATTACKERS, "defenders": PieceSet.DEFENDING_MEN}

QUESTIONS: Final[tuple[Question, ...]] = (
    _goal(),
    _corners(),
    _has_throne(),
    _several("throne as a whole", ("throne",), _THRONES, weighed=False),
    _king(),
    _armed(),
    Question.about(
        "throne.cross",
        {
            "all": PieceSet.ALL,
            "king": PieceSet.KING,
            "king's side": PieceSet.DEFENDERS,
            "attackers and king": PieceSet.ATTACKERS | PieceSet.KING,
            "attackers": PieceSet.ATTACKERS,
            "nobody": PieceSet.NONE,
        },
    ),
    Question.about(
        "throne.stop",
        {"king": PieceSet.KING, "all": PieceSet.ALL, "king's side": PieceSet.DEFENDERS, "nobody": PieceSet.NONE},
    ),
    Question.about("throne.enter", {"all": PieceSet.ALL, "nobody": PieceSet.NONE}, "all"),
    _hostile("throne", "attackers", PieceSet.ATTACKERS, _WAYS),
    _hostile("throne", "defenders", PieceSet.DEFENDING_MEN, _WAYS),
    _hostile("throne", "king", PieceSet.KING, _WAYS[:2]),
    _hostile("corners", "attackers", PieceSet.ATTACKERS, _WAYS[:2]),
    _hostile("corners", "defenders", PieceSet.DEFENDING_MEN, _WAYS[:2]),
    _hostile("corners", "king", PieceSet.KING, _WAYS[:2]),
    Question.about("corners.cross", {"king": PieceSet.KING, "all": PieceSet.ALL, "nobody": PieceSet.NONE}),
    Question.about("edge_capture", {str(edge): edge for edge in EdgeCapture}, "won"),
    Question.about(
        "edge_hostile",
        {
            "nobody": PieceSet.NONE,
            "king": PieceSet.KING,
            "all": PieceSet.ALL,
            "men": PieceSet.MEN,
            "attackers": PieceSet.ATTACKERS,
            "defenders": PieceSet.DEFENDING_MEN,
        },
        "nobody",
    ),
    Question.about(
        "shieldwall",
        {
            "none": None,
            "yes": Shieldwall(),
            "not at corners": Shieldwall(corners_close=False),
            "from the front too": Shieldwall(flanking=False),
        },
        "none",
    ),
    Question.about("linnaean_capture", YES_OR_NO, "no"),
    Question.about("joint_capture", YES_OR_NO, "no"),
    Question.about("exit_fort", YES_OR_NO, "no"),
    _several(
        "encirclement",
        ("encirclement", "secure_ring"),
        {"no": (False, False), "yes": (True, False), "if secure": (True, True)},
        plain="no",
        weighed=True,
    ),
    Question.about("no_move", {str(no_move): no_move for no_move in NoMove}, "loss"),
    Question.about("fewest_attackers", {str(count): count for count in range(6)}, "1"),
    Question.about("speed.king", _STEPS),
    Question.about("speed.attackers", _STEPS),
    Question.about("speed.defenders", _STEPS),
    Question.about("first", {str(side): side for side in Side}),
    Question.about(
        "repetition.consequence",
        {str(each): each for each in _CONSEQUENCES},
    ),
    _several(
        "walk_in",
        ("walk_in", "no_walk_in"),
        {"nobody": (PieceSet.NONE, PieceSet.NONE)}
        | {who: (men, PieceSet.NONE) for who, men in _SIDES.items()}
        | {f"{who} may not": (PieceSet.NONE, men) for who, men in _SIDES.items()},
        plain="nobody",
        weighed=True,
    ),
    _limit("quiet_limit", 20, 40, 50, 100),
    _limit("move_limit", 50, 100, 134, 200),
)
"""The questions about every game, in the order in which the search tries them."""
