/* Finds the weights of the network in peaks_value.h, which plays TriPeaks.

       cc -O3 -march=native -ffast-math -Isrc/solitaire_core/_fast \
           -o train tools/train_peaks_value.c -lm
       ./train learn 1 400000 0.001 - wrap.net
       ./train improve 1 200000 0.0001 wrap.net wrap.net
       ./train improve 1 500000 0.00015 wrap.net wrap.net
       ./train play 1 50000 wrap.net
       ./train table VALUE_WRAP wrap.net

   The second word is 1 for play with wrap, 0 for play without; then come the number of games and
   how fast to learn. Both ways of learning play random deals, and see of them what a player sees.

   learn    After each game every position in it is told how the game went on (TD(lambda)): the
            network learns how likely a position is to be won by its own play.
   improve  In each game every decision is gone back to, and each other move is tried in the same
            deal. Moves that won become more likely, those that lost less: the gradient of the
            chance to win, if the move were drawn by its value (policy gradient over all moves).
            What the network says is then a preference, no longer a chance.

   A file of weights is the struct `net`, as this machine has it. `table` prints it in whole
   numbers, as peaks_value_weights.h has it. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peaks_value.h"
#include "shuffle.h"

#define ALL ((UINT32_C(1) << VALUE_CARDS) - 1)
#define DOWN ((UINT32_C(1) << VALUE_DOWN) - 1)
enum { MOST_MOVES = VALUE_CARDS + VALUE_STOCK, MOST_CHOICES = VALUE_CARDS + 1, TURN = 99 };

typedef struct {
    float card[CARD_ROWS][CARD_UNITS];
    float mix[CARD_UNITS][UNITS];
    float position[ROWS][UNITS];
    float bias[UNITS];
    float out[UNITS];
    float end;
} net;

/* What the layers held for a position. */
typedef struct {
    float card[VALUE_CARDS][CARD_UNITS];
    float pool[CARD_UNITS];
    float unit[UNITS];
} layers;

typedef struct {
    uint32_t removed, open;
    int top, turned;
    uint8_t unseen[13];
} game;

static net weights, squares;    /* squares: of the gradients, on average */
static float rate;              /* how fast to learn */
static int wrap;
static uint8_t rank[52];
static uint64_t deals = 12345, chance = 54321;

static float uniform(void) { return (float)(splitmix64(&chance) >> 40) / 16777216.0f; }
static float chance_of(float value) { return 1 / (1 + expf(-value)); }

/* --- the game --- */

static void deal(game *g)
{
    int i;
    for (i = 0; i < 52; i++)
        rank[i] = (uint8_t)(i % 13);
    for (i = 51; i > 0; i--)
        swap_cards(rank, (uint32_t)i, uniform_below(&deals, (uint32_t)i + 1));
    memset(g, 0, sizeof(*g));
    g->open = ALL & ~DOWN;
    g->top = rank[VALUE_CARDS];
    for (i = 0; i < 52; i++)
        if (i < VALUE_DOWN || i > VALUE_CARDS)
            g->unseen[rank[i]]++;
}

static uint32_t fitting(uint32_t open, int top)
{
    uint32_t fit = 0;
    for (; open != 0; open &= open - 1) {
        int far = abs(rank[lowest_bit(open)] - top);
        if (far == 1 || (wrap && far == 12))
            fit |= open & (~open + 1);
    }
    return fit;
}

static uint32_t freed(uint32_t removed, int place)
{
    uint32_t after = removed | UINT32_C(1) << place, found = 0;
    uint32_t under = VALUE_UNDER[place] & ~removed;
    for (; under != 0; under &= under - 1)
        if ((VALUE_ON[lowest_bit(under)] & ~after) == 0)
            found |= under & (~under + 1);
    return found;
}

static void make(game *g, int move)
{
    uint32_t up;
    if (move == TURN) {
        g->top = rank[VALUE_CARDS + ++g->turned];
        g->unseen[g->top]--;
        return;
    }
    up = freed(g->removed, move);
    g->removed |= UINT32_C(1) << move;
    g->open = (g->open & ~(UINT32_C(1) << move)) | up;
    g->top = rank[move];
    for (up &= DOWN; up != 0; up &= up - 1)
        g->unseen[rank[lowest_bit(up)]]--;
}

