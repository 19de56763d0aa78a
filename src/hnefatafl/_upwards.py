"""The only module that imports upwards: what values show of themselves is made by modules that come after them.

A board draws itself in a notebook, a ruleset and an outcome describe themselves, and a shipped ruleset is pickled by
its name. Pictures, descriptions and shipped rulesets build on boards and rulesets, so these imports wait until they
are needed. A test holds every other module to imports of modules before it, in functions too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hnefatafl.outcome import CaptureKind, Illegality, Outcome, Termination
    from hnefatafl.render._scene import Subject
    from hnefatafl.rules import Ruleset

__all__ = ["describe", "sentence", "shipped", "svg"]


def svg(subject: Subject) -> str:
    """Return the picture of a value."""
    from hnefatafl.render.svg import svg

    return svg(subject)


def describe(rules: Ruleset, lang: str, *, order: bool) -> str:
    """Return the rules in words.

    Raises:
        UnknownLanguageError: there are no words for that language.
    """
    from hnefatafl.describe import describe

    return describe(rules, lang, order=order)


def sentence(value: Outcome | Termination | CaptureKind | Illegality, lang: str = "en") -> str:
    """Return an outcome or a reason in words.

    Raises:
        UnknownLanguageError: there are no words for that language.
    """
    from hnefatafl.describe import sentence

    return sentence(value, lang)


def shipped(name: str) -> Ruleset | None:
    """Return the shipped ruleset of that name, or None."""
    from hnefatafl import variants

    return variants._named(name)
