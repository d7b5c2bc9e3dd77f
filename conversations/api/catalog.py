"""Products with their prices, and stock: read, and set by the tenant's own books."""

from typing import Any

from django.db.models import Prefetch
from rest_framework import serializers
from rest_framework.request import Request

from conversations.api import document
from conversations.api.idempotency import Written
from conversations.api.pages import PageQuery, page
from conversations.api.problems import conflict, not_found, wrong
from conversations.api.view import ApiView, Shown, reads, writes
from tools.catalog import stock
from tools.catalog.models import Product, Variant
from tools.catalog.selectors import SEARCH_COLUMNS

# One transaction that locks each of them.
MOST_LINES = 100


class VariantSerializer(serializers.ModelSerializer[Variant]):
    options = serializers.DictField(help_text='What sets it apart: {"size": "42"}.')

    class Meta:
        model = Variant
        fields = ("sku", "options", "price", "currency", "unit", "stock")


class ProductSerializer(serializers.ModelSerializer[Product]):
    category = serializers.CharField(source="category.path", default=None, allow_null=True)
    attributes = serializers.DictField()
    variants = VariantSerializer(many=True)

    class Meta:
        model = Product
        fields = (
            "id", "key", "title", "description", "category", "brand", "attributes", "image_url", "is_active",
            "updated_at", "variants",
        )  # fmt: skip


class StockLineSerializer(serializers.Serializer[Any]):
    """Either how much there is, or how much more or less."""

    sku = serializers.CharField(max_length=64)
    stock = serializers.DecimalField(max_digits=12, decimal_places=3, min_value=0, required=False)
    change = serializers.DecimalField(max_digits=12, decimal_places=3, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("stock" in attrs) is ("change" in attrs):
            raise serializers.ValidationError("Send either stock or change.")
        return attrs


class StockLinesSerializer(serializers.Serializer[Any]):
    lines = serializers.ListField(child=StockLineSerializer(), min_length=1, max_length=MOST_LINES)


class StockSerializer(serializers.Serializer[Any]):
    variants = VariantSerializer(many=True)


class Products(ApiView):
    resource = "catalog"

    @document.read("List products", document.page_of(ProductSerializer), PageQuery)
    @reads
    def get(self, request: Request) -> Shown:
        return page(request, lambda row: ProductSerializer(row).data, _products())


class OneProduct(ApiView):
    resource = "catalog"

    @document.read("One product", ProductSerializer)
    @reads
    def get(self, request: Request, product_id: Any) -> Shown:
        product = _products().filter(pk=product_id).first()
        if product is None:
            raise not_found()
        return ProductSerializer(product).data


class Stock(ApiView):
    resource = "catalog"

    @document.write("Set or change the stock of several SKUs, all or none", StockLinesSerializer, StockSerializer)
    @writes
    def post(self, request: Request) -> Written:
        told = StockLinesSerializer(data=request.data)
        told.is_valid(raise_exception=True)
        try:
            variants = stock.update([stock.StockLine(**line) for line in told.validated_data["lines"]])
        except stock.SkuUnknown as error:
            raise wrong(f"lines.{error.place}.sku", "There is no such SKU.") from error
        except stock.WholeUnitsOnly as error:
            raise wrong(f"lines.{error.place}", "This is counted in whole units.") from error
        except stock.TooMuch as error:
            raise wrong(f"lines.{error.place}", "This is more than can be counted.") from error
        except stock.BelowZero as error:
            raise conflict("out_of_stock", f"There is not so much left of {error.sku}. Nothing was changed.") from error
        return Written(StockSerializer({"variants": variants}).data)


def _products() -> Any:
    variants = Prefetch("variants", queryset=Variant.objects.order_by("id"))
    return Product.objects.select_related("category").defer(*SEARCH_COLUMNS).prefetch_related(variants)
