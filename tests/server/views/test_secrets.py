"""Nothing that somebody can't know leaves the server: two worlds that differ only in that send the same bytes all game long.

Whole games are played live, with people, a watcher, somebody who is nobody, talk, hints, undo, and restarts of the server. At
some restarts the second world's stored deal becomes another one: hidden things are swapped, as long as nobody can tell. And
now and then another action is done there, which spectators do not see yet, and undone. Whatever the server
answers and sends to those who can't know has to be the same in both, byte by byte.
"""

from __future__ import annotations

import io
import os
import random
import re
import secrets
from contextlib import ExitStack
from functools import cache
from zipfile import ZipFile

import msgspec
import pytest
from argon2 import PasswordHasher
from litestar.testing import TestClient
from py_vapid import Vapid02

from hanlin.bots import hints
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.position.position import Position
from hanlin.server.accounts import passwords
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.asgi import attach_services, make_services
from hanlin.server.db import Store
from hanlin.server.notifications.web_push import KEY
from hanlin.server.tables import commands
from helpers.hidden_worlds import WATCHER, Swap, deal_anew, plan, quiet, source
from helpers.simulated import SimulatedClock

GAMES = {"year_of_the_dragon": 3, "china": 3, "forbidden_city": 3}
SEED = "the secret of the table"
NOBODY = "nobody"
WORLDS = int(os.environ.get("HANLIN_WORLDS", "1"))
"""The number of games of each kind."""
SWAPS = 3 if WORLDS > 1 else 1
"""The number of times the deal is swapped in a game, each time for other viewers."""


