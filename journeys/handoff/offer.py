"""offer_person: a wish that nothing here serves is passed on to the business's people, if the customer wants that."""

from typing import Final

from journeys.command import MAX_WRITTEN
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.handoff.commands import HandOver, LetItBe, OfferPerson
from journeys.reply import Text
from journeys.state import Choice, ConversationState, YesNo
from journeys.wording.choices import choice
from journeys.wording.phrases import say

LONGEST_ABOUT: Final = 120


def offer(command: OfferPerson, state: ConversationState, context: TurnContext) -> Done:
    """Asked, and not done: what may be passed on stands in the answer that they tap."""
    yes = HandOver(reason="request", about=context.text[:LONGEST_ABOUT])
    if len(yes.written()) > MAX_WRITTEN:
        yes = HandOver(reason="request")
    answers = ((yes, "pass_on_yes"), (LetItBe(), "pass_on_no"))
    choices = tuple(Choice(title=say(name, state), command=each.written()) for each, name in answers)
    asked = YesNo(journey="handoff", choices=choices)
    words = say("pass_on", state, business=state.tenant.tenant_name)
    return Done(state=state.having(asked=asked), reply=choice(words, asked, state))


def let_it_be(command: LetItBe, state: ConversationState, context: TurnContext) -> Done:
    return Done(state=state.having(asked=None), reply=Text(text=say("pass_on_left", state)))
