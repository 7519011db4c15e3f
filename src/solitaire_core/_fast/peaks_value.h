/* What a position of three peaks is worth to a player who sees no hidden card.

   A small network in whole numbers, so that it says the same on every machine. Each card in
   sight is described by signs: rows of a table, which are added up and cut off below 0. The sums
   of all cards, and more rows that describe the position, make the second layer. All signs are
   small numbers that a player can see or count. What is cut off above, too, is so large that it
   does not happen in play; it bounds the sums, so that no number overflows in any position.

   tools/train_peaks_value.c, which includes this file, finds the weights; docs/sampling-peaks.md
   says how. */

#ifndef SOLITAIRE_CORE_PEAKS_VALUE_H
#define SOLITAIRE_CORE_PEAKS_VALUE_H

#include <stdint.h>
#include <string.h>

#include "bits.h"

enum {
    VALUE_CARDS = 28,       /* of three peaks; places as in the rules of TriPeaks */
    VALUE_STOCK = 23,
    VALUE_DOWN = 18,        /* places below this are face down until they are uncovered */
    VALUE_NO_TOP = 13,      /* in place of the top's rank: a turn of the stock is to come */

    CARD_UNITS = 16,
    UNITS = 32,

    /* The signs of a card in sight: where the rows of each begin. */
    SIDE = 0,               /* what is left next to its rank, for each side: see value_side */
    SAME = SIDE + 225,      /* 4 for each unseen card of its rank, 1 for each other in sight */
    UNDER = SAME + 20,      /* 9 for its row, 3 for each card it frees, 1 for each it half frees */
    FROM_TOP = UNDER + 36,  /* how far its rank is from the top's; 14 more if cards in sight lead
                               there; 13 where a turn is to come */
    CARD_STOCK = FROM_TOP + 28,     /* stock cards left */
    CARD_HIDDEN = CARD_STOCK + 24,  /* face-down cards left in the tableau */
    PLACE = CARD_HIDDEN + 19,
    RANK = PLACE + 28,              /* without wrap only */
    NEW = RANK + 13,                /* the card turns up with this move: all that is known of it */
    RUN = NEW + 1,                  /* ranks in a row in sight that its own is one of, 6 at most */
    PARTNER = RUN + 6,              /* for each card it half frees, how far the rank of the other
                                       card on it is: 0 to 7 (7: more), 8 where it is not known */
    CARD_ROWS = PARTNER + 9,

    /* The signs of a position. */
    STOCK = 0,
    LEFT = STOCK + 24,              /* tableau cards */
    HIDDEN = LEFT + 29,
    TOP_SIDE = HIDDEN + 19,         /* as SIDE, of the top; the last row where a turn is to come */
    TURNS_UP = TOP_SIDE + 226,      /* cards that this move turns up; 4: a turn is to come */
    RANKS_FIT = TURNS_UP + 5,       /* ranks that a card in sight would go on */
    UNSEEN_FIT = RANKS_FIT + 14,    /* unseen cards of these ranks */
    IN_SIGHT = UNSEEN_FIT + 42,     /* by place, for each card in sight */
    ROWS = IN_SIGHT + 28,

    MOST_CARD_SIGNS = 16,
    MOST_SIGNS = 9 + VALUE_CARDS,

    VALUE_ONE = 256,                /* stands for 1 in the tables */
    MOST_OF_CARD = 32 * VALUE_ONE - 1,  /* of a card's unit; no 17 cards lie free at a time */
    MOST_OF_UNIT = INT16_MAX,
    VALUE_WON = INT32_MAX
};

typedef struct {
    int16_t card[CARD_ROWS][CARD_UNITS];
    int16_t mix[UNITS][CARD_UNITS];
    int16_t position[ROWS][UNITS];
    int16_t bias[UNITS];
    int16_t out[UNITS];
} value_net;

/* A position after a move, before what the move turns up is known. */
typedef struct {
    uint32_t removed;
    uint32_t open;          /* places of the cards that nothing lies on */
    uint32_t turned_up;     /* those of them that this move turns up */
    int top;                /* a rank, or VALUE_NO_TOP */
    int stock;              /* cards left, without the one that is turned */
    int wrap;
    const uint8_t *rank;    /* by place */
    const uint8_t *unseen;  /* by rank: cards that have not been seen */
} value_sight;

typedef struct {
    int cards;
    int count[VALUE_CARDS];
    int16_t card[VALUE_CARDS][MOST_CARD_SIGNS];
    int signs;
    int16_t sign[MOST_SIGNS];
} value_signs;

