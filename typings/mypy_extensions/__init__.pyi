# What pyright needs to know of mypy_extensions: its native integers are plain ints to everybody but mypyc.
from collections.abc import Callable
from typing import TypeAlias, TypeVar

T = TypeVar("T")

i16: TypeAlias = int
i32: TypeAlias = int
i64: TypeAlias = int
u8: TypeAlias = int

def mypyc_attr(*attrs: str, **options: object) -> Callable[[T], T]: ...
