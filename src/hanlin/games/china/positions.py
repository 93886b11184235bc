"""A position of China as text (``docs/rules/notation.md``, "Positions"): the fields of a state, and a state from them."""

from __future__ import annotations

from typing import Any

from hanlin.core.i18n.language import _
from hanlin.core.text.fields import HIDDEN, NONE, Fields, Written, counters_text, counts_text, numbers_text
from hanlin.core.verbs.options import Options
from hanlin.games.china.by_colour import packed, total, unpacked
from hanlin.games.china.by_region import one_in
from hanlin.games.china.choices import can_take
from hanlin.games.china.notation import region_id
from hanlin.games.china.pieces import (
    CARDS,
    COLOURS,
    DEAL,
    DRAW,
    EMISSARIES,
    ENDED,
    FILL,
    HAND,
    OPEN,
    REFILL,
    REGIONS,
    ROW,
    SECOND,
    TURN,
)
from hanlin.games.china.rules import nothing_fits

PHASES = ("deal", "open", "turn", "second", "refill", "draw", "fill", "over")
"""The words for the next thing to happen, by the numbers of the phases."""
MOST_POINTS = 999
"""The largest number of points that can be set."""
GROWTH = 10_000
"""More than a seat can gain in one ply. What goes beyond the most that can be set (``core/text/fields.py``) is read as far as
play can have brought it: so what was read can be played on, and what is written on the way can be read again."""
MORE = "more"
"""After the region of the turn: a second piece is allowed there."""


# -- writing -------------------------------------------------------------------------------------------------------------


def write_state(s: Any, options: Options) -> Written:
    """The fields of a state, or of a view of one."""
    players = int(s.players)
    fields = [
        ("now", _now_text(s)),
        *counters_text("points", s.points[:players], MOST_POINTS),
        ("pile", f"{int(s.pile_left)} {_cards_text(s.pile)}"),
        ("discards", _cards_text(s.discards)),
        ("row", _cards_text(s.row)),
        ("ran-out", str(int(s.run_out))),
        ("hands", "|".join(_hand_text(s, seat) for seat in range(players))),
    ]
    if options["fortresses"]:
        fields.append(("fortresses", numbers_text(s.fortresses_left[:players])))
    fields.append(("board", _board_text(s)))
    return fields


def _now_text(s: Any) -> str:
    words = [PHASES[int(s.phase)], str(int(s.seat) + 1)]
    if s.region >= 0:
        words.append(region_id(s, int(s.region)))
    if s.second:
        words.append(MORE)
    return " ".join(words)


def _cards_text(cards: Any) -> str:
    return counts_text(unpacked(cards), COLOURS)


def _hand_text(s: Any, seat: int) -> str:
    """A hand's cards: "red:2/1" are two red ones, one of them known to all; "?:1" is one that this view does not show."""
    cards, known = unpacked(s.hands[seat]), unpacked(s.known[seat])
    words = [
        f"{colour}:{n}/{of_all}" if of_all else f"{colour}:{n}"
        for colour, n, of_all in zip(COLOURS, cards, known, strict=True)
        if n
    ]
    hidden = int(s.hand_size[seat]) - sum(cards)
    return " ".join([*words, *([f"{HIDDEN}:{hidden}"] if hidden else [])]) or NONE


def _board_text(s: Any) -> str:
    """The regions with pieces: "wei 1:3 2:1f 4:f 1x2", palaces of seats 3 and 1 (on a fortress), a fortress, two emissaries."""
    palaces, fortresses, emissaries = s.palaces.tolist(), s.fortresses.tolist(), s.emissaries.tolist()
    regions = []
    for region, spaces in enumerate(s.spaces.tolist()):
        words = []
        for i in range(spaces):
            owner = "".join(str(seat + 1) for seat in range(len(palaces)) if palaces[seat][region] >> i & 1)
            on_fortress = "f" if fortresses[region] >> i & 1 else ""
            if owner or on_fortress:
                words.append(f"{i + 1}:{owner}{on_fortress}")
        words += [f"{seat + 1}x{of_seat[region]}" for seat, of_seat in enumerate(emissaries) if of_seat[region]]
        if words:
            regions.append(" ".join([region_id(s, region), *words]))
    return "|".join(regions) or NONE


# -- reading -------------------------------------------------------------------------------------------------------------


def read_state(s: Any, fields: Fields, options: Options, whole: bool) -> None:
    """Make of ``s``, the state before a game's first action, the one of these fields; ``whole``: not a view of it."""
    players, row_at_start = int(s.players), int(total(s.row))
    s.points[:players] = fields.numbers("points", players, 0, MOST_POINTS)
    s.run_out = fields.number("ran-out", 0, 2)
    _read_cards(s, fields, whole)
    left = fields.numbers("fortresses", players, 0, 1) if options["fortresses"] else [0] * players
    s.fortresses_left[:players] = left
    _read_board(s, fields)
    built = sum(int(mask).bit_count() for mask in s.fortresses)
    if options["fortresses"] and sum(left) + built != players:
        raise fields.wrong(
            "fortresses",
            _("{n} fortresses are on the board and {left} are left; there are {all} in all").format(
                n=built, left=sum(left), all=players
            ),
        )
    if built and not options["fortresses"]:
        raise fields.wrong("board", _("there are no fortresses in this game (C8.1)"))
    _read_now(s, fields)
    s.points[:players] = fields.beyond("points", s.points[:players], MOST_POINTS, GROWTH * _scorings(s))
    _check_hands(s, fields)
    _check_now(s, fields, row_at_start)


