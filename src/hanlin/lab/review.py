"""Game reviews: the cost of each decision, the luck of each player, and the turning points.

Every decision is evaluated from the view of its player at that moment, without hidden information. The action that was played
and the best one found are compared with common random numbers: in the same determinizations and with the same luck, so that
only the actions make a difference. All figures are shares of the win, from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from warnings import warn

import numpy as np

from hanlin.bots import policies
from hanlin.bots.bot import POLICIES
from hanlin.bots.evaluation import MOST_SEATS
from hanlin.bots.hints import in_words, search_setup, side_by_side
from hanlin.bots.search import Budget, Searcher
from hanlin.core.i18n.language import current_language, language
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.presentation import LogLine

SECONDS = 0.1
"""CPU seconds for the search of each decision, by default."""
PLAIN_ITERATIONS = 16
"""Iterations of that search at plain speed."""
ROUNDS = 48
"""Determinizations in which the played and the best action are compared."""
GOOD = 0.01
"""A smaller loss, as a share of the win, counts as none: it is within the error of the search."""
COSTLY = 3
"""The number of explained decisions for each player."""
CLIFF = 0.15
"""The least drop of a player's share within a chapter (a month, a round) that needs an explanation."""
FUTURES = 6
"""Games that are played to the end after each of two actions, to see the sources of their points."""
LONGEST_FUTURE, PLAIN_FUTURE = 1 << 12, 24
"""Most actions of such a game; at plain speed it is not played to the end."""


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
    ``played_shares``: those of every seat after the best and the played action; ``lines``: the three best actions of the
    search with their results.
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

    @property
    def loss(self) -> float:
        """The share of the win that it cost."""
        return max(0.0, self.best_result - self.result)


@dataclass(slots=True)
class SeatReview:
    """The summary of one seat. ``accuracy``: the part of its decisions without a loss; ``lost``: the sum of all losses;
    ``luck``: the gain or loss by chance; ``costly``: the plies of the decisions that cost most, worst first."""

    accuracy: float
    lost: float
    luck: float
    costly: list[int]


@dataclass(frozen=True, slots=True)
class Fall:
    """A drop of a seat's share of the win within a chapter that its costly decisions do not explain.

    ``first``, ``last``: the plies where it begins and ends; ``before``, ``after``: the shares there; ``marked``: the cost of
    costly decisions in between; ``title``: the heading of the chapter, empty in a game without chapters.
    """

    seat: int
    title: str
    first: int
    last: int
    before: float
    after: float
    marked: float


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

    def curve(self) -> list[tuple[int, list[float]]]:
        """The win shares of all seats by ply, ending with the result."""
        last = self.decisions[-1].ply + 1 if self.decisions else 0
        return [(decision.ply, decision.shares) for decision in self.decisions] + ([(last, self.final)] if self.final else [])

    def falls(self) -> list[Fall]:
        """The drops of ``CLIFF`` or more within a chapter of which more than half, or at least ``CLIFF``, is not explained by
        costly decisions. In the order of play."""
        found = []
        losses = {decision.ply: decision.loss for decision in self.decisions}
        for title, points in self._chapters_of_curve():
            for seat in range(self.players):
                for (first, before), (last, after) in _cliffs([(ply, shares[seat]) for ply, shares in points]):
                    marked = sum(losses.get(ply, 0.0) for ply in self.seats[seat].costly if first <= ply < last)
                    if before - after - marked > min(CLIFF, (before - after) / 2) - 1e-9:
                        found.append(Fall(seat, title, first, last, before, after, round(marked, 4)))
        return found

    def _chapters_of_curve(self) -> list[tuple[str, list[tuple[int, list[float]]]]]:
        """The curve by chapters, each with the next point, to which its last event leads; without chapters, by step."""
        points = [(ply, shares) for ply, shares in self.curve() if shares]
        starts = self.chapters or [(ply, "") for ply, _shares in points]
        found = []
        for number, (start, title) in enumerate(starts):
            end = starts[number + 1][0] if number + 1 < len(starts) else points[-1][0] + 1 if points else 0
            inside = [point for point in points if start <= point[0] < end]
            following = [point for point in points if point[0] >= end][:1]
            if inside:
                found.append((title, inside + following))
        return found

    def costly(self) -> list[Decision]:
        """The most costly decisions of all players, in the order of play."""
        plies = {ply for seat in self.seats for ply in seat.costly}
        return [decision for decision in self.decisions if decision.ply in plies]

    def as_json(self) -> dict[str, Any]:
        """The review as JSON, including the basis of the evaluation."""
        rows = [
            {**asdict(each), "loss": round(each.loss, 4), "why": {source.name: source.points for source in each.why}}
            for each in self.decisions
        ]
        return {
            "game": self.game,
            "players": self.players,
            "names": self.names,
            "judged_by": "what each player saw at the time",
            "seconds_per_decision": self.seconds,
            "seats": [asdict(seat) for seat in self.seats],
            "chapters": [{"ply": ply, "title": title} for ply, title in self.chapters],
            "curve": [{"ply": ply, "shares": shares} for ply, shares in self.curve()],
            "decisions": rows,
            "falls": [asdict(fall) for fall in self.falls()],
            "hinted": self.hinted,
        }


