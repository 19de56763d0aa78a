"""Games written with their losses."""

from __future__ import annotations

import warnings

from hnefatafl.errors import LossWarning
from hnefatafl.notation.convert import losses, write_game
from hnefatafl.notation.dialects import Dialect
from hnefatafl.records import Game


def written(game: Game, dialect: Dialect | str) -> str:
    """What is written of the game, with a warning for each of its losses and none besides."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        text = write_game(game, dialect)
    told = [str(each.message).partition(": ")[2] for each in caught]
    assert told == [str(loss) for loss in losses(game, dialect)]
    assert {each.category for each in caught} <= {LossWarning}
    return text
