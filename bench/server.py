"""How fast the server is, by what a second of its processor time does.

    python bench/server.py [--seconds 10] [--tables 10,100,500] [--idle 10000] [--only moves,drawn,delays,memory]
                           [--games china,…] [--postgresql | --database ADDRESS] [--short]

It starts a server of its own on this machine's loopback, on a file of SQLite or (``--postgresql``) on a PostgreSQL that it
starts as the tests do, but which waits for the disk; and prints JSON:

- ``moves_per_cpu_s_GAME``: three programs at each of eight tables. One move is a POST …/play, committed to the database, whose
  answer is the player's new state; and the new state of each, pushed on a socket to all three.
- ``drawn_moves_per_cpu_s_GAME``: the same, and each of the two others is also sent the part of the page that changes, on a
  socket of its own (whole and not compressed: some 200 KB of HTML with the board and all areas as SVG).
- ``delay_ms_N_tables``: from the POST's sending to the others' new states, at so many tables whose players think a jittered
  time.
- ``memory``: of a table that is listened to and of one that nobody looks at, as the server's own memory grows, and how long a
  move takes at one table when all of those lie beside it.

With ``--fetch`` nothing is pushed: the sockets tell that a table has changed, and the two others fetch what they see.

Logging in, setting up and what the programs themselves do is not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import websockets

PLAYERS = 3
TICKS = os.sysconf("SC_CLK_TCK")
AT_A_TIME = 16
"""Tables that are set up at a time."""


class Server:
    """A server process and what it has used."""

    def __init__(self, database: str = "") -> None:
        self._database = database

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        command = [sys.executable, __file__, "--serve", self._folder.name, "--database", self._database]
        environment = {**os.environ, "HANLIN_PLAIN": "1"}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.port = int(self._process.stdout.readline())
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait()
        self._folder.cleanup()

    def cpu(self) -> float:
        """Seconds of processor time so far, of the user and of the system."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Bytes of memory that are its own now."""
        line = next(
            line for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines() if line.startswith("RssAnon")
        )
        return int(line.split()[1]) * 1024


def serve(folder: str, database: str) -> None:
    """The process that is measured: as ``hanlin serve``, without opponents."""
    from hanlin.server.run import run

    listener = socket.create_server(("127.0.0.1", 0))
    run(
        None if database else Path(folder),
        listener,
        lambda: print(listener.getsockname()[1], flush=True),
        worker=False,
        database=database,
    )


