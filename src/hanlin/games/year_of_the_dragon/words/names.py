"""The names of the things of In the Year of the Dragon, and their effects in a sentence, in the current language."""

from __future__ import annotations

from hanlin.core.i18n.language import N_, _, ngettext, pgettext
from hanlin.games.year_of_the_dragon import pieces as p

_TYPES = (
    N_("Craftsman"),
    N_("Court lady"),
    N_("Pyrotechnist"),
    N_("Tax collector"),
    N_("Warrior"),
    N_("Monk"),
    N_("Healer"),
    N_("Farmer"),
    N_("Scholar"),
)

_KINDS = (
    N_("Craftsman"),
    N_("Court lady"),
    N_("Young pyrotechnist"),
    N_("Old pyrotechnist"),
    N_("Tax collector"),
    N_("Young warrior"),
    N_("Old warrior"),
    N_("Young monk"),
    N_("Old monk"),
    N_("Young healer"),
    N_("Old healer"),
    N_("Young farmer"),
    N_("Old farmer"),
    N_("Young scholar"),
    N_("Old scholar"),
)

_A_KIND = (
    N_("a craftsman"),
    N_("a court lady"),
    N_("a young pyrotechnist"),
    N_("an old pyrotechnist"),
    N_("a tax collector"),
    N_("a young warrior"),
    N_("an old warrior"),
    N_("a young monk"),
    N_("an old monk"),
    N_("a young healer"),
    N_("an old healer"),
    N_("a young farmer"),
    N_("an old farmer"),
    N_("a young scholar"),
    N_("an old scholar"),
)

_THE_KIND = (
    N_("the craftsman"),
    N_("the court lady"),
    N_("the young pyrotechnist"),
    N_("the old pyrotechnist"),
    N_("the tax collector"),
    N_("the young warrior"),
    N_("the old warrior"),
    N_("the young monk"),
    N_("the old monk"),
    N_("the young healer"),
    N_("the old healer"),
    N_("the young farmer"),
    N_("the old farmer"),
    N_("the young scholar"),
    N_("the old scholar"),
)

_AND_TYPE = (
    N_("{first} and craftsman"),
    N_("{first} and court lady"),
    N_("{first} and pyrotechnist"),
    N_("{first} and tax collector"),
    N_("{first} and warrior"),
    N_("{first} and monk"),
    N_("{first} and healer"),
    N_("{first} and farmer"),
    N_("{first} and scholar"),
)
"""Two types, by the second one: it is part of the message, since in Italian "and" depends on it."""

_CARDS = (
    N_("Taxes"),
    N_("Build"),
    N_("Harvest"),
    N_("Fireworks show"),
    N_("Military parade"),
    N_("Research"),
    N_("Privilege"),
    N_("Build the wall"),
)

_EVENTS = (
    N_("Peace"),
    N_("Imperial tribute"),
    N_("Drought"),
    N_("Dragon festival"),
    N_("Mongol invasion"),
    N_("Contagion"),
)

_EVENT_EFFECTS = (
    N_("Nothing happens."),
    N_("Pay 4 yuan; release one person for each yuan you are short."),
    N_("Pay 1 rice per inhabited palace; release one person from each palace you can't feed."),
    N_("Most fireworks: 6 points, second most: 3. Both return half of their fireworks."),
    N_("1 point per helmet; the player with the fewest releases a person."),
    N_("Release 3 persons, one fewer for each mortar."),
)

_EVENT_HINTS = (
    N_("peace"),
    N_("4 yuan"),
    N_("rice"),
    N_("fireworks"),
    N_("helmets"),
    N_("mortars"),
)

_SUPER_EVENTS = (
    N_("Lantern festival"),
    N_("Buddha"),
    N_("Earthquake"),
    N_("Flood"),
    N_("Solar eclipse"),
    N_("Volcanic eruption"),
    N_("Tornado"),
    N_("Sunrise"),
    N_("Assassination attempt"),
    N_("Concession"),
)

_SUPER_EVENT_EFFECTS = (
    N_("Each person at court scores 2 points."),
    N_("Monks score as at the end: Buddhas times the floors of their palace."),
    N_("Everyone tears down 2 floors; a person without a floor is released."),
    N_("Everyone gives back half of their yuan, rice and fireworks, counted together."),
    N_("The event of month 7 happens again."),
    N_("All person markers go back to space 0; the order stays."),
    N_("Everyone discards 2 person cards."),
    N_("Everyone takes a young person without playing a card, all of different types."),
    N_("All privileges are given back."),
    N_("Everyone chooses one type of their persons and gets its benefit at once."),
)

_BENEFITS = (
    N_("1 rice"),
    N_("1 firework"),
    N_("1 floor"),
    N_("2 yuan"),
    N_("3 spaces"),
    N_("3 points"),
)

TYPE_ICONS = ("hammer", "fan", "rocket", "coin", "helmet", "buddha", "mortar", "sack", "book")
CARD_ICONS = ("coin", "floor", "sack", "rocket", "helmet", "book", "privilege", "wall")
BENEFIT_ICONS = ("sack", "rocket", "floor", "coin", "track", "points")


