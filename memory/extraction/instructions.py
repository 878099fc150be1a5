"""Standing instructions: how the user wants to be answered, as opposed to one request."""

from __future__ import annotations

import re

from memory.extraction.grammar import base, expand_contractions
from memory.extraction.person import as_sentence, without_filler
from memory.extraction.spelling import straighten

_ASKING = (
    r"(?:(?:please|pls|plz|kindly|just|also|and|so|oh|btw) )*"
    r"(?:(?:can|could|would|will) (?:you|u) (?:please |pls |just |always |maybe )*|i would (?:like|prefer) (?:you|it if you) (?:to )?"
    r"|i (?:need|want|like|prefer) you to |you (?:should|must|can|may) )?(?:(?:please|pls|always) )*"
)
_ANSWERS = r"(?:(?:your |the |all |all your |any )?(?:answers?|repl(?:y|ies)|responses?|messages?|explanations?|summar(?:y|ies)|emails?|texts?|sentences|stuff|things))"
_SHORT = r"(?:short|brief|concise|snappy|to the point|simple|terse|light|minimal|tight|formal|informal|casual|friendly|professional|plain|shorter|briefer|detailed|longer|simpler|honest|factual|positive)"
_UNITS = (
    r"(?:metric|imperial|celsius|centigrade|fahrenheit|kilomet(?:re|er)s|km|miles|kilos|kg|pounds|stone|euros?|dollars?|gbp|usd|eur|24[- ]?h(?:ou)?r"
    r"|12[- ]?h(?:ou)?r|iso|british|american|uk|us|canadian|australian)"
)
_MANNER = (
    r"(?:(?:short |plain |full |simple |numbered |proper |one |two |three |clear |numbered )*"
    r"(?:bullets?(?: ?points?)?|lists?|paragraphs?|prose|tables?|sentences?|steps|english|french|german|spanish|italian|portuguese|dutch|polish|swedish"
    r"|norwegian|danish|finnish|greek|turkish|arabic|hindi|urdu|bengali|tamil|chinese|mandarin|japanese|korean|russian|ukrainian|welsh|irish|markdown"
    r"|plain text|lower ?case|words|lines|emojis?|json|bold|headings?|jargon|small words|plain words|layman's terms|language))"
)

