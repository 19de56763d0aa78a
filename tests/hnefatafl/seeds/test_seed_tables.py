"""Every sentence of the four documents: the test that plays it, and what the leaflet of the ruleset says for it.

Each table beside this file has a row for each sentence: the sentence, its test, the phrases of the leaflet (with the
number of the occurrence, as in ``zone#2``, or ``footnote`` and how the note begins), and the text of these in three
languages. A row without a test has the reason in the place of the phrases: a heading, history, a caption.
``TAFL_SNAPSHOTS=renew`` writes the texts anew from the phrases.
"""

from __future__ import annotations

import ast
import functools
import os
import re
from pathlib import Path
from typing import Final

import pytest
from conftest import data_path

from hnefatafl import Ruleset, variants
from hnefatafl.describe import LANGUAGES
from hnefatafl.describe._catalogues import CATALOGUES
from hnefatafl.describe._sections import Figure, sections

HERE: Final = Path(__file__).parent
DOCUMENTS: Final = {
    "s000": "000_955386313545115d.txt",
    "s001": "001_48156388d293272a.txt",
    "s003": "003_bc2b71f13f93f6cf.txt",
    "s004": "004_569184d6ddefd60d.txt",
}
COLUMNS: Final = ["sentence", "test", "phrases", "de", "sv", "en"]
each_document = pytest.mark.parametrize("name", DOCUMENTS)


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table."""
    heading, *lines = (HERE / f"{name}.tsv").read_text("utf-8").splitlines()
    assert heading.split("\t") == COLUMNS
    return [dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in lines]


def bare(text: str) -> str:
    """The text without white space and the marks of bullets and headings."""
    return re.sub(r"[\s*#•]|^- ", "", re.sub(r"^- ", "", text, flags=re.MULTILINE))


@each_document
def test_every_sentence_of_a_document_is_in_its_table(name: str) -> None:
    document = (data_path().parent / "seeds" / DOCUMENTS[name]).read_text("utf-8")
    assert "".join(bare(row["sentence"]) for row in rows(name)) == bare(document)


@functools.cache
def functions(path: Path) -> frozenset[str]:
    """The tests of a file: ``test`` or ``Class.test``."""
    found: set[str] = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            found.add(node.name)
    return frozenset(found)


@each_document
def test_every_sentence_has_a_test_or_the_reason_why_it_needs_none(name: str) -> None:
    for row in rows(name):
        assert row["phrases"], row["sentence"]
        if row["test"]:
            file, _, test = row["test"].partition("::")
            assert test in functions((HERE / file).resolve()), row["test"]
            assert all(row[lang] for lang in LANGUAGES), row["sentence"]
        else:
            assert not any(row[lang] for lang in LANGUAGES)


@functools.cache
def leaflet(name: str, lang: str) -> str:
    """The leaflet without line breaks and the numbers of footnotes."""
    return re.sub(r" \[\d+\]", "", " ".join(variants.get(name).describe(lang).split()))


def told(rules: Ruleset, lang: str) -> dict[str, str]:
    """The sentences of the leaflet by their phrases, a repeated one with its number."""
    found: dict[str, str] = {}
    for section in sections(rules, CATALOGUES[lang], order=False):
        for part in section.parts:
            for sentence in () if isinstance(part, Figure) else part:
                several = sum(key.partition("#")[0] == sentence.says.key for key in found)
                key = f"{sentence.says.key}#{several + 1}" if several else sentence.says.key
                found[key] = re.sub(r"\s\[\d+\]", "", " ".join(sentence.text.split()))
    for reading in rules.readings:
        text = CATALOGUES[lang].notes.get(reading.text, reading.text)
        found[f"footnote {reading.text}"] = " ".join(text.split())
    return found


@each_document
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentences_of_a_table_stand_in_the_leaflet(name: str, lang: str) -> None:
    if os.environ.get("TAFL_SNAPSHOTS") == "renew":
        renew(name)
    text = leaflet(name, lang)
    for row in rows(name):
        assert all(each in text for each in row[lang].split(" / ")), row[lang]


def renew(name: str) -> None:
    """Write the texts of a table anew from its phrases."""
    table = rows(name)
    for lang in LANGUAGES:
        sentences = told(variants.get(name), lang)
        for row in table:
            keys = row["phrases"].split("; ") if row["test"] else []
            exact = {key: text for key, text in sentences.items() if not key.startswith("footnote ")}
            found = [
                exact.get(key) or next(text for note, text in sentences.items() if note.startswith(key)) for key in keys
            ]
            row[lang] = " / ".join(found)
    lines = ["\t".join(COLUMNS), *("\t".join(row[column] for column in COLUMNS) for row in table)]
    (HERE / f"{name}.tsv").write_text("\n".join(lines) + "\n", "utf-8")
