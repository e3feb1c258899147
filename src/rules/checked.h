/* What the checked functions on one state and on many share. */
#ifndef HRA_RULES_CHECKED_H
#define HRA_RULES_CHECKED_H

#include "hra/state.h"

/* Bytes from one state to the next. */
static inline size_t hra_state_stride(const hra_game *game) {
    const size_t over = HRA_STATE_ALIGN - 1;
    return (game->state_size + over) & ~over;
}

/* Room for the moves of a state, of one thread. */
typedef struct hra_lists {
    hra_move *moves;
    double *probability;
} hra_lists;

/* HRA_ENOMEM. */
hra_err hra_lists_init(hra_lists *lists, const hra_game *game);
void hra_lists_release(hra_lists *lists);

/* Whether there are a game and a state that can be read. */
hra_err hra_state_check(const hra_game *game, const void *state, hra_error *why);
/* The same, and room for an answer. */
hra_err hra_state_check_out(const hra_game *game, const void *state, const void *out, hra_error *why);
/* Whether there is such a seat, from `first` (0, or -1 for no particular seat) on. */
hra_err hra_state_check_seat(const hra_game *game, int seat, int first, hra_error *why);
/* Whether a move may be made: HRA_OK, HRA_EINPUT, HRA_ESTATE, HRA_ENOMEM. The lists (NULL: made here) are
 * used where the rules have no function of their own. */
hra_err hra_state_may(const hra_game *game, const void *state, hra_move move, hra_lists *lists);
/* Hands a text to the caller of a checked function. HRA_ENOMEM. */
hra_err hra_state_give(hra_text *text, char **out, hra_error *why);

#endif
