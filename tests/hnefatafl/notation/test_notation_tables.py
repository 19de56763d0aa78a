"""Rulesets as the tables from which modules in WebAssembly play."""

from __future__ import annotations

import json
import struct
from base64 import b64decode
from pathlib import Path

import pytest

from hnefatafl import Position, variants
from hnefatafl.errors import ArgumentValueError
from hnefatafl.notation.data import TABLES_FORMAT, format_tables, pack_tables
from hnefatafl.notation.json import parse_rules
from hnefatafl.render.page import board_message
from hnefatafl.search import pack_evaluation
from tafl.cli import main


def vector(packed: bytes, word: int, width: str) -> list[int]:
    """The numbers of the vector that a word tells of."""
    (start,) = struct.unpack_from("<q", packed, 8 * word)
    (length,) = struct.unpack_from("<q", packed, start)
    return list(struct.unpack_from(f"<{length}{width}", packed, start + 8))


def test_words_and_vectors() -> None:
    packed = pack_tables(variants.BRANDUBH)
    assert struct.unpack_from("<3q", packed) == (7, 9, 81)
    assert vector(packed, 3, "q")[:8] == [10, 11, 12, 13, 14, 15, 16, 19]
    assert vector(packed, 4, "q") == [1, -1, 9, -9]
    assert len(vector(packed, 14, "h")) == 81
    assert len(packed) % 8 == 0


def test_a_document() -> None:
    document = json.loads(format_tables(variants.TABLUT))
    assert document["format"] == TABLES_FORMAT
    assert parse_rules(json.dumps(document["ruleset"])) == variants.TABLUT
    assert document["start"] == Position.initial(variants.TABLUT).text
    assert b64decode(document["words"]) == pack_tables(variants.TABLUT)
    assert (document["first"], document["fingerprint"]) == ("attackers", variants.TABLUT.fingerprint)
    assert document.keys().isdisjoint(("evaluation", "board"))
    assert json.loads(format_tables(variants.TABLUT.evolve(name="lot", first=None)))["first"] is None


def test_functions_are_refused() -> None:
    rules = variants.BRANDUBH.evolve(name="mine", extra_endings=(lambda board, side, position: None,))
    with pytest.raises(ArgumentValueError, match="mine has extra captures or endings, which only Python can ask"):
        pack_tables(rules)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "brandubh"\nname = "house"\nquiet_limit = 20\n', "utf-8")
    out = tmp_path / "house.json"
    assert main(["tables", str(house), "-o", str(out)]) == 0
    document = json.loads(out.read_text("utf-8"))
    assert document["ruleset"]["name"] == "house"
    assert document["board"] == json.loads(json.dumps({**board_message(variants.BRANDUBH), "name": "house"}))
    assert b64decode(document["evaluation"]) == pack_evaluation("brandubh")
    assert main(["tables", str(house), "-o", str(out)]) == 2
    assert main(["tables", str(house)]) == 0
    assert json.loads(capsys.readouterr().out) == document
