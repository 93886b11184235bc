"""HTML of the players: the strip above a narrow board, and a row for each seat.

Pages need these again after every move, so each part is rendered once and cached by what it says (see ``log_html.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from markupsafe import Markup, escape

from hanlin.core.i18n.language import _, current_language
from hanlin.core.lib.memo import memo
from hanlin.core.verbs.presentation import Fact, Note, labelled
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.drawing.flowers import flower_of
from hanlin.drawing.palette import SEATS
from hanlin.drawing.portraits import portrait_of
from hanlin.server.tables import clocks
from hanlin.server.tables.names import bot_name, bot_of
from hanlin.server.tables.registry import Listed
from hanlin.server.tables.table import Table
from hanlin.server.views.escaping import Ready, by_number
from hanlin.server.views.log_html import signed
from hanlin.server.views.rules import rule_sentence
from hanlin.server.views.score_sheet import Rank, Share
from hanlin.server.views.table_view import SeatView, View, name_of

LONG = 8
"""A longer name may have no room everywhere."""
WIDEST = 9
"""The widest column of figures, in characters."""
SHORT = 30
"""A running clock with fewer seconds is shown as short."""
COLUMN, FIGURE, LINE = 30, 8, 296
"""The pixels that a column takes besides its figures, those of a figure, and those of a row."""


def chips(view: View) -> Markup:
    """The seats in the strip above a narrow board: flower, name, points and clock."""
    game, tongue = view.table.game, current_language()
    return Markup(
        "".join(
            _chip(game, each.seat, _label(view, each), each.name, each.score, each.to_move, tongue)
            + clock_in(view, each)
            + "</span>"
            for each in view.seats
        )
    )


def _label(view: View, of: SeatView) -> str:
    """The name of a seat, or "You" for the reader's own."""
    return _("You") if of.seat == view.perspective.reader else of.name


def named(label: str, name: str) -> str:
    """The name of a seat in the strip, its row or its place; what stands for it or may be cut off has the name as a tooltip."""
    title = f' title="{escape(name)}"' if label != name or len(name) > LONG else ""
    return f'<span class="name"{title}>{escape(label)}</span>'


@memo(maxsize=1024)
def _chip(game: Rulebook, seat: int, label: str, name: str, score: int, to_move: bool, _language: str) -> str:
    return by_number(
        f'<span class="chip{" to-move" if to_move else ""}" id="chip-{seat}" data-of="{SEATS[game.colours[seat]]}">'
        f"{flower_of(game.colours[seat], 18)}{named(label, name)}"
        f'<b data-score="{score}">{signed(score, plus=False)}</b>'
    )


def rows(view: View, ranks: Sequence[Rank], profiles: Mapping[int, str], docked: bool = False) -> Ready:
    """A row for each seat; after the end in the order of ``ranks``.

    ``profiles``: by seat, the names of public profiles. ``docked``: the others' places are here and not round the board.
    """
    rank_of, widths = {rank.seat: rank for rank in ranks}, view.fact_widths
    shown = [view.seats[rank.seat] for rank in ranks] or view.seats
    found = [_row(view, each, rank_of.get(each.seat), profiles.get(each.seat, ""), widths, docked) for each in shown]
    return Ready("".join(found))


def _row(view: View, of: SeatView, rank: Rank | None, profile: str, widths: tuple[int, ...], docked: bool) -> str:
    table, own = view.table, of.seat == view.home
    face = "" if rank else portrait(table, of.seat)
    place, tongue = rank.place if rank else 0, current_language()
    label = _label(view, of)
    head = _head(table.game, of.seat, label, of.name, of.epithet, of.to_move, of.winner, own, place, face, profile, tongue)
    shares = _shares(rank.shares, tongue) if rank and rank.shares else ""
    points = _points(table.row.id, of.seat, of.score, view.asking, tongue)
    area = "" if own or view.seating else of.svg
    more = _more(table.game, of.seat, of.name, of.facts, of.notes, area, widths, tongue)
    court = _place(table.game, of.seat, of.name, of.svg, tongue) if view.seating and docked and not own else ""
    return f"{head}{clock_in(view, of)}{shares}{points}{more}{court}</li>\n"


