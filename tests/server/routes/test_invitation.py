"""A table that waits for people, in the browser's pages: the invitation, taking a seat with a name, beginning."""

import re

from hanlin.core.position.game import games
from hanlin.server.tables import library
from lanterns import GAME


def waiting(browser, **form):
    fields = {"players": "2", "seat0": "person", "seat1": "open", "name0": "Ann", "pause": "0", **form}
    page = browser.client.post("/new/lanterns", data=fields)
    assert page.status_code == 200, page.text
    browser.table = str(page.url).rpartition("/")[2]
    browser.page = page
    return browser.table


def test_an_open_table_invites_by_link_and_code(browser):
    table = waiting(browser)
    assert f"http://testserver.local/t/{table}" in browser.page.text
    assert "<svg" in browser.page.text.split("QR code of the link")[1][:200]
    assert "data-ply" not in browser.page.text
    assert "waiting for players" in browser.open("/")


def test_a_friend_takes_a_seat_with_a_name_and_the_game_begins(browser, stranger):
    table = waiting(browser)
    text = stranger.open(f"/t/{table}")
    assert re.search(r'name="seat" value="1"', text)
    page = stranger.client.post(f"/t/{table}/join", data={"seat": "1", "name": "Ben"})
    assert page.status_code == 200
    assert 'data-seat="1"' in page.text
    assert "Ben" in page.text
    assert 'data-seat="0"' in browser.open(f"/t/{table}")


def test_a_guest_is_told_who_invites_to_what_and_how(browser, stranger):
    table = waiting(browser, players="3", seat2="open", time="live 300 10", **{"option-double": "on"})
    text = stranger.open(f"/t/{table}")
    assert "<h1>Ann invites you to Lanterns</h1>" in text
    assert "3 players · 5 min each + 10 s · Double" in text
    assert 'property="og:description" content="Ann invites you to Lanterns"' in text
    assert 'href="/help/lanterns"' in text
    assert "QR code" not in text, "a guest on a phone wants to join"
    assert "<h1>Waiting for players</h1>" in browser.open(f"/t/{table}")
    seated = stranger.client.post(f"/t/{table}/join", data={"name": "Ben"}).text
    assert "<h1>You are in. Waiting for the others.</h1>" in seated
    assert "QR code of the link" in seated
    nameless = waiting(browser, name0="", time="days 3")
    text = stranger.open(f"/t/{nameless}")
    assert "<h1>You are invited to Lanterns</h1>" in text
    assert "2 players · 3 days per turn" in text


def test_one_button_joins_the_first_open_seat(browser, stranger):
    table = waiting(browser, players="3", seat2="open", seat1="bot:random")
    text = stranger.open(f"/t/{table}")
    assert re.search(r'name="seat" value="2">Join<', text)
    other = waiting(browser, players="4", seat2="open", seat3="open")
    assert re.findall(r'name="seat" value="(\d)"', stranger.open(f"/t/{other}")) == ["1", "2", "3"]
    assert "Give up my seat" in stranger.client.post(f"/t/{other}/join", data={"name": "Ben"}).text


# -- playing with a friend ------------------------------------------------------------------------------------------------


def test_a_friend_is_invited_in_two_steps(browser, stranger):
    page = browser.client.post("/invite", data={"game": "lanterns", "name": "Ann"})
    assert page.status_code == 200
    table = str(page.url).rpartition("/")[2]
    assert "Ann invites you to Lanterns" in stranger.open(f"/t/{table}")
    assert 'value="Ann"' in browser.open("/invite"), "a name is asked for once"
    assert "data-ply" in stranger.client.post(f"/t/{table}/join", data={"name": "Ben"}).text


def test_the_link_comes_into_the_dialog(browser):
    page = browser.client.post("/invite", data={"game": "lanterns", "name": ""}, headers={"x-fragment": "1"})
    assert page.status_code == 200
    assert "<html" not in page.text
    table = re.search(r'data-follow="(\w+)"', page.text)[1]
    for part in (f'data-copy-link="http://testserver.local/t/{table}"', "data-share-link", "QR code of the link"):
        assert part in page.text
    assert f"/t/{table}" in browser.open("/"), "the browser has got the key of the seat"


def test_an_invitation_that_is_wrong_is_explained(client):
    page = client.post("/invite", data={"game": "lanterns", "name": 'a"b'})
    assert page.status_code == 422
    assert "quotation marks" in page.text
    assert client.post("/invite", data={"game": "chess"}).status_code == 404
    assert client.post("/invite", data={}).status_code == 404


