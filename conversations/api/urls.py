"""Where a tenant's own systems ask. Below this address everything is told in one shape, also what is not there."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from conversations.api import (
    ask,
    catalog,
    customers,
    docs,
    documents,
    orders,
    problems,
    refund_cases,
    talks,
    tickets,
    usage,
)


class Anything(StringConverter):
    """Whatever stands there, slashes and ends of lines, too."""

    regex = r"[\s\S]+"


register_converter(Anything, "anything")
urlpatterns = [
    path("api/v1/products/", catalog.Products.as_view(), name="api-products"),
    path("api/v1/products/<uuid:product_id>/", catalog.OneProduct.as_view(), name="api-product"),
    path("api/v1/stock/", catalog.Stock.as_view(), name="api-stock"),
    path("api/v1/orders/", orders.Orders.as_view(), name="api-orders"),
    path("api/v1/orders/<uuid:order_id>/", orders.OneOrder.as_view(), name="api-order"),
    path("api/v1/orders/<uuid:order_id>/status/", orders.OrderSteps.as_view(), name="api-order-status"),
    path("api/v1/customers/", customers.Customers.as_view(), name="api-customers"),
    path("api/v1/customers/<uuid:customer_id>/", customers.OneCustomer.as_view(), name="api-customer"),
    path("api/v1/conversations/", talks.Conversations.as_view(), name="api-conversations"),
    path("api/v1/conversations/<uuid:conversation_id>/", talks.OneConversation.as_view(), name="api-conversation"),
    path("api/v1/conversations/<uuid:conversation_id>/messages/", talks.Messages.as_view(), name="api-messages"),
    path("api/v1/turns/<uuid:turn_id>/", talks.OneTurn.as_view(), name="api-turn"),
    path("api/v1/tickets/", tickets.Tickets.as_view(), name="api-tickets"),
    path("api/v1/tickets/<uuid:ticket_id>/", tickets.OneTicket.as_view(), name="api-ticket"),
    path("api/v1/tickets/<uuid:ticket_id>/notes/", tickets.TicketNotes.as_view(), name="api-ticket-notes"),
    path("api/v1/tickets/<uuid:ticket_id>/assignee/", tickets.TicketAssignee.as_view(), name="api-ticket-assignee"),
    path("api/v1/tickets/<uuid:ticket_id>/resolution/", tickets.TicketResolution.as_view(), name="api-ticket-resolve"),
    path("api/v1/documents/", documents.Documents.as_view(), name="api-documents"),
    path("api/v1/documents/ask/", ask.Ask.as_view(), name="api-ask"),
    path("api/v1/documents/answers/", ask.LibraryAnswers.as_view(), name="api-answers"),
    path("api/v1/documents/answers/<uuid:answer_id>/", ask.OneAnswer.as_view(), name="api-answer"),
    path("api/v1/documents/<uuid:document_id>/", documents.OneDocument.as_view(), name="api-document-state"),
    path("api/v1/refund-cases/", refund_cases.RefundCases.as_view(), name="api-refund-cases"),
    path("api/v1/refund-cases/<uuid:case_id>/", refund_cases.OneRefundCase.as_view(), name="api-refund-case"),
    path("api/v1/refund-cases/<uuid:case_id>/decision/", refund_cases.Decision.as_view(), name="api-decision"),
    path("api/v1/usage/", usage.Usage.as_view(), name="api-usage"),
    path("api/openapi.json", docs.document, name="api-document"),
    path("api/docs/", docs.page, name="api-docs"),
    path("api/v1/<anything:rest>", problems.unknown_address, name="api-unknown"),
]
