"""The build backend: that of setuptools, which is asked for more only where the kernel will be compiled."""

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

from setup import build_requirements

Settings = dict[str, str | list[str]] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *build_requirements()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *build_requirements()]
