"""Records of games: what was dealt, the moves, comments, and how it ended, as text.

The form is in the spirit of chess's PGN, but exact: it is written in one way only, what is read is
checked, and nothing is guessed (`docs/records.md`). Many records stand in one file, which is read
record by record; a record has at most a million characters.
"""

from solitaire_core.records.positions import FORMATS, read_position, write_position
from solitaire_core.records.record import Record
from solitaire_core.records.replaying import Replayed, ReplayError, replay
from solitaire_core.records.stream import read_records, write_records

__all__ = [
    "FORMATS",
    "Record",
    "ReplayError",
    "Replayed",
    "read_position",
    "read_records",
    "replay",
    "write_position",
    "write_records",
]
