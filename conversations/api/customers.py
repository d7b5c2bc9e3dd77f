"""Customers: who they are and what they have agreed to; corrected under the token's name, with its trail and proof."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from conversations.api import document
from conversations.api.idempotency import Written
from conversations.api.pages import PageQuery, page
from conversations.api.problems import not_found, wrong
from conversations.api.view import ApiView, Shown, reads, writes
from tenants import customers
from tenants.choices import list_languages
from tenants.consent import ledger, standing
from tenants.consent.ledger import Proof
from tenants.consent.purposes import ConsentSource, Purpose
from tenants.models import Customer


class ConsentsSerializer(serializers.Serializer[Any]):
    """true: agreed; false: refused; missing: never said. Refusing `service` is refusing all but answers."""

    service = serializers.BooleanField(required=False)
    marketing = serializers.BooleanField(required=False)
    order_updates = serializers.BooleanField(required=False)
    payment_updates = serializers.BooleanField(required=False)


class CustomerSerializer(serializers.ModelSerializer[Customer]):
    tags = serializers.ListField(child=serializers.CharField())
    consents = serializers.SerializerMethodField()

    class Meta:
        model = Customer
        fields = (
            "id", "address", "phone_e164", "told_phone", "name", "called", "language_preference", "tags", "consents",
            "created_at", "last_seen_at",
        )  # fmt: skip

    def get_consents(self, customer: Any) -> dict[str, bool]:
        return {purpose: wish for purpose, wish in (customer.consents or {}).items() if purpose in Purpose.values}


class CustomerQuery(serializers.Serializer[Any]):
    phone_e164 = serializers.RegexField(r"^\+[1-9][0-9]{5,14}$", required=False)


class CustomerChangeSerializer(serializers.Serializer[Any]):
    """What is left out stays. `words` are the customer's own, kept as the proof of a consent."""

    language_preference = serializers.ChoiceField(choices=list_languages(), required=False)
    called = serializers.CharField(max_length=60, required=False)
    consents = ConsentsSerializer(required=False)
    words = serializers.CharField(max_length=ledger.LONGEST_WORDS, required=False, default="")


class Customers(ApiView):
    resource = "customers"

    @document.read("List customers", document.page_of(CustomerSerializer), CustomerQuery, PageQuery)
    @reads
    def get(self, request: Request) -> Shown:
        asked = CustomerQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        return page(request, lambda row: CustomerSerializer(row).data, _customers().filter(**asked.validated_data))


class OneCustomer(ApiView):
    resource = "customers"

    @document.read("One customer", CustomerSerializer)
    @reads
    def get(self, request: Request, customer_id: Any) -> Shown:
        return CustomerSerializer(_customer(customer_id)).data

    @document.write("Correct a customer's language, name or consent", CustomerChangeSerializer, CustomerSerializer)
    @writes
    def patch(self, request: Request, customer_id: Any) -> Written:
        told = CustomerChangeSerializer(data=request.data)
        told.is_valid(raise_exception=True)
        changes = dict(told.validated_data)
        consents, words = changes.pop("consents", {}), changes.pop("words")
        if not changes and not consents:
            raise wrong("body", "Say what to change.")
        # As it was is written to the trail, and an erasure waits until this is done.
        customer = Customer.objects.select_for_update().filter(pk=customer_id, erased_at=None).first()
        if customer is None:
            raise not_found()
        customers.update_preferences(customer, changes, reason=self.actor, request_id=None)
        proof = Proof(source=ConsentSource.STAFF, reason=self.actor, words=words)
        ledger.record(customer.pk, consents, proof=proof)
        return Written(CustomerSerializer(_customer(customer_id)).data, customer_id=customer.pk)


def _customers() -> Any:
    return Customer.objects.filter(erased_at=None).annotate(consents=standing.known_of("pk"))


def _customer(customer_id: Any) -> Any:
    customer = _customers().filter(pk=customer_id).first()
    if customer is None:
        raise not_found()
    return customer
