"""One question to the library on its way to an answer."""

from dataclasses import dataclass

from journeys.context import TurnContext
from journeys.local import asks
from journeys.state import ConversationState
from journeys.support.question import kinds
from journeys.support.question.complete import SupportQuestion
from knowledge import lexicon
from tools.support.kb_retrieve import KbRetrieveResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked, where the conversation stands, and what the library found."""

    question: SupportQuestion
    state: ConversationState
    context: TurnContext
    found: KbRetrieveResult
    others: tuple[str, ...] = ()
    """The same in other words, as a model gives them."""

    @property
    def whole(self) -> str:
        return self.question.whole

    @property
    def is_about_our_hours(self) -> bool:
        """A model has seen our hours and tells them itself; what it could not answer is about another place's."""
        if self.context.by == "model":
            return kinds.is_about_our_hours(self.whole, self.state.tenant.tenant_name or "")
        is_of_another = bool(lexicon.things(self.question.now)) or asks.asks_for_any(self.question.now)
        # "Do you have parking" after a question about hours asks for none.
        return kinds.is_about_hours(self.question.now if is_of_another else self.whole)
