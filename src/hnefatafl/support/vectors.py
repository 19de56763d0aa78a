"""The kernel's vectors: those of librt, which mypyc knows.

Uncompiled they are what serves best there: lists, which Python reads and writes
fastest. Only boards are librt's, where it can be had, since they are copied at
every move.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from mypy_extensions import i16, i32, i64, u8

if TYPE_CHECKING:
    from librt.vecs import extend as extend
    from librt.vecs import vec as vec
else:
    vec = {i16: list, i32: list, i64: list, u8: list}
    extend = operator.add
    try:
        from librt.vecs import vec as _vec
    except ImportError:
        pass
    else:
        vec[i16] = _vec[i16]
