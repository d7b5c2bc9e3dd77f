"""What is cited is read as the library keeps it: a table's rows, a list in one line, the name of the thing."""

from journeys.check import Evidence, objections
from journeys.check.library.units import source

TABLE = """What the PON light means
PON light: Steady green; Meaning: Connected to our network; What to do: Nothing; look at the Wi-Fi instead
PON light: Off; Meaning: No light arrives through the fibre; What to do: Look at the LOS light"""
CAFE = ("Restaurants: Tamu Cafe\nServes: Coffee and cakes\nWhere: Next to the lobby", "Restaurants > Tamu Cafe")
GRILL = (
    "Restaurants: Jahazi Grill\nOpening hours: Tuesday to sunday: 19:00-22:30; Monday: closed\n"
    "Where: On the beach, behind the dhow",
    "Restaurants > Jahazi Grill",
)


def test_a_row_is_about_its_first_cell_and_a_cell_may_hold_a_semicolon() -> None:
    steady, off = source(TABLE, "PON and LOS lights > What the PON light means").units
    assert (steady.text, off.key) == (
        "Steady green | Connected to our network | Nothing; look at the Wi-Fi instead",
        frozenset({"off"}),
    )
    assert steady.columns == ("PON light", "Meaning", "What to do")


def test_each_of_a_list_in_one_line_stands_by_itself() -> None:
    hours = [unit.text for unit in source(*GRILL).units if unit.label.startswith("Opening")]
    assert hours == ["Opening hours, Tuesday to sunday: 19:00-22:30", "Opening hours, Monday: closed"]


def test_what_is_said_of_one_thing_rests_on_no_passage_of_another() -> None:
    told = Evidence.of([], extra=[CAFE[0], GRILL[0]], words=["where is it?"], passages=[CAFE, GRILL])
    assert not objections("Tamu Cafe is next to the lobby.", told)
    assert not objections("Jahazi Grill is on the beach, behind the dhow.", told)
    for text in ("Tamu Cafe is on the beach, behind the dhow.", "Jahazi Grill is next to the lobby."):
        assert objections(text, told), text


def test_the_customers_own_hour_is_no_number() -> None:
    told = Evidence.of([], extra=[GRILL[0]], words=["for 4 people at 20:00"], passages=[GRILL])
    assert not objections("Jahazi Grill is open on Tuesday at 20:00.", told)
