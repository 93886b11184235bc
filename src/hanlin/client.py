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
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar
from urllib.parse import SplitResult, quote, urlsplit

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
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
from hanlin.core.errors import HanlinError
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import position
from hanlin.core.text.toml_files import DataFile

Choose = Callable[[Position, float, int], str]
"""What a program does: from a seat's view, the seconds that it may take and a seed, the text of an action."""
Answer = TypeVar("Answer")

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before something is tried again; doubled each time."""
COME_AGAIN = (429, 502, 503, 504)
"""Answers after which the same request may succeed later."""
ENDED = ("over", "closed")
CLOSED_FOR = {
    4401: (401, "This token is not known to the server, or was ended."),
    4403: (403, "The server gives no news to the page of another site."),
    4404: (404, "There is no table of that name, or it is not for watching."),
    4421: (421, "The server does not answer to that name: start it with --allow-host and the name."),
}
"""What the codes mean with which a server closes a socket for good: a status and a sentence."""
SILENCE = 40.0
"""Seconds without a sign of life after which a line is taken for broken; the server gives one every 15."""
LONGEST_MESSAGE = 16 * 1024 * 1024
"""Bytes of a message that is read from a socket."""


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
        """``patience``: seconds for which a request is tried again while the server can't be reached, or asks to be left alone
        for a while (``Retry-After``); where it asks for longer, that is a Refusal at once."""
        self.url = _server_of(url)
        self.token = token
        self.patience = patience
        self._headers = {"authorization": f"Bearer {token}"} if token else {}
        try:
            self._http = httpx.Client(base_url=self.url, headers=self._headers, timeout=30)
        except (httpx.InvalidURL, UnicodeError):
            raise HanlinError(_no_address(url)) from None

    @classmethod
    def guest(cls, url: str, name: str, patience: float = 60.0) -> Client:
        """A new guest of that name; keep ``client.token`` to be the same one later."""
        with cls(url, patience=patience) as nobody:
            return cls(url, nobody._ask("POST", "/api/guests", {"name": name}, Token).token, patience)

    @classmethod
    def sign_in(cls, url: str, name: str, password: str, patience: float = 60.0) -> Client:
        """Somebody who has an account; ``client.token`` is good until it is ended, or not used for half a year."""
        with cls(url, patience=patience) as nobody:
            signed_in = nobody._ask("POST", "/api/sessions", {"name": name, "password": password}, SignedIn)
            return cls(url, signed_in.token, patience)

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
        return _position(self._seen(table, seat))

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
        for message in self._messages(f"?table={quote(table, safe='')}&push=state", table):
            if "chat" not in message and message.get("number", number + 1) > number:
                state = _pushed(message, self.url) or self.state(table)
                if state.number > number:
                    number = state.number
                    yield state
                if state.state in ENDED:
                    return

    def news(self, table: str | None = None) -> Iterator[dict[str, Any]]:
        """What the server tells: of one table, or of all of one's own. After a line that broke, something to look again for.

        Refusal where there is nothing to listen to: an unknown token, no such table; HanlinError where the server can't be
        reached for as long as ``patience`` says.
        """
        return self._messages("" if table is None else f"?table={quote(table, safe='')}", table)

    # -- inside ------------------------------------------------------------------------------------------------------------

    def _messages(self, query: str, table: str | None) -> Iterator[dict[str, Any]]:
        """The messages of a socket, as ``news`` yields them."""
        address = f"{self.url.replace('http', 'ws', 1)}/news{query}"
        waiting, new = _Waiting(self.patience), True
        while True:
            asked: httpx.Headers | None = None
            try:
                with connect(address, additional_headers=self._headers, max_size=LONGEST_MESSAGE) as socket:
                    yield {}
                    while True:
                        message = _read(socket.recv(timeout=SILENCE), dict[str, Any], self.url)
                        new = False
                        if "alive" not in message:
                            yield message
            except ConnectionClosed as closed:
                _check_closed(closed)
            except InvalidStatus as refused:
                asked = _asked_to_wait(refused)
            except (OSError, WebSocketException):
                pass
            if not new:  # Patience begins when a line breaks.
                waiting, new = _Waiting(self.patience), True
            if table is not None:
                self.state(table)  # Says what is wrong where there is nothing to listen to.
            else:
                self.lobby()
            if not waiting.again(asked):
                raise HanlinError(f"{self.url} can be reached, but not its news: WebSockets may be blocked on the way.")

    def _seen(self, table: str, seat: int | None) -> Seen:
        asked = f"/api/tables/{table}/position" + ("" if seat is None else f"?as={seat}")
        return self._ask("GET", asked, None, Seen)

    def _agree(self, kind: str, state: TableState, seat: int | None, **fields: Any) -> TableState:
        seat = state.seat if seat is None else seat
        body = {"seat": seat, "number": state.number, "client": secrets.token_hex(12), **fields}
        return self._ask("POST", f"/api/tables/{state.id}/{kind}?as={seat}", body, TableState)

    def _command(self, kind: str, state: TableState, action: str, seat: int | None) -> TableState:
        seat = state.seat if seat is None else seat
        if seat is None or seat < 0:
            raise HanlinError("This state is a spectator's: only from a seat of one's own can one play.")
        body = {"seat": seat, "number": state.number, "client": secrets.token_hex(8), "action": action}
        return self._ask("POST", f"/api/tables/{state.id}/{kind}?as={seat}", body, TableState)

    def _ask(self, method: str, path: str, body: Any, kind: type[Answer]) -> Answer:
        return _read(self._send(method, path, body).content, kind, self.url)

    def _send(self, method: str, path: str, body: Any) -> httpx.Response:
        """Send a request, again while the server can't be reached: a command has an id, so it is never done twice."""
        waiting = _Waiting(self.patience)
        while True:
            try:
                answer = self._http.request(method, path, json=body)
            except httpx.TransportError as error:
                if not waiting.again():
                    raise HanlinError(f"{self.url} can't be reached: {str(error) or type(error).__name__}.") from None
            else:
                if answer.status_code not in COME_AGAIN or not waiting.again(answer.headers):
                    return _checked(answer)


