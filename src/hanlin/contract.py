"""What programs send and get: the JSON that other programs rely on. Seats count from 0."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(max_length=100, description="At most 24 letters; no quotation marks, no bars.", examples=["Ann"])]
SeatNumber = Annotated[int, Meta(ge=0, le=99, description="A seat, counted from 0.", examples=[1])]
Number = Annotated[
    int,
    Meta(ge=0, le=2**31 - 1, description="How many entries the table had in the state that the command is for.", examples=[14]),
]
Client = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        description="An id made by the client. A command that is sent again with it is answered again, not done again.",
        examples=["6f0c2a9e51"],
    ),
]


class GuestName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to play."""

    name: Name


class Token(msgspec.Struct, frozen=True):
    """A token to be sent with every request: ``Authorization: Bearer TOKEN``."""

    token: Annotated[str, Meta(examples=["hanlin-Jx3…"])]


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a further token may do: ``play`` (all that its person may) or ``read`` (only look)."""

    scope: Annotated[str, Meta(pattern="^(play|read)$", examples=["read"])]


class Live(msgspec.Struct, frozen=True, tag="live", tag_field="kind", forbid_unknown_fields=True):
    """Clocks for a game in one sitting: each seat has ``base`` seconds, and ``increment`` more after each of its turns.

    A turn is all that a seat decides in a row. Opponents of the house think on their clocks, too.
    """

    base: Annotated[float, Meta(ge=1, le=864000, examples=[600])]
    increment: Annotated[float, Meta(ge=0, le=86400, examples=[15])] = 0.0


class Days(msgspec.Struct, frozen=True, tag="days", tag_field="kind", forbid_unknown_fields=True):
    """Clocks for a game of many days: each turn may take ``days`` days. Holidays do not count: these dates, and where
    ``weekends`` is true Saturdays and Sundays, all by UTC."""

    days: Annotated[float, Meta(gt=0, le=60, examples=[3])]
    weekends: bool = False
    holidays: Annotated[
        list[Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", examples=["2026-12-25"])]],
        Meta(max_length=366, examples=[["2026-12-25"]]),
    ] = []


Time = Live | Days


class SentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of one's own, such as a map."""

    name: Annotated[str, Meta(max_length=100, examples=["mine.toml"])]
    text: Annotated[str, Meta(max_length=500_000)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up.

    ``seats``: for each ``me`` (whoever asks), ``person`` (somebody else at the same screen), ``open`` (for others to take) or
    ``bot:NAME``; the first is ``me`` and the others are open where they are left out.
    """

    game: Annotated[str, Meta(max_length=64, examples=["china"])]
    players: Annotated[int, Meta(ge=1, le=99, examples=[3])] | None = None
    options: Annotated[dict[str, bool | str], Meta(examples=[{"fortresses": True}])] = {}
    files: Annotated[dict[str, SentFile], Meta(examples=[{}])] = {}
    """The map or tiles of one's own, by option."""
    seats: (
        Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=99, examples=[["me", "open", "bot:greedy"]])]
        | None
    ) = None
    listed: bool = False
    watching: bool = True
    time: Live | Days | None = None
    """The clocks; null for none."""
    chat: bool = True
    """Whether people may talk at the table."""
    hints: bool | None = None
    """Whether people may take hints; null: as long as all of them play from one place."""
    shuffled: bool = False
    """Whether it is drawn who sits where."""
    pause: Annotated[float, Meta(ge=0, le=10, examples=[0])] = 0.0
    """Seconds that opponents wait before each move."""
    position: Annotated[str, Meta(max_length=16000)] | None = None
    """The text of the position that the game begins from (``Position.text``); null for the game's own beginning. It says the
    players and the options; those that are sent beside it have to agree. Views, and positions where the game is over, are
    refused."""


class TableName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is called; empty for no name."""

    name: Annotated[str, Meta(max_length=100, examples=["Our evening"])]


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that opponents wait before each move."""

    pause: Annotated[float, Meta(ge=0, le=10, examples=[0.4])]


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which ply of a game that is over another one goes on: for all at one screen, or one ``seat`` against opponents."""

    ply: Annotated[int, Meta(ge=0, le=2**31 - 1, examples=[30])]
    seat: SeatNumber | None = None


class NewStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to be looked at: the text of a .hanlin file, and the map or tiles that its game needs, if they are one's own."""

    record: Annotated[str, Meta(max_length=1_000_000, examples=['[Game "china"]\n[Players "3"]\n\n* deal 1 red\n'])]
    file: SentFile | None = None


