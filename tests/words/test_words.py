"""Lines filled with names, cards and numbers, for the eye and for the ear."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.words import LANGUAGES, MissingWordError, Words, catalogue, next_language
from table.words.aloud import chinese_number, speakable

en, zh, es, hu = (Words(lang) for lang in LANGUAGES)


def test_a_seat_is_called_by_its_sign_unless_it_has_a_name() -> None:
    assert [words.say("band.draw", seat="mountain") for words in (en, zh, es, hu)] == [
        "Mountain: draw a card",
        "高山：摸一张牌",
        "Montaña: roba una carta",
        "Hegy jön: húzz egy lapot",
    ]
    assert Words("en", {"mountain": "Ana"}).say("band.draw", seat="mountain") == "Ana: draw a card"
    assert hu.seat("seat7") == "7. hely"


@pytest.mark.parametrize(
    ("count", "english", "spanish"),
    [
        (0, "Sun wins the hand: 0 points", "Sol gana la mano: 0 puntos"),
        (1, "Sun wins the hand: 1 point", "Sol gana la mano: 1 punto"),
        (34, "Sun wins the hand: 34 points", "Sol gana la mano: 34 puntos"),
    ],
)
def test_one_and_many(count: int, english: str, spanish: str) -> None:
    assert en.say("band.hand_won", seat="sun", n=count) == english
    assert es.say("band.hand_won", seat="sun", n=count) == spanish


def test_the_spanish_verb_goes_with_the_number_and_with_the_names() -> None:
    assert es.say("picture.rounds_left", n=1) == "queda 1 ronda"
    assert es.say("picture.rounds_left", n=2) == "quedan 2 rondas"
    assert es.say("band.waiting", seats=["hut"]) == "Falta: Cabaña"
    assert es.say("band.waiting", seats=["hut", "sun"]) == "Faltan: Cabaña y Sol"


def test_cards_are_drawn_as_signs_and_said_as_words() -> None:
    assert en.say("band.layoff", seat="moon", cards=["8H", "TC"]) == "Moon adds 8♥ 10♣"
    assert en.aloud("band.layoff", seat="moon", cards=["8H", "TC"]) == "Moon adds eight of hearts and ten of clubs"
    assert zh.aloud("band.layoff", seat="moon", cards=["8H", "AS"]) == "月亮接牌：红桃八和黑桃 A"
    assert es.aloud("band.layoff", seat="moon", cards=["JD"]) == "Luna añade jota de diamantes"
    assert hu.aloud("band.layoff", seat="moon", cards=["QS", "8H", "TC"]) == (
        "Hold hozzátett: pikk dáma, kőr nyolcas és treff tízes"
    )


def test_chinese_says_two_by_what_follows() -> None:
    assert zh.aloud("band.hand_won", seat="sun", n=2) == "太阳赢了这局：两分"
    assert zh.aloud("band.was", k=2, seat="star") == "二号牌是星星的"
    assert zh.aloud("sub.round", n=2) == "第二轮"
    assert zh.aloud("small.refill", n=6) == "每人补到六张牌"
    assert zh.aloud("band.hand_won", seat="sun", n=12) == "太阳赢了这局：十二分"


def test_spanish_says_un_and_una_before_what_is_counted() -> None:
    assert es.aloud("band.hand_won", seat="sun", n=1) == "Sol gana la mano: un punto"
    assert es.aloud("band.hand_won", seat="sun", n=21) == "Sol gana la mano: veintiún puntos"
    assert es.aloud("band.hand_won", seat="sun", n=31) == "Sol gana la mano: treinta y un puntos"
    assert speakable("queda 1 carta", "es") == "queda una carta"
    assert speakable("101 puntos", "es") == "101 puntos"


def test_hungarian_says_a_standing_as_a_sentence() -> None:
    assert hu.say("band.game_won", seat="sun", a=95, b=43) == "Nap nyert, 95 : 43"
    assert hu.aloud("band.game_won", seat="sun", a=95, b=43) == "Nap nyert, 95, 43 az állás"


def test_signs_for_the_eye_are_not_read_out() -> None:
    assert speakable("61 → 95", "en") == "61 , 95"
    assert speakable("+14", "en") == "plus 14"
    assert speakable("26 − 14", "hu") == "26 mínusz 14"


@pytest.mark.parametrize(
    ("value", "said"),
    [(0, "零"), (2, "二"), (10, "十"), (12, "十二"), (20, "二十"), (21, "二十一"), (100, "一百"), (105, "一百零五"),
     (110, "一百一十"), (115, "一百一十五"), (222, "二百二十二"), (290, "二百九十"), (870, "八百七十"),
     (1000, "一千"), (2005, "两千零五"), (1010, "一千零一十"), (20000, "两万")],
)  # fmt: skip
def test_chinese_numbers(value: int, said: str) -> None:
    assert chinese_number(value) == said


@given(st.integers(0, 99_999))
def test_every_chinese_number_reads_back(value: int) -> None:
    digits = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2}
    total, part, digit = 0, 0, 1 if chinese_number(value).startswith("十") else 0
    for c in chinese_number(value):
        if c in digits:
            digit = digits[c]
        elif c == "万":
            total, part, digit = (part + digit) * 10_000, 0, 0
        else:
            part, digit = part + digit * {"十": 10, "百": 100, "千": 1000}[c], 0
    assert total + part + digit == value


def test_numbers_are_written_as_the_language_does() -> None:
    assert [words.number(0.25, 2) for words in (en, zh, es, hu)] == ["0.25", "0.25", "0,25", "0,25"]
    assert en.number(-3) == "−3"
    assert [en.signed(n) for n in (14, 0, -10)] == ["+14", "0", "−10"]


def test_an_unread_card_is_called_that() -> None:
    assert en.say("refused.not_the_top", card="7S", top=None) == "7♠ was not on top, an unread card was"


def test_a_key_that_nobody_has_is_an_error_and_names_itself() -> None:
    with pytest.raises(MissingWordError, match=r"band\.never"):
        en.say("band.never")


def test_a_missing_value_is_an_error_and_names_the_line() -> None:
    with pytest.raises(MissingWordError, match=r"band\.draw.*seat"):
        en.say("band.draw")


def test_a_key_that_a_language_lacks_shows_the_english_text(monkeypatch: pytest.MonkeyPatch) -> None:
    import table.words as module

    short = {key: text for key, text in catalogue("hu").items() if key != "key.fine"}
    monkeypatch.setattr(module, "catalogue", lambda lang: short if lang == "hu" else catalogue(lang))
    assert module.Words("hu").say("key.fine") == "Fine"
    assert module.Words("hu").say("key.back") == "Vissza"


def test_an_unknown_language_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"'fr'.*en, zh, es, hu, es-419"):
        Words("fr")


def test_the_language_key_walks_through_all_four() -> None:
    walk = ["en"]
    for _ in range(4):
        walk.append(next_language(walk[-1]))
    assert walk == ["en", "zh", "es", "hu", "en"]
    assert next_language("es-419") == "hu"
