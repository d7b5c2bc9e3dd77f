"""The one entry for every text that leaves: what speaks against it, in words that a model can mend."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from journeys.check import requoted
from journeys.check.claims import opening, unpaid
from journeys.check.claims.founded import is_claim_founded
from journeys.check.claims.made import claims_in
from journeys.check.claims.promises import is_founded, promises_in
from journeys.check.evidence import Evidence
from journeys.check.items import bound, compared, everyone, features, offered
from journeys.check.items.misplaced import foreign_words, misplaced
from journeys.check.library.carried import uncarried
from journeys.check.library.catalogued import of_items
from journeys.check.library.clause_by_clause import KnownBeside
from journeys.check.library.untold import told_after_all
from journeys.check.manner import (
    LONGEST,
    LONGEST_OF_A_MODEL,
    asks_secret,
    false_identity,
    foreign_language,
    is_abusive,
    other_name,
    repeats_prompt,
    rival,
    strange_names,
    system_talk,
)
from journeys.check.ours import vocabulary, without_ours
from journeys.check.reading.clauses import clauses, expanded, sentences
from journeys.check.reading.terms import group_of
from journeys.check.reading.words import COLOURS, WEEKDAYS, either
from journeys.check.strange import strange, unheard_things
from journeys.check.theirs import at_the_office, by_age, given_notice, impossible, left_over, measured
from journeys.check.theirs.concluded import without_conclusions
from journeys.check.theirs.inferred import turned_in, without_inferences
from knowledge import lexicon, own_words
from knowledge.text import fold

Author = Literal["model", "both", "code"]
OF_WORDS: Final = frozenset({"not_carried", "unheard", "strange", "feature"})
"""What says that no source has the words; every other objection is to something that is not so."""
# A colour that was asked for may be spoken of.
_OWN_COLOUR: Final = re.compile(
    r"\b(?:comes? in|(?:get|got|have|has|order|bring) (?:it|them|one|this|these) in|(?:is|are) available in"
    r"|(?:ki|i|zi|vi|u)(?:na|ko na) rangi)\b"
)
_WEEKDAY: Final = re.compile(rf"\b{either(WEEKDAYS)}s?\b")
_COLOUR: Final = re.compile(rf"\b{either(COLOURS)}\b")


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a text may not leave: a code for programs, the words that are meant, and what a model is told."""

    code: str
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} ({self.what})" if self.what else self.why


@own_words.speaking_of(None)  # a sentence is held to the same words whoever says it
def objections(
    text: str, evidence: Evidence, *, language: str = "mixed", author: Author = "model", by_code: str = "",
    prompts: Iterable[str] = (),
) -> list[Objection]:  # fmt: skip
    """Everything that speaks against a text; nothing is the good answer.

    `author` is who wrote it: a model's words are held to all; of a text by both, our own sentences and the lines of
    `by_code` are set aside first; what code alone wrote is held to its values, links and names."""
    against = partial(_against, evidence=evidence, language=language, author=author, by_code=by_code, prompts=prompts)
    found = against(text)
    if author == "code" or not found:
        return found
    free = without_ours(text, by_code) if author == "both" else text
    # What it concludes may claim and promise no more than anything else.
    claimed = [*_claims(free, evidence), *_promises(free, evidence)]
    if claimed or any(_manner(text, free, language, author, prompts, evidence)):
        return found
    proven = without_conclusions(measured.without_comparisons(text, evidence), evidence)
    left = against(proven) if proven != text else found
    if left and all(each.code in OF_WORDS for each in left):
        inferred = without_inferences(proven, evidence)
        left = against(inferred) if inferred != proven else left
    return found if left else []


def _against(
    text: str, evidence: Evidence, language: str, author: Author, by_code: str, prompts: Iterable[str]
) -> list[Objection]:
    found = [*_values(text, evidence), *_names(text, evidence)]
    if author != "code":
        free = without_ours(text, by_code) if author == "both" else text
        found += [
            *_strange_names(free, evidence),
            *_claims(free, evidence),
            *_promises(free, evidence),
            *_colours(free, evidence),
            *(_features(free, evidence) if not evidence.sources else ()),
            *_foreign(free, evidence),
            *_compared(free, evidence),
            *_bound(free, evidence),
            *_offered(free, evidence),
            *_unpaid(free, evidence),
            *_hours(free, evidence),
            *_days(free, evidence),
            *_untold(free, evidence),
            *_requoted(free, evidence),
            *(Objection("turned", said, "That does not follow") for said in turned_in(free, evidence)),
            *_unheard(free, evidence),
            *_manner(text, free, language, author, prompts, evidence),
        ]
        if author == "model":
            found += _carried(text, evidence) if evidence.sources else _strange(text, language, evidence)
    return found