def test_computer_players_take_the_seats_that_must_be_taken():
    china = games()["china"]
    seats = library.friend_setup(china, "owner", "Ann").seats
    assert [seat.kind for seat in seats] == ["person", "open", "bot"]
    assert [seat.kind for seat in library.friend_setup(GAME, "owner", "Ann").seats] == ["person", "open"]


def test_who_takes_a_seat_keeps_it_though_the_answer_never_comes(browser, stranger):
    table = waiting(browser)
    stranger.open(f"/t/{table}")
    had = dict(stranger.client.cookies)
    assert had
    stranger.client.post(f"/t/{table}/join", data={"seat": "1", "name": "Ben"})
    # As if the news that the game begins had come first, and called the answer with its cookies back.
    stranger.client.cookies.clear()
    stranger.client.cookies.update(had)
    assert 'data-seat="1"' in stranger.open(f"/t/{table}")


def test_who_joins_without_having_looked_gets_the_key_of_the_seat(browser, stranger):
    table = waiting(browser)
    assert 'data-seat="1"' in stranger.client.post(f"/t/{table}/join", data={"seat": "1", "name": "Ben"}).text
    assert 'data-seat="1"' in stranger.open(f"/t/{table}")


def test_a_request_makes_one_key_however_often_it_is_asked_for(browser, stranger):
    table = waiting(browser)
    page = stranger.client.post(f"/t/{table}/join", data={"seat": "1", "name": ""})
    assert page.status_code == 422
    assert [cookie.partition("=")[0] for cookie in page.headers.get_list("set-cookie")] == ["hanlin-key"]


def test_a_seat_that_is_taken_and_a_name_that_is_none_are_said(browser, stranger):
    table = waiting(browser)
    for form in (
        {"seat": "0", "name": "Ben"},
        {"seat": "1", "name": ""},
        {"seat": "1", "name": 'B"'},
        {"seat": "7", "name": "B"},
    ):
        page = stranger.client.post(f"/t/{table}/join", data=form)
        assert page.status_code == 422
        assert 'role="alert"' in page.text
    assert "data-ply" not in browser.open(f"/t/{table}")


def test_the_host_begins_with_an_opponent_or_puts_the_table_away(browser, stranger):
    table = waiting(browser)
    assert stranger.client.post(f"/t/{table}/start", data={"fill": "random"}).status_code == 422
    assert stranger.client.post(f"/t/{table}/close").status_code == 422
    assert browser.client.post(f"/t/{table}/start", data={"fill": "nobody"}).status_code == 422
    assert "data-ply" in browser.client.post(f"/t/{table}/start", data={"fill": "random"}).text
    other = waiting(browser)
    assert "cancelled" in browser.client.post(f"/t/{other}/close").text
    assert "nobody joined" in browser.open("/")


def test_a_seat_is_given_up(browser, stranger):
    table = waiting(browser, players="3", seat2="open")
    stranger.client.post(f"/t/{table}/join", data={"seat": "2", "name": "Ben"})
    assert "Give up my seat" in stranger.open(f"/t/{table}")
    assert "Give up my seat" not in stranger.client.post(f"/t/{table}/leave").text


def test_only_listed_tables_are_shown_to_everybody(browser, stranger):
    private, listed = waiting(browser), waiting(browser, listed="on")
    text = stranger.open("/")
    assert listed in text
    assert private not in text


def test_nothing_of_a_table_that_waits_is_a_fault(browser):
    table = waiting(browser)
    for path in ("", "/view", "/log", "/sheet/0", "/points", "/panel/pool", "/record"):
        assert browser.client.get(f"/t/{table}{path}").status_code < 500, path


def test_free_seats_offer_levels_with_what_is_known_of_them(browser, stranger):
    table = waiting(browser)
    page = browser.page.text
    assert re.findall(r'<li class="level" data-level="(\w+)">', page) == ["novice", "casual", "strong"]
    more = re.search(r'<select name="fill">(.*?)<optgroup label="More">(.*?)</optgroup>', page, re.S)
    assert '<option value="casual">' in more[1]
    assert re.findall(r'value="(\w+)"', more[2]) == ["random", "greedy"]
    assert 'class="level"' not in stranger.open(f"/t/{table}"), "only the host fills the seats"
