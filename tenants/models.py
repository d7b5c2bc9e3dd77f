"""Who: people who log in, tenants, their channels and members, and the customers who write to them."""

from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models

from tenants import scope, validators
from tenants.access import FailedLogin, Invitation, Session
from tenants.authenticator import AuthenticatorApp
from tenants.blocklist.entry import BlockEntry
from tenants.channel import Channel as Channel
from tenants.channel import new_webhook_token as new_webhook_token
from tenants.choices import DEFAULT_LANGUAGE, Chattiness, Role, Tone, list_languages, list_spoken
from tenants.conduct import ConductCount
from tenants.consent.entry import ConsentEntry
from tenants.rules import notices
from tenants.schedule import ScheduledJob
from tenants.tenancy import TenantForeignKey, TenantModel, new_id

__all__ = [
    "AuthenticatorApp", "BlockEntry", "Channel", "ConductCount", "ConsentEntry", "Customer", "CustomerAddress",
    "FailedLogin", "Invitation", "Membership", "PreferenceChange", "ScheduledJob", "Session", "Tenant", "User",
]  # fmt: skip


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of authenticator apps: django-otp is untyped
    """A person who logs in; a superuser is platform staff, everyone else acts through a membership."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    is_demo = models.BooleanField(
        default=False, editable=False, help_text="Its password is public; it opens nothing while the demo is off."
    )


class TenantSelfManager(models.Manager["Tenant"]):
    """The tenant in scope; every tenant for the fleet."""

    def get_queryset(self) -> models.QuerySet["Tenant"]:
        tenant_id = scope.current_tenant_id()
        rows = super().get_queryset()
        return rows if tenant_id is None else rows.filter(pk=tenant_id)


def default_languages() -> list[str]:
    return [code for code, _ in list_spoken()]


def off_at_first() -> list[str]:
    """A business that bills no accounts has none to show; what costs more than an answer is switched on by choice."""
    return ["billing", "research"]


class Tenant(models.Model):
    """A business: its persona, its limits and its ways of being paid."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    slug = models.SlugField(unique=True, help_text="Short name used in addresses and file paths.")
    name = models.CharField(max_length=120, help_text="The business as customers know it.")
    is_active = models.BooleanField(default=True, help_text="An inactive tenant's webhooks answer 404.")
    created_at = models.DateTimeField(auto_now_add=True)

    bot_name = models.CharField(max_length=60, help_text="The name the assistant gives itself.")
    bot_intro = models.CharField(
        max_length=300, blank=True, help_text="Said once, before the first answer to a new customer."
    )
    tone_style = models.CharField(max_length=20, choices=Tone.choices, default=Tone.FRIENDLY_CONCISE)
    default_language = models.CharField(
        max_length=8, choices=list_languages, default=DEFAULT_LANGUAGE,
        help_text="Used until a customer's language is clear.",
    )  # fmt: skip
    allowed_languages = models.JSONField(
        default=default_languages, validators=[validators.validate_languages],
        help_text='Languages the assistant may switch to, as a list: ["en", "sw", "sheng"].',
    )  # fmt: skip
    max_chattiness_level = models.PositiveSmallIntegerField(
        choices=Chattiness.choices, default=Chattiness.BOUNDED, help_text="How much small talk to pay for."
    )
    catalog_link_base = models.URLField(
        blank=True, help_text="Your web catalog; shown when there is too much to list in a chat."
    )
    payments_enabled = models.JSONField(
        default=dict, blank=True, validators=[validators.validate_payments_enabled],
        help_text='Ways to pay you: {"mpesa_stk": true, "mpesa_c2b": true, "card": false}.',
    )  # fmt: skip
    does_without_payments = models.BooleanField(
        default=False, help_text="Customers pay in another way, or not at all: nothing is to be set up for it."
    )
    escalation_rules = models.JSONField(
        default=dict, blank=True, validators=[validators.validate_mapping],
        help_text="When a person takes over, and how they are reached.",
    )  # fmt: skip
    compliance = models.JSONField(
        default=dict, blank=True, validators=[validators.validate_mapping],
        help_text="Restricted topics and the fixed texts that answer them.",
    )  # fmt: skip
    templates = models.JSONField(
        default=dict, blank=True, validators=[notices.validate_templates], help_text=notices.HELP
    )
    journeys_off = models.JSONField(
        default=off_at_first, blank=True, validators=[validators.validate_names],
        help_text='Abilities that are switched off, by name, as a list: ["offers"].',
    )  # fmt: skip
    currency = models.CharField(
        max_length=3, default="KES", validators=[RegexValidator(r"^[A-Z]{3}$", "Use a currency code such as KES.")]
    )
    time_zone = models.CharField(max_length=40, default="Africa/Nairobi", validators=[validators.validate_time_zone])
    business_hours = models.JSONField(
        default=dict, blank=True, validators=[validators.validate_business_hours],
        help_text='Opening hours by day: {"mon": "08:00-18:00", "sun": "closed"}.',
    )  # fmt: skip
    chat_model = models.CharField(
        max_length=80, blank=True, help_text="Language model for this tenant; empty means the installation's."
    )
    monthly_model_budget_usd = models.DecimalField(
        max_digits=10, decimal_places=2, null=True, blank=True,
        help_text="When a month's model cost reaches this, answers are made locally. Empty: no limit.",
    )  # fmt: skip
    messages_per_minute = models.PositiveSmallIntegerField(
        default=20, help_text="A customer who writes more often than this is answered once, then ignored for a while."
    )
    debounce_milliseconds = models.PositiveIntegerField(
        default=1000, validators=[MaxValueValidator(5000)],
        help_text="How long to wait for the rest of a burst before answering. At most 5000.",
    )  # fmt: skip
    retention_days = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(30)],
        help_text="After so many days messages, files and traces are removed; at least 30. Empty: they are kept.",
    )  # fmt: skip
    books_years = models.PositiveSmallIntegerField(
        default=7, validators=[MinValueValidator(1), MaxValueValidator(30)],
        help_text="When a customer is erased, what was paid stays in your books without them, for so many years from "
        "the order on; then it is removed. Ask your accountant how long the law wants.",
    )  # fmt: skip
    frozen_at = models.DateTimeField(
        null=True, editable=False, help_text="Since when nothing of it is written here: it moves elsewhere."
    )
    moved_to = models.URLField(db_default="", default="", editable=False, help_text="The installation that has it now.")
    former_addresses = models.JSONField(
        null=True, editable=False, help_text="Of installations it came from: what providers sign for them counts here."
    )
    held_pieces_limit = models.PositiveSmallIntegerField(
        default=20, validators=[MinValueValidator(1)],
        help_text="How many pieces may be set aside for one customer who has not paid yet. A larger order can be made "
        "and paid all the same; its pieces are taken from the shelf when the money is there.",
    )  # fmt: skip

    objects = TenantSelfManager()

    class Meta:
        base_manager_name = "objects"
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=models.Q(max_chattiness_level__lte=3), name="tenant_chattiness_0_to_3"),
            models.CheckConstraint(condition=models.Q(debounce_milliseconds__lte=5000), name="tenant_debounce_capped"),
            models.CheckConstraint(condition=models.Q(retention_days__gte=30), name="tenant_retention_30_or_more"),
            models.CheckConstraint(
                condition=models.Q(books_years__gte=1, books_years__lte=30), name="tenant_books_1_to_30_years"
            ),
            models.CheckConstraint(condition=models.Q(held_pieces_limit__gte=1), name="tenant_holds_1_or_more"),
            models.CheckConstraint(
                condition=models.Q(moved_to="") | models.Q(frozen_at__isnull=False), name="tenant_moved_is_frozen"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(TenantModel):
    """What a person may do for a tenant: an admin runs it, an operator answers its hand-overs."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships", db_index=False)
    role = models.CharField(max_length=10, choices=Role.choices)
    at_desk_at = models.DateTimeField(
        null=True, editable=False, help_text="When they last had a page of the desk open."
    )

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "user"], name="membership_once"),
        ]
        indexes = [models.Index(fields=["user"], name="membership_of_user")]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"


class Customer(TenantModel):
    """A person who writes to a tenant, known by opaque addresses; a phone number is optional.

    What they have agreed to and refused stands in the consent ledger (tenants.consent).
    """

    address = models.CharField(
        max_length=160, validators=[validators.validate_address], help_text="The one they used last: answers go there."
    )
    phone_e164 = models.CharField(max_length=16, blank=True, help_text="As their channel tells it, so it is theirs.")
    told_phone = models.CharField(
        max_length=16, blank=True, help_text="As they told it: where to reach them, and no proof of who they are."
    )
    name = models.CharField(max_length=120, blank=True, help_text="As the customer's profile gives it.")
    called = models.CharField(max_length=60, blank=True, help_text="As they asked to be called.")
    language_preference = models.CharField(max_length=8, choices=list_languages, blank=True)
    tags = models.JSONField(default=list, blank=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)
    erasure_asked_at = models.DateTimeField(null=True, blank=True, help_text="When they asked for their data to go.")
    erased_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when nothing of them is kept but that somebody paid."
    )

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "address"], name="customer_address_once"),
        ]
        indexes = [models.Index(fields=["tenant", "-last_seen_at"], name="customer_last_seen")]

    @property
    def phone(self) -> str:
        """Where they want to be reached, empty when that is not known."""
        return self.told_phone or self.phone_e164

    def __str__(self) -> str:
        return "Erased customer" if self.erased_at else self.called or self.name or validators.shown(self.address)


class CustomerAddress(TenantModel):
    """One of the addresses by which a customer is known: their number, their business-scoped id."""

    customer = TenantForeignKey(Customer, related_name="addresses")
    address = models.CharField(max_length=160, help_text="As it was first received.")
    key = models.CharField(max_length=160, help_text="What all ways of writing this address have in common.")

    class Meta(TenantModel.Meta):
        verbose_name_plural = "customer addresses"
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "key"], name="customer_known_by_address"),
        ]
        indexes = [models.Index(fields=["tenant", "customer"], name="addresses_of_customer")]

    def __str__(self) -> str:
        return validators.shown(self.address)


class PreferenceChange(TenantModel):
    """One line of the audit trail of a customer's preferences, such as their language; written once, never changed."""

    customer = TenantForeignKey(Customer, related_name="preference_changes")
    preference = models.CharField(max_length=60)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=200, help_text="Who or what asked for the change.")
    request_id = models.UUIDField(null=True)

    class Meta(TenantModel.Meta):
        indexes = [models.Index(fields=["tenant", "customer", "-created_at"], name="preference_history")]

    def __str__(self) -> str:
        return f"{self.preference}: {self.before} → {self.after}"
