"""Pictures in which no playing card lies: patterns, text, coins, backs, jokers, bank cards, screens, hands' shadows.

The bench reads them; a reader worth its name says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import cv2
import numpy as np

Draw = Callable[[np.random.Generator, np.ndarray], None]
_WIDTH, _HEIGHT = 1000, 750
_WORDS = [
    "THE",
    "AND",
    "QUEEN",
    "KING",
    "JACK",
    "ACE",
    "10",
    "2",
    "7",
    "9",
    "A",
    "K",
    "Q",
    "J",
    "CARD",
    "GAME",
    "34",
    "SIX",
    "SEVEN",
    "HEART",
    "2026",
    "5%",
    "B12",
    "QR",
    "JOKER",
    "8",
    "66",
    "96",
]


def pictures_without_cards(count: int, seed: int = 5) -> Iterator[tuple[str, np.ndarray]]:
    """`count` pictures (750, 1000, 3) uint8 with the name of their kind; the same seed gives the same pictures."""
    kinds = list(KINDS.items())
    for i in range(count):
        rng = np.random.default_rng([seed, i])
        name, draw = kinds[i % len(kinds)]
        image = ground(rng)
        draw(rng, image)
        yield name, finish(rng, image)


def ground(rng: np.random.Generator) -> np.ndarray:
    """A table top."""
    image = np.empty((_HEIGHT, _WIDTH, 3), np.float32)
    image[:] = rng.uniform(30, 230, 3)
    for _ in range(3):
        cells = 2 ** int(rng.integers(2, 8))
        noise = rng.normal(size=(cells, cells)).astype(np.float32)
        image += (rng.uniform(2, 14) * cv2.resize(noise, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_CUBIC))[..., None]
    return np.clip(image, 0, 255).astype(np.uint8)


def finish(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Light, blur and noise of a camera."""
    values = image.astype(np.float32) * rng.uniform(0.6, 1.1) * rng.uniform(0.85, 1.1, 3).astype(np.float32)
    values = cv2.GaussianBlur(values, (0, 0), rng.uniform(0.3, 1.3))
    values += rng.normal(size=values.shape).astype(np.float32) * rng.uniform(0, 5)
    return np.clip(values, 0, 255).astype(np.uint8)


def color(rng: np.random.Generator) -> tuple[float, float, float]:
    """Any colour."""
    return tuple(float(value) for value in rng.uniform(0, 255, 3))  # type: ignore[return-value]


def place(rng: np.random.Generator, image: np.ndarray, thing: np.ndarray) -> None:
    """Lay a flat thing somewhere, turned anyhow, with a thin shadow."""
    tall, wide = thing.shape[:2]
    turn, size = rng.uniform(0, 360), rng.uniform(0.6, 1.5)
    matrix = cv2.getRotationMatrix2D((wide / 2, tall / 2), turn, size)
    matrix[:, 2] += rng.uniform((100, 100), (_WIDTH - 100, _HEIGHT - 100)) - (wide / 2, tall / 2)
    mask = cv2.warpAffine(np.full((tall, wide), 255, np.uint8), matrix, (_WIDTH, _HEIGHT))
    laid = cv2.warpAffine(thing, matrix, (_WIDTH, _HEIGHT), flags=cv2.INTER_AREA)
    shade = cv2.GaussianBlur(mask, (0, 0), 4).astype(np.float32)[..., None] / 255 * 0.35
    cover = mask.astype(np.float32)[..., None] / 255
    image[:] = (image * (1 - shade) * (1 - cover) + laid * cover).astype(np.uint8)


def patterns(rng: np.random.Generator, image: np.ndarray) -> None:
    """Stripes, checks, dots, tiles over the whole table."""
    ys, xs = np.mgrid[0:_HEIGHT, 0:_WIDTH].astype(np.float32)
    way, period = rng.uniform(0, math.pi), rng.uniform(8, 90)
    along = (xs * math.cos(way) + ys * math.sin(way)) * 2 * math.pi / period
    across = (ys * math.cos(way) - xs * math.sin(way)) * 2 * math.pi / (period * rng.uniform(0.5, 2))
    wave = (np.sin(along), np.sin(along) * np.sin(across), np.sin(along) + np.sin(across))[int(rng.integers(3))]
    share = (1 / (1 + np.exp(-wave * rng.uniform(1, 12))))[..., None]
    image[:] = (image * share + np.array(color(rng)) * (1 - share)).astype(np.uint8)


