"""The pages over HTTP: setting up, playing, secrets, errors, headers."""

import html
import re

import pytest

from hanlin.server.db import Seat
from lanterns import GAME

SECRET = re.compile(r"data-pick|Hand [123]")


def test_the_start_shows_the_games_and_no_tables_yet(browser):
    text = browser.open("/")
    assert "Lanterns" in text
    assert "None yet" in text


def test_a_panel_offers_to_play_and_the_rest_below(browser):
    text = browser.open("/")
    assert '<form class="quick" method="post" action="/quick/lanterns">' in text
    for address in ("/new/lanterns", "/rules/lanterns", "/invite"):
        assert f'href="{address}"' in text
    assert 'href="/learn/lanterns"' not in text, "it has no lesson"


def test_tables_to_continue_come_before_the_games(browser):
    running = browser.set_up(name0="Ann")
    waiting = browser.client.post("/new/lanterns", data={"players": "2", "seat0": "person", "seat1": "open"}).url.path
    text = browser.open("/")
    going = text.partition('id="going"')[2].partition('<ul class="games">')[0]
    assert going.index(f"/t/{running}") < going.index(waiting), "those that run come first"
    assert re.search(r'your turn[^<]* · <time datetime="[^"]+" title="[^"]+" data-ago="just now">just now</time>', going)
    assert ">You<" not in going.partition("</li>")[0], "a table with two own seats calls both by their names"
    assert "You</span>" in going.partition("</li>")[2]


def test_a_scene_is_kept_for_ever_under_its_digest(client):
    address = re.search(r'href="(/scene/lanterns/en/\w+\.svg)#scene"', client.get("/").text)[1]
    answer = client.get(address)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in answer.headers["cache-control"]
    assert "immutable" not in client.get("/scene/lanterns/en/older.svg").headers["cache-control"]
    assert client.get("/scene/chess/en/older.svg").status_code == 404


def test_a_table_is_set_up_and_found_again(browser):
    browser.set_up(name0="Ann", name1="Ben")
    text = browser.open("/")
    assert f"/t/{browser.table}" in text
    assert "Ann" in text
    assert "your turn" in text


def test_other_browsers_do_not_list_it(browser, stranger):
    browser.set_up()
    assert browser.table not in stranger.open("/")


def test_the_form_keeps_what_was_filled_in_when_something_is_wrong(client):
    form = {
        "players": "3",
        "seat0": "person",
        "name0": "Ann",
        "seat1": "bot:greedy",
        "seat2": "bot:nobody",
        "option-wind": "storm",
    }
    page = client.post("/new/lanterns", data=form)
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert 'value="Ann"' in page.text
    assert re.search(r'value="storm" selected', page.text)


def records(page):
    """What the cards of the levels say of the reader's games."""
    return dict(re.findall(r'<li class="level" data-level="(\w+)">.*?<span class="record">([^<]*)<', page, re.S))


def test_the_form_shows_each_level_with_the_readers_record(browser, stranger):
    tables = browser.client.app.state.services.tables
    person = tables.open(browser.set_up()).row.seats[0]
    # The computer player waits longer than the test takes, which plays for both sides.
    table = tables.create(GAME, [person, Seat(kind="bot", bot="casual")], {}, {}, pause=3600)
    while not table.over:
        tables.play(table, table.to_move, table.position.legal[0], table.number)
    won = int(0 in table.position.winners)
    none = "You haven&#39;t played against it yet"
    assert records(browser.open("/new/lanterns")) == {"novice": none, "casual": f"You won {won} of 1 game", "strong": none}
    assert set(records(stranger.open("/new/lanterns")).values()) == {none}
    more = re.search(r'<select name="seat1">.*?<optgroup label="More">(.*?)</optgroup>', browser.open("/new/lanterns"), re.S)
    assert re.findall(r'value="bot:(\w+)"', more[1]) == ["random", "greedy"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": "7"}, "for 2 to 4 players"),
        ({"players": "two"}, "for 2 to 4 players"),
        ({"seat0": "bot:random", "seat1": "bot:random"}, "at least one seat"),
        ({"name0": "x" * 25}, "at most 24"),
        ({"name0": 'a"b'}, "quotation marks"),
        ({"option-wind": "gale"}, "gale"),
        ({"pause": "-3"}, "listed speed"),
    ],
)
def test_a_wrong_set_up_is_explained(client, change, said):
    page = client.post("/new/lanterns", data={"players": "2", "seat0": "person", "seat1": "person", **change})
    assert page.status_code == 422
    assert said in page.text
    assert "None yet" in client.get("/").text


