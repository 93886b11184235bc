"""The templates' environment, and the small helpers that they share."""

from __future__ import annotations

from collections.abc import MutableMapping
from datetime import UTC, datetime
from typing import Any

import jinja2
from babel.core import Locale
from babel.dates import format_datetime
from babel.numbers import format_decimal
from markupsafe import Markup

from hanlin.core.i18n import language as tongues
from hanlin.core.i18n.language import _, current_language, ngettext
from hanlin.core.i18n.seat_names import colour_name
from hanlin.core.lib.memo import memo
from hanlin.core.position.game import Game
from hanlin.core.verbs.defaults import gives
from hanlin.core.verbs.generic import OVER
from hanlin.core.verbs.presentation import labelled
from hanlin.drawing.flowers import flower_of
from hanlin.drawing.palette import SEATS
from hanlin.server.db import CLOSED, OPEN, RUNNING, TableRow
from hanlin.server.tables.agreements import awaited, vacancies
from hanlin.server.tables.lessons import guide_of, lesson_of
from hanlin.server.tables.library import LastSetup, belongs_to
from hanlin.server.tables.names import bot_name, bot_of
from hanlin.server.tables.service import Listed
from hanlin.server.tables.table import Table
from hanlin.server.views.assets import Assets
from hanlin.server.views.escaping import Ready, by_number
from hanlin.server.views.jinja_output import Writer, escaped, written
from hanlin.server.views.log_html import choice_list, chronicle, rule_link, signed, since, step_icon, told
from hanlin.server.views.page_opening import opening
from hanlin.server.views.players_html import chips, portrait, profile_link, remarks, rows
from hanlin.server.views.rules import rule_title
from hanlin.server.views.score_sheet import final_scoring, ranking, verdict
from hanlin.server.views.table_view import View, name_of

KEPT = 4096
"""How many pieces of pages are remembered, of some hundred to some thousand letters."""


class Context(jinja2.runtime.Context):
    """Calls what templates call at once: of all that they know only macros want to be told where they are called."""

    def call(self, what: Any, /, *args: Any, **given: Any) -> Any:
        """What a template calls, with what it gives."""
        if isinstance(what, jinja2.runtime.Macro):
            return super().call(what, *args, **given)
        given.pop("_block_vars", None)
        given.pop("_loop_vars", None)
        return what(*args, **given)


class Environment(jinja2.Environment):
    """Templates that all share the same globals, which are complete before the first one is used."""

    context_class = Context
    code_generator_class = Writer
    written = staticmethod(written)
    escaped = staticmethod(escaped)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        # Jinja would give each template a chain of two dictionaries, which takes longer to copy than a short template to write.
        return {**self.globals, **(d or {})}


