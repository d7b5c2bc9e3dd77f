"""Reads an order that no verb of buying tells: what is sent to a line, "send 1000 airtime to 0799112233", and what is
had at an hour that is told, "1 hr coconut massage tomorrow at 11"; and forms that are counted, "blue 2 na black 1"."""

import re
from decimal import Decimal
from typing import Final

from journeys.checkout import times
from journeys.checkout.commands import Deliver
from journeys.command import Command
from journeys.context import TurnContext
from journeys.local import asks, circumstances, named, wants
from journeys.local.purchase import cart, choice, durations, numbers, payment
from journeys.local.purchase.attended import is_attended
from journeys.local.purchase.measured import without_measures
from journeys.local.wordlists import plain
from journeys.sales import counted, several
from journeys.sales.commands import LONGEST_WORDS, Add, Line
from journeys.sales.items import item_of
from journeys.sales.shown import options
from journeys.state import ConversationState
from knowledge import lexicon
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.units import orderable

# What the tool takes as a query.
LONGEST: Final = 300
_SENDS: Final = re.compile(
    r"\b(?:send|buy|get|load|top ?up|recharge|u?(?:ni|m)?tumi?[ae]|(?:ni|m|tu)?nunuli?[ae]|nunua|(?:ni|m|tu)?weke?[ae]"
    r"|(?:ni|m)?saidi[ae])\b",
    re.IGNORECASE,
)
_REQUESTS: Final = re.compile(
    r"\W{0,3}(?:(?:please|pls|hi|hello) )?(?:can|could|will) (?:you|u) (?:please |pls )?(?:send|load|buy|top ?up)\b"
    r"|\W{0,3}(?:mna|una|u|m)(?:weza|eza) (?:ku)?(?:m|ni)?tum\w{1,3}\b",
    re.IGNORECASE,
)
_SENDS_ME: Final = re.compile(
    r"\b(?:(?:send|buy|get|load) me|top me up|nitumie|niwekee|niuzie|ninunulie)\b", re.IGNORECASE
)
_COUNTS: Final = re.compile(rf"\b(?:\d{{1,2}}|{'|'.join(numbers.words())})\b", re.IGNORECASE)
_NUMBER: Final = r"\+?(?:254|0)[ -]?[17][\d -]{8,11}"
_TO_A_LINE: Final = re.compile(
    rf"\b(?:to|for|on|kwa|kwenye) (?P<line>(?:[^\W\d_]{{1,12}}[ :]{{1,2}}){{0,4}}{_NUMBER})", re.IGNORECASE
)
_LINE: Final = re.compile(rf"(?<![\w+])(?P<line>{_NUMBER})")


def ordered(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """What is put in, and for whom or when; nothing where something is asked, or where it answers what was asked."""
    if state.controls.asked is not None or asks.asks_price(text):
        return ()
    if asks.asks(text):
        return _for_a_line(text, state, context) if _REQUESTS.match(text) else ()
    readers = (_for_a_line, _at_an_hour, _in_several_forms)
    return next((taken for read in readers if (taken := read(text, state, context))), ())


def _for_a_line(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """Airtime or a bundle, with the number that it is for; of their own line none is told."""
    is_for_another = payment.phone_in(text) is not None and _SENDS.search(text) is not None
    told = (_TO_A_LINE.search(text) or _LINE.search(text)) if is_for_another else None
    if told is None and (not _SENDS_ME.search(text) or payment.phone_in(text)):
        return ()
    thing = text if told is None else f"{text[: told.start()]} {text[told.end() :]}"
    item = _named(thing, state, context)
    if item is None or not _is_for_lines(item):
        return ()
    said = choice.parse_choice(thing, item.options, title=item.title, unit=item.unit)
    if told is None and not (said.options and said.options.keys() == item.options.keys()):
        return ()
    line = Line(item=item.item_id, quantity=orderable(said.quantity) or Decimal(1))
    goes = () if told is None else (Deliver(recipient=told["line"].strip()),)
    return Add(lines=(line,), words=thing[:LONGEST_WORDS]), *goes


def _is_for_lines(item: CatalogGetItemResult) -> bool:
    return any(lexicon.kind(thing) == "telecom" for thing in lexicon.things(item.title))


def _at_an_hour(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """What is had at a time, where its form is told and the hour."""
    if circumstances.time_in(text) is None:
        return ()
    item = _named(text, state, context)
    if item is None or not is_attended(options.of_item(item), item.attributes):
        return ()
    values = [value for values in item.options.values() for value in values]
    left = durations.without(text, values)
    span = circumstances.time_in(left)
    when = left[slice(*span)].strip(" ,.") if span else ""
    said = choice.parse_choice(text, item.options, title=item.title, unit=item.unit)
    is_told = times.named_in(when, times.HOUR) and said.options.keys() == item.options.keys()
    if not is_told or not _says_no_more(text, item):
        return ()
    is_one = counted.is_singular(" ".join(wants.parse(text).terms), item)
    is_one = is_one and circumstances.parse(plain(text)).guests is None
    line = Line(item=item.item_id, quantity=Decimal(1) if is_one and not said.quantity else None)
    return Add(lines=(line,), words=text[:LONGEST_WORDS]), Deliver(when=when)


def _in_several_forms(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """Forms of one thing, each with its number: "ball pen blue box 2 na black box 1"."""
    item = _named(text, state, context) if len(_COUNTS.findall(text)) > 1 else None
    parted = several.of_its_forms(text, item) if item is not None else None
    return () if parted is None else (parted,)


def _says_no_more(text: str, item: CatalogGetItemResult) -> bool:
    """Whether nothing but the thing, who comes and when is told: "our flight from Ukunda is at four" says more."""
    alone = circumstances.without(plain(text), "party", "couple")
    rest = choice.parse_choice(alone, item.options, title=item.title, unit=item.unit).rest
    return all(cart.names(word, item.title) or lexicon.is_stop_word(word) for word in rest)


def _named(text: str, state: ConversationState, context: TurnContext) -> CatalogGetItemResult | None:
    query = without_measures(" ".join(wants.parse(text).terms))[:LONGEST]
    found = context.call("catalog_search", query=query).result if lexicon.things(query) else None
    one = named.the_one(found, text) if found is not None else None
    return item_of(one.item_id, state, context) if one is not None else None
