"""The little English grammar that rewriting needs: contractions, verb forms, agreement."""

from __future__ import annotations

import re

_CONTRACTIONS: tuple[tuple[str, str], ...] = (
    (r"\b(i)'?m\b", r"\1 am"),
    (r"\b(i|we|you|they)'?ve\b(?! got)", r"\1 have"),
    (r"\b(i|we|you|they)'?ve got\b", r"\1 have"),
    (
        r"\b(he|she|it|who|that|there)'s (been|got|had|gone|just|become|moved|relocated|switched|joined|started|stopped|quit|left|sold|bought|upgraded|adopted|passed|died)\b",
        r"\1 has \2",
    ),
    (r"\b(he|she|it|who|that|there|what|here)'s\b", r"\1 is"),
    (r"\b(we|you|they)'re\b", r"\1 are"),
    (r"\b(i|we|you|he|she|they|it)'ll\b", r"\1 will"),
    (r"\b(i|we|you|he|she|they)'d (been|had|rather|better|gone|become)\b", r"\1 would \2"),
    (r"\b(i|we|you|he|she|they)'d\b", r"\1 would"),
    (r"\b(\w+)'s (not|no longer|now|never|a|an|in|on|at|called|named|the)(?= )", r"\1 is \2"),
    # "my wife's expecting", "dad's allergic": a verb; "my wife's cooking is great": hers.
    (
        r"\b((?:my|our|his|her|their|User's) (?:[\w-]+ )?[\w-]+|^(?:mum|mom|dad|nan|gran|granny|grandma|grandpa|grandad|hubby))'s "
        r"(?=(?:\w{2,}ing(?! (?:is|was|are|has|will|can)\b)|allergic|vegan|vegetarian|veggie|celiac|coeliac|diabetic|pregnant|dead|ill|sick|poorly|home|back|off|due|from|into|deaf|blind|retired"
        r"|married|divorced|single|engaged|unemployed|fine|better|worse|older|younger|\d+)\b)",
        r"\1 is ",
    ),
    (
        r"\b(birthday|name|address|number|email|anniversary|username|plan|size)'s (?=[\w+(])",
        r"\1 is ",
    ),
    (r"\b(\w+)'s (been|got|had|gone|just|become|moved)(?= )", r"\1 has \2"),
    (r"\bca(?:n't|nt)\b|\bcannot\b", "can not"),
    (r"\bwo(?:n't|nt)\b", "will not"),
    (r"\bshan't\b", "will not"),
    (r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need)n'?t\b", r"\1 not"),
    (r"\bain't\b", "am not"),
    (r"\b(gonna)\b", "going to"),
    (r"\b(wanna)\b", "want to"),
    (r"\bhave got\b", "have"),
    (r"\bhas got\b", "has"),
)
_CONTRACTION_RULES = tuple(
    (re.compile(pattern, re.IGNORECASE), form) for pattern, form in _CONTRACTIONS
)

_SINGULAR = {
    "am": "is", "are": "is", "is": "is", "have": "has", "do": "does", "go": "goes", "was": "was",
    "were": "was", "has": "has", "does": "does",
}  # fmt: skip
_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_MODALS = frozenset(
    ["can", "could", "will", "would", "shall", "should", "may", "might", "must", "used", "ought", "cannot"]
)  # fmt: skip
_IRREGULAR_PAST = frozenset(
    ["ate", "became", "began", "bought", "broke", "brought", "built", "came", "caught", "chose",
     "did", "drank", "drove", "fell", "felt", "flew", "forgot", "found", "gave", "got", "grew",
     "had", "heard", "held", "kept", "knew", "learnt", "left", "lent", "lost", "made", "met",
     "moved", "paid", "ran", "rang", "read", "rode", "said", "sang", "saw", "sent", "sold",
     "spent", "spoke", "stood", "started", "stopped", "swam", "switched", "taught", "thought",
     "told", "took", "turned", "understood", "was", "went", "were", "woke", "won", "wore",
     "wrote", "quit", "put", "set", "let", "cut", "split", "gone", "been", "done", "taken",
     "tore", "bit", "bent", "blew", "drew", "fed", "fought", "froze", "hid", "hung", "laid", "rose", "shook", "shot",
     "slept", "spun", "stole", "stuck", "swore", "swept", "threw", "withdrew"]
)  # fmt: skip
# Words that end in "ed" but are not a past tense.
_PRESENT_IN_ED = frozenset(
    ["need", "feed", "speed", "breed", "bleed", "seed", "heed", "exceed", "succeed", "proceed"]
)

