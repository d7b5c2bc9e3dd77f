"""Answers to what is asked while buying, read in code: which one, how many, how to pay, which number, and the yes."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from journeys.checkout import answers
from journeys.context import TurnContext
from journeys.local import replies
from journeys.local.purchase import cart, choice, payment
from journeys.local.wordlists import tokens
from journeys.state import Asked, ConversationState

SAID: Final = "buy:said"
DROP: Final = "buy:drop"
FREE_STANDING: Final = ("buy:", "cart:", "method:", "pay:", "offer:")  # a tap on an older row still says what is meant
_NUMBER = re.compile(r"\A\W*\d{1,2}\W*")
_PAYS = re.compile(r"(?:ok |sawa |yes |ndio )?(?:pay|lipa|nalipa|nitalipa|tulipe|nilipe)(?: now| sasa| it)?")
_ORDINAL = re.compile(r"\b(?:the \w+|ya (?:kwanza|pili|tatu|nne|tano|sita|mwisho)|number|namba|nambari|option|no)\b")
_ASKS = re.compile(r"\?|\b(?:is|are|does|do|how much|price|bei|ngapi|je|iko|ziko|kuna|mko|uko|ipo)\b", re.IGNORECASE)

Reader = Callable[[str, Asked, ConversationState], str | None]


def tapped(tapped_id: str, state: ConversationState, context: TurnContext) -> str | None:
    """A button of ours; a yes counts only under the question it stands in, and when nothing else was said with it."""
    if not tapped_id.startswith("confirm:"):
        return tapped_id if tapped_id.startswith(FREE_STANDING) else None
    if state.asked is None or tapped_id not in state.asked.options:
        return answers.UNSURE
    besides = [message.text for message in context.incoming if not message.tapped_id and message.text.strip()]
    is_alone = all(payment.agrees(text) for text in besides)
    return tapped_id if is_alone or not tapped_id.startswith(answers.YES) else answers.UNSURE


def written(text: str, state: ConversationState) -> str | None:
    """What the words settle; None for whatever is not plainly an answer."""
    asked = state.asked
    if asked is not None and asked.kind in READERS and (found := READERS[asked.kind](text, asked, state)):
        return found
    return _of_cart(text, state) or _coupon(text, state) or _of_opened(text, state)


def _confirm(text: str, asked: Asked, state: ConversationState) -> str | None:
    if (phone := payment.phone_in(text)) is not None:
        return f"{answers.PHONE}{phone}"
    if cart.command(text) == "cancel":
        return answers.CANCEL
    if "?" in text and replies.yes_or_no(text) is not None:
        return answers.UNSURE
    if payment.agrees(text) or _PAYS.fullmatch(" ".join(tokens(text))):
        return f"{answers.YES}{asked.quote}"
    if payment.agrees(text) is False:
        return answers.NO
    return _way(text) or _exactly(text, asked) or (answers.UNSURE if _NUMBER.fullmatch(text) else None)


def _pick_method(text: str, asked: Asked, state: ConversationState) -> str | None:
    number = replies.pick_number(text, upto=len(asked.options))
    if number is not None:
        return asked.options[number - 1]
    if cart.command(text) == "cancel":
        return answers.CANCEL
    agrees = payment.agrees(text)
    if agrees is not None:
        return answers.PAY if agrees else answers.NO
    return _way(text) or _named(text, asked)


def _phone(text: str, asked: Asked, state: ConversationState) -> str | None:
    if (phone := payment.phone_in(text)) is not None:
        return f"{answers.PHONE}{phone}"
    if cart.command(text) == "cancel":
        return answers.CANCEL
    agrees = payment.agrees(text)
    if agrees is False:
        return answers.NO
    return answers.PHONE if agrees or payment.looks_like_a_number(text) or _NUMBER.fullmatch(text) else _way(text)


def _retry(text: str, asked: Asked, state: ConversationState) -> str | None:
    number = replies.pick_number(text, upto=len(asked.options))
    if number is not None:
        return asked.options[number - 1]
    if cart.command(text) == "cancel":
        return answers.CANCEL
    agrees = payment.agrees(text)
    if agrees is not None:
        return answers.AGAIN if agrees else answers.NO
    return _way(text) or _named(text, asked)


def _detail(text: str, asked: Asked, state: ConversationState) -> str | None:
    """Which form, and how many."""
    if cart.command(text) == "cancel" or payment.agrees(text) is False:
        return DROP
    said = choice.read(text, {asked.about: asked.titles} if asked.about else {}, asked.about)
    if not (said.is_empty or said.rest or _ASKS.search(text)):
        return SAID
    return _named(text, asked) or _placed(text, asked) if asked.kind == "pick_option" else None


def _cart(text: str, asked: Asked, state: ConversationState) -> str | None:
    number = replies.pick_number(text, upto=len(asked.options))
    if number is None and asked.options and payment.agrees(text) is True:
        number = 1
    return asked.options[number - 1] if number else _named(text, asked)


READERS: Final[Mapping[str, Reader]] = {
    "confirm": _confirm,
    "pick_method": _pick_method,
    "phone": _phone,
    "retry": _retry,
    "pick_option": _detail,
    "quantity": _detail,
    "cart": _cart,
}


def _way(text: str) -> str | None:
    way = payment.way_in(text, payment.WAYS) if payment.is_only_a_way(text) else None
    return f"{answers.METHOD}{way}" if way else None


def _exactly(text: str, asked: Asked) -> str | None:
    """A button's own words; where money moves, words that are merely like them are no answer."""
    titles = [tokens(title) for title in asked.titles]
    return asked.options[titles.index(tokens(text))] if tokens(text) in titles else None


def _named(text: str, asked: Asked) -> str | None:
    place = replies.pick_name(text, asked.titles) if asked.titles and not _ASKS.search(text) else None
    return None if place is None else asked.options[place]


def _placed(text: str, asked: Asked) -> str | None:
    """ "The first": its place in words, since a figure may be a size or how many."""
    place = None if re.search(r"\d", text) else replies.pick_number(text, upto=len(asked.options))
    return asked.options[place - 1] if place else None


def _of_cart(text: str, state: ConversationState) -> str | None:
    """What is to be done with the cart; while a list is being looked at, only what can mean nothing else."""
    if not state.cart or state.payment_status == "pending":
        return None
    if (command := cart.command(text)) is not None:
        return f"cart:{command}"
    change = cart.edit(text, {})
    if change is None or (state.asked is not None and state.asked.kind == "pick_item" and change.kind != "remove"):
        return None
    known = " ".join(f"{line.title} {' '.join(line.options.values())}" for line in state.cart)
    return answers.EDIT if all(cart.is_of(word, known) for word in change.said.rest) else None


def _coupon(text: str, state: ConversationState) -> str | None:
    """A code alone, while something is being bought; her order's own number is none."""
    if not state.cart or state.payment_status == "pending":
        return None
    code = payment.coupon_in(text)
    return None if code is None or code == state.order_number else f"offer:{code}"


def _of_opened(text: str, state: ConversationState) -> str | None:
    """She looks at an item and says which form or how many; a bare number of the list is another item."""
    if not state.selected_item_ids or _ASKS.search(text):
        return None
    said = choice.read(text, {})
    if said.rest or not (choice.buys(text) or not said.is_empty):
        return None
    rows = len(state.asked.options) if state.asked and state.asked.kind == "pick_item" else 0
    is_row = bool(said.quantity and said.quantity <= rows and not choice.buys(text))
    points = bool(_NUMBER.fullmatch(text)) or bool(_ORDINAL.search(" ".join(tokens(text))))
    return None if is_row and points else SAID
