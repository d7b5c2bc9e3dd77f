"""Reads answers to what is asked at the till: how to pay, which number, and whether a yes is a plain one."""

import re
from itertools import dropwhile
from typing import Final

from journeys import picking
from journeys.checkout.commands import (
    ChoosePayment,
    ConfirmPayment,
    Decline,
    Deliver,
    Method,
    Pay,
    ShowCart,
    UnclearYes,
)
from journeys.command import Command, written
from journeys.context import TurnContext
from journeys.contract import Settled
from journeys.local import replies
from journeys.local.purchase import cart, choice, delivered_total, delivery, payment, places
from journeys.local.purchase.attended import is_attended
from journeys.local.wordlists import tokens, word_set
from journeys.state import Confirm, ConversationState, Pick, Question, Tell

CANCEL: Final = written("empty_cart")
HOW_IT_STANDS: Final = written("order_status", about="payment")
WAYS: Final[dict[str, Method]] = {"mpesa_stk": "mpesa_stk", "mpesa_c2b": "mpesa_c2b", "card": "card"}
MOST_OF_A_WAY: Final = 14
"""Words of "send the mpesa prompt to my sister 0711 …, who will pay it"; more say something else too."""
MOST_OF_A_NAME: Final = 6
"""Words that name a way as it stands on the list."""
_NODS: Final = re.compile(r"\A\W*(?:(?:ok|okay|alright|sawa|poa|fine|good|great|yes)\b\W*)+", re.IGNORECASE)
MOST_WORDS_OF_A_DELAY: Final = 12
"""A longer message says more than that they will pay another time."""
_PAYS = re.compile(
    r"(?:(?:pay|lipa|nalipa|nitalipa|tulipe|nilipe)(?: it)?|(?:send|tuma|nitumie)(?: it| (?:the |hiyo )?prompt)?)"
    r"(?: now| sasa| basi)?"
)
# The one that was asked about; "this number" may be the one they write from.
_THAT_NUMBER = re.compile(
    r"\b(?:(?:to|on|kwa) )?(?:(?:that|the same|same) (?:number|one|line)"
    r"|(?:namba|nambari|number|line) (?:hiyo ?hiyo|hiyo|ile ?ile)|(?:hiyo ?hiyo|hiyo) (?:namba|nambari|number|line))\b"
)
_ENDS = re.compile(r"[.!;\n]\s{0,4}")
_SAYS_TO_PAY = re.compile(
    r"\b(?:pay|charge|send|prompt|go ahead"
    r"|lipa|lipisha|nalipa|nitalipa|nilipe|tulipe|kulipa|tuma|u?tume|nitumie|ombi)\b"
)
_TAKES_BACK = re.compile(
    r"\b(?:but|only|unless|except|before|first|wait|hold|stop|cancel|never|forget|changed|refuse|later"
    r"|lakini|subiri|ngoja|kwanza|kabla|ila|isipokuwa|sitaki|sidai|sio|siyo|acha|wacha|achana|baadaye"
    r"|(?:ku|nime|na)?(?:badilisha|ghairi|futa)\w{0,4})\b"
)
# In a question these ask for nothing yet: "if I do not like it, can I change it?".
_CHANGES = re.compile(
    r"\b(?:not|dont|don|cannot|cant|no|instead|change|add|remove|hapana|usi\w{2,20}|badala|badilisha|ongeza|toa|punguza)\b"
)
# "I'll pay tomorrow" puts it off; "can I pay tomorrow" is a question.
_PAYS_LATER = re.compile(
    r"\A(?!.*\?)(?!\W*(?:can|could|may|is|do|je|naweza|naeza|ninaweza|tunaweza)\b).{0,40}"
    r"\b(?:pay|paying|(?:ni|tu|ku|na|nita|tuta)?lip[ae])\b.{0,20}"
    r"\b(?:later|tomorrow|tonight|(?:next|end of(?: the)?|on) (?:week|month|\w{3,6}day)|month ?end|end ?month|pay ?day"
    r"|kesho|baadaye|baadae|badaye|jioni|usiku|wiki ijayo|mwisho wa mwezi|end month|mshahara ukiingia)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\?|\b(?:is|are|does|do|how much|price|bei|ngapi|je|iko|ziko|kuna|mko|uko|ipo)\b", re.IGNORECASE)


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """How to pay, when it is what was asked."""
    return (_named_way(text, is_all=False) or Pay(),)


