"""What every thing of the game does, in a sentence: for tips in the drawings and for the help sheet."""

from __future__ import annotations

from hanlin.core.i18n.language import N_, _
from hanlin.core.verbs.presentation import Symbol

_TILES = (
    (
        "fc-tile",
        N_("Tile"),
        N_("Goes beside the palace, turned as its player likes; floors that meet without a wall must be alike."),
        "F2.1",
    ),
    ("fc-green", N_("Green floor"), N_("Part of a green room: without a wall between, only green floor may meet it."), "F2.2"),
    ("fc-pink", N_("Pink floor"), N_("Part of a pink room: without a wall between, only pink floor may meet it."), "F2.2"),
    ("fc-white", N_("White floor"), N_("Part of a white room: without a wall between, only white floor may meet it."), "F2.2"),
    ("fc-walled", N_("Wall"), N_("Closes a room on that side; any floor may lie beyond."), "F3.1"),
    (
        "fc-gate",
        N_("Archway"),
        N_("Closes a room as a wall does, and makes the rooms on both its sides adjacent, unless a plain wall meets it."),
        "F4.3",
    ),
    ("fc-halves", N_("Diagonal wall"), N_("Splits a tile between two rooms; the tile counts for both."), "F4.5"),
    (
        "fc-advisor-0",
        N_("Advisor"),
        N_("Whoever has the most in a room gets its value when it closes; on a tile left at the end each brings 2 coins."),
        "F5.1",
    ),
    (
        "fc-dragon",
        N_("Dragon"),
        N_("Adds 3 to the value of its room and of the rooms adjacent to it; on a tile left at the end it brings 3 coins."),
        "F4.1",
    ),
)

_PALACE = (
    (
        "fc-open",
        N_("Open room"),
        N_("Still has an edge without a wall towards an empty space; once it has none it is closed and pays."),
        "F3.1",
    ),
    (
        "fc-seal",
        N_("Closed room"),
        N_("The seal shows what it was worth, with the flowers of those who were paid; it never pays again."),
        "F3.2",
    ),
    ("fc-soon", N_("Nearly closed"), N_("Open rooms with one or two open edges: a tile or two may close them."), "F3.1"),
    ("fc-temple", N_("Temple room"), N_("Each of the four counts 1 for a room that an archway joins to it."), "F4.6"),
    ("fc-garden", N_("Garden"), N_("Decoration of the start tile: it is no room and never counts."), "F0.3"),
)

_PLAYERS = (
    ("coin", N_("Coins"), N_("The points of the game: the most coins win."), "F6.2"),
    ("fc-hand", N_("Tile in hand"), N_("Drawn after each placement; the others do not see it."), "F2.3"),
    (
        "fc-stack",
        N_("Stack"),
        N_("Face down; all may know which tiles are left in it and in the hand together. The last two are not placed."),
        "F6.1",
    ),
)


_EFFECTS = {picture: text for picture, _name, text, _rule in (*_TILES, *_PALACE, *_PLAYERS)}


def effect_of(icon: str) -> str:
    """What a thing does, by the name of its picture."""
    return _(_EFFECTS[icon])


def named(name: str, effect: str) -> str:
    """A thing with what it does, for a tip."""
    return _("{thing}: {effect}").format(thing=name, effect=effect)


def symbols() -> list[Symbol]:
    """Every thing of the game with its picture and what it does."""
    groups = ((_("Tiles"), _TILES), (_("The palace"), _PALACE), (_("Players"), _PLAYERS))
    return [Symbol(icon, _(name), _(text), group, rule) for group, things in groups for icon, name, text, rule in things]
