"""What an action would change, as a page asks for it while a choice is pointed at."""

from __future__ import annotations

import pytest

from hanlin.core.verbs.presentation import Consequence
from lanterns import GAME


@pytest.fixture
def would(monkeypatch):
    """Have the fake game say what an action would change; each question is kept: the seat that sees, and the action."""
    asked = []

    def consequences(seen, action):
        asked.append((seen.seat, action))
        return [Consequence("row", f"{action}: +1", "good"), Consequence("", "nothing is left")]

    monkeypatch.setattr(GAME.words._module, "consequences", consequences, raising=False)
    return asked


def ask(browser, **query):
    return browser.client.get(f"/t/{browser.table}/consequences", params={"number": browser.number, **query})


def test_who_is_asked_reads_what_a_choice_would_change(browser, would):
    browser.set_up(seat1="bot:random")
    answer = ask(browser, **{"as": 0}, action="skip")
    assert answer.json() == {
        "consequences": [
            {"key": "row", "text": "skip: +1", "tone": "good"},
            {"key": "", "text": "nothing is left", "tone": ""},
        ]
    }
    assert would == [(0, "skip")], "it is computed from the view of the seat that is asked"


def test_others_get_an_error_and_nothing_is_computed(browser, stranger, would):
    browser.set_up(seat1="bot:random")
    address, asked = f"/t/{browser.table}/consequences", {"number": browser.number, "action": "skip"}
    assert browser.client.get(address, params={**asked, "as": 1}).status_code == 403
    assert stranger.client.get(address, params={**asked, "as": 0}).status_code == 403
    assert stranger.client.get(address, params=asked).status_code == 403
    assert would == []


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"action": "take sun"}, 422),
        ({"action": ""}, 422),
        ({}, 422),
        ({"action": "skip", "number": 99}, 409),
        ({"action": "skip", "number": "many"}, 409),
    ],
)
def test_a_wrong_question_gets_a_reason_and_changes_nothing(browser, would, query, status):
    browser.set_up(seat1="bot:random")
    before = browser.open(f"/t/{browser.table}")
    answer = ask(browser, **query)
    assert (answer.status_code, bool(answer.json()["detail"])) == (status, True)
    assert would == []
    assert browser.open(f"/t/{browser.table}") == before


def test_a_game_without_consequences_has_none(browser):
    browser.set_up(seat1="bot:random")
    assert ask(browser, action="skip").json() == {"consequences": []}


def test_a_game_whose_consequences_fail_has_none(browser, monkeypatch):
    def fails(_seen, _action):
        raise RuntimeError("out of lanterns")

    monkeypatch.setattr(GAME.words._module, "consequences", fails, raising=False)
    browser.set_up(seat1="bot:random")
    assert ask(browser, action="skip").json() == {"consequences": []}
