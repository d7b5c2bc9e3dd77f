"""What a customer does with money on her phone: answers a PIN prompt, or pays a paybill or till herself."""

import re

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from conversations.simulator.models import SimulatedPhone
from conversations.simulator.money import merchants
from conversations.simulator.money.models import SimulatedPrompt
from conversations.simulator.money.mpesa import paybill, prompts, results
from conversations.simulator.page.reach import of_phone, problem
from tenants.models import Channel
from tenants.scope import tenant_scope

PIN = re.compile(r"[0-9]{4}")
MAX_ACCOUNT = 20
MAX_AMOUNT = 250_000


@require_POST
@of_phone
def answer(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> HttpResponse:
    """POST id, outcome, pin: the prompt is answered; every PIN of four digits is the right one."""
    code = results.OF_OUTCOME.get(request.POST.get("outcome", ""))
    if code is None:
        return problem("A prompt cannot be answered like that.", 400)
    if code == results.PAID and not PIN.fullmatch(request.POST.get("pin", "")):
        return problem("A PIN has four digits.", 400)
    with tenant_scope(channel.tenant_id):
        own = SimulatedPrompt.objects.filter(msisdn=phone.msisdn)
        prompt = own.filter(checkout_request_id=_told(request, "id")).first()
    closed = prompt and prompts.close(channel.tenant_id, prompt.id, code, now=timezone.now())
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
    number, account, amount = (_told(request, field) for field in ("number", "account", "amount"))
    if number not in merchant.numbers:
        return problem("No business has this number.", 400)
    if number != merchant.till and not 1 <= len(account) <= MAX_ACCOUNT:
        return problem(f"An account number has 1 to {MAX_ACCOUNT} characters.", 400)
    if not re.fullmatch(r"[0-9]{1,7}", amount) or not 1 <= int(amount) <= MAX_AMOUNT:
        return problem(f"An amount is a whole number from 1 to {MAX_AMOUNT:,}.", 400)
    wanted = paybill.Payment(payer=phone.msisdn, party=number, account=account, amount=int(amount))
    transfer = paybill.pay(channel.tenant_id, merchant.name.upper(), wanted, now=timezone.now())
    if transfer is None:
        return problem("The business did not accept this payment.", 409)
    return JsonResponse({"receipt": transfer.receipt}, status=201)


def _told(request: HttpRequest, field: str) -> str:
    """What she typed, without NULs, which cannot be kept."""
    return request.POST.get(field, "").replace("\x00", "").strip()
