"""A server of our own, and what people do at a table in a browser."""

from __future__ import annotations

import socket
import threading

import uvicorn
from playwright.sync_api import expect

from hanlin.core.position.game import games
from hanlin.server.asgi import make_app
from lanterns import GAME

DEAL = "a fixed deal"
"""The seed of the tests' tables."""
PATIENCE = 60
"""Time limit in seconds of things that should come at once; no test depends on it."""
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SKIP = "button.choice[data-action=skip]"
COUNTED = """
window.strokes = 0;
window.OscillatorNode = class extends OscillatorNode {
  start(...when) { window.strokes += 1; super.start(...when); }
};
"""
"""Counts the strokes of a page's sounds."""
HOLD = """end => {
  for (const how of ["text", "json"]) {
    const read = Response.prototype[how];
    Response.prototype[how] = async function () {
      const all = await read.call(this);
      if (this.url.split("?")[0].endsWith(end)) {
        window.holds = true;
        await new Promise((resolve) => (window.release = resolve));
      }
      return all;
    };
  }
}"""
"""Holds back what the page reads of the server's answers at addresses with this end, until ``release()``."""
SHAPE_KNOWN = "() => document.cookie.includes(`shape=${document.getElementById('table').dataset.shape}`)"
"""True once the board has the shape of the screen, which the server may have guessed wrongly."""


expect.set_options(timeout=1000 * PATIENCE)


class Uvicorn(uvicorn.Server):
    """A web server that says when it listens."""

    def __init__(self, config):
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets=None):
        await super().startup(sockets)
        self.ready.set()

    def run(self, sockets=None):
        try:
            super().run(sockets)
        finally:
            self.ready.set()


class Server:
    """The application in a thread, on one port; it can be stopped and started again.

    Its tables are dealt from a fixed seed: ``DEAL``, or what a test asks for (``Table.set_up``).
    """

    def __init__(self, folder, **more):
        self.folder, self.more = folder, more
        # Bound but not listening, this one keeps the port for us while the server is stopped.
        self.keeper = self.bound(0)
        self.port = self.keeper.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    @staticmethod
    def bound(port):
        it = socket.socket()
        it.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        it.bind(("127.0.0.1", port))
        return it

    def start(self):
        app = make_app(self.folder, {**games(), "lanterns": GAME}, worker=False, seed=DEAL, **self.more)
        self.services = app.dependencies["services"].dependency()
        config = uvicorn.Config(app, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=2, lifespan="on")
        self.uvicorn = Uvicorn(config)
        self.thread = threading.Thread(target=self.uvicorn.run, args=([self.bound(self.port)],), daemon=True)
        self.thread.start()
        assert self.uvicorn.ready.wait(PATIENCE), "the server did not start in time"
        assert self.uvicorn.started, "the server did not start"

    def stop(self):
        self.uvicorn.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server did not end"


def is_command(request):
    return request.method == "POST" and request.url.partition("?")[0].endswith(("/play", "/undo"))


class Table:
    """A page at a table, and what people do there."""

    def __init__(self, page, server):
        self.page = page
        self.server = server
        self.sent = []
        """The commands that the page has sent."""
        page.on("request", lambda request: self.sent.append(request.url) if is_command(request) else None)

    def set_up(
        self, game="lanterns", players=2, seats=("person", "bot:random"), names=(), pause="0.0", deal=DEAL, shown="#table"
    ):
        """Sets up a table as the form would, without opening the form, and goes there. ``deal``: what it is dealt from."""
        self.server.services.tables.seed = deal
        form = {"players": str(players), "pause": pause}
        form |= {f"seat{seat}": kind for seat, kind in enumerate(seats[:players])}
        form |= {f"name{seat}": name for seat, name in enumerate(names)}
        answer = self.page.request.post(f"{self.server.address}/new/{game}", form=form, max_redirects=0)
        assert answer.status == 303, answer.text()
        self.page.goto(self.server.address + answer.headers["location"])
        self.page.wait_for_selector(shown)
        return self

    def set_up_by_form(self, name):
        """Sets up a table of the example with the form of a new one, where the person gives a name."""
        self.server.services.tables.seed = DEAL
        page = self.page
        page.goto(f"{self.server.address}/new/lanterns")
        page.click("form.setup .further > summary")
        page.select_option("select[name=seat1]", "bot:random")
        page.fill("input[name=name0]", name)
        page.uncheck("input[name=shuffled]")
        page.select_option("select[name=pause]", "0.0")
        page.click("form.setup .go button")
        page.wait_for_selector("#table")
        return self

    @property
    def number(self):
        return int(self.page.get_attribute("#table", "data-number"))

    def asked(self):
        """Waits until the page is ready and this browser is asked, with no command of its own on the way."""
        self.page.wait_for_selector("#table.asked:not([aria-busy])")
        return self

    def changed(self, number):
        """Waits until the table shows more entries than that."""
        self.page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n", arg=number)
        return self

    def click(self, selector):
        """Clicks something that changes the table, and waits for the new view."""
        number = self.number
        self.page.locator(selector).first.click()
        return self.changed(number)

    def place_tile(self, nth=0):
        """Places the tile in hand on a free space, as it is shown there first."""
        number = self.number
        self.page.locator("#board [data-variants]").nth(nth).click()
        if self.page.is_visible("#ways"):
            self.page.click("[data-way=play]")
        return self.changed(number)

    def play(self, action):
        return self.click(f"button.choice[data-action='{action}']:visible")

    def lift_curtain(self):
        self.page.click("#ask [data-as]")
        return self.asked()

    def close_ending(self):
        """Close the final scores, which open over the board when a watched game ends."""
        self.page.wait_for_selector("#ending[open]")
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("#ending:not([open])", state="attached")
        return self


def stop_clock(page):
    """The time of a page's next loads stands still, however slow the machine is, but for what the test adds."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def at_one_table(new_context, server):
    """Ann at a desk has set up a table, and Ben has taken the open seat with his phone."""
    ann = Table(new_context().new_page(), server)
    ben = Table(new_context(PHONE, has_touch=True, is_mobile=True).new_page(), server)
    ann.set_up(seats=("person", "open"), names=("Ann",), shown="#invitation")
    answer = ben.page.request.post(f"{ann.page.url}/join", form={"name": "Ben"}, max_redirects=0)
    assert answer.status == 303, answer.text()
    ben.page.goto(ann.page.url)
    ben.page.wait_for_selector("#table")
    ann.page.wait_for_selector("#table.asked")
    return ann, ben


def tap(table, selector):
    number = table.number
    table.asked().page.locator(selector).first.tap()
    return table.changed(number)
