"""Rulesets as plain data, as :mod:`hnefatafl.notation.json` and :mod:`hnefatafl.notation.toml` write them into texts.

For programs that put rulesets into documents of their own. It loads cattrs, which the texts load when they are used.
"""

from hnefatafl.notation._documents import (
    converter,
    default_options,
    function_options,
    read_rules,
    write_options,
    write_rules,
)

__all__ = ["converter", "default_options", "function_options", "read_rules", "write_options", "write_rules"]
