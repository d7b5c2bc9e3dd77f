"""The commands of errands at the till: the total, how and from which number they pay, where it goes."""

from collections.abc import Mapping
from typing import Final

from journeys.checkout.commands import LONGEST_NOTE, ChoosePayment, Deliver, Pay, ShowCart
from journeys.checkout.reading import WAYS
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Takes
from journeys.local import circumstances
from journeys.local.purchase import ages, delivery, payment
from journeys.local.wordlists import plain
from journeys.reader.errands import Errand
from journeys.reader.marked import Act
from journeys.state import ConversationState


def total(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    return (ShowCart(),)


def pay(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """The way that is named and the number that is to be asked; on to paying where neither is."""
    way, phone = payment.way_in(errand.text, payment.WAYS), payment.phone_in(errand.text)
    if note := delivery.said_to_the_rider(errand.text):
        return (Deliver(note=note),)  # whom the rider shall call pays nothing
    if phone is None and not way and circumstances.tells_time(plain(errand.text)):
        return ()  # "I'll pay tomorrow" pays nothing now
    if phone is not None:
        return (ChoosePayment(method="mpesa_stk", phone=phone),)
    return (ChoosePayment(method=WAYS[way]),) if way else (Pay(),)


def told_of(errand: Errand) -> Deliver:
    """To whom, where and when it goes, by the parts of an errand; what was not said is empty."""
    person, read = errand.part("person"), delivery.read(errand.text)
    if person and read is not None and person in read.recipient:
        person = read.recipient  # "Asha and Peter Mwangi"
    return Deliver(
        recipient=" ".join(filter(None, [person, errand.part("phone")]))[:120],
        place=", ".join(errand.each_part("place"))[:300],
        when=", ".join(filter(None, (_time_in(when, errand) for when in errand.each_part("when"))))[:120],
        note=_note_of(errand)[:LONGEST_NOTE],
    )


def _time_in(when: str, errand: Errand) -> str:
    """The day or hour without how old somebody is."""
    for bound in ages.bounds_in(errand.text):
        when = when.replace(bound[0], "").strip(" ,")
    is_of_age = circumstances.tells_age(plain(when))
    return circumstances.without(plain(when), "age").strip(" ,") if is_of_age else when


def _note_of(errand: Errand) -> str:
    """What they write for whoever brings it; to its end, where no address follows."""
    note, place = errand.part("note"), errand.part("place")
    at = errand.text.find(note)
    return errand.text[at:] if note and errand.text.find(place) <= at else note


def deliver(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """Where it goes, to whom and when; what is none of these is a note."""
    told = told_of(errand)
    if told != Deliver():
        return (told,)
    read = delivery.read(errand.text)
    if read is None:
        return (Deliver(note=errand.text[:LONGEST_NOTE]),)
    return (Deliver(place=read.place, recipient=read.recipient, when=read.when, note=read.note),)


ERRANDS: Final[Mapping[Act, Takes]] = {
    "total": total, "pay": pay, "deliver": deliver,
}  # fmt: skip
