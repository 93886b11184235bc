"""A position of the Year of the Dragon as text (``docs/rules/notation.md``, "Positions"): the fields of a state, and back."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from hanlin.core.i18n.language import _
from hanlin.core.text.fields import NONE, Fields, Written, counters_text, counts_text, numbers_text
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.options import Options
from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.choices import number_of_deals
from hanlin.games.year_of_the_dragon.deals import DEALS, FIRST_ROW
from hanlin.games.year_of_the_dragon.state import (
    ACT,
    CONCEDE,
    DEAL,
    DRAW_EVENT,
    DRAW_SUPER_EVENT,
    DROP,
    EVICT,
    FLOOR,
    FLOOR_TO,
    GIVE,
    HIRE,
    MOST_PALACES,
    NOT_YET,
    NOTHING,
    PASSED,
    PICK,
    PLACE,
    RAZE,
    RELEASE,
    WELCOME,
    cards_of_group,
    palaces_of,
    person_in,
)

PHASES: Final = (
    "set-up",
    "action",
    "person",
    "event",
    "wall",
    "super-event",
    "event-again",
    "wall-again",
    "last-wall",
    "over",
)
"""The words for the phases, by their numbers."""
STEPS: Final = (
    "event",
    "super-event",
    "pick",
    "deal",
    "act",
    "floor",
    "hire",
    "place",
    "release",
    "raze",
    "evict",
    "give",
    "drop",
    "welcome",
    "concede",
    "nothing",
)
"""The words for what is asked, by the numbers of the steps."""
STEPS_OF_PHASE: Final = (
    (DRAW_EVENT, DRAW_SUPER_EVENT, PICK, PLACE),
    (DEAL, ACT, FLOOR_TO),
    (HIRE, PLACE),
    (RELEASE,),
    (RELEASE,),
    (RAZE, EVICT, GIVE, DROP, WELCOME, PLACE, CONCEDE, FLOOR_TO),
    (RELEASE,),
    (RELEASE,),
    (RELEASE,),
    (NOTHING,),
)
"""The questions of each phase."""
EVENTS_OF_STEP: Final = {
    RAZE: (p.EARTHQUAKE,),
    EVICT: (p.EARTHQUAKE,),
    GIVE: (p.FLOOD,),
    DROP: (p.TORNADO,),
    WELCOME: (p.SUNRISE,),
    PLACE: (p.SUNRISE,),
    CONCEDE: (p.CONCESSION,),
    FLOOR_TO: (p.CONCESSION,),
}
"""The super events in which something is asked."""
MOST: Final = 999
"""Of points, goods, spaces of the track, as far as they can be set."""
GROWTH: Final = {"points": 100_000, "track": 40, "yuan": 40, "rice": 40, "fireworks": 40, "small": 1, "large": 1}
"""More than a seat can gain of each in one ply. What goes beyond the most that can be set (``core/text/fields.py``) is read as
far as play can have brought it (``gains``): so what was read can be played on, and what is written can be read again."""


# -- writing -------------------------------------------------------------------------------------------------------------


def write_state(s: Any, options: Options) -> Written:
    """The fields of a state; nothing in this game is hidden, so those of a view are the same."""
    seats = range(int(s.players))
    fields = [("now", _now_text(s)), *_midst(s)]
    fields.append(("events", " ".join(p.EVENT_NAMES[int(event)] if event >= 0 else NONE for event in s.events)))
    if options["super_event"] == "random" and s.super_event >= 0:
        fields.append(("super-event", p.SUPER_EVENT_NAMES[int(s.super_event)]))
    fields.append(("order", " ".join(str(int(seat) + 1) for seat in s.order[: len(seats)])))
    fields.append(("queue", " ".join(str(int(seat) + 1) for seat in s.queue[: len(seats)])))
    fields.append(("groups", "|".join(_group_text(s, group) for group in seats)))
    fields.append(("dragons", _mask_text(int(s.taken), [str(seat + 1) for seat in seats])))
    fields.append(("chosen", "|".join(_chosen_text(int(s.chosen[seat])) for seat in seats)))
    for name in GROWTH:
        fields += counters_text(name, s[name][: len(seats)], most_of(name))
    fields.append(("wild", numbers_text(s.wild[: len(seats)])))
    fields.append(("cards", "|".join(_mask_text(int(s.cards[seat]), p.TYPE_NAMES) for seat in seats)))
    if options["great_wall"]:
        wall = " ".join(str(int(seat) + 1) for seat in s.wall[: int(s.wall_length)])
        fields.append(("wall", wall or NONE))
        fields.append(("wall-tiles", "|".join(_mask_text(int(s.benefits[seat]), p.BENEFIT_NAMES) for seat in seats)))
    fields.append(("tiles", counts_text(s.tiles, p.KIND_NAMES)))
    fields.append(("palaces", "|".join(_palaces_text(s, seat) for seat in seats)))
    return fields


def _now_text(s: Any) -> str:
    who = {CHANCE: "*", OVER: NONE}.get(int(s.actor), str(int(s.actor) + 1))
    return f"{int(s.month)} {PHASES[int(s.phase)]} {who} {STEPS[int(s.step)]} {int(s.turn) + 1}"


def _midst(s: Any) -> Written:
    """The actor's unfinished step, where there is one."""
    fields = []
    if s.left:
        fields += counters_text("left", [s.left], MOST_PALACES)
    held = [p.KIND_NAMES[int(kind)] for kind in (s.held, s.held_next) if kind >= 0]
    if held:
        fields.append(("held", " ".join(held)))
    if s.at >= 0:
        fields.append(("at", str(int(s.at) + 1)))
    if s.hit:
        fields.append(("hit", _mask_text(int(s.hit), [str(seat + 1) for seat in range(int(s.players))])))
    if s.barred:
        fields.append(("barred", _mask_text(int(s.barred), [str(n + 1) for n in range(len(codes.PAIRS))])))
    return fields


