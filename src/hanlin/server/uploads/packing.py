"""Files of a page without a table, packed into one word of its forms and links. They are not stored.

No web framework here.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping

from hanlin.core.errors import BadData
from hanlin.core.i18n.language import _
from hanlin.core.text.toml_files import SIZE, TEXT, decoded, shown_name

NAME_BYTES = 4 * TEXT
"""Bytes of a file's name, as messages show it, at most."""


def pack(file: Mapping[str, str]) -> str:
    """A stored file (``name`` and ``text``) as a word of letters, digits, hyphens and underscores."""
    content = f"{shown_name(file['name'])}\n{file['text']}".encode()
    return urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


def unpack(word: str) -> dict[str, str]:
    """Unpack a file; BadData if the text is malformed or the file too large."""
    reader = zlib.decompressobj()
    try:
        packed = urlsafe_b64decode(word.encode("ascii") + b"=" * (-len(word) % 4))
        content = reader.decompress(packed, SIZE + NAME_BYTES + 1)
        name, line, text = content.partition(b"\n")
        named = name.decode()
    except (ValueError, zlib.error):
        line, named, text = b"", "", b""
    if not line or (not reader.eof and len(text) <= SIZE):
        raise BadData(_("The file that came with this position can't be read: add it again."))
    file = decoded(named, text)
    return {"name": shown_name(file.name), "text": file.text}
