"""The pieces that pages have in hundreds: lines of the chronicle and choices. Each is made once and remembered by what it says.

What is remembered is named by the very words that it says, so whoever gets it has given them: nothing of another viewer's can
come along.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from hanlin.core.faces import Choice, LogLine
from hanlin.core.game import Game
from hanlin.core.language import _, current_language
from hanlin.drawing.palette import SEATS
from hanlin.server.chronicle import Chapter, Moment
from hanlin.server.rules import rule_title
from hanlin.server.table import Table

NUMBERED = 10
"""The first choices have keys below this number."""


def signed(number: int, plus: bool = True) -> str:
    """A whole number with a true minus sign, and a plus sign where it is a gain."""
    return f"−{-number}" if number < 0 else f"+{number}" if plus else str(number)


def tip_of(game: Game, line: LogLine) -> str:
    """What a line of the chronicle says when one asks: how its points came about, and what its rule is about."""
    about = rule_title(game, line.rule, current_language()) if line.rule else ""
    whole = [line.sum if line.points else "", about or (_("Rule {number}").format(number=line.rule) if line.rule else "")]
    return " · ".join(word for word in whole if word)


# -- choices ---------------------------------------------------------------------------------------------------------------


def choice_button(game: Game, choice: Choice, number: int = 0) -> Markup:
    """The button of a choice; ``number``: the key that chooses it, 0 for none."""
    return _choice_button(game, choice, number if number < NUMBERED else 0)


@lru_cache(maxsize=4096)
def _choice_button(game: Game, choice: Choice, number: int) -> Markup:
    action = escape(choice.action)
    kind, does = "choice", f' data-action="{action}"'
    if choice.refusal is not None:
        why, rule = escape(choice.refusal.text), escape(choice.refusal.rule)
        kind, does = "choice cannot", f' aria-disabled="true" data-why="{why}" data-rule="{rule}" data-refused="{action}"'
    goes_with = f' data-with="{escape("|".join(choice.goes_with))}"' if choice.goes_with else ""
    key, shown = (f' data-number-key="{number}"', f"<kbd>{number}</kbd>") if number else ("", "")
    icon = game.drawing.icon(choice.icon) if choice.icon else ""
    effect = f"<small>{escape(choice.effect)}</small>" if choice.effect else ""
    return Markup(
        f'<button type="button" class="{kind}" id="choice-{action.replace(" ", "_")}"{does}{goes_with}{key}>\n{icon}\n'
        f'<span class="label">{escape(choice.label)}</span>{effect}{shown}</button>\n'
    )


# -- the chronicle ---------------------------------------------------------------------------------------------------------


def told(game: Game, moment: Moment, name: str) -> Markup:
    """The sentence of a moment in which a seat of that name acted, each clause with what it says when one asks."""
    return _told(game, tuple(moment.lines), name, current_language())


@lru_cache(maxsize=4096)
def _told(game: Game, lines: tuple[LogLine, ...], name: str, _language: str) -> Markup:
    moment = Moment(0, 0, None, list(lines))
    said = " ".join(_clause(tip_of(game, line), line.rule, text) for text, line in moment.parts(name))
    points = f' <b class="points">{signed(moment.points)}</b>' if moment.points else ""
    return Markup(said + points)


def _clause(tip: str, rule: str, text: str) -> str:
    about = f' data-tip="{escape(tip)}"' + (f' data-rule="{escape(rule)}"' if rule else "") if tip else ""
    return f'<span class="clause"{about}>{escape(text)}</span>'


def chronicle(table: Table, of: Sequence[Chapter], at: int, plies: int) -> Markup:
    """Chapters of a table's chronicle, the latest first. ``at``: the ply that is shown, of ``plies``."""
    return Markup("".join(_chapter(table, chapter, at, plies) for chapter in reversed(of)))


def _chapter(table: Table, chapter: Chapter, at: int, plies: int) -> str:
    names = [table.name_of(seat) for seat in range(table.row.players)]
    lines = "".join(
        _line(
            table.game,
            tuple(each.lines),
            each.ply,
            each.after,
            each.seat,
            names[each.seat] if each.seat is not None else "",
            " later" if each.ply >= at else " here" if at <= each.after and at < plies else "",
            current_language(),
        )
        for each in reversed(chapter.moments)
    )
    before, after = "", ""
    if chapter.title:
        name, opened = f"chapter-{chapter.place}" + ("-folded" if chapter.folded else ""), "" if chapter.folded else " open"
        before = f'<details id="{name}"{opened}><summary><h3>{escape(chapter.title)}</h3></summary>'
        after = "</details>"
    return f'<section class="chapter">\n{before}<ol>\n{lines}</ol>\n{after}</section>\n'


@lru_cache(maxsize=8192)
def _line(
    game: Game, lines: tuple[LogLine, ...], ply: int, after: int, seat: int | None, name: str, mark: str, language: str
) -> str:
    of = f' data-of="{SEATS[game.colours[seat]]}"' if seat is not None else ""
    show = escape(_("Show this moment"))
    return (
        f'<li data-key="log {ply}" class="line{mark}"{of}><button type="button" class="moment" data-go="{after}" '
        f'title="{show}">{_told(game, lines, name, language)}</button></li>\n'
    )
