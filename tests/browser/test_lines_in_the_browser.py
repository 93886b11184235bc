"""Lost connections, restarts of the server, resent moves and several tabs."""

from __future__ import annotations

from helpers.at_the_table import Table


def test_a_restart_of_the_server_in_mid_game(new_context, own_server):
    """4, 5, 15: both tabs notice and show it, reconnect automatically and show the current state."""
    context = new_context()
    table = Table(context.new_page(), own_server).set_up(seats=("person", "person")).lift_curtain()
    other = context.new_page()
    other.goto(table.page.url)
    table.play("skip").lift_curtain().play("skip")
    number = table.number
    own_server.stop()
    table.page.wait_for_selector("#line:not([hidden])")
    own_server.start()
    table.page.wait_for_selector("#line[hidden]", state="attached")
    assert table.number == number
    table.lift_curtain().play("skip")
    other.wait_for_function("n => Number(document.getElementById('table').dataset.number) === n", arg=table.number)


def test_a_move_made_offline_is_kept_and_played_once(new_context, server):
    context = new_context()
    table = Table(context.new_page(), server).set_up(seats=("person", "person")).lift_curtain()
    number = table.number
    context.set_offline(True)
    table.page.click("button.choice[data-action=skip]")
    table.page.wait_for_function("() => document.getElementById('line').textContent.includes('will be sent')")
    assert table.number == number
    context.set_offline(False)
    table.changed(number)
    table.page.wait_for_selector("#line[hidden]", state="attached")
    assert table.number == number + 1


def test_a_move_under_way_survives_a_reload(new_context, server):
    context = new_context()
    table = Table(context.new_page(), server).set_up(seats=("person", "person")).lift_curtain()
    number = table.number
    page = table.page
    page.route("**/play*", lambda route: route.abort())
    page.click("button.choice[data-action=skip]")
    page.wait_for_selector("#line:not([hidden])")
    page.unroute("**/play*")
    page.reload()
    table.changed(number)
    assert table.number == number + 1


def test_a_lost_answer_does_not_play_twice(new_context, server):
    """The move arrives but its answer is lost: it is sent again and answered, not played again."""
    table = Table(new_context().new_page(), server).set_up(seats=("person", "person")).lift_curtain()
    number = table.number
    lost = []

    def lose_the_first_answer(route):
        if not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    table.page.route("**/play*", lose_the_first_answer)
    table.play("skip")
    assert lost == [200]
    assert table.number == number + 1


def test_a_double_click_plays_once(table):
    table.set_up(seats=("person", "person")).lift_curtain()
    number = table.number
    table.page.dblclick("button.choice[data-action=skip]")
    table.changed(number)
    assert len(table.sent) == 1
    assert table.number == number + 1
    assert not table.page.query_selector("#note")


def test_a_second_click_does_not_play_a_choice_that_just_appeared(table):
    """Even a fast answer puts another thing under the pointer."""
    table.set_up("forbidden_city", seats=("person", "bot:random")).asked()
    table.place_tile().asked()
    before = len(table.sent)
    click = "(element, detail) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))"
    for detail in (2, 3):
        table.page.locator("#board [data-variants]").first.evaluate(click, detail)
        assert table.page.is_hidden("#ways")
    assert len(table.sent) == before
    number = table.number
    table.page.locator("#board [data-variants]").first.evaluate(click, 1)
    if table.page.is_visible("#ways"):
        table.page.click("[data-way=play]")
    table.changed(number)


def test_two_tabs_show_the_same_and_a_stale_one_is_refused(new_context, server):
    context = new_context()
    table = Table(context.new_page(), server).set_up().asked()
    number = table.number
    second = Table(context.new_page(), server)
    second.page.goto(table.page.url)
    second.asked()
    deaf = Table(context.new_page(), server)
    deaf.page.route_web_socket("**/news*", lambda socket: None)
    deaf.page.goto(table.page.url)
    deaf.asked()
    table.play("skip")
    second.changed(number)
    deaf.page.click("button.choice[data-action=skip]")
    deaf.changed(number)
    assert "moved on" in deaf.page.inner_text("#note")


def test_reload_and_back_keep_the_table(table):
    table.set_up(seats=("person", "bot:random"), pause="0.0").asked()
    table.play("skip").asked()
    number = table.number
    table.page.reload()
    assert table.asked().number == number
    table.page.goto(f"{table.server.address}/")
    assert table.page.locator(".tables a").first.is_visible()
    table.page.go_back()
    assert table.asked().number == number


def test_a_table_is_found_again_from_the_start_page(table):
    table.set_up(names=("Ann",)).asked()
    table.page.goto(f"{table.server.address}/")
    table.page.locator(".tables a").first.click()
    table.asked()
    assert table.page.get_attribute("#player-0 .name", "title") == "Ann"
