"""``hanlin account``: manage accounts."""

from __future__ import annotations

from pathlib import Path

from hanlin.cli.backup import opened
from hanlin.core.i18n.language import _
from hanlin.server.accounts.service import Accounts
from hanlin.server.accounts.tokens import People
from hanlin.server.db import now
from hanlin.server.tables.service import Tables


def reset(name: str, data: Path | None, database: str) -> None:
    """Print a code with which the owner of an account can choose a new password. The server may be running."""
    store = opened(data, database, there=True)
    try:
        code = Accounts(store, People(store), Tables(store, {}), now).hosts_code(name)
    finally:
        store.close()
    said = _("For the next day {name} can choose a new password with this code at {where}:")
    print(said.format(name=name, where="/account/forgotten"))
    print(code)
