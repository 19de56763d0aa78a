"""Compile the kernel where that is possible; everything else stands in pyproject.toml.

Without a C compiler, or with ``TAFL_PURE=1``, the same sources are installed
uncompiled: slower, with the same answers. `backend.py` asks here what a build needs.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.append(str(Path(__file__).parent))  # which build backends and runpy leave out
from mypyc_edits import Edits, write_changed

# All modules of the kernel but these: where uncompiled code calls compiled code with a vector, mypyc never frees it.
# Interrupts are heeded where an uncompiled function begins.
NOT_COMPILED = {"__init__", "compiler"}
HERE = Path(__file__).parent
KERNEL = sorted(path.stem for path in HERE.glob("src/hnefatafl/_kernel/*.py") if path.stem not in NOT_COMPILED)
SEARCH = sorted(path.stem for path in HERE.glob("src/hnefatafl/search/_core/*.py") if path.stem != "__init__")
# The line of modules that mypyc compiles as one unit, so that they call each other directly.
COMPILED = [
    *(f"src/hnefatafl/_kernel/{name}.py" for name in KERNEL),
    "src/hnefatafl/support/pure.py",
    "src/hnefatafl/board/_packing.py",
    "src/hnefatafl/board/_move.py",
    "src/hnefatafl/play/_showing.py",
    "src/hnefatafl/play/_position.py",
    "src/hnefatafl/play/_searchboard.py",
    "src/hnefatafl/play/_batch.py",
    "src/hnefatafl/play/_counting.py",
    "src/hnefatafl/play/_simulation.py",
    *(f"src/hnefatafl/search/_core/{name}.py" for name in SEARCH),
]
# What is built where it is edited is compiled module by module, side by side, and after an edit only what the edit
# changes. A wheel that is built from sources has two units of C among them: the compiler puts functions of one module
# into another one's only within a unit. Releases are one unit: that takes twice as long, on one core. Where gcc
# compiles it, it does so twice, and the second time knows from a profile what is done often.
IN_PARTS = os.environ.get("TAFL_WHOLE") != "1"
EDITABLE = "editable_wheel" in sys.argv
IN_UNITS = IN_PARTS and "bdist_wheel" in sys.argv
UNITS = {
    "kernel": ("hnefatafl____kernel___", "hnefatafl___play___", "hnefatafl___board___"),
    "search": ("hnefatafl___search____core___",),
}
"""The units of a wheel, each of the files of C that have one of these in their names."""
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = PROJECT["dependency-groups"]
TRIED = re.search(r"mypy\[mypyc\]>=([\d.]+),", " ".join(GROUPS["compile"]))[1]


@cache
def can_compile() -> bool:
    """Whether the kernel is to be compiled, and there are a C compiler and the headers of Python."""
    if os.environ.get("TAFL_PURE") == "1":
        return False
    # What setuptools brings, which is no module of Python's any more.
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler, get_python_inc

    try:
        with TemporaryDirectory() as folder:
            source = Path(folder, "tried.c")
            source.write_text("#include <Python.h>\n", encoding="utf-8")
            compiler = new_compiler()
            customize_compiler(compiler)
            inside = {get_python_inc(), get_python_inc(plat_specific=True)}
            compiler.compile([str(source)], output_dir=folder, include_dirs=sorted(inside))
    except Exception as error:  # whatever the compiler or the system does
        print(f"tafl: the kernel is not compiled, since nothing can be: {error}", file=sys.stderr)
        return False
    return True


def build_requirements() -> list[str]:
    """What a build needs beside setuptools: much where the kernel is compiled, elsewhere nothing."""
    if not can_compile():
        return []
    return [*GROUPS["kernel"], *GROUPS["compile"], *([] if IN_PARTS else GROUPS["run"])]  # a profile is of running it


def requirements() -> list[str]:
    """What the library needs: where mypyc compiles it, its vectors too, which are not to be had for every system."""
    return [*GROUPS["run"], *(GROUPS["kernel"] if find_spec("mypyc") and can_compile() else [])]


def set_flags(module: Extension) -> None:
    """Change the flags of the compiler that mypyc sets."""
    # A warning is no reason to fail: compilers differ, and so do the flags that users give.
    module.extra_compile_args = [flag for flag in module.extra_compile_args if flag != "-Werror"]
    if sys.platform != "win32":
        # Only the functions that Python calls leave the module, so that the C compiler may inline the others; and what
        # is too large for a number wraps (`tables.py`, law 1).
        module.extra_compile_args += ["-fvisibility=hidden", "-fwrapv"]


def parts_folder() -> str:
    """Where the parts are kept, for this Python and this version of mypy."""
    return os.path.join("build", f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}-mypy{version('mypy')}")


def compile_parts(compiler, one, sources, *, output_dir, depends, **options) -> list[str]:
    """Make the objects of the sources side by side; those that are younger than what they are made of stay."""

    def make(source: str) -> str:
        path = compiler.object_filenames([source], output_dir=output_dir)[0]
        # The headers of mypyc are as old as its installation, but those of one version, as is the folder, are the same.
        headers = [path for path in depends if "lib-rt" not in Path(path).parts]
        newest = max(map(os.path.getmtime, [source, __file__, *headers]))
        if not os.path.exists(path) or os.path.getmtime(path) <= newest:
            one([source], output_dir=output_dir, depends=depends, **options)
        return path

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(make, sources))


def join_units(sources: list[str]) -> list[str]:
    """Return these sources with those of each unit in one file; the units come first, since they take long."""
    units = {name: [each for each in sources if any(part in each for part in parts)] for name, parts in UNITS.items()}
    joined: list[str] = []
    for name, members in units.items():
        if members:
            joined.append(os.path.join(parts_folder(), f"{name}.c"))
            write_changed(Path(joined[-1]), "".join(Path(member).read_text(encoding="utf-8") for member in members))
    return joined + [source for source in sources if not any(source in members for members in units.values())]


def keeps_profiles(compiler) -> bool:
    """Whether the compiler is gcc, and makes what runs here: clang keeps its profiles in another way."""
    if compiler.compiler_type != "unix" or sys.platform == "emscripten" or "_PYTHON_HOST_PLATFORM" in os.environ:
        return False
    told = subprocess.run([*compiler.compiler, "--version"], capture_output=True, text=True, check=False).stdout
    return "Free Software Foundation" in told


class AllOrNothing(build_ext):
    """Builds all extension modules, or none of them: where one is missing, the others cannot be imported."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if IN_PARTS:
            self.build_temp = parts_folder()
            self.parallel = True
            if EDITABLE:  # what it builds is kept, too
                self.build_lib = self.build_temp

    def run(self) -> None:
        beside = self.inplace
        super().run()
        if beside:
            folder = Path(self.get_finalized_command("build_py").get_package_dir(""))
            made = {folder / self.get_ext_filename(extension.name) for extension in self.extensions}
            for path in {*folder.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}")} - made:  # of an earlier build
                path.unlink()

    def build_extensions(self) -> None:
        try:
            if IN_PARTS:
                self.compiler.compile = partial(compile_parts, self.compiler, self.compiler.compile)
            elif keeps_profiles(self.compiler):
                self.guide()
            super().build_extensions()
        except Exception as error:  # whatever the compiler or the system does
            print(f"tafl: the kernel is not compiled: {error}", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []

    def guide(self) -> None:
        """Compile so that a run is counted, run what is done often, and let what is compiled next be guided by that."""
        folder = Path(self.build_temp, "profile").absolute()
        shutil.rmtree(folder, ignore_errors=True)
        self.force = self.compiler.force = True
        flags = [(each.extra_compile_args, each.extra_link_args) for each in self.extensions]
        for each in self.extensions:
            each.extra_compile_args = [*each.extra_compile_args, f"-fprofile-generate={folder}"]
            each.extra_link_args = [*each.extra_link_args, f"-fprofile-generate={folder}"]
        super().build_extensions()
        with TemporaryDirectory() as place:
            shutil.copytree(HERE / "src", place, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.so"))
            for each in self.extensions:
                shutil.copy(self.get_ext_fullpath(each.name), Path(place, self.get_ext_filename(each.name)))
            path = os.pathsep.join([place, *filter(None, [os.environ.get("PYTHONPATH")])])
            run = [sys.executable, str(HERE / "scripts" / "guide_compiler.py")]
            subprocess.run(run, env=os.environ | {"PYTHONPATH": path}, check=True)
        for each, (compiling, linking) in zip(self.extensions, flags, strict=True):
            each.extra_compile_args = [*compiling, f"-fprofile-use={folder}", "-Wno-missing-profile"]
            each.extra_link_args = linking


# What README.md says of a checkout, and what takes its place on the page of a package index.
IN_CHECKOUT = re.compile(r"Install it in the project's folder.*?(?=In Python )", re.DOTALL)
FROM_INDEX = """Install it, and play against the computer. This needs Python 3.11 or newer and nothing else:

```sh
python -m pip install tafl && tafl play brandubh
```

"""


def description() -> str:
    """README.md for the page of a package index: its links lead to the published documentation."""
    home = PROJECT["project"]["urls"]["Documentation"]
    text, places = IN_CHECKOUT.subn(FROM_INDEX, (HERE / "README.md").read_text(encoding="utf-8"))
    assert places == 1, "README.md has changed"
    text = re.sub(r'(?<=\]\(|=")docs/', home, text)
    return re.sub(rf"({re.escape(home)}[\w/]+)\.rst\b", r"\1.html", text)


def generated() -> list[Extension]:
    """The extension modules, and their C, as mypyc makes it."""
    from mypyc.build import mypycify

    return mypycify(
        ["--config-file=", "--explicit-package-bases", "--ignore-missing-imports", *COMPILED],
        opt_level="3",
        debug_level="0",
        group_name="tafl",
        multi_file=IN_PARTS,
        target_dir=parts_folder() if IN_PARTS else None,
    )


def extensions() -> list[Extension]:
    """The extension modules; none where mypyc fails or nothing is to be compiled."""
    if not can_compile():
        return []
    try:
        modules = generated()
    except (Exception, SystemExit) as error:  # mypycify leaves by SystemExit when it finds an error
        print(f"tafl: the kernel is not compiled: {error}", file=sys.stderr)
        return []
    for module in modules:
        set_flags(module)
    if version("mypy").startswith(f"{TRIED}."):
        edits = Edits(HERE, COMPILED, "units" if IN_UNITS else "parts" if IN_PARTS else "whole")
        for module in modules:
            edits.edit_extension(module)
        edits.check()
    else:
        print(
            f"tafl: the kernel is compiled by mypy {version('mypy')}. By mypy {TRIED} it would be faster, have"
            " docstrings, and refuse to be loaded by other interpreters of a process than the main one.",
            file=sys.stderr,
        )
    if IN_UNITS:
        for module in modules:
            module.sources = join_units(module.sources)
    return modules


if __name__ == "__main__":
    os.environ.setdefault("MYPYPATH", str(Path(__file__).parent / "src"))
    nothing_is_built = {"egg_info", "dist_info", "sdist"} & {*sys.argv}
    setup(
        ext_modules=[] if nothing_is_built else extensions(),
        cmdclass={"build_ext": AllOrNothing},
        install_requires=requirements(),
        long_description=description(),
        long_description_content_type="text/markdown",
    )
