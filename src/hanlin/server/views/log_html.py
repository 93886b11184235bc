"""HTML of the game log and of choices: parts that pages have in hundreds, so each is rendered once and cached.

Cache keys hold all the words that the HTML says: a caller gets nothing that it did not pass in, so no secret can leak.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from zlib import crc32

from markupsafe import Markup, escape

from hanlin.core.i18n.language import _, current_language
from hanlin.core.lib.memo import memo
from hanlin.core.verbs.presentation import Choice, LogLine
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.drawing.flowers import flower_of
from hanlin.drawing.palette import SEATS
from hanlin.server.tables.log import Chapter, Moment, Plies, moments_in, parts_of
from hanlin.server.tables.table import Table
from hanlin.server.views.escaping import Ready, by_number
from hanlin.server.views.rules import rule_sentence

NUMBERED = 10
"""Number keys below this choose the first choices."""


def signed(number: int, plus: bool = True) -> str:
    """A whole number with a true minus sign, and a plus sign where it is a gain."""
    return f"−{-number}" if number < 0 else f"+{number}" if plus else str(number)


def tip_of(game: Rulebook, line: LogLine) -> str:
    """The tooltip of a line of the game log: how its points came about, and the title of its rule."""
    about = rule_sentence(game, line.rule, current_language()) if line.rule else ""
    whole = [line.sum if line.points else "", about or (_("Rule {number}").format(number=line.rule) if line.rule else "")]
    return " · ".join(word for word in whole if word)


def rule_link(game: Rulebook, number: str) -> Markup:
    """The link to a rule: an "i", which shows the rule's number when it is pointed at or has the focus."""
    return Markup(f'<a class="rule" href="/rules/{game.name}#{number}" data-dialog><span>{number}</span></a>')


# -- choices ---------------------------------------------------------------------------------------------------------------


def choice_list(game: Rulebook, choices: Sequence[Choice], numbered: bool = False) -> Ready:
    """The buttons of choices, grouped by heading. ``numbered``: number keys choose the first of them."""
    parts, keys = list[str](), iter(range(1, NUMBERED) if numbered else ())
    for heading, group in groupby(choices, attrgetter("group")):
        parts.append(f'<div class="group"><h2>{escape(heading)}</h2>' if heading else "")
        parts += [_choice_button(game, choice, 0 if choice.refusal else next(keys, 0)) for choice in group]
        parts.append("</div>\n" if heading else "")
    return Ready("".join(parts))


@memo(maxsize=4096)
def _choice_button(game: Rulebook, choice: Choice, number: int) -> Markup:
    """The button of a choice; ``number``: its number key, 0 for none."""
    action = escape(choice.action)
    kind, does = "choice", f' data-action="{action}"'
    if choice.refusal is not None:
        why, rule = escape(choice.refusal.text), escape(choice.refusal.rule)
        kind, does = "choice cannot", f' aria-disabled="true" data-why="{why}" data-rule="{rule}" data-refused="{action}"'
    goes_with = f' data-with="{escape("|".join(choice.goes_with))}"' if choice.goes_with else ""
    key, shown = (f' data-number-key="{number}"', f"<kbd>{number}</kbd>") if number else ("", "")
    icon = game.drawing.icon(choice.icon) if choice.icon else ""
    effect = f"<small>{escape(choice.effect)}</small>" if choice.effect else ""
    html = (
        f'<button type="button" class="{kind}" id="choice-{action.replace(" ", "_")}"{does}{goes_with}{key}>\n{icon}\n'
        f'<span class="label">{escape(choice.label)}</span>{effect}{shown}</button>\n'
    )
    return Markup(by_number(html))


# -- moves of others ---------------------------------------------------------------------------------------------------------


def since(game: Rulebook, moments: Sequence[tuple[int, int, str]], watches: bool = False) -> Markup:
    """The list "Since your last turn": moves of others as (seat, the ply that shows it, sentence); nothing if there are none.

    ``watches``: for spectators, who have no turn; only the pins and captions of these moves are shown to them.

    The page puts a pin of the same number at the places that a move has changed (``pins.js``).
    """
    if not moments:
        return Markup("")
    title, again = escape(_("Since your last turn")), escape(_("Show this move again"))
    items = "".join(
        f'<li data-news-item="{n}" data-news-ply="{ply}" data-news-seat="{seat}" data-of="{SEATS[game.colours[seat]]}">'
        f'<button type="button" class="moment" data-news-play="{n}" title="{again}">'
        f'<span class="pin"><b>{n + 1}</b>{flower_of(game.colours[seat], 14)}</span>'
        f'<span class="told">{text}</span></button></li>'
        for n, (seat, ply, text) in enumerate(moments)
    )
    unseen = " hidden" if watches else ""
    html = f'<section id="since" class="since" aria-label="{title}"{unseen}>\n<h2>{title}</h2>\n<ol>{items}</ol>\n</section>'
    return Markup(by_number(html))


def step_icon(d: str) -> Markup:
    """The icon of a button that steps through the game, by its SVG path."""
    return Markup(
        f'<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="{d}" fill="currentColor" '
        'stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/></svg>'
    )


# -- the game log -----------------------------------------------------------------------------------------------------------


def sentence(game: Rulebook, moment: Moment, name: str) -> Markup:
    """The sentence of a moment in which a seat of that name acted, each clause with its tooltip."""
    return _sentence(game, moment.lines, name, current_language())


