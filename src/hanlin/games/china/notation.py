"""The texts of actions (docs/rules/notation.md) and back."""

from __future__ import annotations

from typing import Any

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import memo
from hanlin.core.text.toml_files import shown
from hanlin.games.china.pieces import (
    CARD,
    COLOURS,
    DEAL,
    DONE,
    DRAW,
    EXCHANGE,
    FILL,
    MOST_SPACES,
    OPEN,
    PASS,
    PLACE_EMISSARY,
    PLACE_FORTRESS,
    PLACE_PALACE,
    REGIONS,
    TAKE,
    TAKE_PILE,
)


def region_id(s: Any, region: int) -> str:
    """The id that the map gives to a region."""
    return region_ids(s.ids.tobytes())[region]


@memo(maxsize=64)
def region_ids(ids: bytes) -> tuple[str, ...]:
    """The ids of all regions from the bytes of their field."""
    length = len(ids) // REGIONS
    return tuple(ids[at : at + length].rstrip(b"\0").decode("ascii") for at in range(0, len(ids), length))


def text(s: Any, action: int) -> str:
    """The text of an action; of a card from the pile by what it is for now."""
    if action < EXCHANGE:
        return _placement_text(s.ids.tobytes(), action)
    if action < TAKE:
        return f"exchange {COLOURS[action - EXCHANGE]}"
    if action < TAKE_PILE:
        return f"take {COLOURS[action - TAKE]}"
    if action < CARD:
        return {TAKE_PILE: "take pile", DONE: "done", PASS: "pass"}[action]
    return f"{_card_text(s)} {COLOURS[action - CARD]}"


@memo(maxsize=4096)
def _placement_text(ids: bytes, action: int) -> str:
    """The text of a placement, from the ids of all regions."""
    if action < PLACE_EMISSARY:
        return f"palace {_space_text(ids, action - PLACE_PALACE)}"
    if action < PLACE_FORTRESS:
        region, colour = divmod(action - PLACE_EMISSARY, 5)
        return f"emissary {region_ids(ids)[region]} {COLOURS[colour]}"
    return f"fortress {_space_text(ids, action - PLACE_FORTRESS)}"


def _space_text(ids: bytes, code: int) -> str:
    space, colour = divmod(code, 5)
    region, i = divmod(space, MOST_SPACES)
    return f"{region_ids(ids)[region]} {i + 1} {COLOURS[colour]}"


def _card_text(s: Any) -> str:
    """The purpose of a card from the pile, without its colour."""
    if s.phase in (DEAL, DRAW):
        return f"{'deal' if s.phase == DEAL else 'draw'} {int(s.seat) + 1}"
    return "row"


def parse(s: Any, text: str) -> int:
    """The code of an action's text; ValueError with a sentence where it is malformed."""
    match text.split(" "):
        case ["palace", region, space, colour]:
            return PLACE_PALACE + 5 * _space(s, region, space) + _colour(colour)
        case ["emissary", region, colour]:
            return PLACE_EMISSARY + 5 * _region(s, region) + _colour(colour)
        case ["fortress", region, space, colour]:
            return PLACE_FORTRESS + 5 * _space(s, region, space) + _colour(colour)
        case ["exchange", colour]:
            return EXCHANGE + _colour(colour)
        case ["take", "pile"]:
            return TAKE_PILE
        case ["take", colour]:
            return TAKE + _colour(colour)
        case ["done"]:
            return DONE
        case ["pass"]:
            return PASS
        case ["deal" | "draw" as verb, seat, colour] if s.phase in (DEAL, DRAW):
            if f"{verb} {seat}" != _card_text(s):
                raise ValueError(_("The card is for {text} now.").format(text=shown(_card_text(s))))
            return CARD + _colour(colour)
        case ["row", colour] if s.phase in (OPEN, FILL):
            return CARD + _colour(colour)
        case ["deal" | "draw" | "row", *_]:
            raise ValueError(_("That card can't come from the pile now."))
    raise ValueError(
        _(
            "An action is one of: palace REGION SPACE COLOUR, emissary REGION COLOUR, fortress REGION SPACE COLOUR, "
            "exchange COLOUR, take COLOUR, take pile, done, pass; "
            "or, for draws, deal SEAT COLOUR, draw SEAT COLOUR, row COLOUR."
        )
    )


def _colour(word: str) -> int:
    if word not in COLOURS:
        raise ValueError(
            _("{word} isn't a colour; the colours are: {colours}.").format(word=shown(word), colours=", ".join(COLOURS))
        )
    return COLOURS.index(word)


def _region(s: Any, word: str) -> int:
    ids = region_ids(s.ids.tobytes())
    if word not in ids:
        text = _("{word} isn't a region; the regions are: {regions}.")
        raise ValueError(text.format(word=shown(word), regions=", ".join(ids)))
    return ids.index(word)


def _space(s: Any, region: str, word: str) -> int:
    r = _region(s, region)
    if word not in [str(n) for n in range(1, int(s.spaces[r]) + 1)]:
        raise ValueError(
            _("{word} isn't a space of {region}, which has palace spaces 1 to {n}.").format(
                word=shown(word), region=region, n=int(s.spaces[r])
            )
        )
    return MOST_SPACES * r + int(word) - 1
