"""Run one program over many deals: every deal in a child process, measured by wait4.

    python worker.py PROGRAM [PATH] < jobs > answers

Jobs and answers are lines of JSON. The first answer says which version runs, or what is
missing. The program is loaded once; each deal is then solved in a fork, so that loading costs
nothing a deal, and a crash or a limit ends that deal alone. What a fork costs that solves nothing
(for kpat: what it takes to start) is added to the limit and taken off the CPU time.
"""

import json
import os
import select
import signal
import sys
import time
import traceback

import solvers

# Reached only by a program that waits instead of working.
WALL_SECONDS = 30


def in_child(work, seconds):
    """What `work()` gives, what it cost, and what ended it.

    The system itself ends the child when its CPU time, user and system, is used up: the same
    limit for every program, to about a hundredth of a second.
    """
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.close(receive)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            os.write(send, json.dumps(work()).encode())
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(send)
    deadline = time.monotonic() + WALL_SECONDS + 20 * seconds
    parts = []
    while True:
        if not select.select([receive], [], [], max(0, deadline - time.monotonic()))[0]:
            os.killpg(child, signal.SIGKILL)
            break
        part = os.read(receive, 65536)
        if not part:
            break
        parts.append(part)
    os.close(receive)
    status, usage = os.wait4(child, 0)[1:]
    ended = ""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        ended = "seconds" if number == signal.SIGPROF else signal.Signals(number).name
    elif os.WEXITSTATUS(status):
        ended = "error"
    answer = json.loads(b"".join(parts)) if parts and not ended else None
    # Kilobytes on Linux, bytes on macOS.
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return answer, ended, usage.ru_utime + usage.ru_stime, peak


def main():
    """Answer the jobs that come in."""
    name, path = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    # What a program prints must not come between the answers.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)

    def say(**fields):
        print(json.dumps(fields), file=answers)

    try:
        version, solve, idle = solvers.LOADERS[name](path)
    except solvers.MissingError as missing:
        say(missing=str(missing))
        return
    costs = [in_child(idle, WALL_SECONDS) for _ in range(3)]
    start = min(cpu for _, _, cpu, _ in costs)
    say(version=version, start=start, loaded=min(peak for _, _, _, peak in costs))
    for text in sys.stdin:
        job = json.loads(text)
        seconds = job["seconds"]
        job["seconds"] += start
        answer, ended, cpu, peak = in_child(lambda job=job: solve(job), job["seconds"])
        verdict, line = answer or (solvers.OPEN, None)
        cpu = max(0.0, cpu - start)
        if verdict == solvers.OPEN and not ended:
            ended = "seconds" if cpu > 0.9 * seconds else "states"
        say(verdict=verdict, line=line, ended=ended, cpu=cpu, peak=peak)


if __name__ == "__main__":
    main()