ADVERB = (
    r"(?:also|always|already|actually|absolutely|basically|currently|definitely|especially|ever"
    r"|finally|generally|genuinely|honestly|just|literally|mainly|mostly|never|normally|now|often"
    r"|only|originally|personally|primarily|probably|properly|quite|rarely|really|recently|simply"
    r"|sometimes|strictly|strongly|then|too|totally|typically|usually|very|both|kinda|sort of"
    r"|kind of|officially|since|once|all|sadly|luckily|ideally|completely|fully|hardly|barely"
    r"|truly|so|lately|tbh|still)"
)


def expand_contractions(text: str) -> str:
    """ "i'm", "don't", "we've got" in full; the case of the first letter stays."""
    for pattern, form in _CONTRACTION_RULES:
        text = pattern.sub(form, text)
    return text


def is_past(verb: str) -> bool:
    """True for a word that is a past tense ("moved", "got"), as far as its shape tells."""
    verb = verb.lower()
    if verb in _IRREGULAR_PAST:
        return True
    return verb.endswith("ed") and verb not in _PRESENT_IN_ED and len(verb) > 3


def singular(verb: str) -> str:
    """The form after "he": live → lives, have → has; past tenses and modals stay."""
    low = verb.lower()
    if low in _SINGULAR:
        return _SINGULAR[low]
    if low in _MODALS or is_past(low):
        return low
    if re.search(r"(?:s|x|z|ch|sh|o)$", low):
        return low if low.endswith("s") and not low.endswith("ss") else low + "es"
    if re.search(r"[^aeiou]y$", low):
        return low[:-1] + "ies"
    return low + "s"


def plural(verb: str) -> str:
    """The form after "they", from the form after "he": lives → live, is → are."""
    if verb in _PLURAL:
        return _PLURAL[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if re.search(r"(?:ss|x|z|ch|sh)es$", verb):
        return verb[:-2]
    return verb.removesuffix("s")


def base(gerund: str) -> str:
    """ "smoking" → "smoke", "running" → "run", "playing" → "play", as far as spelling tells."""
    stem = gerund.lower().removesuffix("ing")
    if stem in _BASES:
        return _BASES[stem]
    if re.search(r"([bdgmnprt])\1$", stem):
        return stem[:-1]
    if re.search(r"(?:[^aeiou][aeiou](?:k|s|v|z|g|c|t)|[aeo]r?v|[st]l|[aiu]r)$", stem):
        return stem + "e"
    return stem


_BASES = {
    "eat": "eat", "us": "use", "liv": "live", "driv": "drive", "hav": "have", "writ": "write", "danc": "dance",
    "speak": "speak", "visit": "visit", "cook": "cook", "work": "work", "do": "do", "go": "go",
    "see": "see", "read": "read", "rid": "ride", "cod": "code", "tak": "take", "mak": "make",
    "cycl": "cycle", "watch": "watch", "smok": "smoke", "drink": "drink", "play": "play",
    "vot": "vote", "pay": "pay", "buy": "buy", "call": "call", "sell": "sell", "giv": "give",
    "invoic": "invoice", "com": "come", "vap": "vape", "bak": "bake", "climb": "climb",
    "offer": "offer", "order": "order", "wear": "wear", "hear": "hear", "teach": "teach",
    "bet": "bet", "get": "get", "forget": "forget", "sit": "sit", "put": "put", "knit": "knit",
    "shar": "share", "prepar": "prepare", "hik": "hike", "bik": "bike",
    "wak": "wake", "lik": "like", "tast": "taste", "purchas": "purchase", "practis": "practise",
}  # fmt: skip


def agree(subject: str, predicate: str) -> str:
    """Subject and predicate as one clause; the predicate is written for "he"."""
    verb, _, rest = predicate.partition(" ")
    if is_plural(subject):
        verb = plural(verb)
    return f"{subject} {verb} {rest}".strip()


def is_plural(subject: str) -> bool:
    """True where the subject takes "are": "they", "X and Y", "her parents"."""
    low = subject.lower()
    if low in ("they", "we", "you"):
        return True
    if " and " in low:
        return True
    head = re.split(r" (?:of|in|on|at|for|with|from) ", subject)[0].split()[-1]
    if head[0].isupper():
        return False  # a name: "User's son Elias"
    return head in _PLURAL_NOUNS or bool(
        re.search(r"[^su'i]s$", head)
        and (low.startswith(("the ", "our ", "my ", "her ", "his ", "their ")) or "'s " in low)
        and head not in ("postgres", "kubernetes", "redis", "jenkins", "diabetes", "gas", "lens")
    )


_PLURAL_NOUNS = frozenset(["people", "children", "kids", "parents", "twins", "grandchildren"])
