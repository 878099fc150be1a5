"""What a statement says of somebody: its scope, how much it matters, and its slot.

A row matches the predicate ("lives in Leeds"), after adverbs and helping verbs, so that "might
move to Leeds" and "used to live in Leeds" find the same row; the modality is told elsewhere.
`~live` stands for the verb in all its forms, `{v}` for the value, `{Name}` for a capitalised one.
A value is taken only where the row has a key and nothing of weight follows the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.extraction.grammar import ADVERB, expand_contractions
from memory.extraction.keys import Key, find_key
from memory.extraction.plausible import is_plausible
from memory.extraction.spelling import ABBREVIATED, straighten
from memory.vocabulary import Scope


@dataclass(frozen=True, slots=True)
class Attribute:
    """One row: what the predicate looks like, and what it is. `key` "" where no slot fits."""

    told: str
    scope: Scope
    importance: int
    key: str = ""
    value: str = ""  # the value where the words do not hold it: "is coeliac" → "gluten"


@dataclass(frozen=True, slots=True)
class Slot:
    """What was found. `key` is None where the value is not certain enough to fill a slot."""

    scope: Scope
    importance: int
    category: str = ""
    key: Key | None = None
    value: str = ""


_FACT, _CONSTRAINT, _PREFERENCE = Scope.FACT, Scope.CONSTRAINT, Scope.PREFERENCE
_RELATIONSHIP, _GOAL = Scope.RELATIONSHIP, Scope.GOAL

_ILLNESS = (
    r"(?:asthma|diabetes|epilepsy|migraines?|arthritis|eczema|psoriasis|ibs|crohn'?s(?: disease)?|colitis|coeliac disease|celiac disease|anxiety|depression|adhd|add|autism|ocd|ptsd|bipolar(?: disorder)?"
    r"|dyslexia|dyspraxia|dyscalculia|tinnitus|vertigo|sciatica|scoliosis|osteoporosis|fibromyalgia|endometriosis|pcos|hashimoto'?s(?: disease)?|hypothyroidism|high blood pressure|low blood pressure"
    r"|hypertension|high cholesterol|a heart condition|a pacemaker|a bad (?:back|knee|hip|shoulder)|chronic (?:pain|fatigue|migraines)|sleep apnoea|sleep apnea|insomnia|reflux|gerd|gout|anaemia|anemia|lupus|ms|multiple sclerosis"
    r"|parkinson'?s(?: disease)?|alzheimer'?s(?: disease)?|dementia|cancer|a stammer|a stutter|hay ?fever|raynaud'?s|vertigo|long covid|type [12] diabetes|gestational diabetes|hearing loss|tinnitus|a hearing aid|hearing aids|a slipped disc|a hernia|(?:(?:lower |upper )?back|neck|knee|hip|shoulder|joint|nerve) (?:pains?|problems?|trouble|issues))"
)
_JOB = (
    r"(?:(?!(?:to|by|at|an?|the|in|on|of|not|no|like|with|my|her|his|their|its|our|from|for|as|promoted|named|made|\w+ing)\b)[\w-]+ ){0,3}?(?:\w*(?:engineer|teacher|nurse|doctor|developer|designer|manager|director|accountant|lawyer|solicitor|barrister|paralegal|analyst|consultant|architect|plumber|electrician|carpenter|joiner|builder"
    r"|baker|chef|cook|barista|waiter|waitress|bartender|driver|pilot|courier|postman|farmer|gardener|florist|butcher|fisherman|scientist|researcher|professor|lecturer|tutor|librarian|translator|interpreter|writer"
    r"|editor|journalist|photographer|illustrator|artist|musician|actor|producer|dentist|vet|pharmacist|optician|physio|physiotherapist|therapist|psychologist|psychiatrist|paramedic|midwife|carer|surgeon|gp|radiographer"
    r"|social worker|police officer|firefighter|soldier|recruiter|salesman|salesperson|rep|receptionist|secretary|administrator|cleaner|hairdresser|barber|beautician|mechanic|welder|machinist|technician|estate agent"
    r"|bookkeeper|cashier|shop assistant|student|phd student|apprentice|intern|freelancer|contractor|founder|pm|ceo|cto|cfo|coo|head of [\w ]+|vp of [\w ]+|product owner|scrum master|sysadmin|devops engineer|programmer"
    r"|data scientist|copywriter|marketer|planner|surveyor|auditor|actuary|underwriter|trader|broker|banker|economist|officer|supervisor|foreman|buyer|instructor|coach|personal trainer|yoga teacher|dog walker|childminder"
    r"|nanny|headteacher|headmaster|principal|vicar|priest|imam|rabbi|magistrate|judge|councillor|civil servant|diplomat|geologist|biologist|chemist|physicist|mathematician|statistician|historian|archaeologist|curator"
    r"|conductor|violinist|pianist|cellist|drummer|guitarist|singer|dancer|choreographer|stylist|tailor|seamstress|potter|brewer|winemaker|sommelier|caterer|butler|porter|concierge|housekeeper|caretaker|janitor|security guard"
    r"|lorry driver|bus driver|train driver|taxi driver|pensioner|retiree|homemaker|stay-at-home (?:mum|mom|dad|parent))s?)"
)
_LANGUAGE = (
    r"(?:English|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Swedish|Norwegian|Danish|Finnish|Greek|Turkish|Arabic|Hindi|Urdu|Bengali|Tamil|Punjabi|Gujarati|Chinese|Mandarin|Cantonese|Japanese|Korean"
    r"|Russian|Ukrainian|Welsh|Irish|Gaelic|Czech|Slovak|Hungarian|Romanian|Bulgarian|Croatian|Serbian|Hebrew|Persian|Farsi|Thai|Vietnamese|Tagalog|Swahili|Yoruba|Igbo|Zulu|Afrikaans|Catalan|Basque|Latin|BSL|ASL|Esperanto)"
)
_FAITH = r"(?:Muslim|Christian|Catholic|Jewish|Hindu|Sikh|Buddhist|Quaker|Mormon|Jain|Protestant|Orthodox)"
_KIN = (
    r"(?:wife|husband|partner|son|daughter|brother|sister|mother|mum|mom|father|dad|boyfriend|girlfriend|cousin|niece|nephew|flatmate|housemate|roommate|friend|baby|twins?|grandson|granddaughter|grandmother|grandfather"
    r"|stepson|stepdaughter|kids?|children|sons|daughters|brothers|sisters|siblings|grandchildren|fianc[ée]e?|godson|goddaughter|half-(?:brother|sister)|boys|girls)"
)
_PET = r"(?:[\w-]+ ){0,3}?(?:dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|guinea pigs?|parrots?|budgies?|horses?|pon(?:y|ies)|tortoises?|goldfish|hens|chickens|goats?|snakes?|labrador|spaniel|terrier|cockapoo|greyhound|whippet|dachshund|poodle|beagle|collie|retriever)"
_TRAINED = r"(?:a|an|the|my|User's|their|his|her|another|two|three|four|five|\d+|no)"

_ROWS: tuple[Attribute, ...] = (
    # Constraints first: what must be respected on every turn.
    Attribute(r"(?:~be )?(?:severely |deathly |badly |mildly |a bit )?allergic to {v}", _CONSTRAINT, 10, "allergy"),
    Attribute(r"~have (?:a|an) (?:(?:severe|bad|mild|serious|deadly) )?{v} allerg(?:y|ies)", _CONSTRAINT, 10, "allergy"),
    Attribute(r"~have (?:an allergy|allergies) to {v}", _CONSTRAINT, 10, "allergy"),
    Attribute(r"~(?:get|carry|go) (?:into )?(?:an? )?(?:hives|anaphyla\w+|epipen|epi-pen)\b.*", _CONSTRAINT, 10),
    Attribute(r"~(?:get|have|break out in|come out in) (?:an? )?(?:\w+ )?(?:rash(?:es)?|hives|welts|swelling|asthma attacks?) (?:from|if|when|after|every time|with) .+", _CONSTRAINT, 9),
    Attribute(r"~react (?:badly|really badly|terribly|strongly|severely) to .+|can not (?:tolerate|stomach|digest) .+|~be (?:very |highly |really |super )?sensitive to .+", _CONSTRAINT, 8),
    Attribute(r"~(?:get|suffer from) (?:really |very |so |badly )?(?:car|sea|air|motion|travel|altitude)[- ]?sick(?:ness)?\b.*", _FACT, 6),
    Attribute(r"(?:~be )?(?P<v>lactose|gluten|dairy|fructose|histamine)[- ]intolerant", _CONSTRAINT, 8, "intolerance"),
    Attribute(r"~be intolerant to {v}", _CONSTRAINT, 8, "intolerance"),
    Attribute(r"(?:~be |~have )?(?:a )?(?:coeliac|celiac)(?: disease)?", _CONSTRAINT, 9, "intolerance", "gluten"),
    Attribute(r"(?:~be |~become |~go |~eat |~turn )?(?:a |an )?(?:strict |committed |mostly )?(?P<v>vegetarian|veggie|vegan|pescatarian|flexitarian|omnivore)(?: diet)?", _CONSTRAINT, 9, "diet"),
    Attribute(r"(?:~keep|~eat|~be|~follow)(?: only| strictly)? (?:a |an )?(?:halal|kosher|gluten[- ]free|dairy[- ]free|nut[- ]free|sugar[- ]free|low[- ]carb|keto|plant[- ]based)(?: food| diet)?", _CONSTRAINT, 9),
    Attribute(r"(?:~do not|can not|cannot|never|no longer) (?:~eat|~touch) {v}", _CONSTRAINT, 8),
    Attribute(r"(?:~do not |no longer |never )~drink(?: (?:any |a drop of )?alcohol)?(?: at all)?", _CONSTRAINT, 8, "alcohol", "does not drink"),
    Attribute(r"~be (?:[\w-]+ (?:days?|weeks?|months?|years?) sober|(?:a )?(?:teetotal(?:ler)?|sober)|in recovery|a recovering alcoholic)", _CONSTRAINT, 8, "alcohol", "does not drink"),
    Attribute(rf"~be (?:a |an )?(?:practising |devout |observant )?(?P<v>(?-i:{_FAITH}))", _CONSTRAINT, 8, "religion"),
    Attribute(r"~(?:use|need|be in) (?:a |an )?(?:wheelchair|walking frame|guide dog|hearing loop|screen reader|step-free access|interpreter)\b.*", _CONSTRAINT, 9),
    Attribute(r"~be (?:a )?(?:wheelchair user|deaf|blind|hard of hearing|partially sighted|visually impaired|colou?r[- ]?blind|dyslexic|autistic|pregnant|diabetic|epileptic|asthmatic|disabled|neurodivergent|immunocompromised|breastfeeding)\b.*", _CONSTRAINT, 9),
    Attribute(r"~be \d+ (?:weeks?|months?) pregnant\b.*", _CONSTRAINT, 9),
    Attribute(r"can not (?:do|climb|manage|use) (?:stairs|steps|ladders|escalators|lifts)\b.*", _CONSTRAINT, 8),
    Attribute(rf"~have (?:a bit of |mild |severe |chronic |terrible |really bad |bad )?(?P<v>{_ILLNESS})", _CONSTRAINT, 8, "medical_condition"),
    Attribute(r"~be diagnosed (?:with|as) {v}", _CONSTRAINT, 8, "medical_condition"),
    Attribute(r"~use (?P<v>(?:he/him|she/her|they/them|he/they|she/they|xe/xem))(?: pronouns)?", _CONSTRAINT, 8, "pronouns"),
    Attribute(r"pronouns (?:are|is) (?P<v>\w+/\w+)", _CONSTRAINT, 8, "pronouns"),
    Attribute(r"(?:~have no|~do not have|no longer ~have) .*\b(?:allerg\w+|intoleran\w+|diabetes|asthma|epilepsy|condition)\b.*", _CONSTRAINT, 8),
    # Health.
    Attribute(r"~(?:take|be on|use) (?P<v>(?:[\w-]+ )?\d+ ?m?c?g(?: of [\w-]+)?|[\w-]+ \d+ ?m?c?g\b|\w+(?:pril|statin|oxetine|azole|mab|formin|thyroxine|olol|sartan|pram|triptyline|cillin)|insulin|warfarin|sertraline|metformin|ibuprofen|statins|antidepressants|beta blockers|blood thinners|the pill|hrt|methotrexate|steroids|antihistamines)\b.*", _FACT, 8, "medication"),
    Attribute(r"~smoke\b.*|~do not smoke|~vape\b.*", _FACT, 5),
    Attribute(r"blood (?:type|group) is {v}", _FACT, 8, "blood_type"),
    Attribute(r"~weigh {v}", _FACT, 4, "weight"),
    Attribute(r"~be (?P<v>\d+ ?cm|\d'\d+\"?|\d foot \d+|six foot\w*)(?: tall)?", _FACT, 3, "height"),
    # Person.
    Attribute(r"~be (?P<v>\d{1,3})(?: years old| yrs old| yo)?", _FACT, 4, "age"),
    Attribute(r"~turn \d{1,3}", _FACT, 4),
    Attribute(r"~(?:live|be based|reside|be living) in {v}", _FACT, 5, "city"),
    Attribute(r"~(?:live|reside|stay) (?:with|alone|at|near|on|by|out|just|off|next|above|together|there|here|abroad)\b.*", _FACT, 5),
    Attribute(r"~(?:move|relocate|emigrate|resettle) (?:house|home|to|into|in with|out|back|from|over|away)\b.*", _FACT, 5),
    Attribute(r"~(?:settle) (?:in|down in) .+", _FACT, 5),
    Attribute(r"~be (?:currently |away |back )?in (?:the )?(?-i:[A-Z])\w.*", _FACT, 4),
    Attribute(r"~(?:come|be) (?:originally )?from {v}", _FACT, 4),
    Attribute(r"~be (?:originally )?born (?:and raised )?(?:in|on) {v}", _FACT, 4),
    Attribute(r"~grow up (?:in|on|near) {v}", _FACT, 4, "hometown"),
    Attribute(r"(?:full |real |first |last )?name is {Name}", _FACT, 7, "name"),
    Attribute(r"~(?:be called|be named) {Name}", _FACT, 7, "name"),
    Attribute(r"~(?:go by|prefer to be called|like to be called|want to be called) {v}", _FACT, 7, "preferred_name"),
    Attribute(rf"~speak (?:fluent |a little |a bit of |some |good |basic |decent )?(?P<v>{_LANGUAGE})", _FACT, 4, "language"),
    Attribute(rf"~speak .*\b{_LANGUAGE}\b.*", _FACT, 4),
    Attribute(rf"~(?:learn|study|practise|practice) (?P<v>{_LANGUAGE})", _GOAL, 3, "learning"),
    Attribute(r"birthday is (?:on )?{v}", _FACT, 6, "birthday"),
    # Work and study.
    Attribute(r"~work (?:full[- ]time |part[- ]time )?(?:at|for) {v}", _FACT, 6, "employer"),
    Attribute(r"~work as (?:a |an |the )?{v}", _FACT, 6, "job_title"),
    Attribute(r"~(?:work|teach|volunteer) (?:in|from|on|with|nights|days|earlies|lates|mornings|evenings|part|full|remotely|shifts|four|three|two|five|mon|tues|weekends|every|at)\b.*", _FACT, 5),
    Attribute(r"~(?:teach|lecture|research) {v}", _FACT, 5),
    Attribute(rf"(?:~be|~become)(?: now| currently)? (?:a |an |the )?(?P<v>{_JOB})", _FACT, 6, "job_title"),
    Attribute(rf"(?:~be|~become)(?: now| currently)? (?:a |an |the )?{_JOB} (?:at|for|in|with|by|of|on)\b.*", _FACT, 6),
    Attribute(r"~do not (?:work|live|study|teach) .+|~be not at (?-i:[A-Z]).+", _FACT, 5),
    Attribute(r"(?:shifts?|working hours|hours) (?:is|are) (?:mostly |mainly |usually |always |all |now )*(?:on |in the )?(?:nights?|days?|earl(?:y|ies)|lates?|mornings?|evenings?|weekends?)\b.*", _FACT, 5),
    Attribute(r"job(?: title)? is {v}", _FACT, 6, "job_title"),
    Attribute(r"~be (?P<v>retired|unemployed|self[- ]employed|freelance|redundant|out of work|between jobs|semi[- ]retired|on (?:maternity|paternity|parental|sick) leave)", _FACT, 6, "employment_status"),
    Attribute(r"~(?:study|be studying|major in) {v}", _FACT, 4),
    Attribute(r"~(?:join|leave|quit|resign from|start at|be promoted|get promoted|be made|retire|graduate|be laid off|be fired|get fired|enrol|change jobs|switch jobs)\b.*", _FACT, 6),
    Attribute(r"~(?:get|land|start|accept|take) (?:a |the |my |User's |their )?(?:new )?(?:job|role|position|promotion)\b.*", _FACT, 6),
    Attribute(r"~(?:report to|manage|lead|supervise|run|own) (?:a|an|the|my|User's|their|our|two|three|four|five|six|\d+|[A-Z]).*", _FACT, 5),
    Attribute(r"~commute (?:by|to|from|in|on|for)\b.*", _FACT, 3),
    # Family.
    Attribute(r"~be (?:now |still |recently |newly )?(?P<v>married|single|divorced|engaged|widowed|separated|in a relationship)(?: (?:to|with) .+)?", _RELATIONSHIP, 6, "relationship_status"),
    Attribute(r"~(?:get (?:married|engaged|divorced)|marry|break up|split up|separate|propose|date|see someone|tie the knot)\b.*", _RELATIONSHIP, 6),
    Attribute(rf"~(?:have|get|expect) {_TRAINED} (?:[\w-]+ ){{0,3}}?{_KIN}\b.*", _RELATIONSHIP, 6),
    Attribute(r"~have (?:kids|children|siblings|twins|grandchildren)\b.*", _RELATIONSHIP, 6),
    Attribute(rf"~(?:have|own|get|adopt|foster|keep|buy) {_TRAINED} {_PET}\b.*", _RELATIONSHIP, 4),
    Attribute(r"~(?:adopt|foster) .+", _RELATIONSHIP, 5),
    Attribute(r"~(?:die|pass away)\b.*|~be dead", _RELATIONSHIP, 7),
    Attribute(r"~be no longer (?:with (?:my|their|User's|her|his) partner|together|in a relationship)\b.*", _RELATIONSHIP, 6),
    Attribute(r"emergency contact is {v}", _RELATIONSHIP, 8, "emergency_contact"),
    # Accounts.
    Attribute(r"~be on (?:the |a |an )?{v} (?:plan|tier|package|subscription)", _FACT, 6, "plan"),
    Attribute(r"~be on (?:the )?(?P<v>Basic|Starter|Standard|Pro|Plus|Premium|Business|Team|Enterprise|Free|Solo)(?: plan| tier)?", _FACT, 6, "plan"),
    Attribute(r"~have (?P<v>\d+) (?:seats|licen[cs]es)", _FACT, 5, "seats"),
    Attribute(r"~(?:pay|be billed|be invoiced) (?:by|in|monthly|annually|yearly|with)\b.*", _FACT, 5),
    Attribute(r"~(?:upgrade|downgrade|cancel|renew) .+", _FACT, 5),
    Attribute(r"~(?:prefer|like|want|ask|need) (?:to be )?(?:contacted|contact|reached|called|emailed|texted|phoned)(?: by| on| via| through| at)? {v}", _PREFERENCE, 6, "preferred_contact"),
    Attribute(r"~prefer (?P<v>email|phone|text messages|texts?|sms|whatsapp|chat|phone calls|calls|a call)(?: (?:to|over) .+)?", _PREFERENCE, 6),
    Attribute(r"~prefer (?:email|phone|text|sms|whatsapp|a call) (?:contact|for)\b.*", _PREFERENCE, 6),
    # Devices and software.
    Attribute(r"~drive (?:an? |the )?{v}", _FACT, 4),
    Attribute(r"~(?:own|have|use|buy|get|lease|rent|drive|ride|trade in|sell) (?:a|an|the|my|User's|two|three|an old|a new)? ?(?:[\w-]+ ){0,4}?(?:car|van|bike|motorbike|scooter|house|flat|apartment|boat|canoe|caravan|camper|allotment|cottage|studio|phone|laptop|tablet|iphone|ipad|macbook|pixel|galaxy|thinkpad|kindle|printer|piano|guitar|violin|cello|drum kit|camera|tesla|honda|toyota|ford|bmw|vw|golf|railcard|season ticket|mortgage|business|bakery|shop|company|e-bike|desktop|pc|mac|xbox|playstation|switch|smartwatch|router|thermostat|solar panels)\b.*", _FACT, 4),
    Attribute(r"~(?:use|run|code in|program in|develop in|write code in|deploy to|host on|switch to|switch from|migrate|move over to|upgrade) .*(?-i:[A-Z])\w.*", _FACT, 4),
    Attribute(r"~(?:bank|be) with {Name}", _FACT, 4),
    # Taste, habits, goals.
    Attribute(r"~be learning (?!a lot|the hard way)(?:to )?.+", _GOAL, 3),
    Attribute(r"~(?:learn|start learning|take up) .+", _GOAL, 3),
    Attribute(r"~(?:train|save|prepare|study|practise|revise)(?: up)? for .+", _GOAL, 4),
    Attribute(r"~(?:want|aim|plan|hope|intend|try|decide) to (?:learn|become|run|lose|buy|move|write|start|finish|quit|stop|save|visit|retire|get (?:fit|into|better|married|a)|build|launch|pass|qualify|apply|go freelance|switch|travel|set up|open|do a|study|train|cut|give up|improve|read more|sell|climb|swim|cycle)\b.*", _GOAL, 4),
    Attribute(r"goal is (?:to )?.+|(?:my|User's) (?:goal|aim|target|dream) is .+", _GOAL, 4),
    Attribute(r"(?:can not stand|~hate|~dislike|~detest|~loathe|~despise|~do not like|~do not enjoy|~be not (?:a fan of|into|keen on|fond of)) {v}", _PREFERENCE, 4, "dislikes"),
    Attribute(r"~(?:like|love|enjoy|adore|be (?:really )?into|be (?:a )?(?:big |huge |massive )?fans? of|be fond of|be keen on|be obsessed with) {v}", _PREFERENCE, 3, "likes"),
    Attribute(r"would prefer .+|~prefer .+|would rather (?!not say).+|~favou?r .+", _PREFERENCE, 4),
    Attribute(r"~(?:play|practise) (?:the )?(?P<v>piano|guitar|violin|viola|cello|drums|bass|flute|trumpet|saxophone|clarinet|harp|ukulele|banjo|trombone|accordion|recorder|fiddle|organ)", _PREFERENCE, 3, "instrument"),
    Attribute(r"~(?:play|collect|do|practise|coach) (?:football|tennis|badminton|squash|rugby|cricket|golf|chess|hockey|netball|basketball|volleyball|padel|go|bridge|yoga|pilates|karate|judo|jiu-?jitsu|boxing|climbing|bouldering|pottery|ballet|salsa|crossfit|stamps|coins|vinyl|records|postcards|darts|snooker|pool|bowls|board games|triathlons?|parkrun)\b.*", _PREFERENCE, 3),
    Attribute(r"~(?:run|cycle|swim|hike|climb|row|knit|sew|paint|bake|garden|surf|ski|sail|dance|sing|fish|box|lift|meditate)(?: (?:every|most|on|three|two|twice|once|a lot|at|in|with|for|to|competitively|regularly|marathons|[0-9]+)\b.*)?", _PREFERENCE, 3),
    Attribute(r"~(?:eat|drink|take|have|skip) .*(?:(?<!in )(?<!of )every|twice|once|daily|for breakfast|for lunch|a day|a week|most (?:days|mornings)|usually|in the mornings?)\b.*", _PREFERENCE, 3),
    Attribute(r"~(?:wake|get) up (?:at|around|before|after|early|late)\b.*|~(?:go to bed|sleep) (?:at|around|before|after)\b.*", _PREFERENCE, 3),
    Attribute(r"~(?:go to|attend) (?:the )?(?:gym|church|mosque|temple|synagogue|choir|pilates|yoga|therapy|aa)\b.*", _PREFERENCE, 4),
    Attribute(r"(?:favou?rite|preferred) [\w -]+ (?:is|are) {v}", _PREFERENCE, 3),
    Attribute(r"~give up .+|~quit .+|~stop .+ing\b.*|~start .+ing\b.*", _FACT, 4),
    Attribute(r"~do not (?:own|have|work|live|speak|drive|take) .+", _FACT, 4),
    Attribute(r"~do not (?:drink|eat|use|like|do|watch|play|fly|wear) .+", _PREFERENCE, 4),
    Attribute(r"~drink .+|~eat .+", _PREFERENCE, 3),
    Attribute(r"no longer .+", _FACT, 4),
)  # fmt: skip


# From rows to patterns ------------------------------------------------------------------------

_FORMS = {
    "be": r"(?:am|is|are|was|were|be|been|being)", "have": r"(?:has|have|had|having|got|has got)",
    "do": r"(?:do|does|did|done|doing)", "go": r"(?:go|goes|going|went|gone)",
    "get": r"(?:get|gets|got|getting|gotten)", "take": r"(?:take|takes|took|taken|taking)",
    "eat": r"(?:eat|eats|ate|eaten|eating)", "drink": r"(?:drink|drinks|drank|drunk|drinking)",
    "drive": r"(?:drive|drives|drove|driving|driven)", "run": r"(?:run|runs|ran|running)",
    "speak": r"(?:speak|speaks|spoke|spoken|speaking)", "keep": r"(?:keep|keeps|kept|keeping)",
    "teach": r"(?:teach|teaches|taught|teaching)", "leave": r"(?:leave|leaves|left|leaving)",
    "become": r"(?:become|becomes|became|becoming)", "grow": r"(?:grow|grows|grew|growing)",
    "buy": r"(?:buy|buys|bought|buying)", "sell": r"(?:sell|sells|sold|selling)", "come": r"(?:come|comes|came|coming)",
    "lead": r"(?:lead|leads|led|leading)", "break": r"(?:break|breaks|broke|breaking)", "swim": r"(?:swim|swims|swam|swimming)",
    "wake": r"(?:wake|wakes|woke|waking)", "sleep": r"(?:sleep|sleeps|slept|sleeping)",
    "quit": r"(?:quit|quits|quitting)", "give": r"(?:give|gives|gave|given|giving)", "see": r"(?:see|sees|saw|seeing)",
    "ride": r"(?:ride|rides|rode|riding)", "die": r"(?:die|dies|died|dying)", "lie": r"(?:lie|lies|lay|lying)",
    "sing": r"(?:sing|sings|sang|singing)", "learn": r"(?:learn|learns|learnt|learned|learning)",
    "begin": r"(?:begin|begins|began|beginning)", "feel": r"(?:feel|feels|felt|feeling)",
}  # fmt: skip
_VALUE = rf"(?P<v>(?:[^,.;]|[.,](?=\d)|{ABBREVIATED})+?)"
_NAME = rf"(?P<v>(?-i:[A-Z])(?:[^,.;]|{ABBREVIATED})*?)"
_TRAILING = r"(?P<tail>(?: (?:now|these days|nowadays|at the moment|currently|again|too|as well|anymore|any more|already|still))*)"
_WEIGHT = r"(?:,? (?:but|and|so|because|with|since|until|when|if|for|at|on|as|while|where|which|who|in|near|except|by|from|although|though|or|than|to|of|not)\b.*|[,;].*| \(.*| - .*)?"
_BEFORE = (
    rf"(?P<before>(?:(?:{ADVERB}|might|may|will|would|could|can|should|used to|going to|(?:has|have|had)(?: been)?|been|(?:am|is|are|was|were)(?= (?:\w+ing|thinking|not|going|about)\b)"
    r"|no longer|thinking (?:of|about)|considering|toying with|planning (?:to|on)|plans? to|wants? to|hop(?:es?|ing) to|about to|intends? to|trying to"
    r"|not|just|started|stopped|never) +)*)"
)


def _verb(match: re.Match[str]) -> str:
    return _FORMS.get(match[1]) or _regular(match[1])


def _regular(verb: str) -> str:
    if verb.endswith("e"):
        return rf"{verb[:-1]}(?:e|es|ed|ing)"
    if re.search(r"[^aeiou]y$", verb):
        return rf"{verb[:-1]}(?:y|ies|ied|ying)"
    return rf"{verb}(?:{verb[-1]}?(?:ed|ing)|e?s)?"


def _expand(told: str) -> str:
    """The row's text as a pattern: verbs in their forms, value slots as groups."""
    told = re.sub(
        r"~\(\?:([^()]*(?:\([^()]*\)[^()]*)*)\)",
        lambda group: "(?:" + "|".join(f"~{one}" for one in _alternatives(group[1])) + ")",
        told,
    )
    told = re.sub(r"~([a-z]+)", _verb, told)
    return told.replace("{v}", _VALUE).replace("{Name}", _NAME)


