"""The game log: a few sentences for each ply, made from the events of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from hanlin.core.i18n.language import N_, _, listed, ngettext, pgettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs import log_sentences
from hanlin.core.verbs.generic import CHANCE
from hanlin.core.verbs.log_sentences import Sentences
from hanlin.core.verbs.presentation import Address, LogLine
from hanlin.games.china import pieces as p
from hanlin.games.china.pieces import COLOURS
from hanlin.games.china.snapshot import read
from hanlin.games.china.words import names


def log(seen: Position, actor: int, action: str, events: Sequence[Event]) -> list[LogLine]:
    """The lines of one ply; ``seen`` is the view before it, so that a secret last word of the action is ``?``."""
    chapter = _chapter(seen, actor)
    if int(seen.state.phase) in (p.DEAL, p.OPEN):
        return _set_up(seen, chapter)
    lines = _LogWriter(seen, events).lines(chapter)
    first = _first(seen, actor, action)
    return [replace(first, chapter=chapter), *lines] if first else lines


def _set_up(seen: Position, chapter: str) -> list[LogLine]:
    """One line for the whole set-up, with its last card: hands and row are seen on the table."""
    if int(seen.state.phase) == p.DEAL or sum(read(seen.state).row) < p.ROW - 1:
        return []
    seat = int(seen.state.seat)
    text = _("The game begins: {name} takes the first turn.").format(name=seat_name(seat))
    own = Address(_("The game begins: you take the first turn."))
    return [LogLine(text, rule="C1.2", chapter=chapter, to=((seat, own),))]


def reckoning(seen: Position, events: Sequence[Event]) -> list[LogLine]:
    """The lines of the final scoring (C7), as if the game ended in this position."""
    return _LogWriter(seen, events).lines(_("Final scoring"))


def _first(seen: Position, actor: int, action: str) -> LogLine | None:
    """The line of an action without events."""
    if actor == CHANCE:
        return _card_comes(seen, action)
    if action == "take pile":
        # The card that comes next is a line of its own, which all read alike but for its colour.
        sentence = _("{name} gets a card from the pile."), _("You get a card from the pile.")
        return replace(said(sentence, actor, "C6.1"), clause="")
    if action == "done":
        return replace(said((_("{name} finishes placing."), _("You finish placing.")), actor, "C3.2"), clause="")
    return None


def said(
    sentence: Sentences, seat: int, rule: str, *, several: Sentences = "", item: tuple[str, ...] = (), **values: object
) -> LogLine:
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
        shown = names.cap(_("{card} is turned up.").format(card=names.card(names.colour_number(rest[0]))))
        # Between a turn's own lines; merged into one sentence, the turn leaves it out, since the row shows it.
        return LogLine(shown, int(seen.state.seat), rule="C6.1", clause="")
    seat, what = int(rest[0]) - 1, rest[1]
    if what == "?":
        more = (
            ngettext("{name} draws {n} card.", "{name} draws {n} cards.", 2),
            ngettext("You draw {n} card.", "You draw {n} cards.", 2),
        )
        line = said((_("{name} draws a card."), _("You draw a card.")), seat, "C6.1", several=more)
        return _pictured(line, [(names.unknown_cards(n), f"card-back-{n}") for n in range(1, p.HAND + 1)])
    text, several = (_("{name} draws {card}."), _("You draw {card}.")), (_("{name} draws {items}."), _("You draw {items}."))
    of = names.colour_number(what)
    line = said(text, seat, "C6.1", several=several, item=names.card_forms(of), card=names.card(of))
    return _pictured(line, _cards_shown(of))


def _pictured(line: LogLine, pictures: Iterable[tuple[str, str]]) -> LogLine:
    """A line with pictures in place of words, each pair the words and the name of the picture."""
    shown, icons = zip(*pictures, strict=True)
    return replace(line, shown="|".join(shown), icon="|".join(icons))


def _cards_shown(of: int) -> list[tuple[str, str]]:
    """The pictures of one, two and three cards of a colour."""
    return [(words, f"card-{COLOURS[of]}-{n}") for n, words in enumerate(names.card_forms(of), 1)]


def _piece_shown(kind: int, seat: int, n: int) -> str:
    """The picture of one piece of a seat's, or of two."""
    one, two = (("palace-{seat}", "palaces-{seat}"), ("emissary-{seat}", "emissaries-{seat}"), ("fortress", "fortresses"))[kind]
    return (one if n == 1 else two).format(seat=seat)


