"""E-mail: the mail server (``hanlin serve --smtp``), addresses, and messages. No web framework here."""

from __future__ import annotations

import hashlib
import re
from email.message import EmailMessage
from email.utils import formataddr, formatdate
from urllib.parse import parse_qs, unquote, urlsplit

import idna
import msgspec

from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.i18n.language import _
from hanlin.server.lib.net import is_loopback
from hanlin.server.notifications.web_push import Outcome

PATIENCE = 15.0
"""Seconds for a mail server to take a mail."""
LONGEST = 254
PORTS = {"smtp": 587, "smtps": 465}
_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)


class BadMailServer(HanlinError):
    """An invalid address of a mail server."""


class MailServer(msgspec.Struct, frozen=True):
    """A mail server. ``tls``: from the first byte; otherwise as soon as the server offers it, and always before a password
    is sent."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False

    async def send(self, message: EmailMessage) -> Outcome:
        """Send a mail. No address is part of an error."""
        import aiosmtplib

        needs = True if self.user and not self.tls and not is_loopback(self.host) else None
        try:
            await aiosmtplib.send(
                message,
                hostname=self.host,
                port=self.port,
                username=self.user or None,
                password=self.password or None,
                use_tls=self.tls,
                start_tls=None if self.tls else needs,
                timeout=PATIENCE,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            never = all(500 <= each.code < 600 for each in error.recipients)
            return Outcome.GONE if never else Outcome.LATER
        except (aiosmtplib.SMTPException, OSError, ValueError):
            return Outcome.LATER
        return Outcome.DONE


def mail_server(address: str) -> MailServer:
    """The server at ``smtp://NAME:PASSWORD@HOST:PORT?from=ADDRESS`` (``smtps``: TLS from the start); or BadMailServer."""
    try:
        url = urlsplit(address)
        sender = parse_qs(url.query).get("from", [unquote(url.username or "")])[0]
        if url.scheme not in PORTS or not url.hostname or not is_address(sender):
            raise ValueError
        port = url.port or PORTS[url.scheme]
    except ValueError:
        raise BadMailServer(_("A mail server's address looks like smtp://NAME:PASSWORD@HOST:PORT?from=ADDRESS.")) from None
    user, password = unquote(url.username or ""), unquote(url.password or "")
    return MailServer(url.hostname, port, sender, user, password, url.scheme == "smtps")


def is_address(text: str) -> bool:
    """True if mails can be sent to that."""
    return len(text) <= LONGEST and _ADDRESS.fullmatch(text) is not None


def clean_address(text: str) -> str:
    """An address as mail is sent to it: as it was typed, with the domain in its canonical ASCII form (IDNA 2008, so that
    "Bücher.example" is "xn--bcher-kva.example"); BadOption for an invalid one."""
    name, _at, domain = text.strip().rpartition("@")
    try:
        host = idna.encode(domain, uts46=True).decode() if len(domain) <= LONGEST else ""
    except (idna.IDNAError, UnicodeError):
        host = ""
    if not is_address(address := f"{name}@{host}"):
        raise BadOption(_("Enter a valid e-mail address."))
    return address


def address_key(address: str) -> str:
    """A hash that two spellings of one address share, for limits and blocks; so that no address is stored.

    Case is ignored, as are a "+" with all that follows it in the name, and dots in the name; googlemail.com is gmail.com. Some
    servers distinguish such addresses. Merging them at worst suppresses a wanted mail; otherwise somebody who blocked mail
    would get one for every spelling.
    """
    name, _at, host = address.lower().rpartition("@")
    name = name.partition("+")[0].replace(".", "") or name
    host = "gmail.com" if host == "googlemail.com" else host
    return hashlib.sha256(f"{name}@{host}".encode()).hexdigest()


def masked(address: str) -> str:
    """An address shortened so that only its owner recognises it."""
    name, _at, host = address.partition("@")
    return f"{name[:1]}…@{host}"


def letter(sender: str, to: str, subject: str, text: str, name: str, stop: str = "") -> EmailMessage:
    """A mail. ``name``: its id, the same when it is sent again; ``stop``: the address that unsubscribes."""
    mail = EmailMessage()
    mail["From"] = formataddr(("Hanlin", sender))
    mail["To"] = to
    mail["Subject"] = " ".join(subject.split())
    mail["Date"] = formatdate(usegmt=True)
    mail["Message-ID"] = f"<{name}@{sender.partition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    if stop:
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(text)
    return mail
