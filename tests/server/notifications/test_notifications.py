"""Notifications of your turn while you are away: receivers, times, channels, and secrets that they must not reveal."""

from __future__ import annotations

import asyncio
import io
import logging
import re
import sqlite3
from contextlib import closing

import httpx
import pytest

from hanlin.client import Client
from hanlin.contract import Days
from hanlin.core.errors import BadOption, HanlinError
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.asgi import make_app
from hanlin.server.db import Seat, Store, backup
from hanlin.server.db.notifications import LONGEST_PAUSE, MAIL, PAUSE, PUSH, Receiver
from hanlin.server.exceptions import Refused
from hanlin.server.lib import logging as server_logging
from hanlin.server.notifications.mail import BadMailServer, mail_server, masked
from hanlin.server.notifications.service import Channels, Notices
from hanlin.server.notifications.web_push import Outcome, Push, is_public
from hanlin.server.tables.service import Tables
from hanlin.server.tables.timers import Timekeeper
from helpers.concurrently import at_once
from helpers.people import persons
from helpers.receiving import Mailbox, PushService, Subscriber
from helpers.serving import served
from helpers.simulated import SimulatedClock
from lanterns import GAME

ANN, BEN = key_hash("Ann's key"), key_hash("Ben's key")


@pytest.fixture
def service():
    service = PushService()
    yield service
    service.stop()


@pytest.fixture
def mailbox():
    mailbox = Mailbox()
    yield mailbox
    mailbox.stop()


@pytest.fixture
def log():
    """The server's log while the test runs."""
    stream, before = io.StringIO(), logging.getLogger().handlers[:]
    server_logging.log_to(stream)
    yield stream
    logging.getLogger().handlers[:] = before


# -- receivers, with a stopped clock ------------------------------------------------------------------------------


class Services:
    """A table of Ann and Ben, and its notifications."""

    def __init__(self, store, time=None):
        self.clock = SimulatedClock()
        self.tables = Tables(store, {"lanterns": GAME}, clock=self.clock)
        seats = [Seat(kind="person", name=name, owner=owner) for name, owner in (("Ann", ANN), ("Ben", BEN))]
        self.table = self.tables.create(GAME, seats, {}, {}, pause=0, seed="a secret", time=time, host=ANN)
        self.times = Timekeeper(self.tables)
        self.notices = Notices(self.tables, self.times, Channels(smtp="smtp://localhost?from=a@example.org"))
        self.stored = self.notices.stored
        key = Subscriber(Service()).subscription
        for owner in (ANN, BEN):
            self.stored.add_receiver(owner, f"https://push.example.org/{owner}", key["p256dh"], key["auth"], "", 0)
        self.clock.go_on(1)
        self.notices.want(self.table, BEN, PUSH, True, "en")

    def play(self, seconds=100):
        self.clock.go_on(seconds)
        self.tables.play(self.table, self.table.to_move, "skip", self.table.number)
        self.clock.go_on(seconds)

    def due(self):
        return [(wish.owner, wish.way) for wish in self.stored.due_notices(self.clock(), 20, 10)]

    def tell(self):
        (wish,) = self.stored.due_notices(self.clock(), 20, 10)
        assert self.stored.claim_notice(wish, self.clock())
        self.stored.begin_notice(wish, self.clock(), reminder=False)
        self.stored.note_sent(wish)


class Service:
    url = "https://push.example.org"


@pytest.fixture
def services(store):
    return Services(store)


def test_the_active_player_is_notified_once_until_they_look(services):
    assert services.due() == []
    services.play()
    assert services.due() == [(BEN, PUSH)]
    services.tell()
    assert services.due() == []
    services.tables.undo(services.table, 0, services.table.number)
    services.play()
    assert services.due() == [], "Ben has not looked yet"
    services.notices.looked(services.table, BEN, "en")
    assert services.due() == [], "he sees that it is his turn"
    services.play()
    services.play()
    assert services.due() == [(BEN, PUSH)]


def test_acting_counts_as_looking(services):
    services.play()
    services.tell()
    services.play()  # Ben, by a program that shows him nothing
    services.play()
    assert services.due() == [(BEN, PUSH)]


