"""Edit the C that mypyc makes of the kernel: docstrings, faster vectors, errors, a guard against interpreters, hashes.

The patterns fit the versions of mypy in the group `compile` of pyproject.toml. With one of them that writes C
differently the build fails (`Edits.check`); where another is installed, `setup.py` edits nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from importlib.util import source_hash
from pathlib import Path
from typing import Protocol

# Where there is room for docstrings in the C, which knows signatures only: behind the signature of a function or a
# method, in the table of properties, on a type, and in the definition of a module.
QUOTED = r'(?:[^"\\]|\\.)*'
PLACES = (
    re.compile(rf'(?P<head>\(PyCFunction\)CPyPy_(?P<name>\w+),\s*[\w |]+, PyDoc_STR\("{QUOTED})(?P<rest>)(?="\))'),
    re.compile(r"(?P<head>\(getter\)(?P<name>\w+),\s*(?:\(setter\)\w+|NULL),\s*)(?P<rest>NULL)"),
    re.compile(rf'(?P<head>\.tp_doc = PyDoc_STR\(")(?P<rest>(?P<name>\w+)\({QUOTED})(?="\))'),
    re.compile(r'(?P<head>PyModuleDef_HEAD_INIT,\s+"(?P<name>[\w.]+)",\s+)(?P<rest>NULL)(?=, /\* docstring \*/)'),
)
OWN = "For the library's own use"
"""So begins the docstring of what users cannot call."""
FROM_THE_END = re.compile(
    r"(?P<sum>cpy_r_\w+) = cpy_r_\w+ \+ (?P<len>cpy_r_\w+);\n"
    r"\s+(?P<inside>cpy_r_\w+) = \(uint64_t\)(?P=sum) < \(uint64_t\)(?P=len);"
)
"""How the C counts from the end of a vector if an index is below zero: the sum of both, and whether that is inside."""
LOADING = re.compile(r"PyMODINIT_FUNC\s+PyInit_\w+\(void\)\s*\{\n")
"""Where the C begins to load a module."""
MAIN_ONLY = r"""
    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
        PyErr_SetString(PyExc_ImportError,
            "hnefatafl is compiled, and compiled code serves the main interpreter of a process only. With mod_wsgi set"
            " 'WSGIApplicationGroup %{GLOBAL}'; elsewhere import it in the main interpreter, or in a process of its"
            " own, or install it uncompiled: TAFL_PURE=1 pip install --force-reinstall . in the folder of its sources");
        return NULL;
    }
"""
MAKING_LIBRARY = re.compile(r"exec_tafl__mypyc\(module\) < 0(?=\))")
"""Where the C makes the library in which all modules lie."""


OF_USERS = re.compile(
    r"^(?P<indent>[ \t]*)(?:static )?PyObject \*(?:CPyPy_|CPyDunder___[a-z]+__)_[a-z]+___\w+\([^;{]*\) \{"
    r".*?^(?P=indent)\}",
    re.MULTILINE | re.DOTALL,
)
"""Functions of the modules that users call, as Python calls them: private modules, whose packages show them."""
MISTYPED = re.compile(r'CPy_TypeError\("(?P<kind>[^"]+)", obj_(?P<name>(?!(?:self|lhs|rhs|__mypyc_self__)\b)\w+)\)')
"""Where the C refuses an argument of another type; what Python itself passes is none."""
EXPECTED = {
    "bool": "True or False",
    "hnefatafl.board._move.Move": "a Move",
    "hnefatafl.play._position.Position": "a Position",
    "int": "a whole number",
    "int or None": "a whole number or None",
    "str": "a text",
    "union[hnefatafl.board._move.Move, str]": "a Move or its text",
}
"""What is expected there, in the words of the library."""
OF_LIBRARY = re.compile(
    r"bytes|dict|i64|list|tuple|(?:tuple|vec)\[.*\]|hnefatafl\._kernel\.[\w.]+(?: or None)?"
    r"|hnefatafl\.play\._position\.Position or None|object or None|union\[(?:[\w.]+, )?object, str(?:, None)?\]"
)
"""The other types: of what only the library passes, and of what the functions check themselves."""
INCLUDES = re.compile(r'(?:#include "[^"]+"\n)+')
REFUSING = r"""
#ifndef TAFL_REFUSE
#define TAFL_REFUSE
static void tafl_refuse(const char *parameter, const char *expected, PyObject *value) {
    PyObject *module = PyImport_ImportModule("hnefatafl.support.arguments");
    if (module == NULL) return;
    Py_XDECREF(PyObject_CallMethod(module, "refuse", "ssO", parameter, expected, value));
    Py_DECREF(module);
}
#endif
"""
"""What refuses an argument in the words of the library, once in each unit of C, which has several of these files."""


class HasSources(Protocol):
    """An extension module of setuptools."""

    sources: list[str]


def read_docstrings(root: Path, names: Sequence[str]) -> dict[str, str]:
    """Return the docstrings of the sources of these names, by what the C calls their places.

    Modules and types have their own names there.
    """
    docstrings: dict[str, str | None] = {}
    for path in map(Path, names):
        module = ast.parse((root / path).read_text(encoding="utf-8"))
        docstrings[".".join(path.relative_to("src").with_suffix("").parts)] = ast.get_docstring(module)
        for node in module.body:
            if isinstance(node, ast.FunctionDef):
                docstrings[f"{path.stem}___{node.name}"] = ast.get_docstring(node)
            elif isinstance(node, ast.ClassDef):
                docstrings[node.name] = ast.get_docstring(node)
                for member in node.body:
                    if isinstance(member, ast.FunctionDef):
                        is_property = any(ast.unparse(decorator) == "property" for decorator in member.decorator_list)
                        between = "_get_" if is_property else "___"
                        name = f"{path.stem}___{node.name}{between}{member.name}"
                        docstrings[name] = ast.get_docstring(member)
    return {name: text for name, text in docstrings.items() if text}


def quote_c(text: str) -> str:
    """Write a text as the inside of a string of C."""
    return "".join(chr(b) if 32 <= b < 127 and b not in b'"\\?' else f"\\{b:03o}" for b in text.encode())


def write_changed(path: Path, text: str) -> None:
    """Write a file, unless it has this text: then it stays as old as it is, so that it is not compiled again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


