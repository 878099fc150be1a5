"""Reasons not to remember a statement at all, whatever it says. Pure; nothing is logged here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from memory.extraction.plain import plain_text


class RefusalCode(StrEnum):
    """Why a statement may not be stored."""

    SECRET = "secret"  # noqa: S105 - the name of a reason, not a password
    CARD_NUMBER = "card_number"
    BANK_ACCOUNT = "bank_account"
    IDENTITY_DOCUMENT = "identity_document"
    ORDER = "order"
    OFF_RECORD = "off_record"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason with the sentence that a person reads. It never repeats the statement."""

    code: RefusalCode
    sentence: str


def refuse(text: str) -> Refusal | None:
    """The first reason to refuse the text for memory, or None."""
    # Wide and ornamental letters are read as the plain ones that they look like.
    plain = plain_text(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)))
    for found, code, sentence in _REASONS:
        if found(plain):
            return Refusal(code, sentence)
    return None


# Characters that hide words from a pattern: soft hyphen, zero-width and direction marks.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")

# A secret is a word for it, "is" or ":", and a value that looks like one. The words between
# ("my wifi password for the flat is …") are few, so that a sentence about a policy does not match.
_WORD_FOR_IT = (
    r"(?:pass(?:word|code|phrase|wd)|pwd|pin(?: code| number)?|cvv|cvc|security code"
    r"|secret(?: key| answer)?|(?:api|access|secret|private|encryption|licence|license|recovery)[ _-]?key"
    r"|(?:access|auth|bearer|refresh|session)[ _-]?token|token|seed phrase"
    r"|(?:one[- ]time|verification|login|2fa|otp|backup)[ -](?:code|password)|otp)"
)  # fmt: skip
_STATED = re.compile(
    rf"(?i:\b{_WORD_FOR_IT}\b(?:\s+(?:for|to|of|on)(?:\s+\S+){{1,4}}?)?"
    rf"\s*(?:is|was|are|=|:|->)\s*(?:now\s+)?[:=]?)\s*(?P<value>[\"'`]?\S.*)"
)
# A password in plain words: "my password is correct horse battery staple", "sunshine is my pin",
# "i use my cat's name as my password". What a sentence says *about* a password is left alone.
_PLAIN_WORD = (
    r"(?:pass(?:word|code|phrase|wd)|pwd|pin(?: code| number)?|seed phrase|recovery phrase|secret (?:answer|word)"
    r"|security answer|safe word|(?:alarm|door|gate|safe|lock|entry|garage|voicemail)(?: code| combination| pin))"
)  # fmt: skip
_PLAIN_STATED = re.compile(
    rf"\b(?:(?:my|our|his|her|their|the|user'?s|\w+'s)\s+)(?:\S+\s+){{0,3}}?{_PLAIN_WORD}"
    r"(?:\s+(?:for|to|of|on|at)(?:\s+\S+){1,4}?)?\s*(?:(?:is|was|=|:)|(?:'s))\s+(?:still\s+|now\s+|just\s+|always\s+)?"
    r"(?P<value>\w[^.!?;\n]{2,80})",
    re.IGNORECASE,
)
_PLAIN_AS = re.compile(
    rf"\b(?:use[sd]?|using|chose|picked|set|took|have|has)\b.{{1,60}}?\b(?:as|for)\s+(?:my|our|the|a|his|her|their|every)\s+"
    rf"(?:\S+\s+){{0,2}}?{_PLAIN_WORD}s?\b(?!\s+(?:manager|generator|hint|policy|reset|prompt|field))",
    re.IGNORECASE,
)
_PLAIN_IS_MINE = re.compile(
    rf"(?:^|[.!?,;:]\s*)(?!(?:what|that|this|it|there|here|where|which|who|the|a|an|one|all|losing|forgetting|changing|remembering|typing|resetting)\b)"
    rf"(?:\S+\s+){{1,6}}?is\s+(?:still\s+|now\s+)?(?:my|our|the|his|her)\s+(?:\S+\s+){{0,2}}?{_PLAIN_WORD}"
    r"(?!\s+(?:manager|generator|hint|policy|reset|for\s+nothing))\b",
    re.IGNORECASE,
)
_ABOUT_IT = re.compile(
    r"(?:\w+ed|\w+ing|hard|easy|impossible|simple|complicated|terrible|awful|annoying|bad|good|great|fine|ok(?:ay)?|unsafe"
    r"|secure|insecure|unknown|unclear|unique|empty|gone|lost|forgotten|broken|hidden|known|taken|my (?:responsibility|problem|business)"
    r"|up to|none of|nobody'?s|one of|more|less|probably|likely|up|out|off|from|under|behind|inside|somewhere|as|if|when|because|for|mandatory"
    r"|optional|enough|useless|private|secret|case|sensitive|\d+ characters?|at least|ask\b.*|use the app)\b",
    re.IGNORECASE,
)
_GUESSED = re.compile(
    r"the (?:name|year|date|day|month|number|title|initials|first|last|birthday|same)\b",
    re.IGNORECASE,
)
_FUNCTION_WORD = re.compile(
    r"\b(?:in|to|the|a|an|for|by|on|and|of|with|than|at|from|it|so|too|very|not|no|is|are|was|or|i|you|we)\b",
    re.IGNORECASE,
)
_PREFIXED = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_A-Za-z0-9]{16,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}"
    r"|\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{30,}|\bxox[abprs]-[\w-]{10,}"
    r"|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY"
)
_CREDENTIALS = re.compile(
    r"\b[a-z][a-z0-9+.-]{0,30}://[^\s:/@]{1,200}:[^\s:/@]{1,200}@", re.IGNORECASE
)
_CARD = re.compile(r"(?<![\w+])(?:\d[ -]?){12,18}\d(?![\w])")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,8}\b", re.IGNORECASE)
_NOT_A_VALUE = re.compile(
    r"(?:the|a|an|not|no|too|so|very|in|on|at|with|by|being|still|always|never|now|only|required|stored"
    r"|expired|wrong|right|correct|weak|strong|safe|reset|changed|managed|long|short|old|due|about|that"
    r"|what|to|kept|saved|written|shared|locked|blocked|different|missing|invalid|rejected|sent|case)\b",
    re.IGNORECASE,
)


