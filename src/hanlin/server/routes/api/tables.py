"""The JSON routes of tables. Their messages are defined in ``hanlin.contract``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, cast

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from hanlin.contract import (
    Answer,
    Ask,
    Block,
    Command,
    Days,
    Decide,
    GameState,
    GuestName,
    Holidays,
    Join,
    Lobby,
    Mute,
    NewStudy,
    NewTable,
    OptionState,
    Place,
    Problem,
    Resign,
    Say,
    Scope,
    Seen,
    Start,
    TableRowState,
    TableState,
    Talking,
    TalkState,
    Time,
    Token,
)
from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.core.position.position import Position
from hanlin.core.text.toml_files import shown
from hanlin.server.db import OPEN, RUNNING, Seat, TableRow
from hanlin.server.exceptions import NotYours, Stale
from hanlin.server.lib.names import person_name
from hanlin.server.routes import commands
from hanlin.server.routes.deps import AnyRequest, caller_of, origin_of, signed_in
from hanlin.server.services import Services
from hanlin.server.tables.branching import begin
from hanlin.server.tables.clocks import is_day
from hanlin.server.tables.forms import Upload, read_bot, read_upload
from hanlin.server.tables.names import numbers_here, offered_here
from hanlin.server.tables.table import Table
from hanlin.server.uploads.parser_process import data_files
from hanlin.server.uploads.starts import own_options, read_beginning
from hanlin.server.views.lobby import without
from hanlin.server.views.table_state import seat_states, soon, state_for
from hanlin.server.views.table_view import perspective_of, present

As = Annotated[
    int | None,
    QueryParameter(name="as", ge=0, le=99, required=False, description="The seat whose view is wanted, if you have several."),
]
TableId = FromPath[str]


PROBLEM = "application/problem+json"
MEANINGS = {
    400: "The request is invalid.",
    401: "The token is missing or unknown.",
    403: "Not allowed: somebody else's seat, or a table without spectators.",
    404: "There is no such table.",
    409: "Someone got there first: the seat is taken, or the command was for an earlier state.",
    413: "The request is too large.",
    415: "The body isn't JSON.",
    422: "Not possible: an illegal action (with its rule), a finished game, a wrong option.",
    429: "Too many requests; Retry-After says when to try again.",
}
REFUSALS = {status: ResponseSpec(Problem, False, meaning, PROBLEM) for status, meaning in MEANINGS.items()}
reads = partial(get, responses=REFUSALS)
does = partial(post, status_code=200, responses=REFUSALS)
makes = partial(post, status_code=201, responses=REFUSALS)


@reads("/api/games", sync_to_thread=False)
def games(services: NamedDependency[Services]) -> list[GameState]:
    """The games with their players, options and computer players."""
    return [
        GameState(
            name=game.name,
            players=list(game.players),
            options=[OptionState(each.name, each.default, list(each.choices), each.file) for each in game.options],
            rules_version=game.rules_version,
            bots={f"bot:{name}": list(numbers_here(game, name)) for name in offered_here(game)},
        )
        for game in services.games.values()
    ]


@makes("/api/guests", sync_to_thread=True)
def new_guest(services: NamedDependency[Services], data: JSONBody[GuestName]) -> Token:
    """Become a guest with a name and a token, without an account. Save the token; it can't be requested again."""
    return Token(services.people.new_guest(data.name))


@makes("/api/tokens", sync_to_thread=True)
def new_token(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[Scope]) -> Token:
    """Create another token for yourself, to play or only to read."""
    return Token(services.people.new_token(signed_in(request).owner, data.scope))


@does("/api/tokens/end", sync_to_thread=True)
def end_token(services: NamedDependency[Services], data: JSONBody[Token]) -> Token:
    """Revoke a token. The answer is the same whether it was known or not."""
    services.people.end_token(data.token)
    return data


# -- tables ------------------------------------------------------------------------------------------------------------------


