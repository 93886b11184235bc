"""Setting up a position: each tool, each refusal, links, pictures, tables, and what strangers send."""

from __future__ import annotations

import random
import re
from html import unescape
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

import hanlin
from hanlin.core.errors import BadPosition
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.server.asgi import make_app
from hanlin.server.views import board_editor

SET_UP = [game for game in games().values() if game.editing is not None]
"""The games that can be set up."""
NAMES = [game.name for game in SET_UP]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with TestClient(make_app(tmp_path_factory.mktemp("setting-up"), games(), worker=False, seed="setting up")) as client:
        yield client


def text_of(page):
    """The position of a page."""
    return unescape(re.search(r'name="position" value="([^"]*)"', page)[1])


def note_of(page):
    found = re.search(r'id="note"[^>]*>([^<]*)<', page)
    return unescape(found[1]) if found else ""


def changed(text, *changes):
    """The text after these changes, and what was said against the last that could not be made."""
    after, refused = board_editor.changed(hanlin.position(text), [change.split() for change in changes])
    return after.text(), refused


def middle_of(game, plies, seed=1):
    """A position of a game at random, in which a seat to play."""
    position, rng, choose = game.start(game.players[0]), seeded(seed), random.Random(seed)
    while position.ply < plies and not position.settle(rng).over:
        position.play(choose.choice(position.legal))
    return position if position.over else position.settle(rng)


CHINA = (
    "china 3 side=3-4 fortresses; now turn 1; points 0 0 0; pile 34 violet:7 yellow:7 orange:5 green:7 red:8; discards -; "
    "row orange:1 green:1 red:2; ran-out 0; hands violet:1 green:2|yellow:1 orange:1 red:1|yellow:1 orange:2; "
    "fortresses 1 1 1; board -"
)


SPACES = [spot for spot in hanlin.game("china").editing.spots(hanlin.game("china").start(3)) if "space" in spot]


def board_of(text):
    return text.partition("; board ")[2]


# -- China -------------------------------------------------------------------------------------------------------------------


def china(*changes, start=CHINA):
    start = hanlin.position(start.replace("side=3-4 fortresses", "fortresses side=3-4")).text()
    return changed(start, *changes)


def test_a_seats_tool_adds_and_removes_palaces_and_emissaries():
    text, refused = china("place seat-2 china-space-1 1", "place seat-2 china-space-0 1", "place seat-2 china-dragon-0 1")
    assert (board_of(text), refused) == ("yan 1:2 2:2 2x1", "")
    text, refused = china("place seat-2 china-dragon-0 1", "place seat-2 china-dragon-0 -1", start=text)
    assert (board_of(text), refused) == ("yan 1:2 2:2 2x1", "")
    text, refused = china("place seat-2 china-space-1 1", "place seat-1 china-space-0 1", start=text)
    assert (board_of(text), refused) == ("yan 1:1 2x1", "")  # again: taken back; another seat's: in its place


def test_removing_takes_what_is_there_one_by_one():
    text, refused = china(
        "place fortress china-space-0 1",
        "place seat-1 china-space-0 1",
        "place seat-1 china-dragon-0 1",
        "place take china-dragon-0 1",
        "place take china-space-0 1",
    )
    assert (board_of(text), refused) == ("yan 1:f", "")
    assert "fortresses 0 1 1" in text
    text, refused = china("place take china-space-0 1", "place take china-space-0 1", start=text)
    assert (board_of(text), refused) == ("-", "")
    assert "fortresses 1 1 1" in text


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (["place seat-1 china-dragon-0 1"], "more than any one player has palaces there (C3.5)"),
        (
            [f"place seat-1 {spot} 1" for spot in SPACES[:21]],
            "there are 20 (C0.2)",
        ),
        ([f"place fortress china-space-{n} 1" for n in range(4)], "4 fortresses are on the board"),
        (["place fortress china-dragon-0 1"], "A fortress must be on a palace space (C8.1)."),
        (["count hand.1.1 -1"], "while the pile has some, each hand has 3"),
        (["count points.1 1000"], "Red: enter a whole number from 0 to 999, not '1000'."),
        (["count now 7"], "To play: choose one from the list."),
        (["place seat-4 china-space-0 1"], "There is nothing like that"),
        (["place seat-1 china-space-7 1"], "There is nothing like that"),
        (["place seat-1 china-space-0 2"], "There is nothing like that"),
        (["count points.4 1"], "There is nothing like that"),
        (["begin"], "There is nothing like that"),
        ([""], "There is nothing like that"),
    ],
)
def test_what_cant_be_is_refused_with_its_reason_and_changes_nothing(changes, reason):
    before, _refused = china(*changes[:-1])
    after, refused = china(changes[-1], start=before)
    assert reason in refused
    assert after == before


