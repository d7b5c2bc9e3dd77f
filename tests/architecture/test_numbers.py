"""Each named number is a decision, and says beside it why it is so much: a limit, a timeout, a threshold, a weight."""

import ast
import io
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOMS = ("config", "tenants", "knowledge", "tools", "journeys", "conversations")
MADE_OF_NUMBERS = {"timedelta", "Decimal", "frozenset", "int", "float"}


def test_each_named_number_has_its_reason() -> None:
    """In a comment beside or above it (one for a row of numbers), or a docstring below."""
    paths = (path for room in ROOMS for path in Path(room).rglob("*.py") if "migrations" not in path.parts)
    assert [f"{path}:{line}" for path in sorted(paths) for line in _bare(path.read_text())] == []


def _bare(source: str) -> Iterator[int]:
    """The lines of numbers at the top of a module about which nothing is said."""
    comments: set[int] | None = None
    for node, after in pairwise([*ast.parse(source).body, None]):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None or not _is_number(node.value):
            continue
        lines = range(node.lineno - 1, (node.end_lineno or node.lineno) + 1)
        has_docstring = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if has_docstring:
            continue
        comments = _comments(source) if comments is None else comments
        if comments.isdisjoint(lines):
            yield node.lineno


def _comments(source: str) -> set[int]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0] for token in tokens if token.type == tokenize.COMMENT and "fmt: skip" not in token.string}


def _is_number(value: ast.expr) -> bool:
    """A number, a sum of numbers, a span of time, or a row of such."""
    match value:
        case ast.Constant(value=it):
            return isinstance(it, int | float) and not isinstance(it, bool)
        case ast.UnaryOp(operand=it):
            return _is_number(it)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) or _is_number(right)
        case ast.Tuple(elts=each) | ast.List(elts=each) | ast.Set(elts=each):
            return bool(each) and all(map(_is_number, each))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            given = [*args, *(keyword.value for keyword in keywords)]
            return name in MADE_OF_NUMBERS and any(map(_is_number, given))
    return False
