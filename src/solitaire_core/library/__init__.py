"""Deal libraries: what is known of a range of deals, in one compact file.

Those of the peaks family say something of every deal; those of the Klondike family hold the
deals that can be won, each with a line that wins it.
"""

from solitaire_core.library.build import build_library
from solitaire_core.library.build_lines import build_line_library
from solitaire_core.library.container import LibraryError
from solitaire_core.library.library import Entry, Library, Mismatch, pick_deal
from solitaire_core.library.line_library import LineEntry, LineLibrary, load_library

__all__ = [
    "Entry",
    "Library",
    "LibraryError",
    "LineEntry",
    "LineLibrary",
    "Mismatch",
    "build_library",
    "build_line_library",
    "load_library",
    "pick_deal",
]
