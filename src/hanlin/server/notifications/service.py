"""Telling people away from the page that it is their turn, by web push and by e-mail. No web framework here.

The process that leads looks, every few seconds, whom to tell; that follows from the tables (``store/noticing.py``). Nobody is
told twice before they look, though that process is killed while it tells; an unreachable receiver is tried again with growing
pauses, and no move waits for any of it.
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
from hanlin.server.db import TableRow
from hanlin.server.db.accounts import MAIL_HEADS
from hanlin.server.db.notifications import MAIL, PUSH, WAYS, Address, Limit, Wish
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
"""Seconds that somebody has to see by themselves that it is their turn."""
LOOK = 5.0
"""Seconds between two looks whom to tell."""
AT_ONCE = 8
"""How many are told at a time."""
AT_MOST = 100
"""How many may wait to be told; others are found at the next look."""
REMINDED = 0.25
"""The share of the days of a move that is left when a reminder is sent."""
HOUR = 3600.0
QUESTIONS_TO_ADDRESS, QUESTIONS_BY_PERSON, QUESTIONS_FROM_ADDRESS, QUESTIONS = 3, 5, 10, 200
"""Questions a day that are sent to one address of e-mail, for one person, for whoever asks from one address of the internet,
and in all. To an address, and for a person, one an hour is."""
UNCONFIRMED = 2 * DAY
"""Seconds after which an address that nobody has confirmed is forgotten."""


class Channels(msgspec.Struct, frozen=True):
    """How people are told away from the page. ``smtp``: where mails are handed in, empty for no mails; ``push``: beginnings of
    addresses of push services that are asked though they are not public; ``grace`` and ``look`` in seconds."""

    smtp: str = ""
    push: tuple[str, ...] = ()
    grace: float = GRACE
    look: float = LOOK


class Words(NamedTuple):
    """What is said."""

    title: str
    text: str


class Notices:
    """Who is told, and telling them. ``start`` and ``stop`` belong to the event loop's thread, the rest to any."""

    def __init__(self, tables: Tables, timekeeper: Timekeeper, channels: Channels) -> None:
        self.tables = tables
        self.stored = tables.store
        self.push = Push(self.stored, channels.push)
        self.mail: MailServer | None = mail_server(channels.smtp) if channels.smtp else None
        self._timekeeper = timekeeper
        self._telling = channels
        self._keeping: asyncio.Task[None] | None = None
        self._under_way: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(AT_ONCE)

    # -- what people want ---------------------------------------------------------------------------------------------------

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways by which people can be told."""
        return WAYS if self.mail is not None else (PUSH,)

    def offered(self, table: Table, owner: str) -> bool:
        """Whether it makes sense to be told of a table: one sits there, among others who are elsewhere."""
        seats = table.row.seats
        others = any(seat.kind == "open" or seat.owner not in ("", owner) for seat in seats)
        return not table.is_study and bool(table.owned_by(owner)) and others

    def want(self, table: Table, owner: str, way: str, wanted: bool, spoken: str) -> None:
        """Whether somebody is told of their turn at a table by a way; BadOption for one that is not offered."""
        if way not in self.ways:
            raise BadOption(_("By e-mail nothing is sent from here."))
        if wanted and not self.offered(table, owner):
            raise Refused(_("You have no seat at this table."))
        self.stored.want_notice(owner, table.row.id, way, wanted, spoken, self.tables.clock())

    def looked(self, table: Table, owner: str, spoken: str) -> None:
        """Somebody sees the table now."""
        self.stored.note_look(owner, table.row.id, spoken, self.tables.clock())

    def add_receiver(
        self, owner: str, endpoint: str, p256dh: str, auth: str, origin: str, token: str = "", name: str = ""
    ) -> None:
        """A browser that is told by push, as long as somebody is signed in by ``token`` (its hash; empty for a guest's
        browser); BadOption for one that can't be."""
        self.push.check(endpoint, p256dh, auth)
        self.stored.add_receiver(owner, endpoint, p256dh, auth, origin[:256], self.tables.clock(), token, name[:64])

    def remove_receiver(self, owner: str, name: str) -> None:
        """Tell one of somebody's browsers no more (``receiver_name``)."""
        if not self.stored.remove_receiver(owner, name):
            raise Refused(_("This device gets no notifications any more."))

    def set_address(self, owner: str, address: str, origin: str, spoken: str, asker: str = "") -> None:
        """Where somebody wants to be told by e-mail: a question is sent there, and nothing else until it is answered.
        ``asker``: where they ask from, as limits are counted; empty for this machine."""
        if self.mail is None:
            raise BadOption(_("By e-mail nothing is sent from here."))
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
        """Do what the link of a mail is for: ``confirm`` an address, ``stop`` all mail to it, ``allow`` it again. False where
        the link is not good any more."""
        if what == "stop":
            return self.stored.stop_mail(token, self.tables.clock())
        act = {"confirm": self.stored.confirm_address, "allow": self.stored.allow_mail}.get(what)
        return act is not None and act(token)

    def address(self, owner: str) -> tuple[str, bool] | None:
        """Somebody's address, as far as they need to know it again, and whether it is confirmed."""
        found = self.stored.address(owner) if self.mail is not None else None
        return None if found is None else (masked(found.address), found.confirmed)

    # -- telling them -------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Tell people from now on; again where that was interrupted."""
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
                log.error("whom to tell of their turn could not be found out (%s); it is tried again", type(error).__name__)
            await asyncio.sleep(self._telling.look)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def _to_do(self) -> Sequence[Coroutine[Any, Any, None]]:
        """What is to be sent now: a call for each that does it."""
        now = self.tables.clock()
        turns = [
            self._tell(wish, None)
            for wish in self.stored.due_notices(now, self._telling.grace, AT_MOST)
            if wish.way in self.ways
        ]
        late = [self._tell(wish, left) for wish, left in self._reminders(now)]
        questions = [] if self.mail is None else [self._ask(each) for each in self.stored.to_ask(now, AT_MOST)]
        return [*turns, *late, *questions]

    def _reminders(self, now: float) -> list[tuple[Wish, float]]:
        """Who is to be reminded at tables with days a move, and the seconds that are left to them."""
        found = []
        for name, due in list(self._timekeeper.due.items()):
            table = self.tables.live(name)
            time = None if table is None else table.row.time
            if table is None or not isinstance(time, Days) or not 0 < due - now <= REMINDED * time.days * DAY:
                continue
            found += [(wish, due - now) for wish in self.stored.to_remind(name, table.moved, now) if wish.way in self.ways]
        return found

    async def _tell(self, wish: Wish, left: float | None) -> None:
        """Tell somebody of their turn, or that time runs out (``left``: seconds), if nobody else does."""
        try:
            async with self._room:
                # What happens from now on happens after it was said, however long a receiver takes.
                now = self.tables.clock()
                if not await asyncio.to_thread(self.stored.claim_notice, wish, now):
                    return
                row = await asyncio.to_thread(self.tables.store.table, wish.table)
                if row is None or row.game not in self.tables.games:
                    return
                words = await asyncio.to_thread(self._words, row, wish, left)
                await asyncio.to_thread(self.stored.begin_notice, wish, now, reminder=left is not None)
                send = {PUSH: self._by_push, MAIL: self._by_mail}[wish.way]
                if await _said(send(wish, row, words)):
                    await asyncio.to_thread(self.stored.note_told, wish)
                else:
                    await asyncio.to_thread(self.stored.note_failed, wish, now)
        except Exception as error:
            log.error("a notice about table %s could not be sent (%s); it is tried again", wish.table, type(error).__name__)

    def _words(self, row: TableRow, wish: Wish, left: float | None) -> Words:
        """What is said, in the language of who is told: the game, against whom, and how much time is left."""
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
        """Whether one of somebody's browsers could be told; those that are gone are forgotten."""
        receivers = await asyncio.to_thread(self.stored.receivers, wish.owner)
        told = {"title": words.title, "body": words.text, "url": f"/t/{row.id}", "tag": row.id, "lang": wish.language}
        message, topic = msgspec.json.encode(told), hashlib.sha256(row.id.encode()).hexdigest()[:32]
        sent = [self.push.send(each, message, topic, self._contact(each.origin)) for each in receivers]
        outcomes = await asyncio.gather(*sent)
        for receiver, outcome in zip(receivers, outcomes, strict=True):
            if outcome is Outcome.GONE:
                await asyncio.to_thread(self.stored.forget_receiver, receiver.id)
        return Outcome.DONE in outcomes

    def _contact(self, origin: str) -> str:
        """Whom a push service may write to about what comes from here."""
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
            end = _("To get no more of these mails, open {link}").format(link=stop)
        text = f"{words.text}\n\n{address.origin}/t/{row.id}\n\n-- \n{end}\n"
        same = hashlib.sha256(f"{address.token} {row.id} {row.last}".encode()).hexdigest()[:32]
        return await self._hand_in(address, words.title, text, same, stop)

    async def _ask(self, address: Address) -> None:
        """Ask whether an address is that of who gave it."""
        try:
            async with self._room:
                if not await asyncio.to_thread(self.stored.claim_question, address, self.tables.clock()):
                    return
                with language(address.language):
                    subject = _("May Hanlin write to you when it is your turn?")
                    link = f"{address.origin}/mail/confirm/{address.token}"
                    text = _(
                        "Somebody gave this address at a table of games, to be told by e-mail when it is their turn. If it was "
                        "you, open {link} and say yes. If not, do nothing: nothing else is sent to you."
                    ).format(link=link)
                stop = f"{address.origin}/mail/stop/{address.token}"
                same = hashlib.sha256(address.token.encode()).hexdigest()[:32]
                await asyncio.to_thread(self.stored.question_sent, address)
                if not await _said(self._hand_in(address, subject, f"{text}\n", same, stop)):
                    await asyncio.to_thread(self.stored.question_sent, address, False)
        except Exception as error:
            log.error("a mail could not be sent (%s); it is tried again", type(error).__name__)

    async def _hand_in(self, address: Address, subject: str, text: str, same: str, stop: str) -> bool:
        """Whether a mail was taken; an address that its own server does not know is forgotten."""
        assert self.mail is not None
        outcome = await self.mail.send(letter(self.mail.sender, address.address, subject, text, same, stop))
        if outcome is Outcome.GONE:
            await asyncio.to_thread(self.stored.forget_address, address.token)
        return outcome is Outcome.DONE

    def sweep(self) -> None:
        """Let go of what nobody needs any more."""
        self.stored.forget_unconfirmed(self.tables.clock() - UNCONFIRMED)


def _limits(owner: str, key: str, asker: str) -> list[Limit]:
    """What a question is counted by. ``key``: the address it goes to (``mail.address_key``)."""
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


async def _said(sending: Coroutine[Any, Any, bool]) -> bool:
    """Whether something was handed on; not where that failed in a way that nobody foresaw."""
    try:
        return await sending
    except Exception as error:
        log.error("a notice could not be handed on (%s); it is tried again", type(error).__name__)
        return False
