"""Statements about oneself in other languages: recognised by how they begin, and kept word for word.

Neither the rules nor the models read these languages, so such a statement is not rewritten, not
classified and never held against one in another language; it is kept, since the chatbot can read
it, and a person can. Only the town that somebody lives in fills its slot, where no model is needed.
"""

from __future__ import annotations

import re

from memory.extraction.keys import find_key
from memory.extraction.plausible import is_plausible
from memory.extraction.proposal import ProposedClaim

CONFIDENCE = 0.7
"""Only its beginning was understood."""

_BEGINS = {
    "de": r"(?:ich (?:bin|habe|wohne|lebe|arbeite|heiße|heisse|komme|esse|trinke|spreche|studiere|lerne|liebe|hasse|mag|vertrage|nehme|fahre|spiele|benutze|werde|ziehe|bevorzuge)|meine?[mnrs]? (?!frage|bitte|gott))",
    "fr": r"(?:j'(?:habite|ai|étudie|adore|aime|apprends|utilise|évite)|je (?:suis|vis|travaille|m'appelle|mange|bois|parle|déteste|préfère|joue|prends|conduis|pars|ne (?:mange|bois|suis|parle|travaille|vis))|m(?:on|a|es) (?!dieu|question))",
    "es": r"(?:(?:yo )?(?:no )?(?:soy|vivo|trabajo|tengo|estoy|me llamo|me mud|hablo|odio|prefiero|estudio|como (?!est)|bebo|juego|uso|tomo|nací)\w*|mis? (?!pregunta|duda))",
    "it": r"(?:(?:io )?(?:non )?(?:sono|vivo|abito|lavoro|ho (?!ho)|mi chiamo|parlo|odio|preferisco|studio|mangio|bevo|gioco|uso|prendo)|(?:il|la|i|le) mi[oaei]\w* )",
    "pt": r"(?:(?:eu )?(?:não )?(?:sou|moro|vivo|trabalho|tenho|estou|chamo-me|me chamo|falo|odeio|prefiro|estudo|bebo|jogo|uso|tomo)|(?:o meu|a minha|meu|minha|meus|minhas) )",
    "nl": r"(?:ik (?:ben|heb|woon|leef|werk|heet|kom|eet|drink|spreek|studeer|leer|haat|gebruik|speel|rijd)|mijn (?!god|vraag))",
    "sv, no, da": r"(?:(?:jag|jeg) (?:är|er|bor|har|jobbar|jobber|arbetar|arbeider|arbejder|heter|hedder|heiter|äter|spiser|dricker|drikker|talar|snakker|taler)|(?:min|mitt|mit|mina|mine) )",
    "pl": r"(?:(?:ja )?(?:nie )?(?:jestem|mieszkam|pracuję|mam|nazywam się|mówię|studiuję|jem|piję|używam|gram)|m(?:ój|oja|oje|oi) )",
    "tr": r"(?:ben(?:im)? (?=.*(?:[ıiuü]m|var|yok)$))",  # noqa: RUF001
    "ru, uk": r"(?:(?:я|у меня|меня зовут|мой|моя|моё|мое|мои|мне \d+|мене звати|мій) )",  # noqa: RUF001
    "hi": r"(?:(?:मैं|मेरा|मेरी|मेरे|मुझे) )",
    "zh": r"(?:我(?:是|在|住|有|叫|不吃|不喝|喜欢|讨厌|对|的|搬|姓|用))",
    "ja": r"(?:(?:私|僕|俺|わたし|ぼく)(?:は|の|が))",
    "ko": r"(?:(?:저는|나는|제|내|저의|나의) )",
}  # fmt: skip
_ABOUT_ONESELF = re.compile("|".join(_BEGINS.values()), re.IGNORECASE)

# Of this moment, or about the conversation itself.
_OF_THE_MOMENT = re.compile(
    r"\b(?:müde|hunger|durst|fertig|gerade|frage|fatiguée?|faim|soif|prête?|question|cansad[oa]|hambre|sueño|list[oa]|duda|pregunta|stanc[oa]|fame|pront[oa]|domanda"
    r"|com fome|dúvida|moe|honger|klaar|vraag|trött|hungrig|zmęczon[ya]|głodn[ya]|pytanie)\b|устал|голод|вопрос|थक|भूख|सवाल|累|饿|问题|疲れ|質問|피곤|질문",
    re.IGNORECASE,
)
# Of other scripts a few characters say enough: some write no blanks between words.
_NOT_LATIN = re.compile(r"[^\W\d_A-Za-z\u00c0-\u024f]")
# Where the first words alone could be English ("Mi", "ho", "mine").
_ENGLISH = re.compile(r"\b(?:the|is|are|my|and|of|to|for|with|was|it|you)\b", re.IGNORECASE)


