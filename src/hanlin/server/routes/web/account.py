"""The account pages: creating one, signing in and out, its settings. Routes only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _, language
from hanlin.server.accounts.guest_puzzles import read_kept
from hanlin.server.accounts.service import SignedIn, id_of
from hanlin.server.exceptions import Refused, TooMany
from hanlin.server.routes.deps import (
    SIGNED_IN,
    YEARS,
    AnyRequest,
    address_of,
    browser_of,
    caller_of,
    guest_of,
    language_of,
    local,
    new_browser,
    owner_of,
    page,
    session_cookie,
    session_of,
    words_of,
)
from hanlin.server.services import Services

Form = dict[str, str]

PUZZLES_MOVED = "hanlin-puzzles-moved"
"""The cookie that static/solved.js reads and removes."""


@get("/account", sync_to_thread=True)
def account(request: AnyRequest, services: NamedDependency[Services]) -> Response[str]:
    """The caller's account; for guests the forms to create one, or sign in."""
    return account_page(services, request)


def account_page(services: Services, request: AnyRequest, problem: str = "", status: int = 200, **more: Any) -> Response[str]:
    """The account page, with the problem of a submitted form, if any."""
    caller, guest = caller_of(request), guest_of(request)
    own = services.accounts.of(caller.owner)
    context = {
        "own": own,
        "problem": problem,
        "problem_at": "",
        "given": "",
        "done": "",
        "codes": [],
        "back": local(request.query_params.get("back", "/")),
        "of_guest": len(services.store.ids_of(guest)) if guest and (own is None or guest != own.owner) else 0,
        "blocked": services.community.friends.blocked(caller.owner) if own is None else [],
        "codes_left": services.accounts.codes_left(own.owner) if own else 0,
        "sessions": services.accounts.sessions(own.owner) if own else [],
        "current": caller.token,
        "id_of": id_of,
    }
    return page(services, request, "account.html", status=status, **{**context, **more})


