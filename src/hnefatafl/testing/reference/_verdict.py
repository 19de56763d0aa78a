"""How a game ends."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hnefatafl.board import Board, CaptureKind, Outcome, PieceSet, Side, Termination
from hnefatafl.rules import Consequence, EdgeCapture, Jump, LimitConsequence, NoMove, ended_by
from hnefatafl.testing.reference._formations import cannot_escape, has_fort, is_encircled, ways_out
from hnefatafl.testing.reference._legality import could_roll, offensive_sides, open_moves, repetition_due
from hnefatafl.testing.reference._moves import State, is_escape, jump_of, king_steps, on_edge, some_roll_allows

Ending = Callable[[State], Outcome | None]


def _find_verdict(state: State) -> Outcome | None:
    """Return how the game ends with this position: by the first ending that applies, in the order of Termination.

    A position that was set up is judged by what its board shows: a king on an escape square, attackers who are "nur
    noch 2 Figuren" (S004), a king who cannot move, defenders of whom "all the princes are lost" (gwyddbwyll), ways out,
    formations, extra endings, a side that cannot move. Our reading: a board does not show that the king is captured,
    since that depends on who moved last ("A piece moving in between is never taken").
    """
    return ended(state) or halted(state)


def ended(state: State) -> Outcome | None:
    """Return how the move itself, or the position as it is, ended the game, independent of history and later moves."""
    return _first_outcome(
        state,
        _king_taken,
        _end_by_escape,
        _end_by_immobility,
        _few_attackers,
        _few_defenders,
        _end_by_tuichu,
        _end_by_formation,
        _end_by_extra_rule,
    )


def halted(state: State) -> Outcome | None:
    """Return how the game ends by its history or by a lack of moves, if the position itself has not ended it."""
    return _first_outcome(state, _end_by_repetition, _end_by_quiet_limit, _all_moves, _cannot_escape, blocked)


def _first_outcome(state: State, *endings: Ending) -> Outcome | None:
    """Return the first outcome that one of the endings finds."""
    return next((outcome for ending in endings if (outcome := ending(state)) is not None), None)


def defenders_moved(state: State) -> bool:
    """Return whether the defenders have just moved.

    In a position that was set up, the side that is not to move has, or in a berserk turn the side to move.
    """
    if state.mover is not None:
        return state.mover is Side.DEFENDERS
    return (state.turn is Side.ATTACKERS) is (state.berserk_square is None)


def ring_counts(state: State) -> bool:
    """Return whether a ring counts now: after an attackers' move; in a position that was set up, after any move.

    Our reading: unless the defenders can create a ring, by jumping or, with secure_ring, by a capture. With whole_ring
    it counts after such a capture.
    """
    if state.mover is not None:
        # Our reading: also when a defender has fallen by his own move, who may have been the last outside.
        fell = state.arrived is not None and state.captured.get(state.arrived) is CaptureKind.WALKED_IN
        return fell or state.mover is Side.ATTACKERS or (state.ruleset.whole_ring and bool(state.captured))
    jumpers = any(jump_of(state.ruleset, piece) is not Jump.NONE for piece in state.board.values())
    return not defenders_moved(state) or not (state.ruleset.secure_ring or jumpers)


def _king_taken(state: State) -> Outcome | None:
    """1. KING_CAPTURED or KING_CAPTURED_ON_EDGE; by an extra capture "the edge rule is not asked"."""
    king = state.board.king
    if king is None or king not in state.captured:
        return None
    on_the_edge = on_edge(king, state.ruleset.size) and state.captured[king] is not CaptureKind.EXTRA
    if on_the_edge and state.ruleset.edge_capture is EdgeCapture.DRAW:
        return Outcome(None, Termination.KING_CAPTURED_ON_EDGE)
    return Outcome(Side.ATTACKERS, Termination.KING_CAPTURED)


def _end_by_escape(state: State) -> Outcome | None:
    """2. KING_ESCAPED: the king stands on an escape square ("sobald der König ... erreicht", S001, S004)."""
    king = state.board.king
    if king is not None and is_escape(state.ruleset, king):
        return Outcome(Side.DEFENDERS, Termination.KING_ESCAPED)
    return None


def _end_by_immobility(state: State) -> Outcome | None:
    """3. KING_IMMOBILE, after an attackers' move: "so zu umstellen dass dieser bewegungsunfähig wird" (S004).

    Our reading: his own men do not hold him, so he would have no move without them either.
    """
    if not state.ruleset.immobile_king or defenders_moved(state):
        return None
    bare = Board(state.board.size, {s: p for s, p in state.board.items() if not PieceSet.DEFENDING_MEN.has(p)})
    for board in (state.board, bare):
        if any(some_roll_allows(state.ruleset, board, step) for step in king_steps(state.ruleset, board)):
            return None
    return Outcome(Side.ATTACKERS, Termination.KING_IMMOBILE)


def _few_attackers(state: State) -> Outcome | None:
    """4. "Fewer attackers than that: ALL_CAPTURED if none left else TOO_FEW_ATTACKERS. (0: no rule)" (S004)."""
    left = state.board.count(PieceSet.ATTACKERS)
    if left >= state.ruleset.fewest_attackers:
        return None
    return Outcome(Side.DEFENDERS, Termination.TOO_FEW_ATTACKERS if left else Termination.ALL_CAPTURED)


def _few_defenders(state: State) -> Outcome | None:
    """5. TOO_FEW_DEFENDERS: "the king loses [...] if all the princes are lost" (gwyddbwyll, pfireland.net)."""
    if state.board.count(PieceSet.DEFENDING_MEN) < state.ruleset.fewest_defenders:
        return Outcome(Side.ATTACKERS, Termination.TOO_FEW_DEFENDERS)
    return None


def _end_by_tuichu(state: State) -> Outcome | None:
    """6. "TUICHU (tuichu_wins, defenders have just moved): king has >= 2 ways out" (S003 §10)."""
    if state.ruleset.tuichu_wins and defenders_moved(state) and ways_out(state.ruleset, state.board) >= 2:
        return Outcome(Side.DEFENDERS, Termination.TUICHU)
    return None


def _end_by_formation(state: State) -> Outcome | None:
    """7. ENCIRCLEMENT after an attackers' move; EXIT_FORT after a defenders' move."""
    rules = state.ruleset
    if rules.encirclement and ring_counts(state) and is_encircled(rules, state.board):
        return Outcome(Side.ATTACKERS, Termination.ENCIRCLEMENT)
    if rules.exit_fort and defenders_moved(state) and has_fort(rules, state.board):
        return Outcome(Side.DEFENDERS, Termination.EXIT_FORT)
    return None


def _end_by_extra_rule(state: State) -> Outcome | None:
    """8. "EXTRA endings (function(board, side to move, position))", the first that finds an outcome.

    Our reading: in a berserk turn, and where a side has to pass, they are asked as if the other side were to move.
    """
    if state.position is None:
        return None
    to_move = Side.ATTACKERS if defenders_moved(state) else Side.DEFENDERS
    for ending in state.ruleset.extra_endings:
        outcome = ended_by(ending, state.board, to_move, state.position._tell(True))
        if outcome is not None:
            return outcome
    return None


def _end_by_repetition(state: State) -> Outcome | None:
    """9. REPETITION.

    FORBIDDEN never ends the game. OFFENSIVE_DEVIATES: "If exactly one side is offensive: if it is X the move is
    illegal, else the game just goes on. If both or neither: the move is legal and the game is drawn by REPETITION."
    """
    consequence = state.ruleset.repetition.consequence
    mover = state.mover
    if mover is None or consequence is Consequence.FORBIDDEN or not repetition_due(state, state.history):
        return None
    if consequence is Consequence.OFFENSIVE_DEVIATES and len(offensive_sides(state.ruleset, state.history)) == 1:
        return None
    winner = {
        Consequence.DRAW: None,
        Consequence.OFFENSIVE_DEVIATES: None,
        Consequence.MOVER_LOSES: mover.opponent,
        Consequence.MOVER_WINS: mover,
        Consequence.DEFENDERS_LOSE: Side.ATTACKERS,
        Consequence.ATTACKERS_LOSE: Side.DEFENDERS,
    }[consequence]
    return Outcome(winner, Termination.REPETITION)


def _end_by_quiet_limit(state: State) -> Outcome | None:
    """10. "QUIET_LIMIT (p.quiet >= quiet_limit)": a draw, or as :attr:`quiet_limit_consequence` says."""
    limit = state.ruleset.quiet_limit
    if limit is None or state.recorded or state.plies_since_capture < limit:
        return None
    return Outcome(_limit_winner(state, state.ruleset.quiet_limit_consequence), Termination.QUIET_LIMIT)


def _all_moves(state: State) -> Outcome | None:
    """11. MOVE_LIMIT: "if neither side wins after 200 turns (100 rounds), a draw is declared" (CodinGame).

    "Limit N" of CS61B makes the player lose who would have to make move N + 1.
    """
    limit = state.ruleset.move_limit
    if limit is None or state.recorded or state.ply < limit:
        return None
    return Outcome(_limit_winner(state, state.ruleset.move_limit_consequence), Termination.MOVE_LIMIT)


def _limit_winner(state: State, consequence: LimitConsequence) -> Side | None:
    """Return who wins when a limit is reached; None for a draw."""
    loser = {
        LimitConsequence.DRAW: None,
        LimitConsequence.MOVER_LOSES: state.turn,
        LimitConsequence.ATTACKERS_LOSE: Side.ATTACKERS,
        LimitConsequence.DEFENDERS_LOSE: Side.DEFENDERS,
    }[consequence]
    return None if loser is None else loser.opponent


def _cannot_escape(state: State) -> Outcome | None:
    """12. NO_ESCAPE, after any move (hnefatafl.org, rule 10)."""
    if cannot_escape(state.ruleset, state.board):
        return Outcome(Side.ATTACKERS, Termination.NO_ESCAPE)
    return None


def blocked(state: State) -> Outcome | None:
    """13. "NO_LEGAL_MOVE (no_move: LOSS: side to move loses; DRAW)" (S004; Copenhagen, no legal move).

    "A side to move that has no other move but can_roll is not blocked." "PASS: a side without a move
    lets the opponent move again; if neither can move: draw by NO_LEGAL_MOVE."
    """
    if any(open_moves(state)) or could_roll(state):
        return None
    winner = state.turn.opponent if state.ruleset.no_move is NoMove.LOSS else None
    return Outcome(winner, Termination.NO_LEGAL_MOVE)


def judged(state: State) -> State:
    return attrs.evolve(state, over=_find_verdict(state))
