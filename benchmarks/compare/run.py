"""The same deals through this project's solvers and through other programs; see README.md.

python benchmarks/compare/run.py --games klondike:1,klondike:3 --deals 0:100 --seconds 1
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import deals
import report
from programs import PROGRAMS
from rich.console import Console

import solitaire_core as sc

WORKER = Path(__file__).with_name("worker.py")


class Worker:
    """The process of one program, and what it said of itself."""

    def __init__(self, program, place):
        self.program = program
        # A Python program runs in the Python that has it; any other is started by ours.
        python, path = (sys.executable, place) if program.name == "kpat" else (place, None)
        command = [python or sys.executable, str(WORKER), program.name, *([path] if path else [])]
        # Numerical libraries start threads, which would count as the program's.
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.about = self._answer()

    def ask(self, **job):
        """The answer to a job."""
        print(json.dumps(job), file=self.process.stdin, flush=True)
        return self._answer()

    def close(self):
        """End the process."""
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the worker of {self.program.name} ended")
        return json.loads(line)


def judged(program, deal, line):
    """Whether the line of a won game wins by the rules: '' without a line, or what is wrong."""
    if line is None or program.line is None:
        return ""
    try:
        told = sc.verify(deal, program.line(deal, line))
    except ValueError as error:
        return str(error)
    return "accepted" if told.accepted else told.reason


def play(worker, games, numbers, limits, console):
    """One program's results over all games and deals that it plays."""
    program = worker.program
    for game in games:
        if game not in program.games:
            continue
        for number in numbers:
            deal = deals.deal_of(game, number)
            answer = worker.ask(game=game, text=program.text(deal), **limits)
            if answer["ended"] not in ("", "seconds", "states"):
                console.print(f"{program.name}, {game}, deal {number}: ended by {answer['ended']}")
            answer["line"] = judged(program, deal, answer["line"])
            yield {"program": program.name, "game": game, "deal": str(number), **answer}


def arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=",".join(deals.GAMES), help="separated by commas")
    parser.add_argument("--deals", default="0:100", help="FIRST:END of our numbers, END excluded")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a deal")
    parser.add_argument("--states", type=int, default=5_000_000, help="where states are counted")
    parser.add_argument("--programs", default=",".join(PROGRAMS), help="separated by commas")
    parser.add_argument(
        "--at",
        action="append",
        default=[],
        metavar="NAME=PATH",
        help="the Python that has the program NAME; for kpat the program itself",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every answer to FILE")
    options = parser.parse_args()
    options.games = options.games.split(",")
    options.programs = options.programs.split(",")
    for given, known, what in (
        (options.games, deals.GAMES, "game"),
        (options.programs, PROGRAMS, "program"),
    ):
        for name in given:
            if name not in known:
                parser.error(f"no {what} {name!r}: there are {', '.join(known)}")
    first, _, end = options.deals.partition(":")
    if not (first.isdecimal() and end.isdecimal() and int(first) < int(end)):
        parser.error(f"--deals: not FIRST:END: {options.deals!r}")
    options.deals = range(int(first), int(end))
    if options.seconds <= 0 or options.states <= 0:
        parser.error("--seconds and --states are more than 0")
    options.places = dict(place.partition("=")[::2] for place in options.at)
    for name in options.places:
        if name not in PROGRAMS:
            parser.error(f"--at: no program {name!r}: there are {', '.join(PROGRAMS)}")
    return options


def main():
    """Run the comparison; 1 if two programs contradict each other or a line does not win."""
    options = arguments()
    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    limits = {"seconds": options.seconds, "states": options.states}
    results, programs = [], {}
    for name in options.programs:
        program = PROGRAMS[name]
        worker = Worker(program, options.places.get(name))
        if "missing" in worker.about:
            console.print(f"{name}: skipped: {worker.about['missing']}", markup=False)
        else:
            programs[name] = {
                **worker.about, "lines": program.line is not None, "proves": program.proves
            }  # fmt: skip
            results += play(worker, options.games, options.deals, limits, console)
        worker.close()
    console.print(report.table(results, programs))
    if any(not about["proves"] for about in programs.values()):
        console.print("* the program does not prove a loss")
    provers = [name for name, about in programs.items() if about["proves"]]
    contradictions, refuted = report.disagreements(results, provers)
    for text in refuted:
        console.print(f"REFUTED: {text}", style="yellow", markup=False, highlight=False)
    wrong = [f"CONTRADICTION: {text}" for text in contradictions]
    wrong += [f"NO WINNING LINE: {text}" for text in report.rejected(results)]
    for text in wrong:
        console.print(text, style="bold red", markup=False, highlight=False)
    console.print(f"contradictions and false lines: {len(wrong)}")
    if options.json:
        told = {"limits": limits, "programs": programs, "results": results}
        told |= {"refuted": refuted, "wrong": wrong}
        options.json.write_text(json.dumps(told, indent=1))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