class Place(msgspec.Struct, frozen=True):
    """Where a new table is: its ``link`` is the invitation; ``seat`` is one's own, null for none."""

    id: Annotated[str, Meta(examples=["8f3a01bc42"])]
    link: Annotated[str, Meta(examples=["http://127.0.0.1:8888/t/8f3a01bc42"])]
    seat: int | None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a seat; null for the first that is free. Without a name the guest's own counts."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Beginning the game; ``fill`` gives the open seats to opponents, null only begins where all are taken."""

    fill: Annotated[str, Meta(max_length=64, examples=["bot:greedy"])] | None = None


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done at a table."""

    seat: SeatNumber
    number: Number
    client: Client
    action: Annotated[str, Meta(max_length=200, examples=["place courtier 4"])] = ""
    ply: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    """The ply that the view showed: a command made while looking back is refused, whatever the table's number is now."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asking all others: to take back all that was done since one's own last action (``undo``), or to ``end`` the game."""

    seat: SeatNumber
    number: Number
    client: Client
    what: Annotated[str, Meta(pattern="^(undo|end)$", examples=["undo"])]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to what is asked. Whoever asked withdraws it with false."""

    seat: SeatNumber
    number: Number
    client: Client
    agree: bool


class Resign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Giving up one's seat in a game that goes on: the others decide what becomes of it."""

    seat: SeatNumber
    number: Number
    client: Client


class Decide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of the seat ``vacant``: ``wait`` for its person (not for one who gave up), an ``opponent`` of the house
    (``bot``) sits down, or the game comes to its ``end`` (all who are still there have to agree)."""

    seat: SeatNumber
    """One's own."""
    number: Number
    client: Client
    vacant: SeatNumber
    choice: Annotated[str, Meta(pattern="^(wait|opponent|end)$", examples=["opponent"])]
    bot: Annotated[str, Meta(max_length=64, examples=["bot:casual"])] = "bot:casual"


class AskHint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asking what one is advised to do in the state that has that number."""

    seat: SeatNumber
    number: Number


class AdvisedState(msgspec.Struct, frozen=True):
    """One of the best actions: ``text`` says it in words; ``share``: the share of a win expected of it, from 0 to 1;
    ``points``: the final score expected, null where the hint is a quick one; ``line``: how the game might go on, each
    [seat, action], in one guess at what is hidden; ``told``: the same in words."""

    action: str
    text: str
    share: float
    points: float | None
    line: list[tuple[int, str]]
    told: list[str]


class HintState(msgspec.Struct, frozen=True):
    """A hint: the best actions, the best first. ``quick``: a quick opinion, by a small search. ``pending``: a full search
    goes on or follows, and its hint takes this one's place."""

    seat: int
    number: int
    quick: bool
    best: list[AdvisedState]
    pending: bool = False


class ReviewState(msgspec.Struct, frozen=True):
    """The review of a game that is over. ``state``: ``none``, ``wanted`` (``done`` of ``total`` decisions are judged), ``done``
    or ``failed``; ``review``: what was found, as ``hanlin review --json`` prints it, null until it is done; ``message``: the
    progress in words, with an estimate of the time left, while it is ``wanted``."""

    state: str
    done: int = 0
    total: int = 0
    review: dict[str, Any] | None = None
    message: str | msgspec.UnsetType = msgspec.UNSET


class Holidays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The days on which one's clock rests at a table with days for a move (by UTC): these from tomorrow on, in place of those
    that were marked before."""

    seat: SeatNumber
    number: Number
    client: Client
    days: Annotated[
        list[Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", examples=["2026-12-25"])]],
        Meta(max_length=366, examples=[["2026-12-25"]]),
    ]


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something said, or a reaction."""

    text: Annotated[str, Meta(min_length=1, max_length=300, examples=["Well played!"])]
    reaction: bool = False
    """Whether the text is one of the reactions that the talk names."""


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Not hearing whoever said the message of that number, or hearing them again."""

    message: Number
    muted: bool = True


class Talking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether people may talk at a table."""

    on: bool


class MessageState(msgspec.Struct, frozen=True):
    """Something said. ``seat``: of who said it, null among those who look on; ``time``: seconds since 1970."""

    number: int
    seat: int | None
    name: str
    text: str
    reaction: bool
    time: float
    mine: bool


class MutedState(msgspec.Struct, frozen=True):
    """Somebody who is not heard, and the number of a message of theirs."""

    name: str
    message: int


class TalkState(msgspec.Struct, frozen=True):
    """What is said in the room that one is in: ``table`` among those who play, ``watchers`` among those who look on."""

    room: str
    on: bool
    messages: tuple[MessageState, ...]
    muted: tuple[MutedState, ...]
    reactions: tuple[str, ...]


class Tell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one is told of one's turn at a table while one is away, by ``push`` or by ``mail``."""

    way: Annotated[str, Meta(pattern="^(push|mail)$", examples=["push"])]
    on: bool = True


