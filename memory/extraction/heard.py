"""What in a message is not the user's own plain statement: questions, requests, quotes, play.

The words of others and the text of a task are taken out before anything is read as a claim.
"""

from __future__ import annotations

import re

# A task whose material follows ("translate: …", "check the grammar: …") or that asks for fiction.
_TASK_WITH_TEXT = re.compile(
    r"\b(?!make a (?:mental )?note\b|write (?:this|that|it) down\b|put (?:this|that|it) (?:down )?in(?:to)? your (?:notes|memory)\b)(?:translat\w+|proof(?:read)?|rewrit\w+|reword|rephras\w+|paraphras\w+|summari[sz]e|edit|correct|fix|check|convert|turn|put|make|shorten|polish|improve|draft|write|compose|say|grammar|version|statement|subject line|caption|brief|review|lyrics|transcript|essay|letter|email|poem|story)\b[^.!?\n]{0,60}:(?! *\S+@\S+\s*$|-?[()DPpOo/|'*])",
    re.IGNORECASE,
)
_PLAY = re.compile(
    r"^\W*(?:(?:please|now|ok|okay|can you|could you|you|let'?s),? )*play (?:a|an|my|the)\b"
    r"|\b(?:pretend|imagine|imagining|role-?play|act (?:as|like)|you(?:'re| are) (?:now )?(?:a|an|my)|let'?s say|(?<!i )suppose|in the sims|in (?:the|my|this) (?:game|story|novel|film|movie|book|show|song|dream|screenplay|script)"
    r"|my (?:character|protagonist|avatar|sim|guy in)|the (?:character|protagonist|narrator|brief)|chapter \d|act one|lyrics|verse|haiku|poem|what if|hypothetically|if i (?:were|was|had|could)|wish i|i'd be|would be if|in a past life|next life)\b",
    re.IGNORECASE,
)
# From here on the user speaks as somebody else. "Pretend you're a doctor" leaves them themselves.
_PLAYS_A_PART = re.compile(
    r"\b(?:(?:let'?s|let us|we can|can we|could we|wanna|want to) (?:do (?:a |some )?)?role-?\s?play|role-?play(?:ing)?:|(?:pretend|imagine|let'?s pretend) (?:that )?(?:i'?m|i am|we'?re|we are)\b"
    r"|you(?:'re| are|'ll be| will be) (?:now )?my (?:boss|manager|landlord|teacher|doctor|mother|mum|mom|father|dad|wife|husband|girlfriend|boyfriend|interviewer|therapist|opponent|customer|client|king|queen|captain)\b"
    r"|i(?:'ll| will)? (?:play|am playing) the (?:part|role)\b|in character\b|for (?:the|my|our|this) (?:story|novel|campaign|role-?play|game|scene|script)\b[:,])",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\b(?:SELECT\b.+\bFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE|def \w+\(|class \w+[:(]|import \w+$|function \w*\(|return \w+[.(]|console\.log|#include|public static)\b|[{};]\s*$|=>|\b\w++\(\w*+\)|</\w+>|^\s*(?:IF|FOR|WHILE) \w+\.|==|\$\w+|\b\w++\.\w++\.\w++\(",
    re.MULTILINE,
)
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_LOGGED = re.compile(
    rf"^[ \t>|]*(?:\[?(?:\d{{4}}-\d\d-\d\d[T ]|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}},? |\d{{1,2}}/{_MONTH}/\d{{4}}:|{_MONTH} +\d{{1,2}} )?\d\d:\d\d:\d\d\b|\[\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}, \d"
    r"|[\[<(]?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|CRITICAL|NOTICE|SEVERE)\b|at [\w.$]+\(|(?:\w+\.)*\w+(?:Error|Exception): |Traceback \(|File \"|(?:npm|pip|apt|git|cargo) (?:ERR!|error|warn)"
    r"|\d{1,3}(?:\.\d{1,3}){3} - |[$#] (?=\S)(?!\d)).*$",
    re.MULTILINE,
)
"""A line of a log, a trace, a terminal or an exported chat: a machine's words, or others'."""
_SPEAKERS = re.compile(
    r"^[ \t]*(?!(?:Me|I|PS|NB|Re|Ok)\b)[A-Z][\w'-]+(?: [A-Z]\w*)?: .*$", re.MULTILINE
)
"""What somebody says in a conversation that was copied; two of them make one."""
_QUOTED = re.compile(r"(?<!\w)([\"'`])(?=\S)(?:(?!\1(?!\w)).){12,}?\1(?!\w)")
_QUESTION_START = re.compile(
    r"^(?:(?:so|and|but|ok|okay|hey|hi|hello|well|btw|also|wait|anyway|quick question|question|ok so),?:? )*"
    r"(?:what(?:'?s)?|whats|how(?:'?s)?|why|who(?:'?s)?|where(?:'?s)?|when(?: is| are| do| does| did| will| should|'s)|which|whose|is|are|am|was|were|do|does|did|can|could|would|will|should|shall|may i|have you|has|isn't|aren't|don't you|won't|any(?:one| idea| chance| tips)?|got any|whats|wanna|"
    r"is there|are there|wondering (?:if|what|how)|i wonder|do u|can u|would u|r u)\b(?!'t\b)",
    re.IGNORECASE,
)
_REQUEST_START = re.compile(
    r"^(?:(?:ok|okay|hey|hi|hello|please|pls|plz|now|then|so|and|also|just|right|great|cool),? )*"
    r"(?:translate|proofread|rewrite|rephrase|summari[sz]e|fix|convert|turn|check|edit|draft|write|give|gimme|make|act|pretend|imagine|play|explain|tell|show|find|book|order|help|list|suggest|recommend|add|remove|delete|change|rename|set|remind|send|create|generate|compare|calculate|describe|define|forget|scratch|ignore|read|look|search|open|let me|let's|lets|say|sing|plan|sort|put|take|try|repeat|continue|go on|do|drop|cancel|undo|keep|call|use|answer|reply|respond)\b",
    re.IGNORECASE,
)
_FORGETTING = re.compile(
    r"^(?:(?:ok|okay|hey|hi|also|and|so|just|actually|please|pls|can you|could you|would you|will you|i (?:want|need|would like|'d like) you to|from now on),? )*"
    r"(?:forget (?!to\b|about (?:the|this|it)\b)|(?:erase|delete|remove|wipe|unlearn) (?:my|that i|what (?:you|i)|everything|all|any)\b|(?:don'?t|do not|stop) (?:remember|stor|sav|keep)\w* (?:that|my|what)\b)",
    re.IGNORECASE,
)
_NOT_MEANT = re.compile(
    r"\b(?:lol jk|jk|just kidding|joking|only joking|/s|hypothetical\w*|asking for a friend|said no one|dying|starving|to death|(?:would|i'd) (?:die|kill) for|touch wood|or so the story goes|mock trial|kids book|picture book|i could murder|literally dead|i'm dead|live for|no wonder|as if|basically (?:an?|the))\b",
    re.IGNORECASE,
)


def own_words(text: str) -> str:
    """The message with quoted speech, pasted logs and what the user plays blanked out, and ""
    where all of it is material.

    Places stay the same, so that spans found in the result hold in the original.
    """
    text = _LOGGED.sub(lambda match: " " * len(match[0]), text)
    if len(_SPEAKERS.findall(text)) > 1:
        text = _SPEAKERS.sub(lambda match: " " * len(match[0]), text)
    play = _PLAYS_A_PART.search(text)
    if play:
        text = text[: play.start()] + " " * (len(text) - play.start())
    if _CODE.search(text):
        return ""
    task = _TASK_WITH_TEXT.search(text)
    if task:
        text = text[: task.start()] + " " * (len(text) - task.start())
    return _QUOTED.sub(lambda match: " " * len(match[0]), text)


def is_question(clause: str) -> bool:
    """True for a clause that asks, with or without a question mark."""
    return bool(_QUESTION_START.match(clause.strip()))


def is_request(clause: str) -> bool:
    """True for a clause that asks the assistant to do something now."""
    return bool(_REQUEST_START.match(clause.strip()))


def is_forgetting(clause: str) -> bool:
    """True for a request to forget: what it names is neither a statement nor an instruction."""
    return bool(_FORGETTING.match(clause.strip()))


def is_play(clause: str) -> bool:
    """True for fiction, hypotheses and figures of speech."""
    return bool(_PLAY.search(clause) or _NOT_MEANT.search(clause))
