"""Data files: the limits before the parser, and messages that are the same for maps and tile sets."""

from __future__ import annotations

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanlin.core.errors import BadData, BadOption
from hanlin.core.text import toml_files
from hanlin.core.text.toml_files import DataFile, data_file, read_toml, shown
from hanlin.games.china.map import SHIPPED as SHIPPED_MAP
from hanlin.games.china.map import load_map
from hanlin.games.forbidden_city.tiles import SHIPPED as SHIPPED_TILES
from hanlin.games.forbidden_city.tiles import load_tiles

DOTS = ".".join("a" * 20_000)
SLOW_HEADER = "[" + ".".join("a" * 900) + "]\n" + "".join(f"k{n} = 1\n" for n in range(4_000))
ATTACKS = {
    "a key of 20,000 dotted parts": (f"{DOTS} = 1\n", "a key has at most 8 parts"),
    "a key of 60,000 dotted parts": (f"{DOTS}.{DOTS}.{DOTS} = 1\n", "a key has at most 8 parts"),
    "quoted parts": ("'a'.\"b\" . c." * 5_000 + "d = 1\n", "a key has at most 8 parts"),
    "a header of 900 parts with keys below": (SLOW_HEADER, "a key has at most 8 parts"),
    "deep arrays": (f"a = {'[' * 50_000}{']' * 50_000}\n", "brackets can be nested at most 8 deep"),
    "deep arrays without an end": (f"a = {'[' * 50_000}\n", "brackets can be nested at most 8 deep"),
    "deep tables": (f"a = {'{b = ' * 20_000}1{'}' * 20_000}\n", "brackets can be nested at most 8 deep"),
    "a number of 5,000 digits": (f"a = {'9' * 5_000}\n", "at most 64 characters"),
    "a number of 5,000 hexadecimal digits": (f"a = 0x{'f' * 5_000}\n", "at most 64 characters"),
    "a number with underscores": (f"a = {'1_' * 5_000}0\n", "at most 64 characters"),
    "a long fraction": (f"a = 0.{'3' * 200_000}\n", "at most 64 characters"),
    "too many lines": ("\n" * 10_000, "a file has at most 5000 lines"),
    "too large": ("# " + "x" * 300_000, "at most 256 KB"),
    "no end of a string": (f'a = """{"x" * 200_000}', "this isn't valid TOML"),
    "quotation marks that open one another": ('"' * 200_001, "this isn't valid TOML"),
    "lone brackets": ("]" * 200_000, "this isn't valid TOML"),
}


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("load", [load_map, load_tiles, read_toml])
def test_what_would_stop_the_parser_is_refused_before_it(attack, load):
    text, reason = ATTACKS[attack]
    with pytest.raises(BadData) as caught:
        load(DataFile("evil.toml", text))
    assert re.match(rf"evil\.toml: .*{reason}", str(caught.value))
    assert len(str(caught.value)) < 300


def test_a_refusal_names_the_line():
    text = 'name = "x"\nabout = """two\nlines"""\n\n# [[[[[[[[[ a.b.c.d.e.f.g.h.i\nids = [[[[[[[[[1]]]]]]]]]\n'
    with pytest.raises(BadData, match=r"mine\.toml: line 6: brackets"):
        read_toml(DataFile("mine.toml", text))


def test_strings_and_comments_are_limited_by_the_file_only():
    long = "a.b." * 1_000 + "[" * 100 + "9" * 5_000
    text = f'a = "{long}"\nb = \'{long}\'\nc = \'\'\'{long}\n{long}\'\'\'\nd = """{long}\\""" """\n# {long}\n'
    assert read_toml(DataFile("mine.toml", text)).data["b"] == long


def test_the_shipped_files_are_far_from_the_limits():
    for path in (SHIPPED_MAP, SHIPPED_TILES):
        text = path.read_text("utf-8")
        assert len(text) < toml_files.SIZE / 10
        assert text.count("\n") < toml_files.LINES / 10


@given(st.text(alphabet="ab.[]{}=\"'\\#\n 1,", max_size=60))
def test_the_limits_stop_nothing_small_that_the_parser_reads(text):
    try:
        there = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(BadData):
            read_toml(DataFile("mine.toml", text))
        return
    if len(re.findall(r"[.]", text)) < toml_files.PARTS and len(re.findall(r"[\[{]", text)) <= toml_files.DEPTH:
        assert read_toml(DataFile("mine.toml", text)).data == there


