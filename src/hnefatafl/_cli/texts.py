"""The help texts of the commands."""

from __future__ import annotations

from textwrap import dedent

from hnefatafl.notation.dialects import DIALECTS

__all__ = [
    "ANALYSE",
    "ANALYSE_MORE",
    "COMPLETION",
    "COMPLETION_MORE",
    "CONVERT",
    "CONVERT_MORE",
    "ENGINE",
    "ENGINE_MORE",
    "INFER",
    "INFER_MORE",
    "NEXT",
    "PLAY",
    "PLAY_MORE",
    "REPLAY",
    "REPLAY_MORE",
    "SERVE",
    "SERVE_MORE",
    "SHOW",
    "SHOW_MORE",
    "SOLVE",
    "SOLVE_MORE",
    "TRAIN",
    "TRAIN_MORE",
    "VARIANTS_MORE",
]

NEXT = """\
tafl: rules, positions and records of the tafl board games.

  tafl variants             list the games
  tafl show brandubh        show the start layout of a game
  tafl rules brandubh       print the rules of a game
  tafl play                 play a game, against another person or the computer
  tafl analyse brandubh     find the best moves of a position
  tafl replay FILES         replay game records under the rules
  tafl convert FILES --to DIALECT
                            write records in another dialect

tafl --help lists everything; tafl COMMAND --help explains a command."""

