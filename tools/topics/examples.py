"""The sentences that a tenant's topics are learned from, and the topics that they are of."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

from knowledge.models import Document
from tools.catalog.models import Product

OTHERS: Final = Path(__file__).parent / "others.txt"
"""What customers ask of other trades: whoever asks so asks for none of the topics."""
MOST_TOPICS: Final = 1_000
"""The time to learn grows with the topics times their sentences: of so many with thirty each, a minute."""


class AskedTopic(NamedTuple):
    """A section of a document, by the document's key and the way to it; or a product, by its key and its title. What
    other trades are asked is `NONE`."""

    kind: Literal["section", "product", "none"]
    key: str
    name: str = ""


NONE: Final = AskedTopic("none", "")


class TopicExample(NamedTuple):
    """A sentence, or a name, by which customers come to a topic."""

    topic: AskedTopic
    text: str


class Examples(NamedTuple):
    """Of the tenant's topics, in a fixed order, with those of no topic last; and how many topics are left out."""

    told: tuple[TopicExample, ...]
    left_out: int


def of_tenant() -> Examples:
    """All examples of the tenant in scope; none where nobody has written how customers ask. Of more than MOST_TOPICS
    the last products are left out, which are found by their words alone."""
    own = [*_of_sections(), *_of_products()]
    topics = list(dict.fromkeys(example.topic for example in own))
    kept = set(topics[:MOST_TOPICS])
    told = (*(example for example in own if example.topic in kept), *_of_others()) if own else ()
    return Examples(told, len(topics) - len(kept))


def _of_sections() -> Iterator[TopicExample]:
    rows = Document.objects.filter(status=Document.Status.READY, is_active=True).exclude(questions={})
    for key, questions in rows.order_by("key").values_list("key", "questions"):
        for section, asked in sorted(questions.items()):
            name = section.rpartition(" > ")[2]
            yield from (TopicExample(AskedTopic("section", key, section), text) for text in (name, *asked))


def _of_products() -> Iterator[TopicExample]:
    rows = Product.objects.filter(is_active=True).exclude(asked=[]).order_by("key")
    for key, title, aliases, asked in rows.values_list("key", "title", "aliases", "asked"):
        yield from (TopicExample(AskedTopic("product", key, title), text) for text in (title, *aliases, *asked))


def _of_others() -> Iterator[TopicExample]:
    for line in OTHERS.read_text(encoding="utf-8").splitlines():
        yield TopicExample(NONE, line)
