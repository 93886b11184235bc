"""Faults that users of other servers complained of and that have no other place here, each by the number of the complaint."""

from __future__ import annotations

import random
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hanlin.client import Client
from hanlin.core.position.game import games
from hanlin.core.verbs.generic import CHANCE
from helpers.serving import served
from lanterns import GAME


def test_sockets_closed_at_shutdown_say_that_it_is_a_restart(tmp_path):
    with ExitStack() as sockets:
        with served(tmp_path, {"lanterns": GAME}) as address:
            with Client.guest(address, "Ann") as ann:
                table = ann.create("lanterns", 2, seats=["me", "person"]).id
            news = address.replace("http", "ws") + "/news"
            open_ones = [sockets.enter_context(connect(f"{news}{query}")) for query in ("", f"?table={table}")]
            for socket in open_ones:
                socket.recv()
        for socket in open_ones:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv()
            assert closed.value.rcvd.code == 1012


@pytest.mark.parametrize("name", ["china", "forbidden_city", "year_of_the_dragon"])
def test_a_seat_that_must_act_can_act(name):
    """After any sequence of moves, a seat that decides has an action that the question offers."""
    game = games()[name]
    for players in game.players:
        rng = random.Random(f"{name} {players}")
        position = game.start(players)
        while not position.over:
            if position.actor == CHANCE:
                position.chance(rng.randrange(2**32))
                continue
            legal = position.legal
            assert legal, position.text()
            position.play(rng.choice(legal))


def test_an_unreadable_move_stops_a_replay_with_a_sentence(tables, table, store, request):
    for _ in range(2):
        tables.play(table, table.to_move, "skip", table.number)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE entries SET action = 'no move at all' WHERE number = 5")
    browser = request.getfixturevalue("browser")
    browser.client.cookies["hanlin-key"] = "my key"
    name = table.row.id
    page = browser.open(f"/t/{name}")
    assert browser.page.status_code == 200
    assert "corrected since" in page
    assert 'data-plies="5"' in page
    assert 'data-ply="3"' in browser.open(f"/t/{name}", ply=3)
    state = browser.client.get(f"/api/tables/{name}").json()
    assert (state["actor"], len(state["moves"]), state["legal"]) == (-2, 5, [])
    assert browser.client.get(f"/t/{name}/record").status_code == 200
