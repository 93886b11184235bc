"""Numbers in addresses and forms: one way to write them; everything else is refused, and nothing is a fault."""

from __future__ import annotations

import pytest

ODD = ["0" * 3000, "9" * 3000, "0000000009", "01", "+1", " 1", "1 ", "1.0", "1e0", "1_0", "٣", "²", "３", "x", "-1"]


@pytest.mark.parametrize("word", ODD, ids=lambda word: word[:12])
def test_no_number_in_an_odd_form_is_taken(word, browser):
    browser.set_up()
    table = browser.table
    assert browser.client.get(f"/t/{table}/sheet/0").status_code == 200
    assert browser.client.get(f"/t/{table}/sheet/{word}").status_code == 404
    for name in ("at", "as", "ply", "page"):
        assert browser.client.get(f"/t/{table}", params={name: word}).status_code == 200, (
            "an address with a slip shows the table"
        )
    form = {"players": "2", "seat0": "person", "seat1": "open"}
    waiting = browser.client.post("/new/lanterns", data=form).url.path
    joined = browser.client.post(f"{waiting}/join", data={"name": "Ben", "seat": word})
    assert joined.status_code == 422
    made = browser.client.post("/new/lanterns", data={"players": word, "seat0": "person", "seat1": "bot:random"})
    assert made.status_code == 422


@pytest.mark.parametrize("word", [word for word in ODD if word != "0"] + ["0.0", "-0", "0e0", ""], ids=lambda word: word[:12])
def test_the_api_reads_a_seat_in_one_way_only(word, browser):
    browser.set_up()
    address = f"/api/tables/{browser.table}"
    assert browser.client.get(address, params={"as": "0"}).status_code == 200
    refused = browser.client.get(address, params={"as": word})
    assert refused.status_code == 400
    assert "whole number" in refused.json()["detail"]
