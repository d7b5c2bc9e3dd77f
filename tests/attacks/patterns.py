"""Every regular expression of the house: held by a module or a class, written into a call, or made when first asked."""

import ast
import functools
import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

FUNCTIONS = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")
PACKAGES = ("config", "tenants", "conversations", "journeys", "tools", "knowledge")
# They hold connections and threads, which nobody would close.
KEPT = ("_http", "_never_awaited", "_chat", "_client", "client", "_server", "_thread", "_background")
NOT_IMPORTED = ("config.run", "config.wsgi", "config.asgi", "migrations")
Pattern = re.Pattern[Any]
Use = tuple[Pattern, str]
Found = dict[str, Use]


def modules(package: str) -> list[ModuleType]:
    """Every module of a package, imported."""
    top = importlib.import_module(package)
    names = [found.name for found in pkgutil.walk_packages(top.__path__, f"{package}.")]
    return [top, *(importlib.import_module(name) for name in names if not any(one in name for one in NOT_IMPORTED))]


def standing(module: ModuleType) -> Found:
    """Those that a module and its classes hold, however deep, and those written into a call of `re` with its name."""
    found = {f"{name} {pattern.pattern!r}": (pattern, "any") for name, pattern in _held(module)}
    return found | {f"line {line} {pattern.pattern!r}": (pattern, use) for line, pattern, use in _written(module)}


def _held(module: ModuleType) -> Iterator[tuple[str, Pattern]]:
    for name, value in vars(module).items():
        for pattern in _within(value, module.__name__, set()):
            yield name, pattern


def _within(  # noqa: C901
    value: Any, module: str, seen: set[int]
) -> Iterator[Pattern]:
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Mapping):
        for each in (*value.keys(), *value.values()):
            yield from _within(each, module, seen)
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _within(each, module, seen)
    elif isinstance(value, type) and value.__module__ == module:
        for each in vars(value).values():
            yield from _within(each, module, seen)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _within(getattr(value, field.name, None), module, seen)


def _written(module: ModuleType) -> Iterator[tuple[int, Pattern, str]]:
    """With the function that they are given to; `re.compile` may be followed by any."""
    source = Path(module.__file__ or "").read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and bool(node.args)
        if not is_call or not isinstance(node.func.value, ast.Name) or node.func.value.id != "re":
            continue
        words = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
        if isinstance(words, str | bytes) and node.func.attr in FUNCTIONS:
            flags = next((word.value for word in node.keywords if word.arg == "flags"), None)
            pattern = re.compile(words, eval(ast.unparse(flags), {"re": re}) if flags else 0)  # noqa: S307
            yield node.lineno, pattern, node.func.attr


@contextmanager
def made_meanwhile() -> Iterator[Found]:
    """Those that code of the house makes in this block, though they had been made and kept before."""
    found: Found = {}
    compiler = re._compiler  # type: ignore[attr-defined]
    compile_: Callable[..., Pattern] = compiler.compile

    def compile_and_keep(words: Any, flags: int = 0) -> Pattern:
        pattern = compile_(words, flags)
        if place := _place(sys._getframe(1)):
            found[f"{place} {words!r}"] = (pattern, "any")
        return pattern

    _forget()
    compiler.compile = compile_and_keep
    try:
        yield found
    finally:
        compiler.compile = compile_


def _forget() -> None:
    re.purge()
    for package in PACKAGES:
        for module in modules(package):
            for value in vars(module).values():
                is_own = isinstance(value, functools._lru_cache_wrapper) and value.__module__ == module.__name__
                if is_own and value.__name__ not in KEPT:
                    value.cache_clear()


def _place(frame: FrameType | None) -> str:
    """The innermost module of the house among the callers."""
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        if name.partition(".")[0] in PACKAGES:
            return f"{name}.{frame.f_code.co_name}"
        if name.partition(".")[0] not in ("re", "functools", "tests"):
            return ""
        frame = frame.f_back
    return ""
