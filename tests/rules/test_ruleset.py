"""Rule sets: the values of the three texts, house rules built on them, and what a wrong file is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import seeds
from seeds.page import page
from table.rules.knobs import GAMES, KNOBS
from table.rules.ruleset import RuleSetError, available, load, load_all, typed_values

# The table of rules.md, one column a rule set: jinlami, fupa, the-pack.
GIN_TABLE = {
    "players": (2, 2, 2),
    "hand_size": (10, 10, 10),
    "first_dealer": ("choice", "choice", "high_card"),
    "next_dealer": ("alternate", "alternate", "winner"),
    "void_dealer": ("same", "same", "same"),
    "upcard_offer": ("both", "none", "both"),
    "discard_taken": ("forbidden", "forbidden", "forbidden"),
    "knock_limit": (10, 10, 10),
    "oklahoma": (False, False, False),
    "gin_bonus": (25, 25, 20),
    "eleven_cards": ("discard_first", "before_discard", "discard_first"),
    "eleven_bonus": (0, 6, 0),
    "layoff_on_knock": (True, True, True),
    "layoff_on_gin": (False, False, True),
    "undercut_bonus": (25, 25, 10),
    "tie": ("defender", "nobody", "defender"),
    "false_knock": ("continue", "continue", "continue"),
    "stock_end": (2, 2, 2),
    "game_target": (100, 100, 100),
    "game_bonus": (100, 0, 100),
    "box_bonus": (25, 0, 20),
    "shutout": ("twice_difference", "none", "bonus"),
    "shutout_bonus": (0, 0, 100),
    "game_winner": ("highest_total", "reached_target", "reached_target"),
    "match_target": (500, 0, 0),
    "hollywood_games": (1, 1, 1),
}
ZHIYAN_TABLE = {
    "players_min": 3,
    "players_max": 6,
    "hand_size": 6,
    "deck_size": 84,
    "own_votes": "refused",
    "all_or_none_points": 2,
    "storyteller_points": 3,
    "finder_points": 3,
    "fooled_points": 1,
    "fooled_cap": 0,
    "three_player": "two_cards",
    "three_player_hand": 7,
    "target": 30,
}
SILENT = {
    "gin-jinlami": {"first_dealer", "next_dealer", "discard_taken", "layoff_on_gin", "stock_end", "eleven_cards"},
    "gin-fupa": {"first_dealer", "next_dealer", "discard_taken"},
    "gin-the-pack": {"eleven_cards"},
    "zhiyan": {"deck_size", "players_max"},
}
SHIPPED_HOUSE = {
    "gin-standard",
    "gin-oklahoma",
    "gin-straight",
    "gin-hollywood",
    "gin-short",
    "zhiyan-odyssey",
    "zhiyan-official3p4",
    "zhiyan-short",
}


@pytest.mark.parametrize("key", GIN_TABLE)
def test_the_three_texts_on_gin(key: str) -> None:
    found = tuple(load(rules_id).values[key] for rules_id in ("gin-jinlami", "gin-fupa", "gin-the-pack"))
    assert found == GIN_TABLE[key]


@pytest.mark.parametrize("key", ZHIYAN_TABLE)
def test_the_text_on_the_picture_game(key: str) -> None:
    assert load("zhiyan").values[key] == ZHIYAN_TABLE[key]


def test_the_list_begins_with_the_seeds() -> None:
    assert tuple(available()[:4]) == ("zhiyan", "gin-jinlami", "gin-fupa", "gin-the-pack")
    assert set(available()[4:]) == SHIPPED_HOUSE


@pytest.mark.parametrize("rules_id", seeds.SEEDS)
def test_every_value_rests_on_a_sentence_of_its_text(rules_id: str) -> None:
    number = {"gin-fupa": "001", "gin-the-pack": "004"}.get(rules_id, "000")
    for entry in load(rules_id).entries.values():
        assert entry.says.strip()
        assert entry.source == "silent" or entry.source.startswith(number), entry


@pytest.mark.parametrize(("rules_id", "keys"), SILENT.items())
def test_where_the_text_is_silent_the_file_says_so(rules_id: str, keys: set[str]) -> None:
    assert {entry.key for entry in load(rules_id).entries.values() if entry.silent} >= keys


def test_every_rule_set_loads_and_sets_every_knob() -> None:
    good, bad = load_all()
    assert bad == []
    for rules in good:
        assert list(rules.entries) == list(KNOBS[rules.game])
        assert typed_values(rules.values) == rules.rules
        assert rules.names.keys() == {"en", "zh", "es", "hu"}


def test_house_rules_change_only_what_they_name() -> None:
    standard, pack = load("gin-standard"), load("gin-the-pack")
    assert (standard.gin.gin_bonus, standard.gin.undercut_bonus) == (25, 25)
    assert (standard.gin.tie, standard.gin.layoff_on_gin) == ("defender", False)
    named = {entry.key for entry in standard.differing()}
    assert all(standard.values[key] == pack.values[key] for key in KNOBS["gin"] if key not in named)
    assert standard.house
    assert not pack.house


def test_house_rules_may_build_on_house_rules() -> None:
    oklahoma = load("gin-oklahoma")
    assert oklahoma.extends == ("gin-standard", "gin-the-pack")
    assert oklahoma.entries["gin_bonus"].from_id == "gin-standard"
    assert oklahoma.entries["knock_limit"].from_id == "gin-the-pack"
    assert oklahoma.gin.oklahoma


@pytest.mark.parametrize(
    ("rules_id", "key", "value"),
    [
        ("gin-straight", "knock_limit", 0),
        ("gin-hollywood", "hollywood_games", 3),
        ("gin-short", "game_target", 50),
        ("zhiyan-odyssey", "players_max", 12),
        ("zhiyan-odyssey", "fooled_cap", 3),
        ("zhiyan-odyssey", "two_votes_from", 7),
        ("zhiyan-official3p4", "three_player_single", 4),
        ("zhiyan-short", "target", 15),
    ],
)
def test_shipped_house_rules(rules_id: str, key: str, value: Any) -> None:
    assert load(rules_id).values[key] == value


# -- people's own files -----------------------------------------------------------------------------------------


def own(text: str, name: str = "ours") -> tuple[seeds.RuleText, ...]:
    return (seeds.RuleText(name, f"house/{name}.toml", text),)


def test_a_plain_value_and_one_with_its_reason() -> None:
    rules = load(
        "ours",
        own(
            """
            extends = "gin-fupa"
            name = "At Grandma's"
            knock_limit = 7
            [gin_bonus]
            value = 30
            says = "Grandma says so."
            """
        ),
    )
    assert (rules.name, rules.gin.knock_limit, rules.gin.gin_bonus) == ("At Grandma's", 7, 30)
    assert rules.entries["gin_bonus"].says == "Grandma says so."
    assert rules.gin.eleven_bonus == 6


def test_a_file_of_ones_own_takes_the_place_of_a_shipped_one() -> None:
    rules = load("gin-standard", own('extends = "gin-fupa"\ngin_bonus = 1', name="gin-standard"))
    assert rules.gin.gin_bonus == 1
    assert load("gin-standard").gin.gin_bonus == 25


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('extends = "gin-fupa"\nknok_limit = 5', ("knok_limit: unknown", "knock_limit")),
        ('extends = "gin-fupa"\nzebra = 5', ("zebra: unknown", "allowed: players, hand_size")),
        ('extends = "gin-fupa"\nknock_limit = "ten"', ("knock_limit", "'ten'", "a whole number from 0 to 50")),
        ('extends = "gin-fupa"\nknock_limit = true', ("knock_limit", "True", "a whole number")),
        ('extends = "gin-fupa"\nknock_limit = 99', ("knock_limit", "99", "0 to 50")),
        ('extends = "gin-fupa"\nknock_limit = 5.5', ("knock_limit", "5.5", "a whole number")),
        ('extends = "gin-fupa"\noklahoma = 1', ("oklahoma", "true or false")),
        ('extends = "gin-fupa"\ntie = "both"', ("tie", "'both'", '"defender", "nobody", "knocker"')),
        ('extends = "gin-fupa"\nhollywood_games = 4', ("hollywood_games", "4", "1, 2, 3")),
        ('extends = "gin-fupa"\nhollywood_games = true', ("hollywood_games", "True", "1, 2, 3")),
        ('extends = "gin-fupa"\nplayers = 4\nhand_size = 20', ("players", "4", "allowed: 2")),
        ('extends = "zhiyan"\nplayers_max = 4\nhand_size = 20\ndeck_size = 52', ("hand_size", "20", "at most 12")),
        ('extends = "zhiyan"\nplayers_min = 6\nplayers_max = 4', ("players_min", "6", "players_max = 4")),
        ('extends = "zhiyan"\none_vote_bonus = 1', ("one_vote_bonus", "allowed: 0")),
        ('extends = "zhiyan"\nthree_player_hand = 1', ("three_player_hand", "2 or more")),
        ('extends = "gin-the-pack"\nshutout_bonus = 0', ("shutout_bonus", "more than 0")),
        ('extends = "gin-jinlami"\nhollywood_games = 3', ("match_target", "allowed: 0")),
        ('extends = "gin-nothing"', ("extends", "'gin-nothing'", "gin-fupa")),
        ("extends = 3", ("extends", "3")),
        ('extends = "ours"', ("a circle", "ours -> ours")),
        ("knock_limit = 5", ("game: missing", "gin, zhiyan")),
        ('game = "poker"', ("game", "'poker'", "gin, zhiyan")),
        ('game = "gin"\nplayers = 2', ("hand_size: missing",)),
        ('game = "zhiyan"\nextends = "gin-fupa"', ("game", "'gin'")),
        ('extends = "gin-fupa"\nname = 5', ("name", "5")),
        ('extends = "gin-fupa"\n[name]\nfr = "gin"', ("name", "en, zh, es, hu")),
        ('extends = "gin-fupa"\n[knock_limit]\nsays = "no value"', ("knock_limit", "value, source, says")),
        ('extends = "gin-fupa"\n[knock_limit]\nvalue = 5\nwhy = "x"', ("knock_limit", "why")),
        ('extends = "gin-fupa"\n[knock_limit]\nvalue = 5\nsays = 7', ("knock_limit", "texts")),
        ("extends = ", ("not readable as TOML",)),
        ("cannot be read: no", ("not readable as TOML",)),
    ],
)
def test_a_wrong_file_is_told_what_is_wrong(text: str, told: tuple[str, ...]) -> None:
    with pytest.raises(RuleSetError) as caught:
        load("ours", own(text))
    message = str(caught.value)
    assert message.startswith("house/ours.toml: ")
    assert "\n" not in message
    for part in told:
        assert part in message, message


def test_a_circle_over_two_files() -> None:
    texts = (*own('extends = "b"', "a"), *own('extends = "a"', "b"))
    with pytest.raises(RuleSetError, match="circle, a -> b -> a"):
        load("a", texts)


def test_an_unknown_id_lists_those_there_are() -> None:
    with pytest.raises(RuleSetError, match=r"'gin-nope'.*gin-fupa"):
        load("gin-nope")


def test_one_broken_file_leaves_the_others_usable() -> None:
    good, bad = load_all(own("extends = ", "broken"))
    assert {rules.id for rules in good} >= {"gin-fupa", *SHIPPED_HOUSE}
    assert [str(error).split(":")[0] for error in bad] == ["house/broken.toml"]


def test_a_folder_of_house_rules(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text('extends = "gin-fupa"\nknock_limit = 5', "utf-8")
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe not text")
    (tmp_path / "notes.txt").write_text("no rules", "utf-8")
    texts = seeds.read_folder(tmp_path)
    assert [text.id for text in texts] == ["a", "b"]
    assert load("b", texts).gin.knock_limit == 5
    with pytest.raises(RuleSetError, match=r"a\.toml: not readable as TOML"):
        load("a", texts)
    assert seeds.read_folder(tmp_path / "missing") == ()


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"game": "gin"}, "hand_size: missing"),
        ({}, "game: found"),
        ({**load("zhiyan").values, "zebra": 1}, "zebra: unknown"),
        ({**load("zhiyan").values, "target": "x"}, "target: found 'x'"),
        ({**load("zhiyan").values, "hand_size": 20}, "hand_size"),
    ],
)
def test_values_in_a_log_are_checked_as_well(values: dict[str, Any], told: str) -> None:
    with pytest.raises(RuleSetError, match=told):
        typed_values(values)


def test_gin_or_not() -> None:
    with pytest.raises(RuleSetError, match="picture game"):
        _ = load("gin-fupa").zhiyan
    with pytest.raises(RuleSetError, match="gin rummy"):
        _ = load("zhiyan").gin


def test_every_knob_has_words_and_a_range() -> None:
    for game in GAMES:
        for knob in KNOBS[game].values():
            assert knob.title
            assert "_" not in knob.title
            assert knob.choices or knob.kind is bool or (knob.low is not None and knob.high is not None)


def test_the_data_travels_with_the_package() -> None:
    folder = Path(seeds.__file__).parent
    assert {path.name for path in folder.glob("*.toml")} == {f"{rules_id}.toml" for rules_id in seeds.SEEDS}
    assert {path.stem for path in (folder / "house").glob("*.toml")} == SHIPPED_HOUSE


def test_the_page_about_house_rules_is_up_to_date() -> None:
    written = Path(__file__).parent.parent.parent / "docs" / "house-rules.md"
    assert written.read_text("utf-8") == page(), "python -m seeds.page > docs/house-rules.md"


def test_the_example_on_the_page_is_a_rule_set() -> None:
    example = page().split("```toml\n")[1].split("```")[0]
    rules = load("grandma", own(example, "grandma"))
    assert (rules.gin.knock_limit, rules.gin.gin_bonus, rules.entries["gin_bonus"].says[:7]) == (7, 30, "Grandma")
