"""The description of the JSON interface (OpenAPI 3.1) at ``/api/docs``: made from the routes, shown without any script."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Request, Router
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from hanlin.core.i18n.language import _
from hanlin.server.routes.deps import page

ABOUT = """All that a browser can do, a program can. Seats count from 0. Actions are the texts of the notation in the rules.

Begin with POST /api/guests and send the token with every request: Authorization: Bearer TOKEN. Set up or join a table,
open the WebSocket /news?table=ID&push=state, and play when the actor of the state is your seat. A command names the number of
the state that it is for, and an id of its own: sent again, it is answered again.

The socket sends {"table", "number", "build", "state"} at once and whenever the table changes; "state" is what GET
/api/tables/ID gives, for the seat in &as=SEAT if you have several. A slow reader gets the newest state, and none in between.
Without &push=state the messages have no "state": fetch it. {"chat": N} announces a message in your chat, {"deleted": true} that
the table is gone, {"alive": true} comes every 15 seconds."""


PATH = "/api/docs"


async def only_known(request: Request[Any, Any, Any]) -> None:
    """What is not there is said on a page of the house, not on one of the library's."""
    if request.url.path.rstrip("/") not in (PATH, f"{PATH}/openapi.json"):
        raise NotFoundException(_("There is no page at this address."))


class Page(OpenAPIRenderPlugin):
    """The description as a page of the house."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        routes = [
            {"method": method.upper(), "path": path, **operation, **self._examples(operation, openapi_schema)}
            for path, methods in openapi_schema["paths"].items()
            for method, operation in methods.items()
        ]
        answer = page(request.app.state.services, request, "api.html", info=openapi_schema["info"], routes=routes)
        return answer.content.encode()

    def _examples(self, operation: dict[str, Any], schema: dict[str, Any]) -> dict[str, str]:
        """What a request may hold, and what the answer looks like, as indented JSON."""
        sent = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        answers = [each for status, each in operation["responses"].items() if status.startswith("2")]
        got = next(iter(answers[0].get("content", {"": {}}).values())).get("schema") if answers else None
        return {"sent": shown(sent, schema), "got": shown(got, schema)}


def shown(part: dict[str, Any] | None, schema: dict[str, Any]) -> str:
    """An example of a part of the schema as text; empty where there is none."""
    if not part:
        return ""
    return msgspec.json.format(msgspec.json.encode(example(part, schema)), indent=2).decode()


def example(part: dict[str, Any], schema: dict[str, Any]) -> Any:
    """A value that fits a part of the schema, from the examples that stand there."""
    if "$ref" in part:
        return example(schema["components"]["schemas"][part["$ref"].rpartition("/")[2]], schema)
    if part.get("examples"):
        found = part["examples"]
        return found[0] if isinstance(found, list) else next(iter(found.values()))
    for choice in ("oneOf", "anyOf"):
        if choice in part:
            return example(next((each for each in part[choice] if each.get("type") != "null"), {"type": "null"}), schema)
    if "const" in part or part.get("enum"):
        return part["const"] if "const" in part else part["enum"][0]
    kind = part.get("type")
    if kind == "object":
        needed = part.get("required", [])
        there = {name: each for name, each in part.get("properties", {}).items() if name in needed or _says_something(each)}
        return {name: example(each, schema) for name, each in there.items()}
    if kind == "array":
        items = part.get("items") or next(iter(part.get("prefixItems", [])), None)
        return [example(each, schema) for each in part.get("prefixItems", [items] if items else [])]
    return part.get("default", {"string": "…", "integer": 0, "number": 0, "boolean": False}.get(str(kind)))


def _says_something(part: dict[str, Any]) -> bool:
    """Whether a field that may be left out belongs into an example: not where it may be null and no value is shown."""
    choices = [*part.get("oneOf", []), *part.get("anyOf", [])]
    shows = any(each.get("examples") or "$ref" in each for each in (part, *choices))
    return shows or not any(each.get("type") == "null" for each in choices)


def documentation() -> OpenAPIConfig:
    """The settings of the description."""
    return OpenAPIConfig(
        title="Hanlin",
        version=version("hanlin"),
        description=ABOUT,
        openapi_router=Router(PATH, route_handlers=[], include_in_schema=False, before_request=only_known),
        render_plugins=[JsonRenderPlugin(path="/openapi.json"), Page()],
        use_handler_docstrings=True,
        components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        security=[{"token": []}, {}],
    )