def _mask_text(mask: int, names: Any) -> str:
    return " ".join(name for bit, name in enumerate(names) if mask >> bit & 1) or NONE


def _group_text(s: Any, group: int) -> str:
    return " ".join(p.CARD_NAMES[card] for card in cards_of_group(s, group)) or NONE


def _chosen_text(chosen: int) -> str:
    """The deed of a seat this month: "2 taxes" with group 2, "pass", or a hyphen."""
    if chosen == NOT_YET:
        return NONE
    return "pass" if chosen == PASSED else f"{(chosen >> 4) + 1} {p.DEED_NAMES[chosen & 15]}"


def _palaces_text(s: Any, seat: int) -> str:
    """A seat's palaces: "2 3:farmer-old:monk-young" are one of two floors, and one of three with two persons."""
    palaces = (":".join([str(floors), *(p.KIND_NAMES[kind] for kind in persons)]) for floors, persons in palaces_of(s, seat))
    return " ".join(palaces) or NONE


# -- reading -------------------------------------------------------------------------------------------------------------


def read_state(s: Any, fields: Fields, options: Options, whole: bool) -> None:
    """Make of ``s``, the state before a game's first action, the one of these fields."""
    players = int(s.players)
    turn = _read_now(s, fields)
    _read_events(s, fields, options)
    s.order[:players] = fields.order("order", players)
    s.queue[:players] = fields.order("queue", players)
    _read_groups(s, fields)
    for name in GROWTH:
        s[name][:players] = fields.numbers(name, players, 0, most_of(name))
    s.wild[:players] = fields.numbers("wild", players, 0, 2)
    for seat, text in enumerate(fields.parts("cards", players)):
        s.cards[seat] = fields.some_of("cards", text, p.TYPE_NAMES)
    if options["great_wall"]:
        _read_wall(s, fields)
    _read_palaces(s, fields)
    _read_midst(s, fields)
    for name in GROWTH:
        s[name][:players] = fields.beyond(name, s[name][:players], most_of(name), GROWTH[name] * gains(s))
    _read_tiles(s, fields)
    _check_order(s, fields)
    _check_now(s, fields, turn, int(options["months"]))