# What makes a sentence a standing instruction in chat. Each stands after "please", "can you", ….
_STANDING = tuple(
    re.compile(rf"^{_ASKING}(?:{pattern})", re.IGNORECASE)
    for pattern in (
        r"(?:always|never|do not ever) (?!mind\b|eat\b|drink\b|touch\b|smoke\b|fly\b|drive\b|sleep\b|travel\b|been\b|had\b|was\b|is\b|heard\b|seen\b|again\b|thought\b|knew\b|wanted\b|gonna\b)[a-z]+\b.+",
        rf"(?:answer|reply|respond|speak|talk|write|explain)\b(?! (?:it|this|that|them)\b).{{0,25}}? (?:only )?(?:in|with|using|without) (?:only )?{_MANNER}\b.*",
        rf"keep (?:it|{_ANSWERS}|them|everything)(?: (?:nice and|really|very|as|super|pretty))? {_SHORT}\b.*",
        rf"keep (?:it|{_ANSWERS}) (?:to|under|below|within) .+",
        rf"(?:use|give me|give|show|show me|write|quote|convert to|stick to|work in|put)\b.{{0,30}}?\b{_UNITS}(?: (?:units?|system|spelling|measurements?|time|dates?|format|prices?|temperatures?|english))?\b.*",
        r"(?:do not|stop|please stop|quit|avoid|no need to|never) (?:calling|call) .+",
        r"(?:do not|stop|avoid) (?:us(?:e|ing) )?(?:any )?(?:emojis?|bullet ?points?|jargon|swear(?:ing)?|exclamation marks|analogies|apologi[sz](?:e|ing)|hedging|lectur(?:e|ing)|moraliz(?:e|ing)|sugar ?coat(?:ing)?|sarcas[mt]\w*|jokes?|abbreviations|acronyms|flatter(?:y|ing)?)\b.*",
        r"(?:do not|stop|avoid|never) (?:ever )?(?:us(?:e|ing)|say(?:ing)?|writ(?:e|ing)) the (?:words?|phrases?|terms?|expressions?)\b.+",
        r"(?:do not|stop) (?:send(?:ing)?|add(?:ing)?|put(?:ting)?|suggest(?:ing)?|recommend(?:ing)?|offer(?:ing)?|remind(?:ing)?|mention(?:ing)?|includ(?:e|ing)|quot(?:e|ing)|say(?:ing)?|ask(?:ing)?) (?!this\b|that\b|it\b).+",
        r"no (?:more )?(?:emojis?|tables|ascii(?: art)?|headings?|markdown|pictures?|links|footnotes|puns|advice|small ?print|capitals|bullet ?points?|jargon|swearing|small talk|waffle|fluff|jokes|exclamation marks|analogies|lectures|sugar ?coating|long answers|essays|walls? of text|abbreviations)\b.*",
        r"(?:shorter|longer|simpler|briefer|more concise|less formal|more formal|more detailed) (?:answers?|repl(?:y|ies)|responses?|messages?|explanations?)\b.*",
        r"(?:less|more) (?:detail|waffle|emojis?|jargon|formal|concise|casual) (?:please|from now on|in your answers|in future)\b.*",
        r"call me (?!back\b|when\b|at\b|on\b|if\b|later\b|tomorrow\b|a\b|crazy\b|old[- ]fashioned\b|after\b|before\b|in\b|to\b|an\b|by\b|today\b|tonight\b|asap\b|maybe\b|paranoid\b)[\w' .-]+",
        r"address me (?:as|by) .+",
        r"(?:refer to me|greet me) as .+",
        r"(?:talk|speak) to me (?:like|as|in) (?!a pirate|yoda|a robot)(?:.+)",
        rf"(?:(?:only|just) (?:listen|ask|answer|reply)\b|no [\w ]{{2,30}}|(?:do not|never) [a-z]+ .*|(?:{_ANSWERS}|give|ask|listen|write)\b).*\bunless i (?:say|ask|tell|want|need)\b.*",
        r"(?:write |use |answer |give me |tell me |say |show |do |explain |in )?(?:[\w' ]{0,30} and )?(?:only )?one (?:thing|step|question|point|idea|topic) at a time\b.*",
        r"(?:write |use |in )?(?:bigger|larger|big|large|huge) (?:letters|font|type|print)\b.*",
        r"(?:in |use |only |and )*(?:plain|simple|easy|small|everyday) (?:words|language|terms)(?: only)?(?:,.*|[.!]*)$",
        r"(?:(?:a )?(?:max(?:imum)?(?: of)?|at most|no more than|never more than|up to) )(?:\d+|one|two|three|four|five|ten) (?:sentences?|words?|lines?|bullets?(?: points?)?|paragraphs?|points?|examples?|items?|steps?)\b.*\b(?:for (?:anything|everything|all|any)|always|per (?:answer|reply|message)|each|every time|in general|please|pls)\b.*",
        r"(?:your |the |all )*(?:answers?|repl(?:y|ies)|responses?|explanations?|summaries)(?: to me)?: .{3,}",
        r"(?:the )?(?:assistant|bot|chatbot|ai) (?:calls|signs|answers|writes|speaks|never|always|must|should|uses|addresses|replies|does not|is called|is to)\b.+",
        r"be (?:more |really |brutally |totally )?(?:blunt|direct|honest|frank|straight|critical|strict|patient|gentle) with me\b.*",
        r"explain (?:things|everything|stuff|concepts|it all|all of it)\b.*",
        r"(?:code|examples?|code (?:samples?|examples?|snippets?)|samples?|snippets?) in (?:[\w+#.-]+)(?: (?:please|pls))?(?:,? (?:not|instead of|and not|rather than) [\w+#.-]+)?(?: (?:please|pls))?[.!]*$",
        r"(?:sign|end|start|begin) (?:off )?(?:my |all |all your |every |each |the |your )?(?:emails?|letters?|messages?|customer replies|answers?|repl(?:y|ies)|responses?) .+",
    )
)
_FROM_NOW = re.compile(
    r"\b(?:from now on|in general:?|in (?:the )?future|going forward|from here on|every time|each time|by default|at all times|as a rule|without exception|no exceptions"
    r"|for all (?:my|your|future) (?:\w+)|in (?:all|every|any) (?:your |my )?(?:answers?|repl(?:y|ies)|responses?|messages?|emails?)|any ?time (?:i|you)|whenever (?:i|you))\b",
    re.IGNORECASE,
)
_NO_END = re.compile(
    r"\b(?:from now on|in (?:the )?future|going forward|from here on)\b", re.IGNORECASE
)
_ONE_OFF = re.compile(
    r"\b(?:this (?:one|time|once|answer|message|email|text|reply|letter|paragraph|version|draft|chat|session|week|only)|for once|just this|the next (?:reply|message|answer|one)"
    r"|the above|that again|this into|it into|for now|(?:like|as if) i(?:'m| am) (?:five|5|a child)|like (?:a|an) (?:pirate|robot|\d{4}s)|in the style of|your next|one more|same again|for the rest of)\b",
    re.IGNORECASE,
)
_VERB = (
    r"(?:answer|reply|respond|write|use|keep|give|put|sign|format|always|never|do not|avoid|call|address|list|summari[sz]e|explain|ask|check|include|add|show|spell|quote"
    r"|feel free|assume|you (?:may|can|should|must|do not need)|be|speak|talk|say|start|end|begin|treat|limit|stop|translate|round|cite|mention|greet|tell|send|remind|warn|skip"
    r"|leave|make|stick|refer|prefer|reserve|let|convert|express|present|structure|bold|highlight|group|sort|number|offer|suggest|recommend|wait|confirm|double-check|please"
    r"|compare|follow|drop|omit|provide|name|return|remember|repeat|state|note|review|read|schedule|book|open|close|contact|email|phone|text|pick|choose|go)"
)
# "from now on commit messages are written in English", "new rule: invoices must be numbered".
_CONVENTION = re.compile(
    r"^(?:(?:from now on|going forward|from here on|as of (?:now|today)|starting (?:now|today)),? |(?:[\w' ]{0,40}\b(?:rule|convention|policy)\b[^:]{0,60}: ?))"
    r"(?P<rule>(?!(?:i|i'?m|we|my|he|she|his|her|you)\b)(?:all |every |the |our |any )?[\w' -]{2,60}? (?:(?:is|are|gets?|will be) (?:always |only |never |to be )?(?:\w+ed|written|sent|put|kept|done|made|spelt|built|run|begun|given|shown|held|set|cut|left)|must|should|shall|ha(?:s|ve) to|needs? to|goes? (?:in|into|to|through|by)|calls|signs|uses|answers|writes|says|stays?|begins?|starts? with|ends? with)\b.+)$",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    rf"^(?:when(?:ever)? [^,]{{3,60}}, )?(?:(?:please|kindly|from now on|in future|by default|instead),? )*(?:for (?:[\w-]+ ){{1,4}}?(?:questions?|answers?|code|emails?|topics?|tasks?|requests?|recipes|problems|snippets|reports),? )?{_VERB} (?!is\b|are\b|was\b|has\b|to be\b)\S",
    re.IGNORECASE,
)