# Where somebody lives, in the first and in the third person, by languages whose names of towns stay
# as they are after the verb.
_TOWN = r"(?P<town>(?-i:[A-ZÀ-Þ])[\w'\u2019-]+(?: (?:(?:de|del|la|am|an der|sur|di|do) )?(?-i:[A-ZÀ-Þ])[\w'\u2019-]+){0,2})"
_LIVES = tuple(
    re.compile(rf"{lives} {_TOWN}[.!]*$", re.IGNORECASE)
    for lives in (
        r"\b(?:wohne|wohnt|lebe|lebt)(?: (?:jetzt|seit \w+|nun|immer noch))? in",
        r"\b(?:j'habite|habite|vis|vit)(?: (?:maintenant|désormais|toujours))? à",
        r"\b(?:vivo|vive|resido|reside)(?: (?:ahora|adesso|agora))? (?:en|a|em)",
        r"\b(?:abito|abita|moro|mora)(?: (?:adesso|ora|agora))? (?:a|em|no|na)",
        r"\b(?:woon|woont)(?: (?:nu|nog))? in",
        r"\b(?:bor)(?: (?:nu|nå|nu))? i",
    )
)
# "在" alone may stand before a deed ("我在学习"), so then only towns that are known are taken.
_CHINESE_TOWNS = (
    "北京|上海|广州|深圳|天津|重庆|成都|杭州|武汉|西安|南京|苏州|郑州|长沙|沈阳|青岛|大连|宁波|厦门|福州|济南|合肥|昆明|哈尔滨|长春|石家庄|南昌|贵阳|南宁|太原|兰州|海口|拉萨|香港|澳门|台北|高雄"
    "|东京|大阪|首尔|新加坡|曼谷|伦敦|巴黎|柏林|纽约|洛杉矶|旧金山|悉尼|墨尔本|多伦多|温哥华"
)
_LIVES_IN_CHINESE = re.compile(
    rf"(?:我|用户|他|她)(?:现在)?(?:(?:住在|居住在|搬到)(?P<lives>[\u4e00-\u9fff]{{2,4}}?)|在(?P<is>{_CHINESE_TOWNS}))市?[了。.!]*$"
)
_LIVES_IN_RUSSIAN = re.compile(
    r"\b(?:живу|живёт|живет)(?: (?:теперь|сейчас))? в (?P<town>[А-ЯЁ][а-яё]+)[.!]*$",  # noqa: RUF001
    re.IGNORECASE,
)
_OF_ONE_FORM = frozenset(["сочи", "тбилиси", "хельсинки", "дели", "нагасаки", "карачи", "баку"])


def _is_town(town: str) -> bool:
    return is_plausible("city", town) and town.lower() not in _NO_TOWNS


# Nouns that German writes with a capital as well.
_NO_TOWNS = frozenset(["angst", "frieden", "armut", "sorge", "trennung", "scheidung", "freiheit", "sicherheit", "deutschland", "österreich", "frankreich", "spanien", "italien", "polen"])  # fmt: skip


def town_of(statement: str) -> str:
    """The town that somebody lives in, by a statement in another language; "" where none is named.

    Of languages that bend names only what can be bent back for sure: "в Казани" → "Казань".
    """
    said = statement.strip()
    for lives in _LIVES:
        if (match := lives.search(said)) and _is_town(match["town"]):
            return match["town"]
    if match := _LIVES_IN_CHINESE.search(said):
        return match["lives"] or match["is"]
    match = _LIVES_IN_RUSSIAN.search(said)
    return _as_named(match["town"]) if match else ""


def _as_named(town: str) -> str:
    """The name of a Russian town from the form after "в"; "" where several names have that form."""
    if town.lower() in _OF_ONE_FORM:
        return town
    if town.endswith("и"):
        return town[:-1] + "ь"
    return town[:-1] if town.endswith(("ске", "бурге", "граде", "поле")) else ""  # noqa: RUF001


def foreign_statement(clause: str) -> ProposedClaim | None:
    """A statement about oneself in another language, word for word; None for anything else."""
    said = clause.strip()
    enough = len(said.split()) >= 3 or bool(_NOT_LATIN.search(said) and len(said) >= 4)
    if not enough or not _ABOUT_ONESELF.match(said):
        return None
    if _OF_THE_MOMENT.search(said) or _ENGLISH.search(said):
        return None
    town = town_of(said)
    key = find_key("city") if town else None
    if key is None:
        return ProposedClaim(content=said, confidence=CONFIDENCE)
    return ProposedClaim(
        content=said,
        confidence=CONFIDENCE,
        category=key.category,
        key=key.name,
        value=town,
        importance=key.importance,
    )
