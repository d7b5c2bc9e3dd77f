"""Business, small talk, spam and abuse are told apart; an annoyed customer is business."""

import pytest

from journeys.local.governor import classify, is_greeting

BUSINESS = [
    "do you have size 42",
    "nataka sufuria kubwa",
    "this is rubbish service, where is my order",
    "you are useless, my delivery is three weeks late",
    "where is my fucking refund",
    "huduma yenu ni mbaya sana, rudisheni pesa zangu",
    "you people are thieves",
    "this phone is trash",
    "my order has not come you idiot",
    "tuma stk kwa namba hii 0712345678",
    "nimetuma pesa kwenye till 12345 jina Jane",
    "send the photos to 0712345678",
    "do you have free delivery? call me on 0712345678",
    "mbuzi kilo ngapi",
    "where can I buy dog food",
    "2",
    "ok",
    "",
    "asdf qwer",
    "مرحبا",
]
CASUAL = [
    "hi",
    "Niaje",
    "good morning",
    "habari yako",
    "tell me a joke",
    "who is the president",
    "what is the meaning of life",
    "niambie kichekesho",
    "thanks a lot",
    "do you love me",
    "how are you today",
]
SPAM = [
    "CONGRATULATIONS! You have won KES 50,000. Click here to claim www.prize-now.example",
    "tuma hiyo pesa kwenye namba hii 0712345678 jina litakuja JOHN",
    "hiyo hela itume kwa airtel 0733123456 jina MARY",
    "earn 5000 per day working from home, join our telegram t.me/example",
    "forward this message to 10 people or bad luck for 7 years",
    "invest in bitcoin today and double your money",
    "umeshinda zawadi ya sh 50,000, piga 0712345678",
    "https://a.example https://b.example look at this",
    "asdkjh askjdh aksjdh akjsdh akjshd",
    "buy now " * 10,
]
ABUSE = [
    "fuck you",
    "you are so stupid",
    "stupid bot",
    "I will kill you",
    "send me nudes",
    "kumanina",
    "wewe ni mjinga",
    "mbwa wewe",
    "fala wewe",
    "nitakuua",
    "shut up you idiot",
    "you're so sexy",
]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (text, label)
        for label, texts in {"business": BUSINESS, "casual": CASUAL, "spam": SPAM, "abuse": ABUSE}.items()
        for text in texts
    ],
)
def test_every_kind_is_told_apart(text: str, label: str) -> None:
    assert classify(text).label == label


@pytest.mark.parametrize("text", ["", "asdf qwer", "مرحبا", "hmm"])
def test_doubt_is_business_with_little_confidence(text: str) -> None:
    found = classify(text)
    assert (found.label, found.confidence <= 0.6) == ("business", True)


@pytest.mark.parametrize(
    "text",
    [
        "hi",
        "Hello there!",
        "niaje buda",
        "habari za asubuhi",
        "Good morning team",
        "hey Tulia",
        "mambo vipi",
        "👋 hello",
        "how are you?",
    ],
)
def test_a_greeting_greets(text: str) -> None:
    assert is_greeting(text)


@pytest.mark.parametrize(
    "text",
    [
        "hi, do you have shoes",
        "good morning I need a fridge",
        "",
        "👋",
        "blender",
        "asante",
        "tell me a joke",
        "sasa nataka simu",
    ],
)
def test_a_message_that_asks_is_no_greeting(text: str) -> None:
    assert not is_greeting(text)
