/* What a game of backgammon tells the socket by which GNU Backgammon lets other programs play:
 * how that writes a decision, in the line `board:...` of FIBS with 53 fields. The protocol itself does the
 * talking, see hra/protocol.h; a game offers this table in its catalogue, under the name "gnubg".
 *
 * Thread-safety: as of all tables of a game: the functions keep nothing between calls, in any thread. */
#ifndef HRA_RULES_FIBS_H
#define HRA_RULES_FIBS_H

#include "hra/game.h"

typedef struct hra_fibs {
    size_t size; /* sizeof(hra_fibs) where the table was compiled */
    /* Whether GNU Backgammon plays this game by these rules. */
    bool (*fits)(const hra_game *);
    /* Sets up the state in which the line asks for a decision; where only throwing is left, chance is to move
     * there. HRA_EINPUT says what is wrong with the line, or that it is of another game. */
    hra_err (*read)(const hra_game *, const char *line, void *s, hra_error *);
    /* Appends the line by which a decision is asked for, without its end. */
    void (*show)(const hra_game *, const void *s, hra_text *);
    /* Appends the answer that means this move; of who cannot move it is empty. */
    void (*answer)(const hra_game *, const void *s, hra_move m, hra_text *);
    /* Whether it can be asked too, and not only ask, all that is decided in this game. NULL: where it fits.
     */
    bool (*sits)(const hra_game *);
} hra_fibs;

#endif