/* The places of the cards that lie on each card, and under each. */
static const uint32_t VALUE_ON[VALUE_CARDS] = {
    3 << 3, 3 << 5, 3 << 7,
    3 << 9, 3 << 10, 3 << 12, 3 << 13, 3 << 15, 3 << 16,
    3 << 18, 3 << 19, 3 << 20, 3 << 21, 3 << 22, 3 << 23, 3 << 24, 3 << 25, 3 << 26,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const uint32_t VALUE_UNDER[VALUE_CARDS] = {
    0, 0, 0,
    1, 1, 2, 2, 4, 4,
    1 << 3, 3 << 3, 1 << 4, 1 << 5, 3 << 5, 1 << 6, 1 << 7, 3 << 7, 1 << 8,
    1 << 9, 3 << 9, 3 << 10, 3 << 11, 3 << 12, 3 << 13, 3 << 14, 3 << 15, 3 << 16, 1 << 17,
};

/* Counts by rank with two more at each end: the ranks beyond, with wrap those from the other end. */
typedef struct {
    uint8_t unseen[17];
    uint8_t sight[17];
    uint32_t ranks;         /* in sight, as bits */
} value_counts;

static inline int value_side(const value_counts *c, int rank, int step)
{
    int at = rank + 2 + step, next = at + step;
    int near = c->sight[at] > 2 ? 2 : c->sight[at], far = c->sight[next] > 2 ? 2 : c->sight[next];
    return ((c->unseen[at] * 3 + near) * 5 + c->unseen[next]) * 3 + far;
}

static inline int value_far(int a, int b, int wrap)
{
    int far = a > b ? a - b : b - a;
    return wrap && far > 6 ? 13 - far : far;
}

/* Whether every rank between two, the shorter way, is in sight. */
static inline int value_led_to(const value_counts *c, int a, int b, int wrap)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    uint32_t between;
    if (wrap && high - low > 6) {
        between = UINT32_C(0x1FFF) & ~((UINT32_C(2) << high) - (UINT32_C(1) << low));
    } else {
        between = high - low < 2 ? 0 : (UINT32_C(1) << high) - (UINT32_C(2) << low);
    }
    return (between & ~c->ranks) == 0;
}

static inline int value_run(const value_counts *c, int rank, int wrap)
{
    int run = 1, step, at;
    for (step = -1; step <= 1; step += 2) {
        at = rank;
        while (run < 6) {
            at += step;
            if (at < 0 || at > 12) {
                if (!wrap)
                    break;
                at = at < 0 ? 12 : 0;
            }
            if (!(c->ranks >> at & 1))
                break;
            run++;
        }
    }
    return run;
}

static inline void value_count(const value_sight *s, value_counts *c)
{
    uint32_t left = s->open & ~s->turned_up;
    memset(c, 0, sizeof(*c));
    memcpy(c->unseen + 2, s->unseen, 13);
    for (; left != 0; left &= left - 1) {
        int rank = s->rank[lowest_bit(left)];
        c->sight[rank + 2]++;
        c->ranks |= UINT32_C(1) << rank;
    }
    if (s->wrap) {
        c->unseen[0] = c->unseen[13];
        c->unseen[1] = c->unseen[14];
        c->unseen[15] = c->unseen[2];
        c->unseen[16] = c->unseen[3];
        c->sight[0] = c->sight[13];
        c->sight[1] = c->sight[14];
        c->sight[15] = c->sight[2];
        c->sight[16] = c->sight[3];
    }
}

/* The signs of a card in sight; returns how many. */
static inline int value_card_signs(const value_sight *s, const value_counts *c, int place,
                                   int hidden, int16_t *sign)
{
    uint32_t own = UINT32_C(1) << place, known = s->open & ~s->turned_up, under, other;
    int frees = 0, halves = 0, rank = s->rank[place], count = 0, row, far;
    row = place < 3 ? 0 : place < 9 ? 1 : place < 18 ? 2 : 3;
    for (under = VALUE_UNDER[place] & ~s->removed; under != 0; under &= under - 1) {
        other = VALUE_ON[lowest_bit(under)] & ~s->removed & ~own;
        frees += other == 0;
        halves += other != 0;
        if (other != 0 && !(s->turned_up & own)) {
            far = 8;
            if (other & known) {
                far = value_far(s->rank[lowest_bit(other)], rank, s->wrap);
                far = far > 7 ? 7 : far;
            }
            sign[count++] = (int16_t)(PARTNER + far);
        }
    }
    sign[count++] = (int16_t)(UNDER + row * 9 + frees * 3 + halves);
    sign[count++] = (int16_t)(CARD_STOCK + s->stock);
    sign[count++] = (int16_t)(CARD_HIDDEN + hidden);
    sign[count++] = (int16_t)(PLACE + place);
    if (s->turned_up & own) {
        sign[count++] = NEW;
        return count;
    }
    sign[count++] = (int16_t)(SIDE + value_side(c, rank, 1));
    sign[count++] = (int16_t)(SIDE + value_side(c, rank, -1));
    sign[count++] = (int16_t)(SAME + c->unseen[rank + 2] * 4 + c->sight[rank + 2] - 1);
    sign[count++] = (int16_t)(RUN + value_run(c, rank, s->wrap) - 1);
    if (s->top == VALUE_NO_TOP) {
        sign[count++] = FROM_TOP + 13;
    } else {
        far = value_far(rank, s->top, s->wrap);
        sign[count++] = (int16_t)(FROM_TOP + far + 14 * value_led_to(c, rank, s->top, s->wrap));
    }
    if (!s->wrap)
        sign[count++] = (int16_t)(RANK + rank);
    return count;
}

