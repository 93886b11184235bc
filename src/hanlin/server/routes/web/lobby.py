"""The people on the start page: the search for a game, who waits, challenges, friends who are here. No routes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from hanlin.core.i18n.language import _
from hanlin.server.db import OPEN
from hanlin.server.services import Services
from hanlin.server.tables.registry import Listed
from hanlin.server.views.about_games import longest_first
from hanlin.server.views.lobby import Card, game_words, grouped, people_here, seek_words, speeds, without

NOTHING: Mapping[str, str] = MappingProxyType({})


def lobby(services: Services, owner: str) -> dict[str, Any]:
    """The lobby as somebody sees it, in the current language. Of two people one of whom has blocked the other, neither sees
    that the other looks for a game, nor the other's open tables."""
    community, games = services.community, dict(services.games)
    rows = without(services.tables.listed(OPEN), services.store.apart_from(owner))
    tables = [Listed(row, games[row.game], row.last) for row in rows]
    circle = community.friends.circle(owner) if services.accounts.of(owner) else None
    return {
        **finder(services, owner),
        **here(services),
        "waiting": grouped(tables, community.seeks.shown_to(owner), games, owner),
        "challenges": challenge_cards(services, owner),
        "friends_here": [each for each in circle.friends if each.presence] if circle else [],
        "friends_hidden": circle.hidden if circle else [],
    }


def challenge_cards(services: Services, owner: str) -> list[Card]:
    """The challenges that wait for somebody's answer, in the current language."""
    found = services.community.challenges.of(owner)
    return [
        Card(
            each.table,
            each.by or _("Somebody"),
            game_words(services.games[each.game], each.players, each.time),
            each.created,
        )
        for each in found
    ]


def finder(services: Services, owner: str, problem: str = "", form: Mapping[str, str] = NOTHING) -> dict[str, Any]:
    """The search for a game: the form, or what the person looks for."""
    seek = services.community.seeks.of(owner)
    own = services.accounts.of(owner)
    return {
        "seek": seek,
        "waited": round(max(0.0, services.tables.clock() - seek.since), 1) if seek else 0,
        "seek_text": seek_words(seek, services.games[seek.game]) if seek and seek.game in services.games else "",
        "speeds": speeds(),
        "wanted": form,
        "find_problem": problem,
        "asks_name": own is None and not (services.people.name(owner) if owner else ""),
        "finder_games": longest_first(services.games.values()),
    }


def here(services: Services) -> dict[str, Any]:
    """The number of people here in words, and the words for one and for more."""
    number = len(services.community.presence.here())
    return {"here_number": number, "here_text": people_here(number), "here_forms": (people_here(1), people_here(2))}
