"""What is pushed on the socket of a table: the very state, or view, that its route gives, to those who may see it."""

from __future__ import annotations

import gzip
import json
import threading
from contextlib import ExitStack

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect

from hanlin.server.routes import push
from hanlin.server.tables.table import Table
from hanlin.server.views import table_state
from helpers.programs import Program


@pytest.fixture
def cleo(client):
    return Program(client, "Cleo")


@pytest.fixture
def table(ann, ben):
    """A table at which it is Ann's turn."""
    name = ann.set_up("me", "open")["id"]
    ben.post(f"/api/tables/{name}/join", {})
    return name


@pytest.fixture
def connect(client):
    """Opens the socket of a table; it is closed in the end."""
    with ExitStack() as sockets:

        def opened(who, table, query="", **headers):
            path = f"/news?table={table}{query}"
            return sockets.enter_context(client.websocket_connect(path, headers={**who.headers, **headers}))

        yield opened


def until(socket, number):
    """The first message of that number or a later one, decoded."""
    while (message := json.loads(socket.receive_text(timeout=120))).get("number", -1) < number:
        pass
    return message


def parts(socket, number):
    """The same, with the state as it came."""
    message = {}
    while int(bytes(message.get("number", b"-1"))) < number:
        message = msgspec.json.decode(socket.receive_text(timeout=120), type=dict[str, msgspec.Raw])
    return message


def test_a_pushed_state_equals_what_the_route_gives(ann, ben, cleo, table, connect):
    programs = (ann, ben, cleo, Program(ann.client))
    sockets = [connect(each, table, "&push=state") for each in programs]
    for player in (None, ann, ben, ann):
        if player is not None:
            assert player.play(table, "skip").status_code == 200
        for program, socket in zip(programs, sockets, strict=True):
            route = program.get(f"/api/tables/{table}")
            message = parts(socket, route.json()["number"])
            assert set(message) == {"table", "number", "build", "state"}
            assert bytes(message["state"]) == route.content


def test_a_state_is_pushed_for_the_seat_that_is_asked_for(ann, connect):
    table = ann.set_up("me", "person")["id"]
    for seat in (0, 1):
        number = ann.state(table)["number"]
        assert until(connect(ann, table, f"&push=state&as={seat}"), number)["state"] == ann.state(table, **{"as": seat})


def test_whose_turn_it_is_can_be_pushed_without_a_view(ann, ben, cleo, table, connect):
    sockets = {who: connect(who, table, "&push=turn") for who in (ann, ben, cleo)}
    for player, other in ((ann, ben), (ben, ann), (ann, ben)):
        number = player.play(table, "skip").json()["number"]
        for who, socket in sockets.items():
            message = until(socket, number)
            assert message.pop("build")
            assert message == {"table": table, "number": number, "turn": who is other, "over": False}
    number = ann.post(f"/api/tables/{table}/resign", {"seat": 0, "number": number, "client": "enough"}).json()["number"]
    assert until(sockets[cleo], number)["turn"] is False


@pytest.mark.parametrize("query", ["", "&push=", "&push=everything"])
def test_without_a_known_push_only_the_number_is_sent(ann, table, connect, query):
    socket = connect(ann, table, query)
    number = ann.play(table, "skip").json()["number"]
    assert set(until(socket, number)) == {"table", "number", "build"}


def test_one_perspective_is_rendered_once(ann, ben, cleo, client, table, connect, monkeypatch):
    encoded, make = [], table_state._state

    def counted(table, place, vacant):
        encoded.append(place.viewer)
        return make(table, place, vacant)

    sockets = [connect(each, table, "&push=state") for each in (ann, ann, ben, cleo, Program(client, "Dan"), Program(client))]
    for socket in sockets:
        until(socket, 0)
    monkeypatch.setattr(table_state, "_state", counted)
    number = ann.play(table, "skip").json()["number"]
    for socket in sockets:
        assert until(socket, number)["number"] == number
    assert sorted(encoded) == [-1, 0, 1]


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_a_pushed_view_equals_what_the_route_gives(ann, ben, cleo, client, table, connect, shape):
    italian = {"cookie": "language=it"}
    asked = [(ann, {}), (ben, italian), (cleo, {}), (Program(client), italian)]
    sockets = [connect(who, table, f"&push=view&shape={shape}", **headers) for who, headers in asked]
    number = ann.play(table, "skip").json()["number"]
    for (who, headers), socket in zip(asked, sockets, strict=True):
        message = until(socket, number)
        client.cookies.clear()
        headers = {**who.headers, **headers, "x-fragment": "1"}
        route = client.get(f"/t/{table}/view?shape={shape}", headers=headers)
        assert message["html"] == route.text
        assert (str(message["number"]), message["shape"], message["as"]) == (route.headers["x-table-number"], shape, None)
        assert 'id="table"' in message["html"]


