"""The JSON contract of the HTTP API: types of requests and responses. Seats count from 0.

A module for each subject; every name is imported from here.
"""

import msgspec

from hanlin.contract.accounts import (
    AccountState,
    Code,
    Consent,
    Credentials,
    EndSession,
    GuestName,
    NewAccount,
    Password,
    PasswordChange,
    PasswordOnly,
    Recovery,
    RecoveryCodes,
    Scope,
    SessionState,
    Showing,
    SignedIn,
    Token,
)
from hanlin.contract.analysis import AdvisedState, AskHint, HintState, ReviewState
from hanlin.contract.chat import Block, MessageState, Mute, MutedState, Say, Talking, TalkState
from hanlin.contract.commands import Answer, Ask, Command, Decide, Holidays, Premove, PremoveState, Resign
from hanlin.contract.fields import AccountName, Client, Days, Live, Name, Number, SeatNumber, Speed, Time
from hanlin.contract.games import GameState, OptionState
from hanlin.contract.notifications import EndReceiver, MailAddress, NoticeState, PushReceiver, ReceiverState, Tell
from hanlin.contract.people import (
    ChallengeState,
    FriendsState,
    FriendState,
    LookingState,
    NewChallenge,
    NewSeek,
    QueueState,
    SeekState,
    TieChange,
    Visibility,
)
from hanlin.contract.profiles import BadgeState, PlayedState, ProfileState, RatingState
from hanlin.contract.puzzles import PuzzleAnswer, PuzzleJudgement, PuzzleState
from hanlin.contract.tables import (
    AskedState,
    ClockState,
    Join,
    Lobby,
    NewStudy,
    NewTable,
    Pace,
    Place,
    PlayOn,
    Problem,
    SeatedState,
    SeatState,
    Seen,
    SentFile,
    Start,
    TableName,
    TableRowState,
    TableState,
    VacantState,
)

__all__ = [
    "AccountName",
    "AccountState",
    "AdvisedState",
    "Answer",
    "Ask",
    "AskHint",
    "AskedState",
    "BadgeState",
    "Block",
    "ChallengeState",
    "Client",
    "ClockState",
    "Code",
    "Command",
    "Consent",
    "Credentials",
    "Days",
    "Decide",
    "EndReceiver",
    "EndSession",
    "FriendState",
    "FriendsState",
    "GameState",
    "GuestName",
    "HintState",
    "Holidays",
    "Join",
    "Live",
    "Lobby",
    "LookingState",
    "MailAddress",
    "MessageState",
    "Mute",
    "MutedState",
    "Name",
    "NewAccount",
    "NewChallenge",
    "NewSeek",
    "NewStudy",
    "NewTable",
    "NoticeState",
    "Number",
    "OptionState",
    "Pace",
    "Password",
    "PasswordChange",
    "PasswordOnly",
    "Place",
    "PlayOn",
    "PlayedState",
    "Premove",
    "PremoveState",
    "Problem",
    "ProfileState",
    "PushReceiver",
    "PuzzleAnswer",
    "PuzzleJudgement",
    "PuzzleState",
    "QueueState",
    "RatingState",
    "ReceiverState",
    "Recovery",
    "RecoveryCodes",
    "Resign",
    "ReviewState",
    "Say",
    "Scope",
    "SeatNumber",
    "SeatState",
    "SeatedState",
    "SeekState",
    "Seen",
    "SentFile",
    "SessionState",
    "Showing",
    "SignedIn",
    "Speed",
    "Start",
    "TableName",
    "TableRowState",
    "TableState",
    "TalkState",
    "Talking",
    "Tell",
    "TieChange",
    "Time",
    "Token",
    "VacantState",
    "Visibility",
    "make_known",
]


def make_known(*types: type) -> None:
    """Let msgspec inspect types now: two threads that do so for the first time at once can crash the process."""
    for each in types:
        msgspec.json.Decoder(each)


make_known(*[each for each in list(vars().values()) if isinstance(each, type) and issubclass(each, msgspec.Struct)])