@memo(maxsize=4096)
def _sentence(game: Rulebook, lines: tuple[LogLine, ...], name: str, _language: str) -> Markup:
    moment = Moment(0, 0, None, lines)
    html = " ".join(
        _clause(tip_of(game, line), line.rule, line.at, _pictured(game, line, text)) for text, line in moment.parts(name)
    )
    points = f' <b class="points">{signed(moment.points)}</b>' if moment.points else ""
    return Markup(by_number(html + points))


def _clause(tip: str, rule: str, at: str, html: str) -> str:
    about = f' data-tip="{escape(tip)}"' + (f' data-rule="{escape(rule)}"' if rule else "") if tip else ""
    place = f' data-at="{escape(at)}"' if at else ""
    return f'<span class="clause"{about}{place}>{html}</span>'


def _pictured(game: Rulebook, line: LogLine, text: str) -> str:
    """A text as HTML, with the line's pictures in place of the words that they show, or before them (``LogLine.icon``)."""
    if not line.shown:
        return escape(text)
    icons: dict[str, list[str]] = {}
    for words, name in zip(line.shown.split("|"), line.icon.split("|"), strict=True):
        if words:
            icons.setdefault(words, []).append(name)
    # Of words that begin with other ones the longer: "two red cards as a joker".
    any_words = "|".join(re.escape(words) for words in sorted(icons, key=len, reverse=True))
    found, end = list[str](), 0
    for match in re.finditer(rf"(?<!\w)(?:{any_words})(?!\w)", text):
        names = icons[match[0]]
        if drawn := game.drawing.icon(names.pop(0) if len(names) > 1 else names[0]):
            found += [escape(text[end : match.start()]), _picture(drawn, match[0], line.beside)]
            end = match.end()
    return "".join([*found, escape(text[end:])])


def _picture(drawn: str, words: str, beside: bool) -> str:
    """A picture before its words, or instead of them: then a pointer and those who listen still get them.

    A number at their beginning is shown, too: so many of what is drawn.
    """
    if beside:
        return f'<span class="pictured">{drawn}{escape(words)}</span>'
    number, blank, thing = words.partition(" ") if words[0].isdigit() else ("", "", words)
    unseen = f'<span class="unseen">{escape(blank + thing)}</span>'
    return f'<span class="pictured" data-tip="{escape(words.strip("()"))}">{number}{unseen}{drawn}</span>'


def game_log(table: Table, of: Sequence[Chapter], at: int, plies: int) -> Ready:
    """Chapters of a table's game log, the latest first. ``at``: the ply that is shown, of ``plies``."""
    names = tuple(table.name_of(seat) for seat in range(table.row.players))
    # At the present no line is marked, so that a cached chapter stays valid from ply to ply.
    shown = at if at < plies else None
    tongue = current_language()
    return Ready("".join([_chapter(table.game, chapter, names, shown, tongue) for chapter in reversed(of)]))


def _chapter(game: Rulebook, chapter: Chapter, names: tuple[str, ...], at: int | None, language: str) -> str:
    """A chapter under its heading."""
    lines = _all_lines(game, chapter.plies, names, at, language)
    if not chapter.title:
        return f'<section class="chapter">\n<ol>\n{lines}</ol>\n</section>\n'
    name, opened = f"chapter-{chapter.place}" + ("-folded" if chapter.folded else ""), "" if chapter.folded else " open"
    heading = f'<details id="{name}"{opened}>{_summary(chapter.title)}'
    return f'<section class="chapter">\n{heading}<ol>\n{lines}</ol>\n</details></section>\n'


@memo(maxsize=1024)
def _summary(title: str) -> str:
    """The heading that opens and folds a chapter."""
    return f"<summary><h3>{by_number(escape(title))}</h3></summary>"


@memo(maxsize=2048)
def _all_lines(game: Rulebook, plies: Plies, names: tuple[str, ...], at: int | None, language: str) -> str:
    """The lines of a chapter, the latest first."""
    return "".join([_lines(game, part, names, at, language) for part in reversed(parts_of(plies))])


@memo(maxsize=4096)
def _lines(game: Rulebook, part: Plies, names: tuple[str, ...], at: int | None, language: str) -> str:
    """Some plies of a chapter, the latest first."""
    found = list[str]()
    for _ply, of_ply in groupby(moments_in(part), attrgetter("ply")):
        found += [_line(game, each, n, names, at, language) for n, each in enumerate(of_ply)]
    return by_number("".join(reversed(found)))


@memo(maxsize=8192)
def _line(game: Rulebook, moment: Moment, n: int, names: tuple[str, ...], at: int | None, language: str) -> str:
    """A line of the log; ``n``: its index among those of its ply and chapter."""
    mark = "" if at is None else " later" if moment.ply >= at else " here" if at <= moment.after else ""
    of = f' data-of="{SEATS[game.colours[moment.seat]]}"' if moment.seat is not None else ""
    show, name = escape(_("Show this moment")), names[moment.seat] if moment.seat is not None else ""
    # The same line has the same id in every view, so that a page keeps it in place.
    key = f"line-{moment.ply}-{n}-{crc32(moment.lines[0].chapter.encode()) % 1000}"
    return (
        f'<li data-key="log {moment.ply}" id="{key}" class="line{mark}"{of}><button type="button" class="moment" '
        f'data-go="{moment.after}" title="{show}">{_sentence(game, moment.lines, name, language)}</button></li>\n'
    )
