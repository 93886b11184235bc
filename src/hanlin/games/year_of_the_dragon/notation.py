"""Actions as text and back (notation.md)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import memo
from hanlin.core.text.toml_files import shown
from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.choices import number_of_deals
from hanlin.games.year_of_the_dragon.deals import DEALS, FIRST_ROW
from hanlin.games.year_of_the_dragon.state import MOST_PALACES, MOST_PLAYERS

CARD_WORDS: Final = (*p.TYPE_NAMES, "wild")

FORMS: Final = {
    "event": ("event EVENT", "event drought"),
    "super-event": ("super-event NAME", "super-event flood"),
    "pick": ("pick TYPE TYPE", "pick farmer scholar"),
    "house": ("house P", "house 1"),
    "deal": ("deal A B|C D", "deal build harvest military-parade privilege|taxes fireworks-show research"),
    "act": ("act G CARD", "act 1 taxes", "act 2 privilege small", "act 3 build-wall rice"),
    "pass": ("pass",),
    "floor": ("floor P", "floor 1", "floor new"),
    "hire": ("hire PERSON", "hire PERSON wild", "hire monk-old"),
    "spend": ("spend TYPE", "spend wild"),
    "replace": ("replace P PERSON", "replace 2 monk-old"),
    "decline": ("decline",),
    "release": ("release P PERSON", "release 2 monk-old"),
    "raze": ("raze P", "raze 1"),
    "give": ("give yuan", "give rice", "give firework"),
    "drop": ("drop TYPE", "drop wild"),
    "welcome": ("welcome PERSON", "welcome monk-young"),
    "concede": ("concede TYPE", "concede farmer"),
}
"""The forms of the actions, examples last (``notation.md``)."""
IN_ORDER: Final = ("pick", "deal")
"""Actions with their words in the order of the rules page."""


def text(s: Any, action: int) -> str:
    """The action's text, also where it is not legal now."""
    if action >= codes.FIRST_DEAL:
        return _deal_text(s, action - codes.FIRST_DEAL)
    return _texts()[int(action)]


def parse(s: Any, words: str) -> int:
    """Parse an action; ValueError gives the form of such an action."""
    action = _actions().get(words)
    if action is not None:
        return action
    verb = words.split(" ")[0] if words else ""
    if verb == "deal":
        number = _deal_number(s, words)
        if number is not None:
            return codes.FIRST_DEAL + number
    if verb not in FORMS:
        verbs = ", ".join(sorted(FORMS))
        raise ValueError(_("no action begins with {verb}; the actions are {verbs}.").format(verb=shown(verb), verbs=verbs))
    form = ", ".join(f"'{form}'" for form in FORMS[verb])
    if verb in IN_ORDER:
        raise ValueError(_("write it like {form}, in the order of the rules page.").format(form=form))
    raise ValueError(_("write it like {form}.").format(form=form))


@cache
def _texts() -> dict[int, str]:
    return dict(_all_but_deals())


@cache
def _actions() -> dict[str, int]:
    return {words: action for action, words in _all_but_deals()}


def seat_codes() -> list[int]:
    """The codes of all actions of seats, in their order."""
    return sorted(action for action in _texts() if action >> codes.VERB_SHIFT not in (codes.EVENT, codes.SUPER_EVENT))


def _all_but_deals() -> Iterator[tuple[int, str]]:
    """All actions but the deals, as code and text."""
    for verb, arguments in _verbs().items():
        for argument, words in arguments:
            yield codes.code(verb, argument), words


def _verbs() -> dict[int, list[tuple[int, str]]]:
    """For each verb its arguments and their texts."""
    palaces = range(MOST_PALACES)
    persons = [(16 * palace + kind, f"{palace + 1} {name}") for palace in palaces for kind, name in enumerate(p.KIND_NAMES)]
    return {
        codes.EVENT: [(event, f"event {name}") for event, name in enumerate(p.EVENT_NAMES) if event != p.PEACE],
        codes.SUPER_EVENT: [(event, f"super-event {name}") for event, name in enumerate(p.SUPER_EVENT_NAMES)],
        codes.PICK: [(number, f"pick {p.TYPE_NAMES[a]} {p.TYPE_NAMES[b]}") for number, (a, b) in enumerate(codes.PAIRS)],
        codes.HOUSE: [(palace, f"house {palace + 1}") for palace in palaces],
        codes.ACT: [
            (16 * group + deed, f"act {group + 1} {name}")
            for group in range(MOST_PLAYERS)
            for deed, name in enumerate(p.DEED_NAMES)
        ],
        codes.PASS: [(0, "pass")],
        codes.FLOOR: [*((palace, f"floor {palace + 1}") for palace in palaces), (codes.NEW_PALACE, "floor new")],
        codes.HIRE: [
            (wild + kind, f"hire {name}{' wild' if wild else ''}")
            for wild in (0, codes.WITH_WILD)
            for kind, name in enumerate(p.KIND_NAMES)
        ],
        codes.SPEND: [(card, f"spend {name}") for card, name in enumerate(CARD_WORDS)],
        codes.REPLACE: [(argument, f"replace {words}") for argument, words in persons],
        codes.DECLINE: [(0, "decline")],
        codes.RELEASE: [(argument, f"release {words}") for argument, words in persons],
        codes.RAZE: [(palace, f"raze {palace + 1}") for palace in palaces],
        codes.GIVE: [(good, f"give {name}") for good, name in enumerate(p.GOOD_NAMES)],
        codes.DROP: [(card, f"drop {name}") for card, name in enumerate(CARD_WORDS)],
        codes.WELCOME: [(int(kind), f"welcome {p.KIND_NAMES[kind]}") for kind in p.YOUNG_OF_TYPE],
        codes.CONCEDE: [(person, f"concede {name}") for person, name in enumerate(p.TYPE_NAMES)],
    }


def _deal_text(s: Any, number: int) -> str:
    return _row_text(_first_row(s) + int(number))


@memo(maxsize=4096)
def _row_text(row: int) -> str:
    return "deal " + "|".join(_cards_text(int(deeds)) for deeds in DEALS[row] if deeds)


def _cards_text(deeds: int) -> str:
    return " ".join(name for card, name in enumerate(p.CARD_NAMES) if deeds & int(p.DEEDS_OF_CARD[card]))


def _deal_number(s: Any, words: str) -> int | None:
    """The number of a deal; None where the text is none of this table's deals."""
    groups = words.removeprefix("deal ").split("|")
    deeds = [
        sum(int(p.DEEDS_OF_CARD[p.CARD_NAMES.index(name)]) for name in group.split(" ") if name in p.CARD_NAMES)
        for group in groups
    ]
    if len(deeds) != int(s.players):
        return None
    first = _first_row(s)
    rows = DEALS[first : first + int(number_of_deals(s))]
    found = np.flatnonzero((rows[:, : len(deeds)] == deeds).all(axis=1))
    if len(found) != 1 or _deal_text(s, int(found[0])) != words:
        return None
    return int(found[0])


def _first_row(s: Any) -> int:
    return int(FIRST_ROW[int(s.deals)])
