"""Make a variant, read what it says, and play it."""

from hnefatafl import Position, variants

house = variants.BRANDUBH.evolve(name="house", escape="edge", king="weak", hammer="men")
print(house.describe())
print(house.diff("brandubh"))
assert Position.initial(house).play("d1-c1").legal_moves()
