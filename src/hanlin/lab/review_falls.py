"""The falls of a player's curve, with their causes: decisions, events, other players' moves, or luck.

A fall is a drop of ``CLIFF`` within a chapter. Its cause is the largest part of the account (``review_accounts``) between its
two ends, unless an event that the game names (``words.setbacks``) took its toll and luck does not account for most. Where no
single decision within the fall accounts for most of it, the seat's earlier decisions are looked at, the last one first: each
of their alternatives is evaluated after the fall, with common random numbers. A decision that is found so is the cause of what
other players' moves made of it, however long before it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hanlin.bots.hints import in_words
from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.jit.events import Event, capture
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE
from hanlin.core.verbs.log_sentences import as_read_by
from hanlin.core.verbs.presentation import Setback
from hanlin.lab.review_accounts import parts_of
from hanlin.lab.review_model import Decision, Fall, Review, Step

CLIFF = 0.15
"""The least drop of a player's share within a chapter (a month, a round) that needs an explanation."""
MOST = 0.5
"""The part of a fall that a decision must account for."""
FARTHEST = 18
"""The most earlier decisions that are looked at for one fall."""
BREADTH = 12
"""The most alternatives of each."""
ITERATIONS = 400
"""Iterations of the search that selects them where there are more."""

Played = tuple[Position, int, str, Sequence[Event]]


@dataclass(frozen=True, slots=True)
class LookBack:
    """The earlier decisions of a seat that may have avoided a fall, the last one first. ``moves``: for each the number of
    seats' moves from there to the end of the fall; ``enough``: the share of the win that a better action must be worth."""

    seat: int
    plies: list[int]
    moves: list[int]
    enough: float
    breadth: int = BREADTH
    iterations: int = ITERATIONS

    def decisions_after(self, ply: int) -> int:
        """The seats' moves from a decision to the end of the fall."""
        return self.moves[self.plies.index(ply)]


@dataclass(slots=True)
class Context:
    """Facts of a game from which its falls are explained."""

    end: Position
    review: Review
    steps: Sequence[Step]
    reader: int | None = None
    """The seat that texts call "you"."""
    played: list[Played] = field(default_factory=list)

    def setbacks(self, seat: int, first: int, last: int) -> list[Setback]:
        """The losses of a seat between two plies, as its game names them."""
        if not self.played:
            self.played = all_played(self.end)
        found: list[Setback] = self.end.game.words.setbacks(self.played[first:last], seat)
        return found

    def losses(self, fall: Fall) -> list[Setback]:
        """Those that explain a fall."""
        if fall.cause == "luck":
            return []
        found = self.setbacks(fall.seat, fall.first, window(self.end, self.review, fall))
        return [each for each in found if each.is_event or fall.cause != "event"]


def all_played(end: Position) -> list[Played]:
    """For each ply the position before it, the actor, the action and the events."""
    position = end.at(0)
    found: list[Played] = []
    for actor, text in end.moves:
        before = position.copy()
        with capture() as events:
            position.play(text)
        found.append((before, actor, text, events))
    return found


def falls_of(end: Position, review: Review, steps: Sequence[Step]) -> list[Fall]:
    """The falls of all seats in the order of play, with the causes that the account shows."""
    context = Context(end, review, steps)
    found = []
    for chapter, points in review.chapters_of_curve():
        for seat in range(review.players):
            for (first, before), (last, after) in cliffs([(ply, shares[seat]) for ply, shares in points]):
                fall = Fall(seat, chapter, first, last, before, after, "decision")
                _find_cause(context, fall)
                found.append(fall)
    return sorted(found, key=lambda fall: (fall.first, fall.seat))


def cliffs(points: Sequence[tuple[int, float]]) -> list[tuple[tuple[int, float], tuple[int, float]]]:
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
    return [*cliffs(points[: first + 1]), (points[first], points[last]), *cliffs(points[last:])]


def _find_cause(context: Context, fall: Fall) -> None:
    """Set the cause of a fall, and the decision where one within it accounts for most."""
    inside = [
        (decision, step)
        for decision, step in zip(context.review.decisions, context.steps, strict=False)
        if fall.first <= decision.ply < fall.last
    ]
    parts = parts_of(fall.seat, [each for each, _step in inside], [step for _decision, step in inside])
    drop = fall.before - fall.after
    lost = {"luck": -parts.luck, "others": -parts.others, "decision": -parts.decisions}
    is_event = any(each.is_event for each in context.setbacks(fall.seat, fall.first, window(context.end, context.review, fall)))
    if is_event and lost["luck"] < MOST * drop:
        fall.cause = "event"
    else:
        fall.cause = max(("decision", "others", "luck"), key=lost.__getitem__)
    own = [decision for decision, _step in inside if decision.seat == fall.seat]
    worst = max(own, key=lambda decision: decision.loss, default=None)
    if worst is not None and worst.loss >= MOST * drop:
        _blame(fall, worst.ply, worst.best, round(worst.loss, 4))


def window(end: Position, review: Review, fall: Fall) -> int:
    """The ply up to which losses explain a fall: the end of the next chapter, since an evaluation sees them coming."""
    following = review.chapters[fall.chapter + 2 :] if fall.chapter >= 0 else []
    return following[0][0] if following else end.ply


def look_back(end: Position, review: Review, fall: Fall) -> LookBack | None:
    """The decisions to look at for a fall that no single decision within it accounts for; None where there is no need."""
    if fall.decision is not None or fall.cause == "luck":
        return None
    own = [each.ply for each in review.decisions if each.seat == fall.seat and each.ply < fall.last][-FARTHEST:][::-1]
    moves = [sum(actor != CHANCE for actor, _text in end.moves[ply + 1 : fall.last]) for ply in own]
    return LookBack(fall.seat, own, moves, MOST * (fall.before - fall.after)) if own else None


