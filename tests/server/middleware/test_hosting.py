"""The set-up of docs/hosting.md works: its nginx before a server, IPv6 addresses, no path before the pages."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import textwrap
from pathlib import Path

import httpx
import pytest

from hanlin.cli.serve import _address, _bound
from hanlin.client import Client
from hanlin.core.position.game import games
from hanlin.server.middleware.gateway import Hosts
from helpers.serving import served
from lanterns import GAME

GUIDE = Path(__file__).parents[3] / "docs" / "hosting.md"
NAME = "games.example.org"


def nginx_path():
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


def configuration():
    """The configuration in the guide: the block of code that begins with the map."""
    found = re.search(r"^    map \$http_upgrade.*?(?=^\S)", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return textwrap.dedent(found[0])


def put_up(folder, server, listener):
    """The guide's configuration for this machine: another port, no certificate, all files in a folder."""
    text = configuration().replace("127.0.0.1:8642", server.removeprefix("http://"))
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{listener};")
    text = re.sub(r"^ *(listen \[::\]|ssl_certificate).*\n", "", text, flags=re.MULTILINE)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    whole = f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{whole}http {{\naccess_log off;\n{places}{text}}}\n", "utf-8")
    return folder / "nginx.conf"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    """The address of nginx before a server."""
    if nginx_path() is None:
        if os.environ.get("CI") == "true":
            pytest.fail("This test needs nginx: install nginx-light.")
        pytest.skip("nginx is not installed, so nothing was tested behind it.")
    folder = tmp_path_factory.mktemp("nginx")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with served(tmp_path_factory.mktemp("data"), {"lanterns": GAME, **games()}, proxy=True, hosts=[NAME]) as server:
        command = [nginx_path(), "-p", str(folder), "-c", str(put_up(folder, server, port)), "-e", "stderr"]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        process = subprocess.Popen(command)
        try:
            with Client(f"http://127.0.0.1:{port}") as anybody:
                anybody.games()  # Tried again until nginx answers.
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def test_a_table_behind_the_nginx_of_the_guide(proxied):
    """Its pages, its commands, and the news by WebSocket."""
    with Client.guest(proxied, "Ann") as ann:
        place = ann.create("lanterns", seats=["me", "person"])
        news = ann.news(place.id)
        assert next(news) == {}
        before = ann.state(place.id, 0)
        assert next(news)["number"] == before.number
        after = ann.play(before, "skip")
        assert next(news)["number"] == after.number
        news.close()
        page = httpx.get(f"{proxied}/t/{place.id}")
        assert page.status_code == 200
        assert "Ann" in page.text


def test_nginx_forwards_the_name_and_the_scheme(proxied):
    """Cookies and links follow what the browser asked for; a name that is not allowed is refused."""
    assert httpx.get(proxied, headers={"host": NAME}).status_code == 200
    assert httpx.get(proxied, headers={"host": "elsewhere.example"}).status_code == 421
    assert "secure" not in httpx.get(proxied, headers={"host": NAME}).headers.get("set-cookie", "").lower()


def test_the_guides_nginx_serves_by_tls():
    text = configuration()
    assert "listen 443 ssl;" in text
    assert f"server_name {NAME};" in text


def asked_at(server, host):
    return {"type": "http", "headers": [(b"host", host.encode())], "server": (server, 8642)}


@pytest.mark.parametrize(
    ("server", "host", "answered"),
    [
        ("::1", "[::1]:8642", True),
        ("::1", "[0:0:0:0:0:0:0:1]:8642", True),
        ("2001:db8::7", "[2001:db8::7]:8642", True),
        ("2001:db8::7", "[2001:DB8:0::7]", True),
        ("2001:db8::7", "[2001:db8::8]", False),
        ("::ffff:192.0.2.7", "192.0.2.7:8642", True),
        ("192.0.2.7", "[::ffff:192.0.2.7]", True),
        ("::ffff:192.0.2.7", "192.0.2.8:8642", False),
    ],
)
def test_a_server_answers_to_its_own_address(server, host, answered):
    """Listening at ``::`` it is reached by IPv4 as well, whose addresses IPv6 then carries."""
    assert Hosts().answer(asked_at(server, host)) is answered


@pytest.mark.parametrize("allowed", ["2001:db8::7", "[2001:db8::7]", "2001:DB8:0:0::7"])
def test_an_address_is_allowed_in_any_spelling(allowed):
    for host in ("[2001:db8::7]", "[2001:db8::7]:8642", "[2001:0db8::0007]:80"):
        assert Hosts([allowed]).answer(asked_at("10.0.0.1", host))
    assert not Hosts([allowed]).answer(asked_at("10.0.0.1", "[2001:db8::77]"))


@pytest.mark.parametrize(
    ("host", "shown"),
    [("::", "http://[::1]:80/"), ("::1", "http://[::1]:80/"), ("0.0.0.0", "http://127.0.0.1:80/"), ("h", "http://h:80/")],
)
def test_the_address_that_is_shown_can_be_opened(host, shown):
    assert _address(host, 80) == shown


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs IPv6")
def test_all_addresses_are_those_of_both_kinds():
    with _bound(socket.AF_INET6, "::", 0) as listener:
        listener.listen()
        for address in ("127.0.0.1", "::1"):
            with socket.create_connection((address, listener.getsockname()[1]), timeout=60):
                pass
