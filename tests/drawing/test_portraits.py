"""The faces of computer players: each name its own, the same wherever it is drawn."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from hypothesis import given
from hypothesis import strategies as st

from hanlin.drawing.portraits import features, portrait_of


def test_no_two_of_the_opponents_look_alike():
    names = tomllib.loads(files("hanlin.server.tables").joinpath("names.toml").read_text("utf-8"))["opponents"]
    assert len({features(name)[:2] for name in names}) == len(names)


@given(st.text(max_size=30))
def test_any_name_has_a_face_and_its_tip_is_text(name):
    assert portrait_of(name) == portrait_of(name)
    assert portrait_of(name).startswith("<svg")
    assert "<b>" not in portrait_of(name, tip="<b>" + name)