def test_a_filled_region_is_scored_and_a_reopened_one_is_not():
    """Wu … is full with its last palace (C3.7): its points come at once, and go with it."""
    spaces = int(hanlin.position(china()[0]).state.spaces[0])
    fill = [f"place seat-{1 + n % 2} china-space-{n} 1" for n in range(spaces)]
    text, _refused = china(*fill)
    points = [int(n) for n in re.search(r"points ([\d ]+);", text)[1].split()]
    assert points[0] == spaces
    assert points[1] > 0
    assert "points 0 0 0" in china(fill[-1], start=text)[0]
    assert sum(line.points for line in hanlin.game("china").editing.counted(hanlin.position(text))) == sum(points)


def test_cards_change_places_with_the_pile():
    text, refused = china("count hand.1.1 4", "count row.1 0", "count pile 30")
    assert refused == ""
    assert "hands green:2 red:1|" in text
    assert "row violet:1 green:1 red:2" in text
    assert "pile 30 " in text
    emptied, refused = china("count pile 0", "count hand.1.1 -1", start=text)
    assert refused == ""
    assert "ran-out 2; " in emptied
    assert "pile 0 -" in emptied
    filled, refused = china("count pile 3", "count hand.1.3 0", "count now 1", start=emptied)
    assert "ran-out 1" not in filled or refused == "", "hands are filled before the pile has cards again"


def test_the_game_can_be_ended_and_its_points_are_the_final_ones():
    """A finished position has the points of the final scoring, and its counters explain all of them."""
    place = ["place seat-1 china-space-0 1", "place seat-1 china-dragon-0 1", "place seat-2 china-space-1 1", "count now 9"]
    text, refused = china(*place)
    assert refused == ""
    over = hanlin.position(text)
    assert over.over
    assert over.scores == [2, 2, 0]
    (sheet,) = board_editor.sheets(over)
    assert sheet.total == over.scores
    assert not any(sheet.before)
    assert "points 0 0 0" in china("count now 0", start=text)[0]


def test_a_board_on_which_nothing_fits_is_over():
    game = hanlin.game("china")
    position = middle_of(game, 400)
    assert position.over
    _text, refused = changed(position.text(), "count now 0")
    assert refused == "" or "C6.4" in refused


def test_points_of_a_real_game_are_those_that_its_board_shows():
    """All points of a game can be seen on its board (C3.7, C7), so a sheet that is entered is the game's."""
    game = hanlin.game("china")
    for seed, players in ((1, 3), (2, 4), (3, 5)):
        position, rng, choose = game.start(players, fortresses=True), seeded(seed), random.Random(seed)
        while not position.settle(rng).over:
            placing = [text for text in position.legal if text.split()[0] in ("palace", "emissary", "fortress")]
            position.play(choose.choice(placing or position.legal))
            if position.ply % 40 == 0 or position.actor < -1:
                assert all(not any(sheet.before) for sheet in board_editor.sheets(hanlin.position(position.text())))
        (sheet,) = board_editor.sheets(hanlin.position(position.text()))
        assert sheet.total == position.scores
        assert not any(sheet.before)