REPLAY = dedent(
    """\
    Replay game records under the rules: every move, every capture, every result.

    Files are read in every dialect that tafl convert --help lists; the dialect is detected.
    Other text is read as lines of an archive: moves,captures,captures,result.
    Variations are replayed too. Files may be compressed by gzip. Folders are searched for
    .csv, .tsv and .otg, and for .json, .uci and .txt that look like games. Without files,
    standard input is read.
    """
)
REPLAY_MORE = dedent(
    """\
    The rules are those of --variant, else those in the record, else those of a comment
    before the first game (# variant: brandubh), else the dialect's own, else those that
    the file is named after (copenhagen-11.tsv.gz). Rules about repeated positions, and limits
    of moves without a capture, are enforced only with --enforce-repetition, since old records
    often continue.

    Records of games with berserk turns often omit the later moves of a turn. They are
    filled in so that they fit the rest of the record, unless --no-fill is given;
    --show-filled shows them, and says where several ways fit.

    An unexplained end is a record that agrees and names a winner, but stops without an end
    by the rules or a word such as resigned. It is no disagreement: in a collection that
    does not record resignations it is normal, elsewhere many of them suggest other rules.
    --show-unexplained lists them.

    The exit status is 0 if every record is legal, 1 if one is not (illegal,
    continues-after-end, odd-token; with --strict also any other disagreement), and 2 if
    something could not be read.
    """
)
INFER = dedent(
    """\
    Infer the rules by which games were played, from their records alone: the best ruleset,
    and for each option whether the games settle it, lean towards it, or leave it open, with
    the number of games that speak against every other answer, and an example.

    Files are read as by tafl replay, all together as one collection, unless --each is given.
    Rules that they name are not believed: they only give the start layout, if the moves agree
    with it. Else the layout is read off the moves. A collection that mixes start layouts is
    divided by them.
    """
)
INFER_MORE = dedent(
    """\
    examples:
      tafl infer games.csv
      tafl infer games/ --each --jobs 0
      tafl infer games.csv --base brandubh --base house.toml --write inferred.toml
      tafl play --variant inferred.toml

    settled    games exclude every other answer
    leaning    games speak against the other answers, but too few; or players would have
               done what another answer allows, and never did
    contested  some games speak for one answer and some for another
    open       no game tells some other answer from this one

    The file that --write makes says in comments what is settled and what is open. Where the
    collection is divided, the other parts are written to FILE-2, FILE-3 and so on.

    An interrupt (Ctrl-C) keeps what has been found. The exit status is 0, 1 if a best ruleset
    contradicts more than a tenth of its games, so that nothing is settled, 2 if something
    could not be read, and 130 after an interrupt.
    """
)
CONVERT = dedent(
    """\
    Write game records, or positions, in another dialect. What the dialect cannot express
    is listed on standard error before anything is written; with --strict a file that
    would lose something is not written.

    The dialect of a file is detected from its text or its name, unless --from gives it.
    A position is read as a game without moves; in a dialect that has only positions, the
    last position of a game is written.
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
        because the dialect cannot express it), and 2 if something could not be read.
        """
    )
)
SHOW = dedent(
    """\
    Draw the start layout of a variant, a position, or the last position of a recorded game,
    with the side to move and the outcome. The throne is in [ ], corners are in < >,
    camps and other zones in ( ). --svg and --png write a picture, --html a page for
    browsers that replays the game.
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
SOLVE = dedent(
    """\
    Prove whether a side can force a win, and print a winning line. Without --side it is the
    side that the record names as the winner, else either side, the one to move first.

    A win is an end on the board: a capture, an escape, a formation, a blocked opponent. It
    holds whatever the opponent does, whatever was played before, and with every throw of a
    die. Ends by repetition and by a limit of quiet moves count as no win.

    A puzzle of a game record (.otg) begins where its tags say, any other record at its start;
    --ply chooses another position. The winner's moves in the rest of the record are then
    checked: each must keep the win.
    """
)
SOLVE_MORE = dedent(
    """\
    examples:
      tafl solve examples/puzzles/two_ways.otg
      tafl solve /t6/7/7/3K3/7/7/7/ --variant brandubh --turn defenders --all
      tafl solve game.otg --ply 40 --side attackers --seconds 10

    The exit status is 0 if the side wins and the record's solution does not fail, 1 if it does
    not win, that is open, or the solution fails, and 2 if something could not be read.
    """
)
PLAY = dedent(
    """\
    Play a game on the terminal. The board is drawn after every move, captures name their rule,
    and an illegal move is refused with the reason. The computer plays the sides that people
    do not play. Moves and commands can also come through a pipe; help lists them.
    """
)
PLAY_MORE = dedent(
    """\
    examples:
      tafl play --level 2
      tafl play --side defenders --variant tablut --against alphabeta --seconds 5
      tafl play --variant copenhagen --record game.otg
      tafl play --variant house.toml --side none --against random --seed 1
      tafl play --side attackers --match --lot --record match.json

    players, with their options, as in alphabeta:nodes=20000,seed=1:
      random       any legal move                              seed
      greedy       a move that wins or captures, else any      seed
      montecarlo   the move after which random games go best   playouts, limit, seed
      alphabeta    the best move that a search finds           level, seconds, nodes, depth,
                                                               noise, memory, seed
      ugi:COMMAND  an engine that COMMAND starts; or otep:, htp: or uci: and its command
    """
)
ANALYSE = dedent(
    """\
    Search for the best moves of a position: the start of a variant, a position record, or the
    last position of a recorded game. On a terminal each depth is shown when it is finished;
    Ctrl-C ends the search and shows what it has found.

    With --game, annotate all moves of a recorded game: scores as comments, glyphs for
    mistakes (?! ? ??) and for moves that are better than all others (!), and the better lines
    as variations.
    """
)
ANALYSE_MORE = dedent(
    """\
    examples:
      tafl analyse brandubh --nodes 100000
      tafl analyse copenhagen --moves "d1-d3 f4-c4" --seconds 20 --lines 5
      tafl analyse /3t3/3t3/3T3/tt1KTtt/3T3/3t3/3t3/ --variant brandubh --depth 6
      tafl analyse --game game.otg --nodes 50000 -o annotated.otg
      tafl analyse --game games.csv --number 2 --to otn

    Scores are hundredths of a soldier, for the side to move; the bar shows the points that
    each side may expect. A limit of nodes or of depth gives the same result each time. The
    exit status is 1 if a record is illegal.
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
TRAIN = dedent(
    """\
    Train a player for a ruleset by games of the player against itself, and write what it has
    learned to a file. This needs the extra train. The file is written after each round, so
    Ctrl-C loses only the last one. A round is written only if the games that it was
    not fitted to show, with 95 % confidence, that it has learned something.
    """
)
TRAIN_MORE = dedent(
    """\
    examples:
      tafl train house.toml --minutes 20 --jobs 0 --output house.json
      tafl play --variant house.toml --level 5 --evaluation house.json
      tafl analyse house.toml --evaluation house.json

    The exit status is 1 if no round is written.
    """
)
ARENA = dedent(
    """\
    Play a match of two players, each opening once with either side, and print who is stronger
    by how much Elo, with 95 % intervals, and whom the game favours. The same games are played
    with any number of processes, unless players look at a clock. With --save an interrupted
    match goes on.
    """
)
ARENA_MORE = dedent(
    """\
    examples:
      tafl arena alphabeta:nodes=1000 greedy --variant brandubh --games 20
      tafl arena alphabeta:nodes=4000 alphabeta:nodes=1000 --jobs 0 --save match.jsonl
      tafl arena alphabeta "uci:taflzero --threads 1" --seconds 0.5 --sprt 0 20
      tafl arena alphabeta:nodes=500,evaluation=house.json alphabeta:nodes=500 --variant house.toml

    The exit status is 1 if half of the games or more ended because a player failed: such a match
    says nothing of strength.
    """
)
STUDY = dedent(
    """\
    Play games of the computer against itself, at several strengths, and print whom the rules
    favour, how long games are, how they end, when they are settled, and which squares and
    options play no part. --explore looks for changes of one option that bring the rules nearer
    to balance. All intervals are for 95 %.
    """
)
STUDY_MORE = dedent(
    """\
    examples:
      tafl study brandubh --games 50 --jobs 0
      tafl study house.toml --minutes 10 --jobs 0 --html study.html
      tafl study house.toml --explore --strengths 500 --jobs 0
    """
)
BOLOGNA = dedent(
    """\
    Play a game on the server of the Tablut Challenge of the University of Bologna, with any
    player; or take the server's place, for practice: two players connect, and the referee
    checks their moves by the rules ashton-tablut, keeps their time, and writes the server's
    log into a folder.

    White are the defenders and begin; Black are the attackers.
    """
)
BOLOGNA_MORE = dedent(
    """\
    examples:
      tafl bologna --side white --name Ravens --host 192.168.1.7
      tafl bologna --side black --player alphabeta:nodes=20000
      tafl bologna --referee
      tafl bologna --referee --time 10 --moves 200 --logs practice

    The exit status is 1 if the connection was closed without a result or the server refused
    the last move; with --referee, if a player lost by its time, an illegal move or an error.
    """
)
COMPLETION = dedent(
    """\
    Write a script that lets a shell complete commands, options, variants, dialects and
    files. It needs the extra completion.
    """
)
COMPLETION_MORE = dedent(
    """\
    where shells look for the script:
      tafl completion bash > ~/.local/share/bash-completion/completions/tafl
      tafl completion zsh > ~/.zfunc/_tafl          (with fpath+=~/.zfunc before compinit)
      tafl completion fish > ~/.config/fish/completions/tafl.fish
    """
)

SERVE = dedent(
    """\
    Serve a page in the browser: play a person or the computer, study a record, and make rules.

    Only this machine can reach it, unless --host names another address, such as 0.0.0.0; then
    the link that is printed has a key, and each side of a game has a link of its own.
    """
)
SERVE_MORE = dedent(
    """\
    --variant takes a file of rules too, and --player any player of tafl play --against. The
    games are kept in a file, by default in the folder for the state of programs, until nobody
    has used them for --days days. This needs the extra web.

      tafl serve
      tafl serve --variant house.toml --player alphabeta:level=5
      tafl serve --host 0.0.0.0 --port 8080 --name games.example.org
    """
)
ENGINE = dedent(
    """\
    Serve a player to another program: as an engine, on standard input and output.

    The program starts the command and says what to play and for how long. It decides the rules
    where the protocol can say them: UGI by the option rules, which takes the name of a variant,
    and OTEP by OpenTafl's rules. HTP is for the games of hnefatafl.org.
    """
)
ENGINE_MORE = dedent(
    """\
    Without --player the command searches as long as the program allows. With one, the limits of
    the player count too; a player without a search takes the time that it needs. Players are
    those of tafl play --against.

      tafl engine --protocol ugi --variant brandubh
      tafl engine --protocol otep --player alphabeta:level=5
    """
)
