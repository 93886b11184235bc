"""The data of a game review: decisions, players, falls of the curve, and how they are written as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from hanlin.core.i18n.language import current_language

VERSION = 2
"""The version of what a stored review says: one of another version is made anew. 2: the curve by rollouts to the end."""
SCHEMA = "hanlin.review/1"
"""Of a review as JSON."""
Cause = Literal["decision", "event", "others", "luck"]


@dataclass(slots=True)
class Source:
    """A difference in points and the names of its source, by language."""

    names: dict[str, str]
    points: float

    @property
    def name(self) -> str:
        """The name in the current language, otherwise in the first available one."""
        return self.names.get(current_language()) or next(iter(self.names.values()))


@dataclass(slots=True)
class Decision:
    """A decision between several legal actions. ``ply`` and seats count from 0.

    ``result`` and ``best_result``: the expected share of the win after the played and after the best action; ``shares`` and
    ``played_shares``: those of every seat after the best and the played action, all from the view of the deciding seat;
    ``lines``: the three best actions of the search with their results.
    """

    ply: int
    seat: int
    action: str
    best: str
    result: float
    best_result: float
    shares: list[float]
    played_shares: list[float]
    lines: list[tuple[str, float]]
    why: list[Source] = field(default_factory=list)
    """For a costly decision: the points that the best action would have gained, by source, the largest first."""
    value: list[float] = field(default_factory=list)
    """The shares of all seats after the played action, with what was hidden from the player; empty in old reviews."""
    luck: list[float] = field(default_factory=list)
    """The change of these shares by chance before the next decision: found against expected."""
    following: list[float] = field(default_factory=list)
    """The shares right before the next decision; empty at the end."""

    @property
    def loss(self) -> float:
        """The share of the win that it cost."""
        return max(0.0, self.best_result - self.result)


@dataclass(slots=True)
class SeatReview:
    """The summary of one seat. ``accuracy``: the part of its decisions without a loss; ``costly``: the plies of the decisions
    that cost most, worst first.

    The curve of the seat changes over the game by ``luck + others + rest - lost``. ``lost``: the sum of all losses, each as far
    as the share was there to be lost; ``luck``: the gain or loss by chance; ``others``: what the others' decisions changed;
    ``rest``: what the evaluation changed without any of these ("it changed its mind").
    """

    accuracy: float
    lost: float
    luck: float
    costly: list[int]
    others: float = 0.0
    rest: float = 0.0


@dataclass(slots=True)
class Fall:
    """A drop of a seat's share of the win within a chapter (a month, a round).

    ``first``, ``last``: the plies where it begins and ends; ``before``, ``after``: the shares there; ``chapter``: the number
    of the chapter, -1 in a game without chapters; ``decision``: the ply of the seat's last decision that would have avoided
    most of it, with ``better``, the action that would have, and ``gain``, the share of the win that this action was worth.
    """

    seat: int
    chapter: int
    first: int
    last: int
    before: float
    after: float
    cause: Cause
    decision: int | None = None
    better: str = ""
    gain: float = 0.0


@dataclass(slots=True)
class Step:
    """The changes of all seats' shares from one decision to the next. ``others``: by the next decision, for the seats that do
    not take it, and what it offered to the seat that does; ``rest``: what is left."""

    cost: list[float]
    luck: list[float]
    others: list[float]
    rest: list[float]


@dataclass(slots=True)
class Review:
    """The review of a game. ``chapters``: the first ply and the heading of each chapter (a month, a round) of the game log."""

    game: str
    players: int
    names: list[str]
    decisions: list[Decision]
    seats: list[SeatReview]
    chapters: list[tuple[int, str]]
    seconds: float
    final: list[float]
    hinted: list[int] = field(default_factory=list)
    """The plies of decisions before which a hint was taken, if known."""
    falls: list[Fall] = field(default_factory=list)
    shares: list[list[float]] = field(default_factory=list)
    """The curve: the shares of all seats at each decision, with all information."""
    version: int = 0
    """``VERSION`` where it was made; 0: of a former release."""

    def curve(self) -> list[tuple[int, list[float]]]:
        """The win shares of all seats by ply, ending with the result."""
        last = self.decisions[-1].ply + 1 if self.decisions else 0
        shares = self.shares or [decision.shares for decision in self.decisions]
        found = [(decision.ply, of) for decision, of in zip(self.decisions, shares, strict=True)]
        return [*found, (last, self.final)] if self.final else found

    def title(self, ply: int) -> str:
        """The heading of the chapter of a ply; empty in a game without chapters."""
        number = self.chapter_at(ply)
        return self.chapters[number][1] if number >= 0 else ""

    def chapter_at(self, ply: int) -> int:
        """The number of the chapter of a ply; -1 in a game without chapters."""
        return max((number for number, (start, _title) in enumerate(self.chapters) if start <= ply), default=-1)

    def chapters_of_curve(self) -> Iterator[tuple[int, list[tuple[int, list[float]]]]]:
        """The curve by chapters, each with the next point, to which its last event leads; without chapters, by step."""
        points = [(ply, shares) for ply, shares in self.curve() if shares]
        starts = [start for start, _title in self.chapters] or [ply for ply, _shares in points]
        for number, start in enumerate(starts):
            end = starts[number + 1] if number + 1 < len(starts) else points[-1][0] + 1 if points else 0
            inside = [point for point in points if start <= point[0] < end]
            if inside:
                yield number if self.chapters else -1, inside + [point for point in points if point[0] >= end][:1]

    def costly(self) -> list[Decision]:
        """The most costly decisions of all players, in the order of play."""
        plies = {ply for seat in self.seats for ply in seat.costly}
        return [decision for decision in self.decisions if decision.ply in plies]

    def as_json(self, texts: Sequence[str] = ()) -> dict[str, Any]:
        """The review as JSON, including the basis of the evaluation; plies and seats count from 0.

        ``texts``: the sentences of the falls.
        """
        rows = [
            {**asdict(each), "loss": round(each.loss, 4), "why": {source.name: source.points for source in each.why}}
            for each in self.decisions
        ]
        return {
            "schema": SCHEMA,
            "game": self.game,
            "players": self.players,
            "names": self.names,
            "judged_by": "what each player saw at the time",
            "seconds_per_decision": self.seconds,
            "seats": [asdict(seat) for seat in self.seats],
            "luck": [seat.luck for seat in self.seats],
            "others": [seat.others for seat in self.seats],
            "rest": [seat.rest for seat in self.seats],
            "chapters": [{"ply": ply, "title": title} for ply, title in self.chapters],
            "curve": [{"ply": ply, "shares": shares} for ply, shares in self.curve()],
            "decisions": rows,
            "falls": [
                {
                    "seat": fall.seat,
                    "from": fall.before,
                    "to": fall.after,
                    "ply_from": fall.first,
                    "ply_to": fall.last,
                    "chapter": self.chapters[fall.chapter][1] if fall.chapter >= 0 else "",
                    "cause": fall.cause,
                    "decision": fall.decision,
                    "text": text,
                }
                for fall, text in zip(self.falls, texts or [""] * len(self.falls), strict=True)
            ],
            "hinted": self.hinted,
        }
