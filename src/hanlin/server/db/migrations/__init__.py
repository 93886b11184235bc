"""The layouts of the database, one after another (Alembic). ``upgrade`` migrates a database to the newest."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory


def configuration() -> Config:
    """Alembic's settings, without a file: the migrations are next to this module."""
    config = Config()
    # A per cent sign is Alembic's own way to name other settings.
    config.set_main_option("script_location", str(Path(__file__).resolve().parent).replace("%", "%%"))
    return config


def known_layouts() -> set[str]:
    """All layouts that there have been so far."""
    return {script.revision for script in ScriptDirectory.from_config(configuration()).walk_revisions()}


def upgrade(engine: sa.Engine) -> None:
    """Migrate the database to the newest layout."""
    config = configuration()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
