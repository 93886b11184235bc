"""HEAD is GET without the body: the same status and headers on every route, and nothing in the log."""

import http.client
import re
import socket
from urllib.parse import urlsplit

import httpx
import pytest

from hanlin.client import Client
from hanlin.server.asgi import make_routes
from hanlin.server.middleware import rate_limit
from helpers import attacks
from helpers.serving import served
from lanterns import GAME

VARYING = {"date", "set-cookie", "transfer-encoding", "ratelimit-remaining", "ratelimit-reset", "retry-after"}
"""Headers that differ between two requests, or say how a body is sent."""


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """The address of a server, a table there and the token of who plays at it."""
    with served(tmp_path_factory.mktemp("head"), {"lanterns": GAME}) as address, Client.guest(address, "Ann") as ann:
        yield address, ann.create("lanterns", 2, seats=["me", "open"]).id, ann.token


def ask(address, method, path, headers):
    """The status, the headers and the body that are sent on a connection for any method; it stays usable."""
    where = urlsplit(address)
    connection = http.client.HTTPConnection(where.hostname, where.port, timeout=attacks.PATIENCE)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.request("GET", "/health", headers={"Host": "localhost"})
    assert connection.getresponse().read() in (b"ok", b"") or "host" in {name.lower() for name in headers}
    connection.close()
    return answer.status, {name: value for name, value in answer.getheaders() if name not in VARYING}, body


def same(address, path, headers, caplog):
    asked, head = (ask(address, method, path, headers) for method in ("GET", "HEAD"))
    if path == "/metrics":  # They count these very requests.
        asked[1]["content-length"] = head[1]["content-length"]
    assert head[:2] == asked[:2]
    assert head[2] == b""
    assert not [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"]
    return head[0]


def paths(table):
    fitting = {"table_id": table, "name": "lanterns", "seat": "0", "code": "it", "number": "1"}
    routes = (route for route in make_routes().routes if "GET" in getattr(route, "methods", ()))
    return sorted({re.sub(r"{(\w+):\w+}", lambda found: fitting.get(found[1], "x"), route.path) for route in routes})


@pytest.mark.parametrize("more", [{}, {"accept-encoding": "gzip"}])
def test_head_of_every_route_is_get_without_the_body(table, more, caplog):
    address, name, token = table
    statuses = [same(address, path, {**more, "authorization": f"Bearer {token}"}, caplog) for path in paths(name)]
    assert statuses.count(200) > len(statuses) / 2
    page = httpx.get(address).text
    static = re.search(r'(/static/[^"]+\.css)"', page)[1]
    assert same(address, static, more, caplog) == 200


def test_head_of_what_is_not_there_is_get_without_the_body(table, caplog):
    address, name, _token = table
    for path, status in (("/nothing", 404), ("/api/nothing", 404), (f"/t/{name}/undo", 405), ("/api/guests", 405)):
        assert same(address, path, {"accept": "text/html"}, caplog) == status
    assert same(address, "/api/account", {"authorization": "Bearer wrong"}, caplog) == 401


def test_head_of_what_is_refused_is_get_without_the_body(tmp_path, monkeypatch, caplog):
    with served(tmp_path, {"lanterns": GAME}, proxy=True) as address:
        for accept in ("text/html", "application/json"):
            assert same(address, "/", {"Host": "foreign.example", "accept": accept}, caplog) == 421
            with monkeypatch.context() as patch:
                patch.setattr(rate_limit, "ALLOWED", 0)
                assert same(address, "/", {"Host": "localhost", "accept": accept}, caplog) == 429


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_nothing_follows_the_headers_of_head(table, version, caplog):
    where = urlsplit(table[0])
    for path in ("/", "/nothing", "/health", "/api/docs/openapi.json"):
        with socket.create_connection((where.hostname, where.port), attacks.PATIENCE) as connection:
            connection.sendall(f"HEAD {path} HTTP/{version}\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            assert attacks.read_all(connection).endswith(b"\r\n\r\n")
    assert not caplog.records
