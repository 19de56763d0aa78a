"""What inference finds: rulesets with their costs, the evidence for each answer, and what remains unexplained.

An :class:`~tafl.inference.Inference` holds all of it. Games are named by their number in the order in which
they were given, counted from 1, and by the ``id`` among their tags where they have one.

Slips of records: why a record can disagree with the rules by which it was played.

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

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from attrs import evolve, field

from hnefatafl.board import Move, Square
from hnefatafl.errors import ArgumentValueError, HnefataflError
from hnefatafl.records import RESULTS, Finding, FindingKind, Game, RecordedMove, Replay
from hnefatafl.rules import Berserk, Ruleset, RulesetLike, optional_ruleset
from hnefatafl.support.arguments import as_tuple
from hnefatafl.support.as_json import attributes, plain, written
from hnefatafl.support.enums import Listed
from hnefatafl.support.immutability import frozen
from tafl.inference._records import replay_under, tells_captures

_CAPTURES: Final = frozenset({FindingKind.UNEXPECTED_CAPTURE, FindingKind.MISSING_CAPTURE})
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


_COST: Final = 0.5
_COSTS: Final = {SlipKind.OMITTED_TURN: 0.0, SlipKind.MISSING_MOVE: 0.9, SlipKind.UNWRITTEN_CAPTURE: 0.9}
"""What an uncertain slip costs a ruleset, where it is not :data:`_COST`. In the archive of aagenielsen.dk, 3 % of the
games that contradict a wrong ruleset look like a stray capture and 3 % like an unwritten one; of the noisy games under
the right ruleset, more than half are stray captures and 1 % unwritten ones."""


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
        return 0.0 if self.is_certain else _COSTS.get(self.kind, _COST)

    def __str__(self) -> str:
        return str(self.kind) if self.number is None else f"{self.kind}@{self.number}"


def explain_noise(game: Game, ruleset: RulesetLike | None = None) -> Slip | None:
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
    is_single = len(findings) == 1
    certain = _contradicts_itself(replay)
    repairs: Iterable[Slip] = ()
    if is_single and kinds <= _CAPTURES:
        repairs = [_repair_captures(replay, findings[0], certain)]
    elif is_single and kinds == {FindingKind.UNPARSED_TOKEN}:
        kind, whole = SlipKind.ODD_TOKEN, evolve(game, unparsed=())
        repairs = [Slip(kind=kind, number=findings[0].number, is_certain=True, repaired=whole)]
    elif is_single and kinds == {FindingKind.RESULT_NOT_RECORDED}:
        kind, result = SlipKind.RESULT_NOT_RECORDED, RESULTS[replay.outcome.winner if replay.outcome else None]
        repairs = [Slip(kind=kind, number=None, is_certain=False, repaired=evolve(game, result=result))]
    elif FindingKind.ILLEGAL in kinds and (certain or _is_incomplete(replay) or not replay.moves):
        # Each repair replays the whole game.
        most = min(_MOST, _PLIES // len(game.moves) + 8)
        repairs = islice(_repair_moves(replay, certain), most)
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


def _repair_captures(replay: Replay, finding: Finding, certain: bool) -> Slip:
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


def _repair_moves(replay: Replay, certain: bool) -> Iterator[Slip]:
    """The repairs of a record that has moves too many, or one too few, before the first illegal move."""
    game, ply = replay.game, len(replay.moves)
    moves = game.moves
    positions = list(replay.positions())

    def without(first: int, plies: int, kind: SlipKind) -> Slip:
        repaired = _with_moves(game, first, plies, [])
        return Slip(kind=kind, number=game.token_number(first), plies=plies, is_certain=certain, repaired=repaired)

    taken_back: list[Slip] = []
    for plies in range(1, min(_LONGEST, ply) + 1):
        first = ply - plies
        if positions[first].is_legal(moves[ply].move):
            if _is_doubled(moves, ply, plies):
                yield from _remove_doubled(without(ply, plies, SlipKind.DOUBLED_MOVE))
            else:
                taken_back.append(without(first, plies, SlipKind.TAKEN_BACK_MOVE))
    if any(moves[ply].move == earlier.move for earlier in moves[max(ply - 2, 0) : ply]):
        yield without(ply, 1, SlipKind.DOUBLED_MOVE)
    yield from taken_back
    kind = SlipKind.MISSING_MOVE if ply else SlipKind.MISSING_FIRST_MOVE
    number = game.token_number(ply)
    for move in replay.position.legal_moves():
        if replay.position.play(move).is_legal(moves[ply].move):
            added = RecordedMove(origin=move.origin, target=move.target, sign="", written=False)
            repaired = _with_moves(game, ply, 0, [added])
            yield Slip(kind=kind, number=number, moves=(move,), is_certain=certain, repaired=repaired)


def _remove_doubled(slip: Slip) -> Iterator[Slip]:
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
    written = [move.move for move in moves[max(ply - plies, 0) : ply + plies]]
    return len(written) == 2 * plies and written[:plies] == written[plies:]


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


class Standing(Listed):
    """How firmly games decide for an answer and against another one.

    >>> [str(standing) for standing in Standing]
    ['settled', 'leaning', 'open', 'contested']
    """

    SETTLED = "settled"
    """The games exclude the other answer: at least two of them contradict it, or five lose what explains their end,
    three times as much speaks against it as for it, and another answer to a further question does not change that.
    Nothing is settled where the best ruleset leaves more than a tenth of the games unexplained."""
    LEANING = "leaning"
    """Games speak against the other answer, but too few to exclude it; or it allows what players would have done and
    never did (:attr:`Rival.expected`)."""
    OPEN = "open"
    """No game tells the answers apart."""
    CONTESTED = "contested"
    """Some games speak for one answer and some for the other; or the games exclude the other answer only as long as all
    further answers stay (:attr:`Rival.beside`)."""


@frozen(kw_only=True)
class GameReference:
    """A game among those that were given, and a place in it.

    >>> print(GameReference(number=3, id="51-1-9", ply=12, verdict="illegal@12"))
    51-1-9, ply 12: illegal@12
    """

    number: int
    """The number of the game in the order in which the games were given, counted from 1."""
    id: str = ""
    """The ``id`` among its tags, or nothing."""
    ply: int | None = None
    """The index of the move where record and rules differ first, counted from 0, so the number of plies before it; None
    for its result or its end."""
    verdict: str = ""
    """The verdict, as of :attr:`Replay.verdict <hnefatafl.records.Replay.verdict>`; ``unexplained-end`` for a record
    that stops with a winner where neither the rules nor the record say why."""
    slip: Slip | None = None
    """The slip of the record that explains why it contradicts the best ruleset
    (:func:`~tafl.inference.explain_noise`), if there is one."""

    @property
    def name(self) -> str:
        """The identifier of the game, or else its number."""
        return self.id or str(self.number)

    def __str__(self) -> str:
        place = "" if self.ply is None else f", ply {self.ply}"
        return f"{self.name}{place}" + (f": {self.verdict}" if self.verdict else "")


@plain.register
def _convert_reference(game: GameReference) -> dict[str, Any]:
    return attributes(game, "number id ply verdict" + ("" if game.slip is None else " slip"))


@frozen(kw_only=True)
class Rival:
    """Another answer to a question, and what speaks against it.

    >>> rival = Rival(answer="weak", standing=Standing.SETTLED, broken=12, lost_ends=3)
    >>> print(rival.standing, rival.against)
    settled 15
    """

    answer: str
    """The other answer."""
    standing: Standing
    """How firmly the games decide against it."""
    broken: int = 0
    """How many games would contradict the rules that do not do so now."""
    lost_ends: int = 0
    """How many other games would lose what explains their end."""
    helped: int = 0
    """How many games would be explained better."""
    expected: float | None = None
    """How many times players would have done what the wider of the two rules alone allows, if they had been allowed to:
    an estimate from how they choose among the moves that they have. They never did. None where neither answer allows
    moves that the other forbids, or where games decide.

    A record shows that something is allowed by doing it, and never that it is forbidden; the larger the number, the
    less likely is mere disuse."""
    is_wider: bool = False
    """Whether it is this answer that allows the moves that :attr:`expected` counts. Then their absence speaks against
    it, though it never settles anything: from ten on it is :attr:`leaning <Standing.LEANING>`. Otherwise the best
    ruleset allows them, and the larger the number, the more likely is this answer."""
    beside: str | None = None
    """An answer to another question beside which the games do not exclude this answer, though they do as long as all
    other answers stay; then it is :attr:`contested <Standing.CONTESTED>`."""
    example: GameReference | None = None
    """The first game that speaks against it, with the verdict under it."""
    capped: bool = False
    """Whether counting stopped early, so that the true counts may be higher."""

    @property
    def against(self) -> int:
        """How many games speak against it."""
        return self.broken + self.lost_ends


def _as_rivals(rivals: Iterable[Rival]) -> tuple[Rival, ...]:
    return as_tuple("rivals", rivals)


@written("question answer standing rivals")
@frozen(kw_only=True)
class Evidence:
    """What the games say about one question.

    >>> rivals = [Rival(answer="weak", standing=Standing.SETTLED), Rival(answer="three", standing=Standing.OPEN)]
    >>> evidence = Evidence(question="king", answer="strong", rivals=rivals)
    >>> evidence.standing, evidence.rival("weak").standing
    (Standing.OPEN, Standing.SETTLED)
    """

    question: str
    """The name of the :class:`~tafl.inference.Question`."""
    answer: str | None
    """The answer of the best ruleset; None if it has none of the question's answers."""
    rivals: tuple[Rival, ...] = field(default=(), converter=_as_rivals)
    """The other answers."""

    @property
    def standing(self) -> Standing:
        """How firmly the answer stands: contested if one of the rivals is, open if one of them is open, leaning if one
        of them is leaning, and else settled. Open too where there are no rivals.
        """
        standings = {rival.standing for rival in self.rivals} or {Standing.OPEN}
        order = (Standing.CONTESTED, Standing.OPEN, Standing.LEANING, Standing.SETTLED)
        return next(standing for standing in order if standing in standings)

    def rival(self, answer: str) -> Rival:
        """Return what speaks against another answer.

        >>> Evidence(question="king", answer="strong").rival("weak")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.ArgumentValueError: king: weak is not among the rivals (none)

        Raises:
            ArgumentValueError: there is no such rival.
        """
        for rival in self.rivals:
            if rival.answer == answer:
                return rival
        names = ", ".join(rival.answer for rival in self.rivals) or "none"
        raise ArgumentValueError(f"{self.question}: {answer} is not among the rivals ({names})")


