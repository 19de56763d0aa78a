"""What a mistaken name may have meant: the words of the sources, of other programs and of players."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

import attrs
import pytest

from hnefatafl import Ruleset, variants
from hnefatafl.board import PieceSet
from hnefatafl.errors import RulesetError, StructureError
from hnefatafl.notation import json, toml
from hnefatafl.rules import _options as options
from hnefatafl.support import words as _synonyms

CLASSES: list[Any] = [Ruleset, PieceSet, *(getattr(options, name) for name in options.__all__)]


def names(each: Any) -> set[str]:
    """The names that a class of options knows, as they are written in files."""
    if not issubclass(each, Enum):
        return {field.name for field in attrs.fields(each)}
    return {name.lower() if isinstance(one.value, int) else one.value for name, one in each.__members__.items()}


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("king_armed", False, 'did you mean hammer and anvil (both "men" for an unarmed king)?'),
        ("armed", False, 'did you mean hammer and anvil (both "men" for an unarmed king)?'),
        ("kingIsArmed", False, 'did you mean hammer and anvil (both "men" for an unarmed king)?'),
        ("edge_escape", True, 'did you mean escape (such as "edge" or "corners")?'),
        ("surf", True, "did you mean encirclement?"),
        ("starting-side", "attackers", 'did you mean first (such as "attackers")?'),
        ("draw_after_captureless_plays", 50, "did you mean quiet_limit (in plies)?"),
        ("raichi", True, "did you mean announcements?"),
        ("excape", "edge", "did you mean escape?"),
    ],
)
def test_options(option: str, value: object, said: str) -> None:
    wrong: dict[str, Any] = {option: value}
    for refuse in (variants.BRANDUBH.evolve, variants.find):
        with pytest.raises(RulesetError) as caught:
            refuse(**wrong)
        assert caught.value.reasons == (f"there is no option {option}; {said}",)
    text = f"{option} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
    with pytest.raises(StructureError) as told:
        toml.parse_rules(f'name = "x"\nbase = "brandubh"\n{text}')
    assert told.value.reasons == (f"{option}: there is no such name; {said}",)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (
            '"first": "black"',
            "first: one of attackers, defenders or \"none\" was expected, not 'black'; did you mean attackers?",
        ),
        (
            '"first": "lot"',
            "first: one of attackers, defenders or \"none\" was expected, not 'lot'; did you mean none?",
        ),
        (
            '"speed": {"attackers": "any"}',
            "speed.attackers: a whole number or \"none\" was expected, not 'any'; did you mean none?",
        ),
        ('"die": {"faces": 2.5}', "die.faces: a whole number was expected, not 2.5"),
        ('"shieldwall": "off"', "names with their values or \"none\" was expected, not 'off'; did you mean none?"),
        ('"hammer": "everybody"', "did you mean all?"),
        ('"king": "StrongByThrone"', "did you mean strong-near-throne?"),
        ('"king": "custodial"', "did you mean weak?"),
        ('"throne": {"may_stop": "king"}', "throne.may_stop: there is no such name; did you mean stop?"),
        ('"repetition": {"times": 2}', "repetition.times: there is no such name; did you mean count?"),
    ],
)
def test_values_and_fields_in_files(document: str, said: str) -> None:
    with pytest.raises(StructureError) as caught:
        json.parse_rules(f'{{"base": "brandubh", {document}}}')
    (reason,) = caught.value.reasons
    assert reason.endswith(said)


def test_a_side_that_may_be_none() -> None:
    wrong: Any = "lot"
    with pytest.raises(RulesetError) as caught:
        variants.BRANDUBH.evolve(first=wrong)
    said = "first: one of attackers, defenders or \"none\" was expected, not 'lot'; did you mean none?"
    assert caught.value.reasons == (said,)


@pytest.mark.parametrize("option", [field.name for field in attrs.fields(Ruleset) if field.default is None])
def test_an_option_that_may_be_none_says_so(option: str) -> None:
    """Files say "none", so the error for another value does, too, and what it says can be pasted."""
    with pytest.raises(StructureError) as caught:
        json.parse_rules(f'{{"base": "brandubh", "{option}": 0.5}}')
    assert ' or "none" was expected, not 0.5' in caught.value.reasons[0]
    assert getattr(json.parse_rules(f'{{"base": "brandubh", "{option}": "none"}}'), option) is None


def test_the_remedy_for_an_unarmed_king_is_one() -> None:
    """The options that a suggestion names exist, and do what it says."""
    rules = toml.parse_rules('base = "brandubh"\nhammer = "men"\nanvil = "men"')
    assert rules == variants.BRANDUBH.evolve(hammer=PieceSet.MEN, anvil=PieceSet.MEN)


def test_every_synonym_stands_for_what_exists() -> None:
    known = [names(each) for each in CLASSES]
    meanings = _synonyms.index_words()
    for word, found in meanings.items():
        for meant, _ in found:
            homes = [each for each in known if each.issuperset(meant)]
            assert homes, f"{word}: {meant}"
            # A word that is a name itself is no mistake there.
            assert any(word not in each for each in homes), f"{word}: {meant}"
    assert len(meanings) > 200


@pytest.mark.parametrize(
    ("names", "value"),
    sorted(
        {(names, value) for names, how, _ in _synonyms.list_words("option") for value in re.findall(r'"([^"]+)"', how)}
    ),
)
def test_what_a_hint_says_can_be_pasted(names: str, value: str) -> None:
    """Each value that a hint quotes is one that its options take."""
    options: Any = dict.fromkeys(names.split(), value)
    assert variants.BRANDUBH.evolve(**options).diff(variants.BRANDUBH) is not None
