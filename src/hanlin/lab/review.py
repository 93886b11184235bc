"""Game reviews: the cost of each decision, the luck of each player, the turning points, and what explains them.

Every decision is evaluated from the view of its player at that moment, without hidden information. The action that was played
and the best one found are compared with common random numbers: in the same determinizations and with the same luck, so that
only the actions make a difference. All figures are shares of the win, from 0 to 1. ``review_accounts`` adds them up to the
curve, ``review_falls`` explains where it drops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from warnings import warn

import numpy as np

from hanlin.bots.futures import scoring_plies
from hanlin.bots.hints import search_setup
from hanlin.bots.search import Budget, Searcher
from hanlin.core.i18n.language import current_language, language
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE
from hanlin.core.verbs.presentation import LogLine
from hanlin.lab.review_accounts import account, seat_reviews
from hanlin.lab.review_evaluation import Evaluation
from hanlin.lab.review_falls import LookBack, falls_of, learn, look_back, said
from hanlin.lab.review_model import VERSION, Decision, Fall, Review, SeatReview, Source

__all__ = [
    "Decision",
    "Fall",
    "Reader",
    "Review",
    "SeatReview",
    "Source",
    "assembled",
    "chapters_of",
    "decisions_of",
    "review",
    "said",
    "walk",
]

SECONDS = 0.1
"""CPU seconds for the search of each decision, by default."""
PLAIN_ITERATIONS = 16
"""Iterations of that search at plain speed."""
ROUNDS, AGAIN = 64, 4
"""Determinizations in which actions are compared, and how many times that of them then tell what the best one is worth."""
COMPARED = 4
"""Actions of a search that are compared with the played one."""
FUTURES = 6
"""Games that are played to the end after each of two actions, to see the sources of their points."""


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
    explain(found, reader)
    return found


def assembled(
    end: Position,
    decisions: list[Decision],
    names: Sequence[str] | None = None,
    chapters: Sequence[tuple[int, str]] | None = None,
) -> Review:
    """The review of a game whose decisions were evaluated, still without explanations of costly ones and of falls."""
    final = _final_shares(end)
    shares, steps = account(decisions, final)
    seats = seat_reviews(decisions, steps, end.players)
    called = list(names) if names else [""] * end.players
    headings = chapters_of(end) if chapters is None else list(chapters)
    found = Review(end.game.name, end.players, called, decisions, seats, headings, 0.0, final, shares=shares, version=VERSION)
    found.falls = falls_of(end, found, steps)
    return found


def explain(found: Review, reader: Reader) -> None:
    """Look back from each fall for the decision that would have avoided most of it."""
    for fall in found.falls:
        back = look_back(reader.end, found, fall)
        if back is not None:
            learn(fall, reader.avoided(back))


class Reader:
    """Evaluates the decisions of one game.

    seconds: CPU time for the search of each; with ``iterations`` instead the review is the same on any machine. rounds:
    determinizations of a comparison. languages: those in which the sources of points are named, by default the current one.
    """

    def __init__(
        self,
        end: Position,
        seconds: float = SECONDS,
        fast: bool = not PLAIN,
        iterations: int | None = None,
        languages: Sequence[str] = (),
        rounds: int = ROUNDS,
    ) -> None:
        self.end = end
        self.fast = fast
        self._budget = Budget(seconds=seconds, patience=True) if iterations is None else Budget(iterations=iterations)
        if not fast:
            self._budget = Budget(iterations=PLAIN_ITERATIONS)
        self._languages = tuple(languages)
        how, net = search_setup(end.game, end.players, fast)
        self._searcher = Searcher(end.game, how, fast, net=net)
        self._evaluation = Evaluation(end, rounds, fast, rounds / ROUNDS)
        self.final = _final_shares(end)

    def evaluate(self, ply: int) -> Decision:
        """Evaluate one decision from the view of its player, and what happened until the next one."""
        position = self.end.at(ply)
        seat, played = position.actor, self.end.moves[ply][1]
        seen = position.seen_by(seat)
        result = self._searcher.think(seen.state, seat, self._budget, ("review", ply))
        code = position.code(played)
        compared = COMPARED if self.fast else 1
        codes = list(dict.fromkeys([code, *(line.code for line in result.lines[:compared])]))
        shares, best_code = self._compared(seen, codes, result.code, ply)
        text = position.game.text
        value, luck, following = self._until_next(ply, position, code)
        return Decision(
            ply=ply,
            seat=seat,
            action=played,
            best=text(position.state, best_code),
            result=_rounded(shares[0])[seat],
            best_result=_rounded(shares[1])[seat],
            shares=_rounded(shares[1]),
            played_shares=_rounded(shares[0]),
            lines=[(text(position.state, line.code), round(line.result, 4)) for line in result.lines[:3]],
            value=_rounded(value),
            luck=_rounded(luck),
            following=_rounded(following) if following is not None else [],
        )

    def judge(self, ply: int) -> Decision:
        """Former name of ``evaluate``."""
        warn("Reader.judge is now Reader.evaluate", DeprecationWarning, stacklevel=2)
        return self.evaluate(ply)

    def avoided(self, back: LookBack) -> tuple[int, str, float] | None:
        """The last decision that would have avoided most of a fall, the action that would have, and what it was worth."""
        for ply in back.plies:
            position = self.end.at(ply)
            seen = position.seen_by(back.seat)
            codes = self._alternatives(seen, ply, back)
            shares = self._evaluation.long_after(seen, codes, ("avoided", ply), back.decisions_after(ply))[:, back.seat]
            best = int(np.argmax(shares))
            if shares[best] - shares[0] < back.enough:
                continue
            # The best of several estimates is too high on average, and this one was chosen from those of many decisions.
            pair, moves = [codes[0], codes[best]], back.decisions_after(ply)
            again = self._evaluation.long_after(seen, pair, ("avoided again", ply), moves, AGAIN)[:, back.seat]
            if again[1] - again[0] >= back.enough:
                return ply, position.game.text(position.state, pair[1]), round(float(again[1] - again[0]), 4)
        return None

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

    def _compared(self, seen: Position, codes: list[int], preferred: int, ply: int) -> tuple[Any, int]:
        """The shares after the played action (the first of ``codes``) and after the best one, and the code of the latter.

        Where a first sample finds nothing better, the action that the search prefers is still tried: a sample of that size
        overlooks losses. The best of several estimates is too high on average, so another sample tells what it is worth. Its
        lead is that of the more lenient judge, of decisions or of the curve: a loss counts as far as both agree on it.
        """
        seat, played = seen.actor, codes[0]
        shares = self._evaluation.after(seen, codes, ("side by side", ply))
        best = int(np.argmax(shares[:, seat]))
        found = best if shares[best, seat] > shares[0, seat] else 0
        if not self.fast:
            return shares[[0, found]], codes[found]
        rival = codes[found] if found else preferred
        if rival != played:
            pair = [played, rival]
            shares = self._evaluation.after(seen, pair, ("again", ply), AGAIN)
            gains = [of[1, seat] - of[0, seat] for of in (shares, self._evaluation.checked(seen, pair, ("level", ply)))]
            if min(gains) > 0:
                shares[1] = shares[0] + (shares[1] - shares[0]) * min(1.0, gains[1] / gains[0])
                return shares, rival
        return shares[[0, 0]], played

    def _until_next(self, ply: int, position: Position, code: int) -> tuple[Any, Any, Any]:
        """The shares after an action, the luck until the next decision, and the shares there.

        All of it with the information that was hidden: it is not used to evaluate the player's choice. Luck is the change from
        before the draws to after them. Where nothing was drawn, the position is the same, and so are the shares.
        """
        here, drawn = position.copy().play(self.end.moves[ply][1]), None
        for at in range(ply + 1, self.end.ply):
            text, choices = self.end.moves[at][1], len(here.legal_codes)
            if here.actor != CHANCE and choices > 1:
                break
            if choices > 1:
                drawn = here.copy(), here.code(text), ("chance", at)
            here.play(text)
        value = found = self._evaluation.level(position, [code], ("value", ply))[0]
        if drawn is not None:
            latest, last, seed = drawn
            found = np.array(self.final) if here.over else self._evaluation.level(latest, [last], seed)[0]
        return value, found - value, None if here.over else found

    def _alternatives(self, seen: Position, ply: int, back: LookBack) -> list[int]:
        """The code of the played action, then others: all, or the best of a search."""
        code, legal = seen.code(self.end.moves[ply][1]), seen.legal_codes
        if len(legal) > back.breadth:
            budget = Budget(iterations=back.iterations if self.fast else PLAIN_ITERATIONS)
            found = self._searcher.think(seen.state, back.seat, budget, ("avoided", ply))
            legal = [line.code for line in found.lines[: back.breadth]]
        return list(dict.fromkeys([code, *legal]))

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
        for before, code in scoring_plies(position, states, decision.seat, first, seeded("greedily", number), self.fast):
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

    def _lines_in(self, code: str, before: Position, actor: int, text: str, events: Any) -> list[LogLine]:
        with language(code):
            return list(self.end.game.words.log(before, actor, text, events))


def _rounded(shares: Any) -> list[float]:
    return [round(float(share), 4) for share in shares]


def _final_shares(end: Position) -> list[float]:
    winners = end.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(end.players)] if winners else []


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