static inline void value_read(const value_sight *s, value_signs *signs)
{
    value_counts c;
    uint32_t left;
    int hidden = count_bits(~s->removed & ~s->open & ((UINT32_C(1) << VALUE_DOWN) - 1));
    int rank, ranks = 0, fit = 0, count = 0;
    value_count(s, &c);
    signs->cards = 0;
    for (left = s->open; left != 0; left &= left - 1) {
        int place = lowest_bit(left);
        signs->count[signs->cards] =
            value_card_signs(s, &c, place, hidden, signs->card[signs->cards]);
        signs->cards++;
        signs->sign[count++] = (int16_t)(IN_SIGHT + place);
    }
    for (rank = 0; rank < 13; rank++) {
        if (c.sight[rank + 1] + c.sight[rank + 3] != 0) {
            ranks++;
            fit += c.unseen[rank + 2];
        }
    }
    signs->sign[count++] = (int16_t)(STOCK + s->stock);
    signs->sign[count++] = (int16_t)(LEFT + VALUE_CARDS - count_bits(s->removed));
    signs->sign[count++] = (int16_t)(HIDDEN + hidden);
    signs->sign[count++] = (int16_t)(RANKS_FIT + ranks);
    signs->sign[count++] = (int16_t)(UNSEEN_FIT + fit);
    if (s->top == VALUE_NO_TOP) {
        signs->sign[count++] = TOP_SIDE + 225;
        signs->sign[count++] = TURNS_UP + 4;
    } else {
        signs->sign[count++] = (int16_t)(TOP_SIDE + value_side(&c, s->top, 1));
        signs->sign[count++] = (int16_t)(TOP_SIDE + value_side(&c, s->top, -1));
        signs->sign[count++] = (int16_t)(TURNS_UP + count_bits(s->turned_up));
    }
    signs->signs = count;
}

/* GCC makes no vectors of a loop that it has first unrolled as a whole: before such loops. */
#if defined(__GNUC__) && !defined(__clang__)
#define VALUE_LOOP _Pragma("GCC unroll 1")
#else
#define VALUE_LOOP
#endif

/* Add a row to a sum. In eights by hand: compilers that cannot rule out that the two overlap add
   one number at a time. */
static inline void value_add(int16_t *sum, const int16_t *row, int units)
{
    int j;
#if defined(__GNUC__)
    typedef int16_t eight __attribute__((vector_size(16)));
    for (j = 0; j < units; j += 8) {
        eight a, b;
        memcpy(&a, sum + j, sizeof(a));
        memcpy(&b, row + j, sizeof(b));
        a += b;
        memcpy(sum + j, &a, sizeof(a));
    }
#else
    for (j = 0; j < units; j++)
        sum[j] = (int16_t)(sum[j] + row[j]);
#endif
}

/* The larger, the better; of use only beside other values. */
static inline int32_t value_of(const value_net *net, const value_signs *signs)
{
    int16_t pool[CARD_UNITS], sum[CARD_UNITS], places[UNITS], others[UNITS];
    int32_t value = 0;
    int i, j, k;
    memset(pool, 0, sizeof(pool));
    for (i = 0; i < signs->cards; i++) {
        memset(sum, 0, sizeof(sum));
        for (k = 0; k < signs->count[i]; k++)
            value_add(sum, net->card[signs->card[i][k]], CARD_UNITS);
        VALUE_LOOP
        for (j = 0; j < CARD_UNITS; j++) {
            int16_t above = sum[j] > 0 ? sum[j] : 0;
            above = above < MOST_OF_CARD ? above : MOST_OF_CARD;
            pool[j] = (int16_t)(pool[j] + (above >> 2));
        }
    }
    /* Two sums, for one might not fit: the signs of places, which come first, and the others. */
    memset(places, 0, sizeof(places));
    memcpy(others, net->bias, sizeof(others));
    for (k = 0; k < signs->cards; k++)
        value_add(places, net->position[signs->sign[k]], UNITS);
    for (; k < signs->signs; k++)
        value_add(others, net->position[signs->sign[k]], UNITS);
    for (j = 0; j < UNITS; j++) {
        const int16_t *row = net->mix[j];
        int32_t unit = ((int32_t)places[j] + others[j]) * (VALUE_ONE >> 2), above;
        VALUE_LOOP
        for (i = 0; i < CARD_UNITS; i++)
            unit += (int32_t)pool[i] * row[i];
        above = (unit > 0 ? unit : 0) >> 8;
        value += (above < MOST_OF_UNIT ? above : MOST_OF_UNIT) * net->out[j];
    }
    return value;
}

#endif
