"""A name that stands on the tenant's shelves is read as it is written, whoever says it."""

from tenants.scope import tenant_scope
from tests import demo
from tools.catalog.selectors import with_those_of


def test_a_word_of_a_title_is_no_slip_of_another(db: None) -> None:
    resort = demo.put("oasis")
    with tenant_scope(resort.id):
        assert "henna" in with_those_of("henna painting", None).spelled
        assert with_those_of("massage", None).read == frozenset()


def test_what_is_known_already_is_not_looked_up_again(db: None) -> None:
    resort = demo.put("oasis")
    with tenant_scope(resort.id):
        known = with_those_of("henna", None)
        assert with_those_of("henna", known) is known
