"""No text of a page escapes the catalogues: played in a language whose every letter is marked (``marked.py``)."""

from __future__ import annotations

import random
import re

import pytest
from litestar.testing import TestClient

from hanlin.core.position.game import games
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.asgi import make_app
from hanlin.server.notifications.service import Channels
from hanlin.server.tables.lessons import lesson_of, start_of
from hanlin.server.tables.names import _names
from hanlin.server.uploads.parser_process import read
from hanlin.server.uploads.service import Uploads
from helpers.marked_messages import CODE, marked, marked_language, unmarked

NAMES = [marked(name) for name in ("Anna", "Ben", "Cleo", "Dan", "Eva")]
GAMES = [
    ("china", 3, {"option-fortresses": "on"}),
    ("forbidden_city", 2, {}),
    ("year_of_the_dragon", 2, {"option-great_wall": "on", "option-super_event": "random"}),
]
HOUSE_NAMES = set(_names())
"""The names of computer players."""
AUTHORS = {word for game in games().values() for word in game.words.facts().author.split()}
IDS = [name for name, _players, _options in GAMES]
STEP = 16
"""Every how many plies the table's page is read."""


@pytest.fixture(scope="module", autouse=True)
def marked_house(tmp_path_factory):
    with marked_language(tmp_path_factory.mktemp("marked")):
        yield


@pytest.fixture(scope="module")
def client(tmp_path_factory, marked_house):
    async def read_here(_uploads, task):
        # The process that reads uploads does not know the marked language.
        return read(task)

    app = make_app(
        tmp_path_factory.mktemp("server"),
        {name: game for name, game in games().items() if name in IDS},
        worker=False,
        seed="a fixed deal",
        channels=Channels(smtp="smtp://127.0.0.1:9?from=table@example.org"),
    )
    with pytest.MonkeyPatch.context() as patch, TestClient(app, cookies={"language": CODE}) as client:
        patch.setattr(Uploads, "_ask", read_here)
        yield client


def seated(name, players, options):
    """The form of a table at which persons sit."""
    seats = {f"seat{seat}": "person" for seat in range(players)} | {f"name{seat}": NAMES[seat] for seat in range(players)}
    return {"players": str(players), "pause": "0", **seats, **options}


class Page:
    """Reads pages and collects unmarked text."""

    def __init__(self, client):
        self.client = client
        self.found = {}

    def read(self, answer, exceptions=frozenset()):
        assert f'lang="{CODE}"' in answer.text or "<html" not in answer.text
        for piece in unmarked(answer.text, HOUSE_NAMES | AUTHORS | set(exceptions)):
            self.found.setdefault(piece, str(answer.url))
        return answer

    def get(self, path, exceptions=frozenset(), **query):
        return self.read(self.client.get(path, params=query), exceptions)

    def post(self, path, data, exceptions=frozenset(), **more):
        return self.read(self.client.post(path, data=data, **more), exceptions)


@pytest.fixture
def pages(client):
    pages = Page(client)
    yield pages
    assert not pages.found, "\n".join(f"{where}: {piece}" for piece, where in pages.found.items())


def play_on(client, table_id, pages, rng):
    """Play a table to its end, at random; every now and then its page is read by everybody."""
    services = client.app.state.services
    table = services.tables.open(table_id)
    while not table.over:
        seat = table.position.actor
        if table.ply % STEP == 0 or table.ply < 6:
            for viewer in {seat, (seat + 1) % table.row.players}:
                pages.get(f"/t/{table_id}", **{"as": viewer})
        legal = table.position.legal
        services.tables.play(table, seat, legal[rng.randrange(len(legal))], table.number)
    return table


