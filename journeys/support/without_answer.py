"""What is said where the library has no answer: a question back, the catalog, what comes closest, or a person."""

from dataclasses import replace
from typing import Final

from journeys import catalog, tenant
from journeys.command import written
from journeys.contract import Done
from journeys.local import asks
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.support import in_catalog, tell_hours, tell_ways
from journeys.support.answering.nearest import nearest
from journeys.support.ask_back import MOST_ASKS, ask_back
from journeys.support.asked import Asked
from journeys.support.question import kinds
from journeys.wording.contact import contact_ways, how_to_reach_a_person
from journeys.wording.phrases import say
from knowledge import lexicon
from knowledge.search.terms import attributes

# Below half of what is enough, the library is about other things.
FAR_OFF: Final = 0.5


def without_answer(asked: Asked) -> Done:
    """What the library does not hold is asked back, looked for in the catalog, admitted, or a person's by rule."""
    found, question, state, context = asked.found, asked.whole, asked.state, asked.context
    if asked.is_about_our_hours and tenant.hours(context).is_known:
        return tell_hours.tell_hours(asked.question.now, state, context)
    is_denied = kinds.asks_in_parts(question)  # nobody else's words tell it either
    is_of_trade = lexicon.is_only_of_trade(question)  # "do you gift wrap"
    is_new = not (asked.question.before or state.support.kb_snippets)  # what goes on is as clear as what was answered
    is_unclear = kinds.is_trouble(question) or (kinds.is_vague(question) and is_new)
    is_unclear = is_unclear and not (is_denied or is_of_trade)
    if is_unclear and not found.is_empty_library and state.support.support_asks < MOST_ASKS and context.by != "model":
        back = replace(ask_back(question, "", state, context), nearest=nearest(question, found, state, context))
        is_plain = kinds.is_outage(question) or kinds.is_bare_trouble(question) or kinds.is_own_trouble(question)
        is_told = kinds.is_trouble(question) and not asks.shops(question)
        return (
            back
            if is_plain or is_told
            else replace(back, is_empty=True, otherwise=in_catalog.search_for(asked.question.now, asked.context))
        )
    unanswered = {"question": question, "decision": found.decision, "score": round(found.best_score, 3)}
    context.trace.notes["unanswered"] = unanswered
    if state.support.support_asks:
        then = written("hand_over", reason="insufficient_context", about=question)
        return Done(state=state, then=then, unanswered=unanswered)
    # Who tells of what they have bought, asks what is allowed, or where the business is, wants nothing of the shelves.
    is_of_rules = (kinds.is_of_theirs(question) or kinds.asks_of_rules(question)) and not kinds.countries_in(question)
    is_settled = (is_of_rules and not asks.shops(question)) or is_of_trade or attributes.asks_where(question)
    otherwise = "" if is_settled or is_denied else in_catalog.search_for(asked.question.now, asked.context)
    if not found.is_empty_library and found.best_score < FAR_OFF * found.threshold:
        done = fixed("not_our_business", state)
    elif (
        tenant.escalation(context).escalate_unanswered
        and otherwise
        and catalog.is_had_abroad(asked.question.now, asked.context)
    ):
        done = Done(state=state, then=otherwise)
    elif tenant.escalation(context).escalate_unanswered:
        reason = "empty_library" if found.is_empty_library else "insufficient_context"
        done = Done(state=state, then=written("hand_over", reason=reason, about=question))
    else:
        done = fixed("no_documents" if found.is_empty_library else "not_in_documents", state)
    near = tell_ways.instead(state) if is_denied else nearest(asked.question.whole, found, state, context)
    return replace(done, unanswered=unanswered, is_empty=not is_denied, otherwise=otherwise, nearest=near)


def fixed(name: str, state: ConversationState) -> Done:
    """The limits of what we know and do, in the tenant's or our own fixed words."""
    parts = [say(name, state, business=state.tenant.tenant_name)]
    if name != "takes_no_orders" and contact_ways(state):
        parts.append(how_to_reach_a_person(state))
    else:
        parts.append(say("ask_for_a_person", state))
    settled = state.having(support_question=None, support_asks=0, support_details={})
    return Done(state=settled, reply=Text(text="\n\n".join(parts)))
