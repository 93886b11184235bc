"""Response time of the computer players in a browser, as JSON: ``python bench/answers.py [--clicks 20]`` (extra ``test``,
Chromium).

A browser plays at a table of a server with compiled code. Measured are the milliseconds from a click that ends a turn of the
player until the page asks for the next decision: median and 95th percentile, for each level and game with the fewest players.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import hanlin
from hanlin.bots.levels import levels

OURS = [name for name, game in hanlin.games().items() if game.package.startswith("hanlin.")]
PATIENCE = 60.0
CLICK = """async (patience) => {
  const table = () => document.querySelector("#table");
  const asked = () => table().classList.contains("asked");
  const number = Number(table().dataset.number);
  const button = document.querySelector("button.choice[data-action]:not([hidden]):not(.out)");
  const began = performance.now();
  let waited = false;
  if (button) button.click();
  while (performance.now() - began < patience) {
    await new Promise((go) => setTimeout(go, 4));
    if (table().classList.contains("finished")) return null;
    if (Number(table().dataset.number) === number) continue;
    if (asked()) return waited ? performance.now() - began : 0;
    waited = true;
  }
  return -1;
}"""
"""Milliseconds until the person is asked again, 0 where nobody else was to move in between, null when the game is over."""


def wait_for_machine_code(page: Any) -> None:
    """Let the opponents' process make or load its machine code: until then levels answer at plain speed."""
    until = time.monotonic() + 10 * PATIENCE
    while page.locator(".warming").count() and time.monotonic() < until:
        time.sleep(1)
        page.reload()


def waits(browser: Any, address: str, name: str, level: str, clicks: int) -> list[float]:
    """The waits of so many clicks, in as many games as that takes."""
    found: list[float] = []
    players = hanlin.game(name).players[0]
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.set_default_timeout(1000 * PATIENCE)
    seats = {"seat0": "person"} | {f"seat{seat}": level for seat in range(1, players)}
    while len(found) < clicks:
        answer = page.request.post(f"{address}/new/{name}", form={"players": str(players), "pause": "0", **seats})
        page.goto(answer.url)
        wait_for_machine_code(page)
        while len(found) < clicks:
            page.wait_for_selector("#table.asked, #table.finished")
            waited = page.evaluate(CLICK, 1000 * PATIENCE)
            if waited is None:
                break
            if waited < 0:
                sys.exit(f"{name}, {level}: the page asked nothing for {PATIENCE:g} seconds after a click.")
            if waited > 0:
                found.append(waited)
    page.context.close()
    return found


def measure(address: str, names: list[str], clicks: int) -> dict[str, Any]:
    """Median and 95th percentile of all games and levels."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("HANLIN_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    report: dict[str, Any] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name in names:
            for level in levels():
                times = waits(browser, address, name, level, clicks)
                p95 = statistics.quantiles(times, n=20)[-1]
                report.setdefault(name, {})[level] = {"median_ms": round(statistics.median(times)), "p95_ms": round(p95)}
                print(name, level, report[name][level], file=sys.stderr, flush=True)
        browser.close()
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", choices=OURS, default=OURS)
    parser.add_argument("--clicks", type=int, default=20)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hanlin", "serve", "--no-open", "--port", "0", "--data", str(Path(folder))]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1].rstrip("/")
            json.dump(measure(address, given.games, given.clicks), sys.stdout, indent=2)
            print()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