def test_an_undo_before_the_notification_cancels_it(services):
    services.play()
    services.tables.undo(services.table, 0, services.table.number)
    services.clock.go_on(100)
    assert services.due() == []


def test_a_look_within_the_first_seconds_cancels_a_notification(services):
    services.play(seconds=10)
    assert services.due() == []
    services.notices.looked(services.table, BEN, "en")
    services.clock.go_on(100)
    assert services.due() == []


def test_a_restart_forgets_nobody(services, tmp_path):
    services.play()
    other = Store.in_folder(tmp_path)
    assert [wish.owner for wish in other.due_notices(services.clock(), 20, 10)] == [BEN]
    other.close()


def test_one_of_several_processes_notifies(services):
    services.play()
    (wish,) = services.due() and services.stored.due_notices(services.clock(), 20, 10)
    assert sorted(at_once(*[lambda: services.stored.claim_notice(wish, services.clock())] * 8)) == [False] * 7 + [True]


def test_what_could_not_be_sent_is_tried_again_with_growing_pauses(services):
    services.play()
    pauses, since = [], services.clock()
    for _ in range(9):
        while not services.due():
            services.clock.go_on(PAUSE / 2)
        (wish,) = services.stored.due_notices(services.clock(), 20, 10)
        assert services.stored.claim_notice(wish, services.clock())
        pauses.append(services.clock() - since)
        since = services.clock()
    assert pauses == [0, *(min(PAUSE * 2**n, LONGEST_PAUSE) for n in range(8))]


def test_a_notification_cut_off_by_a_restart_is_not_repeated(services):
    services.play()
    (wish,) = services.stored.due_notices(services.clock(), 20, 10)
    assert services.stored.claim_notice(wish, services.clock())
    services.stored.begin_notice(wish, services.clock(), reminder=False)
    services.clock.go_on(2 * LONGEST_PAUSE)
    assert services.due() == [], "nobody knows whether it came"
    services.notices.looked(services.table, BEN, "en")
    services.play()
    services.play()
    assert services.due() == [(BEN, PUSH)]


def test_what_was_begun_and_failed_is_due_again(services):
    services.play()
    (wish,) = services.stored.due_notices(services.clock(), 20, 10)
    assert services.stored.claim_notice(wish, services.clock())
    services.stored.begin_notice(wish, services.clock(), reminder=True)
    services.stored.note_failed(wish, services.clock())
    services.clock.go_on(PAUSE)
    (again,) = services.stored.due_notices(services.clock(), 20, 10)
    assert (again.told, again.reminded, again.tries) == (wish.told, wish.reminded, 1)


def test_a_player_with_days_per_move_is_reminded_once_in_time(store):
    services = Services(store, Days(days=2))
    services.play()
    services.tell()
    services.notices.looked(services.table, BEN, "en")
    services.times.due[services.table.row.id] = services.table.due
    assert services.notices._reminders(services.clock()) == []
    services.clock.go_on(1.6 * 86400)
    ((wish, left),) = services.notices._reminders(services.clock())
    assert 0 < left < 0.5 * 86400
    assert "Time left: 9:3" in services.notices._words(services.table.row, wish, left).text
    assert services.stored.claim_notice(wish, services.clock())
    services.stored.begin_notice(wish, services.clock(), reminder=True)
    services.stored.note_sent(wish)
    assert services.notices._reminders(services.clock()) == []


def test_nothing_is_offered_where_nobody_else_is(services, tables):
    alone = tables.create(GAME, persons(), {}, {}, pause=0)
    assert not services.notices.offered(alone, persons()[0].owner)
    assert not services.notices.offered(services.table, key_hash("a stranger's key"))
    with pytest.raises(Refused):
        services.notices.want(services.table, key_hash("a stranger's key"), PUSH, True, "en")