_KEYS: tuple[tuple[str, str, str], ...] = tuple(
    (rf"^(?:please |always )*{pattern}(?: (?:please|from now on|by default))*[.!]*$", key, value)
    for pattern, key, value in (
        (rf"keep {_ANSWERS} (?:short|brief|concise|shorter)", "answer_length", "short"),
        (r"(?:keep it|be) (?:short|brief|concise)", "answer_length", "short"),
        (r"(?:shorter|brief|short|concise) answers", "answer_length", "short"),
        (r"(?:longer|long|detailed|more detailed) answers", "answer_length", "detailed"),
        (rf"keep {_ANSWERS} (?:long|detailed)", "answer_length", "detailed"),
        (r"(?:answer|reply|respond|write) in bullet ?points", "answer_format", "bullet points"),
        (r"(?:answer|reply|respond|write) in (?:plain )?(?:paragraphs|prose)", "answer_format", "paragraphs"),
        (r"(?:use|give (?:me )?) ?metric(?: units)?", "units", "metric"),
        (r"(?:use|give (?:me )?) ?imperial(?: units)?", "units", "imperial"),
        (r"use celsius", "temperature_unit", "Celsius"),
        (r"use fahrenheit", "temperature_unit", "Fahrenheit"),
        (r"(?:(?:do not|never|stop) us(?:e|ing)|no|avoid)(?: any)? emojis?", "emoji", "no"),
    )
)  # fmt: skip
_LANGUAGE = re.compile(
    r"^(?:please |always )*(?:answer|reply|respond|write|speak)(?: to me)? in (?P<value>(?-i:[A-Z][a-z]+))(?: please)?[.!]*$",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"^(?:please )?(?:call|address)(?: me| the user| user)(?: as)? (?P<value>[\w' .-]+?)[.!]*$",
    re.IGNORECASE,
)


