"""Tables whose game begins from a position: they are tables like any other, and keep what the position hides."""

from functools import cache

import pytest
from litestar.testing import TestClient

import hanlin
from hanlin.core.errors import BadOption, BadPosition
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import games
from hanlin.core.position.record import read_record
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.asgi import make_app
from hanlin.server.db import Seat, Store, backup
from hanlin.server.tables.branching import begin
from hanlin.server.tables.service import Tables
from hanlin.server.uploads.parser_process import Study, data_files, read
from hanlin.server.uploads.starts import own_options, read_beginning
from hanlin.server.views.score_sheet import points_by_source, score_sheet, score_table
from hanlin.server.views.table_view import perspective_of, view_of
from helpers.hidden_worlds import other_world
from helpers.people import OWNER, persons
from helpers.programs import Program, problem
from server.uploads.test_uploads import MINE

NAMES = ["china", "forbidden_city", "year_of_the_dragon"]


@cache
def middle(name):
    """The middle of a game of three, with points, somebody having to decide between several things."""
    rng = seeded(7, name)
    position = games()[name].start(3).settle(rng)
    while not any(position.scores) or position.ply < 70 or len(position.legal) < 2:
        position.play(position.legal[below(rng, len(position.legal))]).settle(rng)
    return position


def play_some(tables, table, turns):
    rng = seeded(turns, table.row.game)
    for _turn in range(turns):
        legal = table.position.legal
        tables.play(table, table.to_move, legal[below(rng, len(legal))], table.number)


@pytest.fixture
def real(store):
    return Tables(store, games())


@pytest.mark.parametrize("name", NAMES)
def test_a_game_from_a_position_is_a_table_like_any_other(name, real, store, tmp_path):
    """Played, taken back, looked back at, logged, scored, kept as a record, derived again, brought back from a backup."""
    start, game = middle(name), games()[name]
    table = begin(real, read_beginning(game, start.text()), persons(3), host=OWNER, seed="from a position")
    assert table.position.state.tobytes() == start.state.tobytes()
    assert (table.ply, table.to_move, table.row.options) == (0, start.actor, own_options(start))
    play_some(real, table, 9)
    whole = table.position.copy()
    place = perspective_of(table, OWNER, table.to_move)
    view = view_of(table, place)
    assert view.log
    assert [each.score for each in view_of(table, place, at=0).seats] == start.scores
    for seat in range(3):
        assert [line.total for line in score_sheet(table, place, seat)][-1:] == [whole.scores[seat]] * bool(whole.scores[seat])
        assert score_table(table, place, seat).total == whole.scores[seat]
        assert sum(source.points[seat] for source in points_by_source(table, place)) == whole.scores[seat]
        assert score_table(table, place, seat, at=0).total == start.scores[seat]
    record = read_record(whole.record(table.names()))
    assert (record.start.text(), record.end.moves) == (start.text(), whole.moves)
    if table.undoable() is not None:
        real.undo(table, table.undoable(), table.number)
        assert table.ply == whole.ply - 1
    again = Tables(store, games()).open(table.row.id)
    assert (again.position, again.row, again.stuck) == (table.position, table.row, False)
    backup.write(store, tmp_path / "backup")
    other = Store.in_folder(tmp_path / "other")
    backup.read(other, tmp_path / "backup")
    assert Tables(other, games()).open(table.row.id).position == table.position
    other.close()


@pytest.mark.parametrize("name", NAMES)
def test_a_studied_record_keeps_its_first_position(name, tmp_path):
    """Nothing was said of it when a record was read, so its actions were played from the game's beginning and refused."""
    position = middle(name).copy()
    position = hanlin.position(position.text())
    position.play(position.legal[0]).settle(3)
    record = position.record(["Ann", "Ben", "Cem"])
    found = read(Study(record, {"name": "", "text": ""}, "en")).found
    assert found.position == middle(name).text()
    with TestClient(make_app(tmp_path, worker=False)) as client:
        page = client.post("/study", files={"record": ("game.hanlin", record.encode())})
        assert page.status_code == 200
        assert "This game started from a set-up position." in page.text
        pasted = client.post("/study", data={"text": record.replace("\n", "\r\n")}).url.path
        sent = Program(client, "Ann").post("/api/studies", {"record": record}).json()
        assert sent["seat"] is None
        for path in (page.url.path, pasted, f"/t/{sent['id']}"):
            assert client.get(f"{path}/record").text == record
        went_on = client.post(f"{page.url.path}/from", data={"ply": "0", "seat": ""})
        services = client.app.state.services
        table = services.tables.open(went_on.url.path.rpartition("/")[2])
        assert table.position.state.tobytes() == middle(name).state.tobytes()
        assert view_of(table, perspective_of(table, "")).board


def test_a_record_from_a_position_on_a_custom_map_is_studied(tmp_path):
    start = hanlin.game("china").start(3, map=MINE).settle(1)
    position = hanlin.position(start.text(), {"map": MINE})
    position.play(position.legal[0]).settle(2)
    reading = read(Study(position.record(), {"name": "mine.toml", "text": MINE}, "en"))
    assert (reading.refusal, reading.found.position, list(reading.found.files)) == ("", start.text(), ["map"])
    store = Store.in_folder(tmp_path)
    tables = Tables(store, games())
    assert tables.open(tables.study(reading.found, OWNER).id).position.moves == position.moves
    with pytest.raises(BadPosition, match="as well"):
        read_beginning(games()["china"], start.text())
    files = {"map": {"name": "mine.toml", "text": MINE}}
    table = begin(tables, read_beginning(games()["china"], start.text(), data_files(files)), persons(3), files=files)
    assert table.position.record() == hanlin.position(start.text(), {"map": MINE}).record()
    store.close()


