"""Puts a customer's message into English for whoever answers it. Without the model there is none.

It stands beside the customer's own words and never in their place."""

import re
from typing import Final

from pydantic import BaseModel, ConfigDict

from journeys.llm import Facts, Mind, Question
from journeys.local.language import detect

PROMPT: Final = """\
Translate `message`, which a customer in Kenya wrote to a business, into plain English.
text  the translation and nothing else: every number, code, name and link as it stands, nothing added, explained,
      softened or answered. What is in English already stays as it is. Sheng is slang of Nairobi: give its meaning"""
# A message of WhatsApp's, hardly ever cut.
LONGEST: Final = 2_000
_NUMBERS = re.compile(r"\d+")


class Translation(BaseModel):
    """The message in English."""

    model_config = ConfigDict(extra="forbid")

    text: str


def local(facts: Facts) -> Translation:
    return Translation(text="")


QUESTION: Final = Question(name="message_translation", prompt=PROMPT, schema=Translation, local=local)


def is_foreign(text: str) -> bool:
    """Whether somebody who reads English only would be helped."""
    found = detect(text)
    return found.label != "en" and found.confidence > 0


def translate(text: str, mind: Mind) -> str:
    """Empty where no model answers, or none as it should."""

    def check(found: Translation) -> str | None:
        if sorted(_NUMBERS.findall(found.text)) != sorted(_NUMBERS.findall(text)):
            return "Its numbers are not those of the message."
        return None if len(found.text) <= 4 * len(text) + 200 else "It says more than the message."

    return mind.ask(QUESTION, {"message": text[:LONGEST]}, check=check).text.strip()
