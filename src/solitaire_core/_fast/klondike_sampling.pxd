"""The player of the Klondike family that samples what it does not know; see the .pyx."""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from solitaire_core._fast.klondike_exact cimport exact_search
from solitaire_core._fast.klondike_hidden cimport hidden_cards
from solitaire_core._fast.klondike_kernel cimport klondike_position, klondike_table
from solitaire_core._fast.klondike_options cimport option_book
from solitaire_core._fast.klondike_reach cimport reach
from solitaire_core._fast.klondike_search cimport search_move, search_rules
from solitaire_core._fast.klondike_styles cimport style
from solitaire_core._fast.klondike_worlds cimport world_search
from solitaire_core._fast.table cimport key_table


ctypedef struct sampler:
    klondike_table world        # the rules, and the stock as a sample has it
    search_rules r
    style style
    klondike_position at        # the position that is looked at, hidden cards as sampled
    hidden_cards hidden
    uint64_t stream
    int stage
    int idle
    uint64_t budget             # positions that may be looked at for a plan
    uint64_t most               # and in one search for a win
    uint64_t spent
    # Wins in sampled worlds, and where nothing is hidden:
    world_search winning
    bint looking                # whether a world is being looked into
    int won
    int lost                    # or given up
    search_move* line
    # The candidates of a plan:
    reach root
    option_book book
    int alive
    int[16] candidate           # MOST_OPTIONS: those that are left, the best first
    int64_t[16] gained
    uint64_t round_ends         # when half of the candidates are left out
    int tried                   # candidates that have been tried in this sample
    # What plays on in a sample, and looks for wins where everything is known:
    reach play
    world_search deciding
    exact_search deep
    key_table known
    # The plan:
    search_move* plan
    int room
    int count
    int next


cdef class Sampler:
    cdef sampler data

    cdef int set_up(self, const klondike_table* t) except -1


cdef void sampler_begin(sampler* s, const klondike_table* t, const klondike_position* p, int idle,
                        uint64_t budget, uint64_t stream) noexcept nogil
cdef bint sampler_step(sampler* s) noexcept nogil
cdef bint sampler_has_plan(const sampler* s) noexcept nogil
cdef void sampler_forget(sampler* s) noexcept nogil
cdef uint32_t sampler_move(sampler* s, const klondike_position* p) noexcept nogil
