"""Random small positions under random rules, and two slow ways to find out who wins them.

    python tests/proving.py --positions 10000 --seed 0

compares the solver with both, and what the search of players calls certain with the first, and prints every
disagreement.

* :func:`wins_within` plays every line of a few plies by the rules as they are, history, limits and all.
* :func:`bare_wins` finds all positions that can be reached in the game without repetition, and then, from the ends
  backwards, which of them are won. It takes few men on a small board.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import Final

from hnefatafl import (
    Board,
    Kind,
    Move,
    Piece,
    PieceSet,
    Position,
    Region,
    Ruleset,
    SearchBoard,
    Side,
    Square,
    Termination,
    variants,
)
from hnefatafl.errors import HnefataflError
from hnefatafl.rules import (
    Announcements,
    Berserk,
    Call,
    Consequence,
    Die,
    EdgeCapture,
    Jump,
    Jumps,
    KingStrength,
    NoMove,
    Repetition,
    Shieldwall,
    Speed,
)
from hnefatafl.search import Limit, Verdict, analyse, solve
from hnefatafl.search._solver import _make_prover

COUNTED: Final = (Termination.REPETITION, Termination.QUIET_LIMIT, Termination.MOVE_LIMIT)
"""The ends that the board alone does not bring about."""


def is_win(position: Position | SearchBoard, side: Side) -> bool | None:
    """Whether the game has ended with a win that the board alone brings about; None while it goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    return outcome.winner is side and outcome.termination not in COUNTED


def wins_within(board: SearchBoard, side: Side, plies: int) -> bool:
    """Whether the side can force such a win within so many plies, by the rules as they are."""
    over = is_win(board, side)
    if over is not None:
        return over
    if plies == 0:
        return False
    mine = board.turn is side
    for move in board.legal_moves():
        board.make(move)
        found = wins_within(board, side, plies - 1)
        board.unmake()
        if found is mine:
            return mine
    if board.can_roll:
        faces = all(_wins_with(board, side, plies, face) for face in range(1, board.position.ruleset.faces + 1))
        if faces is mine:
            return mine
    return not mine


def _wins_with(board: SearchBoard, side: Side, plies: int, face: int) -> bool:
    board.roll(face)
    found = wins_within(board, side, plies)
    board.roll(0)
    return found


class TooMany(Exception):
    """There are more positions than can be gone through."""


Key = tuple[object, ...]


def bare_wins(position: Position, side: Side, most: int) -> bool:
    """Whether the side can force a win in the game without repetition; the limits of quiet and of all moves count."""
    limit, last = position.ruleset.quiet_limit, position.ruleset.move_limit
    start = position.as_lenient()
    after: dict[Key, list[Key]] = {}
    mine: dict[Key, bool] = {}
    won: dict[Key, bool | None] = {}

    def key(each: Position, rolling: bool) -> Key:
        since = each.plies_since_capture if limit else 0
        return (int(each._zobrist()), int(each._roll), since, each.ply if last else 0, rolling)

    waiting: list[tuple[Position, bool]] = [(start, False)]
    seen = {key(start, False)}
    while waiting:
        each, rolling = waiting.pop()
        here = key(each, rolling)
        over = is_win(each, side)
        if over is None and limit and each.plies_since_capture >= limit:
            over = False
        if over is None and last and each.ply >= last:
            over = False
        won[here] = over
        mine[here] = each.turn is side and not rolling
        after[here] = []
        if over is not None:
            continue
        following: list[tuple[Position, bool]] = []
        if rolling:
            following += [(each.roll(face), False) for face in range(1, each.ruleset.faces + 1)]
        else:
            following += [(each.play(move), False) for move in each.legal_moves()]
            if each.can_roll:
                following.append((each, True))
        for one in following:
            there = key(*one)
            after[here].append(there)
            if there not in seen:
                seen.add(there)
                waiting.append(one)
        if len(seen) > most:
            raise TooMany
    return _from_the_ends(after, mine, won)[key(start, False)]


def _from_the_ends(after: dict[Key, list[Key]], mine: dict[Key, bool], won: dict[Key, bool | None]) -> dict[Key, bool]:
    """Which positions are won, given what follows them, who chooses and how they have ended."""
    before: dict[Key, list[Key]] = {key: [] for key in after}
    for key, following in after.items():
        for each in following:
            before[each].append(key)
    left = {key: len(following) for key, following in after.items()}
    found = {key: over is True for key, over in won.items()}
    waiting = [key for key, over in found.items() if over]
    while waiting:
        for key in before[waiting.pop()]:
            left[key] -= 1
            if not found[key] and won[key] is None and (mine[key] or left[key] == 0):
                found[key] = True
                waiting.append(key)
    return found


