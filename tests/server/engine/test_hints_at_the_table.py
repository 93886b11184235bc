"""Hints at the table: where it gives them, to whom, once for each state, and announced where others play."""

from __future__ import annotations

import asyncio
import html
import json
import time

import msgspec
import pytest
from workers import Processes

from hanlin.server.db import Seat
from hanlin.server.engine import process
from hanlin.server.engine.hints import Adviser, Hints, gives_hints
from hanlin.server.engine.liveness import Report
from hanlin.server.engine.opponents import HintRequest, Opponents, Worker
from hanlin.server.exceptions import Refused, Stale
from helpers.concurrently import until
from helpers.people import OWNER, persons
from helpers.programs import Program, problem
from lanterns import GAME


def person(owner):
    return Seat(kind="person", owner=owner)


BOT = Seat(kind="bot", bot="casual")


@pytest.mark.parametrize(
    ("seats", "usual"),
    [
        ([person("a"), BOT], True),
        ([person("a"), person("a")], True),
        ([person("a"), person("b")], False),
        ([person("a"), Seat(kind="open")], False),
    ],
)
def test_hints_follow_the_tables_setting_unless_one_browser_plays(tables, seats, usual):
    given = {said: gives_hints(tables.create(GAME, seats, {}, {}, pause=0, hints=said).row) for said in ("", "yes", "no")}
    assert given == {"": usual, "yes": True, "no": False}


def test_the_form_offers_the_switch_and_keeps_it_for_the_next_game(browser):
    browser.set_up(hints="no", seat1="bot:random")
    assert "data-take-hint" not in browser.open(f"/t/{browser.table}")
    browser.page = browser.client.post("/quick/lanterns")
    assert "data-take-hint" not in browser.page.text
    browser.set_up(hints="", seat1="bot:random")
    assert "data-take-hint" in browser.page.text
    answer = browser.client.post("/new/lanterns", data={"players": "2", "seat0": "person", "hints": "perhaps"})
    assert answer.status_code == 422


def take(client, table, seat, number, headers=None):
    return client.post(f"/api/tables/{table}/hint", json={"seat": seat, "number": number}, headers=headers)


def test_a_hint_is_for_the_active_seat_and_fixed_for_one_state(browser, stranger):
    browser.set_up()
    table, number = browser.table, browser.number
    there = f"/api/tables/{table}/hint"
    assert browser.client.get(there).status_code == 404
    first = take(browser.client, table, 0, number)
    assert first.status_code == 200, first.text
    hint = first.json()
    assert hint["seat"] == 0
    assert hint["quick"]
    assert [each["action"] for each in hint["best"]]
    legal = browser.client.get(f"/api/tables/{table}", params={"as": 0}).json()["legal"]
    assert {each["action"] for each in hint["best"]} <= set(legal)
    assert all(each["text"] and each["told"][0] == each["text"] for each in hint["best"])
    assert all(each["reason"].endswith(".") and set(each["equals"]) <= set(legal) for each in hint["best"])
    assert hint["confidence"] == "quick"
    assert take(browser.client, table, 0, number).json() == hint == browser.client.get(there).json()
    # It is noted once; what can be played is as it was.
    assert browser.client.get(f"/api/tables/{table}").json()["number"] == number + 1
    problem(take(browser.client, table, 1, number), 422, "not your turn")
    problem(take(stranger.client, table, 0, number), 403, "your own seat")
    assert stranger.client.get(there).status_code == 403
    browser.play(legal[0])
    assert browser.client.get(there).status_code == 404
    problem(take(browser.client, table, 0, number), 409)


def test_a_hint_among_others_changes_nothing_and_is_kept_quiet(client):
    ann, bob = Program(client, "Ann"), Program(client, "Bob")
    table = ann.set_up("me", "open", hints=True)["id"]
    bob.post(f"/api/tables/{table}/join", {})
    before = ann.state(table)
    for _ in range(2):
        answer = ann.post(f"/api/tables/{table}/hint", {"seat": 0, "number": before["number"]})
        assert answer.status_code == 200, answer.text
    after = ann.state(table)
    assert after["number"] == before["number"] + 1
    assert {**after, "number": 0} == {**before, "number": 0}
    assert ann.play(table, before["legal"][0], before["number"], 0).status_code == 200
    assert "used a hint" not in bob.get(f"/t/{table}").text
    quiet = ann.set_up("me", "open")["id"]
    bob.post(f"/api/tables/{quiet}/join", {})
    number = ann.state(quiet)["number"]
    problem(ann.post(f"/api/tables/{quiet}/hint", {"seat": 0, "number": number}), 403, "Hints are off")


