"""Reads what is wanted with a bill without a model: which matter, and what is told of a refund."""

import re
import tomllib
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

from journeys.billing import state as billing
from journeys.billing.commands import AskBilling, DropRefund, NoAccount, Reason, RequestRefund, Topic, VerifyMe
from journeys.command import Command
from journeys.context import TurnContext
from journeys.local import asks
from journeys.local.amounts import mark_amounts
from journeys.local.purchase import choice
from journeys.local.wordlists import tokens
from journeys.state import ConversationState, Pick, Question, Tell
from knowledge.text import fold

ASKED: Final[tuple[Topic, ...]] = ("cases", "policy", "plan", "balance", "invoices")
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)[1:]
# Words of an answer to a question of ours; a longer message is a description.
LONGEST_ANSWER: Final = 6
# Words that may follow up on what was just told; longer ones name what they are about.
LONGEST_FOLLOW_UP: Final = 9
_CALLED = r"(?:invoice|inv|bill|ankara|bili)"
_INVOICE: Final = re.compile(
    r"(?<![\w-])(?:INV|BILL|ANK)[-/ ]?(?=[A-Z0-9/-]{0,20}\d)[A-Z0-9][A-Z0-9/-]{0,60}", re.IGNORECASE
)
_NAMED: Final = re.compile(
    rf"\b{_CALLED}\b(?:\W{{0,3}}\b(?:number|no|num|namba|nambari|ni|is|ya|id)\b){{0,2}}\W{{0,3}}"
    r"(?P<number>(?=[A-Za-z0-9/-]{0,20}\d)[A-Za-z0-9][A-Za-z0-9/_-]{2,63})",
    re.IGNORECASE,
)
_ACCOUNT: Final = re.compile(
    r"\b(?:account|akaunti|acc)\b\W{0,3}(?:\b(?:number|no|num|namba|nambari|ni|is|ya|yangu|yetu)\b\W{0,3}){0,2}"
    r"(?P<number>(?=[A-Za-z0-9/-]{0,20}\d)[A-Za-z0-9][A-Za-z0-9/_-]{2,63})",
    re.IGNORECASE,
)
# "Digits ni 2286", "it's 2286": the answer is what follows.
_LEADS_OVER: Final = re.compile(
    r"\A(?:(?:my|the|its|it's|they|are|is|answer|id|last|four|digits?|numbers?|namba|tarakimu|nne|za|ya|mwisho|jibu|ni)\b"
    r"[ ,.:]{1,3}){1,8}(?=\S)",
    re.IGNORECASE,
)
# "A refund of 500", "Amount: 500", "nirudishie 500": the number is what they want back, in whatever currency it is put.
_BACK: Final = re.compile(
    r"\b(?:refund|back|rudish\w{1,9}|amount|kiasi|over ?(?:charged|billed)(?: me)?(?: by)?)\b\W{0,3}"
    r"(?:is |was |of |for |ya |ni )?(?:[a-z]{3}\W{0,2})?\d"
    r"|\b(?:want|need|get|give me)\b[^.?!\d]{0,12}\d[\d,.]{0,12}\b[^.?!]{0,30}\bback\b"
)
_IS_NEGATIVE: Final = re.compile(r"(?<![\w-])[-\u2212] ?\d")
_A_NUMBER: Final = re.compile(r"(?<![\w/-])(?=[A-Za-z0-9/_-]{0,20}\d)[A-Za-z0-9][A-Za-z0-9/_-]{2,63}(?![\w/-])")


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    lists: dict[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    reasons = {f"reason_{name}": lines for name, lines in lists.pop("reasons").items()}
    made = {name: "|".join(f"(?:{line})" for line in lines) for name, lines in (lists | reasons).items()}
    return {name: re.compile(rf"\b(?:{text})\b" if name in reasons else text) for name, text in made.items()}


def _plain(text: str) -> str:
    """Folded, and "don't" as "dont"."""
    return fold(text).replace("'", "")


def _says(name: str, said: str) -> bool:
    return _patterns()[name].search(said) is not None


def claims(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """What is surely about a bill, whatever it looks like otherwise; nothing where it may be about something else."""
    said = _plain(text)
    if _is_of_an_order(said, state):
        return ()
    if billing.of(state).refund_in_progress and (goes_on := _goes_on(text, said)):
        return (goes_on,)
    if _says("how_to_see", said) and not _says("prepaid", said):
        return (AskBilling(about="balance", question=text[:300]),)
    if _asks_when(said, state):
        return (AskBilling(about="cases" if billing.of(state).billing_case_id else "policy"),)
    asked = _topics(said)
    is_named = _INVOICE.search(text) is not None
    is_wanted_back = _says("refund", said) or (is_named and (reason_in(said) or _BACK.search(said)))
    if is_wanted_back and not set(asked) & {"policy", "cases"}:
        return (RequestRefund(**_told(text, said)),)
    told = (VerifyMe(account_number=found["number"]),) if asked and (found := _ACCOUNT.search(text)) else ()
    return (*told, *(AskBilling(about=topic) for topic in asked)) or (
        (AskBilling(about="invoices"),) if is_named else ()
    )


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """Words that are known to be about a bill: what is told of the refund under way, else what they ask."""
    if found := claims(text, state, context):
        return found
    if billing.of(state).refund_in_progress:
        return (RequestRefund(**_told(text, _plain(text))),)
    return (AskBilling(about="cases" if billing.of(state).billing_case_id else "balance"),)


def _topics(said: str) -> list[Topic]:
    """One matter, or two of them: "what plan am I on and how much do I owe"."""
    found: list[Topic] = [topic for topic in ASKED if _says(topic, said)]
    if "policy" in found or "cases" in found:
        return found[:1]
    return [] if _says("not_billed", said) else [topic for topic in found if topic != "invoices" or len(found) == 1]


def _asks_when(said: str, state: ConversationState) -> bool:
    """Whether it asks when "it" comes, and a bill or a refund was spoken of last."""
    return state.understood.journey == "billing" and len(tokens(said)) <= LONGEST_FOLLOW_UP and _says("when", said)


def _is_of_an_order(said: str, state: ConversationState) -> bool:
    """Something bought: its order is looked up, and not a bill."""
    is_of_goods = _says("ordered", said) and not re.search(rf"\b{_CALLED}", said)
    # After a purchase in the chat, money is the order's where no bill is named; a plan or a case never is.
    has_bought = bool(state.purchase.order_id or state.purchase.payment_status) and not re.search(rf"\b{_CALLED}", said)
    return (is_of_goods and _says("refund", said)) or (has_bought and (_says("refund", said) or _says("balance", said)))


def _goes_on(text: str, said: str) -> Command | None:
    """More about the refund under way, after something else was talked about."""
    if _says("drop", said):
        return DropRefund()
    told = _told(text, said)
    is_of_it = told["invoice_id"] or (told["reason"] and (told["amount"] or len(tokens(text)) <= LONGEST_ANSWER))
    return RequestRefund(**told) if is_of_it else None


def _told(text: str, said: str) -> dict[str, Any]:
    """Of the fields of a refund those that a message tells."""
    invoice = invoice_in(text)
    rest = _INVOICE.sub(" ", text).replace(invoice, " ") if invoice else text
    amount = amount_in(rest, is_asked=_BACK.search(said) is not None)
    return {
        "invoice_id": invoice, "reason": reason_in(said), "amount": amount,
        "description": text[:500] if len(tokens(text)) > LONGEST_ANSWER else "",
    }  # fmt: skip


def invoice_in(text: str) -> str:
    """The number of an invoice that is called one, or looks like one."""
    for pattern in (_INVOICE, _NAMED):
        if found := pattern.search(text):
            return (found.groupdict().get("number") or found.group()).strip(" -/").replace(" ", "-")
    return ""


def amount_in(text: str, *, is_asked: bool) -> str:
    """The one sum of money in it; a bare number counts only where a sum was asked for, and less than nothing never."""
    if _IS_NEGATIVE.search(text):
        return ""
    _, amounts = mark_amounts(fold(text))
    money = [each for each in amounts if each.is_money] or [
        each for each in amounts if is_asked and not each.is_measure
    ]
    values = {each.value for each in money}
    return f"{values.pop().normalize():f}" if len(values) == 1 and money[0].value < Decimal(10**9) else ""


def amount_of(told: str) -> Decimal | None:
    """The sum that was told, to the cent; None where it is none: a model may give words for it."""
    said = re.fullmatch(
        r"(?:[A-Za-z]{2,4}\.? ?)?(\d{1,9}(?:\.\d{1,2})?)(?: ?[A-Za-z]{2,8})?(?:/[=-])?", told.replace(",", "").strip()
    )
    return Decimal(said[1]) or None if said else None


def reason_in(said: str) -> Reason:
    found: list[Reason] = [reason for reason in REASONS if reason != "other" and _says(f"reason_{reason}", said)]
    return found[0] if found else ""


def answers(question: Question, text: str, state: ConversationState) -> Command | str | None:
    """An answer to what we asked; None where the words are about something else."""
    said = _plain(text)
    if _says("leaves", said) or (_says("drop", said) and billing.of(state).refund_in_progress):
        return DropRefund()
    if isinstance(question, Pick):
        return _answered_reason(said, text) if question.of == "reason" else None
    return _answered(question, said, text) if isinstance(question, Tell) else None


def _answered_reason(said: str, text: str) -> Command | None:
    told = _told(text, said)
    reason = told["reason"] or ("other" if _says("reason_other", said) else "")
    return RequestRefund(**told | {"reason": reason}) if reason else None


def _answered(question: Tell, said: str, text: str) -> Command | None:
    is_brief = len(tokens(text)) <= LONGEST_ANSWER and "?" not in text
    if asks.asks_openly(text) and not any(map(str.isdigit, text)):
        return None  # "when will I get it back" is no answer to the number that is asked for
    if question.what in ("account", "answer") and (ahead := _told_ahead(text, said)):
        return ahead
    match question.what:
        case "invoice":
            number = invoice_in(text) or (_number_in(text) if is_brief else "")
            return RequestRefund(**_told(text.replace(number, " "), said) | {"invoice_id": number}) if number else None
        case "amount":
            amount = amount_in(text, is_asked=is_brief)
            return RequestRefund(amount=amount) if amount else None
        case "account":
            number = _number_in(text) if is_brief and not _is_a_wish(text) else ""
            return VerifyMe(account_number=number) if number else (NoAccount() if _says("unknown", said) else None)
        case "answer":
            if _says("unknown", said):
                return NoAccount()
            is_other = bool(_topics(said)) or _says("refund", said) or _is_a_wish(text)
            answer = _LEADS_OVER.sub("", text.strip())[:200]
            return VerifyMe(answer=answer) if is_brief and answer and not is_other else None
    return None


def _is_a_wish(text: str) -> bool:
    """Whether something is to be had or done: "buy daily 350 MB bundle" is no account number."""
    return choice.buys(text) or asks.wants_it(text)


def _told_ahead(text: str, said: str) -> Command | None:
    """What of a refund they tell before it is its turn: "reason: overcharge, amount 100" is no account number."""
    told = _told(text, said)
    rest = text.replace(",", "").replace(told["invoice_id"], " ")
    is_of_it = told["reason"] or told["amount"] or told["invoice_id"]
    return RequestRefund(**told) if is_of_it and _number_in(rest) in ("", told["amount"]) else None


def _number_in(text: str) -> str:
    found = _A_NUMBER.search(text)
    return found.group() if found else ""
