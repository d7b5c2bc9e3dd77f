"""Small talk, spam and abuse: how far each is answered, and how business brings the conversation back."""

import pytest

from journeys.governance.node import MOST_OF_CUSTOMER, manners_of
from journeys.local import governor
from tests.journeys.shop import Chat, Shop
from tests.journeys.test_route import FRESH

REDIRECT = "Let us get back to business"
SPAM = "Congratulations! You have won a prize, click here to claim: http://win.example.tk http://x.example.tk"


@pytest.mark.parametrize(("level", "answered"), [(2, 2), (3, 4)])
def test_small_talk_is_answered_up_to_its_limit(level: int, answered: int) -> None:
    chat = Chat(shop=Shop(tenant={"max_chattiness_level": level}))
    said = [chat.say("tell me a joke") for _ in range(answered + 2)]
    assert [REDIRECT in words for words in said] == [False] * answered + [True] * 2


def test_level_1_greets_once_and_no_more() -> None:
    chat = Chat(shop=Shop(tenant={"max_chattiness_level": 1}))
    assert "Hello" in chat.say("Hi")
    assert REDIRECT in chat.say("Hi")
    assert REDIRECT in Chat(shop=Shop(tenant={"max_chattiness_level": 1})).say("tell me a joke")


def test_level_0_knows_business_only() -> None:
    chat = Chat(shop=Shop(tenant={"max_chattiness_level": 0}))
    assert chat.say("Hi") == "I am Zuri, Duka's assistant.\n\nWhich product are you looking for?"
    assert chat.say("tell me a joke") == "Which product are you looking for?"


def test_business_in_between_begins_the_count_anew() -> None:
    chat = Chat()
    for _ in range(3):
        chat.say("tell me a joke")
    chat.say("running shoes")
    assert chat.state.controls.casual_turns == 0
    assert REDIRECT not in chat.say("tell me a joke")


def test_thanks_are_returned() -> None:
    assert "You are welcome" in Chat().say("thank you so much")


def test_spam_is_answered_twice_and_then_dropped() -> None:
    chat = Chat()
    said = [chat.say(SPAM) for _ in range(4)]
    assert [bool(words) for words in said] == [True, True, False, False]
    assert chat.trace.notes["silence"] == "spam"
    assert "Running Shoes" in chat.say("running shoes")
    assert chat.say(SPAM) != ""


def test_abuse_is_closed_calmly_then_a_persons_and_then_ignored() -> None:
    chat = Chat()
    assert chat.say("you stupid idiot").startswith("I will leave it here.")
    assert "in this tone" in chat.say("you stupid idiot")
    assert chat.state.handoff.escalation_reason == "abuse"
    assert chat.say("you stupid idiot") == ""
    assert "Running Shoes" in chat.say("running shoes")
    assert chat.say("you stupid idiot") != ""


@pytest.mark.parametrize(
    ("classified", "sure", "intent", "manners"),
    [
        ("casual", 0.6, ("sales_discovery", 0.9), "business"),
        ("casual", 0.9, ("sales_discovery", 0.9), "casual"),
        ("casual", 0.6, ("spam_casual", 0.9), "casual"),
        ("spam", 0.6, ("sales_discovery", 0.6), "spam"),
        ("abuse", 0.5, ("sales_discovery", 0.9), "abuse"),
        ("business", 0.5, ("unknown", 0.1), "business"),
    ],
)
def test_a_sure_wish_outweighs_a_doubtful_verdict(
    classified: str, sure: float, intent: tuple[str, float], manners: str
) -> None:
    state = FRESH.having(
        governor_classification=classified,
        governor_confidence=sure,
        intent=intent[0],
        intent_confidence=intent[1],
    )
    assert (
        manners_of(
            state,
            "nataka viatu" if manners == "business" else SPAM if classified == "spam" else "you idiot",
            has_commands=False,
        )
        == manners
    )


