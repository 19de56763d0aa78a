"""Pictures of boards.

:mod:`~hnefatafl.render.text`
    Boards for terminals and other texts.
:mod:`~hnefatafl.render.svg`
    Boards as SVG pictures.
:mod:`~hnefatafl.render.themes`
    The colours of these.
:mod:`~hnefatafl.render.alt`
    What they show, in words.
:mod:`~hnefatafl.render.png`
    Such pictures as PNG.
:mod:`~hnefatafl.render.page`
    Games as pages to go through.
"""

from hnefatafl.render import alt, page, png, svg, text, themes

__all__ = ["alt", "page", "png", "svg", "text", "themes"]


def __dir__() -> list[str]:
    return __all__
