"""What a search of the Klondike family does without."""

from solitaire_core._fast.klondike_kernel cimport klondike_table
from solitaire_core._fast.klondike_search cimport search_rules

cdef set prunings_named(without)
cdef void set_rules(search_rules* r, const klondike_table* t, set off) noexcept
