"""The game log: chapters, and in each one line for consecutive actions of a seat. No web framework here.

Lines come from the game's words, ply by ply; consecutive lines of one seat become one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from hanlin.core.i18n.language import _, current_language, list_marks
from hanlin.core.lib.memo import memo
from hanlin.core.verbs.log_sentences import ITEMS, NUMBER, as_read_by, is_whole, you_do
from hanlin.core.verbs.presentation import LogLine

Lines = tuple[LogLine, ...]
"""The log lines of a ply."""
Plies = tuple[tuple[int, Lines], ...]
"""Plies by their numbers, each with its log lines."""
PART = 8
"""Plies per part of a chapter: parts that are complete need not be rendered again."""


Part = tuple[str, LogLine]
"""A piece of a sentence, with its log line."""


class Moment(msgspec.Struct, frozen=True, cache_hash=True):
    """Consecutive actions, in a sentence or more.

    ``after`` is the first ply that shows all of it, ``ply`` the one it began with."""

    ply: int
    after: int
    seat: int | None
    lines: Lines

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)

    def parts(self, name: str) -> list[Part]:
        """The sentences in pieces, each with its log line."""
        said = _without_repeats(self.lines)
        if len(self.lines) == 1 or not said:
            return [(self.lines[0].text, self.lines[0])]
        found: list[Part] = []
        for (whole, addressed), row in groupby(said, lambda line: (is_whole(line), line.addressed)):
            if whole:
                found += [(line.text, line) for line in row]
            else:
                found += _sentence("" if addressed else name, _clauses(list(row)))
        return found

    def text(self, name: str) -> str:
        """The whole sentence."""
        return " ".join(text for text, _line in self.parts(name))


def _without_repeats(lines: Lines) -> list[LogLine]:
    """The lines of a moment without those that are left out, or repeated by the next one; what is left out leaves its places
    on the table to the line before it."""
    found: list[LogLine] = []
    for line in lines:
        if line.clause:
            if line.retells and found:
                found.pop()
            found.append(line)
        elif line.at and found:
            found[-1] = replace(found[-1], at="|".join([found[-1].at, line.at] if found[-1].at else [line.at]))
    return found


def _clauses(lines: list[LogLine]) -> list[list[Part]]:
    """The clauses of a sentence, each in pieces; consecutive lines that can be summed up make one clause."""
    found: list[list[Part]] = []
    for several, row in groupby(lines, lambda line: line.several):
        alike = list(row)
        if several and len(alike) > 1:
            found.append(_gathered(several.replace(NUMBER, str(len(alike))), alike))
        else:
            found += [[(line.clause or "", line)] for line in alike]
    return found


def _gathered(clause: str, alike: list[LogLine]) -> list[Part]:
    """One clause for several lines: "takes a red card and two green cards from the row"."""
    before, listing, after = clause.partition(ITEMS)
    if not listing:
        return [(clause, alike[0])]
    counted: dict[str, list[LogLine]] = {}
    for line in alike:
        counted.setdefault(line.item[0], []).append(line)
    items: list[list[Part]] = []
    for same in counted.values():
        forms = same[0].item
        items += [[(forms[len(same) - 1], same[0])]] if len(same) <= len(forms) else [[(forms[0], line)] for line in same]
    parts = _in_a_list(items)
    parts[0] = before + parts[0][0], parts[0][1]
    parts[-1] = parts[-1][0] + after, parts[-1][1]
    return parts


def _in_a_list(items: list[list[Part]]) -> list[Part]:
    """The pieces of all items in one row, with what the language puts between items of a list; a space joins the pieces."""
    found: list[Part] = []
    for mark, (first, *rest) in zip(("", *list_marks(current_language(), len(items))), items, strict=True):
        close, _space, opening = mark.partition(" ")
        if found:
            found[-1] = found[-1][0] + close, found[-1][1]
        found += [(opening + first[0], first[1]), *rest]
    return found


def _sentence(name: str, clauses: list[list[Part]]) -> list[Part]:
    """One sentence about the seat of that name; to the reader where there is none."""
    parts = _in_a_list(clauses)
    parts[0] = f"{name} {parts[0][0]}" if name else you_do(parts[0][0]), parts[0][1]
    parts[-1] = f"{parts[-1][0]}.", parts[-1][1]
    return parts


class Chapter(msgspec.Struct, frozen=True):
    """A heading and the log lines of each ply under it. ``place``: its index among all chapters of the game."""

    title: str
    place: int
    ply: int
    plies: Plies
    folded: bool = False

    @property
    def moments(self) -> list[Moment]:
        """The moments of the chapter, in the order of play."""
        return moments_in(self.plies)


def chapters(log: Iterable[tuple[int, Lines]], began: int = 0, before: int = 0) -> list[Chapter]:
    """The game log of plies, each given by its number and its lines, in the order of play.

    ``began``: the ply of the first decision; earlier plies without a heading of the game's are listed under the set-up's.
    The set-up is folded as soon as more has happened. ``before``: the chapters that were left out (``left_out``).
    """
    found: list[tuple[str, int, list[tuple[int, Lines]]]] = []
    setup, last = _("Set-up"), None
    for ply, of_ply in log:
        for lines in (of_ply,) if len(of_ply) == 1 else _split(of_ply):
            title = lines[0].chapter or (setup if ply < began else "")
            if title != last:
                last = title
                found.append((title, ply, []))
            found[-1][2].append((ply, lines))
    folds = len(found) > 1 and bool(found[0][0]) and found[0][1] < max(began, 1)
    return [
        Chapter(title, before + n, ply, tuple(plies), folded=folds and n == 0) for n, (title, ply, plies) in enumerate(found)
    ]


def headings(log: Sequence[Lines], began: int = 0) -> list[tuple[int, str]]:
    """The chapters with a title of ``chapters``, each by the ply that it begins with, without their lines."""
    return [(ply, title) for ply, title in _titles(log, began) if title]


def _titles(log: Sequence[Lines], began: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    setup = _("Set-up")
    for ply, of_ply in enumerate(log):
        for line in of_ply:
            title = line.chapter or (setup if ply < began else "")
            if not found or title != found[-1][1]:
                found.append((ply, title))
    return found


def left_out(log: Sequence[Lines], first: int, began: int = 0) -> int:
    """The chapters of a whole log that end before its ply ``first``."""
    titles = _titles(log, began)
    begun = sum(ply < first for ply, _title in titles)
    starts = begun < len(titles) and titles[begun][0] == first
    goes_on = begun and _titles(log[first : first + 1], began - first)[:1] == [(0, titles[begun - 1][1])]
    return begun - 1 if goes_on or (begun and not starts) else begun


@memo(maxsize=4096)
def addressed(lines: Lines, reader: int) -> Lines:
    """The lines of a ply as the player of a seat reads them: "You" for the own seat."""
    return tuple([as_read_by(line, reader) for line in lines]) if any(line.to for line in lines) else lines


@memo(maxsize=4096)
def _split(lines: Lines) -> tuple[Lines, ...]:
    """The lines of a ply, those under different headings apart."""
    return tuple(tuple(group) for _chapter, group in groupby(lines, lambda line: line.chapter))


def parts_of(plies: Plies) -> list[Plies]:
    """A chapter's plies in parts of about ``PART`` plies, none of which divides a moment. Parts stay the same as the game
    goes on."""
    found, begun = [], 0
    for n in range(1, len(plies)):
        (_ply, last), (ply, lines) = plies[n - 1], plies[n]
        if ply // PART > plies[begun][0] // PART and not _goes_on(last[-1], lines[0]):
            found.append(plies[begun:n])
            begun = n
    return [*found, plies[begun:]]


def moments(log: Iterable[tuple[int, Lines]]) -> list[Moment]:
    """The moments of plies, each given by its number and its lines, in the order of play."""
    return [moment for chapter in chapters(log) for moment in chapter.moments]


def moments_in(plies: Plies) -> list[Moment]:
    """The moments of plies under one heading, in the order of play."""
    found: list[Moment] = []
    begun, after, row = 0, 0, list[LogLine]()
    for ply, lines in plies:
        for line in lines:
            if not row or not _goes_on(row[-1], line):
                if row:
                    found.append(Moment(begun, after, row[0].seat, tuple(row)))
                begun, row = ply, []
            row.append(line)
            after = ply + 1
    return [*found, Moment(begun, after, row[0].seat, tuple(row))] if row else found


def _goes_on(last: LogLine, line: LogLine) -> bool:
    """True if a line continues the one before it: an action of the same seat."""
    return line.clause is not None and last.clause is not None and line.seat is not None and last.seat == line.seat
