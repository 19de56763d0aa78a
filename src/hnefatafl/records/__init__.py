"""Records of games and matches: moves with notes and variations, and their replay through the rules."""

from hnefatafl.records._checking import Finding, FindingKind, Rule, format_findings, result_finding
from hnefatafl.records._game import RESULTS, Game, Node, explicit_start
from hnefatafl.records._marks import mark_of, record_move, sign_of
from hnefatafl.records._match import MAX_GAMES, Match, Result, Scoring, ScoringRule, draw_first, draw_sides
from hnefatafl.records._moves import (
    Clock,
    Ending,
    Gap,
    Glyph,
    Mark,
    Note,
    RecordedMove,
    Sign,
    Tags,
    UnparsedToken,
    Variation,
    apply_roll,
    throw_die,
)
from hnefatafl.records._replay import Replay, advance, captures_differ, replay_line, replay_lines

__all__ = [
    "MAX_GAMES",
    "RESULTS",
    "Clock",
    "Ending",
    "Finding",
    "FindingKind",
    "Game",
    "Gap",
    "Glyph",
    "Mark",
    "Match",
    "Node",
    "Note",
    "RecordedMove",
    "Replay",
    "Result",
    "Rule",
    "Scoring",
    "ScoringRule",
    "Sign",
    "Tags",
    "UnparsedToken",
    "Variation",
    "advance",
    "apply_roll",
    "captures_differ",
    "draw_first",
    "draw_sides",
    "explicit_start",
    "format_findings",
    "mark_of",
    "record_move",
    "replay_line",
    "replay_lines",
    "result_finding",
    "sign_of",
    "throw_die",
]