def type_icon(of_type: int) -> str:
    """The name of a type's symbol; for WILD that of a wild card."""
    return "wild" if of_type == p.WILD else TYPE_ICONS[of_type]


def type_name(of_type: int) -> str:
    """Such as "Monk"; for WILD "Wild card"."""
    return _("Wild card") if of_type == p.WILD else _(_TYPES[of_type])


def two_types(first: int, second: int) -> str:
    """Such as "Monk and scholar"."""
    return _(_AND_TYPE[second]).format(first=type_name(first))


def narrow_type(of_type: int) -> str:
    """The name of a type for a narrow place: long words may be broken at their soft hyphens (``drawing.lines_of``)."""
    return (
        pgettext("narrow", "Craftsman"),
        pgettext("narrow", "Court lady"),
        pgettext("narrow", "Pyrotechnist"),
        pgettext("narrow", "Tax collector"),
        pgettext("narrow", "Warrior"),
        pgettext("narrow", "Monk"),
        pgettext("narrow", "Healer"),
        pgettext("narrow", "Farmer"),
        pgettext("narrow", "Scholar"),
    )[of_type]


def narrow_card(card: int) -> str:
    """The name of an action card for a narrow place."""
    return (
        pgettext("narrow", "Taxes"),
        pgettext("narrow", "Build"),
        pgettext("narrow", "Harvest"),
        pgettext("narrow", "Fireworks show"),
        pgettext("narrow", "Military parade"),
        pgettext("narrow", "Research"),
        pgettext("narrow", "Privilege"),
        pgettext("narrow", "Build the wall"),
    )[card]


def narrow_event(event: int) -> str:
    """The name of an event for a narrow place."""
    return (
        pgettext("narrow", "Peace"),
        pgettext("narrow", "Imperial tribute"),
        pgettext("narrow", "Drought"),
        pgettext("narrow", "Dragon festival"),
        pgettext("narrow", "Mongol invasion"),
        pgettext("narrow", "Contagion"),
    )[event]


def kind_name(kind: int) -> str:
    """Such as "Young monk"."""
    return _(_KINDS[kind])


def a_kind(kind: int) -> str:
    """Such as "a young monk", within a sentence."""
    return _(_A_KIND[kind])


def the_kind(kind: int) -> str:
    """Such as "the young monk", within a sentence, of somebody who was named before."""
    return _(_THE_KIND[kind])


def card_name(card: int) -> str:
    """Such as "Fireworks show"."""
    return _(_CARDS[card])


def event_name(event: int) -> str:
    """Such as "Imperial tribute"; for a month whose event is not drawn yet "Not drawn yet"."""
    return _(_EVENTS[event]) if event >= 0 else _("Not drawn yet")


def event_effect(event: int) -> str:
    """The effect of an event, in a sentence."""
    return _(_EVENT_EFFECTS[event]) if event >= 0 else ""


def event_hint(event: int) -> str:
    """The demand of an event, in a word."""
    return _(_EVENT_HINTS[event]) if event >= 0 else ""


def super_event_name(number: int) -> str:
    """Such as "Lantern festival"; before it is drawn "A super event"."""
    return _(_SUPER_EVENTS[number]) if number >= 0 else _("A super event")


def super_event_effect(number: int) -> str:
    """The effect of a super event, in a sentence."""
    return _(_SUPER_EVENT_EFFECTS[number]) if number >= 0 else _("It is drawn before the game starts.")


def event_rule(event: int) -> str:
    """The number of an event's rule."""
    return f"Y5.{event + 1}"


def super_event_rule(number: int) -> str:
    """The number of a super event's rule."""
    return f"Y9.{number + 1}"


def benefit_name(benefit: int) -> str:
    """Such as "2 yuan"."""
    return _(_BENEFITS[benefit])


def deed_name(deed: int) -> str:
    """The name of a deed: "Taxes", "Small privilege", "Wall tile: 2 yuan"."""
    if deed == p.SMALL_PRIVILEGE:
        return _("Small privilege")
    if deed == p.LARGE_PRIVILEGE:
        return _("Large privilege")
    if deed >= p.FIRST_WALL_DEED:
        return _("Wall tile: {benefit}").format(benefit=benefit_name(deed - p.FIRST_WALL_DEED))
    return card_name(deed)


def deed_icon(deed: int) -> str:
    """The name of a deed's symbol."""
    if deed == p.LARGE_PRIVILEGE:
        return "privilege-large"
    if deed >= p.FIRST_WALL_DEED:
        return BENEFIT_ICONS[deed - p.FIRST_WALL_DEED]
    return CARD_ICONS[int(p.CARD_OF_DEED[deed])]


def amount(n: int, good: int) -> str:
    """Such as "3 yuan", "2 rice", "1 firework"."""
    if good == p.YUAN:
        return ngettext("{n} yuan", "{n} yuan", n).format(n=n)
    if good == p.RICE:
        return ngettext("{n} rice", "{n} rice", n).format(n=n)
    return ngettext("{n} firework", "{n} fireworks", n).format(n=n)


