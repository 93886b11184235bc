"""Lessons: every step can be done, every action has an answer, nothing is stored, and the game afterwards is whole."""

from __future__ import annotations

import random
import re
import secrets
from fnmatch import fnmatchcase

import msgspec
import pytest
from litestar.testing import TestClient

from hanlin.core.i18n.language import language, languages
from hanlin.core.position.game import games
from hanlin.core.position.record import read_record
from hanlin.server.asgi import make_app
from hanlin.server.tables import lessons
from hanlin.server.tables.lessons import Lesson, beginning_of, gain_of, guide_of, lesson_of, open_step, start_of, step_table
from hanlin.server.views.rules import rules_page
from messages import DOMAINS

GAMES = ("year_of_the_dragon", "china", "forbidden_city")
STEPS = [(name, number) for name in GAMES for number in range(1, len(lesson_of(games()[name]).step) + 1)]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = make_app(tmp_path_factory.mktemp("lessons"), {name: games()[name] for name in GAMES}, worker=False)
    with TestClient(app) as client:
        client.services = app.dependencies["services"].dependency()
        yield client


def step_of(name, number):
    game = games()[name]
    return lesson_of(game).step[number - 1], start_of(game, number)


def send(client, table, action, seat=0, number=0):
    command = {"seat": seat, "number": number, "client": secrets.token_hex(8), "action": action, "ply": number}
    return client.post(f"/t/{table}/play", json=command, headers={"x-fragment": "1"})


def cited(lesson):
    """The rule numbers that a lesson names."""
    found = {each.rule for step in lesson.step for each in (step, *step.answer)} - {""}
    return found | {each.rule for each in lesson.guide} | {each.asked for each in lesson.guide}


# -- content of the files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_a_translated_lesson_of_10_to_15_steps(name):
    assert 10 <= len(lesson_of(games()[name]).step) <= 15
    assert f"{name}_lesson" in DOMAINS


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_that_a_lesson_names_exist(name):
    html, _language = rules_page(games()[name], "en")
    assert {rule for rule in cited(lesson_of(games()[name])) if f'id="{rule}"' not in html} == set()


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_actions_and_answers_of_a_step_correspond(name, number):
    step, start = step_of(name, number)
    answers = [step.answer_to(start, action) for action in start.legal]
    assert None not in answers
    assert [each for each in step.answer if each not in answers] == []
    assert any(not each.again for each in answers)


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_what_an_answer_says_to_play_can_be_played(name, number):
    """Every pattern fits an action, and what follows a good one happens, whichever of its actions was chosen."""
    step, start = step_of(name, number)
    for answer in step.answer:
        for pattern in answer.play:
            assert any(fnmatchcase(action, pattern) for action in start.legal), pattern
    for choice, action in enumerate(start.legal):
        answer = step.answer_to(start, action)
        if not answer.again:
            assert gain_of(start, action) >= answer.gain
            assert step_table(games()[name], number, choice).ply == 1 + len(answer.then)


def test_a_lesson_that_is_written_wrongly_is_refused():
    with pytest.raises(msgspec.ValidationError, match="tittle"):
        msgspec.toml.decode(b'about = "x"\nstep = []\ntittle = "y"\n', type=Lesson)


def test_a_game_without_a_lesson_has_none(client):
    from lanterns import GAME

    assert lesson_of(GAME) is None
    assert guide_of(GAME, "L1.1") == []
    for path in ("/learn/lanterns", "/learn/chess", "/learn/china/0", "/learn/china/99"):
        assert client.get(path).status_code == 404, path


def test_a_game_from_elsewhere_brings_its_lesson_in_its_own_package(tmp_path, monkeypatch):
    """The lesson's file is sufficient."""
    monkeypatch.setattr(lessons, "package_folder", lambda package: tmp_path / package)
    folder = tmp_path / games()["china"].package
    folder.mkdir()
    assert lesson_of.__wrapped__(games()["china"]) is None
    (folder / "lesson.toml").write_text(
        """
        about = "One step."
        [[step]]
        title = "Begin"
        see = "An empty map."
        task = "Build."
        [[step.answer]]
        says = "Built."
        [game]
        title = "Play"
        text = "From the start."
        record = "lesson.hanlin"
        seat = 1
        """,
        encoding="utf-8",
    )
    found = lesson_of.__wrapped__(games()["china"])
    assert [(step.title, step.answer[0].says) for step in found.step] == [("Begin", "Built.")]


# -- over HTTP ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_done_step_by_step(client, name):
    """A first answer of each step is played; the page then leads to the next one, and at the end to the first game."""
    lesson = lesson_of(games()[name])
    assert f'href="/learn/{name}"' in client.get("/").text
    assert f'href="/learn/{name}/1"' in client.get(f"/learn/{name}").text
    for number, step in enumerate(lesson.step, 1):
        page = client.get(f"/learn/{name}/{number}").text
        assert "data-asked" in page
        assert f'data-table="{name}-{number}"' in page
        start = start_of(games()[name], number)
        action = next(action for action in start.legal if not step.answer_to(start, action).again)
        done = send(client, f"{name}-{number}", action, start.actor)
        assert done.status_code == 200
        assert "data-done" in done.text
        last = number == len(lesson.step)
        assert (f'href="/learn/{name}#first-game"' if last else f'href="/learn/{name}/{number + 1}"') in done.text


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_another_action_is_explained_and_the_step_stays_as_it_is(client, name, number):
    step, start = step_of(name, number)
    for answer in (each for each in step.answer if each.again):
        action = next(action for action in start.legal if step.answer_to(start, action) is answer)
        page = send(client, f"{name}-{number}", action, start.actor).text
        note = re.search(r'<p id="note".*?</p>', page, re.DOTALL)[0]
        assert f"/rules/{name}#{answer.rule}" in note
        assert "data-asked" in page
        assert "data-done" not in page


