"""The values that a rule set may set, with their types and the range that makes sense.

A knob is declared once, as a field of `GinRules` or `ZhiyanRules`: its type says what may stand in the file, its
`Meta` the range and the words for people. `KNOBS` reads those declarations for the loader, the table of rule sets on
the screen and the documentation.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta


class GinRules(msgspec.Struct, frozen=True, kw_only=True):
    """Gin rummy for two with one pack of 52."""

    players: Annotated[Literal[2], Meta(title="players")]
    hand_size: Annotated[int, Meta(ge=7, le=10, title="cards in a hand")]
    first_dealer: Annotated[Literal["choice", "high_card"], Meta(title="first dealer")]
    next_dealer: Annotated[Literal["alternate", "winner", "loser"], Meta(title="next dealer")]
    void_dealer: Annotated[Literal["same", "alternate"], Meta(title="dealer after a void hand")]
    upcard_offer: Annotated[Literal["both", "non_dealer", "none"], Meta(title="who is offered the first up-card")]
    discard_taken: Annotated[Literal["forbidden", "allowed"], Meta(title="discarding the card just taken")]
    knock_limit: Annotated[int, Meta(ge=0, le=50, title="knock with at most (0: gin only)")]
    oklahoma: Annotated[bool, Meta(title="the first up-card sets the knock limit")]
    oklahoma_ace: Annotated[Literal["gin_only", "one"], Meta(title="limit when that card is an ace")]
    oklahoma_spades_double: Annotated[bool, Meta(title="a spade up-card doubles the hand")]
    hand_points: Annotated[Literal["difference"], Meta(title="points of a hand")]
    gin_bonus: Annotated[int, Meta(ge=0, le=1000, title="gin bonus")]
    eleven_cards: Annotated[Literal["discard_first", "before_discard"], Meta(title="eleven cards all melded")]
    eleven_bonus: Annotated[int, Meta(ge=0, le=1000, title="bonus for eleven cards, added to gin")]
    layoff_on_knock: Annotated[bool, Meta(title="lay off on a knock")]
    layoff_on_gin: Annotated[bool, Meta(title="lay off on gin")]
    undercut_bonus: Annotated[int, Meta(ge=0, le=1000, title="undercut bonus")]
    tie: Annotated[Literal["defender", "nobody", "knocker"], Meta(title="equal deadwood")]
    false_knock: Annotated[Literal["continue", "opponent_scores_undercut"], Meta(title="a knock that is not legal")]
    stock_end: Annotated[int, Meta(ge=0, le=10, title="void with so many cards left in the stock")]
    game_target: Annotated[int, Meta(ge=1, le=10_000, title="points that end a game")]
    game_bonus: Annotated[int, Meta(ge=0, le=1000, title="game bonus")]
    box_bonus: Annotated[int, Meta(ge=0, le=1000, title="bonus for each hand won")]
    shutout: Annotated[Literal["none", "twice_difference", "bonus"], Meta(title="shut-out")]
    shutout_when: Annotated[Literal["no_points", "no_hands"], Meta(title="shut-out when the loser has")]
    shutout_bonus: Annotated[int, Meta(ge=0, le=1000, title="shut-out bonus")]
    game_winner: Annotated[Literal["highest_total", "reached_target"], Meta(title="winner of a game")]
    match_target: Annotated[int, Meta(ge=0, le=100_000, title="points that end a match (0: a single game)")]
    hollywood_games: Annotated[Literal[1, 2, 3], Meta(title="games scored at once")]


class ZhiyanRules(msgspec.Struct, frozen=True, kw_only=True):
    """The picture game, 只言片语, for three and more."""

    players_min: Annotated[int, Meta(ge=3, le=12, title="players at least")]
    players_max: Annotated[int, Meta(ge=3, le=12, title="players at most")]
    first_storyteller: Annotated[Literal["choice"], Meta(title="first storyteller")]
    hand_size: Annotated[int, Meta(ge=1, le=20, title="cards in a hand")]
    deck_size: Annotated[int, Meta(ge=10, le=1000, title="cards in the deck")]
    own_votes: Annotated[Literal["refused"], Meta(title="a vote for one's own card")]
    all_or_none_points: Annotated[int, Meta(ge=0, le=100, title="each guesser when all or none found it")]
    storyteller_points: Annotated[int, Meta(ge=0, le=100, title="storyteller when some found it")]
    finder_points: Annotated[int, Meta(ge=0, le=100, title="each finder")]
    fooled_points: Annotated[int, Meta(ge=0, le=100, title="for each vote on a guesser's card")]
    fooled_cap: Annotated[int, Meta(ge=0, le=12, title="counted votes on a guesser's cards at most (0: all)")]
    three_player: Annotated[Literal["two_cards", "off"], Meta(title="with three players")]
    three_player_hand: Annotated[int, Meta(ge=1, le=20, title="cards in a hand with three players")]
    three_player_single: Annotated[
        int, Meta(ge=0, le=100, title="three players, one finder: points of the two (0: as usual)")
    ]
    two_votes_from: Annotated[int, Meta(ge=0, le=12, title="two votes allowed from so many players (0: never)")]
    one_vote_bonus: Annotated[int, Meta(ge=0, le=100, title="finder who used one vote of two")]
    target: Annotated[int, Meta(ge=0, le=1000, title="points that end the game (0: only the stock)")]
    stock_end: Annotated[Literal["ends_game"], Meta(title="stock drawn empty")]
    winners: Annotated[Literal["highest_shared"], Meta(title="winner")]


class Knob(msgspec.Struct, frozen=True, kw_only=True):
    """What may stand under one key of a rule set."""

    key: str
    title: str
    kind: type[int] | type[bool] | type[str]
    low: int | None = None
    high: int | None = None
    choices: tuple[int | str, ...] = ()

    def fault(self, value: object) -> str:
        """Why `value` cannot stand here: what is allowed, in words; empty where it can."""
        if self.choices:
            ok = any(value == choice and type(value) is type(choice) for choice in self.choices)
            return "" if ok else "allowed: " + ", ".join(_shown(choice) for choice in self.choices)
        if self.kind is bool:
            return "" if isinstance(value, bool) else "allowed: true or false"
        if isinstance(value, bool) or not isinstance(value, int):
            return f"allowed: a whole number from {self.low} to {self.high}"
        inside = (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        return "" if inside else f"allowed: {self.low} to {self.high}"


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _knob(key: str, hint: Any) -> Knob:
    inner, *metas = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    meta = next((m for m in metas if isinstance(m, Meta)), Meta())
    choices = get_args(inner) if get_origin(inner) is Literal else ()
    kind = type(choices[0]) if choices else inner
    return Knob(key=key, title=meta.title or key, kind=kind, low=meta.ge, high=meta.le, choices=choices)  # type: ignore[arg-type]


def _knobs(rules: type[msgspec.Struct]) -> Mapping[str, Knob]:
    hints = get_type_hints(rules, include_extras=True)
    return types.MappingProxyType({key: _knob(key, hints[key]) for key in rules.__struct_fields__})


GAMES: Mapping[str, type[GinRules] | type[ZhiyanRules]] = {"gin": GinRules, "zhiyan": ZhiyanRules}
KNOBS: Mapping[str, Mapping[str, Knob]] = {game: _knobs(rules) for game, rules in GAMES.items()}
"""For each game its knobs by key, in the order in which people read them."""


def impossible(game: str, values: Mapping[str, Any], players: int | None = None) -> list[tuple[str, str]]:
    """What does not fit together among values that are each allowed: (key, what is wrong and what is allowed).

    The deck of the picture game must do for the largest company, or for `players` where those are known.
    """
    return _impossible_gin(values) if game == "gin" else _impossible_zhiyan(values, players)


def _impossible_gin(v: Mapping[str, Any]) -> list[tuple[str, str]]:
    faults = []
    dealt = v["players"] * v["hand_size"] + 1
    if dealt + v["stock_end"] >= 52:
        faults.append(("hand_size", f"{dealt} cards are dealt and {v['stock_end']} end the hand; a pack has 52"))
    if v["shutout"] == "bonus" and v["shutout_bonus"] == 0:
        faults.append(("shutout_bonus", '0 with shutout = "bonus"; allowed: more than 0, or shutout = "none"'))
    if v["hollywood_games"] > 1 and v["match_target"]:
        faults.append(("match_target", "no match over Hollywood's games; allowed: 0"))
    return faults


def _impossible_zhiyan(v: Mapping[str, Any], players: int | None) -> list[tuple[str, str]]:
    faults = []
    low, high = v["players_min"], v["players_max"]
    if low > high:
        faults.append(("players_min", f"{low} is more than players_max = {high}"))
    if players is not None:
        low, high = players, max(players, 1)
    if high * v["hand_size"] >= v["deck_size"]:
        most = (v["deck_size"] - 1) // high
        faults.append(
            ("hand_size", f"{v['hand_size']} cards for {high} players out of {v['deck_size']}; allowed: at most {most}")
        )
    variant = v["three_player"] == "two_cards" and low <= 3
    if variant and 3 * v["three_player_hand"] >= v["deck_size"]:
        most = (v["deck_size"] - 1) // 3
        faults.append(("three_player_hand", f"{v['three_player_hand']}; allowed: at most {most}"))
    if variant and v["three_player_hand"] < 2:
        faults.append(("three_player_hand", "1 card where two are played; allowed: 2 or more"))
    if v["two_votes_from"] == 0 and v["one_vote_bonus"]:
        faults.append(("one_vote_bonus", "set although two_votes_from is 0; allowed: 0"))
    return faults