def is_instruction(statement: str) -> bool:
    """True for a statement that tells the assistant how to answer or act ("Use metric units.")."""
    return bool(_IMPERATIVE.match(expand_contractions(straighten(statement)).strip(" \"'")))


def standing_instruction(clause: str) -> str | None:
    """The clause as an instruction ("Keep it short.") where it holds beyond this one answer."""
    text = expand_contractions(without_filler(straighten(clause)))
    text = _IN_SMALL.sub(lambda match: match[0].capitalize(), _LEADS_IN.sub("", text))
    if _ONE_OFF.search(text):
        return None
    asks = re.match(rf"^{_ASKING}", text, re.IGNORECASE)
    told = text[asks.end() :] if asks else text
    convention = _CONVENTION.match(text)
    if convention is not None:
        return as_sentence(convention["rule"])
    back = _BACK_TO.match(text)
    if back is not None:
        return f"Answer in {back['language']}."
    standing = any(pattern.match(text) for pattern in _STANDING)
    if not standing and not (
        _FROM_NOW.search(text) and is_instruction(_FROM_NOW.sub("", told).strip(" ,"))
    ):
        return None
    told = re.sub(
        r"^(?:from now on|in future|going forward|also|and),? (?:can you |please )*",
        "",
        told,
        flags=re.IGNORECASE,
    )
    told = _NO_END.sub("", told).strip(" ,")
    told = re.sub(
        r"^stop (\w+)ing\b", lambda m: f"do not {base(m[1] + 'ing')}", told, flags=re.IGNORECASE
    )
    told = _REASON.sub("", told)
    told = _IN_LANGUAGE.sub(r"answer in \g<language>", told)
    for pattern, form in _ABOUT_USER:
        told = pattern.sub(form, told)
    return as_sentence(told)


_LANGUAGES = (
    "English|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Swedish|Norwegian|Danish|Finnish|Greek|Turkish|Arabic|Hindi|Urdu|Bengali|Tamil|Chinese"
    "|Mandarin|Japanese|Korean|Russian|Ukrainian|Welsh|Irish"
)
_IN_SMALL = re.compile(rf"(?<=\bin )(?:{_LANGUAGES})\b", re.IGNORECASE)
_LEADS_IN = re.compile(
    r"^(?:please, (?:and |also )?)|^[\w' ]{2,30}: ?(?=(?:from now on|please|always|never|do not|no|max|at most|keep)\b)",
    re.IGNORECASE,
)
_BACK_TO = re.compile(
    rf"(?:(?:and|now|ok|okay|then|please) )*(?:(?:go|switch|change|let us go) )?back to (?P<language>(?-i:{_LANGUAGES}))(?: (?:now|please|pls|again|from now on))*(?:[.!,].*)?$",
    re.IGNORECASE,
)
_REASON = re.compile(
    r",? (?:tho|though|because|cos|cuz)\b.*$|, (?:so|it|i|they|that|he|she|we|everyone|everybody|people|all my friends|nobody|no one)\b(?:'\w+)? .*$",
    re.IGNORECASE,
)
# Where, when and to whom say more than the language alone, so they stay.
_IN_LANGUAGE = re.compile(
    r"^(?:answer|reply|respond|write|speak|talk)(?: (?:me|to me|always|only|just|back))* in (?P<language>(?-i:[A-Z])[a-z]+)(?:(?: (?:please|pls|only|always|now))+(?:,.*)?|, (?!(?:but|except|unless|when|if|and|with|using)\b).*)$",
    re.IGNORECASE,
)
_ABOUT_USER = (
    (re.compile(r"\bto me\b", re.IGNORECASE), "to the user"),
    (re.compile(r"\bme\b", re.IGNORECASE), "the user"),
    (re.compile(r"\bmy\b", re.IGNORECASE), "the user's"),
    (re.compile(r"\bi am\b", re.IGNORECASE), "the user is"),
    (re.compile(r"\bi ([a-z]+)\b", re.IGNORECASE), r"the user \1"),
)


def instruction_slot(instruction: str) -> tuple[str, str]:
    """The key and value of an instruction that is nothing but a setting; ("", "") otherwise."""
    text = expand_contractions(straighten(instruction)).strip()
    for pattern, key, value in _KEYS:
        if re.match(pattern, text, re.IGNORECASE):
            return key, value
    for named, key in ((_LANGUAGE, "answer_language"), (_NAME, "preferred_name")):
        match = named.match(text)
        if match:
            return key, match["value"]
    return "", ""