def test_an_illegal_action_names_its_rule_and_nothing_is_played(client):
    page = send(client, "china-2", "take orange")
    assert page.status_code == 422
    assert "/rules/china#" in re.search(r'<p id="note".*?</p>', page.text, re.DOTALL)[0]
    assert "data-asked" in page.text


def test_a_step_that_is_done_takes_nothing_more(client):
    done = send(client, "china-1", "palace wei 3 red")
    table, number = re.search(r'data-table="([^"]+)" data-number="(\d+)"', done.text).groups()
    again = send(client, table, "done", number=int(number))
    assert again.status_code == 409
    assert client.get(f"/t/{table}/view").status_code == 200


def test_nothing_of_a_lesson_is_stored_or_found_elsewhere(client):
    """Not in lists of tables, not for programs; and what changes tables does not know it."""
    before = client.services.store.tables_of("", 50)
    send(client, "china-1", "palace wei 3 red")
    assert client.services.store.tables_of("", 50) == before
    assert client.services.store.table("china-1") is None
    assert client.get("/api/tables/china-1").status_code == 404
    assert client.get("/t/china-1").status_code == 404
    for path in ("again", "from", "pause"):
        assert client.post(f"/t/china-1/{path}").status_code == 404
    assert client.get("/t/china-1/record").status_code == 404
    undone = client.post("/t/china-1/undo", json={"seat": 0, "number": 0, "client": "an id of 8", "action": "", "ply": 0})
    assert undone.status_code == 404


@pytest.mark.parametrize(
    "table", ["china", "china-0", "china-13", "china-x", "china-1-9999", "china-1-2-3", "chess-1", "china-²"]
)
def test_what_is_no_step_is_not_there(client, table):
    assert open_step(client.services.games, table) is None
    assert client.get(f"/t/{table}/view").status_code == 404


def test_an_action_to_think_over_has_no_page_of_its_own():
    step, start = step_of("china", 1)
    choice = next(n for n, action in enumerate(start.legal) if step.answer_to(start, action).again)
    assert open_step(games(), f"china-1-{choice}") is None


def test_a_step_shows_facts_and_score_sheets_like_a_table(client):
    assert client.get("/t/china-7/sheet/1").status_code == 200
    assert client.get("/t/china-7/log").status_code == 200
    panel = re.search(r"/t/china-7/panel/([\w-]+)", client.get("/learn/china/7").text)[1]
    assert client.get(f"/t/china-7/panel/{panel}").status_code == 200


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_speaks_the_language_of_the_page(client, name, code):
    client.cookies.set("language", code)
    try:
        page = client.get(f"/learn/{name}/1").text
        listed = client.get(f"/learn/{name}").text
    finally:
        client.cookies.delete("language")
    lesson = lesson_of(games()[name])
    assert (lesson.step[0].task in page) == (code == "en")
    assert (lesson.game.text in listed) == (code == "en")


# -- the game afterwards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_game_after_the_lesson_begins_late_at_the_learners_turn(client, name):
    page = client.post(f"/learn/{name}", follow_redirects=False)
    table = client.services.tables.open(re.search(r"/t/(\w+)\?guide=on", page.headers["location"])[1])
    beginning = beginning_of(games()[name])
    assert table.position.moves[: len(beginning.moves)] == beginning.moves
    assert table.to_move == beginning.seat
    assert [seat.kind for seat in table.row.seats].count("person") == 1
    assert all(seat.bot == "casual" for seat in table.row.seats if seat.kind == "bot")
    assert "data-guide=" in client.get(f"/t/{table.row.id}").text
    assert f"/t/{table.row.id}" in client.get("/").text


@pytest.mark.parametrize("name", GAMES)
def test_the_game_after_the_lesson_is_short_and_whole(name):
    """The game ends with any players; the learner has five to forty decisions in it."""
    beginning = beginning_of(games()[name])
    position = games()[name].start(beginning.players, **beginning.options)
    for _actor, text in beginning.moves:
        position.play(text)
    rng, decisions = random.Random(1), 0
    while not position.settle(decisions).over:
        decisions += position.actor == beginning.seat
        position.play(rng.choice(position.legal))
    assert 5 <= decisions <= 40
    assert read_record(position.record()).end == position


# -- the guide ---------------------------------------------------------------------------------------------------------------

KINDS = [
    ("china", 3, {}),
    ("china", 4, {"fortresses": True}),
    ("forbidden_city", 2, {}),
    ("year_of_the_dragon", 2, {"great_wall": True}),
    *(
        ("year_of_the_dragon", 3, {"super_event": event})
        for event in ("earthquake", "flood", "tornado", "sunrise", "concession")
    ),
]


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_the_guide_knows_every_kind_of_decision(name, players, options):
    game = games()[name]
    position, rng, unknown = game.start(players, **options), random.Random(2), set()
    while not position.settle(3).over:
        asked = game.words.question(position.seen_by(position.actor)).rule
        if not guide_of(game, asked):
            unknown.add(asked)
        position.play(rng.choice(position.legal))
    assert unknown == set()


def test_the_guide_addresses_the_active_player_of_running_games(client):
    page = client.post("/learn/china")
    table = re.search(r'data-table="(\w+)"', page.text)[1]
    assert 'data-guide-switch="turn"' in page.text
    assert 'id="guide"' in page.text
    client.cookies.clear()
    assert "data-guide" not in client.get(f"/t/{table}").text
    with language("it"):
        assert [key for key, _guide in guide_of(games()["china"], "C2")] == ["C2-0", "C2-1", "C2-2", "C2-3"]
