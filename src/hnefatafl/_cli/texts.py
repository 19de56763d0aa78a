"""What the help of each command says."""

from __future__ import annotations

from textwrap import dedent

from hnefatafl.notation.dialects import DIALECTS

__all__ = [
    "COMPLETION",
    "COMPLETION_MORE",
    "CONVERT",
    "CONVERT_MORE",
    "NEXT",
    "PLAY",
    "PLAY_MORE",
    "REPLAY",
    "REPLAY_MORE",
    "SHOW",
    "SHOW_MORE",
    "VARIANTS_MORE",
]

NEXT = """\
tafl: the tafl board games, their rules and their records.

  tafl variants             which games there are
  tafl show brandubh        what one looks like
  tafl rules brandubh       how one is played
  tafl play                 play one, against another or the computer
  tafl replay FILES         play records of games through the rules
  tafl convert FILES --to DIALECT
                            write them in another dialect

tafl --help lists everything; tafl COMMAND --help explains a command."""

REPLAY = dedent(
    """\
    Play records of games through the rules: every move, every capture, every result.

    Files are read in every dialect that tafl convert --help lists, as their text looks;
    what looks like none is taken for lines of an archive: moves,captures,captures,result.
    Variations are played too. Files may be compressed by gzip. Folders are searched for
    .csv, .tsv and .otg, and for .json, .uci and .txt that look like games. Without files,
    standard input is read.
    """
)
REPLAY_MORE = dedent(
    """\
    The rules are those of --variant, else those in the record itself, or those that a comment
    before the first game names (# variant: brandubh), else the dialect's own, or those that
    the file is named after (copenhagen-11.tsv.gz). Rules about repeated positions, and limits of moves without a
    capture, hold only with --enforce-repetition, since players often went on.

    Records of games with berserk turns often leave the later moves of a turn out. They are
    filled in so that the rest of the record fits, unless --no-fill is given; --show-filled
    shows them, and says where several ways fit.

    The exit status is 0 if every record is legal, 1 if one is not (illegal,
    continues-after-end, odd-token; with --strict also any other disagreement), and 2 if
    something could not be read.
    """
)
CONVERT = dedent(
    """\
    Write records of games, or positions, in another dialect. Whatever the dialect cannot
    hold is named on standard error before anything is written; with --strict a file that
    would lose something is not written at all.

    The dialect that a file is in is seen from its text, or from its name, unless --from
    says it. A position is read as a game without moves; a dialect that has only positions
    gets the one that the moves lead to.
    """
)
CONVERT_MORE = (
    "dialects:\n"
    + "".join(f"  {one.name:16} {one.title}\n" for one in DIALECTS)
    + dedent(
        """\

        examples:
          tafl convert game.otg --to archive -o game.csv
          tafl convert *_gameLog.txt --to otn -o games/
          tafl convert games.csv --variant copenhagen --to taflzero --strict

        The exit status is 0 if every game was written, 1 if one was refused (by --strict, or
        because the dialect has no words for it), and 2 if something could not be read.
        """
    )
)
SHOW = dedent(
    """\
    Draw the start layout of a variant, a position, or the last position of a recorded game,
    and tell who is to move and how things stand. The throne stands in [ ], corners in < >,
    camps and other zones in ( ). The same is written to files as a picture (--svg, --png)
    or, move by move, as a page for browsers (--html).
    """
)
SHOW_MORE = dedent(
    """\
    examples:
      tafl show copenhagen
      tafl show brandubh --moves "d1-c1 d3-g3"
      tafl show /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ --variant brandubh --turn defenders
      tafl show copenhagen --svg copenhagen.svg --theme print
      tafl show examples/games/brandubh.csv --game 2 --html game.html
    """
)
PLAY = dedent(
    """\
    Play a game on the terminal. The board is drawn after every move, captures name their rule,
    and a move that is not legal is told why. The computer plays the sides that nobody else
    does, by moves at random: it knows the rules, and no more. Moves and commands may also come
    by a pipe.
    """
)
PLAY_MORE = dedent(
    """\
    examples:
      tafl play --side attackers
      tafl play --variant copenhagen --record game.otg
      tafl play --variant house.toml --side none --seed 1
      tafl play --side attackers --match --lot --record match.json
    """
)
VARIANTS_MORE = dedent(
    """\
    examples:
      tafl variants brandubh
      tafl variants --size 9 --source opentafl
      tafl variants --like tawlbwrdd --escape edge
      tafl variants diff brandubh brandubh-opentafl
    """
)
COMPLETION = dedent(
    """\
    Write a script by which a shell completes commands, options, variants, dialects and files
    with the Tab key. It needs the extra completion.
    """
)
COMPLETION_MORE = dedent(
    """\
    to be put where the shell looks for it:
      tafl completion bash > ~/.local/share/bash-completion/completions/tafl
      tafl completion zsh > ~/.zfunc/_tafl          (with fpath+=~/.zfunc before compinit)
      tafl completion fish > ~/.config/fish/completions/tafl.fish
    """
)