def decisions_of(end: Position) -> list[int]:
    """The plies at which a seat had several legal actions."""
    return [ply for ply, position in walk(end) if position.actor >= 0 and len(position.legal_codes) > 1]


def walk(end: Position) -> Iterator[tuple[int, Position]]:
    """Yield the position before each ply of a game: one object that is played on from ply to ply."""
    position = end.at(0)
    for ply, (_actor, text) in enumerate(end.moves):
        yield ply, position
        position.play(text)


def review(
    end: Position,
    names: list[str] | None = None,
    seconds: float = SECONDS,
    progress: Callable[[int, int], None] = lambda done, of: None,
    fast: bool = not PLAIN,
) -> Review:
    """Review a game up to ``end`` (a whole position). ``progress`` is called with the finished and the total decisions.

    Raise an exception from ``progress`` to stop.
    """
    reader = Reader(end, seconds, fast)
    plies = decisions_of(end)
    total = len(plies)
    decisions = []
    for done, ply in enumerate(plies):
        decisions.append(reader.evaluate(ply))
        progress(done + 1, total)
    found = assembled(end, decisions, names)
    found.seconds = seconds
    for decision in found.costly():
        decision.why = reader.why(decision)
    return found


def assembled(
    end: Position,
    decisions: list[Decision],
    names: Sequence[str] | None = None,
    chapters: Sequence[tuple[int, str]] | None = None,
) -> Review:
    """The review of a game whose decisions were evaluated, still without explanations of the costly ones."""
    final = _final_shares(end)
    seats = [_seat_review(seat, decisions, final) for seat in range(end.players)]
    called = list(names) if names else [""] * end.players
    headings = chapters_of(end) if chapters is None else list(chapters)
    return Review(end.game.name, end.players, called, decisions, seats, headings, 0.0, final)


