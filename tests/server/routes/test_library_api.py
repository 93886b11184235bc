"""Programs can do with tables what browsers can: names, pace, leaving, deleting, playing on, custom files."""

from __future__ import annotations

import re

from helpers.programs import Program, problem

ELSEWHERE = {"again": "rematch"}
"""Names in a page's address that differ from a program's."""
OF_PUZZLES = {"solution"}
"""Commands of puzzles, which programs give at ``/api/puzzles``."""


def test_each_command_of_a_page_has_one_for_programs(app):
    posts = {route.path_format for route in app.routes if {"POST", "PUT"} & set(getattr(route, "methods", ()))}
    of_pages = {found[1] for path in posts if (found := re.fullmatch(r"/t/\{table_id\}/(\w+)", path))}
    of_programs = {found[1] for path in posts if (found := re.fullmatch(r"/api/tables/\{table_id\}/(\w+)", path))}
    assert len(of_pages) > 15
    assert {ELSEWHERE.get(each, each) for each in of_pages - OF_PUZZLES} - of_programs == set()


def test_a_program_names_its_table_sets_the_pace_and_deletes_it(ann, ben, client):
    table = ann.set_up("me", "bot:random")["id"]
    assert ann.post(f"/api/tables/{table}/name", {"name": " Our  evening "}).json()["name"] == "Our evening"
    assert ann.get("/api/tables").json()["mine"][0]["name"] == "Our evening"
    problem(ann.post(f"/api/tables/{table}/name", {"name": "x" * 99}), 422, "name has at most")
    assert ann.post(f"/api/tables/{table}/pause", {"pause": 2}).json()["id"] == table
    assert client.app.state.services.tables.open(table).row.pause == 2
    for path, body in (("name", {"name": "Mine"}), ("pause", {"pause": 1}), ("aside", None), ("delete", None)):
        problem(ben.post(f"/api/tables/{table}/{path}", body), 403)
        problem(Program(client).post(f"/api/tables/{table}/{path}", body), 401)
    assert ann.post(f"/api/tables/{table}/delete").json()["id"] == table
    problem(ann.get(f"/api/tables/{table}"), 404)


def test_a_program_leaves_a_table_where_others_play(ann, ben):
    table = ann.set_up("me", "open")["id"]
    ben.post(f"/api/tables/{table}/join", {})
    problem(ann.post(f"/api/tables/{table}/delete"), 422, "leave it instead")
    ben.post(f"/api/tables/{table}/aside")
    assert ben.get("/api/tables").json()["mine"] == []
    assert ann.state(table)["vacant"] == [{"seat": 1, "why": "left"}]


def test_a_program_plays_on_from_a_game_that_is_over(ann, ben):
    table = ann.set_up("me", "open")["id"]
    ben.post(f"/api/tables/{table}/join", {})
    problem(ann.post(f"/api/tables/{table}/from", {"ply": 2}), 422, "once this game is over")
    for turn in range(6):
        (ann, ben)[turn % 2].play(table, "skip")
    problem(ann.post(f"/api/tables/{table}/from", {"ply": 999}), 422, "from 0 to")
    new = ann.post(f"/api/tables/{table}/from", {"ply": 6, "seat": 1}).json()
    assert new["seat"] == 1
    assert [actor for actor, _ in ann.state(new["id"])["moves"]] == [actor for actor, _ in ann.state(table)["moves"][:6]]
    assert [seat["kind"] for seat in ann.state(new["id"])["seats"]] == ["bot", "person"]


def test_a_program_sends_a_custom_file_along(ann, client):
    wanted = {"game": "lanterns", "players": 2, "seats": ["me", "person"]}
    good, bad = {"name": "mine.txt", "text": "2 3 4"}, {"name": "mine.txt", "text": "one two"}
    problem(ann.post("/api/tables", {**wanted, "files": {"scroll": bad}}), 422, "mine.txt")
    problem(ann.post("/api/tables", {**wanted, "files": {"hat": good}}), 422, "hat")
    table = ann.post("/api/tables", {**wanted, "files": {"scroll": good}}).json()["id"]
    assert client.app.state.services.tables.open(table).row.files == {"scroll": good}
