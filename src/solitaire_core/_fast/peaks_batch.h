/* Many deals at once, one bit a deal: the pass over the lattice for each
   vector width, and the choice between them.

   Wide vectors are used through per-function target attributes and chosen by
   what the processor says it has, so that one wheel runs everywhere. */

#ifndef SOLITAIRE_CORE_PEAKS_BATCH_H
#define SOLITAIRE_CORE_PEAKS_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "peaks_lattice.h"

/* Pointers to arrays of vectors, each on a boundary of its own width. Bit l of
   a vector is lane l; each lane holds a deal and has its own count of turns. */
typedef struct {
    void *pair;    /* [cards][cards] pair[d][c]: card c goes on card d */
    void *stock;   /* [cards] card c goes on the stock card turned last */
    void *reached; /* [sets] reached with fewer turns than now */
    void *front;   /* [widest] by slot: reached with as many turns as now, */
    void *back;    /* [widest] ... and the same for the next level */
    void *keep;    /* [1] lanes that go on with their deal */
    void *fresh;   /* [1] lanes that start a new deal */
    void *won;     /* [1] out: lanes whose tableau can be cleared by now */
} peaks_lanes;

typedef void (*peaks_pass)(const peaks_lattice *, const peaks_lanes *);

#define PEAKS_WIDEST_LANES 512

#if (defined(__x86_64__) || defined(_M_X64)) && !defined(_M_ARM64EC)
#define PEAKS_X86_64 1
#include <immintrin.h>
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif
#else
#define PEAKS_X86_64 0
#endif

#if defined(__GNUC__) || defined(__clang__)
#define PEAKS_TARGET(names) __attribute__((target(names)))
#define PEAKS_PLAIN_VECTOR(name, bytes)                                        \
    typedef uint64_t name __attribute__((vector_size(bytes)))
#define PEAKS_PLAIN_AND(name, a, b) ((a) & (b))
#define PEAKS_PLAIN_OR(name, a, b) ((a) | (b))
#define PEAKS_PLAIN_ZERO(name) ((name){0})
#else
#define PEAKS_TARGET(names)
/* Compilers without vector types: plain words, which optimizers vectorise. */
#define PEAKS_PLAIN_VECTOR(name, bytes)                                        \
    typedef struct { uint64_t word[(bytes) / 8]; } name;                       \
    static inline name name##_and(name a, name b)                              \
    {                                                                          \
        int i;                                                                 \
        for (i = 0; i < (bytes) / 8; i++)                                      \
            a.word[i] &= b.word[i];                                            \
        return a;                                                              \
    }                                                                          \
    static inline name name##_or(name a, name b)                               \
    {                                                                          \
        int i;                                                                 \
        for (i = 0; i < (bytes) / 8; i++)                                      \
            a.word[i] |= b.word[i];                                            \
        return a;                                                              \
    }                                                                          \
    static inline name name##_zero(void)                                       \
    {                                                                          \
        name a;                                                                \
        int i;                                                                 \
        for (i = 0; i < (bytes) / 8; i++)                                      \
            a.word[i] = 0;                                                     \
        return a;                                                              \
    }                                                                          \
    typedef char name##_needs_a_semicolon
#define PEAKS_PLAIN_AND(name, a, b) name##_and(a, b)
#define PEAKS_PLAIN_OR(name, a, b) name##_or(a, b)
#define PEAKS_PLAIN_ZERO(name) name##_zero()
#endif

PEAKS_PLAIN_VECTOR(peaks_plain128, 16);
PEAKS_PLAIN_VECTOR(peaks_plain512, 64);

/* The portable default: 128 lanes, which every 64-bit processor's vectors hold. */
#define PASS peaks_pass_portable
#define TARGET
#define VECTOR peaks_plain128
#define AND(a, b) PEAKS_PLAIN_AND(peaks_plain128, a, b)
#define OR(a, b) PEAKS_PLAIN_OR(peaks_plain128, a, b)
#define ZERO PEAKS_PLAIN_ZERO(peaks_plain128)
#define LOAD(p) (*(p))
#define STORE(p, v) (*(p) = (v))
#include "peaks_batch_pass.h"

/* 512 lanes without the instructions for them: slow, and there so that the
   wide bookkeeping is tested on every machine. */
#define PASS peaks_pass_portable512
#define TARGET
#define VECTOR peaks_plain512
#define AND(a, b) PEAKS_PLAIN_AND(peaks_plain512, a, b)
#define OR(a, b) PEAKS_PLAIN_OR(peaks_plain512, a, b)
#define ZERO PEAKS_PLAIN_ZERO(peaks_plain512)
#define LOAD(p) (*(p))
#define STORE(p, v) (*(p) = (v))
#include "peaks_batch_pass.h"

#if PEAKS_X86_64
#define PASS peaks_pass_avx2
#define TARGET PEAKS_TARGET("avx2")
#define VECTOR __m256i
#define AND(a, b) _mm256_and_si256(a, b)
#define OR(a, b) _mm256_or_si256(a, b)
#define ZERO _mm256_setzero_si256()
#define LOAD(p) _mm256_load_si256(p)
#define STORE(p, v) _mm256_store_si256(p, v)
#include "peaks_batch_pass.h"

#define PASS peaks_pass_avx512
#define TARGET PEAKS_TARGET("avx512f")
#define VECTOR __m512i
#define AND(a, b) _mm512_and_si512(a, b)
#define OR(a, b) _mm512_or_si512(a, b)
#define ZERO _mm512_setzero_si512()
#define LOAD(p) _mm512_load_si512(p)
#define STORE(p, v) _mm512_store_si512(p, v)
#include "peaks_batch_pass.h"

#if defined(_MSC_VER) && !defined(__clang__)
static int peaks_has_avx(int wide)
{
    int regs[4];
    unsigned long long saved;
    __cpuid(regs, 0);
    if (regs[0] < 7)
        return 0;
    __cpuid(regs, 1);
    if ((regs[2] & (1 << 27)) == 0) /* OSXSAVE: _xgetbv may be asked */
        return 0;
    saved = _xgetbv(0);
    __cpuidex(regs, 7, 0);
    if (wide) /* opmask and both halves of the wide registers are saved, AVX-512F */
        return (saved & 0xE6) == 0xE6 && (regs[1] & (1 << 16)) != 0;
    return (saved & 0x6) == 0x6 && (regs[1] & (1 << 5)) != 0;
}
#else
static int peaks_has_avx(int wide)
{
    __builtin_cpu_init();
    return wide ? __builtin_cpu_supports("avx512f") != 0 : __builtin_cpu_supports("avx2") != 0;
}
#endif
#endif

/* Kernel numbers, best last. */
enum { PEAKS_PORTABLE512, PEAKS_PORTABLE, PEAKS_AVX2, PEAKS_AVX512, PEAKS_KERNELS };

/* The pass of a kernel and its lanes, or NULL where this machine lacks it. */
static inline peaks_pass peaks_kernel(int kernel, int *lanes)
{
    switch (kernel) {
    case PEAKS_PORTABLE512:
        *lanes = 512;
        return peaks_pass_portable512;
    case PEAKS_PORTABLE:
        *lanes = 128;
        return peaks_pass_portable;
#if PEAKS_X86_64
    case PEAKS_AVX2:
        *lanes = 256;
        return peaks_has_avx(0) ? peaks_pass_avx2 : NULL;
    case PEAKS_AVX512:
        *lanes = 512;
        return peaks_has_avx(1) ? peaks_pass_avx512 : NULL;
#endif
    default:
        *lanes = 0;
        return NULL;
    }
}

#endif
