"""PesaPal's addresses, as they stand below its host, and the card page."""

from django.urls import path

from conversations.simulator.money.pesapal import card_page, ipn, orders, wire

urlpatterns = [
    path("api/Auth/RequestToken", wire.request_token),
    path("api/URLSetup/RegisterIPN", ipn.register),
    path("api/URLSetup/GetIpnList", ipn.list_all),
    path("api/Transactions/SubmitOrderRequest", orders.submit),
    path("api/Transactions/GetTransactionStatus", orders.status),
    path("api/Transactions/RefundRequest", orders.refund),
    path("api/Transactions/CancelOrder", orders.cancel),
    path("pesapaliframe/PesapalIframe3/Index/", card_page.show, name="card-page"),
]
