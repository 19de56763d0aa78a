"""Runs examples as they stand in the documentation, and says what they print."""

from __future__ import annotations

from collections.abc import Callable
from doctest import ELLIPSIS, DocTest, DocTestParser, DocTestRunner, Example
from typing import Any, Final

from hnefatafl.web._errors import Refused

_NAME: Final = "example"


class _Runner(DocTestRunner):
    """Notes what examples print; a fault is an output as any other."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=ELLIPSIS)
        self.said: list[str] = []

    def report_success(self, out: Callable[[str], object], test: DocTest, example: Example, got: str) -> None:
        self.said.append(got)

    def report_failure(self, out: Callable[[str], object], test: DocTest, example: Example, got: str) -> None:
        self.said.append(got)

    def report_unexpected_exception(
        self, out: Callable[[str], object], test: DocTest, example: Example, exc_info: Any
    ) -> None:
        kind, error, _ = exc_info
        self.said.append(f"{kind.__name__}: {error}\n")


class Console:
    """Runs one piece of a page after the other; all share their names."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": "__main__"}

    def run(self, text: object) -> dict[str, Any]:
        """Return the ``output`` of examples, which begin with ``>>>``, and whether it ``differs`` from what is shown.

        Raises:
            Refused: it is no text with examples.
        """
        try:
            examples = DocTestParser().get_examples(text) if isinstance(text, str) else []
        except ValueError as error:
            raise Refused(str(error)) from None
        if not examples:
            raise Refused("examples that begin with >>> were expected")
        runner = _Runner()
        found = runner.run(DocTest(examples, self._names, _NAME, None, 0, None), clear_globs=False)
        self._names |= runner.test.globs
        return {"output": "".join(runner.said), "differs": found.failed > 0}