class World:
    """A game as it is played at a server: ``world`` 0 as it was planned, 1 with the other deals.

    ``heard``: all that the server sent to those who can't tell the worlds apart, by moment, eyes, and what was asked.
    """

    def __init__(self, routes, folder, number, name, whole, swaps, monkeypatch):
        self.routes = routes
        self.folder, self.world, self.game, self.whole, self.swaps = folder, number, games()[name], whole, swaps
        self.players, self.clock, self.heard = whole.players, SimulatedClock(), {}
        self.sent = self.number = self.before_the_end = 0
        self.moment, self.client, self.sockets, self.news, self.table = 0, None, ExitStack(), {}, ""
        self.swap, self.hinted, self.asked, self.otherwise = None, False, False, False
        drawn = random.Random("tokens")
        monkeypatch.setattr(secrets, "token_hex", lambda n=32: drawn.randbytes(n).hex())
        monkeypatch.setattr(secrets, "token_urlsafe", lambda n=32: drawn.randbytes(n).hex())
        # Chance acts by the ply here; only the prediction of what can be undone is seeded with a word.
        monkeypatch.setattr(commands, "seeded", lambda seed, of: of if isinstance(of, int) else seeded(seed, of))
        chance = Position.chance  # Hints sample hidden things as usual.
        monkeypatch.setattr(
            Position, "chance", lambda at, by: at.play(whole.moves[by][1]) if isinstance(by, int) else chance(at, by)
        )
        self.tokens = {}

    # -- the server --------------------------------------------------------------------------------------------------------

    def start(self):
        services = make_services(self.folder, {self.game.name: self.game}, worker=False, seed=SEED, clock=self.clock)
        self.app = attach_services(self.routes, services)
        self.client = self.sockets.enter_context(TestClient(self.app))
        if self.table:
            self.listen()

    def listen(self):
        for eyes in self.tokens:
            for path in (f"/news?table={self.table}", "/news", *self.pushed_to(eyes)):
                socket = self.client.websocket_connect(path, headers=self.headers(eyes))
                self.news[eyes, path] = self.sockets.enter_context(socket)
        self.hear(self.state()["number"], fresh=True)

    def pushed_to(self, eyes):
        """Sockets on which states, and for one player and a watcher also views, are pushed."""
        socket = f"/news?table={self.table}&push="
        return [f"{socket}state", *([f"{socket}view"] if eyes in (1, "watcher") else [])]

    def stop(self):
        self.sockets.close()
        self.sockets, self.news = ExitStack(), {}

    def restart(self, moves):
        """Restart the server; in world 1 with those moves in the place of what was drawn."""
        self.stop()
        if self.world:
            store = Store.in_folder(self.folder)
            deal_anew(store, self.table, self.game, moves)
            store.close()
        self.start()

    # -- requests and events ----------------------------------------------------------------------------------------------

    @property
    def eyes(self):
        """The viewers that can't tell the worlds apart now."""
        return {
            each for each in self.tokens if self.swap is None or (each if isinstance(each, int) else WATCHER) in self.swap.eyes
        }

    def headers(self, eyes):
        return {"authorization": f"Bearer {self.tokens[eyes]}"} if self.tokens[eyes] else {}

    def keep(self, eyes, what, content):
        if eyes in self.eyes:
            self.heard[self.moment, eyes, what] = content

    def get(self, eyes, path):
        answer = self.client.get(path, headers=self.headers(eyes), follow_redirects=False)
        assert answer.status_code < 500
        content = answer.content
        if answer.headers.get("content-type") == "application/zip":
            with ZipFile(io.BytesIO(content)) as file:  # Its entries are stamped by the real clock.
                content = repr([(name, file.read(name)) for name in file.namelist()]).encode()
        self.keep(eyes, path, f"{answer.status_code} {headers_of(answer)}\n".encode() + content)
        return answer

    def post(self, eyes, path, body, status=(200, 201)):
        self.client.cookies.clear()
        answer = self.client.post(path, json=body, headers=self.headers(eyes))
        assert answer.status_code in status, answer.text
        self.moment += 1
        self.keep(eyes, f"POST {path}", f"{headers_of(answer)}\n".encode() + answer.content)
        return answer

    def state(self, eyes=0):
        return self.client.get(f"/api/tables/{self.table}", headers=self.headers(eyes)).json()

    def hear(self, number, fresh=False):
        """Read each socket up to the news of that number."""
        self.number = number
        for (eyes, path), socket in self.news.items():
            told = []
            if path == "/news" and (not isinstance(eyes, int) or fresh):
                continue  # They get news of the lobby only.
            while f'"number":{number}' not in "".join(told):
                told.append(socket.receive_text(timeout=120))
            if fresh and path.endswith("=state"):
                continue  # Who can tell the worlds apart is said after a restart only.
            self.keep(eyes, path, "\n".join(each for each in told if "alive" not in each).encode())
            if self.swap is not None and eyes in self.eyes and not fresh:
                self.compare(eyes, path, told[-1])

    def compare(self, eyes, path, message):
        """Compare a pushed message with its route's answer."""
        what, pushed = path.rpartition("=")[2], msgspec.json.decode(message, type=dict[str, msgspec.Raw])
        if what == "state":
            assert bytes(pushed["state"]) == self.client.get(f"/api/tables/{self.table}", headers=self.headers(eyes)).content
        elif what == "view":
            headers = {**self.headers(eyes), "x-fragment": "1"}
            assert msgspec.json.decode(pushed["html"]) == self.client.get(f"/t/{self.table}/view", headers=headers).text

    def look(self, but=()):
        """Request everything for all viewers who can't tell the worlds apart."""
        self.moment += 1
        for eyes in sorted(self.eyes - set(but), key=str):
            page = self.get(eyes, f"/t/{self.table}").text
            for path in paths_of(self.app, self.table, page, self.state(eyes), self.players):
                if not path.endswith(".png") or self.eyes == {"watcher", NOBODY}:  # It is the same for all.
                    self.get(eyes, path)

    def command(self, seat, what, more, *, page=False, status=(200,)):
        """Send a command of a seat, by a program or by the page, and receive the news."""
        self.clock.go_on(60)
        self.sent += 1
        body = {"seat": seat, "number": self.number, "client": f"c{self.sent}", **more}
        place = f"/t/{self.table}" if page else f"/api/tables/{self.table}"
        answer = self.post(seat, f"{place}/{what}", body, status)
        if answer.status_code == 200:
            self.hear(int(answer.headers["x-table-number"]) if page else answer.json()["number"])
        for eyes in self.eyes if self.swap is not None else ():
            self.get(eyes, f"/api/tables/{self.table}")
        return answer

    def say(self, eyes, text):
        answer = self.post(eyes, f"/api/tables/{self.table}/chat", {"text": text})
        number, room = answer.json()["messages"][-1]["number"], WATCHER if eyes == "watcher" else 0
        for each in self.tokens:
            if (each if isinstance(each, int) else WATCHER) in ([WATCHER] if room else range(self.players)):
                told = self.news[each, f"/news?table={self.table}"].receive_text(timeout=120)
                assert f'"chat":{number}' in told
                self.keep(each, "chat", told.encode())

    # -- the game ----------------------------------------------------------------------------------------------------------

    def gather(self):
        """People come, with accounts; a table is set up, they sit down, and talk."""
        self.start()
        self.app.state.services.notices.stored.add_server_key(KEY, push_key())
        for seat in range(self.players):
            account = {"name": f"P{seat}", "password": "seven lanterns"}
            made = self.client.post("/api/accounts", json=account)
            assert made.status_code == 201, made.text
            self.tokens[seat] = made.json()["token"]
        self.tokens["watcher"] = self.client.post("/api/guests", json={"name": "W"}).json()["token"]
        self.tokens[NOBODY] = ""
        self.client.cookies.clear()
        new = {
            "game": self.game.name, "players": self.players, "seats": ["me"] + ["open"] * (self.players - 1), "listed": True,
            "hints": True, "time": {"kind": "days", "days": 3},
        }  # fmt: skip
        self.table = self.post(0, "/api/tables", new).json()["id"]
        self.look({1, 2, "watcher"})
        for seat in range(1, self.players):
            self.post(seat, f"/api/tables/{self.table}/join", {})
        self.listen()
        self.say(1, "said at the table")
        self.say("watcher", "said by who looks on")

    def play(self):
        """The whole game, live."""
        self.gather()
        ply, swaps = self.state()["moves"], list(self.swaps)
        ply = len(ply)
        while ply < self.whole.ply:
            if self.swap is not None and ply == self.swap.until:
                self.look({NOBODY})
                self.swap = None
                self.restart(self.whole.moves)
            if swaps and self.swap is None and ply == swaps[0].first:
                swap = swaps.pop(0)
                self.restart(swap.other)
                self.swap = swap
            self.choose_otherwise(ply)
            self.ask_to_take_back(ply)
            actor, text = self.whole.moves[ply]
            if actor >= 0:
                self.advise(actor)
                self.before_the_end = self.moment
                self.command(actor, "play", {"action": text}, page=self.swap is not None and ply % 2 == 0)
            ply += 1
        assert self.state()["actor"] == -2
        self.look({1, 2, "watcher", NOBODY})
        self.stop()

    def advise(self, seat):
        """Request one hint for a viewer who can't tell the worlds apart."""
        if self.swap is not None and seat in self.swap.eyes and not self.hinted:
            self.hinted = True
            self.post(seat, f"/api/tables/{self.table}/hint", {"seat": seat, "number": self.number})
            self.hear(self.number + 1)
            self.get(seat, f"/api/tables/{self.table}/hint")

    def choose_otherwise(self, ply):
        """Play another action in each world once, which spectators do not see yet, and undo it."""
        swap, position = self.swap, self.whole.at(ply)
        if self.otherwise or position.actor < 0 or ply < self.swaps[0].first:
            return
        if swap is not None and not {WATCHER, position.actor} <= swap.eyes:
            return
        # Whose turn it is then is no secret: the clocks show it.
        acts = {text: position.copy().play(text).actor for text in quiet(position)}
        choices = [text for text in acts if acts[text] == next(iter(acts.values()))]
        if len(choices) > 1:
            self.otherwise, seat = True, position.actor
            self.swap = Swap(ply, ply, [], frozenset({WATCHER}))
            self.command(seat, "play", {"action": choices[-self.world]})
            self.look({NOBODY})
            self.command(seat, "undo", {})
            self.swap = swap
            self.look({NOBODY} if swap is not None else {1, 2, "watcher"})

    def ask_to_take_back(self, ply):
        """Once two actions of two seats are taken back, by consent of all, and done again."""
        position = self.whole.at(ply)
        last = [actor for actor, _text in position.moves[-3:]]
        if self.asked or len(last) < 3 or min(last) < 0 or last[2] == last[1] or last[0] == last[1] or position.actor < 0:
            return
        self.asked = True
        asker = last[1]
        if self.command(asker, "ask", {"what": "undo"}, status=(200, 422)).status_code == 422:
            return  # Something came to light since.
        for seat in range(self.players):
            if seat != asker:
                self.command(seat, "answer", {"agree": True})
        self.look({0, 1, "watcher"})
        for actor, text in position.moves[-2:]:
            self.command(actor, "play", {"action": text})