class Slow(Adviser):
    """An adviser that waits until it is let go."""

    def __init__(self, opponents):
        super().__init__(opponents)
        self.asked = []
        self.go = asyncio.Event()

    async def ask(self, question, wanted):
        self.asked.append(question)
        await self.go.wait()


def test_a_hint_is_computed_once_and_a_move_cancels_its_search(tables):
    table = tables.create(GAME, persons(), {}, {}, pause=0)

    async def ask():
        adviser = Slow(Opponents(tables))
        hints = Hints(tables, adviser)
        number = table.number
        asking = [asyncio.create_task(hints.take(table, OWNER, 0, number)) for _ in range(3)]
        await until(lambda: adviser.asked)
        tables.play(table, 0, table.position.legal[0], number)
        adviser.go.set()
        answers = await asyncio.gather(*asking, return_exceptions=True)
        assert [type(answer) for answer in answers] == [Stale] * 3
        assert len(adviser.asked) == 1
        assert not hints._thinking

    asyncio.run(ask())


def test_only_so_many_hints_are_thought_of_at_a_time(tables, monkeypatch):
    monkeypatch.setattr("hanlin.server.engine.hints.AT_ONCE", 1)
    one, two = (tables.create(GAME, persons(), {}, {}, pause=0) for _ in range(2))

    async def ask():
        adviser = Slow(Opponents(tables))
        hints = Hints(tables, adviser)
        first = asyncio.create_task(hints.take(one, OWNER, 0, one.number))
        await until(lambda: adviser.asked)
        with pytest.raises(Refused, match="Many hints"):
            await hints.take(two, OWNER, 0, two.number)
        adviser.go.set()
        assert (await first).hint.best
        assert hints.taken(one, OWNER, 0) is not None
        await hints.stop()

    asyncio.run(ask())


def test_a_hint_at_full_speed_comes_from_a_process_of_its_own(tables):
    """While the opponents' process is not ready there is none, and none is started."""
    opponents = Opponents(tables, Worker(["lanterns"]))

    async def ask():
        opponents._loop = asyncio.get_running_loop()
        adviser = Adviser(opponents)
        assert opponents.warming("lanterns")
        table = tables.create(GAME, persons(), {}, {}, pause=0)
        advised = await Hints(tables, adviser).take(table, OWNER, 0, table.number)
        assert advised.hint.quick
        assert adviser._worker is None

    asyncio.run(ask())


class Advising:
    """Hints whose processes are the test's; that of the opponents is ready, or given up on the game."""

    def __init__(self, tables, failed=False):
        worker = Worker(["lanterns"])
        worker.ready.add("lanterns")
        if failed:
            worker.ready.clear()
            worker.failed["lanterns"] = "TypingError"
        opponents = Opponents(tables, worker)
        opponents._loop = asyncio.get_running_loop()
        self.searching, self.quick = Processes(), Processes()
        made = (lambda games: Worker(games, self.searching)), (lambda games: Worker(games, self.quick))
        self.adviser = Adviser(opponents, *made)
        self.hints = Hints(tables, self.adviser)
        self.table = tables.create(GAME, persons(), {}, {}, pause=0)
        self.number = self.table.number

    async def take(self):
        return await self.hints.take(self.table, OWNER, 0, self.number)

    def question(self):
        return self.hints._question(self.table, OWNER, 0, self.number).question

    async def search_is_ready(self):
        await until(lambda: self.searching)
        self.searching[0].ready("lanterns")
        await until(lambda: self.adviser.is_ready("lanterns"))

    def search_answers(self, share=0.77):
        best = [{"action": self.table.position.legal[0], "share": share, "points": 9.0, "line": []}]
        self.searching[0].answer(json.dumps({"seat": 0, "seed": "s", "best": best, "quick": False}))


def advising(tables, scenario, **how):
    async def go():
        it = Advising(tables, **how)
        await scenario(it)
        await it.hints.stop()
        assert not it.searching.running
        assert not it.quick.running

    asyncio.run(go())


def test_a_quick_opinion_comes_first_and_the_search_replaces_it(tables):
    """Before, during and after compilation nobody waits, and the hint is stored once."""

    async def scenario(it):
        first = await it.take()
        assert first.hint.quick
        assert it.hints.is_pending(it.table, first)
        assert await it.take() == first, "still compiling"
        await it.search_is_ready()
        assert await it.take() == first, "the search has only begun"
        await until(lambda: it.searching[0].asked)
        it.search_answers()
        await until(lambda: not it.hints._searching)
        final = await it.take()
        assert not final.hint.quick
        assert not it.hints.is_pending(it.table, final)
        assert await it.take() == final == it.hints.taken(it.table, OWNER, 0)
        assert len(it.searching[0].asked) == 1
        assert it.table.number == it.number + 1

    advising(tables, scenario)


