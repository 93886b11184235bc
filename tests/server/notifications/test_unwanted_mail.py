"""Mail to people who did not ask for it: one address in any spelling, limits, and a stop that holds."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from hanlin.core.errors import BadOption
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.asgi import attach_services, make_services
from hanlin.server.db import Seat
from hanlin.server.db.notifications import MAIL
from hanlin.server.db.schema import attempts, stops
from hanlin.server.exceptions import Refused
from hanlin.server.notifications import service as limits
from hanlin.server.notifications.mail import address_key, clean_address
from hanlin.server.notifications.service import Channels, Notices
from hanlin.server.tables.service import Tables
from hanlin.server.tables.timers import Timekeeper
from helpers.concurrently import at_once
from helpers.simulated import SimulatedClock
from lanterns import GAME

HERE, DAY = "https://games.example.org", 86400
SPELLINGS = [
    "ann@example.org", "ANN@example.org", "Ann@Example.Org", "ann+1@example.org", "a.n.n@example.org", " ann@EXAMPLE.org\n",
    "ann+a+b@example.org", "A.nn+x@ｅｘａｍｐｌｅ.org", "ann@example。org",
]  # fmt: skip


class Asking:
    """People who ask for mails, with a stopped clock."""

    def __init__(self, store):
        self.clock = SimulatedClock()
        self.tables = Tables(store, {"lanterns": GAME}, clock=self.clock)
        self.notices = Notices(self.tables, Timekeeper(self.tables), Channels(smtp="smtp://localhost?from=a@example.org"))
        self.stored = self.notices.stored

    def ask(self, address, who="Ann", asker=""):
        self.notices.set_address(key_hash(who), address, HERE, "en", asker)

    def asked(self, address, who="Ann", asker=""):
        try:
            self.ask(address, who, asker)
        except Refused:
            return False
        return True

    def token(self, who="Ann"):
        return self.stored.address(key_hash(who)).token


@pytest.fixture
def asking(store):
    return Asking(store)


# -- spellings -----------------------------------------------------------------------------------------------------------------


def test_all_spellings_of_an_address_are_one():
    assert len({address_key(clean_address(each)) for each in SPELLINGS}) == 1
    assert address_key("a.nn@googlemail.com") == address_key("ann+x@gmail.com")
    assert clean_address("Ann@BÜCHER.example") == clean_address("Ann@xn--bcher-kva.example") == "Ann@xn--bcher-kva.example"
    others = ["ann@example.com", "anna@example.org", "+@example.org", "ann@mail.example.org"]
    assert len({address_key(each) for each in [*others, "ann@example.org"]}) == 5


@pytest.mark.parametrize(
    "address", ["ann@exa mple.org", "ann@-example.org", "ann@\u202eexample.org", "ann@[10.0.0.1]", "ann@" + "a" * 300 + ".org",
                "ann@example.org,ben@example.org", "<ann@example.org>", '"a b"@example.org', "аnn@example.org", "ann@.org"],
)  # fmt: skip
def test_what_is_no_address_in_any_spelling_is_refused(address):
    with pytest.raises(BadOption):
        clean_address(address)


def test_one_question_an_hour_goes_to_an_address(asking):
    assert [asking.asked(each, f"guest {n}") for n, each in enumerate(SPELLINGS)] == [True] + [False] * (len(SPELLINGS) - 1)
    assert len(asking.stored.to_ask(asking.clock(), 100)) == 1


def test_of_many_who_ask_at_once_one_is_answered(asking):
    calls = [lambda n=n: asking.asked(SPELLINGS[n], f"guest {n}") for n in range(6)]
    assert sorted(at_once(*calls)) == [False] * 5 + [True]


# -- limits --------------------------------------------------------------------------------------------------------------------


def through_a_day(asking, ask, hours=23):
    """The number of questions sent in a day to somebody who asks every hour."""
    sent = 0
    for hour in range(hours):
        sent += ask(hour)
        asking.clock.go_on(3601)
    return sent


def test_an_address_gets_few_questions_a_day(asking):
    assert through_a_day(asking, lambda hour: asking.asked("ann@example.org", f"guest {hour}")) == limits.QUESTIONS_TO_ADDRESS
    asking.clock.go_on(DAY)
    assert asking.asked("ann@example.org", "a guest")


def test_a_person_asks_for_few_addresses_a_day(asking):
    assert through_a_day(asking, lambda hour: asking.asked(f"a{hour}@example.org")) == limits.QUESTIONS_BY_PERSON


def test_few_questions_are_asked_from_one_place(asking):
    """With a new guest and a new address for each."""
    sent = [asking.asked(f"a{n}@example.org", f"guest {n}", "203.0.113.7") for n in range(20)]
    assert sent.count(True) == limits.QUESTIONS_FROM_ADDRESS
    assert asking.asked("b@example.org", "another guest", "203.0.113.8")


def test_a_server_sends_a_limited_number_a_day(asking, monkeypatch):
    monkeypatch.setattr(limits, "QUESTIONS", 7)
    sent = [asking.asked(f"a{n}@example.org", f"guest {n}", f"198.51.100.{n}") for n in range(20)]
    assert sent.count(True) == 7
    asking.clock.go_on(DAY + 1)
    assert asking.asked("b@example.org", "another guest")


def test_what_is_refused_is_not_counted(asking, monkeypatch):
    """Otherwise refused requests would use up the quota of others."""
    monkeypatch.setattr(limits, "QUESTIONS", 3)
    for _n in range(30):
        asking.asked("ann@example.org")
        asking.asked("ann@example.org", "Ben")
    assert asking.asked("ben@example.org", "Ben")
    assert asking.asked("cleo@example.org", "Cleo")


def test_mail_counts_outlast_counts_of_password_tries(asking, store):
    asking.ask("ann@example.org")
    now = asking.clock()
    store.forget_before(now - 180 * DAY, now + 900)
    assert not asking.asked("ann@example.org", "Ben")
    store.forget_before(now - 180 * DAY, now + 2 * DAY)
    with store.engine.connect() as connection:
        assert connection.execute(sa.select(attempts)).all() == []


# -- stop ----------------------------------------------------------------------------------------------------------------------


def stopped(asking):
    asking.ask("ann@example.org", "a guest")
    token = asking.token("a guest")
    assert asking.notices.mail_link("stop", token)
    asking.clock.go_on(100 * DAY)
    return token


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_stop_holds_for_every_spelling_and_person(asking, spelling):
    stopped(asking)
    for n in range(3):
        with pytest.raises(Refused, match="stopped"):
            asking.ask(spelling, f"guest {n}")
    assert asking.stored.to_ask(asking.clock(), 10) == []


def test_a_stop_ends_what_others_have_at_the_address(asking):
    """Those who confirmed it, and those who wait for an answer."""
    for who in ("Ann", "Ben"):
        asking.ask("ann@example.org", who)
        asking.clock.go_on(3601)
    assert asking.notices.mail_link("confirm", asking.token("Ann"))
    tokens = [asking.token("Ann"), asking.token("Ben")]
    seats = [Seat(kind="person", name="Ann", owner=key_hash("Ann")), Seat(kind="person", name="B", owner=key_hash("B"))]
    table = asking.tables.create(GAME, seats, {}, {}, pause=0)
    asking.notices.want(table, key_hash("Ann"), MAIL, True, "en")
    assert asking.notices.mail_link("stop", tokens[1])
    assert asking.notices.address(key_hash("Ann")) is asking.notices.address(key_hash("Ben")) is None
    assert asking.stored.wanted_notices(key_hash("Ann"), table.row.id) == set()
    assert not asking.notices.mail_link("confirm", tokens[0])
    # Both have a mail with a link, so both can take it back.
    assert asking.stored.stopped_by(tokens[0])
    assert asking.notices.mail_link("allow", tokens[0])
    assert not asking.notices.mail_link("allow", tokens[1])


def test_only_who_has_the_link_allows_mails_again(asking):
    token = stopped(asking)
    assert not asking.notices.mail_link("allow", "a guess")
    assert not asking.asked("ann@example.org")
    assert asking.notices.mail_link("allow", token)
    assert not asking.notices.mail_link("allow", token), "a link is good once"
    assert asking.asked("ann@example.org")


def test_a_stop_keeps_neither_the_address_nor_the_link(asking, store):
    token = stopped(asking)
    with store.engine.connect() as connection:
        (kept,) = connection.execute(sa.select(stops)).all()
    assert "ann" not in kept.key
    assert token not in (kept.token, kept.key)


def test_the_links_of_a_mail_are_pages_with_one_button(routes, tmp_path, client, browser):
    services = make_services(
        tmp_path / "mail", {"lanterns": GAME}, worker=False, channels=Channels(smtp="smtp://h?from=a@example.org")
    )
    app = attach_services(routes, services)
    services = app.state.services
    services.notices.set_address(key_hash("Ann"), "ann@example.org", HERE, "en")
    token = services.notices.stored.address(key_hash("Ann")).token
    for what in ("confirm", "stop"):
        assert f'action="/mail/{what}/{token}"' in browser.client.get(f"/mail/{what}/{token}").text
        assert browser.client.post(f"/mail/{what}/{token}").status_code == 200
    assert browser.client.post(f"/mail/confirm/{token}").status_code == 404
    again = browser.client.get(f"/mail/stop/{token}").text
    assert f'action="/mail/allow/{token}"' in again
    assert services.notices.stored.is_stopped(address_key("ann@example.org")), "a link that was only looked at"
    assert browser.client.post(f"/mail/allow/{token}").status_code == 200
    for what in ("allow", "stop", "confirm", "other"):
        assert browser.client.post(f"/mail/{what}/{token}").status_code == 404
    assert not services.notices.stored.is_stopped(address_key("ann@example.org"))
