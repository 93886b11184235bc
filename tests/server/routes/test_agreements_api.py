"""Clocks, and what people agree on, by the JSON interface and on the pages."""

import re
import secrets

import pytest
from litestar.testing import TestClient

from hanlin.server.asgi import attach_services, make_app, make_services
from hanlin.server.tables.clocks import DAY
from helpers.programs import problem
from helpers.simulated import SimulatedClock
from lanterns import GAME

LIVE = {"kind": "live", "base": 60, "increment": 5}


@pytest.fixture
def clock():
    return SimulatedClock()


@pytest.fixture
def app(routes, tmp_path, clock):
    return attach_services(routes, make_services(tmp_path, {"lanterns": GAME}, worker=False, clock=clock))


def of_two(ann, ben, **more):
    table = ann.set_up("me", "open", **more)["id"]
    ben.post(f"/api/tables/{table}/join", {"seat": 1})
    return table


def say(program, table, path, **fields):
    state = program.state(table)
    command = {"seat": state["seat"], "number": state["number"], "client": secrets.token_hex(8), **fields}
    return program.post(f"/api/tables/{table}/{path}", command)


def test_the_clocks_are_part_of_the_state(ann, ben, clock):
    table = of_two(ann, ben, time=LIVE)
    begin = clock.time
    told = ann.state(table)["clocks"]
    assert told == {
        "time": LIVE, "left": [60, 60], "running": 0, "since": begin, "due": begin + 60, "out": None,
        "holidays": [],
    }  # fmt: skip
    clock.go_on(20)
    told = ann.play(table, "skip").json()["clocks"]
    assert (told["left"], told["running"], told["due"]) == ([45, 60], 1, begin + 80)


@pytest.mark.parametrize(
    "time",
    [
        {"kind": "live", "base": 0}, {"kind": "live", "base": -5}, {"kind": "days", "days": 0}, {"kind": "hours"}, {"base": 60},
        {"kind": "days", "days": 1, "holidays": ["soon"]}, {"kind": "live", "base": 60, "increment": -1},
    ],
)  # fmt: skip
def test_clocks_that_there_are_not_are_refused(ann, time):
    problem(ann.post("/api/tables", {"game": "lanterns", "seats": ["me", "open"], "time": time}), 400)


def test_a_holiday_that_is_in_no_calendar_is_refused(ann):
    time = {"kind": "days", "days": 1, "holidays": ["2026-12-25", "2026-02-31"]}
    problem(ann.post("/api/tables", {"game": "lanterns", "seats": ["me", "open"], "time": time}), 422, "2026-02-31")


def test_the_others_decide_by_program(ann, ben, clock):
    table = of_two(ann, ben, time=LIVE)
    clock.go_on(61)
    problem(ann.play(table, "skip"), 422, "time is up")
    state = ben.state(table)
    assert (state["vacant"], state["clocks"]["out"], state["clocks"]["left"]) == ([{"seat": 0, "why": "time"}], 0, [0, 60])
    problem(say(ben, table, "vacant", vacant=0, choice="opponent", bot="bot:nobody"), 422, "can't sit here")
    problem(say(ben, table, "vacant", vacant=1, choice="wait"), 422, "nothing to decide")
    problem(say(ann, table, "vacant", vacant=0, choice="wait"), 403)
    after = say(ben, table, "vacant", vacant=0, choice="wait").json()
    assert (after["vacant"], after["clocks"]["running"], after["clocks"]["due"]) == ([], 0, None)
    assert ann.play(table, "skip").status_code == 200


def test_time_is_given_and_the_win_claimed_by_program(ann, ben, clock):
    table = of_two(ann, ben, time=LIVE)
    clock.go_on(61)
    problem(ann.play(table, "skip"), 422, "time is up")
    after = say(ben, table, "vacant", vacant=0, choice="grant").json()
    assert (after["vacant"], after["clocks"]["running"], after["clocks"]["left"]) == ([], 0, [120, 60])
    problem(say(ben, table, "vacant", vacant=0, choice="claim"), 422, "nothing to decide")
    clock.go_on(121)
    problem(ann.play(table, "skip"), 422, "time is up")
    problem(say(ann, table, "vacant", vacant=0, choice="claim"), 403)
    after = say(ben, table, "vacant", vacant=0, choice="claim").json()
    assert (after["state"], after["ended"], after["winners"]) == ("over", "claimed", [1])


def test_asking_answering_and_ending_by_program(ann, ben):
    table = of_two(ann, ben)
    ann.play(table, "skip")
    ben.play(table, "skip")
    asked = say(ann, table, "ask", what="undo").json()["asked"]
    assert asked == {"what": "undo", "seat": 0, "ply": asked["ply"], "awaited": [1]}
    after = say(ben, table, "answer", agree=True).json()
    assert (after["asked"], after["actor"]) == (None, 0)
    say(ben, table, "ask", what="end")
    after = say(ann, table, "answer", agree=True).json()
    assert (after["state"], after["ended"], after["actor"], after["winners"]) == ("over", "agreed", -2, [])


