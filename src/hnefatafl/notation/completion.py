"""Completion of the moves of berserk turns that a record omits.

The archive of aagenielsen.dk writes the first move of a turn, but not the moves by which the piece continues, nor
that it stops. They are found from the moves that follow: all continuations are examined, up to
:data:`WAYS` of them at a time, and those that contradict a later move, a recorded capture or the result are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from attrs import define, evolve, field

from hnefatafl.board import Move
from hnefatafl.errors import IllegalMoveError, IllegalRollError
from hnefatafl.play import Position
from hnefatafl.records import Game, Gap, RecordedMove, Replay, advance, captures_differ, result_finding, sign_of
from hnefatafl.rules import Berserk
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen

__all__ = ["MANY", "WAYS", "Completion", "Contradiction", "complete", "find_contradiction"]


WAYS: Final = 24
"""The number of continuations examined at a time; those with the fewest faults, stops and added moves are kept.
Only if none of them fits are more tried, up to :data:`MANY`."""
MANY: Final = 400
"""The number of continuations that are examined if :data:`WAYS` are not enough."""
_TURNS: Final = 500
"""The number of positions of one berserk turn that are examined."""

_Moves = tuple[Move, ...]


@frozen(kw_only=True)
class Completion:
    """A record with complete berserk turns.

    >>> from hnefatafl import Berserk, Position, Side, variants
    >>> from hnefatafl.notation import archive
    >>> rules = variants.BRANDUBH.evolve(start="/1t5/7/3tT2/K1T4/t6/7/5t1/", berserk=Berserk.MUST_CAPTURE)
    >>> game, = archive.parse_games(["c4-c1xb1 f7-f6,0,0,"], rules.evolve(first=Side.DEFENDERS))
    >>> completion = complete(game)
    >>> print(*completion.game.moves)
    c4-c1xb1 c1=c3xd3 f7-f6
    >>> completion.gaps
    (Gap(number=1, moves=(Move.parse('c1-c3'),), ways=1),)
    """

    game: Game
    """The record with the moves that were filled in, which are not :attr:`written
    <hnefatafl.records.RecordedMove.written>`."""
    gaps: tuple[Gap, ...]
    """The gaps of the record."""

    def replay(self, *, lenient: bool = True) -> Replay:
        """Play the completed record through the rules; the replay has the gaps.

        Arguments:
            lenient: as for :meth:`Game.replay <hnefatafl.records.Game.replay>`, but the default here, as for archives.
        """
        replay = self.game.replay(lenient=lenient)
        return evolve(replay, gaps=self.gaps) if self.gaps else replay


@define(eq=False)
class _ReachedPosition:
    """A position that the record can have reached, and how."""

    position: Position
    faults: int = 0
    """How many captures before it are not those of the record."""
    stops: int = 0
    added: int = 0
    links: list[tuple[_ReachedPosition, _Moves]] = field(factory=list["tuple[_ReachedPosition, _Moves]"])
    """From which positions before it, and by which moves that the record leaves out; the best first."""

    @property
    def rank(self) -> tuple[int, int, int]:
        return self.faults, self.stops, self.added


def complete(game: Game) -> Completion:
    """Fill in the moves of berserk turns that the main line of a record omits.

    If several continuations fit the rest of the record, the one with the fewest stops and moves is chosen, and the
    :class:`gap <hnefatafl.records.Gap>` has their number. A record that is illegal in any case is completed as far
    as it can be played. A record whose ruleset has no berserk turns is unchanged.

    >>> from hnefatafl import Move, variants
    >>> game = Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1")])
    >>> complete(game).game is game
    True

    Arguments:
        game: the record.

    Raises:
        InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.
    """
    check("game", game, Game)
    if game.ruleset.berserk is Berserk.NONE:
        return Completion(game=game, gaps=())
    # Ways without a fault come first, so where one fits the others need not be followed.
    layers, _ = _follow(game, WAYS, faultless=True)
    last = _ends(game, layers[-1]) if len(layers) > len(game.moves) else []
    if not last or last[0].faults:
        _unlink_nodes([*layers, last])
        layers, last = _with_faults(game)
    completion = _complete_game(game, layers, last)
    _unlink_nodes([*layers, last])
    return completion


@frozen(kw_only=True)
class Contradiction:
    """Where a record contradicts its ruleset, however the moves are filled in that it leaves out.

    >>> from hnefatafl import Move, variants
    >>> moves = [Move.parse(text) for text in ("f2-e2", "f2-f5")]
    >>> found = find_contradiction(Game(ruleset=variants.get("berserk")).add(moves))
    >>> found.index, found.position.ply
    (1, 1)
    """

    index: int
    """The index of the recorded move to which no way without a fault leads; the number of moves for the result."""
    position: Position
    """A position in which that move cannot be made as the record says: the one with the fewest stops and moves filled
    in before it."""


def find_contradiction(game: Game) -> Contradiction | None:
    """Return where it is certain that the completion of a record has a move that is illegal or captures other pieces
    than the record says, or ends otherwise than the result says; None if neither is certain. This takes less time than
    to complete it.

    >>> from hnefatafl import Move, variants
    >>> rules = variants.get("berserk")
    >>> find_contradiction(Game(ruleset=rules).add([Move.parse("f2-e2")])) is None
    True
    >>> find_contradiction(Game(ruleset=rules).add([Move.parse("f2-f5")])).index
    0

    Arguments:
        game: the record.

    Raises:
        InvalidSetupError: as :func:`complete`.
    """
    check("game", game, Game)
    contradiction, cut = _find_contradiction(game, WAYS)
    return _find_contradiction(game, MANY)[0] if cut and contradiction is not None else contradiction


def _find_contradiction(game: Game, ways: int) -> tuple[Contradiction | None, bool]:
    """Return where no way without a fault leads on, and whether some ways were dropped."""
    layers, cut = _follow(game, ways, faultless=True)
    nodes = layers[-1]
    index, position = len(layers) - 1, nodes[0].position
    if index == len(game.moves):
        ends = (end for node in nodes for end, _ in _fillings(node.position))
        if not game.result or any(result_finding(game, end) is None for end in ends):
            index = -1
    _unlink_nodes(layers)
    return None if index < 0 else Contradiction(index=index, position=position), cut


def _after(position: Position, recorded: RecordedMove) -> Position | None:
    """Return the position after a recorded move, or None if that is illegal."""
    # While a turn goes on only its piece moves: an error for each of the others would take most of the time.
    if position.berserk_square not in (None, recorded.origin):
        return None
    if recorded.plain:
        return position.play(recorded.move) if position.is_legal(recorded.move) else None
    try:
        return advance(position, recorded)
    except (IllegalMoveError, IllegalRollError):
        return None


def _stops(filling: _Moves) -> int:
    """How many stops: one at most, since it ends the turn."""
    return 1 if filling and filling[-1].is_stop else 0


def _with_faults(game: Game) -> tuple[list[list[_ReachedPosition]], list[_ReachedPosition]]:
    """Return the positions after each recorded move, as far as they are legal, and the possible last ones."""
    layers, cut = _follow(game, WAYS)
    if cut and len(layers) <= len(game.moves):
        _unlink_nodes(layers)
        layers, _ = _follow(game, MANY)
    last = layers[-1]
    if len(layers) > len(game.moves):
        return layers, _ends(game, last)
    return layers, [node for node in last if node.faults == last[0].faults]


def _unlink_nodes(layers: list[list[_ReachedPosition]]) -> None:
    """Unlink the positions, so that freeing a long chain of them does not nest deeply."""
    for nodes in reversed(layers):
        for node in nodes:
            node.links.clear()


def _follow(game: Game, ways: int, *, faultless: bool = False) -> tuple[list[list[_ReachedPosition]], bool]:
    """Return the positions after each recorded move, up to the last legal one (and if requested, up to the last without
    a fault), and whether some were dropped."""
    layers = [[_ReachedPosition(game.initial_position.as_lenient())]]
    cut = False
    for recorded in game.moves:
        nodes = _play_step(layers[-1], recorded, faultless)
        if not nodes:
            break
        cut = cut or len(nodes) > ways
        layers.append(nodes[:ways])
    return layers, cut


def _play_step(nodes: list[_ReachedPosition], recorded: RecordedMove, faultless: bool) -> list[_ReachedPosition]:
    """Return the positions after a recorded move, the best first."""
    nodes_by_position: dict[Position, _ReachedPosition] = {}
    for node in nodes:
        for position, filling in _fillings(node.position):
            if (after := _after(position, recorded)) is not None:
                fault = captures_differ(recorded, position, after)
                if not (fault and faultless):
                    _link_node(nodes_by_position, node, filling, after, fault)
    return sorted(nodes_by_position.values(), key=lambda node: node.rank)


def _link_node(
    nodes: dict[Position, _ReachedPosition], before: _ReachedPosition, filling: _Moves, after: Position, fault: bool
) -> None:
    """Add a way to a position; of several ways, those with the fewest faults are kept."""
    faults, stops, added = before.faults + fault, before.stops + _stops(filling), before.added + len(filling)
    node = nodes.get(after)
    if node is None or faults < node.faults:
        nodes[after] = _ReachedPosition(after, faults, stops, added, [(before, filling)])
    elif faults == node.faults:
        if (stops, added) < (node.stops, node.added):
            del nodes[after]  # of equal ways the first that was found comes first
            nodes[after] = _ReachedPosition(after, faults, stops, added, [(before, filling), *node.links])
        else:
            node.links.append((before, filling))


def _fillings(position: Position) -> Iterable[tuple[Position, _Moves]]:
    """Return the positions in which the next recorded move may have been made, and the moves that lead there, those
    with the fewest stops and then the fewest moves first.

    These are the position itself, since the record may have the next move of the turn, and all results of the turn.
    """
    return ((position, ()),) if position.berserk_square is None else _turns(position)


def _turns(position: Position) -> Iterator[tuple[Position, _Moves]]:
    """Yield the position, and those after all ways in which its turn may go on."""
    yield position, ()
    turn: list[tuple[Position, _Moves]] = [(position, ())]
    stopped: list[tuple[Position, _Moves]] = []
    for now, filling in islice(turn, _TURNS):
        for move in now.legal_moves() if now.berserk_square is not None else ():
            if move.is_stop:
                stopped.append((now, (*filling, move)))
            else:
                turn.append((now.play(move), (*filling, move)))
                yield turn[-1]
    for now, filling in stopped:
        yield now.play(filling[-1]), filling


def _ends(game: Game, nodes: list[_ReachedPosition]) -> list[_ReachedPosition]:
    """Return the possible last positions: those that agree with the result, with the fewest faults."""
    ends: list[tuple[tuple[int, bool], _ReachedPosition]] = []
    for node in nodes:
        for position, filling in _fillings(node.position):
            end = _ReachedPosition(
                position,
                node.faults + (result_finding(game, position) is not None),
                node.stops + _stops(filling),
                node.added + len(filling),
                [(node, filling)],
            )
            # A record with a result and without an ending was played to its end.
            unfinished = position.outcome is None and game.ending is None
            ends.append(((end.faults, unfinished), end))
    best = min(rank for rank, _ in ends)
    return sorted((end for rank, end in ends if rank == best), key=lambda end: end.rank)


def _complete_game(game: Game, layers: list[list[_ReachedPosition]], last: list[_ReachedPosition]) -> Completion:
    """Return, going back from the last positions, what was filled in before each move, and how many ways fit."""
    finished = len(layers) > len(game.moves)
    steps = len(layers) if finished else len(layers) - 1
    chosen, live = last[0], last
    steps_back: list[tuple[Position, _Moves, int]] = []
    for _ in range(steps):
        ways = {filling for node in live for _, filling in node.links}
        before, filling = chosen.links[0]
        steps_back.append((before.position, filling, len(ways)))
        live = list({id(parent): parent for node in live for parent, _ in node.links}.values())
        chosen = before
    steps_back.reverse()
    moves: list[RecordedMove] = []
    places: list[int] = []
    gaps: list[Gap] = []
    for number, (position, filling, count) in enumerate(steps_back):
        moves += _recorded(position, filling)
        if filling or count > 1:
            gaps.append(Gap(number=game.token_number(number), moves=filling, ways=count))
        if number < len(game.moves):
            places.append(len(moves))
            moves.append(game.moves[number])
    places += range(len(moves), len(moves) + len(game.moves) - len(places))
    moves += game.moves[steps:]
    if not any(gap.moves for gap in gaps):
        return Completion(game=game, gaps=tuple(gaps))
    places.append(len(moves))
    variations = [
        evolve(variation, at=places[variation.at]) if variation.line == 0 else variation
        for variation in game.variations
    ]
    return Completion(game=evolve(game, moves=moves, variations=variations), gaps=tuple(gaps))


def _recorded(position: Position, filling: _Moves) -> Iterator[RecordedMove]:
    """Yield the moves of a complete record."""
    for move in filling:
        after = position.play(move)
        yield RecordedMove(
            origin=move.origin,
            target=move.target,
            captures=tuple(sorted(after._captured_squares(position))),
            sign=sign_of(position, move),
            written=False,
        )
        position = after
