"""docs/wiring.md says what the program does."""

from __future__ import annotations

from pathlib import Path

import pytest

from hw.guide import PIECE, drawings, filled, write
from hw.wiring import PROFILES, load_profile, parse_profile
from hw.wiring_doc import parts

DOCS = Path(__file__).parents[2] / "docs"


def test_the_guide_is_true_to_the_profiles():
    text = (DOCS / "wiring.md").read_text(encoding="utf-8")
    assert filled(text) == text, "run: python -m hw.guide"
    assert {(m["what"], m["profile"]) for m in PIECE.finditer(text)} >= {("pins", "pods"), ("parts", "one-button")}


@pytest.mark.parametrize("name", PROFILES)
def test_the_drawings_are_true_to_the_profiles(name):
    assert (DOCS / "wiring" / f"{name}.svg").read_text(encoding="utf-8") == drawings()[f"{name}.svg"]


def test_the_example_in_the_guide_is_a_right_profile():
    text = (DOCS / "wiring.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    assert parse_profile(example, "the guide").timing.window_ms == 40


def test_pods_need_36_keys_and_36_diodes():
    counts = {item.what.split(",")[0].split(" 1N")[0]: item.number for item in parts(load_profile("pods"))}
    assert counts["diode"] == 36
    assert counts["push button"] in (36, 1)
    assert not any("diode" in item.what for item in parts(load_profile("one-button")))


def test_a_stale_guide_is_brought_up_to_date(tmp_path):
    (tmp_path / "wiring.md").write_text("<!-- made: pins pods -->\nold\n<!-- end -->\n", encoding="utf-8")
    write(tmp_path)
    assert "| 19 | 10 | row of sun's pod" in (tmp_path / "wiring.md").read_text(encoding="utf-8")
    assert {file.name for file in (tmp_path / "wiring").iterdir()} == {f"{name}.svg" for name in PROFILES}
