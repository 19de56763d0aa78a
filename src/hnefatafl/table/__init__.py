"""A game on an interactive board, in a browser or a notebook, without input and output.

:mod:`~hnefatafl.table.widget` is that board in a notebook, which the extra ``notebook`` brings."""

from hnefatafl.table._interactive import Table
from hnefatafl.table._messages import analysis_message, hint_message

__all__ = ["Table", "analysis_message", "hint_message"]
