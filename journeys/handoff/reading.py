"""Reads, without a model, what only a person can arrange: a table at a certain time."""

import re
from typing import Final

from journeys import catalog
from journeys.command import Command
from journeys.context import TurnContext
from journeys.handoff.commands import HandOver
from journeys.local import asks, circumstances, exemplars, governor, intent, replies, requests
from journeys.local.wordlists import is_gibberish, plain, tokens, word_set
from journeys.state import ConversationState, YesNo
from knowledge import lexicon

# What an operator reads of it; the message itself is in the talk.
LONGEST: Final = 300
# "Yes please": more words say more than yes.
BARE: Final = 2
THANKS: Final = "thanks"
# Longer ones are another matter.
MOST_OF_DETAILS: Final = 8
_TABLE: Final = re.compile(
    r"\b(?:book|booking|reserve|reservation|kubook|bookie|kureserve|hifadhi|wekea|niwekee|tuwekee)\b.{0,40}\b(?:tables?|meza)\b"
    r"|\b(?:tables?|meza)\b.{0,30}\b(?:book|reserve|reservation)\b"
    r"|\b(?:table|meza) (?:for|at|ya|kwa) "
    r"|\A\W{0,3}(?:(?:please|pls|can you|kindly) )?(?:book|reserve) for \d{1,3} (?:people|persons|adults|of us|pax)\b"
    r"|\b(?:book|reserve)\b(?!.{0,20}\bpass(?:es)?\b).{0,20}\b(?<!with )(?<!na )(?<!yenye )"
    r"(?:breakfast|lunch|dinner|brunch)\b"
)
# Money or data that they say was taken from them, though they bought nothing.
_STORED: Final = r"(?:airtime|credit|credo|kredo|salio|balance|data|bundles?|bando)"
_TAKEN: Final = re.compile(
    rf"\b(?:m|u|wa)(?:me|li|na)(?:ni|tu)?(?:kata|kula|iba|chukua|maliz)\w{{0,4}}\b.{{0,20}}\b{_STORED}\b"
    rf"|\byou (?:guys )?(?:have |just )?(?:took|taken|deducted?|cut|stole|ate|eaten)\b.{{0,20}}\b(?:my|our) {_STORED}\b"
    rf"|\b(?:my|our) {_STORED} (?:was|has been|got|is|just)\b.{{0,12}}\b(?:taken|deducted|cut|stolen|gone|vanished)\b"
    rf"|\b{_STORED} (?:yangu|zangu|yetu) (?:ime|zime|li|zili)(?:enda|potea|katwa|chukuliwa|ibiwa)\b"
)
_BOUGHT_NOTHING: Final = re.compile(
    r"\b(?:bought nothing|(?:did not|didn'?t|have not|haven'?t|never) (?:buy|bought|use|used)"
    r"|without (?:my|buying|using)|for nothing|(?:sija|siku)(?:nunu|tumi)\w{1,3}|bila (?:ku|idhini|ruhusa)\w*)\b"
)
# Whom they waited for: "the technician was to come yesterday and nobody showed up".
_NOBODY_CAME: Final = re.compile(
    r"\b(?:technicians?|engineers?|installers?|riders?|drivers?|fundi|mafundi|dereva|somebody|someone|mtu)\b.{0,60}"
    r"\b(?:(?:nobody|no one|never|did ?n'?t|did not|has ?n'?t|has not) (?:has |have |even )?"
    r"(?:came|come|show\w{0,3}|turn\w{0,3}|arriv\w{1,3})|ha(?:ku|wa|ja|waja)ja?(?:kuja|fika)"
    r"|hakuna (?:mtu )?ali\w{4,8})\b"
)
_ADDRESS: Final = re.compile(r"\S{1,64}@\S{1,64}")
# "My email is ...": its "is" asks nothing.
_STATES: Final = re.compile(r"\A\W*(?:my|our|the) (?:\w{1,12} ){1,2}(?:is|are)\b")
# What happened, told after the fact: "I wanted black, they brought brown" wants nothing of the shelves.
_PAST: Final = re.compile(
    r"\b(?:i|we) (?:wanted|ordered|asked|paid|bought|needed|got|received|was|were)\b"
    r"|\b(?:ni|tu)li(?:taka|agiza|lipa|nunua)\w*"
)
_TELLS_OF_IT: Final = re.compile(
    r"\A\W{0,4}(?:(?:and|but|na|lakini|also|even|pia) )?(?:i|we|they|it|you|my|our|the|bado|booking"
    r"|(?:ni|tu|wa|ali|wali|mli|ili|ime|hai|haku)\w{2,12})\b"
)
# Whether they shall do something about it themselves.
_OF_WHAT_TO_DO: Final = re.compile(
    r"\A\W*(?:should|shall|do|must|can|may) (?:i|we) (?:also |still )?(?:send|give|bring|attach|wait|call|come)\b"
    r"|\A\W*(?:nitume|niwatumie|nilete|ningoje|nisubiri)\b"
)
_ASKS_ABOUT_IT: Final = re.compile(
    r"\A\W*(?:do|does|must|should|is|are|how|what|when|where|why|which|je|lazima|kwani|ni lazima)\b"
)
_WHEN: Final = re.compile(
    r"(?:(?:ok|okay|and|so|sawa|na|but|lakini|please|pls|basi) ){0,2}(?:(?:m|a|wa)(?:na|ta)(?:ni|tu)?(?:kuja|ja|fika"
    r"|fix|kam|jibu|pigia|letea|rudish|rejesh|refund|rekebisha|tengeneza|saidi|shughuliki|maliz|tatu|wasilian)\w{0,3}"
    r" (?:lini|saa ngapi|when|muda gani|leo|kesho)"
    r"|how long|how soon|when|what time|lini|muda gani|(?:saa ngapi|lini) (?:m|a|wa)(?:na|ta)(?:ni|tu)?[a-z]{2,12}"
    r"|itachukua (?:muda|dakika|saa|siku)|(?:ni )?(?:saa|dakika|siku) ngapi|kwa muda gani"
    r"|(?:mtu|fundi|someone|somebody) (?:anakuja|atakuja|(?:is )?coming|will come) (?:lini|when|saa ngapi))"
    r"(?: (?:will|would|should|must|can|i|we|wait|does|do|is|are|it|that|this|they|you|someone|somebody|a person"
    r"|the team|take|takes|be"
    r"|come|call|reply|answer|get back|fix|fixed|for|to|me|us|until|till|now|mtanijibu|mtakuja|mnakuja|anakuja"
    r"|atakuja|atanipigia|mtanipigia|gani|ngapi|nitasubiri|ningoje|itachukua|mtarekebisha|mtafix)){0,8}"
)


