"""Setting up a position on a custom map of China and with custom tiles of Forbidden City: the file goes along."""

from __future__ import annotations

import random
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from litestar.testing import TestClient

import hanlin
from hanlin.core.errors import BadData
from hanlin.core.position.game import games
from hanlin.core.text.toml_files import SIZE
from hanlin.server.asgi import make_app
from hanlin.server.routes.web import board_editor as web_board_editor
from hanlin.server.uploads.packing import pack, unpack
from hanlin.server.views import board_editor as views_board_editor

DOCS = Path(__file__).parents[3] / "docs"


def example(name):
    """The file that a page of the documents explains."""
    return re.search(r"```toml\n(.*?)```", (DOCS / name).read_text("utf-8"), re.DOTALL)[1]


OWN = {"china": ("map", example("maps.md")), "forbidden_city": ("tiles", example("tiles.md"))}
"""The option and the file of each game that takes one."""
LONG = "# " + "".join(random.Random(4).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=30_000)) + "\n"
"""A comment that can't be packed into a link."""


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with TestClient(make_app(tmp_path_factory.mktemp("own"), games(), worker=False, seed="own")) as client:
        yield client


def uploaded(name, text=None):
    option, own = OWN[name]
    return {f"option-{option}": ("mine.toml", (text or own).encode())}


def begun(client, name, text=None, **fields):
    return client.post(f"/setup/{name}", data={"anew": "1", **fields}, files=uploaded(name, text))


