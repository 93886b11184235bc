"""Guests, accounts, sessions and tokens."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from hanlin.contract.fields import AccountName, Name


class GuestName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a new guest."""

    name: Name


class Token(msgspec.Struct, frozen=True):
    """A token to send with every request: ``Authorization: Bearer TOKEN``."""

    token: Annotated[str, Meta(examples=["hanlin-Jx3…"])]


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scope of an additional token: ``play`` (everything) or ``read`` (read-only)."""

    scope: Annotated[str, Meta(pattern="^(play|read)$", examples=["read"])]


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


class Consent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """True if puzzles may be made from your finished games, where all other players agree as well."""

    mining: bool


class EndSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the session or token to revoke; null for all except the present one."""

    session: Annotated[str, Meta(max_length=64, examples=["5d41402abc4b2a76"])] | None = None


class AccountState(msgspec.Struct, frozen=True):
    """Your account. ``created``: seconds since 1970; ``codes_left``: unused recovery codes; ``mining``: puzzles may be made
    from your finished games."""

    name: AccountName
    created: float
    hidden: bool
    codes_left: int
    mining: bool = False


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
