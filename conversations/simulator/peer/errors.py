"""Twilio's refusals, with the codes, words and JSON its clients know."""

from django.http import JsonResponse

MESSAGES: dict[int, tuple[int, str]] = {
    20001: (400, "Invalid parameter"),
    20003: (401, "Authenticate"),
    20004: (405, "Method not allowed"),
    20404: (404, "The requested resource was not found"),
    20422: (422, "Invalid Parameter"),
    20429: (429, "Too Many Requests"),
    20503: (503, "Service Unavailable"),
    21211: (400, "Invalid 'To' Phone Number"),
    21602: (400, "Message body is required."),
    21603: (400, "A 'From' phone number is required."),
    21604: (400, "A 'To' phone number is required."),
    21606: (
        400,
        "The 'From' phone number provided is not a valid message-capable Twilio phone number.",
    ),
    21609: (400, "The 'StatusCallback' URL is not a valid URL."),
    21617: (400, "The concatenated message body exceeds the 1600 character limit"),
    21619: (400, "A text message body or media urls must be specified."),
    21620: (400, "Invalid media URL(s)"),
    21623: (400, "Number of media files exceeds allowed limit"),
    21654: (400, "ContentSid Required"),
    21655: (400, "The ContentSid is Invalid"),
    21656: (400, "The ContentVariables Parameter is invalid"),
    21705: (400, "The Messaging Service Sid is invalid."),
    21910: (400, "Invalid From and To pair. From and To should be of the same channel"),
    30409: (400, "Message is not in a cancelable state"),
    63007: (400, "Twilio could not find a Channel with the specified From address"),
}

ON_DELIVERY: dict[int, str] = {
    63016: "Failed to send freeform message because you are outside the allowed window. "
    "If you are using WhatsApp, please use a Message Template.",
    63021: "Channel invalid content error",
    63024: "Invalid message recipient",
}


class Refused(Exception):
    """Twilio refuses the request with this code."""

    def __init__(self, code: int, detail: str = "") -> None:
        self.code = code
        self.status, known = MESSAGES[code]
        self.message = f"{known}: {detail}" if detail else known
        super().__init__(self.message)


def answer(refused: Refused) -> JsonResponse:
    """The refusal in Twilio's legacy JSON."""
    told = {
        "code": refused.code,
        "message": refused.message,
        "more_info": f"https://www.twilio.com/docs/errors/{refused.code}",
        "status": refused.status,
    }
    response = JsonResponse(told, status=refused.status)
    if refused.status == 401:
        response["WWW-Authenticate"] = 'Basic realm="Twilio API"'
    return response
