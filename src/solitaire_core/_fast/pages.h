/* Room for memory that grows in place, in large pages where the system has them.

   A large set of positions is read all over the place. With small pages most
   reads then wait for two things, the page's place and the memory itself; with
   large ones mostly for the memory. */

#ifndef SOLITAIRE_CORE_PAGES_H
#define SOLITAIRE_CORE_PAGES_H

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)
#include <sys/mman.h>

#define LARGE_PAGE ((size_t)1 << 21)

/* Addresses for so many bytes, all zero, on the boundary of a large page. They
   take no memory before they are touched. NULL if there are none. */
static inline void *reserve_pages(size_t bytes)
{
    char *start;
    size_t before, whole = bytes + LARGE_PAGE;
    if (whole < bytes)
        return NULL;
    start = mmap(NULL, whole, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    before = (LARGE_PAGE - (uintptr_t)start % LARGE_PAGE) % LARGE_PAGE;
    if (before)
        munmap(start, before);
    munmap(start + before + bytes, LARGE_PAGE - before);
#if defined(MADV_HUGEPAGE)
    /* Where this is refused the pages are small ones. */
    madvise(start + before, bytes, MADV_HUGEPAGE);
#endif
    return start + before;
}

static inline void release_pages(void *start, size_t bytes)
{
    munmap(start, bytes);
}

#else

static inline void *reserve_pages(size_t bytes)
{
    (void)bytes;
    return NULL;
}

static inline void release_pages(void *start, size_t bytes)
{
    (void)start;
    (void)bytes;
}

#endif

#endif
