"""The user's short answer to the assistant's question, as a statement of its own.

"Are you still vegetarian?": "yes, since March" says "i am still vegetarian since March".
"""

from __future__ import annotations

import re

from memory.extraction.attributes import slot_of
from memory.extraction.introductions import written_as_name
from memory.extraction.plain import LONGEST_STATEMENT, is_too_long
from memory.extraction.slips import FIGURE

_YES = re.compile(
    r"^(?:yes|yep|yeah|yup|ya|correct|indeed|right|exactly|i do|i am|sure)\b[\s,.!:-]*",
    re.IGNORECASE,
)
_NO = re.compile(r"^(?:no|nope|nah|never|not any ?more)\b[\s,.!:-]*", re.IGNORECASE)
_TIME_FOLLOWS = re.compile(r"^(?:since|for|about|until|till|from|as of)\b", re.IGNORECASE)

# A yes/no question of the assistant, as what "yes" and "no" to it say.
_CLOSED: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(rf"^{asked}\?$", re.IGNORECASE), yes, no)
    for asked, yes, no in (
        (r"are you (?P<x>(?:still |now |a |an )?[^?]+)", "i am {x}", "i am not {x}"),
        (r"do you (?P<x>(?:still )?(?:live|work|have|eat|drink|drive|use|own|play|speak|smoke|prefer|like|take)\b[^?]*)", "i {x}", "i do not {x}"),
        (r"is (?:that|it|this) your (?P<x>[^?]+)", "", ""),
        (r"is your (?P<n>[\w ]+?) (?:still |now )?(?P<x>[A-Z0-9][^?]*)", "my {n} is {x}", ""),
        # Asked as a statement: "Your supply address is still 12 Orchard Lane?"
        (r"(?:and |so )?your (?P<n>[\w ]+?) is (?:still |now )?(?P<x>(?-i:[A-Z0-9])[^?]*)", "my {n} is {x}", ""),
        (r"(?:and |so )?you(?:'re| are) (?P<x>(?:still |now )?(?:in|at|on|an?) [^?]+)", "i am {x}", "i am not {x}"),
        (r"(?:and |so )?you (?P<x>(?:still )?(?:live|work|have|eat|drive|use|own|play|speak|prefer|take)\b[^?]*)", "i {x}", "i do not {x}"),
    )
)  # fmt: skip
_ANYTHING = re.compile(r"\b(?:any|some)(?:thing|body|one|where)?\b", re.IGNORECASE)
_ASKS_FOR = r"(?:what(?:'s| is| are)|which is|(?:may|can|could) i (?:have|get|ask(?: for)?|know)|(?:please )?tell me|could you (?:tell|give) me)(?: please)?"
_ASKS_NAME = (
    rf"(?:(?:how|what) (?:may|should|can|shall|do|could|would you like me to) ?(?:i )?(?:call|address) you|{_ASKS_FOR} your (?:first |full )?name"
    r"|who am i (?:speaking|talking|chatting) (?:to|with))"
)
# An open question, as the beginning of the answer; the answer's words follow.
_OPEN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b{asked}\b[^?]*\?$", re.IGNORECASE), begins)
    for asked, begins in (
        (_ASKS_NAME, "my name is"),
        (r"where (?:do you live|are you (?:based|located|living))", "i live in"),
        (r"(?:which|what) (?:city|town) (?:do you live|are you)", "i live in"),
        (r"where (?:are|do) you (?:come )?from", "i am from"),
        (r"how old are you", "i am"),
        (rf"{_ASKS_FOR} your age", "i am"),
        (r"when(?:'s| is) your birthday", "my birthday is"),
        (rf"{_ASKS_FOR} your (?:birthday|date of birth)", "my birthday is"),
        (rf"{_ASKS_FOR} your pronouns", "my pronouns are"),
        (r"(?:where|who) do you work(?: for)?", "i work at"),
        (r"what do you do(?: for (?:a living|work))?", "i work as"),
        (rf"{_ASKS_FOR} your (?:job|job title|role|profession|occupation)", "i work as"),
        (r"what are you allergic to", "i am allergic to"),
        (r"(?:any|(?:have|got) any|what|which) (?:food )?allergies", "i am allergic to"),
        (r"(?:any|have (?:any|a)|follow (?:any|a)|what(?:'s| is| are)|which) (?:your |special )?(?:diet\b|dietary|food (?:requirements|restrictions|preferences))", "i am"),
        (r"(?:what(?:'s| is) (?:your|the best)|which|(?:have|get|know) your|your) e-?mail(?: address)?", "my email is"),
        (r"(?:what(?:'s| is) (?:your|the best)|which|(?:have|get|know) your|your) (?:(?:phone|mobile|telephone|cell|contact) )?(?:phone|mobile|number)", "my phone number is"),
        (rf"{_ASKS_FOR} your (?:favou?rite) (?P<noun>[\w ]+)", "my favourite {noun} is"),
        (r"(?:which|what) languages? do you speak", "i speak"),
        (r"which plan are you on", "i am on the plan"),
    )
)  # fmt: skip
# Any other thing of the user's that is asked for by its name; the answer is a figure or few words.
_THING = r"(?P<noun>(?:[a-z][\w-]* ){0,2}?[a-z][\w-]*)"
_ASKS_THING = tuple(
    re.compile(asked, re.IGNORECASE)
    for asked in (
        rf"(?:^|\b(?:and|so|,) ){_ASKS_FOR} (?:your|the) {_THING}(?: (?:on|of|for|from|at|in|to|printed|you)\b[^?]*)?\?$",
        rf"\b(?:which|what) {_THING} (?:do you (?:use|have|need|take|prefer|drive|want)|are you on)(?: (?:on|for|at|in|with)\b[^?]*)?\?$",
        rf"^(?:and |now )?(?:(?:your|the|(?P<others>his|her|their)) )?{_THING}\?$",
        rf"\bwhich (?!of\b){_THING} (?:should|shall|may|can|do) (?:it|the \w+|i|we)\b[^?]*\?$",
        rf"\b(?:reach|contact|call|text) you (?:at|on|by|under) (?:a|your|any|which) {_THING}(?: (?:for|about|if)\b[^?]*)?\?$",
    )
)
_NO_THING = re.compile(
    r"(?:\w+ ){0,2}?(?:any\w*|some\w*|every\w*|more|else|that|this|it|them|one|ones|best|plan|matter|problem|point|time|thing|things|issue|question|mood|weather|news|mind|idea|reason|verdict|answer|result"
    r"|right|really|okay|ok|sure|ready|why|how|what|who|where|when|yes|no|please|thanks|sorry|tempting|annoying|done|next|today|tomorrow|tonight|here|there|now|then|first|last|help|today's|moment|occasion|catch|damage)",
    re.IGNORECASE,
)
_FIGURE_ANSWER = re.compile(
    rf"^(?:it'?s |that'?s |about |around |only )?(?P<figure>\+?[\d(][\d ()/-]{{6,}}\d|{FIGURE})(?P<unit>(?: (?:a|per|every) \w+| (?:euros?|pounds|dollars|kg|cm|mm|ml|mg|km|miles|years|people|days|weeks|months|hours|minutes|guests|gb|mb|kwh))?)(?=$|\s*[.,!;](?! (?:maybe|or|perhaps|depends|possibly|could)\b)|\s+(?:and|but|i|please|pls|now|so|because)\b)",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:(?:i'?m|i am) (?:in |at |from )|(?P<place>in |at )|it's |its |for |from |as )?(?P<answer>(?:\+|\()?[\w'&@+/(). -]{2,40}?)"
    r"(?P<time>,? (?:since|for) .{2,20})?[.!]*$",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"^(?:(?:i'?m|i am|it'?s|this is|you (?:can|may) call me|(?:just |please )?call me|just) )?(?P<answer>[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+){0,2})(?: (?:is fine|will do|here|please))?[.!]*$",
    re.IGNORECASE,
)
_EVASIVE = re.compile(
    r"^(?:no|not|none|nothing|nowhere|nobody|idk|dunno|why|what|who|how|where|when|ok|okay|thanks|thank|yes|yeah|sure|maybe|guess|(?:a )?secret|complicated|never|skip|n/a|whatever|prefer|rather|private|you|your"
    r"|hi|hello|hey|good|fine|well|tell|show|help|let|please|can|could|do|does|is|are|same|that|this|it|the|lol|haha|depends|later|stop|wait|sorry)\b(?! ?[@.]\w)",
    re.IGNORECASE,
)


def answer_as_statement(text: str, previous: str | None) -> str | None:
    """The answer with the question's words, in the first person; None where it is no answer."""
    question = _last_question(previous)
    if question is None:
        return None
    said = text.strip()
    return (
        _instead(said, question)
        or _closed(said, question)
        or _open(said, question)
        or _thing(said, question)
    )


def _last_question(previous: str | None) -> str | None:
    """What the turn ends by asking; a smile after the question mark does not matter."""
    asked = re.sub(r"(?<=\?)[\W_]+$", "", (previous or "").strip()[-2 * LONGEST_STATEMENT :])
    if not asked.endswith("?"):
        return None
    question = re.split(r"(?<=[.!?])\s+", asked)[-1]
    return None if is_too_long(question) else question


def _instead(text: str, question: str) -> str | None:
    """What the answer names beside its yes or no, or in their place: "Do you work at Globex?",
    "no, Initech"; "Do you have pets?", "yes, a tortoise"; "Are you married?", "divorced"."""
    spoken = _NO.match(text) or _YES.match(text)
    told = _TRAILING.sub("", text[spoken.end() :] if spoken else text).strip(" .!,")
    asked = _ASKS_WHETHER.match(question)
    if not asked or not told or len(told.split()) > 5 or _EVASIVE.match(told):
        return None
    if asked["is"]:
        figure = asked["is"].isdigit() and told.isdigit()
        return f"i am {told}" if figure or slot_of(f"is {told}") else None
    if asked["has"]:
        return f"i have {told}" if _YES.match(text) and _SO_MANY.match(told) else None
    named = told[0].isupper() or told[0].isdigit()
    return f"i {asked['does']} {told}" if _NO.match(text) and named else None


_ASKS_WHETHER = re.compile(
    r"^(?:and |so |ok,? )*(?:(?:are you|you(?:'re| are)) (?:still |now |really )*(?P<is>\d+(?=,| |\?)|(?!in\b|at\b|on\b|going\b|looking\b|sure\b|ready\b|ok)[a-z-]+)\b[^?]*"
    r"|(?:do )?you (?:still |also )*(?:(?P<has>have) |(?P<does>work (?:at|for|in)|live in|use|drive an?|speak|prefer|bank with|go by) )[^?]+)\?$",
    re.IGNORECASE,
)
_SO_MANY = re.compile(
    r"(?:an?|my|our|one|two|three|four|five|six|seven|\d+) (?!(?:lot|few|bit|couple of times|feeling|question|minute|moment|sec)\b)\w",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"[\s,]*\b(?:actually|now|these days|lol|haha|though|tho|sorry|thanks)[\s.!]*$", re.IGNORECASE
)


def _closed(text: str, question: str) -> str | None:
    said_yes, said_no = _YES.match(text), _NO.match(text)
    for asked, yes, no in _CLOSED:
        match = asked.match(question)
        if match is None:
            continue
        form = yes if said_yes else no if said_no else ""
        if not form or (said_yes and _ANYTHING.search(match["x"] or "")):
            return None
        spoken = said_yes or said_no
        rest = text[spoken.end() :] if spoken else ""
        time = f" {rest.strip(' .!')}" if _TIME_FOLLOWS.match(rest) else ""
        values = {name: value.strip() for name, value in match.groupdict().items() if value}
        return _NOT_STILL.sub(r"\g<who> no longer ", form.format(**values)) + time
    return None


_NOT_STILL = re.compile(r"^(?P<who>i am|i)(?: do)? not still ")


def _open(text: str, question: str) -> str | None:
    for asked, begins in _OPEN:
        match = asked.search(question)
        if match:
            told = _ONLY.sub("", _YES.sub("", text) or text)
            return _answered(told, begins.format(**match.groupdict()))
    return None


_ONLY = re.compile(r"^(?:only|just|mostly|mainly) (?:to )?(?=\w)", re.IGNORECASE)


_NO_NOUN = ("a ", "an ", "the ", "how ", "what ", "which ", "who ", "when ", "where ", "why ")


def _thing(text: str, question: str) -> str | None:
    """The thing that was asked for by its name, with the answer: "my serial number is CV2-88120B"."""
    match = next((match for asked in _ASKS_THING if (match := asked.search(question))), None)
    noun = match["noun"].lower() if match else ""
    if match is None or _NO_THING.fullmatch(noun) or noun.startswith(_NO_NOUN):
        return None
    whose = "the" if match.groupdict().get("others") else "my"
    figure = _FIGURE_ANSWER.match(text)
    if figure:
        return f"{whose} {noun} is {figure['figure'].strip()}{figure['unit']}"
    named = _NAMED_ANSWER.match(text)
    if named is None or _EVASIVE.match(named["answer"]):
        return None
    return f"{whose} {noun} is {named['answer']}"


_NAMED_ANSWER = re.compile(
    r"^(?:it'?s |the )?(?P<answer>(?-i:[A-Z])[\w'&-]+(?: (?-i:[A-Z0-9])[\w'&-]*){0,3})[.!]*$",
    re.IGNORECASE,
)


def _answered(text: str, begins: str) -> str | None:
    if begins == "my name is":
        name = _NAME.match(text)
        known = name and not _EVASIVE.match(name["answer"])
        return f"{begins} {written_as_name(name['answer'])}" if name and known else None
    bare = _BARE.match(text)
    if bare is None or _EVASIVE.match(bare["answer"]):
        return None
    answer, time = bare["answer"].strip(), (bare["time"] or "").strip(" ,")
    if begins.endswith("number is") and not re.search(r"\d", answer):
        return None
    if len(answer.split()) > 5 or re.match(r"(?:i|i'?m|my|we)\b", answer, re.IGNORECASE):
        return None
    if begins == "i work as":
        begins, answer = _occupation(bare["place"], answer)
    return f"{begins} {answer} {time}".strip()


def _occupation(place: str | None, answer: str) -> tuple[str, str]:
    """ "nurse" → "a nurse"; "in logistics" says where, not as what."""
    if place:
        return f"i work {place.strip()}", answer
    if re.match(r"(?:an?|the|head|self|freelance|retired|unemployed)\b", answer, re.IGNORECASE):
        return "i work as", answer
    return "i work as", f"{'an' if answer[0].lower() in 'aeiou' else 'a'} {answer}"
