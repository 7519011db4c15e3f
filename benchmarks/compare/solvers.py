"""How each program is called. Runs in the worker, where solitaire-core need not be installed.

A loader gives (version, solve, idle) or raises `MissingError`. `solve(job)` gives (verdict, line):
1 won, 0 lost, -1 open; the line as the program wrote it, or None. `idle()` does all of it but the
solving: its cost is taken off.
"""

import atexit
import json
import os
import shutil
import signal
import subprocess
import tempfile
import termios
import time
from importlib.metadata import version

WON, LOST, OPEN = 1, 0, -1
FIRST_STATES = 5_000
END_OF_FILE = b"\x04"


class MissingError(Exception):
    """The program cannot be run here; the text says what is missing."""


def _nothing():
    return OPEN, None


def _solitaire_core(path):
    try:
        import solitaire_core as sc
    except ImportError as error:
        raise MissingError(str(error)) from None

    # What is imported when it is first asked for is loaded before the deals.
    for name in ("tripeaks", "golf", "klondike"):
        sc.solve(sc.Deal(name, 0), nodes=1)

    def solve(job):
        spec = json.loads(job["text"])
        deal = sc.Deal(spec["game"], spec["number"], **spec["options"])
        # The peaks family has no limits: it decides every position.
        limits = {"seconds": job["seconds"]} if spec["game"] == "klondike" else {}
        solution = sc.solve(deal, **limits)
        line = solution.moves and ",".join(str(move) for move in solution.moves)
        return int(solution.verdict), line

    return sc.__version__, solve, _nothing


def _pyksolve(minimal):
    def load(path):
        try:
            from pyksolve.solver import Solitaire
        except ImportError as error:
            raise MissingError(str(error)) from None

        def solve(job):
            # It has no limit in time, and goes on for shorter lines until its states are used up:
            # so few states first, then more.
            states = min(FIRST_STATES, job["states"])
            while True:
                game = Solitaire()
                game.load_solitaire(job["text"])
                game.draw_count = int(job["game"].split(":")[1])
                game.reset_game()
                search = game.solve_minimal if minimal else game.solve_fast
                result = search(max_closed_count=states).name
                if result in ("SolvedMinimal", "SolvedMayNotBeMinimal"):
                    return WON, game.moves_made()
                if result == "Impossible" or states == job["states"]:
                    return (LOST if result == "Impossible" else OPEN), None
                states = min(4 * states, job["states"])

        return version("pyksolve"), solve, _nothing

    return load


def _black_hole_solver(path):
    try:
        from black_hole_solver import BlackHoleSolver

        BlackHoleSolver()
    except (ImportError, OSError) as error:
        raise MissingError(str(error).partition(":")[0]) from None

    def solve(job):
        solver = BlackHoleSolver()
        solver.read_board(job["text"], "golf", True, False)
        solver.limit_iterations(job["states"])
        code = solver.resume_solution()
        if code == solver.BLACK_HOLE_SOLVER__SUCCESS:
            columns = []
            while (move := solver.get_next_move()) is not None:
                columns.append(str(move.get_column_idx()))
            return WON, " ".join(columns)
        return (OPEN if solver.ret_code_is_suspend(code) else LOST), None

    return version("black_hole_solver"), solve, _nothing


# A game of Klondike that is over but for the last king.
_NEARLY_WON = (
    '<dealer id="18" options="1" number="1" moves="0" started="0" data="">\n'
    '<pile index="5">\n<card suit="3" value="13" faceup="1"/>\n</pile>\n'
    + "".join(
        f'<pile index="{suit + 1}">\n'
        + "".join(
            f'<card suit="{suit}" value="{rank}" faceup="1"/>\n'
            for rank in range(1, 13 if suit == 3 else 14)
        )
        + "</pile>\n"
        for suit in range(4)
    )
    + "</dealer>\n"
)


def _kpat(path):
    # Debian keeps games beside the usual path.
    program = shutil.which(path or "kpat", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        raise MissingError(f"no program {path or 'kpat'}")
    home = tempfile.mkdtemp(prefix="compare-kpat-")
    atexit.register(shutil.rmtree, home, True)
    environment = {
        **os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": home, "XDG_RUNTIME_DIR": home,
    }  # fmt: skip
    told = subprocess.run(
        [program, "--version"], env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()

    def solve(job):
        said = _fed(program, environment, job["text"], job["seconds"])
        return {"won": WON, "lost": LOST}.get(said, OPEN), None

    def idle():
        return solve({"text": _NEARLY_WON, "seconds": 2.0})

    # A position that it could not read is 'lost' to it, so one that is won tells.
    if idle()[0] != WON:
        raise MissingError(f"{told} does not read the games that it is given")
    return told.split()[-1], solve, idle


def _fed(program, environment, text, seconds):
    """What kpat says to a saved game.

    Version 22.12 reads the file twice without going back to its beginning, so that from a file
    nothing is left the second time. From a terminal it reads on after an end of file: three of
    them end the first reading, two the second.
    """
    ours, theirs = os.openpty()
    modes = termios.tcgetattr(theirs)
    modes[0] &= ~(termios.ICRNL | termios.IXON)
    modes[3] &= ~(termios.ECHO | termios.ISIG)
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    process = subprocess.Popen(
        [program, "--solvegame", os.ttyname(theirs)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=lambda: signal.setitimer(signal.ITIMER_PROF, seconds),
    )
    data = text.encode() + 3 * END_OF_FILE + text.encode() + 2 * END_OF_FILE
    # Neither a program that ended nor one that waits for more may keep us waiting.
    deadline = time.monotonic() + 10 + 10 * seconds
    os.set_blocking(ours, False)
    while data and process.poll() is None and time.monotonic() < deadline:
        try:
            data = data[os.write(ours, data[:256]) :]
        except BlockingIOError:
            time.sleep(0.002)
    try:
        said = process.communicate(timeout=max(0, deadline - time.monotonic()))[0]
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        said = ""
    os.close(ours)
    os.close(theirs)
    return said.strip()


LOADERS = {
    "solitaire-core": _solitaire_core,
    "pyksolve-fast": _pyksolve(False),
    "pyksolve-minimal": _pyksolve(True),
    "kpat": _kpat,
    "black-hole-solver": _black_hole_solver,
}
