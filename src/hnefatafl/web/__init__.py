"""The library in a browser: a server for a local page, on Starlette and uvicorn, which the extra ``web`` brings.

:func:`~hnefatafl.web.serve` runs it, :func:`~hnefatafl.web.make_app` makes the application alone, and
:class:`~hnefatafl.web.Settings` says what it offers and to whom. The command is ``tafl serve``.

>>> settings = Settings(database=":memory:", limits=Limits(games=100))
>>> app = make_app(settings)
"""

from hnefatafl.web._app import make_app
from hnefatafl.web._server import serve
from hnefatafl.web._settings import LOOPBACK, Limits, Settings

__all__ = ["LOOPBACK", "Limits", "Settings", "make_app", "serve"]


def __dir__() -> list[str]:
    return __all__
