"""A program at a table of a server: all that a browser can do.

>>> from hanlin.client import Client, play
>>> ann = Client.guest("http://127.0.0.1:8888", "Ann")              # doctest: +SKIP
>>> place = ann.create("china", seats=["me", "open", "bot:greedy"])  # doctest: +SKIP
>>> for state in ann.watch(place.id):                               # doctest: +SKIP
...     if state.actor == state.seat:
...         ann.play(state, state.legal[0])

``play(url, token, choose)`` does the listening and the sending; ``choose(seen, seconds, seed)`` is the same function that
``hanlin.bots.serve`` takes. A line that breaks, a server that starts anew, an answer that is lost: all is tried again, and
nothing is done twice.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import httpx
import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from hanlin.contract import (
    GameState,
    HintState,
    Lobby,
    Place,
    Problem,
    ProfileState,
    ReviewState,
    Seen,
    SignedIn,
    TableState,
    TalkState,
    Token,
)
from hanlin.core.data import DataFile
from hanlin.core.errors import HanlinError
from hanlin.core.position import Position
from hanlin.core.positions import position

Choose = Callable[[Position, float, int], str]
"""What a program does: from a seat's view, the seconds that it may take and a seed, the text of an action."""
Answer = TypeVar("Answer")

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before something is tried again; doubled each time."""
SILENCE = 40.0
"""Seconds without a sign of life after which a line is taken for broken; the server gives one every 15."""


class Refusal(HanlinError):
    """The server refused something: the sentence that it said, with ``status`` and ``rule``."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.status = problem.status
        self.rule = problem.rule


