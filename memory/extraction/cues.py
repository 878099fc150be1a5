"""The cues of each modality: what words in a statement say about the kind of its truth.

A data table for `modality.py`. Where a cue has an everyday use that says nothing of the kind, the
exception stands beside it as a look-around ("i said" is not reported speech).
"""

from __future__ import annotations

import re

from memory.vocabulary import Modality


def any_of(*patterns: str) -> re.Pattern[str]:
    """One pattern for all of these, without regard to case."""
    return re.compile("|".join(patterns), re.IGNORECASE)


# The speaker mends what is stored, whatever else the sentence says: its conditions and dates are
# about the mistake ("when I said HR I meant …").
CORRECTS = any_of(
    r"\bgot (?:the|my|that|it|his|her) (?:\w+ ){0,2}?(?:wrong|backwards|mixed up)\b", r"\bcorrection\b",
    r"\bwhen (?:i|User|we|he|she|they|the customer) (?:said|wrote|typed|told)\b.*\b(?:meant|not)\b",
    r"\b(?:i|User|we|he|she|they|the customer) (?:actually |really |of course )?meant\b",
    r"\b(?:was|is|were) (?:just |only )?(?:a|my|our|an|the|your|his|her)? ?(?:typo|mistake|error|mix-?up|slip|rumour|misunderstanding)\b",
    r"\b(?:typed|read|heard|wrote|noted|remembered|had|put) (?:it|that|this|the \w+) (?:down )?(?:wrong|wrongly|backwards)\b", r"\bbelonged on another\b", r"\bis spel(?:t|led)\b",
    r"\bmis(?:heard|read|typed|spelt|spelled|spoke|wrote|remembered|counted|understood|quoted|filed)\b", r"\bmix(?:ed)? (?:it|them|that|this|the \w+|up) ?(?:up)?\b",
    r"\b(?:was|were) (?:wrong|mistaken|misread|misheard|confused)\b", r"\b(?:is|was) wrong,", r"\bin error\b|\bby mistake\b",
    r"\b(?:you|the bot|the agent|the form|the record|the note) (?:keeps?|kept|got)\b.*\b(?:wrong|spelling)\b", r"\b(?:flipped|swapped|transposed) the (?:digits|numbers|letters)\b",
)  # fmt: skip

# The shape of a correction without a word for it: it marks the change and leaves the modality open.
CONTRASTS = any_of(
    r"(?:,| and) not (?:the |an? |on |at |in |from |to |with |by |for |her |his |my )?[\w£$€'.:-]+(?: [\w'-]+){0,2}[.!]*$",
    r"\b(?:should|ought to) (?:be|read|say)\b.*\bnot\b", r"^(?:no,? )+(?:it|that|my|the|his|her|i)\b", r"^(?:sorry|oops|scratch that|my bad|apologies|wait)\b",
    r"\b(?:i|User|he|she|they) never (?:said|had|did|was)\b", r"^(?:it|that)(?: i|')s .+, not .+ (?:that|who)\b", r"\bnot me\b",
)  # fmt: skip