def _alternatives(text: str) -> list[str]:
    """Split "a|b (?:c|d)" at the bars outside brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def _compiled() -> Iterator[tuple[re.Pattern[str], Attribute]]:
    for row in _ROWS:
        pattern = rf"^{_BEFORE}(?:{_expand(row.told)}){_TRAILING}(?P<weight>{_WEIGHT})[.!?]*$"
        yield re.compile(pattern, re.IGNORECASE), row


_PATTERNS = tuple(_compiled())


# "is probably vegan": the doubt is told elsewhere, and must not hide the row.
_DOUBT_AFTER_VERB = re.compile(r"^(am|is|are) (probably) ", re.IGNORECASE)
# What denies the row, or leaves open whether it will ever hold ("wants to live in").
_OPEN = re.compile(
    r"\b(?:not|never|no longer|hardly|barely|rarely|stopped|might|may|will|would|could|should|used|to|thinking|considering|toying)\b",
    re.IGNORECASE,
)


def slot_of(predicate: str) -> Slot | None:
    """The first row that the predicate matches, or None. "lives in Leeds" → city, Leeds."""
    text = expand_contractions(straighten(predicate)).strip()
    text = _DOUBT_AFTER_VERB.sub(r"\2 \1 ", text)
    for pattern, row in _PATTERNS:
        match = pattern.match(text)
        if match:
            return _slot(row, match)
    return None


_BAD_FOR = (
    r"(?:rash(?:es)?|hives|itch\w*|swell\w*|swollen|wheez\w+|sneez\w+|sick|ill|nauseous|vomit\w*|throw(?:ing)? up|puke|migraines?|headaches?|asthma|faint\w*|dizzy|cramps?|bloated|heartburn|palpitations|anaphyla\w+"
    r"|allerg\w+|break(?:ing)? out|stomach ?aches?|diarrh\w+|reflux|seizures?|flare[- ]?ups?|flare|burn\w*|close up|choke)"
)
_REACTION = re.compile(
    rf"^(?!(?:User|It|That|This|They|He|She|You|Your|Which|What|Everything|Life|Work|Thinking|Just|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b)(?:[\w'-]+ ){{1,5}}?(?:(?:always|usually|often|really|kind of|tends? to) )*(?:makes?|gives?|brings?|causes?|sets?|triggers?|leaves?)(?: off)? (?:User|User's|me|my|the user)\b(?: [\w'-]+){{0,5}}? {_BAD_FOR}\b",
    re.IGNORECASE,
)


def reaction_of(sentence: str) -> Slot | None:
    """ "Penicillin gives User a rash.": a constraint, whatever is named first; None for others."""
    told = expand_contractions(straighten(sentence)).strip()
    return Slot(_CONSTRAINT, 9, "health") if _REACTION.match(told) else None


def _slot(row: Attribute, match: re.Match[str]) -> Slot:
    key = find_key(row.key) if row.key else None
    value = row.value or (match.groupdict().get("v") or "").strip()
    holds = not match["weight"] and not _OPEN.search(match["before"])
    certain = key is not None and bool(value) and holds and is_plausible(key.name, value)
    return Slot(
        scope=row.scope,
        importance=row.importance,
        category=key.category if key else "",
        key=key if certain else None,
        value=value if certain else "",
    )
