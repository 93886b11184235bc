"""The chronicle of a table: chapters, and in each one line for what a seat does in a row. No web here.

Lines come from the game's words, ply by ply; those of one seat that follow each other are told as one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import msgspec

from hanlin.core.faces import LogLine, labelled
from hanlin.core.language import _
from hanlin.core.memo import memo

Lines = tuple[LogLine, ...]
"""What is told of a ply."""
Plies = tuple[tuple[int, Lines], ...]
"""Plies by their numbers, each with what is told of it."""
PART = 8
"""Plies of a chapter that are told together: what stands in earlier ones need not be looked at again."""


class Moment(msgspec.Struct, frozen=True, cache_hash=True):
    """What was done in a row: a sentence. ``after`` is the first ply that shows all of it, ``ply`` the one it began with."""

    ply: int
    after: int
    seat: int | None
    lines: Lines

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)

    def parts(self, name: str) -> list[tuple[str, LogLine]]:
        """The sentence in pieces, each with the line that it tells of."""
        if len(self.lines) == 1:
            return [(self.lines[0].text, self.lines[0])]
        said = [line for line in self.lines if line.clause]
        if not said:
            return [(line.text, line) for line in self.lines[:1]]
        # A clause whose sentence begins with the name follows it; one about something of the seat's stands after a colon.
        first = f"{name} {said[0].clause}" if said[0].text.startswith(f"{name} ") else labelled(name, said[0].clause)
        texts = [first, *(line.clause or "" for line in said[1:])]
        ends = [","] * (len(said) - 1) + ["."]
        return [(text + end, line) for text, end, line in zip(texts, ends, said, strict=True)]

    def text(self, name: str) -> str:
        """The whole sentence."""
        return " ".join(text for text, _line in self.parts(name))


class Chapter(msgspec.Struct, frozen=True):
    """A heading and what is told under it: the lines of each ply. ``place``: where it stands among all that are shown."""

    title: str
    place: int
    ply: int
    told: Plies
    folded: bool = False

    @property
    def moments(self) -> list[Moment]:
        """What happened, in the order of play."""
        return moments_in(self.told)


def chapters(log: Iterable[tuple[int, Lines]], began: int = 0) -> list[Chapter]:
    """The chronicle of plies, each told by its number and its lines, in the order of play.

    ``began``: the ply of the first decision; what comes before it and has no heading of the game's stands under the set-up's.
    The set-up is folded as soon as more has happened.
    """
    found: list[tuple[str, int, list[tuple[int, Lines]]]] = []
    setup, last = _("Set-up"), None
    for ply, told in log:
        for lines in (told,) if len(told) == 1 else _parted(told):
            title = lines[0].chapter or (setup if ply < began else "")
            if title != last:
                last = title
                found.append((title, ply, []))
            found[-1][2].append((ply, lines))
    folds = len(found) > 1 and bool(found[0][0]) and found[0][1] == 0
    return [
        Chapter(title, place, ply, tuple(told), folded=folds and place == 0) for place, (title, ply, told) in enumerate(found)
    ]


@memo(maxsize=4096)
def _parted(lines: Lines) -> tuple[Lines, ...]:
    """The lines of a ply, those under different headings apart."""
    return tuple(tuple(group) for _chapter, group in groupby(lines, lambda line: line.chapter))


def parts_of(told: Plies) -> list[Plies]:
    """What is told in a chapter in parts of about ``PART`` plies, none of which divides a moment. They stay as the game goes
    on."""
    found, begun = [], 0
    for n in range(1, len(told)):
        (_ply, last), (ply, lines) = told[n - 1], told[n]
        if ply // PART > told[begun][0] // PART and not _goes_on(last[-1], lines[0]):
            found.append(told[begun:n])
            begun = n
    return [*found, told[begun:]]


def moments(log: Iterable[tuple[int, Lines]]) -> list[Moment]:
    """What happened in plies, each told by its number and its lines, in the order of play."""
    return [moment for chapter in chapters(log) for moment in chapter.moments]


def moments_in(told: Plies) -> list[Moment]:
    """What happened in plies under one heading, in the order of play."""
    found: list[Moment] = []
    begun, after, row = 0, 0, list[LogLine]()
    for ply, lines in told:
        for line in lines:
            if not row or not _goes_on(row[-1], line):
                if row:
                    found.append(Moment(begun, after, row[0].seat, tuple(row)))
                begun, row = ply, []
            row.append(line)
            after = ply + 1
    return [*found, Moment(begun, after, row[0].seat, tuple(row))] if row else found


def _goes_on(last: LogLine, line: LogLine) -> bool:
    """Whether a line reads as the continuation of the one before it: of what the same seat just did."""
    return line.clause is not None and last.clause is not None and line.seat is not None and last.seat == line.seat
