"""Closed lists: each member is declared once, and has one slug everywhere."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from json import loads
from pathlib import Path
from typing import Any, Final

import pytest

from hnefatafl import (
    Board,
    Outcome,
    Position,
    Setup,
    Side,
    Termination,
    playouts,
    variants,
)
from hnefatafl.describe import LANGUAGES, sentence
from hnefatafl.notation import json
from hnefatafl.records import FindingKind, Game
from hnefatafl.rules import Ruleset
from hnefatafl.support.enums import Listed
from tafl.cli import main


def lists(of: type[Listed] = Listed) -> list[type[Listed]]:
    """All closed lists of the library."""
    found = [each for each in of.__subclasses__() if each.__module__.startswith("hnefatafl.")]
    return [each for each in found if len(each)] + [inner for each in found for inner in lists(each)]


def names_of(kinds: list[type[Listed]]) -> list[str]:
    return [kind.__name__ for kind in kinds]


LISTS: Final = lists()


def test_these_are_the_lists() -> None:
    assert {"Termination", "CaptureKind", "Illegality", "Announcement", "NoMove", "EdgeCapture", "Side", "Kind"} <= {
        *names_of(LISTS)
    }


@pytest.mark.parametrize("kind", LISTS, ids=names_of(LISTS))
def test_the_value_of_a_member_is_its_slug(kind: type[Listed]) -> None:
    """Only verdicts have kept the words that they had before their members had names."""
    for member in kind:
        assert member.value == str(member)
        assert member.value == member.name.lower().replace("_", "-") or kind is FindingKind
        assert re.fullmatch("[a-z]+(-[a-z]+)*", member.value)
        assert repr(member) == f"{kind.__name__}.{member.name}"
        assert kind(member.value) is member


@pytest.mark.parametrize("kind", [kind for kind in LISTS if hasattr(kind, "sentence")])
def test_every_member_has_a_sentence_in_each_language(kind: Any) -> None:
    for lang in LANGUAGES:
        said = [sentence(member, lang) for member in kind]
        assert all(said)
        assert len(set(said)) == len(said)
    assert [member.sentence for member in kind] == [sentence(member, "en") for member in kind]


@pytest.mark.parametrize("winner", [*Side, None])
def test_an_outcome_says_what_describe_says(winner: Side | None) -> None:
    for termination in Termination:
        outcome = Outcome(winner, termination)
        assert str(outcome) == outcome.describe("en") == sentence(outcome)


def test_reports_and_files_name_an_ending_alike(capsys: pytest.CaptureFixture[str]) -> None:
    """The same games, as `tafl playouts` counts them, as `tafl replay` reports them, and in JSON."""
    assert main(["playouts", "brandubh", "--games", "50", "--seed", "1", "--json"]) == 0
    counts = loads(capsys.readouterr().out)
    counted = {end: count for side in ("attackers", "defenders", "draws") for end, count in counts[side].items()}
    ends: Counter[str] = Counter()
    for played in playouts(Position.initial(variants.BRANDUBH), range(1, 51)):
        replay = Game(ruleset=variants.BRANDUBH).add(played.moves).replay()
        assert replay.outcome is not None
        assert Termination(replay.end) is replay.outcome.termination
        ends[replay.end] += 1
    assert counted == ends


def test_json_writes_the_slug_of_an_ending() -> None:
    drawn = Setup(
        Board.parse("/3K3/7/7/7/7/7/3t3/"), Side.DEFENDERS, outcome=Outcome(Side.ATTACKERS, Termination.NO_LEGAL_MOVE)
    )
    text = json.format_position(Position.from_setup(drawn, variants.BRANDUBH.evolve(name="mine")))
    assert loads(text)["setup"]["outcome"] == {"winner": "attackers", "termination": "no-legal-move"}


# -------------------------------------------------------------------------------------- how many files are touched

SOURCES: Final = Path(__file__).parents[3] / "src"


def is_text(node: ast.AST) -> bool:
    """Whether it is a docstring, or a text that documents an attribute."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def words_of(node: ast.AST) -> Iterator[str]:
    """The names that a piece of code uses, and the words of its texts, but for what documents it."""
    if isinstance(node, ast.Constant):
        yield from re.findall(r"\w+", str(node.value))
    for field in ("id", "attr", "arg", "name"):
        yield str(getattr(node, field, ""))
    for child in ast.iter_child_nodes(node):
        if not is_text(child):
            yield from words_of(child)


def naming(word: str) -> set[str]:
    """The modules that name an option or a member, apart from the shipped rulesets."""
    paths = [path for path in SOURCES.rglob("*.py") if path.parent.name != "variants"]
    files = {"/".join(path.relative_to(SOURCES).parts[1:]): path for path in paths}
    return {
        name
        for name, path in files.items()
        if word in (text := path.read_text("utf-8")) and word in words_of(ast.parse(text))
    }


def test_an_option_is_named_in_few_files() -> None:
    """One that is a field, a number in the tables, a sentence, and a rule of the reference (recipes.rst)."""
    assert naming("three_captors") == {
        "rules/_ruleset.py",
        "_kernel/tables.py",
        "describe/_moves.py",
        "inference/_kinds.py",  # which reads it off records
        "conformance/_cases.py",  # which counts the words that it brings about
        "rules/_idle.py",  # where it cannot matter
        "testing/reference/_captures.py",
        "rules/typing.py",  # which tasks.py writes
        "web/_workshop.py",  # which groups the options for readers
    }


@pytest.mark.parametrize(
    "member", ["ENCIRCLEMENT", "EXIT_FORT", "KING_IMMOBILE", "TOO_FEW_ATTACKERS", "TOO_FEW_DEFENDERS"]
)
def test_an_ending_is_named_in_few_files(member: str) -> None:
    # What has the name of its option needs no line among the words of conformance.
    words: set[str] = set() if hasattr(Ruleset, member.lower()) else {"conformance/_cases.py"}
    assert naming(member) == words | {
        "board/_outcome.py",
        "_kernel/codes.py",
        "_kernel/verdict.py",
        "testing/reference/_verdict.py",
    }
