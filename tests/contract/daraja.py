"""Daraja's documents: request and answer schemas, and the examples on Safaricom's own pages.

The schemas are derived from those pages by others and differ from them here and there (a short code is text in the
one and a number in the other). Where Safaricom's own example breaks a schema in the same way, nothing is amiss.
"""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

from tests.contract import prism

# As api-evangelist/mpesa and the developer portal have them; the pages lie in official-docs.
DOCUMENTS = Path(os.environ.get("DARAJA_OPENAPI", prism.DOCUMENTS / "daraja"))
OPENAPI = "mpesa-openapi-original.yml"
ASYNCAPI = "mpesa-callbacks-asyncapi.yml"
# Our client speaks the second version of this path; only the first one is in the documents.
PATHS = {"/mpesa/c2b/v2/registerurl": "/mpesa/c2b/v1/registerurl"}
EXAMPLE = re.compile(r"```json\s(.*?)```", re.DOTALL)


def why_not() -> str:
    """What this machine lacks; nothing when all is there."""
    missing = [name for name in (OPENAPI, ASYNCAPI, "official-docs") if not (DOCUMENTS / name).exists()]
    return (
        f"Daraja's documents are not here; name their folder in DARAJA_OPENAPI (missing: {missing[0]})"
        if missing
        else ""
    )


def amiss_in_request(path: str, body: Any, *, example: Any = None) -> set[str]:
    """Which fields of a request's body break its schema, save those in which the example breaks it too."""
    schema = _operation(path)["requestBody"]["content"]["application/json"]["schema"]
    return _broken(schema, body) - (_broken(schema, example) if example else set())


def amiss_in_answer(path: str, method: str, body: Any) -> set[str]:
    schema = _operation(path, method)["responses"]["200"]["content"]["application/json"]["schema"]
    return _broken(schema, body)


def parameters(path: str) -> dict[str, bool]:
    """The query's parameters, and whether each must be there."""
    return {one["name"]: one["required"] for one in _operation(path, "get")["parameters"] if one["in"] == "query"}


def amiss_in_callback(name: str, body: Any) -> set[str]:
    message = _read(ASYNCAPI)["components"]["messages"][name]
    return _broken(message["payload"], body)


def examples(page: str) -> list[dict[str, Any]]:
    """Every JSON object on a page of the portal."""
    found = EXAMPLE.findall((DOCUMENTS / "official-docs" / f"{page}.md").read_text())
    return [json.loads(one) for one in found]


def example(page: str, field: str, **wanted: Any) -> dict[str, Any]:
    """The first one with this field, wherever it stands in it, and these values as text."""
    for one in examples(page):
        told = json.dumps(one)
        if f'"{field}"' in told and all(f'"{name}": {json.dumps(value)}' in told for name, value in wanted.items()):
            return one
    raise LookupError(f"{page} has no example with {field}")


def _operation(path: str, method: str = "post") -> dict[str, Any]:
    operation: dict[str, Any] = _read(OPENAPI)["paths"][PATHS.get(path, path)][method]
    return operation


def _broken(schema: dict[str, Any], body: Any) -> set[str]:
    whole = {**schema, "components": _read(OPENAPI)["components"]}
    validator = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
    return {
        "/".join(str(part) for part in error.instance_path) or error.message for error in validator.iter_errors(body)
    }


@cache
def _read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((DOCUMENTS / name).read_text())
    return document
