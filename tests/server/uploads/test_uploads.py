"""Uploads: parsed outside the event loop, refused with a sentence, and nothing of a refused one stays."""

from __future__ import annotations

import os
import re
import sys
import threading

import pytest
from litestar.testing import TestClient

import hanlin
from hanlin.core.position.record import read_record
from hanlin.games.china.map import SHIPPED as SHIPPED_MAP
from hanlin.server.asgi import make_app
from hanlin.server.db import Store
from hanlin.server.uploads import service

MAP = SHIPPED_MAP.read_text("utf-8")
MINE = MAP.replace("warring-states", "mine").replace("players = [3, 4]", "players = [3]")
DOTS = ".".join("a" * 20_000)
DENSE = re.sub(
    r"(?s)\[roads\].*",
    "[roads]\nboth = ["
    + ", ".join(
        f'["{region} {a}", "{region} {b}"]'
        for region, n in re.findall(r"\[regions\.(\w+)\].*?spaces = (\[\[.*?\]\])", MAP, re.DOTALL)
        for a in range(1, n.count("[") - 1)
        for b in range(a + 1, n.count("["))
    )
    + "]\n",
    MAP,
)
ATTACKS = {
    "20,000 dotted parts": (f"{DOTS} = 1\n", "a key has at most 8 parts"),
    "60,000 dotted parts": (f"{DOTS}.{DOTS}.{DOTS} = 1\n", "a key has at most 8 parts"),
    "a header of 900 parts": (
        "[" + ".".join("a" * 900) + "]\n" + "".join(f"k{n} = 1\n" for n in range(4_000)),
        "a key has at most 8 parts",
    ),
    "deep arrays": (f"a = {'[' * 50_000}\n", "brackets can be nested at most 8 deep"),
    "a number of 4,301 digits": (f"a = {'9' * 4_301}\n", "at most 64 characters"),
    "a path": ("/etc/hostname", "valid TOML"),
    "half a megabyte": ("#" * 500_000, "is too large"),
}


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(tmp_path, worker=False)) as client:
        yield client


@pytest.fixture
def store(tmp_path):
    store = Store.in_folder(tmp_path)
    yield store
    store.close()


def set_up(client, game, option, text, players="3"):
    form = {"players": players, **{f"seat{seat}": "person" for seat in range(int(players))}}
    content = text if isinstance(text, bytes) else text.encode()
    return client.post(f"/new/{game}", data=form, files={f"option-{option}": ("mine.toml", content)})


def study(client, text, file=None):
    files = {"record": ("game.hanlin", text.encode())}
    if file is not None:
        files["file"] = ("mine.toml", file.encode())
    return client.post("/study", files=files)


def alert(page):
    """The sentence with the reason."""
    return re.search(r'role="alert"[^>]*>([^<]*)<', page.text)[1]


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    """One server for all the attacks."""
    with TestClient(make_app(tmp_path_factory.mktemp("attacked"), worker=False)) as client:
        yield client


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize(("game", "option"), [("china", "map"), ("forbidden-city", "tiles")])
def test_a_file_that_would_stop_the_server_is_refused(attacked, attack, game, option):
    text, reason = ATTACKS[attack]
    page = set_up(attacked, game, option, text)
    assert page.status_code == 422
    assert reason in alert(page)
    assert "mine.toml" in alert(page)


def test_a_dense_road_graph_is_refused(attacked):
    assert "can be scored in reasonable time" in alert(set_up(attacked, "china", "map", DENSE))


