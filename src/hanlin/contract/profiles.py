"""Profiles: ratings, finished games, badges."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from hanlin.contract.fields import AccountName
from hanlin.contract.tables import SeatState


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
