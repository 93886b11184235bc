"""A game read afterwards: what each decision gave away, who was lucky, and where the game was won.

Every decision is judged by what its player could see then: the search gets the seat's view of that moment, never the rest. What
was played and the best that was found are then played on side by side, in the same guesses at what was hidden and with the same
luck, so that their difference is one of the actions and not of chance. All figures are shares of a win, from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from hanlin.bots import policies
from hanlin.bots.bot import POLICIES
from hanlin.bots.evaluation import MOST_SEATS
from hanlin.bots.hints import in_words, search_setup, side_by_side
from hanlin.bots.search import Budget, Searcher
from hanlin.core.i18n.language import current_language, language
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.events import listening
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.presentation import LogLine

SECONDS = 0.1
"""CPU time for the search of each decision, where nothing else is said."""
PLAIN_ITERATIONS = 16
"""Of that search at plain speed."""
ROUNDS = 48
"""Guesses in which what was played and the best are played on side by side."""
GOOD = 0.01
"""A loss below this share of a win is none: the search itself is not surer than that."""
COSTLY = 3
"""How many of each player's decisions are looked at closely."""
CLIFF = 0.15
"""A fall of a player's share within a chapter (a month, a round) from which on it must be explained."""
FUTURES = 6
"""Games that are played to the end after each of two actions, to see where their points come from."""
LONGEST_FUTURE, PLAIN_FUTURE = 1 << 12, 24
"""How many actions such a game has at most; at plain speed it is not played to the end."""


@dataclass(slots=True)
class Source:
    """A difference in points, and what they come from, in the game's words: by language."""

    names: dict[str, str]
    points: float

    @property
    def name(self) -> str:
        """In the current language, or in the first that there is."""
        return self.names.get(current_language()) or next(iter(self.names.values()))


@dataclass(slots=True)
class Decision:
    """One decision with a choice. ``ply`` counts from 0; seats from 0.

    ``result`` and ``best_result``: the share of a win expected of what was played and of the best found; ``shares``: that of
    every seat if the best is played; ``lines``: the three best actions with their results, as the search saw them.
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
    """Of a costly decision: what the best would have brought more, in points by their source, the largest first."""

    @property
    def loss(self) -> float:
        """The share of a win that it gave away."""
        return max(0.0, self.best_result - self.result)


@dataclass(slots=True)
class SeatReview:
    """What came of one seat. ``accuracy``: the part of its decisions that gave nothing away; ``lost``: what all of them gave
    away together; ``luck``: what draws gave or took; ``costly``: the plies of the decisions that cost most, worst first."""

    accuracy: float
    lost: float
    luck: float
    costly: list[int]


@dataclass(frozen=True, slots=True)
class Fall:
    """A fall of a seat's share of the win within a chapter that the decisions marked as costly do not explain.

    ``first``, ``last``: the plies between which it fell, ``before``, ``after``: from what to what; ``marked``: the costs of the
    marked decisions between them; ``title``: the chapter's heading, empty in a game without chapters.
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
    """A game that was read. ``chapters``: the first ply of each (a month, a round) in the game log, with its heading."""

    game: str
    players: int
    names: list[str]
    decisions: list[Decision]
    seats: list[SeatReview]
    chapters: list[tuple[int, str]]
    seconds: float
    final: list[float]
    hinted: list[int] = field(default_factory=list)
    """The plies of the decisions before which a hint was taken, as far as that is known."""

    def curve(self) -> list[tuple[int, list[float]]]:
        """The win shares of all seats over the game, by ply; at the end the result."""
        last = self.decisions[-1].ply + 1 if self.decisions else 0
        return [(decision.ply, decision.shares) for decision in self.decisions] + ([(last, self.final)] if self.final else [])

    def falls(self) -> list[Fall]:
        """The falls of ``CLIFF`` or more within a chapter of which the marked decisions leave more than half, or as much as a
        whole cliff, unexplained. In the order of play."""
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
        """The curve by chapters, each with the point after it, to which its last event leads; without any, step by step."""
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
        """The decisions that cost most, of all players, in the order of play."""
        plies = {ply for seat in self.seats for ply in seat.costly}
        return [decision for decision in self.decisions if decision.ply in plies]

    def as_json(self) -> dict[str, Any]:
        """The review for programs; what it saw is said as well."""
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
    """The plies at which a seat had a choice."""
    return [ply for ply, position in walk(end) if position.actor >= 0 and len(position.legal_codes) > 1]


