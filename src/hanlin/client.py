"""A client of the HTTP API, with which programs can do everything that a browser can.

>>> from hanlin.client import Client, play
>>> ann = Client.guest("http://127.0.0.1:8642", "Ann")              # doctest: +SKIP
>>> place = ann.create("china", seats=["me", "open", "bot:greedy"])  # doctest: +SKIP
>>> for state in ann.watch(place.id):                               # doctest: +SKIP
...     if state.actor == state.seat:
...         ann.play(state, state.legal[0])

``play(url, token, choose)`` plays a whole game; ``choose(seen, seconds, seed)`` is the function that ``hanlin.bots.serve``
takes, too. After a broken connection, a restart of the server or a lost response requests are repeated, and no command is
executed twice.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar
from urllib.parse import SplitResult, quote, urlsplit

import msgspec

from hanlin.contract import (
    AccountState,
    ChallengeState,
    Days,
    FriendsState,
    GameState,
    HintState,
    Live,
    Lobby,
    LookingState,
    Place,
    PremoveState,
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
from hanlin.core.lib.extras import needed_by
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import position
from hanlin.core.text.toml_files import DataFile

with needed_by("A client"):
    import httpx
    from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
    from websockets.sync.client import connect

Choose = Callable[[Position, float, int], str]
"""Chooses the text of an action from a seat's view, the seconds for a decision, and a seed."""
Answer = TypeVar("Answer")

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before a request is repeated; doubled each time."""
COME_AGAIN = (429, 502, 503, 504)
"""Status codes after which the request may succeed later."""
ENDED = ("over", "closed")
CLOSED_FOR = {
    4401: (401, "The server does not know this token, or it has expired."),
    4403: (403, "The server does not accept WebSockets from pages of other sites."),
    4404: (404, "There is no such table, or spectators are not allowed."),
    4421: (421, "The server does not accept this host name: start it with --allow-host and the name."),
}
"""The codes with which a server closes a socket for good, as a status and a message."""
SEEK_PAUSE = 1.5
"""Seconds between two questions whether a game was found; who asks less often than every five is no longer looked for."""
SILENCE = 40.0
"""Seconds without a message after which a connection counts as broken; the server sends one every 15."""
LONGEST_MESSAGE = 16 * 1024 * 1024
"""Bytes of a message that is read from a socket."""


class Refusal(HanlinError):
    """The server refused a request: its message, with ``status`` and ``rule``."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.status = problem.status
        self.rule = problem.rule


