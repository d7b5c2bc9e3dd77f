"""Where in our own code something is done, as "module:function"."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOMS = ("config", "tenants", "knowledge", "tools", "journeys", "conversations")
Matches = Callable[[ast.AST], bool]


@cache
def texts() -> dict[str, str]:
    """Every module of ours by its name; migrations left out."""
    paths = [path for room in ROOMS for path in sorted(Path(room).rglob("*.py")) if "migrations" not in path.parts]
    return {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path.read_text() for path in paths}


def having(*words: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules in which one of these words stands: to read all of the house takes seconds."""
    return ((name, ast.parse(text)) for name, text in texts().items() if any(word in text for word in words))


def sites(matches: Matches, *words: str) -> set[str]:
    """Every place where a piece of code matches, which it does only with one of these words."""
    return {f"{module}:{function}" for module, tree in having(*words) for function in _functions(tree, matches, "")}


def imports(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update({node.module, *(f"{node.module}.{alias.name}" for alias in node.names)})
    return found


def calls(*names: str) -> Matches:
    """Calls of these names, bare or as the last attribute."""
    return lambda node: isinstance(node, ast.Call) and _last(node.func) in names


def calls_on(owner: str) -> Matches:
    """Calls of any method of a name."""
    return lambda node: (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _last(node.func.value) == owner
    )


def names(name: str) -> Matches:
    return lambda node: isinstance(node, ast.Attribute | ast.Name) and _last(node) == name


def _last(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _functions(tree: ast.AST, matches: Matches, within: str) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        is_named = isinstance(node, ast.FunctionDef | ast.ClassDef)
        name = f"{within}.{node.name}".lstrip(".") if is_named else within  # type: ignore[attr-defined]
        if matches(node):
            yield name
        yield from _functions(node, matches, name)
