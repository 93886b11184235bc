"""The drawing toolkit: escaping, art and ids, colours that can be distinguished."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from hanlin.core.i18n.seat_names import seat_flower, seat_name
from hanlin.drawing import (
    DAY,
    FLOWERS,
    NIGHT,
    SEATS,
    can,
    cannot,
    colour,
    document,
    drawing,
    flower,
    icon,
    number,
    rect,
    shared_art,
    stylesheet,
    symbol,
    words,
    words_width,
)
from hanlin.drawing.svg import _ART, lines_of

SVG = "{http://www.w3.org/2000/svg}"
HREF = "href"


def test_text_and_attributes_are_escaped():
    svg = document("t", 10, 10, words(1, 2, 'a < "b" & c', data_tip='<"&>'), label='1 < 2 & "x"')
    root = ElementTree.fromstring(svg)
    text = root.find(f"{SVG}text")
    assert text is not None
    assert text.text == 'a < "b" & c'
    assert text.get("data-tip") == '<"&>'
    assert root.get("aria-label") == '1 < 2 & "x"'


def test_each_picture_is_written_once_and_under_the_prefix():
    svg = document("p", 40, 10, symbol("coin", 0, 0, 8) + symbol("coin", 9, 0, 8) + flower(2, 20, 0, 8), label="x")
    root = ElementTree.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert sorted(ids) == ["p-coin", "p-flower-bamboo"]
    assert [use.get(HREF) for use in root.iter(f"{SVG}use")] == ["#p-coin", "#p-coin", "#p-flower-bamboo"]


def test_two_documents_share_no_id():
    first = document("a", 10, 10, symbol("coin", 0, 0), label="x")
    second = document("b", 10, 10, symbol("coin", 0, 0), label="x")
    assert 'id="a-coin"' in first
    assert 'id="b-coin"' in second
    assert "a-coin" not in second


@pytest.mark.parametrize("name", sorted(_ART))
def test_every_picture_is_well_formed_and_has_no_id(name):
    """The same small picture is on a page many times: an id in it would not be unique."""
    assert not [node for node in ElementTree.fromstring(icon(name)).iter() if node.get("id")]


def test_an_unknown_icon_is_no_picture():
    assert icon("no such thing") == ""


def test_things_to_click_say_what_they_do():
    one = ElementTree.fromstring(can("act 1 taxes", "Taxes", rect(0, 0, 1, 1)))
    assert one.get("data-action") == "act 1 taxes"
    assert one.get("role") == "button"
    assert one.get("tabindex") == "0"
    assert one.find("title").text == "Taxes"
    two = ElementTree.fromstring(can(["a", 'b "c"'], "Two", rect(0, 0, 1, 1)))
    assert two.get("data-actions") == '["a", "b \\"c\\""]'
    assert two.get("data-action") is None
    refused = ElementTree.fromstring(cannot("Too few yuan.", "Y3.3", "Taxes", rect(0, 0, 1, 1)))
    assert (refused.get("data-why"), refused.get("data-rule"), refused.get("class")) == ("Too few yuan.", "Y3.3", "cannot")


@pytest.mark.parametrize(("value", "text"), [(3, "3"), (3.0, "3"), (2.5, "2.5"), (1 / 3, "0.33"), (-0.001, "0"), (10, "10")])
def test_numbers_are_short(value, text):
    assert number(value) == text


def test_words_shrink_to_their_room():
    small = ElementTree.fromstring(words(0, 0, "a long long name", 12, room=60))
    assert 12 * 0.6 <= float(small.get("font-size")) < 12
    assert words_width("MMM", 10) > words_width("iii", 10)


# -- colours -----------------------------------------------------------------------------------------------------------------


def luminance(value: str) -> float:
    """Relative luminance (WCAG) of #RRGGBB."""
    channels = [int(value[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def lightness(value: str) -> float:
    """CIE lightness, 0 to 100."""
    y = luminance(value)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


@pytest.mark.parametrize("palette", [DAY, NIGHT], ids=["day", "night"])
class TestPalette:
    def test_the_players_differ_in_lightness(self, palette):
        for one, other in combinations(SEATS, 2):
            assert abs(lightness(palette[one]) - lightness(palette[other])) >= 6, (one, other)


def test_night_has_the_same_names_as_day():
    assert list(DAY) == list(NIGHT)


def test_the_style_sheet_names_every_colour():
    sheet = stylesheet()
    for name, value in DAY.items():
        assert f"--{name}:{value};" in sheet
        assert colour(name) == f"var(--{name},{value})"


def test_each_seat_has_a_name_and_a_flower():
    assert [seat_name(seat) for seat in range(5)] == ["Red", "Purple", "Green", "Yellow", "Blue"]
    assert [f"flower-{seat_flower(seat)}" for seat in range(5)] == list(FLOWERS)


def test_a_long_word_breaks_at_soft_hyphens_only_where_needed():
    word = "Steuer\u00adein\u00adtreiber"
    assert lines_of(word, 10, 1000) == ["Steuereintreiber"]
    assert lines_of(word, 10, words_width("eintreiber", 10)) == ["Steuer-", "eintreiber"]
    assert lines_of(word, 10, words_width("Steuer-", 10)) == ["Steuer-", "ein-", "treiber"]
    assert lines_of("Hofdame", 10, 5) == ["Hofdame"]


def test_a_drawing_refers_to_pictures_of_its_page_or_embeds_them():
    both = drawing("p", 20, 10, symbol("coin", 0, 0, 8), label="x")
    whole, on_page = ElementTree.fromstring(str(both)), ElementTree.fromstring(both.on_page())
    art = {node.get("id") for node in ElementTree.fromstring(shared_art(["coin", "coin"])).iter(f"{SVG}symbol")}
    for root, ids in ((whole, {node.get("id") for node in whole.iter(f"{SVG}symbol")}), (on_page, art)):
        assert [use.get(HREF).removeprefix("#") for use in root.iter(f"{SVG}use")] == list(ids)
    assert not list(on_page.iter(f"{SVG}symbol"))
    assert str(both) == document("p", 20, 10, symbol("coin", 0, 0, 8), label="x")
