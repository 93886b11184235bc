"""The part of a table's page that is drawn before the framework is the very answer that the framework gives."""

from __future__ import annotations

import gzip

import pytest

from hanlin.client import Client
from hanlin.server.routes.fast_views import QuickViews
from helpers.serving import served


@pytest.fixture(scope="module")
def ann(tmp_path_factory):
    """Somebody at a table of a running server, with a switch for the quick way."""
    answer, on = QuickViews.answer, [True]

    async def perhaps(self, scope, receive, send):
        return await answer(self, scope, receive, send) if on[0] else receive

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QuickViews, "answer", perhaps)
        with (
            served(tmp_path_factory.mktemp("data")) as address,
            Client.guest(address, "Ann") as ann,
            Client.guest(address, "Bob") as bob,
        ):
            ann.table = ann.create("china", 3, seats=["me", "open", "bot:random"], watching=False).id
            bob.join(ann.table)
            ann.on = on
            yield ann


def told(who, path, quick, **headers):
    """Status, headers and body of an answer, whichever way it is made; of the body what stands in it when it is unpacked."""
    who.on[0] = quick
    with who._http.stream("GET", path, headers=headers) as answer:
        raw = b"".join(answer.iter_raw())
    body = gzip.decompress(raw) if answer.headers.get("content-encoding") == "gzip" else raw
    kept = {name: value for name, value in answer.headers.multi_items() if name not in ("date", "content-length", "vary")}
    varies = {name.strip().lower() for name in answer.headers["vary"].split(",")}
    return answer.status_code, kept, varies, body


@pytest.mark.parametrize("query", ["", "?shape=tall", "?shape=wide&as=0", "?at=2", "?at=nonsense"])
@pytest.mark.parametrize(
    "headers",
    [
        {"accept-encoding": "identity"},
        {"accept-encoding": "gzip", "x-fragment": "1"},
        {"accept-encoding": "identity", "cookie": "language=it; shape=low; theme=night"},
    ],
    ids=["plain", "packed", "italian"],
)
def test_a_view_is_the_same_on_both_ways(ann, query, headers):
    path = f"/t/{ann.table}/view{query}"
    quick, usual = (told(ann, path, way, **headers) for way in (True, False))
    assert quick == usual
    assert quick[0] == 200
    assert b'id="table"' in quick[3]


@pytest.mark.parametrize("path", ["/t/{}/view", "/t/nothing/view"])
def test_viewers_without_access_are_refused_as_usual(ann, path):
    with Client.guest(ann.url, "Eve") as eve:
        eve.on = ann.on
        answers = [told(eve, path.format(ann.table), way, **{"accept-encoding": "identity"}) for way in (True, False)]
    assert answers[0] == answers[1]
    assert answers[0][0] in (403, 404)
