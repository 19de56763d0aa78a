"""Values as plain data, for programs that put them into documents of their own.

:func:`to_json` and :func:`from_json`, which the library itself shows, too, write and read values of all kinds. The
others are for rulesets, as :mod:`hnefatafl.notation.json` and :mod:`hnefatafl.notation.toml` write them into texts. The
module loads cattrs, which the texts load when they are used.
"""

from hnefatafl.notation._documents import (
    converter,
    default_options,
    function_options,
    read_rules,
    write_options,
    write_rules,
)
from hnefatafl.notation._values import from_json, to_json

__all__ = [
    "converter",
    "default_options",
    "from_json",
    "function_options",
    "read_rules",
    "to_json",
    "write_options",
    "write_rules",
]
