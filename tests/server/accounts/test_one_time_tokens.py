"""One-time tokens: each is spent only for its purpose; failed attempts of others lock out nobody who is signed in."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from hanlin.server.accounts import passwords, throttle
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.exceptions import TooMany, WrongPassword
from helpers.concurrently import at_once
from helpers.programs import Program, problem

PASSWORD, OTHER, THIRD = "seven lanterns", "eight lanterns", "nine lanterns"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def accounts(app):
    return app.state.services.accounts


@pytest.fixture
def busy(accounts, monkeypatch):
    """Fill the queue of sign-ins."""

    def refuse(_work):
        raise TooMany("busy", 5)

    def switch(on):
        monkeypatch.setattr(
            accounts._hashing, "_in_turn", refuse if on else type(accounts._hashing)._in_turn.__get__(accounts._hashing)
        )

    return switch


# -- recovery codes ------------------------------------------------------------------------------------------------------------


def test_a_code_stays_good_while_the_server_is_busy(accounts, busy):
    made = accounts.create("Ann", PASSWORD)
    busy(True)
    for code in made.codes:
        with pytest.raises(TooMany):
            accounts.recover("Ann", code, OTHER)
    busy(False)
    assert accounts.codes_left(made.account.owner) == len(made.codes)
    accounts.recover("Ann", made.codes[0], OTHER)
    assert accounts.codes_left(made.account.owner) == len(made.codes) - 1
    accounts.sign_in("Ann", OTHER)


def test_a_code_and_its_password_are_one_change(accounts, monkeypatch):
    """If anything fails after the code was deleted, it is there again, and the old password is valid."""
    made = accounts.create("Ann", PASSWORD)

    def fail(*_given):
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(accounts._store, "_end_sessions", fail)
        with pytest.raises(RuntimeError):
            accounts.recover("Ann", made.codes[0], OTHER)
    accounts.sign_in("Ann", PASSWORD)
    accounts.recover("Ann", made.codes[0], OTHER)
    with pytest.raises(WrongPassword):
        accounts.sign_in("Ann", PASSWORD)


def test_of_several_who_use_one_code_one_succeeds(accounts):
    made = accounts.create("Ann", PASSWORD)

    def recover(n):
        try:
            accounts.recover("Ann", made.codes[0], f"password {n}")
        except WrongPassword:
            return None
        return f"password {n}"

    (good,) = [each for each in at_once(*[lambda n=n: recover(n) for n in range(6)]) if each]
    accounts.sign_in("Ann", good)


def test_recovery_ends_every_sign_in_in_all_memories(client):
    there = Program(client).post("/api/accounts", {"name": "Ann", "password": PASSWORD}).json()
    ann = Program(client, token=there["token"])
    assert ann.get("/api/account").status_code == 200
    asked = {"name": "Ann", "code": there["codes"][0], "new": OTHER}
    assert Program(client).post("/api/account/recover", asked).status_code == 200
    assert ann.get("/api/account").status_code == 401


# -- passwords -----------------------------------------------------------------------------------------------------------------


def test_an_old_hash_does_not_keep_anybody_out_who_is_right(accounts, monkeypatch):
    """It is renewed when the server is not busy, and never over a password that was changed meanwhile."""
    made = accounts.create("Ann", PASSWORD)
    hashing, store = accounts._hashing, accounts._store
    monkeypatch.setattr(hashing, "is_old", lambda _hashed: True)

    def busy(_password):
        raise TooMany("busy", 5)

    with monkeypatch.context() as patch:
        patch.setattr(hashing, "hash", busy)
        assert accounts.sign_in("Ann", PASSWORD).account.name == "Ann"
    hash_of = hashing.hash

    def slow(password):
        store.set_password(made.account.owner, hash_of(OTHER), made.account.password)
        return hash_of(password)

    with monkeypatch.context() as patch:
        patch.setattr(hashing, "hash", slow)
        accounts.sign_in("Ann", PASSWORD)
    with pytest.raises(WrongPassword):
        accounts.sign_in("Ann", PASSWORD)
    accounts.sign_in("Ann", OTHER)


def test_of_two_changes_of_a_password_one_succeeds(accounts):
    made = accounts.create("Ann", PASSWORD)
    owner = made.account.owner

    def change(new):
        try:
            accounts.change_password(owner, PASSWORD, new)
        except WrongPassword:
            return None
        return new

    (good,) = [each for each in at_once(lambda: change(OTHER), lambda: change(THIRD)) if each]
    accounts.sign_in("Ann", good)


@pytest.mark.parametrize("how", ["password", "codes", "delete"])
def test_guessing_strangers_do_not_lock_out_a_session(accounts, how):
    made = accounts.create("Ann", PASSWORD)
    owner, session = made.account.owner, key_hash(made.token)
    for n in range(throttle.BY_NAME + 5):
        with pytest.raises((WrongPassword, TooMany)):
            accounts.sign_in("Ann", "a wrong one", f"198.51.100.{n}")
    with pytest.raises(TooMany):
        accounts.sign_in("Ann", PASSWORD, "203.0.113.1")
    if how == "password":
        accounts.change_password(owner, PASSWORD, OTHER, "203.0.113.1", session)
        accounts.sign_in("Ann", OTHER, "203.0.113.2")
    elif how == "codes":
        assert len(accounts.new_codes(owner, PASSWORD, "203.0.113.1", session)) == passwords.CODES
    else:
        accounts.delete(owner, PASSWORD, "203.0.113.1", session)
        assert accounts.named("Ann") is None


def test_a_session_cannot_be_used_to_guess_the_password(client):
    """Nor with ever new tokens for programs; the owner, signed in elsewhere, is not kept out by it."""
    there = Program(client).post("/api/accounts", {"name": "Ann", "password": PASSWORD}).json()
    thief, wrong = Program(client, token=there["token"]), {"password": "a wrong one", "new": OTHER}
    elsewhere = Program(client).post("/api/sessions", {"name": "Ann", "password": PASSWORD}).json()["token"]
    for _n in range(throttle.BY_BOTH):
        problem(thief.post("/api/account/password", wrong), 403)
    problem(thief.post("/api/account/password", {"password": PASSWORD, "new": OTHER}), 429)
    for n in range(throttle.BY_BOTH + 1):
        program = Program(client, token=thief.post("/api/tokens", {"scope": "play"}).json()["token"])
        problem(program.post("/api/account/password", wrong), 403 if n < throttle.BY_BOTH else 429)
    ann = Program(client, token=elsewhere)
    assert ann.post("/api/account/password", {"password": PASSWORD, "new": OTHER}).status_code == 200
