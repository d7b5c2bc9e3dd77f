"""Sums up what was asked and answered in a conversation that is over. Without the model, question and answer as said.

What goes in has no personal data any more, and a person reads what comes out before any customer does."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from journeys.check import Evidence, feedback, objections
from journeys.llm import Facts, Mind, Question, prompts
from knowledge.redact import without_personal_data

PROMPT = """\
Sum up `exchanges`, what a customer asked a business and was answered, as a page for its library, in English.
title  the problem or question in at most 12 words
text   the question and its answer, in general terms: what holds for any customer, at most 150 words
Leave out names, phones, order numbers, places of marks such as [number], and anything that is about them alone. State
nothing that is not in the answers, and copy figures exactly."""


class Summary(BaseModel):
    """A page for the library."""

    model_config = ConfigDict(extra="forbid")

    title: str
    text: str


def local(facts: Facts) -> Summary:
    pairs = [f"Question: {each['question']}\n\nAnswer: {each['answer']}" for each in facts["exchanges"]]
    return Summary(title=str(facts["exchanges"][0]["question"])[:120], text="\n\n".join(pairs))


QUESTION = Question(name="conversation_summary", prompt=PROMPT, schema=Summary, local=local)


def summarise(exchanges: Sequence[dict[str, str]], mind: Mind) -> Summary:
    """`exchanges` are questions and answers, already without personal data."""
    evidence = Evidence.of([], extra=[list(exchanges)])

    def check(summary: Summary) -> str | None:
        if without_personal_data(summary.text) != summary.text:
            return "It still names somebody: a phone, a number or a code."
        return feedback(objections(f"{summary.title}\n{summary.text}", evidence, prompts=prompts()))

    return mind.ask(QUESTION, {"exchanges": list(exchanges)}, check=check)
