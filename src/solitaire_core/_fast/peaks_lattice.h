/* The lattice of removed sets of a cover layout, as the kernels read it.

   A removed set is a set of tableau cards that can be gone together: with a
   card, every card that lay on it is gone too. Sets are numbered level by
   level (a level: all sets of one size), so that every step from a set to the
   set with one card more goes to the next level. Within a level, sets with the
   same counts of slots and steps stand together, which keeps the branches of
   the kernels predictable.

   A step is (set, card that can be taken next). A slot is (set, card that can
   have been taken last). Taking a card leads from a step to a slot, one to one,
   so there are as many of the one as of the other. */

#ifndef SOLITAIRE_CORE_PEAKS_LATTICE_H
#define SOLITAIRE_CORE_PEAKS_LATTICE_H

#include <stdint.h>

#include "bits.h"

typedef struct {
    uint32_t cards;            /* tableau cards, 1 .. 51 */
    uint32_t sets;
    uint32_t steps;            /* and slots */
    uint32_t widest;           /* slots of the level that has most */
    uint32_t hash_mask;        /* size of hash[], a power of two, less one */
    const uint32_t *level;     /* [cards + 2] first set of each level */
    const uint64_t *mask;      /* [sets] bit p: the card at place p is gone */
    const uint32_t *first_slot; /* [sets + 1] */
    const uint32_t *first_step; /* [sets + 1] */
    const uint8_t *slot_card;  /* [steps] place of the card taken last */
    const uint8_t *step_card;  /* [steps] place of the card taken next */
    const uint32_t *slot_set;  /* [steps] the set before that card was taken */
    const uint32_t *step_set;  /* [steps] the set that the step leads to */
    const uint32_t *step_slot; /* [steps] the slot that the step leads to */
    const uint32_t *hash;      /* [hash_mask + 1] set + 1, or 0 where vacant */
} peaks_lattice;

#define PEAKS_NO_SET UINT32_MAX

static inline uint32_t peaks_hash(uint64_t mask)
{
    return (uint32_t)((mask * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

/* The number of the set, or PEAKS_NO_SET where it is not in the lattice. */
static inline uint32_t peaks_find(const peaks_lattice *lattice, uint64_t mask)
{
    uint32_t at = peaks_hash(mask) & lattice->hash_mask;
    uint32_t entry;
    while ((entry = lattice->hash[at]) != 0) {
        if (lattice->mask[entry - 1] == mask)
            return entry - 1;
        at = (at + 1) & lattice->hash_mask;
    }
    return PEAKS_NO_SET;
}

#endif