class Reader:
    """Evaluates the decisions of one game.

    seconds: CPU time for the search of each; with ``iterations`` instead the review is the same on any machine. languages:
    those in which the sources of points are named, by default the current one.
    """

    def __init__(
        self,
        end: Position,
        seconds: float = SECONDS,
        fast: bool = not PLAIN,
        iterations: int | None = None,
        languages: Sequence[str] = (),
    ) -> None:
        self.end = end
        self.fast = fast
        self._budget = Budget(seconds=seconds, patience=True) if iterations is None else Budget(iterations=iterations)
        if not fast:
            self._budget = Budget(iterations=PLAIN_ITERATIONS)
        self._languages = tuple(languages)
        how, net = search_setup(end.game, end.players, fast)
        self._searcher = Searcher(end.game, how, fast, net=net)
        self._codes = np.zeros(end.game.max_actions, np.int32)
        self.final = _final_shares(end)

    def evaluate(self, ply: int) -> Decision:
        """Evaluate one decision from the view of its player."""
        position = self.end.at(ply)
        seat, played = position.actor, self.end.moves[ply][1]
        seen = position.seen_by(seat)
        result = self._searcher.think(seen.state, seat, self._budget, ("review", ply))
        codes = [result.code]
        code = position.code(played)
        if code != result.code:
            codes.append(code)
        results = self._side_by_side(seen, codes, ply)
        if len(codes) > 1 and results[1][seat] > results[0][seat]:
            codes.reverse()
            results.reverse()
        best = results[0]
        own = results[codes.index(code)]
        text = position.game.text
        return Decision(
            ply=ply,
            seat=seat,
            action=played,
            best=text(position.state, codes[0]),
            result=own[seat],
            best_result=best[seat],
            shares=best,
            played_shares=own,
            lines=[(text(position.state, line.code), round(line.result, 4)) for line in result.lines[:3]],
        )

    def judge(self, ply: int) -> Decision:
        """Former name of ``evaluate``."""
        warn("Reader.judge is now Reader.evaluate", DeprecationWarning, stacklevel=2)
        return self.evaluate(ply)

    def why(self, decision: Decision) -> list[Source]:
        """The points that the best action would have gained over the played one, by source, the largest first."""
        if decision.best == decision.action:
            return []
        position = self.end.at(decision.ply)
        totals: dict[str, float] = {}
        names: dict[str, dict[str, str]] = {}
        futures = FUTURES if self.fast else 1
        for action, sign in ((decision.best, 1.0), (decision.action, -1.0)):
            for future in range(futures):
                for source, points in self._future(position, decision, action, future, names).items():
                    totals[source] = totals.get(source, 0.0) + sign * points / futures
        found = [Source(names[name], round(points, 2)) for name, points in totals.items() if abs(points) >= 0.05]
        return sorted(found, key=lambda source: -abs(source.points))

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _side_by_side(self, seen: Position, codes: list[int], ply: int) -> list[list[float]]:
        """The mean results of all seats after each action, in the same determinizations with the same luck."""
        rounds, replies = (ROUNDS, 2 * seen.players) if self.fast else (2, 0)
        found = side_by_side(seen, codes, rounds, ("side by side", ply), replies, self.fast)
        return [[round(share, 4) for share in shares] for shares in found]

    def _future(
        self, position: Position, decision: Decision, action: str, number: int, names: dict[str, dict[str, str]]
    ) -> dict[str, float]:
        """Let greedy bots play on after an action, in a determinization of the view; return the seat's points by source.

        names: gets the names of the sources in each language.
        """
        states = np.frombuffer(position.seen_by(decision.seat).state.tobytes(), position.game.dtype).copy()
        generic.guess(states[0], seeded("future", decision.ply, number))
        sources: dict[str, float] = {}
        first = Position(position.game, states.copy(), position.options).code(action)
        points = self._points(states, decision.seat)
        for before, code in self._played_on(states, first, number):
            # Only actions that change the seat's points are described, since describing is slow.
            points, had = self._points(states, decision.seat), points
            if points != had:
                self._add_sources(Position(position.game, before, position.options), code, decision.seat, names, sources)
        return sources

    def _add_sources(
        self, whole: Position, code: int, seat: int, names: dict[str, dict[str, str]], sources: dict[str, float]
    ) -> None:
        """Add the points of a seat from an action to their sources."""
        actor, text = whole.actor, whole.game.text(whole.state, code)
        before = whole.copy()
        with capture() as events:
            whole.apply(code)
        spoken = self._languages or (current_language(),)
        lines = {tongue: self._lines_in(tongue, before, actor, text, events) for tongue in spoken}
        for n, line in enumerate(lines[spoken[0]]):
            if line.points and line.seat == seat:
                name = line.source or line.text
                names.setdefault(name, {tongue: said[n].source or said[n].text for tongue, said in lines.items()})
                sources[name] = sources.get(name, 0.0) + line.points

    @staticmethod
    def _points(states: Any, seat: int) -> int:
        points = np.zeros(MOST_SEATS, np.int64)
        generic.scores(states[0], points)
        return int(points[seat])

    def _lines_in(self, code: str, before: Position, actor: int, text: str, events: Any) -> list[LogLine]:
        with language(code):
            return list(self.end.game.words.log(before, actor, text, events))

    def _played_on(self, states: Any, code: int, number: int) -> Iterator[tuple[Any, int]]:
        """Play an action, then greedy bots to the end, in ``states``; yield the state before each ply and its code."""
        run = policies.whole_game_fast if self.fast else policies.whole_game
        one, rng = np.zeros(1, np.int32), seeded("greedily", number)
        scratch, policy_ids = np.zeros(3, states.dtype), np.full(self.end.players, POLICIES["greedy"], np.int64)
        before = states.copy()
        generic.play(states[0], code)
        yield before, code
        for _ in range(LONGEST_FUTURE if self.fast else PLAIN_FUTURE):
            before = states.copy()
            if not run(states, scratch, policy_ids, self._codes, one, rng):
                return
            yield before, int(one[0])