def _holds_secret(text: str) -> bool:
    if _PREFIXED.search(text) or _CREDENTIALS.search(text):
        return True
    if any(_looks_secret(match["value"]) for match in _STATED.finditer(text)):
        return True
    return _holds_plain_secret(text)


def _holds_plain_secret(text: str) -> bool:
    """A password that is told in words, or said to be what everybody can guess."""
    if _PLAIN_AS.search(text) or _PLAIN_IS_MINE.search(text):
        return True
    told = (match["value"] for match in _PLAIN_STATED.finditer(text))
    return any(_is_plain_value(value) for value in told)


def _is_plain_value(value: str) -> bool:
    if _GUESSED.match(value):
        return True
    words = value.split()
    if len(words) >= 3 and not _FUNCTION_WORD.search(value) and not _ABOUT_IT.match(value):
        return True  # a passphrase: words in no sentence
    return not (_NOT_A_VALUE.match(value) or _ABOUT_IT.match(value))


def _looks_secret(value: str) -> bool:
    """True for "hunter2", "4711" or anything in quotes; false for words of a sentence."""
    if value[0] in "\"'`":
        return True
    if _NOT_A_VALUE.match(value):
        return False
    words = value.split()
    first = words[0].rstrip(".,;!?")
    mixed = any(c.isdigit() for c in first) or any(not c.isalnum() for c in first)
    return len(first) >= 3 and (mixed or len(words) == 1)


def _holds_card(text: str) -> bool:
    return any(_passes_luhn(re.sub(r"\D", "", match[0])) for match in _CARD.finditer(text))


