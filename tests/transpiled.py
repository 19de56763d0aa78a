"""What the modules in WebAssembly are compared with: lines counted, games, set-ups and searches of the library.

Each of the functions that begin with ``expect`` returns what ``wasm/check.mjs`` is to find again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from planting import random_ruleset
from proving import random_rules

from hnefatafl import PieceSet, Position, Ruleset, Side, perft, variants
from hnefatafl._kernel.captures import apply_move
from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKING,
    DEFENDERS,
    DEFENDING,
    IGNORED,
    LENIENT,
    NO_MOVE,
    SET_UP,
    UNANNOUNCED,
    WALL,
    opponent,
)
from hnefatafl._kernel.generate import room
from hnefatafl._kernel.history import History, repetition_key, zobrist_key
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.perft import perft as count_lines
from hnefatafl._kernel.play import status_of
from hnefatafl._kernel.playouts import play_out
from hnefatafl._kernel.queries import (
    attacking,
    codes_made,
    counted,
    men_taken,
    mobility_of,
    more_taken,
    reach_of,
    reaching,
    rolls_made,
    taken_by,
)
from hnefatafl._kernel.reasons import captures, refusal
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.threats import said, said_newly
from hnefatafl.errors import RulesetError
from hnefatafl.notation.data import pack_tables
from hnefatafl.rules import (
    Announcements,
    Berserk,
    Call,
    Consequence,
    Die,
    GuardCapture,
    Jump,
    Jumps,
    LimitConsequence,
    NoMove,
    Passing,
    Repetition,
    Roll,
    Speed,
)
from hnefatafl.search._core.alphabeta import AlphaBetaSearch
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


BASES: Final = ("brandubh", "tablut", "ard-ri", "berserk", "hnefatafl-11-dice", "copenhagen")
MEN: Final = (PieceSet.ATTACKERS, PieceSet.DEFENDING_MEN, PieceSet.ATTACKERS | PieceSet.DEFENDING_MEN)
LIMITS: Final[tuple[int, ...]] = (4, 6, 10)
RARE: Final[Mapping[str, Callable[[Random], Mapping[str, Any]]]] = {
    "die": lambda random: {
        "die": Die(
            faces=random.choice((2, 3, 6)),
            pieces=random.choice((PieceSet.KING, *MEN, PieceSet.ATTACKERS | PieceSet.DEFENDERS)),
            allows=random.choice(list(Roll)),
        )
    },
    "announcements": lambda random: {
        "announcements": Announcements(way_out=random.choice((Call.MAY, Call.MUST)), binding=True),
    },
    "tuichu": lambda random: {"tuichu_wins": True},
    "ring": lambda random: {
        "encirclement": True,
        **{name: random.random() < 0.5 for name in ("secure_ring", "whole_ring", "edge_ring")},
    },
    "secure": lambda random: {"encirclement": True, "secure_ring": True, "line_capture": random.random() < 0.5},
    "fort": lambda random: {"exit_fort": True, "simple_fort": random.random() < 0.4},
    "lines": lambda random: {"line_capture": random.random() < 0.7, "king_line_capture": random.random() < 0.7},
    "forced": lambda random: {"forced_capture": True},
    "immobile": lambda random: {"immobile_king": True},
    "lost": lambda random: {"no_escape": True},
    "steps": lambda random: {random.choice(("walk_in", "no_walk_in")): random.choice(MEN)},
    "captors": lambda random: {"three_captors": random.choice(MEN), "guard_capture": random.choice(list(GuardCapture))},
    "berserk": lambda random: {"berserk": random.choice(list(Berserk)), "berserk_escape": random.random() < 0.5},
    "jumps": lambda random: {"jumps": Jumps(soldiers=random.choice(list(Jump)), king=random.choice(list(Jump)))},
    "speed": lambda random: {"speed": Speed(attackers=random.choice((None, 1, 3)), king=random.choice((None, 1, 2)))},
    "passing": lambda random: {
        "may_pass": random.choice(list(Passing)), "no_move": random.choice(list(NoMove)),
    },
    "quiet": lambda random: {
        "quiet_limit": random.choice(LIMITS), "quiet_limit_consequence": random.choice(list(LimitConsequence)),
    },
    "moves": lambda random: {
        "move_limit": random.choice(LIMITS), "move_limit_consequence": random.choice(list(LimitConsequence)),
    },
    "few": lambda random: {"fewest_attackers": random.randint(1, 6), "fewest_defenders": random.randint(1, 3)},
    "pairs": lambda random: {"joint_capture": True, "linnaean_capture": True},
    "repetition": lambda random: {
        "repetition": Repetition(
            count=random.choice((2, 3)), consequence=random.choice(list(Consequence)),
            by=random.choice((None, *Side)), turn=random.random() < 0.7, symmetric=random.random() < 0.3,
        )
    },
}  # fmt: skip
"""Rare options, each as a draw of its values, so that every line of the rules is asked."""


def rare_rulesets(count: int, seed: str) -> dict[str, Ruleset]:
    """Rulesets of which each has one to three options that are rare, by names of their own."""
    made: dict[str, Ruleset] = {}
    for number in range(count):
        random = Random(f"{seed} {number}")
        while f"{seed} {number}" not in made:
            rules = variants.get(BASES[number % len(BASES)])
            chosen = random.sample(sorted(RARE), random.randint(1, 3))
            try:
                for name in chosen:
                    rules = rules.evolve(name="rare", **RARE[name](random))
            except RulesetError:
                continue  # these do not go together
            made[f"{seed} {number}"] = rules
    return made


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
        refused = mix(try_moves(position, len(self.rows))) if over == 0 else 0
        times = int(position.occurrences())
        self.rows.append([roll, over, count, mixed, str(int(position.key)), report, times, refused])
        return codes

    def play(self, code: int) -> None:
        """Make a move, and note it, with why it takes what it takes."""
        position, q, to = self.position, code >> 10, code & 1023
        king = to if position.cells[q] == _KING else position.king
        numbers: list[int] = []
        for square, (kind, captors) in captures(position.t, position.cells, king, q, to).items():
            numbers += [square, place(kind), len(captors), *captors]
        self.rows[-1] += [code, mix(numbers), mix(taken_men(position, king, q, to)), announced(position, q, to)]
        position.make(q, to)


def mix(numbers: Iterable[int]) -> int:
    """One number for many."""
    mixed = 0
    for number in numbers:
        mixed = (mixed * 31 + number) % _MIX
    return mixed


def taken_men(position: MutablePosition, king: int, q: int, to: int) -> list[int]:
    """What a move takes, as bots ask, and as the boards before and after it show."""
    t, before = position.t, position.cells
    after = before[:]
    taken = apply_move(t, after, king, q, to, None)
    code = q << 10 | to
    men = men_taken(t, before, after, code, taken)
    return [*taken_by(t, before, position.king, q, to), *men, *more_taken(t, before, after, code, taken)]


def announced(position: MutablePosition, q: int, to: int) -> int:
    """What the side that moves announces, and times 16 what the other does."""
    t, king, side, roll = position.t, position.king, position.side, position.roll
    before = position.cells[:]
    position.make(q, to)
    both = 0
    if position.end() == 0:
        own = said(t, position.cells, position.king, side) if position.berserk == 0 else 0
        other = said_newly(t, before, king, t, position.cells, position.king, opponent(side))
        both = int(own | other << 4)
    position.unmake()
    position.roll = roll
    return both


def ask(position: MutablePosition, q: int) -> list[int]:
    """What bots ask of a board and a square."""
    t, cells, king = position.t, position.cells, position.king
    sides = ATTACKERS, DEFENDERS
    own = next((side for side in sides if cells[q] & side), ATTACKERS)
    return [
        *(int(mobility_of(t, cells, king, side)) for side in sides),
        *(int(counted(t, cells, side)) for side in sides),
        *reach_of(t, cells, king, q), *attacking(t, cells, king, q), *reaching(t, cells, king, own, q),
        *codes_made(position.history), *rolls_made(position.history),
    ]  # fmt: skip


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
    flags = int(SET_UP | UNANNOUNCED) if t.binding and random.random() < 0.5 else int(SET_UP)
    described = {"cells": [int(cell) for cell in cells], "king": king, "side": side, "flags": flags}
    return set_up(t, cells, king, side, flags), described


def try_moves(position: MutablePosition, ply: int) -> list[int]:
    """The first reason against each of some moves, most of them illegal, and the square that it is about; or -1."""
    t = position.t
    n, squares = int(t.n), [int(q) for q in t.squares]
    tries: list[tuple[int, int]] = []
    for i in range(8):
        at = (ply * 7 + i * 13) % (n * n)
        to = at // n * n + (at + i + 1) % n if i % 2 else (at + n * (i // 2 + 1)) % (n * n)
        tries.append((squares[at], squares[to]))
    tries += [(squares[0], squares[0]), (int(position.berserk), int(position.berserk))]
    found: list[int] = []
    for q, to in tries:
        why = refusal(
            t, position.cells, position.king, position.side, position.roll, position.confinement(), position.berserk,
            q, to,
        )  # fmt: skip
        found.append(0 if why is None else 1 + (place(why[0]) << 10 | int(why[1])))
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
    depth = 2 if rules.size < 9 else 1
    described["perft"] = [
        [int(count_lines(position, plies + 1, bulk)) for plies in range(depth)] for bulk in (False, True)
    ]
    if position.end() == 0:
        asked = [random.choice([int(q) for q in position.t.squares]) for _ in range(4)]
        described["asked"] = [[q, mix(ask(position, q))] for q in asked]
        lenient = set_up(position.t, position.cells[:], position.king, position.side, int(SET_UP | LENIENT))
        described["playout"] = [int(play_out(lenient, number, 300)), int(lenient.ply), str(int(lenient.key))]
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
    described: dict[str, Any] = {
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


def expect_searches(rules: Ruleset, random: Random, nodes: int) -> dict[str, Any]:
    """What searches find: from the start for one line, and from crowded boards for two and with fewer nodes."""
    position = start_of(rules)
    described, evaluation = describe_evaluation(rules, position.t)
    searches = [expect_search(position, evaluation, {**describe_start(rules), "past": []}, nodes, 1)]
    for number in range(3):
        crowded, at = crowd(rules, random, 2 * number)
        at["past"] = wander(crowded, random, 8) if number and crowded.end() == 0 else []
        searches.append(expect_search(crowded, evaluation, at, nodes // 5, 2))
    return {"evaluation": described, "searches": searches}


def expect_search(
    position: MutablePosition, evaluation: Evaluation, at: Mapping[str, Any], nodes: int, lines: int
) -> dict[str, Any]:
    """What a search finds from one position, depth by depth."""
    search = AlphaBetaSearch(position, evaluation, Transpositions(1))
    search.begin(position, nodes, None, lines)
    depths: list[Any] = []
    more = True
    while more:
        more = search.deepen()
        found = [[int(value), [int(code) for code in line]] for value, line in search.lines]
        depths.append([int(search.depth), int(search.nodes), found])
    return {**at, "nodes": nodes, "lines": lines, "depths": depths}


def expect_proofs(rules: Ruleset, random: Random, count: int, nodes: int) -> list[dict[str, Any]]:
    """What the proof search finds from crowded boards: some within so many plies only, and every other of them with a
    past that may not be repeated."""
    found: list[dict[str, Any]] = []
    for number in range(4 * count):
        crowded, described = crowd(rules, random, number)
        if crowded.end() != 0:
            continue
        position = set_up(crowded.t, crowded.cells, crowded.king, crowded.side, int(SET_UP | LENIENT))
        past = wander(position, random, 14) if number % 2 else []
        within = random.randint(2, 6) if number % 4 > 1 else 0
        side = int(random.choice((ATTACKING, DEFENDING)))
        prover = make_prover(position, side)
        result = prover.prove(nodes, within or 400, bounded=within > 0)
        line = prover.line(nodes) if result == 1 else []
        numbers = [int(number) for number in (prover.pn, prover.dn, prover.nodes)]
        found.append({**described, "past": past, "prover": side, "within": within, "result": result,
                      "numbers": numbers, "line": line})  # fmt: skip
    return found


def wander(position: MutablePosition, random: Random, plies: int) -> list[int]:
    """Make so many moves without the die that end nothing and are mostly taken back; return their codes."""
    moves = room(position.t)
    made: list[int] = []
    while len(made) < plies and not position.can_roll():
        codes = [int(moves[i]) for i in range(int(position.fill(moves, 0)))]
        back = (made[-2] & 1023) << 10 | made[-2] >> 10 if len(made) > 1 else 0
        code = back if back in codes and random.random() < 0.8 else random.choice(codes)
        position.make(code >> 10, code & 1023)
        if position.end() != 0:
            position.unmake()
            break
        made.append(code)
    return made


def make_prover(position: MutablePosition, side: int) -> Prover:
    """A prover as ``search.solve`` makes it of a position in which repetitions and limits count."""
    t, played = position.t, position.history
    counts = t.repeats.what != IGNORED
    by_path = counts and not t.repeats.keyed
    past = set[int]()
    if counts:
        past |= set(played.past_keys(position.since_capture, 1 if by_path else t.repeats.count - 1))
    flags = int(position.unannounced | LENIENT)
    alone = History(t, None, played.code(played.depth), played.repetition_key(), flags)
    board = MutablePosition(
        t, position.cells[:], position.king, position.side, position.ply, position.since_capture, flags, position.roll,
        position.berserk, position.status, position.key, alone,
    )  # fmt: skip
    return Prover(board, side, ProofTable(1 << 20), int(t.quiet_limit), int(t.move_limit), past, by_path, set(), None)


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
            "search": expect_searches(rules, random, nodes),
            "proofs": expect_proofs(rules, random, proofs, 3000),
        }


def write_tables(rulesets: Iterable[Ruleset], folder: Path) -> None:
    """Write the words of each ruleset's tables, by their numbers."""
    for number, rules in enumerate(rulesets):
        (folder / f"{number}.bin").write_bytes(pack_tables(rules))
