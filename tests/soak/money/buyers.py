"""The buyers: each picks a jacket and pays for it in one of three ways, cancels, mistypes, ignores and tries again."""

import asyncio
import random
import re
from collections import Counter
from dataclasses import dataclass, field

import httpx

from tests.soak.crowd import READ_SECONDS, Crowd
from tests.soak.money import goods
from tests.soak.money.phone import Phone
from tests.soak.site.twilio import FaultyTwilio

ENDS = {"pay": 50, "cancel": 15, "wrong_pin": 12, "insufficient_funds": 8, "ignore": 15}
FAULTS = ("", "", "lost_callback", "double_callback", "late_callback", "slow_provider", "provider_down")
WAYS = {"mpesa": 6, "paybill": 3, "card": 2}
TRIES = 2
NOTICE_SECONDS = 30.0
ASKED = r"How would you like to pay"
CONFIRM = r"Shall I send|Will you pay"
TOLD = r"Payment received|Nothing was paid|Nothing is charged|Your order is kept|Try again|Still to pay|more than"
PAID = r"Payment received"


class Gone(Exception):
    """She gives up, for the reason that is counted."""


@dataclass
class Buyers:
    """`count` of them begin within the first part of `seconds`."""

    crowd: Crowd
    twilio: FaultyTwilio
    provider_url: str
    count: int
    seconds: float
    seed: int
    ends: Counter[str] = field(default_factory=Counter)
    last_words: list[str] = field(default_factory=list)

    async def buy(self) -> None:
        await asyncio.gather(*(self._buyer(number) for number in range(self.count)))

    async def _buyer(self, number: int) -> None:
        chance = random.Random(self.seed * 7_919 + number)
        line = self.crowd.lines[number % len(self.crowd.lines)]
        await asyncio.sleep(chance.uniform(0, 0.5 * self.seconds))
        async with httpx.AsyncClient(timeout=httpx.Timeout(READ_SECONDS, connect=5)) as client:
            phone = Phone(self.crowd, self.twilio, client, self.provider_url, line, number)
            try:
                end = await _shopping(phone, chance)
            except Gone as gone:
                end = str(gone)
                self.last_words.append(f"{end}: {phone.last!r}")
        self.ends[end] += 1


async def _shopping(phone: Phone, chance: random.Random) -> str:
    """How it ended."""
    if not await phone.switch_on():
        raise Gone("no phone")
    found = await phone.say("simba jacket", until=rf"\d\. \*{goods.TITLE}")
    row = re.search(rf"(\d)\. \*{goods.TITLE}", found)
    if not row:
        raise Gone("found no jacket")
    _expect(await phone.say(row[1], until="To order"), "saw no jacket")
    size, pieces = chance.choice(list(goods.SIZES)), chance.randint(1, 3)
    bill = await phone.say(f"I'll take {pieces} in size {size}", until=rf"{ASKED}|left|sold out|out of stock")
    if not re.search(ASKED, bill):
        _expect(bill, "saw no bill")
        return "sold out"
    if chance.random() < 0.5:
        _expect(await phone.say(goods.CODE, until="."), "was told nothing of her coupon")
    (way,) = chance.choices(list(WAYS), list(WAYS.values()))
    _expect(await phone.say(way, until=CONFIRM), f"was not asked to confirm {way}")
    # Nobody can ask for paybill money of which nothing was told: only its confirmation makes it known.
    if fault := chance.choice([fault for fault in FAULTS if (way, fault) != ("paybill", "lost_callback")]):
        await phone.plan(fault)
    return await {"mpesa": _by_prompt, "paybill": _by_hand, "card": _by_card}[way](phone, chance)


async def _by_prompt(phone: Phone, chance: random.Random) -> str:
    for _ in range(TRIES):
        said = await phone.say("yes", until="enter your PIN|Try again|paybill|prompt")
        if not re.search("enter your PIN|prompt", said):
            return "prompt was refused"
        prompt = await _prompted(phone)
        (outcome,) = chance.choices(list(ENDS), list(ENDS.values()))
        if prompt and outcome != "ignore":
            await phone.answer_prompt(prompt, outcome)
        told = await phone.hear(TOLD, seconds=NOTICE_SECONDS)
        if re.search(PAID, told):
            return "paid by prompt"
        if not re.search("Try again", told):
            return "heard nothing in time" if outcome == "pay" else "let it be"
        _expect(await phone.say("1", until=CONFIRM), "was not asked again")
    return "gave up"


async def _prompted(phone: Phone) -> str:
    """The prompt comes with the words about it, or not at all."""
    for _ in range(8):
        if prompt := await phone.prompt():
            return prompt
        await asyncio.sleep(0.5)
    return ""


async def _by_hand(phone: Phone, chance: random.Random) -> str:
    how = await phone.say("yes", until=r"Amount: \*")
    number, amount = (re.search(rf"{word}: \*(?:KES )?([\d,]+)", how) for word in ("(?:Paybill|Till)", "Amount"))
    account = re.search(r"Account: \*(\w+)", how)
    if not number or not amount:
        raise Gone("was not told how to pay")
    due = int(amount[1].replace(",", ""))
    # A till takes no reference: only the exact amount finds its order.
    sums = chance.choice([[due], [due], [due // 2, due - due // 2], [due + 50]]) if account else [due]
    for part in sums:
        if not await phone.pay(number[1], account[1] if account else "", part):
            return "money was not taken"
        if not await phone.hear(TOLD, seconds=NOTICE_SECONDS):
            return "heard nothing in time"
    return f"paid by hand, in {len(sums)}"


async def _by_card(phone: Phone, chance: random.Random) -> str:
    said = await phone.say("yes", until=r"OrderTrackingId=|kept|another way")
    link = re.search(r"https?://\S+OrderTrackingId=[\w-]+", said)
    if not link:
        return "got no card page"
    action = chance.choice(["pay", "pay", "decline", "cancel"])
    if not await phone.enter_card(link[0], action):
        return "card page was away"
    told = await phone.hear(TOLD, seconds=NOTICE_SECONDS)
    return "paid by card" if re.search(PAID, told) else "heard nothing in time" if action == "pay" else "card refused"


def _expect(said: str, otherwise: str) -> None:
    if not said:
        raise Gone(otherwise)
