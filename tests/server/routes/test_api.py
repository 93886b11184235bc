"""The JSON interface: the contract that programs rely on, errors as problems, tokens, the news."""

import re
import secrets
from contextlib import ExitStack

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from hanlin.contract import TableState
from hanlin.server.routes.api.openapi import example
from hanlin.server.tables.service import Tables
from helpers.programs import Program, problem


@pytest.fixture
def stranger_program(client):
    return Program(client)


def test_two_programs_play_a_game_by_the_contract(ann, ben):
    place = ann.set_up("me", "open", options={"wind": "storm"})
    assert place["seat"] == 0
    assert place["link"].endswith(f"/t/{place['id']}")
    before = ann.state(place["id"])
    assert (before["started"], before["clocks"], before["actor"], before["legal"]) == (False, None, -2, [])
    joined = ben.post(f"/api/tables/{place['id']}/join", {"seat": None, "name": "Ben"})
    assert joined.status_code == 200
    state = msgspec.json.decode(joined.content, type=TableState)
    assert (state.started, state.seat, state.actor, state.players) == (True, 1, 0, 2)
    assert [seat.name for seat in state.seats] == ["Ann", "Ben"]
    for turn in range(6):
        player = (ann, ben)[turn % 2]
        answer = player.play(place["id"], "skip")
        assert answer.status_code == 200
        assert set(answer.json()) == {field.name for field in msgspec.structs.fields(TableState)}
    assert answer.json()["actor"] == -2
    assert answer.json()["winners"]
    record = ann.get(f"/api/tables/{place['id']}/record")
    assert record.text.startswith('[Game "lanterns"]')
    assert "?" not in record.text


def test_a_stale_command_gets_the_present_state(ann, ben):
    table = ann.set_up("me", "open")["id"]
    number = ben.post(f"/api/tables/{table}/join", {"seat": 1}).json()["number"]
    ann.play(table, "skip")
    there = problem(ann.play(table, "skip", number=number), 409, "moved on")
    assert there["number"] == number + 1
    assert there["state"] == ann.state(table)
    assert there["state"]["seat"] == 0


def test_refusals_have_their_status_and_their_rule(ann, ben, stranger_program):
    table = ann.set_up("me", "open")["id"]
    problem(ann.play(table, "skip"), 422, "not started")
    ben.post(f"/api/tables/{table}/join", {})
    legal = ann.state(table)["legal"]
    missing = next(f"light {size}" for size in (1, 2, 3) if f"light {size}" not in legal)
    assert problem(ann.play(table, missing), 422)["rule"] == "L1.2"
    assert "rule" not in problem(ann.play(table, "dance"), 422)
    problem(ann.play(table, "skip", seat=1), 403)
    problem(ben.play(table, "skip"), 422, "turn")
    problem(stranger_program.play(table, "skip", seat=0), 403)
    problem(stranger_program.get("/api/tables/nowhere"), 404)


def test_a_resend_gets_the_same_answer(ann, ben):
    table = ann.set_up("me", "open")["id"]
    number = ben.post(f"/api/tables/{table}/join", {}).json()["number"]
    first = ann.play(table, "skip", number=number, client="the same id")
    again = ann.play(table, "skip", number=number, client="the same id")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()


