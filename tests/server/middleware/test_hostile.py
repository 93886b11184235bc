"""Hostile requests: no internal errors, every refusal is a sentence, other people lose nothing."""

import json
import logging
import re
import secrets
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.exceptions import WebSocketDisconnect
from litestar.types import HTTPScope

from hanlin.server.lib.logging import OneLine, one_line
from hanlin.server.middleware.gateway import WRONG_HOST, Hosts

AGAIN = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
SENTENCE = re.compile(r"[A-Z{].*[.!?]$", re.DOTALL)
JSON = {"content-type": "application/json"}

texts = st.text(max_size=40) | st.sampled_from(["", "..", "%00", "\x00", "\x1b[31m\nERROR forged", "𝔘" * 60, "9" * 5000, "-1"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)
bodies = st.one_of(
    st.binary(max_size=200),
    values.map(lambda value: json.dumps(value).encode()),
    st.fixed_dictionaries(
        {},
        optional={
            name: values | st.just(0) for name in ("seat", "number", "client", "action", "name", "game", "seats", "more")
        },
    ).map(lambda value: json.dumps(value).encode()),
    st.sampled_from([b"[" * 100_000, b'{"a":' * 5000 + b"1" + b"}" * 5000, b"9" * 6000, b'{"seat": ' + b"9" * 6000 + b"}"]),
)
types = st.sampled_from(
    [
        "application/json",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/msgpack",
        "",
        "\x7f",
    ]
) | st.just("multipart/form-data; boundary=x")


def routes(app):
    """Every path with its methods."""
    return sorted(
        {(route.path, method) for route in app.routes for method in getattr(route, "methods", ()) if method != "OPTIONS"}
    )


def filled(path, table, draw):
    """The path with something in the place of its parameters."""

    def value(match):
        name = match[1]
        fitting = {"table_id": table, "name": "lanterns", "seat": "0", "code": "it"}.get(name, "pool")
        return quote(draw(st.just(fitting) | texts), safe="")

    return re.sub(r"\{(\w+)(?::\w+)?\}", value, path)


def check(answer):
    """An answer is no fault of ours; one that refuses says why, and to a program in a form that it can read."""
    assert answer.status_code < 500, answer.text
    assert answer.headers["cache-control"]
    if answer.status_code < 400 or answer.request.method == "HEAD":
        return
    kind = answer.headers["content-type"]
    if kind.startswith("application/problem+json"):
        problem = answer.json()
        assert problem["status"] == answer.status_code
        assert SENTENCE.match(problem["detail"]), problem
    elif kind.startswith("text/html"):
        said = re.search(r'class="(?:problem|note[^"]*)"[^>]*>|<main', answer.text)
        assert said, answer.text[:500]
    else:
        raise AssertionError(f"{kind}: {answer.text[:500]}")


@settings(AGAIN, max_examples=250)
@given(data=st.data())
def test_no_request_is_a_fault_of_ours(app, client, browser, data):
    """A small fuzz over every route: parameters, queries, bodies, kinds of bodies, cookies and headers."""
    table = getattr(browser, "table", None) or browser.set_up()
    path, method = data.draw(st.sampled_from([route for route in routes(app) if "/static/" not in route[0]]))
    query = {name: data.draw(texts) for name in data.draw(st.sets(st.sampled_from(["as", "at", "page", "shape", "back"])))}
    headers = {
        "x-fragment": data.draw(st.sampled_from(["1", "0"])),
        "accept-language": data.draw(st.sampled_from(["it", "x;q="])),
    }
    more = {}
    if method in ("POST", "PUT", "PATCH"):
        headers["content-type"] = data.draw(types)
        more["content"] = data.draw(bodies)
    address = filled(path, table, data.draw)
    check(client.request(method, address, params=query, headers=headers, follow_redirects=False, **more))


@AGAIN
@given(field=st.sampled_from(["seat", "number", "client", "action"]), value=values)
def test_a_wrong_field_is_named(client, browser, field, value):
    table = getattr(browser, "table", None) or browser.set_up()
    command = {"seat": 0, "number": 10**6, "client": secrets.token_hex(8), "action": "skip", field: value}
    answer = client.post(f"/api/tables/{table}/play", json=command)
    check(answer)
    if answer.status_code == 400:
        assert field in answer.json()["detail"]


def test_the_id_of_a_command_may_be_as_short_as_a_number(client, browser):
    table = browser.set_up()
    state = client.get(f"/api/tables/{table}").json()
    command = {"seat": state["actor"], "number": state["number"], "client": "1", "action": "no such action"}
    answer = browser.client.post(f"/api/tables/{table}/play", json=command)
    assert answer.status_code in (403, 422)  # understood, and refused for what it asks


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "needs a JSON object as its body"),
        (b"[]", "Invalid request body"),
        (b"{", "isn't valid JSON"),
        (b"\xff", "isn't valid JSON"),
        (b"{}", "The field seat is missing."),
        (b'{"seat": 0, "number": 4, "client": ""}', "Invalid field client"),
        (b'{"seat": 0, "number": 4, "client": "12345678", "hat": 1}', "Unknown field: hat."),
        (b'{"seat": ' + b"9" * 5000 + b', "number": 4, "client": "12345678"}', "Invalid field seat"),
        (b'{"hat": ' + b"[" * 1000 + b"]" * 1000 + b"}", "Unknown field: hat"),
    ],
)
@pytest.mark.parametrize("path", ["/api/tables/{}/play", "/t/{}/play", "/t/{}/undo"])
def test_what_is_wrong_with_json_is_said(client, browser, body, said, path):
    answer = client.post(path.format(browser.set_up()), content=body, headers=JSON)
    check(answer)
    assert answer.status_code == 400
    assert said in answer.json()["detail"]


