"""The services of one running server, created once and handed to routes and background jobs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import jinja2

from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.server.accounts.badges import Badges
from hanlin.server.accounts.puzzles import Solvers
from hanlin.server.accounts.ratings import Standings
from hanlin.server.accounts.service import Accounts
from hanlin.server.accounts.tokens import People
from hanlin.server.community.service import Community
from hanlin.server.db import Store
from hanlin.server.engine.hints import Hints
from hanlin.server.engine.opponents import Opponents
from hanlin.server.engine.rendering import Rendering
from hanlin.server.engine.reviews import Reviews
from hanlin.server.exceptions import NotYours
from hanlin.server.middleware.gateway import language_of as language_of
from hanlin.server.middleware.metrics import Metrics
from hanlin.server.notifications.pubsub import PubSub
from hanlin.server.notifications.service import Notices
from hanlin.server.tables.batching import Batcher
from hanlin.server.tables.chat import Chat
from hanlin.server.tables.premoves import Premoves
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table
from hanlin.server.tables.timers import Timekeeper
from hanlin.server.uploads.service import Uploads
from hanlin.server.views.assets import Assets


@dataclass(frozen=True)
class Services:
    """The services of one server."""

    games: Mapping[str, Game]
    store: Store
    people: People
    accounts: Accounts
    standings: Standings
    solvers: Solvers
    badges: Badges
    tables: Tables
    batcher: Batcher
    chat: Chat
    opponents: Opponents
    timekeeper: Timekeeper
    premoves: Premoves
    hints: Hints
    reviews: Reviews
    notices: Notices
    community: Community
    uploads: Uploads
    rendering: Rendering
    pubsub: PubSub
    assets: Assets
    metrics: Metrics
    templates: jinja2.Environment

    def check_visible_to(self, table: Table, owner: str) -> None:
        """Raise NotYours where somebody may not see the table."""
        if not table.shown_to(owner):
            raise NotYours(_("This table is private: only its players can see it."))

    def shown(self, table_id: str, owner: str) -> Table:
        """The table, if somebody may see it."""
        table = self.tables.open(table_id)
        self.check_visible_to(table, owner)
        return table
