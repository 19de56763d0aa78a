"""Files of trained evaluations."""

from __future__ import annotations

from pathlib import Path

from hnefatafl._cli.console import CommandError
from hnefatafl._cli.sources import Source, read_text
from hnefatafl.engine.players import is_engine
from hnefatafl.errors import HnefataflError
from hnefatafl.search.trained import TrainedEvaluation

__all__ = ["read_evaluation", "split_player"]


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


def split_player(text: str) -> tuple[str, str | None]:
    """Return the text of a player without its evaluation, and the file of that: ``alphabeta:nodes=9,evaluation=F``."""
    if is_engine(text):
        return text, None
    name, colon, rest = text.partition(":")
    options = rest.split(",") if colon else []
    files = [option.partition("=")[2].strip() for option in options if option.partition("=")[0].strip() == "evaluation"]
    if len(files) > 1:
        raise CommandError("evaluation: one file was expected, not two")
    left = ",".join(option for option in options if option.partition("=")[0].strip() != "evaluation")
    return (f"{name}:{left}" if left else name), (files[0] if files else None)