def test_a_search_that_is_slow_keeps_nobody_waiting(tables, monkeypatch):
    monkeypatch.setattr("hanlin.server.engine.hints.GRACE", 0.0)

    async def scenario(it):
        it.adviser.prepare("lanterns")
        await it.search_is_ready()
        assert (await it.take()).hint.quick
        it.search_answers()
        await until(lambda: not it.hints._searching)
        assert not (await it.take()).hint.quick

    advising(tables, scenario)


def test_a_search_that_is_quick_is_shown_at_once(tables, monkeypatch):
    monkeypatch.setattr("hanlin.server.engine.hints.GRACE", 60.0)

    async def scenario(it):
        it.adviser.prepare("lanterns")
        await it.search_is_ready()
        taking = asyncio.create_task(it.take())
        await until(lambda: it.searching[0].asked)
        it.search_answers()
        assert not (await taking).hint.quick

    advising(tables, scenario)


def test_a_search_that_fails_leaves_the_quick_opinion(tables, monkeypatch):
    """It is not begun again and again."""
    monkeypatch.setattr("hanlin.server.engine.hints.GRACE", 0.0)

    async def scenario(it):
        it.adviser.prepare("lanterns")
        await it.search_is_ready()
        await it.take()
        it.searching[0].answer("")
        await until(lambda: not it.hints._searching)
        last = await it.take()
        assert last.hint.quick
        assert not it.hints.is_pending(it.table, last)
        assert len(it.searching[0].asked) == 1

    advising(tables, scenario)


def test_a_game_that_does_not_compile_gives_quick_opinions(tables):
    async def scenario(it):
        advised = await it.take()
        assert advised.hint.quick
        assert not it.hints.is_pending(it.table, advised)
        assert not it.searching

    advising(tables, scenario, failed=True)


def test_a_quick_opinion_is_thought_of_in_a_process_of_its_own(tables):
    async def scenario(it):
        it.adviser.prepare("lanterns")
        await until(lambda: it.quick)
        it.quick[0].ready("lanterns")
        await until(lambda: it.adviser._quick.ready)
        taking = asyncio.create_task(it.take())
        await until(lambda: it.quick[0].asked)
        asked = msgspec.json.decode(msgspec.json.encode(it.quick[0].asked[0]), type=HintRequest)
        it.quick[0].answer(process.answer(asked, False))
        assert (await taking).hint.quick

    advising(tables, scenario)


def test_a_busy_process_keeps_no_quick_opinion_waiting(tables, monkeypatch):
    monkeypatch.setattr("hanlin.server.engine.hints.AT_ONCE_SECONDS", 0.0)

    async def scenario(it):
        it.adviser.prepare("lanterns")
        await until(lambda: it.quick)
        it.quick[0].ready("lanterns")
        await until(lambda: it.adviser._quick.ready)
        busy = asyncio.create_task(it.adviser.ask_quickly(it.question()))
        await until(lambda: it.quick[0].asked)
        assert (await it.take()).hint.quick
        busy.cancel()

    advising(tables, scenario)


def test_the_page_says_while_opponents_are_warming_up_and_no_longer(browser, app):
    opponents = app.dependencies["services"].dependency().opponents
    page = browser.set_up(seat1="bot:casual") and browser.page.text
    assert 'id="warming"' not in page
    opponents.worker = Worker(["lanterns"])
    assert "The computer players are still being prepared." in browser.open(f"/t/{browser.table}")
    assert 'id="warming"' in browser.page.text
    opponents.worker._preparing, opponents.worker._began = "lanterns", time.monotonic()
    opponents.worker._latest = Report(prepared=20.0)
    assert "being prepared, about 1 minute." in browser.open(f"/t/{browser.table}")
    opponents.worker.failed["lanterns"] = "TypingError"
    assert "prepared on this server" in browser.open(f"/t/{browser.table}")
    opponents.worker.failed.clear()
    browser.set_up(seat1="bot:random")
    assert 'id="warming"' not in browser.page.text
    opponents.worker.ready.add("lanterns")
    browser.set_up(seat1="bot:casual")
    assert 'id="warming"' not in browser.page.text
    opponents.worker = None


def test_only_computer_players_have_a_portrait_by_their_name(browser):
    page = browser.open(f"/t/{browser.set_up(seat1='bot:casual')}")
    assert page.count('class="portrait"') == 1
    assert "· casual" in html.unescape(page)
