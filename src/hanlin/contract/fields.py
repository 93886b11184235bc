"""Types of fields that several requests and responses have."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Name = Annotated[
    str, Meta(max_length=100, description="At most 24 characters, without quotation marks and bars.", examples=["Ann"])
]
AccountName = Annotated[
    str,
    Meta(
        max_length=100,
        description="At most 24 letters, digits, spaces and - _ . ’; names may not differ in case or width only.",
        examples=["Ann"],
    ),
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
Speed = Annotated[str, Meta(pattern="^(live|days|none)$", examples=["live"])]
