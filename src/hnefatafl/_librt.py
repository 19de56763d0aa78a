"""A stand-in for ``librt.vecs`` where it cannot be had.

Only the compiled kernel needs the real one. Uncompiled, lists do all that
the kernel asks of its vectors.
"""

from __future__ import annotations

import importlib
import operator
import sys
from types import ModuleType

__all__: list[str] = []


class _Vec:
    def __class_getitem__(cls, item: type) -> type:
        return list


def _provide() -> None:
    """Make ``librt.vecs`` importable."""
    try:
        importlib.import_module("librt.vecs")
    except ImportError:
        module = ModuleType("librt.vecs", __doc__)
        module.__dict__["vec"] = _Vec
        module.__dict__["extend"] = operator.add
        sys.modules.setdefault("librt", ModuleType("librt", __doc__))
        sys.modules["librt.vecs"] = module


_provide()
