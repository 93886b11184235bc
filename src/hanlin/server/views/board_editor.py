"""The position editor: changes to any position, and an explanation of its points.

Nothing is stored: the state is the position's text, with the map or tiles that it needs.

No web framework here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import quote

from hanlin.core.errors import BadOption, BadPosition
from hanlin.core.i18n.language import _, current_language
from hanlin.core.jit.rng import seeded
from hanlin.core.lib.integers import whole_text
from hanlin.core.position.game import Game
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import position as read_position
from hanlin.core.position.position_text import read_again, read_written
from hanlin.core.text.toml_files import shown
from hanlin.core.verbs import generic
from hanlin.core.verbs.presentation import Counter, LogLine
from hanlin.server.lib.parse import whole_number
from hanlin.server.tables.table import Table
from hanlin.server.uploads.packing import pack
from hanlin.server.uploads.parser_process import Files, data_files
from hanlin.server.views.rules import rule_title
from hanlin.server.views.score_sheet import rule_order

MOST_CHANGES = 60
"""The most changes of one request."""
MOST_COUNTED = 10**12
"""The largest absolute value of a counter."""
LONGEST_LINK = 16_000
"""The longest link with a file, in characters; all browsers and servers accept it."""
PLACE, COUNT = "place", "count"
"""The first words of changes: ``place TOOL SPOT BY``, ``count COUNTER VALUE``."""


# -- positions ---------------------------------------------------------------------------------------------------------------


def beginning(game: Game, players: int | None, options: Mapping[str, Any], files: Files | None = None) -> Position:
    """The empty position of the editor. BadOption for wrong players or options, BadData for a wrong file."""
    start = game.start(game.players[0] if players is None else players, **options, **data_files(files or {}))
    return read_again(game.editing.beginning(start))


def read_text(text: str, files: Files | None = None) -> Position:
    """Parse a complete position; BadPosition for unreadable texts and for views. ``files``: its map or tiles."""
    found = read_position(text, data_files(files or {}))
    if found.seat is not None:
        raise BadPosition(
            _("This is one seat's view, with the rest hidden (?). Only a complete position can be set up and explained.")
        )
    return found


def asked_for(game: Game, query: Mapping[str, str]) -> tuple[int, dict[str, Any]]:
    """Players and options of a form; BadOption for invalid ones."""
    word = query.get("players", "") or str(game.players[0])
    players = whole_number(word, 2)
    if players is None:
        raise BadOption(_("Enter a number of players, not {word}.").format(word=shown(word)))
    options = {}
    for option in game.options:
        value = query.get(f"option-{option.name}", "")
        if value and not option.file:
            options[option.name] = option.check(value == "on" if option.is_switch else value)
    return players, options


def needed(of: Position, files: Files) -> Files:
    """The files that the position's text needs."""
    tags = of.game.tags(of.options)
    return {option: file for option, file in files.items() if option.capitalize() in tags}


def address(of: Position, files: Files | None = None) -> str:
    """The link to the position; empty if its files are too long for one."""
    link = f"/setup/{of.game.name}?position={quote(of.text(), safe='')}"
    if not files:
        return link
    link += "".join(f"&file-{option}={pack(file)}" for option, file in files.items())
    return link if len(link) <= LONGEST_LINK else ""


# -- changes -----------------------------------------------------------------------------------------------------------------


def read_changes(of: Position, edits: Sequence[str], fields: Mapping[str, str]) -> list[list[str]]:
    """The changes of a form: its ``edit`` words, and the counters whose fields differ."""
    if len(edits) > MOST_CHANGES:
        raise BadPosition(_("At most {n} changes can be made at once.").format(n=MOST_CHANGES))
    changes = [edit.split() for edit in edits]
    if fields.get("by"):
        # The list of places of the page without its script.
        return [*changes, [PLACE, fields.get("tool", ""), fields.get("spot", ""), fields["by"]]]
    for counter in of.game.editing.counters(of):
        word = fields.get(f"set-{counter.name}", "").strip()
        if word and word != str(counter.value) and not edits:
            changes.append([COUNT, counter.name, word])
    return changes


def changed(of: Position, changes: Sequence[Sequence[str]]) -> tuple[Position, str]:
    """The position after these changes, and the reason of the last refused one, which has changed nothing."""
    refused = ""
    for change in changes:
        try:
            of = _changed(of, change)
        except BadPosition as error:
            refused = str(error)
    return of, refused


def _changed(of: Position, change: Sequence[str]) -> Position:
    """The position after one change; BadPosition if it is refused."""
    editing = of.game.editing
    verb, *rest = [*change, "", "", ""][:4]
    if verb == PLACE and len(change) == 4 and rest[2] in ("1", "-1"):
        tool, spot, by = rest
        if tool in {each.name for each in editing.tools(of)} and spot in editing.spots(of):
            return read_written(of, editing.place(of, tool, spot, int(by)))
    if verb == COUNT and len(change) == 3:
        counter = next((each for each in editing.counters(of) if each.name == rest[0]), None)
        if counter is not None:
            return read_written(of, editing.count(of, counter.name, _value(counter, rest[1])))
    raise BadPosition(_("There is nothing like that to change in this position."))


def _value(counter: Counter, word: str) -> int:
    """Parse a value that the counter can have."""
    value = whole_text(word, -MOST_COUNTED, MOST_COUNTED)
    if counter.choices:
        if value not in {each for each, _label in counter.choices}:
            raise BadPosition(_("{field}: choose one from the list.").format(field=counter.label))
    elif value is None or not counter.least <= value <= counter.most:
        raise BadPosition(
            _("{field}: enter a whole number from {least} to {most}, not {word}.").format(
                field=counter.label, least=counter.least, most=counter.most, word=shown(word)
            )
        )
    assert value is not None
    return value


