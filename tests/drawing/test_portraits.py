"""The faces of computer players: each name its own, the same wherever it is drawn."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

from hypothesis import given
from hypothesis import strategies as st

from hanlin.bots.levels import levels
from hanlin.drawing.portraits import features, level_portrait, portrait_of


def test_no_two_of_the_opponents_look_alike():
    names = tomllib.loads(files("hanlin.server.tables").joinpath("names.toml").read_text("utf-8"))["opponents"]
    assert len({features(name)[:2] for name in names}) == len(names)


@given(st.text(max_size=30))
def test_any_name_has_a_face_and_its_tip_is_text(name):
    assert portrait_of(name) == portrait_of(name)
    assert portrait_of(name).startswith("<svg")
    assert "<b>" not in portrait_of(name, tip="<b>" + name)


def test_each_level_has_a_face_of_its_own():
    faces = {level: level_portrait(level) for level in levels()}
    assert len(set(faces.values())) == len(faces) == 4
    assert all(face != portrait_of(level, 48) for level, face in faces.items())
    assert level_portrait("somebody else") == portrait_of("somebody else", 48)


def test_faces_of_levels_follow_day_and_night():
    for level in levels():
        fills = re.findall(r'fill="([^"]+)"', level_portrait(level))
        themed = [fill for fill in fills if fill.startswith("var(--")]
        assert {"var(--cloth,#E9DDC3)", "var(--skin,#F1D3B0)"} <= set(themed)
