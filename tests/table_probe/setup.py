"""Builds the probe; the folder with solitaire_core's headers comes as an argument."""

import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

headers = Path(sys.argv.pop(1))
setup(
    name="table_probe",
    ext_modules=cythonize(
        [Extension("table_probe", ["table_probe.pyx"], include_dirs=[str(headers)])],
        include_path=[str(headers.parents[1])],
    ),
)
