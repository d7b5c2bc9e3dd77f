"""Reads what is wanted with an order, and which, by the few words of the trade."""

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

from journeys.command import Command
from journeys.context import TurnContext
from journeys.local import requests
from journeys.local.wordlists import plain, tokens
from journeys.orders import commands
from journeys.state import ConversationState

Action = Literal["dispute", "kept", "cancel", "change", "payment", "pay", "list", "status"]
ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
# As the house makes them, letters and digits in turn, however they are spaced.
_OURS = re.compile(r"(?<![A-Za-z0-9])#?((?:[A-Za-z][2-9]){2})[ -]?((?:[A-Za-z][2-9]){2})(?![A-Za-z0-9])")
_NAMED = re.compile(
    r"(?:\b(?:order|oda|oder|agizo)\b(?:\W{0,3}\b(?:number|namba|nambari|no|num|ya|yangu|is|ni|yenye)\b){0,3}|#)"
    r"\W{0,3}(?P<number>[A-Za-z0-9]{4,12})\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"\b(?=[A-Za-z0-9]*[A-Za-z])(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{5,12}\b")
# An amount, a measure or an ordinal is no number of an order.
_MEASURE = re.compile(r"\A(?:\d+[a-z]{1,6}|(?:kes|ksh|kshs|sh|size)\d+)", re.IGNORECASE)


# A longer message tells a story, of which paying later is a part.
MOST_WORDS: Final = 12
_LATER: Final = re.compile(
    r"\b(?:pay|paying|payment) (?:(?:by|with|in|using) (?:my )?\w{1,12} (?:card )?)?"
    r"(?:(?:now|first|before|today|online|upfront) or (?:pay |later |only )?)?"
    r"(?:on|upon|after|when|once) (?:it |i |they |you |the \w{1,12} )?"
    r"(?:delivery|arrives?|comes?|get|receive|delivered|deliver)\b|\bcash on delivery\b"
    r"|\bpay(?:ing|ment)? (?:\w{1,12} ){0,3}(?:on|upon|at) (?:arrival|check ?in|reception)\b"
    r"|\b(?:ni|na|nita|tuna|ku)?lip(?:[ae]|i[ae]) (?:\w{1,12} ){0,3}(?:baada ya (?:kuletewa|kupokea|kufika)"
    r"|(?:ni|tu)ki(?:letewa|pokea|pata|fika)|(?:i|u|zi|vi|ki)kifika|mkileta|mkideliver|(?:i|zi)kikam|cash)\b|\bcod\b"
)
# How and where they pay, which the settings tell and no page: a page that says "pay" says it of something else.
_MEANS: Final = (
    r"(?:(?:visa|master|debit|credit|bank) ?)?(?:cards?|visa|mastercard|cash|cheques?|paypal|dollars?|dola|usd|euros?"
    r"|kadi|pesa taslimu|airtel money|bank transfer|m ?-?pesa)\b"
)
_WAY: Final = re.compile(
    r"\b(?:which|what|whats|your|the|share|send|give me|nipe|nitumie) (?:\w{1,12} ){0,2}(?:till|pay ?bill)\b"
    r"|\A\W*(?:(?:and|na|ok|the|je) )?(?:till|pay ?bill)(?: (?:number|no|namba))?(?: (?:please|pls))?\W*\Z"
    r"|\b(?:till|pay ?bill)(?: number| no| namba)? (?:yenu|gani|ni ipi|ni gani|ngapi)\b"
    r"|\b(?:what|which) (?:number|account|no) (?:do|should|can|must|to) (?:(?:i|we) )?(?:send|pay|deposit|use to pay)\b"
    r"|\bwhere (?:do|should|can|must) (?:i|we) (?:send|deposit|put) (?:the |my )?(?:money|cash|payment)\b"
    r"|\b(?:na|ni)?(?:tum|wek)[ae] (?:pesa|doh|hela|malipo) (?:wapi|(?:kwa )?(?:namba|number|account) (?:gani|ipi))\b"
    r"|\b(?:ways?|methods?|modes?|means|forms?|options?) (?:of|to|for) pay(?:ing|ments?)?\b"
    r"(?! (?:back|late|later|for|is|was|has|had)\b)"
    r"|\b(?:njia|namna) (?:gani )?(?:[yz]a )(?:ku)?(?:malipo|lipa)\b"
    r"|\b(?:how|where|with what) (?:do|can|should|could|must|to) (?:(?:i|we|one) )?pay\b"
    rf"|\b(?:can|could|may) (?:i|we) pay (?:with|by|in|using|through) (?:my |a |the )?{_MEANS}"
    rf"|\b(?:do|can|does|will) (?:you|u|y ?all)(?: guys)? (?:also )?(?:take|accept) {_MEANS}"
    rf"|\b(?:m|u)na(?:kubali|chukua|pokea|accept) (?:malipo ya |ku(?:lipa|pay) (?:na|kwa) )?{_MEANS}"
    rf"|\b(?:na|tuna|nina|una)(?:weza|eza) (?:ku)?(?:lipa|pay|lipia) (?:na|kwa|kupitia|via|by|with) (?:my )?{_MEANS}"
    r"|\b(?:m|hu|u)na?lipwa (?:\w{1,12} ){0,2}(?:vipi|aje|kwa njia gani)\b"
    r"|\b(?:na|ni|tuna|tu|nita|tuta|ku)?lip(?:[ae]|i[ae]) (?:\w{1,12} ){0,3}(?:vipi|aje|wapi|kwa njia gani)\b"
)
# What is owed for a service stands in an account, and not in an order.
_BILL: Final = re.compile(
    r"\b(?:bills?|invoices?|bili|ankara|account|akaunti|rent|kodi|deni)\b"
    r"|\b(?:pay(?:ing|ment)?|(?:ku|ni|na|nita)?lip(?:a|ia)) (?:for )?(?:my |our |the )?(?:home )?"
    r"(?:fibre|fiber|faiba|internet|wifi|subscription)\b"
)
# Of money that goes back its own pages tell.
_GOES_BACK: Final = re.compile(
    r"\b(?:refund\w*|returns?|returning|money back|\w{0,5}(?:rudish|rejesh)\w{1,4}|inarudi)\b"
)
# A number that is told to be an order's, so that nothing else of the message has to say what is wanted.
_NUMBERED: Final = re.compile(
    r"\b(?:order|oda|oder|agizo)(?: (?:number|no|num|id|namba|nambari|ya namba)|(?: yangu)? (?:is|ni))\b|\A\W*#",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(
    r"\b(?:when|what time|how (?:soon|long)|lini|saa ngapi|siku ngapi|muda gani)\b.{0,40}"
    r"\b(?:arrives?|here|reach(?:es)?|com(?:es?|ing)|deliver(?:ed|y)?|get (?:it|them|my)|receive|expect)\b"
    r"|\b(?:(?:i|zi|u|ki)ta(?:ni)?fik\w{1,4}|nita(?:i|zi)?pata|(?:ni|m)taletew?a?)\b.{0,20}\b(?:lini|saa ngapi)\b"
    r"|\b(?:lini|saa ngapi)\b.{0,20}\b(?:(?:i|zi|u|ki)ta(?:ni)?fik\w{1,4}|nita(?:i|zi)?pata)\b"
)
# What is there as soon as it is paid.
_LOADED = r"(?:data|bando|bundles?|airtime|kredo|credo|credit|minutes|dakika|sms|tokens?)\b"
_PAID: Final = re.compile(
    r"\b(?:n[il]?(?:me|li|sha|mesha)|tu(?:me|li|sha))"
    r"(?:lip\w{1,4}|(?:jaribu|try) kulip\w{1,3}|(?:tum|to|wek)\w{1,4} (?:pesa|doh|hela|ganji|mkwanja|kes|ksh|\d)"
    rf"|(?:nunu|buy|bai)\w{{0,3}} (?:\w{{1,12}} )?{_LOADED})"
    r"|\bi (?:have |had |ve )?(?:already |just )?(?:paid|tried (?:to pay|paying)"
    rf"|(?:bought|purchased|loaded) (?:\w{{1,12}} ){{0,2}}{_LOADED}"
    r"|sent (?:you |the |my )?(?:money|cash|payment|kes|ksh|\d))"
    r"|\b(?:deducted|imekatwa|nimekatwa|pesa (?:yangu )?imetoka|money (?:has )?left)\b"
)
_BOUGHT: Final = re.compile(
    r"\b(?:i|we) (?:have |had |ve )?(?:just |already )?(?:bought|ordered|purchased)\b"
    r"|\b(?:n[il]?|tu)(?:me|li|lisha|mesha)(?:nunua|agiza|order|buy|agizia)\w{0,2}\b"
)
_NOT_COME: Final = re.compile(
    r"\b(?:sija(?:pata|pokea|ona)|(?:ha\w{1,2})ja(?:fika|kuja|ingia|onekana|reflect|kam|show)|haiku(?:ingia|fika|kuja)"
    r"|nothing (?:has |have )?(?:come|came|arrived|shown)"
    r"|(?:not|nt|never) (?:yet )?"
    r"(?:received?|arrived?|come|came|got|gotten|reflect\w{0,3}|show\w{0,3}|load\w{0,3}|gone? through))\b"
)
# Which money is taken is a rule of the house.
_FOREIGN: Final = re.compile(r"\b(?:dola|dollars?|usd|euros?|pounds?|foreign|currenc(?:y|ies)|forex)\b")
COMMANDS: Final[dict[str, Callable[..., Command]]] = {
    "dispute": commands.DisputeOrder,
    "cancel": commands.CancelOrder,
    "change": commands.ChangeOrder,
    "pay": commands.PayOrder,
}
ABOUT: Final[dict[str, Literal["order", "payment", "kept", "all"]]] = {
    "payment": "payment", "kept": "kept", "list": "all", "status": "order",
}  # fmt: skip


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    number, is_named = _number(text)
    wanted, action = {"number": number or "", "is_named": is_named}, _action(text, state)
    if action in COMMANDS:
        return (COMMANDS[action](**wanted),)
    return (commands.OrderStatus(about=ABOUT[action], **wanted),)


def claims(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """An order by its number; when what was just ordered comes, and how long it waits unpaid; and how, where and when
    one may pay, which the ways to pay tell, and not what pages say of things that arrive."""
    if len(tokens(text)) > MOST_WORDS:
        return ()
    if _NUMBERED.search(text) and any(sign.isdigit() for sign in _number(text)[0] or ""):
        return read(text, state, context)
    said = plain(text)
    if (state.purchase.order_id or state.purchase.cart or state.purchase.choosing) and _WHEN.search(said):
        return (commands.OrderStatus(about="arrival"),)
    if state.purchase.order_id and _pattern("kept").search(said):
        return (commands.OrderStatus(about="kept"),)
    if _PAID.search(said) and _NOT_COME.search(said):
        return (commands.OrderStatus(about="payment"),)
    if _BOUGHT.search(said) and _NOT_COME.search(said):
        return (commands.OrderStatus(),)
    is_of_a_way = asks_way(text) and not (is_of_a_bill(text) or goes_back(text) or _FOREIGN.search(said))
    return (commands.PayOrder(),) if pays_later(text) or is_of_a_way else ()


def pays_later(text: str) -> bool:
    """Whether they ask to pay only when the things come."""
    return _LATER.search(plain(text)) is not None


def asks_way(text: str) -> bool:
    """Whether it asks how or where one may pay."""
    return _WAY.search(plain(text)) is not None


def is_of_a_bill(text: str) -> bool:
    """Whether it is about what is owed for a service, which is no order."""
    return _BILL.search(plain(text)) is not None


def goes_back(text: str) -> bool:
    """Whether it is of money or things that go back."""
    return _GOES_BACK.search(plain(text)) is not None


def says_not_come(text: str) -> bool:
    """Whether what was ordered has not come."""
    return _NOT_COME.search(plain(text)) is not None or requests.is_late(text)


def says_paid(text: str) -> bool:
    """Whether they say that money has left them already."""
    return _PAID.search(plain(text)) is not None


def _action(text: str, state: ConversationState) -> Action:
    said = plain(text)
    found = next((action for action in ACTIONS[:-1] if _pattern(action).search(said)), None)
    if found is not None:
        return found
    return "payment" if state.understood.intent == "payment_help" else "status"


def _number(text: str) -> tuple[str | None, bool]:
    if ours := _OURS.search(text):
        return f"{ours[1]}{ours[2]}".upper(), True
    for named in _NAMED.finditer(text):
        said = named["number"]
        if any(character.isdigit() for character in said) or said.isupper():
            return said.upper(), True
    codes = [code for code in _CODE.findall(text) if not _MEASURE.fullmatch(code)]
    return (codes[0].upper(), False) if codes else (None, False)


@cache
def _pattern(action: Action) -> re.Pattern[str]:
    wishes = tomllib.loads(Path(__file__).with_name("wishes.toml").read_text(encoding="utf-8"))
    return re.compile(rf"(?<!\w)(?:{'|'.join(wishes[action])})(?!\w)")
