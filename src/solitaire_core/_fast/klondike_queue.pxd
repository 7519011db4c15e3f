"""Positions that may be looked at, the best first."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from solitaire_core._fast.klondike_search cimport search_move


ctypedef struct candidate:
    int worth
    uint32_t parent         # of those that have been looked at
    search_move move


ctypedef struct queue:
    candidate* heap         # the best at the root
    uint64_t count
    uint64_t room


cdef inline bint queue_open(queue* q, uint64_t room) noexcept nogil:
    """An empty queue with room for so many; False without memory."""
    q.count = 0
    q.room = room
    q.heap = <candidate*> malloc(room * sizeof(candidate))
    return q.heap != NULL


cdef inline void queue_close(queue* q) noexcept nogil:
    free(q.heap)
    q.heap = NULL


cdef inline void push(queue* q, int worth, uint32_t parent, const search_move* m) noexcept nogil:
    """Put one in; where there is no more room it is left out."""
    cdef uint64_t at = q.count
    if q.count == q.room:
        return
    q.count += 1
    while at > 0 and q.heap[(at - 1) // 2].worth < worth:
        q.heap[at] = q.heap[(at - 1) // 2]
        at = (at - 1) // 2
    q.heap[at].worth = worth
    q.heap[at].parent = parent
    q.heap[at].move = m[0]


cdef inline candidate pull(queue* q) noexcept nogil:
    """Take the best one out of those that there are."""
    cdef candidate best = q.heap[0], last
    cdef uint64_t at = 0, child
    q.count -= 1
    last = q.heap[q.count]
    while True:
        child = 2 * at + 1
        if child >= q.count:
            break
        if child + 1 < q.count and q.heap[child + 1].worth > q.heap[child].worth:
            child += 1
        if q.heap[child].worth <= last.worth:
            break
        q.heap[at] = q.heap[child]
        at = child
    q.heap[at] = last
    return best
