"""Imported first, so that whoever lacks Hypothesis is told which extra brings it."""

from hnefatafl._extras import extra

with extra("testing"):
    import hypothesis as hypothesis
