"""HTML of the places at which the seats of a table sit, around its board.

Another seat's place is the same text for all viewers, rendered once and cached by what it says (see ``log_html.py``).
"""

from __future__ import annotations

import re

from markupsafe import escape

from hanlin.core.i18n.language import _, current_language
from hanlin.core.lib.memo import memo
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.drawing.flowers import flower_of
from hanlin.drawing.palette import SEATS
from hanlin.server.views.escaping import Ready, by_number
from hanlin.server.views.log_html import signed
from hanlin.server.views.players_html import clock_in, named
from hanlin.server.views.table_view import SeatView, View, label_of


def places(view: View) -> Ready:
    """The places around the board, in the order of the seats."""
    return Ready("".join([_place(view, each) for each in view.seats]))


def own_place(view: View) -> Ready:
    """The place of the reader's own seat; empty for spectators."""
    return Ready("".join([_place(view, each) for each in view.seats if each.seat == view.home]))


def _place(view: View, of: SeatView) -> str:
    table, own, tongue = view.table, of.seat == view.home, current_language()
    label = label_of(table, view.perspective, of.seat)
    head = _head(table.game, of.seat, label, of.name, of.to_move, own, tongue)
    return f"{head}{clock_in(view, of)}{_points(of.score)}</header>\n{of.svg}</section>\n"


@memo(maxsize=1024)
def _head(game: Rulebook, seat: int, label: str, name: str, to_move: bool, own: bool, _language: str) -> str:
    """The beginning of a place: flower and name."""
    kind = "".join([" own" if own else "", " to-move" if to_move else ""])
    says = _("Your own area") if own else _("{name}'s area").format(name=name)
    # A narrow place cuts a name off: pointing and a tap show all of it.
    tip = "" if own else f' data-tip="{escape(name)}"'
    return by_number(
        f'<section class="place{kind}" id="{"own" if own else f"place-{seat}"}" data-seat="{seat}" '
        f'data-of="{SEATS[game.colours[seat]]}" aria-label="{escape(says)}">\n'
        f"<header{tip}>{flower_of(game.colours[seat], 20)}{named(label, name)}"
    )


@memo(maxsize=1024)
def _points(score: int) -> str:
    return f'<b class="points" data-score="{score}">{signed(score, plus=False)}</b>'


_NUMBER = re.compile(r"\d+")


#: The least distance of two numbers, as a percentage of a timeline on a phone that is held upright.
_CLOSE = 6.5


def ticks(view: View) -> Ready:
    """The marks of the timeline: one for each chapter of the game, with its number where its title has one."""
    return _ticks(tuple(view.headings), view.plies)


@memo(maxsize=256)
def _ticks(headings: tuple[tuple[int, str], ...], plies: int) -> Ready:
    marks = []
    last = -_CLOSE
    for ply, title in headings:
        share, number = 100 * ply / max(plies, 1), _NUMBER.search(title)
        at, label = f"{share:.2f}%", ""
        if number and ply:
            is_close = share - last < _CLOSE
            last = last if is_close else share
            kind = ' class="close"' if is_close else ""
            label = f'<text x="{at}" y="12"{kind}>{number[0]}</text>'
        marks.append(f'<g><title>{escape(title)}</title><line x1="{at}" x2="{at}" y1="0" y2="3"/>{label}</g>')
    return Ready(by_number(f'<svg class="ticks" width="100%" height="14" aria-hidden="true">{"".join(marks)}</svg>'))