@reads("/api/tables", sync_to_thread=True)
def lobby(request: AnyRequest, services: NamedDependency[Services]) -> Lobby:
    """Your tables (the latest hundred), and the public ones; open ones without people who never meet you, since one of the
    two has blocked the other."""
    owner = caller_of(request).owner
    mine = [found.row for found in services.tables.of_owner(owner, 100)] if owner else []
    return Lobby(
        mine=[in_list(row, owner) for row in mine],
        open=[in_list(row, owner) for row in without(services.tables.listed(OPEN), services.store.apart_from(owner))],
        running=[in_list(row, owner) for row in services.tables.listed(RUNNING) if row.watching],
    )


@makes("/api/tables")
async def new_table(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[NewTable]) -> Place:
    """Create a table. The game starts immediately if no seat is open, else when the last seat is taken."""
    owner = signed_in(request).owner
    game = services.games.get(data.game.replace("-", "_"))
    if game is None:
        raise BadOption(_("There is no game {name} here.").format(name=data.game))
    files = _files(game, data)
    if files:
        # They are parsed in the parser process first.
        players = game.players[0] if data.position is not None else _players(game, data)
        await services.uploads.check_start(game, players, dict(data.options), files, data.position or "")
    table = await asyncio.to_thread(_set_up, services, game, data, files, owner)
    return place_of(request, table, owner)


def _set_up(services: Services, game: Game, data: NewTable, files: dict[str, dict[str, str]], owner: str) -> Table:
    """Create the requested table; BadOption, BadData or BadPosition if it is invalid."""
    _check_days(data.time)
    start = None if data.position is None else read_beginning(game, data.position, data_files(files))
    data = data if start is None else _from_position(data, start)
    seats = _seats(game, data, owner, services.people.name(owner))
    more = {name: getattr(data, name) for name in ("pause", "shuffled", "listed", "watching", "time", "chat")}
    more["hints"] = "" if data.hints is None else "yes" if data.hints else "no"
    if start is None:
        return services.tables.create(game, seats, _options(game, data), files, host=owner, **more)
    return begin(services.tables, start, seats, files=files, host=owner, **more)


@makes("/api/studies")
async def new_study(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[NewStudy]) -> Place:
    """Load a record as a table to study, with everything visible. 422 names the wrong line."""
    owner = signed_in(request).owner
    sent = data.file
    file = {} if sent is None else read_upload(Upload(sent.name, sent.text.encode()))
    found = await services.uploads.study(data.record, file)
    row = await asyncio.to_thread(services.tables.study, found, owner)
    return Place(row.id, _link(request, row.id), None)


@reads("/api/tables/{table_id:str}")
async def table_state(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, seat: As = None
) -> Response[TableState]:
    """The state of a table as you may see it."""
    owner = caller_of(request).owner
    table = await _found(services, table_id)
    if services.opponents.concerned(table):
        services.opponents.wake(table_id)
    return await _answer(services, table, owner, seat)


@reads("/api/tables/{table_id:str}/position", sync_to_thread=True)
def position(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, seat: As = None) -> Seen:
    """The position as you may see it, as text, for programs that use this package."""
    owner = caller_of(request).owner
    table = services.shown(table_id, owner)
    with table.lock:
        place = perspective_of(table, owner, seat)
        viewer, seen = place.viewer, present(table, place)
        return Seen(seen.text(), table.row.files, table.number, viewer, seen.moves)


@does("/api/tables/{table_id:str}/join")
async def join(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Join]
) -> Response[TableState]:
    """Take a seat. 409 if it is taken; repeating the request gives the same answer."""
    owner = signed_in(request).owner

    def command(table: Table) -> None:
        name = person_name(data.name if data.name is not None else services.people.name(owner))
        services.tables.join(table, owner, name, data.seat)

    return await _changed(services, table_id, owner, command)


