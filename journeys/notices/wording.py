"""The words of a notice, and the ways on that it offers as buttons."""

from typing import Final

from journeys.checkout.commands import OtherWay, Pay
from journeys.notices.event import NoticeEvent
from journeys.reply import Reply, Template, Text
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import phrases, say

WAYS_ON: Final = {"payment.failed": ("pay_again", "pay_other_way"), "payment.partial": ("pay_rest", "pay_other_way")}
OPTIONS: Final = (Pay().written(), OtherWay().written())


def sentence(event: NoticeEvent, state: ConversationState) -> str | None:
    """What is told; None for what concerns nobody but the house."""
    values = event.words(state) | {"business": state.tenant.tenant_name, "contact": how_to_reach_a_person(state)}
    name = _name(event)
    return say(name, state, **values) if name in phrases() else None


def _name(event: NoticeEvent) -> str:
    match event.name:
        case "payment.settled" | "payment.partial" | "payment.excess":
            plain = "" if event.receipt else "_plain"
            return f"notice_{event.name.removeprefix('payment.')}{plain}"
        case "payment.failed":
            known = f"notice_failed_{event.reason}"
            return known if known in phrases() else "notice_failed_other"
        case "order.status_changed":
            return f"notice_order_{event.status}"
    return f"notice_{event.name.rpartition('.')[2]}"


def ways_on(event: NoticeEvent, state: ConversationState) -> Pick | None:
    """Trying again or paying otherwise; either leads to the amount and the order, to be confirmed anew."""
    names = WAYS_ON.get(event.name, ())
    choices = tuple(
        Choice(title=say(name, state), command=command) for name, command in zip(names, OPTIONS, strict=False)
    )
    return Pick(journey="checkout", of="retry", choices=choices) if choices else None


def reply(words: str, asked: Pick | None, state: ConversationState) -> Reply:
    if asked is None:
        return Text(text=words)
    lines = [f"{number}. {each.title}" for number, each in enumerate(asked.choices, 1)]
    return choice("\n\n".join([words, "\n".join(lines)]), asked, state)


def template(event: NoticeEvent, words: str, state: ConversationState) -> Template | None:
    """The tenant's template, filled in; it alone reaches who has been silent for a day."""
    wanted = event.template
    if wanted is None:
        return None
    values = event.words(state)
    variables = {str(place): values.get(name, "-") for place, name in enumerate(wanted.variables, 1)}
    return Template(text=words, name=wanted.name, content_sid=wanted.content_sid, variables=variables)
