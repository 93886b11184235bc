"""People who are quicker than the page's scripts."""

from __future__ import annotations

import pytest


class Held:
    """Requests of a page that wait until they are released, also those that come later."""

    def __init__(self, page, path):
        self.waiting, self.released = [], False
        page.route(path, self.take)

    def take(self, route):
        if self.released:
            route.continue_()
        else:
            self.waiting.append(route)

    def release(self):
        self.released = True
        while self.waiting:
            self.waiting.pop().continue_()


@pytest.fixture
def slow_page(table):
    """A table whose person is asked, its page there again, but none of its scripts yet: they are held."""
    table.set_up(seats=("person", "person")).lift_curtain()
    held = Held(table.page, "**/table.js")
    table.page.reload(wait_until="commit")
    table.page.wait_for_selector("#choices")
    return table, held


def test_a_click_before_the_scripts_listen_is_kept_and_played(slow_page):
    table, held = slow_page
    number = table.number
    assert table.page.locator("#table.asked").count() == 0
    table.page.click("button.choice[data-action=skip]")
    assert table.sent == []
    held.release()
    table.changed(number)
    assert len(table.sent) == 1


def test_keys_before_the_scripts_listen_are_kept(slow_page):
    table, held = slow_page
    number = table.number
    table.page.focus("#board [data-action]")
    table.page.keyboard.press("Enter")
    held.release()
    table.changed(number)


def test_an_early_click_is_let_go_where_the_table_has_moved_on(slow_page):
    """A click that was meant for the old question answers no new one."""
    table, held = slow_page
    table.page.click("button.choice[data-action=skip]")
    table.page.evaluate("document.getElementById('table').dataset.number += '0'")
    held.release()
    table.asked()
    assert table.sent == []


def test_a_dialog_asked_for_early_opens(table):
    held = Held(table.page, "**/plain.js")
    table.page.goto(f"{table.server.address}/new/china", wait_until="commit")
    table.page.click("a[data-dialog]")
    held.release()
    table.page.wait_for_selector("#dialog[open]")


def test_asked_means_ready(slow_page):
    table, held = slow_page
    assert table.page.get_attribute("#table", "data-asked") is not None
    assert table.page.locator("#table.asked").count() == 0
    held.release()
    table.asked()
