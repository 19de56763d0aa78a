"""OTN, the notation of OpenTafl: positions, moves, rules and games.

Its source is ``opentafl-notation-spec.txt`` of OpenTafl; where program and
specification differ, the program counts, since existing records were written by
it.

**Positions** are the ranks from rank 1 up, with slashes between: ``t`` is an attacker, ``T`` a defender, ``K`` the
king, a number that many empty squares; ``c``, ``n``, ``m`` and ``g`` are commanders, knights, mercenaries and guards,
in upper case those of the defenders. **Moves** are described in :mod:`~hnefatafl.notation.moves`. **Rules** are entries
``key:value``, separated by spaces; keys that are left out have the usual value:

==================  =======  ===========================================================================================
key                 usual    meaning
==================  =======  ===========================================================================================
``dim``                      the size of the board; must be there
``name``                     what the rules are called, ``_`` for a space
``esc``             ``c``    where the king escapes: ``c`` the corners (those of ``cor``), ``e`` the edge
``surf``            ``y``    whether the attackers win by enclosing all defenders
``atkf``            ``y``    whether the attackers move first
``tfr``             ``d``    the third occurrence of a position: ``i`` nothing, ``d`` a draw, ``w`` the side that
                             caused it loses, ``l`` it wins
``ka``              ``y``    whether the king captures: ``y`` yes, ``n`` no, ``h`` only by moving, ``a`` by standing
``ks``              ``s``    the king's strength: ``s`` strong, ``w`` weak, ``c`` strong near the throne, ``m``
                             middleweight; formerly ``y`` and ``n`` for ``s`` and ``w``
``kj``              ``n``    how the king jumps: ``n`` not at all, ``r`` only to and from the special squares, ``j``
                             over an enemy, ``c`` over an enemy whom he captures by it
``nj``              ``c``    how knights jump
``cj``              ``j``    how commanders jump
``mj gj``           ``n``    how mercenaries and guards jump
``spd``             ``-1``   how far pieces move: one number for all, two for the sides, or one a letter of ``tcnk``,
                             ``tcnkm`` or ``tcnkmg``, first for the attackers; -1 for any distance
``cor cen``                  the corner squares and the centre; usually the corners and the centre of the board
``afor dfor``                fortresses (camps) of the attackers and the defenders; usually none
``...s``                     who may stop on such squares: usually ``cors:K cens:K``, on fortresses every piece and the
                             defenders
``...p``                     who may pass them: usually ``corp:K``, all the others every piece
``...re``                    who may come to them from outside: usually every piece
``...h``                     to whom they are hostile: usually ``corh`` to all pieces, ``aforh`` to the defenders,
                             ``dforh`` to the attackers; ``cenh``, the centre while it is occupied, to the attackers
``cenhe``                    to whom the centre is hostile while it is empty: usually to all pieces
``sw``              ``n``    shieldwalls: ``n`` none, ``w`` corners do not close them, ``s`` corners do
``swf``             ``y``    whether only a flanking move closes a shieldwall
``efe``             ``n``    whether the defenders win by an exit fort
``linc``            ``n``    whether there is the Linnaean capture
``ber``             ``n``    whether a piece that has captured goes on: ``n`` no, ``c`` while it can capture, ``m``
                             after every capture, by any move
``start``                    the start position; ``starti`` has its ranks from the top down
==================  =======  ===========================================================================================

**OpenTafl's behaviour, which the library follows.**

* ``tfr:w`` and ``tfr:l`` mean the opposite of what the specification's grammar says: with ``w`` the side that is to
  move after the third occurrence wins.
* The centre and the corners are special unless ``cen`` and ``cor`` say otherwise: with ``esc:e`` the corners are still
  closed to all but the king, and hostile.
* A piece stops only where it may pass as well, and ``...re`` binds both: see :mod:`~hnefatafl.notation.otn._rules`.
* Corners and fortresses are hostile whether or not they are occupied. Corners on which only the king can stand, where
  he has won, are read as hostile while empty, which is the same.
* A centre that is hostile to attackers while occupied by a king who captures them anyway is read as not hostile then,
  unless ``cenh`` says so explicitly.
* ``ks:c`` and ``linc:y`` need a centre; without one the king is weak, and there is no such capture.
* On a board of even size the centre is the square to the lower left of the middle.
* A square that several lists name belongs to the first of centre, corners, ``afor`` and ``dfor``.

* Pairs of commanders and knights take a strong king between them, and a corner that is hostile to him can be one half
  of such a pair; the centre cannot. No piece jumps over kings, commanders or knights, and a guard takes no part in
  captures.
* With ``ber:m`` the king may escape by any move of his berserk turn, with ``ber:c`` only by a capture.

The library reads the lists letter by letter, ``K`` for the king and ``T`` for his soldiers; for hostility OpenTafl uses
the letter of the soldiers for both. ``tfr:i`` and a pair of speeds are read as specified (OpenTafl reads a draw, and no
limits). With ``ber:c`` a piece continues by captures only, as specified. Our reading: guards are captured when all four
sides are held; and in omitted lists, and in speeds without their numbers, mercenaries and guards are like soldiers.

**Leniencies.** The parser

* accepts the entries in any order, on one line or several, ``start`` not only as the last;
* accepts a comma after the last square of a list, and after the last speed (``cor:g7, cen:b2,``);
* accepts ``name``, ``spd``, ``gj`` and ``mj``, which the specification's grammar leaves out, and rules without a name;
* accepts ``default`` as the list of the corners or of the centre;
* accepts any letters of ``tcnkmgTCNKMG`` in a list of pieces, in any order;
* ignores letters, jumps and speeds of pieces that the start does not have. Records without knights have ``nj:n`` or
  not, and mean the same game;
* accepts ``y`` for a jump, which OpenTafl reads as none;
* accepts ``swf`` without a shieldwall, and squares named twice.

It does not accept unknown keys, a key that stands twice, or a square off the board.

**Parsing.**

>>> rules = parse_rules("dim:7 name:My_Brandub esc:e surf:n ks:w cor: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
>>> rules.name, rules.king, rules.escape, rules.corners
('My Brandub', KingStrength.WEAK, Region.parse('edge'), None)
>>> parse_rules("dim:7 esc:k start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
Traceback (most recent call last):
    ...
hnefatafl.errors.NotationError: esc: one of c, e was expected (line 1, column 11)
    dim:7 esc:k start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/
              ^

**Writing.**

>>> format_rules(rules)
'dim:7 name:My_Brandub esc:e surf:n atkf:y ks:w cor: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/'
>>> from hnefatafl import variants
>>> format_rules(variants.HNEFATAFL_13)
Traceback (most recent call last):
    ...
hnefatafl.errors.NotExpressibleError: OTN cannot express: joint_capture, edge_hostile

The nearest rules in OTN can always be written, together with what OpenTafl then plays differently:

>>> text, losses = nearest_rules(variants.HNEFATAFL_13)
>>> print(*losses, sep="; ")
joint_capture: no instead of yes; edge_hostile: no piece instead of all pieces

:func:`hnefatafl.notation.convert.write_game` writes games with the nearest rules, and warns of what is lost.

Games
-----

A game record consists of tags, each ``[name:value]``, and turns. A turn has its number, the moves of both sides, and
the comments on them in brackets, separated by ``|``. The rules are one of the tags, and so is ``position`` if the
game does not begin with the start of the rules. Where they name a ruleset that another distribution installs, and are
what :func:`nearest_rules` writes for it, that ruleset is played; where they are the nearest rules to one of the
library's own rulesets and not exactly that, :func:`parse_game` warns and plays the rules of the record. Where the
defenders move first, the first move of a
turn is theirs::

    [event:Tafl Triathlon 2015]
    [result:-1]
    [rules:dim:7 surf:n ks:c cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]

    1. d2-e2 c4-c5
    [The usual beginning.|3600 30/3 3i A surprise.]

    1b.1.1a. ..... d5-c5
    [To be preferred.]

* ``result`` is ``1`` (the attackers won), ``-1`` (the defenders), ``0`` (a draw) or ``?``; in
  :attr:`Game.result <hnefatafl.records.Game.result>` they are ``Black``, ``White``, ``Draw`` and ``?``. The other tags
  are
  :attr:`Game.tags <hnefatafl.records.Game.tags>`, known or not.
* Where a piece goes on in a berserk turn, each of its moves stands by itself (``1. a3-b3xc3 b3=b5xc5 Kf4-f5``), and has
  a comment and a letter of its own: ``1a``, ``1b`` and ``1c``.
* ``---`` in place of a move is a resignation.
* A comment may begin with the time left for the side that moved: seconds, seconds and number of overtime periods,
  increment. It is read as a clock only if there is more than the seconds, or nothing after them. (The specification
  names periods and seconds the other way round than its example and the program have them.)
* A variation of the main line has the address of the move that it replaces, and its number among those that replace
  it: the turns of the third variation in place of the second move of turn 3 are ``3b.3.1a``, ``3b.3.2a`` and so on. Its
  first turn begins with ``.....`` for every move of the turn that came before. A variation within a variation has the
  address of the move before the one that it replaces: what is played in place of the second move of that ``3b.3.2a``
  is ``3b.3.2a.1``, and of its first move ``3b.3.1b.1``. :func:`address` returns the address of any move.
* ``start-comment`` is the comment before the first move, :attr:`Game.note <hnefatafl.records.Game.note>`.
* ``!``, ``?``, ``!!``, ``??``, ``!?`` and ``?!`` after a move are our addition.
* OpenTafl has no dice and no announcements. Rolls of the die and omitted announcements are our addition
  too. They are written at the beginning of a comment: ``%roll 4`` and
  ``%unannounced``, as in ``12. d1-d3 Kd4-d6 [|%roll 4 %unannounced Now or never.]``. A roll after the last move stands
  in place of the comment on the move that is to come: ``13. a4-a6 [|%roll 2]``.
* Arrows and circles are our addition, too. They are written as in lichess's comments, but without the brackets, which
  would end a comment here; after those signs and before a clock: ``[|%cal Gd1c1,Rd3c3 %csl Re4 Now or never.]``.
* A puzzle has the tags ``puzzle-mode`` (``loose`` or ``strict``), ``puzzle-prestart`` and ``puzzle-start``:
  :func:`puzzle` reads them, and :func:`hints` finds the hints in a comment.
* Info symbols, letters and signs are kept as they are written; a :class:`~hnefatafl.records.Replay` lists the wrong
  ones.

**Leniencies.** The parser of games

* accepts the tags in any order, on several lines, and files without moves;
* accepts any spaces and line ends between moves and comments, an address without its last point, several comments after
  a turn, and none;
* takes a bracket before the first move that has a stroke, and no colon before it, as comments there, and joins them to
  ``start-comment`` (``[|Coach: watch d5.]``);
* takes ``[comment]`` as the comment on the first move of a turn, and joins two comments on a turn of one move;
* takes a move for one by which a piece goes on, under rules with berserk turns, if it begins where the last one ended,
  whatever its sign;
* accepts a turn that is broken off and goes on after a variation (``5. d1-d3``, ``5b.1.1a. ...``, ``5. ..... e1-e3``),
  and the turns of a variation apart from one another;
* accepts numbers of variations with gaps, and in any order, and any number of points for the moves before a variation;
* accepts the address of the replaced move itself for a variation within a variation, where the points show that it is
  meant.

It does not accept a tag twice, a puzzle that begins at a move that the main line does not have, a turn or a variation
that does not follow from what stands before it, text that is neither, squares without a dash between, records of more
than 4,194,304 characters (``MAX_LENGTH``), or variations nested more than 256 deep (``MAX_DEPTH``).

>>> board = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
>>> game = parse_game(f"[rules:dim:7 start:{board}] 1. d1-c1 c4-c2 [|Bold!] 1b.1.1a. ..... c4-c3")
>>> game.moves[1].note, game.variations[0].moves[0].target
(Note(comment='Bold!'), Square(c3))
>>> print(format_game(game), end="")
[rules:dim:7 atkf:y start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
<BLANKLINE>
1. d1-c1 c4-c2
[|Bold!]
<BLANKLINE>
1b.1.1a. ..... c4-c3
[]
<BLANKLINE>
"""

