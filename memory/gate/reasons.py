"""Each reason as a sentence that a person understands."""

from __future__ import annotations

from memory.gate.verdict import Reason

SENTENCES: dict[Reason, str] = {
    Reason.NEW: "Added: nothing stored says this or speaks against it.",
    Reason.APPENDED: "Added: something that happened; it changes no standing fact.",
    Reason.BEGUN: "Stored already: what was planned has begun, and speaks against nothing stored.",
    Reason.STORE_EVERYTHING: "Added: the workspace stores everything.",
    Reason.EXACT: "Not stored again: the same words are stored already.",
    Reason.SAME_VALUE: "Not stored again: this value is stored already.",
    Reason.KNOWN: "Not stored again: a stored statement says as much.",
    Reason.DECIDED_BEFORE: "Not asked again: a person has decided on this statement before.",
    Reason.KEYED: "Replaced: this can have one value only, and it has a new one.",
    Reason.CONTRADICTED: "Replaced: the new statement makes the stored one untrue.",
    Reason.NOT_CURRENT: "Added, nothing replaced: the new statement is not about here and now.",
    Reason.OLDER_EVENT: "Added as history: a newer statement is stored already.",
    Reason.SIBLING: "Added: it looks alike but is about another thing.",
    Reason.EVENT: "Waits for a person: it is told as an event that may have changed a stored fact.",
    Reason.NEAR_MISS: "Waits for a person: it may contradict a stored statement.",
    Reason.ONE_DIRECTION: "Waits for a person: the contradiction is seen from one side only.",
    Reason.TOO_CLOSE: "Waits for a person: it may replace more than one stored statement.",
    Reason.SEVERAL: "Waits for a person: it says several things, and more than one stored statement "
    "may be untrue now.",
    Reason.HIGH_STAKES: "Waits for a person: the stored statement is too important to replace "
    "on a model's word.",
    Reason.LOWER_SOURCE: "Waits for a person: the stored statement comes from a higher source.",
    Reason.POLICY: "Waits for a person: the workspace reviews every conflict.",
    Reason.COPIES: "Waits for a person: other memories still state what was just replaced.",
    Reason.IMPLIED: "Waits for a person: nobody said this outright; it is concluded from requests that "
    "came again and again.",
    Reason.SUMMED_UP: "Added: what a conversation was about, summed up after it ended.",
    Reason.SUMMARY_OUTDATED: "Removed: the summary of a conversation told what holds no more; it is made anew.",
    Reason.SUMMARY_SETTLED: "No summary: a person deleted the one of this conversation, or worded it themselves.",
    Reason.NOTHING_TO_TELL: "No summary: the conversation held nothing that lasts, and nothing happened.",
    Reason.SECRET: "Refused: it holds a password, a key or a payment number.",
    Reason.ORDER: "Refused: it tries to give the memory orders.",
    Reason.OFF_RECORD: "Refused: the person asked not to keep it.",
    Reason.ERASED_BEFORE: "Refused: this was erased before and is not learned again.",
    Reason.PAUSED: "Not stored: the person has paused their memory.",
    Reason.CATEGORY_OFF: "Refused: its category is switched off, so nothing of it is kept.",
    Reason.CONSENT: "Waits for a person: it is of a category that is asked about before it is remembered.",
    Reason.FORGET: "Waits for a person: it is not clear which memory is to be forgotten.",
    Reason.REQUEST: "Nothing stored: the message only asks something of the memory itself.",
    Reason.QUESTION: "Nothing stored: the message only asks.",
    Reason.TASK: "Nothing stored: the message only gives the chatbot something to do.",
    Reason.NOT_MEANT: "Nothing stored: the message is play, a quotation or the text of a task.",
    Reason.NOTHING_DURABLE: "Nothing stored: the message says nothing that lasts.",
}


def sentence(reason: str) -> str:
    """The sentence for a reason code; the code itself for one that people gave."""
    return _BY_CODE.get(reason, reason.replace("_", " ").capitalize())


_BY_CODE: dict[str, str] = {code.value: text for code, text in SENTENCES.items()}
