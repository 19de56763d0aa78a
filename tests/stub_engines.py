"""Engines for the tests, as programs of Python: good ones and all kinds of bad ones."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

__all__ = ["STUBS", "stub", "thinker"]

_UGI: Final = """
import os, signal, subprocess, sys, time

def say(text):
    print(text, flush=True)

def on_go(words): say("bestmove d1-c1")
def on_quit(): sys.exit(0)
def on_start(): pass
def greet(): say("id name stub"); say("ugiok")
def say_ready(): say("readyok")
BEHAVIOUR
on_start()
while True:
    line = sys.stdin.readline()
    if not line:
        on_quit()
    words = line.split()
    if words[:1] == ["ugi"]:
        greet()
    elif words[:1] == ["isready"]:
        say_ready()
    elif words[:1] == ["go"]:
        on_go(words)
    elif words[:1] == ["quit"]:
        on_quit()
"""

STUBS: Final = {
    "good": "",
    "silent": "def on_go(words): pass",
    "mute": "def greet(): pass",
    "never-ready": "def say_ready(): pass",
    "dying": "def on_go(words): print('out of pieces', file=sys.stderr, flush=True); sys.exit(3)",
    "crashing": "def on_go(words): os.kill(os.getpid(), signal.SIGKILL)",
    "dead": "def on_start(): print('no network file', file=sys.stderr); sys.exit(4)",
    "babbling": "def on_go(words): say('what a fine day'); say('info string my thoughts'); say('bestmove d1-c1')",
    "lavish": "def on_go(words): say('info multipv 1 pv d1-c1'); say('info multipv 2 pv d1-b1'); say('bestmove d1-c1')",
    "endless": "def on_go(words):\n    while True: say('la la la')",
    "endless-line": "def on_go(words):\n    while True: sys.stdout.write('la la la')",
    "illegal": "def on_go(words): say('bestmove d1-d4')",
    "nonsense": "def on_go(words): say('bestmove e2e4q?')",
    "claiming": "def on_go(words): say('info string I have won'); say('result attackers win'); say('bestmove (none)')",
    "refusing": "def on_go(words): pass\ndef greet(): say('ugiok'); say('info string error: no licence')",
    "refusing-go": "def on_go(words): say('info string error: no licence')",
    "stubborn": (
        "def on_start(): signal.signal(signal.SIGTERM, signal.SIG_IGN)\ndef on_quit():\n    while True: time.sleep(1)"
    ),
    "deaf": (  # it reads nothing after the second isready, to which it answers late
        "readied = 0\n"
        "def say_ready():\n"
        "    global readied\n"
        "    readied += 1\n"
        "    if readied == 2: time.sleep(0.2)\n"
        "    say('readyok')\n"
        "    if readied == 2: time.sleep(600)\n"
    ),
    "closing": "def on_go(words): os.close(1); time.sleep(60)",
    "parent": (
        "def on_start():\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "    open(os.environ['STUB_CHILD'], 'w').write(str(child.pid))\n"
    ),
}
"""What each stub does otherwise than a good engine."""


def stub(name: str, folder: Path) -> list[str]:
    """Return the command of a stub, which is written into the folder."""
    path = folder / f"{name}.py"
    path.write_text(_UGI.replace("BEHAVIOUR", STUBS[name]), encoding="utf-8")
    return [sys.executable, "-S", "-E", str(path)]


_THINKER: Final = """
import sys

GREETING, ANSWERS, SEARCHES, THOUGHT, STOP, GATE = SETTINGS
thinks = True
waiting = None

def say(text):
    if text:
        print(text, flush=True)

say(GREETING)
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word in ("quit", "goodbye"):
        break
    if word in SEARCHES:
        say(THOUGHT)
        if not thinks:
            say(SEARCHES[word])
        elif GATE:
            open(GATE).read()
            say(SEARCHES[word])
        else:
            waiting = SEARCHES[word]
        thinks = False
    elif word == STOP and waiting:
        say(waiting)
        waiting = None
    else:
        say(ANSWERS.get(word, ANSWERS.get("")))
"""

_THINKERS: Final[dict[str, tuple[str, dict[str, str], dict[str, str], str, str]]] = {
    "ugi": (
        "",
        {"ugi": "id name thinker\nugiok", "isready": "readyok"},
        {"go": "bestmove d1-c1"},
        "info depth 4 score cp 30 pv d1-c1",
        "stop",
    ),
    "otep": ("hello", {}, {"play": "move d1-c1", "analyze": "analysis 1 d1-c1 0.3"}, "status depth 4", "finish"),
    "htp": ("", {"": "= "}, {"generate_move": "= play attacker f2 g2"}, "depth 4", ""),
    "uci": (
        "",
        {"uci": "uciok", "isready": "readyok"},
        {"go": "bestmove d1d3"},
        "info score cp 30 nodes 9 pv d1d3",
        "",
    ),
}
"""Of each protocol: the greeting, answers to commands, to searches, what is said of a search, and what stops it."""


def thinker(dialect: str, folder: Path, gate: Path | None = None) -> list[str]:
    """Return the command of an engine that thinks about its first search until it is told to stop, and answers others
    at once. Nothing stops it if there is a gate, a pipe: then it thinks until that is opened and closed.
    """
    path = folder / f"thinker-{dialect}.py"
    settings = (*_THINKERS[dialect], None if gate is None else str(gate))
    path.write_text(_THINKER.replace("SETTINGS", repr(settings)), encoding="utf-8")
    return [sys.executable, "-S", "-E", str(path)]