def gains(s: Any) -> int:
    """A number that no ply lowers, and that each ply raises in which a seat may gain points, goods or privileges."""
    step = int(s.step)
    chance = step in (DRAW_EVENT, DRAW_SUPER_EVENT, DEAL)
    turn = -1 if chance else min(int(s.turn), int(s.players))
    begun = 0 if chance or step in (PICK, ACT, HIRE, WELCOME, CONCEDE) else 1 if s.held_next >= 0 else 2
    return ((int(s.month) * len(PHASES) + int(s.phase)) * (len(s.queue) + 2) + turn + 1) * 3 + begun


def most_of(name: str) -> int:
    """The most of points, goods or privileges that can be set."""
    return p.MONTHS if name in ("small", "large") else MOST


def _read_now(s: Any, fields: Fields) -> int:
    """Month, phase, actor, step, and the actor's place in the queue, which is given back."""
    words = fields.words("now")
    if len(words) != 5:
        example = "3 action 2 act 1"
        raise fields.wrong(
            "now",
            _("expected month, phase, player, step and its number, like {example}").format(example=example),
        )
    players = int(s.players)
    s.month = fields.whole("now", words[0], 0, p.MONTHS)
    s.phase = fields.one_of("now", words[1], PHASES)
    s.actor = {"*": CHANCE, NONE: OVER}[words[2]] if words[2] in ("*", NONE) else fields.seat("now", words[2], players)
    s.step = fields.one_of("now", words[3], STEPS)
    s.turn = fields.whole("now", words[4], 0, players + 1) - 1
    if int(s.step) not in STEPS_OF_PHASE[int(s.phase)]:
        raise fields.wrong("now", _("this step doesn't belong to phase {phase}: {step}").format(phase=words[1], step=words[3]))
    of_chance = s.step in (DRAW_EVENT, DRAW_SUPER_EVENT, DEAL)
    if of_chance != (s.actor == CHANCE) or (s.step == NOTHING) != (s.actor == OVER):
        raise fields.wrong("now", _("this step isn't for {who}: {step}").format(who=words[2], step=words[3]))
    if (s.phase == p.SETUP) != (s.month == 0):
        raise fields.wrong("now", _("only the set-up is in month 0"))
    if s.phase in (p.FINAL_WALL_CHECK, p.GAME_OVER) and s.month != p.MONTHS:
        raise fields.wrong("now", _("this comes after month {n}").format(n=p.MONTHS))
    return int(s.turn)


def _read_events(s: Any, fields: Fields, options: Options) -> None:
    words = fields.words("events")
    if len(words) != p.MONTHS:
        raise fields.wrong("events", _("expected {n} events, found {found}").format(n=p.MONTHS, found=len(words)))
    s.events[:] = [-1 if word == NONE else fields.one_of("events", word, p.EVENT_NAMES) for word in words]
    events = [int(event) for event in s.events]
    if events[:2] != [p.PEACE] * 2 or p.PEACE in events[2:]:
        raise fields.wrong("events", _("months 1 and 2 must be peace, and no others (Y1.1)"))
    for event in range(1, p.EVENTS):
        if events.count(event) > 2:
            raise fields.wrong("events", _("there must be two of {event} (Y0.3)").format(event=p.EVENT_NAMES[event]))
    if any(event == after != -1 for event, after in pairwise(events[2:])):
        raise fields.wrong("events", _("neighbouring events must differ (Y1.1)"))
    drawing = s.step == DRAW_EVENT
    if (-1 in events) != drawing:
        raise fields.wrong("events", _("all events are shown once they are drawn, and not before"))
    if options["super_event"] != "random":
        return
    drawn = "super-event" in fields
    if drawn == (s.step in (DRAW_EVENT, DRAW_SUPER_EVENT)):
        raise fields.wrong("super-event", _("it is drawn after the events (Y9)"))
    if drawn:
        s.super_event = fields.one_of("super-event", fields.text("super-event"), p.SUPER_EVENT_NAMES)


