"""What is measured side by side, and what is wanted of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen
from subjects import SUBJECTS

__all__ = ["MEASURES", "TARGETS", "UNITS", "Group", "Lane", "Target", "compared", "groups"]

COPENHAGEN: Final = "copenhagen"
PLAIN: Final = "copenhagen-plain"
WIDE: Final = "copenhagen-19"
SHIPPED: Final = ("copenhagen", "brandubh", "tablut", "foteviken-tablut", "alea-evangelii")
DEPTHS: Final = {"copenhagen": 3, "copenhagen-plain": 3, "brandubh": 3, "tablut": 3, "foteviken-tablut": 3}
"""How deep perft counts; two where nothing stands here."""

PLAYING: Final = ("perft_made", "perft_bulk", "playouts", "api_loop", "api_playouts")
TEXTS: Final = ("parse_position", "format_position", "parse_games", "format_games", "replay")
MEASURES: Final = (*PLAYING, *TEXTS, "memory", "import")
IN_C: Final = ("perft_made", "perft_bulk", "playouts")
LENGTHS: Final = (100, 1_000, 10_000)
UNITS: Final = {
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
"""What each measure counts; plies where nothing stands here."""


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
    """Lanes that take turns in every round, so that what is compared meets the same load."""

    lanes: tuple[Lane, ...]
    rounds: int


@frozen
class Target:
    """What is wanted of the ratio of two lanes."""

    what: str
    above: Lane
    below: Lane | None
    """None: the games of the archive a second."""
    bound: float
    at_most: bool = False

    @property
    def wanted(self) -> str:
        """The bound in words."""
        return f"{'≤' if self.at_most else '≥'} {self.bound:,.4g}"

    def met(self, reached: float) -> bool:
        return reached <= self.bound if self.at_most else reached >= self.bound


def _argument(measure: str, subject: str) -> int:
    if measure == "api_loop":
        return 2
    return DEPTHS.get(subject, 2) if measure.startswith("perft") else 0


def _lane(contender: str, measure: str, subject: str) -> Lane:
    return Lane(contender, subject, measure, _argument(measure, subject))


def _chess(measure: str) -> list[Lane]:
    if measure == "api_loop":
        return [Lane("chess", "chess", name, 3) for name in ("api_loop", "api_loop_bare")]
    return [] if measure == "playouts" else [Lane("chess", "chess", measure, 3)]


def _side_by_side(measure: str, quick: bool) -> Iterator[Lane]:
    """The lanes of a measure; neighbours are those that are compared most."""
    playing = measure in PLAYING
    if measure in IN_C:
        yield Lane("core", PLAIN, measure, _argument(measure, PLAIN))
    subjects = [COPENHAGEN, *(name for name in SUBJECTS if name != COPENHAGEN and (playing or name in SHIPPED))]
    for subject in subjects:
        yield _lane("compiled", measure, subject)
        if subject == PLAIN and measure.startswith("perft"):
            yield Lane("compiled", COPENHAGEN, measure, 2)  # beside those that are too large for more
    yield from _chess(measure)
    for subject in subjects[:1] if quick else subjects:
        yield _lane("pure", measure, subject)


def _growing(quick: bool) -> Iterator[Group]:
    """What tells how cost grows with the work."""
    lengths = LENGTHS[:: len(LENGTHS) - 1]
    depths = (2, 3) if quick else (2, 3, 4)
    yield Group(tuple(Lane("compiled", COPENHAGEN, "perft_made", depth) for depth in depths), 3)
    for contender in ("compiled", "pure"):
        for measure in ("long_replay", "long_play"):
            yield Group(tuple(Lane(contender, COPENHAGEN, measure, plies) for plies in lengths), 3)
        for measure in ("long_memory", "last_memory"):
            yield Group(tuple(Lane(contender, COPENHAGEN, measure, plies) for plies in LENGTHS), 1)


def groups(contenders: set[str], quick: bool, rounds: int) -> Iterator[Group]:
    """Everything that is measured, with these contenders."""

    def kept(lanes: Iterator[Lane], rounds: int) -> Group:
        return Group(tuple(lane for lane in lanes if lane.contender in contenders), rounds)

    for measure in (*PLAYING, *TEXTS):
        yield kept(_side_by_side(measure, quick), rounds)
    yield kept((Lane(name, "-", "import") for name in ("compiled", "chess", "pure")), rounds)
    yield kept(_side_by_side("memory", quick), 1)
    for group in _growing(quick):
        yield kept(iter(group.lanes), min(rounds, group.rounds))


def compared(measure: str, subject: str) -> dict[str, tuple[Lane, Lane]]:
    """What a row of the table compares, by the heads of its columns."""
    compiled, pure = (_lane(contender, measure, subject) for contender in ("compiled", "pure"))
    found = {"compiled / pure": (compiled, pure)}
    if subject in (COPENHAGEN, PLAIN):
        found["compiled / C"] = (compiled, Lane("core", PLAIN, measure, compiled.argument))
    for chess in _chess(measure)[:1]:
        found["compiled / chess"] = (compiled, chess)
        found["pure / chess"] = (pure, chess)
    return found


def _targets() -> Iterator[Target]:
    for measure, words, bound in (
        ("perft_made", "perft, every leaf made", 1 / 4),
        ("perft_bulk", "perft, leaves counted", 1 / 2),
        ("playouts", "playouts", 1 / 2),
    ):
        ours, core = _lane("compiled", measure, COPENHAGEN), _lane("core", measure, PLAIN)
        yield Target(f"{words}: compiled, full Copenhagen, against C with the core of the rules", ours, core, bound)
    loop = _lane("compiled", "api_loop", COPENHAGEN)
    chess, bare = _chess("api_loop")
    yield Target("API loop: compiled against python-chess, copy and push", loop, chess, 60)
    yield Target("API loop: compiled against python-chess, copy without history and push", loop, bare, 60)
    for measure, words, bound in (("playouts", "playouts", 3 / 4), ("perft_made", "perft, every leaf made", 1 / 2)):
        ours, plain = (_lane("compiled", measure, name) for name in (COPENHAGEN, PLAIN))
        yield Target(f"{words}: formations on against off", ours, plain, bound)
    for subject, words, bound in (
        ("everything", "everything on against Copenhagen", 1 / 3),
        (WIDE, "19×19 against 11×11, both by the rules of Copenhagen", 2 / 3),
    ):
        for measure in PLAYING:
            ours = _lane("compiled", measure, subject)
            yield Target(
                f"{measure}: {words}", ours, Lane("compiled", COPENHAGEN, measure, ours.argument), bound
            )
    replays = {contender: _lane(contender, "replay", COPENHAGEN) for contender in ("compiled", "pure")}
    yield Target("replay of an archive: compiled against pure", replays["compiled"], replays["pure"], 8)
    yield Target("replay of an archive: games a second on one core", replays["compiled"], None, 1500)
    yield Target("API loop: pure against python-chess, copy and push", _lane("pure", "api_loop", COPENHAGEN), chess, 4)
    for depth in (3, 4):
        near, far = (Lane("compiled", COPENHAGEN, "perft_made", each) for each in (2, depth))
        yield Target(f"perft: time a leaf at depth {depth} against depth 2", near, far, STEADY, at_most=True)
    for contender in ("compiled", "pure"):
        for measure, words in (("long_replay", "replay"), ("long_play", "play with the outcome asked for")):
            near, far = (Lane(contender, COPENHAGEN, measure, plies) for plies in (LENGTHS[0], LENGTHS[-1]))
            what = f"{words}, {contender}: time a ply of 10,000 against 100"
            yield Target(what, near, far, STEADY, at_most=True)
        for measure, words in (
            ("long_memory", "memory a position of a long game, all kept"),
            ("last_memory", "memory of the last position of a long game with its history"),
        ):
            near, far = (Lane(contender, COPENHAGEN, measure, plies) for plies in (LENGTHS[0], LENGTHS[-1]))
            yield Target(f"{words}, {contender}: 10,000 plies against 100", far, near, STEADY, at_most=True)


STEADY: Final = 1.25
"""What grows in step with the work costs a unit of it no more than so many times as much."""
TARGETS: Final = tuple(_targets())
"""The aims of the project."""
