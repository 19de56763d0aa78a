"""The rest of the archive of aagenielsen.dk: 149 collections of games, each under the ruleset that was fitted to it.

The plain ones get the verdict that the data gives for every game. The berserk ones leave out the later moves of a turn,
so they are read by the reader that fills them in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import pytest
from conftest import data_lines, data_path

from hnefatafl import Board, Piece, Ruleset, Square, variants
from hnefatafl.notation import archive, toml
from hnefatafl.rules import Berserk

FIGURES: Final[list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[3] / "docs" / "_data" / "archive.json").read_text("utf-8")
)["rulesets"]
"""What the documentation says about the games under the shipped rulesets."""
FOLDER: Final = data_path("aage-archive-more")
FACTS: Final[dict[str, dict[str, Any]]] = json.loads((FOLDER / "variants.json").read_text("utf-8"))
PLAIN: Final = sorted(name for name, facts in FACTS.items() if facts["reader"] == "plain")
TURNS: Final = sorted(set(FACTS) - set(PLAIN))


def rows(name: str) -> list[str]:
    """The lines of a collection."""
    return data_lines("aage-archive-more", f"{name}.tsv.gz")


@cache
def fitted(name: str) -> Ruleset:
    """The ruleset that was fitted to a collection. No option said then that a berserk turn may stop."""
    rules = toml.parse_rules((FOLDER / "rules" / f"{name}.toml").read_text("utf-8"))
    return rules if name in PLAIN else rules.evolve(berserk=Berserk.MAY_CAPTURE)


def test_all_collections_are_there() -> None:
    assert (len(PLAIN), len(TURNS)) == (123, 26)
    assert sum(len(rows(name)) for name in PLAIN) > 2000


@pytest.mark.parametrize("name", PLAIN)
def test_every_game_gets_its_verdict(name: str) -> None:
    lines = rows(name)
    verdicts = archive.replay_games(lines, fitted(name), attrgetter("verdict"))
    expected = [line.split("\t")[5] for line in lines]
    assert list(verdicts) == expected


def second_layout(rules: Ruleset) -> Ruleset:
    """Berserk with the knight on f7 instead of e7."""
    e7, f7 = Square.parse("e7"), Square.parse("f7")
    board: Board = rules.start.put(e7, Piece.DEFENDER).put(f7, rules.start[e7])
    return rules.evolve(start=board)


@cache
def verdicts_of_turns(name: str, rules: Ruleset) -> dict[str, str]:
    """The verdicts of a berserk collection's games, by their identifiers."""
    lines = rows(name)
    ids = [line.split("\t")[0] for line in lines]
    other = set(FACTS[name].get("second layout", ()))
    found: dict[str, str] = {}
    for ruleset, chosen in ((rules, set(ids) - other), (second_layout(rules) if other else rules, other)):
        some = [line for line, key in zip(lines, ids, strict=True) if key in chosen]
        keys = [key for key in ids if key in chosen]
        found |= zip(keys, archive.replay_games(some, ruleset, attrgetter("verdict")), strict=True)
    return found


def expected_to_agree(name: str) -> Iterable[str]:
    return [parts[0] for line in rows(name) if (parts := line.split("\t"))[5] == "agrees"]


@pytest.mark.parametrize("name", TURNS)
def test_berserk_games_agree_once_they_are_filled_in(name: str) -> None:
    verdicts = verdicts_of_turns(name, fitted(name))
    assert [key for key in expected_to_agree(name) if verdicts[key] != "agrees"] == []


def test_berserk_games_agree_in_proportion() -> None:
    """As many in this half of the games as in all of them."""
    agreeing = sum(list(verdicts_of_turns(name, fitted(name)).values()).count("agrees") for name in TURNS)
    share = sum(FACTS[name]["agrees"] / FACTS[name]["games"] * len(rows(name)) for name in TURNS)
    assert agreeing >= int(share) > 900


@pytest.mark.parametrize(
    ("name", "shipped"),
    [("berserk-hnefatafl-11", "berserk"), ("tyr-11", "tyr-11"), ("tyr-15", "tyr-15")],
)
def test_the_shipped_rulesets_play_like_the_archive(name: str, shipped: str) -> None:
    verdicts = verdicts_of_turns(name, variants.get(shipped))
    assert [key for key in expected_to_agree(name) if verdicts[key] != "agrees"] == []
    must = variants.get(shipped).evolve(berserk=Berserk.MUST_CAPTURE)
    assert sum(verdict == "agrees" for verdict in verdicts_of_turns(name, must).values()) < len(
        list(expected_to_agree(name))
    )


@pytest.mark.parametrize("entry", [each for each in FIGURES if each["set"] in FACTS], ids=lambda each: each["set"])
def test_the_shipped_rulesets_explain_the_games_as_documented(entry: dict[str, Any]) -> None:
    rules = variants.get(entry["ruleset"])
    facts = attrgetter("agrees", "has_unexplained_end")
    found = list(archive.replay_games(rows(entry["set"]), rules, facts))
    assert len(found) == entry["games"]
    assert sum(agrees for agrees, _ in found) == entry["agree"] >= 0.9 * entry["games"]
    assert sum(loose for _, loose in found) == entry["unexplained"]
    results = [line.split("\t")[1] for line in rows(entry["set"])]
    winners = {"Black": "attackers", "White": "defenders", "Draw": "drawn"}
    assert {side: results.count(result) for result, side in winners.items()} == entry["results"]


def test_every_type_with_twenty_games_that_plain_rules_explain_has_a_ruleset() -> None:
    documented = {each["set"] for each in FIGURES}
    plain = {name for name in PLAIN if FACTS[name]["games"] >= 20}
    assert plain - documented == {"foteviken-tablut-11"}
    assert not {each["ruleset"] for each in FIGURES} - set(variants.names())
