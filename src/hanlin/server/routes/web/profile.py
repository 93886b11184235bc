"""The profile of an account: games, results, ratings. Routes only."""

from __future__ import annotations

from urllib.parse import quote

from babel.numbers import format_decimal
from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Stream

from hanlin.core.i18n.language import current_language, language
from hanlin.server.accounts.ratings import SURE, Rating, competitors, place_of, score_of
from hanlin.server.db import Account
from hanlin.server.routes.api.accounts import records_of
from hanlin.server.routes.deps import AnyRequest, language_of, number_of, owner_of, page
from hanlin.server.routes.web.people import people_of
from hanlin.server.services import Services
from hanlin.server.views.profile_score import Asked, HowYouScore, chosen_kind, how_you_score


@get("/people/{name:str}", sync_to_thread=True)
def profile(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[str]:
    """The profile of an account."""
    asker = owner_of(request)
    account = services.accounts.shown_to(name, asker)
    found = services.standings.profile(account, asker)
    with language(language_of(request)):
        score = _score(request, services, account)
        people = people_of(services, account, asker)
    return page(
        services,
        request,
        "profile.html",
        account=account,
        found=found,
        badges=services.badges.shown(account.owner, asker, [each.result.table for each in found.played]),
        fresh=False,
        mine=account.owner == asker,
        score=score,
        games=services.games,
        competitors=competitors,
        place_of=place_of,
        score_of=score_of,
        rating_words=rating_words,
        solvers=services.solvers.profile(account.owner),
        days=services.solvers.days(account.owner),
        **people,
    )


def _score(request: AnyRequest, services: Services, account: Account) -> HowYouScore | None:
    """A person's scoring at the kind of game that is asked for (``game``, ``players``, ``options``, ``level``): by all games
    for oneself, by those of public tables for others."""
    asked = request.query_params
    wanted = Asked(asked.get("game", ""), number_of(request, "players") or 0, asked.get("options", ""), asked.get("level", ""))
    scores = services.standings.scores
    services.standings.catch_up_scores_soon(account.owner)
    public = account.owner != owner_of(request)
    kinds = scores.kinds(account.owner, public)
    chosen = chosen_kind(kinds, wanted)
    if chosen is None:
        return None
    return how_you_score(
        services.games, kinds, chosen, scores.own(account.owner, chosen, public), wanted, f"/people/{quote(account.name)}"
    )


@get("/people/{name:str}/records.zip", sync_to_thread=True)
def records(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Stream:
    """The records of an account's games as a ZIP file."""
    return records_of(request, services, name)


ROUTES = Router("/", route_handlers=[profile, records], include_in_schema=False)


def rating_words(rating: Rating) -> str:
    """A rating with its uncertainty: "27.4 ± 6.1"."""
    parts = (
        format_decimal(round(number, 1), locale=current_language()) for number in (rating.strength, SURE * rating.deviation)
    )
    return " ± ".join(parts)
