"""Hints and reviews, for people and for programs. Routes only."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody
from litestar.response import Redirect
from markupsafe import Markup

from hanlin.bots.hints import in_words, reasoned
from hanlin.contract import AdvisedState, AskHint, HintState, ReviewState
from hanlin.core.i18n.language import _, language
from hanlin.lab.review_falls import fall_texts
from hanlin.lab.review_page import percent
from hanlin.server.db import DONE, WANTED
from hanlin.server.engine.hints import Advised
from hanlin.server.engine.reviews import may_ask, may_be_reviewed
from hanlin.server.routes.api.tables import As, TableId, does, reads
from hanlin.server.routes.deps import AnyRequest, address_of, caller_of, language_of, owner_of, page
from hanlin.server.services import Services
from hanlin.server.tables.table import Table
from hanlin.server.views.explorer import openings_of
from hanlin.server.views.templates import confidence, confidence_tip, points_expected


@post("/t/{table_id:str}/hint", status_code=200)
async def take_hint(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[AskHint]
) -> Response[str]:
    """The best actions for the active seat, as a fragment of the table's page."""
    with language(language_of(request)):
        found = await _taken(services, table_id, owner_of(request), data)
        helpers: dict[str, Any] = {
            "percent": percent,
            "points_expected": points_expected,
            "confidence": confidence,
            "confidence_tip": confidence_tip,
        }
        return await asyncio.to_thread(lambda: page(services, request, "hint.html", hint=found, **helpers))


@does("/api/tables/{table_id:str}/hint")
async def api_take_hint(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[AskHint]
) -> HintState:
    """Take a hint for your seat that must act: the three best actions, each with a reason, from what that seat sees.

    The answer comes within about a second: the hint of a full search or, where that takes longer, a quick opinion (``quick``).
    While it is ``pending``, ask again for the searched one; after that it stays the same for the same state. 403 where the
    table gives no hints, 409 where a move was made meanwhile. Where others play at the table, the game log names who took it.
    """
    with language(language_of(request)):
        return await _taken(services, table_id, caller_of(request).owner, data)


@reads("/api/tables/{table_id:str}/hint", sync_to_thread=True)
def api_hint(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, seat: As = None) -> HintState:
    """The hint that was taken at the current state; 404 if there is none."""
    owner = caller_of(request).owner
    table = services.tables.open(table_id)
    mine = table.owned_by(owner)
    wanted = seat if seat is not None else table.to_move if table.to_move in mine else mine[0] if mine else -1
    with language(language_of(request)):
        advised = services.hints.taken(table, owner, wanted)
        if advised is None:
            raise NotFoundException(_("No hint was used in this position."))
        return _state(table, advised, services.hints.is_pending(table, advised))


# -- reviews ------------------------------------------------------------------------------------------------------------------


@get("/t/{table_id:str}/review", sync_to_thread=True)
def review_page(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> Response[str]:
    """The review of a finished game, or its progress, or the button that requests it."""
    owner = owner_of(request)
    table = services.shown(table_id, owner)
    row = services.reviews.of(table)
    with language(language_of(request)), table.lock:
        own = min(table.owned_by(owner), default=None)
        found: Markup | str = ""
        if row is not None and row.state == DONE:
            found = services.reviews.page(table, row, own)
        elif row is not None and row.state == WANTED:
            found = services.reviews.sketch(table, row, own)
        context: dict[str, Any] = {
            "review": row,
            "found": found,
            "progress": services.reviews.progress(table, row) if row is not None and row.state == WANTED else "",
            "may_ask": may_ask(table, owner),
            "ready": may_be_reviewed(table),
            "opened": openings_of(table) if not services.tables.in_openings(owner, table.row.game) else (),
        }
        return page(services, request, "review.html", table=table, **context)


@post("/t/{table_id:str}/review", status_code=303, sync_to_thread=True)
def want_review(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> Redirect:
    """Request a review of the game."""
    owner = owner_of(request)
    services.reviews.want(services.shown(table_id, owner), owner, address_of(request))
    return Redirect(f"/t/{table_id}/review", status_code=303)


@post("/t/{table_id:str}/review/stop", status_code=303, sync_to_thread=True)
def stop_review(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> Redirect:
    """Stop a review in progress."""
    owner = owner_of(request)
    services.reviews.stop_one(services.shown(table_id, owner), owner)
    return Redirect(f"/t/{table_id}/review", status_code=303)


@reads("/api/tables/{table_id:str}/review", sync_to_thread=True)
def api_review(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> ReviewState:
    """The review of a finished game, and its progress."""
    with language(language_of(request)):
        return _review(services, services.shown(table_id, caller_of(request).owner))


@does("/api/tables/{table_id:str}/review", sync_to_thread=True)
def api_want_review(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> ReviewState:
    """Request a review of a game that you played or whose record you loaded. It runs in the background, once for all.

    422 while the game is played.
    """
    owner = caller_of(request).owner
    table = services.shown(table_id, owner)
    with language(language_of(request)):
        services.reviews.want(table, owner, address_of(request))
        return _review(services, table)


@does("/api/tables/{table_id:str}/review/stop", sync_to_thread=True)
def api_stop_review(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> ReviewState:
    """Stop a review in progress; a finished one stays."""
    owner = caller_of(request).owner
    table = services.shown(table_id, owner)
    services.reviews.stop_one(table, owner)
    return _review(services, table)


PAGES = Router("/", route_handlers=[take_hint, review_page, want_review, stop_review], include_in_schema=False)
ROUTES = Router("/", route_handlers=[api_take_hint, api_hint, api_review, api_want_review, api_stop_review, PAGES])


def _review(services: Services, table: Table) -> ReviewState:
    row = services.reviews.of(table)
    if row is None:
        return ReviewState("none")
    if row.state != DONE:
        message = services.reviews.progress(table, row) if row.state == WANTED else msgspec.UNSET
        return ReviewState(row.state, row.done, row.total, message=message)
    with table.lock, table.called():
        review = services.reviews.read(table, row)
        return ReviewState(row.state, row.done, row.total, review.as_json(fall_texts(table.position, review)))


async def _taken(services: Services, table_id: str, owner: str, data: AskHint) -> HintState:
    table = await asyncio.to_thread(services.tables.open, table_id)
    advised = await services.hints.take(table, owner, data.seat, data.number)
    return await asyncio.to_thread(_state, table, advised, services.hints.is_pending(table, advised))


def _state(table: Table, advised: Advised, is_pending: bool) -> HintState:
    """A hint in the current language, with the players' names."""
    hint = advised.hint
    with table.called():
        best = advised.described(lambda: _described(advised))
    return HintState(hint.seat, table.number, hint.quick, best, is_pending, hint.confidence, hint.alike)


def _described(advised: Advised) -> list[AdvisedState]:
    """The best actions of a hint in words."""
    found = []
    for each in reasoned(advised.seen, advised.hint).best:
        seat, seed = advised.hint.seat, advised.hint.seed
        words = in_words(advised.seen, each.line, seed, seat)
        equal = [in_words(advised.seen, [(seat, action)], seed, seat)[0] for action in each.equals]
        others = [text for text in dict.fromkeys(equal) if text != words[0]]
        found.append(
            AdvisedState(
                action=each.action,
                text=words[0],
                share=each.share,
                points=each.points,
                line=list(each.line),
                told=words,
                reason=each.reason,
                equals=list(each.equals),
                equal_texts=others,
            )
        )
    return found