def _as_references(games: Iterable[GameReference]) -> tuple[GameReference, ...]:
    return as_tuple("games", games)


@written("kind count slips games")
@frozen(kw_only=True)
class Unexplained:
    """Games that the best ruleset does not explain, of one class.

    >>> print(Unexplained(kind="illegal", games=[GameReference(number=3, ply=12, verdict="illegal@12")]).count)
    1
    """

    kind: str
    """The class: the slug of a :class:`~hnefatafl.records.FindingKind`, or ``unexplained-end``."""
    games: tuple[GameReference, ...] = field(converter=_as_references)
    """The games, in their order."""

    @property
    def count(self) -> int:
        """The number of games."""
        return len(self.games)

    @property
    def slips(self) -> dict[SlipKind, int]:
        """How many of the games a slip of the record explains, by its kind, the most frequent first."""
        return dict(Counter(game.slip.kind for game in self.games if game.slip is not None).most_common())


def _as_texts(texts: Iterable[str]) -> tuple[str, ...]:
    return as_tuple("steps", texts)


@frozen(kw_only=True)
class Candidate:
    """A ruleset that was found, and how well it explains the games.

    >>> from hnefatafl import variants
    >>> candidate = Candidate(
    ...     ruleset=variants.MAGPIE, cost=7, games=20, contradictions=1, unexplained_ends=1, base="magpie"
    ... )
    >>> candidate.agrees, f"{candidate.agreement:.0%}"
    (19, '95%')
    """

    ruleset: Ruleset
    """The ruleset."""
    cost: float
    """What it costs: 5 for each game that contradicts it, 2 for each unexplained end, 0.02 for each step from its base.
    The lower, the better."""
    games: int
    """The number of games."""
    contradictions: int
    """How many of them contradict it."""
    unexplained_ends: int
    """How many others stop with a winner, and neither the rules nor the record say why."""
    base: str
    """The name of the ruleset from which the search began."""
    steps: tuple[str, ...] = field(default=(), converter=_as_texts)
    """How it differs from the base: each question with its answer, in the order in which the search found them."""

    @property
    def agrees(self) -> int:
        """The number of games that agree with it, those with an unexplained end too."""
        return self.games - self.contradictions

    @property
    def agreement(self) -> float:
        """The share of the games that agree with it; 1 where there are none."""
        return self.agrees / self.games if self.games else 1.0


@plain.register
def _convert_candidate(candidate: Candidate) -> dict[str, Any]:
    from hnefatafl.notation.data import write_rules  # which loads cattrs

    fields = attributes(candidate, "cost games agrees contradictions unexplained_ends base steps")
    return {"ruleset": write_rules(candidate.ruleset, "JSON"), **fields}
