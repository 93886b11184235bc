"""Sounds of a table: on by default, from the page's first click on."""

from __future__ import annotations

from playwright.sync_api import expect

from helpers.at_the_table import COUNTED, SKIP, at_one_table, tap

STROKES = "window.strokes"
CHOICE = "#choices button.choice:not([disabled]):visible"


def test_sounds_begin_with_the_first_click(new_context, server):
    ann, ben = at_one_table(new_context, server)
    ben.page.add_init_script(COUNTED)
    ben.page.reload()
    number = ben.number
    ann.play("skip")
    ben.changed(number).asked()
    assert ben.page.evaluate(STROKES) == 0, "a page that nobody has touched is silent"
    tap(ben, SKIP)
    ben.page.wait_for_function("() => window.strokes > 0")


def test_the_switch_in_the_header_silences_the_table(table):
    page = table.page
    page.add_init_script(COUNTED)
    table.set_up(seats=("person", "bot:random")).asked()
    switch = page.locator("#sound-switch")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    table.click(CHOICE)
    table.asked()
    assert page.evaluate(STROKES) == 0
    # The choice stays, and turned on one is heard at once.
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    assert page.evaluate(STROKES) > 0


def test_who_had_turned_sounds_off_hears_none(table):
    page = table.page
    page.add_init_script(COUNTED + 'localStorage.setItem("hanlin-settings", JSON.stringify({ sound: "no" }));')
    table.set_up(seats=("person", "bot:random")).asked()
    expect(page.locator("#sound-switch")).to_have_attribute("aria-pressed", "false")
    table.click(CHOICE)
    assert page.evaluate(STROKES) == 0


def test_views_of_the_past_are_silent(table):
    heard = """async () => {
      const { soundOf } = await import(document.querySelector("link[rel=modulepreload][href$='sound.js']").href);
      const now = { ply: "4", scores: "1,2", live: true, asked: true, over: false };
      return [
        soundOf({ ...now, ply: "3", asked: false }, now),
        soundOf({ ...now, ply: "3" }, now),
        soundOf({ ...now, ply: "3", scores: "0,2" }, now),
        soundOf({ ...now, ply: "3" }, { ...now, over: true }),
        soundOf({ ...now, ply: "3" }, { ...now, live: false }),
        soundOf(now, now),
      ];
    }"""
    table.set_up(seats=("person", "bot:random")).asked()
    assert table.page.evaluate(heard) == ["turn", "piece", "points", "end", None, None]