def test_a_bad_file_is_refused_with_its_name(client):
    form = {"players": "2", "seat0": "person", "seat1": "person"}
    page = client.post("/new/lanterns", data=form, files={"option-scroll": ("mine.txt", b"one two")})
    assert page.status_code == 422
    assert "mine.txt" in page.text
    page = client.post("/new/lanterns", data=form, files={"option-scroll": ("mine.txt", b"\xff\xfe\x00")})
    assert page.status_code == 422
    page = client.post("/new/lanterns", data=form, files={"option-scroll": ("mine.txt", b"2 3 4")})
    assert "mine.txt" in page.text
    assert page.status_code == 200


def test_too_large_an_upload_is_refused(client):
    form = {"players": "2", "seat0": "person", "seat1": "person"}
    page = client.post("/new/lanterns", data=form, files={"option-scroll": ("mine.txt", b"1" * 300_000)})
    assert page.status_code == 422
    assert "too large" in page.text
    page = client.post("/new/lanterns", data=form, files={"option-scroll": ("mine.txt", b"1" * 2_000_000)})
    assert page.status_code == 413


# -- playing -----------------------------------------------------------------------------------------------------------------


def test_a_move_is_answered_with_the_new_view(browser):
    browser.set_up(seat1="bot:random", pause="2.0")
    number = browser.number
    page = browser.play("skip")
    assert page.status_code == 200
    assert browser.number == number + 1
    assert page.text.startswith("<main") or "<main" in page.text[:400]


def test_a_double_click_plays_once(browser):
    browser.set_up()
    browser.open(f"/t/{browser.table}", **{"as": 0})
    number = browser.number
    browser.play("skip", client="the same id")
    browser.play("skip", client="the same id", number=number)
    assert browser.page.status_code == 200
    assert browser.number == number + 1


def test_a_stale_move_is_refused_with_the_present_view(browser):
    browser.set_up()
    number = browser.number
    browser.play("skip")
    page = browser.play("skip", seat=1, number=number)
    assert page.status_code == 409
    assert "moved on" in page.text
    assert f'data-number="{number + 1}"' in page.text


def test_an_illegal_move_is_explained_with_its_rule(browser):
    browser.set_up()
    browser.open(f"/t/{browser.table}", **{"as": 0})
    refused = re.search(r'data-refused="([^"]+)"', browser.page.text)[1]
    page = browser.play(refused, **{"as": 0})
    assert page.status_code == 422
    assert "You hold no lantern of that size." in page.text
    assert "/rules/lanterns#L1.2" in page.text


def test_illegal_choices_are_shown_with_their_reason(browser):
    browser.set_up()
    text = browser.open(f"/t/{browser.table}", **{"as": 0})
    assert re.search(r'data-why="You hold no lantern of that size\." data-rule="L1\.2"', text)


def test_strangers_cannot_play(browser, stranger):
    stranger.table = browser.set_up()
    stranger.open(f"/t/{stranger.table}", **{"as": 0})
    assert not SECRET.search(stranger.page.text)
    assert not stranger.actions
    number = stranger.number
    assert stranger.play("skip").status_code == 403
    assert stranger.undo().status_code == 403
    assert stranger.number == number


def test_undo_is_shown_only_where_it_is_possible(browser):
    browser.set_up()
    assert "data-undo" not in browser.page.text
    browser.play("skip")
    assert "data-undo" in browser.page.text
    assert browser.undo().status_code == 200
    assert "data-undo" not in browser.page.text
    light = next(
        action
        for action in re.findall(r'data-action="([^"]+)"', browser.open(f"/t/{browser.table}", **{"as": 0}))
        if "light" in action
    )
    browser.play(light)
    assert "data-undo" not in browser.page.text
    assert browser.undo().status_code == 422


def test_the_curtain_hides_everything(browser):
    browser.set_up(name0="Ann", name1="Ben")
    assert "Pass the device to Ann" in browser.page.text
    assert not SECRET.search(browser.page.text)
    assert SECRET.search(browser.open(f"/t/{browser.table}", **{"as": 0}))
    browser.play("skip", **{"as": 0})
    assert "Pass the device to Ben" in browser.page.text
    assert not SECRET.search(browser.page.text)


