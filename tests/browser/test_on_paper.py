"""Printed pages fit on their sheet."""

import re

import pytest

from hanlin.core.i18n.language import languages


@pytest.mark.parametrize("game", ["year_of_the_dragon", "china", "forbidden_city"])
def test_the_rules_in_brief_fill_one_sheet_in_each_language(new_context, server, game):
    page = new_context().new_page()
    for code in languages():
        page.context.add_cookies([{"name": "language", "value": code, "url": server.address}])
        page.goto(f"{server.address}/rules/{game}/summary")
        assert page.locator("article.brief").get_attribute("lang") == code
        paper = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, code
