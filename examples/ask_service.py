"""Ask the analysis service about every position of a game, and show how its score changes.

python examples/ask_service.py [MOVE ...]
"""

from __future__ import annotations

import json
import subprocess
import sys

SERVICE = [sys.executable, "-m", "tafl", "analyse", "--serve", "--jobs", "2"]
MOVES = ["d1-c1", "d3-c3", "d2-d3", "c3-c2"]


def main(moves: list[str]) -> None:
    query = {"id": "game", "ruleset": "brandubh", "moves": moves, "after": [*range(len(moves) + 1)], "nodes": 2000}
    with subprocess.Popen(SERVICE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as service:
        assert service.stdin is not None
        assert service.stdout is not None
        service.stdin.write(json.dumps(query) + "\n")
        service.stdin.close()  # no more queries: it ends when all are answered
        answers = [json.loads(line) for line in service.stdout]  # in the order in which they are ready
    for answer in answers:
        if "error" in answer:
            sys.exit(answer["error"])
    for answer in sorted(answers, key=lambda each: each["after"]):
        print(f"after {answer['after']} moves: {answer['turn']} {answer['score']['text']}, best {answer['best']}")


if __name__ == "__main__":
    main(sys.argv[1:] or MOVES)