# -- In the Year of the Dragon -------------------------------------------------------------------------------------------------


def year(*changes, start=None):
    text = start or board_editor.beginning(hanlin.game("year_of_the_dragon"), 2, {"great_wall": True}).text()
    return changed(text, *changes)


def field(text, name):
    return re.search(rf"; {name} ([^;]*)", text)[1]


def test_windows_take_persons_and_floors_and_give_them_back():
    """A person comes from the tiles that are left and goes back there; one in an occupied window takes its place."""
    text, refused = year(
        "place monk-old dragon-window-0-0-0 1", "place farmer-young dragon-window-0-0-0 1", "place monk-old dragon-lot-1 1"
    )
    assert (field(text, "palaces"), refused) == ("2:farmer-young 2|2 2 1:monk-old", "")
    assert "monk-old" not in field(text, "tiles")
    assert "farmer-young:2" in field(text, "tiles")
    text, refused = year("place take dragon-window-1-2-0 1", "place take dragon-window-1-2-0 1", start=text)
    assert (field(text, "palaces"), refused) == ("2:farmer-young 2|2 2", "")
    text, _refused = year("place farmer-young dragon-window-0-0-1 -1", "place floor dragon-window-0-1-0 1", start=text)
    assert field(text, "palaces") == "2 3|2 2"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (["place floor dragon-window-0-0-0 1"] * 2, "A palace can have at most three floors. (Y3.6)"),
        (
            ["place monk-old dragon-window-0-0-0 1", "place monk-old dragon-window-0-1-0 1"],
            "there are 1 monk-old tiles in this game, but 2 in this position (Y0.1)",
        ),
        (
            [f"place monk-young dragon-window-0-0-{n} 1" for n in (0, 1)] + ["place floor dragon-window-0-0-0 -1"],
            "palace 1 of seat 1 has too few floors (Y3.6)",
        ),
        (["count wall.1 7"], "enter a whole number from 0 to 6, not '7'"),
        (["count small.1 13"], "enter a whole number from 0 to 12, not"),
        (["count month 0"], "choose one from the list"),
        (["place floor dragon-window-0-2-0 1"], "There is nothing like that"),
    ],
)
def test_an_impossible_court_is_refused_and_changes_nothing(changes, reason):
    before, _refused = year(*changes[:-1])
    after, refused = year(changes[-1], start=before)
    assert reason in refused
    assert after == before


def test_a_month_is_begun_with_the_hands_that_it_has():
    text, refused = year("count track.2 9", "count month 12")
    assert refused == ""
    assert (field(text, "now"), field(text, "order"), field(text, "queue")) == ("12 action * deal 3", "2 1", "2 1")
    assert (field(text, "cards"), field(text, "wild")) == ("-|-", "0 0")
    text, refused = year("count month 11", "count card.1.1 5", start=text)
    assert refused == ""
    assert field(text, "cards").startswith("monk|")


def test_events_swap_places_and_are_never_next_to_their_equals():
    start, _refused = year()
    position = hanlin.position(start)
    for month in range(3, 13):
        for event in range(1, 6):
            after, refused = board_editor.changed(position, [["count", f"event.{month}", str(event)]])
            assert int(after.state.events[month - 1]) == event or refused
            assert sorted(after.state.events) == sorted(position.state.events)


def test_the_wall_has_room_for_twelve_tiles():
    text = board_editor.beginning(hanlin.game("year_of_the_dragon"), 3, {"great_wall": True}).text()
    text, refused = changed(text, "count wall.1 6", "count wall.2 6", "count wall.1 5")
    assert (field(text, "wall"), refused) == ("1 1 1 1 1 2 2 2 2 2 2", "")
    after, refused = changed(text, "count wall.3 2")
    assert (after, refused) == (text, "wall: the wall has 12 places (Y8.2).")


