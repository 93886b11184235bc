"""Reasons for the actions of a hint, in one sentence each: what an action brings, avoids and costs against another one.

Two things are compared, for both actions in the same determinization and with the same luck: what the game says about each
(``words.reasons``, from the position right after it and the known events to come), and the points of the score sheet by source
in games that are played to the end (``gains``, at compiled speed only).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hanlin.bots.futures import scoring_plies
from hanlin.core.i18n.language import _, current_language, language, languages, ngettext
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.presentation import Reason

FUTURES = 6
"""Games played to the end after each of two actions, to find the sources of their points."""
LEAST_GAIN = 1.0
"""Points below which a difference of a source is not mentioned,"""
LEAST_ERRORS = 2.0
"""and standard errors."""
LEAST_COST = 1.0
"""Points below which a cost is not mentioned next to what an action brings."""
SECOND = 0.4
"""The part of the first clause's worth that a second one needs."""
SMALL = 0.5
"""The part of the worth of what both actions bring that a difference needs to be the first clause."""
COMMON = 0.3
"""Weight of something that most other actions bring as well."""


@dataclass(frozen=True, slots=True)
class Gain:
    """A mean difference in points that have one source. ``names``: pairs of a language and the source's name in it."""

    names: tuple[tuple[str, str], ...]
    points: float

    @property
    def name(self) -> str:
        """The name in the current language, otherwise in the first one."""
        return dict(self.names).get(current_language(), self.names[0][1])


def facts(seen: Position, world: Position, action: str) -> tuple[Reason, ...]:
    """The statements of the game about an action, in the current language. ``world``: a determinization of the view."""
    assert seen.seat is not None
    after = world.copy()
    with capture() as events:
        after.play(action)
    return tuple(seen.game.words.reasons(seen, action, after.seen_by(seen.seat), events))


def sentence(
    own: Sequence[Reason],
    other: Sequence[Reason],
    typical: Sequence[Sequence[Reason]],
    gained: Sequence[Gain],
    first: bool,
    is_close: bool,
) -> str:
    """The reason for an action, in the current language.

    own, other: what the game says about the action and about the one that it is compared with; typical: about other actions;
    gained: the points by source that it brings more than the other one. first: whether the action is the best one; is_close:
    whether it can't be distinguished from the best one, or this from the others.
    """
    known = {each.text for each in other}
    common = [each.text for said in typical for each in said]
    new = [each for each in own if each.text not in known]
    brings = [(each.text, each.points * (COMMON if 2 * common.count(each.text) > len(typical) else 1)) for each in new]
    brings = [each for each in brings if each[1] > 0]
    costs = [each for each in new if each.points <= -LEAST_COST or (each.points < 0 and not brings)]
    if not is_close and (sum(each.points for each in gained) > 0) == first:
        # Where the points are not what makes the better result, the greedy bots that scored them misjudge the position.
        more, fewer = _measured(gained, {each.source for each in new})
        brings, costs = brings + more, costs + fewer
    avoided = min(_avoided_costs(own, other), key=lambda each: each.points, default=None)
    shared = max((each for each in own if each.points > 0 and each.text in known), key=lambda each: each.points, default=None)
    if shared is not None and not (brings or costs or avoided or first or is_close):
        costs = [Reason(_on_balance(first, is_close), -LEAST_COST)]
    brings = sorted(brings, key=lambda each: -each[1])[:2]
    if shared is not None and (not brings or brings[0][1] < SMALL * shared.points):
        # The main thing is what the other action brings as well; then what it does not.
        brings = [(shared.text, brings[0][1] if brings else shared.points), *brings[:1]]
    if avoided is not None and (len(brings) < 2 or brings[1][1] < -avoided.points):
        brings[1:] = [(_avoided(avoided, first), -avoided.points)]
    cost = min(costs, key=lambda each: each.points, default=None)
    if not brings and cost is not None and not (first or is_close):
        return _as_sentence([(cost.text, cost.points)], None, "")
    return _as_sentence(brings, cost, _on_balance(first, is_close))


def told_apart(seen: Position, best: str, other: str, seed: str = "") -> tuple[str, str]:
    """Why an action is better than another one, and what this other one overlooks: a sentence each, in the current language.

    ``seen`` is the view of the active player. Only what the game says of both counts (``words.reasons``), so it is quick.
    """
    states = _own_copy(seen)
    generic.guess(states[0], seeded(seed, "guess"))
    world = Position(seen.game, states, seen.options)
    own, others = _differences(facts(seen, world, best), facts(seen, world, other))
    brings = [(each.text, each.points) for each in own if each.points > 0][:2]
    cost = next((each for each in own if each.points <= -LEAST_COST), None)
    attraction = next((each for each in others if each.points > 0), None)
    least = 0.0 if attraction is None and not brings else LEAST_COST
    worst = next((each for each in others if each.points < 0 and each.points <= -least), None)
    if not brings and worst is not None:
        why = _as_sentence([(_("the other move {costs}").format(costs=worst.text), 1.0)], cost, "")
    else:
        why = _as_sentence(brings, cost, _on_balance(True, False))
    missed = worst
    if brings and (worst is None or brings[0][1] > -worst.points):
        missed = Reason(_("the best move {brings}").format(brings=brings[0][0]), -brings[0][1])
    if attraction is None and missed is not None:
        return why, _as_sentence([(missed.text, 1.0)], None, "")
    return why, _as_sentence([(attraction.text, 1.0)] if attraction else [], missed, _on_balance(False, False))