def feedback(found: Sequence[Objection]) -> str | None:
    """What a model is told of them."""
    return "\n".join(str(each) for each in found) if found else None


def _values(text: str, evidence: Evidence) -> Iterator[Objection]:
    if stated := evidence.unsupported(text):
        yield Objection("value", ", ".join(stated), "These are in no fact you were given")
    for value, title in misplaced(text, evidence):
        yield Objection("other_item", value, f"That is not what was told of {title}")


def _foreign(text: str, evidence: Evidence) -> Iterator[Objection]:
    for said, title in foreign_words(text, evidence):
        yield Objection("other_item", said, f"That is not what was told of {title}")


def _compared(text: str, evidence: Evidence) -> Iterator[Objection]:
    prices = {title: sorted(item.prices) for title, item in evidence.prices.items()}
    told = {title: evidence.told.items[title].texts for title in prices}
    in_stock = {form.title for form in evidence.flags.shelf if form.is_in_stock}
    for said, title in (
        *compared.wrong(text, prices, in_stock),
        *compared.by_the_wrong_side(text, evidence.sums(text)),
        *compared.out_of_bounds(text, prices, evidence.options, told),
        *compared.over_budget(text, prices, evidence.budgets),
        *everyone.wrong(text, evidence),
    ):
        yield Objection("compared", said, f"What was told does not say that of {title}")


def _bound(text: str, evidence: Evidence) -> Iterator[Objection]:
    asked = [*evidence.said.texts, *evidence.said.words]
    for said, title, form in bound.wrong(text, evidence.flags.shelf, asked):
        yield Objection("other_form", said, f"That is not the price that was told of {title} with {form}")


def _unpaid(text: str, evidence: Evidence) -> Iterator[Objection]:
    for said in unpaid.says_paid(text, evidence):
        if not any(claim.rule.flag == "payment.received" for claim in claims_in(said)):  # it is objected to already
            yield Objection("payment_received", said, "No tool says that a payment has arrived")


def _offered(text: str, evidence: Evidence) -> Iterator[Objection]:
    for said, name in offered.wrong(text, evidence):
        yield Objection("offer", said, f"What was told of the offer {name} does not say that")


def _hours(text: str, evidence: Evidence) -> Iterator[Objection]:
    """The library has hours of its own: of restaurants, a spa. The "Daily 350 MB Bundle" is of no day."""
    text = re.sub("|".join(map(re.escape, evidence.titles)) or r"\Z", " ", text)
    for said in opening.wrong(text, evidence.hours, evidence.today, evidence.asked) if not evidence.sources else ():
        yield Objection("hours", said, "Those are not our opening hours on that day")


def _days(text: str, evidence: Evidence) -> Iterator[Objection]:
    """A day of the week that nobody told or asked for; where dates or hours were told, it may follow from them."""
    of_theirs = (*left_over.wrong(text), *by_age.wrong(text, evidence), *given_notice.wrong(text, evidence))
    for said in (*impossible.said_in(text, evidence), *of_theirs):
        yield Objection("day", said, "That does not follow, or is no such day")
    if evidence.sources or evidence.hours or evidence.today or evidence.told.by_kind.get("date"):
        return
    for clause in clauses(text):
        for match in _WEEKDAY.finditer(clause.text) if not clause.asks else ():
            if not group_of(match.group()) & evidence.terms:
                yield Objection("day", match.group(), "Nobody told or asked for that day")


def _colours(text: str, evidence: Evidence) -> Iterator[Objection]:
    """A colour that nobody told or asked for."""
    for clause in clauses(text):
        for match in _COLOUR.finditer(clause.text):
            colour = lexicon.concept(match.group())
            if colour is None or colour in evidence.told_terms:
                continue
            if colour in evidence.terms and not _OWN_COLOUR.search(clause.text):
                continue
            if not clause.asks and not clause.denies(match.start()):
                yield Objection("colour", match.group(), "Nobody told or asked for that colour")


def _features(text: str, evidence: Evidence) -> Iterator[Objection]:
    for said in features.made_up(text, evidence):
        yield Objection("feature", said, "Nobody told that of it")


def _names(text: str, evidence: Evidence) -> Iterator[Objection]:
    if evidence.own_names and (name := false_identity(text, (*evidence.own_names, *evidence.titles))):
        yield Objection("identity", name, "You speak for this business only, under its own name")
    other = other_name(text, evidence.other_names, evidence.own_names, evidence.told_plainly)
    for name in filter(None, (other, rival(text, evidence.known_words))):
        yield Objection("other_name", name, "It names another business")


