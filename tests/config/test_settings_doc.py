"""docs/settings.md names every setting, with the words of the code; nothing more and nothing less."""

import re
from pathlib import Path

import pytest
from pydantic.fields import FieldInfo

from config.environment import Environment

PAGE = Path(__file__).resolve().parents[2] / "docs" / "settings.md"
ROW = re.compile(r"^\| `(?P<name>[A-Z_]+)` \| (?P<default>[^|]*) \| (?P<description>[^|]*) \|$", re.MULTILINE)
ROWS = {match["name"]: match for match in ROW.finditer(PAGE.read_text())}
FIELDS = list(Environment.model_fields.values())


def default_of(field: FieldInfo) -> str:
    return "unset" if field.default is None else f"`{str(field.default).lower()}`"


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.alias)
def test_a_setting_is_documented_as_the_code_says_it(field: FieldInfo) -> None:
    assert field.alias in ROWS, f"docs/settings.md does not name {field.alias}"
    assert ROWS[field.alias]["description"] == field.description
    assert ROWS[field.alias]["default"] == default_of(field)


def test_no_setting_is_documented_that_the_code_does_not_read() -> None:
    assert set(ROWS) == {field.alias for field in FIELDS}