class Line:
    """One connection that stays open: requests after one another, as a browser's or a program's."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port = port
        self.head = f"Host: 127.0.0.1:{port}\r\n" + (f"Authorization: Bearer {token}\r\n" if token else "")
        self._reader: asyncio.StreamReader | None = None
        self._turn = asyncio.Lock()

    async def ask(self, method: str, path: str, body: object = None, kind: str = "application/json") -> tuple[int, bytes]:
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\n{self.head}Content-Type: {kind}\r\nContent-Length: {len(content)}\r\n\r\n"
        async with self._turn:
            try:
                answer = await self._exchange(head.encode() + content)
            except (asyncio.IncompleteReadError, ConnectionError):  # It was quiet for so long that it was closed just now.
                self._reader = None
                answer = await self._exchange(head.encode() + content)
            length = int(answer.partition("content-length:")[2].partition("\r\n")[0] or 0)
            return int(answer.split(" ", 2)[1]), await self._reader.readexactly(length)

    async def _exchange(self, request: bytes) -> str:
        """Send a request; the head of the answer."""
        if self._reader is None or self._reader.at_eof():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        self._writer.write(request)
        return (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()

    def close(self) -> None:
        if self._reader is not None:
            self._writer.close()
            self._reader = None

    async def json(self, method: str, path: str, body: object = None) -> dict:
        status, content = await self.ask(method, path, body)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {content[:300]!r}")
        return json.loads(content)


class Seat:
    """A program at a table: it is sent its state, or fetches it."""

    def __init__(self, line: Line, token: str, drawn: bool, fetching: bool) -> None:
        self.line, self.token, self.drawn, self.fetching = line, token, drawn, fetching
        self.own = secrets.token_hex(8)
        self.state: dict = {}
        self.changed = asyncio.Condition()
        self.numbers = {"": -1}

    def sockets(self) -> dict[str, str]:
        """What each of its sockets is for, and asks for."""
        if self.fetching:
            return {"": ""}
        view = {"view": f"&push=view&shape=wide&own={self.own}"} if self.drawn else {}
        return {"": "&push=state", **view}

    async def listen(self, table: str, what: str, asked: str) -> None:
        address = f"ws://127.0.0.1:{self.line.port}/news?table={table}{asked}"
        headers = {"Authorization": f"Bearer {self.token}"}
        async with websockets.connect(address, additional_headers=headers, compression=None, max_size=2**24) as socket:
            async for text in socket:
                message = json.loads(text)
                async with self.changed:
                    self.numbers[what] = max(self.numbers.get(what, -1), message.get("number", -1))
                    self.state = message.get("state", self.state)
                    self.when = time.perf_counter()
                    self.changed.notify_all()

    async def until(self, number: int) -> float:
        """When everything of that number had come."""
        async with self.changed:
            await self.changed.wait_for(lambda: all(self.numbers.get(what, -1) >= number for what in self.sockets()))
            return self.when

    async def see(self, table: str, number: int) -> float:
        """When it had what it sees of that number: pushed, or fetched after the message that the table has changed."""
        when = await self.until(number)
        await self.fetch(table)
        return time.perf_counter() if self.fetching else when

    async def fetch(self, table: str) -> None:
        if not self.fetching:
            return
        self.state = await self.line.json("GET", f"/api/tables/{table}")
        if self.drawn:
            await self.line.ask("GET", f"/t/{table}/view?shape=wide")


class Table:
    """A table with its programs."""

    def __init__(self, seats: list[Seat], seed: int) -> None:
        self.seats, self.rng, self.moves = seats, random.Random(seed), 0
        self.delays: list[float] = []

    async def set_up(self, game: str) -> None:
        wanted = {"game": game, "players": PLAYERS, "seats": ["me"] + ["open"] * (PLAYERS - 1)}
        self.id = (await self.seats[0].line.json("POST", "/api/tables", wanted))["id"]
        for seat in self.seats[1:]:
            await seat.line.json("POST", f"/api/tables/{self.id}/join", {})
        self.listening = [
            asyncio.create_task(seat.listen(self.id, *socket)) for seat in self.seats for socket in seat.sockets().items()
        ]
        await asyncio.gather(*(seat.until(0) for seat in self.seats))
        await asyncio.gather(*(seat.fetch(self.id) for seat in self.seats))

    async def move(self) -> bool:
        """One move, and the others fetch what they see then; False when the game is over."""
        actor = max((seat.state for seat in self.seats), key=lambda state: state["number"])["actor"]
        if actor < 0:
            return False
        player = self.seats[actor]
        body = {
            "seat": actor,
            "number": player.state["number"],
            "client": f"{player.own}-{self.moves:06}",
            "action": self.rng.choice(player.state["legal"]),
        }
        sent = time.perf_counter()
        player.state = await player.line.json("POST", f"/api/tables/{self.id}/play", body)
        others = [seat for seat in self.seats if seat is not player]
        came = await asyncio.gather(*(seat.see(self.id, player.state["number"]) for seat in others))
        self.delays += [1000 * (each - sent) for each in came]
        self.moves += 1
        return True

    async def play(self, until: float, pause: float = 0.0) -> None:
        if pause:
            await asyncio.sleep(self.rng.uniform(0, 2 * pause))
        while time.perf_counter() < until and await self.move():
            if pause:
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * pause)

    async def leave(self) -> None:
        for task in self.listening:
            task.cancel()
        await asyncio.gather(*self.listening, return_exceptions=True)
        for seat in self.seats:
            seat.line.close()


async def seat_down(server: Server, game: str, tables: int, drawn: bool = False, fetching: bool = False) -> list[Table]:
    """Tables of a game with programs at all seats."""
    line = Line(server.port)
    tokens = [(await line.json("POST", "/api/guests", {"name": f"P{seat}"}))["token"] for seat in range(PLAYERS)]
    made = [Table([Seat(Line(server.port, token), token, drawn, fetching) for token in tokens], seed) for seed in range(tables)]
    room = asyncio.Semaphore(AT_A_TIME)

    async def set_up(table: Table) -> None:
        async with room:
            await table.set_up(game)

    await asyncio.gather(*(set_up(table) for table in made))
    return made


async def moves_per_cpu_second(server: Server, game: str, seconds: float, drawn: bool, fetching: bool) -> float:
    """Moves for each second of the server's processor time, eight tables at once, games begun anew when they are over."""
    moves, used, left = 0, 0.0, seconds
    while left > 0:
        tables = await seat_down(server, game, 8, drawn, fetching)
        before, began = server.cpu(), time.perf_counter()
        await asyncio.gather(*(table.play(began + left) for table in tables))
        used += server.cpu() - before
        left -= time.perf_counter() - began
        moves += sum(table.moves for table in tables)
        for table in tables:
            await table.leave()
    return round(moves / max(used, 1 / TICKS))


