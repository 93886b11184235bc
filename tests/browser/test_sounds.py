"""Sounds of a table, off by default."""

COUNTED = """
window.strokes = 0;
window.OscillatorNode = class extends OscillatorNode {
  start(...when) { window.strokes += 1; super.start(...when); }
};
"""


def test_sounds_are_off_until_they_are_turned_on(table):
    page = table.page
    page.add_init_script(COUNTED)
    table.set_up(seats=("person", "bot:random")).asked()
    table.click("#choices button.choice:not([disabled]):visible")
    assert page.evaluate("window.strokes") == 0
    page.goto(f"{table.server.address}/settings")
    page.get_by_role("checkbox", name="Sounds").check()
    assert page.evaluate("window.strokes") > 0, "turned on, one is heard at once"


def test_a_move_makes_a_sound(table):
    page = table.page
    page.add_init_script(COUNTED + 'localStorage.setItem("hanlin-settings", JSON.stringify({ sound: "yes" }));')
    table.set_up(seats=("person", "bot:random")).asked()
    table.click("#choices button.choice:not([disabled]):visible")
    page.wait_for_function("() => window.strokes > 0")


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
