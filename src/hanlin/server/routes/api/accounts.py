"""Accounts for programs (JSON). Routes only; requests and responses are defined in ``hanlin.contract``."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from litestar import Router
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from hanlin.contract import (
    AccountState,
    BadgeState,
    Consent,
    Credentials,
    EndSession,
    NewAccount,
    PasswordChange,
    PasswordOnly,
    PlayedState,
    ProfileState,
    RatingState,
    Recovery,
    RecoveryCodes,
    SeatedState,
    SessionState,
    Showing,
    SignedIn,
)
from hanlin.core.i18n.language import _, language
from hanlin.server.accounts import service
from hanlin.server.accounts.ratings import competitors, place_of, score_of
from hanlin.server.accounts.tokens import Caller
from hanlin.server.db import Account
from hanlin.server.db.results import Played
from hanlin.server.exceptions import NotYours
from hanlin.server.routes.api.tables import TableId, does, makes, reads
from hanlin.server.routes.deps import (
    AnyRequest,
    address_of,
    browser_of,
    caller_of,
    guest_of,
    language_of,
    session_of,
    signed_in,
)
from hanlin.server.services import Services
from hanlin.server.views.table_state import seat_states


@makes("/api/accounts", sync_to_thread=True)
def new_account(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[NewAccount]) -> SignedIn:
    """Create an account and sign in. It takes over your tables as a guest. 409 if the name is taken.

    Keep the codes: without an address for mail they are the only way back if you forget the password.
    """
    guest = caller_of(request).owner if data.take_along else ""
    asked = data.name, data.password, address_of(request), browser_of(request)
    made = services.accounts.create(*asked, guest, _seen_at(services, request))
    return _signed_in(services, made)


@makes("/api/sessions", sync_to_thread=True)
def sign_in(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[Credentials]) -> SignedIn:
    """Sign in. 403 for a wrong name or password, without saying which.

    To sign out, end the token: POST /api/tokens/end.
    """
    guest = caller_of(request).owner if data.take_along else ""
    asked = data.name, data.password, address_of(request), browser_of(request)
    return _signed_in(services, services.accounts.sign_in(*asked, guest, _seen_at(services, request)))


@reads("/api/sessions", sync_to_thread=True)
def sessions(request: AnyRequest, services: NamedDependency[Services]) -> list[SessionState]:
    """Your sessions, and the tokens of your programs, the latest used first."""
    return _sessions(services, signed_in(request))


@does("/api/sessions/end", sync_to_thread=True)
def end_session(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[EndSession]) -> list[SessionState]:
    """End one of your sessions or tokens, or all but the current one. Answers with the remaining ones."""
    caller = signed_in(request)
    if data.session is None:
        services.accounts.end_other_sessions(caller.owner, caller.token)
    else:
        services.accounts.end_session(caller.owner, data.session)
    return _sessions(services, caller)


@reads("/api/account", sync_to_thread=True)
def account(request: AnyRequest, services: NamedDependency[Services]) -> AccountState:
    """Your account. 403 for guests."""
    return _state(services, _own(services, request))


@does("/api/account/password", sync_to_thread=True)
def change_password(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[PasswordChange]) -> AccountState:
    """Set a new password. All other sessions and tokens end."""
    caller, own = signed_in(request), _own(services, request)
    services.accounts.change_password(own.owner, data.password, data.new, address_of(request), caller.token, session_of(caller))
    return _state(services, own)


@does("/api/account/codes", sync_to_thread=True)
def new_codes(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[PasswordOnly]) -> RecoveryCodes:
    """Create new recovery codes; earlier ones become invalid."""
    session = session_of(caller_of(request))
    return RecoveryCodes(
        services.accounts.new_codes(_own(services, request).owner, data.password, address_of(request), session)
    )


@does("/api/account/recover", sync_to_thread=True)
def recover(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[Recovery]) -> SignedIn:
    """Set a new password by a recovery code, and sign in. The code is used up; all sessions and tokens end."""
    asked = data.name, data.code, data.new, address_of(request), browser_of(request)
    return _signed_in(services, services.accounts.recover(*asked, _seen_at(services, request)))


@does("/api/account/profile", sync_to_thread=True)
def show_profile(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[Showing]) -> AccountState:
    """Hide your profile from others, or show it."""
    services.accounts.set_hidden(_own(services, request).owner, data.hidden)
    return _state(services, _own(services, request))


@does("/api/account/mining", sync_to_thread=True)
def allow_mining(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[Consent]) -> AccountState:
    """Let puzzles be made from your finished games, or withdraw that. Only positions are used, and only where every player
    agrees."""
    services.accounts.set_mining(_own(services, request).owner, data.mining)
    return _state(services, _own(services, request))


@does("/api/account/delete", sync_to_thread=True)
def delete(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[PasswordOnly]) -> AccountState:
    """Delete your account. You resign games in progress; your name stays at others' tables and in records."""
    own = _own(services, request)
    state = _state(services, own)
    services.accounts.delete(own.owner, data.password, address_of(request), session_of(caller_of(request)))
    return state


