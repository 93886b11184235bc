"""Names: one rule for accounts, guests, seats and tables, so that every name that is shown can be seen."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from hanlin.core.errors import BadOption
from hanlin.server.accounts import passwords
from hanlin.server.accounts.passwords import account_name
from hanlin.server.lib.names import person_name, table_name
from helpers.programs import Program, problem

HIDDEN = [
    "\u2800", "\u3164", "\u115f", "\u1160", "\uffa0", "\u17b4", "\u17b5", "\u034f", "\ufe0f", "\ufe0e", "\U000e0100",
    "\u180b", "\u180e", "\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u2066", "\u061c", "\ufffc",
    "\U0001d159", "\U000e0020", "\u0301", "\u20dd", "\U00016fe4", "\ue000", "\u0378", "\x07", "\ud800",
]  # fmt: skip
"""Fillers, blanks, selectors, joiners, marks of direction, tags, marks without a base, and what is no character."""
SEEN = ["Ann", "Zoë", "李小龍", "O'Neill", "♥️ Ann", "名無し", "प्रिया", "שָׁלוֹם", "김철수", "😀", "?!"]


@pytest.mark.parametrize("rule", [person_name, table_name, account_name])
@pytest.mark.parametrize("hidden", HIDDEN, ids=lambda letter: f"{ord(letter):X}")
def test_a_name_with_nothing_to_see_is_refused(rule, hidden):
    for name in (hidden, hidden * 3, f" {hidden} {hidden} "):
        with pytest.raises(BadOption):
            rule(name)


@pytest.mark.parametrize("rule", [person_name, table_name, account_name])
@pytest.mark.parametrize("hidden", [each for each in HIDDEN if each not in "\ufe0e\ufe0f\u0301\u20dd"], ids=ascii)
def test_a_name_contains_nothing_invisible(rule, hidden):
    """Names of computer players don't look alike."""
    for name in (f"Ann{hidden}", f"{hidden}Ann", f"An{hidden}n"):
        with pytest.raises(BadOption):
            rule(name)


@pytest.mark.parametrize("name", SEEN)
def test_names_that_can_be_seen_are_taken(name):
    assert person_name(f"  {name} ") == table_name(name) == name


def test_no_name_is_no_fault():
    assert person_name("") == person_name(" \u3000 ") == table_name("") == ""


@pytest.mark.parametrize("hidden", ["\u2800", "\u3164", "\ufe0f\ufe0f"], ids=ascii)
def test_every_way_to_give_a_name_has_the_rule(client, browser, monkeypatch, hidden):
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    nobody, ann, ben = Program(client), Program(client, "Ann"), Program(client, "Ben")
    problem(nobody.post("/api/guests", {"name": hidden}), 422)
    problem(nobody.post("/api/accounts", {"name": hidden, "password": "seven lanterns"}), 422)
    table = ann.set_up("me", "open")["id"]
    problem(ben.post(f"/api/tables/{table}/join", {"name": hidden}), 422)
    problem(ann.post(f"/api/tables/{table}/name", {"name": hidden}), 422)
    form = {"players": "2", "seat0": "person", "name0": hidden, "seat1": "person", "pause": "0"}
    assert browser.client.post("/new/lanterns", data=form).status_code == 422
    assert browser.client.post(f"/t/{table}/join", data={"name": hidden, "seat": "1"}).status_code == 422
