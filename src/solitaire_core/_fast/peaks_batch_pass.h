/* The text of one pass over the lattice, included once for each vector width.

   peaks_batch.h defines, before each inclusion: PASS (the function's name),
   TARGET (its target attribute), VECTOR, and AND, OR, ZERO, LOAD, STORE on it.

   Bit l of every vector belongs to lane l, and each lane decides a deal of its
   own: the same bits come out whatever the width. */

/* A set with K slots: its K vectors stay in registers while each step reads
   them. What can be played next from here is what fits on the stock card just
   turned, where the set was reached with fewer turns, or on the card taken
   last. */
#define SET_WITH_SLOTS(K)                                                      \
    case K: {                                                                  \
        VECTOR last[K];                                                        \
        const VECTOR *fits[K];                                                 \
        VECTOR any = LOAD(front + 0), before;                                  \
        for (k = 0; k < K; k++) {                                              \
            last[k] = LOAD(front + k);                                         \
            fits[k] = pair + (size_t)slot_card[k] * cards;                     \
        }                                                                      \
        for (k = 1; k < K; k++)                                                \
            any = OR(any, last[k]);                                            \
        before = AND(LOAD(reached + set), keep);                               \
        STORE(reached + set, OR(before, any));                                 \
        for (step = 0; step < steps; step++) {                                 \
            uint32_t card = step_card[step];                                   \
            VECTOR found = AND(before, LOAD(stock + card));                    \
            for (k = 0; k < K; k++)                                            \
                found = OR(found, AND(last[k], LOAD(fits[k] + card)));         \
            STORE(next + (step_slot[step] - next_base), found);                \
        }                                                                      \
        break;                                                                 \
    }

TARGET static void PASS(const peaks_lattice *lattice, const peaks_lanes *lanes)
{
    const VECTOR *pair = (const VECTOR *)lanes->pair;
    const VECTOR *stock = (const VECTOR *)lanes->stock;
    VECTOR *reached = (VECTOR *)lanes->reached;
    VECTOR *current = (VECTOR *)lanes->front, *next = (VECTOR *)lanes->back, *swap;
    VECTOR keep = LOAD((const VECTOR *)lanes->keep);
    uint32_t cards = lattice->cards, size, set, step, k;

    /* Lanes with a new deal start at the empty set; keep drops their old bits. */
    STORE(reached, OR(AND(LOAD(reached), keep), LOAD((const VECTOR *)lanes->fresh)));
    for (size = 0; size <= cards; size++) {
        uint32_t first = lattice->level[size], end = lattice->level[size + 1];
        uint32_t base = lattice->first_slot[first], next_base = lattice->first_slot[end];
        for (set = first; set < end; set++) {
            uint32_t slot = lattice->first_slot[set];
            uint32_t first_step = lattice->first_step[set];
            uint32_t slots = lattice->first_slot[set + 1] - slot;
            uint32_t steps = lattice->first_step[set + 1] - first_step;
            const VECTOR *front = current + (slot - base);
            const uint8_t *slot_card = lattice->slot_card + slot;
            const uint8_t *step_card = lattice->step_card + first_step;
            const uint32_t *step_slot = lattice->step_slot + first_step;
            switch (slots) {
            SET_WITH_SLOTS(1)
            SET_WITH_SLOTS(2)
            SET_WITH_SLOTS(3)
            SET_WITH_SLOTS(4)
            SET_WITH_SLOTS(5)
            SET_WITH_SLOTS(6)
            SET_WITH_SLOTS(7)
            SET_WITH_SLOTS(8)
            SET_WITH_SLOTS(9)
            SET_WITH_SLOTS(10)
            default: {
                /* The empty set (no slots), and layouts wider than ten. */
                VECTOR any = ZERO, before = AND(LOAD(reached + set), keep);
                if (set == 0)
                    before = LOAD(reached);
                for (k = 0; k < slots; k++)
                    any = OR(any, LOAD(front + k));
                STORE(reached + set, OR(before, any));
                for (step = 0; step < steps; step++) {
                    uint32_t card = step_card[step];
                    VECTOR found = AND(before, LOAD(stock + card));
                    for (k = 0; k < slots; k++)
                        found = OR(found, AND(LOAD(front + k),
                                              LOAD(pair + (size_t)slot_card[k] * cards + card)));
                    STORE(next + (step_slot[step] - next_base), found);
                }
                break;
            }
            }
        }
        swap = current;
        current = next;
        next = swap;
    }
    STORE((VECTOR *)lanes->won, LOAD(reached + lattice->sets - 1));
}

#undef SET_WITH_SLOTS
#undef PASS
#undef TARGET
#undef VECTOR
#undef AND
#undef OR
#undef ZERO
#undef LOAD
#undef STORE
