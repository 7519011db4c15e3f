"""How the sampling player of the Klondike family goes about each kind of game: by trials.

docs/sampling-klondike.md says what was tried.
"""

from libc.string cimport memset

from solitaire_core._fast.klondike_kernel cimport klondike_table
from solitaire_core._fast.klondike_outlook cimport outlook_weights


ctypedef struct style:
    outlook_weights w       # how positions are judged
    int opened              # positions of the reach of a plan
    int more_opened         # where it finds no end among these
    int candidates          # ends that are tried in samples
    int head_start          # what each has gained at first beside the next one in the reach
    int play_opened         # positions of a reach of the player that plays on
    int most_won            # sampled worlds to win, instead of a reach: 0 for none


cdef inline style style_of(const klondike_table* t) noexcept nogil:
    """The style for the rules of a table."""
    cdef style s
    memset(&s, 0, sizeof(style))
    s.opened = 1500
    s.more_opened = 4000
    s.candidates = 4
    s.head_start = 1000
    s.play_opened = 64
    if t.deals:
        s.w.home = 10
        s.w.lowest = 10
        s.w.down = 49
        s.w.unpacked = 6
        s.w.empty = 4
        s.w.over_lower = 3
        s.w.paid = 75
    elif t.singles:
        s.most_won = 8
        s.w.home = 33
        s.w.lowest = 13
        s.w.down = 18
        s.w.on_down = 9
        s.w.empty = 6
        s.w.stock = -6
        s.w.paid = 201
    elif t.draw == 1:
        s.w.home = 132
        s.w.lowest = 6
        s.w.spread = 35
        s.w.down = 56
        s.w.deeper = 40
        s.w.closed = -33
        s.w.on_down = -17
        s.w.empty = -48
        s.w.stock = -19
        s.w.reached = 380
        s.w.playable = -35
        s.w.ways = 380
        s.w.welcome = -31
        s.w.paid = 271
    else:
        s.w.home = 132
        s.w.lowest = 55
        s.w.spread = 20
        s.w.down = -91
        s.w.deeper = 52
        s.w.closed = -28
        s.w.on_down = -14
        s.w.empty = -130
        s.w.stock = -86
        s.w.reached = -9
        s.w.playable = 791
        s.w.ways = 1452
        s.w.welcome = -34
        s.w.wanted = 96
        s.w.paid = 516
    return s
