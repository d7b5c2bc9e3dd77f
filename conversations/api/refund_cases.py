"""Refund cases: read, and decided once; the customer is told at once, and no money moves by it."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from conversations.api import document
from conversations.api.idempotency import Written
from conversations.api.pages import PageQuery, page
from conversations.api.problems import conflict, not_found
from conversations.api.view import ApiView, Shown, reads, writes
from tools.billing import services
from tools.billing.models import RefundCase


class RefundCaseSerializer(serializers.ModelSerializer[RefundCase]):
    customer_id = serializers.UUIDField()
    invoice_id = serializers.UUIDField(allow_null=True)
    account_id = serializers.UUIDField(allow_null=True)
    case_id = serializers.CharField(help_text="R10001: what the customer quotes.")

    class Meta:
        model = RefundCase
        fields = (
            "id", "case_id", "status", "reason", "amount", "currency", "invoice_number", "invoice_id", "account_id",
            "customer_id", "conversation_id", "description", "is_priority", "eta_date", "created_at", "decided_at",
            "decided_by",
        )  # fmt: skip


class RefundCaseQuery(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=RefundCase.Status.choices, required=False)
    customer_id = serializers.UUIDField(required=False)


class DecisionSerializer(serializers.Serializer[Any]):
    decision = serializers.ChoiceField(choices=["approve", "reject"])


class RefundCases(ApiView):
    resource = "refund_cases"

    @document.read("List refund cases", document.page_of(RefundCaseSerializer), RefundCaseQuery, PageQuery)
    @reads
    def get(self, request: Request) -> Shown:
        asked = RefundCaseQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        rows = RefundCase.objects.filter(**asked.validated_data)
        return page(request, lambda row: RefundCaseSerializer(row).data, rows)


class OneRefundCase(ApiView):
    resource = "refund_cases"

    @document.read("One refund case", RefundCaseSerializer)
    @reads
    def get(self, request: Request, case_id: Any) -> Shown:
        return RefundCaseSerializer(_case(case_id)).data


class Decision(ApiView):
    resource = "refund_cases"

    @document.write("Decide a refund case; the customer is told", DecisionSerializer, RefundCaseSerializer)
    @writes
    def post(self, request: Request, case_id: Any) -> Written:
        told = DecisionSerializer(data=request.data)
        told.is_valid(raise_exception=True)
        is_approved = told.validated_data["decision"] == "approve"
        case = _case(case_id)
        if not services.decide(case.pk, is_approved=is_approved, by=self.actor, actor_id=None, now=timezone.now()):
            raise conflict("decided_before", "This case was decided before.")
        return Written(RefundCaseSerializer(_case(case_id)).data, customer_id=case.customer_id)


def _case(case_id: Any) -> RefundCase:
    case = RefundCase.objects.filter(pk=case_id).first()
    if case is None:
        raise not_found()
    return case
