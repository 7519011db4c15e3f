/* Sets of small numbers as bits of a word. */

#ifndef SOLITAIRE_CORE_BITS_H
#define SOLITAIRE_CORE_BITS_H

#include <stdint.h>

/* The lowest bit of x, which is not 0. */
static inline int lowest_bit(uint64_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(x);
#else
    int n = 0;
    while ((x & 1) == 0) {
        x >>= 1;
        n++;
    }
    return n;
#endif
}

/* In plain arithmetic: the compiler's own falls back to a library call on
   processors whose baseline has no instruction for it. */
static inline int count_bits(uint64_t x)
{
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)((x * UINT64_C(0x0101010101010101)) >> 56);
}

/* The upper half of a product of 128 bits. */
static inline uint64_t high_product(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
    return (uint64_t)((unsigned __int128)a * b >> 64);
#else
    uint64_t a1 = a >> 32, a0 = a & UINT64_C(0xFFFFFFFF);
    uint64_t b1 = b >> 32, b0 = b & UINT64_C(0xFFFFFFFF);
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (middle & UINT64_C(0xFFFFFFFF));
    return a1 * b1 + (middle >> 32) + (other >> 32);
#endif
}

#endif
