"""The book beside the choices of an opening, at finished and studied tables. No web framework here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from hanlin.core.i18n.language import ngettext
from hanlin.core.position.position import Position
from hanlin.core.verbs.book import Decision, Explored, Figures, explored
from hanlin.lab.book import read_book, unusual_options
from hanlin.server.tables.table import Table
from hanlin.server.views.board import draw_board
from hanlin.server.views.book import Scale, address_of, mark_of, percent, value, whole

MOST_MOMENTS = 60
"""Opening decisions that a review lists."""


class BookChoice(NamedTuple):
    """A choice in the book. ``is_played``: the one that was made in this game."""

    label: str
    won: str
    """The share of the win with its interval."""
    games: str
    chosen: str
    """The share of strong players who choose it where they can; empty where too few games stand behind it."""
    drawing: Markup
    is_played: bool
    action: str
    """An action that makes the choice, to play on with: the one of this game, if it did."""


class Offered(NamedTuple):
    """The places of the book's choices: the board as it was offered to whom was asked, and by choice in the explorer's order
    the actions that make it, with what may be picked for one of them."""

    board: str
    actions: list[list[str]]
    picks: list[tuple[str, ...]]


class Explorer(NamedTuple):
    """The book at a position: what it is about, and the choices, the most chosen first."""

    ply: int
    title: str
    choices: list[BookChoice]
    axis: Markup
    even: str
    link: str


class Opened(NamedTuple):
    """A decision of a game's opening: the ply, the seat, what the book says about it, and the choice made most often."""

    ply: int
    seat: int
    title: str
    played: BookChoice
    most_chosen: BookChoice


def explorer_of(table: Table, ply: int) -> Explorer | None:
    """The book at a ply of a finished or studied game, in the current language; None where it says nothing.

    It is refused for running games by giving nothing: nobody may look things up while playing.
    """
    found = _at(table, ply)
    if found is None:
        return None
    position, (key, decision, choices) = found
    moves = table.position.moves
    made = moves[ply][1] if ply < len(moves) else ""
    even = 1 / position.players
    scale = Scale.of([each.won for each in choices], even, True)
    words = table.game.words
    return Explorer(
        ply,
        words.book_decision(key),
        [_shown(table, key, each, scale, _actions(position, decision, each.choice), made) for each in choices],
        scale.axis(True),
        percent(even),
        address_of(table.game.name, position.players, unusual_options(position)),
    )


def offered_by(table: Table, ply: int, shape: str) -> Offered | None:
    """The places of the choices that ``explorer_of`` shows, on a board of that shape; None where it shows none."""
    found = _at(table, ply)
    if found is None:
        return None
    position, (_key, decision, choices) = found
    seen = position.seen_by(position.actor)
    picks = {each.action: each.goes_with for each in table.game.words.question(seen).choices}
    actions = [_actions(position, decision, each.choice) for each in choices]
    board = draw_board(table, seen, shape).on_page()
    return Offered(board, actions, [next((picks.get(each, ()) for each in some), ()) for some in actions])


def _actions(position: Position, decision: Decision, choice: str) -> list[str]:
    """The legal actions that make a choice."""
    return [action for action in position.legal if decision.choice(action) == choice]


def openings_of(table: Table) -> list[Opened]:
    """The decisions of a finished game's opening that the book knows, in order."""
    figures = _figures_of(table)
    return [] if figures is None else list(_opened(table, figures))[:MOST_MOMENTS]


def _opened(table: Table, figures: Figures) -> Iterator[Opened]:
    for ply, (actor, text) in enumerate(table.position.moves):
        position = table.at(ply)
        if table.game.book.is_opening_over(position.state):
            return
        found = _looked_up(table, figures, position) if actor >= 0 else None
        if found is None:
            continue
        key, decision, choices = found
        scale = Scale.of([each.won for each in choices], 1 / position.players, True)
        shown = [_shown(table, key, each, scale, _actions(position, decision, each.choice), text) for each in choices]
        mine = next((each for each in shown if each.is_played), None)
        if mine is not None and shown[0].chosen:
            yield Opened(ply, actor, table.game.words.book_decision(key), mine, shown[0])


def _figures_of(table: Table) -> Figures | None:
    """The figures for a table's game; None at a running one, for a map or tiles of one's own, and where there is no book."""
    if not (table.over or table.is_study) or table.row.files or table.game.book is None:
        return None
    book = read_book(table.game)
    return None if book is None else book.of(table.row.players, unusual_options(table.position))


def _at(table: Table, ply: int) -> tuple[Position, tuple[str, Decision, list[Explored]]] | None:
    """The position at a ply, with its decision and the choices that the book knows; None where it says nothing."""
    figures = _figures_of(table)
    if figures is None or not 0 <= ply < len(table.position.moves) + table.is_study:
        return None
    position = table.at(ply)
    found = _looked_up(table, figures, position)
    return None if found is None else (position, found)


def _looked_up(table: Table, figures: Figures, position: Position) -> tuple[str, Decision, list[Explored]] | None:
    if position.actor < 0 or table.game.book.is_opening_over(position.state):
        return None
    decision = table.game.book.decision(position)
    if decision is None:
        return None
    key, choices = explored(figures, decision, position.legal)
    return (key, decision, choices) if choices else None


def _shown(table: Table, key: str, each: Explored, scale: Scale, actions: list[str], made: str) -> BookChoice:
    """``actions``: those that make the choice; ``made``: the action of this game."""
    return BookChoice(
        table.game.words.book_choice(key, each.choice),
        value(True, each.won),
        ngettext("{n} game", "{n} games", each.won.games).format(n=whole(each.won.games)),
        percent(each.chosen.mean) if each.chosen else "",
        mark_of(each.won, scale),
        made in actions,
        made if made in actions else actions[0],
    )