# -- one way to say it ---------------------------------------------------------------------------------------------------------


def said(load, text):
    with pytest.raises(BadData) as caught:
        load(DataFile("mine.toml", text))
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("names = 1\n", r"mine\.toml: the file: unknown: 'names'; allowed here: name, .*\."),
        ('name = "x"\n', r"mine\.toml: the file: '\w+' is missing\."),
        ("name\n", r"mine\.toml: this isn't valid TOML: .*line 1.*\."),
        ("a = [[[[[[[[[1]]]]]]]]]\n", r"mine\.toml: line 1: brackets can be nested at most 8 deep\."),
    ],
)
def test_maps_and_tile_sets_are_refused_in_the_same_words(text, words):
    for load in (load_map, load_tiles):
        assert re.fullmatch(words, said(load, text))


def test_what_is_misspelt_is_named_before_what_is_missing():
    for load, path in ((load_map, SHIPPED_MAP), (load_tiles, SHIPPED_TILES)):
        text = path.read_text("utf-8").replace("name = ", "nam = ", 1)
        assert "unknown: 'nam'" in said(load, text)


def test_names_and_ids_have_the_same_letters_in_both():
    for name in ("my-board", "Board_2.1", "9"):
        assert load_map(DataFile("x", SHIPPED_MAP.read_text("utf-8").replace("warring-states", name))).name == name
        assert load_tiles(DataFile("x", SHIPPED_TILES.read_text("utf-8").replace('"hanlin"', f'"{name}"'))).name == name
    for name in ("", "two words", "-x", "x" * 81, "a|b"):
        said_of_map = said(load_map, SHIPPED_MAP.read_text("utf-8").replace("warring-states", name))
        said_of_tiles = said(load_tiles, SHIPPED_TILES.read_text("utf-8").replace('"hanlin"', f'"{name}"'))
        assert said_of_map == said_of_tiles
        assert said_of_map.startswith("mine.toml: name: expected one word")
    for id in ("Upper", "-x", "a_b", "a b"):
        of_map = said(load_map, SHIPPED_MAP.read_text("utf-8").replace("[regions.yan]", f'[regions."{id}"]'))
        of_tiles = said(load_tiles, SHIPPED_TILES.read_text("utf-8").replace('id = "green-hall"', f'id = "{id}"'))
        for words in (of_map, of_tiles):
            assert "an id has lower-case letters, digits and hyphens" in words


# -- where a file comes from -----------------------------------------------------------------------------------------------


def test_a_file_is_given_as_a_path_a_text_or_ready_made(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    assert data_file(path, "map") == data_file(str(path), "map") == DataFile("mine.toml", "a = 1\r\n")
    assert data_file("a = 1\n", "map") == DataFile("map", "a = 1\n")
    assert data_file(DataFile("x", "no line break"), "map").text == "no line break"


@pytest.mark.parametrize("wrong", [5, True, ["a"], b"path"])
def test_what_is_no_file_is_said_so(wrong):
    with pytest.raises(BadOption, match="map takes the path of a file or its text, not"):
        load_map(wrong)
    with pytest.raises(BadOption, match="tiles takes the path of a file or its text, not"):
        load_tiles(wrong)


def test_a_file_that_can_not_be_read_is_said_so(tmp_path):
    with pytest.raises(BadData, match=r"nowhere\.toml: the file can't be read"):
        data_file(tmp_path / "nowhere.toml", "map")
    with pytest.raises(BadData, match="can't be read"):
        data_file(tmp_path, "map")
    with pytest.raises(BadData, match="can't be read"):
        data_file("a\0b", "map")
    (tmp_path / "large.toml").write_bytes(b"#" * (toml_files.SIZE + 1))
    with pytest.raises(BadData, match=r"large\.toml: the file is too large: at most 256 KB"):
        data_file(tmp_path / "large.toml", "map")


def test_long_values_are_shown_in_short():
    assert shown("wei 9") == "'wei 9'"
    assert len(shown(list(range(100_000)))) == 80
