"""A game on an interactive board, in a browser or a notebook, without input and output.

:mod:`~tafl.table.widget` is that board in a notebook, which the extra ``notebook`` brings."""

from tafl.table._interactive import Table
from tafl.table._places import analysis_message, hint_message

__all__ = ["Table", "analysis_message", "hint_message"]
