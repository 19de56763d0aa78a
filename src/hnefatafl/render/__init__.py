"""Pictures of boards.

:mod:`~hnefatafl.render.text`
    Boards for terminals and other texts.
:mod:`~hnefatafl.render.svg`
    Boards as SVG pictures.
:mod:`~hnefatafl.render.themes`
    The colours of the pictures.
:mod:`~hnefatafl.render.alt`
    Descriptions in words.
:mod:`~hnefatafl.render.png`
    Pictures as PNG.
:mod:`~hnefatafl.render.page`
    Interactive HTML replays.
"""

from typing import TYPE_CHECKING

from hnefatafl.support.lazy_imports import later

if TYPE_CHECKING:
    from hnefatafl.render import alt, page, png, svg, text, themes

__all__ = ["alt", "page", "png", "svg", "text", "themes"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = later(__name__, *__all__)
