"""Words the confirmation of a changed preference. Without the model, a fixed sentence confirms it."""

from pydantic import BaseModel, ConfigDict

from journeys.compose.grounds import objection
from journeys.context import TurnContext
from journeys.llm import Facts, Question
from journeys.state import ConversationState

PROMPT = """\
A customer's preference has just been changed as `changed` says. Confirm it to her on WhatsApp in `language`
(sw: everyday Kenyan Swahili; sheng: Nairobi's Sheng) and in the tone `tone`: one or two short sentences that
say exactly what changed and how to change it back, no more. `usual_sentence` is the sentence to be bettered;
keep its meaning. Promise nothing else, and name no number."""


class Confirmed(BaseModel):
    """The confirmation."""

    model_config = ConfigDict(extra="forbid")

    text: str


def local(facts: Facts) -> Confirmed:
    return Confirmed(text=facts["usual_sentence"])


QUESTION = Question(name="prefs_consent_response", prompt=PROMPT, schema=Confirmed, local=local)


def confirmation(usual: str, changed: list[str], state: ConversationState, context: TurnContext) -> str:
    facts = {
        "changed": changed,
        "language": state.response_language,
        "tone": state.tone_style,
        "usual_sentence": usual,
    }
    return context.mind.ask(QUESTION, facts, check=objection(state, context)).text.strip() or usual
