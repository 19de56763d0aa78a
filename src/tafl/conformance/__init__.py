"""A conformance suite: what the rulesets are, as cases that a program in any language can be checked by.

A suite is a text of JSON lines: a head, and for each ruleset its options and some hundred cases. A case is a question
about a position and the right answer: the legal moves, what some of them capture and lead to, how the game has ended,
and why other moves are illegal. The answers are those of the kernel, and each is confirmed by the second implementation
of the rules, :mod:`hnefatafl.testing.reference`. :doc:`/howto/conformance` defines every field.

* :func:`make_chapter` makes the cases about a ruleset; :func:`suite_lines` writes a suite, and :func:`read_suite` reads
  one.
* :func:`check_engine` asks an engine the cases, by lines of JSON or by UGI, and reports what it answers otherwise.
* :class:`Responder` answers them by this library.

>>> import sys
>>> chapter = make_chapter("brandubh", cases=10)
>>> report = check_engine([chapter], [sys.executable, "-m", "tafl", "conformance", "--serve"])
>>> report.agrees, report.differences
(True, ())
"""

from typing import TYPE_CHECKING

from hnefatafl.support.lazy_imports import later

if TYPE_CHECKING:
    from tafl.conformance._cases import (
        FORMAT,
        Case,
        Chapter,
        DisagreementError,
        SuiteError,
        read_suite,
        suite_lines,
    )
    from tafl.conformance._checking import Conformity, Difference, check_engine
    from tafl.conformance._judges import Responder
    from tafl.conformance._making import make_chapter
else:
    __getattr__, __dir__ = later(__name__, "_cases", "_making", "_checking", "_judges")

__all__ = [
    "FORMAT",
    "Case",
    "Chapter",
    "Conformity",
    "Difference",
    "DisagreementError",
    "Responder",
    "SuiteError",
    "check_engine",
    "make_chapter",
    "read_suite",
    "suite_lines",
]
