"""What is kept of a customer, told from the data; and its end, once they have said yes to it."""

from collections.abc import Iterator

from journeys.context import TurnContext
from journeys.contract import Done
from journeys.preferences.commands import ConfirmErasure, EraseData, OwnData
from journeys.reply import Text
from journeys.state import Choice, ConversationState, YesNo
from journeys.wording.choices import choice
from journeys.wording.contact import data_notice
from journeys.wording.phrases import NAMES, say


def own_data(command: OwnData, state: ConversationState, context: TurnContext) -> Done:
    """A short list; a full copy is given by people, who see who asks."""
    lines = [f"• {line}" for line in _known(state, context)]
    words = [say("known_of_you", state, business=state.tenant.tenant_name), *lines, say("known_more", state)]
    notice = data_notice(state) if state.controls.is_introduced else ""  # whoever is greeted has just read it
    return Done(state=state, reply=Text(text="\n\n".join(filter(None, ("\n".join(words), notice)))))


def _known(state: ConversationState, context: TurnContext) -> Iterator[str]:
    customer = context.call("customer_get_or_create").result
    if customer is None:
        return
    if customer.name:
        yield say("known_name", state, value=customer.name)
    if customer.phone_e164:
        yield say("known_number", state, value=customer.phone_e164)
    if customer.language_preference in NAMES:
        yield say("known_language", state, value=NAMES[customer.language_preference])
    orders = context.call("order_get_status").result
    if orders is not None and orders.orders:
        yield say("known_orders", state, numbers=", ".join(each.order.number for each in orders.orders))
    if state.handoff.handoff_ticket_number:
        yield say("known_ticket", state, number=state.handoff.handoff_ticket_number)
    yield say("known_talk", state)
    named = {True: "known_yes", False: "known_no", None: "known_unasked"}
    consents = customer.consents
    if consents.get("service") is False:
        yield say("known_stopped", state)
    else:
        for kind in ("order_updates", "payment_updates"):
            yield say(f"known_{kind}", state, value=say(named[consents.get(kind, True)], state))
        yield say("known_marketing", state, value=say(named[consents.get("marketing")], state))


def erase_data(command: EraseData, state: ConversationState, context: TurnContext) -> Done:
    answers = ((ConfirmErasure(), "erase_yes"), (ConfirmErasure(erase=False), "erase_no"))
    choices = tuple(Choice(title=say(name, state), command=each.written()) for each, name in answers)
    asked = YesNo(journey="prefs", choices=choices)
    words = say("erase_asked", state, business=state.tenant.tenant_name)
    return Done(state=state.having(asked=asked), reply=choice(words, asked, state))


def confirm_erasure(command: ConfirmErasure, state: ConversationState, context: TurnContext) -> Done:
    state = state.having(asked=None)
    reason = "asked in the chat for their data to be erased" if command.erase else "wants their data kept after all"
    call = context.call("customer_update_preferences", erase=command.erase, reason=reason, **context.proof)
    if call.refusal:
        return Done(state=state, reply=Text(text=say("trouble", state)))
    words = say("erase_begun" if command.erase else "erase_not", state, business=state.tenant.tenant_name)
    return Done(state=state, reply=Text(text=words, is_notice=command.erase))
