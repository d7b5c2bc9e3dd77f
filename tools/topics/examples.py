"""The sentences that a tenant's topics are learned from, and the topics that they are of."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

from django.db.models import QuerySet

from knowledge.models import Chunk, Document
from tools.catalog.models import Product

OTHERS: Final = Path(__file__).parent / "others.txt"
"""What customers ask of other trades: whoever asks so asks for none of the topics."""
MOST_TOPICS: Final = 1_000
"""The time to learn grows with the topics times their sentences: of so many with thirty each, a minute and a half."""
MOST_OWN: Final = 12
"""So many sentences of a section that nobody has written of are enough to know it by."""
LONGEST: Final = 300  # characters of one of these
_SENTENCES: Final = re.compile(r"\n+|(?<=[.!?])\s")


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
    the last are left out, which are found by their words alone.

    What nobody has written of yet stands among the others by its own words, last: a page that was added today would
    lose to whatever is asked for in like words."""
    asked = [*_of_sections(), *_of_products()]
    own = [*asked, *_of_untold_products(), *_of_untold_sections()] if asked else []
    topics = list(dict.fromkeys(example.topic for example in own))
    kept = set(topics[:MOST_TOPICS])
    told = (*(example for example in own if example.topic in kept), *_of_others()) if own else ()
    return Examples(told, len(topics) - len(kept))


def _documents() -> QuerySet[Document]:
    return Document.objects.filter(status=Document.Status.READY, is_active=True).order_by("key")


def _of_sections() -> Iterator[TopicExample]:
    for key, questions in _documents().exclude(questions={}).values_list("key", "questions"):
        for section, asked in sorted(questions.items()):
            topic = AskedTopic("section", key, section)
            yield from (TopicExample(topic, text) for text in (_name_of(section), *asked) if asked)


def _of_untold_sections() -> Iterator[TopicExample]:
    questions = dict(_documents().values_list("key", "questions"))
    chunks = Chunk.objects.filter(document__in=_documents(), has_injection=False).exclude(section="")
    rows = chunks.order_by("document__key", "position").values_list("document__key", "section", "text")
    of_section: dict[tuple[str, str], list[str]] = {}
    for key, section, text in rows:
        if not questions[key].get(section):
            of_section.setdefault((key, section), [_name_of(section)]).extend(_SENTENCES.split(text))
    for (key, section), texts in of_section.items():
        topic = AskedTopic("section", key, section)
        yield from (TopicExample(topic, text[:LONGEST]) for text in texts[:MOST_OWN] if text.strip())


def _name_of(section: str) -> str:
    return section.rpartition(" > ")[2]


def _of_products() -> Iterator[TopicExample]:
    rows = Product.objects.filter(is_active=True).exclude(asked=[]).order_by("key")
    for key, title, aliases, asked in rows.values_list("key", "title", "aliases", "asked"):
        yield from (TopicExample(AskedTopic("product", key, title), text) for text in (title, *aliases, *asked))


def _of_untold_products() -> Iterator[TopicExample]:
    rows = Product.objects.filter(is_active=True, asked=[]).order_by("key")
    for key, title, aliases, description in rows.values_list("key", "title", "aliases", "description"):
        topic = AskedTopic("product", key, title)
        yield from (TopicExample(topic, text[:LONGEST]) for text in (title, *aliases, description) if text)


def _of_others() -> Iterator[TopicExample]:
    for line in OTHERS.read_text(encoding="utf-8").splitlines():
        yield TopicExample(NONE, line)
