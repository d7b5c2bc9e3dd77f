"""A library's bars are read from itself, kept, shown, and read again when it has grown."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from knowledge.calibration.calibrate import calibrate_if_grown
from knowledge.embed import LOCAL, Embedder
from knowledge.models import Calibration, Word
from knowledge.search.terms.words import _key
from tenants.scope import tenant_scope
from tests.knowledge.search.library import FAQ, write

MORE = {f"Part {number}": f"{text} Number {number} of our many branches." for number, text in enumerate(FAQ.values())}


def test_it_counts_words_and_keeps_percentiles(db: None, make_tenant) -> None:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    write(tenant.id, "More", MORE)
    with tenant_scope(tenant.id):
        kept = Calibration.objects.get(model=LOCAL.key)
        assert Word.objects.get(word=_key("word:warranti")).passages == 2
    assert kept.passages == 10
    assert kept.samples == 10
    assert 0.12 <= kept.threshold <= 0.45 < 1
    assert kept.strong > kept.threshold
    assert kept.answers["10"] <= kept.answers["50"] <= kept.answers["90"]
    assert set(kept.near_misses) == set(kept.answers)


def test_it_is_read_again_only_when_the_library_has_grown(db: None, make_tenant) -> None:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    assert calibrate_if_grown(tenant.id, Embedder()) is None
    with tenant_scope(tenant.id):
        Calibration.objects.update(passages=3)
    assert calibrate_if_grown(tenant.id, Embedder()) is not None


def test_the_command_shows_the_figures(db: None, make_tenant) -> None:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    out = StringIO()
    call_command("calibrate", tenant=tenant.slug, stdout=out)
    assert "5" in out.getvalue()
    with pytest.raises(CommandError, match="no tenant"):
        call_command("calibrate", tenant="nobody")