def test_notifications_are_in_the_recipients_language(services):
    services.play()
    (wish,) = services.stored.due_notices(services.clock(), 20, 10)
    assert services.notices._words(services.table.row, wish, None).text == "You play with Ann."
    bots = [Seat(kind="person", name="Ben", owner=BEN), *(Seat(kind="bot", bot="random") for _ in range(2))]
    row = services.tables.create(GAME, bots, {}, {}, pause=0).row
    assert re.fullmatch(r"You play with \w+ and \w+\.", services.notices._words(row, wish, None).text)
    for language, title in (("en", "Your turn: Lanterns"), ("de", "Du bist dran: Laternen")):
        services.stored.note_look(BEN, wish.table, language, 0)
        (wish,) = services.stored.due_notices(services.clock(), 20, 10)
        words = services.notices._words(services.table.row, wish, None)
        assert words.title == title
        assert "Ann" in words.text


def test_no_more_browsers_are_kept_than_a_person_has(services):
    key = Subscriber(Service()).subscription
    for n in range(12):
        services.stored.add_receiver(ANN, f"https://push.example.org/{n}", key["p256dh"], key["auth"], "", n + 1)
    assert [each.endpoint[-2:].strip("/") for each in services.stored.receivers(ANN)] == [str(n) for n in range(4, 12)]


# -- what is sent ------------------------------------------------------------------------------------------------------------


def do(client, path, body=None):
    headers = {"authorization": f"Bearer {client.token}"}
    answer = httpx.post(f"{client.url}/api/{path}", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def skip(client, table):
    state = client.state(table)
    return client.play(state, "skip")


@pytest.fixture
def at_one_table(tmp_path, service, mailbox):
    """Ann and Ben at a table where Ann begins; notices go to the receivers of the test."""
    told = Channels(smtp=mailbox.url, push=(f"{service.url}/",), grace=0, look=0.02)
    with (
        served(tmp_path, {"lanterns": GAME}, channels=told) as url,
        Client.guest(url, "Ann") as ann,
        Client.guest(url, "Ben") as ben,
    ):
        table = ann.create("lanterns", 2, seats=["me", "open"]).id
        ben.join(table)
        yield ann, ben, table


def test_a_browser_is_notified_though_a_tab_is_open(at_one_table, service):
    ann, ben, table = at_one_table
    browser, gone = Subscriber(service, "here"), Subscriber(service, "gone")
    for each in (browser, gone):
        key = do(ben, "notices/push", each.subscription)["key"]
    assert do(ben, f"tables/{table}/notices", {"way": "push"})["wanted"] == ["push"]
    # While the push service fails, the game continues.
    service.status = {"/here": 503, "/gone": 503}
    skip(ann, table)
    assert {service.next()[0] for _ in range(2)} == {"/here", "/gone"}
    skip(ben, table)
    do(ben, f"tables/{table}/looked")
    service.status = {"/gone": 410}
    with closing(ben.news(table)) as tab:
        next(tab)
        skip(ann, table)
        (_gone, *_same), (_here, headers, body) = sorted((service.next(), service.next()), key=lambda got: got[0])
    told = browser.read(body)
    assert told == {
        "title": "Your turn: Lanterns",
        "body": "You play with Ann.",
        "url": f"/t/{table}",
        "tag": table,
        "lang": "en",
    }
    assert (headers["content-encoding"], headers["authorization"][:9]) == ("aes128gcm", "vapid t=e")
    assert headers["authorization"].endswith(f"k={key}")
    assert len(body) < 4096
    # A browser that is gone is asked no more.
    skip(ben, table)
    skip(ann, table)
    assert service.next()[0] == "/here"
    assert service.got.empty()


def link_of(mail, what):
    return re.search(rf"http://\S+/mail/{what}/[\w-]+", mail.get_content())[0]


def test_an_address_is_confirmed_first_and_never_logged(at_one_table, mailbox, log):
    ann, ben, table = at_one_table
    told = do(ben, "notices/mail", {"address": "ben@example.org"})
    assert (told["ways"], told["address"], told["confirmed"]) == (["push", "mail"], "b…@example.org", False)
    do(ben, f"tables/{table}/notices", {"way": "mail"})
    question = mailbox.next()
    assert question["To"] == "ben@example.org"
    skip(ann, table)
    skip(ben, table)
    link = link_of(question, "confirm")
    assert "Get an e-mail when it" in httpx.get(link).text
    assert not do(ben, f"tables/{table}/looked")["confirmed"], "a link that was only looked at"
    assert httpx.post(link).status_code == 200
    assert mailbox.got.empty()
    skip(ann, table)
    mail = mailbox.next()
    assert mail["Subject"] == "Your turn: Lanterns"
    assert "You play with Ann." in mail.get_content()
    assert f"{ann.url}/t/{table}" in mail.get_content()
    assert (mail["Auto-Submitted"], mail["List-Unsubscribe-Post"]) == ("auto-generated", "List-Unsubscribe=One-Click")
    stop = mail["List-Unsubscribe"].strip("<>")
    assert stop == link_of(mail, "stop")
    assert "You won&#39;t get any more e-mails." in httpx.post(stop, data={"List-Unsubscribe": "One-Click"}).text
    assert httpx.post(stop).status_code == 404
    left = do(ben, f"tables/{table}/looked")
    assert (left["address"], left["wanted"]) == (None, [])
    # An address that its own server does not know is forgotten.
    mailbox.answer = "550 no such person"
    do(ann, "notices/mail", {"address": "nobody@example.org"})
    mailbox.next()
    while do_get(ann, "notices")["address"] is not None:
        pass
    logging.getLogger("hanlin.server").error("a fault with ben@example.org and %s", stop)
    assert "@example.org" not in log.getvalue()
    assert stop.rpartition("/")[2] not in log.getvalue()


def do_get(client, path):
    return httpx.get(f"{client.url}/api/{path}", headers={"authorization": f"Bearer {client.token}"}).json()


def test_without_a_mail_server_no_mail_is_offered(client, browser):
    guest = client.post("/api/guests", json={"name": "Ann"}).json()["token"]
    headers = {"authorization": f"Bearer {guest}"}
    assert client.get("/api/notices", headers=headers).json()["ways"] == ["push"]
    answer = client.post("/api/notices/mail", json={"address": "a@example.org"}, headers=headers)
    assert (answer.status_code, answer.json()["detail"]) == (422, "This server sends no e-mail.")


# -- what nobody may do by it --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://[::ffff:10.0.0.1]/a",
        "https://169.254.169.254/latest",
        "https://192.168.1.1/a",
        "https://0.0.0.0/a",
        "https://push.example.org:8443/a",
        "https://name:word@push.example.org/a",
        "https:///a",
        "file:///etc/passwd",
        "https://push.example.org/" + "a" * 1100,
        "nonsense",
    ],
)
def test_only_public_push_services_are_asked(store, endpoint):
    keys = Subscriber(Service()).subscription
    with pytest.raises(BadOption, match="public https address"):
        Push(store).check(endpoint, keys["p256dh"], keys["auth"])