def learn(fall: Fall, avoided: tuple[int, str, float] | None) -> None:
    """Note the result of looking back."""
    if avoided is not None:
        _blame(fall, *avoided)


def _blame(fall: Fall, ply: int, better: str, gain: float) -> None:
    """Note the decision that would have avoided most of a fall: that others made use of it does not make it theirs."""
    fall.decision, fall.better, fall.gain = ply, better, gain
    if fall.cause == "others":
        fall.cause = "decision"


# -- in words ---------------------------------------------------------------------------------------------------------------


def said(end: Position, ply: int, action: str, reader: int | None = None) -> str:
    """The text of an action in the game log, from what the player who decided at that ply saw. ``reader``: the seat that the
    text calls "you"."""
    position = end.at(ply)
    seen = position.seen_by(position.actor)
    return in_words(seen, [(position.actor, action)], f"said {ply}", reader)[0]


def fall_texts(end: Position, review: Review, reader: int | None = None) -> list[str]:
    """The sentences of each fall, in the current language: what happened, and what would have been better."""
    context = Context(end, review, (), reader)
    return [_text(context, fall) for fall in review.falls]


def short_text(end: Position, review: Review, fall: Fall, reader: int | None = None) -> str:
    """Tell what happened in a fall, in one sentence that stands alone."""
    context = Context(end, review, (), reader)
    what = _what_happened(context, fall)
    if fall.cause == "event" or fall.chapter < 0:
        return what
    if fall.cause == "decision" and fall.decision is not None and not context.losses(fall):
        return costly_text(what, review.title(fall.decision), fall.gain)
    text = _("{what} in {chapter}: winning chances from {before}% to {after}%.")
    before, after = round(100 * fall.before), round(100 * fall.after)
    return text.format(what=what.removesuffix("."), chapter=review.chapters[fall.chapter][1], before=before, after=after)


def costly_text(what: str, chapter: str, loss: float) -> str:
    """The sentence about a decision that cost winning chances: "You pass in Month 11: that cost 12% of winning chances."."""
    text = (
        _("{what} in {chapter}: that cost {n}% of winning chances.")
        if chapter
        else _("{what}: that cost {n}% of winning chances.")
    )
    return text.format(what=what.removesuffix("."), chapter=chapter, n=round(100 * loss))


def _text(context: Context, fall: Fall) -> str:
    text = _what_happened(context, fall)
    if fall.decision is None or not fall.better:
        return text
    better = said(context.end, fall.decision, fall.better, context.reader)
    title = context.review.title(fall.decision)
    points = round(100 * fall.gain)
    if not title:
        return _("{what} Better: {action} That was worth {n}% of winning chances.").format(what=text, action=better, n=points)
    advice = _("{what} Better in {chapter}: {action} That was worth {n}% of winning chances.")
    return advice.format(what=text, chapter=title, action=better, n=points)


def _what_happened(context: Context, fall: Fall) -> str:
    """The loss as the game names it, or the move or the draw that cost most."""
    setbacks = context.losses(fall)
    if setbacks:
        return setbacks[0].read_by(context.reader)
    is_own = fall.seat == context.reader
    if fall.cause == "luck":
        text = _("Bad luck for you: {what}") if is_own else _("Bad luck for {name}: {what}")
        return text.format(name=_name(context, fall.seat), what=_worst_draw(context, fall))
    ply = _worst_move(context, fall)
    if ply is None:
        late = _("The computer saw too late that you were behind.")
        return late if is_own else _("The computer saw too late that {name} was behind.").format(name=_name(context, fall.seat))
    return said(context.end, ply, context.end.moves[ply][1], context.reader)


def _name(context: Context, seat: int) -> str:
    return seat_name(context.end.game.colours[seat])


def _inside(context: Context, fall: Fall) -> list[tuple[Decision, Decision | None]]:
    """The decisions of a fall, each with the next one of the game."""
    decisions = context.review.decisions
    pairs = zip(decisions, [*decisions[1:], None], strict=True)
    return [(each, following) for each, following in pairs if fall.first <= each.ply < fall.last]


def _worst_move(context: Context, fall: Fall) -> int | None:
    """The decision that cost most: the own one that was looked back for, or within the fall, of the seat's own the largest loss
    and of others' what it changed."""
    if fall.cause == "decision" and fall.decision is not None:
        return fall.decision
    costs = {}
    for each, following in _inside(context, fall):
        if fall.cause == "decision" and each.seat == fall.seat:
            costs[each.ply] = each.loss
        if fall.cause != "decision" and following is not None and following.seat != fall.seat and each.following:
            costs[following.ply] = each.following[fall.seat] - (following.value or following.played_shares)[fall.seat]
    return max(costs, key=costs.__getitem__, default=None)


def _worst_draw(context: Context, fall: Fall) -> str:
    """The log line of the chance that cost a seat most."""
    luck = {each.ply: each.luck[fall.seat] for each, _next in _inside(context, fall) if each.luck}
    ply = min(luck, key=luck.__getitem__, default=fall.first)
    end, words = context.end, context.end.game.words
    if not context.played:
        context.played = all_played(end)
    for before, actor, action, events in context.played[ply + 1 :]:
        if actor == CHANCE and len(before.legal_codes) > 1:
            lines = words.log(before, actor, action, events)
            if context.reader is not None:
                lines = [as_read_by(line, context.reader) for line in lines]
            return " ".join(line.text for line in lines)
    return ""
