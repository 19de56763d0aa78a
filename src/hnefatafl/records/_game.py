"""Records of games, as trees of moves.

A :class:`Game` is an unvalidated record: its moves may be illegal and its
captures wrong. :meth:`Game.replay` plays it through the rules and reports
where record and rules disagree.

Most records are a single line of moves. Besides this main line a game can have
variations, also nested ones: :meth:`Game.walk` visits all of them, and
:meth:`Game.add`, :meth:`Game.annotate`, :meth:`Game.promote` and
:meth:`Game.delete` return games with changes to them.

A place in a game is a :class:`Node`, or the text of the moves that lead there: ``"d1-c1 c4-c2"``. The start of the
game is a place, too, the root of the tree: :attr:`Game.root`, or ``""``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import Final, TypeAlias

from attrs import evolve, field

from hnefatafl.board import Move, Side, as_move
from hnefatafl.errors import IllegalMoveError, IllegalRollError, InvalidSetupError, NotationError, RecordError
from hnefatafl.play import Position, PositionLike, as_position, read_start
from hnefatafl.records._moves import (
    Ending,
    Note,
    RecordedMove,
    Tags,
    UnparsedToken,
    Variation,
    _as_moves,
    arrange,
    branches,
    check_roll,
    follow,
    graft,
    promote,
    prune,
    record_move,
)
from hnefatafl.records._replay import Replay, advance, replay_line, replay_lines
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.support import hooks
from hnefatafl.support.arguments import as_tuple, check, is_a, refuse
from hnefatafl.support.immutability import frozen
from hnefatafl.support.schemas import offer


def explicit_start(position: PositionLike) -> Position | None:
    """Return the position, if a record has to tell that its game began there; None where the ruleset tells it."""
    position = as_position(position)
    rules = position.ruleset
    return None if rules.first is not None and position == Position.initial(rules) else position


def unrolled(position: Position) -> Position:
    """The position before the die was rolled in it; the same one if nothing is pending, or nothing could be rolled."""
    if position.roll_pending is None:
        return position
    before = Position.from_setup(evolve(position.setup, roll=None), position.ruleset)
    return before if before.can_roll else position


_WINNERS: Final = {"Black": Side.ATTACKERS, "White": Side.DEFENDERS}
RESULTS: Final[Mapping[Side | None, str]] = {Side.ATTACKERS: "Black", Side.DEFENDERS: "White", None: "Draw"}
"""The results of records, by the side that has won; None is a draw."""


def _unparsed_tokens(tokens: Iterable[UnparsedToken]) -> tuple[UnparsedToken, ...]:
    return as_tuple("unparsed", tokens, UnparsedToken)


def _as_variations(variations: Iterable[Variation]) -> tuple[Variation, ...]:
    return as_tuple("variations", variations, Variation)


def _effect_of(move: RecordedMove | None) -> object:
    return None if move is None else move._effect()


@frozen(kw_only=True)
class Node:
    """A place in the tree of a game: its start (the root), or a move.

    In another game, such as a changed version of its own, a node stands for the same moves from the start. Two nodes
    are equal if they have the same place and the same move; notes do not count.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2 g4-g2,0,0,Ongoing"], variants.BRANDUBH)
    >>> for node in game.walk():
    ...     print(node.ply, node.move)
    0 d1-c1
    1 c4-c2
    2 g4-g2
    """

    line: int
    """The line: 0 for the main line, n for the n-th of the game's variations."""
    index: int
    """The index of the move in its line, counted from 0; -1 at the root."""
    ply: int
    """The number of moves before it, from the start of the game; -1 at the root."""
    move: RecordedMove | None = field(eq=_effect_of)
    """The move; None at the root."""
    _game: Game = field(alias="game", eq=False, repr=False)

    @property
    def note(self) -> Note | None:
        """What the record says about the move; at the root, about the start of the game.

        >>> game = Game(ruleset="brandubh").add("d1-c1").annotate("", "A friendly game.")
        >>> game.root.note, game.last.note
        (Note(comment='A friendly game.'), None)
        """
        return self._game.note if self.move is None else self.move.note

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes of the moves that follow: that of the same line, then those that replace it.

        >>> game = Game(ruleset="brandubh").add("d1-c1 c4-c2").add("d1-c1 c4-c3").add("d1-e1")
        >>> [str(child.move) for child in game.root.children]
        ['d1-c1', 'd1-e1']
        >>> [str(child.move) for child in game.root.children[0].children]
        ['c4-c2', 'c4-c3']
        """
        game, index = self._game, self.index + 1
        replacing = branches(game.variations).get((self.line, index), ())
        places = [(self.line, index), *((line, 0) for line in replacing)]
        # The line may end here, and a variation may be nothing but an ending that is not on the board.
        following = (place for place in places if place[1] < len(game.line_moves(place[0])))
        return tuple(game._make_node(*place, self.ply + 1) for place in following)


@frozen(kw_only=True)
class Game:
    """A record of one game.

    :meth:`from_position` makes a record of a game that was played with :class:`~hnefatafl.play.Position`,
    :meth:`add` builds one from moves, and the parsers of :mod:`hnefatafl.notation` read records of other programs.

    Two games are equal if they have the same content in the same order, including
    variations and comments. ``print(game)`` shows the record in OTN (:mod:`hnefatafl.notation.otn`), without what OTN
    cannot write.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2 g4-g2,0,0,Ongoing"], variants.BRANDUBH)
    >>> game.moves[1].target, game.result, game.winner
    (Square(c2), 'Ongoing', None)

    Raises:
        RecordError: the variations do not fit together: one is empty, or replaces a move that does not exist.
    """

    ruleset: Ruleset = field(converter=as_ruleset)
    """The rules of the game."""
    moves: tuple[RecordedMove, ...] = field(default=(), converter=_as_moves)
    """The moves of the main line."""
    start: Position | None = field(default=None, validator=is_a(Position, optional=True))
    """The start position, or None for the start of the ruleset."""
    tags: Tags = field(default=Tags(), converter=Tags)
    """The tags of the record."""
    note: Note | None = field(default=None, validator=is_a(Note, optional=True))
    """What the record says before the first move: the note of the :attr:`root`."""
    result: str = field(default="", validator=is_a(str))
    """The result as recorded: ``Black`` (the attackers won), ``White`` (the defenders), ``Draw``, ``Ongoing``, ``?``
    (another result, or hidden, as in a puzzle), or nothing."""
    roll_pending: int | None = field(default=None, validator=check_roll)
    """The number that was rolled for the king after the last move, or None."""
    ending: Ending | None = None
    """The ending that is not on the board, if the record has one."""
    closing_comment: Note | None = field(default=None, validator=is_a(Note, optional=True))
    """The comment on that ending."""
    variations: tuple[Variation, ...] = field(default=(), converter=_as_variations)
    """The variations, each after the line from which it branches. They are sorted into that order."""
    line: int = field(default=0, eq=False)
    """The line number of the record in its file, counted from 1; 0 if it was not read from lines."""
    unparsed: tuple[UnparsedToken, ...] = field(default=(), converter=_unparsed_tokens)
    """The parts that could not be parsed."""

    def __attrs_post_init__(self) -> None:
        if self.variations:
            # The order depends on the main line, which a converter of this field alone would not see.
            object.__setattr__(self, "variations", arrange(self.lines))

    @staticmethod
    def from_position(position: Position) -> Game:
        """Return the record of the game that led to a position.

        It has all moves since the set-up, with their captures, letters and info symbols, the rolls of the die, omitted
        announcements, and the result.

        >>> from hnefatafl import Move, Position, variants
        >>> position = Position.initial(variants.BRANDUBH)
        >>> for text in "d1-c1", "d3-a3", "d6-g6":
        ...     position = position.play(Move.parse(text))
        >>> game = Game.from_position(position)
        >>> print(*game.moves)
        d1-c1 d3-a3 d6-g6
        >>> game.replay().position == position
        True

        An ending that is not on the board, the players and so on are added by ``attrs.evolve(game, ending="resigned",
        result="White", tags={"attackers": "Ann"})``.
        """
        check("position", position, Position)
        positions = position.history()
        # A roll that was pending at the start is told with the move that used it.
        start = unrolled(positions[0])
        rolled = position.berserk_square is None and (len(positions) > 1 or start.roll_pending is None)
        outcome = position.outcome
        return Game(
            ruleset=position.ruleset,
            moves=[_record_step(before, after) for before, after in pairwise(positions)],
            start=explicit_start(start),
            result="" if outcome is None else RESULTS[outcome.winner],
            roll_pending=position.roll_pending if rolled else None,
        )

    @property
    def winner(self) -> Side | None:
        """The side that the record calls the winner."""
        return _WINNERS.get(self.result)

    # The tree.

    @property
    def lines(self) -> list[Variation]:
        """The main line and the variations, in the same form.

        >>> from hnefatafl import Position
        >>> [len(line.moves) for line in Game.from_position(Position.initial("brandubh").play("d1-c1")).lines]
        [1]
        """
        main = Variation(
            at=0,
            moves=self.moves,
            roll_pending=self.roll_pending,
            ending=self.ending,
            closing_comment=self.closing_comment,
        )
        return [main, *self.variations]

    def with_lines(self, lines: list[Variation]) -> Game:
        """Return the game with another main line and other variations, as :attr:`lines` has them.

        >>> from hnefatafl import Position
        >>> game = Game.from_position(Position.initial("brandubh").play("d1-c1"))
        >>> game.with_lines(game.lines) == game
        True
        """
        main, *variations = lines
        return evolve(
            self,
            moves=main.moves,
            roll_pending=main.roll_pending,
            ending=main.ending,
            closing_comment=main.closing_comment,
            variations=tuple(variations),
        )

    def walk(self) -> Iterator[Node]:
        """Yield every move in reading order: after each move the variations that replace it, then the following moves.

        >>> from hnefatafl import variants
        >>> game = Game(ruleset=variants.BRANDUBH).add("d1-c1 c4-c2 g4-g2").add("d1-c1 c4-c3")
        >>> for node in game.walk():
        ...     print(node.line, node.ply, node.move)
        0 0 d1-c1
        0 1 c4-c2
        1 1 c4-c3
        0 2 g4-g2
        """
        variations_at = branches(self.variations)
        # A stack of our own: records nest variations deeper than Python lets functions call each other.
        stack = [(0, 0, 0)]
        while stack:
            line, index, ply = stack.pop()
            moves = self.line_moves(line)
            while index <= len(moves):
                replaced = variations_at.get((line, index), ())
                if index < len(moves):
                    yield self._make_node(line, index, ply)
                index += 1
                ply += 1
                if replaced:
                    stack.append((line, index, ply))
                    # The rest of this line, pushed before them, is read after them.
                    stack += [(number, 0, ply - 1) for number in reversed(replaced)]
                    break

    def _make_node(self, line: int, index: int, ply: int) -> Node:
        move = None if index < 0 else self.line_moves(line)[index]
        return Node(line=line, index=index, ply=ply, move=move, game=self)

    @property
    def root(self) -> Node:
        """The node of the start, before the first move. Its text is ``""``.

        >>> game = Game(ruleset="brandubh").add("d1-c1", after="")
        >>> game.root == game.find(""), game.root.ply
        (True, -1)
        """
        return self._make_node(0, -1, -1)

    @property
    def last(self) -> Node:
        """The node of the last move of the main line; without moves, the root.

        >>> game = Game(ruleset="brandubh")
        >>> for move in "d1-c1", "c4-c2", "g4-g2":
        ...     game = game.add(move, after=game.last)
        >>> print(*game.moves)
        d1-c1 c4-c2 g4-g2
        """
        end = len(self.moves) - 1
        return self._make_node(0, end, end)

    def line_moves(self, line: int) -> tuple[RecordedMove, ...]:
        """Return the moves of a line: of the main line (0) or a variation.

        >>> from hnefatafl import variants
        >>> game = Game(ruleset=variants.BRANDUBH).add("d1-c1").add("d1-e1")
        >>> for line in 0, 1:
        ...     print(line, *game.line_moves(line))
        0 d1-c1
        1 d1-e1

        Raises:
            RecordError: there is no such line.
        """
        if not 0 <= line <= len(self.variations):
            raise RecordError(f"there is no line {line}")
        return self.variations[line - 1].moves if line else self.moves

    def find(self, moves: Iterable[RecordedMove | Move | str]) -> Node | None:
        """Return the node that moves from the start lead to, or None if the record lacks them.

        No moves lead to the root. A bare :class:`~hnefatafl.board.Move` or its text is found regardless of the roll
        before it, a recorded move only after the same roll. One text may have several moves, separated by spaces.

        >>> from hnefatafl import variants
        >>> game = Game(ruleset=variants.BRANDUBH).add(["d1-c1", "c4-c2"])
        >>> game.find("d1-c1 c4-c2").ply
        1
        >>> print(game.find(["d1-e1"]))
        None

        Raises:
            NotationError: a text is not a move.
            ArgumentTypeError: an item is neither a move nor a text.
        """
        wanted = _moves_or_texts(moves)
        line, index, done = follow(self.lines, 0, 0, wanted)
        return self._make_node(line, index - 1, done - 1) if done == len(wanted) else None

    def path(self, node: Node | str) -> tuple[RecordedMove, ...]:
        """Return the moves from the start to a node, including the move of the node; none for the root.

        >>> from hnefatafl import variants
        >>> game = Game(ruleset=variants.BRANDUBH).add("d1-c1 c4-c2 g4-g2")
        >>> *_, last = game.walk()
        >>> print(*game.path(last))
        d1-c1 c4-c2 g4-g2

        Arguments:
            node: the node, or the moves from the start to it as one text, ``""`` for the root.

        Raises:
            RecordError: the game does not have these moves.
            NotationError: the text is not one of moves.
        """
        place = self._find_node(node)
        return self._moves_to(place.line, place.index + 1)

    def position(self, node: Node | str) -> Position:
        """Return the position after the move of a node, and after a roll that follows as the last of its line.

        That of the root is :attr:`initial_position`. As in :meth:`add`, moves that repetition forbids are played, and
        those after an end by it.

        >>> from hnefatafl import variants
        >>> game = Game(ruleset=variants.BRANDUBH).add("d1-c1 c4-c2").add("d1-e1")
        >>> print(game.position("d1-e1").board.record)
        /4t2/3t3/3T3/ttTKTtt/3T3/3t3/3t3/
        >>> [game.position(node).turn.name for node in game.walk()]
        ['DEFENDERS', 'DEFENDERS', 'ATTACKERS']

        Arguments:
            node: the node, or the moves from the start to it as one text, ``""`` for the root.

        Raises:
            IllegalMoveError: a move up to there is illegal.
            IllegalRollError: the die cannot have shown a number up to there.
            InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.
            RecordError: the game does not have these moves.
            NotationError: the text is not one of moves.
        """
        place = self._find_node(node)
        return self._position_at(place.line, place.index + 1)

    def _moves_to(self, line: int, end: int) -> tuple[RecordedMove, ...]:
        """Return the moves from the start to a place in a line."""
        parts: list[tuple[RecordedMove, ...]] = []
        while line:
            parts.append(self.line_moves(line)[:end])
            line, end = self.variations[line - 1].line, self.variations[line - 1].at
        parts.append(self.moves[:end])
        return tuple(move for part in reversed(parts) for move in part)

    def add(self, moves: Iterable[RecordedMove | Move | str], *, after: Node | str = "") -> Game:
        """Return the game with more moves after a node, by default the root.

        Moves that the game already has are followed. New moves continue a line at its
        end, and otherwise become a variation. Legality is not checked here, but by
        :meth:`replay`.

        A bare :class:`~hnefatafl.board.Move` or its text has no captures: those of the rules are recorded with it. It
        uses the pending roll, if there is one. A game without a result gets the result that new moves of the main line
        cause. A :class:`~hnefatafl.records.RecordedMove` is added as it is. To record a game move by move, add each
        after :attr:`last`: the positions before it are not computed again.

        >>> from hnefatafl import Position, Side, variants
        >>> game = Game(ruleset=variants.BRANDUBH).add(["d1-c1", "c4-c2"])
        >>> game = game.add("c4-c3 g4-g3", after="d1-c1")
        >>> print(*game.moves, "or", *game.variations[0].moves)
        d1-c1 c4-c2 or c4-c3 g4-g3
        >>> start = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> print(*Game(ruleset=variants.BRANDUBH, start=start).add("e3-e4").moves)
        e3-e4xe5

        Arguments:
            moves: the moves, or one text of them, separated by spaces.
            after: the node, or the moves from the start to it as one text, ``""`` for the root.

        Raises:
            RecordError: the game does not have the moves to the node, or a move has another roll than the one that is
                pending.
            NotationError: a text is not a move.
            ArgumentTypeError: an item is neither a move nor a text.
        """
        place = self._find_node(after, "after")
        lines, items = self.lines, _moves_or_texts(moves)
        line, index, done = follow(lines, place.line, place.index + 1, items)
        if done == len(items):
            return self
        # What cannot be played is recorded all the same; only captures and a result are then left out.
        position = _try_step(lambda: self._position_at(line, index))
        added: list[RecordedMove] = []
        for item in items[done:]:
            recorded = _as_recorded(item)
            played = None if position is None else _try_step(partial(_advance_leniently, position, recorded))
            if played is not None and position is not None and not isinstance(item, RecordedMove):
                recorded = evolve(recorded, captures=tuple(sorted(played._captured_squares(position))))
            position = played
            added.append(recorded)
        game = self.with_lines(graft(lines, line, index, added))
        extended = index == len(lines[line].moves) and len(game.variations) == len(self.variations)
        if extended and line == 0 and not self.result and position is not None and position.outcome is not None:
            game = evolve(game, result=RESULTS[position.outcome.winner])
        if extended and position is not None:
            # Moves that are added one by one would otherwise be played from the start each time.
            game._positions[line, index + len(added)] = position
        return game

    def roll(self, number: int, *, after: Node | str = "") -> Game:
        """Return the game with a roll of the die for the king at the end of a line, by default at the root.

        The next move that is added there uses this roll. :attr:`last` is the end of the main line.

        >>> from hnefatafl import Die, Position, Side, variants
        >>> rules = variants.BRANDUBH.evolve(name="dice", die=Die())
        >>> start = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
        >>> game = Game(ruleset=rules, start=start).roll(3)
        >>> game.roll_pending
        3
        >>> print(*game.add("d4-g4").moves)
        3:d4-g4

        Arguments:
            number: the number that was rolled.
            after: the node of the last move of a line, or the moves from the start to it as one text, ``""`` for the
                root.

        Raises:
            RecordError: no line ends with that node; or its line has an ending, or a roll that is pending already; or
                no die can show the number.
            NotationError: the text is not one of moves.
        """
        place = self._find_node(after, "after")
        lines = self.lines
        here = lines[place.line]
        if place.index + 1 < len(here.moves):
            where = "the start of the game" if place.move is None else place.move
            raise RecordError(f"more moves come after {where}, so no roll can be added there")
        if here.ending is not None or here.roll_pending is not None:
            ending = here.ending or f"a roll of {here.roll_pending}"
            raise RecordError(f"the line ends with {ending}, so no roll can be added")
        lines[place.line] = evolve(here, roll_pending=number)
        return self.with_lines(lines)

    @cached_property
    def _positions(self) -> dict[tuple[int, int], Position]:
        """The positions that are known, by their lines and the numbers of moves of the lines before them; no roll is
        pending that is the last of its line."""
        return {(0, 0): self.initial_position}

    def _position_at(self, line: int, index: int) -> Position:
        """Return the position before a move of a line, or at its end."""
        positions, place, passed = self._positions, (line, index), list[tuple[int, int]]()
        while place not in positions:
            above, move_index = place
            if move_index:
                passed.append(place)
                place = above, move_index - 1
            else:
                place = self.variations[above - 1].line, self.variations[above - 1].at
        position = positions[place]
        for above, move_index in reversed(passed):
            recorded = self.line_moves(above)[move_index - 1]
            position = positions[above, move_index] = _advance_leniently(position, recorded)
        here = self.lines[line]
        return position if here.roll_pending is None or index < here.length else position.roll(here.roll_pending)

    def annotate(self, node: Node | str, note: Note | str | None) -> Game:
        """Return the game with another note at a node.

        >>> from hnefatafl import variants
        >>> game = Game(ruleset=variants.BRANDUBH).add("d1-c1 c4-c2")
        >>> game = game.annotate("d1-c1", Note(comment="Bold.", glyph="!?"))
        >>> game = game.annotate("", "A friendly game.")
        >>> game.note.comment, game.moves[0].note.comment
        ('A friendly game.', 'Bold.')

        Arguments:
            node: the node, or the moves from the start to it as one text, ``""`` for the root.
            note: the note, or a comment alone, or None for none.

        Raises:
            RecordError: the game does not have these moves.
            NotationError: the text is not one of moves.
        """
        place = self._find_node(node)
        note = Note(comment=note) if isinstance(note, str) else note
        if place.move is None:
            return evolve(self, note=note)
        lines = self.lines
        moves = list(lines[place.line].moves)
        moves[place.index] = evolve(place.move, note=note)
        lines[place.line] = evolve(lines[place.line], moves=moves)
        return self.with_lines(lines)

    def promote(self, node: Node | str) -> Game:
        """Return the game with the variation of a node promoted; the moves that it replaced become a variation.

        A node of the main line, such as the root, changes nothing.

        Arguments:
            node: the node, or the moves from the start to it as one text, ``""`` for the root.

        Raises:
            RecordError: the game does not have these moves.
            NotationError: the text is not one of moves.
        """
        place = self._find_node(node)
        return self.with_lines(promote(self.lines, place.line)) if place.line else self

    def delete(self, node: Node | str) -> Game:
        """Return the game without a move and the moves after it; the first variation that replaces it takes its place.

        >>> game = Game(ruleset="brandubh").add("d1-c1 c4-c2").add("d1-c1 c4-c3")
        >>> print(*game.delete("d1-c1 c4-c2").moves)
        d1-c1 c4-c3

        Arguments:
            node: the node, or the moves from the start to it as one text.

        Raises:
            RecordError: the game does not have these moves, or there are none: the root stays.
            NotationError: the text is not one of moves.
        """
        place = self._find_node(node)
        if place.move is None:
            raise RecordError("the start of the game cannot be deleted")
        return self.with_lines(prune(self.lines, place.line, place.index))

    def _find_node(self, node: Node | str, parameter: str = "node") -> Node:
        """Return the node of this game that another version's node, or a text, stands for."""
        if isinstance(node, str):
            moves: Sequence[RecordedMove | Move] = _moves_or_texts(node)
        else:
            check(parameter, node, Node)
            if node.move is None:
                return self.root
            if node._game is self:
                # A node is no proof: anybody can make one.
                at_line = self.line_moves(node.line)
                if not 0 <= node.index < len(at_line) or not at_line[node.index].same_play(node.move):
                    raise RecordError(f"the game does not have {node.move} at that place")
                return node
            moves = node._game.path(node)
            # Notes change no places. Where two variations begin alike, their moves alone would find the first.
            if node.line <= len(self.variations):
                here = self._moves_to(node.line, node.index + 1)
                if len(here) == len(moves) and all(map(RecordedMove.same_play, here, moves)):
                    return self._make_node(node.line, node.index, node.ply)
        counterpart = self.find(moves)
        if counterpart is None:
            raise RecordError(f"the game does not have the moves {' '.join(str(move) for move in moves)}")
        return counterpart

    def __str__(self) -> str:
        return hooks.notation(self)

    # Against the rules.

    def replay(self, *, lenient: bool = False) -> Replay:
        """Play the main line through the rules, as far as it goes.

        The valid part of a record is kept, and faults of the record raise no error:
        the :class:`~hnefatafl.records.Replay` lists them. The rules decide captures: a
        piece that the record captures wrongly stays on the board, and one that it
        does not mention is removed.

        Arguments:
            lenient: whether the game may go on after a repetition or a number of moves without a capture that the
                rules end it with or forbid. Players of old records often played on; a game that a program plays
                itself ends there.

        Raises:
            InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 c4-c2 d2-d5,0,0,Ongoing"], variants.BRANDUBH)
        >>> replay = game.replay()
        >>> replay.verdict, len(replay.moves), print(replay.error)
        illegal move d2-d5: another piece stands in the way (d3)
        ('illegal@2', 2, None)
        """
        return replay_line(self, 0, self.initial_position, lenient)[0]

    def replay_lines(self, *, lenient: bool = False) -> Iterator[Replay]:
        """Play the main line and the variations, one replay each, in their order.

        A variation is left out if the moves before it cannot be played.

        Arguments:
            lenient: as for :meth:`replay`.

        Raises:
            InvalidSetupError: as :meth:`replay`.
        """
        return replay_lines(self, self.initial_position, lenient)

    @property
    def initial_position(self) -> Position:
        """The position before the first move.

        Raises:
            InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.
        """
        return _initial_position(self.ruleset, self.ruleset.name) if self.start is None else self.start

    def _repr_svg_(self) -> str:
        return hooks.svg(self)

    def token_number(self, ply: int) -> int:
        """Return the number of the token of a move of the main line, both counted from 0.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> game, = archive.parse_games(["d1-c1 oops c4-c2,0,0,Ongoing"], variants.BRANDUBH)
        >>> str(game.moves[1]), game.token_number(1)
        ('c4-c2', 2)
        """
        number = ply - sum(not move.written for move in self.moves[:ply])
        for token in self.unparsed:
            if token.number > number:
                break
            number += 1
        return number