def test_joining_and_starting(ann, ben, client):
    table = ann.set_up("me", "open", "open")["id"]
    problem(Program(client).post(f"/api/tables/{table}/join", {"seat": 1, "name": "Nobody"}), 401, "/api/guests")
    problem(ben.post(f"/api/tables/{table}/join", {"seat": 0}), 409, "just been taken")
    problem(ben.post(f"/api/tables/{table}/join", {"seat": 7}), 422, "no such seat")
    problem(ben.post(f"/api/tables/{table}/join", {"name": 'B"'}), 422, "quotation")
    assert ben.post(f"/api/tables/{table}/join", {"seat": 2}).json()["seat"] == 2
    assert ben.post(f"/api/tables/{table}/join", {"seat": 2}).json()["number"] == 1
    problem(ben.post(f"/api/tables/{table}/start", {"fill": "bot:random"}), 403)
    problem(ann.post(f"/api/tables/{table}/start", {"fill": None}), 422, "still open seats")
    problem(ann.post(f"/api/tables/{table}/start", {"fill": "bot:nobody"}), 422, "bot:random")
    started = ann.post(f"/api/tables/{table}/start", {"fill": "bot:random"}).json()
    assert started["started"]
    assert [seat["bot"] for seat in started["seats"]] == ["", "random", ""]
    assert ann.post(f"/api/tables/{table}/start", {"fill": None}).status_code == 200
    problem(Program(client, "Cleo").post(f"/api/tables/{table}/join", {}), 409, "taken")
    problem(ben.post(f"/api/tables/{table}/leave"), 422, "has started")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "chess"}, "no game chess"),
        ({"game": "lanterns", "players": 9}, "for 2 to 4"),
        ({"game": "lanterns", "players": 2, "seats": ["me"]}, "2 players need 2 seats"),
        ({"game": "lanterns", "players": 2, "seats": ["me", "me"]}, "one seat only"),
        ({"game": "lanterns", "players": 2, "seats": ["bot:random", "bot:random"]}, "at least one seat to a person"),
        ({"game": "lanterns", "players": 2, "seats": ["me", "random"]}, "can't sit here"),
        ({"game": "lanterns", "players": 2, "options": {"wind": "gale"}}, "gale"),
        ({"game": "lanterns", "players": 2, "options": {"scroll": "/etc/passwd"}}, "in the field files"),
        ({"game": "lanterns", "players": 2, "files": {"wind": {"name": "a", "text": "b"}}}, "that takes a file"),
        ({"game": "lanterns", "players": 2, "options": {"hat": True}}, "no option"),
    ],
)
def test_a_wrong_set_up_is_refused_with_a_sentence(ann, body, said):
    problem(ann.post("/api/tables", body), 422, said)
    assert ann.get("/api/tables").json()["mine"] == []


def test_a_set_up_that_leaves_things_out(ann):
    place = ann.post("/api/tables", {"game": "lanterns"}).json()
    assert [seat["kind"] for seat in ann.state(place["id"])["seats"]] == ["person", "open", "open", "open"]
    assert ann.set_up("open", "bot:random")["seat"] is None


def test_a_program_plays_against_opponents(ann):
    table = ann.set_up("me", "bot:greedy")["id"]
    assert ann.state(table)["started"]


def test_the_lobby_lists_what_is_listed(ann, ben, stranger_program):
    listed, private = ann.set_up("me", "open", listed=True)["id"], ann.set_up("me", "open")["id"]
    assert [row["id"] for row in stranger_program.get("/api/tables").json()["open"]] == [listed]
    assert {row["id"] for row in ann.get("/api/tables").json()["mine"]} == {listed, private}
    ben.post(f"/api/tables/{listed}/join", {})
    lobby = ben.get("/api/tables").json()
    assert lobby["open"] == []
    assert [(row["id"], row["mine"], row["to_move"]) for row in lobby["running"]] == [(listed, [1], 0)]
    hidden = ann.set_up("me", "bot:random", listed=True, watching=False)["id"]
    assert hidden not in {row["id"] for row in stranger_program.get("/api/tables").json()["running"]}


def test_a_private_table_is_shown_to_its_players_only(ann, ben, stranger_program, client):
    table = ann.set_up("me", "open", watching=False)["id"]
    assert stranger_program.get(f"/api/tables/{table}").status_code == 200
    ben.post(f"/api/tables/{table}/join", {})
    for path in (f"/api/tables/{table}", f"/api/tables/{table}/record"):
        problem(stranger_program.get(path), 403, "This table is private")
        assert ben.get(path).status_code == 200
    client.cookies.clear()
    for path in ("", "/view", "/record", "/log", "/sheet/0", "/points", "/panel/pool"):
        assert client.get(f"/t/{table}{path}").status_code == 403
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect(f"/news?table={table}") as socket:
        socket.receive_json(timeout=120)
    assert refused.value.code == 4404