@reads("/api/tables/{table_id:str}/people", sync_to_thread=True)
def people(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> list[SeatedState]:
    """The players of a table with public results and ratings."""
    table = services.shown(table_id, caller_of(request).owner)
    profiles = services.accounts.profiles(table.row.seats)
    return [SeatedState(seat, table.name_of(seat), profiles.get(seat)) for seat in range(table.row.players)]


@reads("/api/people/{name:str}", sync_to_thread=True)
def profile(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> ProfileState:
    """The results and ratings of an account. 404 if there is none, or if it is hidden."""
    asker = caller_of(request).owner
    account = services.accounts.shown_to(name, asker)
    found = services.standings.profile(account, asker)
    with language(language_of(request)):
        badges = _badges(services, account.owner, asker, [each.result.table for each in found.played])
    return ProfileState(
        account.name,
        account.created,
        [RatingState(game, players, *rating) for game, players, rating in found.ratings],
        found.games,
        found.won,
        [_played(each, account.owner) for each in found.played],
        badges,
    )


def _badges(services: Services, owner: str, asker: str, tables: Sequence[str]) -> list[BadgeState]:
    """The badges of all games, earned or not."""
    found = []
    for game, badges in services.badges.shown(owner, asker, tables):
        for each in badges:
            table = each.first.table if each.first is not None and each.may_open else None
            earned = None if each.first is None else each.first.ended
            found.append(BadgeState(game.name, each.badge.id, each.title, each.about, earned, each.times, table))
    return found


@reads("/api/people/{name:str}/records", media_type="application/zip", sync_to_thread=True)
def records(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Stream:
    """The records of those games in one ZIP file; your own running games included, as you may see them. Yours
    also holds ``people.json``: your friends, requests and blocked people."""
    return records_of(request, services, name)


def records_of(request: AnyRequest, services: Services, name: str) -> Stream:
    """A stream of somebody's records."""
    asker = caller_of(request).owner
    account = services.accounts.shown_to(name, asker)
    headers = {"content-disposition": 'attachment; filename="hanlin-records.zip"'}
    more = {}
    if account.owner == asker and any((circle := services.community.friends.circle(asker))[:4]):
        more["people.json"] = msgspec.json.format(
            msgspec.json.encode({name: getattr(circle, name) for name in ("friends", "asked", "asking", "blocked")}), indent=2
        ).decode()
    return Stream(services.standings.records(account, asker, more), media_type="application/zip", headers=headers)


ROUTES = Router(
    "/",
    route_handlers=[
        new_account, sign_in, sessions, end_session, account, change_password, new_codes, recover, show_profile,
        allow_mining, delete,
        profile, records, people,
    ],
)  # fmt: skip


def _seen_at(services: Services, request: AnyRequest) -> str:
    """The owner hash of the guest who asks, by browser or program; empty for an account."""
    owner = caller_of(request).owner
    return guest_of(request) or (owner if owner and services.accounts.of(owner) is None else "")


def _own(services: Services, request: AnyRequest) -> Account:
    """The caller's account; 401 without a token, 403 for a guest."""
    own = services.accounts.of(signed_in(request).owner)
    if own is None:
        raise NotYours(_("Sign in to your account first."))
    return own


def _sessions(services: Services, caller: Caller) -> list[SessionState]:
    return [
        SessionState(
            service.id_of(each.token), each.kind, each.scope, each.name, each.created, each.seen, each.token == caller.token
        )
        for each in services.accounts.sessions(caller.owner)
    ]


def _played(each: Played, owner: str) -> PlayedState:
    result = each.result
    place, score = place_of(each, owner), score_of(each, owner)
    return PlayedState(
        result.table,
        result.game,
        result.players,
        result.ended,
        place,
        score,
        result.rated and each.apart and bool(competitors(each.seats)),
        seat_states(each.seats),
    )


def _state(services: Services, account: Account) -> AccountState:
    found = services.accounts.of(account.owner) or account
    codes_left = services.accounts.codes_left(found.owner)
    return AccountState(found.name, found.created, found.hidden, codes_left, found.mining)


def _signed_in(services: Services, made: service.SignedIn) -> SignedIn:
    return SignedIn(made.token, _state(services, made.account), made.codes)