def fields_of(page, form="change"):
    """The hidden fields of a form of the page."""
    found = re.search(rf'<form(?=[^>]*(?:id="{form}"|action="[^"]*/{form}"))[^>]*>(.*?)</form>', page, re.DOTALL)[1]
    return {name: unescape(value) for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', found)}


def note_of(page):
    return unescape(re.search(r'id="note"[^>]*>([^<]*)<', page)[1])


def start_of(name, **more):
    option, own = OWN[name]
    return hanlin.game(name).start(hanlin.game(name).players[0], **{option: own}, **more)


def edited(name):
    """A change that the beginning of that game with its own file allows, and the text after it."""
    game = hanlin.game(name)
    before = views_board_editor.beginning(game, None, {}, {OWN[name][0]: {"name": "mine.toml", "text": OWN[name][1]}})
    for tool in game.editing.tools(before):
        for spot in game.editing.spots(before):
            after, refused = views_board_editor.changed(before, [["place", tool.name, spot, "1"]])
            if not refused and after.text() != before.text():
                return before, f"place {tool.name} {spot} 1", after
    raise AssertionError("nothing can be placed")


@pytest.mark.parametrize("name", OWN)
def test_a_custom_file_stays_with_every_change_picture_and_link(client, name):
    option, own = OWN[name]
    page = begun(client, name)
    assert page.status_code == 200
    before, change, after = edited(name)
    first = fields_of(page.text)
    assert first["position"] == before.text()
    assert unpack(first[f"file-{option}"]) == {"name": "mine.toml", "text": own}
    for headers in ({}, {"x-fragment": "1"}):
        changed = client.post(f"/setup/{name}", data={**first, "edit": change}, headers=headers)
        assert changed.status_code == 200
        assert fields_of(changed.text) == {**first, "position": after.text()}
    refused = client.post(f"/setup/{name}", data={**first, "edit": "place nothing nowhere 1"})
    assert (refused.status_code, fields_of(refused.text)) == (422, first)
    back = client.post(f"/setup/{name}", data=first, headers={"x-fragment": "1"})
    assert fields_of(back.text) == first
    link = unescape(re.search(r'data-link="([^"]+)"', changed.text)[1])
    assert fields_of(client.get(link).text)["position"] == after.text()
    svg = client.get(link.replace("?", "/picture.svg?"))
    assert svg.text == client.post(f"/setup/{name}/picture.svg", data=fields_of(changed.text)).text
    assert svg.text != client.get(f"/setup/{name}/picture.svg").text
    assert client.post(f"/setup/{name}/file", data=first).text == own


def test_sums_are_those_of_the_custom_map(client):
    """A region of it that is filled is scored by its own number of spaces (C4.1)."""
    fields = fields_of(begun(client, "china").text)
    position = hanlin.position(fields["position"], {"map": OWN["china"][1]})
    spaces = int(position.state.spaces[0])
    edits = [f"place seat-1 china-space-{n} 1" for n in range(spaces)]
    page = client.post("/setup/china", data={**fields, "edit": edits}).text
    after = hanlin.position(fields_of(page)["position"], {"map": OWN["china"][1]})
    assert after.scores[0] == spaces
    assert all(not any(sheet.before) for sheet in views_board_editor.sheets(after))
    assert [int(n) for n in re.findall(r'<span class="now">(\d+)</span>', page)] == after.scores


@pytest.mark.parametrize("name", OWN)
def test_the_table_that_plays_on_has_the_file_and_gives_it_back(client, name):
    """Played on from the page, and set up again from a moment of the table's game."""
    option, own = OWN[name]
    position = start_of(name).settle(3)
    form = {**fields_of(client.get(f"/setup/{name}", params=addressed(position, name)).text, "play"), "seat1": "bot:random"}
    page = client.post(f"/setup/{name}/play", data=form | {"seat0": "person", "pause": "0"})
    table = client.app.state.services.tables.open(re.search(r'data-table="(\w+)"', page.text)[1])
    assert (table.row.files, table.row.position) == ({option: {"name": "mine.toml", "text": own}}, position.text())
    assert 'id="set-up"' in page.text
    again = client.get(f"/t/{table.row.id}/setup", params={"as": "0"})
    known = views_board_editor.as_known(table.position, 0, table.ply)
    assert fields_of(again.text) == {"position": known.text(), f"file-{option}": form[f"file-{option}"]}
    stranger = TestClient(client.app)
    stranger.blocking_portal = client.blocking_portal
    assert stranger.get(f"/t/{table.row.id}/setup").status_code == 403


def test_pixels_of_a_position_with_custom_tiles(client):
    fields = fields_of(begun(client, "forbidden_city").text)
    assert client.post("/setup/forbidden_city/picture.png", data=fields).content[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(("wide", "high"), [(1186, 800), (591.11, 777.56), (600, 60_000)])
def test_no_shape_of_a_map_makes_its_picture_large(wide, high):
    """A picture costs as much as its pixels, and a map may be of any height."""
    width = web_board_editor._width(f'<svg xmlns="x" viewBox="0 0 {wide} {high}" role="group">')
    assert 0 < width <= 800
    assert width * width * high / wide <= web_board_editor.PIXELS


def addressed(position, name):
    option, own = OWN[name]
    query = parse_qs(urlsplit(views_board_editor.address(position, {option: {"name": "mine.toml", "text": own}})).query)
    return {key: value[0] for key, value in query.items()}


def test_a_file_too_long_for_a_link_is_reported_and_the_rest_works(client):
    """The editor has no address with a file, so a change is answered with a page with text and file, which are read again."""
    text = LONG + OWN["china"][1]
    page = begun(client, "china", text)
    fields = fields_of(page.text)
    assert 'data-link=""' in page.text
    assert "too long for a link" in page.text
    assert 'data-copy="link"' not in page.text
    assert "og:image" not in page.text
    changed = client.post("/setup/china", data={**fields, "edit": "count points.2 7"})
    assert not changed.history
    after = fields_of(changed.text)
    assert "points 0 7 0" in after["position"]
    assert client.post("/setup/china/picture.svg", data=fields_of(changed.text, "file")).text.startswith("<svg")
    file = client.post("/setup/china/file", data=fields_of(changed.text, "file"))
    assert (file.text, "attachment" in file.headers["content-disposition"]) == (text, True)
    read = client.post("/setup/china", data={"read": "1", "position": after["position"]}, files=uploaded("china", file.text))
    assert fields_of(read.text) == after


@pytest.mark.parametrize("name", OWN)
def test_a_text_whose_file_is_missing_asks_for_it_and_takes_it(client, name):
    """In a link and among the text that is read, and where another file came with it."""
    option, _own = OWN[name]
    text = start_of(name).settle(3).text()
    page = client.get(f"/setup/{name}", params={"position": text})
    assert page.status_code == 422
    assert re.search(r"give the file of '.*' as well\. Add the file below, with the text\.", note_of(page.text))
    asked = page.text.partition(f'type="file" name="option-{option}"')[0].rpartition("<form")[2]
    assert unescape(re.search(r'name="position" value="([^"]*)"', asked)[1]) == text
    assert f'type="file" name="option-{option}"' in page.text
    assert unescape(re.search(r"<textarea[^>]*>([^<]*)<", page.text)[1]) == text
    read = client.post(f"/setup/{name}", data={"read": "1", "position": text}, files=uploaded(name))
    assert (read.status_code, fields_of(read.text)["position"]) == (200, text)
    other = next(each for each in OWN if each != name)
    moved = client.post(f"/setup/{other}", data={"read": "1", "position": text})
    assert (urlsplit(str(moved.url)).path, moved.status_code) == (f"/setup/{name}", 422)
    shipped = hanlin.game(name).start(hanlin.game(name).players[0]).settle(1).text()
    alone = client.post(f"/setup/{name}", data={"read": "1", "position": shipped}, files=uploaded(name))
    assert fields_of(alone.text) == {"position": shipped}, "a file that the position does not need is left behind"


@pytest.mark.parametrize("name", OWN)
def test_a_bad_file_is_refused_and_the_position_stays(client, name):
    option, own = OWN[name]
    before = fields_of(begun(client, name).text)
    for text, reason in (
        ("nonsense", "mine.toml: this isn't valid TOML"),
        (own.replace("name = ", "nmae = ", 1), "unknown: 'nmae'"),
        ("#" * (SIZE + 1), "is too large"),
    ):
        page = begun(client, name, text, **before)
        assert page.status_code == 422
        assert reason in note_of(page.text)
        assert fields_of(page.text) == before
    page = client.get(f"/setup/{name}", params={**before, f"file-{option}": pack({"name": "mine.toml", "text": "nonsense"})})
    assert (page.status_code, "this isn't valid TOML" in note_of(page.text)) == (422, True)


@pytest.mark.parametrize(
    "word", ["x", "é", "eJw", pack({"name": "a", "text": "b" * 900})[:-9], pack({"name": "", "text": ""})[:4]]
)
def test_what_is_no_packed_file_is_said(client, word):
    with pytest.raises(BadData, match="add it again"):
        unpack(word)
    page = client.get("/setup/china", params={"file-map": word})
    assert (page.status_code, "add it again" in note_of(page.text)) == (422, True)


def test_a_packed_file_that_swells_is_refused():
    word = pack({"name": "a", "text": "#" * 5_000_000})
    assert len(word) < 10_000
    with pytest.raises(BadData, match="too large"):
        unpack(word)
