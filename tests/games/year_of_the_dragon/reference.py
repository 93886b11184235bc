"""The legal actions once more, from the rules page and the notation: slow, plain, sharing only the reading of palaces."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.state import cards_of_group, palaces_of

Palaces = list[tuple[int, list[int]]]


def legal_of_seat(position: Position, struck: set[int]) -> list[str]:
    """The legal actions of the active seat, in canonical order; ``struck``: its palaces already hit in this drought."""
    s = position.state
    if s.step == st.RELEASE:
        palaces = palaces_of(s, position.actor)
        return persons("release", palaces, [palace for palace in range(len(palaces)) if palace not in struck])
    return {
        st.PICK: picks,
        st.ACT: deeds,
        st.FLOOR_TO: floors,
        st.HIRE: hirings,
        st.PLACE: places,
        st.RAZE: razings,
        st.EVICT: evictions,
        st.GIVE: gifts,
        st.DROP: drops,
        st.WELCOME: welcomes,
        st.CONCEDE: concessions,
    }[int(s.step)](position, s, position.actor)


def strike_out(struck: set[int], told: list[Event]) -> None:
    """Update ``struck`` with the events of one action."""
    for entry in told:
        if entry.what == p.LOG_MUST_RELEASE:
            struck.clear()
        elif entry.what == p.LOG_RELEASES and entry.c == p.FOR_DROUGHT:
            struck.add(entry.a)


def unlike(palaces: Palaces, offered: list[int]) -> list[int]:
    """Of the palaces offered, those that are not like an earlier one that is offered."""
    kept: list[int] = []
    for palace in offered:
        if palaces[palace] not in [palaces[other] for other in kept]:
            kept.append(palace)
    return kept


def persons(verb: str, palaces: Palaces, offered: list[int]) -> list[str]:
    texts = []
    for palace in unlike(palaces, offered):
        texts += [f"{verb} {palace + 1} {p.KIND_NAMES[kind]}" for kind in sorted(set(palaces[palace][1]))]
    return texts


def picks(position: Position, s: Any, seat: int) -> list[str]:
    gone = {text for _, text in position.moves if text.startswith("pick")}
    return [text for pair in combinations(p.TYPE_NAMES, 2) if (text := f"pick {' '.join(pair)}") not in gone]


def deeds(position: Position, s: Any, seat: int) -> list[str]:
    chosen = [int(choice) // 16 for choice in s.chosen[: position.players] if choice not in (st.NOT_YET, st.PASSED)]
    texts = []
    for group in range(position.players):
        yuan = int(s.yuan[seat])
        if group in chosen:
            yuan -= 3
        if yuan < 0:
            continue
        for card in cards_of_group(s, group):
            texts += [f"act {group + 1} {words}" for words in words_of_card(s, seat, card, yuan)]
    return [*texts, "pass"]


def words_of_card(s: Any, seat: int, card: int, yuan: int) -> list[str]:
    if card == p.PRIVILEGE:
        prices = {"privilege small": 2, "privilege large": int(s.large_price)}
        return [words for words, price in prices.items() if yuan >= price]
    if card == p.BUILD_WALL:
        tiles = [name for number, name in enumerate(p.BENEFIT_NAMES) if int(s.benefits[seat]) >> number & 1]
        return [f"build-wall {name}" for name in tiles if s.wall_length < 12]
    return [p.CARD_NAMES[card]]


def floors(position: Position, s: Any, seat: int) -> list[str]:
    palaces = palaces_of(s, seat)
    low = [palace for palace, (height, _) in enumerate(palaces) if height < 3]
    return [*(f"floor {palace + 1}" for palace in unlike(palaces, low)), "floor new"]


def hirings(position: Position, s: Any, seat: int) -> list[str]:
    texts = []
    for number, name in enumerate(p.TYPE_NAMES):
        if int(s.cards[seat]) >> number & 1:
            kinds = [f"{name}-young", f"{name}-old"] if p.SPLIT[number] else [name]
            left = [kind for kind in kinds if s.tiles[p.KIND_NAMES.index(kind)] > 0]
            texts += [f"hire {kind}" for kind in left] or [f"spend {name}"]
    if s.wild[seat]:
        texts += [f"hire {kind} wild" for kind, count in zip(p.KIND_NAMES, s.tiles, strict=True) if count > 0] or ["spend wild"]
    return texts


def places(position: Position, s: Any, seat: int) -> list[str]:
    palaces = palaces_of(s, seat)
    roomy = [palace for palace, (height, inside) in enumerate(palaces) if len(inside) < height]
    if roomy:
        return [f"house {palace + 1}" for palace in unlike(palaces, roomy)]
    return [*persons("replace", palaces, list(range(len(palaces)))), "decline"]


def razings(position: Position, s: Any, seat: int) -> list[str]:
    palaces = palaces_of(s, seat)
    return [f"raze {palace + 1}" for palace in unlike(palaces, list(range(len(palaces))))]


def evictions(position: Position, s: Any, seat: int) -> list[str]:
    palaces = palaces_of(s, seat)
    crowded = [palace for palace, (height, inside) in enumerate(palaces) if len(inside) > height]
    assert len(crowded) == 1
    return persons("release", palaces, crowded)


def gifts(position: Position, s: Any, seat: int) -> list[str]:
    return [
        f"give {name}" for name, field in zip(p.GOOD_NAMES, ("yuan", "rice", "fireworks"), strict=True) if s[field][seat] > 0
    ]


def drops(position: Position, s: Any, seat: int) -> list[str]:
    own = [f"drop {name}" for number, name in enumerate(p.TYPE_NAMES) if int(s.cards[seat]) >> number & 1]
    return own + (["drop wild"] if s.wild[seat] else [])


def welcomes(position: Position, s: Any, seat: int) -> list[str]:
    gone = {text.split()[1].removesuffix("-young") for _, text in position.moves if text.startswith("welcome")}
    texts = []
    for number, name in enumerate(p.TYPE_NAMES):
        kind = f"{name}-young" if p.SPLIT[number] else name
        if name not in gone and s.tiles[p.KIND_NAMES.index(kind)] > 0:
            texts.append(f"welcome {kind}")
    return texts or ["pass"]


def concessions(position: Position, s: Any, seat: int) -> list[str]:
    types = sorted({int(p.TYPE_OF_KIND[kind]) for _, inside in palaces_of(s, seat) for kind in inside})
    return [f"concede {p.TYPE_NAMES[number]}" for number in types] or ["pass"]
