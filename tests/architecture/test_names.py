"""One name, one meaning: no two public classes by one name, and the field's words instead of a dialect of our own."""

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOMS = ("config", "tenants", "knowledge", "tools", "journeys", "conversations")
# The simulator speaks as Twilio, Safaricom and PesaPal do, with their words; Django asks commands to be called so.
OTHERS_WORLD = "conversations/simulator"
DJANGOS = {"Command"}
# In docs/glossary.md stands what each is called instead.
BANNED = re.compile(
    r"^(?:told|said|heard|whose|not_?taken|perhaps_?taken|happening|keeper|hearing|prompt)s?$", re.IGNORECASE
)
# What a model is sent is its prompt; what it said of itself is not ours to name.
OF_A_MODEL = {"PROMPT", "prompts"}


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    """Every module of the product, read once."""
    every = (path for room in ROOMS for path in Path(room).rglob("*.py") if "migrations" not in path.parts)
    return {path: ast.parse(path.read_text()) for path in every}


@pytest.fixture(scope="module")
def classes(trees: dict[Path, ast.Module]) -> dict[str, set[str]]:
    """The public classes at the top of a module, by name: the modules in which they stand."""
    found: dict[str, set[str]] = defaultdict(set)
    for path, tree in trees.items():
        for node in () if str(path).startswith(OTHERS_WORLD) else tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(str(path))
    return found


def test_no_two_public_classes_have_one_name(classes: dict[str, set[str]]) -> None:
    twice = {name for name, modules in classes.items() if len(modules) > 1}
    assert twice - DJANGOS == set()


def test_nothing_is_called_by_a_word_of_the_old_dialect(trees: dict[Path, ast.Module]) -> None:
    """No module, folder, class, function or constant; a parameter or a local may be what somebody `said`."""
    named = []
    for path, tree in trees.items():
        every = [path.stem, path.parent.name, *_public_names(tree)]
        named += [f"{path}: {name}" for name in every if BANNED.match(name) and name not in OF_A_MODEL]
    assert named == []


def _public_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def test_a_customer_is_they() -> None:
    """Of nobody who writes, works or pays is it known. What customers write themselves stands in lists of words."""
    hers = re.compile(r"\b(?:she|hers?|herself|himself)\b", re.IGNORECASE)
    files = (path for room in ROOMS for kind in ("py", "html", "js") for path in Path(room).rglob(f"*.{kind}"))
    theirs = [path for path in files if str(path) != "journeys/check/reading/clauses.py"]  # reads "she's" in any text
    assert [str(path) for path in theirs if hers.search(path.read_text(encoding="utf-8"))] == []


def test_the_glossary_says_what_the_old_words_are_now() -> None:
    table = Path("docs/glossary.md").read_text().partition("## Old words")[2]
    for old in ("told", "said", "whose", "nottaken", "happening", "keeper", "hearing", "prompt"):
        assert re.search(rf"^\| .*\b{old}\b", table, re.IGNORECASE | re.MULTILINE), old


def test_what_a_docstring_says_is_raised_is_the_name_of_something(trees: dict[Path, ast.Module]) -> None:
    """A class that was renamed must not live on in sentences: who catches what they read would catch nothing."""
    known = set(dir(builtins)) | {name for tree in trees.values() for name in _classes(tree)}
    unknown = [
        f"{path}: {name}"
        for path, tree in trees.items()
        for text in _docstrings(tree)
        for named in RAISES.findall(text)
        for name in re.findall(r"[A-Z]\w+", named)
        if name not in known
    ]
    assert unknown == []


RAISES = re.compile(r"\b[Rr]aises? ((?:[A-Z]\w+(?:, | or | and )?)+)")


def _classes(tree: ast.Module) -> Iterator[str]:
    """Those that are defined or imported there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def _docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield " ".join((ast.get_docstring(node) or "").split())
