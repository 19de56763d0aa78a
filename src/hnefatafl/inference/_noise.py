"""Slips of records: why a record can disagree with the rules by which it was played.

A record that disagrees with a ruleset was played by other rules, or recorded badly. :func:`explain_noise` looks for one
slip without which record and rules agree. The kinds of slips are those that archives have:

* squares written as captured that belong to a move that was clicked and taken back;
* a missing move, most often the first;
* moves that are written twice, or that were taken back;
* a captured man who is not written, a token that is no move, a result that was not entered;
* omitted moves of berserk turns (:mod:`hnefatafl.notation.completion`).

Some slips are certain: the record contradicts itself, so no rules explain it (:attr:`Slip.is_certain`). Such a record
says nothing against a ruleset. Other slips are merely possible, since a wrong ruleset makes some records look as if
they had one; :attr:`Slip.cost` weighs that.

>>> from hnefatafl import variants
>>> from hnefatafl.notation import archive
>>> lines = ["c4-c3 d2-c2", "d1-c1 c4-c2 c4-c2 c1-b1", "d1-c1 c4-c2xd7 d7-c7", "d1-c1 c4-b3"]
>>> for game in archive.parse_games(lines, variants.BRANDUBH):
...     print(game.replay().verdict, "-", explain_noise(game))
illegal@0 - missing-first-move@0
illegal@2 - doubled-move@2
capture-stray@1 - stray-capture@1
illegal@1 - None
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from attrs import evolve, field

from hnefatafl._base.as_json import written
from hnefatafl._base.brief import brief
from hnefatafl._base.declared import Listed
from hnefatafl._base.seal import frozen
from hnefatafl.board import Move, Side, Square
from hnefatafl.errors import HnefataflError
from hnefatafl.inference._records import tells_captures
from hnefatafl.inference._replaying import replay_under
from hnefatafl.records import Finding, FindingKind, Game, RecordedMove, Replay
from hnefatafl.rules import Berserk, Ruleset
from hnefatafl.rules._given import optional_ruleset

_CAPTURES: Final = frozenset({FindingKind.UNEXPECTED_CAPTURE, FindingKind.MISSING_CAPTURE})
_RESULTS: Final = {Side.ATTACKERS: "Black", Side.DEFENDERS: "White", None: "Draw"}
_LONGEST: Final = 8
"""The number of moves that can have been written twice or taken back together, at most."""
_MOST: Final = 400
"""The number of repairs that are tried at most."""
_PLIES: Final = 50_000
"""The number of moves that are replayed for them, about; of a very long record fewer repairs are tried."""


class SlipKind(Listed):
    """What can go wrong in recording a game.

    >>> SlipKind("doubled-move")
    SlipKind.DOUBLED_MOVE
    """

    OMITTED_TURN = "omitted-turn"
    """The later moves of berserk turns are left out, as the archive of aagenielsen.dk does."""
    ODD_TOKEN = "odd-token"
    """A token is no move."""
    DOUBLED_MOVE = "doubled-move"
    """A move is written twice."""
    STRAY_CAPTURE = "stray-capture"
    """One move has squares written as captured that it does not capture, left over from a move that was taken back."""
    MISSING_FIRST_MOVE = "missing-first-move"
    """The first move is missing."""
    TAKEN_BACK_MOVE = "taken-back-move"
    """A move is written that was taken back; the same side moves again."""
    UNWRITTEN_CAPTURE = "unwritten-capture"
    """One move captures men who are not written as captured."""
    RESULT_NOT_RECORDED = "result-not-recorded"
    """The game is over, and the result is missing, ``Ongoing`` or ``Draw``."""
    MISSING_MOVE = "missing-move"
    """A move other than the first is missing."""


_COSTS: Final = {
    SlipKind.OMITTED_TURN: 0.0,
    SlipKind.ODD_TOKEN: 0.0,
    SlipKind.DOUBLED_MOVE: 0.5,
    SlipKind.STRAY_CAPTURE: 0.5,
    SlipKind.MISSING_FIRST_MOVE: 0.5,
    SlipKind.TAKEN_BACK_MOVE: 0.5,
    SlipKind.RESULT_NOT_RECORDED: 0.5,
    SlipKind.MISSING_MOVE: 0.9,
    SlipKind.UNWRITTEN_CAPTURE: 0.9,
}
"""What an uncertain slip costs a ruleset. In the archive of aagenielsen.dk, 3 % of the games that contradict a wrong
ruleset look like a stray capture and 3 % like an unwritten one; of the noisy games under the right ruleset, more than
half are stray captures and 1 % unwritten ones."""


@written("kind number plies squares moves is_certain")
@frozen(kw_only=True)
class Slip:
    """A slip that explains why a record disagrees with a ruleset.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2 c4-c2 c1-b1"], variants.BRANDUBH)
    >>> slip = explain_noise(game)
    >>> slip.kind, slip.number, slip.plies, slip.is_certain
    (SlipKind.DOUBLED_MOVE, 2, 1, True)
    >>> print(*slip.repaired.moves)
    d1-c1 c4-c2 c1-b1
    """

    __repr__ = brief

    kind: SlipKind
    """What went wrong."""
    number: int | None
    """The number of the token concerned, counted from 0; for missing moves, of the token after them. None for the
    result."""
    plies: int = 1
    """How many moves are written twice, or were taken back."""
    squares: tuple[Square, ...] = ()
    """The squares of the captures concerned."""
    moves: tuple[Move, ...] = ()
    """The moves that fit in place of a missing one."""
    is_certain: bool
    """Whether the record contradicts itself, so that no rules without berserk turns explain it: a side moves twice in a
    row or from a square where it has no man, or a move ends on an occupied square, or no enemy stands where one is
    written as captured; or a token is no move."""
    repaired: Game = field(repr=False)
    """The record without the slip, which agrees with the ruleset. Of several moves that fit, it has the first."""

    @property
    def cost(self) -> float:
        """What the slip costs the ruleset: from 0 to 1, the cost of a contradiction. Certain slips cost nothing.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> lines = ["d1-c1 c4-c2xd7 d7-c7", "d1-c1 c4-c2xd7"]
        >>> slips = [explain_noise(game) for game in archive.parse_games(lines, variants.BRANDUBH)]
        >>> [(slip.is_certain, slip.cost) for slip in slips]
        [(True, 0.0), (False, 0.5)]
        """
        return 0.0 if self.is_certain else _COSTS[self.kind]

    def __str__(self) -> str:
        return str(self.kind) if self.number is None else f"{self.kind}@{self.number}"


def explain_noise(game: Game, ruleset: Ruleset | str | None = None) -> Slip | None:
    """Return the slip that explains why a record disagrees with a ruleset, or None if there is none.

    One slip must be enough for record and rules to agree; moves that are written twice count as one, however many they
    are. If several slips would do, the more usual one is returned. If moves are too many or too few, other than the
    first, the record must contradict itself, unless it names no captures or has berserk turns. At most 400 repairs are
    tried, and fewer for very long records.

    A record that agrees with the ruleset needs no slip, except for moves of berserk turns that were filled in.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2"], variants.BRANDUBH)
    >>> print(explain_noise(game))
    None

    Arguments:
        game: the record. Its variations are ignored.
        ruleset: the ruleset; None for that of the game.

    Raises:
        HnefataflError: the game cannot begin under the ruleset.
    """
    ruleset = optional_ruleset(ruleset)
    rules = game.ruleset if ruleset is None else ruleset
    game = evolve(game, ruleset=rules)
    replay = replay_under(game, rules)
    if replay.agrees:
        return _omitted_turn(game, replay)
    findings = replay.findings
    kinds = {finding.kind for finding in findings}
    one = len(findings) == 1
    certain = _contradicts_itself(replay)
    repairs: Iterable[Slip] = ()
    if one and kinds <= _CAPTURES:
        repairs = [_captures_repaired(replay, findings[0], certain)]
    elif one and kinds == {FindingKind.UNPARSED_TOKEN}:
        repairs = [_without_token(replay, findings[0])]
    elif one and kinds == {FindingKind.RESULT_NOT_RECORDED}:
        repairs = [_with_result(replay)]
    elif FindingKind.ILLEGAL in kinds and (certain or _is_incomplete(replay) or not replay.moves):
        most = min(_MOST, _PLIES // len(game.moves) + 8)
        repairs = islice(_moves_repaired(replay, certain), most)
    fitting: list[Slip] = []
    for repair in repairs:
        if _agrees(repair.repaired, rules):
            fitting.append(repair)
            if not repair.moves:
                break
    if not fitting:
        return None
    return evolve(fitting[0], moves=tuple(move for slip in fitting for move in slip.moves))


def _agrees(game: Game, rules: Ruleset) -> bool:
    try:
        return replay_under(game, rules).agrees
    except HnefataflError:
        return False


def _omitted_turn(game: Game, replay: Replay) -> Slip | None:
    """The slip of a record that agrees only with the moves that were filled in."""
    for ply, move in enumerate(replay.recorded):
        if not move.written:
            number = game.token_number(ply)
            return Slip(kind=SlipKind.OMITTED_TURN, number=number, is_certain=False, repaired=replay.game)
    return None


def _captures_repaired(replay: Replay, finding: Finding, certain: bool) -> Slip:
    """The slip of a record in which the captures of one move are wrong."""
    ply = finding.index or 0
    move = replay.recorded[ply]
    stray = finding.kind is FindingKind.UNEXPECTED_CAPTURE
    kept = [square for square in move.captures if square not in finding.squares]
    captures = tuple(kept) if stray else (*move.captures, *finding.squares)
    return Slip(
        kind=SlipKind.STRAY_CAPTURE if stray else SlipKind.UNWRITTEN_CAPTURE,
        number=finding.number,
        squares=finding.squares,
        is_certain=certain,
        repaired=_with_moves(replay.game, ply, 1, [evolve(move, captures=captures, capture_letters=(), text="")]),
    )


def _without_token(replay: Replay, finding: Finding) -> Slip:
    """The slip of a record with one token that is no move."""
    return Slip(
        kind=SlipKind.ODD_TOKEN, number=finding.number, is_certain=True, repaired=evolve(replay.game, unparsed=())
    )


def _with_result(replay: Replay) -> Slip:
    """The slip of a record whose result was not entered."""
    winner = None if replay.outcome is None else replay.outcome.winner
    result = _RESULTS[winner]
    return Slip(
        kind=SlipKind.RESULT_NOT_RECORDED, number=None, is_certain=False, repaired=evolve(replay.game, result=result)
    )


def _moves_repaired(replay: Replay, certain: bool) -> Iterator[Slip]:
    """The repairs of a record that has moves too many, or one too few, before the first illegal move."""
    game, ply = replay.game, len(replay.moves)
    moves = game.moves
    positions = list(replay.positions())

    def without(at: int, plies: int, kind: SlipKind) -> Slip:
        repaired = _with_moves(game, at, plies, [])
        return Slip(kind=kind, number=game.token_number(at), plies=plies, is_certain=certain, repaired=repaired)

    taken_back: list[Slip] = []
    for plies in range(1, min(_LONGEST, ply) + 1):
        at = ply - plies
        if positions[at].is_legal(moves[ply].move):
            if _is_doubled(moves, ply, plies):
                yield from _undoubled(without(ply, plies, SlipKind.DOUBLED_MOVE))
            else:
                taken_back.append(without(at, plies, SlipKind.TAKEN_BACK_MOVE))
    if any(moves[ply].move == each.move for each in moves[max(ply - 2, 0) : ply]):
        yield without(ply, 1, SlipKind.DOUBLED_MOVE)
    yield from taken_back
    kind = SlipKind.MISSING_MOVE if ply else SlipKind.MISSING_FIRST_MOVE
    number = game.token_number(ply)
    for move in replay.position.legal_moves():
        if replay.position.play(move).is_legal(moves[ply].move):
            added = RecordedMove(origin=move.origin, target=move.target, sign="", written=False)
            repaired = _with_moves(game, ply, 0, [added])
            yield Slip(kind=kind, number=number, moves=(move,), is_certain=certain, repaired=repaired)


def _undoubled(slip: Slip) -> Iterator[Slip]:
    """A repair of moves that are written twice, and those that also remove what is written twice after them."""
    for _ in range(_LONGEST):
        yield slip
        replay = replay_under(slip.repaired, slip.repaired.ruleset)
        ply, moves = len(replay.moves), replay.recorded
        plies = next((n for n in range(1, _LONGEST + 1) if _is_doubled(moves, ply, n)), 0)
        if not plies:
            return
        slip = evolve(slip, plies=slip.plies + plies, repaired=_with_moves(replay.game, ply, plies, []))


def _is_doubled(moves: Sequence[RecordedMove], ply: int, plies: int) -> bool:
    """Whether moves are written twice in a row, the second time from that ply on."""
    before, after = moves[max(ply - plies, 0) : ply], moves[ply : ply + plies]
    return len(before) == len(after) == plies and all(a.move == b.move for a, b in zip(before, after, strict=True))


def _with_moves(game: Game, ply: int, removed: int, added: list[RecordedMove]) -> Game:
    """The main line of a record with other moves."""
    moves = [*game.moves[:ply], *added, *game.moves[ply + removed :]]
    return evolve(game, moves=moves, variations=(), unparsed=())


def _is_incomplete(replay: Replay) -> bool:
    """Whether the record lacks what it takes to see that it contradicts itself: captures, or moves of berserk turns."""
    return replay.start.ruleset.berserk is not Berserk.NONE or not tells_captures(replay.recorded)


def _contradicts_itself(replay: Replay) -> bool:
    """Whether no rules without berserk turns could explain the record."""
    if _is_incomplete(replay):
        return False
    men = {square: piece.side for square, piece in replay.start.board.items()}
    # Which side begins is a rule, so the record itself must say it.
    side = men.get(replay.recorded[0].origin) if replay.recorded else None
    if side is None:
        return bool(replay.recorded)
    for move in replay.recorded:
        if men.pop(move.origin, None) is not side or move.target in men:
            return True
        men[move.target] = side
        side = side.opponent
        for square in dict.fromkeys(move.captures):
            if men.pop(square, None) is not side:
                return True
    return False