def _passes_luhn(digits: str) -> bool:
    """The check digit of payment cards; also their first digits, since one number in ten passes."""
    if not 13 <= len(digits) <= 19 or digits[0] not in "23456" or len(set(digits)) == 1:
        return False
    doubled = [int(d) * (2 if place % 2 else 1) for place, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _holds_iban(text: str) -> bool:
    return any(_has_iban(match[0]) for match in _IBAN.finditer(text))


def _has_iban(candidate: str) -> bool:
    """The check of ISO 13616, for the match or its beginning, as words may follow an IBAN."""
    groups = candidate.upper().split()
    return any(_is_iban("".join(groups[:count])) for count in range(1, len(groups) + 1))


def _is_iban(code: str) -> bool:
    if not 15 <= len(code) <= 34 or not code[:2].isalpha() or not code[2:4].isdigit():
        return False
    turned = code[4:] + code[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


_DOCUMENT = re.compile(
    r"\b(?:passport|social security|ssn|national insurance|identity card|id card|national id|(?:driver'?s?|driving) licen[cs]e|residence permit|tax id|tin)\b"
    r"(?: (?:no\.?|nr\.?|num(?:ber)?|id))?\s*(?:is|was|=|:|#)*\s*(?:now\s+)?(?P<value>(?=\S*\d)[A-Z0-9-]{6,}|\d[\d -]{5,}|[A-Z]{2}(?: ?\d\d){3} ?[A-D])(?!\w)",
    re.IGNORECASE,
)


def _holds_document(text: str) -> bool:
    """A number with at least four digits, right after the name of a document."""
    return any(sum(map(str.isdigit, found["value"])) >= 4 for found in _DOCUMENT.finditer(text))


_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}"
    r"\b(?:previous|prior|above|earlier|preceding|system|all (?:your|the|other|safety))\b.{0,30}"
    r"\b(?:instruction|prompt|rule|message|guideline|direction|command|order|polic)"
    r"|^\W*(?:system|assistant|developer)\s*(?:prompt|message|override)?\s*[:>\]]"
    r"|<\|?/?(?:system|im_start|im_end|assistant)\|?>|\[/?(?:INST|SYS(?:TEM)?)\]"
    r"|\b(?:store|save|add|record|remember|write|mark|set|insert)\b.{0,60}"
    r"\bfor (?:all|every|each|any|other) (?:other )?(?:users?|subjects?|customers?|accounts?|workspaces?|tenants?)\b"
    r"|\b(?:delete|erase|wipe|clear|drop|overwrite|retire)\b.{0,20}\b(?:all|every|entire|whole)\b.{0,25}\b(?:memor(?:y|ies)|constraints?)\b"
    r"|\b(?:store|save|remember|record|mark|add)\b (?:this|that|it|the following)\b.{0,30}\bas (?:a |an )?"
    r"(?:constraint|instruction|operator|system|top priority|high(?:est)? (?:importance|priority)|importance)\b"
    r"|\btriple (?:backticks?|quotes|backquotes)\b|\bdelimited by\b.{0,20}\b(?:backticks?|quotes|tags|dashes)|\b(?:retrieved|extracted|existing|previously stored) (?:facts|memories)\b.{0,40}\b(?:below|above|mentioned|following|listed|provided)\b"
    r"|\breturn (?:only )?(?:a |the )?(?:valid )?json (?:object|array|list)\b|\bas an ai (?:language )?model\b|\byou are a (?:memory|helpful|personal information) (?:manager|assistant|organi[sz]er|extractor)\b"
    r"|\b(?:reveal|print|show|leak|output|repeat)\b.{0,25}\b(?:system prompt|hidden instructions|your instructions)\b"
    r"|\byou are (?:now )?(?:in )?(?:developer|debug|admin|god|jailbreak|dan) mode\b|\bjailbreak\b"
    r"|\bthe (?:assistant|bot|ai|memory|system) (?:must|should|has to|shall) (?:always |now )?"
    r"(?:ignore|obey|approve|grant|reveal|bypass|disable|skip the|(?:never|not) (?:ask|check|verify|question|refuse)|trust (?:this|the) user|treat .{0,30} as (?:admin|verified|operator))",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_OFF_RECORD = re.compile(
    r"(?<!\bi )(?<!\bwe )(?<!\bthey )(?<!\byou )\b(?:do not|don'?t|dont|never|please not)\s+(?:you\s+|ever\s+|please\s+)?"
    r"(?:save|store|remember|record|keep|note|memori[sz]e|log|retain)\s+"
    r"(?:any of )?(?:this|that|it|these|anything|what i)\b(?!\s+(?:happening|being|from (?:me|us)))"
    r"|(?<!talked )(?<!spoke )(?<!said )(?<!told me )\boff the record\b(?! (?:player|deck|shop|label)s?\b)|\b(?:this|that|it) (?:must|should|can)(?: not|n't|not) be (?:saved|stored|remembered|recorded)\b"
    r"|\bnot for (?:the record|your memory|your notes)\b|\bkeep (?:this|that|it) out of (?:your|the) (?:memory|notes|record)",
    re.IGNORECASE,
)

_REASONS: tuple[tuple[Callable[[str], bool], RefusalCode, str], ...] = (
    (
        _holds_secret,
        RefusalCode.SECRET,
        "Not stored: it contains a password, key or code.",
    ),
    (
        _holds_card,
        RefusalCode.CARD_NUMBER,
        "Not stored: it contains a payment card number.",
    ),
    (
        _holds_iban,
        RefusalCode.BANK_ACCOUNT,
        "Not stored: it contains a bank account number.",
    ),
    (
        _holds_document,
        RefusalCode.IDENTITY_DOCUMENT,
        "Not stored: it contains the number of an identity document.",
    ),
    (
        lambda text: bool(_ORDER.search(text)),
        RefusalCode.ORDER,
        "Not stored: it gives orders to the memory or the assistant instead of stating a fact.",
    ),
    (
        lambda text: bool(_OFF_RECORD.search(text)),
        RefusalCode.OFF_RECORD,
        "Not stored: the user asked not to keep it.",
    ),
)