def answers(question: Question, text: str, state: ConversationState) -> Settled:
    match question:
        case Confirm():
            return _confirm(question, text)
        case Tell(what="phone"):
            return _phone(text)
        case Pick(of="way"):
            return _way(question, text)
        case Pick(of="retry"):
            return _way(question, text)
    return None


def continues(text: str, state: ConversationState) -> Settled:
    """Where it shall be brought and to whom, and how they will pay for what they are still choosing."""
    purchase = state.purchase
    if purchase.payment_status == "pending" and payment.agrees(text):
        return HOW_IT_STANDS  # the yes was heard, and the money is awaited
    if delivered := _delivered(text, state):
        return delivered
    if (purchase.cart or purchase.order_id) and (place := delivered_total.place_in(text)):
        return Deliver(place=place)
    if not (purchase.cart or purchase.order_id) and cart.command(text) == "show":
        return ShowCart()
    if _ASKS.search(text):
        return None
    if (purchase.cart or purchase.order_id) and len(tokens(text)) <= MOST_WORDS_OF_A_DELAY and _PAYS_LATER.match(text):
        return Decline()
    is_near = _is_in_sight(state) or purchase.payment_status == "paid"
    is_known = purchase.choosing or purchase.cart or is_near
    may_name_town = is_known or state.sales.last_catalog_results
    answered = places.place_answered(text) if purchase.order_totals.get("asks_place") else ""
    if place := (may_name_town and places.town_in(text)) or answered:
        return Deliver(place=place)
    if state.sales.last_catalog_results and not is_near and payment.is_only_a_way(text):
        return _named_way(text)
    is_one_thing = len(_ENDS.split(text.strip(" .!"))) == 1
    if purchase.choosing and is_one_thing and (phone := payment.phone_in(text)) is not None:
        return ChoosePayment(method="mpesa_stk", phone=phone)
    return _named_way(text) if purchase.choosing else None


def agreed_first(question: Question | None, text: str) -> ConfirmPayment | None:
    """The yes whose first sentence says to pay, where other wishes follow it: "yes, pay. And when will it come?".

    A bare yes before a question may be part of asking, and what follows may take it back: both are asked again."""
    first, *rest = _ENDS.split(text.strip(), maxsplit=1)
    if not isinstance(question, Confirm) or not rest or not rest[0].strip() or "?" in first:
        return None
    is_said = _SAYS_TO_PAY.search(" ".join(tokens(first))) is not None and _is_plain_yes(first)
    said = " ".join(tokens(rest[0]))
    takes_back = _TAKES_BACK.search(said) or (not rest[0].rstrip().endswith("?") and _CHANGES.search(said))
    return ConfirmPayment(quote=question.quote, way=question.way) if is_said and not takes_back else None


def _is_in_sight(state: ConversationState) -> bool:
    """Whether one item is looked at, or is the only one shown."""
    return bool(state.sales.selected_item_ids) or len(state.sales.last_catalog_results) == 1


def _is_by_appointment(state: ConversationState) -> bool:
    """Whether what is looked at is had at a time."""
    sales = state.sales
    looked_at = sales.selected_item_ids[-1:] or [item.item_id for item in sales.last_catalog_results]
    shown = sales.shown(looked_at[0]) if len(looked_at) == 1 else None
    return shown is not None and is_attended(shown)


def _delivered(text: str, state: ConversationState) -> Deliver | None:
    """Where what is bought or looked at goes, when, and who gets it."""
    purchase = state.purchase
    is_buying = purchase.choosing or purchase.cart or _is_in_sight(state)
    may_be_brought = is_buying or state.sales.last_catalog_results or purchase.payment_status == "paid"
    # Who only looks asks whether it is brought to Eldoret, and is told what that costs.
    is_bought = purchase.choosing or purchase.cart or purchase.payment_status == "paid"
    may_be_brought = may_be_brought and (is_bought or not delivery.asks_to_have_brought(text))
    if may_be_brought and (told := delivery.read(text)):
        return Deliver(place=told.place, recipient=told.recipient, when=told.when, note=told.note)
    asked = state.controls.asked
    is_of_a_form = isinstance(asked, Pick) and asked.of == "option"
    if not is_of_a_form and _is_by_appointment(state) and (when := delivery.time_alone(text)):
        return Deliver(when=when)
    is_of_a_list = state.sales.last_catalog_results and payment.phone_in(text) and not choice.buys(text)
    if not is_buying and not is_of_a_list:
        return None  # "send it to 0722 …" under a list is of one of those
    whom, place, note = delivery.for_whom(text), places.place_alone(text), delivery.said_to_the_rider(text)
    return Deliver(recipient=whom, place=place, note=note) if whom or place or note else None