def test_no_address_reveals_a_hand(browser, stranger):
    stranger.table = browser.set_up(seat1="bot:random")
    for path in ("", "/view", "/view?at=2", "/log", "/sheet/0", "/panel/pool", "/record", "/view?as=0"):
        text = stranger.open(f"/t/{stranger.table}{path}")
        assert stranger.page.status_code == 200
        assert not SECRET.search(text), path
        assert not re.search(r"draw \d [123]\b", text), path
    state = stranger.client.get(f"/api/tables/{stranger.table}?as=0").json()
    assert state["legal"] == []
    assert {text.rpartition(" ")[2] for _, text in state["moves"] if text.startswith("draw")} == {"?"}


def test_files_are_named_by_their_content(browser):
    text = browser.open("/")
    address = re.search(r'href="(/static/\w+/look\.css)"', text)[1]
    answer = browser.client.get(address)
    assert "immutable" in answer.headers["cache-control"]
    assert "immutable" not in browser.client.get("/static/older/look.css").headers["cache-control"]
    assert "no-store" in browser.page.headers["cache-control"]


def finish(browser):
    for turn in range(6):
        browser.play("skip", seat=turn % 2)


def test_the_finished_game_can_be_stepped_through_and_played_again(browser):
    browser.set_up()
    finish(browser)
    assert 'id="steps"' in browser.page.text
    assert "Total" in browser.open(f"/t/{browser.table}/points")
    assert "Play again" in browser.open(f"/t/{browser.table}")
    text = browser.open(f"/t/{browser.table}", at=2)
    assert 'data-ply="2"' in text
    seed = re.search(r'class="seed">(\w+)<', browser.open(f"/t/{browser.table}"))
    assert len(seed[1]) == 64
    old = browser.table
    again = browser.client.post(f"/t/{old}/again")
    assert again.status_code == 200
    assert old not in str(again.url)


def test_a_spectator_cannot_start_a_rematch_for_the_players(browser, stranger):
    stranger.table = browser.set_up()
    finish(browser)
    assert "Play again" not in stranger.open(f"/t/{stranger.table}")
    following = browser.client.post(f"/t/{browser.table}/again").url.path
    for each in (browser, stranger):
        page = each.open(f"/t/{stranger.table}")
        assert f'href="{following}">Next game' in page
        assert "Play again" not in page


def test_the_pace_can_be_changed_by_players_only(browser, stranger):
    stranger.table = browser.set_up(seat1="bot:random")
    assert stranger.client.post(f"/t/{stranger.table}/pause", data={"pause": "2.0"}).status_code == 403
    page = browser.client.post(f"/t/{browser.table}/pause", data={"pause": "2.0"})
    assert re.search(r'value="2.0" selected', page.text)


def test_sheets_and_panels_open_on_demand(browser):
    browser.set_up()
    assert "score sheet" in browser.open(f"/t/{browser.table}/sheet/1")
    assert "<html" in browser.page.text
    fragment = browser.client.get(f"/t/{browser.table}/panel/pool", headers={"x-fragment": "1"})
    assert "<table>" in fragment.text
    assert "<html" not in fragment.text
    assert browser.client.get(f"/t/{browser.table}/sheet/9").status_code == 404
    assert browser.client.get(f"/t/{browser.table}/panel/none").status_code == 404


# -- languages, rules, records -----------------------------------------------------------------------------------------------


def test_the_language_is_chosen_on_every_page_and_kept(browser):
    text = browser.open("/")
    assert "/language/it" in text
    page = browser.client.get("/language/it", params={"back": "/new/lanterns"})
    assert page.url.path == "/new/lanterns"
    assert 'lang="it"' in page.text
    assert "Giocatori" in page.text


def test_the_browsers_language_is_the_first_choice(client):
    for wish in ("xx;q=0.9,it-IT,it;q=0.8", "en;q=0.5,it;q=0.8", "en;q=0,it;q=0.1", "it,en", "it;q=x"):
        assert 'lang="it"' in client.get("/", headers={"accept-language": wish}).text
    assert 'lang="en"' in client.get("/", headers={"accept-language": "xx"}).text


def test_the_return_address_stays_on_this_server(client):
    for elsewhere in ("https://example.org/", "//example.org/", "/\\example.org"):
        answer = client.get("/language/it", params={"back": elsewhere}, follow_redirects=False)
        assert answer.headers["location"] == "/"


def test_the_theme_is_kept(client):
    client.cookies.set("theme", "night")
    assert 'data-theme="night"' in client.get("/").text


def test_a_record_that_can_not_be_read_is_explained_by_line(client):
    page = client.post("/study", files={"record": ("game.hanlin", b'[Game "no_such_game"]\n[Players "2"]\n\n')})
    assert page.status_code == 422
    assert "line 1" in page.text
    assert client.post("/study", data={"record": ""}).status_code == 422


