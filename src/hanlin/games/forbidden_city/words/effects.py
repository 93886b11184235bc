"""The effect of every thing of the game, in a sentence: for tips in the drawings and for the help sheet."""

from __future__ import annotations

from hanlin.core.i18n.language import N_, _
from hanlin.core.verbs.presentation import Symbol

_TILES = (
    (
        "fc-tile",
        N_("Tile"),
        N_("Place it next to the palace, in any rotation; floors that meet without a wall must match."),
        "F2.1",
    ),
    (
        "fc-green",
        N_("Green floor"),
        N_("Part of a green room: without a wall between them, only green floor may touch it."),
        "F2.2",
    ),
    (
        "fc-pink",
        N_("Pink floor"),
        N_("Part of a pink room: without a wall between them, only pink floor may touch it."),
        "F2.2",
    ),
    (
        "fc-white",
        N_("White floor"),
        N_("Part of a white room: without a wall between them, only white floor may touch it."),
        "F2.2",
    ),
    ("fc-walled", N_("Wall"), N_("Closes a room on that side; any floor may be on the other side."), "F3.1"),
    (
        "fc-gate",
        N_("Archway"),
        N_("Closes a room like a wall and makes the rooms on both sides adjacent, unless it meets a plain wall."),
        "F4.3",
    ),
    ("fc-halves", N_("Diagonal wall"), N_("Splits a tile between two rooms; the tile counts for both."), "F4.5"),
    (
        "fc-advisor-0",
        N_("Advisor"),
        N_("Whoever has the most in a room gets its value when it closes; on a leftover tile, each scores 2 coins at the end."),
        "F5.1",
    ),
    (
        "fc-dragon",
        N_("Dragon"),
        N_("Adds 3 to the value of its room and of adjacent rooms; on a leftover tile, it scores 3 coins at the end."),
        "F4.1",
    ),
)

_PALACE = (
    (
        "fc-open",
        N_("Open room"),
        N_("Still has an edge without a wall next to an empty space; once it has none, it is closed and pays."),
        "F3.1",
    ),
    (
        "fc-seal",
        N_("Closed room"),
        N_("The seal shows its value and the flowers of those who scored; it never pays again."),
        "F3.2",
    ),
    ("fc-soon", N_("Nearly closed"), N_("Open rooms with one or two open edges: one or two tiles can close them."), "F3.1"),
    ("fc-temple", N_("Temple room"), N_("Each of the four adds 1 to a room connected to it by an archway."), "F4.6"),
    ("fc-garden", N_("Garden"), N_("Decoration of the start tile: it isn't a room and never counts."), "F0.3"),
)

_PLAYERS = (
    ("coin", N_("Coins"), N_("The points of the game: most coins win."), "F6.2"),
    ("fc-hand", N_("Tile in hand"), N_("Drawn after each placement; hidden from the others."), "F2.3"),
    (
        "fc-stack",
        N_("Stack"),
        N_("Face down. Everyone can see which tiles are left in the stack and hand together. The last two are not placed."),
        "F6.1",
    ),
)


_EFFECTS = {picture: text for picture, _name, text, _rule in (*_TILES, *_PALACE, *_PLAYERS)}


def effect_of(icon: str) -> str:
    """The effect of a thing, by the name of its picture."""
    return _(_EFFECTS[icon])


def named(name: str, effect: str) -> str:
    """A thing with what it does, for a tip."""
    return _("{thing}: {effect}").format(thing=name, effect=effect)


def symbols() -> list[Symbol]:
    """Every thing of the game with its picture and what it does."""
    groups = ((_("Tiles"), _TILES), (_("The palace"), _PALACE), (_("Players"), _PLAYERS))
    return [Symbol(icon, _(name), _(text), group, rule) for group, things in groups for icon, name, text, rule in things]