def page(rng: np.random.Generator) -> np.ndarray:
    """A sheet of paper with words and numbers in rows."""
    paper = np.full((420, 300, 3), rng.uniform(215, 255), np.uint8)
    ink, size, y = color(rng), rng.uniform(0.4, 1.4), 30
    while y < 410:
        text = " ".join(rng.choice(_WORDS, int(rng.integers(1, 6))))
        cv2.putText(paper, text, (12, y), int(rng.integers(0, 5)), size, ink, int(rng.integers(1, 3)), cv2.LINE_AA)
        y += int(40 * size) + 8
    return paper


def text(rng: np.random.Generator, image: np.ndarray) -> None:
    """Printed pages, rules of a game, notes of the score."""
    for _ in range(rng.integers(1, 4)):
        place(rng, image, page(rng))


def letters(rng: np.random.Generator, image: np.ndarray) -> None:
    """Single large letters and numbers on the table."""
    for _ in range(rng.integers(4, 20)):
        at = tuple(int(value) for value in rng.uniform((0, 40), (_WIDTH - 40, _HEIGHT)))
        word = str(rng.choice(_WORDS))
        cv2.putText(
            image,
            word,
            at,
            int(rng.integers(0, 5)),
            rng.uniform(0.6, 3),
            color(rng),
            int(rng.integers(1, 6)),
            cv2.LINE_AA,
        )


