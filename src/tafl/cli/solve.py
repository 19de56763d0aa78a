"""Prove whether a side can force a win, and print a winning line. Without --side it is the
side that the record names as the winner, else either side, the one to move first.

A win is an end on the board: a capture, an escape, a formation, a blocked opponent. It
holds against every defence, after any earlier moves, and for every roll of a die. Ends by
repetition and by a limit of quiet moves do not count as wins.

A puzzle of a game record (.otg) begins where its tags say, any other record at its start;
--ply chooses another position. The winner's moves in the rest of the record are then
checked: each must keep the win.

----

examples:
  tafl solve examples/puzzles/two_ways.otg
  tafl solve /t6/7/7/3K3/7/7/7/ --variant brandubh --turn defenders --all
  tafl solve game.otg --ply 40 --side attackers --seconds 10

With --json it writes an object: name, variant, position, turn, side, verdict, line, nodes,
seconds, proof_number, disproof_number, solution, first_moves.

The exit status is 0 if the side wins and the record's solution does not fail, 1 if it does
not win, that is open, or the solution fails, and 2 if something could not be read.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from hnefatafl.board import Move, Side
from hnefatafl.errors import IllegalMoveError, NotationError
from hnefatafl.notation import otn
from hnefatafl.play import Position
from hnefatafl.search import Limit, Proof, Verdict, solve
from hnefatafl.support.as_json import attributes
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import counted
from tafl.cli.console import CommandError, Console
from tafl.cli.options import POSITION, command, option, shared
from tafl.cli.subject import find_named, position_of, refuse_additions, subject_of


@command(
    "solve",
    __doc__,
    *POSITION,
    option("--side SIDE", "the side that is to win: attackers or defenders"),
    option("--ply N", "the position of a game after N moves"),
    shared("--seconds", default="60"),
    "--nodes",
    "--depth",
    "--memory",
    option("--all", "list all first moves that win"),
    "--json",
    "--no-progress",
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Solve the position, and check the record's solution if there is one."""
    name, position, winner, solution = _find_problem(options)
    solver = _Solver(options, console)
    # The side that is asked for, else the winner of the record, else either, the one to move first.
    side = options.side or winner
    proof = solver.solve(position, side or position.turn)
    if proof.verdict is not Verdict.WON and side is None:
        second_proof = solver.solve(position, position.turn.opponent)
        proof = second_proof if second_proof.verdict is Verdict.WON else proof
    checked = list(solver.check(position, solution, proof))
    first = list(solver.judge_first_moves(position, proof)) if options.all else None
    if options.json:
        data = _convert_proof(name, position, proof)
        data["solution"] = [{"move": move, "verdict": verdict} for move, verdict in checked]
        console.json(data if first is None else {**data, "first_moves": dict(first)})
    else:
        lines = [*_format_proof(name, position, proof), *_format_solution(checked), *_format_first_moves(first or [])]
        console.line("\n".join(lines))
    is_held = all(verdict is not Verdict.NOT_WON for _, verdict in checked)
    return 0 if proof.verdict is Verdict.WON and is_held else 1


def _find_problem(options: argparse.Namespace) -> tuple[str, Position, Side | None, list[Move]]:
    """What to solve: its name, the position, the winner of the record that it comes from, and the moves that follow in
    the record."""
    typed, game = find_named(options)
    if game is None:
        position = position_of(subject_of(typed, None, options))
        return position.ruleset.name, position, None, []
    name: str = options.what
    refuse_additions(options)
    try:
        puzzle = otn.puzzle(game)
    except NotationError as error:
        raise CommandError(f"{name}: {error}", status=1) from None
    ply = options.ply if options.ply is not None else 0 if puzzle is None else puzzle.start
    replay = game.replay()
    if replay.error is not None:
        raise CommandError(f"{name}: the record has an illegal move: {replay.findings[0].message}", status=1)
    moves = [played.move for played in replay.played_moves]
    if ply > len(moves):
        raise CommandError(f"{name}: the record has {len(moves)} moves, and --ply asks for the position after {ply}")
    position = game.initial_position if ply == 0 else replay.played_moves[ply - 1].after
    return Path(name).name, position, game.winner, moves[ply:]


