"""The version, in the one place where it stands."""

__version__ = "1.0.0rc1"
