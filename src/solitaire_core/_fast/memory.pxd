"""One owner for every block of C memory that the core allocates."""

cdef class Block:
    """`size` bytes on a 64-byte boundary, freed with the object."""

    cdef void* _raw
    cdef void* data
    cdef readonly size_t size