def walk(end: Position) -> Iterator[tuple[int, Position]]:
    """The position before each ply of a game: one object, played on from ply to ply."""
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
    """Read a game up to ``end`` (a whole position). ``progress`` hears how many decisions are done, of how many.

    Raise anything from ``progress`` to stop it.
    """
    reader = Reader(end, seconds, fast)
    plies = decisions_of(end)
    total = len(plies)
    decisions = []
    for done, ply in enumerate(plies):
        decisions.append(reader.judge(ply))
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
    """The review of a game whose decisions were judged, still without the reasons of those that cost most."""
    final = _final_shares(end)
    seats = [_seat_review(seat, decisions, final) for seat in range(end.players)]
    called = list(names) if names else [""] * end.players
    told = chapters_of(end) if chapters is None else list(chapters)
    return Review(end.game.name, end.players, called, decisions, seats, told, 0.0, final)


class Reader:
    """Judges the decisions of one game.

    seconds: CPU time for the search of each; ``iterations`` in its place give the same review anywhere. languages: those in
    which the sources of points are told (the current one where nothing is said).
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

    def judge(self, ply: int) -> Decision:
        """One decision, as its player saw it."""
        position = self.end.at(ply)
        seat, played = position.actor, self.end.moves[ply][1]
        seen = position.seen_by(seat)
        thought = self._searcher.think(seen.state, seat, self._budget, ("review", ply))
        codes = [thought.code]
        code = position.code(played)
        if code != thought.code:
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
            lines=[(text(position.state, line.code), round(line.result, 4)) for line in thought.lines[:3]],
        )

    def why(self, decision: Decision) -> list[Source]:
        """What the best would have brought more than what was played, in points of the seat by source, the largest first."""
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
        """The results of all seats after each action, in the same guesses and with the same luck."""
        rounds, replies = (ROUNDS, 2 * seen.players) if self.fast else (2, 0)
        found = side_by_side(seen, codes, rounds, ("side by side", ply), replies, self.fast)
        return [[round(share, 4) for share in shares] for shares in found]

    def _future(
        self, position: Position, decision: Decision, action: str, number: int, names: dict[str, dict[str, str]]
    ) -> dict[str, float]:
        """A game played on by greedy bots after an action, in a guess of what its player saw: the seat's points by source.

        names: to which is added what a source is called in each language.
        """
        states = np.frombuffer(position.seen_by(decision.seat).state.tobytes(), position.game.dtype).copy()
        generic.guess(states[0], seeded("future", decision.ply, number))
        sources: dict[str, float] = {}
        first = Position(position.game, states.copy(), position.options).code(action)
        points = self._points(states, decision.seat)
        for before, code in self._played_on(states, first, number):
            # Only what changes the seat's points is told, since telling everything takes long.
            points, had = self._points(states, decision.seat), points
            if points != had:
                self._tell(Position(position.game, before, position.options), code, decision.seat, names, sources)
        return sources

    def _tell(self, whole: Position, code: int, seat: int, names: dict[str, dict[str, str]], sources: dict[str, float]) -> None:
        """Add the points that an action brings a seat to its sources."""
        actor, text = whole.actor, whole.game.text(whole.state, code)
        before = whole.copy()
        with listening() as told:
            whole.apply(code)
        spoken = self._languages or (current_language(),)
        lines = {tongue: self._lines_in(tongue, before, actor, text, told) for tongue in spoken}
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

    def _lines_in(self, code: str, before: Position, actor: int, text: str, told: Any) -> list[LogLine]:
        with language(code):
            return list(self.end.game.words.log(before, actor, text, told))

    def _played_on(self, states: Any, code: int, number: int) -> Iterator[tuple[Any, int]]:
        """An action, then greedy bots to the end of the game; ``states`` is played on. Of each ply what was before, and how."""
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
    """All falls of ``CLIFF`` or more along a curve, each from its top to its bottom: the deepest, and those beside it."""
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
    """An action in words, as the chronicle would tell it to whoever decided at that ply."""
    position = end.at(ply)
    seen = position.seen_by(position.actor)
    return in_words(seen, [(position.actor, action)], f"said {ply}")[0]


def happened(end: Position, fall: Fall) -> list[str]:
    """The lines of the game log about nobody in particular (an event, a scoring) while a share fell."""
    found: list[str] = []
    position = end.at(fall.first)
    for actor, text in end.moves[fall.first : fall.last]:
        before = position.copy()
        with listening() as told:
            position.play(text)
        lines = end.game.words.log(before, actor, text, told)
        found += [line.text for line in lines if line.seat is None and fall.title in ("", line.chapter)]
    return list(dict.fromkeys(found))


def chapters_of(end: Position) -> list[tuple[int, str]]:
    """The chapters of the game log: the first ply and the heading of each.

    A ply that still brings something under the heading before (a month's event) belongs to that one.
    """
    found: list[tuple[int, str]] = []
    for ply, position in walk(end):
        actor, text = end.moves[ply]
        with listening() as told:
            position.copy().play(text)
        for number, line in enumerate(end.game.words.log(position, actor, text, told)):
            if line.chapter and (not found or found[-1][1] != line.chapter):
                found.append((ply + bool(number), line.chapter))
    return found
