"""The words of the wiring guide that follow from a profile: pin table, wires of each pod, parts list.

Everything here is made from the profile, so that the guide cannot say something else than the program does.
"""

from __future__ import annotations

from typing import NamedTuple

from hw.wiring import GROUND_PINS, HEADER, Profile

LAMP_OHM = 330
"""Series resistor of a lamp: (3.3 V - 2 V) / 330 Ω is 4 mA, six lamps stay well under what the header may give."""


class Wire(NamedTuple):
    """One wire from the header."""

    pin: int
    """The pin of the header, 1..40."""
    gpio: int
    use: str


class Item(NamedTuple):
    """One line of the parts list."""

    number: int
    what: str
    why: str


def wires(profile: Profile) -> list[Wire]:
    """All wires of a profile, in the order of the header's pins."""
    return sorted(Wire(HEADER[gpio], gpio, _spoken(profile, use)) for gpio, use in profile.pins())


def _spoken(profile: Profile, use: str) -> str:
    kind, _, rest = use.partition(" ")
    if kind == "row":
        return f"row of {rest}'s pod: the ring side of its diodes"
    if kind == "column":
        return f"column of {rest.replace('key', 'key number')}: one side of this key in every pod"
    if kind == "button":
        return f"button of {rest}, other side to ground"
    if kind == "key":
        return f"key {rest.split()[1]} of {rest.split()[0]}, other side to ground"
    if kind == "lamp":
        return f"lamp of {rest}: {LAMP_OHM} Ω, long leg of the LED; short leg to ground"
    return "Fix button, other side to ground"


def wiring_text(profile: Profile) -> str:
    """The pin table for a terminal."""
    if not profile.pins():
        return f"wiring {profile.name}: {profile.about}\n\n{keyboard_text(profile)}\n"
    lines = [f"wiring {profile.name}: {profile.about}", "", "pin   GPIO  goes to"]
    lines += [f"{wire.pin:>3}   {wire.gpio:>4}  {wire.use}" for wire in wires(profile)]
    lines += ["", f"ground: any of the pins {', '.join(str(pin) for pin in GROUND_PINS)}"]
    if profile.matrix:
        lines.append("each key of a pod: column - key - diode - row, the ring of the diode at the row")
    return "\n".join(lines) + "\n"


def wiring_markdown(profile: Profile) -> str:
    """The pin table for the guide."""
    lines = ["| header pin | GPIO | goes to |", "|---:|---:|---|"]
    lines += [f"| {wire.pin} | {wire.gpio} | {wire.use} |" for wire in wires(profile)]
    lines.append(f"| {', '.join(str(pin) for pin in GROUND_PINS)} | - | ground, any of them |")
    return "\n".join(lines)


def parts(profile: Profile) -> list[Item]:
    """What to buy for a profile, beside the Raspberry Pi."""
    matrix_keys = len(profile.matrix.seats) * len(profile.matrix.columns) if profile.matrix else 0
    single = sum(len(pins) for pins in profile.buttons.values())
    lamps, pods = len(profile.lamps), len(profile.matrix.seats) if profile.matrix else 0
    items = [
        Item(matrix_keys, "push button, closes while pressed, 12 mm", "the keys of the pods"),
        Item(matrix_keys, "diode 1N4148", "one at each key of a pod: keeps ghost keys away"),
        Item(single, "push button, closes while pressed, 16 to 30 mm", "one button a seat"),
        Item(1 if profile.fix else 0, "push button, amber", "Fix, beside the screen"),
        Item(lamps, "LED 3 or 5 mm, 2 V, low current", "the lamp of each seat"),
        Item(lamps, f"resistor {LAMP_OHM} Ω", "one at each LED"),
        Item(
            pods,
            "ribbon cable of 10 wires, 1.5 m, with two plugs of 2 x 5",
            "row, 6 columns, lamp, ground; one is spare",
        ),
        Item(pods, "box with a hood, about 12 x 9 x 6 cm", "the pod: only its owner sees keys and lamp"),
        Item(len(profile.buttons), "cable of 3 wires, 1.5 m", "button, lamp, ground"),
        Item(1 if profile.pins() else 0, "strip board and a plug of 2 x 20 for the header", "where all wires meet"),
    ]
    return [item for item in items if item.number]


def parts_markdown(profile: Profile) -> str:
    """The parts list for the guide."""
    lines = ["| how many | what | what for |", "|---:|---|---|"]
    return "\n".join(lines + [f"| {item.number} | {item.what} | {item.why} |" for item in parts(profile)])


def keyboard_text(profile: Profile) -> str:
    """Which keyboard keys are whose."""
    lines = []
    for seat, names in profile.keyboard.items():
        lines.append(f"{seat:<10}{' '.join(names)}")
    return "\n".join(lines)
