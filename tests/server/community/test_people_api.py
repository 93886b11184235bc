"""Friends, challenges and the search for a game, by programs and by pages."""

from __future__ import annotations

import json
import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from argon2 import PasswordHasher

from hanlin.server.accounts import passwords
from hanlin.server.community import challenges, seeks
from helpers.programs import Program, problem

PASSWORD = "seven lanterns"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """However slow the machine is, nobody leaves the queue."""
    monkeypatch.setattr(seeks, "ALIVE", 1e6)
    monkeypatch.setattr(seeks, "GONE", 1e6)


def signed_in(client, name):
    made = Program(client).post("/api/accounts", {"name": name, "password": PASSWORD})
    assert made.status_code == 201, made.text
    return Program(client, token=made.json()["token"])


@pytest.fixture
def ann(client):
    return signed_in(client, "Ann")


@pytest.fixture
def ben(client):
    return signed_in(client, "Ben")


def change(program, name, what):
    return program.post("/api/friends", {"name": name, "what": what})


def finished(ann, ben, **more):
    """A finished game of the two."""
    table = ann.set_up("me", "open", **more)["id"]
    assert ben.post(f"/api/tables/{table}/join", {}).status_code == 200
    while (state := ann.state(table))["actor"] >= 0:
        (ann, ben)[state["actor"]].play(table, "skip")
    return table


def test_programs_become_friends_and_block(ann, ben, client):
    problem(Program(client).get("/api/friends"), 401)
    problem(Program(client, "Guest").get("/api/friends"), 403)
    problem(change(ann, "Nobody", "ask"), 404)
    problem(change(ann, "Ben", "marry"), 400)
    assert change(ann, "Ben", "ask").json()["asked"] == ["Ben"]
    assert change(ben, "ann", "accept").json()["friends"] == [{"name": "Ann", "presence": None}]
    assert ben.post("/api/friends/visible", {"invisible": True}).json()["invisible"] is True
    assert change(ben, "Ann", "block").json()["blocked"] == ["Ann"]
    assert ann.get("/api/friends").json()["friends"] == []


def test_a_friend_whose_profile_is_hidden_can_be_challenged(ann, ben):
    change(ann, "Ben", "ask")
    change(ben, "Ann", "accept")
    ben.post("/api/account/profile", {"hidden": True})
    assert ann.post("/api/challenges", {"name": "Ben", "game": "lanterns"}).status_code == 201
    assert change(ann, "Ben", "end").status_code == 200
    problem(ann.post("/api/challenges", {"name": "Ben", "game": "lanterns"}), 404)


def test_the_export_of_an_account_has_its_people(ann, ben):
    change(ann, "Ben", "ask")
    with ZipFile(BytesIO(ann.get("/api/people/Ann/records").content)) as file:
        assert json.loads(file.read("people.json"))["asked"] == ["Ben"]
    with ZipFile(BytesIO(ben.get("/api/people/Ann/records").content)) as file:
        assert file.namelist() == []


def test_a_blocked_persons_messages_are_hidden(ann, ben):
    table = ann.set_up("me", "open")["id"]
    ben.post(f"/api/tables/{table}/join", {})
    ann.post(f"/api/tables/{table}/chat", {"text": "Hello"})

    def heard():
        found = ben.get(f"/api/tables/{table}/chat").json()
        return [each["text"] for each in found["messages"]], found["muted"]

    assert heard() == (["Hello"], [])
    change(ben, "Ann", "block")
    assert heard() == ([], [])
    change(ben, "Ann", "unblock")
    assert heard() == (["Hello"], [])


def test_a_guest_blocks_a_guest(client):
    """By a message, at all tables and in the search for a game, until it is taken back."""
    gus, hal = Program(client, "Gus"), Program(client, "Hal")
    tables = []
    for _table in range(2):
        tables.append(gus.set_up("me", "open")["id"])
        hal.post(f"/api/tables/{tables[-1]}/join", {})
        hal.post(f"/api/tables/{tables[-1]}/chat", {"text": "Hello"})

    def heard(table):
        found = gus.get(f"/api/tables/{table}/chat").json()
        return [each["text"] for each in found["messages"]], found["blocked"]

    def matched():
        for program in (gus, hal):
            program.post("/api/seek", {"game": "lanterns", "speed": "none", "players": 2})
        client.app.state.services.community.beat()
        return [program.get("/api/seek").json()["mine"]["table"] for program in (gus, hal)]

    assert gus.post(f"/api/tables/{tables[0]}/block", {"message": 0}).status_code == 200
    assert [heard(table) for table in tables] == [([], [{"name": "Hal", "message": 0}])] * 2
    assert matched() == [None, None]
    assert hal.get(f"/api/tables/{tables[0]}/chat").json()["blocked"] == [], "nobody is told"
    assert gus.post(f"/api/tables/{tables[1]}/block", {"message": 0, "blocked": False}).status_code == 200
    assert heard(tables[0]) == (["Hello"], [])
    found = matched()
    assert found[0] == found[1] is not None
    problem(hal.post(f"/api/tables/{tables[0]}/block", {"message": 0}), 422)
    problem(gus.post(f"/api/tables/{tables[0]}/block", {"message": 7}), 422)


