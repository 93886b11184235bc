"""Built positions for the tests of China: pieces on the board and cards in hand."""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.games.china import GAME
from hanlin.games.china.by_colour import packed, unpacked
from hanlin.games.china.by_region import one_in
from hanlin.games.china.notation import region_id
from hanlin.games.china.pieces import COLOURS, REGIONS, SPACES, TURN

PALACES, EMISSARIES, FORTRESSES = "palaces", "emissaries", "fortresses"


def table(
    *hands: str,
    players: int = 4,
    row: str = "violet yellow orange green",
    palaces: dict[str, list[int | None]] | None = None,
    emissaries: dict[str, dict[int, int]] | None = None,
    fortress: dict[str, int] | None = None,
    pile: str | None = None,
    run_out: int = 0,
    seat: int = 0,
    **options,
) -> Position:
    """A position in which ``seat`` begins its turn.

    hands: the cards of the seats from 0 on, the others' come from the pile; palaces: for each region the owner of each
    space from 1 on (None: nobody); emissaries: for each region how many of which seat; fortress: for each region a space
    with a neutral fortress (of the last seats); pile: its cards (None: all that are left; otherwise the rest lies in the
    discards); run_out: how often the pile ran out.
    """
    position = GAME.start(players, **options)
    s = position.state
    deal(s, hands, row)
    if pile is not None:
        wanted = packed(counts(pile))
        s.discards = s.pile - wanted
        s.pile = wanted
        s.pile_left = cards(wanted).sum()
    s.run_out = run_out
    for region, owners in (palaces or {}).items():
        for i, owner in enumerate(owners):
            if owner is not None:
                put_palace(s, region_number(s, region), i, owner)
    for region, lords in (emissaries or {}).items():
        for owner, n in lords.items():
            s.emissaries[owner, region_number(s, region)] += n
            s.emissaries_left[owner] -= n
    for owner, (region, space) in enumerate((fortress or {}).items()):
        s.fortresses[region_number(s, region)] |= 1 << (space - 1)
        s.fortresses_left[players - 1 - owner] -= 1
    keep_books(s)
    s.seat = seat
    s.phase = TURN
    return position


def counts(names: str) -> np.ndarray:
    """Cards by colour, from their names; "3 red" means three."""
    found = np.zeros(5, np.int64)
    n = 1
    for word in names.split():
        if word.isdigit():
            n = int(word)
        else:
            found[COLOURS.index(word)] += n
            n = 1
    return found


def cards(held) -> np.ndarray:
    """Cards as the record holds them, of one hand or of several (see ``by_colour``), as numbers by colour."""
    return np.array([unpacked(hand) for hand in held] if np.ndim(held) else unpacked(held))


def give(s, seat: int, hand) -> None:
    """Put these cards into a hand, from nowhere; none of them is known."""
    s.hands[seat] = packed(hand)
    s.hand_size[seat] = sum(hand)
    s.known[seat] = 0


def deal(s, hands, row) -> None:
    pile = cards(s.pile) - counts(row)
    for seat in range(s.players):
        hand = counts(hands[seat]) if seat < len(hands) else np.zeros(5, np.int64)
        pile -= hand
        give(s, seat, hand)
    assert pile.min() >= 0
    for seat in range(len(hands), s.players):
        hand = np.zeros(5, np.int64)
        for _ in range(3):
            colour = int(np.argmax(pile))
            hand[colour] += 1
            pile[colour] -= 1
        give(s, seat, hand)
    s.row = packed(counts(row))
    s.pile = packed(pile)
    s.pile_left = pile.sum()


def put_palace(s, region, i, owner) -> None:
    assert s.free[region] >> i & 1
    s.palaces[owner, region] |= 1 << i
    s.palaces_left[owner] -= 1
    s.free[region] &= ~(1 << i)


def keep_books(s) -> None:
    """Derive the record's other fields from the pieces."""
    s.vacant = s.bare = s.hosts = 0
    for region in range(REGIONS):
        s.most[region] = max(bits(s.palaces[seat, region]) for seat in range(s.players))
        s.guests[region] = s.emissaries[:, region].sum()
        s.vacant += bits(s.free[region]) * one_in(region)
        s.bare += bits(s.free[region] & ~s.fortresses[region]) * one_in(region)
        s.hosts += int(s.guests[region] < s.most[region]) * one_in(region)


def bits(mask) -> int:
    return int(mask).bit_count()


def region_number(s, region: str) -> int:
    return [region_id(s, r) for r in range(REGIONS)].index(region)


def space_number(s, text: str) -> int:
    """The number of a space like "wei 3"."""
    region, n = text.split()
    return 8 * region_number(s, region) + int(n) - 1


def placements(position: Position) -> list[str]:
    """The legal actions that place a piece."""
    return [text for text in position.legal if text.split()[0] in ("palace", "emissary", "fortress")]


def without_payment(texts: list[str]) -> list[str]:
    """Placements without the colours that pay, each once."""
    return list(dict.fromkeys(text.rpartition(" ")[0] for text in texts))


def told_by(position: Position, text: str) -> list:
    """Play an action and return its events."""
    with capture() as told:
        position.play(text)
    return told


def points_told(told, what: int) -> dict[int, list[int]]:
    """The points of that kind, by seat."""
    found: dict[int, list[int]] = {}
    for entry in told:
        if entry.what == what:
            found.setdefault(entry.seat, []).append(entry.a)
    return found


def only_roads(s, *roads: tuple[str, str]) -> None:
    """Replace the map's roads by these."""
    s.roads[:] = 0
    for ends in roads:
        a, b = (space_number(s, end) for end in ends)
        join(s, a, b)


def join(s, a: int, b: int) -> None:
    for here, there in ((a, b), (b, a)):
        s.roads[here, int(there >= 32)] |= 1 << (there - 32 * (there >= 32))


def neighbours(s, space: int) -> list[int]:
    low, high = int(s.roads[space, 0]), int(s.roads[space, 1])
    return [to for to in range(SPACES) if (low >> to if to < 32 else high >> (to - 32)) & 1]


def random_walk(players: int, seed: object, steps: int | None = None, **options) -> Position:
    """A position after so many random actions (None: at the game's end)."""
    position = GAME.start(players, **options)
    rng = seeded("walk", players, seed, *sorted(options.items()))
    while not position.over and steps != 0:
        advance(position, rng)
        steps = None if steps is None else steps - 1
    return position


def advance(position: Position, rng) -> str:
    """One random action; returns its text."""
    s = position.state
    code = int(generic.sample(s, rng) if position.actor == generic.CHANCE else generic.choose(s, rng))
    text = GAME.text(s, code)
    position._apply(code, text)
    return text


def any_of(rng, things):
    return things[int(below(rng, len(things)))]
