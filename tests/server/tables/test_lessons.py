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
from hanlin.server.exceptions import Refused
from hanlin.server.tables import lessons
from hanlin.server.tables.lessons import (
    Lesson,
    beginning_of,
    gain_of,
    guide_of,
    lesson_of,
    open_step,
    start_of,
    step_table,
)
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
    """Each answer and each of its patterns fits a legal action; the first one does the task."""
    step, start = step_of(name, number)
    answers = [step.answer_to(start, action) for action in start.legal]
    assert [each for each in step.answer if each not in answers] == []
    assert bool(step.answer) == bool(step.task)
    assert not step.answer or not step.answer[0].detour
    for answer in step.answer:
        for pattern in answer.play:
            assert any(fnmatchcase(action, pattern) for action in start.legal), pattern


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_each_legal_action_stands_or_is_refused(client, name, number):
    """An answered one is played with all that follows it, and the next step goes on from there; another one changes nothing."""
    step, start = step_of(name, number)
    table = step_table(games()[name], number)
    for choice, action in enumerate(start.legal if step.answer else []):
        answer = step.answer_to(start, action)
        if answer is None:
            with pytest.raises(Refused):
                table.after(start.actor, action, 0)
            continue
        after = table.after(start.actor, action, 0)
        assert after.row.id == f"{table.row.id}-{choice}"
        assert after.position.moves[0] == (start.actor, action)
        assert gain_of(start, action) >= answer.gain
        assert after.place.done or step.repeats
        if after.place.onward:
            following = open_step(games(), f"{name}-{after.place.onward}")
            assert following.place.number == number + 1
            assert following.place.done or following.hint


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_what_a_step_speaks_of_is_in_the_drawings(client, name, number):
    """Each name is that of a place on the board or in the learner's own area, for each shape of the board."""
    step, _start = step_of(name, number)
    assert step.shows or step.answer
    for shape in ("wide", "tall", "low"):
        page = client.get(f"/learn/{name}/{number}?shape={shape}").text
        for place in (*step.shows, *(each for answer in step.answer for each in answer.shows)):
            assert re.search(rf'(data-place|data-key|id)="{place}"', page), (place, shape)


def test_a_step_goes_on_from_what_the_learner_chose():
    """A floor on the first palace, then the young healer: two persons must leave, one after the other."""
    game = games()["year_of_the_dragon"]
    numbers = {step.title: number for number, step in enumerate(lesson_of(game).step, 1)}
    table = step_table(game, numbers["Build a floor"])
    for action in ("act 1 build", "floor 1", "hire healer-young", "release 1 tax-collector", "release 2 court-lady"):
        if table.place.done:
            table = open_step(games(), f"{game.name}-{table.place.onward}")
        table = table.after(0, action, table.number)
    assert table.place.number == numbers["Somebody must leave"]
    assert table.place.answer.detour
    assert table.position.seen_by(0).text().count("tax-collector:court-lady") == 0
    assert [text for actor, text in table.position.moves if actor == 0] == ["release 1 tax-collector", "release 2 court-lady"]


def test_a_step_that_repeats_lasts_until_all_is_chosen():
    """Without a healer three persons must leave."""
    game = games()["year_of_the_dragon"]
    number = next(n for n, step in enumerate(lesson_of(game).step, 1) if step.repeats)
    hired = step_table(game, number - 1).after(0, "hire farmer-young", 0)
    table = open_step(games(), f"{game.name}-{hired.place.onward}")
    for done in (False, False, True):
        table = table.after(0, table.position.legal[0], table.number)
        assert table.place.done is done


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
    """What each step suggests is played; the page then leads to the next one, and at the end to the first game."""
    lesson = lesson_of(games()[name])
    assert f'href="/learn/{name}"' in client.get("/").text
    assert f'href="/learn/{name}/1"' in client.get(f"/learn/{name}").text
    onward = "1"
    for number, step in enumerate(lesson.step, 1):
        page = client.get(f"/learn/{name}/{onward}").text
        assert f'data-table="{name}-{onward}"' in page
        while "data-done" not in page:
            assert "data-asked" in page
            table, at = re.search(r'data-table="([^"]+)" data-number="(\d+)"', page).groups()
            step = open_step(games(), table)
            page = send(client, table, step.hint, step.seat, int(at)).text
        if number == len(lesson.step):
            assert f'<form method="post" action="/learn/{name}">' in page
        else:
            onward = re.search(rf'id="next" href="/learn/{name}/([\d.]+)"', page)[1]
            assert onward.split(".")[0] == str(number + 1)


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_another_choice_stands_with_its_consequence(client, name, number):
    """The page shows it, what it led to, and both ways on."""
    step, start = step_of(name, number)
    for answer in (each for each in step.answer if each.detour and not step.repeats):
        action = next(action for action in start.legal if step.answer_to(start, action) is answer)
        page = send(client, f"{name}-{number}", action, start.actor).text
        assert "data-done" in page
        assert f'id="choice-{action.replace(" ", "_")}"' not in page
        said = re.search(r'<p class="answer detour".*?</p>', page, re.DOTALL)[0]
        assert f"/rules/{name}#{answer.rule}" in said
        assert 'id="next"' in page
        assert f'href="/learn/{name}/{number}">' in page


def test_what_a_step_is_not_about_is_refused(client):
    page = send(client, "china-3", "exchange green")
    assert page.status_code == 422
    assert "choose one of the places that are lit" in re.search(r'<p id="note".*?</p>', page.text, re.DOTALL)[0]
    assert "data-asked" in page.text


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
    "table",
    ["china", "china-0", "china-13", "china-x", "china-1-9999", "china-1-2-3", "chess-1", "china-²", "china-01", "china-1."],
)
def test_what_is_no_step_is_not_there(client, table):
    assert open_step(client.services.games, table) is None
    assert client.get(f"/t/{table}/view").status_code == 404


def test_choices_that_are_none_of_the_step_have_no_page():
    """One that no answer speaks of, one made before a step that begins anew, and more of them than there were."""
    step, start = step_of("china", 3)
    refused = next(n for n, action in enumerate(start.legal) if step.answer_to(start, action) is None)
    for table in (f"china-3-{refused}", "china-3.1", "china-2.1.1.1", "china-1-32-1"):
        assert open_step(games(), table) is None, table


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
    assert (lesson.step[0].see in page) == (code == "en")
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
    assert all(seat.bot == "novice" for seat in table.row.seats if seat.kind == "bot")
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
