"""How a request to a payment provider can fail, sorted by what may be done about it."""


class ProviderProblem(Exception):
    """No answer of use came from the provider."""


class NotSent(ProviderProblem):
    """The provider certainly did not take the request (no connection, or it said so): it may be made again."""


class Busy(NotSent):
    """The provider, or the customer's line, is busy: it may be made again a minute later."""


class OutcomeUnknown(ProviderProblem):
    """No answer came back: the request may have been carried out, and must not be repeated blindly."""


class Refused(ProviderProblem):
    """The provider refused the request for good."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message = code, message


class Unauthorised(Refused):
    """The provider did not take our token, or the keys that it is made from."""
