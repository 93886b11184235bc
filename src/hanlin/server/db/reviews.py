"""Reviews of finished games: one per table, with its progress."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.schema import reviews

WANTED, DONE, FAILED = "wanted", "done", "failed"


class ReviewRow(msgspec.Struct, frozen=True, kw_only=True):
    """A review. ``done`` of ``total`` decisions are evaluated (0 of 0 before it begins); ``found``: the result as JSON, or a
    partial one while it is made."""

    table: str
    state: str
    done: int
    total: int
    asked: float
    found: str


class Reviews(Database):
    """Reviews; every method is one transaction."""

    def want_review(self, table: str, time: float, anew: bool = False) -> None:
        """Request the review of a table's game, unless there is one; one that failed is tried again. ``anew``: one that is done
        is made again."""
        replaced = (FAILED, DONE) if anew else (FAILED,)
        with self.writing() as connection:
            connection.execute(reviews.delete().where(reviews.c.table == table, reviews.c.state.in_(replaced)))
            known = connection.execute(sa.select(reviews.c.table).where(reviews.c.table == table)).first()
            if known is None:
                row = ReviewRow(table=table, state=WANTED, done=0, total=0, asked=time, found="")
                try:
                    with connection.begin_nested():
                        connection.execute(reviews.insert(), msgspec.to_builtins(row))
                except IntegrityError:
                    return  # Requested at the same moment by another.

    def review(self, table: str) -> ReviewRow | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(reviews).where(reviews.c.table == table)).mappings().one_or_none()
        return None if row is None else ReviewRow(**row)

    def wanted_reviews(self) -> list[str]:
        """The tables with requested reviews, in the order of requests."""
        chosen = sa.select(reviews.c.table).where(reviews.c.state == WANTED).order_by(reviews.c.asked, reviews.c.table)
        with self.engine.connect() as connection:
            return list(connection.execute(chosen).scalars())

    def note_review(self, table: str, done: int, total: int, found: str | None = None) -> bool:
        """Store the progress of a review and, now and then, what it has found so far; False where it was cancelled."""
        kept = {} if found is None else {"found": found}
        return self._change_review(table, done=done, total=total, **kept)

    def end_review(self, table: str, state: str, found: str) -> bool:
        """Store the result of a review; False where it was cancelled."""
        return self._change_review(table, state=state, found=found)

    def _change_review(self, table: str, **values: int | str) -> bool:
        going = (reviews.c.table == table) & (reviews.c.state == WANTED)
        with self.writing() as connection:
            return bool(connection.execute(reviews.update().where(going).values(**values)).rowcount)

    def stop_review(self, table: str) -> None:
        """Cancel a review that is not done."""
        with self.writing() as connection:
            connection.execute(reviews.delete().where(reviews.c.table == table, reviews.c.state == WANTED))