def test_the_end_of_the_month_and_of_the_year_are_counted():
    text, _refused = year("place monk-old dragon-window-0-0-0 1", "count small.1 2", "count yuan.2 7")
    game, month = board_editor.sheets(hanlin.position(text))
    assert (game.total, month.total) == ([0 + 2 + 4 + 2, 2], [2 + 2, 2])


# -- every game that can be set up ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SET_UP, ids=NAMES)
def test_every_tool_has_a_place_and_every_counter_can_be_changed(game):
    """Nothing is offered that never does anything."""
    starts = [board_editor.beginning(game, None, {}), hanlin.position(middle_of(game, 30).text())]
    for tool in {tool.name for start in starts for tool in game.editing.tools(start)}:
        assert any(
            board_editor.changed(start, [["place", tool, spot, "1"]])[0].text() != start.text()
            for start in reversed(starts)
            for spot in game.editing.spots(start)
            if tool in {each.name for each in game.editing.tools(start)}
        ), tool
    for start in starts:
        for counter in game.editing.counters(start):
            values = [value for value, _label in counter.choices] or (counter.least, counter.value + 1, counter.most)
            assert counter.choices or counter.least <= counter.value <= counter.most
            tried = [board_editor.changed(start, [["count", counter.name, str(value)]]) for value in values]
            assert any(refused or after.text() != start.text() for after, refused in tried), counter


@pytest.mark.parametrize("game", SET_UP, ids=NAMES)
def test_the_drawings_show_every_place_as_a_button_with_a_name(game):
    for shape in ("wide", "tall"):
        position = board_editor.beginning(game, None, {})
        board, areas = board_editor.drawings(position, shape)
        drawn = board + "".join(areas)
        found = re.findall(r'<g[^>]* role="button" tabindex="0" data-spot="([^"]+)">', drawn)
        assert sorted(found) == sorted(game.editing.spots(position))
        assert len(re.findall(r'<g[^>]* aria-label="[^"]+"[^>]* data-spot=', drawn)) == len(found)


@pytest.mark.parametrize("game", SET_UP, ids=NAMES)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_any_change_leaves_a_readable_position_or_is_refused(game, data):
    """Each change gives a position that its text makes again, or is refused and changes nothing."""
    plies = data.draw(st.sampled_from([0, 5, 40, 90]))
    position = hanlin.position(middle_of(game, plies).text()) if plies else board_editor.beginning(game, None, {})
    room = game.editing
    for _change in range(6):
        if data.draw(st.booleans()):
            tool = data.draw(st.sampled_from([each.name for each in room.tools(position)]))
            change = [
                "place",
                tool,
                data.draw(st.sampled_from(sorted(room.spots(position)))),
                data.draw(st.sampled_from(["1", "-1"])),
            ]
        else:
            counter = data.draw(st.sampled_from(room.counters(position)))
            values = [value for value, _label in counter.choices] or [counter.least, counter.value + 1, counter.value - 1, 3]
            change = ["count", counter.name, str(data.draw(st.sampled_from(values)))]
        after, refused = board_editor.changed(position, [change])
        assert hanlin.position(after.text()).text() == after.text()
        assert not refused or after.text() == position.text()
        assert board_editor.sheets(after)
        position = after


@pytest.mark.parametrize("game", SET_UP, ids=NAMES)
def test_a_link_brings_the_same_position_byte_for_byte(client, game):
    for plies in (0, 25, 400):
        text = (
            hanlin.position(middle_of(game, plies, seed=plies + 2).text()).text()
            if plies
            else board_editor.beginning(game, None, {}).text()
        )
        link = board_editor.address(hanlin.position(text))
        assert parse_qs(urlsplit(link).query)["position"] == [text]
        answer = client.get(link)
        assert answer.status_code == 200
        assert text_of(answer.text) == text
        assert unescape(re.search(r'data-link="([^"]+)"', answer.text)[1]) == link


