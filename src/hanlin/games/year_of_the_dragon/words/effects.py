"""The effect of every thing of the game, in a sentence: for tips in the drawings and for the help sheet."""

from __future__ import annotations

from hanlin.core.i18n.language import N_, _
from hanlin.core.verbs.presentation import Symbol
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.words import names

_TYPES = (
    N_("+1 floor when you Build."),
    N_("1 point every month."),
    N_("+1 firework per rocket in a Fireworks show."),
    N_("+3 yuan when you take Taxes."),
    N_("+1 space per helmet in a Military parade. Mongol invasion: 1 point per helmet; "
        "the player with the fewest helmets releases a person."),
    N_("At the end, each Buddha scores as many points as the monk's palace has floors."),
    N_("Contagion: each mortar saves one person."),
    N_("+1 rice per sack when you Harvest."),
    N_("+1 point per book when you Research."),
)  # fmt: skip

_CARDS = (
    N_("2 yuan, and 3 more for each of your tax collectors."),
    N_("1 floor, and 1 more for each of your craftsmen."),
    N_("1 rice, and 1 more for each sack on your farmers."),
    N_("1 firework, and 1 more for each rocket on your pyrotechnists."),
    N_("Move your marker 1 space, and 1 more for each helmet on your warriors."),
    N_("1 point, and 1 more for each book on your scholars."),
    N_("Buy a privilege: a small one scores 1 point every month, a large one 2."),
    N_("Lay one of your wall tiles and get what it shows at once."),
)

_BENEFITS = (
    N_("When laid in the wall: 1 rice at once."),
    N_("When laid in the wall: 1 firework at once."),
    N_("When laid in the wall: 1 floor, built at once."),
    N_("When laid in the wall: 2 yuan at once."),
    N_("When laid in the wall: move your marker 3 spaces at once."),
    N_("When laid in the wall: 3 points at once."),
)


_GOODS = (
    ("points", N_("Points"), N_("Most points at the end win; ties go to the player further along the track."), "Y7"),
    ("coin", N_("Yuan"), N_("Pays for tribute, privileges and groups with a dragon; at the end, 3 yuan score 1 point."), "Y7"),
    ("sack", N_("Rice"), N_("Feeds one inhabited palace in a drought; sells for 2 yuan at the end."), "Y5.3"),
    ("rocket", N_("Firework"), N_("Counts at the dragon festival; sells for 2 yuan at the end."), "Y5.4"),
    ("privilege", N_("Small privilege"), N_("1 point every month."), "Y3.11"),
    ("privilege-large", N_("Large privilege"), N_("2 points every month."), "Y3.11"),
    ("palace", N_("Palace"), N_("1 point every month. Each floor (at most 3) holds a person. "
            "An empty palace loses one floor per month."), "Y6"),
    ("track", N_("Person track"), N_("The player further along plays earlier; new persons move your marker forward."), "Y2"),
)  # fmt: skip


def type_effect(of_type: int) -> str:
    """The effect of persons of a type; of a wild card its possible uses."""
    return _("Hires a person of any type.") if of_type == p.WILD else _(_TYPES[of_type])


def kind_effect(kind: int) -> str:
    """The effect of a person of a kind, with its symbols and its number on the track."""
    of_type = int(p.TYPE_OF_KIND[kind])
    effect = type_effect(of_type)
    moves = _("Moves {spaces} on the track.").format(spaces=names.spaces(int(p.SPACES[kind])))
    if not p.SPLIT[of_type]:
        return f"{effect} {moves}"
    return f"{names.symbols_of_type(of_type, int(p.SYMBOLS[kind]))}. {effect} {moves}"


def card_effect(card: int) -> str:
    """The effect of an action card."""
    return _(_CARDS[card])


def benefit_effect(benefit: int) -> str:
    """The benefit of a wall tile."""
    return _(_BENEFITS[benefit])


def good_effect(icon: str) -> str:
    """The effect of a good, a privilege or a palace, by the name of its picture."""
    return next(_(text) for name, _name, text, _rule in _GOODS if name == icon)


def named(name: str, effect: str) -> str:
    """A thing with what it does, for a tip."""
    return _("{thing}: {effect}").format(thing=name, effect=effect)


def symbols() -> list[Symbol]:
    """Every thing of the game with its picture and what it does."""
    return [*_goods(), *_persons(), *_actions(), *_events(), *_wall()]


def _goods() -> list[Symbol]:
    return [Symbol(icon, _(name), _(text), _("Goods"), rule) for icon, name, text, rule in _GOODS]


def _persons() -> list[Symbol]:
    group = _("Persons")
    found = [
        Symbol(f"dragon-{name}", names.kind_name(kind), kind_effect(kind), group, "Y4.1")
        for kind, name in enumerate(p.KIND_NAMES)
    ]
    return [*found, Symbol("wild", names.type_name(p.WILD), type_effect(p.WILD), group, "Y4.1")]


def _actions() -> list[Symbol]:
    group = _("Actions")
    rules = ("Y3.5", "Y3.6", "Y3.7", "Y3.8", "Y3.9", "Y3.10", "Y3.11", "Y8.2")
    return [
        Symbol(names.CARD_ICONS[card], names.card_name(card), card_effect(card), group, rules[card]) for card in range(p.CARDS)
    ]


def _events() -> list[Symbol]:
    events = [
        Symbol(name, names.event_name(event), names.event_effect(event), _("Events"), names.event_rule(event))
        for event, name in enumerate(p.EVENT_NAMES)
    ]
    super_events = [
        Symbol(
            name,
            names.super_event_name(number),
            names.super_event_effect(number),
            _("Super events"),
            names.super_event_rule(number),
        )
        for number, name in enumerate(p.SUPER_EVENT_NAMES)
    ]
    return events + super_events


def _wall() -> list[Symbol]:
    return [
        Symbol(names.BENEFIT_ICONS[benefit], names.benefit_name(benefit), benefit_effect(benefit), _("Wall tiles"), "Y8.1")
        for benefit in range(p.BENEFITS)
    ]
