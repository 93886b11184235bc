"""Take the README's picture, a seeded table of In the Year of the Dragon, with Chromium: ``python tools/table_picture.py``."""

from __future__ import annotations

import sys
import tempfile
import threading
from pathlib import Path
from shutil import which

import uvicorn
from playwright.sync_api import Page, sync_playwright

from hanlin.server.asgi import make_app

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "pictures" / "table.png"
PORT = 8899
SEED = "hanlin"
DECISIONS = 43


def set_up(page: Page, address: str) -> None:
    """Set up a table of four with the Great Wall, one person against three computers."""
    page.goto(f"{address}/new/year_of_the_dragon")
    page.check("input[name=players][value='4']", force=True)
    for seat, kind in enumerate(("person", "bot:greedy", "bot:greedy", "bot:greedy")):
        page.select_option(f"select[name=seat{seat}]", kind)
    page.fill("input[name=name0]", "Mei")
    page.click("form.setup .further > summary")
    page.uncheck("input[name=shuffled]")
    page.select_option("select[name=pause]", "0.0")
    page.click("form.setup .go button")


def play(page: Page, decisions: int) -> None:
    """Choose the middle one of the legal choices, again and again."""
    for _ in range(decisions):
        page.wait_for_selector("#table.asked")
        number = int(page.get_attribute("#table", "data-number") or 0)
        choices = page.locator("#ask button.choice[data-action]")
        choices.nth(choices.count() // 2).dispatch_event("click")
        page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n", arg=number)
    page.wait_for_selector("#table.asked")
    page.wait_for_timeout(1500)


def main(path: Path) -> None:
    """Serve a table from a fixed seed, play some decisions and save the picture."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = make_app(Path(folder), worker=False, seed=SEED)
        server = uvicorn.Server(uvicorn.Config(app, port=PORT, log_level="error", ws="websockets-sansio"))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            thread.join(0.1)
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
        set_up(page, f"http://127.0.0.1:{PORT}")
        play(page, DECISIONS)
        page.mouse.move(640, 790)
        page.screenshot(path=path)
        browser.close()
        server.should_exit = True
        thread.join(10)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE)