class Edits:
    """The edits of the C that is made of the sources of these names; ``done`` has a word for each that was made.

    ``build`` says of how many units the C is: whole, units or parts.
    """

    def __init__(self, root: Path, names: Sequence[str], build: str = "parts") -> None:
        self.root = root
        self.build = build
        self.names = names
        self.docstrings = read_docstrings(root, names)
        self.done: set[str] = set()
        self.unknown: set[str] = set()
        """Types of arguments that have no words."""

    def add_docstrings(self, source: str) -> str:
        """Add the docstrings, so that ``help`` says the same as it does where nothing is compiled."""
        inner = {name.split("___")[1] for name, text in self.docstrings.items() if text.startswith(OWN)}

        def insert(place: re.Match[str]) -> str:
            text = self.docstrings.get(place["name"])
            if not text:
                return place[0]
            self.done.add(f"the docstring of {place['name']}")
            if place["rest"] == "NULL":
                return f'{place["head"]}PyDoc_STR("{quote_c(text)}")'
            # A signature would say how to make what users cannot make.
            return place["head"] + ("" if place["name"] in inner else place["rest"]) + quote_c(text)

        for pattern in PLACES:
            source = pattern.sub(insert, source)
        return source

    def count_from_start(self, source: str) -> str:
        """Count vectors from their start only, as the kernel does: an index below zero is an error.

        Each access then has one way to its item instead of two, which makes whole games about a sixth faster.
        """
        text, places = FROM_THE_END.subn(r"\g<sum> = 0;\n    \g<inside> = 0;", source)
        if places:
            self.done.add("counting from the start of vectors")
        return text

    def say_what_was_expected(self, source: str) -> str:
        """Let arguments of another type raise the error of the library that they raise uncompiled."""

        def refuse(place: re.Match[str]) -> str:
            expected = EXPECTED.get(place["kind"])
            if expected is None and not OF_LIBRARY.fullmatch(place["kind"]):
                self.unknown.add(place["kind"])
            return f'tafl_refuse("{place["name"]}", "{expected}", obj_{place["name"]})' if expected else place[0]

        text = OF_USERS.sub(lambda function: MISTYPED.sub(refuse, function[0]), source)
        if text == source:
            return source
        self.done.add("saying what was expected")
        return INCLUDES.sub(lambda place: place[0] + REFUSING, text, count=1)

    def refuse_other_interpreters(self, source: str) -> str:
        """Refuse to be loaded by another interpreter than the main one (mod_wsgi runs several).

        Compiled classes and constants exist once in a process; a second interpreter would take them from the first.
        """
        text, places = LOADING.subn(lambda place: place[0] + MAIN_ONLY, source)
        if places:
            self.done.add("refusing other interpreters")
        return text

    def add_hashes(self, source: str) -> str:
        """Add the names and hashes of the sources, by which `hnefatafl` refuses others, and the kind of the build."""
        if not MAKING_LIBRARY.search(source):
            return source
        self.done.add("the hashes of the sources")
        hashes = " ".join(f"{name}:{source_hash((self.root / name).read_bytes()).hex()}" for name in self.names)
        told = {"sources": hashes, "build": self.build}
        more = (f'PyModule_AddStringConstant(module, "{name}", "{text}") < 0' for name, text in told.items())
        return MAKING_LIBRARY.sub(" || ".join([r"\g<0>", *more]), source)

    def edit_text(self, source: str) -> str:
        """Make all edits in the text of a file."""
        for edit in (
            self.add_docstrings,
            self.count_from_start,
            self.say_what_was_expected,
            self.refuse_other_interpreters,
            self.add_hashes,
        ):
            source = edit(source)
        return source

    def edit_extension(self, module: HasSources) -> None:
        """Let an extension module be built from edited copies of its sources."""
        for index, name in enumerate(module.sources):
            path = Path(name)
            source = path.read_text(encoding="utf-8")
            text = self.edit_text(source)
            if text != source:
                path = path.with_name(f"finished{path.name}")
                write_changed(path, text)
                module.sources[index] = str(path)

    def missing(self) -> list[str]:
        """Return the edits that found no place, although each always has one."""
        wanted = {
            *(f"the docstring of {name}" for name in self.docstrings),
            "refusing other interpreters",
            "counting from the start of vectors",
            "saying what was expected",
            "the hashes of the sources",
        }
        return sorted(wanted - self.done)

    def check(self) -> None:
        """End the build if an edit is missing, or the words for a type of arguments."""
        if self.unknown:
            kinds = ", ".join(sorted(self.unknown))
            raise SystemExit(f"tafl: mypyc_edits.py has no words for arguments of these types: {kinds} (see EXPECTED).")
        if missing := self.missing():
            shown = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
            raise SystemExit(
                f"tafl: mypyc has made C that mypyc_edits.py cannot edit: no place was found for {shown}."
                " `python tasks.py mypyc` says more; TAFL_PURE=1 installs the library without compiling."
            )