def _differences(own: Sequence[Reason], other: Sequence[Reason]) -> tuple[list[Reason], list[Reason]]:
    """The reasons that hold for only one of two actions, of each the weightiest first."""
    said = [{each.text for each in of} for of in (own, other)]
    return tuple(  # type: ignore[return-value]
        sorted((each for each in of if each.text not in known), key=lambda each: -abs(each.points))
        for of, known in ((own, said[1]), (other, said[0]))
    )


def gains(seen: Position, code: int, other: int, seed: str) -> tuple[Gain, ...]:
    """The points by source that an action brings a seat more than another, in the same futures; the largest first.

    Both are played in the same determinizations, and greedy bots play on with the same luck. At compiled speed.
    """
    totals: dict[str, list[float]] = {}
    names: dict[str, tuple[tuple[str, str], ...]] = {}
    for future in range(FUTURES):
        for action, sign in ((code, 1), (other, -1)):
            for name, points in _future(seen, action, seed, future, names).items():
                totals.setdefault(name, [0.0] * FUTURES)[future] += sign * points
    found = []
    for name, differences in totals.items():
        mean, error = float(np.mean(differences)), float(np.std(differences, ddof=1) / np.sqrt(FUTURES))
        if abs(mean) >= max(LEAST_GAIN, LEAST_ERRORS * error):
            found.append(Gain(names[name], round(mean, 1)))
    return tuple(sorted(found, key=lambda gain: -abs(gain.points)))


# -- inside -------------------------------------------------------------------------------------------------------------------


def _avoided_costs(own: Sequence[Reason], other: Sequence[Reason]) -> list[Reason]:
    known = {each.text for each in own}
    return [each for each in other if each.points <= -LEAST_COST and each.text not in known]


def _avoided(cost: Reason, first: bool) -> str:
    """A clause about a cost of the action that this one is compared with."""
    text = _("the second choice {costs}") if first else _("the first choice {costs}")
    return text.format(costs=cost.text)


def _measured(gained: Sequence[Gain], said: set[str]) -> tuple[list[tuple[str, float]], list[Reason]]:
    """Clauses about measured gains with their points, and measured losses; ``said``: sources that the game speaks of."""
    gained = [each for each in gained if each.name not in said]
    more = [(_more_points(each.name, each.points), each.points) for each in gained if each.points > 0]
    return more, [Reason(_fewer_points(each.name, -each.points), each.points) for each in gained if each.points < 0]


def _more_points(source: str, points: float) -> str:
    """A clause about a measured gain."""
    n = max(1, round(points))
    text = ngettext("brings about {n} more point from “{source}”", "brings about {n} more points from “{source}”", n)
    return text.format(n=n, source=source)


def _fewer_points(source: str, points: float) -> str:
    """A clause about a measured loss."""
    n = max(1, round(points))
    text = ngettext("brings about {n} point less from “{source}”", "brings about {n} points less from “{source}”", n)
    return text.format(n=n, source=source)


def _on_balance(first: bool, is_close: bool) -> str:
    """A clause for an action of which there is nothing else to say."""
    if is_close:
        return _("about as good as the others")
    return _("a little of everything, best on balance") if first else _("not as good as the first choice on balance")


def _as_sentence(brings: Sequence[tuple[str, float]], cost: Reason | None, on_balance: str) -> str:
    """One or two clauses as a sentence."""
    if not brings:
        text = on_balance
    else:
        text = brings[0][0]
        if cost is None and len(brings) > 1 and brings[1][1] >= SECOND * brings[0][1]:
            text = _("{first}; {second}").format(first=text, second=brings[1][0])
    if cost is not None:
        text = _("{brings}, but {costs}").format(brings=text, costs=cost.text)
    return f"{text[:1].upper()}{text[1:]}."


def _future(
    seen: Position, code: int, seed: str, number: int, names: dict[str, tuple[tuple[str, str], ...]]
) -> dict[str, float]:
    """Let greedy bots play on after an action in a determinization; return the seat's points by source.

    names: gets the names of the sources.
    """
    assert seen.seat is not None
    states = _own_copy(seen)
    generic.guess(states[0], seeded(seed, "reason", number))
    sources: dict[str, float] = {}
    for before, played in scoring_plies(seen, states, seen.seat, code, seeded(seed, "greedily", number)):
        _add_sources(Position(seen.game, before, seen.options), played, seen.seat, names, sources)
    return sources


def _add_sources(
    whole: Position, code: int, seat: int, names: dict[str, tuple[tuple[str, str], ...]], sources: dict[str, float]
) -> None:
    """Add the points of a seat from an action to their sources, which go by their English names."""
    actor, text, before = whole.actor, whole.game.text(whole.state, code), whole.copy()
    with capture() as events:
        whole.apply(code)

    def lines(tongue: str) -> list[Any]:
        with language(tongue):
            return list(whole.game.words.log(before, actor, text, events))

    for n, line in enumerate(lines("en")):
        if line.points and line.seat == seat and line.source:
            if line.source not in names:
                names[line.source] = tuple((tongue, lines(tongue)[n].source) for tongue in languages())
            sources[line.source] = sources.get(line.source, 0.0) + line.points


def _own_copy(position: Position) -> Any:
    return np.frombuffer(position.state.tobytes(), position.game.dtype).copy()
