"""Previews of a page: a picture and words next to a link, and an app that says when it is offline."""

import re
import secrets
import struct

from litestar.testing import TestClient

import hanlin
from hanlin.core.position.game import games
from hanlin.drawing.pictures import png
from hanlin.server.asgi import make_app
from hanlin.server.routes.web.previews import HEIGHT, WIDTH, _emblem
from server.routes.test_invitation import waiting


def size_of(png):
    """The pixels of a PNG picture."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def picture_of(browser, text):
    address = re.search(r'property="og:image" content="http://testserver.local([^"]+)"', text)[1]
    return browser.client.get(address)


def test_a_link_to_a_table_brings_its_picture_title_and_people(browser, stranger):
    table = browser.set_up(name0="Ann", name1="Ben")
    text = stranger.open(f"/t/{table}")
    assert re.search(r'property="og:title" content="[^"]+"', text)
    assert re.search(r'property="og:description" content="Ann, Ben"', text)
    shown = picture_of(stranger, text)
    assert shown.headers["content-type"] == "image/png"
    assert size_of(shown.content) == (600, 315)


def test_the_picture_shows_a_spectators_view_and_follows_the_game(tmp_path):
    with TestClient(make_app(tmp_path, {"china": hanlin.game("china")}, worker=False, seed="pictures")) as mine:
        token = mine.post("/api/guests", json={"name": "Ann"}).json()["token"]
        mine.headers["authorization"] = f"Bearer {token}"
        place = mine.post("/api/tables", json={"game": "china", "players": 3, "seats": ["me", "person", "person"]}).json()
        state = mine.get(f"/api/tables/{place['id']}?as=0").json()
        stranger = TestClient(mine.app)
        stranger.blocking_portal = mine.blocking_portal
        picture = f"/t/{place['id']}/picture.png"
        before = stranger.get(picture).content
        for _choice in range(4):
            action = next((action for action in state["legal"] if action.startswith("palace")), state["legal"][-1])
            command = {"seat": state["actor"], "number": state["number"], "client": secrets.token_hex(8), "action": action}
            answer = mine.post(f"/api/tables/{place['id']}/play?as={state['actor']}", json=command)
            assert answer.status_code == 200
            state = mine.get(f"/api/tables/{place['id']}?as={answer.json()['actor']}").json()
        assert stranger.get(picture).content != before
        assert mine.get(picture).content == stranger.get(picture).content


def test_every_game_has_a_picture_for_a_table_that_waits():
    for game in games().values():
        assert size_of(png(_emblem(game), WIDTH, HEIGHT)) == (WIDTH, HEIGHT)


def test_waiting_and_private_tables_show_the_emblem(browser, stranger):
    waits = waiting(browser)
    emblem = picture_of(stranger, stranger.open(f"/t/{waits}")).content
    assert size_of(emblem) == (600, 315)
    state = browser.client.post(
        "/api/tables", json={"game": "lanterns", "players": 2, "seats": ["me", "person"], "watching": False}
    )
    hidden = state.json()["id"]
    assert stranger.client.get(f"/t/{hidden}").status_code == 403
    assert stranger.client.get(f"/t/{hidden}/picture.png").content == emblem


def test_a_phone_can_keep_the_page_as_an_app(client):
    page = client.get("/").text
    told = client.get(re.search(r'rel="manifest" href="([^"]+)"', page)[1])
    assert told.headers["content-type"] == "application/manifest+json"
    told = told.json()
    assert (told["display"], told["start_url"]) == ("standalone", "/")
    assert {"any", "maskable"} == {icon["purpose"] for icon in told["icons"]}
    for icon in told["icons"]:
        wide = int(icon["sizes"].partition("x")[0])
        assert size_of(client.get(icon["src"]).content) == (wide, wide)


def test_all_that_the_app_keeps_is_there(client):
    script = client.get("/app.js").text
    assert "BUILD" not in script
    needed = re.search(r"NEEDED = \[(.*?)\]", script)[1]
    build = re.search(r'"hanlin-(\w+)"', script)[1]
    for name in re.findall(r'"([^"]+)"', needed):
        assert client.get(f"/static/{build}/{name}").status_code == 200
    page = client.get("/offline")
    assert "You are offline" in page.text
