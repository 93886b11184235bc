"""Accounts: creation, sign-in, recovery; attempts are limited; a guest's games come along."""

from __future__ import annotations

import io
import logging
import re
import threading

import httpx
import pytest
from argon2 import PasswordHasher
from litestar.testing import TestClient

from hanlin.client import Client
from hanlin.core.errors import BadOption
from hanlin.server.accounts import passwords, throttle
from hanlin.server.accounts.passwords import account_name
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.asgi import make_app
from hanlin.server.db import Store, backup
from hanlin.server.exceptions import NameTaken, TooMany, WrongPassword
from hanlin.server.lib import logging as server_logging
from helpers.programs import Program, problem
from helpers.serving import served
from lanterns import GAME

PASSWORD, OTHER = "seven lanterns", "eight lanterns"
HERE = {"x-forwarded-for": "203.0.113.7"}


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    """Cheap password hashes: their use is tested, not their cost."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def accounts(app):
    return app.state.services.accounts


def made(program, name="Ann", password=PASSWORD, **more):
    answer = program.post("/api/accounts", {"name": name, "password": password, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def signed_in(client, name="Ann", password=PASSWORD, **more):
    answer = Program(client).post("/api/sessions", {"name": name, "password": password, **more})
    assert answer.status_code == 201, answer.text
    return Program(client, token=answer.json()["token"])


# -- the whole of it, by program -----------------------------------------------------------------------------------------------


def test_an_account_from_its_beginning_to_its_end(client):
    there = made(Program(client))
    ann = Program(client, token=there["token"])
    assert there["account"] == ann.get("/api/account").json()
    assert (there["account"]["name"], there["account"]["codes_left"], len(set(there["codes"]))) == ("Ann", 8, 8)
    elsewhere = signed_in(client)
    assert [each["current"] for each in ann.get("/api/sessions").json()].count(True) == 1
    assert len(elsewhere.get("/api/sessions").json()) == 2
    # Another password: all other sessions end.
    problem(ann.post("/api/account/password", {"password": "wrong", "new": OTHER}), 403)
    assert ann.post("/api/account/password", {"password": PASSWORD, "new": OTHER}).status_code == 200
    problem(elsewhere.get("/api/account"), 401)
    assert ann.get("/api/account").status_code == 200
    problem(Program(client).post("/api/sessions", {"name": "Ann", "password": PASSWORD}), 403)
    # Signed out, a token is good for nothing any more.
    elsewhere = signed_in(client, password=OTHER)
    elsewhere.post("/api/tokens/end", {"token": elsewhere.headers["authorization"].removeprefix("Bearer ")})
    problem(elsewhere.get("/api/account"), 401)
    problem(elsewhere.post("/api/tables", {"game": "lanterns"}), 401)
    # Ended by another.
    elsewhere = signed_in(client, password=OTHER)
    (other,) = [each["id"] for each in ann.get("/api/sessions").json() if not each["current"]]
    assert len(ann.post("/api/sessions/end", {"session": other}).json()) == 1
    problem(elsewhere.get("/api/account"), 401)
    problem(ann.post("/api/sessions/end", {"session": other}), 422, "session has ended")
    # Deleted: the name is free again.
    problem(ann.post("/api/account/delete", {"password": PASSWORD}), 403)
    assert ann.post("/api/account/delete", {"password": OTHER}).status_code == 200
    problem(ann.get("/api/account"), 401)
    problem(Program(client).post("/api/sessions", {"name": "Ann", "password": OTHER}), 403)
    made(Program(client))


def test_a_forgotten_password_is_replaced_by_a_code_once(client):
    there = made(Program(client))
    ann = Program(client, token=there["token"])
    typed = there["codes"][0].upper().replace("-", " ").replace("0", "O").replace("1", "l")
    wanted = {"name": "ann", "code": typed, "new": OTHER}
    answer = Program(client).post("/api/account/recover", wanted)
    assert answer.json()["account"]["codes_left"] == 7
    problem(ann.get("/api/account"), 401)
    signed_in(client, password=OTHER)
    problem(Program(client).post("/api/account/recover", wanted), 403, "Wrong name or code")
    problem(Program(client).post("/api/account/recover", {**wanted, "name": "Nobody"}), 403, "Wrong name or code")
    ann = Program(client, token=answer.json()["token"])
    new = ann.post("/api/account/codes", {"password": OTHER}).json()["codes"]
    problem(Program(client).post("/api/account/recover", {**wanted, "code": there["codes"][1]}), 403)
    assert Program(client).post("/api/account/recover", {**wanted, "code": new[0]}).status_code == 200


def test_the_host_helps_with_a_code_that_is_good_for_a_day(accounts, monkeypatch):
    accounts.create("Ann", PASSWORD)
    time = accounts._clock()
    code, late = accounts.hosts_code("ANN"), accounts.hosts_code("Ann")
    assert accounts.recover("Ann", code, OTHER).account.name == "Ann"
    monkeypatch.setattr(accounts, "_clock", lambda: time + 25 * 3600)
    with pytest.raises(WrongPassword):
        accounts.recover("Ann", late, OTHER)


def test_a_guest_is_nobody_with_an_account(client):
    ann = Program(client, "Ann")
    problem(ann.get("/api/account"), 403)
    problem(ann.post("/api/account/delete", {"password": PASSWORD}), 403)
    problem(Program(client).get("/api/account"), 401)


def test_a_program_signs_in_with_the_client(tmp_path):
    with served(tmp_path, {"lanterns": GAME}) as address:
        made = httpx.post(f"{address}/api/accounts", json={"name": "O’Brien", "password": PASSWORD}).json()
        with Client(address, made["token"]) as first, Client.sign_in(address, "o'brien", PASSWORD) as second:
            place = first.create("lanterns", 2, seats=["me", "bot:random"])
            assert second.state(place.id).seat == 0
            assert second.profile("O'Brien").name == "O’Brien"


# -- what a guest played comes along -------------------------------------------------------------------------------------------


def test_a_guests_seats_come_along_and_the_guests_keys_end(app, client):
    guest, ben = Program(client, "Ann"), Program(client, "Ben")
    running, waiting = guest.set_up("me", "open")["id"], guest.set_up("me", "open")["id"]
    ben.post(f"/api/tables/{running}/join", {})
    number, order = guest.state(running)["number"], [row["id"] for row in guest.get("/api/tables").json()["mine"]]
    ann = Program(client, token=made(guest)["token"])
    assert [row["id"] for row in ann.get("/api/tables").json()["mine"]] == order
    problem(guest.get("/api/tables"), 401)
    # A command that was made before is good still: nothing that can be played has changed.
    assert ann.play(running, "skip", number=number, seat=0).status_code == 200
    assert ben.play(running, "skip", seat=1).status_code == 200
    assert ann.post(f"/api/tables/{waiting}/close").status_code == 200
    # It is in the entries: another process, or the same one after a restart, finds the same.
    services = app.state.services
    rows = {name: services.tables.open(name).row for name in (running, waiting)}
    services.tables._live.clear()
    services.tables._recent.clear()
    for name, row in rows.items():
        assert services.tables.open(name).row == row == services.store.table(name)


def test_an_account_is_not_taken_along(client):
    ann = Program(client, token=made(Program(client))["token"])
    table = ann.set_up("me", "open")["id"]
    ben = made(ann, "Ben")
    assert [row["id"] for row in ann.get("/api/tables").json()["mine"]] == [table]
    assert Program(client, token=ben["token"]).get("/api/tables").json()["mine"] == []


def test_signing_in_takes_along_only_what_is_asked_for(client):
    made(Program(client))
    guest = Program(client, "Guest")
    table = guest.set_up("me", "open")["id"]
    for along in (False, True):
        answer = guest.post("/api/sessions", {"name": "Ann", "password": PASSWORD, "take_along": along})
        mine = Program(client, token=answer.json()["token"]).get("/api/tables").json()["mine"]
        assert [row["id"] for row in mine] == ([table] if along else [])


def test_messages_and_hidden_tables_come_along(app, client):
    guest, ben = Program(client, "Ann"), Program(client, "Ben")
    table = guest.set_up("me", "open")["id"]
    ben.post(f"/api/tables/{table}/join", {})
    guest.post(f"/api/tables/{table}/chat", {"text": "hello"})
    ben.post(f"/api/tables/{table}/mute", {"message": 0})
    ann = Program(client, token=made(guest)["token"])
    assert [each["mine"] for each in ann.get(f"/api/tables/{table}/chat").json()["messages"]] == [True]
    ann.post(f"/api/tables/{table}/chat", {"text": "still here"})
    assert ben.get(f"/api/tables/{table}/chat").json()["messages"] == []


def test_deleting_an_account_gives_up_its_games_and_leaves_its_name(app, client):
    ann, ben = Program(client, token=made(Program(client))["token"]), Program(client, "Ben")
    running, hosted, joined, alone = (
        ann.set_up("me", "open")["id"], ann.set_up("me", "open", "open")["id"], ben.set_up("me", "open", "open")["id"],
        ann.set_up("me", "bot:random")["id"],
    )  # fmt: skip
    for table, program in ((running, ben), (hosted, ben), (joined, ann)):
        program.post(f"/api/tables/{table}/join", {})
    ann.post("/api/account/delete", {"password": PASSWORD})
    state = ben.state(running)
    assert [seat["name"] for seat in state["seats"]] == ["Ann", "Ben"]
    assert state["vacant"] == [{"seat": 0, "why": "left"}] or state["ended"]
    assert ben.state(hosted)["state"] == "closed"
    assert [seat["kind"] for seat in ben.state(joined)["seats"]] == ["person", "open", "open"]
    problem(ben.get(f"/api/tables/{alone}"), 404)
    # A later account of that name has nothing of it.
    again = Program(client, token=made(Program(client))["token"])
    assert again.get("/api/tables").json()["mine"] == []


# -- names and passwords -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["", " ", "a" * 25, "..", "-Ann", "A/nn", "A?", "Ann#1", 'A"', "A|b",
     "x' OR 'a'='a", "'); DROP TABLE accounts; --", "A\u200bnn",
     "\u3164", "Ann\ufe0f", "Ann\u202e", "\u0410nn", "%41", "A\x00"],
)  # fmt: skip
def test_unreadable_or_confusable_names_are_refused(name):
    with pytest.raises(BadOption):
        account_name(name)


@pytest.mark.parametrize("name", ["Ann", "李白", "Zoë", "O’Brien", "x_2.b-c", "Анна", "Ann Lee", "ß"])
def test_names_as_people_have_them(name):
    assert account_name(f"  {name} ") == name


@pytest.mark.parametrize("other", ["ann", "ANN", " Ann ", "Ａｎｎ", "ａｎｎ"])
def test_one_name_in_two_ways_of_writing_is_one_name(accounts, other):
    accounts.create("Ann", PASSWORD)
    with pytest.raises(NameTaken):
        accounts.create(other, PASSWORD)
    assert accounts.sign_in(other, PASSWORD).account.name == "Ann"


@pytest.mark.parametrize("password", ["", "short", "x" * 129, "x" * 900_000, "ann lee o"])
def test_a_password_has_a_sensible_length_and_is_not_the_name(client, password):
    answer = Program(client).post("/api/accounts", {"name": "Ann Lee O", "password": password})
    problem(answer, 400 if len(password) > 1000 else 422)
    made(Program(client), password="ｆｕｌｌ width ✓")
    signed_in(client, password="full width ✓")
    answer = Program(client).post("/api/sessions", {"name": "Ann", "password": password})
    problem(answer, 400 if len(password) > 1000 else 403)


def test_of_two_who_want_a_name_at_once_one_has_it(accounts):
    came, together = [], threading.Barrier(6)

    def make():
        together.wait()
        try:
            came.append(accounts.create("Ann", PASSWORD).account.owner)
        except NameTaken:
            came.append(None)

    threads = [threading.Thread(target=make) for _n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (owner,) = filter(None, came)
    assert accounts.named("Ann").owner == owner


def test_a_hash_with_old_parameters_is_renewed_at_sign_in(accounts, monkeypatch):
    accounts.create("Ann", PASSWORD)
    before = accounts.named("Ann").password
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    accounts.sign_in("Ann", PASSWORD)
    assert accounts.named("Ann").password != before
    accounts.sign_in("Ann", PASSWORD)


# -- guessing ------------------------------------------------------------------------------------------------------------------


def test_sign_in_does_not_reveal_which_names_exist(accounts, monkeypatch):
    """The answer and the work are the same: a password is hashed for an unknown name, too."""
    accounts.create("Ann", PASSWORD)
    reckoned = []
    monkeypatch.setattr(accounts._hashing, "_verify", lambda hashed, _password: reckoned.append(bool(hashed)))
    said = set()
    for name in ("Ann", "Nobody", "x' OR 'a'='a", ""):
        with pytest.raises(WrongPassword) as refused:
            accounts.sign_in(name, "a wrong one", "203.0.113.7")
        said.add(str(refused.value))
    assert reckoned == [True, False, False, False]
    assert len(said) == 1


def test_password_guessing_is_limited(accounts, monkeypatch):
    accounts.create("Ann", PASSWORD)
    time = accounts._clock()
    clock = {"now": time}
    monkeypatch.setattr(accounts._throttle, "_clock", lambda: clock["now"])
    for _try in range(throttle.BY_BOTH):
        with pytest.raises(WrongPassword):
            accounts.sign_in("Ann", "a wrong one", "203.0.113.7")
    with pytest.raises(TooMany) as refused:
        accounts.sign_in("ann", PASSWORD, "203.0.113.7")
    assert 0 < refused.value.seconds <= throttle.WINDOW
    # Ann signs in from another address, which does not reset the attempts there.
    accounts.sign_in("Ann", PASSWORD, "203.0.113.8")
    with pytest.raises(TooMany):
        accounts.sign_in("Ann", PASSWORD, "203.0.113.7")
    clock["now"] += throttle.WINDOW
    accounts.sign_in("Ann", PASSWORD, "203.0.113.7")


def test_guessing_from_many_addresses_or_names_is_limited(accounts):
    accounts.create("Ann", PASSWORD)
    for n in range(throttle.BY_NAME):
        with pytest.raises(WrongPassword):
            accounts.sign_in("Ann", "a wrong one", f"198.51.100.{n}")
    with pytest.raises(TooMany):
        accounts.sign_in("Ann", PASSWORD, "198.51.100.200")
    # All addresses of one network of the newer kind are one asker.
    for n in range(throttle.BY_ADDRESS):
        with pytest.raises(WrongPassword):
            accounts.sign_in(f"name {n}", "a wrong one", f"2001:db8::{n:x}")
    with pytest.raises(TooMany):
        accounts.sign_in("another", PASSWORD, "2001:db8::ffff")
    for n in range(throttle.NEW):
        accounts.create(f"new {n}", PASSWORD, "203.0.113.9")
    with pytest.raises(TooMany):
        accounts.create("one more", PASSWORD, "203.0.113.9")


def test_tries_count_across_processes_and_are_in_headers(tmp_path):
    first, second = (make_app(tmp_path, {"lanterns": GAME}, worker=False, proxy=True) for _process in range(2))
    with TestClient(first) as one, TestClient(second) as two:
        for client in (one, two):
            client.headers.update(HERE)
        for n in range(throttle.BY_BOTH):
            problem((one, two)[n % 2].post("/api/sessions", json={"name": "Ann", "password": "a wrong one"}), 403)
        answer = two.post("/api/sessions", json={"name": "Ann", "password": "a wrong one"})
        problem(answer, 429, "Too many tries")
        assert 0 < int(answer.headers["retry-after"]) <= throttle.WINDOW
        page = one.post("/account/sign-in", data={"name": "Ann", "password": "a wrong one"})
        assert (page.status_code, "Too many tries" in page.text, "a wrong one" in page.text) == (429, True, False)


def test_simultaneous_sign_ins_queue_or_are_asked_to_retry(accounts, monkeypatch):
    accounts.create("Ann", PASSWORD)
    let, inside, most = threading.Event(), [], []

    def slow(_hashed, _password):
        inside.append(1)
        most.append(len(inside))
        let.wait(120)
        inside.pop()
        return True

    monkeypatch.setattr(accounts._hashing, "_verify", slow)
    answers = []

    def come():
        try:
            answers.append(accounts.sign_in("Ann", PASSWORD))
        except TooMany:
            answers.append(None)
            let.set()

    threads = [threading.Thread(target=come) for _n in range(passwords.AT_ONCE + passwords.WAITING + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(None) == 1
    assert max(most) == passwords.AT_ONCE


# -- the browser ---------------------------------------------------------------------------------------------------------------


def sign_up(browser, **more):
    browser.page = browser.client.post("/account/new", data={"name": "Ann", "password": PASSWORD, "along": "on", **more})
    assert browser.page.status_code == 200, browser.page.text
    return re.findall(r"<code>([\w-]+)</code>", browser.page.text)


def sign_in(browser, follow=False, **more):
    data = {"name": "Ann", "password": PASSWORD, **more}
    return browser.client.post("/account/sign-in", data=data, follow_redirects=follow)


def test_a_guests_new_account_finds_its_table_in_another_browser(browser, stranger):
    table = browser.set_up()
    assert len(sign_up(browser)) == 8
    assert "Ann" in browser.open("/account")
    assert f"/t/{table}" in browser.open("/")
    assert re.search(r'name="name0"[^>]* value="Ann"', browser.open("/new/lanterns"))
    assert f"/t/{table}" not in stranger.open("/")
    assert sign_in(stranger, back=f"/t/{table}").headers["location"] == f"/t/{table}"
    assert f"/t/{table}" in stranger.open("/")
    stranger.table = table
    stranger.open(f"/t/{table}")
    assert stranger.play("skip").status_code == 200
    # Signed out, the browser is a guest again, and has nothing of the account's.
    stranger.client.post("/account/sign-out")
    assert "hanlin-account" not in stranger.client.cookies
    assert f"/t/{table}" not in stranger.open("/")
    assert f"/t/{table}" in browser.open("/")


def test_games_before_signing_in_are_taken_along_on_request(browser, stranger):
    sign_up(stranger)
    table = browser.set_up()
    sign_in(browser)
    assert f"/t/{table}" not in browser.open("/")
    assert "Add to my account" in browser.open("/account")
    browser.client.post("/account/along")
    assert f"/t/{table}" in browser.open("/")
    assert f"/t/{table}" in stranger.open("/")


def test_a_planted_session_key_is_worthless_after_signing_in(app, browser, stranger):
    """Session fixation: neither a guest's key nor the token of a session that was there before comes to be the account's."""
    sign_up(stranger)
    planted = stranger.client.cookies["hanlin-account"]
    stranger.client.post("/account/sign-out")
    for name, value in (("hanlin-account", planted), ("hanlin-key", "planted")):
        browser.client.cookies.set(name, value, domain="testserver.local", path="/")
    table = browser.set_up()
    sign_in(browser, along="on")
    assert f"/t/{table}" in browser.open("/")
    assert browser.client.cookies["hanlin-account"] != planted
    services = app.state.services
    assert services.people.caller(planted) is None
    assert services.store.ids_of(key_hash("planted")) == []


def test_the_cookie_is_http_only_same_site_and_no_api_token(client, browser):
    sign_up(browser)
    cookie = browser.page.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = browser.client.cookies["hanlin-account"]
    reader = Program(client, token=token).post("/api/tokens", {"scope": "read"}).json()["token"]
    client.cookies.clear()
    client.cookies.set("hanlin-account", reader)
    assert client.get("/api/account").status_code == 401


@pytest.mark.parametrize("headers", [{"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}])
def test_no_other_site_signs_anybody_in_or_deletes_anything(browser, headers):
    sign_up(browser)
    for path in ("sign-in", "new", "sign-out", "delete", "password", "sessions", "forgotten", "profile", "codes", "along"):
        data = {"name": "Ann", "password": PASSWORD}
        assert browser.client.post(f"/account/{path}", data=data, headers=headers).status_code == 403
    assert "Sign out" in browser.open("/account")


def test_a_page_leads_nowhere_else(browser):
    sign_up(browser)
    for back in ("https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""):
        assert sign_in(browser, back=back).headers["location"] == "/"


def test_errors_stand_at_their_field_and_no_password_comes_back(browser):
    for path, fields in (
        ("new", {"name": "<b>", "password": PASSWORD}),
        ("sign-in", {"name": "<b>", "password": PASSWORD}),
        ("forgotten", {"name": "<b>", "code": "no", "new": PASSWORD}),
    ):
        answer = browser.client.post(f"/account/{path}", data=fields)
        assert answer.status_code == 422
        assert 'class="problem"' in answer.text
        assert "&lt;b&gt;" in answer.text
        assert PASSWORD not in answer.text


def test_an_account_is_managed_in_the_browser(browser, stranger):
    codes = sign_up(browser)
    sign_in(stranger)
    listed = re.findall(r'name="session" value="(\w+)"', browser.open("/account"))
    assert len(listed) == 1
    browser.client.post("/account/sessions", data={"session": listed[0]})
    assert "Create account" in stranger.open("/account")
    sign_in(stranger)
    browser.client.post("/account/sessions", data={})
    assert "Create account" in stranger.open("/account")
    changed = browser.client.post("/account/password", data={"password": PASSWORD, "new": OTHER})
    assert 'class="done"' in changed.text
    answer = stranger.client.post("/account/forgotten", data={"name": "Ann", "code": codes[0], "new": PASSWORD})
    assert "Sign out" in answer.text
    assert "Create account" in browser.open("/account")
    assert len(re.findall(r"<code>", stranger.client.post("/account/codes", data={"password": PASSWORD}).text)) == 8
    assert stranger.client.post("/account/delete", data={"password": "wrong"}).status_code == 422
    stranger.client.post("/account/delete", data={"password": PASSWORD})
    assert sign_in(stranger).status_code == 422


# -- what is kept --------------------------------------------------------------------------------------------------------------


def test_nothing_by_which_somebody_could_sign_in_is_stored_or_logged(app, client, tmp_path, monkeypatch):
    stream = io.StringIO()
    before = logging.getLogger().handlers[:], logging.getLogger().level
    server_logging.log_to(stream)
    try:
        there = made(Program(client))
        monkeypatch.setattr(app.state.services.store, "set_password", lambda *_given: 1 / 0)
        ann = Program(client, token=there["token"])
        assert ann.post("/api/account/password", {"password": PASSWORD, "new": OTHER}).status_code == 500
        problem(Program(client).post("/api/sessions", {"name": "Ann", "password": OTHER}), 403)
    finally:
        logging.getLogger().handlers[:], level = before
        logging.getLogger().setLevel(level)
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("hanlin.sqlite3*"))
    assert "ZeroDivisionError" in stream.getvalue()
    for secret in (PASSWORD, OTHER, there["token"], *there["codes"], there["codes"][0].replace("-", "")):
        assert secret not in stream.getvalue()
        assert secret.encode() not in stored


def test_a_backup_carries_accounts_and_signs_nobody_in(accounts, store, tmp_path):
    accounts.create("Ann", PASSWORD)
    ben = accounts.create("Ben", PASSWORD)
    code, token = ben.codes[0], accounts._people.new_token(ben.account.owner, "play")
    backup.write(store, tmp_path / "backup")
    empty = Store.in_folder(tmp_path / "empty")
    backup.read(empty, tmp_path / "backup")
    assert empty.account("ann") == store.account("ann")
    assert empty.sessions(store.account("ann").owner) == []
    assert empty.codes_left(store.account("ben").owner) == 8
    empty.close()
    # Where the account is still there, neither a spent code nor an ended session nor the old password comes back.
    accounts.recover("Ben", code, OTHER)
    backup.read(store, tmp_path / "backup")
    accounts.sign_in("Ben", OTHER)
    assert accounts._people.caller(token) is None
    with pytest.raises(WrongPassword):
        accounts.recover("Ben", code, PASSWORD)


def test_what_is_over_is_swept(app, accounts, store, monkeypatch):
    there = accounts.create("Ann", PASSWORD)
    with pytest.raises(WrongPassword):
        accounts.sign_in("Ann", OTHER)
    monkeypatch.setattr(accounts, "_clock", lambda: store.account("ann").created + 200 * 24 * 3600.0)
    accounts.sweep()
    assert store.sessions(there.account.owner) == []
    assert store.count_attempt(["x"], 1.0, 1.0) == [(1, 1.0)]


def test_names_lead_to_the_profiles_of_those_who_have_and_show_one(client, browser, ann):
    """At the table, at one that waits, in the lobby, and for programs; of guests and of who hides it there is none."""
    signed = client.post("/api/accounts", json={"name": "Bea Lu", "password": "seven lanterns"}).json()
    bea = Program(client, token=signed["token"])
    table = ann.set_up("me", "open", listed=True)["id"]
    bea.post(f"/api/tables/{table}/join", {})
    waits = bea.set_up("me", "open", listed=True)["id"]
    client.cookies.clear()
    link, title = 'href="/people/Bea%20Lu"', 'title="Games and results of Bea Lu"'
    for path in (f"/t/{table}", f"/t/{waits}", "/"):
        page = client.get(path).text
        assert link in page
        assert title in page
        assert "/people/Ann" not in page
    assert client.get("/").text.count(link) == 2
    people = [{"seat": 0, "name": "Ann", "profile": None}, {"seat": 1, "name": "Bea Lu", "profile": "Bea Lu"}]
    assert client.get(f"/api/tables/{table}/people").json() == people
    bea.post("/api/account/profile", {"hidden": True})
    assert link not in client.get(f"/t/{table}").text
    assert client.get(f"/api/tables/{table}/people").json()[1]["profile"] is None