# -- what is asked wrongly -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/nowhere", "/t/nothing", "/t/nothing/view", "/new/chess", "/rules/chess", "/static/x/none.js"]
)
def test_what_is_not_there_is_said_so_on_a_page(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Back to the games" in answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"seat": 0}',
        b'{"seat": "zero", "number": 1, "client": "12345678"}',
        b'{"seat": 0, "number": 1, "client": ""}',
        b'{"seat": 0, "number": 1, "client": "12345678", "more": 1}',
        b'{"seat": 0, "number": 4, "client": "12345678", "action": "' + b"x" * 300 + b'"}',
    ],
)
def test_a_malformed_command_changes_nothing(browser, body):
    browser.set_up()
    for path in (f"/t/{browser.table}/play", f"/api/tables/{browser.table}/play"):
        answer = browser.client.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert answer.headers["content-type"].startswith("application/problem+json")
        assert answer.json()["detail"]
    browser.open(f"/t/{browser.table}")
    assert browser.number == 4


@pytest.mark.parametrize(
    "headers",
    [{"origin": "https://example.org"}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"origin": "null"}],
)
def test_pages_of_other_sites_can_not_command(browser, headers):
    browser.set_up()
    command = {"seat": 0, "number": browser.number, "client": "12345678", "action": "skip"}
    for path in ("play", "undo", "again", "pause"):
        answer = browser.client.post(f"/t/{browser.table}/{path}", json=command, headers=headers)
        assert answer.status_code == 403
    browser.open(f"/t/{browser.table}")
    assert browser.number == 4


def test_names_can_not_smuggle_markup(browser):
    browser.set_up(name0="<script>x</script>")
    assert "<script>x" not in browser.page.text
    assert "&lt;script&gt;" in browser.page.text


def test_every_page_is_protected_by_headers(client):
    for path in ("/", "/nowhere", "/new/lanterns", "/api/games"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_no_page_has_a_script_or_a_handler_inside(browser):
    browser.set_up()
    for path in ("/", "/new/lanterns", f"/t/{browser.table}"):
        text = browser.open(path)
        assert not re.search(r"<script(?![^>]*(src=|application/json))", text)
        assert not re.search(r"\son[a-z]+=", text)


def test_the_key_is_stored_as_a_hash_only(browser, app, tmp_path):
    browser.set_up()
    cookie = next(cookie for cookie in browser.client.cookies.jar if cookie.name == "hanlin-key")
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert len(cookie.value) >= 43
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("hanlin.sqlite3*"))
    assert cookie.value.encode() not in stored


def test_the_api_plays_as_well(browser):
    browser.set_up(seat1="bot:random", pause="2.0")
    address = f"/api/tables/{browser.table}"
    state = browser.client.get(address).json()
    assert state["seat"] == 0
    assert "skip" in state["legal"]
    command = {"seat": 0, "number": state["number"], "client": "12345678", "action": "skip"}
    answer = browser.client.post(f"{address}/play", json=command)
    assert answer.status_code == 200
    assert answer.json()["number"] == state["number"] + 1
    assert browser.client.post(f"{address}/play", json={**command, "client": "another one"}).status_code == 409
    assert [game["name"] for game in browser.client.get("/api/games").json()] == ["lanterns"]


def test_only_who_sits_at_a_table_begins_its_next_game(browser, stranger):
    stranger.table = browser.set_up()
    finish(browser)
    for other in (stranger.client, browser.client):
        answer = other.post(f"/t/{browser.table}/again", follow_redirects=False)
        assert answer.status_code == (403 if other is stranger.client else 303)
    stranger.client.cookies.set("hanlin-key", "another key")
    assert stranger.client.post(f"/t/{browser.table}/again").status_code == 403


def test_non_ascii_letters_in_patches_are_escaped_and_read_the_same(browser):
    """A single character of that kind doubles a page's memory while it is rendered."""
    browser.set_up(name0="Zoë 王", name1="Ann")
    browser.play("skip", seat=0)
    view = browser.open(f"/t/{browser.table}/view", **{"as": 1})
    assert view.isascii()
    assert html.unescape(view).count("Zoë 王") >= 3, "in the strip, in the row of the seat and in the chronicle"


@pytest.mark.parametrize("name", ["chess", "lanterns"])
def test_a_book_that_does_not_exist_is_not_found(client, name):
    answer = client.get(f"/book/{name}")
    assert answer.status_code == 404
    assert "There is no" in answer.text
