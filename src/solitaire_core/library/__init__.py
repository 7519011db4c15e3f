"""Deal libraries: what is known of a range of deals, in one compact file."""

from solitaire_core.library.build import build_library
from solitaire_core.library.container import LibraryError
from solitaire_core.library.library import Entry, Library, Mismatch, pick_deal

__all__ = ["Entry", "Library", "LibraryError", "Mismatch", "build_library", "pick_deal"]
