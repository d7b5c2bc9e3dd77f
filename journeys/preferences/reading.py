"""Reads which preference a message wants changed; code alone, for a consent is not a matter of opinion."""

import re

from journeys.command import Command
from journeys.context import TurnContext
from journeys.language.registry import languages
from journeys.local import circumstances, consent
from journeys.local.purchase import payment
from journeys.local.wordlists import common_words, tokens
from journeys.preferences.commands import ConfirmErasure, EraseData, OwnData, SetPreferences
from journeys.preferences.wishes import wish_in
from journeys.state import ConversationState
from knowledge.text import fold

# The last one offered is looked for first: "sheng, not swahili".
_LANGUAGES = tuple(
    (one.code, re.compile(rf"\b(?:{'|'.join(one.asked_for)})\b")) for one in reversed([*languages().values()])
)
_ERASE = re.compile(
    r"\b(?:delete|erase|forget|remove|futa|mfute|ufute|ondoa)\b.{0,30}\b(?:data|details|account|information|info|taarifa|akaunti|me)\b"
)
_KEEP = re.compile(
    r"(?:please )?(?:keep my data|dont delete my data|usifute (?:data|taarifa)(?: zangu| yangu)?)(?: please)?"
)
_OWN_DATA = re.compile(
    r"\bwhat (?:information|data)\b|\b(?:taarifa|data) gani\b|\bprivate\b"
    r"|\bwhat (?:else )?do you (?:know|have|keep|store) (?:about|on|of) me\b"
    r"|\b(?:mnajua|unajua|mnaijua) nini (?:kunihusu|juu yangu|kuhusu mimi)\b|\bmnajua nini kunihusu\b"
    r"|\b(?:unajua|mnajua) (?:nini|what) about me\b"
    r"|\bwhat (?:consents?|permissions?)\b|\bwhat (?:have|did) i (?:agree|consent)\w* to\b|\bnimekubali nini\b"
)
_NAME = r"(?P<name>[^\W\d_][\w'-]{0,30}(?: [^\W\d_][\w'-]{0,30}){0,3}?)"
_HELLO = re.compile(r"(?:hi|hello|hey|habari|niaje|mambo|sasa)[,!.]? ", re.IGNORECASE)
_LEAD = r"(?:(?:please|tafadhali|and|na) )?"
_AFTER = r"(?: (?:please|tafadhali|by the way|tu|sasa|from now on|kuanzia sasa))?"
_CHANGED_NAME = re.compile(
    rf"{_LEAD}(?:(?:change|update|correct) my name to|my name (?:is now|should be)"
    rf"|badilisha jina langu (?:liwe|kuwa|iwe|to)|jina langu (?:liwe|sasa ni)) {_NAME}{_AFTER}",
    re.IGNORECASE,
)
_TOLD_NAME = re.compile(
    rf"{_LEAD}(?:my name is|my names are|the name is|i am called|im called|i go by|naitwa|jina (?:langu|yangu) ni"
    rf"|(?:m|u)?niite(?:ni)?|niitwe|(?:unaweza|mnaweza) kuniita) {_NAME}{_AFTER}",
    re.IGNORECASE,
)
# "Call me Njeri" and "call me later" differ by a capital letter.
_CALL_ME = re.compile(
    rf"(?i:{_LEAD}(?:you can |you may |just )?call me) (?!(?:Back|Later|Now|Asap|ASAP)\b)"
    r"(?P<name>[A-Z][\w'-]{0,30}(?: [A-Z][\w'-]{0,30}){0,3})"
    rf"(?i:{_AFTER})"
)
_CLAUSES = re.compile(r"[,.;] {1,2}")
_OWN_NUMBER = r"(?:my (?:phone |mobile )?number|(?:namba|nambari|number|laini|line) yangu(?: ya simu)?)"
_NUMBER = re.compile(
    r"\b(?:change|update|correct) my (?:phone )?number to\b"
    r"|\bbadilisha (?:namba|nambari|number) yangu (?:iwe|kuwa|to)\b"
    rf"|\b{_OWN_NUMBER} (?:is now|has changed|changed|imechange\w{{0,2}}|imebadilika|sasa ni|nimebadilisha)\b"
    r"|\bnew (?:phone |mobile )?(?:number|line|no)\b|\b(?:namba|nambari|number|laini|line)(?: yangu)? mpya\b"
    r"|\bnimebadilisha (?:namba|nambari|number|laini)\b"
)
_TOLD_NUMBER = re.compile(rf"(?:please |tafadhali )?{_OWN_NUMBER} (?:is|ni) [\d+][\d ()-]{{6,18}}")
_OF_A_PAYMENT = re.compile(
    r"\b(?:pay\w*|lip\w+|mpesa|m pesa|stk|prompt|deliver\w*|rider|call|pigi\w+|send|tum[ae]ni)\b"
)
_ABOUT_MARKETING = (
    r"promo\w*|offers?|ads?|adverts?|marketing|newsletters?|deals?|messages|sms|texts?|updates?|alerts?|list"
    r"|matangazo|ofa|jumbe|ujumbe|taarifa|orodha|bidhaa mpya|new arrivals"
)
_MARKETING = re.compile(rf"\b(?:{_ABOUT_MARKETING})\b")
# "Send me two SMS packs" buys: only what can be nothing else is agreed to.
_AGREED_TO = re.compile(
    r"\b(?:promo\w*|offers?|ads?|adverts?|marketing|newsletters?|deals?|updates?|alerts?"
    r"|new (?:arrivals|stock|things|shoes|products)"
    r"|matangazo|ofa|taarifa|bidhaa mpya|back in stock|restock\w*|subscribe|opt in|sign me up)\b"
)
_NO = re.compile(
    r"\b(?:stop|unsubscribe|opt(?: me)? out|no more|no longer|don'?t|do not|not want|turn off|remove|withdraw"
    r"|too many|acha|acheni|wacha|wacheni"
    r"|(?:ms|us)ini(?:tumi|text|sms|spam|disturb|sumbu)\w*|sitaki|sidai|niondoe|nitoe|nifut(?:e|eni)"
    r"|zima|kunitumia tena)\b"
)
_YES = re.compile(
    r"\b(?:subscribe|opt in|want|agree|sign me up|send|start|notify|keep me posted|let me know"
    r"|nitumie|nijulishe|nakubali|nataka|nadai|nishow)\b"
)


