"""The library in a browser: a server, or a folder of pages that need none.

:func:`~tafl.web.serve` runs the server, :func:`~tafl.web.make_app` makes the application alone, and
:class:`~tafl.web.Settings` says what it offers and to whom; it is built on Starlette and uvicorn, which the extra
``web`` brings. The command is ``tafl serve``. :func:`~tafl.web.make_site` makes the files of the same pages for
any static web server; there the library runs in the browser. The command is ``tafl site``.

>>> settings = Settings(database=":memory:", limits=Limits(games=100))
>>> app = make_app(settings)
"""

from typing import TYPE_CHECKING

from hnefatafl.support.lazy_imports import later

if TYPE_CHECKING:
    from tafl.web._app import make_app
    from tafl.web._server import serve
    from tafl.web._settings import LOOPBACK, Limits, Settings
    from tafl.web._site import make_site
else:
    __getattr__, __dir__ = later(__name__, "_settings", "_site", "_app", "_server")

__all__ = ["LOOPBACK", "Limits", "Settings", "make_app", "make_site", "serve"]
