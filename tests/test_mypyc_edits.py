"""The edits of the C that mypyc makes: each is made, and none can get lost unnoticed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hnefatafl.support.build_hash import edited
from mypyc_edits import Edits, read_docstrings

ROOT = Path(__file__).parents[1]
C_OF_MYPYC = {
    "the head": '\n#include "x.h"\nstatic int x;\n',
    "the docstring of m___f": '(PyCFunction)CPyPy_m___f, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("f(x)\\n--\\n\\n")',
    "the docstring of m___C_get_p": "(getter)m___C_get_p,\n     NULL,\n NULL, NULL},",
    "the docstring of C": '.tp_doc = PyDoc_STR("C(x)\\n--\\n\\n")',
    "the docstring of m___C_____init__": '(PyCFunction)CPyPy_m___C_____init__, METH_FASTCALL, PyDoc_STR("C(x)")',
    "counting from the start of vectors": (
        "cpy_r_r4 = cpy_r_i + cpy_r_r1;\n    cpy_r_r5 = (uint64_t)cpy_r_r4 < (uint64_t)cpy_r_r1;"
    ),
    "saying what was expected": (
        '  PyObject *CPyPy__m___f(PyObject *self) {\n    CPy_TypeError("int or None", obj_x);'
        ' CPy_TypeError("i64", obj_y); CPy_TypeError("int", obj_self);\n  }'
    ),
    "the hashes of the sources": "if (exec_tafl__mypyc(module) < 0) {",
    "refusing other interpreters": "PyMODINIT_FUNC\nPyInit_m(void)\n{\n",
}
"""What is edited in the C of one function and one class, each by what is done to it."""
DOCUMENTED = {"m___f": "F.", "m___C_get_p": "P.", "C": "A C.", "m___C_____init__": "For the library's own use."}


class Module:
    """An extension module of one source."""

    def __init__(self, source: Path) -> None:
        self.sources = [str(source)]


def edit(tmp_path: Path, source: str) -> str:
    """Return what becomes of C in which these four docstrings belong."""
    edits = Edits(ROOT, ["src/hnefatafl/_kernel/captures.py"])
    edits.docstrings = DOCUMENTED
    (tmp_path / "x.c").write_text(source)
    module = Module(tmp_path / "x.c")
    edits.edit_extension(module)
    edits.check()
    return Path(module.sources[0]).read_text()


def test_the_c_of_mypyc_is_edited(tmp_path: Path) -> None:
    text = edit(tmp_path, "\n".join(C_OF_MYPYC.values()))
    assert 'f(x)\\n--\\n\\nF.")' in text
    assert 'PyDoc_STR("P.")' in text
    assert '.tp_doc = PyDoc_STR("A C.")' in text, "users cannot make it, so its signature is left out"
    assert "cpy_r_r5 = 0;" in text
    assert 'tafl_refuse("x", "a whole number or None", obj_x); CPy_TypeError("i64", obj_y); CPy' in text
    assert text.index("static void tafl_refuse") < text.index("CPyPy__m___f")
    signature = re.search(
        r'exec_tafl__mypyc\(module\) < 0 \|\| PyModule_AddStringConstant\(module, "sources", "([^"]*)"', text
    )
    assert signature
    assert edited(str(ROOT), signature[1]) == []
    assert 'PyModule_AddStringConstant(module, "build", "parts") < 0' in text
    assert "src/hnefatafl/_kernel/captures.py:" in signature[1]
    assert "PyInit_m(void)\n{\n\n    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {" in text


@pytest.mark.needs_host
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
def test_files_that_are_joined_to_a_unit_define_what_refuses_once(tmp_path: Path) -> None:
    text = edit(tmp_path, "\n".join(C_OF_MYPYC.values())).replace('#include "x.h"\n', "")
    unit = subprocess.run(["cc", "-E", "-P", "-"], input=text + text, capture_output=True, text=True, check=True).stdout
    assert unit.count("static void tafl_refuse") == 1


@pytest.mark.parametrize("missing", [name for name in C_OF_MYPYC if name != "the head"])
def test_a_build_fails_where_the_c_cannot_be_edited(tmp_path: Path, missing: str) -> None:
    """Another version of mypy may write C that the patterns do not find."""
    with pytest.raises(SystemExit, match=rf"no place was found for {re.escape(missing)}\. "):
        edit(tmp_path, "\n".join(text for name, text in C_OF_MYPYC.items() if name != missing))


def function_of_users(body: str) -> str:
    """Return a method as mypyc writes it for a module that users call."""
    return f"static PyObject *CPyDunder___getitem___m___C(PyObject *obj_self) {{\n    {body}\n}}"


@pytest.mark.parametrize(
    ("kind", "name", "is_known"),
    [
        ("i64", "x", True),
        ("vec[i16]", "cells", True),
        ("hnefatafl._kernel.tables.Tables", "t", True),
        ("hnefatafl.play._batch.Batch", "self", True),
        ("float", "seconds", False),
        ("float", "selfish", False),
        ("hnefatafl.board._move.Move or None", "move", False),
    ],
)
def test_a_build_fails_where_a_type_has_no_words(tmp_path: Path, kind: str, name: str, is_known: bool) -> None:
    source = "\n".join([*C_OF_MYPYC.values(), function_of_users(f'CPy_TypeError("{kind}", obj_{name});')])
    if is_known:
        assert f'CPy_TypeError("{kind}", obj_{name});' in edit(tmp_path, source)
    else:
        with pytest.raises(SystemExit, match=f"no words for arguments of these types: {re.escape(kind)} "):
            edit(tmp_path, source)


def test_functions_of_the_library_itself_stay_as_they_are(tmp_path: Path) -> None:
    """A release is one file of C, in which they stand among those that users call."""
    foreign = (
        'PyObject *CPyPy_m___f(PyObject *self) {\n    CPy_TypeError("float", obj_x); CPy_TypeError("int", obj_y);\n}'
    )
    source = "\n".join([*C_OF_MYPYC.values(), foreign, function_of_users('CPy_TypeError("int", obj_z);'), foreign])
    text = edit(tmp_path, source)
    assert text.count(foreign) == 2
    assert 'tafl_refuse("z", "a whole number", obj_z)' in text


def test_c_that_needs_no_edit_stays_where_it_is(tmp_path: Path) -> None:
    file = tmp_path / "x.c"
    file.write_text(C_OF_MYPYC["the head"])
    module = Module(file)
    Edits(ROOT, []).edit_extension(module)
    assert module.sources == [str(file)]


def test_what_is_edited_again_without_a_change_is_as_old_as_before(tmp_path: Path) -> None:
    """Else each build would compile all of it."""
    text = edit(tmp_path, "\n".join(C_OF_MYPYC.values()))
    finished = tmp_path / "finishedx.c"
    made = finished.stat().st_mtime_ns
    assert edit(tmp_path, "\n".join(C_OF_MYPYC.values())) == text
    assert finished.stat().st_mtime_ns == made


def test_docstrings_are_read_by_the_names_of_the_c(tmp_path: Path) -> None:
    source = '''"""M."""
def f():
    """F."""
def g(): ...
class C:
    """A C."""
    @property
    def p(self):
        """P."""
    def q(self):
        """Q."""
'''
    (tmp_path / "src" / "package").mkdir(parents=True)
    (tmp_path / "src" / "package" / "m.py").write_text(source)
    assert read_docstrings(tmp_path, ["src/package/m.py"]) == {
        "package.m": "M.",
        "m___f": "F.",
        "C": "A C.",
        "m___C_get_p": "P.",
        "m___C___q": "Q.",
    }


def test_docstrings_are_quoted_for_c(tmp_path: Path) -> None:
    edits = Edits(ROOT, [])
    edits.docstrings = {"m___f": 'A "quote", two\nlines, 9×9?'}
    text = edits.add_docstrings('(PyCFunction)CPyPy_m___f, METH_FASTCALL, PyDoc_STR("f(x)")')
    assert text.endswith(r'"f(x)A \042quote\042, two\012lines, 9\303\2279\077")')
