"""Imported first, so that a caller without Hypothesis learns which extra brings it."""

from hnefatafl._extras import extra

with extra("testing"):
    import hypothesis as hypothesis
