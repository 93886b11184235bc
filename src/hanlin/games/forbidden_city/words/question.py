"""What is asked of the seat to move."""

from __future__ import annotations

from collections.abc import Iterator

from hanlin.core.faces import Choice, Question
from hanlin.core.generic import CHANCE, OVER
from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.games.forbidden_city.pieces import SHOW
from hanlin.games.forbidden_city.reading import tile_to_place, ways
from hanlin.games.forbidden_city.words.names import closing_words, place_name, seat_name, tile_words, turn_name, what_is_asked
from hanlin.games.forbidden_city.words.refusals import fits_nowhere


def question(seen: Position) -> Question:
    """What is asked of ``seen.actor``; the choices stand there when the view is that seat's own."""
    actor = seen.actor
    if actor == OVER:
        return Question(_("The game is over."), rule="F6.2")
    if actor == CHANCE:
        if seen.state.phase == SHOW:
            return Question(_("The tiles that are left are shown and paid."), rule="F6.1")
        return Question(_("A tile is drawn."), rule="F2.3")
    if seen.seat not in (None, actor):
        return Question(_("{name} is choosing where to place a tile.").format(name=seat_name(actor)), rule="F2.1")
    choices = list(_placements(seen))
    if any(choice.legal for choice in choices):
        return Question(what_is_asked(fits=True), choices, rule="F2.1")
    return Question(what_is_asked(fits=False), [_misfit(seen)], rule="F2.4")


def _placements(seen: Position) -> Iterator[Choice]:
    """Each legal placement, and each space where the tile fits in no rotation."""
    for place, here in ways(seen).items():
        for way in here:
            if way.clash is None:
                label = f"{place_name(place)}, {turn_name(way.rotation)}" if len(here) > 1 else place_name(place)
                yield Choice(way.action, label, closing_words(way.closes), on_board=True)
        if nowhere := fits_nowhere(here):
            yield Choice(here[0].action, place_name(place), refusal=nowhere, on_board=True)


def _misfit(seen: Position) -> Choice:
    face = tile_to_place(seen)
    tile = tile_words(face) if face is not None else ""
    if seen.legal == ["pass"]:
        return Choice("pass", _("Show it and pass"), _("You keep the tile: {tile}.").format(tile=tile), icon="pass")
    return Choice(
        "unfit",
        _("Show it and draw another"),
        _("The tile goes under your stack: {tile}.").format(tile=tile),
        icon="card",
    )
