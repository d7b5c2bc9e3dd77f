"""The language of a message is named, and only a clear case is sure enough to switch to."""

import pytest

from journeys.local.language import detect, is_swahili_verb

SWITCHES = 0.75

CLEAR = [
    ("Do you have this jacket in another colour?", "en"),
    ("I paid yesterday but nothing has arrived", "en"),
    ("where is my order", "en"),
    ("Naomba kujua bei ya friji hii tafadhali", "sw"),
    ("Nataka viatu vya watoto vya shule", "sw"),
    ("bado sijapokea mzigo wangu", "sw"),
    ("asante sana", "sw"),
    ("niaje mse", "sheng"),
    ("nko na thao tatu, si unisort na ndula", "sheng"),
    ("maze hiyo hoodie ni doh ngapi bana", "sheng"),
    ("nimengoja order mob, msee wa rada ako wapi", "sheng"),
    ("I want viatu za running please, bei gani?", "mixed"),
]


@pytest.mark.parametrize(("text", "label"), CLEAR)
def test_a_clear_language_is_named_and_sure(text: str, label: str) -> None:
    found = detect(text)
    assert (found.label, found.confidence >= SWITCHES) == (label, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "42",
        "ok",
        "yes",
        "Wanjiku",
        "Brian Otieno",
        "😀",
        "blender",
        "Samsung A15",
        "running shoes",
        "size 42",
        "asdf qwer",
        "0712345678",
        "hi",
        "\x00",
        "poa",
        "iphone 13 128gb",
        "null",
    ],
)
def test_what_tells_no_language_never_switches(text: str) -> None:
    assert detect(text).confidence < SWITCHES


@pytest.mark.parametrize(
    "text",
    [
        "Bonjour, avez-vous encore une chambre pour ce soir ?",
        "Gibt es heute Abend noch einen freien Tisch?",
        "Waxaan rabaa inaan iibsado taleefan cusub",
        "Buenos días, cuánto cuesta este teléfono",
        "مرحبا كيف حالك",
        "你好我想买鞋",
        "Adwaro ng'eyo kar dala maru",
    ],
)
def test_a_language_that_is_not_spoken_here_is_named_as_another(text: str) -> None:
    found = detect(text)
    assert (found.label, found.confidence >= SWITCHES) == ("other", True)


@pytest.mark.parametrize(
    "text",
    [
        "Daktari aliniambia nipumzike kwa wiki mbili",
        "naomba Kaya Kinondo Sacred Forest Walk kwa watu wawili",
        "Mheshimiwa Kipchoge Rutto Wekesa amefika Eldoret",
        "Power bank hii inauzwa bei gani",
    ],
)
def test_names_loans_and_things_on_sale_make_no_sheng(text: str) -> None:
    assert detect(text).label == "sw"


@pytest.mark.parametrize(
    "text", ["Abeg how much be this one?", "I no fit see the picture wey you send", "Una don close?"]
)
def test_pidgin_is_no_sheng(text: str) -> None:
    found = detect(text)
    assert found.label == "en" or found.confidence < SWITCHES


def test_borrowed_words_do_not_make_swahili_a_mix() -> None:
    assert detect("Nataka running shoes size 42 za black").label == "sw"


def test_swahili_prefixes_on_a_foreign_stem_are_sheng() -> None:
    assert detect("wanafollow tu hawana plan ya kunisupport").label == "sheng"


@pytest.mark.parametrize(
    ("word", "expected"), [("ninataka", True), ("walikuja", True), ("banana", False), ("shoes", False)]
)
def test_swahili_verbs_are_known_by_their_shape(word: str, expected: bool) -> None:
    assert is_swahili_verb(word) is expected


def test_accents_case_and_apostrophes_change_nothing() -> None:
    assert detect("NATAKA NG\u2019OMBE WANGU") == detect("nataka ng'ombe wangu")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Simu imeandika enter PUK, nilikosea pin mara tatu", "sw"),
        ("Router yangu inasema no internet, nifanye nini", "sw"),
        ("Printa ya kuprint, kuscan na kutoa kopi ipo?", "sw"),
        ("jinsi ya kureset router ya nyumbani", "sw"),
        ("manze net inasema no connection, fanya kitu buda", "sheng"),
        ("naeza kuprint wapi hapa manze", "sheng"),
    ],
)
def test_what_a_screen_shows_and_what_has_no_other_word_is_no_mark_of_sheng(text: str, label: str) -> None:
    assert detect(text).label == label
