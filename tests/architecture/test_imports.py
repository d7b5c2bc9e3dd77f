"""What import-linter cannot see: submodules of libraries, imports inside functions, and shared cache keys."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

LOWER_ROOMS = ("journeys", "tools", "knowledge")
ROOMS = ("config", "tenants", "knowledge", "tools", "journeys", "conversations")
SOURCES = sorted(path for room in ROOMS for path in Path(room).rglob("*.py") if "migrations" not in path.parts)


def is_page(path: Path) -> bool:
    """An admin page answers requests."""
    return "admin" in path.parts or path.stem == "admin"


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize(
    "path", [path for path in SOURCES if path.parts[0] in LOWER_ROOMS and not is_page(path)], ids=str
)
def test_the_lower_rooms_know_nothing_of_http(path: Path) -> None:
    modules = set(imports(ast.parse(path.read_text())))
    assert not {name for name in modules if name.startswith(("django.http", "rest_framework"))}


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_every_module_says_what_it_is(path: Path) -> None:
    text = path.read_text()
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), f"{path} has no docstring"


def test_no_file_outgrows_the_house() -> None:
    assert not [str(path) for path in SOURCES if len(path.read_text().splitlines()) > 300]