def test_a_view_can_be_compressed(ann, ben, table, connect):
    socket = connect(ben, table, "&push=view&pack=gzip")
    assert "html" not in json.loads(socket.receive_text(timeout=120))
    number = ann.play(table, "skip").json()["number"]
    message = json.loads(gzip.decompress(socket.receive_bytes(timeout=120)))
    assert (message["number"], 'id="table"' in message["html"]) == (number, True)


def test_the_view_after_ones_own_command_is_in_its_answer_only(ann, ben, table, connect):
    mine, others = (connect(who, table, "&push=view&own=page-of-ann-") for who in (ann, ben))
    number = ann.play(table, "skip", client="page-of-ann-1").json()["number"]
    for socket in (mine, others):
        assert "html" not in until(socket, number)
    number = ben.play(table, "skip", client="page-of-ben-1").json()["number"]
    for socket in (mine, others):
        assert "html" in until(socket, number)


def test_too_short_a_prefix_of_own_commands_is_ignored(ann, table, connect):
    socket = connect(ann, table, "&push=view&own=1")
    number = ann.play(table, "skip", client="1234").json()["number"]
    assert "html" in until(socket, number)


def test_a_socket_says_what_it_wants_from_now_on(ann, ben, table, connect):
    socket = connect(ben, table, "&push=view&shape=wide")
    until(socket, 0)
    wishes = [("nonsense", "wide"), ('{"push":"view","shape":"low","as":1}', "low"), ('{"push":""}', None)]
    for (wish, shape), player in zip(wishes, (ann, ben, ann), strict=True):
        socket.send_text(wish)
        if wish != "nonsense":
            assert set(json.loads(socket.receive_text(timeout=120))) == {"table", "number", "build"}
        number = player.play(table, "skip").json()["number"]
        message = until(socket, number)
        assert message.get("shape") == shape
        assert ("html" in message) == (shape is not None)


def test_who_may_not_watch_any_more_is_sent_nothing_more(ann, ben, cleo, connect):
    """Whoever saw a table before it began at which nobody may watch."""
    table = ann.set_up("me", "open", watching=False)["id"]
    watching = [connect(cleo, table, f"&push={what}") for what in ("state", "view")]
    for socket in watching:
        until(socket, 0)
    ben.post(f"/api/tables/{table}/join", {})
    for socket in watching:
        with pytest.raises(WebSocketDisconnect) as closed:
            assert "state" not in until(socket, 1)
        assert closed.value.code == 4404


def test_where_rendering_fails_the_number_is_sent(ann, ben, table, connect, monkeypatch, caplog):
    sockets = [connect(ben, table, f"&push={what}") for what in ("state", "view")]
    for socket in sockets:
        until(socket, 0)

    def fails(*_args):
        raise RuntimeError("a fault in drawing")

    monkeypatch.setattr(push, "state_for", fails)
    monkeypatch.setattr(ann.client.app.state.pusher, "_render_view", fails)
    number = ann.play(table, "skip").json()["number"]
    for socket in sockets:
        assert set(until(socket, number)) == {"table", "number", "build"}
    assert "a fault in drawing" in caplog.text


def test_changes_during_a_rendering_are_pushed_once_as_the_newest(ann, ben, table, connect, monkeypatch):
    socket = connect(ben, table, "&push=state")
    until(socket, 0)
    go_on, begun, rendered, render = threading.Event(), threading.Event(), [], push.state_for

    def slow(of: Table, owner, seat):
        rendered.append(of.number)
        if len(rendered) == 1:
            of.lock.release()  # A slow rendering holds nobody up here.
            begun.set()
            assert go_on.wait(60)
            of.lock.acquire()
        return render(of, owner, seat)

    monkeypatch.setattr(push, "state_for", slow)
    number = ann.play(table, "skip").json()["number"]
    assert begun.wait(60)
    for who in (ben, ann, ben):
        number = who.play(table, "skip").json()["number"]
    go_on.set()
    assert until(socket, number)["state"] == ben.state(table)
    assert len(rendered) <= 2