def _read_groups(s: Any, fields: Fields) -> None:
    """The groups of cards, the dragons on them, and what each seat did."""
    players = int(s.players)
    groups = fields.parts("groups", players)
    if groups != [NONE] * players:
        deeds = [_deeds(fields, group) for group in groups]
        first = int(FIRST_ROW[int(s.deals)])
        rows = DEALS[first : first + int(number_of_deals(s))]
        if not (rows[:, :players] == deeds).all(axis=1).any():
            raise fields.wrong(
                "groups", _("each card must appear exactly once, in groups of the right sizes, the larger ones first (Y3.1)")
            )
        s.groups[:players] = deeds
    s.taken = fields.some_of("dragons", fields.text("dragons"), [str(seat + 1) for seat in range(players)])
    for seat, text in enumerate(fields.parts("chosen", players)):
        s.chosen[seat] = _read_chosen(s, fields, text)
    dealt = bool(s.groups[0])
    if dealt != (s.phase != p.SETUP and s.step != DEAL):
        raise fields.wrong("groups", _("the cards are in groups once they are dealt, and not before (Y3.1)"))
    if s.taken and (s.phase != p.ACTION_PHASE or not dealt):
        raise fields.wrong("dragons", _("dragons are on groups only in the action phase (Y3.2)"))


def _deeds(fields: Fields, group: str) -> int:
    cards = fields.some_of("groups", group, p.CARD_NAMES)
    return sum(int(p.DEEDS_OF_CARD[card]) for card in range(p.CARDS) if cards >> card & 1)


def _read_chosen(s: Any, fields: Fields, text: str) -> int:
    if text == NONE:
        return NOT_YET
    if text == "pass":
        return PASSED
    group, _blank, deed = text.partition(" ")
    number = fields.whole("chosen", group, 1, int(s.players)) - 1
    chosen = fields.one_of("chosen", deed, p.DEED_NAMES)
    if not int(s.groups[number]) >> chosen & 1:
        raise fields.wrong("chosen", _("group {group} has no such card: {deed}").format(group=number + 1, deed=deed))
    return 16 * number + chosen


def _read_wall(s: Any, fields: Fields) -> None:
    players = int(s.players)
    words = fields.words("wall")
    if len(words) > p.WALL_LENGTH:
        raise fields.wrong("wall", _("the wall has {n} places (Y8.2)").format(n=p.WALL_LENGTH))
    laid = [0] * players
    for month, word in enumerate(words):
        seat = fields.seat("wall", word, players)
        s.wall[month] = seat
        laid[seat] += 1
    s.wall_length = len(words)
    for seat, text in enumerate(fields.parts("wall-tiles", players)):
        s.benefits[seat] = fields.some_of("wall-tiles", text, p.BENEFIT_NAMES)
        if int(s.benefits[seat]).bit_count() + laid[seat] != p.BENEFITS:
            raise fields.wrong(
                "wall-tiles", _("seat {seat} has {n} wall tiles, laid or not (Y8.1)").format(seat=seat + 1, n=p.BENEFITS)
            )


def _read_palaces(s: Any, fields: Fields) -> None:
    players = int(s.players)
    s.palace[:] = 0
    for seat, text in enumerate(fields.parts("palaces", players)):
        words = [] if text == NONE else text.split()
        if len(words) > MOST_PALACES:
            raise fields.wrong(
                "palaces", _("seat {seat} can't have more than {n} palaces").format(seat=seat + 1, n=MOST_PALACES)
            )
        s.palaces[seat] = len(words)
        for palace, word in enumerate(words):
            floors, *persons = word.split(":")
            number = FLOOR * fields.whole("palaces", floors, 0, p.MOST_FLOORS)
            if len(persons) > p.MOST_FLOORS:
                raise fields.wrong(
                    "palaces", _("{palace}: a palace has room for {n} persons").format(palace=word, n=p.MOST_FLOORS)
                )
            for person in persons:
                kind = fields.one_of("palaces", person, p.KIND_NAMES)
                number += int(person_in(kind))
                s.persons[seat] += 1
                s.symbols[seat, p.TYPE_OF_KIND[kind]] += p.SYMBOLS[kind]
            s.palace[seat, palace] = number