def _confirm(question: Confirm, text: str) -> Settled:
    if (phone := payment.phone_in(text)) is not None:
        return ChoosePayment(method="mpesa_stk", phone=phone)
    if cart.command(text) == "cancel":
        return CANCEL
    if "?" in text and replies.yes_or_no(text) is not None:
        return UnclearYes()
    if _is_plain_yes(text):
        return ConfirmPayment(quote=question.quote, way=question.way)
    if payment.agrees(text) is False:
        return Decline()
    return _named_way(text) or _exactly(text, question) or (UnclearYes() if picking.NUMBER.fullmatch(text) else None)


def _is_plain_yes(text: str) -> bool:
    said = " ".join(tokens(text))
    is_of_that_number = _THAT_NUMBER.search(said) is not None and payment.agrees(_THAT_NUMBER.sub(" ", said)) is True
    return payment.agrees(text) is True or is_of_that_number or _PAYS.fullmatch(_without_yes(text)) is not None


def _without_yes(text: str) -> str:
    """What follows a yes: the "pay" of "poa, lipa", and of "yes, that number, pay"."""
    said = tokens(_THAT_NUMBER.sub(" ", " ".join(tokens(text))))
    return " ".join(dropwhile(word_set("replies", "yes", "words").__contains__, said))


def _way(question: Pick, text: str) -> Settled:
    if found := picking.numbered(text, question):
        return found
    if (phone := payment.phone_in(text)) is not None and payment.is_only_a_way(payment.without_phones(text)):
        return ChoosePayment(method="mpesa_stk", phone=phone)
    if cart.command(text) == "cancel":
        return CANCEL
    if payment.phone_in(text) is not None and (paid := _paid_so(text)):
        return paid
    agrees = payment.agrees(text)
    if agrees is not None:
        return Pay() if agrees else Decline()
    if named := _named_way(text):
        return named
    if cart.command(text) == "pay":
        return Pay()
    if paid := _paid_so(text):
        return paid
    return None if _ASKS.search(text) or len(tokens(text)) > MOST_OF_A_NAME else picking.named(text, question)


def _paid_so(text: str) -> ChoosePayment | None:
    """The way, and the number, of a clause that says more than a way: "send the prompt to my sister 0711 …"."""
    text = _NODS.sub("", text)
    way, phone = payment.way_in(text, payment.WAYS), payment.phone_in(text)
    is_short = len(tokens(text)) <= MOST_OF_A_WAY and len(_ENDS.split(text.strip(" .!"))) == 1
    if way is None or not _SAYS_TO_PAY.search(text) or not is_short or ("," in text and phone is None):
        return None
    return ChoosePayment(method="mpesa_stk" if phone else WAYS[way], phone=phone or "")


def _phone(text: str) -> Settled:
    if (phone := payment.phone_in(text)) is not None:
        return ChoosePayment(method="mpesa_stk", phone=phone)
    if cart.command(text) == "cancel":
        return CANCEL
    agrees = payment.agrees(text)
    if agrees is False:
        return Decline()
    if agrees or payment.looks_like_a_number(text) or picking.NUMBER.fullmatch(text):
        return ChoosePayment(method="mpesa_stk", phone="?")
    return _named_way(text)


def _named_way(text: str, *, is_all: bool = True) -> ChoosePayment | None:
    way = payment.way_in(text, payment.WAYS) if not is_all or payment.is_only_a_way(text) else None
    return ChoosePayment(method=WAYS[way]) if way else None


def _exactly(text: str, question: Confirm) -> Settled:
    """A button's own words; where money moves, words that are merely like them are no answer."""
    titles = [tokens(each.title) for each in question.choices]
    return question.choices[titles.index(tokens(text))].command if tokens(text) in titles else None
