"""Evidence: what a text may state, and which of its values nothing supports."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from journeys.check.claims.flags import Flags, ItemForm, flags_of
from journeys.check.claims.made import Claim, claims_in
from journeys.check.items import counted, priced
from journeys.check.items.sums import Ways
from journeys.check.library.reckoned import is_one
from journeys.check.library.town_parts import places_told, without_places
from journeys.check.library.units import Source, sources_of
from journeys.check.reading import patterns
from journeys.check.reading.bounds import is_within, says_age
from journeys.check.reading.clauses import sentences
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.mentions import Mention, spoken_of
from journeys.check.reading.terms import terms_of
from journeys.check.theirs import days_meant, own_times, party, word_lengths
from journeys.check.values import Values, known, with_words, words_of
from knowledge import lexicon
from knowledge.text import words
from tools.catalog.units import NAMES
from tools.context.tenant_get_context import TenantGetContextResult
from tools.contract import Call

# A number up to it may be a count, and is no budget.
SMALL: Final = Decimal(100)


@dataclass(frozen=True)
class Evidence:
    """What tools told in this turn, what the state remembers, and what the customer said.

    Their words support an echo (their size, their order number, "under 5,000") but never a price, a percentage, a
    stock, a link, or a till or phone to pay to: else "it is 3,000, isn't it?" would make it so. What a result repeats
    of the question, such as the filters of a search, counts as their words.
    """

    told: Values
    said: Values
    flags: Flags = field(default_factory=Flags)
    sources: tuple[Source, ...] = ()
    """The passages that the answer cites; with some, each of its sentences must be carried by one."""
    places: frozenset[str] = frozenset()
    """Where these say that something is so: no item is named by such a word alone."""
    hours: Mapping[str, str] = field(default_factory=dict)
    """Our own opening hours by day; none where they are not known."""
    today: date | None = None
    beside: str = ""
    """What stands beside a text in the same message, whose amounts a sum may be made of; it supports nothing itself."""
    own_names: tuple[str, ...] = ()
    other_names: Container[str] = frozenset()
    said_words: frozenset[str] = frozenset()
    _priced_values: dict[tuple[str, tuple[str, ...]], set[str]] = field(default_factory=dict)
    _sums: dict[str, Ways] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        calls: Sequence[Call],
        extra: Iterable[Any] = (),
        words: Iterable[Any] = (),
        *,
        passages: Iterable[tuple[str, str]] = (),
        flags: Iterable[str] = (),
        own_names: Iterable[str] = (),
        other_names: Container[str] = frozenset(),
        today: date | None = None,
        beside: str = "",
    ) -> "Evidence":
        """From this turn's calls, what the state remembers (`extra`), the customer's words, and each passage cited with
        its headings; `flags` are those that the state or an event of our own stands for."""
        answers, passages, said = [call.answer for call in calls], tuple(passages), list(words)
        said += [*word_lengths.lengths(said), *(days_meant.meant(said, today) if today else [])]
        told = known([*answers, *extra, *(list(passage) for passage in passages)])
        found = flags_of(calls, today)
        found.general |= set(flags)
        places = places_told(sources := sources_of(passages), told.items)
        return cls(
            told=told, said=with_words(known(said, told.echoes), said), flags=found,
            sources=without_places(sources, told.items, places), places=places,
            hours=next((answer.business_hours for answer in answers if isinstance(answer, TenantGetContextResult)), {}),
            today=today, beside=beside, own_names=tuple(own_names), other_names=other_names,
            said_words=frozenset(words_of(said)),
        )  # fmt: skip

    def unsupported(self, text: str) -> list[str]:
        """The fragments that state what nothing supports; none is the good answer."""
        facts, options = facts_in(text)
        own_times = self.own_times(text)
        doubtful = [
            fact
            for fact in facts
            if not (
                fact.is_a_phrase
                or party.is_theirs(fact, text, (*self.said.texts, *self.said.words))
                or self._supports(fact, options)
                or self.is_sum(fact, text)
                or priced.is_multiple(fact, text, self.told.by_kind.get("measure", ()))
                or self._is_priced_in(text, fact)
                or self._is_rounded(fact, text)
                or priced.is_example(fact, text, self.flags.offers)
                or self.is_factor(fact, text)
                or is_one(fact, facts)
                or not own_times.isdisjoint(fact.readings | fact.hours | fact.measures)
                or party.is_spoken_of(fact, text, self.budgets, self.said.texts)
                or (says_age(fact) and any(is_within(fact, unit.text) for each in self.sources for unit in each.units))
            )
        ]
        return [*dict.fromkeys(fact.text for fact in priced.without_differences(doubtful, facts))]

    def sums(self, text: str) -> Ways:
        """The amounts of a text that follow from told ones in it and beside it."""
        if text not in self._sums:
            beside = "\n".join((self.beside, *party.ordered(self.said.texts)))
            self._sums[text] = priced.sums(text, self.is_amount(text), beside, self.flags.offers)
        return self._sums[text]

    def is_amount(self, text: str) -> Callable[[str], bool]:
        """The amounts that a sum may be made of: those told, and what the customer says that they pay."""
        theirs = party.amounts_in(text, self.budgets, self.said.texts)
        return lambda reading: reading in theirs or self.told.holds([reading], "money")

    def is_sum(self, fact: Fact, text: str) -> bool:
        is_amount = fact.kind == "money" or (fact.kind == "number" and not fact.unit)
        return is_amount and not fact.readings.isdisjoint(self.sums(text))

    def _is_priced_in(self, text: str, fact: Fact) -> bool:
        if fact.kind not in ("money", "number") or not (self.told.items or self.flags.offers):
            return False
        # A number as small as a count would follow from itself: "the price is 2", of something that costs 1.
        if any(value < counted.MOST and value == int(value) for value in map(Decimal, fact.readings)):
            return False
        within = [sentence for sentence in sentences(text) if fact.text in sentence]
        is_total = any(patterns.SAYS_TOTAL.search(sentence) for sentence in within)
        return any(self.follows_from_prices(fact, sentence) for sentence in [*within, *([text] if is_total else ())])

    def _is_rounded(self, fact: Fact, text: str) -> bool:
        known = {Decimal(each) for each in self.told.by_kind.get("money", ())}
        known |= {Decimal(each) for key, values in self._priced_values.items() if key[0] in text for each in values}
        return priced.is_near(fact, known)

    def is_factor(self, fact: Fact, text: str) -> bool:
        told = {Decimal(each) for each in self.told.by_kind.get("money", ())}
        return priced.is_factor(fact, text, told | {price for item in self.prices.values() for price in item.prices})

    def follows_from_prices(self, fact: Fact, sentence: str, titles: Sequence[str] = ()) -> bool:
        """Whether the value follows from the prices of the items that the sentence names, or of all."""
        named = titles or [title for part in self.named_in(sentence) for title in part.titles]
        meant = [self.prices[title] for title in dict.fromkeys(named) if title in self.prices]
        rest = [item for item in self.prices.values() if item not in meant]
        key = sentence, tuple(item.title for item in meant)
        if key not in self._priced_values:
            self._priced_values[key] = priced.values(
                sentence, meant, rest, self.flags.offers, self.budgets, self.said.texts
            )
        return not self._priced_values[key].isdisjoint(fact.readings)

    def named_in(self, text: str) -> tuple[Mention, ...]:
        """The parts of a sentence that speak of items of this turn."""
        return spoken_of(text, self.told.items, frozenset(words(" ".join(self.own_names))) | self.places)

    def own_times(self, text: str) -> frozenset[str]:
        """The dates, hours and spans that follow from the customer's own."""
        return own_times.following(f"{text}\n{self.beside}", (*self.said.texts, *self.said.words), self.today)

    @cached_property
    def budgets(self) -> frozenset[Decimal]:
        """The amounts that the customer has named."""
        said = (self.said.by_kind.get(kind, ()) for kind in ("money", "number"))
        return frozenset(each for values in said for each in map(Decimal, values) if each >= SMALL)

    @cached_property
    def prices(self) -> dict[str, priced.Priced]:
        """The items whose prices were told."""
        items = (priced.of(title, own, tuple(self.forms([title]))) for title, own in self.told.items.items())
        return {item.title: item for item in items if item.prices}

    def forms(self, titles: Sequence[str]) -> list[ItemForm]:
        """The forms of these items that tools told of; of all when none is named."""
        return [form for form in self.flags.shelf if not titles or form.title in titles]

    @cached_property
    def options(self) -> dict[str, frozenset[str]]:
        """The values that each item comes in, as written and as concepts."""
        return {
            title: frozenset[str]().union(*(form.option_words for form in self.forms([title]))) for title in self.titles
        }

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The items that were told of."""
        return tuple(self.told.items)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """What the texts that were told claim themselves: passages, descriptions, terms of offers, not their names."""
        names = {offer.name for offer in self.flags.offers}
        return tuple(claim for text in self.told.texts if text not in names for claim in claims_in(text))

    @cached_property
    def title_of(self) -> dict[str, str]:
        """The item whose own text makes a claim, by the claim's sentence."""
        texts = ((title, text) for title, item in self.told.items.items() for text in item.texts)
        return {claim.sentence: title for title, text in texts for claim in claims_in(text)}

    @cached_property
    def asked(self) -> frozenset[str]:
        """The readings of the customer's own times, days and counts."""
        return frozenset().union(*(self.said.by_kind.get(kind, ()) for kind in ("time", "date", "number")))

    @cached_property
    def told_plainly(self) -> str:
        """All texts that were told, folded to words."""
        return " ".join(word for text in self.told.texts for word in words(text))

    @cached_property
    def terms(self) -> frozenset[str]:
        """What was told and asked speaks of."""
        return self.told_terms.union(*map(terms_of, (*self.said.texts, *self.said.words)))

    @cached_property
    def told_terms(self) -> frozenset[str]:
        """What was told speaks of, as terms."""
        units = (name for unit, names in NAMES.items() if unit in self.told.words for name in names)  # "tiketi"
        return frozenset().union(*map(terms_of, (*self.told.texts, *self.told.words, *self.own_names, *units)))

    @cached_property
    def known_words(self) -> frozenset[str]:
        """Every word that was told or asked."""
        texts = [*self.told.texts, *self.told.words, *self.said.texts, *self.said.words, *self.own_names]
        return frozenset(word for text in texts for word in words(text))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all that was told."""
        return frozenset(lexicon.stem(word) for text in self.told.texts for word in words(text))

    def _supports(self, fact: Fact, options: int) -> bool:
        match fact.kind:
            case "link":
                return self._supports_link(fact)
            case "ussd" | "percent":
                return self.told.holds(fact.readings, fact.kind)
            case "phone" | "id":
                kinds = ("phone",) if fact.kind == "phone" else ("code", "id")
                is_told = self.told.holds(fact.readings, *kinds)
                return is_told or (not fact.is_payee and self.said.holds(fact.readings, *kinds))
            case "money":
                return self._supports_money(fact)
            case "quantity":
                # "6 pieces", of a set whose attribute that is.
                is_named = not fact.says_left and self.told.holds(fact.named_after, "named")
                if is_named or self.told.holds(fact.readings, "quantity") or self._holds(fact.names, "named"):
                    return True
                is_option = any(fact.text == value for form in self.flags.shelf for value in form.values)
                return is_option and patterns.SAYS_OPTION.search(fact.before) is not None  # "of the black 43"
            case "number":
                return self._supports_number(fact, options)
        return self._holds(fact.readings, fact.kind)

    def _supports_link(self, fact: Fact) -> bool:
        """The link itself, or the bare host of one that was told."""
        hosts = {link.partition("/")[0] for link in self.told.by_kind.get("link", ())}
        return self.told.holds(fact.readings, "link") or fact.readings <= hosts

    def _holds(self, readings: Iterable[str], *kinds: str) -> bool:
        return self.told.holds(readings, *kinds) or self.said.holds(readings, *kinds)

    def _supports_money(self, fact: Fact) -> bool:
        if fact.currency and self.told.currencies and fact.currency not in self.told.currencies:
            return False
        is_theirs = (fact.is_bound or fact.is_budget) and self.said.holds(fact.readings, "money", "number")
        return is_theirs or self.told.holds(fact.readings, "money")

    def _supports_number(self, fact: Fact, options: int) -> bool:
        highest = max(map(Decimal, fact.readings), default=Decimal(0))
        if highest <= options and fact.is_choice:
            return True
        is_theirs = highest < SMALL or fact.is_bound or fact.is_budget or fact.has_unit
        is_said = is_theirs and self.said.holds(fact.readings, "number", "money")
        if is_said or self._holds(fact.measures, "measure"):
            return True
        if self.told.holds(fact.readings, "number", "money", "percent"):
            return not self._has_other_measure(fact)
        if self.told.holds(fact.hours, "time"):
            return True
        return bool(fact.parts) and all(self.told.holds([part], "number") for part in fact.parts)

    def _has_other_measure(self, fact: Fact) -> bool:
        """Whether the number is known as another measure only: "7 GB" where 7 days were told."""
        if not fact.unit or self.told.holds(fact.readings, "bare", "money", "percent"):
            return False
        return not self.told.holds(fact.measures, "measure")