class Late(Refusal):
    """The command was for an earlier state; ``state`` is the present one (None for a command about a seat)."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.state = problem.state


class Client:
    """A connection to a server, as the user of ``token``; without a token it is read-only."""

    def __init__(self, url: str, token: str = "", patience: float = 60.0) -> None:
        """``patience``: seconds for which a request is repeated while the server can't be reached or asks to wait
        (``Retry-After``); if it asks for longer, Refusal is raised at once."""
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
        """Connect as a new guest; keep ``client.token`` to be the same guest later."""
        with cls(url, patience=patience) as anonymous:
            return cls(url, anonymous._ask("POST", "/api/guests", {"name": name}, Token).token, patience)

    @classmethod
    def sign_in(cls, url: str, name: str, password: str, patience: float = 60.0) -> Client:
        """Sign in to an account; ``client.token`` is valid until it is revoked or has not been used for half a year."""
        with cls(url, patience=patience) as anonymous:
            signed_in = anonymous._ask("POST", "/api/sessions", {"name": name, "password": password}, SignedIn)
            return cls(url, signed_in.token, patience)

    def profile(self, name: str) -> ProfileState:
        """A user's results and ratings."""
        return self._ask("GET", f"/api/people/{quote(name, safe='')}", None, ProfileState)

    def account(self) -> AccountState:
        """Your account; Refusal for guests."""
        return self._ask("GET", "/api/account", None, AccountState)

    def allow_mining(self, allowed: bool = True) -> AccountState:
        """Let puzzles be made from your finished games (``hanlin puzzles --from-server``), or not; Refusal for guests.

        Only positions are used, and only of games in which every person agrees.
        """
        return self._ask("POST", "/api/account/mining", {"mining": allowed}, AccountState)

    def close(self) -> None:
        """Close the connection."""
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
        """Your own tables, and the public ones."""
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
        """Create a table; ``seats`` are ``me``, ``person``, ``open`` and ``bot:NAME``.

        ``position``: the start of the game, as a position or its text; it determines players and options. ``more``: listed,
        watching, shuffled, pause, time, chat, hints; files: name and text for each option that takes a file.
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
        """Upload a record that everybody with the link can open; ``file``: the map or tiles that its game needs."""
        sent = None if file is None else {"name": file.name, "text": file.text}
        return self._ask("POST", "/api/studies", {"record": record, "file": sent}, Place)

    def join(self, table: str, seat: int | None = None, name: str | None = None) -> TableState:
        """Take a seat: the one with that number (from 0), or the first free one; Late if it is taken."""
        return self._ask("POST", f"/api/tables/{table}/join", {"seat": seat, "name": name}, TableState)

    def leave(self, table: str) -> TableState:
        """Leave your seat before the game starts."""
        return self._ask("POST", f"/api/tables/{table}/leave", None, TableState)

    def start(self, table: str, fill: str | None = None) -> TableState:
        """Start the game; ``fill`` (``bot:greedy``) takes the open seats."""
        return self._ask("POST", f"/api/tables/{table}/start", {"fill": fill}, TableState)

    def rematch(self, table: str) -> Place:
        """Create a table for another game with the same players."""
        return self._ask("POST", f"/api/tables/{table}/rematch", None, Place)

    def state(self, table: str, seat: int | None = None) -> TableState:
        """The table as you see it (from that seat, if you have several)."""
        return self._ask("GET", f"/api/tables/{table}" + ("" if seat is None else f"?as={seat}"), None, TableState)

    def seen(self, table: str, seat: int | None = None) -> Position:
        """The position as you see it."""
        return _position(self._seen(table, seat))

    def record(self, table: str) -> str:
        """The record of the game so far, as you see it."""
        return self._send("GET", f"/api/tables/{table}/record", None).text

    def play(self, state: TableState, action: str, seat: int | None = None) -> TableState:
        """Play an action for the seat of a state, or for ``seat``.

        Late if it is no longer the present state, Refusal if the action is illegal.
        """
        return self._command("play", state, action, seat)

    def undo(self, state: TableState, seat: int | None = None) -> TableState:
        """Undo the last action of the seat of a state, or of ``seat``."""
        return self._command("undo", state, "", seat)

    def premove(self, state: TableState) -> PremoveState:
        """The plan of the seat of a state, and what it can plan."""
        return self._ask("GET", f"/api/tables/{state.id}/premove", None, PremoveState)

    def plan(self, state: TableState, *actions: str) -> PremoveState:
        """Plan the next actions of the seat of a state, while others decide; none: take the plan back."""
        if not actions:
            return self._ask("DELETE", f"/api/tables/{state.id}/premove", None, PremoveState)
        body = {"seat": state.seat, "number": state.number, "actions": list(actions)}
        return self._ask("PUT", f"/api/tables/{state.id}/premove", body, PremoveState)

    def ask(self, state: TableState, what: str, seat: int | None = None) -> TableState:
        """Ask the other players to go back to before your last action (``undo``), or to ``end`` the game."""
        return self._agree("ask", state, seat, what=what)

    def answer(self, state: TableState, agree: bool, seat: int | None = None) -> TableState:
        """Answer a request; the player who made it withdraws it with False."""
        return self._agree("answer", state, seat, agree=agree)

    def resign(self, state: TableState, seat: int | None = None) -> TableState:
        """Resign from a running game."""
        return self._agree("resign", state, seat)

    def decide(
        self, state: TableState, vacant: int, choice: str, bot: str = "bot:casual", seat: int | None = None
    ) -> TableState:
        """Decide about a vacant seat: ``wait``, ``opponent`` or ``end``."""
        return self._agree("vacant", state, seat, vacant=vacant, choice=choice, bot=bot)

    def hint(self, state: TableState, seat: int | None = None) -> HintState:
        """The best actions for the seat of a state, or for ``seat``; Refusal if the table has no hints."""
        body = {"seat": state.seat if seat is None else seat, "number": state.number}
        return self._ask("POST", f"/api/tables/{state.id}/hint", body, HintState)

    def review(self, table: str) -> ReviewState:
        """Request the review of a finished game; returns its progress and, in the end, the review."""
        return self._ask("POST", f"/api/tables/{table}/review", None, ReviewState)

    def chat(self, table: str) -> TalkState:
        """The chat of the players, or that of the spectators for a spectator."""
        return self._ask("GET", f"/api/tables/{table}/chat", None, TalkState)

    def say(self, table: str, text: str, reaction: bool = False) -> TalkState:
        """Send a chat message, or one of the reactions that ``chat`` lists."""
        return self._ask("POST", f"/api/tables/{table}/chat", {"text": text, "reaction": reaction}, TalkState)

    def mute(self, table: str, message: int, muted: bool = True) -> TalkState:
        """Mute or unmute the author of a message."""
        return self._ask("POST", f"/api/tables/{table}/mute", {"message": message, "muted": muted}, TalkState)

    def block_author(self, table: str, message: int, blocked: bool = True) -> TalkState:
        """Block or unblock the author of a message at all tables; guests can, too."""
        return self._ask("POST", f"/api/tables/{table}/block", {"message": message, "blocked": blocked}, TalkState)

    def talk(self, table: str, on: bool) -> TalkState:
        """Turn the chat of a table off or on, as its host."""
        return self._ask("POST", f"/api/tables/{table}/talk", {"on": on}, TalkState)

    def watch(self, table: str) -> Iterator[TableState]:
        """Yield the state of the table now and after each change, until the game is over or the table is closed.

        States that follow each other quickly may be left out, but never the latest one.
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
        """Yield the notifications of the server about one table or all of your tables, and ``{}`` after each (re)connection.

        Refusal for an unknown token or table; HanlinError if the server can't be reached for ``patience`` seconds.
        """
        return self._messages("" if table is None else f"?table={quote(table, safe='')}", table)

    # -- people ------------------------------------------------------------------------------------------------------------

    def friends(self) -> FriendsState:
        """Your friends, the requests between you and others, and whom you have blocked; Refusal for guests."""
        return self._ask("GET", "/api/friends", None, FriendsState)

    def presence(self) -> dict[str, str | None]:
        """The whereabouts of your friends, by name: ``here``, ``table`` (at a table), or None (away, or invisible)."""
        return {each.name: each.presence for each in self.friends().friends}

    def invisible(self, invisible: bool = True) -> FriendsState:
        """Hide from your friends whether you are here, or show it."""
        return self._ask("POST", "/api/friends/visible", {"invisible": invisible}, FriendsState)

    def befriend(self, name: str) -> FriendsState:
        """Ask the account of that name to be friends; if it has asked you, you are friends at once."""
        return self._tie(name, "ask")

    def unfriend(self, name: str) -> FriendsState:
        """End a friendship, take back your request, or decline that person's, whichever there is."""
        self._tie(name, "end")
        self._tie(name, "take_back")
        return self._tie(name, "decline")

    def block(self, name: str, blocked: bool = True) -> FriendsState:
        """Block or unblock the account of that name: it can't challenge you or be matched with you, its messages are not shown
        to you, and it is not told."""
        return self._tie(name, "block" if blocked else "unblock")

    def _tie(self, name: str, what: str) -> FriendsState:
        return self._ask("POST", "/api/friends", {"name": name, "what": what}, FriendsState)

    def seek(self, game: str, players: int, speed: str = "none", fill: bool = False) -> LookingState:
        """Look for a game in place of what you looked for before; ask ``looking`` at least every five seconds after it.

        ``speed``: ``live``, ``days`` or ``none``. ``fill``: after a minute computer players may take the seats still free.
        """
        wanted = {"game": game, "players": players, "speed": speed, "fill": fill}
        return self._ask("POST", "/api/seek", wanted, LookingState)

    def looking(self) -> LookingState:
        """Your search with the table that was found (``mine``), what all look for, and the number of people here."""
        return self._ask("GET", "/api/seek", None, LookingState)

    def end_seek(self) -> LookingState:
        """Look for a game no longer."""
        return self._ask("POST", "/api/seek/end", None, LookingState)

    def find_game(self, game: str, players: int, speed: str = "none", fill: bool = False, seconds: float = 120.0) -> str | None:
        """Look for a game until it is found; return the id of its table, or None after so many seconds without one."""
        until, found = time.monotonic() + seconds, self.seek(game, players, speed, fill)
        while found.mine is not None and found.mine.table is None and time.monotonic() < until:
            time.sleep(SEEK_PAUSE)
            found = self.looking()
        if found.mine is None or found.mine.table is None:
            self.end_seek()
            return None
        return found.mine.table

    def challenge(self, name: str, game: str, time: Live | Days | None = None) -> Place:
        """Challenge the account of that name: a table for you both, and computer players where the game needs more.

        ``time``: the clocks (``hanlin.contract.Live``, ``Days``); None for none.
        """
        clocks = msgspec.to_builtins(time)
        return self._ask("POST", "/api/challenges", {"name": name, "game": game, "time": clocks}, Place)

    def challenge_again(self, table: str) -> Place:
        """Challenge the people of a finished game again: the same table with the seats rotated."""
        return self._ask("POST", f"/api/tables/{table}/challenge", None, Place)

    def challenges(self) -> list[ChallengeState]:
        """The challenges that wait for your answer, the latest first."""
        return self._ask("GET", "/api/challenges", None, list[ChallengeState])

    def accept(self, table: str) -> Place:
        """Accept the challenge of that table: take your seat."""
        return self._ask("POST", f"/api/challenges/{table}/accept", None, Place)

    def decline(self, table: str) -> list[ChallengeState]:
        """Decline the challenge of that table; its sender is not told."""
        return self._ask("POST", f"/api/challenges/{table}/decline", None, list[ChallengeState])

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
            if not new:  # The time counts from the loss of the connection.
                waiting, new = _Waiting(self.patience), True
            if table is not None:
                self.state(table)  # Raises the reason of a permanent refusal.
            else:
                self.lobby()
            if not waiting.again(asked):
                raise HanlinError(f"{self.url} can be reached, but not its notifications: WebSockets may be blocked.")

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
            raise HanlinError("This is a spectator's state: take a seat to play.")
        body = {"seat": seat, "number": state.number, "client": secrets.token_hex(8), "action": action}
        return self._ask("POST", f"/api/tables/{state.id}/{kind}?as={seat}", body, TableState)

    def _ask(self, method: str, path: str, body: Any, kind: type[Answer]) -> Answer:
        return _read(self._send(method, path, body).content, kind, self.url)

    def _send(self, method: str, path: str, body: Any) -> httpx.Response:
        """Send a request, and repeat it while the server can't be reached; commands have ids, so none is executed twice."""
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
    """The pauses between attempts: doubled each time, or as long as the server asks, and ``patience`` seconds in all."""

    def __init__(self, patience: float) -> None:
        self._until = time.monotonic() + patience
        self._pause = FIRST_PAUSE

    def again(self, headers: httpx.Headers | None = None) -> bool:
        """Wait; return False at once if that would take longer than the time left."""
        asked = seconds_asked(headers.get("retry-after", "") if headers is not None else "")
        pause = self._pause if asked is None else asked
        left = self._until - time.monotonic()
        if left <= 0 or (asked is not None and asked > left):
            return False
        time.sleep(min(pause, left))
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return True