class Late(Refusal):
    """The command was for an earlier state; ``state`` is the present one (None where it was about a seat)."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.state = problem.state


class Client:
    """Somebody's line to a server. ``token`` says who; without one, one may only look."""

    def __init__(self, url: str, token: str = "", patience: float = 60.0) -> None:
        """``patience``: seconds for which a request is tried again while the server can't be reached."""
        parts = urlsplit(url if "//" in url else f"http://{url}")
        if not parts.hostname or parts.scheme not in ("http", "https"):
            raise HanlinError(f"A server's address looks like http://127.0.0.1:8888/, not {url!r}.")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.token = token
        self.patience = patience
        self._headers = {"authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(base_url=self.url, headers=self._headers, timeout=30)

    @classmethod
    def guest(cls, url: str, name: str) -> Client:
        """A new guest of that name; keep ``client.token`` to be the same one later."""
        return cls(url, cls(url)._ask("POST", "/api/guests", {"name": name}, Token).token)

    @classmethod
    def sign_in(cls, url: str, name: str, password: str) -> Client:
        """Somebody who has an account; ``client.token`` is good until it is ended, or not used for half a year."""
        return cls(url, cls(url)._ask("POST", "/api/sessions", {"name": name, "password": password}, SignedIn).token)

    def profile(self, name: str) -> ProfileState:
        """Somebody's results and ratings, as one may see them."""
        return self._ask("GET", f"/api/people/{quote(name, safe='')}", None, ProfileState)

    def close(self) -> None:
        """Let go of the connection."""
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # -- tables ------------------------------------------------------------------------------------------------------------

    def games(self) -> list[GameState]:
        """The games that the server offers, with their options."""
        return self._ask("GET", "/api/games", None, list[GameState])

    def lobby(self) -> Lobby:
        """One's own tables, and those that are listed for everybody."""
        return self._ask("GET", "/api/tables", None, Lobby)

    def create(
        self,
        game: str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        position: Position | str | None = None,
        **more: Any,
    ) -> Place:
        """Set up a table; ``seats`` are ``me``, ``person``, ``open`` and ``bot:NAME``.

        ``position``: what the game begins from, or its text, if not from the beginning; it says the players and the options.
        ``more``: listed, watching, shuffled, pause, time, chat, hints; files: for each option that takes one its name and text.
        """
        wanted = {
            "game": game,
            "players": players,
            "options": options or {},
            "seats": None if seats is None else list(seats),
            "position": position.text() if isinstance(position, Position) else position,
            **more,
        }
        return self._ask("POST", "/api/tables", wanted, Place)

    def study(self, record: str, file: DataFile | None = None) -> Place:
        """Load a record, to be looked at by whoever has the link; ``file``: the map or tiles that its game needs."""
        sent = None if file is None else {"name": file.name, "text": file.text}
        return self._ask("POST", "/api/studies", {"record": record, "file": sent}, Place)

    def join(self, table: str, seat: int | None = None, name: str | None = None) -> TableState:
        """Take a seat: the one of that number (from 0), or the first that is free. Late where it can't be had."""
        return self._ask("POST", f"/api/tables/{table}/join", {"seat": seat, "name": name}, TableState)

    def leave(self, table: str) -> TableState:
        """Give up one's seat before the game begins."""
        return self._ask("POST", f"/api/tables/{table}/leave", None, TableState)

    def start(self, table: str, fill: str | None = None) -> TableState:
        """Begin; ``fill`` (``bot:greedy``) takes the seats that are open still."""
        return self._ask("POST", f"/api/tables/{table}/start", {"fill": fill}, TableState)

    def rematch(self, table: str) -> Place:
        """The table of the next game among the same people."""
        return self._ask("POST", f"/api/tables/{table}/rematch", None, Place)

    def state(self, table: str, seat: int | None = None) -> TableState:
        """The table as one may see it (from that seat, where one has several)."""
        return self._ask("GET", f"/api/tables/{table}" + ("" if seat is None else f"?as={seat}"), None, TableState)

    def seen(self, table: str, seat: int | None = None) -> Position:
        """The position as one may see it, to be looked at, drawn and thought about."""
        asked = f"/api/tables/{table}/position" + ("" if seat is None else f"?as={seat}")
        return _position(self._ask("GET", asked, None, Seen))

    def record(self, table: str) -> str:
        """The record of the game so far, as one may see it."""
        return self._send("GET", f"/api/tables/{table}/record", None).text

    def play(self, state: TableState, action: str, seat: int | None = None) -> TableState:
        """Carry out an action for the seat of a state, or for that one.

        Late where that is not the present state any more, Refusal where the action is illegal.
        """
        return self._command("play", state, action, seat)

    def undo(self, state: TableState, seat: int | None = None) -> TableState:
        """Take back the last action of the seat of a state, or of that one."""
        return self._command("undo", state, "", seat)

    def ask(self, state: TableState, what: str, seat: int | None = None) -> TableState:
        """Ask the others to take back all since one's last action (``undo``), or to ``end`` the game."""
        return self._agree("ask", state, seat, what=what)

    def answer(self, state: TableState, agree: bool, seat: int | None = None) -> TableState:
        """Answer what is asked; whoever asked withdraws it with False."""
        return self._agree("answer", state, seat, agree=agree)

    def resign(self, state: TableState, seat: int | None = None) -> TableState:
        """Give up one's seat in a game that goes on."""
        return self._agree("resign", state, seat)

    def decide(
        self, state: TableState, vacant: int, choice: str, bot: str = "bot:casual", seat: int | None = None
    ) -> TableState:
        """What becomes of a seat that was left: ``wait``, ``opponent`` or ``end``."""
        return self._agree("vacant", state, seat, vacant=vacant, choice=choice, bot=bot)

    def hint(self, state: TableState, seat: int | None = None) -> HintState:
        """The best actions for the seat of a state, or for that one; Refusal where the table gives no hints."""
        body = {"seat": state.seat if seat is None else seat, "number": state.number}
        return self._ask("POST", f"/api/tables/{state.id}/hint", body, HintState)

    def review(self, table: str) -> ReviewState:
        """Have a game that is over reviewed; how far that is, and in the end the review."""
        return self._ask("POST", f"/api/tables/{table}/review", None, ReviewState)

    def chat(self, table: str) -> TalkState:
        """What is said in the room that one is in."""
        return self._ask("GET", f"/api/tables/{table}/chat", None, TalkState)

    def say(self, table: str, text: str, reaction: bool = False) -> TalkState:
        """Say something, or react with one of the signs that ``chat`` names."""
        return self._ask("POST", f"/api/tables/{table}/chat", {"text": text, "reaction": reaction}, TalkState)

    def mute(self, table: str, message: int, muted: bool = True) -> TalkState:
        """Not to hear whoever said a message, or to hear them again."""
        return self._ask("POST", f"/api/tables/{table}/mute", {"message": message, "muted": muted}, TalkState)

    def talk(self, table: str, on: bool) -> TalkState:
        """Turn talk off or on at a table that one has set up."""
        return self._ask("POST", f"/api/tables/{table}/talk", {"on": on}, TalkState)

    def watch(self, table: str) -> Iterator[TableState]:
        """The state of the table now and whenever it changes, until the game is over or the table is put away.

        States that follow each other at once may be left out; the latest one never is.
        """
        number = -1
        for heard in self.news(table):
            if "chat" not in heard and heard.get("number", number + 1) > number:
                state = self.state(table)
                if state.number > number:
                    number = state.number
                    yield state
                if state.state in ("over", "closed"):
                    return

    def news(self, table: str | None = None) -> Iterator[dict[str, Any]]:
        """What the server tells: of one table, or of all of one's own. After a line that broke, something to look again for."""
        address = self.url.replace("http", "ws", 1) + "/news" + ("" if table is None else f"?table={table}")
        pause = FIRST_PAUSE
        while True:
            with (
                suppress(OSError, TimeoutError, WebSocketException),
                connect(address, additional_headers=self._headers) as socket,
            ):
                yield {}
                while True:
                    heard = msgspec.json.decode(socket.recv(timeout=SILENCE), type=dict[str, Any])
                    pause = FIRST_PAUSE
                    if "alive" not in heard:
                        yield heard
            if table is not None:
                self.state(table)  # Says what is wrong where there is nothing to listen to.
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _agree(self, kind: str, state: TableState, seat: int | None, **fields: Any) -> TableState:
        seat = state.seat if seat is None else seat
        body = {"seat": seat, "number": state.number, "client": secrets.token_hex(12), **fields}
        return self._ask("POST", f"/api/tables/{state.id}/{kind}?as={seat}", body, TableState)

    # -- inside ------------------------------------------------------------------------------------------------------------

    def _command(self, kind: str, state: TableState, action: str, seat: int | None) -> TableState:
        seat = state.seat if seat is None else seat
        if seat is None or seat < 0:
            raise HanlinError("This state is a spectator's: only from a seat of one's own can one play.")
        body = {"seat": seat, "number": state.number, "client": secrets.token_hex(8), "action": action}
        return self._ask("POST", f"/api/tables/{state.id}/{kind}?as={seat}", body, TableState)

    def _ask(self, method: str, path: str, body: Any, kind: type[Answer]) -> Answer:
        return msgspec.json.decode(self._send(method, path, body).content, type=kind)

    def _send(self, method: str, path: str, body: Any) -> httpx.Response:
        """Send a request, again while the server can't be reached: a command has an id, so it is never done twice."""
        until, pause = time.monotonic() + self.patience, FIRST_PAUSE
        while True:
            try:
                answer = self._http.request(method, path, json=body)
            except httpx.TransportError as error:
                if time.monotonic() > until:
                    raise HanlinError(f"{self.url} can't be reached: {error}.") from None
            else:
                if answer.status_code not in (429, 502, 503, 504) or time.monotonic() > until:
                    return _checked(answer)
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def play(url: str, token: str, choose: Choose, *, seconds: float = 1.0, name: str = "") -> TableState:
    """Sit down at a table and play until the game is over; returns the last state.

    ``url`` is the table's link (``http://…/t/ID``). ``token`` is a guest's (empty: become one, of that ``name``); who has no
    seat there takes the first that is free. ``choose(seen, seconds, seed)`` gets the position as its seat sees it.
    """
    table = urlsplit(url).path.rstrip("/").rpartition("/t/")[2]
    if not table or "/" in table:
        raise HanlinError(f"A table's link looks like http://127.0.0.1:8888/t/8f3a01bc42, not {url!r}.")
    with Client(url, token) if token else Client.guest(url, name or "Program") as client:
        state = client.state(table)
        if state.seat is None or state.seat < 0:
            state = client.join(table)
        for state in client.watch(table):
            while state.state == "running" and state.actor == state.seat:
                state = _one_move(client, state, choose, seconds)
        return state


def _one_move(client: Client, state: TableState, choose: Choose, seconds: float) -> TableState:
    """Think about the present position and play; the state after it, or the present one where that was another one already."""
    seen = client.seen(state.id)
    try:
        return client.play(state, choose(seen, seconds, secrets.randbits(32)))
    except Late as late:
        return late.state or client.state(state.id)


def _position(seen: Seen) -> Position:
    files = {option: DataFile(file["name"], file["text"]) for option, file in seen.files.items()}
    found = position(seen.text, files)
    return Position(found.game, found._states, found.options, seen.moves, found.seat) if found.seat is not None else found


def _checked(answer: httpx.Response) -> httpx.Response:
    """The answer, if it is none of refusal."""
    if answer.status_code < 400:
        return answer
    try:
        problem = msgspec.json.decode(answer.content, type=Problem)
    except msgspec.MsgspecError:
        problem = Problem("about:blank", "", answer.status_code, f"The server answered {answer.status_code}.")
    raise Late(problem) if answer.status_code == 409 else Refusal(problem)
