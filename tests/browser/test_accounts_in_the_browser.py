"""Accounts in a browser: a guest's tables are found at another one, and their pages are for everybody's eyes and hands."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from hanlin.server.accounts import passwords
from helpers.at_the_table import PHONE, Table

PASSWORD = "seven lanterns"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def wide(page):
    """True if something of a page is out of sight at its side."""
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_guests_new_account_finds_the_table_in_a_second_browser(new_context, server):
    """And every page on the way: nothing for axe, by day at a desk, by night on a phone; nothing out of sight at the side."""
    desk = Table(new_context(color_scheme="light").new_page(), server).set_up(seats=("person", "bot:casual"), names=("Ann",))
    phone = new_context(PHONE, has_touch=True, is_mobile=True, color_scheme="dark").new_page()
    address = desk.page.url.partition("#")[0]

    def sound(page):
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert not wide(page)

    # As a guest, to the end.
    while desk.page.wait_for_selector("#table.asked, #table.finished").get_attribute("class").find("finished") < 0:
        desk.play("skip")
    desk.page.wait_for_selector("#table.finished")
    desk.close_ending()
    # The account, by the icon at the top; what was played comes along.
    desk.page.click(".tools a[href^='/account']")
    expect(desk.page.locator("form[action='/account/new'] [name=along]")).to_be_checked()
    sound(desk.page)
    desk.page.fill("form[action='/account/new'] [name=name]", "Ann Lee")
    desk.page.fill("form[action='/account/new'] [name=password]", PASSWORD)
    desk.page.click("form[action='/account/new'] button")
    expect(desk.page.locator(".codes code")).to_have_count(8)
    sound(desk.page)
    desk.page.click(".card a.button")
    desk.page.wait_for_url(address)
    # At the phone there is nothing yet; a wrong password is said where it was typed.
    phone.goto(server.address)
    expect(phone.locator(f"a[href='/t/{address.rpartition('/')[2]}']")).to_have_count(0)
    phone.locator(".tools a[href^='/account']").tap()
    expect(phone.locator("form[action='/account/sign-in']")).to_be_visible()
    sound(phone)
    phone.fill("form[action='/account/sign-in'] [name=name]", "ann lee")
    phone.fill("form[action='/account/sign-in'] [name=password]", "a wrong one")
    phone.locator("form[action='/account/sign-in'] button").tap()
    expect(phone.locator("form[action='/account/sign-in'] .problem")).to_be_visible()
    sound(phone)
    phone.fill("form[action='/account/sign-in'] [name=password]", PASSWORD)
    phone.locator("form[action='/account/sign-in'] button").tap()
    expect(phone.locator(f"a[href='/t/{address.rpartition('/')[2]}']").first).to_be_visible()
    # Each sees the other signed in; the phone is signed out from the desk.
    phone.goto(f"{server.address}/account")
    expect(phone.locator(".sessions li")).to_have_count(2)
    sound(phone)
    for page in (phone, desk.page):
        page.goto(f"{server.address}/people/Ann Lee")
        expect(page.locator(".tables li")).to_have_count(1)
        sound(page)
    desk.page.goto(f"{server.address}/account")
    sound(desk.page)
    desk.page.click(".sessions form button >> nth=0")
    expect(desk.page.locator(".sessions li")).to_have_count(1)
    phone.goto(f"{server.address}/account/forgotten")
    sound(phone)
    phone.goto(f"{server.address}/account")
    expect(phone.locator("form[action='/account/sign-in']")).to_be_visible()
