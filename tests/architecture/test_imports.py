"""What import-linter cannot see: submodules of libraries, imports inside functions, and shared cache keys."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

LOWER_ROOMS = ("journeys", "tools", "knowledge")
ROOMS = ("config", "tenants", "knowledge", "tools", "journeys", "conversations")
SOURCES = sorted(path for room in ROOMS for path in Path(room).rglob("*.py") if "migrations" not in path.parts)


HTTP = ("django.http", "django.shortcuts", "django.views", "rest_framework")


def answers_requests(path: Path) -> bool:
    """An admin page does, and so does what payment providers call back."""
    is_callback = path.parts[:2] == ("tools", "payments") and path.stem == "callbacks"
    return "admin" in path.parts or path.stem == "admin" or is_callback


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.fixture(scope="module")
def sources() -> dict[Path, str]:
    return {path: path.read_text() for path in SOURCES}


def test_the_lower_rooms_know_nothing_of_http(sources: dict[Path, str]) -> None:
    lower = [path for path in SOURCES if path.parts[0] in LOWER_ROOMS and not answers_requests(path)]
    modules = ((path, name) for path in lower for name in imports(ast.parse(sources[path])))
    assert [(str(path), name) for path, name in modules if name.startswith(HTTP)] == []


# Rooms that are pages or an API through and through; the simulator is other people's servers.
PAGES = {"admin", "desk", "api", "page", "simulator"}
NAMED_FOR_HTTP = {
    "admin", "views", "view", "webhook", "envelope", "door", "admission", "application", "middleware", "sessions",
    "client_address", "served_files",
}  # fmt: skip


def test_who_answers_requests_says_so_in_its_name(sources: dict[Path, str]) -> None:
    upper = [path for path in SOURCES if path.parts[0] in ("tenants", "conversations") and not PAGES & set(path.parts)]
    answering = {path for path in upper for name in imports(ast.parse(sources[path])) if name.startswith(HTTP)}
    assert [str(path) for path in sorted(answering) if path.stem not in NAMED_FOR_HTTP] == []


def test_every_module_says_what_it_is(sources: dict[Path, str]) -> None:
    silent = [str(path) for path, text in sources.items() if text.strip() and not ast.get_docstring(ast.parse(text))]
    assert silent == []


def test_no_file_outgrows_the_house(sources: dict[Path, str]) -> None:
    assert [str(path) for path, text in sources.items() if len(text.splitlines()) > 300] == []
