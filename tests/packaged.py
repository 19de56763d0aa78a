"""The npm package of the rules: building it, and what it is compared with (``npm/rules/check.mjs``)."""

from __future__ import annotations

import hashlib
import json
import runpy
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

from transpiled import random_rulesets

from hnefatafl import Announcements, Position, Ruleset, Side, variants
from hnefatafl.board import Announcement, CaptureKind, Illegality, Move, Outcome, Termination
from hnefatafl.describe import LANGUAGES, sentence
from hnefatafl.errors import HnefataflError
from hnefatafl.notation.data import format_tables, pack_tables
from hnefatafl.search import Limit, Searcher, pack_evaluation

ROOT: Final = Path(__file__).parents[1]
TSC: Final = ROOT / "wasm" / "node_modules" / ".bin" / "tsc"
LISTS: Final[Mapping[str, type[Announcement | CaptureKind | Illegality | Termination]]] = {
    "endings": Termination, "captures": CaptureKind, "refusals": Illegality, "announcements": Announcement,
}  # fmt: skip
MOVES: Final = (
    *("d1-d3", "D1D3", " d1 – d3 ", "d1-3", "h5-7", "d1-e", "d1-d3xd4/e3", "d1-d3 (e3)", "Kd4-d5", "pass", "PASS "),
    *("d1", "", "d1-e99", "d1d3?", "d1=d3", "d1^d3x", "a22-a1", "d1 to d3", "d1->d3", "d1→d3", "z1-z2", "d1-d3+"),
    *("d1-d3 x e3", "d1-d3, takes e3 and e4", "td1-d3", "qd1-d3", "d1--d3", "a1-a1", "k11-k10", "d1 d3 e5"),
)
"""Texts of moves, and others."""
_PLIES: Final = 24
_TOLD: Final = 100
"""How many rows a game has at most; where sides announce things, more, since it takes a while until they do."""


