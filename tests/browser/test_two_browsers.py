"""Two people, each with a browser: one at a desk, one with a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Seat
from helpers.at_the_table import COUNTED, HOLD, SHAPE_KNOWN, SKIP, Table, at_one_table, tap
from lanterns import GAME


def test_two_browsers_play_a_whole_game(new_context, server):
    """One goes offline and comes back, one is reloaded in mid-move; both see the same table at every turn, and its end."""
    ann, ben = at_one_table(new_context, server)
    ann.play("skip")
    tap(ben, SKIP)
    # Ben's line is cut while Ann moves: his page says so, and shows the true table when the line is there again.
    ann.asked()
    ben.page.context.set_offline(True)
    ben.page.wait_for_selector("#line:not([hidden])")
    ann.play("skip")
    ben.page.context.set_offline(False)
    ben.asked()
    assert ben.number == ann.number
    # Ben's page is reloaded while his move is under way: it is played once.
    number = ben.number
    ben.page.route("**/play*", lambda route: route.abort())
    ben.page.locator(SKIP).first.tap()
    ben.page.wait_for_selector("#line:not([hidden])")
    ben.page.unroute("**/play*")
    ben.page.reload()
    ben.changed(number)
    ann.asked()
    assert ann.number == ben.number == number + 1
    ann.play("skip")
    ben.page.evaluate(HOLD, "/ending")
    tap(ben, SKIP)
    for table in (ann, ben):
        table.page.wait_for_selector("#table.finished")
    assert ann.number == ben.number
    # Ann challenges Ben again with one click; he sees it at once, even while the ending loads, and joins with one.
    here = ann.page.url
    ann.page.click("#ending >> text=Challenge again")
    ann.page.wait_for_url(lambda url: url != here)
    ben.page.wait_for_selector("#next-game", state="attached")
    ben.page.wait_for_function("() => window.holds")
    ben.page.evaluate("release()")
    ben.page.locator("#ending [data-next]").tap()
    ben.page.wait_for_url(lambda url: url.partition("?")[0] == ann.page.url.partition("?")[0])
    ben.page.locator("form[action$='/accept'] button").tap()
    for table in (ann, ben):
        table.page.wait_for_selector("#table")


def test_views_are_pushed_to_a_connected_page(new_context, server):
    ann, ben = at_one_table(new_context, server)
    for table in (ann, ben):
        # A page whose shape the server guessed wrongly fetches its first view once more.
        table.page.wait_for_function(SHAPE_KNOWN)
    # A page that was shown a move is connected; one that was not yet when somebody moved fetches what it missed.
    number = ben.number
    ann.play("skip")
    ben.changed(number).asked()
    number = ben.number
    ben.page.keyboard.press("1")  # A tap here and one soon after would be a double tap, whose second one plays nothing.
    ben.changed(number)
    ann.asked()
    fetched = {ann: fetches(ann), ben: fetches(ben)}
    number = ben.number
    ann.play("skip")
    ben.changed(number).asked()
    tap(ben, SKIP)
    ann.asked()
    assert (fetched[ann], fetched[ben]) == ([], [])
    assert ann.page.content().count('id="table"') == 1


def test_views_are_fetched_after_a_gap(new_context, server):
    ann, ben = at_one_table(new_context, server)
    fetched = fetches(ben)
    # Nothing is pushed while the past is shown: it is fetched.
    here = ben.page.url
    ben.page.goto(f"{here.partition('?')[0]}?ply=1")
    ben.page.wait_for_selector("#table[data-live=no]")
    number, before = ben.number, len(fetched)
    ann.play("skip")
    ben.changed(number)
    assert len(fetched) > before
    ben.page.goto(here)
    # A line that was cut brings no view: it is fetched when the line is there again.
    ben.asked()
    tap(ben, SKIP)
    ann.asked()
    ben.page.context.set_offline(True)
    ben.page.wait_for_selector("#line:not([hidden])")
    number, before = ben.number, len(fetched)
    ann.play("skip")
    ben.page.context.set_offline(False)
    ben.changed(number)
    assert len(fetched) > before


def fetches(table):
    """The addresses of the views that a page fetches from now on."""
    fetched = []
    table.page.on("request", lambda request: fetched.append(request.url) if "/view" in request.url else None)
    return fetched


def received(table, frames):
    """Waits until a page has received something on its socket, and forgets what it was."""
    while not frames:
        table.page.wait_for_timeout(10)
    frames.clear()


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_hidden_tab_gets_its_turn_and_fetches_when_shown(new_context, server):
    ann, ben = at_one_table(new_context, server)
    pushed = []
    ben.page.add_init_script(COUNTED)
    ben.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: pushed.append(frame)))
    ben.page.reload()
    ben.page.wait_for_selector("#table")
    ben.page.wait_for_function(SHAPE_KNOWN)
    fetched = fetches(ben)
    number, title = ben.number, ben.page.title()
    ben.page.locator("#question").tap()
    # The server answers when the page connects, and again when it asks for less.
    received(ben, pushed)
    ben.page.evaluate(HIDE, True)
    received(ben, pushed)
    ann.play("skip")
    expect(ben.page).not_to_have_title(title)
    ben.page.wait_for_function("() => window.strokes > 0")
    assert ben.number == number
    assert fetched == []
    assert all(isinstance(frame, str) and "html" not in frame for frame in pushed), "a view is binary"
    ben.page.evaluate(HIDE, False)
    ben.changed(number).asked()
    assert len(fetched) == 1
    # Views are pushed again.
    tap(ben, SKIP)
    number = ben.number
    ann.asked().play("skip")
    ben.changed(number).asked()
    assert len(fetched) == 1


def test_two_browsers_talk_and_agree(new_context, server):
    ann, ben = at_one_table(new_context, server)
    ann.play("skip")
    tap(ben, SKIP)
    ann.asked().page.click("#tab-chat")
    ann.page.fill("#say", "Well done!")
    ann.page.press("#say", "Enter")
    expect(ann.page.locator("#said .remark")).to_have_text("You Well done!")
    ben.page.locator("#open-chat").tap()
    expect(ben.page.locator("#said .remark")).to_contain_text("Well done!")
    ben.page.locator("[data-react]").first.tap()
    expect(ann.page.locator("#said .remark")).to_have_count(2)
    # What is being written stays when the table moves on.
    ben.page.fill("#say", "Thank y")
    ann.page.click("#more > summary")
    ann.page.click("#about > summary")
    ann.page.click(".parting [data-command=ask] >> nth=0")
    ben.page.wait_for_selector("#agenda")
    assert ben.page.input_value("#say") == "Thank y"
    number = ann.number
    ben.page.locator("#agenda [data-command=answer]").first.tap()
    ann.changed(number)
    ann.asked()
    expect(ben.page.locator("#agenda")).to_have_count(0)
    # Ann gives up, and Ben lets an opponent play on.
    ann.page.click("#give-up summary")
    ann.page.click("#give-up button")
    ben.page.locator("#vacant-0 button", has_text="Let the computer play on").tap()
    expect(ann.page.locator("#vacant-0")).to_have_count(0)
    ben.asked()


def test_the_start_page_is_live(new_context, server):
    """A table that somebody lists appears, and moves to the running ones when it is full; nothing is reloaded."""
    page = new_context().new_page()
    page.goto(server.address)
    page.evaluate("window.same = true")
    host = key_hash("the host's key")
    seats = [Seat(kind="person", name="Cleopatra", owner=host), Seat(kind="open")]
    table = server.services.tables.create(GAME, seats, {}, {}, pause=0, host=host, listed=True)
    expect(page.locator("#live-lobby", has_text="Open tables")).to_contain_text("Cleopatra")
    server.services.tables.join(table, key_hash("a guest's key"), "Guest")
    expect(page.locator("#live-tables", has_text="Other games in progress")).to_contain_text("Guest")
    assert page.evaluate("window.same")


def test_the_start_page_pulls_nothing_away_from_under_the_hand(new_context, server):
    """A table's name can be entered to the end; the lists are brought up to date afterwards."""
    table = Table(new_context().new_page(), server).set_up(seats=("person", "person"))
    page = table.page
    page.goto(server.address)
    page.locator(".manage summary").first.click()
    page.locator(".manage input[name=name]").first.fill("Our evening")
    host = key_hash("another host's key")
    seats = [Seat(kind="person", name="Ptolemy", owner=host), Seat(kind="open")]
    with page.expect_response(lambda answer: answer.url.rstrip("/") == server.address):
        server.services.tables.create(GAME, seats, {}, {}, pause=0, host=host, listed=True)
    assert page.locator(".manage input[name=name]").first.input_value() == "Our evening"
    page.locator(".manage summary").first.click()
    page.evaluate("document.activeElement.blur()")
    expect(page.locator("#live-lobby")).to_contain_text("Ptolemy")
