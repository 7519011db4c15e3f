"""What the answers say together: contradictions first, then the table."""

import statistics

from rich.table import Table

WON, LOST, OPEN = 1, 0, -1
WORDS = {WON: "won", LOST: "lost", OPEN: "open"}


def disagreements(results, provers):
    """What is wrong where one program calls a deal won and another lost: two lists of text.

    The first holds contradictions: a loss that is meant as a proof (by one of `provers`), or a
    win without an accepted line. The second holds losses that were no proof and that an accepted
    line refutes, a line of text for each program and game.
    """
    contradictions, refuted, deals = [], {}, {}
    for result in results:
        deals.setdefault((result["game"], result["deal"]), []).append(result)
    for (game, deal), answers in deals.items():
        won = [answer for answer in answers if answer["verdict"] == WON]
        lost = [answer["program"] for answer in answers if answer["verdict"] == LOST]
        if not (won and lost):
            continue
        shown = [answer["program"] for answer in won if answer["line"] == "accepted"]
        if shown and not any(name in provers for name in lost):
            for name in lost:
                refuted.setdefault((game, name), []).append(deal)
            continue
        winners = ", ".join(shown or [answer["program"] for answer in won])
        proof = "with an accepted line" if shown else "without a line to check"
        contradictions.append(
            f"{game}, deal {deal}: lost by {', '.join(lost)}; won by {winners}, {proof}"
        )
    return contradictions, [
        f"{game}, {name}: {len(numbers)} of its losses are won by an accepted line: "
        f"{', '.join(numbers)}"
        for (game, name), numbers in refuted.items()
    ]


def rejected(results):
    """Every line that a program gave and that does not win, as lines of text."""
    return [
        f"{result['game']}, deal {result['deal']}, {result['program']}: {result['line']}"
        for result in results
        if result["line"] not in ("", "accepted")
    ]


def table(results, programs):
    """A row for each program and game."""
    shown = Table(
        caption="won, lost: the program's own verdicts; lines: accepted by our verify; "
        "CPU seconds in all, the median and the most of a deal; MB: the peak of its process",
    )
    for heading in ("game", "program"):
        shown.add_column(heading, no_wrap=True)
    for heading in (
        "won", "lost", "open", "lines", "CPU s", "median", "most", "MB", "idle MB"
    ):  # fmt: skip
        shown.add_column(heading, justify="right", no_wrap=True)
    for game in dict.fromkeys(result["game"] for result in results):
        for name in programs:
            rows = [r for r in results if (r["game"], r["program"]) == (game, name)]
            if not rows:
                continue
            counts = [sum(row["verdict"] == verdict for row in rows) for verdict in WORDS]
            accepted = sum(row["line"] == "accepted" for row in rows)
            seconds = [row["cpu"] for row in rows]
            lines = str(accepted) if programs[name]["lines"] else "none"
            lost = f"{counts[1]}" if programs[name]["proves"] else f"{counts[1]}*"
            shown.add_row(
                game,
                f"{name} {programs[name]['version']}",
                str(counts[0]),
                lost,
                str(counts[2]),
                lines,
                f"{sum(seconds):.2f}",
                f"{statistics.median(seconds):.4f}",
                f"{max(seconds):.3f}",
                f"{max(row['peak'] for row in rows) / 1e6:.0f}",
                f"{programs[name]['loaded'] / 1e6:.0f}",
            )
        shown.add_section()
    return shown
