"""The effect of every thing of the game, in a sentence: for tips in the drawings and for the help sheet."""

from __future__ import annotations

from hanlin.core.i18n.language import N_, _
from hanlin.core.verbs.presentation import Symbol
from hanlin.games.china.pieces import COLOURS, KINDS
from hanlin.games.china.words import names

_PIECES = (
    N_(
        "When its region fills up (or at the end), the player with the most palaces scores 1 point per palace there. "
        "Rows along roads score at the end."
    ),
    N_("At the end, whoever has the most emissaries in both regions of an alliance scores 1 point per emissary in them."),
    N_("A palace on it doubles what its owner scores for the region and for the row."),
)
_PIECE_RULES = ("C4.1", "C7.2", "C8.2")

_BOARD = (
    ("china-space", N_("Palace space"), N_("Holds one palace, even on a fortress."), "C3.4"),
    (
        "china-court",
        N_("Dragon space"),
        N_("Holds emissaries of all players, up to the largest number of palaces one player has in the region."),
        "C3.5",
    ),
    (
        "china-road",
        N_("Road"),
        N_("At the end, an unbroken row of at least 4 palaces of one player scores 1 point per palace."),
        "C7.3",
    ),
    (
        "china-alliance",
        N_("Alliance"),
        N_("At the end, whoever leads in both its regions scores 1 point per emissary in them."),
        "C7.2",
    ),
    ("china-scored", N_("Scored region"), N_("Every palace space is taken and the palaces have been scored."), "C3.7"),
)

_CARDS = (
    (
        "card-back",
        N_("Pile"),
        N_("When it runs out, the discards become a new pile; when that runs out, the last round begins."),
        "C6.2",
    ),
    ("china-row", N_("Row"), N_("Face-up cards to choose from; refilled to four at the end of a turn."), "C6.1"),
    ("china-discards", N_("Discards"), N_("Played cards, face up; they become the second pile."), "C3.8"),
    ("crown", N_("Emperor pawn"), N_("Marks the start player; the last round ends before that player's turn."), "C1.3"),
)


def piece_effect(kind: int) -> str:
    """The purpose of a piece of a kind."""
    return _(_PIECES[kind])


def card_effect(regions: str = "") -> str:
    """The uses of a card of a colour; ``regions`` are the names of the colour's regions."""
    if regions:
        return _("Pays for a piece in {regions}; a pair pays for a piece elsewhere.").format(regions=regions)
    return _("Pays for a piece in a region of its colour; a pair, as a joker, pays for a piece elsewhere.")


def effect_of(icon: str) -> str:
    """The purpose of a place of the board or of the cards, by the name of its picture."""
    return next(_(text) for picture, _name, text, _rule in (*_BOARD, *_CARDS) if picture == icon)


def named(name: str, effect: str) -> str:
    """A thing with what it does, for a tip."""
    return _("{thing}: {effect}").format(thing=name, effect=effect)


def symbols() -> list[Symbol]:
    """Every thing of the game with its picture and what it does."""
    pieces = [
        Symbol(KINDS[kind], names.piece_name(kind), piece_effect(kind), _("Pieces"), _PIECE_RULES[kind])
        for kind in range(len(KINDS))
    ]
    board = [Symbol(icon, _(name), _(text), _("Map"), rule) for icon, name, text, rule in _BOARD]
    cards = [
        Symbol(f"card-{name}", names.cap(names.card(of)), card_effect(), _("Cards"), "C3.3") for of, name in enumerate(COLOURS)
    ]
    return [*pieces, *board, *cards, *(Symbol(icon, _(name), _(text), _("Cards"), rule) for icon, name, text, rule in _CARDS)]