/* The moves of a decision, the turn last; none where the game is over. */
static int choices(const game *g, int *moves)
{
    uint32_t fit = fitting(g->open, g->top);
    int count = 0;
    if (g->removed == ALL)
        return 0;
    for (; fit != 0; fit &= fit - 1)
        moves[count++] = lowest_bit(fit);
    if (g->turned < VALUE_STOCK)
        moves[count++] = TURN;
    return count;
}

/* --- the network --- */

static float forward(const value_signs *s, layers *l)
{
    float value = weights.end;
    int i, j, k;
    memset(l->pool, 0, sizeof(l->pool));
    for (i = 0; i < s->cards; i++) {
        memset(l->card[i], 0, sizeof(l->card[i]));
        for (k = 0; k < s->count[i]; k++)
            for (j = 0; j < CARD_UNITS; j++)
                l->card[i][j] += weights.card[s->card[i][k]][j];
        for (j = 0; j < CARD_UNITS; j++)
            l->pool[j] += l->card[i][j] > 0 ? l->card[i][j] : 0;
    }
    memcpy(l->unit, weights.bias, sizeof(l->unit));
    for (k = 0; k < s->signs; k++)
        for (j = 0; j < UNITS; j++)
            l->unit[j] += weights.position[s->sign[k]][j];
    for (i = 0; i < CARD_UNITS; i++)
        for (j = 0; j < UNITS; j++)
            l->unit[j] += l->pool[i] * weights.mix[i][j];
    for (j = 0; j < UNITS; j++)
        value += (l->unit[j] > 0 ? l->unit[j] : 0) * weights.out[j];
    return value;
}

/* A step against a gradient, each weight's as long as its gradients are wide (RMSProp). */
static void step(float *w, float *square, const float *gradient, int count)
{
    int i;
    for (i = 0; i < count; i++) {
        square[i] += 0.001f * (gradient[i] * gradient[i] - square[i]);
        w[i] -= rate * gradient[i] / (sqrtf(square[i]) + 1e-4f);
    }
}

/* Learn from one position, given how the loss grows with its value. */
static void backward(const value_signs *s, float slope)
{
    layers l;
    float unit[UNITS], pool[CARD_UNITS], row[UNITS];
    int i, j, k;
    forward(s, &l);
    for (j = 0; j < UNITS; j++) {
        unit[j] = l.unit[j] > 0 ? slope * weights.out[j] : 0;
        row[j] = l.unit[j] > 0 ? slope * l.unit[j] : 0;
    }
    for (i = 0; i < CARD_UNITS; i++) {
        pool[i] = 0;
        for (j = 0; j < UNITS; j++)
            pool[i] += unit[j] * weights.mix[i][j];
    }
    step(weights.out, squares.out, row, UNITS);
    step(&weights.end, &squares.end, &slope, 1);
    step(weights.bias, squares.bias, unit, UNITS);
    for (k = 0; k < s->signs; k++)
        step(weights.position[s->sign[k]], squares.position[s->sign[k]], unit, UNITS);
    for (i = 0; i < CARD_UNITS; i++) {
        for (j = 0; j < UNITS; j++)
            row[j] = l.pool[i] * unit[j];
        step(weights.mix[i], squares.mix[i], row, UNITS);
    }
    for (i = 0; i < s->cards; i++) {
        for (j = 0; j < CARD_UNITS; j++)
            row[j] = l.card[i][j] > 0 ? pool[j] : 0;
        for (k = 0; k < s->count[i]; k++)
            step(weights.card[s->card[i][k]], squares.card[s->card[i][k]], row, CARD_UNITS);
    }
}

/* --- playing by it --- */