@memo(maxsize=1024)
def _head(
    game: Rulebook,
    seat: int,
    label: str,
    name: str,
    epithet: str,
    to_move: bool,
    winner: bool,
    own: bool,
    place: int,
    face: str,
    profile: str,
    _language: str,
) -> str:
    """The head of a row: flower, portrait, name and state."""
    kind = "".join([" to-move" if to_move else "", " winner" if winner else "", " self" if own else ""])
    you = label != name
    won, moves = (_("have won"), _("your turn")) if you else (_("has won"), _("to move"))
    state = won if winner else moves if to_move else "" if place else epithet
    called = profile_link(profile, label, "name") if profile else named(label, name)
    number = f'<span class="rank">{place}.</span>' if place else ""
    turn = f'<span class="turn">{escape(state)}</span>' if state else ""
    return by_number(
        f'<li class="player{kind}" id="player-{seat}" data-key="player {seat}" data-of="{SEATS[game.colours[seat]]}">\n'
        f"<header>{number}{flower_of(game.colours[seat], 22)}{face}{called}{turn}"
    )


@memo(maxsize=1024)
def _points(table: str, seat: int, score: int, asking: str, _language: str) -> str:
    """The points of a seat, linked to its score sheet, and the end of the row's head."""
    title = escape(_("Score sheet"))
    return by_number(
        f'<a class="score" href="/t/{table}/sheet/{seat}{escape(asking)}" data-dialog title="{title}" '
        f'data-score="{score}">{signed(score, plus=False)}</a></header>'
    )


def turn_clock(view: View) -> Markup:
    """The clock of the seat that must decide, large beside the question; empty without clocks, and in the past."""
    if not view.live or view.to_move < 0:
        return Markup("")
    of = view.seats[view.to_move]
    clock = clock_in(view, of)
    if not clock:
        return Markup("")
    says = escape(_("Time left for {name}").format(name=_label(view, of)))
    flower = "" if view.asked else flower_of(view.table.game.colours[of.seat], 22)
    return Markup(
        f'<span id="turn-clock" class="turn-clock" data-of="{SEATS[view.table.game.colours[of.seat]]}">'
        f'{flower}<span class="unseen">{says}</span>{clock}</span>'
    )


def clock_in(view: View, of: SeatView) -> str:
    """The clock of a seat in a view; empty without clocks, and in the past."""
    if of.left is None or not view.live:
        return ""
    there, time = view.table.clocks, view.table.row.time
    return clock_of(of.left, clocks.due(there, time) if of.ticking and there and time else None)


def clock_of(left: float, until: float | None) -> str:
    """The clock of a seat, which the page advances while it runs: to nothing at ``until``, by the server's time."""
    kind = "" if until is None else " ticking short" if left < SHORT else " ticking"
    at = "" if until is None else f' data-until="{until:.1f}"'
    return f'<span class="clock{kind}" role="timer" data-left="{left:.1f}"{at}>{escape(clock_words(left))}</span>'


@memo(maxsize=256)
def _shares(shares: tuple[Share, ...], _language: str) -> str:
    """A bar of a seat's points by source."""
    said = ", ".join(f"{share.source} {share.points}" for share in shares)
    bars, across = [], 0.0
    for share in shares:
        width, tip = max(share.percent - 1, 1), escape(labelled(share.source, share.points))
        bars.append(
            f'<rect class="share tone-{share.number % 3}" x="{across:.2f}" width="{width:.2f}" height="10" data-tip="{tip}"/>'
        )
        across += share.percent
    drawn = f'<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">{"".join(bars)}</svg>'
    return by_number(f'<span class="shares" role="img" aria-label="{escape(said)}">{drawn}</span>')


@memo(maxsize=512)
def _place(game: Rulebook, seat: int, name: str, svg: str, _language: str) -> str:
    """The place of another seat, under its row."""
    says = escape(_("{name}'s area").format(name=name))
    return by_number(
        f'<section class="place" id="place-{seat}" data-seat="{seat}" data-of="{SEATS[game.colours[seat]]}" '
        f'aria-label="{says}">{svg}</section>\n'
    )


