"""The JSON contract of the HTTP API: types of requests and responses. Seats count from 0."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Name = Annotated[
    str, Meta(max_length=100, description="At most 24 characters, without quotation marks and bars.", examples=["Ann"])
]
SeatNumber = Annotated[int, Meta(ge=0, le=99, description="A seat, counted from 0.", examples=[1])]
Number = Annotated[
    int,
    Meta(
        ge=0,
        le=2**31 - 1,
        description="The number of entries of the table in the state that the command is for.",
        examples=[14],
    ),
]
Client = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        description="An id made by the client. A command repeated with the same id is executed once only.",
        examples=["6f0c2a9e51"],
    ),
]


class GuestName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a new guest."""

    name: Name


class Token(msgspec.Struct, frozen=True):
    """A token to send with every request: ``Authorization: Bearer TOKEN``."""

    token: Annotated[str, Meta(examples=["hanlin-Jx3…"])]


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scope of an additional token: ``play`` (everything) or ``read`` (read-only)."""

    scope: Annotated[str, Meta(pattern="^(play|read)$", examples=["read"])]


class Live(msgspec.Struct, frozen=True, tag="live", tag_field="kind", forbid_unknown_fields=True):
    """Clocks for a live game: each seat has ``base`` seconds, and ``increment`` more after each of its turns.

    A turn is a series of decisions of one seat. Computer players use their clocks, too.
    """

    base: Annotated[float, Meta(ge=1, le=864000, examples=[600])]
    increment: Annotated[float, Meta(ge=0, le=86400, examples=[15])] = 0.0


class Days(msgspec.Struct, frozen=True, tag="days", tag_field="kind", forbid_unknown_fields=True):
    """Clocks for a correspondence game: each turn may take ``days`` days. Holidays do not count: the given dates and, with
    ``weekends``, Saturdays and Sundays, all in UTC."""

    days: Annotated[float, Meta(gt=0, le=60, examples=[3])]
    weekends: bool = False
    holidays: Annotated[
        list[Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", examples=["2026-12-25"])]],
        Meta(max_length=366, examples=[["2026-12-25"]]),
    ] = []


Time = Live | Days


class SentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A custom file, such as a map."""

    name: Annotated[str, Meta(max_length=100, examples=["mine.toml"])]
    text: Annotated[str, Meta(max_length=500_000)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new table.

    ``seats``: for each seat ``me`` (the sender), ``person`` (another player at the same screen), ``open`` (free to join) or
    ``bot:NAME``; by default the first is ``me`` and the others are open.
    """

    game: Annotated[str, Meta(max_length=64, examples=["china"])]
    players: Annotated[int, Meta(ge=1, le=99, examples=[3])] | None = None
    options: Annotated[dict[str, bool | str], Meta(examples=[{"fortresses": True}])] = {}
    files: Annotated[dict[str, SentFile], Meta(examples=[{}])] = {}
    """Custom maps or tiles, by option."""
    seats: (
        Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=99, examples=[["me", "open", "bot:greedy"]])]
        | None
    ) = None
    listed: bool = False
    watching: bool = True
    time: Live | Days | None = None
    """The clocks; null for none."""
    chat: bool = True
    """True if the table has a chat."""
    hints: bool | None = None
    """True if hints are allowed; null: only while all players share one device."""
    shuffled: bool = False
    """True if the seats are assigned at random."""
    pause: Annotated[float, Meta(ge=0, le=10, examples=[0])] = 0.0
    """Seconds that computer players wait before each move."""
    position: Annotated[str, Meta(max_length=16000)] | None = None
    """The text of the position that the game starts from (``Position.text``); null for the normal start. It determines players
    and options; if these are sent, too, they must agree. Views and finished games are refused."""


class TableName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a table; empty for none."""

    name: Annotated[str, Meta(max_length=100, examples=["Our evening"])]


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that computer players wait before each move."""

    pause: Annotated[float, Meta(ge=0, le=10, examples=[0.4])]


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new game from a ply of a finished one: for all players at one screen, or for one ``seat`` against the computer."""

    ply: Annotated[int, Meta(ge=0, le=2**31 - 1, examples=[30])]
    seat: SeatNumber | None = None


class NewStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An uploaded record: the text of a .hanlin file, and the custom map or tiles that its game needs."""

    record: Annotated[str, Meta(max_length=1_000_000, examples=['[Game "china"]\n[Players "3"]\n\n* deal 1 red\n'])]
    file: SentFile | None = None


class Place(msgspec.Struct, frozen=True):
    """A new table: ``link`` is the invitation; ``seat`` is your seat, null for none."""

    id: Annotated[str, Meta(examples=["8f3a01bc42"])]
    link: Annotated[str, Meta(examples=["http://127.0.0.1:8642/t/8f3a01bc42"])]
    seat: int | None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat; null for the first free one. The default name is that of the guest."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Start the game; ``fill`` gives the open seats to a computer player. With null all seats must be taken."""

    fill: Annotated[str, Meta(max_length=64, examples=["bot:greedy"])] | None = None


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command at a table."""

    seat: SeatNumber
    number: Number
    client: Client
    action: Annotated[str, Meta(max_length=200, examples=["place courtier 4"])] = ""
    ply: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    """The ply that was shown: a command made while looking at an earlier position is refused."""


class Premove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan for the next decision of your seat, while others decide: ``actions`` in their order, at most 8. They are played
    when the seat is asked, as far as they are possible then and mean the same."""

    seat: SeatNumber
    number: Number
    actions: Annotated[
        list[Annotated[str, Meta(max_length=200, examples=["place courtier 4"])]], Meta(min_length=1, max_length=8)
    ]


class PremoveState(msgspec.Struct, frozen=True):
    """Your plan. ``possible`` is false where it would be dropped as things are, ``dropped`` true after that happened, until you
    act. ``next``: the actions that can be planned after these; none where nothing more can be planned now."""

    seat: int
    number: int
    actions: list[str]
    possible: bool
    dropped: bool
    next: list[str]


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to all other players: go back to before your last action (``undo``), or ``end`` the game."""

    seat: SeatNumber
    number: Number
    client: Client
    what: Annotated[str, Meta(pattern="^(undo|end)$", examples=["undo"])]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a request. The player who made the request withdraws it with false."""

    seat: SeatNumber
    number: Number
    client: Client
    agree: bool


class Resign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Resign from a running game; the other players decide about the seat."""

    seat: SeatNumber
    number: Number
    client: Client


class Decide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decision about the seat ``vacant``: ``wait`` for its player (unless they resigned), give it to a computer player
    (``opponent``, see ``bot``), ``grant`` it two more minutes (where a clock counts days: one day), ``end`` the game without a
    winner, or ``claim`` the win: the game ends as it stands, ranked by points, and those who are out of time or have resigned
    come last. To end or to claim, all remaining players must agree."""

    seat: SeatNumber
    """Your own seat."""
    number: Number
    client: Client
    vacant: SeatNumber
    choice: Annotated[str, Meta(pattern="^(wait|opponent|end|grant|claim)$", examples=["opponent"])]
    bot: Annotated[str, Meta(max_length=64, examples=["bot:casual"])] = "bot:casual"


class AskHint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a hint in the state with that number."""

    seat: SeatNumber
    number: Number


class AdvisedState(msgspec.Struct, frozen=True):
    """One of the best actions: ``text``: in words; ``share``: its expected share of the win, from 0 to 1; ``points``: its
    expected final score, null in a quick hint; ``line``: how the game might continue, as [seat, action] pairs, with hidden
    information sampled; ``told``: the line in words; ``reason``: what the action brings, avoids and costs, in one sentence;
    ``equals``: other actions that are about as good and alike; ``equal_texts``: these in words, without those that ``text``
    describes as well."""

    action: str
    text: str
    share: float
    points: float | None
    line: list[tuple[int, str]]
    told: list[str]
    reason: str = ""
    equals: list[str] = []
    equal_texts: list[str] = []


class HintState(msgspec.Struct, frozen=True):
    """A hint: the best actions, best first. ``quick``: from a small search. ``pending``: a full search is running or queued,
    and its hint will replace this one. ``confidence``: ``quick``, ``close`` (the first ``alike`` actions lie within the error
    of their comparison) or ``clear``."""

    seat: int
    number: int
    quick: bool
    best: list[AdvisedState]
    pending: bool = False
    confidence: str = "quick"
    alike: int = 1


class ReviewState(msgspec.Struct, frozen=True):
    """The review of a finished game. ``state``: ``none``, ``wanted`` (``done`` of ``total`` decisions are evaluated), ``done``
    or ``failed``. ``review``: the result, as ``hanlin review --json`` prints it, null until it is done. ``message``: the
    progress in words, with an estimate of the time left, while it is ``wanted``."""

    state: str
    done: int = 0
    total: int = 0
    review: dict[str, Any] | None = None
    message: str | msgspec.UnsetType = msgspec.UNSET


class Holidays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your holidays in a correspondence game, on which your clock is stopped (UTC dates, from tomorrow on). They replace the
    previous ones."""

    seat: SeatNumber
    number: Number
    client: Client
    days: Annotated[
        list[Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", examples=["2026-12-25"])]],
        Meta(max_length=366, examples=[["2026-12-25"]]),
    ]


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chat message or a reaction."""

    text: Annotated[str, Meta(min_length=1, max_length=300, examples=["Well played!"])]
    reaction: bool = False
    """True if the text is one of the listed reactions."""


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mute or unmute the author of a message."""

    message: Number
    muted: bool = True


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Block or unblock the author of a message at all tables: you are never matched, and don't see that person's messages and
    challenges. The person is not told."""

    message: Number
    blocked: bool = True


class Talking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Turn the chat of a table on or off."""

    on: bool


class MessageState(msgspec.Struct, frozen=True):
    """A chat message. ``seat``: its author's, null for a spectator; ``time``: seconds since 1970."""

    number: int
    seat: int | None
    name: str
    text: str
    reaction: bool
    time: float
    mine: bool


class MutedState(msgspec.Struct, frozen=True):
    """A muted user, and the number of one of their messages."""

    name: str
    message: int


class TalkState(msgspec.Struct, frozen=True):
    """A chat. ``room``: ``table`` for players, ``watchers`` for spectators. ``blocked``: its authors whom you have blocked,
    each with the number of a message that is not shown."""

    room: str
    on: bool
    messages: tuple[MessageState, ...]
    muted: tuple[MutedState, ...]
    reactions: tuple[str, ...]
    blocked: tuple[MutedState, ...] = ()


class Tell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Turn notifications of your turns at a table on or off, by ``push`` or by ``mail``."""

    way: Annotated[str, Meta(pattern="^(push|mail)$", examples=["push"])]
    on: bool = True


class PushReceiver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The push subscription of a browser. The keys are base64url without padding."""

    endpoint: Annotated[str, Meta(max_length=1024, examples=["https://push.example.org/send/7f3a"])]
    p256dh: Annotated[str, Meta(max_length=100, examples=["BCVx…"])]
    auth: Annotated[str, Meta(max_length=40, examples=["BTBZ…"])]


class ReceiverState(msgspec.Struct, frozen=True):
    """A browser with push notifications: its id, its name, and when it was added (seconds since 1970)."""

    id: Annotated[str, Meta(examples=["5d41402abc4b2a76"])]
    name: Annotated[str, Meta(examples=["Firefox, Linux"])]
    created: float


class EndReceiver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of a browser whose push notifications end."""

    receiver: Annotated[str, Meta(min_length=16, max_length=64, examples=["5d41402abc4b2a76"])]


class MailAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address for notifications by e-mail. It must be confirmed by a link that is sent there."""

    address: Annotated[str, Meta(max_length=254, examples=["ann@example.org"])]


class NoticeState(msgspec.Struct, frozen=True):
    """Your settings for notifications.

    ``ways``: those that this server offers. ``wanted``: those that you have turned on for the table of the request. ``key``:
    the server's key for push subscriptions (``applicationServerKey``). ``address``: your address, shortened; null for none.
    ``receivers``: your browsers with push notifications.
    """

    ways: list[str]
    wanted: list[str]
    key: str
    address: str | None
    confirmed: bool
    receivers: list[ReceiverState] = []


class SeatState(msgspec.Struct, frozen=True):
    """The holder of a seat: ``person``, ``bot``, ``open``, or ``record`` in an uploaded game."""

    kind: Annotated[str, Meta(examples=["person"])]
    name: Annotated[str, Meta(examples=["Ann"])]
    bot: Annotated[str, Meta(examples=[""])]


class SeatedState(msgspec.Struct, frozen=True):
    """A player at a table. ``profile``: the name for /api/people; null for guests, computer players and hidden profiles."""

    seat: SeatNumber
    name: str
    profile: Annotated[str, Meta(examples=["Ann"])] | None


class ClockState(msgspec.Struct, frozen=True):
    """The clocks of a table.

    ``left``: the seconds of each seat at ``since`` (seconds since 1970 on the server's clock, see its Date header).
    ``running``: the seat whose clock is running since then, null for none. ``due``: when it runs out, null without
    consequences. ``out``: the seat that is out of time, null for none. Spectators, who see the table as it was before the
    last decision, see the clocks at the start of that decision, stopped.
    """

    time: Live | Days
    left: list[float]
    running: int | None
    since: float
    due: float | None
    out: int | None
    holidays: list[list[str]] = []
    """For each seat its additional holidays; empty if there are none."""


class AskedState(msgspec.Struct, frozen=True):
    """A request to the other players: ``undo`` (go back to before action ``ply``, counted from 0), ``end``, or
    ``claim`` (end as it stands, see ``Decide``).

    ``awaited``: a seat of each player who has not answered yet.
    """

    what: str
    seat: int
    ply: int
    awaited: list[int]


class VacantState(msgspec.Struct, frozen=True):
    """A vacant seat, about which the others decide: its player is out of time (``time``) or resigned (``left``)."""

    seat: int
    why: str


class TableState(msgspec.Struct, frozen=True):
    """A table as a seat sees it.

    ``actor``: a seat from 0, -1 chance, -2 over. ``moves``: each [actor, text], hidden words as ``?``. ``seat``: the seat of
    this view, -1 for spectators (who are one decision behind), null if nothing is hidden (a finished game).
    ``next``: the table of the next game.
    """

    id: Annotated[str, Meta(examples=["8f3a01bc42"])]
    game: Annotated[str, Meta(examples=["china"])]
    players: Annotated[int, Meta(examples=[3])]
    options: Annotated[dict[str, Any], Meta(examples=[{"fortresses": True}])]
    seat: Annotated[int, Meta(examples=[0])] | None
    number: Annotated[int, Meta(examples=[14])]
    actor: Annotated[int, Meta(examples=[0])]
    legal: Annotated[list[str], Meta(examples=[["palace yan 1 green", "emissary yan green"]])]
    scores: Annotated[list[int], Meta(examples=[[0, 0, 0]])]
    winners: Annotated[list[int], Meta(examples=[[]])]
    moves: Annotated[list[tuple[int, str]], Meta(examples=[[[-1, "deal 1 green"], [-1, "deal 2 ?"]]])]
    started: Annotated[bool, Meta(examples=[True])]
    clocks: ClockState | None
    state: Annotated[str, Meta(examples=["running"])]
    """``open`` (before the start), ``running``, ``over``, or ``closed`` (closed before the start)."""
    seats: list[SeatState]
    listed: bool
    watching: bool
    next: str | None
    asked: AskedState | None = None
    """The open request to the other players."""
    vacant: list[VacantState] = []
    """Vacant seats, until the others have decided: POST …/vacant."""
    ended: str | None = None
    """Reason for an early end: ``agreed``, ``claimed`` (``winners`` are then those by the points so far, without the players
    who were out of time or had resigned), or ``left`` if no player stayed."""


class Seen(msgspec.Struct, frozen=True):
    """The position as a seat sees it, as text: ``hanlin.position(text, files)`` reads it."""

    text: str
    files: dict[str, dict[str, str]]
    """``name`` and ``text`` of the file of each option that takes one."""
    number: int
    seat: int | None
    moves: list[tuple[int, str]]


class TableRowState(msgspec.Struct, frozen=True):
    """A table in a list. ``mine``: your seats; ``to_move``: the active seat, -2 for none."""

    id: str
    game: str
    players: int
    state: str
    to_move: int
    seats: list[SeatState]
    mine: list[int]
    last: float
    name: str = ""
    """The name that its host has given it, or empty."""


class Lobby(msgspec.Struct, frozen=True):
    """Your tables, and the public ones."""

    mine: list[TableRowState]
    open: list[TableRowState]
    running: list[TableRowState]


# -- accounts ----------------------------------------------------------------------------------------------------------------

AccountName = Annotated[
    str,
    Meta(
        max_length=100,
        description="At most 24 letters, digits, spaces and - _ . ’; names may not differ in case or width only.",
        examples=["Ann"],
    ),
]
Password = Annotated[str, Meta(max_length=1000, description="8 to 128 characters.", examples=["seven lanterns"])]
Code = Annotated[str, Meta(max_length=100, examples=["7h2k-9qxm-03tv-b5rw"])]


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new account."""

    name: AccountName
    password: Password
    take_along: bool = True
    """If true, the guest's seats, tables and messages move to the account; the guest's tokens are then revoked."""


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name and password to sign in."""

    name: AccountName
    password: Password
    take_along: bool = False
    """If true, the guest's seats, tables and messages move to the account; the guest's tokens are then revoked."""


class Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Replace a forgotten password by ``new``, with one of the recovery codes of the account."""

    name: AccountName
    code: Code
    new: Password


class PasswordChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Change the password."""

    password: Password
    new: Password


class PasswordOnly(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password, for confirmation."""

    password: Password


class Showing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Visibility of your profile to others."""

    hidden: bool


class EndSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the session or token to revoke; null for all except the present one."""

    session: Annotated[str, Meta(max_length=64, examples=["5d41402abc4b2a76"])] | None = None


class AccountState(msgspec.Struct, frozen=True):
    """Your account. ``created``: seconds since 1970; ``codes_left``: unused recovery codes."""

    name: AccountName
    created: float
    hidden: bool
    codes_left: int


class SignedIn(msgspec.Struct, frozen=True):
    """A token to send with every request. ``codes``: the recovery codes of a new account, which are shown only once."""

    token: Annotated[str, Meta(examples=["hanlin-Jx3…"])]
    account: AccountState
    codes: list[Code]


class RecoveryCodes(msgspec.Struct, frozen=True):
    """New recovery codes, shown only once. Each can be used once; previous codes are no longer valid."""

    codes: list[Code]


class SessionState(msgspec.Struct, frozen=True):
    """A session or token of your account. ``kind``: ``session`` (signed in by name), ``guest`` or ``program``; ``name``: the
    browser or program; ``seen``: when it was last used, to the hour."""

    id: Annotated[str, Meta(examples=["5d41402abc4b2a76"])]
    kind: str
    scope: str
    name: str
    created: float
    seen: float
    current: bool


class RatingState(msgspec.Struct, frozen=True):
    """A rating for a game and a number of players, by the Plackett–Luce model: a normal distribution with mean ``strength``
    (initially 25) and standard ``deviation``, from a number of ``games``."""

    game: str
    players: int
    strength: float
    deviation: float
    games: int


class PlayedState(msgspec.Struct, frozen=True):
    """A finished game. ``place``: 1 for a winner, null if the game ended early without one; ``rated``: whether it counts for
    ratings; ``ended``: seconds since 1970."""

    table: str
    game: str
    players: int
    ended: float
    place: int | None
    score: int | None
    rated: bool
    seats: list[SeatState]


class BadgeState(msgspec.Struct, frozen=True):
    """A badge of a game. ``earned``: the end of the first game that brought it, in seconds since 1970, null where none did;
    ``times``: how many did; ``table``: that game, null where you may not open it."""

    game: Annotated[str, Meta(examples=["china"])]
    id: Annotated[str, Meta(examples=["no-emissary"])]
    title: Annotated[str, Meta(examples=["Stay-at-homes"])]
    about: Annotated[str, Meta(examples=["Win without placing an emissary."])]
    earned: float | None
    times: int
    table: str | None


class ProfileState(msgspec.Struct, frozen=True):
    """A user with an account. ``played``: the latest games that you may see; ``games``: their number; ``won``: how many of
    them were won. Ratings count all rated games."""

    name: AccountName
    created: float
    ratings: list[RatingState]
    games: int
    won: int
    played: list[PlayedState]
    badges: list[BadgeState] = []


class OptionState(msgspec.Struct, frozen=True):
    """An option of a game: a switch without choices, one of the choices, or a file."""

    name: str
    default: Any
    choices: list[str]
    file: bool


class GameState(msgspec.Struct, frozen=True):
    """A game that can be played here.

    ``bots``: the computer players that can sit here (``bot:NAME``), each with the numbers of players for which it can.
    """

    name: str
    players: list[int]
    options: list[OptionState]
    rules_version: str
    bots: dict[str, list[int]] = {}


class PuzzleState(msgspec.Struct, frozen=True):
    """A puzzle without its solution: find the best ``actions`` in a row for ``seat``, the active player.

    ``position``: what that seat sees, as text; ``rating``: the difficulty (a new solver has 1500); ``level``: easy, medium,
    hard.
    """

    game: str
    id: str
    seat: int
    players: int
    level: str
    rating: int
    actions: int
    position: str
    legal: list[str]


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your actions in a puzzle, in order; none: you give up."""

    actions: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=3, examples=[["place courtier 4"]])]


class PuzzleJudgement(msgspec.Struct, frozen=True):
    """What an answer to a puzzle was worth. ``right``: the number of right actions before a wrong one; ``done``: all are found.

    ``share``: the expected share of the win (0 … 1) of the last action; null where it was not judged, and is worse than the
    second best; ``best``: that of the best action there; ``reason``: what a wrong action overlooks, or why a right one is best.
    ``position`` and ``legal`` are those after the right actions; ``solution``: once it is found or given up, else empty.
    ``counted``: the result of your first answer, which counts for your rating; null without an account or before it is decided.
    """

    right: int
    done: bool
    share: float | None
    best: float
    reason: str
    position: str
    legal: list[str]
    solution: list[str]
    counted: bool | None
    rating: int | None


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Reason for a refusal (RFC 9457). ``state``: the present state, where the command was for an earlier one."""

    type: str
    title: str
    status: int
    detail: str
    rule: str = ""
    """The number of the rule that forbids an action."""
    number: int | None = None
    state: TableState | None = None


class TieChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change between you and another account: ``ask`` to be friends, ``accept`` or ``decline`` a request, ``take_back`` your
    own, ``end`` the friendship, ``block`` and ``unblock``. A person is not told of a decline or a block."""

    name: Name
    what: Annotated[str, Meta(pattern="^(ask|accept|decline|take_back|end|block|unblock)$", examples=["ask"])]


class Visibility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hide from your friends whether you are here, or show it."""

    invisible: bool


class FriendState(msgspec.Struct, frozen=True):
    """A friend. ``presence``: ``here``, ``table`` (at a table), or null (away, or invisible)."""

    name: Annotated[str, Meta(examples=["Ben"])]
    presence: Annotated[str, Meta(examples=["table"])] | None


class FriendsState(msgspec.Struct, frozen=True):
    """Your friends. ``asked``: those you have asked, without an answer; ``asking``: those who ask you; ``blocked``: those you
    have blocked; ``invisible``: your friends don't see whether you are here."""

    friends: list[FriendState]
    asked: list[str]
    asking: list[str]
    blocked: list[str]
    invisible: bool


Speed = Annotated[str, Meta(pattern="^(live|days|none)$", examples=["live"])]


class NewSeek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that you look for. ``speed``: ``live`` (15 minutes each and 20 seconds per turn), ``days`` (3 days per turn) or
    ``none`` (no time limit). ``fill``: after a minute computer players may take the seats that are still free."""

    game: Annotated[str, Meta(max_length=64, examples=["china"])]
    speed: Speed
    players: Annotated[int, Meta(ge=2, le=99, examples=[3])]
    fill: bool = False


class SeekState(msgspec.Struct, frozen=True):
    """What you look for, since when (seconds since 1970). ``table``: the table that was found; null for none yet."""

    game: Annotated[str, Meta(examples=["china"])]
    speed: Speed
    players: int
    fill: bool
    since: float
    table: Annotated[str, Meta(examples=["8f3a01bc42"])] | None


class QueueState(msgspec.Struct, frozen=True):
    """The number of people who look for the same game."""

    game: Annotated[str, Meta(examples=["china"])]
    speed: Speed
    players: int
    waiting: int


class LookingState(msgspec.Struct, frozen=True):
    """The lobby: your own search (null for none), what all look for, and the number of people here."""

    mine: SeekState | None
    queue: list[QueueState]
    here: int


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge to another account: a table for you both, and computer players where the game needs more."""

    name: Name
    game: Annotated[str, Meta(max_length=64, examples=["china"])]
    time: Live | Days | None = None
    """The clocks; null for none."""


class ChallengeState(msgspec.Struct, frozen=True):
    """A challenge that waits for your answer: its table, the name of its sender, and the game."""

    table: Annotated[str, Meta(examples=["8f3a01bc42"])]
    by: Annotated[str, Meta(examples=["Ann"])]
    game: Annotated[str, Meta(examples=["china"])]
    players: int
    time: Live | Days | None
    created: float


def make_known(*types: type) -> None:
    """Let msgspec inspect types now: two threads that do so for the first time at once can crash the process."""
    for each in types:
        msgspec.json.Decoder(each)


make_known(*[each for each in list(vars().values()) if isinstance(each, type) and issubclass(each, msgspec.Struct)])