@pytest.mark.parametrize(
    ("text", "is_dispute"),
    [
        ("mmekula credo yangu ya 100 bila bundle", True),
        ("mmenilia pesa zangu", True),
        ("umemeza salio langu", True),
        ("imekula airtime yangu yote", True),
        ("nimekula chakula na sina pesa", False),
        ("nimemaliza bundles zangu", False),
    ],
)
def test_money_that_was_eaten_is_disputed(text: str, is_dispute: bool) -> None:
    chat = Chat()
    chat.say(text)
    assert (chat.state.handoff.escalation_reason == "dispute") is is_dispute


@pytest.mark.parametrize(
    "text",
    [
        "Umepokea Ksh 500 kutoka JOHN DOE 0712345678 tarehe 3/4/24 saa 4:15 PM. Salio lako la M-PESA ni Ksh 1,200",
        "Umepokea Ksh 500 kutoka kwa Jane",
        "SGH7K2L9QP Confirmed. Ksh500.00 sent to DUKA 0712345678",
        "QJK1ABC2DE Imethibitishwa. Ksh1,500 zimetumwa kwa DUKA",
    ],
)
def test_messages_as_m_pesa_writes_them_are_business(text: str) -> None:
    assert governor.classify(text).label == "business"


@pytest.mark.parametrize(
    "text",
    [
        "nimejaribu yote, naomba mtu",
        "I have tried everything, please let me speak to a person",
        "hii haifanyi, naomba kuongea na mtu wa kweli",
        "niunganishe na mtu please nimechoka",
        "nimechoka na hii, nipe mtu wa kuongea naye",
        "the router is still red, get me an agent",
    ],
)
def test_a_person_is_asked_for_inside_a_longer_message(text: str) -> None:
    chat = Chat()
    chat.say(text)
    assert chat.trace.notes.get("escalation") in ("human_request", "frustration")


@pytest.mark.parametrize(
    "text", ["nataka viatu vya mtu mzima", "can I buy for another person", "naomba bei ya mtu mmoja"]
)
def test_a_person_in_the_words_is_not_always_asked_for(text: str) -> None:
    chat = Chat()
    chat.say(text)
    assert "escalation" not in chat.trace.notes


def test_fixed_answers_use_up_small_talk_and_never_cost_help() -> None:
    chat = Chat(conduct={"casual": 12})
    assert chat.say("are you a robot?") == ""
    assert chat.trace.notes["silence"] == "casual"
    assert chat.outcome
    assert chat.outcome.conduct == "casual"
    helpline = {"topic": "gambling", "helplines": ["Gambling help 1190"]}
    chat = Chat(shop=Shop(tenant={"compliance": {"restricted": [helpline]}}), conduct={"casual": 12})
    assert "1190" in chat.say("which betting site should I use?")


@pytest.mark.parametrize(
    ("text", "kind"), [("tell me a joke", "casual"), (SPAM, "spam"), ("you stupid idiot", "abuse")]
)
def test_who_had_their_share_hears_nothing_more_before_a_cool_off_but_is_served(text: str, kind: str) -> None:
    chat = Chat(conduct=MOST_OF_CUSTOMER)
    assert chat.say(text) == ""
    assert chat.outcome
    assert chat.outcome.conduct == kind
    assert "Running Shoes" in chat.say("running shoes")
    assert chat.outcome.conduct == "business"
    chat.conduct = {kind: MOST_OF_CUSTOMER[kind] - 1}
    assert chat.say(text) != ""


@pytest.mark.parametrize(
    ("before", "unclear"),
    [
        ((), ("asdf qwer zxcv", "zxcv asdf", "qwer zxcv asdf")),
        (("running shoes", "1", "size 77"), ("size 78", "size 79", "76")),
        (("running shoes",), ("9", "17", "23")),
        (("running shoes",), ("9", "asdf qwer zxcv", "17")),
    ],
)
def test_the_third_question_back_in_a_row_is_a_persons_in_any_journey(
    before: tuple[str, ...], unclear: tuple[str, ...]
) -> None:
    chat = Chat()
    for text in before:
        chat.say(text)
    for text in unclear[:2]:
        chat.say(text)
        assert "escalation" not in chat.trace.notes
    assert "T-123456" in chat.say(unclear[2])
    assert chat.trace.notes["escalation"] == "clarification_loop"
    assert chat.shop.tickets[-1].reason == "clarification_loop"


