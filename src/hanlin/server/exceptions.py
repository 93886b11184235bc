"""What can't be done: a command that is refused has changed nothing. No web framework here."""

from __future__ import annotations

from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import _


class NoSuchTable(HanlinError):
    """No table has the id that was asked for."""


class NoSuchPerson(HanlinError):
    """Nobody has the name that was asked for, or whoever has it does not show it."""


class Refused(HanlinError):
    """A command that can't be carried out; nothing has changed. ``rule`` is the number of the rule that forbids it, if any."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule
        self.state = b""
        """The state of the table as whoever asked may see it, as JSON, where a route wants to tell it."""


class NotYours(Refused):
    """The command is about a seat that belongs to somebody else."""


class Stale(Refused):
    """The command was made for an earlier view of the table."""


class SeatTaken(Refused):
    """Somebody else was first, or the game has begun."""


class NameTaken(Refused):
    """Another account has that name."""


class WrongPassword(Refused):
    """A name and what should go with it do not go together."""


class TooMany(Refused):
    """Somebody tried too often; ``seconds``: after how many they may go on."""

    def __init__(self, text: str, seconds: int) -> None:
        super().__init__(text)
        self.seconds = seconds


class Busy(TooMany):
    """The server has enough to do for others; ``seconds``: after how many it is worth to ask again."""


def moved_on() -> Stale:
    """The refusal of a command that was made for an earlier view."""
    return Stale(_("The table has moved on since; this is how it stands now. Nothing was played."))
