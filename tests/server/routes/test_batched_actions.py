"""An action that is committed in a batch gets the very answer that it gets alone, and what a batch refuses is refused alone."""

from __future__ import annotations

import pytest

from hanlin.client import Client
from hanlin.server.tables.batching import Batcher
from helpers.serving import served
from lanterns import GAME


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A running server with two people, with or without batches, and the route that each action took."""
    on, went, play = [True], [], Batcher.play

    async def noted(self, action):
        done = on[0] and await play(self, action)
        went.append("batched" if done else "alone")
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Batcher, "play", noted)
        with (
            served(tmp_path_factory.mktemp("data"), {"lanterns": GAME}) as address,
            Client.guest(address, "Ann") as ann,
            Client.guest(address, "Bob") as bob,
        ):
            ann.on, ann.went, ann.bob = on, went, bob
            yield ann


@pytest.fixture
def ann(server):
    """The active player of a new table. Only she and Bob play there, so two answers are of the same moment."""
    table = server.create("lanterns", 2, seats=["me", "open"]).id
    server.bob.join(table)
    server.table, server.on[0] = f"/api/tables/{table}", True
    server.went.clear()
    return server


def ask(ann, method, path, **given):
    return ann._http.request(method, path, **given)


def state_of(ann):
    return ask(ann, "GET", ann.table).json()


def command(state, **changes):
    return {"seat": 0, "number": state["number"], "client": "one", "action": state["legal"][0]} | changes


def told(answer):
    return answer.status_code, {name: value for name, value in answer.headers.items() if name != "date"}, answer.content


def test_an_action_is_carried_out_once_batched_or_alone(ann):
    state = state_of(ann)
    batched = ask(ann, "POST", f"{ann.table}/play", json=command(state))
    ann.on[0] = False
    alone = ask(ann, "POST", f"{ann.table}/play", json=command(state))
    assert ann.went == ["batched", "alone"]
    assert told(batched) == told(alone)
    assert len(batched.json()["moves"]) > len(state["moves"])


@pytest.mark.parametrize(
    ("changes", "status"), [({"seat": 5}, 403), ({"number": 999}, 409), ({"action": "nonsense"}, 422), ({"seat": "a"}, 400)]
)
def test_what_a_batch_refuses_is_refused_with_the_reason(ann, changes, status):
    state = state_of(ann)
    answer = ask(ann, "POST", f"{ann.table}/play", json=command(state, **changes))
    assert answer.status_code == status
    assert "batched" not in ann.went
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"]
    assert state_of(ann) == state


@pytest.mark.parametrize("header", [{"authorization": "Bearer hanlin-nobody"}, {"origin": "http://elsewhere.example"}])
def test_unknown_tokens_and_other_sites_are_refused(ann, header):
    state = state_of(ann)
    answer = ask(ann, "POST", f"{ann.table}/play", json=command(state), headers=header)
    assert (answer.status_code in (401, 403), ann.went) == (True, [])


def test_a_token_that_only_reads_reads_and_does_not_play(ann):
    state = state_of(ann)
    token = ann._http.post("/api/tokens", json={"scope": "read"}).json()["token"]
    reading = {"authorization": f"Bearer {token}"}
    assert ask(ann, "GET", ann.table, headers=reading).json() == state
    answer = ask(ann, "POST", f"{ann.table}/play", json=command(state), headers=reading)
    assert (answer.status_code, ann.went) == (403, [])
