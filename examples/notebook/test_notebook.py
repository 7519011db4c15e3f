"""The notebook runs from top to bottom, and is kept without what it printed."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

PATH = Path(__file__).with_name("win_rates.ipynb")


@pytest.fixture
def notebook():
    return nbformat.read(PATH, as_version=4)


def test_it_is_kept_without_outputs(notebook):
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)


@pytest.mark.filterwarnings("default")  # those of the kernel's messenger are not ours
def test_it_runs_from_top_to_bottom(notebook, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    kinds = [kind for output in outputs for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") == 1, "the board is a picture"
    assert kinds.count("image/png") == 3, "three charts"
    printed = "".join(output.get("text", "") for output in outputs)
    assert "WINNABLE with 23 turns" in printed
    assert "only without the wrap: 0" in printed
