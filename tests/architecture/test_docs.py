"""The documents point at what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    lost = [link for link in LINK.findall(page.read_text()) if not (page.parent / link).exists()]
    assert not lost


def test_the_tour_names_files_that_there_are() -> None:
    page = (ROOT / "docs" / "tour.md").read_text()
    named = {name for name in re.findall(r"`((?:[a-z_]+/)+[a-z_]*(?:\.py|\.toml)?)`", page) if "<" not in name}
    assert len(named) > 12
    assert not [name for name in sorted(named) if not (ROOT / name).exists()]
