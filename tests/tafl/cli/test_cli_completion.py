"""The completion of the command, in the shell that is nearly everywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hnefatafl
from tafl.cli import main

# Asks for the completions of a line as bash does when the Tab key is pressed.
ASK = """
tafl() { "$PYTHON" -m tafl "$@"; }
eval "$(tafl completion bash)"
COMP_WORDS=(tafl "$@")
COMP_CWORD=$#
_shtab_tafl tafl "${@: -1}"
echo "${COMPREPLY[@]}"
"""


def completions(*words: str) -> set[str]:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash here")
    path = str(Path(hnefatafl.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": path, "PYTHON": sys.executable}
    done = subprocess.run([bash, "-c", ASK, "bash", *words], capture_output=True, text=True, env=env, check=True)
    return set(done.stdout.split())


@pytest.mark.long
@pytest.mark.needs_host
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("sh",), {"show"}),
        (("show", "brandubh-ludi"), {"brandubh-ludii"}),
        (("rules", "brandubh", "--la"), {"--lang"}),
        (("bologna", "--side", ""), {"white", "black"}),
        (("bologna", "--player", "mon"), {"montecarlo"}),
        (("convert", "--to", "bol"), {"bologna", "bologna-state"}),
        (("inf",), {"infer"}),
        (("help", "pla"), {"play", "playouts"}),
        (("arena", "brandubh", "mon"), {"montecarlo"}),
        (("infer", "--ou"), {"--output"}),
        (("infer", "--from", "dcampbell-b"), {"dcampbell-board"}),
        (("infer", "--base", "brandubh-ludi"), {"brandubh-ludii"}),
        (("variants", "--king", "strong-n"), {"strong-near-throne"}),
    ],
)
def test_bash_completes(words: tuple[str, ...], expected: set[str]) -> None:
    assert completions(*words) == expected


@pytest.mark.needs_host
@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_have_their_scripts(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "tafl variants --names" in script
    assert "--enforce-repetition" in script or "-l enforce-repetition" in script


def test_names_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "--names", "--like", "magpie"]) == 0
    assert capsys.readouterr().out.split("\n")[:2] == ["magpie", "magpie-abstractplay"]
    assert main(["variants", "magpie", "--names"]) == 2


def test_without_the_extra_its_name_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert 'pip install ".[completion]"' in capsys.readouterr().err
