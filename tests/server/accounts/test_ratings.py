"""Results of games, and ratings: from the entries alone, of games that may count, shown to permitted viewers."""

from __future__ import annotations

import io
import random
import zipfile

import msgspec
import pytest
from argon2 import PasswordHasher
from hypothesis import given, settings
from hypothesis import strategies as st

from hanlin.core.verbs.generic import OVER
from hanlin.server.accounts import passwords
from hanlin.server.accounts.ratings import Standings, competitors, compute_ratings, result_of
from hanlin.server.db import Account, Result, Seat
from hanlin.server.db.results import Played
from hanlin.server.tables.events import FROM
from hanlin.server.tables.lessons import SEED
from helpers.people import persons
from helpers.programs import Program, problem
from lanterns import GAME

PASSWORD = "seven lanterns"
BOT = Seat(kind="bot", bot="casual")


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def person(name):
    return Seat(kind="person", name=name, owner=f"the key of {name}")


def to_the_end(tables, table, how=0):
    """Play a game to its end: each time the action at that place of the list, as far as there is one."""
    while table.to_move != OVER:
        legal = table.position.legal
        tables.play(table, table.to_move, legal[min(how, len(legal) - 1)], table.number)
    return table


def result(tables, table):
    return result_of(table, tables.store.entries(table.row.id))


def game(tables, *seats, **more):
    return tables.create(GAME, seats, {}, {}, pause=0, seed=more.pop("seed", "a secret"), **more)


# -- which games count ---------------------------------------------------------------------------------------------------------


def test_a_game_counts_that_came_to_its_end_among_persons_and_levels(tables):
    ended = to_the_end(tables, game(tables, person("Ann"), person("Ben"), BOT))
    found = result(tables, ended)
    assert (found.rated, found.game, found.players) == (True, "lanterns", 3)
    assert sorted(seat for seat, place in enumerate(found.places) if place == 1) == ended.position.winners
    assert found.scores == ended.position.scores
    assert found.ended == tables.store.entries(ended.row.id)[-1].time
    # What is written down after the end changes nothing of it.
    tables.rematch(ended, person("Ann").owner)
    assert result(tables, ended) == found


def test_games_that_do_not_count(tables):
    ann, ben = person("Ann"), person("Ben")
    lesson = to_the_end(tables, game(tables, ann, BOT, seed=SEED))
    alone = to_the_end(tables, game(tables, BOT, BOT))
    source = to_the_end(tables, game(tables, ann, ben))
    branch = to_the_end(tables, tables.play_on(source, source.ply - 1, [ann, ben], ann.owner))
    resigned = game(tables, ann, ben)
    tables.resign(resigned, 0, resigned.number)
    tables.decide(resigned, 1, 0, "opponent", resigned.number, "casual")
    to_the_end(tables, resigned)
    advised = game(tables, ann, BOT)
    tables.note_hint(advised, 0)
    to_the_end(tables, advised)
    agreed = game(tables, ann, ben)
    tables.ask(agreed, 0, "end", agreed.number)
    tables.answer(agreed, 1, True, agreed.number)
    for table in (lesson, alone, branch, resigned, advised, agreed):
        assert table.over
        assert not result(tables, table).rated
    assert result(tables, agreed).places == []
    assert result(tables, source).rated


def test_taking_back_counts_where_another_person_has_agreed(tables):
    """A person who is alone among computer players has nobody to object."""
    for seats, rated in (((person("Ann"), BOT), False), ((person("Ann"), person("Ben")), True)):
        table = game(tables, *seats)
        tables.play(table, 0, "skip", table.number)
        tables.play(table, 1, "skip", table.number)
        tables.ask(table, 0, "undo", table.number)
        if rated:
            tables.answer(table, 1, True, table.number)
        assert table.to_move == 0
        assert result(tables, to_the_end(tables, table)).rated == rated


@pytest.mark.parametrize(
    ("seats", "who"),
    [
        ((person("Ann"), person("Ben")), [person("Ann").owner, person("Ben").owner]),
        ((person("Ann"), BOT, BOT), [person("Ann").owner, "bot:casual", "bot:casual"]),
        (persons(2), []),
        ((person("Ann"), Seat(kind="person", name="Nobody")), []),
        ((person("Ann"), Seat(kind="bot", bot="random")), []),
    ],
)
def test_who_competes(seats, who):
    """Not who plays several seats at one screen, nor opponents without a level."""
    assert competitors(seats) == who


# -- ratings -------------------------------------------------------------------------------------------------------------------


def played(number, places, *who):
    seats = [BOT if name == "bot" else person(name) for name in who]
    of = Result(f"t{number}", "lanterns", len(who), float(number), True, list(places), [0] * len(who))
    return Played(of, seats, True)


def test_who_wins_rises_and_certainty_grows():
    ratings = compute_ratings([played(n, (1, 2, 3), "Ann", "Ben", "bot") for n in range(20)])
    ann, ben, bot = (ratings[name] for name in (person("Ann").owner, person("Ben").owner, "bot:casual"))
    assert ann.strength > ben.strength > bot.strength
    assert ann.deviation < 25 / 3
    assert {each.games for each in ratings.values()} == {20}


