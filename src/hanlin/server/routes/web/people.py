"""Friends, challenges and the search for a game, for browsers. Routes only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _, language
from hanlin.server.db import Account
from hanlin.server.exceptions import Refused
from hanlin.server.lib.parse import whole_number
from hanlin.server.routes.api.people import change_tie
from hanlin.server.routes.deps import AnyRequest, address_of, language_of, local, new_key, owner_of, page, words_of
from hanlin.server.routes.web.home import game_of, start_page
from hanlin.server.routes.web.lobby import challenge_cards, finder
from hanlin.server.services import Services
from hanlin.server.tables.forms import SPEEDS
from hanlin.server.views.about_games import longest_first
from hanlin.server.views.lobby import speeds

CHANGES = ("ask", "accept", "decline", "take_back", "end", "block", "unblock")
"""Changes that a person can make between them and somebody else."""


@post("/find", status_code=303)
async def find(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Look for a game."""
    form = await words_of(request)
    owner, cookies = new_key(request)

    def command() -> None:
        players = whole_number(form.get("players", ""), 2)
        if players is None:
            raise BadOption(_("Choose at least two players."))
        services.community.seeks.find(
            owner, form.get("game", ""), form.get("speed", ""), players,
            fill=form.get("fill") == "on", name=form.get("name", ""), address=address_of(request),
        )  # fmt: skip

    answer = await asyncio.to_thread(_found, services, request, owner, command, form)
    answer.cookies.extend(cookies)
    return answer


@post("/find/end", status_code=303, sync_to_thread=True)
def end_search(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Look for a game no longer."""
    owner = owner_of(request)
    return _found(services, request, owner, lambda: services.community.seeks.end(owner), {})


def _found(
    services: Services, request: AnyRequest, owner: str, command: Callable[[], None], form: dict[str, str]
) -> Response[Any]:
    """Run a command of the search, and show the search: to a script as a part of the page."""
    problem, status = "", 200
    with language(language_of(request)):
        try:
            command()
        except (BadOption, Refused) as refused:
            problem, status = str(refused), getattr(refused, "status", 422)
        if request.headers.get("x-fragment") == "1":
            return page(services, request, "finder.html", status=status, **finder(services, owner, problem, form))
        return start_page(services, request, owner, problem, status) if problem else Redirect("/#find", status_code=303)


@post("/friends", status_code=303)
async def change(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Ask somebody to be friends, answer, end it, or block; then go back to the page."""
    form, owner = await words_of(request), owner_of(request)
    what = form.get("what", "")
    with language(language_of(request)):
        if what not in CHANGES:
            raise BadOption(_("This request isn't valid."))
        await asyncio.to_thread(change_tie, services, owner, form.get("name", "")[:100], what, address_of(request))
    return Redirect(local(form.get("back", "/")), status_code=303)


@post("/unblock", status_code=303)
async def unblock(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Unblock somebody, a guest or an account; then go back to the page."""
    form, owner = await words_of(request), owner_of(request)
    await asyncio.to_thread(services.community.friends.unblock_by, owner, form.get("whom", ""))
    return Redirect(local(form.get("back", "/account")), status_code=303)


@post("/account/visible", status_code=303)
async def show(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Hide from one's friends whether one is here, or show it."""
    form, owner = await words_of(request), owner_of(request)
    await asyncio.to_thread(services.community.friends.set_invisible, owner, form.get("invisible") == "on")
    return Redirect(local(form.get("back", "/account")), status_code=303)


@get("/people/{name:str}/challenge", sync_to_thread=True)
def challenge_form(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[str]:
    """The choice of a game for a challenge."""
    with language(language_of(request)):
        other = services.community.friends.reached(owner_of(request), name)
    return _challenge_page(services, request, other)


@post("/people/{name:str}/challenge", status_code=303)
async def challenge(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[Any]:
    """Challenge somebody to a game, and go to the table."""
    form, owner, spoken = await words_of(request), owner_of(request), language_of(request)

    def command() -> Response[Any]:
        with language(spoken):
            other = services.community.friends.reached(owner, name)
            if form.get("speed") not in SPEEDS:
                raise BadOption(_("Choose a listed speed."))
            wanted = game_of(services, form.get("game", "")), SPEEDS[form["speed"]]
            new = services.community.challenges.challenge(owner, other, *wanted, spoken, address_of(request))
        return Redirect(f"/t/{new.row.id}", status_code=303)

    return await asyncio.to_thread(command)


def _challenge_page(services: Services, request: AnyRequest, other: Account) -> Response[str]:
    games = longest_first(services.games.values())
    return page(services, request, "challenge.html", other=other, games=games, speeds=spoken_speeds(request))


def spoken_speeds(request: AnyRequest) -> list[tuple[str, str, str]]:
    """The speeds in the request's language."""
    with language(language_of(request)):
        return speeds()


@post("/t/{table_id:str}/challenge", status_code=303, sync_to_thread=True)
def again(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Redirect:
    """Challenge the same people again, and go to the table."""
    owner, spoken = owner_of(request), language_of(request)
    with language(spoken):
        table = services.shown(table_id, owner)
        new = services.community.challenges.again(table, owner, spoken, address_of(request))
    services.opponents.wake_soon(new.row.id)
    return Redirect(f"/t/{new.row.id}", status_code=303)


@post("/challenges/{table_id:str}/accept", status_code=303, sync_to_thread=True)
def accept(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Redirect:
    """Accept a challenge, and go to the table."""
    with language(language_of(request)):
        services.community.challenges.accept(services.tables.open(table_id), owner_of(request))
    services.opponents.wake_soon(table_id)
    return Redirect(f"/t/{table_id}", status_code=303)


@post("/challenges/{table_id:str}/decline", status_code=303)
async def decline(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Redirect:
    """Decline a challenge, and go back to the page."""
    form, owner = await words_of(request), owner_of(request)
    with language(language_of(request)):
        await asyncio.to_thread(services.community.challenges.decline, owner, table_id)
    return Redirect(local(form.get("back", "/")), status_code=303)


ROUTES = Router(
    "/",
    route_handlers=[find, end_search, change, unblock, show, challenge_form, challenge, again, accept, decline],
    include_in_schema=False,
)


def people_of(services: Services, account: Account, asker: str) -> dict[str, Any]:
    """The people that a profile shows: of one's own the friends, requests and recent opponents; of another's what the asker
    can do there."""
    community = services.community
    if account.owner == asker:
        circle = community.friends.circle(asker)
        return {
            "circle": circle,
            "blocked": community.friends.blocked(asker),
            "opponents": community.friends.opponents(asker),
            "friend_names": {each.name for each in circle.friends} | {*circle.asked, *circle.asking},
            "challenges": challenge_cards(services, asker),
        }
    signed_in = services.accounts.of(asker) is not None
    relation, presence = community.friends.relation(asker, account.owner) if signed_in else ("", "")
    return {"signed_in": signed_in, "relation": relation, "presence": presence}