def _seat_review(seat: int, decisions: list[Decision], final: list[float]) -> SeatReview:
    own = [decision for decision in decisions if decision.seat == seat]
    good = sum(decision.loss < GOOD for decision in own)
    costly = sorted((decision for decision in own if decision.loss >= GOOD), key=lambda decision: -decision.loss)[:COSTLY]
    luck = 0.0
    for this, following in zip(decisions, [*(d.shares for d in decisions[1:]), final], strict=True):
        if following:
            luck += following[seat] - this.played_shares[seat]
    lost = sum(decision.loss for decision in own)
    return SeatReview(
        accuracy=round(good / len(own), 4) if own else 1.0,
        lost=round(lost, 4),
        luck=round(luck, 4),
        costly=[decision.ply for decision in costly],
    )


def _cliffs(points: Sequence[tuple[int, float]]) -> list[tuple[tuple[int, float], tuple[int, float]]]:
    """All drops of ``CLIFF`` or more along a curve, from top to bottom: the deepest, and those before and after it."""
    top, deepest = 0, (0, 0)
    for k, (_ply, share) in enumerate(points):
        if share > points[top][1]:
            top = k
        if points[top][1] - share > points[deepest[0]][1] - points[deepest[1]][1]:
            deepest = top, k
    first, last = deepest
    if points[first][1] - points[last][1] < CLIFF - 1e-9:
        return []
    return [*_cliffs(points[: first + 1]), (points[first], points[last]), *_cliffs(points[last:])]


def _final_shares(end: Position) -> list[float]:
    winners = end.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(end.players)] if winners else []


def said(end: Position, ply: int, action: str) -> str:
    """The text of an action in the game log, as the player who decided at that ply would read it."""
    position = end.at(ply)
    seen = position.seen_by(position.actor)
    return in_words(seen, [(position.actor, action)], f"said {ply}")[0]


def happened(end: Position, fall: Fall) -> list[str]:
    """The lines of the game log during a drop that concern no single seat (an event, a scoring)."""
    found: list[str] = []
    position = end.at(fall.first)
    for actor, text in end.moves[fall.first : fall.last]:
        before = position.copy()
        with capture() as events:
            position.play(text)
        lines = end.game.words.log(before, actor, text, events)
        found += [line.text for line in lines if line.seat is None and fall.title in ("", line.chapter)]
    return list(dict.fromkeys(found))


def chapters_of(end: Position) -> list[tuple[int, str]]:
    """The chapters of the game log: the first ply and the heading of each.

    A ply with log lines under the previous heading (such as a month's event) belongs to the previous chapter.
    """
    found: list[tuple[int, str]] = []
    for ply, position in walk(end):
        actor, text = end.moves[ply]
        with capture() as events:
            position.copy().play(text)
        for number, line in enumerate(end.game.words.log(position, actor, text, events)):
            if line.chapter and (not found or found[-1][1] != line.chapter):
                found.append((ply + bool(number), line.chapter))
    return found
