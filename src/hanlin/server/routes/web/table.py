"""The table's page and its parts: views, score sheets, panels, commands, the record. Routes only."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from hanlin.contract import Answer, Ask, Command, Decide, Resign
from hanlin.core.i18n.language import _, language
from hanlin.core.lib.integers import whole_text
from hanlin.server.engine.hints import gives_hints
from hanlin.server.exceptions import NotYours, Refused
from hanlin.server.routes import commands
from hanlin.server.routes.deps import (
    PAGE_HEADERS,
    AnyRequest,
    fragment,
    language_of,
    new_key,
    number_of,
    owner_of,
    page,
    shape_of,
)
from hanlin.server.routes.web.invitation import invitation
from hanlin.server.services import Services
from hanlin.server.tables import branching, lessons, puzzles
from hanlin.server.tables.branching import read_step
from hanlin.server.tables.commands import is_final
from hanlin.server.tables.forms import PAUSES, read_bot, read_pause
from hanlin.server.tables.names import thinks_ahead
from hanlin.server.tables.premoves import NONE, Plan, check_may_plan
from hanlin.server.tables.table import Table
from hanlin.server.views import board_editor
from hanlin.server.views.board import page_art
from hanlin.server.views.ending import ending_of
from hanlin.server.views.explorer import Explorer, explorer_of, offered_by
from hanlin.server.views.lens import consequences_of
from hanlin.server.views.log_html import signed
from hanlin.server.views.puzzles import panel_of
from hanlin.server.views.score_sheet import points_by_source, score_table
from hanlin.server.views.table_view import Perspective, name_of, panels, perspective_of, planner_of, present, view_of
from hanlin.server.views.verdict import verdict

VIEW = "view.html"
"""The template of the part of a table's page that changes."""
NUMBER = "x-table-number"
"""The header with the number of the state that a response shows."""


@get("/t/{table_id:str}", sync_to_thread=True)
def table_page(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[str]:
    """The table's page, as this browser may see it."""
    table = _open(services, request, table_id)
    if not table.begun:
        return invitation(services, request, table)
    if services.opponents.concerned(table):
        services.opponents.wake_soon(table_id)
    return show_table(services, request, table, "table.html")


@get("/t/{table_id:str}/view", sync_to_thread=True)
def table_view(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[str]:
    """The part of the page that changes, to be morphed into the page."""
    table = _shown(services, request, table_id)
    if services.opponents.concerned(table):
        services.opponents.wake_soon(table_id)
    return show_table(services, request, table, VIEW)


@post("/t/{table_id:str}/play", status_code=200)
async def play(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Command]
) -> Response[str]:
    """Play an action and answer with the new view; if refused, with the current view and a note."""
    received = services.tables.clock()

    step = lessons.open_step(services.games, table_id)
    if step is not None:
        return await asyncio.to_thread(_answer, services, request, step, data)
    puzzle = puzzles.open_puzzle(services.games, table_id)
    if puzzle is not None:
        return await asyncio.to_thread(_answer_puzzle, services, request, puzzle, data)

    command = partial(commands.play, services.tables, data, received)
    return await asyncio.to_thread(_command, services, request, table_id, data.seat, command)


@post("/t/{table_id:str}/solution", status_code=200, sync_to_thread=True)
def solution(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Command]
) -> Response[str]:
    """Give up a puzzle, and answer with its solution."""
    puzzle = puzzles.open_puzzle(services.games, table_id)
    if puzzle is None:
        raise NotFoundException(_("There is no such puzzle."))
    return _answer_puzzle(services, request, puzzle, data, gives_up=True)


@post("/t/{table_id:str}/undo", status_code=200, sync_to_thread=True)
def undo(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Command]
) -> Response[str]:
    """Undo the last action, and answer as ``play`` does."""
    return _command(services, request, table_id, data.seat, partial(commands.undo, services.tables, data))


@post("/t/{table_id:str}/premove", status_code=200, sync_to_thread=True)
def premove(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Command]
) -> Response[str]:
    """Add an action to what a seat has planned, and answer as ``play`` does."""

    def command(table: Table) -> None:
        check_may_plan(table, owner_of(request), data.seat)
        planned = services.premoves.of(table, data.seat)
        earlier = () if planned.is_dropped or not planned.is_possible else planned.actions
        services.premoves.plan(table, data.seat, [*earlier, data.action], data.number)

    return _command(services, request, table_id, data.seat, command)