from __future__ import annotations

from hnefatafl.board import Board, Side
from hnefatafl.notation.moves import format_move, format_played_move, parse_move
from hnefatafl.notation.otn._format import RulesLoss, format_rules, nearest_rules
from hnefatafl.notation.otn._game import MAX_DEPTH, MAX_LENGTH, Puzzle, hints, parse_game, puzzle
from hnefatafl.notation.otn._game_format import address, format_game
from hnefatafl.notation.otn._rules import parse_rules, read_board
from hnefatafl.play import Position
from hnefatafl.rules import RulesetLike, as_ruleset

__all__ = [
    "MAX_DEPTH",
    "MAX_LENGTH",
    "Puzzle",
    "RulesLoss",
    "address",
    "format_game",
    "format_move",
    "format_played_move",
    "format_rules",
    "hints",
    "nearest_rules",
    "parse_board",
    "parse_game",
    "parse_move",
    "parse_position",
    "parse_rules",
    "puzzle",
]


def parse_board(text: str) -> Board:
    """Read a position record.

    >>> parse_board("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/").king
    Square(d4)

    Raises:
        NotationError: the text is none.
    """
    start = len(text) - len(text.lstrip())
    return read_board(text.strip(), text, start)


def parse_position(text: str, ruleset: RulesetLike, turn: Side | str) -> Position:
    """Read a position record as a position to play from. A record does not say who is to move.

    >>> from hnefatafl import variants
    >>> parse_position("/3t3/7/7/t1tK3/7/3t3/7/", variants.BRANDUBH, Side.DEFENDERS).turn
    Side.DEFENDERS

    Raises:
        NotationError: the text is no position record.
        InvalidSetupError: the board cannot be played under the ruleset.
    """
    ruleset = as_ruleset(ruleset)
    return Position.from_board(parse_board(text), ruleset, turn)
