"""``hanlin serve``: the table at an address of this machine."""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from hanlin.core.errors import HanlinError
from hanlin.core.folders import data_home
from hanlin.core.language import _
from hanlin.server.folder import occupied
from hanlin.server.mail import mail_server
from hanlin.server.running import run
from hanlin.server.store import database_address

NEXT_PORTS = 50
"""How many ports after the wanted one are tried when it is taken."""


def serve(
    host: str,
    port: int,
    data: Path | None,
    open_browser: bool,
    allowed_hosts: Sequence[str] = (),
    proxy: bool = False,
    database: str = "",
    smtp: str = "",
) -> None:
    """Serve until interrupted. Says at which address; where the port is taken, the next free one, saying so.

    ``allowed_hosts``: names beside this machine's own by which browsers may ask for it; ``*`` for any. ``proxy``: a proxy
    stands before it. ``database``: the address of a PostgreSQL database in place of the folder, for one process or several.
    ``smtp``: where mails are handed in, to tell people that it is their turn.
    """
    if smtp:
        mail_server(smtp)
    if database:
        _serve_database(host, port, open_browser, allowed_hosts, proxy, database, smtp)
        return
    folder = (data or default_folder()).absolute()
    try:
        with occupied(folder) as write_address:
            listener = _listen(host, port)
            address = _address(host, listener.getsockname()[1])
            write_address(address)
            where = str(folder)
            announce = lambda: _announce(address, where, open_browser)  # noqa: E731
            run(folder, listener, announce, hosts=(host, *allowed_hosts), proxy=proxy, smtp=smtp)
    except OSError as error:
        raise HanlinError(
            _("The data folder {folder} can't be used: {reason}.").format(folder=folder, reason=error.strerror)
        ) from None


def _serve_database(
    host: str, port: int, open_browser: bool, allowed_hosts: Sequence[str], proxy: bool, database: str, smtp: str
) -> None:
    where = database_address(database).render_as_string(hide_password=True)
    listener = _listen(host, port)
    address = _address(host, listener.getsockname()[1])
    announce = lambda: _announce(address, where, open_browser)  # noqa: E731
    run(None, listener, announce, hosts=(host, *allowed_hosts), proxy=proxy, database=database, smtp=smtp)


def default_folder() -> Path:
    """Where tables are kept: in the data home of the platform. HanlinError for a user without one."""
    home = data_home()
    if home is None:
        raise HanlinError(_("There is no home folder in which tables could be kept: name a folder with --data."))
    return home / "hanlin"


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket at the port, or at the next free one after it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + NEXT_PORTS, 65536)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                sys.exit(_("hanlin: can't listen at {address}: {reason}").format(address=host, reason=error.strerror))
            continue
        if candidate != port:
            print(_("Port {port} is in use; taking {other}.").format(port=port, other=candidate))
        return listener
    sys.exit(_("hanlin: port {port} and the next {n} are in use; choose another with --port.").format(port=port, n=NEXT_PORTS))


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _announce(address: str, folder: str, open_browser: bool) -> None:
    print(_("Hanlin is at {address}").format(address=address))
    print(_("Tables are kept in {folder}. Ctrl-C ends.").format(folder=folder), flush=True)
    if open_browser:
        webbrowser.open(address)