@cache
def push_key():
    """The key of both worlds for web push, which is made at a first start otherwise."""
    key = Vapid02()
    key.generate_keys()
    return key.private_pem().decode()


def headers_of(answer):
    return sorted((name, value) for name, value in answer.headers.items() if name not in ("date", "set-cookie"))


def paths_of(app, name, page, state, players):
    """The requests about a table, and the pages that mention it or its players."""
    plies = len(state["moves"])
    found = set(re.findall(rf"/t/{name}/panel/\w+", page))
    for route in app.routes:
        path = getattr(route, "path_format", "")
        if "{table_id}" in path and "GET" in getattr(route, "methods", ()) and "panel" not in path:
            found |= {path.format(table_id=name, seat=seat) for seat in range(players if "seat" in path else 1)}
    found |= {f"/t/{name}/view{query}" for query in (f"?at={plies // 2}&as=1", "?shape=tall")}
    found |= {f"/api/tables/{name}?as=1", "/", "/api/tables"}
    if state["legal"]:
        asked = f"as={state['seat']}&number={state['number']}&action={state['legal'][-1]}"
        found |= {f"/t/{name}/binds?{asked}", f"/t/{name}/consequences?{asked}"}
    found |= {"/people/P0", "/api/people/P0", "/api/people/P0/records"}
    return sorted(found - {f"/t/{name}"})