@post("/t/{table_id:str}/premove/back", status_code=200, sync_to_thread=True)
def premove_back(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Command]
) -> Response[str]:
    """Take back what a seat has planned, and answer as ``play`` does."""
    return _command(services, request, table_id, data.seat, lambda table: services.premoves.take_back(table, data.seat))


@post("/t/{table_id:str}/ask", status_code=200, sync_to_thread=True)
def ask(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Ask]
) -> Response[str]:
    """Propose an undo, or ending the game, to the other players."""
    return _command(services, request, table_id, data.seat, partial(commands.ask, services.tables, data))


@post("/t/{table_id:str}/answer", status_code=200, sync_to_thread=True)
def answer(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Answer]
) -> Response[str]:
    """Answer a proposal."""
    return _command(services, request, table_id, data.seat, partial(commands.answer, services.tables, data))


@post("/t/{table_id:str}/resign", status_code=200, sync_to_thread=True)
def resign(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Resign]
) -> Response[str]:
    """Resign."""
    return _command(services, request, table_id, data.seat, partial(commands.resign, services.tables, data))


@post("/t/{table_id:str}/vacant", status_code=200, sync_to_thread=True)
def decide(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Decide]
) -> Response[str]:
    """Decide about a vacant seat."""

    def command(table: Table) -> None:
        commands.decide(services.tables, data, read_bot(data.bot), table)

    return _command(services, request, table_id, data.seat, command)


@get("/t/{table_id:str}/binds", media_type=MediaType.JSON, sync_to_thread=True)
def binds(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> dict[str, bool]:
    """Return true if an action (``action``) of the active seat (``as``) can't be undone afterwards."""
    table = _shown(services, request, table_id)
    with table.lock:
        seat = number_of(request, "as")
        if seat is None or seat != table.to_move or seat not in table.owned_by(owner_of(request)):
            raise NotYours(_("This seat isn't played from this browser."))
        return {"binds": is_final(table.seen_by(seat), request.query_params.get("action", ""))}


@get("/t/{table_id:str}/consequences", media_type=MediaType.JSON, sync_to_thread=True)
def consequences(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]
) -> dict[str, list[dict[str, str]]]:
    """The changes that an action (``action``) of the active seat (``as``) would make in the state ``number``."""
    table = _shown(services, request, table_id)
    with language(language_of(request)):
        action, number, seat = request.query_params.get("action", ""), number_of(request, "number"), number_of(request, "as")
        perspective = _perspective(request, table)
        plan = _plan_of(services, table, perspective) if _plans(request) else None
        found = consequences_of(table, perspective, seat, number, action, plan)
    return {"consequences": [{"key": each.key, "text": each.text, "tone": each.tone} for each in found]}


@get("/t/{table_id:str}/explored", media_type=MediaType.JSON, sync_to_thread=True)
def explored(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> dict[str, Any]:
    """The places on the board of the book's choices at a ply (``ply``) of a finished or studied game."""
    table = _open(services, request, table_id)
    with language(language_of(request)), table.lock:
        shown = _explorer(services, table, owner_of(request), number_of(request, "ply") or 0)
        found = None if shown is None else offered_by(table, shown.ply, shape_of(request))
    if found is None:
        raise NotFoundException(_("The book says nothing about this step."))
    return found._asdict()


@get("/t/{table_id:str}/sheet/{seat:str}", sync_to_thread=True)
def sheet(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], seat: FromPath[str]
) -> Response[str]:
    """The score sheet of a seat."""
    table = _shown(services, request, table_id)
    number = whole_text(seat, 0, table.row.players - 1)
    if number is None:
        raise NotFoundException(_("There is no such seat."))
    with language(language_of(request)), table.lock:
        perspective = _perspective(request, table)
        found = score_table(table, perspective, number, number_of(request, "at"))
        name, table = name_of(table, number), table.snapshot()
    return page(services, request, "sheet.html", table=table, perspective=perspective, seat=number, name=name, sheet=found)


