"""From a line on the screen to a line that a voice can read.

The speech program reads digits by itself, but not always as people say them: Chinese says 两 before a measure word
and 二 for an ordinal, Spanish turns uno into un and una before a noun. So numbers that stand before a known noun are
written out here. Signs that belong to the eye only (→, ·) become pauses.
"""

from __future__ import annotations

import re

_ZH_DIGITS = "零一二三四五六七八九"
_ZH_MEASURES = "张分点票位个人局轮场秒号"
_ES_ONES = {1: "uno", 2: "dos", 3: "tres", 4: "cuatro", 5: "cinco", 6: "seis", 7: "siete", 8: "ocho", 9: "nueve"}
_ES_FEMININE = ("carta", "mano", "ronda", "partida")
_ES_MASCULINE = ("punto", "voto", "segundo", "jugador", "sitio")


def speakable(text: str, lang: str) -> str:
    """The text with its numbers and signs as the voice of `lang` should read them."""
    text = text.replace("→", ",").replace(" · ", ", ").replace("−", "-").replace("—", ",")
    text = _signs(text, lang)
    if lang == "zh":
        return _chinese(text)
    if lang == "es":
        return _spanish(text)
    return re.sub(r"\s+", " ", text).strip()


def _signs(text: str, lang: str) -> str:
    plus, minus = {"en": ("plus", "minus"), "zh": ("加", "减"), "es": ("más", "menos"), "hu": ("plusz", "mínusz")}[lang]
    text = re.sub(r"(?<![\w])\+\s?(?=\d)", f" {plus} ", text)
    text = re.sub(r"(?<![\w])-(?=\d)", f" {minus} ", text)
    return text.replace(" + ", f" {plus} ").replace(" - ", f" {minus} ").strip()


def chinese_number(value: int, *, measured: bool = False) -> str:
    """0 to 99,999 in characters; `measured`: a measure word follows, so 2 alone is 两."""
    if measured and value == 2:
        return "两"
    if value < 10:
        return _ZH_DIGITS[value]
    if value < 20:
        return "十" + (_ZH_DIGITS[value % 10] if value % 10 else "")
    for unit, name in ((10000, "万"), (1000, "千"), (100, "百"), (10, "十")):
        if value >= unit:
            head, rest = divmod(value, unit)
            first = "两" if head == 2 and unit > 100 else chinese_number(head)
            if rest == 0:
                return first + name
            gap = "零" if rest < unit // 10 else ""
            inner = chinese_number(rest)
            if 10 <= rest < 20:  # inside a longer number ten is said with its one
                inner = "一" + inner
            return first + name + gap + inner
    raise AssertionError("every number from ten up has a unit")


def _chinese(text: str) -> str:
    def word(match: re.Match[str]) -> str:
        before, digits, after = match.groups()
        value = int(digits)
        if value > 99_999:
            return match.group(0)
        measured = after in _ZH_MEASURES and after != "号" and before != "第" if after else False
        return f"{before}{chinese_number(value, measured=measured)}{after}"

    text = re.sub(r"(第?)\s*(\d+)\s*([张分点票位个人局轮场秒号]?)", word, text)
    return re.sub(r"(?<=[\u4e00-\u9fff]) +(?=[\u4e00-\u9fff])", "", text).strip()


def _spanish(text: str) -> str:
    feminine, masculine = "|".join(_ES_FEMININE), "|".join(_ES_MASCULINE)

    def one(match: re.Match[str]) -> str:
        tens = int(match.group(1) or 0)
        female = match.group(2).startswith(_ES_FEMININE)
        if tens == 0:
            return ("una " if female else "un ") + match.group(2)
        if tens == 2:
            return ("veintiuna " if female else "veintiún ") + match.group(2)
        names = {3: "treinta", 4: "cuarenta", 5: "cincuenta", 6: "sesenta", 7: "setenta", 8: "ochenta", 9: "noventa"}
        return names[tens] + (" y una " if female else " y un ") + match.group(2)

    text = re.sub(rf"(?<!\d)([2-9]?)1 ((?:{feminine}|{masculine})\w*)", one, text)
    return re.sub(r"\s+", " ", text).strip()
