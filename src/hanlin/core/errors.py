"""The errors that a user of Hanlin can meet. Each message is a sentence that says what was expected."""

from __future__ import annotations

from hanlin.core.i18n.language import _


class HanlinError(Exception):
    """The base of all errors that Hanlin raises about what it was given."""


class Failed(HanlinError):
    """Work that was asked for correctly but could not be finished, as on a full disk."""


class MissingExtra(HanlinError, ImportError):
    """A library is not installed that belongs to an extra of the package. The message says what to install."""


class UnknownGame(HanlinError):
    """No game has the name that was asked for."""


class BadOption(HanlinError):
    """An option or a number of players that the game does not have."""


class IllegalAction(HanlinError):
    """An action that is malformed or not legal now: ``reason`` says why, ``rule`` is the number of the rule that forbids it."""

    def __init__(self, what: str, reason: str = "", rule: str = "", hint: str = "") -> None:
        by_rule = f" ({rule})" if rule else ""
        said = f"{what}: {reason.removesuffix('.')}{by_rule}." if reason else what
        super().__init__(f"{said} {hint}".strip())
        self.what = what
        self.reason = reason
        self.rule = rule
        self.hint = hint

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, str, str, str]]:
        return IllegalAction, (self.what, self.reason, self.rule, self.hint)


class BadData(HanlinError):
    """A map or tile file that breaks a rule of its format. The message names file, entry and reason."""


class MissingDataFile(BadData):
    """A map or tile file that isn't there or can't be opened."""


class BadPosition(HanlinError):
    """A text of a position that can't be read, or a position that can't be. The message names the field and the reason."""


class MissingFile(BadPosition):
    """A text of a position that needs a map or tiles which were not given."""


class BadRecord(HanlinError):
    """A record that can't be read or replayed."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(_("line {line}: {reason}").format(line=line, reason=reason))
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[type[BadRecord], tuple[int, str]]:
        return BadRecord, (self.line, self.reason)
