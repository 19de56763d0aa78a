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
        "board",
        (
            "the-other-side",
            "return Side.DEFENDERS if self is Side.ATTACKERS else Side.ATTACKERS",
            "return Side.ATTACKERS if self is Side.ATTACKERS else Side.DEFENDERS",
            "the opponent is the other side",
            "play/test_rolls.py::test_a_game_that_is_only_a_roll",
        ),
        (
            "letters-of-sides",
            "return letter if self.side is Side.ATTACKERS else letter.upper()",
            "return letter.upper() if self.side is Side.ATTACKERS else letter",
            "the defenders have capitals",
            "play/test_rolls.py::test_a_roll_is_recorded_with_the_move_that_is_made_by_it",
        ),
        (
            "on-the-board",
            "return 0 <= self.file < size and 0 <= self.rank < size",
            "return 0 <= self.file < size and 0 <= self.rank <= size",
            "a square beyond the last rank is not on the board",
            "play/test_position.py::test_moves_lie_on_some_board",
        ),
        (
            "counted-from-one",
            "file, rank = ord(match[1]) - 97, int(match[2]) - 1",
            "file, rank = ord(match[1]) - 97, int(match[2])",
            "ranks are counted from 1",
            "test_values.py::test_a_set_of_squares_is_made_once",
        ),
        (
            "turned-about-the-middle",
            "(a * x + b * y + size - 1) // 2",
            "(a * x + b * y + size) // 2 - (a * x + b * y < 0)",
            "a symmetry keeps squares on the board",
            "play/test_actions.py::test_the_numbers_of_a_size",
        ),
        (
            "regions-without",
            'left - right if sign == "-" else left & right',
            'right - left if sign == "-" else left & right',
            "a region without another",
            "play/test_rolls.py::test_what_the_dialects_hold",
        ),
    ),
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
            "escapes-of-kings",
            "if start.king is not None and start.king in rules.escape.squares(rules.size):",
            "if False:",
            "the king does not begin where he escapes",
            "rules/test_contradictions.py::test_contradictions",
        ),
    ),
    *faults_in(
        "variants",
        (
            "muscovites-begin",
            "    first=Side.DEFENDERS,\n    throne=Zone(",
            "    throne=Zone(",
            "S003: the Swede moves first",
            "seeds/test_seed_rules.py::test_who_begins",
        ),
        (
            "an-edge-of-s000",
            "    joint_capture=True,\n    edge_hostile=PieceSet.ALL,\n)",
            "    joint_capture=True,\n)",
            "S000: the edge is an enemy of both sides",
            "seeds/test_seed_rules.py::test_the_edge_counts_as_an_enemy_of_both_sides",
        ),
        (
            "attackers-of-s004",
            "fewest_attackers=3,\n)",
            "fewest_attackers=2,\n)",
            "S004: two attackers have lost",
            "seeds/test_seed_rules.py::test_two_attackers_have_lost",
        ),
        (
            "camps-from-outside",
            "            cross=PieceSet.NONE,\n            hostile_always=hostile",
            "            cross=PieceSet.ATTACKERS,\n            hostile_always=hostile",
            "S003: nobody crosses a camp from outside",
            "seeds/test_seed_rules.py::test_a_camp_is_closed_to_all_who_do_not_stand_in_it",
        ),
        (
            "exits-through-camps",
            "escape=Region.EDGE - CAMPS,\n    king=KingStrength.STRONG,\n    repetition=Repetition(consequence=Consequence.OFFENSIVE",
            "escape=Region.EDGE,\n    king=KingStrength.STRONG,\n    repetition=Repetition(consequence=Consequence.OFFENSIVE",
            "S003: the king finds no way out through a camp",
            "seeds/test_seed_rules.py::test_a_camp_is_closed_to_all_who_do_not_stand_in_it",
        ),
        (
            "the-die-of-s001",
            "die=Die())",
            "die=Die(faces=5))",
            "S001: the die has six faces",
            "seeds/test_seed_rules.py::test_the_die_limits_the_king_by_an_additional_rule",
        ),
        (
            "draws-at-the-edge",
            "edge_capture=EdgeCapture.DRAW)",
            "edge_capture=EdgeCapture.ALONE)",
            "S001: a king captured at the edge is a draw",
            "seeds/test_seed_rules.py::test_a_king_captured_at_the_edge_is_a_draw_by_an_additional_rule",
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
            "sides-of-a-match",
            "attackers, defenders = self.players if at % 2 == 0 else self.players[::-1]",
            "attackers, defenders = self.players",
            "players change sides after each game",
            "records/test_match.py::test_the_sides_change_after_each_game",
        ),
        (
            "points-of-a-match",
            "points=(attackers, defenders) if number % 2 == 0 else (defenders, attackers),",
            "points=(attackers, defenders),",
            "points are told in the order of the players",
            "records/test_match.py::test_a_win_counts_two_points_and_a_draw_one",
        ),
        (
            "points-of-sides",
            "return (win, loss) if winner is Side.ATTACKERS else (loss, win)",
            "return (loss, win) if winner is Side.ATTACKERS else (win, loss)",
            "the winner's side gets the points",
            "records/test_match.py::test_a_win_counts_two_points_and_a_draw_one",
        ),
        (
            "who-wins-a-match",
            "return self.players[0] if first > second else self.players[1]",
            "return self.players[1] if first > second else self.players[0]",
            "more points win",
            "records/test_match.py::test_a_win_counts_two_points_and_a_draw_one",
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
            "games-of-a-match",
            "if len(self.games) > self.length:",
            "if len(self.games) > self.length + 1:",
            "a match has no more games than its length",
            "records/test_match.py::test_what_no_match_can_be",
        ),
        (
            "marks-of-ways-out",
            'return "-" if play.after.ways_out else ""',
            'return "-" if play.after.ways_out > 1 else ""',
            "one way out gets the mark",
            "records/test_game.py::test_one_way_out_has_the_mark",
        ),
        (
            "rolls-at-the-end",
            "return position if here.roll_pending is None or at < here.length else position.roll(here.roll_pending)",
            "return position if here.roll_pending is None else position.roll(here.roll_pending)",
            "a roll is pending at the end of its line",
            "records/test_tree.py::test_the_position_of_a_node_has_the_roll_after_it",
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
        "render",
        (
            "ranks-from-below",
            "return shown.file * UNIT, (self.size - 1 - shown.rank) * UNIT",
            "return shown.file * UNIT, shown.rank * UNIT",
            "the first rank is below",
            "render/test_render_svg.py::test_pictures_stay_as_they_are",
        ),
        (
            "last-frames",
            "shown = last if number == len(drawn) - 1 else seconds",
            "shown = last if number == len(drawn) else seconds",
            "the last frame is shown for longer",
            "render/test_render_svg.py::test_an_animation_has_every_picture_and_a_still_one",
        ),
        (
            "kings-first",
            "key=lambda piece: piece.kind is not Kind.KING)]",
            "key=lambda piece: piece.kind is Kind.KING)]",
            "the king is told first",
            "render/test_render_svg.py::test_pictures_stay_as_they_are",
        ),
        (
            "shown-sizes",
            "if ruleset is not None and ruleset.size != subject.size:",
            "if False:",
            "a board is shown by rules of its size",
            "render/test_render_svg.py::test_what_cannot_be_drawn_says_why",
        ),
        (
            "parts-of-lines",
            "place.at : place.at + 1]",
            "place.at + 1 : place.at + 2]",
            "a variation says which move it replaces",
            "render/test_render_page.py::test_variations_are_listed_with_what_they_replace",
        ),
        (
            "changes-of-boards",
            "if before.get(square) != after.get(square)]",
            "if square in before]",
            "a step tells each square that changes",
            "render/test_render_page.py::test_a_game_without_moves_is_its_start",
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
        "testing",
        (
            "whose-turn-follows",
            "turn=mover.opponent,",
            "turn=mover,",
            "the other side moves next",
            "testing/test_reference.py::test_an_unannounced_way_out_is_closed_for_one_move",
        ),
        (
            "all-four-edges",
            "return 0 in (square.file, square.rank) or size - 1 in (square.file, square.rank)",
            "return 0 in (square.file, square.rank)",
            "a board has four edges",
            "testing/test_reference.py::test_formations_of_the_cases_end_the_game",
        ),
        (
            "fewest-attackers-of-the-reference",
            "if left >= state.ruleset.fewest_attackers:",
            "if left > state.ruleset.fewest_attackers:",
            "the attackers lose with fewer than they need",
            "testing/test_reference.py::test_formations_of_the_cases_end_the_game",
        ),
        (
            "fewest-defenders-of-the-reference",
            "if state.board.count(PieceSet.DEFENDING_MEN) < state.ruleset.fewest_defenders:",
            "if state.board.count(PieceSet.DEFENDING_MEN) <= state.ruleset.fewest_defenders:",
            "the defenders lose with fewer than they need",
            "testing/test_reference.py::test_where_neither_party_is_offensive_the_game_is_drawn",
        ),
        (
            "raichi-or-tuichu",
            "return Announcement.RAICHI if ways == 1 else Announcement.TUICHU",
            "return Announcement.RAICHI if ways <= 2 else Announcement.TUICHU",
            "two ways out are tuichu",
            "testing/test_reference.py::test_raichi_and_tuichu",
        ),
        (
            "movers-lose",
            "Consequence.MOVER_LOSES: mover.opponent,",
            "Consequence.MOVER_LOSES: mover,",
            "who repeats loses",
            "testing/test_reference.py::test_a_shuffle_ends_by_repetition",
        ),
        (
            "blocked-loses",
            "winner = state.turn.opponent if state.ruleset.no_move is NoMove.LOSS else None",
            "winner = state.turn if state.ruleset.no_move is NoMove.LOSS else None",
            "who cannot move loses",
            "rules/test_idle.py::test_what_seems_idle_and_matters",
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
        "inference",
        (
            "costs-of-slips",
            "return 0.0 if self.is_certain else _COSTS[self.kind]",
            "return 0.0",
            "a slip that is not certain costs something",
            "inference/test_inference_noise.py::test_stray_captures",
        ),
        (
            "eras-apart",
            "return mostly and self.p_value < _SIGNIFICANCE",
            "return mostly",
            "eras differ significantly",
            "inference/test_inference_eras.py::test_too_few_games_are_no_era",
        ),
        (
            "eras-mostly",
            "mostly = self.early.earlier > self.early.later and self.late.later > self.late.earlier",
            "mostly = self.early.earlier > self.early.later or self.late.later > self.late.earlier",
            "eras differ in both parts",
            "inference/test_inference_eras.py::test_a_few_early_exceptions_are_no_era",
        ),
        (
            "rounds-in-names",
            "return None if match is None else int(match[1])",
            "return None if match is None else int(match[0][0])",
            "eras are ordered by the number of the round",
            "inference/test_inference_eras.py::test_rounds",
        ),
        (
            "places-of-steps",
            "for i in range(1, length))",
            "for i in range(0, length))",
            "the squares between two leave both out",
            "inference/test_inference_layouts.py::test_random_games_show_their_layout",
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
            "priorities-first",
            "(-ticket._query.priority, turn, number)",
            "(ticket._query.priority, turn, number)",
            "higher priorities are answered first",
            "service/test_service.py::test_higher_priority_goes_first_and_then_who_came_first",
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
    *faults_in(
        "web",
        (
            "offers-once",
            "        if offer in self.made:\n",
            "        if False:\n",
            "an offer that was declined is not made again at once",
            "web/test_web_people.py::test_a_draw_is_offered_declined_and_agreed",
        ),
        (
            "increments",
            "if rest is not None and passes and is_on:",
            "if rest is not None and passes:",
            "no time is added where the clock stands",
            "web/test_web_people.py::test_the_clocks_of_games_do_not_follow_the_wall_clock",
        ),
        (
            "clocks-of-moves",
            "return None if self.pace.move is None else self.pace.move - self._spent(side, table)",
            "return None if self.pace.move is None else self.pace.move",
            "the time of a move runs down",
            "web/test_web_people.py::test_a_time_for_each_move",
        ),
        (
            "late",
            "return running is not None and self.left(running, table) <= 0",
            "return running is not None and self.left(running, table) < 0",
            "no time left is too late",
            "web/test_web_parts.py::test_time_runs_for_the_side_to_move_and_is_over_at_nought",
        ),
        (
            "fair-turns",
            "        self._waiting.move_to_end(who)\n",
            "",
            "callers take turns",
            "web/test_web_fairness.py::test_each_caller_in_turn_gives_one_thing",
        ),
        (
            "late-moves",
            'if self._watch.is_late(self.table) and fact.get("ending") != "timeout":',
            "if False:",
            "a move after the time is refused",
            "web/test_web_people.py::test_the_clocks_of_games_do_not_follow_the_wall_clock",
        ),
        (
            "computer-too-late",
            "if self.table.position is position and not self.table.is_over:",
            "if not self.table.is_over:",
            "a move for a position that was taken back is not played",
            "web/test_web_games.py::test_the_computers_move_comes_too_late_after_a_take_back",
        ),
        (
            "steps-at-most",
            "if self._count >= self._limits.steps:",
            "if self._count > self._limits.steps:",
            "a game has no more steps than the limit",
            "web/test_web_app.py::test_a_game_has_an_end_at_last",
        ),
        (
            "watchers-at-most",
            ">= self._limits.watchers:",
            "> self._limits.watchers:",
            "no more visitors than the limit look on",
            "web/test_web_people.py::test_a_link_is_open_so_many_times",
        ),
        (
            "who-resigns-loses",
            '{"type": "end", "winner": Side(role.value).opponent.value, "ending": "resigned"}',
            '{"type": "end", "winner": Side(role.value).value, "ending": "resigned"}',
            "who resigns loses",
            "web/test_web_host.py::test_a_game_is_resigned_reviewed_and_played_again",
        ),
        (
            "late-loses",
            "winner = self.table.position.turn.opponent",
            "winner = self.table.position.turn",
            "who is late loses",
            "web/test_web_people.py::test_the_flag_falls_by_itself",
        ),
        (
            "own-moves",
            "if turn is not None and role.value != turn.value:",
            "if False:",
            "only the side to move plays",
            "web/test_web_host.py::test_a_move_of_the_other_side_is_refused",
        ),
        (
            "watching-only",
            'if role is not Role.WATCH and view["live"] and not view["over"]:',
            'if view["live"] and not view["over"]:',
            "who watches is offered nothing",
            "web/test_web_people.py::test_who_watches_is_offered_nothing_until_the_game_is_over",
        ),
        (
            "secrets-of-people",
            "is_secret = description.is_shared and not table.is_over",
            "is_secret = description.is_shared and table.is_over",
            "two people find their moves themselves",
            "web/test_web_people.py::test_who_watches_is_offered_nothing_until_the_game_is_over",
        ),
        (
            "swapped-roles",
            "return Role(Side(role.value).opponent.value) if role in (Role.ATTACKERS, Role.DEFENDERS) else role",
            "return role",
            "a rematch with swapped sides swaps the roles",
            "web/test_web_people.py::test_a_rematch_with_the_computer_begins_at_once",
        ),
        (
            "rates",
            "if self._left < 1:",
            "if self._left < 0:",
            "what is used up is refused",
            "web/test_web_parts.py::test_a_bucket_lets_some_through_at_once_and_then_the_rate",
        ),
        (
            "bursts",
            "self._most = max(1.0, rate * _BURST)",
            "self._most = max(1.0, rate)",
            "a caller may do several things at once",
            "web/test_web_parts.py::test_a_bucket_lets_some_through_at_once_and_then_the_rate",
        ),
        (
            "same-origins",
            'return scheme in ("http", "https") and rest.lower() == host.lower()',
            'return scheme in ("http", "https")',
            "another site does not act here",
            "web/test_web_app.py::test_other_pages_are_refused",
        ),
        (
            "bodies-at-most",
            "if len(content) > self._settings.limits.body:",
            "if len(content) > 10 * self._settings.limits.body:",
            "a request is not too long",
            "web/test_web_app.py::test_bodies_are_limited",
        ),
        (
            "drafts-from-the-edge",
            "return place if place < middle else size - before + place",
            "return place",
            "what is at an edge stays there when a board grows",
            "web/test_web_maker.py::test_another_size_keeps_what_it_can_and_is_playable",
        ),
        (
            "drawn-squares-toggle",
            "return self._said(before - alike if square in before else before | alike)",
            "return self._said(before | alike)",
            "a square that is drawn again is taken away",
            "web/test_web_maker.py::test_zones_are_put_and_taken_away",
        ),
        (
            "camps-of-corners",
            "and not squares <= Region.CORNERS.squares(size)",
            "",
            "escape at the corners is no escape at the edge",
            "web/test_web_parts.py::test_a_part_of_the_edge_is_the_edge_but_for_the_corners_alone",
        ),
        (
            "balance-at-most",
            "for number in range(known.games, min(known.games + games, TRIALS)):",
            "for number in range(known.games, known.games + games):",
            "the balance is not tried for ever",
            "web/test_web_maker.py::test_the_balance_says_where_its_player_cannot_judge",
        ),
        (
            "wrong-numbers-of-games",
            "if number is not None and not 1 <= number <= len(games):",
            "if number is not None and not 0 <= number <= len(games):",
            "games are counted from 1",
            "web/test_web_parts.py::test_other_records_are_refused",
        ),
        (
            "tokens-of-roles",
            "if name in (role.value, Role.WATCH.value)}",
            "}",
            "nobody gets the token of the other side",
            "web/test_web_people.py::test_a_rematch_is_offered_and_accepted",
        ),
        (
            "reviewed-positions",
            "return self._before is None or self._before.position != play.before",
            "return self._before is None",
            "a mistake is judged by the position before",
            "web/test_web_parts.py::test_a_review_looks_at_each_position_once_and_at_those_after_a_roll",
        ),
    ),
]  # fmt: skip
