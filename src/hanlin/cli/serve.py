"""``hanlin serve``: the web app."""

from __future__ import annotations

import errno
import os
import socket
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from hanlin.cli.streams import forget_output
from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import _
from hanlin.core.lib.folders import data_home
from hanlin.server.db import database_address
from hanlin.server.lib.data_dir import occupied
from hanlin.server.notifications.mail import mail_server
from hanlin.server.run import run

NEXT_PORTS = 50
"""Number of following ports to try if the port is in use."""


def serve(
    host: str,
    port: int,
    data: Path | None,
    open_browser: bool,
    allowed_hosts: Sequence[str] = (),
    proxy: bool = False,
    database: str = "",
    smtp: str = "",
    weights: Path | None = None,
) -> None:
    """Run the web app until interrupted, and print its address. If the port is in use, the next free one is taken.

    ``allowed_hosts``: additional host names; ``*`` for any. ``proxy``: trust the headers of a reverse proxy. ``database``: the
    URL of a PostgreSQL database instead of the folder, for one or several processes. ``smtp``: the URL of a mail server, for
    notifications. ``weights``: a folder of weights, whose computer players are offered beside the levels.
    """
    host = host.removeprefix("[").removesuffix("]")
    if smtp:
        mail_server(smtp)
    if database:
        _serve_database(host, port, open_browser, allowed_hosts, proxy, database, smtp, weights)
        return
    folder = (data or default_folder()).absolute()
    try:
        with occupied(folder) as write_address:
            listener = _listen(host, port)
            address = _address(host, listener.getsockname()[1])
            write_address(address)
            where = str(folder)
            announce = lambda: _announce(address, where, open_browser)  # noqa: E731
            run(folder, listener, announce, hosts=(host, *allowed_hosts), proxy=proxy, smtp=smtp, weights=weights)
    except OSError as error:
        raise HanlinError(unusable(folder, error)) from None


def unusable(folder: Path, error: OSError) -> str:
    """The error message for a data folder that can't be used."""
    said = _("The data folder {folder} can't be used: {reason}. Choose another folder with --data.")
    return said.format(folder=folder, reason=error.strerror or error)


def _serve_database(
    host: str,
    port: int,
    open_browser: bool,
    allowed_hosts: Sequence[str],
    proxy: bool,
    database: str,
    smtp: str,
    weights: Path | None,
) -> None:
    where = database_address(database).render_as_string(hide_password=True)
    listener = _listen(host, port)
    address = _address(host, listener.getsockname()[1])
    announce = lambda: _announce(address, where, open_browser)  # noqa: E731
    run(None, listener, announce, hosts=(host, *allowed_hosts), proxy=proxy, database=database, smtp=smtp, weights=weights)


def default_folder() -> Path:
    """The default data folder, in the data home of the platform; HanlinError for a user without one."""
    home = data_home()
    if home is None:
        raise HanlinError(_("There is no home folder in which tables could be kept: name a folder with --data."))
    return home / "hanlin"


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket at the port or the next free one; HanlinError if there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + NEXT_PORTS + 1, 65536)):
        try:
            listener = _bound(family, host, candidate)
        except (OSError, UnicodeError) as error:
            if getattr(error, "errno", None) == errno.EADDRINUSE:
                continue
            raise HanlinError(_cannot_listen(host, candidate, error)) from None
        if candidate != port:
            with suppress(OSError):
                print(_("Port {port} is in use; taking {other}.").format(port=port, other=candidate))
        return listener
    raise HanlinError(
        _("Port {port} and the next {n} are in use; choose another with --port.").format(port=port, n=candidate - port)
    )


def _bound(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::" and socket.has_dualstack_ipv6():
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # All addresses, including IPv4.
        listener.bind((host, port))
    except (OSError, UnicodeError):
        listener.close()
        raise
    return listener


def _cannot_listen(host: str, port: int, error: OSError | UnicodeError) -> str:
    if isinstance(error, PermissionError):
        said = _("Port {port} needs administrator rights: choose another with --port, such as 8642, and put a reverse proxy "
                 "in front.")  # fmt: skip
        return said.format(port=port)
    reason = getattr(error, "strerror", None) or _("invalid address")
    return _("Hanlin can't listen at {address}: {reason}. Choose another address with --host.").format(
        address=host, reason=reason
    )


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _announce(address: str, folder: str, open_browser: bool) -> None:
    try:
        print(_("Hanlin is running at {address}").format(address=address))
        print(_("Data: {folder}. Press Ctrl-C to stop.").format(folder=folder), flush=True)
    except OSError:
        forget_output()  # The server runs even if the output is closed.
    if open_browser:
        webbrowser.open(address)
