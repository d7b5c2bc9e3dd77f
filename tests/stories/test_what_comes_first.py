"""What comes first in a list that is found without a model, and what does not belong in it."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say


def rows(told: str) -> list[str]:
    return [line.partition(". *")[2].partition("*")[0] for line in told.splitlines() if ". *" in line[:5]]


@pytest.mark.parametrize(
    "said",
    sampled(
        [
            "Hello, do you have rooms this weekend", "chumba cha watu wawili ni bei gani",
            "room ya bei ya chini kabisa ni gani", "cheapest room for two nights", "vyumba mnazo?",
            "do you have accommodation for 2 next week", "looking for a room for my wife and I",
        ],
        quick=3,
    ),
)  # fmt: skip
def test_a_room_is_for_the_night(resort: Say, said: str) -> None:
    told = rows(resort(said))
    assert told[0] == "Garden Room"
    assert "Day Room Until Six" not in told


@pytest.mark.parametrize(
    "said", sampled(["do you have a day room", "chumba cha mchana ni how much", "room kwa siku ni how much"], quick=1)
)
def test_a_room_for_the_day_is_none_for_the_night(resort: Say, said: str) -> None:
    assert rows(resort(said))[0] == "Day Room Until Six"


@pytest.mark.parametrize(
    ("said", "first", "last"),
    sampled(
        [
            ("chumba cha watu wawili ni bei gani", "Garden Room", "Beachfront Villa Tumaini"),
            ("price for full board 2 adults pls", "Garden Room", "Beachfront Villa Tumaini"),
            ("half board kwa watu wawili ni bei gani", "Pool Terrace Room", "Family Cottage"),
            ("room for a family of 4", "Family Cottage", "Beachfront Villa Tumaini"),
            ("rooms za kulala watu 3 ni ngapi", "Family Cottage", "Beachfront Villa Tumaini"),
            ("massage for two", "Couples Massage in the Palm Hut", "Foot and Leg Reflexology"),
        ],
        quick=3,
    ),
)
def test_what_holds_as_many_as_come_is_first(resort: Say, said: str, first: str, last: str) -> None:
    told = resort(said)
    assert (rows(told)[0], rows(told)[-1]) == (first, last)
    assert "not sure" not in told
    assert "Sina uhakika" not in told


@pytest.mark.parametrize(
    ("said", "there", "not_there"),
    sampled(
        [
            ("niaje kuswim hapo kwa siku ni how much", "Beach and Pool Day Pass", "Pool Terrace Room"),
            ("how much is it to swim for the day", "Beach and Pool Day Pass", "Pool Terrace Room"),
            ("one day safari to see elephants", "Shimba Hills Day Safari", "Tsavo"),
            ("safari ya siku moja", "Shimba Hills Day Safari", "Tsavo"),
            ("2 day safari", "Tsavo East Overnight Safari", "Total"),
            ("Naomba chumba kinachotazama bahari tarehe 20 December", "Ocean View Room", "Kitesurfing"),
            ("room facing the sea", "Ocean View Room", "Dive"),
            ("vyumba vinavyotazama bustani", "Garden Room", "Kinondo"),
        ],
        quick=3,
    ),
)
def test_what_lasts_otherwise_or_is_another_thing_is_left_out(
    resort: Say, said: str, there: str, not_there: str
) -> None:
    told = resort(said)
    assert f"*{there}*" in told
    assert not_there not in told


@pytest.mark.parametrize(
    "said",
    sampled(
        [
            "how much is wifi for the house per month", "how much is home internet", "nataka wifi nyumbani",
            "internet ya keja ni how much", "home wifi packages please", "wifi at home price",
        ],
        quick=2,
    ),
)  # fmt: skip
def test_wifi_of_a_house_is_internet_by_the_month(telecom: Say, said: str) -> None:
    told = rows(telecom(said))
    assert {"Fibre Nyumbani 10 Mbps", "Fibre Turbo 100 Mbps", "5G Home Internet Unlimited"} <= set(told)
    assert not any("Camera" in each or "Extender" in each or "Biashara" in each for each in told)


@pytest.mark.parametrize(
    ("said", "told", "rows_told"),
    sampled(
        [
            (
                "do you have unlimited bundles for phone", "none that is exactly so: unlimited bundles",
                ["Monthly 45 GB Bundle", "5G Home Internet Unlimited"],
            ),
            ("bando ya unlimited iko", "Sina iliyo hivyo hasa: bando unlimited", ["5G Home Internet Unlimited"]),
            ("unlimited minutes iko", "none that is exactly so: unlimited minutes", ["All-Network 400 Minutes"]),
            ("unlimited sms", "none that is exactly so: unlimited sms", ["SMS Pack 200"]),
            ("unlimited internet", "what I found", ["5G Home Internet Unlimited", "Fibre Nyumbani 10 Mbps"]),
        ],
        quick=2,
    ),
)  # fmt: skip
def test_what_is_not_had_so_is_told_with_what_comes_near(
    telecom: Say, said: str, told: str, rows_told: list[str]
) -> None:
    answer = telecom(said)
    assert told in answer
    assert set(rows_told) <= set(rows(answer))
    assert "Smart" not in answer


@pytest.mark.parametrize(
    ("said", "told", "not_told"),
    sampled(
        [
            ("kupigia mtu UK ni how much", "Thirty minutes to the UK", "Roaming"),
            ("nataka kupigia ndugu yangu Canada", "Thirty minutes to the UK, US, Canada", "Roaming"),
            ("minutes za kupiga Dubai", "Diaspora Minutes", "All-Network"),
            ("calls to India per minute how much", "Diaspora Minutes", "Roaming"),
            ("travelling to Uganda tomorrow will my line work there", "2 GB and 60 minutes in Uganda", "Diaspora"),
            ("nikiwa Kampala naweza piga simu?", "Roaming Pass", "Diaspora"),
            ("naenda Rwanda wiki ijayo, laini itashika?", "Roaming Pass", "Diaspora"),
            ("do you sell roaming", "Roaming Pass", "Diaspora"),
        ],
        quick=3,
    ),
)
def test_a_call_to_another_country_is_no_roaming(telecom: Say, said: str, told: str, not_told: str) -> None:
    answer = telecom(said)
    assert told in answer
    assert not_told not in answer


@pytest.mark.parametrize(
    ("said", "told", "not_told"),
    sampled(
        [
            ("mifi ni ngapi na ziko colour gani", "black, white", "4G Home Router"),
            ("portable wifi mnayo", "Pocket MiFi 4G", "5G Indoor Router"),
            ("bando ambalo halina mwisho wa muda ni pesa ngapi", "No-Expiry 5 GB Bundle*", "Weekly"),
            ("data isiyoisha", "No-Expiry 5 GB Bundle*", "Monthly 45"),
            ("bando bila expiry", "No-Expiry 5 GB Bundle", "Monthly 45"),
        ],
        quick=2,
    ),
)
def test_what_is_called_so_stands_alone(telecom: Say, said: str, told: str, not_told: str) -> None:
    answer = telecom(said)
    assert told in answer
    assert not_told not in answer
