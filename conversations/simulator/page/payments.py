"""What a customer does with money on their phone: answers a PIN prompt, or pays a paybill or till themselves."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from conversations.simulator.models import SimulatedPhone
from conversations.simulator.money import merchants
from conversations.simulator.money.models import SimulatedPrompt
from conversations.simulator.money.mpesa import paybill, prompts
from conversations.simulator.page import forms
from conversations.simulator.page.reach import of_phone, problem
from tenants.models import Channel
from tenants.scope import tenant_scope


@require_POST
@of_phone
def answer(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> HttpResponse:
    """POST id, outcome, pin: the prompt is answered; every PIN of four digits is the right one."""
    try:
        told = forms.validated(forms.PromptAnswer, request)
    except forms.Unfit as unfit:
        return problem(str(unfit), 400)
    with tenant_scope(channel.tenant_id):
        own = SimulatedPrompt.objects.filter(msisdn=phone.msisdn)
        prompt = own.filter(checkout_request_id=told["id"]).first()
    closed = prompt and prompts.close(channel.tenant_id, prompt.id, told["code"], now=timezone.now())
    if not closed:
        return problem("This prompt is not open any more.", 409)
    if closed.status == prompts.Status.EXPIRED:
        return problem("The time to answer was over.", 409)
    return HttpResponse(status=204)


@require_POST
@of_phone
def pay(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> JsonResponse:
    """POST number, account, amount: it answers when the business had its say."""
    merchant = merchants.of(channel)
    try:
        told = forms.validated(forms.Transfer, request, merchant=merchant)
    except forms.Unfit as unfit:
        return problem(str(unfit), 400)
    wanted = paybill.Payment(
        payer=phone.msisdn, party=told["number"], account=told["account"], amount=told["amount"]
    )  # fmt: skip
    transfer = paybill.pay(channel.tenant_id, merchant.name.upper(), wanted, now=timezone.now())
    if transfer is None:
        return problem("The business did not accept this payment.", 409)
    return JsonResponse({"receipt": transfer.receipt}, status=201)
