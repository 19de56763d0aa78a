"""Files of trained evaluations."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from hnefatafl._cli.console import CommandError
from hnefatafl._cli.sources import Source, read_text
from hnefatafl.engine import is_engine, player
from hnefatafl.errors import HnefataflError
from hnefatafl.search import Limit, Player, TrainedEvaluation

__all__ = ["Named", "read_evaluation", "read_player"]


def read_evaluation(path: str) -> TrainedEvaluation:
    """Return the evaluation in a file.

    Raises:
        CommandError: the file cannot be read, or is none.
    """
    text = read_text(Source(Path(path)))
    try:
        return TrainedEvaluation.parse(text)
    except HnefataflError as error:
        raise CommandError(f"{path}: {error}") from None


@frozen
class Named:
    """A player that is named on the command line."""

    text: str
    """Its text, without the evaluation."""
    evaluation: TrainedEvaluation | None
    """Its evaluation, if it has one of its own."""

    def player(self, *, limit: Limit | None = None, **options: object) -> Player:
        """Return the player, as :func:`~hnefatafl.engine.player` makes it.

        Raises:
            ArgumentValueError: there is no such player or option.
        """
        if self.evaluation is not None:
            options["evaluation"] = self.evaluation
        return player(self.text, limit=limit, **options)


def read_player(text: str, evaluation: str | None = None) -> Named:
    """Return a player that is named as in ``alphabeta:nodes=9,evaluation=FILE``.

    Arguments:
        text: the text.
        evaluation: the file of the evaluation, if the text names none.

    Raises:
        CommandError: two files are named, or one cannot be read, or is none of an evaluation.
    """
    name, file = (text, None) if is_engine(text) else _split(text)
    file = evaluation if file is None else file
    return Named(name, None if file is None else read_evaluation(file))


def _split(text: str) -> tuple[str, str | None]:
    name, colon, rest = text.partition(":")
    options = rest.split(",") if colon else []
    files = [option.partition("=")[2].strip() for option in options if option.partition("=")[0].strip() == "evaluation"]
    if len(files) > 1:
        raise CommandError("evaluation: one file was expected, not two")
    left = ",".join(option for option in options if option.partition("=")[0].strip() != "evaluation")
    return (f"{name}:{left}" if left else name), (files[0] if files else None)
