"""Imported first, so that a caller without Hypothesis gets an error that names the extra."""

from hnefatafl._base.extras import extra

with extra("testing"):
    import hypothesis as hypothesis