def test_json_nested_deeply_where_a_value_is_free_is_refused(client, browser):
    """At any depth at which the reader gives up, the answer is about the request."""
    for depth in (100, 1000, 100_000):
        body = b'{"seat": 0, "number": 4, "client": "12345678", "action": ' + b"[" * depth + b"]" * depth + b"}"
        answer = client.post(f"/api/tables/{browser.set_up()}/play", content=body, headers=JSON)
        check(answer)
        assert answer.status_code == 400


@pytest.mark.parametrize("path", ["/new/lanterns", "/study", "/t/{}/pause"])
@pytest.mark.parametrize(
    "part",
    [
        b'Content-Disposition: form-data; name="players"\r\nContent-Type: text/plain; charset=klingon\r\n\r\n2',
        b'Content-Disposition: form-data; name="players"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\xff\xfe',
        b'Content-Disposition: form-data; name="players"\r\nContent-Type: text/plain; charset=rot13\r\n\r\nabc',
        b'Content-Disposition: form-data; name="players"\r\nContent-Type: text/plain; charset=idna\r\n\r\n' + b"." * 500,
        b"\xff\xff: \xff\r\n\r\n2",
        b"",
    ],
)
def test_a_form_that_can_not_be_read_is_refused(client, browser, path, part):
    body = b"--x\r\n" + part + b"\r\n--x--\r\n"
    answer = client.post(
        path.format(browser.set_up()), content=body, headers={"content-type": "multipart/form-data; boundary=x"}
    )
    check(answer)
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", "a/b"])
def test_a_wrong_body_is_refused_and_json_read_by_any_media_type(client, kind):
    def sent(body):
        return client.post("/api/guests", content=body, headers={"content-type": kind})

    assert sent(b"name=Ann").status_code == 415
    check(sent(b"name=Ann"))
    assert sent(b'{"name": "Ann"}').status_code == 201


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/docs/nothing", "/news"])
def test_programs_are_refused_in_a_form_they_read(client, path):
    for method in ("GET", "PUT"):
        answer = client.request(method, path)
        assert answer.headers["content-type"] == "application/problem+json"
        check(answer)


def test_a_used_client_id_with_another_body_is_refused(browser):
    browser.set_up()
    number = browser.number
    browser.play("skip", client="the same id")
    assert browser.play("light 1", client="the same id", number=number).status_code == 422
    assert "already used for another" in browser.page.text
    assert browser.number == number + 1
    body = {"seat": 1, "number": number, "client": "the same id", "action": "skip"}
    answer = browser.client.post(f"/api/tables/{browser.table}/play", json=body)
    assert answer.status_code == 422
    check(answer)


# -- HEAD, caches, hosts, the log ---------------------------------------------------------------------------------------------


def test_head_is_get_without_the_body(app, client, browser):
    table = browser.set_up()
    for path, method in routes(app):
        if method == "GET" and "static" not in path:
            address = re.sub(
                r"\{(\w+)(?::\w+)?\}", lambda m: {"table_id": table, "seat": "0", "code": "it"}.get(m[1], "lanterns"), path
            )
            head, get = (client.request(which, address, follow_redirects=False) for which in ("HEAD", "GET"))
            assert head.status_code == get.status_code, address
            assert head.headers["content-type"] == get.headers["content-type"]
            assert head.content == b""


def test_what_is_not_lasting_is_not_kept_by_anybody(browser, client):
    table = browser.set_up()
    for path in (
        "/",
        f"/t/{table}",
        f"/t/{table}/view",
        f"/t/{table}/record",
        f"/api/tables/{table}",
        "/api/games",
        "/health",
        "/x",
    ):
        assert client.get(path).headers["cache-control"] == "no-store", path
    assert client.post(f"/api/tables/{table}/play", json={}).headers["cache-control"] == "no-store"