def test_a_player_who_left_sees_the_end_of_a_private_game(ann, ben, stranger_program, app):
    table = ann.set_up("me", "open", watching=False)["id"]
    ben.post(f"/api/tables/{table}/join", {})

    def say(program, path, **fields):
        state = program.state(table)
        command = {"seat": state["seat"], "number": state["number"], "client": secrets.token_hex(8), **fields}
        assert program.post(f"/api/tables/{table}/{path}", command).status_code == 200

    say(ben, "resign")
    assert ben.get(f"/api/tables/{table}").status_code == 200
    say(ann, "vacant", vacant=1, choice="opponent", bot="bot:random")
    problem(ben.get(f"/api/tables/{table}"), 403, "This table is private")
    say(ann, "resign")
    for path in ("", "/record"):
        assert ben.get(f"/api/tables/{table}{path}").status_code == 200
        problem(stranger_program.get(f"/api/tables/{table}{path}"), 403, "This table is private")
    seen = ben.state(table)
    assert (seen["state"], seen["seat"]) == ("over", None)
    problem(ben.play(table, "skip", seat=1), 403)
    # The same where the table is derived again from what is stored.
    tables = app.state.services.tables
    again = Tables(tables.store, tables.games).open(table)
    assert again.former == tables.open(table).former
    assert len(again.former) == 1


def test_a_rematch_is_one_table_for_all(ann, ben):
    table = ann.set_up("me", "open")["id"]
    ben.post(f"/api/tables/{table}/join", {})
    problem(ben.post(f"/api/tables/{table}/rematch"), 422, "once this one is over")
    for turn in range(6):
        (ann, ben)[turn % 2].play(table, "skip")
    following = ben.post(f"/api/tables/{table}/rematch").json()
    assert following["seat"] == 0
    assert ann.post(f"/api/tables/{table}/rematch").json() == {**following, "seat": 1}
    assert ann.state(table)["next"] == following["id"]


# -- tokens ----------------------------------------------------------------------------------------


def test_an_unknown_token_is_said(client):
    for header in ("Bearer nothing", "Bearer ", "Basic YTpi", "nonsense"):
        answer = client.get("/api/tables", headers={"authorization": header})
        problem(answer, 401, "POST /api/guests")
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_token_that_may_only_read(ann, client):
    table = ann.set_up("me", "bot:random")["id"]
    reader = Program(client, token=ann.post("/api/tokens", {"scope": "read"}).json()["token"])
    assert reader.state(table)["seat"] == 0
    problem(reader.play(table, "skip"), 403, "read-only")
    problem(reader.post("/api/tables", {"game": "lanterns"}), 403)
    problem(reader.post("/api/tokens", {"scope": "play"}), 403)
    player = Program(client, token=ann.post("/api/tokens", {"scope": "play"}).json()["token"])
    assert player.play(table, "skip").status_code == 200
    problem(ann.post("/api/tokens", {"scope": "all"}), 400, "scope")


def test_a_token_can_be_ended(ann, client):
    token = ann.post("/api/tokens", {"scope": "play"}).json()["token"]
    assert Program(client, token=token).get("/api/tables").status_code == 200
    ann.post("/api/tokens/end", {"token": token})
    problem(Program(client, token=token).get("/api/tables"), 401)


def test_a_browsers_programs_play_its_seats(browser, client):
    table = browser.set_up(seat1="bot:random")
    token = client.post("/api/tokens", json={"scope": "play"}).json()["token"]
    client.cookies.clear()
    assert Program(client, token=token).play(table, "skip", seat=0).status_code == 200


def test_what_is_stored_of_a_token_does_not_open_anything(app, ann, client):
    token = ann.headers["authorization"].removeprefix("Bearer ")
    with app.state.services.store.engine.connect() as connection:
        for name in ("tokens", "people", "seats", "tables"):
            for row in connection.exec_driver_sql(f"SELECT * FROM {name}"):
                assert token not in str(row)
                for value in row:
                    assert client.get("/api/tables", headers={"authorization": f"Bearer {value}"}).status_code == 401


# -- news ------------------------------------------------------------------------------------------


