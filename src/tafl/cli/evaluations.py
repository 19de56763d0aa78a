"""Players that are named on the command line, with files of trained evaluations."""

from __future__ import annotations

from pathlib import Path

from hnefatafl.errors import HnefataflError
from hnefatafl.search import Limit, Player, TrainedEvaluation
from hnefatafl.support.immutability import frozen
from tafl.cli.console import CommandError
from tafl.cli.sources import Source, read_text
from tafl.engine import is_engine, player


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
    """Its text, without the file of its evaluation."""
    evaluation: TrainedEvaluation | None
    """Its evaluation, if it has one of its own."""

    def player(self, *, limit: Limit | None = None, **options: object) -> Player:
        """Return the player, as :func:`~tafl.engine.player` makes it.

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
        CommandError: the text names two files, or the file cannot be read, or is no evaluation.
    """
    files: list[str] = []
    if not is_engine(text):
        name, colon, rest = text.partition(":")
        others: list[str] = []
        for option in rest.split(",") if colon else []:
            key, _, value = (part.strip() for part in option.partition("="))
            if key == "evaluation":
                files.append(value)
            else:
                others.append(option)
        text = f"{name}:{','.join(others)}" if others else name
    if len(files) > 1:
        raise CommandError("evaluation: one file was expected, not two")
    path = files[0] if files else evaluation
    return Named(text, None if path is None else read_evaluation(path))
