"""Waiting time for hints in a browser, as JSON: ``python bench/hints.py [--hints 10] [--warm]`` (extra ``test``, Chromium).

Measured are the milliseconds from the click on *Hint* until the first suggestion stands on the page, and until the search has
replaced the quick opinion, each as median and maximum. ``cold``: on a server that has just started with an empty folder for
machine code, so that it compiles meanwhile; ``warm`` (with ``--warm``): on a server with the usual folder, when it is ready.
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

OURS = [name for name, game in hanlin.games().items() if game.package.startswith("hanlin.")]
PATIENCE = 60.0
MOST_MINUTES = 15
ASK = """async (patience) => {
  const began = performance.now();
  document.querySelector("[data-take-hint]").click();
  const passed = () => performance.now() - began;
  const is = (selector) => document.querySelector(selector) !== null;
  while (passed() < patience && !is("#hint [data-hint-action]")) await new Promise((go) => setTimeout(go, 4));
  const first = passed();
  const confidence = document.querySelector("#hint [data-confidence]")?.dataset.confidence ?? "";
  while (passed() < patience && is("#hint [data-confidence=quick]") && WAITS) await new Promise((go) => setTimeout(go, 4));
  return { first, confidence, final: passed() };
}"""
PLAY = """async (patience) => {
  const table = () => document.querySelector("#table");
  const number = Number(table().dataset.number);
  document.querySelector("button.choice[data-action]:not([hidden]):not(.out)").click();
  const began = performance.now();
  const asked = () => Number(table().dataset.number) > number && table().matches(".asked, .finished");
  while (performance.now() - began < patience && !asked()) await new Promise((go) => setTimeout(go, 4));
}"""


def hints(page: Any, address: str, name: str, wanted: int, is_warm: bool) -> list[dict[str, Any]]:
    """The waits for so many hints in one game, a decision apart."""
    players = hanlin.game(name).players[-1]
    seats = {"seat0": "person"} | {f"seat{seat}": "bot:random" for seat in range(1, players)}
    answer = page.request.post(f"{address}/new/{name}", form={"players": str(players), "pause": "0", **seats})
    page.goto(answer.url)
    found: list[dict[str, Any]] = []
    while len(found) < wanted:
        page.wait_for_selector("#table.asked, #table.finished")
        if page.locator("#table.finished").count():
            break
        if page.locator("[data-take-hint]").count():
            found.append(page.evaluate(ASK.replace("WAITS", str(is_warm).lower()), 1000 * PATIENCE))
        page.evaluate(PLAY, 1000 * PATIENCE)
    return found


def summary(waits: list[dict[str, Any]], is_warm: bool) -> dict[str, Any]:
    """Median and maximum of the first suggestion and, when warm, of the final one."""
    said = {"hints": len(waits)}
    for what in ("first", "final") if is_warm else ("first",):
        times = [each[what] for each in waits]
        said |= {f"{what}_median_ms": round(statistics.median(times)), f"{what}_max_ms": round(max(times))}
    return said


def wait_until_ready(page: Any, address: str, name: str) -> None:
    """Ask for hints until one is not quick: then the machine code is there."""
    until = time.monotonic() + 60 * MOST_MINUTES
    while time.monotonic() < until:
        if hints(page, address, name, 1, True)[0]["confidence"] != "quick":
            return
        time.sleep(5)
    sys.exit(f"{name}: the server was not ready after {MOST_MINUTES} minutes.")


def measure(address: str, names: list[str], wanted: int, is_warm: bool) -> dict[str, Any]:
    """The figures of all games on one server."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("HANLIN_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    report: dict[str, Any] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_context(reduced_motion="reduce").new_page()
        page.set_default_timeout(1000 * PATIENCE)
        for name in names:
            if is_warm:
                wait_until_ready(page, address, name)
            report[name] = summary(hints(page, address, name, wanted, is_warm), is_warm)
            print(name, report[name], file=sys.stderr, flush=True)
        browser.close()
    return report


def measured(folder: Path, names: list[str], wanted: int, is_warm: bool) -> dict[str, Any]:
    """The figures of a server of its own."""
    command = [sys.executable, "-m", "hanlin", "serve", "--no-open", "--port", "0", "--data", str(folder / "data")]
    environment = {**os.environ} if is_warm else {**os.environ, "HANLIN_CACHE": str(folder / "cache")}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1].rstrip("/")
        return measure(address, names, wanted, is_warm)
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", choices=OURS, default=OURS)
    parser.add_argument("--hints", type=int, default=10)
    parser.add_argument("--warm", action="store_true", help="measure also when the machine code is there: may take minutes")
    given = parser.parse_args()
    report = {}
    for what in ("cold", "warm") if given.warm else ("cold",):
        with tempfile.TemporaryDirectory() as folder:
            report[what] = measured(Path(folder), given.games, given.hints, what == "warm")
    json.dump(report, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
