"""Planning a move while others decide: on a ghost of the board, with mouse, finger and keys, in each game."""

from __future__ import annotations

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from hanlin.core.position.premoves import ghost_of
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Seat
from helpers.at_the_table import DEAL, PHONE, Table
from helpers.concurrently import wait_until

GAMES = {"china": 3, "forbidden_city": 2, "year_of_the_dragon": 2}
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}


def at_a_table(new_context, server, name, viewport=None, **more):
    """A page of the seat that waits and can plan, at a game that has begun, and the table."""
    key, players = f"the key of {name} {viewport}", GAMES[name]
    seats = [Seat(kind="person", name=f"P{n}", owner=f"somebody {n}") for n in range(players)]
    server.services.tables.seed = DEAL
    game = server.services.games[name]
    position, rng = game.start(players).settle(3), random.Random(3)
    planner = None
    while planner is None or position.ply < 40:
        position.play(rng.choice(position.legal)).settle(rng.randrange(2**31))
        waits = [seat for seat in range(players) if ghost_of(position.seen_by(seat)) is not None]
        planner = waits[0] if waits else None
    seats[planner] = Seat(kind="person", name="Ann", owner=key_hash(key))
    table = server.services.tables.create(game, seats, {}, {}, pause=0, moves=position.moves)
    context = new_context(viewport, **more)
    context.add_cookies([{"name": "hanlin-key", "value": key, "url": server.address}])
    page = context.new_page()
    page.goto(f"{server.address}/t/{table.row.id}")
    page.wait_for_selector("#plan [data-plan]")
    return Table(page, server), table, planner


def play_on(server, table, seat):
    """The others play until a seat is asked."""
    while table.to_move not in (seat, -2):
        server.services.tables.play(table, table.to_move, table.position.legal[-1], table.number)


def plan_first(at, action):
    """Choose an action on the ghost, as its own element in the list of choices."""
    at.page.wait_for_selector("#table[data-planning]")
    folded = at.page.locator("#folded summary")
    if folded.count():
        folded.click()
    at.page.locator(f'#choices button[data-action="{action}"]').first.click()


@pytest.mark.parametrize("name", GAMES)
def test_a_move_is_planned_shown_and_played(new_context, server, name):
    at, table, seat = at_a_table(new_context, server, name)
    action = ghost_of(table.seen_by(seat)).legal[0]
    at.page.click("[data-plan]")
    at.page.wait_for_selector("#table[data-planning]")
    assert at.page.locator("#board :is([data-action], [data-actions], [data-variants], [data-pick])").count()
    plan_first(at, action)
    done = at.page.locator("[data-plan-end]")
    at.page.wait_for_selector(".planned-step")
    if done.count():
        done.click()
    expect(at.page.locator("#plan .planned")).to_be_visible()
    assert at.page.locator("#board [data-planned]").count()
    since = table.ply
    play_on(server, table, seat)
    at.page.wait_for_selector("#plan .planned:not(.void)", state="detached")

    def played():
        return [text for actor, text in table.position.moves[since:] if actor == seat]

    # The plan is played in a thread of its own, some time after the page shows that it is the seat's turn; or it became
    # impossible, which the page says.
    wait_until(lambda: played() or at.page.locator("#note, #plan .planned.void").count())
    assert played()[:1] in ([action], [])


def test_a_plan_is_taken_back_by_keys(new_context, server):
    at, table, seat = at_a_table(new_context, server, "year_of_the_dragon")
    at.page.keyboard.press("p")
    at.page.wait_for_selector("#table[data-planning]")
    at.page.keyboard.press("Escape")
    at.page.wait_for_selector("#table:not([data-planning])")
    assert server.services.premoves.of(table, seat).actions == ()
    at.page.keyboard.press("p")
    at.page.wait_for_selector("#table[data-planning]")
    at.page.keyboard.press("ArrowRight")
    at.page.keyboard.press("Enter")
    at.page.wait_for_selector("#plan .planned, [data-plan-end].primary")
    assert len(server.services.premoves.of(table, seat).actions) == 1
    at.page.locator("[data-unplan]").focus()
    at.page.keyboard.press("Enter")
    at.page.wait_for_selector(".planned-step", state="detached")
    assert server.services.premoves.of(table, seat).actions == ()


def test_a_finger_plans_and_nothing_leaves_the_dock(new_context, server):
    at, table, seat = at_a_table(new_context, server, "year_of_the_dragon", PHONE, has_touch=True, is_mobile=True)
    at.page.wait_for_selector("#table[data-shape=tall]")
    board = at.page.locator("#board").bounding_box()
    at.page.locator("[data-plan]").tap()
    at.page.wait_for_selector("#table[data-planning]")
    assert at.page.locator("#question").evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    plan_first(at, ghost_of(table.seen_by(seat)).legal[0])
    at.page.wait_for_selector("[data-unplan]")
    dock, button = at.page.locator("#ask").bounding_box(), at.page.locator("[data-unplan]").bounding_box()
    assert button["height"] >= 44
    assert dock["y"] <= button["y"]
    assert button["y"] + button["height"] <= dock["y"] + dock["height"]
    assert at.page.locator("#board").bounding_box() == board
    at.page.locator("[data-unplan]").tap()
    at.page.wait_for_selector(".planned-step", state="detached")


def test_the_view_becomes_the_turn_while_one_plans(new_context, server):
    """The seat is asked while its player still looks at the ghost: the page asks for the move itself."""
    at, table, seat = at_a_table(new_context, server, "china")
    at.page.click("[data-plan]")
    at.page.wait_for_selector("#table[data-planning]")
    play_on(server, table, seat)
    at.page.wait_for_selector("#table.asked:not([data-planning])")
    assert at.number == table.number


@pytest.mark.parametrize(("name", "theme"), [("china", "day"), ("year_of_the_dragon", "night"), ("forbidden_city", "day")])
def test_axe_finds_nothing_while_one_plans(new_context, server, name, theme):
    at, table, seat = at_a_table(new_context, server, name)
    at.page.context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
    at.page.reload()
    at.page.click("[data-plan]")
    at.page.wait_for_selector("#table[data-planning]")
    found = [Axe().run(at.page, options=RULES).response["violations"]]
    server.services.premoves.plan(table, seat, [ghost_of(table.seen_by(seat)).legal[0]], table.number)
    at.page.reload()
    at.page.wait_for_selector("#plan .planned")
    found.append(Axe().run(at.page, options=RULES).response["violations"])
    assert [[each["id"] for each in some] for some in found] == [[], []]