@pytest.mark.parametrize(("p256dh", "auth"), [("", ""), ("A" * 87, "A" * 22), ("B" * 87, "A" * 10), ("é", "A" * 22)])
def test_keys_that_are_none_are_refused(store, p256dh, auth):
    with pytest.raises(BadOption):
        Push(store).check("https://push.example.org/a", p256dh, auth)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "::1", "fe80::1%eth0", "::ffff:192.168.0.1", "224.0.0.1", "2002:7f00:1::"]
)
def test_no_address_of_a_private_network_is_public(address):
    assert not is_public(address)


def test_a_name_that_resolves_to_a_private_network_is_not_asked(store, monkeypatch):
    keys = Subscriber(Service()).subscription
    asked = []

    async def resolve(_loop, host, port, **_more):
        asked.append(host)
        return [(2, 1, 6, "", ("93.184.215.14", port)), (2, 1, 6, "", ("10.0.0.7", port))]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolve)
    receiver = Receiver(
        "x", ANN, "https://inside.example.org/a", keys["p256dh"], keys["auth"], "https://games.example.org", 0.0
    )
    assert asyncio.run(Push(store).send(receiver, b"{}", "t", "https://games.example.org")) is Outcome.LATER
    assert asked == ["inside.example.org"]


def test_all_processes_know_one_key(store):
    pushes = [Push(store) for _ in range(4)]
    assert len(set(at_once(*[push.key for push in pushes]))) == 1
    assert Push(store).key() == pushes[0].key()


