"""The frame round the board: nothing moves or covers it, whatever is asked, and all of it can be read."""

from __future__ import annotations

import pytest

from helpers.at_the_table import DESK, PHONE, Table

LAPTOP = {"width": 1280, "height": 720}
ON_ITS_SIDE = {"width": 844, "height": 390}
SIZES = {"desk": DESK, "laptop": LAPTOP, "phone": PHONE, "on its side": ON_ITS_SIDE}
MOST = {"year_of_the_dragon": 5, "china": 5, "forbidden_city": 4}

WATCH = """() => {
  const name = (node) => (node?.closest ? node : node?.parentElement)?.outerHTML.slice(0, 80);
  const shifts = [];
  const moved = ({ value, sources }) => [value, ...sources.map(({ node }) => name(node))];
  const note = (entries) => shifts.push(...entries.map(moved));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift" });
  window.shifted = () => {
    note(observer.takeRecords());
    return shifts.toSorted(([one], [other]) => other - one);
  };
}"""
"""Notes all layout shifts from now on, those that follow an input as well; ``shifted()`` lists them, the largest first."""

PLAY = """async (nth) => {
  const script = document.querySelector("script[src*='/table.js']").src;
  const { command, state } = await import(script.replace("table.js", "command.js"));
  const { actor, seat, legal } = await (await fetch(`/api/tables/${state().table}`)).json();
  if (actor === seat) await command("/play", seat, legal[nth % legal.length]);
}"""

RECTANGLE = """() => {
  const { x, y, width, height } = document.getElementById("board").getBoundingClientRect();
  return [x, y, width, height];
}"""

COVERED = """() => {
  const board = document.getElementById("board").getBoundingClientRect();
  const parts = [...document.querySelectorAll("#ask, #steps, #side, .strip-line")].filter((part) => part.checkVisibility());
  return parts.filter((part) => {
    const box = part.getBoundingClientRect();
    const across = Math.min(box.right, board.right) - Math.max(box.left, board.left);
    const down = Math.min(box.bottom, board.bottom) - Math.max(box.top, board.top);
    return across > 0.5 && down > 0.5;
  }).map((part) => part.id || part.className);
}"""

SMALL = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!words || !shown || element.closest("#board, .place > svg, #own > svg, symbol, .unseen, script, noscript")) continue;
    const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : { a: 1, b: 0 };
    const size = parseFloat(getComputedStyle(element).fontSize) * Math.hypot(matrix.a, matrix.b);
    if (size < 11.9) found.push([words, size]);
  }
  return found;
}"""


def seated(new_context, server, name, size, players=2, **more):
    """A person among greedy opponents at a table of that game."""
    touch = {"has_touch": True, "is_mobile": True} if SIZES[size]["width"] < 900 else {}
    table = Table(new_context(SIZES[size], **touch).new_page(), server)
    table.page.add_init_script("localStorage.setItem('hanlin-settings', JSON.stringify({forced: 'no'}))")
    return table.set_up(name, players, ["person", *["bot:greedy"] * (players - 1)]).asked()


def play_out(table, look):
    """Play the game to its end, looking at the page after every decision."""
    page, nth = table.page, 0
    while page.get_attribute("#table", "class").find("finished") < 0:
        page.evaluate(PLAY, nth)
        page.wait_for_function("() => document.querySelector('#table.asked, #table.finished')")
        nth += 7
        if page.query_selector("#table.finished"):
            table.close_ending()
        look()


def nothing_moves(table):
    """Play a game out and step back: the board keeps its place, nothing lies over it, and hardly anything shifts."""
    page = table.page
    page.evaluate(WATCH)
    place = page.evaluate(RECTANGLE)

    def look():
        assert page.evaluate(RECTANGLE) == place
        assert page.evaluate(COVERED) == []

    look()
    play_out(table, look)
    shifts = page.evaluate("() => shifted()")
    assert sum(value for value, *_moved in shifts) < 0.1, shifts[:8]
    for key in ("ArrowLeft", "PageUp", "Home"):
        number = page.get_attribute("#table", "data-ply")
        page.keyboard.press(key)
        page.wait_for_function("ply => document.getElementById('table').dataset.ply !== ply", arg=number)
        look()


def test_nothing_moves_the_board_in_a_whole_game(new_context, server):
    nothing_moves(seated(new_context, server, "year_of_the_dragon", "laptop"))


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", "laptop", "phone"])
@pytest.mark.parametrize("name", sorted(MOST))
def test_nothing_moves_the_board_in_any_game(new_context, server, name, size):
    nothing_moves(seated(new_context, server, name, size, MOST[name]))


@pytest.mark.parametrize("size", sorted(SIZES))
def test_all_letters_of_the_frame_can_be_read(new_context, server, size):
    """Asked, with everything open that opens, and looking back. Boards and places have tests of their own."""
    page = seated(new_context, server, "year_of_the_dragon", size, 5).page
    assert page.evaluate(SMALL) == []
    page.evaluate("() => document.querySelectorAll('#table details').forEach((each) => { each.open = true; })")
    assert page.evaluate(SMALL) == []
    page.evaluate(PLAY, 0)
    page.wait_for_selector("#table.asked")
    page.evaluate("() => document.querySelector('[data-step=back]').click()")
    page.wait_for_selector("#table[data-live=no]")
    assert page.evaluate(SMALL) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= SIZES[size]["width"]
