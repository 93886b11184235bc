"""Notifications to people away from the page that it is their turn, by web push and by e-mail. No web framework here.

The leading process queries the pending notifications every few seconds (``db/notifications.py``). Nobody is notified twice
before they look, even if that process is killed while sending; an unreachable receiver is retried with growing pauses, and no
move waits for any of it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from babel.lists import format_list

from hanlin.contract import Days
from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _, language
from hanlin.core.i18n.seat_names import colour_name
from hanlin.server.db import Invitation, TableRow
from hanlin.server.db.notifications import MAIL, PUSH, WAYS, Address, Limit, Wish
from hanlin.server.db.users import MAIL_HEADS
from hanlin.server.exceptions import Refused
from hanlin.server.notifications.mail import MailServer, address_key, clean_address, letter, mail_server, masked
from hanlin.server.notifications.web_push import Outcome, Push
from hanlin.server.tables.clocks import DAY
from hanlin.server.tables.names import calling, names_at
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table
from hanlin.server.tables.timers import Timekeeper
from hanlin.server.views.players_html import clock_words

log = logging.getLogger("hanlin.notices")

GRACE = 20.0
"""Seconds in which a player may notice their turn themselves."""
LOOK = 5.0
"""Seconds between two queries for pending notifications."""
AT_ONCE = 8
"""Notifications that are sent at a time."""
AT_MOST = 100
"""Notifications that may be under way; others are found by the next query."""
REMINDED = 0.25
"""The share of the days per move that is left when a reminder is sent."""
HOUR = 3600.0
QUESTIONS_TO_ADDRESS, QUESTIONS_BY_PERSON, QUESTIONS_FROM_ADDRESS, QUESTIONS = 3, 5, 10, 200
"""Confirmation mails per day: to one e-mail address, for one person, from one internet address, and in all. To an address,
and for a person, one per hour is allowed."""
UNCONFIRMED = 2 * DAY
"""Seconds after which an unconfirmed address is deleted."""


class Channels(msgspec.Struct, frozen=True):
    """The channels of notifications. ``smtp``: the mail server, empty for no mails; ``push``: prefixes of addresses of push
    services that are allowed though they are not public; ``grace`` and ``look`` in seconds."""

    smtp: str = ""
    push: tuple[str, ...] = ()
    grace: float = GRACE
    look: float = LOOK


class Words(NamedTuple):
    """The text of a notification."""

    title: str
    text: str


class Notices:
    """Sends notifications. ``start`` and ``stop`` belong to the event loop's thread, the rest to any."""

    def __init__(self, tables: Tables, timekeeper: Timekeeper, channels: Channels) -> None:
        self.tables = tables
        self.stored = tables.store
        self.push = Push(self.stored, channels.push)
        self.mail: MailServer | None = mail_server(channels.smtp) if channels.smtp else None
        self._timekeeper = timekeeper
        self._channels = channels
        self._keeping: asyncio.Task[None] | None = None
        self._under_way: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)

    # -- settings -----------------------------------------------------------------------------------------------------------

    @property
    def ways(self) -> tuple[str, ...]:
        """The available channels."""
        return WAYS if self.mail is not None else (PUSH,)

    def offered(self, table: Table, owner: str) -> bool:
        """True if notifications about a table are useful: one has a seat, and others play elsewhere."""
        seats = table.row.seats
        others = any(seat.kind == "open" or seat.owner not in ("", owner) for seat in seats)
        return not table.is_study and bool(table.owned_by(owner)) and others

    def want(self, table: Table, owner: str, way: str, wanted: bool, spoken: str) -> None:
        """Turn notifications about a table by a channel on or off; BadOption where the channel is not available."""
        if way not in self.ways:
            raise BadOption(_("This server sends no e-mail."))
        if wanted and not self.offered(table, owner):
            raise Refused(_("You have no seat at this table."))
        self.stored.want_notice(owner, table.row.id, way, wanted, spoken, self.tables.clock())

    def looked(self, table: Table, owner: str, spoken: str) -> None:
        """Record that somebody sees the table now."""
        self.stored.note_look(owner, table.row.id, spoken, self.tables.clock())

    def add_receiver(
        self, owner: str, endpoint: str, p256dh: str, auth: str, origin: str, token: str = "", name: str = ""
    ) -> None:
        """Register a browser for push, as long as the sign-in ``token`` (its hash; empty for a guest's browser) lasts;
        BadOption for invalid data."""
        self.push.check(endpoint, p256dh, auth)
        self.stored.add_receiver(owner, endpoint, p256dh, auth, origin[:256], self.tables.clock(), token, name[:64])

    def remove_receiver(self, owner: str, name: str) -> None:
        """Remove one of a person's browsers (``receiver_name``)."""
        if not self.stored.remove_receiver(owner, name):
            raise Refused(_("This device no longer gets notifications."))

    def set_address(self, owner: str, address: str, origin: str, spoken: str, asker: str = "") -> None:
        """Set a person's e-mail address: a confirmation mail is sent, and nothing else until it is answered.
        ``asker``: the caller's address, as limits are counted; empty for this machine."""
        if self.mail is None:
            raise BadOption(_("This server sends no e-mail."))
        address, now = clean_address(address), self.tables.clock()
        known = self.stored.address(owner)
        if known is not None and known.address == address and (known.confirmed or not known.sent):
            return
        key = address_key(address)
        if self.stored.is_stopped(key):
            raise Refused(_("Mail to this address was stopped. To allow it again, open the link at the end of the last mail."))
        reached = self.stored.set_address(owner, address, spoken, origin[:256], now, key, _limits(owner, key, asker))
        if reached is not None and reached.window == HOUR:
            raise Refused(_("A link was sent a short while ago: open it, or try again in an hour."))
        if reached is not None:
            raise Refused(_("Too many links were sent today: try again tomorrow."))

    def mail_link(self, what: str, token: str) -> bool:
        """Follow the link of a mail: ``confirm`` an address, ``stop`` all mail to it, ``allow`` it again. False where
        the link has expired."""
        if what == "stop":
            return self.stored.stop_mail(token, self.tables.clock())
        act = {"confirm": self.stored.confirm_address, "allow": self.stored.allow_mail}.get(what)
        return act is not None and act(token)

    def address(self, owner: str) -> tuple[str, bool] | None:
        """A person's address, masked, and whether it is confirmed."""
        found = self.stored.address(owner) if self.mail is not None else None
        return None if found is None else (masked(found.address), found.confirmed)

    # -- sending -----------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start sending; again after an interruption."""
        if self._keeping is not None:
            self._keeping.cancel()
        self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def stop(self) -> None:
        tasks = [*self._under_way, *([self._keeping] if self._keeping is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self) -> None:
        while True:
            try:
                if self.tables.store.sharing.leads and len(self._under_way) < AT_MOST:
                    for each in await asyncio.to_thread(self._to_do):
                        self._begin(each)
            except Exception as error:
                log.error("querying pending notifications failed; retrying error=%s", type(error).__name__)
            await asyncio.sleep(self._channels.look)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def _to_do(self) -> Sequence[Coroutine[Any, Any, None]]:
        """The work that is due now, a call for each message."""
        now = self.tables.clock()
        turns = [
            self._notify(wish, None)
            for wish in self.stored.due_notices(now, self._channels.grace, AT_MOST)
            if wish.way in self.ways
        ]
        late = [self._notify(wish, left) for wish, left in self._reminders(now)]
        invitations = [self._invite(each) for each in self.stored.untold_invitations(now - self._channels.grace, AT_MOST)]
        questions = [] if self.mail is None else [self._ask(each) for each in self.stored.to_ask(now, AT_MOST)]
        return [*turns, *late, *invitations, *questions]

    def _reminders(self, now: float) -> list[tuple[Wish, float]]:
        """The due reminders at tables with days per move, with the seconds that are left."""
        found = []
        for name, due in list(self._timekeeper.due.items()):
            table = self.tables.live(name)
            time = None if table is None else table.row.time
            if table is None or not isinstance(time, Days) or not 0 < due - now <= REMINDED * time.days * DAY:
                continue
            found += [(wish, due - now) for wish in self.stored.to_remind(name, table.moved, now) if wish.way in self.ways]
        return found

    async def _notify(self, wish: Wish, left: float | None) -> None:
        """Notify a player of their turn, or that time runs out (``left``: seconds), if no other process does."""
        try:
            async with self._slots:
                # Everything from now on counts as after this notification, however long a receiver takes.
                now = self.tables.clock()
                if not await asyncio.to_thread(self.stored.claim_notice, wish, now):
                    return
                row = await asyncio.to_thread(self.tables.store.table, wish.table)
                if row is None or row.game not in self.tables.games:
                    return
                words = await asyncio.to_thread(self._words, row, wish, left)
                await asyncio.to_thread(self.stored.begin_notice, wish, now, reminder=left is not None)
                send = {PUSH: self._by_push, MAIL: self._by_mail}[wish.way]
                if await _delivered(send(wish, row, words)):
                    await asyncio.to_thread(self.stored.note_sent, wish)
                else:
                    await asyncio.to_thread(self.stored.note_failed, wish, now)
        except Exception as error:
            log.error("notification not sent; retrying table=%s error=%s", wish.table, type(error).__name__)

    async def _invite(self, one: Invitation) -> None:
        """Notify somebody of an invitation, if no other process does, once."""
        try:
            async with self._slots:
                now = self.tables.clock()
                row = await asyncio.to_thread(self.tables.store.table, one.table)
                if row is None or row.game not in self.tables.games:
                    return
                if not await asyncio.to_thread(self.stored.claim_invitation, one, now):
                    return
                with language(one.language):
                    host = next((seat.name for seat in row.seats if seat.owner == one.other), "") or _("Somebody")
                    title = _("Challenge: {game}").format(game=self.tables.games[row.game].words.title())
                    words = Words(title, _("{name} wants to play with you.").format(name=host))
                for way in one.ways.split():
                    send = {PUSH: self._by_push, MAIL: self._by_mail}[way]
                    wish = Wish(one.owner, one.table, way, one.language, 0, 0, 0, 0, 0)
                    await _delivered(send(wish, row, words))
        except Exception as error:
            log.error("invitation not notified table=%s error=%s", one.table, type(error).__name__)

    def _words(self, row: TableRow, wish: Wish, left: float | None) -> Words:
        """The text in the player's language: the game, the other players, and the time left."""
        game = self.tables.games[row.game]
        with language(wish.language), calling(row, game):
            called = names_at(row)
            others = [n for n, seat in enumerate(row.seats) if seat.owner != wish.owner]
            names = format_list([called.get(n) or colour_name(game.colours[n]) for n in others], locale=wish.language)
            if self.stored.is_vacant(row.id):
                seat = called.get(row.to_move) or colour_name(game.colours[row.to_move])
                title = _("Your decision: {game}").format(game=game.words.title())
                return Words(title, _("{name} has left the game: decide how it goes on.").format(name=seat))
            text = _("You play with {names}.").format(names=names)
            if left is not None:
                text += " " + _("Time left: {time}.").format(time=clock_words(left))
            return Words(_("Your turn: {game}").format(game=game.words.title()), text)

    async def _by_push(self, wish: Wish, row: TableRow, words: Words) -> bool:
        """Send to a person's browsers; True if one was reached. Those that are gone are deleted."""
        receivers = await asyncio.to_thread(self.stored.receivers, wish.owner)
        payload = {"title": words.title, "body": words.text, "url": f"/t/{row.id}", "tag": row.id, "lang": wish.language}
        message, topic = msgspec.json.encode(payload), hashlib.sha256(row.id.encode()).hexdigest()[:32]
        sent = [self.push.send(each, message, topic, self._contact(each.origin)) for each in receivers]
        outcomes = await asyncio.gather(*sent)
        for receiver, outcome in zip(receivers, outcomes, strict=True):
            if outcome is Outcome.GONE:
                await asyncio.to_thread(self.stored.forget_receiver, receiver.id)
        return Outcome.DONE in outcomes

    def _contact(self, origin: str) -> str:
        """The contact for push services."""
        if self.mail is not None:
            return f"mailto:{self.mail.sender}"
        host = (urlsplit(origin).hostname or "") if origin.startswith("https://") else ""
        return f"https://{host}" if "." in host else "mailto:hanlin@localhost"

    async def _by_mail(self, wish: Wish, row: TableRow, words: Words) -> bool:
        address = await asyncio.to_thread(self.stored.address, wish.owner)
        if address is None or not address.confirmed or self.mail is None:
            return False
        with language(wish.language):
            stop = f"{address.origin}/mail/stop/{address.token}"
            end = _("To unsubscribe, open {link}").format(link=stop)
        text = f"{words.text}\n\n{address.origin}/t/{row.id}\n\n-- \n{end}\n"
        same = hashlib.sha256(f"{address.token} {row.id} {row.last}".encode()).hexdigest()[:32]
        return await self._hand_in(address, words.title, text, same, stop)

    async def _ask(self, address: Address) -> None:
        """Send the mail that asks to confirm an address."""
        try:
            async with self._slots:
                if not await asyncio.to_thread(self.stored.claim_question, address, self.tables.clock()):
                    return
                with language(address.language):
                    subject = _("Confirm your e-mail address for Hanlin")
                    link = f"{address.origin}/mail/confirm/{address.token}"
                    text = _(
                        "Somebody entered this address to be notified by e-mail when it is their turn in a game. If it was "
                        "you, open {link} and confirm. If not, ignore this mail: nothing else will be sent to you."
                    ).format(link=link)
                stop = f"{address.origin}/mail/stop/{address.token}"
                same = hashlib.sha256(address.token.encode()).hexdigest()[:32]
                await asyncio.to_thread(self.stored.question_sent, address)
                if not await _delivered(self._hand_in(address, subject, f"{text}\n", same, stop)):
                    await asyncio.to_thread(self.stored.question_sent, address, False)
        except Exception as error:
            log.error("confirmation mail not sent; retrying error=%s", type(error).__name__)

    async def _hand_in(self, address: Address, subject: str, text: str, same: str, stop: str) -> bool:
        """Send a mail; True if it was taken. An address that its server does not know is deleted."""
        assert self.mail is not None
        outcome = await self.mail.send(letter(self.mail.sender, address.address, subject, text, same, stop))
        if outcome is Outcome.GONE:
            await asyncio.to_thread(self.stored.forget_address, address.token)
        return outcome is Outcome.DONE

    def sweep(self) -> None:
        """Delete what is no longer needed."""
        self.stored.forget_unconfirmed(self.tables.clock() - UNCONFIRMED)


def _limits(owner: str, key: str, asker: str) -> list[Limit]:
    """The limits of a confirmation mail. ``key``: the address it goes to (``mail.address_key``)."""
    of_address, of_person = f"{MAIL_HEADS}to:{key}", f"{MAIL_HEADS}by:{owner}"
    from_there = Limit(f"{MAIL_HEADS}from:{hashlib.sha256(asker.encode()).hexdigest()}", QUESTIONS_FROM_ADDRESS, DAY)
    return [
        Limit(f"{of_address}:h", 1, HOUR),
        Limit(f"{of_person}:h", 1, HOUR),
        Limit(f"{of_address}:d", QUESTIONS_TO_ADDRESS, DAY),
        Limit(f"{of_person}:d", QUESTIONS_BY_PERSON, DAY),
        *([from_there] if asker else []),
        Limit(f"{MAIL_HEADS}all:d", QUESTIONS, DAY),
    ]


async def _delivered(sending: Coroutine[Any, Any, bool]) -> bool:
    """Await sending; False where it failed unexpectedly."""
    try:
        return await sending
    except Exception as error:
        log.error("notification not delivered; retrying error=%s", type(error).__name__)
        return False
