"""The result of a finished game in a sentence. No web framework here."""

from __future__ import annotations

from collections.abc import Sequence

from hanlin.core.i18n.language import _, listed, ngettext
from hanlin.server.tables import events
from hanlin.server.views.table_view import SeatView, View


def verdict(view: View) -> str:
    """The result of a finished game in a sentence."""
    winners = [each for each in view.seats if each.winner]
    others = sorted((each for each in view.seats if not each.winner), key=lambda each: -each.score)
    if not winners and view.table.agenda.ended:
        return _("The game was ended early.")
    if not winners:
        return _("The game is over.")
    if view.table.agenda.forfeited:
        return _claimed(view, winners)
    reader, points = view.perspective.reader, winners[0].score
    own = any(each.seat == reader for each in winners)
    names, score = listed(each.name for each in winners if each.seat != reader), score_words(winners[0])
    if len(winners) > 1:
        text = (
            _("You share the victory with {names}: {score} each.") if own else _("{names} share the victory with {score} each.")
        )
        return text.format(names=names, score=score)
    if not others:
        return (_("You win with {score}.") if own else _("{name} wins with {score}.")).format(name=names, score=score)
    ahead = points - others[0].score
    if ahead <= 0:
        return _tiebreak(winners[0], [each for each in others if each.score == points], reader)
    if own:
        text = _("You win with {score}, {n} ahead of {other}.")
    elif others[0].seat == reader:
        text = _("{name} wins with {score}, {n} ahead of you.")
    else:
        text = _("{name} wins with {score}, {n} ahead of {other}.")
    return text.format(name=names, score=score, n=ahead, other=others[0].name)


def score_words(of: SeatView) -> str:
    """A seat's score in the game's own unit: "35 points", "83 coins"."""
    if of.facts:
        return of.facts[0].label
    return ngettext("{n} point", "{n} points", of.score).format(n=of.score)


def _tiebreak(winner: SeatView, tied: Sequence[SeatView], reader: int | None) -> str:
    """The result where a tiebreak decides between seats with equal points."""
    if winner.seat == reader:
        return _("You are tied with {names} and win the tiebreak.").format(names=listed(each.name for each in tied))
    if any(each.seat == reader for each in tied):
        rivals = listed(each.name for each in (winner, *tied) if each.seat != reader)
        return _("You are tied with {names}; {name} wins the tiebreak.").format(names=rivals, name=winner.name)
    rivals = listed(each.name for each in (winner, *tied))
    return _("{names} are tied; {name} wins the tiebreak.").format(names=rivals, name=winner.name)


def _claimed(view: View, winners: Sequence[SeatView]) -> str:
    """The result where the others claimed the win: who won, and who was out of time or resigned."""
    reader, away = view.perspective.reader, view.table.agenda.forfeited
    names = listed([_("You") if each.seat == reader else each.name for each in winners])
    if len(winners) > 1:
        return _("{names} share the victory: the others left the game.").format(names=names)
    own = winners[0].seat == reader
    if len(away) > 1:
        text = _("You win: the others left the game.") if own else _("{name} wins: the others left the game.")
        return text.format(name=names)
    resigned = any(
        each.kind == events.RESIGN and each.about in away for decided in view.table.decided.values() for each in decided
    )
    if away[0] == reader:
        text = _("{name} wins: you resigned.") if resigned else _("{name} wins: you ran out of time.")
    elif own:
        text = _("You win: {other} resigned.") if resigned else _("You win: {other} ran out of time.")
    else:
        text = _("{name} wins: {other} resigned.") if resigned else _("{name} wins: {other} ran out of time.")
    return text.format(name=names, other=view.seats[away[0]].name)
