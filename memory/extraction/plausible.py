"""Whether words can be the value of a slot: "Ghent" is a city, "a flat" and "the moment" are none.

A keyed value takes the old one's place without a model, so a word that is not certainly a name
fills no slot: the statement is kept without a key, and the models decide what it replaces.
"""

from __future__ import annotations

import re

NAMED = frozenset(["city", "hometown", "employer", "preferred_name", "name"])
"""The slots whose value is the name of a place, a firm or a person."""

_PLACES = frozenset(["city", "hometown"])
_ARTICLE = re.compile(
    r"(?:the|an?|my|our|his|her|their|user's|this|that|these|those|some|any|no|one|two|three|\d)\b",
    re.IGNORECASE,
)
# Time, conditions and manner: they limit what is said, or say something else altogether.
_LIMITS = re.compile(
    r"\b(?:before|after|until|till|part[- ]time|full[- ]time|half|sometimes|mostly|mainly|partly|usually|temporarily|weekends?|weekdays?|during|every|days?|nights?|weeks?|months?|years?|mornings?|evenings?"
    r"|summers?|winters?|spring|autumn|term|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|if|when|while|unless|whenever|depending|maybe|now and then|off and on|on and off|nearby?|around|outside|close)\b",
    re.IGNORECASE,
)
_NO_NAMES = frozenset(
    """
    home night noon midnight work school church uni university college sea war peace love hope fear pain
    debt doubt poverty exile isolation hiding harmony misery comfort style luxury denial secret silence danger
    fun free money myself ourselves themselves yourself nothing nobody everyone everything someone something
    it them him her us me you this that here there halls lodgings digs town cities suburbs countryside
    village bed care shock chaos squalor sin limbo ruins tents cash pleasure pay peanuts family friends charity
    government hospital sheltered shared rented temporary first last least once best random scale large speed
    height heights retail marketing sales finance logistics shifts clients agencies startups companies
    train bus car bike foot
    anything whatever whoever mistake name nickname surname title
    """.split()
)
_WITHIN_A_NAME = frozenset(
    "of and & the de del della di da do dos das la le les los las el al an am a auf im in on upon under by next sur sous en der den dem"
    " die das bei ob zu zum zur van von ten ter het op aan et y e i na nad pod for".split()
)
"""Words that stay small within the name of a place or a firm: "Frankfurt am Main"."""
_WIDE_WRITTEN = """
    africa america asia europe oceania scandinavia benelux balkans
    usa us u.s. u.s.a. uk u.k. uae eu britain england scotland wales ireland
    afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahrain bangladesh belarus
    belgium bolivia bosnia botswana brazil bulgaria cambodia cameroon canada chile china colombia croatia cuba cyprus
    czechia denmark ecuador egypt estonia ethiopia finland france germany ghana greece guatemala haiti honduras hungary
    iceland india indonesia iran iraq israel italy jamaica japan jordan kazakhstan kenya kosovo kuwait laos latvia lebanon
    libya liechtenstein lithuania madagascar malaysia mali malta mexico moldova mongolia montenegro morocco mozambique
    myanmar namibia nepal netherlands holland nicaragua niger nigeria norway oman pakistan paraguay peru philippines poland
    portugal qatar romania russia rwanda senegal serbia slovakia slovenia somalia spain sudan sweden switzerland syria
    taiwan tanzania thailand tunisia turkey uganda ukraine uruguay uzbekistan venezuela vietnam yemen zambia zimbabwe
    alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa
    kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada
    ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia wisconsin wyoming
    ontario alberta manitoba saskatchewan queensland tasmania bavaria saxony hesse brandenburg catalonia andalusia
    tuscany sicily lombardy brittany normandy provence flanders wallonia yorkshire cornwall devon kent essex surrey
    sussex norfolk suffolk cumbria dorset somerset lancashire cheshire
"""
_WIDE = frozenset(_WIDE_WRITTEN.split()) | frozenset(
    ["united states", "united kingdom", "great britain", "northern ireland", "new zealand", "south africa",
     "south korea", "north korea", "saudi arabia", "sri lanka", "costa rica", "el salvador", "czech republic",
     "dominican republic", "north america", "south america", "latin america", "middle east", "new hampshire",
     "new jersey", "new mexico", "north carolina", "south carolina", "north dakota", "south dakota",
     "rhode island", "west virginia", "british columbia", "nova scotia", "new south wales", "bay area"]
)  # fmt: skip
"""Countries, states and regions that are nobody's city. "New York" and "Georgia" are left open."""


def is_plausible(key: str, value: str) -> bool:
    """False where the value of a slot for names is not certainly a name."""
    if key not in NAMED:
        return True
    if (_ARTICLE.match(value) and not value.startswith("The ")) or _LIMITS.search(value):
        return False
    words = value.split()
    if value == value.lower():  # chat without capitals
        return len(words) <= 2 and not _NO_NAMES.intersection(words) and not _is_wide(key, value)
    if any(word[0].islower() and word not in _WITHIN_A_NAME for word in words):
        return False  # the sentence goes on, in this language or another
    return value[0].isupper() and words[0].lower() not in _NO_NAMES and not _is_wide(key, value)


def _is_wide(key: str, value: str) -> bool:
    """True for a country or region where a town is wanted."""
    return key in _PLACES and value.lower().strip(" .") in _WIDE
