"""The pictures in the lines of the game log, and the parts of the table that the lines are about.

A picture is a name for ``drawing.icon`` with the words of the sentence that it shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from hanlin.core.verbs.presentation import LogLine
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.words import names


class Picture(NamedTuple):
    """A picture of ``drawing.icon``, and the words that it shows."""

    name: str
    words: str


def shown(line: LogLine, *pictures: Picture, beside: bool = False, at: Iterable[str] = ()) -> LogLine:
    """A line with its pictures, instead of their words or beside them, and with the parts of the table that it is about."""
    return replace(
        line,
        icon="|".join([picture.name for picture in pictures]),
        shown="|".join([picture.words for picture in pictures]),
        beside=beside,
        at="|".join(at),
    )


# -- pictures ----------------------------------------------------------------------------------------------------------


def person(kind: int, words: str = "") -> Picture:
    """The tile of a person; without ``words`` the line says "a young monk"."""
    return Picture(f"log-person {p.KIND_NAMES[kind]}", words or names.a_kind(kind))


def event(number: int) -> Picture:
    """The tile of an event."""
    return Picture(f"log-event {p.EVENT_NAMES[number]}", names.event_name(number))


def super_event(number: int) -> Picture:
    """The tile of a super event."""
    return Picture(f"log-event {p.SUPER_EVENT_NAMES[number]}", names.super_event_name(number))


def action(of_card: int) -> Picture:
    """An action card."""
    return Picture(f"log-card {p.CARD_NAMES[of_card]}", names.card_name(of_card))


def hand_card(of_type: int) -> Picture:
    """A card of the hand, of a type or wild."""
    return Picture(f"log-hand {names.type_icon(of_type)}", names.type_name(of_type))


def amount(n: int, good: int) -> Picture:
    """So much of a good."""
    return Picture(_GOODS[good], names.amount(n, good))


def spaces(n: int) -> Picture:
    """So many spaces on the person track."""
    return Picture("track", names.spaces(n))


def privilege(deed: int) -> Picture:
    """A small or a large privilege."""
    return Picture(names.deed_icon(deed), f"({names.deed_name(deed)})")


def wall_tile(benefit: int) -> Picture:
    """A wall tile with what it brings."""
    return Picture(f"log-wall {names.BENEFIT_ICONS[benefit]}", f"({names.benefit_name(benefit)})")


def pavilion(floors: int) -> Picture:
    """A palace of so many floors."""
    return Picture(f"log-palace {floors}", names.storeys(floors))


# -- parts of the table, by their data-key -----------------------------------------------------------------------------

_GOODS = ("coin", "sack", "rocket")


def pile(kind: int) -> str:
    """The persons of a kind that are left."""
    return f"person {p.KIND_NAMES[kind]}"


def card(of_card: int) -> str:
    """An action card."""
    return f"card {p.CARD_NAMES[of_card]}"


def dragon(seat: int) -> str:
    """The dragon of a seat on its action card."""
    return f"dragon {seat}"


def marker(seat: int) -> str:
    """The person marker of a seat on the track."""
    return f"marker {seat}"


def palace(seat: int, number: int) -> str:
    """A palace, counted from 0."""
    return f"palace {seat} {number}"


def goods(seat: int, good: int) -> str:
    """Money or goods before a gate."""
    return f"goods {seat} {_GOODS[good]}"


def privileges(seat: int, dragons: int) -> str:
    """The small or the large privileges of a seat."""
    return f"goods {seat} {'privilege' if dragons == 1 else 'privilege-large'}"