def coins(rng: np.random.Generator, image: np.ndarray) -> None:
    """Coins and chips with their numbers, buttons, rings."""
    for _ in range(rng.integers(3, 16)):
        radius = int(rng.integers(15, 60))
        disc = np.zeros((2 * radius + 8, 2 * radius + 8, 3), np.uint8)
        center = (radius + 4, radius + 4)
        at = rng.uniform((radius + 5, radius + 5), (_WIDTH - radius - 5, _HEIGHT - radius - 5)).astype(int)
        part = image[at[1] - radius - 4 : at[1] + radius + 4, at[0] - radius - 4 : at[0] + radius + 4]
        disc[:] = part
        cv2.circle(disc, center, radius, color(rng), -1, cv2.LINE_AA)
        cv2.circle(disc, center, int(radius * 0.85), color(rng), 2, cv2.LINE_AA)
        number = str(rng.choice(["1", "2", "5", "10", "20", "50", "25"]))
        cv2.putText(disc, number, (4 + radius // 2, 4 + int(radius * 1.35)), 2, radius / 26, color(rng), 2, cv2.LINE_AA)
        part[:] = disc


def card_back(rng: np.random.Generator) -> np.ndarray:
    """The back of a playing card."""
    back = np.full((352, 252, 3), 245, np.uint8)
    inner = back[14:-14, 14:-14]
    ys, xs = np.mgrid[0 : inner.shape[0], 0 : inner.shape[1]].astype(np.float32)
    period = rng.uniform(6, 30)
    wave = np.sin((xs + ys) * 6.28 / period) * np.sin((xs - ys) * 6.28 / period)
    inner[:] = np.where(wave[..., None] > rng.uniform(-0.3, 0.3), np.array(color(rng)), 240)
    cv2.circle(back, (126, 176), int(rng.integers(20, 70)), color(rng), int(rng.integers(1, 6)), cv2.LINE_AA)
    return back


def backs(rng: np.random.Generator, image: np.ndarray) -> None:
    """Cards that lie face down."""
    for _ in range(rng.integers(1, 8)):
        place(rng, image, card_back(rng))


def joker(rng: np.random.Generator) -> np.ndarray:
    """A joker: the word down its corners, a star, a figure."""
    face = np.full((352, 252, 3), rng.uniform(225, 255), np.uint8)
    ink = (20.0, 20.0, 20.0) if rng.random() < 0.5 else (40.0, 30.0, 190.0)
    word, font, size = str(rng.choice(["JOKER", "*", "JOLLY", "J O K"])), int(rng.integers(0, 4)), rng.uniform(0.5, 0.9)
    for _ in range(2):
        for i, letter in enumerate(word):
            cv2.putText(face, letter, (12, 32 + i * int(30 * size)), font, size, ink, 2, cv2.LINE_AA)
        for _ in range(5):
            center = tuple(int(value) for value in rng.normal((126, 176), (30, 50)))
            cv2.circle(face, center, int(rng.integers(4, 34)), color(rng), -1, cv2.LINE_AA)
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


def jokers(rng: np.random.Generator, image: np.ndarray) -> None:
    """Jokers, and a card or two face down."""
    for _ in range(rng.integers(1, 4)):
        place(rng, image, joker(rng))
    place(rng, image, card_back(rng))


def plastic(rng: np.random.Generator) -> np.ndarray:
    """A bank card, a ticket, a business card."""
    card = np.full((220, 350, 3), color(rng), np.uint8)
    if rng.random() < 0.6:
        cv2.rectangle(card, (28, 70), (76, 108), (110, 190, 215), -1)
    digits = " ".join("".join(str(d) for d in rng.integers(0, 10, 4)) for _ in range(4))
    cv2.putText(card, digits, (20, 150), 2, 0.75, color(rng), 2, cv2.LINE_AA)
    for row in range(int(rng.integers(1, 4))):
        cv2.putText(
            card, str(rng.choice(_WORDS)), (20, 30 + row * 22), int(rng.integers(0, 4)), 0.6, color(rng), 1, cv2.LINE_AA
        )
    return card


def bank_cards(rng: np.random.Generator, image: np.ndarray) -> None:
    """Bank cards and tickets."""
    for _ in range(rng.integers(1, 5)):
        place(rng, image, plastic(rng))


def phone(rng: np.random.Generator, image: np.ndarray) -> None:
    """A phone with a lit screen: clock, icons, keys of a calculator."""
    body = np.full((420, 210, 3), 25, np.uint8)
    body[12:-12, 10:-10] = color(rng)
    cv2.putText(
        body, f"{rng.integers(10, 24)}:{rng.integers(10, 60)}", (40, 70), 0, 1.3, (255, 255, 255), 2, cv2.LINE_AA
    )
    for i in range(12):
        at = (40 + 60 * (i % 3), 170 + 60 * (i // 3))
        cv2.circle(body, at, 22, color(rng), -1, cv2.LINE_AA)
        cv2.putText(
            body, str(rng.choice(list("123456789A0"))), (at[0] - 9, at[1] + 9), 0, 0.9, color(rng), 2, cv2.LINE_AA
        )
    place(rng, image, body)


def dice(rng: np.random.Generator, image: np.ndarray) -> None:
    """Dice and dominoes."""
    for _ in range(rng.integers(3, 14)):
        halves = int(rng.integers(1, 3))
        stone = np.full((90 * halves, 90, 3), rng.uniform(200, 255), np.uint8)
        ink = (30.0, 30.0, 30.0) if rng.random() < 0.6 else (30.0, 30.0, 200.0)
        for half in range(halves):
            for spot in rng.choice(9, int(rng.integers(1, 7)), replace=False):
                at = (20 + 25 * int(spot % 3), 90 * half + 20 + 25 * int(spot // 3))
                cv2.circle(stone, at, 8, ink, -1, cv2.LINE_AA)
        place(rng, image, stone)


def blank(rng: np.random.Generator, image: np.ndarray) -> None:
    """White cards with nothing, or with only pips, on them."""
    for _ in range(rng.integers(1, 6)):
        face = np.full((352, 252, 3), 250, np.uint8)
        ink = (20.0, 20.0, 20.0) if rng.random() < 0.5 else (40.0, 30.0, 200.0)
        for _ in range(rng.integers(0, 9)):
            x, y = (int(value) for value in rng.uniform((60, 50), (190, 300)))
            diamond = np.array([[x, y - 24], [x + 18, y], [x, y + 24], [x - 18, y]], np.int32)
            cv2.fillPoly(face, [diamond], ink, cv2.LINE_AA)
        place(rng, image, face)


KINDS: dict[str, Draw] = {
    "patterns": patterns,
    "text": text,
    "letters": letters,
    "coins": coins,
    "backs": backs,
    "jokers": jokers,
    "bank cards": bank_cards,
    "phone": phone,
    "dice": dice,
    "blank": blank,
}