@does("/api/tables/{table_id:str}/leave")
async def leave(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> Response[TableState]:
    """Leave your seat before the game starts."""
    owner = signed_in(request).owner
    return await _changed(services, table_id, owner, lambda table: services.tables.leave(table, owner))


@does("/api/tables/{table_id:str}/start")
async def start(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Start]
) -> Response[TableState]:
    """Start the game, as the host. 422 if seats are open and ``fill`` names no computer player."""
    owner = signed_in(request).owner
    fill = read_bot(data.fill) if data.fill is not None else ""
    return await _changed(services, table_id, owner, lambda table: services.tables.start(table, owner, fill))


@does("/api/tables/{table_id:str}/close")
async def close(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> Response[TableState]:
    """Cancel a table, as the host, before the game starts."""
    owner = signed_in(request).owner
    return await _changed(services, table_id, owner, lambda table: services.tables.close(table, owner))


@does("/api/tables/{table_id:str}/rematch", sync_to_thread=True)
def rematch(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> Place:
    """The table of the next game with the same players, each one seat further on; the same one for all of them."""
    owner = signed_in(request).owner
    return place_of(request, services.tables.rematch(services.tables.open(table_id), owner), owner)


@does("/api/tables/{table_id:str}/play")
async def play(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Command], seat: As = None
) -> Response[TableState]:
    """Play an action.

    409 for a command made for an earlier state (with the current one), 403 for somebody else's seat, 422 for an action that is
    not allowed (with the rule).
    """
    owner = caller_of(request).owner
    received = services.tables.clock()
    table = services.tables.live(table_id)
    allowed = table is not None and table.shown_to(owner) and data.seat in table.owned_by(owner)
    if table is not None and allowed and await services.batcher.play(commands.as_play(data, received, table)):
        return _ready(await soon(table, owner, seat))
    # The table is not in memory, is busy or refused the action: it is played alone, or refused in the caller's language.
    command = partial(commands.play, services.tables, data, received)
    return await _commanded(services, table_id, owner, data, command, seat)


@does("/api/tables/{table_id:str}/undo")
async def undo(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Command], seat: As = None
) -> Response[TableState]:
    """Undo your last action, if nothing has happened since. Answers as ``play`` does."""
    owner = caller_of(request).owner
    return await _commanded(services, table_id, owner, data, partial(commands.undo, services.tables, data), seat)


@does("/api/tables/{table_id:str}/ask")
async def ask(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Ask], seat: As = None
) -> Response[TableState]:
    """Propose undoing everything since your last action, or ending the game. It is done when all agree.

    422 if something random or hidden has been revealed since.
    """
    owner = caller_of(request).owner
    return await _commanded(services, table_id, owner, data, partial(commands.ask, services.tables, data), seat)


@does("/api/tables/{table_id:str}/answer")
async def answer(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Answer], seat: As = None
) -> Response[TableState]:
    """Answer a proposal, or withdraw your own."""
    owner = caller_of(request).owner
    return await _commanded(services, table_id, owner, data, partial(commands.answer, services.tables, data), seat)


@does("/api/tables/{table_id:str}/resign")
async def resign(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Resign], seat: As = None
) -> Response[TableState]:
    """Resign. The others decide what happens to your seat; if nobody is left, the game ends."""
    owner = caller_of(request).owner
    return await _commanded(services, table_id, owner, data, partial(commands.resign, services.tables, data), seat)


@does("/api/tables/{table_id:str}/vacant")
async def decide(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Decide], seat: As = None
) -> Response[TableState]:
    """Decide about a vacant seat. One player may choose to wait, to give time, or a computer player; to end the game or
    to claim the win, all must agree."""
    owner = caller_of(request).owner
    command = partial(commands.decide, services.tables, data, read_bot(data.bot))
    return await _commanded(services, table_id, owner, data, command, seat)


