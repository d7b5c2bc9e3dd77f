"""The seed's properties of the mind, over any message, state and tenant."""

import re
from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from journeys import state as states
from journeys.reply import ListReply
from journeys.sales.shown import catalog_link
from journeys.sales.wish import Wish
from journeys.state import ConversationState, ShownItem, begin
from journeys.understand.language_policy import SWITCHES_AT, LanguageHeard, chosen
from tests.depth import thorough
from tests.journeys.checkout.till import Till
from tests.journeys.shop import SPACE, THINGS, Chat, Shop, Thing

LANGUAGES = ("en", "sw", "sheng")
PRICE = re.compile(r"KES (\d[\d,]*)")
QUICKLY = settings(max_examples=100)

identities = st.uuids().map(str)
shown_items = st.builds(
    ShownItem,
    item_id=identities,
    title=st.text(min_size=1, max_size=40),
    price=st.decimals(min_value=0, max_value=10**6, places=2),
    currency=st.just("KES"),
)
stored_states = st.builds(
    lambda identity, known: begin(**identity).having(**known),
    st.fixed_dictionaries(dict.fromkeys(("tenant_id", "conversation_id", "request_id"), identities)),
    st.fixed_dictionaries({
        "response_language": st.sampled_from(["en", "sw", "sheng", "mixed"]),
        "intent_confidence": st.floats(0, 1),
        "last_catalog_results": st.lists(shown_items, max_size=6),
        "last_catalog_filters": st.dictionaries(st.text(max_size=8), st.text(max_size=8), max_size=3),
        "casual_turns": st.integers(0, 9),
    }),
)  # fmt: skip
tenants = st.fixed_dictionaries({
    "default_language": st.sampled_from(LANGUAGES),
    "allowed_languages": st.sets(st.sampled_from(LANGUAGES), min_size=1).map(sorted),
    "max_chattiness_level": st.integers(0, 3),
    "tone_style": st.sampled_from(["friendly_concise", "professional", "casual"]),
})  # fmt: skip
WORDS = (
    "running shoes", "viatu", "nataka", "chini ya 5000", "show me", "red ones", "nyeusi", "2", "the second one",
    "see all", "none of these", "Hi", "niaje", "asante", "tell me a joke", "helicopter", "sufuria", "size 42",
    "how much", "more", "STOP", "START", "asdf", "you idiot", "win a prize http://x.tk", "ongea kiswahili", "😀",
    "order yangu iko wapi", "agent", "\u202e", "{wish}", "KES 1", "90%",
)  # fmt: skip
messages = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join),
    st.text(max_size=60),
)


# Feature: tulia-ai-v2-langgraph-refactor, Property 4: For any conversation transition, the system should maintain
# explicit ConversationState with all required fields and treat missing state information as unknown
@QUICKLY
@given(kept=stored_states)
def test_a_state_is_the_same_after_it_was_stored(kept: ConversationState) -> None:
    stored = kept.model_dump(mode="json")
    identity = {name: stored["identity"][name] for name in ("tenant_id", "conversation_id", "request_id")}
    assert states.load(stored, **identity) == kept


# Feature: tulia-ai-v2-langgraph-refactor, Property 4: For any conversation transition, the system should maintain
# explicit ConversationState with all required fields and treat missing state information as unknown
@QUICKLY
@given(said=st.lists(messages, min_size=1, max_size=3), tenant=tenants)
def test_any_turn_leaves_a_whole_state(said: list[str], tenant: dict[str, Any]) -> None:
    chat = Chat(shop=Till(tenant=tenant))
    assert (chat.state.understood.intent, chat.state.understood.journey, chat.state.tenant.tenant_name) == (
        "unknown",
        "unknown",
        None,
    )
    for number, message in enumerate(said, 1):
        chat.say(message)
        assert chat.state.controls.turn_count == number
        assert chat.state.transcript.response_text == (chat.said or None)
        ConversationState.model_validate(chat.state.model_dump(mode="json"))


# Feature: tulia-ai-v2-langgraph-refactor, Property 6: For any product search response, the system should return
# maximum 3-6 options and never dump complete catalogs into WhatsApp messages
@QUICKLY
@given(
    said=st.lists(messages, min_size=1, max_size=4),
    prices=st.lists(st.integers(1, 99_999), min_size=1, max_size=60),
)
def test_no_reply_lists_more_than_six_and_every_price_is_true(said: list[str], prices: list[int]) -> None:
    things = tuple(Thing(f"Running Shoes {at}", price) for at, price in enumerate(prices))
    chat = Chat(shop=Till(things=things))
    for message in said:
        chat.say(message)
        replies = chat.outcome.replies if chat.outcome else ()
        for reply in replies:
            assert "\n7. " not in reply.text
            assert not isinstance(reply, ListReply) or len(reply.options) <= 6
        listed = {line for line in chat.said.splitlines() if re.match(r"\d\. \*", line)}
        assert all(PRICE.search(line) and int(_amount(line)) in prices for line in listed)


def _amount(line: str) -> Decimal:
    found = PRICE.search(line)
    assert found
    return Decimal(found.group(1).replace(",", ""))


# Feature: tulia-ai-v2-langgraph-refactor, Property 8: For any language detection with low confidence, the system
# should maintain the tenant's default language rather than switching
@QUICKLY
@given(
    tenant=tenants,
    language=st.sampled_from(["en", "sw", "sheng", "mixed"]),
    confidence=st.floats(0, SWITCHES_AT, exclude_max=True),
)
def test_an_unsure_language_is_the_tenants_default(tenant: dict[str, Any], language: str, confidence: float) -> None:
    fresh = begin(tenant_id=str(SPACE), conversation_id=str(SPACE), request_id=str(SPACE)).having(**tenant)
    heard = LanguageHeard.model_validate({"language": language, "confidence": confidence})
    assert chosen(fresh, heard)["response_language"] == tenant["default_language"]