/* What a position is worth after a move; no signs where that is certain. */
static float value_after(const game *g, int move, value_signs *signs)
{
    value_sight s = {g->removed, g->open, 0, VALUE_NO_TOP, VALUE_STOCK - g->turned - 1, wrap,
                     rank, g->unseen};
    layers l;
    signs->cards = -1;
    if (move != TURN) {
        uint32_t up = freed(g->removed, move);
        s.removed |= UINT32_C(1) << move;
        s.open = (s.open & ~(UINT32_C(1) << move)) | up;
        s.turned_up = up & DOWN;
        s.top = rank[move];
        s.stock++;
        if (s.removed == ALL)
            return 30;
        if (s.stock == 0 && s.turned_up == 0 && fitting(s.open, s.top) == 0)
            return -30;
    }
    value_read(&s, signs);
    return forward(signs, &l);
}

/* The index of the best of several moves, and what is said of each. */
static int best_of(const game *g, const int *moves, int count, float *value, value_signs *signs)
{
    int i, best = 0;
    for (i = 0; i < count; i++) {
        value[i] = value_after(g, moves[i], &signs[i]);
        if (value[i] > value[best])
            best = i;
    }
    return best;
}

static int play_on(game *g)
{
    int moves[MOST_CHOICES], count;
    float value[MOST_CHOICES];
    value_signs signs[MOST_CHOICES];
    while ((count = choices(g, moves)) != 0)
        make(g, moves[count == 1 ? 0 : best_of(g, moves, count, value, signs)]);
    return g->removed == ALL;
}

/* --- learning --- */

enum { EXPLORED = 3 };          /* moves in a hundred that are made at random */
static const float LAMBDA = 0.9f, SHARPNESS = 4;

static int learn_game(void)
{
    static value_signs made[MOST_MOVES], signs[MOST_CHOICES];
    float best_value[MOST_MOVES], value[MOST_CHOICES], follows;
    int at_random[MOST_MOVES], moves[MOST_CHOICES], count, length = 0, i;
    game g;
    deal(&g);
    while ((count = choices(&g, moves)) != 0) {
        int best = best_of(&g, moves, count, value, signs), chosen = best;
        if (uniform() * 100 < EXPLORED)
            chosen = (int)uniform_below(&chance, (uint32_t)count);
        best_value[length] = chance_of(value[best]);
        at_random[length] = chosen != best;
        made[length++] = signs[chosen];
        make(&g, moves[chosen]);
    }
    follows = g.removed == ALL;
    for (i = length - 1; i >= 0; i--) {
        layers l;
        if (i < length - 1)     /* what came of a move at random says nothing of those before it */
            follows = at_random[i + 1] ? best_value[i + 1]
                                       : (1 - LAMBDA) * best_value[i + 1] + LAMBDA * follows;
        if (made[i].cards >= 0)
            backward(&made[i], chance_of(forward(&made[i], &l)) - follows);
    }
    return g.removed == ALL;
}

static void improve_decision(const game *g, int made, int won)
{
    static value_signs signs[MOST_CHOICES];
    float value[MOST_CHOICES], share[MOST_CHOICES], sum = 0, average = 0;
    int wins[MOST_CHOICES], moves[MOST_CHOICES], count = choices(g, moves), i, best, differ = 0;
    best = best_of(g, moves, count, value, signs);
    for (i = 0; i < count; i++) {
        game other = *g;
        make(&other, moves[i]);
        wins[i] = moves[i] == made ? won : play_on(&other);
        differ |= wins[i] != wins[0];
    }
    if (!differ)
        return;
    for (i = 0; i < count; i++)
        sum += share[i] = expf(SHARPNESS * (value[i] - value[best]));
    for (i = 0; i < count; i++)
        average += (share[i] /= sum) * (float)wins[i];
    for (i = 0; i < count; i++)
        if (signs[i].cards >= 0)
            backward(&signs[i], share[i] * (average - (float)wins[i]));
}

static int improve_game(void)
{
    static value_signs signs[MOST_CHOICES];
    game g, before[MOST_MOVES];
    float value[MOST_CHOICES];
    int made[MOST_MOVES], moves[MOST_CHOICES], count, length = 0, i;
    deal(&g);
    while ((count = choices(&g, moves)) != 0) {
        int chosen = 0;
        if (count > 1) {
            before[length] = g;
            chosen = best_of(&g, moves, count, value, signs);
            made[length++] = moves[chosen];
            if (uniform() * 100 < EXPLORED && moves[0] != TURN) {
                int takes = count - (moves[count - 1] == TURN);
                chosen = (int)uniform_below(&chance, (uint32_t)takes);
                length = 0;     /* the game's end tells nothing of the decisions so far */
            }
        }
        make(&g, moves[chosen]);
    }
    for (i = 0; i < length; i++)
        improve_decision(&before[i], made[i], g.removed == ALL);
    return g.removed == ALL;
}

