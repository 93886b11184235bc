"""A person's scoring, beside the winners of the book: by source and stage, over time. No web framework here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.position.game import Game
from hanlin.core.verbs.book import ALL, POINTS, STAGES, WON, Book, Figure, Figures, Topic
from hanlin.drawing.svg import number
from hanlin.lab.book import read_book
from hanlin.server.db.sheets import OwnSheet
from hanlin.server.tables.names import bot_name
from hanlin.server.views.book import Scale, address_of, mark_of, options_in_words, query_of, short, value, whole

FEWEST_OWN = 2
"""With fewer games of one's own nothing is compared."""
ADVISED_FROM = 5
"""With fewer games there is no advice."""
LATELY = 10
"""The latest games, shown beside all."""
SHOWN_IN_TIME = 60
HEIGHT = 140
"""Of the plot over time, in pixels."""
TOP, BOTTOM = 10, 22


class OwnRow(NamedTuple):
    """A source or stage: one's own mean and the winners', drawn one above the other."""

    label: str
    own: str
    lately: str
    """One's own mean in the latest games; empty where there are too few."""
    winners: str
    drawing: Markup
    winners_drawing: Markup


class OwnPlot(NamedTuple):
    """One's own means beside the winners'."""

    id: str
    title: str
    rows: list[OwnRow]
    axis: Markup


class Advice(NamedTuple):
    """Advice for practice: a sentence, and the address of puzzles for it (empty where there are none)."""

    text: str
    link: str


class Kind(NamedTuple):
    """A kind of game that one can look at: its words, its address, whether it is shown."""

    words: str
    link: str
    is_shown: bool


class HowYouScore(NamedTuple):
    """A person's scoring at a kind of game."""

    kinds: list[Kind]
    levels: list[Kind]
    games: str
    level: str
    book: str
    """The address of the book's page on this kind of game; empty where there is none."""
    plots: list[OwnPlot]
    over_time: Markup
    in_time: list[tuple[str, str]]
    """The plot over time as a table: the games' numbers and points, the latest first."""
    advice: list[Advice]


class Asked(NamedTuple):
    """The selection that a reader of a profile asks for; empty: the kind of most games, and strong play."""

    game: str = ""
    players: int = 0
    options: str = ""
    level: str = ""


def chosen_kind(kinds: Sequence[tuple[str, int, str, int]], asked: Asked) -> tuple[str, int, str] | None:
    """The kind of game to show: the one that is asked for, or that of most games; None where there is none."""
    wanted = [
        kind[:3] for kind in kinds if kind[0] == asked.game and asked.players in (0, kind[1]) and kind[2] == asked.options
    ]
    return next(iter([*wanted, *(kind[:3] for kind in kinds)]), None)


def how_you_score(
    games: Mapping[str, Game],
    kinds: Sequence[tuple[str, int, str, int]],
    chosen: tuple[str, int, str],
    sheets: Sequence[OwnSheet],
    asked: Asked,
    path: str,
) -> HowYouScore | None:
    """The part of a profile about points; None where there is nothing to compare. ``sheets``: the latest first; ``path``: the
    profile's address."""
    name, players, options = chosen
    game = games[name]
    book = read_book(game)
    if book is None or len(sheets) < FEWEST_OWN:
        return None
    by_level = _levels(book, players, options)
    if not by_level:
        return None
    level = asked.level if asked.level in by_level else book.bots if book.bots in by_level else next(iter(by_level))
    figures = by_level[level]
    topics = {each.id: each for each in game.words.book_topics()}
    by_source = [{ALL: sum(each.sheet.sources.values()), **each.sheet.sources} for each in sheets]
    by_stage = [each.sheet.stages for each in sheets]
    plots = [
        _plot(topics[POINTS], figures, by_source),
        _plot(topics[STAGES], figures, by_stage),
    ]
    totals = [sum(each.sheet.sources.values()) for each in sheets[:SHOWN_IN_TIME]]
    return HowYouScore(
        [_kind(games, kind, kind[:3] == chosen, path) for kind in kinds],
        [Kind(_level_name(book, each), _link(path, chosen, each), each == level) for each in by_level],
        ngettext("{n} game", "{n} games", len(sheets)).format(n=whole(len(sheets))),
        _level_name(book, level),
        address_of(*chosen) if book.of(players, options) else "",
        plots,
        _over_time(sheets[:SHOWN_IN_TIME], figures.get(POINTS, ALL, WON)),
        [(whole(len(sheets) - place), short(total)) for place, total in enumerate(totals)],
        _advice(game, figures, sheets) if len(sheets) >= ADVISED_FROM else [],
    )


def _levels(book: Book, players: int, options: str) -> dict[str, Figures]:
    """The figures of each level that has any for the winners, the weakest first, stronger play last."""
    found = [each for each in book.figures if each.players == players and each.options == options]
    found.sort(key=lambda each: ("@" in each.bots, each.bots == book.bots))
    return {each.bots: each for each in found if each.get(POINTS, ALL, WON).is_shown}


