"""What a row and a line of its page tell in one sentence, and a limit that is no hour of theirs; and what is not so."""

import pytest

from tests.attacks.lying_model.contexts import PROPERTY, _cited, _library, of
from tests.journeys.check.test_plain_answers import is_sound

SLOW = "mtandao/library/08_slow_internet.md"


@pytest.mark.parametrize(
    ("text", "language", "is_true"),
    [
        ("Fibre Kasi is 100 Mbps down and up, and at busy hours, 19:00 to 23:00, not below 70 Mbps.", "en", True),
        ("Fibre Kasi promises 100 Mbps down and 100 Mbps up, at busy hours (19:00 to 23:00) at least 70.", "en", True),
        ("Fibre Nyumbani ni 15 Mbps, na saa za busy, 19:00 hadi 23:00, si chini ya 10 Mbps.", "sw", True),
        ("Fibre Kasi tunapromise download 100 Mbps na upload 100 Mbps, na saa za busy, 19:00 hadi 23:00, isishuke "
         "chini "
         "ya 70 Mbps.", "sheng", True),
        ("Fibre Kasi is 100 Mbps down and up, and at busy hours, 19:00 to 23:00, not below 28 Mbps.", "en", False),
        ("Fibre Kasi is 100 Mbps down and up, and at busy hours, 19:00 to 22:00, not below 70 Mbps.", "en", False),
        ("Fibre Kasi is 100 Mbps down and up, and at quiet hours, 19:00 to 23:00, not below 70 Mbps.", "en", False),
        ("Fibre Nyumbani ni 15 Mbps, na saa za busy, 19:00 hadi 23:00, si chini ya 28 Mbps.", "sw", False),
        ("Fibre Nyumbani ni 40 Mbps, na saa za busy, 19:00 hadi 23:00, si chini ya 10 Mbps.", "sw", False),
        ("Fibre Kasi tunapromise download 100 Mbps na upload 70 Mbps, na saa za busy, 19:00 hadi 23:00, isishuke chini "
         "ya 70 Mbps.", "sheng", False),
        ("Fibre Kasi tunapromise download 100 Mbps na upload 100 Mbps, na saa za busy, 18:00 hadi 23:00, isishuke "
         "chini "
         "ya 70 Mbps.", "sheng", False),
    ],
)  # fmt: skip
def test_when_it_is_stands_beside_what_a_row_tells(text: str, language: str, *, is_true: bool) -> None:
    assert is_sound(text, _library(SLOW, words="what speed do you promise me at night?"), language) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Muda wa kutoka ni mpaka 10:30; mnaweza kuchelewa mpaka 16:00 kama chumba kiko wazi, kwa nusu ya bei ya "
         "usiku.",
         True),
        ("Muda wa kutoka ni mpaka 10:30; mnaweza kuchelewa mpaka 17:00 kama chumba kiko wazi, kwa nusu ya bei ya "
         "usiku.",
         False),
        ("Muda wa kutoka ni mpaka 11:30; mnaweza kuchelewa mpaka 16:00 kama chumba kiko wazi, kwa nusu ya bei ya "
         "usiku.",
         False),
    ],
)  # fmt: skip
def test_a_limit_at_their_hour_is_no_hour_of_theirs(text: str, *, is_true: bool) -> None:
    asked = "ndege yetu ni saa 16:00, tunaweza kubaki chumbani?"
    told = of(words=(asked,), tenant="oasis", passages=_cited(f"{PROPERTY}#hotel"))
    assert is_sound(text, told, "sw") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Fibre Kasi has at least 70 Mbps at busy hours.", True),
        ("Fibre Kasi does not go below 70 Mbps at busy hours.", True),
        ("Fibre Kasi has up to 100 Mbps of download.", True),
        ("Fibre Kasi has at most 70 Mbps at busy hours.", False),
        ("Fibre Kasi is not above 70 Mbps at busy hours.", False),
        ("At busy hours Fibre Kasi has up to 70 Mbps.", False),
    ],
)
def test_the_least_is_not_the_most(text: str, *, is_true: bool) -> None:
    assert is_sound(text, _library(SLOW, words="what speed do you promise me at night?")) is is_true