@does("/api/tables/{table_id:str}/holidays")
async def rest(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Holidays], seat: As = None
) -> Response[TableState]:
    """Set your days off, on which your clock stops, at a table with days per turn. Today can't be set any more."""
    owner = caller_of(request).owner

    def command(table: Table) -> None:
        services.tables.rest(table, data.seat, data.days, data.number, data.client)

    return await _commanded(services, table_id, owner, data, command, seat)


@reads("/api/tables/{table_id:str}/chat", sync_to_thread=True)
def chat(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> TalkState:
    """The last hundred messages of your chat channel (players or spectators)."""
    owner = caller_of(request).owner
    return services.chat.state(services.shown(table_id, owner), owner)


@does("/api/tables/{table_id:str}/chat", sync_to_thread=True)
def say(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Say]) -> TalkState:
    """Send a message or a reaction to your chat channel."""
    owner = signed_in(request).owner
    table = services.shown(table_id, owner)
    services.chat.post(table, owner, services.people.name(owner), data.text, data.reaction)
    return services.chat.state(table, owner)


@does("/api/tables/{table_id:str}/mute", sync_to_thread=True)
def mute(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Mute]) -> TalkState:
    """Mute or unmute the author of a message."""
    owner = signed_in(request).owner
    table = services.shown(table_id, owner)
    services.chat.mute(table, owner, data.message, data.muted)
    return services.chat.state(table, owner)


@does("/api/tables/{table_id:str}/block", sync_to_thread=True)
def block(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Block]) -> TalkState:
    """Block or unblock the author of a message at all tables, as a guest or with an account."""
    owner = signed_in(request).owner
    table = services.shown(table_id, owner)
    services.community.friends.block_player(owner, services.chat.author(table, owner, data.message), data.blocked)
    return services.chat.state(table, owner)


@does("/api/tables/{table_id:str}/talk", sync_to_thread=True)
def turn_talk(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Talking]
) -> TalkState:
    """Turn chat off or on, as the host."""
    owner = signed_in(request).owner
    table = services.shown(table_id, owner)
    services.chat.turn(table, owner, data.on)
    return services.chat.state(table, owner)


@reads("/api/tables/{table_id:str}/record", media_type=MediaType.TEXT, sync_to_thread=True)
def record(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, seat: As = None) -> str:
    """The record of the game so far, as you may see it."""
    owner = caller_of(request).owner
    table = services.shown(table_id, owner)
    with table.lock:
        return present(table, perspective_of(table, owner, seat)).record(table.names())


ROUTES = Router(
    "/",
    route_handlers=[
        games, new_guest, new_token, end_token, lobby, new_table, new_study, table_state, position,
        join, leave, start, close, rematch, play, undo, ask, answer, resign, decide, rest,
        chat, say, mute, block, turn_talk, record,
    ],
)  # fmt: skip


async def _found(services: Services, table_id: str) -> Table:
    """The table; no thread is needed if it is in memory."""
    live = services.tables.live(table_id)
    return live if live is not None else await asyncio.to_thread(services.tables.open, table_id)


async def _commanded(
    services: Services,
    table_id: str,
    owner: str,
    data: Command | Ask | Answer | Resign | Decide | Holidays,
    command: Callable[[Table], None],
    seat: int | None,
) -> Response[TableState]:
    def on_own_seat(table: Table) -> None:
        if data.seat not in table.owned_by(owner):
            raise NotYours(_("This isn't your seat."))
        try:
            command(table)
        except Stale as stale:
            # The refusal carries the current state, to save a request.
            stale.state = state_for(table, owner, seat)
            raise

    return await _changed(services, table_id, owner, on_own_seat, seat)


async def _changed(
    services: Services, table_id: str, owner: str, change: Callable[[Table], None], seat: int | None = None
) -> Response[TableState]:
    """Apply a change in a thread, since it waits for the disk, and answer with the new state."""

    def work() -> bytes:
        table = services.shown(table_id, owner)
        change(table)
        return state_for(table, owner, seat)

    return _ready(await asyncio.to_thread(work))