def test_another_machines_name_is_refused_everywhere(app, client, browser):
    table = browser.set_up()
    for path in ("/", f"/t/{table}/record", f"/api/tables/{table}", "/nowhere", "/static/x/look.css"):
        answer = client.get(path, headers={"host": "evil.example"})
        assert answer.status_code == 421
        check(answer)
        assert "lanterns" not in answer.text.lower()
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect(f"/news?table={table}", headers={"host": "evil.example"}) as socket,
    ):
        socket.receive_json(timeout=120)
    assert refused.value.code == WRONG_HOST


def scope(host, server="127.0.0.1"):
    headers = [] if host is None else [(b"host", host.encode("latin-1"))]
    return HTTPScope(type="http", headers=headers, server=(server, 8642))


@pytest.mark.parametrize(
    ("host", "server", "answered"),
    [
        ("localhost", "127.0.0.1", True),
        ("localhost:8642", "127.0.0.1", True),
        ("LocalHost.", "127.0.0.1", True),
        ("127.0.0.1:8642", "127.0.0.1", True),
        ("127.3.2.1", "127.0.0.1", True),
        ("[::1]:8642", "::1", True),
        ("192.168.1.5:8642", "192.168.1.5", True),
        ("192.168.1.6:8642", "192.168.1.5", False),
        ("[fe80::1]", "fe80::1", True),
        ("game.example", "127.0.0.1", True),
        ("GAME.example:443", "127.0.0.1", True),
        (None, "127.0.0.1", True),
        ("other.example", "127.0.0.1", False),
        ("game.example.other", "127.0.0.1", False),
        ("localhost.other", "127.0.0.1", False),
        ("127.0.0.1.other", "127.0.0.1", False),
        ("", "127.0.0.1", False),
        ("[::1", "127.0.0.1", True),
        ("\xff", "127.0.0.1", False),
    ],
)
def test_the_names_of_this_server(host, server, answered):
    assert Hosts(["game.example"]).answer(scope(host, server)) is answered


@settings(deadline=None)
@given(st.text(max_size=60).filter(lambda name: "localhost" not in name.lower()))
def test_no_odd_name_passes_for_one_of_ours(name):
    header = name.encode("utf-8").decode("latin-1")
    hosts = Hosts(["game.example"])
    assert not hosts.answer(scope(header)) or header.strip().lower().rstrip(".").startswith(
        ("127.", "game.example", "[", *hosts.names)
    )
    assert Hosts(["*"]).answer(scope(header))


@settings(deadline=None)
@given(st.text())
def test_a_text_from_outside_is_one_line_of_the_log(text):
    logged = logging.LogRecord("hanlin", logging.ERROR, "here", 1, "GET %s failed", (text,), None)
    line = OneLine().format(logged)
    assert line.isprintable()
    assert len(line.splitlines()) == 1
    assert one_line("plain text ü") == "plain text ü"


@settings(deadline=None)
@given(st.text())
def test_a_trace_can_not_pass_for_lines_of_the_log(text):
    try:
        raise ValueError(text)
    except ValueError as error:
        logged = logging.LogRecord("hanlin", logging.ERROR, "here", 1, "failed", (), (ValueError, error, error.__traceback__))
    first, *trace = OneLine().format(logged).split("\n")
    assert first.endswith("failed")
    assert trace
    assert all(line.startswith("    | ") and line.isprintable() for line in trace)


def test_all_of_ones_tables_can_be_reached_from_the_start(browser, monkeypatch):
    monkeypatch.setattr("hanlin.server.routes.web.home.TABLES", 3)
    made = {browser.set_up() for _ in range(8)}
    found, address = set(), "/"
    for _ in range(3):
        text = browser.client.get(address).text
        found |= set(re.findall(r'href="/t/(\w+)"', text))
        older = re.search(r'rel="next" href="([^"]+)"', text)
        address = older[1].replace("#mine", "") if older else address
    assert found == made
    assert not older
    assert 'rel="prev" href="/?page=2#mine"' in text
    assert "no more tables" in browser.client.get("/?page=9").text
    for odd in ("0", "-1", "x", "99999999", "²"):
        assert browser.client.get("/", params={"page": odd}).status_code == 200


def test_the_refusal_comes_in_the_askers_language(client):
    italian = client.get("/api/tables/nowhere", headers={"accept-language": "it"}).json()["detail"]
    english = client.get("/api/tables/nowhere").json()["detail"]
    assert italian != english
