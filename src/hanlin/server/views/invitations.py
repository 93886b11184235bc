"""The text of an invitation: who invites to what, and the terms of the game."""

from __future__ import annotations

from babel.numbers import format_decimal

from hanlin.contract import Days, Time
from hanlin.core.i18n.language import _, current_language, ngettext
from hanlin.server.db import CLOSED
from hanlin.server.tables.table import Table
from hanlin.server.views.about_games import facts_of
from hanlin.server.views.templates import option_words

MINUTE = 60


def invites(table: Table, owner: str) -> str:
    """The heading of a waiting room, for the host, another player or a guest."""
    row, game = table.row, table.game.words.title()
    if row.state == CLOSED:
        return _("This table was cancelled before the game started.")
    if table.hosted_by(owner):
        return _("Waiting for players")
    if table.owned_by(owner):
        return _("You are in. Waiting for the others.")
    host = next((seat.name for seat in row.seats if seat.owner and seat.owner == row.host), "")
    if host:
        return _("{name} invites you to {game}").format(name=host, game=game)
    return _("You are invited to {game}").format(game=game)


def terms(table: Table) -> list[str]:
    """The number of players, the length, the time limit and the options of a table, as short as possible."""
    players = ngettext("{n} player", "{n} players", table.row.players).format(n=table.row.players)
    least_and_most = table.game.words.facts().minutes
    length = [facts_of(table.game).partition(" · ")[0]] if least_and_most else []
    return [players, *length, clock_words(table.row.time), *option_words(table)]


def clock_words(time: Time | None) -> str:
    """A time limit in a few words: "5 min each + 10 s"."""
    if time is None:
        return _("no time limit")
    if isinstance(time, Days):
        return ngettext("{n} day per turn", "{n} days per turn", int(time.days)).format(n=_figure(time.days))
    minutes, seconds = _figure(time.base / MINUTE), _figure(time.increment)
    if not time.increment:
        return _("{minutes} min each").format(minutes=minutes)
    return _("{minutes} min each + {seconds} s").format(minutes=minutes, seconds=seconds)


def _figure(value: float) -> str:
    return format_decimal(value, locale=current_language())
