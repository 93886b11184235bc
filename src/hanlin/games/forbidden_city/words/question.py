"""The question to the active seat."""

from __future__ import annotations

from hanlin.core.i18n.language import _, current_language
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.presentation import Choice, Question
from hanlin.games.forbidden_city.palace import Edge, Place
from hanlin.games.forbidden_city.pieces import SHOW
from hanlin.games.forbidden_city.spots import Spot, Spots, place_action, spots
from hanlin.games.forbidden_city.words.names import closing_words, place_name, seat_name, tile_words, turn_names, what_is_asked
from hanlin.games.forbidden_city.words.refusals import never_fits


def question(seen: Position) -> Question:
    """The question to ``seen.actor``; with the choices when the view is that seat's own."""
    actor = seen.actor
    if actor == OVER:
        return Question(_("The game is over."), rule="F6.2")
    if actor == CHANCE:
        if seen.state.phase == SHOW:
            return Question(_("The leftover tiles are being revealed and scored."), rule="F6.1")
        return Question(_("A tile is being drawn."), rule="F2.3")
    if seen.seat not in (None, actor):
        return Question(_("{name} is placing a tile.").format(name=seat_name(actor)), rule="F2.1")
    return asked_of(seen, spots(seen))


def asked_of(seen: Position, there: Spots | None) -> Question:
    """The question to the seat whose view it is; ``there``: the free spaces for its tile."""
    if there is not None and there.fits:
        language = current_language()
        choices: list[Choice] = []
        for spot in there.here:
            choices += _closing_placements(spot) if spot.closes else _placements(language, spot.place, spot.clashes)
        return Question(what_is_asked(fits=True), choices, rule="F2.1")
    return Question(what_is_asked(fits=False), [_misfit(seen, there)], rule="F2.4")


def _closing_placements(spot: Spot) -> list[Choice]:
    """Each legal placement on a space where one closes a room."""
    labels = _labels(spot.place, len(spot.clashes))
    return [
        Choice(place_action(spot.place, rotation), labels[rotation], closing_words(closes), on_board=True)
        for rotation, (closes, clash) in enumerate(zip(spot.closes, spot.clashes, strict=True))
        if clash is None
    ]


@memo(maxsize=4096)
def _placements(_language: str, place: Place, clashes: tuple[Edge | None, ...]) -> tuple[Choice, ...]:
    """The same where none does; the space itself where the tile fits in no rotation. ``clashes``: what forbids each of them."""
    if clashes[0] is not None and None not in clashes:
        refusal = never_fits(clashes[0])
        return (Choice(place_action(place, 0), place_name(place), refusal=refusal, on_board=True),)
    labels = _labels(place, len(clashes))
    return tuple(
        [
            Choice(place_action(place, rotation), labels[rotation], on_board=True)
            for rotation, clash in enumerate(clashes)
            if clash is None
        ]
    )


def _labels(place: Place, turns: int) -> list[str]:
    """A space with each way to turn a tile there, where there are several."""
    name = place_name(place)
    return [f"{name}, {turned}" for turned in turn_names()[:turns]] if turns > 1 else [name]


def _misfit(seen: Position, there: Spots | None) -> Choice:
    tile = tile_words(there.face) if there is not None else ""
    if seen.legal == ["pass"]:
        return Choice("pass", _("Reveal it and pass"), _("You keep the tile: {tile}.").format(tile=tile), icon="pass")
    return Choice(
        "unfit",
        _("Reveal it and draw another"),
        _("The tile goes under your stack: {tile}.").format(tile=tile),
        icon="card",
    )
