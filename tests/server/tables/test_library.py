"""Tables on the start page: those under way first, a quick game, names, leaving, deleting."""

from __future__ import annotations

import re

import pytest

LISTED = re.compile(r'<li class="table-row( asked)?"><a href="/t/(\w+)"')


def listed(browser):
    """The tables of the start page in its order, and whether they wait for this browser."""
    return [(name, bool(asked)) for asked, name in LISTED.findall(browser.open("/"))]


def finish(browser):
    for turn in range(6):
        browser.page = browser.client.get(f"/t/{browser.table}", params={"as": turn % 2})
        browser.play("skip", turn % 2)


def with_an_open_seat(browser, seat):
    """Sets up a table of two whose other seat is free."""
    form = {"players": "2", f"seat{1 - seat}": "person", f"seat{seat}": "open", "pause": "0"}
    browser.page = browser.client.post("/new/lanterns", data=form)
    return str(browser.page.url).rsplit("/", 1)[1]


def test_where_it_is_your_turn_comes_first(browser, stranger):
    over = browser.set_up()
    finish(browser)
    first = browser.set_up(seat1="bot:random")
    waits = with_an_open_seat(browser, 1)
    others = with_an_open_seat(browser, 0)
    stranger.client.post(f"/t/{others}/join", data={"name": "Ben"})
    assert listed(browser) == [(first, True), (others, False), (waits, False), (over, False)]
    text = browser.open("/")
    assert text.index('id="going"') < text.index('class="games"') < text.index('id="mine"')
    assert re.search(rf"/t/{first}.*?your turn ·", text, re.S)
    assert re.search(rf"/t/{others}.*?to move ·", text, re.S)


def test_a_quick_game_is_one_click_and_seats_opponents(browser):
    assert "You against 3 computer players" in browser.open("/")
    browser.page = browser.client.post("/quick/lanterns")
    assert browser.page.status_code == 200
    assert browser.page.text.count('id="player-') == 4
    assert len(listed(browser)) == 1


def test_a_quick_game_is_as_the_last_one_was_set_up(browser, app):
    browser.set_up(players="3", name0="Ann", seat1="person", name1="Ben", seat2="bot:greedy", **{"option-wind": "storm"})
    assert "As last time: Ann, Ben, 1 computer player" in browser.open("/")
    browser.page = browser.client.post("/quick/lanterns")
    table = app.state.services.tables.open(re.search(r'data-table="(\w+)"', browser.page.text)[1])
    assert [(seat.kind, seat.name, seat.bot) for seat in table.row.seats] == [
        ("person", "Ann", ""),
        ("person", "Ben", ""),
        ("bot", "", "greedy"),
    ]
    assert table.row.options == {"wind": "storm"}


def test_a_set_up_that_is_not_offered_any_more_is_let_go(browser, app):
    browser.open("/")
    browser.set_up(players="3", seat2="bot:greedy")
    store = app.state.services.store
    owner = store.table(browser.table).host
    store.remember_setup(
        owner, "lanterns", store.setup_of(owner, "lanterns").replace('"options":{}', '"options":{"wind":"gale"}')
    )
    assert browser.client.post("/quick/lanterns").status_code == 200
    store.remember_setup(owner, "lanterns", "{}")
    assert browser.client.post("/quick/lanterns").status_code == 200


def test_a_table_has_a_name_where_its_host_gave_it_one(browser, stranger):
    browser.set_up()
    browser.client.post(f"/t/{browser.table}/name", data={"name": "  Tuesday   round "})
    assert "<strong>Tuesday round <small>Lanterns</small>" in browser.open("/")
    assert "Lanterns · Tuesday round</h1>" in stranger.open(f"/t/{browser.table}")
    assert stranger.client.post(f"/t/{browser.table}/name", data={"name": "Mine"}).status_code == 403
    assert browser.client.post(f"/t/{browser.table}/name", data={"name": "x" * 41}).status_code == 422
    assert "Tuesday round" in browser.open("/")


