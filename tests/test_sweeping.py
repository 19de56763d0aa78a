"""The few rulesets that stand for all."""

from __future__ import annotations

from enum import Enum

import attrs
from sweeping import few

from hnefatafl import Ruleset, variants


def test_a_few_rulesets_show_every_choice() -> None:
    every, some = ([variants.get(name) for name in names] for names in (variants.names(), few()))
    assert len(some) < 40
    for option in (field.name for field in attrs.fields(Ruleset)):
        choices = {value for rules in every if isinstance(value := getattr(rules, option), Enum | bool | None)}
        assert choices <= {getattr(rules, option) for rules in some}, option