def build_package(folder: Path) -> None:
    """Write the package into a folder, with its sources compiled."""
    runpy.run_path(str(ROOT / "scripts" / "make_rules.py"))["package"](folder)
    command = [str(TSC), "-p", str(ROOT / "npm" / "rules"), "--outDir", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def expect_package(shipped: Iterable[Ruleset], custom: int, searches: int) -> dict[str, Any]:
    """All that the package is compared with."""
    rulesets = list(shipped)
    every = {rules.name: rules for rules in rulesets}
    others = random_rulesets(custom, "package")
    games = [expect_game(rules, Random(rules.name), None) for rules in rulesets]
    games += [expect_game(rules, Random(name), document_of(rules)) for name, rules in others.items()]
    return {
        "tables": {name: hashlib.sha256(pack_tables(rules)).hexdigest() for name, rules in every.items()},
        "aliases": {alias: variants.get(alias).name for rules in rulesets for alias in rules.aliases},
        "fingerprints": {name: rules.fingerprint for name, rules in every.items()},
        "words": {
            name: {member.value: [sentence(member, lang) for lang in LANGUAGES] for member in kind}
            for name, kind in LISTS.items()
        },
        "outcomes": dict(expect_outcomes()),
        "moves": [[text, read_move(text)] for text in MOVES],
        "games": games,
        "searches": [*expect_searches(searches), *expect_custom_searches(others)],
        "levels": [expect_level(name, level) for name, level in (("brandubh", 1), ("hnefatafl-11", 2), ("tablut", 7))],
        "wrong": [*expect_wrong_tables()],
        "errors": ERRORS,
    }


def document_of(rules: Ruleset) -> str:
    """The document by which a package plays a ruleset."""
    return format_tables(rules, evaluation=pack_evaluation(rules))


def read_move(text: str) -> str | None:
    """The move of a text, or None."""
    try:
        return str(Move.parse(text))
    except HnefataflError:
        return None


def expect_outcomes() -> Iterator[tuple[str, list[str]]]:
    """All outcomes in words."""
    for winner in (*Side, None):
        for termination in Termination:
            end = Outcome(winner, termination)
            yield end.text, [end.describe(lang) for lang in LANGUAGES]


def look(position: Position) -> dict[str, Any]:
    """What is seen of a position."""
    return {
        "text": position.text,
        "legal": sorted(map(str, position.legal_moves())),
        "outcome": None if position.outcome is None else position.outcome.text,
        "since": position.plies_since_capture,
        "repetitions": position.repetitions,
        "canRoll": position.can_roll,
        "ply": position.ply,
    }


def try_move(position: Position, text: str) -> list[Any]:
    """A move, and why it is illegal."""
    found = position.illegality(text)
    if found is None:
        return [text, None]
    square = None if found.square is None else str(found.square)
    where = "" if square is None else f" ({square})"
    words = sentence(found.reason, "sv") + where
    return [text, [found.reason.value, square, words], f"illegal move {Move.parse(text)}: {found}"]


def tell(position: Position, move: Move, announce: bool) -> dict[str, Any]:
    """What a move takes and what is announced."""
    played = position.explain(move, announce=announce)
    said = (played.announcement, played.opponent_announcement)
    return {
        "captures": [[str(one), [*map(str, one.captors)]] for one in played.captures],
        "says": [None if one is None else one.value for one in said],
    }


def expect_game(rules: Ruleset, random: Random, document: str | None) -> dict[str, Any]:
    """A game of random moves that often capture or are taken back, row by row."""
    turn = rules.first or random.choice(list(Side))
    position = Position.initial(rules, turn)
    rows: list[dict[str, Any]] = []
    squares = [f"{chr(97 + random.randrange(rules.size))}{random.randint(1, rules.size)}" for _ in range(6)]
    longest = _TOLD if rules.announcements != Announcements() else _PLIES
    while True:
        again = Position.parse(position.text, rules)
        row: dict[str, Any] = {
            "look": look(position),
            "again": {"since": again.plies_since_capture, "repetitions": again.repetitions},
            "tries": [try_move(position, f"{a}-{b}") for a, b in pairwise(squares)],
        }
        random.shuffle(squares)
        rows.append(row)
        if position.outcome is not None or len(rows) > longest:
            break
        if position.can_roll and random.random() < 0.5:
            row["roll"] = random.randint(1, rules.faces)
            position = position.roll(row["roll"])
            continue
        moves = position.legal_moves()
        if not moves:  # of pieces that go by the die
            row["roll"] = random.randint(1, rules.faces)
            position = position.roll(row["roll"])
            continue
        move = choose_move(position, moves, random)
        announce = not (rules.announcements.binding and random.random() < 0.3)
        row |= {"move": str(move), "announce": announce, "told": tell(position, move, announce)}
        row["tries"] += [try_move(position, str(move)), try_move(position, "pass")]
        position = position.play(move, announce=announce)
    return {"ruleset": rules.name, "turn": turn.value, "rows": rows, "document": document, "seed": ""}


def choose_move(position: Position, moves: list[Move], random: Random) -> Move:
    """A random move, often one that captures, or that takes the last one back."""
    captures = position.legal_captures()
    if captures and random.random() < 0.5:
        return random.choice(captures)
    history = position.history()
    last = history[-2].last_move if len(history) > 2 else None
    back = None if last is None or last.is_stop else Move.of(last.target, last.origin)
    return back if back is not None and back in moves and random.random() < 0.4 else random.choice(moves)


def expect_search(rules: Ruleset, document: str | None, plies: int, nodes: int, lines: int) -> dict[str, Any]:
    """What a search finds, depth by depth, after some random moves."""
    random, position = Random(rules.name), Position.initial(rules, rules.first or Side.ATTACKERS)
    for _ in range(plies):
        moves = position.legal_moves()
        after = position.play(random.choice(moves)) if moves else position
        position = after if after.outcome is None else position
    searcher = Searcher(proves=False)
    infos = list(searcher.iterate(Position.parse(position.text, rules), Limit(nodes=nodes), lines))
    best = infos[-1].best
    return {
        "ruleset": rules.name,
        "document": document,
        "text": position.text,
        "nodes": nodes,
        "lines": lines,
        "best": None if best is None else str(best),
        "infos": [
            [one.depth, one.nodes, [[str(line.score), [*map(str, line.moves)], line.rolls] for line in one.lines]]
            for one in infos
        ],
    }


def expect_searches(count: int) -> Iterator[dict[str, Any]]:
    """Searches by shipped evaluations and by general ones."""
    names = [*variants.names()]
    for number, name in enumerate(["brandubh", "copenhagen", *Random("searches").sample(names, count)]):
        yield expect_search(variants.get(name), None, number % 4, 2000, 1 + number % 2)


def expect_custom_searches(rulesets: dict[str, Ruleset]) -> Iterator[dict[str, Any]]:
    """Searches by the evaluations of documents."""
    for rules in [*rulesets.values()][:4]:
        yield expect_search(rules, document_of(rules), 0, 1000, 1)


def expect_level(name: str, level: int) -> dict[str, Any]:
    """A level, which chooses some legal move."""
    position = Position.initial(name)
    legal = sorted(map(str, position.legal_moves()))
    return {"ruleset": name, "level": level, "text": position.text, "legal": legal}


def expect_wrong_tables() -> Iterator[dict[str, Any]]:
    """Documents that are none, with the errors."""
    document = json.loads(format_tables("brandubh"))
    yield {
        "document": {**document, "format": "tafl tables 2"},
        "error": "tables of the format 'tafl tables 1' were expected, not \"tafl tables 2\"",
    }
    yield {"document": {}, "error": "tables of the format 'tafl tables 1' were expected, not null"}
    yield {
        "document": {key: value for key, value in document.items() if key != "words"},
        "error": "the tables lack words",
    }


ERRORS: Final = [
    {"text": text, "ruleset": ruleset, "kind": kind, "part": part}
    for text, ruleset, kind, part in (
        ("/7/7 a", "brandubh", "NotationError", "3 to 21 ranks"),
        ("/7/7/7/3K3/7/7/7/", "brandubh", "NotationError", "the side to move was expected, a or d"),
        ("/7/7/7/3Q3/7/7/7/ a", "brandubh", "NotationError", "a number or one of tcnmgTCNMGK was expected"),
        ("/7/7/7/7/7/7/7/ a", "brandubh", "InvalidSetupError", "there is no king"),
        ("/7/7/7/3K3/7/7/7/ a roll=3", "brandubh", "InvalidSetupError", "these rules know no die"),
        ("/7/7/7/3K3/7/7/7/ a moves=d1-d2", "brandubh", "NotationError", "cannot have led to this board"),
        ("/7/7/7/3K3/7/7/7/ a foo=3", "brandubh", "NotationError", "one of roll=, announced="),
        ("/7/7/7/3K3/7/7/7/ a ended=draw:tuichu", "brandubh", "InvalidSetupError", "the board does not show"),
        ("/7/7/7/3K3/7/7/7/ a rules=00000000", "brandubh", "InvalidSetupError", "another ruleset of that name"),
        ("nonsense /7/7/7/3K3/7/7/7/ a", None, "UnknownRulesetError", "no ruleset is named 'nonsense'"),
        ("/7/7/7/3K3/7/7/7/ a", "copenhagen", "InvalidSetupError", "the board has 7 files"),
    )
]
"""Texts that are no positions, and the errors."""