# -- what is refused -------------------------------------------------------------------------------------------------------


def finished():
    """A finished game of China."""
    rng = seeded(1)
    position = hanlin.game("china").start(3).settle(rng)
    while not position.over:
        position.play(position.legal[0]).settle(rng)
    return position.text()


def refused():
    text = middle("china").text()
    return {
        "a view": (middle("china").seen_by(0).text(), "one seat's view"),
        "the unknown without a view": (
            middle("china").seen_by(0).text().replace("view 1; ", ""),
            "cards can be hidden only in a player's view",
        ),
        "another game": (middle("forbidden_city").text(), "of another game: Forbidden City"),
        "the end": (finished(), "The game is over in this position"),
        "no position": ("china", "expected the number of players"),
        "wrong": (text.replace("points ", "points x "), "points: "),
    }


@pytest.mark.parametrize("what", ["a view", "the unknown without a view", "another game", "the end", "no position", "wrong"])
def test_a_position_no_game_can_begin_from_is_refused_with_a_reason(what, real, store):
    text, said = refused()[what]
    with pytest.raises(BadPosition, match=said):
        begin(real, read_beginning(games()["china"], text), persons(3))
    assert store.tables_of(OWNER) == []


def test_the_wrong_number_of_seats_is_refused(real, store):
    with pytest.raises(BadOption, match="3 players need 3 seats, not 4"):
        begin(real, middle("china"), persons(4))
    assert store.tables_of(OWNER) == []


# -- by form and by program ------------------------------------------------------------------------------------------------


@pytest.fixture
def house_client(tmp_path):
    with TestClient(make_app(tmp_path, worker=False)) as client:
        yield client


def test_a_form_begins_a_game_from_a_position(house_client):
    text = middle("china").text()
    form = {"position": text, "seat0": "person", "name0": "Ann", "seat1": "bot:random", "seat2": "open", "pause": "0"}
    page = house_client.post("/setup/china/play", data=form)
    assert page.status_code == 200
    table = house_client.app.state.services.tables.open(page.url.path.removeprefix("/t/"))
    assert [seat.kind for seat in table.row.seats] == ["person", "bot", "open"]
    assert table.position.text() == text
    at_one_screen = house_client.post("/setup/china/play", data={"position": text})
    assert "This game started from a set-up position." in at_one_screen.text
    assert house_client.post("/setup/china/play", data={"position": text, "players": "4"}).status_code == 422
    nothing = house_client.post("/setup/china/play", data={"position": " "})
    assert nothing.status_code == 422
    assert "There is no position to continue from." in nothing.text


def test_a_program_begins_a_game_from_a_position(house_client):
    ann, text = Program(house_client, "Ann"), middle("year_of_the_dragon").text()
    said = {"game": "year_of_the_dragon", "position": text, "seats": ["me", "person", "person"]}
    place = ann.post("/api/tables", said).json()
    assert ann.state(place["id"])["scores"] == middle("year_of_the_dragon").scores
    problem(ann.post("/api/tables", {**said, "players": 4}), 422, "for 3 players, not 4")
    problem(ann.post("/api/tables", {**said, "options": {"great_wall": True}}), 422, "sets the options")
    problem(ann.post("/api/tables", {**said, "position": "go 2"}), 422, "no game")
    assert ann.post("/api/tables", {**said, "options": {"great_wall": False}}).status_code == 201


# -- what the position hides -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["china", "forbidden_city"])
def test_what_others_hold_in_the_position_changes_no_byte_for_a_seat(name, tmp_path):
    """Players learn no more of the position than its seat knows; before the game begins, no more than spectators."""
    worlds = middle(name), other_world(middle(name), 1)
    assert worlds[0].text() != worlds[1].text()
    told = []
    for n, world in enumerate(worlds):
        with TestClient(make_app(tmp_path / str(n), worker=False, seed="one for both", clock=lambda: 1000.0)) as client:
            tables = client.app.state.services.tables
            keys = [Program(client, f"P{seat}") for seat in range(3)]
            owners = [key_hash(key.headers["authorization"].removeprefix("Bearer ")) for key in keys]
            seats = [Seat(kind="person", name="Ann", owner=owners[0]), Seat(kind="open"), Seat(kind="open")]
            table = begin(tables, world, seats, host=owners[0])
            waiting = [keys[2].get(f"/api/tables/{table.row.id}{path}").text for path in ("", "/position", "/record")]
            waiting += [keys[0].get(f"/api/tables/{table.row.id}{path}").text for path in ("", "/position", "/record")]
            tables.join(table, owners[1], "Ben")
            tables.join(table, owners[2], "Cem")
            paths = ["", "/position", "/record"]
            here = [keys[1].get(f"/api/tables/{table.row.id}{path}").text for path in paths]
            pages = ["", "/view?at=0", "/log", "/record", "/points", "/sheet/0"]
            here += [keys[1].get(f"/t/{table.row.id}{path}").text for path in pages]
            told.append([text.replace(table.row.id, "ID") for text in waiting + here])
    assert told[0] == told[1]