# -- drawings ----------------------------------------------------------------------------------------------------------------

_GROUP = re.compile(r'<g((?: [\w:-]+="[^"]*")*? id="([^"]+)"(?: [\w:-]+="[^"]*")*)>')
_ATTRIBUTE = re.compile(r' ([\w:-]+)="([^"]*)"')
_OURS = ("class", "role", "tabindex", "data-tip", "data-why", "data-rule", "data-action", "data-actions")


def drawings(of: Position, shape: str) -> tuple[str, list[str]]:
    """The board, and the seats' areas if pieces can be placed there, with all places as buttons."""
    game, seen = of.game, of.for_show()
    spots = game.editing.spots(of)
    draw = getattr(game.editing, "board", None) or game.drawing.board
    area = getattr(game.editing, "area", None)
    areas = [area(seen, seat, shape=shape) if area else game.drawing.seat(seen, seat) for seat in range(of.players)]
    shown_areas = areas if any(_has_spot(area, spots) for area in areas) else []
    return with_spots(draw(seen, shape=shape), spots), [with_spots(area, spots) for area in shown_areas]


def _has_spot(svg: str, spots: Mapping[str, str]) -> bool:
    return any(found[2] in spots for found in _GROUP.finditer(svg))


def with_spots(svg: str, spots: Mapping[str, str]) -> str:
    """A drawing whose places are buttons."""

    def button(found: re.Match[str]) -> str:
        name = found[2]
        if name not in spots:
            return found[0]
        kept = {key: value for key, value in _ATTRIBUTE.findall(found[1]) if key not in _OURS}
        if spots[name]:
            kept["aria-label"] = spots[name].replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        attributes = "".join(f' {key}="{value}"' for key, value in kept.items())
        return f'<g{attributes} class="spot" role="button" tabindex="0" data-spot="{name}">'

    return _GROUP.sub(button, svg)


_BUTTON = re.compile(r'<g[^>]* aria-label="([^"]*)"[^>]* data-spot="([^"]+)">')


def names_of(drawn: str) -> dict[str, str]:
    """The places of drawings, with their labels."""
    return {spot: unescape(label) for label, spot in _BUTTON.findall(drawn)}


# -- the sums ----------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Given:
    """The points of a seat from one source, with the sentences that explain them."""

    points: int = 0
    lines: list[LogLine] = field(default_factory=list)

    @property
    def about(self) -> str:
        return " ".join(f"{line.text} ({line.sum})" if line.sum else line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of points: sources down, seats across."""

    title: str
    rows: list[tuple[str, str, list[Given]]]
    """Each source, its rule, and its points for each seat."""
    before: list[int]
    """Points of each seat that the rows don't explain: those scored earlier."""
    total: list[int]
    lines: list[LogLine]

    @property
    def leaders(self) -> list[int]:
        """The seats with the highest total."""
        return [seat for seat, points in enumerate(self.total) if points == max(self.total)]


def sheets(of: Position) -> list[Sheet]:
    """The points now and after each kind of ending; the end of the game comes first."""
    counted: list[LogLine] = getattr(of.game.editing, "counted", lambda _position: [])(of)
    if of.over:
        return [_sheet(of, _("Final score"), counted, [])]
    named = {
        "game": _("If the game ended now"),
        "month": _("If the month ended now"),
        "rooms": _("If every open room closed as it is"),
    }
    endings = sorted(of.game.endings, key=lambda ending: ending != "game")
    found = [_sheet(of, named.get(ending, ending), counted, of.reckon(ending)) for ending in endings]
    return found or [_sheet(of, _("Score now"), counted, [])]


def _sheet(of: Position, title: str, counted: Sequence[LogLine], more: Sequence[LogLine]) -> Sheet:
    lines = [*counted, *more]
    rows: dict[tuple[str, str], list[Given]] = {}
    for line in lines:
        if line.seat is None:
            continue
        source = line.source or rule_title(of.game, line.rule, current_language()) or _("Other points")
        key = next((key for key in rows if key[0] == source), (source, line.rule))
        given = rows.setdefault(key, [Given() for _seat in range(of.players)])[line.seat]
        given.points += line.points
        given.lines.append(line)
    explained = [sum(line.points for line in counted if line.seat == seat) for seat in range(of.players)]
    gained = [sum(line.points for line in more if line.seat == seat) for seat in range(of.players)]
    before = [score - known for score, known in zip(of.scores, explained, strict=True)]
    total = [score + points for score, points in zip(of.scores, gained, strict=True)]
    ordered = sorted(rows.items(), key=lambda row: rule_order(row[0][1]))
    return Sheet(title, [(source, rule, given) for (source, rule), given in ordered], before, total, lines)


# -- from a table --------------------------------------------------------------------------------------------------------------


def as_known(of: Position, viewer: int | None, seed: int) -> Position:
    """A complete position that reveals nothing hidden from a viewer (a seat, -1 for a spectator, None for everything).

    Hidden things are sampled at random, repeatably for the same ``seed``.
    """
    if viewer is None or of.over:
        return read_again(of)
    known = of.copy()
    generic.hide(known.state, viewer)
    generic.guess(known.state, seeded(seed))
    return read_again(known)


def may_set_up(table: Table, owner: str) -> bool:
    """True if steps of the table's game may be edited: when it is over, or if all players share one device."""
    if table.game.editing is None or not table.begun:
        return False
    people = {seat.owner for seat in table.row.seats if seat.owner}
    return bool(table.over or table.is_study or people == {owner})