def test_a_guest_s_blocks_are_listed_and_taken_back(browser, ann):
    table = ann.set_up("me", "open")["id"]
    ann.post(f"/api/tables/{table}/chat", {"text": "Hello"})
    browser.open("/")
    browser.client.post(f"/t/{table}/join", data={"name": "Gus"})
    assert "Blocked" not in browser.open("/account")
    answer = browser.client.post(f"/t/{table}/block", json={"message": 0, "blocked": True})
    assert "Unblock Ann" in answer.text
    page = browser.open("/account")
    whom = re.search(r'name="whom" value="(\w+)"', page)[1]
    assert "Unblock: Ann" in page
    assert "Unblock: Ann" in browser.client.post("/unblock", data={"whom": "nobody"}).text
    assert "Unblock: Ann" not in browser.client.post("/unblock", data={"whom": whom}).text
    assert "Hello" in browser.open(f"/t/{table}")


def test_blocks_come_along_to_the_account(client, ann):
    """Whoever signs in to the account that the same browser blocked as a guest hears themselves again."""
    services = client.app.state.services
    gus, owner = services.people.new_guest("Gus"), services.accounts.named("Ann").owner
    guest = services.people.caller(gus).owner
    services.community.friends.block_player(guest, "f" * 64)
    services.community.friends.block_player(guest, owner)
    services.accounts.take_along(owner, guest)
    assert services.store.blocked_by(owner) == {"f" * 64}


def test_the_same_table_is_challenged_again(ann, ben):
    table = finished(ann, ben, time={"kind": "live", "base": 300, "increment": 5}, listed=True)
    new = ann.post(f"/api/tables/{table}/challenge").json()
    assert new["seat"] == 1, "the seats are rotated"
    state = ann.state(new["id"])
    assert (state["state"], [seat["kind"] for seat in state["seats"]]) == ("open", ["open", "person"])
    assert ann.get("/api/tables").json()["open"] == [], "it is for these people"
    (challenge,) = ben.get("/api/challenges").json()
    assert (challenge["table"], challenge["by"], challenge["time"]["base"]) == (new["id"], "Ann", 300)
    assert ben.post(f"/api/challenges/{new['id']}/accept").json()["seat"] == 0
    assert ben.state(new["id"])["state"] == "running"
    assert ben.get("/api/challenges").json() == []


def test_who_challenges_second_joins_the_first(ann, ben, client):
    table = finished(ann, ben)
    first = ann.post(f"/api/tables/{table}/challenge").json()["id"]
    assert ann.post(f"/api/tables/{table}/challenge").json()["id"] == first
    assert ben.post(f"/api/tables/{table}/challenge").json()["id"] == first
    assert ann.state(first)["state"] == "running"
    problem(Program(client, "Cy").post(f"/api/tables/{table}/challenge"), 403)


def test_a_cancelled_challenge_makes_way_for_another(ann, ben):
    table = finished(ann, ben)
    first = ann.post(f"/api/tables/{table}/challenge").json()["id"]
    ann.post(f"/api/tables/{first}/close")
    assert ben.get("/api/challenges").json() == []
    second = ann.post(f"/api/tables/{table}/challenge").json()["id"]
    assert second != first
    assert [each["table"] for each in ben.get("/api/challenges").json()] == [second]


def test_a_challenge_is_declined_unnoticed(ann, ben, monkeypatch):
    new = ann.post("/api/challenges", {"name": "Ben", "game": "lanterns", "time": {"kind": "days", "days": 3}}).json()["id"]
    before = ann.state(new)
    assert len(ben.get("/api/challenges").json()) == 1
    assert ben.post(f"/api/challenges/{new}/decline").json() == []
    assert ann.state(new) == before
    problem(ann.post(f"/api/challenges/{new}/decline"), 404)
    problem(ann.post(f"/api/challenges/{new}/accept"), 422, "no invitation")
    problem(ann.post("/api/challenges", {"name": "Ann", "game": "lanterns"}), 422, "you")
    problem(ann.post("/api/challenges", {"name": "Ben", "game": "chess"}), 422, "chess")
    monkeypatch.setattr(challenges, "MOST_OPEN", 1)
    problem(ann.post("/api/challenges", {"name": "Ben", "game": "lanterns"}), 422, "cancel one")


def test_a_blocked_persons_challenge_is_not_seen(ann, ben, client):
    """Neither is the block: for the sender all is as without an answer."""
    open_one = ann.post("/api/challenges", {"name": "Ben", "game": "lanterns"}).json()["id"]
    change(ben, "Ann", "block")
    assert ben.get("/api/challenges").json() == []
    blocked = ann.post("/api/challenges", {"name": "Ben", "game": "lanterns"})
    assert blocked.status_code == 201
    assert ben.get("/api/challenges").json() == []
    services = client.app.state.services
    tables = [services.tables.open(table) for table in (open_one, blocked.json()["id"])]
    assert [services.community.challenges.invited(table) for table in tables] == [["Ben"], ["Ben"]]