# Random rules and positions.


def _takes_in_corners(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
    """An extra capture: of every enemy on a corner of the board."""
    foes = PieceSet.DEFENDING_MEN if side is Side.ATTACKERS else PieceSet.ATTACKERS
    return [square for square in board.squares(foes) if {square.file, square.rank} <= {0, board.size - 1}]


def random_rules(random: Random, size: int) -> Ruleset:
    """Rules with a few options taken at random."""
    start = Board(size, {Square(size // 2, size // 2): Piece(Side.DEFENDERS, Kind.KING), Square(1, 0): ATTACKER})
    repetition = Repetition(
        count=random.choice((2, 3)),
        consequence=random.choice(list(Consequence)),
        by=random.choice((None, None, *Side)),
        counts_start=random.random() < 0.7,
        turn=random.random() < 0.7,
        symmetric=random.random() < 0.2,
    )
    chosen: dict[str, object] = {
        "king": random.choice(list(KingStrength)),
        "escape": random.choice((Region.EDGE, Region.CORNERS)),
        "repetition": repetition,
        "no_move": random.choice(list(NoMove)),
        "fewest_attackers": random.choice((0, 1, 2)),
    }
    rare: dict[str, object] = {
        "throne": None,
        "corners": None,
        "berserk": random.choice(list(Berserk)),
        "berserk_escape": True,
        "die": Die(faces=random.choice((1, 2, 3))),
        "forced_capture": True,
        "no_walk_in": random.choice((PieceSet.MEN, PieceSet.ATTACKERS, PieceSet.DEFENDING_MEN)),
        "quiet_limit": random.choice((1, 2, 3, 5, 8, 40)),
        "move_limit": random.choice((1, 2, 3, 5, 8, 12)),
        "immobile_king": True,
        "fewest_defenders": random.choice((1, 2)),
        "edge_capture": random.choice(list(EdgeCapture)),
        "joint_capture": True,
        "shieldwall": Shieldwall(flanking=random.random() < 0.5),
        "linnaean_capture": True,
        "line_capture": True,
        "king_line_capture": True,
        "exit_fort": True,
        "encirclement": True,
        "tuichu_wins": True,
        "edge_hostile": PieceSet.ALL,
        "speed": Speed(king=random.choice((1, 2)), attackers=random.choice((1, 3))),
        "announcements": Announcements(way_out=Call.MUST, raichi=True, binding=True),
        "jumps": Jumps(soldiers=random.choice(list(Jump)), king=random.choice(list(Jump))),
        "extra_captures": (_takes_in_corners,),
    }
    for name in random.sample(sorted(rare), random.choice((0, 1, 2, 4))):
        chosen[name] = rare[name]
    try:
        return Ruleset(name="random", size=size, start=start, **chosen)  # type: ignore[arg-type]
    except HnefataflError:
        return random_rules(random, size)


ATTACKER: Final = Piece(Side.ATTACKERS, Kind.SOLDIER)
_KINDS: Final = (Kind.SOLDIER, Kind.SOLDIER, Kind.SOLDIER, Kind.SOLDIER, Kind.COMMANDER, Kind.KNIGHT, Kind.MERCENARY)


def random_board(random: Random, size: int, attackers: int, defenders: int, near: bool) -> Board:
    """A board with a king and so many men, the king's neighbours among them if ``near``."""
    squares = [Square(file, rank) for file in range(size) for rank in range(size)]
    random.shuffle(squares)
    king = squares[0]
    if near:
        squares.sort(
            key=lambda square: abs(square.file - king.file) + abs(square.rank - king.rank) + random.random() * 4
        )
    squares.remove(king)
    pieces = {king: Piece(Side.DEFENDERS, Kind.KING)}
    special = random.random() < 0.2
    for at, square in enumerate(squares[: attackers + defenders]):
        side = Side.ATTACKERS if at < attackers else Side.DEFENDERS
        pieces[square] = Piece(side, random.choice(_KINDS) if special else Kind.SOLDIER)
    if near:
        men = list(pieces.values())[1:]
        random.shuffle(men)
        pieces = dict(zip(pieces, [pieces[king], *men], strict=True))
    return Board(size, pieces)


def random_position(random: Random, rules: Ruleset, attackers: int, defenders: int) -> Position | None:
    """A position that goes on, mostly at its start, and sometimes after some moves to and fro."""
    board = random_board(random, rules.size, attackers, defenders, random.random() < 0.7)
    announced = not rules.announcements.binding or random.random() < 0.5
    try:
        position = Position.from_board(board, rules, random.choice(list(Side)), announced=announced)
    except HnefataflError:
        return None
    played: list[Move] = []
    for _ in range(random.choice((0, 0, 2, 5, 9))):
        position = _onwards(random, position, played)
    return None if position.outcome is not None else position


def _onwards(random: Random, position: Position, played: list[Move]) -> Position:
    """The position after a random move, often one back to where the piece came from."""
    if position.outcome is not None:
        return position
    if position.can_roll and random.random() < 0.3:
        position = position.roll(random.randint(1, position.ruleset.faces))
    moves = position.legal_moves()
    if not moves:
        return position
    back = [
        move
        for move in moves
        if played and (move.origin, move.target) == (played[-2:][0].target, played[-2:][0].origin)
    ]
    move = random.choice(back) if back and random.random() < 0.8 else random.choice(moves)
    played.append(move)
    return position.play(move, announce=random.random() < 0.7)


class Tally:
    """What a comparison has come to."""

    def __init__(self) -> None:
        self.positions = 0
        self.won = 0
        self.refuted = 0
        self.checked = 0
        self.claimed = 0
        self.faults: list[str] = []


def compare(random: Random, tally: Tally, position: Position, plies: int, most: int) -> None:
    """Compare the solver with both slow ways, for both sides."""
    for side in Side:
        tally.positions += 1
        proof = solve(position, side, Limit(nodes=4000), memory=1)
        prover = _make_prover(position, side, 1, set(), None)
        prover.prove(4000, 400)
        shown = f"{side} {proof.verdict} {position.setup!r} ply {position.ply} {position.ruleset!r}"
        tally.won += proof.verdict is Verdict.WON
        tally.refuted += proof.verdict is Verdict.NOT_WON
        within = wins_within(SearchBoard(position), side, plies)
        if proof.verdict is Verdict.WON and int(prover.length) <= plies:
            tally.checked += 1
            if not within:
                tally.faults.append(f"not won within {plies} plies: {shown}")
        if proof.verdict is Verdict.NOT_WON and within:
            tally.faults.append(f"won within {plies} plies: {shown}")
        if most and position.ply == 0:
            try:
                won = bare_wins(position, side, most)
            except TooMany:
                continue
            tally.checked += 1
            if proof.verdict is not Verdict.OPEN and won is not (proof.verdict is Verdict.WON):
                tally.faults.append(f"{'won' if won else 'not won'} from the ends backwards: {shown}")


def compare_search(tally: Tally, position: Position, plies: int) -> None:
    """Compare what the search of players calls certain with all lines of so many plies."""
    analysis = analyse(position, Limit(nodes=1500), memory=1)
    within = analysis.score.plies
    if not analysis.proven or within is None or within > plies:
        return
    winner = position.turn if analysis.score.value > 0 else position.turn.opponent
    tally.claimed += 1
    if not wins_within(SearchBoard(position), winner, within):
        shown = f"{winner} {position.setup!r} ply {position.ply} {position.ruleset!r}"
        tally.faults.append(f"the search is wrong about a win within {within} plies: {shown}")


def main(arguments: list[str]) -> int:
    """Compare random positions."""
    parser = argparse.ArgumentParser(description="compare the solver with exhaustive search")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=3000, help="positions to go through from the ends backwards")
    options = parser.parse_args(arguments)
    tally = run(options.positions, options.seed, options.most)
    print(
        f"{tally.positions} positions, {tally.won} won, {tally.refuted} not won, {tally.checked} checked exhaustively,"
        f" {tally.claimed} claims of the search, too"
    )
    print(*tally.faults, sep="\n")
    return 1 if tally.faults else 0


def run(positions: int, seed: int, most: int) -> Tally:
    """Compare so many random positions: small ones of random rules, and ones of all shipped rulesets."""
    random = Random(seed)
    tally = Tally()
    shipped = [variants.get(name) for name in variants.names()]
    while tally.positions < positions:
        any_rules = random.random() < 0.7
        rules = random_rules(random, random.choice((5, 5, 6, 7))) if any_rules else random.choice(shipped)
        small = rules.size <= 5
        men = random.choice(((1, 0), (2, 0), (1, 1), (2, 1), (3, 1)) if small else ((2, 0), (3, 1), (4, 2), (6, 2)))
        position = random_position(random, rules, *men)
        if position is not None:
            plies = 4 if rules.size <= 5 and sum(men) < 4 else 3 if rules.size <= 7 else 2
            compare(random, tally, position, plies, most if small else 0)
            compare_search(tally, position, plies)
    return tally


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