def test_the_socket_sends_news_of_a_table(ann, ben, client):
    table = ann.set_up("me", "open")["id"]
    with client.websocket_connect(f"/news?table={table}") as socket:
        assert socket.receive_json(timeout=120)["number"] == 0
        number = ben.post(f"/api/tables/{table}/join", {}).json()["number"]
        while (heard := socket.receive_json(timeout=120)["number"]) != number:
            assert heard < number
        ann.play(table, "skip")
        while (heard := socket.receive_json(timeout=120)["number"]) != number + 1:
            assert heard == number, "news that came twice"


def test_the_socket_sends_news_of_all_your_tables_and_the_lobby(ann, ben, client):
    with client.websocket_connect("/news", headers=ben.headers) as socket:
        table = ann.set_up("me", "open", listed=True)["id"]
        ben.post(f"/api/tables/{table}/join", {})
        heard = []
        while not {"table", "lobby"} <= {name for news in heard for name in news}:
            heard.append(socket.receive_json(timeout=120))
        assert {news["table"] for news in heard if "table" in news} == {table}


@pytest.fixture
def quick_hearts(monkeypatch):
    monkeypatch.setattr("hanlin.server.notifications.pubsub.HEARTBEAT", 0.05)


def hear_all(socket):
    while True:
        socket.receive_json(timeout=20)


def test_who_is_not_let_in_any_more_hears_nothing_more(quick_hearts, ann, ben, client):
    """A token that was ended, and a viewer of a private table before it began."""
    token = ann.post("/api/tokens", {"scope": "read"}).json()["token"]
    table = ann.set_up("me", "open", watching=False)["id"]
    with ExitStack() as sockets:
        sockets_of = [
            sockets.enter_context(client.websocket_connect(path, headers={"authorization": f"Bearer {who}"} if who else {}))
            for path, who in (("/news", token), (f"/news?table={table}", token), (f"/news?table={table}", ""))
        ]
        ann.post("/api/tokens/end", {"token": token})
        ben.post(f"/api/tables/{table}/join", {})
        for socket, code in zip(sockets_of, (4401, 4401, 4404), strict=True):
            with pytest.raises(WebSocketDisconnect) as closed:
                hear_all(socket)
            assert closed.value.code == code


def test_an_unknown_token_hears_nothing(client):
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect("/news", headers={"authorization": "Bearer nothing"}) as socket,
    ):
        socket.receive_json(timeout=120)
    assert refused.value.code == 4401


# -- the description -------------------------------------------------------------------------------


def test_the_interface_is_described(client):
    page = client.get("/api/docs")
    assert page.status_code == 200
    assert "<script" not in page.text.split("<main")[1]
    schema = client.get("/api/docs/openapi.json").json()
    assert schema["openapi"].startswith("3.1")
    for path, method in (
        ("/api/guests", "post"),
        ("/api/tables", "post"),
        ("/api/studies", "post"),
        ("/api/tables/{table_id}/join", "post"),
        ("/api/tables/{table_id}/start", "post"),
        ("/api/tables/{table_id}", "get"),
        ("/api/tables/{table_id}/play", "post"),
        ("/api/tables/{table_id}/record", "get"),
    ):
        assert path in page.text
        assert "application/problem+json" in schema["paths"][path][method]["responses"]["422"]["content"]
    assert not [path for path in schema["paths"] if not path.startswith("/api/")]


def test_the_examples_can_be_sent_unchanged(client, ann):
    """A copied example is understood; the result depends on what is there."""
    schema = client.get("/api/docs/openapi.json").json()
    sent = 0
    for path, methods in schema["paths"].items():
        body = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        if body:
            answer = ann.post(re.sub(r"{\w+}", "nothing", path), example(body, schema))
            assert answer.status_code != 400, (path, answer.text)
            sent += 1
    assert sent > 20
    assert '"8f3a01bc42"' in client.get("/api/docs").text.replace("&#34;", '"').replace("&quot;", '"')


def test_the_pages_address_of_the_interface_is_the_askers(client):
    assert isinstance(client, TestClient)
    place = Program(client, "Ann").set_up("me", "open")
    assert place["link"] == f"http://testserver.local/t/{place['id']}"
