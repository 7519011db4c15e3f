# Nothing of this module is meant for Python.