offer(
    Game,
    anyOf=[{"type": "string"}, {"type": "object"}],
    examples=[{"ruleset": "brandubh", "moves": ["d1-d2"]}, "brandubh"],
)
GameLike: TypeAlias = Game | PositionLike
"""A game; or a position, a ruleset, or the text or name of one, with which a game begins."""


def as_game(game: GameLike, parameter: str = "game") -> Game:
    """Return the game that the caller gave; of a position the one that led to it, of a ruleset one without moves.

    >>> as_game("brandubh").ruleset.name, len(as_game(as_game("tablut").initial_position.play("e8-f8")).moves)
    ('brandubh', 1)

    Raises:
        ArgumentTypeError: it is none of these.
        HnefataflError: as :func:`~hnefatafl.play.as_position`.
    """
    begun = read_start(game) if isinstance(game, str) else game
    if isinstance(begun, Ruleset):
        return Game(ruleset=begun)
    if isinstance(begun, Position):
        return Game.from_position(begun)
    if not isinstance(begun, Game):
        refuse(parameter, "a Game, a Position, a Ruleset, or the text or name of one", game)
    return begun


def _moves_or_texts(moves: Iterable[RecordedMove | Move | str]) -> list[RecordedMove | Move]:
    if isinstance(moves, str):
        return list(_read_moves(moves))
    return [move if isinstance(move, RecordedMove) else as_move(move) for move in as_tuple("moves", moves)]


