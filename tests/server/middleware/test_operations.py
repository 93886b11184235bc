"""A host's view of a server: health, metrics, log."""

from __future__ import annotations

import io
import json
import logging
import re

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from hanlin.client import Client
from hanlin.server.asgi import make_app
from hanlin.server.lib import logging as server_logging
from hanlin.server.lib.logging import OneLine
from hanlin.server.middleware import rate_limit
from hanlin.server.middleware.metrics import kind_of
from helpers.serving import served
from lanterns import GAME


@pytest.fixture
def log():
    """The log of the server as JSON, while the test runs."""
    stream = io.StringIO()
    before = logging.getLogger().handlers[:], logging.getLogger().level
    server_logging.log_to(stream)
    yield stream
    logging.getLogger().handlers[:], level = before
    logging.getLogger().setLevel(level)


def test_health_checks_that_the_database_answers_and_its_layout(app, client):
    assert (client.get("/health").status_code, client.get("/health").text) == (200, "ok")
    services = app.state.services
    with services.store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
    assert client.get("/health").status_code == 503


def test_metrics_are_for_this_machine_only_and_name_no_table(tmp_path):
    with served(tmp_path, {"lanterns": GAME}) as address:
        with Client.guest(address, "Ann") as ann:
            place = ann.create("lanterns", 2, seats=["me", "bot:random"])
            ann.state(place.id)
        told = httpx.get(f"{address}/metrics")
    assert told.headers["content-type"].startswith("text/plain")
    numbers = dict(re.findall(r"^(hanlin_\w+(?:{[^}]*})?) ([\d.e+]+)$", told.text, re.MULTILINE))
    assert float(numbers["hanlin_tables_in_memory"]) == 1
    assert float(numbers["hanlin_changes_total"]) >= 1
    assert float(numbers['hanlin_requests_total{kind="table",status="200"}']) >= 1
    assert place.id not in told.text
    assert "Ann" not in told.text


def test_addresses_that_somebody_makes_up_are_counted_as_one_kind(app, client):
    for word in ("madeup", "another"):
        assert client.get(f"/t/8f3a01bc42/{word}").status_code == 404
    told = app.metrics.text().decode()
    assert 'hanlin_requests_total{kind="nothing",status="404"} 2.0' in told
    assert "madeup" not in told


@pytest.mark.parametrize(("headers", "status"), [({"host": "foreign.example"}, 421), ({"host": "localhost"}, 429)])
def test_made_up_addresses_of_refused_requests_add_no_labels(tmp_path, monkeypatch, headers, status):
    app = make_app(tmp_path, {"lanterns": GAME}, worker=False, proxy=True)
    with TestClient(app) as client:
        monkeypatch.setattr(rate_limit, "ALLOWED", 0)
        for n in range(50):
            word = f"madeup{chr(97 + n % 26)}{chr(97 + n // 26)}"
            for path in (f"/t/8f3a01bc42/{word}", f"/api/tables/x/{word}", f"/{word}", f"/api/{word}"):
                assert client.request(word.upper(), path, headers=headers).status_code == status
        told = app.metrics.text().decode()
    assert "madeup" not in told
    labels = set(re.findall(r"^hanlin_requests_total({.*}) ", told, re.MULTILINE))
    assert labels == {f'{{kind="{kind}",status="{status}"}}' for kind in ("nothing", "page", "api")}


def test_every_route_is_counted_by_a_known_kind(app):
    kinds = app.metrics.kinds
    assert {"api", "page", "play", "static", "table", "view"} <= kinds
    assert "nothing" not in kinds
    assert len(kinds) < 100


def test_other_machines_get_no_numbers(client):
    assert client.get("/metrics").status_code == 403


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/t/8f3a01bc42", "table"),
        ("/t/8f3a01bc42/play", "play"),
        ("/api/tables/8f3a01bc42", "table"),
        ("/api/guests", "api"),
        ("/", "page"),
        ("/static/x/look.css", "static"),
        ("/wp-login.php", "page"),
        ("nonsense", "page"),
    ],
)
def test_requests_are_counted_by_few_kinds(path, kind):
    assert kind_of(path) == kind


def test_a_line_of_the_log_is_an_object_with_time_level_and_event(log):
    logging.getLogger("hanlin.server").error("%s failed\nand more", "GET /t/x")
    (line,) = log.getvalue().splitlines()
    told = json.loads(line)
    assert told["event"] == "GET /t/x failed\nand more"
    assert (told["level"], told["logger"]) == ("error", "hanlin.server")
    assert re.match(r"\d{4}-\d\d-\d\dT", told["time"])


def test_no_secret_of_a_game_gets_into_the_log(log, tmp_path, monkeypatch):
    monkeypatch.setattr("hanlin.server.views.table_view.view_of", lambda *_given, **_more: 1 / 0)
    monkeypatch.setattr("hanlin.server.routes.web.table.view_of", lambda *_given, **_more: 1 / 0)
    app = make_app(tmp_path, {"lanterns": GAME}, worker=False)
    services = app.state.services
    with served(tmp_path, {"lanterns": GAME}) as address, Client.guest(address, "Ann") as ann:
        token = ann.token
        place = ann.create("lanterns", 2, seats=["me", "person"])
        secret = services.store.table(place.id).seed
        browser = httpx.Client(cookies={"hanlin-key": "a-browsers-own-key"})
        assert browser.get(f"{address}/t/{place.id}", headers={"authorization": f"Bearer {token}"}).status_code == 500
    for text in (f"seed {secret}", f"token={token}", "hanlin-key=a-browsers-own-key", "postgresql://hanlin:a-word@host/base"):
        logging.getLogger("hanlin.server").error("a fault with %s", text)
    written = log.getvalue()
    assert "ZeroDivisionError" in written
    for secret_text in (secret, token, "a-browsers-own-key", "a-word"):
        assert secret_text not in written
    assert server_logging.BLOT in written


def test_people_at_a_terminal_get_lines_without_secrets():
    shown = server_logging.Text()
    assert isinstance(shown, OneLine)
    record = logging.LogRecord("hanlin", logging.ERROR, "", 0, "token %s", ("hanlin-" + "x" * 40,), None)
    assert server_logging.BLOT in shown.format(record)
