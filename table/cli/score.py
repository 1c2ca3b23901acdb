"""``cardtable score``: the calculator for people without a camera, and the engine's test bench."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import seeds
from table.cli import UserError
from table.rules.calculate import GIN_SEEDS, Answer, CaseError, answer
from table.rules.cards import Card, CardError, parse_cards, pretty, pretty_all
from table.rules.melds import is_meld
from table.rules.ruleset import RuleSetError, available, load

HELP = "score a showdown, a round or a whole game from text"
EPILOG = """examples:
  cardtable score --rules gin-fupa --knocker "7S 8S 9S / KC KD KH / 2C 2D 2H / AS" \\
                  --opponent "6S 5S QC JD 9C 8H 4D 3H AC TD"
  cardtable score --hand "3S 4S 5S 6S 7S 6C 6D"
  cardtable score --rules gin-jinlami --game "1:40 2:30 1:35 2:20 1:30"
  cardtable score --row "B A C D" --storyteller A --votes "B:2 C:1 D:1"
  cardtable score --rules gin-the-pack --json < case.json

Cards: rank A23456789TJQK and suit S C D H (10D and 7♠ do as well). A slash parts melds as they were laid; without one
the best arrangement counts. Without --rules a hand is scored under the three seed rule sets.

A case for --json has a "kind": showdown, deadwood, knock_options, legality, game; scoring, illegal, endgame. The answer
is one JSON object with a "breakdown".

exit status: 0 scored, 1 the knock or the vote is not legal, 2 wrong use"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--rules", metavar="ID", help="the rule set, such as gin-fupa; --list shows all")
    parser.add_argument("--house", metavar="DIR", help="folder with your own rule sets (default: as in the settings)")
    parser.add_argument("--list", action="store_true", help="list the rule sets and leave")
    parser.add_argument("--json", action="store_true", help="one case as JSON on standard input, the answer as JSON")
    parser.add_argument("--full", action="store_true", help="with --json: melds, lay-offs and the rest as well")
    gin = parser.add_argument_group("gin rummy")
    gin.add_argument("--knocker", metavar="CARDS", help="the knocker's cards, melds parted by slashes")
    gin.add_argument("--opponent", metavar="CARDS", help="the other player's cards")
    gin.add_argument("--discard", metavar="CARD", help="the card that the knocker discarded")
    gin.add_argument("--upcard", metavar="CARD", help="the first up-card, where it sets the limit")
    gin.add_argument("--hand", metavar="CARDS", help="one hand: its deadwood, or with eleven cards the knocks")
    gin.add_argument("--game", metavar="HANDS", help="a game as winner:points, hand by hand, such as '1:40 2:30'")
    picture = parser.add_argument_group("the picture game")
    picture.add_argument("--row", metavar="OWNERS", help="whose card lies at 1, 2, 3 and so on")
    picture.add_argument("--storyteller", metavar="WHO", help="who tells")
    picture.add_argument("--votes", metavar="VOTES", help="who voted for which number, such as 'B:2 C:1'; two as B:2,3")


def run(args: argparse.Namespace) -> int:
    """Answer one question; 1 where the answer is that it is not legal."""
    house = house_texts(args.house)
    try:
        if args.list:
            return _list(house, args.json)
        if args.json:
            print(json.dumps(_answer_json(args.rules, house, args.full), ensure_ascii=False))
            return 0
        return _answer_text(args, house)
    except (CaseError, RuleSetError) as error:
        raise UserError(str(error)) from None


def house_texts(folder: str | None) -> tuple[seeds.RuleText, ...]:
    """The user's own rule sets: in the folder named, or else where the settings say. Raises `UserError`."""
    if folder is not None:
        if not Path(folder).is_dir():
            raise UserError(f"--house {folder}: there is no such folder")
        return seeds.read_folder(folder)
    from table.settings import load as load_settings
    from table.settings.folders import house_rules_folder

    return seeds.read_folder(house_rules_folder(load_settings()))


def _list(house: Sequence[seeds.RuleText], as_json: bool) -> int:
    rows, status = [], 0
    for rules_id in available(house):
        try:
            rules = load(rules_id, house)
            rows.append({"id": rules_id, "name": rules.name, "extends": list(rules.extends), "about": rules.about})
        except RuleSetError as error:
            rows.append({"id": rules_id, "error": str(error)})
            status = 1
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return status
    for row in rows:
        text = row.get("error") or row["about"]
        print(f"{row['id']:20} {text}")
    return status