def _read_midst(s: Any, fields: Fields) -> None:
    players = int(s.players)
    seats = [str(seat + 1) for seat in range(players)]
    s.left = fields.number("left", 1, MOST_PALACES) if "left" in fields else 0
    s.left = fields.beyond("left", [s.left], MOST_PALACES, GROWTH["yuan"] * gains(s) + 3 * MOST)[0]
    held = [fields.one_of("held", word, p.KIND_NAMES) for word in fields.words("held", NONE)]
    if len(held) > 2:
        raise fields.wrong("held", _("at most two persons can wait for a place"))
    s.held, s.held_next = ([*held, -1, -1])[:2]
    s.at = fields.number("at", 1, MOST_PALACES) - 1 if "at" in fields else -1
    s.hit = fields.some_of("hit", fields.text("hit", NONE), seats)
    s.barred = fields.some_of("barred", fields.text("barred", NONE), [str(n + 1) for n in range(len(codes.PAIRS))])


def _read_tiles(s: Any, fields: Fields) -> None:
    """The person tiles left; with those at court they are no more than there are (Y0.1)."""
    at_start = p.tiles_at_start(int(s.players))
    s.tiles[:] = fields.counts("tiles", fields.text("tiles"), p.KIND_NAMES, max(at_start))
    for kind, most in enumerate(at_start):
        at_court = sum(persons.count(kind) for seat in range(int(s.players)) for _floors, persons in palaces_of(s, seat))
        found = int(s.tiles[kind]) + at_court + [int(s.held), int(s.held_next)].count(kind)
        if found > most:
            raise fields.wrong(
                "tiles",
                _("there are {n} {kind} tiles in this game, but {found} in this position (Y0.1)").format(
                    n=most, kind=p.KIND_NAMES[kind], found=found
                ),
            )
    s.available = sum(int(n > 0) << kind for kind, n in enumerate(s.tiles))


def _check_order(s: Any, fields: Fields) -> None:
    """Check that player order follows the track; markers in one space may be in any order (Y2)."""
    spaces = [int(s.track[seat]) for seat in s.order[: int(s.players)]]
    if spaces != sorted(spaces, reverse=True):
        raise fields.wrong("order", _("the player further along the track comes first (Y2)"))


def _check_now(s: Any, fields: Fields, turn: int, months: int) -> None:
    """Refuse a question that can't be asked of the actor."""
    players, seat, step = int(s.players), int(s.actor), int(s.step)
    if seat >= 0 and (turn not in range(players) or int(s.queue[turn]) != seat):
        raise fields.wrong("now", _("seat {seat} isn't at that place in the turn order").format(seat=seat + 1))
    if s.phase == p.SUPER_EVENT_PHASE and (s.month != p.SUPER_EVENT_MONTH or int(s.super_event) not in EVENTS_OF_STEP[step]):
        raise fields.wrong("now", _("this step doesn't belong to this game's super event in month 7 (Y9)"))
    if s.phase in (p.EVENT_AGAIN, p.WALL_CHECK_AGAIN) and (s.month != p.SUPER_EVENT_MONTH or s.super_event != p.SOLAR_ECLIPSE):
        raise fields.wrong("now", _("an event happens again only in a solar eclipse (Y9.5)"))
    if s.phase in (p.WALL_CHECK, p.WALL_CHECK_AGAIN, p.FINAL_WALL_CHECK) and not s.great_wall:
        raise fields.wrong("now", _("this game is played without the wall (Y8)"))
    event = int(s.events[int(s.month) - 1])
    if step == RELEASE and s.phase in (p.EVENT_PHASE, p.EVENT_AGAIN) and event in (p.PEACE, p.DRAGON_FESTIVAL):
        raise fields.wrong("now", _("nobody is released in this month's event"))
    if s.phase in (p.WALL_CHECK, p.WALL_CHECK_AGAIN) and event != p.MONGOL_INVASION:
        raise fields.wrong("now", _("the wall is checked after a Mongol invasion (Y8.3)"))
    _check_courts(s, fields)
    _check_hands(s, fields, 0 if months < p.MONTHS else p.TYPES + 2)
    holds = s.held >= 0
    if holds != (step == PLACE):
        raise fields.wrong("held", _("a person waits for a place in the step that asks for one, and only then (Y4.2)"))
    if s.held_next >= 0 and s.phase != p.SETUP:
        raise fields.wrong("held", _("at most two persons can wait for a place, and only in the set-up (Y1.3)"))
    if (s.at >= 0) != (step == EVICT):
        raise fields.wrong("at", _("this is the palace with more persons than floors, in an earthquake (Y9.3)"))
    if step in (FLOOR_TO, RELEASE, RAZE, GIVE, DROP) and not s.left:
        raise fields.wrong("left", _("this is how many are left, including the current one"))
    _check_left(s, fields, seat, step)


