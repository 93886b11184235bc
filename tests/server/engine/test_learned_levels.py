"""An opponent that plays by what was learned sits only where something was: by form, by program, at a table that has begun."""

import re
import secrets
import sys

import pytest

import hanlin
from hanlin.core.errors import BadOption
from hanlin.server.asgi import attach_services, make_services
from hanlin.server.db import Seat
from hanlin.server.tables import branching
from hanlin.server.tables.names import names_at
from hanlin.server.views.board_editor import address
from helpers.people import persons
from helpers.programs import problem

GAME = hanlin.game("china")
EXPERT = Seat(kind="bot", bot="expert")
SAID = "“expert” can play this game with 3, 5 players, not with 4. Choose another computer player."


@pytest.fixture(autouse=True)
def learned(monkeypatch):
    """Install weights for three and for five players, independent of the game's weights today."""
    monkeypatch.setattr(sys.modules["hanlin.bots.bot"], "known", lambda game: {3: {}, 5: {}} if game is GAME else {})


@pytest.fixture
def app(routes, tmp_path):
    return attach_services(routes, make_services(tmp_path, {"china": GAME}, worker=False))


def form(players, *kinds, **more):
    return {"players": str(players), "pause": "0", **{f"seat{n}": kind for n, kind in enumerate(kinds)}, **more}


def chosen(page, field):
    """The values that a choice offers, and what it says of each."""
    inside = re.search(rf'<select name="{field}">(.*?)</select>', page, re.S)[1]
    return dict(re.findall(r'<option [^>]*value="([^"]+)"[^>]*>([^<]+)</option>', inside))


def tables_of(client):
    return client.app.state.services.tables


def test_the_form_says_with_how_many_the_opponent_is_there(client):
    page = client.get("/new/china").text
    offered = chosen(page, "seat1")
    assert offered["bot:expert"] == "Computer: expert (with 3, 5 players)"
    assert offered["bot:strong"] == "Computer: strong"
    assert 'data-players="3 5" value="bot:expert"' in page
    # A level that is there with any number says nothing.
    assert '<option value="bot:strong"' in page


def test_a_form_with_a_wrong_number_is_refused_and_keeps_choices(client):
    page = client.post("/new/china", data=form(4, "person", "bot:expert", "bot:casual", "bot:casual", name0="Ann"))
    assert page.status_code == 422
    assert SAID in page.text
    assert 'value="Ann"' in page.text
    assert re.search(r'value="bot:expert"[^>]* selected', page.text)
    assert client.get("/api/tables").json()["mine"] == []
    assert client.post("/new/china", data=form(3, "person", "bot:expert", "bot:casual")).status_code == 200


def test_what_is_refused_is_said_in_the_language_of_who_asks(client):
    client.get("/language/de", params={"back": "/"})
    page = client.post("/new/china", data=form(4, "person", "bot:expert", "bot:casual", "bot:casual"))
    assert "„Experte“ kann dieses Spiel zu 3, 5 spielen, nicht zu 4. Wähle einen anderen Computer." in page.text


def test_a_program_is_refused_with_advice(ann):
    asked = {"game": "china", "seats": ["me", "bot:expert", "open", "open"]}
    problem(ann.post("/api/tables", asked), 422, SAID)
    assert ann.set_up("me", "bot:expert", "open", game="china")["id"]


def test_open_seats_are_filled_only_with_who_is_there(ann):
    table = ann.set_up("me", "open", "open", "open", game="china")["id"]
    problem(ann.post(f"/api/tables/{table}/start", {"fill": "bot:expert"}), 422, SAID)
    assert ann.state(table)["state"] == "open"
    assert ann.post(f"/api/tables/{table}/start", {"fill": "bot:strong"}).status_code == 200


def test_the_invitation_offers_only_who_is_there(browser):
    for players, there in ((3, True), (4, False)):
        page = browser.client.post("/new/china", data=form(players, "person", *["open"] * (players - 1)))
        assert ("expert" in chosen(page.text, "fill")) == there
        if not there:
            table = str(page.url).rpartition("/")[2]
            refused = browser.client.post(f"/t/{table}/start", data={"fill": "expert"})
            assert refused.status_code == 422
            assert SAID in refused.text


def test_a_seat_that_was_left_goes_only_to_who_is_there(ann, ben):
    table = ann.set_up("me", "open", "bot:random", "bot:random", game="china")["id"]
    ben.post(f"/api/tables/{table}/join", {"seat": 1})

    def say(program, path, **fields):
        state = program.state(table)
        command = {"seat": state["seat"], "number": state["number"], "client": secrets.token_hex(8), **fields}
        return program.post(f"/api/tables/{table}/{path}", command)

    say(ann, "resign")
    problem(say(ben, "vacant", vacant=0, choice="opponent", bot="bot:expert"), 422, SAID)
    assert ann.state(table)["seats"][0]["kind"] == "person"
    assert say(ben, "vacant", vacant=0, choice="opponent", bot="bot:strong").status_code == 200


def test_a_position_is_played_on_only_against_who_is_there(client):
    for players, there in ((3, True), (4, False)):
        start = GAME.start(players).settle(1)
        page = client.get(address(hanlin.position(start.text()))).text
        assert ("bot:expert" in chosen(page, "seat1")) == there
        kinds = ["person", "bot:expert", *["bot:casual"] * (players - 2)]
        answer = client.post("/setup/china/play", data={"position": start.text(), **form(players, *kinds)})
        assert answer.status_code == (200 if there else 422)
        assert (SAID in answer.text) != there


def test_a_record_of_an_untrained_level_continues_with_another(client):
    """A record may come from an installation with more trained levels."""
    position = GAME.start(4).settle(1)
    page = client.post("/study", files={"record": ("a.hanlin", position.record(["bot:expert"] * 4).encode())})
    table = tables_of(client).open(re.search(r'data-table="(\w+)"', page.text)[1])
    assert [seat.bot for seat in branching.seats(table, "me", 0)] == ["", "casual", "casual", "casual"]


def test_no_table_is_made_with_who_is_not_there(client):
    with pytest.raises(BadOption, match="with 3, 5 players, not with 4"):
        tables_of(client).create(GAME, [*persons(3), EXPERT], {}, {}, pause=0)
    lanterns = hanlin.game("lanterns")
    with pytest.raises(BadOption, match="can't play this game yet"):
        tables_of(client).create(lanterns, [*persons(1), EXPERT], {}, {}, pause=0)


def test_computer_players_keep_their_names_when_a_game_is_continued(client):
    """All seats of a finished game keep their names and colours, also a person's that the computer plays now."""
    tables = tables_of(client)
    seats = [Seat(kind="person", name="Ann", owner="me"), *(Seat(kind="bot", bot="casual") for _ in range(2))]
    table = tables.create(GAME, seats, {}, {}, pause=0)
    before = names_at(table.row)
    again = tables.create(GAME, branching.seats(table, "me", 0), {}, {}, pause=0)
    assert names_at(again.row) == before
    other = names_at(tables.create(GAME, branching.seats(table, "me", 1), {}, {}, pause=0).row)
    assert other == before
