"""Every text that a person reads is there in every language, and its placeholders survived the translation."""

from __future__ import annotations

import re

import pytest

from hanlin.core.i18n.language import language, languages, listed
from hanlin.core.verbs.presentation import labelled
from messages import DOMAINS, catalogue, extracted

PLACEHOLDER = re.compile(r"\{[a-z_]*[^{}]*\}|%\([a-z_]+\)[sd]")

CATALOGUES = [(code, domain) for code in languages() if code != "en" for domain in DOMAINS]


def test_the_languages_are_there():
    assert {"en", "fr", "it", "nl"} <= set(languages())


@pytest.mark.parametrize(("code", "domain"), CATALOGUES)
def test_no_catalogue_lacks_a_message(code, domain):
    there = catalogue(code, domain)
    missing = []
    for message in extracted(domain):
        if message.id:
            found = there.get(message.id, message.context)
            strings = [] if found is None else [found.string] if isinstance(found.string, str) else list(found.string)
            if not strings or not all(strings) or "fuzzy" in found.flags:
                missing.append(message.id)
    assert not missing, f"{code}/{domain}.po lacks these (run `make messages`, then translate): {missing}"


@pytest.mark.parametrize(("code", "domain"), CATALOGUES)
def test_no_catalogue_has_messages_that_no_source_has(code, domain):
    sources = extracted(domain)
    left = [
        message.id for message in catalogue(code, domain) if message.id and sources.get(message.id, message.context) is None
    ]
    assert not left, f"{code}/{domain}.po has messages that no source has any more: {left}"


def test_a_reworded_english_text_is_noticed():
    """A text that changes in the source is a missing message of every catalogue: the tests above compare by the text itself."""
    there = catalogue("it", "table")
    message = next(message for message in there if message.id and isinstance(message.id, str))
    assert there.get(message.id + " (reworded)", message.context) is None


@pytest.mark.parametrize(("code", "domain"), CATALOGUES)
def test_placeholders_survive_translation(code, domain):
    wrong = []
    for message in catalogue(code, domain):
        if not message.id:
            continue
        sources = [message.id] if isinstance(message.id, str) else list(message.id)
        strings = [message.string] if isinstance(message.string, str) else list(message.string)
        wanted = {name for source in sources for name in PLACEHOLDER.findall(source)}
        # A singular may say "one" where the plural has the number.
        needed = set.intersection(*(set(PLACEHOLDER.findall(source)) for source in sources))
        for string in strings:
            found = set(PLACEHOLDER.findall(string))
            if string and not needed <= found <= wanted:
                wrong.append((message.id, string))
    assert not wrong, f"{code}/{domain}.po: placeholders differ: {wrong}"


@pytest.mark.parametrize(
    ("code", "items", "text"),
    [
        ("en", [], ""),
        ("en", ["a"], "a"),
        ("en", ["a", "b", "c"], "a, b and c"),
        ("it", ["a", "b", "c"], "a, b e c"),
        ("fr", ["a", "b", "c"], "a, b et c"),
        ("nl", ["a", "b", "c"], "a, b en c"),
    ],
)
def test_a_list_within_a_sentence_reads_as_the_language_has_it(code, items, text):
    with language(code):
        assert listed(iter(items)) == text


def test_a_label_has_the_colon_of_the_language():
    with language("en"):
        assert labelled("Monk", 2) == "Monk: 2"
    with language("fr"):
        assert labelled("Moine", 2) == "Moine\u00a0: 2"


@pytest.mark.parametrize("domain", DOMAINS)
def test_french_keeps_its_marks_with_their_words(domain):
    """A space before : ; ! ? and within « » is one that does not break (U+00A0), and an apostrophe is a typographic one."""
    wrong = []
    for message in catalogue("fr", domain):
        strings = [message.string] if isinstance(message.string, str) else list(message.string)
        wrong += [string for string in strings if message.id and re.search(r" [:;!?»]|« |[a-zà-ÿ]'[a-zà-ÿ{]", string)]
    assert not wrong
