"""What the assistant answers, what it leaves alone, and how: Tenant.compliance."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, model_validator

from tenants.choices import list_spoken
from tenants.consent.words import ByLanguage, Kind, always
from tenants.rules.reading import Rules, Spoken, Text

Style = Literal["concise", "detailed", "bullet"]


class Topic(Rules):
    """Something that is not talked about: the words it is known by, what is said instead, and who helps."""

    topic: Text = Field(
        min_length=1, max_length=80, title="Topic",
        description="A short name. Gambling, medical, legal and politics are also known by word lists of our own.",
    )  # fmt: skip
    words: tuple[Text, ...] = Field(
        (), max_length=100, title="Known by", description="One a line: words or phrases that mean this topic."
    )
    reply: Spoken = Field(default_factory=dict, title="What is said instead")
    helplines: tuple[Text, ...] = Field(
        (), max_length=20, title="Who helps", description="One a line, told as written."
    )
    is_for_a_person: bool = Field(False, title="A person takes over at once, and nothing is said instead")


class Answers(Rules):
    """How questions are answered from the library."""

    style: Style = Field("concise", title="Length of answers")
    audience: Text | None = Field(
        None, max_length=80, title="Only documents for",
        description="An audience that you have given to documents. Empty: all of them.",
    )  # fmt: skip
    details: tuple[Spoken, ...] = Field(
        (), max_length=10, title="Asked back when a question is too vague",
        description="What an answer hangs on: the model of a router, the size of a shoe.",
    )  # fmt: skip
    unclear: Spoken = Field(
        default_factory=dict, title="What is said when a message is not understood",
        description="Above the choice of topics. Empty: words of our own.",
    )  # fmt: skip
    disclaimer: bool = Field(True, title="Times and prices from documents are said to be subject to change")


def _words(kind: Kind, language: str) -> Any:
    """A list beside what the house always obeys, which is told under it."""
    return Field(
        (), max_length=50, title=dict(list_spoken())[language], description=f"Always: {always(kind, language)}."
    )


class StopWords(Rules):
    """The tenant's own words that end messages, by language."""

    en: tuple[Text, ...] = _words("stop", "en")
    sw: tuple[Text, ...] = _words("stop", "sw")
    sheng: tuple[Text, ...] = _words("stop", "sheng")


class StartWords(Rules):
    """The tenant's own words that let messages begin again, by language."""

    en: tuple[Text, ...] = _words("start", "en")
    sw: tuple[Text, ...] = _words("start", "sw")
    sheng: tuple[Text, ...] = _words("start", "sheng")


class Guardrails(Rules):
    """The tenant's own limits."""

    restricted: tuple[Topic, ...] = Field(
        (), max_length=50, title="Topics that are left alone",
        description="A question about one of these is answered by your fixed text, never by the assistant.",
    )  # fmt: skip
    restricted_reply: Spoken = Field(
        default_factory=dict, title="What is said about the others",
        description="For topics without a text of their own. Empty: that the assistant cannot talk about it.",
    )  # fmt: skip
    data_notice: Spoken = Field(
        default_factory=dict, title="How you treat customers' data",
        description="Told with the introduction, and to everybody who asks what you know about them.",
    )  # fmt: skip
    answers: Answers = Field(default_factory=Answers, title="Answers from your documents")
    stop_words: StopWords = Field(
        default_factory=StopWords, title="Words that end your messages",
        description="One a line, beside those that always do. They count when they are the whole message.",
    )  # fmt: skip
    start_words: StartWords = Field(default_factory=StartWords, title="Words that let them begin again")
    restricted_topics: tuple[Text, ...] = Field((), exclude=True, json_schema_extra={"is_hidden": True})

    @model_validator(mode="before")
    @classmethod
    def _written_out(cls, written: Any) -> Any:
        """`restricted_topics`, names alone, is the short way to write `restricted`."""
        if not isinstance(written, dict):
            return written
        named, rows = written.get("restricted_topics"), written.get("restricted", ())
        is_list = isinstance(named, list | tuple) and all(isinstance(name, str) and name.strip() for name in named)
        if not named or not is_list or not isinstance(rows, list | tuple):
            return written
        known = {row.get("topic") for row in rows if isinstance(row, dict)}
        rest = {name: value for name, value in written.items() if name != "restricted_topics"}
        return rest | {"restricted": [*rows, *({"topic": name} for name in named if name not in known)]}

    @property
    def own_words(self) -> Mapping[Kind, ByLanguage]:
        """The tenant's own words that end messages and let them begin again, by language."""
        return {"stop": self.stop_words.model_dump(), "start": self.start_words.model_dump()}

    @property
    def topics(self) -> tuple[Topic, ...]:
        """Every restricted topic, each with the text that answers it."""
        return tuple(
            topic.model_copy(update={"reply": topic.reply or self.restricted_reply}) for topic in self.restricted
        )
