"""Actions as text and back (``docs/rules/notation.md``)."""

from __future__ import annotations

import re
from typing import Any

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import memo
from hanlin.core.text.toml_files import shown
from hanlin.games.forbidden_city.choices import DRAW_CODE, PASS_CODE, SHOW_CODE, UNFIT_CODE
from hanlin.games.forbidden_city.state import FARTHEST, place_of, space_at

_PLACE = re.compile(r"place (0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2}) ([0-3])")
_CHANCE = re.compile(r"(draw|show) ([1-4]) ([a-z0-9-]+)")


def kind_ids(s: Any) -> tuple[str, ...]:
    """The ids of the tile set's kinds; their indexes are the kinds' numbers."""
    return _decoded(s.kind_name.tobytes(), s.kind_name.shape[1])[: int(s.kinds)]


@memo(maxsize=64)
def _decoded(names: bytes, length: int) -> tuple[str, ...]:
    return tuple(names[at : at + length].rstrip(b"\0").decode("ascii") for at in range(0, len(names), length))


def text(s: Any, action: int) -> str:
    """The text of an action, legal now or not."""
    if action < UNFIT_CODE:
        return _placement(action)
    if action == UNFIT_CODE:
        return "unfit"
    if action == PASS_CODE:
        return "pass"
    word, code = ("show", action - SHOW_CODE) if action >= SHOW_CODE else ("draw", action - DRAW_CODE)
    return f"{word} {(code >> 5) + 1} {kind_ids(s)[code & 31]}"


@memo(maxsize=4096)
def _placement(action: int) -> str:
    x, y = place_of(action >> 2)
    return f"place {x},{y} {action & 3}"


def parse(s: Any, text: str) -> int:
    """The code of an action's text, legal now or not; ValueError with a sentence when it is malformed."""
    if text == "unfit":
        return UNFIT_CODE
    if text == "pass":
        return PASS_CODE
    if match := _PLACE.fullmatch(text):
        x, y, rotation = (int(number) for number in match.groups())
        if max(abs(x), abs(y)) > FARTHEST:
            raise ValueError(_("A tile can't be more than {n} spaces from the centre.").format(n=FARTHEST))
        return 4 * space_at(x, y) + rotation
    if match := _CHANCE.fullmatch(text):
        word, seat, kind = match.groups()
        ids = kind_ids(s)
        if kind not in ids:
            raise ValueError(_("The tile set has no kind {kind}.").format(kind=shown(kind)))
        return (SHOW_CODE if word == "show" else DRAW_CODE) + 32 * (int(seat) - 1) + ids.index(kind)
    raise ValueError(
        _("Write 'place X,Y R' (R from 0 to 3), 'unfit' or 'pass'; for draws 'draw SEAT KIND' or 'show SEAT KIND'.")
    )