def test_a_table_is_deleted_with_all_that_was_played_there(browser, stranger, app):
    browser.set_up(seat1="bot:random")
    kept = browser.set_up()
    gone = browser.set_up(seat1="bot:random")
    browser.play("skip")
    assert stranger.client.post(f"/t/{gone}/delete").status_code == 403
    table = app.state.services.tables.open(gone)
    assert browser.client.post(f"/t/{gone}/delete").status_code == 200
    assert gone not in browser.page.text or gone not in browser.open("/")
    assert browser.client.get(f"/t/{gone}").status_code == 404
    assert app.state.services.store.entries(gone) == []
    assert table.to_move == -2, "who holds it still has nothing to do there"
    assert kept in browser.open("/")


def test_a_study_is_deleted_by_the_person_who_loaded_it(browser, app):
    browser.set_up()
    finish(browser)
    record = browser.client.get(f"/t/{browser.table}/record").text
    browser.page = browser.client.post("/study", files={"record": ("game.hanlin", record)})
    study = re.search(r'data-table="(\w+)"', browser.page.text)[1]
    assert browser.client.post(f"/t/{study}/delete").status_code == 200
    assert browser.client.get(f"/t/{study}").status_code == 404


@pytest.fixture
def among_others(browser, stranger):
    """A running table of two browsers."""
    name = with_an_open_seat(browser, 1)
    stranger.client.post(f"/t/{name}/join", data={"name": "Ben"})
    return name


def test_a_table_where_others_play_is_left_and_not_deleted(browser, stranger, among_others, app):
    assert browser.client.post(f"/t/{among_others}/delete").status_code == 422
    assert f"/t/{among_others}/delete" not in browser.open("/")
    assert browser.client.post(f"/t/{among_others}/aside").status_code == 200
    assert listed(browser) == []
    assert [name for name, _asked in listed(stranger)] == [among_others]
    assert len(app.state.services.tables.open(among_others).agenda.gone) == 1


def test_a_table_another_person_played_at_is_not_deleted(browser, stranger, among_others, app):
    services = app.state.services
    stranger.client.post(f"/t/{among_others}/aside")
    table = services.tables.open(among_others)
    (mine,) = table.owned_by(table.row.host)
    services.tables.decide(table, mine, 1 - mine, "opponent", table.number)
    assert {seat.owner for seat in table.row.seats} == {"", table.row.host}
    assert browser.client.post(f"/t/{among_others}/delete").status_code == 422
    assert f"/t/{among_others}/delete" not in browser.open("/")


def test_who_gave_up_a_seat_before_the_game_has_not_played(browser, stranger, app):
    form = {"players": "3", "seat0": "person", "seat1": "open", "seat2": "open", "pause": "0"}
    browser.page = browser.client.post("/new/lanterns", data=form)
    name = str(browser.page.url).rsplit("/", 1)[1]
    stranger.client.post(f"/t/{name}/join", data={"name": "Ben"})
    stranger.client.post(f"/t/{name}/leave")
    browser.client.post(f"/t/{name}/start", data={"fill": "random"})
    assert app.state.services.tables.open(name).begun
    assert f"/t/{name}/delete" in browser.open("/")
    assert browser.client.post(f"/t/{name}/delete").status_code == 200


def test_viewers_of_a_deleted_table_are_notified_at_once(browser):
    browser.set_up()
    with browser.client.websocket_connect(f"/news?table={browser.table}") as socket:
        socket.receive_json()
        browser.client.post(f"/t/{browser.table}/delete")
        assert socket.receive_json() == {"table": browser.table, "deleted": True}


def test_a_finished_table_is_removed_from_your_own_list_only(browser, stranger, among_others, app):
    stranger.client.post(f"/t/{among_others}/aside")
    browser.client.post(f"/t/{among_others}/aside")
    assert listed(browser) == listed(stranger) == []
    assert app.state.services.tables.open(among_others).over
    assert browser.client.get(f"/t/{among_others}").status_code == 200


def test_a_stranger_leaves_nothing(browser, stranger):
    browser.set_up()
    assert stranger.client.post(f"/t/{browser.table}/aside").status_code == 403
