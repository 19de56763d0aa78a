"""Pictures of boards.

:mod:`~hnefatafl.render.text`
    Boards for terminals and other texts.
"""

from hnefatafl.render import text

__all__ = ["text"]
