"""The command ``tafl``.

``tafl replay [FILES...]``
    Replays game records under the rules and reports every disagreement. Files are read in every dialect of
    :mod:`hnefatafl.notation.dialects`, which is detected, compressed by gzip or not; folders are searched.
    Without files, or for ``-``, standard input is read. The ruleset is that of ``--variant``, else the one that the
    record contains, else that of a comment ``# variant: NAME`` before the first game, else the one that the file is
    named after (``copenhagen-11.tsv.gz``). With ``--json`` every line is an object whose ``type`` is ``disagreement``
    (``file``, ``line``, ``id``, ``verdict``, ``class``, ``findings``), with ``--show-filled`` ``filled`` (``file``,
    ``line``, ``id``, ``token``, ``moves``, ``ways``), with ``--show-unexplained`` ``unexplained`` (``file``, ``line``,
    ``id``, ``plies``), ``file`` (``file``, ``variant``, ``games``, ``plies``, ``agree``, ``illegal``, ``classes``,
    ``ends``, ``unexplained``, ``repeated``, ``filled``, ``uncertain``), ``error`` (``file``, ``message``) or,
    at the end, ``total`` (``files``, ``seconds``, and the numbers of all files). Plies and lines are counted from 1,
    tokens from 0 as in the verdicts. ``--jobs N`` uses N processes, or one for each core if N is 0.
``tafl infer [FILES...]``
    Infers the rules by which recorded games were played (see :func:`hnefatafl.inference.infer_sets`), and
    prints the start layout and what :meth:`~hnefatafl.inference.Inference.describe` returns. Files are read as
    by ``tafl replay``, in the dialect of ``--format`` or the detected one, all together as one collection; with
    ``--each`` every file is one. The rules that records name are only bases of the search, and their start layout is
    kept only if the moves agree with it. ``--base`` gives the bases instead. Games without an ``id`` are named by file
    and line. ``--write FILE.toml`` writes the best ruleset, with comments that say what is settled and what is open;
    those of further parts go to ``FILE-2.toml`` and so on. With ``--json`` every line is an object whose ``type`` is
    ``inference`` (``file``, which is null without ``--each``, ``part``, and what
    :meth:`~hnefatafl.inference.Inference.as_json` returns), ``error`` (``file``, ``message``) or, at the end,
    ``total`` (``files``, ``games``, ``parts``, ``seconds``).
``tafl convert FILES --to DIALECT``
    Writes records and positions in another dialect (see :mod:`hnefatafl.notation.dialects`), and lists on standard
    error what each game loses. With ``--strict``, a file that would lose something is not written. The dialect of a
    file is detected unless ``--from`` gives it. The output goes to standard output, or with ``-o`` to a file or to
    files in a folder.
``tafl show [NAME | FILE | POSITION]``
    Draws a start layout, a position, perhaps after some moves, or the last position of the ``--game``-th game of a
    file. ``--svg`` and ``--png`` write a picture in the colours of ``--theme``, ``--size`` pixels wide; ``--html``
    writes a page that replays the game.
``tafl rules NAME``
    Prints the rules of a variant in words: in English or, with ``--lang de`` or ``--lang sv``, in German or Swedish.
``tafl play``
    Plays a game on the terminal or through a pipe. ``--side`` says which sides people play (``attackers``,
    ``defenders``, ``both`` or ``none``); the computer plays the others. ``--level`` says how well, from 1 to 10;
    ``--against`` names another player with its options (see :func:`hnefatafl.search.player`); ``--seconds`` is
    its time for a move. ``hint`` is one of the commands during a game. ``--seed`` makes the computer's moves and the
    die reproducible, except with ``--seconds``. ``--record FILE`` writes the game at the end, also after an interrupt,
    in OpenTafl's notation (``.otg``) or in JSON (``.json``).
``tafl serve``
    Serves a page for browsers (:mod:`hnefatafl.web`; it needs the extra ``web``) on ``--host`` and ``--port``, until an
    interrupt. ``--variant`` and ``--player`` name rules and players to offer first, ``--games`` the file of the games,
    which are deleted after ``--days`` without use. ``--jobs`` processes search, each for at most ``--seconds``. With
    another ``--host`` than the machine itself, the printed link has a key; ``--name`` is another name of the server.
``tafl analyse [NAME | FILE | POSITION]``
    Searches for the best moves of a start layout, a position, or the last position of a recorded game, until the limit
    of ``--seconds``, ``--nodes`` or ``--depth`` (see :func:`hnefatafl.search.analyse`), and prints the best
    ``--lines`` with their scores for the side to move, and the points that each side may expect. On a terminal each
    depth is shown when it is finished. With ``--json`` it writes an object (``variant``, ``turn``, ``best``, ``rolls``,
    ``score``, ``proven``, ``depth``, ``nodes``, ``seconds``, ``lines``). ``--memory`` is the size of the table in MB.
``tafl analyse --game FILE``
    Annotates a recorded game (see :func:`hnefatafl.search.annotate`) and writes it in the dialect of the
    file, or in that of ``--to``, to standard output or with ``-o`` to a file. ``--number`` selects a game of a file.
``tafl variants [NAME]``
    Lists the rulesets, all or those selected by ``--size``, ``--like``, ``--source``, ``--escape``, ``--king`` and
    ``--first``, or prints all about one.
``tafl variants diff NAME NAME``
    Prints the differences between two rulesets.
``tafl check NAME``
    Tests a ruleset by playing it (see :func:`hnefatafl.testing.check_ruleset`): ``--examples`` lines of at most
    ``--depth`` moves, and as many random games; ``--seed`` chooses others. It needs the extra ``testing``.
``tafl perft NAME DEPTH``
    Counts move sequences, with ``--jobs`` in several processes.
``tafl playouts NAME``
    Plays ``--games`` random games and prints how often each side won, by which rule, and how long the games were. The
    seeds count up from ``--seed``; the same seed gives the same game with any number of ``--jobs``. With ``--json`` it
    writes an object (``variant``, ``seed``, ``games``, ``attackers``, ``defenders`` and ``draws`` with their games by
    the rule that ended them, ``unfinished``, ``plies``).
``tafl solve NAME|FILE|POSITION``
    Proves whether a side can force a win (:func:`hnefatafl.search.solve`): ``--side``, else the winner of the
    record, else either side. A puzzle (:func:`hnefatafl.notation.otn.puzzle`) begins where its tags say, another record
    at its start or after ``--ply`` moves; the winner's moves that follow are checked, and ``--all`` tries every first
    move. ``--seconds``, ``--nodes`` and ``--depth`` limit each search, ``--memory`` its table. With ``--json`` it
    writes an object (``name``, ``variant``, ``position``, ``turn``, ``side``, ``verdict``, ``line``, ``nodes``,
    ``seconds``, ``proof_number``, ``disproof_number``, ``solution``, ``first_moves``).
``tafl train NAME --output FILE``
    Trains a player for a ruleset (see :mod:`hnefatafl.search.train`; it needs the extra ``train``) for ``--minutes``,
    or ``--rounds`` of ``--games``, and writes what it has learned after each round; with ``--keep-anyway`` also if that
    is nothing. ``--evaluation FILE`` of ``tafl
    play`` and ``tafl analyse`` reads the file; so does ``alphabeta:evaluation=FILE``.
``tafl arena A B``
    Plays a match (:func:`hnefatafl.arena.match`) of ``--games`` by ``--variant``, from ``--openings``
    random moves. Players: see :func:`hnefatafl.engine.player`; ``--seconds`` and ``--nodes`` are for
    those without a limit. ``--sprt`` ends it early, ``--save FILE`` writes each game as a line of JSON and goes on from
    there (:mod:`hnefatafl.arena`). With ``--json`` it writes an object
    (:meth:`MatchResult.as_json <hnefatafl.arena.MatchResult.as_json>`).
``tafl study NAME``
    Studies a ruleset (:func:`hnefatafl.lab.study`) by ``--games`` of each of the ``--strengths``, or for
    ``--minutes``; ``--explore`` adds changes of one option (:func:`hnefatafl.lab.explore`). ``--html FILE``
    writes a page, and ``--json`` prints an object (:meth:`Study.as_json <hnefatafl.lab.Study.as_json>`, with
    ``exploration``).
``tafl engine``
    Serves a player to another program, as an engine on standard input and output, until that says quit or closes its
    side (:func:`hnefatafl.engine.serve`). ``--protocol`` is ``ugi``, ``otep`` or ``htp``; ``--player`` is one
    of :func:`hnefatafl.search.player`, or else a search within the limits of the program; ``--variant`` is the
    ruleset until the program names another.
``tafl bologna --side white|black``
    Plays a game on the server of the Tablut Challenge (see :mod:`hnefatafl.engine.bologna_sockets`) with ``--player``
    (see :func:`hnefatafl.search.player`) and ``--seconds`` for a move, for the team ``--name``. Each move is
    printed, then the result, and notes on refused moves, differences from our rules and a connection that was closed.
``tafl bologna --referee``
    Referees a game between two players, as the server does, with its options ``--time``, ``--errors``, ``--repeated``
    and ``--cache``; ``--moves`` is a limit that the server does not have. The log is in the folder ``--logs``.
``tafl completion SHELL``
    Writes a completion script for bash, zsh or fish (needs the extra ``completion``).

Every command that takes the name of a variant also takes a file of rules: ``.toml`` or ``.json`` (see
:mod:`hnefatafl.notation.json`), or ``.otn`` or ``.otr`` for OpenTafl's rules.

A file is written whole or not at all, and replaces another only with ``--force``. On a terminal and in messages,
control characters from files are replaced; in JSON they are escaped.

The exit status is 0 for success; 1 if a record (or a move of ``tafl show`` or ``tafl analyse``) is illegal, with
``replay --strict`` if a record differs from the rules in any way, with ``convert`` if a game was refused, with
``solve`` if no win is proved, with ``infer`` if a best ruleset contradicts more than a tenth of its games, with
``arena`` if half of the games or more ended because a player failed, with ``train`` if nothing was learned, and with
``check`` if anything is wrong; 2 for a usage error or unreadable input; 130 after an interrupt; 141 if the reader of
the output has gone.

Colours are used on terminals. The environment variable ``NO_COLOR`` turns them off and ``FORCE_COLOR`` turns them on
elsewhere; ``--color`` overrides both.

>>> main(["show", "brandubh", "--ascii", "--moves", "d1-c1"])
brandubh, after 1 ply: d1-c1
<BLANKLINE>
7 <.> .  .  t  .  . <.>
6  .  .  .  t  .  .  .
5  .  .  .  T  .  .  .
4  t  t  T [K] T  t  t
3  .  .  .  T  .  .  .
2  .  .  .  t  .  .  .
1 <.> .  t  .  .  . <.>
   a  b  c  d  e  f  g
<BLANKLINE>
t 8 attackers   T 4 defenders   K king   [ ] throne   < > corners
defenders to move, 23 legal moves
0
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from typing import TextIO

from hnefatafl._cli.console import CommandError, Console
from hnefatafl._cli.options import parser
from hnefatafl.errors import HnefataflError, UnknownVariantError

__all__ = ["main"]


def __dir__() -> list[str]:
    return __all__


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; errors are written to standard error.

    >>> main(["variants", "diff", "magpie", "brandubh"])
    How magpie differs from brandubh:
      king: middleweight instead of strong-near-throne
      encirclement: no instead of yes
      speed.king: 1 instead of any distance
      repetition.consequence: draw instead of defenders-lose
    0

    Arguments:
        argv: the arguments, or None for those of the process.
    """
    # A stream that was closed before the process began is None.
    console = Console(sys.stdout or StringIO(), sys.stderr or StringIO())
    try:
        status = _run(argv, console)
        console.out.flush()
    except BrokenPipeError:
        _hush(sys.stdout)
        status = 141
    except KeyboardInterrupt:
        console.done()
        status = 130
    except OSError as error:
        console.error(f"cannot write: {error.strerror or error}")
        _hush(sys.stdout)
        status = 2
    if console.deaf:
        _hush(sys.stderr)
    return status


def _run(argv: Sequence[str] | None, console: Console) -> int:
    command = ""
    try:
        options = parser().parse_args(argv)
        command = options.command or ""
        status: int = options.run(options, console)
    except CommandError as error:
        # Status 1 is about a record, which no help explains.
        if error.status == 2:
            console.fault(str(error), command)
        else:
            console.error(str(error))
        return error.status
    except UnknownVariantError as error:
        console.error(f"{error} (tafl variants lists the names)")
        return 2
    except HnefataflError as error:
        console.fault(str(error), command)
        return 2
    except SystemExit as leave:
        # argparse ends in this way after --help and --version.
        return leave.code if isinstance(leave.code, int) else 0
    return status


def _hush(stream: TextIO) -> None:
    """Discard output that is still buffered, so that the interpreter does not complain when it exits."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