static int play_game(void)
{
    game g;
    deal(&g);
    return play_on(&g);
}

/* --- files --- */

static int read_weights(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t got = file ? fread(&weights, sizeof(weights), 1, file) : 0;
    if (file)
        fclose(file);
    return got == 1;
}

static int write_weights(const char *name)
{
    FILE *file = fopen(name, "wb");
    size_t put = file ? fwrite(&weights, sizeof(weights), 1, file) : 0;
    return (!file || fclose(file) == 0) && put == 1;
}

static void random_weights(void)
{
    float *w = (float *)&weights;
    size_t i;
    for (i = 0; i < sizeof(weights) / sizeof(*w); i++)
        w[i] = (uniform() - 0.5f) * 0.2f;
    for (i = 0; i < UNITS; i++)
        weights.out[i] = (uniform() - 0.5f) * 0.5f;
}

static void print_rows(const float *w, int rows, int columns)
{
    int i, j;
    printf("    {\n");
    for (i = 0; i < rows; i++) {
        printf(rows > 1 ? "        {" : "        ");
        for (j = 0; j < columns; j++)
            printf("%ld%s", lrintf(*w++ * VALUE_ONE), j < columns - 1 ? "," : "");
        printf(rows > 1 ? "},\n" : "\n");
    }
    printf("    },\n");
}

static void print_table(const char *name)
{
    float mix[UNITS][CARD_UNITS];
    int i, j;
    for (j = 0; j < UNITS; j++)
        for (i = 0; i < CARD_UNITS; i++)
            mix[j][i] = weights.mix[i][j];
    printf("static const value_net %s = {\n", name);
    print_rows(weights.card[0], CARD_ROWS, CARD_UNITS);
    print_rows(mix[0], UNITS, CARD_UNITS);
    print_rows(weights.position[0], ROWS, UNITS);
    print_rows(weights.bias, 1, UNITS);
    print_rows(weights.out, 1, UNITS);
    printf("};\n");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int learns = strcmp(what, "learn") == 0, improves = strcmp(what, "improve") == 0;
    int plays = strcmp(what, "play") == 0, won = 0;
    const char *from = argc > 3 ? argv[argc - 1 - (learns || improves)] : "";
    long games = argc > 3 ? atol(argv[3]) : 0, i, shown = 20000;
    size_t k;
    if (!(strcmp(what, "table") == 0 && argc == 4) && !(plays && argc == 5)
        && !((learns || improves) && argc == 7)) {
        fprintf(stderr, "the first lines of the source say how to call this\n");
        return 2;
    }
    if (strcmp(from, "-") == 0) {
        random_weights();
    } else if (!read_weights(from)) {
        fprintf(stderr, "cannot read %s\n", from);
        return 1;
    }
    if (argc == 4) {
        print_table(argv[2]);
        return 0;
    }
    wrap = atoi(argv[2]);
    if (plays) {
        deals = 987654321;      /* not those that it learns from */
        for (i = 0; i < games; i++)
            won += play_game();
        printf("won %d of %ld\n", won, games);
        return 0;
    }
    for (k = 0; k < sizeof(squares) / sizeof(float); k++)
        ((float *)&squares)[k] = 0.01f;
    for (i = 0; i < games; i++) {
        float done = (float)i / (float)games;
        rate = (float)atof(argv[4])
               * (done < 0.5f ? 1 : done < 0.75f ? 0.3f : done < 0.9f ? 0.1f : 0.03f);
        won += learns ? learn_game() : improve_game();
        if ((i + 1) % shown == 0) {
            printf("%ld games: won %.4f\n", i + 1, (double)won / (double)shown);
            fflush(stdout);
            won = 0;
            if (!write_weights(argv[6]))
                return 1;
        }
    }
    return !write_weights(argv[6]);
}