def make_templates(assets: Assets) -> jinja2.Environment:
    """The templates with what they all use. Their texts go through ``hanlin.core.i18n.language``."""
    environment = Environment(
        loader=jinja2.PackageLoader("hanlin.server", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        # They are part of the package: nobody edits them while it runs.
        auto_reload=False,
    )
    environment.filters.update(zip=zip, ready=Ready)
    environment.globals.update(
        _=tongues._,
        ngettext=tongues.ngettext,
        pgettext=tongues.pgettext,
        asset=assets.url,
        build=assets.build,
        chips=chips,
        choice_list=choice_list,
        choice_icon=choice_icon,
        chronicle=chronicle,
        emblem=emblem,
        flower=flower,
        iso=iso,
        language_name=language_name,
        labelled=labelled,
        name_of=name_of,
        opening=opening,
        option_words=option_words,
        bot_name=bot_name,
        pace=pace,
        piece=Pieces(environment),
        portrait=portrait,
        profile_link=profile_link,
        is_opponent=lambda table, seat: bool(bot_of(table.row.seats[seat])),
        remarks=remarks,
        rows=rows,
        rule_link=rule_link,
        rule_title=lambda game, rule: rule_title(game, rule, current_language()),
        signed=signed,
        since=since,
        step_icon=step_icon,
        seat_colour=SEATS.__getitem__,
        colour_name=colour_name,
        ranking=ranking,
        final_scoring=final_scoring,
        verdict=verdict,
        guide_of=guide_of,
        lesson_of=lesson_of,
        has_symbols=lambda game: gives(game.words, "symbols"),
        state_of=state_of,
        texts=texts,
        told=told,
        waiting=waiting,
        when=when,
        time_words=time_words,
        vacancies=vacancies,
        awaited=awaited,
        belongs_to=belongs_to,
        is_asked=is_asked,
        quick_words=quick_words,
    )
    return environment


class Pieces:
    """Parts of a page that are made from what they are given and from nothing else, and remembered by all of it.

    Who gets a piece that is remembered has given every word that it says: nothing of another viewer's can come along.
    """

    def __init__(self, environment: jinja2.Environment) -> None:
        self._environment = environment
        self._kept = memo(maxsize=KEPT)(self._make)

    def __call__(self, template: str, **given: Any) -> Markup:
        """The piece of that template. What it is ``given`` has a hash."""
        return self._kept(template, current_language(), **given)

    def _make(self, template: str, _language: str, **given: Any) -> Markup:
        return Markup(by_number(self._environment.get_template(template).render(given)))


def language_name(code: str) -> str:
    """What a language calls itself: "Italiano"."""
    return str(Locale.parse(code).get_language_name(code)).capitalize()


def flower(game: Game, seat: int, size: float = 18) -> Markup:
    """A seat's flower, to stand before a name."""
    return Markup(flower_of(game.colours[seat], size))


def emblem(game: Game) -> Markup:
    """The game's small picture."""
    return Markup(game.drawing.emblem())


def choice_icon(game: Game, name: str) -> Markup:
    """The picture of a choice."""
    return Markup(game.drawing.icon(name))


def points_expected(points: float) -> str:
    """A final score that is to be expected."""
    return ngettext("about {n} point", "about {n} points", round(points)).format(n=signed(round(points), plus=False))


def pace(seconds: float) -> str:
    """What a pause of opponents is called."""
    names = {0.0: _("at once"), 0.4: _("quick"), 0.9: _("easy to follow"), 2.0: _("slow")}
    return names.get(seconds) or _("{n} seconds").format(n=format_decimal(seconds, locale=current_language()))


def time_words(time: str) -> str:
    """What clocks of the set-up page are called."""
    words = time.split()
    if not words:
        return _("No clocks")
    if words[0] == "live":
        return _("{minutes} minutes each, and {seconds} seconds per turn").format(minutes=int(words[1]) // 60, seconds=words[2])
    return ngettext("{n} day per turn", "{n} days per turn", int(words[1])).format(n=words[1])


def option_words(table: Table) -> tuple[str, ...]:
    """By which options a table plays, in words."""
    row, words = table.row, table.game.words
    said = []
    for option in table.game.options:
        if option.name not in row.options and option.name not in row.files:
            continue
        label = words.option(option.name)[0]
        if option.file:
            said.append(labelled(label, row.files[option.name]["name"]))
        elif not option.is_switch:
            said.append(labelled(label, words.option_value(option.name, row.options[option.name])))
        else:
            said.append(label if row.options[option.name] else labelled(label, _("no")))
    return tuple(said)


def waiting(view: View) -> str:
    """Whom the table waits for."""
    name = name_of(view.table, view.to_move)
    if view.table.row.seats[view.to_move].kind == "bot":
        return _("{name} is thinking …").format(name=name)
    return _("Waiting for {name}.").format(name=name)


def is_asked(row: TableRow, owner: str) -> bool:
    """Whether a table waits for somebody."""
    return row.state == RUNNING and row.to_move >= 0 and bool(owner) and row.seats[row.to_move].owner == owner


def quick_words(last: LastSetup | None, seats: int) -> str:
    """Who plays in a quick game."""
    if last is None:
        return ngettext("You against {n} computer player", "You against {n} computer players", seats - 1).format(n=seats - 1)
    people = [seat for seat in last.seats if seat.kind == "person"]
    named = [seat.name for seat in people if seat.name]
    rest, bots, free = (len(people) - len(named), *(sum(seat.kind == kind for seat in last.seats) for kind in ("bot", "open")))
    said = named + ([_("you")] if rest == 1 and not named else [] if rest == 0 else [_others(rest)])
    said += [ngettext("{n} opponent", "{n} opponents", bots).format(n=bots)] if bots else []
    said += [ngettext("{n} free seat", "{n} free seats", free).format(n=free)] if free else []
    return _("As last time: {who}").format(who=", ".join(said))


def _others(count: int) -> str:
    return ngettext("{n} at this screen", "{n} at this screen", count).format(n=count)


def state_of(table: Listed, owner: str) -> str:
    """Where a table stands, for the list of tables."""
    row = table.row
    if row.kind == "study":
        return _("a record to study")
    if row.state == OPEN:
        return _("waiting for people")
    if row.state == CLOSED:
        return _("put away: nobody came")
    if row.to_move == OVER:
        return _("finished")
    name = name_of(table, row.to_move)
    if is_asked(row, owner):
        alone = sum(seat.owner == owner for seat in row.seats) == 1
        return _("your turn") if alone else f"{_('your turn')} ({name})"
    return _("{name} is to move").format(name=name)


def iso(time: float) -> str:
    """A time as machines read it."""
    return datetime.fromtimestamp(time, UTC).isoformat(timespec="seconds")


def when(time: float) -> str:
    """A time as people read it, in the server's time zone."""
    return format_datetime(datetime.fromtimestamp(time), "short", locale=current_language())


def texts() -> dict[str, str]:
    """What the table's script says, in the current language."""
    return {
        "offline": _("No connection to the table. Trying again …"),
        "kept": _("No connection. Your move is kept and will be sent as soon as the table answers."),
        "restarting": _("The table is being restarted; one moment …"),
        "rule": _("Rule {number}"),
        "none": _("Nothing here goes with what you have picked."),
        "sure": _("Is that what you want?"),
        "cancel": _("Cancel"),
        "copied": _("The link is copied."),
        "text_copied": _("The text is copied."),
        "failed": _("The table could not carry this out."),
        "turn": _("Your turn: {game}"),
        "deleted": _("This table has been deleted."),
    }