def seconds_asked(header: str) -> float | None:
    """The seconds that a Retry-After header asks for, as a number or until a date; None if it is invalid."""
    if header.strip().isascii() and header.strip().isdecimal():
        return max(FIRST_PAUSE, float(header.strip()[:12]))
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(FIRST_PAUSE, date.timestamp() - time.time())


def _check_closed(closed: ConnectionClosed) -> None:
    """Raise Refusal if a WebSocket was closed for a permanent reason."""
    code = closed.rcvd.code if closed.rcvd is not None else 0
    if code in CLOSED_FOR:
        status, why = CLOSED_FOR[code]
        raise Refusal(Problem("about:blank", "", status, why))


def _pushed(message: dict[str, Any], url: str) -> TableState | None:
    """The state that a message carries; None where the server pushes none."""
    return _read(msgspec.json.encode(message["state"]), TableState, url) if "state" in message else None


def _asked_to_wait(refused: InvalidStatus) -> httpx.Headers:
    """The headers of an HTTP response instead of a WebSocket; Refusal if a retry is useless."""
    answer = httpx.Response(refused.response.status_code, content=bytes(refused.response.body or b""))
    headers = httpx.Headers(list(refused.response.headers.raw_items()))
    if answer.status_code in COME_AGAIN:
        return headers
    if answer.status_code < 400:
        raise HanlinError("The server's notifications can't be received: WebSockets may be blocked.")
    _checked(answer)
    return headers


