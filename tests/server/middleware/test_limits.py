"""Limits for one address: requests in a minute, sockets at a time, bytes on a socket."""

from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hanlin.server.asgi import make_app
from hanlin.server.lib.net import counted_as
from hanlin.server.middleware import rate_limit
from hanlin.server.middleware.rate_limit import ALLOWED, COSTS, LASTING, Limits, cost_of
from helpers.programs import problem
from helpers.serving import served
from lanterns import GAME

HERE, THERE = {"x-forwarded-for": "9.9.9.9, 203.0.113.7"}, {"x-forwarded-for": "203.0.113.8"}


@pytest.fixture
def behind_a_proxy(tmp_path):
    with TestClient(make_app(tmp_path, {"lanterns": GAME}, worker=False, proxy=True)) as client:
        yield client


def test_the_remaining_quota_is_reported_and_excess_is_refused(behind_a_proxy, monkeypatch):
    monkeypatch.setattr(rate_limit, "ALLOWED", 24)
    for left in (4, 3, 2, 1, 0):
        path, method = ("/api/guests", "POST") if left == 4 else ("/api/games", "GET")
        answer = behind_a_proxy.request(method, path, headers=HERE, json={"name": "Ann"} if left == 4 else None)
        assert answer.status_code < 300
        told = {name: int(answer.headers[f"ratelimit-{name}"]) for name in ("limit", "remaining", "reset")}
        assert told["limit"] == 24
        assert told["remaining"] == left
        assert 0 < told["reset"] <= 60
    refused = behind_a_proxy.get("/api/games", headers=HERE)
    problem(refused, 429, "Too many requests from this address")
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert behind_a_proxy.get("/api/games", headers=THERE).status_code == 200
    with pytest.raises(WebSocketDisconnect), behind_a_proxy.websocket_connect("/news", headers=HERE) as socket:
        socket.receive_json(timeout=120)


def test_a_person_over_the_limit_gets_a_page_in_their_language(behind_a_proxy, monkeypatch):
    monkeypatch.setattr(rate_limit, "ALLOWED", 0)
    for language, said in (("en", "try again in"), ("de", "Versuche es in")):
        headers = {**HERE, "accept": "text/html,*/*;q=0.8", "accept-language": language}
        refused = behind_a_proxy.get("/", headers=headers)
        assert refused.status_code == 429
        assert refused.headers["content-type"] == "text/html; charset=utf-8"
        assert f'<html lang="{language}">' in refused.text
        assert said in refused.text
        assert f"{refused.headers['retry-after']} " in refused.text
        assert refused.headers["content-security-policy"] == "default-src 'none'"


def test_nothing_is_counted_for_this_machine_unless_a_proxy_asks():
    for _ in range(ALLOWED + 1):
        assert Limits(everybody=False).spend("127.0.0.1", "GET", "/") is None
    proxied = Limits(everybody=True)
    assert [proxied.spend("127.0.0.1", "GET", "/").allowed for _ in range(ALLOWED + 1)] == [True] * ALLOWED + [False]
    assert Limits(everybody=False).spend("203.0.113.7", "GET", "/").left == ALLOWED - 1


def test_a_minute_later_all_is_there_again():
    time = 5.0
    there = Limits(everybody=True, clock=lambda: time)
    while there.spend("203.0.113.7", "POST", "/api/guests").allowed:
        pass
    time += 61
    assert there.spend("203.0.113.7", "GET", "/") == (True, ALLOWED - 1, 60)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("203.0.113.7", "203.0.113.7"),
        ("nothing", "nothing"),
    ],
)
def test_ipv6_addresses_are_counted_by_their_prefix(address, counted):
    assert counted_as(address) == counted


def test_an_address_has_limited_sockets_and_closing_frees_one(behind_a_proxy, monkeypatch):
    monkeypatch.setattr(rate_limit, "SOCKETS", 1)
    with behind_a_proxy.websocket_connect("/news", headers=HERE) as first:
        first.receive_json(timeout=120)
        with pytest.raises(WebSocketDisconnect), behind_a_proxy.websocket_connect("/news", headers=HERE) as second:
            second.receive_json(timeout=120)
        with behind_a_proxy.websocket_connect("/news", headers=THERE) as other:
            other.receive_json(timeout=120)
    there = Limits(everybody=False)
    for _ in range(3):
        assert [there.open_socket("2001:db8::1"), there.open_socket("2001:db8::2")] == [True, False]
        there.close_socket("2001:db8::1")
    assert [there.open_socket("::1") for _ in range(3)] == [True] * 3


def test_a_flooding_socket_is_cut_off_and_others_go_on(tmp_path):
    with served(tmp_path, {"lanterns": GAME}) as address:
        news = address.replace("http", "ws") + "/news"
        with connect(news) as quiet, connect(news) as loud:
            assert loud.recv(timeout=120) == '{"lobby":true}'
            loud.send("x" * 100_000)
            with pytest.raises(ConnectionClosed) as closed:
                loud.recv(timeout=120)
            assert closed.value.rcvd.code == 1009
            assert quiet.recv(timeout=120) == '{"lobby":true}'
            quiet.ping().wait(120)


def test_every_route_that_changes_something_has_a_cost(routes):
    templates = {}
    for route in routes.routes:
        parts = [part if isinstance(part, str) else "*" for part in route.path_components]
        templates["/" + "/".join(parts)] = set(getattr(route, "methods", ()))
    changing = {path for path, methods in templates.items() if methods - {"GET", "HEAD", "OPTIONS"}}
    assert len(changing) > 80
    for method in ("POST", "PUT", "DELETE"):
        assert {path for path, methods in templates.items() if method in methods} == set(COSTS[method])
    assert changing == {*COSTS["POST"], *COSTS["PUT"], *COSTS["DELETE"]}
    assert {path for path, methods in templates.items() if "GET" in methods} >= set(COSTS["GET"])


@pytest.mark.parametrize(
    "path",
    [
        "/api/studies", "/api/tables/0123456789/from", "/t/0123456789/from", "/t/0123456789/again", "/quick/china",
        "/setup/china/play", "/api/tables/0123456789/rematch", "/api/tables/0123456789/review", "/new/china", "/learn/china",
        "/api/tables", "/api/tables/", "//api//tables", "/t/0123456789/from/", "/no/such/route", "/t/" + "x/" * 5000,
    ],
)  # fmt: skip
def test_whatever_makes_something_lasting_counts_twenty(path):
    assert cost_of("POST", path) == LASTING == 20
    there = Limits(everybody=True)
    answers = [there.spend("203.0.113.7", "POST", path).allowed for _ in range(ALLOWED // LASTING + 1)]
    assert answers == [True] * (ALLOWED // LASTING) + [False]


def test_a_picture_counts_more_than_a_page_also_for_head():
    assert cost_of("HEAD", "/setup/china/picture.png") == cost_of("GET", "/setup/china/picture.png") == 10
    assert cost_of("GET", "/people/Ann/records.zip") == 20
    assert cost_of("GET", "/t/0123456789") == cost_of("GET", "/no/such/route") == 1
    assert cost_of("DELETE", "/t/0123456789") == LASTING
