"""The game log: a few sentences for each ply, made from the events of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from hanlin.core.i18n.language import N_, _, listed, ngettext, pgettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs import log_sentences
from hanlin.core.verbs.generic import CHANCE
from hanlin.core.verbs.presentation import LogLine
from hanlin.games.china import pieces as p
from hanlin.games.china.words import names


def log(seen: Position, actor: int, action: str, events: Sequence[Event]) -> list[LogLine]:
    """The lines of one ply; ``seen`` is the view before it, so that a secret last word of the action is ``?``."""
    chapter = _chapter(seen, actor)
    lines = _LogWriter(seen, events).lines(chapter)
    first = _first(seen, actor, action)
    return [replace(first, chapter=chapter), *lines] if first else lines


def reckoning(seen: Position, events: Sequence[Event]) -> list[LogLine]:
    """The lines of the final scoring (C7), as if the game ended in this position."""
    return _LogWriter(seen, events).lines(_("Final scoring"))


def _first(seen: Position, actor: int, action: str) -> LogLine | None:
    """The line of an action without events."""
    if actor == CHANCE:
        return _card_comes(seen, action)
    if action == "take pile":
        # The card that comes next is a line of its own, which all read alike but for its colour.
        return replace(said(_("{name} gets a card from the pile."), actor, "C6.1"), clause="")
    if action == "done":
        return replace(said(_("{name} finishes placing."), actor, "C3.2"), clause="")
    return None


def said(sentence: str, seat: int, rule: str, *, several: str = "", item: tuple[str, ...] = (), **values: object) -> LogLine:
    """A line about a seat."""
    return log_sentences.said(sentence, seat, seat_name(seat), rule, several=several, item=item, **values)


def _chapter(seen: Position, actor: int) -> str:
    """The heading of a ply's lines: the set-up, or the round, which begins with the first seat's turn."""
    if int(seen.state.phase) in (p.DEAL, p.OPEN):
        return _("Set-up")
    turns = [seat for seat, _action in seen.moves if seat != CHANCE]
    turns += [actor] if actor != CHANCE else []
    # A game that begins from a position may begin in the middle of a round.
    begun = sum(1 for before, seat in pairwise([-1, *turns]) if seat == 0 != before) + (turns[:1] not in ([], [0]))
    return _("Round {n}").format(n=begun)


def _card_comes(seen: Position, action: str) -> LogLine:
    """A card from the pile: its receiver, and its colour if the viewer may see it."""
    verb, *rest = action.split()
    if verb == "row":
        text = _("{card} is turned up.").format(card=names.card(names.colour_number(rest[0])))
        phase, seat = int(seen.state.phase), int(seen.state.seat)
        # Between a turn's own lines; merged into one sentence, the turn leaves it out, since the row shows it.
        return LogLine(names.cap(text), None if phase == p.OPEN else seat, rule="C6.1", clause=None if phase == p.OPEN else "")
    seat, what = int(rest[0]) - 1, rest[1]
    rule = "C1.2" if verb == "deal" else "C6.1"
    if what == "?":
        if verb == "deal":
            several = ngettext("{name} is dealt {n} card.", "{name} is dealt {n} cards.", 2)
            return said(_("{name} is dealt a card."), seat, rule, several=several)
        several = ngettext("{name} draws {n} card.", "{name} draws {n} cards.", 2)
        return said(_("{name} draws a card."), seat, rule, several=several)
    text, several = (_("{name} draws {card}."), _("{name} draws {items}."))
    if verb == "deal":
        text, several = (_("{name} is dealt {card}."), _("{name} is dealt {items}."))
    of = names.colour_number(what)
    return said(text, seat, rule, several=several, item=names.card_forms(of), card=names.card(of))


_ALONE = (
    N_("{name} has the most palaces in {region}."),
    N_("{name} is second in {region}."),
    N_("{name} is third in {region}."),
    N_("{name} is fourth in {region}."),
    N_("{name} is fifth in {region}."),
)
_TIED = (
    N_("{name} ties with {others} for the most palaces in {region}."),
    N_("{name} ties with {others} for second place in {region}."),
    N_("{name} ties with {others} for third place in {region}."),
    N_("{name} ties with {others} for fourth place in {region}."),
)
"""By the place in a region: a seat that has it alone, and one that shares it."""


class _LogWriter:
    """Turns the events of one ply into lines; events that belong together are read together."""

    def __init__(self, seen: Position, events: Sequence[Event]) -> None:
        self.seen = seen
        self.events = events
        self.paid: Event | None = None
        self.row: list[Event] = []
        self.stands = {(event.a, event.seat): event for event in events if event.what == p.STANDS}

    def lines(self, chapter: str) -> list[LogLine]:
        """The lines under their heading, which is another one from the end of the game on."""
        found = []
        for event in self.events:
            if event.what == p.GAME_OVER:
                chapter = _("Final scoring")
            found += [replace(line, chapter=chapter) for line in self.line(event)]
        return found

    def line(self, event: Event) -> list[LogLine]:
        write = {
            p.PAID: self._paid,
            p.PLACED: self._placed,
            p.EXCHANGED: self._exchanged,
            p.TOOK: self._took,
            p.RESHUFFLED: self._reshuffled,
            p.LAST_ROUND: self._last_round,
            p.PASSED: self._passed,
            p.GAME_OVER: self._game_over,
            p.SCORING: self._scoring,
            p.PALACE_POINTS: self._palace_points,
            p.ALLIANCE: self._alliance,
            p.ALLIANCE_POINTS: self._alliance_points,
            p.ROAD_SPACE: self._road_space,
            p.ROAD_POINTS: self._road_points,
        }.get(event.what)
        line = write(event) if write else None
        return [line] if line else []

    def title(self, region: int) -> str:
        return names.region_title(self.seen, region)

    # -- turns ---------------------------------------------------------------------------------------------------------------

    def _paid(self, event: Event) -> None:
        self.paid = event

    def _placed(self, event: Event) -> LogLine:
        text, several = {
            p.PALACE: (
                _("{name} builds a palace in {region} (space {n}) for {cards}."),
                _("{name} builds palaces in {region} ({items})."),
            ),
            p.EMISSARY: (
                _("{name} sends an emissary to {region} for {cards}."),
                _("{name} sends emissaries to {region} for {items}."),
            ),
            p.FORTRESS: (
                _("{name} builds a fortress in {region} (space {n}) for {cards}."),
                _("{name} builds fortresses in {region} ({items})."),
            ),
        }[event.a]
        cards = ""
        if self.paid is not None:
            cards = (
                names.card(self.paid.a)
                if self.paid.b == 1
                else _("{cards} as a joker").format(cards=names.cards(self.paid.a, 2))
            )
        rule = {p.PALACE: "C3.4", p.EMISSARY: "C3.5", p.FORTRESS: "C8.1"}[event.a]
        item = (cards,) if event.a == p.EMISSARY else (_("space {n} for {cards}").format(n=event.c, cards=cards),)
        region = self.title(event.b)
        return said(text, event.seat, rule, several=several, item=item, region=region, n=event.c, cards=cards)

    def _exchanged(self, event: Event) -> LogLine:
        return said(_("{name} discards {card} to exchange it."), event.seat, "C5.1", card=names.card(event.a))

    def _took(self, event: Event) -> LogLine:
        text, several = _("{name} takes {card} from the row."), _("{name} takes {items} from the row.")
        forms = names.card_forms(event.a)
        return said(text, event.seat, "C6.1", several=several, item=forms, card=names.card(event.a))

    def _reshuffled(self, event: Event) -> LogLine:
        text = ngettext(
            "The pile has run out. {n} discarded card is the new pile.",
            "The pile has run out. The {n} discarded cards are shuffled into a new one.",
            event.a,
        )
        return LogLine(text.format(n=event.a), rule="C6.2")

    def _last_round(self, event: Event) -> LogLine:
        if event.a == 0:
            return LogLine(_("The pile has run out again: this turn is the last."), rule="C6.3")
        text = ngettext(
            "The pile has run out again: {n} more turn after this one.",
            "The pile has run out again: {n} more turns after this one.",
            event.a,
        )
        return LogLine(text.format(n=event.a), rule="C6.3")

    def _passed(self, event: Event) -> LogLine:
        return said(_("{name} can neither place nor exchange, and passes."), event.seat, "C5.1")

    def _game_over(self, event: Event) -> LogLine:
        if event.a:
            return LogLine(_("Nobody can place anything any more. The game is over; the final scoring follows."), rule="C6.4")
        return LogLine(_("The last round is over. The final scoring follows."), rule="C6.3")

    # -- points ----------------------------------------------------------------------------------------------------------------

    def _scoring(self, event: Event) -> LogLine:
        if event.c:
            text = _("The palaces of {region} are scored.")
            return LogLine(text.format(region=self.title(event.a)), rule="C7.1")
        text = _("{region} is full: its palaces are scored.")
        return LogLine(text.format(region=self.title(event.a)), rule="C3.7")

    def _palace_points(self, event: Event) -> LogLine:
        stands = self.stands[event.b, event.seat]
        level = [seat for (region, seat), other in self.stands.items() if region == event.b and other.c == stands.c]
        others = listed(seat_name(seat) for seat in level if seat != event.seat)
        text = (_TIED if others else _ALONE)[stands.c - 1]
        text = _(text).format(name=seat_name(event.seat), others=others, region=self.title(event.b))
        return LogLine(
            text,
            event.seat,
            event.a,
            self._palace_sum(event, stands),
            "C8.2" if event.c else "C4.1",
            pgettext("China", "Palaces"),
        )

    def _palace_sum(self, event: Event, stands: Event) -> str:
        """The palaces of all for the first; for the others those of the seat ranked before them (C4.1, C8.2)."""
        here = sorted((other.b for (region, _seat), other in self.stands.items() if region == event.b), reverse=True)
        if stands.c == 1:
            palaces = " + ".join(map(str, here))
            text = ngettext("{palaces} palace", "{palaces} palaces", sum(here))
            doubled = f"2 × ({palaces})" if len(here) > 1 else f"2 × {palaces}"
        else:
            palaces = str(min(n for n in here if n > stands.b))
            text = (
                _("{palaces} palaces of the first"),
                _("{palaces} palaces of the second"),
                _("{palaces} palaces of the third"),
                _("{palaces} palaces of the fourth"),
            )[stands.c - 2]
            doubled = f"2 × {palaces}"
        return text.format(palaces=doubled if event.c else palaces)

    def _alliance(self, event: Event) -> LogLine:
        first, second = names.map_of(self.seen).borders[event.a - 1]
        text = _("Alliance {n} ({first} and {second}) is scored.")
        return LogLine(text.format(n=event.a, first=self.title(first), second=self.title(second)), rule="C7.2")

    def _alliance_points(self, event: Event) -> LogLine:
        first, second = names.map_of(self.seen).borders[event.b - 1]
        level = [e.seat for e in self.events if e.what == p.ALLIANCE_POINTS and e.b == event.b]
        others = listed(seat_name(seat) for seat in level if seat != event.seat)
        text = _("{name} leads in {first} and {second} (alliance {number}).")
        if others:
            text = _("{name} ties with {others} for the lead in {first} and {second} (alliance {number}).")
        text = text.format(
            name=seat_name(event.seat), others=others, number=event.b, first=self.title(first), second=self.title(second)
        )
        total = ngettext("{emissaries} emissary", "{emissaries} emissaries", event.a)
        return LogLine(
            text, event.seat, event.a, total.format(emissaries=f"{event.c} + {event.a - event.c}"), "C7.2", _("Alliances")
        )

    def _road_space(self, event: Event) -> None:
        self.row.append(event)

    def _road_points(self, event: Event) -> LogLine:
        through = listed(self.title(region) for region in dict.fromkeys(space.a for space in self.row))
        self.row = []
        text = _("{name} has a row of {palaces} palaces through {regions}.")
        text = text.format(name=seat_name(event.seat), palaces=event.b, regions=through)
        total = ngettext("{palaces} palace", "{palaces} palaces", event.b)
        total = total.format(palaces=f"2 × {event.b}" if event.c else event.b)
        return LogLine(text, event.seat, event.a, total, "C8.3" if event.c else "C7.3", _("Rows"))
