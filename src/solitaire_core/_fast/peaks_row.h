/* Sixteen bytes at a time, one for each rank: the few operations that the
   solver of single deals needs, on whatever 16-byte vectors the processor's
   baseline has. */

#ifndef SOLITAIRE_CORE_PEAKS_ROW_H
#define SOLITAIRE_CORE_PEAKS_ROW_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
typedef __m128i peaks_row;
static inline peaks_row row_load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
static inline void row_store(uint8_t *p, peaks_row a) { _mm_storeu_si128((__m128i *)p, a); }
static inline peaks_row row_max(peaks_row a, peaks_row b) { return _mm_max_epu8(a, b); }
static inline peaks_row row_and(peaks_row a, peaks_row b) { return _mm_and_si128(a, b); }
static inline uint8_t row_first(peaks_row a) { return (uint8_t)_mm_cvtsi128_si32(a); }
#elif defined(__ARM_NEON)
#include <arm_neon.h>
typedef uint8x16_t peaks_row;
static inline peaks_row row_load(const uint8_t *p) { return vld1q_u8(p); }
static inline void row_store(uint8_t *p, peaks_row a) { vst1q_u8(p, a); }
static inline peaks_row row_max(peaks_row a, peaks_row b) { return vmaxq_u8(a, b); }
static inline peaks_row row_and(peaks_row a, peaks_row b) { return vandq_u8(a, b); }
static inline uint8_t row_first(peaks_row a) { return vgetq_lane_u8(a, 0); }
#else
typedef struct { uint8_t byte[16]; } peaks_row;
static inline peaks_row row_load(const uint8_t *p)
{
    peaks_row a;
    memcpy(a.byte, p, 16);
    return a;
}
static inline void row_store(uint8_t *p, peaks_row a) { memcpy(p, a.byte, 16); }
static inline peaks_row row_max(peaks_row a, peaks_row b)
{
    int i;
    for (i = 0; i < 16; i++)
        a.byte[i] = a.byte[i] > b.byte[i] ? a.byte[i] : b.byte[i];
    return a;
}
static inline peaks_row row_and(peaks_row a, peaks_row b)
{
    int i;
    for (i = 0; i < 16; i++)
        a.byte[i] &= b.byte[i];
    return a;
}
static inline uint8_t row_first(peaks_row a) { return a.byte[0]; }
#endif

#endif
