"""Escaping in templates."""

import jinja2
import pytest
from markupsafe import Markup

from hanlin.core.i18n.language import _, language
from hanlin.server.views.assets import Assets
from hanlin.server.views.escaping import Ready
from hanlin.server.views.templates import Environment, make_templates


def made(**shared):
    environment = Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    environment.globals.update(_=_, **shared)
    return environment


@pytest.mark.parametrize(
    ("what", "written"),
    [
        ('a < b & "c"', "a &lt; b &amp; &#34;c&#34;"),
        (Markup("<b>a</b>"), "<b>a</b>"),
        (Ready("<b>a</b>"), "<b>a</b>"),
        (3, "3"),
        (None, "None"),
        (["<"], "[&#39;&lt;&#39;]"),
    ],
)
def test_html_is_kept_and_everything_else_is_escaped(what, written):
    assert made().from_string("{{ what }}").render(what=what) == written


def test_texts_are_escaped_in_the_language_of_each_page():
    template = made().from_string('{{ _("Board") }}{{ _("a < b") }}{{ _(what) }}')
    assert template.render(what="<") == "Boarda &lt; b&lt;"
    with language("de"):
        assert template.render(what="<") == f"{_('Board')}a &lt; b&lt;"
        assert _("Board") != "Board"


def test_what_is_missing_is_still_an_error():
    with pytest.raises(jinja2.UndefinedError):
        made().from_string("{{ what }}").render()
    with pytest.raises(jinja2.UndefinedError):
        made().from_string("{{ what(1) }}").render()


def test_shared_functions_get_values_of_templates_even_in_macros():
    source = (
        "{% macro twice(what) %}{{ pair(what, last=what) }}{{ caller() if caller is defined else '' }}{% endmacro %}"
        "{% for each in (1, 2) %}{{ twice(each) }}{{ nothing() }}{{ pair(*(each, 0)) }}{% endfor %}"
        "{% call twice(3) %}<i>{{ pair(1, 2) }}</i>{% endcall %}"
    )
    shared = {"pair": lambda first, last: f"{first}<{last} ", "nothing": lambda: Ready("<br>")}
    said = made(**shared).from_string(source).render()
    assert said == "1&lt;1 <br>1&lt;0 2&lt;2 <br>2&lt;0 3&lt;3 <i>1&lt;2 </i>"


def test_no_shared_template_function_needs_its_context():
    # They are called as they are, without the template's context.
    shared = make_templates(Assets()).globals.values()
    assert not [each for each in shared if hasattr(each, "jinja_pass_arg")]
