"""Tables to open on demand, and remarks about the seats."""

from __future__ import annotations

from hanlin.core.i18n.language import _, listed, ngettext, pgettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.lib.memo import remembered
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Note, Panel
from hanlin.games.china.map import Map
from hanlin.games.china.pieces import COLOURS, ENDED, MOST_SPACES, REGIONS, REMOVED
from hanlin.games.china.snapshot import Reading, read, scoring_of
from hanlin.games.china.words import names


def notes(seen: Position, seat: int) -> list[Note]:
    """Notes about a seat that a player should know now."""
    r = read(seen.state)
    if r.phase == ENDED:
        left = r.palaces_left[seat] + r.emissaries_left[seat] + r.fortresses_left[seat]
        return [*_start_player(seat), Note(_("{n} pieces left").format(n=left), rule="C7.4")]
    view = scoring_of(r.record, False)
    turns = None if r.run_out < 2 else 0 if seat < r.seat else 1
    short_of = (r.palaces_left[seat] == 0, r.emissaries_left[seat] == 0)
    return list(_remarks(seat, view.totals[seat], view.points[seat], turns, *short_of))


@remembered(512)
def _remarks(seat: int, total: int, points: int, turns: int | None, no_palace: bool, no_emissary: bool) -> tuple[Note, ...]:
    """The remarks before the end: ``total``, if it came now; the others as in ``_warnings``."""
    text = _("If the game ended now: {total} ({points} + {more})").format(total=total, points=points, more=total - points)
    return *_start_player(seat), Note(text, rule="C7"), *_warnings(turns, no_palace, no_emissary)


def _start_player(seat: int) -> list[Note]:
    return [] if seat else [Note(_("Start player"), rule="C1.3")]


@remembered(64)
def _warnings(turns: int | None, no_palace: bool, no_emissary: bool) -> tuple[Note, ...]:
    """``turns``: how many the seat still has, in the last round."""
    remarks = []
    if turns is not None:
        text = _("Last round: your last turn") if turns else _("Last round: no turns left")
        remarks.append(Note(text, "warn", "C6.3"))
    if no_palace:
        remarks.append(Note(_("No palace left"), "warn", "C3.6"))
    if no_emissary:
        remarks.append(Note(_("No emissary left"), "warn", "C3.6"))
    return tuple(remarks)


def panel_titles(seen: Position) -> dict[str, str]:
    """The titles of the tables of a position."""
    return dict(_titles(seen.over))


@remembered(8)
def _titles(over: bool) -> tuple[tuple[str, str], ...]:
    scoring = _("Final scoring") if over else _("If the game ended now")
    return ("final-scoring", scoring), ("cards", _("Cards")), ("supplies", _("Pieces left")), ("map", _("Map"))


def panels(seen: Position) -> list[Panel]:
    """The tables of a position."""
    r, tables = read(seen.state), (_final_scoring, _cards, _supplies, _map)
    return [make(id, title, seen, r) for (id, title), make in zip(panel_titles(seen).items(), tables, strict=True)]


def _final_scoring(id: str, title: str, seen: Position, r: Reading) -> Panel:
    """The points of every region, alliance and road if the game ended now, or at its end."""
    view = scoring_of(r.record, r.phase == ENDED)
    seats = range(r.players)
    rows: list[list[str | int]] = [[_("Scored during play") if seen.over else _("Scored so far"), *view.points]]
    for region in range(REGIONS):
        of_region = names.region_title(seen, region)
        if r.scored(region):
            rows.append([_("{region} (scored)").format(region=of_region), *("✓" for _seat in seats)])
        elif any(view.regions[region]):
            rows.append([_("Palaces in {region}").format(region=of_region), *view.regions[region]])
    for pact in view.pacts:
        first, second = (names.region_title(seen, region) for region in names.map_of(seen).borders[pact.number - 1])
        label = _("Alliance {n}: {first} and {second}").format(n=pact.number, first=first, second=second)
        rows.append([label, *(pact.points if seat in pact.seats else 0 for seat in seats)])
    for row in view.rows:
        through = listed(names.region_title(seen, region) for region in dict.fromkeys(s // MOST_SPACES for s in row.spaces))
        label = _("Row through {regions}").format(regions=through)
        rows.append([label, *(row.points if seat == row.seat else 0 for seat in seats)])
    rows.append([_("Total"), *(view.total(seat) for seat in seats)])
    return Panel(
        id,
        title,
        [_("Sources of points"), *(seat_name(seat) for seat in seats)],
        rows,
        ""
        if seen.over
        else _("Every region, alliance and row with the points it would score if the game ended in this position."),
    )


def _cards(id: str, title: str, seen: Position, r: Reading) -> Panel:
    """The places of the cards of each colour, as far as the viewer can know."""
    removed = REMOVED.get(r.players, 0)
    known = [sum(r.hands[seat][of] for seat in range(r.players)) for of in range(len(COLOURS))]
    rows: list[list[str | int]] = [
        [names.cap(names.colour_name(of)), sum(places), *places]
        for of, places in enumerate(zip(r.row, known, r.discards, r.pile, strict=True))
    ]
    rows.append([_("All"), *(sum(int(row[i]) for row in rows) for i in range(1, 6))])
    about = ngettext(
        "{n} card of each colour was removed at set-up.", "{n} cards of each colour were removed at set-up.", removed
    ).format(n=removed)
    return Panel(
        id,
        title,
        [_("Colour"), _("In the game"), _("Row"), _("Known in hand"), _("Discards"), _("Unseen")],
        rows,
        _("Unseen: the pile, and cards in other hands that nobody has seen.") + (f" {about}" if removed else ""),
    )


def _supplies(id: str, title: str, _seen: Position, r: Reading) -> Panel:
    rows: list[list[str | int]] = [
        [pgettext("China", "Palaces"), *r.palaces_left[: r.players]],
        [_("Emissaries"), *r.emissaries_left[: r.players]],
    ]
    if r.with_fortresses:
        rows.append([_("Fortresses"), *r.fortresses_left[: r.players]])
    return Panel(
        id,
        title,
        [_("Piece"), *(seat_name(seat) for seat in range(r.players))],
        rows,
        _("Tiebreak: most pieces left (C7.4)."),
    )


def _map(id: str, title: str, seen: Position, r: Reading) -> Panel:
    """The regions in numbers, and whose map it is."""
    rows: list[list[str | int]] = []
    for region in range(REGIONS):
        built = r.spaces[region] - r.free[region].bit_count()
        alliances = [str(n) for n, pair in enumerate(r.borders, 1) if region in pair]
        rows.append(
            [
                names.region_title(seen, region),
                names.colour_name(r.colour[region]),
                f"{built}/{r.spaces[region]}",
                f"{r.guests[region]}/{r.most[region]}",
                " ".join(alliances),
            ]
        )
    return Panel(
        id,
        title,
        [_("Region"), _("Colour"), pgettext("China", "Palaces"), _("Emissaries"), _("Alliances")],
        rows,
        map_statement(seen),
    )


def map_statement(seen: Position) -> str:
    """The name of the map; of the shipped one, that it is not the printed board (C9.2)."""
    return _map_statement(names.map_of(seen), seen.options["side"])


@remembered(64)
def _map_statement(board: Map, side_shown: str) -> str:
    side = _("side {side}").format(side=side_shown)
    if names.is_shipped(board):
        return _("Hanlin’s own map “{title}”, {side}: based on what is known of the printed board, but not the same.").format(
            title=_(board.title), side=side
        )
    return _("The map “{title}”, {side}.").format(title=board.title, side=side)
