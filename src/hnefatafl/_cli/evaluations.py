"""Files that players have learned: evaluations, and models of people's play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeVar

from hnefatafl._base.seal import frozen
from hnefatafl._cli.console import CommandError
from hnefatafl._cli.sources import Source, read_text
from hnefatafl.engine import is_engine, player
from hnefatafl.errors import HnefataflError
from hnefatafl.human import HumanModel
from hnefatafl.search import Limit, Player, TrainedEvaluation

__all__ = ["Named", "read_evaluation", "read_human", "read_player"]

_T = TypeVar("_T")


def read_evaluation(path: str) -> TrainedEvaluation:
    """Return the evaluation in a file.

    Raises:
        CommandError: the file cannot be read, or is none.
    """
    return _read(path, TrainedEvaluation.parse)


def read_human(path: str) -> HumanModel:
    """Return the model of people's play in a file.

    Raises:
        CommandError: the file cannot be read, or is none.
    """
    return _read(path, HumanModel.parse)


def _read(path: str, parse: Callable[[str], _T]) -> _T:
    text = read_text(Source(Path(path)))
    try:
        return parse(text)
    except HnefataflError as error:
        raise CommandError(f"{path}: {error}") from None


_LEARNED: Final[Mapping[str, Callable[[str], object]]] = {"evaluation": read_evaluation, "human": read_human}
"""The options of a player that name files."""


@frozen
class Named:
    """A player that is named on the command line."""

    text: str
    """Its text, without what it has learned."""
    learned: Mapping[str, object]
    """Its evaluation and its model of people's play, as far as it has its own."""

    @property
    def evaluation(self) -> TrainedEvaluation | None:
        """Its evaluation, if it has one of its own."""
        found = self.learned.get("evaluation")
        return found if isinstance(found, TrainedEvaluation) else None

    def player(self, *, limit: Limit | None = None, **options: object) -> Player:
        """Return the player, as :func:`~hnefatafl.engine.player` makes it.

        Raises:
            ArgumentValueError: there is no such player or option.
        """
        return player(self.text, limit=limit, **{**options, **self.learned})


def read_player(text: str, evaluation: str | None = None) -> Named:
    """Return a player that is named as in ``alphabeta:nodes=9,evaluation=FILE,human=FILE``.

    Arguments:
        text: the text.
        evaluation: the file of the evaluation, if the text names none.

    Raises:
        CommandError: two files are named for the same, or one cannot be read, or is none of its kind.
    """
    name, files = (text, dict[str, str]()) if is_engine(text) else _split(text)
    if evaluation is not None:
        files.setdefault("evaluation", evaluation)
    return Named(name, {option: _LEARNED[option](file) for option, file in files.items()})


def _split(text: str) -> tuple[str, dict[str, str]]:
    """Return the text without the options that name files, and the files."""
    name, colon, rest = text.partition(":")
    left: list[str] = []
    files: dict[str, str] = {}
    for option in rest.split(",") if colon else []:
        key, _, value = (part.strip() for part in option.partition("="))
        if key not in _LEARNED:
            left.append(option)
        elif key in files:
            raise CommandError(f"{key}: one file was expected, not two")
        else:
            files[key] = value
    return (f"{name}:{','.join(left)}" if left else name), files
