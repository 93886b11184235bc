"""Measure the size of the table's page and the time from POST to the new view, at plain speed.

``measure()`` gives ``table_page_kb`` (a first visit to a table, compressed: page, style, scripts, fonts) for
the heaviest game, ``move_ms_median`` for the slowest one, each at a full table, and ``serve_ready_s``, the seconds from
``hanlin serve`` to a page that answers.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

MOVES = 40
"""Moves measured in each game."""
FIRST_VISIT = re.compile(r'(?:href|src)="(/static/[^"]+)"')


def measure() -> dict[str, float]:
    """The figures, measured in a process that runs as the web process does."""
    if os.environ.get("HANLIN_PLAIN", "") in ("", "0"):
        environment = {**os.environ, "HANLIN_PLAIN": "1"}
        answer = subprocess.run([sys.executable, __file__], env=environment, check=True, stdout=subprocess.PIPE, text=True)
        return {**json.loads(answer.stdout), "serve_ready_s": serve_ready()}
    from hanlin.core.position.game import games

    each = {name: measure_game(name) for name in games()}
    return {
        "table_page_kb": max(page for page, _ in each.values()),
        "move_ms_median": max(median for _, median in each.values()),
        **{f"table_page_kb_{name}": page for name, (page, _) in each.items()},
        **{f"move_ms_median_{name}": median for name, (_, median) in each.items()},
    }


def serve_ready() -> float:
    """Seconds until a second start of ``hanlin serve`` answers (the first one makes the database)."""
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            began = time.perf_counter()
            command = [sys.executable, "-m", "hanlin", "serve", "--no-open", "--port", "0", "--data", folder]
            server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            address = server.stdout.readline().split()[-1]
            urllib.request.urlopen(address).read()
            ready = time.perf_counter() - began
            server.terminate()
            server.wait()
    return round(ready, 2)


def measure_game(name: str) -> tuple[float, float]:
    """Kilobytes of a first visit and the median milliseconds of a move, for one game with as many players as it takes."""
    from litestar.testing import TestClient

    from hanlin.core.position.game import game
    from hanlin.server.asgi import make_app

    players = game(name).players[-1]
    seats = {f"seat{seat}": "person" for seat in range(players)}
    with (
        tempfile.TemporaryDirectory() as folder,
        TestClient(make_app(Path(folder), worker=False)) as browser,
    ):
        browser.headers["accept-encoding"] = "gzip"
        page = browser.post(f"/new/{name}", data={"players": str(players), "pause": "0", **seats})
        table = re.search(r'data-table="(\w+)"', page.text)[1]
        times = []
        for move in range(MOVES):
            state = browser.get(f"/api/tables/{table}").json()
            seat = state["actor"]
            if seat < 0:
                break
            legal = browser.get(f"/api/tables/{table}", params={"as": seat}).json()["legal"]
            command = {
                "seat": seat,
                "number": state["number"],
                "client": f"command-{move}",
                "action": legal[(7 * move) % len(legal)],
            }
            began = time.perf_counter()
            answer = browser.post(f"/t/{table}/play", params={"as": seat}, json=command)
            times.append(1000 * (time.perf_counter() - began))
            assert answer.status_code == 200, answer.text[:600]
        page = browser.get(f"/t/{table}", params={"as": browser.get(f"/api/tables/{table}").json()["actor"]})
        return round(first_visit(browser, page) / 1024, 1), round(statistics.median(times), 1)


def first_visit(browser, page) -> int:
    """Bytes on the wire of the page and everything that it links."""
    total = int(page.headers["content-length"])
    for address in sorted(set(FIRST_VISIT.findall(page.text))):
        total += int(browser.get(address).headers["content-length"])
    look = next(address for address in FIRST_VISIT.findall(page.text) if address.endswith("look.css"))
    fonts = re.findall(r"url\((fonts/[^)]+)\)", browser.get(look).text)
    return total + sum(
        int(browser.get(look.replace("look.css", font)).headers["content-length"]) for font in fonts if font not in page.text
    )


if __name__ == "__main__":
    print(json.dumps(measure()))
