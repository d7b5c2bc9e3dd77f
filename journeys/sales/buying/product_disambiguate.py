"""Words the one question that is still open about an item: which form of it, or how many.

What is asked, the values to choose from and every check are code's; without the model a fixed sentence asks."""

from pydantic import BaseModel, ConfigDict

from journeys.compose.grounds import objection
from journeys.flow import Turn, may_ask
from journeys.llm import Facts, Question
from journeys.state import ConversationState

PROMPT = """\
A customer on WhatsApp wants to buy `item`; `chosen` is settled already, and `asks` is the one thing to ask next,
with `values` to choose from. If `problem` is not empty, say it first. Write to her in `language` (sw: everyday
Kenyan Swahili; sheng: Nairobi's Sheng) and in the tone `tone`: at most two short sentences that end in that one
question. `usual_sentence` is the text to be bettered; keep its meaning and every value in it.
Do not list `values` (they are shown below your words), state no price, stock, discount or delivery that is not in
`usual_sentence`, promise nothing, and never say that something was ordered or paid."""


class Asking(BaseModel):
    """The question."""

    model_config = ConfigDict(extra="forbid")

    text: str


def local(facts: Facts) -> Asking:
    return Asking(text=facts["usual_sentence"])


QUESTION = Question(name="product_disambiguate", prompt=PROMPT, schema=Asking, local=local)


def worded(facts: Facts, state: ConversationState, runtime: Turn, *, is_settled: bool) -> str:
    """The model's wording, where she wrote freely; a tap or a number costs no call."""
    if is_settled or not may_ask(runtime.context):
        return local(facts).text
    told = {**facts, "language": state.response_language, "tone": state.tone_style}
    check = objection(state, runtime.context)
    return runtime.context.mind.ask(QUESTION, told, check=check).text.strip() or local(facts).text
