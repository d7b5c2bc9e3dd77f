"""hand_over: opens a ticket with the reason, the step and all that a person needs to go on; then tells the customer.

A wish that nothing here serves is offered to a person first, and passed on if the customer wants that.
"""

from collections.abc import Iterator
from typing import Any, Final

from journeys import library
from journeys.command import MAX_WRITTEN
from journeys.context import TurnContext
from journeys.contract import Done, Worded, Wording
from journeys.handoff.commands import HandOver, LetItBe, OfferPerson
from journeys.handoff.handoff_message import usual_message
from journeys.handoff.said_beyond import said_beyond
from journeys.reply import Text
from journeys.state import Choice, ConversationState, Pick, Question, Tell, YesNo
from journeys.wording.choices import choice
from journeys.wording.contact import contact_ways, how_to_reach_a_person
from journeys.wording.phrases import say
from journeys.wording.quantity import so_many
from tools.support.kb_retrieve import KbRetrieveResult

# It rides in a button's id, which WhatsApp bounds.
LONGEST_ABOUT: Final = 120

# One line of the ticket; the whole talk stands beside it.
LONGEST_QUOTE: Final = 500
# What a person reads before they answer.
LONGEST_SUMMARY: Final = 2_000
OF_QUESTIONS: Final = frozenset({"insufficient_context", "request"})
# Three of each side.
LAST_WORDS: Final = 6


def hand_over(command: HandOver, state: ConversationState, context: TurnContext) -> Done:
    reason = command.reason
    journey = state.understood.journey
    call = context.call(
        "handoff_create_ticket", reason=reason, journey="support" if journey == "unknown" else journey,
        step=step_of(state), summary=summary(command, state, context), sources=_sources(context),
    )  # fmt: skip
    context.trace.notes["escalation"] = reason
    if call.refusal is not None:
        words = f"{say('trouble', state)}\n\n{how_to_reach_a_person(state)}"
        return Done(state=_settled(state, reason), reply=Text(text=words))
    ticket = call.result
    settled = _settled(state, reason).having(handoff_ticket_id=ticket.ticket_id, handoff_ticket_number=ticket.number)
    lead = usual_message(reason, ticket, settled, context)

    def check(worded: Worded) -> str | None:
        if ticket.number not in worded.text:
            return f"The ticket's number {ticket.number} must stand in it."
        theirs = [said.text for said in state.transcript.messages if said.who == "customer"]
        return said_beyond(worded.text, lead, [context.burst, *theirs])

    wording = Wording(node="handoff_message", facts={"reason": reason, "usual_sentence": lead}, check=check)
    return Done(state=settled, reply=Text(text=lead), lead=lead, wording=wording)


def step_of(state: ConversationState) -> str:
    """Where the conversation stood: the journey, and the question that waited in it."""
    asked = state.controls.asked
    return f"{state.understood.journey}.{_name_of(asked)}"[:60] if asked else state.understood.journey


def _name_of(asked: Question) -> str:
    match asked:
        case Pick(of=of):
            return f"pick_{of}"
        case Tell(what=what):
            return f"tell_{what}"
    return asked.kind


def summary(command: HandOver, state: ConversationState, context: TurnContext) -> str:
    """What was written, what it was about, what is being bought and paid, and the last words of both sides."""
    return "\n".join(f"{name}: {str(value)[:LONGEST_QUOTE]}" for name, value in _told(command, state, context))[
        :LONGEST_SUMMARY
    ]


def _told(command: HandOver, state: ConversationState, context: TurnContext) -> Iterator[tuple[str, Any]]:
    purchase, support, trouble = state.purchase, state.support, state.support.trouble
    cart = ", ".join(
        f"{so_many(line.quantity, line.unit, state)} x {line.title} {' '.join(line.options.values())}".strip()
        for line in purchase.cart
    )
    delivery = ", ".join(purchase.delivery.as_told().values())
    asked_back = f"{support.support_asks} times" if support.support_asks else ""
    last = " / ".join(f"{said.who}: {said.text[:120]}" for said in state.transcript.messages[-LAST_WORDS:])
    told = (
        ("They wrote", context.text),
        ("About", command.about if command.about != context.text else ""),
        ("Question", support.support_question),
        ("Details they gave", " ".join(support.support_details.values())),
        ("Asked back", asked_back),
        ("Trouble", trouble.question if trouble else ""),
        ("Steps told", " | ".join(trouble.told) if trouble else ""),
        ("Tried", " | ".join(trouble.tried) if trouble else ""),
        ("Order", purchase.order_number),
        ("Payment", purchase.payment_status),
        ("Cart", cart),
        ("Delivery", delivery),
        ("Our last answer", state.transcript.response_text),
        ("Before", last),
        ("Language", state.understood.response_language),
    )
    return ((name, value) for name, value in told if value)


def _sources(context: TurnContext) -> list[str]:
    """What was looked at in the library, for the person who takes over."""
    found = [call.answer for call in context.trace.tool_calls if isinstance(call.answer, KbRetrieveResult)]
    found = [result for result in found if result.is_enough]
    read = (snippet for result in found[-1:] for snippet in library.usable(result) if not snippet.is_beside)
    return [library.passage_of(snippet).citation for snippet in read]


def _settled(state: ConversationState, reason: str) -> ConversationState:
    """A question of ours about their trouble, or whether to pass it on, is settled; one about their purchase stands."""
    asked = state.controls.asked
    is_trouble = isinstance(asked, Tell) and asked.what == "details"
    is_offer = isinstance(asked, YesNo) and asked.journey == "handoff"
    is_settled = is_trouble or is_offer or (isinstance(asked, Pick) and asked.of == "topic")
    # What was answered before is what they go on from, whatever of it the library could not tell.
    is_of_answered = bool(state.support.kb_snippets) and reason in OF_QUESTIONS and not is_trouble
    answered = state.support.support_question if is_of_answered else None
    return state.having(
        escalation_required=False, escalation_reason=reason, clarify_turns=0, support_question=answered, support_asks=0,
        support_details={}, trouble=None, asked=None if is_settled else asked,
    )  # fmt: skip


def passing_on(state: ConversationState, context: TurnContext) -> YesNo:
    """The question whether it shall be passed on: what may be stands in the answer that they tap."""
    yes = HandOver(reason="request", about=context.text[:LONGEST_ABOUT])
    if len(yes.written()) > MAX_WRITTEN:
        yes = HandOver(reason="request")
    answers = ((yes, "pass_on_yes"), (LetItBe(), "pass_on_no"))
    choices = tuple(Choice(title=say(name, state), command=each.written()) for each, name in answers)
    return YesNo(journey="handoff", choices=choices)


def offer(command: OfferPerson, state: ConversationState, context: TurnContext) -> Done:
    """Asked, and not done."""
    asked = passing_on(state, context)
    words = say("pass_on" if command.why == "cannot" else "pass_on_unknown", state, business=state.tenant.tenant_name)
    if command.why == "unknown" and contact_ways(state):
        words = f"{words}\n\n{how_to_reach_a_person(state)}"
    return Done(state=state.having(asked=asked), reply=choice(words, asked, state))


def let_it_be(command: LetItBe, state: ConversationState, context: TurnContext) -> Done:
    return Done(state=state.having(asked=None), reply=Text(text=say("pass_on_left", state)))
