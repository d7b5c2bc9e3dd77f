"""The stories that are kept: they can be read, they are many and varied, and what they ask for is on the shelves."""

import csv
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from conversations.simulator.demo import load
from conversations.simulator.stories import story
from conversations.simulator.stories.story import Fact, Line, Story

FOLDER = Path(__file__).parent
WISHES, TOLD = story.load(FOLDER / "wishes"), story.load(FOLDER / "told")


@cache
def shelves(slug: str) -> dict[str, list[tuple[dict[str, str], int]]]:
    """The variants of each title, with their stock."""
    found: dict[str, list[tuple[dict[str, str], int]]] = {}
    with (load.FOLDER / slug / "catalog.csv").open() as file:
        for row in csv.DictReader(file):
            options = dict(pair.split("=", 1) for pair in row["variant"].split(";") if "=" in pair)
            found.setdefault(row["title"], []).append((options, int(row["stock"] or 9999)))
    return found


def lines(told: Story) -> Iterator[Line]:
    return (line for step in told.say for met in step.met for line in met.cart or ())


def ways(fact: Fact) -> tuple[str, ...]:
    return (fact,) if isinstance(fact, str) else fact.any_of


def test_there_are_enough_wishes_of_each_business_and_language() -> None:
    counted = Counter((told.business, told.language) for told in WISHES)
    assert len(counted) == 9
    assert min(counted.values()) >= 18
    assert sum(counted.values()) >= 160
    assert {told.kind for told in WISHES} >= {
        "find", "narrow", "compare", "ask_item", "buy", "cart", "coupon", "delivery", "payment", "order_status",
        "cancel", "offers", "support", "trouble", "booking", "preferences", "person", "complaint", "small_talk",
        "spam", "off_topic", "restricted",
    }  # fmt: skip
    assert 2 * sum(told.held_out for told in WISHES) >= len(WISHES) - len(counted)


def test_a_story_wishes_for_something_that_the_business_has() -> None:
    assert {told.name: missing for told in (*WISHES, *TOLD) if (missing := list(missing_in(told)))} == {}


def missing_in(told: Story) -> Iterator[str]:
    """What the story asks for and nobody can have there."""
    if not told.wishes:
        yield "a wish"
    known = shelves(told.business)
    for line in lines(told):
        stocks = [stock for options, stock in known.get(line.title, ()) if line.options.items() <= options.items()]
        if max(stocks, default=0) < line.quantity:
            yield f"{line.quantity} x {line.title} {line.options}"
    for met in (met for step in told.say for met in step.met):
        yield from {title for fact in met.items_shown for title in ways(fact)} - set(known)
