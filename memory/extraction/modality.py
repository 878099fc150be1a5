"""Which kind of truth a statement has now, from its words.

Each modality is a list of cues. The order of the modalities decides where several match: a question
or reported speech outranks a hedge, a hedge outranks a plan. A statement without a cue is current.
Where a cue has an everyday use that says nothing of the kind ("when I said", "this week's
contract"), the exception is listed beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.extraction.grammar import expand_contractions
from memory.extraction.spelling import straighten
from memory.extraction.times import Interval, TimeKind
from memory.vocabulary import Modality


def modality_of(statement: str, times: Sequence[Interval]) -> Modality:
    """The modality of the statement, given the time expressions found in it."""
    text = straighten(statement).strip()
    if _is_question(text):
        return Modality.QUOTED
    text = expand_contractions(text)
    if _CORRECTS.search(text):
        return Modality.CURRENT
    for modality, cues in _CUES:
        if cues.search(text):
            return modality
    return _by_times(text, times)


def is_correction(statement: str) -> bool:
    """True where the speaker mends what was stored: "i meant Thursday", "that was a typo"."""
    return bool(_CORRECTS.search(expand_contractions(straighten(statement))))


def is_perfect(statement: str) -> bool:
    """True for "has lived here for six years", which began then and goes on."""
    return bool(_PERFECT.search(expand_contractions(straighten(statement))))


def _is_question(text: str) -> bool:
    return text.endswith("?") and not _ENDS_WITH_TAG.search(text)


def _by_times(text: str, times: Sequence[Interval]) -> Modality:
    """What the times say where no word does: "is in Austin this week" holds for a week."""
    kinds = {interval.kind for interval in times}
    if TimeKind.UNTIL in kinds or (TimeKind.FOR in kinds and not _PERFECT.search(text)):
        return Modality.TEMPORARY
    if TimeKind.FROM in kinds:
        return Modality.FUTURE
    if TimeKind.NOW in kinds and _PRESENT.search(text) and not _CHANGE_TOLD.search(text):
        return Modality.TEMPORARY
    if TimeKind.AHEAD in kinds and _PLANNED.search(text):
        return Modality.FUTURE
    return Modality.CURRENT


def _cues(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_ENDS_WITH_TAG = _cues(r", (?:right|ok|okay|yeah|innit|you know|see|isn't it|is it not)\?$")
_PERFECT = _cues(r"\b(?:has|have) (?:\w+ )?(?:been|lived|worked|had|known|used|played|owned)\b")
_PRESENT = _cues(
    r"\b(?:is|are|am|has|have)\b", r"^\w+ing\b", r"\b(?:stays?|works?|eats?|runs?|opens?|needs?|takes?)\b",
    r"\bno \w+ for (?:me|us|User)\b",
)  # fmt: skip
_CHANGE_TOLD = _cues(
    r"\b(?:signed|agreed|decided|started|stopped|quit|moved|switched|bought|sold|got|since|now|made|changed"
    r"|passed|began|joined|left|opened|closed|had|upgraded|migrated|promoted|renamed|completed)\b",
)
_PLANNED = _cues(
    r"\b(?:goes? (?:up|down)|comes? (?:off|out|into)|leaves?|leaving|starts?|starting|ends?|ending|moves?|moving"
    r"|joins?|joining|becomes?|switch(?:es|ing)|picking up|flying|flies|getting|buying|retires?"
    r"|retiring|is being|are being|changes? (?:to|over)|takes? over|begins?|travell?ing|visiting|going|closes"
    r"|having|marrying|adopting|sitting|hosting|is having|turns?)\b",
)

# The speaker mends what is stored; the cues of time and condition in it are not about the truth.
_CORRECTS = _cues(
    r"\bgot (?:the|my|that|it|his|her) \w*\s?wrong\b", r"\bcorrection\b",
    r"\bwhen (?:i|User|we|he|she|they|the customer) (?:said|wrote|typed|told)\b.*\b(?:meant|not)\b",
    r"\b(?:i|User|we|he|she|they|the customer) (?:actually )?meant\b",
    r"\b(?:was|is) (?:a|my|our|an|the|your)? ?(?:typo|mistake|error|mix-?up|slip)\b",
    r"\btyped (?:it|that) wrong\b", r"\bbelonged on another\b", r"\bis spel(?:t|led)\b",
    r"\b(?:you|the bot|the agent) (?:keep|kept|got)\b.*\b(?:wrong|spelling)\b",
)  # fmt: skip

_CUES: tuple[tuple[Modality, re.Pattern[str]], ...] = (
    (
        Modality.QUOTED,
        _cues(
            r"\b(?:said|says|saying|claims?|claimed|insists?|insisted|joked|jokes|quotes?|quoted|tells? (?:people|everyone|me|us|User)"
            r"|telling (?:people|everyone)|swears|reckons?|alleged|alleges|announced|wrote|writes|keeps saying|asked (?:whether|if)"
            r"|asks (?:whether|if)|told (?:me|us|User|her|him|them|the customer))\b(?! (?:hello|hi|goodbye|no|yes|goodnight)\b)",
            r"\b(?:advert|ad|poster|banner|flyer|headline|sign|slogan)\b.{0,40}\b(?:says|reads)\b",
            r"\baccording to\b", r"\b(?:it is not the case|not true) that\b", r"\bi am told\b", r"\bsupposedly\b",
            r"^[\"'].{8,}[\"'],? (?:said|says)?", r"\b(?:called|calls) (?:me|him|her|it|User) [\"']", r"\bas if\b",
            r"\bpretend(?:ing|s)?\b", r"\b(?:in|from) (?:the|a) (?:film|movie|song|book|novel|game|story|dream|lyrics)\b",
            r"\bwould (?:change|happen) if\b", r"\byeah right\b", r"\blol jk\b|\bjust kidding\b|\bjoking\b",
        ),
    ),
    (
        Modality.HEDGED,
        _cues(
            r"\b(?:might|maybe|perhaps|possibly|probably|presumably|apparently|likely|unlikely|seemingly|potentially|conceivably)\b",
            r"\b(?<!in )(?<!of )(?<!on )(?<!by )may (?!(?:\d|and|bank|day|deploy|use|expense|approve|compare)\b)(?:\w+)",
            r"\bcould (?:be|have been|end up|well|become|move|switch|turn out)\b",
            r"\b(?:am|is|are|was|were|been|be) (?:\w+ )?(?:thinking|considering|wondering|toying|debating|tempted|contemplating|unsure|undecided|mulling|weighing|torn|leaning)\b",
            r"^(?:still |just |been )?(?:thinking|considering|wondering|toying|debating|tempted|contemplating|mulling|weighing|leaning)\b",
            r"\b(?:has|have) been (?:thinking|considering|wondering|toying)\b",
            r"\b(?:i|we|User|he|she|they|\w+) (?:think|thinks|guess|guesses|suppose|supposes|suspect|suspects|believe|believes|assume|assumes|imagine|expect|expects|fancies|fancy|doubt|doubts)\b(?! (?:about|of|in)\b)",
            r"\b(?:not|n't) (?:too |entirely |quite |totally |100% )?(?:sure|certain)\b", r"\b(?:pretty|fairly|almost|nearly|quite) sure\b",
            r"\brumou?r", r"\bhas it that\b", r"\bi hear\b", r"\b(?:has|have) heard\b", r"\bhalf a mind\b", r"\bif (?:i|User|we) (?:remember|recall)\b",
            r"\bseems?\b(?! fine)", r"\b(?:looks|sounds) (?:like|as if)\b", r"\bas far as (?:i|User|we) (?:know|remember)\b|\bafaik\b|\biirc\b",
            r"\bwould (?:rather not say|consider)\b", r"\bwaiting to hear\b", r"\bsupposed to\b", r"\bin two minds\b", r"\bidk\b|\bdunno\b",
            r"\bhopes? (?:to|that)\b|\bhoping to\b", r"\bor so (?:i|they)\b", r"\bshould (?:the|it|she|he|they|we) .*\b(?:will|would)\b",
            r"\bprobs\b|\bprolly\b|\bmebbe\b", r"\bnot decided\b|\bhas not decided\b",
        ),
    ),
    (
        Modality.PAST,
        _cues(
            r"\bused to (?!\w+ing\b)(?!(?:the|it|this|that|being|a|an)\b)", r"\bformerly\b|\bpreviously\b|\bin the past\b|\bback then\b|\bback in (?:the day|\d{4})\b",
            r"\b(?:once|originally) (?:had|was|were|lived|worked|played|owned|traded|ran|used|spoke|taught|drank|ate|smoked)\b",
            r"^(?:as|when) (?:a|an|i was a|User was a) (?:\w+ )?(?:child|kid|teenager|student|boy|girl|young|toddler|junior|baby)\b",
            r"\bas a (?:child|kid|teenager|student|boy|girl|young \w+)\b", r"\b(?:growing up|in (?:my|his|her|their|User's) (?:youth|twenties|thirties|teens|childhood|20s|30s))\b",
            r"\b(?:was|were|worked|lived|played|drove|ran|had|spent|served|taught|kept|owned|smoked|studied|managed) .*\bfor (?:\w+ ){1,2}(?:years|months|decades)\b",
            r"\bspent (?:\w+ ){1,2}(?:years|months|decades)\b",
            r"^(?:until|before|up to|prior to)\b.*\b(?:was|were|ran|had|lived|worked|used|did|spent|kept|paid|played)\b",
            r"\blearn(?:ed|t) to \w+ (?:in|on|at|with)\b", r"\bcould not \w+ .*\bwhen\b", r"\bin those days\b|\byears ago\b(?!.*\bsince\b)",
            r"\bformer(?! (?:colleague|boss|wife|husband|partner)\b) (?:\w+)", r"\bex-(?:smoker|soldier|teacher|army|marine|nurse|cop|pro|drinker)\b",
            r"^(?:back )?in (?:19|20)\d\d,? .*\b(?:was|were|had|lived|worked|ran|used|did)\b",
            r"\b(?:was|were|had|lived|worked|ran) .*\b(?:back )?in (?:19|20)\d\d\b(?!.*\bborn\b)(?<!born in \d{4})",
            r"\bhad been\b", r"\bno longer than\b",
        ),
    ),
    (
        Modality.CONDITIONAL,
        _cues(
            r"(?:^|[,;] |\band |\bbut |\bor |\bso )(?:if|unless|provided|assuming|in case|should it)\b", r"\b(?:only|even) if\b", r"\bunless\b",
            r"\b\w+ if (?:it|the|i|User|we|he|she|they|there|you|no|my|not|a|an|\w+ing|\w+s)\b",
            r"^(?:when|whenever|while out|outside (?:of )?(?:office|working|business|school|term)|in an emergency|in emergencies|in a (?:hurry|crisis|pinch))\b",
            r"^for (?:\w+ )?(?:urgent|emergenc|anything|everything|big|small|large|long|short|work|formal|complex)\b",
            r"^(?:on|at) (?:bad|good|busy|hot|cold|rainy|quiet|long) (?:days|nights|weeks)\b", r"^in the (?:car|rain|winter|summer|dark|cold|heat)\b",
            r"\b(?:for|in) (?:urgent|emergency|serious|formal) (?:matters?|cases?|things|situations?|issues?)\b", r"\bin an emergency\b", r"\bin emergencies\b",
            r"\bwhen (?:it|there|i am|User is|he is|she is|they are|nobody|someone|the weather|\w+ is|\w+ are|\w+'s \w+ (?:is|are)|we are|travell?ing|working|abroad|driving|flying|tired|stressed|busy)\b(?!.*\b(?:was|were)\b)",
            r"\bwhenever\b", r"\bdepend(?:s|ing) on\b", r"\bas long as\b", r"\botherwise\b", r"\bexcept (?:for|when|on|in)\b", r"\bbut not\b.*\bonly\b",
            r"^(?:with|around) (?:clients|customers|guests|patients|family|kids|strangers)\b",
        ),
    ),
    (
        Modality.FUTURE,
        _cues(
            r"\bwill (?:(?:not|be|also|have|soon|then|now|only|probably|\w+ly) )?\w+", r"\b(?:am|is|are) (?:not )?going to (?!the\b|a\b|my\b|bed\b|[A-Z])\w+",
            r"\bgoing to (?:be|move|start|leave|switch|become|buy|sell|get|sit|have|quit|stop|change)\b",
            r"\b(?:plans?|planning|intends?|intending|scheduled|due|about) to (?:\w+)", r"\b(?:is|are) (?:scheduled|planned|booked|slated|earmarked) (?:for|on|in|to)\b",
            r"\b(?:upcoming|soon)\b", r"\b(?:is|are|am) (?:moving|leaving|starting|switching|getting married|retiring|changing|upgrading|migrating|joining|expecting to|relocating)\b(?!.*\b(?:already|last|ago)\b)",
            r"\bstarts? (?:my |his |her |their |User's )?(?:new )?(?:job|role|school|course|uni|university|work) (?:in|on|at|next)\b",
            r"\bonce the .* (?:is|has|are)\b", r"\bin (?:a|one|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?)(?:' time| time)?[.!]?$",
        ),
    ),
    (
        Modality.TEMPORARY,
        _cues(
            r"\bfor (?:now|the moment|the time being|today|tonight|a (?:few|couple of) (?:days|weeks|months|nights)|the (?:week|weekend|day|night|summer|holidays|duration|fortnight))\b",
            r"\btemporar(?:y|ily)\b", r"\bthis (?:week|weekend|month|morning|afternoon|evening|fortnight) (?:only|for)\b", r"\bjust (?:for )?(?:this|the) (?:week|month|weekend|day|once)\b",
            r"\b(?:until|till|til|'til) \w+", r"\bwhile\b.*\b(?:is|are|goes|gets|was|were|being|on|in)\b", r"\b(?:is|are|am) (?:acting|standing in|filling in|covering|on loan)\b",
            r"\bstaying (?:with|at|in)\b", r"\bthis once\b", r"\bas an exception\b", r"\bduring (?:the|this|her|his|my|User's) \w+", r"\bfor the .* (?:weekend|trip|week|event|conference|hackathon)\b",
            r"\bcurrently (?:in|at|on|visiting|staying)\b(?=.*\b(?:week|day|trip|holiday|conference)\b)",
            r"^on (?:christmas|boxing|new year|easter|bank holiday)\b",
        ),
    ),
)  # fmt: skip