def play(url: str, token: str, choose: Choose, *, seconds: float = 1.0, name: str = "") -> TableState:
    """Join a table and play until the game is over; return the last state.

    ``url``: the link of the table (``http://…/t/ID``). ``token``: that of a guest or an account; if empty, a new guest called
    ``name`` is created. Without a seat at the table, the first free one is taken. ``choose(seen, seconds, seed)`` gets the
    position as its seat sees it.
    """
    table = _parts(url).path.rstrip("/").rpartition("/t/")[2]
    if not table or "/" in table:
        raise HanlinError(f"A table's link looks like http://127.0.0.1:8642/t/8f3a01bc42, not {url!r}.")
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
    """Choose and play an action; return the state after it, or the present state if that has changed meanwhile: somebody else
    may play for the same seat, undo, resign or end the game."""
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
            raise  # The action itself was refused.
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
    return f"A server's address looks like http://127.0.0.1:8642/, not {url!r}."


def _read(text: bytes | str, kind: type[Answer], url: str) -> Answer:
    """Decode a response; HanlinError if it does not come from a Hanlin server."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise HanlinError(f"The server at {url} is not a Hanlin server, or has another version.") from None


def _checked(answer: httpx.Response) -> httpx.Response:
    """The response, unless it is an error or a redirect."""
    if answer.is_redirect:
        raise HanlinError(f"The server redirects to {answer.headers['location']}: use that address.")
    if answer.status_code < 400:
        return answer
    try:
        problem = msgspec.json.decode(answer.content, type=Problem)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        problem = Problem("about:blank", "", answer.status_code, f"The server answered {answer.status_code}.")
    raise Late(problem) if answer.status_code == 409 else Refusal(problem)
