"""Our own side of the protocol: a line of JSON in, a line of JSON out."""

from __future__ import annotations

from typing import final

from hnefatafl.conformance._judges import KERNEL, answer
from hnefatafl.conformance._reading import read_question, read_rules
from hnefatafl.errors import HnefataflError
from hnefatafl.notation._jsontext import dump, load
from hnefatafl.rules import Ruleset


@final
class Responder:
    """What answers the questions of a suite by this library, without input and output.

    >>> from hnefatafl import variants
    >>> from hnefatafl.conformance import make_chapter, suite_lines
    >>> chapter = make_chapter(variants.BRANDUBH, cases=3)
    >>> title, case = list(suite_lines([variants.BRANDUBH], [chapter]))[1:3]
    >>> responder = Responder()
    >>> responder.reply(title)
    '{"ruleset":"brandubh"}'
    >>> responder.reply('{"id": "brandubh/1"}')
    '{"error":"the key \\'ruleset\\' was expected"}'
    """

    __slots__ = ("_rules",)

    def __init__(self) -> None:
        self._rules: dict[str, Ruleset] = {}

    def reply(self, line: str) -> str:
        """Return the answer to a line: about a ruleset, or a question about a position.

        >>> Responder().reply("hello")
        '{"error":"JSON was expected: Expecting value (line 1, column 1) hello ^"}'
        """
        try:
            found = load(line)
            if "options" in found:
                rules = read_rules(found)
                self._rules[rules.name] = rules
                return dump({"ruleset": rules.name})
            case = read_question(found)
            if case.ruleset not in self._rules:
                return dump({"error": f"nothing was said of the ruleset {case.ruleset:.60}"})
            rules = self._rules[case.ruleset]
            return dump({"id": case.id, **answer(KERNEL, rules, case.start, case.line, case.tries)})
        except HnefataflError as error:
            return dump({"error": " ".join(str(error).split())})