def _answer_json(rules_id: str | None, house: Sequence[seeds.RuleText], full: bool) -> Answer | list[Answer]:
    """The answer to the case on standard input; a list of cases gives a list of answers."""
    try:
        case = json.load(sys.stdin)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"standard input: no JSON document: {error}") from None
    if isinstance(case, list):
        return [_shaped(answer(one, rules_id, house), full) for one in case]
    return _shaped(answer(case, rules_id, house), full)


CONTRACT = frozenset(
    [
        "winner",
        "points",
        "knocker_deadwood",
        "opponent_deadwood",
        "laid_off",
        "deadwood",
        "min_deadwood_after_discard",
        "discards",
        "targets",
        "no_knock",
        "knock",
        "next_dealer",
        "hand_points",
        "hands_won",
        "first_to_100",
        "totals",
        "shutout",
        "winner_by_total",
        "delta",
        "result",
        "why",
        "over",
        "reason",
        "winners",
        "rounds_played",
        "breakdown",
    ]
)
"""What an answer holds: the shape of the worked cases, and the breakdown. Everything else comes with --full."""


def _shaped(found: Answer, full: bool) -> Answer:
    """The answer in the shape of the worked cases, so that it can be held against them as it is."""
    if full or not isinstance(found, dict):
        return found
    if any(name in available() for name in found):
        return {name: _shaped(value, full) if isinstance(value, dict) else value for name, value in found.items()}
    keep = {name: value for name, value in found.items() if name in CONTRACT}
    if "totals" in keep:
        keep = {name: value for name, value in keep.items() if name not in ("winner", "over")}
    elif "over" in keep:
        keep.pop("points", None)
    return keep


# -- the typed form ---------------------------------------------------------------------------------------------


def _answer_text(args: argparse.Namespace, house: Sequence[seeds.RuleText]) -> int:
    case, kind = _typed_case(args)
    if kind in ("scoring",):
        ids: tuple[str, ...] = (args.rules or "zhiyan",)
    else:
        ids = (args.rules,) if args.rules else GIN_SEEDS
        if kind in ("deadwood", "knock_options") and not args.rules:
            ids = ids[-1:]
    status = 0
    for number, rules_id in enumerate(ids):
        reply = answer(case, rules_id, house)
        if number:
            print()
        if len(ids) > 1 or args.rules:
            print(f"{rules_id} - {load(rules_id, house).name}")
        for line in _SAY[kind](reply):
            print(line)
        status = max(status, int("result" in reply))
    return status


def _typed_case(args: argparse.Namespace) -> tuple[dict[str, Any], str]:
    if args.knocker and args.opponent:
        return _typed_showdown(args), "showdown"
    if args.knocker or args.opponent:
        missing = "--opponent" if args.knocker else "--knocker"
        raise UserError(f"{missing} is missing: a showdown needs both hands")
    if args.hand:
        hand = _cards(args.hand, "--hand")
        kind = "knock_options" if len(hand) == 11 else "deadwood"
        return {"kind": kind, "hand": hand, "upcard": args.upcard}, kind
    if args.game:
        return {"kind": "game", "hands": [_typed_hand(word) for word in args.game.split()]}, "game"
    if args.row:
        return _typed_round(args), "scoring"
    raise UserError("nothing to score: give --knocker and --opponent, --hand, --game, --row, or --json with a case")


def _typed_showdown(args: argparse.Namespace) -> dict[str, Any]:
    parts = [_cards(part, "--knocker") for part in args.knocker.split("/")]
    case: dict[str, Any] = {
        "kind": "showdown",
        "knocker": [card for part in parts for card in part],
        "opponent": _cards(args.opponent.replace("/", " "), "--opponent"),
        "knocker_discard": args.discard,
        "upcard": args.upcard,
    }
    if len(parts) > 1:
        # The loose cards are often written as a part of their own; only what is a meld is taken as laid.
        case["knocker_melds"] = [part for part in parts if is_meld(part)]
    return case


