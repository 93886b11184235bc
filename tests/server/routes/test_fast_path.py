"""What is answered before the framework is the very answer that the framework gives."""

from __future__ import annotations

import json

import pytest

from hanlin.client import Client
from hanlin.server.routes.fast_path import Quick
from helpers.serving import served
from lanterns import GAME

ANOTHER = {"accept-language": "en"}
"""A header with which a request goes the usual way."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A running server, somebody who is known there, and which of the two ways answered each request."""
    ways, answer = [], Quick.answer

    async def noted(self, scope, receive, send):
        left = await answer(self, scope, receive, send)
        ways.append("quick" if left is None else "usual")
        return left

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Quick, "answer", noted)
        with (
            served(tmp_path_factory.mktemp("data"), {"lanterns": GAME}) as address,
            Client.guest(address, "Ann") as ann,
            Client.guest(address, "Bob") as bob,
        ):
            ann.ways, ann.bob = ways, bob
            yield ann


@pytest.fixture
def ann(server):
    """Somebody at a new table, whose turn it is. Nobody plays there by themselves: two answers tell of the same moment."""
    table = server.create("lanterns", 2, seats=["me", "open"]).id
    server.bob.join(table)
    server.table = f"/api/tables/{table}"
    return server


def ask(ann, method, path, **given):
    """The answer of the server, as it is, and which way it came."""
    answer = ann._http.request(method, path, **given)
    return answer, ann.ways[-1]


def command(state, **changes):
    return {"seat": 0, "number": state["number"], "client": "one", "action": state["legal"][0]} | changes


def told(answer):
    return answer.status_code, {name: value for name, value in answer.headers.items() if name != "date"}, answer.content


@pytest.mark.parametrize("query", ["", "?as=0", "?as=7"])
def test_a_state_is_the_same_on_both_ways(ann, query):
    quick, way = ask(ann, "GET", ann.table + query)
    usual, other = ask(ann, "GET", ann.table + query, headers=ANOTHER)
    assert (way, other) == ("quick", "usual")
    assert told(quick) == told(usual)


def test_an_action_is_done_once_whichever_way_it_comes(ann):
    state = ask(ann, "GET", ann.table)[0].json()
    quick, way = ask(ann, "POST", f"{ann.table}/play", json=command(state))
    usual, other = ask(ann, "POST", f"{ann.table}/play", json=command(state), headers=ANOTHER)
    assert (way, other) == ("quick", "usual")
    assert told(quick) == told(usual)
    assert len(quick.json()["moves"]) > len(state["moves"])


@pytest.mark.parametrize(
    ("changes", "status"), [({"seat": 5}, 403), ({"number": 999}, 409), ({"action": "nonsense"}, 422), ({"seat": "a"}, 400)]
)
def test_what_is_refused_is_refused_in_the_usual_way(ann, changes, status):
    state = ask(ann, "GET", ann.table)[0].json()
    answer, way = ask(ann, "POST", f"{ann.table}/play", json=command(state, **changes))
    assert (answer.status_code, way) == (status, "usual")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"]
    assert ask(ann, "GET", ann.table)[0].json() == state


@pytest.mark.parametrize("header", [{"authorization": "Bearer hanlin-nobody"}, {"origin": "http://elsewhere.example"}])
def test_unknown_users_and_other_sites_are_refused_as_usual(ann, header):
    state = ask(ann, "GET", ann.table)[0].json()
    answer, way = ask(ann, "POST", f"{ann.table}/play", json=command(state), headers=header)
    assert (answer.status_code in (401, 403), way) == (True, "usual")


def test_a_token_that_only_reads_reads_quickly_and_does_not_play(ann):
    state = ask(ann, "GET", ann.table)[0].json()
    token = ann._http.post("/api/tokens", json={"scope": "read"}).json()["token"]
    reading = {"authorization": f"Bearer {token}"}
    assert json.loads(ask(ann, "GET", ann.table, headers=reading)[0].content) == state
    answer, way = ask(ann, "POST", f"{ann.table}/play", json=command(state), headers=reading)
    assert (answer.status_code, way) == (403, "usual")
