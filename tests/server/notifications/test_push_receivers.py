"""Receivers of push messages: browsers that are signed in, as their page lists them, at public machines only."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest
from argon2 import PasswordHasher

from hanlin.server.accounts import passwords
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db.notifications import Receiver
from hanlin.server.lib.net import is_public
from hanlin.server.notifications.web_push import Outcome, Push
from helpers.programs import Program, problem
from helpers.receiving import Subscriber

PASSWORD, OTHER = "seven lanterns", "eight lanterns"


class Service:
    url = "https://push.example.org"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def stored(app):
    return app.state.services.store


def added(program, name):
    """Have a browser notified by push."""
    answer = program.post("/api/notices/push", Subscriber(Service(), name).subscription)
    assert answer.status_code == 200, answer.text
    return answer.json()["receivers"]


def signed_in(client):
    return Program(client, token=Program(client).post("/api/sessions", {"name": "Ann", "password": PASSWORD}).json()["token"])


@pytest.fixture
def ann(client):
    """Ann, signed in at two browsers, both notified by push: the program of one, its token, her codes, and her owner."""
    there = Program(client).post("/api/accounts", {"name": "Ann", "password": PASSWORD}).json()
    here, elsewhere = Program(client, token=there["token"]), signed_in(client)
    added(here, "here")
    added(elsewhere, "elsewhere")
    return here, elsewhere, there


def told(stored, client):
    owner = client.app.state.services.accounts.named("Ann")
    return sorted(each.endpoint.rpartition("/")[2] for each in stored.receivers(owner.owner)) if owner else []


def test_signing_out_ends_push_to_that_browser(client, stored, ann):
    here, _elsewhere, there = ann
    assert told(stored, client) == ["elsewhere", "here"]
    assert here.post("/api/tokens/end", {"token": there["token"]}).status_code == 200
    assert told(stored, client) == ["elsewhere"]


def test_a_new_password_ends_push_to_all_others(client, stored, ann):
    assert ann[0].post("/api/account/password", {"password": PASSWORD, "new": OTHER}).status_code == 200
    assert told(stored, client) == ["here"]


def test_recovery_ends_push_to_all(client, stored, ann):
    asked = {"name": "Ann", "code": ann[2]["codes"][0], "new": OTHER}
    assert Program(client).post("/api/account/recover", asked).status_code == 200
    assert told(stored, client) == []


def test_ending_a_sign_in_ends_its_push(client, stored, ann):
    here = ann[0]
    (other,) = [each["id"] for each in here.get("/api/sessions").json() if not each["current"]]
    here.post("/api/sessions/end", {"session": other})
    assert told(stored, client) == ["here"]
    added(signed_in(client), "third")
    here.post("/api/sessions/end", {})
    assert told(stored, client) == ["here"]


def test_deleting_the_account_ends_push(client, stored, ann):
    owner = client.app.state.services.accounts.named("Ann").owner
    assert ann[0].post("/api/account/delete", {"password": PASSWORD}).status_code == 200
    assert stored.receivers(owner) == []


def test_a_sign_in_that_ends_otherwise_ends_push_as_well(client, stored, ann):
    """A session that ended for any reason gets no push message, and no receiver stays behind."""
    owner = client.app.state.services.accounts.named("Ann").owner
    stored.forget_before(4e9, 0)
    assert stored.receivers(owner) == []
    client.app.state.services.notices.sweep()
    with stored.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT COUNT(*) FROM push_receivers").scalar_one() == 0


def test_a_guests_browser_comes_along_to_the_sign_in(client, stored):
    guest = Program(client, "Dan")
    added(guest, "here")
    there = guest.post("/api/accounts", {"name": "Ann", "password": PASSWORD}).json()
    assert told(stored, client) == ["here"]
    Program(client).post("/api/tokens/end", {"token": there["token"]})
    assert told(stored, client) == []


def test_a_guest_whose_token_ends_is_not_notified(client, stored):
    token = client.post("/api/guests", json={"name": "Dan"}).json()["token"]
    added(Program(client, token=token), "here")
    assert len(stored.receivers(key_hash(token))) == 1
    client.post("/api/tokens/end", json={"token": token})
    assert stored.receivers(key_hash(token)) == []


def test_a_program_lists_and_removes_receivers(client, stored, ann):
    here = ann[0]
    there = here.get("/api/notices").json()["receivers"]
    assert len({each["id"] for each in there}) == 2
    assert all(each["created"] > 0 and set(each) == {"id", "name", "created"} for each in there)
    left = here.post("/api/notices/push/end", {"receiver": there[0]["id"]}).json()["receivers"]
    assert left == there[1:]
    problem(here.post("/api/notices/push/end", {"receiver": there[0]["id"]}), 422)
    problem(Program(client, "Dan").post("/api/notices/push/end", {"receiver": there[1]["id"]}), 422)
    for odd in ("", "%", "%" * 16, "_" * 16):
        assert here.post("/api/notices/push/end", {"receiver": odd}).status_code in (400, 422)
    assert len(told(stored, client)) == 1


def test_pages_list_and_remove_receivers(browser, stranger, stored):
    """A guest's at the table, an account's at its own page."""
    for each, account in ((browser, False), (stranger, True)):
        web = each.client
        if account:
            web.post("/account/new", data={"name": "Ann", "password": PASSWORD})
            assert 'href="/notices"' in web.get("/account").text
        form = {"players": "2", "seat0": "person", "seat1": "open", "pause": "0"}
        table = str(web.post("/new/lanterns", data=form).url).rpartition("/")[2]
        agent = {"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
        asked = Subscriber(Service(), f"{account}").subscription
        assert web.post("/api/notices/push", json=asked, headers=agent).status_code == 200
        for path in ("/notices", f"/t/{table}/notices"):
            page = web.get(path).text
            (name,) = re.findall('name="receiver" value="([0-9a-f]+)"', page)
            assert "Firefox, Linux" in page
        answer = web.post("/notices/end", data={"receiver": name, "back": f"/t/{table}/notices"}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}/notices")
        assert 'name="receiver"' not in web.get("/notices").text
    with stored.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT COUNT(*) FROM push_receivers").scalar_one() == 0
    assert web.post("/notices/end", data={"receiver": name, "back": "//elsewhere.example"}, follow_redirects=False).headers[
        "location"
    ] == "/"  # fmt: skip


# -- public machines -----------------------------------------------------------------------------------------------------------

SPECIAL = [
    "0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.0.0.9", "192.0.0.170",
    "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.0.1", "192.175.48.1", "198.18.0.1", "198.51.100.1",
    "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::7f00:1", "::10.0.0.1", "::93.184.215.14", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::5db8:d70e", "64:ff9b:1::1", "64:ff9b:1:fffe::a00:1", "100::1", "100:0:0:1::1", "200::1",
    "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:1::1", "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1",
    "2001:20::1", "2001:30::1", "2001:db8::1", "2002:7f00:1::", "2002:5db8:d70e::1", "2620:4f:8000::1", "3fff::1",
    "2606:4700::5efe:127.0.0.1", "2606:4700::200:5efe:10.0.0.1", "4000::1", "5f00::1", "fc00::1", "fd12::1", "fe80::1",
    "fe80::1%eth0", "fec0::1", "fec0:0:0:ffff::1", "feff::1", "ff02::1", "ff0e::1", "nonsense", "", "127.1", "0x7f.0.0.1",
]  # fmt: skip


@pytest.mark.parametrize("address", SPECIAL)
def test_an_address_with_a_special_purpose_is_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "8.8.8.8", "2606:4700::6810:84e5", "2a00:1450:4001:80e::200e",
                                     "2001:4860:4860::8642", "::ffff:8.8.8.8", "2400:cb00:2048:1::c629:d7a2"])  # fmt: skip
def test_a_machine_of_the_internet_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize("host", ["[64:ff9b::7f00:1]", "[::7f00:1]", "[fec0::1]", "[2001::1]", "[fe80::1%25eth0]", "0.0.0.0"])
def test_no_special_address_is_asked_by_its_number(app, host):
    keys = Subscriber(Service()).subscription
    with pytest.raises(Exception, match="public https address"):
        Push(app.state.services.store).check(f"https://{host}/a", keys["p256dh"], keys["auth"])


@pytest.mark.parametrize("found", ["64:ff9b::a00:1", "::a00:1", "fec0::1", "192.0.0.9", "fe80::1%2"])
@pytest.mark.parametrize("host", ["inside.example.org", "2130706433", "0x7f.1"])
def test_no_name_leads_to_a_special_address(app, monkeypatch, host, found):
    async def resolve(_loop, _host, port, **_more):
        return [(2, 1, 6, "", ("93.184.215.14", port)), (10, 1, 6, "", (found, port, 0, 0))]

    def connect(*_given, **_more):
        raise AssertionError("nobody is asked")

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolve)
    monkeypatch.setattr(httpx, "AsyncClient", connect)
    keys = Subscriber(Service()).subscription
    receiver = Receiver("x", "o", f"https://{host}/a", keys["p256dh"], keys["auth"], "https://games.example.org", 0.0)
    sent = Push(app.state.services.store).send(receiver, b"{}", "t", "https://games.example.org")
    assert asyncio.run(sent) is Outcome.LATER