def claims(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """A table or a meal to be kept for them: for a time, for no catalog sells it. Who asks about it is told.

    What is wrong in a guest's room is somebody's to mend, whatever the documents say of towels.
    Who asks how long it takes, while a ticket of theirs waits, or only agrees to it, is told again when an answer is
    expected."""
    said = plain(text)
    if state.handoff.handoff_ticket_id and (_WHEN.fullmatch(said.strip(" .?!,")) or _only_agrees(text, state)):
        return (HandOver(reason="request", about=text[:LONGEST]),)
    if _adds_to_ticket(text, state) or _tells_more(text, state):
        return (HandOver(reason="request", about=text[:LONGEST]),)
    if _NOBODY_CAME.search(said) and not _ASKS_ABOUT_IT.match(said):
        return (HandOver(reason="complaint", about=text[:LONGEST]),)
    if _TAKEN.search(said) and _BOUGHT_NOTHING.search(said):
        return (HandOver(reason="dispute", about=text[:LONGEST]),)
    if requests.is_fault(text) and requests.is_of_a_stay(text) and not _ASKS_ABOUT_IT.match(said):
        return (HandOver(reason="complaint", about=text[:LONGEST]),) if catalog.has_guests(context) else ()
    if not _TABLE.search(said) or _ASKS_ABOUT_IT.match(said) or not circumstances.tells_time(said):
        return ()
    return (HandOver(reason="request", about=text[:LONGEST]),)


def _adds_to_ticket(text: str, state: ConversationState) -> bool:
    """What they tell right after a ticket was made, and that asks and wants nothing else: "please hold it for us"."""
    ticket, told = state.handoff.handoff_ticket_number, state.transcript.response_text or ""
    if not ticket or ticket not in told or is_gibberish(text):
        return False
    if _OF_WHAT_TO_DO.search(plain(text)) or requests.is_of_a_stay(text):
        return True  # "can we get more towels too"
    said = _STATES.sub(" ", circumstances.without(_ADDRESS.sub(" ", plain(text)), "when", "party"))
    is_told = _TELLS_OF_IT.match(said) is not None
    if asks.asks_openly(said) or _wishes(said) or (lexicon.things(said) and not is_told):
        return False
    is_small_talk = governor.is_greeting(text) or intent.classify(text).confidence >= intent.SURE
    return not is_small_talk and governor.classify(text).label in ("business", "casual")


def _tells_more(text: str, state: ConversationState) -> bool:
    """When, for how many, or how to reach them, where a yes to passing it on was asked for: they want it passed on."""
    asked, said = state.controls.asked, plain(text)
    is_offered = isinstance(asked, YesNo) and asked.journey == "handoff"
    if not is_offered or len(tokens(text)) > MOST_OF_DETAILS or word_set("replies", "no", "words") & set(tokens(text)):
        return False  # "no thanks, maybe tomorrow" is no yes
    is_detail = circumstances.tells_time(said) or _ADDRESS.search(text) or circumstances.parse(said).guests
    rest = _STATES.sub(" ", circumstances.without(_ADDRESS.sub(" ", said), "when", "party"))
    return bool(is_detail) and not (asks.asks_openly(rest) or asks.shops(rest) or lexicon.things(rest))


def _wishes(said: str) -> bool:
    """Whether it is said to a shop; of what is past a sum is what it was, and no limit: "I bought it now, 500 bob"."""
    now = _PAST.sub(" ", said)
    if now == said:
        return asks.shops(said)
    return any(says(now) for says in (asks.wants_it, asks.shows, asks.asks_price, asks.asks_for_any, asks.buys_now))


def _only_agrees(text: str, state: ConversationState) -> bool:
    """A bare yes where nothing else was asked or shown; "sawa asante" is a thanks, and ends it."""
    sales = state.sales
    is_open = state.controls.asked or sales.last_catalog_results or sales.selected_item_ids or state.purchase.cart
    is_yes = len(tokens(text)) <= BARE and replies.yes_or_no(text) is True
    return not is_open and is_yes and THANKS not in exemplars.concepts(text)