def _check_courts(s: Any, fields: Fields) -> None:
    """Palaces have floors for their persons; only an earthquake, or a raze before a release, leaves one without."""
    for seat in range(int(s.players)):
        for palace, (floors, persons) in enumerate(palaces_of(s, seat)):
            evicting = s.step == EVICT and seat == s.actor and palace == s.at
            if len(persons) > floors + int(evicting) or (floors == 0 and not evicting):
                raise fields.wrong(
                    "palaces",
                    _("palace {palace} of seat {seat} has too few floors (Y3.6)").format(palace=palace + 1, seat=seat + 1),
                )
            if evicting and len(persons) != floors + 1:
                raise fields.wrong("at", _("palace {palace} has a floor for each person").format(palace=palace + 1))
    if s.step == EVICT and s.at >= s.palaces[s.actor]:
        raise fields.wrong("at", _("seat {seat} has no palace of that number").format(seat=int(s.actor) + 1))


def _check_hands(s: Any, fields: Fields, cards: int) -> None:
    """Of its person cards, eleven in a whole game, each seat plays one a month (Y4.1), and a tornado takes two (Y9.7)."""
    month, phase = int(s.month), int(s.phase)
    played = max(month - 1, 0) if phase <= p.PERSON_PHASE else month
    dropped = p.TORNADO_CARDS if s.super_event == p.TORNADO and month > p.SUPER_EVENT_MONTH else 0
    for place, seat in enumerate(int(seat) for seat in s.queue[: int(s.players)]):
        done = place < s.turn
        now = 0
        if phase == p.PERSON_PHASE:
            now = int(done or (place == s.turn and s.step == PLACE))
        elif s.step == DROP:
            now = p.TORNADO_CARDS if done else p.TORNADO_CARDS - int(s.left) if place == s.turn else 0
        n = max(cards - played - dropped, 0) - now
        found = int(s.cards[seat]).bit_count() + int(s.wild[seat])
        if found != n:
            reason = _("seat {seat} has {n} person cards at this moment, not {found} (Y4.1, Y9.7)")
            raise fields.wrong("cards", reason.format(seat=seat + 1, n=n, found=found))


def _check_left(s: Any, fields: Fields, seat: int, step: int) -> None:
    """Check that the supply suffices for the rest of the game."""
    most = {
        FLOOR_TO: MOST_PALACES,
        RELEASE: int(s.persons[seat]),
        RAZE: p.EARTHQUAKE_FLOORS,
        EVICT: p.EARTHQUAKE_FLOORS,
        GIVE: int(s.yuan[seat]) + int(s.rice[seat]) + int(s.fireworks[seat]),
        DROP: min(p.TORNADO_CARDS, int(s.cards[seat]).bit_count() + int(s.wild[seat])),
    }
    drought = s.phase in (p.EVENT_PHASE, p.EVENT_AGAIN) and s.events[int(s.month) - 1] == p.DROUGHT
    if drought:  # Each palace without rice releases one person (Y5.3).
        most[RELEASE] = sum(
            bool(persons) and not int(s.barred) >> palace & 1 for palace, (_floors, persons) in enumerate(palaces_of(s, seat))
        )
    if step in most and s.left > most[step]:
        raise fields.wrong("left", _("seat {seat} can't do that so many times: {n}").format(seat=seat + 1, n=int(s.left)))
    if step == FLOOR_TO and int(s.palaces[seat]) + int(s.left) > MOST_PALACES:
        raise fields.wrong("left", _("seat {seat} can't have more than {n} palaces").format(seat=seat + 1, n=MOST_PALACES))
    if step == RAZE and not s.palaces[seat]:
        raise fields.wrong("now", _("seat {seat} has no floor to remove").format(seat=seat + 1))
