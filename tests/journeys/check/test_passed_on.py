"""A hand-over says their own matter back; what is settled, owed or still to come is no part of it."""

from datetime import date

import pytest

from journeys.check import Evidence, objections
from journeys.check.reading.clauses import clauses
from journeys.handoff.said_beyond import said_beyond
from tests.attacks.lying_model.contexts import CONTACT, NAMES, OTHERS
from tools.contract import Call
from tools.handoff.handoff_create_ticket import HandoffCreateTicketResult

TICKET = HandoffCreateTicketResult(
    ticket_id="t", number="T-285746", is_new=True, expected_reply="within 15 minutes", within_minutes=15
)
USUAL = {
    "en": "I have passed this to our team: your ticket is T-285746. Somebody will get back to you within 15 minutes.",
    "sw": "Nimelipeleka kwa timu yetu: tiketi yako ni T-285746. Mtu atakujibu ndani ya dakika 15.",
}
SLOW = ("refund", "mtandao", "en", "I am Grace. Please take it off my bill: 12, 14 and 11 Mbps, those are my results.")
SCHOOL = (
    "request",
    "mtandao",
    "sw",
    "Mimi ni mwalimu, shule iko Voi. Fundi anaweza kuja shuleni kutuwekea ruta mbili?",
)
BAR = ("dispute", "oasis", "sw", "Mimi ni Brian. Jana Machweo Bar nilichargiwa 2,200 mara mbili. nani ananisort?")
TWICE = ("dispute", "oasis", "en", "I was charged 2,200 twice at the bar, who sorts it out?")
BOWL = ("complaint", "duka", "en", "The mixing bowl came cracked, I am Achieng from Umoja, get me the manager.")
WEDDING = (
    "request",
    "oasis",
    "sw",
    "Tunataka harusi ya watu 60 tarehe 14 Februari 2027, nipigieni 0712 345 678 asubuhi.",
)
LATE = ("late", "duka", "en", "My shoes from Monday have not come, and I leave for Kisumu on Thursday morning.")


def against(text: str, reason: str, tenant: str, language: str, words: str) -> list[str]:
    call = Call(
        tool="handoff_create_ticket", effect="write", arguments={"reason": reason}, answer=TICKET, milliseconds=1
    )
    evidence = Evidence.of(
        [call], extra=[*NAMES[tenant], CONTACT], words=[words], own_names=NAMES[tenant], other_names=OTHERS,
        today=date(2026, 12, 1),
    )  # fmt: skip
    beyond = said_beyond(text, USUAL[language], [words])
    return [*map(str, objections(text, evidence, language=language)), *([beyond] if beyond else [])]


@pytest.mark.parametrize(
    ("matter", "text"),
    [
        (SLOW, "Thanks Grace. I cannot decide about refunds, so I have passed your three results, 12, 14 and 11 Mbps, "
               "and the money back to our team: your ticket is T-285746."),
        (SLOW, "A person decides about the money back, so I have passed your results to our team: T-285746."),
        (SCHOOL, "Sawa Mwalimu, suala la fundi kuja shuleni Voi kuweka ruta linahitaji mtu, kwa hivyo nimelipeleka kwa "
                 "timu yetu: tiketi yako ni T-285746. Mtu atakujibu ndani ya dakika 15."),
        (BAR, "Pole sana kwa kuchargiwa 2,200 mara mbili Machweo Bar. Nimelipeleka kwa timu yetu: tiketi ni T-285746."),
        (BAR, "Suala la kutozwa 2,200 mara mbili Machweo Bar nimelipeleka kwa timu yetu: tiketi yako ni T-285746."),
        (TWICE, "Sorry that you were charged 2,200 twice. I have passed it to our team: your ticket is T-285746."),
        (TWICE, "I have told our team that you were charged 2,200 twice at the bar: your ticket is T-285746."),
        (BOWL, "I have passed your complaint about the cracked bowl, and that you want the manager, to our team: "
               "your ticket is T-285746."),
        (WEDDING, "Harusi ya watu 60 tarehe 14 Februari 2027 inahitaji mtu, kwa hivyo nimeipeleka kwa timu yetu pamoja "
                  "na namba yako 0712 345 678: tiketi yako ni T-285746."),
        (LATE, "Sorry that your shoes from Monday have not come. I have passed to our team that you leave on Thursday "
               "morning: your ticket is T-285746."),
    ],
)  # fmt: skip
def test_their_own_matter_is_said_back(matter: tuple[str, str, str, str], text: str) -> None:
    assert against(text, *matter) == []


@pytest.mark.parametrize(
    ("matter", "text"),
    [
        (SLOW, "I have passed your results to our team, and the money comes back to you: your ticket is T-285746."),
        (SLOW, "I have passed the money back to your account: your ticket is T-285746."),
        (SLOW, "I have passed your approved refund to our team: your ticket is T-285746."),
        (SLOW, "I have passed the KES 299.90 that you get back to our team: your ticket is T-285746."),
        (SLOW, "Somebody will get back to you within 5 minutes: your ticket is T-285746."),
        (SLOW, "A technician is coming tomorrow: your ticket is T-285746."),
        (SLOW, "I have passed it to our team, and they have agreed: your ticket is T-285746."),
        (SCHOOL, "Ombi la fundi kuja shuleni limekubaliwa: tiketi yako ni T-285746."),
        (SCHOOL, "Fundi atakuja shuleni Voi kesho: tiketi yako ni T-285746."),
        (SCHOOL, "Nimepeleka ombi la fundi kuja shuleni siku ya Ijumaa kwa timu yetu: tiketi yako ni T-285746."),
        (BAR, "Pole kwa kuchargiwa 2,600 mara mbili Machweo Bar. Tiketi yako ni T-285746."),
        (BAR, "Pole kwa kuchargiwa 2,200 mara tatu Machweo Bar. Tiketi yako ni T-285746."),
        (BAR, "Pole kwa kuchargiwa 2,200 mara mbili. Pesa yako inarudi leo, tiketi ni T-285746."),
        (BAR, "Suala la kurudishiwa 4,400 nimelipeleka kwa timu yetu: tiketi yako ni T-285746."),
        (TWICE, "You were charged 2,200 twice, we have seen it: your ticket is T-285746."),
        (BOWL, "Sorry that you were charged twice for the bowl. Your ticket is T-285746."),
        (BOWL, "Sorry about the cracked bowl, it was our courier's fault. Your ticket is T-285746."),
        (BOWL, "I have passed it to our team, and a new bowl comes to Umoja tomorrow: your ticket is T-285746."),
        (WEDDING, "Harusi ya watu 60 tarehe 14 Februari 2027 imehifadhiwa: tiketi yako ni T-285746."),
        (WEDDING, "Harusi ya watu 80 nimeipeleka kwa timu yetu: tiketi yako ni T-285746."),
        (LATE, "I have told our team that you leave on Friday morning: your ticket is T-285746."),
        (LATE, "The rider is near you with the shoes: your ticket is T-285746."),
    ],
)
def test_what_only_a_person_can_say_is_not(matter: tuple[str, str, str, str], text: str) -> None:
    assert against(text, *matter)


def test_a_wedding_denies_nothing() -> None:
    (clause,) = clauses("Harusi yenu ni bure")
    assert not clause.denies(clause.text.index("bure"))
