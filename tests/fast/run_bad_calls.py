"""Run the bad calls, in a process of their own.

`python run_bad_calls.py N` runs them from number N on and prints a line before and after each
one, so that whoever started it knows which call the process died of.
"""

import gc
import json
import sys

import bad_envs  # noqa: F401
import bad_objects  # noqa: F401 (fills the list)
import bad_simulations  # noqa: F401
import bad_values  # noqa: F401
from bad_calls import CALLS, game


def main(first):
    good = game().code()
    for number, (_, call, _) in enumerate(CALLS[first:], first):
        print(json.dumps({"number": number}), flush=True)
        try:
            result = {"returned": repr(call())[:200]}
        except BaseException as error:
            result = {"raised": [kind.__name__ for kind in type(error).__mro__], "text": str(error)}
        # What a bad call may have broken shows up here rather than in the next one.
        gc.collect(0)
        assert game().code() == good
        print(json.dumps({"number": number, **result}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
