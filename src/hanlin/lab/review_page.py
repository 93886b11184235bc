"""Reviews as HTML: the curve of the game, the moments that decided, falls, costly decisions, and an account of each player.

``body`` is the part that the web app shows; ``page`` wraps it in a self-contained document.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

import jinja2
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup

from hanlin.core.i18n import language as tongues
from hanlin.core.i18n.language import _, current_language
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.position.game import Game, game
from hanlin.core.position.position import Position
from hanlin.drawing import FAINT, INK, SOFT, SUNKEN, circle, document, element, line, path, rect, seat_colour, words
from hanlin.drawing.flowers import flower_of
from hanlin.drawing.palette import stylesheet
from hanlin.lab.review_falls import costly_text, short_text
from hanlin.lab.review_model import Fall, Review

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 12, 28
Said = Callable[[int, str], str]
"""Gives the text of an action at a ply."""
Board = Callable[[int], str]
"""Draws the board at a ply, as SVG."""
MOMENTS = 3
"""Most moments of the reader's seat."""
DASHES = ("", "7 4", "2 4", "10 3 2 3", "4 2")
"""Dash patterns of the seats, so that their lines differ not only in colour."""


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("hanlin.lab", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals.update(
        _=tongues._, ngettext=tongues.ngettext, percent=percent, signed=signed, signed_percent=signed_percent
    )
    return environment


def percent(share: float) -> str:
    """A share in percent, formatted for the current language: "42%", "42 %"."""
    return format_percent(share, locale=current_language())


def signed(number: float, digits: int = 1) -> str:
    """A difference with its sign (a true minus), formatted for the current language."""
    written = format_decimal(abs(number), f"0.{'0' * digits}", locale=current_language())
    return f"{'−' if number < 0 else '+'}{written}"


def signed_percent(share: float) -> str:
    """A difference of shares in percent with its sign: "+4%", "−12 %"."""
    return f"{'−' if round(share, 2) < 0 else '+'}{percent(abs(share))}"


def fall_in_words(review: Review, fall: Fall) -> str:
    """The heading of a fall: "Month 10: from 98% to 35%"."""
    title = review.chapters[fall.chapter][1] if fall.chapter >= 0 else _("Step {number}").format(number=fall.first + 1)
    return _("{chapter}: from {before} to {after}").format(
        chapter=title, before=percent(fall.before), after=percent(fall.after)
    )


def names_of(review: Review) -> list[str]:
    """The name of each seat: the player's name, or the colour."""
    colours = game(review.game).colours
    return [name or seat_name(colours[seat]) for seat, name in enumerate(review.names)]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment that decided: the ply to look at, and the change of the winning chances with the text that explains it.
    ``fall``: the number of the fall that it is; None for a costly decision."""

    ply: int
    title: str
    change: float
    text: str
    decision: int
    fall: int | None = None


def moments_of(review: Review, seat: int, texts: Sequence[str], said: Said, followed: Collection[int] = ()) -> list[Moment]:
    """The falls and the costly decisions that cost a seat most, each once, in the order of play. ``followed``: the plies at
    which a hint was followed."""
    by_ply = {decision.ply: decision for decision in review.decisions}
    found, explained = [], set()
    for number, (fall, text) in enumerate(zip(review.falls, texts, strict=True)):
        if fall.seat == seat:
            ply = fall.first if fall.decision is None else fall.decision
            explained.add(ply)
            if fall.decision is not None and fall.first <= fall.decision < fall.last:
                explained |= {each for each in by_ply if fall.first <= each < fall.last}
            found.append(Moment(ply, fall_in_words(review, fall), fall.after - fall.before, text, ply, number))
    for ply in review.seats[seat].costly:
        if ply not in explained:
            decision = by_ply[ply]
            better = _("A deeper look prefers:") if ply in followed else _("Better:")
            text = f"{said(ply, decision.action)} {better} {said(ply, decision.best)}"
            title = review.title(ply) or _("Step {number}").format(number=ply + 1)
            found.append(Moment(ply, title, -decision.loss, text, ply))
    return sorted(sorted(found, key=lambda moment: moment.change)[:MOMENTS], key=lambda moment: moment.ply)


def body(
    review: Review,
    said: Said,
    texts: Sequence[str],
    link: str = "",
    branch: str = "",
    own: int | None = None,
    board: Board | None = None,
    followed: Collection[int] = (),
) -> Markup:
    """The review as HTML. ``said``: gives the text of an action at a ply; ``texts``: the sentence of each fall. ``link``: the
    URL of a position, with ``{ply}``; ``branch``: the URL of a form that plays on from a ply; empty for none. ``own``: the
    reader's seat, which comes first, with its moments; ``board``: draws the board at a ply for them. ``followed``: the plies at
    which a hint was followed."""
    of = game(review.game)
    points = review.curve()
    return Markup(
        _templates()
        .get_template("review.html")
        .render(
            review=review,
            names=names_of(review),
            flowers=[_flower(of, seat) for seat in range(review.players)],
            curve=Markup(curve(review, own)),
            rows=rows(review),
            by_ply={decision.ply: decision for decision in review.decisions},
            falls=list(zip(review.falls, texts, strict=True)),
            fall_in_words=fall_in_words,
            hinted=frozenset(review.hinted),
            followed=frozenset(followed),
            own=own,
            order=sorted(range(review.players), key=lambda seat: (seat != own, seat)),
            moments=[] if own is None else moments_of(review, own, texts, said, followed),
            board=None if board is None else (lambda ply: Markup(board(ply))),
            first=points[0][1] if points else [0.0] * review.players,
            last=points[-1][1] if points else [0.0] * review.players,
            said=said,
            link=link,
            branch=branch,
        )
    )


def glimpse_of(
    review: Review,
    said: Said,
    texts: Sequence[str],
    link: str,
    own: int | None,
    board: Board,
    done: bool,
    followed: Collection[int],
    story: str = "",
) -> Markup:
    """The curve and the three moments that decided, in short. ``own``: the reader's seat, whose moments they are; without one
    those of all seats. ``story``: what decided the game, in one sentence, for the page to show above."""
    colours = game(review.game).colours
    seats = range(review.players) if own is None else [own]
    found = [(seat, moment) for seat in seats for moment in moments_of(review, seat, texts, said, followed)]
    chosen = sorted(sorted(found, key=lambda each: each[1].change)[:MOMENTS], key=lambda each: each[1].ply)
    return Markup(
        _templates()
        .get_template("glimpse.html")
        .render(
            curve=Markup(small_curve(review, [moment.ply for _seat, moment in chosen])),
            moments=[
                (None if seat == own else names_of(review)[seat], Markup(flower_of(colours[seat], 16)), moment)
                for seat, moment in chosen
            ],
            board=lambda ply: Markup(board(ply)),
            link=link,
            done=done,
            story=story,
        )
    )


def story_of(review: Review, end: Position, said: Said, own: int | None) -> str:
    """Tell in one sentence what decided the game: the worst moment of the reader, or, of a reader who won and of those who only
    watched, of the others who lost. Empty where there is no such moment."""
    losers = [seat for seat in range(review.players) if review.final and not review.final[seat]]
    seats = [own] if own is not None and own in losers else losers
    texts = [""] * len(review.falls)
    moments = [moment for seat in seats for moment in moments_of(review, seat, texts, said)]
    worst = min(moments, key=lambda moment: moment.change, default=None)
    if worst is None:
        return ""
    if worst.fall is not None:
        return short_text(end, review, review.falls[worst.fall], own)
    decision = next(each for each in review.decisions if each.ply == worst.ply)
    return costly_text(said(worst.ply, decision.action), review.title(worst.ply), decision.loss)


def page(review: Review, said: Said, texts: Sequence[str]) -> str:
    """The review as a self-contained document in the current language."""
    title = _("Review: {game}").format(game=game(review.game).words.title())
    template = _templates().get_template("page.html")
    inside = body(review, said, texts)
    return str(template.render(title=title, language=current_language(), style=Markup(stylesheet()), body=inside))


def rows(review: Review) -> list[tuple[str, list[float]]]:
    """The curve as a table, for people who can't see the graph: the shares at the start of each chapter and at the end."""
    points = review.curve()
    found = []
    for ply, title in review.chapters:
        shares = next((shares for at, shares in points if at >= ply), None)
        if shares:
            found.append((title, shares))
    return [*found, (_("The end"), review.final)] if review.final else found


def _flower(of: Game, seat: int) -> Markup:
    return Markup(flower_of(of.colours[seat]))


def curve(review: Review, own: int | None = None) -> str:
    """The win shares of all seats over the game as SVG, with its chapters. ``own``: the reader's seat."""
    points = review.curve()
    last = max([ply for ply, _shares in points] or [1]) or 1
    colours = game(review.game).colours

    def x(ply: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ply / last

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    drawn = rect(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, fill=SUNKEN)
    for share in (0.0, 0.5, 1.0):
        drawn += line(LEFT, y(share), WIDTH - RIGHT, y(share), stroke=FAINT)
        drawn += words(LEFT - 6, y(share) + 4, percent(share), 12, fill=SOFT, anchor="end")
    for ply, title in _spread(review.chapters, last):
        drawn += line(x(ply), TOP, x(ply), HEIGHT - BOTTOM, stroke=FAINT)
        drawn += words(x(ply) + 2, HEIGHT - 10, title, 11, fill=SOFT)
    for seat, called in enumerate(names_of(review)):
        name = _("You") if seat == own else called
        way = "".join(
            f"{'L' if n else 'M'}{x(ply):.1f} {y(shares[seat]):.1f}" for n, (ply, shares) in enumerate(points) if shares
        )
        if not way:
            continue
        stroke = seat_colour(colours[seat])
        drawn += path(way, fill="none", stroke=INK, stroke_width=3.5, stroke_opacity=0.25)
        drawn += path(way, fill="none", stroke=stroke, stroke_width=2, stroke_dasharray=DASHES[seat % len(DASHES)] or None)
        for ply in review.seats[seat].costly:
            shares = next(shares for at, shares in points if at == ply)
            drawn += element("g", circle(x(ply), y(shares[seat]), 4, fill=stroke, stroke=INK) + element("title", escape(name)))
        for fall in (fall for fall in review.falls if fall.seat == seat):
            at_x, at_y = x(fall.last), y(fall.after)
            triangle = path(f"M{at_x - 5:.1f} {at_y - 5:.1f}h10l-5 9z", fill=stroke, stroke=INK)
            label = f"{name}: {fall_in_words(review, fall)}"
            drawn += element("g", triangle + element("title", escape(label)), class_="fall")
    return document("curve", WIDTH, HEIGHT, drawn, label=_("Winning chances over the game"))


def small_curve(review: Review, marks: Sequence[int]) -> str:
    """The win shares of all seats as a small SVG without words, which may be stretched. ``marks``: plies with a number each."""
    points = review.curve()
    last = max([ply for ply, _shares in points] or [1]) or 1
    colours = game(review.game).colours

    def x(ply: int) -> float:
        return 100 * ply / last

    def y(share: float) -> float:
        return 2 + 96 * (1 - share)

    drawn = line(0, y(0.5), 100, y(0.5), stroke=FAINT, vector_effect="non-scaling-stroke")
    for ply in marks:
        drawn += line(x(ply), 0, x(ply), 100, stroke=SOFT, stroke_dasharray="3 3", vector_effect="non-scaling-stroke")
    for seat in range(review.players):
        way = "".join(
            f"{'L' if n else 'M'}{x(ply):.1f} {y(shares[seat]):.1f}" for n, (ply, shares) in enumerate(points) if shares
        )
        dashes = DASHES[seat % len(DASHES)] or None
        more = {"fill": "none", "vector_effect": "non-scaling-stroke", "stroke_linejoin": "round"}
        drawn += path(way, stroke=seat_colour(colours[seat]), stroke_width=2.5, stroke_dasharray=dashes, **more) if way else ""
    label = escape(_("Winning chances over the game"))
    frame = 'class="small-curve" viewBox="0 0 100 100" preserveAspectRatio="none" role="img"'
    return f'<svg {frame} aria-label="{label}">{drawn}</svg>'


def _spread(chapters: list[tuple[int, str]], last: int) -> list[tuple[int, str]]:
    """The chapters whose headings don't overlap."""
    kept: list[tuple[int, str]] = []
    for ply, title in chapters:
        if not kept or (ply - kept[-1][0]) / last > 0.11:
            kept.append((ply, title))
    return kept
