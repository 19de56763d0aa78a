"""What is measured side by side, and the targets."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from attrs import frozen
from subjects import SUBJECTS

__all__ = [
    "GROWTH",
    "LEARNING",
    "MEASURES",
    "PLAYING",
    "SEARCHING",
    "TARGETS",
    "UNITS",
    "Group",
    "Lane",
    "Target",
    "compared",
    "groups",
    "lane",
]

COPENHAGEN: Final = "copenhagen"
PLAIN: Final = "copenhagen-plain"
WIDE: Final = "copenhagen-19"
SHIPPED: Final = ("copenhagen", "brandubh", "tablut", "foteviken-tablut", "alea-evangelii")

PLAYING: Final = ("perft_made", "perft_bulk", "playouts", "api_loop", "api_playouts")
TEXTS: Final = ("parse_position", "format_position", "parse_games", "format_games", "replay")
MEASURES: Final = (*PLAYING, *TEXTS, "memory", "import")
DEPTHS: Final = {"brandubh": 3}
"""The depth of perft; two moves for subjects that are not listed."""
LIMITS: Final = {"everything": 200}
"""The maximum number of plies of random games, for subjects whose games repeat and would take long."""
DEEP: Final = 3
"""The depth of perft beside the C program."""
LENGTHS: Final = (100, 1_000, 10_000)
"""Plies of long games."""
STEADY: Final = 1.25
"""The maximum growth of the cost per unit, for work whose cost should be linear."""
OUTGROWN: Final = 1.5
"""The same for work that does not fit into the processor's caches, such as a long game."""
GROWTH: Final = {
    "long_replay": "time a ply, replay",
    "long_play": "time a ply, play and outcome",
    "long_memory": "bytes a position, all kept",
    "last_memory": "bytes of the last position and its history",
}
"""The measures of long games."""
SEARCHING: Final = ("play_outcome", "make_outcome")
"""The measures of a search, once with positions and once with a search board."""
BOARDS: Final = 64
LEARNING: Final = {
    "batch": ("legal actions and codes", 0.15),
    "batch_planes": ("mask and planes by numpy", 0.05),
}
"""The measures of batches, and their targets: the part of random games inside the library that they reach."""
UNITS: Final = {
    **dict.fromkeys(SEARCHING, "moves"),
    "perft_made": "leaves",
    "perft_bulk": "leaves",
    "api_loop": "positions",
    "api_loop_bare": "positions",
    "parse_position": "positions",
    "format_position": "positions",
    "import": "imports",
    "memory": "bytes",
    "long_memory": "bytes",
    "last_memory": "bytes",
}
"""The unit of each measure; plies for measures that are not listed."""


@frozen
class Lane:
    """One thing that is measured: a contender at a piece of work."""

    contender: str
    subject: str
    measure: str
    argument: int = 0

    def __str__(self) -> str:
        return f"{self.contender} {self.subject} {self.measure} {self.argument}"


@frozen
class Group:
    """Lanes that take turns in every round, so that they run under the same load."""

    lanes: tuple[Lane, ...]
    rounds: int

    @property
    def measure(self) -> str:
        """The measure of the group."""
        return self.lanes[0].measure


@frozen
class Target:
    """A target for the ratio of two lanes."""

    what: str
    above: Lane
    below: Lane | None
    """The lane to divide by; None for an absolute target, the games of the archive per second."""
    bound: float | None
    """The target; None if the value is only reported."""
    at_most: bool = False

    @property
    def wanted(self) -> str:
        """The bound in words."""
        return "" if self.bound is None else f"{'≤' if self.at_most else '≥'} {self.bound:,.4g}"

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """The lanes that have to be measured for it."""
        return (self.above,) if self.below is None else (self.above, self.below)

    @property
    def slow(self) -> bool:
        """Whether it takes too long for a quick run."""
        return any(
            (lane.measure in GROWTH and lane.contender == "pure") or (lane.argument == 4 and lane.subject == COPENHAGEN)
            for lane in self.lanes
        )

    def group(self, rounds: int) -> Group:
        """The two lanes as a group of their own, so that nothing runs between them."""
        return Group(self.lanes, _often(self.above.measure, rounds))

    def met(self, reached: float) -> bool | None:
        """Return whether a value reaches the target; None if there is none."""
        if self.bound is None:
            return None
        return reached <= self.bound if self.at_most else reached >= self.bound


def lane(contender: str, measure: str, subject: str) -> Lane:
    """Return the lane of a contender for a measure of a subject."""
    depths = {"perft_made": DEPTHS, "perft_bulk": DEPTHS, "api_loop": {}}
    limits = {"playouts": LIMITS, "api_playouts": LIMITS}
    argument = depths[measure].get(subject, 2) if measure in depths else limits.get(measure, {}).get(subject, 0)
    return Lane(contender, subject, measure, argument)


def _beside_c(measure: str) -> dict[str, Lane]:
    """Return the lanes that are compared with the C program, and its own."""
    depth = DEEP if measure.startswith("perft") else 0
    lanes = {name: Lane("compiled", name, measure, depth) for name in (COPENHAGEN, PLAIN)}
    return {**lanes, "core": Lane("core", PLAIN, measure, depth)} if measure in PLAYING[:3] else {}


