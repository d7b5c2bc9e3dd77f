"""A merchant's hands in the admin: products, shelves, and a file that is looked at before it is imported."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tenants.choices import Role
from tenants.models import Membership, Tenant, User
from tenants.scope import tenant_scope
from tests.tools.catalog.shops import HEADER, csv_of, load, search
from tools.catalog import tasks
from tools.catalog.models import Category, ImportDraft, Product, Variant

LIST = "/admin/catalog/product/"
IMPORT = f"{LIST}import-csv/"
ROWS = (
    "A-41,dash,Dash Shoe,Light,Shoes > Running,Kasi,gender=men,size=41;colour=red,3000,KES,2,,raba|kicks",
    "B,mug,Mug,,Kitchen,,,,150.50,,0,,",
)


@pytest.fixture
def stocked(shop: Tenant) -> Tenant:
    load(shop, csv_of(*ROWS))
    return shop


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The tenants whose embedding was asked for; there is no worker here."""
    asked: list[str] = []
    monkeypatch.setattr(tasks.embed_catalog, "delay", lambda *, tenant_id: asked.append(tenant_id))
    return asked


@pytest.fixture
def log_in(db: None) -> Callable[[Tenant, Role], Client]:
    def enter(tenant: Tenant, role: Role = Role.ADMIN) -> Client:
        user = User.objects.create_user(f"{tenant.slug}-{role}", is_staff=True)
        with tenant_scope(tenant.id):
            Membership.objects.create(user=user, role=role)
        client = Client()
        client.force_login(user)
        return client

    return enter


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def upload(client: Client, content: bytes) -> Any:
    file = SimpleUploadedFile("catalog.csv", content, content_type="text/csv")
    return client.post(IMPORT, {"file": file}, follow=True)


def test_the_list_shows_price_stock_and_embedding(stocked: Tenant, log_in: Any) -> None:
    page = text_of(log_in(stocked).get(LIST))
    for told in (
        "Dash Shoe",
        "KES 3,000",
        "Sold out",
        "2 of 2 products embedded with local/tulia-7",
        "Import CSV",
    ):
        assert told in page
    for query in ("q=A-41", "stock=in", "category__id__exact="):
        text_of(log_in_again(stocked).get(f"{LIST}?{query}"))


def log_in_again(tenant: Tenant) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=f"{tenant.slug}-{Role.ADMIN}"))
    return client


