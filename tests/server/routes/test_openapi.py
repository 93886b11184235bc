"""The server answers every request that its OpenAPI description allows as the description says.

Schemathesis makes requests from it, of all routes that it lists: valid ones, and ones with something wrong. Most of them are of
tables that exist, and by somebody who sits there. ``HANLIN_REQUESTS``: how many of each route.
"""

from __future__ import annotations

import os

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from hanlin.client import Client
from helpers.serving import served
from lanterns import GAME

REQUESTS = int(os.environ.get("HANLIN_REQUESTS", "4"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("data"), {"lanterns": GAME}) as address:
        yield address


@pytest.fixture(scope="module")
def schema(address):
    schema = schemathesis.openapi.from_url(f"{address}/api/docs/openapi.json")
    schema.config.generation.update(modes=list(GenerationMode))
    return schema


def tables(address):
    """A token, and the tables of its owner: one that is open, one that runs, one that is over."""
    with Client.guest(address, "Ann") as ann:
        waits = ann.create("lanterns", 2, seats=["me", "open"], listed=True)
        runs = ann.create("lanterns", 2, seats=["me", "person"], listed=True)
        over = ann.create("lanterns", 2, seats=["me", "person"])
        ann._http.post(
            f"/api/tables/{over.id}/ask", json={"seat": 0, "number": ann.state(over.id).number, "client": "a", "what": "end"}
        )
        return ann.token, [waits.id, runs.id, over.id]


@pytest.mark.timeout(300 + 20 * REQUESTS)
def test_every_route_answers_as_it_is_described(address, schema):
    routes = [found.ok() for found in schema.get_all_operations()]
    assert len(routes) > 20
    asked = set()
    for route in routes:
        ask(address, route, asked)
    assert {200, 400, 401, 404, 422} <= asked


def ask(address, route, asked):
    """Requests of one route; notes which statuses were answered."""
    token, known = tables(address)

    @settings(
        max_examples=REQUESTS,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=route.as_strategy(), table=st.sampled_from([*known, None]), who=st.integers(0, 3))
    def requests(case, table, who):
        if table is not None and "table_id" in (case.path_parameters or {}):
            case.path_parameters["table_id"] = table
        if who > 1 and isinstance(case.body, dict) and "seat" in case.body:
            case.body |= {"seat": 0, "number": who}
        headers = {"authorization": f"Bearer {token}"} if who else {}
        response = case.call(headers=headers)
        asked.add(response.status_code)
        case.validate_response(response, checks=CHECKS)

    requests()
