"""The command ``tafl``.

``tafl replay [FILES...]``
    Plays records of games through the rules and reports where they part. Files hold a game a line (see
    :mod:`hnefatafl.notation.archive`), compressed by gzip or not; folders are searched for ``.csv``, ``.tsv``,
    ``.csv.gz`` and ``.tsv.gz``; without files, or for ``-``, standard input is read. By which rules the games of a file
    were played is said by ``--variant``, else by a comment ``# variant: NAME`` before the first game, else by the
    file's name (``copenhagen-11.tsv.gz``). With ``--json`` every line is an object whose ``type`` is ``disagreement``
    (``file``, ``line``, ``id``, ``verdict``, ``class``, ``findings``), ``file`` (``file``, ``variant``, ``games``,
    ``plies``, ``agree``, ``illegal``, ``classes``, ``ends``, ``repeated``), ``error`` (``file``, ``message``) or, at
    the end, ``total``. Plies and lines are counted from 1, tokens from 0 as in the verdicts. ``--jobs N`` shares the
    work by so many processes, or one a core for 0.
``tafl convert FILES --to DIALECT``
    Writes records and positions in another dialect (see :mod:`hnefatafl.notation.dialects`), and names on standard
    error what each game loses before it is lost; with ``--strict``, nothing is written for a file that would lose
    something. The dialect of a file is guessed unless ``--from`` says it. What is written goes to standard output, or
    with ``-o`` to a file, or to files in a folder.
``tafl show [NAME | FILE | POSITION]``
    Draws a start layout, a position, with moves played if they are given, or where the ``--game``-th game of a file of
    records ends. ``--svg`` and ``--png`` write the same as a picture to a file, in the colours of ``--theme`` and as
    wide as ``--size`` says; ``--html`` writes a page that replays the game.
``tafl rules NAME``
    Tells the rules of a variant in words, in English or, with ``--lang de`` or ``--lang sv``, in German or Swedish.
``tafl play``
    Plays a game on the terminal, or by what comes through a pipe: ``--side`` says whom people play (``attackers``,
    ``defenders``, ``both`` or ``none``). The others are moved at random by the computer, which knows the rules and no
    more, and ``--seed`` makes its moves, and the die, come again. ``--record FILE`` writes the game at the end, in
    OpenTafl's notation (``.otg``) or in JSON (``.json``), after an interrupt too.
``tafl variants [NAME]``
    Lists the rulesets, all or those that ``--size``, ``--like``, ``--source``, ``--escape``, ``--king`` and ``--first``
    ask for, or tells everything about one.
``tafl variants diff NAME NAME``
    Tells how two rulesets differ.
``tafl check NAME``
    Looks the rules of a variant over by playing them (see :func:`hnefatafl.testing.check_ruleset`): ``--examples``
    lines of at most ``--depth`` moves, and as many random games; ``--seed`` chooses others. It needs the extra
    ``testing``.
``tafl perft NAME DEPTH``
    Counts move sequences, with ``--jobs`` by several processes.
``tafl playouts NAME``
    Plays ``--games`` games of random moves and tells who won how often, by which rule, and how long they were. Their
    seeds count up from ``--seed``, and the same seed gives the same game, with any number of ``--jobs``. With
    ``--json`` it writes an object (``variant``, ``seed``, ``games``, ``attackers``, ``defenders`` and ``draws`` with
    their games by the rule that ended them, ``unfinished``, ``plies``).
``tafl completion SHELL``
    Writes a script by which bash, zsh or fish completes the command (needs the extra ``completion``).

Wherever a variant is named, the name of a file of rules can stand as well. Its ending tells how it is written:
``.toml`` and ``.json`` (see :mod:`hnefatafl.notation.json`), or ``.otn`` and ``.otr`` for OpenTafl's rules.

A file is written whole or not at all, and over another one only with ``--force``. On a terminal, and in every message,
characters of files that would move the cursor or hide something are replaced; in JSON they are escaped.

The exit status is 0 when all is well; 1 when a record (or a move of ``tafl show``) is illegal, with ``replay
--strict`` when a record differs from the rules in any way, with ``convert`` when a game was refused, and with
``check`` when anything is wrong; 2 when the command was misused or could not read its input; 130 after an interrupt;
141 when nobody reads its output any more.

Colours are used on terminals. The environment variable ``NO_COLOR`` turns them off and ``FORCE_COLOR`` turns them on
elsewhere; ``--color`` comes before both.

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
    """Run the command and return its exit status; errors are told on standard error.

    >>> main(["variants", "diff", "magpie", "brandubh"])
    How magpie differs from brandubh:
      king: middleweight instead of strong-near-throne
      encirclement: no instead of yes
      speed.king: 1 instead of any distance
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
        # Status 1 tells what is wrong with a record, which no help explains.
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
        # So argparse ends after --help and --version.
        return leave.code if isinstance(leave.code, int) else 0
    return status


def _hush(stream: TextIO) -> None:
    """Let what is still to be written go nowhere, so that the interpreter does not complain when it leaves."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
