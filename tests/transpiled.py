"""What the modules in WebAssembly are compared with: lines counted, games, set-ups and searches of the library.

Each of the functions that begin with ``expect`` returns what ``wasm/check.mjs`` is to find again.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from planting import random_ruleset
from proving import random_rules
from transpiler.output import layout
from transpiler.program import Program

from hnefatafl import Position, Ruleset, Side, perft, variants
from hnefatafl._kernel.codes import ATTACKERS, ATTACKING, DEFENDERS, DEFENDING, LENIENT, NO_MOVE, SET_UP, WALL
from hnefatafl._kernel.generate import room
from hnefatafl._kernel.history import History, repetition_key, zobrist_key
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.play import status_of
from hnefatafl._kernel.playouts import play_out
from hnefatafl._kernel.reasons import captures, refusal
from hnefatafl._kernel.tables import Tables
from hnefatafl.search._core.alphabeta import Search
from hnefatafl.search._core.evaluation import Evaluation
from hnefatafl.search._core.proof import Prover
from hnefatafl.search._core.proofboard import ProofTable
from hnefatafl.search._core.table import Transpositions
from hnefatafl.search._trained import evaluation_for, of_trained, shipped, start_of
from hnefatafl.support.enums import place

_MIX: Final = 4294967291
_KING: Final = 4
_LONGEST: Final = 13  # plies of a game from a crowded board
_REPORT: Final = 20  # where in a record its report begins


def random_rulesets(count: int, seed: str) -> dict[str, Ruleset]:
    """Random rulesets without functions, by names of their own."""
    made: dict[str, Ruleset] = {}
    for number in range(count):
        random = Random(f"{seed} {number}")
        rules = random_ruleset(random) if number % 2 else random_rules(random, random.choice((5, 7, 9)))
        while rules.extra_captures or rules.extra_endings:
            rules = random_rules(random, random.choice((5, 7, 9)))
        made[f"{seed} {number}"] = rules
    return made


def shipped_rulesets() -> dict[str, Ruleset]:
    """The rulesets of the library, by their names."""
    return {name: variants.get(name) for name in variants.names()}


def start(rules: Ruleset) -> Position:
    """The start of a game."""
    return Position.initial(rules, rules.first or Side.ATTACKERS)


def pack_tables(program: Program, t: Tables) -> bytes:
    """The tables as the module reads them: its words, and behind these its vectors, each with its length."""
    words: list[int] = []
    vectors = b""
    fields = layout(program)
    for name, kind in fields:
        value = getattr(t.repeats if "." in name else t, name.rpartition(".")[2])
        if kind.is_vector:
            words.append(8 * len(fields) + len(vectors))
            numbers = [int(number) for number in value]
            vector = struct.pack(f"<q{len(numbers)}{'h' if str(kind) == 'Vec16' else 'q'}", len(numbers), *numbers)
            vectors += vector + bytes(-len(vector) % 8)
        else:
            words.append(int(value))
    return struct.pack(f"<{len(words)}q", *words) + vectors


def describe_start(rules: Ruleset) -> dict[str, Any]:
    """The board with which a game begins."""
    position = start(rules)
    cells = [int(cell) for cell in position._cells]
    return {"cells": cells, "king": int(position._king), "side": int(position._side), "n": rules.size}


def expect_lines(rules: Ruleset, depth: int) -> list[int]:
    """How many lines of moves there are, to each depth."""
    return [perft(start(rules), plies, bulk=False) for plies in range(1, depth + 1)]


def set_up(t: Tables, cells: Any, king: int, side: int, flags: int = int(SET_UP)) -> MutablePosition:
    """A position that is set up by hand."""
    key = zobrist_key(t, cells, side, 0, flags, 0, NO_MOVE, None)
    history = History(t, None, 0, repetition_key(t, cells, key, side), flags)
    status = status_of(t, cells, king, side, 0, flags, 0, 0, 0)
    return MutablePosition(t, cells, king, side, 0, 0, flags, 0, 0, status, key, history)


class Game:
    """A game that is written down as it is played: each row has what the module is to say, and the move."""

    def __init__(self, position: MutablePosition, random: Random) -> None:
        self.rows: list[list[int | str]] = []
        self.position = position
        self._random = random
        self._moves = room(position.t)

    def look(self) -> list[int]:
        """Note the position, after a roll of the die perhaps; return the legal moves."""
        position = self.position
        roll = 0
        over = int(position.end())
        waits = over == 0 and position.can_roll()
        if waits and (int(position.fill(self._moves, 0)) == 0 or self._random.random() < 0.7):
            roll = self._random.randint(1, int(position.t.die))
            position.roll = roll
            over = int(position.end())
        count = int(position.fill(self._moves, 0)) if over == 0 else 0
        codes = [int(self._moves[i]) for i in range(count)]
        mixed = 0
        for code in codes:
            mixed = (mixed * 31 + code) % _MIX
        history = position.history
        report = int(history.code(history.depth)) >> _REPORT
        self.rows.append([roll, over, count, mixed, str(int(position.key)), report, int(position.occurrences())])
        return codes

    def play(self, code: int) -> None:
        """Make a move, and note it, with why it takes what it takes."""
        position, q, to = self.position, code >> 10, code & 1023
        king = to if position.cells[q] == _KING else position.king
        mixed = 0
        for square, (kind, captors) in captures(position.t, position.cells, king, q, to).items():
            for number in (square, place(kind), len(captors), *captors):
                mixed = (mixed * 31 + number) % _MIX
        self.rows[-1] += [code, mixed]
        position.make(q, to)


def expect_game(rules: Ruleset, random: Random, longest: int) -> list[list[int | str]]:
    """A game of random moves, of which many are taken back, so that positions recur."""
    position = start(rules)._mutable()
    game = Game(position, random)
    while True:
        codes = game.look()
        if not codes or len(game.rows) > longest:
            return game.rows
        code = random.choice(codes)
        history = position.history
        last = int(history.code(history.depth - 1)) & 0xFFFFF if history.depth > 1 else 0
        back = (last & 1023) << 10 | last >> 10
        game.play(back if random.random() < 0.3 and back in codes else code)


def crowd(rules: Ruleset, random: Random, number: int) -> tuple[MutablePosition, dict[str, Any]]:
    """A random crowded board: mixed, or with a fort, a ring or rows at the edge, so that rare rules matter."""
    first = start(rules)._mutable()
    t, cells, n, stride = first.t, first.cells, int(first.t.n), int(first.t.stride)
    kinds = sorted({int(cell) for cell in cells} - {0, _KING, int(WALL)})
    attackers = [kind for kind in kinds if kind & int(ATTACKERS)] or [1]
    defenders = [kind for kind in kinds if kind & int(DEFENDERS)] or [2]
    mode = number % 4
    squares = [int(q) for q in t.squares]
    king = random.choice([q for q in squares if mode != 1 or q % stride in (1, n) or q // stride in (1, n)])
    few = random.choice((0.05, 0.2, 0.4))
    for q in squares:
        gap = max(abs(q % stride - king % stride), abs(q // stride - king // stride))
        edge = min(q % stride - 1, q // stride - 1, n - q % stride, n - q // stride)
        cells[q] = 0
        if mode == 0:
            cells[q] = random.choice([0] * int(2 / few) + attackers + defenders)
        elif mode == 1:  # a fort
            near = gap == 1 or (gap == 2 and random.random() < 0.5)
            if near and random.random() < 0.6:
                cells[q] = random.choice(defenders)
            elif gap > 2 and random.random() < few:
                cells[q] = random.choice(attackers)
        elif mode == 2:  # a ring
            ring = 1 + number // 4 % 2
            if edge == ring and random.random() < 0.97:
                cells[q] = random.choice(attackers)
            elif edge > ring and random.random() < few:
                cells[q] = random.choice(defenders)
        elif edge == 0 and random.random() < 0.5:  # rows at the edge
            cells[q] = random.choice(defenders)
        elif edge < 2 and random.random() < 0.6:
            cells[q] = random.choice(attackers)
    cells[king] = _KING
    side = random.randrange(2)
    described = {"cells": [int(cell) for cell in cells], "king": king, "side": side}
    return set_up(t, cells, king, side), described


def expect_refusals(rules: Ruleset, position: MutablePosition, random: Random, count: int) -> list[list[int]]:
    """Moves, most of them illegal, each with the first reason against it and the square that it is about, or -1."""
    squares = [*map(int, position.t.squares), 0]
    found: list[list[int]] = []
    for _ in range(count):
        q, to = random.choice(squares), random.choice(squares)
        if random.random() < 0.7:
            to = random.choice([square for square in squares if q and (square - q) % (rules.size + 2) == 0] or [q])
        why = refusal(
            position.t, position.cells, position.king, position.side, position.roll, position.confinement(),
            position.berserk, q, to,
        )  # fmt: skip
        found.append([q, to, -1 if why is None else place(why[0]) << 10 | int(why[1])])
    return found


def expect_playouts(rules: Ruleset, count: int) -> list[list[int | str]]:
    """How random games end, after how many plies, and on which board."""
    found: list[list[int | str]] = []
    for seed in range(count):
        position = start(rules).as_lenient()._mutable()
        over = int(play_out(position, seed, 300))
        found.append([over, int(position.ply), str(int(position.key))])
    return found


def expect_set_up(rules: Ruleset, random: Random, number: int) -> dict[str, Any]:
    """A short game from a crowded board, of moves that capture or end something where there are such."""
    position, described = crowd(rules, random, number)
    if position.end() == 0:
        described["refused"] = expect_refusals(rules, position, random, 12)
    game = Game(position, random)
    while True:
        codes = game.look()
        if not codes or len(game.rows) > _LONGEST:
            return {**described, "line": game.rows}
        roll = position.roll
        tried: list[tuple[int, int]] = []
        for _ in range(12):
            code = random.choice(codes)
            position.make(code >> 10, code & 1023)
            history = position.history
            report = int(history.code(history.depth)) >> _REPORT
            tried.append((2 * (position.status != 0) + (report & 32 != 0), code))
            position.unmake()
            position.roll = roll
        game.play(max(tried, key=lambda one: one[0])[1])


def describe_evaluation(rules: Ruleset, t: Tables) -> tuple[dict[str, Any], Evaluation]:
    """What an evaluation is made from, and the evaluation."""
    trained = shipped(rules)
    made = evaluation_for(rules, t) if trained is None else of_trained(trained, rules, t)
    size = int(t.size)
    described = {
        "weights": [int(weight) for weight in made.weights],
        "pieces": [int(made.pieces[kind * size + q]) for kind in range(3) for q in map(int, t.squares)],
        "men": [int(man) for man in made.men],
        "enough": int(made.enough),
        "offset": int(made.offset),
        "network": None,
    }
    if trained is not None and trained.biases:
        described["network"] = {
            "biases": list(trained.biases), "hidden": list(trained.hidden), "outputs": list(trained.outputs),
        }  # fmt: skip
    return described, made


def expect_search(rules: Ruleset, nodes: int, lines: int = 1) -> dict[str, Any]:
    """What a search finds, depth by depth."""
    position = start_of(rules)
    described, evaluation = describe_evaluation(rules, position.t)
    search = Search(position, evaluation, Transpositions(1))
    search.begin(position, nodes, None, lines)
    depths: list[Any] = []
    more = True
    while more:
        more = search.deepen()
        found = [[int(value), [int(code) for code in line]] for value, line in search.lines]
        depths.append([int(search.depth), int(search.nodes), found])
    return {"evaluation": described, "nodes": nodes, "lines": lines, "depths": depths}


def expect_proofs(rules: Ruleset, random: Random, count: int, nodes: int) -> list[dict[str, Any]]:
    """What the proof search finds from crowded boards."""
    found: list[dict[str, Any]] = []
    for number in range(count):
        crowded, described = crowd(rules, random, 4 * number)
        if crowded.end() != 0:
            continue
        position = set_up(crowded.t, crowded.cells, crowded.king, crowded.side, int(SET_UP | LENIENT))
        side = int(random.choice((ATTACKING, DEFENDING)))
        t = position.t
        by_path = not t.repeats.keyed
        limits = int(t.quiet_limit), int(t.move_limit)
        prover = Prover(position, side, ProofTable(1 << 20), *limits, set(), by_path, set(), None)
        result = prover.prove(nodes, 400)
        line = prover.line(nodes) if result == 1 else []
        numbers = [int(number) for number in (prover.pn, prover.dn, prover.nodes)]
        found.append({**described, "prover": side, "limits": limits, "byPath": by_path, "result": result,
                      "numbers": numbers, "line": line})  # fmt: skip
    return found


def expect(
    rulesets: Mapping[str, Ruleset], depth: int, games: int, set_ups: int, nodes: int, proofs: int
) -> Iterator[dict[str, Any]]:
    """All that is compared, ruleset by ruleset."""
    for name, rules in rulesets.items():
        random = Random(name)
        yield {
            "name": name,
            **describe_start(rules),
            "perft": expect_lines(rules, depth),
            "games": [expect_game(rules, random, 200) for _ in range(games)],
            "setUps": [expect_set_up(rules, random, number) for number in range(set_ups)],
            "playouts": expect_playouts(rules, 3),
            "search": expect_search(rules, nodes) if nodes else None,
            "proofs": expect_proofs(rules, random, proofs, 2000),
        }


def write_tables(program: Program, rulesets: Iterable[Ruleset], folder: Path) -> None:
    """Write the words of each ruleset's tables, by their numbers."""
    for number, rules in enumerate(rulesets):
        (folder / f"{number}.bin").write_bytes(pack_tables(program, start(rules)._t))