@pytest.mark.parametrize(("name", "players", "options"), GAMES, ids=IDS)
def test_every_page_of_a_played_game_is_in_the_chosen_language(client, pages, name, players, options):
    pages.get(f"/new/{name}")
    pages.get(f"/rules/{name.replace('_', '-')}")
    pages.get(f"/rules/{name}/summary")
    pages.get(f"/help/{name}")
    answer = pages.post(f"/new/{name}", seated(name, players, options))
    table_id = re.search(r'data-table="(\w+)"', answer.text)[1]
    table = play_on(client, table_id, pages, random.Random(name))
    pages.get("/")
    pages.get(f"/t/{table_id}")
    pages.get(f"/t/{table_id}/log")
    pages.get(f"/t/{table_id}/points")
    for seat in range(players):
        pages.get(f"/t/{table_id}/sheet/{seat}")
    for ply in range(0, table.ply, 2 * STEP):
        page = pages.get(f"/t/{table_id}", at=ply)
        for panel in set(re.findall(rf"/t/{table_id}/panel/([\w-]+)", page.text)):
            pages.get(f"/t/{table_id}/panel/{panel}", at=ply)
    record = client.get(f"/t/{table_id}/record").content
    study = pages.post("/study", {}, files={"record": ("game.hanlin", record)})
    assert str(study.url) != f"/t/{table_id}"


@pytest.mark.parametrize(("name", "number"), [(name, number) for name in IDS for number in (1, 7)])
def test_a_lesson_is_in_the_language_that_was_chosen(client, pages, name, number):
    """The step's question, the answers to each choice, and the page that lists the steps."""
    pages.get(f"/learn/{name}")
    pages.get(f"/learn/{name}/{number}")
    step, start = lesson_of(games()[name]).step[number - 1], start_of(games()[name], number)
    for answer in step.answer:
        action = next(action for action in start.legal if step.answer_to(start, action) is answer)
        command = {"seat": start.actor, "number": 0, "client": f"answer {action}", "action": action, "ply": 0}
        pages.read(client.post(f"/t/{name}-{number}/play", json=command, headers={"x-fragment": "1"}))


@pytest.mark.parametrize("name", IDS)
def test_every_step_of_a_lesson_is_in_the_language_that_was_chosen(pages, name):
    page = pages.get(f"/learn/{name}")
    steps = {int(number) for number in re.findall(rf"/learn/{name}/(\d+)", page.text)}
    for number in range(1, max(steps) + 1):
        assert pages.get(f"/learn/{name}/{number}").status_code == 200
    assert "data-ply" in pages.post(f"/learn/{name}", {}).text


@pytest.mark.parametrize("name", [name for name in IDS if games()[name].editing is not None])
def test_setting_up_a_position_is_in_the_language_that_was_chosen(pages, name):
    """The page, a refusal, and the settings of a running game."""
    page = pages.get(f"/setup/{name}", players=3)
    text = re.search(r'name="position" value="([^"]*)"', page.text)[1]
    pages.post(f"/setup/{name}", {"position": text, "edit": "place nothing nowhere 1"})
    position, choose = start_of(games()[name], 7).copy(), random.Random(7)
    while position.ply < 40 and not position.settle(5).over:
        position.play(choose.choice(position.legal))
    pages.get(f"/setup/{name}", position=position.text())


@pytest.mark.parametrize("path", ["/", "/?page=2", "/settings", "/offline"])
def test_the_pages_around_the_tables_are_in_the_chosen_language(pages, path):
    pages.get(path)


RECORDS = [
    '[Game "china"]\n',
    "no header",
    '[Game "nothing"]\n[Players "3"]\n\n',
    '[Game "china"]\n[Players "9"]\n\n',
    '[Game "china"]\n[Players "3"]\n[Options "nothing"]\n\n',
    '[Game "china"]\n[Players "3"]\n[Options "side"]\n\n',
    '[Game "china"]\n[Players "3"]\n[Options "side=4-5"]\n\n',
    '[Game "china"]\n[Players "3"]\n[Options "side=nothing"]\n\n',
    '[Game "china"]\n[Players "3"]\n[Options "fortresses=nothing"]\n\n',
    '[Game "china"]\n[Players "3"]\n[Map "nothing 0"]\n\n',
    '[Game "china"]\n[Players "3"]\n[Rules "0"]\n\n',
    '[Game "china"]\n[Players "3"]\n[Scores "1 2 3"]\n\n',
    '[Game "china"]\n[Players "3"]\n\n1 nothing\n',
    '[Game "china"]\n[Players "3"]\n\n* nothing\n',
    '[Game "china"]\n[Players "3"]\n\n* row nothing\n',
    '[Game "china"]\n[Players "3"]\n\n* take pile\n',
    '[Game "china"]\n[Players "3"]\n[Position "nothing"]\n\n',
    '[Game "forbidden_city"]\n[Players "2"]\n\n* nothing\n',
    '[Game "forbidden_city"]\n[Players "2"]\n\n* draw 1 nothing\n',
    '[Game "year_of_the_dragon"]\n[Players "2"]\n\n* nothing\n',
    '[Game "year_of_the_dragon"]\n[Players "2"]\n\n* event nothing\n',
    '[Game "year_of_the_dragon"]\n[Players "2"]\n\n* deal nothing\n',
]