def test_a_program_finds_a_game(ann, ben, client):
    problem(Program(client).post("/api/seek", {"game": "lanterns", "speed": "live", "players": 2}), 401)
    problem(ann.post("/api/seek", {"game": "lanterns", "speed": "bullet", "players": 2}), 400)
    wanted = {"game": "lanterns", "speed": "none", "players": 2}
    assert ann.post("/api/seek", wanted).json()["mine"]["table"] is None
    assert ben.get("/api/seek").json()["queue"] == [{**wanted, "waiting": 1}]
    ben.post("/api/seek", wanted)
    client.app.state.services.community.beat()
    table = ann.get("/api/seek").json()["mine"]["table"]
    assert table == ben.get("/api/seek").json()["mine"]["table"]
    assert ann.state(table)["state"] == "running"
    assert ben.post("/api/seek/end").json()["mine"] is None


def test_the_socket_of_a_page_brings_people_and_matches(ann, ben, client):
    wanted = {"game": "lanterns", "speed": "none", "players": 2}
    with client.websocket_connect("/news?people=1", headers=ann.headers) as socket:
        assert socket.receive_json() == {"lobby": True}
        assert "here" in socket.receive_json()
        change(ben, "Ann", "ask")
        assert socket.receive_json() == {"people": True}
        for program in (ann, ben):
            program.post("/api/seek", wanted)
        client.app.state.services.community.beat()
        messages = []
        while not any("match" in each for each in messages):
            messages.append(socket.receive_json())
    assert messages[-1]["match"] == ann.get("/api/seek").json()["mine"]["table"]


def test_a_guest_finds_a_game_without_a_script(browser, stranger):
    for one, name in ((browser, "Gus"), (stranger, "Hal")):
        page = one.client.post("/find", data={"game": "lanterns", "speed": "live", "players": "2", "name": name})
        assert "data-seeking" in page.text
    browser.client.app.state.services.community.seeks.match()
    assert "data-match=" in browser.open("/")
    table = re.search(r'data-match="(\w+)"', browser.page.text)[1]
    assert all(name in browser.open(f"/t/{table}") for name in ("Gus", "Hal"))
    assert browser.client.post("/find", data={"game": "chess"}).status_code == 422
    assert "data-seeking" not in browser.client.post("/find/end").text


def test_blocked_people_don_t_see_each_other_wait(ann, ben, client):
    """Neither searches nor open tables, whichever of the two has blocked the other; a third one sees both."""
    cy = signed_in(client, "Cy")
    for program, players in ((ann, 2), (ben, 3)):
        program.post("/api/seek", {"game": "lanterns", "speed": "none", "players": players})
        program.set_up("me", "open", listed=True)

    def sees(program):
        page = client.get("/", headers=program.headers).text
        searches = len(program.get("/api/seek").json()["queue"])
        assert page.count("1 is looking") == searches
        tables = len(program.get("/api/tables").json()["open"])
        assert page.partition('id="open"')[2].count('<li><a href="/t/') == tables
        return searches, tables

    assert sees(ann) == sees(ben) == (2, 2)
    change(ben, "Ann", "block")
    assert [sees(each) for each in (ann, ben, cy)] == [(1, 1), (1, 1), (2, 2)]
    change(ben, "Ann", "unblock")
    assert sees(ann) == sees(ben) == (2, 2)


def test_nobody_joins_a_table_of_somebody_who_blocked_them(ann, ben, client):
    """By no link either; the other way round they may."""
    open_one = ben.set_up("me", "open")["id"]
    change(ben, "Ann", "block")
    problem(ann.post(f"/api/tables/{open_one}/join", {"name": "Ann"}), 422, "join")
    assert signed_in(client, "Cy").post(f"/api/tables/{open_one}/join", {"name": "Cy"}).status_code < 300
    other = ann.set_up("me", "open")["id"]
    assert ben.post(f"/api/tables/{other}/join", {"name": "Ben"}).status_code < 300


def test_mining_is_allowed_by_accounts_only_and_withdrawn(ann, client):
    problem(Program(client).post("/api/account/mining", {"mining": True}), 401)
    problem(Program(client, "Guest").post("/api/account/mining", {"mining": True}), 403)
    assert ann.get("/api/account").json()["mining"] is False
    assert ann.post("/api/account/mining", {"mining": True}).json()["mining"] is True
    store = client.app.state.services.store
    assert len(store.consenting()) == 1
    assert re.search(r'name="mining" checked', client.get("/account", headers=ann.headers).text)
    client.post("/account/mining", data={}, headers=ann.headers)
    assert store.consenting() == set()
    assert ann.get("/api/account").json()["mining"] is False