def good_name(good: int) -> str:
    """The name of a good as a label: "Yuan"."""
    return (_("Yuan"), _("Rice"), _("Firework"))[good]


def points(n: int) -> str:
    """Such as "3 points"."""
    return ngettext("{n} point", "{n} points", n).format(n=n)


def floors(n: int) -> str:
    """Such as "2 floors"."""
    return ngettext("{n} floor", "{n} floors", n).format(n=n)


def spaces(n: int) -> str:
    """Such as "4 spaces"."""
    return ngettext("{n} space", "{n} spaces", n).format(n=n)


def persons(n: int) -> str:
    """Such as "2 persons"."""
    return ngettext("{n} person", "{n} persons", n).format(n=n)


def palaces(n: int) -> str:
    """Such as "3 palaces"."""
    return ngettext("{n} palace", "{n} palaces", n).format(n=n)


def court_ladies(n: int) -> str:
    """Such as "2 court ladies"."""
    return ngettext("{n} court lady", "{n} court ladies", n).format(n=n)


def dragons(n: int) -> str:
    """Such as "2 dragons on privileges"."""
    return ngettext("{n} dragon on privileges", "{n} dragons on privileges", n).format(n=n)


def danger(month: int, event: int, leaving: int, missing: int) -> str:
    """An event that releases persons: its month, how many, and what would avert it."""
    aid = {p.IMPERIAL_TRIBUTE: amount(missing, p.YUAN), p.DROUGHT: amount(missing, p.RICE)}
    aid |= {p.CONTAGION: mortars(missing), p.MONGOL_INVASION: helmets(missing)}
    text = ngettext(
        "Month {number}: {event}, {n} person leaves; {aid} more would avert it",
        "Month {number}: {event}, {n} persons leave; {aid} more would avert it",
        leaving,
    )
    return text.format(number=month, event=event_name(event), n=leaving, aid=aid[event])


def leave(n: int) -> str:
    """The number of persons who leave, as a caption: "2 leave"."""
    return ngettext("{n} leaves", "{n} leave", n).format(n=n)


def more_points(n: int) -> str:
    """Such as "+3 points"."""
    return _("+{amount}").format(amount=points(n))


def helmets(n: int) -> str:
    """Such as "3 helmets"."""
    return ngettext("{n} helmet", "{n} helmets", n).format(n=n)


def books(n: int) -> str:
    """Such as "2 books"."""
    return ngettext("{n} book", "{n} books", n).format(n=n)


def buddhas(n: int) -> str:
    """Such as "2 Buddhas"."""
    return ngettext("{n} Buddha", "{n} Buddhas", n).format(n=n)


def rockets(n: int) -> str:
    """Such as "2 rockets"."""
    return ngettext("{n} rocket", "{n} rockets", n).format(n=n)


def mortars(n: int) -> str:
    """Such as "2 mortars"."""
    return ngettext("{n} mortar", "{n} mortars", n).format(n=n)


def sacks(n: int) -> str:
    """Such as "2 sacks"."""
    return ngettext("{n} sack", "{n} sacks", n).format(n=n)


def symbols_of_type(of_type: int, n: int) -> str:
    """The symbols on a person of one of the types with two levels, such as "2 helmets"."""
    said = {
        p.PYROTECHNIST: rockets,
        p.WARRIOR: helmets,
        p.MONK: buddhas,
        p.HEALER: mortars,
        p.FARMER: sacks,
        p.SCHOLAR: books,
    }
    return said[of_type](n)


def cards(n: int) -> str:
    """Such as "9 person cards"."""
    return ngettext("{n} person card", "{n} person cards", n).format(n=n)


def wall_tiles(n: int) -> str:
    """Such as "4 wall tiles"."""
    return ngettext("{n} wall tile", "{n} wall tiles", n).format(n=n)


def storeys(n: int) -> str:
    """The height of a palace as an adjective of it, the pavilion being "of two floors"."""
    return (_("no floor"), _("one floor"), _("two floors"), _("three floors"))[n]


def palace_name(palace: int) -> str:
    """Such as "Palace 2", for the palace with the number 1 counted from 0."""
    return pgettext("numbered", "Palace {number}").format(number=palace + 1)


def month_name(month: int) -> str:
    """Such as "Month 3"."""
    return _("Month {number}").format(number=month)


def group_name(group: int) -> str:
    """Such as "Group 2", for the group with the number 1 counted from 0."""
    return _("Group {number}").format(number=group + 1)


_SOURCES = {
    "palaces": N_("Palaces"),
    "court-ladies": N_("Court ladies"),
    "privileges": N_("Privileges"),
    "research": N_("Research"),
    "festival": N_("Dragon festival"),
    "mongols": N_("Helmets"),
    "wall-tile": N_("Wall tile"),
    "wall": N_("Great Wall"),
    "lanterns": N_("Lantern festival"),
    "concession": N_("Concession"),
    "persons": N_("Persons"),
    "monks": N_("Monks"),
    "yuan": N_("Money and goods"),
}


def source_name(source: str) -> str:
    """A source of points (``sources.SOURCES``)."""
    return _(_SOURCES[source])