@pytest.mark.parametrize("game", SET_UP, ids=NAMES)
def test_the_page_without_its_script_changes_by_its_form(client, game):
    start = client.get(f"/setup/{game.name}")
    text = text_of(start.text)
    position = hanlin.position(text)
    counter = next(each for each in game.editing.counters(position) if "points" in each.name or "coins" in each.name)
    answer = client.post(f"/setup/{game.name}", data={"position": text, f"set-{counter.name}": str(counter.value + 3)})
    assert answer.status_code == 200
    assert answer.history[0].status_code == 303
    assert text_of(answer.text) != text
    back = client.post(
        f"/setup/{game.name}", data={"position": text_of(answer.text), "edit": f"count {counter.name} {counter.value}"}
    )
    assert text_of(back.text) == text


def test_places_are_listed_for_who_has_no_script(client):
    text = text_of(client.get("/setup/china").text)
    form = {"position": text, "tool": "seat-2", "spot": "china-space-3", "by": "1"}
    answer = client.post("/setup/china", data=form)
    assert board_of(text_of(answer.text)) == "yan 4:2"
    assert re.search(r'value="seat-2" checked', answer.text)


def test_a_refused_change_says_why_and_keeps_the_position(client):
    text = text_of(client.get("/setup/china").text)
    answer = client.post(
        "/setup/china", data={"position": text, "edit": "place seat-1 china-dragon-0 1"}, headers={"x-fragment": "1"}
    )
    assert answer.status_code == 422
    assert "C3.5" in note_of(answer.text)
    assert text_of(answer.text) == text
    assert "<html" not in answer.text


def test_pictures_of_a_position(client):
    link = board_editor.address(hanlin.position(china("place seat-1 china-space-0 1")[0]))
    svg = client.get(link.replace("?", "/picture.svg?"))
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.text.startswith("<svg")
    assert "var(" not in svg.text
    png = client.get(link.replace("?", "/picture.png?"))
    assert png.content[:8] == b"\x89PNG\r\n\x1a\n"


def test_setting_up_begins_with_the_wanted_players_and_options(client):
    answer = client.get("/setup/china", params={"players": "5", "option-fortresses": "on"})
    assert text_of(answer.text).startswith("china 5 fortresses side=4-5; ")
    for query in ({"players": "9"}, {"players": "x"}, {"players": "3", "option-side": "4-5"}, {"option-side": "x"}):
        answer = client.get("/setup/china", params=query)
        assert answer.status_code == 422
        assert note_of(answer.text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("china", "expected the number of players"),
        ("x" * 17_000, "has at most 16000 characters"),
        ("chess 2", "chess"),
        ("<script>alert(1)</script>", "There is no game"),
        (CHINA.replace("; points", "; points 1"), "points"),
        ("china 3 side=3-4; view 1; now turn 1", "this field is missing"),
        ("\x00", "There is no game"),
    ],
)
def test_what_is_no_position_is_said_and_kept_to_be_put_right(client, text, reason):
    for answer in (client.get("/setup/china", params={"position": text}), client.post("/setup/china", data={"position": text})):
        assert answer.status_code == 422
        assert reason in note_of(answer.text)
        assert "<script>alert" not in answer.text
    kept = unescape(re.search(r"<textarea[^>]*>([^<]*)<", answer.text)[1])
    assert kept == text or "\x00" in text


def test_a_view_is_not_set_up(client):
    view = middle_of(hanlin.game("china"), 12).seen_by(0).text()
    answer = client.get("/setup/china", params={"position": view})
    assert answer.status_code == 422
    assert "Only a complete position" in note_of(answer.text)
    assert client.get("/setup/china/picture.png", params={"position": view}).status_code == 422


def test_too_many_changes_and_foreign_games_are_refused(client):
    text = text_of(client.get("/setup/china").text)
    many = client.post("/setup/china", data={"position": text, "edit": ["count points.1 1"] * 61})
    assert many.status_code == 422
    assert text_of(many.text) == text
    assert client.get("/setup/nothing").status_code == 404
    if len(SET_UP) > 1:
        other = next(name for name in NAMES if name != "china")
        assert client.post(f"/setup/{other}", data={"position": text}).status_code == 422
        assert urlsplit(str(client.get(f"/setup/{other}", params={"position": text}).url)).path == "/setup/china"


