"""What goods are made of and in which state they come, breakdowns and fees, said in Swahili of what is in English."""

import pytest

from journeys.check import Evidence, objections
from tests.attacks.lying_model.contexts import _beside, _cited, item, of

AGREEMENT, LIGHTS = "mtandao/library/11_service_agreement.md", "mtandao/library/02_pon_and_los_lights.md"


def is_sound(text: str, evidence: Evidence, language: str = "mixed") -> bool:
    return not objections(text, evidence, language=language)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Ndiyo, tuna Makaa Saver Charcoal Jiko: lina ukuta wa kauri ndani na linatumia karibu nusu ya makaa ya jiko "
         "la chuma.", True),
        ("Makaa Saver Charcoal Jiko lina bitana ya kauri.", True),
        ("Makaa Saver Charcoal Jiko ina lining ya kauri, inatumia half ya makaa ya jiko ya metal.", True),
        ("Makaa Saver Charcoal Jiko lina ukuta wa chuma ndani na linatumia nusu ya makaa ya jiko la kauri.", False),
        ("Makaa Saver Charcoal Jiko ni la chuma.", False),
        ("Makaa Saver Charcoal Jiko is made of metal.", False),
        ("Makaa Saver Charcoal Jiko lina ukuta wa plastiki ndani.", False),
        ("Makaa Saver Charcoal Jiko lina ukuta wa shaba ndani.", False),
    ],
)  # fmt: skip
def test_what_it_is_made_of_and_not_the_other(text: str, *, is_true: bool) -> None:
    assert is_sound(text, of(item("duka", "Makaa Saver Charcoal Jiko"), words=("jiko la makaa?",))) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Ndiyo, mtungi unakuja umejaa gesi, tayari kupika.", True),
        ("6 kg Gas Cylinder with Grill inakuja imejaa gesi.", True),
        ("6 kg Gas Cylinder with Grill inakuja tupu.", False),
        ("The cylinder comes empty.", False),
        ("Mtungi umejaa.", False),
    ],
)
def test_a_full_cylinder_is_not_booked_out(text: str, *, is_true: bool) -> None:
    evidence = of(item("duka", "6 kg Gas Cylinder with Grill"), words=("mtungi unakuja na gesi ndani?",))
    assert is_sound(text, evidence) is is_true


def test_a_room_that_is_full_is() -> None:
    evidence = of(item("oasis", "Garden Room"), words=("chumba kipo?",), tenant="oasis")
    assert not is_sound("Garden Room zimejaa.", evidence)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Hakuna ada ya kuvunja mkataba mapema ikiwa laini haikufanya kazi kwa zaidi ya siku 10 mfululizo, kwa hiyo "
         "ndiyo: wiki mbili ni siku 14.", True),
        ("Hudaiwi ada ikiwa laini haikufanya kazi kwa zaidi ya siku 10 mfululizo.", True),
        ("Hutozwi ada ikiwa laini haikufanya kazi kwa zaidi ya siku 10 mfululizo.", True),
        ("Hutozwi ada ikiwa laini ilikuwa down kwa zaidi ya siku 10 mfululizo.", True),
        ("There is no early termination charge if the line was down for more than 10 days in a row.", True),
        ("There is no early termination charge if you end it within 14 days of installation.", True),
        ("Vifaa visiporudishwa vinatozwa.", True),
        ("Hakuna ada ya kuvunja mkataba mapema.", False),
        ("Hakuna ada ya kuvunja mkataba mapema ikiwa laini haikufanya kazi kwa zaidi ya siku 5 mfululizo.", False),
        ("Hudaiwi ada ikiwa laini haikufanya kazi kwa zaidi ya siku 5 mfululizo.", False),
        ("Hudaiwi ada ya kuvunja mkataba mapema.", False),
        ("Unadaiwa ada ikiwa laini haikufanya kazi kwa zaidi ya siku 10 mfululizo.", False),
        ("There is no early termination charge.", False),
        ("There is no early termination charge if the line was down for more than 5 days in a row.", False),
        ("There is no early termination charge if the line worked for more than 10 days in a row.", False),
        ("There is no early termination charge if you end it within 30 days of installation.", False),
        ("There is an early termination charge if the line was down for more than 10 days in a row.", False),
        ("Vikirudishwa vinatozwa.", False),
    ],
)  # fmt: skip
def test_the_case_in_which_no_charge_is_owed(text: str, *, is_true: bool) -> None:
    words = "Laini ikikaa wiki mbili mfululizo bila kufanya kazi, naweza kuvunja mkataba bila faini?"
    cited = _cited(AGREEMENT, only=("Ending",))
    assert is_sound(text, _beside(words=words, cited=cited, tenant="mtandao")) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Hakikisha plagi ya kijani ya fibre imesukumwa ndani hadi ilie klik; usitazame ndani yake wala kugusa ncha "
         "yake.", True),
        ("Plagi ya kijani ya fibre isisukumwe ndani hadi ilie klik.", False),
    ],
)  # fmt: skip
def test_until_it_clicks(text: str, *, is_true: bool) -> None:
    evidence = _beside(words="taa ya PON inameta kijani", cited=_cited(LIGHTS), tenant="mtandao")
    assert is_sound(text, evidence) is is_true
