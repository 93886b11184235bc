"""The names of the things of China in the current language."""

from __future__ import annotations

from collections.abc import Iterable

from hanlin.core.i18n.language import N_, _, ngettext, pgettext
from hanlin.core.i18n.seat_names import listed_name
from hanlin.core.position.position import Position
from hanlin.games.china.map import Map, shipped_map
from hanlin.games.china.pieces import COLOURS

_CARD = (N_("a violet card"), N_("a yellow card"), N_("an orange card"), N_("a green card"), N_("a red card"))
_PAIR = (N_("two violet cards"), N_("two yellow cards"), N_("two orange cards"), N_("two green cards"), N_("two red cards"))
_THREE = (
    N_("three violet cards"),
    N_("three yellow cards"),
    N_("three orange cards"),
    N_("three green cards"),
    N_("three red cards"),
)

DECORATION = (
    N_("China around 260 BC"),
    N_("Qinling mountains"),
    N_("Mengzhu marsh"),
    N_("Yellow River"),
    N_("Yangtze"),
    N_("Bohai"),
    N_("Eastern Sea"),
)
"""The lettering of the shipped map; what a user's map says stays as it is."""


def colour_name(of: int) -> str:
    """The name of a card's or a region's colour: "red"."""
    return (
        pgettext("card", "violet"),
        pgettext("card", "yellow"),
        pgettext("card", "orange"),
        pgettext("card", "green"),
        pgettext("card", "red"),
    )[of]


def card(of: int) -> str:
    """A card of a colour within a sentence: "a red card"."""
    return _(_CARD[of])


def cards(of: int, n: int) -> str:
    """One or two cards of a colour within a sentence."""
    return _(_CARD[of]) if n == 1 else _(_PAIR[of])


def card_forms(of: int) -> tuple[str, ...]:
    """One, two and three cards of a colour within a sentence, the most that a turn can take."""
    return _(_CARD[of]), _(_PAIR[of]), _(_THREE[of])


def one_of(kind: int) -> str:
    """A piece as the object of a sentence of the log: "a palace". The sentences have the same words, for a picture of it."""
    return (pgettext("object", "a palace"), pgettext("object", "an emissary"), pgettext("object", "a fortress"))[kind]


def several_of(kind: int) -> str:
    """The same for two or more pieces."""
    return (pgettext("object", "palaces"), pgettext("object", "emissaries"), pgettext("object", "fortresses"))[kind]


def unknown_cards(n: int) -> str:
    """Cards from the pile as the object of a sentence of the log: "a card", "2 cards"."""
    return pgettext("object", "a card") if n == 1 else ngettext("{n} card", "{n} cards", n).format(n=n)


def price(of: int, own: int) -> str:
    """The price of a piece paid with cards of colour ``of`` in a region of colour ``own`` (C3.3)."""
    return _("{cards} as a joker").format(cards=cards(of, 2)) if of != own else card(of)


def number_of_cards(of: int, n: int) -> str:
    """The number of cards of a colour, in words: "red: 2 cards"."""
    return ngettext("{colour}: {n} card", "{colour}: {n} cards", n).format(colour=cap(colour_name(of)), n=n)


def piece_name(kind: int) -> str:
    """The name of a kind of piece."""
    return (pgettext("China", "Palace"), _("Emissary"), _("Fortress"))[kind]


def pieces_left(kind: int, n: int) -> str:
    """The number of pieces of a kind that are left, in words: "12 palaces left"."""
    return (
        ngettext("{n} palace left", "{n} palaces left", n),
        ngettext("{n} emissary left", "{n} emissaries left", n),
        ngettext("{n} fortress left", "{n} fortresses left", n),
    )[kind].format(n=n)


def points(n: int) -> str:
    """So many points."""
    return ngettext("{n} point", "{n} points", n).format(n=n)


def cap(sentence: str) -> str:
    """The sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def map_of(seen: Position) -> Map:
    """The map of the game."""
    return seen.options["map"] or shipped_map()


def region_title(seen: Position, region: int) -> str:
    """The name of a region, as the map gives it."""
    return map_of(seen).regions[region].title


def scored_by(points_by_seat: Iterable[int], reader: int | None = None) -> str:
    """The seats that get points: "Red 7, you 4"; a dash if none does. ``reader``: the seat that is called "you"."""
    found = [(_("you") if seat == reader else listed_name(seat), n) for seat, n in enumerate(points_by_seat) if n]
    return ", ".join(f"{name} {n}" for name, n in found) or "–"


def colour_number(name: str) -> int:
    """The number of a colour by its name in the notation."""
    return COLOURS.index(name)


def is_shipped(board: Map) -> bool:
    """True if it is the map that the project ships."""
    shipped = shipped_map()
    return (board.name, board.digest) == (shipped.name, shipped.digest)


def source_name(source: str) -> str:
    """A source of points (``sources.SOURCES``)."""
    return {"palaces": pgettext("China", "Palaces"), "alliances": _("Alliances"), "roads": _("Rows")}[source]