# Feature: tulia-ai-v2-langgraph-refactor, Property 8: For any language detection with low confidence, the system
# should maintain the tenant's default language rather than switching
@QUICKLY
@given(tenant=tenants, said=st.lists(messages, min_size=1, max_size=3))
def test_nobody_is_answered_in_a_language_that_is_not_allowed(tenant: dict[str, Any], said: list[str]) -> None:
    chat = Chat(shop=Till(tenant=tenant))
    for message in said:
        chat.say(message)
        assert chat.state.understood.response_language in {*tenant["allowed_languages"], tenant["default_language"]}


# Feature: tulia-ai-v2-langgraph-refactor, Property 9: For any casual or spam intent detection, the system should
# redirect to business purposes and enforce rate limits per customer per tenant
@QUICKLY
@given(
    level=st.integers(0, 3),
    chatter=st.lists(st.sampled_from(["tell me a joke", "niambie kichekesho", "hahaha"]), min_size=5, max_size=7),
)
def test_small_talk_never_outlives_its_limit(level: int, chatter: list[str]) -> None:
    chat = Chat(shop=Shop(tenant={"max_chattiness_level": level}))
    friendly = 0
    for message in chatter:
        said = chat.say(message)
        friendly += "😄" in said
        assert said
    assert friendly <= {0: 0, 1: 1, 2: 2, 3: 4}[level]


# Feature: tulia-ai-v2-langgraph-refactor, Property 9: For any casual or spam intent detection, the system should
# redirect to business purposes and enforce rate limits per customer per tenant
@QUICKLY
@given(over=st.lists(st.integers(21, 500), min_size=2, max_size=6), message=messages)
def test_beyond_the_rate_limit_there_is_one_notice_and_no_more_work(over: list[int], message: str) -> None:
    chat = Chat(shop=Till())
    said = [chat.say(f"shoes {message}", last_minute=count) for count in over]
    assert sum(map(bool, said)) == 1
    assert "catalog_search" not in chat.shop.calls


# Feature: tulia-ai-v2-langgraph-refactor, Property 14: For any similar conversation inputs within the same tenant
# context, the system should produce consistent and predictable responses
@thorough
@QUICKLY
@given(said=st.lists(messages, min_size=1, max_size=4), tenant=tenants)
def test_the_same_words_get_the_same_answer(said: list[str], tenant: dict[str, Any]) -> None:
    first, second = Chat(shop=Till(tenant=tenant)), Chat(shop=Till(tenant=tenant))
    assert [first.say(message) for message in said] == [second.say(message) for message in said]
    assert first.state == second.state


# Feature: tulia-ai-v2-langgraph-refactor, Property 14: For any similar conversation inputs within the same tenant
# context, the system should produce consistent and predictable responses
@QUICKLY
@given(
    words=st.sampled_from(["running shoes", "viatu vya kukimbia chini ya 5000", "see all", "Hi"]), blank=st.text(" \n")
)
def test_case_and_spaces_make_no_difference(words: str, blank: str) -> None:
    plain, odd = Chat(), Chat()
    plain.say(words)
    odd.say(f"{blank}{words.upper()}{blank}")
    assert plain.state.sales.last_catalog_results == odd.state.sales.last_catalog_results
    assert plain.state.understood.intent == odd.state.understood.intent


# Feature: tulia-ai-v2-langgraph-refactor, Property 15: For any failed catalog narrowing attempt, the system should
# provide tenant-hosted catalog links with deep-linking capability
@QUICKLY
@given(
    failing=st.sampled_from(["do you have a helicopter", "see all", "nataka ndege ya kivita", "show me a submarine"]),
    base=st.sampled_from(["https://duka.example/catalog", "https://shop.example/", "https://s.example/c?x=y"]),
    language=st.sampled_from(LANGUAGES),
)
def test_a_failed_search_ends_at_the_tenants_catalog(failing: str, base: str, language: str) -> None:
    chat = Chat(shop=Shop(tenant={"catalog_link_base": base, "default_language": language}))
    chat.say("running shoes")
    said = chat.say(failing)
    assert base in said
    assert all(link.startswith(base) for link in re.findall(r"https?://\S+", said))


# Feature: tulia-ai-v2-langgraph-refactor, Property 15: For any failed catalog narrowing attempt, the system should
# provide tenant-hosted catalog links with deep-linking capability
@QUICKLY
@given(
    wish=st.builds(
        Wish,
        query=st.text(max_size=30),
        price_max=st.none() | st.integers(1, 10**6).map(Decimal),
        colour=st.none() | st.sampled_from(["red", "black"]),
    )
)
def test_a_deep_link_is_one_word_and_stays_with_the_tenant(wish: Wish) -> None:
    chat = Chat()
    chat.say("Hi")
    link = catalog_link.of_wish(chat.state, wish)
    assert link is not None
    assert re.fullmatch(r"https://duka\.example/catalog(\?[\w%&=+.~*-]+)?", link)


# Feature: tulia-ai-v2-langgraph-refactor, Property 15: For any failed catalog narrowing attempt, the system should
# provide tenant-hosted catalog links with deep-linking capability
@QUICKLY
@given(refusals=st.lists(st.sampled_from(["none of these", "sipendi hizi", "something else"]), min_size=2, max_size=3))
def test_two_refusals_in_a_row_end_at_the_catalog(refusals: list[str]) -> None:
    chat = Chat(shop=Shop(things=THINGS * 1))
    chat.say("running shoes")
    said = [chat.say(refusal) for refusal in refusals]
    assert "https://duka.example/catalog?q=running+shoes" in said[1]