async def delays(server: Server, tables: int, seconds: float, think: float, fetching: bool) -> dict[str, float]:
    """Milliseconds from a move's sending to the others' news, with players who think."""
    games = ("year_of_the_dragon", "china", "forbidden_city")
    made = [
        table
        for n, game in enumerate(games)
        for table in await seat_down(server, game, len(range(n, tables, 3)), False, fetching)
    ]
    before, began = server.cpu(), time.perf_counter()
    await asyncio.gather(*(table.play(began + seconds, think) for table in made))
    came = sorted(delay for table in made for delay in table.delays)
    load = (server.cpu() - before) / (time.perf_counter() - began)
    for table in made:
        await table.leave()
    parts = statistics.quantiles(came, n=100, method="inclusive")
    return {
        "moves": sum(table.moves for table in made),
        "p50": round(parts[49], 1),
        "p95": round(parts[94], 1),
        "p99": round(parts[98], 1),
        "cpu_share": round(load, 3),
    }


async def memory(server: Server, live: int, idle: int) -> dict[str, float]:
    """Kilobytes of a table that is listened to, and of one that nobody looks at."""
    before = server.memory()
    made = await seat_down(server, "china", live)
    with_live = server.memory()
    for table in made:
        await table.leave()
    wanted = {"game": "china", "players": 3, "seats": ["me", "bot:random", "open"]}
    lines, began = [Line(server.port, made[0].seats[0].token) for _ in range(AT_A_TIME)], time.perf_counter()

    async def set_up(line: Line, tables: int) -> None:
        for _ in range(tables):
            await line.json("POST", "/api/tables", wanted)

    await asyncio.gather(*(set_up(line, len(range(n, idle, AT_A_TIME))) for n, line in enumerate(lines)))
    with_idle, took = server.memory(), time.perf_counter() - began
    (table,) = await seat_down(server, "china", 1)
    await table.play(time.perf_counter() + 3)
    await table.leave()
    return {
        "kb_per_live_table": round((with_live - before) / live / 1024, 1),
        "kb_per_idle_table": round(max(0, with_idle - with_live) / max(1, idle) / 1024, 2),
        "idle_tables": idle,
        "seconds_to_set_them_up": round(took, 1),
        "delay_ms_beside_them": round(statistics.median(table.delays), 1),
    }


async def measure(asked: argparse.Namespace) -> dict:
    figures: dict = {}
    games, only = asked.games.split(","), asked.only.split(",")
    with Server(asked.database) as server:
        for what, drawn in (("moves", False), ("drawn", True)):
            for game in games if what in only else ():
                name = f"{'drawn_' if drawn else ''}moves_per_cpu_s_{game}"
                figures[name] = await moves_per_cpu_second(server, game, asked.seconds, drawn, asked.fetch)
    for tables in asked.tables if "delays" in only else ():
        with Server(asked.database) as server:
            figures[f"delay_ms_{tables}_tables"] = await delays(server, tables, asked.seconds * 2, asked.think, asked.fetch)
    if "memory" in only:
        with Server(asked.database) as server:
            figures["memory"] = await memory(server, 30, asked.idle)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=10, help="how long each figure is measured")
    parser.add_argument("--only", default="moves,drawn,delays,memory", help="what is measured")
    parser.add_argument("--games", default="year_of_the_dragon,china,forbidden_city")
    parser.add_argument("--tables", type=lambda text: [int(each) for each in text.split(",") if each], default=[10, 100, 500])
    parser.add_argument("--think", type=float, default=5.0, help="seconds that a player thinks, about")
    parser.add_argument("--idle", type=int, default=10_000, help="tables that nobody looks at")
    parser.add_argument("--database", default="", help="the address of a PostgreSQL database that may be filled")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL, as the tests do")
    parser.add_argument("--fetch", action="store_true", help="push nothing; fetch what has changed")
    parser.add_argument("--short", action="store_true", help="what can be said in a minute")
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve, asked.database)
        return
    if asked.short:
        asked.seconds, asked.tables, asked.idle = 5, [10], 300
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16384), hard))
    with ExitStack() as stack:
        if asked.postgresql:
            sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))
            from postgres import postgresql

            asked.database = f"{stack.enter_context(postgresql(synced=True))}/postgres"
        print(json.dumps(asyncio.run(measure(asked)), indent=2))


if __name__ == "__main__":
    main()