class PushReceiver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that is told: what its push subscription says. The keys are base64url without end marks."""

    endpoint: Annotated[str, Meta(max_length=1024, examples=["https://push.example.org/send/7f3a"])]
    p256dh: Annotated[str, Meta(max_length=100, examples=["BCVx…"])]
    auth: Annotated[str, Meta(max_length=40, examples=["BTBZ…"])]


class ReceiverState(msgspec.Struct, frozen=True):
    """A browser that is told by push: its id, its name in words, and when it was added (seconds since 1970)."""

    id: Annotated[str, Meta(examples=["5d41402abc4b2a76"])]
    name: Annotated[str, Meta(examples=["Firefox, Linux"])]
    created: float


class EndReceiver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which browser is to be told no more, by its id."""

    receiver: Annotated[str, Meta(min_length=16, max_length=64, examples=["5d41402abc4b2a76"])]


class MailAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where one is told by e-mail. A link is sent there first; it has to be opened."""

    address: Annotated[str, Meta(max_length=254, examples=["ann@example.org"])]


class NoticeState(msgspec.Struct, frozen=True):
    """How one is told of one's turn while one is away.

    ``ways``: those that this server offers. ``wanted``: those that one has chosen for the table that was asked about. ``key``:
    the server's, by which a browser subscribes (``applicationServerKey``). ``address``: one's own, shortened; null for none.
    ``receivers``: the browsers that are told by push.
    """

    ways: list[str]
    wanted: list[str]
    key: str
    address: str | None
    confirmed: bool
    receivers: list[ReceiverState] = []


class SeatState(msgspec.Struct, frozen=True):
    """Who sits somewhere: ``person``, ``bot``, ``open``, or ``record`` in a game that is only studied."""

    kind: Annotated[str, Meta(examples=["person"])]
    name: Annotated[str, Meta(examples=["Ann"])]
    bot: Annotated[str, Meta(examples=[""])]


class SeatedState(msgspec.Struct, frozen=True):
    """Somebody at a table. ``profile``: the name for /api/people; null for guests, opponents, and who does not show it."""

    seat: SeatNumber
    name: str
    profile: Annotated[str, Meta(examples=["Ann"])] | None


class ClockState(msgspec.Struct, frozen=True):
    """The clocks of a table.

    ``left``: the seconds of each seat at ``since`` (seconds since 1970 on the server's clock, which its header Date tells).
    ``running``: the seat whose clock runs since then, null for none. ``due``: when that one runs out, null where nobody minds.
    ``out``: the seat that is out of time, null for none. A watcher, who sees the table as it was before the last choice, sees
    the clocks as they stood when that choice began; none runs.
    """

    time: Live | Days
    left: list[float]
    running: int | None
    since: float
    due: float | None
    out: int | None
    holidays: list[list[str]] = []
    """For each seat the days on which its clock rests beside those of all; empty where nobody has marked any."""


class AskedState(msgspec.Struct, frozen=True):
    """What somebody asks the others for: ``undo`` (back to before the action number ``ply``, counted from 0) or ``end``.

    ``awaited``: a seat of each person whose answer is not there yet.
    """

    what: str
    seat: int
    ply: int
    awaited: list[int]


class VacantState(msgspec.Struct, frozen=True):
    """A seat about which the others decide: its person is out of time (``time``) or gave up (``left``)."""

    seat: int
    why: str


class TableState(msgspec.Struct, frozen=True):
    """A table as a seat sees it.

    ``actor``: a seat from 0, -1 chance, -2 over. ``moves``: each [actor, text], hidden words as ``?``. ``seat``: whose view
    this is, -1 for a spectator's (who is a choice behind), null for everything there is (a finished game).
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
    """``open`` (seats are free), ``running``, ``over``, or ``closed`` (put away before it began)."""
    seats: list[SeatState]
    listed: bool
    watching: bool
    next: str | None
    asked: AskedState | None = None
    """What somebody asks the others for, while it is not answered."""
    vacant: list[VacantState] = []
    """The seats that were left, while the others have not decided: POST …/vacant."""
    ended: str | None = None
    """Why the game was ended before its end: ``agreed``, or ``left`` where nobody stayed."""


class Seen(msgspec.Struct, frozen=True):
    """The position as a seat sees it, as text: ``hanlin.position(text, files)`` reads it."""

    text: str
    files: dict[str, dict[str, str]]
    """For each option that takes a file its file's ``name`` and ``text``."""
    number: int
    seat: int | None
    moves: list[tuple[int, str]]


class TableRowState(msgspec.Struct, frozen=True):
    """A table in a list. ``mine``: one's own seats; ``to_move``: the seat that it waits for, -2 for none."""

    id: str
    game: str
    players: int
    state: str
    to_move: int
    seats: list[SeatState]
    mine: list[int]
    last: float
    name: str = ""
    """What its host calls it; empty where it has no name."""


class Lobby(msgspec.Struct, frozen=True):
    """The tables that somebody finds: the own ones, and those that are listed for everybody."""

    mine: list[TableRowState]
    open: list[TableRowState]
    running: list[TableRowState]


# -- accounts ----------------------------------------------------------------------------------------------------------------

AccountName = Annotated[
    str,
    Meta(
        max_length=100,
        description="At most 24 letters, digits, blanks and - _ . ’; no two names differ only in case or width.",
        examples=["Ann"],
    ),
]
Password = Annotated[str, Meta(max_length=1000, description="8 to 128 letters.", examples=["seven lanterns"])]
Code = Annotated[str, Meta(max_length=100, examples=["7h2k-9qxm-03tv-b5rw"])]


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account to be made."""

    name: AccountName
    password: Password
    take_along: bool = True
    """Whether what the asking guest has (seats, set-ups, what was said) becomes the account's; the guest's tokens end then."""


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Signing in."""

    name: AccountName
    password: Password
    take_along: bool = False
    """Whether what the asking guest has becomes the account's; the guest's tokens end then."""


class Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A forgotten password is replaced by ``new``, by one of the codes that were shown when the account was made."""

    name: AccountName
    code: Code
    new: Password


class PasswordChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password in place of the present one."""

    password: Password
    new: Password


class PasswordOnly(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password, asked for once more."""

    password: Password


class Showing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one's profile is hidden from others."""

    hidden: bool


class EndSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which sign-in or token is to end, by its id; null for all but the one that asks."""

    session: Annotated[str, Meta(max_length=64, examples=["5d41402abc4b2a76"])] | None = None


class AccountState(msgspec.Struct, frozen=True):
    """One's account. ``created``: seconds since 1970; ``codes_left``: recovery codes that were not used."""

    name: AccountName
    created: float
    hidden: bool
    codes_left: int


class SignedIn(msgspec.Struct, frozen=True):
    """A token to be sent with every request from now on. ``codes``: the recovery codes of a new account, shown only now."""

    token: Annotated[str, Meta(examples=["hanlin-Jx3…"])]
    account: AccountState
    codes: list[Code]


class RecoveryCodes(msgspec.Struct, frozen=True):
    """New recovery codes, shown only now; each is good once, and those before are good no more."""

    codes: list[Code]


class SessionState(msgspec.Struct, frozen=True):
    """A key by which one acts. ``kind``: ``session`` (signed in by name), ``guest`` or ``program``; ``name``: what signed in;
    ``seen``: when it was used last, to the hour."""

    id: Annotated[str, Meta(examples=["5d41402abc4b2a76"])]
    kind: str
    scope: str
    name: str
    created: float
    seen: float
    current: bool


class RatingState(msgspec.Struct, frozen=True):
    """How strong somebody is at a game among so many, by Plackett and Luce's model: a normal distribution of that mean
    (``strength``; everybody begins with 25) and that standard ``deviation``, from so many ``games``."""

    game: str
    players: int
    strength: float
    deviation: float
    games: int


class PlayedState(msgspec.Struct, frozen=True):
    """A game that is over. ``place``: 1 for who won, null where the game was ended before its end; ``rated``: whether it counts
    for ratings; ``ended``: seconds since 1970."""

    table: str
    game: str
    players: int
    ended: float
    place: int | None
    score: int | None
    rated: bool
    seats: list[SeatState]


class ProfileState(msgspec.Struct, frozen=True):
    """Somebody with an account. ``played``: the latest games of those that the asker may know of; ``games`` of them there are,
    and ``won`` were won. Ratings count all games that are rated."""

    name: AccountName
    created: float
    ratings: list[RatingState]
    games: int
    won: int
    played: list[PlayedState]


class OptionState(msgspec.Struct, frozen=True):
    """An option of a game: a switch without choices, one of the choices, or a file."""

    name: str
    default: Any
    choices: list[str]
    file: bool


class GameState(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    players: list[int]
    options: list[OptionState]
    rules_version: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was refused (RFC 9457). ``state``: the present state, where the command was for an earlier one."""

    type: str
    title: str
    status: int
    detail: str
    rule: str = ""
    """The number of the rule that forbids an action."""
    number: int | None = None
    state: TableState | None = None


def make_known(*types: type) -> None:
    """Have msgspec look at types now: two threads that meet a type for the first time at once can bring the process down."""
    for each in types:
        msgspec.json.Decoder(each)


make_known(*[each for each in list(vars().values()) if isinstance(each, type) and issubclass(each, msgspec.Struct)])
