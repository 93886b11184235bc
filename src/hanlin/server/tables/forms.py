"""Reading the form that sets up a table. No web framework here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import msgspec

from hanlin.contract import Days, Live, Time
from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.core.text.toml_files import decoded, shown_name
from hanlin.core.verbs.options import Option
from hanlin.server.db import Seat
from hanlin.server.lib.names import person_name
from hanlin.server.lib.parse import whole_number
from hanlin.server.tables.names import all_bots
from hanlin.server.uploads.packing import unpack

PAUSES = (0.0, 0.4, 0.9, 2.0)
"""The speeds that a table offers: seconds before each move of a computer player."""
PAUSE = 0.9
TIMES = ("", "live 300 10", "live 900 20", "live 1800 30", "days 1", "days 3", "days 7")
"""The clocks that the set-up page offers."""
SPEEDS: Mapping[str, Time | None] = {"live": Live(900, 20), "days": Days(3), "none": None}
"""The speeds of games that people find in the lobby, with their clocks."""


HINTS = ("", "yes", "no")
"""Hints: allowed while all play from one browser, for everybody, for nobody."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The requested set-up."""

    seats: list[Seat]
    options: dict[str, Any]
    files: dict[str, dict[str, str]]
    pause: float
    shuffled: bool


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file; an empty name where none was chosen."""

    name: str
    content: bytes


Form = Mapping[str, "str | Upload"]


def read_setup(game: Game, form: Form, owner: str) -> Setup:
    """The set-up that a form describes; BadOption or BadData with a sentence where something is wrong."""
    players = _players(game, form)
    seats = [_seat(form, seat, owner) for seat in range(players)]
    if not any(seat.kind in ("person", "open") for seat in seats):
        raise BadOption(_("Give at least one seat to a person."))
    options = {option.name: value for option in game.options if (value := _option(form, option)) is not None}
    return Setup(
        seats, options, read_files(game, form), read_pause(str(form.get("pause", PAUSE))), form.get("shuffled") == "on"
    )


def table_settings(setup: Setup, form: Form, owner: str) -> dict[str, Any]:
    """The settings of a table apart from its game and its seats, as ``Tables.create`` takes them."""
    return {
        "host": owner,
        "listed": form.get("listed") == "on",
        "watching": form.get("hidden") != "on",
        "chat": form.get("silent") != "on",
        "pause": setup.pause,
        "shuffled": setup.shuffled,
        "time": read_time(form),
        "hints": read_hints(form),
    }


def read_files(game: Game, form: Form) -> dict[str, dict[str, str]]:
    """The map or tiles that came with a form, as they are stored, by option; BadData where they are too large or no text.

    They are uploads in fields ``option-NAME``, or files that a page packed into fields ``file-NAME`` (``packing.py``).
    """
    return {option.name: file for option in game.options if option.file and (file := _file(form, option))}


def read_bot(asked: str) -> str:
    """The computer player that ``bot:NAME`` names; BadOption where there is none of that name."""
    name = asked.removeprefix("bot:")
    if asked == name or name not in all_bots():
        known = ", ".join(f"bot:{each}" for each in all_bots())
        raise BadOption(_("{asked} can't sit here. Choose one of: me, person, open, {bots}.").format(asked=asked, bots=known))
    return name


def read_time(form: Form) -> Time | None:
    """The clocks that a form asks for: ``live BASE INCREMENT`` in seconds, ``days N``, or none."""
    words = str(form.get("time", "")).split()
    try:
        if not words:
            return None
        numbers = [float(word) for word in words[1:]]
        if words[0] == "live":
            return msgspec.convert({"kind": "live", "base": numbers[0], "increment": numbers[1]}, Live)
        weekends = form.get("weekends") == "on"
        wanted = {"kind": words[0], "days": numbers[0], "weekends": weekends, "holidays": read_holidays(form)}
        return msgspec.convert(wanted, Days)
    except (ValueError, IndexError):
        raise BadOption(_("Choose a listed time limit; days off need a first and a last day.")) from None


def read_holidays(form: Form) -> list[str]:
    """The days from the first to the last, where one is given; ValueError for what is no span of days."""
    first, last = (str(form.get(name, "")) for name in ("holiday", "holiday-end"))
    if not first and not last:
        return []
    begin, end = date.fromisoformat(first or last), date.fromisoformat(last or first)
    days = (end - begin).days
    if not 0 <= days < 366:
        raise ValueError
    return [(begin + timedelta(days=n)).isoformat() for n in range(days + 1)]


def read_hints(form: Form) -> str:
    """Read the choice about hints: "yes", "no", or empty for as long as all play from one browser."""
    asked = str(form.get("hints", ""))
    if asked not in HINTS:
        raise BadOption(_("Choose a listed setting for hints."))
    return asked


def read_pause(text: str) -> float:
    """Read one of the offered speeds."""
    try:
        pause = float(text)
    except ValueError:
        pause = -1
    if pause not in PAUSES:
        raise BadOption(_("Choose a listed speed."))
    return pause


def _players(game: Game, form: Form) -> int:
    players = whole_number(str(form.get("players", game.players[0])), 2) or 0
    game.check_players(players)
    return players


def _seat(form: Form, seat: int, owner: str) -> Seat:
    kind = str(form.get(f"seat{seat}", "person"))
    if kind == "person":
        return Seat(kind="person", name=person_name(str(form.get(f"name{seat}", ""))), owner=owner)
    if kind == "open":
        return Seat(kind="open")
    if kind.removeprefix("bot:") in all_bots():
        return Seat(kind="bot", bot=kind.removeprefix("bot:"))
    raise BadOption(_("Choose a person or a listed computer player for each seat."))


def _option(form: Form, option: Option) -> Any:
    """The option's value; None where the form leaves it at its default."""
    value = form.get(f"option-{option.name}")
    if option.file or value is None or value == "":
        return None
    return option.check(value == "on" if option.is_switch else str(value))


def _file(form: Form, option: Option) -> dict[str, str] | None:
    upload = form.get(f"option-{option.name}")
    if isinstance(upload, Upload) and upload.name:
        return read_upload(upload)
    word = form.get(f"file-{option.name}")
    return unpack(word) if isinstance(word, str) and word else None


def read_upload(upload: Upload) -> dict[str, str]:
    """An uploaded file's name and text, as they are stored; BadData where it is too large or no text."""
    file = decoded(upload.name, upload.content)
    return {"name": shown_name(file.name), "text": file.text}


def speed_of(time: Time | None) -> str:
    """The speed of a table in the lobby."""
    return "none" if time is None else "live" if isinstance(time, Live) else "days"
