"""Errors of the server, each with the HTTP ``status`` of its response: a refused command has changed nothing."""

from __future__ import annotations

from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import _


class NoSuchTable(HanlinError):
    """No table has the id that was asked for."""

    status = 404


class NoSuchPuzzle(HanlinError):
    """No puzzle has the id, or no answers to it lead to the state, that was asked for."""

    status = 404


class NoSuchPerson(HanlinError):
    """No account has that name, or its profile is hidden."""

    status = 404


class Refused(HanlinError):
    """A refused command; nothing has changed. ``rule`` is the number of the rule that forbids it, if any."""

    status = 422

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule
        self.state = b""
        """The state of the table as the sender may see it, as JSON, where a route includes it."""


class NotYours(Refused):
    """The command needs a seat or a role that is somebody else's."""

    status = 403


class Stale(Refused):
    """The command was made for an earlier view of the table."""

    status = 409


class SeatTaken(Refused):
    """Somebody else was first, or the game has begun."""

    status = 409


class NameTaken(Refused):
    """Another account has that name."""

    status = 409


class WrongPassword(Refused):
    """The name or the password is wrong."""

    status = 403


class TooMany(Refused):
    """Too many attempts; ``seconds``: the time to wait."""

    status = 429

    def __init__(self, text: str, seconds: int) -> None:
        super().__init__(text)
        self.seconds = seconds


class Busy(TooMany):
    """The server is too busy; ``seconds``: the time to wait."""

    status = 503


def moved_on() -> Stale:
    """A refusal of a command that was made for an earlier view."""
    return Stale(_("The table has moved on; here is its current state. Your move was not played."))