@pytest.mark.parametrize("record", RECORDS)
def test_faults_of_a_record_are_explained_in_the_chosen_language(pages, record):
    # Quotations from the record, and words of the notation, are in quotation marks or behind a colon.
    answer = pages.client.post("/study", data={}, files={"record": ("game.hanlin", record.encode())})
    assert answer.status_code == 422
    said = re.search(r'role="alert">([^<]*)<', answer.text)[1].replace("&#39;", "'").replace("&#34;", '"')
    quoted = re.sub(r"'[^']*'|\"[^\"]*\"|\[[^\[\]]*\]|：?: [^.]*\.", " ", said)
    assert not re.findall(r"[A-Za-z]{3,}", quoted.replace("nothing", "")), said


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/nowhere", None),
        ("/t/nowhere", None),
        ("/rules/nothing", None),
        ("/new/china", {"players": "9"}),
        ("/new/china", {"players": "3", "seat0": "nobody"}),
        ("/new/china", {"players": "3", "seat0": "bot:casual", "seat1": "bot:casual", "seat2": "bot:casual"}),
        ("/study", {}),
        ("/", {"no": "form"}),
    ],
)
def test_errors_are_in_the_language_that_was_chosen(pages, path, form):
    kept = {"nothing", "nowhere", "nobody", "china", "POST"}
    answer = pages.get(path, kept) if form is None else pages.post(path, form, kept)
    assert answer.status_code >= 400


def test_an_invitation_is_in_the_language_that_was_chosen(client, pages):
    open_seat = {**seated("china", 3, {}), "seat1": "open", "seat2": "bot:casual"}
    kept = {"http", "testserver", "local", "t"}
    answer = client.post("/new/china", data=open_seat)
    table_id = str(answer.url).rpartition("/")[2]
    pages.read(answer, kept | {table_id} | set(re.findall("[A-Za-z]+", table_id)))
    pages.get(f"/t/{table_id}/notices", kept)
    services, owner = client.app.state.services, key_hash(client.cookies["hanlin-key"])
    services.notices.set_address(owner, "ann@example.org", "http://testserver.local", CODE)
    pages.get(f"/t/{table_id}/notices", kept | {"a", "example", "org"})
    for what in ("confirm", "stop"):
        link = f"/mail/{what}/{services.notices.stored.address(owner).token}"
        pages.get(link)
        pages.post(link, {})
    pages.get("/mail/stop/nothing")
    host = dict(client.cookies)
    for name in [name for name in host if name != "language"]:
        client.cookies.delete(name)
    pages.get(f"/t/{table_id}", kept | set(re.findall("[A-Za-z]+", table_id)))
    pages.post(f"/t/{table_id}/join", {"seat": "1", "name": ""}, kept | set(re.findall("[A-Za-z]+", table_id)))


@pytest.mark.parametrize("name", IDS)
def test_the_book_of_a_game_is_in_the_language_that_was_chosen(client, pages, name):
    page = pages.get(f"/book/{name}", players="3")
    assert 'id="points"' in page.text
    assert page.text.count('aria-current="page"') >= 1
    assert client.get(f"/book/{name}?players=6").status_code == 404
