"""What a tenant sells: categories, products, variants with price and stock, and the words to find them by."""

from decimal import Decimal
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.utils.text import Truncator
from pgvector.django import HalfVectorField

from knowledge.embed import DIMENSIONS
from tenants.tenancy import TenantForeignKey, TenantModel
from tenants.validators import validate_mapping
from tools.catalog.units import QuantityField, Unit, fits, whole_unless_measured

SMALLEST_PRICE = Decimal("0.01")


def validate_options(value: Any) -> None:
    """Names with one short value each."""
    if isinstance(value, dict) and any(not isinstance(one, str | int | float) or one == "" for one in value.values()):
        raise ValidationError('Give each name one value: {"size": "42", "colour": "black"}.')


def validate_texts(value: Any) -> None:
    """Texts that say something."""
    if not isinstance(value, list) or any(not isinstance(one, str) or not one.strip() for one in value):
        raise ValidationError('This must be a list of texts: ["raba", "kicks"].')


class Category(TenantModel):
    """A shelf of the shop, named by its way from the entrance: "Shoes > Running"."""

    path = models.CharField(max_length=200, help_text='From the widest to the narrowest: "Shoes > Running".')

    class Meta(TenantModel.Meta):
        verbose_name_plural = "categories"
        ordering = ["path"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "path"], name="category_once"),
        ]

    def __str__(self) -> str:
        return self.path


class Product(TenantModel):
    """Something on sale, in variants; what it is found by is derived by `indexing` whenever it changes."""

    key = models.CharField(max_length=80, help_text="Your own name for it, the same in every import.")
    title = models.CharField(max_length=160)
    description = models.TextField(blank=True)
    category = TenantForeignKey(Category, on_delete=models.PROTECT, null=True, blank=True, related_name="products")
    brand = models.CharField(max_length=80, blank=True)
    attributes = models.JSONField(
        default=dict, blank=True, validators=[validate_mapping, validate_options],
        help_text='What holds for every variant: {"gender": "women", "material": "leather"}.',
    )  # fmt: skip
    aliases = models.JSONField(
        default=list, blank=True, validators=[validate_texts],
        help_text='Other names that customers use: ["raba", "kicks"].',
    )  # fmt: skip
    asked = models.JSONField(
        default=list, db_default=[], blank=True, validators=[validate_texts],
        help_text='How customers ask for it without its name: ["something to iron with", "natafuta pasi ya umeme"].',
    )  # fmt: skip
    image_url = models.URLField(max_length=500, blank=True)
    is_active = models.BooleanField(default=True, help_text="An inactive product is neither found nor sold.")
    updated_at = models.DateTimeField(auto_now=True)

    kind_words = ArrayField(models.TextField(), default=list, editable=False)
    words = ArrayField(models.TextField(), default=list, editable=False)
    detail_words = ArrayField(models.TextField(), default=list, editable=False)
    facets = ArrayField(models.TextField(), default=list, editable=False)
    search_text = models.TextField(blank=True, editable=False)
    search_hash = models.CharField(max_length=64, blank=True, editable=False)
    embedding = HalfVectorField(dimensions=DIMENSIONS, null=True, editable=False)
    embedding_model = models.CharField(max_length=120, blank=True, editable=False)
    embedded_hash = models.CharField(max_length=64, blank=True, editable=False)

    class Meta(TenantModel.Meta):
        ordering = ["title"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "key"], name="product_key_once"),
        ]
        indexes = [
            models.Index(fields=["tenant", "category"], name="products_of_category"),
            models.Index(fields=["tenant", "-created_at"], name="products_newest"),
        ]

    def __str__(self) -> str:
        return Truncator(self.title).chars(60)


class Variant(TenantModel):
    """One form of a product that can be bought: its options, and the price and stock of its unit."""

    product = TenantForeignKey(Product, related_name="variants")
    sku = models.CharField("SKU", max_length=64, help_text="Your stock number.")
    options = models.JSONField(
        default=dict, blank=True, validators=[validate_mapping, validate_options],
        help_text='What sets it apart: {"size": "42", "colour": "black"}.',
    )  # fmt: skip
    price = models.DecimalField(max_digits=12, decimal_places=2, validators=[MinValueValidator(SMALLEST_PRICE)])
    currency = models.CharField(
        max_length=3,
        default="KES",
        validators=[RegexValidator(r"^[A-Z]{3}$", "A currency code such as KES.")],
    )
    unit = models.CharField(
        max_length=10, choices=Unit.choices, default=Unit.PIECE,
        help_text="What the price is for and the stock counts: a piece, a night, a kilogram.",
    )  # fmt: skip
    stock = QuantityField(
        default=0, validators=[MinValueValidator(0)], help_text="How much there is to sell, in its unit."
    )
    facets = ArrayField(models.TextField(), default=list, editable=False)

    class Meta(TenantModel.Meta):
        ordering = ["id"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "sku"], name="variant_sku_once"),
            models.CheckConstraint(condition=models.Q(price__gt=0), name="variant_price_above_zero"),
            models.CheckConstraint(condition=models.Q(stock__gte=0), name="variant_stock_not_negative"),
            models.CheckConstraint(condition=models.Q(unit__in=Unit.values), name="variant_unit_known"),
            models.CheckConstraint(condition=whole_unless_measured("stock"), name="variant_stock_in_whole_units"),
        ]
        indexes = [models.Index(fields=["tenant", "product"], name="variants_of_product")]

    def clean(self) -> None:
        if self.stock is not None and not fits(Decimal(self.stock), self.unit):
            raise ValidationError({"stock": f"The stock of what is sold by the {self.unit} is a whole number."})

    def __str__(self) -> str:
        return f"{self.sku} ({', '.join(map(str, self.options.values()))})" if self.options else self.sku


class ImportDraft(TenantModel):
    """A catalog file that somebody uploaded and has not confirmed yet."""

    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    file_name = models.CharField(max_length=200)
    content = models.BinaryField(help_text="The file, compressed.")
    columns = models.JSONField(null=True, help_text="What its columns are, when somebody has said so.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "uploaded_by"], name="import_draft_of_user"),
        ]

    def __str__(self) -> str:
        return self.file_name


class CatalogWord(TenantModel):
    """A word or "attribute=value" that the tenant's products are found by, and how many carry it."""

    # The order of bytes makes a beginning of a word a range of the index.
    text = models.TextField(db_collation="C")
    products = models.PositiveIntegerField()

    class Meta(TenantModel.Meta):
        db_table = "catalog_word"
        constraints = [
            models.UniqueConstraint(fields=["tenant", "id"], name="catalog_word_in_tenant"),
            models.UniqueConstraint(fields=["tenant", "text"], name="catalog_word_once"),
        ]

    def __str__(self) -> str:
        return self.text
