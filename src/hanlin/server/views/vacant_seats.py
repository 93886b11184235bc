"""Seats whose players are out of time or resigned: what the others can decide about them. No web framework here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from hanlin.contract import Days
from hanlin.core.i18n.language import _, listed
from hanlin.server.tables import commands, events
from hanlin.server.tables.game_log import decisions_before
from hanlin.server.tables.standing import places
from hanlin.server.tables.table import Table
from hanlin.server.views.table_view import View, label_of, name_of

FEW = 8
"""Choices that are shown, greyed, to a player who is out of time."""


class Option(NamedTuple):
    """One of the things that the others can do: its button, what it means, and the command's fields as JSON."""

    label: str
    about: str
    body: str


class VacantSeat(NamedTuple):
    """A seat about which the others decide, as a reader sees it."""

    seat: int
    text: str
    is_to_move: bool
    options: tuple[Option, ...]
    """The choices of the reader; empty for those who can't."""
    void: tuple[str, ...] = ()
    """To the player who is out of time: what they could choose before."""


def vacant_seats(view: View) -> tuple[VacantSeat, ...]:
    """The seats about which the others decide now, those that the game waits for first."""
    table = view.table
    found = [
        VacantSeat(seat, _text(view, seat, why), seat == table.to_move, _options(view, seat, why), _void(view, seat))
        for seat, why in commands.vacancies(table)
    ]
    return tuple(sorted(found, key=lambda each: not each.is_to_move))


def news_of_seats(view: View) -> tuple[str, ...]:
    """Decisions about seats since the last move: they are not in the game log yet."""
    table = view.table
    with table.called():
        return tuple(line.text for line in decisions_before(table, table.ply)) if view.live else ()


def _text(view: View, seat: int, why: str) -> str:
    table, name, own = view.table, name_of(view.table, seat), seat == view.perspective.reader
    others = listed(label_of(table, view.perspective, each) for each in commands.deciders(table, seat))
    if own:
        text = _("You resigned.") if why == events.LEFT else _("You ran out of time.")
        return f"{text} {_('Now it is up to {names}.').format(names=others)}"
    if why == events.LEFT:
        return _("{name} resigned.").format(name=name)
    if _is_out(table, seat):
        return _("{name} ran out of time.").format(name=name)
    return _("{name} has not moved for a day.").format(name=name)


def _void(view: View, seat: int) -> tuple[str, ...]:
    if seat != view.table.to_move or seat != view.perspective.viewer or seat not in view.perspective.mine:
        return ()
    with view.table.called(view.perspective.reader):
        return tuple(choice.label for choice in view.table.game.words.question(view.seen).choices[:FEW])


def _is_out(table: Table, seat: int) -> bool:
    return table.clocks is not None and table.clocks.out == seat


def _options(view: View, vacant: int, why: str) -> tuple[Option, ...]:
    table = view.table
    owners = {table.row.seats[each].owner for each in commands.deciders(table, vacant)}
    mine = [seat for seat in view.perspective.mine if seat != vacant and table.row.seats[seat].owner in owners]
    if not mine:
        return ()
    name, asked = name_of(table, vacant), table.agenda.asked

    def option(choice: str, label: str, about: str) -> Option:
        return Option(label, about, msgspec.json.encode({"seat": mine[0], "vacant": vacant, "choice": choice}).decode())

    others = [
        each for each in commands.deciders(table, vacant) if table.row.seats[each].owner != table.row.seats[mine[0]].owner
    ]
    found = []
    if vacant in commands.forfeiting(table) and asked is None:
        found.append(option(commands.CLAIM, *_claim(view, vacant, mine, others)))
    computer = _("Let the computer play on for {name}").format(name=name)
    found.append(option(commands.OPPONENT, computer, _("A computer player takes the seat.")))
    if _is_out(table, vacant):
        day = isinstance(table.row.time, Days)
        label = _("Give {name} one more day") if day else _("Give {name} two minutes")
        found.append(option(commands.GRANT, label.format(name=name), _("The clock starts again.")))
    elif why != events.LEFT:
        wait = _("Wait for {name}").format(name=name)
        found.append(option(commands.WAIT, wait, _("You can decide again if nothing happens for a day.")))
    if vacant not in commands.forfeiting(table) and asked is None:
        found.append(option(commands.END, _("End the game"), _("The game ends here, without a winner.")))
    return tuple(found)


def _claim(view: View, vacant: int, mine: Sequence[int], others: Sequence[int]) -> tuple[str, str]:
    """The button that ends the game as it stands, and who wins then."""
    table = view.table
    found = places(table.position, commands.forfeiting(table))
    winners = [seat for seat, place in enumerate(found) if place == 1]
    own = any(seat in mine for seat in winners)
    label = _("Claim the win") if own else _("End the game as it stands")
    if others:
        after = _("Once all agree: {names} first, {name} last.")
    elif own and len(winners) == 1:
        after = _("The game ends: you win, {name} is last.")
    else:
        after = _("The game ends: {names} first, {name} last.")
    names = listed(label_of(table, view.perspective, seat) for seat in winners)
    return label, after.format(names=names, name=name_of(table, vacant))
