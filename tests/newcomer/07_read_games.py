"""Read the games of a file, and go through one."""

from hnefatafl.notation import detection

LINES = """
# variant: brandubh
d1-c1 d3-b3 c1-c3
""".strip().splitlines()

for game in detection.read_any(LINES):
    assert game.ruleset.name == "brandubh"
    for played in game.replay().played_moves:
        print(played.move, played.after.turn)
    assert len(list(game.moves)) == 3