def _scorings(s: Any) -> int:
    """The number of scorings so far: full regions have been scored, and the end has."""
    return sum(not free for free in s.free.tolist()) + int(s.phase == ENDED)


def _read_cards(s: Any, fields: Fields, whole: bool) -> None:
    players = int(s.players)
    all_cards = [int(sum(of)) for of in zip(*map(unpacked, (s.pile, s.row, *s.hands)), strict=True)]
    left, _blank, pile = fields.text("pile").partition(" ")
    s.pile_left = fields.whole("pile", left, 0, sum(CARDS))
    counts = {"pile": fields.counts("pile", pile.strip() or NONE, COLOURS, sum(CARDS))}
    for name in ("discards", "row"):
        counts[name] = fields.counts(name, fields.text(name), COLOURS, sum(CARDS))
    s.pile, s.discards, s.row = (packed(counts[name]) for name in ("pile", "discards", "row"))
    if total(s.row) > ROW:
        raise fields.wrong("row", _("the row has at most {n} cards (C1.2)").format(n=ROW))
    hidden = 0
    for seat, text in enumerate(fields.parts("hands", players)):
        hidden += _read_hand(s, fields, seat, text, whole)
    for colour, name in enumerate(COLOURS):
        there = all_cards[colour]
        found = sum(count[colour] for count in counts.values())
        found += sum(unpacked(s.hands[seat])[colour] for seat in range(players))
        if found != there:
            raise fields.wrong(
                "pile",
                _("of {colour} there are {n} cards in this game, but {found} in this position").format(
                    colour=name, n=there, found=found
                ),
            )
    if total(s.pile) - int(s.pile_left) != hidden:
        raise fields.wrong(
            "pile", _("it has {n} cards, but {found} are listed").format(n=int(s.pile_left) + hidden, found=total(s.pile))
        )
    if (s.run_out == 2) != (s.pile_left == 0):
        raise fields.wrong("ran-out", _("it is 2 when the pile is empty for good, and only then (C6.2, C6.3)"))


def _read_hand(s: Any, fields: Fields, seat: int, text: str, whole: bool) -> int:
    """A hand as ``_hand_text`` writes it; returns how many cards are hidden."""
    cards, known, hidden = [0] * len(COLOURS), [0] * len(COLOURS), 0
    for word in [] if text == NONE else text.split():
        colour, colon, rest = word.partition(":")
        n, slash, of_all = rest.partition("/")
        if colour == HIDDEN and colon and not slash:
            if whole:
                raise fields.wrong("hands", _("cards can be hidden only in a player's view"))
            hidden = fields.whole("hands", n, 1, HAND)
            continue
        number = fields.one_of("hands", colour, COLOURS)
        if cards[number]:
            raise fields.wrong("hands", _("{word} appears twice").format(word=colour))
        cards[number] = fields.whole("hands", n, 1, HAND)
        known[number] = fields.whole("hands", of_all, 1, cards[number]) if slash else 0
    size = sum(cards) + hidden
    if size > HAND:
        raise fields.wrong("hands", _("a hand has at most {n} cards (C6.1)").format(n=HAND))
    s.hands[seat], s.known[seat], s.hand_size[seat] = packed(cards), packed(known), size
    return hidden


def _read_board(s: Any, fields: Fields) -> None:
    players = int(s.players)
    palaces, emissaries = int(s.palaces_left[0]), int(s.emissaries_left[0])
    ids = [region_id(s, region) for region in range(REGIONS)]
    seen: set[int] = set()
    text = fields.text("board")
    for part in [] if text == NONE else text.split("|"):
        id, *words = part.split() or [""]
        region = fields.one_of("board", id, ids)
        if region in seen:
            raise fields.wrong("board", _("{word} appears twice").format(word=id))
        seen.add(region)
        for word in words:
            _read_piece(s, fields, region, word)
    for seat in range(players):
        built = sum(int(mask).bit_count() for mask in s.palaces[seat])
        sent = int(s.emissaries[seat].sum())
        for n, most, what in ((built, palaces, _("palaces")), (sent, emissaries, _("emissaries"))):
            if n > most:
                raise fields.wrong(
                    "board",
                    _("seat {seat} has {n} {what} on the board; there are {most} (C0.2)").format(
                        seat=seat + 1, n=n, what=what, most=most
                    ),
                )
        s.palaces_left[seat], s.emissaries_left[seat] = palaces - built, emissaries - sent
    for region in range(REGIONS):
        _settle_region(s, fields, region, ids[region])