def _strange_names(text: str, evidence: Evidence) -> Iterator[Objection]:
    for name in strange_names(text, evidence.known_words):
        yield Objection("strange_name", name, "Nobody told or asked of anybody or any place of that name")


def _claims(text: str, evidence: Evidence) -> Iterator[Objection]:
    for name in (*evidence.own_names, *(offer.name for offer in evidence.flags.offers)):
        text = re.sub(re.escape(name), " ", text, flags=re.IGNORECASE)
    named, beside = [title for title in evidence.titles if title in text], text
    for title in named:
        beside = beside.replace(title, " ")
    beside = expanded(beside)
    for claim in claims_in(text):
        is_in_a_name = any(claim.words in expanded(title) for title in named)  # a "Kids' Tracksuit Champion"
        is_of_a_name = is_in_a_name and claim.words not in beside
        is_a_boot = claim.rule.code == "staff" and any(fold(each).split()[0] in claim.words for each in evidence.titles)
        if not is_of_a_name and not is_a_boot and not is_claim_founded(claim, evidence):  # called "the Fundi"
            yield Objection(claim.rule.code, claim.words, claim.rule.why)


def _untold(text: str, evidence: Evidence) -> Iterator[Objection]:
    for sentence in sentences(text):
        if line := told_after_all(sentence, evidence):
            yield Objection("told", sentence, f"That was told: {line}")


def _requoted(text: str, evidence: Evidence) -> Iterator[Objection]:
    """A row is no sentence, and neither is the name of an item."""
    prose = [unit.text for each in evidence.sources for unit in each.units if not unit.key]
    prose += [text for title, item in evidence.told.items.items() for text in item.texts if text != title]
    text = re.sub("|".join(map(re.escape, evidence.titles)) or r"\Z", "", text)
    for said in requoted.turned_in(text, tuple(prose)):
        yield Objection("turned", said, "That turns what was told in these very words")


def _unheard(text: str, evidence: Evidence) -> Iterator[Objection]:
    for said in unheard_things(text, evidence.told_terms, is_of_items=bool(evidence.titles) and not evidence.sources):
        yield Objection("unheard", said, "Nobody told that there is such a thing")


def _promises(text: str, evidence: Evidence) -> Iterator[Objection]:
    flags, known = evidence.flags.of(evidence.flags.orders), evidence.told_plainly
    for said in at_the_office.wrong(text, evidence):
        yield Objection("promise", said, "The source has it at the courier's office")
    for promise in promises_in(text):
        is_told = evidence.sources and promise.verb == "reserve" and requoted.is_quoted(promise.words, known)
        if not (is_told or is_founded(promise, flags, evidence.stems if evidence.sources else ())):
            yield Objection("promise", promise.words, "You promise or report what no tool does or did")


def _carried(text: str, evidence: Evidence) -> Iterator[Objection]:
    of = partial(of_items, evidence=evidence)
    known = KnownBeside(
        evidence.sums(text), evidence.today, evidence.asked, evidence.said_words, evidence.budgets, evidence.terms,
        evidence.own_times(text), of,
    )  # fmt: skip
    for sentence, why in uncarried(text, evidence.sources, known):
        yield Objection("not_carried", sentence, f"The passages you cite do not carry this sentence: {why}")


def _strange(text: str, language: str, evidence: Evidence) -> Iterator[Objection]:
    if unknown := ", ".join(dict.fromkeys(strange(text, language, evidence.terms, vocabulary()))):
        yield Objection("strange", unknown, "Nobody told or asked about that")


def _manner(
    text: str, free: str, language: str, author: Author, prompts: Iterable[str], evidence: Evidence
) -> Iterator[Objection]:
    # A cart and a list beside it are as long as they are.
    if len(text if author == "model" else free) > (most := LONGEST_OF_A_MODEL if author == "model" else LONGEST):
        yield Objection("too_long", "", f"It is too long for a chat: at most {most:,} characters")
    other = foreign_language(text, language, evidence.titles) if author == "model" else None
    if other and not requoted.is_quoted(text, evidence.told_plainly):
        yield Objection("language", other, f"Answer in the language `{language}`")
    if shingle := repeats_prompt(free, prompts):
        yield Objection("prompt", shingle, "It repeats what you were instructed")
    if talk := system_talk(free, " ".join(evidence.told.texts)):
        yield Objection("system_talk", talk, "It speaks of the machine, not to the customer")
    if secret := asks_secret(free):
        yield Objection("secret", secret, "It asks for what nobody may ask for")
    if is_abusive(free):
        yield Objection("abuse", "", "It is rude to the customer")