# -- from a table --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def hot_seat(client):
    form = {"players": "3", "seat0": "person", "seat1": "person", "seat2": "bot:random", "pause": "0"}
    page = client.post("/new/china", data=form)
    return re.search(r'data-table="(\w+)"', page.text)[1], client.app.state.services.tables


def test_a_moment_of_your_own_game_is_set_up_without_a_secret(client, hot_seat):
    """Things that the viewing seat can't see are dealt again: the same for every deal that is possible."""
    name, tables = hot_seat
    table = tables.open(name)
    assert 'id="set-up"' in client.get(f"/t/{name}?as=0").text
    answer = client.get(f"/t/{name}/setup", params={"as": "0"}, follow_redirects=False)
    assert answer.status_code == 303
    told = parse_qs(urlsplit(answer.headers["location"]).query)["position"][0]
    found = hanlin.position(told)
    assert found.seen_by(0).text() == table.position.seen_by(0).text()
    # Another deal that looks alike to the seat gives the same text.
    from hanlin.core.verbs import generic

    for seed in range(3):
        other = table.position.copy()
        generic.hide(other.state, 0)
        generic.guess(other.state, seeded(seed))
        assert board_editor.as_known(other, 0, table.ply).text() == told


def test_strangers_and_those_who_play_against_others_set_nothing_up(client, hot_seat):
    name, _tables = hot_seat
    stranger = TestClient(client.app)
    stranger.blocking_portal = client.blocking_portal
    answer = stranger.get(f"/t/{name}/setup", follow_redirects=False)
    assert answer.status_code == 403
    assert 'id="set-up"' not in stranger.get(f"/t/{name}").text


def test_every_moment_of_a_studied_game_is_set_up_as_it_was(client):
    position = middle_of(hanlin.game("china"), 60)
    page = client.post("/study", files={"record": ("a.hanlin", position.record().encode())})
    name = re.search(r'data-table="(\w+)"', page.text)[1]
    link = unescape(re.search(r'id="set-up" href="([^"]+)"', client.get(f"/t/{name}?at=31").text)[1])
    answer = client.get(link, follow_redirects=False)
    assert answer.headers["location"] == board_editor.address(hanlin.position(position.at(31).text()))


@pytest.mark.parametrize("game", SET_UP, ids=NAMES)
def test_the_form_plays_on_from_what_was_set_up(client, game):
    """Against the opponents that it names, from that very position."""
    page = client.get(board_editor.address(hanlin.position(middle_of(game, 20).text()))).text
    form = page[page.index(f'action="/setup/{game.name}/play"') :].partition("</form>")[0]
    fields = {name: unescape(value) for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)}
    seats = re.findall(r'select name="(seat\d)"', form)
    chosen = dict.fromkeys(seats, "bot:random") | {seats[0]: "person"}
    table = client.post(f"/setup/{game.name}/play", data={**fields, **chosen})
    assert table.status_code == 200
    name = re.search(r'data-table="(\w+)"', table.text)[1]
    row = client.app.state.services.tables.open(name).row
    assert row.position == text_of(page)
    assert [seat.kind for seat in row.seats] == ["person", *["bot"] * (len(seats) - 1)]


def test_links_have_nothing_but_the_text():
    assert board_editor.address(hanlin.position(china()[0])) == f"/setup/china?position={quote(china()[0], safe='')}"


def test_a_game_without_the_room_has_no_page(client):
    with pytest.raises(BadPosition):
        hanlin.position("china 3 side=3-4; now turn 1")
    for game in games().values():
        assert client.get(f"/setup/{game.name}").status_code == (200 if game.editing else 404)