@post("/account/new", status_code=200)
async def make(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Create an account, and show its recovery codes."""
    form = await words_of(request)
    guest = guest_of(request) if form.get("along") == "on" else ""
    seen_at, cookies = new_browser(request)

    def command() -> Response[Any]:
        read_kept(form.get("puzzles", ""))
        asked = form.get("name", ""), form.get("password", ""), address_of(request), browser_of(request)
        made = services.accounts.create(*asked, guest, seen_at)
        cookies.extend(_with_puzzles(services, request, made.account.owner, form))
        answer = _with_codes(services, request, made.codes, made, form.get("back", "/"))
        answer.cookies.extend(cookies)
        return answer

    return await _tried(services, request, command, "new", form)


@post("/account/sign-in", status_code=303)
async def sign_in(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Sign in, and return to the previous page."""
    form = await words_of(request)
    guest = guest_of(request) if form.get("along") == "on" else ""
    seen_at, cookies = new_browser(request)

    def command() -> Response[Any]:
        read_kept(form.get("puzzles", ""))
        asked = form.get("name", ""), form.get("password", ""), address_of(request), browser_of(request)
        made = services.accounts.sign_in(*asked, guest, seen_at)
        cookies.extend(_with_puzzles(services, request, made.account.owner, form))
        return _entered(request, made, local(form.get("back", "/")), cookies)

    return await _tried(services, request, command, "sign-in", form)


@post("/account/sign-out", status_code=303, sync_to_thread=True)
def sign_out(request: AnyRequest, services: NamedDependency[Services]) -> Redirect:
    """Sign out here."""
    services.people.end_token(request.cookies.get(SIGNED_IN, ""))
    return Redirect("/", status_code=303, cookies=[session_cookie(request, "")])


@get("/account/forgotten", sync_to_thread=True)
def forgotten(request: AnyRequest, services: NamedDependency[Services]) -> Response[str]:
    """The form that sets a new password by a recovery code."""
    return page(services, request, "forgotten.html", problem="", given="")


@post("/account/forgotten", status_code=303)
async def recover(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Set a new password by a recovery code."""
    form = await words_of(request)
    seen_at, cookies = new_browser(request)

    def command() -> Response[Any]:
        name, code, new = (form.get(field, "") for field in ("name", "code", "new"))
        made = services.accounts.recover(name, code, new, address_of(request), browser_of(request), seen_at)
        return _entered(request, made, "/account", cookies)

    return await _tried(services, request, command, "forgotten", form)


@post("/account/password", status_code=200)
async def change_password(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Set a new password."""
    form, caller = await words_of(request), caller_of(request)

    def command() -> Response[Any]:
        old, new = form.get("password", ""), form.get("new", "")
        services.accounts.change_password(caller.owner, old, new, address_of(request), caller.token)
        return account_page(
            services, request, done=_("Your password has been changed. All other devices have been signed out.")
        )

    return await _tried(services, request, command, "password", form)


@post("/account/codes", status_code=200)
async def new_codes(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Replace the recovery codes."""
    form, caller = await words_of(request), caller_of(request)

    def command() -> Response[Any]:
        codes = services.accounts.new_codes(caller.owner, form.get("password", ""), address_of(request), session_of(caller))
        return _with_codes(services, request, codes, None, "/account")

    return await _tried(services, request, command, "codes", form)


@post("/account/sessions", status_code=303)
async def end_session(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """End a session, or all others."""
    form, caller = await words_of(request), caller_of(request)

    def command() -> Response[Any]:
        if form.get("session"):
            services.accounts.end_session(caller.owner, form["session"])
        else:
            services.accounts.end_other_sessions(caller.owner, caller.token)
        return Redirect("/account#sessions", status_code=303)

    return await _tried(services, request, command, "sessions", form)


@post("/account/along", status_code=303, sync_to_thread=True)
def take_along(request: AnyRequest, services: NamedDependency[Services]) -> Redirect:
    """Add the tables of this browser's guest to the account."""
    caller = caller_of(request)
    if services.accounts.of(caller.owner) is not None:
        services.accounts.take_along(caller.owner, guest_of(request), caller.token)
    return Redirect("/", status_code=303)


@post("/account/puzzles", status_code=303)
async def take_puzzles_along(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Add the puzzles that this browser keeps to the account."""
    form, owner = await words_of(request), owner_of(request)

    def command() -> Response[Any]:
        there = services.accounts.of(owner) is not None
        return Redirect("/puzzles", status_code=303, cookies=_with_puzzles(services, request, owner, form) if there else [])

    return await _tried(services, request, command, "puzzles", form)


@post("/account/profile", status_code=303)
async def show_profile(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Hide the profile from others, or show it."""
    return await _switched(services, request, services.accounts.set_hidden, "hidden", "profile")


@post("/account/mining", status_code=303)
async def allow_mining(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Let puzzles be made from the person's games, or withdraw that."""
    return await _switched(services, request, services.accounts.set_mining, "mining", "mining", "#mining")


@post("/account/delete", status_code=303)
async def delete(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Delete the account."""
    form, caller = await words_of(request), caller_of(request)

    def command() -> Response[Any]:
        services.accounts.delete(caller.owner, form.get("password", ""), address_of(request), session_of(caller))
        return Redirect("/", status_code=303, cookies=[session_cookie(request, "")])

    return await _tried(services, request, command, "delete", form)


ROUTES = Router(
    "/",
    route_handlers=[
        account, make, sign_in, sign_out, forgotten, recover, change_password, new_codes, end_session, take_along,
        take_puzzles_along, show_profile, allow_mining, delete,
    ],
    include_in_schema=False,
)  # fmt: skip


async def _tried(
    services: Services, request: AnyRequest, command: Callable[[], Response[Any]], where: str, form: Form
) -> Response[Any]:
    """Run what a form asks for; if refused, show the form again with the problem, without its secrets."""

    def tried() -> Response[Any]:
        headers = {}
        with language(language_of(request)):
            try:
                return command()
            except TooMany as refused:
                problem, status, headers = str(refused), 429, {"retry-after": str(refused.seconds)}
            except (BadOption, Refused) as refused:
                problem, status = str(refused), 422
        given = form.get("name", "")[:100]
        if where == "forgotten":
            answer = page(services, request, "forgotten.html", status=status, problem=problem, given=given)
        else:
            back = local(form.get("back", "/"))
            answer = account_page(services, request, problem, status, problem_at=where, given=given, back=back)
        answer.headers.update(headers)
        return answer

    return await asyncio.to_thread(tried)


async def _switched(
    services: Services, request: AnyRequest, switch: Callable[[str, bool], None], word: str, where: str, anchor: str = ""
) -> Response[Any]:
    """Turn a setting of the account on or off. word: the form's, ``on`` or missing; where: where the page shows problems."""
    form, owner = await words_of(request), owner_of(request)

    def command() -> Response[Any]:
        switch(owner, form.get(word) == "on")
        return Redirect(f"/account{anchor}", status_code=303)

    return await _tried(services, request, command, where, form)


def _with_puzzles(services: Services, request: AnyRequest, owner: str, form: Form) -> list[Cookie]:
    """Add the puzzles of a form to an account. The cookie returned tells the browser's script to forget them."""
    if not form.get("puzzles"):
        return []
    services.solvers.take_along(owner, form["puzzles"])
    return [Cookie(key=PUZZLES_MOVED, value="1", samesite="lax", secure=request.url.scheme == "https", max_age=YEARS)]


def _entered(request: AnyRequest, made: SignedIn, where: str, cookies: Sequence[Cookie]) -> Redirect:
    return Redirect(where, status_code=303, cookies=[session_cookie(request, made.token), *cookies])


def _with_codes(services: Services, request: AnyRequest, codes: list[str], made: SignedIn | None, back: str) -> Response[Any]:
    """Show the recovery codes, this once."""
    answer = page(services, request, "codes.html", codes=codes, back=local(back))
    if made is not None:
        answer.cookies.append(session_cookie(request, made.token))
    return answer