_Judged: TypeAlias = Iterable[tuple[Move, Verdict]]
"""Moves, and what has become of the win after each."""


@frozen
class _Solver:
    """The solver within the limits of the options."""

    options: argparse.Namespace
    console: Console

    def solve(self, position: Position, side: Side, depth: int | None = None) -> Proof:
        """Return whether the side wins, within a depth if one is given instead of that of the options."""
        options = self.options
        limit = Limit(seconds=options.seconds, nodes=options.nodes, depth=depth or options.depth)
        bar = self.console.progress(f"solving for the {side}", None, is_wanted=options.progress)

        def stop() -> bool:
            # Python handles an interrupt here.
            bar.update(0)
            return False

        return solve(position, side, limit, memory=options.memory, stop=stop)

    def check(self, position: Position, solution: list[Move], proof: Proof) -> _Judged:
        """Yield the winner's moves of the record's solution, up to the first that does not keep the win."""
        if proof.verdict is not Verdict.WON:
            return
        for move in solution:
            is_winners = position.turn is proof.side
            position = position.play(move)
            if is_winners:
                verdict = self.solve(position, proof.side).verdict
                yield move, verdict
                if verdict is not Verdict.WON:
                    return

    def judge_first_moves(self, position: Position, proof: Proof) -> _Judged:
        """Yield what becomes of each first move of the side that is to win."""
        if position.turn is not proof.side:
            raise CommandError(f"--all: the {proof.side} are to win, and it is not their move")
        depth: int | None = self.options.depth
        depth_left = None if depth is None else max(depth - 1, 1)
        for move in position.legal_moves():
            after = position.play(move)
            is_open = depth == 1 and after.outcome is None
            yield move, Verdict.OPEN if is_open else self.solve(after, proof.side, depth_left).verdict


def _format_line(position: Position, line: tuple[Move, ...]) -> list[str]:
    """The moves of a line with their captures."""
    played_moves: list[str] = []
    for move in line:
        try:
            played = position.explain(move)
        except IllegalMoveError:
            break
        played_moves.append(otn.format_played_move(played))
        position = played.after
    return played_moves


def _format_proof(name: str, position: Position, proof: Proof) -> Iterator[str]:
    yield f"{name}: {position.turn} to move"
    took = f"{counted(proof.nodes, 'position')}, {proof.seconds:.2f} s"
    if proof.verdict is Verdict.WON:
        plies = len(proof.line)
        yield f"the {proof.side} win, here in {counted(plies, 'ply')} ({took})"
        yield from [" ".join(_format_line(position, proof.line))] * (plies > 0)
    elif proof.verdict is Verdict.NOT_WON:
        yield f"the {proof.side} cannot force a win on the board ({took})"
    else:
        bound = f"proof number {proof.proof_number:,}, disproof number {proof.disproof_number:,}"
        yield f"open: no win of the {proof.side} was found, and none ruled out ({took}; {bound})"


def _format_solution(checked: _Judged) -> Iterator[str]:
    verdict: Verdict | None = None
    for number, (move, verdict) in enumerate(checked, start=1):
        if verdict is Verdict.NOT_WON:
            yield f"the record's solution fails at its move {number}, {move}, which gives the win away"
        elif verdict is Verdict.OPEN:
            yield f"the record's solution is open from its move {number} on, {move}"
    if verdict is Verdict.WON:
        yield "the record's solution keeps the win with every move"


def _format_first_moves(judged: _Judged) -> Iterator[str]:
    for kind, words in ((Verdict.WON, "win"), (Verdict.OPEN, "are open")):
        moves = [str(move) for move, verdict in judged if verdict is kind]
        if moves:
            yield f"first moves that {words}: {' '.join(moves)}"


def _convert_proof(name: str, position: Position, proof: Proof) -> dict[str, object]:
    return {
        "name": name,
        "variant": position.ruleset.name,
        "position": position.board,
        "turn": position.turn,
        **attributes(proof, "side verdict line nodes seconds proof_number disproof_number"),
        "line": _format_line(position, proof.line),
        "seconds": round(proof.seconds, 3),
    }
