"""Friends by consent, blocks that nobody can notice, presence among friends."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from argon2 import PasswordHasher

from hanlin.core.errors import BadOption
from hanlin.server.accounts import passwords, throttle
from hanlin.server.accounts.service import Accounts
from hanlin.server.accounts.tokens import People
from hanlin.server.community import friends as module
from hanlin.server.community.friends import DECLINED_FOR, Friends
from hanlin.server.community.presence import LINGER, Presence
from hanlin.server.db import Result, Seat
from hanlin.server.exceptions import NoSuchPerson, NotYours, Refused, TooMany
from helpers.simulated import SimulatedClock
from lanterns import GAME


@pytest.fixture
def town(tables, store, monkeypatch):
    """Ann, Ben and Cy have accounts."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    clock = SimulatedClock()
    accounts, changed = Accounts(store, People(store), tables, clock), []
    presence = Presence(store, clock)
    friends = Friends(store, accounts, presence, clock, changed.append)
    owners = {name: accounts.create(name, "seven lanterns").account.owner for name in ("Ann", "Ben", "Cy")}
    return SimpleNamespace(
        accounts=accounts, presence=presence, friends=friends, clock=clock, changed=changed, store=store, **owners
    )


def circle(town, owner):
    found = town.friends.circle(owner)
    return [each.name for each in found.friends], found.asked, found.asking, found.blocked


def befriend(town):
    town.friends.ask(town.Ann, "Ben")
    town.friends.accept(town.Ben, "Ann")


def test_a_friendship_needs_both(town):
    town.friends.ask(town.Ann, "ben")
    assert circle(town, town.Ann) == ([], ["Ben"], [], [])
    assert circle(town, town.Ben) == ([], [], ["Ann"], [])
    town.friends.accept(town.Ben, "Ann")
    assert circle(town, town.Ann)[0] == ["Ben"]
    assert circle(town, town.Ben)[0] == ["Ann"]
    assert {town.Ann, town.Ben} in town.changed
    town.friends.end(town.Ann, "Ben")
    assert circle(town, town.Ann) == circle(town, town.Ben) == ([], [], [], [])


def test_two_who_ask_each_other_are_friends(town):
    town.friends.ask(town.Ann, "Ben")
    town.friends.ask(town.Ben, "Ann")
    assert circle(town, town.Ann)[0] == ["Ben"]
    with pytest.raises(Refused, match="friends by now"):
        town.friends.take_back(town.Ann, "Ben")


def test_a_request_taken_back_can_not_be_accepted(town):
    town.friends.ask(town.Ann, "Ben")
    town.friends.take_back(town.Ann, "Ben")
    with pytest.raises(Refused, match="taken back"):
        town.friends.accept(town.Ben, "Ann")
    assert circle(town, town.Ben) == ([], [], [], [])


def test_a_decline_and_a_block_look_like_no_answer(town):
    """What Ann sees is the same, whatever Ben has decided; asking again does not reach him for a while."""
    seen = []
    for decide in (lambda: None, lambda: town.friends.decline(town.Ben, "Ann"), lambda: town.friends.block(town.Ben, "Ann")):
        town.friends.ask(town.Ann, "Ben")
        decide()
        seen.append((circle(town, town.Ann), town.friends.relation(town.Ann, town.Ben)))
        town.friends.take_back(town.Ann, "Ben")
        seen.append(circle(town, town.Ann))
    assert seen[0::2] == [seen[0]] * 3
    assert seen[1::2] == [([], [], [], [])] * 3
    town.friends.unblock(town.Ben, "Ann")
    town.friends.ask(town.Ann, "Ben")
    assert circle(town, town.Ann)[1] == ["Ben"]
    assert circle(town, town.Ben)[2] == []
    town.friends.take_back(town.Ann, "Ben")
    town.clock.go_on(DECLINED_FOR + 1)
    town.friends.ask(town.Ann, "Ben")
    assert circle(town, town.Ben)[2] == ["Ann"]


def test_a_block_before_the_request_is_not_noticed_either(town):
    town.friends.block(town.Ben, "Ann")
    town.friends.ask(town.Ann, "Ben")
    assert circle(town, town.Ann) == ([], ["Ben"], [], [])
    assert circle(town, town.Ben) == ([], [], [], ["Ann"])
    with pytest.raises(Refused, match="unblock first"):
        town.friends.ask(town.Ben, "Ann")
    with pytest.raises(Refused, match="taken back"):
        town.friends.accept(town.Ben, "Ann")


