"""What is told in Swahili or Sheng of pages that are in English, each beside a neighbour that no page says."""

import pytest

from journeys.check import Evidence, objections
from tests.attacks.lying_model.contexts import _beside, _cited, item

GUIDE, PROPERTY = "oasis/library/guest_guide.pdf", "oasis/library/property.json"
DELIVERY, RETURNS, WARRANTY = (f"duka/library/{name}.md" for name in ("delivery", "returns", "warranty"))
AGREEMENT = tuple(
    f"mtandao/library/{name}.md" for name in ("11_service_agreement", "12_schedule_of_fees", "13_equipment_guide")
)


def of_pages(*pages: str, only: tuple[str, ...] = ()) -> Evidence:
    return _beside(words="nisaidie", cited=_cited(*pages, only=only), tenant=pages[0].partition("/")[0])


def is_sound(text: str, evidence: Evidence, language: str = "sw") -> bool:
    return not objections(text, evidence, language=language)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Mgeni akiugua usiku, mpigie mapokezi saa yoyote.", True),
        ("Mgeni akiugua usiku, usiwapigie mapokezi.", False),
        ("Nesi yumo hotelini kuanzia saa mbili asubuhi mpaka saa mbili usiku.", True),
        ("Nesi yumo hotelini kuanzia saa mbili asubuhi mpaka saa nne usiku.", False),
        ("Hospitali iliyo karibu zaidi ipo umbali wa kilomita sita.", True),
        ("Zahanati ipo karibu na bwawa.", False),
        ("Ukiumwa na mdudu wa baharini, nesi atakutibu.", True),
        ("Ukiumwa na mdudu wa baharini, dawa hii itakutibu.", False),
        ("Moto ukitokea, teremkeni kwa ngazi na si kwa lifti.", True),
        ("Moto ukitokea, teremkeni kwa lifti na si kwa ngazi.", False),
        ("Nakala ya ramani imetundikwa nyuma ya mlango wa chumba.", True),
        ("Nakala ya ramani imetundikwa kwenye lango la hoteli.", False),
    ],
)
def test_the_house_and_who_helps_in_it(text: str, *, is_true: bool) -> None:
    assert is_sound(text, of_pages(GUIDE)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Vitu vya thamani huwajibikiwa na hoteli ikiwa tu vilikabidhiwa mapokezi.", True),
        ("Vitu vya thamani vilivyofungiwa kwenye sefu viko chini ya uwajibikaji wa hoteli.", False),
    ],
)
def test_what_holds_only_in_one_case_holds_in_no_other(text: str, *, is_true: bool) -> None:
    assert is_sound(text, of_pages(GUIDE, only=("Valuables",))) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Barabara ya mteremko inaelekea mikahawa yote miwili.", True),
        ("Barabara ya mteremko inaelekea vyumba vyote.", False),
        ("Bei ya dobi ni kwa kila kipande, na orodha imetundikwa ndani ya kabati.", True),
        ("Dobi ni bure kwa kila kipande.", False),
        ("Chumba cha Pool Terrace kina kiyoyozi, sefu na jokofu ndogo.", True),
        ("Chumba cha Pool Terrace hakina kiyoyozi wala sefu.", False),
        ("Mlinzi wa bwawa la Lagoon yupo kuanzia saa 2 asubuhi mpaka saa 12 jioni.", True),
        ("Mlinzi wa bwawa la Lagoon yupo kuanzia saa 3 asubuhi mpaka saa 12 jioni.", False),
        ("Adapta zinapatikana mapokezi.", True),
        ("Sauna inapatikana karibu na bwawa.", False),
        ("Ukibaki chumbani mpaka saa kumi jioni, utalipa nusu ya bei ya usiku.", True),
        ("Ukibaki chumbani mpaka saa kumi na moja jioni, utalipa nusu ya bei ya usiku.", False),
    ],
)
def test_rooms_and_what_is_in_them(text: str, *, is_true: bool) -> None:
    names = ("Hotel", "Pool", "Laundry", "Lagoon")
    assert is_sound(text, of_pages(PROPERTY, only=names)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Kifurushi kikipotea, tunachunguza na kukituma tena.", True),
        ("Kifurushi kikipotea, tunachunguza na hatukitumi tena.", False),
        ("Kubebewa hadi ghorofa ya pili kumejumuishwa.", True),
        ("Kubebewa hadi ghorofa ya pili hulipiwa kando.", False),
        ("Mwendesha pikipiki hupiga simu kabla ya kuja.", True),
        ("Mwendesha pikipiki hapigi simu.", False),
    ],
)
def test_how_it_is_brought(text: str, *, is_true: bool) -> None:
    assert is_sound(text, of_pages(DELIVERY)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Bidhaa iwe ndani ya boksi lake, pamoja na nyaya na vijitabu vyote.", True),
        ("Bidhaa inaweza kuletwa bila boksi lake.", False),
        ("Warranty ya kettle haigharamii matatizo ya umeme kupanda.", True),
        ("Warranty ya kettle inagharamia matatizo ya umeme kupanda.", False),
    ],
)
def test_what_comes_back_or_is_repaired(text: str, *, is_true: bool) -> None:
    assert is_sound(text, of_pages(RETURNS, WARRANTY)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Muda wa chini ukiisha, unaondoka kwa notisi ya maandishi ya siku 30.", True),
        ("Muda wa chini ukiisha, unaondoka kwa notisi ya maandishi ya siku 10.", False),
        ("Tozo ya kusitisha mapema haizidi KES 12,000.", True),
        ("Tozo ya kusitisha mapema haizidi KES 15,000.", False),
    ],
)
def test_how_an_agreement_ends(text: str, *, is_true: bool) -> None:
    assert is_sound(text, of_pages(*AGREEMENT)) is is_true


@pytest.mark.parametrize(
    ("language", "text", "is_true"),
    [
        ("sw", "Sefu hufunguliwa kwa namba ya siri unayoichagua.", True),
        ("sw", "Sefu haifunguliwi kwa namba ya siri.", False),
        ("sheng", "Safe ya room inafunguka na code unachagua mwenyewe.", True),
    ],
)
def test_what_an_order_comes_to_is_no_page_in_their_language(language: str, text: str, *, is_true: bool) -> None:
    order = [
        ("The goods of the order, its total without delivery: KES 2300", ""),
        ("Bidhaa za oda, jumla bila usafirishaji: KES 2300", ""),
    ]
    cited = [*_cited(GUIDE, only=("Valuables",)), *order]
    evidence = _beside(item("oasis", "Garden Room"), words="kuna safe?", cited=cited, tenant="oasis")
    assert is_sound(text, evidence, language) is is_true
