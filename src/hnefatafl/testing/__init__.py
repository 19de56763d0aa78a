"""What tests of rules are made of."""

from hnefatafl.testing import reference, strategies

__all__ = ["reference", "strategies"]