CUES: tuple[tuple[Modality, re.Pattern[str]], ...] = (
    (
        Modality.QUOTED,
        any_of(
            r"(?<!\bi )(?<!\bUser )(?<!\bnever )(?<!\bever )(?<!i have )(?<!already )(?<!\bit )\b(?:said|says|saying)\b(?! (?:hello|hi|goodbye|no|yes|goodnight|it wrong)\b)",
            r"\b(?:claims?|claimed) (?:that|to|he|she|they|it|the|User|i)\b", r"\b(?:insists?|insisted) (?!on\b)", r"\b(?:joked|jokes|quoted|swears|reckons?|alleged|alleges|keeps saying)\b", r"\bquotes (?:the|him|her|User|them)\b",
            r"\b(?:tells?|telling) (?:people|everyone|me|us|User)\b", r"\bask(?:s|ed) (?:whether|if)\b", r"\btold (?:me|us|User|her|him|them|the customer|the agent)\b(?! (?:the|about|off|a|all|everything|their|his|her)\b)",
            r"\b(?:advert|ad|poster|banner|flyer|headline|sign|slogan)\b.{0,40}\b(?:says|reads)\b",
            r"\baccording to\b", r"\b(?:it is not the case|not true) that\b", r"\bi am told\b", r"\bsupposedly\b",
            r"^[\"'].{8,}[\"'],? (?:said|says)?", r"\b(?:called|calls) (?:me|him|her|it|User) [\"']", r"\bas if\b",
            r"\bpretend(?:ing|s)?\b", r"\b(?:in|from) (?:the|a) (?:film|movie|song|book|novel|game|story|dream|lyrics)\b",
            r"\bwould (?:change|happen) if\b", r"\byeah right\b", r"\blol jk\b|\bjust kidding\b|\bjoking\b",
        ),
    ),
    (
        Modality.HEDGED,
        any_of(
            r"\b(?:might|maybe|perhaps|possibly|probably|presumably|apparently|likely|unlikely|seemingly|potentially|conceivably)\b",
            r"\b(?<!in )(?<!of )(?<!on )(?<!by )(?<!\d )(?<!may )(?<!guests )(?<!everyone )(?<!anyone )(?<!you )(?<!staff )(?<!users )(?<!members )(?<!partners )(?<!visitors )(?<!projects )(?<!employees )(?<!students )may (?!(?:\d+|and|bank|day|or|not (?:skipper|enter|drive|use|park|bring)|(?:\w+ )?(?:deploy|use|expense|approve|compare|park|bring|enter|bill|order|contact|keep|smoke|work from home))\b)(?:\w+)",
            r"\bcould (?:be|have been|end up|well|become|move|switch|turn out)\b",
            r"\b(?:am|is|are|been|be) (?:\w+ )?(?:thinking|considering|wondering|toying|debating|tempted|contemplating|unsure|undecided|mulling|weighing|torn between|leaning)\b",
            r"^(?:still |just |been )?(?:thinking|considering|wondering|toying|debating|tempted|contemplating|mulling|weighing|leaning)\b",
            r"\b(?:has|have) been (?:thinking|considering|wondering|toying)\b",
            r"\b(?:i|we|User|he|she|they|[\w-]+) (?<!not )(?:think|thinks|guess|guesses|suppose|supposes|suspect|suspects|believe|believes|assume|assumes|imagine|expect|expects|fancies|fancy|doubt|doubts)\b(?! (?:about|of|in)\b)",
            r"\b(?:not|n't) (?:too |entirely |quite |totally |100% )?(?:sure|certain)\b", r"\b(?:pretty|fairly|almost|nearly|quite) sure\b",
            r"\brumou?r", r"\bhas it that\b", r"\bi hear\b", r"\b(?:has|have) heard\b", r"\bhalf a mind\b", r"\bif (?:i|User|we) (?:remember|recall)\b",
            r"\bseems?\b(?! fine)", r"\b(?:looks|sounds) (?:like|as if)\b", r"\bas far as (?:i|User|we) (?:know|remember)\b|\bafaik\b|\biirc\b",
            r"\bwould (?:rather not say|consider)\b", r"\bwaiting to hear\b", r"\bsupposed to\b", r"\bin two minds\b", r"\bidk\b|\bdunno\b",
            r"(?<!was )(?<!were )(?:\bhopes? (?:to|that)\b|\bhoping to\b)", r"\bor so (?:i|they)\b", r"^should (?:the|it|she|he|they|we|my|her|his|User\'s) .*\b(?:will|would)\b", r"\bhas been offered\b", r"\bif all goes (?:well|to plan)\b", r"\bnot (?:yet )?(?:decided|settled|final)\b", r"\b(?:tentatively|provisionally)\b", r"\bis in talks\b", r"\bkeeps? (?:talking about|saying (?:he|she|they) (?:will|might))\b", r"\bi (?:fear|reckon|have a feeling)\b",  r"\bkeen to\b", r"\blooking (?:at|into) (?:\w+ing|whether|a)\b", r"\bwould (?:like|love) to\b", r"\bon the fence\b",
            r"\bprobs\b|\bprolly\b|\bmebbe\b", r"\bnot decided\b|\bhas not decided\b",
        ),
    ),
    (
        Modality.PAST,
        any_of(
            r"\bused to (?!.*[,;.:] .*\b(?:now|these days|lately|nowadays|currently|since|at the moment|is|are|has|am|gave|switched|changed)\b)(?!.*\b(?:and|but) (?:now|is|are|has|gave|these days)\b)(?!\w+ing\b)(?!(?:the|it|this|that|being|a|an)\b)", r"\bformerly\b|\bpreviously\b|\bin the past\b|\bback then\b|\bback in (?:the day|\d{4})\b",
            r"\b(?:once|originally) (?:had|was|were|lived|worked|played|owned|traded|ran|used|spoke|taught|drank|ate|smoked)\b",
            r"^(?:as|when) (?:a|an|i was a|User was a) (?:\w+ )?(?:child|kid|teenager|student|boy|girl|young|toddler|junior|baby)\b",
            r"\bas a (?:child|kid|teenager|student|boy|girl|young \w+)\b", r"\b(?:growing up|in (?:my|his|her|their|User's) (?:youth|twenties|thirties|teens|childhood|20s|30s))\b",
            r"\b(?:was|were|worked|lived|played|drove|ran|had|spent|served|taught|kept|owned|smoked|studied|managed) .*\bfor (?:\w+ ){1,2}(?:years|months|decades)\b",
            r"\bspent (?:\w+ ){1,2}(?:years|months|decades)\b",
            r"^(?:until|before|up to|prior to)\b.*\b(?:was|were|ran|had|lived|worked|used|did|spent|kept|paid|played)\b",
            r"\blearn(?:ed|t) to \w+ (?:in|on|at|with)\b", r"\bcould not \w+ .*\bwhen\b", r"\bin those days\b|\byears ago\b(?!.*\bsince\b)",
            r"\b(?:is|was|are|were) (?:an? |the )?former \w+", r"\bin the (?:\w+ties|\d{2,4}s)\b", r"\bgrew up (?:keeping|without|with|as|speaking|on)\b", r"\bwhen (?:i|she|he|they|User|we) (?:was|were) (?:\d|an?\b|in\b|at\b|young|little|small|four|five|six|seven|eight|nine|ten|twelve)", r"\bin (?:its|her|his|their|my|our|the) (?:first|early) (?:years?|days|weeks)\b", r"\b(?:initially|at first|to begin with)\b(?!.*\bnow\b)", r"\bex-(?:smoker|soldier|teacher|army|marine|nurse|cop|pro|drinker)\b",
            r"^(?:back )?in (?:19|20)\d\d,? .*\b(?:was|were|had|lived|worked|ran|used|did)\b",
            r"\b(?:(?:was|were) (?!\w+ed\b)|had\b|lived\b|worked\b|ran\b)(?!.*\bnot\b).*\b(?:back )?in (?:19|20)\d\d\b(?!.*\bborn\b)(?<!born in \d{4})",
            r"\bhad been\b",
            # A plain past of a state, with no word of the present in the sentence.
            r"^(?!it was|that was|there was|.*\b(?:is|are|am|has|have|now|these days|since|but|so|after all|not|wrong)\b)(?:[\w'&-]+ ){1,4}?(?:was|were) (?:\w+ly )?(?:an?|in|on|at|with|always|very|the|based|vegetarian|vegan|married to|engaged to|single|employed|known|keen|afraid|scared|allergic|self[- ]employed) \w+",
            r"^(?!.*\b(?:is|are|am|has|have|had|now|these days|since|'s|again)\b)(?:[\w'&-]+ ){1,4}?(?:\w+ly |always |only |first )?(?:lived|worked|owned|smoked|studied|rented|volunteered|commuted|banked|taught|drove (?:an?|the)|played|spoke|liked|loved|hated|preferred|belonged|used (?!up|to)\w+|needed|earned|wore|drank|knew|wrote|served|trained|coached|sang|swam)\b(?! to a\b)",
            r"\b(?:was|were|had|lived|worked|owned|smoked|studied|drove|played|ran|did|spoke|went|ate|drank|used|took|kept|sang|wore|rented) .*\b(?:at (?:school|uni|university|college|primary school)|in (?:her|his|their|my|User's) (?:student|school|single|army|younger) days|during (?:the war|lockdown|the pandemic|(?:her|his|my|their) (?:phd|degree|studies|childhood|gap year))|for a (?:while|bit|time|spell|season|year|month)|for (?:\w+ ){1,2}(?:terms|seasons|summers|winters)|before (?:the|that|this|then|joining|moving|retiring|having|she|he|they|we|i)\b|a (?:decade|lifetime) ago|ages ago|as an? (?:\w+ )?(?:child|student|teenager|apprentice|trainee|intern|junior|boy|girl))",
            r"^once upon a time\b|^when (?:i|she|he|they|User|we) (?:was|were|lived|worked|first)\b|^in (?:my|her|his|their|User's) (?:first|last|old|previous) (?:job|flat|house|school|role)\b", r"\b(?:old|previous|last) (?:job|employer|flat|house|landlord|car|phone|laptop|school|boss) (?:was|had|were)\b",
        ),
    ),
    (
        Modality.CONDITIONAL,
        any_of(
            r"(?:^|[,;] |\band |\bbut |\bor |\bso )(?:if|unless|provided|assuming|in case|should it)\b", r"\b(?:only|even) if\b", r"\bunless\b",
            r"\b\w+ if (?:it|the|i|User|we|he|she|they|there|you|no|my|not|a|an|\w+ing|\w+s)\b",
            r"^(?:when|whenever|while out|outside (?:of )?(?:office|working|business|school|term)|in an emergency|in emergencies|in a (?:hurry|crisis|pinch))\b",
            r"^for (?:\w+ )?(?:urgent|emergenc|anything|everything|big|small|large|long|short|work|formal|complex)\b",
            r"^(?:on|at) (?:bad|good|busy|hot|cold|rainy|quiet|long) (?:days|nights|weeks)\b", r"^in the (?:car|rain|winter|summer|dark|cold|heat)\b",
            r"\b(?:for|in) (?:urgent|emergency|serious|formal) (?:matters?|cases?|things|situations?|issues?)\b", r"\bin an emergency\b", r"\bin emergencies\b",
            r"\bwhen (?:it|there|i am|User is|he is|she is|they are|nobody|someone|the weather|\w+ is|\w+ are|\w+'s \w+ (?:is|are)|we are|travell?ing|working|abroad|driving|flying|tired|stressed|busy)\b(?!.*\b(?:was|were)\b)",
            r"\bwhenever\b", r"\bwhen (?:the |an? |her |his |my |our |their |\w+'s )?[\w-]+(?: [\w-]+)? (?:is|are|has|have|goes|gets|comes|stays|visits|travels|works|calls|asks|starts|runs|rains|snows|drops|rises|fails|closes|opens|needs|wants)\b",
            r"\bwhen (?:she|he|they|i|we|User|on|in|at|out|away|ill|sick|late|cold|hot|alone|off) (?!(?:\w+ed|left|came|got|went|say|says|said|wrote|was|were|moved|typed|told|did|had)\b)\w+", r"^(?:at|on|over) (?:the )?(?:weekends?|bank holidays|school nights|match days|workdays|weekdays)\b", r"^(?:on|for|during) (?:long|short|work|business|night|school|family) \w+\b", r"^after (?:dark|hours|midnight|\d)", r"^(?:while|when) (?:travell?ing|driving|abroad|on)\b",
            r"\bonly (?:when|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|in (?:an )?emergenc\w+)\b", r"\bin case of\b", r"\bin the event (?:of|that)\b", r"\b(?:over|above|below|under) [£$€]?\d[\d,]*,? (?:\w+ )?(?:needs?|requires?|goes?|must|has)\b", r"\bon (?:long|short|business|work) (?:flights|trips|journeys|drives|hauls)\b", r"\bfor (?:special occasions|longer trips|long trips|short trips|guests|parties|big purchases|small amounts|emergencies)\b", r"\bat (?:parties|weddings|festivals|restaurants|conferences)\b", r"\bin (?:hot|cold|wet|bad|good|fine|dry|icy) weather\b", r"\bdepend(?:s|ing) on\b", r"\bas long as\b", r"\botherwise\b", r"\bexcept (?:for|when|on|in)\b", r"\bbut not\b.*\bonly\b",
            r"^(?:with|around) (?:clients|customers|guests|patients|family|kids|strangers)\b",
        ),
    ),
    (
        Modality.FUTURE,
        any_of(
            r"(?<!'s )(?<!\bher )(?<!\bhis )(?<!\bmy )(?<!\ba )(?<!\bthe )\bwill (?!do\b|only speak|usually|always|never|often|sometimes|not (?:eat|drink|speak|touch|use)\b)(?:(?:not|be|also|have|soon|then|now|only|probably|\w+ly) )?\w+", r"\b(?<!was )(?<!were )(?:am|is|are) (?:not )?going to (?!the\b|a\b|my\b|bed\b|[A-Z])\w+",
            r"(?<!was )(?<!were )\bgoing to (?:be|move|start|leave|switch|become|buy|sell|get|sit|have|quit|stop|change)\b",
            r"(?<!was )(?<!were )(?:\b(?:plans?|planning|intends?|intending|scheduled|due|about|expected|poised|aims|has decided|on course) to (?:be|have|move|leave|join|start|become|switch|change|buy|sell|retire|quit|stop|marry|go|take|get|upgrade|migrate|cancel|open|close|return|replace|end|begin|give|hand|step|\w+)\b)", r"\b(?:wants?|wish(?:es)?|needs?|desires?|longs?|dreams? of|would like|has|have|ought) to (?:live|work|reside|relocate|settle|be (?:in|at|based)|study (?:in|at)|join)\b", r"\b(?:needs?|has|have|ought) to move\b", r"\bshould be (?:in|at|based|living|working)\b", r"\b(?:wants?|wishes) to (?:switch|move|upgrade|downgrade|cancel|change|leave|sell|quit|retire)\b", r"\bis expecting (?:a|her|their|an)\b", r"\bthe plan is to\b", r"\b(?:starting|beginning|effective|with effect from|as of|from) (?:next|tomorrow|the new year|then)\b", r"\b(?:next (?:week|month|year|term|season|spring|summer|autumn|winter|quarter|semester)|tomorrow|in the new year)\b(?!.*\b(?:moved|pushed|postponed|rescheduled|put back)\b)(?<!by next week)(?<!until next week)(?<!till next week)", r"\b(?:is|are) (?:scheduled|planned|booked|slated|earmarked) (?:for|on|in|to)\b",
            r"\b(?:upcoming|soon)\b", r"\b(?:is|are|am) (?:moving|leaving|starting|switching|getting married|retiring|changing|upgrading|migrating|joining|expecting to|relocating)\b(?!.*\b(?:already|last|ago)\b)",
            r"\bstarts? (?:an? |my |his |her |their |User's )?(?:new )?(?:job|role|school|course|uni|university|work) (?:in|on|at|next)\b(?! (?:about |around )?(?:\d|noon|midnight|half|quarter|five|six|seven|eight|nine|ten|eleven|twelve|mon|tue|wed|thu|fri|sat|sun|the weekends?|time|home|my|their|the same))",
            r"\bonce the .* (?:is|has|are)\b", r"\bin (?:a|one|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?)(?:' time| time)?[.!]?$",
        ),
    ),
    (
        Modality.TEMPORARY,
        any_of(
            r"\bfor (?:now|the moment|the time being|today|tonight|a (?:few|couple of) (?:days|weeks|months|nights)|the (?:week|weekend|day|night|summer|holidays|duration|fortnight))\b",
            r"\btemporar(?:y|ily)\b", r"\bthis (?:week|weekend|month|morning|afternoon|evening|fortnight) (?:only|for)\b", r"\bjust (?:for )?(?:this|the) (?:week|month|weekend|day|once)\b",
            r"(?<!valid )(?<!runs )(?<!run )(?<!running )(?<!open )(?<!opens )(?<!extended )(?<!sleeps )(?<!sleep )(?<!lasts )(?<!available )(?<!good )(?<!ever )\b(?:until|till|til|'til) (?!\d|noon|midnight|gusts|then|half|late\b|recently\b|now\b)\w+", r"\bwhile\b.*\b(?:is|are|goes|gets|was|were|being|on|in)\b", r"\b(?:is|are|am) (?:acting|standing in|filling in|covering|on loan)\b",
            r"\bstaying (?:with|at|in)\b", r"\bthis once\b", r"\ball (?:week|weekend|month|this week)\b", r"\bjust (?:next|this) (?:week|month|term|time)\b", r"\b(?:acting|interim|caretaker) (?:manager|head|director|lead|captain|ceo|principal|chair)\b", r"\bon (?:loan|secondment|sabbatical|jury duty|furlough|probation|standby)\b", r"\bout of town\b", r"\bfurther notice\b", r"\b(?:seconded|loaned|borrowing|housesitting|house-sitting|dog-sitting|cat-sitting)\b", r"\bfilling in\b", r"\bon a trial\b|\bis trialling\b|\btrial period\b", r"\bas an exception\b", r"\bduring (?:the|this|her|his|my|User's) \w+", r"\bfor the .* (?:weekend|trip|week|event|conference|hackathon)\b",
            # How somebody feels; what wears off without anybody saying so.
            r"^(?:User|i|we|he|she|they)(?: is| am| are| feels?)(?: still| so| really| very| pretty| quite| a bit| all| totally| completely)* (?:sore|exhausted|knackered|shattered|hung ?over|jet-?lagged|poorly|nauseous|feverish|sleepy|under the weather|stuck in traffic|(?:tired|sick) (?:after|from|today))\b",
            r"\bcurrently (?:in|at|on|visiting|staying)\b(?=.*\b(?:week|day|trip|holiday|conference)\b)",
            r"^on (?:christmas|boxing|new year|easter|bank holiday)\b",
        ),
    ),
)  # fmt: skip
