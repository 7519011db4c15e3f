/* Games of solitaire_core for C, and for whatever calls C: a table of functions.

   Rules are made in Python (solitaire_core.embedding.c_rules) and so is the
   table (solitaire_core.embedding.c_api); from then on nothing here needs
   Python, its lock or its memory. docs/embedding.md shows a whole program.

   Version 1. A later version adds members at the end and changes none, so a
   program that was compiled against an older header goes on working; one that
   needs a member checks that `size` covers it. */

#ifndef SOLITAIRE_CORE_H
#define SOLITAIRE_CORE_H

#include <stddef.h>
#include <stdint.h>

#define SOLITAIRE_API_VERSION 1
#define SOLITAIRE_API_CAPSULE "solitaire_core._fast.c_api.API"

/* More moves than any position has. */
#define SOLITAIRE_MOST_MOVES 1024

/* What functions answer where they cannot do what they are asked for. */
#define SOLITAIRE_ILLEGAL (-1)
#define SOLITAIRE_NO_MEMORY (-2)
#define SOLITAIRE_NO_ROOM (-3)

typedef struct solitaire_rules solitaire_rules;
typedef struct solitaire_game solitaire_game;

typedef struct solitaire_api {
    uint32_t version;
    uint32_t size; /* of this struct in the library, in bytes */

    /* A new game: the deal of a number (numbering sc1), or a deck of `count`
       card codes, the card dealt first first. NULL without memory, or where
       the codes are no deck of the game. `end` frees it. The rules have to
       live as long as the games. */
    solitaire_game *(*deal)(const solitaire_rules *rules, uint64_t number);
    solitaire_game *(*deal_cards)(const solitaire_rules *rules, const uint8_t *cards,
                                  uint32_t count);
    /* A copy with the moves made. NULL without memory. */
    solitaire_game *(*copy)(const solitaire_game *game);
    void (*end)(solitaire_game *game);

    /* Writes the legal moves and returns how many there are;
       SOLITAIRE_NO_ROOM, and nothing is written, where they are more than
       `room`. A move is a number that means the same in all positions of a
       game. */
    int32_t (*legal_moves)(const solitaire_game *game, uint32_t *moves, int32_t room);
    /* 0, or SOLITAIRE_ILLEGAL or SOLITAIRE_NO_MEMORY: nothing has changed. */
    int32_t (*make)(solitaire_game *game, uint32_t move);
    /* Takes the last move back: 0, or SOLITAIRE_ILLEGAL where there is none. */
    int32_t (*unmake)(solitaire_game *game);
    /* Moves made and not taken back. */
    uint32_t (*ply)(const solitaire_game *game);
    /* 0 in play, 1 won, 2 lost by the rules. */
    int32_t (*result)(const solitaire_game *game);
    /* Cards that are still to be taken, or to go to the foundations. */
    int32_t (*cards_left)(const solitaire_game *game);
    /* The score so far, by the scoring system of the rules (peaks family);
       5 for each card on the foundations (Klondike family). */
    int32_t (*score)(const solitaire_game *game);
    /* The text of a move as Python writes and reads it, with a 0 behind it;
       its length without that, or SOLITAIRE_NO_ROOM. 16 bytes are enough. */
    int32_t (*move_text)(const solitaire_game *game, uint32_t move, char *text, int32_t room);
} solitaire_api;

#endif
