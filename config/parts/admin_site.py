"""How the admin looks: its name, its colours, and what stands in the sidebar for whom."""

from typing import Any

from django.urls import reverse_lazy

SITE = "tenants.admin.site"
# Scripts come from files of ours only, and no text is compiled to code: in the place of unfold's Alpine, tenants/static
# has its build without a compiler. Colours and widths stand in style attributes.
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "https:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
}
TEAL = {
    "50": "#f0fdf9",
    "100": "#ccfbef",
    "200": "#99f6e0",
    "300": "#5fe9d0",
    "400": "#2ed3b7",
    "500": "#15b79e",
    "600": "#0c7a6e",
    "700": "#107569",
    "800": "#125d56",
    "900": "#134e48",
    "950": "#0a2926",
}


def _item(title: str, icon: str, model: str, permission: str) -> dict[str, Any]:
    link = reverse_lazy(f"admin:{model}_changelist")
    return {"title": title, "icon": icon, "link": link, "permission": f"{SITE}.{permission}"}


NAVIGATION: list[dict[str, Any]] = [
    {
        "title": "",
        "items": [{"title": "Dashboard", "icon": "dashboard", "link": reverse_lazy("admin:index")}],
    },
    {
        "title": "Conversations",
        "items": [
            {
                "title": "Desk",
                "icon": "headset_mic",
                "link": reverse_lazy("desk-queue"),
                "permission": f"{SITE}.works_for_tenant",
            },
            _item("Conversations", "forum", "conversations_conversation", "has_seat"),
            _item("Customers", "group", "tenants_customer", "has_seat"),
            _item("Hand-overs", "support_agent", "handoff_handoffticket", "has_seat"),
            _item("Canned replies", "quickreply", "handoff_cannedreply", "sees_tenant"),
            _item("Teams", "groups", "handoff_team", "sees_tenant"),
            _item("Blocklist", "block", "tenants_blockentry", "has_seat"),
        ],
    },
    {
        "title": "Sales",
        "items": [
            _item("Orders", "receipt_long", "orders_order", "has_seat"),
            _item("Delivery fees", "local_shipping", "orders_deliveryarea", "sees_tenant"),
            _item("Offers", "sell", "offers_offer", "sees_tenant"),
            _item("Payments", "payments", "payments_payment", "sees_tenant"),
            _item("Incoming payments", "move_to_inbox", "payments_incomingpayment", "sees_tenant"),
        ],
    },
    {
        "title": "Billing",
        "items": [
            _item("Refund cases", "currency_exchange", "billing_refundcase", "has_seat"),
            _item("Accounts", "contacts", "billing_account", "sees_tenant"),
            _item("Invoices", "request_quote", "billing_invoice", "sees_tenant"),
            _item("Plans", "sim_card", "billing_plan", "sees_tenant"),
            _item("Billing rules", "rule", "billing_billingrules", "sees_tenant"),
        ],
    },
    {
        "title": "Catalog",
        "items": [
            _item("Products", "inventory_2", "catalog_product", "sees_tenant"),
            _item("Categories", "category", "catalog_category", "sees_tenant"),
        ],
    },
    {
        "title": "Library",
        "items": [
            _item("Documents", "menu_book", "knowledge_document", "sees_tenant"),
            _item("Not answered", "help", "knowledge_unansweredquestion", "sees_tenant"),
            _item("Taught", "school", "exemplars_exemplar", "has_seat"),
            _item("Unknown words", "spellcheck", "exemplars_unknownword", "sees_tenant"),
            _item("Research rules", "travel_explore", "research_researchrules", "sees_tenant"),
        ],
    },
    {
        "title": "Business",
        "items": [
            {
                "title": "Settings",
                "icon": "storefront",
                "link": reverse_lazy("admin:own_tenant"),
                "active": f"{SITE}.is_on_settings",
                "permission": f"{SITE}.sees_tenant",
            },
            _item("WhatsApp channels", "phone_iphone", "tenants_channel", "sees_tenant"),
            _item("Web chats", "chat", "conversations_webchannel", "sees_tenant"),
            _item("Payment accounts", "account_balance", "payments_paymentaccount", "sees_tenant"),
            _item("Members", "badge", "tenants_membership", "sees_tenant"),
            _item("Invitations", "mail", "tenants_invitation", "sees_tenant"),
            _item("API tokens", "key", "api_apitoken", "sees_tenant"),
            _item("Webhooks", "webhook", "webhooks_webhookendpoint", "sees_tenant"),
        ],
    },
    {
        "title": "Records",
        "items": [
            _item("Turns", "psychology", "conversations_turn", "sees_tenant"),
            _item("Messages in", "call_received", "conversations_inboundmessage", "sees_tenant"),
            _item("Messages out", "call_made", "conversations_outboundmessage", "sees_tenant"),
            _item("Tool calls", "build", "tools_toolcall", "sees_tenant"),
            _item("Webhook deliveries", "outbound", "webhooks_webhookdelivery", "sees_tenant"),
        ],
    },
    {
        "title": "Platform",
        "items": [
            _item("Businesses", "domain", "tenants_tenant", "is_platform"),
            _item("Logins", "manage_accounts", "tenants_user", "is_platform"),
        ],
    },
]

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Tulia",
    "SITE_HEADER": f"{SITE}.header",
    "SITE_SUBHEADER": f"{SITE}.subheader",
    "SITE_DROPDOWN": f"{SITE}.dropdown",
    "SITE_URL": None,
    "SITE_SYMBOL": "forum",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": f"{SITE}.favicon"}],
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": False,
    "BORDER_RADIUS": "8px",
    "COLORS": {"primary": TEAL},
    "ENVIRONMENT": f"{SITE}.environment",
    "STYLES": [f"{SITE}.stylesheet"],
    "SCRIPTS": [f"{SITE}.script", f"{SITE}.alpine"],
    "DASHBOARD_CALLBACK": "conversations.admin.dashboard.fill",
    "ACCOUNT": {
        "navigation": [
            {"title": "Change password", "link": reverse_lazy("admin:password_change")},
            {"title": "Second factor", "link": reverse_lazy("admin:second_factor")},
            {"title": "Where you are logged in", "link": reverse_lazy("admin:sessions")},
        ]
    },
    "SIDEBAR": {"show_search": False, "show_all_applications": False, "navigation": NAVIGATION},
}