def test_a_refused_upload_leaves_nothing_behind(client, tmp_path, store):
    set_up(client, "china", "map", ATTACKS["deep arrays"][0])
    study(client, '[Game "china"]\n[Players "3"]\n[Map "mine 0123456789abcdef"]\n\n', ATTACKS["deep arrays"][0])
    assert "None yet" in client.get("/").text
    assert {path.name.partition(".sqlite3")[0] for path in tmp_path.iterdir() if path.is_file()} <= {"hanlin", "in-use"}
    assert not [path for path in tmp_path.iterdir() if path.is_dir()]
    with store.engine.connect() as connection:
        for table in ("tables", "seats", "entries"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0


def test_a_good_file_is_played_on_and_kept_in_the_database_alone(client, tmp_path):
    page = set_up(client, "china", "map", MINE)
    assert page.status_code == 200
    table = re.search(r'data-table="(\w+)"', page.text)[1]
    assert not [path for path in tmp_path.iterdir() if path.is_dir()]
    with TestClient(make_app(tmp_path, worker=False)) as later:
        later.cookies = client.cookies
        assert later.get(f"/t/{table}").status_code == 200
        assert '[Map "mine ' in later.get(f"/t/{table}/record").text


# -- records -----------------------------------------------------------------------------------------------------------------


def test_a_record_with_its_own_map_is_studied(client):
    position = hanlin.game("china").start(3, map=MINE).settle(1)
    position.play(position.legal[0])
    page = study(client, position.record(["Ann", "Ben", "Cem"]), MINE)
    assert page.status_code == 200
    assert "Cem" in page.text
    table = page.url.path
    assert read_record(client.get(f"{table}/record").text, {"map": MINE}).end.moves == position.moves
    assert "the game needs" in alert(study(client, position.record(), MINE.replace("players = [3]", "players = [3, 5]")))
    assert "give its file" in alert(study(client, position.record()))


def test_what_is_wrong_with_a_record_is_said_in_the_readers_language(client):
    client.cookies.set("language", "it")
    page = set_up(client, "china", "map", ATTACKS["deep arrays"][0])
    assert "le parentesi possono essere annidate al massimo per 8 livelli" in alert(page)


# -- nobody waits --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def stuck(tmp_path, monkeypatch):
    """A process that says that it is ready, and never answers."""
    program = tmp_path / "stuck.py"
    program.write_text("import sys\nprint('{}', flush=True)\nsys.stdin.read()\n", "utf-8")
    monkeypatch.setattr(service.Uploads, "command", lambda self: [sys.executable, str(program)])


def test_nobody_waits_for_an_upload_that_is_being_read(client, stuck, monkeypatch):
    """While one upload hangs the pages of others are answered; then it is ended by its process, and answered."""
    monkeypatch.setattr(service, "PATIENCE", 600.0)
    pages = []
    waiting = threading.Thread(target=lambda: pages.append(set_up(client, "china", "map", MAP)))
    waiting.start()
    reader = client.app.dependencies["services"].dependency().uploads
    while reader.process_id is None:
        assert client.get("/health").text == "ok"
    for path in ("/", "/new/china", "/rules/china", "/health"):
        assert client.get(path).status_code == 200
    assert not pages
    client.blocking_portal.call(reader.stop)
    waiting.join()
    assert "could not be read; the error has been logged" in alert(pages[0])


def test_a_process_stopped_when_ready_is_no_fault_of_the_page(client, stuck, monkeypatch):
    reader = client.app.dependencies["services"].dependency().uploads
    receive = service.receive

    async def stopped_when_ready(process):
        answer = await receive(process)
        await reader.stop()
        return answer

    monkeypatch.setattr(service, "receive", stopped_when_ready)
    page = set_up(client, "china", "map", MAP)
    assert page.status_code == 422
    assert "could not be read; the error has been logged" in alert(page)


def test_what_takes_too_long_is_ended_and_said_so(client, stuck, monkeypatch):
    monkeypatch.setattr(service, "PATIENCE", 0.2)
    page = set_up(client, "china", "map", MAP)
    assert page.status_code == 422
    assert "took more than" in alert(page)
    reader = client.app.dependencies["services"].dependency().uploads
    assert reader.process_id is None
    monkeypatch.undo()
    assert set_up(client, "china", "map", MAP).status_code == 200


def test_when_many_wait_another_is_refused_at_once(client, stuck, monkeypatch):
    monkeypatch.setattr(service, "QUEUE", 0)
    assert "try again in a moment" in alert(set_up(client, "china", "map", MAP))


def test_a_process_that_was_killed_is_replaced(client):
    assert set_up(client, "china", "map", MAP).status_code == 200
    reader = client.app.dependencies["services"].dependency().uploads
    os.kill(reader.process_id, 9)
    answers = [set_up(client, "china", "map", MAP).status_code for _ in range(2)]
    assert answers in ([200, 200], [422, 200])


def test_a_process_is_ready_when_a_game_with_files_is_set_up(client):
    reader = client.app.dependencies["services"].dependency().uploads
    assert client.get("/new/year-of-the-dragon").status_code == 200
    assert reader.process_id is None
    client.get("/new/china")
    while reader.process_id is None:
        assert client.get("/health").text == "ok"
    ready = reader.process_id
    assert set_up(client, "china", "map", MAP).status_code == 200
    assert reader.process_id == ready


def test_a_form_of_very_many_fields_is_refused(client):
    for fields in ("a=1&" * 200_000, "&".join(f"k{n}" for n in range(100_000))):
        answer = client.post("/new/china", content=fields, headers={"content-type": "application/x-www-form-urlencoded"})
        assert answer.status_code == 400
        assert "at most 1000 fields" in answer.text


def test_without_a_file_no_process_is_started(client, stuck):
    form = {"players": "3", "seat0": "person", "seat1": "person", "seat2": "person"}
    assert client.post("/new/china", data=form).status_code == 200
    assert client.app.dependencies["services"].dependency().uploads.process_id is None


def test_a_record_without_end_is_refused_at_once(client):
    text = '[Game "year_of_the_dragon"]\n[Players "2"]\n\n' + "* event drought\n" * 11_800
    assert "at most 4000 actions" in alert(study(client, text))