_ALONE = (
    (N_("{name} has the most palaces in {region}."), N_("You have the most palaces in {region}.")),
    (N_("{name} is second in {region}."), N_("You are second in {region}.")),
    (N_("{name} is third in {region}."), N_("You are third in {region}.")),
    (N_("{name} is fourth in {region}."), N_("You are fourth in {region}.")),
    (N_("{name} is fifth in {region}."), N_("You are fifth in {region}.")),
)
_TIED = (
    (
        N_("{name} ties with {others} for the most palaces in {region}."),
        N_("You tie with {others} for the most palaces in {region}."),
    ),
    (
        N_("{name} ties with {others} for second place in {region}."),
        N_("You tie with {others} for second place in {region}."),
    ),
    (
        N_("{name} ties with {others} for third place in {region}."),
        N_("You tie with {others} for third place in {region}."),
    ),
    (
        N_("{name} ties with {others} for fourth place in {region}."),
        N_("You tie with {others} for fourth place in {region}."),
    ),
)
"""By the place in a region: a seat that has it alone, and one that shares it."""


def _standing(sentence: tuple[str, str], seat: int, tied: Sequence[int], **values: object) -> LogLine:
    """A line of a seat that may share its place with others, as each of them reads it."""
    others = [other for other in tied if other != seat]
    text = sentence[0].format(name=seat_name(seat), others=listed(map(seat_name, others)), **values)
    to = [(seat, Address(sentence[1].format(others=listed(map(seat_name, others)), **values)))]
    for reader in others:
        rest = [pgettext("after with", "you"), *(seat_name(other) for other in others if other != reader)]
        to.append((reader, Address(sentence[0].format(name=seat_name(seat), others=listed(rest), **values))))
    return LogLine(text, seat, to=tuple(to))


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
                (_("{name} builds a palace in {region} for {cards}."), _("You build a palace in {region} for {cards}.")),
                (_("{name} builds palaces in {region} for {items}."), _("You build palaces in {region} for {items}.")),
            ),
            p.EMISSARY: (
                (
                    _("{name} sends an emissary to {region} for {cards}."),
                    _("You send an emissary to {region} for {cards}."),
                ),
                (_("{name} sends emissaries to {region} for {items}."), _("You send emissaries to {region} for {items}.")),
            ),
            p.FORTRESS: (
                (_("{name} builds a fortress in {region} for {cards}."), _("You build a fortress in {region} for {cards}.")),
                (_("{name} builds fortresses in {region} for {items}."), _("You build fortresses in {region} for {items}.")),
            ),
        }[event.a]
        cards, pictures = "", [(names.one_of(event.a), _piece_shown(event.a, event.seat, 1))]
        pictures.append((names.several_of(event.a), _piece_shown(event.a, event.seat, 2)))
        if self.paid is not None:
            cards = (
                names.card(self.paid.a)
                if self.paid.b == 1
                else _("{cards} as a joker").format(cards=names.cards(self.paid.a, 2))
            )
            pictures.append((cards, f"card-{COLOURS[self.paid.a]}-{self.paid.b}"))
        rule = {p.PALACE: "C3.4", p.EMISSARY: "C3.5", p.FORTRESS: "C8.1"}[event.a]
        id = names.map_of(self.seen).regions[event.b].id
        line = said(text, event.seat, rule, several=several, item=(cards,), region=self.title(event.b), cards=cards)
        line = replace(line, at=f"court {id}" if event.a == p.EMISSARY else f"space {id} {event.c}")
        return _pictured(line, pictures)

    def _exchanged(self, event: Event) -> LogLine:
        sentence = _("{name} discards {card} to exchange it."), _("You discard {card} to exchange it.")
        return _pictured(said(sentence, event.seat, "C5.1", card=names.card(event.a)), _cards_shown(event.a))

    def _took(self, event: Event) -> LogLine:
        text = _("{name} takes {card} from the row."), _("You take {card} from the row.")
        several = _("{name} takes {items} from the row."), _("You take {items} from the row.")
        forms = names.card_forms(event.a)
        line = said(text, event.seat, "C6.1", several=several, item=forms, card=names.card(event.a))
        return _pictured(line, _cards_shown(event.a))

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
        sentence = (
            _("{name} can neither place nor exchange, and passes."),
            _("You can neither place nor exchange, and pass."),
        )
        return said(sentence, event.seat, "C5.1")

    def _game_over(self, event: Event) -> LogLine:
        if event.a:
            return LogLine(_("Nobody can place anything any more. The game is over; the final scoring follows."), rule="C6.4")
        return LogLine(_("The last round is over. The final scoring follows."), rule="C6.3")

    # -- points ----------------------------------------------------------------------------------------------------------------

    def _scoring(self, event: Event) -> LogLine:
        at = f"region {names.map_of(self.seen).regions[event.a].id}"
        if event.c:
            text = _("The palaces of {region} are scored.")
            return LogLine(text.format(region=self.title(event.a)), rule="C7.1", at=at)
        text = _("{region} is full: its palaces are scored.")
        return LogLine(text.format(region=self.title(event.a)), rule="C3.7", at=at)

    def _palace_points(self, event: Event) -> LogLine:
        stands = self.stands[event.b, event.seat]
        level = [seat for (region, seat), other in self.stands.items() if region == event.b and other.c == stands.c]
        about, own = (_TIED if len(level) > 1 else _ALONE)[stands.c - 1]
        return replace(
            _standing((_(about), _(own)), event.seat, level, region=self.title(event.b)),
            points=event.a,
            sum=self._palace_sum(event, stands),
            rule="C8.2" if event.c else "C4.1",
            source=names.source_name("palaces"),
            at=f"region {names.map_of(self.seen).regions[event.b].id}",
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
        told = text.format(n=event.a, first=self.title(first), second=self.title(second))
        return LogLine(told, rule="C7.2", at=f"border {event.a}")

    def _alliance_points(self, event: Event) -> LogLine:
        first, second = names.map_of(self.seen).borders[event.b - 1]
        level = [e.seat for e in self.events if e.what == p.ALLIANCE_POINTS and e.b == event.b]
        sentence = (
            _("{name} leads in {first} and {second} (alliance {number})."),
            _("You lead in {first} and {second} (alliance {number})."),
        )
        if len(level) > 1:
            sentence = (
                _("{name} ties with {others} for the lead in {first} and {second} (alliance {number})."),
                _("You tie with {others} for the lead in {first} and {second} (alliance {number})."),
            )
        total = ngettext("{emissaries} emissary", "{emissaries} emissaries", event.a)
        return replace(
            _standing(sentence, event.seat, level, number=event.b, first=self.title(first), second=self.title(second)),
            points=event.a,
            sum=total.format(emissaries=f"{event.c} + {event.a - event.c}"),
            rule="C7.2",
            source=names.source_name("alliances"),
            at=f"border {event.b}",
            shown=pgettext("object", "alliance {number}").format(number=event.b),
            icon=f"alliance-{event.b}",
        )

    def _road_space(self, event: Event) -> None:
        self.row.append(event)

    def _road_points(self, event: Event) -> LogLine:
        through = listed(self.title(region) for region in dict.fromkeys(space.a for space in self.row))
        at = "|".join(f"space {names.map_of(self.seen).regions[space.a].id} {space.b}" for space in self.row)
        self.row = []
        sentence = (
            _("{name} has a row of {palaces} palaces through {regions}."),
            _("You have a row of {palaces} palaces through {regions}."),
        )
        total = ngettext("{palaces} palace", "{palaces} palaces", event.b)
        total = total.format(palaces=f"2 × {event.b}" if event.c else event.b)
        return replace(
            _standing(sentence, event.seat, [event.seat], palaces=event.b, regions=through),
            points=event.a,
            sum=total,
            rule="C8.3" if event.c else "C7.3",
            source=names.source_name("roads"),
            at=at,
            shown=pgettext("behind a number", "palaces"),
            icon=f"palace-{event.seat}",
        )