def test_giving_up_by_program(ann, ben):
    table = of_two(ann, ben)
    assert say(ann, table, "resign").json()["vacant"] == [{"seat": 0, "why": "left"}]
    after = say(ben, table, "vacant", vacant=0, choice="opponent", bot="bot:random").json()
    assert after["seats"][0] == {"kind": "bot", "name": "", "bot": "random"}
    problem(ann.play(table, "skip", seat=0), 403)


def test_time_runs_out_after_a_restart_but_not_during_downtime(tmp_path, app, client, clock, ann, ben):
    table = of_two(ann, ben, time=LIVE)
    number = ann.state(table)["number"]
    app.state.services.timekeeper.heartbeat.stop()  # Its next heartbeat would hide the downtime.
    clock.go_on(100)
    again = make_app(tmp_path, {"lanterns": GAME}, worker=False, clock=clock)
    with TestClient(again) as fresh, fresh.websocket_connect(f"/news?table={table}") as news:
        assert fresh.get(f"/api/tables/{table}", headers=ben.headers).json()["vacant"] == []
        clock.go_on(100)
        again.state.services.timekeeper.set_soon(table, clock())  # The timer looks at the simulated clock.
        heard = 0
        while heard <= number + 1:
            heard = news.receive_json().get("number", 0)
        state = fresh.get(f"/api/tables/{table}", headers=ben.headers).json()
        assert state["vacant"] == [{"seat": 0, "why": "time"}]


# -- the pages ----------------------------------------------------------------------------------------------------------------


def test_the_page_shows_the_clocks_next_to_the_names(browser, clock):
    browser.set_up(time="live 300 10")
    clock.go_on(65)
    browser.open(f"/t/{browser.table}")
    rows = browser.page.text.partition('<ol id="players"')[2].partition("</ol>")[0]
    clocks = re.findall(r'class="clock[^>]*data-left="([\d.]+)"[^>]*>([^<]+)', rows)
    assert clocks == [("235.0", "3:55"), ("300.0", "5:00")]
    assert rows.count("clock ticking") == 1


def test_without_clocks_the_page_shows_none(browser):
    browser.set_up()
    assert 'class="clock' not in browser.page.text


def test_the_set_up_page_asks_for_days_and_holidays(browser, client):
    browser.set_up(time="days 3", weekends="on", holiday="2026-06-02", **{"holiday-end": "2026-06-03"})
    told = client.get(f"/api/tables/{browser.table}").json()["clocks"]
    wanted = {"kind": "days", "days": 3, "weekends": True, "holidays": ["2026-06-02", "2026-06-03"]}
    assert (told["time"], told["left"]) == (wanted, [3 * DAY, 3 * DAY])


@pytest.mark.parametrize(
    "form",
    [
        {"time": "live 5"}, {"time": "days 0"}, {"time": "soon 1"}, {"time": "days 1", "holiday": "x"},
        {"time": "days 1", "holiday": "2026-06-02", "holiday-end": "2026-06-01"},
    ],
)  # fmt: skip
def test_a_form_with_other_clocks_is_refused_with_a_sentence(browser, client, form):
    answer = client.post("/new/lanterns", data={"players": "2", "seat0": "person", "seat1": "person", **form})
    assert answer.status_code == 422
    assert "days off need a first and a last day" in answer.text


def test_people_agree_on_the_page(browser, stranger):
    form = {"players": "2", "seat0": "person", "name0": "Ann", "seat1": "open"}
    table = browser.client.post("/new/lanterns", data=form).url.path.rpartition("/")[2]
    stranger.client.post(f"/t/{table}/join", data={"name": "Ben"})
    browser.table = stranger.table = table
    order = [browser, stranger]
    for who in order:
        who.open(f"/t/{table}")
    first = int("data-asked" not in browser.page.text)
    order[first].play("skip", seat=first)
    second = order[1 - first]
    second.open(f"/t/{table}")
    second.play("skip", seat=1 - first)
    order[first].open(f"/t/{table}")
    command = {"seat": first, "number": order[first].number, "client": secrets.token_hex(8), "what": "undo"}
    asked = order[first].client.post(f"/t/{table}/ask", json=command)
    assert "Withdraw" in asked.text
    text = second.open(f"/t/{table}")
    assert "asks to undo everything" in text
    assert "Decline" in text
    command = {"seat": 1 - first, "number": second.number, "client": secrets.token_hex(8), "agree": True}
    second.client.post(f"/t/{table}/answer", json=command)
    assert "data-asked" in order[first].open(f"/t/{table}")
    command = {"seat": first, "number": order[first].number, "client": secrets.token_hex(8)}
    order[first].client.post(f"/t/{table}/resign", json=command)
    assert "Let the computer play on for" in second.open(f"/t/{table}")
