"""Holidays of one's own: a clock rests on the days that its person marked, from tomorrow on, and gives nothing back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanlin.contract import Days, Live
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Seat
from hanlin.server.exceptions import Refused
from hanlin.server.tables import clocks, commands, library
from hanlin.server.tables.clocks import DAY
from hanlin.server.tables.service import Tables
from helpers.long import examples
from helpers.simulated import SimulatedClock
from lanterns import GAME

ANN, BEN = key_hash("Ann"), key_hash("Ben")


@pytest.fixture
def clock():
    return SimulatedClock()


@pytest.fixture
def services(store, clock):
    return Tables(store, {"lanterns": GAME}, clock=clock)


def seated(services, time):
    seats = [Seat(kind="person", name=name, owner=owner) for name, owner in (("Ann", ANN), ("Ben", BEN))]
    return services.create(GAME, seats, {}, {}, pause=0, seed="a secret", host=ANN, time=time)


def day(clock, ahead):
    return (datetime.fromtimestamp(clock(), UTC).date() + timedelta(days=ahead)).isoformat()


def left(table, seat):
    return clocks.remaining(table.clocks, table.row.time, seat, table.clock())


def test_a_clock_rests_on_the_days_that_its_person_marked(services, clock):
    table = seated(services, Days(days=2))
    services.rest(table, 0, [day(clock, 1), day(clock, 2)], table.number)
    services.rest(table, 1, [day(clock, 4)], table.number)
    clock.go_on(3 * DAY)
    assert (left(table, 0), table.due) == (DAY, clock() + DAY)
    services.play(table, 0, "skip", table.number)
    clock.go_on(2 * DAY)
    assert left(table, 1) == DAY, "the fourth day is Ben's holiday, not Ann's"
    fresh = Tables(services.store, services.games, clock=clock).open(table.row.id)
    assert fresh.clocks == table.clocks


def test_days_that_have_begun_stay_as_they_were(services, clock):
    table = seated(services, Days(days=2))
    services.rest(table, 0, [day(clock, 1), day(clock, 3)], table.number)
    clock.go_on(1.5 * DAY)
    before = left(table, 0)
    with pytest.raises(Refused, match="from tomorrow on"):
        services.rest(table, 0, [day(clock, -1)], table.number)
    services.rest(table, 0, [], table.number)
    assert left(table, 0) == before == DAY
    assert clocks.of_seat(table.clocks, 0) == {day(clock, 0)}


@pytest.mark.parametrize("days", [[0], [367], [-1], range(1, 62)])
def test_holidays_have_an_end(services, clock, days):
    table = seated(services, Days(days=2))
    with pytest.raises(Refused, match="at most 60"):
        services.rest(table, 0, [day(clock, n) for n in days], table.number)
    with pytest.raises(Refused, match="at most 60"):
        services.rest(table, 0, ["2026-13-01"], table.number)


@pytest.mark.parametrize("time", [None, Live(base=60.0)])
def test_only_where_there_are_days_for_a_move(services, clock, time):
    table = seated(services, time)
    with pytest.raises(Refused, match="Days off work only"):
        services.rest(table, 0, [day(clock, 1)], table.number)


def test_what_is_asked_stays_asked(services, clock):
    table = seated(services, Days(days=2))
    services.ask(table, 0, "end", table.number)
    services.rest(table, 1, [day(clock, 1)], table.number)
    assert table.agenda.asked is not None
    services.rest(table, 1, [day(clock, 1)], table.number)
    assert [entry.kind for entry in services.store.entries(table.row.id)].count("holidays") == 1, "nothing changed"


def test_they_hold_at_all_ones_tables(services, clock):
    here, there, live = seated(services, Days(days=2)), seated(services, Days(days=7)), seated(services, Live(base=60.0))
    library.rest(services, here, ANN, [day(clock, 2)])
    library.rest(services, here, ANN, [day(clock, 3)])
    for table in (here, there):
        assert clocks.of_seat(table.clocks, 0) == {day(clock, 2), day(clock, 3)}
        assert clocks.of_seat(table.clocks, 1) == frozenset()
    assert live.clocks.holidays == ()
    library.rest(services, there, ANN, [])
    assert clocks.of_seat(here.clocks, 0) == frozenset()


@given(data=st.data())
@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_marked_days_are_charged_one_by_one_and_never_refunded(store, data):
    """Held against a separate hour-by-hour computation."""
    clock = SimulatedClock()
    services = Tables(store, {"lanterns": GAME}, clock=clock)
    table = seated(services, Days(days=data.draw(st.integers(1, 3)), weekends=data.draw(st.booleans())))
    for _ in range(data.draw(st.integers(1, 12))):
        seat, before = table.to_move, [left(table, seat) for seat in (0, 1)]
        step = data.draw(st.sampled_from(["think", "think", "mark", "mark", "restart", "play"]))
        if step == "think":
            hours = data.draw(st.integers(1, 40))
            for _hour in range(hours):
                resting = datetime.fromtimestamp(clock(), UTC).date()
                off = resting.isoformat() in clocks.of_seat(table.clocks, seat)
                off |= table.row.time.weekends and resting.weekday() >= 5
                before[seat] = max(0.0, before[seat] - (0 if off else 3600))
                clock.go_on(3600)
        elif step == "mark":
            who = data.draw(st.integers(0, 1))
            days = data.draw(st.sets(st.integers(1, 9), max_size=5))
            services.rest(table, who, [day(clock, n) for n in days], table.number)
        elif step == "restart":
            known = table.clocks
            services = Tables(store, services.games, clock=clock)
            table = services.open(table.row.id)
            assert table.clocks == known
        elif table.to_move >= 0 and not table.late(clock()):
            before[1 - seat] = table.row.time.days * DAY
            services.play(table, seat, "skip", table.number)
            if table.to_move < 0:
                return
        assert [left(table, seat) for seat in (0, 1)] == pytest.approx(before)
        due = clocks.due(table.clocks, table.row.time)
        assert due is None or clocks.remaining(table.clocks, table.row.time, table.to_move, due) == pytest.approx(0)


def test_the_page_marks_and_clears_them(browser, stranger, app):
    form = {"players": "2", "seat0": "person", "seat1": "open", "pause": "0", "time": "days 3"}
    browser.page = browser.client.post("/new/lanterns", data=form)
    table = str(browser.page.url).rsplit("/", 1)[1]
    stranger.client.post(f"/t/{table}/join", data={"name": "Ben"})
    ahead = day(app.state.services.tables.clock, 3)
    answer = browser.client.post(f"/t/{table}/holidays", data={"holiday": ahead, "holiday-end": ""})
    assert answer.status_code == 200
    there = app.state.services.tables.open(table)
    assert clocks.of_seat(there.clocks, there.owned_by(there.row.host)[0]) == {ahead}
    assert "Delete future days off" in answer.text
    assert browser.client.post(f"/t/{table}/holidays", data={"holiday": "soon"}).status_code == 422
    assert browser.client.post(f"/t/{table}/holidays", data={"clear": "on"}).status_code == 200
    assert clocks.of_seat(there.clocks, 0) == clocks.of_seat(there.clocks, 1) == frozenset()
    browser.client.cookies.clear()
    assert browser.client.post(f"/t/{table}/holidays", data={"clear": "on"}).status_code == 403


def test_programs_mark_them(client):
    token = client.post("/api/guests", json={"name": "Ann"}).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    wanted = {"game": "lanterns", "seats": ["me", "person"], "time": {"kind": "days", "days": 2}}
    table = client.post("/api/tables", json=wanted, headers=headers).json()["id"]
    number = client.get(f"/api/tables/{table}", headers=headers).json()["number"]
    ahead = day(datetime.now(UTC).timestamp, 5)
    body = {"seat": 0, "number": number, "client": "a-command", "days": [ahead]}
    state = client.post(f"/api/tables/{table}/holidays", json=body, headers=headers).json()
    assert state["clocks"]["holidays"] == [[ahead], []]
    again = client.post(f"/api/tables/{table}/holidays", json=body, headers=headers).json()
    assert again["number"] == state["number"] == number + 1
    assert commands.MOST_HOLIDAYS == 60
