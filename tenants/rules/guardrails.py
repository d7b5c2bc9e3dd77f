"""What the assistant answers, what it leaves alone, and how: Tenant.compliance."""

from typing import Literal

from pydantic import Field

from tenants.rules.reading import Rules

Spoken = str | dict[str, str]
Style = Literal["concise", "detailed", "bullet"]


class Topic(Rules):
    """Something that is not talked about: the words it is known by, what is said instead, and who helps."""

    topic: str
    words: tuple[str, ...] = ()
    reply: Spoken = ""
    helplines: tuple[str, ...] = ()


class Answers(Rules):
    """How questions are answered from the library."""

    style: Style = "concise"
    audience: str | None = None
    details: tuple[Spoken, ...] = ()
    reviewed_by_model: bool = False
    disclaimer: bool = True


class Guardrails(Rules):
    """The tenant's own limits; `restricted_topics` and `restricted_reply` are the short way to write `restricted`."""

    restricted: tuple[Topic, ...] = ()
    restricted_topics: tuple[str, ...] = ()
    restricted_reply: Spoken = ""
    data_notice: str = ""
    answers: Answers = Field(default_factory=Answers)

    @property
    def topics(self) -> tuple[Topic, ...]:
        """Every restricted topic, each with the text that answers it."""
        written = tuple(
            topic.model_copy(update={"reply": topic.reply or self.restricted_reply}) for topic in self.restricted
        )
        named = {topic.topic for topic in written}
        short = (Topic(topic=name, reply=self.restricted_reply) for name in self.restricted_topics if name not in named)
        return (*written, *short)


def in_language(spoken: Spoken, language: str) -> str:
    """A tenant's text in a language: as written when there is one only, else English, else any."""
    if isinstance(spoken, str):
        return spoken
    return spoken.get(language) or spoken.get("en") or next(iter(spoken.values()), "")
