/* Deal numbers to decks. The text of the rules is in docs/numbering.md.

   A header, so that the batch kernels, which are C, deal without a call
   through a Python-level capsule. Cards are codes without the copy
   (suit * 13 + rank): copies of a card are interchangeable in every rule. */

#ifndef SOLITAIRE_CORE_SHUFFLE_H
#define SOLITAIRE_CORE_SHUFFLE_H

#include <stdint.h>

#include "bits.h"

/* SplitMix64 (Steele, Lea and Flood 2014). */
static inline uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Uniform in 0 .. n-1 by Lemire's multiply-and-reject method, 1 <= n < 2**32. The
   threshold is less than n, so that the division is needed for a draw in 2**64 / n. */
static inline uint32_t uniform_below(uint64_t *state, uint32_t n)
{
    uint64_t x = splitmix64(state);
    if (x * n < n) {
        uint64_t threshold = (UINT64_C(0) - n) % n;
        while (x * n < threshold)
            x = splitmix64(state);
    }
    return (uint32_t)high_product(x, n);
}

static inline void swap_cards(uint8_t *cards, uint32_t i, uint32_t j)
{
    uint8_t card = cards[i];
    cards[i] = cards[j];
    cards[j] = card;
}

/* cards: room for 52 * decks codes; cards[0] is dealt first. */
static inline void sc1_deck(uint64_t number, int decks, uint8_t *cards)
{
    uint32_t count = 52u * (uint32_t)decks, i;
    for (i = 0; i < count; i++)
        cards[i] = (uint8_t)(i % 52u);
    for (i = count - 1; i > 0; i--)
        swap_cards(cards, i, uniform_below(&number, i + 1));
}

/* The Microsoft numbers, 1 <= number < 2**33; cards: room for 52 codes. */
static inline void ms_deck(uint64_t number, uint8_t *cards)
{
    /* AC AD AH AS 2C ...: suits C D H S inside each rank. */
    uint32_t x = (uint32_t)(number & UINT64_C(0xFFFFFFFF)), i;
    int wide = number >> 32 != 0, marked = number >> 31 != 0;
    uint8_t shuffled[52];
    for (i = 0; i < 52; i++)
        shuffled[i] = (uint8_t)((i & 3) * 13 + (i >> 2));
    for (i = 51; i > 0; i--) {
        uint32_t r;
        x = x * 214013u + 2531011u;
        if (wide)
            r = ((x >> 16) & 0xFFFFu) + 1u;
        else
            r = ((x >> 16) & 0x7FFFu) | (marked ? 0x8000u : 0u);
        swap_cards(shuffled, i, r % (i + 1));
    }
    /* Dealt from the end of the shuffled list. */
    for (i = 0; i < 52; i++)
        cards[i] = shuffled[51 - i];
}

#endif
