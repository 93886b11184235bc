"""The chronicle of a table: chapters, and in each one line for what a seat does in a row. No web here.

Lines come from the game's words, ply by ply; those of one seat that follow each other are told as one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hanlin.core.faces import LogLine, labelled
from hanlin.core.language import _


@dataclass(slots=True)
class Moment:
    """What was done in a row: a sentence. ``after`` is the first ply that shows all of it, ``ply`` the one it began with."""

    ply: int
    after: int
    seat: int | None
    lines: list[LogLine] = field(default_factory=list)

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


@dataclass(slots=True)
class Chapter:
    """A heading and what happened under it. ``place``: where it stands among all chapters that are shown."""

    title: str
    place: int
    ply: int
    moments: list[Moment] = field(default_factory=list)
    folded: bool = False


def chapters(log: Sequence[Sequence[LogLine]], first: int = 0, began: int = 0) -> list[Chapter]:
    """The chronicle of plies from number ``first`` on, in the order of play.

    ``began``: the ply of the first decision; what comes before it and has no heading of the game's stands under the set-up's.
    The set-up is folded as soon as more has happened.
    """
    found: list[Chapter] = []
    for ply, lines in enumerate(log, first):
        for line in lines:
            title = line.chapter or (_("Set-up") if ply < began else "")
            if not found or found[-1].title != title:
                found.append(Chapter(title, len(found), ply))
            _tell(found[-1].moments, ply, line)
    if len(found) > 1 and found[0].title and first == 0:
        found[0].folded = True
    return found


def moments(log: Sequence[Sequence[LogLine]], first: int = 0) -> list[Moment]:
    """What happened from ply ``first`` on, in the order of play."""
    return [moment for chapter in chapters(log, first) for moment in chapter.moments]


def _tell(told: list[Moment], ply: int, line: LogLine) -> None:
    """Add a line: to what the same seat just did, where it reads as its continuation."""
    last = told[-1] if told else None
    goes_on = last is not None and line.clause is not None and line.seat is not None and last.seat == line.seat
    if last is None or not goes_on or last.lines[-1].clause is None:
        told.append(Moment(ply, ply + 1, line.seat, [line]))
    else:
        last.lines.append(line)
        last.after = ply + 1
