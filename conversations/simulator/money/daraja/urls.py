"""Daraja's addresses, as they stand below its host."""

from django.urls import path

from conversations.simulator.money.daraja import c2b, stk, transactions, wire

urlpatterns = [
    path("oauth/v1/generate", wire.generate_token),
    path("mpesa/stkpush/v1/processrequest", stk.process_request),
    path("mpesa/stkpushquery/v1/query", stk.query),
    path("mpesa/c2b/v1/registerurl", c2b.register_first),
    path("mpesa/c2b/v2/registerurl", c2b.register),
    path("mpesa/c2b/v1/simulate", c2b.simulate),
    path("mpesa/c2b/v2/simulate", c2b.simulate),
    path("mpesa/transactionstatus/v1/query", transactions.status),
    path("pulltransactions/v1/register", transactions.register_pull),
    path("pulltransactions/v1/query", transactions.pull),
    path("<path:rest>", wire.nothing),
]
