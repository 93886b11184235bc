"""Notifications by push and by e-mail."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


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