@get("/t/{table_id:str}/points", sync_to_thread=True)
def points(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[str]:
    """The points of all seats by source."""
    table = _shown(services, request, table_id)
    with language(language_of(request)), table.lock:
        perspective = _perspective(request, table)
        rows, table = points_by_source(table, perspective), table.snapshot()
    return page(services, request, "points.html", table=table, perspective=perspective, rows=rows)


@get("/t/{table_id:str}/ending", sync_to_thread=True)
def ending(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[str]:
    """The final scores of a finished game, how they came together, and what one can do next."""
    table = _open(services, request, table_id)
    owner = owner_of(request)
    with language(language_of(request)):
        with table.lock:
            if not table.over:
                raise NotFoundException(_("This game is not over yet."))
            perspective = _perspective(request, table)
            view = view_of(table, perspective, None, shape_of(request))
            unnamed = msgspec.structs.replace(view, perspective=perspective_of(table, ""))
            glimpse = services.reviews.glimpse(table, perspective.reader)
            wanted = services.reviews.of(table) is not None
            want = not wanted and services.reviews.is_quick(table, owner)
            decided = services.reviews.story(table, perspective.reader)
        context: dict[str, Any] = {
            "glimpse": glimpse,
            "wanted": wanted,
            "want": want,
            "decided": decided,
            "spectator_verdict": verdict(unnamed),
            "badges": services.badges.new_at(table, owner),
        }
        mine = perspective.mine if not table.is_study else ()
        return page(services, request, "ending.html", table=view.table, view=view, ending=ending_of(view), mine=mine, **context)


@get("/t/{table_id:str}/ending/review", sync_to_thread=True)
def ending_review(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[str]:
    """The findings of a finished game's review so far, in short; 204 until there is something, 404 without a review."""
    table = _open(services, request, table_id)
    with language(language_of(request)), table.lock:
        row = services.reviews.of(table)
        if row is None or not table.over:
            raise NotFoundException(_("This game has no review yet."))
        found = services.reviews.glimpse(table, _perspective(request, table).reader)
    if not found:
        return Response("", status_code=204, headers=PAGE_HEADERS)
    return page(services, request, "ending_review.html", glimpse=found)


@get("/t/{table_id:str}/ending/badges", sync_to_thread=True)
def ending_badges(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[str]:
    """The badges that a finished game brought the caller for the first time; 204 until they are known, empty without any."""
    table = _open(services, request, table_id)
    if not table.over:
        raise NotFoundException(_("This game is not over yet."))
    with language(language_of(request)):
        found = services.badges.new_at(table, owner_of(request))
    if not found:
        return Response("", status_code=204 if found is None else 200, headers=PAGE_HEADERS, media_type=MediaType.HTML)
    return page(services, request, "ending_badges.html", badges=found, game=table.game)


@get("/t/{table_id:str}/panel/{panel_id:str}", sync_to_thread=True)
def panel(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], panel_id: FromPath[str]
) -> Response[str]:
    """A reference table of the game."""
    table = _shown(services, request, table_id)
    with language(language_of(request)):
        with table.lock:
            perspective = _perspective(request, table)
        found = [each for each in panels(table, perspective, number_of(request, "at")) if each.id == panel_id]
    if not found:
        raise NotFoundException(_("This panel isn't available now."))
    return page(services, request, "panel.html", table=table, panel=found[0])


@get("/t/{table_id:str}/log", sync_to_thread=True)
def game_log(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[str]:
    """The full game log."""
    table = _shown(services, request, table_id)
    with language(language_of(request)), table.lock:
        view = view_of(table, _perspective(request, table), number_of(request, "at"), whole_log=True)
    return page(services, request, "log.html", view=view, table=view.table, art=page_art(view.table))


@get("/t/{table_id:str}/record", sync_to_thread=True)
def record(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[str]:
    """The record as a file, as this browser may see it."""
    table = _open(services, request, table_id)
    with table.lock:
        text = present(table, _perspective(request, table)).record(table.names())
    headers = {"content-disposition": f'attachment; filename="{table.game.name}-{table.row.id}.hanlin"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@post("/t/{table_id:str}/again", status_code=303)
async def again(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Redirect:
    """The table of the next game with the same players: the same one for all of them. ``harder``: against stronger computer
    players."""
    harder = (await request.form()).get("harder") == "on"

    def next_game() -> Table:
        return services.tables.rematch(_open(services, request, table_id), owner_of(request), harder=harder)

    table = await asyncio.to_thread(next_game)
    return Redirect(f"/t/{table.row.id}", status_code=303)


@post("/t/{table_id:str}/pause", status_code=303)
async def set_pause(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Redirect:
    """Set the speed of the table's computer players."""
    table = await asyncio.to_thread(_open, services, request, table_id)
    if not table.owned_by(owner_of(request)):
        raise NotYours(_("Only players at this table can change the speed."))
    pause = read_pause(str((await request.form()).get("pause", "")))
    await asyncio.to_thread(services.tables.set_pause, table, pause)
    seat = number_of(request, "as")
    return Redirect(f"/t/{table_id}" + ("" if seat is None else f"?as={seat}"), status_code=303)


@post("/t/{table_id:str}/from", status_code=303)
async def play_on(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Redirect:
    """A new table that continues from a step of a finished game: on one device, or against computer players.

    ``action``: is played there at once."""
    table = await asyncio.to_thread(_open, services, request, table_id)
    form = await request.form()
    owner, cookies = new_key(request)
    with language(language_of(request)):
        ply, seat = read_step(table, str(form.get("ply", "")), str(form.get("seat", "")))
        action = str(form.get("action", ""))
        await asyncio.to_thread(branching.check_action, table, ply, action)
        seats = branching.seats(table, owner, seat)
        name = await asyncio.to_thread(branching.title, table, ply, owner)
        new = await asyncio.to_thread(services.tables.play_on, table, ply, seats, owner, name)
        if action:
            await asyncio.to_thread(services.tables.play, new, new.to_move, action, new.number)
    services.opponents.wake(new.row.id)
    return Redirect(f"/t/{new.row.id}", status_code=303, cookies=cookies)


ROUTES = Router(
    "/",
    route_handlers=[
        table_page, table_view, play, solution, undo, premove, premove_back, binds, consequences, explored,
        ask, answer, resign, decide,
        sheet, points, panel, game_log, record, again, set_pause, play_on, ending, ending_review, ending_badges,
    ],
    include_in_schema=False,
)  # fmt: skip


def _open(services: Services, request: AnyRequest, table_id: str) -> Table:
    """The table, if the caller may see it."""
    return services.shown(table_id, owner_of(request))


def _shown(services: Services, request: AnyRequest, table_id: str) -> Table:
    """The table of that id, or the step of a lesson, or a puzzle."""
    unstored = lessons.open_step(services.games, table_id) or puzzles.open_puzzle(services.games, table_id)
    return unstored or _open(services, request, table_id)


def _step(request: AnyRequest) -> int | None:
    """The ply to show (``at``; ``ply`` in shared links)."""
    at = number_of(request, "at")
    return number_of(request, "ply") if at is None else at


def _perspective(request: AnyRequest, table: Table) -> Perspective:
    return perspective_of(table, owner_of(request), number_of(request, "as"))


def show_table(
    services: Services, request: AnyRequest, table: Table, template: str, note: str = "", rule: str = "", status: int = 200
) -> Response[str]:
    """A table as this browser may see it: its page, or the part of it that changes. ``note``: what came of a command."""
    with language(language_of(request)):
        seat, step = number_of(request, "as"), _step(request)
        context = _context(services, table, owner_of(request), seat, shape_of(request), step, _plans(request))
        context |= {"note": note, "note_rule": rule}
        if template == VIEW:
            html = fragment(services, request, template, **context)
            response = Response(html, status_code=status, media_type=MediaType.HTML, headers=PAGE_HEADERS)
        else:
            response = page(services, request, template, status=status, art=page_art(context["table"]), **context)
    response.headers[NUMBER] = str(context["view"].number)
    return response


def render_view(services: Services, table: Table, owner: str, seat: int | None, shape: str) -> tuple[int, str]:
    """Render the part of the page that changes, as it is fetched into a page: the table's number, and HTML in the current
    language."""
    context = _context(services, table, owner, seat, shape)
    return context["view"].number, services.templates.get_template(VIEW).render(fragment=True, **context)


def _context(
    services: Services, table: Table, owner: str, seat: int | None, shape: str, step: int | None = None, plans: bool = False
) -> dict[str, Any]:
    """The context of a table's template for an owner's view from a seat; ``step``: at a ply of the past; ``plans``: with the
    ghost of the board for the seat's player to plan on."""
    place = table.place if isinstance(table, lessons.StepTable) else None
    with table.lock:
        perspective = perspective_of(table, owner, seat)
        plan = _plan_of(services, table, perspective)
        view = view_of(table, perspective, step, shape, plan=plan, plans=plans)
    table = view.table
    return {
        "view": view,
        "table": table,
        "shape": shape,
        "note": "",
        "note_rule": "",
        "pauses": PAUSES,
        "place": place,
        "may_set_up": place is None and board_editor.may_set_up(table, owner),
        "profiles": services.accounts.profiles(table.row.seats),
        "hints": gives_hints(table.row) and not isinstance(table, puzzles.PuzzleTable),
        "warming": thinks_ahead(table.row) and services.opponents.preparation(table.row.game),
        "elsewhere": services.notices.offered(table, owner),
        "explorer": _explorer(services, table, owner, view.ply) if place is None else None,
        **_talk(services, table, owner),
        **(_puzzle(services, table, owner) if isinstance(table, puzzles.PuzzleTable) else {"panel": None}),
    }


def _explorer(services: Services, table: Table, owner: str, ply: int) -> Explorer | None:
    """The book beside the choices at a ply of a finished or studied game; not for somebody who plays the game just now."""
    found = explorer_of(table, ply)
    return None if found is None or services.tables.in_openings(owner, table.row.game) else found


def _puzzle(services: Services, table: puzzles.PuzzleTable, owner: str) -> dict[str, Any]:
    """The texts beside the board of a puzzle: of itself, and of the solver's attempt."""
    account, puzzle, game = services.accounts.of(owner), table.puzzle, table.row.game
    attempt = services.solvers.attempt(owner, game, puzzle.id) if account is not None else None
    return {
        "panel": panel_of(table),
        "daily": services.solvers.today().isoformat() if services.solvers.is_daily(game, puzzle.id) else "",
        "puzzle_rating": round(services.solvers.rating_of(game, puzzle).strength),
        "attempt": attempt,
        "change": "" if attempt is None else signed(round(attempt.strength) - round(attempt.before)),
        "guest": account is None,
        "puzzle_link": f"/puzzles/{game}/{puzzle.id}",
    }


def _plan_of(services: Services, table: Table, perspective: Perspective) -> Plan:
    """The plan of the reader's seat."""
    planner = planner_of(table, perspective)
    return NONE if planner is None else services.premoves.of(table, planner)


def _plans(request: AnyRequest) -> bool:
    """True if the page asks for the ghost of the board on which its reader plans."""
    return request.query_params.get("plan") == "1"


def _talk(services: Services, table: Table, owner: str) -> dict[str, Any]:
    """The chat of a table; none on a single device, or for a studied game."""
    alone = not table.row.listed and {seat.owner for seat in table.row.seats if seat.owner} <= {owner}
    talk = None if table.is_study or alone else services.chat.state(table, owner)
    return {"talk": talk, "hosted": table.hosted_by(owner), "known": bool(owner)}


def _command(services: Services, request: AnyRequest, table_id: str, seat: int, command: Any) -> Response[str]:
    table = _open(services, request, table_id)
    note, rule, status = "", "", 200
    with language(language_of(request)):
        try:
            if seat not in table.owned_by(owner_of(request)):
                raise NotYours(_("This seat isn't played from this browser."))
            command(table)
        except Refused as refused:
            note, rule, status = str(refused), refused.rule, refused.status
            table = _open(services, request, table_id)
    return show_table(services, request, table, VIEW, note, rule, status)


def _answer(services: Services, request: AnyRequest, step: lessons.StepTable, command: Command) -> Response[str]:
    """A lesson's answer to an action: the step after it, or unchanged with a note."""
    table, note, rule, status = step, "", "", 200
    with language(language_of(request)):
        try:
            table = step.after(command.seat, command.action, command.number)
        except Refused as refused:
            note, rule, status = str(refused), refused.rule, refused.status
    return show_table(services, request, table, VIEW, note, rule, status)


def _answer_puzzle(
    services: Services, request: AnyRequest, table: puzzles.PuzzleTable, command: Command, gives_up: bool = False
) -> Response[str]:
    """The judgement of an answer to a puzzle, or its solution. The first one that decides it counts, for accounts."""
    note, rule, status, owner = "", "", 200, owner_of(request)
    with language(language_of(request)):
        try:
            if gives_up:
                table = table.solution(command.seat, command.number)
            else:
                table = table.after(command.seat, command.action, command.number)
        except Refused as refused:
            note, rule, status = str(refused), refused.rule, refused.status
        else:
            if (table.done or table.progress.wrong) and services.accounts.of(owner) is not None:
                solved = table.done and not table.progress.given_up
                services.solvers.note(owner, table.row.game, table.puzzle, solved)
    return show_table(services, request, table, VIEW, note, rule, status)
