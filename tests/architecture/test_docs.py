"""The documents point at what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
ROOMS = ("config", "tenants", "conversations", "journeys", "tools", "knowledge")
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


@pytest.mark.parametrize("page", ["search", "references"])
def test_each_step_of_the_library_stands_in_a_file_that_there_is(page: str) -> None:
    steps = re.findall(r"^\| \d\.[^|]+\|([^|]+)\|", (ROOT / "docs" / f"{page}.md").read_text(), re.MULTILINE)
    named = [name for step in steps for name in re.findall(r"`([\w/]+\.py)`", step)]
    assert len(named) > 6
    assert not [name for name in named if not (ROOT / "knowledge" / page / name).exists()]


def test_what_the_glossary_names_is_there() -> None:
    words = (ROOT / "docs" / "glossary.md").read_text().partition("## Old words")[0]
    named = re.findall(rf"`((?:{'|'.join(ROOMS)})(?:\.\w+)+)`", words)
    assert len(named) > 80
    assert not [name for name in named if not is_there(name)]


def is_there(name: str) -> bool:
    """Whether it is a module or a package, or stands in one."""
    place, rest = ROOT, name.split(".")
    while rest and (place / rest[0]).is_dir():
        place /= rest.pop(0)
    if rest and (place / f"{rest[0]}.py").exists():
        text = (place / f"{rest.pop(0)}.py").read_text()
    else:
        text = "".join(path.read_text() for path in place.glob("*.py"))
    return all(re.search(rf"\b{one}\b", text) for one in rest)


def test_the_events_that_are_worth_watching_are_logged() -> None:
    table = (ROOT / "docs" / "operating.md").read_text().partition("| event | meaning |")[2].partition("\n\n")[0]
    code = "".join(path.read_text() for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    events: list[str] = []
    for name in re.findall(r"`((?:[a-z_]+)?(?:\.[a-z_]+)+)`", table):
        events.append(events[-1].rpartition(".")[0] + name if name.startswith(".") else name)
    assert len(events) > 15
    # A status is put behind its dot: "conversations.message." + status.
    assert not [one for one in events if f'"{one}"' not in code and f'"{one.rpartition(".")[0]}."' not in code]


def test_every_decision_has_a_number_of_its_own_which_its_title_says() -> None:
    records = sorted((ROOT / "docs" / "adr").glob("*.md"))
    numbers = [int(path.name[:4]) for path in records]
    assert numbers == list(range(1, len(records) + 1))
    assert [int(path.read_text().split()[1].rstrip(".")) for path in records] == numbers
