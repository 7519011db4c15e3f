"""What is made once, however many threads ask."""

import os
import sys
import threading
import time

import pytest

from solitaire_core import GAMES, Layout, Library
from solitaire_core.once import Once
from solitaire_core.solving import lattice_of

pytestmark = pytest.mark.host


def in_threads(count, work):
    results, barrier = [None] * count, threading.Barrier(count)

    def run(number):
        barrier.wait(60)
        results[number] = work(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def slow(made):
    def make(key):
        made.append(key)
        time.sleep(0.02)
        return [key]

    return make


def test_threads_wait_for_the_one_that_makes_it():
    made = []
    once = Once(slow(made), 8)
    results = in_threads(8, lambda _: once("a"))
    assert made == ["a"]
    assert all(result is results[0] for result in results)


def test_other_keys_are_not_waited_for():
    begun, go_on = threading.Event(), threading.Event()

    def make(key):
        if key == "slow":
            begun.set()
            assert go_on.wait(60)
        return key

    once = Once(make, 8)
    thread = threading.Thread(target=once, args=("slow",))
    thread.start()
    assert begun.wait(60)
    assert once("quick") == "quick"
    go_on.set()
    thread.join()


def test_the_last_ones_are_kept():
    made = []
    once = Once(slow(made), 2)
    for key in "abacaab":  # b goes when c comes: a was asked for since
        once(key)
    assert made == ["a", "b", "c", "b"]


def test_what_fails_is_tried_again():
    answers = iter([ValueError("not yet"), 5])

    def make(_):
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    once = Once(make, 8)
    with pytest.raises(ValueError, match="not yet"):
        once(1)
    assert once(1) == once(1) == 5


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_fork_while_a_value_is_made():
    begun, go_on = threading.Event(), threading.Event()

    def make(key):
        if threading.current_thread() is not threading.main_thread():
            begun.set()
            assert go_on.wait(60)
        return key

    once = Once(make, 8)
    assert once("kept") == "kept"
    thread = threading.Thread(target=once, args=("a",))
    thread.start()
    assert begun.wait(60)
    child = os.fork()
    if not child:
        # No test runs on in the child, whatever happens; a lock that nobody holds any more would
        # keep it until the alarm.
        import signal

        signal.alarm(30)
        os._exit(not (once("a") == "a" and once("kept") == "kept"))
    go_on.set()
    thread.join()
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize(
    "make",
    [
        lambda: lattice_of(Layout("threads", GAMES["golf"].layout.covered_by)),
        lambda: Library.shipped("golf", strict=True),
    ],
    ids=["lattice", "library"],
)
def test_threads_share_what_is_built_lazily(make):
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        results = in_threads(6, lambda _: make())
    finally:
        sys.setswitchinterval(before)
    assert len(set(map(id, results))) == 1