def _chess(measure: str) -> list[Lane]:
    if measure == "import":
        return [Lane("chess", "-", "import")]
    if measure == "api_loop":
        return [Lane("chess", "chess", name, 3) for name in ("api_loop", "api_loop_bare")]
    return [] if measure == "playouts" else [Lane("chess", "chess", measure, 3)]


def _side_by_side(measure: str, quick: bool) -> list[Lane]:
    """Return the lanes of a measure; those compared most often are neighbours."""
    if measure == "import":
        return [*_chess(measure), *(Lane(name, "-", measure) for name in ("compiled", "pure"))]
    subjects = sorted(SUBJECTS if measure in PLAYING else SHIPPED, key=lambda name: name != COPENHAGEN)
    lanes = [*_beside_c(measure).values()]
    lanes += [lane("compiled", measure, subject) for subject in subjects]
    lanes += _chess(measure)
    lanes += [lane("pure", measure, subject) for subject in (subjects[:1] if quick else subjects)]
    return list(dict.fromkeys(lanes))


def groups(contenders: Collection[str], quick: bool, rounds: int) -> list[Group]:
    """Return everything that is measured for the table of ratios with these contenders."""
    found: list[Group] = []
    for measure in MEASURES:
        lanes = tuple(each for each in _side_by_side(measure, quick) if each.contender in contenders)
        found.append(Group(lanes, _often(measure, rounds)))
    return found


def _often(measure: str, rounds: int) -> int:
    return 1 if UNITS.get(measure) == "bytes" else min(rounds, 3) if measure in GROWTH else rounds


def compared(measure: str, subject: str) -> dict[str, tuple[Lane, Lane]]:
    """Return what a row of the table compares, by the heads of its columns."""
    compiled, pure = (lane(contender, measure, subject) for contender in ("compiled", "pure"))
    found = {"compiled / pure": (compiled, pure)}
    beside = _beside_c(measure)
    if subject in beside:
        found["compiled / C"] = (beside[subject], beside["core"])
    for chess in _chess(measure)[:1]:
        found["compiled / chess"] = (compiled, chess)
        found["pure / chess"] = (pure, chess)
    return found


def _against_others() -> Iterator[Target]:
    for measure, words, bound in (
        ("perft_made", "perft, every leaf made", 1 / 4),
        ("perft_bulk", "perft, leaves counted", 1 / 2),
        ("playouts", "playouts", 1 / 2),
    ):
        beside = _beside_c(measure)
        yield Target(f"{words}: full Copenhagen against C, core rules", beside[COPENHAGEN], beside["core"], bound)
    chess, bare = _chess("api_loop")
    for contender, bound in (("compiled", 60), ("pure", 4)):
        loop = lane(contender, "api_loop", COPENHAGEN)
        yield Target(f"API loop: {contender} against python-chess, copy and push", loop, chess, bound)
        yield Target(f"API loop: {contender} against copies without history", loop, bare, None)
    replays = [lane(contender, "replay", COPENHAGEN) for contender in ("compiled", "pure")]
    yield Target("replay of an archive: compiled against pure", replays[0], replays[1], 8)
    yield Target("replay of an archive: games a second, one core", replays[0], None, 1500)


def _against_itself() -> Iterator[Target]:
    for measure, bound in (("playouts", 3 / 4), ("perft_made", 1 / 2)):
        beside = _beside_c(measure)
        yield Target(f"formations on against off: {measure}", beside[COPENHAGEN], beside[PLAIN], bound)
    for subject, words, bound, measures in (
        ("everything", "everything on against Copenhagen", 1 / 3, PLAYING),
        # A ply of api_playouts lists all moves, and there are more on the larger board.
        (WIDE, "19×19 against 11×11, rules of Copenhagen", 2 / 3, PLAYING[:4]),
    ):
        for measure in measures:
            ours, theirs = (lane("compiled", measure, name) for name in (subject, COPENHAGEN))
            yield Target(f"{words}: {measure}", ours, theirs, bound)


def _of_growth() -> Iterator[Target]:
    for subject in ("brandubh", COPENHAGEN):
        near, far = (Lane("compiled", subject, "perft_made", depth) for depth in (2, 4))
        yield Target(f"time a leaf, perft 4 against 2: {subject}", near, far, STEADY, at_most=True)
    for contender in ("compiled", "pure"):
        for measure, words in GROWTH.items():
            near, far = (Lane(contender, COPENHAGEN, measure, plies) for plies in (LENGTHS[0], LENGTHS[-1]))
            if UNITS.get(measure) == "bytes":
                near, far = far, near
            bound = {"last_memory": None, "long_memory": STEADY}.get(measure, OUTGROWN)
            yield Target(f"{words}, 10,000 plies against 100: {contender}", near, far, bound, at_most=True)


def _of_searching() -> Iterator[Target]:
    for subject in (COPENHAGEN, "brandubh"):
        near, far = (Lane("compiled", subject, measure) for measure in SEARCHING)
        yield Target(
            f"time a move, make, outcome and unmake against play and outcome: {subject}", near, far, 0.6, at_most=True
        )


def _of_learning() -> Iterator[Target]:
    for measure, (words, bound) in LEARNING.items():
        ours, inside = Lane("compiled", COPENHAGEN, measure, BOARDS), lane("compiled", "playouts", COPENHAGEN)
        yield Target(f"batch of {BOARDS} against playouts: {words}", ours, inside, bound)


TARGETS: Final = (*_against_others(), *_against_itself(), *_of_searching(), *_of_learning(), *_of_growth())
"""The targets of the project."""
