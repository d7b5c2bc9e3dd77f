"""One name, one meaning: no two public classes by one name, and the field's words instead of a dialect of our own."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOMS = ("config", "tenants", "knowledge", "tools", "journeys", "conversations")
# The simulator speaks as Twilio, Safaricom and PesaPal do, with their words; Django asks commands to be called so.
OTHERS_WORLD = "conversations/simulator"
DJANGOS = {"Command"}
# Two tables' rows of which each is a word; both names are the tables', too.
TABLES = {"Word"}
# Still to be told apart; a line here goes when they are, and none comes.
ALIKE = {
    "Evidence", "Fact", "Form", "Hit", "Hours", "Named", "Option", "OrderStatus", "Problem", "Question", "Refused",
    "Said", "Talk", "Transcript", "Unit",
}  # fmt: skip
# In docs/glossary.md stands what each is called instead.
BANNED = re.compile(r"^(?:told|said|whose|not_?taken|perhaps_?taken|happening|keeper|hearing|prompt)s?$", re.IGNORECASE)
STILL = {
    "conversations/channels/outcomes.py:NotTaken", "conversations/channels/outcomes.py:PerhapsTaken",
    "conversations/channels/outcomes.py:Told", "conversations/channels/web/asked.py:Said",
    "conversations/rights/management/told.py", "conversations/rights/whose.py", "conversations/turn/told.py",
    "journeys/llm/answer.py:Said", "journeys/local/purchase/choice.py:Said",
    "journeys/state/slices.py:Said", "journeys/worded.py:Said",
}  # fmt: skip


@pytest.fixture(scope="module")
def classes() -> dict[str, set[str]]:
    """The public classes at the top of a module, by name: the modules in which they stand."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in _sources():
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(str(path))
    return found


def _sources() -> list[Path]:
    every = (path for room in ROOMS for path in Path(room).rglob("*.py") if "migrations" not in path.parts)
    return [path for path in every if not str(path).startswith(OTHERS_WORLD)]


def test_no_two_public_classes_have_one_name(classes: dict[str, set[str]]) -> None:
    twice = {name for name, modules in classes.items() if len(modules) > 1}
    assert twice - DJANGOS - TABLES <= ALIKE


def test_nothing_is_called_by_a_word_of_the_old_dialect(classes: dict[str, set[str]]) -> None:
    named = {f"{path}:{name}" for name, paths in classes.items() if BANNED.match(name) for path in paths}
    modules = {str(path) for path in _sources() if BANNED.match(path.stem)}
    folders = {str(path.parent) for path in _sources() if BANNED.match(path.parent.name)}
    assert named | modules | folders <= STILL


def test_the_glossary_says_what_the_old_words_are_now() -> None:
    table = Path("docs/glossary.md").read_text().partition("## Old words")[2]
    for old in ("told", "said", "whose", "nottaken", "happening", "keeper", "hearing", "prompt"):
        assert re.search(rf"^\| .*\b{old}\b", table, re.IGNORECASE | re.MULTILINE), old