def _read_piece(s: Any, fields: Fields, region: int, word: str) -> None:
    """One word of a region: "2:1f", "4:f" or "1x2"."""
    players = int(s.players)
    if "x" in word:
        seat, _x, n = word.partition("x")
        number = fields.seat("board", seat, players)
        if s.emissaries[number, region]:
            raise fields.wrong("board", _("{word} appears twice").format(word=f"{seat}x"))
        s.emissaries[number, region] = fields.whole("board", n, 1, EMISSARIES)
        return
    space, _colon, owner = word.partition(":")
    bit = 1 << (fields.whole("board", space, 1, int(s.spaces[region])) - 1)
    if not int(s.free[region]) & bit or int(s.fortresses[region]) & bit:
        raise fields.wrong("board", _("{word} appears twice").format(word=f"{region_id(s, region)} {space}"))
    if owner.endswith("f"):
        s.fortresses[region] = int(s.fortresses[region]) | bit
    if owner != "f":
        builder = fields.seat("board", owner.removesuffix("f"), players)
        s.palaces[builder, region] = int(s.palaces[builder, region]) | bit
        s.free[region] = int(s.free[region]) & ~bit


def _settle_region(s: Any, fields: Fields, region: int, id: str) -> None:
    """Set the fields that follow from the pieces of a region (``state.py``)."""
    here = int(one_in(region))
    spaces, free, fortresses = int(s.spaces[region]), int(s.free[region]), int(s.fortresses[region])
    s.most[region] = max(int(mask).bit_count() for mask in s.palaces[:, region])
    s.guests[region] = int(s.emissaries[:, region].sum())
    if s.guests[region] > s.most[region]:
        raise fields.wrong(
            "board",
            _("{region} has {n} emissaries, more than any one player has palaces there (C3.5)").format(
                region=id, n=int(s.guests[region])
            ),
        )
    s.vacant -= here * (spaces - free.bit_count())
    s.bare -= here * (spaces - (free & ~fortresses).bit_count())
    s.hosts |= here * int(s.guests[region] < s.most[region])


def _read_now(s: Any, fields: Fields) -> None:
    words = fields.words("now")
    if len(words) < 2:
        raise fields.wrong("now", _("expected the next step and a seat, like {example}").format(example="turn 1"))
    s.phase = fields.one_of("now", words[0], PHASES)
    s.seat = fields.seat("now", words[1], int(s.players))
    rest = words[2:]
    if rest and rest[-1] == MORE:
        s.second = 1
        rest = rest[:-1]
    if len(rest) > 1:
        raise fields.wrong("now", _("{word} is one word too many").format(word=rest[-1]))
    s.region = fields.one_of("now", rest[0], [region_id(s, region) for region in range(REGIONS)]) if rest else -1
    if s.phase in (DEAL, OPEN, TURN) and (rest or s.second):
        raise fields.wrong("now", _("no region has been chosen yet"))
    if (s.phase == SECOND or s.second) and not rest:
        raise fields.wrong("now", _("the region of the first piece is missing"))
    if s.phase == OPEN and s.seat:
        raise fields.wrong("now", _("the first row is turned up before seat 1 begins (C1.2)"))


def _check_hands(s: Any, fields: Fields) -> None:
    """Hands are full as long as the pile has cards, but that of a seat in the midst of its turn (C6.1)."""
    sizes = [int(size) for size in s.hand_size[: int(s.players)]]
    if s.phase == DEAL:
        expected = [sizes[-1] + int(seat < int(s.seat)) for seat in range(len(sizes))]
        if sizes != expected or sizes[-1] >= HAND:
            raise fields.wrong("hands", _("cards are dealt one by one from seat 1 on (C1.2)"))
        return
    for seat, size in enumerate(sizes):
        in_turn = seat == int(s.seat) and s.phase not in (OPEN, TURN)
        if s.pile_left and size < HAND and not in_turn and s.phase != ENDED:
            raise fields.wrong(
                "hands",
                _("seat {seat} has {n} cards; while the pile has some, each hand has {most}").format(
                    seat=seat + 1, n=size, most=HAND
                ),
            )


def _check_now(s: Any, fields: Fields, row_at_start: int) -> None:
    """Refuse a position whose next step is impossible. ``row_at_start``: cards in the row before the deal."""
    row = int(total(s.row))
    phase = PHASES[int(s.phase)]
    if s.phase == REFILL and (s.hand_size[s.seat] == HAND or not can_take(s)):
        raise fields.wrong("now", _("there is nothing to take: the hand is full, or there are no cards (C6.1)"))
    if s.phase in (OPEN, FILL) and (row == ROW or not s.pile_left):
        raise fields.wrong("now", _("the row is full, or the pile is empty (C6.1)"))
    if s.phase == DRAW and (s.hand_size[s.seat] == HAND or not s.pile_left):
        raise fields.wrong("now", _("there is no card to draw: the hand is full, or the pile is empty (C6.1)"))
    if s.phase == DEAL and row != row_at_start:
        raise fields.wrong("row", _("the row is turned up after all hands are dealt (C1.2)"))
    if s.phase not in (DEAL, OPEN, ENDED) and nothing_fits(s):
        raise fields.wrong(
            "now", _("nobody can place a piece any more, so the game is over (C6.4), not {phase}").format(phase=phase)
        )