def test_a_file_is_looked_at_and_then_imported(
    shop: Tenant, log_in: Any, queued: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    client = log_in(shop)
    assert HEADER.split(",")[6] in text_of(client.get(IMPORT))
    page = text_of(upload(client, csv_of(*ROWS)))
    assert "2 lines, nothing wrong" in page
    with tenant_scope(shop.id):
        assert not Product.objects.exists()
        draft = str(ImportDraft.objects.get().pk)
    with django_capture_on_commit_callbacks(execute=True):
        done = text_of(client.post(IMPORT, {"draft": draft, "confirm": "1"}, follow=True))
    assert "Imported: 2 products new, 0 changed, 2 variants new, 0 changed" in done
    assert queued == [str(shop.id)]
    assert search(shop, query="raba").total_estimate == 1
    with tenant_scope(shop.id):
        assert not ImportDraft.objects.exists()


def test_errors_are_shown_and_cannot_be_confirmed(shop: Tenant, log_in: Any) -> None:
    client = log_in(shop)
    page = text_of(upload(client, csv_of(ROWS[0], "<b>x</b>,p,T,,,,,,free,KES,1,,")))
    assert "1 thing to mend" in page
    assert "“free” is not a price" in page
    with tenant_scope(shop.id):
        draft = str(ImportDraft.objects.get().pk)
    assert "to mend" in text_of(client.post(IMPORT, {"draft": draft, "confirm": "1"}, follow=True))
    with tenant_scope(shop.id):
        assert not Product.objects.exists()


@pytest.mark.parametrize("draft", ["", "nope", "01a1f9e1-871e-723e-886c-0706dce7c006"])
def test_an_upload_that_is_gone_is_told(shop: Tenant, log_in: Any, draft: str) -> None:
    page = text_of(log_in(shop).post(IMPORT, {"draft": draft, "confirm": "1"}, follow=True))
    assert "This upload is gone" in page


def test_an_upload_belongs_to_its_tenant(shop: Tenant, log_in: Any, make_tenant: Callable[..., Tenant]) -> None:
    upload(log_in(shop), csv_of(*ROWS))
    with tenant_scope(shop.id):
        draft = str(ImportDraft.objects.get().pk)
    other = make_tenant(slug="other-shop")
    page = text_of(log_in(other).post(IMPORT, {"draft": draft, "confirm": "1"}, follow=True))
    assert "This upload is gone" in page
    with tenant_scope(other.id):
        assert not Product.objects.exists()


def test_operators_do_not_touch_the_catalog(stocked: Tenant, log_in: Any) -> None:
    client = log_in(stocked, Role.OPERATOR)
    assert [client.get(page).status_code for page in (LIST, IMPORT)] == [403, 403]


def test_a_change_by_hand_is_found(
    stocked: Tenant, log_in: Any, queued: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    with tenant_scope(stocked.id):
        product = Product.objects.get(key="dash")
        variant = product.variants.get()
    form = {
        "title": "Dash Sandal", "key": "dash", "is_active": "on", "category": str(product.category_id),
        "attributes": "gender=women; sole=rubber", "aliases": "ndara | akala", "brand": "", "description": "",
        "image_url": "",
        "variants-TOTAL_FORMS": "2", "variants-INITIAL_FORMS": "1",
        "variants-0-id": str(variant.id), "variants-0-product": str(product.id), "variants-0-sku": "A-41",
        "variants-0-options": "size=41; colour=green", "variants-0-price": "2500", "variants-0-currency": "KES",
        "variants-0-unit": "piece",
        "variants-0-stock": "3", "variants-1-product": str(product.id), "variants-1-sku": "A-42",
        "variants-1-options": "size=42", "variants-1-price": "2600", "variants-1-currency": "KES",
        "variants-1-unit": "piece",
        "variants-1-stock": "1",
    }  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        response = log_in(stocked).post(f"{LIST}{product.id}/change/", form)
    assert response.status_code == 302, text_of(response)
    assert queued == [str(stocked.id)]
    found = search(stocked, query="ndara", attributes={"colour": "kijani", "sole": "rubber"})
    assert [(item.title, item.attributes) for item in found.items] == [
        ("Dash Sandal", {"gender": "women", "sole": "rubber"})
    ]


def test_wrong_cells_are_told_in_the_form(stocked: Tenant, log_in: Any) -> None:
    with tenant_scope(stocked.id):
        product = Product.objects.get(key="mug")
    form = {
        "title": "Mug", "key": "dash", "attributes": "gender", "variants-TOTAL_FORMS": "1",
        "variants-INITIAL_FORMS": "0", "variants-0-sku": "A-41", "variants-0-price": "-1",
        "variants-0-currency": "KES", "variants-0-stock": "-2",
    }  # fmt: skip
    page = text_of(log_in(stocked).post(f"{LIST}{product.id}/change/", form))
    assert "is not name=value" in page
    assert "greater than or equal to 0" in page


def test_a_product_that_nobody_can_buy_says_so(stocked: Tenant, log_in: Any) -> None:
    form = {
        "title": "Vase", "key": "vase", "is_active": "on", "attributes": "", "aliases": "", "brand": "",
        "description": "", "image_url": "", "variants-TOTAL_FORMS": "0", "variants-INITIAL_FORMS": "0",
    }  # fmt: skip
    page = text_of(log_in(stocked).post(f"{LIST}add/", form, follow=True))
    assert "No customer finds it yet" in page
    with tenant_scope(stocked.id):
        assert Product.objects.filter(key="vase").exists()


def test_a_shelf_with_products_stays_and_its_new_name_is_found(stocked: Tenant, log_in: Any, queued: list[str]) -> None:
    with tenant_scope(stocked.id):
        shelf = Category.objects.get(path="Kitchen")
    client = log_in(stocked)
    page = text_of(client.post(f"/admin/catalog/category/{shelf.pk}/delete/", {"post": "yes"}))
    assert "Mug" in page
    client.post(f"/admin/catalog/category/{shelf.pk}/change/", {"path": "Home>Cups"})
    assert [item.title for item in search(stocked, category="Home").items] == ["Mug"]


def test_a_deleted_product_is_not_a_word_any_more(stocked: Tenant, log_in: Any) -> None:
    with tenant_scope(stocked.id):
        product = Product.objects.get(key="mug")
    log_in(stocked).post(f"{LIST}{product.pk}/delete/", {"post": "yes"})
    assert search(stocked, query="mug").unmatched_words == ["mug"]
    with tenant_scope(stocked.id):
        assert not Variant.objects.filter(sku="B").exists()
