"""Files that only grow, and files that are replaced: never left half written."""

import os

import pytest

from solitaire_core import files
from solitaire_core.files import AppendedFile, replacing


def two_bytes(file):
    """Read pairs of bytes, and stand behind the last whole one."""
    whole = len(file.read()) // 2 * 2
    file.seek(whole)


def test_a_file_that_grows(tmp_path):
    path = tmp_path / "f"
    for part in (b"ab", b"cd"):
        with AppendedFile(path, two_bytes) as file:
            file.append(part)
            file.append(b"..")
    assert path.read_bytes() == b"ab..cd.."


@pytest.mark.parametrize("more", [b"", b"ef"])
def test_what_is_not_whole_is_cut_off(tmp_path, more):
    path = tmp_path / "f"
    path.write_bytes(b"abcde")
    with AppendedFile(path, two_bytes) as file:
        assert path.read_bytes() == b"abcd"
        file.append(more)
    assert path.read_bytes() == b"abcd" + more


def test_a_piece_that_could_not_be_written_is_written_over(tmp_path, monkeypatch):
    path = tmp_path / "f"
    sync = files._sync

    def fail(file):
        sync(file)
        raise OSError(28, "no space left on device")

    with AppendedFile(path, two_bytes) as file:
        file.append(b"ab")
        monkeypatch.setattr(files, "_sync", fail)
        with pytest.raises(OSError, match="no space"):
            file.append(b"??")
        monkeypatch.undo()
        file.append(b"cd")
    assert path.read_bytes() == b"abcd"


def test_an_error_of_reading_leaves_the_file_alone(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"abc")

    def refuse(file):
        file.read()
        raise ValueError("not mine")

    with pytest.raises(ValueError, match="not mine"):
        AppendedFile(path, refuse)
    assert path.read_bytes() == b"abc"
    with pytest.raises(FileExistsError):
        AppendedFile(path, two_bytes, must_be_new=True)


def test_a_file_is_replaced_when_it_is_whole(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    with pytest.raises(KeyboardInterrupt), replacing(path) as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_only_a_file_is_replaced(tmp_path):
    file = tmp_path / "f"
    file.write_bytes(b"old")
    for path, error in (
        (tmp_path, IsADirectoryError),
        (file / "g", NotADirectoryError),
        (tmp_path / "none" / "g", FileNotFoundError),
    ):
        with pytest.raises(error) as caught, replacing(path):
            pass
        assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == [file] and file.read_bytes() == b"old"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_what_is_no_file_is_left_alone(tmp_path):
    """Nobody's /dev/null goes."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a file"), replacing(path):
        pass
    assert list(tmp_path.iterdir()) == [path] and not path.is_file()