async def _answer(services: Services, table: Table, owner: str, seat: int | None) -> Response[TableState]:
    """The state, immediately if it is cached."""
    services.check_visible_to(table, owner)
    return _ready(await soon(table, owner, seat))


def _ready(encoded: bytes) -> Response[TableState]:
    return cast(Response[TableState], Response(encoded, media_type=MediaType.JSON))


def in_list(row: TableRow, owner: str) -> TableRowState:
    mine = [n for n, seat in enumerate(row.seats) if owner and seat.owner == owner]
    return TableRowState(
        row.id, row.game, row.players, row.state, row.to_move, seat_states(row.seats), mine, row.last, row.name
    )


def place_of(request: AnyRequest, table: Table, owner: str) -> Place:
    mine = table.owned_by(owner)
    return Place(table.row.id, _link(request, table.row.id), mine[0] if mine else None)


def _link(request: AnyRequest, table: str) -> str:
    return f"{origin_of(request)}/t/{table}"


# -- reading a set-up ---------------------------------------------------------------------------------------------------


def _seats(game: Game, data: NewTable, owner: str, name: str) -> list[Seat]:
    """The requested seats; BadOption if they don't fit."""
    players = _players(game, data)
    game.check_players(players)
    asked = data.seats if data.seats is not None else ["me"] + ["open"] * (players - 1)
    if len(asked) != players:
        raise BadOption(_("{players} players need {players} seats, not {n}.").format(players=players, n=len(asked)))
    if asked.count("me") > 1:
        raise BadOption(_("Use me for one seat only; for others on the same device use person."))
    if not {"me", "person", "open"} & set(asked):
        raise BadOption(_("Give at least one seat to a person."))
    return [_seat(each, owner, name) for each in asked]


def _players(game: Game, data: NewTable) -> int:
    return data.players if data.players is not None else len(data.seats or ()) or game.players[-1]


def _seat(asked: str, owner: str, name: str) -> Seat:
    if asked == "me":
        return Seat(kind="person", name=name, owner=owner)
    if asked == "person":
        return Seat(kind="person", owner=owner)
    if asked == "open":
        return Seat(kind="open")
    return Seat(kind="bot", bot=read_bot(asked))


def _check_days(time: Time | None) -> None:
    """Raise BadOption for invalid days off."""
    for day in time.holidays if isinstance(time, Days) else ():
        if not is_day(day):
            raise BadOption(_("{day} isn't a valid date.").format(day=day))


def _from_position(data: NewTable, start: Position) -> NewTable:
    """Complete a request from its position; BadOption if they contradict each other."""
    if data.players not in (None, start.players):
        raise BadOption(_("This position is for {n} players, not {asked}.").format(n=start.players, asked=data.players))
    fixed = own_options(start)
    for name, value in data.options.items():
        if name not in fixed or fixed[name] != value:
            raise BadOption(
                _("The position already sets the options, and its {option} is different.").format(option=shown(name))
            )
    return msgspec.structs.replace(data, players=start.players)


def _files(game: Game, data: NewTable) -> dict[str, dict[str, str]]:
    """The files of the request, as stored; BadOption for an option that takes none."""
    taken = [option.name for option in game.options if option.file]
    for name in data.files:
        if name not in taken:
            raise BadOption(_("There is no option {option} that takes a file.").format(option=shown(name)))
    return {name: read_upload(Upload(sent.name, sent.text.encode())) for name, sent in data.files.items()}


def _options(game: Game, data: NewTable) -> dict[str, Any]:
    """The requested options, checked; BadOption if they don't fit."""
    files = [option.name for option in game.options if option.file and option.name in data.options]
    if files:
        raise BadOption(_("{option} is a file: send its name and text in the field files.").format(option=files[0]))
    game.check_options(data.players or game.players[-1], data.options)
    return dict(data.options)
