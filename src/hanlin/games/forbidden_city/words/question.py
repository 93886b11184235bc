"""The question to the active seat."""

from __future__ import annotations

from hanlin.core.i18n.language import _, current_language
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.presentation import Choice, Question
from hanlin.games.forbidden_city.palace import Edge, Place
from hanlin.games.forbidden_city.pieces import SHOW
from hanlin.games.forbidden_city.snapshot import read
from hanlin.games.forbidden_city.spots import Spot, Spots, place_action, spots
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.names import TURNED_ICON, closing_words, seat_name, sentence, tile_words, what_is_asked
from hanlin.games.forbidden_city.words.refusals import never_fits
from hanlin.games.forbidden_city.words.whereabouts import rotation_names, space_names


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
        where, turned = space_names(read(seen.state).palace), there.kinds.turned[there.kind]
        for spot in there.here:
            name, ways = sentence(where[spot.place]), turned[: len(spot.clashes)]
            choices += (
                _closing_placements(name, spot, ways)
                if spot.closes
                else _placements(language, name, spot.place, spot.clashes, ways)
            )
        return Question(what_is_asked(fits=True), choices, rule="F2.1")
    return Question(what_is_asked(fits=False), [_misfit(seen, there)], rule="F2.4")


def _closing_placements(name: str, spot: Spot, turned: tuple[Face, ...]) -> list[Choice]:
    """Each legal placement on a space of that name where one closes a room; ``turned``: the rotations of the tile."""
    labels = _labels(name, turned)
    return [
        _placement(spot.place, rotation, labels[rotation], closing_words(closes))
        for rotation, (closes, clash) in enumerate(zip(spot.closes, spot.clashes, strict=True))
        if clash is None
    ]


@memo(maxsize=4096)
def _placements(
    _language: str, name: str, place: Place, clashes: tuple[Edge | None, ...], turned: tuple[Face, ...]
) -> tuple[Choice, ...]:
    """The same where none does; the space itself where the tile fits in no rotation. ``clashes``: what forbids each of them."""
    if clashes[0] is not None and None not in clashes:
        refusal = never_fits(clashes[0])
        return (Choice(place_action(place, 0), name, refusal=refusal, on_board=True),)
    labels = _labels(name, turned)
    return tuple([_placement(place, rotation, labels[rotation]) for rotation, clash in enumerate(clashes) if clash is None])


def _placement(place: Place, rotation: int, label: str, effect: str = "") -> Choice:
    return Choice(place_action(place, rotation), label, effect, icon=f"{TURNED_ICON}{rotation}", on_board=True)


def _labels(name: str, turned: tuple[Face, ...]) -> list[str]:
    """A space of that name with each way to turn a tile there, where there are several."""
    return [_("{place}: {turned}").format(place=name, turned=words) if words else name for words in rotation_names(turned)]


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


def indifferent(_seen: Position) -> str:
    """Every choice counts until the end."""
    return ""
