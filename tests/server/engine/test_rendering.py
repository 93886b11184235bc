"""Pictures and heavy pages for strangers: bounded, shared, rendered outside the event loop."""

from __future__ import annotations

import asyncio
import struct

import pytest
from litestar.testing import TestClient

from hanlin.core.lib.memo import Kept
from hanlin.core.position.game import game
from hanlin.server.asgi import make_app
from hanlin.server.engine import rendering as rendering_module
from hanlin.server.engine.rendering import Line, Rendering
from hanlin.server.exceptions import Busy, TooMany
from hanlin.server.routes.one_at_a_time import is_heavy
from helpers.programs import Program, problem
from lanterns import GAME

HERE, THERE = {"x-forwarded-for": "203.0.113.7"}, {"x-forwarded-for": "203.0.113.8"}


def square(side):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} 1"><rect width="1" height="1"/></svg>'


def size_of(png):
    return struct.unpack(">II", png[16:24])


async def passes():
    """Let every task go as far as it can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def standing(line, addresses):
    """Tasks that have a place or wait for one, until the event is set; and the event."""
    leave = asyncio.Event()

    async def stand(address):
        async with line.place(address):
            await leave.wait()

    tasks = [asyncio.create_task(stand(address)) for address in addresses]
    await passes()
    return tasks, leave


def test_a_line_is_bounded_for_an_address_and_in_all():
    async def run():
        line = Line(at_once=1, waiting=3, of_one=2)
        tasks, leave = await standing(line, ["a", "a", "b"])
        with pytest.raises(TooMany) as refused:
            async with line.place("a"):
                pass
        assert not isinstance(refused.value, Busy)
        assert refused.value.seconds > 0
        more, left = await standing(line, ["b"])
        with pytest.raises(Busy):
            async with line.place("c"):
                pass
        leave.set()
        left.set()
        await asyncio.gather(*tasks, *more)
        async with line.place("a"), asyncio.timeout(60):
            pass

    asyncio.run(run())


def test_a_request_that_is_given_up_leaves_the_queue():
    async def run():
        line = Line(at_once=1, waiting=1, of_one=2)
        tasks, leave = await standing(line, ["a", "a"])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        more, leave = await standing(line, ["a", "a"])
        assert not any(task.done() for task in more)
        leave.set()
        await asyncio.gather(*more)

    asyncio.run(run())


def test_thirty_who_ask_for_the_same_picture_share_one_rendering():
    async def run():
        rendering = Rendering(process=False)
        asked = [rendering.png(f"203.0.113.{n}", square(2), 20) for n in range(30)]
        found = await asyncio.gather(*asked)
        assert rendering.made == 1
        assert set(found) == {await rendering.png("", square(2), 20)}
        assert rendering.made == 1

    asyncio.run(run())


def test_of_many_pictures_some_are_refused_and_the_rest_are_made():
    async def run():
        rendering = Rendering(process=False)
        asked = [rendering.png("", square(side), 20) for side in range(2, 42)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(each, bytes) for each in found) == 25
        assert sum(isinstance(each, Busy) for each in found) == 15
        of_one = [rendering.png("203.0.113.7", square(side), 20) for side in range(50, 60)]
        found = await asyncio.gather(*of_one, return_exceptions=True)
        assert sum(isinstance(each, bytes) for each in found) == 6
        assert sum(type(each) is TooMany for each in found) == 4

    asyncio.run(run())


def test_a_refusal_of_one_asker_is_none_of_another():
    async def run():
        rendering = Rendering(process=False)
        tasks, leave = await standing(rendering.pictures, ["203.0.113.7"] * 6)
        asked = [rendering.png(f"203.0.113.{n}", square(2), 20) for n in (7, 8)]
        both = asyncio.gather(*asked, return_exceptions=True)
        await passes()
        leave.set()
        refused, made = await both
        assert type(refused) is TooMany
        assert size_of(made) == (20, 10)
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_pixels_are_made_in_a_process_that_comes_back(monkeypatch):
    async def run():
        rendering = Rendering()
        assert size_of(await rendering.png("", square(2), 20)) == (20, 10)
        first = rendering._process.process_id
        with pytest.raises(Busy):
            await rendering.png("", "no drawing", 20)
        assert rendering._process.process_id == first
        rendering._process._process.kill()
        await rendering._process._process.wait()
        assert size_of(await rendering.png("", square(4), 20)) == (20, 5)
        assert rendering._process.process_id != first
        asked = asyncio.Event()

        async def never_sent(*_what):
            asked.set()

        monkeypatch.setattr(rendering_module, "send", never_sent)
        waiting = asyncio.create_task(rendering.png("", square(6), 20))
        await asked.wait()
        await rendering.stop()
        with pytest.raises(Busy):
            await waiting
        with pytest.raises(Busy):
            await rendering.png("", square(8), 20)
        assert rendering._process.process_id is None

    asyncio.run(run())


def test_pictures_are_kept_within_so_many_bytes():
    kept = Kept(10_000)
    for number in range(100):
        kept.put(number, bytes(1000))
        assert kept.bytes <= 10_000
    assert 5 < len(kept) < 10
    assert kept.get(99) == bytes(1000)
    assert kept.get(0) is None
    kept.put("large", bytes(20_000))
    assert kept.get("large") is None
    assert kept.get(99) == bytes(1000)
    kept.clear()
    assert (len(kept), kept.bytes) == (0, 0)


@pytest.fixture
def busy(tmp_path, monkeypatch):
    """A server behind a proxy that makes nothing more for anybody."""
    with TestClient(make_app(tmp_path, {"lanterns": GAME, "china": game("china")}, worker=False, proxy=True)) as client:
        client.table = Program(client, "Ann").set_up("me", "person")["id"]
        rendering = client.app.state.services.rendering
        rendering.pages, rendering.pictures = Line(1, -1, 99), Line(1, -1, 99)
        yield client


@pytest.mark.parametrize(
    "path",
    [
        "/setup/china", "/setup/china/picture.svg", "/setup/china/picture.png", "/t/TABLE/picture.png", "/t/TABLE/log",
        "/t/TABLE/review", "/t/TABLE?ply=0", "/t/TABLE/view?at=0", "/rules/china", "/learn/china", "/api/tables/TABLE/record",
    ],
)  # fmt: skip
def test_too_many_requests_at_once_get_a_retry_time(busy, path):
    refused = busy.get(path.replace("TABLE", busy.table), headers={**HERE, "accept-language": "en"})
    assert refused.status_code == 503
    assert int(refused.headers["retry-after"]) > 0
    assert "try again in" in refused.text
    assert busy.get("/health").status_code == 200


def test_a_page_of_a_table_waits_for_no_picture(busy):
    table = busy.table
    for path in (f"/t/{table}", f"/t/{table}/view", f"/api/tables/{table}", "/"):
        assert busy.get(path, headers=THERE).status_code == 200


def test_an_address_that_has_its_share_gets_429(busy):
    busy.app.state.services.rendering.pages = Line(1, 9, 0)
    problem(busy.get(f"/api/tables/{busy.table}/record", headers=HERE), 429, "try again in")


@pytest.mark.parametrize(
    ("address", "heavy"),
    [
        ("/t/0123456789/log", True), ("/t/0123456789/log/", True), ("//t/0123456789//log", True), ("/t/0123456789?ply=3", True),
        ("/t/0123456789/view?as=1&at=3", True), ("/t/0123456789/view?as=1&format=3", False), ("/t/0123456789", False),
        ("/health", False), ("/api/tables/0123456789", False), ("/people/Ann", True),
    ],
)  # fmt: skip
def test_what_is_heavy_is_known_by_its_address(address, heavy):
    path, _mark, query = address.partition("?")
    assert is_heavy({"path": path, "query_string": query.encode()}) is heavy