class _Waiting:
    """The pauses between tries: each twice as long as the one before, but as long as the server asks, and no longer in all than
    one has patience."""

    def __init__(self, patience: float) -> None:
        self._until = time.monotonic() + patience
        self._pause = FIRST_PAUSE

    def again(self, headers: httpx.Headers | None = None) -> bool:
        """Wait; False, at once, where that would take longer than there is patience left."""
        asked = seconds_asked(headers.get("retry-after", "") if headers is not None else "")
        pause = self._pause if asked is None else asked
        left = self._until - time.monotonic()
        if left <= 0 or (asked is not None and asked > left):
            return False
        time.sleep(min(pause, left))
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return True


def seconds_asked(header: str) -> float | None:
    """The seconds that a header Retry-After asks for, as a number or until a date; None where it says neither."""
    if header.strip().isascii() and header.strip().isdecimal():
        return max(FIRST_PAUSE, float(header.strip()[:12]))
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(FIRST_PAUSE, date.timestamp() - time.time())


def _check_closed(closed: ConnectionClosed) -> None:
    """Refusal where a socket of news was closed for a reason that will not pass."""
    code = closed.rcvd.code if closed.rcvd is not None else 0
    if code in CLOSED_FOR:
        status, why = CLOSED_FOR[code]
        raise Refusal(Problem("about:blank", "", status, why))


def _pushed(message: dict[str, Any], url: str) -> TableState | None:
    """The state that a message carries; None where the server pushes none."""
    return _read(msgspec.json.encode(message["state"]), TableState, url) if "state" in message else None


def _asked_to_wait(refused: InvalidStatus) -> httpx.Headers:
    """The headers of an answer that came in place of a socket; Refusal where asking again is of no use."""
    answer = httpx.Response(refused.response.status_code, content=bytes(refused.response.body or b""))
    headers = httpx.Headers(list(refused.response.headers.raw_items()))
    if answer.status_code in COME_AGAIN:
        return headers
    if answer.status_code < 400:
        raise HanlinError("The server's WebSocket can't be opened: it may be blocked on the way.")
    _checked(answer)
    return headers


def play(url: str, token: str, choose: Choose, *, seconds: float = 1.0, name: str = "") -> TableState:
    """Sit down at a table and play until the game is over; returns the last state.

    ``url`` is the table's link (``http://…/t/ID``). ``token`` is a guest's (empty: become one, of that ``name``); who has no
    seat there takes the first that is free. ``choose(seen, seconds, seed)`` gets the position as its seat sees it.
    """
    table = _parts(url).path.rstrip("/").rpartition("/t/")[2]
    if not table or "/" in table:
        raise HanlinError(f"A table's link looks like http://127.0.0.1:8888/t/8f3a01bc42, not {url!r}.")
    with Client(url, token) if token else Client.guest(url, name or "Program") as client:
        state = client.state(table)
        if (state.seat is None or state.seat < 0) and state.state not in ENDED:
            state = client.join(table)
        for state in client.watch(table):
            while state.state == "running" and state.actor == state.seat:
                state = _one_move(client, state, choose, seconds)
            if state.state in ENDED:
                break
        return state


def _one_move(client: Client, state: TableState, choose: Choose, seconds: float) -> TableState:
    """Think about the present position and play; the state after it, or the present one where that was another one already:
    somebody else may play for the same seat, take back, resign or end the game meanwhile."""
    seen = client._seen(state.id, state.seat)
    if seen.number != state.number:
        return client.state(state.id)
    action = choose(_position(seen), seconds, secrets.randbits(32))
    try:
        return client.play(state, action)
    except Late as late:
        return late.state or client.state(state.id)
    except Refusal:
        now = client.state(state.id)
        if now.number == state.number and now.state == state.state:
            raise  # It was about the action.
        return now


def _position(seen: Seen) -> Position:
    files = {option: DataFile(file["name"], file["text"]) for option, file in seen.files.items()}
    found = position(seen.text, files)
    return Position(found.game, found._states, found.options, seen.moves, found.seat) if found.seat is not None else found


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        known = False
    if not known:
        raise HanlinError(_no_address(url))
    return parts


def _server_of(url: str) -> str:
    parts = _parts(url)
    return f"{parts.scheme}://{parts.netloc}"


def _no_address(url: str) -> str:
    return f"A server's address looks like http://127.0.0.1:8888/, not {url!r}."


def _read(text: bytes | str, kind: type[Answer], url: str) -> Answer:
    """What a server says; HanlinError where it is not what a Hanlin says."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise HanlinError(f"What answers at {url} is no Hanlin, or one of another version.") from None


def _checked(answer: httpx.Response) -> httpx.Response:
    """The answer, if it is none of refusal."""
    if answer.is_redirect:
        raise HanlinError(f"The server sends one on to {answer.headers['location']}: use that address.")
    if answer.status_code < 400:
        return answer
    try:
        problem = msgspec.json.decode(answer.content, type=Problem)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        problem = Problem("about:blank", "", answer.status_code, f"The server answered {answer.status_code}.")
    raise Late(problem) if answer.status_code == 409 else Refusal(problem)
