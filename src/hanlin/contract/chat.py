"""The chat of a table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from hanlin.contract.fields import Number


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
    """An author whom you have muted, have blocked, or may mute, and the number of one of their messages."""

    name: str
    message: int


class TalkState(msgspec.Struct, frozen=True):
    """A chat. ``room``: ``table`` for players, ``watchers`` for spectators. ``blocked``: its authors whom you have blocked,
    each with the number of a message that is not shown; ``heard``: the other authors of the messages."""

    room: str
    on: bool
    messages: tuple[MessageState, ...]
    muted: tuple[MutedState, ...]
    reactions: tuple[str, ...]
    blocked: tuple[MutedState, ...] = ()
    heard: tuple[MutedState, ...] = ()

    @property
    def newest(self) -> int:
        """The number of the newest message, shown or not; -1 for none."""
        hidden = [each.message for each in (*self.muted, *self.blocked)]
        return max([each.number for each in self.messages] + hidden, default=-1)
