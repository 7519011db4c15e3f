"""Builds the example; the folder with solitaire_core's headers comes as an argument."""

import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

headers = Path(sys.argv.pop(1))
setup(
    name="walker",
    ext_modules=cythonize(
        [Extension("walker", ["walker.pyx"], include_dirs=[str(headers)])],
        # Where the .pxd files are found: beside the package that they belong to.
        include_path=[str(headers.parents[1])],
    ),
)