def test_a_block_ends_a_friendship_as_an_end_does(town):
    befriend(town)
    town.friends.block(town.Ben, "Ann")
    assert circle(town, town.Ann) == ([], [], [], [])
    assert circle(town, town.Ben) == ([], [], [], ["Ann"])


def test_presence_is_for_friends_and_can_be_hidden(town):
    def seen():
        return [each.presence for each in town.friends.circle(town.Ben).friends]

    town.presence.enter(town.Ann)
    assert town.friends.relation(town.Ben, town.Ann) == ("", "")
    befriend(town)
    assert seen() == ["here"]
    town.presence.enter(town.Ann, "t1")
    assert seen() == ["table"]
    town.friends.set_invisible(town.Ann, True)
    assert seen() == [""]
    town.friends.set_invisible(town.Ann, False)
    town.presence.leave(town.Ann)
    town.presence.leave(town.Ann, "t1")
    assert seen() == ["table"], "the next page may be on its way"
    town.clock.go_on(LINGER + 1)
    assert seen() == [""]


def test_presence_names_who_has_come_or_gone_since(town):
    assert town.presence.changed() == (set(), None)
    town.presence.enter(town.Ann)
    assert town.presence.changed() == ({town.Ann}, 1)
    town.presence.enter(town.Ann, "t1")
    assert town.presence.changed() == ({town.Ann}, None)
    town.presence.leave(town.Ann, "t1")
    assert town.presence.changed() == ({town.Ann}, None), "she is here still, at no table"
    town.presence.leave(town.Ann)
    assert town.presence.changed() == (set(), None)
    town.clock.go_on(LINGER + 1)
    assert town.presence.changed() == ({town.Ann}, 0)


def test_requests_are_limited_and_bad_ones_have_reasons(town, monkeypatch):
    with pytest.raises(NoSuchPerson):
        town.friends.ask(town.Ann, "Nobody")
    with pytest.raises(BadOption, match="you"):
        town.friends.ask(town.Ann, "Ann")
    with pytest.raises(NotYours):
        town.friends.ask("a guest", "Ann")
    town.accounts.set_hidden(town.Cy, True)
    with pytest.raises(NoSuchPerson):
        town.friends.block(town.Ann, "Cy")
    town.accounts.set_hidden(town.Cy, False)
    town.friends.ask(town.Ann, "Ben")
    with monkeypatch.context() as patch:
        patch.setattr(module, "MOST_FRIENDS", 1)
        with pytest.raises(Refused, match="take back one"):
            town.friends.ask(town.Ann, "Cy")
    monkeypatch.setattr(throttle, "REQUESTS", 1)
    town.friends.ask(town.Ben, "Ann")
    with pytest.raises(TooMany):
        town.friends.ask(town.Ben, "Cy")


def test_requests_beyond_a_number_are_not_shown(town, monkeypatch):
    monkeypatch.setattr(module, "MOST_REQUESTS", 1)
    town.friends.ask(town.Ann, "Cy")
    town.friends.ask(town.Ben, "Cy")
    assert circle(town, town.Cy)[2] == ["Ann"]
    assert circle(town, town.Ben)[1] == ["Cy"]


def test_recent_opponents_are_those_of_finished_games(town, tables):
    for number, other in enumerate(("Ben", "Cy", "Ben")):
        seats = [Seat(kind="person", name=each, owner=getattr(town, each)) for each in ("Ann", other)]
        table = tables.create(GAME, [*seats, Seat(kind="bot", bot="random")], {}, {}, pause=0)
        town.store.add_result(Result(table.row.id, "lanterns", 3, float(number), True, [1, 2, 3], [3, 2, 1]))
    found = town.friends.opponents(town.Ann)
    assert [(each.name, each.games, each.ended) for each in found] == [("Ben", 2, 2.0), ("Cy", 1, 1.0)]
    town.accounts.set_hidden(town.Cy, True)
    town.friends.block(town.Ann, "Ben")
    assert [(each.name, each.profile) for each in town.friends.opponents(town.Ann)] == [("Cy", "")]


def test_a_deleted_account_leaves_no_tie(town):
    befriend(town)
    town.friends.ask(town.Cy, "Ann")
    town.friends.block(town.Ann, "Cy")
    town.accounts.delete(town.Ann, "seven lanterns")
    assert town.store.tied_to(town.Ben) == town.store.tied_to(town.Cy) == []
    assert town.store.blocked_by(town.Ann) == set()
