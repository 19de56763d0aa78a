"""Mutated records in every dialect and in every form of the examples: what is read, what is refused, and how soon.

    python tests/mutating.py [--texts N] [--seed N] [--seconds N] [DIALECT ...]

Only declared errors may come out, their places lie in the text, what is read is written and read again alike, and no
text takes long. It prints each text for which this is not so, and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections import Counter
from itertools import cycle, islice
from math import inf
from pathlib import Path
from random import Random
from typing import Final

TESTS: Final = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS), str(TESTS / "hnefatafl" / "notation")]

from test_notation_dialects import SEEDS  # noqa: E402
from test_notation_fuzz import mutations  # noqa: E402

from hnefatafl import variants  # noqa: E402
from hnefatafl.errors import HnefataflError, LossWarning, NotationError  # noqa: E402
from hnefatafl.notation import dialects, read  # noqa: E402
from hnefatafl.records import Game  # noqa: E402

_SLOW: Final = 2.0
"""The seconds that no text takes, though rules are looked for among all that are shipped."""
_RULES: Final = ("copenhagen", "brandubh", None)


def check_text(text: str, name: str, rules: str | None) -> str:
    """Return what came out: ``read``, ``refused``, or what is wrong.

    Arguments:
        text: the text.
        name: the dialect, or nothing if it has to be detected.
        rules: the ruleset, or None if it has to be found.
    """
    one = dialects.dialect(name) if name else None
    is_told = one is not None and name != "freeform" and (one.tells_rules or one.ruleset is not None)
    ruleset = None if is_told else rules
    try:
        games: tuple[Game, ...] = read(text, ruleset, dialect=one).games
    except NotationError as error:
        inside = 0 <= error.offset <= len(error.text)
        return "refused" if inside else f"place {error.offset} of {len(error.text)}"
    except HnefataflError:
        return "refused"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if one is None or name in ("archive", "otn"):
        return "read"
    for game in games:
        try:
            written = one.write(game)
        except HnefataflError:
            continue
        (back,) = dialects.read_games(written.splitlines(keepends=True), one, game.ruleset)
        if one.write(back) != written:
            return f"written differently: {written!r}"
    return "read"


def main(arguments: list[str]) -> int:
    """Mutate texts, and count what comes out."""
    parser = argparse.ArgumentParser(description="read mutated records")
    parser.add_argument("dialects", nargs="*", metavar="DIALECT", help="these dialects (default: all)")
    parser.add_argument("--texts", type=int, default=100_000, metavar="N", help="so many texts (default: 100,000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the mutations (default: 1)")
    parser.add_argument("--seconds", type=float, default=inf, metavar="N", help="stop after so many seconds")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore", LossWarning)
    warnings.simplefilter("ignore", RuntimeWarning)
    examples = [path.read_text("utf-8") for path in sorted((TESTS.parent / "examples" / "records").iterdir())]
    names = options.dialects or [*SEEDS, ""]
    chance = Random(options.seed)
    counts: Counter[str] = Counter()
    faults = 0
    end = time.monotonic() + options.seconds
    sources = [(name, [*SEEDS["freeform"], *examples] if name in ("", "freeform") else SEEDS[name]) for name in names]
    streams = [(name, mutations(seeds, options.texts // len(names) + 1, chance)) for name, seeds in sources]
    for name, text in islice(((name, next(stream)) for name, stream in cycle(streams)), options.texts):
        if time.monotonic() > end:
            break
        rules = chance.choice(_RULES) if name in ("", "freeform") else variants.COPENHAGEN.name
        began = time.process_time()
        came = check_text(text, name, rules)
        seconds = time.process_time() - began
        if came in ("read", "refused") and seconds > _SLOW:
            came = f"{seconds:.1f} s"
        counts[f"{name or 'any dialect'}: {came if came in ('read', 'refused') else 'wrong'}"] += 1
        if came not in ("read", "refused"):
            faults += 1
            print(f"{name or 'any dialect'}, {rules}: {came}\n  {text!r}", flush=True)
    print(f"{counts.total():,} texts")
    for what, count in sorted(counts.items()):
        print(f"{count:8,} {what}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