def _level_name(book: Book, bots: str) -> str:
    return _("{level}, five times as long").format(level=bot_name(book.bots)) if "@" in bots else bot_name(bots)


def _kind(games: Mapping[str, Game], kind: tuple[str, int, str, int], is_shown: bool, path: str) -> Kind:
    name, players, options, played = kind
    words = f"{games[name].words.title()}, {ngettext('{n} player', '{n} players', players).format(n=players)}"
    words += f", {options_in_words(games[name], options)}" if options else ""
    return Kind(f"{words} ({whole(played)})", _link(path, kind[:3], ""), is_shown)


def _link(path: str, kind: tuple[str, int, str], level: str) -> str:
    name, players, options = kind
    query = f"?game={name}&players={players}" + query_of(options)
    return f"{path}{query}{f'&level={level}' if level else ''}#score"


def figure_of(values: Sequence[float]) -> Figure:
    """The figure of values of one game each."""
    figure = Figure()
    for each in values:
        figure = figure.with_game(1, each)
    return figure


def _plot(topic: Topic, figures: Figures, own: Sequence[Mapping[str, int]]) -> OwnPlot:
    winners = figures.shown(topic.id, WON)
    order = [key for key in topic.order if key in winners or any(each.get(key) for each in own)]
    mine = {key: figure_of([each.get(key, 0) for each in own]) for key in order}
    order = [key for key in order if mine[key].sum or winners[key].sum]
    scale = Scale.of([*mine.values(), *(winners[key] for key in order if key in winners)])
    rows = []
    for key in order:
        lately = figure_of([each.get(key, 0) for each in own[:LATELY]]) if len(own) > LATELY else None
        theirs = winners.get(key)
        rows.append(
            OwnRow(
                topic.label(key),
                value(False, mine[key]),
                short(lately.mean) if lately else "",
                value(False, theirs) if theirs else "",
                mark_of(mine[key], scale, lately),
                mark_of(theirs, scale, series=1) if theirs else Markup(""),
            )
        )
    return OwnPlot(topic.id, topic.title, rows, scale.axis(False))


def _over_time(sheets: Sequence[OwnSheet], winners: Figure) -> Markup:
    """One's points game by game, the latest on the right, with the winners' mean; wins are filled."""
    totals = [sum(each.sheet.sources.values()) for each in reversed(sheets)]
    won = [each.won for each in reversed(sheets)]
    scale = Scale.holding([*totals, winners.mean])

    def y(points: float) -> str:
        share = (points - scale.least) / (scale.most - scale.least)
        return number(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM))

    def x(place: int) -> str:
        return f"{number(10 + 86 * (place / max(1, len(totals) - 1)))}%"

    parts = [
        f'<line class="tick" x1="8%" x2="98%" y1="{y(at)}" y2="{y(at)}"/><text x="7%" y="{y(at)}" dy="4" '
        f'text-anchor="end">{short(at)}</text>'
        for at in scale.ticks
    ]
    parts.append(f'<line class="even" x1="8%" x2="98%" y1="{y(winners.mean)}" y2="{y(winners.mean)}"/>')
    means = [sum(totals[max(0, n - LATELY + 1) : n + 1]) / min(n + 1, LATELY) for n in range(len(totals))]
    parts += [
        f'<line class="interval" x1="{x(n - 1)}" x2="{x(n)}" y1="{y(means[n - 1])}" y2="{y(means[n])}"/>'
        for n in range(1, len(means))
    ]
    parts += [
        f'<circle class="{"mean" if won[n] else "lost"}" cx="{x(n)}" cy="{y(total)}" r="4"/>' for n, total in enumerate(totals)
    ]
    return Markup(f'<svg class="marks axis" width="100%" height="{HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>')


def _advice(game: Game, figures: Figures, sheets: Sequence[OwnSheet]) -> list[Advice]:
    """The sources in which a person is farthest behind the winners, beyond the uncertainty of both."""
    behind = []
    for key, theirs in figures.shown(POINTS, WON).items():
        mine = figure_of([each.sheet.sources.get(key, 0) for each in sheets])
        gap = theirs.mean - mine.mean
        if key != ALL and gap > (mine.margin**2 + theirs.margin**2) ** 0.5:
            behind.append((gap, key, mine, theirs))
    found = []
    for _gap, key, mine, theirs in sorted(behind, key=lambda each: (-each[0], each[1]))[:2]:
        text = _("{source}: {own} a game for you, {winners} for winners.")
        words = text.format(source=game.words.book_source(key), own=short(mine.mean), winners=short(theirs.mean))
        found.append(Advice(words, _puzzles(game, key)))
    return found


def _puzzles(game: Game, source: str) -> str:
    """The address of puzzles that train a source of points; empty where the game has none."""
    themes: dict[str, str] = getattr(game.words, "puzzle_themes", dict)()
    theme = getattr(game.book, "PRACTICE", {}).get(source, "")
    return f"/puzzles/{game.name}?theme={theme}" if theme in themes else ""
