"""All catalogues of a language are read as one: an English text has one translation, in whichever catalogue."""

from __future__ import annotations

from collections import defaultdict

import pytest

from hanlin.core.i18n.language import languages
from messages import DOMAINS, catalogue


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_one_english_text_has_one_translation(code):
    translations = defaultdict(set)
    for domain in DOMAINS:
        for message in catalogue(code, domain):
            if message.id:
                translations[str(message.id), message.context].add(str(message.string))
    differing = {text: found for text, found in translations.items() if len(found) > 1}
    assert not differing, f"translated differently in the catalogues of {code}: {differing}"
