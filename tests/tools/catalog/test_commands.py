"""The catalog's commands: import with a report, errors with exit code 1, embedding on its own."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.catalog.shops import csv_of
from tools.catalog.models import Product

GOOD = "A,p,Running Shoe,,Shoes,,,,100,KES,1,,"


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "catalog.csv"
    path.write_bytes(csv_of(GOOD))
    return path


def test_a_file_is_imported_and_embedded(shop: Tenant, file: Path) -> None:
    told = run("import_catalog", shop.slug, str(file))
    assert "Imported" in told
    assert "1 of 1 products embedded with local/tulia-7" in told
    with tenant_scope(shop.id):
        assert Product.objects.get().embedding_model == "local/tulia-7"


def test_a_dry_run_writes_nothing(shop: Tenant, file: Path) -> None:
    assert "Would import" in run("import_catalog", shop.slug, str(file), "--dry-run")
    with tenant_scope(shop.id):
        assert not Product.objects.exists()


def test_errors_are_listed_and_end_with_code_1(shop: Tenant, file: Path) -> None:
    file.write_bytes(csv_of(GOOD, "B,q,Mug,,,,,,free,KES,1,,"))
    out = io.StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("import_catalog", shop.slug, str(file), stdout=out)
    assert failed.value.returncode == 1
    assert "“free” is not a price" in " ".join(out.getvalue().split())
    with tenant_scope(shop.id):
        assert not Product.objects.exists()


@pytest.mark.parametrize(("slug", "name"), [("nobody", "catalog.csv"), ("empty-shop", "missing.csv")])
def test_an_unknown_tenant_or_file_is_named(shop: Tenant, file: Path, slug: str, name: str) -> None:
    with pytest.raises(CommandError, match=r"no tenant nobody|missing\.csv cannot be read"):
        run("import_catalog", slug, str(file.with_name(name)))


def test_a_dead_endpoint_leaves_the_products_imported(shop: Tenant, file: Path, settings: Settings) -> None:
    changes = {"embedding_model": "text-embedding-3-small", "openai_base_url": "http://127.0.0.1:1/v1"}
    settings.TULIA = settings.TULIA.model_copy(update=changes)
    assert "run manage.py embed_catalog empty-shop" in " ".join(run("import_catalog", shop.slug, str(file)).split())
    with pytest.raises(CommandError, match="endpoint failed"):
        run("embed_catalog", shop.slug)
    settings.TULIA = settings.TULIA.model_copy(update={"embedding_model": "local"})
    assert "1 of 1" in run("embed_catalog")
