"""Statements about oneself in other languages: recognised by how they begin, and kept word for word.

Neither the rules nor the models read these languages, so such a statement is not rewritten, not
classified, never given a slot and never held against one in another language; it is kept, since
the chatbot can read it, and a person can.
"""

from __future__ import annotations

import re

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


def foreign_statement(clause: str) -> ProposedClaim | None:
    """A statement about oneself in another language, word for word; None for anything else."""
    said = clause.strip()
    enough = len(said.split()) >= 3 or bool(_NOT_LATIN.search(said) and len(said) >= 4)
    if not enough or not _ABOUT_ONESELF.match(said):
        return None
    if _OF_THE_MOMENT.search(said) or _ENGLISH.search(said):
        return None
    return ProposedClaim(content=said, confidence=CONFIDENCE)
