/* Games played in C by the functions that solitaire_core.h declares, without Python.

   Built as a plain shared library; tests/test_c_api.py hands it the table of functions and the
   rules, and plays the same games in Python. */

#include "solitaire_core.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

/* The lines of play of so many moves from here. */
static uint64_t lines(const solitaire_api *api, solitaire_game *game, int depth)
{
    uint32_t moves[SOLITAIRE_MOST_MOVES];
    uint64_t found = 0;
    int32_t count, i;
    if (depth == 0)
        return 1;
    count = api->legal_moves(game, moves, SOLITAIRE_MOST_MOVES);
    for (i = 0; i < count; i++) {
        if (api->make(game, moves[i]) != 0)
            return 0;
        found += lines(api, game, depth - 1);
        api->unmake(game);
    }
    return found;
}

/* 0 where the library is too old for this program. */
EXPORT uint64_t perft(const solitaire_api *api, const solitaire_rules *rules, uint64_t number,
                      int depth)
{
    solitaire_game *game;
    uint64_t found;
    if (api->version < SOLITAIRE_API_VERSION || api->size < sizeof(solitaire_api))
        return 0;
    game = api->deal(rules, number);
    if (game == NULL)
        return 0;
    found = lines(api, game, depth);
    api->end(game);
    return found;
}

/* Play a game by chance, and write its moves as text, one a line; how it stands then:
   result, cards left, score and moves made. */
EXPORT int32_t play(const solitaire_api *api, const solitaire_rules *rules, uint64_t number,
                    uint32_t most, char *text, int32_t room, int32_t *standing)
{
    uint32_t moves[SOLITAIRE_MOST_MOVES];
    uint64_t x = number;
    int32_t written = 0;
    solitaire_game *game = api->deal(rules, number), *copy;
    if (game == NULL)
        return SOLITAIRE_NO_MEMORY;
    while (api->ply(game) < most && api->result(game) == 0) {
        int32_t count = api->legal_moves(game, moves, SOLITAIRE_MOST_MOVES), length;
        uint32_t move;
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        move = moves[(x >> 33) % (uint32_t)count];
        length = api->move_text(game, move, text + written, room - written - 1);
        if (length < 0)
            break;
        written += length;
        text[written++] = '\n';
        api->make(game, move);
        /* Back and forth, and on in a copy: nothing of this may be seen. */
        api->unmake(game);
        copy = api->copy(game);
        api->end(game);
        game = copy;
        api->make(game, move);
    }
    text[written] = 0;
    standing[0] = api->result(game);
    standing[1] = api->cards_left(game);
    standing[2] = api->score(game);
    standing[3] = (int32_t)api->ply(game);
    while (api->unmake(game) == 0)
        ;
    standing[4] = api->cards_left(game);
    api->end(game);
    return written;
}
