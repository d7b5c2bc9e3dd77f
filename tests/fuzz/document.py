"""The document of every public address: read from its two files, and asked who is known at an address."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent
METHODS = ("get", "post", "delete")
Operation = tuple[str, str]


def read(*names: str) -> dict[str, Any]:
    """One document of several files; each address and each component stands in one of them."""
    whole, *others = (yaml.load((FOLDER / name).read_text(), Loader=yaml.CSafeLoader) for name in names)
    for other in others:
        whole["paths"] |= other["paths"]
        for kind, components in other["components"].items():
            whole["components"].setdefault(kind, {}).update(components)
    return whole


DOCUMENT = read("openapi.yaml", "payments.yaml")
MONEY = frozenset(read("payments.yaml")["paths"])
OPERATIONS = [(path, method) for path, item in DOCUMENT["paths"].items() for method in item if method in METHODS]


def responses(path: str, method: str) -> Mapping[str, Any]:
    """The statuses that are written down, the best one first."""
    written: Mapping[str, Any] = DOCUMENT["paths"][path][method]["responses"]
    return written


def known_part(path: str) -> dict[str, str]:
    """Whose address it is: of the parts that can be told, the first is the known one."""
    parts = (_found(part) for part in DOCUMENT["paths"][path].get("parameters", []))
    return {
        part["name"]: part["schema"]["enum"][0] for part in parts if part["in"] == "path" and "enum" in part["schema"]
    }


def _found(part: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in part:
        return part
    found: dict[str, Any] = DOCUMENT["components"]["parameters"][part["$ref"].rpartition("/")[2]]
    return found