def test_an_answer_in_between_begins_the_count_of_questions_anew() -> None:
    chat = Chat()
    for text in ("asdf qwer zxcv", "zxcv asdf", "running shoes", "asdf qwer", "zxcv qwer asdf"):
        chat.say(text)
        assert "escalation" not in chat.trace.notes


def test_two_failures_of_ours_in_two_turns_are_a_persons() -> None:
    chat = Chat(shop=Shop(broken=frozenset({"order_get_status"})))
    chat.say("where is my order?")
    assert "escalation" not in chat.trace.notes
    chat.say("where is my order?")
    assert chat.trace.notes["escalation"] == "tool_errors"
    assert chat.state.handoff.tool_errors == 0


def test_frustration_in_two_turns_running_is_a_persons() -> None:
    chat = Chat()
    chat.say("this is useless")
    assert "escalation" not in chat.trace.notes
    chat.say("this is really useless, ridiculous")
    assert chat.trace.notes["escalation"] == "frustration"


@pytest.mark.parametrize("lang", ["en", "sw", "sheng"])
def test_a_sensitive_topic_is_a_persons_by_the_tenants_policy(lang: str) -> None:
    topic = {"topic": "medical", "is_for_a_person": True}
    shop = Shop(tenant={"compliance": {"restricted": [topic]}}, customer={"language_preference": lang})
    chat = Chat(shop=shop)
    said = chat.say("I have chest pain, which medicine should I take?")
    assert chat.trace.notes["escalation"] == "sensitive"
    expected = {"en": "a matter for our people", "sw": "Hilo ni la watu wetu", "sheng": "Hiyo ni ya watu wetu"}
    assert expected[lang] in said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ninataka kurudishiwa pesa zangu", "refund"),
        ("rudisheni doh yangu", "refund"),
        ("mmenipa kiatu mbaya", "dispute"),
        ("viatu havijafika na nililipa wiki iliyopita", "complaint"),
        ("wiki mbili sasa na mzigo haujafika, mzigo haijaletwa", "complaint"),
        ("I paid last week and nothing has come", "complaint"),
        ("we ordered two weeks ago and it still has not come", "complaint"),
        ("nimejaribu yote, naomba mtu", "human_request"),
        ("nataka mtu wa kweli anisaidie, bot haielewi", "human_request"),
        ("nishachoka na hii robot, nipe mtu", "human_request"),
        ("je pesa hurudishwa baada ya siku ngapi?", None),
        ("mnaweza kunirudishia pesa nikibadilisha mawazo?", None),
        ("nikinunua leo vitafika ndani ya wiki moja?", None),
        ("I paid last week, can I add one more pair?", None),
        ("I bought shoes last month and want another pair", None),
        ("nataka zawadi ya mtu mzima", None),
        ("you people are useless", "complaint"),
        ("u guys are thieves", "complaint"),
        ("the worst service I have ever had", "complaint"),
        ("nyinyi ni matapeli", "complaint"),
        ("your bundle finished so fast, you stole my data", "dispute"),
        ("huduma yenu ni mbovu", "complaint"),
        ("is your service terrible?", None),
        ("what is the worst shoe you sell", None),
        ("your people gave me a good price", None),
    ],
)
def test_a_need_for_a_person_is_heard_inside_a_longer_message_and_its_neighbours_are_not(
    text: str, reason: str | None
) -> None:
    chat = Chat()
    chat.say(text)
    found = chat.state.handoff.escalation_reason
    assert (None if found == "empty_library" else found) == reason
