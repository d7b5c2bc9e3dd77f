"""Texts that make a regular expression work hard, put together from the parts of the expression itself.

An expression is quadratic when one place of a text can be tried in many ways: a run that may begin anywhere, two
repeats side by side that share characters, an opening whose end never comes. So each repeat, each class and each
beginning of a sequence is repeated on its own, alone and after what must stand before it, with an end that fits and
with one that does not.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

EVERYWHERE = (" ", "\n", "1", "a", "A", "-", ".", ",", "?", '"', "(", "[", "<", "a ", "1 ", "1,", "a.", "A a ", "\n\n-")
CANDIDATES = " a1A.,-!?\n_:/\"'é%#"
ENDS = ("", "\x00", "_", " x")
MOST_UNITS = 30
CATEGORIES = {
    ops.CATEGORY_DIGIT: str.isdecimal,
    ops.CATEGORY_SPACE: str.isspace,
    ops.CATEGORY_WORD: lambda one: one.isalnum() or one == "_",
}
OPPOSITES = {
    ops.CATEGORY_NOT_DIGIT: ops.CATEGORY_DIGIT,
    ops.CATEGORY_NOT_SPACE: ops.CATEGORY_SPACE,
    ops.CATEGORY_NOT_WORD: ops.CATEGORY_WORD,
}


def makers(pattern: re.Pattern[Any]) -> Iterator[Callable[[int], Any]]:
    """Each makes a hostile text of about so many characters, of the pattern's own type."""
    for recipe in _recipes(_source(pattern), pattern.flags):
        yield partial(_text, *recipe, is_bytes=isinstance(pattern.pattern, bytes))


def _text(before: str, unit: str, end: str, size: int, *, is_bytes: bool) -> Any:
    text = before + unit * max(1, (size - len(before)) // len(unit)) + end
    return text.encode("latin-1", "replace") if is_bytes else text


def _source(pattern: re.Pattern[Any]) -> str:
    return pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern


def _recipes(source: str, flags: int) -> Iterator[tuple[str, str, str]]:
    tree = _parser.parse(source, flags & ~re.DEBUG)
    found = dict.fromkeys(_units("", tree))
    alone = dict.fromkeys(unit for _, unit in found)
    chosen = [("", unit) for unit in alone] + [pair for pair in found if pair[0]]
    for before, unit in chosen[:: -(-len(chosen) // MOST_UNITS)]:
        for end in ENDS:
            yield before, unit, end
        yield before, f"{unit} ", "\x00"
    for unit in EVERYWHERE:
        yield "", unit, "\x00"


def _units(before: str, tree: Any) -> Iterator[tuple[str, str]]:
    """What may be repeated, each with what must stand before it."""
    begun = ""
    for op, value in tree:
        example = _example([(op, value)])
        if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            body = _example(value[2]) or "a"
            yield before + begun, body
            for each in _characters(value[2]):
                yield before + begun, each
            yield from _units(before + begun + body * (min(value[0], 20) - 1), value[2])
        else:
            if example:
                yield before + begun, example
            for inner in _inside(op, value):
                yield from _units(before + begun, inner)
        begun += example
        if begun:
            yield before, begun


def _inside(op: Any, value: Any) -> list[Any]:
    if op is ops.SUBPATTERN:
        return [value[3]]
    if op is ops.BRANCH:
        branches = value[1]
        return branches[:: max(1, len(branches) // 6)]
    if op is ops.ATOMIC_GROUP:
        return [value]
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return [value[1]]
    return [one for one in value[1:] if one] if op is ops.GROUPREF_EXISTS else []


def _characters(tree: Any) -> Iterator[str]:
    """One of each kind of character that a class lets in."""
    for op, value in tree:
        if op is ops.IN:
            yield from [one for one in CANDIDATES if _is_in(value, one)][:3]
        elif op is ops.ANY:
            yield "a"


def _example(tree: Any) -> str:
    """A short text that the tree matches, save for what looks ahead or behind."""
    return "".join(_one(op, value) for op, value in tree)


def _one(op: Any, value: Any) -> str:
    if op is ops.LITERAL:
        return chr(value)
    if op is ops.NOT_LITERAL:
        return next(one for one in CANDIDATES if ord(one) != value)
    if op is ops.ANY:
        return "a"
    if op is ops.IN:
        literals = [chr(each) for kind, each in value if kind is ops.LITERAL]
        ranges = [chr(each[0]) for kind, each in value if kind is ops.RANGE]
        return next((one for one in [*CANDIDATES, *literals, *ranges] if _is_in(value, one)), "")
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        return _example(value[2]) * max(1, min(value[0], 20))
    if op is ops.BRANCH:
        return _example(value[1][0])
    if op is ops.SUBPATTERN:
        return _example(value[3])
    return _example(value) if op is ops.ATOMIC_GROUP else ""


def _is_in(items: Any, one: str) -> bool:
    is_negated, is_named = False, False
    for kind, value in items:
        if kind is ops.NEGATE:
            is_negated = True
        elif kind is ops.LITERAL:
            is_named |= ord(one) == value
        elif kind is ops.RANGE:
            is_named |= value[0] <= ord(one) <= value[1]
        elif value in CATEGORIES:
            is_named |= CATEGORIES[value](one)
        else:
            is_named |= not CATEGORIES[OPPOSITES[value]](one)
    return is_named != is_negated
