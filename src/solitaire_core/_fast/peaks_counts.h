/* Rows of 64-bit counts, four at a time, which compilers turn into vectors. */

#ifndef SOLITAIRE_CORE_PEAKS_COUNTS_H
#define SOLITAIRE_CORE_PEAKS_COUNTS_H

#include <stdint.h>

#if defined(_MSC_VER)
#define COUNTS_RESTRICT __restrict
#else
#define COUNTS_RESTRICT restrict
#endif

/* sum[h] += part[h] for h from `first` to before `end`, both multiples of 4. */
static inline void add_counts(uint64_t *COUNTS_RESTRICT sum,
                              const uint64_t *COUNTS_RESTRICT part, int first, int end)
{
    int h, i;
    for (h = first; h < end; h += 4)
        for (i = 0; i < 4; i++)
            sum[h + i] += part[h + i];
}

/* out[h] = counts[h] & mask[h], likewise. */
static inline void mask_counts(uint64_t *COUNTS_RESTRICT out,
                               const uint64_t *COUNTS_RESTRICT counts,
                               const uint64_t *COUNTS_RESTRICT mask, int first, int end)
{
    int h, i;
    for (h = first; h < end; h += 4)
        for (i = 0; i < 4; i++)
            out[h + i] = counts[h + i] & mask[h + i];
}

#endif
