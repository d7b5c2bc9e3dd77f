"""Hears, without a model, that something of another person is wanted: whom they call, where they are, their number.

What they pay for somebody, bring to somebody or put on somebody's line is none of it.
"""

import re
from typing import Final

from journeys.context import TurnContext
from journeys.preferences.commands import OthersData
from journeys.state import ConversationState
from knowledge.text import fold

_PERSON: Final = (
    r"(?:(?:my|h(?:is|er)|their|the|another|other|that|this|a) )?"
    r"(?:husband|wife|girlfriend|boyfriend|partner|fiancee?|son|daughter|kid|child|teenager|mum|mom|mother|dad|father"
    r"|sister|brother|friend|boss|neighbou?r|colleague|employee|landlord|tenant|ex|customer|guest|person|people|man|guy"
    r"|lady|woman|girl|boy|somebody|someone|mume|mke|mpenzi|mchumba|mtoto|binti|kijana|mama|baba|dada|kaka|ndugu"
    r"|rafiki|jirani|mfanyakazi|mteja|wateja|mgeni|wageni|bibi|bwana|demu|msupa|shemeji|mtu|msee)(?:['\u2019]?s)?"
    r"(?: (?:wangu|yangu|wake|wetu|mwingine|mwengine|fulani|huyo|flani))?"
)
_LINE: Final = r"(?:phone|number|line|simu|namba|laini)"
_TOLD: Final = r"(?:calls?|calling|messages?|texts?|sms|chats?|whatsapp|m-?pesa|transactions?|statements?|meseji|jumbe)"
_KEPT: Final = r"(?:history|records?|logs?|list|statements?)"
_ASKS: Final = re.compile(
    "|".join(
        (
            # Whom they call or write to.
            rf"\bwho(?:m)? (?:is |was |has |did |does )?{_PERSON} (?:is |was |has been |been )?"
            r"(?:call|talk|text|chat|phon|speak|messag|meet)\w*",
            rf"\b(?:who|whom) (?:has |is |was |had )?(?:been )?(?:call|text|messag|phon)\w{{0,3}} {_PERSON}\b",
            rf"\b{_PERSON} (?:hu|ana|ali|amekuwa a(?:ki|na)|ame)(?:m|wa)?"
            r"(?:pigi|piga|ongea|ongelesh|text|chat|call|tumi)\w{0,4} (?:na )?(?:nani|simu nani)\b",
            r"\b(?:ame|wame|ali|ana)pigi(?:wa|a) (?:simu )?(?:na )?nani\b",
            rf"\b{_TOLD} (?:{_KEPT} )?(?:of|for|from|between|za|ya|wa|kwa) {_PERSON}\b",
            rf"\b{_PERSON} (?:call|phone|message|sms|text|chat|m-?pesa|whatsapp)s? {_KEPT}\b",
            # Where they are.
            rf"\b(?:track|trace|locate|spy on|hack|listen to|fuatilia|tafuta location)\b.{{0,30}}\b{_PERSON}\b",
            r"\b(?:location|mahali|where) (?:of |ya |pa |is |iko |aliko )?(?:the )?"
            rf"(?:{_LINE} (?:of |ya |za )?)?{_PERSON}(?: (?:{_LINE}|room|house))?"
            r"(?: (?:is|iko|yuko|now|right now|saa hii))*\W*\Z",
            rf"\b{_PERSON} (?:yuko|ako|alikuwa|yupo) (?:wapi|chumba gani|room gani|hoteli gani)\b",
            # Their number, address, order or bill.
            r"\b(?:give|send|tell|show|need|want|nipe|nitumie|nataka|naomba|niambie)\b(?: \w+){0,3}"
            r" (?:number|address|namba|anwani|order|oda|balance|salio|bill|details|data)(?: ya simu)?"
            rf" (?:of|for|ya|za|wa|la) {_PERSON}(?:\W*\Z| (?:who|that|aliye|waliye))",
        )
    ),
    re.IGNORECASE,
)
# "My child's number is 07…", "the number for my wife's line, put 100 on it": that is theirs to give.
_GIVES: Final = re.compile(r"\d{6,}|\b(?:put|load|top ?up|buy|send (?:it )?to|deliver|weka|nunulia|tumia|lipia)\b")


def claims(text: str, state: ConversationState, context: TurnContext) -> tuple[OthersData, ...]:
    """The command that refuses it; nothing where nothing of another person is asked for."""
    said = fold(text)
    return (OthersData(),) if _ASKS.search(said) and not _GIVES.search(said) else ()
