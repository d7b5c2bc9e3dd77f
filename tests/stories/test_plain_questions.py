"""The plainest questions, as everybody asks them first."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say


@pytest.mark.parametrize(
    "asked",
    sampled([
        "can i return it", "can i return it if i dont like it", "may i bring it back", "is it possible to return",
        "can my son return it if it is too small", "naweza kurudisha",
    ], quick=3),
)  # fmt: skip
def test_what_is_bought_may_be_returned(shop: Say, asked: str) -> None:
    assert "Returns and refunds" in shop(asked)


@pytest.mark.parametrize(
    "asked",
    sampled([
        "is there a code to bring the price down", "any code that gets it cheaper", "iko code ya kushusha bei",
        "is there anything off for someone who buys the first time", "can i get it cheaper",
        "do new customers get something off",
    ], quick=3),
)  # fmt: skip
def test_what_makes_it_cheaper_is_an_offer(shop: Say, asked: str) -> None:
    assert "KARIBU10" in shop(asked)


@pytest.mark.parametrize("asked", ["the sole came off after a week", "switch it off for me"])
def test_what_comes_off_is_no_offer(shop: Say, asked: str) -> None:
    assert "KARIBU10" not in shop(asked)


@pytest.mark.parametrize(
    "asked", ["which ways of paying do you take", "what modes of payment are there", "njia gani za kulipa mnazo"]
)
def test_the_ways_to_pay_are_told(shop: Say, asked: str) -> None:
    assert "M-Pesa" in shop(asked)


@pytest.mark.parametrize("asked", ["is the beach private", "do you have private dining", "is it a private pool"])
def test_what_is_private_at_a_resort_tells_nobody_what_is_kept_of_them(resort: Say, asked: str) -> None:
    assert "keeps of you" not in resort(asked)


@pytest.mark.parametrize("asked", ["is my data private", "what data do you keep on me"])
def test_who_asks_what_is_kept_of_them_is_told(resort: Say, asked: str) -> None:
    assert "keeps of you" in resort(asked)


@pytest.mark.parametrize(
    "asked", ["how do i activate esim", "how to set up an esim", "how do i change from plastic to esim"]
)
def test_how_it_is_done_is_told_and_not_what_is_sold(telecom: Say, asked: str) -> None:
    assert "*#06#" in telecom(asked)


@pytest.mark.parametrize("asked", ["what can we do there", "what can kids do around here", "things to do"])
def test_what_there_is_to_do_is_shown(resort: Say, asked: str) -> None:
    assert "1. " in resort(asked)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("nyani wanakuja kwenye baraza, naweza kuwapa ndizi", "Do not feed"),
        ("nguo chafu nikizitoa asubuhi nitazipata saa ngapi", "18:00"),
        ("pete yangu ya dhahabu niiweke wapi isiibiwe", "safe"),
    ],
)
def test_what_others_ask_nearly_so_is_shown_as_what_comes_closest(resort: Say, asked: str, told: str) -> None:
    assert told in resort(asked)


@pytest.mark.parametrize(
    "asked", ["hw long u guyz take 2 check smthing ive brought back", "how soon can you take 3 parcels to nakuru"]
)
def test_how_long_it_takes_buys_nothing(shop: Say, asked: str) -> None:
    assert "Total" not in shop(asked)


@pytest.mark.parametrize(
    "asked",
    ["kelele za usiku zinaisha saa ngapi", "what time must the noise stop at night", "until when is loud music ok"],
)
def test_when_the_noise_ends_is_asked_and_complained_of_by_nobody(resort: Say, asked: str) -> None:
    assert "23:00" in resort(asked)


def test_noise_is_complained_of(resort: Say) -> None:
    assert "T-" in resort("there is too much noise from the room above us")


@pytest.mark.parametrize("asked", ["garden room with all meals how much", "bei ya chumba cha bustani na milo yote"])
def test_all_meals_are_full_board(resort: Say, asked: str) -> None:
    assert "22,000" in resort(asked)


@pytest.mark.parametrize(
    "asked", ["do you have any deal where one night is free", "tukilala usiku nne kuna ofa ya usiku moja bure"]
)
def test_a_reduction_that_a_document_tells_stands_beside_the_offers(resort: Say, asked: str) -> None:
    assert "The fourth night is free" in resort(asked)


def test_who_asks_for_offers_alone_is_told_no_page(resort: Say) -> None:
    assert "Sources" not in resort("any offers this week")


@pytest.mark.parametrize("asked", ["are you people open on sunday after church", "do you open on sundays before lunch"])
def test_when_it_is_open_is_told_by_the_hours(shop: Say, asked: str) -> None:
    assert "closed" in shop(asked)


@pytest.mark.parametrize(
    "then",
    ["kuna discount? ni mara yangu ya kwanza kununua kwenu", "is there a discount, its my first time buying from you"],
)
def test_who_buys_the_first_time_buys_nothing_by_saying_so(shop: Say, then: str) -> None:
    assert "KARIBU10" in shop("foldable baby stroller", "1", then)


def test_how_long_a_size_may_be_swapped_is_told_by_the_rules(shop: Say) -> None:
    assert "30 days" in shop(
        "nyota breeze running shoe", "1", "and if it does not fit, how long do i have to swap the size"
    )


@pytest.mark.parametrize(
    "then", ["i'll take it, its my first time buying from you", "nataka hiyo, ni mara yangu ya kwanza kununua kwenu"]
)
def test_who_buys_the_first_time_buys_what_they_say(shop: Say, then: str) -> None:
    assert "grey, blue" in shop("foldable baby stroller", "1", then)


@pytest.mark.parametrize(
    "asked", ["which rooms are good for a wheelchair", "are there rooms for the disabled, with a ramp"]
)
def test_what_the_shelves_do_not_tell_of_and_a_page_does_is_told(resort: Say, asked: str) -> None:
    assert "Two Garden Rooms and one Ocean View Room" in resort(asked)


def test_what_stands_on_the_shelves_is_shown_as_before(resort: Say) -> None:
    assert "1. *" in resort("which rooms are in the garden")


@pytest.mark.parametrize(
    "asked", ["Safari ya tsavo ni bei gani na ndani kuna nini", "how much is the sunset cruise and what is in it"]
)
def test_no_part_is_said_to_have_no_answer_that_asks_for_no_more_than_is_told(resort: Say, asked: str) -> None:
    told = resort(asked)
    assert "KES" in told
    assert "jibu la uhakika" not in told
    assert "no sure answer" not in told