def test_an_opponent_that_sits_there_twice_is_one():
    once = compute_ratings([played(0, (1, 2, 2), "Ann", "bot", "bot")])
    assert set(once) == {person("Ann").owner, "bot:casual"}
    assert once["bot:casual"].games == 1


@settings(max_examples=20, deadline=None)
@given(st.lists(st.permutations(["Ann", "Ben", "Cleo", "bot"]), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_ratings_follow_from_the_results_alone(games, rng):
    """The order of storing and asking makes no difference, nor does the number of times."""
    from hanlin.server.db import Store

    results = [played(n, (1, 2, 2, 4), *who) for n, who in enumerate(games)]
    store, stored = Store("sqlite://"), list(results)
    store.migrate()
    have_accounts(store, "Ann", "Ben", "Cleo")
    rng.shuffle(stored)
    for each in stored:
        store.create(_row(each))
        store.add_result(each.result)
        store.add_result(each.result)
    assert compute_ratings(store.rated_results("lanterns", 4)) == compute_ratings(results)
    store.close()


def have_accounts(store, *names):
    for name in names:
        store.add_account(Account(name.lower(), name, person(name).owner, "a hash", False, 0.0), [])


def _row(each):
    from hanlin.server.db import FINISHED, TableRow

    return TableRow(
        id=each.result.table, kind="game", game="lanterns", players=4, options={}, files={}, rules="1", seed="", pause=0,
        created=0, to_move=OVER, seats=tuple(each.seats), state=FINISHED,
    )  # fmt: skip


def test_results_that_nobody_noted_are_made_up_for(tables):
    ended = [to_the_end(tables, game(tables, person("Ann"), person("Ben"), seed=f"{n}"), n) for n in range(3)]
    going = game(tables, person("Ann"), person("Ben"))
    have_accounts(tables.store, "Ann", "Ben")
    standings = Standings(tables.store, tables)
    assert standings.catch_up(2) == 2
    assert standings.catch_up(5) == 1
    assert standings.catch_up() == 0
    found = tables.store.results_of(person("Ann").owner, 10)
    assert {each.result.table for each in found} == {table.row.id for table in ended}
    assert going.row.id not in {each.result.table for each in found}
    first = standings.ratings("lanterns", 2)
    assert first == standings.ratings("lanterns", 2) == Standings(tables.store, tables).ratings("lanterns", 2)
    assert first[person("Ann").owner].games == 3
    # A game more, and they are computed again.
    to_the_end(tables, going)
    standings.catch_up()
    assert standings.ratings("lanterns", 2)[person("Ann").owner].games == 4
    standings.stop()


# -- games against levels ------------------------------------------------------------------------------------------------------


def test_games_against_each_kind_of_computer_are_counted(tables):
    ann, greedy = person("Ann"), Seat(kind="bot", bot="greedy")
    counted = [to_the_end(tables, game(tables, *seats, seed=f"{n}"), n) for n in range(3) for seats in ((ann, BOT), (BOT, ann))]
    counted.append(to_the_end(tables, game(tables, ann, BOT, greedy, seed="three")))
    won = sum(table.row.seats.index(ann) in table.position.winners for table in counted)
    assert 0 < won < len(counted)
    standings = Standings(tables.store, tables)
    found = standings.tallies(ann.owner, "lanterns")
    assert found["casual"] == (won, len(counted))
    assert found["greedy"] == (0 in counted[-1].position.winners, 1)
    assert set(found) == {"casual", "greedy"}
    assert standings.tallies(ann.owner, "another game") == standings.tallies("", "lanterns") == {}
    assert standings.tallies(person("Ben").owner, "lanterns") == {}
    standings.stop()


def test_unfinished_and_shortened_games_are_not_counted(tables):
    ann = person("Ann")
    standings = Standings(tables.store, tables)
    source = to_the_end(tables, game(tables, ann, person("Ben")))
    game(tables, ann, BOT)
    to_the_end(tables, game(tables, ann, BOT, seed=SEED))
    to_the_end(tables, game(tables, ann, ann, BOT))
    to_the_end(tables, tables.play_on(source, source.ply - 1, [ann, BOT], ann.owner))
    agreed = game(tables, ann, person("Ben"), BOT)
    tables.ask(agreed, 0, "end", agreed.number)
    tables.answer(agreed, 1, True, agreed.number)
    assert standings.catch_up() == 5
    assert standings.tallies(ann.owner, "lanterns") == {}
    standings.stop()


def test_games_from_a_position_are_not_counted(store):
    for number, position in ((1, ""), (2, "the text of a position")):
        each = played(number, (1, 2), "Ann", "bot")
        store.create(msgspec.structs.replace(_row(each), position=position))
        store.add_result(each.result)
    assert store.tallies(person("Ann").owner, "lanterns", SEED, FROM) == {"casual": (1, 1)}


# -- profiles ------------------------------------------------------------------------------------------------------------------


def with_account(client, name, by=None, **more):
    answer = (by or Program(client)).post("/api/accounts", {"name": name, "password": PASSWORD, **more})
    return Program(client, token=answer.json()["token"])


@pytest.fixture
def ann(client):
    return with_account(client, "Ann")


@pytest.fixture
def ben(client):
    return with_account(client, "Ben")


def play_out(ann, ben, **more):
    table = ann.set_up("me", "open", **more)["id"]
    ben.post(f"/api/tables/{table}/join", {})
    rng = random.Random(table)
    state = ann.state(table)
    while state["actor"] != -2:
        program = (ann, ben)[state["actor"]]
        state = program.play(table, rng.choice(program.state(table)["legal"])).json()
    return table


def test_a_profile_shows_each_asker_what_they_may_know(app, client, ann, ben):
    private, listed = play_out(ann, ben), play_out(ann, ben, listed=True)
    play_out(ann, with_account(client, "Cleo"), listed=True, watching=False)
    hers = ann.get("/api/people/Ann").json()
    assert hers["games"] == 3
    assert len(hers["played"]) == 3
    (rating,) = hers["ratings"]
    assert (rating["game"], rating["players"], rating["games"]) == ("lanterns", 2, 3)
    assert {each["table"] for each in ben.get("/api/people/ann").json()["played"]} == {private, listed}
    seen = Program(client).get("/api/people/Ann").json()
    assert [each["table"] for each in seen["played"]] == [listed]
    assert seen["ratings"] == hers["ratings"]
    assert seen["played"][0]["place"] in (1, 2)
    assert [seat["name"] for seat in seen["played"][0]["seats"]] == ["Ann", "Ben"]
    page = client.get("/people/Ann").text
    assert f"/t/{listed}" in page
    assert private not in page
    # Hidden, it is as if there were nobody of that name.
    assert ann.post("/api/account/profile", {"hidden": True}).json()["hidden"]
    for path in ("/api/people/Ann", "/api/people/Ann/records", "/api/people/Nobody", "/api/people/%27%20OR%201%3D1"):
        problem(ben.get(path), 404)
    assert client.get("/people/Ann").status_code == client.get("/people/Nobody").status_code == 404
    assert ann.get("/api/people/Ann").json() == hers


def test_records_come_together_as_the_asker_may_see_them(client, ann, ben):
    listed, private = play_out(ann, ben, listed=True), play_out(ann, ben)
    going = ann.set_up("me", "open")["id"]
    ben.post(f"/api/tables/{going}/join", {})
    ann.play(going, "skip")

    def records(program):
        answer = program.get("/api/people/Ann/records")
        assert answer.headers["content-type"] == "application/zip"
        file = zipfile.ZipFile(io.BytesIO(answer.content))
        assert file.testzip() is None
        return {name.rpartition("-")[2].removesuffix(".hanlin"): file.read(name).decode() for name in file.namelist()}

    hers = records(ann)
    assert set(hers) == {listed, private, going}
    for table, text in hers.items():
        assert text == ann.get(f"/api/tables/{table}/record").text
    assert set(records(ben)) == {listed, private}
    assert set(records(Program(client))) == {listed}
    assert client.get("/people/Ann/records.zip").headers["content-disposition"].startswith("attachment")


def test_a_guests_games_count_for_the_account_they_move_to(client, ben):
    guest = Program(client, "Dan")
    table = play_out(guest, ben, listed=True)
    answer = guest.post("/api/accounts", {"name": "Dan", "password": PASSWORD}).json()
    dan = Program(client, token=answer["token"])
    there = dan.get("/api/people/Dan").json()
    assert [each["table"] for each in there["played"]] == [table]
    assert there["ratings"][0]["games"] == 1


def games_rated(program, name):
    return sum(each["games"] for each in program.get(f"/api/people/{name}").json()["ratings"])


def test_games_against_guests_do_not_count(client, ann):
    for name in ("Dan", "Eve"):
        play_out(ann, Program(client, name), listed=True)
    there = ann.get("/api/people/Ann").json()
    assert (there["games"], there["ratings"]) == (2, [])
    assert [each["rated"] for each in there["played"]] == [False, False]
    assert "· rated" not in client.get("/people/Ann").text


def test_games_of_accounts_of_one_browser_do_not_count(client, stranger, ann):
    """The browser has no key before the first of them signs in there; it keeps what it gets then."""
    stranger.client.post("/account/new", data={"name": "Ben", "password": PASSWORD})
    answer = Program(client).post("/api/sessions", {"name": "Ben", "password": PASSWORD})
    play_out(ann, Program(client, token=answer.json()["token"]), listed=True)
    assert games_rated(ann, "Ann") == games_rated(ann, "Ben") == 1
    stranger.client.post("/account/sign-out")
    stranger.client.post("/account/sign-in", data={"name": "Ann", "password": PASSWORD})
    assert games_rated(ann, "Ann") == games_rated(ann, "Ben") == 0


def test_accounts_of_one_guests_program_do_not_count(client):
    guest = Program(client, "Dan")
    ann, ben = (with_account(client, name, guest, take_along=False) for name in ("Ann", "Ben"))
    play_out(ann, ben, listed=True)
    assert games_rated(ann, "Ann") == 0
