"""The special categories of personal data, recognised by their words. Pure.

Article 9 of the GDPR names them; these five are told in chats. Each detector is a list of words
and phrases that say something about a *person*: it would rather ask once too often than keep what
nobody agreed to, but the name of a subject ("a documentary about churches") is not yet a statement
about somebody's belief, so that plain topics are left out where they are more often just topics.
"""

from __future__ import annotations

import re
from enum import StrEnum

from memory.extraction.plain import plain_text


class Special(StrEnum):
    """A category for which the law asks for consent of its own."""

    HEALTH = "health"
    RELIGION = "religion"
    SEX_LIFE = "sex_life"
    POLITICS = "politics"
    UNION = "union"


_WORDS: dict[Special, str] = {
    Special.HEALTH: (
        r"allerg(?:y|ic|ies)|intoleran(?:t|ce)|asthma\w*|diabet\w+|insulin|coeliac|celiac|epilep\w+|migraines?"
        r"|cancer|tumou?r|chemo(?:therapy)?|dialysis|arthriti\w+|hepatitis|hiv(?: positive)?|aids patient|covid"
        r"|depress(?:ion|ed)|anxiety|panic attacks?|bipolar|schizophren\w+|adhd|autis\w+|ptsd|anorexi\w+|bulimi\w+"
        r"|burn(?:ed|t)?[- ]?out|addict(?:ed|ion)|alcoholic|rehab|suicid\w+|self[- ]harm\w*|pregnan\w+|miscarriage|ivf"
        r"|infertil\w+|menopause|diagnos(?:ed|is)|prescri(?:bed|ption)|medications?|antidepressants?|antibiotics"
        r"|surger(?:y|ies)|operated on|hospitali[sz]ed|chronic(?:ally)? (?:ill|pain|illness|disease)|disabled|disability"
        r"|wheelchair|hearing aids?|blood (?:pressure|type|group|sugar)|therapist|psychiatrist|psychotherapy"
        r"|(?:is|was|am|got|feeling|been) (?:ill|sick)|illness|disease|broke (?:\w+ ){1,2}(?:leg|arm|wrist|ankle|hip)"
        r"|doctor (?:said|says|told|found)|sick leave|pacemaker|vaccinat\w+|lactose[- ]intolerant"
    ),
    Special.RELIGION: (
        r"religio(?:n|us)|atheist|agnostic|christian|catholic|protestant|evangelical|orthodox (?:church|jew\w*|christian)"
        r"|muslim|islam|sunni|shia|jewish|judaism|jew|hindu\w*|buddhis[tm]\w*|sikh\w*|mormon|quaker|jehovah\S*"
        r"|(?:go(?:es|ing)?|went) to (?:\w+ )?(?:church|mosque|synagogue|temple|mass)|pray(?:s|ing|er|ers)?|ramadan|lent\b(?= fast)"
        r"|bapti[sz](?:ed|m)|bar mitzvah|bat mitzvah|converted to|(?:keeps?|eats?|eating|only) (?:kosher|halal)|shabbat|sabbath"
        r"|believes? in god|faith(?! in (?:me|us|you|him|her|it))|parish|imam|rabbi|priest"
    ),
    Special.SEX_LIFE: (
        r"gay|lesbian|bisexual|homosexual|heterosexual|asexual|pansexual|queer|sexual (?:orientation|partners?|life|preference)"
        r"|sex life|sexually|had sex|have sex|having sex|sleeping with|slept with|one[- ]night stand|affair with|polyamor\w+"
        r"|came out (?:as|to)|coming out|swingers?|libido|erectile|viagra|birth control|contraceptive pill"
    ),
    Special.POLITICS: (
        r"vot(?:e|es|ed|ing) (?:for|against|green|labou?r|conservative|democrat\w*|republican|left|right)"
        r"|democrat|republican|socialist|communist|marxist|anarchist|libertarian|tory|tories|left[- ]wing\w*|right[- ]wing\w*"
        r"|far[- ](?:left|right)|political(?:ly)? (?:views?|opinions?|beliefs?|active|left|right|conservative|liberal)"
        r"|(?:member of|joined|supports?|donat\w+ to|campaign\w* for) (?:the |a )?(?:\w+ ){0,3}(?:party|democrats|greens|socialists|republicans|conservatives|liberals)"
        r"|party (?:member(?:ship)?|card)|(?:was|is|am) (?:at|on) (?:a|the) (?:\w+ )?(?:demonstration|protest march)"
        r"|(?:for|against) (?:the government|abortion rights|brexit)"
    ),
    Special.UNION: (
        r"trade union\w*|labou?r union|(?:in|joined|joining|member of|left|pays?|belongs? to) (?:a|the|my|our|his|her|their) (?:\w+ )?union"
        r"|union (?:member(?:ship)?|rep(?:resentative)?|steward|dues|card|organi[sz]er)|unioni[sz](?:ed|ing|e)|shop steward"
        r"|works council|on strike|went on strike|collective bargaining"
    ),
}  # fmt: skip
_FOUND = {
    special: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    for special, words in _WORDS.items()
}
# Words of the lists in names and phrases that say nothing of the kind.
_HARMLESS = re.compile(
    r"(?<!\w)(?:european union|credit union|student union|union (?:square|street|station|jack|pacific)|union of sets"
    r"|labou?r day|economic depression|great depression|allergic to (?:mondays|meetings|work|small talk|paperwork)"
    r"|addicted to (?:coffee|chocolate|tea|books?|series|crosswords?|sudoku)|gay street|disabled (?:the|by default|it|my account|notifications?)"
    r"|sick of|faith hill|priest of rock|cancer (?:star|zodiac)|zodiac\W+cancer)(?!\w)",
    re.IGNORECASE,
)


def special_categories(text: str) -> frozenset[Special]:
    """The special categories that the text tells something of."""
    plain = _HARMLESS.sub(" ", plain_text(text))
    return frozenset(special for special, pattern in _FOUND.items() if pattern.search(plain))
