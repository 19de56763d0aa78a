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

from hnefatafl.render import alt, page, png, svg, text, themes

__all__ = ["alt", "page", "png", "svg", "text", "themes"]