@memo(maxsize=512)
def _more(
    game: Rulebook,
    seat: int,
    name: str,
    facts: tuple[Fact, ...],
    notes: tuple[Note, ...],
    svg: str,
    widths: tuple[int, ...],
    language: str,
) -> str:
    """The figures of another seat, which open its area and notes."""
    opened = "" if facts else " open"
    # The first figure is the score, which the row shows already.
    columns = [(fact, min(width, WIDEST)) for fact, width in list(zip(facts, widths, strict=False))[1:] if width]
    # Columns line up as far as all of them fit; otherwise what a seat lacks is not in its line.
    tight = "" if sum(COLUMN + FIGURE * width for _column, width in columns) <= LINE else ' class="tight"'
    if tight:
        columns = [(fact, width) for fact, width in columns if fact.figure]
    shown = [_fact(game, fact, width) for fact, width in columns]
    summary = "".join(shown) or escape(_("{name}'s area").format(name=name))
    area = f'<div class="area">{svg}</div>\n' if svg else ""
    said = _remarks(game, notes, language)
    if not area and not said and not shown:
        return ""
    return by_number(
        f'\n<details class="more" id="more-{seat}"{opened}><summary{tight}>{summary}</summary>\n{area}{said}\n</details>\n'
    )


@memo(maxsize=4096)
def _fact(game: Rulebook, fact: Fact, width: int) -> str:
    kind = "".join([f" {fact.tone}" if fact.tone else "", "" if fact.figure else " none"])
    label = escape(fact.label)
    return (
        f'<span class="fact{kind}" data-room="{width}" data-tip="{label}">{game.drawing.icon(fact.icon)}'
        f'<span class="unseen">{label}</span><span aria-hidden="true">{escape(fact.figure)}</span></span>'
    )


def remarks(game: Rulebook, notes: tuple[Note, ...]) -> Markup:
    """Short remarks about a seat."""
    return _remarks(game, notes, current_language())


@memo(maxsize=1024)
def _remarks(game: Rulebook, notes: tuple[Note, ...], language: str) -> Markup:
    said = "".join(_remark(game, note, language) for note in notes)
    return Markup(by_number(f'<ul class="notes">{said}</ul>') if said else "")


@memo(maxsize=4096)
def _remark(game: Rulebook, note: Note, language: str) -> str:
    tone = f' class="{note.tone}"' if note.tone else ""
    about = ""
    if note.rule:
        tip = rule_sentence(game, note.rule, language) or _("Rule {number}").format(number=note.rule)
        about = f' tabindex="0" data-tip="{escape(tip)}" data-rule="{note.rule}"'
    return f"<li{tone}{about}>{escape(note.text)}</li>"


# -- shared with other lists of people --------------------------------------------------------------------------------------


def portrait(table: Table | Listed, seat: int, size: float = 22) -> Markup:
    """The portrait of a computer player, with its name and level as a tooltip; nothing for a person."""
    kind = bot_of(table.row.seats[seat])
    if not kind:
        return Markup("")
    name = name_of(table, seat)
    return Markup(portrait_of(name, size, f"{name} · {bot_name(kind)}"))


def profile_link(profile: str, shown: str, kind: str = "") -> Markup:
    """The link to a profile. ``shown``: its text."""
    title = escape(_("Games and results of {name}").format(name=profile))
    of_kind = f' class="{kind}"' if kind else ""
    return Markup(f'<a{of_kind} href="/people/{quote(profile)}" title="{title}">{escape(shown)}</a>')


def clock_words(seconds: float) -> str:
    """The text of a clock: minutes and seconds, hours and minutes, or days and hours."""
    whole = int(seconds)
    if whole >= 86400:
        return _("{days} d {hours} h").format(days=whole // 86400, hours=whole % 86400 // 3600)
    if whole >= 3600:
        return f"{whole // 3600}:{whole % 3600 // 60:02}:{whole % 60:02}"
    return f"{whole // 60}:{whole % 60:02}"