_OF_OURS = re.compile(
    r"\b(?:languages?|lugha|preferences?|settings|mipangilio|notifications?|consent|idhini|what you send|mnachotuma)\b"
)
_EVERYTHING = re.compile(rf"{consent.SILENCE}\W*$")
_UPDATES = re.compile(
    r"\b(?P<kind>order|orders|oda|delivery|payment|payments|malipo)\b.{0,20}\b(?:updates?|notifications?|alerts?|notices?"
    r"|messages?|texts?|sms|taarifa|jumbe|ujumbe|arifa)\b"
    r"|\b(?:updates?|notifications?|alerts?|taarifa|arifa|jumbe) (?:za|ya|about|on|for|of) (?:my |the )?"
    r"(?P<about>order|orders|oda|delivery|payment|payments|malipo)\b"
)
_PAYMENT: frozenset[str] = frozenset({"payment", "payments", "malipo"})


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """What shall change; a preference with nothing in it when that was not said; none about other things."""
    said = fold(text)
    if (settled := continues(text, state)) is not None:
        return (settled,)
    if _ERASE.search(said):
        return (EraseData(),)
    if _OWN_DATA.search(said):
        return (OwnData(),)
    language = next((name for name, pattern in _LANGUAGES if pattern.search(said)), None)
    if language:
        return (SetPreferences(language=language),)
    if _EVERYTHING.search(said):
        return (SetPreferences(messages=False),)
    if (found := _UPDATES.search(said)) and (wanted := _wanted(said)) is not None:
        kind = found["kind"] or found["about"]
        is_payment = kind in _PAYMENT
        return (SetPreferences(payment_updates=wanted) if is_payment else SetPreferences(order_updates=wanted),)
    marketing = _marketing(said)
    is_meant = marketing is not None or bool(context.about) or _OF_OURS.search(said)
    return (SetPreferences(marketing=marketing),) if is_meant else ()


def continues(text: str, state: ConversationState) -> Command | None:
    """What is said so plainly that nothing else can be meant, whatever is being bought or asked meanwhile."""
    said = fold(text).replace("'", "").strip(" .!?")
    if _KEEP.fullmatch(said):
        return ConfirmErasure(erase=False)
    if called := _called(text.strip(" .!?\n")):
        return SetPreferences(called=called)
    is_told = _TOLD_NUMBER.fullmatch(said) and state.controls.asked is None
    is_changed = _NUMBER.search(said) and not _OF_A_PAYMENT.search(said)
    if (is_told or is_changed) and (phone := payment.phone_in(text)):
        return SetPreferences(phone=phone)
    return wish_in(text)


def _called(text: str) -> str | None:
    """The name of which the whole message tells, the last one of several; words of every day are none."""
    name = None
    hello = _HELLO.match(text)
    for clause in _CLAUSES.split(text[hello.end() if hello else 0 :]):
        sure = _CHANGED_NAME.fullmatch(clause) or _CALL_ME.fullmatch(clause)
        found = sure or _TOLD_NAME.fullmatch(clause)
        if found is None:
            return None
        name = str(found["name"]).strip()
        is_of_every_day = not sure and bool(set(tokens(name)) & common_words())
        if is_of_every_day or circumstances.tells_time(fold(name)):
            return None
    return name


def _wanted(said: str) -> bool | None:
    if _NO.search(said):
        return False
    return True if _YES.search(said) else None


def _marketing(said: str) -> bool | None:
    if re.search(r"\bunsubscribe\b|\bopt(?: me)? out\b", said):
        return False
    wanted = _wanted(said) if _MARKETING.search(said) else None
    return None if wanted and not _AGREED_TO.search(said) else wanted
