"""It is your turn: in the tab's title and picture, and as a notice while the page is closed."""

from __future__ import annotations

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from hanlin.server.notifications.service import Channels
from helpers.at_the_table import SKIP, Server, Table, at_one_table, tap
from helpers.receiving import PushService, Subscriber

SUBSCRIBE = """subscription => {
  PushManager.prototype.subscribe = async (options) => {
    window.wanted = options;
    return { toJSON: () => ({ endpoint: subscription.endpoint, keys: subscription }) };
  };
}"""


@pytest.fixture
def service():
    service = PushService()
    yield service
    service.stop()


@pytest.fixture
def telling_server(tmp_path, service):
    told = Channels(smtp="smtp://127.0.0.1:9?from=table@example.org", push=(f"{service.url}/",), grace=0, look=0.02)
    server = Server(tmp_path, channels=told)
    yield server
    server.stop()


def test_the_tab_says_that_it_is_your_turn(new_context, server):
    ann, ben = at_one_table(new_context, server)
    expect(ann.page).to_have_title("Your turn: Lanterns – Hanlin")
    expect(ben.page).to_have_title("Lanterns – Hanlin")
    usual = ben.page.get_attribute("link[rel=icon]", "href")
    assert usual != ann.page.get_attribute("link[rel=icon]", "href")
    lobby = ben.page.context.new_page()
    lobby.goto(server.address)
    expect(lobby).to_have_title("Hanlin")
    ann.play("skip")
    expect(ann.page).to_have_title("Lanterns – Hanlin")
    assert ann.page.get_attribute("link[rel=icon]", "href") == usual
    expect(ben.page).to_have_title("Your turn: Lanterns – Hanlin")
    expect(lobby).to_have_title("(1) Hanlin")
    tap(ben, SKIP)
    expect(lobby).to_have_title("Hanlin")


def test_a_notification_arrives_while_the_page_is_closed(new_context, telling_server, service):
    ann, ben = at_one_table(new_context, telling_server)
    browser = Subscriber(service)
    page = ben.page
    page.context.grant_permissions(["notifications"])
    page.evaluate(SUBSCRIBE, browser.subscription)
    page.locator("button[data-sheet]").tap()
    page.locator("#more > summary").tap()
    page.locator(".tell a").tap()
    switch = page.locator("[data-notice=push]")
    with page.expect_response(lambda answer: answer.url.endswith("/notices") and answer.request.method == "POST"):
        switch.check(force=True)
    expect(switch).to_be_enabled()
    assert not page.locator("#notice-problem").is_visible()
    assert not Axe().run(page).response["violations"]
    # No page is under the worker: nothing goes through it.
    assert page.evaluate("navigator.serviceWorker.controller") is None
    scopes = page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.map(each => each.scope))")
    assert scopes == [f"{telling_server.address}/told/"]
    # An address is given, and a link goes there first.
    page.fill("[data-notice-address] input", "ben@example.org")
    page.click("[data-notice-address] button")
    expect(page.locator("#noticing")).to_contain_text("A link was sent to b…@example.org")
    page.goto("about:blank")
    ann.play("skip")
    told = browser.read(service.next()[2])
    assert (told["title"], told["body"]) == ("Your turn: Lanterns", "You play with Ann.")
    shown = show(page, telling_server.address, told)
    assert shown == [["Your turn: Lanterns", "You play with Ann.", told["url"]]]


def show(page, address, told):
    """The notification that the browser's worker shows for a push message."""
    page.goto(f"{address}/settings")
    devtools = page.context.new_cdp_session(page)
    found = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)
    message = {"origin": address, "registrationId": found[0]["registrationId"], "data": json.dumps(told)}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    notices = """async () => {
      const registration = await navigator.serviceWorker.getRegistration("/told/");
      const all = await registration.getNotifications();
      return all.map((each) => [each.title, each.body, each.data.url]);
    }"""
    while not (shown := page.evaluate(notices)):
        page.wait_for_timeout(50)
    return shown


def test_a_page_says_at_once_that_its_table_was_deleted(new_context, server):
    table = Table(new_context().new_page(), server).set_up(seats=("person", "person"))
    other = table.page.context.new_page()
    other.goto(table.page.url)
    other.wait_for_selector("#table")
    name = table.page.get_attribute("#table", "data-table")
    server.services.tables.delete(server.services.tables.open(name))
    for page in (table.page, other):
        expect(page.locator("#line")).to_have_text("This table has been deleted.")
