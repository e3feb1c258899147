/* What a game of backgammon tells UBGI, the Universal Backgammon Interface (bungogood/bgci,
 * docs/ubgi-v0.1-spec.md as of commit 8c8a7b0), by which programs of backgammon play each other: how others
 * write its positions and plays. The protocol itself does the talking, see hra/protocol.h; a game offers this
 * table in its catalogue, under the name "ubgi".
 *
 * Thread-safety: as of all tables of a game: the functions keep nothing between calls, in any thread. */
#ifndef HRA_RULES_UBGI_H
#define HRA_RULES_UBGI_H

#include "hra/game.h"

typedef struct hra_ubgi {
    size_t size; /* sizeof(hra_ubgi) where the table was compiled */
    /* Which game this is, as the option `Variant` names it: "backgammon", "hypergammon". NULL: UBGI has no
     * name for it.
     */
    const char *(*variant)(const hra_game *);
    /* Sets up a position that GNU Backgammon's Position ID or an XGID tells. HRA_EINPUT says what is wrong
     * with it; HRA_ENOMEM. */
    hra_err (*place)(const hra_game *, const char *id, void *s, hra_error *);
    /* The dice of the side to move, the larger first; 0, 0: it has not thrown. */
    void (*dice)(const hra_game *, const void *s, int dice[2]);
    /* Sets the dice that the side to move has rolled, 1..6 each; earlier ones count no more. False: the
     * state has no side that can roll or move. */
    bool (*throw_dice)(const hra_game *, void *s, const int dice[2]);
    /* Appends the Position ID of a state in which a side has thrown. */
    void (*show)(const hra_game *, const void *s, hra_text *);
    /* Appends a legal play as UBGI has it: a step of one die after the other, in an order in which they can
     * be made: "bar/20 24/18"; "pass". */
    void (*play)(const hra_game *, const void *s, hra_move m, hra_text *);
} hra_ubgi;

#endif
