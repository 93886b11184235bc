"""The lines of the game log about points: why a seat scores, and the sum behind it."""

from __future__ import annotations

from msgspec.structs import replace

from hanlin.core.i18n.language import N_, _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.jit.events import Event
from hanlin.core.verbs.log_sentences import said
from hanlin.core.verbs.presentation import LogLine
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.sources import SOURCE_OF_REASON
from hanlin.games.year_of_the_dragon.words import log_pictures as pictures
from hanlin.games.year_of_the_dragon.words import names

_SCORES = {
    p.FOR_RESEARCH: (N_("{name} scores {points} for research."), N_("You score {points} for research.")),
    p.FOR_FESTIVAL: (N_("{name} scores {points} at the dragon festival."), N_("You score {points} at the dragon festival.")),
    p.FOR_MONGOLS: (N_("{name} scores {points} for helmets."), N_("You score {points} for helmets.")),
    p.FOR_PALACES: (N_("{name} scores {points} for palaces."), N_("You score {points} for palaces.")),
    p.FOR_COURT_LADIES: (N_("{name} scores {points} for court ladies."), N_("You score {points} for court ladies.")),
    p.FOR_PRIVILEGES: (N_("{name} scores {points} for privileges."), N_("You score {points} for privileges.")),
    p.FOR_PERSONS_AT_END: (N_("{name} scores {points} for persons at court."), N_("You score {points} for persons at court.")),
    p.FOR_MONKS_AT_END: (
        N_("{name} scores {points} for monks in one palace."),
        N_("You score {points} for monks in one palace."),
    ),
    p.FOR_YUAN_AT_END: (N_("{name} scores {points} for money and goods."), N_("You score {points} for money and goods.")),
    p.FOR_WALL_TILE: (N_("{name} scores {points} from the wall tile."), N_("You score {points} from the wall tile.")),
    p.FOR_WALL: (N_("{name} scores {points} for tiles in the wall."), N_("You score {points} for tiles in the wall.")),
    p.FOR_WALL_AT_END: (
        N_("{name} scores {points} for tiles in the finished wall."),
        N_("You score {points} for tiles in the finished wall."),
    ),
    p.FOR_LANTERNS: (N_("{name} scores {points} at the lantern festival."), N_("You score {points} at the lantern festival.")),
    p.FOR_BUDDHA: (N_("{name} scores {points} for monks in one palace."), N_("You score {points} for monks in one palace.")),
    p.CONCESSION_GIFT: (N_("{name} scores {points} from the Concession."), N_("You score {points} from the Concession.")),
}

_FOR = {
    p.FOR_RESEARCH: N_("{points} for research"),
    p.FOR_FESTIVAL: N_("{points} at the dragon festival"),
    p.FOR_MONGOLS: N_("{points} for helmets"),
    p.FOR_PALACES: N_("{points} for palaces"),
    p.FOR_COURT_LADIES: N_("{points} for court ladies"),
    p.FOR_PRIVILEGES: N_("{points} for privileges"),
    p.FOR_PERSONS_AT_END: N_("{points} for persons at court"),
    p.FOR_MONKS_AT_END: N_("{points} for monks in one palace"),
    p.FOR_YUAN_AT_END: N_("{points} for money and goods"),
    p.FOR_WALL_TILE: N_("{points} from the wall tile"),
    p.FOR_WALL: N_("{points} for tiles in the wall"),
    p.FOR_WALL_AT_END: N_("{points} for tiles in the finished wall"),
    p.FOR_LANTERNS: N_("{points} at the lantern festival"),
    p.FOR_BUDDHA: N_("{points} for monks in one palace"),
    p.CONCESSION_GIFT: N_("{points} from the Concession"),
}
"""The same in a list: what one seat scores in a row."""

_ICONS = {
    p.FOR_RESEARCH: "book",
    p.FOR_FESTIVAL: "dragon-festival",
    p.FOR_MONGOLS: "helmet",
    p.FOR_PALACES: "palace",
    p.FOR_COURT_LADIES: "fan",
    p.FOR_PRIVILEGES: "privilege",
    p.FOR_PERSONS_AT_END: "person",
    p.FOR_MONKS_AT_END: "buddha",
    p.FOR_YUAN_AT_END: "coin",
    p.FOR_WALL_TILE: "points",
    p.FOR_WALL: "wall",
    p.FOR_WALL_AT_END: "wall",
    p.FOR_LANTERNS: "lantern-festival",
    p.FOR_BUDDHA: "buddha",
    p.CONCESSION_GIFT: "concession",
}
"""The symbols of what brings points."""


def scores(t: Event, action: str) -> LogLine:
    """The line of points that a seat scores by ``action`` or without one."""
    points = names.points(t.a)
    item = (_(_FOR[t.b]).format(points=points),)
    about, you = _SCORES[t.b]
    line = said(
        (_(about), _(you)),
        t.seat,
        seat_name(t.seat),
        p.RULE_OF_REASON[t.b],
        several=(_("{name} scores {items}."), _("You score {items}.")),
        item=item,
        points=points,
    )
    made_of = _sum_of_concession(t, action) if t.b == p.CONCESSION_GIFT else _sum(t)
    line = pictures.shown(line, pictures.Picture(_ICONS[t.b], item[0]))
    return replace(line, points=t.a, sum=made_of, source=names.source_name(SOURCE_OF_REASON[t.b]))


def _sum(t: Event) -> str:
    """The sum behind the points; it names what it counts, since it may be shown alone."""
    points, reason, c = t.a, t.b, t.c
    if reason == p.FOR_RESEARCH:
        return f"1 + {names.books(c)}" if c else "1"
    if reason == p.FOR_FESTIVAL:
        if points == p.FESTIVAL_FIRST:
            return _("most fireworks: {n}").format(n=c)
        return _("second most fireworks: {n}").format(n=c)
    if reason in (p.FOR_PERSONS_AT_END, p.FOR_LANTERNS):
        return f"2 × {names.persons(c)}"
    if reason in (p.FOR_MONKS_AT_END, p.FOR_BUDDHA):
        return _sum_of_monks(t)
    if reason == p.FOR_YUAN_AT_END:
        quotient = f"{names.amount(c, p.YUAN)} ÷ {p.YUAN_A_POINT}"
        return _("{quotient}, rounded down").format(quotient=quotient) if c % p.YUAN_A_POINT else quotient
    counted = {
        p.FOR_MONGOLS: names.helmets,
        p.FOR_PALACES: names.palaces,
        p.FOR_COURT_LADIES: names.court_ladies,
        p.FOR_PRIVILEGES: names.dragons,
        p.FOR_WALL: names.wall_tiles,
        p.FOR_WALL_AT_END: names.wall_tiles,
    }
    return counted[reason](points) if reason in counted else names.benefit_name(p.WALL_POINTS)


def _sum_of_monks(t: Event) -> str:
    return f"{names.buddhas(t.a // t.c)} × {names.floors(t.c)}"


def _sum_of_concession(t: Event, action: str) -> str:
    """The same for a concession, to the type that the action names."""
    of_type = p.TYPE_NAMES.index(action.split()[1])
    if of_type == p.MONK:
        return _sum_of_monks(t)
    return names.books(t.c) if of_type == p.SCHOLAR else names.court_ladies(t.c)
