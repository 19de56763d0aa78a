"""Values as plain data, for programs that put them into documents of their own.

:func:`to_json` and :func:`from_json`, which the library itself shows, too, write and read values of all kinds. The
others are for rulesets, as :mod:`hnefatafl.notation.json` and :mod:`hnefatafl.notation.toml` write them into texts. The
module loads cattrs, which the texts load when they are used.

And rulesets as tables, from which a module in WebAssembly plays (``wasm`` in the sources). It knows no options: it is
given the words that the library's kernel plays from. So it plays any ruleset, shipped or not, if these are at hand. The
words are numbers of 64 bits, the lowest byte first. Of a vector its word says where it begins, in bytes from the first
word on: with its length, in 64 bits, and then its numbers, of 64 or of 16 bits; it is filled up to 64 bits. What each
word is, the kernel says; another order of the words is another version of the format.
"""

from hnefatafl.notation._documents import (
    converter,
    default_options,
    function_options,
    read_rules,
    write_options,
    write_rules,
)
from hnefatafl.notation._tables import TABLES_FORMAT, format_tables, pack_tables
from hnefatafl.notation._values import from_json, to_json

__all__ = [
    "TABLES_FORMAT",
    "converter",
    "default_options",
    "format_tables",
    "from_json",
    "function_options",
    "pack_tables",
    "read_rules",
    "to_json",
    "write_options",
    "write_rules",
]
