"""Record a game with a variation and a comment, and write it to a file."""

from pathlib import Path

from hnefatafl import Game
from hnefatafl.notation import convert, detection

game = Game(ruleset="brandubh").add("d1-c1 d3-b3 c1-c3")
game = game.add("d1-b1", after="").annotate("d1-c1", "To the corner.")
print(game)
Path("games.json").write_text(convert.write_game(game, "json"), "utf-8")
(again,) = detection.read_any(Path("games.json").read_text("utf-8").splitlines())
assert [str(move) for move in again.moves] == ["d1-c1", "d3-b3", "c1-c3"]
