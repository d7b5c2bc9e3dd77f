"""The bill of what is in an installation is one: CycloneDX' own schema takes it, and nothing beside."""

import json
from copy import deepcopy
from typing import Any

import pytest

from deploy import sbom
from tests.deploy.needed import needed

needed("cyclonedx")

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator


def objections(document: dict[str, Any]) -> list[str]:
    """What the schema of its own version has against it; a property that the schema does not know, too."""
    validator = JsonStrictValidator(SchemaVersion.from_version(document["specVersion"]))
    found = validator.validate_str(json.dumps(document), all_errors=True)
    return [str(one) for one in found or ()]


def test_the_schema_takes_it() -> None:
    assert objections(sbom.document()) == []


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [
        ((), "serial", "1"),
        (("components", 0), "type", "package"),
        (("components", 0, "hashes", 0), "content", "abc"),
        (("metadata", "component", "licenses", 0, "license"), "id", "None of these"),
    ],
)
def test_the_schema_refuses_what_is_wrong(where: tuple[str | int, ...], name: str, value: str) -> None:
    document = deepcopy(sbom.document())
    part: Any = document
    for step in where:
        part = part[step]
    part[name] = value
    assert len(objections(document)) >= 1
