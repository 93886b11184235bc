"""The page of settings, and what the page asks before a move that binds."""

from __future__ import annotations

import pytest

from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import games
from hanlin.server.tables.commands import is_final


def test_every_setting_is_on_the_page(browser):
    text = browser.open("/settings")
    for name in ("forced", "confirm", "sound", "motion", "text", "names", "lens"):
        assert f'data-setting="{name}"' in text


@pytest.mark.parametrize("name", games())
def test_what_binds_is_known_without_knowing_more(name):
    """The answer is the same for any viewer; an illegal action has no effect."""
    rng = seeded("binding", name)
    position = games()[name].start(games()[name].players[-1]).settle(rng)
    for _decision in range(60):
        seat, legal = position.actor, position.legal
        action = legal[below(rng, len(legal))]
        told = is_final(position.seen_by(seat), action)
        position.play(action)
        assert told == (position.actor != seat), action
        position.settle(rng)
        if position.over:
            break
    assert not is_final(position.seen_by(0), "pass the tea")


def test_only_who_is_asked_hears_what_binds(browser, stranger):
    browser.set_up(seat1="bot:random")
    answer = browser.client.get(f"/t/{browser.table}/binds", params={"as": 0, "action": "skip"})
    assert answer.json() == {"binds": True}
    assert browser.client.get(f"/t/{browser.table}/binds", params={"as": 1, "action": "skip"}).status_code == 403
    assert stranger.client.get(f"/t/{browser.table}/binds", params={"as": 0, "action": "skip"}).status_code == 403