def test_nobody_is_asked_twice_within_an_hour(services):
    services.notices.set_address(ANN, "ann@example.org", "https://games.example.org", "en")
    (question,) = services.stored.to_ask(services.clock(), 10)
    services.stored.question_sent(question)
    for owner, address in ((ANN, "another@example.org"), (BEN, "ann@example.org"), (ANN, "ann@example.org")):
        with pytest.raises(Refused, match="hour"):
            services.notices.set_address(owner, address, "https://games.example.org", "en")
    services.clock.go_on(3601)
    services.notices.set_address(ANN, "another@example.org", "https://games.example.org", "en")
    assert services.notices.address(ANN) == ("a…@example.org", False)
    services.clock.go_on(3 * 86400)
    services.notices.sweep()
    assert services.notices.address(ANN) is None


@pytest.mark.parametrize(
    "address", ["", "ann", "ann@", "ann@host", "a b@example.org", "a@example.org\nBcc: b@example.org", "é@x.org"]
)
def test_what_is_no_address_is_refused(services, address):
    with pytest.raises(BadOption):
        services.notices.set_address(ANN, address, "https://games.example.org", "en")


def test_a_backup_holds_no_address_that_was_not_confirmed(services, store, tmp_path):
    for owner, address in ((ANN, "ann@example.org"), (BEN, "ben@example.org")):
        services.notices.set_address(owner, address, "https://games.example.org", "en")
    services.stored.confirm_address(services.stored.address(ANN).token)
    backup.write(store, tmp_path / "backup")
    with sqlite3.connect(tmp_path / "backup") as kept:
        assert kept.execute("SELECT address FROM mail_addresses").fetchall() == [("ann@example.org",)]
    assert b"ben@example.org" not in (tmp_path / "backup").read_bytes()


def test_a_table_that_is_deleted_takes_its_wishes_along(services):
    services.tables.delete(services.table)
    assert services.stored.wanted_notices(BEN, services.table.row.id) == set()


@pytest.mark.parametrize(
    "address", ["", "smtp://", "http://mail.example.org?from=a@example.org", "smtp://host", "smtp://host:x?from=a@b.org"]
)
def test_a_mail_server_that_is_none_is_refused_in_a_sentence(address):
    with pytest.raises(BadMailServer, match=r"smtp://NAME:PASSWORD@HOST:PORT\?from=ADDRESS"):
        mail_server(address)


def test_where_mails_are_handed_in():
    found = mail_server("smtps://games%40example.org:a%20word@mail.example.org")
    assert (found.host, found.port, found.sender, found.password, found.tls) == (
        "mail.example.org", 465, "games@example.org", "a word", True,
    )  # fmt: skip
    assert masked("ann@example.org") == "a…@example.org"


def test_links_of_mails_lead_to_a_host_that_was_named(tmp_path):
    with pytest.raises(HanlinError, match="name the hosts"):
        make_app(tmp_path, {"lanterns": GAME}, worker=False, hosts=["*"], channels=Channels(smtp="smtp://h?from=a@example.org"))


def test_the_page_offers_what_there_is(app, browser, stranger):
    browser.page = browser.client.post("/new/lanterns", data={"players": "2", "seat0": "person", "seat1": "open", "pause": "0"})
    table = str(browser.page.url).rsplit("/", 1)[1]
    assert f"/t/{table}/notices" in browser.page.text
    stranger.client.post(f"/t/{table}/join", data={"name": "Ben"})
    assert f"/t/{table}/notices" in stranger.open(f"/t/{table}")
    page = stranger.open(f"/t/{table}/notices")
    assert 'data-notice="push"' in page
    assert 'data-notice="mail"' not in page
    assert stranger.client.get("/told.js").headers["content-type"].startswith("text/javascript")
    stranger.client.cookies.clear()
    assert stranger.client.get(f"/t/{table}/notices").status_code == 403
    assert stranger.client.post("/mail/confirm/nothing").status_code == 404
    assert MAIL not in app.state.services.notices.ways
