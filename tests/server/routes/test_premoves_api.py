"""Plans over HTTP: by pages and by programs, and not a byte of them for anybody else."""

from __future__ import annotations

import re

import pytest

import hanlin
from hanlin.server.asgi import attach_services, make_services
from helpers.concurrently import wait_until
from helpers.programs import Program


@pytest.fixture
def app(routes, tmp_path):
    games = {name: hanlin.game(name) for name in ("year_of_the_dragon", "china")}
    return attach_services(routes, make_services(tmp_path, games, worker=False, seed="a secret"))


@pytest.fixture
def ann(client):
    return Program(client, "Ann")


@pytest.fixture
def ben(client):
    return Program(client, "Ben")


def table_of(ann, ben, game="year_of_the_dragon"):
    """A table of two, or of three with another guest, where Ann is to move; the programs in the order of seats."""
    players = {"year_of_the_dragon": 2, "china": 3}[game]
    others = [ben, *(Program(ann.client, "Cleo") for _n in range(players - 2))]
    seats = ["me", *["open"] * (players - 1)]
    place = ann.post("/api/tables", {"game": game, "players": players, "seats": seats}).json()["id"]
    for other in others:
        other.post(f"/api/tables/{place}/join", {"seat": None})
    return place, [ann, *others]


def waiting(table, programs):
    """The program that is to move, and one that waits and can plan."""
    states = [program.state(table) for program in programs]
    to_move = states[0]["actor"]
    mover = next(program for program, state in zip(programs, states, strict=True) if state["seat"] == to_move)
    return mover, next(program for program in programs if program is not mover)


def plan(program, table, *actions, number=None):
    state = program.state(table)
    body = {"seat": state["seat"], "number": state["number"] if number is None else number, "actions": list(actions)}
    return program.client.put(f"/api/tables/{table}/premove", json=body, headers=program.headers)


def planned(program, table):
    return program.get(f"/api/tables/{table}/premove").json()


def take_back(program, table):
    return program.client.delete(f"/api/tables/{table}/premove", headers=program.headers)


def play_turn(table, mover):
    """The mover plays first choices until another seat is asked."""
    while (state := mover.state(table))["actor"] == state["seat"]:
        mover.play(table, state["legal"][0])


def everything(client, table, headers):
    """All that somebody may read of a table."""
    paths = [f"/t/{table}", f"/t/{table}/view", f"/t/{table}/log", f"/t/{table}/record"]
    paths += [f"/api/tables/{table}{end}" for end in ("", "/position", "/record", "/people", "/chat")]
    return [re.sub(r"data-ago.*?</time>", "", client.get(path, headers=headers).text) for path in paths]


def test_a_program_plans_and_the_server_plays(ann, ben):
    table, programs = table_of(ann, ben)
    mover, planner = waiting(table, programs)
    there = planned(planner, table)
    assert there["actions"] == []
    assert there["next"]
    # The pair that the mover does not take.
    answer = plan(planner, table, there["next"][-1])
    assert answer.status_code == 200, answer.text
    assert answer.json()["actions"] == [there["next"][-1]]
    play_turn(table, mover)
    wait_until(lambda: planned(planner, table)["actions"] == [])
    assert (planner.state(table)["seat"], there["next"][-1]) in [tuple(move) for move in planner.state(table)["moves"]]


def test_a_plan_is_taken_back(app, ann, ben):
    table, programs = table_of(ann, ben)
    _mover, planner = waiting(table, programs)
    action = planned(planner, table)["next"][-1]
    plan(planner, table, action)
    assert take_back(planner, table).json()["actions"] == []
    assert take_back(planner, table).status_code == 200
    assert planned(planner, table)["next"]


def test_a_plan_that_is_impossible_is_refused(ann, ben):
    table, programs = table_of(ann, ben)
    mover, planner = waiting(table, programs)
    action = planned(planner, table)["next"][0]
    assert plan(planner, table, "act 1 taxes").status_code == 422
    assert plan(planner, table).status_code == 400
    assert plan(mover, table, mover.state(table)["legal"][0]).status_code == 422
    number = planner.state(table)["number"]
    assert plan(planner, table, action, number=number + 1).status_code == 409
    stranger = Program(ann.client, "Dora")
    assert stranger.get(f"/api/tables/{table}/premove").status_code == 403
    theirs = {"seat": planner.state(table)["seat"], "number": number, "actions": [action]}
    assert mover.client.put(f"/api/tables/{table}/premove", json=theirs, headers=mover.headers).status_code == 403
    assert planned(planner, table)["actions"] == []


@pytest.mark.parametrize("game", ["year_of_the_dragon", "china"])
def test_nobody_else_sees_a_byte_of_a_plan(ann, ben, game):
    table, programs = table_of(ann, ben, game)
    mover, planner = waiting(table, programs)
    if game == "china":
        state = mover.state(table)
        mover.play(table, state["legal"][0])
    mover, planner = waiting(table, programs)
    others = [program.headers for program in programs if program is not planner] + [{}, Program(ann.client, "Dora").headers]
    ann.client.cookies.clear()
    before = [everything(ann.client, table, headers) for headers in others]
    action = planned(planner, table)["next"][0]
    assert plan(planner, table, action).status_code == 200
    ann.client.cookies.clear()
    assert [everything(ann.client, table, headers) for headers in others] == before
    assert planned(planner, table)["actions"] == [action]


def test_the_page_offers_shows_and_takes_back(ann, ben):
    table, programs = table_of(ann, ben)
    mover, planner = waiting(table, programs)
    state = planner.state(table)
    get = lambda **more: planner.client.get(f"/t/{table}/view", params=more, headers=planner.headers).text  # noqa: E731
    assert "data-plan " in get()
    assert "data-plan " not in mover.client.get(f"/t/{table}/view", headers=mover.headers).text
    ghost = get(plan="1")
    assert 'data-planning="0"' in ghost
    assert "data-asked" not in ghost
    action = planned(planner, table)["next"][-1]
    assert f'data-action="{action}"' in ghost
    command = {"seat": state["seat"], "number": state["number"], "client": "one", "action": action}
    answer = planner.client.post(f"/t/{table}/premove", json=command, headers=planner.headers)
    assert answer.status_code == 200
    assert "data-unplan" in answer.text
    assert "planned-step" in get()
    # The mover's ghost is refused: it is that seat's turn.
    assert "data-planning" not in mover.client.get(f"/t/{table}/view", params={"plan": "1"}, headers=mover.headers).text
    answer = planner.client.post(f"/t/{table}/premove/back", json={**command, "action": ""}, headers=planner.headers)
    assert "planned-step" not in answer.text
    assert planned(planner, table)["actions"] == []


def test_consequences_of_a_planned_move_are_told(ann, ben):
    table, programs = table_of(ann, ben, "china")
    mover, _planner = waiting(table, programs)
    mover.play(table, mover.state(table)["legal"][0])
    mover, planner = waiting(table, programs)
    state, action = planner.state(table), planned(planner, table)["next"][0]
    asked = {"as": state["seat"], "number": state["number"], "action": action}
    address = f"/t/{table}/consequences"
    assert planner.client.get(address, params={**asked, "plan": "1"}, headers=planner.headers).status_code == 200
    assert planner.client.get(address, params=asked, headers=planner.headers).status_code == 403
