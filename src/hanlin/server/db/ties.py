"""Friends and blocked people. A friendship is two ties: each of the two wants it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.records import from_row
from hanlin.server.db.schema import accounts, ties

WANTED, DECLINED, WITHDRAWN, BLOCKED = "wanted", "declined", "withdrawn", "blocked"
"""The kinds of ties: the owner wants to be friends; the other has declined that, which the owner does not see; the owner has
taken such a request back; the owner has blocked the other."""
TRIES = 3
"""Attempts where another transaction adds the same tie."""


class Tie(msgspec.Struct, frozen=True):
    """The tie of one person to another, as the first has decided."""

    owner: str
    other: str
    kind: str
    since: float


class Tied(NamedTuple):
    """A person with whom another has a tie, in one direction or in both. ``mine`` and ``theirs``: the kinds, empty for none."""

    owner: str
    name: str
    mine: str
    theirs: str
    invisible: bool
    hidden: bool

    @property
    def is_friend(self) -> bool:
        return self.mine == self.theirs == WANTED


Decision = tuple[Tie | None, Tie | None]


class Ties(Database):
    """Ties; every method is one transaction."""

    def change_ties(self, owner: str, other: str, decide: Callable[[Tie | None, Tie | None], Decision]) -> None:
        """Replace the ties of two people, ``owner``'s and the other's, by what ``decide`` makes of them."""
        for tries_left in reversed(range(TRIES)):
            try:
                with self.writing() as connection:
                    before = [self._tie(connection, *pair) for pair in sorted(((owner, other), (other, owner)))]
                    mine, theirs = before if owner < other else reversed(before)
                    for old, new in zip((mine, theirs), decide(mine, theirs), strict=True):
                        self._replace(connection, old, new)
                return
            except IntegrityError:
                if not tries_left:
                    raise

    @staticmethod
    def _tie(connection: sa.Connection, owner: str, other: str) -> Tie | None:
        chosen = sa.select(ties).where(ties.c.owner == owner, ties.c.other == other).with_for_update()
        row = connection.execute(chosen).mappings().one_or_none()
        return None if row is None else from_row(Tie, row)

    @staticmethod
    def _replace(connection: sa.Connection, old: Tie | None, new: Tie | None) -> None:
        if old == new:
            return
        if old is not None:
            connection.execute(ties.delete().where(ties.c.owner == old.owner, ties.c.other == old.other))
        if new is not None:
            connection.execute(ties.insert(), msgspec.to_builtins(new))

    def tied_to(self, owner: str) -> list[Tied]:
        """All accounts with a tie from or to a person, by name."""
        back = ties.alias()
        mine = (
            sa.select(ties.c.other.label("who"), ties.c.kind.label("mine"), back.c.kind.label("theirs"))
            .select_from(ties.outerjoin(back, (back.c.owner == ties.c.other) & (back.c.other == ties.c.owner)))
            .where(ties.c.owner == owner)
        )
        known = sa.select(back.c.other).where(back.c.owner == owner)
        theirs = sa.select(ties.c.owner.label("who"), sa.literal("").label("mine"), ties.c.kind.label("theirs")).where(
            ties.c.other == owner, ties.c.owner.not_in(known)
        )
        found = sa.union_all(mine, theirs).subquery()
        chosen = sa.select(found, accounts.c.name, accounts.c.invisible, accounts.c.hidden).join(
            accounts, accounts.c.owner == found.c.who
        )
        with self.engine.connect() as connection:
            rows = connection.execute(chosen.order_by(accounts.c.key)).all()
        return [Tied(row.who, row.name, row.mine, row.theirs or "", row.invisible, row.hidden) for row in rows]

    def count_ties(self, owner: str) -> tuple[int, int]:
        """The number of people somebody wants as friends, and of those who want somebody as a friend without an answer."""
        answered = sa.select(ties.c.other).where(ties.c.owner == owner)
        wants = sa.select(sa.func.count()).where(ties.c.owner == owner, ties.c.kind.in_((WANTED, DECLINED)))
        waits = sa.select(sa.func.count()).where(ties.c.other == owner, ties.c.kind == WANTED, ties.c.owner.not_in(answered))
        with self.engine.connect() as connection:
            return int(connection.execute(wants).scalar_one()), int(connection.execute(waits).scalar_one())

    def friends_of(self, owners: Sequence[str]) -> set[str]:
        """The friends of any of those people."""
        back = ties.alias()
        both = (back.c.owner == ties.c.other) & (back.c.other == ties.c.owner) & (back.c.kind == WANTED)
        chosen = sa.select(ties.c.other).join(back, both).where(ties.c.owner.in_(owners), ties.c.kind == WANTED)
        with self.engine.connect() as connection:
            return set(connection.execute(chosen).scalars()) if owners else set()

    def blocked_by(self, owner: str) -> set[str]:
        """The people whom somebody has blocked."""
        chosen = sa.select(ties.c.other).where(ties.c.owner == owner, ties.c.kind == BLOCKED)
        with self.engine.connect() as connection:
            return set(connection.execute(chosen).scalars()) if owner else set()

    def apart_from(self, owner: str) -> set[str]:
        """The people whom somebody has blocked, and those who have blocked that person: they never meet."""
        mine = sa.select(ties.c.other).where(ties.c.owner == owner, ties.c.kind == BLOCKED)
        theirs = sa.select(ties.c.owner).where(ties.c.other == owner, ties.c.kind == BLOCKED)
        with self.engine.connect() as connection:
            return set(connection.execute(sa.union(mine, theirs)).scalars()) if owner else set()

    def blocks_among(self, owners: Iterable[str]) -> set[frozenset[str]]:
        """The pairs among people of whom one has blocked the other."""
        some = list(owners)
        chosen = sa.select(ties.c.owner, ties.c.other).where(
            ties.c.kind == BLOCKED, ties.c.owner.in_(some), ties.c.other.in_(some)
        )
        with self.engine.connect() as connection:
            return {frozenset((one, other)) for one, other in connection.execute(chosen)} if some else set()

    def set_invisible(self, owner: str, invisible: bool) -> None:
        """Hide from friends whether an account is here, or show it."""
        with self.writing() as connection:
            connection.execute(accounts.update().where(accounts.c.owner == owner).values(invisible=invisible))