def _cards(text: str, option: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise UserError(f"{option}: {error}") from None


def _typed_hand(word: str) -> list[int | None]:
    """``1:40`` - the first player won 40; ``0:0`` or ``-`` a hand that nobody won."""
    if word in ("-", "0:0"):
        return [None, 0]
    found = re.fullmatch(r"([12])[:=](\d+)", word)
    if not found:
        raise UserError(f"--game: found {word!r}, allowed: 1:POINTS, 2:POINTS, or - for a hand that nobody won")
    return [int(found[1]) - 1, int(found[2])]


def _typed_round(args: argparse.Namespace) -> dict[str, Any]:
    if not (args.storyteller and args.votes):
        raise UserError("--row needs --storyteller and --votes as well")
    votes = {}
    for word in args.votes.split():
        found = re.fullmatch(r"([^:=]+)[:=](\d+(?:,\d+)*)", word)
        if not found:
            raise UserError(f"--votes: found {word!r}, allowed: WHO:NUMBER such as B:2")
        votes[found[1]] = [int(number) for number in found[2].split(",")]
    owners = {str(number): seat for number, seat in enumerate(args.row.replace(",", " ").split(), start=1)}
    return {"kind": "scoring", "owners": owners, "storyteller": args.storyteller, "votes": votes}


# -- the answer in words ----------------------------------------------------------------------------------------


def _say_showdown(reply: Answer) -> list[str]:
    if "result" in reply:
        return [f"  not legal: {reply['why']}", *_say_lines(reply)]
    lines = []
    for who in ("knocker", "opponent"):
        melds = ", ".join(pretty_all(meld) for meld in reply[f"{who}_melds"]) or "no melds"
        loose = pretty_all(reply[f"{who}_loose"]) or "nothing"
        lines.append(f"  {who + ':':10} {melds}; left over: {loose} = {reply[f'{who}_deadwood']}")
        if who == "opponent" and reply["layoffs"]:
            laid = ", ".join(f"{pretty(one['card'])} on {pretty_all(one['on'])}" for one in reply["layoffs"])
            lines.append(f"  laid off:  {laid}")
    if reply["winner"] is None:
        return [*lines, f"  {reply['kind']}: nobody scores", *_say_lines(reply)]
    return [*lines, f"  {reply['kind']}: the {reply['winner']} scores {reply['points']}", *_say_lines(reply)]


def _say_lines(reply: Answer) -> list[str]:
    out = []
    for line in reply["breakdown"]:
        cards = f" ({pretty_all(line['cards'])})" if line["cards"] else ""
        seat = f"{line['seat']}: " if line["seat"] not in (None, "knocker", "opponent") else ""
        out.append(f"    {line['amount']:+5d}  {seat}{line['text']}{cards}")
        if line.get("says"):
            source = "" if line["source"] in ("house", "silent") else f" [{line['source']}]"
            out.append(f"           {line['says']}{source}")
    return out


def _say_deadwood(reply: Answer) -> list[str]:
    melds = ", ".join(pretty_all(meld) for meld in reply["melds"]) or "no melds"
    return [f"  {melds}; left over: {pretty_all(reply['loose']) or 'nothing'} = {reply['deadwood']}"]


def _say_knocks(reply: Answer) -> list[str]:
    lines = ["  all eleven cards are melded"] if reply.get("eleven") else []
    lines += [f"  discard {pretty(card)}: knock with {left}" for card, left in reply["discards"].items()]
    least = reply["min_deadwood_after_discard"]
    return lines or [f"  no knock: at least {least} are left over, allowed is {reply['limit']}"]


def _say_game(reply: Answer) -> list[str]:
    columns = reply.get("columns", [reply])
    lines = []
    for number, column in enumerate(columns, start=1):
        label = f"  game {number}: " if len(columns) > 1 else "  "
        points, won, totals = column["hand_points"], column["hands_won"], column["totals"]
        lines.append(
            f"{label}hands {points[0]} : {points[1]} ({won[0]} : {won[1]} won), total {totals[0]} : {totals[1]}"
        )
    winner = reply["winner"]
    verdict = "not over yet" if not reply["over"] else f"player {winner + 1} wins" if winner is not None else "equal"
    return [*lines, f"  {verdict}", *_say_game_lines(reply)]


def _say_game_lines(reply: Answer) -> list[str]:
    bonuses = [line for line in reply["breakdown"] if line["key"] != "entered"]
    named = [{**line, "seat": f"player {int(line['seat']) + 1}"} for line in bonuses]
    return _say_lines({"breakdown": named})


def _say_round(reply: Answer) -> list[str]:
    if "result" in reply:
        return [f"  not legal: {reply['why']}"]
    sums = ", ".join(f"{seat} {gain:+d}" for seat, gain in reply["delta"].items())
    return [f"  {sums}", *_say_lines(reply)]


_SAY = {
    "showdown": _say_showdown,
    "deadwood": _say_deadwood,
    "knock_options": _say_knocks,
    "game": _say_game,
    "scoring": _say_round,
}
