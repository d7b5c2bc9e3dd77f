"""Swahili words are found in whatever form a page has them, and no English page is read as Swahili."""

import pytest

from knowledge.embed import LOCAL, Embedder
from knowledge.library import upkeep
from knowledge.models import Chunk, Register
from knowledge.search.terms import words
from knowledge.search.terms.roots import is_swahili, root
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.knowledge.search.library import FAQ, ask, write

KURASA = {
    "Mkopo": "Mkopo hutolewa kwa mwanachama baada ya miezi sita. Wadhamini wawili wanahitajika.",
    "Ufungaji": "Mafundi hufika kufunga nyaya ndani ya siku mbili baada ya malipo.",
    "Matengenezo": "Vifaa vilivyoharibika hutengenezwa bila malipo kwa mwaka mmoja.",
    "Wageni": "Wageni wa wapangaji huandikwa langoni na kuacha kitambulisho.",
    "Marejesho": "Fedha hurudishwa kwa namba ya simu ndani ya siku tano.",
}


@pytest.fixture
def office(db: None, make_tenant) -> Tenant:
    tenant = make_tenant()
    write(tenant.id, "Maswali", KURASA, language="sw")
    return tenant


@pytest.mark.parametrize(
    "forms",
    [
        "ninalipa walilipa kulipwa hulipwa malipo mlipaji ulipaji tutalipishwa hatulipi lipa",
        "kopa nakopa kukopeshwa mkopo mikopo wanaokopa",
        "nilivyoagiza umeagiza kuagizwa agizo maagizo tuagize",
        "haijatumika nilichokitumia matumizi mtumiaji itumike",
        "duka dukani maduka madukani",
        "mgeni wageni",
        "chumba vyumba chumbani",
        "mtandao mitandao mtandaoni",
        "kununua ununuzi mnunuzi tulinunua kilichonunuliwa",
    ],
)
def test_the_forms_of_a_word_share_its_root(forms: str) -> None:
    assert len({root(form) for form in forms.split()}) == 1
    assert root(forms.split()[0])


@pytest.mark.parametrize("word", ["router", "shop", "wifi5", "kct", "strength", "delivery", "ni", "kwa"])
def test_what_swahili_cannot_spell_has_no_root(word: str) -> None:
    assert root(word) == ""


def test_only_swahili_passages_have_roots() -> None:
    english = " ".join(FAQ.values())
    assert not is_swahili(english.casefold().split())
    assert all(is_swahili(text.casefold().split()) for text in KURASA.values())
    related = {key for one in words.of_question("money delivery time warranty machine") for key in one.related}
    assert related.isdisjoint(words.of_passage(english).indices())


@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("ninaweza kukopeshwa lini", "Mkopo"),
        ("je nani atanidhamini", "Mkopo"),
        ("kufungiwa kunachukua muda gani", "Ufungaji"),
        ("mnatengeneza kifaa kikiharibika?", "Matengenezo"),
        ("mgeni wangu aandikwe wapi", "Wageni"),
        ("nirudishiwe hela zangu", "Marejesho"),
    ],
)
def test_another_form_or_another_word_of_the_same_meaning_is_found(office: Tenant, question: str, section: str) -> None:
    assert ask(office.id, question).near[0].section == section


def test_the_word_itself_wins_over_its_other_forms(db: None, make_tenant) -> None:
    tenant = make_tenant()
    pages = {"Njia": "Malipo ni kwa simu na kwa kadi.", "Ankara": "Tunalipa ankara za wateja kwa niaba yao."}
    write(tenant.id, "Maswali", KURASA | pages)
    assert ask(tenant.id, "malipo").near[0].section != "Ankara"
    assert ask(tenant.id, "tunalipa").near[0].section == "Ankara"


def test_a_library_of_an_older_release_is_read_anew_by_the_upkeep(office: Tenant) -> None:
    asked = words.of_question("kukopeshwa")
    keys = {key for one in asked for key in one.related}
    with tenant_scope(office.id):
        for chunk in Chunk.objects.all():
            kept = {
                key: worth
                for key, worth in zip(chunk.words.indices(), chunk.words.values(), strict=True)
                if key not in keys
            }
            chunk.words = type(chunk.words)(kept, words.SPACE)
            chunk.save(update_fields=["words"])
        Register.objects.update(reading=words.READING - 1)
    assert upkeep.list_due(LOCAL.key) == [office.id]
    upkeep.catch_up(office.id, Embedder())
    assert upkeep.list_due(LOCAL.key) == []
    assert not upkeep.reread(office.id)
    with tenant_scope(office.id):
        assert any(keys & set(chunk.words.indices()) for chunk in Chunk.objects.all())
    assert ask(office.id, "kukopeshwa").near[0].section == "Mkopo"