def _read_moves(text: str) -> Iterator[Move]:
    for word in re.finditer(r"\S+", text):
        try:
            yield Move.parse(word[0])
        except NotationError as error:
            raise NotationError(error.message, text, word.start() + error.offset) from None


def _as_recorded(move: RecordedMove | Move) -> RecordedMove:
    return move if isinstance(move, RecordedMove) else RecordedMove(origin=move.origin, target=move.target)


def replays(game: Game) -> list[Replay]:
    """Return the replays of the lines of a game as they are shown: by the rules, but leniently where a record continues
    after a repetition or a limit of moves without a capture that ends the game.

    >>> [replay.position.ply for replay in replays(Game(ruleset="brandubh").add("d1-c1"))]
    [1]
    """
    # Leniently, an end by repetition would not be seen; that is for games that went on after it.
    check("game", game, Game)
    strict = list(game.replay_lines())
    whole = len(strict) > len(game.variations) and all(replay.error is None for replay in strict)
    return strict if whole else list(game.replay_lines(lenient=True))


def _advance_leniently(position: Position, recorded: RecordedMove) -> Position:
    """Return the position after a recorded move, even if repetition forbids it or has ended the game."""
    try:
        return advance(position, recorded)
    except (IllegalMoveError, IllegalRollError):
        return advance(position.as_lenient(), recorded)


def _try_step(step: Callable[[], Position]) -> Position | None:
    """Return the position that a step leads to, or None if there is none."""
    try:
        return step()
    except (IllegalMoveError, IllegalRollError, InvalidSetupError):
        return None


def _record_step(before: Position, after: Position) -> RecordedMove:
    """Return the record of the move that led from one position to another."""
    move = after.last_move
    assert move is not None
    if not before.is_legal(move):
        before = before.as_lenient()
    announced = before.play(move).announced == after.announced
    return record_move(before.explain(move, announce=announced))


@lru_cache(maxsize=256)
def _initial_position(rules: Ruleset, name: str) -> Position:
    """Return the start of games by a ruleset; rulesets with other names may be equal."""
    return Position.initial(rules)
