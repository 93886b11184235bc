"""Networks of the server's owner sit at the table: offered by page and API, played by the worker, left out if they are bad."""

import asyncio
import base64
import logging

import pytest

import hanlin
from bots.test_network import random_weights
from hanlin.bots.bot import bot
from hanlin.bots.weights import facts, packed
from hanlin.core.jit.rng import seeded
from hanlin.server.asgi import attach_services, make_services
from hanlin.server.db import Seat
from hanlin.server.engine import opponents, process
from hanlin.server.engine.opponents import MoveRequest
from hanlin.server.tables import own_weights
from hanlin.server.tables.names import bot_name, opponents_to_choose
from helpers.people import persons
from helpers.programs import problem
from server.engine.test_learned_levels import chosen, form

GAME = hanlin.game("china")
ANNA = "strong:anna"


def write(file, players=3, **changed):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(packed(random_weights(GAME, players), facts(GAME, players) | changed))
    return file


@pytest.fixture
def folder(tmp_path):
    write(tmp_path / "own" / "anna" / "weights.npz")
    write(tmp_path / "own" / "four.npz", 4)
    return tmp_path / "own"


@pytest.fixture
def app(routes, tmp_path, folder):
    yield attach_services(routes, make_services(tmp_path, {"china": GAME}, worker=False, weights=folder))
    own_weights.offer(None)


def test_the_set_up_page_lists_them_for_their_number_of_players(client):
    page = client.get("/new/china").text
    offered = chosen(page, "seat1")
    assert offered["bot:strong:anna"] == "Computer: anna (with 3 players)"
    assert offered["bot:strong:four"] == "Computer: four (with 4 players)"
    assert '<optgroup label="Trained networks"><option data-players="4" value="bot:strong:four">' in page
    assert 'data-pick-level="strong:anna"' in page
    assert "Trained by the owner of this server. Thinks as long as Strong." in page


def test_a_form_seats_them_and_the_table_names_them(client):
    page = client.post("/new/china", data=form(3, "person", "bot:strong:anna", "bot:casual"))
    assert page.status_code == 200
    assert "anna" in page.text
    refused = client.post("/new/china", data=form(3, "person", "bot:strong:four", "bot:casual"))
    assert refused.status_code == 422
    assert "“four” can play this game with 4 players, not with 3." in refused.text


def test_programs_see_and_seat_them(ann):
    game = ann.get("/api/games").json()[0]
    assert game["bots"]["bot:strong:anna"] == [3]
    assert game["bots"]["bot:casual"] == [3, 4, 5]
    table = ann.set_up("me", "bot:strong:anna", "open", game="china")["id"]
    assert ann.state(table)["seats"][1]["bot"] == ANNA
    assert ann.post(f"/api/tables/{table}/start", {"fill": "bot:strong:anna"}).status_code == 200


def test_programs_cannot_name_files(ann, folder):
    asked = {"game": "china", "seats": ["me", f"bot:strong:{folder / 'four.npz'}"[:64], "open"]}
    assert "can't sit here" in problem(ann.post("/api/tables", asked), 422)["detail"]


def move_request(weights):
    position = GAME.start(3).settle(1)
    seen = position.seen_by(position.actor)
    view = opponents.packed(seen)
    assert base64.b64decode(view) == seen.state.tobytes()
    return MoveRequest("china", 3, {}, {}, view, seen.moves, seen.seat, "strong", "7", str(weights)), seen


def test_the_worker_searches_with_the_file(folder):
    question, seen = move_request(folder / "anna" / "weights.npz")
    wanted = bot("strong", weights=folder / "anna" / "weights.npz").choose(seen, seeded("7"))
    assert process.answer(question, fast=False) == wanted
    who = process.thinker("strong", False, question.weights)
    assert who.weights is not None
    assert process.thinker("strong", False).weights is None


def test_a_file_that_is_gone_leaves_the_move_to_the_server(folder, capsys):
    question, _seen = move_request(folder / "gone.npz")
    assert process.answer_or_nothing(question, fast=False) == ""
    assert "gone.npz" in capsys.readouterr().err


def test_the_server_moves_with_the_weights_it_has_read(client):
    services = client.app.state.services
    seats = [Seat(kind="bot", bot=ANNA), *persons(2)]
    table = services.tables.create(GAME, seats, {}, {}, pause=0)
    seen = table.position.settle(1).seen_by(table.position.actor)
    action = asyncio.run(services.opponents._choose(table, Seat(kind="bot", bot=ANNA), seen))
    assert action in seen.legal


def test_bad_files_are_left_out_with_a_line_each(tmp_path, caplog):
    (tmp_path / "bad.npz").write_bytes(b"nothing")
    write(tmp_path / "b c.npz")
    write(tmp_path / "older.npz", layout="0")
    write(tmp_path / "strange.npz", game="chess")
    write(tmp_path / "good.npz")
    write(tmp_path / "good" / "weights.npz")
    with caplog.at_level(logging.WARNING):
        own_weights.offer(tmp_path)
    assert own_weights.own_bots() == ("strong:good",)
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 5
    for said in ("holds no weights", "b c.npz must be", "another version", "fit no game", "same name as another opponent"):
        assert sum(said in line for line in lines) == 1
    own_weights.offer(None)
    assert own_weights.own_bots() == ()


def test_one_training_is_named_by_its_folder(tmp_path):
    write(tmp_path / "night" / "weights.npz")
    own_weights.offer(tmp_path / "night")
    assert own_weights.own_bots() == ("strong:night",)
    assert [choice.bot for choice in opponents_to_choose(GAME, 3) if choice.is_own] == ["strong:night"]
    assert bot_name("strong:night") == "night"
    own_weights.offer(None)
    # Its tables go on, with the level alone.
    assert bot_name("strong:night") == "strong (night)"
    assert own_weights.weights_for("strong:night") is None
    assert own_weights.level_in("strong:night") == "strong"
