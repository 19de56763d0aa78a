"""Small faults outside the kernel, package by package, and the named test that notices each: ``mutants.py`` plants them.

A fault names its package alone, and is found there by its text. So it stays when modules are merged.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

TESTS: Final = Path(__file__).resolve().parent
SOURCES: Final = TESTS.parent / "src"


class Mutant(NamedTuple):
    """A fault: an edit of one place in a module."""

    name: str
    module: str
    """A module of the kernel; or a package, with a slash at the end."""
    old: str
    new: str
    rule: str
    """What the edit breaks."""
    killer: str
    """The named test that fails then; with ``[...]``, one set of its parameters."""

    @property
    def package(self) -> str:
        """The package."""
        return self.module[:-1] if self.module.endswith("/") else "_kernel"

    @property
    def path(self) -> Path:
        """The module's source."""
        if not self.module.endswith("/"):
            return SOURCES / "hnefatafl" / "_kernel" / f"{self.module}.py"
        holders = [path for path in modules_of(self.package) if self.old in source_of(path)]
        assert len(holders) == 1, f"{self.name}: {len(holders)} modules of {self.package} have its text"
        return holders[0]

    @property
    def imported(self) -> str:
        """The name by which the module is imported."""
        return ".".join(self.path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")

    @property
    def is_compiled(self) -> bool:
        """Whether the module is, or may be, compiled."""
        return self.package == "_kernel" or any(self.path.parent.glob(f"{self.path.stem}.*.so"))

    def planted(self, source: str) -> str:
        """The source with the fault."""
        assert source.count(self.old) == 1, f"{self.name}: {source.count(self.old)} places in {self.module}"
        return source.replace(self.old, self.new)

    def is_killed_by(self, node: str) -> bool:
        """Whether a test is the one that fails then, or that with one set of its parameters."""
        _, found, rest = f"/{node}".partition(f"/{self.killer}")
        return bool(found) and (not rest or rest.startswith("["))


@cache
def modules_of(package: str) -> list[Path]:
    """The sources of a package, or of a module beside the packages."""
    return [*SOURCES.glob(f"*/{package}.py"), *SOURCES.glob(f"*/{package}/**/*.py")]


@cache
def source_of(path: Path) -> str:
    """The text of a source."""
    return path.read_text("utf-8")


@cache
def test_file(name: str) -> Path:
    """A file of tests, by the end of its path."""
    (path,) = TESTS.glob(f"**/{name}")
    return path


test_file.__test__ = False  # type: ignore[attr-defined] # pytest takes no helper for a test


def faults_in(package: str, *faults: tuple[str, str, str, str, str]) -> list[Mutant]:
    """The faults of a package: name, old and new text, what it breaks, and the test."""
    return [Mutant(name, f"{package}/", *rest) for name, *rest in faults]


FAULTS: Final = [
    *faults_in(
        "rules",
        (
            "hostile-edges-of-pairs",
            "edge = PieceSet.KING in rules.edge_hostile or rules.joint_capture",
            "edge = PieceSet.KING in rules.edge_hostile",
            "a man beside the king makes the edge matter",
            "rules/test_idle.py::test_a_ruleset_tells_which_options_cannot_matter",
        ),
        (
            "fewest-attackers-at-start",
            "if attackers < max(1, rules.fewest_attackers):",
            "if attackers < 1:",
            "the start has as many attackers as are needed",
            "rules/test_contradictions.py::test_contradictions",
        ),
        (
            "fewest-defenders-at-start",
            "if defenders < rules.fewest_defenders:",
            "if defenders <= rules.fewest_defenders:",
            "the start may have just as many defenders",
            "rules/test_contradictions.py::test_contradictions",
        ),
        (
            "forts-and-endings",
            "if rules.exit_fort or rules.extra_endings:",
            "if rules.exit_fort:",
            "extra endings let the defenders win without a way out",
            "rules/test_contradictions.py::test_where_a_fort_or_an_ending_wins_no_escape_is_needed",
        ),
        (
            "a-throne-for-strength",
            "if rules.throne is None and rules.king in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE):",
            "if rules.throne is None and rules.king is KingStrength.STRONG_NEAR_THRONE:",
            "a king who is strong on the throne needs one",
            "rules/test_contradictions.py::test_contradictions",
        ),
        (
            "even-boards",
            "if rules.size % 2 == 0 else",
            "if rules.size % 2 == 1 else",
            "a board of even size has no centre",
            "rules/test_contradictions.py::test_contradictions",
        ),
        (
            "zones-at-most",
            "if len(zones := members(rules.zones)) > MOST_ZONES:",
            "if len(zones := members(rules.zones)) > MOST_ZONES + 1:",
            "there are not too many zones",
            "rules/test_contradictions.py::test_there_may_be_a_hundred_zones",
        ),
        (
            "equal-fields",
            "bool(part) and fields[0] == fields[1]",
            "bool(part) or fields[0] == fields[1]",
            "notes of options that changed are left out",
            "variants/test_variants.py::TestCopies::test_a_file_with_a_base_keeps_what_is_said_of_other_options",
        ),
        (
            "speeds-of-the-board",
            "limit is not None and limit < rules.size - 1})",
            "limit is not None and limit <= rules.size - 1})",
            "a speed as wide as the board is none",
            "rules/test_idle.py::test_a_speed_that_reaches_over_the_board_is_idle",
        ),
        (
            "both-pass",
            "return rules.may_pass is Passing.BOTH and not forbids",
            "return rules.may_pass is Passing.BOTH",
            "who may not repeat may be blocked though he passes",
            "rules/test_idle.py::test_who_may_pass_can_be_blocked_where_a_repetition_is_forbidden",
        ),
        (
            "strong-at-the-edge",
            "return rules.king is KingStrength.STRONG and not helped and not pierced",
            "return rules.king is KingStrength.STRONG and not pierced",
            "a hostile edge helps to capture a strong king",
            "rules/test_idle.py::test_a_ruleset_tells_which_options_cannot_matter",
        ),
        (
            "faces-of-no-die",
            "return 0 if self.die is None else self.die.faces",
            "return 1 if self.die is None else self.die.faces",
            "without a die there are no faces",
            "rules/test_contradictions.py::test_without_a_die_there_are_no_faces",
        ),
        (
            "turned-starts",
            'self.diff(self.transform(each)).keys() <= {"start"}',
            'self.diff(self.transform(each)).keys() < {"start"}',
            "the start need not be symmetric",
            "rules/test_contradictions.py::test_a_start_need_not_be_as_symmetric_as_its_rules",
        ),
        (
            "kept-notes",
            "options is None or (options and all(map(unchanged, options)))",
            "options is None or all(map(unchanged, options))",
            "a note on no option is dropped with a change",
            "rules/test_contradictions.py::test_of_notes_those_on_options_that_stay_are_kept",
        ),
        (
            "escapes-of-kings",
            "if start.king is not None and start.king in rules.escape.squares(rules.size):",
            "if False:",
            "the king does not begin where he escapes",
            "rules/test_contradictions.py::test_contradictions",
        ),
    ),
    *faults_in(
        "records",
        (
            "a-time-that-was-over",
            'if game.ending != "timeout" or winner is not position.turn:',
            'if game.ending != "timeout":',
            "who is to move does not win by the other's time",
            "records/test_game.py::test_verdicts",
        ),
        (
            "hidden-results",
            'if agrees or result == "?":',
            "if agrees:",
            "a hidden result agrees with everything",
            "records/test_game.py::test_a_hidden_result_agrees_with_everything",
        ),
        (
            "the-king-is-told",
            "        written.discard(king)",
            "        pass",
            "a captured king need not be written",
            "records/test_game.py::test_the_kings_capture_may_be_written_or_not",
        ),
        (
            "ends-of-variations",
            "if winner is None or self.line or self.game.ending or",
            "if winner is None or self.game.ending or",
            "a variation has no result that could be unexplained",
            "records/test_game.py::test_only_the_main_line_has_an_unexplained_end",
        ),
        (
            "a-token-where-it-stands",
            "ply = finding.index + (finding.kind is not FindingKind.UNPARSED_TOKEN)",
            "ply = finding.index + 1",
            "an unparsed token is shown where it stands",
            "records/test_game.py::test_a_token_that_is_no_move_is_shown_where_it_stands",
        ),
        (
            "jumps-of-two",
            "jump = apart == 2 and middle not in (origin, target) and middle in before.board",
            "jump = apart == 2 and middle not in (origin, target)",
            "a jump leaps over a piece",
            "records/test_game.py::test_a_game_can_be_made_of_plays",
        ),
        (
            "letters-of-pieces",
            'return "" if piece.kind is Kind.SOLDIER else piece.symbol',
            "return piece.symbol",
            "a soldier has no letter in a record",
            "records/test_game.py::test_a_game_that_was_played_becomes_a_record",
        ),
        (
            "marks-of-ways-out",
            'return "-" if play.after.ways_out else ""',
            'return "-" if play.after.ways_out > 1 else ""',
            "one way out gets the mark",
            "records/test_game.py::test_one_way_out_has_the_mark",
        ),
        (
            "legal-prefix",
            "if recorded.captures or (after.plies_since_capture == 0 and recorded.tells_captures):",
            "if recorded.captures:",
            "a capture that a record does not tell is missing",
            "records/test_game.py::test_verdicts",
        ),
        (
            "rolls-of-a-record",
            "if type(roll) is not int or not 1 <= roll <= MAX_ROLL:",
            "if type(roll) is not int or not 0 <= roll <= MAX_ROLL:",
            "a roll is at least 1",
            "records/test_game.py::test_a_roll_is_a_number_of_the_die",
        ),
    ),
    *faults_in(
        "search",
        (
            "which-side-sees",
            "return self if side is self.side else Score(side=side, value=-self.value)",
            "return self",
            "a score is seen by the side that asks",
            "search/test_search_analysis.py::test_a_game_that_is_over",
        ),
        (
            "plies-to-wins",
            "return WON - size if size >= SURE else None",
            "return WON - size + 1 if size >= SURE else None",
            "a win tells its plies",
            "search/test_search_scores.py::test_words",
        ),
        (
            "one-ply",
            "{'ply' if plies == 1 else 'plies'}",
            "{'plies'}",
            "one ply, two plies",
            "search/test_search_scores.py::test_words",
        ),
        (
            "sure-losses",
            "return self.value <= -SURE",
            "return self.value < -SURE",
            "the furthest sure loss is a loss",
            "search/test_search_scores.py::test_a_sure_win_may_be_as_far_as_can_be_told",
        ),
        (
            "time-shares",
            "share = max(0.0, min(left / _MOVES + increment * 3 / 4, left - _SPARE))",
            "share = max(0.0, left / _MOVES + increment * 3 / 4)",
            "some time is left over",
            "search/test_search_scores.py::test_a_move_takes_its_share_of_the_clock",
        ),
        (
            "less-than-its-share",
            "return share if self.seconds is None else min(share, self.seconds)",
            "return share",
            "a limit of seconds holds beside clocks",
            "search/test_search_scores.py::test_a_move_takes_its_share_of_the_clock",
        ),
        (
            "levels-in-texts",
            "if level is not None and level not in LEVELS:",
            "if False:",
            "a level that is none is refused",
            "search/test_search_players.py::test_what_names_no_player",
        ),
        (
            "options-once",
            "if option in found or option in options:",
            "if option in found:",
            "an option is given once",
            "search/test_search_players.py::test_what_no_player_can_be",
        ),
        (
            "best-gains",
            "return _chance(self.seed, position).choice([choice for choice, gain in gains.items() if gain == most])",
            "return next(choice for choice, gain in gains.items() if gain == most)",
            "of equal gains one is drawn",
            "search/test_search_players.py::test_other_seeds_play_other_moves",
        ),
        (
            "memory-at-most",
            "if not 1 <= memory <= _MOST_MEMORY:\n            raise",
            "if not 1 <= memory:\n            raise",
            "a table is not too large",
            "search/test_search_analysis.py::test_values_out_of_range",
        ),
        (
            "only-moves",
            'return "!" if judged.after.lines and before.score.expected_points - others >= _ONLY else ""',
            'return "!" if judged.after.lines else ""',
            "an only move is much better than others",
            "search/test_search_annotation.py::test_an_only_move_is_much_better_than_any_other",
        ),
        (
            "lines-of-variations",
            "begin = begins[game.variations[line - 1].line, game.variations[line - 1].at] if line else None",
            "begin = None",
            "a variation is analysed from where it begins",
            "search/test_search_annotation.py::test_variations_are_annotated_too_each_move_once",
        ),
        (
            "kept-comments",
            'comment = f"{old.comment} ({words})" if old.comment and words else old.comment or words',
            "comment = words",
            "a comment stays",
            "search/test_search_annotation.py::test_variations_are_annotated_too_each_move_once",
        ),
        (
            "kept-judgements",
            "glyph=old.glyph or glyph",
            "glyph=glyph",
            "a judgement that is there stays",
            "search/test_search_annotation.py::test_variations_are_annotated_too_each_move_once",
        ),
        (
            "proved-at-once",
            "won = outcome.winner is winner",
            "won = True",
            "a position that is over is won by its winner",
            "search/test_solver.py::test_a_finished_game",
        ),
    ),
    *faults_in(
        "_base",
        (
            "infinite-numbers",
            "return value if isfinite(value) else None",
            "return value",
            "JSON has no infinity",
            "base/test_as_json.py::test_every_kind_of_value",
        ),
    ),
    *faults_in(
        "explorer",
        (
            "what-was-announced",
            'rest = f"{position.turn} {position.roll_pending} {position.announced}"',
            'rest = f"{position.turn} {position.roll_pending}"',
            "a position without an announcement is another",
            "test_explorer.py::test_what_was_announced_counts",
        ),
        (
            "which-piece-goes-on",
            "|= _MARK",
            "|= 0",
            "a position within a turn of several captures is another",
            "test_explorer.py::test_the_piece_that_goes_on_counts",
        ),
        (
            "whose-turn-in-keys",
            'rest = f"{position.turn} {position.roll_pending} {position.announced}"',
            'rest = f"{position.roll_pending} {position.announced}"',
            "a position with the other side to move is another",
            "test_explorer.py::test_the_side_to_move_counts",
        ),
        (
            "shares-of-draws",
            "return (won + self.draws / 2) / finished if finished else None",
            "return (won + self.draws) / finished if finished else None",
            "a draw is half a point",
            "test_explorer.py::test_results_count_for_the_right_side",
        ),
        (
            "shares-of-results",
            "finished = self.games - self.unknown",
            "finished = self.games",
            "games without a result do not count for a share",
            "test_explorer.py::test_results_count_for_the_right_side",
        ),
        (
            "most-played-first",
            "(-each.results.games, each.move)",
            "(each.results.games, each.move)",
            "the move that was played most often is first",
            "test_explorer.py::test_the_command_links_to_the_games_of_each_file",
        ),
        (
            "passes-in-keys",
            "if move == Move.PASS and position.berserk_square is None:",
            "if False:",
            "a pass is not turned with the board",
            "test_explorer.py::test_a_pass_is_a_pass_on_a_turned_board",
        ),
        (
            "zero-results",
            "for name, count in told.items() if count)",
            "for name, count in told.items())",
            "what did not happen is not told",
            "test_explorer.py::test_results_are_told_without_what_did_not_happen",
        ),
    ),
    *faults_in(
        "puzzles",
        (
            "how-far-others-are-refuted",
            "refuted = len(line) + effort.margin",
            "refuted = len(line)",
            "other moves are refuted further than the solution",
            "puzzles/test_puzzles.py::test_other_moves_are_refuted_further_than_the_solution",
        ),
        (
            "a-win-that-takes-longer",
            "if later is Verdict.WON or (not disproved",
            "if (not disproved",
            "another move that wins later makes it no puzzle",
            "puzzles/test_puzzles.py::test_two_winning_moves_are_no_puzzle",
        ),
        (
            "the-answer-puts-off",
            "within = max(self.left - 2, 1) + _FURTHER",
            "within = max(self.left, 1) + _FURTHER",
            "an answer to a wrong move puts the win off",
            "puzzles/test_puzzles.py::test_the_answer_to_a_wrong_move_puts_the_win_off",
        ),
        (
            "moves-in-words",
            "moves = (self.plies + 1) // 2",
            "moves = self.plies // 2",
            "a win in three plies takes two moves",
            "puzzles/test_puzzles.py::test_a_puzzle_says_in_how_many_moves_to_win",
        ),
        (
            "only-the-solution-begins",
            "(not self.played and move != self.puzzle.solution)",
            "False",
            "another first move does not keep the win",
            "puzzles/test_puzzles.py::test_the_answer_to_a_wrong_move_puts_the_win_off",
        ),
        (
            "shortest-puzzles",
            "return proof.line if effort.shortest <= plies == len(proof.line) else ()",
            "return proof.line if plies == len(proof.line) else ()",
            "a win that is too short is no puzzle",
            "puzzles/test_puzzles.py::test_a_win_in_one_ply_is_no_puzzle_unless_asked_for",
        ),
        (
            "last-positions",
            "first = 0 if effort.last is None else max(len(positions) - effort.last, 0)",
            "first = 0",
            "only the last positions are looked at",
            "puzzles/test_puzzles.py::test_the_last_positions_are_those_in_which_a_side_may_move",
        ),
        (
            "turned-ids",
            "min(position.board.transform(turn).record for turn in rules.symmetries)",
            "min(position.board.transform(turn).record for turn in rules.symmetries[:1])",
            "a puzzle is the same however it is turned",
            "puzzles/test_puzzles.py::test_a_turned_puzzle_is_the_same_puzzle",
        ),
        (
            "quiet-solutions",
            "yield PuzzleTheme.QUIET if len(plays) > _NEXT else PuzzleTheme.ZUGZWANG",
            "yield PuzzleTheme.QUIET",
            "a solution that threatens nothing in the end is zugzwang",
            "puzzles/test_puzzles.py::test_a_planted_puzzle_is_found",
        ),
    ),
    *faults_in(
        "table",
        (
            "rolls-that-are-used",
            "tail = evolve(loose, roll_pending=None)",
            "tail = loose",
            "a roll that is used is no longer pending",
            "table/test_interactive.py::test_a_roll_that_is_used_is_no_longer_at_the_end_of_the_line",
        ),
        (
            "results-of-deleted-ends",
            '            self._record = evolve(self._record, result="")',
            "            pass",
            "a game that loses its last move has no result",
            "table/test_interactive.py::test_a_game_without_variations_loses_its_result_with_its_last_move",
        ),
        (
            "game-over",
            'if self._end is not None and kind != "go":',
            "if False:",
            "a game that was ended goes on nowhere",
            "table/test_interactive.py::test_a_game_that_was_ended_is_only_looked_at",
        ),
        (
            "looked-at-after-the-end",
            'if self._end is not None and kind != "go":',
            "if self._end is not None:",
            "a game that was ended can be looked at",
            "table/test_interactive.py::test_a_game_that_was_ended_is_only_looked_at",
        ),
        (
            "past-of-computers",
            "while place.parent is not None and place.position.turn in past:",
            "while place.parent is not None and place.position.turn not in past:",
            "the computer's moves are taken back, too",
            "table/test_interactive.py::test_the_computers_moves_are_taken_back_too",
        ),
        (
            "hidden-after-rolls",
            "return None if self.position.roll_pending is not None else self._current.play",
            "return self._current.play",
            "the last move is not shown once the die is rolled",
            "table/test_interactive.py::test_the_last_move_is_shown_until_the_die_is_rolled",
        ),
        (
            "changes-at-most",
            "if len(self._places.changes) - since > _SHOWN:",
            "if len(self._places.changes) - since >= _SHOWN:",
            "so many changes are told one by one",
            "table/test_interactive.py::test_many_changes_are_told_as_a_whole",
        ),
        (
            "decided-once",
            "        self._decided = None  # which",
            "        pass  # which",
            "what was decided holds as long as nothing else is done",
            "table/test_interactive.py::test_what_was_decided_is_judged_anew_after_anything_else",
        ),
        (
            "lines-of-moves",
            "waiting += ((child, depth, following[1:]) for child in following[:1])",
            "waiting += ((child, depth, following[2:]) for child in following[:1])",
            "all variations are listed",
            "table/test_interactive.py::test_all_variations_are_listed",
        ),
        (
            "same-rolls",
            "return (one.move, one.before.roll_pending, one.after) == (other.move, other.before.roll_pending, other.after)",
            "return (one.move, one.after) == (other.move, other.after)",
            "the same move after another roll is another",
            "table/test_interactive.py::test_the_same_move_after_another_roll_is_another",
        ),
        (
            "written-results",
            "if end is not None and not game.result else game",
            "if end is not None else game",
            "a result that is recorded stays",
            "table/test_interactive.py::test_a_game_that_its_rules_end_gets_their_result",
        ),
        (
            "seconds-told",
            "minutes, seconds = divmod(note.clock.seconds, 60)",
            "minutes, seconds = divmod(note.clock.seconds, 100)",
            "a minute has 60 seconds",
            "table/test_interactive.py::test_moves_are_listed_with_captures_judgement_and_time",
        ),
        (
            "locked-actions",
            "if table.side_for(name) is None]",
            "if name]",
            "the person does not act for the computer",
            "table/test_widget.py::test_nobody_passes_for_the_computer",
        ),
    ),
    *faults_in(
        "service",
        (
            "moves-at-most",
            "    if len(query.moves) > bounds.moves:",
            "    if len(query.moves) > 10 * bounds.moves:",
            "a service takes no query with too many moves",
            "service/test_session.py::test_a_line_is_read_within_bounds",
        ),
        (
            "order-after-cancelling",
            "            heapify(self._heap)\n",
            "            pass\n",
            "the order stays when many queries are cancelled",
            "service/test_service.py::test_the_order_stays_when_many_queries_are_cancelled",
        ),
        (
            "seconds-of-searches",
            "evolve(query.limit, seconds=bounds.seconds)",
            "query.limit",
            "no search takes longer than is allowed",
            "service/test_service.py::test_a_search_without_a_time_has_that_of_the_bounds",
        ),
        (
            "two-for-a-worker",
            "return cores < 2 * self._workers",
            "return cores < 1000 * self._workers",
            "workers get no more than the next task",
            "service/test_service.py::test_only_as_many_are_given_as_the_workers_need",
        ),
        (
            "jobs-that-fit",
            "return cores + jobs <= max(self._workers, jobs)",
            "return True",
            "a search by several processes waits for its workers",
            "service/test_service.py::test_one_search_of_several_processes_takes_the_place_of_as_many",
        ),
        (
            "different-numbers",
            "if len({*after}) < len(after) or",
            "if",
            "a position is asked for once",
            "service/test_service.py::test_a_query_that_cannot_be",
        ),
        (
            "after-all-moves",
            "wanted = self.after or (len(self.moves),)",
            "wanted = self.after or (0,)",
            "without a number the last position is analysed",
            "service/test_session.py::test_a_bad_query_gets_a_reason",
        ),
        (
            "rolls-in-queries",
            "position = position.roll(move.roll)",
            "pass",
            "a move after a roll is played with it",
            "service/test_session.py::test_a_die_is_rolled_in_moves",
        ),
        (
            "ids-at-most",
            "if not isinstance(given, str) or not 1 <= len(given) <= LONGEST_ID:",
            "if not isinstance(given, str) or not 1 <= len(given):",
            "an id is not too long",
            "service/test_session.py::test_what_has_no_id_is_refused_without",
        ),
        (
            "whole-numbers",
            "if not isinstance(value, kinds) or isinstance(value, bool):",
            "if not isinstance(value, kinds):",
            "yes is no number",
            "service/test_session.py::test_a_bad_query_gets_a_reason",
        ),
        (
            "told-last",
            "ticket._open = ticket._left > 0",
            "ticket._open = ticket._left >= 0",
            "the last answer is told as such",
            "service/test_service.py::test_the_last_answer_is_told_as_such",
        ),
        (
            "turns-of-clients",
            "turn = max(self._turn, self._turns.get(client, 0))",
            "turn = self._turns.get(client, 0)",
            "a new client does not go before all others",
            "service/test_service.py::test_a_client_who_comes_later_takes_turns_with_the_others",
        ),
    ),
]  # fmt: skip