def hidden_from(world, eyes):
    """Texts that must not reach those eyes at any time."""
    tokens = {each: token for each, token in world.tokens.items() if token}
    texts = {key_hash(token) for token in tokens.values()} | {token for each, token in tokens.items() if each != eyes}
    return texts | {"said by who looks on" if isinstance(eyes, int) else "said at the table", "seven lanterns"}


@pytest.mark.slow
@pytest.mark.parametrize("world", range(WORLDS))
@pytest.mark.parametrize("name", list(GAMES))
def test_hidden_information_changes_no_byte_all_game_long(routes, name, world, tmp_path, monkeypatch):
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    monkeypatch.setattr(hints, "PLAIN_ITERATIONS", 4)
    whole, swaps = plan(games()[name], GAMES[name], source(name, world), SWAPS)
    worlds = []
    for number in range(2):
        with monkeypatch.context() as patch:
            worlds.append(World(routes, tmp_path / str(number), number, name, whole, swaps, patch))
            worlds[-1].play()
    first, second = (each.heard for each in worlds)
    assert first.keys() == second.keys()
    assert [key for key in first if first[key] != second[key]] == []
    assert {eyes for _moment, eyes, _what in first} == set(worlds[0].tokens)
    end = worlds[0].before_the_end
    for eyes in worlds[0].tokens:
        whole_game = b"".join(content for (_moment, whose, _what), content in first.items() if whose == eyes)
        for text in hidden_from(worlds[0], eyes):
            assert text.encode() not in whole_game, (eyes, text)
        early = [content for (moment, whose, _what), content in first.items() if whose == eyes and moment <= end]
        assert SEED.encode() not in b"".join(early)
    assert worlds[0].otherwise
    assert worlds[0].hinted
    assert len(swaps) == SWAPS
