"""A loopback server that answers as Daraja and PesaPal do, keeps what it was sent, and knows whose money it holds."""

import json
from collections import deque
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from tests.loopback.listening import Listening, QuietHandler

Answer = tuple[int, dict[str, Any]]
# In place of an answer: the line breaks, before the request was taken or after.
LOST = "lost"
# Where the last part of the path would not tell them apart.
NAMES = {
    "/mpesa/transactionstatus/v1/query": "transaction", "/pulltransactions/v1/register": "pull_register",
    "/pulltransactions/v1/query": "pull",
}  # fmt: skip
PAGE = 3


@dataclass
class Received:
    """One request as it arrived."""

    method: str
    path: str
    body: dict[str, Any]
    authorization: str


@dataclass
class Prompt:
    """A PIN prompt, or a card page; `code` is how it ended."""

    id: str
    amount: Decimal
    reference: str
    callback: str
    phone: str = ""
    currency: str = "KES"
    code: str | None = None
    receipt: str = field(default_factory=lambda: f"T{uuid4().hex[:9]}".upper())


class MoneyServer(Listening):
    """Start with `with`. `fates` are used up request by request by their path's end; without one all is well."""

    def __init__(self) -> None:
        server = self
        self.clear()

        class Handler(QuietHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self._respond("POST", json.loads(raw or b"{}"))

            def do_GET(self) -> None:
                query = parse_qs(urlsplit(self.path).query)
                self._respond("GET", {name: values[0] for name, values in query.items()})

            def _respond(self, method: str, body: dict[str, Any]) -> None:
                path = urlsplit(self.path).path
                server.received.append(Received(method, path, body, self.headers.get("Authorization", "")))
                answer = server.answer(path, body)
                if answer == LOST:
                    self.close_connection = True
                    return
                self.say(*answer)

        self.listen(Handler)

    def clear(self) -> None:
        self.received: list[Received] = []
        self.prompts: dict[str, Prompt] = {}
        # Paybill money that has come, by its receipt, as Safaricom's own books hold it.
        self.came: dict[str, dict[str, Any]] = {}
        self.fates: dict[str, deque[Any]] = {}
        self.tokens = 0

    def fail_next(self, path: str, *answers: Any) -> None:
        """Answers for the next requests to a path: (status, body), LOST, or "taken" + LOST when it was carried out."""
        self.fates.setdefault(path, deque()).extend(answers)

    def asked(self, path: str) -> list[Received]:
        return [one for one in self.received if one.path.endswith(path)]

    @property
    def held(self) -> Decimal:
        """The money of every prompt and card that was paid."""
        return sum((one.amount for one in self.prompts.values() if one.code == "0"), Decimal(0))

    def pay(self, prompt_id: str, code: str = "0") -> Prompt:
        """The customer pays, or does what the code says."""
        prompt = self.prompts[prompt_id]
        prompt.code = prompt.code or code
        return prompt

    def answer(self, path: str, body: dict[str, Any]) -> Any:
        name = NAMES.get(path, path.rsplit("/", 1)[-1])
        fates = self.fates.get(name)
        if fates:
            fate = fates.popleft()
            if fate != f"taken {LOST}":
                return fate
            self._said(name, body)
            return LOST
        return self._said(name, body)

    def _said(self, name: str, body: dict[str, Any]) -> Answer:
        match name:
            case "generate":
                self.tokens += 1
                return 200, {"access_token": f"daraja-token-{self.tokens}", "expires_in": "3599"}
            case "processrequest":
                return 200, self._pushed(body)
            case "query":
                return self._queried(self.prompts.get(body["CheckoutRequestID"]), body["CheckoutRequestID"])
            case "registerurl":
                return 200, {
                    "OriginatorCoversationID": "6e86-45dd",
                    "ResponseCode": "0",
                    "ResponseDescription": "Success",
                }
            case "RequestToken":
                self.tokens += 1
                return 200, {"token": f"pesapal-token-{self.tokens}", "expiryDate": "2099-01-15T12:29:30.5177702Z",
                             "error": None, "status": "200", "message": "Request processed successfully"}  # fmt: skip
            case "RegisterIPN":
                return 200, {"url": body["url"], "ipn_id": "e32182ca-0983-4fa0-91bc-c3bb813ba750", "error": None,
                             "status": "200"}  # fmt: skip
            case "SubmitOrderRequest":
                return 200, self._submitted(body)
            case "GetTransactionStatus":
                return self._status(self.prompts[body["orderTrackingId"]])
            case "RefundRequest":
                return 200, {"status": "200", "message": "Refund request successfully"}
        return self._said_of_transactions(name, body)

    def _said_of_transactions(self, name: str, body: dict[str, Any]) -> Answer:
        match name:
            case "transaction":
                return 200, {"OriginatorConversationID": "1236-7134259-1", "ConversationID": "AG_20210709_1234409f",
                             "ResponseCode": "0", "ResponseDescription": "Accept the service request."}  # fmt: skip
            case "pull_register":
                return 200, {"ResponseRefID": "feb5e3f2", "ResponseStatus": "1000", "ShortCode": body["ShortCode"],
                             "ResponseDescription": "Shortcode Registered Successfully"}  # fmt: skip
            case "pull":
                return 200, self._listed(int(body["OffSetValue"]))
        return 404, {"requestId": "1", "errorCode": "404.001.01", "errorMessage": "Resource not found"}

    def _pushed(self, body: dict[str, Any]) -> dict[str, Any]:
        checkout = f"ws_CO_170820261404{uuid4().int % 10**5:05d}{body['PhoneNumber'][-9:]}"
        self.prompts[checkout] = Prompt(
            id=checkout, amount=Decimal(body["Amount"]), reference=body["AccountReference"],
            callback=body["CallBackURL"], phone=body["PhoneNumber"],
        )  # fmt: skip
        said = "Success. Request accepted for processing"
        return {"MerchantRequestID": "2654-4b64-97ff", "CheckoutRequestID": checkout, "ResponseCode": "0",
                "ResponseDescription": said, "CustomerMessage": said}  # fmt: skip

    def _queried(self, prompt: Prompt | None, checkout: str) -> Answer:
        if prompt is None:
            return 400, {
                "requestId": "1",
                "errorCode": "400.002.02",
                "errorMessage": "Bad Request - Invalid CheckoutRequestID",
            }
        if prompt.code is None:
            return 500, {
                "requestId": "1",
                "errorCode": "500.001.1001",
                "errorMessage": "The transaction is being processed",
            }
        return 200, {"ResponseCode": "0", "ResponseDescription": "accepted", "MerchantRequestID": "22205-34066-1",
                     "CheckoutRequestID": checkout, "ResultCode": prompt.code, "ResultDesc": "said"}  # fmt: skip

    def _listed(self, offset: int) -> dict[str, Any]:
        lines = [
            {"transactionId": receipt, "trxDate": money["at"], "msisdn": 708374149, "sender": "MPESA",
             "transactiontype": "c2b-pay-bill-debit", "billreference": money["reference"], "amount": money["amount"],
             "organizationname": "Shop"}
            for receipt, money in self.came.items()
        ][offset : offset + PAGE]  # fmt: skip
        return {"ResponseRefID": "26178-42530161-2", "ResponseCode": "1000" if lines else "1001",
                "ResponseMessage": "Success" if lines else "Null", "Response": [lines]}  # fmt: skip

    def _submitted(self, body: dict[str, Any]) -> dict[str, Any]:
        tracking = str(uuid4())
        self.prompts[tracking] = Prompt(
            id=tracking, amount=Decimal(str(body["amount"])), reference=body["id"], callback=body["callback_url"],
            currency=body["currency"],
        )  # fmt: skip
        return {"order_tracking_id": tracking, "merchant_reference": body["id"], "error": None, "status": "200",
                "redirect_url": f"{self.url}/pay/?OrderTrackingId={tracking}"}  # fmt: skip

    def _status(self, page: Prompt) -> Answer:
        if page.code is None:
            error = {"error_type": "api_error", "code": "payment_details_not_found", "message": "Pending Payment"}
            return 500, {"status_code": 0, "error": error, "status": "500"}
        number = {"0": 1, "reversed": 3}.get(page.code, 2)
        return 200, {
            "payment_method": "Visa", "amount": float(page.amount),
            "confirmation_code": page.receipt if number != 2 else "",
            "payment_status_description": {1: "Completed", 2: "Failed", 3: "Reversed"}[number], "status_code": number,
            "merchant_reference": page.reference, "currency": page.currency, "payment_status_code": "",
            "error": {"error_type": None, "code": None, "message": None}, "status": "200",
        }  # fmt: skip


def callback(
    prompt: Prompt, *, code: str | None = None, amount: Any = None, receipt: str | None = None
) -> dict[str, Any]:
    """What Safaricom tells of a prompt, as it is written on its page."""
    result = code or prompt.code or "0"
    told: dict[str, Any] = {
        "MerchantRequestID": "29115-34620561-1", "CheckoutRequestID": prompt.id,
        "ResultCode": int(result) if result.isdigit() else result, "ResultDesc": "said",
    }  # fmt: skip
    if result == "0":
        told["CallbackMetadata"] = {"Item": [
            {"Name": "Amount", "Value": float(prompt.amount) if amount is None else amount},
            {"Name": "MpesaReceiptNumber", "Value": receipt or prompt.receipt},
            {"Name": "Balance"},
            {"Name": "TransactionDate", "Value": 20260302120000},
            {"Name": "PhoneNumber", "Value": int(prompt.phone)},
        ]}  # fmt: skip
    return {"Body": {"stkCallback": told}}


def standing(
    receipt: str, *, amount: str, state: str = "Completed", party: str = "600984 - Shop", code: Any = 0
) -> dict[str, Any]:
    """What Safaricom answers to the question how a transaction stands, as it is written on its page."""
    told = {
        "DebitPartyName": "254708374149 - Asha Wanjiru", "CreditPartyName": party, "InitiatedTime": "20260302120000",
        "TransactionStatus": state, "Amount": amount, "ReceiptNo": receipt,
    }  # fmt: skip
    items = [{"Key": key, "Value": value} for key, value in told.items()]
    return {"Result": {
        "ConversationID": "AG_20180223_0000493344ae97d86f75", "OriginatorConversationID": "3213-416199-2",
        "ReferenceData": {"ReferenceItem": {"Key": "Occasion"}}, "ResultCode": code, "ResultDesc": "said",
        "ResultParameters": {"ResultParameter": items}, "ResultType": 0, "TransactionID": receipt,
    }}  # fmt: skip
